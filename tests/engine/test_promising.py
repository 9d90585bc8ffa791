"""Kinds of answers are judged from the most promising on, and the rest is left alone."""

from __future__ import annotations

from grognard.engine import Press, Worths, most_promising

HOPES = {"wait": 1.0, "march": 5.0, "storm": 9.0, "dig": 4.0}
WORTHS = {"wait": 1.0, "march": 4.5, "storm": 2.0, "dig": 4.0}


def test_kinds_of_which_less_is_hoped_than_was_found_are_not_judged() -> None:
    looked: list[tuple[str, float]] = []

    def judged(kind: str, best: float) -> Worths:
        looked.append((kind, best))
        return [(WORTHS[kind], Press(kind))]

    found = most_promising(HOPES, HOPES.__getitem__, judged, 1.5)

    assert looked == [("storm", 1.5), ("march", 2.0)]
    assert found == [(4.5, Press("march")), (2.0, Press("storm"))], "in the order of the kinds"


def test_a_kind_that_may_be_as_good_is_judged_too() -> None:
    found = most_promising(HOPES, HOPES.__getitem__, lambda kind, best: [(HOPES[kind] and 4.0, Press(kind))])

    assert [press for _, press in found] == [Press("march"), Press("storm"), Press("dig")]
