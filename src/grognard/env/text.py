"""One seat as text: a question with numbered answers, and at the end the result. For language models in one's own loop.

    from grognard.env.text import TextEnv
    env = TextEnv("folio", "bir-salem", side="German", opponent="recruit")
    turn = env.reset(seed=1)
    while not turn.over:
        turn = env.answer(model(turn.text))     # text with a number in it: the last one counts
    print(turn.text, turn.score)

The text is that of `text:COMMAND`, and tells what the side may know and nothing more. A question with one answer is not
asked. `score` is that of grognard-bench-1: a win 1, a match that nobody wins ½, all else 0.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass

from grognard.engine import Action, Match, UnknownChoice, find_game
from grognard.players import Player, Stillness, make_player
from grognard.players.question_text import listed, question_text
from grognard.players.text import TRIES, number_at_end

LIMIT = 20_000  # answers of a match


@dataclass(frozen=True)
class TextTurn:
    """What the model is shown, and where the match stands."""

    text: str  # the question and its answers, or the result
    answers: int = 0  # how many there are, from 0
    over: bool = False
    score: float | None = None  # when it is over


class TextEnv:
    """One scenario for one seat, as text. `misread` counts what could not be used, `given_up` what was then drawn."""

    def __init__(
        self,
        game: str,
        scenario: str,
        options: Mapping[str, str] | None = None,
        *,
        side: str | None = None,
        opponent: str | Player = "recruit",
        limit: int = LIMIT,
    ) -> None:
        self.game, self.scenario, self.options = find_game(game), scenario, dict(options or {})
        sides = Match.new(self.game, scenario, self.options, record=False).sides
        if side is not None and side not in sides:
            raise UnknownChoice(f"There is no side {side!r}. Choose from: {', '.join(sides)}.")
        self.side, self.opponent, self.limit = side or sides[0], make_player(opponent), limit
        self.misread = self.given_up = 0

    def reset(self, seed: int | str | None = None) -> TextTurn:
        """A new match up to the first question; the same seed gives the same dice and the same opponent."""
        self.match = Match.new(self.game, self.scenario, self.options, seed)
        self._rng, self._stillness, self._tries = random.Random(seed), Stillness(), 0
        return self._go_on()

    def answer(self, said: str | int) -> TextTurn:
        """Give the answer with this number, and go on to the next question. After three that are none, any is taken."""
        ask = self.match.asked(self.side)
        offered = listed(ask)
        number = said if isinstance(said, int) else number_at_end(said)
        if number is not None and 0 <= number < len(offered):
            return self._take(offered[number])
        self.misread, self._tries = self.misread + 1, self._tries + 1
        if self._tries >= TRIES:
            self.given_up += 1
            return self._take(self._rng.choice(offered))
        complaint = f"Your last answer was no number from 0 to {len(offered) - 1}. Write the number alone."
        return TextTurn(f"{question_text(self.match, ask)}\n\n{complaint}", len(offered))

    def _take(self, action: Action) -> TextTurn:
        self._tries = 0
        self.match.take(action, self.side)
        return self._go_on()

    def _go_on(self) -> TextTurn:
        """The others answer, and this side where it has no choice, until it is asked or the match has ended."""
        match = self.match
        while not match.over:
            if match.number >= self.limit or self._stillness.look(match):
                return TextTurn("The match was broken off: it does not come to an end. It is lost.", 0, True, 0.0)
            mine = match.decision.of(self.side)
            if mine is None:
                ask = match.decision.asks[0]
                match.take(self.opponent.choose(match, ask, self._rng), ask.side)
            elif len(offered := listed(mine)) == 1:
                match.take(offered[0], self.side)
            else:
                return TextTurn(question_text(match, mine), len(offered))
        return self._result()

    def _result(self) -> TextTurn:
        result = self.match.result
        assert result is not None
        won = 0.5 if not result.winners else float(self.side in result.winners)
        said = {1.0: "You have won", 0.5: "Nobody has won", 0.0: "You have lost"}[won]
        return TextTurn(f"The match is over. {said}: {result.reason} [{result.cite}].", 0, True, won)
