"""15.3 Set-up: formations, companies, trucks and works on the map."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from grognard.board.hexes.grid import Hex
from grognard.engine import Actions, ChoiceStep, Deed, Group, Press, Refusal, Step
from grognard.engine.core.wording import side_people, with_count
from grognard.games.tank_leader.rules.cards import refresh_higher_cards
from grognard.games.tank_leader.rules.choices import HexDeed, UnitDeed
from grognard.games.tank_leader.rules.data import CARDS, GRID, SOVIET, other
from grognard.games.tank_leader.rules.reinforcements import ROAD, bring
from grognard.games.tank_leader.rules.scenarios import SCENARIOS
from grognard.games.tank_leader.rules.spotting import DeployObserver
from grognard.games.tank_leader.rules.stacking import room_for, standing
from grognard.games.tank_leader.rules.state import TankLeader, Unit
from grognard.games.tank_leader.rules.terrain import LANDS, Conditions, Moves, country_of, hexes_between
from grognard.games.tank_leader.rules.terrain_chart import ROOMS
from grognard.games.tank_leader.rules.transport import has_room

ON_MAP, READY = Press("set up on the map"), Press("done")
Rows = list[dict[str, Any]]


def cards_of(g: TankLeader, side: str, row: dict[str, Any]) -> list[str]:
    """15.3 The combat cards that a set-up area is for."""
    if row["cards"] == "drafted":
        return [key for key in g.cards if CARDS[key].side == side and CARDS[key].type == "combat"]
    return [str(n) for n in row["cards"]]


@lru_cache(maxsize=256)
def area(scenario: str, side: str, index: int) -> tuple[Hex, ...]:
    """15.3 The hexes of a set-up area."""
    row = SCENARIOS[scenario][side]["placement"][index]
    if "hexes" in row:
        return tuple(row["hexes"])
    if "within" in row:
        return GRID.within(row["within"]["hex"], row["within"]["distance"])
    if "place" in row:
        town = LANDS[scenario].map.marks[row["place"]]
        return tuple(dict.fromkeys(h for t in town for h in GRID.within(t, row["margin"])))
    hexes = hexes_between(tuple(row["columns"]), tuple(row["rows"]))
    if "road" in row:
        road = next(line for line in LANDS[scenario].map.lines if line.name == row["road"])
        hexes = [h for h in hexes if h in road.hexes]
    return tuple(hexes)


@lru_cache(maxsize=256)
def firm_area(scenario: str, side: str, index: int, conditions: Conditions, mover: str) -> tuple[Hex, ...]:
    """15.3.3 The hexes of a set-up area that a class of unit may be in."""
    return tuple(h for h in area(scenario, side, index) if country_of(conditions).may_enter(h, mover))


class SetUp(Step, frozen=True):
    """15.3 One side's forces, area by area."""

    side: str

    def run(self, g: TankLeader) -> None:
        steps: list[Step] = []
        for entry in g.scenario[self.side].get("entry", ()):
            for group in entry.get("groups", ()):
                steps.append(ChooseRoad(tuple(str(n) for n in group), tuple(entry["roads"])))
        for index, row in enumerate(g.scenario[self.side]["placement"]):
            for card in cards_of(g, self.side, row):
                if "or_entry" in row:
                    steps.append(ChooseRoad((card,), tuple(row["or_entry"]["roads"]), index))
                else:
                    steps.append(PlaceFormation(card, index))
            steps.append(DigIn(self.side, index))
        if self.side == g.scenario["first_to_set_up"]:
            g.tell("TL-15.3.1", "{side} sets up first", side=side_people(self.side))
        g.swap(*steps, PlaceTrucks(self.side), HandOut(self.side))


class SetUpOnMap(Deed, frozen=True):
    """15.3 The formation is set up in its area (scenario 8)."""

    stored = ON_MAP

    @classmethod
    def candidates(cls, g: TankLeader, by: ChooseRoad) -> list[SetUpOnMap]:
        return [cls()] if by.index is not None else []

    def do(self, g: TankLeader, by: ChooseRoad) -> None:
        assert by.index is not None
        g.swap(PlaceFormation(by.cards[0], by.index))


class ComeByRoad(Deed, frozen=True):
    """15.3 The group enters on a numbered road in turn 1, and trucks for it with it."""

    button: str
    stored = Press

    @classmethod
    def candidates(cls, g: TankLeader, by: ChooseRoad) -> list[ComeByRoad]:
        return [cls(f"road {n}") for n in by.roads]

    def is_meant(self, g: TankLeader, by: ChooseRoad) -> bool:
        return self in self.candidates(g, by)

    def do(self, g: TankLeader, by: ChooseRoad) -> None:
        g.done()
        for card in by.cards:
            where = (ROAD, g.country.land.entries[CARDS[card].side][int(self.button.split()[1]) - 1])
            bring(g, card, where)
            trucks = free_trucks(g, CARDS[card].side)[: CARDS[card].trucks]
            g.entry = {**g.entry, **{truck.id: where for truck in trucks}}


class ChooseRoad(ChoiceStep, frozen=True):
    """15.3 The owner picks the road a group enters on in turn 1, or (scenario 8) sets it up on the map."""

    cards: tuple[str, ...]
    roads: tuple[int, ...]
    index: int | None = None
    deeds = (SetUpOnMap, ComeByRoad)

    def run(self, g: TankLeader) -> None:
        names = ", ".join(CARDS[c].id for c in self.cards)
        g.ask(CARDS[self.cards[0]].side, f"Where does {names} come on?", self.offered(g), "TL-5.2.1")


def free_trucks(g: TankLeader, side: str) -> list[Unit]:
    """13.31 Trucks that are neither set up nor waiting with a formation."""
    return [u for u in g.pieces.values() if u.side == side and u.what.truck and not u.hex and u.id not in g.entry]


class PlaceFormation(Step, frozen=True):
    """15.3 A formation is set up: a company in one hex as far as it fits, or each unit where its owner likes."""

    card: str
    index: int

    def run(self, g: TankLeader) -> None:
        row = placement(g, self.card, self.index)
        g.cards = {**g.cards, self.card: "hand"}
        units = [u for u in g.members(self.card) if u.what.kind != "fo"]
        observers = [DeployObserver(u.id) for u in g.members(self.card) if u.what.kind == "fo"]
        loaded = [u for u in units if row.get("infantry_loaded_on_trucks") and not u.vehicle]
        units = [u for u in units if u not in loaded]
        if units and in_one_hex(self.card, row):
            return g.swap(PlaceCompany(self.card, self.index), *observers)
        g.swap(*[PlaceUnit(u.id, self.index) for u in units], *observers)


def in_one_hex(card: str, row: dict[str, Any]) -> bool:
    """15.3.1 Soviet companies are set up in one hex unless a scenario says otherwise; headquarters are free (11.3)."""
    soviet_company = CARDS[card].side == SOVIET and not CARDS[card].hq
    return bool(row.get("company_in_one_hex", soviet_company))


def placement(g: TankLeader, card: str, index: int) -> dict[str, Any]:
    """15.3 The scenario's words about a set-up area."""
    row: dict[str, Any] = g.scenario[CARDS[card].side]["placement"][index]
    return row


class Site:
    """15.3 Where one unit may be set up; what is the same for all hexes is looked up once."""

    def __init__(self, g: TankLeader, unit: Unit, index: int) -> None:
        row: dict[str, Any] = g.scenario[unit.side]["placement"][index]
        self.g, self.unit, self.index, self.area = g, unit, index, area(g.scenario_id, unit.side, index)
        self.far: int = row.get("minimum_distance_to_enemy", 0)
        self.most: int = row.get("vehicles_per_hex", 0)
        self.friends = standing(g, unit.side)
        foes = g.held(other(unit.side)) if self.far else ()
        self.near_foes = {h for foe in foes for h in GRID.within(foe, self.far - 1)}

    def why_not(self, h: Hex) -> Refusal | None:
        """Why the unit may not be set up in a hex."""
        if h not in self.area:
            return Refusal("TL-15.3.1", "The hex is outside the set-up area.")
        return self._why_not_here(h)

    def hexes(self) -> list[Hex]:
        """Every hex of the area that is open to it."""
        near, friends = self.near_foes, self.friends
        return [h for h in self.ground if (h not in near and h not in friends) or self._why_not_here(h) is None]

    @property
    def ground(self) -> tuple[Hex, ...]:
        """15.3.3 The hexes of the area that such a unit may be in."""
        return firm_area(self.g.scenario_id, self.unit.side, self.index, self.g.conditions, self.unit.what.mover)

    @property
    def has_room(self) -> bool:
        """Is there surely such a hex: are they more than those with somebody in them or near?"""
        return len(self.ground) > len(self.friends) + len(self.near_foes)

    def takes(self, h: Hex) -> bool:
        """Is a hex of that ground open to it?"""
        return (h not in self.near_foes and h not in self.friends) or self._why_not_here(h) is None

    def _why_not_here(self, h: Hex) -> Refusal | None:
        g, unit = self.g, self.unit
        if not g.country.may_enter(h, unit.what.mover):
            return Refusal("TL-15.3.3")
        if h in self.near_foes:
            return Refusal("TL-15.3.1", f"It must be {with_count(self.far, 'hex')} from every enemy.")
        here = self.friends.get(h, ())
        if here and not room_for(g, here, h, unit):
            return Refusal("TL-15.3.1", "The hex is full.")
        if here and self.most and unit.vehicle and sum(u.vehicle for u in here) >= self.most:
            return Refusal("TL-15.3.1", f"At most {self.most} vehicles to a hex.")
        return None


def set_up(g: TankLeader, unit: Unit, index: int, h: Hex) -> None:
    """15.3, 15.5.7 The unit is placed, or its hex recorded if the side sets up hidden."""
    row: dict[str, Any] = g.scenario[unit.side]["placement"][index]
    hidden = "hidden" in row
    g.change(unit.id, **({"recorded": h} if hidden else {"place": h}))
    g.tell("TL-15.3.1", "{unit} sets up in {hex}", sees=(unit.side,), hexes=(h,), unit=unit.name, hex=h)


def to_follow(g: TankLeader) -> str:
    """15.3 What is still to be set up after the step on top, in words."""
    rest = g.steps[-2::-1]
    units = sum(isinstance(step, PlaceUnit) for step in rest)
    words = [f"{units} more units" if units > 1 else "one more unit"] if units else []
    words += [CARDS[step.card].id for step in rest if isinstance(step, PlaceFormation)]
    return f" (then {', '.join(words)})" if words else ""


class SetUpUnit(HexDeed, frozen=True):
    """15.3 The unit is set up in a hex of its area."""

    def why_not(self, g: TankLeader, by: PlaceUnit) -> Refusal | None:
        site = by.site(g)
        if self.hex in by.open_hexes(site):
            return None
        return site.why_not(self.hex) or Refusal("TL-15.3.1", "It belongs beside its company.")

    def do(self, g: TankLeader, by: PlaceUnit) -> None:
        set_up(g, g.pieces[by.unit], by.index, self.hex)
        g.done()


class PlaceUnit(ChoiceStep, frozen=True):
    """15.3 One unit; `near` keeps the overflow of a company beside it."""

    unit: str
    index: int
    near: Hex = ""
    deeds = (SetUpUnit,)

    def run(self, g: TankLeader) -> None:
        unit = g.pieces[self.unit]
        g.ask(unit.side, lambda: f"Set up {unit.name}{to_follow(g)}", self.offered(g), "TL-15.3.1")

    def offered(self, g: TankLeader) -> Actions:
        site = self.site(g)
        if self.near:
            return Actions(Moves(self.open_hexes(site)))
        anywhere = Group(lambda: Moves(site.hexes()))
        return Actions(paged=iter((anywhere,))) if site.has_room else Actions(anywhere)

    def site(self, g: TankLeader) -> Site:
        """Where it may stand."""
        return Site(g, g.pieces[self.unit], self.index)

    def open_hexes(self, site: Site) -> list[Hex]:
        """The hexes of the area that are open to it, or those beside its company if there are any."""
        hexes = site.hexes()
        beside = [h for h in hexes if GRID.distance(h, self.near) <= 1] if self.near else hexes
        return beside or hexes


class SetUpCompany(HexDeed, frozen=True):
    """15.3.1 All of the company that fit are set up in one hex."""

    @classmethod
    def answers(cls, g: TankLeader, by: PlaceCompany) -> Moves:
        return Moves(by.open_hexes(g))

    def why_not(self, g: TankLeader, by: PlaceCompany) -> Refusal | None:
        if self.hex in by.open_hexes(g):
            return None
        refusal = Site(g, by.platoons(g)[0], by.index).why_not(self.hex)
        return refusal or Refusal("TL-15.3.1", "More of the company would fit elsewhere.")

    def do(self, g: TankLeader, by: PlaceCompany) -> None:
        left: list[Step] = []
        for unit in by.platoons(g):
            if room_for(g, standing(g, unit.side).get(self.hex, ()), self.hex, unit):
                set_up(g, unit, by.index, self.hex)
            else:
                left.append(PlaceUnit(unit.id, by.index, self.hex))
        g.swap(*left)


class PlaceCompany(ChoiceStep, frozen=True):
    """15.3.1 A Soviet company in one hex that takes as many as any could; the rest goes beside it."""

    card: str
    index: int
    deeds = (SetUpCompany,)

    def run(self, g: TankLeader) -> None:
        g.ask(CARDS[self.card].side, lambda: self._prompt(g), self.offered(g), "TL-15.3.1")

    def _prompt(self, g: TankLeader) -> str:
        kinds = Counter(u.what.short for u in self.platoons(g))
        words = ", ".join(f"{n} {kind}" for kind, n in kinds.items())
        return f"Set up {CARDS[self.card].id} ({words}) in one hex{to_follow(g)}"

    def about(self, g: TankLeader) -> list[str]:
        return [u.id for u in self.platoons(g)]

    def open_hexes(self, g: TankLeader) -> list[Hex]:
        """Those that take as many of it as any could."""
        units = self.platoons(g)
        site = Site(g, units[0], self.index)
        machines = sum(u.vehicle for u in units)
        size = len(units) - machines, machines
        limits, friends = g.country.room, site.friends
        empty = {room: company_room(size, (), room) for room in ROOMS}
        rooms = {
            h: company_room(size, friends[h], limits[h]) if h in friends else empty[limits[h]] for h in site.hexes()
        }
        most = max(rooms.values())
        return [h for h, room in rooms.items() if room == most]

    def platoons(self, g: TankLeader) -> list[Unit]:
        """Who is set up; observers are deployed by themselves."""
        return [u for u in g.members(self.card) if u.what.kind != "fo"]


def company_room(size: tuple[int, int], here: Sequence[Unit], limits: tuple[int, int]) -> int:
    """15.3.1 How many of a company of so many men and vehicles fit into a hex beside those who are there."""
    (men, machines), (total, vehicles) = size, limits
    room = vehicles - sum(u.vehicle for u in here) if here else vehicles
    return min(total - len(here), men + min(machines, room))


class BeginEntrenched(UnitDeed, frozen=True):
    """15.3.4 The unit begins entrenched."""

    @classmethod
    def candidates(cls, g: TankLeader, by: DigIn) -> list[BeginEntrenched]:
        return [cls(u.id) for u in by.able(g)]

    def why_not(self, g: TankLeader, by: DigIn) -> Refusal | None:
        return None if self.unit(g) in by.able(g) else Refusal("TL-15.3.4")

    def do(self, g: TankLeader, by: DigIn) -> None:
        g.change(self.piece, trench=2)
        g.swap(DigIn(by.side, by.index, by.chosen + 1))


class EnoughEntrenched(Deed, frozen=True):
    """15.3.4 No more units, where the scenario says how many may be at most."""

    stored = READY

    def why_not(self, g: TankLeader, by: DigIn) -> Refusal | None:
        return None if by.row(g)["entrenched"]["mode"] == "up_to" else Refusal("TL-15.3.4")

    def do(self, g: TankLeader, by: DigIn) -> None:
        g.done()


class DigIn(ChoiceStep, frozen=True):
    """15.3.4 Units that may begin entrenched: all of them, so many, or half of them (rounded up)."""

    side: str
    index: int
    chosen: int = 0
    deeds = (BeginEntrenched, EnoughEntrenched)

    def run(self, g: TankLeader) -> None:
        rule = self.row(g).get("entrenched")
        if rule is None:
            return g.done()
        able = self.able(g)
        if rule["mode"] in ("all", "may"):
            for unit in able:
                g.change(unit.id, trench=2)
            return g.done()
        limit = rule["units"] if rule["mode"] == "up_to" else -(-(len(able) + self.chosen) // 2)
        if self.chosen >= limit or not able:
            return g.done()
        prompt = f"Which units begin entrenched? ({self.chosen} of {limit})"
        g.ask(self.side, prompt, self.offered(g), "TL-15.3.4")

    def row(self, g: TankLeader) -> dict[str, Any]:
        """The scenario's words about the area."""
        row: dict[str, Any] = g.scenario[self.side]["placement"][self.index]
        return row

    def able(self, g: TankLeader) -> list[Unit]:
        """Who is not entrenched yet."""
        cards = set(cards_of(g, self.side, self.row(g)))
        return [
            u for u in g.pieces.values() if u.card in cards and not u.vehicle and u.what.kind != "fo" and not u.trench
        ]


class PlaceTrucks(Step, frozen=True):
    """13.31 Trucks are set up in their side's first area, or wait where a formation enters; then passengers board."""

    side: str

    def run(self, g: TankLeader) -> None:
        trucks = free_trucks(g, self.side)
        rows: Rows = g.scenario[self.side]["placement"]
        if not trucks and not any(row.get("infantry_loaded_on_trucks") for row in rows):
            return g.done()
        steps: list[Step] = [PlaceUnit(u.id, 0) for u in trucks if rows]
        for row in rows:
            if row.get("infantry_loaded_on_trucks"):
                units = [u for c in cards_of(g, self.side, row) for u in g.members(c)]
                riders = [u for u in units if not u.vehicle and u.what.kind != "fo"]
                steps += [Board(u.id) for u in riders]
        g.swap(*steps)


class BeginAboard(UnitDeed, frozen=True):
    """15.3, 13.33 The truck that takes the unit."""

    @classmethod
    def candidates(cls, g: TankLeader, by: Board) -> Iterable[BeginAboard]:
        return (cls(truck.id) for truck in g.units(g.pieces[by.unit].side))

    def why_not(self, g: TankLeader, by: Board) -> Refusal | None:
        unit, truck = g.pieces[by.unit], self.unit(g)
        if truck.side != unit.side or not truck.place or not truck.what.truck or not has_room(g, truck, unit):
            return Refusal("TL-13.33.1")
        if not room_for(g, standing(g, unit.side).get(truck.place, ()), truck.place, unit):
            return Refusal("TL-15.3.1", "The hex is full.")
        return None

    def do(self, g: TankLeader, by: Board) -> None:
        g.change(by.unit, place=self.unit(g).place, carrier=self.piece, up=False)
        g.done()


class Board(ChoiceStep, frozen=True):
    """15.3, 13.33 A unit begins aboard a truck of its owner's choice, within the limits of the hex."""

    unit: str
    deeds = (BeginAboard,)

    def run(self, g: TankLeader) -> None:
        unit = g.pieces[self.unit]
        g.ask(unit.side, f"{unit.name} begins aboard which truck?", self.offered(g), "TL-13.33.1")


class HandOut(Step, frozen=True):
    """6.5 Parent and command cards of formations in play come to hand."""

    side: str

    def run(self, g: TankLeader) -> None:
        refresh_higher_cards(g)
        g.done()
