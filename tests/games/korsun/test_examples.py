"""The worked examples on the Korsun map: movement, zones, combat, retreat, advance, support."""

from __future__ import annotations

import pytest

from grognard.engine import Pick, To
from grognard.games.folio.rules.combat import ATTACK, CombatPhase, Declare
from grognard.games.folio.rules.combat_results import AttackersRetreat, Resolve, column, differential, line
from grognard.games.folio.rules.movement import Movement
from grognard.games.folio.rules.pace import infiltrations
from grognard.games.folio.rules.retreat import GIVE_WAY, STAND, Retreat, ways
from grognard.games.folio.rules.state import Battle, Bombard
from grognard.games.folio.rules.support import PASS, Support
from grognard.games.korsun.rules.data import GROUND
from grognard.games.korsun.rules.engineers import BRIDGE, LayBridge
from grognard.games.korsun.rules.state import Assist, Bridge, Draw
from grognard.games.korsun.rules.support import Barrage
from tests.games.folio.situation import asked, begin, offered, places, play, reach, singles, told, why_not
from tests.games.korsun.situation import pocket

II_1, I_1 = "G-1SS-II/1", "G-1SS-I/1"
VAR, BRIGADE_11, BRIGADE_107, BRIGADE_109 = "S-16TC-Var", "S-16TC-11G", "S-16TC-107", "S-16TC-109"
TANKS, ENGINEERS = "G-1SS-1Pz", "G-1SS-1E"
RIFLES = "S-180-21"  # 2-3-5
REGIMENT = "G-57-179"  # 3-4-6
BRIGADE = "S-3TC-50"  # 5-4-8


@pytest.mark.rule(
    "KP-17.0.1", "KP-17.0.2", "KP-17.0.3", "KP-17.0.4", "KP-17.0.8", "KP-17.0.9", "KP-20.0.15", "KP-20.0.18"
)
def test_kx_02_bombardment_of_a_village() -> None:
    units = {BRIGADE_109: "0917", II_1: "0716", I_1: "0718"}
    # Luftwaffe 6 7 8: the third is the +8; Relief 1 2 2 3 3 3 3 4 4 4 5 5 5 6 6: the fourteenth is a +6
    g = pocket(units, CombatPhase(), dice=[14, 3, 2])
    play(g, Bombard(BRIGADE_109), Draw("Relief", "Luftwaffe"))
    assert asked(g) == "Soviet"  # no counter of his was asked for: only the retreat
    assert any("+10 on the village line" in str(event) for event in g.events or ())
    paths = {way.path for way in ways(g, Retreat(BRIGADE_109, 2, ("0917",), bombardment=True))}
    legal = "0916-1015 1016-1015 1016-1116 1016-1117 1017-1117 1017-1118 1017-1018 0918-1018"
    assert paths == {tuple(path.split("-")) for path in legal.split()}
    play(g, To("1015"))
    assert places(g)[BRIGADE_109] == "1015"
    assert not g.asks  # nobody may advance


@pytest.mark.rule("KP-20.0.19", "KP-17.0.5")
def test_kx_03_bombardment_and_stiff_resistance() -> None:
    units = {VAR: "0717", II_1: "0716", I_1: "0718", RIFLES: "0816"}  # the rifles keep its line of supply open
    g = pocket(units, CombatPhase(), dice=[8, 4, 2])  # +4, then +3
    play(g, Bombard(VAR), Draw("Relief", "Relief"))
    assert any("+5 on the clear line" in str(event) for event in g.events or ())
    play(g, STAND)
    assert g.printed(g.pieces[VAR]) == (0, 1, 8) and places(g)[VAR] == "0717"


@pytest.mark.rule("KP-13.0.9", "KP-13.0.10", "KP-20.0.13", "FO-7.4.5", "FO-7.6.3")
def test_kx_04_engineer_attack() -> None:
    units = {BRIGADE_11: "0817", TANKS: "0818", ENGINEERS: "0720"}
    markers = {"Relief": (6,), "16TC": (3, 1), "Luftwaffe": ()}
    g = pocket(units, Declare(BRIGADE_11), dice=[1, 2], depleted=[BRIGADE_11], markers=markers)
    play(g, Pick(TANKS), Assist(ENGINEERS), ATTACK, Draw("Relief"), Draw("16TC"), Draw("16TC"))
    assert any("+2 on the bridge line" in str(event) for event in g.events or ())
    assert places(g)[BRIGADE_11] == "eliminated"
    assert g.printed(g.pieces[TANKS]) == (2, 2, 10)
    assert not g.asks


@pytest.mark.rule("KP-20.0.16", "FO-7.4.2")
def test_kx_05_river_attack_without_engineer() -> None:
    markers = {"Relief": (1,), "16TC": (2,), "Luftwaffe": ()}
    g = pocket({VAR: "0717", II_1: "0718"}, Declare(VAR), dice=[2], depleted=[VAR], markers=markers)
    play(g, Pick(II_1), ATTACK, Draw("Relief"), Draw("16TC"))
    assert told(g)[-1].endswith("+1 on the minor river line, column -1; die 2: no effect")
    assert places(g) == {VAR: "0717", II_1: "0718"}


@pytest.mark.rule("KP-13.0.10", "KP-20.0.17")
def test_kx_06_one_engineer_two_attackers() -> None:
    units = {BRIGADE_107: "1017", II_1: "0918", I_1: "1018", "G-1Pz-37E": "0720"}
    markers = {"Relief": (4,), "16TC": (2,), "Luftwaffe": ()}
    g = pocket(units, Declare(BRIGADE_107), dice=[4], depleted=[BRIGADE_107], markers=markers)
    play(g, Pick(II_1), Pick(I_1), Assist("G-1Pz-37E"), ATTACK, Draw("Relief"), Draw("16TC"))
    assert any("+5 on the bridge line" in str(event) for event in g.events or ())
    assert places(g)[BRIGADE_107] == "eliminated"
    play(g, Pick(I_1))
    assert g.pieces[I_1].depleted and not g.pieces[II_1].depleted and not g.asks


@pytest.mark.rule("KP-13.0.3", "KP-13.0.6", "FO-5.1.1.5")
def test_kx_07_mobile_movement_over_an_engineer_crossing() -> None:
    units = {VAR: "0717", II_1: "0920", ENGINEERS: "0720"}
    g = pocket(units, Movement(mobile=True), depleted=[VAR])
    play(g, Pick(II_1), To("0919"), To("0818"), To("0817"))
    step = g.steps[-1]
    assert isinstance(step, Movement) and step.spent == 10
    assert why_not(g, To("0816")) == "FO-5.2.4"
    g = pocket(units, Movement(mobile=True), depleted=[VAR])
    play(g, BRIDGE, Bridge("0817", "0818"))
    play(g, Pick(II_1), To("0919"), To("0818"), To("0817"), To("0816"))
    step = g.steps[-1]
    assert isinstance(step, Movement) and step.spent == 18


@pytest.mark.rule("KP-20.0.14", "FO-7.7.6", "FO-7.9.2", "FO-7.6.1")
def test_kx_08_mobile_combat() -> None:
    units = {VAR: "0717", II_1: "0816", I_1: "0617"}
    g = pocket(units, Retreat(VAR, 2, ("0816", "0617"), pursuers=(II_1, I_1)), depleted=[VAR])
    play(g, GIVE_WAY)
    assert places(g)[VAR] == "eliminated"
    play(g, Pick(II_1))
    assert places(g)[II_1] == "0717" and not g.asks
    anti_tank = "S-16TC-289G"
    battle = Battle(anti_tank, "0717", (II_1, I_1), (8,))
    g = pocket({anti_tank: "0717", II_1: "0816", I_1: "0617"}, Resolve(battle), dice=[1])
    assert places(g)[anti_tank] == "eliminated"  # De, at full strength
    play(g, Pick(I_1))
    assert not g.asks


@pytest.mark.rule("KP-16.0.5", "KP-19.0.4")
def test_kx_09_the_cap_of_the_5th_guards_tank_army() -> None:
    ours = {"S-20TC-8G": "5105", "S-29TC-25": "5205", "S-29TC-31": "5005", "S-18TC-110": "4905", "S-5GTC-20G": "4805"}
    enemy = {II_1: "5106"}
    battle = Battle(II_1, "5106", ("S-20TC-8G", "S-29TC-25", "S-29TC-31"))
    g = pocket({**ours, **enemy}, current="Soviet", asleep=["S-18TC-110", "S-5GTC-20G"], dice=[1, 1, 1])
    rules = g.rules
    assert {Draw("20TC"), Draw("29TC")} <= set(rules.support(g, battle, "Soviet"))
    for pool, allowed in (("20TC", 1), ("29TC", 2)):
        for _ in range(allowed):
            assert rules.why_not_support(g, battle, "Soviet", Draw(pool)) is None
            rules.apply(g, battle, "Soviet", Draw(pool))
        refusal = rules.why_not_support(g, battle, "Soviet", Draw(pool))
        assert refusal is not None and refusal.rule == "KP-16.0.5"
    sleepy = Battle(II_1, "5106", ("S-18TC-110",))
    refusal = rules.why_not_support(g, sleepy, "Soviet", Draw("18TC"))
    assert refusal is not None and refusal.rule == "KP-16.0.2"


@pytest.mark.rule("KP-17.0.4", "FO-8.4.1.1")
def test_kx_10_no_counter_battery_in_korsun() -> None:
    g = pocket({VAR: "0717", II_1: "0716"}, CombatPhase(), dice=[1, 6])
    play(g, Bombard(VAR), Draw("Relief"))
    assert asked(g) == "German"


@pytest.mark.rule("FO-5.1.1.1")
def test_kx_11_leg_stop() -> None:
    g = pocket({RIFLES: "5109", II_1: "5105"}, Movement(), current="Soviet")
    play(g, Pick(RIFLES), To("5108"), To("5107"), To("5106"))
    step = g.steps[-1]
    assert isinstance(step, Movement) and step.spent == 6
    assert not any(isinstance(action, To) for action in offered(g))


@pytest.mark.rule("FO-5.1.2.1", "FO-5.1.2.2")
def test_kx_12_leg_infiltration() -> None:
    g = pocket({REGIMENT: "5106", RIFLES: "5105"}, Movement())
    assert {GROUND.names[i] for i in infiltrations(g, g.pieces[REGIMENT])} == {"5205", "5005"}
    play(g, Pick(REGIMENT), To("5206"), To("5205"))
    assert not any(isinstance(action, To) for action in offered(g))


@pytest.mark.rule("FO-5.1.1.5", "FO-5.1.2.3")
def test_kx_13_mobile_direct_step() -> None:
    g = pocket({BRIGADE: "5106", II_1: "5105"}, Movement(), current="Soviet")
    play(g, Pick(BRIGADE), To("5205"))
    step = g.steps[-1]
    assert isinstance(step, Movement) and step.spent == 10


@pytest.mark.rule("FO-5.1.1.5")
def test_half_of_an_odd_allowance_is_rounded_down() -> None:
    cavalry = "S-11G-37G"  # MA 7
    assert reach(pocket({cavalry: "5106", II_1: "5105"}), cavalry)["5205"] == 1 + 3


@pytest.mark.rule("FO-5.1.1.6", "FO-5.1.2.3")
def test_kx_14_infiltrate_leave_re_enter() -> None:
    units = {BRIGADE: "5106", II_1: "5105", I_1: "5408"}
    g = pocket(units, Movement(), current="Soviet")
    play(g, Pick(BRIGADE), To("5205"), To("5306"), To("5307"), To("5308"))
    step = g.steps[-1]
    assert isinstance(step, Movement) and step.spent == 16
    g = pocket(units, Movement(), current="Soviet")
    play(g, Pick(BRIGADE), To("5206"), To("5307"), To("5308"))
    step = g.steps[-1]
    assert isinstance(step, Movement) and step.spent == 14


@pytest.mark.rule("FO-5.2.1.1")
def test_kx_15_road_and_bridge() -> None:
    for unit in (II_1, "G-34-80"):
        assert reach(pocket({unit: "0118"}), unit)["0917"] == 4


@pytest.mark.rule("FO-5.2.3", "FO-5.2.4")
def test_kx_16_rivers() -> None:
    assert GROUND.cost("0818", "0817", "leg") == 4 and GROUND.cost("0818", "0817", "mobile") == 6
    assert GROUND.cost("1820", "1819", "leg") == 8 and GROUND.cost("1820", "1819", "mobile") == 10
    assert "0817" in reach(pocket({RIFLES: "0818"}), RIFLES, spent=6, gait=1)
    assert "1819" not in reach(pocket({RIFLES: "1820"}), RIFLES, spent=6, gait=1)


@pytest.mark.rule("FO-5.3.1", "FO-5.3.2")
def test_kx_17_stacking() -> None:
    g = pocket({RIFLES: "5109", "S-180-42": "5107"}, Movement(), current="Soviet")
    play(g, Pick(RIFLES))
    assert why_not(g, To("5107")) == "FO-5.3.1"
    assert To("5106") in offered(g)


@pytest.mark.rule("FO-7.4.2")
def test_over_a_minor_and_a_major_river_the_minor_one_counts() -> None:
    """R17"""
    g = pocket({RIFLES: "1819", II_1: "1820", I_1: "1719"})
    assert line(g, Battle(RIFLES, "1819", (II_1,))).text == "major river"
    assert line(g, Battle(RIFLES, "1819", (II_1, I_1))).text == "minor river"


@pytest.mark.rule("FO-7.4.2", "FO-7.4.5", "FO-7.4.6")
def test_kx_18_mixed_hexsides() -> None:
    g = pocket({VAR: "0717", II_1: "0718", I_1: "0816", TANKS: "0617"})
    assert line(g, Battle(VAR, "0717", (II_1, I_1))).text == "clear"
    assert line(g, Battle(VAR, "0717", (II_1, TANKS))).text == "bridge"
    assert line(g, Battle(VAR, "0717", (II_1,))).text == "minor river"


@pytest.mark.rule("FO-7.4.4", "FO-7.4.5")
def test_kx_19_best_single_line() -> None:
    g = pocket({BRIGADE: "1719", II_1: "1720"})
    battle = Battle(BRIGADE, "1719", (II_1,), (5,))
    assert line(g, battle).text == "town" and differential(g, battle) == 4
    assert column(g, battle) - 5 == 1


@pytest.mark.rule("KP-11.1.3", "KP-11.1.4")
def test_kx_20_precipitation() -> None:
    units = {VAR: "5106", II_1: "5105"}
    battle = Battle(VAR, "5106", (II_1,), (2,))
    assert differential(pocket(units), battle) == 3
    assert asked(pocket(units, Resolve(battle), dice=[2])) == "Soviet"  # +3, die 2: D2
    rain = pocket(units, Resolve(battle), dice=[2], weather="precipitation")
    assert rain.pieces[VAR].depleted and not rain.asks  # counts as 3: Ex
    rain = pocket(units, Resolve(battle), dice=[6], weather="precipitation")
    assert asked(rain) == "German"  # a six stays a six: A1
    barrage = Battle(VAR, "5106", (), (5,), bombardment=True)
    rain = pocket(units, Resolve(barrage), dice=[2], weather="precipitation")
    assert asked(rain) == "Soviet"  # +3, die 2: D2, unmodified


@pytest.mark.rule("FO-7.7.2")
def test_kx_21_retreat_geometry() -> None:
    g = pocket({RIFLES: "5106", II_1: "5105"})
    found = ways(g, Retreat(RIFLES, 2, ("5105",)))
    assert {way.path[-1] for way in found} == {"5307", "5207", "5108", "5007", "4907"}
    assert {way.path[0] for way in found} == {"5206", "5107", "5006"}


RING = {RIFLES: "5106", II_1: "5105", I_1: "5205", TANKS: "5005"}
AWAY = ("5105", "5205", "5005")


@pytest.mark.rule("FO-7.7.5", "FO-7.7.7", "FO-7.9.3")
def test_kx_22_partial_retreat() -> None:
    units = {**RING, REGIMENT: "5109"}
    g = pocket(units, Retreat(RIFLES, 2, AWAY, pursuers=(II_1, I_1, TANKS)))
    play(g, To("5107"))
    assert places(g)[RIFLES] == "5107" and g.pieces[RIFLES].depleted
    g = pocket(units, Retreat(RIFLES, 2, AWAY, pursuers=(II_1, I_1, TANKS)), depleted=[RIFLES])
    play(g, To("5107"))
    assert places(g)[RIFLES] == "eliminated"
    play(g, Pick(II_1), To("5107"), Pick(I_1))
    assert places(g)[II_1] == "5107" and places(g)[I_1] == "5106" and not g.asks


@pytest.mark.rule("FO-7.7.6", "FO-7.8.1", "FO-7.8.3")
def test_kx_23_surrounded() -> None:
    units = {RIFLES: "5106", II_1: "5105", I_1: "5107"}
    g = pocket(units, Retreat(RIFLES, 2, ("5105", "5107"), pursuers=(II_1, I_1)))
    play(g, STAND)
    assert g.pieces[RIFLES].depleted and not g.asks
    g = pocket(units, Retreat(RIFLES, 2, ("5105", "5107"), pursuers=(II_1, I_1)))
    play(g, GIVE_WAY, Pick(I_1))
    assert places(g)[RIFLES] == "eliminated" and places(g)[I_1] == "5106" and not g.asks


@pytest.mark.rule("FO-7.7.2.1", "FO-7.7.2.5")
def test_kx_24_displacement() -> None:
    units = {**RING, "S-180-42": "5108"}
    g = pocket(units, Retreat(RIFLES, 2, AWAY))
    play(g, To("5108"))
    assert places(g)[RIFLES] == "5108" and places(g)["S-180-42"] == "5109"
    g = pocket(units, Retreat(RIFLES, 2, AWAY))
    play(g, To("5107"))
    assert places(g)[RIFLES] == "5107" and g.pieces[RIFLES].depleted


@pytest.mark.rule("FO-7.7.2.3", "FO-7.7.2.4")
def test_kx_25_displacement_chain() -> None:
    units = {**RING, "S-180-42": "5108", "S-180-86": "5109"}
    g = pocket(units, Retreat(RIFLES, 2, AWAY))
    play(g, To("5108"))
    assert [places(g)[u] for u in (RIFLES, "S-180-42", "S-180-86")] == ["5108", "5109", "5110"]
    assert not any(unit.depleted for unit in g.pieces.values())
    assert {"S-180-42", "S-180-86"} <= set(g.retreated)


@pytest.mark.rule("FO-7.8.2", "FO-7.8.3")
def test_kx_26_stiff_resistance_blocks_advance() -> None:
    g = pocket({RIFLES: "5106", II_1: "5105"}, Retreat(RIFLES, 3, ("5105",), pursuers=(II_1,)), depleted=[RIFLES])
    play(g, STAND)
    assert places(g)[RIFLES] == "eliminated" and not g.asks


@pytest.mark.rule("FO-7.9.3", "FO-7.9.4", "FO-7.9.5", "FO-7.9.7", "FO-6.2.2")
def test_kx_27_advance() -> None:
    units = {RIFLES: "5106", II_1: "5105", I_1: "5205", "S-180-42": "4907"}
    g = pocket(units, Retreat(RIFLES, 2, ("5105", "5205"), pursuers=(II_1, I_1)))
    play(g, To("5108"))
    assert g.in_ezoc("German", "5107")
    play(g, Pick(II_1), To("5107"), Pick(I_1))
    assert places(g)[II_1] == "5107" and places(g)[I_1] == "5106"
    g = begin(g, CombatPhase(mobile=True))
    assert not g.asks  # neither may attack again


@pytest.mark.rule("FO-7.6.4", "FO-7.8.4", "FO-7.9.1")
def test_kx_28_attackers_retreat() -> None:
    units = {RIFLES: "5105", II_1: "5106", I_1: "5005"}
    g = pocket(units, AttackersRetreat((II_1, I_1), 1, "5105", (II_1, I_1)))
    play(g, Pick(II_1))
    assert {a.hex for a in offered(g) if isinstance(a, To)} == {"5206", "5107", "5006"}
    play(g, To("5206"), STAND)
    assert places(g)[II_1] == "5206" and g.pieces[I_1].depleted and not g.asks


@pytest.mark.rule("FO-8.3.2", "FO-8.3.3")
def test_kx_29_slots() -> None:
    markers = {"Relief": (3,), "16TC": (2,), "Luftwaffe": ()}
    g = pocket({VAR: "0717", II_1: "0716"}, Support(Battle(VAR, "0717", (II_1,))), dice=[5], markers=markers)
    play(g, PASS, Draw("16TC"), Draw("Relief"))
    assert not g.markers["Relief"] and not g.markers["16TC"]
    assert any("= +2" in str(event) for event in g.events or ())  # 3 + 3 - 2 - 2


@pytest.mark.rule("KP-15.1.3", "KP-15.1.4", "KP-15.2.1", "KP-15.3.1", "KP-15.3.2", "KP-16.0.4", "FO-8.3.6")
def test_kx_30_two_groups() -> None:
    units = {BRIGADE_109: "0716", BRIGADE: "0718", II_1: "0717"}
    battle = Battle(II_1, "0717", (BRIGADE_109, BRIGADE))
    g = pocket(units, Support(battle), current="Soviet", dice=[1, 1])
    assert {Draw("16TC"), Draw("3TC"), Draw("SovAir"), PASS} == singles(g)
    assert why_not(g, Draw("5MC")) == "KP-15.1.3"
    assert why_not(g, Draw("Relief")) == "KP-16.0.4"
    play(g, Draw("16TC"))
    assert singles(g) == {Draw("Relief"), PASS}
    assert why_not(g, Draw("Luftwaffe")) == "KP-15.2.1"
    play(g, PASS)
    assert {Draw("16TC"), Draw("3TC"), Draw("SovAir"), PASS} == singles(g)
    play(g, Draw("3TC"), PASS)
    assert not any(isinstance(step, Support) for step in g.steps)  # two slots each, and no third
    defending = pocket({VAR: "0717", II_1: "0716"}, Support(Battle(VAR, "0717", (II_1,)), slot=1))
    assert why_not(defending, Draw("SovAir")) == "KP-15.3.1"


@pytest.mark.rule("KP-17.0.5", "KP-17.0.6", "KP-17.0.7")
def test_kx_31_friendly_fire() -> None:
    lone = {RIFLES: "5106", II_1: "5104", I_1: "5205", TANKS: "5005", "G-1Pz-I/1": "5108"}
    barrage = Battle(RIFLES, "5106", (), (1,), bombardment=True)
    g = pocket({**lone, "G-16Pz-I/64": "5207"})
    assert differential(g, barrage) == 1 - 2  # out of supply in the ring
    g = pocket({**lone, "G-16Pz-I/64": "5207"}, Resolve(barrage), dice=[6])
    play(g, Pick(I_1))
    assert g.pieces[I_1].depleted
    g = pocket({**lone, "G-16Pz-I/64": "5207"}, Resolve(barrage), dice=[1])
    assert not g.pieces[RIFLES].depleted and not g.asks  # Ex is ignored
    far = {RIFLES: "5106", II_1: "5104", I_1: "5204", TANKS: "5004", "G-1Pz-I/1": "5108"}
    g = pocket(far, Resolve(Battle(RIFLES, "5106", (), (1,), (2,), bombardment=True)), dice=[6])
    assert not g.asks and not any(unit.depleted for unit in g.pieces.values())


@pytest.mark.rule("KP-17.0.1", "FO-8.6.4")
def test_kx_32_bombardment_limits() -> None:
    units = {VAR: "0717", II_1: "0417", REGIMENT: "0716"}
    g = pocket(units, CombatPhase(), markers={"Luftwaffe": ()})
    play(g, Bombard(VAR))
    assert isinstance(g.steps[-1], Barrage)
    assert why_not(g, Draw("Relief")) == "KP-17.0.1"
    assert Draw("Encircled") in offered(g)
    g = pocket(units)
    g.bombarded = {**g.bombarded, "0717": True}
    begin(g, CombatPhase())
    assert why_not(g, Bombard(VAR)) == "FO-8.6.4"


def test_an_engineer_out_of_range_lays_no_bridge() -> None:
    g = pocket({ENGINEERS: "0720", VAR: "0101"}, LayBridge())
    assert why_not(g, To("2502")) == why_not(g, Bridge("2402", "2502")) == "KP-13.0.2"
    assert why_not(g, To("4008")) == why_not(g, Bridge("4007", "4008")) == "KP-13.0.3"  # bridged in stone
