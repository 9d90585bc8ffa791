"""Places on the ground of a battle."""

from __future__ import annotations

import pytest

from grognard.board.draw.inch_table import INCH
from grognard.board.ground import InchGround
from grognard.board.inches.terrain_table import Table
from grognard.engine import Piece


class Base(Piece, frozen=True):
    """A piece that stands at a point of the table."""

    point: tuple[float, float] = (0.0, 0.0)


@pytest.mark.parametrize(
    ("point", "square", "middle"),
    [
        ((0, 0), "0,0", (1.5, 1.5)),
        ((3, 5.9), "1,1", (4.5, 4.5)),
        ((72, 48), "23,15", (70.5, 46.5)),
        ((40, 48), "13,15", (40.5, 46.5)),
    ],
)
def test_whoever_stands_on_the_edge_of_a_table_is_in_its_last_square(
    point: tuple[float, float], square: str, middle: tuple[float, float]
) -> None:
    ground = InchGround(Table(72, 48, ()), "plain")
    assert ground.spot(Base("a", "reds", "table", point)) == square
    assert ground.centre(square) == (middle[0] * INCH, (48 - middle[1]) * INCH)


def test_a_table_need_not_be_of_whole_squares() -> None:
    ground = InchGround(Table(49, 49, ()), "odd")
    assert ground.spot(Base("a", "reds", "table", (49, 48.5))) == "16,16"
    assert ground.centre("16,16") == (49 * INCH, 0)
    with pytest.raises(KeyError, match="there is no '17,3' on this table"):
        ground.centre("17,3")
