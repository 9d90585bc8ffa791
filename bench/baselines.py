"""What simple players earn in every environment, as a page of the documentation: whoever learns has to beat that.

    python -m bench.baselines FOLDER docs/reference/baselines.md [--matches 20] [GAME ...]

A line for each seat of each environment: the mean reward of an episode, 1 for a win and -1 for a loss, of somebody who
takes any answer and of doctrine, with doctrine on the other seats. The matches are kept in the folder, a run that was
stopped goes on, and what the page says of games that were not played is kept.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from math import sqrt
from pathlib import Path
from statistics import fmean, pvariance
from typing import NamedTuple

from msgspec.structs import replace

from grognard.engine import SHELF, Game, Match, find_game
from grognard.env.aec import env_id
from grognard.lab.backends import local
from grognard.lab.job import Job, MatchResult
from grognard.lab.runner import Lab, plan
from grognard.lab.stats import Z
from tools.markdown_table import line_of, renewed

PLAYERS = ("random", "doctrine")
RULE = "| --- | --- | --- | --- | ---: | ---: | ---: | ---: |"
HEAD = f"""# Baselines

For researchers. The mean reward of an episode in every [environment](environments.md), for each seat: 1 for a win,
-1 for a loss, 0 for neither. Doctrine answers for the other seats (`opponent="doctrine"`); where there is one seat, the
rulebook does. In brackets half of the 95 % interval. `random` takes any of the legal rows. An id names
the version of the rules that was played (`make baselines`).

| game | scenario | seat | environment | random | doctrine | matches of each | answers |
{RULE}

"""


class Baseline(NamedTuple):
    """What was earned on one seat of one environment."""

    game: Game
    scenario: str
    seat: str
    rewards: dict[str, list[float]]  # by who sat there
    answers: float  # in a match of doctrine

    def line(self) -> str:
        """A line of the table."""
        titles = self.game.title, self.game.scenarios[self.scenario].title
        earned, matches = [told(self.rewards[name]) for name in PLAYERS], len(self.rewards["doctrine"])
        env = f"`{env_id(self.game, self.scenario)}`"
        return line_of([*titles, self.seat, env, *earned, matches, f"{self.answers:.0f}"])


def told(rewards: Sequence[float]) -> str:
    """A mean with half of its interval; one win and one loss are added to the spread, so that it is never nothing."""
    spread = sqrt(pvariance([*rewards, 1.0, -1.0]) / len(rewards))
    return f"{fmean(rewards):+.2f} (±{Z * spread:.2f})"


def reward(row: MatchResult, seat: str) -> float:
    """What the environment gives a seat for a match."""
    if not row.winners:
        return 0.0
    return 1.0 if seat in row.winners else -1.0


def jobs(chosen: Iterable[Game], matches: int) -> list[Job]:
    """Doctrine on all seats, and on each seat in turn somebody who takes any answer."""
    found: list[Job] = []
    for game, scenario in [(each, name) for each in chosen for name in each.scenarios]:
        seats = Match.new(game, scenario, record=False).sides
        for seated in [{}, *({seat: "random"} for seat in seats)]:
            found += plan([(game, scenario)], matches, {"": "doctrine", **seated}, seed=f"baseline {seated}")
    return [replace(job, number=number) for number, job in enumerate(found)]


def baselines(rows: Iterable[MatchResult]) -> Iterator[Baseline]:
    """What was earned on every seat, in the order in which it was played."""
    for (name, scenario), group in groupby(rows, key=lambda row: (row.game, row.scenario)):
        played, game = list(group), find_game(name)
        for seat in played[0].sides:
            others = [row for row in played if all(row.players[o] == "doctrine" for o in row.sides if o != seat)]
            by = {name: [row for row in others if row.players[seat] == name] for name in PLAYERS}
            rewards = {name: [reward(row, seat) for row in some] for name, some in by.items()}
            yield Baseline(game, scenario, seat, rewards, fmean(row.answers for row in by["doctrine"]))


def page(found: Iterable[Baseline], before: str = "") -> str:
    """The whole page: lines of what was played, and what the page before said of the rest."""
    return renewed(before or HEAD, RULE, (baseline.line() for baseline in found))


def main() -> None:
    """Play, and write the page."""
    parser = argparse.ArgumentParser(prog="python -m bench.baselines", description=(__doc__ or "").split(":")[0])
    parser.add_argument("folder", type=Path, help="where the matches are kept")
    parser.add_argument("page", type=Path, help="the page to write")
    parser.add_argument("games", nargs="*", help="all if none is named")
    parser.add_argument("--matches", type=int, default=20)
    parser.add_argument("--workers", type=int)
    told = parser.parse_args()
    games = [find_game(name) for name in told.games] or list(SHELF.values())
    rows = Lab(told.folder).run(jobs(games, told.matches), local(told.workers))
    told.page.write_text(page(baselines(rows), told.page.read_text("utf-8") if told.page.exists() else ""), "utf-8")


if __name__ == "__main__":
    main()
