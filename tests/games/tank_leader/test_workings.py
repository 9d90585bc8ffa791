"""Every roll can be done again from its line in the log, as far as whoever reads it may know."""

from __future__ import annotations

import random
from collections.abc import Iterable

import pytest

from grognard.engine import Event, Match, mistake_in
from grognard.games.tank_leader import GAME
from grognard.games.tank_leader.rules.fire import AI, AV, fire, preview_fire
from grognard.games.tank_leader.rules.morale import check_unit, recover_formation
from grognard.games.tank_leader.rules.move_paths import RollForMovement
from grognard.games.tank_leader.rules.reinforcements import LOST, entry_place, reinforcement_rows, schedule
from grognard.games.tank_leader.rules.scenarios import SCENARIOS
from grognard.games.tank_leader.rules.state import Group
from grognard.players import make_player

from .table import field, play, put, rolling

CHARTS = {chart.key: chart for chart in GAME.face.charts}


def rolls(events: Iterable[Event] | None) -> list[Event]:
    return [event for event in events or () if event.dice]


@pytest.mark.parametrize("scenario", ["prokhorovka", "ambush", "on-the-road-to-moscow", "free-battle"])
def test_every_roll_of_a_match_comes_out_again_from_its_working(scenario: str) -> None:
    match, rng, player = Match.new(GAME, scenario, seed=3), random.Random(3), make_player("random")
    while not match.over and len(rolls(match.events)) < 40:
        ask = match.decision.asks[0]
        match.take(player.choose(match, ask, rng), ask.side)
    told = rolls(match.events)
    assert told
    for event in told:
        assert event.working is not None, event
        assert mistake_in(event.working, CHARTS) is None, event


@pytest.mark.rule("TL-9.15.2", "TL-9.22.2", "TL-10.1.1")
def test_a_shot_is_told_with_distance_cover_modifiers_and_what_came_of_it() -> None:
    g = field()
    firer, tank = put(g, "pz4l", "3804", "106"), put(g, "t34_76", "3808", "206")
    before = preview_fire(g, g.pieces[firer], g.pieces[tank], AV)
    with rolling(g, [6, 4, 4, 4, 2, 3]):
        fire(g, firer, tank, AV)
    look, shot, nerve = (event.working for event in rolls(g.events))
    assert look is not None and shot is not None and nerve is not None
    assert [(given.name, given.value) for given in look.given] == [
        ("hexes away", "4"),
        ("the target is", "in the open"),
    ]
    assert (look.needs, look.result, look.words) == (2, "yes", "spotted")
    assert (shot.modifiers, shot.chart, shot.column) == (before.modifiers, before.chart, before.column)
    assert (shot.total, shot.result) == (13, "Hit+1")
    assert (nerve.needs, nerve.on("die"), nerve.words) == (9, 1, "passed")
    assert [given.value for given in before.given] == ["1 or more"]


@pytest.mark.rule("TL-8.55.1", "TL-9.22.2")
def test_of_a_roll_about_a_unit_he_may_not_examine_a_side_gets_the_faces_alone() -> None:
    g = field()
    firer = put(g, "pz4l", "3804", "106")
    under, top = put(g, "smg", "3805", "228"), put(g, "smg", "3805", "228")
    with rolling(g, [6, 1, 1, 1, 4, 4, 4, 2, 2]):
        fire(g, firer, top, AI)
    hidden = [e for e in rolls(g.events) if e.sees == ("german",)]
    assert len(hidden) == 2  # the shot at the unit below, and its morale check
    for event in hidden:
        assert event.working is not None and not event.working.modifiers and event.working.needs is None
        assert not {"reckoned", "morale"} & set(event.args)
        assert g.pieces[under].name not in event.working.title
    own = [e.working for e in rolls(g.events) if e.sees == ("soviet",)]
    assert all(w is not None and mistake_in(w, CHARTS) is None for w in own)


@pytest.mark.rule("TL-6.62.3", "TL-10.11.1")
def test_a_formation_checks_with_its_losses_and_its_parents_bonus() -> None:
    g = field()
    put(g, "t34_76", "3808", "206")
    g.cards, g.losses = {**g.cards, "206": "shaken"}, {**g.losses, "206": 2}
    with rolling(g, [2, 3]):
        recover_formation(g, "206", -2)
    (event,) = rolls(g.events)
    assert event.working is not None
    assert [m.value for m in event.working.modifiers] == [6, -2]
    assert (event.working.needs, event.working.total, event.working.words) == (9, 9, "passed")


@pytest.mark.rule("TL-8.2.1", "TL-5.2.2", "TL-15.4.2")
def test_the_dice_of_movement_entry_and_arrival_have_workings() -> None:
    g = field(scenario="battle-for-the-berlin-seelowe-highway")
    play(g, RollForMovement("206"), dice=[4])
    row = next(i for i, r in enumerate(reinforcement_rows(g.scenario_id)) if r["arrival"]["kind"] == "die_each_turn")
    g.groups, g.turn = {**g.groups, "1": Group(row, "german", ("116",))}, 5
    with rolling(g, [5, 3, LOST]):
        schedule(g, "1")
        for _ in range(2):
            entry_place(g, "116", {"kind": "variable"})
    found = [(w.result, w.words) for event in rolls(g.events) if (w := event.working) is not None]
    assert found == [("4", ""), ("yes", "arrival"), ("road 3", ""), ("lost", "")]


@pytest.mark.rule("TL-15.4.2")
def test_a_formation_arrives_on_so_much_or_more() -> None:
    rows = [row["arrival"] for name in SCENARIOS for row in reinforcement_rows(name)]
    dice = [arrival["arrives_on"] for arrival in rows if arrival["kind"] == "die_each_turn"]
    assert dice and all(list(faces) == list(range(min(faces), 7)) for faces in dice)


@pytest.mark.rule("TL-10.32.1")
def test_a_natural_12_is_never_passed() -> None:
    for card in ("106", "206"):
        g = field()
        unit = put(g, "pz4l" if card == "106" else "t34_76", "3808", card)
        with rolling(g, [6, 6]):
            assert not check_unit(g, g.pieces[unit])
        (event,) = rolls(g.events)
        assert event.working is not None and event.working.words == "failed"


@pytest.mark.rule("TL-12.14.2")
@pytest.mark.parametrize(("up", "shown"), [(True, "+6 same hex"), (False, "+2 adjacent")])
def test_what_a_shot_in_ones_own_hex_shows_beforehand_depends_on_who_is_ready(up: bool, shown: str) -> None:
    g = field()
    men, tank = put(g, "rifle", "2419", "222", up=up), put(g, "pz4l", "2419", "106")
    found = preview_fire(g, g.pieces[men], g.pieces[tank], AV, moving=True)
    assert shown in [f"{modifier.value:+} {modifier.text}" for modifier in found.modifiers]
