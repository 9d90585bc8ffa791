"""Counters in play: marks, states, stacks, trays, and whole sheets of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from grognard.board.draw.bases import Base, base_symbol
from grognard.board.draw.counters import Face, draw_counter, words
from grognard.board.draw.markers import Marker, draw_marker
from grognard.board.draw.marks import draw_mark, draw_state
from grognard.board.draw.svg import element, move

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
