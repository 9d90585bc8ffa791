"""15.5 What each side is after: every line that is scored, for it and against it, and the lead they add up to."""

from __future__ import annotations

from functools import cache
from typing import Any

from msgspec.structs import replace

from grognard.board.hexes.grid import Hex
from grognard.engine import Aim, Result
from grognard.engine.core.fact import fact
from grognard.engine.core.wording import counted, listed
from grognard.games.tank_leader.rules.control import hexes_of
from grognard.games.tank_leader.rules.data import AIMS, GRID, other
from grognard.games.tank_leader.rules.scenarios import SCENARIOS
from grognard.games.tank_leader.rules.state import TankLeader
from grognard.games.tank_leader.rules.terrain import EDGE, LANDS
from grognard.games.tank_leader.rules.victory import LEVELS, points, row_points, verdict

CITES = {"exit": "TL-8.4.2", "control": "TL-15.5.4", "not_exited": "TL-15.5.6", "eliminated_by": "TL-15.5.8"}
FAR = 100  # more than any lead


def standing(g: TankLeader) -> Result:
    """15.5.5 How the battle would end if it ended now."""
    return verdict(g)


@fact
def aims(g: TankLeader, side: str) -> tuple[Aim, ...]:
    """15.5 The lead to be reached, and every line it is made of."""
    return _lead(g, side), *(_scored(g, side, *line) for line in _lines(g.scenario_id, side))


@cache
def _lines(scenario: str, side: str) -> tuple[tuple[dict[str, Any], str, Aim], ...]:
    """15.5 Every line of the scenario, who scores by it ("" if whoever holds its hexes does), and how it reads."""
    found: list[tuple[dict[str, Any], str, Aim]] = []
    for row in SCENARIOS[scenario]["aim"]:
        if row["kind"] == "control" and row["side"] == "both":
            found.append((row, "", _hold(scenario, row)))
        else:
            scorers = [whose for whose in (side, other(side)) if row["side"] in (whose, "both")]
            found += [(row, whose, _line(scenario, row, ours=whose == side)) for whose in scorers]
    return tuple(found)


def _scored(g: TankLeader, side: str, row: dict[str, Any], whose: str, aim: Aim) -> Aim:
    """15.5 A line with what it is worth now: a gain if it is the reader's own, else his loss."""
    if whose:
        scored = row_points(g, whose, row)
        return replace(aim, points=scored if whose == side else -scored)
    worth = row_points(g, side, row) - row_points(g, other(side), row)
    held = sum(g.control.get(h) == side for h in aim.hexes)
    return replace(aim, have=held, met=held == len(aim.hexes), points=worth)


def _lead(g: TankLeader, side: str) -> Aim:
    """15.5.5 The difference of points, and what it leads to."""
    need, foe = _least(g, side), other(side)
    text = AIMS["level" if need == 0 else "lead"].format(need=need, turns=g.scenario["turns"])
    lead = points(g, side) - points(g, foe)
    return Aim(text, "TL-15.5.5", have=lead, need=need, met=side in verdict(g).winners, levels=_levels(side))


@cache
def _levels(side: str) -> tuple[tuple[str, float], ...]:
    """15.5.5 What a lead comes to, from the worst defeat to the best victory, each with the least lead for it."""
    won = [(row["result"], row["min"]) for row in LEVELS if row["result"] != "draw"]
    ends = [least for _, least in won[1:]] + [FAR]
    lost = [(f"{other(side).title()} {level}", 1 - end) for (level, _), end in zip(won, ends, strict=True)]
    ahead = [(f"{side.title()} {level}", least) for level, least in won]
    return (*reversed(lost), ("draw", 1 - won[0][1]), *ahead)


def _least(g: TankLeader, side: str) -> int:
    """15.5.5 The smallest lead that wins."""
    least: int = next(row["min"] for row in LEVELS if row["result"] != "draw")
    return 0 if g.scenario.get("tie_winner") == side else least


def _hold(scenario: str, row: dict[str, Any]) -> Aim:
    """15.5.4 Hexes that count for whoever holds them."""
    hexes = hexes_of(row)
    text = AIMS["hold"].format(where=_places(scenario, hexes), each=_points(row["vp_each"], hexes))
    return Aim(text, CITES["control"], hexes, need=len(hexes))


def _line(scenario: str, row: dict[str, Any], *, ours: bool) -> Aim:
    """15.5 What one side scores by one line."""
    cite = CITES.get(row["kind"], "TL-15.5.3")
    return Aim(_text(scenario, row, "ours" if ours else "theirs"), cite, _where(row))


def _text(scenario: str, row: dict[str, Any], how: str) -> str:
    if "says" in row:
        return str(row["says"][how])
    if row["kind"] == "control":
        hexes = hexes_of(row)
        return str(AIMS["control"][how].format(where=_places(scenario, hexes), each=_points(row["vp_each"], hexes)))
    values = AIMS["values"]["advanced" if SCENARIOS[scenario]["level"] == "advanced" else "standard"]
    return str(AIMS["loss"][how].format(values=values))


def _places(scenario: str, hexes: tuple[Hex, ...]) -> str:
    """Some hexes by name, or the one among many that has one."""
    names = LANDS[scenario].names
    if len(hexes) > 5:
        return f"the {len(hexes)} hexes of {next((names[h] for h in hexes if h in names), hexes[0])}"
    return listed(f"{names[h]} ({h})" if h in names else h for h in hexes)


def _points(each: int, hexes: tuple[Hex, ...]) -> str:
    return counted(each, "point") + (" each" if len(hexes) > 1 else "")


def _where(row: dict[str, Any]) -> tuple[Hex, ...]:
    """The hexes a line speaks of."""
    if row["kind"] == "control":
        return hexes_of(row)
    if "from_hexes" in row:
        return tuple(row["from_hexes"])
    if "from_column" in row:
        return tuple(h for h in GRID.hexes if h in EDGE and GRID.position[h][0] == row["from_column"])
    return ()
