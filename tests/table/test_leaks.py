"""A sample of what `python -m bench.leaks` compares: both transports, byte by byte."""

from __future__ import annotations

from bench.leaks import compare


def test_a_seat_receives_the_same_bytes_whatever_the_enemy_hides() -> None:
    found = compare(8)
    assert found.differences == []
    assert found.positions.total() == 8 and len(found.positions) >= 3 and found.messages > 100
