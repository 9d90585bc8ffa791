"""How the game speaks: verbs agree, sides have names, rolls show their working, and what is in vain is said to be."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from grognard.engine import Match, Press, RandomDice, Refusal, mistake_in
from grognard.engine.core.wording import agreeing
from grognard.games.red_actions import GAME
from grognard.games.red_actions.mind.doctrine import judge
from grognard.games.red_actions.rules.acting import Acting
from grognard.games.red_actions.rules.aiming import best_stance
from grognard.games.red_actions.rules.charging import Charge
from grognard.games.red_actions.rules.data import COMBAT, several
from grognard.games.red_actions.rules.fire_total import make_aim
from grognard.games.red_actions.rules.losses import end_of, lose_bases
from grognard.games.red_actions.rules.melee import Melee
from grognard.games.red_actions.rules.morale import roll_test
from grognard.games.red_actions.rules.move_path import Budget, full_budget, plan
from grognard.games.red_actions.rules.moving import Go, LieDown, Moving, Stop
from grognard.games.red_actions.rules.retire import RetireResult, Rout
from grognard.games.red_actions.rules.segment import Hold
from grognard.games.red_actions.rules.sequence import roll_initiative
from grognard.games.red_actions.rules.shot_orders import Fire, FireLow
from grognard.games.red_actions.rules.state import RedActions
from grognard.games.red_actions.rules.volley import Volley
from grognard.testing import logged, offered, play

from .situations import area, battle, line, lines, run, unit

AUDIT = Path(__file__).parents[3] / "docs" / "games" / "red-actions-audit.tsv"
KILLED = "a base lost, pinned, fear and serious tests, officers at risk (Kill! S! Off)"
DEFINED = re.compile(r"^def (test_\w+)", re.M)


@pytest.mark.parametrize(("name", "verb"), [("Sailors", "lie"), ("Sailors 2", "lies"), ("Officer company", "lies")])
def test_verbs_agree_with_the_unit(name: str, verb: str) -> None:
    g = battle(replace(unit("whites", "white_volunteer", 4, 30, 20, name="w"), name=name))
    play(run(g, Acting("whites-w")), LieDown())
    assert lines(g) == [f"{name} {verb} down"]


@pytest.mark.parametrize(("text", "args", "said"), [
    ("{unit} has lost all its officers", {}, "Kuban Cossacks have lost all their officers"),
    ("{unit} {r}", {"r": "is free"}, "Kuban Cossacks are free"),
    ("{unit} {r}", {"r": "will not budge"}, "Kuban Cossacks will not budge"),
    ("{unit} searches the ground", {}, "Kuban Cossacks search the ground"),
    ("{unit} rallies", {}, "Kuban Cossacks rally"),
    ("The crew of {unit} abandons its weapons", {}, "The crew of Kuban Cossacks abandons its weapons"),
])  # fmt: skip
def test_verbs_agree_wherever_they_stand(text: str, args: dict[str, str | int], said: str) -> None:
    text, args = agreeing(text, {"unit": "Kuban Cossacks", **args}, several)
    assert text.format_map(args) == said


def test_sides_and_losses_in_words() -> None:
    g = battle(unit("whites", "white_volunteer", 4, 30, 20, name="w"), dice=(6, 1))
    assert roll_initiative(g) == "whites"
    assert lines(g) == ["The Whites roll 6 for initiative", "The Reds roll 1 for initiative"]
    lose_bases(g, "whites-w", 1)
    lose_bases(g, "whites-w", 2)
    assert lines(g)[2:] == ["whites w loses 1 base, 3 left", "whites w loses 2 bases, 1 left"]
    end_of(g, "whites-w", "fled")
    assert lines(g)[-1] == "whites w has fled"


def test_makhnovists_on_foot_are_not_called_carted() -> None:
    names = [u.name for u in Match.new(GAME, "peregonovka", seed=1).state.pieces.values()]
    assert "Makhnovist infantry 1" in names and not any("carts" in name for name in names)


@pytest.mark.rule("RA-RET.12", "RA-RET.16")
def test_whoever_leaves_the_table_is_said_to() -> None:
    g = battle(
        unit("whites", "white_volunteer", 4, 30, 2, name="w"), unit("reds", "red_rifle", 4, 30, 12, 180, name="r")
    )
    run(g, RetireResult("whites-w", 3000, 1200, True))
    assert lines(g) == ["whites w retires over the table edge", "whites w has fled"]
    g = run(battle(unit("whites", "white_volunteer", 4, 30, 2, name="w")), Rout("whites-w"))
    assert lines(g) == ["whites w routs", "whites w runs off the table", "whites w has fled"]


@pytest.mark.rule("RA-SHO.7", "RA-SHO.41")
@pytest.mark.parametrize(("dice", "result"), [((1, 1), "no effect"), ((6, 6, 2, 2, 2, 2), KILLED)])
def test_what_a_volley_does_is_said_in_words_with_the_cell_in_brackets(dice: tuple[int, ...], result: str) -> None:
    shooter = unit("whites", "white_volunteer", 4, 30, 20, name="w")
    g = battle(shooter, unit("reds", "red_rifle", 4, 30, 26, 180, name="r"), dice=dice)
    stance = best_stance(g, shooter, g.pieces["reds-r"])
    assert stance is not None
    run(g, Volley(make_aim(g, stance, g.pieces["reds-r"])))
    (line,) = (event for event in logged(g) if event.cite == "RA-SHO.7")
    assert line.working is not None
    assert str(line) == f"whites w shoots at reds r, column {line.working.column}: {result}"


# ------------------------------------------------------------------ workings


@pytest.mark.rule("RA-MOR.1", "RA-MOR.2")
@pytest.mark.parametrize(("terror", "dice", "result"), [(0, (4, 4), "no"), (4, (1, 1), "yes"), (0, (1, 4), "yes")])
def test_a_test_can_be_done_again_from_its_working(terror: int, dice: tuple[int, int], result: str) -> None:
    shaken = unit("whites", "white_conscript", 5, 30, 20, name="w", officer=1, terror=terror, humiliated=2)
    g = battle(shaken, dice=dice)
    roll_test(g, shaken, "fear", "charged")
    (working,) = [event.working for event in logged(g)]
    assert working is not None and working.result == result
    assert mistake_in(working, {}) is None
    texts = [m.text for m in working.modifiers]
    assert texts[:1] == ["officer"] and ("terror" in texts) is bool(terror)
    assert ("2 always passes, 12 always fails" in texts) is (terror == 4)


@pytest.mark.rule("RA-MEL.2", "RA-MEL.11", "RA-MEL.16")
def test_a_combat_shows_both_sums() -> None:
    rider, foe = (
        unit("whites", "kuban_cossack", 4, 30, 24, name="k", formed=True),
        unit("reds", "red_rifle", 4, 30, 29, 180, name="r"),
    )
    g = battle(rider, foe, dice=(3, 4))
    run(g, Melee("whites-k", ("reds-r",), {"reds-r": "flank"}, True, 3000, 2400, {"reds-r": 1}))
    working = next(event.working for event in logged(g) if event.cite == "RA-MEL.3")
    assert working is not None
    assert mistake_in(working, {COMBAT.key: COMBAT}) is None
    assert [given.value for given in working.given] == [
        "30: 20, +25 % uphill, +25 % formed cavalry charging",
        "6: 12, -50 % contacted in the flank",
    ]


@pytest.mark.rule("RA-MEL.11", "RA-MEL.33")
@pytest.mark.parametrize(("levels", "strength"), [(1, 15), (0, 12), (-1, 12)])
def test_a_charger_who_came_downhill_adds_a_quarter(levels: int, strength: int) -> None:
    mine, foe = (
        unit("whites", "white_volunteer", 4, 30, 20, name="w"),
        unit("reds", "red_rifle", 4, 30, 24, 180, name="r"),
    )
    melee = Melee("whites-w", ("reds-r",), {}, False, 3000, 2000, {"reds-r": levels})
    assert melee.strengths(battle(mine, foe), mine, [foe])[0] == strength


def test_every_die_of_a_match_has_its_working() -> None:
    match, rng = Match.new(GAME, "lezhanka", seed=9), random.Random(9)
    while not match.over and match.number < 260:
        ask = match.decision.asks[0]
        match.take(rng.choice(ask.actions), ask.side)
    charts = {chart.key: chart for chart in GAME.face.charts}
    rolled = [event for event in match.events if event.dice]
    assert rolled and all(event.working is not None for event in rolled)
    assert not [mistake for event in rolled if event.working and (mistake := mistake_in(event.working, charts))]


# ------------------------------------------------------------------ in vain, and in one answer


@pytest.mark.rule("RA-TRN.19")
def test_what_can_do_nothing_is_marked_and_never_advised() -> None:
    shooter = unit("whites", "white_conscript", 4, 30, 20, name="w", officer=1)
    dug_in = unit("reds", "red_rifle", 4, 30, 30, 180, name="r", foxholes=True)
    match = Match(GAME, battle(shooter, dug_in), RandomDice(random.Random(1)))
    g = match.state
    assert isinstance(g, RedActions)
    run(g, Acting("whites-w"))
    assert match.describe(Fire("reds-r")) == "shoot at reds r (cannot have an effect)"
    assert judge(g, "whites", Fire("reds-r")) < judge(g, "whites", Hold())
    assert offered(g)[-1] == Fire("reds-r"), "it stands last"
    answered = run(battle(shooter, replace(dug_in, y=2900)), Acting("reds-r"))
    play(answered, Fire("whites-w"))
    assert offered(answered) == [Press("hold fire"), Press("return fire")]
    assert judge(answered, "whites", Press("return fire")) < judge(answered, "whites", Press("hold fire"))


@pytest.mark.rule("RA-TRN.19")
def test_shots_that_can_do_nothing_stand_last_and_those_that_can_where_they_stood() -> None:
    bare = unit("reds", "red_rifle", 4, 26, 30, 180, name="r")
    dug_in = unit("reds", "red_rifle", 4, 34, 29, 180, name="dug_in", foxholes=True)
    g = run(battle(unit("whites", "white_mg", 1, 30, 20, name="w"), bare, dug_in), Acting("whites-w"))
    found = offered(g)
    assert found[-1] == Fire("reds-dug_in") and found.count(Fire("reds-dug_in")) == 1
    assert found.index(Fire("reds-r")) < min(i for i, action in enumerate(found) if isinstance(action, Go))


@pytest.mark.rule("RA-TRN.19", "RA-PRE.1")
@pytest.mark.parametrize("covered", [False, True])
def test_fire_at_chargers_stands_first_only_if_it_can_have_an_effect(covered: bool) -> None:
    charger = unit("reds", "red_rifle", 4, 30, 23, 180, name="r", officer=3)
    woods = (area("wood", "woods", 20, 21, 20, 10),) if covered else ()
    g = battle(unit("whites", "white_conscript", 2, 30, 20, name="w"), charger, terrain=woods, dice=(1, 1, 1, 1))
    play(run(g, Acting("reds-r")), Charge("whites-w"))
    assert offered(g) == [Press("fire"), Press("stand")][:: -1 if covered else 1]
    assert (judge(g, "whites", Press("fire")) < judge(g, "whites", Press("stand"))) == covered


@pytest.mark.rule("RA-TRT.1", "RA-TRN.13")
@pytest.mark.parametrize(("die", "does", "result"), [(2, "will not budge", "no"), (3, "obeys", "yes")])
def test_a_roll_against_a_number_is_told_with_its_working(die: int, does: str, result: str) -> None:
    foe = unit("reds", "red_rifle", 4, 30, 34, 180, name="r")
    g = battle(unit("whites", "white_conscript", 4, 30, 20, name="w"), foe, dice=(die,))
    play(run(g, Acting("whites-w")), Go(3000, 2200))
    event = next(event for event in logged(g, "RA-TRT.1"))
    assert str(event) == f"whites w {does}" and event.dice == (die,)
    assert event.working is not None and mistake_in(event.working, {}) is None
    assert (event.working.faces, event.working.needs, event.working.result) == ((die,), 3, result)


@pytest.mark.rule("RA-MOV.25", "RA-TRT.1")
def test_whoever_lies_shoots_and_lies_down_again_in_one_answer() -> None:
    foe = unit("reds", "red_rifle", 4, 30, 34, 180, name="r", acted=True)
    g = battle(unit("whites", "white_volunteer", 4, 30, 20, name="w", lying=True), foe, dice=(1, 1))
    run(g, Acting("whites-w"))
    assert "lie down again" in FireLow("reds-r").says(g)
    play(g, FireLow("reds-r"))
    assert not g.asks and g.pieces["whites-w"].lying and g.pieces["whites-w"].fired
    mob = battle(unit("whites", "white_conscript", 4, 30, 20, name="w", lying=True), foe, dice=(2, 1, 1))
    play(run(mob, Acting("whites-w")), FireLow("reds-r"))
    assert not mob.pieces["whites-w"].lying and mob.pieces["whites-w"].fired  # it would not obey
    up = run(battle(unit("whites", "white_volunteer", 4, 30, 20, name="w"), foe), Acting("whites-w"))
    assert FireLow("reds-r") not in up.asks[0].actions


@pytest.mark.rule("RA-BLD.6", "RA-SHO.5")
def test_out_of_a_house_points_are_listed_after_shooting() -> None:
    house = area("house", "building_wood", 26, 18, 8, 4)
    g = battle(
        unit("whites", "white_volunteer", 4, inside="house", name="w"),
        unit("reds", "red_rifle", 4, 30, 33, 180, name="r", acted=True),
        terrain=(house,),
    )
    play(run(g, Acting("whites-w")), Fire("reds-r"))
    assert [a for a in offered(g) if isinstance(a, Go)]


def test_the_prompt_speaks_of_inches_only_where_some_are_left() -> None:
    for left, words in ((0, "turn, or stop?"), (150, "1.5 inches left")):
        mine, foe = (
            unit("whites", "white_volunteer", 4, 30, 20, name="w"),
            unit("reds", "red_rifle", 4, 45, 35, 180, name="r"),
        )
        g = run(battle(mine, foe), Moving("whites-w", Budget(left, fresh=False), legs=1))
        assert g.asks[0].prompt == f"whites w: {words}"


def test_the_audit_has_a_line_for_every_row_and_names_tests_that_exist() -> None:
    lines = [line.split("\t") for line in AUDIT.read_text("utf-8").splitlines()]
    assert lines[0] == ["id", "outcome", "proof", "seen"] and all(len(line) == 4 and all(line) for line in lines)
    assert [line[0] for line in lines[1:]] == [rule.id for rule in GAME.rulebook]
    files = Path(__file__).parent.glob("test_*.py")
    tests = {f"{path.stem}::{name}" for path in files for name in DEFINED.findall(path.read_text("utf-8"))}
    assert {name for line in lines[1:] for name in line[2].split(", ")} <= tests


# ------------------------------------------------------------------ names of the ground


def test_terrain_is_called_by_its_name_and_not_by_its_key() -> None:
    house = area("mill_house", "building_wood", 27, 32, 6, 4)
    gun, garrison = (
        unit("whites", "white_gun", 1, 30, 20, name="g"),
        unit("reds", "red_rifle", 4, inside="mill_house", acted=True),
    )
    g = run(battle(gun, garrison, terrain=(house,), dice=(6, 6, 6, 6)), Acting("whites-g"))
    play(g, Fire(garrison.id), Stop())
    assert [text for text in lines(g) if "House" in text] == ["Mill House falls", "Mill House collapses"]
    riders = unit("whites", "kuban_cossack", 2, 30, 20, name="k")
    g = battle(riders, terrain=(line("old_wall", "wall", (10, 23), (50, 23)),))
    assert plan(g, riders, (30, 26), full_budget(g, riders)) == Refusal("RA-TER.5", "Old Wall is in the way.")


@pytest.mark.rule("RA-MOV.1")
def test_how_far_a_unit_may_go_is_told_while_it_moves_and_not_otherwise() -> None:
    here = unit("whites", "white_volunteer", 4, 30, 20, name="w")
    g = battle(here)
    run(g, Acting("whites-w"))
    assert GAME.face.around(g) == 6
    run(g, Moving("whites-w", replace(full_budget(g, here), left=250)))
    assert GAME.face.around(g) == 2, "what is left of the move"
    pinned = battle(replace(here, pinned=True))
    run(pinned, Acting("whites-w"))
    assert GAME.face.around(pinned) == 0
