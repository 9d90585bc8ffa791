"""15.0, 16.0 Support by group: pools refilled every turn, counters drawn at random."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations_with_replacement, pairwise

from msgspec.structs import replace

from grognard.board.hexes.hex_sets import bits_of
from grognard.engine import Action, ChoiceStep, Deed, Modifier, Refusal, Step, Working
from grognard.engine.core.fact import fact
from grognard.games.folio.rules.clauses import Fire, Path, Retreats
from grognard.games.folio.rules.combat_results import Resolve, preview
from grognard.games.folio.rules.movement import CallOff
from grognard.games.folio.rules.state import Battle, Unit
from grognard.games.folio.rules.support import PlayMarker, open_fire
from grognard.games.folio.rules.units import full
from grognard.games.korsun.rules.data import DATA, GERMAN, GROUND, GROUPS, LUFTWAFFE, RED_AIR, SOVIET, WEATHER
from grognard.games.korsun.rules.state import Draw, Pocket, active, group

# -------------------- 11.0 Weather

ROLL = Working("The weather", chart=WEATHER.key, column=WEATHER.columns[0], dice=1)
CLEAR, FOG, PRECIPITATION = "clear", "fog", "precipitation"


class Weather(Step, frozen=True):
    """11.0 The weather of a game turn."""

    def run(self, g: Pocket) -> None:
        if g.turn == 1:
            g.weather = CLEAR
            g.tell("KP-11.0.1", "The weather is clear")
        else:
            die = g.d6()
            g.weather = WEATHER.result(0, die)
            working = ROLL.rolled((die,), g.weather, dict(WEATHER.results)[g.weather])
            g.tell("KP-11.0.2", "The weather: {weather}", working=working, weather=g.weather)
        g.done()


def flying(g: Pocket) -> bool:
    """11.1 May air counters and air supply be used?"""
    return g.weather == CLEAR


def mud(g: Pocket, battle: Battle) -> list[Modifier]:
    """11.1 Precipitation adds 1 to the die of every ground attack, not of bombardments."""
    if g.weather == PRECIPITATION and not battle.bombardment:
        return [Modifier("KP-11.1.3", 1, PRECIPITATION)]
    return []


# -------------------- 15.0, 16.0 Support by group

MOST = 2  # 8.3


def refill(g: Pocket) -> None:
    """15.0 Every pool is full again at the start of a game turn."""
    g.markers = {**g.markers, **full_pools(g)}


def full_pools(g: Pocket) -> dict[str, tuple[int, ...]]:
    """15.0 What each pool holds at most: all but what was given up or lost for good."""
    pools = {name: () if name in g.gone else what.counters for name, what in GROUPS.items()}
    return {**pools, LUFTWAFFE: g.luftwaffe}


def air_pool(side: str) -> str:
    """15.2, 15.3 The air pool of a side."""
    return LUFTWAFFE if side == GERMAN else RED_AIR


def groups_in(g: Pocket, battle: Battle, side: str) -> list[str]:
    """15.1 The groups of a side that take part in a combat."""
    units = battle.attackers if side == g.current else (battle.target,)
    return list(dict.fromkeys(group(g.pieces[u]) for u in units))


def why_not_pool(g: Pocket, name: str) -> Refusal | None:
    """15.0, 16.0 Why nothing can be drawn from a pool now."""
    what = GROUPS[name]
    if what.air:
        return None if flying(g) and g.markers[name] else Refusal("KP-15.3.2" if not flying(g) else "KP-15.0.2")
    if name in g.gone:
        return Refusal("KP-16.0.3")
    if not g.markers[name]:
        return Refusal("KP-15.0.2")
    able = len(active(g, name))
    if not able:
        return Refusal("KP-16.0.2")
    if what.sleeps and len(what.counters) - len(g.markers[name]) >= able:
        return Refusal("KP-16.0.5")
    return None


def why_not_draw(g: Pocket, battle: Battle, side: str, name: str) -> Refusal | None:
    """15.1 to 16.0 Why a side may not support a combat from a pool."""
    if name not in GROUPS or GROUPS[name].side != side:
        return Refusal("KP-16.0.4")
    if GROUPS[name].air:
        if side != g.current:
            return Refusal("KP-15.2.1" if side == GERMAN else "KP-15.3.1")
    elif name not in groups_in(g, battle, side):
        return Refusal("KP-15.1.3")
    return why_not_pool(g, name)


def pools(g: Pocket, battle: Battle, side: str) -> list[str]:
    """The pools a side may draw from for a combat."""
    names = groups_in(g, battle, side) + ([air_pool(side)] if side == g.current else [])
    return [name for name in names if not why_not_pool(g, name)]


def why_not_again(g: Pocket, name: str) -> Refusal | None:
    """16.0 Why a pool that yields one counter does not yield two."""
    left = len(g.markers[name])
    if left < MOST:
        return Refusal("KP-15.0.2")
    spent = len(GROUPS[name].counters) - left
    return Refusal("KP-16.0.5") if GROUPS[name].sleeps and spent + MOST > len(active(g, name)) else None


def why_not_also(g: Pocket, action: Draw, alone: Refusal | None) -> Refusal | None:
    """16.0 Why the second pool an answer names does not serve, given why it would not serve alone."""
    return alone or (why_not_again(g, action.pool) if action.also == action.pool else None)


def pairs(g: Pocket, names: list[str]) -> list[Action]:
    """16.0 Two counters from some pools, one from each of two or both from one."""
    every = (Draw(*pair) for pair in combinations_with_replacement(names, MOST))
    return [two for two in every if not why_not_also(g, two, None)]


def mean(g: Pocket, name: str) -> Fraction:
    """16.0 What a counter drawn from a pool adds on average."""
    return Fraction(sum(g.markers[name]), len(g.markers[name]))


def sure(g: Pocket, name: str) -> int | None:
    """16.0 What a counter of a pool adds, if they are all alike."""
    left = set(g.markers[name])
    return left.pop() if len(left) == 1 else None


def draw(g: Pocket, name: str) -> Fire:
    """16.0 One counter at random; it stays spent until the next game turn."""
    left = g.markers[name]
    value = g.choose(left)
    at = left.index(value)
    g.markers = {**g.markers, name: left[:at] + left[at + 1 :]}
    return Fire(value, GROUPS[name].name)


class DrawCounter(PlayMarker, frozen=True):
    """16.0 A counter is drawn from this pool, and another from that one."""

    stored = Draw
    pool: str
    also: str = ""

    def says(self, g: Pocket) -> str:
        return drawn(g, self.pool, self.also)


def drawn(g: Pocket, pool: str, also: str) -> str:
    """16.0 The pools that one or two counters are drawn from, and what they hold."""
    names = [f"{GROUPS[name].name} ({_held(g.markers[name])})" for name in dict.fromkeys((pool, also)) if name]
    return f"draw {'two ' if also == pool else ''}from {' and from '.join(names)}"


def _held(left: tuple[int, ...]) -> str:
    """16.0 What a pool holds: 4 left: +1 +2×3."""
    held = (f"+{value}" + (f"×{count}" if count > 1 else "") for value, count in sorted(Counter(left).items()))
    return f"{len(left)} left: {' '.join(held)}"


# -------------------- 17.0 Bombardment

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


class BombardFrom(Deed, frozen=True):
    """17.0, R39 The counters are drawn from these pools."""

    stored = Draw
    pool: str
    also: str = ""

    @classmethod
    def answers(cls, g: Pocket, by: Barrage) -> list[Action]:
        names = pools_for(g, by.battle.hex)
        return [*(Draw(name) for name in names), *pairs(g, names)]

    def why_not(self, g: Pocket, by: Barrage) -> Refusal | None:
        alone = why_not_fire(g, self.also, by.battle.hex) if self.also else None
        return why_not_fire(g, self.pool, by.battle.hex) or why_not_also(g, Draw(self.pool, self.also), alone)

    def do(self, g: Pocket, by: Barrage) -> None:
        open_fire(g, by.battle)
        fires = [draw(g, name) for name in (self.pool, self.also) if name]
        for fire in fires:
            g.tell("KP-16.0.1", "For the bombardment: {source} +{value}", source=fire.source, value=fire.value)
        values, sources = zip(*fires, strict=True)
        battle = replace(by.battle, attack=values, attack_by=sources)
        g.swap(*g.rules.before_roll(g, battle), Resolve(battle))

    def says(self, g: Pocket) -> str:
        return drawn(g, self.pool, self.also)

    def preview(self, g: Pocket, by: Barrage) -> Working:
        return preview(g, replace(by.battle, attack=tuple(g.rules.sure_support(g, self.answer))))


class Barrage(ChoiceStep, frozen=True):
    """17.0, R39 One or two counters: the pools are named first, then all are drawn."""

    battle: Battle

    deeds = (BombardFrom, CallOff)

    def run(self, g: Pocket) -> None:
        words = f"Bombard {full(g, g.pieces[self.battle.target])}: where do the counters come from?"
        g.ask(g.current, words, self.offered(g), "KP-17.0.3")


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
