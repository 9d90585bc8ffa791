"""Questions of the inch table: lines of sight, and what a way over the ground costs."""

from __future__ import annotations

import random
from collections.abc import Callable

from rich.console import Console
from rich.table import Table

from bench.timing import in_turn
from grognard.board.inches.geometry import Point
from grognard.board.inches.terrain_table import cost, sight
from grognard.engine import Match
from grognard.games.red_actions import GAME
from grognard.games.red_actions.rules.data import BLINDS
from grognard.games.red_actions.rules.move_path import full_budget, plan
from grognard.games.red_actions.rules.sight import sees
from grognard.games.red_actions.rules.state import RedActions
from grognard.games.red_actions.rules.terrain import survey


def inches(console: Console) -> None:
    """Sight and path cost on the Lezhanka table, 72 by 48 inches, as it stands at the start."""
    g = Match.new(GAME, "lezhanka", seed=1, record=False).state
    assert isinstance(g, RedActions)
    rng = random.Random(1)
    company = next(u for u in g.troops("whites") if u.kind == "rifles")
    units = list(g.troops())

    def anywhere() -> Point:
        return rng.uniform(0, g.table.width), rng.uniform(0, g.table.height)

    def near() -> Point:
        return company.point[0] + rng.uniform(-5, 5), company.point[1] + rng.uniform(-5, 5)

    def way_cost() -> float | None:
        way = survey(g, company, company.point, near())
        return cost(way.stretches, way.tolls)

    rows: list[tuple[str, Callable[[], object], int]] = [
        ("line of sight between two points, new each time", lambda: sight(g.table, anywhere(), anywhere(), BLINDS), 1),
        ("unit sees unit, warm", lambda: [sees(g, a, b) for a in units for b in units], len(units) ** 2),
        ("cost of a way of up to 7 inches, new each time", way_cost, 1),
        ("a leg planned with every check, new each time", lambda: plan(g, company, near(), full_budget(g, company)), 1),
    ]
    table = Table(f"inch table, {len(g.table.features)} pieces of terrain, {len(units)} units", "µs")
    best = in_turn(*(work for _, work, _ in rows))
    for (name, _, count), seconds in zip(rows, best, strict=True):
        table.add_row(name, f"{seconds / count * 1e6:.1f}")
    console.print(table)
