"""What each hex of a map looks like in a terminal: a colour and a sign, from the map's own drawing styles."""

from __future__ import annotations

import re
from functools import lru_cache

import msgspec

from grognard.board.draw.colours import Palette, liveries, palette
from grognard.board.draw.page import Page
from grognard.board.draw.styles import COURSES, WAYS, Plan, make_plan
from grognard.board.hexes.grid import Cube, Hex
from grognard.board.hexes.map import HexMap
from grognard.engine import PieceView
from grognard.terminal.canvas import Colour, blend

# A sign for every style, so that nothing is said by colour alone.
SIGNS = {
    "sea": "≈",
    "lake": "≈",
    "beach": "·",
    "rough": "^",
    "marsh": "„",
    "scrub": "'",
    "orchard": "°",
    "wood": "♠",
    "village": "⌂",
    "partial": "⌂",
    "town": "⌂",
    "full": "■",
    "city": "■",
    "gully": "∨",
    "river": "≈",
    "stream": "~",
    "brook": "~",
    "bridge": "‡",
    "star": "*",
    "objective": "*",
    "airfield": "+",
    "fortification": "#",
}
WATER = ("river", "stream", "brook")


class Ground(msgspec.Struct, frozen=True):
    """One hex without anything on it."""

    colour: Colour
    ink: Colour
    sign: str = " "
    ways: tuple[int, ...] = ()  # directions in which a road, trail or railway leaves


class Land(msgspec.Struct, frozen=True):
    """A whole map's looks."""

    palette: Palette
    hexes: dict[Hex, Ground]
    sides: dict[tuple[Hex, Hex], Colour]  # rivers, ditches and the like along hexsides


@lru_cache(maxsize=8)
def survey(hexmap: HexMap) -> Land:
    """Look over a map once."""
    page = Page(hexmap.grid)
    plan = make_plan(hexmap, page)
    colours = palette(plan.palette)
    styles = _styles(plan)
    levels = sorted({hexmap.level(h) for h in hexmap.grid.hexes})
    ways = _ways(plan)
    grid = hexmap.grid
    hexes = {}
    for h in grid.hexes:
        cube = page.cube(h)
        found = styles.get(cube, [])
        base = colours.level(levels.index(hexmap.level(h)), len(levels)) if len(levels) > 1 else colours.ground
        tint = next((c for c in (_tint(colours, style) for style in reversed(found)) if c), base)
        q, r = grid.cube[h]
        shade = blend(tint, colours.light, 0.045 * ((q - r) % 3))  # three shades: no two neighbours alike
        sign = next((SIGNS[style] for style in reversed(found) if style in SIGNS), " ")
        leaving = tuple(i for i, n in enumerate(grid.across[h]) if n and page.cube(n) in ways.get(cube, ()))
        hexes[h] = Ground(shade, blend(shade, colours.label, 0.6), sign, leaving)
    return Land(colours, hexes, _sides(hexmap, plan, colours))


def _styles(plan: Plan) -> dict[Cube, list[str]]:
    """The drawing styles met in each hex, the most telling last."""
    found: dict[Cube, list[str]] = {}
    for style, cubes in plan.areas.items():
        for cube in cubes:
            found.setdefault(cube, []).append(style)
    for course in plan.courses(*COURSES, "gully"):
        for cube in course.cubes:
            found.setdefault(cube, []).append(course.style)
    for cube, style in plan.houses.items():
        found.setdefault(cube, []).append(style)
    for style in ("star", "objective", "airfield", "fortification"):
        for cube in plan.marks.get(style, ()):
            found.setdefault(cube, []).append(style)
    for bridge in plan.bridges:
        if bridge.other is None:
            found.setdefault(bridge.cube, []).append("bridge")
    return found


def _ways(plan: Plan) -> dict[Cube, set[Cube]]:
    """The hexes joined to each hex by road, trail or rail."""
    joined: dict[Cube, set[Cube]] = {}
    for course in plan.courses(*WAYS):
        for a, b in zip(course.cubes, course.cubes[1:], strict=False):
            joined.setdefault(a, set()).add(b)
            joined.setdefault(b, set()).add(a)
    return joined


def _tint(colours: Palette, style: str) -> Colour | None:
    if style in WATER or style in ("sea", "lake"):
        return colours.water_deep if style in ("river", "sea") else blend(colours.water, colours.ground, 0.35)
    plain: dict[str, Colour] = {
        "wood": colours.wood,
        "scrub": blend(colours.wood, colours.ground, 0.5),
        "orchard": colours.orchard,
        "marsh": colours.marsh,
        "rough": colours.rough,
        "beach": colours.sand,
        "gully": colours.gully,
        "full": colours.block_dark[0],
        "city": colours.city,
        "town": colours.town,
        "village": colours.village,
        "partial": colours.roof[0],
    }
    return plain.get(style)


def _sides(hexmap: HexMap, plan: Plan, colours: Palette) -> dict[tuple[Hex, Hex], Colour]:
    page = Page(hexmap.grid)
    names = {page.cube(h): h for h in hexmap.grid.hexes}
    inks = {"ditch": colours.gully_ink, "minefield": colours.fire, "slope": colours.level_edge}
    inks |= {"cliff": colours.rough_ink, "hedge": colours.tree_dark}
    found = {}
    for border in plan.borders:
        ink = colours.water if border.style in COURSES else inks.get(border.style, colours.ink)
        for a, b in border.sides:
            found[names[a], names[b]] = found[names[b], names[a]] = ink
    return found


# -------------------- Short names and colours for counters, and words for marks

# Counter colours for sides that are no livery of their own.
FACES: tuple[tuple[Colour, Colour], ...] = (("#b9c2b4", "#15201a"), ("#d69a6a", "#241005"), ("#c7aed6", "#221030"))
ROMAN = re.compile(r"[IVX]+$")
PIPS = "⚀⚁⚂⚃⚄⚅"


def short_name(name: str, width: int) -> str:
    """A name cut down to a counter's width: what tells it apart (a number, a model) is kept."""
    words = re.sub(r"\(.*?\)", "", name).replace("-", "").split() or [name]
    if len(words) == 1 or len("".join(words)) <= width:
        return "".join(words)[:width]
    last = words[-1].split("/")[0]
    if ROMAN.match(last) or any(c.isdigit() for c in last):
        tail = last[:width]
    else:
        tail = last[:1].upper()
    return words[0][: min(3, width - len(tail))] + tail


def label(piece: PieceView, width: int) -> str:
    """What stands on a counter of so many characters."""
    if piece.hidden:
        return "?" * min(width, 2)
    return short_name(piece.name, width)


def counter_colours(side: str, sides: tuple[str, ...]) -> tuple[Colour, Colour]:
    """The face and the ink of a side's counters."""
    known = liveries().get(side.split("-")[0].lower())
    if known is not None:
        return known.face, known.ink
    return FACES[sides.index(side) % len(FACES) if side in sides else -1]


def dice_faces(dice: tuple[int, ...]) -> str:
    """Dice as they lie."""
    return "".join(PIPS[d - 1] if 1 <= d <= 6 else f"[{d}]" for d in dice)


def side_title(side: str) -> str:
    """A side's name as a heading."""
    words = side.replace("-", " ")
    return words[:1].upper() + words[1:]
