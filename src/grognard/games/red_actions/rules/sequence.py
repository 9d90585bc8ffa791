"""Game sequence (RA-TRN): turns, initiative, alternating segments, the end of the turn."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from grognard.engine import ChoiceStep, Deed, Modifier, Pick, Press, Refusal, Result, Step, UnitEffect, Working
from grognard.engine.core.fact import fact
from grognard.engine.core.wording import summed
from grognard.games.red_actions.rules.acting import Acting
from grognard.games.red_actions.rules.data import people
from grognard.games.red_actions.rules.deploying import Arrival
from grognard.games.red_actions.rules.rally import RallyFromRout
from grognard.games.red_actions.rules.seniors import SeniorMove
from grognard.games.red_actions.rules.state import SENIOR, RedActions, Unit
from grognard.games.red_actions.rules.victory import judge, win_entry

FLAGS = ("acted", "retired", "pressed", "fired", "moved", "barred", "evaded", "tried")
FORGOTTEN = dict.fromkeys(FLAGS, False)  # RA-TRN.11
PHASES = ("Weather and reinforcements", "Initiative", "Action segments", "End of turn")


class GameTurn(Step, frozen=True):
    """RA-TRN.2 One game turn, its parts in order."""

    number: int

    def run(self, g: RedActions) -> None:
        g.turn = self.number
        g.tell("RA-TRN.2", "Turn {n}", n=self.number)
        g.swap(Weather(), Initiative(), EndOfTurn())


class Weather(Step, frozen=True):
    """RA-SCN.8, RA-SCN.12 Weather changes and reinforcements arrive."""

    def run(self, g: RedActions) -> None:
        g.phase = PHASES[0]
        for row in g.scenario.weather_by_turn:
            if row.from_turn <= g.turn:
                g.weather = row.weather
        due = [u.id for u in g.pieces.values() if not u.place and u.arrives and u.arrives <= g.turn]
        g.swap(*(Arrival(i) for i in due))


class Initiative(Step, frozen=True):
    """RA-TRN.3 to RA-TRN.5, RA-TRN.18 Who takes the first segment."""

    def run(self, g: RedActions) -> None:
        g.phase = PHASES[1]
        named = g.scenario.first_segment_turn_1
        if g.turn == 1 and named != "roll":
            g.initiative = g.first = named
            g.phase = PHASES[2]
            return g.swap(Segments(named))
        g.initiative = roll_initiative(g)
        g.swap(FirstSegment(g.initiative))


def roll_initiative(g: RedActions) -> str:
    """RA-TRN.3, RA-TRN.4 1d6 and the best senior bonus; ties to whoever did not win last turn."""
    while True:
        totals = {}
        for side in g.sides:
            bonus = max((s.officer.bonus for s in g.seniors(side) if s.officer is not None), default=0)
            best = Modifier("RA-TRN.3", max(0, bonus), "best senior officer")
            working, die = Working("Initiative", (best,), dice=1), g.d6()
            totals[side] = die + best.value
            rolled = working.rolled((die,), str(totals[side]))
            told = summed(die, best.value)
            g.tell("RA-TRN.3", "{side} rolls {n} for initiative", working=rolled, side=people(side), n=told)
        if len(set(totals.values())) > 1:
            return max(totals, key=lambda side: totals[side])
        if g.initiative:
            return g.enemy(g.initiative)


class WeGoFirst(Deed, frozen=True):
    """RA-TRN.5 The winner takes the first segment."""

    stored = Press("we go first")

    def do(self, g: RedActions, by: FirstSegment) -> None:
        by.begin(g, by.winner)


class TheyGoFirst(Deed, frozen=True):
    """RA-TRN.5 The enemy takes it."""

    stored = Press("they go first")

    def do(self, g: RedActions, by: FirstSegment) -> None:
        by.begin(g, g.enemy(by.winner))


class FirstSegment(ChoiceStep, frozen=True):
    """RA-TRN.5 The winner of the initiative decides who goes first."""

    winner: str

    deeds = (WeGoFirst, TheyGoFirst)

    def run(self, g: RedActions) -> None:
        g.ask(self.winner, "You have the initiative: who takes the first segment?", self.offered(g), "RA-TRN.5")

    def begin(self, g: RedActions, side: str) -> None:
        """RA-TRN.5 The segments of the turn begin with a side."""
        g.first = side
        g.phase = PHASES[2]
        g.swap(Segments(g.first))


# ------------------------------------------------------------------ segments


@fact
def fresh_units(g: RedActions, side: str) -> list[Unit]:
    """RA-TRN.7 Units that have not been activated; riders and troops alike."""
    return [u for u in g.placed(side) if not u.acted and u.type != SENIOR]


PASS = Press("pass")


class ActivateUnit(Deed, frozen=True):
    """RA-TRN.7 A unit has its segment."""

    stored = Pick
    piece: str

    @classmethod
    def candidates(cls, g: RedActions, by: Segments) -> Iterable[ActivateUnit]:
        return [cls(u.id) for u in fresh_units(g, by.side)]

    def is_meant(self, g: RedActions, by: Segments) -> bool:
        return self.piece not in g.pieces or g.pieces[self.piece].type != SENIOR

    def why_not(self, g: RedActions, by: Segments) -> Refusal | None:
        unit = g.pieces.get(self.piece)
        if unit is None or unit.side != by.side or not unit.place:
            return Refusal("GR-1")
        return Refusal("RA-TRN.7") if unit.acted else None

    def do(self, g: RedActions, by: Segments) -> None:
        g.swap(Acting(self.piece), Finished(self.piece), Segments(g.enemy(by.side)))


class Pass(Deed, frozen=True):
    """RA-TRN.9 The side with fewer units left may let the enemy go on."""

    stored = PASS

    def why_not(self, g: RedActions, by: Segments) -> Refusal | None:
        fewer = len(fresh_units(g, by.side)) < len(fresh_units(g, g.enemy(by.side)))
        return None if fewer else Refusal("RA-TRN.9")

    def do(self, g: RedActions, by: Segments) -> None:
        g.tell("RA-TRN.9", "{side} passes", side=people(by.side))
        g.swap(Segments(g.enemy(by.side)))


class MoveSenior(Deed, frozen=True):
    """RA-OFF.5 A senior officer moves, before a unit is activated."""

    stored = Pick
    piece: str

    @classmethod
    def candidates(cls, g: RedActions, by: Segments) -> Iterable[MoveSenior]:
        return [cls(s.id) for s in g.seniors(by.side)]

    def why_not(self, g: RedActions, by: Segments) -> Refusal | None:
        senior = g.pieces[self.piece]
        if senior.side != by.side or not senior.place:
            return Refusal("GR-1")
        return Refusal("RA-OFF.5") if senior.acted or senior.attached else None

    def do(self, g: RedActions, by: Segments) -> None:
        g.call(SeniorMove(self.piece))


class Segments(ChoiceStep, frozen=True):
    """RA-TRN.6, RA-TRN.8 to RA-TRN.10 Sides activate one unit each, in turn."""

    side: str
    moved: bool = False

    deeds = (ActivateUnit, Pass, MoveSenior)

    def run(self, g: RedActions) -> None:
        result = win_entry(g, ("at_once",))
        if result is not None:
            return conclude(g, result)
        mine, theirs = fresh_units(g, self.side), fresh_units(g, g.enemy(self.side))
        if not mine and not theirs:
            return g.done()
        if not mine:
            return g.swap(Segments(g.enemy(self.side)))
        if not [u for u in (*mine, *theirs) if not u.routing]:
            return g.swap(*owed_rallies(g))
        g.ask(self.side, "Activate a unit", self.offered(g), "RA-TRN.6")


class Finished(UnitEffect, frozen=True):
    """RA-TRN.7 The segment is over: the unit has been activated."""

    def befall(self, g: RedActions, unit: Unit) -> None:
        g.change(unit.id, acted=True)


def owed_rallies(g: RedActions) -> list[Step]:
    """RA-TRN.10 Routers left over rally last: the side with the initiative first, by id."""
    order = [g.initiative, g.enemy(g.initiative)]
    return [RallyFromRout(u.id, owed=True) for side in order for u in sorted(fresh_units(g, side), key=lambda u: u.id)]


# ------------------------------------------------------------------ end of turn


class EndOfTurn(Step, frozen=True):
    """RA-TRN.11, RA-TRN.12, RA-TRN.14 Rallies owed, flight, win entries, then the flags are cleared."""

    def run(self, g: RedActions) -> None:
        g.phase = PHASES[3]
        result = judge(g, last=g.turn >= g.scenario.turns)
        if result is not None:
            return conclude(g, result)
        clear_flags(g)
        g.swap(GameTurn(g.turn + 1))


def conclude(g: RedActions, result: Result) -> None:
    """RA-SCN.6 The battle is over, and the log says by what."""
    g.tell(result.cite, "{reason}", reason=result.reason)
    g.finish(result)


def clear_flags(g: RedActions) -> None:
    """RA-TRN.11 What units did this turn is forgotten."""
    g.scouted, g.places_used, g.overflowed = {}, {}, {}
    for unit in list(g.pieces.values()):
        g.change(unit.id, wagons=tuple(replace(w, fired=False) for w in unit.wagons), **FORGOTTEN)
