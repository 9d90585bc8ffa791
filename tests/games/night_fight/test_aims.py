"""What the Germans are told before they begin and while they play is what they are judged by."""

from __future__ import annotations

import re

import pytest

from grognard.engine import Match, Pick, Result, Step
from grognard.games.night_fight import GAME
from grognard.games.night_fight.rules.data import BRIDGE_TABLE, COMBAT, EDGE_ROADS
from grognard.games.night_fight.rules.german_fire import Window
from grognard.games.night_fight.rules.rally import GermanRally
from grognard.games.night_fight.rules.state import NightFight, Unit
from grognard.games.night_fight.rules.victory import (
    RIVALS,
    EndOfTurn,
    aims,
    chance_of,
    free_route,
    standing,
    watched_hexes,
)
from grognard.testing import offered
from tests.games.night_fight.printed import NORTH_BANK

from .situations import FIRE, MOVE, Formation, column, german, position, soviet

SCENARIOS = list(GAME.scenarios)
BANK = sorted(NORTH_BANK)
WATCH = ["3411", "2910", "2310", "1610"]  # one on each road from west to east


def told(g: NightFight, piece: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The states of a piece, and what it may do."""
    seen = next(found for found in GAME.rules.view(g, "german").pieces if found.id == piece)
    found = GAME.face.dossier(g, "german", seen)
    return found.states, found.can


# ------------------------------------------------------------------ briefing


@pytest.mark.parametrize("players", ["1", "3"])
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_everybody_is_briefed_and_has_an_aim_before_the_first_decision(scenario: str, players: str) -> None:
    match = Match.new(GAME, scenario, {"players": players, "intensity": "high"}, seed=1)
    for side in match.sides:
        briefing, (goal, *more) = match.briefing(side), match.aims(side)
        assert briefing.situation and briefing.force and briefing.enemy and briefing.first and briefing.length
        points = {"ferry-road": 186, "kolkhoz": 210, "the-mill": 405}.get(scenario, 300)
        assert f"{points} recruit points" in briefing.force
        assert "42 pieces" in briefing.enemy and "4 columns" in briefing.enemy
        cited = re.findall(r"NF-[\d.]*\d", " ".join(briefing.special))
        assert len(cited) >= 2 and all(rule in GAME.rulebook for rule in cited)
        assert "turn" in goal.text and goal.cite in GAME.rulebook and all(aim.cite in GAME.rulebook for aim in more)
        assert (RIVALS in [aim.text for aim in more]) == (players == "3")


def test_the_last_turn_is_the_one_that_decides() -> None:
    """R60 Kiev is ten turns long and decided after eight."""
    turns = [Match.new(GAME, scenario, seed=1).view("german").turns for scenario in SCENARIOS]
    assert dict(zip(SCENARIOS, turns, strict=True)) == {
        "ghost-column": 8,
        "stalingrad-breakout": 12,
        "kharkov": 12,
        "kiev": 8,
        "kolkhoz": 6,
        "the-mill": 7,
        "ferry-road": 6,
    }


# ------------------------------------------------------------------ aims and standing


@pytest.mark.rule("NF-21.1.2", "NF-21.2.2", "NF-21.3.2")
@pytest.mark.parametrize("units", [0, 1, 2, 3, 7, 8, 12, 13])
@pytest.mark.parametrize("scenario", ["ghost-column", "stalingrad-breakout", "kharkov"])
def test_the_chance_that_is_told_is_that_of_the_roll_that_decides(scenario: str, units: int) -> None:
    """Every roll of two dice is tried: as many win as are told to."""

    def at_the_end(*dice: int) -> NightFight:
        ground = BANK if scenario == "ghost-column" else EDGE_ROADS
        left = {"german": units} if scenario == "stalingrad-breakout" else {}
        force = [german("infantry", ground[n // 3]) for n in range(0 if left else units)]
        rolls = [6, 6] * 3 * (scenario == "ghost-column") + list(dice)
        end, turn = EndOfTurn() if dice else None, GAME.scenarios[scenario].turns
        return position(*force, scenario=scenario, turn=turn, exited=left, step=end, dice=rolls if dice else ())

    g = at_the_end()
    goal, now = aims(g, "german")[0], standing(g)
    wins = sum(_level(at_the_end(a, b).result) == "victory" for a in range(1, 7) for b in range(1, 7))
    assert goal.have == units and chance_of(units - (scenario == "ghost-column")) * 36 == wins
    assert goal.met == {0: False, 36: True}.get(wins)
    assert now.level == {0: "defeat", 36: "victory"}.get(wins, now.level) and str(units) in now.reason
    level = [name for name, least in goal.levels if units >= least][-1]
    assert level == ("no chance" if not wins else "certain" if wins == 36 else "likely" if wins > 18 else "a chance")


def _level(result: Result | None) -> str:
    return result.level if result else ""


@pytest.mark.rule("NF-21.1.2")
def test_a_chance_is_told_in_words_and_nobody_has_won_yet() -> None:
    g = position(*[german("infantry", BANK[n]) for n in range(8)], german("stug_iii", BANK[8], pinned=True))
    now = standing(g)
    assert (now.winners, now.level) == ((), "58 % for victory")
    assert now.reason == "8 units count: 7 or less on two dice wins"
    assert set(aims(g, "german")[0].hexes) == NORTH_BANK


@pytest.mark.rule("NF-21.1.3")
def test_the_bridges_that_stand_are_counted_and_lit_at_kursk_alone() -> None:
    g = position(german("infantry", "2315"), bridges_out=["1411"])
    bridges = aims(g, "german")[1]
    assert (bridges.hexes, bridges.have, bridges.cite) == (("1409", "1429"), 2, "NF-21.1.3")
    assert len(aims(position(german("infantry", "2315"), scenario="kharkov"), "german")) == 1


@pytest.mark.rule("NF-21.2.2")
def test_the_way_out_is_lit() -> None:
    g = position(german("infantry", "2315"), scenario="stalingrad-breakout")
    assert aims(g, "german")[0].hexes == ("1644",)


@pytest.mark.rule("NF-21.4.2")
@pytest.mark.parametrize("eyes", [0, 3, 4])
def test_the_road_at_kiev_is_unseen_if_all_of_it_is(eyes: int) -> None:
    g = position(*[soviet("dummy", h) for h in WATCH[:eyes]], scenario="kiev", turn=8)
    (goal,) = aims(g, "german")
    assert goal.met == free_route(g) == (eyes < 4)
    assert goal.have is not None and goal.need is not None and goal.need - goal.have == len(goal.hexes)
    assert set(goal.hexes) <= watched_hexes(g) and bool(goal.hexes) == (eyes == 4)
    g = position(*[soviet("dummy", h) for h in WATCH[:eyes]], scenario="kiev", turn=8, step=EndOfTurn())
    assert g.result == standing(g)


@pytest.mark.rule("NF-21.4.2")
def test_without_a_bridge_on_any_of_them_there_is_no_road() -> None:
    g = position(scenario="kiev", bridges_out=BRIDGE_TABLE.values(), turn=8)
    (goal,) = aims(g, "german")
    assert (goal.have, goal.need, goal.met) == (0, 0, False) and standing(g).level == "defeat"


@pytest.mark.rule("NF-20.2.5")
@pytest.mark.parametrize("scenario", ["kharkov", "kiev"])
def test_players_who_share_the_germans_see_who_is_ahead(scenario: str) -> None:
    force = [german("infantry", "1011"), german("infantry", "1029", side="german-2"), german("stug_iii", "1011")]
    g = position(*force, scenario=scenario, players=2)
    lines = {side: aims(g, side)[-1] for side in g.players}
    assert [(line.have, line.need, line.met) for line in lines.values()] == [(2, 1, True), (1, 2, False)]


# ------------------------------------------------------------------ dossier


@pytest.mark.rule("NF-2.2.1", "NF-2.2.2", "NF-2.2.3", "NF-2.2.4", "NF-2.2.5")
@pytest.mark.parametrize(
    ("unit", "values"),
    [
        (german("pzkpfw_iv", "2315"), ["4", "yes", "Medium", "6"]),
        (german("pak36r", "2315"), ["4", "yes", "soft", "0"]),
        (soviet("block_house", "2315", up=True), ["a die each time", "no", "Heavy"]),
        (soviet("artillery", "2315", up=True), ["3", "no", "soft"]),
    ],
)
def test_every_number_of_a_counter_has_a_name(unit: Unit, values: list[str]) -> None:
    g = position(unit)
    seen = next(piece for piece in GAME.rules.view(g, "german").pieces if piece.id == unit.type)
    dossier = GAME.face.dossier(g, "german", seen)
    assert dossier is not None and [value.value for value in dossier.values] == values
    assert all(value.name and value.cite in GAME.rulebook for value in dossier.values)


@pytest.mark.rule("NF-10.0.1")
@pytest.mark.parametrize("kind", ["dummy", "zis3"])
def test_a_hidden_piece_tells_nothing(kind: str) -> None:
    g = position(soviet(kind, "2315"))
    seen = GAME.rules.view(g, "german").pieces[0]
    dossier = GAME.face.dossier(g, "german", seen)
    assert dossier.title == "Hidden piece" and not dossier.values and not dossier.states
    other = position(soviet("maxim", "2315", id=seen.id))
    assert GAME.face.dossier(other, "german", seen) == dossier


def test_a_column_says_how_many_pieces_it_has() -> None:
    formation: Formation = column(2, ["t34", "kv1"], ["2314"], ahead="2315")
    g = position(formation)
    seen = next(piece for piece in GAME.rules.view(g, "german").pieces if piece.id == "c2")
    assert GAME.face.dossier(g, "german", seen).kind == "Soviet column, 2 pieces, facing 2315"


@pytest.mark.rule("NF-5.3.1", "NF-8.0.5")
def test_what_may_be_done_in_movement_is_offered_and_nothing_else() -> None:
    force = (german("pzkpfw_iv", "2315"), german("stug_iii", "2317", pinned=True), german("t34r"))
    g = position(*force, fired_before={}, step=MOVE)
    assert told(g, "pzkpfw_iv")[1][0].startswith("move up to 6 points: ") and Pick("pzkpfw_iv") in offered(g)
    assert told(g, "stug_iii") == (("pinned, rallies on 4 or more",), ())
    assert told(g, "t34r") == (("still to enter",), ("enter by 3911, 3922, 3936",))


@pytest.mark.rule("NF-5.2.1", "NF-13.0.2")
def test_what_may_be_done_in_fire_and_in_a_window() -> None:
    force = (german("command_car", "2311", flares=1), german("pzkpfw_iv", "2311"), german("truck_supply", "2310"))
    enemy = (soviet("zis3", "2314", spotted=True), soviet("m42", "2313"))
    g = position(*force, *enemy, step=FIRE)
    assert told(g, "pzkpfw_iv")[1] == ("fire at ZiS-3 (76mm) in 2314", "look at 2313")
    assert told(g, "command_car")[1] == ("fire at ZiS-3 (76mm) in 2314", "look at 2313", "throw flares")
    assert told(g, "truck_supply")[1] == ("look at 2313", "hand out supply")
    assert told(g, "zis3") == (("spotted",), ())
    g.change("truck_supply", pinned=True)
    assert told(g, "truck_supply") == (("pinned, rallies on 3 or more",), ())
    g = position(*force, *enemy, step=Window("german", ("m42",)))
    assert told(g, "pzkpfw_iv")[1] == ("look at 2313",)


@pytest.mark.rule("NF-5.2.1")
@pytest.mark.parametrize("step", [FIRE, Window("german", ("m42",))], ids=["fire", "window"])
def test_what_is_still_to_enter_does_nothing_in_fire_or_in_a_window(step: Step) -> None:
    g = position(german("pzkpfw_iv", "2311"), german("t34r"), soviet("m42", "2313", spotted=True), step=step)
    assert told(g, "t34r") == (("still to enter",), ())


def test_states_say_what_was_done_and_what_it_leads_to() -> None:
    crowd = [german("infantry", "2315") for _ in range(3)]
    g = position(*crowd, german("pzkpfw_iv", "2315", ace=True, spotted=True), step=GermanRally())
    g.fired, g.tried, g.supplied = {"pzkpfw_iv": 1}, {"pzkpfw_iv": True}, {"pzkpfw_iv": True}
    g.moved, g.fired_before = {"infantry": True}, {"pzkpfw_iv": True}
    tank = ("spotted", "overstacked: neither fires nor looks", "has looked", "has fired")
    assert told(g, "pzkpfw_iv") == ((*tank, "fired this turn: does not move", "may fire twice"), ())
    assert told(g, "infantry")[0] == ("overstacked: neither fires nor looks", "has moved")


# ------------------------------------------------------------------ odds


def test_what_one_hopes_for_when_firing_is_said() -> None:
    assert COMBAT.wanted == "at least pinned"
