"""What briefings, aims and the game's page say in numbers is what the data hold."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from grognard.games.korsun.rules.data import COUNTERS, DATA, GROUPS, RULEBOOK
from grognard.games.korsun.rules.scenarios import SCENARIOS
from grognard.games.korsun.rules.victory import levels
from tests.games.folio.test_facts import WORDS, whole

PAGE = Path(__file__).parents[3] / "docs" / "games" / "korsun.md"
BATTLES = sorted(SCENARIOS.known)


def groups(battle: str) -> Counter[str]:
    """How many units of each group take part."""
    return Counter(COUNTERS[u].group for u in SCENARIOS.known[battle].placement)


@pytest.mark.parametrize("battle", BATTLES)
def test_aims_and_briefings_hold_the_numbers_of_their_battle(battle: str) -> None:
    file, greens = SCENARIOS.known[battle], groups(battle)["Encircled"]
    need = {level.name: level.least for level in levels(battle)}["German tactical"]
    german, soviet = file.aim["German"], file.aim["Soviet"]
    assert german.tactical.startswith(f"Have {need} encircled units") and german.tactical.endswith(f"turn {file.turns}")
    assert soviet.tactical.startswith(f"Leave {need - 1} encircled units or fewer")
    assert german.strategic == f"Have more than half of all {greens} with such a line"
    assert soviet.lost == "Eliminate encircled units: they are lost, unless one returns at the airfield"
    told = " ".join(map(whole, file.briefing.values()))
    assert f"{WORDS[file.turns]} turns" in told.lower() and re.search(
        rf"\b({greens}|{WORDS[greens % 18]})\b", told, re.I
    )
    assert all(row in RULEBOOK for row in re.findall(r"KP-[\d.]+\d", told))


def test_what_single_sentences_say_is_so() -> None:
    campaign, hill, road = (SCENARIOS.known[name] for name in ("campaign", "hill-239", "medvin-road"))
    sides = Counter(COUNTERS[u].side for u in campaign.placement)
    assert "102 units" in whole(campaign.briefing["Soviet"]) and sides == {"Soviet": 102, "German": 44 + 47}
    assert (groups("campaign")["Encircled"], groups("campaign")["Relief"]) == (44, 47)
    german = [what for what in GROUPS.values() if what.side == "German"]
    assert "25 support counters and 3 of the Luftwaffe" in whole(campaign.briefing["German"])
    assert [sum(len(what.counters) for what in german if what.air == air) for air in (False, True)] == [25, 3]
    assert "twelve groups" in whole(campaign.briefing["Soviet"]) and campaign.release_die == 6
    assert len([what for what in GROUPS.values() if what.side == "Soviet" and not what.air]) == 12
    assert "Twice in the game" in whole(campaign.briefing["German"]) and campaign.air_supply == 2
    assert "within two hexes" in whole(campaign.briefing["Soviet"]) and DATA.bombardment_range == 2
    assert "There is no air supply, and nobody sleeps." in whole(hill.briefing["German"]) and not hill.air_supply
    assert not any(GROUPS[name].sleeps for name in groups("hill-239"))
    assert groups("hill-239") == {"Encircled": 6, "Relief": 2, "5MC": 5, "3TC": 3, "5GCC": 4}
    assert "Once in the battle" in whole(road.briefing["German"]) and road.air_supply == 1
    assert "Thirteen units" in whole(road.briefing["German"])
    assert sum(COUNTERS[u].side == "Soviet" for u in road.placement) == 13 and groups("medvin-road")["27A"] == 6
    on_foot = [COUNTERS[u] for u in road.placement if COUNTERS[u].group == "Encircled"]
    assert max(what.front[2] for what in on_foot) == 6 and not any(
        what.mobile for what in on_foot
    )  # "six hexes at best"


def test_the_page_gives_the_ladder_of_victory() -> None:
    page = PAGE.read_text("utf-8")
    strategic, tactical, soviet, _ = levels()
    assert f"| {strategic.least} or more (more than are lost or cut off) | {strategic.name} |" in page
    assert f"| {tactical.least} to {strategic.least - 1} | {tactical.name} |" in page
    assert f"| {soviet.least} to {tactical.least - 1} | {soviet.name} |" in page
    assert "Operational, 193 units, twelve turns" in page and len(COUNTERS) == 193 == DATA.counters["units"]
