"""Slow and obviously right second versions of movement, retreats and sight, compared with the rules on many positions.

Nothing here asks the rules' own geometry or prices: neighbours and distances come from where hex centres lie (R64),
prices from the printed rows of 22.3, ways from trying everything.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from functools import cache

import pytest

from grognard.engine import To
from grognard.games.night_fight.rules.data import MAP
from grognard.games.night_fight.rules.german_movement import GermanMovement, MoveStack
from grognard.games.night_fight.rules.retreat import choices
from grognard.games.night_fight.rules.sight import in_view, seen_from
from grognard.games.night_fight.rules.stacking import ways_from
from grognard.games.night_fight.rules.state import NightFight, Unit
from grognard.testing import offered

from .situations import german, position, soviet

HEXES = [f"{row:02}{column:02}" for row in range(10, 40) for column in range(45)]
ROADS = {h for line in MAP.lines if line.kind == "road" for h in line.hexes}
WATER = {h: line.kind for line in MAP.lines if line.kind != "road" for h in line.hexes}
WOOD_BRIDGES = {"3408", "3428", "2905", "2915", "2929", "2312", "2321", "2332", "2028", "1626"}
RIVER_BRIDGES = {"1409", "1411", "1429"}
LEVELS = ("clear", "normal", "dense")
FOOT = {"infantry", "engineers", "soviet_infantry", "guards", "soviet_engineers"}
GUNS_AND_POSTS = {"pak36r", "sig33", "zis3", "m42", "maxim", "supply", "command_post"}


# ------------------------------------------------------------------ geometry (R64)


def centre(h: str) -> tuple[int, int]:
    row, column = int(h[:2]), int(h[2:])
    return 2 * column + row % 2, 3 * row


NEXT_TO = {(2, 0), (-2, 0), (1, 3), (-1, 3), (1, -3), (-1, -3)}
AT = {centre(h): h for h in HEXES}
NEIGHBOURS = {
    h: [AT[x + dx, y + dy] for dx, dy in sorted(NEXT_TO) if (x + dx, y + dy) in AT]
    for h, (x, y) in zip(HEXES, map(centre, HEXES), strict=True)
}


@cache
def distance(a: str, b: str) -> int:
    """Rows first, each of which brings a step half a hex to the side; then along the row."""
    (ax, ay), (bx, by) = centre(a), centre(b)
    rows, aside = abs(ay - by) // 3, abs(ax - bx)
    return rows + max(0, aside - rows) // 2


@cache
def within(h: str, far: int) -> list[str]:
    """All hexes no farther from a hex than this."""
    row, column = int(h[:2]), int(h[2:])
    rows, columns = range(row - far, row + far + 1), range(column - far - 1, column + far + 2)
    box = [f"{r:02}{c:02}" for r in rows for c in columns if 10 <= r <= 39 and 0 <= c <= 44]
    return [b for b in box if distance(h, b) <= far]


# ------------------------------------------------------------------ movement (8.0, 22.3)


def price(g: NightFight, h: str, kind: str) -> int | None:
    """What a hex costs foot, a vehicle, or a gun that falls back alone; None if it may not enter."""
    if h in g.bridges_out:
        return 3 if h in WOOD_BRIDGES and kind == "foot" else None
    if h in WOOD_BRIDGES | RIVER_BRIDGES | ROADS:
        return 1
    asked = [2]
    if h in WATER:
        if WATER[h] != "gully":
            return None
        asked.append(3)
    if "building_full" in MAP.terrain[h]:
        if kind == "vehicle":
            return None
        asked.append(3)
    if "vegetation" in MAP.terrain[h]:
        wood = {"clear": 1, "normal": 2, "dense": 3}[g.vegetation]
        asked = [wood] if asked == [2] and "building_partial" not in MAP.terrain[h] else [*asked, wood]
    return max(asked)


def slow_reach(g: NightFight, stack: list[Unit], points: int) -> dict[str, int]:
    """Every hex with the least points it takes, by trying every step again and again until nothing gets cheaper."""
    inside, start = {u.id for u in stack}, stack[0].place
    kind = "foot" if all(u.type in FOOT for u in stack) else "vehicle"
    best = {start: 0}
    while True:
        before = dict(best)
        for here in list(best):
            for h in NEIGHBOURS[here]:
                others = [u for u in g.pieces.values() if u.place == h and u.id not in inside]
                cost = price(g, h, kind)
                if cost is None or any(u.side == "soviet" for u in others):
                    continue
                if g.turn == 1 and (h not in ROADS or h in g.bridges_out):
                    continue
                total = best[here] + cost + (len(others) > 0) + (g.wrecks.get(h, 0) > 0)
                if total <= points and total < best.get(h, points + 1):
                    best[h] = total
        if best == before:
            return best


def may_stop(g: NightFight, stack: list[Unit], h: str) -> bool:
    """4.0, 20.2 Room for all, or enough others there who can still leave; never another player's hex."""
    others = [u for u in g.pieces.values() if u.place == h and u not in stack]
    if any(u.side != stack[0].side for u in others):
        return False
    can_leave = [
        u
        for u in others
        if not u.pinned and u.id not in g.moved and u.id not in g.fired_before and u.type not in GUNS_AND_POSTS
    ]
    return len(others) + len(stack) + (h in g.wrecks) - len(can_leave) <= 3


def slow_destinations(g: NightFight, stack: list[Unit], points: int) -> set[str]:
    """Where the stack may be sent: it may stop there, or go on from there to a hex where it may."""
    found = set()
    for h, spent in slow_reach(g, stack, points).items():
        moved = [Unit(u.id, u.side, h, u.type) for u in stack]
        after = g.clone()
        for unit in moved:
            after.put(unit)
        onward = slow_reach(after, moved, points - spent)
        if h != stack[0].place and any(may_stop(after, moved, end) for end in onward):
            found.add(h)
    return found


def crowd(rng: random.Random, turn: int, middle: str) -> NightFight:
    """A small crowd around a hex: Germans of two players, Soviets, wrecks, lost bridges."""
    near = within(middle, 5)
    g = position(
        players=2,
        turn=turn,
        vegetation=rng.choice(LEVELS),
        visibility=rng.choice((2, 4, 6)),
        bridges_out=[h for h in sorted(WOOD_BRIDGES | RIVER_BRIDGES) if rng.random() < 0.3],
        wrecks=rng.sample(near, 6),
    )
    for n in range(16):
        h = rng.choice(near)
        here = g.here(h)
        kind = rng.choice(("infantry", "pzkpfw_iv", "sdkfz_251", "zis3", "dummy", "t34", "soviet_infantry"))
        russian = kind in ("zis3", "dummy", "t34", "soviet_infantry")
        side = "soviet" if russian else rng.choice(("german", "german", "german-2"))
        fits = price(g, h, "foot" if kind in FOOT else "vehicle") is not None
        if fits and len(here) < 3 and all(u.side == side for u in here):
            unit = german(kind, h, side=side, id=f"u{n}", pinned=rng.random() < 0.3)
            g.put(soviet(kind, h, id=f"u{n}", spotted=rng.random() < 0.5) if russian else unit)
    return g


def stacks(rng: random.Random, count: int) -> Iterator[tuple[NightFight, list[Unit]]]:
    """Positions, each with a German stack that may move."""
    while count:
        turn = rng.choice((1, 2, 2, 2))
        g = crowd(rng, turn, rng.choice(sorted(ROADS) if turn == 1 else HEXES))
        g.new_phase("German movement")
        g.began = {u.id: u.place for u in g.force()}
        places = [h for h in g.german_hexes if turn > 1 or h in ROADS]
        for h in rng.sample(places, min(1, len(places))):
            able = [u for u in g.here(h) if not u.pinned]
            if able:
                count -= 1
                yield g, able[: rng.choice((1, 1, 2, 3))]


@pytest.mark.rule("NF-8.0.5", "NF-8.0.6", "NF-8.0.7", "NF-8.0.8", "NF-8.2.1", "NF-7.0.6", "NF-22.3.15")
def test_reach_is_what_trying_every_way_finds() -> None:
    rng = random.Random("reach")
    for g, stack in stacks(rng, 120):
        points = rng.randrange(1, 7)
        assert dict(ways_from(g, tuple(stack), stack[0].place, points)) == slow_reach(g, stack, points), stack


@pytest.mark.rule("NF-4.0.3", "NF-4.0.4", "NF-20.2.3", "NF-4.1.1", "NF-4.2.1")
def test_what_is_offered_is_where_the_stack_may_stop_or_go_on_from() -> None:
    rng = random.Random("destinations")
    for g, stack in stacks(rng, 40):
        points = rng.randrange(1, 5)
        g.spent = {u.id: 6 - points for u in stack}
        wanted = slow_destinations(g, stack, points)
        g.steps = (GermanMovement(("german", "german-2"), begun=True), MoveStack(tuple(u.id for u in stack)))
        g.steps[-1].run(g)
        if g.asks:
            assert {a.hex for a in offered(g) if isinstance(a, To)} == wanted, stack
        else:
            assert len(wanted) <= 1, stack  # nothing to choose: it has stopped, or gone where alone it could


# ------------------------------------------------------------------ retreats (13.4, R52)


def enters(g: NightFight, unit: Unit, h: str) -> bool:
    """13.4, 8.6 May this unit normally enter, and is no enemy there?"""
    soviets = unit.side == "soviet"
    if any((u.side == "soviet") != soviets for u in g.here(h)):
        return False
    if unit.mobile and WATER.get(h) == "gully" and h not in WOOD_BRIDGES:
        return False
    kind = "foot" if unit.type in FOOT else "gun" if unit.type in GUNS_AND_POSTS else "vehicle"
    return price(g, h, kind) is not None


def every_path(g: NightFight, unit: Unit, away: str, length: int, strict: bool) -> list[tuple[str, ...]]:
    """All paths of this length on which each step leads farther from the firer, or at least keeps the distance."""
    paths: list[tuple[str, ...]] = [(unit.place,)]
    for _ in range(length):
        paths = [
            (*path, h)
            for path in paths
            for h in NEIGHBOURS[path[-1]]
            if distance(away, h) - distance(away, path[-1]) in ((1,) if strict else (0, 1)) and enters(g, unit, h)
        ]
    return paths


def slow_retreat(g: NightFight, unit: Unit, away: str, length: int) -> tuple[int, set[str], set[str]]:
    """How far it goes, where it may end, and by which first hexes: the first kind of path there is (R52)."""
    start = unit.place
    seen = [u.place for u in g.pieces.values() if u.spotted and (u.side == "soviet") != (unit.side == "soviet")]
    watchers = [h for h in seen if distance(start, h) <= g.visibility and sees(g, start, h)]

    def mine(h: str) -> bool:
        return all(u.side == unit.side for u in g.here(h))

    def room(h: str) -> bool:
        return mine(h) and len(g.here(h)) + (h in g.wrecks) < 3

    def shy(h: str) -> bool:
        return all(distance(w, h) >= distance(w, start) for w in watchers)

    def farther(h: str) -> bool:
        return distance(away, h) > distance(away, start)

    for left in range(length, 0, -1):
        straight, loose = (every_path(g, unit, away, left, strict) for strict in (True, False))
        kinds = [
            [p for p in straight if room(p[-1]) and shy(p[-1])],
            [p for p in straight if room(p[-1])],
            [p for p in loose if room(p[-1]) and farther(p[-1])],
            [p for p in loose if mine(p[-1]) and farther(p[-1])],
        ]
        for paths in kinds:
            if paths:
                return left, {p[-1] for p in paths}, {p[1] for p in paths}
    return 0, set(), set()


@pytest.mark.rule("NF-13.4.4", "NF-13.4.6", "NF-13.4.7", "NF-8.6.10", "NF-20.2.3", "NF-4.3.1")
def test_retreats_lead_where_trying_every_path_leads() -> None:
    rng = random.Random("retreats")
    lengths = []
    for _ in range(60):
        g = crowd(rng, 2, rng.choice(HEXES))
        for unit in rng.sample(list(g.pieces.values()), min(4, len(g.pieces))):
            firers = [h for h in within(unit.place, 4) if h != unit.place]
            away, length = rng.choice(firers), rng.randrange(1, 5)
            ways = choices(g, unit, away, unit.place, length, False)
            left, ends, steps = slow_retreat(g, unit, away, length)
            assert (ways.left, set(ways.ends)) == (left, ends), (unit, away, length)
            assert (set(ways.first_steps()) if ends else set()) == steps, (unit, away, length)
            lengths.append(length - left)
    assert {0, 1, 2} <= set(lengths)  # some were cut short


# ------------------------------------------------------------------ sight (9.0, R64)

CORNERS = ((0, 2), (1, 1), (1, -1), (0, -2), (-1, -1), (-1, 1))
SIDES = ((1, 0, 1), (-1, 0, 1), (1, 1, 2), (1, -1, 2), (-1, 1, 2), (-1, -1, 2))  # a x + b y is at most c


def size(g: NightFight, h: str) -> Fraction:
    """How much of a hex blocks sight: all of it, half of it about the centre, or nothing."""
    kinds = MAP.terrain[h]
    if "building_full" in kinds or ("vegetation" in kinds and g.vegetation != "clear"):
        return Fraction(1)
    return Fraction(1, 2) if "building_partial" in kinds else Fraction(0)


def meets(a: tuple[int, int], b: tuple[int, int], h: str, part: Fraction) -> bool:
    """Does the line between two points, its ends left out, meet or touch a hexagon?"""
    x, y = centre(h)
    first, last = Fraction(0), Fraction(1)
    for nx, ny, c in SIDES:
        at_a = nx * (a[0] - x) + ny * (a[1] - y) - c * part
        at_b = nx * (b[0] - x) + ny * (b[1] - y) - c * part
        if at_a == at_b:
            if at_a > 0:
                return False
            continue
        crossing = Fraction(at_a, at_a - at_b)
        if at_b > at_a:
            last = min(last, crossing)
        else:
            first = max(first, crossing)
    return first <= last and last > 0 and first < 1


def sees(g: NightFight, a: str, b: str) -> bool:
    """Is one of the 36 lines from corner to corner clear?"""
    if distance(a, b) <= 1:
        return True
    (ax, ay), (bx, by) = centre(a), centre(b)
    far = distance(a, b)
    near = [h for h in within(a, far + 1) if h not in (a, b) and distance(a, h) + distance(h, b) <= far + 2]
    blocks = [(h, part) for h in near if (part := size(g, h))]
    return any(
        not any(meets((ax + cx, ay + cy), (bx + dx, by + dy), h, part) for h, part in blocks)
        for cx, cy in CORNERS
        for dx, dy in CORNERS
    )


@pytest.mark.rule("NF-9.0.3", "NF-9.0.5", "NF-9.0.6", "NF-9.0.7", "NF-9.0.8", "NF-22.3.14")
@pytest.mark.parametrize("level", LEVELS)
def test_sight_is_what_36_lines_drawn_exactly_show(level: str) -> None:
    rng = random.Random(f"sight {level}")
    g = position(vegetation=level, visibility=6)
    built_up = [*within("1917", 6), *within("2508", 6)]
    for a in [*rng.sample(built_up, 50), *rng.sample(HEXES, 25)]:
        b = rng.choice([h for h in within(a, 6) if h != a])
        assert (b in seen_from(g, a)) is sees(g, a, b), (a, b)
        assert (b in seen_from(g, a)) is (a in seen_from(g, b)), (a, b)


@pytest.mark.rule("NF-9.0.3", "NF-17.0.4")
def test_visibility_and_flares_bound_what_is_in_view() -> None:
    rng = random.Random("view")
    for _ in range(40):
        g = position(vegetation=rng.choice(LEVELS), visibility=rng.choice((2, 4)))
        a = rng.choice(HEXES)
        b = rng.choice([h for h in within(a, 7) if h != a])
        flare = rng.choice(within(b, 2))
        g.lit = {flare: True}
        line = sees(g, a, b)
        assert in_view(g, "soviet", a, b) is (line and distance(a, b) <= g.visibility)
        assert in_view(g, "german", a, b) is (line and (distance(a, b) <= g.visibility or distance(flare, b) <= 1))
