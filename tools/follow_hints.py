"""What is the result if every hint is followed? python -m tools.follow_hints [GAME ...] [--matches 10] [--seed 1].

The first battle of every game is played against the recruit by hints alone. It is counted how it ends; whether one hint
undoes what another did, so that a position comes again; and how soon it comes to blows: the answers of the first two
turns, and how many of them lead to a roll.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator, Sequence

import msgspec

from grognard.engine import SHELF, Game, Match, find_game
from grognard.engine.match.odds_summary import actions_with_odds
from grognard.players import make_player
from grognard.school.path import Battle, path_of

EARLY = 2  # turns that are looked at
ENOUGH = 4000  # hints in a match at most


class Followed(msgspec.Struct):
    """What was counted."""

    matches: int = 0
    hints: int = 0
    undone: int = 0
    broken: int = 0  # answers of a hint that were no longer open when their turn came
    not_lost: int = 0
    turns: int = 0  # of the first of each match
    fights: int = 0  # answers in them that led to a roll
    answers: int = 0  # of the follower in them

    def says(self) -> str:
        """The figures in one line."""
        turns = max(1, self.turns)
        return (
            f"{self.not_lost} of {self.matches} won or drawn; {self.hints} hints, {self.undone} undone, "
            f"{self.broken} broken off; {self.fights / turns:.1f} fights and {self.answers / turns:.1f} answers a turn"
        )


def follow(game: Game, battle: Battle, seed: int, tally: Followed) -> Match:
    """One match by hints against the recruit."""
    match, side = Match.new(game, battle.scenario, battle.options, seed, record=False), battle.side
    foe, rng = make_player(battle.opponent), random.Random(seed)
    stood: dict[str, int] = {}
    hints = early = 0
    while not match.over and hints < ENOUGH:
        mine = match.decision.of(side)
        if mine is None or len(mine.actions) == 1:
            ask = mine or match.decision.asks[0]
            match.take(foe.choose(match, ask, rng), ask.side)
            continue
        hints += 1
        early = max(early, _act(match, side, tally))
        here = match.state.digest()
        tally.undone += stood.get(here, hints) != hints
        stood[here] = hints
    tally.matches, tally.hints, tally.turns = tally.matches + 1, tally.hints + hints, tally.turns + early
    tally.not_lost += match.result is not None and (side in match.result.winners or not match.result.winners)
    return match


def _act(match: Match, side: str, tally: Followed) -> int:
    """Do what the hint says; the turn, as long as it is an early one."""
    turn = match.view(side).turn
    early = turn if 0 < turn <= EARLY else 0
    for answer in match.hint(side).answers:
        ask = match.decision.of(side)
        if ask is None:
            break
        if answer not in ask.actions:
            tally.broken += 1
            break
        if early:
            tally.answers += 1
            tally.fights += any(answer == action for _, action in actions_with_odds(match, ask))
        match.take(answer, side)
    return early


def measure(games: Sequence[Game], matches: int, seed: int = 1) -> Iterator[tuple[str, Followed]]:
    """So many first battles of each game that has one."""
    for game in games:
        path = path_of(game)
        if path is not None:
            tally = Followed()
            for number in range(matches):
                follow(game, path.battle, seed + number, tally)
            yield f"{game.title}, {game.scenarios[path.battle.scenario].title}", tally


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="all if none is named")
    parser.add_argument("--matches", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    for title, tally in measure([find_game(name) for name in chosen.games or SHELF], chosen.matches, chosen.seed):
        print(f"{title}: {tally.says()}", flush=True)


if __name__ == "__main__":
    main()
