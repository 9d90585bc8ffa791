"""Artillery (section ART): direct hits, indirect fire, gas, ammunition."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from grognard.board.inches.geometry import distance
from grognard.engine import RiggedDice
from grognard.engine.game.face import say
from grognard.games.red_actions.rules.acting import Acting
from grognard.games.red_actions.rules.artillery import (
    as_gas,
    direct_number,
    empty_section_aim,
    indirect_aim,
    observer,
    rolls_direct_hits,
    target_class,
    with_direct_hits,
)
from grognard.games.red_actions.rules.bodies import centre
from grognard.games.red_actions.rules.data import SHOOTING, TYPES
from grognard.games.red_actions.rules.moving import Stop
from grognard.games.red_actions.rules.shot_orders import Gas, Lob, Search, Shell
from grognard.games.red_actions.rules.sight import sees
from grognard.games.red_actions.rules.state import Wagon
from grognard.games.red_actions.rules.volley import Impact, Volley, declare, roll_direct
from grognard.testing import offered, play, unrolled

from .shots import aim, red, white, why
from .situations import area, battle, cites, line, run, unit

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
    g.dice = RiggedDice([6, 6, total - 5, 5, *(() if falls else (1, 1))])  # nobody is left to be shot at
    run(g, Volley(a))
    assert ("h" in g.collapsed) == falls
    assert ("RA-SHO.7" in cites(g)) is not falls
    assert ("reds-r" in g.gone) == falls


@pytest.mark.rule("RA-ART.14", "RA-ART.19")
def test_moving_and_standing_vehicles() -> None:
    assert target_class(red(30, kind="ac_mg", bases=1, rolling=True)) == "moving_vehicle"
    assert target_class(red(30, kind="ac_mg", bases=1)) == "stationary_vehicle"
    assert target_class(red(30, kind="train", bases=1)) == "stationary_vehicle"


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


@pytest.mark.rule("RA-ART.18")
@pytest.mark.parametrize(
    ("kind", "gas", "may"), [("white_gun", "on", True), ("white_gun", "off", False), ("white_mg", "on", False)]
)
def test_gas_is_shot_by_guns_and_mortars_where_it_is_played_with(kind: str, gas: str, may: bool) -> None:
    g = run(battle(white(kind, 1), red(40), options={"gas": gas}), Acting("whites-w"))
    assert (Gas("reds-r") in offered(g)) == may
    refusal = Gas("reds-r").why_not_by(g, g.pieces["whites-w"])
    assert (refusal.rule if refusal else "") == ("" if may else "RA-ART.18")


@pytest.mark.rule("RA-ART.18", "RA-SHO.38")
def test_gas_does_not_enfilade_those_inside_a_building() -> None:
    house = area("h", "building_wood", 27, 40, 6, 4)
    g = battle(white("white_gun", 1), red(inside="h", facing=90, fired=True), terrain=(house,))
    assert as_gas(g, aim(g)).shifts == ()


@pytest.mark.rule("RA-ART.21", "RA-SHO.14")
@pytest.mark.parametrize(("facing", "bears"), [(0, True), (180, False)])
def test_a_gun_shells_only_a_building_that_it_can_be_turned_to(facing: int, bears: bool) -> None:
    house = area("h", "building_wood", 27, 40, 6, 4)
    g = battle(white("white_gun", 1, facing=facing), terrain=(house,))
    assert (empty_section_aim(g, g.pieces["whites-w"], "h") is not None) == bears


@pytest.mark.rule("RA-ART.21", "RA-SHO.13")
@pytest.mark.parametrize(("y", "near"), [(23, True), (25, False)])
def test_a_mortar_shells_no_building_within_4_inches(y: float, near: bool) -> None:
    house = area("h", "building_wood", 27, y, 6, 4)
    g = battle(white("polish_mortar", 1), terrain=(house,))
    assert (empty_section_aim(g, g.pieces["whites-w"], "h") is None) == near


@pytest.mark.rule("RA-ART.15", "RA-ART.21", "RA-SHO.19", "RA-VEH.10")
def test_a_train_gun_fires_indirectly_and_at_empty_houses_and_circles() -> None:
    wagons = (Wagon("train_loco"), Wagon("train_gun_wagon"))
    train = unit("whites", "train", 2, 40, 10, name="w", wagons=wagons, rail=4000)
    rail, hill = line("rail", "railway", (0, 10), (72, 10)), area("hill", "hill1", 20, 12, 30, 3)
    observers = unit("whites", "white_volunteer", 2, 36, 13.5, name="o", officer=1)
    house = area("h", "building_wood", 60, 8, 4, 4)
    g = battle(train, observers, red(41, x=36), terrain=(rail, hill, house), dice=(1, 1, 1, 1))
    run(g, Acting("whites-w"))
    assert {Lob("reds-r", 1)} == {a for a in offered(g) if isinstance(a, Lob)}
    for shot in (Shell("h", 1), Search(6000, 4000, 1)):
        assert shot in g.asks[0].actions
    assert [a for a in offered(g) if isinstance(a, Shell)] == [Shell("h", 1)]
    assert say(g, Shell("h", 1)) == "shell H from wagon 2"
    for wrong in (Shell("h"), Shell("h", 0), Shell("h", 2), Search(6000, 4000), Lob("reds-r"), Lob("reds-r", 0)):
        assert wrong not in g.asks[0].actions
    play(g, Lob("reds-r", 1))
    assert [w.fired for w in g.pieces["whites-w"].wagons] == [False, True]


@pytest.mark.rule("RA-ART.21")
def test_an_empty_building_is_shelled_for_direct_hits_alone() -> None:
    house = area("h", "building_wood", 27, 40, 6, 4)
    g = battle(white("white_gun", 1), red(30, x=60, acted=True), terrain=(house,), dice=(4, 5, 4, 5))
    shot = empty_section_aim(g, g.pieces["whites-w"], "h")
    assert shot is not None
    assert (shot.direct, shot.column) == ((9,), -1)
    run(g, Acting("whites-w"))
    play(g, Shell("h"))
    if g.asks:
        play(g, Stop())
    assert "h" in g.collapsed
    assert not unrolled(g)


@pytest.mark.rule("RA-MOV.9", "RA-ART.15")
def test_a_mortar_that_pivots_to_shoot_indirectly_turns_about_its_middle() -> None:
    mortar = white("red_mortar", 1)
    officer = unit("whites", "white_volunteer", 4, 34, 20, name="eyes", officer=1)
    g = battle(mortar, officer, red(34, x=10))
    before = centre(g, mortar)
    shot = indirect_aim(g, mortar, g.pieces["reds-r"])
    assert shot is not None
    declare(g, shot)
    turned = g.pieces["whites-w"]
    assert turned.facing != mortar.facing
    assert distance(centre(g, turned), before) < 0.02
