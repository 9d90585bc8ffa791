"""Letters for pictures that stand by themselves: a page lends an <img> no fonts, so a card brings its own.

The files `card-*.woff2` are the page's fonts cut down to plain letters and digits (pyftsubset).
"""

from __future__ import annotations

from base64 import b64encode
from functools import cache
from pathlib import Path

import grognard

FONTS = Path(grognard.__file__).parent / "server" / "page" / "fonts"  # those that the page serves
FACES = (
    ("Barlow Condensed", "400 700", "card-barlow-condensed"),
    ("Alegreya SC", "400 700", "card-alegreya-sc"),
    ("Alegreya", "400 700", "card-alegreya"),
)


def lettered(svg: str) -> str:
    """A picture with the fonts that it names."""
    head, mark, rest = svg.partition(">")
    return f"{head}{mark}<style>{font_faces(svg)}</style>{rest}"


def font_faces(text: str) -> str:
    """The style that brings the fonts a drawing or a page names."""
    return "".join(_face(*face) for face in FACES if face[0] in text)


@cache
def _face(family: str, weights: str, file: str) -> str:
    data = b64encode((FONTS / f"{file}.woff2").read_bytes()).decode()
    source = f"url(data:font/woff2;base64,{data}) format('woff2')"
    return f"@font-face{{font-family:'{family}';font-weight:{weights};src:{source}}}"
