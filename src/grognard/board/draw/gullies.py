"""Gullies: dry beds with steep banks."""

from __future__ import annotations

from grognard.board.draw.courses import through
from grognard.board.draw.geometry import Line, line_path, loop_path, mix, normal, nudge, polyline, resample
from grognard.board.draw.noise import noise, unit
from grognard.board.draw.scene import Scene
from grognard.board.draw.svg import attrs, element, layer


def draw_gullies(scene: Scene) -> str:
    """A tapered band for each gully, with a dark bed and hachures from both edges inwards."""
    out = []
    for course in scene.plan.courses("gully"):
        control, _ = through(scene.page, course.cubes, 21, 9)
        line = resample(control, 6)
        scene.taken.add(line, 13)
        scene.water.add(line, 12)
        out.append(_gully(scene, line))
    return layer("gullies", *out)


def _gully(scene: Scene, line: Line) -> str:
    p = scene.palette
    edges = [_edge(line, 12), _edge(line, -12)]
    bed = attrs(d=line_path(line), fill="none", stroke=p.gully_deep, stroke_linecap="round")
    ticks = "".join(_ticks(edge, line) for edge in edges)
    return "".join(
        [
            element("path", d=loop_path(edges[0] + edges[1][::-1]), fill=p.gully),
            element("path", stroke_width=9, stroke_opacity=0.55, **bed),
            element("path", stroke_width=4, **bed),
            element("path", d=ticks, stroke=p.gully_ink, stroke_width=0.9, stroke_opacity=0.8),
            *(element("path", d=line_path(e), fill="none", stroke=p.gully_ink, stroke_width=1.1) for e in edges),
        ]
    )


def _edge(line: Line, by: float) -> Line:
    """One bank, drawn in towards both ends."""
    last = len(line) - 1
    out = []
    for i, p in enumerate(line):
        narrow = min(1, 0.25 + 4 * min(i, last - i) / len(line))
        across = normal(line[max(0, i - 1)], line[min(last, i + 1)])
        out.append(nudge(p, across, by * narrow * (1 + 0.25 * noise(*p, 30, 4))))
    return out


def _ticks(edge: Line, line: Line) -> str:
    out = []
    for a, middle in zip(edge, line, strict=True):
        b = mix(a, middle, 0.45 + 0.25 * unit(*a))
        out.append(polyline((a, b)))
    return "".join(out)
