"""Every mistake that a battle may have beyond its types is named with its place."""

from __future__ import annotations

import re

import pytest

import grognard
from tests.faulty import printed, problems, spoilt

CAMPAIGN = printed("korsun", "campaign")
SOVIETS = re.compile(r'^"?S-[^\n]*\n', re.MULTILINE)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("[briefing.Soviet]", "[briefing.Russian]", "briefing: It stands here for 'German' and for 'Soviet'."),
        ('"Encircled:72" =', '"Encircled:73" =', "areas.Encircled:73: No unit sets up in 'Encircled:73'. Did you mean"),
        ('"2910", "2911"', '"9910", "2911"', "areas.Encircled:72[1]: No unit can stand in '9910'."),
        ("tactical = 10", "tactical = 23", "tactical: 44 encircled units take part; a tactical victory needs no more"),
    ],
)
def test_a_mistake_is_named_with_its_place(old: str, new: str, told: str) -> None:
    found = problems(spoilt(CAMPAIGN, old, new), "korsun")
    assert any(told in problem for problem in found), found


def test_units_stand_in_their_areas_and_one_in_a_hex() -> None:
    """In `placement` each line is a unit and its hex."""
    head, _, rest = CAMPAIGN.partition("[placement]")
    first, second = re.findall(r'^("?G-[^ =]+"?) = "(\d{4})"', rest, re.MULTILINE)[:2]
    for text, told in (
        (spoilt(rest, first[0], '"G-none"'), "placement.G-none: There is no unit 'G-none' in the box."),
        (spoilt(rest, f'{first[0]} = "{first[1]}"', f'{first[0]} = "5505"'), "'5505' is no hex of its area"),
        (
            spoilt(rest, f'{second[0]} = "{second[1]}"', f'{second[0]} = "{first[1]}"'),
            f"Two units stand in {first[1]}.",
        ),
        (SOVIETS.sub("", rest), "placement: Both sides need units."),
    ):
        found = problems(f"{head}[placement]{text}", "korsun")
        assert any(told in problem for problem in found), found


def test_an_aim_has_from_one_to_two_hundred_letters() -> None:
    aim = "Leave none of them such a line"
    for words in ("", "x" * 201):
        assert any("aim.Soviet.strategic" in problem for problem in problems(spoilt(CAMPAIGN, aim, words), "korsun"))
    for words in ("x", "x" * 200):
        assert grognard.game("korsun").add_scenario(spoilt(CAMPAIGN, aim, words)).turns == 12


def test_a_battle_without_mistakes_is_taken_in() -> None:
    assert grognard.game("korsun").add_scenario(spoilt(CAMPAIGN, "tactical = 10", "tactical = 22")).turns == 12
