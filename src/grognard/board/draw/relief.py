"""Elevation: each level is a sheet of card lit from the north-west, with hachures down its edge."""

from __future__ import annotations

from grognard.board.draw.geometry import Line, Shape, normal, resample, soften
from grognard.board.draw.ground import draw_fields
from grognard.board.draw.noise import unit
from grognard.board.draw.scene import Scene
from grognard.board.draw.svg import Value, attrs, element, layer

_SHADOW = ((17, 0.05), (11, 0.07), (6, 0.10))  # widths and strengths of a soft edge


def draw_relief(scene: Scene) -> str:
    """All levels from the lowest up, then faint fields over them."""
    if not scene.has_relief:
        return ""
    lowest, highest = min(scene.levels.values()), max(scene.levels.values())
    steps = highest - lowest + 1
    x, y, w, h = scene.page.frame
    base = element("rect", x=x, y=y, width=w, height=h, fill=scene.palette.level(0, steps))
    sheets = [_sheet(scene, lowest + k, scene.palette.level(k, steps)) for k in range(1, steps)]
    fields = element("g", draw_fields(scene, 0.35), opacity=0.5, style="mix-blend-mode:multiply")
    return layer("relief", base, *sheets) + fields


def _sheet(scene: Scene, level: int, tint: str) -> str:
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
