"""21.0 How each scenario is won."""

from __future__ import annotations

from fractions import Fraction
from functools import cache, lru_cache
from typing import NamedTuple

from grognard.board.hexes.grid import Hex
from grognard.board.hexes.paths import cheapest_link_route
from grognard.engine import Aim, Result, Step, Working
from grognard.engine.core.chart import totals
from grognard.engine.core.wording import join_words, with_count
from grognard.engine.match.odds_summary import percent
from grognard.games.night_fight.rules.bridges import demolish
from grognard.games.night_fight.rules.column_formation import divide_columns
from grognard.games.night_fight.rules.data import EDGE_ROADS, EDGES, against, came
from grognard.games.night_fight.rules.map_data import MapData
from grognard.games.night_fight.rules.scenarios import Goal
from grognard.games.night_fight.rules.sight import refresh_spotted, seen_from
from grognard.games.night_fight.rules.state import SOVIET, NightFight, Unit


class EndOfTurn(Step, frozen=True):
    """5.0, 17.0 Flares go out; Kursk rolls for its bridges; the scenario may be decided."""

    def run(self, g: NightFight) -> None:
        g.done()
        if g.lit:
            g.lit = {}
            refresh_spotted(g)
        if "bridges-fall" in g.scenario.rules:
            kursk_bridges(g)
            divide_columns(g)
        if g.turn == g.scenario.last_turn:
            decide(g)


def kursk_bridges(g: NightFight) -> None:
    """21.1 Two dice for each bridge over the large river; less than the turn number destroys it."""
    for h in g.land.river_bridges:
        if h in g.bridges_out:
            continue
        dice = (g.d6(), g.d6())
        working = against(f"The bridge at {h} stands", dice, g.turn)
        text = "The bridge at {hex}: {roll}, {verdict} (its charge is lit on less than {turn})"
        verdict = "it stands" if came(working) else "lit"
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

    def result(self) -> Result:
        """The end of the match by this test; players who share the Germans are compared (20.2, R62)."""
        winners = leaders(self.counted) if self.won else (SOVIET,)
        return Result(winners, self.reason, self.cite, "victory" if self.won else "defeat")


def decide(g: NightFight) -> None:
    """21.0 The scenario's own test."""
    test = by_the_road(g) if g.scenario.by_road else _by_the_dice(g)
    result = test.result()
    verdict = _verdict(g, test.counted, result.winners)
    g.tell(test.cite, "{reason}: {verdict}", working=test.working, reason=test.reason, verdict=verdict)
    g.finish(result)


def standing(g: NightFight) -> Result:
    """21.0 How it would end if it were decided now; where the dice still have a say, with what chance."""
    if g.scenario.by_road:
        return by_the_road(g).result()
    count = units_that_count(g)
    chance = chance_of(count.most)
    if not chance:
        return Test(False, f"{count.says}: no roll is low enough", count.cite, count.by_player).result()
    reason = f"{count.says}: {count.most} or less on two dice wins"
    if chance == 1:
        return Test(True, reason, count.cite, count.by_player).result()
    return Result((), reason, count.cite, f"{percent(chance)} for victory")


def by_the_road(g: NightFight) -> Test:
    """21.4, R60 At Kiev no dice: a road lies unseen or it does not."""
    won = free_route(g)
    reason = "A road from west to east lies unseen" if won else "No road from west to east lies unseen"
    return Test(won, reason, g.aim.cite, by_player(g, [u for u in g.germans() if not u.pinned]))


def _by_the_dice(g: NightFight) -> Test:
    """21.1 to 21.3 Two dice against the units that count."""
    count, dice = units_that_count(g), (g.d6(), g.d6())
    working = against(f"Victory with {with_count(count.total, count.of)}", dice, count.most, at_most=True)
    return Test(came(working), f"{count.says}, the dice show {sum(dice)}", count.cite, count.by_player, working)


def _verdict(g: NightFight, counted: dict[str, int], winners: tuple[str, ...]) -> str:
    if winners == (SOVIET,):
        return "the Germans have not done it"
    if len(g.players) == 1:
        return "the Germans have won"
    shares = join_words([f"{side} {counted[side]}" for side in sorted(counted)])
    return f"{join_words(winners)} {'has' if len(winners) == 1 else 'have'} won ({shares})"


def remains(g: NightFight) -> tuple[str, ...]:
    """The German units that have come through the night and not left the map, by their kinds."""
    return tuple(u.type for u in g.force())


class Count(NamedTuple):
    """21.1 to 21.3 The units that count, or by a house rule the hexes they hold, by player."""

    by_player: dict[str, int]
    cite: str
    less: bool = False  # must the dice come to less than their number, or to no more?
    of: str = "unit"

    @property
    def total(self) -> int:
        return sum(self.by_player.values())

    @property
    def most(self) -> int:
        """R58 What the dice may show at most."""
        return self.total - self.less

    @property
    def says(self) -> str:
        return f"{with_count(self.total, self.of)} {'counts' if self.total == 1 else 'count'}"


@cache
def chance_of(most: int) -> Fraction:
    """The chance that two dice come to no more than a number."""
    return sum((chance for total, chance in totals(2).items() if total <= most), Fraction(0))


def units_that_count(g: NightFight) -> Count:
    """21.1 to 21.3, R58, R59, R61 The unpinned units that count, by player."""
    aim = g.aim
    if aim.kind == "exit":
        return Count({side: g.exited.get(side, 0) for side in g.players}, aim.cite)
    if aim.counts == "hexes":
        return Count(_held_on(g, ground_of(g)), aim.cite, aim.less, "hex")
    ground = ground_of(g)
    return Count(by_player(g, [u for u in g.germans() if not u.pinned and u.place in ground]), aim.cite, aim.less)


def _held_on(g: NightFight, ground: frozenset[Hex]) -> dict[str, int]:
    """House rule for 21.3: a hex counts once for a player with an unpinned unit there, however many stand there."""
    held = {(u.side, u.place) for u in g.germans() if not u.pinned and u.place in ground}
    return {player: sum(side == player for side, _ in held) for player in g.players}


def ground_of(g: NightFight) -> frozenset[Hex]:
    """21.1, 21.3 Where units count."""
    return scored_ground(g.land, g.aim)


@lru_cache(maxsize=64)
def scored_ground(land: MapData, aim: Goal) -> frozenset[Hex]:
    listed = {"bank": land.north_bank, "edges": EDGE_ROADS, "exit": (aim.hex,)}
    return frozenset(listed.get(aim.kind, aim.hexes))


def by_player(g: NightFight, units: list[Unit]) -> dict[str, int]:
    return {side: sum(u.side == side for u in units) for side in g.players}


def leaders(counted: dict[str, int]) -> tuple[str, ...]:
    """R62 The player with more qualifying units; equal numbers share."""
    best = max(counted.values())
    return tuple(side for side in sorted(counted) if counted[side] == best)


def watched_hexes(g: NightFight) -> set[Hex]:
    """21.4, R60 Every hex that some Soviet piece that counts has in view."""
    return {h for held in g.soviet_hexes if has_eyes(g, held) for h in seen_from(g, held)}


def has_eyes(g: NightFight, h: Hex) -> bool:
    """21.4, R60 Do those in a hex count? Whatever they are; by the house rule only a column or what lies face up."""
    return g.aim.eyes == "all" or any(u.up or u.what.kind == "marker" for u in g.here(h))


def free_route(g: NightFight) -> bool:
    """21.4, R60 Is there a road from west to east that nobody watches?"""
    road = quietest_road(g)
    return bool(road) and watched_hexes(g).isdisjoint(road)


def quietest_road(g: NightFight) -> list[Hex]:
    """21.4, R60 The linked road hexes south of the river, west edge to east, that are watched least; none if cut."""
    watched, roads = watched_hexes(g), g.land.road_links

    def price(h: Hex) -> int | None:
        if h in g.bridges_out or h not in g.land.south_bank:
            return None
        return len(roads) if h in watched else 1

    return cheapest_link_route(roads, EDGES["west"], EDGES["east"], price) or []


# -------------------- 21.0 What the Germans are after and how far they are, as victory counts it

MOST_UNITS = 13  # enough for any roll of two dice
RIVALS = "Have no fewer of them than any other player"


def aims(g: NightFight, side: str) -> tuple[Aim, ...]:
    """21.0 The scenario's goal, the bridges where they may fall, and the other players where there are any."""
    if g.scenario.by_road:
        test = by_the_road(g)
        return (_road(g, test), *_bridges(g), *_rivals(test.counted, side))
    count = units_that_count(g)
    return (_counted(g.land, g.aim, count.total), *_bridges(g), *_rivals(count.by_player, side))


@lru_cache(256)
def _counted(land: MapData, aim: Goal, count: int) -> Aim:
    """21.1 to 21.3 The more units count (by the house rule, hexes), the likelier the dice will do."""
    chance = chance_of(count - aim.less)
    met = chance == 1 if chance in (0, 1) else None
    levels = (
        ("no chance", 0.0),
        *((words, float(_least(more, aim.less))) for words, more in (("a chance", 0), ("likely", Fraction(1, 2)))),
        ("certain", float(MOST_UNITS - 1 + aim.less)),
    )
    where = EDGE_ROADS if aim.kind == "edges" else tuple(sorted(scored_ground(land, aim)))
    return Aim(aim.goal, aim.cite, where, have=count, met=met, levels=levels)


def _least(more: Fraction | int, less: bool) -> int:
    """The fewest units with more than this chance."""
    return next(units for units in range(MOST_UNITS + 1) if chance_of(units - less) > more)


def _road(g: NightFight, test: Test) -> Aim:
    """21.4, R60 How much of the least watched road lies unseen; what is still seen of it is to be lit."""
    road, watched = quietest_road(g), watched_hexes(g)
    seen = tuple(h for h in road if h in watched)
    return Aim(g.aim.goal, test.cite, seen, have=len(road) - len(seen), need=len(road), met=test.won)


def _bridges(g: NightFight) -> list[Aim]:
    """21.1 The bridges over the large river that still stand."""
    words, standing = g.aim.bridges, tuple(h for h in g.land.river_bridges if h not in g.bridges_out)
    return [Aim(words, "NF-21.1.3", standing, have=len(standing))] if words else []


def _rivals(counted: dict[str, int], side: str) -> list[Aim]:
    """20.2, R62 Of those who share the Germans the one with most units wins."""
    if len(counted) == 1:
        return []
    best = max(n for other, n in counted.items() if other != side)
    return [Aim(RIVALS, "NF-20.2.5", have=counted[side], need=best, met=side in leaders(counted))]
