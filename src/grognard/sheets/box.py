"""What there is to print of a scenario: the ground, every counter with its back, the markers and the cards."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from grognard.board.draw import Base, Face, Marker
from grognard.board.draw.counters import draw_back
from grognard.board.draw.pieces import draw_side
from grognard.board.draw.svg import element
from grognard.engine import Game, Match
from grognard.engine.core.view import CardView, PieceView, Track

BACK = ".back"
EACH = 3  # of every marker
SMALLER = 0.75
Side = Face | Marker | Base


class Counter(NamedTuple):
    """A counter to cut out: front and back as SVG 100 across round the middle; a back may be blank."""

    name: str
    front: str
    back: str


def counters_of(game: Game, scenario: str) -> list[Counter]:
    """The counters of a scenario: those it begins with, or one of each kind where forces are chosen; then markers."""
    sides = game.face.counters
    pieces = pieces_of(game, scenario)
    keys = [_front(piece.face) for piece in pieces if isinstance(sides.get(_front(piece.face)), Face | Base)]
    if not keys:
        keys = [key for key, side in sides.items() if isinstance(side, Face | Base) and not key.endswith(BACK)]
    markers = [key for key, side in sides.items() if isinstance(side, Marker)]
    return [_counter(game, key) for key in [*keys, *(key for key in markers for _ in range(EACH))]]


def pieces_of(game: Game, scenario: str) -> list[PieceView]:
    """Every piece at the beginning, as its own side sees it."""
    match = Match.new(game, scenario, seed=1, record=False)
    seen = {side: match.view(side).pieces for side in match.sides}
    owned = {piece.id: piece for side, pieces in seen.items() for piece in pieces if piece.side == side}
    others = (p for pieces in seen.values() for p in pieces if p.side not in match.sides and not p.hidden)
    return [*owned.values(), *{piece.id: piece for piece in others}.values()]


def cards_of(game: Game, scenario: str) -> list[CardView]:
    """The cards at the beginning, each as whoever may know it sees it."""
    match = Match.new(game, scenario, seed=1, record=False)
    found: dict[str, CardView] = {}
    for side in match.sides:
        found |= {card.id: card for card in match.view(side).cards if not card.hidden}
    return list(found.values())


def tracks_of(game: Game, scenario: str) -> list[Track]:
    """What is counted beside the map, as it stands at the beginning: support, points, what is to come."""
    match = Match.new(game, scenario, seed=1, record=False)
    found = [track for side in match.sides for track in match.view(side).tracks]
    return [track for track in dict.fromkeys(found) if track.value not in ("", "none")]


def _front(key: str) -> str:
    return key.removesuffix(BACK)


def _counter(game: Game, key: str) -> Counter:
    front = game.face.counters[key]
    assert isinstance(front, Face | Marker | Base)
    drawn = draw_side(front)
    if isinstance(front, Base):  # it reaches beyond the card of a counter
        drawn = element("g", drawn, transform=f"scale({SMALLER})")
    return Counter(key, drawn, _back(game, key, front))


def _back(game: Game, key: str, front: Side) -> str:
    """The back that is drawn for a counter, that of its side, or its livery; a marker has none."""
    for name in (key + BACK, key.partition(".")[0] + BACK):
        back = game.face.counters.get(name)
        if isinstance(back, Face):
            return draw_side(back)
    return draw_back(front.livery) if isinstance(front, Face) else ""


def in_pages(counters: Iterable[Counter], each: int) -> list[list[Counter]]:
    """So many counters a page."""
    listed = list(counters)
    return [listed[i : i + each] for i in range(0, len(listed), each)]
