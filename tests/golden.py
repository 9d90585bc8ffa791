"""Golden matches: whole matches as readable text, replayed and compared line by line.

A file begins with what was played, then holds every answer ("> side Action value") and the log lines it led to,
and ends with the result. A change of the rules shows as a difference; `write` makes a file anew.

    korsun campaign setup=historical seed=7
    > Soviet Pick S-180-21
    > Soviet To 2813
      21 180 moves to 2813
    = German tactical: 13 of 44 encircled units have a line to the west
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path

import msgspec

from grognard.engine import Action, Game, Match, find_game
from grognard.players import Player


def write(
    path: Path, game: Game, scenario: str, options: Mapping[str, str], seed: int, players: Mapping[str, Player]
) -> str:
    """Play a match and write it down; the result's level."""
    match = Match.new(game, scenario, options, seed, record=False)
    rng = random.Random(seed)
    chosen = game.choose_options(scenario, options)
    words = " ".join(f"{key}={value.replace(' ', '_')}" for key, value in chosen.items())
    lines = [f"{game.id} {scenario} {words} seed={seed}", *_new_lines(match, 0)]
    while not match.over:
        ask = match.decision.asks[0]
        action = players[ask.side].choose(match, ask, rng)
        lines += _answer(match, ask.side, action)
    lines.append(_ending(match))
    path.write_text("\n".join(lines) + "\n", "utf-8")
    assert match.result is not None
    return match.result.level


def replay(text: str) -> list[str]:
    """The lines a golden match has under today's rules, from its answers."""
    header, *rest = text.splitlines()
    game_id, scenario, *words = header.split(" ")
    settings = dict(word.split("=", 1) for word in words)
    seed = int(settings.pop("seed"))
    game = find_game(game_id)
    options = {key: value.replace("_", " ") for key, value in settings.items()}
    match = Match.new(game, scenario, options, seed, record=False)
    lines = [header, *_new_lines(match, 0)]
    for line in rest:
        if line.startswith("> "):
            _, side, kind, value = line.split(" ", 3)
            lines += _answer(match, side, _action(game, kind, value))
    return [*lines, _ending(match)]


def _answer(match: Match, side: str, action: Action) -> list[str]:
    before = len(match.events)
    values = " | ".join(str(value) for value in msgspec.structs.astuple(action))
    match.take(action, side)
    return [f"> {side} {type(action).__name__} {values}", *_new_lines(match, before)]


def _new_lines(match: Match, before: int) -> list[str]:
    found = []
    for event in match.events[before:]:
        dice = f" [{' '.join(map(str, event.dice))}]" if event.dice else ""
        found.append(f"  {event}{dice}")
    return found


def _ending(match: Match) -> str:
    result = match.result
    return f"= {result.level}: {result.reason}" if result else "= not over"


def _action(game: Game, kind: str, value: str) -> Action:
    cls = next(cls for cls in game.actions if cls.__name__ == kind)
    fields = msgspec.structs.fields(cls)
    values = (int(word) if field.type is int else word for field, word in zip(fields, value.split(" | "), strict=True))
    return cls(*values)
