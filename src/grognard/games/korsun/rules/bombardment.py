"""17.0 Bombardment: ground counters within two hexes of their own group, air counters anywhere, no answer."""

from __future__ import annotations

from itertools import pairwise

from msgspec.structs import replace

from grognard.board.hexes.hex_sets import bits_of
from grognard.engine import Action, Refusal, Step, Working
from grognard.engine.core.fact import fact
from grognard.games.folio.rules.clauses import Path, Retreats
from grognard.games.folio.rules.combat_results import Resolve
from grognard.games.folio.rules.differential import preview
from grognard.games.folio.rules.movement import BACK
from grognard.games.folio.rules.state import Battle, Unit
from grognard.games.folio.rules.support import open_fire
from grognard.games.folio.rules.units import full
from grognard.games.korsun.rules.data import DATA, GERMAN, GROUND, GROUPS, SOVIET
from grognard.games.korsun.rules.state import Draw, Pocket, active
from grognard.games.korsun.rules.support import air_pool, draw, pairs, why_not_also, why_not_pool

EDGES = {GERMAN: ("west",), SOVIET: ("north", "east", "south")}  # R44 whose map edges they are
POOLS = {side: [name for name, what in GROUPS.items() if what.side == side] for side in DATA.sides}


def why_not_fire(g: Pocket, name: str, target: str) -> Refusal | None:
    """17.0, R40 Why a counter of this pool may not bombard a hex."""
    if name not in GROUPS or GROUPS[name].side != g.current:
        return Refusal("KP-16.0.4")
    refusal = why_not_pool(g, name)
    if refusal is not None or GROUPS[name].air:
        return refusal
    return None if covered(g, name) >> GROUND.index[target] & 1 else Refusal("KP-17.0.1")


@fact
def covered(g: Pocket, name: str) -> int:
    """17.0, R40 Every hex within range of a group's active units."""
    stand = bits_of(GROUND.grid, [u.place for u in active(g, name)])
    return GROUND.within(stand, DATA.bombardment_range)


def pools_for(g: Pocket, target: str) -> list[str]:
    """17.0 The pools that may bombard a hex now."""
    return [name for name in POOLS[g.current] if not why_not_fire(g, name, target)]


def why_no_pool(g: Pocket, target: str) -> Refusal | None:
    """17.0 Why nothing may bombard a hex: what could is out of range, or nothing could."""
    refusals = [why_not_fire(g, name, target) for name in POOLS[g.current]]
    if None in refusals:
        return None
    return next((refusal for refusal in refusals if refusal and refusal.rule == "KP-17.0.1"), refusals[0])


def targets(g: Pocket) -> list[Unit]:
    """17.0 Every enemy unit within reach of some counter that has not been bombarded."""
    enemies = [u for u in g.units(g.foe(g.current)) if u.place not in g.bombarded and u.id not in g.shelled]
    if not why_not_pool(g, air_pool(g.current)):
        return enemies
    near = 0
    for name in POOLS[g.current]:
        if not GROUPS[name].air and not why_not_pool(g, name):
            near |= covered(g, name)
    return [u for u in enemies if near >> GROUND.index[u.place] & 1]


class Barrage(Step, frozen=True):
    """17.0, R39 One or two counters: the pools are named first, then all are drawn."""

    battle: Battle

    def run(self, g: Pocket) -> None:
        names = pools_for(g, self.battle.hex)
        words = f"Bombard {full(g, g.pieces[self.battle.target])}: where do the counters come from?"
        g.ask(g.current, words, [*(Draw(name) for name in names), *pairs(g, names), BACK], "KP-17.0.3")

    def take(self, g: Pocket, action: Action) -> None:
        match action:
            case Draw(pool, also):
                self._fire(g, [pool, also] if also else [pool])
            case _:
                g.done()

    def _fire(self, g: Pocket, pools: list[str]) -> None:
        open_fire(g, self.battle)
        fires = [draw(g, name) for name in pools]
        for fire in fires:
            g.tell("KP-16.0.1", "For the bombardment: {source} +{value}", source=fire.source, value=fire.value)
        values, sources = zip(*fires, strict=True)
        battle = replace(self.battle, attack=values, attack_by=sources)
        g.swap(*g.rules.before_roll(g, battle), Resolve(battle))

    def why_not(self, g: Pocket, side: str, action: Action) -> Refusal | None:
        match action:
            case Draw(pool, also):
                alone = why_not_fire(g, also, self.battle.hex) if also else None
                return why_not_fire(g, pool, self.battle.hex) or why_not_also(g, action, alone)
        return None

    def preview(self, g: Pocket, action: Action) -> Working | None:
        if action == BACK:
            return None
        return preview(g, replace(self.battle, attack=tuple(g.rules.sure_support(g, action))))


# ------------------------------------------------------------------ retreat


def retreats(g: Pocket, unit: Unit, paths: list[Path]) -> list[Retreats]:
    """17.0, R44 To end farther from the nearest enemy; else homeward and no nearer; else homeward for a step."""
    enemies, index = g.front(g.foe(unit.side)).hexes, GROUND.index
    at_first = GROUND.nearest(unit.place, [u.place for u in g.units(g.foe(unit.side))])
    as_near, nearer = GROUND.within(enemies, at_first), GROUND.within(enemies, at_first - 1)
    farther = [path for path in paths if not as_near >> index[path[-1]] & 1]
    kept = _homeward(unit, [path for path in paths if not nearer >> index[path[-1]] & 1])
    lost = _homeward(unit, [path for path in paths if nearer >> index[path[-1]] & 1])
    return [Retreats(farther, False), Retreats(kept, False), Retreats(lost, True)]


def _homeward(unit: Unit, paths: list[Path]) -> list[Path]:
    """17.0, R44 Of some paths those whose every step leads towards an own map edge, the nearest that any leads to."""
    gaps = {edge: _to_edge(unit.place, edge) for edge in EDGES[unit.side]}
    for gap in sorted(set(gaps.values())):
        edges = [edge for edge, far in gaps.items() if far == gap]
        found = [path for path in paths if any(_leads_to(edge, (unit.place, *path)) for edge in edges)]
        if found:
            return found
    return []


def _leads_to(edge: str, path: Path) -> bool:
    """R44 Does each step of a path bring a unit closer to a map edge?"""
    return all(_to_edge(then, edge) < _to_edge(now, edge) for now, then in pairwise(path))


def _to_edge(h: str, edge: str) -> float:
    """Hexes from a hex to a map edge; half a row counts in the columns that stand lower."""
    column, row = GROUND.grid.position[h]
    lower = row + (0.5 if column % 2 == 0 else 0.0)
    (west, east), (north, south) = GROUND.grid.columns, GROUND.grid.rows
    return {"west": column - west, "east": east - column, "north": lower - north, "south": south + 0.5 - lower}[edge]
