"""Settlements: yards, and small rotated houses along the street that make a believable village."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from grognard.board.draw.colours import Palette
from grognard.board.draw.geometry import polyline
from grognard.board.draw.page import SIZE
from grognard.board.draw.scene import Scene
from grognard.board.draw.styles import HOUSES
from grognard.board.draw.svg import Point, Value, attrs, element, layer, move, units
from grognard.board.hexes.grid import Cube


class _Plan(NamedTuple):
    houses: int
    length: float
    depth: float
    reach: float  # how far from the hex centre, as a share of the hex size


_PLANS = {
    "partial": _Plan(6, 15, 10, 0.74),
    "full": _Plan(3, 30, 19, 0.50),
    "village": _Plan(6, 12, 8, 0.66),
    "town": _Plan(11, 11, 7.5, 0.74),
    "city": _Plan(9, 17, 12, 0.80),
}
_OPERATIONAL = {"village": _Plan(6, 8, 5.5, 0.50), "town": _Plan(15, 8.5, 6, 0.72), "city": _Plan(12, 11, 8, 0.80)}


def draw_yards(scene: Scene) -> str:
    """The ground under the houses."""
    out = []
    for kind in HOUSES:
        cubes = [cube for cube, houses in scene.plan.houses.items() if houses == kind]
        if cubes:
            shape = scene.blob(cubes, 9 if kind == "village" else 5, 3)
            out.append(element("path", d=shape.path, fill=scene.palette.yards(kind), fill_opacity=0.6))
    return layer("yards", *out)


def draw_houses(scene: Scene) -> str:
    """Airfields, fortifications and every house."""
    town = _Town(scene.palette)
    for cube, kind in sorted(scene.plan.houses.items()):
        for place, radius in _settle(scene, town, cube, kind):
            scene.taken.add([place], radius * 0.8)
    works = [_airfield(scene, cube) for cube in scene.plan.marks.get("airfield", ())]
    works += [_fortification(scene, cube) for cube in scene.plan.marks.get("fortification", ())]
    return layer("works", *works) + layer("houses", *town.markup())


# ---------------------------------------------------------------- houses


def _settle(scene: Scene, town: _Town, cube: Cube, kind: str) -> Iterator[tuple[Point, float]]:
    """Build the houses of one hex; the place and radius of each."""
    plan = _OPERATIONAL.get(kind, _PLANS[kind]) if scene.operational else _PLANS[kind]
    centre = scene.page.centre(cube)
    street, angle = scene.ways.lanes.nearest(centre) or (None, 0.0)
    placed: list[tuple[Point, float]] = []
    for attempt in range(260):
        if len(placed) == plan.houses:
            return
        luck = units(6, cube[0], cube[1], attempt)
        q = _spot(plan, centre, street if attempt < 120 else None, angle, luck)
        long, deep = plan.length * (0.8 + 0.45 * luck[3]), plan.depth * (0.85 + 0.3 * luck[2])
        radius = (long + deep) / 3.4
        outside = math.dist(q, centre) > SIZE * plan.reach
        if outside or not scene.taken.is_clear(q, deep * 0.55) or any(math.dist(q, o) < radius + r for o, r in placed):
            continue
        placed.append((q, radius))
        turn = angle + (90 if luck[2] > 0.72 else 0) + (luck[4] - 0.5) * 14
        town.build(_House(q, turn, long / 2, deep / 2, kind in ("full", "city"), luck[5]))
        yield q, radius


def _spot(plan: _Plan, centre: Point, street: Point | None, angle: float, luck: list[float]) -> Point:
    """A place beside the street, or anywhere in the hex."""
    u, v, w = luck[:3]
    if street is None:
        r, t = SIZE * plan.reach * math.sqrt(u), 2 * math.pi * v
        return centre[0] + r * math.cos(t), centre[1] + r * math.sin(t)
    a = math.radians(angle)
    along = (u - 0.5) * 2 * SIZE * 0.85
    off = (7 + plan.depth * (0.75 if w < 0.6 else 1.9)) * (1 if v < 0.5 else -1)
    return street[0] + along * math.cos(a) - off * math.sin(a), street[1] + along * math.sin(a) + off * math.cos(a)


class _House(NamedTuple):
    """One house: its middle, its turn in degrees, half its length and depth, and what luck makes of it."""

    middle: Point
    turn: float
    a: float
    b: float
    big: bool
    luck: float

    def drawn(self, points: Sequence[Point], closed: bool = True, off: Point = (0, 0)) -> str:
        """Path data of points given along the length and the depth of the house."""
        c, s = math.cos(math.radians(self.turn)), math.sin(math.radians(self.turn))
        x, y = self.middle[0] + off[0], self.middle[1] + off[1]
        return polyline([(x + u * c - v * s, y + u * s + v * c) for u, v in points], closed)

    def box(self, left: float, top: float, right: float, bottom: float, off: Point = (0, 0)) -> str:
        """Path data of an upright box in the house's own terms."""
        return self.drawn([(left, top), (right, top), (right, bottom), (left, bottom)], off=off)


class _Town:
    """All houses of a map. There are thousands, so what looks alike is one path; houses never overlap."""

    def __init__(self, palette: Palette) -> None:
        self.palette = palette
        self._paths: dict[tuple[int, tuple[tuple[str, Value], ...]], list[str]] = {}

    def markup(self) -> Iterator[str]:
        """The paths, from the shadows up to the lit windows."""
        for (_, look), data in sorted(self._paths.items(), key=lambda item: item[0][0]):
            yield element("path", d="".join(data), **dict(look))

    def build(self, house: _House) -> None:
        """A roof split at the ridge into a lit and a dark half, with its shadow."""
        p, (_, turn, a, b, big, luck) = self.palette, house
        tone = int(luck * 97)
        lights, darks = (p.block, p.block_dark) if big else (p.roof, p.roof_dark)
        light, dark = lights[tone % len(lights)], darks[tone % len(darks)]
        top, low = (light, dark) if math.cos(math.radians(turn - 45)) > 0 else (dark, light)
        large = a > 4.5
        high = 3.4 if big else 2.3 if large else 1.5
        self._add(0, house.box(-a, -b, a, b, (high * 0.8, high)), fill=p.shadow, fill_opacity=p.shadow_alpha)
        self._add(1, house.box(-a, -b, a, 0), fill=top)
        self._add(1, house.box(-a, 0, a, b), fill=low)
        edge = attrs(stroke=p.shadow, stroke_opacity=0.75, stroke_width=0.9 if large else 0.6)
        lines = house.box(-a, -b, a, b) + house.drawn([(-a, 0), (a, 0)], closed=False)
        self._add(2, lines, fill="none", **edge)
        if big and luck < 0.7:
            self._add_wing(house, light, dark)
        elif large:
            x, y = a * 0.35, -b * 0.45
            self._add(5, house.box(x, y, x + 2.4, y + 2.4), fill=p.shadow, fill_opacity=0.8)
        if p.window and luck < 0.38:
            self._add_window(house, p.window)

    def _add(self, order: int, data: str, **look: Value) -> None:
        self._paths.setdefault((order, tuple(look.items())), []).append(data)

    def _add_wing(self, house: _House, light: str, dark: str) -> None:
        """A wing, which most halls have."""
        p, a, b = self.palette, house.a, house.b
        wing, end = 1.6 * b, b * 2.1
        edge = attrs(stroke=p.shadow, stroke_opacity=0.75, stroke_width=0.9)
        self._add(3, house.box(a - wing, b - 1, a, end), fill=dark, **edge)
        ridge = house.drawn([(a - wing / 2, b - 1), (a - wing / 2, end)], closed=False)
        self._add(4, ridge, stroke=light, stroke_width=1.4)

    def _add_window(self, house: _House, lit: str) -> None:
        """A lit window and its glow, in some houses of a night map."""
        x, y = -house.a * 0.5, house.b - 1.6
        self._add(6, house.box(x, y, x + 2.6, y + 2.2), fill=lit)
        middle = house.drawn([(x + 1.3, house.b), (x + 1.3, house.b)], closed=False)
        self._add(7, middle, stroke=lit, stroke_opacity=0.22, stroke_width=10, stroke_linecap="round")


# ---------------------------------------------------------------- works


def _airfield(scene: Scene, cube: Cube) -> str:
    p, (x, y) = scene.palette, scene.page.centre(cube)
    ink = p.deck_ink
    strip = element("rect", x=-24, y=-5, width=48, height=10, rx=1.5, fill=p.road, stroke=ink)
    line = element("path", d="M-20 0H20", stroke=ink, stroke_dasharray="5 4")
    return element("g", strip, line, transform=move(x, y, -24), class_="airfield")


def _fortification(scene: Scene, cube: Cube) -> str:
    """A star-shaped earthwork, open to no side."""
    p, (x, y) = scene.palette, scene.page.centre(cube)
    points = [(r * math.cos(math.pi * i / 6), r * math.sin(math.pi * i / 6)) for i, r in enumerate((25, 18) * 6)]
    d = "M" + "L".join(f"{a:.1f} {b:.1f}" for a, b in points) + "Z"
    bank = element("path", d=d, fill="none", stroke=p.gully, stroke_width=6, stroke_linejoin="round")
    crest = element("path", d=d, fill="none", stroke=p.gully_ink, stroke_width=1.4, stroke_linejoin="round")
    return element("g", bank, crest, transform=move(x, y), class_="fortification")
