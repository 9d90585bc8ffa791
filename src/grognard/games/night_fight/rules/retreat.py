"""13.4, R52 Where a unit may retreat: the best kind of path there is, and every first step of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from grognard.board.hexgrid import Hex
from grognard.games.night_fight.rules.sight import in_view
from grognard.games.night_fight.rules.stacking import has_room
from grognard.games.night_fight.rules.state import SOVIET, NightFight, Unit, owner
from grognard.games.night_fight.rules.terrain import GRID, entry_cost, features, mover_class


def may_enter(g: NightFight, unit: Unit, h: Hex) -> bool:
    """13.4, 8.6, R7 A hex the unit may normally enter, with no enemy in it."""
    if h in g.enemy_hexes(unit.side):
        return False
    mover = "vehicle" if unit.type == "dummy" else mover_class(unit)
    if unit.mobile and "gully" in features(g, h):
        return False
    return entry_cost(g, h, mover) is not None


def nearest_enemy(g: NightFight, unit: Unit) -> Hex:
    """13.4, R52 What a shelled unit goes away from."""
    return min(g.enemy_hexes(unit.side), key=lambda h: (GRID.distance(h, unit.place), h), default=unit.place)


class Ways(NamedTuple):
    """Where a retreat may go on."""

    left: int  # hexes still to go, the next one included
    tier: int  # which kind of path is the best there is: 0 for (a) to 3 for (d)
    hexes: list[Hex]  # where the next step may lead; none if the unit must stay


def choices(g: NightFight, unit: Unit, away: Hex, start: Hex, left: int, shelled: bool, tier: int = 0) -> Ways:
    """R52 How many hexes are still to go, and the hexes the next step may lead to.

    (a) full length, ever farther, not closer to a spotted enemy in view; (b) without the last condition;
    (c) steps may keep the distance; (d) the end may be overstacked; (e) one hex less, from (a) again.
    A retreat under way goes on with the kind of path it began (`tier`).
    """
    from_start = GRID.distance(away, start)

    def far_enough(h: Hex) -> bool:
        return GRID.distance(away, h) > from_start

    def room(h: Hex) -> bool:
        return has_room(g, h) and (unit.side == SOVIET or _same_player(g, unit, h))

    watchers = _watchers(g, unit, start)

    def not_closer(h: Hex) -> bool:
        return all(GRID.distance(w, h) >= GRID.distance(w, start) for w in watchers)

    tiers: tuple[tuple[bool, Callable[[Hex], bool]], ...] = (
        (True, lambda h: room(h) and not_closer(h)),
        (True, room),
        (False, lambda h: room(h) and far_enough(h)),
        (False, far_enough),
    )
    for length in range(left, 0, -1):
        for number, (strict, good_end) in enumerate(tiers):
            if number < tier and length == left:
                continue
            ways = _first_steps(g, unit, away, length, strict, good_end, shelled)
            if ways:
                return Ways(length, number, ways)
    return Ways(0, 0, [])


def _same_player(g: NightFight, unit: Unit, h: Hex) -> bool:
    return all(u.side == unit.side for u in g.here(h))


def _watchers(g: NightFight, unit: Unit, start: Hex) -> list[Hex]:
    """13.4 Spotted enemies in visibility and line of sight of where the retreat began."""
    enemies = g.enemy_hexes(unit.side)
    return [h for h in enemies if in_view(g, unit.side, start, h) and any(e.spotted for e in g.here(h))]


def _first_steps(
    g: NightFight, unit: Unit, away: Hex, length: int, strict: bool, good_end: Callable[[Hex], bool], shelled: bool
) -> list[Hex]:
    """The neighbours from which a path of this length to a good end exists."""
    layers: list[dict[Hex, list[Hex]]] = [{unit.place: []}]  # hex -> the hexes it was entered from
    distance, neighbours = GRID.distance, GRID.neighbours
    for _ in range(length):
        layer: dict[Hex, list[Hex]] = {}
        for here in layers[-1]:
            far = distance(away, here)
            for h in neighbours[here]:
                gain = distance(away, h) - far
                if gain != 1 and (gain or strict):
                    continue
                if h in layer:
                    layer[h].append(here)
                elif may_enter(g, unit, h):
                    layer[h] = [here]
        layers.append(layer)
    ends = [h for h in layers[-1] if good_end(h)]
    if shelled and ends:
        ends = _nearest_friends(g, unit, ends)
    for layer in layers[:1:-1]:
        ends = list(dict.fromkeys(before for h in ends for before in layer[h]))
    return sorted(ends)


def _nearest_friends(g: NightFight, unit: Unit, ends: list[Hex]) -> list[Hex]:
    """13.4 A shelled unit ends in the hex of, or as near as possible to, a friendly unit."""
    friends = [u.place for u in g.pieces.values() if u.id != unit.id and _friend(g, u, unit)]
    if not friends:
        return ends
    gap = {h: min(GRID.distance(h, f) for f in friends) for h in ends}
    least = min(gap.values())
    return [h for h in ends if gap[h] == least]


def _friend(g: NightFight, other: Unit, unit: Unit) -> bool:
    return owner(other.side) == owner(unit.side) and other.place in g.friendly_hexes(unit.side)
