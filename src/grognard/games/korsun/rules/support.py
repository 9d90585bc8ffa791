"""15.0, 16.0 Support by group: pools refilled every turn, counters drawn at random."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations_with_replacement

from grognard.engine import Action, Refusal
from grognard.games.folio.rules.clauses import Fire
from grognard.games.folio.rules.state import Battle
from grognard.games.korsun.rules.data import GERMAN, GROUPS, LUFTWAFFE, RED_AIR
from grognard.games.korsun.rules.state import Draw, Pocket, active, group
from grognard.games.korsun.rules.weather import flying

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
