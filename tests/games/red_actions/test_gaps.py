"""Bridges, fords and gaps (RA-TER.39): open to columns, and to whoever is no wider than they are."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from grognard.engine import Refusal
from grognard.games.red_actions.rules.move_path import Leg, full_budget, plan
from grognard.games.red_actions.rules.room import closed_to
from grognard.games.red_actions.rules.state import Gap, RedActions, Unit

from .situations import area, battle, line, unit

WIRE = line("wire", "wire", (10, 23), (50, 23))


def plan_of(g: RedActions, u: Unit, x: float, y: float) -> Leg | Refusal:
    return plan(g, u, (x, y), full_budget(g, u))


@pytest.mark.rule("RA-TER.39", "RA-TER.19")
@pytest.mark.parametrize(("bases", "formation", "halts"), [(5, "line", "wire"), (5, "column", ""), (2, "line", "")])
def test_a_cut_gap_is_two_inches_wide(bases: int, formation: str, halts: str) -> None:
    mine = unit("whites", "white_volunteer", bases, 30, 20, name="w", formation=formation)
    g = battle(mine, terrain=(WIRE,))
    g.gaps = {**g.gaps, "x": Gap("wire", "cut", 3000, 2300)}
    leg = plan_of(g, mine, 30, 25)
    assert isinstance(leg, Leg) and leg.halts == halts


@pytest.mark.rule("RA-TER.39", "RA-TER.20")
def test_crushed_wire_is_wire_to_a_line() -> None:
    for formation, halts in (("line", "wire"), ("column", "")):
        mine = unit("whites", "white_volunteer", 6, 30, 21.5, name="w", formation=formation)
        g = battle(mine, terrain=(WIRE,))
        g.gaps = {**g.gaps, "x": Gap("wire", "crushed", 3000, 2300)}
        leg = plan_of(g, mine, 30, 24)
        assert isinstance(leg, Leg) and leg.halts == halts


@pytest.mark.rule("RA-TER.39", "RA-TER.42", "RA-TER.24")
def test_a_gap_in_a_wall_at_a_road_is_for_columns() -> None:
    terrain = (line("wall", "wall", (10, 23), (50, 23)), line("road", "road", (30, 0), (30, 48)))
    rider = unit("whites", "kuban_cossack", 5, 30, 20, name="w")
    refusal = plan_of(battle(rider, terrain=terrain), rider, 30, 29)
    assert isinstance(refusal, Refusal) and refusal.rule == "RA-TER.39"
    assert refusal.hint == "Form column to use the gap."
    in_column = replace(rider, formation="column")
    assert isinstance(plan_of(battle(in_column, terrain=terrain), in_column, 30, 29), Leg)
    elsewhere = plan_of(battle(in_column, terrain=terrain), replace(in_column, x=4000), 40, 29)
    assert isinstance(elsewhere, Refusal) and elsewhere.rule == "RA-TER.5"


@pytest.mark.rule("RA-TER.39", "RA-TER.22", "RA-TER.27")
@pytest.mark.parametrize(("kind", "width", "cost"), [
    ("kuban_cossack", 10, 400), ("white_volunteer", 10, 400), ("kuban_cossack", 4, None), ("white_volunteer", 4, 700),
])  # fmt: skip
def test_a_ford_as_wide_as_the_line_is_open_to_it(kind: str, width: float, cost: int | None) -> None:
    ford = area("ford", "ford", 30 - width / 2, 20.5, width, 2.6)
    mine = unit("whites", kind, 4, 30, 20, name="w")
    g = battle(mine, terrain=(area("river", "stream", 0, 21, 72, 1.6), ford))
    budget = replace(full_budget(g, mine), left=1200)
    found = plan(g, mine, (30, 24), budget)
    assert (found.cost if isinstance(found, Leg) else None) == cost


@pytest.mark.rule("RA-TER.39", "RA-TER.5")
def test_compelled_moves_know_the_same_gaps() -> None:
    terrain = (line("wall", "wall", (10, 18), (50, 18)), line("road", "road", (30, 0), (30, 48)))
    for formation, runs in (("column", True), ("line", False)):
        rider = unit("whites", "kuban_cossack", 4, 30, 20, 180, name="w", formation=formation)
        g = battle(rider, terrain=terrain)
        assert closed_to(g, rider, (30, 20), (30, 17)) is not runs
