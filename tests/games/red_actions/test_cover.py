"""Cover by where the enemy is (RA-SHO.35, RA-MOR.21), foxholes, pivots and firing places."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from grognard.games.red_actions.rules.acting import Acting
from grognard.games.red_actions.rules.aiming import best_stance
from grognard.games.red_actions.rules.artillery import empty_section_aim, speculative_aim
from grognard.games.red_actions.rules.bodies import centre
from grognard.games.red_actions.rules.morale import test_value as value_of
from grognard.games.red_actions.rules.move_path import Budget
from grognard.games.red_actions.rules.moving import Face, Go, Moving, Stop
from grognard.games.red_actions.rules.sequence import clear_flags
from grognard.games.red_actions.rules.shot_orders import Fire, Search, Shell
from grognard.games.red_actions.rules.sight import best_cover, sees
from grognard.games.red_actions.rules.terrain import going
from grognard.testing import play

from .situations import area, battle, line, run, unit


@pytest.mark.rule("RA-SHO.35", "RA-SHO.49")
@pytest.mark.parametrize("kind", ["wall", "hedge"])
def test_a_line_behind_a_unit_hides_it_from_nobody_in_front(kind: str) -> None:
    watch, r = unit("whites", "white_mg", 1, 30, 15, name="w"), unit("reds", "red_rifle", 4, 30, 40, 180, name="r")
    for y, seen in ((40.9, True), (39.9, False)):
        g = battle(watch, r, terrain=(line("l", kind, (20, y), (40, y)),))
        assert sees(g, watch, r) is seen
        assert (best_cover(g, r, centre(g, watch)) is None) is seen  # the same that counts for the shot
        assert sees(g, unit("whites", "white_mg", 1, 30, 47, 180, name="b"), r)  # from near by


@pytest.mark.rule("RA-MOR.21", "RA-MOR.39")
@pytest.mark.parametrize(("y", "value"), [(30, 7), (27.6, 9)])
def test_an_earthwork_helps_only_against_the_enemy_beyond_it(y: float, value: int) -> None:
    r, w = unit("reds", "red_rifle", 4, 30, 28.5, 180, name="r"), unit("whites", "white_volunteer", 4, 30, 20, name="w")
    g = battle(r, w, terrain=(line("e", "earthwork", (20, y), (40, y)),))
    assert value_of(g, r) == value  # against the nearest that it sees
    assert value_of(g, r, centre(g, w)) == value
    assert value_of(g, r, (30, 45)) == 16 - value  # a test that comes from the other side


@pytest.mark.rule("RA-TER.21")
def test_a_turn_on_the_spot_keeps_foxholes() -> None:
    m = unit("whites", "white_mg", 1, 30, 20, name="w", foxholes=True)
    r = unit("reds", "red_rifle", 4, 42, 24, 180, name="r", dug=2, acted=True)
    g = battle(m, r, dice=(1, 1))
    play(run(g, Acting("whites-w")), Fire("reds-r"))
    assert g.pieces["whites-w"].facing and g.pieces["whites-w"].foxholes
    g = run(battle(r), Moving("reds-r", Budget(300, fresh=False), legs=1))
    play(g, Face(1500))
    assert (g.pieces["reds-r"].facing, g.pieces["reds-r"].dug) == (1500, 2)
    walked = battle(replace(m, foxholes=True))
    play(run(walked, Acting("whites-w")), Go(3000, 2100))
    assert not walked.pieces["whites-w"].foxholes


@pytest.mark.rule("RA-MOV.9", "RA-MOV.10", "RA-SHO.14")
def test_guns_and_mgs_pivot_to_shell_and_to_search() -> None:
    gun = unit("whites", "white_gun", 1, 30, 20, 10, name="g")
    g = battle(gun, terrain=(area("house", "building_wood", 45, 20, 4, 4),), dice=(1, 1))
    play(run(g, Acting("whites-g")), Shell("house"), Stop())
    assert g.pieces["whites-g"].facing == 550  # as far as a pivot goes
    mg = unit("whites", "white_mg", 1, 30, 20, name="g")
    g = battle(mg, dice=(1, 1))
    run(g, Acting("whites-g"))
    assert Search(4500, 1900) not in g.asks[0].actions  # beyond pivot and arc together
    play(g, Search(4500, 2300))
    assert g.pieces["whites-g"].facing == 450
    crowded = battle(
        mg, unit("whites", "white_volunteer", 4, 30, 21.3, name="f"), unit("whites", "white_mg", 1, 31.19, 20)
    )
    assert Search(4500, 2300) not in run(crowded, Acting("whites-g")).asks[0].actions  # no room to pivot


@pytest.mark.rule("RA-BLD.1", "RA-SHO.19")
def test_speculative_fire_out_of_a_house_needs_firing_places() -> None:
    m, r = unit("whites", "white_mg", 4, inside="h", name="m"), unit("reds", "red_rifle", 4, 40, 20.6, 270, name="r")
    g = battle(m, r, terrain=(area("h", "building_wood", 20, 20, 8, 1.3),))
    stance = best_stance(g, m, r)
    assert stance is not None
    assert speculative_aim(g, m, (40, 20.6)).bases == stance.count == 1
    g.places_used = {**g.places_used, "h:2": 1}
    assert Search(4000, 2200).why_not_by(g, m) is not None


@pytest.mark.rule("RA-ART.3", "RA-ART.4")
def test_the_kilometre_is_dropped_when_the_same_house_is_shelled_again() -> None:
    gun = unit("whites", "white_gun", 1, 10, 30, 90, name="g")
    g = battle(gun, terrain=(area("house", "building_wood", 55, 28, 4, 4),), dice=(1, 1))
    first = empty_section_aim(g, gun, "house")
    play(run(g, Acting("whites-g")), Shell("house"))
    while g.asks:
        play(g, Stop())
    clear_flags(g)
    g.turn += 1
    second = empty_section_aim(g, g.pieces["whites-g"], "house")
    assert first is not None and second is not None
    assert (first.direct, second.direct) == ((10,), (9,))


@pytest.mark.rule("RA-TRT.5", "RA-FRM.2")
@pytest.mark.parametrize(("kind", "rate"), [("makhno_tachanka", 1.0), ("makhno_cav", 1.0), ("red_tachanka", 0.5)])
def test_mounted_partisans_do_not_mind_rough_ground(kind: str, rate: float) -> None:
    u = unit("whites", kind, 2, 30, 20)
    assert going(battle(u), u, "rough").rate == rate
