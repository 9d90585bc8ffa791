"""Tables in a page of the documentation: what was played again gets its line again, all else the page says is kept."""

from __future__ import annotations

from collections.abc import Iterable

NAMED = 3  # cells that say what a line is of: game, scenario, who played


def line_of(cells: Iterable[object]) -> str:
    """A line of a table."""
    return f"| {' | '.join(map(str, cells))} |"


def renewed(page: str, rule: str, lines: Iterable[str]) -> str:
    """The page with these lines in the table below such a rule; what the table did not know comes to its end."""
    told, fresh = page.split("\n"), {_named(line): line for line in lines}
    begin = told.index(rule) + 1
    end = told.index("", begin)
    table = [fresh.pop(_named(line), line) for line in told[begin:end]]
    return "\n".join([*told[:begin], *table, *fresh.values(), *told[end:]])


def _named(line: str) -> tuple[str, ...]:
    return tuple(line.split(" | ")[:NAMED])
