"""1.0, 2.0 Scale, map and counters."""

from __future__ import annotations

import pytest

from grognard.engine import Pick, Press, To
from grognard.games.night_fight import GAME
from grognard.games.night_fight.rules.data import EDGES, GRID, MAP, MOBILE_POOL, SOVIET_TYPES, STATIC_POOL, TYPES
from grognard.games.night_fight.rules.events import MARKERS, RandomEvents
from grognard.games.night_fight.rules.fire import Retreat
from grognard.games.night_fight.rules.losses import eliminate
from grognard.games.night_fight.rules.setup import Buy, Purchase, place_columns
from grognard.games.night_fight.rules.soviet_movement import SovietMovement
from grognard.games.night_fight.rules.stacking import height
from grognard.games.night_fight.rules.terrain import entry_cost, features
from grognard.games.night_fight.rules.unit_acts import Spot
from grognard.testing import logged, offered, unrolled
from tests.games.night_fight.printed import LARGE_RIVER

from .situations import FIRE, MOVE, column, german, pieces, play, position, refused, soviet


@pytest.mark.rule("NF-1.0.1")
def test_only_german_players_are_ever_asked() -> None:
    g = position(german("pzkpfw_iv", "2309"), soviet("soviet_infantry", "2330"), step=MOVE)
    assert GAME.rules.sides(g) == ("german",)
    assert refused(g, Pick("soviet_infantry")) == "NF-1.0.1"


@pytest.mark.rule("NF-1.0.1")
def test_the_german_player_chooses_the_way_of_a_soviet_retreat() -> None:
    g = position(
        *pieces("stug_iii 2518, m42 2520 spotted"), step=Retreat("m42", "2518", "2520", 1, 1), retreats={"m42": 1}
    )
    assert g.asks[0].side == "german"
    assert {a.hex for a in offered(g) if isinstance(a, To)} == {"2421", "2521", "2621"}


@pytest.mark.rule("NF-1.1.1")
def test_a_counter_bought_is_one_vehicle_on_the_map() -> None:
    g = position(step=Purchase("german"), points={"german": 100})
    play(g, Buy("pzkpfw_iv"), Buy("pzkpfw_iv"))
    assert [u.type for u in g.pieces.values()] == ["pzkpfw_iv", "pzkpfw_iv"]


# ------------------------------------------------------------------ 2.1 the map


@pytest.mark.rule("NF-2.1.1")
def test_south_is_at_the_top_of_the_page_and_east_on_the_left() -> None:
    assert GRID.centre("3911")[1] < GRID.centre("1011")[1]
    assert GRID.centre("3400")[0] < GRID.centre("3444")[0]
    assert all(h.startswith("39") for h in EDGES["south"]) and all(h.startswith("10") for h in EDGES["north"])
    assert all(h.endswith("00") for h in EDGES["east"]) and all(h.endswith("44") for h in EDGES["west"])
    assert MAP.south_up  # the compass rose says so


@pytest.mark.rule("NF-2.1.2")
def test_the_large_river_crosses_the_north_of_the_map() -> None:
    assert {h[2:] for h in LARGE_RIVER} == {f"{n:02}" for n in range(45)}
    assert all(13 <= int(h[:2]) <= 15 for h in LARGE_RIVER)


@pytest.mark.rule("NF-2.1.3")
def test_the_compass_rose_does_nothing() -> None:
    g = position()
    assert MAP.marks["compass"] == ("3840",)
    assert features(g, "3840") == ("open",) and entry_cost(g, "3840", "vehicle") == 2


@pytest.mark.rule("NF-2.1.4")
def test_a_burning_house_is_a_house_like_any_other() -> None:
    g = position()
    assert [features(g, h) for h in MAP.marks["ablaze"]] == [("building_full",)] * 3


# ------------------------------------------------------------------ 2.2 counters


@pytest.mark.rule("NF-2.2.1", "NF-2.2.4")
def test_a_counter_prints_type_strength_anti_tank_and_weight() -> None:
    tank = TYPES["pzkpfw_iv"]
    assert (tank.name, tank.strength, tank.anti_tank, tank.weight) == ("PzKpfw IV", 4, True, "M")
    howitzer = TYPES["sig33"]
    assert (howitzer.strength, howitzer.anti_tank, howitzer.weight) == (6, False, "")


@pytest.mark.rule("NF-2.2.1")
def test_every_unit_has_a_number_of_its_own() -> None:
    g = position(step=Purchase("german"), points={"german": 100})
    play(g, Buy("pzkpfw_iii"), Buy("pzkpfw_iii"), Buy("command_car"))
    assert len(g.pieces) == 3


@pytest.mark.rule("NF-2.2.2", "NF-2.2.3")
def test_weights_rise_from_soft_to_super_heavy() -> None:
    assert [TYPES[t].rank for t in ("infantry", "sdkfz_251", "pzkpfw_iv", "pzkpfw_v", "pzkpfw_vi")] == [0, 1, 2, 3, 4]


@pytest.mark.rule("NF-2.2.5")
def test_soviet_static_pieces_never_move() -> None:
    g = position(german("pzkpfw_iv", "2320"), soviet("soviet_infantry", "2309"), step=SovietMovement())
    assert g.pieces["soviet_infantry"].place == "2309"


@pytest.mark.rule("NF-2.2.6")
def test_weight_tells_mobile_from_static_soviets() -> None:
    assert {TYPES[t].weight == "" for t in STATIC_POOL if t != "block_house"} == {True}
    assert {TYPES[t].weight == "" for t in MOBILE_POOL if t != "dummy"} == {False}
    assert TYPES["block_house"].weight == "H" and "block_house" not in MOBILE_POOL


@pytest.mark.rule("NF-2.2.7")
def test_there_are_five_column_markers_each_with_its_box() -> None:
    assert MARKERS == ("1", "2", "3", "4", "5")
    g = position(dice=[*[1] * 9, 1, *[1] * 9, 2])
    place_columns(g)
    assert {g.pieces[i].place for i in g.columns["2"].units} == {"box-2"}


@pytest.mark.rule("NF-2.2.8")
def test_the_arrow_points_where_the_column_goes() -> None:
    g = position(
        german("pzkpfw_iv", "1811"),
        column(1, ["t34"], ["2309"], ahead="2308"),
        step=SovietMovement(),
        dice=[3],
        visibility=2,
    )
    assert g.pieces["c1"].place == "2110"
    assert g.columns["1"].ahead == "2011"


@pytest.mark.rule("NF-2.2.8", "NF-8.5.3")
def test_a_marker_shows_engaged_only_while_it_is_halted() -> None:
    g = position(
        german("pzkpfw_iv", "2318"), column(1, ["t34"], ["2312"], ahead="2313"), step=SovietMovement(), dice=[3, 1]
    )
    assert g.pieces["c1"].place == "2314" and "engaged" in _marks(g)
    play(g, Pick("pzkpfw_iv"), Spot("2314"))
    assert g.pieces["c1"].place == "2315" and "engaged" not in _marks(g)
    g = position(german("pzkpfw_iv", "2318"), column(1, ["t34"], ["2315"], ahead="2316"), step=FIRE)
    assert g.asks and "engaged" not in _marks(g)


def _marks(g: object) -> tuple[str, ...]:
    return next(p.marks for p in GAME.rules.view(g, "german").pieces if p.id == "c1")


@pytest.mark.rule("NF-2.2.9")
def test_a_pinned_unit_shows_it_and_does_nothing() -> None:
    g = position(german("pzkpfw_iv", "2309", pinned=True), german("stug_iii", "2311"), step=MOVE)
    assert refused(g, Pick("pzkpfw_iv")) == "NF-13.4.13"
    marks = {p.id: p.marks for p in GAME.rules.view(g, "german").pieces}
    assert marks == {"pzkpfw_iv": ("pinned",), "stug_iii": ()}


@pytest.mark.rule("NF-2.2.9")
def test_spotted_units_of_both_sides_show_it() -> None:
    g = position(german("pzkpfw_iv", "2309", spotted=True), soviet("zis3", "2311", spotted=True), soviet("m42", "2312"))
    marks = {p.id: p.marks for p in GAME.rules.view(g, "german").pieces}
    assert marks == {"pzkpfw_iv": ("spotted",), "zis3": ("spotted",), "m42": ()}


@pytest.mark.rule("NF-2.2.10")
def test_only_a_weight_class_leaves_a_wreck() -> None:
    g = position(german("pzkpfw_iv", "2309"), german("command_car", "2311"))
    eliminate(g, "pzkpfw_iv")
    eliminate(g, "command_car")
    assert g.wrecks == {"2309": 1}


@pytest.mark.rule("NF-2.2.11")
def test_a_lost_bridge_is_marked_in_its_hex() -> None:
    g = position(bridges_out=["2312"])
    assert [(m.kind, m.place) for m in GAME.rules.view(g, "german").markers] == [("bridge out", "2312")]


@pytest.mark.rule("NF-2.2.12")
def test_markers_are_not_units() -> None:
    kinds = ("artillery_strike", "panzer_ace", "flares", "panzerfausts")
    assert not any(TYPES[kind].is_unit for kind in kinds)
    assert not next(t for t in SOVIET_TYPES if t.id == "artillery").is_unit
    g = position(german("command_tank", "2309", flares=2, ace=True), wrecks=["2311"])
    assert height(g, "2309") == 1 and not g.at.get("2311")


@pytest.mark.rule("NF-2.3.1")
def test_two_dice_pick_the_event_and_one_the_visibility() -> None:
    g = position(german("pzkpfw_iv", "2309"), step=RandomEvents(), dice=[4, 6, 5])
    assert [e.dice for e in logged(g, "NF-6.0.18")] == [(4, 6)]
    assert [e.dice for e in logged(g, "NF-3.0.3")] == [(5,)]
    assert unrolled(g) == [] and Press("stop") not in offered(g)
