"""Maps of where units went and where they were lost, as SVG: a plain ground with a spot for every hex or square."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from math import sqrt

from grognard.engine import Game, Piece

Window = tuple[float, float, float, float]  # corner and size

ROUND = 110.0  # units of the drawing that are shown round the fight
COLOURS = ("#2f5f8b", "#a8322a", "#3f7a3a", "#8a5a9e")  # of the sides


def spot(game: Game, scenario: str, piece: Piece) -> str:
    """The hex or the square of the table a piece is in; "" if it is nowhere on the ground."""
    ground = game.face.ground(scenario)
    return ground.spot(piece) if ground else ""


def background(game: Game, scenario: str, name: str) -> str:
    """The bare map as a symbol to lay under the spots; "" if the game has none."""
    ground = game.face.ground(scenario)
    return f"<symbol id='{name}' overflow='visible'>{ground.sketch()}</symbol>" if ground else ""


def window(game: Game, scenario: str, keys: Iterable[str]) -> Window:
    """The part of the map where the fight was: round every place that somebody came to or fell at."""
    ground = game.face.ground(scenario)
    assert ground is not None
    left, top, wide, high = ground.frame
    spots = [ground.centre(key.rpartition(" ")[2]) for key in keys] or [(left, top), (left + wide, top + high)]
    (x, u), (y, v) = ((min(part) - ROUND, max(part) + ROUND) for part in zip(*spots, strict=True))
    x, y = max(left, x), max(top, y)
    return x, y, min(left + wide, u) - x, min(top + high, v) - y


def heat(
    game: Game, scenario: str, name: str, counts: Mapping[str, int], sides: Sequence[str], part: Window | None = None
) -> str:
    """The map, or a part of it, with a spot for each place, the larger the more often; keys are a side and a place."""
    ground = game.face.ground(scenario)
    if ground is None:
        return ""
    most = max(counts.values(), default=1)
    spots = []
    for key, count in sorted(counts.items(), key=lambda item: -item[1]):
        side, _, place = key.rpartition(" ")
        x, y = ground.centre(place)
        fill = COLOURS[sides.index(side) % len(COLOURS)] if side in sides else "#555"
        size = 6 + 26 * sqrt(count / most)
        label = f"{escape(key)}: {count}"
        spots.append(f"<circle cx='{x:.1f}' cy='{y:.1f}' r='{size:.1f}' fill='{fill}'><title>{label}</title></circle>")
    box = " ".join(f"{v:.1f}" for v in part or ground.frame)
    drawn = f"<g fill-opacity='.55'>{''.join(spots)}</g>"
    return f"<svg viewBox='{box}' class=map role=img><use href='#{name}'/>{drawn}</svg>"


def totals(tables: Iterable[Mapping[str, int]]) -> Counter[str]:
    """Counts of many matches added up."""
    found: Counter[str] = Counter()
    for table in tables:
        found.update(table)
    return found
