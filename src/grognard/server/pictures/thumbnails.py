"""Parts of a board: what a card in the lobby and an example of the rulebook show."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from grognard.board.draw import draw_position
from grognard.board.draw.cutting import cut_away
from grognard.board.draw.inch_table import INCH, on_page
from grognard.board.draw.markers import MARKS
from grognard.board.draw.page import WIDE
from grognard.board.ground import HexGround, InchGround, plain_counters
from grognard.engine import Game, Ground, Match, PieceView
from grognard.school.lesson import Lesson, position_of

LEAST = 7.0, 4.0  # hexes across and down an example, at least
ROUND = 5.0  # inches round the bases of an example

Box = tuple[float, float, float, float]


def draw_example(game: Game, lesson: Lesson, tone: str) -> str:
    """The position of an example as its side sees it: the part of the board where its pieces stand."""
    ground, task = game.face.ground(lesson.scenario), lesson.tasks[0]
    pieces = Match.at(game, position_of(task)[1]).view(lesson.side).pieces
    if isinstance(ground, InchGround):
        return table_part(ground, pieces, game.face.counters, _box_of(ground, pieces))
    assert isinstance(ground, HexGround), f"{game.title} has nothing to draw"
    shown = [piece for piece in pieces if ground.knows(piece.place)]
    places = [*(piece.place for piece in shown), *(what for what in task.lit if ground.knows(what))]
    middle, across, down = window_of(ground, places)
    drawn = draw_position(
        ground.map,
        [(piece.place, piece.face, [mark for mark in piece.marks if mark in MARKS]) for piece in shown],
        plain_counters(shown, game.face.counters),
        palette=ground.palette(tone),
        prefix=game.id,  # all of a game on the board that was drawn for the first
        window=(middle, across, down),
    )
    return cut_away(drawn, window_round(ground.centre(middle), across, down))


def window_of(ground: HexGround, places: Sequence[str]) -> tuple[str, float, float]:
    """The hex in the middle of some places, and how many hexes across and down show them all; else of the whole map."""
    if not places:
        return ground.places[len(ground.places) // 2], *LEAST
    centres = [ground.centre(place) for place in places]
    (left, right), (top, bottom) = ((min(axis), max(axis)) for axis in zip(*centres, strict=True))
    x, y = (left + right) / 2, (top + bottom) / 2
    middle = min(ground.places, key=lambda h: (ground.centre(h)[0] - x) ** 2 + (ground.centre(h)[1] - y) ** 2)
    return middle, *broad(max(LEAST[0], (right - left) / WIDE + 3), max(LEAST[1], (bottom - top) / WIDE + 2.5))


def broad(across: float, down: float) -> tuple[float, float]:
    """As wide and high, or wider or higher, so that all pictures of examples have the same shape."""
    shape = LEAST[0] / LEAST[1]
    return max(across, down * shape), max(down, across / shape)


def _box_of(ground: InchGround, pieces: Sequence[PieceView]) -> Box:
    """The part of a table in which all bases stand, with some room round them."""
    points = [on_page(ground.table, x, y) for piece in pieces for x, y, *_ in piece.boxes]
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    top, bottom = min(y for _, y in points), max(y for _, y in points)
    across, down = broad(right - left + 2 * ROUND * INCH, bottom - top + 2 * ROUND * INCH)
    return (left + right - across) / 2, (top + bottom - down) / 2, across, down


def table_part(
    ground: Ground, pieces: Sequence[PieceView], counters: Mapping[str, object], box: Box | None = None
) -> str:
    """Part of an inch table with the bases on it; its middle, near enough to tell them apart, if none is named."""
    drawn = ground.draw(pieces, counters, far=True)
    x, y, wide, high = ground.frame
    left, top, across, down = box or (x + wide * 0.22, y + high * 0.22, wide * 0.56, high * 0.56)
    whole = re.sub(r'viewBox="[^"]*"', f'viewBox="{left:g} {top:g} {across:g} {down:g}"', drawn, count=1)
    return whole.replace('class="board"', 'class="board" preserveAspectRatio="xMidYMid slice"', 1)


def window_round(middle: tuple[float, float], across: float, down: float) -> Box:
    """A picture so many hexes wide and high as left, top, right and bottom, with room for what reaches into it."""
    (x, y), wide, high = middle, across * 34 + 90, down * 34 + 90
    return x - wide, y - high, x + wide, y + high
