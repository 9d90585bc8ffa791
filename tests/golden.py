"""Golden matches: whole matches as readable text, replayed and compared line by line.

A file begins with what was played, then holds every answer ("> side Action value") and the log lines it led to,
and ends with the result. A change of the rules shows as a difference. To play files anew after such a change:

    python -m tests.golden doctrine tests/games/korsun/golden/*.txt

A file begins like this one, of which only the first line is needed to write it:

    korsun campaign setup=historical seed=7
    > Soviet Pick S-180-21
    > Soviet To 2813
      21 180 moves to 2813
    = German tactical: 13 of 44 encircled units have a line to the west | German
"""

from __future__ import annotations

import random
import sys
from collections.abc import Mapping
from pathlib import Path

import msgspec

from grognard.engine import Action, Game, Match, find_game
from grognard.players import Player, make_player


def play(header: str, player: Player) -> list[str]:
    """The lines of a whole match in which the player answers for every side."""
    match, seed = _begin(header)
    rng = random.Random(seed)
    lines = [header, *_new_lines(match, 0)]
    while not match.over:
        ask = match.decision.asks[0]
        lines += _answer(match, ask.side, player.choose(match, ask, rng))
    return [*lines, _ending(match)]


def replay(text: str) -> list[str]:
    """The lines a golden match has under today's rules, from its answers."""
    header, *rest = text.splitlines()
    match, _ = _begin(header)
    lines = [header, *_new_lines(match, 0)]
    for line in rest:
        if line.startswith("> "):
            _, side, kind, *values = line.split(" ", 3)
            lines += _answer(match, side, _action(match.game, kind, values))
    return [*lines, _ending(match)]


def header(game: Game, scenario: str, options: Mapping[str, str], seed: int) -> str:
    """The first line of a golden match."""
    chosen = game.choose_options(scenario, options)
    words = [f"{key}={value.replace(' ', '_')}" for key, value in chosen.items()]
    return " ".join([game.id, scenario, *words, f"seed={seed}"])


def _begin(header: str) -> tuple[Match, int]:
    game, scenario, *words = header.split(" ")
    settings = dict(word.split("=", 1) for word in words)
    seed = int(settings.pop("seed"))
    options = {key: value.replace("_", " ") for key, value in settings.items()}
    return Match.new(find_game(game), scenario, options, seed, record=False), seed


def _answer(match: Match, side: str, action: Action) -> list[str]:
    before = len(match.events)
    values = " | ".join(str(value) for value in _told(action))
    match.take(action, side)
    return [f"> {side} {type(action).__name__} {values}".rstrip(), *_new_lines(match, before)]


def _told(action: Action) -> list[object]:
    """The values of an answer, without those at the end that are left unsaid."""
    values, fields = list(msgspec.structs.astuple(action)), msgspec.structs.fields(action)
    while values and values[-1] == fields[len(values) - 1].default:
        values.pop()
    return values


def _new_lines(match: Match, before: int) -> list[str]:
    found = []
    for event in match.events[before:]:
        dice = f" [{' '.join(map(str, event.dice))}]" if event.dice else ""
        found.append(f"  {event}{dice}")
    return found


def _ending(match: Match) -> str:
    result = match.result
    return f"= {result.level}: {result.reason} | {', '.join(result.winners) or 'nobody'}" if result else "= not over"


def _action(game: Game, kind: str, values: list[str]) -> Action:
    cls = next(cls for cls in game.rules.actions if cls.__name__ == kind)
    fields = msgspec.structs.fields(cls)
    words = zip(fields, values[0].split(" | ") if values else (), strict=False)
    return cls(*(_read(field.type, word) for field, word in words))


def _read(kind: object, word: str) -> object:
    return int(word) if kind is int else word == "True" if kind is bool else word


if __name__ == "__main__":
    name, *files = sys.argv[1:]
    for file in files:
        path = Path(file)
        lines = play(path.read_text("utf-8").splitlines()[0], make_player(name))
        path.write_text("\n".join(lines) + "\n", "utf-8")
        print(path.name, lines[-1])
