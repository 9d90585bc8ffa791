"""Shooting, clause by clause: who turns how, who must shoot at whom, what adds up, what hides and what covers."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from grognard.board.inches.formations import COLUMN, FILE, LINE, SKIRMISH
from grognard.games.red_actions.rules.acting import Acting
from grognard.games.red_actions.rules.aiming import (
    best_stance,
    nearest_targets,
    shoots_at_the_nearest,
    stances,
    why_not_shoot,
)
from grognard.games.red_actions.rules.artillery import speculative_aim, victim
from grognard.games.red_actions.rules.data import SHOOTING, SHOOTING_LOW
from grognard.games.red_actions.rules.fire_total import column_for
from grognard.games.red_actions.rules.shot_orders import Fire, Search
from grognard.games.red_actions.rules.sight import best_cover, sees, sighting_distance
from grognard.games.red_actions.rules.state import Unit, Wagon
from grognard.games.red_actions.rules.volley import Impact, Volley
from grognard.testing import play, unrolled

from .shots import aim, red, shift_of, white, why
from .situations import area, battle, cites, line, run, unit

# ------------------------------------------------------------------ turning, arc and range


@pytest.mark.rule("RA-SHO.1", "RA-MOV.7")
@pytest.mark.parametrize(("x", "y", "facing"), [(42, 20, 900), (18, 20, 2700), (30, 8, 1800)])
def test_rifles_turn_to_either_side_or_about_to_shoot(x: float, y: float, facing: int) -> None:
    g = battle(white(), red(y, x=x, facing=0))
    assert aim(g).facing == facing


@pytest.mark.rule("RA-SHO.1", "RA-MOR.34")
@pytest.mark.parametrize("pinned", [False, True])
def test_a_pinned_column_does_not_deploy_nor_do_pinned_skirmishers_turn(pinned: bool) -> None:
    r = red(30)
    column, loose = (white("white_plastun", formation=how, pinned=pinned) for how in (COLUMN, SKIRMISH))
    assert any(there.formation == LINE for there in stances(battle(column, r), column, r)) is not pinned
    aside = red(24, x=41)
    turns = [there.facing for there in stances(battle(loose, aside), loose, aside)]
    assert any(0 < facing < 900 for facing in turns) is not pinned


@pytest.mark.rule("RA-SHO.2", "RA-SHO.14")
def test_only_bases_that_have_the_target_in_their_arc_shoot() -> None:
    g = battle(white(bases=6), red(21.2, x=30, bases=1))
    assert aim(g).bases == 4  # the ends of the line look past it


@pytest.mark.rule("RA-SHO.3", "RA-SHO.9")
def test_terror_is_taken_from_those_who_bear_not_from_the_whole_unit() -> None:
    g = battle(white(bases=6, formation=COLUMN, kind="kuban_cossack", terror=1), red(25))
    assert (aim(g).bases, aim(g).total) == (1, g.pieces["whites-w"].what.fire)
    full = battle(white(bases=2, terror=1), red(25))
    assert aim(full).total == 3


@pytest.mark.rule("RA-SHO.9", "RA-FRM.4")
@pytest.mark.parametrize(("formation", "count"), [(LINE, 5), (COLUMN, 2), (FILE, 1), (SKIRMISH, 5)])
def test_as_many_bases_shoot_as_the_formation_lets(formation: str, count: int) -> None:
    g = battle(white("makhno_cav", 5, formation=formation), red(25, bases=6))
    assert aim(g).bases == count


@pytest.mark.rule("RA-SHO.9", "RA-SHO.12")
def test_bases_out_of_range_do_not_shoot_and_the_nearest_gives_the_range() -> None:
    g = battle(white(bases=6), red(0, x=30, bases=1))
    slant = replace(g.pieces["reds-r"], x=3900, y=4205)
    g.put(slant)
    found = best_stance(g, g.pieces["whites-w"], slant)
    assert found is not None and 0 < found.count < 6
    assert found.range < 24.01


@pytest.mark.rule("RA-SHO.12", "RA-SHO.17")
def test_one_base_within_close_range_makes_the_fire_of_all_close() -> None:
    g = battle(white(bases=6), red(31.3, x=36, bases=1))
    shot = aim(g)
    assert shot.bases == 6
    assert shot.range <= 1200 and shot.total == 18


@pytest.mark.rule("RA-SHO.10")
def test_every_total_finds_the_column_that_holds_it() -> None:
    for i, low in enumerate(SHOOTING_LOW):
        assert column_for(low, 0) == i
        assert column_for(low - 1, 0) == i - 1
    assert SHOOTING.columns[column_for(99, 0)] == "37+"


@pytest.mark.rule("RA-SHO.15")
def test_who_has_shot_is_marked_and_shoots_no_more_this_turn() -> None:
    g = battle(white("white_mg", 1), red(40), dice=(1, 1))
    play(run(g, Acting("whites-w")), Fire("reds-r"))
    assert g.pieces["whites-w"].fired
    assert why(g) == "RA-SHO.15"


@pytest.mark.rule("RA-SHO.16")
def test_who_shoots_at_the_nearest_and_who_chooses() -> None:
    bound = {"white_volunteer", "kuban_cossack"}
    free = {"white_mg", "polish_mortar", "white_gun", "white_tachanka", "ac_mg", "tank_heavy"}
    assert {kind for kind in bound | free if shoots_at_the_nearest(unit("whites", kind, 1))} == bound


@pytest.mark.rule("RA-SHO.52")
def test_the_nearest_is_sought_among_those_it_can_turn_to() -> None:
    behind, ahead_ = red(15, name="behind", facing=0), red(30, name="ahead")
    g = battle(white(), behind, ahead_)
    assert nearest_targets(g, g.pieces["whites-w"]) == ["reds-behind"]
    both = battle(white(), red(30, x=27.64, bases=2, name="a"), red(30, x=32.36, bases=2, name="b"))
    assert nearest_targets(both, both.pieces["whites-w"]) == ["reds-a", "reds-b"]  # a tie: its choice


# ------------------------------------------------------------------ speculative fire


@pytest.mark.rule("RA-SHO.18", "RA-SHO.26")
def test_speculative_fire_at_long_range_is_a_quarter() -> None:
    g = battle(white("white_mg", 1, y=5))
    assert speculative_aim(g, g.pieces["whites-w"], (30, 29)).total == 11 // 2
    assert speculative_aim(g, g.pieces["whites-w"], (30, 29.1)).total == 11 // 4


@pytest.mark.rule("RA-SHO.19")
@pytest.mark.parametrize("kind", ["white_mg", "white_tachanka", "polish_mortar", "white_gun"])
def test_mgs_mortars_and_artillery_search_with_fire(kind: str) -> None:
    g = battle(white(kind, 1))
    assert Search(3000, 4000).why_not_by(g, g.pieces["whites-w"]) is None


@pytest.mark.rule("RA-SHO.19")
def test_the_circle_that_is_searched_has_a_radius_of_2_inches() -> None:
    g = battle(white("white_mg", 1), red(40, hidden=True))
    assert victim(g, "whites", (30, 38)) is not None
    assert victim(g, "whites", (30, 37.9)) is None
    for y, seen in ((3800, True), (3790, False)):
        h = battle(white("white_mg", 1), red(40))
        refusal = Search(3000, y).why_not_by(h, h.pieces["whites-w"])
        assert (refusal is not None) is seen


@pytest.mark.rule("RA-SHO.19", "RA-SHO.48")
def test_an_mg_searches_only_what_it_could_see_and_a_gun_beyond_a_hill_too() -> None:
    hill = area("hill", "hill1", 20, 25, 20, 3)
    for kind, rule in (("white_mg", "RA-SHO.48"), ("white_gun", "")):
        g = battle(white(kind, 1), terrain=(hill,))
        refusal = Search(3000, 4000).why_not_by(g, g.pieces["whites-w"])
        assert (refusal.rule if refusal else "") == rule


@pytest.mark.rule("RA-SHO.19")
@pytest.mark.parametrize(("kind", "terror"), [("red_rifle", 1), ("red_guard", 0)])
def test_whom_speculative_fire_finds_suffers_the_result_with_his_cover(kind: str, terror: int) -> None:
    wood = () if terror else (area("wood", "woods", 20, 38, 20, 8),)
    g = battle(white("white_mg", 1, y=21), red(40, kind=kind, hidden=True, unseen=True), terrain=wood, dice=(5, 4))
    play(run(g, Acting("whites-w")), Search(3000, 4000))
    assert g.pieces["reds-r"].terror == terror  # 5: column 5-8, in the wood off the table


# ------------------------------------------------------------------ modifiers


@pytest.mark.rule("RA-SHO.51", "RA-SHO.20")
def test_the_mgs_of_a_train_have_the_bonus_too() -> None:
    rails = line("rail", "railway", (0, 20), (72, 20))
    train = unit("whites", "train", 2, name="w", wagons=(Wagon("train_loco"), Wagon("train_mg_wagon")), rail=3400)
    g = battle(train, red(26, x=28), terrain=(rails,))
    shot = Fire("reds-r", 1).aim(g, train)
    assert [m.value for m in shot.shifts if m.cite == "RA-SHO.20"] == [3]


@pytest.mark.rule("RA-SHO.25", "RA-SHO.24")
def test_dense_woods_are_rough_for_partisans() -> None:
    g = battle(white(), red(28, kind="makhno_inf"), terrain=(area("x", "dense_woods", 20, 27.5, 20, 10),))
    assert shift_of(g, "RA-SHO.24") == -1


@pytest.mark.rule("RA-SHO.26", "RA-SHO.4")
def test_all_modifiers_add_up() -> None:
    mg, wood = white("white_mg", 1), area("wood", "woods", 20, 25, 20, 20)
    r = red(26, kind="makhno_cav", bases=5, formation=FILE)
    shot = aim(battle(mg, r, terrain=(wood,)))
    assert {m.cite: m.value for m in shot.shifts} == {
        "RA-SHO.20": 3, "RA-SHO.21": 1, "RA-SHO.22": 2, "RA-SHO.24": -1, "RA-SHO.30": -3,
    }  # fmt: skip
    assert SHOOTING.columns[shot.column] == SHOOTING.columns[column_for(11, 2)]


@pytest.mark.rule("RA-SHO.34", "RA-SHO.28")
@pytest.mark.parametrize(("foxholes", "columns"), [(True, -5), (False, None)])
def test_foxholes_cover_like_a_trench(foxholes: bool, columns: int | None) -> None:
    r = red(30, foxholes=foxholes)
    found = best_cover(battle(r), r, (30, 10))
    assert (found.value if found else None) == columns


@pytest.mark.rule("RA-SHO.35")
@pytest.mark.parametrize(("bases", "covered"), [(6, False), (2, True)])
def test_a_wall_covers_where_the_line_from_the_nearest_base_crosses_it(bases: int, covered: bool) -> None:
    wall = line("x", "wall", (33.0, 29.6), (33.8, 29.6))
    g = battle(white(bases=bases), red(30, x=34, bases=1, fired=True), terrain=(wall,))
    assert any(m.cite == "RA-SHO.29" for m in aim(g).shifts) is covered


@pytest.mark.rule("RA-SHO.36")
@pytest.mark.parametrize(
    ("kind", "more"), [("red_cav", {}), ("red_tachanka", {}), ("red_gun", {"limbered": True}), ("ac_mg", {})]
)
def test_who_rides_or_drives_has_cover_only_among_trees_and_houses(kind: str, more: dict[str, Any]) -> None:
    def cover(*terrain: Any, **posture: bool) -> int:
        r = red(30, kind=kind, bases=1, **more, **posture)
        found = best_cover(battle(r, terrain=terrain), r, (30, 10))
        return found.value if found else 0

    grounds = ("woods", "dense_woods", "crops", "scrub", "rough")
    assert [cover(area("x", ground, 20, 20, 20, 20)) for ground in grounds] == [-3, -3, 0, 0, 0]
    assert [cover(area("x", house, 20, 20, 20, 20)) for house in ("building_wood", "building_stone")] == [-3, -4]
    for wall in ("wall", "hedge", "earthwork", "trench"):
        assert cover(line("x", wall, (20, 29.7), (40, 29.7))) == 0
    assert (cover(lying=True), cover(evaded=True)) == (0, 0)


@pytest.mark.rule("RA-SHO.38")
def test_skirmish_order_is_never_enfiladed() -> None:
    for formation, shift in ((LINE, 1), (SKIRMISH, 0)):
        g = battle(white(bases=2), red(28, kind="makhno_inf", facing=90, formation=formation))
        assert shift_of(g, "RA-SHO.21") == shift


@pytest.mark.rule("RA-SHO.22")
def test_only_horsemen_are_formed_cavalry() -> None:
    g = battle(white(), red(30, kind="polish_uhlan", formed=True))
    assert shift_of(g, "RA-SHO.22") == 2
    on_foot = battle(white(), red(30, kind="white_volunteer", mounted_as="polish_uhlan", formed=True))
    assert shift_of(on_foot, "RA-SHO.22") == 0


# ------------------------------------------------------------------ visibility


def shot_over(kind: str, between: Unit) -> bool:
    shooter, target = white(kind, 1), red(40)
    g = battle(shooter, between, target)
    return why_not_shoot(g, shooter, target) is None


@pytest.mark.rule("RA-SHO.48")
@pytest.mark.parametrize(
    ("kind", "over"),
    [("white_mg", True), ("white_gun", True), ("polish_mortar", True), ("white_tachanka", True), ("ac_mg", False)],
)
def test_artillery_and_mgs_fire_over_friends_8_inches_from_both(kind: str, over: bool) -> None:
    friend = unit("whites", "white_volunteer", 6, 30, 30, name="f")
    assert shot_over(kind, friend) is over
    assert not shot_over(kind, replace(friend, y=3330))  # too near to the target
    assert not shot_over(kind, replace(friend, y=2750))  # too near to the gun


@pytest.mark.rule("RA-SHO.48")
def test_nobody_fires_over_the_enemy() -> None:
    screen_ = unit("reds", "red_rifle", 6, 30, 30, 180, name="f")
    shooter, target = white("white_mg", 1), red(40, bases=1)
    assert why_not_shoot(battle(shooter, screen_, target), shooter, target) is not None


@pytest.mark.rule("RA-SHO.48")
def test_a_higher_target_is_seen_over_others_as_well_as_a_higher_observer() -> None:
    friend = unit("whites", "white_volunteer", 6, 30, 30, name="f")
    for hill in (area("h", "hill1", 20, 15, 20, 6), area("h", "hill1", 20, 38, 20, 6)):
        g = battle(white(), friend, red(40), terrain=(hill,))
        assert sees(g, g.pieces["whites-w"], g.pieces["reds-r"])
    same = battle(white(), friend, red(40), terrain=(area("h", "hill1", 20, 15, 20, 30),))
    assert not sees(same, same.pieces["whites-w"], same.pieces["reds-r"])


@pytest.mark.rule("RA-SHO.49")
@pytest.mark.parametrize(
    ("kind", "more", "far"),
    [
        ("red_gun", {}, 48),
        ("red_gun", {"limbered": True}, 72),
        ("red_tachanka", {}, 72),
        ("makhno_inf", {"carts": True}, 72),
        ("red_mg", {}, 48),
    ],
)
def test_how_far_off_guns_limbers_and_carts_are_made_out(kind: str, more: dict[str, bool], far: float) -> None:
    assert sighting_distance(battle(white()), red(30, kind=kind, bases=1, **more)) == far


@pytest.mark.rule("RA-SHO.50")
@pytest.mark.parametrize("weather", ["fog", "night"])
def test_in_fog_and_at_night_nobody_is_made_out_beyond_12_inches(weather: str) -> None:
    assert sighting_distance(battle(white(), weather=weather), red(30, kind="red_cav", fired=True)) == 12


# ------------------------------------------------------------------ out of houses


@pytest.mark.rule("RA-SHO.54")
@pytest.mark.parametrize(("x", "y", "count"), [(30, 32, 4), (44.5, 36, 6), (56, 24, 2)])
def test_faces_of_a_house_bear_45_degrees_to_either_side(x: float, y: float, count: int) -> None:
    r, foe = white(bases=6, inside="h"), red(y, x=x, fired=True)
    found = best_stance(battle(r, foe, terrain=(area("h", "building_wood", 27, 20, 5.0, 2.8),)), r, foe)
    assert (found.count if found else 0) == count


@pytest.mark.rule("RA-SHO.12")
@pytest.mark.parametrize(("screened", "shift"), [(False, 3), (True, 0)])
def test_out_of_a_house_too_the_range_is_to_a_base_that_is_seen(screened: bool, shift: int) -> None:
    house, shed = area("h", "building_wood", 28, 17, 4, 3), area("s", "building_wood", 30.4, 24, 10, 1)
    r = red(29, bases=6, facing=210, fired=True)  # aslant, its near end behind the shed
    g = battle(white("white_mg", 1, inside="h"), r, terrain=(house, *([shed] if screened else [])))
    assert shift_of(g, "RA-SHO.20") == shift


@pytest.mark.rule("RA-SHO.42", "RA-SHO.43")
def test_a_kill_takes_a_base_pins_and_is_tested_for() -> None:
    g = battle(white(), red(30, bases=5), dice=(6, 6, 1, 1, 1, 1))
    run(g, Volley(replace(aim(g), column=9)))
    left = g.pieces["reds-r"]
    assert (left.bases, left.pinned, left.routing) == (4, True, False)
    assert not unrolled(g)  # fear for the base, then the serious test


@pytest.mark.rule("RA-SHO.45")
@pytest.mark.parametrize(
    ("cell", "dice", "tests"),
    [
        ("Kill! S! Off", (1, 1, 1, 1, 1, 1, 1), ["RA-MOR.9", "RA-MOR.13", "RA-MOR.14"]),
        ("Ter S!", (1, 1), ["RA-MOR.14"]),
    ],
)
def test_fear_comes_before_the_test_for_the_officers_and_that_before_the_serious_result(
    cell: str, dice: tuple[int, ...], tests: list[str]
) -> None:
    g = battle(white(), red(30, bases=5, officer=0), dice=dice)
    run(g, Impact(aim(g), cell, 0, False))
    assert [cite for cite in cites(g) if cite.startswith("RA-MOR.") and cite != "RA-MOR.35"] == tests


@pytest.mark.rule("RA-SHO.46", "RA-SHO.45")
def test_who_routs_is_neither_pinned_nor_retires() -> None:
    g = battle(white(), red(30, bases=2, terror=2), dice=(6, 6))
    run(g, Impact(aim(g), "Ter+Ret", 0, False))  # the marker is one too many: a fear test, and a rout
    left = g.pieces["reds-r"]
    assert (left.routing, left.pinned, left.retired) == (True, False, False)
    assert "RA-RET.1" not in cites(g)
    pinned = battle(white(), red(30, bases=2, terror=2), dice=(6, 6))
    run(pinned, Impact(aim(pinned), "2xTer", 0, False))
    assert (pinned.pieces["reds-r"].routing, pinned.pieces["reds-r"].pinned) == (True, False)
