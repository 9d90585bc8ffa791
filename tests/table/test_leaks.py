"""A sample of what `python -m bench.leaks` compares: both transports, byte by byte."""

from __future__ import annotations

from bench.leaks import compare


def test_a_seat_receives_the_same_bytes_whatever_the_enemy_hides() -> None:
    found = compare(16)
    assert found.differences == []
    assert found.faults == 0
    rounds = {"night-fight": 4, "panzer-blitz": 4, "red-actions": 3, "tank-leader": 3}
    assert found.positions == rounds | {"folio": 1, "korsun": 1}  # these two hide orders only
    assert found.messages > 300
    assert {game for game in rounds if found.hidden[game] >= rounds[game]} == rounds.keys()
