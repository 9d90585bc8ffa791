"""Clocks: whose runs, how much is left, and when the time is up."""

from __future__ import annotations

from grognard.server.matches.clock import WAIT, Clock, read_clock, write_clock


def test_minutes_for_the_evening_are_used_up_by_whoever_is_asked() -> None:
    clock = Clock(bank=600).turned(["red"], 1000).turned(["blue"], 1100)
    assert clock.left("red", 1150) == 500 and clock.left("blue", 1150) == 550
    assert clock.due == 1700 and clock.late(1699) == [] and clock.late(1700) == ["blue"]
    assert clock.turned(["red"], 1200).turned(["blue"], 1300).left("red", 9999) == 400


def test_days_for_a_turn_begin_anew_when_it_comes_round_again() -> None:
    clock = Clock(each=86_400).turned(["red"], 0)
    assert clock.turned(["red"], 3600).left("red", 3600) == 82_800, "its own answers do not wind it up"
    assert clock.turned(["blue"], 3600).turned(["red"], 7200).left("red", 7200) == 86_400


def test_a_clock_goes_on_for_both_when_both_are_asked() -> None:
    clock = Clock(bank=60).turned(["red", "blue"], 0).turned(["blue"], 10)
    assert (clock.left("red", 20), clock.left("blue", 20)) == (50, 40)
    assert clock.due == 60


def test_nothing_is_due_when_nobody_is_asked_or_time_only_is_shown() -> None:
    assert Clock(bank=60).due == 0 == Clock(bank=60).turned([], 5).due
    shown = Clock(bank=60, end=WAIT).turned(["red"], 0)
    assert shown.due == 0 and shown.late(100) == [] and shown.left("red", 100) == -40


def test_a_clock_is_kept_as_text() -> None:
    clock = Clock(each=60, end="recruit").turned(["red"], 5)
    assert read_clock(write_clock(clock)) == clock
    assert read_clock("") is None and write_clock(None) == ""
    told = clock.told(15, ["red", "blue"], ["red"])
    assert told["left"] == {"red": 50.0, "blue": 60.0} and told["runs"] == ["red"] and told["end"] == "recruit"
