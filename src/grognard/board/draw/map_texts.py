"""The reading aids: grid, stars, hex numbers, compass, neat line and edge numbers."""

from __future__ import annotations

import math
from collections.abc import Iterator

from grognard.board.draw.geometry import polyline
from grognard.board.draw.page import SIZE, WIDE
from grognard.board.draw.scene import Scene
from grognard.board.draw.svg import CAPITALS, NUMERALS, Point, attrs, element, layer, move
from grognard.board.hexes.grid import Cube


def draw_grid(scene: Scene) -> str:
    """Every hexside once, of each hex in one stroke."""
    p, page = scene.palette, scene.page
    out = []
    for cube in page.cubes:
        corners, six = page.corners(cube), page.six(cube)
        out.append(polyline(corners[:4]))
        out += [polyline((corners[i], corners[(i + 1) % 6])) for i in (3, 4, 5) if six[i] not in page.on_map]
    line = attrs(stroke=p.grid, stroke_opacity=p.grid_alpha, stroke_width=0.6 if scene.far else 1)
    line["vector_effect"] = "non-scaling-stroke" if scene.far else None
    return element("path", class_="hexes", d="".join(out), fill="none", **line)


def draw_numbers(scene: Scene) -> str:
    """The printed number at the top of every hex."""
    p, page = scene.palette, scene.page
    up = WIDE / 2 - 9.2 if page.flat else SIZE - 18.5
    out = []
    for h in page.grid.hexes:
        x, y = page.centre(page.cube(h))
        out.append(f'<text x="{x:.0f}" y="{y - up:.1f}">{h}</text>')
    look = attrs(fill=p.number, fill_opacity=p.number_alpha, font_family=NUMERALS, font_weight="500")
    halo = attrs(stroke=p.halo, stroke_width=1.6, stroke_opacity=0.45, paint_order="stroke", stroke_linejoin="round")
    return layer("hexnum", *out, font_size=8, text_anchor="middle", **look, **halo)


# ---------------------------------------------------------------- marks


def star(radius: float) -> str:
    """The path of a five-pointed star."""
    points = []
    for i in range(10):
        r = radius if i % 2 == 0 else radius * 0.42
        points.append(f"{r * math.sin(math.pi * i / 5):.1f} {-r * math.cos(math.pi * i / 5):.1f}")
    return "M" + "L".join(points) + "Z"


def draw_stars(scene: Scene) -> str:
    """Stars and objective flags in their hexes."""
    p = scene.palette
    halo = attrs(stroke=p.halo, stroke_width=1.4, paint_order="stroke")
    out = []
    for cube in scene.plan.marks.get("star", ()):
        x, y = scene.page.centre(cube)
        out.append(element("path", transform=move(x, y), d=star(9), fill=p.star, fill_opacity=0.9, **halo))
    for cube in scene.plan.marks.get("objective", ()):
        x, y = scene.page.centre(cube)
        flag = "M-7 13V-13H-5.4V-12L10-7L-5.4-2V13Z"
        out.append(element("path", class_="objective", transform=move(x, y), d=flag, fill=p.star, **halo))
    return layer("stars", *out)


def draw_compass(scene: Scene) -> str:
    """The compass rose, where the map has one."""
    return layer("compass", *(_rose(scene, cube) for cube in scene.plan.marks.get("compass", ())))


def _rose(scene: Scene, cube: Cube) -> str:
    """A plain two-tone needle in a ring of ticks."""
    p, (x, y) = scene.palette, scene.page.centre(cube)
    north = 180 if scene.map.south_up else 0
    ticks = "".join(
        element(
            "path",
            d=f"M0-30V{-26 if i % 3 else -23}",
            stroke=p.frame,
            stroke_width=1,
            transform=f"rotate({30 * i})",
        )
        for i in range(12)
    )
    needle = [
        element("path", d="M0-27L6 0H0Z", fill=p.ink),
        element("path", d="M0-27L-6 0H0Z", fill=p.star),
        element("path", d="M0 27L6 0H0ZM0 27L-6 0H0Z", fill="none", stroke=p.ink, stroke_width=0.9),
    ]
    letter = element(
        "text",
        "N",
        y=-37,
        font_family=CAPITALS,
        font_weight="700",
        font_size=15,
        text_anchor="middle",
        fill=p.ink,
        transform=f"rotate({-north} 0 -42)",
    )
    dial = element("circle", r=34, fill=p.margin, fill_opacity=0.82, stroke=p.frame, stroke_width=1.2)
    ring = element("circle", r=30, fill="none", stroke=p.frame, stroke_width=0.6)
    turned = element("g", ticks, *needle, letter, transform=f"rotate({north})")
    return element("g", dial, ring, turned, transform=move(x, y, scale=1.16))


# ---------------------------------------------------------------- edge


def draw_edge(scene: Scene) -> str:
    """The neat line, and the row and column numbers along all four edges."""
    p = scene.palette
    x, y, w, h = scene.page.frame
    lines = [
        element("rect", x=x, y=y, width=w, height=h, fill="none", stroke=p.frame, stroke_width=2.2),
        element("rect", x=x - 6, y=y - 6, width=w + 12, height=h + 12, fill="none", stroke=p.frame, stroke_width=0.8),
    ]
    texts = [f'<text x="{a:.0f}" y="{b:.0f}">{name}</text>' for name, (a, b) in _edge_numbers(scene)]
    look = attrs(font_family=NUMERALS, font_weight="500", font_size=17 if scene.far else 13, fill=p.ink)
    return layer("edge", *lines, element("g", *texts, text_anchor="middle", **look))


def _edge_numbers(scene: Scene) -> Iterator[tuple[str, Point]]:
    grid = scene.page.grid
    x, y, w, h = scene.page.frame
    columns: dict[int, float] = {}
    rows: dict[int, float] = {}
    for name in grid.hexes:
        column, row = grid.position[name]
        cx, cy = scene.page.centre(scene.page.cube(name))
        columns.setdefault(column, cx)
        rows.setdefault(row, cy)
    for column, cx in columns.items():
        for cy in (y - 13, y + h + (24 if scene.far else 22)):
            yield f"{column:02}", (cx, cy)
    for row, cy in rows.items():
        for cx in (x - 19, x + w + 19):
            yield f"{row:02}", (cx, cy + 4)
