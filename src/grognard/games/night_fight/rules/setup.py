"""3.0 Set-up: the night, the Soviet pieces, the columns; the Germans buy their force afterwards."""

from __future__ import annotations

from grognard.board.hexes.grid import Hex
from grognard.engine import Step
from grognard.engine.core.wording import counted
from grognard.games.night_fight.rules.data import (
    EDGE_ROLLS,
    GRID,
    LIMITS,
    MOBILE_AHEAD,
    MOBILE_POOL,
    MOBILE_SETUP,
    QUALITY,
    SCATTER,
    STATIC_POOL,
    VEGETATION,
    VISIBILITY,
)
from grognard.games.night_fight.rules.rolls import found
from grognard.games.night_fight.rules.stacking import LIMIT
from grognard.games.night_fight.rules.state import SOVIET, Column, NightFight, Unit
from grognard.games.night_fight.rules.terrain import features


class SetUp(Step, frozen=True):
    """3.0 Steps 3 to 8, by the dice."""

    def run(self, g: NightFight) -> None:
        roll_visibility(g)
        die = g.d6()
        g.vegetation = VEGETATION[die - 1]
        working = found("Vegetation", (die,), g.vegetation)
        g.tell("NF-3.0.4", "Vegetation is {what}", working=working, what=g.vegetation)
        die = g.d6()
        g.quality = QUALITY[die - 1]
        working = found("Soviet troop quality", (die,), g.quality)
        g.tell("NF-3.0.5", "The Soviets are {what}", working=working, what=g.quality)
        place_static_pieces(g)
        place_columns(g)
        g.done()


def roll_visibility(g: NightFight) -> None:
    """3.0, 6.0 One die: two, four or six hexes, for both sides."""
    die = g.d6()
    g.visibility = VISIBILITY[die - 1]
    working = found("Visibility", (die,), g.visibility)
    g.tell("NF-3.0.3", "Visibility is {n}", working=working, n=counted(g.visibility, "hex"))


def draw(g: NightFight, pool: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """3.0 One piece unseen from a pool, and what is left of the pool."""
    i = g.pick(len(pool))
    return pool[i], pool[:i] + pool[i + 1 :]


# ------------------------------------------------------------------ static pieces


def place_static_pieces(g: NightFight) -> None:
    """3.0 Face-down pieces at every star: the first in it, further ones displaced; the rest leaves unexamined."""
    pool = STATIC_POOL
    for star in g.land.stars:
        for n in range(g.intensity.static_per_star):
            kind, pool = draw(g, pool)
            place_static(g, kind, star if n == 0 else displaced(g, star))
    g.static_rest = pool
    g.tell("NF-3.0.8", "{n} Soviet pieces wait face down", n=len(STATIC_POOL) - len(pool))


def place_static(g: NightFight, kind: str, h: Hex) -> Unit:
    """3.0, 18.0 A face-down piece; engineers on a bridge have blown it."""
    unit = Unit(f"s{len(g.pieces) + 1}", SOVIET, h, kind, up=False)
    g.put(unit)
    if kind == "soviet_engineers" and h in g.land.bridges and h not in g.bridges_out:
        g.bridges_out = {**g.bridges_out, h: True}
        g.tell("NF-18.0.2", "The bridge at {hex} has been blown", hexes=(h,), hex=h)
    return unit


def displaced(g: NightFight, star: Hex) -> Hex:
    """3.0, R14, R15 Direction and distance by two dice; past a full hex, and to the edge from water or off the map."""
    direction, distance = g.d6(), g.d6()
    h = GRID.step(star, SCATTER[direction - 1], distance)
    if h is not None and not _full(g, h):
        return h if not _water(g, h) else edge_hex(g)
    if h is not None:
        onward = GRID.step(star, SCATTER[direction - 1], distance + 1)
        if onward is not None and not _water(g, onward) and not _full(g, onward):
            return onward
    return edge_hex(g)


def edge_hex(g: NightFight) -> Hex:
    """3.0, R14 A map-edge road hex by two dice; a full one is rolled again."""
    while True:
        h = EDGE_ROLLS[g.d6() + g.d6()]
        if not _full(g, h):
            return h


def _full(g: NightFight, h: Hex) -> bool:
    return len(g.at.get(h, ())) >= LIMIT


def _water(g: NightFight, h: Hex) -> bool:
    """R14 An unbridged river or stream hex."""
    return not {"river", "stream"}.isdisjoint(features(g, h))


# ------------------------------------------------------------------ columns


def place_columns(g: NightFight) -> None:
    """3.0 Two, three or four columns of nine unseen pieces on different set-up hexes."""
    pool = MOBILE_POOL
    for number in range(1, g.intensity.columns + 1):
        kinds = []
        for _ in range(LIMITS["column_size"]):
            kind, pool = draw(g, pool)
            kinds.append(kind)
        die = g.d6()
        while MOBILE_SETUP[die - 1] in {c.track[0] for c in g.columns.values()}:
            die = g.d6()
        new_column(g, str(number), kinds, MOBILE_SETUP[die - 1], MOBILE_AHEAD[die - 1])
    g.mobile_rest = pool


def new_column(g: NightFight, column_id: str, kinds: list[str], h: Hex, ahead: Hex) -> None:
    """2.2, 3.0 A marker on the road, its pieces face down in its box."""
    ids = tuple(f"m{g.drawn + i}" for i in range(1, len(kinds) + 1))
    g.drawn += len(kinds)
    g.put_column(Column(column_id, ids, (h,), ahead))
    g.put(Unit(f"c{column_id}", SOVIET, h, "column", column=column_id))
    for unit_id, kind in zip(ids, kinds, strict=True):
        g.put(Unit(unit_id, SOVIET, f"box-{column_id}", kind, up=False, mobile=True, column=column_id))
    text = "Column {n} of {pieces} stands in {hex}, facing {ahead}"
    pieces = counted(len(kinds), "piece")
    g.tell("NF-3.0.16", text, hexes=(h,), n=column_id, pieces=pieces, hex=h, ahead=ahead)
