"""Opponents that have learnt begin as judgement plays, see nothing hidden, and play only where they were accepted."""

from __future__ import annotations

import logging
import random
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from grognard.engine import SHELF, Ask, Game, Match, State, find_game
from grognard.players import LearntPlayer, make_player, play_out
from grognard.players.learnt import Untrained, policy_of
from grognard.players.policy.file import About, Measured, Score, Unfit, columns_of, read, write
from grognard.players.policy.network import Weights, fresh, moved, scores
from grognard.players.policy.player import Memory, Policy, PolicyPlayer
from grognard.players.policy.questions import Columns, Question
from grognard.players.rollout import deal
from grognard.players.simple import FittedPlayer, best_judged

BATTLES = [
    ("folio", "bir-salem"),
    ("korsun", "medvin-road"),
    ("night-fight", "the-mill"),
    ("panzer-blitz", "filandriers"),
    ("red-actions", "water-tower"),
    ("tank-leader", "ambush"),
]
MANY = 40  # questions looked at in a match


def untrained(game: Game, scenario: str) -> Policy:
    columns = Policy(game, {}, (scenario,)).eyes(scenario).columns
    return Policy(game, fresh(*columns.sizes), (scenario,))


def trained(game: Game, scenario: str) -> Policy:
    """One that disagrees with judgement."""
    policy, rng = untrained(game, scenario), np.random.default_rng(1)
    policy.weights["score"] = rng.standard_normal(policy.weights["score"].shape).astype(np.float32)
    return policy


def questions(game: Game, scenario: str, seed: int = 1) -> Iterator[tuple[State, Ask]]:  # type: ignore[type-arg]
    """Positions of a match by fitted weights in which there is something to choose."""
    match, rng, found = Match.new(game, scenario, seed=seed, record=False), random.Random(seed), 0
    match.state.judge_by(game.mind.fitted)
    while match.result is None and found < MANY:
        ask = match.decision.asks[0]
        if len(ask.actions) > 1 and game.mind.underway(match.state) and rng.random() < 0.3:
            found += 1
            yield match.state, ask
        match.take(best_judged(game, match.state, ask, rng), ask.side)


@pytest.mark.parametrize(("game_id", "scenario"), BATTLES)
def test_a_fresh_policy_answers_as_judgement_does(game_id: str, scenario: str) -> None:
    game = find_game(game_id)
    policy, seen = untrained(game, scenario), 0
    for g, ask in questions(game, scenario):
        weighed = policy.weigh(g, ask, Memory())
        if weighed is not None:
            seen += 1
            worth = game.mind.judged(g, ask.side, weighed.answers)
            assert worth[int(np.argmax(weighed.logits))] == max(worth)
            assert weighed.value == 0
    assert seen > 5


@pytest.mark.parametrize(("game_id", "scenario"), BATTLES)
def test_a_policy_sees_nothing_that_its_side_does_not(game_id: str, scenario: str) -> None:
    """The arrays of the true position and of a deal that its side cannot tell from it are the same."""
    game, rng = find_game(game_id), random.Random(7)
    policy, other = trained(game, scenario), trained(game, scenario)
    for g, ask in questions(game, scenario):
        dealt = deal(game, g, ask.side, rng, fitted=True)
        asked = next(one for one in dealt.asks if one.side == ask.side)
        true, guessed = policy.weigh(g, ask, Memory()), other.weigh(dealt, asked, Memory())
        assert (true is None) == (guessed is None)
        if true is None or guessed is None:
            continue
        assert list(true.answers) == list(guessed.answers)
        for name in Question._fields:
            one, two = getattr(true.question, name), getattr(guessed.question, name)
            assert np.allclose(one, two, atol=1e-4), f"{name} tells what is hidden: {g.steps[-1]}"
        assert np.allclose(true.logits, guessed.logits, atol=1e-3)


def test_a_policy_ends_its_matches_and_plays_the_same_by_the_same_seed() -> None:
    game = find_game("folio")
    policy, ends = trained(game, "bir-salem"), []
    for _ in range(2):
        match, rng = Match.new(game, "bir-salem", seed=3), random.Random(3)
        players = {side: PolicyPlayer(policy) for side in match.sides}
        while match.result is None and match.decision.number < 1_500:
            ask = match.decision.asks[0]
            match.take(players[ask.side].choose(match, ask, rng), ask.side)
        assert match.result is not None, "it goes round in circles"
        ends.append(match.state.digest())
    assert ends[0] == ends[1]


def test_nobody_picks_the_same_piece_for_ever() -> None:
    game, memory = find_game("folio"), Memory()
    g, ask = next(questions(game, "bir-salem"))
    pick = next(answer for answer in ask.actions if hasattr(answer, "piece"))
    assert memory.tired(game, g, ask.side, [pick]) == [False]
    for _ in range(2):
        memory.note(g, pick)
    assert memory.tired(game, g, ask.side, [pick]) == [True]
    assert memory.tired(game, g, "another side", [pick]) == [False]


# ------------------------------------------------------------------ the file


def about(game: Game, scenario: str, *, share: float = 0.8) -> About:
    measured = {scenario: Measured(Score(share, 0.03, 100), Score(0.6, 0.05, 40))}
    return About(game.id, game.version, (scenario,), columns_of(game, (scenario,)), 0, {"minutes": 1}, measured)


def with_policy(game: Game, path: Path) -> Game:
    return replace(game, mind=replace(game.mind, policy=path))


@pytest.fixture
def shipped(tmp_path: Path) -> Path:
    game = find_game("folio")
    write(tmp_path / "policy.npz", about(game, "bir-salem"), trained(game, "bir-salem").weights)
    return tmp_path / "policy.npz"


def test_a_policy_is_read_as_it_was_written(shipped: Path) -> None:
    game = find_game("folio")
    policy, told = read(shipped, game)
    assert told.accepted == ("bir-salem",) and told.recipe == {"minutes": 1}
    for name, rows in trained(game, "bir-salem").weights.items():
        assert np.allclose(policy.weights[name], rows, atol=1e-2)
    assert shipped.stat().st_size < 500_000


def test_a_policy_of_another_version_does_not_play(shipped: Path) -> None:
    game = find_game("folio")
    with pytest.raises(Unfit, match="was trained for folio"):
        read(shipped, replace(game, version=game.version + 1))


def test_a_policy_with_other_columns_does_not_play(tmp_path: Path) -> None:
    game = find_game("folio")
    told = about(game, "bir-salem")
    other = Columns(told.columns.units[::-1], told.columns.answers, told.columns.situation)
    write(tmp_path / "p.npz", replace_columns(told, other), trained(game, "bir-salem").weights)
    with pytest.raises(Unfit, match="other columns"):
        read(tmp_path / "p.npz", game)


def replace_columns(told: About, columns: Columns) -> About:
    return About(told.game, told.version, told.trained, columns, 0, told.recipe, told.measured)


def test_weights_that_were_changed_are_not_used(shipped: Path) -> None:
    with np.load(shipped) as kept:
        arrays: Weights = {name: kept[name] for name in kept.files}
    arrays["score"] = arrays["score"] + np.float16(1)
    np.savez_compressed(shipped, **arrays)  # type: ignore[arg-type]
    with pytest.raises(Unfit, match="damaged"):
        read(shipped, find_game("folio"))


@pytest.mark.parametrize("content", [b"", b"no policy at all", b"PK\x03\x04 nor this"])
def test_what_is_no_policy_is_said_to_be_none(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "p.npz").write_bytes(content)
    with pytest.raises(Unfit, match="is not a policy"):
        read(tmp_path / "p.npz", find_game("folio"))


def test_weights_for_other_columns_keep_what_is_still_there() -> None:
    game = find_game("folio")
    was = columns_of(game, ("bir-salem",))
    now = columns_of(game, ("bir-salem", "sidi-zahran"))
    weights = trained(game, "bir-salem").weights
    both = Policy(game, moved(weights, was, now), ("bir-salem", "sidi-zahran"))
    alone = Policy(game, weights, ("bir-salem",))
    for g, ask in questions(game, "bir-salem"):
        one, two = alone.weigh(g, ask, Memory()), both.weigh(g, ask, Memory())
        if one is not None and two is not None:
            assert np.allclose(one.logits, two.logits, atol=1e-3)


# ------------------------------------------------------------------ those in the box

DOCS = Path(__file__).parents[2] / "docs" / "how-to" / "train-an-opponent.md"
SHIPPED = [game for game in SHELF.values() if game.mind.policy is not None]


@pytest.mark.parametrize("game", SHIPPED, ids=lambda game: game.id)
def test_the_policies_in_the_box_fit_and_the_page_says_what_they_win(game: Game) -> None:
    assert game.mind.policy is not None
    _, told = read(game.mind.policy, game)
    page = DOCS.read_text("utf-8")
    for name, measured in told.measured.items():
        title = game.scenarios[name].title.removeprefix("The Crossroads at ")
        row = next(line for line in page.splitlines() if line.startswith("| ") and title in line)
        for score in (measured.fitted, measured.search):
            assert score is not None
            assert f"{100 * score.share:.1f} % ±{100 * score.within:.1f} of {score.pairs:,}" in row
        assert row.endswith(f"| {'yes' if measured.accepted else 'no'} |")


def test_a_policy_of_the_box_wins_its_battle() -> None:
    """A few pairs of fresh seeds, seats exchanged: what was measured is not far off."""
    game, points = find_game("panzer-blitz"), 0.0
    for seed in range(3_000_000_000, 3_000_000_008):
        for mine in ("british", "german"):
            match, rng = Match.new(game, "filandriers", seed=seed, record=False), random.Random(seed)
            players = {side: make_player("grognard" if side == mine else "fitted") for side in match.sides}
            play_out(match, players, rng)
            assert match.result is not None
            points += mine in match.result.winners
    assert points >= 8, "of sixteen"


# ------------------------------------------------------------------ who plays


def test_a_policy_plays_where_it_was_accepted_and_nowhere_else(shipped: Path) -> None:
    game = with_policy(find_game("folio"), shipped)
    strongest = LearntPlayer(Untrained())
    g, ask = next(questions(game, "bir-salem"))
    match = Match.new(game, "bir-salem", seed=1)
    assert isinstance(strongest._learnt(match), PolicyPlayer)
    assert strongest._learnt(Match.new(game, "dainville", seed=1)) is None
    assert policy_of(game) is not None and ask and g


def test_a_policy_that_does_not_win_is_not_accepted() -> None:
    assert not Measured(Score(0.52, 0.03, 100)).accepted, "within what chance explains"
    assert not Measured(Score(0.8, 0.03, 100), Score(0.4, 0.05, 40)).accepted, "it loses to the search"
    assert Measured(Score(0.8, 0.03, 100), Score(0.55, 0.05, 40)).accepted


def test_without_numpy_fitted_weights_play_and_somebody_is_told(
    shipped: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    for name in [name for name in sys.modules if name.startswith(("grognard.players.policy", "grognard.encoding"))]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "numpy", None)
    with caplog.at_level(logging.WARNING):
        assert policy_of(with_policy(find_game("folio"), shipped)) is None
    assert "numpy is not installed" in caplog.text


def test_a_policy_that_does_not_fit_is_told_of_and_left_out(shipped: Path, caplog: pytest.LogCaptureFixture) -> None:
    game = with_policy(find_game("folio"), shipped)
    with caplog.at_level(logging.WARNING):
        assert policy_of(replace(game, version=game.version + 1)) is None
    assert "Fitted weights play in its place." in caplog.text


def test_hurrying_takes_no_answers_from_what_has_been_learnt(shipped: Path) -> None:
    game = with_policy(find_game("folio"), shipped)
    strongest, match = LearntPlayer(Untrained()), Match.new(game, "bir-salem", seed=1)
    assert strongest.hurried(0.2)._learnt(match) is strongest._learnt(match)


def test_the_strongest_level_plays_as_was_learnt() -> None:
    assert isinstance(make_player("grognard"), LearntPlayer)
    assert isinstance(make_player("policy"), LearntPlayer)
    assert isinstance(make_player("fitted"), FittedPlayer)


@pytest.mark.parametrize("seed", range(3))
def test_the_twin_in_pytorch_scores_the_same(seed: int) -> None:
    torch = pytest.importorskip("torch")
    from tools.train.episodes import Learner, credited, packed, play, sides_of
    from tools.train.learner import Learning, Recipe, Store

    game = find_game("panzer-blitz")
    policy = trained(game, "filandriers")
    learner = Learner(policy)
    play(game, "filandriers", seed, dict.fromkeys(sides_of(game, "filandriers"), learner))
    decided = [one for _, one in learner.decided]
    learning = Learning(policy.weights, Recipe(), seed)
    store = Store([packed(decided, *credited(decided, 1.0))], learning.device)
    with torch.no_grad():
        logits, _ = learning.network(store.batch(np.arange(len(decided))))
    for row, one in zip(logits.cpu().numpy(), decided, strict=True):
        expected, _ = scores(policy.weights, one.question)
        assert np.allclose(row[: len(expected)], expected, atol=2e-2)
