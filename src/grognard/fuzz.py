"""Many matches of every scenario with everything checked: `python -m grognard.fuzz COUNT`.

Random and doctrine matches are spread evenly over games, scenarios and options. After every answer the game's
invariants are checked, and every so often the whole of `grognard.conformance`. With `--secrets` the hidden pieces are
dealt again at every decision, which must change nothing that either side sees or is asked. `--keen KIND` seeks answers
of a kind that players seldom give, such as hiding; `--skip` goes on where an earlier run ended. A match that fails is
written to a file from which `--again FILE` repeats it to the same answer.
"""

from __future__ import annotations

import argparse
import itertools
import multiprocessing
import os
import random
import sys
import time
import traceback
from collections.abc import Iterator
from pathlib import Path

import msgspec
from msgspec.structs import replace

from grognard import conformance
from grognard.engine import SHELF, Action, Ask, Game, GrognardError, Match, find_game
from grognard.players import Player, make_player

CHECK_EVERY = 60  # answers between two full checks
TRIED = 60  # of what could be tried, in each of them


class Job(msgspec.Struct, frozen=True):
    """One match to play."""

    game: str
    scenario: str
    options: dict[str, str]
    player: str
    seed: int
    secrets: bool = False  # is every decision tried in another deal of what is hidden?
    keen: tuple[str, ...] = ()  # kinds of answers that are given wherever they are offered


class Failure(msgspec.Struct, frozen=True):
    """What went wrong, and how to see it again."""

    job: Job
    answers: int
    error: str


def jobs(games: list[Game], scenarios: list[str], players: list[str], like: Job) -> Iterator[Job]:
    """Matches without end, in turn of every scenario, and of each in all its ways; each has a seed of its own."""
    battles = [(game, scenario) for game in games for scenario in scenarios or game.scenarios]
    ways = [itertools.cycle(itertools.product(_options(*battle), players)) for battle in battles]
    for number, ((game, scenario), way) in enumerate(itertools.cycle(zip(battles, ways, strict=True))):
        options, player = next(way)
        yield replace(like, game=game.id, scenario=scenario, options=options, player=player, seed=like.seed + number)


def _options(game: Game, scenario: str) -> list[dict[str, str]]:
    """Of what concerns a scenario the first option in all its values, and every other value of the others once."""
    found: list[dict[str, str]] = []
    meant = [option for option in game.options.values() if option.fits(scenario)]
    for i, option in enumerate(meant):
        found += [{option.id: value} for value in (option.values if i == 0 else option.values[1:])]
    return found or [{}]


class Keen:
    """A player who once gives each answer of the kinds he is keen on to a question, and else plays as another does."""

    def __init__(self, player: Player, kinds: tuple[str, ...]) -> None:
        self.player, self.kinds = player, kinds
        self.given: set[tuple[str, Action]] = set()

    def choose(self, match: Match, ask: Ask, rng: random.Random) -> Action:
        """An answer to a question."""
        sought = [(ask.prompt, action) for action in ask.actions if type(action).__name__ in self.kinds]
        new = [answer for answer in sought if answer not in self.given]
        if not new:
            return self.player.choose(match, ask, rng)
        answer = rng.choice(new)
        self.given.add(answer)
        return answer[1]


def run(job: Job) -> tuple[int, Failure | None]:
    """Play one match; returns its number of answers and what went wrong, if anything did."""
    answers = 0
    try:
        file = job.scenario.endswith(".toml")
        match = Match.new(find_game(job.game), Path(job.scenario) if file else job.scenario, job.options, seed=job.seed)
        rng = random.Random(job.seed)
        player, tries = Keen(make_player(job.player), job.keen), conformance.Attempts()
        while not match.over:
            if job.secrets:
                conformance.nothing_leaks(match, rng)
            if answers % CHECK_EVERY == CHECK_EVERY // 2:
                tries.learn(match)
                conformance.check_position(match, rng)
                refused = conformance.Refused(match.game.rules.reasons)
                conformance.nothing_else_is_accepted(match, rng, tries, TRIED, refused)
                refused.prove_all(match)
            ask = rng.choice(match.decision.asks)
            match.take(player.choose(match, ask, rng), ask.side)
            answers += 1
            match.game.rules.check(match.state)
            assert answers < 100_000, "the match does not end"
        conformance.log_is_sound(match)
    except Exception:  # whatever it is, it is what the fuzzer looks for
        return answers, Failure(job, answers, traceback.format_exc())
    return answers, None


def main(arguments: list[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m grognard.fuzz", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("count", nargs="?", type=int, default=200, help="how many matches")
    parser.add_argument("--game", action="append", default=[], help="only these games")
    parser.add_argument("--scenario", action="append", default=[], help="only these, by their names or files")
    parser.add_argument("--player", action="append", default=[], help="random, doctrine (both by default)")
    parser.add_argument("--keen", action="append", default=[], help="kinds of answers to give where they are offered")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--skip", type=int, default=0, help="how many matches to leave out first")
    parser.add_argument("--secrets", action="store_true", help="deal what is hidden again at every decision")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--failures", type=Path, default=Path("fuzz-failures"), help="where failures are written")
    parser.add_argument("--again", type=Path, help="repeat a failure from its file")
    options = parser.parse_args(arguments)
    try:
        if options.again:
            return again(options.again)
        games = [find_game(name) for name in options.game] or list(SHELF.values())
        players = options.player or ["random", "doctrine"]
        for name in players:
            make_player(name)
    except (GrognardError, OSError, msgspec.DecodeError) as error:
        print(f"fuzz: {error}", file=sys.stderr)
        return 2
    like = Job("", "", {}, "", options.seed, options.secrets, tuple(options.keen))
    work = itertools.islice(jobs(games, options.scenario, players, like), options.skip, options.skip + options.count)
    return fuzz(list(work), options.workers, options.failures)


def fuzz(work: list[Job], workers: int, folder: Path) -> int:
    """Play all matches and count them; returns the exit code."""
    failures, answers, began = 0, 0, time.monotonic()
    with multiprocessing.get_context("spawn").Pool(workers) as pool:
        for number, (count, failure) in enumerate(pool.imap_unordered(run, work), 1):
            answers += count
            if failure is not None:
                failures += 1
                print(f"\rfailed: {write(failure, folder)}")
            if sys.stdout.isatty():
                left = (time.monotonic() - began) / number * (len(work) - number)
                print(f"\r{number:,} of {len(work):,} matches, {left:.0f} s left ", end="", flush=True)
    print(f"\r{len(work)} matches, {answers:,} answers, {failures} failures")
    return 1 if failures else 0


def write(failure: Failure, folder: Path) -> Path:
    """Keep a failure in a file."""
    folder.mkdir(parents=True, exist_ok=True)
    job = failure.job
    path = folder / f"{job.game}-{Path(job.scenario).stem}-{job.player}-{job.seed}.json"
    path.write_bytes(msgspec.json.format(msgspec.json.encode(failure), indent=1))
    return path


def again(path: Path) -> int:
    """Repeat the match of a failure file."""
    known = msgspec.json.decode(path.read_bytes(), type=Failure)
    answers, failure = run(known.job)
    print(failure.error if failure else f"The match is sound now: {answers} answers.")
    return 1 if failure else 0


if __name__ == "__main__":
    sys.exit(main())
