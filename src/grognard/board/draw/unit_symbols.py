"""Unit pictures in a 60 x 34 box centred on the origin: APP-6 symbols and side-view silhouettes.

In the drawings INK stands for the ink, FACE for the colour of the counter that shows through, and BOX for the
inside of an APP-6 frame.
"""

from __future__ import annotations

from collections.abc import Sequence

from grognard.board.draw.svg import LookError

# ---------------------------------------------------------------- APP-6 symbols


def _stroke(d: str, width: float = 3) -> str:
    return f'<path d="{d}" fill="none" stroke="INK" stroke-width="{width:g}"/>'


def _fill(d: str, colour: str = "INK") -> str:
    return f'<path d="{d}" fill="{colour}"/>'


def _disc(x: float, y: float, r: float, colour: str = "INK") -> str:
    return f'<circle cx="{x:g}" cy="{y:g}" r="{r:g}" fill="{colour}"/>'


_BOX = '<rect x="-23" y="-15" width="46" height="30" fill="BOX" stroke="INK" stroke-width="3"/>'
_CROSS = _stroke("M-23-15L23 15M-23 15L23-15")
_SLASH = _stroke("M-23 15L23-15")
_TRACK = '<rect x="-15" y="-8.5" width="30" height="17" rx="8.5" fill="none" stroke="INK" stroke-width="3"/>'
_WHEELS = _disc(-12, 19, 3) + _disc(12, 19, 3)

SYMBOLS: dict[str, str] = {
    "infantry": _BOX + _CROSS,
    "motorized": _BOX + _CROSS + _WHEELS,
    "mech": _BOX + _CROSS + _TRACK,
    "airborne": _BOX + _CROSS + '<path d="M-8 15Q-4 8 0 14Q4 8 8 15" fill="FACE" stroke="INK" stroke-width="2.4"/>',
    "armor": _BOX + _TRACK,
    "heavy_armor": _BOX + '<rect x="-15" y="-8.5" width="30" height="17" rx="8.5" fill="INK"/>',
    "assault_gun": _BOX + _TRACK + _stroke("M0-15V4M-5-8L0-15L5-8"),
    "recon": _BOX + _SLASH,
    "armor_recon": _BOX + _TRACK + _SLASH,
    "cavalry": _BOX + _fill("M-23 15L23-15V15Z"),
    "anti_tank": _BOX + _stroke("M-23 15L0-13L23 15"),
    "artillery": _BOX + _disc(0, 0, 6.5),
    "rocket": _BOX + _disc(0, 5, 5) + _stroke("M0-12L-6-6M0-12L6-6M0-7L-6-1M0-7L6-1"),
    "mortar": _BOX
    + '<circle cy="7" r="4.5" fill="none" stroke="INK" stroke-width="3"/>'
    + _stroke("M0 2V-11M-5-6L0-11.5L5-6"),
    "engineer": _BOX + _stroke("M-12 8V-6H12V8M0-6V8", 3.4),
    "armor_engineer": _BOX + _TRACK + _stroke("M-8 6V-4H8V6M0-4V6"),
    "anti_air": _BOX + _stroke("M-20 15A20 20 0 0 1 20 15"),
    "machine_gun": _BOX + _stroke("M0 10V-9M-6-3L0-10L6-3M-6 10H6"),
    "supply": _BOX + _stroke("M-23 7H23"),
    "transport": _BOX + '<circle r="8" fill="none" stroke="INK" stroke-width="3"/>' + _stroke("M-8 0H8M0-8V8", 2),
    "security": _BOX + _CROSS + _fill("M-23-15H-10L-23-6Z"),
    "hq": _BOX + _stroke("M-23 15V24") + _fill("M-23-6H23V-15H-23Z"),
    "air": _BOX + _stroke("M0 0C-8-9-15-9-15 0C-15 9-8 9 0 0C8-9 15-9 15 0C15 9 8 9 0 0Z"),
    "train": _BOX + _TRACK + _stroke("M-23 10H23"),
}

# ---------------------------------------------------------------- silhouettes


def _hubs(xs: Sequence[float], y: float, r: float) -> str:
    """Wheels that show the counter's colour, with a dark hub."""
    return "".join(_disc(x, y, r, "FACE") + _disc(x, y, round(r * 0.42, 1)) for x in xs)


def _tyres(xs: Sequence[float], y: float, r: float, hub: float) -> str:
    return "".join(_disc(x, y, r) for x in xs) + _hubs(xs, y, hub)


def _tracks(left: float, right: float, wheels: int, r: float = 3.1) -> str:
    """A track with road wheels."""
    step = (right - left - 9) / (wheels - 1)
    belt = f'<rect x="{left:g}" y="5" width="{right - left:g}" height="10.5" rx="5" fill="INK"/>'
    return belt + _hubs([round(left + 4.5 + i * step, 1) for i in range(wheels)], 10.6, r)


def _bar(x: float, y: float, width: float, height: float, rx: float = 0) -> str:
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{rx:g}" fill="INK"/>'


def _man(x: float, y: float, scale: float, tool: str = "M-9 3L10-6") -> str:
    """A soldier with helmet and rifle."""
    body = (
        _disc(0, -10, 3.4)
        + _fill("M-4-10.6Q0-16 4-10.6Z")
        + _fill("M-4.5-6H4L6 2H3L4 14H.6L-.4 5L-2.4 14H-6L-4 2L-6.5 1Z")
        + _stroke(tool, 1.8)
    )
    return f'<g transform="translate({x:g} {y:g}) scale({scale:g})">{body}</g>'


def _spoked(x: float, y: float, r: float) -> str:
    """The wheel of a gun carriage."""
    a = r * 0.68
    spokes = (
        f"M{x:g} {y - r + 1:.1f}V{y + r - 1:.1f}M{x - r + 1:.1f} {y:g}H{x + r - 1:.1f}"
        f"M{x - a:.1f} {y - a:.1f}L{x + a:.1f} {y + a:.1f}M{x - a:.1f} {y + a:.1f}L{x + a:.1f} {y - a:.1f}"
    )
    return _disc(x, y, r) + _disc(x, y, r - 2.6, "FACE") + _stroke(spokes, 1.3) + _disc(x, y, 1.9)


def _crate(x: float, y: float) -> str:
    cross = f"M{x + 2:g} {y + 2:g}L{x + 16:g} {y + 12:g}M{x + 16:g} {y + 2:g}L{x + 2:g} {y + 12:g}"
    return _bar(x, y, 18, 14, 1) + f'<path d="{cross}" stroke="FACE" stroke-width="1.6"/>'


_ARMOUR: dict[str, str] = {
    "light_tank": _fill("M-22 6L-18 0H14L20 4L21 8H-22Z")
    + _fill("M-9 0L-7-7.5H5L8 0Z")
    + _bar(-3, -10, 6, 3.4, 1)
    + _bar(6, -5.4, 15, 2.3)
    + _tracks(-22, 21, 5, 2.9),
    "tank": _fill("M-29 5L-24-1H17L26 3L27 7H-28Z")
    + _fill("M-17-1L-14-10.5H5L10-1Z")
    + _bar(-8, -13.4, 7, 4, 1)
    + _bar(7, -7.4, 25, 2.7)
    + _tracks(-29, 27, 7),
    "sloped_tank": _fill("M-30 5L-21-3H14L28 4L27 7H-29Z")
    + _fill("M-8-3L-5-11Q4-13.5 11-10L16-3Z")
    + _bar(13, -8.2, 20, 2.7)
    + _tracks(-30, 27, 5, 4.1),
    "heavy_tank": _fill("M-29 5V-3H19L27-1L28 7H-29Z")
    + _fill("M-18-3V-11.5L-14-13.5H7L11-10V-3Z")
    + _bar(-12, -17, 8, 4.5, 1)
    + _fill("M10-9.6H30V-10.8H35V-4.8H30V-6H10Z")
    + _tracks(-29, 28, 8, 3.6),
    "assault_gun": _fill("M-28 5L-25-2H-18L-14-10H3L13-3L25 2L27 7H-28Z")
    + _fill("M8-6.6H29V-7.6H33V-2.6H29V-3.6H8Z")
    + _bar(-10, -12.5, 6, 3)
    + _tracks(-28, 26, 6),
    "spg": _fill("M-28 5V0L-24-12H-2L3-2H24L27 7H-28Z") + _bar(-2, -9, 27, 3.2) + _tracks(-28, 26, 6),
    "armoured_car": _fill("M-29 1L-21-5H15L28 0L24 7H-24Z")
    + _fill("M-9-5L-6-11.5H7L11-5Z")
    + _bar(9, -9.4, 18, 2.4)
    + _tyres((-21, -8.5, 7.5, 20), 9, 5.6, 2.3),
    "halftrack": _fill("M-28 6L-29-6L-25-9H1L7-7L12-2L26 1V8H-28Z")
    + _bar(-5, -13, 10, 2.2)
    + _stroke("M-3-13V-9", 2)
    + _tracks(-28, 5, 4, 3.3)
    + _disc(18, 10, 6.2)
    + _disc(18, 10, 2.6, "FACE"),
    "armoured_train": _fill("M-31 6V-6H-22V-11H-11V-6H-4V-13H4V-6H11V-11H22V-6H31V6Z")
    + _bar(20, -9.8, 13, 2.6)
    + _bar(-33, -9.8, 13, 2.6)
    + _fill("M-26-2H-18V1H-26ZM-13-2H-5V1H-13ZM5-2H13V1H5ZM18-2H26V1H18Z", "FACE")
    + _tyres((-25, -16.5, -8, 8, 16.5, 25), 9, 4, 1.8)
    + _stroke("M-33 14.5H33", 2.2),
}

_WHEELED: dict[str, str] = {
    "truck": _fill("M-28 5V-12Q-14-16 1-12V5ZM3 5V-9H12L16-2L26 0V6H3Z")
    + _fill("M6-6H11L13.5-1.5H6Z", "FACE")
    + _fill("M-28 3H26V8H-28Z")
    + _tyres((-20, -8, 17), 10, 5.6, 2.4),
    "car": _fill("M-22 5V-2L-16-9H2L8-2L21 0V6H-22Z")
    + _fill("M-13-6.5H-5V-2H-16ZM-2-6.5H1L4.5-2H-2Z", "FACE")
    + _tyres((-13, 13), 9, 6, 2.5),
    "wagon": _fill("M-26 2V-9Q-14-14-2-9V2Z")
    + _fill("M4 3Q8-4 18-3L23-11L28-12L31-6L26-5L22 3L24 14H21L18 5H10L8 14H5Z")
    + _stroke("M-4 3H8", 2)
    + _spoked(-20, 8, 6.6)
    + _spoked(-6, 8, 6.6),
    "recon": _disc(-17, 8, 7.4)
    + _disc(16, 8, 7.4)
    + _disc(-17, 8, 4, "FACE")
    + _disc(16, 8, 4, "FACE")
    + _fill("M-19 8L-8 0H8L10-5H15L13-1L18 8H14L9 4L4 10H-8L-14 9Z")
    + _fill("M-8 0L-5-9L2-10L9-4L8-2L2-5L2 3L5 9H1L-3 3Z")
    + _disc(0, -14, 3.4)
    + _fill("M-4.4-14.4Q0-20 4.4-14.4Z"),
}

_GUNS: dict[str, str] = {
    "gun": _fill("M-30 12L-26 8L0 3L4 8Z")
    + _fill("M1-11L6 8H2L-3-10Z")
    + _fill("M-8-3L2-4H28V-5.4H33V.4H28V-1H-8Z")
    + _spoked(0, 7, 8.2),
    "howitzer": _fill("M-31 13L-27 9L0 4L4 9Z")
    + _fill("M-3-8L4 8H0L-7-6Z")
    + _fill("M-9 1L20-14L23-9L-6 6Z")
    + _spoked(0, 7, 8.6),
    "artillery": _fill("M-33 14L-29 10L-2 3L2 8Z")
    + _fill("M-14-2L24-15L23-17L31-19L33-14L26-11.5L25.5-13L-11 4Z")
    + _fill("M-10-9L0 8H-4L-14-7Z")
    + _fill("M4 4L26 13V15H0Z")
    + _spoked(-4, 7, 8.8),
    "anti_air": _fill("M-4 3L15-18L19-15L2 6Z")
    + _fill("M-8-3L-1-10L5-5L-1 3Z")
    + _fill("M-7 2H7L10 10H-10Z")
    + _fill("M-26 15L-22 11L-9 8H9L22 11L26 15Z"),
    "machine_gun": _fill("M-12-6H5V-7.5H19V-5.6H31V-3.4H19V-1.5H5V1H-12L-16 5H-22L-17-6Z")
    + _bar(-5, 2, 9, 6)
    + _stroke("M-3 1L-17 15M-3 1L7 15M-3 1L-1 15", 2.4),
    "mortar": _fill("M-13 12L5-16L11.5-12L-6 14Z")
    + _stroke("M5-6L18 15M5-6L9 15M11 4H14", 2.2)
    + _fill("M-22 12H-1V16H-22Z"),
}

_OTHERS: dict[str, str] = {
    "infantry": _man(-15, 1, 0.95) + _man(2, 2, 1.02) + _man(18, 1, 0.95),
    "engineers": _man(-17, 1, 0.98, "M-8 6L9-8")
    + _man(0, 2, 1.02, "M-8 6L9-8")
    + _fill("M17-15H27V-12H23.4V2H28V8Q22 18 16 8V2H20.6V-12H17Z"),
    "cavalry": _fill(
        "M-19-1Q-8-6 5-3L12-12L18-14L24-7L21-4L16-6L12 3L17 14H13L8 5Q0 7-9 5L-15 15H-19L-14 4Q-20 3-25 11L-27 7Z"
    )
    + _disc(-2, -15, 3.2)
    + _fill("M-7-11H2L4-4L0 5H-5L-3-3L-8-4Z")
    + _stroke("M-9-3L15-19", 1.8),
    "bunker": _fill("M-31 15V7Q-26-10 0-12Q26-10 31 7V15Z")
    + _fill("M-3-3H23V2.5H-3Z", "FACE")
    + _fill("M-22 4H-13V15H-22Z", "FACE")
    + _bar(14, -1.6, 19, 2.6),
    "hq": _fill("M-30 15L-10-8L10 15Z")
    + _fill("M-15.5 15L-10 4L-4.5 15Z", "FACE")
    + _stroke("M17 15V-17", 2.6)
    + _fill("M17-17H33L29-11.5L33-6H17Z"),
    "supply": _crate(-27, 1)
    + _crate(-8, 1)
    + _crate(-17.5, -14.5)
    + _bar(13, -3, 15, 18, 3)
    + '<path d="M13 2H28M13 9.5H28" stroke="FACE" stroke-width="1.6"/>',
    "aircraft": _fill("M-28-1.6L12-4.2Q31-3 31 0Q31 3 12 4.2L-28 1.6Z")
    + _fill("M-3-3L4-17H10L11-3ZM-3 3L4 17H10L11 3Z")
    + _fill("M-25-1L-30-8H-25.5L-19-1ZM-25 1L-30 8H-25.5L-19 1Z")
    + _fill("M13-1.9H20Q22.5 0 20 1.9H13Z", "FACE"),
}

SILHOUETTES: dict[str, str] = {**_ARMOUR, **_WHEELED, **_GUNS, **_OTHERS}


def draw_symbol(name: str, *, ink: str, face: str, box: str = "#fffdf4") -> str:
    """An APP-6 symbol in these colours."""
    return _coloured(SYMBOLS, "symbol", name, ink, face, box)


def draw_silhouette(name: str, *, ink: str, face: str) -> str:
    """A side view in these colours."""
    return _coloured(SILHOUETTES, "silhouette", name, ink, face, face)


def _coloured(book: dict[str, str], what: str, name: str, ink: str, face: str, box: str) -> str:
    if name not in book:
        raise LookError(f'{what} "{name}" is not known; there are {", ".join(book)}.')
    return book[name].replace("INK", ink).replace("FACE", face).replace("BOX", box)
