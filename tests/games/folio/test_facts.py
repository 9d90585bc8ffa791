"""What briefings and the page of the series say in numbers is what the data of the battles hold."""

from __future__ import annotations

import re
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any

import pytest

import grognard
from grognard.engine import Briefing, Match, find_game
from grognard.games.folio.rules.combat_results import preview
from grognard.games.folio.rules.data import COUNTERS, CRT, RULEBOOK
from grognard.games.folio.rules.scenarios import SCENARIOS, BattleFile, Hold
from grognard.games.folio.rules.sidi_zahran import desert
from grognard.games.folio.rules.state import Battle
from grognard.games.folio.rules.terrain_chart import SHIFTS

NUMBERS = (
    "none one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen"
)
WORDS = NUMBERS.split()
PAGE = Path(__file__).parents[3] / "docs" / "games" / "folio.md"
BATTLES = sorted(SCENARIOS.known)


def whole(briefing: Briefing) -> str:
    """Everything a side reads, in one line."""
    told = (briefing.situation, briefing.force, briefing.enemy, *briefing.special, *briefing.first)
    return " ".join(" ".join(told).split())


def sets_up(battle: BattleFile, side: str) -> list[str]:
    """The units of a side that are there from the start."""
    return [u for units in battle.force.values() for u in units if COUNTERS[u].side == side]


def takes_part(battle: BattleFile, side: str) -> int:
    """How many units of a side there are, those that come later too."""
    late = [u for row in battle.reinforcement for u in row.units if COUNTERS[u].side == side]
    return len(sets_up(battle, side)) + len(late)


@pytest.mark.parametrize("battle", BATTLES)
def test_rules_that_briefings_cite_are_in_the_ledger(battle: str) -> None:
    told = " ".join(map(whole, SCENARIOS.known[battle].briefing.values()))
    assert all(row in RULEBOOK for row in re.findall(r"FO-[\d.]+\d", told))


@pytest.mark.parametrize("battle", BATTLES)
def test_briefings_say_when_who_comes_and_how_long_it_lasts(battle: str) -> None:
    file = SCENARIOS.known[battle]
    for side in file.sides:
        told = whole(file.briefing[side])
        assert f"{WORDS[file.turns]} turns" in told or f"the {('fourth', 'seventh')[file.turns == 7]} turn ends" in told
        turns = {int(turn) for turn in re.findall(r"on turn (\d)", told)}
        assert turns <= {row.turn for row in file.reinforcement} | {1, 3}
        first = "You" if side == file.sides[0] else f"{file.sides[0]}{'s' if file.sides[0] == 'German' else ''}"
        assert f"{first} move first in every turn" in told
        count = len(file.objectives)
        held = re.findall(r"holds? (?:all )?(both|\w+)(?: villages)? to begin with", told)
        assert held in ([WORDS[count]], ["both"] if count == 2 else [])


def test_what_single_sentences_say_is_so() -> None:
    arras, salem, zahran = (SCENARIOS.known[name] for name in ("arras", "bir-salem", "sidi-zahran"))
    dainville = SCENARIOS.known["dainville"]
    assert "From turn 5 on the Luftwaffe flies for you." in whole(arras.briefing["German"])
    allotted = [int(each.split("/")[1]) for each in arras.support.track]
    assert max(allotted[:4]) < min(allotted[4:]) and max(arras.support.German) == arras.support.German[allotted[4] + 1]
    assert whole(arras.briefing["British"]).count("Seventeen units") == 1 and takes_part(arras, "British") == 17
    assert "Fifteen units" in whole(arras.briefing["German"]) and len(sets_up(arras, "British")) == 15
    assert arras.objectives["1011"] == arras.objectives["1411"] == 5  # Ficheux, Mercatel: "five points"
    tanks = [u for u in sets_up(arras, "British") if "RTR" in COUNTERS[u].name]
    better = [what.name for what in desert("arras").counters.values() if what.side == "German" and what.front[1] > 4]
    assert "no German unit but the 88s defends better" in whole(arras.briefing["British"]) and better == ["Wailly 88"]
    assert min(COUNTERS[u].front[1] for u in tanks) == 4
    assert "worth two columns" in whole(salem.briefing["British"]) and SHIFTS["village"] == 2
    assert min(least for level, least in salem.victory.levels if level.startswith("German")) == 2 and salem.kill == 1
    assert "Every unit they lose is two points less" in whole(dainville.briefing["German"]) and dainville.kill == 2
    near = [aim for aim in dainville.aim if isinstance(aim, Hold) and len(aim.hexes) == 3]
    assert near[0].points * 3 >= dict(dainville.victory.levels)["British marginal"]
    assert len(sets_up(zahran, "British")) == 11 and takes_part(zahran, "British") == takes_part(zahran, "German") == 13
    assert len(zahran.force["Garrison"]) == 7 and all(COUNTERS[u].mobile for u in zahran.force["Reserve"])
    assert "strong in infantry" in whole(zahran.briefing["German"]) and SHIFTS["minor_river"] == SHIFTS["ditch"]


def test_the_page_of_the_series_gives_the_points_and_levels_of_the_battles() -> None:
    page = " ".join(PAGE.read_text("utf-8").split())
    zahran = dict(SCENARIOS.known["sidi-zahran"].victory.levels)
    arras = dict(SCENARIOS.known["arras"].victory.levels)
    levels = "difference of {} is a British decisive victory, {} a marginal one, {} a draw, {} a German marginal"
    told = [zahran[name] for name in ("British decisive", "British marginal", "Draw", "German marginal")]
    assert levels.format(*told) in page
    levels = "A difference of {} is a British decisive victory, {} a marginal one, {} a German marginal victory"
    assert levels.format(*(arras[name] for name in ("British decisive", "British marginal", "German marginal"))) in page
    points = (
        "score 3 for each village hex, 2 for the fort, 1 for each other work they hold last, and 1 for each German unit"
    )
    assert points in page
    assert sorted(SCENARIOS.known["sidi-zahran"].objectives.values()) == [1, 1, 1, 1, 2, 3, 3]
    assert "Seventeen units a side, seven turns" in page and SCENARIOS.known["arras"].turns == 7
    assert all(takes_part(SCENARIOS.known["arras"], side) == 17 for side in ("British", "German"))
    assert "one ladder of 18 columns" in page and len(grognard.game("folio").face.charts[0].columns) == 18


@pytest.mark.rule("FO-7.5.2")
def test_no_bombardment_can_harm_the_garrison_of_1107_as_the_briefing_says() -> None:
    g: Any = Match.new(find_game("folio"), "sidi-zahran", seed=1).state
    assert "Do not shell 1107" in whole(SCENARIOS.known["sidi-zahran"].briefing["British"])
    target, best = g.at["1107"][0], max(g.markers["British"])
    for markers in combinations_with_replacement(range(1, best + 1), 2):
        shelled = preview(g, Battle(target, "1107", attack=markers, bombardment=True))
        results = CRT.odds(CRT.columns.index(shelled.column))
        assert not any(name.startswith(("D", "Ex")) for name in results), f"{markers} come to {results}"
