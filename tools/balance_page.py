"""How balanced every scenario is, as a page of the documentation.

    python -m tools.balance_page FOLDER... docs/reference/balance.md

What was played of a scenario at one strength gets its line again where it stands; what the page did not know comes to
the end of the table; everything else the page says is kept.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from statistics import median

import msgspec

from grognard.engine import find_game
from grognard.lab.job import MatchResult
from grognard.lab.runner import Lab
from grognard.lab.stats import wilson
from tools.markdown_table import line_of, renewed

RULE = "| --- | --- | --- | ---: | --- | --- | ---: | ---: |"
HEAD = f"""# Balance

Every scenario of every game, played by the computer on all sides (`make balance`): by doctrine, and by fitted weights,
which is the grognard's judgement without its looking ahead. A share of 50 % is an even fight between players of this
kind. In a game for one side the other share is the game's own. The interval is that of the side that wins most (95 %).

| game | scenario | played by | matches | won by | 95 % interval | nobody | answers |
{RULE}

## The most one-sided
"""


class Balance(msgspec.Struct, frozen=True):
    """What came of the matches of one scenario."""

    game: str
    scenario: str
    played_by: str
    matches: int
    wins: dict[str, int]  # by side, the most first
    answers: float

    @property
    def tilt(self) -> float:
        """How surely the favourite wins more than its even share: the lower end of the interval."""
        return wilson(max(self.wins.values(), default=0), self.matches)[0]

    def line(self) -> str:
        """A line of the table."""
        game = find_game(self.game)
        low, high = wilson(max(self.wins.values(), default=0), self.matches)
        shares = ", ".join(f"{side} {count / self.matches:.0%}" for side, count in self.wins.items())
        nobody = 1 - sum(self.wins.values()) / self.matches
        cells = [game.title, game.scenarios[self.scenario].title, self.played_by, str(self.matches), shares or "nobody"]
        cells += [f"{low:.0%} – {high:.0%}", f"{max(0.0, nobody):.0%}", f"{self.answers:.0f}"]
        return line_of(cells)


def balances(rows: Sequence[MatchResult]) -> list[Balance]:
    """The balance of each scenario at each strength, in the order of the rows."""
    found = []
    for (game, scenario, name), group in groupby(rows, key=lambda row: (row.game, row.scenario, row.played_by)):
        matches = list(group)
        names = {side: 0 for row in matches for side in (*row.sides, *row.winners)}
        wins = {side: sum(side in row.winners for row in matches) for side in names}
        ranked = dict(sorted(wins.items(), key=lambda item: -item[1]))
        found.append(Balance(game, scenario, name, len(matches), ranked, median(row.answers for row in matches)))
    return found


def page(found: Sequence[Balance], before: str = "") -> str:
    """The whole page: lines of what was played, and what the page before said of the rest."""
    return renewed(before or HEAD + _most_one_sided(found), RULE, (balance.line() for balance in found))


def _most_one_sided(found: Sequence[Balance]) -> str:
    worst = sorted(found, key=lambda balance: -balance.tilt)[:2]
    names = [f"- {find_game(b.game).scenarios[b.scenario].title} ({find_game(b.game).title})" for b in worst]
    return "\n".join(["", *names, ""])


def main(*words: str) -> None:
    """Write the page from the folders of the lab."""
    *folders, file = words
    target = Path(file)
    rows = [row for folder in folders for row in Lab(Path(folder)).rows()]
    target.write_text(page(balances(rows), target.read_text() if target.exists() else ""), "utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
