"""A seat as text: questions with numbered answers, what cannot be used, the result, and commands that play."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable

import pytest

from grognard import lab
from grognard.engine import UnknownChoice
from grognard.env.text import TextEnv, TextTurn
from grognard.players import TextPlayer
from grognard.players.engine import EngineError

FIRST = f'{sys.executable} -c "import sys; sys.stdin.read(); print(0)"'


def played(env: TextEnv, model: Callable[[TextTurn], str | int], seed: int = 1) -> TextTurn:
    turn = env.reset(seed)
    while not turn.over:
        turn = env.answer(model(turn))
    return turn


def test_a_match_is_played_in_text_to_its_result() -> None:
    env = TextEnv("folio", "bir-salem", side="German", opponent="random")
    asked: list[str] = []

    def model(turn: TextTurn) -> str:
        asked.append(turn.text)
        return f"I think that 99 would be too many. My answer is {turn.answers - 1}"

    end = played(env, model)
    assert "You play German." in asked[0] and "Your aims:" in asked[0] and asked[0].endswith("Answer with one number.")
    assert f"\n{env.reset(1).answers - 1}. " in asked[0]
    assert end.text.startswith("The match is over. ") and end.score in (0.0, 0.5, 1.0) and env.misread == 0


def test_the_same_seed_and_the_same_answers_are_the_same_match() -> None:
    texts: list[list[str]] = []
    for _ in range(2):
        env, told, rng = TextEnv("folio", "bir-salem"), list[str](), random.Random(3)
        played(env, lambda turn, told=told, rng=rng: told.append(turn.text) or rng.randrange(turn.answers), 7)  # type: ignore[misc]
        texts.append(told)
    assert texts[0] == texts[1]


def test_what_is_no_answer_is_said_and_after_three_any_is_taken() -> None:
    env = TextEnv("folio", "bir-salem", opponent="random")
    turn = env.reset(1)
    before, most = env.match.number, turn.answers - 1
    for said in ("no idea", str(turn.answers)):
        turn = env.answer(said)
        assert turn.text.endswith(f"Your last answer was no number from 0 to {most}. Write the number alone.")
        assert env.match.number == before
    env.answer(-1)
    assert env.match.number > before and (env.misread, env.given_up) == (3, 1)


def test_a_match_without_an_end_is_lost() -> None:
    end = played(TextEnv("folio", "bir-salem", limit=5), lambda turn: 0)
    assert end.score == 0.0 and "broken off" in end.text


def test_an_unknown_side_is_told() -> None:
    with pytest.raises(UnknownChoice, match=r"There is no side 'red'. Choose from: German, British."):
        TextEnv("folio", "bir-salem", side="red")


def test_nothing_hidden_is_told() -> None:
    """Night Fight's Soviets are hidden: the German's text is the same in whatever deal."""
    env = TextEnv("night-fight", "kolkhoz", opponent="random")
    text = env.reset(1).text
    for seed in range(3):
        dealt = env.match.game.rules.determinize(env.match.state, env.side, random.Random(seed))
        env.match.state = dealt
        dealt.advance()
        assert env._go_on().text == text


def test_any_command_is_measured_by_the_suite() -> None:
    found = lab.bench(TextPlayer(FIRST), matches=1, only=["folio"], backend="here", quiet=True)
    assert [one.matches for one in found.seats] == [1, 1] and found.player


def test_a_command_that_fails_says_so() -> None:
    env, player = TextEnv("folio", "bir-salem"), TextPlayer("no-such-program")
    env.reset(1)
    with pytest.raises(EngineError, match="does not start"):
        player.choose(env.match, env.match.asked(env.side), random.Random(1))
