"""A sample of what `python -m bench.leaks` compares: both transports, byte by byte."""

from __future__ import annotations

from bench.leaks import compare


def test_a_seat_receives_the_same_bytes_whatever_the_enemy_hides() -> None:
    found = compare(16)
    assert found.differences == []
    assert found.faults == 0
    assert found.positions.total() == 16 and len(found.positions) >= 4 and found.messages > 300
    assert found.hidden.total() > 50
