"""Deployment (RA-SCN.3, RA-SCN.10, RA-AMB.1): until *ready* everything inside the zone can be changed."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from grognard.board.inches.geometry import Spot
from grognard.engine import Match, Pick, Press
from grognard.games.red_actions import GAME
from grognard.games.red_actions.rules.ambush_zones import hidden_rules, why_not_ambush
from grognard.games.red_actions.rules.deploying import (
    Ambush,
    Change,
    Deploy,
    DrawUp,
    LeaveIt,
    Place,
    Put,
    Turn,
    Vehicles,
)
from grognard.games.red_actions.rules.muster import Appoint, Buy, Count
from grognard.games.red_actions.rules.scenarios import TABLES, Hidden, Zone
from grognard.games.red_actions.rules.sequence import Segments
from grognard.games.red_actions.rules.state import RedActions, Unit
from grognard.testing import logged, offered, play, refusing_rule

from .situations import area, battle, run, senior, unit


def deploying(scenario: str, side: str, **options: str) -> Match:
    """A match in which this side deploys now."""
    match = Match.new(GAME, scenario, options, seed=5)
    while match.decision.side != side or not isinstance(match.state.steps[-1], Deploy):
        match.take(Press("ready") if Press("ready") in match.decision.actions else Press("a balanced army"))
    return match


def change(match: Match, piece: str, *changes: Change) -> Unit:
    for deed in changes:
        if isinstance(match.state.steps[-1], Deploy):
            match.take(Pick(piece))
        match.take(deed)
    if not isinstance(match.state.steps[-1], Deploy):
        match.take(LeaveIt())
    found = match.state.pieces[piece]
    assert isinstance(found, Unit)
    return found


@pytest.mark.rule("RA-SCN.10")
def test_a_unit_can_be_placed_turned_and_drawn_up_again_and_again() -> None:
    match = deploying("lezhanka", "whites")
    assert change(match, "whites-kuban", Put(1400, 600), Turn(450)).spot == (1400, 600, 450)
    assert change(match, "whites-kuban", Put(1600, 700)).spot == (1600, 700, 450)
    assert change(match, "whites-kuban", DrawUp("column")).formation == "column"
    assert not change(match, "whites-kuban", DrawUp("line")).formed
    assert change(match, "whites-kuban", Turn(0)).facing == 0
    match.take(Pick("whites-kuban"))
    assert not match.why_not(Put(1800, 600)) and match.why_not(Put(1400, 1500))
    assert match.why_not(DrawUp("line")) is not None  # it stands like that already
    assert all(match.why_not(Turn(facing)) is not None for facing in (-10, 3600)), "there are 360 degrees"
    assert match.why_not(Vehicles(True)) is not None


@pytest.mark.rule("RA-FRM.13", "RA-SCN.10")
def test_carts_and_limbers_can_be_chosen() -> None:
    match = deploying("peregonovka", "makhno")
    foot = next(u.id for u in match.state.pieces.values() if u.side == "makhno" and u.has("Carts") and not u.carts)
    assert change(match, foot, Vehicles(True)).carts
    assert not change(match, foot, Vehicles(False)).carts
    match = deploying("lezhanka", "whites")
    gun = next(u.id for u in match.state.pieces.values() if u.side == "whites" and u.kind == "gun")
    assert change(match, gun, Vehicles(True)).limbered
    assert not change(match, gun, Vehicles(False)).limbered


@pytest.mark.rule("RA-VEH.7", "RA-SCN.10")
def test_a_train_starts_anywhere_on_the_line() -> None:
    match = deploying("lipyagi", "reds")
    was = match.state.pieces["reds-train"]
    moved = change(match, "reds-train", Put(3000, was.y))
    assert moved.rail != was.rail
    match.take(Pick("reds-train"))
    low, *_, high = TABLES["lipyagi"].of_type("railway")[0].points
    assert match.why_not(Put(*Spot.at(high)[:2])) is None
    refusal = match.why_not(Put(*Spot.at(low)[:2]))
    assert refusal is not None and refusal.rule == "RA-VEH.7"  # the wagons would hang over the end


@pytest.mark.rule("RA-AMB.1", "RA-SCN.3")
def test_an_ambush_can_be_taken_back() -> None:
    match = deploying("peregonovka", "makhno")
    piece = "makhno-inf2"
    match.take(Pick(piece))
    match.take([a for a in match.decision.actions if isinstance(a, Put)][-1])
    match.take(LeaveIt())
    match.take(Ambush(piece))
    assert match.state.pieces[piece].unseen
    assert "out of ambush" in match.describe(Ambush(piece))
    match.take(Ambush(piece))
    assert not match.state.pieces[piece].hidden
    assert "put in ambush" in match.describe(Ambush(piece))


@pytest.mark.rule("RA-AMB.1")
def test_in_a_pick_up_game_the_option_says_how_many_may_hide() -> None:
    none = deploying("pick-up", "south", table="lezhanka")
    assert not hidden_rules(none.state, "south")[0].units_max  # type: ignore[arg-type]
    match = deploying("pick-up", "north", table="peregonovka", ambushes="2")
    g = match.state
    assert isinstance(g, RedActions)
    (rule,) = hidden_rules(g, "north")
    assert rule.units_max == 2 and rule.terrain
    wood = g.table.features[rule.terrain[0]]
    foot = next(u for u in g.troops("north") if u.kind == "rifles")
    there = (
        foot.at(wood.centre) if not wood.type.startswith("building") else replace(foot.at(wood.centre), place=wood.name)
    )
    assert why_not_ambush(g, there) is None
    assert why_not_ambush(g, foot.at((g.table.width / 2, 1.0))) is not None


@pytest.mark.rule("RA-TRN.9", "RA-TRN.7", "RA-OFF.5")
def test_segments_say_why_not_whom_they_do_not_offer() -> None:
    done, fresh = (
        unit("whites", "white_volunteer", 4, x, 20, name=n, acted=n == "a") for x, n in ((20, "a"), (30, "b"))
    )
    chief = senior("whites", 2, 40, 20, attached="whites-b")
    g = run(battle(done, fresh, chief, unit("reds", "red_rifle", 4, 30, 40, 180, name="r")), Segments("whites"))
    step = g.steps[-1]
    tries = {
        Pick("whites-a"): "RA-TRN.7",
        Press("pass"): "RA-TRN.9",
        Pick(chief.id): "RA-OFF.5",
        Pick("reds-r"): "GR-1",
    }
    for action, rule in tries.items():
        refusal = step.why_not(g, "whites", action)
        assert refusal is not None and refusal.rule == rule
    assert offered(g) == [Pick("whites-b")]


# ------------------------------------------------------------------ where, clause by clause


WOOD = area("wood", "woods", 20, 2, 12, 8)
SOUTH = Zone("whites", ((0.0, 0.0), (72.0, 0.0), (72.0, 20.0), (0.0, 20.0)))


def why_not(match: Match, piece: str, deed: Change) -> str | None:
    """The rule that keeps a unit from being deployed so."""
    if isinstance(match.state.steps[-1], Deploy):
        match.take(Pick(piece))
    refusal = match.why_not(deed)
    return refusal.rule if refusal else None


@pytest.mark.rule("RA-SCN.3")
def test_every_corner_of_a_unit_is_inside_its_zone() -> None:
    match = deploying("lezhanka", "reds")
    assert why_not(match, "reds-rg4", Put(1270, 4300)) is None
    assert why_not(match, "reds-rg4", Put(1220, 4300)) == "RA-SCN.3"  # its right end would be out of it
    assert why_not(match, "reds-rg4", Put(1270, 4620)) == "RA-SCN.3"


@pytest.mark.rule("RA-SCN.3", "RA-BLD.3", "RA-BLD.6", "RA-SCN.10")
def test_a_unit_starts_inside_a_house_of_its_zone_that_has_room() -> None:
    match = deploying("lezhanka", "reds")
    assert change(match, "reds-rg4", Put(4000, 3900)).inside == "church"
    assert why_not(match, "reds-rg1", Put(4000, 3900)) == "RA-BLD.3"
    match.take(LeaveIt())
    assert why_not(match, "reds-battery", Put(4000, 3400)) == "RA-BLD.6"
    lipyagi = deploying("lipyagi", "czechs")
    g = lipyagi.state
    assert isinstance(g, RedActions)
    house = next(f for f in g.table.areas if f.type == "building_wood" and f.centre[1] > 12)
    foot = next(u.id for u in g.troops("czechs") if u.kind == "rifles")
    assert why_not(lipyagi, foot, Put(*Spot.at(house.centre)[:2])) == "RA-SCN.3"


@pytest.mark.rule("RA-SCN.10", "RA-MOV.34", "RA-TER.5")
def test_nobody_is_deployed_on_friends_or_on_closed_ground_and_the_enemys_units_are_not_ours() -> None:
    match = deploying("lezhanka", "whites")
    assert match.why_not(Pick("reds-rg1")) is not None
    assert why_not(match, "whites-kuban", Put(3700, 980)) == "RA-MOV.34"
    marsh, car = area("marsh", "rough", 20, 2, 12, 8), unit("whites", "ac_mg", 1, 50, 15, name="car")
    g = run(battle(car, terrain=(marsh,), zone=(SOUTH,)), Place("whites-car"))
    assert g.steps[-1].why_not(g, "whites", Put(2600, 800)).rule == "RA-TER.5"  # type: ignore[union-attr]


@pytest.mark.rule("RA-SCN.10", "RA-TER.17")
def test_horses_are_deployed_in_a_wood_in_column_only() -> None:
    riders = unit("whites", "kuban_cossack", 4, 50, 15, name="k")
    g = run(battle(riders, terrain=(WOOD,), zone=(SOUTH,)), Place("whites-k"))
    assert Put(2600, 800) not in g.asks[0].actions
    play(g, DrawUp("column"))
    play(run(g, Place("whites-k")), Put(2600, 800))
    assert g.pieces["whites-k"].point == (26, 8)


@pytest.mark.rule("RA-SCN.3", "RA-AMB.1")
def test_who_is_put_in_ambush_is_not_told_to_the_enemy() -> None:
    mg = unit("whites", "white_mg", 1, 26, 8, name="m")
    g = run(battle(mg, terrain=(WOOD,), zone=(SOUTH,), hidden=(Hidden("whites", ("wood",), 1),)), Deploy("whites"))
    play(g, Ambush("whites-m"))
    assert [event.sees for event in logged(g)] == [("whites",)]


@pytest.mark.rule("RA-AMB.1", "RA-AMB.14")
def test_a_side_puts_its_own_combat_units_on_the_table_in_ambush_and_nobody_else() -> None:
    mg, foe = unit("whites", "white_mg", 1, 26, 8, name="m"), unit("reds", "red_mg", 1, 27, 9, name="m")
    away = replace(mg, id="whites-away", place="")
    rules = (Hidden("whites", ("wood",), 4), Hidden("reds", ("wood",), 4))
    g = battle(mg, foe, away, senior("whites", 1, 26, 9), terrain=(WOOD,), zone=(SOUTH,), hidden=rules)
    run(g, Deploy("whites"))
    assert [action for action in offered(g) if isinstance(action, Ambush)] == [Ambush("whites-m")]
    for name in ("reds-m", "whites-away", "whites-senior_chief", "nobody"):
        assert refusing_rule(g, Ambush(name)) == "RA-AMB.1"


@pytest.mark.rule("RA-SCN.7")
def test_what_lies_only_partly_in_a_zone_is_nobodys_and_bridges_are_objects_too() -> None:
    ground = (
        area("in", "building_wood", 10, 10, 4, 4),
        area("across", "building_stone", 30, 18, 4, 4),
        area("bridge", "bridge", 50, 10, 4, 4),
        area("wood", "woods", 60, 10, 4, 4),
    )
    g = run(battle(unit("whites", "white_mg", 1), terrain=ground, zone=(SOUTH,)), Count())
    assert g.owner == {"in": "whites", "bridge": "whites"}


@pytest.mark.rule("RA-SCN.4")
def test_at_most_a_tenth_of_the_points_is_left_over() -> None:
    match = Match.new(GAME, "pick-up", {"points": "300", "south-army": "Volunteer Army 1918"}, seed=1)
    that_is_all = Press("that is all")
    while that_is_all not in match.decision.actions:
        refusal = match.why_not(that_is_all)
        assert refusal is not None and refusal.rule == "RA-SCN.4"
        match.take(next(a for a in match.decision.actions if isinstance(a, Buy | Appoint)))
    assert int(match.decision.asks[0].prompt.split()[3]) <= 30
