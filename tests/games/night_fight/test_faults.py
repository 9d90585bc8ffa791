"""Every mistake that a scenario may have beyond its types is named with its place."""

from __future__ import annotations

import pytest

import grognard
from tests.faulty import printed, problems, spoilt

GHOST = printed("night-fight", "ghost-column")
BREAKOUT = printed("night-fight", "stalingrad-breakout")
BANK = 'kind = "bank"'


@pytest.mark.parametrize(
    ("scenario", "old", "new", "told"),
    [
        (GHOST, '"1943-07"', '"1943-13"', "date: What can be bought depends on the month"),
        (GHOST, "turns = 8", "turns = 8\ndecided_after = 9", "decided_after: It has 8 turns. Choose one of them"),
        (GHOST, "[briefing.german]", "[briefing.soviet]", "briefing: There is one briefing, that of 'german'."),
        (GHOST, '["3911",', '["3912",', "entry[1]: Units enter by a map-edge road, not '3912'. Did you mean"),
        (GHOST, '    "command_car"', '    "staff_car"', "force[1]: There is no unit 'staff_car' to be had."),
        (GHOST, '    "command_car"', '    "zis3"', "force[1]: There is no unit 'zis3' to be had."),
        (GHOST, "turns = 8", 'turns = 8\nfree = ["staff_car"]', "free[1]: There is no unit 'staff_car' to be had."),
        (GHOST, '["panzerfausts"]', '["panzerfists"]', "forbidden: There is no unit 'panzerfists'. Did you mean"),
        (GHOST, BANK, f'hex = "1644"\n{BANK}', "aim.hex: 'hex' belongs to the kind 'exit', and only to it"),
        (GHOST, BANK, f'hexes = ["2517"]\n{BANK}', "aim.hexes: 'hexes' belongs to the kind 'hold', and only to it"),
        (GHOST, BANK, 'kind = "hold"', "aim.hexes: Say which hexes count: at least one."),
        (GHOST, BANK, 'hexes = ["2517", "9999"]\nkind = "hold"', "aim.hexes[2]: There is no hex '9999' on this map."),
        (BREAKOUT, 'hex = "1644"', "", "aim.hex: 'hex' belongs to the kind 'exit', and only to it"),
        (BREAKOUT, 'hex = "1644"', 'hex = "1643"', "aim.hex: Units leave by a map-edge road, not '1643'."),
    ],
)
def test_a_mistake_is_named_with_its_place(scenario: str, old: str, new: str, told: str) -> None:
    found = problems(spoilt(scenario, old, new), "night-fight")
    assert any(told in problem for problem in found), found


def test_a_scenario_without_mistakes_is_taken_in() -> None:
    for change in ("turns = 8\ndecided_after = 8", 'turns = 8\nfree = ["command_car"]'):
        added = grognard.game("night-fight").add_scenario(spoilt(GHOST, "turns = 8", change))
        assert added.turns == 8
