"""Every mistake that a situation may have beyond its types is named with its place."""

from __future__ import annotations

import pytest

import grognard
from tests.faulty import printed, problems, spoilt

HILL = printed("panzer-blitz", "first-up-the-hill")
JUPITER = printed("panzer-blitz", "jupiter")
HELD = 'hexes = ["2617", "2718", "2818"]\nat_least = 2'
LOSSES = 'side = "british"\nclasses = ["tank"]\nsteps = 14'
SAID = "[briefing" + HILL.partition("[briefing")[2]
AIMLESS = spoilt(HILL.partition("[[aim]]")[0], "first =", "aim = []\nfirst =") + SAID
ENOUGH = "aim[1]: It needs 'hexes', and 'at_least': how many of them."
THREE = "aim[2]: 'losses_below' needs 'side', 'classes' and 'steps'."
RUN = "area.bridgehead[1]: A run goes down one column: write it as"


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("{ british = 7, german = 8 }", "{ british = 7 }", "efficiency: It is missing for 'german'."),
        ("[briefing.german]", "[briefing.soviet]", "briefing: It is missing for 'german'."),
        ("[briefing.german]", "[briefing.soviet]", "briefing.soviet: There is no side 'soviet'."),
        ("[works.german]", "[works.soviet]", "works.soviet: There is no side 'soviet'."),
        ("turns = [4, 13]", "turns = [5, 13]", "chits: The german side needs chits on each of the 13 turns."),
        ("turns = [4, 13]", "turns = [4, 12]", "chits: The german side needs chits on each of the 13 turns."),
        ("turns = [1, 3]", "turns = [2, 3]", "chits: The german side needs chits on each of the 13 turns."),
        ("turns = [4, 13]", "turns = [4, 100]", "turns[2]: This must be a whole number from 1 to 99, not 100."),
        ('"1111-1112"', '"0911-0912"', "area.bridgehead[1]: 0911 is not in play. Choose from columns 10 to 34, rows 9"),
        ('"1111-1112"', '"3511"', "area.bridgehead[1]: 3511 is not in play."),
        ('"1111-1112"', '"1108-1112"', "area.bridgehead[1]: 1108 is not in play."),
        ('"1111-1112"', '"1111-1125"', "area.bridgehead[1]: 1125 is not in play."),
        ('"1111-1112"', '"1111-1212"', f"{RUN} 1111-1112."),
        ('"1111-1112"', '"1112-1111"', f"{RUN} 1112-1111."),
        (
            'area = "bridgehead"',
            'area = "bridgehed"',
            "reinforcement[1].area: There is no area 'bridgehed'. Did you mean",
        ),
        ('area = "german_start"', 'area = "hill"', "force[8].area: There is no area 'hill'."),
        ('"ge_88"', '"ge_99"', "force[10].type: There is no german unit 'ge_99'."),
        ('"ge_88"', '"br_6pdr"', "force[10].type: There is no german unit 'br_6pdr'."),
        ('"br_25pdr"', '"ge_lefh"', "battery[1].type: There is no british unit 'ge_lefh'."),
        ('["ge_panther", 2]', '["ge_lion", 2]', "reinforcement[2].units[1][1]: There is no german unit 'ge_lion'."),
        ('["br_typhoon", 1]', '["br_kite", 1]', "air.british.aircraft[1][1]: There is no british unit 'br_kite'."),
        ("ip = 4", "mines = { 4-1 = 1 }", "works.german.mines.4-1: There is no '4-1' among the mines."),
        ("ip = 4", "forts = { castle = 1 }", "works.german.forts.castle: There is no 'castle' among the forts."),
        ("turns = 13\n", "turns = 13\npoints_needed = 3\n", "points_needed: Aims of the kind 'points' and"),
        (HELD, HELD.replace("2718", "9999"), "aim[1].hexes[2]: There is no hex '9999' on this map."),
        (HELD, HELD.replace("= 2", "= 4"), ENOUGH),
        (HELD, HELD.replace("= 2", "= 0"), ENOUGH),
        (HELD, "", ENOUGH),
        (LOSSES, 'classes = ["tank"]\nsteps = 14', THREE),
        (LOSSES, 'side = "british"\nsteps = 14', THREE),
        (LOSSES, 'side = "british"\nclasses = ["tank"]', THREE),
        ('kind = "control"', 'kind = "points"', "aim[1]: The kind 'points' needs 'vp': what it is worth."),
    ],
)
def test_a_mistake_is_named_with_its_place(old: str, new: str, told: str) -> None:
    found = problems(spoilt(HILL, old, new), "panzer-blitz")
    assert any(told in problem for problem in found), found


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            HILL.replace('side = "german"\ntype', 'side = "british"\ntype'),
            "force: The german side needs units that set",
        ),
        (AIMLESS, "aim: The attacker needs an aim."),
        (spoilt(JUPITER, "points_needed", "# points_needed"), "points_needed: Aims of the kind 'points' and"),
    ],
)
def test_each_side_needs_units_and_the_attacker_an_aim(text: str, told: str) -> None:
    found = problems(text, "panzer-blitz")
    assert any(told in problem for problem in found), found


def test_a_situation_without_mistakes_is_taken_in() -> None:
    for hexes in ('"1111"', '"1009-1024"', '"3409-3424"'):
        assert grognard.game("panzer-blitz").add_scenario(spoilt(HILL, '"1111-1112"', hexes)).turns == 13
    scoreless = spoilt(HILL, "turns = 13\n", "turns = 13\npoints_needed = 0\n")
    assert grognard.game("panzer-blitz").add_scenario(scoreless).turns == 13
    assert grognard.game("panzer-blitz").add_scenario(spoilt(HILL, HELD, HELD.replace("= 2", "= 3"))).turns == 13
