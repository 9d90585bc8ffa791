"""What a sensible player reckons with: expected damage, worth of units, ways to the objectives, danger."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from grognard.board.hexes.grid import Hex
from grognard.board.hexes.paths import StepCosts
from grognard.engine import net, totals
from grognard.engine.core.fact import fact
from grognard.games.panzer_blitz.mind.weights import BY_HAND, Weights
from grognard.games.panzer_blitz.rules.data import DRM, GRID, Values, other
from grognard.games.panzer_blitz.rules.direct_fire import able
from grognard.games.panzer_blitz.rules.fire_table import (
    Attack,
    Part,
    column,
    column_of,
    drm,
    firers_modifiers,
    result_of,
    strength,
)
from grognard.games.panzer_blitz.rules.map_data import MapData, RangeSets, holds
from grognard.games.panzer_blitz.rules.movement_costs import MODES, Price, _price
from grognard.games.panzer_blitz.rules.sight import seen, sees, surely_spotted
from grognard.games.panzer_blitz.rules.state import PanzerBlitz, Unit
from grognard.games.panzer_blitz.rules.targets import Choice
from grognard.games.panzer_blitz.rules.terrain import edge
from grognard.games.panzer_blitz.rules.victory import met

WORTH = {"tank": 3.0, "assault_gun": 2.5, "tank_destroyer": 2.5, "truck": 0.4, "wagon": 0.3, "jeep": 0.2}
COVER = {"town": 1.2, "city": 1.5, "woods": 0.8, "orchard": 0.6, "swamp": 0.3}
CHANCES = {natural: float(chance) for natural, chance in totals(2).items()}
A_PLATOON, IN_COVER = 6, 2  # the defense that an unseen target is thought to have, and what cover adds to the roll
_FAR = 400


def attacks(g: PanzerBlitz, side: str) -> bool:
    """Is this the side that has to take ground?"""
    return side == g.situation.attacker


def hurry(g: PanzerBlitz) -> float:
    """0 at the start of a situation, 1 on its last turn."""
    return g.turn / max(1, g.situation.turns)


def worth(unit: Unit) -> float:
    """What a step of a unit is worth."""
    base = WORTH.get(unit.what.cls, 1.5)
    return base + (0.5 if unit.type in ("ge_tiger", "ge_panther", "br_firefly", "ge_88") else 0.0)


# ------------------------------------------------------------------ expected damage


def harm(g: PanzerBlitz, weights: Weights, result: str, targets: Iterable[str]) -> float:
    """What a result costs its targets, in steps weighed by their worth."""
    pieces = g.pieces
    units = [pieces[i] for i in targets if i in pieces]
    if not units or result == "-":
        return 0.0
    total = 0.0
    losses = int(result[0]) if result.endswith("X") else 0
    for n, unit in enumerate(units):
        steps = 1.0 * (losses > n) + (losses - len(units) > n)
        if steps == 0 and result != "D" and unit.disrupted:
            steps = 1.0
        shaken = weights.shaken_again if unit.disrupted else weights.shaken
        total += worth(unit) * (weights.armor if unit.what.armored else 1.0) * (steps + shaken)
    return total


@fact
def expect(g: PanzerBlitz, attack: Attack) -> float:
    """The expected harm of an attack on known targets."""
    weights, total = g.effective_weights(BY_HAND), 0.0
    for part in attack.parts:
        if not part.targets:
            continue
        col, modified = column(g, attack, part), drm(g, attack, part)
        results = _results(col, modified)
        harms = {result: harm(g, weights, result, part.targets) for result in set(results)}
        for result, chance in zip(results, CHANCES.values(), strict=True):
            total += chance * harms[result]
    return total


@cache
def _results(col: int | None, modified: int) -> tuple[str, ...]:
    """The results of every roll."""
    return tuple(result_of(col, natural, modified) for natural in CHANCES)


def expect_choice(g: PanzerBlitz, kind: str, h: Hex, choice: Choice, pool: Sequence[Unit]) -> float:
    """The expected harm if everybody able fires at a choice; little is expected of fire at the unseen."""
    firers = able(g, pool, h, choice.line, spotted=not choice.hidden)
    if not firers:
        return 0.0
    if choice.hidden or not choice.targets:
        return expect_unseen(g, kind, h, firers) if choice.line == "AP" else 0.05 * len(firers)
    return expect(g, Attack(kind, h, (Part(choice.line, firers, choice.targets, fort=choice.fort),)))


def expect_unseen(g: PanzerBlitz, kind: str, h: Hex, firers: tuple[str, ...]) -> float:
    """6.1.2 The expected harm of fire at what hides in a hex, as if it were one platoon.

    Spotting is judged when fire is declared: what lies in sight is Spotted then.
    """
    part = Part("AP", firers, ())
    attack = Attack(kind, h, (part,))
    col = column_of("AP", strength(g, attack, part), A_PLATOON)
    modified = net(firers_modifiers(g, attack, part)) + (IN_COVER if g.land.terrain[h] in COVER else 0)
    modified += DRM["improved_position"] if h in g.ips else 0
    modified += 0 if surely_spotted(g, g.pieces[firers[0]].side, h) else DRM["unspotted_target"]
    struck = (chance for result, chance in zip(_results(col, modified), CHANCES.values(), strict=True) if result != "-")
    return g.effective_weights(BY_HAND).in_doubt * sum(struck)


# ------------------------------------------------------------------ objectives and ways


@fact
def objectives(g: PanzerBlitz) -> tuple[Hex, ...]:
    """The hexes the victory conditions speak of."""
    return tuple(dict.fromkeys(h for goal in g.situation.goal for h in goal.hexes))


def wanted(g: PanzerBlitz, unit: Unit) -> tuple[Hex, ...]:
    """The objectives a unit moves towards: every condition gets its share of the units, those unfulfilled first."""
    found = shares(g, unit.side)
    return found[int(unit.id[1:]) % len(found)]


@fact
def shares(g: PanzerBlitz, side: str) -> list[tuple[Hex, ...]]:
    """Of every share the objectives still to be taken; if there are none, all of them."""
    return [tuple(h for h in hexes if g.control.get(h) != side) or hexes for hexes in _conditions(g, side)]


def _conditions(g: PanzerBlitz, side: str) -> list[tuple[Hex, ...]]:
    groups = [goal.hexes for goal in g.situation.goal if goal.hexes]
    lost = [hexes for hexes in groups if any(g.control.get(h) != side for h in hexes)]
    if side == g.situation.attacker:
        unmet = [goal.hexes for goal in g.situation.goal if goal.hexes and not met(g, goal)]
        lost = unmet or lost
    return lost or groups


@lru_cache(maxsize=2048)
def way(land: MapData, mode: str, goal: Hex) -> dict[Hex, int]:
    """Half movement points from every hex to a goal on the bare map."""
    return dict(_backwards(land, mode if mode in MODES else "leg").reach(goal, _FAR - 1))


@lru_cache(maxsize=32)
def _backwards(land: MapData, mode: str) -> StepCosts:
    return StepCosts(GRID, lambda a, b: _step(land, mode, b, a))


def _step(land: MapData, mode: str, a: Hex, b: Hex) -> int | None:
    water = land.rivers.get(edge(a, b), ("", ""))[1] if a in land.wet else ""
    road = b in land.roads.get(a, ())
    found = _price(land, mode, False, a, b, "" if road else water, road, True)
    if not isinstance(found, Price):
        return None
    return 12 if found.all else found.half


@lru_cache(maxsize=2048)
def ways(land: MapData, mode: str, goals: tuple[Hex, ...]) -> dict[Hex, float]:
    """Movement points from every hex to the nearest of some goals."""
    every = [way(land, mode, goal) for goal in goals]
    return {h: min([one.get(h, _FAR) for one in every]) / 2 for h in GRID.hexes}


def distance_to(g: PanzerBlitz, unit: Unit, h: Hex, goals: tuple[Hex, ...]) -> float:
    """Movement points from a hex to the nearest of some goals."""
    return ways(g.land, unit.what.mode, goals)[h]


# ------------------------------------------------------------------ danger and cover


@fact
def known_enemies(g: PanzerBlitz, side: str) -> list[Unit]:
    """Enemies in the open."""
    return [u for u in g.units(other(side)) if not u.hidden and not u.carrier]


def danger(g: PanzerBlitz, unit: Unit, h: Hex) -> float:
    """How much known enemy fire reaches a unit in a hex."""
    return fire_on(g, unit.side, unit.what.armored, unit.face.defense, h)


@fact
def fire_on(g: PanzerBlitz, side: str, armored: bool, defense: int, h: Hex) -> float:
    """How much known enemy fire reaches a hex with units of a side that are armored or not, of so much defense."""
    foes = threats(g, side, armored, defense)
    near = foes.posts.near(h)
    eyes = seen(g, h, near) if near else 0
    found = 0.0
    for place, far, power in foes.firers if eyes else ():
        if holds(eyes, place) and GRID.distance(place, h) <= far:
            found += power
    return found


Firers = tuple[tuple[Hex, int, float], ...]  # place, range and power of each


class Threats(NamedTuple):
    """Enemies that could fire at a kind of unit."""

    firers: Firers
    posts: RangeSets


@fact
def threats(g: PanzerBlitz, side: str, armored: bool, defense: int) -> Threats:
    """The known enemies that could fire at units of a side that are armored or not, of so much defense."""
    firers = []
    for enemy in known_enemies(g, side):
        face = enemy.face
        power = (0 if enemy.what.infantry else face.at) if armored else face.ap
        if enemy.fresh and power:
            firers.append((enemy.place, face.range, power / max(3, defense)))
    return Threats(tuple(firers), RangeSets((place, far) for place, far, _ in firers))


@fact
def marks(g: PanzerBlitz, side: str, face: Values) -> Firers:
    """The known enemies a unit could fire at: where, from how far, and how much its fire counts for there."""
    found = []
    for enemy in known_enemies(g, side):
        power = face.at if enemy.what.armored else face.ap
        if power:
            found.append((enemy.place, face.range, worth(enemy) * power / max(3, enemy.face.defense)))
    return tuple(found)


@fact
def strike(g: PanzerBlitz, side: str, face: Values, h: Hex) -> float:
    """How much the best shot from a hex counts for."""
    targets = marks(g, side, face)
    shots = (power for place, far, power in targets if GRID.distance(place, h) <= far and sees(g, h, place))
    return max(shots, default=0.0)


def most_power(targets: Firers) -> float:
    """How much the best of all shots counts for."""
    return max([power for _, _, power in targets], default=0.0)


def cover(g: PanzerBlitz, unit: Unit, h: Hex) -> float:
    """What protects a unit in a hex."""
    found = printed_cover(g, h)
    return found + (0.5 if h in g.wrecks else 0.0) + (0.4 if h in g.ips and not unit.what.vehicle else 0.0)


def printed_cover(g: PanzerBlitz, h: Hex) -> float:
    """What the terrain of a hex protects."""
    return COVER.get(g.land.terrain[h], 0.0)
