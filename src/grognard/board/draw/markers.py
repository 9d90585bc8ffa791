"""Markers: cards with cut corners, so that they are never taken for units."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from grognard.board.draw.counters import fitted, words
from grognard.board.draw.svg import LookError, element, move
from grognard.board.draw.unit_symbols import draw_silhouette

_CUT = "M-40-50H40L50-40V40L40 50H-40L-50 40V-40Z"


class Marker(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A marker of a kind, with its own words if it has any."""

    kind: str = "text"
    text: str = ""


class _Card(msgspec.Struct, frozen=True):
    """How one kind of marker looks."""

    fill: str
    edge: str
    ink: str
    label: str
    picture: str


def _path(d: str, fill: str = "none", stroke: str | None = None, width: float | None = None) -> str:
    return element("path", d=d, fill=fill, stroke=stroke, stroke_width=width)


def _rays(inner: float, outer: tuple[float, float], ink: str, width: float) -> str:
    d = [
        element(
            "path",
            d=f"M0{-inner:g}V{-outer[i % 2]:g}",
            stroke=ink,
            stroke_width=width,
            stroke_linecap="round",
            transform=move(0, -4, 45 * i),
        )
        for i in range(8)
    ]
    return "".join(d)


def _wreck() -> str:
    hull = draw_silhouette("tank", ink="#161412", face="#4a4743")
    return (
        element("g", hull, transform="translate(0 4) rotate(-7) scale(1.25)")
        + _path("M-12-12C-26-22-10-30-18-42C-4-38 2-30-2-22C4-24 6-30 4-36C16-28 14-16 4-12Z", "#ff8f2e")
        + _path("M-6-13C-11-20-5-22-6-28C2-24 3-16-1-13Z", "#ffe39a")
    )


def _smoke() -> str:
    cloud = "M-34 16Q-42 2-28-4Q-30-22-12-22Q-4-36 12-28Q30-32 31-14Q44-8 36 8Q34 20 20 18Q8 26-4 19Q-20 26-34 16Z"
    curls = "M-16-4Q-8-14 2-6M8 2Q18-8 26 2M-18 10Q-10 4-4 10"
    return _path(cloud, "#fff", "#59636b", 2.4) + _path(curls, "none", "#59636b", 2.2)


def _bridge_out() -> str:
    water = _path("M-50-4Q-25-10 0-4T50-4V16Q25 22 0 16T-50 16Z", "#6fa3bf")
    left, right = "M-44-18H-12L-8-10L-14-2L-9 6L-14 12H-44Z", "M44-18H14L9-11L14-4L8 4L13 12H44Z"
    planks = _path(left + right, "#b98e58", "#15181b", 3)
    return water + planks + _path("M-9-24L9 18M9-24L-9 18", "none", "#c4151f", 7)


def _bridge() -> str:
    water = _path("M-50-4Q-25-10 0-4T50-4V16Q25 22 0 16T-50 16Z", "#6fa3bf")
    planks = "".join(f"M{x}-18V12" for x in range(-34, 40, 10))
    return water + _path("M-44-18H44V12H-44Z", "#b98e58", "#15181b", 3) + _path(planks, "none", "#15181b", 1.6)


def _flame() -> str:
    outer = "M-2 22C-24 20-26-2-12-14C-12-4-6-2-6-8C-8-22 4-32 2-44C18-32 28-10 20 8C16 20 8 24-2 22Z"
    return _path(outer, "#ff8f2e", "#5c2600", 2) + _path("M2 20C-8 18-10 6-2-2C0 4 6 2 5-6C14 2 16 18 2 20Z", "#ffe39a")


def _works() -> str:
    bank = _path("M-38 8L-24-14L-10 4L4-14L18 4L32-14L40 2", "none", "#5b4019", 9)
    return bank + _path("M-38 8L-24-14L-10 4L4-14L18 4L32-14L40 2", "none", "#c49a5c", 3.4)


def _wire() -> str:
    coil = "".join(f"M{x}-4A10 15 0 1 0 {x + 20}-4A10 15 0 1 0 {x}-4" for x in range(-40, 30, 12))
    return _path(coil, "none", "#2c3238", 2.4) + _path("M-42-4H42", "none", "#2c3238", 2)


def _block() -> str:
    beams = "M-34 18L34-26M34 18L-34-26M-36-4H36"
    return _path(beams, "none", "#3a2a16", 11) + _path(beams, "none", "#a27a48", 6)


def _flag() -> str:
    return _path("M-22 24V-38H-16V24Z", "#15181b") + _path("M-16-36H30L20-22L30-8H-16Z", "#9a4a12", "#15181b", 2)


def _column() -> str:
    arrow = element(
        "path", d="M-38-13H4V-29L42-3L4 23V7H-38Z", fill="#8c3b22", stroke="#fff", stroke_opacity=0.85, stroke_width=3
    )
    return arrow + words("COL", -14, 3.5, 18, "#fff", weight="700")


def _crosshairs() -> str:
    rings = element("circle", cy=-6, r=24, fill="none", stroke="#15181b", stroke_width=4)
    rings += element("circle", cy=-6, r=9, fill="none", stroke="#15181b", stroke_width=3)
    return rings + _path("M0-38V-20M0 8V26M-32-6H-14M14-6H32", "none", "#15181b", 4)


def _chit() -> str:
    around = _path("M-30-6L-15-32H15L30-6L15 20H-15Z", "none", "#15181b", 4)
    return around + element("circle", cy=-6, r=8, fill="#15181b")


def _cards() -> dict[str, _Card]:
    mine = _rays(24, (33, 33), "#15181b", 5) + element("circle", cy=-4, r=22, fill="#15181b")
    flare = _rays(14, (26, 32), "#ffe39a", 4) + element("circle", cy=-4, r=10, fill="#fff7d6")
    aircraft = draw_silhouette("aircraft", ink="#15181b", face="#d6e4ee")
    crates = draw_silhouette("supply", ink="#2c2110", face="#dccba0")
    return {
        "wreck": _Card("#4a4743", "#26241f", "#f2ece0", "WRECK", _wreck()),
        "smoke": _Card("#dfe3e6", "#9aa2a8", "#15181b", "SMOKE", _smoke()),
        "mine": _Card("#e9d36b", "#9d8920", "#15181b", "MINES", mine),
        "bridge_out": _Card("#cfe0ea", "#7c97a8", "#15181b", "BRIDGE OUT", _bridge_out()),
        "bridge": _Card("#cfe0ea", "#7c97a8", "#15181b", "BRIDGE", _bridge()),
        "column": _Card("#d69a6a", "#8f5c34", "#241005", "", _column()),
        "flare": _Card("#26303a", "#0e141a", "#fff7d6", "FLARE", flare),
        "fire": _Card("#4a2d1c", "#26150b", "#ffe9cf", "ABLAZE", _flame()),
        "works": _Card("#e6dcbc", "#a1946a", "#2c1f0a", "DUG IN", _works()),
        "wire": _Card("#d9dccf", "#94987f", "#15181b", "WIRE", _wire()),
        "block": _Card("#dcd2bd", "#978a6c", "#21180a", "BLOCK", _block()),
        "objective": _Card("#f4efdf", "#aba283", "#15181b", "OBJECTIVE", _flag()),
        "barrage": _Card("#e8c9b0", "#a17d5e", "#15181b", "BARRAGE", _crosshairs()),
        "air": _Card(
            "#d6e4ee", "#8ba1b1", "#15181b", "AIR", element("g", aircraft, transform="translate(0 -6) scale(1.25)")
        ),
        "supply": _Card(
            "#dccba0", "#96865a", "#15181b", "SUPPLY", element("g", crates, transform="translate(0 -4) scale(1.15)")
        ),
        "chit": _Card("#e9e3a8", "#a39a54", "#15181b", "OPERATION", _chit()),
        "text": _Card("#f4efdf", "#aba283", "#15181b", "", ""),
    }


MARKERS: dict[str, _Card] = _cards()


def draw_marker(kind: str, text: str = "") -> str:
    """A marker; `text` takes the place of its usual words, or stands on the mine."""
    if kind not in MARKERS:
        raise LookError(f'marker "{kind}" is not known; there are {", ".join(MARKERS)}.')
    card = MARKERS[kind]
    inner = words(text, 0, 5, fitted(text, 25, 36), card.fill, weight="700") if kind == "mine" else ""
    label = card.label if inner else text or card.label
    size, y = (17.0, 42.0) if card.picture else (30.0, 10.0)
    return element(
        "g",
        element("path", d=_CUT, transform="translate(2 6)", fill="#000", fill_opacity=0.28),
        element("path", d=_CUT, transform="translate(0 4)", fill=card.edge),
        element("path", d=_CUT, fill=card.fill, stroke="#111", stroke_opacity=0.5, stroke_width=1.6),
        card.picture,
        inner,
        words(label, 0, y, fitted(label, size, 84), card.ink),
        class_=f"marker {kind}",
    )


# -------------------- Status marks and the states of a counter


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
