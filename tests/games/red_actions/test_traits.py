"""Characteristics (section TRT) as they come up in play: who is led by whom, and what that does."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from grognard.engine import Match
from grognard.games.red_actions import GAME
from grognard.games.red_actions.rules.acting import Acting
from grognard.games.red_actions.rules.ambush import Scout
from grognard.games.red_actions.rules.charge_path import why_not_charge
from grognard.games.red_actions.rules.charging import ChargeTest, defence, onset_of
from grognard.games.red_actions.rules.data import Officer
from grognard.games.red_actions.rules.fire_total import strength
from grognard.games.red_actions.rules.formations import Combine, Divide, Form, why_not_form
from grognard.games.red_actions.rules.melee import fighting_number
from grognard.games.red_actions.rules.muster import Buy
from grognard.games.red_actions.rules.officers import is_clever, is_mob, officer_bonus, roll_officers
from grognard.games.red_actions.rules.scenarios import Hidden
from grognard.testing import offered, play

from .companies import foe, rifles
from .shots import shift_of
from .situations import area, battle, run, senior, unit

CLEVER, COMMISSAR, MOB = (Officer(1, (trait,)) for trait in ("Clever", "Commissar", "Mob"))


# ------------------------------------------------------------------ officers


@pytest.mark.rule("RA-TRT.8", "RA-TRT.9")
@pytest.mark.parametrize(("kind", "follows"), [("volunteer", True), ("colour", False), ("officer", False)])
def test_storm_and_specialist_units_ignore_a_mob_officer_in_every_way(kind: str, follows: bool) -> None:
    company, chief = rifles(f"white_{kind}"), senior("whites", 1, 30, 20, "Mob", attached="whites-w")
    for g in (battle(replace(company, officer=MOB)), battle(company, chief)):
        w = g.pieces["whites-w"]
        assert (is_mob(g, w), officer_bonus(g, w)) == (follows, 1 if follows else 0)


@pytest.mark.rule("RA-TRT.4", "RA-TRT.15", "RA-AMB.3")
@pytest.mark.parametrize(("kind", "officer", "offers"), [
    ("white_volunteer", Officer(1), False),
    ("white_volunteer", CLEVER, True),
    ("makhno_inf", None, True),
])  # fmt: skip
def test_a_wood_7_inches_away_is_scouted_by_partisans_and_clever_officers(
    kind: str, officer: Officer | None, offers: bool
) -> None:
    wood, lurks = area("wood", "woods", 25, 27, 12, 8), Hidden("reds", ("wood",), 1)
    lurker = unit("reds", "red_mg", 1, 30, 33, 180, name="h", hidden=True, unseen=True)
    g = battle(rifles(kind, officer=officer), lurker, terrain=(wood,), hidden=(lurks,))
    assert (Scout("wood") in offered(run(g, Acting("whites-w")))) is offers


@pytest.mark.rule("RA-TRT.24", "RA-TRT.17", "RA-TRT.26")
def test_a_clever_senior_whom_a_commissar_refuses_is_of_no_use() -> None:
    chief = senior("whites", 2, 30, 20, "Clever", attached="whites-w")
    refused, led = battle(rifles(officer=COMMISSAR), chief), battle(rifles(officer=1), chief)
    assert not is_clever(refused, refused.pieces["whites-w"])
    assert is_clever(led, led.pieces["whites-w"])


@pytest.mark.rule("RA-TRT.26")
def test_a_senior_who_takes_over_brings_his_traits_for_those_of_the_junior() -> None:
    chief = senior("whites", 2, 30, 20, attached="whites-w")
    g = battle(rifles(officer=replace(CLEVER, traits=("Clever", "Mob"))), chief)
    assert not is_clever(g, g.pieces["whites-w"])
    assert not is_mob(g, g.pieces["whites-w"])


@pytest.mark.rule("RA-TRT.26", "RA-OFF.1")
def test_a_refused_senior_may_fall_though_the_commissar_lives() -> None:
    chief = senior("whites", 3, 30, 20, attached="whites-w")
    g = battle(rifles(officer=COMMISSAR), chief, dice=(2, 1))
    assert not roll_officers(g, "whites-w", 1)
    assert (g.gone, g.pieces["whites-w"].officer) == ({chief.id: "killed"}, COMMISSAR)


@pytest.mark.rule("RA-TRT.18")
@pytest.mark.parametrize(("officer", "terror"), [(Officer(0), 0), (Officer(0, ("Commissar",)), 1)])
def test_only_a_commissar_punishes_a_failed_charge_test(officer: Officer, terror: int) -> None:
    riders = unit("whites", "kuban_cossack", 4, 30, 20, name="w", officer=officer)
    g = battle(riders, foe(30, acted=True), dice=(6, 6))
    run(g, ChargeTest("whites-w", "reds-r"))
    assert (g.pieces["whites-w"].barred, g.pieces["whites-w"].terror) == (True, terror)


# ------------------------------------------------------------------ skirmishers and grenadiers


@pytest.mark.rule("RA-TRT.10", "RA-TRT.11")
@pytest.mark.parametrize(("kind", "formation", "columns"), [
    ("white_plastun", "line", -1),
    ("white_plastun", "column", 0),
    ("white_volunteer", "line", 0),
])  # fmt: skip
def test_fire_at_skirmishers_is_a_column_worse(kind: str, formation: str, columns: int) -> None:
    g = battle(rifles(kind, formation=formation), foe(30))
    assert shift_of(g, "RA-SHO.24", "reds-r", "whites-w") == columns


@pytest.mark.rule("RA-TRT.11")
def test_in_a_house_skirmishers_are_in_no_column() -> None:
    house = area("h", "building_wood", 27, 18, 6, 3)
    g = battle(rifles("white_plastun", inside="h", formation="column"), foe(30), terrain=(house,))
    assert shift_of(g, "RA-SHO.24", "reds-r", "whites-w") == -1


@pytest.mark.rule("RA-TRT.11", "RA-PRE.1")
def test_skirmishers_who_charge_are_hit_like_others() -> None:
    g = battle(rifles("white_plastun"), foe(25))
    charger, target = g.pieces["whites-w"], g.pieces["reds-r"]
    (aim,) = defence(g, onset_of(g, charger, target), charger, target)
    assert "RA-SHO.24" not in [shift.cite for shift in aim.shifts]


@pytest.mark.rule("RA-TRT.11", "RA-FRM.14")
def test_the_last_base_of_a_column_of_skirmishers_counts_as_in_line() -> None:
    g = battle(rifles("white_plastun", 1, formation="column"), foe(30))
    assert shift_of(g, "RA-SHO.24", "reds-r", "whites-w") == -1


@pytest.mark.rule("RA-TRT.13", "RA-TRT.14")
@pytest.mark.parametrize(("kind", "number"), [
    ("white_engineer", 6), ("white_volunteer", 3), ("polish_mortar", 1), ("kuban_cossack", 10),
])  # fmt: skip
def test_foot_fights_a_vehicle_at_half_value_but_for_grenadiers(kind: str, number: int) -> None:
    assert fighting_number(unit("whites", kind, 2), [unit("reds", "ac_mg", 1)]) == number


@pytest.mark.rule("RA-TRT.14")
@pytest.mark.parametrize(("stuck", "rule"), [("", "RA-TRT.14"), ("stuck", None), ("broken", None)])
def test_sabres_charge_only_a_vehicle_that_cannot_move(stuck: str, rule: str | None) -> None:
    g = battle(unit("whites", "kuban_cossack", 4, 30, 20, name="w"), foe(28, "ac_mg", 1, stuck=stuck))
    refusal = why_not_charge(g, g.pieces["whites-w"], g.pieces["reds-r"])
    assert (refusal and refusal.rule) == rule


# ------------------------------------------------------------------ stiffened conscripts


@pytest.mark.rule("RA-TRT.25", "RA-MOR.31")
def test_an_officer_base_adds_nothing_where_no_base_is_effective() -> None:
    u = rifles("white_conscript", 4, stiff=True, terror=4)
    assert strength(u, u.what, 4) == (0, 0)
    assert fighting_number(u, []) == 1  # half of one base


@pytest.mark.rule("RA-TRT.19")
def test_only_white_conscripts_are_stiffened() -> None:
    match = Match.new(GAME, "pick-up", {"south-army": "Armed Forces of South Russia 1919-20"}, seed=1)
    refusal = match.why_not(Buy("white_volunteer", 4, True))
    assert refusal is not None
    assert refusal.rule == "RA-TRT.19"


@pytest.mark.rule("RA-TRT.19", "RA-ACT.6", "RA-ACT.7")
def test_the_officer_base_stays_in_one_part_and_is_not_lost_when_they_combine() -> None:
    g = battle(rifles("white_conscript", 5, stiff=True))
    play(run(g, Acting("whites-w")), Divide(2))
    assert [g.pieces[i].stiff for i in ("whites-w", "whites-w-2")] == [True, False]
    for i in ("whites-w", "whites-w-2"):
        g.change(i, acted=False)
    play(run(g, Acting("whites-w-2")), Combine("whites-w"))
    assert (g.pieces["whites-w-2"].bases, g.pieces["whites-w-2"].stiff) == (5, True)


@pytest.mark.rule("RA-TRT.19", "RA-ACT.7")
def test_two_units_with_an_officer_base_each_do_not_combine() -> None:
    other = replace(rifles("white_conscript", 3, x=33.6), id="whites-v", stiff=True)
    g = battle(rifles("white_conscript", 2, stiff=True), other)
    refusal = Combine("whites-v").why_not_by(g, g.pieces["whites-w"])
    assert refusal is not None
    assert refusal.rule == "RA-TRT.19"


# ------------------------------------------------------------------ formed cavalry


@pytest.mark.rule("RA-TRT.20", "RA-FRM.8")
def test_formed_order_is_offered_in_line_and_column_to_those_who_know_it() -> None:
    for kind, formed in (("don_cossack", {"line", "column"}), ("red_first_cav", set())):
        g = battle(unit("whites", kind, 4, 30, 20, name="w"), foe(45))
        forms = [a for a in offered(run(g, Acting("whites-w"))) if isinstance(a, Form)]
        assert {a.formation for a in forms if a.formed} == formed
    don = unit("whites", "don_cossack", 4, 30, 20)
    assert why_not_form(battle(don), don, "road_column", True).rule == "RA-TRT.20"  # type: ignore[union-attr]
