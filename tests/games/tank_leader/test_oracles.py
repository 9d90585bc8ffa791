"""Slow second reckonings of geometry, obviously right, beside the quick ones of the rules.

They read the map file themselves, know the rules of sections 3, 8, 9 and 11 as the ledger tells them, and share nothing
with the code they judge: hexes are polygons, sight is a cut of a segment with polygons, reach is every way there is.
"""

from __future__ import annotations

import random
import tomllib
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import pairwise
from typing import Any

import pytest

from grognard.engine import Action, Match, Pick
from grognard.games.tank_leader import GAME
from grognard.games.tank_leader.rules.areas import battalion_centres, legal_centres
from grognard.games.tank_leader.rules.data import CARDS, FOLDER, GRID, TYPES
from grognard.games.tank_leader.rules.fire import FireAt, why_not_fire
from grognard.games.tank_leader.rules.move_paths import ReachableHexes
from grognard.games.tank_leader.rules.operations import Activation, Lift, why_not_operate
from grognard.games.tank_leader.rules.opportunity_fire import React, Window
from grognard.games.tank_leader.rules.order import why_not_lift
from grognard.games.tank_leader.rules.state import Move, TankLeader
from grognard.games.tank_leader.rules.terrain import Conditions, country_of
from grognard.games.tank_leader.rules.unit_operations import UnitActs

from .table import field, put

# ------------------------------------------------------------------ the map as the file has it


def _file() -> dict[str, Any]:
    with (FOLDER / "maps" / "astrika.toml").open("rb") as file:
        return tomllib.load(file)


FILE = _file()
MISSING = set(FILE["grid"]["missing"])
HEXES = [f"{c:02}{r:02}" for c in range(1, 65) for r in range(1, 34) if f"{c:02}{r:02}" not in MISSING]
ON_MAP = set(HEXES)
LAID = {h: kind for kind, hexes in FILE["terrain"].items() for h in hexes}
COLOUR = {h: int(n) for n, hexes in FILE["elevation"].items() if n != "base" for h in hexes}
WATER = {
    kind: {h for line in FILE["line"] if line["kind"] == kind for h in line["hexes"]} for kind in ("river", "stream")
}
ROADS = {frozenset(pair) for line in FILE["line"] if line["kind"] == "road" for pair in pairwise(line["hexes"])}
SPANS = {b["hex"] for b in FILE["bridge"] if b["kind"] != "ford"}

BUILDINGS = {"devastated": ("ruins", "ruins"), "sparse": ("wood", "wood"), "normal": ("wood", "stone")}
VEGETATION = {
    "arid": ("brush", "brush"),
    "wooded": ("brush", "woods"),
    "forested": ("woods", "forest"),
    "heavily_forested": ("forest", "forest"),
}
LEVELS = {"flat": (0, 0, 0, 1), "rolling": (0, 0, 1, 2), "hilly": (0, 1, 2, 3)}
STATE_OF_WATER = {"spring": "flooded", "summer": "low", "autumn": "low", "winter": "frozen"}


def ground(h: str, today: Conditions) -> str:
    """3.3, 3.4 What is in a hex today."""
    laid = str(LAID.get(h, ""))
    if laid in ("ford", "shallows"):
        return laid
    for kind in ("river", "stream"):
        if h in WATER[kind]:
            return kind
    symbols = ("brown_buildings", "black_buildings", "light_vegetation", "dense_vegetation")
    meanings = (*BUILDINGS[today.urbanization], *VEGETATION[today.area])
    return dict(zip(symbols, meanings, strict=True)).get(laid, "clear")


def level(h: str, today: Conditions) -> int:
    """3.5 How high a hex is today."""
    return LEVELS[today.contour][COLOUR.get(h, FILE["elevation"].get("base", 0))]


@cache
def cube(h: str) -> tuple[int, int, int]:
    """A hex in three coordinates; odd columns lie half a hex lower."""
    column, row = int(h[:2]), int(h[2:])
    q, r = column, row - (column + column % 2) // 2 + column % 2
    return q, r, -q - r


def distance(a: str, b: str) -> int:
    """2.11.8 Hexes from one to the other."""
    return max(abs(x - y) for x, y in zip(cube(a), cube(b), strict=True))


def around(h: str, far: int) -> list[str]:
    """The hexes of the map up to so far away."""
    column, row = int(h[:2]), int(h[2:])
    box = (f"{c:02}{r:02}" for c in range(column - far, column + far + 1) for r in range(row - far, row + far + 1))
    return [n for n in box if n in ON_MAP and distance(h, n) <= far]


@cache
def beside(a: str) -> tuple[str, ...]:
    """The neighbours of a hex."""
    return tuple(h for h in around(a, 1) if h != a)


# ------------------------------------------------------------------ sight (9.11 to 9.14)

CORNERS = ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))  # a hex three units wide for each column, two high
CONDITIONS = [
    Conditions("summer", "normal", urban, area, contour)
    for urban, area, contour in (
        ("normal", "wooded", "rolling"),
        ("sparse", "forested", "hilly"),
        ("devastated", "arid", "hilly"),
        ("normal", "heavily_forested", "flat"),
    )
]


def middle(h: str) -> tuple[int, int]:
    """The centre of a hex on paper."""
    column, row = int(h[:2]), int(h[2:])
    return 3 * column, 2 * row + column % 2


def cut(a: str, b: str, h: str) -> tuple[Fraction, Fraction, bool] | None:
    """From where to where the line from a to b lies in a hex, and whether it runs along its edge."""
    (x, y), (ax, ay), (bx, by) = middle(h), middle(a), middle(b)
    enter, leave, along = Fraction(0), Fraction(1), False
    for (cx, cy), (dx, dy) in zip(CORNERS, (*CORNERS[1:], CORNERS[0]), strict=True):
        normal = -(dy - cy), dx - cx  # points into the hex
        start = normal[0] * (ax - x - cx) + normal[1] * (ay - y - cy)
        run = normal[0] * (bx - ax) + normal[1] * (by - ay)
        if run == 0:
            if start < 0:
                return None
            along = along or start == 0
        elif run > 0:
            enter = max(enter, Fraction(-start, run))
        else:
            leave = min(leave, Fraction(-start, run))
    return (enter, leave, along) if enter < leave else None


def passed(a: str, b: str) -> list[list[str]]:
    """What the line passes, in order: a hex, or the hexes along a hexside ([""] stands for one off the map)."""
    far = distance(a, b)
    near = [h for h in around(a, far) if h not in (a, b) and distance(b, h) <= far]
    found: dict[tuple[Fraction, Fraction], list[str]] = {}
    for h in near:
        piece = cut(a, b, h)
        if piece is not None:
            hexes = found.setdefault(piece[:2], [])
            hexes.append(h)
            if piece[2] and len(hexes) == 1:
                hexes.append("")  # the other side of the edge, unless it turns up
            elif piece[2]:
                hexes.remove("")
    return [found[span] for span in sorted(found)]


def sees(a: str, b: str, today: Conditions) -> bool:
    """9.12, 9.13, 9.14 Is the line clear?"""
    high, low = (a, b) if level(a, today) >= level(b, today) else (b, a)
    top, bottom = level(high, today), level(low, today)
    way = passed(high, low)
    heights = [0 if "" in hexes else min(level(h, today) for h in hexes) for hexes in way]
    for hexes in way:
        if "" not in hexes and all(_blocks(h, top, bottom, today) for h in hexes):
            return False
    for i, height in enumerate(heights):
        behind = heights[i + 1] if i + 1 < len(heights) else bottom
        casts = 1 <= height < top and behind < height
        if casts and bottom < height and distance(way[i][0], low) <= height:
            return False
    return True


def _blocks(h: str, top: int, bottom: int, today: Conditions) -> bool:
    here, close = level(h, today), ground(h, today) in ("woods", "forest", "wood", "stone")
    return here > top or (here == top and (top > bottom or close))


@pytest.mark.rule("TL-9.11.1", "TL-9.12.1", "TL-9.12.2", "TL-9.12.3", "TL-9.13.1", "TL-9.14.1", "TL-9.11.2")
@pytest.mark.parametrize("today", CONDITIONS, ids=lambda c: f"{c.area} {c.contour}")
def test_sight_is_what_a_ruler_on_the_map_says(today: Conditions) -> None:
    rng, country = random.Random(today.area), country_of(today)
    for a in rng.sample(HEXES, 25):
        for b in rng.sample(around(a, 8), 5):
            assert country.sight.sees(a, b) == sees(a, b, today), (a, b)


@pytest.mark.rule("TL-9.14.1", "TL-9.13.1")
def test_sight_along_hexsides_and_at_the_edges_too() -> None:
    """Lines that run along hexsides are rare among random ones: here are all there are from some hexes."""
    today = CONDITIONS[1]
    country, rng = country_of(today), random.Random(7)
    for a in [*rng.sample(HEXES, 4), "0101", "0133", "6401", "3911", "6011", "3412"]:
        straight = [
            h for h in HEXES if distance(a, h) in (2, 4, 6) and any("" in p or len(p) == 2 for p in passed(a, h))
        ]
        for b in rng.sample(straight, min(8, len(straight))):
            assert country.sight.sees(a, b) == sees(a, b, today), (a, b)


@pytest.mark.rule("TL-2.11.8")
def test_distances_and_neighbours() -> None:
    rng = random.Random(3)
    for a in rng.sample(HEXES, 60):
        assert set(GRID.neighbours[a]) == set(beside(a))
        for b in rng.sample(HEXES, 30):
            assert GRID.distance(a, b) == distance(a, b)


# ------------------------------------------------------------------ movement (8)

COST = {"clear": (1, 1), "brush": (1, 1), "ruins": (1, 1), "woods": (2, 1), "wood": (2, 1), "stone": (2, 1)}
WET = {  # vehicles and men; None is closed, 0 takes all that is left
    ("stream", "flooded"): (0, 0),
    ("stream", "low"): (2, 1),
    ("ford", "low"): (2, 1),
    ("shallows", "low"): (0, 1),
}


@cache
def step(a: str, b: str, kind: str, today: Conditions) -> tuple[int, bool] | None:
    """8.5 to 8.17 Half points from a hex to its neighbour, and whether that ends the move; None if it is closed."""
    what = TYPES[kind]
    soft = today.ground in ("mud", "snow") and what.vehicle
    if frozenset((a, b)) in ROADS:
        return (2 if soft else 1), False
    here, water = ground(b, today), STATE_OF_WATER[today.season]
    if here == "forest":
        entry: int | None = None if what.vehicle else 1
    elif here in COST:
        entry = COST[here][not what.vehicle]
    elif water == "frozen":
        entry = 1
    else:
        found = WET.get((here, water))
        entry = found[not what.vehicle] if found else None
    if entry is None:
        return None
    if entry == 0:
        price = 2
    else:
        price = 2 * (entry + (0 if not soft else 2 if what.wheeled and today.ground == "mud" else 1))
    if what.vehicle and level(b, today) > level(a, today):
        price = max(price, 2 * max(1, what.ma // 2))
    return price, entry == 0


def reachable(
    kind: str, start: str, today: Conditions, *, die: int = 40, closed: frozenset[str] = frozenset()
) -> set[str]:
    """8.1, 8.2 Every hex that some way of so many hexes leads to: one hex more in each round."""
    points = 2 * TYPES[kind].ma
    flooded = STATE_OF_WATER[today.season] == "flooded" and ground(start, today) == "stream"
    found: set[str] = set()
    cheapest: dict[str, int] = {}
    here = {start: 0}
    for n in range(die):
        there: dict[str, int] = {}
        for a, spent in here.items():
            for b in beside(a):
                price = step(a, b, kind, today)
                if price is None or b in closed or (n and spent + price[0] > points):
                    continue  # only the first hex may be entered at any price
                found.add(b)
                dry = a in SPANS and frozenset((a, b)) in ROADS
                total, over = spent + price[0], price[1] or (not n and flooded and not dry)
                if not over and total < points and total < min(cheapest.get(b, 999), there.get(b, 999)):
                    there[b] = total
        cheapest |= there
        here = there
    return found - {start}


MOVERS = (("t34_76", "206"), ("churchill", "204"), ("ac222", "124"), ("rifle", "222"), ("pz3s", "106"), ("s_truck", ""))


@pytest.mark.rule(
    "TL-8.1", "TL-8.6", "TL-8.7", "TL-8.11", "TL-8.13", "TL-8.14", "TL-8.15", "TL-8.16", "TL-8.1.1", "TL-8.1.5"
)
@pytest.mark.parametrize(
    ("season", "going", "area", "contour"),
    [
        ("spring", "normal", "wooded", "hilly"),
        ("summer", "normal", "forested", "rolling"),
        ("autumn", "mud", "arid", "hilly"),
        ("winter", "snow", "heavily_forested", "flat"),
    ],
)
def test_reach_is_every_hex_that_some_way_leads_to(season: str, going: str, area: str, contour: str) -> None:
    today = Conditions(season, going, "normal", area, contour)
    rng = random.Random(f"{season} {area}")
    wet = [h for h in HEXES if ground(h, today) == "stream"]
    for kind, card in MOVERS:
        g = field(today)
        for start in (rng.choice(HEXES), rng.choice(wet), rng.choice(sorted(SPANS))):
            if not g.country.may_enter(start, TYPES[kind].mover):
                continue
            unit = put(g, kind, start, card)
            ways = ReachableHexes(g, g.pieces[unit], Move(unit))
            assert set(ways.hexes()) == reachable(kind, start, today), (kind, start)


@pytest.mark.rule("TL-8.2.1", "TL-8.2.2", "TL-8.11", "TL-8.14")
@pytest.mark.parametrize("season", ["spring", "summer"])
def test_reach_of_f_rated_units(season: str) -> None:
    today = Conditions(season, "normal", "normal", "wooded", "rolling")
    rng = random.Random(season)
    spans = [h for span in sorted(SPANS) for h in beside(span)]
    for start in (*rng.sample(HEXES, 6), *rng.sample(spans, 6), "1618", "1518"):
        g = field(today)
        if g.country.may_enter(start, "vehicle"):
            tank, g.rolled = put(g, "kv1s", start, "208"), {**g.rolled, "208": rng.randint(1, 6)}
            found = set(ReachableHexes(g, g.pieces[tank], Move(tank)).hexes())
            assert found == reachable("kv1s", start, today, die=g.rolled["208"]), start


@pytest.mark.rule("TL-8.1", "TL-13.33.2", "TL-14.1", "TL-8.53.1")
def test_every_way_is_one_that_may_be_walked_and_costs_what_is_shown() -> None:
    today = Conditions("summer", "normal", "normal", "wooded", "hilly")
    rng = random.Random(11)
    for kind, card, transport in (("t34_76", "206", False), ("s_truck", "", True), ("rifle", "222", False)):
        for start in rng.sample(HEXES, 4):
            g = field(today)
            if not g.country.may_enter(start, TYPES[kind].mover):
                continue
            unit = put(g, kind, start, card)
            foes = {
                h: rng.choice(("pz4l", "g_inf"))
                for h in rng.sample([h for h in HEXES if 1 <= distance(start, h) <= 4], 6)
            }
            for h, foe in foes.items():
                put(g, foe, h, "106" if foe == "pz4l" else "103")
            ways = ReachableHexes(g, g.pieces[unit], Move(unit, transport=transport))
            shut = {h for h, foe in foes.items() if transport or (kind == "rifle" and foe == "pz4l")}
            assert set(ways.hexes()) == reachable(kind, start, today, closed=frozenset(shut))
            for h in rng.sample(ways.hexes(), min(25, len(ways.hexes()))):
                steps = [step(a, b, kind, today) for a, b in pairwise((start, *ways.to(h)))]
                assert all(steps) and not shut & set(ways.to(h)) and ways.to(h)[-1] == h
                assert sum(s[0] for s in steps if s) == ways.price(h)


# ------------------------------------------------------------------ doctrine (11)


@pytest.mark.rule("TL-11.1.1", "TL-11.2.1", "TL-11.3.1", "TL-11.3.2", "TL-11.3.3", "TL-11.11.1")
def test_no_central_hex_of_the_whole_map_is_better_than_those_offered() -> None:
    rng = random.Random(5)
    for _ in range(8):
        g = field(year=1943)
        spread = rng.sample([h for h in HEXES if distance("2620", h) <= 3], 5)
        for card, kind in (("106", "pz4l"), ("204", "churchill"), ("205", "t34_76")):
            for _ in range(3):
                put(g, kind, rng.choice(spread), card, separated=rng.random() < 0.3)
        for card in ("106", "205"):
            found = legal_centres(g, card)
            radius = 2 if CARDS[card].side == "german" else 0
            everywhere = {h: _away(g, card, h, radius) for h in HEXES}
            fair = {h: away for h, away in everywhere.items() if not _swaps(g, card, away)}
            least = min(len(away) for away in (fair or everywhere).values())
            assert min(len(away) for away in found.values()) == least
            assert all(everywhere[h] == away for h, away in found.items())
        offered = battalion_centres(g, "201")
        assert all(_battalion(g, h) == len(away) for h, away in offered.items())


def _battalion(g: TankLeader, centre: str) -> int:
    """11.3 How many units are separated if each company then takes its best central hex."""
    return sum(min(map(len, legal_centres(g, card, centre).values())) for card in ("204", "205"))


def _away(g: TankLeader, card: str, centre: str, radius: int) -> frozenset[str]:
    return frozenset(u.id for u in g.members(card) if distance(u.place, centre) > radius)


def _swaps(g: TankLeader, card: str, away: frozenset[str]) -> bool:
    units = g.members(card)
    return any(u.separated and u.id not in away for u in units) and any(not u.separated and u.id in away for u in units)


# ------------------------------------------------------------------ what is offered (9.21, 9.4, 8.54)


def questions(scenario: str, seed: int, limit: int) -> Iterator[TankLeader]:
    """The questions of a random match, past its set-up."""
    match, rng = Match.new(GAME, scenario, seed=seed, record=False), random.Random(seed)
    for _ in range(limit):
        if match.over:
            return
        assert isinstance(match.state, TankLeader)
        if match.state.turn:
            yield match.state
        ask = rng.choice(match.state.asks)
        wanted = [a for a in ask.actions if isinstance(a, FireAt | React)]
        match.take(rng.choice(wanted or ask.actions), ask.side)


def allowed(g: TankLeader) -> dict[type[Action], set[Action]]:
    """What nothing forbids in the question asked now, found by asking about everybody."""
    step, everybody = g.steps[-1], list(g.pieces.values())
    each = [(unit, kind) for unit in everybody for kind in ("AV", "AI")]
    match step:
        case UnitActs(unit=unit) if not g.loaded(g.pieces[unit]):
            mine = g.pieces[unit]
            return {FireAt: {FireAt(t.id, k) for t, k in each if why_not_fire(g, mine, t, k) is None}}
        case Window(mover=mover):
            foes = [(u, k) for u, k in each if u.side != g.pieces[mover].side]
            return {React: {r for u, k in foes if step.why_not(g, u.side, r := React(u.id, k)) is None}}
        case Activation():
            lifts: set[Action] = {Lift(u.id) for u in everybody if u.place and why_not_lift(g, u) is None}
            return {Lift: lifts, Pick: {Pick(u.id) for u in everybody if why_not_operate(g, u) is None}}
    return {}


@pytest.mark.parametrize("scenario", ["ambush", "counterattack-on-the-chir", "steppe-patrol"])
def test_shots_and_lifts_are_offered_exactly_where_nothing_forbids_them(scenario: str) -> None:
    """The offers look at units near by only; here everybody is asked about everybody."""
    looked = 0
    for g in questions(scenario, 3, 500):
        for kind, open_to in allowed(g).items():
            assert {a for a in g.asks[0].actions if isinstance(a, kind)} == open_to
            looked += bool(open_to)
    assert looked > 20
