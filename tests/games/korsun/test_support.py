"""15.0 to 17.0 Support by group, random draws, bombardment."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.engine import Match, Pick, To
from grognard.games.folio.rules.combat import CombatPhase
from grognard.games.folio.rules.combat_results import Resolve, bombardment_result, differential, line
from grognard.games.folio.rules.movement import BACK
from grognard.games.folio.rules.retreat import STAND, Retreat, ways
from grognard.games.folio.rules.sequence import EndOfTurn, GameTurn
from grognard.games.folio.rules.state import Battle, Bombard
from grognard.games.folio.rules.support import NO_SUPPORT, PASS, Support
from grognard.games.folio.rules.units import eliminate
from grognard.games.korsun import GAME
from grognard.games.korsun.rules.data import DATA, GROUPS
from grognard.games.korsun.rules.reserves import wake
from grognard.games.korsun.rules.state import Draw
from grognard.games.korsun.rules.support import pools_for, refill, targets, why_not_pool
from tests.games.folio.situation import asked, begin, offered, places, play, singles, why_not
from tests.games.korsun.situation import pocket

II_1, VAR = "G-1SS-II/1", "S-16TC-Var"
GREEN, RIFLES = "G-57-179", "S-180-21"


def refused(refusal: object) -> str:
    """The rule of a refusal."""
    return getattr(refusal, "rule", "")


@pytest.mark.rule("KP-15.0.1", "KP-15.0.2", "FO-8.0.2", "FO-8.3.9")
def test_pools_are_full_every_turn_and_spent_counters_wait_for_it() -> None:
    g = pocket({VAR: "0717", II_1: "0716"}, Support(Battle(VAR, "0717", (II_1,))), dice=[1, 5], markers={"16TC": ()})
    play(g, Draw("Relief"), PASS)
    assert len(g.markers["Relief"]) == 14
    begin(g, EndOfTurn(), GameTurn(6), dice=[1])
    assert g.markers == {name: what.counters for name, what in GROUPS.items()}
    fresh: Any = Match.new(GAME, "campaign", seed=2).state
    assert fresh.markers["27A"] == GROUPS["27A"].counters  # from turn 1


@pytest.mark.rule("KP-15.0.2", "KP-15.1.3")
def test_an_empty_pool_gives_nothing() -> None:
    g = pocket({VAR: "0717", II_1: "0716"}, Support(Battle(VAR, "0717", (II_1,))), markers={"Relief": ()})
    assert why_not(g, Draw("Relief")) == "KP-15.0.2"


@pytest.mark.rule("KP-15.1.1", "KP-15.1.2")
def test_numbers_of_counters() -> None:
    printed = "27A 7 5GTC 4 18TC 3 3TC 3 5MC 5 29TC 3 16TC 4 20TC 2 5GCC 3 6TA 5 4GA 6 52A 5 SovAir 5"
    words = f"{printed} Encircled 10 Relief 15 Luftwaffe 3".split()
    assert {name: len(what.counters) for name, what in GROUPS.items()} == {
        name: int(count) for name, count in zip(words[::2], words[1::2], strict=True)
    }
    assert sum(len(what.counters) for what in GROUPS.values()) == DATA.counters["support"] == 83
    assert max(GROUPS["Relief"].counters) == 6


@pytest.mark.rule("KP-15.1.3", "KP-16.0.4")
def test_a_unit_is_supported_by_its_own_group_alone() -> None:
    g = pocket({VAR: "0717", II_1: "0716", GREEN: "4007"}, Support(Battle(VAR, "0717", (II_1,))))
    assert singles(g) == {Draw("Relief"), Draw("Luftwaffe"), PASS}
    assert why_not(g, Draw("Encircled")) == "KP-15.1.3"
    assert why_not(g, Draw("16TC")) == "KP-16.0.4"
    assert why_not(g, Draw("nonsense")) == "KP-16.0.4"


@pytest.mark.rule("KP-15.2.1", "KP-15.3.1")
def test_air_counters_join_any_attack_and_no_defense() -> None:
    g = pocket({RIFLES: "4107", GREEN: "4007"})
    attack = Battle(RIFLES, "4107", (GREEN,))
    assert g.rules.why_not_support(g, attack, "German", Draw("Luftwaffe")) is None
    assert refused(g.rules.why_not_support(g, attack, "Soviet", Draw("SovAir"))) == "KP-15.3.1"
    g.current = "Soviet"
    defense = Battle(GREEN, "4007", (RIFLES,))
    assert g.rules.why_not_support(g, defense, "Soviet", Draw("SovAir")) is None
    assert refused(g.rules.why_not_support(g, defense, "German", Draw("Luftwaffe"))) == "KP-15.2.1"


@pytest.mark.rule("KP-16.0.1", "FO-8.1.3")
def test_counters_are_drawn_at_random() -> None:
    values = []
    for face in (1, 2, 3):
        g = pocket({VAR: "0717", II_1: "0716"}, Support(Battle(VAR, "0717", (II_1,)), slot=2), dice=[face])
        play(g, Draw("Luftwaffe"))
        values.append(tuple(set(GROUPS["Luftwaffe"].counters) - set(g.markers["Luftwaffe"])))
    assert values == [(6,), (7,), (8,)]


@pytest.mark.rule("KP-16.0.2", "KP-19.0.4")
def test_a_group_without_an_active_unit_gives_nothing() -> None:
    g = pocket({"S-18TC-110": "5105", II_1: "5106"}, current="Soviet", asleep=["S-18TC-110"])
    assert refused(why_not_pool(g, "18TC")) == "KP-16.0.2"
    assert refused(why_not_pool(g, "29TC")) == "KP-16.0.2"
    wake(g, "18TC")
    assert why_not_pool(g, "18TC") is None


@pytest.mark.rule("KP-16.0.3", "FO-8.6.1")
def test_a_group_that_lost_its_last_unit_loses_its_counters_for_good() -> None:
    g = pocket({VAR: "0717", "S-16TC-11G": "0716"})
    eliminate(g, g.pieces[VAR], "FO-7.6.1")
    assert g.markers["16TC"]
    eliminate(g, g.pieces["S-16TC-11G"], "FO-7.6.1")
    assert g.markers["16TC"] == () and g.gone == {"16TC": True}
    refill(g)
    assert g.markers["16TC"] == ()
    assert refused(why_not_pool(g, "16TC")) == "KP-16.0.3"


# ------------------------------------------------------------------ 17.0


@pytest.mark.rule("KP-17.0.1", "KP-17.0.2", "FO-8.4.6", "FO-8.2.1")
def test_who_can_bombard_what() -> None:
    units = {RIFLES: "5106", II_1: "5104", "S-180-42": "2005"}
    g = pocket(units)
    assert pools_for(g, "5106") == ["Relief", "Luftwaffe"]  # two hexes, the target's counted
    assert pools_for(g, "2005") == ["Luftwaffe"]
    assert {u.id for u in targets(g)} == {RIFLES, "S-180-42"}
    fog = pocket(units, weather="fog")
    assert {u.id for u in targets(fog)} == {RIFLES}
    sleepy = pocket({"S-18TC-110": "5105", GREEN: "5106"}, current="Soviet", asleep=["S-18TC-110"], weather="fog")
    assert targets(sleepy) == []


@pytest.mark.rule("KP-16.0.1", "KP-15.1.4", "FO-8.3.2", "FO-8.3.6")
def test_two_counters_may_be_declared_at_once_and_come_in_their_turn() -> None:
    battle = Battle(VAR, "0717", (II_1,))
    g = pocket({VAR: "0717", II_1: "0716"}, Support(battle), dice=[1, 1], markers={"Relief": (3, 5), "16TC": (2,)})
    pairs = {Draw("Relief", "Relief"), Draw("Relief", "Luftwaffe"), Draw("Luftwaffe", "Luftwaffe")}
    assert {action for action in offered(g) if isinstance(action, Draw) and action.also} == pairs
    assert why_not(g, Draw("Relief", "Encircled")) == "KP-15.1.3"
    play(g, Draw("Relief", "Luftwaffe"))
    assert asked(g) == "Soviet" and "Luftwaffe" not in g.asks[0].prompt
    assert len(g.markers["Luftwaffe"]) == 3
    play(g, PASS)
    assert asked(g) == "Soviet" and len(g.markers["Luftwaffe"]) == 2


@pytest.mark.rule("KP-16.0.5", "KP-15.0.2")
def test_a_pair_from_one_pool_wants_two_counters_and_two_active_units() -> None:
    markers = {"29TC": (1, 2, 2), "SovAir": ()}
    one = {"S-29TC-25": "5105", GREEN: "5106"}
    g = pocket(one, Support(Battle(GREEN, "5106", ("S-29TC-25",))), current="Soviet", markers=markers)
    assert offered(g) == [Draw("29TC"), PASS, NO_SUPPORT]
    assert why_not(g, Draw("29TC", "29TC")) == "KP-16.0.5"
    g = pocket(
        {**one, "S-29TC-31": "3005"}, Support(Battle(GREEN, "5106", ("S-29TC-25",))), current="Soviet", markers=markers
    )
    assert Draw("29TC", "29TC") in offered(g)


@pytest.mark.rule("KP-16.0.5")
def test_the_cap_is_one_of_the_four_corps_alone() -> None:
    """R36 One active unit and one counter used: there is another for the 16th Tank Corps, none for the 29th."""
    g = pocket({VAR: "0717", "S-29TC-25": "5105"}, markers={"16TC": (1, 2, 2), "29TC": (1, 2)})
    assert why_not_pool(g, "16TC") is None and refused(why_not_pool(g, "29TC")) == "KP-16.0.5"


@pytest.mark.rule("KP-17.0.3")
def test_pools_are_named_before_anything_is_drawn() -> None:
    g = pocket({VAR: "0717", II_1: "0716"}, CombatPhase(), dice=[1, 1, 6])
    play(g, Bombard(VAR))
    two = {Draw("Relief", "Relief"), Draw("Relief", "Luftwaffe"), Draw("Luftwaffe", "Luftwaffe")}
    assert {Draw("Relief"), Draw("Luftwaffe"), *two, BACK} == set(offered(g))
    assert g.markers["Relief"] == GROUPS["Relief"].counters and g.outcomes == []
    play(g, Draw("Relief", "Luftwaffe"))
    assert len(g.markers["Relief"]) == 14 and len(g.markers["Luftwaffe"]) == 2
    one = pocket({VAR: "0717", II_1: "0716"}, CombatPhase(), markers={"Relief": (3,), "Luftwaffe": ()})
    play(one, Bombard(VAR))
    assert offered(one) == [Draw("Relief"), BACK]
    assert why_not(one, Draw("Relief", "Relief")) == "KP-15.0.2"  # the pool has only one
    assert why_not(one, Draw("Relief", "16TC")) == "KP-16.0.4"


@pytest.mark.rule("KP-16.0.5", "KP-17.0.3")
def test_the_cap_holds_in_a_bombardment() -> None:
    g = pocket({"S-29TC-25": "5105", GREEN: "5106"}, CombatPhase(), current="Soviet", weather="fog")
    play(g, Bombard(GREEN))
    assert offered(g) == [Draw("29TC"), BACK]
    assert why_not(g, Draw("29TC", "29TC")) == "KP-16.0.5"
    two = {"S-29TC-25": "5105", "S-29TC-31": "5005", GREEN: "5106"}
    g = pocket(two, CombatPhase(), current="Soviet", weather="fog")
    play(g, Bombard(GREEN))
    assert offered(g) == [Draw("29TC"), Draw("29TC", "29TC"), BACK]


@pytest.mark.rule("KP-17.0.5")
def test_d2_d3_and_de_count_and_ex_does_not() -> None:
    for result in ("Ex", "dot", "A1", "A2", "A3", "Ae"):
        g = pocket({VAR: "0717", II_1: "0716"})
        g.steps = (Resolve(Battle(VAR, "0717", bombardment=True)),)
        bombardment_result(g, Battle(VAR, "0717", bombardment=True), result)
        assert not g.steps and places(g)[VAR] == "0717" and not g.pieces[VAR].depleted
    g = pocket({VAR: "0717", II_1: "0716"})
    g.steps = (Resolve(Battle(VAR, "0717", bombardment=True)),)
    bombardment_result(g, Battle(VAR, "0717", bombardment=True), "De")
    assert places(g)[VAR] == "eliminated"
    g = pocket({VAR: "5106"}, Retreat(VAR, 2, ("5106",), bombardment=True))
    assert STAND in offered(g)


@pytest.mark.rule("KP-17.0.6")
def test_friendly_fire_hits_neighbours_only() -> None:
    g = pocket({VAR: "5106", II_1: "5105", GREEN: "5004"})
    battle = Battle(VAR, "5106", bombardment=True)
    assert [u.id for u in g.rules.friendly_fire(g, battle)] == [II_1]
    far = pocket({VAR: "5106", II_1: "5104"})
    assert far.rules.friendly_fire(far, battle) == []


@pytest.mark.rule("KP-17.0.7")
def test_river_lines_never_apply_and_the_hungry_defend_at_half() -> None:
    g = pocket({VAR: "0717", II_1: "0718", "G-1SS-I/1": "0716"})
    battle = Battle(VAR, "0717", (), (5,), bombardment=True)
    assert line(g, battle).text == "clear"
    assert differential(g, battle) == 5 - 1  # out of supply: half of 2
    assert line(g, Battle(VAR, "2305", bombardment=True)).text == "village"  # the hex helps as ever
    field = pocket({GREEN: "4007"}, current="Soviet")
    assert line(field, Battle(GREEN, "4007", bombardment=True)).value == 0


@pytest.mark.rule("KP-17.0.8", "FO-7.7.1.1")
def test_failing_distance_a_bombarded_unit_makes_for_its_own_edge() -> None:
    ring = {II_1: "5103", "G-1SS-I/1": "5109", "G-1SS-III/1": "5404", "G-1SS-I/2": "4804", "G-16Pz-I/64": "5407"}
    units = {**ring, "G-16Pz-I/79": "4807", VAR: "5106"}
    g = pocket(units)
    found = ways(g, Retreat(VAR, 2, ("5106",), bombardment=True))
    assert found and all(int(way.path[1][:2]) > int(way.path[0][:2]) > 51 for way in found)  # the east edge is nearest
    names = ("S-180-21", "S-180-42", "S-180-86", "S-206-722", "S-206-737", "S-337-1127")
    soviets = dict(zip(names, (*ring.values(), "4807"), strict=True))
    german = pocket({GREEN: "5106", **soviets}, current="Soviet")
    found = ways(german, Retreat(GREEN, 2, ("5106",), bombardment=True))
    assert found and all(int(way.path[1][:2]) < int(way.path[0][:2]) < 51 for way in found)  # west, for a German


@pytest.mark.rule("KP-17.0.9", "KP-17.0.4")
def test_no_advance_and_no_answer() -> None:
    g = pocket({VAR: "5106", II_1: "5105"}, CombatPhase(), dice=[1], markers={"Relief": (6,), "Luftwaffe": ()})
    play(g, Bombard(VAR), Draw("Relief"))  # 6 - 2 = +4, die 1: D2
    assert asked(g) == "Soviet"
    play(g, To("5108"))
    assert places(g)[VAR] == "5108" and not g.asks


def test_a_unit_is_bombarded_once_a_phase_even_in_another_hex() -> None:
    g = pocket({VAR: "5106", II_1: "5105"})
    g.shelled = {**g.shelled, VAR: True}
    begin(g, CombatPhase())
    assert Pick(VAR) in offered(g)
    assert why_not(g, Bombard(VAR)) == "FO-8.6.4"


@pytest.mark.rule("KP-17.0.8")
def test_a_bombarded_unit_goes_to_the_nearest_edge_that_lies_away_from_the_enemy() -> None:
    """R44 The south edge is nearer, but behind the enemy: it goes north, and ends no nearer to anybody."""
    units = {RIFLES: "3827", "G-34-80": "3731", "G-34-107": "4024", "G-34-253": "4229"}
    g = pocket(units, Retreat(RIFLES, 2, ("3827",), bombardment=True))
    assert {action.hex for action in offered(g) if isinstance(action, To)} == {"3626"}
    assert why_not(g, To("3829")) == why_not(g, To("4028")) == "KP-17.0.8"
    play(g, To("3626"))
    assert not g.pieces[RIFLES].depleted


@pytest.mark.rule("KP-17.0.8")
def test_where_every_way_leads_nearer_to_the_enemy_it_costs_a_step() -> None:
    """R44, R74 A German goes west; where that is towards the enemy whatever he does, he loses a step there."""
    units = {GREEN: "3007", RIFLES: "2707", "S-254-933": "3307", "S-180-42": "3004", "S-180-86": "3010"}
    retreat = Retreat(GREEN, 1, ("3007",), bombardment=True)
    g = pocket(units, retreat, current="Soviet")
    assert {(way.path, way.loss) for way in ways(g, retreat)} == {(("2907",), True), (("2908",), True)}
    play(g, To("2907"))
    assert g.pieces[GREEN].depleted
