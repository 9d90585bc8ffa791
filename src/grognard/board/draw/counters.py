"""Counters as SVG groups in a space of 100 x 100 centred on the origin."""

from __future__ import annotations

from typing import Literal

import msgspec

from grognard.board.draw.colours import Livery, contrast, livery
from grognard.board.draw.svg import NUMERALS, LookError, element, move, text
from grognard.board.draw.unit_symbols import draw_silhouette, draw_symbol

_CREAM = "#fffdf4"


class Face(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is printed on one side of a counter, said without any game.

    Layouts by what they show, and their values:
    - "portrait": a large picture and one value below it; a gun-sight (`sight`) and a dark tab (`weight`) beside that
    - "operational": a symbol, and a few values joined by dashes; words at its `left` and `right`, `size_mark` above
    - "banded": three values white on a band, and two at the sides of the picture, the last of them `underlined`
    - "plain": up to five values in a row below a picture, or the name alone
    """

    livery: str
    layout: Literal["portrait", "operational", "banded", "plain"] = "plain"
    silhouette: str = ""  # one of these two; neither on a plain counter that shows its name
    symbol: str = ""
    name: str = ""
    values: tuple[str | int, ...] = ()
    left: str = ""
    right: str = ""
    size_mark: str = ""
    weight: str = ""
    sight: bool = False
    underlined: bool = False
    reduced: bool = False  # a step is lost
    hidden: bool = False  # only the back shows


def draw_counter(face: Face) -> str:
    """A counter, or its back if it is hidden."""
    if face.hidden:
        return draw_back(face.livery)
    colours = livery(face.livery)
    layouts = {"portrait": _portrait, "operational": _operational, "banded": _banded, "plain": _plain}
    stripe = _stripe(colours) if face.reduced else ""
    return element("g", _card(colours.face, colours), stripe, layouts[face.layout](face, colours), class_="counter")


def draw_back(livery_name: str) -> str:
    """The back of an unknown counter: the same for every unit of a livery."""
    colours = livery(livery_name)
    weave = "".join(_diagonal(c) for c in range(-72, 84, 12))
    inside = [
        element("path", d=weave, stroke="#fff", stroke_opacity=0.13, stroke_width=3),
        element("rect", x=-41, y=-41, width=82, height=82, rx=7, fill="none", stroke=colours.face, stroke_width=2.4),
        _emblem(colours.emblem, colours.face, colours.band, 2.9),
    ]
    return element("g", _card(colours.band, colours), *inside, class_="counter back")


# ---------------------------------------------------------------- card


def _card(fill: str, colours: Livery) -> str:
    """Flat cardboard: shadow, thickness, face, and a white line along the top."""
    size = {"width": 100, "height": 100, "rx": 11}
    rim = {"x": -49.2, "y": -49.2, "width": 98.4, "height": 98.4, "rx": 10.4, "stroke_width": 1.6}
    shine = "M-46-38Q-46-47-37-47H37Q46-47 46-38"
    return "".join(
        [
            element("rect", x=-48, y=-44, fill="#000", fill_opacity=0.28, **size),
            element("rect", x=-50, y=-46, fill=colours.edge, **size),
            element("rect", x=-50, y=-50, fill=fill, **size),
            element("path", d=shine, fill="none", stroke="#fff", stroke_opacity=0.55, stroke_width=2.4),
            element("rect", fill="none", stroke=colours.ink, stroke_opacity=0.55, **rim),
        ]
    )


def _stripe(colours: Livery) -> str:
    """A lost step: a white stripe right across, never a change of colour."""
    edges = element("path", d="M-50 12L50-12M-50 28L50 4", stroke="#15181b", stroke_width=1.2, stroke_opacity=0.5)
    return element("path", class_="step-lost", d="M-50 12L50-12V4L-50 28Z", fill="#fff", fill_opacity=0.92) + edges


def _diagonal(c: int) -> str:
    """The part of the line x + y = c inside the inner frame of a back."""
    low, high = max(-40, c - 40), min(40, c + 40)
    return f"M{high} {c - high}L{low} {c - low}"


_EMBLEMS = {
    "star": "M0-9L2.6-2.8L9-2.2L4 2L5.6 8.6L0 5L-5.6 8.6L-4 2L-9-2.2L-2.6-2.8Z",
    "cross": "M-2.6-8.6H2.6V-2.6H8.6V2.6H2.6V8.6H-2.6V2.6H-8.6V-2.6H-2.6Z",
    "roundel": "M0-8.8A8.8 8.8 0 1 1 0 8.8A8.8 8.8 0 1 1 0-8.8ZM0-4.2A4.2 4.2 0 1 0 0 4.2A4.2 4.2 0 1 0 0-4.2Z",
}


def _emblem(kind: str, fill: str, line: str, scale: float, x: float = 0, y: float = 0) -> str:
    shape = element("path", d=_EMBLEMS[kind], fill=fill, stroke=line, stroke_width=1.6 if kind == "cross" else 1)
    return element("g", shape, transform=move(x, y, scale=scale))


# ---------------------------------------------------------------- print


def words(
    what: str, x: float, y: float, size: float, fill: str, *, weight: str = "600", anchor: str | None = "middle"
) -> str:
    """Lettering on a counter."""
    if not what:
        return ""
    return element(
        "text",
        text(what),
        x=x,
        y=y,
        font_size=size,
        font_family=NUMERALS,
        font_weight=weight,
        text_anchor=anchor,
        fill=fill,
    )


def _number(what: str, x: float, y: float, size: float, fill: str, anchor: str | None = "middle") -> str:
    return words(what, x, y, size, fill, weight="700", anchor=anchor)


def fitted(what: str, size: float, width: float) -> float:
    """The font size, made smaller where the words would be wider than this."""
    return round(min(size, width / (0.44 * max(1, len(what)))), 1)


def _glyph(face: Face, colours: Livery, y: float, scale: float) -> str:
    if bool(face.silhouette) == bool(face.symbol):
        raise LookError(f'the counter "{face.name}" needs either a silhouette or a symbol.')
    if face.silhouette:
        drawn = draw_silhouette(face.silhouette, ink=colours.ink, face=colours.face)
    else:
        drawn = draw_symbol(face.symbol, ink=colours.ink, face=colours.face, box=_box(colours))
    return element("g", drawn, transform=move(0, y, scale=scale))


def _box(colours: Livery) -> str:
    """Cream inside an APP-6 frame, or the face of a dark counter, whose ink is pale."""
    return _CREAM if contrast(_CREAM, colours.ink) > 4.5 else colours.face


def _values(face: Face, count: int) -> list[str]:
    if len(face.values) != count:
        raise LookError(f'layout "{face.layout}" of "{face.name}" needs {count} values, not {len(face.values)}.')
    return [str(value) for value in face.values]


# ---------------------------------------------------------------- layouts


def _portrait(face: Face, colours: Livery) -> str:
    """Emblem and name, a large silhouette, strength, gun-sight and weight."""
    (strength,) = _values(face, 1)
    ink = colours.ink
    parts = [
        _emblem_of(colours),
        words(face.name, -25, -31, fitted(face.name, 16.5, 70), ink, anchor=None),
        _glyph(face, colours, -7, 1.18),
        _number(strength, -44, 44, 42, ink, None),
    ]
    if face.sight:
        parts.append(_gun_sight(colours))
    if face.weight:
        parts.append(element("rect", x=15, y=18, width=31, height=26, rx=5, fill=ink))
        parts.append(_number(face.weight, 30.5, 38.5, 22 if len(face.weight) == 1 else 20, colours.face))
    return "".join(parts)


def _emblem_of(colours: Livery) -> str:
    if colours.emblem == "cross":
        return _emblem("cross", "#16181a", "#fff", 1, -36, -36)
    return _emblem(colours.emblem, colours.band, "#fff", 1.05, -36, -36)


_CAP = "M-50-39Q-50-50-39-50H39Q50-50 50-39V-29H-50Z"


def _cap(colours: Livery) -> str:
    """Who fights under the cross wears a cap of ink: sides differ at every zoom, and in grey."""
    return element("path", class_="cap", d=_CAP, fill=colours.ink) if colours.emblem == "cross" else ""


def _on_top(colours: Livery) -> str:
    """The ink of what is printed where the cap would be."""
    return colours.face if _cap(colours) else colours.ink


def _gun_sight(colours: Livery) -> str:
    ring = element("circle", r=9, fill=colours.ink) + element("circle", r=4.4, fill=colours.face)
    hairs = element("path", d="M0-12V12M-12 0H12", stroke=colours.ink, stroke_width=2.2)
    return element("g", ring, hairs, class_="sight", transform=move(2, 30))


def _operational(face: Face, colours: Livery) -> str:
    """Emblem, size mark, symbol with formation and unit at its sides, and the values joined by dashes."""
    ink = colours.ink
    joined = "-".join(str(value) for value in face.values)
    return "".join(
        [
            _cap(colours),
            _emblem_of(colours),
            words(face.size_mark, 0, -32, 14, _on_top(colours)),
            _glyph(face, colours, -12, 1),
            _upright(face.left, -33, -8, -90, ink, 42),
            _upright(face.right, 34, *((-8, 90, ink, 42) if _cap(colours) else (-13, 90, ink, 58))),
            _dashed([str(value) for value in face.values], fitted(joined, 38, 92), ink),
        ]
    )


def _upright(what: str, x: float, y: float, turn: float, ink: str, room: float) -> str:
    size = fitted(what, 15, room)
    return element("g", words(what, 0, 0, size, ink), transform=move(x, y, turn)) if what else ""


def _dashed(values: list[str], size: float, ink: str) -> str:
    dash = element("tspan", "-", dx=1, dy=-2, font_size=round(size * 0.63, 1), fill_opacity=0.7)
    inside = text(values[0]) if values else ""
    inside += "".join(dash + element("tspan", text(value), dx=1, dy=2) for value in values[1:])
    look = {"y": "41", "font_family": NUMERALS, "font_weight": "700", "text_anchor": "middle"}
    return element("text", inside, font_size=size, fill=ink, **look) if inside else ""


def _banded(face: Face, colours: Livery) -> str:
    """Name, picture between defence and movement, and three values white on a band."""
    anti_tank, anti_men, reach, defence, move_ = _values(face, 5)
    ink = colours.ink
    rule = element("path", d=f"M46 9.4h{-10.5 * len(move_):g}", stroke=ink, stroke_width=2.4) if face.underlined else ""
    return "".join(
        [
            _cap(colours),
            words(face.name, 0, -34, fitted(face.name, 15, 90), _on_top(colours)),
            _glyph(face, colours, -9, 0.98 if face.symbol else 0.84),
            element("rect", x=-46, y=13, width=92, height=32, rx=5, fill=colours.band),
            element("path", d="M-16 17V41M14 17V41", stroke="#fff", stroke_opacity=0.45, stroke_width=1.4),
            *(_number(v, x, 40, 30, "#fff") for v, x in ((anti_tank, -31), (anti_men, -1), (reach, 30))),
            _number(defence, -46, 6, 25, ink, "start"),
            _number(move_, 46, 6, 25, ink, "end"),
            rule,
        ]
    )


def _plain(face: Face, colours: Livery) -> str:
    """Name, picture, and the values in a row; without a picture the name in large letters."""
    if not (face.silhouette or face.symbol or face.values):
        return _name(face.name, colours)
    ink, values = colours.ink, [str(value) for value in face.values]
    step = 92 / max(1, len(values))
    size = min(38.0, *(fitted(value, 38, step - 4) for value in values), 38.0)
    row = [_number(value, -46 + step * (i + 0.5), 42, size, ink) for i, value in enumerate(values)]
    lines = "".join(f"M{-46 + step * i:.1f} 17V42" for i in range(1, len(values)))
    return "".join(
        [
            words(face.name, 0, -33, fitted(face.name, 16, 90), ink),
            _glyph(face, colours, -9 if values else 6, 1.1),
            element("path", d=lines, stroke=ink, stroke_opacity=0.3, stroke_width=1.4) if lines else "",
            *row,
        ]
    )


def _name(name: str, colours: Livery) -> str:
    """A name across a counter, a word or two to the line."""
    rows = wrapped(name)
    size = min(fitted(row, 26, 88) for row in rows)
    top = 8 - 14 * (len(rows) - 1)
    return "".join(words(row, 0, top + 28 * i, size, colours.ink) for i, row in enumerate(rows))


def wrapped(name: str, width: int = 9) -> list[str]:
    """A name in three lines at most."""
    rows = [""]
    for word in name.split():
        if rows[-1] and len(rows[-1]) + len(word) >= width and len(rows) < 3:
            rows.append(word)
        else:
            rows[-1] = f"{rows[-1]} {word}".strip()
    return rows
