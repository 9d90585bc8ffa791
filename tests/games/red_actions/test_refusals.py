"""Refusals are true: whatever is refused breaks the row that is named, as `rules/reasons` tells it a second time."""

from __future__ import annotations

import random
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import grognard
from grognard.conformance.attempts import Attempts
from grognard.engine import Action, Match, Pick, Press, Step
from grognard.games.red_actions import GAME
from grognard.games.red_actions.rules import reasons
from grognard.games.red_actions.rules.acting import Acting
from grognard.games.red_actions.rules.aiming import stances
from grognard.games.red_actions.rules.ambush import Hide, Scout
from grognard.games.red_actions.rules.breakdowns import Free, Repair
from grognard.games.red_actions.rules.charging import Charge
from grognard.games.red_actions.rules.data import Officer
from grognard.games.red_actions.rules.formations import Combine, Divide, Form
from grognard.games.red_actions.rules.mounting import Board, Disembark, Dismount, Limber, Mount, Unlimber
from grognard.games.red_actions.rules.move_path import Budget
from grognard.games.red_actions.rules.moving import Face, Go, LieDown, Moving
from grognard.games.red_actions.rules.reasons import REASONS
from grognard.games.red_actions.rules.reasons.fighting import turns_of
from grognard.games.red_actions.rules.seniors import Attach, Join, SeniorMove
from grognard.games.red_actions.rules.sequence import Segments
from grognard.games.red_actions.rules.shot_orders import Fire, FireLow, Gas, Lob, Search, Shell
from grognard.games.red_actions.rules.state import Gap, RedActions, Thing, Unit, Wagon
from grognard.games.red_actions.rules.trains import LeaveByRail
from grognard.games.red_actions.rules.works import Claim, CrossTheWire, CutTheWire, Dig, TearUpRails

from .companies import foe, rifles
from .situations import area, battle, line, run, senior, unit

RULES = Path(reasons.__file__).parents[1]
UNTOLD = {  # rows that no answer is ever told, and why
    "RA-MOV.3": "the wheel is tried after the straight way, and the first reason is the one that is told",
    "RA-TER.1": "so is this",
}
HOUSE = area("house", "building_wood", 27, 24, 6, 6)
SMALL = area("house", "building_wood", 29, 24, 2, 2)
WOOD = area("wood", "woods", 20, 22, 20, 10)
RIVER = area("river", "stream", 0, 22, 72, 2)
ROAD, RAIL = line("road", "road", (30, 0), (30, 48)), line("rail", "railway", (0, 20), (72, 20))
WIRE = line("wire", "wire", (0, 22), (72, 22))
TRAIN = (Wagon("train_gun_wagon"), Wagon("train_loco"))
ACTING = Acting("whites-w")


def breaks(match: Match, side: str, action: Action, row: str) -> bool:
    """Does an answer break a row, as that is told a second time?"""
    return any(reason.broken(match.state, side, action) for reason in REASONS[row])


def proven(match: Match, side: str, action: Action) -> str | None:
    """The row that refuses an answer, once it is proven that the answer breaks it; None if it is allowed."""
    refusal = match.why_not(action, side)
    if refusal is None:
        return None
    told = REASONS[refusal.rule]
    broken = [reason.words for reason in told if reason.broken(match.state, side, action)]
    assert broken, f"{refusal} of {action} breaks nothing: {[reason.words for reason in told]}"
    return refusal.rule


@pytest.mark.parametrize(("scenario", "seed", "questions"), [
    ("lezhanka", 1, 130), ("peregonovka", 2, 130), ("tsaritsyn", 3, 110), ("lipyagi", 4, 130), ("pick-up", 5, 60),
])  # fmt: skip
def test_whatever_is_refused_in_a_match_breaks_the_row_that_is_named(scenario: str, seed: int, questions: int) -> None:
    options = {"gas": "on", "ammunition": "on"} if seed % 2 else {}
    match = grognard.new("red-actions", scenario, seed=seed, options=options)
    rng, tries, met = random.Random(seed), Attempts(), Counter[str]()
    refused = set[tuple[str, type[Action]]]()
    loose, allowed = Counter[tuple[str, type[Action]]](), Counter[tuple[str, type[Action]]]()
    for number in range(questions):
        tries.learn(match)
        ask = match.decision.asks[0]
        for action in [*tries.of(match, rng, 200), *list(ask.actions)[:12]] if number % 8 == 7 else ():
            row = proven(match, ask.side, action)
            met[row or "allowed"] += 1
            for told in [told for told, kind in refused if row is None and kind is type(action)]:
                allowed[told, type(action)] += 1
                loose[told, type(action)] += breaks(match, ask.side, action, told)
            if row is not None:
                refused.add((row, type(action)))
        deployed = number % 8 == 5 and Press("ready") in ask.actions
        match.take(Press("ready") if deployed else ask.actions.choice(rng), ask.side)
    often = {key for key in refused if allowed[key] > 10 and 3 * loose[key] > allowed[key]}
    assert not often, "what is allowed seldom seems to break a row"
    assert len(met) > (8 if scenario == "pick-up" else 20)


def test_every_row_that_is_refused_has_its_reasons_and_no_other() -> None:
    source = "".join(path.read_text("utf-8") for path in RULES.glob("*.py"))
    rows = re.findall(r'"((?:RA|GR)-[A-Z]*\.?\d+)"', "".join(re.findall(r"Refusal\([^)]*\)", source)))
    assert {*rows} - {*UNTOLD} == {*REASONS}
    assert all(row in GAME.rulebook for row in REASONS)


# ------------------------------------------------------------------ made positions


def w(kind: str = "white_volunteer", bases: int = 4, **more: Any) -> Unit:
    return rifles(kind, bases, **more)


def q(kind: str = "white_volunteer", bases: int = 2, x: float = 33.6, y: float = 20.0, **more: Any) -> Unit:
    return unit("whites", kind, bases, x, y, more.pop("facing", 0), name="q", **more)


def train(**more: Any) -> Unit:
    return unit("whites", "train_loco", 2, 30, 20, 90, name="w", wagons=TRAIN, rail=3000, **more)


def prolonged() -> Step:
    return Moving("whites-w", Budget(100, free_turn=False, prolong=True), after_fire=True)


def acting(*done: str) -> Acting:
    return Acting("whites-w", done=done)


def stiff(make: Any) -> Unit:
    found: Unit = make("white_conscript", 2, stiff=True)
    return found


def rails(y: float) -> Any:
    return line("rail", "railway", (0, y), (72, y))


def reds_train(name: str, y: float) -> Unit:
    return unit("reds", "train_loco", 2, 34, y, 90, name=name, wagons=TRAIN, rail=3400)


FAR, CHIEF_OF_W = foe(45), senior("whites", 1, 30, 5, attached="whites-w")
WALL, DITCH = line("wall", "wall", (0, 21), (72, 21)), line("ditch", "small_stream", (0, 21), (72, 21))
BANK, SCREEN = line("bank", "earthwork", (0, 21), (72, 21)), area("screen", "building_wood", 20, 19, 20, 2)
MOVED, SEGMENTS = Moving("whites-w", Budget(600), spent=100, legs=1), Segments("whites")
CASES: list[tuple[str, tuple[Unit, ...], tuple[Any, ...], Action, Step]] = [
    ("RA-MOV.1", (w(), FAR), (), Go(3000, 2700), ACTING),
    ("RA-MOV.4", (w(), FAR), (), Face(3600), ACTING),
    ("RA-MOV.4", (w(), FAR), (), Face(1800), Moving("whites-w", Budget(100, free_turn=False))),
    ("RA-MOV.5", (w(), foe(24)), (), Go(3000, 2330), ACTING),
    ("RA-MOV.5", (w(), foe(22, bases=1)), (), Go(3000, 2500), ACTING),
    ("RA-MOV.6", (w(), q(x=30, y=23, bases=4), FAR), (), Go(3000, 2600), ACTING),
    ("RA-MOV.10", (w("white_gun", 1), FAR), (), Face(100), prolonged()),
    ("RA-MOV.10", (w("white_gun", 1), FAR), (), Go(3050, 2050), prolonged()),
    ("RA-MOV.13", (train(), FAR), (RAIL,), Fire("reds-r", 1), ACTING),
    ("RA-MOV.16", (w(), foe(40)), (), Charge("reds-r"), ACTING),
    ("RA-MOV.16", (w(), foe(17)), (), Charge("reds-r"), ACTING),
    ("RA-MOV.17", (w("white_mg", 1), foe(22)), (), Charge("reds-r"), ACTING),
    ("RA-MOV.25", (w(inside="house"), FAR), (HOUSE,), LieDown(), ACTING),
    ("RA-MOV.25", (w(), foe(30)), (), FireLow("reds-r"), ACTING),
    ("RA-MOV.25", (w(), FAR), (), LieDown(), Moving("whites-w", Budget(100), spent=500, legs=1)),
    ("RA-MOV.26", (w(y=47.5), FAR), (), Go(3000, 4810), ACTING),
    ("RA-MOV.28", (w(), foe(25), q(x=32, y=22.5)), (), Charge("reds-r"), ACTING),
    ("RA-MOV.32", (w("kuban_cossack"), foe(26, place="house")), (HOUSE,), Charge("reds-r"), ACTING),
    ("RA-MOV.32", (w(), foe(24)), (WIRE,), Charge("reds-r"), ACTING),
    ("RA-MOV.34", (w("white_plastun"), q(x=34, y=20, bases=2), FAR), (), Form("skirmish"), ACTING),
    ("RA-TER.2", (w("kuban_cossack", 3, y=20.2), FAR), (DITCH,), Go(3000, 2800), ACTING),
    ("RA-TER.5", (w("kuban_cossack"), FAR), (WALL,), Go(3000, 2400), ACTING),
    ("RA-TER.5", (w("white_gun", 1), FAR), (area("bog", "boggy", 20, 10, 20, 20),), Limber(), ACTING),
    ("RA-TER.16", (w(formation="column"), FAR), (ROAD,), Go(3000, 2850), ACTING),
    ("RA-TER.17", (w("kuban_cossack"), FAR), (WOOD,), Go(3000, 2400), ACTING),
    ("RA-TER.17", (w("kuban_cossack", formation="column", y=26), FAR), (WOOD,), Form("line"), ACTING),
    ("RA-TER.22", (w(), FAR), (RIVER,), Go(3000, 2300), ACTING),
    ("RA-TER.39", (w("kuban_cossack"), FAR), (WALL, ROAD), Go(3000, 2400), ACTING),
    ("RA-TER.42", (w("kuban_cossack", formation="column"), FAR), (ROAD, BANK), Go(3000, 2200), ACTING),
    ("RA-BLD.2", (w("kuban_cossack"), FAR), (HOUSE,), Go(3000, 2500), ACTING),
    ("RA-BLD.3", (w(), FAR), (SMALL,), Go(3000, 2500), ACTING),
    ("RA-BLD.4", (w(), foe(25, place="house")), (HOUSE,), Go(3000, 2500), ACTING),
    ("RA-BLD.6", (w(place="house", y=26), FAR), (HOUSE,), Go(3100, 2600), ACTING),
    ("RA-BLD.6", (w(place="house", y=26), FAR), (HOUSE,), Face(100), ACTING),
    ("RA-BLD.6", (w(), FAR), (area("house", "building_wood", 31, 20.2, 3, 3),), Go(3000, 2200), ACTING),
    ("RA-BLD.1", (w("white_mg", 1, place="house", y=26), FAR), (HOUSE,), Search(3000, 2650), ACTING),
    ("RA-MOR.34", (w(pinned=True), FAR), (), Go(3000, 2200), ACTING),
    ("RA-MOR.26", (w(barred=True), foe(24)), (), Charge("reds-r"), ACTING),
    ("RA-MOR.37", (w(terror=4), foe(30)), (), Go(3000, 2200), ACTING),
    ("RA-MOR.37", (w(terror=4), foe(30)), (), Fire("reds-r"), ACTING),
    ("RA-FRM.6", (w(formation="road_column"), foe(24)), (), Charge("reds-r"), ACTING),
    ("RA-FRM.7", (w(), FAR), (), Form("skirmish"), ACTING),
    ("RA-FRM.9", (w(), FAR), (), Form("line"), ACTING),
    ("RA-FRM.12", (w(), FAR), (), Dismount(), ACTING),
    ("RA-FRM.14", (w("white_mg", 1), FAR), (), Form("column"), ACTING),
    ("RA-FRM.15", (w("white_plastun", 3, mounted_as="don_cossack"), FAR), (), Mount(), ACTING),
    ("RA-TRT.2", (w("red_guard"), FAR), (), Go(3000, 2200), Acting("whites-w", mob="failed")),
    ("RA-TRT.12", (w(), FAR), (WIRE,), CutTheWire(), ACTING),
    ("RA-TRT.14", (w("kuban_cossack"), foe(26, "ac_mg", 1)), (), Charge("reds-r"), ACTING),
    ("RA-TRT.19", (stiff(w), stiff(q), FAR), (), Combine("whites-q"), ACTING),
    ("RA-TRT.20", (w("kuban_cossack", formation="road_column"), FAR), (), Form("skirmish", True), ACTING),
    ("RA-VEH.3", (w("tank_ft", 1), FAR), (), Free(), ACTING),
    ("RA-VEH.3", (w("tank_ft", 1, stuck="stuck"), FAR), (), Repair(), ACTING),
    ("RA-VEH.4", (w("tank_ft", 1, stuck="stuck"), FAR), (), Go(3000, 2200), ACTING),
    ("RA-VEH.7", (w("kuban_cossack"), q(), FAR), (), Board("whites-q"), ACTING),
    ("RA-VEH.8", (train(), foe(30)), (RAIL,), Fire("reds-r", 0), ACTING),
    ("RA-VEH.9", (w(), FAR), (), TearUpRails(), ACTING),
    ("RA-VEH.9", (train(), FAR), (RAIL,), Go(4000, 2000), ACTING),
    ("RA-VEH.10", (train(), FAR), (RAIL,), Dig(), Acting("whites-w", fired=(0,))),
    ("RA-VEH.11", (w("tank_ft", 1), reds_train("r", 24)), (rails(24),), Charge("reds-r"), ACTING),
    ("RA-VEH.13", (train(), FAR), (RAIL,), LeaveByRail("first"), ACTING),
    ("RA-VEH.13", (w(), FAR), (RAIL,), LeaveByRail("first"), ACTING),
    ("RA-VEH.14", (w(), foe(30, place="train:reds-t"), reds_train("t", 30)), (rails(30),), Fire("reds-r"), ACTING),
    ("RA-VEH.15", (w("ac_mg", 1), FAR), (ROAD,), Go(3000, 2600), ACTING),
    ("RA-AMB.2", (w(hidden=True), FAR), (WOOD,), Go(3000, 2200), Moving("whites-w", Budget(600))),
    ("RA-AMB.3", (w(y=10), foe(45, hidden=True, unseen=True)), (WOOD,), Scout("wood"), ACTING),
    ("RA-AMB.4", (w(), foe(26, hidden=True)), (WOOD,), Scout("wood"), ACTING),
    ("RA-AMB.9", (w(), foe(26, hidden=True)), (WOOD,), Fire("reds-r"), ACTING),
    ("RA-AMB.11", (w(), foe(26, hidden=True)), (WOOD,), Scout("nowhere"), ACTING),
    ("RA-AMB.11", (w(y=18), foe(26, hidden=True)), (WOOD, SCREEN), Scout("wood"), ACTING),
    ("RA-AMB.15", (w(hidden=True), FAR), (WOOD,), Form("column"), ACTING),
    ("RA-ACT.6", (w(), FAR), (), Divide(3), ACTING),
    ("RA-ACT.7", (w(), q(bases=4, x=35), FAR), (), Combine("whites-q"), ACTING),
    ("RA-ACT.8", (w(), FAR), (), Hide(), ACTING),
    ("RA-ACT.9", (w(y=30), foe(36)), (WOOD,), Hide(), ACTING),
    ("RA-ACT.10", (w(routing=True), FAR), (), Go(3000, 2200), Moving("whites-w", Budget(600))),
    ("RA-ACT.11", (w(), FAR), (), Claim("nowhere"), ACTING),
    ("RA-ACT.12", (w(), FAR), (HOUSE,), Claim("house"), ACTING),
    ("RA-ACT.15", (w(), FAR), (), Limber(), ACTING),
    ("RA-ACT.15", (w(), FAR), (), Disembark(), ACTING),
    ("RA-ACT.16", (w("white_gun", 1, limbered=True), FAR), (), Unlimber(), MOVED),
    ("RA-ACT.16", (w("white_horse_gun", 1, limbered=True), FAR), (), Unlimber(), acting("half")),
    ("RA-ACT.18", (w(), FAR), (WOOD,), Scout("wood"), acting("form")),
    ("RA-ACT.19", (w(), FAR), (), Form("column"), acting("form")),
    ("RA-ACT.21", (w(bases=5, formation="column"), FAR), (), Divide(2), ACTING),
    ("RA-ACT.21", (w("white_gun", 1), q("white_gun", 1, x=33.1), FAR), (), Combine("whites-q"), ACTING),
    ("RA-ACT.22", (w(bases=2), q(), FAR), (), Combine("whites-q", "whites-w"), ACTING),
    ("RA-ACT.25", (w("white_gun", 1, limbered=True), foe(30)), (), Fire("reds-r"), ACTING),
    ("RA-ACT.25", (w("white_mg", 1), FAR), (HOUSE,), Claim("house"), ACTING),
    ("RA-ACT.26", (w("white_plastun", 3, mounted_as="don_cossack", horses=(3000, 1200, 4)), FAR), (), Mount(), ACTING),
    ("RA-TER.18", (w(), FAR), (WIRE,), CrossTheWire(), ACTING),
    ("RA-TER.18", (w(y=21.9, held="wire"), FAR), (WIRE,), Go(3000, 2400), acting("wire")),
    ("RA-TER.19", (w("white_engineer", 2), FAR), (), CutTheWire(), ACTING),
    ("RA-TER.21", (w("kuban_cossack"), FAR), (), Dig(), ACTING),
    ("RA-TER.46", (w(), FAR), (HOUSE,), Claim("house"), ACTING),
    ("RA-PRE.4", (w(routing=True), foe(30)), (), Fire("reds-r"), ACTING),
    ("RA-SHO.12", (w(), FAR), (), Fire("reds-r"), ACTING),
    ("RA-SHO.14", (w("white_gun", 1), foe(5, hidden=True)), (), Search(3000, 500), ACTING),
    ("RA-SHO.15", (w(fired=True), foe(30)), (), Fire("reds-r"), ACTING),
    ("RA-SHO.16", (w(), foe(30), unit("reds", "red_rifle", 4, 38, 33, 180, name="s")), (), Fire("reds-s"), ACTING),
    ("RA-SHO.19", (w(), foe(26, hidden=True)), (WOOD,), Search(3000, 2400), ACTING),
    ("RA-SHO.47", (w(), foe(36)), (HOUSE,), Fire("reds-r"), ACTING),
    ("RA-SHO.48", (w("white_mg", 1), foe(36, hidden=True)), (HOUSE,), Search(3000, 3600), ACTING),
    ("RA-ART.13", (w(), FAR), (HOUSE,), Shell("house"), ACTING),
    ("RA-ART.15", (w("white_gun", 1), foe(40)), (WOOD,), Lob("reds-r"), ACTING),
    ("RA-ART.17", (w("white_gun", 1), foe(40)), (), Fire("reds-r"), ACTING),
    ("RA-ART.18", (w("white_gun", 1), foe(40)), (), Gas("reds-r"), ACTING),
    ("RA-ART.21", (w("white_gun", 1), FAR), (HOUSE,), Shell("nowhere"), ACTING),
    ("RA-OFF.5", (w(), senior("whites", 1, 30, 5), FAR), (), Join("whites-w"), SeniorMove("whites-senior_chief")),
    ("RA-OFF.5", (w(), CHIEF_OF_W, FAR), (), Pick("whites-senior_chief"), SEGMENTS),
    ("RA-OFF.6", (w(), senior("whites", 1, 30, 5), FAR), (), Attach("whites-senior_chief"), ACTING),
    ("RA-OFF.7", (w(), senior("reds", 1, 30, 25), FAR), (), Fire("reds-senior_chief"), ACTING),
    ("RA-TRN.7", (w(acted=True), q(), FAR), (), Pick("whites-w"), SEGMENTS),
    ("RA-TRN.9", (w(), FAR), (), Press("pass"), SEGMENTS),
    ("GR-1", (w(), q(), FAR), (), Fire("whites-q"), ACTING),
    ("GR-5", (w(), FAR), (), Combine("nobody"), ACTING),
]  # fmt: skip


def prepared(row: str, g: RedActions) -> None:
    """What a case needs besides units and ground."""
    if row == "RA-VEH.8":
        g.change("whites-w", wagons=(Wagon("train_gun_wagon", hits=1, silent=g.turn), TRAIN[1]))
    if row == "RA-VEH.15":
        g.things = {**g.things, "wreck of x": Thing("wreck", 3000, 2400, "tank_ft")}
    if row == "RA-VEH.9":
        g.gaps = {**g.gaps, "rail 0": Gap("rail", "torn", 3500, 2000)}
    if row == "RA-AMB.4":
        g.scouted = {**g.scouted, "wood": True}
    if row == "RA-TER.46":
        g.collapsed = {**g.collapsed, "house": True}
    if row == "RA-ART.17":
        g.options = {**g.options, "ammunition": "on"}
        g.change("whites-w", rounds=0)
    if row == "RA-ACT.22":
        g.change("whites-w", officer=Officer(2))
        g.change("whites-q", officer=Officer(1))


@pytest.mark.parametrize(("row", "units", "terrain", "action", "step"), CASES)
def test_made_positions_break_the_row_that_is_named(
    row: str, units: tuple[Unit, ...], terrain: tuple[Any, ...], action: Action, step: Step
) -> None:
    g = battle(*units, terrain=terrain)
    prepared(row, g)
    g.steps = (step,)
    g.asks = ()
    if not (units[0].routing or isinstance(step, Moving)):
        run(g, step)
    refusal = step.why_not(g, "whites", action)
    assert refusal is not None and refusal.rule == row
    assert [reason for reason in REASONS[row] if reason.broken(g, "whites", action)], "it breaks nothing"


@pytest.mark.rule("RA-MOV.7", "RA-SHO.47")
@pytest.mark.parametrize("formation", ["line", "column", "road_column", "skirmish"])
def test_rifles_turn_to_shoot_as_the_second_telling_has_it(formation: str) -> None:
    mine, other = w(formation=formation, facing=135), foe(36.5, x=39)
    g = battle(mine, other)
    told = {(there.formation, there.facing) for there in turns_of(g, mine, other)}
    assert told >= {(there.formation, there.facing) for there in stances(g, mine, other)}
    quarters = {(formation, turn) for turn in (450, 1350, 2250, 3150)}
    assert formation == "skirmish" or told - quarters == ({("line", 1350)} if formation == "column" else set())


def test_the_cases_and_the_matches_hold_nearly_every_row() -> None:
    made = {case[0] for case in CASES}
    in_matches = {
        "RA-SCN.3",
        "RA-SCN.4",
        "RA-SCN.8",
        "RA-SCN.10",
        "RA-AMB.1",
        "RA-OFF.3",
        "RA-FRM.3",
        "RA-RAL.4",
        "RA-ACT.13",
    }
    assert {*REASONS} - made == in_matches
