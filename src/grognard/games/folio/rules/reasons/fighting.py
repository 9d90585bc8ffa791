"""7.0 to 8.6 What breaks the rows of combat, support and bombardment."""

from __future__ import annotations

from collections.abc import Callable

from grognard.board.hexes.map import side
from grognard.engine import Action, Press
from grognard.games.folio.rules.clauses import Folio
from grognard.games.folio.rules.combat import CombatPhase, Declare
from grognard.games.folio.rules.combat_results import AttackersRetreat, Loss
from grognard.games.folio.rules.reasons.facts import (
    Broken,
    Reasons,
    adjacent,
    beside,
    named,
    one,
    step_is,
    top,
    unit_is,
)
from grognard.games.folio.rules.state import Apply, Bombard, Unit
from grognard.games.folio.rules.support import Support


def attacker_is(g: Folio, action: Action, is_so: Callable[[Unit], bool]) -> bool:
    """7.1 Is it so of the attacker named, or of one of those next to the target named?"""
    unit = named(g, action)
    if unit is None or not isinstance(top(g), CombatPhase | Declare):
        return False
    return any(map(is_so, [unit] if unit.side == g.current else adjacent(g, unit)))


def spent_in_mobile_combat(g: Folio, whose: str, action: Action) -> bool:
    """4.1 Of Mobile Combat: it attacked before, or goes on foot."""
    return is_mobile_combat(g) and attacker_is(g, action, lambda u: u.id in g.attacked or not g.what(u).mobile)


def has_advanced(g: Folio, whose: str, action: Action) -> bool:
    """7.9.7 The unit named, or one next to the target named, has advanced."""
    return named(g, action).id in g.advanced or attacker_is(g, action, lambda u: u.id in g.advanced)


def target_of(g: Folio) -> Unit:
    """7.1 Who is being attacked."""
    return g.pieces[top(g).target]


def is_mobile_combat(g: Folio) -> bool:
    """4.1 Is it the Mobile Combat Phase?"""
    return bool(getattr(top(g), "mobile", False))


def out_of_reach(g: Folio, whose: str, action: Action) -> bool:
    """7.0 Not next to each other."""
    unit, step = named(g, action), top(g)
    if unit is None:
        return False
    return not beside(g, unit.place, target_of(g).place) if isinstance(step, Declare) else not adjacent(g, unit)


def over_shut_side(g: Folio, whose: str, action: Action) -> bool:
    """7.1.2 A prohibited hexside lies between them."""
    unit, shut = named(g, action), g.rules.ground.prohibited
    if unit is None:
        return False
    others = [target_of(g)] if isinstance(top(g), Declare) else adjacent(g, unit)
    return any(side(unit.place, other.place) in shut for other in others)


def at_hand(g: Folio, whose: str, value: int) -> int:
    """8.1 How many markers of a value a side has left."""
    return g.markers.get(whose, ()).count(value)


def wanted(action: Action) -> list[int]:
    """8.3 The markers an answer plays."""
    return [value for value in (action.value, action.then) if value] if isinstance(action, Apply) else []


def lacks_marker(g: Folio, whose: str, action: Action) -> bool:
    """8.3.1 It was played this turn, or there are not so many."""
    if isinstance(action, Bombard):
        return not g.markers.get(whose)
    values = wanted(action)
    return any(values.count(value) > at_hand(g, whose, value) for value in values)


def not_allotted(g: Folio, whose: str, action: Action) -> bool:
    """8.1.1 It is in the pool, and not among the lowest that were allotted."""
    return any(value in pool_of(g, whose) and not at_hand(g, whose, value) for value in wanted(action))


def pool_of(g: Folio, whose: str) -> tuple[int, ...]:
    """8.1 Every marker of a side."""
    return tuple(getattr(g.rules, "pools", {}).get(whose, ()))


def shelled(g: Folio, whose: str, action: Action) -> bool:
    """8.6.4 The hex has been bombarded this turn, or the unit in this phase."""
    unit = named(g, action)
    return unit is not None and (unit.place in g.bombarded or unit.id in g.shelled)


def no_target(g: Folio, whose: str, action: Action) -> bool:
    """8.4.5 It is no enemy on the map."""
    unit = named(g, action)
    return unit is not None and (unit.side == whose or unit.place not in g.rules.ground.index)


def after_the_first_attack(g: Folio, whose: str, action: Action) -> bool:
    """8.4.1 An attack has been made, or it is Mobile Combat."""
    return isinstance(action, Bombard) and (is_mobile_combat(g) or bool(g.defended))


def may_not_suffer(kind: type) -> Broken:
    """7.6 The unit named is none of those that a result may fall on."""
    return unit_is(lambda g, u: step_is(g, kind) and u.id not in top(g).units)


FIGHTING: Reasons = {
    "FO-4.1.7": one("attacked before, or on foot, in Mobile Combat", spent_in_mobile_combat),
    "FO-7.0.1": one("not adjacent", out_of_reach),
    "FO-7.0.3": one("on the attacker's own side", unit_is(lambda g, u: u.side == g.current)),
    "FO-7.1.1": one("it attacks already", unit_is(lambda g, u: u.id in top(g).attackers)),
    "FO-7.1.2": one("a prohibited hexside between", over_shut_side),
    "FO-7.1.4": one("another enemy", unit_is(lambda g, u: u.side != g.current and u.id != top(g).target)),
    "FO-7.2.1": one("it has attacked", lambda g, s, a: attacker_is(g, a, lambda u: u.id in g.attacked)),
    "FO-7.2.2": one("it has been attacked", unit_is(lambda g, u: u.id in g.defended)),
    "FO-7.6.3": one("it is no attacker", may_not_suffer(Loss)),
    "FO-7.6.4": one("it need not retreat now", may_not_suffer(AttackersRetreat)),
    "FO-7.6.5": one("it is no attacker", may_not_suffer(Loss)),
    "FO-7.7.2.8": one("it has retreated", lambda g, s, a: attacker_is(g, a, lambda u: u.id in g.retreated)),
    "FO-7.9.7": one("it has advanced", has_advanced),
    "FO-8.1.1": one("not allotted", not_allotted),
    "FO-8.1.3": one("no such marker", lambda g, s, a: any(v not in pool_of(g, s) for v in wanted(a))),
    "FO-8.3.1": one("none is left", lacks_marker),
    "FO-8.3.6": one("a third marker", lambda g, s, a: step_is(g, Support) and top(g).slot > 1),
    "FO-8.3.7": one("the combat is announced", lambda g, s, a: isinstance(a, Press) and step_is(g, Support)),
    "FO-8.4.1": one("too late for a bombardment", after_the_first_attack),
    "FO-8.4.1.2": one("the first marker is compulsory", lambda g, s, a: top(g).battle.bombardment and not top(g).slot),
    "FO-8.4.2.1": one("not the closest friend", may_not_suffer(Loss)),
    "FO-8.4.5": one("no enemy on the map", no_target),
    "FO-8.6.4": one("bombarded already", shelled),
}
