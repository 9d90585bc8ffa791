"""8.7 Transport: guns, Panzerfausts and flares."""

from __future__ import annotations

import pytest

from grognard.engine import Pick, Press, To
from grognard.games.night_fight.rules.german_movement import Drop, GermanMovement, MoveStack
from grognard.games.night_fight.rules.stacking import height
from grognard.games.night_fight.rules.state import NightFight
from grognard.games.night_fight.rules.transport import why_not_load
from grognard.testing import logged, offered

from .situations import MOVE, german, pieces, places, play, position, refused


def ways(g: NightFight) -> set[str]:
    return {a.hex for a in offered(g) if isinstance(a, To)}


@pytest.mark.rule("NF-8.7.1", "NF-7.0.9", "NF-7.0.10")
@pytest.mark.parametrize("gun", ["sig33", "pak36r"])
def test_a_gun_moves_only_with_a_plain_sdkfz_251(gun: str) -> None:
    g = position(german(gun, "2309"), german("sdkfz_251", "2309"), step=MOVE)
    assert refused(g, Pick(gun)) == "NF-8.7.1"
    play(g, Pick("sdkfz_251"), Pick(gun), To("2312"), Press("stop"))
    assert places(g, gun, "sdkfz_251") == ["2312", "2312"]


@pytest.mark.rule("NF-8.7.1")
@pytest.mark.parametrize("kind", ["sdkfz_251_22", "sdkfz_251_supply", "sdkfz_engineers", "pzkpfw_iv", "infantry"])
def test_nothing_else_moves_a_gun(kind: str) -> None:
    g = position(german("pak36r", "2309"), german(kind, "2309"), step=MOVE)
    play(g, Pick(kind))
    assert refused(g, Pick("pak36r")) == "NF-8.7.1"


@pytest.mark.rule("NF-8.7.1")
def test_one_gun_for_each_carrier() -> None:
    g = position(german("pak36r", "2309"), german("sig33", "2309"), german("sdkfz_251", "2309"), step=MOVE)
    play(g, Pick("sdkfz_251"), Pick("pak36r"))
    assert refused(g, Pick("sig33")) == "NF-8.7.1"


@pytest.mark.rule("NF-8.7.5", "NF-8.7.6")
def test_e9_a_gun_is_dropped_at_no_cost_and_goes_no_further() -> None:
    g = position(*pieces("sdkfz_251 2309, pak36r 2309, infantry 2309, sdkfz_251 2312"), step=MOVE)
    play(g, Pick("sdkfz_251"), Pick("pak36r"), To("2311"), Drop("pak36r"), To("2314"))
    assert places(g, "sdkfz_251", "pak36r") == ["2314", "2311"]
    play(g, Pick("sdkfz_251-2"), To("2311"))
    assert refused(g, Pick("pak36r")) == "NF-8.7.6"


@pytest.mark.rule("NF-8.7.6")
def test_a_gun_rides_only_with_a_carrier_that_began_beside_it() -> None:
    g = position(german("sdkfz_251", "2308"), german("pak36r", "2309"), step=MOVE)
    play(g, Pick("sdkfz_251"), To("2309"))
    assert refused(g, Pick("pak36r")) == "NF-8.7.6"


@pytest.mark.rule("NF-8.7.1", "NF-8.7.5")
def test_a_gun_is_not_left_behind_by_dropping_its_carrier() -> None:
    g = position(german("sdkfz_251", "2309"), german("pak36r", "2309"), german("infantry", "2309"), step=MOVE)
    play(g, Pick("sdkfz_251"), Pick("pak36r"), Pick("infantry"), To("2310"))
    assert refused(g, Drop("sdkfz_251")) == "NF-8.7.1"


@pytest.mark.rule("NF-8.7.6", "NF-8.7.1")
def test_a_gun_does_not_change_over_to_a_carrier_that_came_by() -> None:
    g = position(german("sdkfz_251", "2308"), german("sdkfz_251", "2309"), german("pak36r", "2309"), step=MOVE)
    play(g, Pick("sdkfz_251"), To("2309"), Pick("sdkfz_251-2"), Pick("pak36r"))
    assert refused(g, Drop("sdkfz_251-2")) == "NF-8.7.1" and refused(g, Drop("sdkfz_251")) == ""
    g.change("sdkfz_251-2", pinned=True)
    g.steps = (*g.steps[:-1], MoveStack(("sdkfz_251", "sdkfz_251-2", "pak36r")))
    g.advance()
    assert Drop("pak36r") not in offered(g) and "pak36r" in g.moved  # it stays with its own carrier


@pytest.mark.rule("NF-8.7.1", "NF-8.7.6")
def test_each_gun_of_a_stack_has_a_carrier_of_its_own_hex() -> None:
    kinds = ("sdkfz_251", "sdkfz_251", "pak36r", "sig33")
    g = position(*[german(kind, "2309") for kind in kinds])
    g.began = {"sdkfz_251": "2308", "sdkfz_251-2": "2309", "pak36r": "2309", "sig33": "2309"}
    stack = tuple(g.pieces[i] for i in ("sdkfz_251", "sdkfz_251-2", "pak36r"))
    refusal = why_not_load(g, stack, g.pieces["sig33"])
    assert refusal is not None and refusal.rule == "NF-8.7.6"


@pytest.mark.rule("NF-8.7.1")
def test_a_gun_is_stranded_when_its_carrier_is_pinned() -> None:
    g = position(
        *pieces("sdkfz_251 2309 pinned, pak36r 2309, sdkfz_251 2309"),
        began={"sdkfz_251": "2307", "pak36r": "2307", "sdkfz_251-2": "2307"},
        spent={"sdkfz_251": 2, "pak36r": 2},
    )
    g.steps = (GermanMovement(("german",), begun=True), MoveStack(("sdkfz_251", "pak36r")))
    g.advance()
    play(g, Pick("sdkfz_251-2"))
    assert refused(g, Pick("pak36r")) == "NF-8.7.6"


@pytest.mark.rule("NF-8.1.1", "NF-8.7.1")
def test_a_gun_that_fired_is_not_moved() -> None:
    g = position(german("sdkfz_251", "2309"), german("pak36r", "2309"), fired_before={"pak36r": True}, step=MOVE)
    play(g, Pick("sdkfz_251"))
    assert refused(g, Pick("pak36r")) == "NF-8.1.1"


@pytest.mark.rule("NF-8.7.1", "NF-13.4.13")
def test_a_pinned_gun_is_not_moved() -> None:
    g = position(german("sdkfz_251", "2309"), german("pak36r", "2309", pinned=True), step=MOVE)
    play(g, Pick("sdkfz_251"))
    assert refused(g, Pick("pak36r")) == "NF-13.4.13"


@pytest.mark.rule("NF-8.7.1")
def test_a_gun_in_tow_keeps_out_of_full_buildings() -> None:
    g = position(german("sdkfz_251", "2409"), german("pak36r", "2409"), step=MOVE)
    play(g, Pick("sdkfz_251"), Pick("pak36r"))
    assert refused(g, To("2509")) == "NF-22.3.4"


# ------------------------------------------------------------------ flares and Panzerfausts


@pytest.mark.rule("NF-8.7.2")
@pytest.mark.parametrize("platoon", ["infantry", "engineers"])
def test_any_number_of_panzerfausts_goes_with_a_platoon(platoon: str) -> None:
    g = position(german(platoon, "2309", fausts=3), scenario="kiev", step=MOVE)
    play(g, Pick(platoon), To("2312"), Press("stop"))
    assert places(g, platoon) == ["2312"] and g.pieces[platoon].fausts == 3 and g.loose == {}


@pytest.mark.rule("NF-8.7.3")
@pytest.mark.parametrize("command", ["command_car", "command_tank"])
def test_any_number_of_flares_goes_with_a_command_unit(command: str) -> None:
    g = position(german(command, "2309", flares=3), step=MOVE)
    play(g, Pick(command), To("2312"), Press("stop"))
    assert places(g, command) == ["2312"] and g.pieces[command].flares == 3 and g.loose == {}


@pytest.mark.rule("NF-8.7.4", "NF-2.2.12")
def test_guns_take_room_and_markers_do_not() -> None:
    g = position(
        german("sdkfz_251", "2309"), german("pak36r", "2309"), german("command_car", "2309", flares=4), wrecks=["2311"]
    )
    assert height(g, "2309") == 3 and height(g, "2311") == 1


@pytest.mark.rule("NF-8.7.4")
def test_a_carrier_and_its_gun_need_room_for_two() -> None:
    g = position(*pieces("sdkfz_251 2309, pak36r 2309, stug_iii 2310 pinned, t34r 2310 pinned"), step=MOVE)
    play(g, Pick("sdkfz_251"), Pick("pak36r"), To("2310"))
    assert refused(g, Press("stop")) == "NF-4.0.4"


@pytest.mark.rule("NF-8.7.5")
def test_markers_are_put_down_anywhere_at_no_cost() -> None:
    g = position(german("command_car", "2309", flares=2), step=MOVE)
    play(g, Pick("command_car"), To("2311"), Press("put down flares"))
    assert g.loose == {"2311": (1, 0)} and g.pieces["command_car"].flares == 1
    assert g.spent["command_car"] == 2
    play(g, Press("take up flares"))  # a mistake is mended: both began the phase in 2309
    assert g.loose == {} and g.pieces["command_car"].flares == 2
    assert refused(g, Press("take up flares")) == "NF-8.7.6"


@pytest.mark.rule("NF-8.7.6")
def test_markers_are_taken_up_where_both_began_the_phase() -> None:
    g = position(german("command_car", "2309"), german("infantry", "2309"), loose={"2309": (2, 1)}, step=MOVE)
    play(g, Pick("infantry"))
    assert refused(g, Press("take up flares")) == "NF-8.7.6" and refused(g, Press("put down flares")) == "NF-8.7.5"
    play(g, Press("take up Panzerfausts"), Press("back"), Pick("command_car"))
    play(g, Press("take up flares"), Press("take up flares"), To("2310"), Press("stop"))
    assert (g.pieces["command_car"].flares, g.pieces["infantry"].fausts) == (2, 1) and g.loose == {}


@pytest.mark.rule("NF-8.7.6", "NF-4.2.4")
def test_a_carrier_that_joins_a_passing_stack_takes_up_what_lies_beside_it() -> None:
    g = position(german("pzkpfw_iv", "2307"), german("command_car", "2309"), loose={"2309": (1, 0)}, step=MOVE)
    play(g, Pick("pzkpfw_iv"), To("2309"))
    assert Press("take up flares") not in offered(g)
    play(g, Pick("command_car"), Press("take up flares"), To("2310"), Press("stop"))
    assert g.pieces["command_car"].flares == 1 and g.loose == {}


@pytest.mark.rule("NF-8.7.6")
def test_markers_met_on_the_way_stay_there() -> None:
    g = position(german("command_car", "2309"), loose={"2310": (1, 0)}, step=MOVE)
    play(g, Pick("command_car"), To("2310"))
    assert Press("take up flares") not in offered(g)
    play(g, Press("stop"))
    assert g.loose == {"2310": (1, 0)}


@pytest.mark.rule("NF-8.7.6")
def test_flares_pass_between_command_units_that_began_the_phase_together() -> None:
    g = position(german("command_car", "2309", flares=1), german("command_tank", "2309"), step=MOVE)
    play(g, Pick("command_car"), Press("put down flares"), Press("back"), Pick("command_tank"))
    play(g, Press("take up flares"), To("2310"), Press("stop"))
    assert [g.pieces[i].flares for i in ("command_car", "command_tank")] == [0, 1]
    assert [str(e) for e in logged(g, "NF-8.7.5")] == [
        "Command car in 2309 puts down flares",
        "Command tank in 2309 takes up flares",
    ]


@pytest.mark.rule("NF-8.7.6")
def test_what_a_carrier_put_down_on_the_way_goes_on_only_with_one_that_began_beside_it() -> None:
    cars = [german("command_car", "2309", flares=1), german("command_tank", "2309")]
    g = position(*cars, german("command_car", "2308"), step=MOVE)
    play(g, Pick("command_car"), To("2311"), Press("put down flares"), Press("stop"))
    play(g, Pick("command_car-2"), To("2311"))
    assert refused(g, Press("take up flares")) == "NF-8.7.6"  # it began elsewhere
    play(g, Press("stop"), Pick("command_tank"), To("2311"), Press("take up flares"), To("2312"))
    assert g.pieces["command_tank"].flares == 1 and g.loose == {}


@pytest.mark.rule("NF-8.7.6")
def test_in_the_next_phase_what_lies_loose_begins_where_it_lies() -> None:
    g = position(german("command_car", "2309", flares=1), german("command_tank", "2311"), step=MOVE)
    play(g, Pick("command_car"), To("2311"), Press("put down flares"), Press("stop"), Pick("command_tank"))
    assert refused(g, Press("take up flares")) == "NF-8.7.6"
    play(g, Press("back"), Press("end"))
    g.steps = (MOVE,)
    g.advance()
    play(g, Pick("command_tank"), Press("take up flares"))
    assert g.pieces["command_tank"].flares == 1


@pytest.mark.rule("NF-17.0.13")
def test_panzerfausts_change_hands_as_the_movement_phase_begins() -> None:
    g = position(german("infantry", "2309", fausts=1), german("engineers", "2309"), scenario="kiev", step=MOVE)
    play(g, Press("hand over"), Pick("infantry"), Pick("engineers"))
    assert (g.pieces["infantry"].fausts, g.pieces["engineers"].fausts) == (0, 1)
