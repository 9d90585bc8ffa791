"""15.5 Victory conditions."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

from msgspec.structs import replace

from grognard.board.hexes.grid import Hex
from grognard.board.hexes.hex_sets import bits_of
from grognard.engine import Aim, Modifier, Result
from grognard.engine.core import wording
from grognard.engine.core.fact import fact
from grognard.engine.core.wording import join_words, side_people, with_count
from grognard.games.tank_leader.rules.data import AIMS, BIT, GERMAN, GRID, LOSS_VALUES, SOVIET, TABLES, other
from grognard.games.tank_leader.rules.scenarios import SCENARIOS
from grognard.games.tank_leader.rules.state import TankLeader, Unit
from grognard.games.tank_leader.rules.terrain import EDGE, LANDS, hexes_between

# -------------------- 15.5.4 Who controls the hexes that are worth points


def hexes_of(row: dict[str, Any]) -> tuple[Hex, ...]:
    """15.5 The hexes whose control a line of the scenario scores."""
    return tuple(row["hexes"])


@lru_cache(maxsize=256)
def scored_hexes(scenario: str) -> tuple[Hex, ...]:
    """15.5 Every hex whose control is worth points in a scenario."""
    found: dict[Hex, None] = {}
    for row in SCENARIOS[scenario]["aim"]:
        if row["kind"] == "control":
            found |= dict.fromkeys(hexes_of(row))
    return tuple(found)


@lru_cache(maxsize=256)
def scored_ground(scenario: str) -> int:
    """15.5 The same as a set."""
    return bits_of(GRID, scored_hexes(scenario))


def update_control(g: TankLeader) -> None:
    """15.5.4 Who controls each hex that is worth points."""
    at, pieces, control = g.at, g.pieces, g.control
    for h in scored_hexes(g.scenario_id):
        if h in at and pieces[at[h][0]].side != control.get(h):
            settle_control(g, h)


def settle_control(g: TankLeader, h: Hex) -> None:
    """15.5.4 A non-suppressed unit with no enemy in the hex takes control."""
    if h not in g.at or h not in scored_hexes(g.scenario_id):
        return
    here = g.here(h)
    side = here[0].side
    if g.control.get(h) == side:
        return
    if all(unit.side == side for unit in here) and not all(unit.suppressed for unit in here):
        g.control = {**g.control, h: side}
        g.tell("TL-15.5.4", "{side} controls {hex}", hexes=(h,), side=side_people(side), hex=h)


# -------------------- 15.5 Victory conditions

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
    return Result(winners, f"German {wording.with_count(german, 'point')}, Soviet {soviet}", "TL-15.5.5", level)


def assess(g: TankLeader) -> None:
    """15.5.5 The battle is over."""
    result = verdict(g)
    level = wording.victory(result.level, result.winners, (GERMAN, SOVIET))
    g.tell("TL-15.5.5", "{reason}: {level}", reason=result.reason, level=level)
    g.finish(result)


# -------------------- 15.5 What each side is after

CITES = {"exit": "TL-8.4.2", "control": "TL-15.5.4", "not_exited": "TL-15.5.6", "eliminated_by": "TL-15.5.8"}
FAR = 100  # more than any lead


def standing(g: TankLeader) -> Result:
    """15.5.5 How the battle would end if it ended now."""
    return verdict(g)


@fact
def aims(g: TankLeader, side: str) -> tuple[Aim, ...]:
    """15.5 The lead to be reached, and every line it is made of."""
    return _lead(g, side), *(_scored(g, side, *line) for line in _lines(g.scenario_id, side))


@lru_cache(maxsize=256)
def _lines(scenario: str, side: str) -> tuple[tuple[dict[str, Any], str, Aim], ...]:
    """15.5 Every line of the scenario, which side scores ("": the one that holds the hexes), and how it reads."""
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
    """15.5.4 Hexes that count for the side that holds them."""
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
    return join_words(f"{names[h]} ({h})" if h in names else h for h in hexes)


def _points(each: int, hexes: tuple[Hex, ...]) -> str:
    return with_count(each, "point") + (" each" if len(hexes) > 1 else "")


def _where(row: dict[str, Any]) -> tuple[Hex, ...]:
    """The hexes a line speaks of."""
    if row["kind"] == "control":
        return hexes_of(row)
    if "from_hexes" in row:
        return tuple(row["from_hexes"])
    if "from_column" in row:
        return tuple(h for h in GRID.hexes if h in EDGE and GRID.position[h][0] == row["from_column"])
    return ()
