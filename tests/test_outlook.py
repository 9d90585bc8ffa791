"""The chance of victory that people are told."""

from __future__ import annotations

import pytest

import grognard
from grognard.engine import Match
from grognard.players.win_chance import WinModel, outlooks, win_chance
from tests.engine.toy import TOY

EARLY_ON_UNSURE = WinModel(last=10, lean=(0.0, 1.0), trust=(0.1, 1.0), against=("german",))


@pytest.mark.parametrize("name", grognard.shelf)
def test_most_scenarios_of_a_game_in_the_box_have_a_record_and_no_other_has(name: str) -> None:
    """Where the fitted chance was no better than the value itself there is none (`lab.calibrate`)."""
    game = grognard.game(name)
    boxed = {path.stem for path in (game.folder / "data" / "scenarios").glob("*.toml")}
    assert set(outlooks(game)) <= boxed
    assert len(outlooks(game)) > len(boxed) / 2


RECORDS = {
    f"{game.id}/{scenario}": outlook for game in grognard.shelf.values() for scenario, outlook in outlooks(game).items()
}


@pytest.mark.parametrize("outlook", RECORDS.values(), ids=list(RECORDS))
def test_a_better_position_is_always_a_better_chance(outlook: WinModel) -> None:
    for turn in (0.0, outlook.last / 2, outlook.last, 2 * outlook.last):
        told = [outlook.chance("somebody", turn, value / 20) for value in range(1, 20)]
        assert told == sorted(set(told))
        assert told[0] > 0 and told[-1] < 1


def test_the_chances_of_opponents_add_up_and_friends_share_theirs() -> None:
    for turn in (0, 4, 10):
        first = EARLY_ON_UNSURE.chance("soviet", turn, 0.7)
        assert first + EARLY_ON_UNSURE.chance("german", turn, 0.3) == pytest.approx(1.0)
        assert EARLY_ON_UNSURE.chance("soviet-2", turn, 0.7) == first


def test_the_value_counts_for_more_as_the_match_goes_on() -> None:
    early, late = (EARLY_ON_UNSURE.chance("german", turn, 0.9) for turn in (1, 10))
    assert 0.5 < early < late
    assert EARLY_ON_UNSURE.chance("german", 10, 0.9) == EARLY_ON_UNSURE.chance("german", 14, 0.9)
    assert EARLY_ON_UNSURE.chance("soviet", 10, 0.5) == pytest.approx(0.731, abs=0.001)


def test_nothing_is_ever_sure_before_the_end() -> None:
    match = grognard.new("folio", "sidi-zahran", seed=1)
    for side in match.sides:
        assert 0 < win_chance(match.game, match.state, side, 0.0) < win_chance(match.game, match.state, side, 1.0) < 1
    match.resign(match.sides[0])
    assert win_chance(match.game, match.state, match.sides[0], 0.0) == 0.0
    assert win_chance(match.game, match.state, match.sides[1], 1.0) == 1.0


def test_without_a_record_the_value_has_to_do() -> None:
    match = Match.new(TOY, "plain", seed=1)
    assert win_chance(match.game, match.state, "red", 0.8) == 0.8
    assert 0 < win_chance(match.game, match.state, "red", 0.0) < win_chance(match.game, match.state, "red", 1.0) < 1
