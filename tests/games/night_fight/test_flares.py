"""17.0 Flares and Panzerfausts as equipment."""

from __future__ import annotations

import pytest

from grognard.engine import Match, Pick, Press, To
from grognard.engine.match.gesture import gestures
from grognard.games.night_fight import GAME
from grognard.games.night_fight.rules.data import GRID, LIMITS, TYPES
from grognard.games.night_fight.rules.german_fire import GermanFire, Window
from grognard.games.night_fight.rules.german_movement import GermanMovement
from grognard.games.night_fight.rules.setup import Attach, Buy, Purchase
from grognard.games.night_fight.rules.sight import ThrowFlares, in_view, refresh_spotted
from grognard.games.night_fight.rules.soviet_movement import SovietMovement
from grognard.games.night_fight.rules.spotting import spotting_modifiers
from grognard.games.night_fight.rules.unit_acts import Fire, Spot, UnitActs
from grognard.games.night_fight.rules.victory import EndOfTurn
from grognard.testing import logged, offered

from .situations import FIRE, MOVE, column, german, pieces, play, position, refused, soviet

# ------------------------------------------------------------------ flares


@pytest.mark.rule("NF-17.0.1", "NF-17.0.7")
def test_flares_and_panzerfausts_cost_one_point() -> None:
    assert (TYPES["flares"].cost, TYPES["panzerfausts"].cost) == (1, 1)


@pytest.mark.rule("NF-17.0.1")
def test_flares_are_bought_for_a_command_unit_and_assigned_to_one() -> None:
    g = position(step=Purchase("german"), points={"german": 20}, turn=0)
    assert refused(g, Buy("flares"))
    play(g, Buy("command_car"), Buy("command_tank"), Buy("flares"), Press("done"))
    assert isinstance(g.steps[-1], Attach)
    cars = [u.id for u in g.pieces.values() if "command" in u.what.flags]
    assert {a.piece for a in offered(g) if isinstance(a, Pick)} == set(cars)
    play(g, Pick(cars[0]))
    assert g.pieces[cars[0]].flares == 1


@pytest.mark.rule("NF-8.7.2", "NF-8.7.3", "NF-17.0.1", "NF-17.0.8")
def test_all_that_is_bought_may_go_to_one_carrier() -> None:
    g = position(step=Purchase("german"), points={"german": 20}, turn=0, scenario="kiev")
    markers = (Buy("flares"), Buy("flares"), Buy("panzerfausts"), Buy("panzerfausts"))
    play(g, Buy("command_car"), Buy("infantry"), *markers, Press("done"))
    carried = {u.type: (u.flares, u.fausts) for u in g.pieces.values()}
    assert carried == {"command_car": (2, 0), "infantry": (0, 2)}


@pytest.mark.rule("NF-17.0.6")
def test_flares_and_panzerfausts_draw_on_one_stock_of_counters() -> None:
    assert LIMITS["shared_markers"] == 6
    g = position(
        german("command_car"),
        german("infantry"),
        scenario="kiev",
        step=Purchase("german"),
        points={"german": 20},
        bought={"command_car": 1, "infantry": 1, "flares": 2, "panzerfausts": 3},
        turn=0,
    )
    play(g, Buy("flares"))
    assert refused(g, Buy("flares")) == "NF-17.0.6"
    assert refused(g, Buy("panzerfausts")) == "NF-17.0.6"


@pytest.mark.rule("NF-17.0.2")
def test_flares_in_the_german_fire_phase() -> None:
    g = position(german("command_car", "1935", flares=2), soviet("t34", "1939"), visibility=2, step=FIRE)
    play(g, Pick("command_car"), Press("flares"), To("1939"))
    assert g.lit == {"1939": True}
    assert g.pieces["command_car"].flares == 1
    words = "Command car in 1935 throws flares: 1939 and the hexes around it lie in their light this turn"
    assert [str(e) for e in logged(g, "NF-17.0.3")] == [words]


@pytest.mark.rule("NF-17.0.2")
def test_no_flares_in_the_german_movement_phase() -> None:
    g = position(german("command_car", "1935", flares=2), soviet("t34", "1939"), step=MOVE)
    play(g, Pick("command_car"))
    assert Press("flares") not in offered(g)


@pytest.mark.rule("NF-17.0.2", "NF-10.2.3")
def test_flares_may_be_thrown_at_a_column_that_moves_in_the_dark() -> None:
    g = position(
        german("command_car", "2320", flares=1),
        german("stug_iii", "2320"),
        column(1, ["t34"] * 9, ["2314"], ahead="2315"),
        visibility=2,
        turn=1,
        step=SovietMovement(),
        dice=[2],
    )
    assert g.pieces["c1"].place == "2315"
    assert [a for a in offered(g) if isinstance(a, Pick)] == [Pick("command_car")]
    play(g, Pick("command_car"), Press("flares"), To("2315"), Pick("stug_iii"), Spot("2315"))
    assert g.pieces["1.1"].spotted  # a two, one for Germans, one for the light
    assert Pick("command_car") in offered(g)


@pytest.mark.rule("NF-17.0.2")
def test_no_window_for_flares_that_would_help_nobody() -> None:
    g = position(
        german("command_car", "2320", flares=1, id="car"),
        column(1, ["t34"] * 9, ["1202"], ahead="1203"),
        visibility=2,
        step=Window("german", ("c1",)),
    )
    assert not g.asks


@pytest.mark.rule("NF-17.0.3")
@pytest.mark.parametrize(("h", "refusal"), [("1935", ""), ("1941", ""), ("1942", "NF-17.0.3"), ("2706", "NF-17.0.3")])
def test_flares_reach_six_hexes_with_or_without_sight(h: str, refusal: str) -> None:
    g = position(german("command_car", "1935", flares=1), step=ThrowFlares("command_car"))
    assert refused(g, To(h)) == refusal


@pytest.mark.rule("NF-17.0.3")
def test_flares_in_hand_are_carried_to_any_hex_of_their_reach() -> None:
    match = Match.at(GAME, position(german("command_car", "1935", flares=1), step=ThrowFlares("command_car")), seed=1)
    assert To("1941") not in list(match.decision.actions)
    assert [way.answers for way in gestures(match, "german", "command_car", "1941")] == [(To("1941"),)]
    assert gestures(match, "german", "command_car", "1942") == []


@pytest.mark.rule("NF-17.0.3")
def test_flares_need_no_line_of_sight() -> None:
    g = position(german("command_car", "2706", flares=1), step=ThrowFlares("command_car"))
    assert not in_view(g, "german", "2706", "2505")
    assert refused(g, To("2505")) == ""
    assert g.fired == {}


@pytest.mark.rule("NF-17.0.4", "NF-10.3.5", "NF-22.5.4")
def test_e22_visibility_and_flares() -> None:
    g = position(
        german("stug_iii", "1935"),
        german("command_car", "1936", flares=1),
        *pieces("t34 1940 spotted, zis3 1940"),
        visibility=2,
        step=UnitActs("stug_iii"),
    )
    assert not any(isinstance(a, Fire | Spot) for a in offered(g))
    g = position(
        *pieces("stug_iii 1935, t34 1940 spotted, zis3 1940, m42 1941, maxim 2042"),
        visibility=2,
        lit=["1940"],
        vegetation="clear",
        step=UnitActs("stug_iii"),
    )
    found = {a for a in offered(g) if isinstance(a, Fire | Spot)}
    assert found == {Fire("t34"), Spot("1940"), Spot("1941")}
    assert sum(m.value for m in spotting_modifiers(g, g.pieces["stug_iii"], "1940")) == 2
    preview = g.steps[-1].preview(g, Fire("t34"))
    assert preview is not None
    assert preview.column == "2"


@pytest.mark.rule("NF-17.0.4")
def test_flares_spot_nobody_and_need_a_line_of_sight() -> None:
    g = position(
        german("stug_iii", "2706"), soviet("t34", "2505"), visibility=2, lit=["2505"], step=UnitActs("stug_iii")
    )
    assert not g.pieces["t34"].spotted
    assert not any(isinstance(a, Spot) for a in offered(g))


@pytest.mark.rule("NF-17.0.4")
def test_flares_do_not_help_soviet_eyes() -> None:
    g = position(german("stug_iii", "1935"), soviet("t34", "1940"), visibility=2, lit=["1935"])
    assert not in_view(g, "soviet", "1940", "1935")
    g.change("stug_iii", spotted=True)
    refresh_spotted(g)
    assert not g.pieces["stug_iii"].spotted


@pytest.mark.rule("NF-17.0.4", "NF-10.3.11")
@pytest.mark.parametrize(("lit", "seen"), [("1939", True), ("1938", False)])
def test_a_soviet_unit_stays_spotted_in_the_light_and_not_beside_it(lit: str, seen: bool) -> None:
    g = position(german("stug_iii", "1935"), soviet("t34", "1940", spotted=True), visibility=2, lit=[lit])
    refresh_spotted(g)
    assert g.pieces["t34"].spotted is seen


@pytest.mark.rule("NF-17.0.4", "NF-17.0.5")
def test_the_light_lasts_to_the_end_of_the_turn() -> None:
    g = position(german("stug_iii", "1935"), soviet("t34", "1940", spotted=True), visibility=2, lit=["1939"])
    g.new_phase("Soviet movement")
    assert in_view(g, "german", "1935", "1940")
    g = position(
        *pieces("stug_iii 1935, t34 1940 spotted"), visibility=2, lit=["1939"], scenario="kharkov", step=EndOfTurn()
    )
    assert g.lit == {}
    assert not in_view(g, "german", "1935", "1940")
    assert not g.pieces["t34"].spotted


@pytest.mark.rule("NF-17.0.5")
def test_a_used_marker_is_gone() -> None:
    g = position(german("command_car", "1935", flares=1), step=ThrowFlares("command_car"))
    play(g, To("1936"))
    assert g.pieces["command_car"].flares == 0
    assert g.loose == {}
    g = position(german("command_car", "1935"), step=ThrowFlares("command_car"), loose={"1935": (2, 0)})
    play(g, To("1936"))
    assert g.loose == {"1935": (1, 0)}, "one of two that lay there"


# ------------------------------------------------------------------ Panzerfausts


@pytest.mark.rule("NF-17.0.8")
def test_panzerfausts_are_assigned_to_platoons_only() -> None:
    g = position(
        german("infantry"),
        german("engineers"),
        german("sdkfz_engineers"),
        german("command_car"),
        scenario="kiev",
        unattached={"german panzerfausts": 1},
        step=Attach("german"),
        turn=0,
    )
    assert {a.piece for a in offered(g) if isinstance(a, Pick)} == {"infantry", "engineers"}


@pytest.mark.rule("NF-17.0.10")
@pytest.mark.parametrize("kind", ["infantry", "engineers"])
def test_panzerfaust_strength_is_six(kind: str) -> None:
    g = position(german(kind, "1935", fausts=1), soviet("t34", "1939", spotted=True), phase="German fire")
    g.steps = (UnitActs(kind),)
    g.advance()
    faust = next(a for a in offered(g) if type(a).__name__ == "Faust")
    preview = g.steps[-1].preview(g, faust)
    assert preview is not None
    assert [given.value for given in preview.given] == ["6", "3", "+3"]


@pytest.mark.rule("NF-17.0.12", "NF-17.0.13")
def test_panzerfausts_of_a_pinned_platoon_stay_with_it() -> None:
    pinned = german("infantry", "1935", fausts=1, pinned=True)
    g = position(pinned, *pieces("engineers 1935, t34 1938 spotted"), scenario="kiev", step=FIRE)
    assert refused(g, Press("hand over")) == "NF-17.0.13"


@pytest.mark.rule("NF-17.0.13")
@pytest.mark.parametrize("phase", [FIRE, MOVE])
def test_panzerfausts_pass_to_another_platoon_as_a_phase_begins(phase: GermanFire | GermanMovement) -> None:
    g = position(
        german("infantry", "1935", fausts=1),
        *pieces("engineers 1935, infantry 1935 pinned, t34 1938 spotted"),
        scenario="kiev",
        step=phase,
    )
    play(g, Press("hand over"))
    assert {a for a in offered(g) if isinstance(a, Pick)} == {Pick("infantry")}
    assert refused(g, Pick("engineers")) == "NF-17.0.13"  # it has none
    play(g, Pick("infantry"))
    assert {a for a in offered(g) if isinstance(a, Pick)} == {Pick("engineers")}
    assert refused(g, Pick("infantry-2")) == "NF-17.0.13"  # pinned
    play(g, Pick("engineers"))
    assert [g.pieces[i].fausts for i in ("infantry", "engineers")] == [0, 1]
    assert "Infantry" in str(logged(g, "NF-17.0.13")[0]) and Press("hand over") in offered(g)


@pytest.mark.rule("NF-17.0.13")
def test_only_platoons_take_panzerfausts() -> None:
    crew = german("infantry", "1935", fausts=1)
    g = position(crew, *pieces("pzkpfw_iv 1935, t34 1938 spotted"), scenario="kiev", step=FIRE)
    assert refused(g, Press("hand over")) == "NF-17.0.13"


@pytest.mark.rule("NF-17.0.13")
def test_panzerfausts_pass_only_before_anything_else_is_done() -> None:
    units = [german("infantry", "1935", fausts=1), german("engineers", "1935"), german("stug_iii", "1936")]
    g = position(*units, soviet("t34", "1939"), scenario="kiev", step=FIRE, dice=[1])
    play(g, Pick("stug_iii"), Press("back"))
    assert Press("hand over") in offered(g)  # nothing has been done yet
    play(g, Pick("stug_iii"), Spot("1939"))
    assert refused(g, Press("hand over")) == "NF-17.0.13"
    g = position(*units, scenario="kiev", step=MOVE)
    play(g, Pick("stug_iii"), To("1937"))
    play(g, Press("stop"))
    assert refused(g, Press("hand over")) == "NF-17.0.13"


@pytest.mark.rule("NF-17.0.13", "NF-5.2.1")
def test_nobody_is_asked_for_the_sake_of_panzerfausts_alone() -> None:
    units = [german("infantry", "1935", fausts=1), german("engineers", "1935")]
    assert not position(*units, scenario="kiev", step=FIRE).asks
    g = position(*units, scenario="kiev", step=MOVE)
    assert {Pick("infantry"), Press("hand over"), Press("end")} <= set(offered(g))  # one question for all of it
    g = position(units[0], scenario="kiev", step=MOVE)
    assert refused(g, Press("hand over")) == "NF-17.0.13"  # nobody to take them


def test_the_lit_zone_is_the_hex_and_its_neighbours() -> None:
    g = position(german("stug_iii", "1935"), visibility=2, lit=["1940"], vegetation="clear")
    beyond = [h for h in GRID.within("1940", 2) if GRID.distance("1935", h) > 2]
    seen = {h for h in beyond if in_view(g, "german", "1935", h)}
    assert seen == set(GRID.within("1940", 1))
