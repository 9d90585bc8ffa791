"""Counters in play: marks, states, stacks, trays, and whole sheets of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from grognard.board.draw.bases import Base, base_symbol
from grognard.board.draw.board import draw_edge_and_aids, terrain, wrap
from grognard.board.draw.counters import Face, draw_counter, words
from grognard.board.draw.markers import STATES, Marker, draw_mark, draw_marker, draw_state
from grognard.board.draw.page import WIDE
from grognard.board.draw.scene import Scene
from grognard.board.draw.svg import LookError, element, layer, move
from grognard.board.hexes.grid import Hex
from grognard.board.hexes.map import HexMap

_SHOWN = 3  # marks on a counter, and counters in a stack
BESIDE = 62  # from the middle of a counter: its marks hide no figure of it


def draw_side(side: Face | Marker | Base) -> str:
    """A counter, a marker or a base of miniatures."""
    if isinstance(side, Base):
        return base_symbol(side)
    return draw_marker(side.kind, side.text) if isinstance(side, Marker) else draw_counter(side)


FACING = "facing "  # and degrees from the north: a mark that is drawn as a point on the edge


def draw_piece(body: str, marks: Sequence[str] = (), state: str = "") -> str:
    """A drawn counter with its marks down the right edge and its state round it."""
    under, over = draw_state(state)
    bows = [draw_facing(float(mark.removeprefix(FACING))) for mark in marks if mark.startswith(FACING)]
    marks = [mark for mark in marks if not mark.startswith(FACING)]
    spots = [
        element("g", draw_mark(mark), transform=move(BESIDE, -40 + 29 * i, scale=0.88))
        for i, mark in enumerate(marks[:_SHOWN])
    ]
    if len(marks) > _SHOWN:
        spots.append(_more(len(marks) - _SHOWN))
    return element("g", under, body, over, *bows, *spots, class_=f"piece {state}".strip())


def draw_facing(degrees: float) -> str:
    """A point outside the counter on the side to which it looks, in degrees from the north."""
    point = element("path", d="M-17 -54L0 -74L17 -54Z", fill="#ffcf33", stroke="#14191e", stroke_width=3)
    return element("g", point, transform=f"rotate({degrees:g})", class_="facing")


def _more(count: int) -> str:
    pill = element("rect", x=-15, y=-10, width=30, height=20, rx=10, fill="#14191e", stroke="#fff", stroke_width=1.6)
    return element("g", pill, words(f"+{count}", 0, 6, 17, "#fff", weight="700"), transform=move(55, 45))


def draw_stack(bodies: Sequence[str], *, marks: Sequence[str] = (), state: str = "", hint: bool = False) -> str:
    """A stack, the top counter last: at most three show, and a badge has the count.

    `hint` adds a dot to the badge: some lower counter has marks too.
    """
    shown = bodies[-_SHOWN:]
    half = (len(shown) - 1) / 2
    cards = []
    for i, body in enumerate(shown):
        top = i == len(shown) - 1
        piece = draw_piece(body, marks, state) if top else body
        cards.append(element("g", piece, transform=move(8.5 * (i - half), -8.5 * (i - half))))
    badge = _badge(len(bodies), hint) if len(bodies) > 1 else ""
    return element("g", *cards, badge, class_="stack")


def _badge(count: int, hint: bool) -> str:
    disc = element("circle", r=17, fill="#14191e", stroke="#fff", stroke_width=2.6)
    dot = element("circle", cx=14, cy=-12, r=6, fill="#ffcf33", stroke="#14191e", stroke_width=2) if hint else ""
    return element("g", disc, words(str(count), 0, 8, 23, "#fff", weight="700"), dot, transform=move(-52, -52))


def draw_tray(bodies: Sequence[str]) -> str:
    """An opened stack: every counter side by side in a dark tray with a pointer down to its hex."""
    count = len(bodies)
    wide = 118 * count + 18
    pointer = element("path", d="M-19 68L0 92L19 68Z", fill="#14191e", fill_opacity=0.92)
    tray = element(
        "rect",
        x=-wide / 2,
        y=-68,
        width=wide,
        height=137,
        rx=21,
        fill="#14191e",
        fill_opacity=0.92,
        stroke="#fff",
        stroke_opacity=0.35,
        stroke_width=2,
    )
    cards = [element("g", body, transform=move(118 * (i - (count - 1) / 2), 0)) for i, body in enumerate(bodies)]
    return element("g", pointer, tray, *cards, class_="tray")


def counter_symbols(faces: Mapping[str, Face | Marker | Base], prefix: str = "") -> str:
    """One <symbol> for each counter, to be shown with <use> at any size."""
    return "".join(
        element("symbol", draw_side(side), id=f"{prefix}{key}", viewBox="-50 -50 100 100", overflow="visible")
        for key, side in faces.items()
    )


def counter_sheet(faces: Mapping[str, Face | Marker | Base], prefix: str = "") -> str:
    """An SVG with nothing to see but a <symbol> for each counter, its key the id.

    `<use href="#key" width="47" height="47"/>` shows a counter 47 across.
    """
    symbols = counter_symbols(faces, prefix)
    return element("svg", symbols or " ", xmlns="http://www.w3.org/2000/svg", width=0, height=0, class_="counters")


# -------------------- A board with counters on it, for reports, documents and lobby cards

COUNTER = 47.0  # the width of a counter in a hex 62 across

Piece = tuple[Hex, str, Sequence[str]]  # hex, key of its face, marks and states
Window = tuple[Hex, float, float]  # the hex in the middle, and how many hexes to show across and down


def draw_position(
    hexmap: HexMap,
    pieces: Iterable[Piece],
    faces: Mapping[str, Face | Marker | Base],
    *,
    palette: str | None = None,
    numbers: bool = True,
    far: bool = False,
    prefix: str = "b",
    window: Window | None = None,
) -> str:
    """The board with these pieces on it; pieces of one hex are a stack, the last of them on top.

    A piece's marks may include one of STATES ("selected", "target" and so on). `window` shows part of the board.
    """
    scene, board = _board(hexmap, palette, numbers and not far, far, prefix)
    return wrap(scene, board + draw_pieces(scene, pieces, faces), _view(scene, window) if window else None)


@lru_cache(2)
def _board(hexmap: HexMap, palette: str | None, numbers: bool, far: bool, prefix: str) -> tuple[Scene, str]:
    """All that lies under the pieces: one match is drawn again and again on the same map."""
    scene = Scene(hexmap, palette, prefix, far)
    return scene, terrain(scene) + draw_edge_and_aids(scene, numbers)


def draw_pieces(scene: Scene, pieces: Iterable[Piece], faces: Mapping[str, Face | Marker | Base]) -> str:
    """Every stack, from the top of the page down, selected ones last."""
    stacks: dict[Hex, list[Piece]] = {}
    used: dict[str, Face | Marker | Base] = {}
    for piece in pieces:
        h, key, _ = piece
        if key not in faces:
            raise LookError(f'the piece in {h} has the face "{key}", which is not among the faces given.')
        if h not in scene.map.grid:
            raise LookError(f'the piece "{key}" stands in {h!r}, which is not on this map.')
        stacks.setdefault(h, []).append(piece)
        used[key] = faces[key]
    defs = element("defs", counter_symbols(used, f"{scene.prefix}-"))
    drawn = sorted((_order(scene, h, stack), _stack(scene, h, stack)) for h, stack in stacks.items())
    return layer("pieces", defs, *(markup for _, markup in drawn)) if drawn else ""


def _order(scene: Scene, h: Hex, stack: list[Piece]) -> tuple[bool, float, float]:
    x, y = scene.page.centre(scene.page.cube(h))
    return "selected" in stack[-1][2], y, x


def _stack(scene: Scene, h: Hex, stack: list[Piece]) -> str:
    x, y = scene.page.centre(scene.page.cube(h))
    bodies = [element("use", href=f"#{scene.prefix}-{key}", x=-50, y=-50, width=100, height=100) for _, key, _ in stack]
    words = stack[-1][2]
    marks = [word for word in words if word not in STATES]
    state = next((word for word in words if word in STATES), "")
    if len(bodies) == 1:
        inside = draw_piece(bodies[0], marks, state)
    else:
        inside = draw_stack(bodies, marks=marks, state=state, hint=any(piece[2] for piece in stack[:-1]))
    return element("g", inside, transform=move(x, y, scale=COUNTER / 100), data_hex=h)


def _view(scene: Scene, window: Window) -> tuple[float, float, float, float]:
    h, across, down = window
    x, y = scene.page.centre(scene.page.cube(h))
    return x - across * WIDE / 2, y - down * WIDE / 2, across * WIDE, down * WIDE
