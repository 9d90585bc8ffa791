"""What may be done by the rules is offered: Clever officers, trains, dividing and combining, scouting for who hid."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from grognard.board.inches.geometry import distance
from grognard.engine import Pick, Press
from grognard.games.red_actions.rules.acting import Acting
from grognard.games.red_actions.rules.ambush import Scout
from grognard.games.red_actions.rules.bodies import WAGON_LENGTH, body
from grognard.games.red_actions.rules.charging import Charge
from grognard.games.red_actions.rules.data import BASE_WIDTH, Officer
from grognard.games.red_actions.rules.formations import Combine, Divide
from grognard.games.red_actions.rules.invariants import check
from grognard.games.red_actions.rules.mounting import Board
from grognard.games.red_actions.rules.moving import Go, Moving, Stop
from grognard.games.red_actions.rules.scenarios import Hidden
from grognard.games.red_actions.rules.segment import Hold, Order
from grognard.games.red_actions.rules.shot_orders import Fire, Search
from grognard.games.red_actions.rules.state import Unit, Wagon
from grognard.games.red_actions.rules.trains import LeaveByRail
from grognard.games.red_actions.rules.view import view
from grognard.games.red_actions.rules.works import Dig
from grognard.testing import logged, offered, play, refusing_rule

from .situations import area, battle, line, lines, run, unit

RAIL = line("rail", "railway", (0, 30), (72, 30))
WAGONS = (Wagon("train_gun_wagon"), Wagon("train_loco"), Wagon("train_mg_wagon"))
HOUSE = area("ho", "building_wood", 20, 20, 8, 4)


def train(at_: float, **more: object) -> Unit:
    return unit("reds", "train_loco", 3, at_, 30, 90, name="t", wagons=WAGONS, rail=int(at_ * 100), **more)


def clever(x: float, name: str) -> Unit:
    return unit("whites", "white_officer", 4, x, 20, name=name, officer=Officer(2, ("Clever",)))


# ------------------------------------------------------------------ Clever officers


@pytest.mark.rule("RA-PRE.10")
@pytest.mark.parametrize(("deed", "words"), [(Charge("whites-m"), "charge whites m"), (Dig(), "dig")])
def test_a_clever_officer_is_told_what_he_may_forestall(deed: Order, words: str) -> None:
    foe, mg = unit("reds", "red_rifle", 4, 30, 25, 180, name="r"), unit("whites", "white_mg", 1, 30, 20, name="m")
    g = run(battle(clever(45, "o"), foe, mg, digging=True), Acting("reds-r"))
    play(g, deed)
    assert g.asks[0].prompt == f"reds r is about to {words}: try to forestall it?"
    assert f"reds r is about to {words}" in lines(g)


@pytest.mark.rule("RA-PRE.10")
def test_of_sailors_he_is_told_in_the_plural() -> None:
    foe, mg = unit("reds", "red_rifle", 4, 30, 25, 180, name="sailors"), unit("whites", "white_mg", 1, 30, 20, name="m")
    g = run(battle(clever(45, "o"), foe, mg, digging=True), Acting("reds-sailors"))
    play(g, Dig())
    assert g.asks[0].prompt == "reds sailors are about to dig: try to forestall it?"


@pytest.mark.rule("RA-PRE.10", "RA-AMB.4")
def test_of_a_unit_in_ambush_he_is_told_nothing_more() -> None:
    lurker = unit("reds", "red_rifle", 4, 30, 26, 180, name="r", hidden=True, unseen=True)
    wood = area("wood", "woods", 20, 24, 20, 6)
    mg = unit("whites", "white_mg", 1, 30, 20, name="m")
    g = run(battle(clever(45, "o"), lurker, mg, terrain=(wood,)), Acting("reds-r"))
    play(g, Fire("whites-m"))
    assert g.asks[0].prompt == "reds r is about to act: try to forestall it?"


@pytest.mark.rule("RA-PRE.10", "RA-AMB.9", "RA-AMB.15")
@pytest.mark.parametrize("die", [5, 6])
def test_the_clever_officer_of_a_unit_in_ambush_may_try_and_is_not_betrayed_by_it(die: int) -> None:
    foe, wood = unit("reds", "red_rifle", 4, 45, 25, 180, name="r"), area("wood", "woods", 40, 18, 10, 4)
    lurker = replace(clever(45, "o"), hidden=True, unseen=True)
    g = run(battle(lurker, foe, terrain=(wood,), digging=True, dice=(die,)), Acting("reds-r"))
    play(g, Dig())
    play(g, Pick("whites-o"))
    assert g.pieces["whites-o"].unseen
    assert not [e for e in logged(g) if e.cite.startswith("RA-PRE") and e.visible_to("reds")]
    if die == 6:
        assert isinstance(g.steps[-1], Acting) and g.steps[-1].unit == "whites-o"
        assert {type(a) for a in offered(g)} == {Fire, Hold}


@pytest.mark.rule("RA-PRE.14", "RA-PRE.10")
def test_after_the_first_clever_officer_has_failed_the_next_may_try() -> None:
    rider, mg = unit("reds", "red_first_cav", 4, 30, 32, 180, name="r"), unit("whites", "white_mg", 1, 30, 20, name="w")
    g = run(battle(clever(45, "o1"), clever(55, "o2"), rider, mg, dice=(5, 6)), Acting("reds-r"))
    play(g, Charge("whites-w"))
    play(g, Pick("whites-o1"))
    assert offered(g) == [Press("let it go"), Pick("whites-o2")]
    play(g, Pick("whites-o2"))
    assert isinstance(g.steps[-1], Acting) and g.steps[-1].unit == "whites-o2"


# ------------------------------------------------------------------ trains


@pytest.mark.rule("RA-VEH.13")
def test_a_train_leaves_at_either_end_and_only_when_it_is_told_to() -> None:
    low = 3 * WAGON_LENGTH
    for start, end, near in ((65, "last", 72.0), (15, "first", low)):
        g = run(battle(train(start), terrain=(RAIL,)), Acting("reds-t"))
        assert [a for a in offered(g) if isinstance(a, LeaveByRail)] == [LeaveByRail(end)]
        stays = run(battle(train(start), terrain=(RAIL,)), Acting("reds-t"))
        play(stays, Go(7200 if end == "last" else 0, 3000))
        assert stays.pieces["reds-t"].rail_inches == pytest.approx(near, abs=0.01)
        play(g, LeaveByRail(end))
        assert g.gone["reds-t"] == "exited"
    standing = run(battle(train(72), terrain=(RAIL,)), Acting("reds-t"))
    assert LeaveByRail("last") in offered(standing)
    middle = run(battle(train(40), terrain=(RAIL,)), Acting("reds-t"))
    assert not [a for a in offered(middle) if isinstance(a, LeaveByRail)]
    assert refusing_rule(standing, LeaveByRail("middle")) == "RA-VEH.13", "a line has two ends"
    on_foot = run(battle(unit("whites", "white_volunteer", 4, 30, 20, name="w"), terrain=(RAIL,)), Acting("whites-w"))
    assert refusing_rule(on_foot, LeaveByRail("last")) == "RA-VEH.13"
    blocked = battle(train(60), unit("whites", "white_mg", 1, 68, 30, name="m"), terrain=(RAIL,))
    assert LeaveByRail("last") not in offered(run(blocked, Acting("reds-t")))


@pytest.mark.rule("RA-VEH.7", "RA-FRM.2", "RA-ACT.26")
@pytest.mark.parametrize(("kind", "bases"), [("red_mg", 1), ("red_rifle", 4)])
def test_any_foot_may_ride(kind: str, bases: int) -> None:
    near = unit("reds", kind, bases, 36, 29, name="m")
    assert Board("reds-t") in offered(run(battle(train(40), near, terrain=(RAIL,)), Acting("reds-m")))
    limit = 30 - BASE_WIDTH / 2
    for gap, offers in ((0.99, True), (1.02, False)):
        g = run(battle(train(40), replace(near, y=round((limit - gap) * 100)), terrain=(RAIL,)), Acting("reds-m"))
        assert (Board("reds-t") in offered(g)) is offers


# ------------------------------------------------------------------ dividing and combining


@pytest.mark.rule("RA-ACT.6", "RA-ACT.7", "RA-ACT.21")
def test_units_divide_and_combine_inside_a_building() -> None:
    a, b = (unit("whites", "white_volunteer", n, inside="ho", name=name) for n, name in ((4, "a"), (2, "b")))
    g = run(battle(a, b, terrain=(HOUSE,)), Acting("whites-a"))
    assert Combine("whites-b") in offered(g) and Divide(2) in offered(g)
    play(g, Combine("whites-b"))
    assert (g.pieces["whites-a"].bases, g.pieces["whites-a"].inside) == (6, "ho")
    g = run(battle(a, terrain=(HOUSE,)), Acting("whites-a"))
    play(g, Divide(2))
    assert [(u.bases, u.inside) for u in g.troops()] == [(2, "ho"), (2, "ho")]
    outside = replace(b, place="table", x=2400, y=1950)
    g = run(battle(a, outside, terrain=(HOUSE,)), Acting("whites-a"))
    assert Combine("whites-b") not in offered(g)


def divided(column: Unit, *points: tuple[float, float]) -> float:
    """How far any base is moved when a column by a road is divided in halves, which never overlap."""
    g = battle(column, terrain=(line("road", "road", *points),))
    places = body(g, column).bases
    play(run(g, Acting(column.id)), Divide(column.bases // 2))
    check(g)
    bases = [base for part in g.troops() for base in body(g, part).bases]
    return max(distance(now.centre, was.centre) for now, was in zip(bases, places, strict=True))


@pytest.mark.rule("RA-ACT.21", "RA-MOV.34")
def test_a_road_column_gives_up_its_rear() -> None:
    column = unit("whites", "white_volunteer", 4, 31.5, 19.5, 45, name="a", formation="road_column")
    assert divided(column, (20, 8), (40, 28)) < 0.02
    assert divided(column, (30, 0), (30, 18), (40, 28)) < 0.5  # in a bend the rear stands back a little
    assert divided(replace(column, x=3000, y=3000, facing=0), (0, 28.3), (60, 28.3)) < 0.02  # it stands across a road
    assert divided(replace(column, x=3000, y=3000, facing=0), (60, 28.3), (0, 28.3)) < 0.02


@pytest.mark.rule("RA-ACT.21")
def test_a_column_does_not_divide_where_its_rear_would_swing_onto_a_road() -> None:
    column = unit("whites", "white_cav", 6, 30, 30, 0, name="a", formation="road_column")
    g = run(battle(column, terrain=(line("road", "road", (27, 20.1), (33, 30.5)),)), Acting("whites-a"))
    assert refusing_rule(g, Divide(3)) == "RA-ACT.21" and Divide(3) not in offered(g)
    assert Divide(2) in offered(g)


@pytest.mark.rule("RA-ACT.6", "RA-FRM.12")
def test_dismounted_riders_divide_with_their_horses() -> None:
    foot = unit("whites", "white_plastun", 5, 30, 20, name="a", mounted_as="don_cossack", horses=(3000, 1900, 6))
    g = battle(foot)
    play(run(g, Acting("whites-a")), Divide(2))
    kept, part = g.pieces["whites-a"], g.pieces["whites-a-2"]
    assert [(u.bases, u.horses[2]) for u in (kept, part)] == [(3, 4), (2, 2)]
    g.put(replace(kept, acted=False))
    g.put(replace(part, acted=False))
    play(run(g, Acting("whites-a")), Combine("whites-a-2"))
    assert (g.pieces["whites-a"].bases, g.pieces["whites-a"].horses[2]) == (5, 6)


@pytest.mark.rule("RA-ACT.7", "RA-FRM.12")
def test_dismounted_riders_combine_only_if_they_may_ride_together_again() -> None:
    a = unit("whites", "white_plastun", 3, 30, 20, name="a", mounted_as="don_cossack", horses=(3000, 1900, 4))
    for bases, horses, may in ((2, 2, True), (3, 3, False), (3, 4, False), (3, 0, False), (2, 6, True)):
        b = unit("whites", "white_plastun", bases, 34, 20, name="b", mounted_as="don_cossack")
        g = run(battle(a, replace(b, horses=(3400, 1900, horses))), Acting("whites-a"))
        assert (Combine("whites-b") in offered(g)) is may
        assert may or refusing_rule(g, Combine("whites-b")) == "RA-ACT.7"


# ------------------------------------------------------------------ looking for who has hidden


@pytest.mark.rule("RA-ACT.9", "RA-AMB.3", "RA-AMB.11", "RA-SHO.19")
def test_who_hid_during_play_is_scouted_and_searched_for_where_he_was_last_seen() -> None:
    wood, other = area("wood", "woods", 25, 24, 10, 6), area("other", "woods", 25, 10, 10, 6)
    lurker = unit("reds", "red_rifle", 4, 30, 27, 180, name="r", hidden=True)
    ground = (wood, other, line("lane", "road", (30, 23), (30, 40)))
    g = battle(lurker, unit("whites", "white_volunteer", 4, 30, 20, name="w"), terrain=ground, dice=(4,))
    run(g, Acting("whites-w"))
    assert [a for a in offered(g) if isinstance(a, Scout)] == [Scout("wood")]  # nobody hides on a road
    assert refusing_rule(g, Scout("lane")) == "RA-AMB.11"
    play(g, Scout("wood"))
    assert not g.pieces["reds-r"].hidden
    g = run(battle(lurker, unit("whites", "white_mg", 1, 30, 16, name="m"), terrain=(wood,)), Acting("whites-m"))
    assert [a for a in offered(g) if isinstance(a, Search)] == [Search(3000, 2700)]
    mine = unit("whites", "white_volunteer", 4, 30, 20, name="w")
    seen = run(battle(replace(lurker, hidden=False), mine, terrain=(wood,)), Acting("whites-w"))
    assert not [a for a in offered(seen) if isinstance(a, Scout)]


@pytest.mark.rule("RA-AMB.4")
def test_what_is_listed_tells_no_more_than_the_table_shows() -> None:
    """Everybody sees that a unit is in ambush, and nobody where; nothing that is offered depends on where."""
    rules = (Hidden("reds", ("forest", "grove"), 3),)
    woods = (area("forest", "woods", 25, 24, 10, 6), area("grove", "woods", 50, 40, 8, 6))
    found = []
    for x, y in ((30, 27), (54, 43)):
        lurker = unit("reds", "red_rifle", 4, x, y, 180, name="r", hidden=True, unseen=True)
        g = battle(lurker, unit("whites", "white_volunteer", 4, 30, 20.5, name="w"), terrain=woods, hidden=rules)
        found.append((offered(run(g, Acting("whites-w"))), view(g, "whites").pieces))
    assert found[0] == found[1]
    assert Scout("forest") in found[0][0]
    assert [p.marks for p in found[0][1] if p.hidden] == [("in ambush",)]


# ------------------------------------------------------------------ ambushes


@pytest.mark.rule("RA-AMB.13")
def test_a_hidden_unit_is_asked_once_and_does_what_was_chosen() -> None:
    wood = area("wood", "woods", 20, 24, 20, 6)
    lurker = unit("whites", "white_volunteer", 4, 30, 29, name="w", hidden=True)
    foe = unit("reds", "red_rifle", 4, 30, 37, 180, name="r", acted=True)
    g = battle(lurker, foe, terrain=(wood,), dice=(1, 1, 1, 1))
    run(g, Acting("whites-w"))
    play(g, Fire("reds-r"))
    assert "reds r takes a fear test (ambushed), 2 against 7: passed" in lines(g)
    assert g.pieces["whites-w"].fired and not g.pieces["whites-w"].hidden
    assert isinstance(g.steps[-1], Moving)  # its shot is declared; only its move is asked
    play(g, Stop())
