"""11 Tactical doctrine: areas of operations and separation."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, reduce
from itertools import accumulate, chain
from operator import and_, or_

from grognard.board.hexes.grid import Hex
from grognard.board.hexes.hex_sets import bits_of, hexes_of
from grognard.engine import Action, ChoiceStep, Refusal, Step
from grognard.engine.core.fact import fact
from grognard.engine.core.state import without
from grognard.engine.core.wording import with_count
from grognard.games.tank_leader.rules.cards import combat_members
from grognard.games.tank_leader.rules.choices import HexDeed
from grognard.games.tank_leader.rules.data import BIT, CARDS, GERMAN, GRID, PARENT_OF, SOVIET, TABLES, TO, disc
from grognard.games.tank_leader.rules.state import TankLeader, Unit

RADIUS = {GERMAN: TABLES["doctrine"]["german_company_radius"], SOVIET: TABLES["doctrine"]["soviet_company_radius"]}
BATTALION: int = TABLES["doctrine"]["soviet_battalion_radius"]


@fact
def bound_units(g: TankLeader, card: str) -> Sequence[Unit]:
    """11.2, 11.3 The units of a formation that doctrine binds: those on the map; HQ formations are exempt."""
    return [] if CARDS[card].hq else [u for u in g.members(card) if u.place]


def companies_on_map(g: TankLeader, side: str) -> list[str]:
    """11.1 Combat formations with units on the map."""
    return [c for c in g.cards if CARDS[c].type == "combat" and CARDS[c].side == side and bound_units(g, c)]


def battalions(g: TankLeader) -> dict[str, list[str]]:
    """11.3, R-58 Soviet battalions with two or more combat formations on the map."""
    found: dict[str, list[str]] = {}
    for card in companies_on_map(g, SOVIET):
        if card in PARENT_OF:
            found.setdefault(PARENT_OF[card], []).append(card)
    return {parent: cards for parent, cards in found.items() if len(cards) > 1}


def separated_by(g: TankLeader, card: str, centre: Hex, battalion: Hex = "") -> frozenset[str]:
    """11.2, 11.3 Who would be separated with this central hex (and this centre of the battalion)."""
    units = bound_units(g, card)
    if battalion and GRID.distance(centre, battalion) > BATTALION:
        return frozenset(u.id for u in units)
    ground = disc(centre, RADIUS[CARDS[card].side])
    return frozenset([u.id for u in units if not ground & BIT[u.place]])


def area_of(card: str, centre: Hex) -> tuple[Hex, ...]:
    """11.2, 11.3 The hexes of the area of operations of a company, or of a battalion."""
    return GRID.within(centre, RADIUS[CARDS[card].side] if CARDS[card].type == "combat" else BATTALION)


Grounds = list[tuple[int, int]]  # sets of hexes that come to the same, and who is separated by them


class Bound:
    """11 Some units that doctrine binds, at most so far from a central hex.

    A set of them is a number with a bit for each; now some are separated.
    """

    def __init__(self, units: Sequence[Unit], radius: int, first: int = 0) -> None:
        self.units, self.everybody, self.separated = units, (1 << len(units)) - 1 << first, 0
        self.radius = radius
        self.at: dict[Hex, int] = {}  # those in each of their places
        for bit, unit in enumerate(units, first):
            self.at[unit.place] = self.at.get(unit.place, 0) | 1 << bit
            self.separated |= unit.separated << bit

    def swaps(self, away: int) -> bool:
        """11.11 Would a separated unit be freed while another becomes separated?"""
        return bool(self.separated & ~away) and bool(away & ~self.separated)

    def fair(self, among: Iterable[int]) -> set[int]:
        """11.11, R-59 The outcomes that swap nobody; if all do, those that separate the fewest."""
        found = set(among)
        least = min(map(int.bit_count, found))
        return {away for away in found if not self.swaps(away)} or {a for a in found if a.bit_count() == least}

    def outcomes(self) -> Grounds:
        """11.1 Central hexes that hold at least one of the units, and who would be separated with each."""
        found: Grounds = []
        covered = 0
        for place, units in self.at.items():
            ground = disc(place, self.radius)
            if ground & covered:
                split = [
                    part for hexes, held in found for part in ((hexes & ground, held | units), (hexes & ~ground, held))
                ]
                found = [(hexes, held) for hexes, held in split if hexes]
            if ground & ~covered:
                found.append((ground & ~covered, units))
            covered |= ground
        return [(hexes, self.everybody & ~held) for hexes, held in found]

    def near(self) -> Iterable[Hex]:
        """11.1 The hexes near any of its units, the first unit's first."""
        return dict.fromkeys(chain.from_iterable([GRID.within(place, self.radius) for place in self.at]))

    def hexes(self, choices: Grounds) -> list[Hex]:
        """11.1 Those of them that may be chosen."""
        ground = reduce(or_, [hexes for hexes, _ in choices])
        return [h for h in self.near() if ground & BIT[h]]

    def first(self, choices: Grounds) -> Hex:
        """11.1 The first of those that separate the fewest units."""
        least = min([away.bit_count() for _, away in choices])
        best = reduce(or_, [hexes for hexes, away in choices if away.bit_count() == least])
        beside = next(place for place in self.at if disc(place, self.radius) & best)
        return next(h for h in GRID.within(beside, self.radius) if best & BIT[h])

    def spelt_out(self, choices: Grounds) -> dict[Hex, int]:
        """11.1 The same hex by hex."""
        found = {h: away for ground, away in choices for h in hexes_of(GRID, ground)}
        return {h: found[h] for h in self.near() if h in found}

    def ids(self, away: int) -> frozenset[str]:
        """The units of a set by name, if their bits begin with the first."""
        return frozenset(u.id for bit, u in enumerate(self.units) if away >> bit & 1)


def _legal(company: Bound, battalion: Hex) -> Grounds:
    """11.11, R-59 Central hexes that swap nobody; if all do, those that separate the fewest."""
    found = company.outcomes()
    if battalion:  # 11.3 a central hex too far from the battalion's separates the whole company
        near, everybody = around(battalion), company.everybody
        split = [part for ground, away in found for part in ((ground & near, away), (ground & ~near, everybody))]
        found = [(ground, away) for ground, away in split if ground]
    fair = company.fair(away for _, away in found)
    return [(ground, away) for ground, away in found if away in fair]


@fact
def legal_centres(g: TankLeader, card: str, battalion: Hex = "") -> dict[Hex, frozenset[str]]:
    """11.11, R-59 The same hex by hex, with those who are separated by name."""
    company = Bound(bound_units(g, card), RADIUS[CARDS[card].side])
    return {h: company.ids(away) for h, away in company.spelt_out(_legal(company, battalion)).items()}


@cache
def around(h: Hex) -> int:
    """11.3 The hexes as far from one as a company's centre may be from its battalion's, as a set."""
    return disc(h, BATTALION)


class Company:
    """11.3 A company of a battalion, and what its central hexes come to."""

    def __init__(self, units: Sequence[Unit], first: int) -> None:
        company = Bound(units, RADIUS[SOVIET], first)
        self.everybody, self.centres = company.everybody, company.outcomes()
        self.centres.sort(key=lambda choice: choice[1].bit_count())
        self.near: Grounds = [  # where the battalion's central hex leaves it an outcome, the best first
            (reduce(or_, map(around, hexes_of(GRID, hexes))), away)
            for hexes, away in self.centres
            if not company.swaps(away)
        ]

    def split(self, ground: int) -> Grounds:
        """11.3, 11.11, R-59 Who is separated if it takes its best central hex, by the one of its battalion."""
        found: Grounds = []
        for hexes, away in self.near:
            if ground & hexes:
                found.append((ground & hexes, away))
                ground &= ~hexes
        if not self.near:
            beside_all = reduce(and_, [around(h) for hexes, _ in self.centres for h in hexes_of(GRID, hexes)])
            found.append((ground & beside_all, self.centres[0][1]))
            ground &= ~beside_all
        return [(hexes, away) for hexes, away in (*found, (ground, self.everybody)) if hexes]


class Battalion(Bound):
    """11.3 A Soviet battalion, and what its central hexes come to."""

    def __init__(self, g: TankLeader, parent: str) -> None:
        parts = [units for card in g.cards if PARENT_OF.get(card) == parent and (units := bound_units(g, card))]
        super().__init__([u for units in parts for u in units], BATTALION)
        firsts = accumulate(map(len, parts), initial=0)
        self.companies = [Company(units, first) for units, first in zip(parts, firsts, strict=False)]

    def split(self, ground: int) -> Grounds:
        """11.3 Who would be separated if every company then took its best central hex."""
        found: Grounds = [(ground, 0)]
        for company in self.companies:
            found = [(part, away | more) for hexes, away in found for part, more in company.split(hexes)]
        return found

    def choices(self) -> Grounds:
        """11.3, 11.11, R-59 The centres near any of its units that may be chosen."""
        found = self.split(reduce(or_, map(around, self.at)))
        fair = self.fair([away for _, away in found])
        return [(hexes, away) for hexes, away in found if away in fair]


@fact
def battalion_centres(g: TankLeader, parent: str) -> dict[Hex, frozenset[str]]:
    """11.3 Centres for a battalion near any of its units, with the outcome of each."""
    battalion = Battalion(g, parent)
    return {h: battalion.ids(away) for h, away in battalion.spelt_out(battalion.choices()).items()}


def no_choice(choices: Grounds) -> bool:
    """11.1, R-59 Is there nothing to choose: does a choice separate nobody, or do all separate the same?

    None is better than one that separates nobody: every choice is open next turn, too. But to separate more now may
    free somebody then, so one that separates fewer is only the suggestion.
    """
    found = {away for _, away in choices}
    return len(found) == 1 or 0 in found


def _prompt(card: str, area: Bound, choices: Grounds) -> str:
    """11.1 The question for a central hex, with the one that separates the fewest."""
    least = min(away.bit_count() for _, away in choices)
    name, h = CARDS[card].id, area.first(choices)
    return f"Choose the central hex of {name}: {h} separates the fewest, {with_count(least, 'unit')}"


class Areas(Step, frozen=True):
    """4.3 step 6 A side designates its areas: battalions first, then companies."""

    side: str

    def run(self, g: TankLeader) -> None:
        steps: list[Step] = []
        grouped: set[str] = set()
        if self.side == SOVIET:
            for parent, cards in battalions(g).items():
                steps.append(BattalionArea(parent))
                grouped |= set(cards)
        steps += [CompanyArea(c) for c in companies_on_map(g, self.side) if c not in grouped]
        for card in [c for c in g.centres if CARDS[c].side == self.side]:
            g.centres = without(g.centres, card)
        g.swap(*steps)


class CentreBattalion(HexDeed, frozen=True):
    """11.3 A hex that separates the same units as one in the list will do as well."""

    is_open = True

    @classmethod
    def answers(cls, g: TankLeader, by: BattalionArea) -> list[Action]:
        battalion = Battalion(g, by.parent)
        return [TO[h] for h in battalion.hexes(battalion.choices())]

    def is_meant(self, g: TankLeader, by: BattalionArea) -> bool:
        return True

    def why_not(self, g: TankLeader, by: BattalionArea) -> Refusal | None:
        if self.hex not in GRID:
            return Refusal("TL-11.1.3")
        battalion = Battalion(g, by.parent)
        ((_, away),) = battalion.split(bits_of(GRID, (self.hex,)))
        if battalion.swaps(away) and self.hex not in battalion_centres(g, by.parent):
            return Refusal("TL-11.11.1")
        return None

    def do(self, g: TankLeader, by: BattalionArea) -> None:
        g.centres = {**g.centres, by.parent: self.hex}
        g.swap(*[CompanyArea(c, self.hex) for c in combat_members(by.parent) if bound_units(g, c)])


class BattalionArea(ChoiceStep, frozen=True):
    """11.3 The central hex of a Soviet battalion; where nothing is to choose it is taken without asking."""

    parent: str
    deeds = (CentreBattalion,)

    def run(self, g: TankLeader) -> None:
        battalion = Battalion(g, self.parent)
        choices = battalion.choices()
        if no_choice(choices):
            return CentreBattalion(battalion.first(choices)).do(g, self)
        g.ask(SOVIET, _prompt(self.parent, battalion, choices), self.offered(g), "TL-11.3.2")


class CentreCompany(HexDeed, frozen=True):
    """11.2, 11.3 The same of a company; who is too far away is separated."""

    is_open = True

    @classmethod
    def answers(cls, g: TankLeader, by: CompanyArea) -> list[Action]:
        company = by.company(g)
        return [TO[h] for h in company.hexes(_legal(company, by.battalion))]

    def is_meant(self, g: TankLeader, by: CompanyArea) -> bool:
        return True

    def why_not(self, g: TankLeader, by: CompanyArea) -> Refusal | None:
        if self.hex not in GRID:
            return Refusal("TL-11.1.3")
        company = by.company(g)
        away = separated_by(g, by.card, self.hex, by.battalion)
        swapped = company.swaps(sum(1 << bit for bit, u in enumerate(company.units) if u.id in away))
        if swapped and self.hex not in legal_centres(g, by.card, by.battalion):
            return Refusal("TL-11.11.1")
        return None

    def do(self, g: TankLeader, by: CompanyArea) -> None:
        away, company = separated_by(g, by.card, self.hex, by.battalion), CARDS[by.card]
        g.centres = {**g.centres, by.card: self.hex}
        for unit in bound_units(g, by.card):
            if unit.separated != (unit.id in away):
                g.change(unit.id, separated=unit.id in away)
        if away:
            text, many = "{name} centres on {hex}: {n} separated from it", with_count(len(away), "unit")
            own = (company.side,)  # the enemy may not know who they are
            g.tell("TL-11.1.1", text, hexes=(self.hex,), sees=own, name=company.id, hex=self.hex, n=many)
        g.done()


class CompanyArea(ChoiceStep, frozen=True):
    """11.2, 11.3 The central hex of a company; where nothing is to choose it is taken without asking."""

    card: str
    battalion: Hex = ""
    deeds = (CentreCompany,)

    def run(self, g: TankLeader) -> None:
        company = self.company(g)
        choices = _legal(company, self.battalion)
        if no_choice(choices):
            if not g.revealed and not all(u.up for u in company.units):
                g.reveal()  # who is marked, and who is not, hangs on units that only one side knows
            return CentreCompany(company.first(choices)).do(g, self)
        g.ask(CARDS[self.card].side, _prompt(self.card, company, choices), self.offered(g), "TL-11.1.1")

    def company(self, g: TankLeader) -> Bound:
        """Those whom its area binds."""
        return Bound(bound_units(g, self.card), RADIUS[CARDS[self.card].side])
