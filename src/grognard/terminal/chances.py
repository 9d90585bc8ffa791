"""Odds as printed pages: of what a saved match offers, and of the columns of a chart."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table

from grognard.engine import Game, Match, Stale, UnknownChoice
from grognard.engine.core.wording import printed
from grognard.terminal.pages import chart_page


def show_match_odds(match: Match, console: Console) -> None:
    """Every action that leads to a roll, with the exact chance of each result."""
    if match.over:
        raise Stale("The match is over; there is nothing to decide.")
    ask = match.decision.asks[0]
    console.print(f"{ask.side}: {ask.prompt}")
    table = Table("action", "odds", "modifiers")
    for action in ask.actions:
        odds = match.odds(action)
        if odds is not None:
            because = odds.preview.modifiers if odds.preview else ()
            listed = "\n".join(printed(f"{m.value:+d} {m.text} ({m.cite})") for m in because)
            table.add_row(match.describe(action), str(odds), listed)
    console.print(table if table.row_count else "Nothing that can be done now rolls dice whose odds you may know.")


def show_chart_odds(game: Game, key: str | None, column: str | None, console: Console) -> None:
    """The exact chance of each result in a column of a chart, or in all of them; a chart without dice as printed."""
    charts = {chart.key: chart for chart in sorted(game.face.charts, key=lambda chart: not chart.dice)}
    chart = charts.get(key or next(iter(charts), ""))
    if chart is None:
        raise UnknownChoice(f"{game.title} has no such chart. Choose from: {', '.join(charts) or 'none'}.")
    if not chart.dice:
        return console.print(chart_page([chart], chart.key))
    if column is not None and column not in chart.columns:
        raise UnknownChoice(f"There is no column {column!r}. Choose from: {', '.join(chart.columns)}.")
    table = Table(chart.title, "odds")
    for i, name in enumerate(chart.columns):
        if column in (None, name):
            ranked = sorted(chart.odds(i).items(), key=lambda item: -item[1])
            table.add_row(name, ", ".join(f"{result} {float(chance):.1%}" for result, chance in ranked))
    console.print(table)
