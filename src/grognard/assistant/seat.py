"""One match of an assistant: it plays a side and is told what that side may know, the computer plays the others."""

from __future__ import annotations

import random
from collections.abc import Mapping

from grognard.engine import Action, Ask, GrognardError, Illegal, Match, find_game, with_own
from grognard.players import Player, Stillness
from grognard.players.question_text import board_text, listed, numbered, question_text
from grognard.players.rollout import deal
from grognard.players.simple import best_judged

TOLD = 40  # lines of the log that are told at once


class SeatError(GrognardError):
    """Something that cannot be done at this seat; the message says what can."""


class Seat:
    """A match and the side that is played at it. Whatever it tells is what that side may know."""

    def __init__(self, game: str, scenario: str, side: str, opponent: Player, options: Mapping[str, str]) -> None:
        known = find_game(game)
        self.match = Match.new(known, with_own(known, scenario), options)
        self.side = side or self.match.sides[0]
        self.match.must_play(self.side)
        self.opponent = opponent
        self.told = 0  # lines of the log that have been told
        self._stillness = Stillness()
        self._rng = random.Random()
        self._others()

    def _others(self) -> None:
        """The other sides answer until this one is asked."""
        match = self.match
        while not match.over and match.decision.of(self.side) is None:
            ask = match.decision.asks[0]
            match.take(self.opponent.choose(match, ask, self._rng), ask.side)

    @property
    def ask(self) -> Ask:
        """What the side is asked."""
        found = None if self.match.over else self.match.decision.of(self.side)
        if found is None:
            raise SeatError("The match is over; there is nothing to answer.")
        return found

    def action(self, number: int) -> Action:
        """An answer by its number in the list."""
        offered = listed(self.ask)
        if not 0 <= number < len(offered):
            raise SeatError(f"There is no answer {number}. They go from 0 to {len(offered) - 1}.")
        return offered[number]

    def read(self, answer: str) -> Action:
        """An answer that is written out, such as {"type": "To", "hex": "0304"}."""
        try:
            return self.match.game.rules.codec.read_action(answer.encode())
        except ValueError as error:
            raise SeatError(f"{answer!r} is no answer of {self.match.game.title}: {error}") from error

    # ------------------------------------------------------------ looking

    def question(self) -> str:
        """How it stands, and the question with its numbered answers."""
        return self.result() if self.match.over else question_text(self.match, self.ask, self.told)

    def board(self) -> str:
        """What the side sees, in words."""
        return board_text(self.match, self.side)

    def drawing(self) -> str:
        """What the side sees, as SVG; "" if the game has nothing to draw."""
        return self.match.draw(self.side) or ""

    def log(self, lines: int = TOLD) -> str:
        """The last lines of the log that the side may read."""
        return "\n".join(f"[{event.cite}] {event}" for event in self.match.log(self.side)[-lines:])

    def odds(self, number: int) -> str:
        """The exact odds of an answer."""
        action = self.action(number)
        odds = self.match.odds(action, self.side)
        return f"{self.match.describe(action)}: {odds if odds is not None else 'no odds to be told'}"

    def why_not(self, answer: str) -> str:
        """The rule that forbids an answer, in its words."""
        refusal = self.match.why_not(action := self.read(answer), self.side)
        if refusal is None:
            return f"{self.match.describe(action)} is allowed."
        return self.match.game.rulebook.explain(refusal)

    def hint(self) -> str:
        """What a sensible player would do, and why: for a person who is coached."""
        game, ask = self.match.game, self.ask
        dealt = deal(game, self.match.state, self.side, self._rng)  # what is hidden from the side says nothing here
        best = best_judged(game, dealt, ask, self._rng)
        return f"{self.match.describe(best)}. {game.mind.advice(dealt, self.side, best)}".strip()

    def result(self) -> str:
        """How the match ended, or how it would end now."""
        standing = self.match.standing()
        if standing is None:
            return "It cannot be said yet how it stands."
        winners = " and ".join(standing.winners) or "nobody"
        over = "The match is over. It was won" if self.match.over else "If it ended now, it would be won"
        return f"{over} by {winners}: {standing.reason} [{standing.cite}]."

    # ------------------------------------------------------------ playing

    def take(self, action: Action) -> str:
        """Give an answer; the others answer theirs, and what comes next is told."""
        self.ask  # noqa: B018  a SeatError, if there is nothing to answer
        before = len(self.match.log(self.side))
        try:
            self.match.take(action, self.side)
        except Illegal as error:
            raise SeatError(f"Refused: {error}") from error
        self.told = before
        self._others()
        still = self._stillness.look(self.match)
        return "\n\n".join(filter(None, (still, self.question())))

    def undo(self) -> str:
        """Take back the last answer, where nothing was rolled or seen since."""
        self.match.undo()
        return self.question()

    def answers(self) -> list[str]:
        """The answers that can be given now."""
        return numbered(self.match, listed(self.ask))
