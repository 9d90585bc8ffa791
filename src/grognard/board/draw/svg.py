"""Small helpers that write SVG text."""

from __future__ import annotations

import re
from html import escape

NUMERALS = "'Barlow Condensed','Arial Narrow',sans-serif"
SERIF = "Alegreya,Georgia,serif"
CAPITALS = "'Alegreya SC',Georgia,serif"

Value = str | float | None


def number(value: float) -> str:
    """A number with at most two decimals and nothing superfluous."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def element(tag: str, *inside: str, **attributes: Value) -> str:
    """One SVG element; `stroke_width` is written stroke-width, `class_` class, and None is left out."""
    written = "".join(
        f' {name.rstrip("_").replace("_", "-")}="{escape(value) if isinstance(value, str) else number(value)}"'
        for name, value in attributes.items()
        if value is not None
    )
    return f"<{tag}{written}>{''.join(inside)}</{tag}>" if inside else f"<{tag}{written}/>"


def layer(name: str, *inside: str, **attributes: Value) -> str:
    """A group with a class, or nothing at all when there is nothing in it."""
    return element("g", *inside, class_=name, **attributes) if any(inside) else ""


def move(x: float, y: float, turn: float | None = None, scale: float | None = None) -> str:
    """The text of a transform that moves, turns and scales."""
    text = f"translate({number(x)} {number(y)})"
    if turn:
        text += f" rotate({number(turn)})"
    if scale is not None:
        text += f" scale({scale:.3f})"
    return text


def text(words: str) -> str:
    """Words made safe to stand between tags."""
    return escape(words, quote=False)


def attrs(**attributes: Value) -> dict[str, Value]:
    """Attributes to be given to several elements."""
    return attributes


def ungrained(drawn: str) -> str:
    """A drawing without the grain of its paper or grass: noise is what takes longest to draw, and prints badly."""
    return re.sub(r'<rect [^>]*filter="[^"]*"[^>]*/>', "", drawn)
