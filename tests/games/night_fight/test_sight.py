"""9.0 Visibility and line of sight."""

from __future__ import annotations

import pytest

from grognard.board.hexes.corner_sight import CornerSight
from grognard.games.night_fight.rules.combat_table import shifts
from grognard.games.night_fight.rules.data import GRID
from grognard.games.night_fight.rules.fire import Shot, why_not_fire
from grognard.games.night_fight.rules.sight import explain_sight, in_view, seen_from
from grognard.games.night_fight.rules.terrain import features

from .situations import german, pieces, position, soviet

OPEN_GROUND = "2529"  # nothing blocks sight for seven hexes around when vegetation is clear


@pytest.mark.rule("NF-9.0.1", "NF-9.0.3", "NF-9.0.5")
@pytest.mark.parametrize(
    ("place", "spotted", "refusal"),
    [
        ("1939", True, None),  # four hexes off, in sight, spotted
        ("1939", False, "NF-9.0.1"),
        ("1940", True, "NF-9.0.3"),  # five hexes off
    ],
)
def test_fire_needs_visibility_sight_and_a_spotted_target(place: str, spotted: bool, refusal: str | None) -> None:
    g = position(german("pzkpfw_iv", "1935"), soviet("t34", place, up=True, spotted=spotted))
    found = why_not_fire(g, g.pieces["pzkpfw_iv"], g.pieces["t34"])
    assert (found.rule if found else None) == refusal


@pytest.mark.rule("NF-9.0.1", "NF-9.0.5")
def test_no_fire_through_a_full_building() -> None:
    g = position(german("pzkpfw_iv", "2706"), soviet("t34", "2505", spotted=True))
    found = why_not_fire(g, g.pieces["pzkpfw_iv"], g.pieces["t34"])
    assert found is not None
    assert found.rule == "NF-9.0.5"


@pytest.mark.rule("NF-9.0.2")
def test_every_direction_is_alike() -> None:
    g = position(german("pzkpfw_iv", OPEN_GROUND), vegetation="clear")
    tank = g.pieces["pzkpfw_iv"]
    around = [h for d in range(6) if (h := GRID.step(OPEN_GROUND, d, 2))]
    working = set()
    for h in around:
        assert in_view(g, "german", tank.place, h)
        working.add(tuple(m.value for m in shifts(g, tank, soviet("t34", h)) if m.cite == "NF-22.5.5"))
    assert len(around) == 6
    assert working == {(2,)}


@pytest.mark.rule("NF-9.0.3")
@pytest.mark.parametrize("visibility", [2, 4, 6])
def test_visibility_is_a_number_of_hexes(visibility: int) -> None:
    g = position(visibility=visibility, vegetation="clear")
    assert seen_from(g, OPEN_GROUND) == set(GRID.within(OPEN_GROUND, visibility))


@pytest.mark.rule("NF-9.0.4")
def test_a_unit_that_fires_is_spotted_by_any_enemy_in_view() -> None:
    g = position(*pieces("pzkpfw_iv 1935, t34 1938 spotted, dummy 1939"), step=Shot("pzkpfw_iv", "t34"), dice=[6, 6])
    assert "t34" not in g.pieces
    assert g.pieces["pzkpfw_iv"].spotted  # a hidden piece, whatever it is, has seen the muzzle flash


@pytest.mark.rule("NF-9.0.4", "NF-10.3.11")
def test_a_unit_that_fires_stays_hidden_if_nobody_is_left_to_see_it() -> None:
    g = position(*pieces("pzkpfw_iv 1935, t34 1938 spotted, dummy 1940"), step=Shot("pzkpfw_iv", "t34"), dice=[6, 6])
    assert not g.pieces["pzkpfw_iv"].spotted


@pytest.mark.rule("NF-9.0.5")
def test_e16_one_obstacle_in_the_line() -> None:
    assert not CornerSight(GRID, full=["2521"]).sees("2520", "2522")
    assert CornerSight(GRID, full=["2620"]).sees("2520", "2720")
    assert not CornerSight(GRID, full=["2620", "2621"]).sees("2520", "2720")
    assert CornerSight(GRID).sees("2520", "2720")


@pytest.mark.rule("NF-9.0.5", "NF-9.0.8")
def test_vegetation_blocks_the_whole_hex_unless_it_is_clear() -> None:
    seen = {
        level: in_view(position(vegetation=level), "german", "1014", "1012") for level in ("clear", "normal", "dense")
    }
    assert seen == {"clear": True, "normal": False, "dense": False}


@pytest.mark.rule("NF-9.0.8")
def test_a_full_building_blocks_and_one_partial_building_can_be_passed() -> None:
    g = position()
    assert not in_view(g, "german", "2706", "2505")  # past 2606, full
    assert in_view(g, "german", "3114", "3112")  # past 3113, partial: only the drawn part blocks


@pytest.mark.rule("NF-9.0.8", "NF-22.3.3")
def test_partial_buildings_block_by_their_drawn_part() -> None:
    partial = [h for h in GRID.hexes if "building_partial" in features(position(), h)]
    assert not CornerSight(GRID, half=partial).sees("1817", "2217")  # three houses of Rzhavets in a row
    assert not in_view(position(vegetation="clear"), "german", "1817", "2217")


@pytest.mark.rule("NF-9.0.8", "NF-22.3.9", "NF-22.3.10", "NF-22.3.12")
@pytest.mark.parametrize(
    ("a", "b"),
    [("2619", "2421"), ("1430", "1428"), ("1533", "1531"), ("2331", "2333"), ("2830", "2631")],
    ids=["gully", "bridge", "river", "wood bridge", "stream"],
)
def test_water_gullies_and_bridges_do_not_block(a: str, b: str) -> None:
    assert in_view(position(vegetation="clear"), "german", a, b)


@pytest.mark.rule("NF-9.0.6")
def test_e15_terrain_of_both_end_hexes_is_ignored() -> None:
    g = position()
    assert in_view(g, "german", "1919", "1921")  # from a full building into a treeline past open ground
    assert in_view(g, "soviet", "1921", "1919")


@pytest.mark.rule("NF-9.0.7")
def test_units_and_wrecks_never_block() -> None:
    g = position(*pieces("pzkpfw_iv 1935, pzkpfw_vi 1936, kv1 1937 up, t34 1938 spotted"), wrecks=["1936", "1937"])
    assert why_not_fire(g, g.pieces["pzkpfw_iv"], g.pieces["t34"]) is None


@pytest.mark.rule("NF-9.0.3", "NF-9.0.8")
def test_the_working_of_a_line_names_the_rule_that_ends_it() -> None:
    g = position(vegetation="clear", visibility=4)
    assert explain_sight(g, "2308", "2612").rule == "NF-9.0.8"
    dark = explain_sight(g, OPEN_GROUND, "2535")
    assert (dark.clear, dark.rule, dark.blocked_by) == (False, "NF-9.0.3", ())
    assert explain_sight(position(vegetation="clear", visibility=6), OPEN_GROUND, "2535").clear
