"""22.0 The charts as the rulebook prints them."""

from __future__ import annotations

import pytest

from grognard.games.night_fight import GAME
from grognard.games.night_fight.rules.combat_table import base_column, shifts, terrain_shifts
from grognard.games.night_fight.rules.data import COMBAT, GERMAN_TYPES, MOBILE_POOL, SOVIET_TYPES, STATIC_POOL, TYPES
from grognard.games.night_fight.rules.german_movement import Join, MoveStack
from grognard.games.night_fight.rules.scenarios import SCENARIOS
from grognard.games.night_fight.rules.setup import Buy, Purchase
from grognard.games.night_fight.rules.stacking import entry_extra, step_cost
from grognard.games.night_fight.rules.terrain import entry_cost, features
from grognard.games.night_fight.rules.terrain_chart import CHART
from grognard.testing import offered
from tests.games.night_fight.printed import ROAD_HEXES, STARS

from .situations import MOVE, german, pieces, position, refused, soviet

# cost, strength, anti-tank, weight, earliest month; "-" where the chart prints nothing or N/A
GERMAN_CHART = """
command_tank 8 1 no M -
command_car 4 1 no - -
pzkpfw_iii 7 3 yes M -
pzkpfw_iv 9 4 yes M -
pzkpfw_v 11 5 yes H 1943-07
pzkpfw_vi 14 6 yes SH 1943-03
sdkfz_234 5 2 yes L -
sdkfz_138 8 4 yes L -
stug_iii 9 4 yes M -
sig33_sf 8 6 no L -
sig33 7 6 no - -
sdkfz_6_2 4 3 no - -
sdkfz_166 9 6 no M 1943-07
t34r 8 3 yes M -
infantry 3 2 no - -
engineers 4 2 no - -
sdkfz_251_22 6 4 yes L -
pak36r 5 4 yes - -
recovery_tank 6 1 no SH -
sdkfz_251_supply 4 1 no L -
truck_supply 2 0 no - -
artillery_strike 6 6 no - -
flares 1 - no - -
panzerfausts 1 - yes - 1943-08
panzer_ace 10 - no - -
sdkfz_251 3 3 no L -
sdkfz_engineers 5 2 no L -
sdkfz_161 8 4 no M 1945-01
"""

SOVIET_CHART = """
command_post 0 no -
supply - no -
maxim 4 no -
kv2 4 no H
zis3 3 yes -
m42 2 yes -
soviet_infantry 2 no -
guards 3 no -
t34 3 yes M
truck 0 no -
recon 1 yes M
kv1 4 yes H
su76 3 yes L
t26 2 yes L
dummy - no -
block_house - no H
artillery 3 no -
soviet_engineers 2 no -
"""


def _or_dash(value: object) -> str:
    return "-" if value in (None, "") else str(value)


@pytest.mark.rule("NF-22.1.1")
def test_german_purchase_chart() -> None:
    printed = [
        f"{t.id} {t.cost} {_or_dash(t.strength)} {'yes' if t.anti_tank else 'no'} {_or_dash(t.weight)} "
        f"{_or_dash(t.available)}"
        for t in GERMAN_TYPES
    ]
    assert printed == GERMAN_CHART.split("\n")[1:-1]


@pytest.mark.rule("NF-22.2.1", "NF-18.0.8")
def test_soviet_chart() -> None:
    printed = [
        f"{t.id} {_or_dash(t.strength)} {'yes' if t.anti_tank else 'no'} {_or_dash(t.weight)}" for t in SOVIET_TYPES
    ]
    assert printed == SOVIET_CHART.split("\n")[1:-1]


@pytest.mark.rule("NF-22.2.2")
def test_mobile_and_static_pools() -> None:
    assert set(MOBILE_POOL) == {"kv2", "t34", "recon", "kv1", "su76", "t26", "dummy"}
    assert set(STATIC_POOL) & set(MOBILE_POOL) == {"dummy"}
    assert {t.id for t in SOVIET_TYPES} == set(STATIC_POOL) | set(MOBILE_POOL)
    assert (STATIC_POOL.count("dummy"), MOBILE_POOL.count("dummy")) == (9, 5)
    assert (len(STATIC_POOL), len(MOBILE_POOL)) == (57, 42)


@pytest.mark.rule("NF-22.1.2", "NF-17.0.7")
@pytest.mark.parametrize(
    ("scenario", "kind", "refusal"),
    [
        ("stalingrad-breakout", "pzkpfw_vi", "NF-22.1.2"),  # January 1943
        ("kharkov", "pzkpfw_vi", ""),  # March 1943
        ("kharkov", "sdkfz_166", "NF-22.1.2"),
        ("ghost-column", "pzkpfw_v", ""),  # July 1943
        ("ghost-column", "sdkfz_166", ""),
        ("ghost-column", "panzerfausts", "NF-17.0.7"),
        ("kiev", "pzkpfw_v", ""),
        ("kiev", "sdkfz_161", "NF-22.1.2"),  # optional, January 1945
    ],
)
def test_dates_of_purchase(scenario: str, kind: str, refusal: str) -> None:
    g = position(scenario=scenario, step=Purchase("german"), points={"german": 100}, turn=0)
    assert refused(g, Buy(kind)) == refusal


@pytest.mark.rule("NF-22.1.2", "NF-17.0.7")
def test_panzerfausts_can_be_bought_at_kiev_for_a_platoon() -> None:
    g = position(
        german("infantry"),
        scenario="kiev",
        step=Purchase("german"),
        points={"german": 10},
        bought={"infantry": 1},
        turn=0,
    )
    assert Buy("panzerfausts") in offered(g)


@pytest.mark.rule("NF-22.1.2")
def test_the_optional_piece_is_for_sale_if_wanted() -> None:
    options = {"optional-piece": "yes"}
    g = position(step=Purchase("german"), points={"german": 100}, turn=0, options=options)
    assert Buy("sdkfz_161") in offered(g)


@pytest.mark.rule("NF-22.1.3")
@pytest.mark.parametrize("carrier", ["sdkfz_251_supply", "truck_supply", "sdkfz_engineers", "sdkfz_251_22"])
def test_only_the_plain_halftrack_carries_guns(carrier: str) -> None:
    g = position(german(carrier, "1935"), german("pak36r", "1935"), step=MOVE)
    assert Join("pak36r").why_not(g, MoveStack((carrier,))) is not None
    g = position(german("sdkfz_251", "1935"), german("pak36r", "1935"), step=MOVE)
    assert Join("pak36r").why_not(g, MoveStack(("sdkfz_251",))) is None


@pytest.mark.rule("NF-22.1.4")
def test_german_counters_without_anti_tank_capability() -> None:
    markers = {"flares", "panzerfausts", "panzer_ace"}
    assert {t.id for t in GERMAN_TYPES if not t.anti_tank} - markers == {
        *("command_tank", "command_car", "sig33_sf", "sig33", "sdkfz_6_2", "sdkfz_166", "infantry", "engineers"),
        *("recovery_tank", "sdkfz_251_supply", "truck_supply", "sdkfz_251", "sdkfz_engineers", "sdkfz_161"),
        "artillery_strike",
    }


# ------------------------------------------------------------------ 22.3


@pytest.mark.rule("NF-22.3.1", "NF-22.3.2", "NF-22.3.3", "NF-22.3.4", "NF-22.3.5", "NF-22.3.6")
@pytest.mark.rule("NF-22.3.7", "NF-22.3.8", "NF-22.3.9", "NF-22.3.10", "NF-22.3.11", "NF-22.3.12")
@pytest.mark.parametrize(
    ("row", "move", "shift", "enter", "protects", "sight"),
    [
        ("road", 1, 1, "all", "all", ""),
        ("open", 2, 0, "all", "all", ""),
        ("building_partial", 2, -2, "all", "foot", "half"),
        ("building_full", 3, -2, "not mobile", "all", "full"),
        ("block_house", 4, -3, "all", "foot", ""),
        ("vegetation_clear", 1, 0, "all", "all", ""),
        ("vegetation_normal", 2, -1, "all", "all", "full"),
        ("vegetation_dense", 3, -1, "all", "all", "full"),
        ("gully", 3, -1, "all", "all", ""),
        ("wood_bridge", 1, 0, "all", "all", ""),
        ("river_bridge", 1, 0, "all", "all", ""),
        ("wood_bridge_out", 3, 0, "foot", "all", ""),
        ("river", None, 0, "all", "all", ""),
        ("stream", None, 0, "all", "all", ""),
    ],
)
def test_terrain_chart(row: str, move: int | None, shift: int, enter: str, protects: str, sight: str) -> None:
    found = CHART[row]
    assert (found.move, found.shift, found.enter, found.protects, found.sight) == (move, shift, enter, protects, sight)
    assert len(CHART) == 14


@pytest.mark.rule("NF-22.3.1", "NF-22.3.2", "NF-22.3.3", "NF-22.3.4", "NF-22.3.6")
@pytest.mark.rule("NF-22.3.7", "NF-22.3.8", "NF-22.3.9", "NF-22.3.10", "NF-22.3.11", "NF-22.3.12")
@pytest.mark.parametrize(
    ("h", "vegetation", "foot", "vehicle"),
    [
        ("2320", "normal", 1, 1),  # road
        ("1936", "normal", 2, 2),  # open
        ("3113", "normal", 2, 2),  # partial building
        ("2508", "normal", 1, 1),  # partial building with a road through it (R6)
        ("2509", "normal", 3, None),  # full building
        ("1121", "clear", 1, 1),
        ("1121", "normal", 2, 2),
        ("1121", "dense", 3, 3),
        ("2520", "normal", 3, 3),  # gully
        ("2028", "normal", 1, 1),  # wood bridge
        ("1429", "normal", 1, 1),  # river bridge
        ("1428", "normal", None, None),  # river
        ("2112", "normal", None, None),  # stream
    ],
)
def test_price_of_a_hex(h: str, vegetation: str, foot: int | None, vehicle: int | None) -> None:
    g = position(vegetation=vegetation)
    assert (entry_cost(g, h, "foot"), entry_cost(g, h, "vehicle")) == (foot, vehicle)


@pytest.mark.rule("NF-22.3.11", "NF-22.3.12", "NF-19.0.3")
def test_price_of_a_lost_bridge() -> None:
    g = position(bridges_out=["2028", "1429"])
    assert (entry_cost(g, "2028", "foot"), entry_cost(g, "2028", "vehicle")) == (3, None)
    assert (entry_cost(g, "1429", "foot"), entry_cost(g, "1429", "vehicle")) == (None, None)


@pytest.mark.rule("NF-22.3.13")
def test_stars_and_set_up_symbols_add_nothing() -> None:
    g = position()
    for h in (*STARS, "2309", "1608", "1219", "1636", "2336", "3025"):
        assert set(features(g, h)) <= {"road", "building_partial", "open"}, h
        assert ("road" in features(g, h)) == (h in ROAD_HEXES), h
    assert entry_cost(g, "2309", "vehicle") == 1


@pytest.mark.rule("NF-22.3.15")
@pytest.mark.parametrize(
    ("friends", "wrecks", "extra"), [(0, 0, 0), (1, 0, 1), (2, 0, 1), (0, 1, 1), (0, 2, 1), (1, 2, 2)]
)
def test_friends_and_wrecks_cost_one_point_each(friends: int, wrecks: int, extra: int) -> None:
    units = [german("infantry", "1936") for _ in range(friends)]
    g = position(*units, german("pzkpfw_iv", "1935"), wrecks=["1936"] * wrecks)
    assert entry_extra(g, "1936", "german") == extra
    assert step_cost(g, (g.pieces["pzkpfw_iv"],), "1936") == 2 + extra


# ------------------------------------------------------------------ 22.4


@pytest.mark.rule("NF-22.4.1")
def test_combat_table_is_one_diagonal() -> None:
    assert COMBAT.columns == ("-4", "-3", "-2", "-1", "0/1", "2", "3", "4", "5+")
    for number in range(9):
        for roll in range(2, 13):
            total = roll + number
            expected = "-" if total <= 10 else "P" if total <= 12 else "R" if total <= 14 else "E"
            assert COMBAT.result(number, roll) == expected, (number, roll)


@pytest.mark.rule("NF-22.4.1", "NF-13.3.1")
@pytest.mark.parametrize(
    ("differential", "column"),
    [(-6, "-4"), (-4, "-4"), (-3, "-3"), (-1, "-1"), (0, "0/1"), (1, "0/1"), (2, "2"), (4, "4"), (5, "5+"), (6, "5+")],
)
def test_start_column(differential: int, column: str) -> None:
    target = soviet("t34", "1938")  # strength 3
    assert COMBAT.columns[base_column(3 + differential, target)] == column


# ------------------------------------------------------------------ 22.5


@pytest.mark.rule(
    "NF-22.5.2", "NF-22.3.1", "NF-22.3.2", "NF-22.3.3", "NF-22.3.4", "NF-22.3.6", "NF-22.3.7", "NF-22.3.8"
)
@pytest.mark.parametrize(
    ("h", "vegetation", "foot", "tank"),
    [
        ("2320", "normal", 1, 1),  # road
        ("1936", "normal", 0, 0),  # open
        ("3113", "normal", -2, 0),  # partial building
        ("2508", "normal", -1, 1),  # road and partial building (R6)
        ("2509", "normal", -2, -2),  # full building
        ("1121", "clear", 0, 0),
        ("1121", "normal", -1, -1),
        ("1121", "dense", -1, -1),
        ("2520", "normal", -1, -1),  # gully
        ("2028", "normal", 0, 0),  # a bridge gives no road shift
    ],
)
def test_terrain_shift(h: str, vegetation: str, foot: int, tank: int) -> None:
    g = position(vegetation=vegetation)
    assert sum(m.value for m in terrain_shifts(g, german("infantry", h))) == foot
    assert sum(m.value for m in terrain_shifts(g, german("pzkpfw_iv", h))) == tank


@pytest.mark.rule("NF-22.5.2", "NF-22.3.10", "NF-22.3.11", "NF-22.3.12")
def test_no_terrain_shift_on_bridges_lost_or_standing() -> None:
    g = position(bridges_out=["2028"])
    assert terrain_shifts(g, german("infantry", "2028")) == []
    assert terrain_shifts(g, german("infantry", "1429")) == []


@pytest.mark.rule("NF-22.5.2", "NF-22.3.5")
def test_a_block_house_protects_itself_and_foot_units_in_its_hex() -> None:
    g = position(*pieces("block_house 1936 up, soviet_infantry 1936 up, zis3 1936 up"))
    found = {i: sum(m.value for m in terrain_shifts(g, g.pieces[i])) for i in g.pieces}
    assert found == {"block_house": -3, "soviet_infantry": -3, "zis3": 0}


def _values(cite: str, firer: str, target: str, **situation: object) -> int:
    """The shift one rule gives when a German fires at a Soviet four hexes away in the open."""
    g = position(german(firer, "1935"), soviet(target, "1939", spotted=True), **situation)  # type: ignore[arg-type]
    return sum(m.value for m in shifts(g, g.pieces[firer], g.pieces[target]) if m.cite == cite)


@pytest.mark.rule("NF-22.5.3")
def test_outgunned() -> None:
    assert _values("NF-22.5.3", "sig33_sf", "t34") == -2
    assert _values("NF-22.5.3", "sig33_sf", "kv2") == 0
    assert _values("NF-22.5.3", "pzkpfw_iv", "t34") == 0


@pytest.mark.rule("NF-22.5.4")
@pytest.mark.parametrize(("lit", "shift"), [("1939", 1), ("1940", 1), ("1941", 0)])
def test_flares_shift_for_targets_of_either_side(lit: str, shift: int) -> None:
    g = position(german("pzkpfw_iv", "1939"), soviet("t34", "1936", up=True), lit=[lit])
    tank, enemy = g.pieces["pzkpfw_iv"], g.pieces["t34"]
    assert sum(m.value for m in shifts(g, enemy, tank) if m.cite == "NF-22.5.4") == shift
    g = position(german("pzkpfw_iv", "1936"), soviet("t34", "1939", up=True), lit=[lit])
    tank, enemy = g.pieces["pzkpfw_iv"], g.pieces["t34"]
    assert sum(m.value for m in shifts(g, tank, enemy) if m.cite == "NF-22.5.4") == shift


@pytest.mark.rule("NF-22.5.5", "NF-13.0.5")
@pytest.mark.parametrize(("place", "shift"), [("1936", 3), ("1937", 2), ("1938", 1), ("1939", 0), ("1941", 0)])
def test_range_shift(place: str, shift: int) -> None:
    g = position(german("pzkpfw_iv", "1935"), soviet("t34", place, spotted=True), visibility=6)
    found = shifts(g, g.pieces["pzkpfw_iv"], g.pieces["t34"])
    assert sum(m.value for m in found if m.cite == "NF-22.5.5") == shift


@pytest.mark.rule("NF-22.5.6", "NF-20.1.1", "NF-20.1.2")
def test_waffen_ss_shift() -> None:
    assert _values("NF-22.5.6", "pzkpfw_iv", "t34") == 0
    assert _values("NF-22.5.6", "pzkpfw_iv", "t34", options={"waffen-ss": "yes"}) == 1
    assert _values("NF-22.5.6", "pzkpfw_iv", "t34", scenario="kharkov") == 1


@pytest.mark.rule("NF-22.5.10", "NF-22.5.11")
@pytest.mark.parametrize(("quality", "shift"), [("recruits", -1), ("regulars", 0), ("guards", 1)])
@pytest.mark.parametrize("kind", ["soviet_infantry", "guards", "t34", "block_house"])
def test_soviet_quality_shift_whatever_the_unit_is_called(quality: str, shift: int, kind: str) -> None:
    g = position(german("pzkpfw_iv", "1935", spotted=True), soviet(kind, "1939", up=True), quality=quality)
    found = shifts(g, g.pieces[kind], g.pieces["pzkpfw_iv"])
    assert sum(m.value for m in found if m.cite in ("NF-22.5.10", "NF-22.5.11")) == shift


@pytest.mark.rule("NF-22.5.10", "NF-22.5.11")
def test_soviet_quality_does_nothing_for_german_fire() -> None:
    assert _values("NF-22.5.10", "pzkpfw_iv", "guards", quality="guards") == 0
    assert _values("NF-22.5.11", "pzkpfw_iv", "t34", quality="recruits") == 0


@pytest.mark.rule("NF-22.5.7")
@pytest.mark.parametrize(
    ("firer", "target", "shift"),
    [
        ("pzkpfw_iv", "t34", 0),  # medium against medium, both anti-tank
        ("pzkpfw_v", "t34", 1),  # heavier
        ("pzkpfw_v", "kv1", 0),
        ("pzkpfw_vi", "kv1", 1),  # super heavy against heavy
        ("pzkpfw_iv", "kv1", 0),  # lighter
        ("sdkfz_166", "su76", 1),  # heavier without being anti-tank
        ("sdkfz_251", "zis3", 1),  # a weight against none
        ("infantry", "soviet_infantry", 0),
        ("pak36r", "soviet_infantry", 1),  # anti-tank against not
        ("pak36r", "zis3", 0),
        ("pzkpfw_vi", "soviet_infantry", 1),  # several reasons, one shift
        ("sdkfz_166", "block_house", 0),  # a Block House compares as heavy
        ("pzkpfw_iv", "kv2", 1),  # lighter, but anti-tank against not
    ],
)
def test_armor_shift(firer: str, target: str, shift: int) -> None:
    assert _values("NF-22.5.7", firer, target) == shift


@pytest.mark.rule("NF-22.5.8")
def test_ace_shift_needs_an_anti_tank_capable_vehicle_with_the_ace() -> None:
    g = position(
        german("pzkpfw_iv", "1935", ace=True),
        german("pzkpfw_iii", "1935"),
        german("command_tank", "1935", ace=True),
        soviet("t34", "1939", spotted=True),
    )

    def ace(firer: str) -> int:
        return sum(m.value for m in shifts(g, g.pieces[firer], g.pieces["t34"]) if m.cite == "NF-22.5.8")

    assert [ace(i) for i in ("pzkpfw_iv", "pzkpfw_iii", "command_tank")] == [1, 0, 0]
    back = shifts(g, g.pieces["t34"], g.pieces["pzkpfw_iv"])
    assert not any(m.cite == "NF-22.5.8" for m in back)


@pytest.mark.rule("NF-22.5.9")
@pytest.mark.parametrize(("wrecks", "shift"), [(0, 0), (1, 1), (2, 1)])
def test_overstacked_shift(wrecks: int, shift: int) -> None:
    stack = [soviet("t34", "1939", spotted=True) for _ in range(3)]
    g = position(german("pzkpfw_iv", "1935"), *stack, wrecks=["1939"] * wrecks)
    found = shifts(g, g.pieces["pzkpfw_iv"], g.pieces["t34"])
    assert sum(m.value for m in found if m.cite == "NF-22.5.9") == shift


@pytest.mark.rule("NF-22.5.1", "NF-13.3.3")
def test_all_shifts_are_listed_and_cumulative() -> None:
    g = position(
        german("pzkpfw_vi", "1936", ace=True),
        *[soviet("t34", "1938", spotted=True) for _ in range(3)],
        wrecks=["1938"],
        lit=["1938"],
        options={"waffen-ss": "yes"},
    )
    found = shifts(g, g.pieces["pzkpfw_vi"], g.pieces["t34"])
    cites = [m.cite.rpartition(".")[2] for m in found]
    assert sorted(cites) == ["4", "5", "6", "7", "8", "9"]
    assert sum(m.value for m in found) == 1 + 2 + 1 + 1 + 1 + 1


def test_every_force_offered_is_made_of_counters_of_the_chart() -> None:
    for scenario in SCENARIOS.values():
        assert set(scenario.force) <= {t.id for t in GERMAN_TYPES}
        assert not set(scenario.force) & scenario.forbidden
        assert not {TYPES[i].weight for i in scenario.force} & scenario.forbidden_weights


@pytest.mark.rule("NF-3.0.3", "NF-3.0.4", "NF-3.0.5", "NF-6.0.3", "NF-6.0.12")
def test_what_is_rolled_before_and_between_turns_can_be_looked_up() -> None:
    charts = {chart.key: chart for chart in GAME.face.charts}
    conditions, events = dict(charts["conditions"].rows), dict(charts["events"].rows)
    assert conditions["1"] == ("2 hexes", "clear", "recruits") and conditions["6"] == ("6 hexes", "dense", "guards")
    assert {events[roll][0] for roll in ("2", "11", "12")} == {"no event"}
    assert events["7"][:2] == ("Bridges blown", "2312")
    assert events["12"][1] == "a major bridge: 1409, 1411, 1429"
