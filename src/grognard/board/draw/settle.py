"""Settlements: yards, and small rotated houses along the street that make a believable village."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

from grognard.board.draw.noise import Point, unit
from grognard.board.draw.page import SIZE
from grognard.board.draw.palettes import Palette
from grognard.board.draw.plan import HOUSES
from grognard.board.draw.scene import Scene
from grognard.board.draw.svg import attrs, element, layer, move
from grognard.board.hexgrid import Cube


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
    """Airfields, fortifications and every house, from back to front."""
    found: list[tuple[float, str]] = []
    for cube, kind in sorted(scene.plan.houses.items()):
        for place, radius, markup in _settle(scene, cube, kind):
            found.append((place[1], markup))
            scene.taken.add([place], radius * 0.8)
    works = [_airfield(scene, cube) for cube in scene.plan.marks.get("airfield", ())]
    works += [_fortification(scene, cube) for cube in scene.plan.marks.get("fortification", ())]
    return layer("works", *works) + layer("houses", *(markup for _, markup in sorted(found)))


# ---------------------------------------------------------------- houses


def _settle(scene: Scene, cube: Cube, kind: str) -> Iterator[tuple[Point, float, str]]:
    """The place, radius and markup of each house of one hex."""
    plan = _OPERATIONAL.get(kind, _PLANS[kind]) if scene.operational else _PLANS[kind]
    centre = scene.page.centre(cube)
    street, angle = scene.ways.lanes.nearest(centre) or (None, 0.0)
    placed: list[tuple[Point, float]] = []
    for attempt in range(260):
        if len(placed) == plan.houses:
            return
        luck = [unit(cube[0], cube[1], attempt, k) for k in range(1, 7)]
        q = _spot(plan, centre, street if attempt < 120 else None, angle, luck)
        long, deep = plan.length * (0.8 + 0.45 * luck[3]), plan.depth * (0.85 + 0.3 * luck[2])
        radius = (long + deep) / 3.4
        outside = math.dist(q, centre) > SIZE * plan.reach
        if outside or not scene.taken.is_clear(q, deep * 0.55) or any(math.dist(q, o) < radius + r for o, r in placed):
            continue
        placed.append((q, radius))
        turn = angle + (90 if luck[2] > 0.72 else 0) + (luck[4] - 0.5) * 14
        yield q, radius, _house(scene.palette, q, turn, (long, deep), kind in ("full", "city"), luck[5])


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


def _house(p: Palette, q: Point, turn: float, size: tuple[float, float], big: bool, luck: float) -> str:
    """A roof split at the ridge into a lit and a dark half, with its shadow."""
    long, deep = size
    a, b = long / 2, deep / 2
    tone = int(luck * 97)
    lights, darks = (p.block, p.block_dark) if big else (p.roof, p.roof_dark)
    light, dark = lights[tone % len(lights)], darks[tone % len(darks)]
    top, low = (light, dark) if math.cos(math.radians(turn - 45)) > 0 else (dark, light)
    high = 3.4 if big else 2.3 if long > 9 else 1.5
    box = f"M{-a:.1f} {-b:.1f}H{a:.1f}V{b:.1f}H{-a:.1f}Z"
    edge = attrs(stroke=p.shadow, stroke_opacity=0.75, stroke_width=0.9 if long > 9 else 0.6)
    shadow = element(
        "path",
        d=box,
        transform=move(q[0] + high * 0.8, q[1] + high, round(turn)),
        fill=p.shadow,
        fill_opacity=p.shadow_alpha,
    )
    roof = [
        element("path", d=box, fill=top),
        element("path", d=f"M{-a:.1f} 0H{a:.1f}V{b:.1f}H{-a:.1f}Z", fill=low),
        element("path", d=f"{box}M{-a:.1f} 0H{a:.1f}", fill="none", **edge),
        _detail(p, (a, b), big, luck, (light, dark)),
        _window(p, a, b, luck),
    ]
    return shadow + element("g", *roof, transform=move(q[0], q[1], round(turn)))


def _detail(p: Palette, half: tuple[float, float], big: bool, luck: float, tones: tuple[str, str]) -> str:
    """A wing for most halls, a chimney for a house that is large enough."""
    a, b = half
    if big and luck < 0.7:
        wing, end = 1.6 * b, b * 2.1
        d = f"M{a - wing:.1f} {b - 1:.1f}H{a:.1f}V{end:.1f}H{a - wing:.1f}Z"
        ridge = f"M{a - wing / 2:.1f} {b - 1:.1f}V{end:.1f}"
        body = element("path", d=d, fill=tones[1], stroke=p.shadow, stroke_opacity=0.75, stroke_width=0.9)
        return body + element("path", d=ridge, stroke=tones[0], stroke_width=1.4)
    if a > 4.5:
        look = attrs(width=2.4, height=2.4, fill=p.shadow, fill_opacity=0.8)
        return element("rect", x=round(a * 0.35, 1), y=round(-b * 0.45, 1), **look)
    return ""


def _window(p: Palette, a: float, b: float, luck: float) -> str:
    """A lit window and its glow, in some houses of a night map."""
    if not p.window or luck >= 0.38:
        return ""
    x = round(-a * 0.5, 1)
    pane = element("rect", x=x, y=round(b - 1.6, 1), width=2.6, height=2.2, fill=p.window)
    return pane + element("circle", cx=x + 1.3, cy=round(b, 1), r=5, fill=p.window, fill_opacity=0.22)


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
