"""Markers: cards with cut corners, so that they are never taken for units."""

from __future__ import annotations

import msgspec

from grognard.board.draw.counters import fitted, words
from grognard.board.draw.errors import LookError
from grognard.board.draw.svg import element, move
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
