"""What the board tests share: the numberings of four printed maps, small grids of every kind, repeatable examples."""

from __future__ import annotations

from typing import Literal

from hypothesis import settings

from grognard.board.hexes.grid import HexGrid

ROWS_UP = HexGrid((0, 44), (10, 39), shape="pointy", shifted="odd", rows_up=True, id="RRCC")
FLAT_EVEN = HexGrid((1, 48), (1, 30), shape="flat", shifted="even", id="CCRR")
FLAT_ODD = HexGrid((1, 64), (1, 33), shape="flat", shifted="odd", id="CCRR")
INSET = HexGrid(
    (1, 64),
    (1, 33),
    shape="flat",
    shifted="odd",
    id="CCRR",
    missing=[f"{column:02}{row:02}" for column in range(40, 60) for row in range(1, 12)],
)
LAYOUTS = (ROWS_UP, FLAT_EVEN, FLAT_ODD, INSET)


def small(shape: Literal["pointy", "flat"], shifted: Literal["odd", "even"], *, rows_up: bool = False) -> HexGrid:
    """A map of 9 columns and 9 rows."""
    return HexGrid((1, 9), (1, 9), shape=shape, shifted=shifted, rows_up=rows_up)


SMALL = (
    small("pointy", "odd"),
    small("pointy", "even"),
    small("pointy", "odd", rows_up=True),
    small("flat", "odd"),
    small("flat", "even"),
    small("flat", "even", rows_up=True),
)


def examples(count: int) -> settings:
    """So many examples, the same ones at every run."""
    return settings(max_examples=count, derandomize=True, deadline=None)
