"""The picture of a battle for choosing it: where the sides are nearest to each other, with the line between them."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import hypot

from grognard.board.draw import draw_position
from grognard.board.draw.cutting import cut_away
from grognard.board.draw.markers import MARKS
from grognard.board.ground import HexGround, plain_counters
from grognard.board.hexes.map import HexMap
from grognard.engine import Game, Match, PieceView
from grognard.players import make_player, play_out
from grognard.server.pictures.thumbnails import Box, table_part, window_round

SIZE = 11.0, 3.1  # hexes across and down
PATIENCE, SOME = 12, 20  # so often so many answers are given until both sides are on the map
DEEP = 5  # hexes from the line to the sides it parts
SHORT = 3  # sides of hexes that make no line

Point = tuple[float, float]


def draw_front(game: Game, scenario: str, tone: str) -> str:
    """The beginning of a battle as a spectator sees it."""
    ground = game.face.ground(scenario)
    match = Match.new(game, scenario, seed=7, record=False)
    players, rng = {side: make_player("doctrine") for side in match.sides}, random.Random(7)
    for _ in range(PATIENCE):
        pieces = match.view(None).pieces
        if (
            match.over
            or len({piece.side for piece in pieces if piece.place and ground and ground.knows(piece.place)}) > 1
        ):
            break
        play_out(match, players, rng, SOME)
    if not isinstance(ground, HexGround):
        assert ground is not None, f"{game.title} has nothing to draw"
        return table_part(ground, match.view(None).pieces, game.face.counters)
    seen = [piece for piece in match.view(None).pieces if ground.knows(piece.place)]
    middle = contact(ground.map, seen)
    window = window_round(ground.centre(middle), *SIZE)
    shown = [piece for piece in seen if _inside(ground.centre(piece.place), window)]
    drawn = draw_position(
        ground.map,
        [(piece.place, piece.face, [mark for mark in piece.marks if mark in MARKS]) for piece in shown],
        plain_counters(shown, game.face.counters),
        palette=ground.palette(tone),
        numbers=False,
        prefix=game.id,
        window=(middle, *SIZE),
    )
    lines = "".join(_stroke(line) for line in front(ground, seen, window))
    return cut_away(drawn, window).replace("</svg>", f"{lines}</svg>")


def contact(hexmap: HexMap, pieces: Sequence[PieceView]) -> str:
    """The hex of the piece that is nearest to one of another side, with the most company."""
    if not pieces:
        return hexmap.grid.hexes[len(hexmap.grid) // 2]
    distance = hexmap.grid.distance

    def worth(piece: PieceView) -> tuple[int, int, str]:
        away = min((distance(piece.place, p.place) for p in pieces if p.side != piece.side), default=99)
        company = sum(distance(piece.place, p.place) <= 4 for p in pieces)
        return max(away, 2), -company, piece.id

    return min(pieces, key=worth).place


def front(ground: HexGround, pieces: Sequence[PieceView], window: Box) -> list[list[Point]]:
    """The lines between what is nearer to one side and what is nearer to the other, smoothed."""
    sides = sorted({piece.side for piece in pieces})
    if len(sides) != 2:
        return []
    distance = ground.map.grid.distance
    stand = {side: sorted({piece.place for piece in pieces if piece.side == side}) for side in sides}
    hexes = [place for place in ground.places if _inside(ground.centre(place), window)]
    away = {place: tuple(min(distance(place, other) for other in stand[side]) for side in sides) for place in hexes}
    near = {place: nearest for place, nearest in away.items() if max(nearest) <= DEEP}
    return [_smooth(line) for line in _chains(_sides_between(ground, near)) if len(line) > SHORT]


def _sides_between(ground: HexGround, near: dict[str, tuple[int, ...]]) -> Iterator[tuple[Point, Point]]:
    """The sides of hexes at which the nearer of two sides changes."""
    places = sorted(near)
    across = min((hypot(x - u, y - v) for (x, y), (u, v) in _pairs(ground, places)), default=0.0)
    for i, place in enumerate(places):
        x, y = ground.centre(place)
        for other in places[i + 1 :]:
            u, v = ground.centre(other)
            if hypot(u - x, v - y) < across * 1.2 and (near[place][0] <= near[place][1]) != (
                near[other][0] <= near[other][1]
            ):
                dx, dy = (v - y) / 2 / 3**0.5, (x - u) / 2 / 3**0.5
                a, b = ((x + u) / 2 + dx, (y + v) / 2 + dy), ((x + u) / 2 - dx, (y + v) / 2 - dy)
                yield _rounded(a), _rounded(b)


def _pairs(ground: HexGround, places: Sequence[str]) -> Iterator[tuple[Point, Point]]:
    centres = [ground.centre(place) for place in places]
    return ((centres[i], other) for i in range(len(centres)) for other in centres[i + 1 :])


def _rounded(point: Point) -> Point:
    return round(point[0]), round(point[1])


def _chains(sides: Iterator[tuple[Point, Point]]) -> list[list[Point]]:
    """Sides of hexes that share an end, as lines."""
    ends: dict[Point, set[Point]] = defaultdict(set)
    for a, b in sides:
        near = {p: next((q for q in ends if hypot(p[0] - q[0], p[1] - q[1]) < 4), p) for p in (a, b)}
        ends[near[a]].add(near[b])
        ends[near[b]].add(near[a])
    lines = []
    while any(ends.values()):
        at = min((p for p in ends if ends[p]), key=lambda p: (len(ends[p]) != 1, p))
        line = [at]
        while ends[at]:
            to = min(ends[at])
            ends[at].discard(to)
            ends[to].discard(at)
            line.append(to)
            at = to
        lines.append(line)
    return lines


def _smooth(line: list[Point], times: int = 3) -> list[Point]:
    """Every corner cut off."""
    for _ in range(times):
        cut = [
            (p[0] * share + q[0] * (1 - share), p[1] * share + q[1] * (1 - share))
            for p, q in pairwise(line)
            for share in (0.75, 0.25)
        ]
        line = [line[0], *cut, line[-1]]
    return line


def _stroke(line: list[Point]) -> str:
    path = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in line)
    band = 'fill="none" stroke-linejoin="round"'
    return (
        f'<path d="{path}" {band} stroke="#fff" stroke-width="13" stroke-opacity=".92"/>'
        f'<path d="{path}" {band} stroke="#a31621" stroke-width="8" stroke-dasharray="22 9"/>'
    )


def _inside(point: Point, window: Box) -> bool:
    left, top, right, bottom = window
    return left < point[0] < right and top < point[1] < bottom
