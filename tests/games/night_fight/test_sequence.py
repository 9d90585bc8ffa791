"""5.0 The sequence of play."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.engine import Pick, Press, Step, To
from grognard.games.night_fight.rules.events import RandomEvents
from grognard.games.night_fight.rules.german_fire import GermanFire
from grognard.games.night_fight.rules.german_movement import GermanMovement, MoveStack
from grognard.games.night_fight.rules.rally import GermanRally, SovietRally
from grognard.games.night_fight.rules.scenarios import SCENARIOS
from grognard.games.night_fight.rules.sequence import PHASES, FirstPlayer, GameTurn
from grognard.games.night_fight.rules.soviet_fire import SovietFire
from grognard.games.night_fight.rules.soviet_movement import SovietMovement
from grognard.games.night_fight.rules.state import NightFight
from grognard.games.night_fight.rules.unit_acts import Fire, Spot
from grognard.games.night_fight.rules.victory import EndOfTurn
from grognard.testing import logged, offered, roll, unrolled

from .situations import FIRE, MOVE, column, german, let_pass, pieces, places, play, position, refused, soviet


def steps_of(turn: int, **options: str) -> list[type[Step]]:
    g = position(options=options)
    g.steps = (GameTurn(turn),)
    g.steps[-1].run(g)
    return [type(step) for step in reversed(g.steps)]


@pytest.mark.rule("NF-5.0.1")
def test_no_scenario_is_longer_than_twelve_turns() -> None:
    assert [row.turns for row in SCENARIOS.values()] == [8, 12, 12, 10, 6, 6, 7]


@pytest.mark.rule("NF-5.0.1")
@pytest.mark.parametrize(("turn", "over"), [(7, False), (8, True)])
def test_the_scenario_ends_with_its_last_turn(turn: int, over: bool) -> None:
    g = position(german("pzkpfw_iv", "2309"), turn=turn)
    g.steps = (GameTurn(turn + 1), EndOfTurn())
    roll(g, *[6] * (8 if over else 6))
    g.steps[-1].run(g)
    assert (g.result is not None) is over


@pytest.mark.rule("NF-5.0.2", "NF-5.1.1")
def test_phases_come_in_strict_order() -> None:
    assert steps_of(2, events="yes") == [
        *(RandomEvents, GermanFire, GermanMovement, GermanRally, SovietFire, SovietMovement, SovietRally),
        *(EndOfTurn, GameTurn),
    ]
    assert len(PHASES) == 7


@pytest.mark.rule("NF-5.1.1", "NF-6.0.1")
def test_without_the_option_there_are_no_events() -> None:
    assert RandomEvents not in steps_of(2, events="no")
    assert steps_of(2, events="yes").count(RandomEvents) == 1


@pytest.mark.rule("NF-5.2.2")
def test_no_german_fire_on_turn_one() -> None:
    assert GermanFire not in steps_of(1) and GermanFire in steps_of(2)


# ------------------------------------------------------------------ 5.2, 5.3 the German half


@pytest.mark.rule("NF-5.2.1")
def test_germans_fire_at_spotted_soviets_or_not_as_they_like() -> None:
    g = position(german("pzkpfw_iv", "2311"), soviet("zis3", "2314", spotted=True), soviet("m42", "2313"), step=FIRE)
    play(g, Pick("pzkpfw_iv"))
    assert Fire("zis3") in offered(g) and refused(g, Fire("m42")) == "NF-9.0.1"
    play(g, Press("back"), Press("end"))
    assert g.fired == {}
    both = (german("pzkpfw_iv", "2311"), german("stug_iii", "2310"))
    g = position(*both, soviet("zis3", "2314", spotted=True), step=FIRE, dice=[1, 1, 1, 1])
    play(g, Pick("stug_iii"), Fire("zis3"), Pick("pzkpfw_iv"), Fire("zis3"))
    assert g.fired == {"stug_iii": 1, "pzkpfw_iv": 1}


@pytest.mark.rule("NF-5.3.1", "NF-8.1.1")
def test_who_fired_does_not_move() -> None:
    g = position(
        german("pzkpfw_iv", "2311"), german("stug_iii", "2310"), soviet("zis3", "2314", spotted=True), dice=[1, 1]
    )
    g.steps = (MOVE, FIRE)
    g.advance()
    play(g, Pick("pzkpfw_iv"), Fire("zis3"), Press("end"))
    assert g.phase == "German movement"
    assert refused(g, Pick("pzkpfw_iv")) == "NF-8.1.1"
    assert Pick("stug_iii") in offered(g)


@pytest.mark.rule("NF-5.3.1")
def test_who_only_looked_may_move() -> None:
    g = position(german("pzkpfw_iv", "2311"), soviet("zis3", "2314"), dice=[1])
    g.steps = (MOVE, FIRE)
    g.advance()
    play(g, Pick("pzkpfw_iv"), Spot("2314"))
    assert g.phase == "German movement" and Pick("pzkpfw_iv") in offered(g)


@pytest.mark.rule("NF-8.1.1")
def test_fire_in_the_soviet_phase_does_not_bind_the_next_german_one() -> None:
    g = position(german("pzkpfw_iv", "2311"), fired={"pzkpfw_iv": 1})
    g.steps = (GameTurn(3),)
    g.advance()
    assert g.phase == "German movement" and Pick("pzkpfw_iv") in offered(g)


@pytest.mark.rule("NF-5.3.2", "NF-5.3.3")
def test_a_mover_is_halted_while_a_soviet_looks_and_fires() -> None:
    g = position(german("pzkpfw_iv", "2307"), soviet("zis3", "2314"), step=MOVE, dice=[4, 3, 4])
    play(g, Pick("pzkpfw_iv"), To("2312"))
    # seen in 2310, four hexes from the gun; column 0/1 on the road makes 7 a pin
    assert g.pieces["pzkpfw_iv"].place == "2310" and g.pieces["pzkpfw_iv"].pinned
    assert g.pieces["zis3"].up and g.pieces["zis3"].spotted


@pytest.mark.rule("NF-5.3.3")
def test_a_failed_attempt_lets_the_mover_go_on() -> None:
    g = position(german("pzkpfw_iv", "2307"), soviet("zis3", "2314"), step=MOVE, dice=[3])
    play(g, Pick("pzkpfw_iv"), To("2312"))
    assert places(g, "pzkpfw_iv") == ["2310"] and Press("stop") in offered(g)  # if the player prefers
    play(g, Press("go on"))
    assert places(g, "pzkpfw_iv") == ["2312"]
    assert not g.pieces["zis3"].up and unrolled(g) == []


@pytest.mark.rule("NF-5.3.4")
def test_germans_do_not_fire_while_they_move() -> None:
    g = position(german("pzkpfw_iv", "2311"), soviet("zis3", "2316", spotted=True), step=MOVE)
    assert refused(g, Fire("zis3")) == "GR-1"
    play(g, Pick("pzkpfw_iv"))
    assert not any(isinstance(a, Fire | Spot) for a in offered(g))
    assert refused(g, Fire("zis3")) == "GR-1"


@pytest.mark.rule("NF-5.4.1")
def test_pinned_germans_try_to_rally() -> None:
    g = position(
        german("pzkpfw_iv", "2311", pinned=True), german("t34r", "2301", pinned=True), step=GermanRally(), dice=[4, 3]
    )
    assert (g.pieces["pzkpfw_iv"].pinned, g.pieces["t34r"].pinned) == (False, True)


# ------------------------------------------------------------------ 5.5 to 5.7 the Soviet half


@pytest.mark.rule("NF-5.5.1", "NF-5.5.3")
def test_soviets_with_a_target_must_fire_and_are_seen() -> None:
    g = position(
        german("pzkpfw_iv", "2311", spotted=True), soviet("zis3", "2314", up=True), step=SovietFire(), dice=[1, 1]
    )
    assert unrolled(g) == [] and g.pieces["zis3"].spotted


@pytest.mark.rule("NF-5.5.2", "NF-5.5.3")
def test_a_soviet_looks_for_the_closest_hidden_german_and_fires() -> None:
    g = position(*pieces("pzkpfw_iv 2311, pzkpfw_vi 2310, zis3 2314"), step=SovietFire(), dice=[4, 1, 1])
    assert g.pieces["pzkpfw_iv"].spotted and not g.pieces["pzkpfw_vi"].spotted
    assert unrolled(g) == [] and g.shot_at == {"pzkpfw_iv": True}


@pytest.mark.rule("NF-5.5.4")
def test_a_hidden_piece_that_fires_is_turned_up() -> None:
    g = position(german("pzkpfw_iv", "2311", spotted=True), soviet("zis3", "2314"), step=SovietFire(), dice=[1, 1])
    assert g.pieces["zis3"].up


@pytest.mark.rule("NF-5.5.5")
def test_a_shot_is_kept_for_what_another_unit_spots() -> None:
    # the nearer gun acts first and fails; the farther one succeeds; then both have fired
    g = position(*pieces("pzkpfw_iv 2311, zis3 2313 up, m42 2314 up"), step=SovietFire(), dice=[1, 6, 1, 1, 1, 1])
    assert unrolled(g) == []
    assert g.fired == {"m42": 1, "zis3": 1}


def marching(german_at: str, *dice: int, **fields: Any) -> NightFight:
    return position(
        german("pzkpfw_iv", german_at),
        column(1, ["t34", "kv1"], ["2311", "2310"], ahead="2312"),
        step=SovietMovement(),
        dice=dice,
        **fields,
    )


@pytest.mark.rule("NF-5.6.1")
def test_a_column_that_did_not_fire_must_move() -> None:
    g = marching("2340", 4, visibility=2)
    assert places(g, "c1") == ["2315"]


@pytest.mark.rule("NF-5.6.1", "NF-8.3.3", "NF-8.3.10")
def test_e14_a_column_one_of_whose_units_fired_stands_still_without_a_die() -> None:
    g = position(
        german("pzkpfw_iv", "2340"),
        column(1, ["t34", "kv1"], ["2311", "2310"], ahead="2312", deployed=True),
        step=SovietMovement(),
        fired={"1.2": 1},
        phase="Soviet fire",
    )
    assert places(g, "1.1", "1.2") == ["2311", "2310"] and logged(g, "NF-8.3.1") == []


@pytest.mark.rule("NF-8.3.3")
def test_e14_fire_in_the_german_movement_phase_does_not_hold_a_column() -> None:
    g = position(
        german("pzkpfw_iv", "2340"),
        column(1, ["t34", "kv1"], ["2311", "2310"], ahead="2312", deployed=True),
        dice=[2],
        fired={"1.2": 1},
        phase="German movement",
    )
    g.steps = (SovietMovement(), SovietFire())
    g.advance()
    assert places(g, "1.1", "1.2") == ["2313", "2312"]


@pytest.mark.rule("NF-5.6.2", "NF-5.6.3", "NF-8.5.1", "NF-8.5.5")
def test_a_moving_column_may_be_halted_and_then_goes_on() -> None:
    g = marching("2318", 4, 1)
    assert places(g, "c1") == ["2314"]  # the first hex of its way that the tank can see
    play(g, Pick("pzkpfw_iv"), Spot("2314"))
    assert places(g, "c1") == ["2315"] and unrolled(g) == []


@pytest.mark.rule("NF-5.6.2")
def test_the_german_player_may_let_a_column_pass() -> None:
    g = marching("2318", 4)
    play(g, Press("pass"), Press("pass"))
    assert places(g, "c1") == ["2315"]


@pytest.mark.rule("NF-5.6.4")
def test_e13_a_column_stops_before_a_german_and_nothing_happens() -> None:
    g = position(
        german("pzkpfw_iv", "2319"), column(1, ["t34"], ["2315"], ahead="2316"), step=SovietMovement(), dice=[6]
    )
    let_pass(g)
    assert places(g, "c1") == ["2318"] and g.spent["c1"] == 3
    assert unrolled(g) == [] and not g.pieces["pzkpfw_iv"].spotted


@pytest.mark.rule("NF-5.6.5")
def test_columns_do_not_fire_in_their_movement_phase() -> None:
    g = position(
        german("pzkpfw_iv", "2316", spotted=True, pinned=True),
        column(1, ["t34", "kv1"], ["2311", "2310"], ahead="2312", deployed=True, up=True),
        step=SovietMovement(),
        dice=[4],
    )
    assert places(g, "1.1") == ["2315"] and g.fired == {} and unrolled(g) == []


@pytest.mark.rule("NF-16.6.2", "NF-5.6.2")
def test_supply_used_while_the_soviets_move_is_spent_as_their_phase_ends() -> None:
    g = position(*pieces("pzkpfw_iv 2318, truck_supply 2318, t34 2314 spotted"), step=SovietMovement(), dice=[1])
    play(g, Pick("truck_supply"), Press("supply"))
    assert places(g, "truck_supply") == ["2318"]
    let_pass(g)
    assert places(g, "truck_supply") == ["gone"] and g.emptied == {}


@pytest.mark.rule("NF-8.6.11")
def test_columns_are_divided_as_the_soviet_movement_phase_ends() -> None:
    road = ["2314", "2313", "2312", "2311", "2310", "2309", "2308", "2307"]
    g = position(
        german("pzkpfw_iv", "2340"),
        column(1, ["t34"] * 4, road, ahead="2315", deployed=True, slots=[0, 1, 6, 7]),
        visibility=2,
        step=SovietMovement(),
        dice=[1],
    )
    assert list(g.columns) == ["1", "1a"]


@pytest.mark.rule("NF-5.7.1")
def test_every_pinned_soviet_tries_to_rally() -> None:
    g = position(
        soviet("zis3", "2314", pinned=True), soviet("m42", "2316", pinned=True), step=SovietRally(), dice=[5, 4]
    )
    assert (g.pieces["zis3"].pinned, g.pieces["m42"].pinned) == (False, True) and unrolled(g) == []


# ------------------------------------------------------------------ players in turn


@pytest.mark.rule("NF-20.2.2")
def test_e58_the_players_order_alternates() -> None:
    g = position(players=2, dice=[2])
    g.steps = (FirstPlayer(),)
    g.advance()
    assert g.players == ("german-2", "german")
    order = []
    for turn in (1, 2, 3, 4):
        g.steps = (GameTurn(turn),)
        g.steps[-1].run(g)
        order.append(g.players[0])
    assert order == ["german-2", "german", "german-2", "german"]


@pytest.mark.rule("NF-20.2.2", "NF-20.2.3")
def test_e58_each_moves_in_turn_and_never_ends_in_the_others_hex() -> None:
    g = position(
        german("pzkpfw_iv", "2310"),
        german("stug_iii", "2311", side="german-2"),
        players=2,
        step=GermanMovement(("german", "german-2")),
    )
    assert g.asks[0].side == "german" and refused(g, Pick("stug_iii")) == "NF-20.2.2"
    play(g, Pick("pzkpfw_iv"), To("2311"))
    assert isinstance(g.steps[-1], MoveStack) and refused(g, Press("stop")) == "NF-20.2.3"
    play(g, To("2312"))
    assert g.spent["pzkpfw_iv"] == 3  # 1 and 1 for the other's unit, then 1
    play(g, Press("stop"))
    assert g.asks[0].side == "german-2" and Pick("stug_iii") in offered(g)


@pytest.mark.rule("NF-20.2.3", "NF-4.0.4")
def test_a_hex_of_the_other_player_that_cannot_be_left_again_is_refused_for_that_reason() -> None:
    g = position(
        german("pzkpfw_iv", "2304"),
        german("stug_iii", "2309", side="german-2"),
        players=2,
        step=GermanMovement(("german", "german-2")),
    )
    play(g, Pick("pzkpfw_iv"))
    assert refused(g, To("2309")) == "NF-20.2.3"
    full = [german("infantry", "2309", pinned=True) for _ in range(3)]
    g = position(german("pzkpfw_iv", "2304"), *full, step=MOVE)
    play(g, Pick("pzkpfw_iv"))
    assert refused(g, To("2309")) == "NF-4.0.4"
