"""10.0, 11.0, 14.0, 20.0 Components, weather, zero strength, set-up and victory."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from grognard.engine import Match, Pick, To
from grognard.games.folio.rules.combat import CombatPhase
from grognard.games.folio.rules.combat_results import differential
from grognard.games.folio.rules.movement import END
from grognard.games.folio.rules.sequence import GameTurn, Phase
from grognard.games.folio.rules.setup import SetUp
from grognard.games.folio.rules.state import Battle, Unit
from grognard.games.korsun import GAME
from grognard.games.korsun.rules.data import COUNTERS, GROUND, GROUPS
from grognard.games.korsun.rules.exclusive import Exclusive
from grognard.games.korsun.rules.reserves import ReleaseRolls
from grognard.games.korsun.rules.scenarios import CAMPAIGN
from grognard.games.korsun.rules.scenarios import greens as green_units
from grognard.games.korsun.rules.state import Draw, engineers
from grognard.games.korsun.rules.supply import connected, in_supply
from grognard.games.korsun.rules.support import Weather, flying, mud
from grognard.games.korsun.rules.victory import judge_victory, level
from grognard.games.korsun.rules.view import view
from tests.games.folio.situation import begin, chosen, offered, play, told, why_not
from tests.games.korsun.situation import pocket

# ------------------------------------------------------------------ 10.0


@pytest.mark.rule("KP-10.0.1", "KP-10.0.2", "KP-13.0.1")
def test_only_german_engineers_of_both_kinds_have_an_ability() -> None:
    able = {what.type for what in COUNTERS.values() if "engineer" in what.flags}
    assert able == {"eng", "meng"}
    g = pocket({"G-72-172": "3010", "G-1SS-1E": "0513", "S-16TC-Var": "0717", "G-1SS-1AG": "0512"})
    assert {u.id for u in engineers(g)} == {"G-72-172", "G-1SS-1E"}
    assert not any("engineer" in what.flags for what in COUNTERS.values() if what.side == "Soviet")


@pytest.mark.rule("KP-10.0.3", "KP-10.0.8")
def test_some_units_have_one_step() -> None:
    assert COUNTERS["S-5MC-1700"].back is None and COUNTERS["S-5MC-1700"].type == "aa"
    assert COUNTERS["G-Corps-A1"].back is None
    assert COUNTERS["G-72-105"].back == (2, 3, 6)
    g = pocket({"G-72-105": "3010"}, depleted=["G-72-105"])
    assert g.what(g.pieces["G-72-105"]).division == "72"


@pytest.mark.rule("KP-10.0.4", "KP-10.0.10")
def test_ad_hoc_units() -> None:
    odd = COUNTERS["G-72-266A"]
    assert (odd.type, odd.front, odd.back, odd.division) == ("adhoc", (2, 3, 6), None, "72")
    assert COUNTERS["G-72-266"].front == (3, 4, 6)
    assert {what.type for what in COUNTERS.values() if "adhoc" in what.flags} == {"adhoc"}
    assert all(COUNTERS[f"G-Corps-A{n}"].size == "II" for n in (1, 2, 3))


@pytest.mark.rule("KP-10.0.5", "KP-10.0.6", "KP-10.0.7", "KP-10.0.9")
def test_counter_errata() -> None:
    assert COUNTERS["S-69G-206"].type == COUNTERS["S-69G-208"].type == "inf"
    assert COUNTERS["S-373-1239"].name == "1239/373"
    assert not any("1329" in what.name for what in COUNTERS.values())
    assert COUNTERS["S-5GTC-1696"].group == "5GTC" and COUNTERS["S-5GTC-1696"].back == (0, 1, 8)
    panzergrenadiers = [what.name for what in COUNTERS.values() if what.division == "14Pz" and what.type == "mot"]
    assert panzergrenadiers == ["103/14Pz"]


@pytest.mark.rule("KP-10.1.1")
def test_abbreviations_are_those_of_the_counters() -> None:
    divisions = {what.division for what in COUNTERS.values()}
    assert {"KAB", "213 Sich", "5 WN", "54UR", "159UR", "Var.", "69G", "5GTC", "5MC"} <= divisions
    assert {"5GCC", "27A", "6TA", "16TC"} <= {what.group for what in COUNTERS.values()}


# ------------------------------------------------------------------ 11.0


@pytest.mark.rule("KP-11.0.1")
def test_the_first_turn_is_clear() -> None:
    g = pocket({}, Weather(), turn=1, weather="fog")
    assert g.weather == "clear" and g.outcomes == []


@pytest.mark.rule("KP-11.0.2", "KP-11.0.3")
def test_weather_by_the_die_before_anything_else() -> None:
    found = [pocket({}, Weather(), turn=2, dice=[die]).weather for die in range(1, 7)]
    assert found == ["clear"] * 4 + ["fog", "precipitation"]
    g = pocket({"S-180-21": "2811"}, GameTurn(2), dice=[5])
    lines = told(g)
    assert lines[0] == "The weather: fog"
    track = {t.title: t.value for t in view(g, None).tracks}
    assert track["Weather"] == "fog"


@pytest.mark.rule("KP-11.1.1", "KP-11.1.2", "KP-11.1.3", "KP-11.1.4")
def test_what_weather_does() -> None:
    attack, barrage = Battle("x", "5106", ("y",)), Battle("x", "5106", bombardment=True)
    for weather, fly, penalty in (("clear", True, 0), ("fog", False, 0), ("precipitation", False, 1)):
        g = pocket({}, weather=weather)
        assert flying(g) == fly
        assert sum(part.value for part in mud(g, attack)) == penalty
        assert mud(g, barrage) == []


@pytest.mark.rule("KP-11.1.2", "KP-15.3.2")
def test_fog_grounds_the_air_counters_of_both_sides() -> None:
    for side, mine, theirs, pool in (
        ("German", "G-1SS-II/1", "S-16TC-Var", "Luftwaffe"),
        ("Soviet", "S-16TC-Var", "G-1SS-II/1", "SovAir"),
    ):
        units = {mine: "5105", theirs: "5106"}
        battle = Battle(theirs, "5106", (mine,))
        for weather, ruled in (("clear", ""), ("fog", "KP-15.3.2"), ("precipitation", "KP-15.3.2")):
            g = pocket(units, current=side, weather=weather)
            refusal = g.rules.why_not_support(g, battle, side, Draw(pool))
            assert (refusal.rule if refusal else "") == ruled


# ------------------------------------------------------------------ 14.0


@pytest.mark.rule("KP-14.0.1")
def test_zero_attacks_with_nothing_but_its_support() -> None:
    aa = "S-5MC-1700"
    g = pocket({aa: "5105", "G-1SS-II/1": "5106"}, CombatPhase(), current="Soviet")
    play(g, Pick("G-1SS-II/1"))
    assert chosen(g) == (aa,)
    assert differential(g, Battle("G-1SS-II/1", "5106", (aa,))) == 0 - 3
    assert differential(g, Battle("G-1SS-II/1", "5106", (aa,), (3, 2))) == 5 - 3


# ------------------------------------------------------------------ 20.0


@pytest.mark.rule("KP-20.0.1", "KP-20.0.2")
def test_twelve_turns_the_soviets_first() -> None:
    assert CAMPAIGN.turns == 12 and Exclusive.sides == ("Soviet", "German")
    match = Match.new(GAME, "campaign", seed=1)
    assert match.decision.side == "Soviet"
    assert all(unit.place in GROUND.index for unit in match.state.pieces.values())
    assert not any(unit.place.startswith("turn") for unit in match.state.pieces.values())
    by_hand = Match.new(GAME, "campaign", {"setup": "by hand"}, seed=1)
    assert by_hand.decision.side == "Soviet"


@pytest.mark.rule("KP-20.0.1", "FO-4.0.1")
def test_there_is_no_thirteenth_turn() -> None:
    g = pocket({"G-72-105": "3010"}, GameTurn(13), turn=12)
    assert g.result is not None and not g.asks


@pytest.mark.rule("KP-20.0.3")
def test_twelve_soviet_groups_and_two_german() -> None:
    ground = {name for name, what in GROUPS.items() if not what.air}
    soviet = "27A 6TA 5MC 5GTC 4GA 18TC 29TC 20TC 16TC 3TC 5GCC 52A"
    assert ground == {*soviet.split(), "Encircled", "Relief"}
    assert {what.group for what in COUNTERS.values()} == ground
    count = Counter(what.group for what in COUNTERS.values())
    assert count["Encircled"] == 44 and count["Relief"] == 47 and len(COUNTERS) == 193


@pytest.mark.rule("KP-20.0.4")
def test_every_unit_sets_up_in_its_own_area() -> None:
    for area, hexes in CAMPAIGN.areas.items():
        own = [what.id for what in COUNTERS.values() if what.area == area]
        assert len(own) < len(hexes)
        assert {CAMPAIGN.placement[unit] for unit in own} <= set(hexes)
    assert len(set(CAMPAIGN.placement.values())) == 193
    everywhere = [h for area in CAMPAIGN.areas.values() for h in area]
    assert len(everywhere) == len(set(everywhere))
    match = Match.new(GAME, "campaign", {"setup": "by the computer"}, seed=4)
    for unit in match.state.pieces.values():
        assert unit.place in CAMPAIGN.areas[COUNTERS[unit.id].area]


@pytest.mark.rule("KP-20.0.4", "FO-3.0.4")
def test_set_up_by_hand_is_held_to_the_areas() -> None:
    g = pocket({})
    for what in COUNTERS.values():
        g.put(Unit(what.id, what.side))
    begin(g, SetUp("Soviet"), SetUp("German"))
    first = next(what for what in COUNTERS.values() if what.side == "Soviet")
    assert {a.hex for a in offered(g) if isinstance(a, To)} == set(CAMPAIGN.areas[first.area])
    assert why_not(g, To("0101")) == "FO-3.0.4"


@pytest.mark.rule("KP-20.0.5")
def test_everybody_begins_at_full_strength_with_full_pools() -> None:
    g: Any = Match.new(GAME, "campaign", seed=1).state
    assert not any(unit.depleted for unit in g.pieces.values())
    assert g.markers == {name: what.counters for name, what in GROUPS.items()}
    for side in ("Soviet", "German"):
        assert all(in_supply(g, unit) for unit in g.units(side))


@pytest.mark.rule("KP-20.0.6")
def test_airborne_units_do_not_drop() -> None:
    g = pocket({"S-5GA-1G": "4014"}, current="Soviet")
    g.steps = Exclusive().player_turn("Soviet")[2:3]
    g.advance()
    play(g, Pick("S-5GA-1G"))
    far = [a.hex for a in offered(g) if isinstance(a, To) and GROUND.grid.distance(a.hex, "4014") > 10]
    assert far == []


def greens(count: int) -> dict[str, str]:
    """So many units of the Encircled Force along the west edge."""
    ids = [what.id for what in COUNTERS.values() if what.group == "Encircled"]
    return {unit: f"{2 + i // 30:02}{2 + i % 30:02}" for i, unit in enumerate(ids[:count])}


@pytest.mark.rule("KP-20.0.7", "KP-12.0.8")
def test_connected_means_a_line_to_a_west_edge_road_or_trail() -> None:
    """KX-38"""
    ring = {f"S-180-{n}": h for n, h in ((21, "0112"), (42, "0117"), (86, "0122"))}
    roads = {**ring, "S-206-722": "0130", "S-206-748": "4007", "G-72-105": "0209"}
    g = pocket(roads)
    assert [u.id for u in connected(g)] == ["G-72-105"]
    assert not in_supply(g, g.pieces["G-72-105"])  # the trail hex is no source in play
    blocked = pocket({**roads, "S-206-737": "0109"})
    assert connected(blocked) == []
    soviets = [what.id for what in COUNTERS.values() if what.group == "52A"]
    gate = dict(zip(soviets, GROUND.neighbours["4007"], strict=False))
    pocketed = pocket({"G-72-105": "4007", **gate})
    assert in_supply(pocketed, pocketed.pieces["G-72-105"])  # the airfield supplies it
    assert connected(pocketed) == []  # and does not save it
    pocketed.airlifted = "G-72-105"
    assert connected(pocketed) == []


@pytest.mark.rule("KP-20.0.7", "KP-13.0.7")
def test_engineers_connect_as_many_green_units_as_they_can() -> None:
    """R54, R64"""
    green = {"G-57-179": "1017", "G-57-199": "1820", "G-57-217": "1118", "G-72-105": "1920"}
    ring = {"S-180-21": "1016", "S-180-42": "1117", "S-180-86": "1819", "S-206-722": "1821"}
    g = pocket({**green, **ring, "G-72-172": "1419", "G-5SS-5E": "1015"})
    assert {u.id for u in connected(g)} == {*green, "G-5SS-5E", "G-72-172"}


@pytest.mark.rule("KP-20.0.8", "KP-20.0.9", "KP-20.0.10", "KP-20.0.11", "KP-20.0.12")
def test_the_four_levels() -> None:
    """KX-38"""
    assert green_units("campaign") == 44
    assert level(23)[0] == "German strategic"
    assert level(22)[0] == level(10)[0] == "German tactical"
    assert level(9)[0] == level(1)[0] == "Soviet tactical"
    assert level(0)[0] == "Soviet strategic"
    for count in (23, 22, 9, 0):
        assert judge_victory(pocket(greens(count))).level == level(count)[0]
    worn = pocket(greens(10), depleted=[u for u in greens(10) if COUNTERS[u].back])
    assert judge_victory(worn).level == "German tactical"  # a depleted counter counts one


@pytest.mark.rule("FO-4.1.1", "KP-18.0.1")
def test_the_phases_of_a_korsun_player_turn() -> None:
    steps = Exclusive().player_turn("Soviet")
    names = [step.name for step in steps if isinstance(step, Phase)]
    assert names == ["Movement", "Combat", "Mobile Movement", "Mobile Combat", "Rebuild"]
    assert any(isinstance(step, ReleaseRolls) for step in steps)
    assert not any(isinstance(step, ReleaseRolls) for step in Exclusive().player_turn("German"))


def test_the_view_shows_supply_zones_and_the_pocket() -> None:
    match = Match.new(GAME, "campaign", seed=1)
    shown = match.view("German")
    kinds = Counter(marker.kind for marker in shown.markers)
    assert kinds["zoc"] > 100 and kinds["supply"] > 50 and kinds["control"] == 1
    assert len(shown.pieces) == 193
    assert match.view(None).tracks == shown.tracks
    assert END in match.decision.actions
