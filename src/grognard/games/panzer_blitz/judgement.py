"""What a sensible player reckons with: expected damage, worth of units, ways to the objectives, danger."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from heapq import heappop, heappush
from typing import Any

from grognard.board.hexgrid import Hex
from grognard.engine import totals
from grognard.games.panzer_blitz.attack import Attack, Part, column, drm, result_of
from grognard.games.panzer_blitz.data import GRID, other
from grognard.games.panzer_blitz.fire import Choice, able
from grognard.games.panzer_blitz.movement import MODES, Price, _price
from grognard.games.panzer_blitz.sight import sees
from grognard.games.panzer_blitz.state import PanzerBlitz, Unit
from grognard.games.panzer_blitz.terrain import RIVERS, ROADS, TERRAIN, edge
from grognard.games.panzer_blitz.victory import met

WORTH = {"tank": 3.0, "assault_gun": 2.5, "tank_destroyer": 2.5, "truck": 0.4, "wagon": 0.3, "jeep": 0.2}
COVER = {"town": 1.2, "city": 1.5, "woods": 0.8, "orchard": 0.6, "swamp": 0.3}
_FAR = 400

_last: list[Any] = [None, {}]  # what was worked out for the question being asked now


def memo(g: PanzerBlitz, key: object, work: Callable[[], Any]) -> Any:
    """Work something out once for each question: what is asked is made anew whenever the position changes."""
    if _last[0] is not g.asks:
        _last[0], _last[1] = g.asks, {}
    found = _last[1].get(key)
    if found is None:
        found = _last[1][key] = work()
    return found


def worth(unit: Unit) -> float:
    """What a step of a unit is worth."""
    base = WORTH.get(unit.what.cls, 1.5)
    return base + (0.5 if unit.type in ("ge_tiger", "ge_panther", "br_firefly", "ge_88") else 0.0)


# ------------------------------------------------------------------ expected damage


def harm(g: PanzerBlitz, result: str, targets: Iterable[str]) -> float:
    """What a result costs its targets, in steps weighed by their worth."""
    units = [g.pieces[i] for i in targets if i in g.pieces]
    if not units or result == "-":
        return 0.0
    total = 0.0
    losses = int(result[0]) if result.endswith("X") else 0
    for n, unit in enumerate(units):
        steps = 1.0 * (losses > n) + (losses - len(units) > n)
        if steps == 0 and result != "D" and unit.disrupted:
            steps = 1.0
        shaken = 0.15 if unit.disrupted else 0.5
        total += worth(unit) * (steps + shaken)
    return total


def expect(g: PanzerBlitz, attack: Attack) -> float:
    """The expected harm of an attack on known targets."""
    total = 0.0
    for part in attack.parts:
        if not part.targets:
            continue
        col, modified = column(g, attack, part), drm(g, attack, part)
        for natural, chance in totals(2).items():
            total += float(chance) * harm(g, result_of(col, natural, modified), part.targets)
    return total


def expect_choice(g: PanzerBlitz, kind: str, h: Hex, choice: Choice, pool: list[Unit]) -> float:
    """The expected harm if everybody able fires at a choice; little is expected of fire at the unseen."""
    firers = able(g, pool, h, choice.line, spotted=not choice.hidden)
    if not firers:
        return 0.0
    if choice.hidden or not choice.targets:
        return 0.05 * len(firers)
    return expect(g, Attack(kind, h, (Part(choice.line, firers, choice.targets, fort=choice.fort),)))


# ------------------------------------------------------------------ objectives and ways


def objectives(g: PanzerBlitz) -> tuple[Hex, ...]:
    """The hexes the victory conditions speak of."""
    return tuple(dict.fromkeys(h for goal in g.situation.goal for h in goal.hexes))


def wanted(g: PanzerBlitz, unit: Unit) -> tuple[Hex, ...]:
    """The objectives a unit makes for: every condition gets its share of the units, those unfulfilled first."""
    groups = [goal.hexes for goal in g.situation.goal if goal.hexes]
    lost = [hexes for hexes in groups if any(g.control.get(h) != unit.side for h in hexes)]
    if unit.side == g.situation.attacker:
        unmet = [goal.hexes for goal in g.situation.goal if goal.hexes and not met(g, goal)]
        lost = unmet or lost
    shares = lost or groups
    hexes = shares[int(unit.id[1:]) % len(shares)]
    return tuple(h for h in hexes if g.control.get(h) != unit.side) or hexes


@cache
def way(mode: str, goal: Hex) -> dict[Hex, int]:
    """Half movement points from every hex to a goal on the bare map."""
    far = {goal: 0}
    queue = [(0, goal)]
    while queue:
        spent, here = heappop(queue)
        if spent > far[here]:
            continue
        for there in GRID.neighbours[here]:
            step = _step(mode, there, here)
            if step is not None and spent + step < far.get(there, _FAR):
                far[there] = spent + step
                heappush(queue, (spent + step, there))
    return far


def _step(mode: str, a: Hex, b: Hex) -> int | None:
    water = RIVERS.get(edge(a, b), ("", ""))[1]
    road = b in ROADS.get(a, ())
    found = _price(mode if mode in MODES else "leg", False, a, b, "" if road else water, road, True)
    if not isinstance(found, Price):
        return None
    return 12 if found.all else found.half


def distance_to(g: PanzerBlitz, unit: Unit, h: Hex, goals: tuple[Hex, ...]) -> float:
    """Movement points from a hex to the nearest of some goals."""
    return min((way(unit.what.mode, goal).get(h, _FAR) for goal in goals), default=0) / 2


# ------------------------------------------------------------------ danger and cover


def known_enemies(g: PanzerBlitz, side: str) -> list[Unit]:
    """Enemies in the open."""
    return [u for u in g.units(other(side)) if not u.unspotted and not u.carrier]


def danger(g: PanzerBlitz, unit: Unit, h: Hex) -> float:
    """How much known enemy fire reaches a hex."""
    total = 0.0
    for enemy in memo(g, ("known", unit.side), lambda: known_enemies(g, unit.side)):
        if not enemy.fresh or GRID.distance(enemy.place, h) > enemy.face.range:
            continue
        power = enemy.face.at if unit.what.armored and not enemy.what.infantry else enemy.face.ap
        if unit.what.armored and enemy.what.infantry:
            power = 0
        if power and sees(g, enemy.place, h):
            total += power / max(3, unit.face.defense)
    return total


def cover(g: PanzerBlitz, unit: Unit, h: Hex) -> float:
    """What protects a unit in a hex."""
    found = COVER.get(TERRAIN[h], 0.0)
    return found + (0.5 if h in g.wrecks else 0.0) + (0.4 if h in g.ips and not unit.what.vehicle else 0.0)
