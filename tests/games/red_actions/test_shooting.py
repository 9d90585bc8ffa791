"""Shooting (RA-SHO), artillery (RA-ART), buildings (RA-BLD), vehicles and trains (RA-VEH)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from grognard.engine import Press, RiggedDice
from grognard.games.red_actions.actions import Acting, StepFive
from grognard.games.red_actions.artillery import (
    as_gas,
    direct_number,
    empty_section_aim,
    indirect_aim,
    observer,
    rolls_direct_hits,
    speculative_aim,
    target_class,
    victim,
    why_not_speculate,
    with_direct_hits,
)
from grognard.games.red_actions.bodies import apart
from grognard.games.red_actions.charging import ChargeTest, why_not_charge
from grognard.games.red_actions.choices import Fire, Go, Search, Shell
from grognard.games.red_actions.data import SHOOTING, TYPES, WEAPONS
from grognard.games.red_actions.fire import (
    Impact,
    TrainHit,
    Volley,
    collapse,
    declare,
    destroy_wagon,
    hit_wagon,
    roll_direct,
)
from grognard.games.red_actions.going import allowance_of
from grognard.games.red_actions.ground import best_cover, cover_kinds, in_hard_cover
from grognard.games.red_actions.losses import end_of
from grognard.games.red_actions.melee import Melee, Pursuit, Suffered, fighting_number
from grognard.games.red_actions.movement import Leg, full_budget, plan, room_in, why_not_enter
from grognard.games.red_actions.retire import RetireMove
from grognard.games.red_actions.sequence import fresh_units
from grognard.games.red_actions.shooting import (
    arc_of,
    best_stance,
    column_for,
    enfiladed,
    halved,
    make_aim,
    nearest_only,
    shifts,
    targets,
    why_cannot_shoot,
    why_not_shoot,
)
from grognard.games.red_actions.sight import line as sight_line
from grognard.games.red_actions.sight import sees, sighting_distance
from grognard.games.red_actions.state import Aim, RedActions, Unit, Wagon
from grognard.games.red_actions.trains import run_train, why_not_run
from grognard.games.red_actions.works import tear_rails, why_not_tear

from .situations import answer, area, at, battle, cites, dice_left, line, offered, run, unit


def white(kind: str = "white_volunteer", bases: int = 4, **more: Any) -> Unit:
    return unit("whites", kind, bases, more.pop("x", 30), more.pop("y", 20), more.pop("facing", 0), name="w", **more)


def red(y: float = 30.0, kind: str = "red_rifle", bases: int = 4, **more: Any) -> Unit:
    name = more.pop("name", "r")
    return unit("reds", kind, bases, more.pop("x", 30), y, more.pop("facing", 180), name=name, **more)


def aim(g: RedActions, shooter: str = "whites-w", target: str = "reds-r") -> Aim:
    stance = best_stance(g, g.pieces[shooter], g.pieces[target])
    assert stance is not None
    return with_direct_hits(g, make_aim(g, stance, g.pieces[target]))


def why(g: RedActions, shooter: str = "whites-w", target: str = "reds-r") -> str:
    refusal = why_not_shoot(g, g.pieces[shooter], g.pieces[target])
    return refusal.rule if refusal else ""


def shift_of(g: RedActions, rule: str, shooter: str = "whites-w", target: str = "reds-r") -> int:
    a = aim(g, shooter, target)
    unit_ = g.pieces[shooter]
    found = shifts(g, unit_.what, g.pieces[target], a.range / 100, (a.x / 100, a.y / 100))
    return sum(m.value for m in found if m.cite == rule)


# ------------------------------------------------------------------ the seven steps


@pytest.mark.rule("RA-SHO.1", "RA-SHO.2", "RA-SHO.3", "RA-SHO.4", "RA-SHO.5", "RA-SHO.6", "RA-SHO.7")
def test_a_shot_goes_through_its_steps() -> None:
    g = battle(white(facing=90), red(31, acted=True), dice=(3, 4))
    a = aim(g)
    assert (a.facing, a.total) == (0, 12)  # turned 90 degrees and totalled
    assert 900 < a.range < 1200
    run(g, Acting("whites-w"))
    answer(g, Fire("reds-r"))
    assert dice_left(g) == 2  # the shooters may move before the dice
    answer(g, Press("stop"))
    assert dice_left(g) == 0
    assert g.pieces["whites-w"].facing == 0


@pytest.mark.rule("RA-SHO.6", "RA-TRN.15")
def test_direct_hits_are_rolled_before_the_table() -> None:
    g = battle(white("white_gun", 1), red(40), dice=(6, 6, 1, 2, 1, 1))
    run(g, Volley(aim(g)))
    assert cites(g)[:2] == ["RA-ART.7", "RA-SHO.7"]


@pytest.mark.rule("RA-SHO.8")
def test_the_shot_is_fixed_before_the_shooters_move() -> None:
    g = battle(white(), red(31, acted=True), dice=(4, 5))
    run(g, Acting("whites-w"))
    answer(g, Fire("reds-r"))
    answer(g, Go(3000, 1700))
    if g.asks:
        answer(g, Press("stop"))
    assert g.pieces["reds-r"].terror == 1  # column 9-12, though the range is now long


@pytest.mark.rule("RA-SHO.9")
def test_terror_is_taken_from_the_bases_that_bear() -> None:
    g = battle(white(terror=1), red(30))
    assert (aim(g).bases, aim(g).total) == (3, 9)


@pytest.mark.rule("RA-SHO.10", "RA-SHO.17", "RA-SHO.18")
def test_halvings_multiply_and_round_down_once() -> None:
    g = battle(white())
    assert halved(g, 9, long=True, speculative=False) == 4
    assert halved(g, 11, long=True, speculative=True) == 2
    assert column_for(1, 5) == -1


@pytest.mark.rule("RA-SHO.11")
def test_shifts_beyond_the_table() -> None:
    assert column_for(8, -5) == -1
    assert SHOOTING.columns[column_for(36, 5)] == "37+"
    assert SHOOTING.columns[column_for(12, 1)] == "13-16"


@pytest.mark.rule("RA-SHO.12", "RA-SHO.13")
@pytest.mark.parametrize(("y", "total"), [(32, 12), (32.1, 6), (44, 6)])
def test_close_and_long_range(y: float, total: int) -> None:
    assert aim(battle(white(), red(y))).total == total


@pytest.mark.rule("RA-SHO.12")
def test_beyond_long_range_there_is_no_shot() -> None:
    assert why(battle(white(), red(44.2))) == "RA-SHO.12"


@pytest.mark.rule("RA-SHO.13")
def test_weapon_bands() -> None:
    bands = {
        "rifle": (12, 24), "carbine": (6, 12), "mg": (24, 48), "mortar": (24, 40), "infantry_gun": (40, 80),
        "field_gun": (60, 160), "howitzer": (60, 160), "vehicle_gun": (24, 48),
    }  # fmt: skip
    assert {name: (WEAPONS[name].close, WEAPONS[name].long) for name in bands} == bands
    assert WEAPONS["mortar"].least == 4
    assert why(battle(white("polish_mortar", 1), red(23))) == "RA-SHO.12"


@pytest.mark.rule("RA-SHO.14")
def test_arcs_of_fire() -> None:
    for kind, arc in (
        ("white_volunteer", 450),
        ("ac_mg", 1800),
        ("tank_heavy", 900),
        ("tank_ft", 900),
        ("white_gun", 450),
    ):
        u = unit("whites", kind, 1)
        assert arc_of(u, u.what) == arc
    assert arc_of(unit("whites", "train", 1), TYPES["train_mg_wagon"]) == 1800


@pytest.mark.rule("RA-SHO.15")
def test_a_unit_shoots_once_a_turn() -> None:
    g = battle(white(fired=True), red(30))
    assert why(g) == "RA-SHO.15"


@pytest.mark.rule("RA-SHO.16", "RA-SHO.52")
def test_rifles_shoot_at_the_nearest_and_mgs_choose() -> None:
    near, far = red(28, x=27, bases=2, name="near"), red(30, x=34, bases=2, name="far")
    g = battle(white(), near, far)
    assert nearest_only(g, g.pieces["whites-w"], targets(g, g.pieces["whites-w"])) == ["reds-near"]
    assert why(g, target="reds-far") == "RA-SHO.16"
    mg = battle(white("white_mg", 1), near, far)
    assert set(nearest_only(mg, mg.pieces["whites-w"], targets(mg, mg.pieces["whites-w"]))) == {"reds-near", "reds-far"}
    for ignored in (replace(near, routing=True), red(28, x=27, kind="ac_mg", bases=1, name="near")):
        h = battle(white(), ignored, far)
        assert why(h, target="reds-far") == ""


# ------------------------------------------------------------------ modifiers


@pytest.mark.rule("RA-SHO.20", "RA-SHO.51")
@pytest.mark.parametrize("kind", ["white_mg", "white_tachanka", "ac_mg", "tank_whippet"])
def test_mgs_within_8_inches_shift_3(kind: str) -> None:
    assert shift_of(battle(white(kind, 1), red(28)), "RA-SHO.20") == 3
    assert shift_of(battle(white(kind, 1), red(28.1)), "RA-SHO.20") == 0


@pytest.mark.rule("RA-SHO.20")
def test_rifles_have_no_bonus_within_8_inches() -> None:
    assert shift_of(battle(white(), red(26)), "RA-SHO.20") == 0


@pytest.mark.rule("RA-SHO.21", "RA-SHO.37")
@pytest.mark.parametrize(("facing", "raked"), [(180, False), (90, True), (110, True), (130, False), (0, False)])
def test_a_line_is_enfiladed_from_the_side(facing: int, raked: bool) -> None:
    u = red(30, facing=facing)
    g = battle(u)
    assert enfiladed(g, u, (30, 5)) == raked


@pytest.mark.rule("RA-SHO.37", "RA-SHO.38")
def test_deep_columns_are_enfiladed_from_their_ends_and_single_bases_never() -> None:
    deep, shallow = red(30, bases=5, formation="column"), red(30, bases=4, formation="column")
    assert enfiladed(battle(deep), deep, (30, 5))
    assert not enfiladed(battle(shallow), shallow, (30, 5))
    single = red(30, bases=1, facing=90)
    assert not enfiladed(battle(single), single, (30, 5))
    tank = red(30, kind="tank_heavy", bases=1, facing=90)
    assert not enfiladed(battle(tank), tank, (30, 5))
    house = area("h", "building_wood", 27, 29, 6, 4)
    inside = red(kind="red_rifle", inside="h", facing=90)
    assert not enfiladed(battle(inside, terrain=(house,)), inside, (30, 5))


@pytest.mark.rule("RA-SHO.22", "RA-SHO.23")
def test_formed_cavalry_or_road_column_is_one_shift() -> None:
    formed = red(30, kind="polish_uhlan", formed=True)
    assert shift_of(battle(white(), formed), "RA-SHO.22") == 2
    assert shift_of(battle(white(), red(30, kind="polish_uhlan")), "RA-SHO.22") == 0
    both = red(30, kind="polish_uhlan", formed=True, formation="road_column")
    assert shift_of(battle(white(), both), "RA-SHO.22") == 2


@pytest.mark.rule("RA-SHO.24", "RA-SHO.25")
@pytest.mark.parametrize(
    ("kind", "shift"), [("rough", -1), ("boggy", -1), ("woods", -1), ("scrub", -1), ("crops", -1), ("hill1", 0)]
)
def test_partisans_in_rough_ground(kind: str, shift: int) -> None:
    g = battle(white(), red(28, kind="makhno_inf"), terrain=(area("x", kind, 20, 26, 20, 10),))
    assert shift_of(g, "RA-SHO.24") == shift


@pytest.mark.rule("RA-SHO.27", "RA-SHO.28", "RA-SHO.29", "RA-SHO.30", "RA-SHO.33", "RA-SHO.34", "RA-SHO.35")
@pytest.mark.parametrize(
    ("kind", "columns"),
    [
        ("trench", -5),
        ("earthwork", -5),
        ("wall", -4),
        ("hedge", -1),
        ("building_stone", -4),
        ("building_wood", -3),
        ("woods", -3),
        ("dense_woods", -3),
        ("crops", -1),
        ("scrub", -1),
        ("rough", -1),
    ],
)
def test_cover(kind: str, columns: int) -> None:
    if kind in ("trench", "earthwork", "wall", "hedge"):
        g = battle(red(30), terrain=(line("x", kind, (20, 29.7), (40, 29.7)),))
    elif kind.startswith("building"):
        g = battle(red(inside="x"), terrain=(area("x", kind, 27, 29, 6, 4),))
    else:
        g = battle(red(30), terrain=(area("x", kind, 20, 28, 20, 10),))
    cover = best_cover(g, g.pieces["reds-r"], (30, 10))
    assert cover is not None
    assert cover.value == columns
    hard = kind in ("trench", "earthwork", "wall") or kind.startswith("building")
    assert in_hard_cover(g, g.pieces["reds-r"], (30, 10)) == hard


@pytest.mark.rule("RA-SHO.31", "RA-SHO.32")
@pytest.mark.parametrize(("soft", "columns"), [(True, -3), (False, -2)])
def test_lying_down(soft: bool, columns: int) -> None:
    terrain = (area("x", "scrub", 20, 28, 20, 10),) if soft else ()
    g = battle(red(30, lying=True), terrain=terrain)
    cover = best_cover(g, g.pieces["reds-r"], (30, 10))
    assert cover is not None
    assert cover.value == columns


@pytest.mark.rule("RA-SHO.35", "RA-SHO.55")
def test_area_cover_needs_more_than_half_of_the_bases_and_lines_must_be_crossed() -> None:
    half = battle(red(30), terrain=(area("x", "woods", 20, 25, 10, 10),))
    assert best_cover(half, half.pieces["reds-r"], (30, 10)) is None
    more = battle(red(30), terrain=(area("x", "woods", 20, 25, 10.7, 10),))
    assert best_cover(more, more.pieces["reds-r"], (30, 10)) is not None
    hedge = battle(red(30), terrain=(line("x", "hedge", (20, 29.7), (40, 29.7)),))
    assert best_cover(hedge, hedge.pieces["reds-r"], (30, 45)) is None


@pytest.mark.rule("RA-SHO.36")
def test_mounted_troops_use_only_woods_and_buildings() -> None:
    for kind, covered in (("woods", True), ("crops", False), ("rough", False)):
        u = red(30, kind="red_cav", formation="column", lying=True)
        g = battle(u, terrain=(area("x", kind, 20, 20, 20, 20),))
        assert bool(cover_kinds(g, u, (30, 10))) == covered
    trench = battle(red(30, kind="red_cav"), terrain=(line("x", "trench", (20, 29.7), (40, 29.7)),))
    assert not cover_kinds(trench, trench.pieces["reds-r"], (30, 10))


# ------------------------------------------------------------------ results


@pytest.mark.rule("RA-SHO.39", "RA-SHO.40", "RA-SHO.41")
@pytest.mark.parametrize(
    ("cell", "terror", "pinned", "y"),
    [
        ("--", 0, False, 30),
        ("Ret", 0, False, 33),
        ("Ter", 1, False, 30),
        ("Ter+Ret", 1, False, 33),
        ("2xTer", 2, True, 30),
    ],
)
def test_plain_results(cell: str, terror: int, pinned: bool, y: float) -> None:
    g = battle(white(), red(30))
    run(g, Impact(aim(g), cell, 0, False))
    r = g.pieces["reds-r"]
    assert (r.terror, r.pinned) == (terror, pinned)
    assert at(r)[1] == pytest.approx(y, abs=0.02)


@pytest.mark.rule("RA-SHO.43", "RA-SHO.44")
@pytest.mark.parametrize(("die", "dead"), [(1, True), (2, False)])
def test_officers_fall_on_a_1(die: int, dead: bool) -> None:
    g = battle(white(), red(30, officer=1), dice=(die, 1, 1, 1, 1))
    run(g, Impact(aim(g), "Ter S! Off", 0, False))
    assert (g.pieces["reds-r"].officer is None) == dead
    assert g.pieces["reds-r"].terror == (2 if dead else 1)


@pytest.mark.rule("RA-SHO.45")
def test_losses_come_before_terror_and_terror_before_the_tests() -> None:
    g = battle(white("white_gun", 2, y=5), red(30, bases=3, terror=2), dice=(1, 1, 1, 1, 1, 1))
    run(g, Impact(aim(g), "2xTer S!", 1, False))
    r = g.pieces["reds-r"]
    assert (r.bases, r.terror, r.pinned) == (2, 2, True)
    assert [c for c in cites(g) if c.startswith("RA-MOR")][:1] == ["RA-MOR.32"]


# ------------------------------------------------------------------ visibility


@pytest.mark.rule("RA-SHO.47")
def test_one_clear_line_to_any_corner_suffices() -> None:
    house = area("h", "building_wood", 20, 24, 11.2, 2)
    g = battle(white(bases=1), red(30, x=32.5, bases=1), terrain=(house,))
    assert sees(g, g.pieces["whites-w"], g.pieces["reds-r"])
    hidden = battle(white(bases=1), red(30, x=29, bases=1), terrain=(house,))
    assert not sees(hidden, hidden.pieces["whites-w"], hidden.pieces["reds-r"])


@pytest.mark.rule("RA-SHO.48")
@pytest.mark.parametrize(
    ("kind", "deep", "clear"),
    [
        ("woods", 4, True),
        ("woods", 4.2, False),
        ("dense_woods", 2, True),
        ("dense_woods", 2.2, False),
        ("hill1", 2, False),
        ("building_stone", 1, False),
        ("crops", 8, True),
    ],
)
def test_what_blocks_the_line(kind: str, deep: float, clear: bool) -> None:
    g = battle(white(), terrain=(area("x", kind, 10, 22, 40, deep),))
    assert sight_line(g, (30, 20), (30, 35)).clear == clear


@pytest.mark.rule("RA-SHO.48")
def test_units_block_unless_one_end_is_higher_and_mgs_fire_over_distant_friends() -> None:
    friend = unit("whites", "white_volunteer", 6, 30, 30, name="f")
    blocked = battle(white(), friend, red(40))
    assert not sees(blocked, blocked.pieces["whites-w"], blocked.pieces["reds-r"])
    hill = battle(white(), friend, red(40), terrain=(area("h", "hill1", 20, 15, 20, 5),))
    assert sees(hill, hill.pieces["whites-w"], hill.pieces["reds-r"])
    mg = battle(white("white_mg", 1), friend, red(40))
    assert best_stance(mg, mg.pieces["whites-w"], mg.pieces["reds-r"]) is not None
    near = battle(white("white_mg", 1), replace(friend, y=2600), red(40))
    assert best_stance(near, near.pieces["whites-w"], near.pieces["reds-r"]) is None


@pytest.mark.rule("RA-SHO.49")
def test_sighting_distances() -> None:
    g = battle(white())
    assert sighting_distance(g, red(30)) == 48
    assert sighting_distance(g, red(30, kind="red_cav")) == 72
    assert sighting_distance(g, red(30, kind="ac_mg", bases=1)) == 72
    assert sighting_distance(g, red(30, lying=True)) == 24
    assert sighting_distance(g, red(30, fired=True)) == 96
    assert sighting_distance(g, red(30, kind="train", bases=1)) > 1000
    hard = battle(red(inside="h"), terrain=(area("h", "building_wood", 27, 29, 6, 4),))
    assert sighting_distance(hard, hard.pieces["reds-r"]) == 16


@pytest.mark.rule("RA-SHO.50")
@pytest.mark.parametrize(
    ("weather", "far"), [("snow", 24), ("rain", 24), ("dusk", 24), ("fog", 12), ("night", 12), ("clear", 48)]
)
def test_weather(weather: str, far: float) -> None:
    assert sighting_distance(battle(white(), weather=weather), red(30)) == far


# ------------------------------------------------------------------ speculative fire


@pytest.mark.rule("RA-SHO.18", "RA-SHO.19")
def test_speculative_fire_is_half_strength_for_mgs_and_guns_without_a_visible_enemy() -> None:
    g = battle(white("white_mg", 1), red(40, hidden=True, unseen=True))
    assert why_not_speculate(g, g.pieces["whites-w"], (30, 40)) is None
    assert speculative_aim(g, g.pieces["whites-w"], (30, 40)).total == 5
    seen = battle(white("white_mg", 1), red(40))
    assert why_not_speculate(seen, seen.pieces["whites-w"], (30, 40)).rule == "RA-SHO.19"  # type: ignore[union-attr]
    foot = battle(white())
    assert why_not_speculate(foot, foot.pieces["whites-w"], (30, 30)).rule == "RA-SHO.19"  # type: ignore[union-attr]
    a, b = red(40, name="a", hidden=True), red(41.9, name="b", hidden=True)
    both = battle(white("white_mg", 1), a, b)
    found = victim(both, "whites", (30, 41.5))
    assert found is not None
    assert found.id == "reds-b"


@pytest.mark.rule("RA-SHO.53", "RA-AMB.9")
def test_speculative_fire_tells_the_shooter_nothing() -> None:
    def log(*units: Unit) -> list[str]:
        g = battle(white("white_mg", 1), *units, dice=(4, 6))
        run(g, Acting("whites-w"))
        answer(g, Search(3000, 4000))
        return [str(e) for e in g.events or () if e.visible_to("whites")]

    assert log() == log(red(40.5, hidden=True, unseen=True))


# ------------------------------------------------------------------ direct hits


@pytest.mark.rule("RA-ART.1", "RA-ART.2", "RA-ART.13")
@pytest.mark.parametrize(
    ("gun", "numbers"), [("white_gun", (9, 11, 9, 10)), ("polish_mortar", (9, 12, 10, 11)), ("ac_gun", (9, 12, 10, 11))]
)
def test_direct_hit_numbers(gun: str, numbers: tuple[int, ...]) -> None:
    house = area("h", "building_wood", 27, 29, 6, 4)
    shooter = white(gun, 1)
    victims = (
        red(inside="h", name="a"),
        red(40, kind="ac_mg", bases=1, rolling=True, name="b"),
        red(40, kind="ac_mg", bases=1, name="c"),
        red(40, name="d"),
    )
    found = []
    for target in victims:
        g = battle(shooter, target, terrain=(house,))
        found.append(direct_number(g, shooter, target, 20.0, indirect=False))
    assert tuple(found) == numbers


@pytest.mark.rule("RA-ART.13")
def test_small_arms_roll_no_direct_hits() -> None:
    assert not any(rolls_direct_hits(TYPES[k]) for k in ("white_volunteer", "kuban_cossack", "white_mg", "ac_mg"))
    assert all(
        rolls_direct_hits(TYPES[k])
        for k in ("white_gun", "white_howitzer", "polish_mortar", "tank_heavy", "train_gun_wagon")
    )


@pytest.mark.rule("RA-ART.3", "RA-ART.4")
@pytest.mark.parametrize(("inches", "number"), [(39.9, 10), (40, 11), (79, 11), (80, 12)])
def test_whole_kilometres_make_it_harder(inches: float, number: int) -> None:
    g = battle(white("white_gun", 1), red(40))
    assert direct_number(g, g.pieces["whites-w"], g.pieces["reds-r"], inches, indirect=False) == number


@pytest.mark.rule("RA-ART.8")
def test_a_number_above_12_is_not_rolled() -> None:
    g = battle(white("red_gun_early", 1, x=2, y=2, aim=("", 0, 0, 0)), red(40))
    far = replace(aim(g), range=8500)
    assert with_direct_hits(g, far).direct == ()


@pytest.mark.rule("RA-ART.7", "RA-ART.20", "RA-ART.10")
def test_each_gun_rolls_and_each_hit_takes_a_base() -> None:
    g = battle(white("white_gun", 3), red(40, kind="red_gun", bases=2), dice=(6, 6, 6, 5, 5, 5))
    hits, fallen = roll_direct(g, aim(g))
    assert (hits, fallen) == (3, False)
    run(g, Impact(aim(g), "--", hits, False))
    assert g.gone["reds-r"] == "destroyed"  # both guns with their crews; the third hit is lost


@pytest.mark.rule("RA-ART.10", "RA-VEH.15")
def test_a_vehicle_that_is_hit_is_destroyed_and_leaves_a_wreck() -> None:
    g = battle(white("white_gun", 1), red(40, kind="tank_heavy", bases=1))
    run(g, Impact(aim(g), "--", 1, False))
    assert g.gone["reds-r"] == "destroyed"
    assert g.things["wreck of reds-r"].kind == "wreck"


@pytest.mark.rule("RA-ART.9", "RA-MOR.10")
def test_direct_hit_and_kill_cost_one_fear_test() -> None:
    g = battle(white("white_gun", 1), red(40, bases=5), dice=(1, 1, 1, 1))
    run(g, Impact(aim(g), "Kill! S! Off", 1, False))
    assert g.pieces["reds-r"].bases == 3
    assert cites(g).count("RA-MOR.9") == 1


@pytest.mark.rule("RA-ART.11")
@pytest.mark.parametrize(
    ("kind", "total", "falls"),
    [
        ("building_wood", 9, True),
        ("building_wood", 8, False),
        ("building_stone", 11, True),
        ("building_stone", 10, False),
    ],
)
def test_collapse(kind: str, total: int, falls: bool) -> None:
    garrison = red(inside="h")
    g = battle(white("white_gun", 1), garrison, terrain=(area("h", kind, 27, 32, 6, 4),))
    a = aim(g)
    g.dice = RiggedDice([6, 6, total - 5, 5, 1, 1])
    run(g, Volley(a))
    assert ("h" in g.collapsed) == falls
    assert ("reds-r" in g.gone) == falls


@pytest.mark.rule("RA-ART.14", "RA-ART.19")
def test_moving_and_standing_vehicles() -> None:
    g = battle(white())
    assert target_class(g, red(30, kind="ac_mg", bases=1, rolling=True)) == "moving_vehicle"
    assert target_class(g, red(30, kind="ac_mg", bases=1)) == "stationary_vehicle"
    assert target_class(g, red(30, kind="train", bases=1)) == "stationary_vehicle"


@pytest.mark.rule("RA-ART.15")
def test_an_observer_is_an_officer_within_4_inches_who_sees() -> None:
    hill = area("hill", "hill1", 20, 12, 20, 3)
    gun = white("white_howitzer", 1, y=10)
    near = unit("whites", "white_volunteer", 2, 33, 13.5, name="o", officer=0)
    g = battle(gun, near, red(41), terrain=(hill,))
    assert not sees(g, gun, g.pieces["reds-r"])
    assert observer(g, gun, g.pieces["reds-r"])
    assert indirect_aim(g, gun, g.pieces["reds-r"]) is not None
    g.change("whites-o", officer=None)
    assert indirect_aim(g, gun, g.pieces["reds-r"]) is None


@pytest.mark.rule("RA-ART.17", "RA-SCN.5")
def test_ammunition_is_an_option() -> None:
    g = battle(white("white_gun", 1, aim=("", 0, 0, 0)), red(40), options={"ammunition": "on"})
    declare(g, aim(g))
    assert g.pieces["whites-w"].rounds == 11
    g.change("whites-w", rounds=0, fired=False)
    assert why(g) == "RA-ART.17"
    off = battle(white("white_gun", 1), red(40))
    off.change("whites-w", rounds=0)
    assert why(off) == ""


@pytest.mark.rule("RA-ART.18", "RA-MOR.8")
def test_gas_ignores_cover_and_frightens() -> None:
    g = battle(white("white_gun", 1), red(40, lying=True), terrain=(area("x", "scrub", 20, 38, 20, 9),), dice=(1, 1))
    plain, gas = aim(g), as_gas(g, aim(g))
    assert SHOOTING.columns[plain.column] == "5-8"
    assert (SHOOTING.columns[gas.column], gas.direct) == ("17-20", ())
    run(g, Impact(gas, "Ter", 0, False))
    assert "RA-MOR.8" in cites(g)


@pytest.mark.rule("RA-ART.21")
def test_an_empty_building_is_shelled_for_direct_hits_alone() -> None:
    house = area("h", "building_wood", 27, 40, 6, 4)
    g = battle(white("white_gun", 1), red(30, x=60, acted=True), terrain=(house,), dice=(4, 5, 4, 5))
    shot = empty_section_aim(g, g.pieces["whites-w"], "h")
    assert shot is not None
    assert (shot.direct, shot.column) == ((9,), -1)
    run(g, Acting("whites-w"))
    answer(g, Shell("h"))
    if g.asks:
        answer(g, Press("stop"))
    assert "h" in g.collapsed
    assert dice_left(g) == 0


# ------------------------------------------------------------------ buildings


HOUSE = area("h", "building_wood", 27, 29, 6, 3)


@pytest.mark.rule("RA-BLD.1", "RA-BLD.3")
def test_only_as_many_bases_fire_as_the_side_is_wide() -> None:
    narrow = area("h", "building_wood", 29, 29, 2.4, 6)
    g = battle(red(inside="h", bases=5), white(), terrain=(narrow,))
    assert aim(g, "reds-r", "whites-w").bases == 2
    assert room_in(g, "h", "reds-r") == 7
    assert in_hard_cover(g, g.pieces["reds-r"], (30, 10))


@pytest.mark.rule("RA-BLD.4", "RA-BLD.9")
def test_two_sides_never_share_a_section_but_friends_do() -> None:
    g = battle(red(inside="h", bases=3), white(), terrain=(HOUSE,))
    assert why_not_enter(g, g.pieces["whites-w"], "h").rule == "RA-BLD.4"  # type: ignore[union-attr]
    friend = red(20, name="f", bases=4)
    assert why_not_enter(g, friend, "h") is None
    assert why_not_enter(g, replace(friend, bases=7), "h").rule == "RA-BLD.3"  # type: ignore[union-attr]


@pytest.mark.rule("RA-BLD.5", "RA-BLD.6")
def test_a_unit_enters_where_it_reaches_the_outline() -> None:
    g = battle(white(y=25), red(45), terrain=(HOUSE,))
    run(g, Acting("whites-w"))
    answer(g, Go(3000, 3050))
    assert g.pieces["whites-w"].inside == "h"
    assert g.owner["h"] == "whites"
    out = plan(g, g.pieces["whites-w"], (30, 36), full_budget(g, g.pieces["whites-w"]))
    assert isinstance(out, Leg)
    assert out.cost == 400


@pytest.mark.rule("RA-BLD.2", "RA-TER.33")
def test_foot_goes_through_a_building_at_full_speed() -> None:
    g = battle(white(y=28, bases=2), terrain=(HOUSE,))
    through = plan(g, g.pieces["whites-w"], (30, 33.5), full_budget(g, g.pieces["whites-w"]))
    assert isinstance(through, Leg)
    assert through.cost == 550
    rider = white("kuban_cossack", 2)
    assert why_not_enter(battle(rider, terrain=(HOUSE,)), rider, "h").rule == "RA-BLD.2"  # type: ignore[union-attr]


@pytest.mark.rule("RA-BLD.7")
def test_faces_add_up_and_units_share_them() -> None:
    g = battle(red(inside="h", bases=4), red(inside="h", bases=4, name="s"), white(x=30), terrain=(HOUSE,))
    first = aim(g, "reds-r", "whites-w")
    assert first.bases == 4
    declare(g, first)
    assert aim(g, "reds-s", "whites-w").bases == 1
    corner = battle(red(inside="h", bases=6), white(x=18, y=19, bases=6, facing=45), terrain=(HOUSE,))
    assert aim(corner, "reds-r", "whites-w").bases == 6


@pytest.mark.rule("RA-BLD.8")
def test_distances_are_to_the_outline_and_insiders_do_not_block() -> None:
    g = battle(red(inside="h", bases=3), red(inside="h", bases=3, name="s"), white(), terrain=(HOUSE,))
    assert apart(g, g.pieces["reds-r"], g.pieces["whites-w"]) == pytest.approx(9.0)
    assert sees(g, g.pieces["reds-r"], g.pieces["whites-w"])
    assert sees(g, g.pieces["whites-w"], g.pieces["reds-s"])


# ------------------------------------------------------------------ vehicles


@pytest.mark.rule("RA-VEH.1")
def test_vehicles_ignore_the_shooting_table() -> None:
    tank = red(27, kind="tank_heavy", bases=1)
    g = battle(white("white_mg", 1), tank)
    run(g, Impact(aim(g), "Kill! S! Off", 0, False))
    assert g.pieces["reds-r"] == tank


@pytest.mark.rule("RA-VEH.2")
@pytest.mark.parametrize(("y", "stuck"), [(27, "broken"), (29, "")])
def test_close_mg_fire_stops_a_car(y: float, stuck: str) -> None:
    g = battle(white("white_mg", 1), red(y, kind="ac_mg", bases=1))
    run(g, Impact(aim(g), "Kill! S! Off", 0, False))
    assert g.pieces["reds-r"].stuck == stuck


@pytest.mark.rule("RA-VEH.3", "RA-VEH.4")
def test_a_vehicle_stuck_for_good_shoots_but_never_moves() -> None:
    g = battle(white("ac_mg", 1, stuck="fast"), red(30, acted=True))
    run(g, Acting("whites-w"))
    assert Press("free") not in offered(g)
    assert Fire("reds-r") in offered(g)
    assert not any(isinstance(a, Go) for a in offered(g))
    assert fighting_number(g.pieces["whites-w"], []) == 3
    sabres = battle(unit("reds", "red_cav", 4, 30, 28, 180, name="c"), white("ac_mg", 1, stuck="stuck"))
    assert why_not_charge(sabres, sabres.pieces["reds-c"], sabres.pieces["whites-w"]) is None


@pytest.mark.rule("RA-VEH.3")
@pytest.mark.parametrize(
    ("stuck", "button", "die", "left"), [("stuck", "free", 4, ""), ("broken", "repair", 3, "broken")]
)
def test_freeing_and_repairing(stuck: str, button: str, die: int, left: str) -> None:
    g = battle(white("ac_mg", 1, stuck=stuck), red(45), dice=(die,))
    run(g, Acting("whites-w"))
    answer(g, Press(button))
    assert g.pieces["whites-w"].stuck == left
    assert not g.pieces["whites-w"].acted


@pytest.mark.rule("RA-VEH.5")
def test_a_vehicle_overruns_without_a_charge_test() -> None:
    g = battle(white("tank_heavy", 1), red(24, acted=True), dice=(1, 1, 3, 4))
    run(g, ChargeTest("whites-w", "reds-r"))
    assert "RA-MOR.4" not in cites(g)
    assert "RA-MOR.5" in cites(g)


@pytest.mark.rule("RA-VEH.6", "RA-VEH.12")
def test_combat_results_on_a_vehicle() -> None:
    backs = battle(white("tank_heavy", 1), red(21))
    run(backs, Suffered("whites-w", "Retires 2xTer", "reds-r"))
    assert at(backs.pieces["whites-w"])[1] == pytest.approx(17, abs=0.05)
    assert backs.pieces["whites-w"].terror == 0
    for state, way in (({}, "destroyed"), ({"stuck": "stuck"}, "captured")):
        g = battle(white("tank_heavy", 1, **state), red(21))
        run(g, Suffered("whites-w", "Defeated", "reds-r"))
        assert g.gone["whites-w"] == way
    boxed = battle(white("tank_heavy", 1), red(21), unit("reds", "red_rifle", 6, 30, 17.9, name="back"))
    run(boxed, RetireMove("whites-w", 3000, 2500, True))
    assert at(boxed.pieces["whites-w"])[1] == pytest.approx(20, abs=1.5)


@pytest.mark.rule("RA-VEH.12")
def test_a_winning_vehicle_may_advance_but_never_pursues() -> None:
    g = battle(white("tank_heavy", 1), red(40, routing=True))
    run(g, Pursuit("whites-w", "reds-r", (3000, 2400)))
    assert offered(g) == [Press("advance"), Press("stay")]


# ------------------------------------------------------------------ trains


RAIL = line("rail", "railway", (0, 30), (72, 30))
WAGONS = (Wagon("train_gun_wagon"), Wagon("train_loco"), Wagon("train_mg_wagon"))


def train(**more: Any) -> Unit:
    return unit("reds", "train", 3, 40, 30, name="train", wagons=more.pop("wagons", WAGONS), rail=4000, **more)


@pytest.mark.rule("RA-VEH.7", "RA-VEH.10", "RA-SCN.11")
def test_a_train_is_one_unit_and_each_wagon_shoots_at_its_own_target() -> None:
    g = battle(train(), white(y=10), white("white_mg", 1, x=50, y=12), terrain=(RAIL,), dice=(1, 1, 1, 1, 1, 1, 1, 1))
    g.put(unit("whites", "white_volunteer", 4, 50, 15, name="v"))
    assert [u.id for u in fresh_units(g, "reds")] == ["reds-train"]
    run(g, Acting("reds-train"))
    shots = [a for a in offered(g) if isinstance(a, Fire)]
    assert {a.wagon for a in shots} == {0, 2}
    answer(g, next(a for a in shots if a.wagon == 0))
    while g.asks[0].side != "reds":
        answer(g, offered(g)[-1])
    assert {a.wagon for a in offered(g) if isinstance(a, Fire)} == {2}


@pytest.mark.rule("RA-VEH.8")
def test_hits_on_a_train() -> None:
    g = battle(train(), terrain=(RAIL,))
    assert allowance_of(g.pieces["reds-train"]) == 20
    hit_wagon(g, g.pieces["reds-train"], 1)
    assert allowance_of(g.pieces["reds-train"]) == 10
    hit_wagon(g, g.pieces["reds-train"], 1)
    assert allowance_of(g.pieces["reds-train"]) == 0
    hit_wagon(g, g.pieces["reds-train"], 0)
    g.turn += 1
    refusal = why_cannot_shoot(g, g.pieces["reds-train"], 0)
    assert refusal is not None
    assert refusal.rule == "RA-VEH.8"
    hit_wagon(g, g.pieces["reds-train"], 0)
    assert [w.type for w in g.pieces["reds-train"].wagons] == ["train_loco", "train_mg_wagon"]
    hit_wagon(g, g.pieces["reds-train"], 0)
    assert g.gone["reds-train"] == "destroyed"


@pytest.mark.rule("RA-VEH.8")
@pytest.mark.parametrize(("dice", "index"), [((2,), 1), ((3, 1), 0), ((6, 2), 2)])
def test_where_a_hit_falls(dice: tuple[int, ...], index: int) -> None:
    g = battle(train(), terrain=(RAIL,), dice=dice)
    run(g, TrainHit("reds-train"))
    assert [w.hits for w in g.pieces["reds-train"].wagons] == [int(i == index) for i in range(3)]


@pytest.mark.rule("RA-VEH.9")
def test_rails_are_torn_up_with_two_actions() -> None:
    foot = white(y=29.9)
    g = battle(foot, train(), terrain=(RAIL,))
    g.move_to("whites-w", (60, 29.9))
    assert why_not_tear(g, g.pieces["whites-w"]) is None
    tear_rails(g, g.pieces["whites-w"])
    assert not g.gaps
    tear_rails(g, g.pieces["whites-w"])
    assert [gap.kind for gap in g.gaps.values()] == ["torn"]
    g.drop("whites-w")
    refusal = why_not_run(g, g.pieces["reds-train"], 6000)
    assert refusal is not None
    assert refusal.rule == "RA-VEH.9"
    assert why_not_run(g, g.pieces["reds-train"], 5500) is None
    sappers = battle(unit("whites", "white_engineer", 2, 60, 29.9, name="w"), terrain=(RAIL,))
    tear_rails(sappers, sappers.pieces["whites-w"])
    assert sappers.gaps


@pytest.mark.rule("RA-VEH.11", "RA-MOV.17")
def test_foot_charges_a_standing_train() -> None:
    g = battle(white(y=27, x=36), train(), terrain=(RAIL,))
    assert why_not_charge(g, g.pieces["whites-w"], g.pieces["reds-train"]) is None
    g.change("reds-train", rolling=True)
    assert why_not_charge(g, g.pieces["whites-w"], g.pieces["reds-train"]).rule == "RA-VEH.11"  # type: ignore[union-attr]
    assert fighting_number(g.pieces["reds-train"], []) == 12
    assert fighting_number(g.pieces["whites-w"], [g.pieces["reds-train"]]) == 6
    run(g, Suffered("reds-train", "Defeated", "whites-w"))
    assert g.asks[0].side == "whites"
    answer(g, offered(g)[0])
    assert len(g.pieces["reds-train"].wagons) == 2


@pytest.mark.rule("RA-VEH.13")
def test_a_train_moves_along_the_line_and_stops_before_units() -> None:
    g = battle(train(), white(x=55, y=30.3), terrain=(RAIL,))
    assert why_not_run(g, g.pieces["reds-train"], 5900).rule == "RA-VEH.13"  # type: ignore[union-attr]
    assert why_not_run(g, g.pieces["reds-train"], 6100).rule == "RA-VEH.13"  # type: ignore[union-attr]
    assert why_not_run(g, g.pieces["reds-train"], 2500) is None  # reversing needs no turn
    run_train(g, g.pieces["reds-train"], 2500)
    assert at(g.pieces["reds-train"]) == (25, 30)
    g.drop("whites-w")
    g.change("reds-train", rail=6000)
    run_train(g, g.pieces["reds-train"], 7300)
    assert g.gone["reds-train"] == "exited"


@pytest.mark.rule("RA-VEH.14")
def test_riders_share_the_fate_of_their_wagon() -> None:
    rider = unit("reds", "red_rifle", 3, 40, 30, name="r", place="train:reds-train")
    g = battle(train(), rider, terrain=(RAIL,), dice=(1, 1))
    assert "reds-r" not in [u.id for u in g.troops("reds")]
    g.steps = (StepFive("nobody"),)
    destroy_wagon(g, g.pieces["reds-train"], 0)
    g.advance()
    r = g.pieces["reds-r"]
    assert (r.place, r.bases) == ("table", 2)
    assert "RA-MOR.9" in cites(g)


@pytest.mark.rule("RA-VEH.15")
def test_a_wreck_blocks_the_railway_and_gives_no_cover() -> None:
    g = battle(train(), unit("reds", "ac_mg", 1, 55, 30.5, name="car"), terrain=(RAIL,))
    end_of(g, "reds-car", "destroyed")
    assert why_not_run(g, g.pieces["reds-train"], 5800).rule == "RA-VEH.15"  # type: ignore[union-attr]


def test_collapse_takes_everybody_inside() -> None:
    g = battle(red(inside="h", bases=3), red(inside="h", bases=3, name="s"), terrain=(HOUSE,))
    collapse(g, "h")
    assert set(g.gone) == {"reds-r", "reds-s"}
    assert isinstance(Melee("a", ("b",), "front", True), Melee)
