"""Part of a drawn board: what lies beyond a window is left out, so that many parts take little room."""

from __future__ import annotations

import re
from collections.abc import Iterator

Box = tuple[float, float, float, float]


def cut_away(drawn: str, window: Box) -> str:
    """Leave out the trees, houses, words and lines beyond a window."""
    left, top, right, bottom = window

    def keep(found: re.Match[str]) -> str:
        return found[0] if left < float(found[1]) < right and top < float(found[2]) < bottom else ""

    drawn = re.sub(r'<use href="[^"]*" x="([-\d.]+)" y="([-\d.]+)"/>', keep, drawn)
    drawn = re.sub(r'<path [^>]*transform="translate\(([-\d.]+) ([-\d.]+)\)[^>]*/>', keep, drawn)
    return _LONG.sub(lambda found: f' d="{_strokes_in(found[1], window)}"', drawn)


_LONG = re.compile(r' d="([MZlq\d.\- ]{1500,})"')  # over the whole map: nothing on a counter is as long
_STROKE = re.compile(r"M[^M]+")
_NUMBERS = re.compile(r"[Mlq]([^MZlq]*)")
_NUMBER = re.compile(r"-?\d*\.?\d+")


def _strokes_in(path: str, window: Box) -> str:
    """The strokes of a path that come into a window."""
    left, top, right, bottom = window
    kept = []
    for stroke in _STROKE.findall(path):
        xs, ys = zip(*_points_of(stroke), strict=True)
        if min(xs) < right and max(xs) > left and min(ys) < bottom and max(ys) > top:
            kept.append(stroke)
    return "".join(kept) or "M0 0"


def _points_of(stroke: str) -> Iterator[tuple[float, float]]:
    """Where a stroke goes, by straight lines and curves, as `board.draw` writes them: from each place to the next."""
    x = y = 0.0
    for rest in _NUMBERS.findall(stroke):
        numbers = [float(number) for number in _NUMBER.findall(rest)]
        for a, b in zip(numbers[::2], numbers[1::2], strict=True):
            yield x + a, y + b
        x, y = x + numbers[-2], y + numbers[-1]
