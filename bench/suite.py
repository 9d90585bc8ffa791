"""Decisions that must not be taken again: python -m bench.suite PLAYER [GAME ...].

`suite.json` holds positions with an answer that was given there and was silly. A player is asked again; what counts is
how often the old answer comes back, not whether there is one right answer. It is to grow: a position, the side, the
answer in the words of the notation, how it reads.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from grognard.engine import Game, Match, RandomDice, State, read_text
from grognard.players import Player, make_player
from grognard.school.lesson import read_answer

FILE = Path(__file__).with_name("suite.json")


class Silly(msgspec.Struct, frozen=True):
    """A position, and what is not to be answered there again."""

    number: int  # of the decision in the match it was found in
    side: str
    answer: str
    reads: str
    position: str

    def match(self) -> Match:
        """The match at that question."""
        game, state = self.place()
        return Match(game, state, RandomDice(random.Random(1)))

    def place(self) -> tuple[Game, State[Any]]:
        """The game and the position, with its question asked."""
        game, state = read_text(self.position)
        state.advance()
        return game, state

    def repeated(self, player: Player) -> bool:
        """Does a player answer so again?"""
        match = self.match()
        ask = next(ask for ask in match.decision.asks if ask.side == self.side)
        return player.choose(match, ask, random.Random(1)) == read_answer(match.game, self.answer)


def suite(*games: str) -> Iterator[Silly]:
    """All of them, or those of some games."""
    for silly in msgspec.json.decode(FILE.read_bytes(), type=list[Silly]):
        if not games or silly.position.split(maxsplit=1)[0] in games:
            yield silly


def repeated(name: str, *games: str) -> tuple[Counter[str], Counter[str]]:
    """How many there are of each game, and how many a player repeats."""
    all_of, again = Counter[str](), Counter[str]()
    for silly in suite(*games):
        game = silly.position.split(maxsplit=1)[0]
        all_of[game] += 1
        again[game] += silly.repeated(make_player(name))
    return all_of, again


def main() -> None:
    """The command."""
    name, *games = sys.argv[1:] or ["doctrine"]
    all_of, again = repeated(name, *games)
    for game, count in all_of.items():
        print(f"{game}: {name} repeats {again[game]} of {count}")


if __name__ == "__main__":
    main()
