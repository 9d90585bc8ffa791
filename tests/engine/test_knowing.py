"""What is kept until a unit of one side changes."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from msgspec.structs import replace

from grognard.engine import SHELF, Game, Piece
from grognard.engine.knowing import BOTH, Knowing


@dataclass(slots=True, eq=False)
class Field(Knowing[Piece]):
    """A position with nothing of its own."""


def counted(g: Field, side: str) -> int:
    return g.know(side, "count", lambda: sum(side in (piece.side, BOTH) for piece in g.pieces.values()))


def test_what_a_side_is_known_by_is_forgotten_with_its_own_pieces_alone() -> None:
    g = Field()
    g.put(Piece("a", "red", "0101"))
    assert (counted(g, "red"), counted(g, "blue"), counted(g, BOTH)) == (1, 0, 1)
    book = g.known["red"]
    g.put(Piece("b", "blue", "0101"))
    assert (counted(g, "red"), counted(g, "blue"), counted(g, BOTH)) == (1, 1, 2) and g.known["red"] is book
    g.drop("a")
    assert (counted(g, "red"), counted(g, "blue"), counted(g, BOTH)) == (0, 1, 1)


def test_pieces_sent_together_stand_as_if_put_one_by_one() -> None:
    g = Field()
    for name, place in (("a", "0101"), ("b", "0101"), ("c", "0101"), ("d", "0202"), ("e", "")):
        g.put(Piece(name, "red", place))
    one_by_one, together = g.clone(), g.clone()
    for names, place in (("ca", "0202"), ("b", "0303"), ("e", "0303")):
        counted(together, "red")
        for name in names:
            one_by_one.put(replace(one_by_one.pieces[name], place=place))
        together.send([together.pieces[name] for name in names], place)
        assert (together.at, together.pieces) == (one_by_one.at, one_by_one.pieces)
        assert not together.known["red"]
    assert g.at == {"0101": ("a", "b", "c"), "0202": ("d",)}


def test_a_copy_shares_what_is_known_until_one_of_the_two_changes() -> None:
    g = Field()
    g.put(Piece("a", "red", "0101"))
    twin = g.clone()
    assert counted(g, "red") == 1 and twin.known == g.known
    twin.put(Piece("b", "red", "0101"))
    assert (counted(twin, "red"), counted(g, "red")) == (2, 1)
    assert "known" not in g.to_json().decode()


def test_what_a_copy_learns_after_a_change_is_its_own() -> None:
    g = Field()
    g.put(Piece("a", "red", "0101"))
    twin = g.clone()
    twin.put(Piece("b", "red", "0101"))  # nothing is known of red yet
    assert (counted(twin, "red"), counted(g, "red")) == (2, 1)


@pytest.mark.parametrize("game", SHELF.values(), ids=SHELF)
def test_what_the_engine_lends_a_position_is_no_chapter_of_its_rulebook(game: Game) -> None:
    assert "grognard.engine" not in game.rules.packages
    assert len(set(game.rules.actions)) == len(game.rules.actions)
