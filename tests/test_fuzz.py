"""The fuzzer goes on where it ended, seeks what players seldom do, and takes scenarios from files."""

from __future__ import annotations

import random
from itertools import islice
from pathlib import Path

import pytest

from grognard import fuzz
from grognard.engine import Match, Pick
from grognard.fuzz import Job, Keen, jobs, run
from grognard.games import red_actions
from grognard.players import make_player
from tests.engine.toy import TOY

LIKE = Job("", "", {}, "", 5)


def test_every_match_has_a_seed_of_its_own_wherever_a_run_begins() -> None:
    first = list(islice(jobs([TOY], [], ["random", "doctrine"], LIKE), 6))
    assert [job.seed for job in first] == [5, 6, 7, 8, 9, 10]
    assert list(islice(jobs([TOY], [], ["random", "doctrine"], LIKE), 4, 6)) == first[4:]
    assert [job.scenario for job in islice(jobs([TOY], ["one", "two"], ["random"], LIKE), 4)] == ["one", "two"] * 2


def test_scenarios_take_turns_and_each_is_played_with_the_options_that_concern_it() -> None:
    found = list(islice(jobs([red_actions.GAME], [], ["random"], LIKE), 70))
    battles = [*red_actions.GAME.scenarios]
    assert [job.scenario for job in found[: 2 * len(battles)]] == battles * 2
    named = {(job.scenario, option) for job in found for option in job.options}
    assert {("lezhanka", "gas"), ("pick-up", "gas"), ("pick-up", "points")} <= named
    assert ("lezhanka", "points") not in named


def test_who_is_keen_on_a_kind_of_answer_gives_each_of_them_once() -> None:
    match, rng = Match.new(red_actions.GAME, "peregonovka", seed=1), random.Random(1)
    player, ask = Keen(make_player("random"), ("Pick",)), match.decision.asks[0]
    sought = [action for action in ask.actions if isinstance(action, Pick)]
    given = [player.choose(match, ask, rng) for _ in sought]
    assert len(sought) > 5 and set(given) == set(sought)
    player.choose(match, ask, rng)
    assert len(player.given) == len(sought)


def test_a_scenario_is_taken_from_its_file_and_a_failure_is_written_beside_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "my.toml"
    file.write_text(Path(red_actions.__file__).with_name("data").joinpath("scenarios/zadworze.toml").read_text("utf-8"))

    def nobody(name: str) -> None:
        raise LookupError(f"no {name} player came")

    monkeypatch.setattr("grognard.fuzz.make_player", nobody)
    _, failure = run(Job("red-actions", str(file), {}, "random", 1))
    assert failure is not None and "no random player came" in failure.error  # the battle itself was found
    assert fuzz.write(failure, tmp_path).name == "red-actions-my-random-1.json"
