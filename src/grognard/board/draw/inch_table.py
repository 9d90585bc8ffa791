"""A table measured in inches: modelled terrain on grass in a wooden rim, with a ruler along its edges."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence

from grognard.board.draw.bases import Base, draw_base
from grognard.board.draw.colours import Palette, palette
from grognard.board.draw.geometry import Line, Shape, line_path, loop_path, mean, nudge, resample, shifted, soften
from grognard.board.draw.map_symbols import table_defs
from grognard.board.draw.svg import CAPITALS, NUMERALS, Point, attrs, element, move, text, unit, wobble
from grognard.board.inches.geometry import inside
from grognard.board.inches.terrain_table import Feature, Table

INCH = 20.0  # units
RIM = 46.0
WATER = ("stream", "small_stream")
NEAR, UNDER = 10, 90  # so near the rim water runs on under it, so far
ORDER = (
    *("hill1", "hill2", "rough", "crops", "boggy", "stream", "small_stream", "ford", "scrub", "road", "railway"),
    *("bridge", "trench", "wire", "wall", "building_wood", "building_stone", "woods", "dense_woods"),
)


def draw_table(table: Table, *, colours: str = "table", prefix: str = "t") -> tuple[str, str]:
    """The table in two SVGs to lay one over the other: the ground, and the ruler and names."""
    return _Drawing(table, palette(colours), prefix).svgs()


def draw_formation(table: Table, base: Base, boxes: Iterable[Sequence[float]]) -> str:
    """The bases of a unit on the drawing: x, y, facing of each (and what else its box holds)."""
    drawn = draw_base(base.kind, base.cloth)
    return "".join(
        element("g", drawn, transform=f"{move(*on_page(table, x, y), scale=INCH / 10)} rotate({facing:g})")
        for x, y, facing, *_ in boxes
    )


def on_page(table: Table, x: float, y: float) -> Point:
    """Inches from the south-west corner as a place on the drawing."""
    return x * INCH, (table.height - y) * INCH


class _Drawing:
    def __init__(self, table: Table, p: Palette, prefix: str) -> None:
        self.table, self.p, self.id = table, p, prefix
        self.w, self.h = table.width * INCH, table.height * INCH

    def svgs(self) -> tuple[str, str]:
        features = sorted(self.table.features.values(), key=lambda f: ORDER.index(f.type) if f.type in ORDER else 0)
        clip = element("clipPath", element("rect", width=self.w, height=self.h), id=f"{self.id}edge")
        whole = attrs(width=self.w, height=self.h)
        ground = [
            element("rect", fill=self.p.ground, **whole),
            element("rect", fill=f"url(#{self.id}grass)", **whole),
            self._clumps(),
            *(self._draw(f) for f in features),
            element("rect", fill="none", stroke="#000", stroke_opacity=0.4, stroke_width=10, **whole),
        ]
        board = self._rim() + element("g", *ground, clip_path=f"url(#{self.id}edge)")
        return self._svg(table_defs(self.p, self.id) + element("defs", clip) + board), self._svg(self._ruler())

    def _svg(self, inside: str) -> str:
        box = f"{-RIM:g} {-RIM:g} {self.w + 2 * RIM:g} {self.h + 2 * RIM:g}"
        return element("svg", inside, xmlns="http://www.w3.org/2000/svg", class_="board", viewBox=box)

    def _rim(self) -> str:
        beam = attrs(x=-14, y=-14, width=self.w + 28, height=self.h + 28, rx=5)
        size = attrs(x=-RIM, y=-RIM, width=self.w + 2 * RIM, height=self.h + 2 * RIM)
        return (
            element("rect", fill=self.p.margin, **size)
            + element("rect", fill="#6d4c31", **beam)
            + element("rect", fill="none", stroke="#a37a50", stroke_width=2, **beam)
        )

    def _clumps(self) -> str:
        """Loose clumps of grass and a few stones; decoration only."""
        out = []
        for i in range(240):
            x, y = self.w * unit(i, 1), self.h * unit(i, 2)
            tone = ("#6f8044", "#7d8a49", "#9a9a58", "#b3a888")[i % 4]
            out.append(element("circle", cx=round(x), cy=round(y), r=2 + 4 * unit(i, 4), fill=tone, fill_opacity=0.7))
        return "".join(out)

    # ------------------------------------------------------------ terrain

    def _draw(self, f: Feature) -> str:
        kinds: dict[str, Callable[[Feature], str]] = {
            "hill1": self._hill,
            "hill2": self._hill,
            "stream": self._water,
            "small_stream": self._water,
            "ford": self._ford,
            "road": self._road,
            "railway": self._rails,
            "bridge": self._bridge,
            "trench": self._trench,
            "wire": self._wire,
            "wall": self._wall,
            "building_wood": self._houses,
            "building_stone": self._houses,
            "woods": self._woods,
            "dense_woods": self._woods,
        }
        return kinds.get(f.type, self._patch if f.closed else self._wall)(f)

    def _points(self, f: Feature) -> Line:
        return [on_page(self.table, x, y) for x, y in f.points]

    def _beyond(self, line: Line) -> Line:
        """What reaches the rim runs on under it, so that no rounded end shows on the table."""

        def out(at: float, most: float) -> float:
            return -UNDER if at < NEAR else most + UNDER if at > most - NEAR else at

        return [(out(x, self.w), out(y, self.h)) for x, y in line]

    def _blob(self, f: Feature, inset: float = 0, rough: float = 9) -> Line:
        loop = self._beyond(self._points(f)) if f.type in WATER else self._points(f)
        if _turns_left(loop):
            loop = loop[::-1]
        return soften(
            resample([*loop, loop[0]], 44)[:-1], passes=3, inset=inset, rough=rough, scale=70, seed=len(f.name)
        )

    def _patch(self, f: Feature) -> str:
        fill = {"crops": "#c2b066", "boggy": "#7d8f6a", "scrub": "#7f8d50"}.get(f.type, self.p.rough)
        blob = self._blob(f)
        dots = "".join(
            element("circle", cx=round(x), cy=round(y), r=3 + 2 * unit(x, y), fill=self.p.tree_dark, fill_opacity=0.45)
            for x, y in _sown(blob, 26)
        )
        return element("path", d=loop_path(blob), fill=fill, fill_opacity=0.75) + dots

    def _hill(self, f: Feature) -> str:
        """Two layers of foam with a soft skirt."""
        out = []
        for inset, tint in ((-8, self.p.levels[1]), (24, self.p.levels[3])):
            d = loop_path(self._blob(f, inset))
            for by in (3, 6, 9, 12):
                out.append(element("path", d=d, transform=move(by, by * 1.3), fill="#1d2410", fill_opacity=0.1))
            out.append(element("path", d=d, transform=move(-1.5, -2), fill="#f3efc4", fill_opacity=0.55))
            out.append(element("path", d=d, fill=tint))
        return "".join(out)

    def _water(self, f: Feature) -> str:
        if not f.closed:
            d = line_path(self._points(f))
            looks = ((self.p.bank, 26), (self.p.water_deep, 18), (self.p.water, 10))
            return "".join(element("path", d=d, fill="none", stroke=s, stroke_width=w) for s, w in looks)
        d = loop_path(self._blob(f, 0, 6))
        return (
            element("path", d=d, fill="none", stroke=self.p.bank, stroke_width=15, stroke_linejoin="round")
            + element("path", d=d, fill=self.p.water_deep, stroke=self.p.bank_ink, stroke_width=2)
            + element("path", d=d, fill="none", stroke=self.p.water, stroke_width=9, stroke_opacity=0.75)
        )

    def _ford(self, f: Feature) -> str:
        x, y = mean(self._points(f))
        stones = [
            element(
                "circle", cx=x - 26 + 52 * unit(i, 1), cy=y - 20 + 40 * unit(i, 2), r=3 + 3 * unit(i, 3), fill="#b9ab8c"
            )
            for i in range(30)
        ]
        return "".join(stones)

    def _road(self, f: Feature) -> str:
        line = [wobble(q, 7, 160, 3) for q in resample(self._points(f), 40)]
        look = attrs(fill="none", stroke_linecap="round", stroke_linejoin="round")
        d = line_path(line)
        ruts = [
            element(
                "path", d=line_path(shifted(line, by)), stroke="#8f7747", stroke_width=2, stroke_opacity=0.6, **look
            )
            for by in (-5, 5)
        ]
        return (
            element("path", d=d, stroke=self.p.road_case, stroke_opacity=0.45, stroke_width=28, **look)
            + element("path", d=d, stroke=self.p.road, stroke_width=22, **look)
            + "".join(ruts)
        )

    def _rails(self, f: Feature) -> str:
        line = self._points(f)
        d = line_path(line)
        look = attrs(fill="none")
        rails = [
            element("path", d=line_path(shifted(line, by)), stroke="#33302b", stroke_width=2, **look) for by in (-5, 5)
        ]
        bed = element("path", d=d, stroke="#8e8370", stroke_width=26, **look)
        return (
            bed
            + element("path", d=d, stroke="#4d3a24", stroke_width=18, stroke_dasharray="4 7", **look)
            + "".join(rails)
        )

    def _bridge(self, f: Feature) -> str:
        """Planks from bank to bank between two rails."""
        points = self._points(f)
        d = f"M{'L'.join(f'{x:.1f} {y:.1f}' for x, y in points)}{'Z' if f.closed else ''}"
        shadow = element("path", d=d, transform=move(4, 5), fill="#000", fill_opacity=0.3)
        deck = element("path", d=d, fill="#a97f4c", stroke="#4a341d", stroke_width=3, stroke_linejoin="round")
        if len(points) != 4:
            return shadow + deck
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = points
        if math.dist(points[0], points[1]) < math.dist(points[1], points[2]):
            (ax, ay), (bx, by), (cx, cy), (dx, dy) = (bx, by), (cx, cy), (dx, dy), (ax, ay)
        planks = "".join(
            f"M{ax + (bx - ax) * t:.1f} {ay + (by - ay) * t:.1f}L{dx + (cx - dx) * t:.1f} {dy + (cy - dy) * t:.1f}"
            for t in (i / 10 for i in range(1, 10))
        )
        rails = f"M{ax:.1f} {ay:.1f}L{bx:.1f} {by:.1f}M{dx:.1f} {dy:.1f}L{cx:.1f} {cy:.1f}"
        lines = element("path", d=planks, fill="none", stroke="#6d4c29", stroke_width=1.6)
        return shadow + deck + lines + element("path", d=rails, fill="none", stroke="#33220f", stroke_width=5)

    def _trench(self, f: Feature) -> str:
        line = resample(self._points(f), 26)
        zigzag = [nudge(q, (0, 1), 5 if i % 2 else -5) for i, q in enumerate(line)]
        d = line_path(zigzag)
        looks = (("#98814f", 28), ("#c2ab73", 20), ("#5f482a", 13), ("#2e2010", 7))
        return "".join(
            element("path", d=d, fill="none", stroke=s, stroke_width=w, stroke_linejoin="round") for s, w in looks
        )

    def _wire(self, f: Feature) -> str:
        d = line_path(self._points(f))
        coil = element("path", d=d, fill="none", stroke="#2c3238", stroke_width=12, stroke_dasharray="1.5 5")
        return coil + element("path", d=d, fill="none", stroke="#2c3238", stroke_width=1.6)

    def _wall(self, f: Feature) -> str:
        points = self._points(f)
        d = loop_path(points) if f.closed else line_path(points)
        return (
            element("path", d=d, fill="none", stroke="#000", stroke_opacity=0.3, stroke_width=9, transform=move(2, 3))
            + element("path", d=d, fill="none", stroke="#8b8577", stroke_width=8)
            + element("path", d=d, fill="none", stroke="#d2ccbb", stroke_width=4, stroke_dasharray="9 2")
        )

    def _woods(self, f: Feature) -> str:
        """A base plate with model trees that can be lifted off."""
        d = loop_path(self._blob(f))
        step = 27 if f.type == "woods" else 20
        trees = sorted(_sown(self._blob(f, 10), step), key=lambda q: q[1])
        uses = [f'<use href="#{self.id}t{int(unit(*q, 1) * 3)}" x="{q[0]:.0f}" y="{q[1]:.0f}"/>' for q in trees]
        plate = element("path", d=d, fill=self.p.wood, stroke=self.p.wood_edge, stroke_width=2.5)
        return element("path", d=d, transform=move(3, 4), fill="#000", fill_opacity=0.3) + plate + "".join(uses)

    def _houses(self, f: Feature) -> str:
        """A plate with thatched huts, or stone walls under tiles."""
        stone = f.type == "building_stone"
        d = loop_path(self._blob(f, -3, 3))
        points = self._points(f)
        x0, x1 = min(x for x, _ in points), max(x for x, _ in points)
        y0, y1 = min(y for _, y in points), max(y for _, y in points)
        across, down = max(1, round((x1 - x0) / 46)), max(1, round((y1 - y0) / 46))
        huts = [
            self._hut(x0 + (i + 0.5) * (x1 - x0) / across, y0 + (j + 0.5) * (y1 - y0) / down, stone)
            for i in range(across)
            for j in range(down)
        ]
        plate = element("path", d=d, fill="#b9b09a" if stone else "#a99564", stroke="#65532f", stroke_width=2)
        return element("path", d=d, transform=move(2, 3), fill="#000", fill_opacity=0.3) + plate + "".join(huts)

    def _hut(self, x: float, y: float, stone: bool) -> str:
        light, dark = ("#b6543c", "#8c3d2b") if stone else (self.p.roof[0], self.p.roof_dark[0])
        turn = 90 * (unit(x, y, 5) < 0.4) + 12 * (unit(x, y, 3) - 0.5)
        parts = [
            element("rect", x=-14, y=-7, width=34, height=22, fill="#000", fill_opacity=0.3),
            element("rect", x=-17, y=-11, width=34, height=11, fill=light),
            element("rect", x=-17, y=0, width=34, height=11, fill=dark),
            element("path", d="M-17 0H17", stroke="#2b2013", stroke_width=1),
        ]
        return element("g", *parts, transform=move(x, y, turn))

    # ------------------------------------------------------------ lettering

    def _ruler(self) -> str:
        """Inches along the edges, numbered every six, and the names of places."""
        out = []
        look = attrs(font_family=NUMERALS, font_size=15, text_anchor="middle", fill="#d9c29a")
        for i in range(int(self.table.width) + 1):
            high = 9 if i % 6 == 0 else 5
            out.append(element("path", d=f"M{i * INCH:g} -14v{high}", stroke="#e8d2ac", stroke_width=1))
            if i % 6 == 0:
                out.append(element("text", f"{i}″", x=i * INCH, y=-21, **look))
        for i in range(int(self.table.height) + 1):
            y = self.h - i * INCH
            out.append(element("path", d=f"M-14 {y:g}h{9 if i % 6 == 0 else 5}", stroke="#e8d2ac", stroke_width=1))
            if i % 6 == 0:
                out.append(element("text", f"{i}″", x=-30, y=y + 5, **look))
        return "".join(out) + self._names()

    def _names(self) -> str:
        halo = attrs(stroke=self.p.halo, stroke_width=4, stroke_opacity=0.85, paint_order="stroke")
        look = attrs(font_family=CAPITALS, font_size=17, font_weight="700", text_anchor="middle", fill=self.p.label)
        hills = [f for f in self.table.features.values() if f.type.startswith("hill")]
        nested = {a.name for a in hills for b in hills if a.size < b.size and inside(a.centre, b.points)}
        named = [
            f for f in self.table.features.values() if f.type.startswith(("building", "hill")) and f.name not in nested
        ]
        return "".join(
            element("text", text(f.title), x=x, y=y - 16, **look, **halo)
            for f in named
            for x, y in (on_page(self.table, *f.centre),)
        )


def _turns_left(loop: Sequence[Point]) -> bool:
    """Is a loop written anticlockwise on the page?"""
    ahead = [*loop[1:], loop[0]]
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(loop, ahead, strict=True)) < 0


def _sown(loop: Line, step: float) -> Iterator[Point]:
    """A jittered lattice inside an outline."""
    shape = Shape([loop])
    xs, ys = [x for x, _ in loop], [y for _, y in loop]
    for i in range(int(min(xs) // step), int(max(xs) // step) + 1):
        for j in range(int(min(ys) // step), int(max(ys) // step) + 1):
            q = (step * (i + 0.8 * unit(i, j, 1)), step * (j + 0.8 * unit(i, j, 2)))
            if q in shape:
                yield q
