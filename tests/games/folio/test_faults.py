"""Every mistake that a battle may have beyond its types is named with its place."""

from __future__ import annotations

import re

import pytest

import grognard
from grognard.games.folio.rules.scenarios import crowded
from tests.faulty import printed, problems, spoilt

BATTLE = printed("folio", "bir-salem")
ORDER = 'setup_order = ["British", "German"]'
HOLD = re.compile(r'"hold".*\nhexes = .*\n(points = .*)\nattacker = (.*)\ndefender = (.*)')
LEVELS = '["British marginal", 0],'


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (ORDER, 'setup_order = ["German", "German"]', "setup_order: Both sides stand here once"),
        ('sides = ["German", "British"]', 'sides = ["British", "British"]', "setup_order: Both sides stand here once"),
        ("turns = 4", "turns = 5", "support.track: There must be one allotment for each of the 5 turns, not 4."),
        ('"1505", "1506"', '"9905", "1506"', "areas.Well[1]: There is no hex '9905' on this map."),
        ('"1505", "1506"', '"1505", "0101"', "areas.Well[2]: No unit can stand in 0101."),
        ('"1905", "1906", "2005", "2006",', "", "areas.Rear: It has fewer hexes than units set up there"),
        ("[force.Rear]", "[force.Reer]", "force.Reer: There is no area 'Reer' under 'areas'. Did you mean 'Rear'?"),
        ("B-05 =", "B-99 =", "force.Well.B-99: There is no unit 'B-99' in the box."),
        ('B-03 = "1906"', 'B-05 = "1906"', "force.Rear.B-05: B-05 stands twice."),
        ('B-06 = "1505"', 'B-06 = "1906"', "force.Well.B-06: '1906' is no hex of Well."),
        ('B-06 = "1505"', 'B-06 = "1605"', "force.Well.B-06: Two units stand in 1605."),
        ("turn = 2", "turn = 5", "reinforcement[1].turn: The battle has 4 turns."),
        ('entry = "east"', 'entry = "easst"', "reinforcement[1].entry: There is no entry 'easst' on this map."),
        ('entry = "east"', 'entry = ""', "reinforcement[1].entry: There is no entry '' on this map."),
        ('["B-01", "B-02"]', '["B-01", "B-03"]', "reinforcement[1].units[2]: 'B-03' stands twice."),
        ('["B-01", "B-02"]', '["B-01", "B-98"]', "reinforcement[1].units[2]: 'B-98' is not in the box."),
        (LEVELS, '["British marginal", 3],', "victory.levels: Levels stand in falling order"),
        (LEVELS, '["British marginal", 2],', "victory.levels: Levels stand in falling order"),
        ("-99", "-9", "victory.levels: The last level holds whatever happens: give it -99."),
        ("-99", "-98", "victory.levels: The last level holds whatever happens: give it -99."),
        ('British = "Keep', 'Italian = "Keep', "victory.lead: Each of German, British is told what it must reach."),
        ("[briefing.British]", "[briefing.Italian]", "briefing: There is a briefing for each of German, British."),
        ('hexes = ["1605"]', 'hexes = ["1699"]', "aim[1].hexes[1]: There is no hex '1699' on this map."),
        ('map = "sidi-zahran"', 'map = "sidi"', "map: There is no map 'sidi'. Choose from: arras, sidi-zahran."),
    ],
)
def test_a_mistake_is_named_with_its_place(old: str, new: str, told: str) -> None:
    found = problems(spoilt(BATTLE, old, new), "folio")
    assert any(told in problem for problem in found), found


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (BATTLE.replace("B-", "A-9"), "force: Both sides need a unit that sets up."),
        (BATTLE.replace('"British ', '"No '), "victory.levels: Each side needs a level that begins with its name"),
        (
            HOLD.sub(r'"destroy"\n\1\nours = \2\ntheirs = \3', BATTLE),
            "aim: At least one aim of the kind 'hold' is needed.",
        ),
    ],
)
def test_each_side_needs_units_a_level_and_something_to_hold(text: str, told: str) -> None:
    found = problems(text, "folio")
    assert any(told in problem for problem in found), found


AREAS = re.compile(r"Well = \[.*?\]\nRear = \[.*?\]", re.DOTALL)


@pytest.mark.parametrize(
    ("rear", "told"),
    [
        ('"1905", "1906"', None),
        ('"1605", "1705", "1906"', "areas.Well: Units of other areas may take hexes of it: it needs 4, or none"),
        ('"1605", "1906"', "areas.Well: Units of other areas may take hexes of it"),
    ],
)
def test_no_unit_sets_up_where_another_could_leave_it_no_hex(rear: str, told: str | None) -> None:
    """Three units set up at the well, one in the rear."""
    text = AREAS.sub(f'Well = ["1505", "1605", "1606"]\nRear = [{rear}]', BATTLE)
    if told is None:
        assert grognard.game("folio").add_scenario(text).turns == 4
    else:
        assert any(told in problem for problem in problems(text, "folio"))


def test_an_entry_that_is_not_on_the_map_is_likened_to_those_that_are() -> None:
    found = problems(spoilt(BATTLE, 'entry = "east"', 'entry = "easst"'), "folio")
    assert len(found) == 1 and found[0].endswith("Did you mean 'east'?")


def test_a_battle_without_mistakes_is_taken_in_and_an_area_may_be_full() -> None:
    added = grognard.game("folio").add_scenario(spoilt(BATTLE, '"1905", "1906", "2005", "2006"', '"1906"'))
    assert added.title == "Bir Salem" and added.turns == 4


@pytest.mark.rule("FO-3.0.1")
def test_guests_leave_room_in_an_area_even_for_a_single_unit() -> None:
    areas = {"Fort": ("0101", "0102"), "Plain": ("0101", "0102", "0103")}
    [fault] = crowded(areas, {"Fort": 1, "Plain": 2})
    assert fault.path == ("areas", "Fort") and "it needs 3" in fault.says
    assert not list(crowded(areas, {"Plain": 2}))
