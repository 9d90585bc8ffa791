"""Another process, with another order of sets: it replays the same, tells the same, asks and thinks the same."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from grognard.conformance.alike import difference
from grognard.conformance.minds import read_again, thoughts
from grognard.conformance.package import elsewhere
from grognard.conformance.played import SEEDS
from grognard.conformance.spots import Spot, at
from grognard.engine import Game, Match, RecordError, State, find_game, replay, verify
from grognard.engine.records.record import read_lines
from grognard.engine.records.replay import told

HASHES = ("4711", "1", "2")  # orders of sets that are tried
_THERE = "import sys; from grognard.conformance.elsewhere import main; main(*sys.argv[1:])"
SHORT = 600  # answers of all records together, up to which all of them are tried


def same_elsewhere(game: Game, matches: Mapping[str, Match], spots: Sequence[Spot]) -> int:
    """Records verify with every word of their logs, and positions are told alike; returns how much was looked at."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        for scenario, match in matches.items():
            match.save(home / f"{scenario}.grog")
        sent = [msgspec.Raw(spot.live.to_json()) for spot in spots]
        (home / "positions.json").write_bytes(msgspec.json.encode(sent))
        answers = sum(match.number for match in matches.values())
        for order in HASHES if answers <= SHORT else HASHES[:1]:
            said = elsewhere("-c", _THERE, game.id, folder, hashes=order)
            there = msgspec.json.decode(said.splitlines()[-1], type=list[list[str]])
            for spot, lines in zip(spots, there, strict=True):
                with at(spot.match, spot.seed):
                    here = telling(game, spot.live)
                    assert here == lines, f"it is told otherwise in another process: {difference(here, lines)}"
    return answers + len(spots)


def telling(game: Game, g: State[Any]) -> list[str]:
    """A position as it is told: questions, answers, views, aims, and what the mind thinks of it."""
    asked = [f"{ask.side}: {ask.prompt} {list(ask.actions)!r}" for ask in g.asks]
    sides = game.rules.sides(g)
    seen = [repr(game.rules.view(g, side)) for side in (*sides, None)]
    aims = [repr(game.rules.aims(g, side)) for side in sides]
    return [*asked, *seen, *aims, *map(repr, thoughts(game, g))]


def words_hold(path: Path) -> str:
    """What is wrong with a record, words and all; "" if nothing is."""
    data = path.read_bytes()
    try:
        found = verify(data)
    except RecordError as error:
        return repr(error)
    if not found.other_words:
        return ""
    lines = read_lines(data)
    *_, course = replay(lines)
    here, there = map(str, told(lines)), map(str, course.events)
    first = next(((a, b) for a, b in zip(here, there, strict=False) if a != b), ("fewer lines", "more lines"))
    return f"the log is written otherwise in another process (an order of sets?): {first[0]!r} or {first[1]!r}"


def main(game_id: str, folder: str) -> None:
    """The other process: check the records, and tell the positions."""
    game = find_game(game_id)
    for path in sorted(Path(folder).glob("*.grog")):
        if wrong := words_hold(path):
            raise SystemExit(f"{path.stem}, the match of seed {SEEDS[0]}: {wrong}")
    states = msgspec.json.decode(Path(folder, "positions.json").read_bytes(), type=list[msgspec.Raw])
    print(msgspec.json.encode([telling(game, read_again(game, bytes(state))) for state in states]).decode())
