"""From a map's own words to drawing styles.

A map names its terrain as its rulebook does. Each name is drawn in the style of the same name, or in the
style whose entry in `[look]` lists it:

    [look]
    palette = "steppe-night"
    operational = true            # optional: smaller marks, for a map of miles
    wood = ["vegetation"]         # the map's "vegetation" is drawn as wood
    river = ["major_river"]       # works for lines and hexsides alike
    plain = ["clear"]             # drawn as nothing at all

Terrain, lines, hexsides, bridges and places without a style are errors. Marks without one are not drawn:
they belong to the rules.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from grognard.board.draw.page import Page
from grognard.board.draw.svg import LookError
from grognard.board.hexes.grid import Cube
from grognard.board.hexes.map import HexMap

AREAS = ("sea", "lake", "beach", "rough", "marsh", "scrub", "orchard", "grove", "wood")
HOUSES = ("village", "partial", "town", "full", "city")  # a hex listed as several is drawn as the last of them
MARKS = ("star", "objective", "ablaze", "compass", "airfield", "fortification")
WAYS = ("road", "trail", "rail")
COURSES = ("river", "stream", "brook")
LINES = (*WAYS, *COURSES, "gully", "plain")
HINTS = ("", "reach", "arm", "pond")
SIDES = (*COURSES, "ditch", "minefield", "slope", "cliff", "hedge", "plain")
BRIDGES = ("wood", "wood_bridge", "plank", "stone", "river_bridge", "ford")
PLACES = ("city", "town", "village", "small", "river", "lake", "gully", "hill")
TERRAIN = (*AREAS, *HOUSES, *MARKS, "plain")
STYLES = tuple(dict.fromkeys((*TERRAIN, *LINES, *SIDES, *BRIDGES)))

DEFAULT_PALETTE = "steppe-day"


@dataclass(frozen=True)
class Course:
    """A line through hexes in a drawing style."""

    style: str
    hint: str
    name: str
    cubes: tuple[Cube, ...]


@dataclass(frozen=True)
class Border:
    """Hexsides in a drawing style."""

    style: str
    name: str
    sides: tuple[tuple[Cube, Cube], ...]


@dataclass(frozen=True)
class Crossing:
    """A bridge in a hex, or over the side to another."""

    style: str
    cube: Cube
    other: Cube | None


@dataclass(frozen=True)
class Plan:
    """Everything to be drawn, in drawing styles."""

    palette: str
    operational: bool
    areas: dict[str, frozenset[Cube]]
    houses: dict[Cube, str]
    marks: dict[str, tuple[Cube, ...]]
    lines: tuple[Course, ...]
    borders: tuple[Border, ...]
    bridges: tuple[Crossing, ...]
    places: tuple[tuple[str, Cube, str], ...]

    def courses(self, *styles: str) -> list[Course]:
        """The lines of these styles."""
        return [line for line in self.lines if line.style in styles]


def make_plan(hexmap: HexMap, page: Page) -> Plan:
    """Read how a map wants to be drawn, or raise a LookError that names what is not understood."""
    return _Reader(hexmap, page).plan()


class _Reader:
    def __init__(self, hexmap: HexMap, page: Page) -> None:
        self.map, self.page = hexmap, page
        self.palette = self._setting("palette", str, DEFAULT_PALETTE)
        self.operational = self._setting("operational", bool, False)
        self.listed = self._listed()

    def plan(self) -> Plan:
        spots = self._spots()
        return Plan(
            palette=self.palette,
            operational=self.operational,
            areas={style: frozenset(spots[style]) for style in AREAS if spots.get(style)},
            houses={cube: style for style in HOUSES for cube in sorted(spots.get(style, ()))},
            marks={style: tuple(sorted(spots[style])) for style in MARKS if spots.get(style)},
            lines=tuple(self._lines()),
            borders=tuple(self._borders()),
            bridges=tuple(self._bridges()),
            places=tuple((p.name, self.page.cube(p.hex), self._place(p.kind)) for p in self.map.places),
        )

    # ------------------------------------------------------------ words

    def _setting(self, key: str, kind: type, default: Any) -> Any:
        value = self.map.look.get(key, default)
        if not isinstance(value, kind):
            raise LookError(f"[look] {key} must be a {kind.__name__}, not {value!r}.")
        return value

    def _listed(self) -> dict[str, tuple[str, ...]]:
        found = {key: names for key, names in self.map.look.items() if key not in ("palette", "operational")}
        used = self._names_used()
        for key, names in found.items():
            if key not in STYLES:
                raise LookError(f'[look] {key}: "{key}" is not a drawing style; there are {", ".join(STYLES)}.')
            if not isinstance(names, list | tuple) or not all(isinstance(name, str) for name in names):
                raise LookError(f"[look] {key} must be a list of the map's own names, not {names!r}.")
            for name in names:
                if name not in used:
                    raise LookError(f'[look] {key} lists "{name}", which this map does not use.')
        return {key: tuple(names) for key, names in found.items()}

    def _names_used(self) -> set[str]:
        kinds = {item.kind for group in (self.map.lines, self.map.hexsides, self.map.bridges) for item in group}
        return kinds | set(self.map.areas) | set(self.map.marks)

    def _styles(self, name: str, allowed: Iterable[str]) -> list[str]:
        """The styles a name is drawn in; a name may be listed under several."""
        allowed = tuple(allowed)
        listed = [style for style in allowed if name in self.listed.get(style, ())]
        return listed or [style for style in allowed if style == name]

    def _style(self, name: str, allowed: Iterable[str], what: str) -> str:
        allowed = tuple(allowed)
        styles = self._styles(name, allowed)
        if not styles:
            raise LookError(
                f'{what} "{name}" has no drawing style; list it in [look] under one of {", ".join(allowed)}.'
            )
        return styles[0]

    def _place(self, kind: str) -> str:
        if kind not in PLACES:
            raise LookError(f'place kind "{kind}" is not known; there are {", ".join(PLACES)}.')
        return kind

    # ------------------------------------------------------------ things

    def _spots(self) -> dict[str, set[Cube]]:
        """The hexes of every area, house and mark style."""
        found: dict[str, set[Cube]] = {}
        for name, hexes in self.map.areas.items():
            self._style(name, TERRAIN, "terrain")
            for style in self._styles(name, TERRAIN):
                found.setdefault(style, set()).update(self.page.cube(h) for h in hexes)
        for name, listed in self.map.marks.items():
            for style in self._styles(name, TERRAIN):
                found.setdefault(style, set()).update(self.page.cube(h) for h in listed)
        return found

    def _lines(self) -> Iterable[Course]:
        for line in self.map.lines:
            style = self._style(line.kind, LINES, "line kind")
            if line.look not in HINTS:
                raise LookError(f'{line.kind} "{line.name}": look "{line.look}" is not known; there are {HINTS[1:]}.')
            if style != "plain" and line.hexes:
                yield Course(style, line.look, line.name, tuple(self.page.cube(h) for h in line.hexes))

    def _borders(self) -> Iterable[Border]:
        for item in self.map.hexsides:
            style = self._style(item.kind, SIDES, "hexside kind")
            pairs = [text.split("/") for text in item.sides]
            if style != "plain" and pairs:
                yield Border(style, item.name, tuple((self.page.cube(a), self.page.cube(b)) for a, b in pairs))

    def _bridges(self) -> Iterable[Crossing]:
        for bridge in self.map.bridges:
            style = self._style(bridge.kind, BRIDGES, "bridge kind")
            names = [bridge.hex] if bridge.hex else bridge.side.split("/")
            cubes = [self.page.cube(h) for h in names]
            yield Crossing(style, cubes[0], cubes[1] if len(cubes) > 1 else None)
