"""Deployment, reinforcements, victory, points and armies (section SCN)."""

from __future__ import annotations

import math
import tomllib

import pytest
from msgspec.structs import replace

from grognard.board.inches.geometry import inside
from grognard.engine import Match, Pick, Press
from grognard.games.red_actions import GAME
from grognard.games.red_actions.rules.ambush_zones import in_zone
from grognard.games.red_actions.rules.bodies import body
from grognard.games.red_actions.rules.data import ARMIES, HERE, TABLES_DATA, TYPES, Officer
from grognard.games.red_actions.rules.deploying import Arrival, Enter, Put, why_not_stand
from grognard.games.red_actions.rules.muster import (
    Appoint,
    Buy,
    Muster,
    balanced,
    missing,
    officer_points,
    paid,
    price,
    why_not_appoint,
    why_not_buy,
)
from grognard.games.red_actions.rules.scenarios import SCENARIOS, TABLES, Score, WinEntry, WinTest
from grognard.games.red_actions.rules.sequence import EndOfTurn, Weather
from grognard.games.red_actions.rules.state import Exit, RedActions, Unit
from grognard.games.red_actions.rules.victory import flight, flight_number, holds, losses, score, win_entry
from grognard.testing import offered, play
from tests.faulty import printed, problems, spoilt

from .companies import rifles
from .situations import area, battle, run, unit


@pytest.mark.rule("RA-SCN.1")
def test_flight_numbers_and_what_counts_as_lost() -> None:
    g = battle(rifles(), unit("whites", "white_mg", 1, 10, 10), unit("whites", "white_gun", 1, 50, 10), flight={})
    assert flight_number(g, "whites") == 2
    g.strength = {**g.strength, "whites": 4}
    assert flight_number(g, "whites") == 2, "half, rounded up"
    assert score(g, "whites") == 0, "nothing is scored where the scenario does not say so"
    for i, way in enumerate(("destroyed", "surrendered", "dispersed", "fled", "exited", "combined")):
        g.gone = {**g.gone, f"whites-{i}": way}
    assert losses(g, "whites") == 4
    g.change("whites-w", routing=True)
    assert losses(g, "whites") == 5
    assert [track.value for track in GAME.rules.view(g, None).tracks if track.title == "Whites lost"] == ["5 of 2"]
    assert flight_number(battle(rifles(), flight={"reds": 5}), "whites") is None


@pytest.mark.rule("RA-SCN.2")
def test_both_sides_fleeing() -> None:
    g = battle(rifles(), flight={"whites": 1, "reds": 2})
    g.gone = {**g.gone, "whites-a": "fled", "reds-a": "fled", "reds-b": "fled"}
    result = flight(g)
    assert result is not None
    assert result.winners == ()
    g.gone = {**g.gone, "reds-c": "fled"}
    result = flight(g)
    assert result is not None
    assert result.winners == ("whites",)


@pytest.mark.rule("RA-SCN.3", "RA-SCN.10")
def test_the_named_side_deploys_first_inside_its_zone() -> None:
    for name, row in SCENARIOS.items():
        if name == "pick-up" or name.startswith("test-"):
            continue
        match = Match.new(GAME, name, seed=1)
        g = match.state
        assert isinstance(g, RedActions)
        assert match.decision.side == row.deploys_first
        for u in g.pieces.values():
            if u.place and not u.wagons:
                assert in_zone(g, u), (name, u.id)
            assert not (u.acted or u.terror or u.pinned)


@pytest.mark.rule("RA-SCN.3", "RA-SCN.10")
def test_a_unit_is_deployed_anywhere_in_its_zone_but_nowhere_else() -> None:
    match = Match.new(GAME, "lezhanka", seed=1)
    match.take(Pick("reds-rg4"))
    assert match.why_not(Put(4000, 500)) is not None
    match.take(Put(5700, 4300))
    assert match.state.pieces["reds-rg4"].point == (57, 43)
    g = match.state
    assert isinstance(g, RedActions)
    refusal = why_not_stand(g, replace(g.pieces["reds-rg4"], x=1000, y=500))
    assert refusal is not None
    assert refusal.rule == "RA-SCN.3"


@pytest.mark.rule("RA-SCN.4")
def test_points_of_every_type() -> None:
    traits = tomllib.loads((HERE / "units.toml").read_text("utf-8"))["traits"]
    for what in TYPES.values():
        worth = what.fire + what.fight + 1.5 * (what.morale - 5) + sum(traits[t]["points"] for t in what.traits)
        assert what.points in (0, max(1, math.floor(worth + 0.5))), what.id
    assert officer_points(Officer(2, ("Clever",))) == 20
    assert officer_points(Officer(1, ("Mob",))) == 7
    assert officer_points(Officer(3), senior=True) == 40
    assert officer_points(Officer(0, ("Commissar",))) == 8


@pytest.mark.rule("RA-SCN.5")
def test_options_and_their_defaults() -> None:
    chosen = GAME.choose_options("lezhanka", {})
    assert (chosen["commissar-terror"], chosen["ammunition"], chosen["gas"]) == ("on", "off", "off")
    assert chosen["no-quarter"] == "scenario"


@pytest.mark.rule("RA-SCN.6", "RA-SCN.13")
def test_the_first_entry_fulfilled_decides() -> None:
    entries = (
        WinEntry("reds", "end_of_game", (WinTest("possess", "reds", ("a",)),)),
        WinEntry("whites", "end_of_game", (WinTest("no_units_left", "reds"),), from_turn=1),
    )
    g = battle(rifles(), win=entries)
    result = win_entry(g, ("end_of_game",))
    assert result is not None
    assert result.winners == ("whites",)
    g.owner = {**g.owner, "a": "reds"}
    result = win_entry(g, ("end_of_game",))
    assert result is not None
    assert result.winners == ("reds",)
    assert win_entry(g, ("at_once",)) is None


@pytest.mark.rule("RA-SCN.6", "RA-MOV.26")
def test_exits_are_counted_as_the_entry_says() -> None:
    test = WinTest(
        "exited", "whites", edge="north", units=2, min_effective_bases=2, min_effective_bases_by_kind={"tank": 1}
    )
    g = battle(rifles())
    g.exits = {**g.exits, "whites-a": Exit("white_volunteer", "north", 10, 3, 2)}
    g.exits = {**g.exits, "whites-b": Exit("white_volunteer", "north", 10, 3, 1)}
    assert not holds(g, test)
    g.exits = {**g.exits, "whites-c": Exit("tank_heavy", "north", 10, 3, 1)}
    assert holds(g, test)
    assert not holds(g, replace(test, span=(20.0, 30.0)))
    assert not holds(g, replace(test, from_turn=9))
    for types, met in ((("white_volunteer", "tank_heavy"), True), (("white_volunteer",), False)):
        assert holds(g, replace(test, types=types)) == met


@pytest.mark.rule("RA-SCN.6", "RA-TRN.12")
def test_scores_and_other_tests() -> None:
    house = area("church", "building_stone", 40, 40, 4, 4)
    g = battle(rifles(), terrain=(house,), score=Score(1, {"church": 3}))
    g.owner = {**g.owner, "church": "whites"}
    g.gone = {**g.gone, "reds-x": "destroyed"}
    assert (score(g, "whites"), score(g, "reds")) == (4, 0)
    assert holds(g, WinTest("score_lead", "whites", at_least=3))
    assert holds(g, WinTest("empty", "whites", ("church",)))
    g.gone = {**g.gone, "reds-train": "exited"}
    assert holds(g, WinTest("gone", "reds", unit="train", ways=("destroyed", "left_table")))


@pytest.mark.rule("RA-SCN.7")
def test_objects_in_a_zone_belong_to_its_side() -> None:
    match = Match.new(GAME, "lezhanka", seed=1)
    g = match.state
    assert isinstance(g, RedActions)
    assert g.owner["church"] == "reds"
    assert "bridge" not in g.owner


@pytest.mark.rule("RA-SCN.8")
def test_reinforcements_arrive_on_their_edge_or_wait() -> None:
    match = Match.new(GAME, "zadworze", seed=1)
    g = match.state
    assert isinstance(g, RedActions)
    assert g.pieces["poles-uhl"].place == ""
    g.turn = 9
    run(g, Weather())
    assert {a.formation for a in offered(g) if isinstance(a, Enter)} == {"line", "column"}
    columns = [a.at / 100 for a in offered(g) if isinstance(a, Enter) and a.formation == "column"]
    assert columns == [37, 40, 34, 43, 31, 46, 28]  # from the middle to both ends of the segment
    assert Enter(2700, "column") not in g.asks[0].actions  # not on its segment
    play(g, Enter(4000, "line"))
    uhlans = g.pieces["poles-uhl"]
    assert (uhlans.place, uhlans.formation) == ("table", "line")
    assert 28 <= uhlans.y / 100 <= 46
    west = min(x for b in body(g, uhlans).bases for x, _ in b.corners)
    assert west == pytest.approx(0, abs=0.01)  # touching its edge
    assert (uhlans.facing, uhlans.acted) == (900, False)
    full = Match.new(GAME, "zadworze", seed=1).state
    assert isinstance(full, RedActions)
    full.turn = 9
    for i, y in enumerate(range(26, 50, 2)):
        full.put(unit("reds", "red_rifle", 4, 4, float(min(y, 47)), 90, name=f"b{i}", formation="column"))
    run(full, Arrival("poles-uhl"))
    assert not full.asks and full.pieces["poles-uhl"].place == ""


@pytest.mark.rule("RA-SCN.8", "RA-AMB.9")
def test_reinforcements_that_would_stand_on_an_ambush_find_it_and_choose_again() -> None:
    g = Match.new(GAME, "zadworze", seed=1).state
    assert isinstance(g, RedActions)
    g.turn = 9
    g.put(unit("reds", "red_rifle", 3, 1.5, 40.0, 90, name="h", formation="column", hidden=True, unseen=True))
    run(g, Arrival("poles-uhl"))
    play(g, Enter(4000, "line"))
    assert not g.pieces["reds-h"].hidden and g.pieces["poles-uhl"].place == ""
    assert offered(g) and Enter(4000, "line") not in g.asks[0].actions


@pytest.mark.rule("RA-SCN.9", "RA-SCN.12")
def test_home_edges_and_weather_of_the_scenarios() -> None:
    for row in SCENARIOS.values():
        assert set(row.home_edge) == set(row.sides)
    g = Match.new(GAME, "peregonovka", seed=1).state
    assert isinstance(g, RedActions)
    for turn, weather in ((1, "dusk"), (3, "dusk"), (4, "clear")):
        g.turn = turn
        g.steps = (Weather(),)
        g.steps[-1].run(g)
        assert g.weather == weather


@pytest.mark.rule("RA-SCN.11")
def test_a_coupled_train_is_one_unit_and_exited_units_are_not_lost() -> None:
    g = Match.new(GAME, "lipyagi", seed=1).state
    assert isinstance(g, RedActions)
    assert len(g.pieces["reds-train"].wagons) == 2
    assert g.strength["reds"] == 8
    g.gone = {**g.gone, "reds-train": "exited"}
    assert losses(g, "reds") == 0


def test_an_aim_names_a_unit_of_the_battle_or_a_train() -> None:
    lipyagi = printed("red-actions", "lipyagi")
    assert GAME.add_scenario(lipyagi.replace("turns =", "turns  =", 1)).turns
    found = problems(spoilt(lipyagi, 'unit = "train"', 'unit = "trian"'), "red-actions")
    assert [problem for problem in found if "There is no unit 'trian'." in problem], found


def test_every_scenario_table_is_whole() -> None:
    for name, table in TABLES.items():
        if name.startswith("test-"):
            continue
        assert table.width in (48, 72, 96)
        for f in table.features.values():
            assert all(-1 <= x <= table.width + 1 and -1 <= y <= table.height + 1 for x, y in f.points), f.name
        assert all(inside(f.centre, f.points) or f.closed for f in table.areas)


def test_armies_are_bought_within_their_lists() -> None:
    for army in ARMIES.values():
        bought, seniors = balanced(army, [], 400, [])
        assert not missing(army, bought), army.name
        assert sum(map(price, bought)) + sum(map(paid, seniors)) <= 400
        assert len(seniors) == max(1, len(bought) // 8)
    cavalry, _ = balanced(ARMIES["1st Cavalry Army 1920"], [], 10_000, [])
    assert len(cavalry) == 16, "a balanced army can be commanded, however many points there are"
    reds = ARMIES["Reds 1919-20"]
    assert why_not_buy(reds, [], 400, Buy("white_gun", 1)) is not None
    assert why_not_buy(reds, [], 10, Buy("red_rifle", 4)) is not None
    assert why_not_buy(reds, [Buy("red_kursant", 3)], 400, Buy("red_kursant", 3)) is not None


@pytest.mark.rule("RA-SCN.4", "RA-OFF.3")
def test_there_is_one_senior_officer_for_every_eight_units_and_at_least_one() -> None:
    for units, seniors in ((0, 1), (7, 1), (15, 1), (16, 2), (24, 3)):
        bought = [Buy("red_rifle", 3)] * units
        assert why_not_appoint(bought, seniors - 1, 400, Appoint(2)) is None
        refusal = why_not_appoint(bought, seniors, 400, Appoint(2))
        assert refusal is not None and "one senior officer for every 8 units" in refusal.hint
    train = [Buy("train_loco", 1), Buy("train_gun_wagon", 1)]
    assert why_not_appoint([*[Buy("red_rifle", 3)] * 14, *train], 1, 400, Appoint(2)) is not None  # a train is one unit


@pytest.mark.rule("RA-SCN.4", "RA-OFF.3")
@pytest.mark.parametrize(("senior", "points"), [
    (Appoint(0), 10), (Appoint(2), 30), (Appoint(3), 40), (Appoint(1, "Clever"), 30), (Appoint(0, "Mob"), 4),
])  # fmt: skip
def test_a_senior_officer_is_paid_for(senior: Appoint, points: int) -> None:
    match = Match.new(GAME, "pick-up", {"points": "300"}, seed=1)
    match.take(senior)
    assert match.decision.prompt == f"Buy an army: {300 - points} points left"
    match.take(Press("a balanced army"))
    leader = match.state.pieces["south-senior_south"]
    assert isinstance(leader, Unit) and leader.officer == senior.officer
    assert why_not_appoint([], 0, points, senior) is None and why_not_appoint([], 0, points - 1, senior) is not None


@pytest.mark.rule("RA-OFF.3")
@pytest.mark.parametrize("senior", [Appoint(4), Appoint(-1), Appoint(1, "Storm")])
def test_no_other_senior_officers_are_to_be_had(senior: Appoint) -> None:
    refusal = why_not_appoint([], 0, 400, senior)
    assert refusal is not None and refusal.rule == "RA-OFF.3"


@pytest.mark.rule("RA-SCN.4")
def test_nobody_ends_without_his_senior_officers_nor_spends_their_points() -> None:
    poles = ARMIES["Poles 1919-21"]
    lot = Buy("polish_rifle", 3)
    for seniors, short in ((0, True), (1, False)):
        refusal = why_not_buy(poles, [], price(lot) + 9, lot, seniors=seniors)
        assert (refusal is not None) is short
    assert why_not_buy(poles, [], price(lot) + 10, lot, seniors=0) is None
    g = Match.new(GAME, "pick-up", {"points": "300", "south-army": poles.name}, seed=1).state
    assert isinstance(g, RedActions)
    crews = [Buy("polish_mg", 2), Buy("polish_gun", 2)]
    step = Muster("south", (*crews, Buy("polish_rifle", 6), Buy("polish_rifle", 6), Buy("polish_volunteer", 6)))
    refusal = step.why_not(g, "south", Press("that is all"))
    assert refusal is not None and refusal.hint == "A senior officer is wanting."
    assert replace(step, seniors=(Appoint(0),)).why_not(g, "south", Press("that is all")) is None


@pytest.mark.rule("RA-TRT.20", "RA-SCN.4")
def test_of_a_bought_army_only_formed_troops_stand_in_formed_order() -> None:
    match = Match.new(GAME, "pick-up", {"south-army": "Poles 1919-21"}, seed=1)
    match.take(Buy("polish_uhlan", 4))
    match.take(Press("a balanced army"))
    g = match.state
    assert isinstance(g, RedActions)
    assert {u.formed for u in g.troops("south")} == {True, False}
    assert all(u.formed == u.has("Formed") for u in g.troops("south"))


@pytest.mark.rule("RA-TRT.19", "RA-SCN.4")
def test_white_conscripts_may_be_stiffened_with_an_officer_base_at_its_cost() -> None:
    options = {"south-army": "Armed Forces of South Russia 1919-20"}
    match = Match.new(GAME, "pick-up", options, seed=1)
    stiff = Buy("white_conscript", 4, True)
    assert price(stiff) == price(Buy("white_conscript", 4)) + TYPES["white_officer"].points - 4
    assert Buy("white_volunteer", 4, True) not in match.decision.actions
    match.take(stiff)
    match.take(Press("a balanced army"))
    g = match.state
    assert isinstance(g, RedActions)
    assert [u.stiff for u in g.troops("south") if u.type == "white_conscript"][:2] == [True, False]


@pytest.mark.rule("RA-SCN.4", "RA-VEH.7")
def test_a_train_of_an_army_list_is_a_locomotive_with_one_to_four_wagons_on_a_table_with_rails() -> None:
    reds = next(army for army in ARMIES.values() if "train_loco" in army.types)
    loco, wagon = Buy("train_loco", 1), Buy("train_mg_wagon", 1)
    assert why_not_buy(reds, [], 400, loco) is not None
    assert why_not_buy(reds, [], 400, loco, rails=True) is None
    assert why_not_buy(reds, [], 20, loco, rails=True) is not None  # nothing left for a wagon
    assert why_not_buy(reds, [], 400, wagon, rails=True) is not None
    assert why_not_buy(reds, [loco], 400, Buy(reds.types[0], 4), rails=True) is not None  # a wagon comes first
    assert why_not_buy(reds, [loco], 400, wagon, rails=True) is None
    assert why_not_buy(reds, [loco, wagon], 400, loco, rails=True) is not None
    assert why_not_buy(reds, [loco, *[wagon] * 3], 400, wagon, rails=True) is None
    assert why_not_buy(reds, [loco, *[wagon] * 4], 400, wagon, rails=True) is not None


@pytest.mark.rule("RA-SCN.4", "RA-VEH.7")
def test_bought_trains_stand_at_either_end_of_the_line() -> None:
    czechs = "Czech Legion 1918-20"
    options = {"table": "lipyagi", "south-army": czechs, "north-army": czechs, "points": "600"}
    match = Match.new(GAME, "pick-up", options, seed=1)
    for _ in range(2):
        match.take(Buy("train_loco", 1))
        assert list(match.decision.actions) == [Buy("train_gun_wagon", 1), Buy("train_mg_wagon", 1)]
        match.take(Buy("train_gun_wagon", 1))
        match.take(Press("a balanced army"))
    g = match.state
    assert isinstance(g, RedActions)
    south, north = g.pieces["south-train"], g.pieces["north-train"]
    assert [w.type for w in south.wagons] == ["train_loco", "train_gun_wagon"]
    assert south.x < 1000 < 6000 < north.x
    GAME.rules.check(g)


def test_a_pick_up_game_begins_with_two_armies() -> None:
    match = Match.new(GAME, "pick-up", seed=3)
    assert match.decision.side == "south"
    match.take(Press("a balanced army"))
    match.take(Press("a balanced army"))
    match.take(Press("ready"))
    match.take(Press("ready"))
    assert match.state.result is None
    assert {u.side for u in match.state.pieces.values()} == {"south", "north"}
    assert TABLES_DATA["command"]["officer_points"]["base"] == 5


def test_the_end_of_the_last_turn_without_a_winner_is_as_the_scenario_says() -> None:
    g = run(battle(rifles(), turn=10, turns=10, otherwise="draw"), EndOfTurn())
    assert g.result is not None
    assert g.result.winners == ()
