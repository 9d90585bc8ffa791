"""Is an analysis true? python -m tools.check_analysis RECORD [--seconds 20].

A finished match is analysed, and every sentence is worked out again from its record by other ways: the chances from the
positions, what happened by comparing them, what the dice and the decisions came to by adding them up, and what the hint
said at the moment of every decision that is called a mistake.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from grognard.engine import Match
from grognard.engine.records.record import BackLine, Line, TakeLine, UndoLine, read_lines
from grognard.engine.records.replay import replay_lines
from grognard.players.review.analysis import Analysis, Depth, analyse
from grognard.players.review.turning_points import happened
from grognard.players.win_chance import win_chance

NEAR = 0.002  # chances are told rounded


def faults(lines: Sequence[Line], found: Analysis) -> Iterator[str]:
    """What an analysis says that its record does not bear out."""
    matches = [Match(past.game, past.state.clone(), past.dice) for _, past in replay_lines(lines)]
    yield from _curve(matches, found)
    yield from _mistakes(matches, found)
    yield from _turnings(matches, found)
    yield from _dice(lines, found)


def _curve(matches: Sequence[Match], found: Analysis) -> Iterator[str]:
    """Every chance, from its position."""
    for point in found.curve:
        g, game = matches[point.frame].state, matches[point.frame].game
        told = {side: win_chance(game, g, side, game.mind.value(g, side)) for side in found.sides}
        if any(abs(told[side] - point.chances[side]) > NEAR for side in found.sides):
            yield f"the chances at {point.frame} are {told}, not {point.chances}"


def _mistakes(matches: Sequence[Match], found: Analysis) -> Iterator[str]:
    """Nobody is blamed for what was advised, and what is called better is what was advised."""
    for item in found.costly:
        match = matches[item.frame]
        hint = match.hint(item.side)
        said = [msgspec.to_builtins(answer) for answer in hint.answers]
        if item.taken.action == said[0]:
            yield f"{item.taken.text} is blamed, and was the hint"
        if item.better.answers != said:
            yield f"{item.better.text} is called better, and the hint was {hint.text}"
        if abs(item.better.chance - item.taken.chance - item.cost) > NEAR:
            yield f"{item.taken.text} is said to cost {item.cost}"
        if not match.game.mind.underway(match.state):
            yield f"{item.taken.text} is of the set-up"


def _turnings(matches: Sequence[Match], found: Analysis) -> Iterator[str]:
    """What is said to have happened, and that dice and decisions add up."""
    ends = {point.frame: point.chances for point in found.curve}
    for turning in found.turnings:
        last = matches[turning.end]
        for side, part in turning.sides.items():
            if (part.before, part.after) != (ends[turning.start][side], ends[turning.end][side]):
                yield f"turn {turning.turn}: {part.before} to {part.after} is not on the curve"
            if part.events != happened(last.game, matches[turning.start].state, last.state, side):
                yield f"turn {turning.turn}: {part.events} is not what happened"
            dice = sum(one.worth[side] for one in found.thrown if turning.start <= one.frame < turning.end)
            if abs(part.before + dice + part.decided - part.after) > NEAR:
                yield f"turn {turning.turn}: dice and decisions do not add up"


def _dice(lines: Sequence[Line], found: Analysis) -> Iterator[str]:
    """Every throw of an answer that stands is counted, and no other."""
    standing: list[TakeLine] = []
    for line in lines:
        if isinstance(line, TakeLine):
            standing.append(line)
        elif isinstance(line, UndoLine | BackLine):
            del standing[len(standing) - line.count :]
    threw = [line.side for line in standing if line.dice]
    if threw != [one.side for one in found.thrown]:
        yield f"{len(threw)} throws are on the record, and {len(found.thrown)} are counted"


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("record", type=Path)
    parser.add_argument("--seconds", type=float, default=20.0)
    chosen = parser.parse_args()
    lines = read_lines(chosen.record.read_bytes())
    found = analyse(lines, Depth(seconds=chosen.seconds))
    wrong = list(faults(lines, found))
    print(
        f"{len(found.costly)} mistakes, {len(found.turnings)} turnings, {len(found.thrown)} throws: {len(wrong)} faults"
    )
    print("\n".join(wrong))


if __name__ == "__main__":
    main()
