"""Where units may be in ambush (RA-AMB.1), in the scenario's zones and for all that the enemy knows."""

from __future__ import annotations

from grognard.board.inches.geometry import Point, at_most, inside
from grognard.board.inches.terrain_table import Feature
from grognard.engine import Refusal
from grognard.engine.core.wording import with_count
from grognard.games.red_actions.rules.bodies import body, centre
from grognard.games.red_actions.rules.data import REACH, kinds_of
from grognard.games.red_actions.rules.scenarios import Hidden
from grognard.games.red_actions.rules.state import RedActions, Unit

STRIP = 10.0  # inches of a zone along the edge in a pick-up game
HIDES = kinds_of(lambda ground: ground.ambush)  # RA-AMB.1


def zone_of(g: RedActions, side: str) -> tuple[Point, ...]:
    """The deployment zone of a side; in a pick-up game a strip of 10 inches along its edge."""
    if g.scenario.bought:
        w, h = g.table.width, g.table.height
        low, high = (0.0, STRIP) if side == "south" else (h - STRIP, h)
        return ((0, low), (w, low), (w, high), (0, high))
    return next(zone.polygon for zone in g.scenario.zone if zone.side == side)


def in_zone(g: RedActions, unit: Unit) -> bool:
    """RA-SCN.3 Wholly inside its zone."""
    zone = zone_of(g, unit.side)
    if unit.inside:
        return all(inside(p, zone) for p in g.table.features[unit.inside].points)
    return all(inside(c, zone) for b in body(g, unit).blocks for c in b.corners)


def hidden_rules(g: RedActions, side: str) -> list[Hidden]:
    """RA-AMB.1 Who of a side may start in ambush, and where; in a pick-up game the option says how many."""
    if not g.scenario.bought:
        return [rule for rule in g.scenario.hidden if rule.side == side]
    zone = zone_of(g, side)
    places = tuple(f.name for f in g.table.features.values() if f.type in HIDES and inside(f.centre, zone))
    return [Hidden(side, places, int(g.options.get("ambushes", "0")))]


def hiding_place(g: RedActions, unit: Unit, rule: Hidden) -> str:
    """The terrain of the scenario's list that a unit stands in, or ""."""
    if unit.inside:
        return unit.inside if unit.inside in rule.terrain else ""
    return next((name for name in rule.terrain if is_at(g, unit, g.table.features[name], REACH.trench)), "")


def is_at(g: RedActions, unit: Unit, feature: Feature, line: float = REACH.at_line) -> bool:
    """Does the centre of a unit lie in an area, or so near to a line?"""
    return at_most(feature.distance(centre(g, unit)), 0 if feature.closed else line)


def why_not_ambush(g: RedActions, unit: Unit) -> Refusal | None:
    """RA-AMB.1 Why a unit may not start in ambush where it stands."""
    short = unit.id.split("-", 1)[1]
    for rule in hidden_rules(g, unit.side):
        if rule.units and short not in rule.units:
            continue
        if sum(1 for u in g.troops(unit.side) if u.hidden and u.id != unit.id) >= rule.units_max:
            return Refusal("RA-AMB.1", f"At most {with_count(rule.units_max, 'unit')} may hide.")
        place = hiding_place(g, unit, rule)
        if place and (place not in rule.only_in or short in rule.only_in[place]):
            return None
    return Refusal("RA-AMB.1")


def may_hide_outside(g: RedActions, unit: Unit) -> bool:
    """A unit that the scenario lets hide in terrain beyond its zone."""
    short = unit.id.split("-", 1)[1]
    rules = hidden_rules(g, unit.side)
    named = any(short in rule.only_in.get(hiding_place(g, unit, rule), ()) for rule in rules)
    return named and why_not_ambush(g, unit) is None


def suspected(g: RedActions, side: str) -> list[str]:
    """RA-ACT.9, RA-AMB.1, RA-AMB.11 The pieces of terrain in which, for all a side knows, an enemy may be hidden.

    Everybody knows who is in ambush since set-up, though not where; and where a unit has hidden during play.
    """
    lurking = g.hidden(g.enemy(side))
    rules = hidden_rules(g, g.enemy(side)) if any(u.unseen for u in lurking) else []
    names = [name for rule in rules for name in rule.terrain]
    for unit in (u for u in lurking if not u.unseen):
        near = g.table.near(centre(g, unit), REACH.at_line)
        names += [unit.inside] if unit.inside else [f.name for f in near if is_at(g, unit, f)]
    return list(dict.fromkeys(names))
