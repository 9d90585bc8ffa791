"""A hex board as one SVG, drawn layer by layer from the bottom up."""

from __future__ import annotations

from grognard.board.draw.ground import (
    draw_fields,
    draw_fires,
    draw_ground,
    draw_gullies,
    draw_moon,
    draw_paper,
    draw_relief,
)
from grognard.board.draw.hexsides import draw_sides
from grognard.board.draw.map_symbols import defs, neat_clip
from grognard.board.draw.map_texts import draw_compass, draw_edge, draw_grid, draw_numbers, draw_stars
from grognard.board.draw.place_names import draw_names
from grognard.board.draw.roads import draw_bridges, draw_roads
from grognard.board.draw.scene import Scene
from grognard.board.draw.svg import element
from grognard.board.draw.town import draw_houses, draw_yards
from grognard.board.draw.vegetation import draw_areas, draw_plants
from grognard.board.draw.water import draw_water
from grognard.board.hexes.map import HexMap

MARGIN = 40.0


def draw_board(
    hexmap: HexMap, *, palette: str | None = None, numbers: bool = True, far: bool = False, prefix: str = "b"
) -> str:
    """The whole map as one SVG that needs nothing else; the same map always gives the same text.

    `palette` overrules the map's own. `far` is for a map seen whole: larger names, no hex numbers.
    `prefix` keeps ids apart when several boards share a page.
    """
    scene = Scene(hexmap, palette, prefix, far)
    return wrap(scene, terrain(scene) + draw_edge_and_aids(scene, numbers and not far))


def draw_halves(hexmap: HexMap, *, palette: str | None = None, prefix: str = "b") -> tuple[str, str]:
    """The map in two SVGs to lay one over the other: the ground with its grid, and all lettering.

    A table makes a bitmap of the first; the second needs the page's fonts and stays sharp.
    """
    scene = Scene(hexmap, palette, prefix, False)
    ground = terrain(scene) + _clipped(scene, draw_grid(scene), draw_stars(scene), draw_compass(scene))
    lettering = _clipped(scene, draw_numbers(scene), draw_names(scene)) + draw_edge(scene)
    return wrap(scene, ground), wrap(scene, element("defs", neat_clip(scene)) + lettering)


def wrap(scene: Scene, inside: str, view: tuple[float, float, float, float] | None = None) -> str:
    """The outer SVG element round a board, showing all of it or one part."""
    x, y, w, h = scene.page.frame
    whole = (x - MARGIN, y - MARGIN, w + 2 * MARGIN, h + 2 * MARGIN)
    return element(
        "svg",
        inside,
        xmlns="http://www.w3.org/2000/svg",
        class_="board",
        data_zoom="far" if scene.far else "near",
        viewBox=" ".join(f"{v:.0f}" for v in view or whole),
        preserveAspectRatio="xMidYMid slice" if view else None,
    )


def terrain(scene: Scene) -> str:
    """Everything under the grid."""
    x, y, w, h = scene.page.frame
    margin = element(
        "rect",
        class_="margin",
        x=x - MARGIN,
        y=y - MARGIN,
        width=w + 2 * MARGIN,
        height=h + 2 * MARGIN,
        fill=scene.palette.margin,
    )
    # The order matters twice: for what lies on top, and because each layer keeps clear of those before it.
    layers = [
        draw_ground(scene),
        "" if scene.has_relief else draw_fields(scene),
        draw_relief(scene),
        draw_areas(scene),
        draw_gullies(scene),
        draw_water(scene),
        draw_sides(scene),
        draw_yards(scene),
        draw_roads(scene),
        draw_bridges(scene),
        draw_houses(scene),
        draw_plants(scene),
        draw_paper(scene),
        draw_moon(scene),
        draw_fires(scene),
    ]
    return defs(scene) + margin + _clipped(scene, *layers)


def draw_edge_and_aids(scene: Scene, numbers: bool) -> str:
    """The grid, the marks, the lettering and the edge."""
    aids = [
        draw_grid(scene),
        draw_stars(scene),
        draw_numbers(scene) if numbers else "",
        draw_names(scene),
        draw_compass(scene),
    ]
    return _clipped(scene, *aids) + draw_edge(scene)


def _clipped(scene: Scene, *inside: str) -> str:
    return element("g", *inside, clip_path=scene.ref("neat"))
