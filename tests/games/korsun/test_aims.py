"""What the sides of the pocket are told, they are judged by; every number and every roll can be read."""

from __future__ import annotations

import random
import re
from functools import partial

import pytest

from grognard.engine import Dossier, Match, Pick, mistake_in
from grognard.engine.match.odds_summary import summarize_odds
from grognard.games.korsun import GAME
from grognard.games.korsun.rules.data import DATA, SOVIET
from grognard.games.korsun.rules.reserves import ROLL_ALL, ReleaseRolls
from grognard.games.korsun.rules.state import Pocket
from grognard.games.korsun.rules.support import Weather
from grognard.games.korsun.rules.victory import judge_victory
from grognard.players import make_player
from tests.games.folio.situation import begin, play, told
from tests.games.korsun.situation import pocket
from tests.games.korsun.test_exclusive import greens


def played(answers: int) -> Match:
    """A campaign after so many answers."""
    match, player, rng = Match.new(GAME, "campaign", seed=2), make_player("doctrine"), random.Random(2)
    while match.number < answers:
        ask = match.decision.asks[0]
        match.take(player.choose(match, ask, rng), ask.side)
    return match


def dossiers(g: Pocket) -> dict[str, Dossier]:
    """Of every unit on the map."""
    return {piece.id: GAME.face.dossier(g, None, piece) for piece in GAME.rules.view(g, None).pieces}


@pytest.mark.rule("KP-20.0.7", "KP-20.0.8", "KP-20.0.9", "KP-20.0.10", "KP-20.0.11")
@pytest.mark.parametrize(("count", "reached"), [(0, "SS"), (1, "S"), (9, "S"), (10, "G"), (22, "G"), (23, "GG")])
def test_the_aims_are_met_by_those_who_would_win(count: int, reached: str) -> None:
    g = pocket(greens(count))
    standing = GAME.rules.standing(g)
    assert standing == judge_victory(g) and standing is not None
    for side in DATA.sides:
        tactical, strategic, lost = GAME.rules.aims(g, side)
        assert tactical.have == strategic.have == count and lost.have == 0
        assert tactical.met == (side in standing.winners) == (side[0] in reached)
        assert strategic.met == (standing.level == f"{side} strategic") == (2 * side[0] == reached)
        assert [name for name, least in tactical.levels if count >= least][-1] == standing.level


@pytest.mark.rule("KP-20.0.8", "KP-20.0.12")
def test_encircled_units_out_of_the_game_are_counted() -> None:
    g = pocket(dict.fromkeys(greens(3), "eliminated") | {"G-1SS-1Pz": "eliminated"})
    assert [GAME.rules.aims(g, side)[2].have for side in DATA.sides] == [3, 3]
    assert judge_victory(g).reason == "0 of 44 encircled units have a line to the west"


def test_both_sides_are_briefed_and_every_rule_named_there_exists() -> None:
    match = Match.new(GAME, "campaign", seed=1)
    for side in match.sides:
        brief = match.briefing(side)
        assert brief.situation and brief.force and brief.enemy and brief.first and brief.length
        cited = re.findall(r"(?:KP|FO)-[\d.]+\d", " ".join(brief.special))
        assert len(cited) >= len(brief.special) and all(rule in match.game.rulebook for rule in cited)


@pytest.mark.rule("KP-15.1.1", "KP-12.3.1", "KP-19.0.1")
def test_a_dossier_names_every_number_the_group_supply_and_orders() -> None:
    match = played(700)
    for piece in match.view(None).pieces:
        dossier = GAME.face.dossier(match.state, None, piece)
        assert "-".join(value.value for value in dossier.values) == piece.values
        assert all(value.cite in GAME.rulebook for value in dossier.values)
        assert any(dossier.kind.endswith(group.name) for group in DATA.group.values())
        assert ("out of supply" in dossier.states) == ("out_of_supply" in piece.marks)
        assert any("orders" in state for state in dossier.states) == ("asleep" in piece.marks)


@pytest.mark.rule("KP-12.3.1", "KP-13.0.1", "KP-18.0.1")
def test_a_dossier_says_what_hunger_costs_and_what_may_be_done() -> None:
    panzers, sappers = "G-1SS-1Pz", "G-72-172"
    shut = {"S-180-21": "0112", "S-180-42": "0117", "S-180-86": "0122", "S-206-722": "0130"}
    rebuilds = partial(pocket, depleted=[panzers], phase="Rebuild")
    hungry = dossiers(rebuilds({panzers: "5106", sappers: "4007", **shut}))
    attack = hungry[panzers].values[0]
    assert attack.note == f"counts {-(-int(attack.value) // 2)} out of supply" and not hungry[panzers].can
    assert "bridges one river hexside within 6 hexes" in " ".join(hungry[sappers].abilities)
    assert "out of supply" not in hungry[sappers].states
    assert dossiers(rebuilds({panzers: "5106"}))[panzers].can == ("be rebuilt",)


@pytest.mark.rule("KP-11.0.2")
@pytest.mark.parametrize(("die", "sky"), list(enumerate(DATA.weather.rows, 1)))
def test_the_weather_comes_out_of_its_working(die: int, sky: str) -> None:
    g = pocket({}, Weather(), dice=[die])
    begin(g)
    event = (g.events or [])[-1]
    assert g.weather == sky and event.working is not None and event.working.result == sky
    assert mistake_in(event.working, {chart.key: chart for chart in GAME.face.charts}) is None


@pytest.mark.rule("KP-19.0.2")
def test_a_release_comes_out_of_its_working() -> None:
    sleepers = {"S-18TC-110": "2429", "S-18TC-170": "2430"}
    g = pocket(sleepers, ReleaseRolls(), dice=[6, 5], current=SOVIET, asleep=sleepers, phase="Movement")
    play(g, ROLL_ALL)
    workings = [event.working for event in g.events or () if event.working]
    assert [working.result for working in workings] == ["yes", "no"]
    assert all(mistake_in(working, {}) is None for working in workings)
    assert told(g)[-2:] == ["110/18TC in 2429 is released", "170/18TC in 2430 waits for orders"]


@pytest.mark.rule("KP-19.0.2")
def test_the_odds_of_a_release_are_one_in_six() -> None:
    match = played(0)
    while not isinstance(match.state.steps[-1], ReleaseRolls):
        ask = match.decision.asks[0]
        match.take(make_player("doctrine").choose(match, ask, random.Random(1)), ask.side)
    roll = next(action for action in match.decision.actions if isinstance(action, Pick))
    odds = match.odds(roll)
    assert odds is not None and str(summarize_odds(odds, GAME.face.charts)) == "released 17 %"
