"""`grognard-bench-1`: battles, seats, seeds and scoring that stay as they are, so that results can be compared.

The player that is measured sits in every seat in turn, the recruit in the others. A win is worth 1, a match that nobody
wins ½, all else 0: a loss, and a match without an end. A seat's score is the mean, the suite's the mean of its seats.
Results are comparable where the versions of the games are the same: they stand in every result.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from math import sqrt
from pathlib import Path
from statistics import fmean
from typing import Any

import msgspec

from grognard.engine import UnknownChoice, find_game
from grognard.lab.backends import backend_of
from grognard.lab.job import Job, MatchResult
from grognard.lab.progress import watched
from grognard.lab.runner import Lab
from grognard.lab.seats import named
from grognard.lab.stats import Z
from grognard.players import Player

NAME, OPPONENT, MATCHES = "grognard-bench-1", "recruit", 400
FILE = Path(__file__).with_name(f"{NAME}.toml")
SEATS = tuple((seat["game"], seat["scenario"], seat["side"]) for seat in tomllib.loads(FILE.read_text("utf-8"))["seat"])


class SeatScore(msgspec.Struct, frozen=True):
    """What a player has made of one seat."""

    game: str
    version: int
    scenario: str
    seat: str
    matches: int
    score: float
    error: float  # half of the 95 % interval
    unfinished: int


class BenchResult(msgspec.Struct, frozen=True):
    """What a player has made of the suite."""

    suite: str  # id of the suite
    player: str  # who was measured
    opponent: str  # who it played against
    score: float  # mean score from 0 to 1
    seats: list[SeatScore]  # score of each seat

    def save(self, path: str | Path) -> None:
        """As JSON, to be kept and compared."""
        Path(path).write_bytes(msgspec.json.format(msgspec.json.encode(self), indent=1) + b"\n")

    def __str__(self) -> str:
        lines = [f"{self.suite}: {self.player} against {self.opponent}, score {self.score:.3f}"]
        for one in self.seats:
            where = f"{one.game} {one.scenario} {one.seat} (v{one.version})"
            cut = f", {one.unfinished} without an end" if one.unfinished else ""
            lines.append(f"  {where}: {one.score:.3f} ±{one.error:.3f} of {one.matches}{cut}")
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        cells = "".join(
            f"<tr><td>{s.game}</td><td>{s.scenario}</td><td>{s.seat}</td><td>{s.score:.3f} ±{s.error:.3f}</td></tr>"
            for s in self.seats
        )
        return f"<table><caption>{self.suite}: {self.score:.3f}</caption>{cells}</table>"


def bench(
    player: str | Player,
    matches: int = MATCHES,
    *,
    only: Sequence[str] = (),
    backend: Any = "processes",
    workers: int | None = None,
    folder: str | Path | None = None,
    quiet: bool = False,
) -> BenchResult:
    """Measure a player in so many matches of each seat. `only` names games; then the score is that of their seats.

    The words are those of `play`; with a folder, a run that was stopped goes on.
    """
    own: dict[str, Player] = {}
    name = named(player, own)
    seats = [seat for seat in SEATS if not only or seat[0] in only]
    if not seats:
        raise UnknownChoice(f"The suite has the games {', '.join(dict.fromkeys(seat[0] for seat in SEATS))}.")
    jobs = [_job(number, seats[number // matches], number % matches, name) for number in range(len(seats) * matches)]
    where = backend_of(backend, workers, own)
    rows = Lab(Path(folder)).run(jobs, where, quiet) if folder else list(watched(where(jobs), len(jobs), quiet))
    by_number = {row.number: row for row in rows}
    scores = [_score(seat, [by_number[i * matches + n] for n in range(matches)]) for i, seat in enumerate(seats)]
    return BenchResult(NAME, name, OPPONENT, fmean(one.score for one in scores), scores)


def _job(number: int, seat: tuple[str, str, str], n: int, player: str) -> Job:
    """One match: seat and number make its seed, whoever plays."""
    game, scenario, side = seat
    options = find_game(game).choose_options(scenario, {})
    return Job(number, game, scenario, options, {"": OPPONENT, side: player}, f"{NAME} {' '.join(seat)} {n}")


def points(row: MatchResult, side: str) -> float:
    """A win is 1, a match that nobody wins ½; a loss is 0, and so is a match without an end."""
    if not row.ended:
        return 0.0
    return 0.5 if not row.winners else float(side in row.winners)


def _score(seat: tuple[str, str, str], rows: Sequence[MatchResult]) -> SeatScore:
    game, scenario, side = seat
    earned = [points(row, side) for row in rows]
    mean, n = fmean(earned), len(earned)
    spread = max(mean * (1 - mean), 1 / (n + 4) * (1 - 1 / (n + 4)))  # nobody is sure after all wins
    unfinished = sum(not row.ended for row in rows)
    version = find_game(game).version
    return SeatScore(game, version, scenario, side, n, mean, Z * sqrt(spread / n), unfinished)
