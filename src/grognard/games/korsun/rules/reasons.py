"""11.0 to 19.0 What breaks the exclusive rows that refusals name, said a second time from the facts of the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from grognard.board.hexes.grid import Hex
from grognard.board.hexes.map import Side, side
from grognard.engine import Action, Reason, To
from grognard.games.folio.rules.combat import Declare
from grognard.games.folio.rules.combat_results import Loss
from grognard.games.folio.rules.reasons import REASONS as SERIES
from grognard.games.folio.rules.reasons.facts import (
    Broken,
    Reasons,
    held_by_enemy,
    holder,
    in_zone,
    named,
    one,
    top,
    unit_is,
)
from grognard.games.folio.rules.reasons.fighting import attacker_is, may_not_suffer
from grognard.games.folio.rules.reasons.retreating import no_farther_from_all
from grognard.games.folio.rules.state import Bombard, Unit
from grognard.games.folio.rules.terrain_chart import CHART
from grognard.games.korsun.rules.air_supply import AIRLIFT, AirSupply
from grognard.games.korsun.rules.data import AIRFIELD, COUNTERS, DATA, ENCIRCLED, ENGINEER, GERMAN, GROUND, GROUPS
from grognard.games.korsun.rules.engineers import BRIDGE, LayBridge
from grognard.games.korsun.rules.state import Assist, Bridge, Draw, GiveUp, Pocket

# ------------------------------------------------------------------ 12.0 supply


def line(g: Pocket, unit: Unit) -> bool:
    """12.0, 12.1 Has a unit a line of supply without engineers?"""
    marks = g.land.map.marks
    german = unit.side == GERMAN
    sources = {*marks.get("west_road" if german else "soviet_road", ())}
    if COUNTERS[unit.id].group == ENCIRCLED:
        sources.add(AIRFIELD)
    seen, queue = {unit.place}, [unit.place]
    for here in queue:
        if here in sources:
            return True
        for h in GROUND.neighbours[here]:
            if h not in seen and carries(g, unit.side, here, h):
                seen.add(h)
                queue.append(h)
    return False


def carries(g: Pocket, whose: str, here: Hex, h: Hex) -> bool:
    """12.0 May a line go on into a hex: over no open river, past no enemy, through a zone only to a friend?"""
    if side(here, h) in {*g.land.rivers, *g.land.prohibited} or not g.land.can_enter(h):
        return False
    return holder(g, h) == whose or not (held_by_enemy(g, whose, h) or in_zone(g, whose, h))


def everybody_supplied(g: Pocket) -> bool:
    """12.2 Has every German unit on the map a line?"""
    return all(line(g, u) for u in g.pieces.values() if u.side == GERMAN and u.place in GROUND.index)


def needs_no_air(g: Pocket, whose: str, action: Action) -> bool:
    """12.2 It has a line, is none of those checked, or the check gains nothing by it."""
    unit, step = named(g, action), top(g)
    if unit is None or not isinstance(step, AirSupply):
        return False
    return bool(step.units or step.battle) or unit.place not in GROUND.index or line(g, unit)


# ------------------------------------------------------------------ 13.0 engineers


def engineers(g: Pocket) -> list[Unit]:
    """13.0 The German engineers on the map."""
    return [u for u in g.pieces.values() if is_engineer(g, u) and u.place in GROUND.index]


def is_engineer(g: Pocket, unit: Unit) -> bool:
    """13.0 Is it a German engineer?"""
    return unit.side == GERMAN and ENGINEER in g.what(unit).flags


def reaches(g: Pocket, unit: Unit, pair: Side) -> bool:
    """13.0 Is a hexside within the movement allowance of an engineer?"""
    far = [GROUND.grid.distance(unit.place, h) for h in pair] if unit.place in GROUND.index else []
    return bool(far) and min(far) <= g.printed(unit)[2]


def pairs(g: Pocket, action: Action) -> list[Side]:
    """13.0 The hexsides that an answer is about: the one named or chosen, those of a hex, or every river."""
    step = top(g)
    if isinstance(action, Bridge):
        return [side(action.hex, action.across)]
    if isinstance(action, To):
        return [pair for pair in g.land.rivers if action.hex in pair]
    return [step.pair] if isinstance(step, LayBridge) and step.hex else list(g.land.rivers)


def builders(g: Pocket, action: Action) -> list[Unit]:
    """13.0 The engineers that an answer is about: the one named, or any."""
    unit = named(g, action)
    return [unit] if unit is not None else engineers(g)


def no_engineer(g: Pocket, whose: str, action: Action) -> bool:
    """13.0.1 No German engineer, or not the German's turn."""
    return g.current != GERMAN or not any(is_engineer(g, u) for u in builders(g, action))


def out_of_range(g: Pocket, whose: str, action: Action) -> bool:
    """13.0.2 None of them, or somebody of them, reaches no hexside that it could bridge."""
    sides = pairs(g, action) if not isinstance(action, Assist) else attacked_over(g)
    able = [u for u in builders(g, action) if u.id not in {*g.crossings, *g.advanced}]
    return not able or any(not any(reaches(g, u, pair) for pair in sides) for u in able)


def occupied(g: Pocket, pair: Side) -> bool:
    """13.0.4 Does a Soviet stand on a bank?"""
    return any(held_by_enemy(g, GERMAN, h) for h in pair)


def attacked_over(g: Pocket) -> list[Side]:
    """13.0.9 The hexsides that the attack declared crosses."""
    target = g.pieces[top(g).target].place
    return [side(g.pieces[u].place, target) for u in top(g).attackers]


def no_bridge_to_lay(g: Pocket, whose: str, action: Action) -> bool:
    """13.0.3 No river there, or bridged already, or an engineer has bridged another, or nobody is left to cross."""
    sides, laid = pairs(g, action), {*g.crossings.values()}
    if not sides or any(pair not in g.land.rivers or "/".join(pair) in laid for pair in sides):
        return True
    if any(u.id in g.crossings for u in builders(g, action)):
        return True
    ours = [u for u in g.pieces.values() if u.side == GERMAN and u.place in GROUND.index and rides(g, u)]
    return action == BRIDGE and all(u.id in {*g.moved, *g.advanced, *g.cut_off} for u in ours)


def rides(g: Pocket, unit: Unit) -> bool:
    """4.1 May a unit of this kind move in the phase?"""
    return g.what(unit).mobile or not getattr(top(g), "mobile", False)


def no_river_to_cross(g: Pocket, whose: str, action: Action) -> bool:
    """13.0.9 It serves another attack, nobody attacks yet, or some attacker has no open river before it."""
    return isinstance(top(g), Declare) and (
        not top(g).attackers
        or named(g, action).id in g.assisted
        or any(pair not in g.land.rivers for pair in attacked_over(g))
    )


def bridge_is_no_better(g: Pocket, whose: str, action: Action) -> bool:
    """7.4.4 The ground serves the defender as well as the weakest river that is crossed."""
    ground = g.land.lines[g.pieces[top(g).target].place]
    return ground >= min(CHART.hexside[g.land.water[pair]].line for pair in attacked_over(g))


# ------------------------------------------------------------------ 15.0 to 17.0 support


def drawn(g: Pocket, whose: str, action: Action) -> list[str]:
    """16.0 The pools an answer draws from; for a bombardment not yet planned every pool of the side."""
    if isinstance(action, Draw):
        return [name for name in (action.pool, action.also) if name]
    return [name for name, what in GROUPS.items() if what.side == whose] if isinstance(action, Bombard) else []


def of_a_pool(is_so: Callable[[Pocket, str, str], bool]) -> Callable[[Any, str, Action], bool]:
    """Is it so of a pool that an answer draws from?"""
    return lambda g, whose, action: any(is_so(g, whose, name) for name in drawn(g, whose, action) if name in GROUPS)


def awake(g: Pocket, name: str) -> list[Unit]:
    """16.0 The active units of a group on the map."""
    members = [u for u in g.pieces.values() if COUNTERS[u.id].group == name and u.place in GROUND.index]
    return [u for u in members if u.id not in g.asleep]


def runs_dry(g: Pocket, whose: str, action: Action) -> bool:
    """15.0.2 A pool has not so many counters left."""
    names = drawn(g, whose, action)
    least = 1 if isinstance(action, Bombard) else 0
    return any(len(g.markers[name]) < max(least, names.count(name)) for name in names if name in GROUPS)


def over_the_cap(g: Pocket, whose: str, action: Action) -> bool:
    """16.0.5 More counters of a corps of the 5th Guards Tank Army than it has active units."""
    names = drawn(g, whose, action)
    capped = [name for name in names if name in GROUPS and GROUPS[name].sleeps]
    used = {name: len(GROUPS[name].counters) - len(g.markers[name]) for name in capped}
    return any(used[name] + names.count(name) > len(awake(g, name)) for name in capped)


def another_group(g: Pocket, whose: str, action: Action) -> bool:
    """15.1.3 No unit of the group takes part."""
    battle = getattr(top(g), "battle", None)
    units = () if battle is None else battle.attackers if whose == g.current else (battle.target,)
    return any(name not in {COUNTERS[u].group for u in units} for name in drawn(g, whose, action))


def not_ones_own(g: Pocket, whose: str, action: Action) -> bool:
    """16.0.4 No pool of the side."""
    return any(name not in GROUPS or GROUPS[name].side != whose for name in drawn(g, whose, action))


def too_far_to_shell(g: Pocket, whose: str, action: Action) -> bool:
    """17.0.1 No active unit of the group within range of the target."""
    target = named(g, action) if isinstance(action, Bombard) else g.pieces[top(g).battle.target]
    names = [name for name in drawn(g, whose, action) if name in GROUPS and not GROUPS[name].air]
    gaps = [[GROUND.grid.distance(u.place, target.place) for u in awake(g, name)] for name in names]
    return any(min(gap, default=99) > DATA.bombardment_range for gap in gaps)


# ------------------------------------------------------------------ 18.0 rebuilding


def not_to_be_flipped(g: Pocket, unit: Unit) -> bool:
    """18.0.1 An enemy, or not depleted."""
    return unit.side != g.current or not unit.depleted


def field_is_shut(g: Pocket, unit: Unit) -> bool:
    """18.0.5 The airfield is not German, or somebody stands there."""
    return g.control[AIRFIELD] != GERMAN or holder(g, AIRFIELD) != ""


def never_returns(g: Pocket, unit: Unit) -> bool:
    """18.0.6 It has two steps, or is not of the Encircled Force."""
    return g.what(unit).back is not None or g.what(unit).group != ENCIRCLED


def of_unit_or_attacker(is_so: Callable[[Any, Unit], bool]) -> Broken:
    """Of the unit that an answer names, or of one that could attack it."""
    return lambda g, s, a: is_so(g, named(g, a)) or attacker_is(g, a, lambda unit: is_so(g, unit))


OWN: Reasons = {
    "FO-7.4.4": one("a bridge would be no worse for the defender", bridge_is_no_better),
    "KP-11.1.2": one("fog", lambda g, s, a: g.weather == "fog"),
    "KP-11.1.3": one("precipitation", lambda g, s, a: g.weather == "precipitation"),
    "KP-12.2.1": one("no marker is left, or one flies", lambda g, s, a: not g.air_supply or g.airlifted != ""),
    "KP-12.2.2": one("no such counter", lambda g, s, a: isinstance(a, GiveUp) and a.value not in g.luftwaffe),
    "KP-12.2.3": (
        Reason("not the German's turn", lambda g, s, a: a == AIRLIFT and g.current != GERMAN),
        Reason("every unit has a line", lambda g, s, a: a == AIRLIFT and everybody_supplied(g)),
        Reason("no German unit", unit_is(lambda g, u: u.side != GERMAN)),
        Reason("it needs none", needs_no_air),
    ),
    "KP-12.2.5": one("no Luftwaffe counter is left", lambda g, s, a: not g.luftwaffe),
    "KP-12.3.2": one("cut off", of_unit_or_attacker(lambda g, u: u.id in g.cut_off)),
    "KP-13.0.1": one("no German engineer", no_engineer),
    "KP-13.0.2": one("out of range", out_of_range),
    "KP-13.0.3": one("nothing to bridge", no_bridge_to_lay),
    "KP-13.0.4": one("an enemy beside the hexside", lambda g, s, a: any(occupied(g, pair) for pair in pairs(g, a))),
    "KP-13.0.7": (
        Reason("it is served, or wants no engineer", unit_is(lambda g, u: u.id in top(g).first or line(g, u))),
        Reason("no engineer is left for it, which only the search for crossings can tell", lambda g, s, a: True),
    ),
    "KP-13.0.9": one(
        "no open river before every attacker, nobody who attacks, or it serves another", no_river_to_cross
    ),
    "KP-15.0.2": one("the pool is empty", runs_dry),
    "KP-15.1.3": one("another group", another_group),
    "KP-15.2.1": one("air counters attack", of_a_pool(lambda g, s, name: GROUPS[name].air and s != g.current)),
    "KP-15.3.1": one("air counters attack", of_a_pool(lambda g, s, name: GROUPS[name].air and s != g.current)),
    "KP-15.3.2": one("no flying weather", of_a_pool(lambda g, s, name: GROUPS[name].air and g.weather != "clear")),
    "KP-16.0.2": one("nobody active", of_a_pool(lambda g, s, name: not awake(g, name))),
    "KP-16.0.3": one("the group is gone", of_a_pool(lambda g, s, name: name in g.gone)),
    "KP-16.0.4": one("no pool of the side", not_ones_own),
    "KP-16.0.5": one("more counters than active units", over_the_cap),
    "KP-17.0.1": one("out of range", too_far_to_shell),
    "KP-17.0.6": one("not next to the target", may_not_suffer(Loss)),
    "KP-17.0.8": one("no farther from the enemy", no_farther_from_all),
    "KP-18.0.1": one("not depleted", unit_is(not_to_be_flipped)),
    "KP-18.0.2": one("no line of supply", unit_is(lambda g, u: not line(g, u))),
    "KP-18.0.3": one("next to an enemy", unit_is(lambda g, u: in_zone(g, u.side, u.place))),
    "KP-18.0.4": one("no infantry", unit_is(lambda g, u: g.what(u).type not in ("inf", "fus", "adhoc", "sec"))),
    "KP-18.0.5": one("the airfield is shut", unit_is(field_is_shut)),
    "KP-18.0.6": one("two steps, or of another force", unit_is(never_returns)),
    "KP-19.0.1": one("asleep", of_unit_or_attacker(lambda g, u: u.id in g.asleep)),
    "KP-19.0.2": one("no die left for it", unit_is(lambda g, u: u.id not in g.asleep or u.id in top(g).rolled)),
}
REASONS: Mapping[str, tuple[Reason, ...]] = {**SERIES, **OWN}
