"""How even each battle has proved to be, for the lobby: read from the page of the documentation.

    python -m grognard.lab.measured_balance docs/reference/balance.md

It writes `data/measured.json` of every game on the shelf: the last line of each battle, the strongest that played it.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from grognard.engine import SHELF, Game

FIGURES = "measured.json"
SHARE = re.compile(r"([\w-]+) (\d+)%")


class Measured(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How matches of a battle between equal computers have ended; the strongest that played it."""

    matches: Annotated[int, Meta(ge=1)]
    answers: Annotated[int, Meta(ge=1)]  # of all sides in the middle match
    won: dict[str, Annotated[int, Meta(ge=0, le=100)]] = {}  # percent of all matches, side by side


@cache
def measured_of(game: Game) -> dict[str, Measured]:
    """How even the battles of a game have been; those that were never measured are missing."""
    file = game.folder / "data" / FIGURES
    return msgspec.json.decode(file.read_bytes(), type=dict[str, Measured]) if file.is_file() else {}


def measured(page: str) -> dict[str, dict[str, Measured]]:
    """The last line of each battle, by the titles of game and battle."""
    found: dict[str, dict[str, Measured]] = {}
    for game, battle, matches, shares, answers in _lines(page):
        won = {side: int(share) for side, share in SHARE.findall(shares)}
        found.setdefault(game, {})[battle] = Measured(int(matches), int(answers), won)
    return found


def _lines(page: str) -> Iterator[tuple[str, str, str, str, str]]:
    for line in page.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) == 8 and cells[3].isdigit():
            yield cells[0], cells[1], cells[3], cells[4], cells[7]


def figures(game: Game, found: dict[str, dict[str, Measured]]) -> bytes:
    """The figures of one game by the names of its battles, as they are kept."""
    by_title = found.get(game.title, {})
    known = {key: by_title[battle.title] for key, battle in game.scenarios.items() if battle.title in by_title}
    lines = [f'  "{key}": {msgspec.json.encode(one).decode()}' for key, one in known.items()]
    return ("{\n" + ",\n".join(lines) + "\n}\n").encode()


def main(page: str) -> None:
    """Write the figures of every game."""
    found = measured(Path(page).read_text("utf-8"))
    for game in SHELF.values():
        (game.folder / "data" / FIGURES).write_bytes(figures(game, found))


if __name__ == "__main__":
    main(*sys.argv[1:])
