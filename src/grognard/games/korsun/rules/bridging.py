"""13.0, R54 Function 2 of the engineers: over which rivers lines of supply reach the most.

A land is what a line covers without engineers, a link a hexside to another land that an engineer can bridge. Lines grow
from land to land, each engineer bridging once. Lands and engineers are numbered; sets of them are the bits of a number.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from grognard.board.hexes.grid import Hex
from grognard.board.hexes.hex_sets import table_of
from grognard.board.hexes.map import Side
from grognard.games.korsun.rules.map_data import Land

WEST, FIELD = 0, 1  # the lands where lines begin
EVERYBODY = ~0  # the bits of all engineers
REMEMBERED = 256  # surveys kept

Crews = tuple[tuple[str, Hex, int], ...]  # who, where, and how far they reach


class Goal(NamedTuple):
    """A hex that wants supply, what it is worth, and whether the airfield will do."""

    hex: int
    worth: int
    green: bool


class Link(NamedTuple):
    """A way out of a land: where to, by which engineer, over which hexside."""

    land: int
    engineer: int
    pair: Side


class Plan(NamedTuple):
    """Lands with a line to the west edge and to the airfield, the crossings used, and what they are worth."""

    west: int
    field: int
    used: tuple[Side, ...] = ()
    worth: int = 0


class Survey:
    """Every land at a river in some engineer's range, and every link between them."""

    def __init__(self, land: Land, open_: int, crews: Crews, west: int, field: int) -> None:
        self.land, self.open = land, open_
        self.lands = [west, field & ~west]
        self.links: list[list[Link]] = [[], []]  # out of each land
        between, matter = dict[Side, tuple[int, int]](), self._that_matter()
        for engineer, (_, h, far) in enumerate(crews):
            found: dict[tuple[int, int], Side] = {}
            for pair in filter(matter.__contains__, land.in_range(h, far)):
                if pair not in between:
                    between[pair] = self._banks(pair)
                found.setdefault(between[pair], pair)
            for (a, b), pair in found.items():
                if a != b:
                    self.links[a].append(Link(b, engineer, pair))
                    self.links[b].append(Link(a, engineer, pair))

    def _that_matter(self) -> set[Side]:
        """The river hexsides that a line may cross and that do not lie in one of the lands where lines begin."""
        open_, west, field = (table_of(self.land.grid, bits) for bits in (self.open, *self.lands))
        ends = self.land.ends.items()
        crossed = [(pair, a, b) for pair, (a, b) in ends if open_[a] and open_[b]]
        return {pair for pair, a, b in crossed if not ((west[a] and west[b]) or (field[a] and field[b]))}

    def _banks(self, pair: Side) -> tuple[int, int]:
        """The lands on both sides of a river hexside, the smaller number first."""
        a, b = self.land.each_bank[pair]
        here, there = self._land(a), self._land(b)
        return (here, there) if here < there else (there, here)

    def _land(self, h: int) -> int:
        for i, land in enumerate(self.lands):
            if land & h:
                return i
        self.lands.append(self.land.dry.flood(h, self.open))
        self.links.append([])
        return len(self.lands) - 1


survey = lru_cache(REMEMBERED)(Survey)


class Bridging:
    """The search for the best crossings: every order of growth is tried that could still beat the best one found."""

    def __init__(self, land: Land, open_: int, crews: Crews, west: int, field: int, goals: tuple[Goal, ...]) -> None:
        found = survey(land, open_, crews, west, field)
        self.lands, self.links = found.lands, found.links
        self.worth = [sum(goal.worth for goal in goals if goal.hex & land) for land in self.lands]
        self.green = [sum(goal.worth for goal in goals if goal.hex & land and goal.green) for land in self.lands]
        self._forget_dead_ends()
        self.wanted = sorted((i for i in self._in_reach() if self.worth[i]), key=lambda i: -self.worth[i])
        self.kinds = self._kinds()
        self.tried: set[tuple[int, int, int]] = set()
        self.best = Plan(1 << WEST, 1 << FIELD, (), self._value(1 << WEST, 1 << FIELD))
        self._grow(self.best, EVERYBODY)

    def reached(self, lands: int) -> int:
        """The hexes of some lands."""
        found = 0
        for i, land in enumerate(self.lands):
            if lands >> i & 1:
                found |= land
        return found

    # ------------------------------------------------------------ what matters

    def _forget_dead_ends(self) -> None:
        """Lands without a goal that lead nowhere."""
        ends = self.worth[FIELD + 1 :]
        while dead := {
            i
            for i, worth in enumerate(ends, FIELD + 1)
            if not worth and len({link.land for link in self.links[i]}) == 1
        }:
            self.links = [
                [] if i in dead else [link for link in out if link.land not in dead] for i, out in enumerate(self.links)
            ]

    def _in_reach(self) -> list[int]:
        """The lands that could be reached if each engineer could bridge any number of rivers."""
        found = [WEST, FIELD] if self.lands[FIELD] else [WEST]
        for i in found:
            found += dict.fromkeys(link.land for link in self.links[i] if link.land not in found)
        return found

    def _kinds(self) -> dict[int, frozenset[tuple[int, int]]]:
        """What each engineer can link: those of a kind stand in for one another."""
        found: dict[int, set[tuple[int, int]]] = {}
        for i, out in enumerate(self.links):
            for link in out:
                found.setdefault(link.engineer, set()).add((i, link.land))
        return {engineer: frozenset(pairs) for engineer, pairs in found.items()}

    # ------------------------------------------------------------ the search

    def _grow(self, plan: Plan, free: int) -> None:
        """Go on from a plan over every link, unless there is no hope to beat the best."""
        if plan.worth > self.best.worth:
            self.best = plan
        key = (plan.west, plan.field, free)
        if key in self.tried or self._hope(plan, free) <= self.best.worth:
            return
        self.tried.add(key)
        for next_, engineer in self._steps(plan, free):
            self._grow(next_, free & ~(1 << engineer))

    def _steps(self, plan: Plan, free: int) -> list[tuple[Plan, int]]:
        """Every plan with one crossing more, the most promising first."""
        found: dict[tuple[int, int, frozenset[tuple[int, int]]], tuple[Plan, int]] = {}
        for i, out in enumerate(self.links):
            from_west = plan.west >> i & 1
            if from_west or plan.field >> i & 1:
                closed = plan.west | plan.field & ~(from_west << FIELD)
                for link in out:
                    if free >> link.engineer & 1 and not closed >> link.land & 1:
                        next_ = self._over(plan, link, from_west)
                        found.setdefault((next_.west, next_.field, self.kinds[link.engineer]), (next_, link.engineer))
        return sorted(found.values(), key=lambda step: -step[0].worth)

    def _over(self, plan: Plan, link: Link, from_west: int) -> Plan:
        """The plan with a crossing more, for the lines from the west edge or for those from the airfield."""
        west, field = plan.west | from_west << link.land, plan.field | (1 - from_west) << link.land
        return Plan(west, field, (*plan.used, link.pair), self._value(west, field))

    def _value(self, west: int, field: int) -> int:
        return sum(self.worth[i] if west >> i & 1 else self.green[i] for i in self.wanted if (west | field) >> i & 1)

    def _hope(self, plan: Plan, free: int) -> int:
        """The most that a plan can come to: as if every land left were only one crossing away."""
        seats: dict[int, int] = {}
        return sum(
            self.worth[i] for i in self.wanted if (plan.west | plan.field) >> i & 1 or self._seat(i, free, seats, set())
        )

    def _seat(self, land: int, free: int, seats: dict[int, int], asked: set[int]) -> bool:
        """Can an engineer be found for this land as well, if need be by giving others to other lands?"""
        for link in self.links[land]:
            engineer = link.engineer
            if free >> engineer & 1 and engineer not in asked:
                asked.add(engineer)
                if engineer not in seats or self._seat(seats[engineer], free, seats, asked):
                    seats[engineer] = land
                    return True
        return False
