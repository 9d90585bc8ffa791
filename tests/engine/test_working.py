"""A roll done again from its working."""

from __future__ import annotations

import pytest
from msgspec import structs

from grognard.engine import Chart, Modifier, Working, mistake_in

FIRE = Chart.of(
    "fire", "Fire", ["wood", "open"], {"1 to 4": ["-", "-"], "5": ["-", "E"], "6 or more": ["E", "E"]}, dice=1
)
CHARTS = {"fire": FIRE}
SHOT = Working(
    "A shot",
    (Modifier("SK-3.3", -1, "In wood", "column"), Modifier("SK-3.4", 1, "Close")),
    chart="fire",
    column="wood",
    base="open",
    dice=1,
)


def test_a_roll_on_a_chart_is_done_again() -> None:
    assert mistake_in(SHOT.rolled([5], "E"), CHARTS) is None
    assert mistake_in(SHOT.rolled([4], "-"), CHARTS) is None


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (SHOT.rolled([5], "-"), "the chart prints 'E'"),
        (SHOT.rolled([7], "E"), "are not 1 dice of 6"),
        (SHOT.rolled([5, 5], "E"), "are not 1 dice of 6"),
        (structs.replace(SHOT, column="open").rolled([5], "E"), "do not lead to open"),
        (structs.replace(SHOT, chart="smoke").rolled([5], "E"), "no column 'wood' of a chart 'smoke'"),
        (structs.replace(SHOT, modifiers=()).rolled([5], "-"), "do not lead to wood"),
        (Working("A coin", dice=1).rolled([5], ""), "nothing came of it"),
    ],
)
def test_what_does_not_fit_is_said(wrong: Working, said: str) -> None:
    assert said in (mistake_in(wrong, CHARTS) or "")


def test_a_number_must_be_reached_or_not_passed() -> None:
    look = Working("A look", (Modifier("SK-9", 1, "Near"),), dice=1, needs=5)
    assert mistake_in(look.rolled([4], "yes"), {}) is None
    assert "comes to 'yes'" in (mistake_in(look.rolled([4], "no"), {}) or "")
    morale = Working("Morale", (Modifier("SK-8", -2, "Shaken", "number"),), dice=2, needs=9, at_most=True)
    assert mistake_in(morale.rolled([3, 4], "yes"), {}) is None
    assert mistake_in(morale.rolled([4, 4], "no"), {}) is None


def test_every_die_may_count_by_itself_and_dice_may_be_read_twice() -> None:
    volley = Working("A volley", dice=3, needs=5, each=True)
    assert mistake_in(volley.rolled([5, 6, 1], "2"), {}) is None
    twice = structs.replace(SHOT.rolled([5], "E"), further=(SHOT.rolled([5], "-"),))
    assert "the chart prints 'E'" in (mistake_in(twice, CHARTS) or "")
