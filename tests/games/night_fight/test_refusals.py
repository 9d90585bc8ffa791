"""What is forbidden: one case for each reason that the rules give."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from grognard.engine import Action, Pick, Press, Refusal, To
from grognard.games.night_fight.rules.artillery import CallStrike
from grognard.games.night_fight.rules.column_formation import deploy
from grognard.games.night_fight.rules.combat_table import terrain_shifts
from grognard.games.night_fight.rules.events import Intelligence, Reinforce, show
from grognard.games.night_fight.rules.fire import Result, Shot, can_fire, why_not_fire
from grognard.games.night_fight.rules.german_fire import GermanFire
from grognard.games.night_fight.rules.german_movement import Drop, GermanMovement
from grognard.games.night_fight.rules.rally import GermanRally
from grognard.games.night_fight.rules.scenarios import SCENARIOS
from grognard.games.night_fight.rules.setup import Attach, Buy, Purchase
from grognard.games.night_fight.rules.sight import ThrowFlares
from grognard.games.night_fight.rules.soviet_movement import SovietMovement
from grognard.games.night_fight.rules.spotting import german_attempt, hexes_to_look_at
from grognard.games.night_fight.rules.stacking import has_room
from grognard.games.night_fight.rules.state import NightFight, Unit
from grognard.games.night_fight.rules.terrain import block_house_extra
from grognard.games.night_fight.rules.unit_acts import Faust, Fire, Spot, UnitActs
from grognard.testing import begin, logged, offered

from .situations import FIRE, MOVE, column, german, pieces, places, play, position, refused, soviet


def rule(found: Refusal | None) -> str:
    return found.rule if found else ""


# ------------------------------------------------------------------ movement


@pytest.mark.rule("NF-13.4.13", "NF-8.0.5", "NF-8.1.1", "NF-8.7.1", "NF-1.0.1", "NF-20.2.2")
def test_who_may_not_be_chosen_to_move() -> None:
    g = position(
        *pieces("pzkpfw_iv 2309 pinned, stug_iii 2308, t34r 2307, pak36r 2306"),
        german("infantry", "2305", side="german-2"),
        *pieces("dummy 2340, sdkfz_251 2304"),
        players=2,
        fired_before={"t34r": True},
        step=GermanMovement(("german", "german-2")),
    )
    g.moved = {**g.moved, "stug_iii": True}
    reasons = {"pzkpfw_iv": "NF-13.4.13", "stug_iii": "NF-8.0.5", "t34r": "NF-8.1.1", "pak36r": "NF-8.7.1"}
    reasons |= {"infantry": "NF-20.2.2", "dummy": "NF-1.0.1", "sdkfz_251": ""}
    g.advance()
    assert {piece: refused(g, Pick(piece)) for piece in reasons} == reasons


@pytest.mark.rule("NF-7.0.6", "NF-7.0.1", "NF-7.0.3", "NF-8.0.6")
def test_entering_is_refused_off_the_entry_hexes_and_off_the_road() -> None:
    g = position(german("pzkpfw_iv"), soviet("dummy", "3922"), turn=1, step=MOVE)
    assert refused(g, Press("end")) == "NF-7.0.3"
    play(g, Pick("pzkpfw_iv"))
    assert refused(g, To("3900")) == "NF-7.0.6" and refused(g, To("3922")) == "NF-8.0.6"
    play(g, To("3911"))
    assert refused(g, To("3910")) == "NF-7.0.6" and refused(g, To("9999")) == "GR-5"


@pytest.mark.rule("NF-7.0.6", "NF-7.0.3")
def test_with_every_entry_hex_held_nobody_can_be_chosen_and_the_phase_ends() -> None:
    held = [soviet("dummy", h) for h in ("3911", "3922", "3936")]
    g = position(german("pzkpfw_iv"), german("stug_iii", "2309"), *held, turn=3, step=MOVE)
    assert refused(g, Pick("pzkpfw_iv")) == "NF-7.0.6" and Press("end") in offered(g)


@pytest.mark.rule("NF-7.0.9", "NF-7.0.10")
@pytest.mark.parametrize(("gun", "reason"), [("sig33", "NF-7.0.9"), ("pak36r", "NF-7.0.10")])
def test_the_last_carrier_does_not_enter_without_the_gun(gun: str, reason: str) -> None:
    g = position(german("sdkfz_251"), german(gun), turn=1, step=MOVE)
    play(g, Pick("sdkfz_251"))
    assert refused(g, To("3911")) == reason
    play(g, Pick(gun), To("3911"))
    assert places(g, gun) == ["3911"]


@pytest.mark.rule("NF-4.2.1", "NF-4.2.4", "NF-20.2.2", "NF-8.7.1", "NF-8.7.6", "NF-13.4.13", "NF-8.1.1")
def test_who_may_not_come_along() -> None:
    g = position(
        *pieces("pzkpfw_iv 2309, stug_iii 2308, infantry 2309 pinned, pak36r 2309"),
        players=2,
        step=GermanMovement(("german", "german-2")),
    )
    g.put(german("t34r", "2310", side="german-2", id="t34r"))
    play(g, Pick("pzkpfw_iv"))
    reasons = {"stug_iii": "NF-4.2.4", "infantry": "NF-13.4.13", "pak36r": "NF-8.7.1", "t34r": "NF-20.2.2"}
    assert {piece: refused(g, Pick(piece)) for piece in reasons} == reasons
    g = position(*[german("infantry", "2309") for _ in range(4)], step=MOVE)
    play(g, Pick("infantry"), Pick("infantry-2"), Pick("infantry-3"))
    assert refused(g, Pick("infantry-4")) == "NF-4.2.1"


@pytest.mark.rule("NF-8.7.1", "NF-8.7.6", "NF-13.4.13", "NF-8.1.1")
def test_which_guns_may_not_be_loaded() -> None:
    guns = [german("pak36r", "2309", pinned=True), german("sig33", "2309")]
    g = position(german("sdkfz_251", "2309"), *guns, fired_before={"sig33": True}, step=MOVE)
    play(g, Pick("sdkfz_251"))
    assert refused(g, Pick("pak36r")) == "NF-13.4.13" and refused(g, Pick("sig33")) == "NF-8.1.1"
    g = position(german("sdkfz_251", "2309"), german("pak36r", "2309"), german("sig33", "2310"), step=MOVE)
    play(g, Pick("sdkfz_251"), Pick("pak36r"))
    assert Drop("pak36r") not in offered(g)
    play(g, To("2310"))
    assert refused(g, Pick("sig33")) == "NF-8.7.1" and refused(g, Drop("sdkfz_251")) == "NF-8.7.1"
    play(g, Drop("pak36r"))
    assert refused(g, Pick("pak36r")) == "NF-8.7.6" and refused(g, Pick("sig33")) == "NF-8.7.6"


# ------------------------------------------------------------------ spotting and fire


def acting(*things: Unit, unit: str = "pzkpfw_iv", **fields: object) -> NightFight:
    return position(*things, step=UnitActs(unit), **fields)  # type: ignore[arg-type]


@pytest.mark.rule("NF-1.0.1", "NF-20.2.4", "NF-7.0.5", "NF-13.4.13", "NF-4.3.2", "NF-13.0.4", "NF-9.0.1")
def test_who_may_not_be_chosen_to_spot_or_fire() -> None:
    crowd = [german("infantry", "1930") for _ in range(4)]
    g = position(
        *pieces("pzkpfw_iv 1935, stug_iii 1936 pinned, t34r 1936, sdkfz_138 3911"),
        german("pzkpfw_iii", "1934", side="german-2"),
        german("sdkfz_234"),
        soviet("m42", "1938", spotted=True),
        *crowd,
        players=2,
        step=GermanFire(("german", "german-2")),
    )
    g.fired = {**g.fired, "t34r": 1}
    g.advance()
    reasons = {"stug_iii": "NF-13.4.13", "t34r": "NF-13.0.4", "sdkfz_138": "NF-9.0.1", "pzkpfw_iii": "NF-20.2.4"}
    reasons |= {"sdkfz_234": "NF-7.0.5", "m42": "NF-1.0.1", "infantry": "NF-4.3.2", "pzkpfw_iv": ""}
    assert {piece: refused(g, Pick(piece)) for piece in reasons} == reasons
    assert refused(g, Press("strike")) == "NF-15.5.1"


@pytest.mark.rule("NF-10.2.1", "NF-9.0.3", "NF-9.0.5", "NF-4.3.2", "NF-13.4.13")
def test_what_may_not_be_looked_at() -> None:
    g = acting(german("pzkpfw_iv", "1935"), soviet("m42", "1938", spotted=True), soviet("zis3", "1941"))
    assert refused(g, Spot("1938")) == "NF-10.2.1"  # all there is spotted already
    assert refused(g, Spot("1936")) == "NF-10.2.1" and refused(g, Spot("nowhere")) == "NF-10.2.1"
    assert refused(g, Spot("1941")) == "NF-9.0.3"
    g = acting(german("pzkpfw_iv", "2706"), soviet("m42", "2505"), visibility=6)
    assert refused(g, Spot("2505")) == "NF-9.0.5"
    g = acting(german("pzkpfw_iv", "1935", pinned=True), soviet("m42", "1938"))
    assert refused(g, Spot("1938")) == "NF-13.4.13" and hexes_to_look_at(g, g.pieces["pzkpfw_iv"]) == []
    crowd = [german("infantry", "1935") for _ in range(3)]
    g = acting(german("pzkpfw_iv", "1935"), *crowd, soviet("m42", "1938"))
    assert refused(g, Spot("1938")) == "NF-4.3.2"
    g = acting(german("pzkpfw_iv", "1935"), soviet("m42", "1938"), tried={"pzkpfw_iv": True})
    assert refused(g, Spot("1938")) == "NF-10.2.1"
    g = acting(german("pzkpfw_iv", "1935"), soviet("m42", "1938"), fired={"pzkpfw_iv": 1})
    assert refused(g, Spot("1938")) == "NF-10.2.1"


@pytest.mark.rule("NF-13.4.13", "NF-13.3.1", "NF-13.0.4", "NF-4.3.2", "NF-13.0.1", "NF-9.0.1", "NF-9.0.3", "NF-9.0.5")
def test_what_may_not_be_fired_at() -> None:
    g = position(
        german("pzkpfw_iv", "1935"),
        *pieces("truck_supply 1936, stug_iii 1934 pinned, t34r 1933, m42 1938 spotted, zis3 1937, maxim 1944 spotted"),
        fired={"t34r": 1},
    )
    tank, gun = g.pieces["pzkpfw_iv"], g.pieces["m42"]
    assert rule(why_not_fire(g, g.pieces["stug_iii"], gun)) == "NF-13.4.13" and not can_fire(g, g.pieces["stug_iii"])
    assert rule(why_not_fire(g, g.pieces["truck_supply"], gun)) == "NF-13.3.1"
    assert rule(why_not_fire(g, g.pieces["t34r"], gun)) == "NF-13.0.4"
    assert rule(why_not_fire(g, tank, g.pieces["stug_iii"])) == "NF-13.0.1"
    assert rule(why_not_fire(g, tank, g.pieces["zis3"])) == "NF-9.0.1"
    assert rule(why_not_fire(g, tank, g.pieces["maxim"])) == "NF-9.0.3"
    assert why_not_fire(g, tank, gun) is None
    g = position(german("pzkpfw_iv", "2706"), soviet("m42", "2505", spotted=True), visibility=2)
    assert rule(why_not_fire(g, g.pieces["pzkpfw_iv"], g.pieces["m42"])) == "NF-9.0.5"  # two hexes, no line
    crowd = [german("infantry", "1935") for _ in range(3)]
    g = position(german("pzkpfw_iv", "1935"), *crowd, soviet("m42", "1938", spotted=True))
    assert rule(why_not_fire(g, g.pieces["pzkpfw_iv"], g.pieces["m42"])) == "NF-4.3.2"


@pytest.mark.rule("NF-17.0.8", "NF-17.0.9", "NF-11.0.2", "NF-11.0.5", "NF-16.6.1")
def test_equipment_that_is_not_there_or_not_for_now() -> None:
    g = acting(german("infantry", "1935"), soviet("m42", "1936", spotted=True), unit="infantry", phase="German fire")
    assert refused(g, Faust("m42")) == "NF-17.0.8" and refused(g, Press("flares")) == "NF-11.0.2"
    assert refused(g, Press("supply")) == "NF-16.6.1"
    g = acting(german("infantry", "1935", fausts=1), soviet("m42", "1936", spotted=True), unit="infantry", phase="x")
    assert refused(g, Faust("m42")) == "NF-17.0.9"
    g = acting(german("command_car", "1935", flares=1, pinned=True), soviet("m42", "1936"), unit="command_car")
    assert refused(g, Press("flares")) == "NF-11.0.5"


@pytest.mark.rule("NF-17.0.3", "NF-15.1.1")
def test_flares_and_strikes_need_a_hex_of_the_map() -> None:
    g = position(german("command_car", "1935", flares=1), step=ThrowFlares("command_car"))
    assert refused(g, To("9999")) == "NF-17.0.3" and refused(g, Press("strike")) == "GR-1"
    g = position(german("command_car", "1935"), strikes={"german": 1}, step=CallStrike("german"))
    assert refused(g, To("9999")) == "NF-15.1.1"


# ------------------------------------------------------------------ other questions


@pytest.mark.rule("NF-6.0.7", "NF-6.0.15", "NF-16.5.1", "NF-13.4.4", "NF-13.4.6", "NF-16.2.1")
@pytest.mark.parametrize(
    ("things", "step", "action", "reason"),
    [
        ([], Reinforce("1", ("1011", "1029")), To("3400"), "NF-6.0.7"),
        ([soviet("m42", "1935")], Intelligence(), Press("column 9"), "NF-6.0.15"),
        (
            [*pieces("recovery_tank 1935, stug_iii 1936 pinned, t34r 1934 pinned, infantry 2309 pinned")],
            GermanRally(),
            Pick("infantry"),
            "NF-16.5.1",
        ),
        (
            [german("command_tank"), german("pzkpfw_iv"), german("sdkfz_251")],
            Attach("german"),
            Pick("sdkfz_251"),
            "NF-16.2.1",
        ),
    ],
)
def test_answers_beside_the_question(
    things: list[Unit], step: Reinforce | Intelligence | GermanRally | Attach, action: Action, reason: str
) -> None:
    g = position(*things, unattached={"german panzer_ace": 1}, mobile_rest=("t34",), step=step)
    assert refused(g, action) == reason


@pytest.mark.rule("NF-13.4.4", "NF-13.4.6")
def test_where_a_retreat_may_not_lead() -> None:
    g = position(german("infantry", "1937"), soviet("dummy", "1938"))
    begin(g, Result("infantry", "R", "1935"), dice=[1])
    assert refused(g, To("1936")) == "NF-13.4.4" and refused(g, To("1938")) == "NF-13.4.6"


@pytest.mark.rule("NF-21.0.1", "NF-21.1.4", "NF-21.2.3", "NF-21.3.3", "NF-22.1.2")
@pytest.mark.parametrize(
    ("scenario", "kind", "row"),
    [
        ("ghost-column", "panzerfausts", "NF-21.1.4"),
        ("stalingrad-breakout", "recovery_tank", "NF-21.2.3"),
        ("stalingrad-breakout", "sdkfz_166", "NF-21.2.3"),
        ("kharkov", "pzkpfw_v", "NF-21.3.3"),
        ("ferry-road", "t34r", "NF-21.0.1"),
        ("the-mill", "panzerfausts", "NF-21.0.1"),
    ],
)
def test_what_a_scenario_excludes_is_refused_by_its_own_row(
    scenario: str, kind: str, row: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    late = replace(SCENARIOS.known[scenario], date="1945-05")  # whatever its date
    monkeypatch.setitem(SCENARIOS.known, scenario, late)
    g = position(step=Purchase("german"), points={"german": 90}, scenario=scenario, turn=0)
    assert refused(g, Buy(kind)) == row


@pytest.mark.rule("NF-22.1.1", "NF-22.1.2", "NF-21.1.4", "NF-3.0.18", "NF-3.0.19", "NF-7.0.7", "NF-7.0.8", "NF-16.2.1")
def test_what_may_not_be_bought() -> None:
    g = position(step=Purchase("german"), points={"german": 12}, turn=0)
    reasons = {"t34": "NF-22.1.1", "sdkfz_161": "NF-22.1.2", "flares": "NF-7.0.8", "panzer_ace": "NF-16.2.1"}
    reasons |= {"panzerfausts": "NF-17.0.7", "pak36r": "NF-7.0.10", "sig33": "NF-7.0.9", "pzkpfw_vi": "NF-3.0.18"}
    reasons |= {"pzkpfw_iv": "NF-3.0.19", "command_car": ""}  # four points must be left for a command unit
    assert {kind: refused(g, Buy(kind)) for kind in reasons} == reasons
    assert refused(g, Press("done")) == "NF-3.0.19"
    g = position(step=Purchase("german"), points={"german": 50}, bought={"command_tank": 2}, turn=0)
    assert refused(g, Buy("command_tank")) == "NF-3.0.18"
    g = position(step=Purchase("german"), points={"german": 50}, scenario="kiev", turn=0)
    assert refused(g, Buy("panzerfausts")) == "NF-7.0.7"
    g = position(step=Purchase("german"), points={"german": 50}, scenario="stalingrad-breakout", turn=0)
    assert refused(g, Buy("recovery_tank")) == "NF-21.2.3" and refused(g, Buy("pzkpfw_v")) == "NF-22.1.2"
    g = position(step=Purchase("german"), points={"german": 50}, scenario="kharkov", turn=0)
    assert refused(g, Buy("pzkpfw_v")) == "NF-22.1.2" and refused(g, Buy("pzkpfw_vi")) == ""


# ------------------------------------------------------------------ what nothing noticed


@pytest.mark.rule("NF-22.3.3", "NF-22.3.5")
def test_a_partial_building_does_not_protect_a_block_house() -> None:
    g = position(soviet("block_house", "2408", spotted=True))
    assert [m.text for m in terrain_shifts(g, g.pieces["block_house"])] == ["Target in a Block House"]


@pytest.mark.rule("NF-4.0.1", "NF-8.4.5")
def test_the_third_piece_fits_and_the_fourth_does_not() -> None:
    two = [soviet("soviet_infantry", "2313") for _ in range(2)]
    g = position(*two, column(1, ["t34"] * 2, ["2314"], ahead="2315"))
    assert has_room(g, "2313") and not has_room(g, "2313", 2)
    deploy(g, "1", spotted=False)
    assert places(g, "1.2") == ["2313"] and not has_room(g, "2313")


@pytest.mark.rule("NF-17.0.4", "NF-9.0.3")
def test_what_is_near_is_seen_although_flares_burn_elsewhere() -> None:
    g = acting(german("pzkpfw_iv", "1935"), soviet("m42", "1937"), lit=["1944"], visibility=2)
    assert Spot("1937") in offered(g)


@pytest.mark.rule("NF-9.0.4", "NF-17.0.4")
def test_who_fires_at_what_only_flares_show_is_not_spotted_for_it() -> None:
    g = position(
        *pieces("stug_iii 1935, t34 1940 spotted"),
        visibility=2,
        lit=["1940"],
        step=Shot("stug_iii", "t34"),
        dice=[1, 1],
    )
    assert not g.pieces["stug_iii"].spotted and logged(g, "NF-9.0.4") == []


@pytest.mark.rule("NF-10.3.2", "NF-10.0.2")
def test_a_piece_that_lies_face_up_is_not_revealed_again() -> None:
    g = position(german("pzkpfw_iv", "1935"), soviet("m42", "1937", up=True), dice=[6])
    german_attempt(g, g.pieces["pzkpfw_iv"], "1937")
    assert logged(g, "NF-10.0.2") == [] and logged(g, "NF-18.0.1") == [] and len(logged(g, "NF-10.3.2")) == 1


@pytest.mark.rule("NF-6.0.15", "NF-10.0.2")
def test_what_is_turned_up_without_a_die_cannot_be_undone() -> None:
    g = position(soviet("m42", "1937"))
    show(g, "m42")
    assert g.revealed and g.pieces["m42"].up and not g.pieces["m42"].spotted


@pytest.mark.rule("NF-17.0.11", "NF-17.0.13")
def test_a_platoon_that_fires_its_own_weapon_keeps_its_panzerfausts_and_its_player_has_begun() -> None:
    g = position(
        german("infantry", "1935", fausts=1),
        *pieces("engineers 1935, stug_iii 1936, m42 1938 spotted"),
        scenario="kiev",
        step=FIRE,
        dice=[1, 1],
    )
    play(g, Pick("infantry"), Fire("m42"))
    assert g.pieces["infantry"].fausts == 1 and refused(g, Press("hand over")) == "NF-17.0.13"


@pytest.mark.rule("NF-22.3.5", "NF-8.6.9")
def test_a_known_block_house_costs_four_off_the_road_and_nothing_more_on_it() -> None:
    house = soviet("block_house", "2314", up=True)
    assert block_house_extra(position(house), "2314") == 0  # a road hex costs one whatever stands there
    g = position(soviet("block_house", "2214", up=True))
    assert block_house_extra(g, "2214") == 2 and block_house_extra(position(soviet("block_house", "2214")), "2214") == 0
    g = position(german("infantry", "2340"), house, soviet("t34", "2313", up=True), visibility=2)
    begin(g, SovietMovement(), dice=[2])
    assert g.spent == {"t34": 2} and places(g, "t34") == ["2314"]  # one for the road, one for the friend
