"""A map a turn: who stood where at its end, who came from where, who was lost, and where the fights were.

The ground is drawn once for a whole page; every plate shows a window of it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from math import hypot

from grognard.board.draw import Base, Face, Marker, draw_piece, draw_stack
from grognard.board.draw.inch_table import draw_formation, on_page
from grognard.board.draw.markers import MARKS
from grognard.board.draw.pieces import COUNTER, counter_symbols
from grognard.board.draw.svg import NUMERALS, attrs, element, move, number, text, ungrained
from grognard.board.ground import InchGround, plain_counters
from grognard.engine import Ground
from grognard.engine.core.view import PieceView
from grognard.report.story import Fight, Loss, Pieces, Story, Turn, on_map

Point = tuple[float, float]
Box = tuple[float, float, float, float]

NUMBERED = 3  # fights of a turn that have a number on its map
ARROWS = 26  # of a plate: with more nobody sees where anybody went
SHORTEST = 45.0  # a way shorter than this is no arrow
ROOM = 90.0  # round what happened
LEAST = 620.0  # a window is as wide as this at least
TONES = ("#ffffff", "#f5a34a", "#8fd0ff", "#d6f28a")  # of the arrows of each side, beside their black edge


def symbol_id(key: str) -> str:
    """The id of a counter on the page."""
    return "c-" + re.sub(r"[^A-Za-z0-9_.-]", "_", key)


def inside(svg: str) -> str:
    """What stands in an SVG, without the element round it."""
    return svg[svg.index(">") + 1 : svg.rindex("</svg>")]


def apart(drawn: str, prefix: str) -> str:
    """The same drawing with ids of its own."""
    for name in re.findall(r' id="([^"]+)"', drawn):
        for before, after in ((' id="', '"'), ("url(#", ")"), ('href="#', '"')):
            drawn = drawn.replace(f"{before}{name}{after}", f"{before}{prefix}{name}{after}")
    return drawn


def position(boxes: Sequence[Sequence[float]]) -> Point:
    """The middle of the bases of a unit, in inches."""
    return sum(b[0] for b in boxes) / len(boxes), sum(b[1] for b in boxes) / len(boxes)


class Plates:
    """Draws the maps of a story."""

    def __init__(self, story: Story, ground: Ground) -> None:
        self.story, self.ground = story, ground
        self.tones = dict(zip(story.armies, TONES * len(story.armies), strict=False))

    @cached_property
    def faces(self) -> Mapping[str, Face | Marker | Base]:
        """How every piece that may appear looks."""
        looks = [turn.start for turn in self.story.turns] + [turn.end for turn in self.story.turns]
        pieces = [piece for look in looks for piece in look.values()]
        pieces += [piece for force in self.story.forces.values() for piece in force]
        pieces += [loss.piece for turn in self.story.turns for loss in turn.losses]
        return plain_counters(pieces, self.story.game.face.counters)

    def board(self) -> str:
        """The ground with its lettering."""
        land, letters = self.ground.halves("light")
        return ungrained(inside(land)) + apart(inside(letters), "l-")

    def symbols(self) -> str:
        """A symbol for every counter."""
        return counter_symbols({symbol_id(key): face for key, face in self.faces.items()})

    def point(self, piece: PieceView) -> Point:
        """Where a piece stands in the drawing."""
        if piece.boxes and isinstance(self.ground, InchGround):
            return on_page(self.ground.table, *position(piece.boxes))
        return self.ground.centre(piece.place)

    def spot(self, fight: Fight) -> Point | None:
        """Where a fight was: in the last of its places, or where its target stood."""
        known = [place for place in fight.hexes if self.ground.knows(place)]
        if known:
            return self.ground.centre(known[-1])
        return self.point(fight.target) if fight.target is not None and on_map(fight.target, self.ground) else None

    # ------------------------------------------------------------ one plate

    def window(self, turn: Turn, ratio: float) -> Box:
        """The part of the ground where a turn was played, as wide to its height as told."""
        points = [point for way in self.ways(turn) for point in way[1:]]
        points += [p for loss in turn.losses if (p := self._where(loss))]
        points += [p for fight in numbered(turn) if (p := self.spot(fight))]
        points = points or [self.point(piece) for piece in turn.end.values() if on_map(piece, self.ground)]
        return self.round(points, ratio)

    def round(self, points: Sequence[Point], ratio: float) -> Box:
        """A window round some points; the whole ground if there are none."""
        x, y, wide, high = self.ground.frame
        if not points:
            return x, y, wide, high
        left, right = min(p[0] for p in points) - ROOM, max(p[0] for p in points) + ROOM
        top, bottom = min(p[1] for p in points) - ROOM, max(p[1] for p in points) + ROOM
        across = max(right - left, (bottom - top) * ratio, min(LEAST, wide))
        across = min(across, max(wide, high * ratio))
        down = across / ratio
        begin = _held((left + right - across) / 2, across, x, wide)
        return begin, _held((top + bottom - down) / 2, down, y, high), across, down

    def draw(self, turn: Turn, ratio: float, said: str) -> str:
        """The map of a turn; `said` is what is read to those who do not see it."""
        box = " ".join(number(round(v)) for v in self.window(turn, ratio))
        ground = element("use", href="#ground")
        label = {"role": "img", "aria_label": said}
        look = {"class_": "plate", "viewBox": box, "preserveAspectRatio": "xMidYMid slice"}
        return element("svg", ground, self.over(turn), **look, **label)

    def over(self, turn: Turn) -> str:
        """All that lies on the ground: who was lost, arrows, pieces, blasts and the numbers of fights."""
        arrows = [_arrow(start, end, self.tones.get(side, TONES[0])) for side, start, end in self.ways(turn)]
        fallen = [(loss, at) for loss in turn.losses if (at := self._where(loss))]
        faint = [self._faint(loss.piece, at) for loss, at in fallen]
        blasts = [_blast(at) for _, at in fallen]
        where = [(i, self.spot(fight)) for i, fight in enumerate(numbered(turn), 1)]
        marks = [_numeral(i, at) for i, at in where if at]
        return "".join([*faint, self.pieces(turn.end), *arrows, *blasts, *marks])

    def ways(self, turn: Turn) -> list[tuple[str, Point, Point]]:
        """Who went from where to where in a turn: the longest ways."""
        found: dict[tuple[str, Point, Point], float] = {}
        for piece in turn.end.values():
            before = turn.start.get(piece.id)
            if before is None or not (on_map(piece, self.ground) and on_map(before, self.ground)):
                continue
            a, b = self.point(before), self.point(piece)
            if (length := hypot(b[0] - a[0], b[1] - a[1])) >= SHORTEST:
                found[piece.side, a, b] = length
        return sorted(found, key=lambda way: -found[way])[:ARROWS]

    def pieces(self, pieces: Pieces) -> str:
        """Every stack, from the top of the page down."""
        shown = [piece for piece in pieces.values() if on_map(piece, self.ground)]
        if isinstance(self.ground, InchGround):
            return "".join(self._bases(self.ground, piece) for piece in shown)
        stacks: dict[str, list[PieceView]] = {}
        for piece in shown:
            stacks.setdefault(piece.place, []).append(piece)
        order = sorted(stacks.values(), key=lambda stack: self.point(stack[0])[::-1])
        return "".join(self._stack(stack) for stack in order)

    def _stack(self, stack: Sequence[PieceView]) -> str:
        bodies = [self.body(piece) for piece in stack]
        marks = [mark for mark in stack[-1].marks if mark in MARKS]
        drawn = draw_piece(bodies[0], marks) if len(bodies) == 1 else draw_stack(bodies, marks=marks)
        return element("g", drawn, transform=move(*self.point(stack[0]), scale=COUNTER / 100))

    def _bases(self, ground: InchGround, piece: PieceView) -> str:
        base = self.faces.get(piece.face)
        return draw_formation(ground.table, base, piece.boxes) if isinstance(base, Base) else ""

    def body(self, piece: PieceView) -> str:
        """A counter, 100 across round its middle."""
        return element("use", href=f"#{symbol_id(piece.face)}", x=-50, y=-50, width=100, height=100)

    def _faint(self, piece: PieceView, at: Point) -> str:
        cross = element(
            "path", d="M-44-44L44 44M-44 44L44-44", stroke="#8c1d18", stroke_width=9, stroke_linecap="round"
        )
        body = self.body(piece) if not piece.boxes else ""
        return element("g", element("g", body, opacity=0.6), cross, transform=move(*at, scale=COUNTER / 100))

    def _where(self, loss: Loss) -> Point | None:
        if self.ground.knows(loss.place):
            return self.ground.centre(loss.place)
        return self.point(loss.piece) if on_map(loss.piece, self.ground) else None


def numbered(turn: Turn) -> list[Fight]:
    """The fights of a turn that have a number on its map: those that mattered most, in their order."""
    most = sorted(turn.fights, key=lambda fight: -fight.counts)[:NUMBERED]
    return [fight for fight in turn.fights if fight in most]


def _held(start: float, size: float, low: float, whole: float) -> float:
    """The start of a stretch that stays in the whole where it can."""
    if size >= whole:
        return low + (whole - size) / 2
    return min(max(start, low), low + whole - size)


def _arrow(a: Point, b: Point, tone: str) -> str:
    """A bent arrow with a black edge, that ends before the counter it leads to."""
    (ax, ay), (bx, by) = a, b
    length = hypot(bx - ax, by - ay)
    bend = min(40.0, length * 0.14)
    ux, uy = (bx - ax) / length, (by - ay) / length
    mx, my = (ax + bx) / 2 + uy * bend, (ay + by) / 2 - ux * bend
    away = hypot(bx - mx, by - my)
    vx, vy = (bx - mx) / away, (by - my) / away
    tip = bx - vx * 20, by - vy * 20
    neck = tip[0] - vx * 20, tip[1] - vy * 20
    d = f"M{number(ax)} {number(ay)}Q{number(mx)} {number(my)} {number(neck[0])} {number(neck[1])}"
    side = -vy * 14, vx * 14
    corners = (neck[0] + side[0], neck[1] + side[1]), tip, (neck[0] - side[0], neck[1] - side[1])
    head = "M" + "L".join(f"{number(x)} {number(y)}" for x, y in corners) + "Z"
    look = {"fill": "none", "stroke_linecap": "round"}
    black = element("path", d=d, stroke="#14191e", stroke_width=13, **look)
    point = element("path", d=head, fill=tone, stroke="#14191e", stroke_width=3, stroke_linejoin="round")
    return black + point + element("path", d=d, stroke=tone, stroke_width=7.5, **look)


def _blast(at: Point) -> str:
    """Somebody was lost here."""
    star = "M0-20L5-9L15-15L12-4L22 0L11 5L16 16L5 10L0 21L-5 10L-16 15L-11 4L-22 0L-12-5L-15-15L-5-9Z"
    outer = element("path", d=star, fill="#ffcf33", stroke="#14191e", stroke_width=2.4, stroke_linejoin="round")
    inner = element("path", d=star, fill="#d8431f", transform="scale(.5)")
    return element("g", outer, inner, transform=move(at[0] + 20, at[1] - 20, scale=0.95))


def _numeral(i: int, at: Point) -> str:
    """The number of a fight."""
    disc = element("circle", r=15, fill="#a3161f", stroke="#fff", stroke_width=2.6)
    look = attrs(font_family=NUMERALS, font_size=21, font_weight="700", fill="#fff", text_anchor="middle")
    return element("g", disc, element("text", text(str(i)), y=7, **look), transform=move(at[0] - 26, at[1] - 26))
