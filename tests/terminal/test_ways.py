"""Journeys at the keyboard."""

from __future__ import annotations

from itertools import product

import grognard
from grognard.engine import Match, Pick
from grognard.terminal.routes import route_text, ways_to
from tests.board.test_unseen import sneaking
from tests.terminal.helpers import type_into


def in_hand() -> tuple[Match, str, str, str]:
    """A unit of Sidi Zahran that is to move, and two hexes where one goes by the first to the second."""
    match = grognard.new("folio", "sidi-zahran", seed=3)
    first = match.decision.actions[0]
    assert isinstance(first, Pick)
    match.take(first)
    places = [action.hex for action in match.decision.actions if hasattr(action, "hex")]
    side = match.decision.side
    for via, end in product(places, places[::-1]):
        straight, by = (ways_to(match, side, hexes)[1] for hexes in ([end], [via, end]))
        if by and via not in [stretch.place for stretch in straight[0].stretches] and via != end:
            return match, first.piece, via, end
    raise AssertionError("no way goes by another hex")


def test_a_way_is_shown_with_its_price_and_nobody_moves() -> None:
    match, piece, _, end = in_hand()
    start, (_, legs) = match.pieces[piece].place, ways_to(match, match.decision.side, [end])
    _, printed = type_into(match, f"way {end}", "way 9999")
    assert route_text(legs) in " ".join(printed.split()) and f"to {end}: {legs[0].price:g} of" in route_text(legs)
    assert "Nobody that is moving now can go there" in printed
    assert match.pieces[piece].place == start


def test_several_hexes_are_gone_one_after_the_other() -> None:
    match, piece, via, end = in_hand()
    type_into(match, f"{via} {end}")
    assert match.pieces[piece].place == end
    assert any(via in event.hexes for event in match.log(match.sides[0]))


def test_a_way_that_is_watched_is_told_beside_the_one_that_is_watched_less() -> None:
    match, side, _, answers = sneaking("night-fight")
    hexes = [getattr(answer, "hex", "") for answer in answers]
    _, printed = type_into(match, f"way {hexes[-1]}", f"way {' '.join(hexes)}")
    told_by = " ".join(printed.split())
    assert route_text(ways_to(match, side, [hexes[-1]])[1]) in told_by and "in sight of the enemy" in told_by
    assert f"Unseen, with {' '.join(hexes)}: {route_text(ways_to(match, side, hexes)[1])}" in told_by
    assert told_by.count("Unseen, with") == 1, "nobody is told of another way than the one that was chosen"
