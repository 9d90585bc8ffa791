"""Officers (RA-OFF, RA-TRT): who commands a unit, whose bonus counts, and who falls."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.board.inches.geometry import at_most, distance
from grognard.engine import Action, ChoiceStep, Deed, Interruption, Passing, Pick, Press
from grognard.games.red_actions.rules.bodies import apart, centre
from grognard.games.red_actions.rules.data import REACH, TABLES_DATA, TYPES, Officer, asked
from grognard.games.red_actions.rules.sight import sees
from grognard.games.red_actions.rules.state import TABLE, RedActions, Unit, against, decide, roll, succeeds

IN_SIGHT = float(TABLES_DATA["morale"]["senior_in_sight_range"])
CLOSE_BY = float(TABLES_DATA["morale"]["senior_any_range"])
SAVED_ON = int(TABLES_DATA["command"]["senior_saved_on"])


def picked(unit: Unit) -> bool:
    """RA-TRT.8 Storm and Specialist units ignore Mob officers."""
    return unit.has("Storm") or unit.has("Specialist")


def attached_seniors(g: RedActions, unit: Unit) -> list[Unit]:
    """The senior officers who are with a unit."""
    return [senior for senior in g.seniors(unit.side) if senior.attached == unit.id]


def refuses(unit: Unit, senior: Officer) -> bool:
    """RA-TRT.17 A Commissar lets no officer without that trait take over his unit."""
    return unit.officer is not None and "Commissar" in unit.officer.traits and "Commissar" not in senior.traits


def led_by(g: RedActions, unit: Unit) -> Unit:
    """RA-OFF.6, RA-TRT.26 Whose officer commands a unit: the best attached senior's, or else its own junior's."""
    seniors = [s for s in attached_seniors(g, unit) if s.officer and not refuses(unit, s.officer)]
    return max(seniors, key=lambda s: s.officer.bonus if s.officer else 0, default=unit)


def commander(g: RedActions, unit: Unit) -> Officer | None:
    """RA-OFF.6, RA-TRT.8 The officer whose traits the unit has."""
    chosen = led_by(g, unit).officer
    return None if chosen is not None and "Mob" in chosen.traits and picked(unit) else chosen


def is_under(g: RedActions, unit: Unit, trait: str) -> bool:
    """Has whoever commands it such a trait?"""
    officer = commander(g, unit)
    return officer is not None and trait in officer.traits


def is_mob(g: RedActions, unit: Unit) -> bool:
    """RA-TRT.1, RA-TRT.9, RA-TRT.19 By nature, unless stiffened; or made so by its officer."""
    return (unit.has("Mob") and not unit.stiff) or is_under(g, unit, "Mob")


def is_clever(g: RedActions, unit: Unit) -> bool:
    """RA-TRT.15, RA-TRT.24 Does a Clever officer command it?"""
    return is_under(g, unit, "Clever")


def usable_officers(g: RedActions, unit: Unit) -> list[Officer]:
    """RA-MOR.24, RA-MOR.25 The officers one of whose bonuses a unit may use."""
    seniors = [s for s in g.seniors(unit.side) if s.officer and not refuses(unit, s.officer) and in_reach(g, unit, s)]
    officers = [u.officer for u in (unit, *seniors) if u.officer is not None]
    return [o for o in officers if not ("Mob" in o.traits and picked(unit))]


def in_reach(g: RedActions, unit: Unit, senior: Unit) -> bool:
    """RA-MOR.25 With it, within 4 inches, or seen within 12."""
    if senior.attached == unit.id:
        return True
    host = g.pieces[senior.attached] if senior.attached else senior
    near = apart(g, unit, host)
    return at_most(near, CLOSE_BY) or (at_most(near, IN_SIGHT) and sees(g, unit, host))


def officer_bonus(g: RedActions, unit: Unit) -> int:
    """RA-OFF.4 The best single bonus; nothing without an officer."""
    return max((o.bonus for o in usable_officers(g, unit)), default=0)


def has_officer(g: RedActions, unit: Unit) -> bool:
    """RA-MOR.43 Is any officer with the unit?"""
    return unit.officer is not None or bool(attached_seniors(g, unit))


def roll_officers(g: RedActions, unit_id: str, falls_on: int) -> bool:
    """RA-OFF.1, RA-SHO.44, RA-MEL.29 One die for each officer, the junior first; True if all have fallen."""
    unit = g.pieces[unit_id]
    if not has_officer(g, unit):
        return False
    sees = (unit.side,) if unit.unseen else None
    fate, name = ("is unhurt", "falls"), unit.name
    if unit.officer is not None:
        junior, text = against("Fate of the officer", falls_on + 1), "The officer of {unit} {result}"
        if not decide(g, junior, "RA-OFF.1", text, *fate, sees=sees, unit=name):
            unit = g.change(unit_id, officer=None)
    for senior in attached_seniors(g, unit):
        die, text = against(f"Fate of {senior.name}", falls_on + 1), "{name}, with {unit}, {result}"
        if not decide(g, die, "RA-OFF.1", text, *fate, name=senior.name, unit=name):
            g.lose(senior.id, "killed")
    if has_officer(g, g.pieces[unit_id]):
        return False
    g.tell("RA-OFF.2", "{unit} has lost all its officers", sees=sees, unit=unit.name)
    return True


def base_morale(unit: Unit) -> int:
    """RA-TRT.19 A stiffened conscript unit uses the volunteers' value."""
    return TYPES["white_volunteer"].morale if unit.stiff else unit.what.morale


def may_host(unit: Unit) -> bool:
    """RA-OFF.6, RA-AMB.9 May a senior officer be with a unit? Not with a train, riders, or those whom he gives away."""
    return not (unit.wagons or unit.riding or unit.hidden)


def scatter_seniors(g: RedActions, unit: Unit) -> None:
    """RA-MEL.36 The seniors of a unit that is no more: lost on 1-3, else with the nearest friends.

    No die is rolled for one who has none within 12 inches (RA-TRN.19).
    """
    for senior in attached_seniors(g, unit):
        hosts = [u for u in g.troops(unit.side) if may_host(u) and not u.routing]
        friends = {u.id: distance(centre(g, u), senior.point) for u in hosts}
        near = [(far, i) for i, far in friends.items() if i != unit.id and at_most(far, REACH.senior_rescue)]
        rolled = roll(g, against(senior.name, SAVED_ON)) if near else None
        if rolled is not None and succeeds(rolled):
            friend = g.pieces[min(near)[1]]
            g.tell("RA-MEL.36", "{name} gets away to {friend}", working=rolled, name=senior.name, friend=friend.name)
            g.move_to(senior.id, centre(g, friend), attached=friend.id)
        else:
            g.tell("RA-MEL.36", "{name} is lost", working=rolled, name=senior.name)
            g.lose(senior.id, "killed")


def follow_seniors(g: RedActions, unit_id: str) -> None:
    """RA-OFF.5 Attached seniors go where their unit goes."""
    unit = g.pieces[unit_id]
    for senior in attached_seniors(g, unit):
        g.move_to(senior.id, centre(g, unit), place=TABLE)


# -------------------- Pre-empting enemy actions (RA-PRE.9 to RA-PRE.11)

LET_GO = Press("let it go")

ABOUT_TO = "{unit} is about to {what}: try to forestall it?"
NEEDS = int(TABLES_DATA["command"]["clever_preempt_on"])


def window(g: RedActions, about: str, passes: Action, able: Iterable[Unit]) -> Interruption:
    """RA-PRE.1 A reaction to what one unit does in its segment; how near one in ambush is tells nobody."""
    unit = g.pieces[about]
    near = None if unit.unseen else min((apart(g, other, unit) for other in able), default=None)
    return Interruption(about, f"{g.turn} {about}", passes, near)


def clever_units(g: RedActions, side: str) -> list[Unit]:
    """RA-PRE.10 Unactivated, not routing, their officer's attempt not spent this turn; in ambush or in a train too."""
    able = [u for u in (*g.troops(side), *g.aboard(side)) if not u.acted and not u.routing]
    return [u for u in able if is_clever(g, u) and not led_by(g, u).tried]


class LetGo(Deed, frozen=True):
    """RA-PRE.9 Nobody tries: what is let go is the enemy's roll."""

    stored = LET_GO

    def do(self, g: RedActions, by: CleverWindow) -> None:
        g.done()

    def hides_odds(self, g: RedActions, by: CleverWindow) -> bool:
        return True


class Forestall(Deed, frozen=True):
    """RA-PRE.10 A Clever officer tries to act first."""

    stored = Pick
    piece: str

    @classmethod
    def candidates(cls, g: RedActions, by: CleverWindow) -> Iterable[Forestall]:
        return [cls(u.id) for u in clever_units(g, g.enemy(g.pieces[by.acting].side))]

    def do(self, g: RedActions, by: CleverWindow) -> None:
        clever = g.pieces[self.piece]
        does = ("acts first", "is too late")
        sees = (clever.side,) if clever.unseen else None  # RA-AMB.9 trying reveals nobody
        roll = against("Clever officer", NEEDS)
        first = decide(g, roll, "RA-PRE.9", "{unit} {result}", *does, sees=sees, unit=clever.name)
        g.change(led_by(g, clever).id, tried=True)
        g.outcome("acts first" if first else "too late")
        if first:  # RA-PRE.14 otherwise the next officer may try
            g.interrupted = clever.id
            g.done()


class CleverWindow(ChoiceStep, frozen=True):
    """RA-PRE.9, RA-PRE.10 After an enemy has named unit and action: a 6 lets the Clever officer's unit act first."""

    acting: str
    what: str = ""  # the announced action in words, as far as the other side may know it

    deeds = (LetGo, Forestall)

    def run(self, g: RedActions) -> None:
        unit = g.pieces[self.acting]
        side = g.enemy(unit.side)
        if not clever_units(g, side):
            return g.done()
        g.ask(side, asked(ABOUT_TO, unit=unit.name, what=self.what or "act"), self.offered(g), "RA-PRE.9")

    def passes(self, g: RedActions) -> Passing:
        """RA-AMB.9 An officer in ambush, who may have tried in secret, is not spoken of."""
        known = any(not u.unseen for u in clever_units(g, g.enemy(g.pieces[self.acting].side)))
        return Passing(LET_GO, "nobody forestalls it" if known else "")

    def interrupts(self, g: RedActions) -> Interruption:
        able = clever_units(g, g.enemy(g.pieces[self.acting].side))
        return window(g, self.acting, LET_GO, able)
