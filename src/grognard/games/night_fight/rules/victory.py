"""21.0 How each scenario is won."""

from __future__ import annotations

from grognard.board.hexgrid import Hex
from grognard.board.paths import link_distances
from grognard.engine import Result, Step
from grognard.games.night_fight.rules.bridges import demolish
from grognard.games.night_fight.rules.data import EDGE_ROADS, EDGES
from grognard.games.night_fight.rules.sight import refresh_spotted, seen_from
from grognard.games.night_fight.rules.state import NightFight, Unit
from grognard.games.night_fight.rules.terrain import NORTH_BANK, RIVER_BRIDGES, ROAD_LINKS, SOUTH_BANK


class EndOfTurn(Step, frozen=True):
    """5.0, 17.0 Flares go out; Kursk rolls for its bridges; the scenario may be decided."""

    def run(self, g: NightFight) -> None:
        g.done()
        if g.lit:
            g.lit = {}
            refresh_spotted(g)
        if g.scenario_id == "ghost-column":
            kursk_bridges(g)
        if g.turn == (g.scenario.decided_after or g.scenario.turns):
            decide(g)


def kursk_bridges(g: NightFight) -> None:
    """21.1 Two dice for each bridge over the large river; less than the turn number destroys it."""
    for h in RIVER_BRIDGES:
        if h in g.bridges_out:
            continue
        dice = (g.d6(), g.d6())
        g.tell("NF-21.1.3", "The bridge at {hex}", dice=dice, hexes=(h,), hex=h)
        if sum(dice) < g.turn:
            demolish(g, h, "NF-21.1.3")


def decide(g: NightFight) -> None:
    """21.0 The scenario's own test; players who share the Germans are then compared (20.2, R62)."""
    if g.scenario_id == "kiev":
        counted = by_player(g, [u for u in g.germans() if not u.pinned])
        won, cite = free_route(g), "NF-21.4.2"
        reason = "A road from west to east lies unseen" if won else "No road from west to east lies unseen"
    else:
        counted, cite = scored(g)
        total = sum(counted.values())
        dice = (g.d6(), g.d6())
        won = sum(dice) < total if g.scenario_id == "ghost-column" else sum(dice) <= total
        reason = f"{total} units count, the dice show {sum(dice)}"
        g.tell(cite, "{reason}", dice=dice, reason=reason)
    g.finish(Result(_winners(g, counted) if won else ("soviet",), reason, cite, "victory" if won else "defeat"))


def scored(g: NightFight) -> tuple[dict[str, int], str]:
    """21.1 to 21.3, R58, R59, R61 The unpinned units that count, by player."""
    if g.scenario_id == "stalingrad-breakout":
        return {side: g.exited.get(side, 0) for side in g.players}, "NF-21.2.2"
    if g.scenario_id == "ghost-column":
        ground, cite = NORTH_BANK, "NF-21.1.2"
    else:
        ground, cite = frozenset(EDGE_ROADS), "NF-21.3.2"
    return by_player(g, [u for u in g.germans() if not u.pinned and u.place in ground]), cite


def by_player(g: NightFight, units: list[Unit]) -> dict[str, int]:
    return {side: sum(u.side == side for u in units) for side in g.players}


def _winners(g: NightFight, counted: dict[str, int]) -> tuple[str, ...]:
    """R62 The player with more qualifying units; equal numbers share."""
    best = max(counted.values())
    return tuple(side for side in sorted(counted) if counted[side] == best)


def watched_hexes(g: NightFight) -> set[Hex]:
    """21.4, R60 Every hex that some Soviet piece, whatever it is, has in view."""
    return {h for held in g.soviet_hexes for h in seen_from(g, held)}


def free_route(g: NightFight) -> bool:
    """21.4, R60 A chain of linked road hexes south of the river from west edge to east edge, none of it watched."""
    watched = watched_hexes(g)
    closed = {h for h in ROAD_LINKS if h in watched or h in g.bridges_out or h not in SOUTH_BANK}
    east = [h for h in EDGES["east"] if h not in closed]
    return any(
        h in reached
        for start in EDGES["west"]
        if start not in closed
        for reached in [link_distances(ROAD_LINKS, start, closed=closed)]
        for h in east
    )
