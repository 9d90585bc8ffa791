"""Shooting (section SHO)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from grognard.engine import Action
from grognard.games.red_actions.rules.acting import Acting
from grognard.games.red_actions.rules.aiming import (
    arc_of,
    best_stance,
    nearest_targets,
    stances,
    targets,
    why_cannot_shoot,
    why_not_shoot,
)
from grognard.games.red_actions.rules.artillery import speculative_aim, victim
from grognard.games.red_actions.rules.data import SHOOTING, TYPES, WEAPONS
from grognard.games.red_actions.rules.fire_total import column_for, enfiladed, halved, shifts
from grognard.games.red_actions.rules.losses import end_of
from grognard.games.red_actions.rules.moving import Go, Stop
from grognard.games.red_actions.rules.scenarios import Hidden
from grognard.games.red_actions.rules.shot_orders import Fire, Search
from grognard.games.red_actions.rules.sight import best_cover, cover_kinds, in_hard_cover, sees, sighting_distance
from grognard.games.red_actions.rules.sight import line as sight_line
from grognard.games.red_actions.rules.state import Unit
from grognard.games.red_actions.rules.volley import Impact, Volley
from grognard.testing import offered, play, unrolled

from .shots import aim, red, shift_of, white, why
from .situations import area, at, battle, cites, line, run, unit

# ------------------------------------------------------------------ the seven steps


@pytest.mark.rule("RA-SHO.1", "RA-SHO.2", "RA-SHO.3", "RA-SHO.4", "RA-SHO.5", "RA-SHO.6", "RA-SHO.7")
def test_a_shot_goes_through_its_steps() -> None:
    g = battle(white(facing=90), red(31, acted=True), dice=(3, 4))
    a = aim(g)
    assert (a.facing, a.total) == (0, 12)  # turned 90 degrees and totalled
    assert 900 < a.range < 1200
    run(g, Acting("whites-w"))
    play(g, Fire("reds-r"))
    assert len(unrolled(g)) == 2  # the shooters may move before the dice
    play(g, Stop())
    assert not unrolled(g)
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
    play(g, Fire("reds-r"))
    play(g, Go(3000, 1700))
    if g.asks:
        play(g, Stop())
    assert g.pieces["reds-r"].terror == 1  # column 9-12, though the range is now long


@pytest.mark.rule("RA-SHO.9")
def test_terror_is_taken_from_the_bases_that_bear() -> None:
    g = battle(white(terror=1), red(30))
    assert (aim(g).bases, aim(g).total) == (3, 9)


@pytest.mark.rule("RA-SHO.10", "RA-SHO.17", "RA-SHO.18")
def test_halvings_multiply_and_round_down_once() -> None:
    assert halved(9, long=True, speculative=False) == 4
    assert halved(11, long=True, speculative=True) == 2
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


@pytest.mark.rule("RA-SHO.12")
@pytest.mark.parametrize(("screened", "shift"), [(False, 3), (True, 0)])
def test_range_is_measured_to_a_base_that_is_seen(screened: bool, shift: int) -> None:
    house = area("h", "building_wood", 30.2, 24, 10, 1)  # before the near end of a line that stands aslant
    g = battle(white("white_mg", 1), red(29, bases=6, facing=210), terrain=(house,) if screened else ())
    assert shift_of(g, "RA-SHO.20") == shift


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
    assert nearest_targets(g, g.pieces["whites-w"]) == ["reds-near"]
    assert why(g, target="reds-far") == "RA-SHO.16"
    mg = battle(white("white_mg", 1), near, far)
    assert set(targets(mg, mg.pieces["whites-w"])) == {"reds-near", "reds-far"}
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
    charging = shifts(g, g.pieces["whites-w"].what, g.pieces["reds-r"], 8.0, (30, 20), charging=True)
    assert sum(m.value for m in charging if m.cite == "RA-SHO.24") == shift


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
    g = battle(white(), red(30, officer=1), dice=(die, 1, 1, *(1, 1) * dead))
    run(g, Impact(aim(g), "Ter S! Off", 0, False))
    assert (g.pieces["reds-r"].officer is None) == dead
    assert g.pieces["reds-r"].terror == (2 if dead else 1)


@pytest.mark.rule("RA-SHO.45")
def test_losses_come_before_terror_and_terror_before_the_tests() -> None:
    g = battle(white("white_gun", 2, y=5), red(30, bases=3, terror=2), dice=(1, 1, 1, 1, 1, 1))
    run(g, Impact(aim(g), "2xTer S!", 1, False))
    r = g.pieces["reds-r"]
    assert (r.bases, r.terror, r.pinned) == (2, 2, True)
    assert [c for c in cites(g) if "-MOR." in c][:1] == ["RA-MOR.32"]


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


@pytest.mark.rule("RA-SHO.1", "RA-FRM.14")
@pytest.mark.parametrize(("bases", "deploys"), [(2, True), (1, False)])
def test_a_column_of_two_bases_or_more_deploys_to_shoot(bases: int, deploys: bool) -> None:
    g = battle(white(bases=bases, formation="column"), red(26))
    found = stances(g, g.pieces["whites-w"], g.pieces["reds-r"])
    assert any(there.formation == "line" for there in found) == deploys


# ------------------------------------------------------------------ speculative fire


@pytest.mark.rule("RA-SHO.18", "RA-SHO.19")
def test_speculative_fire_is_half_strength_for_mgs_and_guns_without_a_visible_enemy() -> None:
    g = battle(white("white_mg", 1), red(40, hidden=True, unseen=True))
    assert Search(3000, 4000).why_not_by(g, g.pieces["whites-w"]) is None
    shot = g.change("whites-w", fired=True)
    assert Search(3000, 4000).why_not_by(g, shot) == why_cannot_shoot(g, shot) is not None
    assert speculative_aim(g, g.pieces["whites-w"], (30, 40)).total == 5
    seen = battle(white("white_mg", 1), red(40))
    assert Search(3000, 4000).why_not_by(seen, seen.pieces["whites-w"]).rule == "RA-SHO.19"  # type: ignore[union-attr]
    foot = battle(white())
    assert Search(3000, 3000).why_not_by(foot, foot.pieces["whites-w"]).rule == "RA-SHO.19"  # type: ignore[union-attr]
    a, b = red(40, name="a", hidden=True), red(41.9, name="b", hidden=True)
    both = battle(white("white_mg", 1), a, b)
    found = victim(both, "whites", (30, 41.5))
    assert found is not None
    assert found.id == "reds-b"


@pytest.mark.rule("RA-SHO.19")
def test_terrain_that_may_hide_an_enemy_is_offered_to_be_searched_with_fire() -> None:
    hides = (Hidden("reds", ("wood",), 3),)
    woods = (area("wood", "woods", 28, 38, 4, 4), area("grove", "woods", 20, 38, 4, 4))

    def searched(*foes: Unit) -> list[Action]:
        g = battle(white("white_mg", 1), *foes, terrain=woods, hidden=hides)
        run(g, Acting("whites-w"))
        return [a for a in offered(g) if isinstance(a, Search)]

    assert searched(red(40, hidden=True, unseen=True)) == [Search(3000, 4000)]
    assert searched(red(60)) == [], "nobody is hiding"


@pytest.mark.rule("RA-SHO.53", "RA-AMB.9")
def test_speculative_fire_tells_the_shooter_nothing() -> None:
    def log(*units: Unit) -> list[tuple[object, ...]]:
        g = battle(white("white_mg", 1), *units, dice=(4, 6))
        run(g, Acting("whites-w"))
        play(g, Search(3000, 4000))
        return [(str(e), e.dice, e.working) for e in g.events or () if e.visible_to("whites")]

    assert log() == log(red(40.5, hidden=True, unseen=True))


@pytest.mark.rule("RA-SHO.1", "RA-MOV.9")
def test_an_mg_pivots_by_45_degrees_and_no_more_to_bear() -> None:
    mg = white("white_mg", 1)
    beside, behind = (unit("reds", "red_rifle", 1, x, y, 180, name="r") for x, y in ((43, 22), (43, 14)))
    assert why_not_shoot(battle(mg, beside), mg, beside) is None
    refusal = why_not_shoot(battle(mg, behind), mg, behind)
    assert refusal is not None
    assert refusal.rule == "RA-SHO.47"


@pytest.mark.rule("RA-AMB.8")
@pytest.mark.parametrize("lost", ["whites-w", "reds-r"])
def test_who_falls_to_an_ambush_before_the_volley_neither_shoots_nor_is_shot_at(lost: str) -> None:
    g = battle(white(), red())
    volley = Volley(aim(g))
    end_of(g, lost, "fled")
    run(g, volley)
    assert "RA-SHO.7" not in cites(g)
    broken = battle(white(routing=True), red())
    run(broken, volley)
    assert "RA-SHO.7" not in cites(broken)
