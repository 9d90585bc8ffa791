"""13.4, R52 Where a unit may retreat: the best kind of path there is, its ends, and every way to them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Set
from typing import NamedTuple

from grognard.board.hexes.grid import Hex
from grognard.board.hexes.trails import retreat_paths
from grognard.engine import Refusal
from grognard.engine.core.fact import fact
from grognard.engine.core.wording import with_count
from grognard.games.night_fight.rules.data import GRID
from grognard.games.night_fight.rules.sight import eyes_upon, hexes_in_view, lit_zone
from grognard.games.night_fight.rules.stacking import has_room, overstacked
from grognard.games.night_fight.rules.state import SOVIET, NightFight, Unit, owner
from grognard.games.night_fight.rules.terrain import entry_cost, features, mover_class


def open_to(g: NightFight, unit: Unit) -> tuple[Set[Hex], Collection[Hex]]:
    """13.4, 8.6, R7 The hexes a unit may normally enter, and those that an enemy or a lost bridge closes to it."""
    mover = "vehicle" if unit.type == "dummy" else mover_class(unit)
    passable = (g.land.open_off_gullies if unit.mobile else g.land.open)[g.vegetation, mover]
    enemies, lost = g.enemy_hexes(unit.side), [h for h in g.bridges_out if entry_cost(g, h, mover) is None]
    return passable, {*enemies, *lost} if lost else enemies


def nearest_enemy(g: NightFight, unit: Unit) -> Hex:
    """13.4, R52 What a shelled unit goes away from."""
    return min(g.enemy_hexes(unit.side), key=lambda h: (GRID.distance(h, unit.place), h), default=unit.place)


class Ways(NamedTuple):
    """Where a retreat may go on."""

    left: int  # hexes still to go, the next one included
    tier: int  # which kind of path is the best there is: 0 for (a) to 3 for (d)
    ends: list[Hex]  # where it may end; none if the unit must stay
    layers: list[dict[Hex, list[Hex]]]  # for each step, the hexes it may enter and from which hexes

    def lanes(self, *ends: Hex) -> list[list[Hex]]:
        """For each step, the hexes from which these ends can be reached."""
        found = [sorted(ends)]
        for layer in self.layers[:1:-1]:
            found.append(sorted({before for h in found[-1] for before in layer[h]}))
        return found[::-1]

    def first_way(self, end: Hex) -> list[Hex]:
        """The way to an end that is taken where the player has nothing to choose."""
        way: list[Hex] = []
        for lane, layer in zip(self.lanes(end), self.layers[1:], strict=True):
            way.append(next(h for h in lane if not way or way[-1] in layer[h]))
        return way

    def first_steps(self, *ends: Hex) -> list[Hex]:
        """Where the next step may lead on the way to one of these ends, or to any."""
        return self.lanes(*(ends or self.ends))[0]


LOOSE = 2  # from this kind of path on a step may keep the distance


@fact
def choices(g: NightFight, unit: Unit, away: Hex, start: Hex, left: int, shelled: bool, tier: int = 0) -> Ways:
    """R52 How many hexes are still to go, and where they may lead.

    (a) full length, ever farther, not closer to a spotted enemy in view; (b) without the last condition;
    (c) steps may keep the distance; (d) the end may be overstacked; (e) one hex less, from (a) again.
    A retreat under way goes on with the kind of path it began (`tier`).
    """
    from_start, watchers = GRID.distance(away, start), _watchers(g, unit.side, start)

    def far_enough(h: Hex) -> bool:
        return GRID.distance(away, h) > from_start

    def open_to_it(h: Hex) -> bool:
        return unit.side == SOVIET or _same_player(g, unit, h)

    def room(h: Hex) -> bool:
        return h not in g.at or (has_room(g, h) and open_to_it(h))

    tiers: tuple[tuple[bool, Callable[[Hex], bool]], ...] = (
        (True, lambda h: room(h) and not (watchers and _closer(watchers, start, h))),
        (True, room),
        (False, lambda h: room(h) and far_enough(h)),
        (False, lambda h: far_enough(h) and open_to_it(h)),
    )
    found: dict[bool, list[dict[Hex, list[Hex]]]] = {}
    for length in range(left, 0, -1):
        for number, (strict, good_end) in enumerate(tiers):
            if number < tier and length == left:
                continue
            whole = found.get(strict) or found.setdefault(strict, _layers(g, unit, away, left, strict))
            layers = whole[: length + 1]
            ends = [h for h in layers[-1] if good_end(h)]
            if ends:
                return Ways(length, number, _nearest_friends(g, unit, ends) if shelled else ends, layers)
    return Ways(0, 0, [], [])


def why_not_back_to(
    g: NightFight, unit: Unit, ways: Ways, h: Hex, end: Hex, away: Hex, start: Hex, shelled: bool
) -> Refusal:
    """13.4, R52 Why a retreat may not end in a hex; or, once its end is known, why no way to it leads by that hex."""
    passable, closed = open_to(g, unit)
    if h not in GRID:
        return Refusal("GR-5")
    if h not in passable or h in closed:
        return Refusal("NF-13.4.6", "It may not enter that hex.")
    strict = ways.tier < LOOSE
    beyond = GRID.distance(away, unit.place if strict or end else start) - (not strict and end != "")
    if GRID.distance(away, h) <= beyond:
        return Refusal("NF-13.4.4")
    open_ways = retreat_paths(GRID, away, unit.place, ways.left, int(strict), GRID.hexes, ())
    if end:
        if h in Ways(ways.left, ways.tier, [end], open_ways).first_steps(end):
            return Refusal("NF-13.4.6", "No way leads on from there.")
        return Refusal("NF-13.4.3", f"By {h} it does not come to {end} in {with_count(ways.left, 'hex')}.")
    if h not in open_ways[-1]:
        return Refusal("NF-13.4.3", f"It has to go {with_count(ways.left, 'hex')}.")
    if h not in ways.layers[-1]:
        return Refusal("NF-13.4.6", "No way leads there.")
    return _why_not_stay(g, unit, ways, h, start)


def _why_not_stay(g: NightFight, unit: Unit, ways: Ways, h: Hex, start: Hex) -> Refusal:
    """4.0, 13.4, 20.2, R52 Why a retreat that comes to a hex may not end there."""
    if unit.side != SOVIET and not _same_player(g, unit, h):
        return Refusal("NF-20.2.3")
    if not has_room(g, h):
        return Refusal("NF-13.4.6", "There is no room for it.")
    if ways.tier == 0 and _closer(_watchers(g, unit.side, start), start, h):
        return Refusal("NF-13.4.7")
    return Refusal("NF-13.4.9")


def _same_player(g: NightFight, unit: Unit, h: Hex) -> bool:
    """20.2 Nobody ends a move in another player's hex."""
    return all(u.side == unit.side for u in g.here(h))


def _closer(watchers: list[Hex], start: Hex, h: Hex) -> bool:
    """13.4 Is a hex closer than the start to a spotted enemy who is in view of the start?"""
    return any(GRID.distance(w, h) < GRID.distance(w, start) for w in watchers)


def _watchers(g: NightFight, side: str, start: Hex) -> list[Hex]:
    """13.4 Spotted enemies in visibility and line of sight of where the retreat began."""
    enemies = g.enemy_hexes(side)
    return hexes_in_view(g, side, start, {u.place for u in g.spotted() if u.place in enemies})


def _layers(g: NightFight, unit: Unit, away: Hex, length: int, strict: bool) -> list[dict[Hex, list[Hex]]]:
    """Every way of this length: for each step the hexes it may enter, and from which hexes."""
    return retreat_paths(GRID, away, unit.place, length, 1 if strict else 0, *open_to(g, unit))


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


# ------------------------------------------------------------------ does the way make a difference?


def all_one(g: NightFight, unit: Unit, ways: Ways, end: Hex) -> bool:
    """R53 Do all ways to an end lead past the same enemies, over the same ground where it counts?"""
    lanes = ways.lanes(end)
    return all(len({_exposure(g, unit, h) for h in lane}) == 1 for lane in lanes if len(lane) > 1)


def _exposure(g: NightFight, unit: Unit, h: Hex) -> tuple[object, ...]:
    """10.3, 13.4, 19.0 What may happen to a retreating unit in a hex: who sees it, who may act, a bridge that gives.

    Where somebody may act, the ground and the distance count too.
    """
    eyes = eyes_upon(g, "german" if unit.side == SOVIET else SOVIET, h)
    if not eyes:
        return False, (), unit.what.weight == "SH" and h in g.land.bridges, ()
    active = tuple((e, GRID.distance(e, h)) for e in eyes if any(_may_act(g, u) for u in g.here(e)))
    heavy = unit.what.weight == "SH" and h in g.land.bridges
    return bool(eyes), active, heavy, (features(g, h), overstacked(g, h), h in lit_zone(g)) if active else ()


def _may_act(g: NightFight, enemy: Unit) -> bool:
    """R53 Might this enemy still spot or fire in the phase, as far as anybody can tell?"""
    return not enemy.pinned and not overstacked(g, enemy.place) and (enemy.id not in g.fired or enemy.id in g.supplied)
