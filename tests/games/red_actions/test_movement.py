"""Movement and charging (section MOV), formations (section FRM)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from grognard.board.inches.formations import COLUMN, FILE, SKIRMISH
from grognard.board.inches.terrain_table import Feature
from grognard.engine import RiggedDice
from grognard.games.red_actions.mind.candidates import goals
from grognard.games.red_actions.rules.acting import Acting
from grognard.games.red_actions.rules.aiming import bears, best_stance
from grognard.games.red_actions.rules.bodies import body, centre, overlap
from grognard.games.red_actions.rules.charging import onset_of
from grognard.games.red_actions.rules.data import BASE_WIDTH, TABLES_DATA, TYPES
from grognard.games.red_actions.rules.fire_total import enfiladed
from grognard.games.red_actions.rules.formations import Form, why_not_form
from grognard.games.red_actions.rules.melee import fighting_number
from grognard.games.red_actions.rules.mounting import Dismount, dismounted_bases
from grognard.games.red_actions.rules.move_path import Budget, Leg, may_march, plan, turn_price
from grognard.games.red_actions.rules.moving import Face, Go, Moving, Stop, after_fire
from grognard.games.red_actions.rules.room import led_horses
from grognard.games.red_actions.rules.state import Gap, is_foot, is_mounted, is_vehicle
from grognard.games.red_actions.rules.terrain import allowance_of, going
from grognard.testing import offered, play

from .chargers import red, rider, why
from .moves import ROAD, foot, leg, refused
from .situations import at, battle, line, run, unit

# ------------------------------------------------------------------ movement


@pytest.mark.rule("RA-MOV.1")
def test_move_allowances() -> None:
    moves = {
        "white_volunteer": 6, "white_mg": 4, "polish_mortar": 4, "kuban_cossack": 12, "white_tachanka": 12, "ac_mg": 16,
        "ac_gun": 10, "tank_heavy": 5, "tank_whippet": 8, "tank_ft": 5, "senior_officer": 14, "train": 20,
    }  # fmt: skip
    for kind, inches in moves.items():
        assert TYPES[kind].move == inches
    limbered = {"white_horse_gun": 12, "white_gun": 8, "white_howitzer": 6}
    for kind, inches in limbered.items():
        assert allowance_of(unit("whites", kind, 1, limbered=True)) == inches


@pytest.mark.rule("RA-MOV.2")
def test_a_move_never_exceeds_its_allowance() -> None:
    g = battle(foot())
    assert leg(g, 30, 26).cost == 600
    assert refused(g, 30, 26.01) == "RA-MOV.1"


@pytest.mark.rule("RA-MOV.3")
def test_straight_back_is_at_half_rate_without_turning() -> None:
    g = battle(foot())
    back = leg(g, 30, 18)
    assert (back.kind, back.cost, back.facing) == ("back", 400, 0)


@pytest.mark.rule("RA-MOV.3")
def test_a_wheel_is_measured_at_the_outer_corner() -> None:
    g = battle(unit("whites", "kuban_cossack", 2, 30, 20, name="w"))
    tight = plan(g, g.pieces["whites-w"], (33, 22), Budget(640, free_turn=False))
    assert isinstance(tight, Leg)
    assert tight.kind == "wheel"
    assert tight.cost > 300


@pytest.mark.rule("RA-MOV.3", "RA-TER.18")
def test_nobody_wheels_through_wire() -> None:
    wire = line("wire", "wire", (20, 24.5), (40, 24.5))
    left = Budget(570, free_turn=False)  # too little to turn in place
    assert leg(battle(foot(bases=2)), 31, 25, left).kind == "wheel"
    assert refused(battle(foot(bases=2), terrain=(wire,)), 31, 25, left) == "RA-MOV.1"
    riders = unit("whites", "kuban_cossack", 2, 30, 20, name="w")
    across = line("wire", "wire", (31.8, 15), (31.8, 30))
    assert refused(battle(riders, terrain=(across,)), 33, 22, Budget(640, free_turn=False)) == "RA-TER.5"


@pytest.mark.rule("RA-MOV.1", "RA-MOV.15")
def test_a_way_says_its_inches_before_it_is_gone() -> None:
    bent = line("road", "road", (30, 0), (30, 23), (72, 23))
    g = run(battle(foot(formation=COLUMN), terrain=(bent,)), Acting("whites-w"))
    route = Acting("whites-w").route(g, Go(3300, 2300))
    assert route is not None
    assert [(at.place, at.spent) for at in route.stretches] == [("30,20", 0), ("30,23", 0), ("33,23", 6)]
    assert (route.budget, route.measure) == (6, "inches")


@pytest.mark.rule("RA-MOV.4", "RA-FRM.7")
def test_turning_in_place() -> None:
    u = foot()
    fresh = Budget(600)
    assert turn_price(u, 450, fresh) == 0
    assert turn_price(u, 460, fresh) == 1.5
    assert turn_price(u, 300, replace(fresh, free_turn=False)) == 1.5
    assert turn_price(replace(u, formation=SKIRMISH), 1800, fresh) == 0


@pytest.mark.rule("RA-MOV.5")
def test_nobody_ends_within_an_inch_of_an_enemy_or_passes_through_one() -> None:
    g = battle(foot(), unit("reds", "red_rifle", 4, 30, 23, 180, name="r"))
    assert refused(g, 30, 22.2) == "RA-MOV.5"
    assert leg(g, 30, 22.0)
    assert refused(g, 30, 25.5) == "RA-MOV.5"


@pytest.mark.rule("RA-MOV.6")
def test_who_passes_through_friends() -> None:
    friend = unit("whites", "white_volunteer", 4, 30, 22.5, name="f")
    assert refused(battle(foot(), friend), 30, 25) == "RA-MOV.6"
    assert leg(battle(foot(), unit("whites", "white_mg", 1, 30, 22.5, name="f")), 30, 25)
    assert leg(battle(foot(), replace(friend, formation=SKIRMISH)), 30, 25)
    skirmishers = unit("whites", "white_plastun", 3, 30, 20, name="w", formation=SKIRMISH)
    assert leg(battle(skirmishers, friend), 30, 25)


@pytest.mark.rule("RA-MOV.34")
def test_friends_may_touch_but_not_overlap() -> None:
    friend = unit("whites", "white_mg", 1, 30, 24, name="f")
    g = battle(foot(), friend)
    assert refused(g, 30, 23) == "RA-MOV.34"
    assert leg(g, 30, 22.82)
    officer = unit("whites", "senior_officer", 1, 30, 21, name="senior_x")
    shared = battle(foot(), officer)
    assert leg(shared, 30, 21)


@pytest.mark.rule("RA-MOV.14")
def test_an_unlimbered_gun_is_pushed_2_inches() -> None:
    g = battle(unit("whites", "white_gun", 1, 30, 20, name="w"))
    assert leg(g, 30, 22).cost == 200
    assert refused(g, 30, 22.1) == "RA-MOV.1"


@pytest.mark.rule("RA-MOV.15")
def test_a_march_is_twice_the_move_and_2_inches() -> None:
    column = foot(formation=FILE)
    g = battle(column, terrain=(ROAD,))
    assert may_march(g, column)
    assert leg(g, 30, 34)
    assert refused(g, 30, 34.1) == "RA-TER.16"
    watched = battle(column, unit("reds", "red_rifle", 4, 30, 43, 180, name="r"), terrain=(ROAD,))
    assert not may_march(watched, column)
    seen_later = battle(column, unit("reds", "red_rifle", 4, 30, 45.5, 180, name="r"), terrain=(ROAD,))
    assert may_march(seen_later, column)  # 24.7 inches off
    assert leg(seen_later, 30, 28)
    assert refused(seen_later, 30, 28.1) == "RA-TER.16"


@pytest.mark.rule("RA-MOV.15", "RA-TER.16")
def test_who_has_left_the_road_neither_marches_nor_has_the_bonus_of_the_road() -> None:
    g = run(battle(foot(formation=FILE), terrain=(ROAD,)), Acting("whites-w"))
    play(g, Go(3100, 2100), Go(3000, 2200))  # 2.8 inches and a turn
    moving = g.steps[-1]
    assert isinstance(moving, Moving)
    assert leg(g, 30, 23.6, moving.budget).kind == "road"
    assert refused(g, 30, 23.7, moving.budget) == "RA-TER.16"


@pytest.mark.rule("RA-MOV.15", "RA-TER.16")
@pytest.mark.parametrize(("formation", "most"), [(FILE, 3400), (COLUMN, 2800)])
def test_the_road_gives_its_inches_once_however_many_legs_are_walked(formation: str, most: int) -> None:
    far_off = unit("reds", "red_rifle", 4, 5, 47.4, 180, name="r")
    for first in (2300, 2600, 2700, most - 40, most):
        g = battle(foot(formation=formation), far_off, terrain=(ROAD,))
        run(g, Acting("whites-w"))
        play(g, Go(3000, first))
        assert Go(3000, most) in g.asks[0].actions
        assert Go(3000, most + 10) not in g.asks[0].actions


@pytest.mark.rule("RA-MOV.26")
def test_a_unit_leaves_by_an_open_edge_only() -> None:
    g = battle(replace(foot(), y=4500), exit_edges={"whites": ("north",)})
    assert leg(g, 30, 48).leaves == "north"
    run(g, Acting("whites-w"))
    play(g, Go(3000, 4800))
    assert (g.gone["whites-w"], g.exits["whites-w"].edge) == ("exited", "north")
    closed = battle(replace(foot(), y=4500))
    assert leg(closed, 30, 48).leaves == ""
    out = battle(replace(foot(facing=180), y=300))
    assert refused(out, 30, -0.5) == "RA-MOV.26"


@pytest.mark.rule("RA-ACT.2", "RA-MOV.1")
def test_the_rest_of_a_move_is_not_lost_for_want_of_a_listed_point() -> None:
    g = battle(unit("whites", "kuban_cossack", 4, 30, 10, name="w"), unit("reds", "red_rifle", 4, 30, 40, 180))
    run(g, Acting("whites-w"))
    play(g, Go(3000, 1300))
    assert offered(g) == [Stop()]
    play(g, Go(3000, 2200))
    assert (at(g.pieces["whites-w"]), g.asks) == ((30, 22), ())


@pytest.mark.rule("RA-MOV.10")
def test_a_gun_is_prolonged_an_inch_straight_on_or_back() -> None:
    gun = unit("whites", "white_gun", 1, 30, 20, name="w")
    g = battle(gun, unit("reds", "red_rifle", 4, 30, 45, 180, name="r"))
    budget = after_fire(g, gun)
    assert leg(g, 30, 21, budget) and leg(g, 30, 19, budget)
    assert refused(g, 30, 18.9, budget) == "RA-MOV.1"
    assert refused(g, 30.4, 20.2, budget) == "RA-MOV.10"
    run(g, Moving("whites-w", budget, after_fire=True))
    assert {Go(3000, 2100), Go(3000, 1900)} <= set(offered(g))
    assert g.steps[-1].why_not(g, "whites", Face(300)).rule == "RA-MOV.10"  # type: ignore[union-attr]


# ------------------------------------------------------------------ formations


@pytest.mark.rule("RA-FRM.1")
def test_a_base_is_30_mm_wide() -> None:
    assert TABLES_DATA["scale"]["base_width_mm"] == 30
    assert pytest.approx(30 / 25.4, abs=0.005) == BASE_WIDTH


@pytest.mark.rule("RA-FRM.2")
def test_troop_groups() -> None:
    assert is_foot(unit("reds", "red_mg", 1))
    assert is_foot(unit("reds", "red_engineer", 2))
    assert is_mounted(unit("reds", "red_tachanka", 1))
    assert is_mounted(unit("reds", "red_cav", 2))
    for kind in ("tank_heavy", "ac_mg", "train"):
        assert is_vehicle(unit("reds", kind, 1))


@pytest.mark.rule("RA-FRM.3")
def test_sizes_of_units() -> None:
    for what in TYPES.values():
        if what.kind in ("rifles", "sabres"):
            assert (what.min_bases, what.max_bases) == (2, 6)
        if what.kind in ("mg", "gun", "tachanka", "mortar"):
            assert (what.min_bases, what.max_bases) == (1, 4)
        if what.kind in ("ac", "tank", "train", "officer"):
            assert (what.min_bases, what.max_bases) == (1, 1)


@pytest.mark.rule("RA-FRM.4", "RA-FRM.5", "RA-FRM.6", "RA-FRM.7")
@pytest.mark.parametrize(("formation", "shooters"), [("line", 4), ("column", 2), ("road_column", 1), ("skirmish", 4)])
def test_who_shoots_in_a_formation(formation: str, shooters: int) -> None:
    u = unit("whites", "white_plastun", 4, 30, 20, name="w", formation=formation)
    g = battle(u, unit("reds", "red_mg", 1, 30, 31, 180, name="r"))
    stance = bears(g, u, g.pieces["reds-r"])
    assert stance is not None
    assert stance.count == shooters


@pytest.mark.rule("RA-FRM.7", "RA-SHO.38")
def test_skirmish_order_is_for_skirmishers_partisans_and_open_sabres() -> None:
    for kind, allowed in (
        ("white_plastun", True),
        ("makhno_inf", True),
        ("red_cav", True),
        ("white_volunteer", False),
        ("white_mg", False),
    ):
        u = unit("whites", kind, 2, 30, 20)
        assert (why_not_form(battle(u), u, SKIRMISH, False) is None) == allowed
    loose = unit("whites", "white_plastun", 4, 30, 20, formation=SKIRMISH)
    assert not enfiladed(battle(loose), loose, (50, 19.6))


@pytest.mark.rule("RA-FRM.8", "RA-FRM.16")
def test_formed_and_open_order_stand_on_the_same_ground() -> None:
    a, b = rider(formed=True), rider(formed=False)
    assert body(battle(a), a).bases == body(battle(b), b).bases
    g = battle(b, red(45))
    run(g, Acting("whites-w"))
    play(g, Form("line", True))
    assert g.pieces["whites-w"].formed


@pytest.mark.rule("RA-FRM.9")
def test_a_formation_change_costs_half_the_move() -> None:
    g = battle(foot(), red(45))
    run(g, Acting("whites-w"))
    play(g, Form("column"))
    assert Go(3000, 2300) in g.asks[0].actions
    assert Go(3000, 2301) not in g.asks[0].actions


@pytest.mark.rule("RA-FRM.9", "RA-MOV.7")
def test_rifles_deploy_from_column_before_firing_for_nothing() -> None:
    u = foot(formation=COLUMN)
    g = battle(u, unit("reds", "red_rifle", 4, 30, 30, 180, name="r"))
    stance = best_stance(g, u, g.pieces["reds-r"])
    assert stance is not None
    assert (stance.unit.formation, stance.count) == ("line", 4)


@pytest.mark.rule("RA-FRM.10")
def test_losses_close_up_on_the_centre() -> None:
    five, four = foot(bases=5), foot(bases=4)
    assert centre(battle(five), five) == pytest.approx(centre(battle(four), four))


@pytest.mark.rule("RA-FRM.11", "RA-FRM.12")
def test_dismounting() -> None:
    assert TYPES["white_cav"].dismounts_as == "white_volunteer"
    assert {TYPES[k].dismounts_as for k in ("don_cossack", "kuban_cossack")} == {"white_plastun"}
    assert [dismounted_bases(n) for n in (2, 3, 4, 5, 6)] == [2, 3, 3, 4, 5]


@pytest.mark.rule("RA-PRE.2", "RA-MOV.34")
def test_a_charger_shot_at_half_way_stands_where_there_is_room() -> None:
    charger, target = foot(), red(40)
    in_between = unit("reds", "red_rifle", 4, 30, 30.4, name="between")
    free, crowded = (
        onset_of(g, charger, target).at_half_way(charger)
        for g in (battle(charger, target), battle(charger, target, in_between))
    )
    assert 20 < crowded.point[1] < free.point[1]
    assert not overlap(battle(in_between), crowded, in_between)


@pytest.mark.rule("RA-FRM.12", "RA-MOV.34")
def test_riders_dismount_into_a_line_only_where_there_is_room() -> None:
    skirmishers = replace(rider(), formation=SKIRMISH)
    assert Dismount().why_not_by(battle(skirmishers), skirmishers) is None
    between_two_bases = unit("whites", "white_mg", 1, 30, 19.5, name="mg")
    crowded = battle(skirmishers, between_two_bases)
    assert not overlap(crowded, skirmishers, between_two_bases)
    refusal = Dismount().why_not_by(crowded, skirmishers)
    assert refusal is not None and refusal.rule == "RA-MOV.34"


@pytest.mark.rule("RA-FRM.12", "RA-FRM.15")
def test_led_horses_left_6_inches_behind_are_lost() -> None:
    g = battle(rider())
    play(run(g, Acting("whites-w")), Dismount())
    g.change("whites-w", y=2500)
    led_horses(g, "whites-w")
    assert g.pieces["whites-w"].horses[2] == 4
    g.change("whites-w", y=2700)
    led_horses(g, "whites-w")
    assert g.pieces["whites-w"].horses == (0, 0, 0)


@pytest.mark.rule("RA-FRM.13")
def test_carts_move_12_inches_and_fight_at_half_value() -> None:
    carts = unit("whites", "makhno_inf", 4, 30, 20, name="w", carts=True)
    assert allowance_of(carts) == 12
    assert is_mounted(carts)
    assert fighting_number(carts, []) == 4
    g = battle(carts, red(45))
    run(g, Acting("whites-w"))
    play(g, Dismount())
    assert not g.pieces["whites-w"].carts


@pytest.mark.rule("RA-FRM.14")
def test_guns_have_no_skirmish_order_and_single_bases_stand_in_line() -> None:
    gun, single = unit("whites", "white_gun", 2, 30, 20), unit("whites", "white_plastun", 1, 30, 20)
    assert why_not_form(battle(gun), gun, SKIRMISH, False) is not None
    assert why_not_form(battle(single), single, COLUMN, False).rule == "RA-FRM.14"  # type: ignore[union-attr]


def test_no_listed_move_overlaps_or_exceeds() -> None:
    g = battle(foot(), unit("whites", "white_mg", 1, 34, 22, name="m"), red(27))
    run(g, Acting("whites-w"))
    for action in offered(g):
        if isinstance(action, Go):
            there = replace(g.pieces["whites-w"], x=action.x, y=action.y)
            found = plan(g, g.pieces["whites-w"], (action.x / 100, action.y / 100), Budget(600))
            assert isinstance(found, Leg)
            assert found.cost <= 601
            assert not overlap(g, replace(there, facing=found.facing), g.pieces["reds-r"])


def test_helpers_of_the_chapter() -> None:
    g = battle(foot())
    assert going(g, foot(), "impassable").allowed is False
    assert goals(g, foot()) == []
    assert isinstance(line("a", "road", (0, 0), (1, 1)), Feature)
    assert Gap("a", "cut", 100, 200).point == (1, 2)
    g.dice = RiggedDice([])


@pytest.mark.rule("RA-MOV.16")
@pytest.mark.parametrize(("x", "rule"), [(34.0, ""), (38.0, "RA-MOV.16")])
def test_a_charge_goes_in_within_45_degrees_of_straight_ahead(x: float, rule: str) -> None:
    g = battle(rider(), red(24.5, x, bases=1))  # seen at 36 and, at the nearest corner, at 54 degrees
    assert why(g) == rule
