"""What is asked and in what words, what is offered and what is not, and what the log says."""

from __future__ import annotations

import pytest

from grognard.engine import Action, Match, Pick, RiggedDice, To
from grognard.games.folio.rules.combat import ALL_IN, ATTACK, CombatPhase, Declare
from grognard.games.folio.rules.combat_results import Resolve, differential
from grognard.games.folio.rules.movement import BACK, END, Movement
from grognard.games.folio.rules.retreat import Retreat, ways
from grognard.games.folio.rules.setup import SetUp
from grognard.games.folio.rules.state import ELIMINATED, Battle, Bombard
from grognard.games.folio.rules.support import Support
from grognard.games.korsun import GAME
from grognard.games.korsun.rules.air_supply import AIRLIFT, NONE, NOT_AGAIN, AirSupply
from grognard.games.korsun.rules.data import COUNTERS, GROUND
from grognard.games.korsun.rules.engineers import BRIDGE, ELSEWHERE, crossings
from grognard.games.korsun.rules.reserves import Rebuild
from grognard.games.korsun.rules.state import Assist, Bridge, Draw, GiveUp, Pocket
from grognard.games.korsun.rules.support import Barrage
from grognard.studio import begin, edited
from grognard.studio.edits import Paint
from tests.games.folio.situation import chosen, offered, places, play, reach, told, why_not
from tests.games.korsun.situation import pocket

II_1, I_1, TANKS, ENGINEERS = "G-1SS-II/1", "G-1SS-I/1", "G-1SS-1Pz", "G-1SS-1E"
VAR, BRIGADE, RIFLES = "S-16TC-Var", "S-16TC-11G", "S-180-21"
LEG = [what.id for what in COUNTERS.values() if what.side == "Soviet" and not what.mobile]
WALL = dict(zip(LEG[4:], [f"03{row:02}" for row in range(1, 34, 3)], strict=False))  # beyond it nobody has a line
EMPTY: dict[str, tuple[int, ...]] = {"Relief": (), "Luftwaffe": (), "16TC": (), "Encircled": ()}


def prompt(g: Pocket) -> str:
    return g.asks[0].prompt


def said(g: Pocket, action: Action) -> str:
    """What an offered answer is called."""
    assert action in offered(g)
    return GAME.face.describe(g, action)


# ------------------------------------------------------------------ names


@pytest.mark.rule("FO-2.3.1.2", "FO-2.3.2.1", "KP-10.0.1")
def test_a_unit_in_a_list_has_name_kind_values_and_place() -> None:
    g = pocket({RIFLES: "2912", "S-16TC-Var": "0717"}, Movement(), current="Soviet")
    assert said(g, Pick(RIFLES)) == "21/180 infantry 2-3-5 in 2912"
    assert said(g, Pick("S-16TC-Var")) == "Var./16TC anti-tank 1-2-8 in 0717"
    g = pocket({"S-180-42": ""}, SetUp("Soviet"))
    assert prompt(g) == "Place 42/180 infantry 2-3-5 in the area of 180 (27th Army)"


@pytest.mark.rule("KP-18.0.1", "KP-18.0.4")
def test_a_rebuild_is_called_by_what_it_does() -> None:
    g = pocket({"G-Corps-A2": ELIMINATED, II_1: "0513"}, Rebuild(), depleted=[II_1], phase="Rebuild")
    assert said(g, Pick("G-Corps-A2")) == "A2/Corps ad hoc infantry 1-2-6 returns at the airfield"
    assert said(g, Pick(II_1)) == "rebuild II/1/1SS motorized infantry 2-2-10 in 0513"
    play(g, Pick("G-Corps-A2"))
    assert "A2/Corps returns at the airfield" in told(g)


@pytest.mark.rule("KP-16.0.1")
def test_a_pool_is_offered_with_what_it_holds() -> None:
    step = Support(Battle(VAR, "0717", (II_1,)))
    g = pocket({VAR: "0717", II_1: "0716"}, step, markers={"Relief": (6, 3, 3)})
    assert said(g, Draw("Relief")) == "draw from Relief Force (3 left: +3×2 +6)"


@pytest.mark.rule("FO-7.3.3", "KP-11.1.3", "KP-13.0.10")
def test_the_log_of_a_combat_can_be_computed_again() -> None:
    g = pocket(
        {BRIGADE: "0817", TANKS: "0818", ENGINEERS: "0720"},
        Declare(BRIGADE, attackers=(TANKS,)),
        dice=[3],
        weather="precipitation",
        markers={"Relief": (3,), "16TC": (2,)},
    )
    play(g, Assist(ENGINEERS), ATTACK, Draw("Relief"), Draw("16TC"))
    assert told(g)[:4] == [
        "1Pz/1SS attacks 11G/16TC in 0817",
        "For the attack on 0817: Relief Force +3",
        "For the defense of 0817: 16th Tank Corps +2",
        "Attack on 11G/16TC in 0817: 6 (1Pz/1SS 3, Relief Force 3) against 6 (11G/16TC 4, 16th Tank Corps 2) = +0 on"
        " the bridge line (1E/1SS bridging), column -1; die 3 +1 precipitation: A1, every attacker retreats 1",
    ]


@pytest.mark.rule("KP-12.3.1", "FO-7.3.3", "KP-16.0.1")
def test_the_log_says_who_is_out_of_supply_and_whose_guns_bombard() -> None:
    g = pocket({II_1: "5106", VAR: "5107", **WALL}, Resolve(Battle(VAR, "5107", (II_1,))), dice=[3])
    assert "2 (II/1/1SS 3, out of supply -1) against 2 (Var./16TC 2) = +0" in told(g)[0]
    g = pocket({VAR: "0717", II_1: "0716"}, CombatPhase(), markers={"Relief": (3,)}, dice=[5])
    play(g, Bombard(VAR), Draw("Relief"))
    assert told(g)[:2] == ["German bombardment of Var./16TC in 0717", "For the bombardment: Relief Force +3"]
    assert told(g)[2].startswith("Bombardment of Var./16TC in 0717: 3 (Relief Force 3) against 2 (Var./16TC 2) = +1")


# ------------------------------------------------------------------ engineers


@pytest.mark.rule("KP-13.0.3")
def test_what_a_bridge_opens_is_judged_at_once() -> None:
    g = pocket({II_1: "0818", ENGINEERS: "0720", RIFLES: "2912"}, Movement(unit=II_1), phase="Movement")
    before = {action: GAME.mind.judge(g, "German", action) for action in offered(g)}
    assert before
    play(g, BRIDGE, Bridge("0817", "0818"))
    now = {action: GAME.mind.judge(g, "German", action) for action in offered(g)}
    assert {a for a in now if isinstance(a, To)} > {a for a in before if isinstance(a, To)}


@pytest.mark.rule("KP-13.0.2", "KP-13.0.3", "KP-13.0.4")
def test_one_answer_leads_to_the_hexsides_that_help_somebody_first() -> None:
    crews = {ENGINEERS: "0720", "G-1Pz-37E": "0620", "G-72-172": "2402"}
    g = pocket({II_1: "0818", **crews}, Movement(), phase="Movement")
    assert [action for action in offered(g) if action == BRIDGE] == [BRIDGE]
    play(g, BRIDGE)
    first = [action for action in offered(g) if isinstance(action, Bridge)]
    assert Bridge("0817", "0818") in first
    assert said(g, Bridge("0817", "0818")) == "bridge 0817/0818 (37E/1Pz or 1E/1SS)"
    play(g, ELSEWHERE)
    every = [action for action in offered(g) if isinstance(action, Bridge)]
    assert set(first) < set(every)
    play(g, Bridge("0817", "0818"))
    assert set(offered(g)) == {Pick(ENGINEERS), Pick("G-1Pz-37E"), BACK}
    assert why_not(g, Pick(II_1)) == "KP-13.0.1" and why_not(g, Pick("G-72-172")) == "KP-13.0.2"
    play(g, Pick(ENGINEERS))
    assert crossings(g) == (("0817", "0818"),) and told(g) == ["1E/1SS bridges 0817/0818"]
    play(g, BRIDGE)
    assert why_not(g, Bridge("0817", "0818")) == "KP-13.0.3"  # bridged already


@pytest.mark.rule("KP-13.0.3")
def test_a_hexside_that_helps_lets_somebody_get_farther_or_cheaper() -> None:
    g = pocket({II_1: "0818", ENGINEERS: "0720"}, Movement(), phase="Movement")
    play(g, BRIDGE)
    helpful = [action for action in offered(g) if isinstance(action, Bridge)]
    assert helpful
    before = {unit: reach(g, unit) for unit in (II_1, ENGINEERS)}
    for action in helpful:
        g.crossings = {ENGINEERS: f"{action.hex}/{action.across}"}
        after = {unit: reach(g, unit) for unit in (II_1, ENGINEERS)}
        assert any(after[u][h] < before[u].get(h, 99) for u in after for h in after[u])


@pytest.mark.rule("KP-13.0.3")
@pytest.mark.parametrize("stroke", [Paint("terrain", "sea", ("1017",)), Paint("hexside", "prohibited", ("1017/1018",))])
def test_on_a_map_of_ones_own_nobody_bridges_to_where_nobody_can_go(stroke: Paint) -> None:
    own = GAME.add_scenario(edited(GAME, begin(GAME, "campaign"), (stroke,)), "my.toml").id
    g = pocket({II_1: "1018", ENGINEERS: "1019"}, Movement(), phase="Movement", scenario=own)
    play(g, BRIDGE)
    assert any(isinstance(action, Bridge) for action in offered(g))
    assert ("1017", "1018") in g.land.water and why_not(g, Bridge("1017", "1018")) == "KP-13.0.3"


@pytest.mark.rule("KP-13.0.3")
def test_a_bridge_may_be_called_off() -> None:
    g = pocket({II_1: "0818", ENGINEERS: "0720", "G-1Pz-37E": "0620"}, Movement(), phase="Movement")
    play(g, BRIDGE, Bridge("0817", "0818"), BACK)
    assert not g.crossings and END in offered(g) and told(g) == []


@pytest.mark.rule("KP-13.0.1", "KP-13.0.2")
def test_nobody_bridges_without_a_german_engineer_in_range() -> None:
    g = pocket({II_1: "0818"}, Movement(), phase="Movement")
    assert why_not(g, BRIDGE) == "KP-13.0.1"
    g = pocket({RIFLES: "0818"}, Movement(), current="Soviet", phase="Movement")
    assert why_not(g, BRIDGE) == "KP-13.0.1"
    g = pocket({II_1: "0818", "G-72-172": "0801"}, Movement(), phase="Movement")
    assert why_not(g, BRIDGE) == "KP-13.0.2"
    g = pocket({II_1: "0818", ENGINEERS: "0720"}, phase="Movement")
    g.advanced = {**g.advanced, ENGINEERS: True}
    g.steps = (Movement(),)
    g.advance()
    assert why_not(g, BRIDGE) == "FO-7.9.7"


@pytest.mark.rule("KP-13.0.9", "KP-13.0.10", "FO-7.4.4")
def test_an_engineer_is_offered_to_an_attack_only_where_the_line_gets_better() -> None:
    town = {RIFLES: "1719", II_1: "1619", ENGINEERS: "1419"}
    g = pocket(town, Declare(RIFLES, attackers=(II_1,)))
    assert why_not(g, Assist(ENGINEERS)) == "FO-7.4.4"  # a town is better than any river
    g = pocket({BRIGADE: "0817", TANKS: "0818", ENGINEERS: "0720"}, Declare(BRIGADE, attackers=(TANKS,)))
    words = "river bridged by 1E/1SS armored engineers 2-3-10 in 0720: bridge line instead of minor river"
    assert said(g, Assist(ENGINEERS)) == words


@pytest.mark.rule("KP-13.0.9", "FO-7.4.6")
def test_an_engineer_serves_no_attack_that_comes_partly_over_dry_ground_or_a_bridge() -> None:
    units = {BRIGADE: "0817", TANKS: "0818", II_1: "0816", ENGINEERS: "0720"}
    g = pocket(units, Declare(BRIGADE, attackers=(TANKS, II_1)))
    assert why_not(g, Assist(ENGINEERS)) == "KP-13.0.9"
    bridge = {VAR: "0717", II_1: "0718", I_1: "0617", ENGINEERS: "0720"}
    g = pocket(bridge, Declare(VAR, attackers=(II_1, I_1)))
    assert why_not(g, Assist(ENGINEERS)) == "KP-13.0.9"  # 0617 attacks over a bridge
    g = pocket(units, Declare(BRIGADE, attackers=(TANKS,)), current="Soviet")
    assert g.steps[-1].why_not(g, "Soviet", Assist(ENGINEERS)) is None  # no matter for a Soviet player


@pytest.mark.rule("KP-13.0.9")
def test_an_engineer_is_let_go_when_the_attack_no_longer_needs_it() -> None:
    units = {BRIGADE: "0817", TANKS: "0818", II_1: "0816", ENGINEERS: "0720"}
    g = pocket(units, Declare(BRIGADE), dice=[5], markers=EMPTY)
    play(g, Pick(TANKS), Assist(ENGINEERS), Pick(II_1), ATTACK)
    assert not g.assisted and "clear line" in told(g)[1]
    wet = {BRIGADE: "0817", TANKS: "0818", I_1: "0918", ENGINEERS: "0720"}
    g = pocket(wet, Declare(BRIGADE), dice=[5], markers=EMPTY)
    play(g, Pick(TANKS), Assist(ENGINEERS), Pick(I_1), ATTACK)
    assert g.assisted == {ENGINEERS: True}  # both cross the river


@pytest.mark.rule("KP-13.0.9")
def test_attack_with_all_stops_to_ask_for_an_engineer() -> None:
    wet = {BRIGADE: "0817", TANKS: "0818", I_1: "0918", ENGINEERS: "0720"}
    g = pocket(wet, Declare(BRIGADE), markers=EMPTY)
    assert g.steps[-1].preview(g, ALL_IN) is None
    play(g, ALL_IN)
    assert set(chosen(g)) == {TANKS, I_1} and set(offered(g)) == {Assist(ENGINEERS), ATTACK, BACK}


# ------------------------------------------------------------------ air supply


@pytest.mark.rule("KP-12.2.3", "KP-12.3.1")
def test_air_supply_at_any_moment_of_the_german_player_turn() -> None:
    """R51"""
    units = {II_1: "5106", VAR: "5107", **WALL}
    for step in (CombatPhase(), CombatPhase(mobile=True), Movement(), Movement(mobile=True)):
        g = pocket(units, step, markers=EMPTY)
        assert AIRLIFT in offered(g)
        play(g, AIRLIFT)
        assert set(offered(g)) == {Pick(II_1), BACK}
        play(g, Pick(II_1), BACK, Pick(II_1), GiveUp(7))
        assert g.airlifted == II_1 and g.luftwaffe == (6, 8)
        assert differential(g, Battle(VAR, "5107", (II_1,))) == 3 - 2
        assert why_not(g, AIRLIFT) == "KP-12.2.1"
    g = pocket(units, CombatPhase(), markers=EMPTY)
    play(g, AIRLIFT, Pick(II_1), GiveUp(6))
    assert "with all 3 against 2" in said(g, Pick(VAR))  # the odds count it at once


@pytest.mark.rule("KP-12.2.3", "KP-11.1.2", "KP-12.2.1", "KP-12.2.5")
def test_why_there_is_no_air_supply_now() -> None:
    units = {II_1: "5106", VAR: "5107", **WALL}
    assert why_not(pocket(units, CombatPhase(), weather="fog"), AIRLIFT) == "KP-11.1.2"
    g = pocket(units, CombatPhase(), current="Soviet")
    assert why_not(g, AIRLIFT) == "KP-12.2.3"
    g = pocket({II_1: "0716", VAR: "0717"}, CombatPhase())
    assert why_not(g, AIRLIFT) == "KP-12.2.3"  # everybody has a line
    for field, value, rule in (("air_supply", 0, "KP-12.2.1"), ("luftwaffe", (), "KP-12.2.5")):
        g = pocket(units)
        setattr(g, field, value)
        g.steps = (CombatPhase(),)
        g.advance()
        assert why_not(g, AIRLIFT) == rule
    g = pocket({II_1: "5106", I_1: "0101", VAR: "5107", **WALL}, CombatPhase())
    play(g, AIRLIFT)
    assert why_not(g, Pick(I_1)) == "KP-12.2.3"  # it has a line
    play(g, Pick(II_1))
    assert why_not(g, GiveUp(5)) == "KP-12.2.2"


@pytest.mark.rule("KP-12.2.3", "KP-12.3.1")
def test_before_a_check_the_question_says_what_air_supply_would_change() -> None:
    battle = Battle(II_1, "5106", (VAR,))
    g = pocket({II_1: "5106", VAR: "5107", **WALL}, AirSupply(battle=battle), current="Soviet")
    words = "II/1/1SS motorized infantry 3-3-10 in 5106: defense 3 instead of 2, column -1 becomes -2"
    assert said(g, Pick(II_1)) == words
    g = pocket({II_1: "5106", VAR: "5107", **WALL}, AirSupply(battle=Battle(VAR, "5107", (II_1,))))
    assert said(g, Pick(II_1)).endswith("attack 3 instead of 2, column 0 becomes +1")


@pytest.mark.rule("KP-12.2.3", "KP-12.3.1")
def test_it_is_not_asked_where_it_would_change_nothing() -> None:
    recon = "G-1SS-1R"
    units = {recon: "5106", VAR: "5107", **WALL}
    g = pocket(units, CombatPhase(), depleted=[recon], dice=[5], markers=EMPTY)
    play(g, Pick(VAR), ATTACK)  # half of 1, rounded up, is 1
    assert g.outcomes == [4]
    strong = Battle(II_1, "5106", (VAR,), attack=(9, 9))
    g = pocket({II_1: "5106", VAR: "5107", **WALL}, AirSupply(battle=strong), current="Soviet")
    assert not g.asks  # the last column either way


@pytest.mark.rule("KP-12.2.3")
def test_the_german_may_say_not_again_this_turn() -> None:
    battle = Battle(II_1, "5106", (VAR,))
    g = pocket({II_1: "5106", VAR: "5107", **WALL}, AirSupply(battle=battle), current="Soviet")
    play(g, NONE)
    g.steps = (AirSupply(battle=battle),)
    g.advance()
    play(g, NOT_AGAIN)
    g.steps = (AirSupply(battle=battle),)
    g.advance()
    assert not g.asks
    g.rules.begin_turn(g)
    g.steps = (AirSupply(battle=battle),)
    g.advance()
    assert g.asks  # the next turn it is asked again


def test_doctrine_that_flies_for_nobody_now_may_fly_for_a_stronger_unit_later() -> None:
    g = pocket({II_1: "5106", VAR: "5107", **WALL}, AirSupply(battle=Battle(II_1, "5106", (VAR,))), current="Soviet")
    assert max(offered(g), key=lambda action: GAME.mind.judge(g, "German", action)) == NONE
    assert GAME.mind.judge(g, "German", NOT_AGAIN) < GAME.mind.judge(g, "German", NONE)


# ------------------------------------------------------------------ bombardment


@pytest.mark.rule("KP-17.0.3")
def test_a_bombardment_may_be_called_off_until_it_fires() -> None:
    g = pocket({VAR: "0717", II_1: "0716"}, CombatPhase())
    play(g, Bombard(VAR))
    assert prompt(g) == "Bombard Var./16TC anti-tank 1-2-8 in 0717: where do the counters come from?"
    play(g, BACK)
    assert Bombard(VAR) in offered(g) and not g.bombarded and told(g) == []


@pytest.mark.rule("KP-17.0.8")
def test_a_farther_end_on_a_friend_who_cannot_make_room_is_no_end() -> None:
    """R44 The way home is open: 5404-5504 and 5405-5506 lead to the east edge."""
    units = {"S-373-1237": "5305", "S-63-214": "5505", "G-17Pz-17R": "5202", "G-5SS-I/10": "5308"}
    found = ways(pocket(units), Retreat("S-373-1237", 2, ("5305",), bombardment=True))
    assert {way.path for way in found} == {("5404", "5504"), ("5405", "5506")}
    assert not any(way.loss or way.displaces for way in found)


@pytest.mark.rule("KP-17.0.3", "KP-16.0.4", "KP-17.0.1", "KP-15.0.2")
def test_why_a_pool_may_not_bombard() -> None:
    battle = Battle(VAR, "0717", bombardment=True)
    g = pocket({VAR: "0717", II_1: "0716", "G-57-179": "4007"}, Barrage(battle), markers={"Luftwaffe": ()})
    assert why_not(g, Draw("16TC")) == why_not(g, Draw("nobody")) == "KP-16.0.4"
    assert why_not(g, Draw("Encircled")) == "KP-17.0.1"
    assert why_not(g, Draw("Luftwaffe")) == "KP-15.0.2"


def test_a_unit_asleep_or_supplied_by_air_is_marked_so() -> None:
    g = pocket({"S-18TC-110": "5105", II_1: "5107"}, asleep=["S-18TC-110"])
    g.airlifted = II_1
    marks = {piece.id: piece.marks for piece in GAME.rules.view(g, None).pieces}
    assert marks == {"S-18TC-110": ("asleep",), II_1: ("supplied_by_air",)}


@pytest.mark.rule("KP-12.0.1")
def test_only_units_out_of_supply_are_marked_so() -> None:
    g = pocket({II_1: "5106", I_1: "0101", VAR: "5107", **WALL})
    marks = {piece.id: "out_of_supply" in piece.marks for piece in GAME.rules.view(g, None).pieces}
    assert marks[II_1] and not marks[I_1] and not marks[VAR]
    soviet = pocket({"S-180-21": "1017", "G-34-80": "0916", "G-34-107": "1116", RIFLES: "5107", VAR: "0110"})
    assert {p.id for p in GAME.rules.view(soviet, None).pieces if "out_of_supply" in p.marks} <= {"S-180-21", VAR}


@pytest.mark.rule("FO-5.0.1", "KP-19.0.3")
def test_hex_by_hex_a_player_keeps_clear_of_a_sleeping_corps() -> None:
    cavalry = "S-11G-37G"
    g = pocket({cavalry: "2117", II_1: "2118"}, Movement(unit=cavalry), current="Soviet")
    play(g, To("2017"))
    assert [event.hexes for event in g.events or ()] == [("2017",)]  # not round by 2016
    assert places(g)[cavalry] == "2017" and GROUND.grid.distance("2017", "2117") == 1


def test_the_odds_of_a_target_need_no_clicks() -> None:
    g = pocket({VAR: "0717", II_1: "0716", I_1: "0816"}, CombatPhase())
    odds = Match(GAME, g, RiggedDice([])).odds(Pick(VAR))
    assert odds is not None and "defender retreats 2" in odds.chances
