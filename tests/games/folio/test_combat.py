"""7.0 to 7.6 Combat and its results."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.engine import Pick, Refusal, To, enumerate_odds
from grognard.games.folio import GAME
from grognard.games.folio.rules.combat import ALL_IN, ATTACK, CombatPhase, Declare, why_not_target
from grognard.games.folio.rules.combat_results import Resolve, column, differential, line
from grognard.games.folio.rules.data import CRT, FIRST_COLUMN, RESULTS
from grognard.games.folio.rules.movement import BACK, END
from grognard.games.folio.rules.retreat import STAND
from grognard.games.folio.rules.sequence import Phase
from grognard.games.folio.rules.sidi_zahran import Zahran
from grognard.games.folio.rules.state import Battle, Bombard
from grognard.games.folio.rules.terrain_chart import CHART, SHIFTS
from tests.games.folio.situation import asked, begin, desert, offered, places, play, told, why_not
from tests.games.korsun.situation import pocket

OPEN = {"B-01": "0412", "B-02": "0312", "A-03": "0411"}  # 1 and 2 Tank against I Schuetzen (3-4-10)

LINES = dict.fromkeys(CHART.hex, 0) | SHIFTS | {"bridge": CHART.bridge}


def rolled(die: int, *, attack: tuple[int, ...] = (), defense: tuple[int, ...] = (), **more: object) -> Zahran:
    """The two tank battalions have attacked, with these markers and this die."""
    worn = more.get("depleted", ())
    assert isinstance(worn, tuple)
    battle = Battle("A-03", "0411", ("B-01", "B-02"), attack, defense)
    return desert(OPEN, Resolve(battle), dice=[die], depleted=worn)


@pytest.mark.rule("FO-7.0.1", "FO-7.1.1", "FO-7.1.4", "FO-7.1.5")
def test_adjacent_units_attack_one_enemy_unit_if_their_player_likes() -> None:
    units = {**OPEN, "B-05": "0415", "A-09": "0313", "A-10": "0908"}
    g = desert(units, CombatPhase(), markers={})
    assert {Pick("A-03"), Pick("A-09"), END} == set(offered(g))
    assert why_not(g, Pick("A-10")) == "FO-7.0.1"
    play(g, Pick("A-03"))
    assert {Pick("B-01"), Pick("B-02"), ALL_IN, BACK} == set(offered(g))
    assert why_not(g, Pick("B-05")) == "FO-7.0.1"
    play(g, Pick("B-01"))
    assert ATTACK in offered(g)  # one of them is enough


@pytest.mark.rule("FO-7.0.2")
def test_bombardment_needs_no_neighbour() -> None:
    g = desert({"B-01": "2005", "A-10": "0908"}, CombatPhase(), markers={"British": (3,)})
    assert offered(g) == [Bombard("A-10"), END]


@pytest.mark.rule("FO-7.1.2")
def test_the_attackers_own_terrain_does_not_matter() -> None:
    assert LINES["rough"] == 3
    low = desert({"B-05": "0412", "A-09": "0411"})
    high = desert({"B-05": "0410", "A-09": "0411"})  # from the escarpment
    assert column(low, Battle("A-09", "0411", ("B-05",))) == column(high, Battle("A-09", "0411", ("B-05",)))


@pytest.mark.rule("FO-7.1.3", "FO-7.3.1", "FO-7.3.2")
def test_strengths_add_up_and_the_differential_is_attack_less_defense() -> None:
    g = desert(OPEN)
    assert differential(g, Battle("A-03", "0411", ("B-01", "B-02"))) == 4 + 4 - 4
    assert differential(g, Battle("A-03", "0411", ("B-01", "B-02"), (3,), (2,))) == 5


@pytest.mark.rule("FO-7.2.1", "FO-7.2.2")
def test_a_unit_attacks_and_is_attacked_once_a_phase() -> None:
    units = {**OPEN, "A-09": "0313"}
    g = desert(units, CombatPhase(), CombatPhase(mobile=True), dice=[4], markers={})
    play(g, Pick("A-03"), Pick("B-02"), ATTACK)  # 0 in clear, die 4: A1
    play(g, STAND)
    assert why_not(g, Pick("A-03")) == "FO-7.2.2"
    play(g, Pick("A-09"))
    assert why_not(g, Pick("B-02")) == "FO-7.2.1"


@pytest.mark.rule("FO-7.2.2")
def test_a_bombarded_unit_may_be_attacked_and_mobile_combat_is_another_phase() -> None:
    g = desert(OPEN, CombatPhase(), markers={})
    g.shelled = {**g.shelled, "A-03": True}
    g.bombarded = {**g.bombarded, "0411": True}
    g.advance()
    assert Pick("A-03") in offered(g)


@pytest.mark.rule("FO-7.3.3", "FO-7.4.3")
def test_the_table_is_read_at_differential_and_die_on_the_terrain_line() -> None:
    def result(differential: int, terrain: str, die: int) -> str:
        return CRT.result(CRT.clamp(differential - LINES[terrain] - FIRST_COLUMN), die)

    assert result(10, "village", 2) == "D2"
    assert result(5, "clear", 2) == "D2"
    assert result(2, "bridge", 2) == "Ex"
    assert result(5, "bridge", 4) == "Ex"
    assert result(1, "minor_river", 2) == "dot"
    assert result(3, "clear", 4) == "Ex"
    assert result(99, "clear", 1) == result(12, "clear", 1) == "De"
    assert result(-99, "clear", 1) == result(-5, "clear", 1) == "A1"
    g = rolled(5)  # +4, die 5: a dot
    assert not g.asks and places(g)["A-03"] == "0411"


@pytest.mark.rule("FO-7.3.3")
def test_the_table_never_gets_worse_to_the_right_nor_better_down() -> None:
    order = ["De", "D3", "D2", "Ex", "dot", "A1", "A2", "A3", "(A)", "Ae"]
    assert set(order) == set(RESULTS)
    for die in range(1, 7):
        ranks = [order.index(result) for result in dict(CRT.rows)[str(die)]]
        assert ranks == sorted(ranks, reverse=True)
    for place in range(len(CRT.columns)):
        ranks = [order.index(CRT.result(place, die)) for die in range(1, 7)]
        assert ranks == sorted(ranks)


@pytest.mark.rule("FO-7.4.1", "FO-7.4.4")
def test_only_the_defender_benefits_and_benefits_do_not_add_up() -> None:
    g = desert({"B-05": "1005", "A-09": "0905", "A-10": "1006", "B-06": "1106"})
    assert line(g, Battle("A-09", "0905", ("B-05",))).value == -2  # the village
    assert line(g, Battle("B-05", "1005", ("A-09",))).value == 0
    assert line(g, Battle("A-10", "1006", ("B-06",))).value == -2  # the ditch alone


@pytest.mark.rule("FO-7.4.2", "FO-7.4.4")
def test_rivers_and_ground_on_the_map_of_the_pocket() -> None:
    """R17 The weakest river crossed counts; of river and hex the better one, and never both."""
    rifles, tanks, more = "S-180-21", "G-Baeke-503", "G-1SS-I/1"
    lines = {
        ("2402", "2502"): ("major river", -3),
        ("2402", "2403"): ("minor river", -2),
        ("2402", "2502", "2403"): ("minor river", -2),  # not everybody has the major one before him
        ("2504", "2603", "2604"): ("rough", -3),
        ("2305", "2204"): ("village", -2),
        ("2602", "2503"): ("major river", -3),  # better than the village
    }
    for (target, *places_), (text, value) in lines.items():
        attackers = dict(zip((tanks, more), places_, strict=False))
        g = pocket({rifles: target, **attackers})
        found = line(g, Battle(rifles, target, tuple(attackers)))
        assert (found.text, found.value) == (text, value), target


@pytest.mark.rule("FO-7.0.1", "FO-6.0.6")
def test_a_unit_in_the_old_fort_may_be_attacked_though_no_zone_reaches_it() -> None:
    g = desert({"A-11": "1004", "B-05": "1105"}, CombatPhase(), markers={})
    assert not g.in_ezoc("German", "1004") and Pick("A-11") in offered(g)


@pytest.mark.rule("FO-4.1.4", "FO-7.0.3")
def test_a_friend_of_the_defender_attacks_nobody() -> None:
    g = desert({"B-03": "0412", "B-05": "0512", "A-09": "0411", "A-10": "0410"}, Declare("A-09"), markers={})
    assert {a.piece for a in offered(g) if isinstance(a, Pick)} == {"B-03", "B-05"}
    assert why_not(g, Pick("A-10")) == "FO-7.1.4"


@pytest.mark.rule("FO-7.4.2", "FO-7.4.5", "FO-7.4.6", "FO-7.4.8")
def test_ditch_and_bridge_in_combat() -> None:
    """KX-42"""
    g = desert({"A-11": "1005", "B-05": "1105", "B-06": "1106", "B-07": "1006"})
    assert line(g, Battle("A-11", "1005", ("B-05",))).text == "ditch"
    assert line(g, Battle("A-11", "1005", ("B-05", "B-06"))).text == "bridge"
    assert line(g, Battle("A-11", "1005", ("B-05", "B-07"))).text == "clear"


@pytest.mark.rule("FO-7.4.7", "FO-7.5.1", "FO-7.5.2", "FO-7.5.3", "FO-7.4.2")
def test_a_fortification_doubles_the_defense_and_halves_each_marker() -> None:
    """KX-41"""
    g = desert({"A-09": "1107", "B-03": "1206", "B-05": "1207"})
    battle = Battle("A-09", "1107", ("B-03", "B-05"), (3, 2), (2,))
    assert line(g, battle).text == "clear"  # over mines nobody is helped
    assert differential(g, battle) == (5 + 3 + 1 + 1) - (3 * 2 + 2)
    assert line(g, Battle("A-09", "1107", ("B-03",))).text == "ditch"
    assert differential(g, Battle("A-09", "1107", ("B-03",), (1,))) == 5 + 0 - 6
    g = desert({"A-09": "1107", "B-03": "1206", "B-05": "1207"}, Resolve(battle), dice=[3])
    assert places(g)["A-09"] == "eliminated"  # Ex
    play(g, Pick("B-05"))
    assert g.pieces["B-05"].depleted and not g.pieces["B-03"].depleted
    assert not g.asks  # nobody advances
    british = desert({"B-05": "1107", "A-01": "1206"})
    assert differential(british, Battle("B-05", "1107", ("A-01",))) == 5 - 8  # either side profits
    assert differential(british, Battle("B-05", "1107", (), (6,), bombardment=True)) == 3 - 8  # and against guns


@pytest.mark.rule("FO-7.6.1", "FO-7.9.2")
def test_de_eliminates_outright() -> None:
    g = rolled(1, attack=(6,))
    assert places(g)["A-03"] == "eliminated"
    assert Pick("B-01") in offered(g)
    play(g, Pick("B-01"))
    assert places(g)["B-01"] == "0411" and not g.asks


@pytest.mark.rule("FO-7.6.2")
def test_d2_and_d3_make_the_defender_retreat_or_stand() -> None:
    g = rolled(2)
    assert asked(g) == "German" and STAND in offered(g)
    assert "must retreat 2" in g.asks[0].prompt
    g = rolled(1, attack=(2,))  # +6
    assert "must retreat 3" in g.asks[0].prompt


@pytest.mark.rule("FO-7.6.3", "FO-7.6.7", "FO-7.9.2")
def test_ex_costs_the_defender_and_one_attacker_a_step() -> None:
    g = rolled(4)  # +4
    assert g.pieces["A-03"].depleted
    assert asked(g) == "British"
    play(g, Pick("B-02"))
    assert g.pieces["B-02"].depleted and not g.pieces["B-01"].depleted
    assert not g.asks
    g = rolled(3, depleted=("A-03",), defense=(3,))  # 8 - 2 - 3 = +3, die 3: Ex on a depleted defender
    assert places(g)["A-03"] == "eliminated"
    play(g, Pick("B-01"))
    assert not g.asks  # no advance even so


@pytest.mark.rule("FO-7.6.4")
def test_a1_to_a3_move_every_attacker_each_free_to_stand() -> None:
    g = rolled(6)  # +4, die 6: A1
    assert asked(g) == "British" and set(offered(g)) == {Pick("B-01"), Pick("B-02")}
    play(g, Pick("B-02"), STAND)
    assert g.pieces["B-02"].depleted
    play(g, To("0413"))
    assert places(g)["B-01"] == "0413"
    assert not g.pieces["B-01"].depleted


@pytest.mark.rule("FO-7.6.4")
@pytest.mark.parametrize(("defense", "count"), [(3, 2), (4, 3)])
def test_a2_and_a3_move_every_attacker_two_and_three_hexes(defense: int, count: int) -> None:
    g = rolled(6, defense=(defense,))  # 8 - 4 - 3 = +1: A2; 8 - 4 - 4 = 0: A3
    play(g, Pick("B-01"))
    while g.asks:
        play(g, next(action for action in offered(g) if isinstance(action, To)))
    distance = g.rules.ground.grid.distance
    assert {u: distance(places(g)[u], OPEN[u]) for u in ("B-01", "B-02")} == {"B-01": count, "B-02": count}
    assert not g.pieces["B-01"].depleted and not g.pieces["B-02"].depleted and not g.pieces["A-03"].depleted


@pytest.mark.rule("FO-7.6.5")
def test_a_in_brackets_costs_one_attacker_a_step_without_retreat() -> None:
    g = rolled(6, defense=(5,))  # -1, die 6
    assert set(offered(g)) == {Pick("B-01"), Pick("B-02")}
    play(g, Pick("B-01"))
    assert g.pieces["B-01"].depleted and places(g)["B-01"] == "0412" and not g.asks


@pytest.mark.rule("FO-7.6.6")
def test_ae_eliminates_every_attacker() -> None:
    g = rolled(6, defense=(8,))  # -4, die 6
    assert places(g)["B-01"] == places(g)["B-02"] == "eliminated"


@pytest.mark.rule("FO-7.6.7")
def test_two_sided_units_have_two_steps_one_sided_one() -> None:
    g = desert({"A-09": "0411", "B-03": "0412"}, Resolve(Battle("A-09", "0411", ("B-03",))), dice=[3])  # +2: Ex
    assert places(g)["A-09"] == "eliminated"
    assert g.pieces["B-03"].depleted


def test_the_odds_can_be_read_before_the_attack_is_made() -> None:
    markers = {"British": (1, 2), "German": (3,)}
    g = desert(OPEN, Declare("A-03", attackers=("B-01", "B-02")), markers=markers)
    assert GAME.face.describe(g, ATTACK) == "Attack: 8 against 4: column +4, clear ground"
    shown = g.steps[-1].preview(g, ATTACK)
    assert shown is not None and [part.value for part in shown.modifiers] == [4, 4, -4, 0]
    assert shown.column == "+4"
    sixth = Fraction(1, 6)
    assert enumerate_odds(g, "British", ATTACK) == {
        "defender retreats 2": 3 * sixth,
        "every attacker retreats 1": sixth,
        "no effect": sixth,
        "one attacker of the attacker's choice and the defender each lose a step": sixth,
    }
    assert g.markers == markers and told(g) == []


def test_only_the_attack_itself_is_a_roll_to_confirm() -> None:
    g = desert(OPEN, Declare("A-03", attackers=("B-01",)))
    assert {action for action in offered(g) if g.steps[-1].preview(g, action)} == {ATTACK, ALL_IN}


@pytest.mark.rule("FO-7.2.2")
def test_a_unit_attacked_in_the_combat_phase_may_be_attacked_in_the_mobile_one() -> None:
    g = desert({"B-01": "0412", "A-03": "0411"}, markers={})
    g.defended = {**g.defended, "A-03": True}
    assert why_not_target(g, g.pieces["A-03"]) == Refusal("FO-7.2.2")
    begin(g, Phase("Mobile Combat"), CombatPhase(mobile=True))
    assert Pick("A-03") in offered(g)
