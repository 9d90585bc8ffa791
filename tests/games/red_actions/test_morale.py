"""Morale (section MOR), markers and traits (section TRT)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from grognard.games.red_actions.rules.acting import Acting
from grognard.games.red_actions.rules.aiming import why_cannot_shoot
from grognard.games.red_actions.rules.ambush import Scout, scout_range
from grognard.games.red_actions.rules.charge_path import why_cannot_charge, why_not_charge
from grognard.games.red_actions.rules.charging import Charge, ChargeTest, Charging
from grognard.games.red_actions.rules.data import TYPES, Officer
from grognard.games.red_actions.rules.fire_total import skirmishes, strength
from grognard.games.red_actions.rules.formations import Form, why_not_form
from grognard.games.red_actions.rules.losses import humiliate, lose_bases, new_event, pin
from grognard.games.red_actions.rules.melee import fighting_number
from grognard.games.red_actions.rules.morale import test_value as value_of
from grognard.games.red_actions.rules.move_path import Leg, full_budget, plan
from grognard.games.red_actions.rules.moving import Go, LieDown, Stop, why_not_move_at_all
from grognard.games.red_actions.rules.officers import (
    base_morale,
    commander,
    is_clever,
    is_mob,
    officer_bonus,
    roll_officers,
)
from grognard.games.red_actions.rules.rally import RallyFromPinned, RallyFromTerror
from grognard.games.red_actions.rules.retire import Effects, MoraleTest, RetireMove, Rout, Terror
from grognard.games.red_actions.rules.seniors import Attach
from grognard.games.red_actions.rules.shot_orders import Fire
from grognard.games.red_actions.rules.state import Aim, effective
from grognard.games.red_actions.rules.terrain import going
from grognard.games.red_actions.rules.volley import Impact
from grognard.games.red_actions.rules.works import CutTheWire, Dig
from grognard.testing import logged, offered, play, unrolled

from .companies import foe, rifles
from .situations import area, at, battle, cites, line, run, senior, unit

# ------------------------------------------------------------------ the test


@pytest.mark.rule("RA-MOR.1", "RA-MOR.24", "RA-MOR.31", "RA-MOR.36")
def test_value_is_morale_plus_bonuses_less_markers() -> None:
    g = battle(rifles(officer=2, terror=1, humiliated=1))
    assert value_of(g, g.pieces["whites-w"]) == 7 + 2 - 1 - 1


@pytest.mark.rule("RA-MOR.1", "RA-MOR.27")
@pytest.mark.parametrize(("dice", "routs"), [((3, 4), False), ((4, 4), True)])
def test_a_roll_equal_to_the_value_passes(dice: tuple[int, int], routs: bool) -> None:
    g = battle(rifles(), dice=dice)
    run(g, MoraleTest("whites-w", kind="fear", cause="charged"))
    assert g.pieces["whites-w"].routing == routs


@pytest.mark.rule("RA-MOR.2")
def test_2_always_passes_and_12_always_fails() -> None:
    low = battle(rifles("white_conscript", 4, terror=4, humiliated=2), dice=(1, 1))
    run(low, MoraleTest("whites-w"))
    assert not low.pieces["whites-w"].routing
    high = battle(rifles("white_colour", 4, officer=2), senior("whites", 3, 30, 19), dice=(6, 6))
    run(high, MoraleTest("whites-w"))
    assert high.pieces["whites-w"].routing


@pytest.mark.rule("RA-MOR.3")
def test_markers_of_the_same_result_count_in_its_tests() -> None:
    g = battle(rifles(), dice=(3, 3))
    run(g, Effects("whites-w", 3000, 4000, True, ("terror:2", "serious:serious result")))
    assert g.pieces["whites-w"].retired  # 6 against 7 - 2


TRIGGERS = [
    ("charging", "RA-MOR.4"),
    ("charged", "RA-MOR.5"),
    ("charged in the rear", "RA-MOR.6"),
    ("ambushed", "RA-MOR.8"),
    ("lost a base", "RA-MOR.9"),
    ("humiliated", "RA-MOR.11"),
    ("routers through it", "RA-MOR.12"),
    ("all officers lost", "RA-MOR.13"),
    ("serious result", "RA-MOR.14"),
    ("routers near by", "RA-MOR.15"),
    ("rally from rout", "RA-MOR.17"),
    ("rally from pinned", "RA-MOR.18"),
]


@pytest.mark.parametrize(("cause", "rule"), TRIGGERS)
def test_the_log_names_the_trigger_of_a_test(cause: str, rule: str) -> None:
    g = battle(rifles(), dice=(1, 1))
    run(g, MoraleTest("whites-w", cause=cause))
    assert cites(g) == [rule]


@pytest.mark.rule("RA-MOR.4", "RA-MOR.26")
def test_charging_needs_a_charge_test_and_failing_only_bars_the_charge() -> None:
    g = battle(unit("whites", "kuban_cossack", 4, 30, 20, name="w"), foe(30, acted=True), dice=(6, 5))
    run(g, ChargeTest("whites-w", "reds-r"))
    w = g.pieces["whites-w"]
    assert (w.barred, w.acted, w.terror) == (True, False, 0)
    assert why_cannot_charge(w).rule == "RA-MOR.26"  # type: ignore[union-attr]


@pytest.mark.rule("RA-MOR.5", "RA-MOR.6", "RA-MOR.7", "RA-TRN.16")
def test_a_rear_charge_costs_two_fear_tests() -> None:
    rider = unit("whites", "kuban_cossack", 4, 30, 20, name="w")
    g = battle(rider, foe(28, facing=0, acted=True), dice=(1, 1, 1, 1, 3, 4))
    run(g, Charging("whites-w", "reds-r"))
    assert [c for c in cites(g) if c in ("RA-MOR.5", "RA-MOR.6", "RA-MEL.3")] == ["RA-MOR.5", "RA-MOR.6", "RA-MEL.3"]


@pytest.mark.rule("RA-MOR.9", "RA-SHO.42", "RA-MOR.10", "RA-SHO.46")
def test_kill_costs_a_base_one_fear_test_and_a_rout_cancels_the_pin() -> None:
    g = battle(rifles(), foe(40), dice=(6, 5))
    aim = Aim("reds-r", "whites-w", 3000, 4000, 2000, 4, 12, 3, 1800, "line")
    run(g, Impact(aim, "Kill! S! Off", 1, False))
    w = g.pieces["whites-w"]
    assert (w.bases, w.routing, w.pinned, w.retired) == (2, True, False, False)
    assert not unrolled(g)


@pytest.mark.rule("RA-MOR.12", "RA-MOR.15", "RA-MOR.16", "RA-TRN.17")
def test_routers_frighten_friends_near_their_path_nearest_first() -> None:
    runner = unit("reds", "red_conscript", 3, 30, 20, 180, name="a")
    through = unit("reds", "red_rifle", 3, 30, 25, 180, name="through")
    near = unit("reds", "red_rifle", 3, 37, 24, 180, name="near")
    far = unit("reds", "red_rifle", 3, 50, 24, 180, name="far")
    g = battle(runner, through, near, far, dice=(1, 1, 1, 1))
    run(g, Rout("reds-a"))
    tests = [e for e in logged(g) if e.cite in ("RA-MOR.12", "RA-MOR.15")]
    assert [(e.cite, e.args["unit"]) for e in tests] == [("RA-MOR.12", "reds through"), ("RA-MOR.15", "reds near")]
    assert not unrolled(g)


@pytest.mark.rule("RA-MOR.16")
def test_routers_frighten_a_line_whose_middle_is_near() -> None:
    router = unit("reds", "red_rifle", 2, 30, 30, 180, name="a", formation="column")
    g = battle(router, unit("reds", "red_rifle", 6, 30, 47.1, 180, name="line"), dice=(1, 1))
    run(g, Rout("reds-a"))
    assert "RA-MOR.15" in cites(g)


@pytest.mark.rule("RA-MOR.13", "RA-MOR.20", "RA-MOR.41", "RA-OFF.2", "RA-SHO.44", "RA-SHO.43", "RA-TRN.15", "RA-MOR.14")
def test_the_last_officer_costs_terror_and_a_test_before_the_s_test() -> None:
    g = battle(rifles(officer=2), foe(40), dice=(1, 2, 2, 2, 2))
    run(g, Effects("whites-w", 3000, 4000, True, ("officers", "serious:serious result")))
    assert (g.pieces["whites-w"].officer, g.pieces["whites-w"].terror) == (None, 1)
    values = [e.args["value"] for e in logged(g) if e.cite in ("RA-MOR.13", "RA-MOR.14")]
    assert values == [6, 6]  # without the dead officer's bonus
    assert [c for c in cites(g) if c in ("RA-MOR.13", "RA-MOR.14")] == ["RA-MOR.13", "RA-MOR.14"]


@pytest.mark.rule("RA-MOR.19")
def test_a_unit_that_routs_takes_no_further_test() -> None:
    g = battle(rifles(), dice=(6, 6))
    run(g, Effects("whites-w", 3000, 4000, True, ("fear:lost a base", "serious:serious result", "retire")))
    assert g.pieces["whites-w"].routing
    assert not unrolled(g)


@pytest.mark.rule("RA-MOR.18", "RA-MOR.30")
def test_a_failed_unpin_leaves_the_unit_stationary_but_able_to_fire() -> None:
    g = battle(rifles(pinned=True), foe(30, acted=True), dice=(6, 5))
    run(g, Acting("whites-w"))
    play(g, RallyFromPinned())
    assert Fire("reds-r") in offered(g)
    assert not any(isinstance(a, Go | Charge) for a in offered(g))
    g = battle(rifles(pinned=True), dice=(6, 6))
    play(run(g, Acting("whites-w")), RallyFromPinned())
    assert g.pieces["whites-w"].pinned


@pytest.mark.rule("RA-MOR.21", "RA-MOR.39", "RA-MOR.40")
@pytest.mark.parametrize(
    ("kind", "bonus"),
    [("building_stone", 2), ("building_wood", 0), ("woods", 0), ("trench", 2), ("earthwork", 2), ("wall", 0)],
)
def test_fortified_troops_add_2(kind: str, bonus: int) -> None:
    if kind.startswith("building"):
        g = battle(rifles(inside="x"), terrain=(area("x", kind, 26, 18, 8, 4),))
    elif kind == "woods":
        g = battle(rifles(), terrain=(area("x", kind, 20, 10, 20, 20),))
    else:
        g = battle(rifles(), terrain=(line("x", kind, (20, 19.8), (40, 19.8)),))
    assert value_of(g, g.pieces["whites-w"]) == 7 + bonus


@pytest.mark.rule("RA-MOR.21")
@pytest.mark.parametrize(("y", "bonus"), [(40.0, 2), (4.0, 0)])
def test_an_earthwork_helps_only_against_the_enemy_on_its_other_side(y: float, bonus: int) -> None:
    g = battle(rifles(), foe(y), terrain=(line("x", "earthwork", (20, 20.2), (40, 20.2)),))
    assert value_of(g, g.pieces["whites-w"]) == 7 + bonus, "without a culprit it is the nearest enemy in sight"


@pytest.mark.rule("RA-MOR.23")
def test_routers_and_pinned_friends_do_not_count_behind_the_flanks() -> None:
    g = battle(rifles(), foe(12, routing=True))
    assert value_of(g, g.pieces["whites-w"]) == 7
    g.change("reds-r", routing=False)
    assert value_of(g, g.pieces["whites-w"]) == 5
    g.put(unit("whites", "kuban_cossack", 3, 40, 12, 270, name="k", pinned=True))
    assert value_of(g, g.pieces["whites-w"]) == 5
    g.change("whites-k", pinned=False)
    assert value_of(g, g.pieces["whites-w"]) == 7
    tank = unit("whites", "tank_heavy", 1, 35, 14, 270, name="t")
    assert value_of(battle(rifles(), foe(12), tank), rifles()) == 7
    assert value_of(battle(rifles(), foe(12), replace(tank, stuck="fast")), rifles()) == 5


@pytest.mark.rule("RA-MOR.28", "RA-RET.17", "RA-RET.4")
def test_a_failed_serious_test_is_a_retire_result_with_its_exceptions() -> None:
    g = battle(rifles(), foe(40), dice=(6, 5))
    run(g, MoraleTest("whites-w", 3000, 4000, True, "serious", "serious result"))
    assert at(g.pieces["whites-w"]) == (30, 17)
    gun = battle(unit("whites", "white_gun", 1, 30, 20, name="w"), dice=(6, 5))
    run(gun, MoraleTest("whites-w", 3000, 4000, True, "serious", "serious result"))
    assert at(gun.pieces["whites-w"]) == (30, 20)


# ------------------------------------------------------------------ markers


@pytest.mark.rule("RA-MOR.31", "RA-SHO.9")
def test_terror_makes_bases_ineffective() -> None:
    u = rifles(terror=3)
    assert effective(u) == 1
    assert strength(u, u.what, 4) == (1, 3)
    assert fighting_number(u, []) == 3


@pytest.mark.rule("RA-MOR.32")
def test_terror_beyond_the_bases_is_one_fear_test() -> None:
    g = battle(rifles(bases=3, terror=2), dice=(1, 1))
    new_event(g)
    run(g, Terror("whites-w", count=3), Terror("whites-w", count=2))
    assert g.pieces["whites-w"].terror == 3
    assert cites(g).count("RA-MOR.32") == 1


@pytest.mark.rule("RA-MOR.33", "RA-FRM.10")
def test_lost_bases_take_surplus_terror_with_them() -> None:
    g = battle(rifles(bases=4, terror=4))
    lose_bases(g, "whites-w", 2)
    assert (g.pieces["whites-w"].bases, g.pieces["whites-w"].terror) == (2, 2)
    assert at(g.pieces["whites-w"]) == (30, 20)  # closed up on the centre


@pytest.mark.rule("RA-MOR.34", "RA-MOR.35")
def test_a_pinned_unit_does_not_move_and_compelled_moves_unpin_it() -> None:
    g = battle(rifles(), foe(40))
    pin(g, "whites-w")
    pin(g, "whites-w")
    assert cites(g).count("RA-MOR.35") == 1
    assert why_not_move_at_all(g, g.pieces["whites-w"]).rule == "RA-MOR.34"  # type: ignore[union-attr]
    assert why_cannot_charge(g.pieces["whites-w"]).rule == "RA-MOR.34"  # type: ignore[union-attr]
    assert why_cannot_shoot(g, g.pieces["whites-w"]) is None
    run(g, RetireMove("whites-w", 3000, 4000, True))
    assert not g.pieces["whites-w"].pinned


@pytest.mark.rule("RA-MOR.36", "RA-RAL.6")
def test_the_third_humiliation_disperses() -> None:
    g = battle(rifles())
    assert [humiliate(g, "whites-w") for _ in range(3)] == [False, False, True]
    assert g.gone["whites-w"] == "dispersed"
    again = battle(rifles(humiliated=1, terror=2, officer=1))
    play(run(again, Acting("whites-w")), RallyFromTerror())
    assert again.pieces["whites-w"].humiliated == 1


@pytest.mark.rule("RA-MOR.37")
def test_a_unit_without_an_effective_base_keeps_away() -> None:
    g = battle(rifles(terror=4), foe(40))
    w = g.pieces["whites-w"]
    assert why_cannot_shoot(g, w).rule == "RA-MOR.37"  # type: ignore[union-attr]
    assert why_cannot_charge(w).rule == "RA-MOR.37"  # type: ignore[union-attr]
    assert plan(g, w, (30, 22), full_budget(g, w)).rule == "RA-MOR.37"  # type: ignore[union-attr]
    assert isinstance(plan(g, w, (30, 18), full_budget(g, w)), Leg)


@pytest.mark.rule("RA-MOR.38")
def test_vehicles_and_seniors_take_no_tests_or_markers() -> None:
    g = battle(unit("whites", "ac_mg", 1, 30, 20, name="w"), senior("whites", 1, 10, 10))
    run(g, MoraleTest("whites-w"), MoraleTest("whites-senior_chief"), Terror("whites-w", count=2))
    pin(g, "whites-w")
    assert (g.pieces["whites-w"].terror, g.pieces["whites-w"].pinned, cites(g)) == (0, False, [])


@pytest.mark.rule("RA-MOR.42")
def test_routers_under_fire_take_losses_but_no_pin_or_test() -> None:
    g = battle(rifles(routing=True, officer=1), foe(40), dice=(1,))
    aim = Aim("reds-r", "whites-w", 3000, 4000, 2000, 4, 12, 3, 1800, "line")
    run(g, Impact(aim, "Kill! S! Off", 0, False))
    w = g.pieces["whites-w"]
    assert (w.bases, w.pinned, w.officer, w.terror) == (3, False, None, 1)
    assert not unrolled(g)


@pytest.mark.rule("RA-MOR.43")
def test_a_unit_without_officers_takes_no_officers_test() -> None:
    g = battle(rifles())
    run(g, Effects("whites-w", 3000, 4000, True, ("officers",)))
    assert cites(g) == []


# ------------------------------------------------------------------ traits


@pytest.mark.rule("RA-TRT.1", "RA-TRT.3", "RA-TRT.21")
def test_which_actions_of_a_mob_need_the_roll() -> None:
    guards = unit("reds", "red_guard", 5, 30, 30, 180, name="m")
    g = battle(guards, rifles(y=15))
    by = Acting("reds-m")
    for needs in (Go(3000, 2700), Go(3300, 3000), Dig(), LieDown(), Form("column"), Attach("x")):
        assert needs.needs_roll(g, by), needs
    for free in (Charge("whites-w"), Fire("whites-w"), Scout("wood"), Go(3000, 3060)):
        assert not free.needs_roll(g, by), free
    alone = battle(guards)
    assert not Go(3000, 2700).needs_roll(alone, by)
    flanked = battle(guards, rifles(y=15), unit("whites", "white_volunteer", 4, 40, 33, 180, name="v"))
    assert Go(3000, 3060).needs_roll(flanked, by)  # one base comes nearer to the second enemy


@pytest.mark.rule("RA-TRT.1", "RA-TRT.2", "RA-SHO.5")
@pytest.mark.parametrize(("die", "y"), [(2, 30), (3, 27)])
def test_a_mob_that_has_shot_rolls_before_it_moves(die: int, y: float) -> None:
    g = battle(unit("reds", "red_guard", 5, 30, 30, 180, name="m"), rifles(y=12, acted=True), dice=(die, 1, 1))
    run(g, Acting("reds-m"))
    play(g, Fire("whites-w"), Go(3000, 2700))
    if die >= 3:
        play(g, Stop())
    assert at(g.pieces["reds-m"]) == (30, y)
    assert not unrolled(g)  # the shot is rolled either way


@pytest.mark.rule("RA-TRT.1", "RA-TRT.3")
@pytest.mark.parametrize(("die", "y"), [(2, 30.6), (3, 27.6)])
def test_a_mob_that_went_back_rolls_before_it_comes_forward(die: int, y: float) -> None:
    g = battle(unit("reds", "red_guard", 5, 30, 30, 180, name="m"), rifles(y=12), dice=(die,))
    run(g, Acting("reds-m"))
    play(g, Go(3000, 3060))
    assert len(unrolled(g)) == 1
    play(g, Go(3000, 2760))
    assert at(g.pieces["reds-m"]) == (30, y)


@pytest.mark.rule("RA-ACT.18", "RA-TRT.1")
def test_a_mob_rolls_before_it_changes_formation_and_not_again() -> None:
    for die, formation in ((2, "line"), (3, "column")):
        g = battle(unit("reds", "red_guard", 5, 30, 30, 180, name="m"), rifles(y=12), dice=(die,))
        run(g, Acting("reds-m"))
        play(g, Form("column"))
        assert g.pieces["reds-m"].formation == formation
    play(g, Go(3000, 2800))
    assert at(g.pieces["reds-m"]) == (30, 28)


@pytest.mark.rule("RA-TRT.5")
def test_partisans_move_freely_in_rough_ground_and_woods() -> None:
    g = battle(rifles())
    foot, horse = unit("reds", "makhno_inf", 4), unit("reds", "makhno_cav", 4)
    assert (going(g, foot, "rough").rate, going(g, foot, "woods").rate) == (1, 1)
    assert (going(g, horse, "rough").rate, going(g, horse, "woods").rate) == (1, 0.5)
    assert going(g, foot, "dense_woods").rate == 0.5
    assert going(g, foot, "hedge").price == 0.25


@pytest.mark.rule("RA-TRT.8", "RA-TRT.9")
def test_a_mob_officer_makes_a_mob_but_not_of_picked_troops() -> None:
    mob = Officer(2, ("Mob",))
    g = battle(rifles(officer=mob))
    assert is_mob(g, g.pieces["whites-w"])
    assert officer_bonus(g, g.pieces["whites-w"]) == 2
    picked = battle(rifles("white_colour", officer=mob))
    assert not is_mob(picked, picked.pieces["whites-w"])
    assert officer_bonus(picked, picked.pieces["whites-w"]) == 0


@pytest.mark.rule("RA-TRT.10", "RA-TRT.11", "RA-TRT.22", "RA-SHO.25")
def test_skirmishers_are_harder_to_hit_except_in_column_or_rout() -> None:
    g = battle(rifles())
    u = unit("whites", "white_plastun", 4)
    assert skirmishes(g, u, charging=False)
    assert not skirmishes(g, u, charging=True)
    for state in ({"formation": "column"}, {"formation": "road_column"}, {"routing": True}):
        assert not skirmishes(g, replace(u, **state), charging=False)
    assert going(g, u, "rough").rate == 0.5


@pytest.mark.rule("RA-TRT.12", "RA-TRT.13", "RA-TRT.14")
def test_engineers_and_grenadiers() -> None:
    tank = unit("reds", "tank_heavy", 1)
    sappers, line_troops = unit("whites", "white_engineer", 2), rifles(bases=2)
    assert fighting_number(sappers, [tank]) == 6
    assert fighting_number(line_troops, [tank]) == 3
    assert fighting_number(unit("whites", "white_mg", 2), [tank]) == 1
    wire = line("wire", "wire", (20, 20.1), (40, 20.1))
    g = battle(unit("whites", "white_engineer", 2, 30, 20, name="e"), rifles(x=36), terrain=(wire,))
    assert CutTheWire().why_not_by(g, g.pieces["whites-e"]) is None
    assert CutTheWire().why_not_by(g, g.pieces["whites-w"]).rule == "RA-TRT.12"  # type: ignore[union-attr]
    rider = battle(unit("whites", "kuban_cossack", 4, 30, 20, name="w"), foe(28, "ac_mg", 1))
    refusal = why_not_charge(rider, rider.pieces["whites-w"], rider.pieces["reds-r"])
    assert refusal is not None
    assert refusal.rule == "RA-TRT.14"


@pytest.mark.rule("RA-TRT.4", "RA-TRT.15", "RA-TRT.16", "RA-TRT.24")
def test_partisans_and_clever_officers_scout_at_8_inches_and_never_16() -> None:
    clever = Officer(1, ("Clever",))
    plain, keen = rifles(), rifles("makhno_inf")
    g = battle(plain)
    assert scout_range(g, plain) == 4
    assert scout_range(battle(keen), keen) == 8
    both = rifles("makhno_inf", officer=clever)
    assert scout_range(battle(both), both) == 8
    chief = senior("whites", 2, 30, 21, "Clever")
    alone = battle(plain, chief)
    assert not is_clever(alone, plain)
    led = battle(plain, replace(chief, attached="whites-w"))
    assert is_clever(led, plain)


@pytest.mark.rule("RA-TRT.17", "RA-TRT.26", "RA-OFF.6")
def test_a_commissar_is_not_taken_over() -> None:
    commissar = Officer(1, ("Commissar",))
    chief = senior("whites", 3, 30, 20, attached="whites-w")
    g = battle(rifles(officer=commissar), chief, dice=(1, 1))
    w = g.pieces["whites-w"]
    assert commander(g, w) == commissar
    assert officer_bonus(g, w) == 1
    assert roll_officers(g, "whites-w", 1)  # a refused senior still takes his chance
    red = battle(rifles(officer=commissar), replace(chief, officer=Officer(3, ("Commissar",))))
    assert officer_bonus(red, red.pieces["whites-w"]) == 3
    after = battle(rifles(), chief)
    assert commander(after, after.pieces["whites-w"]) == Officer(3)


@pytest.mark.rule("RA-TRT.18", "RA-SCN.5")
@pytest.mark.parametrize(("option", "terror"), [("on", 1), ("off", 0)])
def test_commissar_terror_is_an_option(option: str, terror: int) -> None:
    u = unit("whites", "kuban_cossack", 4, 30, 20, name="w", officer=Officer(0, ("Commissar",)))
    g = battle(u, foe(30, acted=True), dice=(6, 6), options={"commissar-terror": option})
    run(g, ChargeTest("whites-w", "reds-r"))
    assert g.pieces["whites-w"].terror == terror


@pytest.mark.rule("RA-TRT.19", "RA-TRT.25")
def test_stiffened_conscripts() -> None:
    u = rifles("white_conscript", 5, stiff=True)
    g = battle(u)
    assert not is_mob(g, u)
    assert base_morale(u) == TYPES["white_volunteer"].morale
    assert strength(u, u.what, 5) == (5, 4 * 2 + 4)
    assert fighting_number(u, []) == 4 * 2 + 4
    lose_bases(g, "whites-w", 1)
    assert is_mob(g, g.pieces["whites-w"])
    assert base_morale(g.pieces["whites-w"]) == 6


@pytest.mark.rule("RA-TRT.20")
def test_only_formed_types_adopt_formed_order() -> None:
    formed = {name for name, what in TYPES.items() if "Formed" in what.traits}
    assert formed == {"white_cav", "don_cossack", "kuban_cossack", "polish_uhlan"}
    red = unit("reds", "red_first_cav", 4, 30, 20)
    assert why_not_form(battle(red), red, "line", True).rule == "RA-TRT.20"  # type: ignore[union-attr]
    don = unit("whites", "don_cossack", 4, 30, 20)
    assert why_not_form(battle(don), don, "line", True) is None
