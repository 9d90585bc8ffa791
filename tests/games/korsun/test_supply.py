"""12.0, 13.0 Lines of supply, air supply, engineers."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from grognard.board.hexes.map import side
from grognard.engine import Pick, Press, To
from grognard.games.folio.rules.combat import ATTACK, CombatPhase, Declare
from grognard.games.folio.rules.combat_results import Resolve, differential, line
from grognard.games.folio.rules.movement import BACK, Movement
from grognard.games.folio.rules.sequence import EndOfTurn, Phase
from grognard.games.folio.rules.state import Battle
from grognard.games.korsun import GAME
from grognard.games.korsun.rules.air_supply import (
    MOST,
    NONE,
    NOT_AGAIN,
    AirSupply,
    AirSupplyCheck,
    SupplyCheck,
    why_not_fly,
)
from grognard.games.korsun.rules.data import COUNTERS, GROUND
from grognard.games.korsun.rules.engineers import BRIDGE, crossings, hexsides, why_not_assist, why_not_bridge
from grognard.games.korsun.rules.map_data import LANDS
from grognard.games.korsun.rules.reserves import why_not_rebuild
from grognard.games.korsun.rules.state import Assist, Bridge, Draw, GiveUp, Pocket
from grognard.games.korsun.rules.supply import (
    german_net,
    has_line,
    hungry_units,
    in_supply,
    lines,
    soviet_net,
    supplied,
)
from grognard.testing import refusal
from tests.games.folio.situation import asked, begin, offered, places, play, reach, why_not
from tests.games.korsun.situation import pocket

II_1, I_1, ENGINEERS = "G-1SS-II/1", "G-1SS-I/1", "G-1SS-1E"
GREEN, GREEN_2 = "G-57-179", "G-57-199"
SOVIETS = [what.id for what in COUNTERS.values() if what.side == "Soviet" and not what.mobile]


def ring(*hexes: str) -> dict[str, str]:
    """Soviet rifle regiments in these hexes."""
    return dict(zip(SOVIETS, hexes, strict=False))


@pytest.mark.rule("KP-12.0.1", "KP-12.0.3")
def test_a_line_of_any_length_past_no_enemy() -> None:
    g = pocket({II_1: "5505"})
    assert in_supply(g, g.pieces[II_1])  # fifty hexes from the west edge
    wall = ring(*(f"03{row:02}" for row in range(1, 34)))
    g = pocket({II_1: "5505", **wall})
    assert not in_supply(g, g.pieces[II_1])


@pytest.mark.rule("KP-12.0.4", "FO-6.0.4")
def test_an_enemy_zone_cuts_a_line_unless_a_friend_stands_there() -> None:
    sparse = ring(*(f"03{row:02}" for row in range(1, 34, 3)))
    g = pocket({II_1: "5505", **sparse})
    assert not in_supply(g, g.pieces[II_1])  # a unit every third hex is enough
    chain = {I_1: "0402", "G-1SS-III/1": "0302", "G-1SS-I/2": "0202", "G-1SS-III/2": "0203"}
    g = pocket({II_1: "5505", **sparse, **chain})
    assert in_supply(g, g.pieces[II_1])  # friends in the zone carry the line
    assert in_supply(g, g.pieces[I_1])


@pytest.mark.rule("KP-12.0.2")
def test_supply_is_checked_when_it_matters_and_not_before() -> None:
    wall = ring(*(f"03{row:02}" for row in range(1, 34, 3)))
    g = pocket({II_1: "5106", "S-16TC-Var": "5107", **wall})
    battle = Battle("S-16TC-Var", "5107", (II_1,))
    assert differential(g, battle) == 2 - 2
    for unit in wall:
        g.drop(unit)
    assert differential(g, battle) == 3 - 2  # the line is open again: full strength at once


@pytest.mark.rule("KP-12.0.5")
def test_soviet_sources_are_roads_on_every_edge_but_the_west() -> None:
    roads = LANDS.boxed().soviet_roads
    assert set(roads) == {"2101", "2601", "3801", "4701", "5512", "5517", "2533", "2633", "4333"}
    assert all(h in GROUND.roads and h[:2] != "01" for h in roads)
    g = pocket({"S-180-21": "0212", "G-34-80": "0512", "G-34-107": "0515"})
    assert in_supply(g, g.pieces["S-180-21"])
    g = pocket({"S-180-21": "0212"})
    net = soviet_net(g)
    assert not any(1 << GROUND.index[h] & ~net for h in roads)


@pytest.mark.rule("KP-12.0.6", "KP-12.0.7", "KP-12.0.4")
def test_the_airfield_supplies_green_units_alone() -> None:
    """KX-33"""
    around = ring("3706", "3804", "4003", "4204", "4306", "4308", "4109", "3909", "3708")
    g = pocket({GREEN: "3906", **around})
    assert in_supply(g, g.pieces[GREEN])
    closed = {**around, "S-254-936": "4107"}
    g = pocket({GREEN: "3906", **closed})
    assert not in_supply(g, g.pieces[GREEN])
    g = pocket({GREEN: "3906", GREEN_2: "4007", **closed})
    assert in_supply(g, g.pieces[GREEN]) and in_supply(g, g.pieces[GREEN_2])
    for soviets, field in ((around, {}), (closed, {}), (closed, {GREEN_2: "4007"})):
        g = pocket({II_1: "3906", **soviets, **field})
        assert not in_supply(g, g.pieces[II_1])


@pytest.mark.rule("KP-12.0.6", "KP-12.0.7", "KP-12.0.8")
def test_german_sources_are_the_roads_of_the_west_edge() -> None:
    land = LANDS.boxed()
    assert land.west_roads == ("0113", "0118", "0123", "0131") and land.exits == (*land.west_roads, "0109")
    shut = ring("0112", "0117", "0122", "0130")
    for unit in (GREEN, II_1):
        g = pocket({unit: "0209", **shut, "S-373-1239": "4007"})
        assert not in_supply(g, g.pieces[unit])


@pytest.mark.rule("KP-12.1.1", "KP-12.1.2")
def test_an_unbridged_river_stops_every_line() -> None:
    """KX-34, first half"""
    units = {II_1: "1017", **ring("0916", "1116")}
    g = pocket(units)
    assert not in_supply(g, g.pieces[II_1])
    soviet = pocket({"S-180-21": "1017", "G-34-80": "0916", "G-34-107": "1116", "S-16TC-Var": "0720"})
    assert not in_supply(soviet, soviet.pieces["S-180-21"])  # no Soviet unit bridges anything


@pytest.mark.rule("KP-13.0.7", "KP-13.0.8", "KP-12.1.2", "KP-12.3.1", "KP-12.3.2")
def test_engineer_supply() -> None:
    """KX-34"""
    units = {II_1: "1017", ENGINEERS: "0720", **ring("0916", "1116")}
    g = pocket(units)
    assert in_supply(g, g.pieces[II_1])
    assert len(german_net(g, (g.pieces[II_1],)).crossings) == 1
    g.moved = {**g.moved, ENGINEERS: True}
    assert in_supply(g, g.pieces[II_1])  # a state, not an activity
    g.drop(ENGINEERS)
    assert not in_supply(g, g.pieces[II_1])
    battle = Battle(SOVIETS[0], "0916", (II_1,))
    assert [part.value for part in g.rules.attack(g, battle, g.pieces[II_1])] == [3, -1]
    assert [part.value for part in g.rules.defense(g, battle, g.pieces[II_1])] == [3, -1]
    g = pocket({II_1: "1017", **ring("0916", "1116")}, SupplyCheck(), Movement(mobile=True), phase="Mobile Movement")
    assert why_not(g, Pick(II_1)) == "KP-12.3.2"
    g.steps = (CombatPhase(mobile=True),)
    g.advance()
    assert not g.asks


@pytest.mark.rule("KP-13.0.7", "KP-13.0.8")
def test_no_engineer_is_spent_on_units_that_are_in_supply() -> None:
    """R54 Two green units fed by the airfield beyond the river; the engineer is there for the battalion alone."""
    bridges = ring("0112", "0214", "0617", "0916", "1116", "1719", "2222", "2531", "2633")
    g = pocket({GREEN: "4007", GREEN_2: "3906", II_1: "1017", ENGINEERS: "0720", **bridges})
    for green in (GREEN, GREEN_2):
        net = german_net(g, (g.pieces[green],))
        assert net.reaches(g.pieces[green]) and not net.crossings
    together = (g.pieces[GREEN], g.pieces[GREEN_2], g.pieces[II_1])
    assert supplied(g, together) == [True, True, True]
    assert len(german_net(g, together).crossings) == 1


# Two battalions cut off, each by a river of its own; the engineers at 1419 reach both rivers, those at 1015 one.
EAST, NORTH = "G-1Pz-II/1Pz", "G-1Pz-I/1Pz"
FORK = {NORTH: "1017", EAST: "1820", "G-1Pz-I/1": "1118", "G-1Pz-II/1": "1920", "G-72-172": "1419"}
FORK |= ring("1016", "1117", "1819", "1821")


@pytest.mark.rule("KP-13.0.7", "KP-12.0.1")
def test_each_engineer_bridges_where_the_others_cannot() -> None:
    """R54"""
    g = pocket({**FORK, "G-5SS-5E": "1015"})
    both = (g.pieces[NORTH], g.pieces[EAST])
    assert supplied(g, both) == supplied(g, both[::-1]) == [True, True]
    g = pocket(FORK)
    both = (g.pieces[NORTH], g.pieces[EAST])
    assert in_supply(g, both[0]) and in_supply(g, both[1])
    assert supplied(g, both).count(True) == 1
    assert supplied(g, both, {EAST: 2}) == [False, True] and supplied(g, both, {NORTH: 2}) == [True, False]


@pytest.mark.rule("KP-13.0.7", "KP-12.0.1")
def test_a_line_may_cross_as_many_rivers_as_there_are_engineers() -> None:
    chain = dict(zip((II_1, I_1, NORTH, EAST, GREEN), ("0718", "0817", "0918", "1017", "1118"), strict=True))
    crews = dict(zip(("G-72-172", "G-57-157", "G-88-188", "G-KAB-112E"), ("0620", "0814", "0720", "0121"), strict=True))
    units = {**chain, **crews, **ring("0919", "1119", "0717", "1018", "1117", "1016")}
    g = pocket(units)
    assert len(german_net(g, (g.pieces[GREEN],)).crossings) == 4 and in_supply(g, g.pieces[GREEN])
    g.drop("G-88-188")
    assert not in_supply(g, g.pieces[GREEN])


@pytest.mark.rule("KP-12.3.2", "KP-13.0.7")
def test_the_german_says_whom_the_engineers_serve_when_mobile_movement_begins() -> None:
    """R54"""
    for first, left in ((NORTH, EAST), (EAST, NORTH)):
        g = pocket(FORK, SupplyCheck(), Movement(mobile=True), phase="Mobile Movement")
        assert asked(g) == "German" and set(offered(g)) == {Pick(NORTH), Pick(EAST), MOST}
        assert not any(g.steps[-1].why_not(g, "German", action) for action in offered(g))
        play(g, Pick(first))
        assert g.cut_off == {left: True} and Pick(first) in offered(g)
    g = pocket(FORK, SupplyCheck(), phase="Mobile Movement")
    play(g, MOST)
    assert len(g.cut_off) == 1


@pytest.mark.rule("KP-12.3.2", "FO-4.1.8")
def test_only_units_that_can_still_do_something_are_checked() -> None:
    """R50, R5"""
    for done in ("attacked", "retreated"):
        g = pocket(FORK, phase="Mobile Movement")
        g.moved = {**g.moved, NORTH: True}
        getattr(g, done)[NORTH] = True
        begin(g, AirSupplyCheck(), SupplyCheck())
        assert not g.asks and g.cut_off == {}


@pytest.mark.rule("KP-12.2.3", "KP-13.0.7")
def test_air_supply_for_one_unit_frees_the_engineers_for_another() -> None:
    """R51"""
    for unit in (NORTH, EAST):
        g = pocket(FORK, AirSupplyCheck(), SupplyCheck(), phase="Mobile Movement")
        assert set(offered(g)) == {Pick(NORTH), Pick(EAST), NONE, NOT_AGAIN}
        play(g, Pick(unit), GiveUp(6))
        assert not g.asks and g.cut_off == {}


@pytest.mark.rule("KP-12.3.1", "KP-13.0.7")
def test_attackers_share_the_engineers_and_the_strongest_comes_first() -> None:
    """R50, R54 Two attackers beyond different rivers, one engineer."""
    tigers, target = "G-Baeke-503", SOVIETS[0]
    g = pocket({tigers: "2504", II_1: "2304", ENGINEERS: "1601", target: "2404"})
    assert in_supply(g, g.pieces[tigers]) and in_supply(g, g.pieces[II_1])
    for attackers in ((tigers, II_1), (II_1, tigers)):
        battle = Battle(target, "2404", attackers)
        assert [part.value for part in g.rules.attack(g, battle, g.pieces[tigers])] == [6]
        assert [part.value for part in g.rules.attack(g, battle, g.pieces[II_1])] == [3, -1]
    alone = Battle(target, "2404", (II_1,))
    assert [part.value for part in g.rules.attack(g, alone, g.pieces[II_1])] == [3]


@pytest.mark.rule("KP-12.3.1", "KP-13.0.7")
def test_mark_and_dossier_say_what_a_combat_would_count() -> None:
    """R54 One engineer, two attackers beyond different rivers: attacked or attacking alone, either is in supply."""
    tigers = "G-Baeke-503"
    g = pocket({tigers: "2504", II_1: "2304", ENGINEERS: "1601", SOVIETS[0]: "2404"})
    marked = {piece.id for piece in GAME.rules.view(g, None).pieces if "out_of_supply" in piece.marks}
    assert not marked & {tigers, II_1} and len(hungry_units(g, "German")) == 1
    for piece in GAME.rules.view(g, None).pieces:
        if piece.side == "German":
            dossier = GAME.face.dossier(g, "German", piece)
            served = "in supply only while the engineers serve it before others" in dossier.states
            assert served == (piece.id in {u.id for u in hungry_units(g, "German")})
            assert not any("out of supply" in value.note for value in dossier.values)
    g = pocket(CUT)
    piece = next(piece for piece in GAME.rules.view(g, None).pieces if piece.id == GREEN)
    assert "out_of_supply" in piece.marks and "out of supply" in GAME.face.dossier(g, None, piece).states


@pytest.mark.rule("KP-12.3.1")
def test_halves_are_rounded_up() -> None:
    wall = ring(*(f"03{row:02}" for row in range(1, 34, 3)))
    for unit, attack, defense in (("G-Baeke-503", 3, 3), ("G-1SS-1AG", 2, 1), ("G-1SS-1E", 1, 2)):
        g = pocket({unit: "5106", **wall})
        battle = Battle(unit, "5106", (unit,))
        assert sum(part.value for part in g.rules.attack(g, battle, g.pieces[unit])) == attack
        assert sum(part.value for part in g.rules.defense(g, battle, g.pieces[unit])) == defense
    weak = pocket({"G-1SS-1R": "5106", **wall}, depleted=["G-1SS-1R"])
    own = Battle("G-1SS-1R", "5106", ("G-1SS-1R",))
    assert [part.value for part in weak.rules.attack(weak, own, weak.pieces["G-1SS-1R"])] == [1]  # 1 stays 1
    battle = Battle("S-16TC-Var", "5107", ("G-1SS-1R",), (6,))
    g = pocket({"G-1SS-1R": "5106", "S-16TC-Var": "5107", **wall})
    assert differential(g, battle) == 1 + 6 - 2  # support is not halved
    assert reach(g, "G-1SS-1R")["5103"] <= 12


@pytest.mark.rule("KP-12.3.2")
def test_supply_regained_later_does_not_help_in_the_mobile_phases() -> None:
    wall = ring(*(f"03{row:02}" for row in range(1, 34, 3)))
    units = {II_1: "5106", I_1: "0101", "S-16TC-Var": "5107", **wall}
    g = pocket(units, SupplyCheck(), Movement(mobile=True), CombatPhase(mobile=True), phase="Mobile Movement")
    for unit in wall:
        g.drop(unit)
    g.advance()
    assert in_supply(g, g.pieces[II_1])
    assert why_not(g, Pick(II_1)) == "KP-12.3.2"
    begin(g, Phase("Mobile Combat"), CombatPhase(mobile=True))
    assert not g.asks  # nor does it attack in the phase that follows
    g.steps = (Movement(), Phase("Movement"))
    g.advance()
    assert Pick(II_1) in offered(g)


@pytest.mark.rule("KP-12.3.3", "KP-12.3.4")
def test_without_supply_a_unit_moves_attacks_holds_and_is_supported() -> None:
    wall = ring(*(f"03{row:02}" for row in range(1, 34, 3)))
    units = {II_1: "5106", "S-16TC-Var": "5107", **wall}
    g = pocket(units, Movement(), phase="Movement")
    assert Pick(II_1) in offered(g)
    g = pocket(units, CombatPhase(), markers={"Relief": (3,)})
    play(g, Pick("S-16TC-Var"), ATTACK)
    assert asked(g) == "German" and Draw("Relief") in offered(g)  # its group's counters may be drawn
    assert g.in_ezoc("Soviet", "5107")
    assert places(g)[II_1] == "5106" and not g.pieces[II_1].depleted


# ------------------------------------------------------------------ 12.2 air supply

TRAP = {GREEN: "5106", GREEN_2: "5305", **ring(*(f"03{row:02}" for row in range(1, 34, 3)))}
CUT = {**TRAP, "S-16TC-Var": "5107", "S-3TC-50": "4007"}


def attacked(weather: str = "clear") -> Pocket:
    """A cut-off green regiment is being attacked."""
    return pocket(CUT, AirSupply((GREEN,)), current="Soviet", weather=weather)


@pytest.mark.rule("KP-12.2.1", "KP-12.2.2", "KP-12.2.3")
def test_air_supply_for_one_unit_at_the_price_of_a_luftwaffe_counter() -> None:
    """KX-35"""
    g = attacked()
    assert asked(g) == "German"
    battle = Battle(GREEN, "5106", ("S-16TC-Var",))
    assert differential(g, battle) == 1 - 2
    play(g, Pick(GREEN))
    assert set(offered(g)) == {GiveUp(6), GiveUp(7), GiveUp(8), BACK}
    play(g, GiveUp(6))
    assert g.luftwaffe == (7, 8) and g.markers["Luftwaffe"] == (7, 8) and g.air_supply == 1
    assert differential(g, battle) == 1 - 4
    refusal = why_not_fly(g)
    assert refusal is not None and refusal.rule == "KP-12.2.1"  # one a turn


@pytest.mark.rule("KP-12.2.2")
def test_a_spent_luftwaffe_counter_may_be_given_up_too() -> None:
    g = pocket(CUT, AirSupply((GREEN,)), current="Soviet", markers={"Luftwaffe": (6, 7)})
    play(g, Pick(GREEN), GiveUp(8))
    assert g.luftwaffe == (6, 7) and g.markers["Luftwaffe"] == (6, 7)


@pytest.mark.rule("KP-12.2.1", "KP-11.1.2", "KP-11.1.3", "KP-12.2.5")
def test_no_air_supply_in_fog_nor_without_markers_or_counters() -> None:
    assert not attacked(weather="fog").asks
    assert not attacked(weather="precipitation").asks
    for field, value, rule in (("air_supply", 0, "KP-12.2.1"), ("luftwaffe", (), "KP-12.2.5")):
        g = attacked()
        setattr(g, field, value)
        shut = why_not_fly(g)
        assert shut is not None and shut.rule == rule
    for weather, rule in (("fog", "KP-11.1.2"), ("precipitation", "KP-11.1.3")):
        shut = why_not_fly(attacked(weather))
        assert shut is not None and shut.rule == rule


@pytest.mark.rule("KP-12.2.3")
def test_only_germans_are_supplied_by_air() -> None:
    g = attacked()
    kept = refusal(g, Pick("S-16TC-Var"))
    assert kept is not None and kept.rule == "KP-12.2.3" and kept.hint == "Only German units are supplied by air."


@pytest.mark.rule("KP-12.2.3", "KP-12.0.2")
def test_it_is_offered_before_each_check() -> None:
    battle = Battle(GREEN, "5106", ("S-16TC-Var",))
    g = pocket(CUT, current="Soviet")
    assert g.rules.before_roll(g, battle) == (AirSupply(battle=battle),)
    mobile = {II_1: "5106", **{u: h for u, h in CUT.items() if u not in (GREEN, GREEN_2)}}
    g = pocket(mobile, AirSupplyCheck(), SupplyCheck(), Movement(mobile=True), phase="Mobile Movement")
    play(g, Pick(II_1), GiveUp(7))
    assert Pick(II_1) in offered(g)  # supplied in time: it may move
    g = pocket(mobile, AirSupplyCheck(), SupplyCheck(), Movement(mobile=True), phase="Mobile Movement")
    play(g, NONE)
    assert why_not(g, Pick(II_1)) == "KP-12.3.2"


@pytest.mark.rule("KP-12.2.3", "FO-4.1.8", "KP-12.3.2")
def test_a_unit_that_has_moved_may_be_supplied_by_air_for_the_mobile_combat_phase() -> None:
    mobile = {II_1: "5106", **{u: h for u, h in CUT.items() if u not in (GREEN, GREEN_2)}}
    g = pocket(mobile, phase="Mobile Movement")
    g.moved = {**g.moved, II_1: True}
    begin(g, AirSupplyCheck(), SupplyCheck(), CombatPhase(mobile=True))
    play(g, Pick(II_1), GiveUp(6))
    assert Pick("S-16TC-Var") in offered(g)
    g = pocket(mobile, phase="Mobile Movement")
    g.moved = g.attacked = {**g.moved, II_1: True}
    begin(g, AirSupplyCheck(), SupplyCheck(), CombatPhase(mobile=True))
    assert not g.asks  # nothing is left for it to do


@pytest.mark.rule("KP-12.2.4")
def test_air_supply_feeds_nobody_else_and_ends_with_the_turn() -> None:
    g = pocket({**CUT, "G-57-217": "5206"}, current="Soviet")
    g.airlifted = GREEN
    fed = supplied(g, (g.pieces[GREEN], g.pieces["G-57-217"]))
    assert fed == [True, False]
    g.steps = (EndOfTurn(),)
    g.advance()
    assert g.airlifted == "" and not in_supply(g, g.pieces[GREEN])


@pytest.mark.rule("KP-18.0.2", "KP-12.2.4")
def test_air_supply_does_not_rebuild() -> None:
    g = pocket({u: h for u, h in CUT.items() if u != "S-16TC-Var"}, depleted=[GREEN])
    g.airlifted = GREEN
    assert in_supply(g, g.pieces[GREEN]) and not has_line(g, g.pieces[GREEN])
    refusal = why_not_rebuild(g, g.pieces[GREEN])
    assert refusal is not None and refusal.rule == "KP-18.0.2"


# ------------------------------------------------------------------ 13.0 engineers


@pytest.mark.rule("KP-13.0.1", "KP-13.0.2")
def test_range_is_plain_hexes_to_either_hex_of_the_side() -> None:
    g = pocket({ENGINEERS: "0720", "G-72-172": "3010"})
    near = hexsides(g, g.pieces[ENGINEERS])
    distance = GROUND.grid.distance
    assert side("0817", "0818") in near
    assert all(min(distance("0720", a), distance("0720", b)) <= 10 for a, b in near)
    assert any(max(distance("0720", a), distance("0720", b)) == 11 for a, b in near)
    leg = hexsides(g, g.pieces["G-72-172"])
    assert max(min(distance("3010", a), distance("3010", b)) for a, b in leg) == 6
    for unit, current in (("S-16TC-Var", "Soviet"), (II_1, "German")):
        plain = pocket({unit: "0720"}, current=current)
        refusal = why_not_bridge(plain, plain.pieces[unit])
        assert refusal is not None and refusal.rule == "KP-13.0.1"


def bridging(**more: str) -> Pocket:
    """German movement with an engineer and a battalion at a river."""
    return pocket({ENGINEERS: "0720", II_1: "0818", "G-34-80": "0819", **more}, Movement(), phase="Movement")


@pytest.mark.rule("KP-13.0.3", "KP-13.0.6", "KP-13.0.11", "KP-20.0.20")
def test_one_hexside_a_phase_for_any_number_of_units() -> None:
    g = bridging()
    assert reach(g, II_1)["0817"] == 3
    play(g, BRIDGE, Bridge("0817", "0818"))
    assert reach(g, II_1)["0817"] == 1  # the hex alone
    assert why_not(g, BRIDGE) == "KP-13.0.3"
    play(g, Pick(II_1), To("0817"), To("0816"))
    assert reach(g, "G-34-80")["0817"] == 2  # the next unit too
    g.steps = (Phase("Mobile Movement"),)
    g.advance()
    assert crossings(g) == ()
    assert why_not_bridge(g, g.pieces[ENGINEERS]) is None  # free again for the next phase


@pytest.mark.rule("KP-13.0.3", "FO-5.1.6")
def test_a_bridge_laid_for_the_unit_on_the_move_does_not_end_its_move() -> None:
    g = bridging()
    play(g, Pick(II_1), To("0719"), To("0818"), BRIDGE, Bridge("0817", "0818"), To("0817"))
    step = g.steps[-1]
    assert isinstance(step, Movement) and step.unit == II_1 and step.spent == 6
    assert places(g)[II_1] == "0817"


@pytest.mark.rule("KP-13.0.4")
def test_no_bridge_beside_an_enemy_unit_but_his_zone_is_no_matter() -> None:
    g = bridging(**{"S-180-21": "0817"})
    play(g, BRIDGE)
    assert why_not(g, Bridge("0817", "0818")) == "KP-13.0.4"
    g = bridging(**{"S-180-21": "0816"})
    play(g, BRIDGE, Bridge("0817", "0818"))
    assert crossings(g) == (("0817", "0818"),)
    g.place(g.pieces["S-180-21"], "0817")
    assert crossings(g) == ()


@pytest.mark.rule("KP-13.0.5")
def test_the_bridge_ends_when_the_engineer_goes_too_far() -> None:
    g = bridging()
    play(g, BRIDGE, Bridge("0817", "0818"), Pick(ENGINEERS), To("0820"))
    assert crossings(g) == (("0817", "0818"),)  # it may move, within range
    g.place(g.pieces[ENGINEERS], "0830")
    assert crossings(g) == ()
    assert reach(g, II_1)["0817"] == 3


@pytest.mark.rule("KP-13.0.9")
def test_one_attack_a_phase_and_engineer() -> None:
    units = {"S-16TC-11G": "0817", "G-1SS-1Pz": "0818", ENGINEERS: "0720"}
    g = pocket(units, Declare("S-16TC-11G"), markers={"Luftwaffe": (), "Relief": (), "16TC": ()}, dice=[5])
    play(g, Pick("G-1SS-1Pz"))
    assert line(g, Battle("S-16TC-11G", "0817", ("G-1SS-1Pz",))).text == "minor river"
    play(g, Assist(ENGINEERS), ATTACK)  # the adjoining hex is held by the enemy, which does not matter
    assert ENGINEERS in g.assisted
    g.steps = (Declare("S-16TC-11G", attackers=("G-1SS-1Pz",)),)
    g.attacked = {}
    g.advance()
    assert why_not(g, Assist(ENGINEERS)) == "KP-13.0.9"
    g.steps = (Phase("Mobile Combat"),)
    g.advance()
    assert not g.assisted


@pytest.mark.rule("KP-13.0.10")
def test_the_engineer_need_not_attack_itself() -> None:
    g = pocket({"S-16TC-11G": "0817", "G-1SS-1Pz": "0818", ENGINEERS: "0720"})
    battle = Battle("S-16TC-11G", "0817", ("G-1SS-1Pz",), engineer=ENGINEERS)
    assert line(g, battle).text == "bridge"


@pytest.mark.rule("FO-7.9.7", "KP-13.0.8")
def test_an_advanced_engineer_bridges_for_supply_alone() -> None:
    g = pocket({II_1: "1017", ENGINEERS: "0720", **ring("0916", "1116")})
    g.advanced = {**g.advanced, ENGINEERS: True}
    assert in_supply(g, g.pieces[II_1])
    refusal = why_not_bridge(g, g.pieces[ENGINEERS])
    assert refusal is not None and refusal.rule == "FO-7.9.7"


@pytest.mark.rule("KP-13.0.11", "KP-20.0.20")
def test_all_three_functions_in_one_turn() -> None:
    g = bridging(**{"S-16TC-11G": "0919"})
    play(g, BRIDGE, Bridge("0817", "0818"))
    g.phase = "Combat"
    battle = Battle("S-16TC-11G", "0817", (II_1,))
    assert why_not_assist(g, battle, g.pieces[ENGINEERS]) is None
    assert side("0918", "1017") in hexsides(g, g.pieces[ENGINEERS])


def test_supply_is_not_worked_out_again_where_nothing_that_bears_on_it_changed() -> None:
    g = pocket({II_1: "0818", "S-180-21": "0917", "S-180-42": "0916"})
    first = soviet_net(g)
    worked_out = lines.cache_info().misses
    assert soviet_net(g) == soviet_net(g.clone()) == first
    g.put(replace(g.pieces["S-180-21"], depleted=True))
    assert soviet_net(g) == first
    assert lines.cache_info().misses == worked_out
    g.place(g.pieces[II_1], "0819")
    assert soviet_net(g) != first
    assert lines.cache_info().misses == worked_out + 1


def test_a_no_to_air_supply_goes_on_to_the_die() -> None:
    battle = Battle(GREEN, "5106", ("S-16TC-Var",))
    g = pocket(CUT, AirSupply((GREEN,)), Resolve(battle), current="Soviet", dice=[3])
    play(g, Press("No air supply"))
    assert g.outcomes == [2]
