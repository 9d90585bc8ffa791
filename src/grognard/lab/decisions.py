"""Every decision of some matches as a Parquet file: what was asked, what was chosen among how many, and how it ended.

    grognard lab play folio bir-salem --matches 200 --decisions

A match is played again from its job, so only players that look at no clock give the very same match.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from grognard.engine import Action, Ask, Match, find_game
from grognard.extras import missing

try:
    import pyarrow as pa
    import pyarrow.parquet as pq
except ModuleNotFoundError as error:
    raise missing(error) from error

from grognard.lab.job import NOBODY, Job, MatchResult, play_job
from grognard.lab.progress import watched
from grognard.players import Player, make_player

SCHEMA = pa.schema(
    [
        *(("number", pa.int32()), ("game", pa.string()), ("scenario", pa.string()), ("seed", pa.string())),
        *(("decision", pa.int32()), ("turn", pa.int32()), ("side", pa.string()), ("player", pa.string())),
        *(("prompt", pa.string()), ("cite", pa.string()), ("answers", pa.int32()), ("kind", pa.string())),
        *(("answer", pa.string()), ("words", pa.string()), ("value", pa.float32()), ("won", pa.bool_())),
    ]
)


class Listener:
    """A player that answers as another does, and writes down what it was asked."""

    def __init__(self, player: Player, name: str, kept: list[dict[str, Any]]) -> None:
        self.player, self.name, self.kept = player, name, kept

    def choose(self, match: Match, ask: Ask, rng: random.Random) -> Action:
        """The other's answer."""
        answer = self.player.choose(match, ask, rng)
        told = {
            "decision": match.number,
            "turn": getattr(match.state, "turn", 0),
            "side": ask.side,
            "player": self.name,
            "prompt": ask.prompt,
            "cite": ask.cite,
            "answers": len(ask.actions),
            "kind": type(answer).__name__,
            "answer": msgspec.json.encode(answer).decode(),
            "words": match.describe(answer),
            "value": match.game.mind.value(match.state, ask.side),
        }
        self.kept.append(told)
        return answer


def decisions(job: Job, own: Mapping[str, Player] = NOBODY) -> tuple[MatchResult, list[dict[str, Any]]]:
    """A match, and its decisions."""
    game = find_game(job.game)
    if job.file:
        game.add_scenario(job.file)
    kept: list[dict[str, Any]] = []
    listeners: dict[str, Player] = {}
    for side in game.rules.sides(game.start(job.scenario, job.options)):
        name = job.player(side)
        listeners[side] = Listener(own.get(name) or make_player(name), name, kept)
    row = play_job(msgspec.structs.replace(job, players={side: side for side in listeners}), own=listeners)
    about = {"number": job.number, "game": job.game, "scenario": job.scenario, "seed": job.seed}
    return row, [{**about, **one, "won": one["side"] in row.winners} for one in kept]


def write(jobs: Sequence[Job], path: Path, quiet: bool = False) -> int:
    """Play the jobs here and write their decisions, a group of rows a match; returns how many there were."""
    count = 0
    with pq.ParquetWriter(path, SCHEMA) as file:
        for _, found in watched(map(decisions, jobs), len(jobs), quiet, "matches written"):
            file.write_table(pa.Table.from_pylist(found, SCHEMA))
            count += len(found)
    return count
