"""21.0 How each scenario is won."""

from __future__ import annotations

from typing import NamedTuple

from grognard.board.hexgrid import Hex
from grognard.board.paths import link_distances
from grognard.engine import Result, Step, Working
from grognard.games.night_fight.rules.bridges import demolish
from grognard.games.night_fight.rules.data import EDGE_ROADS, EDGES
from grognard.games.night_fight.rules.rolls import against, came
from grognard.games.night_fight.rules.sight import refresh_spotted, seen_from
from grognard.games.night_fight.rules.state import NightFight, Unit
from grognard.games.night_fight.rules.terrain import NORTH_BANK, RIVER_BRIDGES, ROAD_LINKS, SOUTH_BANK
from grognard.games.night_fight.rules.words import listed, some


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
        working = against(f"The bridge at {h} stands", dice, g.turn)
        text = "The bridge at {hex}: {roll}, {verdict} (it falls on less than {turn})"
        verdict = "it stands" if came(working) else "it falls"
        g.tell("NF-21.1.3", text, hexes=(h,), working=working, hex=h, roll=sum(dice), verdict=verdict, turn=g.turn)
        if not came(working):
            demolish(g, h, "NF-21.1.3")


class Test(NamedTuple):
    """21.0 How a scenario has come out, and the units that count by player."""

    won: bool
    reason: str
    cite: str
    counted: dict[str, int]
    working: Working | None = None


def decide(g: NightFight) -> None:
    """21.0 The scenario's own test; players who share the Germans are then compared (20.2, R62)."""
    test = _by_the_road(g) if g.scenario_id == "kiev" else _by_the_dice(g)
    winners = _winners(g, test.counted) if test.won else ("soviet",)
    verdict = _verdict(g, test.counted, winners)
    g.tell(test.cite, "{reason}: {verdict}", working=test.working, reason=test.reason, verdict=verdict)
    g.finish(Result(winners, test.reason, test.cite, "victory" if test.won else "defeat"))


def _by_the_road(g: NightFight) -> Test:
    """21.4, R60 At Kiev no dice: a road lies unseen or it does not."""
    won = free_route(g)
    reason = "A road from west to east lies unseen" if won else "No road from west to east lies unseen"
    return Test(won, reason, "NF-21.4.2", by_player(g, [u for u in g.germans() if not u.pinned]))


def _by_the_dice(g: NightFight) -> Test:
    """21.1 to 21.3, R58 Two dice against the units that count: less at Kursk, elsewhere no more."""
    counted, cite = scored(g)
    total, dice = sum(counted.values()), (g.d6(), g.d6())
    most = total - 1 if g.scenario_id == "ghost-column" else total
    working = against(f"Victory with {some(total, 'unit')}", dice, most, at_most=True)
    counts = "1 unit counts" if total == 1 else f"{total} units count"
    return Test(came(working), f"{counts}, the dice show {sum(dice)}", cite, counted, working)


def _verdict(g: NightFight, counted: dict[str, int], winners: tuple[str, ...]) -> str:
    if winners == ("soviet",):
        return "the Germans have not done it"
    if len(g.players) == 1:
        return "the Germans have won"
    shares = listed([f"{side} {counted[side]}" for side in sorted(counted)])
    return f"{listed(winners)} {'has' if len(winners) == 1 else 'have'} won ({shares})"


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
