"""`grognard lab run` and `grognard lab compare`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

from rich.console import Console
from rich.table import Table

from grognard.engine import SHELF, Game, find_game
from grognard.lab.backends import Backend, backend_of
from grognard.lab.compare import Verdict, compare
from grognard.lab.job import MatchResult, by_strength
from grognard.lab.levers import NOTHING_SET, Settings, setting_name, worths
from grognard.lab.reports.factors import sentences
from grognard.lab.reports.inactivity import idle_sides
from grognard.lab.runner import Lab, plan
from grognard.lab.stats import Sprt

WHY = 3  # reasons that are printed


def backend(workers: int | None, ray: str | None, given: str = "processes") -> Backend:
    """Where the matches are played."""
    return backend_of(f"ray:{ray}" if ray else given, workers)


def select_scenarios(game: str, scenario: str | None) -> list[tuple[Game, str]]:
    """Scenarios by name; `all` is every one of every game."""
    games = list(SHELF.values()) if game == "all" else [find_game(game)]
    if scenario:
        return [(games[0], games[0].find_scenario(scenario))]
    return [(each, name) for each in games for name in each.scenarios]


def run(
    chosen: list[tuple[Game, str]],
    matches: int,
    players: Mapping[str, str],
    strengths: Sequence[str],
    options: Mapping[str, str],
    vary: list[str],
    seed: str,
    folder: Path,
    where: Backend,
    console: Console,
    settings: Settings = NOTHING_SET,
    decided: bool = False,
) -> list[MatchResult]:
    """Play everything, write the table and the report, and print the shares and what each lever is worth."""
    from grognard.lab import (
        decisions,
        parquet,  # these need the packages of the [lab] extra
    )
    from grognard.lab.reports import report

    jobs = plan(chosen, matches, players, options, vary, seed, strengths)
    rows = Lab(folder).run(jobs, where)
    parquet.write(rows, folder / "results.parquet")
    if decided:
        count = decisions.write(jobs, folder / "decisions.parquet")
        console.print(f"{count} decisions in {folder / 'decisions.parquet'}")
    (folder / "report.html").write_text(report.page(rows, settings=settings), "utf-8")
    printed = Table("game", "scenario", "played by", "matches", "winner", "share", "95 % interval")
    for game, scenario in chosen:
        group = [row for row in rows if (row.game, row.scenario) == (game.id, scenario)]
        for name, some in by_strength(group).items():
            for side, _, share, (low, high) in report.shares(some):
                told = f"{share:.0%}", f"{low:.0%} – {high:.0%}"
                printed.add_row(game.id, setting_name(scenario, settings), name, str(len(some)), side, *told)
        for warning in [*idle_sides(group), *sentences(group, WHY)]:
            console.print(f"{setting_name(scenario, settings)}: {warning}")
    console.print(printed)
    console.print(f"{len(rows)} matches in {folder}: results.parquet, report.html")
    for lever, worth in worths(rows, settings):
        console.print(f"{lever}: {worth}")
    return rows


def show_comparison(
    game: Game,
    scenario: str,
    players: tuple[str, str],
    options: Mapping[str, str],
    most: int,
    seed: str,
    test: Sprt,
    folder: Path | None,
    where: Backend,
    console: Console,
) -> None:
    """Play until it is decided, a line after each batch."""

    def tell(verdict: Verdict) -> None:
        undecided = verdict.pairs - verdict.telling
        both = f" ({undecided} both won or both lost)" if undecided else ""
        told = f"{verdict.pairs:5} pairs{both}  score {verdict.score:.1%}  Elo {verdict.elo:+.0f} "
        console.print(told + f"({verdict.low:+.0f} to {verdict.high:+.0f})")

    played = partial(compare, game, scenario, players, most, options=options, seed=seed, backend=where)
    verdict = played(test=test, folder=folder, tell=tell)
    words = {"stronger": f"is stronger than {players[1]}", "not stronger": f"is not stronger than {players[1]}"}
    end = words.get(verdict.decided, f"against {players[1]}: not decided yet")
    console.print(f"{players[0]} {end} (Elo {test.high:+g} against {test.low:+g}, {verdict.pairs} pairs of matches).")
