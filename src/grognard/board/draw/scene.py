"""What the layers of one board share: the map, its styles, its colours, and where nothing may grow."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.board.draw.colours import palette
from grognard.board.draw.courses import Ways, find_flows
from grognard.board.draw.geometry import Buckets, Shape, Taken, resample, soften
from grognard.board.draw.page import Page
from grognard.board.draw.styles import make_plan
from grognard.board.hexes.grid import Cube
from grognard.board.hexes.map import HexMap


class Scene:
    """One map about to be drawn. `prefix` keeps ids apart when several boards share a page."""

    def __init__(self, hexmap: HexMap, palette_name: str | None, prefix: str, far: bool) -> None:
        self.map, self.prefix, self.far = hexmap, prefix, far
        self.page = Page(hexmap.grid)
        self.plan = make_plan(hexmap, self.page)
        self.palette = palette(palette_name or self.plan.palette)
        self.operational = self.plan.operational
        self.ways = Ways(self.plan, self.page)
        self.flows = find_flows(self.plan, self.page)
        self.levels = {self.page.cube(h): hexmap.level(h) for h in hexmap.grid.hexes}
        self.has_relief = len(set(self.levels.values())) > 1
        self.taken = Taken()
        self.water = Buckets()  # the middles of all water and gullies, for bridges
        for lane in self.ways.roads:
            self.taken.add(resample(lane, 6), 8)
        for lane in (*self.ways.trails, *self.ways.rails):
            self.taken.add(resample(lane, 6), 4)

    def ref(self, name: str) -> str:
        """The address of something in this board's defs, for a fill or a clip."""
        return f"url(#{self.prefix}{name})"

    def blob(self, cubes: Iterable[Cube], inset: float, rough: float = 4, passes: int = 4) -> Shape:
        """The soft shape of some hexes, running off the page at its edges."""
        loops = self.page.outlines(self.page.spill(cubes))
        return Shape([soften(loop, passes=passes, inset=inset, rough=rough) for loop in loops])
