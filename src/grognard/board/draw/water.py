"""Water: all banks first, then all shores, all bodies, deep middles and glints, so branches join without seams."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from grognard.board.draw.colours import Palette
from grognard.board.draw.courses import Flow
from grognard.board.draw.geometry import line_path, loop_path, ribbon, shifted
from grognard.board.draw.page import SIZE
from grognard.board.draw.scene import Scene
from grognard.board.draw.styles import COURSES
from grognard.board.draw.svg import attrs, element, layer, unit
from grognard.board.hexes.grid import Cube

_BROAD, _BIG = 20, 12  # widths from which water is drawn as a broad river, or with a deep middle at all


@dataclass
class _Strata:
    """The five layers of water, filled course by course."""

    banks: list[str] = field(default_factory=list)
    shores: list[str] = field(default_factory=list)
    bodies: list[str] = field(default_factory=list)
    deeps: list[str] = field(default_factory=list)
    glints: list[str] = field(default_factory=list)

    def markup(self) -> list[str]:
        return [*self.banks, *self.shores, *self.bodies, *self.deeps, *self.glints]


def draw_water(scene: Scene) -> str:
    """Every watercourse, pond, lake and sea."""
    strata = _Strata()
    for seed, flow in enumerate(scene.flows):
        scene.taken.add(flow.line, flow.width * 0.55 + 2)
        scene.water.add(flow.line, flow.width / 2)
        _add_flow(strata, scene.palette, flow, seed)
    for course in scene.plan.courses(*COURSES):
        if course.hint == "pond":
            _add_still(scene, strata, course.cubes, 7)
    for style in ("lake", "sea"):
        if style in scene.plan.areas:
            _add_still(scene, strata, scene.plan.areas[style], 2)
    return layer("water", *strata.markup())


def _add_flow(strata: _Strata, p: Palette, flow: Flow, seed: int) -> None:
    wide, line = flow.width, flow.line
    broad, big = wide > _BROAD, wide > _BIG
    vary = 0.22 if broad else 0.3
    body = loop_path(ribbon(line, wide, vary, seed, flow.taper))
    bank = loop_path(ribbon(line, wide + (9 if broad else 4.5), vary, seed, flow.taper))
    strata.banks.append(element("path", d=bank, fill=p.bank, fill_opacity=0.8))
    strata.shores.append(element("path", d=body, fill="none", stroke=p.bank_ink, stroke_width=2.6 if big else 1.8))
    strata.bodies.append(element("path", d=body, fill=p.water))
    if big:
        inner = loop_path(ribbon(line, wide * 0.55, vary, seed, flow.taper))
        strata.deeps.append(element("path", d=inner, fill=p.water_deep, fill_opacity=0.55))
    strata.glints += _glints(p, flow, seed)


def _glints(p: Palette, flow: Flow, seed: int) -> Iterable[str]:
    """Broken lines of light along the stream."""
    if flow.width > _BROAD:
        lanes = [-0.36, -0.18, 0.04, 0.22, 0.38]
    elif flow.width > _BIG:
        lanes = [-0.2, 0.16]
    else:
        lanes = [-0.6 / flow.width]
    open_water = flow.open_water
    if len(open_water) < 8:
        return
    for s in lanes:
        dash = [14 + 22 * unit(s, seed), 16 + 40 * unit(seed, s, 2), 5 + 9 * unit(s), 20 + 30 * unit(s, 4)]
        if flow.width <= _BIG:
            dash = [9, 7, 3, 8]
        yield element(
            "path",
            d=line_path(shifted(open_water, s * flow.width)),
            fill="none",
            stroke=p.water_line,
            stroke_opacity=0.75,
            stroke_width=1 if flow.width > _BROAD else 0.8,
            stroke_dasharray=" ".join(f"{d:.0f}" for d in dash),
            stroke_linecap="round",
        )


def _add_still(scene: Scene, strata: _Strata, cubes: Iterable[Cube], inset: float) -> None:
    """A pond, lake or sea: one soft shape with rings of light along its shore."""
    p, cubes = scene.palette, list(cubes)
    scene.taken.add([scene.page.centre(cube) for cube in cubes], SIZE * 0.9)
    body = scene.blob(cubes, inset, 5, 8).path
    strata.banks.append(element("path", d=body, fill="none", stroke=p.bank, stroke_width=9, stroke_opacity=0.8))
    strata.shores.append(element("path", d=body, fill="none", stroke=p.bank_ink, stroke_width=2.6))
    strata.bodies.append(element("path", d=body, fill=p.water, fill_rule="evenodd"))
    deep = scene.blob(cubes, inset + 9, 5, 8).path
    strata.deeps.append(element("path", d=deep, fill=p.water_deep, fill_opacity=0.55, fill_rule="evenodd"))
    for gap, dash in ((5, "22 9 7 12"), (13, "12 16 4 22")):
        ring = scene.blob(cubes, inset + gap, 5, 8).path
        light = attrs(stroke=p.water_line, stroke_opacity=0.6, stroke_width=0.9, stroke_linecap="round")
        strata.glints.append(element("path", d=ring, fill="none", stroke_dasharray=dash, **light))
