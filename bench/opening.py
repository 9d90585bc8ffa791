"""Opening a long match: from its last snapshot, whatever came before. `python -m bench.opening`."""

from __future__ import annotations

import random

from rich.console import Console
from rich.table import Table

from bench.timing import in_turn
from grognard.engine import Match, find_game

ANSWERS, LIMIT = 3_000, 20.0


def opening(console: Console) -> None:
    """A Korsun match of many answers against reading the one position it stands at."""
    match, rng = Match.new(find_game("korsun"), "campaign", seed=1), random.Random(1)
    for _ in range(ANSWERS):
        ask = match.decision.asks[0]
        match.take(rng.choice(ask.actions), ask.side)
    record, position = match.record(), match.state.to_json()
    read, opened = in_turn(lambda: match.game.rules.codec.read_state(position), lambda: Match.from_record(record))
    table = Table("opening a match", "ms", "× reading the position", "limit")
    table.add_row("the position alone", f"{read * 1e3:.2f}", "1", "")
    table.add_row(f"Korsun, {ANSWERS:,} answers", f"{opened * 1e3:.2f}", f"{opened / read:.1f}", f"≤ {LIMIT:g}")
    console.print(table)


if __name__ == "__main__":
    opening(Console())
