"""3.0 How to set up: the night, the Soviet pieces and the columns."""

from __future__ import annotations

from collections import Counter

import pytest

from grognard.engine import Match
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
)
from grognard.games.night_fight.rules.scenarios import SCENARIOS
from grognard.games.night_fight.rules.setup import SetUp, displaced, edge_hex, place_columns, place_static
from grognard.games.night_fight.rules.state import SOVIET, NightFight
from grognard.testing import logged, unrolled
from tests.games.night_fight.printed import ROAD_LINKS, STARS

from .situations import position, soviet


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
