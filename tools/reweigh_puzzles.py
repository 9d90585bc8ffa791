"""Do kept puzzles still hold? python -m tools.reweigh_puzzles lessons/puzzles.json [...].

A change of a scenario, of a rule or of doctrine may take the point out of a puzzle. Every puzzle of a file is weighed
again, in more deals than when it was made, and told as it stands now; whose answer no longer stands out is left out.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

from msgspec.structs import replace

from grognard.engine import Match, RandomDice, read_text
from grognard.lab.puzzles import as_puzzle, has_idea, ranked, read, scores_of, stands_out, write
from grognard.school.puzzle import Puzzle

DEALS = 60
LEAST = 0.06  # of the matches played on, that the best answer must still win more often than the next


def weighed_again(puzzle: Puzzle, rng: random.Random, deals: int = DEALS) -> Puzzle | None:
    """The puzzle by what its answers come to today; None if its best answer is no longer clearly the best."""
    game, state = read_text(puzzle.position)
    state.advance()
    match = Match(game, state, RandomDice(rng))
    ask = match.asked(puzzle.side)
    found = scores_of(puzzle, match, rng, deals)
    again = as_puzzle(match, ask, found)
    if again.answers[0].answer != puzzle.answers[0].answer:
        return None
    if not stands_out(found, LEAST) or not has_idea(match, ask, ranked(found)[0]):
        return None
    return replace(puzzle, answers=again.answers, deals=deals)


def reweigh(file: Path, deals: int = DEALS) -> None:
    """Weigh a file of puzzles again, and keep those that hold."""
    kept = []
    for number, puzzle in enumerate(read(file), 1):
        again = weighed_again(puzzle, random.Random(number), deals)
        print(f"{number}. {puzzle}" if again is None else f"{number}. {again}", "no longer holds" * (again is None))
        kept += [again] if again else []
    file.write_bytes(write(kept))


if __name__ == "__main__":
    for name in sys.argv[1:]:
        reweigh(Path(name))
