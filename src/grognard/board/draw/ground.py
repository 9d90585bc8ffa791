"""The ground, its fields, and the paper, moonlight and fires laid over the finished terrain."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.board.draw.geometry import mix
from grognard.board.draw.noise import Point, unit
from grognard.board.draw.page import WIDE
from grognard.board.draw.scene import Scene
from grognard.board.draw.svg import attrs, element, layer, move

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
