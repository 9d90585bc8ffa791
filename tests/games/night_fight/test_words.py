"""2.2, 22.1 How counters, questions and answers read."""

from __future__ import annotations

import pytest

from grognard.engine import Pick, Press, To
from grognard.games.night_fight import GAME
from grognard.games.night_fight.rules.fire import Result
from grognard.games.night_fight.rules.german_fire import Window
from grognard.games.night_fight.rules.german_movement import GermanMovement
from grognard.games.night_fight.rules.setup import Buy, Purchase
from grognard.games.night_fight.rules.spotting import german_attempt
from grognard.games.night_fight.rules.state import NightFight
from grognard.games.night_fight.rules.unit_acts import Fire, Spot, UnitActs
from grognard.testing import offered

from .situations import FIRE, MOVE, column, german, pieces, play, position, soviet


def lines(g: NightFight) -> list[str]:
    return [str(event) for event in g.events or []]


# ------------------------------------------------------------------ names and numbers


@pytest.mark.rule("NF-2.2.1")
def test_every_german_counter_has_a_number_of_its_own() -> None:
    g = position(step=Purchase("german"), points={"german": 40}, turn=0)
    play(g, Buy("command_car"), Buy("pzkpfw_iv"), Buy("pzkpfw_iv"))
    assert [u.name for u in g.pieces.values()] == ["Command car #1", "PzKpfw IV #1", "PzKpfw IV #2"]
    assert lines(g)[-1] == "PzKpfw IV #2 is bought for 9 points"
    assert {p.name for p in GAME.rules.view(g, "german").pieces} == {u.name for u in g.pieces.values()}


@pytest.mark.rule("NF-2.2.1", "NF-10.0.1")
def test_soviet_numbers_go_by_the_order_of_revealing() -> None:
    g = position(german("pzkpfw_iv", "1935"), soviet("m42", "1937"), soviet("m42", "1938"), dice=[6, 6])
    for h in ("1938", "1937"):
        german_attempt(g, g.pieces["pzkpfw_iv"], h)
    assert [g.pieces[i].name for i in ("m42", "m42-2")] == ["M-42 (45mm) #2", "M-42 (45mm) #1"]


@pytest.mark.rule("NF-3.0.21", "NF-17.0.1", "NF-16.2.1")
def test_the_purchase_says_what_is_lost_and_who_gets_what() -> None:
    g = position(step=Purchase("german"), points={"german": 25}, turn=0)
    play(g, Buy("command_car"), Buy("pzkpfw_iv"), Buy("flares"), Buy("panzer_ace"))
    assert g.asks[0].prompt == "Buy units: 1 recruit point left"
    tracks = {t.title: t.value for t in GAME.rules.view(g, "german").tracks}
    assert tracks["Still to attach"] == "1 Flares, 1 Panzer Ace"
    play(g, Press("done"))
    assert lines(g)[-3:] == [
        "1 recruit point not spent, and lost",
        "Panzer Ace for PzKpfw IV #1",
        "Flares for Command car #1",
    ]


@pytest.mark.rule("NF-5.3.1", "NF-7.0.3")
def test_the_first_question_of_movement_says_what_is_to_be_done() -> None:
    enter = position(german("pzkpfw_iv"), turn=1, step=MOVE)
    assert enter.asks[0].prompt == "Bring your units onto the map"
    late = position(german("pzkpfw_iv"), german("stug_iii", "2309"), turn=3, step=MOVE)
    assert late.asks[0].prompt == "Bring your reinforcements onto the map, or move others"
    plain = position(german("pzkpfw_iv", "2309"), step=MOVE)
    assert plain.asks[0].prompt == "Choose a unit to move, or end the phase"


@pytest.mark.rule("NF-4.2.1", "NF-8.0.5")
def test_a_stack_moves_and_its_units_move() -> None:
    g = position(german("t34r", "2309"), german("command_car", "2309"), step=MOVE)
    play(g, Pick("t34r"), Pick("command_car"))
    assert g.asks[0].prompt == "T-34 (r) and Command car: choose where to move (6 points left)"
    g.answer("german", next(a for a in offered(g)))
    assert lines(g)[0].startswith("T-34 (r) and Command car move to ")


@pytest.mark.rule("NF-22.1.1", "NF-22.2.1")
def test_the_unit_charts_can_be_looked_up() -> None:
    charts = {chart.key: chart for chart in GAME.face.charts}
    bought = dict(charts["purchase"].rows)
    assert bought["PzKpfw IV"][:5] == ("9", "4", "Yes", "Medium", "any")
    assert bought["PzKpfw VI"][:5] == ("14", "6", "Yes", "Super Heavy", "1943-03")
    assert dict(charts["soviets"].rows)["KV-2"] == ("4", "No", "Heavy", "mobile", "not anti-tank capable")
    assert dict(charts["soviets"].rows)["Block House"][:4] == ("a die each time", "No", "Heavy", "static")


@pytest.mark.rule("NF-22.3.5", "NF-10.0.1")
def test_a_block_house_that_lies_face_down_tells_nothing_through_a_shot() -> None:
    for hidden in ("block_house", "dummy"):
        g = position(*pieces("pzkpfw_iv 1936, guards 1939 spotted"), soviet(hidden, "1939"), step=UnitActs("pzkpfw_iv"))
        preview = g.steps[-1].preview(g, Fire("guards"))
        assert preview is not None and preview.column == "3"
        assert "Target in a Block House" not in [m.text for m in preview.modifiers]
    g = position(*pieces("pzkpfw_iv 1936, guards 1939 spotted, block_house 1939 up"), step=UnitActs("pzkpfw_iv"))
    preview = g.steps[-1].preview(g, Fire("guards"))
    assert preview is not None and "Target in a Block House" in [m.text for m in preview.modifiers]


@pytest.mark.rule("NF-5.2.1")
def test_the_fire_phase_does_not_go_on_about_itself() -> None:
    g = position(german("stug_iii", "2315"), soviet("m42", "2317"), step=FIRE)
    play(g, Press("end"))
    assert lines(g) == []


# ------------------------------------------------------------------ how answers read


@pytest.mark.rule("NF-22.1.1", "NF-3.0.21")
def test_what_is_for_sale_says_what_the_chart_prints() -> None:
    g = position(step=Purchase("german"), points={"german": 5}, turn=0)
    say = GAME.face.describe
    assert say(g, Buy("pzkpfw_iv")) == "PzKpfw IV, 9 points: strength 4, anti-tank, Medium"
    assert say(g, Buy("infantry")) == "Infantry Platoon, 3 points: strength 2, soft, may carry Panzerfausts"
    assert say(g, Buy("flares")) == "Flares, 1 point: goes with a command unit"
    assert say(g, Press("done")) == "done: 5 points lost"


@pytest.mark.rule("NF-2.2.1", "NF-10.0.1")
def test_a_unit_in_a_list_can_be_told_from_others() -> None:
    g = position(
        german("pzkpfw_iv", "2309", number=2, ace=True, spotted=True),
        german("command_car", "2310", flares=2, pinned=True),
        german("stug_iii", ""),
        soviet("zis3", "2312"),
        column(3, ["t34"], ["2320"], ahead="2319"),
    )
    say = GAME.face.describe
    g.steps = (GermanMovement(("german",)),)
    assert say(g, Pick("pzkpfw_iv")) == "PzKpfw IV #2 in 2309 (Panzer Ace, spotted)"
    assert say(g, Pick("command_car")) == "Command car in 2310 (2 Flares, pinned)"
    assert say(g, Pick("stug_iii")) == "StuG III"
    assert say(g, Pick("zis3")) == "hidden piece in 2312"
    g.steps = (UnitActs("pzkpfw_iv"),)
    assert say(g, Fire("c3")) == "fire at Column 3 in 2320"


@pytest.mark.rule("NF-5.3.3", "NF-5.6.2", "NF-17.0.13")
def test_buttons_say_what_they_do() -> None:
    g = position(german("pzkpfw_iv", "2309"), soviet("zis3", "2314"), step=MOVE, dice=[3])
    play(g, Pick("pzkpfw_iv"), To("2312"))
    say = GAME.face.describe
    assert say(g, Press("go on")) == "go on to 2312" and say(g, Press("stop")) == "stop"
    g.steps = (GermanMovement(("german",)),)
    assert say(g, Press("hand over")) == "hand over Panzerfausts"
    g.steps = (Window("german", ("zis3",)),)
    assert say(g, Press("pass column")) == "let this column pass"
    assert say(g, Press("pass unit")) == "let this unit pass"
    assert say(g, Press("pass all")) == "let everything pass in this phase"
    g = position(german("infantry", "1937"), dice=[1])
    g.steps = (Result("infantry", "R", "1935"),)
    g.advance()
    assert say(g, To("1938")) == "back to 1938"
    g.steps = (UnitActs("infantry"),)
    assert say(g, Spot("1938")) == "look at 1938"
