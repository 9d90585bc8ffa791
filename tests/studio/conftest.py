"""What these tests add to a game's box is taken out again."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def taken_out_again(boxes_as_they_were: None) -> None:
    """For each of them."""
