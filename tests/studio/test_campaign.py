"""Campaigns: what survives a battle goes on into the next, in Python, at the table and in the terminal."""

from __future__ import annotations

import random
from pathlib import Path

import msgspec
import pytest
from starlette.testclient import TestClient

import grognard
from grognard.engine import SHELF, Match, ScenarioError, UnknownChoice
from grognard.engine.game.scenario import ScenarioSet
from grognard.games.night_fight.rules.scenarios import ScenarioData
from grognard.games.night_fight.rules.state import NightFight
from grognard.players import RandomPlayer, make_player, play_out
from grognard.server.app import WebApp
from grognard.server.storage.store import Store, sqlite_url
from grognard.studio import Campaign, campaigns, find_campaign, onward, open_campaign, open_campaigns
from grognard.studio.campaign import came_through
from grognard.studio.layout import text_of
from grognard.terminal.campaign import following
from grognard.terminal.session import Session
from tests.server.play import bearer, look, new_match, order
from tests.terminal.helpers import Keyboard, screen

NIGHT = grognard.game("night-fight")
THREE = find_campaign(NIGHT, "three-nights")
FOUGHT = '{ title = "A night", level = "won", won = true, left = 3 }, '


def battle_of(match: Match) -> ScenarioData:
    found = NIGHT.scenarios[match.state.scenario_id]
    assert isinstance(found, ScenarioData) and found.chapter is not None
    return found


def fought(scenario: str, player: str = "doctrine", seed: int = 1) -> Match:
    """A battle played to its end."""
    match = Match.new(NIGHT, scenario, seed=seed)
    play_out(match, dict.fromkeys(match.sides, make_player(player)), random.Random(seed))
    NIGHT.rules.check(match.state)
    return match


@pytest.mark.parametrize(("player", "seed"), [("doctrine", 2), ("random", 4)])
def test_a_campaign_is_played_to_its_end_and_who_is_left_goes_on(player: str, seed: int) -> None:
    scenario, says = open_campaign(THREE), ""
    free: tuple[str, ...] = ()
    for number, battle in enumerate(THREE.battle, 1):
        match = fought(scenario, player, seed)
        here = battle_of(match)
        assert here.chapter is not None and here.chapter.number == number and here.free == free
        assert here.turns == NIGHT.scenarios[battle.scenario].turns and len(here.chapter.story) == number - 1
        coming = onward(match)
        assert coming is not None and bool(coming.scenario) == (number < len(THREE.battle))
        scenario, says, free = coming.scenario, coming.says, NIGHT.rules.remains(match.state)
    assert says.startswith("Three Nights is over: ") and says.endswith(".")


def test_who_came_through_enters_for_nothing_and_counts_against_the_counters_in_the_box() -> None:
    first = fought(open_campaign(THREE))
    left, coming = NIGHT.rules.remains(first.state), onward(first)
    assert coming is not None and left and first.result is not None
    second = Match.new(NIGHT, coming.scenario, seed=3)
    assert isinstance(second.state, NightFight)
    assert sorted(u.type for u in second.state.pieces.values() if u.side == "german") == sorted(left)
    battle = battle_of(second)
    assert battle.recruits == THREE.after["won" if "german" in first.result.winners else "lost"]["recruits"]
    assert second.state.points["german"] == battle.recruits
    assert f"{battle.recruits} recruit points" in second.briefing("german").force


def test_a_record_is_a_saved_campaign() -> None:
    match = fought(open_campaign(THREE))
    again = Match.from_record(match.record())
    assert again.over and onward(again) == onward(match) is not None


def test_a_match_that_goes_on_or_stands_alone_leads_nowhere() -> None:
    assert onward(Match.new(NIGHT, open_campaign(THREE), seed=1)) is None
    assert onward(fought("kolkhoz")) is None


@pytest.mark.parametrize("chapter", ["number = 99", "number = 1\nstory = [" + FOUGHT * 99 + "]"], ids=["late", "long"])
def test_a_file_that_calls_itself_a_battle_nobody_knows_leads_nowhere(chapter: str) -> None:
    text = f'{text_of(NIGHT, "kolkhoz")}\n[chapter]\ncampaign = "three-nights"\n{chapter}\n'
    assert onward(fought(NIGHT.add_scenario(text).id, "random")) is None


def test_every_campaign_in_the_box_names_scenarios_of_its_game_and_a_level_for_everything() -> None:
    found = [campaign for name in SHELF for campaign in campaigns(grognard.game(name)).values()]
    assert THREE in found
    for campaign in found:
        game = grognard.game(campaign.game)
        assert {battle.scenario for battle in campaign.battle} <= set(game.scenarios)
        assert campaign.levels[-1][1] == 0 and open_campaign(campaign) in game.scenarios


def test_what_a_campaign_writes_into_a_battle_is_judged_like_any_file() -> None:
    wrong = msgspec.structs.replace(THREE, battle=(msgspec.structs.replace(THREE.battle[0], set={"recruits": 1}),))
    with pytest.raises(ScenarioError, match="recruits"):
        open_campaign(wrong)
    with pytest.raises(UnknownChoice, match="three-nights"):
        find_campaign(NIGHT, "three-night")
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"game": "night-fight"}, Campaign)


def test_how_many_came_through_is_said_in_words() -> None:
    assert came_through(0) == "Nobody has come through."
    assert (came_through(1), came_through(2)) == ("1 unit has come through.", "2 units have come through.")


# ------------------------------------------------------------------ at the table and in the terminal


def test_a_server_lists_the_first_battle_of_every_campaign() -> None:
    box = NIGHT.scenarios
    assert isinstance(box, ScenarioSet)
    open_campaigns()
    first = box.called("three-nights")
    assert list(box)[-1] == first == open_campaign(THREE)
    box._listed.remove(first)


def test_at_the_table_the_rematch_of_a_battle_is_the_next_one(tmp_path: Path) -> None:
    with TestClient(WebApp(Store(sqlite_url(tmp_path)), rate=10_000, making=10_000).app()) as client:
        match, key, _ = new_match(client, game="night-fight", scenario=open_campaign(THREE))
        scene = look(client, match, key)
        assert scene["onward"] is None
        resign = {"do": "resign", "side": "german", "decision": scene["decision"]}
        assert order(client, match, key, **resign).status_code == 200
        coming = look(client, match, key)["onward"]
        assert coming["says"].startswith("Three Nights, battle 2 of 3: The Mill.")
        again = client.post(f"/api/matches/{match}/rematch", headers=bearer(key)).json()["match"]
        assert look(client, again, key)["table"]["scenario"]["id"] == coming["scenario"]


def test_in_the_terminal_one_battle_follows_another() -> None:
    match = fought(open_campaign(THREE), "random")
    console, printed = screen()
    session = following(Session(match, {"german": RandomPlayer()}, console, Keyboard([""])))
    assert session is not None and "battle 2 of 3: The Mill" in printed()
    assert battle_of(session.match).chapter is not None and session.players.keys() == {"german"}
    assert following(Session(match, {}, console, Keyboard(["q"]))) is None
    assert following(Session(fought("kolkhoz", "random"), {}, console, Keyboard([]))) is None
