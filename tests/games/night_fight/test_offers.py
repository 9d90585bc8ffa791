"""5.2, 5.3, 5.6, 8.0 What is asked and what is offered: neither what nobody can do, nor what has one answer."""

from __future__ import annotations

from itertools import pairwise

import pytest

from grognard.engine import ChoiceStep, Pick, Press, Step, To
from grognard.games.night_fight import GAME
from grognard.games.night_fight.rules.data import GRID
from grognard.games.night_fight.rules.fire import Result
from grognard.games.night_fight.rules.german_fire import GermanFire, Window
from grognard.games.night_fight.rules.german_movement import Drop, GermanMovement, MoveStack
from grognard.games.night_fight.rules.sight import seen_from
from grognard.games.night_fight.rules.soviet_movement import SovietMovement
from grognard.games.night_fight.rules.stacking import path_to, ways_from
from grognard.games.night_fight.rules.state import NightFight
from grognard.games.night_fight.rules.unit_acts import Fire, Spot, UnitActs
from grognard.testing import logged, offered, roll, unrolled

from .situations import FIRE, MOVE, column, german, pieces, places, play, position, refused, soviet

# ------------------------------------------------------------------ 5.3 halted on the way


def sent_past_two_guns(*faces: int) -> NightFight:
    """A tank on its way from 2309 to 2315: a Maxim sees the first hexes of it, a ZiS-3 the last."""
    g = position(german("pzkpfw_iv", "2309"), soviet("maxim", "2412"), soviet("zis3", "2415"), visibility=2, step=MOVE)
    roll(g, *faces)
    play(g, Pick("pzkpfw_iv"), To("2315"))
    return g


@pytest.mark.rule("NF-5.3.2", "NF-5.3.3", "NF-10.2.2")
@pytest.mark.parametrize("faces", [(6, 1, 1), (1,)])
def test_a_unit_that_was_looked_at_or_fired_at_may_go_on_turn_aside_or_stop(faces: tuple[int, ...]) -> None:
    g = sent_past_two_guns(*faces)
    assert places(g, "pzkpfw_iv") == ["2310"] and g.spent["pzkpfw_iv"] == 1 and unrolled(g) == []
    assert {To("2315"), To("2210"), Press("stop"), Press("go on")} <= set(offered(g))
    play(g, Press("stop"))
    assert places(g, "pzkpfw_iv") == ["2310"]


@pytest.mark.rule("NF-5.3.3")
def test_one_answer_sends_it_on_to_where_it_was_bound() -> None:
    g = sent_past_two_guns(1)
    roll(g, 1)
    play(g, Press("go on"))
    assert places(g, "pzkpfw_iv") == ["2313"]  # halted again, by the other gun
    play(g, Press("go on"))
    assert places(g, "pzkpfw_iv") == ["2315"] and not g.asks


@pytest.mark.rule("NF-5.3.3", "NF-13.1.1")
@pytest.mark.parametrize("kind", ["dummy", "truck"])
def test_a_piece_that_only_shows_itself_halts_it_too(kind: str) -> None:
    g = position(german("pzkpfw_iv", "2309", spotted=True), soviet(kind, "2312"), visibility=2, step=MOVE)
    g.tried = {**g.tried, kind: True}  # it has no attempt left, but must fire at what is spotted, and cannot
    g.change("pzkpfw_iv", spotted=True)
    g.put(soviet("dummy", "2411", id="eyes"))
    g.tried = {**g.tried, "eyes": True}
    play(g, Pick("pzkpfw_iv"), To("2311"))
    assert places(g, "pzkpfw_iv") == ["2310"] and Press("go on") in offered(g)


@pytest.mark.rule("NF-5.3.3")
def test_unseen_it_is_not_halted() -> None:
    g = position(german("pzkpfw_iv", "2309"), soviet("zis3", "2320"), visibility=2, step=MOVE)
    play(g, Pick("pzkpfw_iv"), To("2314"))
    assert places(g, "pzkpfw_iv") == ["2314"] and Press("go on") not in offered(g)


# ------------------------------------------------------------------ 8.0 movement


@pytest.mark.rule("NF-8.0.5")
def test_of_equally_cheap_ways_the_one_least_in_view_is_walked() -> None:
    g = position(german("pzkpfw_iv", "1935"), soviet("m42", "2039"), vegetation="clear", visibility=2)
    units = (g.pieces["pzkpfw_iv"],)
    ways = ways_from(g, units, "1935", 6)
    way = path_to(g, ways, "1838")
    assert [h for h in way if h in seen_from(g, "2039")] == ["1838"] and way[-1] == "1838"
    for end in ways:
        whole = ("1935", *path_to(g, ways, end))
        assert whole[-1] == end and all(GRID.distance(a, b) == 1 for a, b in pairwise(whole))
    g.steps = (MOVE,)
    g.advance()
    roll(g, 1)
    play(g, Pick("pzkpfw_iv"), To("1838"))
    assert g.spent["pzkpfw_iv"] == ways["1838"]


@pytest.mark.rule("NF-8.0.5", "NF-4.0.4")
def test_who_may_not_stay_and_has_one_way_on_goes_it() -> None:
    crowd = [german("infantry", "2310", pinned=True) for _ in range(3)]
    ring = [soviet("dummy", h) for h in GRID.neighbours["2310"] if h not in ("2309", "2311")]
    g = position(german("pzkpfw_iv", "2309"), *crowd, *ring, wrecks=["2311"], visibility=2)
    g.tried = dict.fromkeys([u.id for u in g.soviets()], True)
    g.phase, g.spent = "German movement", {"pzkpfw_iv": 4}
    g.change("pzkpfw_iv", place="2310")
    g.put(german("infantry", "2309", id="rear", pinned=True))
    for n in (2, 3):
        g.put(german("infantry", "2309", id=f"rear-{n}", pinned=True))
    g.steps = (GermanMovement(("german",), begun=True), MoveStack(("pzkpfw_iv",)))
    g.advance()
    assert places(g, "pzkpfw_iv") == ["2311"] and g.spent["pzkpfw_iv"] == 6


@pytest.mark.rule("NF-8.0.5", "NF-4.2.3", "NF-4.2.4")
def test_without_points_nobody_joins_and_nobody_is_dropped() -> None:
    g = position(german("pzkpfw_iv", "2309"), german("stug_iii", "2309"), german("command_car", "2315"), step=MOVE)
    g.change("command_car", flares=1)
    play(g, Pick("pzkpfw_iv"), Pick("stug_iii"))
    assert refused(g, Drop("stug_iii")) == "NF-4.2.3"  # it has not moved yet
    play(g, To("2314"))
    assert Drop("stug_iii") in offered(g)
    g = position(
        german("command_car", "2309", flares=1), german("stug_iii", "2309"), german("pzkpfw_iv", "2314"), step=MOVE
    )
    play(g, Pick("command_car"), Pick("stug_iii"), To("2314"))
    assert g.spent["stug_iii"] == 6
    assert offered(g) == [Press("put down flares"), Press("end"), Press("stop")]
    assert refused(g, Pick("pzkpfw_iv")) == "NF-4.2.4" and refused(g, Drop("stug_iii")) == "NF-4.2.3"


@pytest.mark.rule("NF-8.0.5")
def test_a_unit_with_nowhere_to_go_is_not_to_be_chosen() -> None:
    around = [soviet("dummy", h) for h in GRID.neighbours["2315"]]
    g = position(german("pzkpfw_iv", "2315"), german("stug_iii", "2305"), *around, visibility=2, step=MOVE)
    assert Pick("pzkpfw_iv") not in offered(g) and refused(g, Pick("pzkpfw_iv")) == "NF-8.0.5"
    g = position(german("command_car", "2315", flares=1), german("stug_iii", "2305"), *around, visibility=2, step=MOVE)
    assert Pick("command_car") in offered(g)  # it may put its flares down


@pytest.mark.rule("NF-8.0.5")
def test_full_hexes_all_around_may_be_left_by_passing_through_them() -> None:
    around = [german("infantry", h, pinned=True) for h in GRID.neighbours["2315"] for _ in range(3)]
    g = position(german("pzkpfw_iv", "2315"), *around, step=MOVE)
    assert Pick("pzkpfw_iv") in offered(g)


@pytest.mark.rule("NF-16.5.2", "NF-4.2.1")
def test_a_wreck_is_taken_in_tow_whether_others_have_joined_or_not() -> None:
    g = position(german("recovery_tank", "2315"), german("infantry", "2315"), wrecks=["2315"], step=MOVE)
    play(g, Pick("recovery_tank"), Pick("infantry"), Press("tow wreck"), To("2317"), Press("stop"))
    assert places(g, "recovery_tank", "infantry") == ["2317", "2317"] and g.wrecks == {"2317": 1}


@pytest.mark.rule("NF-16.5.2")
@pytest.mark.parametrize(
    ("company", "wreck", "towing"),
    [(0, "2315", ""), (1, "2315", ""), (2, "2315", "NF-4.2.1"), (0, "2316", "NF-16.5.2")],
)
def test_a_stack_of_three_has_no_room_for_a_wreck_in_tow(company: int, wreck: str, towing: str) -> None:
    others = [german("infantry", "2315") for _ in range(company)]
    g = position(german("recovery_tank", "2315"), *others, wrecks=[wreck], step=MOVE)
    play(g, Pick("recovery_tank"), *[Pick(i) for i in ("infantry", "infantry-2")[:company]])
    assert refused(g, Press("tow wreck")) == towing
    assert refused(g, Press("drop wreck")) == "NF-16.5.3"


@pytest.mark.rule("NF-16.5.2")
def test_only_a_recovery_vehicle_and_only_at_the_start_of_its_move() -> None:
    g = position(german("pzkpfw_iv", "2315"), wrecks=["2315"], step=MOVE)
    play(g, Pick("pzkpfw_iv"))
    assert refused(g, Press("tow wreck")) == "NF-16.5.2"
    g = position(german("recovery_tank", "2314"), wrecks=["2315"], step=MOVE)
    play(g, Pick("recovery_tank"), To("2315"))
    assert refused(g, Press("tow wreck")) == "NF-16.5.2"


@pytest.mark.rule("NF-8.0.6")
def test_a_soviet_piece_clicked_on_the_way_is_refused_for_one_reason() -> None:
    g = position(german("pzkpfw_iv", "2309"), soviet("dummy", "2312"), step=MOVE, visibility=2)
    play(g, Pick("pzkpfw_iv"))
    assert refused(g, To("2312")) == refused(g, Pick("dummy")) == "NF-8.0.6"


# ------------------------------------------------------------------ 5.2 the German Fire Phase


@pytest.mark.rule("NF-5.2.1")
def test_the_phase_is_passed_over_when_nobody_can_do_anything() -> None:
    units = [german("truck_supply", "1935"), german("pzkpfw_iv", "1936"), german("command_car", "1935", flares=1)]
    assert not position(*units, step=FIRE).asks
    assert not position(*units, soviet("zis3", "1914"), step=FIRE).asks  # beyond the reach of flares
    assert position(*units, soviet("zis3", "1942"), step=FIRE).asks  # flares would show it
    assert position(*units, soviet("zis3", "1938"), step=FIRE).asks
    assert position(units[1], strikes={"german": 1}, step=FIRE).asks


@pytest.mark.rule("NF-16.6.1", "NF-16.6.2")
def test_supply_that_helps_nobody_is_spent_only_if_the_player_insists() -> None:
    g = position(*pieces("truck_supply 1935, pzkpfw_iv 1936, stug_iii 2315, m42 2317"), step=FIRE)
    play(g, Pick("truck_supply"), Press("supply"))
    assert "all the same" in g.asks[0].prompt and g.emptied == {}
    play(g, Press("back"))
    assert isinstance(g.steps[-1], GermanFire) and g.emptied == {}
    play(g, Pick("truck_supply"), Press("supply"), Press("supply"), Press("end"))
    assert places(g, "truck_supply") == ["gone"]


@pytest.mark.rule("NF-16.6.1")
@pytest.mark.parametrize("spotted", [True, False])
def test_supply_with_something_to_fire_at_or_to_spot_needs_no_second_word(spotted: bool) -> None:
    g = position(
        german("truck_supply", "1935"), german("pzkpfw_iv", "1936"), soviet("m42", "1939", spotted=spotted), step=FIRE
    )
    play(g, Pick("truck_supply"), Press("supply"))
    assert g.supplied and "may fire twice" in str(logged(g, "NF-16.6.1")[0])


@pytest.mark.rule("NF-17.0.2", "NF-8.7.3")
def test_flares_that_lie_with_a_command_unit_may_be_thrown() -> None:
    g = position(*pieces("command_car 1935, infantry 1940, m42 1938"), loose={"1935": (1, 0)}, step=FIRE)
    play(g, Pick("command_car"), Press("flares"), To("1938"))
    assert g.lit == {"1938": True} and g.loose == {}
    play(g, Pick("infantry"))
    assert refused(g, Press("flares")) == "NF-11.0.2"


# ------------------------------------------------------------------ 5.6 windows


@pytest.mark.rule("NF-5.6.2", "NF-8.5.1", "NF-10.2.3")
def test_columns_that_nobody_can_see_are_not_asked_about() -> None:
    g = position(
        *pieces("pzkpfw_iv 3935, m42 3934"),
        column(1, ["t34"], ["1608"], ahead="1609"),
        column(2, ["t34"], ["2309"], ahead="2310"),
        step=SovietMovement(),
        dice=[6, 6],
    )
    assert "Before the Soviet movement ends" in g.asks[0].prompt  # only then, for the gun beside the tank
    assert g.spent == {"c1": 6, "c2": 6}
    play(g, Pick("pzkpfw_iv"))
    assert Spot("3934") in offered(g)


@pytest.mark.rule("NF-5.6.2", "NF-10.2.5")
def test_a_window_that_is_asked_may_be_used_to_look_at_what_stands() -> None:
    g = position(
        *pieces("pzkpfw_iv 2318, m42 2320"), column(1, ["t34"], ["2313"], ahead="2314"), step=SovietMovement(), dice=[2]
    )
    play(g, Pick("pzkpfw_iv"))
    assert {Spot("2314"), Spot("2320")} <= set(offered(g))


@pytest.mark.rule("NF-5.6.2", "NF-13.0.2")
@pytest.mark.parametrize(
    ("tried", "fired", "spotted", "asked"),
    [
        (False, False, False, True),
        (True, False, False, False),  # the only attempt is used, and nothing is spotted
        (True, False, True, True),  # it may fire
        (False, True, True, False),  # who has fired neither looks nor fires
    ],
)
def test_a_window_is_asked_if_somebody_could_act_against_the_mover(
    tried: bool, fired: bool, spotted: bool, asked: bool
) -> None:
    g = position(german("pzkpfw_iv", "2318"), soviet("t34", "2316", up=True, spotted=spotted))
    g.tried = {"pzkpfw_iv": True} if tried else {}
    g.fired = {"pzkpfw_iv": 1} if fired else {}
    g.steps = (Window("german", ("t34",)),)
    g.advance()
    assert bool(g.asks) is asked


@pytest.mark.rule("NF-5.6.2", "NF-16.6.1")
def test_a_window_is_asked_if_supply_would_give_a_second_shot_at_the_mover() -> None:
    things = [german("pzkpfw_iv", "2318"), german("truck_supply", "2318"), soviet("t34", "2316", spotted=True)]
    g = position(*things, fired={"pzkpfw_iv": 1}, tried={"truck_supply": True}, step=Window("german", ("t34",)))
    play(g, Pick("truck_supply"), Press("supply"), Pick("pzkpfw_iv"))
    assert Fire("t34") in offered(g)


def two_columns() -> NightFight:
    return position(
        german("pzkpfw_iv", "2318"),
        column(1, ["t34"], ["2313"], ahead="2314"),
        column(2, ["t34"], ["2323"], ahead="2322"),
        step=SovietMovement(),
        dice=[3, 4],
    )


@pytest.mark.rule("NF-5.6.2")
def test_one_answer_lets_a_column_go_for_the_rest_of_the_phase_and_no_other() -> None:
    g = two_columns()
    assert g.asks[0].prompt.startswith("Column 1 moves to 2314")
    play(g, Press("pass column"))
    assert g.asks[0].prompt.startswith("Column 2 moves to 2322") and places(g, "c1") == ["2316"]


@pytest.mark.rule("NF-5.6.2")
def test_one_answer_lets_everything_pass() -> None:
    g = two_columns()
    play(g, Press("pass all"))
    assert not g.asks and places(g, "c1", "c2") == ["2316", "2319"]


@pytest.mark.rule("NF-5.6.2", "NF-8.6.9", "NF-10.2.3")
def test_a_unit_on_its_own_is_named_as_far_as_it_is_known_and_let_go() -> None:
    for up, name in ((True, "T-34"), (False, "The hidden piece")):
        g = position(german("pzkpfw_iv", "2318"), soviet("t34", "2313", up=up), step=SovietMovement(), dice=[3])
        assert g.asks[0].prompt.startswith(f"{name} moves to 2314")
        play(g, Press("pass unit"))
        assert places(g, "t34") == ["2316"]


@pytest.mark.rule("NF-13.4.11")
def test_a_unit_that_falls_back_is_said_to_fall_back() -> None:
    g = position(german("pzkpfw_iv", "1935"), german("stug_iii", "1936"), soviet("m42", "1938", spotted=True))
    g.steps = (GermanFire(("german",), begun=True), Result("m42", "R", "1935"))
    roll(g, 1)
    g.advance()
    play(g, offered(g)[0])
    assert g.asks[0].prompt.startswith("M-42 (45mm) falls back to ")


@pytest.mark.rule("NF-5.6.2")
def test_a_window_about_pieces_that_are_gone_closes() -> None:
    g = position(german("pzkpfw_iv", "2318"), soviet("m42", "2320"), step=Window("german", ("t34",)))
    assert not g.asks


@pytest.mark.rule("NF-10.2.1")
def test_a_unit_with_nothing_to_do_in_a_window_is_refused_by_name_of_the_rule() -> None:
    g = position(german("pzkpfw_iv", "2318"), german("stug_iii", "3935"), soviet("t34", "2316"))
    g.steps = (Window("german", ("t34",)),)
    g.advance()
    assert refused(g, Pick("stug_iii")) == "NF-9.0.1"
    g.steps = (UnitActs("pzkpfw_iv", ("t34",)),)
    g.advance()
    assert refused(g, Press("supply")) == "NF-16.6.1"


@pytest.mark.rule("NF-21.2.2", "NF-7.0.4", "NF-8.0.5")
def test_leaving_the_map_is_refused_where_it_is_not_allowed() -> None:
    g = position(german("pzkpfw_iv", "1644"), step=MOVE)
    play(g, Pick("pzkpfw_iv"))
    assert refused(g, Press("exit")) == "NF-7.0.4"
    g = position(german("pzkpfw_iv", "1643"), scenario="stalingrad-breakout", step=MOVE)
    play(g, Pick("pzkpfw_iv"))
    assert refused(g, Press("exit")) == "NF-21.2.2"
    g = position(
        german("command_car", "1644", flares=1),
        scenario="stalingrad-breakout",
        spent={"command_car": 6},
        step=MoveStack(("command_car",)),
    )
    assert refused(g, Press("exit")) == "NF-8.0.5"


def test_what_an_answer_does_stands_with_what_it_says() -> None:
    asking = [kind for kind in GAME.rules.steps if issubclass(kind, ChoiceStep) and kind.deeds]
    assert {kind.__name__ for kind in asking} >= {
        "Purchase",
        "GermanFire",
        "UnitActs",
        "Window",
        "MoveStack",
        "Retreat",
    }
    for kind in GAME.rules.steps:
        assert kind.take in (Step.take, ChoiceStep.take), f"{kind.__name__} carries out answers by itself"
        assert kind.why_not in (Step.why_not, ChoiceStep.why_not), f"{kind.__name__} refuses answers by itself"
