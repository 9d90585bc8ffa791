"""2 Components."""

from __future__ import annotations

import dataclasses

import pytest

from grognard.engine import Pick, To
from grognard.games.tank_leader import GAME
from grognard.games.tank_leader.rules.data import BLANKS, CARDS, GRID, MAP, TABLES, TYPES
from grognard.games.tank_leader.rules.fire import AI, AV, FireAt, why_not_fire
from grognard.games.tank_leader.rules.forces import line_up
from grognard.games.tank_leader.rules.operations import Activate
from grognard.games.tank_leader.rules.scenarios import SCENARIOS
from grognard.games.tank_leader.rules.state import TankLeader, Unit, Zone
from grognard.games.tank_leader.rules.terrain import Conditions, country_of
from grognard.games.tank_leader.rules.view import marks, view

from .table import FLAT, act, field, offered, play, put, rule, say


@pytest.mark.rule("TL-2.1.1")
def test_markers_are_no_units_and_belong_to_nobody() -> None:
    g = field()
    g.zones = {**g.zones, "2117": (Zone("german", 3, 3, ("x",)),)}
    put(g, "pz4l", "2117", "106")
    seen = view(g, "german")
    assert {p.id for p in seen.pieces} == set(g.pieces)
    assert not hasattr(seen.markers[0], "side")


@pytest.mark.rule("TL-2.11.1")
def test_every_type_is_a_vehicle_or_not_by_its_class() -> None:
    machines = {"tank", "spg", "armoured_car", "halftrack", "truck"}
    for what in TYPES.values():
        assert what.vehicle == (what.kind in machines), what.id
        assert what.kind in machines | {"infantry", "fo", "artillery"}


@pytest.mark.rule("TL-2.11.2")
def test_standard_scenarios_use_vehicles_only() -> None:
    assert [row["level"] for row in SCENARIOS.values()][:15] == ["standard"] * 5 + ["advanced"] * 10
    assert {TYPES[kind].vehicle for _, kind in line_up("101", 1943, advanced=False)} == {True}
    assert "g_fo" in [kind for _, kind in line_up("101", 1943, advanced=True)]
    assert "s_truck" not in [kind for _, kind in line_up("227", 1943, advanced=False)]


@pytest.mark.rule("TL-2.11.3", "TL-8.3")
def test_a_unit_that_has_operated_lies_face_down_and_does_no_more() -> None:
    g = field()
    tank, other = put(g, "pz4l", "2117", "106"), put(g, "pz4l", "2118", "106")
    act(g, tank)
    say(g, To("2116"))
    say(g, next(a for a in offered(g) if a == a and getattr(a, "button", "") == "stop here"))
    assert not g.pieces[tank].up
    assert Pick(other) in offered(g)
    assert rule(g, Pick(tank)) == "TL-2.11.3"


@pytest.mark.rule("TL-2.11.4")
def test_every_unit_but_a_truck_belongs_to_one_combat_card() -> None:
    for card in CARDS.values():
        if card.type == "combat":
            years = [y for y in range(1941, 1946) if card.line_up(y)]
            for key, kind in line_up(card.key, years[0], advanced=True):
                assert (key == card.key) == (not TYPES[kind].truck)


@pytest.mark.rule("TL-2.11.5", "TL-12.11.1")
def test_what_a_counter_prints() -> None:
    rifle = TYPES["rifle"]
    assert (rifle.av, rifle.ai, rifle.defense, rifle.ma, rifle.range) == (2, 3, 1, 1, 2)
    flags = {f: {t.id for t in TYPES.values() if getattr(t, f)} for f in ("soft", "tow", "indirect", "star")}
    assert flags["tow"] == {"s_gun76", "s_at76", "g_infgun", "g_pak38", "g_pak40", "g_flak88"}
    assert flags["indirect"] == {"s_mortar82", "s_mortar120", "s_gun76", "su76", "g_mortar", "g_infgun"}
    assert {"s_fo", "g_fo", "rifle_hq", "ac222"} <= flags["star"]
    assert {"s_truck", "g_truck", "halftrack", "marder"} <= flags["soft"]


@pytest.mark.rule("TL-2.11.6")
def test_zero_is_a_strength_and_none_is_not() -> None:
    g = field()
    grenadiers, truck = put(g, "g_inf", "2117", "103"), put(g, "g_truck", "2117")
    tank = put(g, "t34_76", "2117", "206")
    assert why_not_fire(g, g.pieces[grenadiers], g.pieces[tank], AV) is None
    refusal = why_not_fire(g, g.pieces[truck], g.pieces[tank], AV)
    assert refusal is not None and refusal.rule == "TL-2.11.6"


@pytest.mark.rule("TL-2.11.7")
def test_no_unit_spends_more_than_its_allowance() -> None:
    g = field()
    kv = put(g, "kv1", "3804", "204")
    act(g, kv)
    assert To("3808") in offered(g)
    assert To("3809") not in offered(g)


@pytest.mark.rule("TL-2.11.8")
def test_range_counts_the_target_hex_and_not_the_firers() -> None:
    g = field()
    firer = put(g, "pz3l", "3804", "109")  # range 8
    near, far = put(g, "t26", "3812", "205"), put(g, "t26", "3813", "205")
    assert GRID.distance("3804", "3804") == 0
    assert why_not_fire(g, g.pieces[firer], g.pieces[near], AV) is None
    refusal = why_not_fire(g, g.pieces[firer], g.pieces[far], AV)
    assert refusal is not None and refusal.rule == "TL-9.21.1"


@pytest.mark.rule("TL-2.11.9")
def test_the_printed_groups_are_read_as_ruled() -> None:
    kv, mortar, gun = TYPES["kv1"], TYPES["s_mortar120"], TYPES["s_gun76"]
    assert (kv.av, kv.defense, kv.ma) == (6, 9, 4)
    assert (TYPES["churchill"].av, TYPES["churchill"].defense, TYPES["churchill"].ma) == (6, 7, 3)
    assert (mortar.av, mortar.defense, mortar.range) == (2, 1, 10)
    assert (gun.av, gun.defense, gun.range) == (4, 2, 6)
    assert (TYPES["halftrack"].ai, TYPES["halftrack"].ma) == (3, 9)


@pytest.mark.rule("TL-2.12.1")
def test_every_status_shows_as_a_marker() -> None:
    g = field()
    unit = put(
        g, "g_inf", "2117", "103", suppressed=True, separated=True, fired=True, trench=2, boosted=True, exp=2, up=False
    )
    g.cards = {**g.cards, "103": "shaken"}
    assert set(marks(g, g.pieces[unit])) == {
        *("done", "suppressed", "separated", "fired", "entrenched", "veteran", "shaken"),
    }
    g.change(unit, trench=1)
    assert "entrenching" in marks(g, g.pieces[unit])


@pytest.mark.rule("TL-2.12.2")
def test_the_tracks_show_turn_length_visibility_and_conditions() -> None:
    g = field(visibility=6)
    seen = view(g, "german")
    assert (seen.turn, seen.turns) == (1, 9)
    assert {t.title: t.value for t in seen.tracks if t.title in ("Visibility", "Season", "Area", "Contour")} == {
        "Visibility": "6",
        "Season": "summer",
        "Area": "wooded",
        "Contour": "flat",
    }
    assert "Urbanization" in [t.title for t in seen.tracks]


@pytest.mark.rule("TL-2.2.1")
def test_the_deck_has_45_soviet_and_27_german_cards() -> None:
    def count(side: str) -> int:
        return [*[c.side for c in CARDS.values()], *BLANKS.values()].count(side)

    assert (count("soviet"), count("german")) == (45, 27)
    assert len(BLANKS) == 3


@pytest.mark.rule("TL-2.4.1")
def test_one_symbol_means_different_things_in_different_battles() -> None:
    meanings = {
        area: country_of(Conditions("summer", "normal", "normal", area, "flat")).terrain["3024"]
        for area in ("arid", "wooded", "forested", "heavily_forested")
    }
    assert meanings == {"arid": "brush", "wooded": "brush", "forested": "woods", "heavily_forested": "forest"}


@pytest.mark.rule("TL-2.5.1")
def test_the_scale_is_on_record() -> None:
    assert (TABLES["components"]["hex_metres"], TABLES["components"]["scenario_minutes"]) == (150, 60)


@pytest.mark.rule("TL-2.5.2")
def test_one_die_spots_three_fire_and_two_check_morale() -> None:
    g = field()
    firer = put(g, "pz4l", "2117", "106")
    target = put(g, "t34_76", "2617", "206")
    act(g, firer)
    say(g, FireAt(target, AV), dice=[6, 4, 4, 3, 3, 3])  # 11 + 1 = 12: a hit, and a check of 6
    assert [len(e.dice) for e in g.events or () if e.dice] == [1, 3, 2]


def test_the_state_is_made_of_what_the_engine_can_save() -> None:
    g = field(FLAT)
    put(g, "rifle", "2117", "222", trench=1)
    g.zones = {**g.zones, "2117": (Zone("german", 3, 3, ("x",)),)}
    play(g, Activate(("222",)))
    again = GAME.rules.codec.read_state(g.to_json())
    assert isinstance(again, TankLeader)
    assert again.digest() == g.digest()
    assert {f.name for f in dataclasses.fields(TankLeader)} >= {"zones", "pile", "control"}
    assert Unit in type(g.pieces[next(iter(g.pieces))]).__mro__
    assert MAP.grid is GRID and AI != AV
