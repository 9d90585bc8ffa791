"""The nearest allowed point, wherever the refused one lies."""

from __future__ import annotations

import pytest

from grognard.board.inches.nearest import nearest_point
from grognard.board.inches.terrain_table import Table


@pytest.mark.parametrize("far", [1e3, 1e40, 1e308, -1e308])
def test_a_point_from_the_end_of_the_world_is_one_of_the_edge(far: float) -> None:
    found = nearest_point(Table(48, 36, []), (far, 10.0), lambda p: p[0] <= 40, (20.0, 10.0), 24.0)
    assert found is not None
    assert found[0] == pytest.approx(40.0 if far > 0 else 0.0, abs=0.3) and found[1] == pytest.approx(10.0, abs=0.5)
