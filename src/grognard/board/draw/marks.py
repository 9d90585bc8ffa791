"""Status marks and the states of a counter: each with its own outline first, colour third."""

from __future__ import annotations

from typing import NamedTuple

from grognard.board.draw.errors import LookError
from grognard.board.draw.svg import element, move


class Mark(NamedTuple):
    """A status mark about 34 across, centred on the origin."""

    outline: str
    fill: str
    ink: str
    glyph: str  # INK stands for the ink


def _line(d: str, width: float = 2.8) -> str:
    return f'<path d="{d}" fill="none" stroke="INK" stroke-width="{width:g}" stroke-linejoin="round"/>'


MARKS: dict[str, Mark] = {
    "pinned": Mark("M0-17L17 0L0 17L-17 0Z", "#ffd54a", "#231a00", _line("M0-9V4M-5-1L0 5L5-1M-7 9H7")),
    "spotted": Mark(
        "M16 0A16 16 0 1 1-16 0A16 16 0 1 1 16 0Z",
        "#ffffff",
        "#102a43",
        _line("M-11 0Q0-10 11 0Q0 10-11 0Z", 2.4) + '<circle r="3.6" fill="INK"/>',
    ),
    "disrupted": Mark("M0-18L18 14H-18Z", "#ff9b54", "#2b1000", _line("M2-9L-4 2H4L-2 12")),
    "spent": Mark("M-14-14H14V14H-14Z", "#c9ced6", "#14181d", '<path d="M-6-9H6L-6 9H6Z" fill="INK"/>'),
    "suppressed": Mark("M-16-9L-9-16H9L16-9V9L9 16H-9L-16 9Z", "#c9b3f2", "#1c0f3a", _line("M-8-6H8M-8 0H8M-8 6H8", 3)),
    "moved": Mark("M-16-13H6L17 0L6 13H-16L-7 0Z", "#9be3d0", "#04271f", _line("M-4-6L2 0L-4 6M4-6L10 0L4 6", 2.6)),
    "fired": Mark(
        "M0-18L5-8L16-9L10 0L16 9L5 8L0 18L-5 8L-16 9L-10 0L-16-9L-5-8Z",
        "#ff7d7d",
        "#330404",
        '<circle r="4" fill="INK"/>',
    ),
    "out_of_supply": Mark("M-15-15H15V4L0 17L-15 4Z", "#f4f1e6", "#5a0d0d", _line("M-7-8L7 6M7-8L-7 6", 3)),
    "dug_in": Mark("M-10-13H10L18 13H-18Z", "#d9b98a", "#2b1a05", _line("M-10 7L-5-5L0 7L5-5L10 7")),
    "loaded": Mark("M-17 0L-8.5-15H8.5L17 0L8.5 15H-8.5Z", "#bfe0f5", "#06263a", _line("M0-8V7M-6-2L0-9L6-2M-8 8H8")),
    "immobile": Mark("M0 18L18-14H-18Z", "#e7e2d6", "#1d1a14", _line("M-6-9L6 3M6-9L-6 3", 3)),
    "attacked": Mark("M0-18L6-6L18 0L6 6L0 18L-6 6L-18 0L-6-6Z", "#ff7d7d", "#330404", '<circle r="4" fill="INK"/>'),
    "asleep": Mark(
        "M7-17A17 17 0 1 0 7 17A19 19 0 0 1 7-17Z", "#cfd6ee", "#10183a", '<path d="M-10-6H-2L-10 6H-2Z" fill="INK"/>'
    ),
    "supplied_by_air": Mark(
        "M-18-3A18 15 0 0 1 18-3L5 17H-5Z", "#bfe0f5", "#06263a", _line("M-12-4L-2 9M12-4L2 9M-3 9H3V14H-3Z", 2.2)
    ),
    "unspotted": Mark(
        "M18 0A18 13 0 1 1-18 0A18 13 0 1 1 18 0Z",
        "#3a4652",
        "#f2f6fa",
        _line("M-11 0Q0-10 11 0Q0 10-11 0Z", 2.2) + _line("M-10 10L10-10", 3),
    ),
    "active": Mark(
        "M-12-17H12V17L0 9L-12 17Z", "#ffcf33", "#1a1400", '<path d="M0-11L3-4L10-3L5 2L6 8L0 5Z" fill="INK"/>'
    ),
    "separated": Mark("M-16-12H16V12H-16Z", "#f7d9b0", "#3a1d00", _line("M-10 0H-3M3 0H10M0-8V-4M0 4V8")),
    "shaken": Mark("M-15-15L15-11L13 15L-17 11Z", "#f2b8c6", "#3a0717", _line("M-9 3L-4-5L1 4L6-5L10 3")),
    "broken": Mark(
        "M-17-3L-5-16L3-8L16-14L12 2L17 14L2 10L-8 17L-8 5Z", "#f7c9d6", "#3a0717", _line("M0-6V3M0 6V9", 3.2)
    ),
}


def draw_mark(kind: str) -> str:
    """One status mark."""
    if kind not in MARKS:
        raise LookError(f'mark "{kind}" is not known; there are {", ".join(MARKS)}.')
    mark = MARKS[kind]
    shape = element("path", d=mark.outline, fill=mark.fill, stroke=mark.ink, stroke_width=2, stroke_linejoin="round")
    return element("g", shape, mark.glyph.replace("INK", mark.ink), class_=f"mark {kind}")


# ---------------------------------------------------------------- states

STATES = ("selectable", "selected", "target", "threatened", "done")


def draw_state(state: str) -> tuple[str, str]:
    """What lies under and what lies over a counter in this state."""
    if not state:
        return "", ""
    drawn = {"selectable": _selectable, "selected": _selected, "target": _target}
    drawn |= {"threatened": _threatened, "done": _done}
    if state not in drawn:
        raise LookError(f'state "{state}" is not known; there are {", ".join(STATES)}.')
    return drawn[state]()


def _ring(half: float, rx: float, **look: str | float | None) -> str:
    return element("rect", x=-half, y=-half, width=2 * half, height=2 * half, rx=rx, **look)


def _selectable() -> tuple[str, str]:
    dark = _ring(57, 16, fill="none", stroke="#0b2742", stroke_width=8)
    return dark + _ring(57, 16, fill="none", stroke="#7cc8ff", stroke_width=4.5, class_="breathe"), ""


def _selected() -> tuple[str, str]:
    plate = _ring(59, 18, fill="#ffcf33", stroke="#1a1400", stroke_width=2.5)
    return plate, element("path", d="M-14-66L0-56L14-66Z", fill="#ffcf33", stroke="#1a1400", stroke_width=2.5)


def _target() -> tuple[str, str]:
    brackets = "M-62-38V-62H-38M38-62H62V-38M62 38V62H38M-38 62H-62V38"
    ticks = "M0-72V-56M0 56V72M-72 0H-56M56 0H72"
    lines = [
        element("path", d=brackets, stroke="#fff", stroke_width=13),
        element("path", d=brackets, stroke="#d21f2b", stroke_width=8),
        element("path", d=ticks, stroke="#fff", stroke_width=10),
        element("path", d=ticks, stroke="#d21f2b", stroke_width=5),
    ]
    return "", element("g", *lines, fill="none", stroke_linecap="round")


def _threatened() -> tuple[str, str]:
    white = _ring(58, 16, fill="none", stroke="#fff", stroke_width=7)
    dashes = _ring(58, 16, fill="none", stroke="#e2670a", stroke_width=6, stroke_dasharray="13 9")
    tab = element("path", d="M0-19L19 15H-19Z", fill="#e2670a", stroke="#fff", stroke_width=3)
    warning = element("path", d="M0-8V5M0 9.5V12", stroke="#fff", stroke_width=4)
    return white + dashes, element("g", tab, warning, transform=move(-46, -46))


def _done() -> tuple[str, str]:
    """A slanted grey veil and a tick; the numbers stay readable."""
    veil = _ring(50, 11, fill="#1b2126", fill_opacity=0.34)
    slants = "".join(f"M{min(48, c + 48)} {max(-48, c - 48)}L{max(-48, c - 48)} {min(48, c + 48)}" for c in _SLANTS)
    lines = element("path", d=slants, stroke="#1b2126", stroke_opacity=0.26, stroke_width=3)
    disc = element("circle", r=14, fill="#20262c", stroke="#fff", stroke_width=2)
    tick = element("path", d="M-6 0L-1.5 5L7-5", fill="none", stroke="#fff", stroke_width=3.4)
    return "", veil + lines + element("g", disc, tick, transform=move(-54, 48))


_SLANTS = range(-84, 96, 12)
