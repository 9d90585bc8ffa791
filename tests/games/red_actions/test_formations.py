"""Formations and dismounting (section FRM) in play, clause by clause."""

from __future__ import annotations

import pytest

from grognard.board.inches.formations import COLUMN, FILE, LINE, SKIRMISH, frontage
from grognard.games.red_actions.rules.acting import Acting
from grognard.games.red_actions.rules.aiming import best_stance
from grognard.games.red_actions.rules.bodies import body
from grognard.games.red_actions.rules.charging import Charge
from grognard.games.red_actions.rules.data import ARMIES, BASE_WIDTH
from grognard.games.red_actions.rules.formations import Form, why_not_form
from grognard.games.red_actions.rules.losses import lose_bases
from grognard.games.red_actions.rules.mounting import Dismount, Mount
from grognard.games.red_actions.rules.moving import Go
from grognard.games.red_actions.rules.muster import Buy, why_not_buy
from grognard.games.red_actions.rules.retire import Rout
from grognard.testing import offered, play

from .companies import foe, rifles
from .shots import shift_of
from .situations import battle, line, lines, run, unit

# ------------------------------------------------------------------ what stands in them


@pytest.mark.rule("RA-FRM.3", "RA-SCN.4")
@pytest.mark.parametrize(("troops", "bases", "rule"), [
    ("red_rifle", 1, "RA-FRM.3"), ("red_rifle", 2, None), ("red_rifle", 6, None), ("red_rifle", 7, "RA-FRM.3"),
    ("red_mg", 1, None), ("red_mg", 4, None), ("red_mg", 5, "RA-FRM.3"),
])  # fmt: skip
def test_how_many_bases_are_bought_in_one_unit(troops: str, bases: int, rule: str | None) -> None:
    refusal = why_not_buy(ARMIES["Reds 1919-20"], [], 600, Buy(troops, bases))
    assert (refusal and refusal.rule) == rule


@pytest.mark.rule("RA-FRM.7", "RA-FRM.14")
@pytest.mark.parametrize(("kind", "carts"), [("makhno_tachanka", False), ("makhno_inf", True), ("makhno_gun", False)])
def test_partisans_on_wheels_have_no_skirmish_order(kind: str, carts: bool) -> None:
    u = rifles(kind, 2, carts=carts)
    assert why_not_form(battle(u), u, SKIRMISH, False).rule == "RA-FRM.7"  # type: ignore[union-attr]


@pytest.mark.rule("RA-FRM.7", "RA-MOV.7")
@pytest.mark.parametrize(("formation", "facing"), [(LINE, 900), (SKIRMISH, 650)])
def test_skirmishers_turn_freely_to_shoot(formation: str, facing: int) -> None:
    g = battle(rifles("white_plastun", formation=formation), foe(24.9, x=40, facing=270, bases=1))
    stance = best_stance(g, g.pieces["whites-w"], g.pieces["reds-r"])
    assert stance is not None
    assert stance.unit.facing == pytest.approx(facing, abs=30)


@pytest.mark.rule("RA-FRM.10")
def test_a_column_loses_its_rear_and_the_front_does_not_stir() -> None:
    g = battle(rifles(formation=COLUMN))
    before = body(g, g.pieces["whites-w"]).bases
    lose_bases(g, "whites-w", 2)
    assert body(g, g.pieces["whites-w"]).bases == before[:2]


@pytest.mark.rule("RA-FRM.10", "RA-MOV.34")
def test_the_last_base_of_a_column_stays_turned_along_the_road() -> None:
    lane = line("lane", "road", (22, 0), (38, 40))
    column = unit("whites", "white_colour", 2, 30, 20, name="w", formation=FILE)
    g = battle(column, terrain=(lane,))
    front, _ = body(g, column).bases
    lose_bases(g, "whites-w", 1)
    assert body(g, g.pieces["whites-w"]).bases == (front,)
    assert g.pieces["whites-w"].facing == front.facing != column.facing


@pytest.mark.rule("RA-FRM.10", "RA-MOV.34")
@pytest.mark.parametrize("guest", [0, -1, 1])
def test_skirmishers_do_not_close_up_on_who_stands_among_them(guest: int) -> None:
    """Of three, two close up on the centre; with a friend in a gap they stay where they are."""
    line_of_three = rifles("white_plastun", bases=3, formation=SKIRMISH)
    wide = frontage(LINE, 1, BASE_WIDTH)
    friend = [unit("whites", "white_mg", 1, 30 + guest * wide, 20, name="m")] if guest else []
    g = battle(line_of_three, *friend)
    before = body(g, line_of_three).bases
    lose_bases(g, "whites-w", 1)
    after = body(g, g.pieces["whites-w"])
    assert not any(after.overlaps(body(g, each)) for each in friend)
    if guest:
        assert [b.centre[0] for b in after.bases] == pytest.approx([b.centre[0] for b in before[:2]], abs=0.02)
    else:
        assert g.pieces["whites-w"].point == line_of_three.point


@pytest.mark.rule("RA-FRM.14", "RA-SHO.22")
@pytest.mark.parametrize(("bases", "columns"), [(2, 2), (1, 0)])
def test_the_last_base_of_a_road_column_counts_as_in_line(bases: int, columns: int) -> None:
    g = battle(rifles(bases=bases, formation=FILE), foe(30))
    assert shift_of(g, "RA-SHO.22", "reds-r", "whites-w") == columns


# ------------------------------------------------------------------ changing them


@pytest.mark.rule("RA-FRM.9", "RA-MOV.7", "RA-MOV.8")
@pytest.mark.parametrize(("kind", "formation", "shooters"), [
    ("white_volunteer", LINE, 4), ("kuban_cossack", COLUMN, 2), ("white_mg", COLUMN, 2),
])  # fmt: skip
def test_only_rifles_deploy_to_fire_for_nothing(kind: str, formation: str, shooters: int) -> None:
    g = battle(rifles(kind, formation=COLUMN), foe(30))
    stance = best_stance(g, g.pieces["whites-w"], g.pieces["reds-r"])
    assert stance is not None
    assert (stance.unit.formation, stance.count) == (formation, shooters)


@pytest.mark.rule("RA-FRM.9", "RA-MOV.16")
def test_a_charge_after_a_change_of_formation_goes_half_as_far() -> None:
    g = battle(rifles(), foe(24, acted=True))
    assert Charge("reds-r") in offered(run(g, Acting("whites-w")))
    play(g, Form(COLUMN))
    assert Charge("reds-r") not in offered(g)


@pytest.mark.rule("RA-FRM.9", "RA-MOR.34")
def test_a_pinned_unit_stays_in_its_formation() -> None:
    u = rifles(pinned=True)
    assert why_not_form(battle(u), u, COLUMN, False).rule == "RA-MOR.34"  # type: ignore[union-attr]


# ------------------------------------------------------------------ dismounting


@pytest.mark.rule("RA-FRM.11", "RA-FRM.12", "RA-MOR.33")
@pytest.mark.parametrize(("kind", "on_foot"), [("white_cav", "white_volunteer"), ("kuban_cossack", "white_plastun")])
def test_four_frightened_riders_are_three_frightened_rifles(kind: str, on_foot: str) -> None:
    g = battle(rifles(kind, terror=4, formed=True), foe(45))
    play(run(g, Acting("whites-w")), Dismount())
    w = g.pieces["whites-w"]
    assert (w.type, w.bases, w.terror, w.horses[2]) == (on_foot, 3, 3, 4)


@pytest.mark.rule("RA-FRM.15", "RA-FRM.12")
@pytest.mark.parametrize(("y", "led", "rule"), [(2500, 4, None), (2600, 0, "RA-FRM.15")])
def test_horses_from_which_it_walks_away_are_lost_for_good(y: int, led: int, rule: str | None) -> None:
    on_foot = rifles("white_plastun", 2, mounted_as="don_cossack", horses=(3000, 1950, 4))
    g = battle(on_foot, foe(45))
    play(run(g, Acting("whites-w")), Go(3000, y))
    assert g.pieces["whites-w"].horses[2] == led
    refusal = Mount().why_not_by(g, g.pieces["whites-w"])
    assert (refusal and refusal.rule) == rule


@pytest.mark.rule("RA-FRM.15")
def test_horses_from_which_it_runs_away_are_lost_too() -> None:
    """A rout is one and a half moves: nine inches, three too many."""
    on_foot = rifles("white_plastun", 2, y=30, mounted_as="don_cossack", horses=(3000, 2950, 4))
    g = battle(on_foot)
    run(g, Rout("whites-w"))
    assert g.pieces["whites-w"].horses == (0, 0, 0)
    assert "whites w loses its led horses" in lines(g)


@pytest.mark.rule("RA-FRM.5", "RA-FRM.6", "RA-FRM.8")
def test_a_column_is_two_wide_and_a_road_column_one() -> None:
    for formation, wide in ((COLUMN, 2), (FILE, 1), (LINE, 4)):
        u = unit("whites", "kuban_cossack", 4, 30, 20, name="w", formation=formation)
        assert len({round(b.centre[0], 2) for b in body(battle(u), u).bases}) == wide
