"""Game sequence (RA-TRN): turns, initiative, alternating segments, the end of the turn."""

from __future__ import annotations

from msgspec.structs import replace

from grognard.engine import Action, Modifier, Pick, Press, Refusal, Result, Step, UnitEffect, Working
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


class FirstSegment(Step, frozen=True):
    """RA-TRN.5 The winner of the initiative decides who goes first."""

    winner: str

    def run(self, g: RedActions) -> None:
        prompt = "You have the initiative: who takes the first segment?"
        g.ask(self.winner, prompt, [Press("we go first"), Press("they go first")], "RA-TRN.5")

    def take(self, g: RedActions, action: Action) -> None:
        assert isinstance(action, Press)
        g.first = self.winner if action.button == "we go first" else g.enemy(self.winner)
        g.phase = PHASES[2]
        g.swap(Segments(g.first))


# ------------------------------------------------------------------ segments


@fact
def fresh_units(g: RedActions, side: str) -> list[Unit]:
    """RA-TRN.7 Units that have not been activated; riders and troops alike."""
    return [u for u in g.placed(side) if not u.acted and u.type != SENIOR]


PASS = Press("pass")


class Segments(Step, frozen=True):
    """RA-TRN.6, RA-TRN.8 to RA-TRN.10 Sides activate one unit each, in turn."""

    side: str
    moved: bool = False

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
        tries = [*(Pick(u.id) for u in mine), PASS, *(Pick(s.id) for s in g.seniors(self.side))]
        choices = [action for action in tries if self.why_not(g, self.side, action) is None]
        g.ask(self.side, "Activate a unit", choices, "RA-TRN.6")

    def why_not(self, g: RedActions, side: str, action: Action) -> Refusal | None:
        """RA-TRN.7, RA-TRN.9, RA-OFF.5 Who may be activated, and when a side may pass."""
        if action == PASS:
            fewer = len(fresh_units(g, side)) < len(fresh_units(g, g.enemy(side)))
            return None if fewer else Refusal("RA-TRN.9")
        unit = g.pieces.get(action.piece) if isinstance(action, Pick) else None
        if unit is None or unit.side != side or not unit.place:
            return Refusal("GR-1")
        if unit.type == "senior_officer":
            return Refusal("RA-OFF.5") if unit.acted or unit.attached else None
        return Refusal("RA-TRN.7") if unit.acted else None

    def take(self, g: RedActions, action: Action) -> None:
        if isinstance(action, Pick):
            if g.pieces[action.piece].type == "senior_officer":
                return g.call(SeniorMove(action.piece))
            return g.swap(Acting(action.piece), Finished(action.piece), Segments(g.enemy(self.side)))
        g.tell("RA-TRN.9", "{side} passes", side=people(self.side))
        g.swap(Segments(g.enemy(self.side)))


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
