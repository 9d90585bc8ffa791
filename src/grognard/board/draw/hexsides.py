"""What lies along hexsides besides water: ditches, minefields, slopes, cliffs and hedges."""

from __future__ import annotations

from itertools import pairwise

from grognard.board.draw.courses import chains
from grognard.board.draw.geometry import Line, line_path, normal, nudge, polyline, resample
from grognard.board.draw.page import Corner
from grognard.board.draw.scene import Scene
from grognard.board.draw.styles import COURSES, Border
from grognard.board.draw.svg import element, layer, move, unit, wobble
from grognard.board.hexes.grid import Cube


def draw_sides(scene: Scene) -> str:
    """Every hexside feature that is not water."""
    draw = {"ditch": _ditch, "minefield": _mines, "slope": _slope, "cliff": _slope, "hedge": _hedge}
    out = [
        element("g", draw[border.style](scene, border), class_=border.style)
        for border in scene.plan.borders
        if border.style not in COURSES
    ]
    return layer("sides", *out)


def _lines(scene: Scene, border: Border) -> list[list[Corner]]:
    return chains([scene.page.side(a, b) for a, b in border.sides])


def _points(scene: Scene, chain: list[Corner], step: float) -> Line:
    corners = [wobble(scene.page.corner_point(c), 2, 30, 8) for c in chain]
    straight = [p for a, b in pairwise(corners) for p in resample([a, b], step)[:-1]]
    return [*straight, corners[-1]]


def _ditch(scene: Scene, border: Border) -> str:
    """An anti-tank ditch: a dark trench between two banks of teeth."""
    p, out = scene.palette, []
    for chain in _lines(scene, border):
        line = _points(scene, chain, 6)
        scene.water.add(line, 5)
        d = polyline(line)
        teeth = "".join(_tooth(a, b, 5.5) + _tooth(a, b, -5.5) for a, b in pairwise(line))
        out += [
            element("path", d=d, fill="none", stroke=p.gully, stroke_width=8, stroke_linejoin="round"),
            element("path", d=d, fill="none", stroke=p.gully_deep, stroke_width=3.4, stroke_linejoin="round"),
            element("path", d=teeth, stroke=p.gully_ink, stroke_width=1),
        ]
    return "".join(out)


def _tooth(a: tuple[float, float], b: tuple[float, float], size: float) -> str:
    n = normal(a, b)
    start, end = nudge(a, n, size * 0.35), nudge(a, n, size)
    return polyline((start, end))


def _mines(scene: Scene, border: Border) -> str:
    """Two staggered rows of mines along the side."""
    p, out = scene.palette, []
    for chain in _lines(scene, border):
        line = _points(scene, chain, 9)
        for i, (a, b) in enumerate(pairwise(line)):
            x, y = nudge(a, normal(a, b), 4 if i % 2 else -4)
            spikes = element("path", d="M-4 0H4M0-4V4M-2.8-2.8L2.8 2.8M-2.8 2.8L2.8-2.8", stroke=p.label)
            body = element("circle", r=2.7, fill=p.label, stroke=p.halo, stroke_width=0.6)
            out.append(element("g", spikes, body, transform=move(x, y)))
    return "".join(out)


def _slope(scene: Scene, border: Border) -> str:
    """Hachures down from each side's upper hex; a cliff has longer ones and a hard edge."""
    p, cliff = scene.palette, border.style == "cliff"
    ink = p.gully_ink if p.moon else p.level_edge
    ticks, edges = [], []
    for a, b in border.sides:
        line = _points(scene, list(scene.page.side(a, b)), 5)
        down = _downhill(scene, a, b)
        edges.append(line_path(line))
        for start, end in pairwise(line):
            size = (9 if cliff else 7) * (0.75 + 0.5 * unit(*start))
            tip = nudge(start, normal(start, end), size * down)
            ticks.append(polyline((start, tip)))
    edge = element("path", d="".join(edges), fill="none", stroke=ink, stroke_width=2.4 if cliff else 1.1)
    return edge + element("path", d="".join(ticks), stroke=ink, stroke_opacity=0.8, stroke_width=1)


def _downhill(scene: Scene, a: Cube, b: Cube) -> int:
    """1 when b's side of the border is to the right of the line from corner to corner, turned for the lower hex."""
    corners = [scene.page.corner_point(c) for c in scene.page.side(a, b)]
    n, ca, cb = normal(*corners), scene.page.centre(a), scene.page.centre(b)
    to_b = 1 if n[0] * (cb[0] - ca[0]) + n[1] * (cb[1] - ca[1]) > 0 else -1
    return -to_b if scene.levels[a] < scene.levels[b] else to_b


def _hedge(scene: Scene, border: Border) -> str:
    """A row of bushes."""
    out = []
    for chain in _lines(scene, border):
        for x, y in _points(scene, chain, 6):
            out.append(f'<use href="#{scene.prefix}b" x="{x:.1f}" y="{y:.1f}"/>')
    return "".join(out)
