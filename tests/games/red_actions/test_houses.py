"""Buildings (section BLD) in play: going in and out, room and firing places, and storming them."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from grognard.board.inches.terrain_table import Feature
from grognard.engine import Press
from grognard.games.red_actions.rules.acting import Acting
from grognard.games.red_actions.rules.bodies import apart
from grognard.games.red_actions.rules.charging import Charging, onset_of
from grognard.games.red_actions.rules.melee import Melee
from grognard.games.red_actions.rules.moving import Go
from grognard.games.red_actions.rules.room import room_in
from grognard.games.red_actions.rules.sight import sees
from grognard.games.red_actions.rules.state import RedActions, Unit
from grognard.testing import offered, play

from .moves import leg, refused
from .shots import aim, red, white
from .situations import area, at, battle, run

HOUSE = area("h", "building_wood", 27, 29, 6, 3)


# ------------------------------------------------------------------ in, out and through


@pytest.mark.rule("RA-BLD.2", "RA-TER.17")
def test_horses_go_through_a_building_in_column_only() -> None:
    shed, riders = area("h", "building_wood", 27, 29, 6, 1.5), white("kuban_cossack", 2, y=28)
    assert refused(battle(riders, terrain=(shed,)), 30, 32) == "RA-TER.17"
    assert leg(battle(replace(riders, formation="column"), terrain=(shed,)), 30, 32).cost == 850  # a quarter speed


@pytest.mark.rule("RA-BLD.6")
@pytest.mark.parametrize(("y", "enters"), [(23.0, True), (22.9, False)])
def test_a_house_is_entered_where_the_way_reaches_its_wall(y: float, enters: bool) -> None:
    g = battle(white(y=y), terrain=(HOUSE,))
    if not enters:
        assert refused(g, 30, 30.5) == "RA-MOV.1"
        return
    inside = leg(g, 30, 30.5)
    assert (inside.enters, inside.cost) == ("h", 600)


@pytest.mark.rule("RA-BLD.5", "RA-BLD.6")
def test_a_house_stays_with_the_side_that_was_last_alone_inside() -> None:
    g = battle(white(y=25), red(45), terrain=(HOUSE,))
    g.owner = {**g.owner, "h": "reds"}
    play(run(g, Acting("whites-w")), Go(3000, 3050))
    g.change("whites-w", acted=False)
    play(run(g, Acting("whites-w")), Go(2500, 3050))
    assert (g.pieces["whites-w"].inside, g.owner["h"]) == ("", "whites")


# ------------------------------------------------------------------ room and firing places


@pytest.mark.rule("RA-BLD.3")
def test_room_and_firing_places_are_rounded_down() -> None:
    hut = area("h", "building_wood", 28.5, 29, 3, 3.8)  # 11.4 square inches; a side is 2.5 bases wide
    g = battle(red(inside="h", bases=4), white(), terrain=(hut,))
    assert room_in(g, "h", "reds-r") == 5
    assert aim(g, "reds-r", "whites-w").bases == 2


@pytest.mark.rule("RA-BLD.8")
def test_those_inside_do_not_stand_in_the_way_of_sight() -> None:
    near, far = area("h", "building_wood", 27, 29, 6, 3), area("k", "building_wood", 27, 36, 6, 3)
    g = battle(red(inside="h", bases=3), red(inside="h", bases=3, name="s"), white(), terrain=(near, far))
    r, s, w = (g.pieces[i] for i in ("reds-r", "reds-s", "whites-w"))
    assert sees(g, w, r) and sees(g, w, s) and sees(g, s, w)
    assert not sees(battle(w, red(inside="k", bases=3), terrain=(near, far)), w, replace(r, place="k"))
    assert apart(g, r, s) == 0


@pytest.mark.rule("RA-BLD.8", "RA-SHO.17")
@pytest.mark.parametrize(("y", "total"), [(17.0, 12), (16.9, 6)])
def test_fire_into_a_house_is_measured_to_its_wall(y: float, total: int) -> None:
    g = battle(white(y=y, bases=4), red(inside="h", bases=3), terrain=(HOUSE,))
    assert (aim(g).range, aim(g).total) == (round((29 - y) * 100), total)


# ------------------------------------------------------------------ storming


def stormed(dice: tuple[int, ...], house: Feature = HOUSE, bases: int = 5) -> RedActions:
    """Riflemen fight at the edge of a house for it, with the combat roll given."""
    garrison = red(kind="red_conscript", inside="h", bases=4, acted=True)
    g = battle(white(y=28.9, bases=bases), garrison, terrain=(house,), dice=dice)
    g.owner = {**g.owner, "h": "reds"}
    return run(g, Melee("whites-w", ("reds-r",), {}, True, 3000, 2700))


def answers(g: RedActions) -> list[str]:
    return [a.button for a in offered(g) if isinstance(a, Press)]


@pytest.mark.rule("RA-BLD.4", "RA-MEL.32")
def test_a_house_may_be_entered_when_its_garrison_routs_instead_of_pursuing_it() -> None:
    g = stormed((6, 5))
    assert g.pieces["reds-r"].routing
    assert answers(g) == ["enter", "pursue", "stay"]
    play(g, Press("enter"))
    w = g.pieces["whites-w"]
    assert (w.inside, w.terror, g.owner["h"]) == ("h", 0, "whites")


@pytest.mark.rule("RA-BLD.4", "RA-BLD.5")
def test_a_house_may_be_entered_when_its_garrison_retires() -> None:
    g = stormed((4, 4))
    assert answers(g) == ["enter", "advance", "stay"]
    play(g, Press("enter"))
    assert (g.pieces["whites-w"].inside, g.owner["h"]) == ("h", "whites")


@pytest.mark.rule("RA-BLD.4", "RA-BLD.3")
def test_nobody_storms_into_a_house_that_is_too_small_for_him() -> None:
    small = area("h", "building_wood", 28, 29, 4, 2)
    assert answers(stormed((4, 4), small)) == ["advance", "stay"]
    assert answers(stormed((6, 5), small)) == ["pursue", "stay"]
    assert "enter" in answers(stormed((4, 4), small, bases=4))


@pytest.mark.rule("RA-BLD.9", "RA-MOV.21")
def test_a_charge_into_a_house_is_against_all_inside() -> None:
    g = battle(white(y=26), red(inside="h", bases=3), red(inside="h", bases=3, name="s"), terrain=(HOUSE,))
    target: Unit = g.pieces["reds-s"]
    assert onset_of(g, g.pieces["whites-w"], target).targets == ("reds-s", "reds-r")


@pytest.mark.rule("RA-MOV.23", "RA-MOV.31", "RA-BLD.6")
def test_skirmishers_evade_out_of_the_far_side_of_a_house() -> None:
    g = battle(white(y=26), red(kind="white_plastun", inside="h", bases=3), terrain=(HOUSE,), dice=(1, 1))
    run(g, Charging("whites-w", "reds-r"))
    assert Press("evade") in offered(g)
    play(g, Press("evade"))
    r = g.pieces["reds-r"]
    assert (r.inside, r.evaded, r.facing, at(r)) == ("", True, 0, (30, 38))  # six inches from the wall


@pytest.mark.rule("RA-BLD.4", "RA-MOV.20")
def test_a_charge_may_enter_the_house_that_its_garrison_has_left() -> None:
    for house, enters in ((HOUSE, True), (area("h", "building_wood", 28, 29, 4, 1.5), False)):
        g = battle(white(y=26), red(inside="h", bases=3, acted=True), terrain=(house,), dice=(6, 6))
        run(g, Charging("whites-w", "reds-r"))
        assert g.pieces["reds-r"].routing
        assert (Press("enter") in offered(g)) is enters
        if enters:
            play(g, Press("enter"))
            assert (g.pieces["whites-w"].inside, g.owner["h"]) == ("h", "whites")
