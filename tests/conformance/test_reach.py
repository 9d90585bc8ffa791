"""Conformance says what it met, what it did not, and what it did not look at; failures can be seen again."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from dataclasses import replace
from types import ModuleType
from typing import Any

import pytest

from grognard import conformance
from grognard.conformance import Fault, Place, cases
from grognard.conformance.__main__ import main
from grognard.conformance.inquiry import inquiry
from grognard.conformance.played import SEEDS, played
from grognard.conformance.reach import known
from grognard.conformance.secrets import log_tells_only_what_is_seen
from grognard.engine import Action, Game, Match, Press, RandomDice, Step
from grognard.engine.game.rules import no_hidden_information
from tests.engine.toy import TOY, ToyState


def named(game: Game, name: str) -> conformance.Case:
    """A check of a game."""
    return next(case for case in cases(game) if case.name == name)


def fresh(game: Game, **rules: Any) -> Game:
    """A game of which nothing was found out so far."""
    return replace(game, rules=replace(game.rules, **rules))


# ------------------------------------------------------------------ what was met


def test_a_short_game_is_played_until_every_kind_of_answer_was_met(beacons: ModuleType) -> None:
    found, there = played(beacons.GAME, "border"), known(beacons.GAME)
    assert len({spot.seed for spot in found.positions}) > 1
    assert there.questions == {"Turn", "Answer"} and there.windows == {"Answer"}
    for sort in ("questions", "answers", "results", "windows"):
        assert getattr(there, sort) <= found.reach.met[sort].keys()
    assert set(found.reach.met["outcomes"]) == {"No effect", "Weakened", "Broken"}


def test_what_was_never_met_is_named(beacons: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    """A deed that is never allowed: its kind stands in the report."""
    monkeypatch.setattr(beacons.rules.RaiseShields, "why_not", lambda deed, g, by: beacons.rules.Refusal("BC-3.5"))
    game = fresh(beacons.GAME)
    for name in ("offers_are_legal", "only_offers_are_accepted"):
        named(game, name).run()
    told = list(inquiry(game).told())
    assert any(line.endswith("Not met: RaiseShields.") for line in told), told
    assert "not proven: BC-1.2, BC-3.5." in told
    assert not any(line.startswith(("secrets", "odds")) for line in told), "what was not looked at is not told of"


def test_rows_with_and_without_reasons_are_told_apart(beacons: ModuleType) -> None:
    game = fresh(beacons.GAME)
    assert named(game, "refusals_are_proven").run().looked > 20
    told = " ".join(inquiry(game).told())
    assert re.search(r"refusals proven: \d+ by the reasons of BC-2\.1, BC-2\.2, BC-2\.3", told), told
    assert "not proven: BC-1.2" in told


def test_a_game_without_a_thing_says_so(beacons: ModuleType) -> None:
    said = {
        "refusals_are_proven": "No rule has reasons (Rules.reasons): no refusal is proven.",
        "faces_are_drawn": "No counter is drawn: all are plain cards.",
        "kept_facts_are_true": "Nothing is kept on the positions.",
    }
    game = fresh(beacons.GAME, reasons={})
    assert {name: named(game, name).run().words for name in said} == said
    plain = beacons.GAME.rules.view
    bare = fresh(beacons.GAME, determinize=no_hidden_information, view=lambda g, side: plain(g, "hill"))
    assert named(bare, "secrets_are_dealt").run().words.startswith("Nothing is hidden")
    assert "secrets: nothing was hidden from one side that another sees." in inquiry(bare).told()


def test_a_check_that_looked_at_nothing_fails(beacons: ModuleType) -> None:
    case = named(beacons.GAME, "faces_are_drawn")._replace(check=lambda game, scenario: 0)
    with pytest.raises(Fault, match="there was nothing to look at, so nothing is proven"):
        case.run()


# ------------------------------------------------------------------ where it went wrong


def test_a_failure_is_seen_again_by_the_command_it_names(
    beacons: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def hidden_from(g: Any, side: str | None) -> Any:
        return plain(g, side) if g.turn < 3 else plain(g, "hill")

    plain = beacons.GAME.rules.view
    game = fresh(beacons.GAME, view=hidden_from)
    monkeypatch.setattr("grognard.conformance.__main__.find_game", lambda name: game)
    assert main(["beacons", "border", "--check", "positions_are_sound"]) == 1
    told = capsys.readouterr().out
    command = re.search(r"To see it again: python -m grognard.conformance (.*)", told)
    assert command is not None and re.search(r"In beacons, border, seed \d+, decision \d+, side \w+", told)
    assert "hidden=False" in told or "title: " in told, "both values are told"
    first = re.search(r"But (.*)", told)
    assert main(command[1].split()) == 1
    again = capsys.readouterr().out
    assert first is not None and first[0] in again
    sound = command[1].replace("--check positions_are_sound", "--check offers_are_legal")
    assert main(sound.split()) == 0


def test_one_place_alone_is_looked_at(beacons: ModuleType) -> None:
    spot = played(beacons.GAME, "border").positions[3]
    case = named(beacons.GAME, "offers_are_legal")
    assert case.run(Place(spot.seed, spot.match.number)).looked == 1
    assert case.run(Place(SEEDS[-1] + 1, 0)).looked == 0


# ------------------------------------------------------------------ no false alarm


class TurnOver(Step, frozen=True):
    """The order is turned over for all to see, done, and used up."""

    shows: bool = True
    whom: tuple[str, ...] | None = None

    def run(self, g: ToyState) -> None:
        g.ask("red", "Turn it over", [Press("now")])

    def take(self, g: ToyState, action: Action) -> None:
        if self.shows:
            g.reveal()
        g.tell("TY-1", "Blue goes {way}", way=g.scores["blue"], sees=self.whom)
        g.scores["blue"] = 0
        g.swap(Resting())


class Resting(Step, frozen=True):
    """Nothing more is to be done."""

    def run(self, g: ToyState) -> None:
        g.ask("red", "Rest", [Press("rest")])


class Sealing(Step, frozen=True):
    """Both write an order at once; they are turned over together and used up."""

    def run(self, g: ToyState) -> None:
        for side in ("red", "blue"):
            g.ask(side, "Write", [Press("1"), Press("2")])

    def take_all(self, g: ToyState, answers: Mapping[str, Action]) -> None:
        told = {side: str(getattr(action, "button", "")) for side, action in answers.items()}
        g.tell("TY-2", "Red goes {red}, Blue goes {blue}", red=told["red"], blue=told["blue"])
        g.swap(Resting())


def ordered(step: Step) -> Match:
    """A match in which Blue has an order that Red does not know."""

    def dealt(g: ToyState, side: str | None, rng: random.Random) -> ToyState:
        twin = g.clone()
        if side != "blue":
            twin.scores["blue"] = 3 - g.scores["blue"]
            twin.sealed = {other: Press("2") if other == "blue" else a for other, a in g.sealed.items()}
        return twin

    g: Any = TOY.rules.start("plain", {"turns": "3"})
    g.scores["blue"] = 1
    g.steps = (*g.steps, step)
    g.advance()
    return Match(replace(TOY, rules=replace(TOY.rules, determinize=dealt)), g, RandomDice(random.Random(1)))


def test_orders_that_are_turned_over_and_used_up_at_once_may_be_told() -> None:
    log_tells_only_what_is_seen(ordered(TurnOver()), "red", Press("now"), random.Random(1))


def test_orders_that_nobody_turned_over_may_not_be_told() -> None:
    with pytest.raises(
        AssertionError, match=r"the log of red tells something hidden: .*'Blue goes 1' or 'Blue goes 2'"
    ):
        log_tells_only_what_is_seen(ordered(TurnOver(shows=False)), "red", Press("now"), random.Random(1))


def test_what_is_told_to_one_side_alone_was_not_turned_over() -> None:
    with pytest.raises(AssertionError, match="the log of red tells something hidden"):
        log_tells_only_what_is_seen(ordered(TurnOver(whom=("red",))), "red", Press("now"), random.Random(1))


def test_sealed_answers_may_be_told_when_the_last_is_given() -> None:
    match = ordered(Sealing())
    match.take(Press("1"), "blue")
    log_tells_only_what_is_seen(match, "red", Press("1"), random.Random(1))
