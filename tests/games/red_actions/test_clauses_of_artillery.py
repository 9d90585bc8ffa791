"""Artillery, clause by clause: ranging in, indirect fire, observers, rounds and gas."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from grognard.board.inches.formations import COLUMN
from grognard.board.inches.geometry import Spot
from grognard.games.red_actions.rules.acting import Acting
from grognard.games.red_actions.rules.artillery import (
    as_gas,
    direct_number,
    empty_section_aim,
    indirect_aim,
    indirect_surcharge,
    least_roll,
    observer,
    target_class,
)
from grognard.games.red_actions.rules.bodies import centre, turned
from grognard.games.red_actions.rules.data import TYPES, WEAPONS
from grognard.games.red_actions.rules.fire_total import column_of
from grognard.games.red_actions.rules.losses import lose_bases
from grognard.games.red_actions.rules.moving import Go, Stop
from grognard.games.red_actions.rules.scenarios import SCENARIOS
from grognard.games.red_actions.rules.segment import Hold
from grognard.games.red_actions.rules.sequence import clear_flags
from grognard.games.red_actions.rules.shot_orders import Lob, Shell
from grognard.games.red_actions.rules.state import Aim, RedActions, Unit, Wagon
from grognard.games.red_actions.rules.volley import Impact, Volley, remember_aim
from grognard.testing import play

from .shots import aim, red, white, why
from .situations import area, battle, cites, line, run, senior, unit

# ------------------------------------------------------------------ ranging in


def shelled(target: Unit, turn: int = 2) -> RedActions:
    """A gun 43 inches from a target at which it has shot in some turn; it is turn 3."""
    g = battle(white("white_gun", 1, y=1), target)
    x, y, _ = Spot.at(centre(g, target))
    g.change("whites-w", aim=(target.id, turn, x, y))
    return g


def number(g: RedActions) -> int:
    return direct_number(g, g.pieces["whites-w"], g.pieces["reds-r"], 43.0, indirect=False)


@pytest.mark.rule("RA-ART.4", "RA-ART.3")
def test_the_kilometres_are_dropped_for_consecutive_rounds_only() -> None:
    assert number(shelled(red(44))) == 10
    assert number(shelled(red(44), turn=1)) == 11  # a turn without a shot lies between
    other = shelled(red(44))
    other.change("whites-w", aim=("reds-x", 2, *Spot.at(centre(other, other.pieces["reds-r"]))[:2]))
    assert number(other) == 11
    moved = shelled(red(44))
    moved.change("reds-r", y=4500, **moved.pieces["reds-r"].moving)
    assert number(moved) == 11
    older = shelled(red(44, moved_turn=3))  # a position of an older version, which knows the turn of the move
    assert number(older) == 11
    before = shelled(red(44, moves=2))
    before.change("whites-w", aim_moves=2)  # it had moved when the shot fell, and has stood since
    assert number(before) == 10


@pytest.mark.rule("RA-ART.4")
def test_a_target_that_turns_or_loses_a_base_has_stayed_put() -> None:
    turns = shelled(red(44, kind="red_mg", bases=3, formation=COLUMN))
    turns.put(turned(turns, turns.pieces["reds-r"], 1377))
    assert number(turns) == 10
    loses = shelled(red(44, bases=5, formation=COLUMN))
    lose_bases(loses, "reds-r", 1)
    assert number(loses) == 10


@pytest.mark.rule("RA-ART.3", "RA-ART.4")
def test_a_gun_remembers_what_it_shot_at_and_where_that_stood() -> None:
    g = battle(white("white_gun", 1, y=1), red(44), dice=(1, 1, 1, 1))
    run(g, Volley(aim(g)))
    assert g.pieces["whites-w"].aim == ("reds-r", 3, *Spot.at(centre(g, g.pieces["reds-r"]))[:2])


@pytest.mark.rule("RA-ART.4", "RA-ART.16", "RA-VEH.10")
def test_each_gun_of_a_train_remembers_its_own_target() -> None:
    wagons = (Wagon("train_loco"), Wagon("train_gun_wagon"), Wagon("train_gun_wagon"))
    train = unit("whites", "train", 3, 30, 1, name="w", wagons=wagons, rail=3000)
    g = battle(train, red(44), red(44, x=40, name="s"), terrain=(line("rail", "railway", (0, 1), (72, 1)),))
    for wagon, target, indirect in ((1, "reds-r", False), (2, "reds-s", True)):
        remember_aim(g, Aim("whites-w", target, 0, 0, 0, 1, 18, 5, 0, "line", wagon=wagon, indirect=indirect))
    g.turn += 1
    train, number = g.pieces["whites-w"], {}
    for wagon in (1, 2):
        for i in ("reds-r", "reds-s"):
            number[wagon, i] = direct_number(g, train, g.pieces[i], 43.0, indirect=False, wagon=wagon)
    assert number == {(1, "reds-r"): 10, (1, "reds-s"): 11, (2, "reds-r"): 11, (2, "reds-s"): 10}
    blind = [direct_number(g, train, g.pieces["reds-s"], 30.0, indirect=True, wagon=wagon) for wagon in (1, 2)]
    assert blind == [12, 11]


# ------------------------------------------------------------------ indirect fire


def behind_a_hill(*others: Unit, **more: object) -> RedActions:
    hill = area("hill", "hill1", 20, 12, 20, 3)
    return battle(white("white_howitzer", 1, y=10), red(41), *others, terrain=(hill,), **more)  # type: ignore[arg-type]


OFFICER = unit("whites", "white_volunteer", 2, 33, 13.5, name="o", officer=0)


@pytest.mark.rule("RA-ART.5", "RA-ART.16")
def test_the_second_round_of_indirect_fire_at_a_place_is_easier_in_the_next_turn_alone() -> None:
    g = behind_a_hill(OFFICER, dice=(1, 1, 1, 1))
    play(run(g, Acting("whites-w")), Lob("reds-r"))
    while g.asks:
        play(g, Stop())
    for turn, needs in ((4, 11), (5, 12)):
        clear_flags(g)
        g.turn = turn
        again = indirect_aim(g, g.pieces["whites-w"], g.pieces["reds-r"])
        assert again is not None and again.direct == (needs,)


@pytest.mark.rule("RA-ART.16")
@pytest.mark.parametrize(("off", "needs"), [(390, 11), (420, 12)])
def test_within_4_inches_of_the_last_shot_is_the_same_place(off: int, needs: int) -> None:
    g = behind_a_hill(OFFICER)
    x, y, _ = Spot.at(centre(g, g.pieces["reds-r"]))
    g.change("whites-w", blind=(2, x + off, y))
    found = indirect_aim(g, g.pieces["whites-w"], g.pieces["reds-r"])
    assert found is not None and found.direct == (needs,)


@pytest.mark.rule("RA-ART.16", "RA-ART.5")
def test_only_an_indirect_shot_makes_the_next_indirect_one_easier() -> None:
    g = behind_a_hill(OFFICER)
    found = indirect_aim(g, g.pieces["whites-w"], g.pieces["reds-r"])
    assert found is not None
    for shot, needs in ((replace(found, indirect=False), 12), (found, 11)):
        g.turn = 3
        remember_aim(g, shot)
        g.turn = 4
        again = indirect_aim(g, g.pieces["whites-w"], g.pieces["reds-r"])
        assert again is not None and again.direct == (needs,)


@pytest.mark.rule("RA-ART.16")
def test_in_the_first_turn_nobody_has_shot_before_not_even_at_the_corner_of_the_table() -> None:
    g = battle(white("white_howitzer", 1), turn=1)
    assert indirect_surcharge(g, g.pieces["whites-w"], (1.0, 1.0)) == 2


@pytest.mark.rule("RA-ART.15")
def test_an_officer_farther_off_observes_only_if_the_scenario_names_him() -> None:
    far = senior("whites", 1, 30, 15.6)
    for names, sees_for in (((), False), (("whites senior_chief",), True)):
        g = behind_a_hill(far, observers=names)
        assert observer(g, g.pieces["whites-w"], g.pieces["reds-r"]) is sees_for
    near = behind_a_hill(replace(far, y=1430))
    assert observer(near, near.pieces["whites-w"], near.pieces["reds-r"])


@pytest.mark.rule("RA-ART.15", "RA-MOV.34")
@pytest.mark.parametrize(("x", "room"), [(28.82, False), (27.0, True)])
def test_a_mortar_pivots_to_shoot_indirectly_only_where_there_is_room(x: float, room: bool) -> None:
    eyes = unit("whites", "white_volunteer", 4, 34, 20, name="eyes", officer=1)
    beside = unit("whites", "white_mg", 1, x, 20, name="m")
    g = battle(mortar := white("red_mortar", 1), eyes, beside, red(34, x=10))
    assert (indirect_aim(g, mortar, g.pieces["reds-r"]) is not None) is room


@pytest.mark.rule("RA-ART.15", "RA-AMB.9")
def test_nobody_who_hides_is_shot_at_indirectly_though_it_is_known_where() -> None:
    g = behind_a_hill(OFFICER)
    g.change("reds-r", hidden=True)
    assert indirect_aim(g, g.pieces["whites-w"], g.pieces["reds-r"]) is None


@pytest.mark.rule("RA-ART.15")
def test_howitzers_mortars_and_field_guns_shoot_indirectly_and_no_other_weapon() -> None:
    assert {name for name, weapon in WEAPONS.items() if weapon.indirect} == {"howitzer", "mortar", "field_gun"}
    assert TYPES["train_gun_wagon"].weapon in ("field_gun", "howitzer")


# ------------------------------------------------------------------ direct hits


@pytest.mark.rule("RA-ART.7", "RA-SHO.9")
def test_guns_whose_crews_are_in_terror_roll_no_direct_hits() -> None:
    g = battle(white("white_gun", 3, terror=1), red(40))
    assert aim(g).direct == (10, 10)


@pytest.mark.rule("RA-ART.7", "RA-ART.21", "RA-SHO.9")
def test_at_an_empty_house_too_guns_in_terror_roll_nothing() -> None:
    house = area("h", "building_wood", 27, 40, 6, 4)
    gun = white("white_gun", 3, terror=1)
    shot = empty_section_aim(battle(gun, terrain=(house,)), gun, "h")
    assert shot is not None and shot.direct == (9, 9)


@pytest.mark.rule("RA-ART.10", "RA-ART.20")
def test_each_hit_destroys_one_of_several_cars() -> None:
    g = battle(white("white_gun", 1), red(40, kind="ac_mg", bases=2))
    run(g, Impact(aim(g), "--", 1, False))
    assert g.pieces["reds-r"].bases == 1


@pytest.mark.rule("RA-ART.11")
def test_a_house_that_falls_buries_everybody_inside_and_nobody_else() -> None:
    house = area("h", "building_wood", 27, 32, 6, 4)
    garrison = [red(inside="h", bases=2, name=name) for name in ("a", "b")]
    g = battle(white("white_gun", 1), *garrison, red(40, name="c"), terrain=(house,))
    g.owner = {**g.owner, "h": "reds"}
    run(g, Impact(aim(g, target="reds-a"), "--", 0, True))
    assert (set(g.gone), "h" in g.owner) == ({"reds-a", "reds-b"}, False)


@pytest.mark.rule("RA-ART.13")
def test_infantry_guns_use_the_line_of_the_artillery() -> None:
    classes = ("building", "moving_vehicle", "stationary_vehicle", "other")
    assert [least_roll(TYPES["infantry_gun"], kind) for kind in classes] == [9, 11, 9, 10]


@pytest.mark.rule("RA-ART.14")
def test_a_car_is_moving_until_it_is_activated_and_stays() -> None:
    g = battle(unit("whites", "ac_mg", 1, 30, 20, name="w"), red(44))
    play(run(g, Acting("whites-w")), Go(3000, 2600))
    while g.asks:
        play(g, Stop())
    clear_flags(g)
    assert target_class(g.pieces["whites-w"]) == "moving_vehicle"
    play(run(g, Acting("whites-w")), Hold())
    assert target_class(g.pieces["whites-w"]) == "stationary_vehicle"


# ------------------------------------------------------------------ rounds, gas and empty houses


@pytest.mark.rule("RA-ART.17")
def test_only_guns_count_their_rounds_and_have_twelve() -> None:
    for kind, rule in (("white_gun", "RA-ART.17"), ("polish_mortar", ""), ("white_mg", "")):
        assert why(battle(white(kind, 1), red(40), options={"ammunition": "on"})) == ""
        empty = battle(white(kind, 1), red(40), options={"ammunition": "on"})
        empty.change("whites-w", rounds=0)
        assert why(empty) == rule
    assert SCENARIOS["lezhanka"].rounds == 12


@pytest.mark.rule("RA-ART.18")
@pytest.mark.parametrize(("cell", "tested"), [("--", False), ("Ret", True), ("Ter", True)])
def test_gas_frightens_only_where_it_has_an_effect(cell: str, tested: bool) -> None:
    g = battle(white("white_gun", 1), red(40), dice=(1, 1) if tested else ())
    run(g, Impact(as_gas(g, aim(g)), cell, 0, False))
    assert ("RA-MOR.8" in cites(g)) is tested


@pytest.mark.rule("RA-ART.18", "RA-SHO.27")
@pytest.mark.parametrize(("kind", "lying", "rule"), [
    ("trench", False, "RA-SHO.28"),
    ("wall", False, "RA-SHO.29"),
    ("building_stone", False, "RA-SHO.29"),
    ("woods", False, "RA-SHO.30"),
    ("scrub", True, "RA-SHO.31"),
    ("", True, "RA-SHO.32"),
    ("crops", False, "RA-SHO.33"),
])  # fmt: skip
def test_no_cover_of_any_kind_helps_against_gas(kind: str, lying: bool, rule: str) -> None:
    lines = {"trench": 40.4, "wall": 39.8}
    ground = line("x", kind, (20, lines[kind]), (40, lines[kind])) if kind in lines else area("x", kind, 26, 39, 8, 4)
    target = red(inside="x") if kind == "building_stone" else red(40, lying=lying)
    g = battle(white("white_gun", 1), replace(target, fired=True), terrain=(ground,) if kind else ())
    assert [m.cite for m in aim(g).shifts] == [rule]
    gas = as_gas(g, aim(g))
    assert (gas.shifts, gas.column) == ((), column_of(gas.total))


@pytest.mark.rule("RA-ART.21")
def test_only_an_empty_house_in_sight_is_shelled() -> None:
    house, hill = area("h", "building_wood", 27, 40, 6, 4), area("hill", "hill1", 20, 25, 20, 3)
    gun = white("white_gun", 1)
    assert Shell("h").why_not_by(battle(gun, terrain=(house,)), gun) is None
    held = Shell("h").why_not_by(battle(gun, red(inside="h"), terrain=(house,)), gun)
    assert held is not None and held.rule == "RA-ART.21"
    assert empty_section_aim(battle(gun, terrain=(house, hill)), gun, "h") is None
