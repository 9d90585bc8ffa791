from __future__ import annotations

import pytest

from grognard.board.draw import Face, LookError, Marker, draw_board, draw_position
from grognard.board.draw.pieces import Piece
from tests.board.draw.sample import sample, tree

FACES: dict[str, Face | Marker] = {
    "tank": Face(livery="german", silhouette="tank", name="Tank", values=(4,)),
    "back": Face(livery="soviet", hidden=True),
    "smoke": Marker("smoke"),
    "unused": Face(livery="soviet", hidden=True),
}
PIECES: list[Piece] = [
    ("0505", "tank", ("selected", "spotted")),
    ("0707", "back", ()),
    ("0707", "back", ("moved",)),
    ("0707", "tank", ("pinned",)),
    ("1008", "smoke", ()),
]


def test_pieces_stand_on_their_hexes() -> None:
    root = tree(draw_position(sample(), PIECES, FACES))
    hexes = [node.get("data-hex") for node in root.iter("g") if node.get("data-hex")]
    assert sorted(filter(None, hexes)) == ["0505", "0707", "1008"]
    assert hexes[-1] == "0505", "the selected piece is drawn last"
    assert [node.get("id") for node in root.iter("symbol")] == ["b-tank", "b-back", "b-smoke"]


def test_a_position_is_the_board_and_its_pieces() -> None:
    board = draw_board(sample(), palette="winter")
    assert draw_position(sample(), [], FACES, palette="winter") == board
    assert draw_position(sample(), PIECES, FACES, palette="winter").startswith(board.removesuffix("</svg>"))


def test_a_stack_has_its_count_and_the_top_counters_marks() -> None:
    root = tree(draw_position(sample(), PIECES, FACES))
    stack = next(node for node in root.iter("g") if node.get("data-hex") == "0707")
    words = [node.get("class") for node in stack.iter("g")]
    assert "mark pinned" in words and "mark moved" not in words
    assert [node.text for node in stack.iter("text")] == ["3"]


def test_a_window_shows_part_of_the_board() -> None:
    root = tree(draw_position(sample(), PIECES, FACES, window=("0505", 6, 4)))
    _, _, wide, high = map(float, (root.get("viewBox") or "").split())
    assert (wide, high) == pytest.approx((6 * 62.35, 4 * 62.35), abs=1)
    assert root.get("preserveAspectRatio") == "xMidYMid slice"


@pytest.mark.parametrize(
    ("piece", "said"),
    [(("0505", "plane", ()), "plane"), (("9999", "tank", ()), "9999"), (("0505", "tank", ("x",)), "x")],
)
def test_pieces_that_cannot_stand_are_named(piece: Piece, said: str) -> None:
    with pytest.raises(LookError, match=said):
        draw_position(sample(), [piece], FACES)
