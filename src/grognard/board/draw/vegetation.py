"""Trees from back to front, orchard rows, bushes, reeds, humps and sand."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

from grognard.board.draw.page import SIZE
from grognard.board.draw.scene import Scene
from grognard.board.draw.svg import Point, attrs, element, layer, unit, units
from grognard.board.hexes.grid import Cube

_ROW_TURN = math.radians(12)


class _Cover(NamedTuple):
    """How one style of area is planted."""

    style: str
    mark: str
    step: float
    jitter: float  # as a share of the step; straight rows where it is nothing
    inset: float
    rough: float
    room: float


_COVERS = (
    _Cover("grove", "t", 19, 0.45, 6, 5, 4),
    _Cover("orchard", "o", 13, 0, 8, 1.5, 2),
    _Cover("scrub", "b", 15, 0.5, 6, 5, 3),
    _Cover("marsh", "m", 17, 0.5, 6, 4, 3),
    _Cover("rough", "r", 19, 0.5, 6, 4, 3),
    _Cover("beach", "s", 17, 0.5, 5, 4, 2),
)


def draw_plants(scene: Scene) -> str:
    """Everything that grows, kept off roads, water and houses."""
    wood = _Cover("wood", "t", 9.2 if scene.operational else 11.5, 0.42, 6, 5, 4)
    found = [spot for cover in (wood, *_COVERS) for spot in _planted(scene, cover)]
    uses = [f'<use href="#{scene.prefix}{mark}" x="{x:.1f}" y="{y:.1f}"/>' for y, x, mark in sorted(found)]
    return layer("plants", *uses)


def _planted(scene: Scene, cover: _Cover) -> Iterator[tuple[float, float, str]]:
    cubes = scene.plan.areas.get(cover.style)
    if not cubes:
        return
    shape = scene.blob(cubes, cover.inset, cover.rough)
    for cube in sorted(scene.page.spill(cubes)):
        spots = _scatter(scene, cube, cover.step, cover.jitter) if cover.jitter else _rows(scene, cube, cover.step)
        for q in spots:
            if q in shape and scene.taken.is_clear(q, cover.room):
                kind = f"t{int(unit(*q, 1) * 3)}" if cover.mark == "t" else cover.mark
                yield q[1], q[0], kind


def _scatter(scene: Scene, cube: Cube, step: float, jitter: float) -> Iterator[Point]:
    """A jittered lattice inside one hex."""
    x, y = scene.page.centre(cube)
    n = int(SIZE / step) + 1
    for i in range(-n, n + 1):
        for j in range(-n, n + 1):
            q = (x + step * (i + (0.5 if j % 2 else 0)), y + step * 0.87 * j)
            if _in_hex(scene.page.flat, q[0] - x, q[1] - y):
                dx, dy = units(2, *q)
                yield q[0] + step * jitter * (2 * dx - 1), q[1] + step * jitter * (2 * dy - 1)


def _rows(scene: Scene, cube: Cube, step: float) -> Iterator[Point]:
    """The part inside one hex of straight rows that are one lattice for the whole map."""
    x, y = scene.page.centre(cube)
    c, s = math.cos(_ROW_TURN) * step, math.sin(_ROW_TURN) * step
    u, v = (x * c + y * s) / step**2, (y * c - x * s) / step**2
    n = int(SIZE / step) + 2
    for i in range(int(u) - n, int(u) + n + 1):
        for j in range(int(v) - n, int(v) + n + 1):
            q = (i * c - j * s, i * s + j * c)
            if _in_hex(scene.page.flat, q[0] - x, q[1] - y):
                yield q


def _in_hex(flat: bool, dx: float, dy: float) -> bool:
    """Whether a place this far from the centre is in the hex."""
    across, along = (abs(dy), abs(dx)) if flat else (abs(dx), abs(dy))
    half = SIZE * math.sqrt(3) / 2
    return across <= half and along * math.sqrt(3) / 2 + across / 2 <= half


# -------------------- Sand, rough ground, marsh, scrub, orchards, groves and woods as soft shapes


class _Kind(NamedTuple):
    style: str
    inset: float
    rough: float
    alpha: float
    dash: str | None


_KINDS = (
    _Kind("beach", -3, 5, 0.85, "1.5 4"),
    _Kind("rough", 3, 5, 0.55, "2 4"),
    _Kind("marsh", 2, 5, 0.55, "2 4"),
    _Kind("scrub", 3, 5, 0.6, "1 3"),
    _Kind("orchard", 4, 1.5, 0.9, None),
    _Kind("grove", 3, 5, 0.7, "3 3"),
    _Kind("wood", 3, 5, 0.9, None),
)


def draw_areas(scene: Scene) -> str:
    """One shape for each style, woods with a shadow."""
    return layer("areas", *(_area(scene, kind) for kind in _KINDS if kind.style in scene.plan.areas))


def _area(scene: Scene, kind: _Kind) -> str:
    p = scene.palette
    fill, edge = {
        "beach": (p.sand, p.rough_ink),
        "rough": (p.rough, p.rough_ink),
        "marsh": (p.marsh, p.marsh_ink),
        "scrub": (p.orchard, p.wood_edge),
        "orchard": (p.orchard, p.wood_edge),
        "grove": (p.wood, p.wood_edge),
        "wood": (p.wood, p.wood_edge),
    }[kind.style]
    d = scene.blob(scene.plan.areas[kind.style], kind.inset, kind.rough).path
    shade = attrs(transform="translate(2.5 3.5)", fill=p.shadow, fill_opacity=0.22)
    line = attrs(stroke=edge, stroke_opacity=0.6, stroke_width=1, stroke_dasharray=kind.dash)
    shadow = element("path", d=d, fill_rule="evenodd", **shade) if kind.style == "wood" else ""
    body = element("path", d=d, fill=fill, fill_opacity=kind.alpha, fill_rule="evenodd", **line)
    return element("g", shadow, body, class_=kind.style)
