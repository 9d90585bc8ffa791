"""The ground, its fields, and the paper, moonlight and fires laid over the finished terrain."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.board.draw.courses import through
from grognard.board.draw.geometry import (
    Line,
    Shape,
    line_path,
    loop_path,
    mix,
    normal,
    nudge,
    polyline,
    resample,
    soften,
)
from grognard.board.draw.page import WIDE
from grognard.board.draw.scene import Scene
from grognard.board.draw.svg import Point, Value, attrs, element, layer, move, noise, unit

_CELL = 2.7 * WIDE

Quad = tuple[Point, Point, Point, Point]


def _sheet(scene: Scene, fill: str, opacity: float | None = None, name: str | None = None) -> str:
    x, y, w, h = scene.page.frame
    return element("rect", class_=name, x=x, y=y, width=w, height=h, fill=fill, opacity=opacity)


def draw_ground(scene: Scene) -> str:
    """The bare ground up to the neat line."""
    return _sheet(scene, scene.palette.ground, name="ground")


def draw_fields(scene: Scene, alpha: float = 0.9) -> str:
    """A patchwork of fields: a warped grid cut into strips. Decoration, never terrain."""
    p, out = scene.palette, []
    for i, j, s, quad in _strips(scene):
        points = "L".join(f"{x:.0f} {y:.0f}" for x, y in quad)
        tint = p.fields[int(unit(i, j, s, 6) * len(p.fields))]
        edge = attrs(stroke=p.furrow, stroke_opacity=0.22, stroke_width=0.8)
        out.append(element("path", d=f"M{points}Z", fill=tint, fill_opacity=alpha, **edge))
        if unit(i, j, s, 8) < 0.55:
            out.append(element("path", d=f"M{points}Z", fill=scene.ref(f"f{int(unit(i, j, s, 9) * 6)}")))
    return layer("fields", *out)


def _strips(scene: Scene) -> Iterator[tuple[int, int, int, Quad]]:
    """The tinted strips, each with the cell and number that its luck hangs on."""
    _, _, w, h = scene.page.frame
    for i in range(-1, int(w / _CELL) + 2):
        for j in range(-1, int(h / _CELL / 0.8) + 2):
            a, b, c, d = (_knot(scene, i + di, j + dj) for di, dj in ((0, 0), (1, 0), (1, 1), (0, 1)))
            if unit(i, j, 5) < 0.5:
                a, b, c, d = b, c, d, a
            count = 1 + int(unit(i, j, 3) * 3)
            for s in range(count):
                if unit(i, j, s, 4) >= 0.30:
                    t, u = s / count, (s + 1) / count
                    yield i, j, s, (mix(a, b, t), mix(a, b, u), mix(d, c, u), mix(d, c, t))


def _knot(scene: Scene, i: int, j: int) -> Point:
    x, y, _, _ = scene.page.frame
    return x + _CELL * (i + 0.55 * (unit(i, j, 1) - 0.5)), y + _CELL * 0.8 * (j + 0.55 * (unit(i, j, 2) - 0.5))


def draw_paper(scene: Scene) -> str:
    """The grain of the paper over all terrain."""
    return _sheet(scene, scene.ref("paper"), scene.palette.paper_alpha, "paper")


def draw_moon(scene: Scene) -> str:
    """Moonlight, in night palettes."""
    return _sheet(scene, scene.ref("moon"), name="moon") if scene.palette.moon else ""


def draw_fires(scene: Scene) -> str:
    """Burning hexes: a glow and two flames."""
    out = []
    for cube in scene.plan.marks.get("ablaze", ()):
        x, y = scene.page.centre(cube)
        flames = [element("use", href=f"#{scene.prefix}flame", x=dx, y=dy) for dx, dy in ((-9, -3), (8, 4))]
        glow = element("circle", r=62, fill=scene.ref("glow"))
        out.append(element("g", glow, *flames, class_="fire", transform=move(x, y)))
    return layer("fires", *out)


# -------------------- Elevation

_SHADOW = ((17, 0.05), (11, 0.07), (6, 0.10))  # widths and strengths of a soft edge


def draw_relief(scene: Scene) -> str:
    """All levels from the lowest up, then faint fields over them."""
    if not scene.has_relief:
        return ""
    lowest, highest = min(scene.levels.values()), max(scene.levels.values())
    steps = highest - lowest + 1
    x, y, w, h = scene.page.frame
    base = element("rect", x=x, y=y, width=w, height=h, fill=scene.palette.level(0, steps))
    sheets = [_tint_sheet(scene, lowest + k, scene.palette.level(k, steps)) for k in range(1, steps)]
    fields = element("g", draw_fields(scene, 0.35), opacity=0.5, style="mix-blend-mode:multiply")
    return layer("relief", base, *sheets) + fields


def _tint_sheet(scene: Scene, level: int, tint: str) -> str:
    """All ground at this level or above."""
    p = scene.palette
    cubes = scene.page.spill(cube for cube, height in scene.levels.items() if height >= level)
    loops = [soften(o, passes=5, rough=7, scale=34, seed=3) for o in scene.page.outlines(cubes)]
    ident = f"{scene.prefix}l{level}".replace("-", "m")
    outline = element("defs", element("path", id=ident, d=Shape(loops).path, fill_rule="evenodd"))
    dark = attrs(x=3.5, y=4.5, fill="none", stroke=p.shadow, stroke_linejoin="round")
    soft = [_use(ident, **dark, stroke_width=width, stroke_opacity=alpha) for width, alpha in _SHADOW]
    rim = _use(ident, x=-1.4, y=-1.8, fill=p.light, fill_opacity=0.2 if p.moon else 0.75)
    body = _use(ident, fill=tint, stroke=p.level_edge, stroke_opacity=0.55, stroke_width=0.9)
    d = "".join(_hachures(loop, level) for loop in loops)
    ticks = element("path", d=d, stroke=p.level_edge, stroke_opacity=0.5, stroke_width=0.8, fill="none")
    return "".join([outline, *soft, rim, body, ticks])


def _use(ident: str, **attributes: Value) -> str:
    return element("use", href=f"#{ident}", **attributes)


def _hachures(loop: Line, level: int) -> str:
    """Short strokes downhill, all along an edge."""
    out, line = [], resample([*loop, loop[0], loop[1]], 6.5)
    for before, p, after in zip(line, line[1:], line[2:], strict=False):
        n = normal(before, after)
        size = 3.5 + 4.5 * unit(p[0], p[1], level)
        out.append(f"M{p[0]:.1f} {p[1]:.1f}l{-n[0] * size:.1f} {-n[1] * size:.1f}")
    return "".join(out)


# -------------------- Gullies


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
