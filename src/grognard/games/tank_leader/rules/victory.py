"""15.5 Victory conditions."""

from __future__ import annotations

from functools import cache
from typing import Any

from grognard.board.hexes.grid import Hex
from grognard.board.hexes.hex_sets import bits_of
from grognard.engine import Modifier, Result
from grognard.engine.core import wording
from grognard.engine.core.fact import fact
from grognard.games.tank_leader.rules.control import hexes_of
from grognard.games.tank_leader.rules.data import BIT, GERMAN, GRID, LOSS_VALUES, SOVIET, TABLES, other
from grognard.games.tank_leader.rules.state import TankLeader, Unit
from grognard.games.tank_leader.rules.terrain import EDGE, hexes_between

LEVELS = TABLES["victory_points"]["level_table"]
LEAST: str = next(row["result"] for row in LEVELS if row["result"] != "draw")  # the smallest victory


def value(unit: Unit) -> int:
    """15.5.3 The loss schedule."""
    return LOSS_VALUES[unit.what.kind]


def worth(g: TankLeader, unit: Unit) -> int:
    """15.5.3 What the enemy scores in this scenario if the unit is lost."""
    rows = (row for row in g.scenario["aim"] if row["kind"] == "loss" and row["side"] in (other(unit.side), "both"))
    return sum(_for_loss(unit, row) for row in rows)


def _for_loss(unit: Unit, row: dict[str, Any]) -> int:
    """15.5.3 The loss schedule as a line of the scenario has it."""
    return value(unit) * int(row.get("multiplier", {}).get(unit.what.kind, 1))


@fact
def points(g: TankLeader, side: str) -> int:
    """15.5 The victory points of a side as things stand."""
    return sum(m.value for m in score(g, side))


def score(g: TankLeader, side: str) -> list[Modifier]:
    """15.5 What a side scores, row by row."""
    found = []
    for row in g.scenario["aim"]:
        if row["side"] not in (side, "both"):
            continue
        n, text = _row(g, side, row)
        if n:
            found.append(Modifier("TL-15.5.1", n, text))
    return found


def row_points(g: TankLeader, side: str, row: dict[str, Any]) -> int:
    """15.5 What a side scores by one line of the scenario."""
    return _row(g, side, row)[0]


def _row(g: TankLeader, side: str, row: dict[str, Any]) -> tuple[int, str]:
    match row["kind"]:
        case "loss":
            lost = [u for u in g.out.values() if u.side == other(side) and u.place == "lost"]
            return sum(_for_loss(u, row) for u in lost), "enemy losses"
        case "control":
            return row["vp_each"] * sum(g.control.get(h) == side for h in hexes_of(row)), "controlled hexes"
        case "exit":
            return row["vp_each"] * sum(_exited(u, side, row) for u in g.out.values()), "units that left the map"
        case "position":
            there = g.ground(side) & _area(*row["columns"], *row["rows"])
            standing = [u for u in g.units(side) if there & BIT[u.place]] if there else ()
            return row["vp_each"] * sum(u.what.kind in row["classes"] for u in standing), "units far forward"
        case "not_exited":
            left = [u for u in g.pieces_of(other(side)).values() if _on_map(u)]
            return int(sum(value(u) for u in left) * row["factor"]), "enemies still on the map"
        case _:
            return g.feats.get(side, 0), "a feat of arms"


def _on_map(unit: Unit) -> bool:
    """12.21, 15.5.7 Is the unit on the map? An observer is not before it is placed, an ambush is."""
    return bool(unit.place) or (bool(unit.recorded) and unit.what.kind != "fo")


def _exited(unit: Unit, side: str, row: dict[str, Any]) -> bool:
    """8.4, 15.5 Did the unit leave where it counts?"""
    if unit.side != side or not unit.place.startswith("exit "):
        return False
    return _counts(unit, unit.place.removeprefix("exit "), row)


def leaves_for_points(g: TankLeader, unit: Unit, h: Hex) -> bool:
    """8.4, 15.5 Would it count if the unit left the map from a hex?"""
    if h not in EDGE:
        return False
    rows = (row for row in g.scenario["aim"] if row["kind"] == "exit" and row["side"] == unit.side)
    saved = any(row["kind"] == "not_exited" and row["side"] != unit.side for row in g.scenario["aim"])
    return saved or any(_counts(unit, h, row) for row in rows)


def _counts(unit: Unit, h: Hex, row: dict[str, Any]) -> bool:
    """15.5 Is it scored that such a unit leaves from a hex?"""
    if unit.what.kind not in row["classes"]:
        return False
    if "cards" in row and (not unit.card or int(unit.card) not in row["cards"]):
        return False
    if "from_hexes" in row:
        return h in row["from_hexes"]
    return bool(GRID.position[h][0] == row["from_column"])


@cache
def _area(left: int, right: int, top: int, bottom: int) -> int:
    """15.5 A block of columns and rows as a set of hexes."""
    return bits_of(GRID, hexes_between((left, right), (top, bottom)))


def verdict(g: TankLeader) -> Result:
    """15.5.5 The difference of points decides; who wins a tie is no worse off for being ahead by too little."""
    german, soviet = points(g, GERMAN), points(g, SOVIET)
    gap = abs(german - soviet)
    level = next(row["result"] for row in LEVELS if row.get("min", 0) <= gap <= row.get("max", gap))
    ahead = GERMAN if german > soviet else SOVIET
    tie = g.scenario.get("tie_winner", "")
    if level == "draw" and tie and (ahead == tie or not gap):
        level, ahead = LEAST, tie
    winners = (ahead,) if level != "draw" else ()
    return Result(winners, f"German {wording.counted(german, 'point')}, Soviet {soviet}", "TL-15.5.5", level)


def assess(g: TankLeader) -> None:
    """15.5.5 The battle is over."""
    result = verdict(g)
    level = wording.victory(result.level, result.winners, (GERMAN, SOVIET))
    g.tell("TL-15.5.5", "{reason}: {level}", reason=result.reason, level=level)
    g.finish(result)
