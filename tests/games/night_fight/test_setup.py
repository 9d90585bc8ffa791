"""3.0, 22.1 How to set up: the night, the Soviet pieces, the columns, and buying the German force."""

from __future__ import annotations

from collections import Counter

import pytest

from grognard.engine import Match, Pick, Press
from grognard.games.night_fight import GAME
from grognard.games.night_fight.rules.data import (
    EDGE_ROLLS,
    GRID,
    INTENSITY,
    MOBILE_AHEAD,
    MOBILE_POOL,
    MOBILE_SETUP,
    SCATTER,
    STATIC_POOL,
    TYPES,
)
from grognard.games.night_fight.rules.scenarios import SCENARIOS
from grognard.games.night_fight.rules.sequence import Begin
from grognard.games.night_fight.rules.setup import (
    Buy,
    Purchase,
    SetUp,
    displaced,
    edge_hex,
    place_columns,
    place_static,
    why_not_buy,
)
from grognard.games.night_fight.rules.state import SOVIET, NightFight
from grognard.testing import logged, offered, unrolled
from tests.games.night_fight.printed import ROAD_LINKS, STARS

from .situations import german, play, position, refused, soviet


def set_up(intensity: str, *first_dice: int, scenario: str = "ghost-column") -> NightFight:
    """A whole set-up: three dice for the night, then always the first piece of a pool."""
    match intensity:
        case "low":
            static, columns = [1] * 14, [*[1] * 9, 1, *[1] * 9, 2]
        case "medium":
            static, columns = [1, 1, 2, 1] * 14, [*[1] * 9, 1, *[1] * 9, 2, *[1] * 9, 3]
        case _:
            static = [1, 1, 2, 1, 1, 2, 2] * 14
            columns = [face for die in (1, 2, 3, 4) for face in [*[1] * 9, die]]
    dice = [*(first_dice or (3, 3, 3)), *static, *columns]
    return position(step=SetUp(), dice=dice, options={"intensity": intensity}, turn=0, scenario=scenario)


def new(scenario: str, intensity: str, seed: int) -> NightFight:
    """A new match at its first question."""
    state = Match.new(GAME, scenario, {"intensity": intensity}, seed).state
    assert isinstance(state, NightFight)
    return state


@pytest.mark.rule("NF-3.0.1")
def test_there_are_four_scenarios_to_choose_from() -> None:
    printed = [name for name in GAME.scenarios if SCENARIOS.known[name].source == "rulebook"]
    assert printed == ["ghost-column", "stalingrad-breakout", "kharkov", "kiev"]
    assert new("kharkov", "low", seed=1).scenario_id == "kharkov"


@pytest.mark.rule("NF-3.0.2", "NF-3.0.18")
@pytest.mark.parametrize(
    ("name", "static", "columns", "points", "bonus"),
    [("low", 1, 2, 100, 0), ("medium", 2, 3, 200, 1), ("high", 3, 4, 300, 2)],
)
def test_intensity_fixes_pieces_columns_points_and_bonus(
    name: str, static: int, columns: int, points: int, bonus: int
) -> None:
    row = INTENSITY[name]
    assert (row.static_per_star, row.columns, row.recruit_points, row.column_bonus) == (static, columns, points, bonus)
    g = new("ghost-column", name, seed=3)
    assert g.points == {"german": points}


@pytest.mark.rule("NF-3.0.3")
@pytest.mark.parametrize(("die", "hexes"), [(1, 2), (2, 2), (3, 4), (4, 4), (5, 6), (6, 6)])
def test_one_die_fixes_the_visibility(die: int, hexes: int) -> None:
    assert set_up("low", die, 3, 3).visibility == hexes


@pytest.mark.rule("NF-3.0.4")
@pytest.mark.parametrize(("die", "level"), [(1, "clear"), (2, "clear"), (3, "normal"), (4, "normal"), (5, "dense")])
def test_one_die_fixes_the_vegetation(die: int, level: str) -> None:
    assert set_up("low", 3, die, 3).vegetation == level


@pytest.mark.rule("NF-3.0.5")
@pytest.mark.parametrize(("die", "quality"), [(2, "recruits"), (3, "regulars"), (4, "regulars"), (5, "guards")])
def test_one_die_fixes_the_quality_of_the_soviets(die: int, quality: str) -> None:
    assert set_up("low", 3, 3, die).quality == quality


@pytest.mark.rule("NF-3.0.6", "NF-3.0.13")
def test_five_dummies_are_mixed_with_the_armoured_pieces() -> None:
    assert Counter(MOBILE_POOL) == {"t34": 16, "kv1": 6, "su76": 5, "t26": 4, "kv2": 3, "recon": 3, "dummy": 5}


@pytest.mark.rule("NF-3.0.7")
def test_the_static_pool_holds_the_rest_and_nine_dummies() -> None:
    pool = Counter(STATIC_POOL)
    assert pool["dummy"] == 9
    assert pool.keys() >= {"artillery", "command_post", "block_house", "supply"}
    assert pool.keys().isdisjoint(set(MOBILE_POOL) - {"dummy"})
    assert len(STATIC_POOL) >= 3 * len(STARS)


@pytest.mark.rule("NF-3.0.8", "NF-3.0.9")
@pytest.mark.parametrize(("intensity", "each"), [("low", 1), ("medium", 2), ("high", 3)])
def test_static_pieces_lie_face_down_so_many_for_each_star(intensity: str, each: int) -> None:
    g = set_up(intensity)
    static = [u for u in g.pieces.values() if u.side == SOVIET and not u.mobile and u.type != "column"]
    assert len(static) == each * 14 and not any(u.up for u in static)
    assert set(STARS) <= {u.place for u in static}
    assert f"{each * 14} Soviet pieces" in str(logged(g, "NF-3.0.8")[0])
    assert unrolled(g) == []


@pytest.mark.rule("NF-3.0.8")
def test_static_pieces_are_drawn_at_random() -> None:
    kinds = {new("kiev", "low", seed).pieces["s3"].type for seed in range(30)}
    assert len(kinds) > 5


@pytest.mark.rule("NF-3.0.9")
def test_a_further_piece_goes_as_far_from_its_star_as_the_die_says() -> None:
    g = position(dice=[5, 4])
    assert displaced(g, "1917") == "1913"


@pytest.mark.rule("NF-3.0.9")
@pytest.mark.parametrize(("die", "h"), [(1, "2018"), (2, "1918"), (3, "1818"), (4, "1817"), (5, "1916"), (6, "2017")])
def test_six_directions_run_clockwise_from_up_right(die: int, h: str) -> None:
    assert displaced(position(dice=[die, 1]), "1917") == h


@pytest.mark.rule("NF-3.0.10", "NF-3.0.11")
@pytest.mark.parametrize(("dice", "h"), [((1, 1), "3400"), ((1, 2), "2900"), ((3, 4), "1011")])
def test_a_piece_that_falls_into_the_river_goes_to_the_edge(dice: tuple[int, int], h: str) -> None:
    g = position(dice=[4, 2, *dice])
    assert displaced(g, "1611") == h


@pytest.mark.rule("NF-3.0.10")
def test_a_piece_that_falls_into_a_stream_goes_to_the_edge_too() -> None:
    assert displaced(position(dice=[6, 3, 1, 2]), "1629") == "2900"


@pytest.mark.rule("NF-3.0.10")
def test_a_piece_that_falls_off_the_map_goes_to_the_edge() -> None:
    g = position(dice=[6, 6, 6, 6])
    assert displaced(g, "3436") == "3444"


@pytest.mark.rule("NF-3.0.10")
def test_bridges_gullies_woods_and_houses_are_dry_land() -> None:
    assert displaced(position(dice=[5, 1]), "2322") == "2321"


@pytest.mark.rule("NF-3.0.9")
def test_a_piece_passes_a_hex_that_already_holds_three() -> None:
    full = [soviet("soviet_infantry", "1913") for _ in range(3)]
    assert displaced(position(*full, dice=[5, 4]), "1917") == "1912"


@pytest.mark.rule("NF-3.0.9", "NF-3.0.10")
def test_past_a_full_hex_water_or_another_full_one_sends_the_piece_to_the_edge() -> None:
    """R14"""
    full = [soviet("soviet_infantry", h) for h in ("1913", "1912") for _ in range(3)]
    assert displaced(position(*full, dice=[5, 4, 1, 1]), "1917") == "3400"
    bank = GRID.step("1611", SCATTER[3], 1)
    assert bank is not None
    full = [soviet("soviet_infantry", bank) for _ in range(3)]
    assert displaced(position(*full, dice=[4, 1, 1, 1]), "1611") == "3400"  # beyond it is the river


@pytest.mark.rule("NF-3.0.10")
def test_a_full_edge_hex_is_rolled_again() -> None:
    full = [soviet("soviet_infantry", "3400") for _ in range(3)]
    assert edge_hex(position(*full, dice=[1, 1, 1, 2])) == "2900"


@pytest.mark.rule("NF-3.0.11")
def test_the_edge_hexes_run_down_the_east_along_the_north_and_up_the_west() -> None:
    assert [EDGE_ROLLS[n] for n in range(2, 7)] == ["3400", "2900", "2300", "1600", "1000"]
    assert [EDGE_ROLLS[n] for n in (7, 8)] == ["1011", "1029"]
    assert [EDGE_ROLLS[n] for n in range(9, 13)] == ["1644", "2344", "2944", "3444"]


@pytest.mark.rule("NF-3.0.12")
def test_nobody_can_tell_what_was_not_drawn() -> None:
    g = set_up("low")
    assert len(g.static_rest) == len(STATIC_POOL) - 14
    before = GAME.rules.view(g, "german")
    g.static_rest, g.mobile_rest = g.static_rest[::-1], g.mobile_rest[::-1]
    assert GAME.rules.view(g, "german") == before


@pytest.mark.rule("NF-18.0.2", "NF-3.0.8")
def test_engineers_set_up_on_a_bridge_have_blown_it() -> None:
    g = position(dice=[5, 1])
    piece = place_static(g, "soviet_engineers", displaced(g, "2322"))
    assert (piece.place, piece.up) == ("2321", False)
    assert g.bridges_out == {"2321": True}


# ------------------------------------------------------------------ columns


@pytest.mark.rule("NF-3.0.14", "NF-3.0.15", "NF-3.0.16", "NF-8.4.2")
def test_four_columns_of_nine_on_different_set_up_hexes() -> None:
    nine = [1] * 9
    g = position(dice=[*nine, 3, *nine, 3, 5, *nine, 1, *nine, 6], options={"intensity": "high"})
    place_columns(g)
    assert [c.track[0] for c in g.columns.values()] == ["1219", "2336", "2309", "3025"]
    assert [len(c.units) for c in g.columns.values()] == [9, 9, 9, 9]
    assert len(g.mobile_rest) == 42 - 36
    boxed = [u for u in g.pieces.values() if u.place.startswith("box-")]
    assert len(boxed) == 36 and not any(u.up for u in boxed)


@pytest.mark.rule("NF-3.0.15")
@pytest.mark.parametrize(("intensity", "columns"), [("low", 2), ("medium", 3), ("high", 4)])
def test_intensity_fixes_the_number_of_columns(intensity: str, columns: int) -> None:
    assert len(set_up(intensity).columns) == columns


@pytest.mark.rule("NF-3.0.17")
def test_columns_face_the_middle_of_the_map() -> None:
    for here, ahead in zip(MOBILE_SETUP, MOBILE_AHEAD, strict=True):
        assert ahead in ROAD_LINKS[here]
        assert abs(int(ahead[2:]) - 22) < abs(int(here[2:]) - 22)
    g = set_up("low")
    assert [c.ahead for c in g.columns.values()] == MOBILE_AHEAD[:2]


@pytest.mark.rule("NF-3.0.20")
def test_no_scenario_begins_before_the_force_is_bought() -> None:
    for name in SCENARIOS:
        g = new(name, "low", seed=5)
        assert g.turn == 0 and g.asks[0].cite == "NF-3.0.18"


# ------------------------------------------------------------------ step 9, 22.1 buying, and attaching markers


def shop(points: int = 100, *, late: bool = False, scenario: str = "kiev") -> NightFight:
    return position(step=Purchase("german", late), points={"german": points}, scenario=scenario)


@pytest.mark.rule("NF-3.0.18")
def test_units_cost_their_points() -> None:
    g = shop(30)
    play(g, Buy("pzkpfw_iv"), Buy("command_car"), Buy("pzkpfw_iv"))
    assert g.points == {"german": 30 - 9 - 4 - 9}
    assert refused(g, Buy("pzkpfw_iv")) == "NF-3.0.18"


@pytest.mark.rule("NF-7.0.10", "NF-16.2.1", "NF-22.1.1")
def test_who_asks_why_not_by_a_part_of_the_name_is_told() -> None:
    g = shop(30)
    assert refused(g, Buy("pak")) == "NF-7.0.10" and refused(g, Buy("Ace")) == "NF-16.2.1"
    assert refused(g, Buy("t34")) == "NF-22.1.1"  # the whole name of a Soviet tank, not a part of the T-34 (r)
    assert refused(g, Buy("zz")) == refused(g, Buy("maus")) == "GR-1"


@pytest.mark.rule("NF-3.0.18")
def test_no_more_than_there_are_counters() -> None:
    g = shop()
    play(g, Buy("recovery_tank"))
    assert refused(g, Buy("recovery_tank")) == "NF-3.0.18"


@pytest.mark.rule("NF-3.0.19")
def test_a_force_without_a_command_unit_cannot_begin() -> None:
    g = shop()
    play(g, Buy("pzkpfw_iv"))
    assert refused(g, Press("done")) == "NF-3.0.19"
    play(g, Buy("command_tank"))
    assert refused(g, Press("done")) == ""


@pytest.mark.rule("NF-3.0.19")
def test_points_for_a_command_unit_are_kept_back() -> None:
    g = shop(12)
    assert refused(g, Buy("pzkpfw_iv")) == "NF-3.0.19"
    play(g, Buy("sdkfz_138"), Buy("command_car"))


@pytest.mark.rule("NF-3.0.19")
def test_kievs_free_command_tank_will_do() -> None:
    g = position(scenario="kiev", turn=0, step=Begin(), dice=[3, 3, 3, *[1] * 14, *[1] * 9, 1, *[1] * 9, 2])
    assert sorted(u.type for u in g.pieces.values() if u.side == "german") == ["command_tank", "sdkfz_6_2"]
    assert g.points == {"german": 100} and Press("done") in offered(g)


@pytest.mark.rule("NF-3.0.20", "NF-6.0.16")
def test_late_points_buy_units_but_no_markers() -> None:
    g = shop(40, late=True)
    play(g, Buy("command_car"), Buy("infantry"), Buy("pzkpfw_iii"), Buy("artillery_strike"))
    assert refused(g, Buy("flares")) == "NF-17.0.1"
    assert refused(g, Buy("panzerfausts")) == "NF-17.0.7"
    assert refused(g, Buy("panzer_ace")) == "NF-16.2.1"


@pytest.mark.rule("NF-6.0.16")
def test_counters_on_the_map_or_lost_are_not_for_sale_again() -> None:
    g = position(
        german("pzkpfw_iii", "2309"),
        step=Purchase("german", reinforcement=True),
        points={"german": 12},
        bought={"pzkpfw_iii": 4},
    )
    assert refused(g, Buy("pzkpfw_iii")) == "NF-3.0.18"


@pytest.mark.rule("NF-3.0.19")
def test_late_buyers_need_no_command_unit() -> None:
    g = shop(9, late=True)
    play(g, Buy("pzkpfw_iv"), Press("done"))
    assert [u.type for u in g.pieces.values()] == ["pzkpfw_iv"]


@pytest.mark.rule("NF-3.0.19")
def test_a_rival_who_lost_his_command_unit_has_no_claim_on_late_ones() -> None:
    g = position(players=2, scenario="kiev", points={"german": 8, "german-2": 8}, bought={"command_tank": 2})
    g.bought = {**g.bought, "command_car": 1}
    assert why_not_buy(g, "german", TYPES["command_car"], reinforcement=True) is None
    refusal = why_not_buy(g, "german", TYPES["command_car"])
    assert refusal is not None and refusal.rule == "NF-3.0.19"


@pytest.mark.rule("NF-3.0.21")
def test_unspent_points_are_lost() -> None:
    g = shop(50)
    play(g, Buy("command_car"), Press("done"))
    assert g.points == {"german": 0}


@pytest.mark.rule("NF-3.0.18")
def test_the_suggested_force_fits_the_points_and_has_a_command_unit() -> None:
    g = shop(100)
    play(g, Press("suggested force"))
    assert 95 <= sum(TYPES[kind].cost * n for kind, n in g.bought.items()) <= 100
    assert any("command" in u.what.flags for u in g.pieces.values())


# ------------------------------------------------------------------ what needs company


@pytest.mark.rule("NF-7.0.9", "NF-7.0.10")
def test_a_gun_needs_an_sdkfz_251_of_its_own() -> None:
    g = shop()
    assert refused(g, Buy("sig33")) == "NF-7.0.9" and refused(g, Buy("pak36r")) == "NF-7.0.10"
    play(g, Buy("sdkfz_251_22"), Buy("sdkfz_251_supply"), Buy("sdkfz_engineers"))
    assert refused(g, Buy("pak36r")) == "NF-7.0.10"
    play(g, Buy("sdkfz_251"), Buy("pak36r"))
    assert refused(g, Buy("sig33")) == "NF-7.0.9"


@pytest.mark.rule("NF-7.0.8")
def test_flares_need_a_command_unit() -> None:
    g = shop()
    assert refused(g, Buy("flares")) == "NF-7.0.8"
    play(g, Buy("command_car"), Buy("flares"), Press("done"))
    assert [u.flares for u in g.pieces.values()] == [1]


@pytest.mark.rule("NF-7.0.7")
def test_panzerfausts_need_a_platoon() -> None:
    g = shop()
    play(g, Buy("command_car"))
    assert refused(g, Buy("panzerfausts")) == "NF-7.0.7"
    play(g, Buy("engineers"), Buy("panzerfausts"), Press("done"))
    assert {u.type: u.fausts for u in g.pieces.values()} == {"command_car": 0, "engineers": 1}


@pytest.mark.rule("NF-16.2.1")
def test_an_ace_needs_a_vehicle_of_weight_m_or_more() -> None:
    g = shop()
    play(g, Buy("sdkfz_138"), Buy("command_car"))
    assert refused(g, Buy("panzer_ace")) == "NF-16.2.1"
    play(g, Buy("stug_iii"), Buy("panzer_ace"))
    assert refused(g, Buy("panzer_ace")) == "NF-16.2.1"
    play(g, Press("done"))
    assert {u.type: u.ace for u in g.pieces.values()} == {"sdkfz_138": False, "command_car": False, "stug_iii": True}


@pytest.mark.rule("NF-16.2.1")
def test_the_player_says_which_vehicle_gets_the_ace() -> None:
    g = shop()
    play(g, Buy("stug_iii"), Buy("command_car"), Buy("pzkpfw_vi"), Buy("panzer_ace"), Press("done"))
    tiger = next(u.id for u in g.pieces.values() if u.type == "pzkpfw_vi")
    car = next(u.id for u in g.pieces.values() if u.type == "command_car")
    assert refused(g, Pick(car)) == "NF-16.2.1"
    play(g, Pick(tiger))
    assert [u.type for u in g.pieces.values() if u.ace] == ["pzkpfw_vi"]
