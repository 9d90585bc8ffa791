"""9.0, 11.0, 12.0 Visibility and line of sight, German command, and the absence of zones of control."""

from __future__ import annotations

import pytest

from grognard.board.hexes.corner_sight import CornerSight
from grognard.engine import Pick, Press, To
from grognard.games.night_fight.rules.artillery import scatters_on
from grognard.games.night_fight.rules.combat_table import shifts
from grognard.games.night_fight.rules.data import GERMAN_TYPES, GRID
from grognard.games.night_fight.rules.fire import Shot, why_not_fire
from grognard.games.night_fight.rules.rally import in_command, rally_modifiers
from grognard.games.night_fight.rules.sight import can_throw, explain_sight, in_view, seen_from
from grognard.games.night_fight.rules.terrain import features
from grognard.games.night_fight.rules.transport import carries
from grognard.testing import offered

from .situations import FIRE, MOVE, german, pieces, play, position, soviet

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


# ------------------------------------------------------------------ 11.0 command, 12.0 zones of control


@pytest.mark.rule("NF-11.0.1")
def test_command_units() -> None:
    assert {t.id for t in GERMAN_TYPES if "command" in t.flags} == {"command_tank", "command_car"}


@pytest.mark.rule("NF-11.0.2", "NF-17.0.1")
def test_only_command_units_carry_and_use_flares() -> None:
    carriers = {t.id for t in GERMAN_TYPES if t.is_unit and carries(german(t.id, "1935"), "flares")}
    assert carriers == {"command_tank", "command_car"}
    g = position(german("command_car", "1935", flares=1), german("command_tank", "1935"))
    assert [can_throw(g, g.pieces[i]) for i in ("command_car", "command_tank")] == [True, False]
    g = position(german("infantry", "1935"), german("command_car", "1935", pinned=True), loose={"1935": (1, 0)})
    assert not can_throw(g, g.pieces["infantry"]) and not can_throw(g, g.pieces["command_car"])


@pytest.mark.rule("NF-11.0.3", "NF-14.0.4")
@pytest.mark.parametrize(
    ("place", "commanded"),
    [("1935", True), ("1939", True), ("1940", False)],  # the same hex, four hexes, five hexes off
)
def test_command_reaches_as_far_as_one_sees(place: str, commanded: bool) -> None:
    g = position(german("pzkpfw_iv", "1935", pinned=True), german("command_car", place))
    assert in_command(g, g.pieces["pzkpfw_iv"]) is commanded
    cites = [m.cite for m in rally_modifiers(g, g.pieces["pzkpfw_iv"])]
    assert ("NF-14.0.4" in cites) is commanded


@pytest.mark.rule("NF-11.0.3")
def test_no_command_past_what_blocks_sight_or_by_the_light_of_flares() -> None:
    g = position(german("pzkpfw_iv", "2706", pinned=True), german("command_car", "2505"))
    assert not in_command(g, g.pieces["pzkpfw_iv"])
    g = position(german("pzkpfw_iv", "1940", pinned=True), german("command_car", "1935"), lit=["1940"])
    assert not in_command(g, g.pieces["pzkpfw_iv"])  # flares show Soviet units only


@pytest.mark.rule("NF-11.0.5", "NF-11.0.3")
def test_a_pinned_command_unit_commands_nobody_and_none_commands_itself() -> None:
    g = position(german("pzkpfw_iv", "1935", pinned=True), german("command_car", "1936", pinned=True))
    assert not in_command(g, g.pieces["pzkpfw_iv"])
    assert not in_command(g, g.pieces["command_car"])
    g = position(german("command_tank", "1935", pinned=True), german("command_car", "1936"))
    assert in_command(g, g.pieces["command_tank"])


@pytest.mark.rule("NF-11.0.4", "NF-11.0.5")
def test_a_command_unit_in_view_reduces_scatter_unless_it_is_pinned() -> None:
    target = soviet("t34", "1939")
    assert scatters_on(position(german("command_car", "1935"), target), "german", "1939") == 1
    assert scatters_on(position(german("command_car", "1935", pinned=True), target), "german", "1939") == 3
    assert scatters_on(position(german("command_car", "1934"), target), "german", "1939") == 3
    assert scatters_on(position(german("infantry", "1935"), target), "german", "1939") == 2


@pytest.mark.rule("NF-11.0.5")
def test_a_pinned_command_unit_throws_no_flares() -> None:
    g = position(german("command_car", "1935", flares=1, pinned=True), soviet("t34", "1937"), step=FIRE)
    assert not g.asks
    g = position(german("command_car", "1935", flares=1), soviet("t34", "1937"), step=FIRE)
    play(g, Pick("command_car"))
    assert Press("flares") in offered(g)


@pytest.mark.rule("NF-12.0.1")
def test_no_zones_of_control() -> None:
    """A tank passes between two enemies next to its path; only the hexes they hold are closed."""
    pieces = (soviet("truck", "2036", pinned=True), soviet("truck", "1836", pinned=True))
    g = position(german("pzkpfw_iv", "1935"), step=MOVE)
    play(g, Pick("pzkpfw_iv"))
    free = {a.hex for a in offered(g) if isinstance(a, To)}
    g = position(german("pzkpfw_iv", "1935"), *pieces, step=MOVE)
    play(g, Pick("pzkpfw_iv"))
    watched = {a.hex for a in offered(g) if isinstance(a, To)}
    assert {"1936", "1937", "1938"} <= watched
    assert {"2036", "1836"} <= free - watched
