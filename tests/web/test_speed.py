"""What a first view of a match costs."""

from __future__ import annotations

from typing import Any

from tests.web import hands


def test_the_first_view_is_small_and_the_second_nearly_free(visit: Any) -> None:
    fresh = visit.match()
    fetched = "() => performance.getEntriesByType('resource').reduce((sum, e) => sum + e.transferSize, 0)"
    assert fresh.evaluate(fetched) < 600_000
    fresh.reload()
    hands.ready(fresh)
    assert fresh.evaluate(fetched) < 20_000, "board, fonts and code are kept by the browser"
