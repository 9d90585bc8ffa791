"""Finished matches: a list of rows that is also a table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape
from typing import Any

import msgspec

from grognard.lab.job import MatchResult
from grognard.lab.reports.winrates import Winrate, rates

Record = dict[str, Any]


class Matches(list[MatchResult]):
    """The rows of some matches. Where levers varied, `settings` has their values by scenario id."""

    def __init__(
        self, rows: Iterable[MatchResult] = (), settings: Mapping[str, Mapping[str, Any]] | None = None
    ) -> None:
        super().__init__(rows)
        self.settings = dict(settings or {})

    def records(self) -> list[Record]:
        """One flat record a match: options as `option KEY`, players as `player SIDE`, levers by their names."""
        return [self._record(row) for row in self]

    def _record(self, row: MatchResult) -> Record:
        found: Record = msgspec.to_builtins(row)
        for field, word in (("options", "option"), ("players", "player"), ("lost", "lost"), ("rolled", "rolled")):
            found |= {f"{word} {key}": value for key, value in found.pop(field).items()}
        return {**found, **self.settings.get(row.scenario, {})}

    def frame(self) -> Any:
        """A pandas DataFrame of the records; the records themselves where pandas is not installed."""
        try:
            import pandas
        except ModuleNotFoundError:
            return self.records()
        return pandas.DataFrame(self.records())

    def rates(self) -> dict[str, Winrate]:
        """How often each side won."""
        return rates(self)

    def by(self, *fields: str) -> dict[tuple[Any, ...], Matches]:
        """The matches in groups: by("scenario"), by("option intensity"), by a lever's name."""
        groups: dict[tuple[Any, ...], Matches] = {}
        for row, record in zip(self, self.records(), strict=True):
            key = tuple(record.get(field) for field in fields)
            groups.setdefault(key, Matches(settings=self.settings)).append(row)
        return groups

    def _repr_html_(self) -> str:
        """Who won how often, for a notebook."""
        head = "<tr><th>game</th><th>scenario</th><th>matches</th><th>winner</th><th>share</th></tr>"
        lines = []
        for (game, scenario), some in self.by("game", "scenario").items():
            told = ", ".join(f"{name} {value}" for name, value in self.settings.get(scenario, {}).items())
            words = f"{scenario.partition('@')[0]} {told}".strip()
            for side, rate in some.rates().items():
                cells = (game, words, str(len(some)), side, str(rate))
                lines.append(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in cells)}</tr>")
        return f"<table>{head}{''.join(lines)}</table>"
