"""The records of Tank Leader: units, fire zones, the move in progress, and the position."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from grognard.board.hexes.grid import Hex
from grognard.board.hexes.hex_sets import bits_of
from grognard.engine import Piece, State
from grognard.engine.core.fact import fact
from grognard.games.tank_leader.rules.data import CARDS, GRID, TYPES, Card, UnitType, c3_rating, experience
from grognard.games.tank_leader.rules.scenarios import SCENARIOS
from grognard.games.tank_leader.rules.terrain import Conditions, Country, country_of

UNSET = Conditions("summer", "normal", "normal", "wooded", "rolling")  # until the scenario says


class Unit(Piece, frozen=True):
    """2.11 A counter. `place` is a hex, or "" while it waits off the map or is hidden in its `recorded` hex."""

    type: str = ""
    card: str = ""  # its combat formation; "" for trucks
    no: int = 0  # which of several platoons of the same kind; 0 if it is the only one
    up: bool = True  # 2.11 face-up: it has not operated this turn
    suppressed: bool = False
    separated: bool = False
    fired: bool = False  # 9.18 bears a Fired marker
    noted: bool = False  # 9.16 spotted this turn by an enemy formation rated A, B or C
    quick: bool = False  # 9.36 has scored its quick kill this turn
    exp: int = 1
    boosted: bool = False  # 10.31 raised once
    trench: int = 0  # 13.4: 1 entrenching, 2 entrenched
    carrier: str = ""  # 13.3 the vehicle it rides on
    bound: tuple[str, ...] = ()  # 14.11 the enemies it close assaulted and may not leave while they stay
    recorded: str = ""  # 12.21, 15.5.7 where a hidden unit is

    @property
    def what(self) -> UnitType:
        """What the counter prints."""
        return TYPES[self.type]

    @property
    def vehicle(self) -> bool:
        return TYPES[self.type].vehicle

    @property
    def name(self) -> str:
        words = (CARDS[self.card].id if self.card else "", TYPES[self.type].short, str(self.no or ""))
        return " ".join(filter(None, words))

    @property
    def hex(self) -> Hex:
        """Where it really is, hidden or not."""
        return self.place or self.recorded


class Zone(msgspec.Struct, frozen=True):
    """13.27 A Fire Zone marker: the strengths that made it, and the guns they came from."""

    side: str
    av: int
    ai: int
    guns: tuple[str, ...]


class Prospect(msgspec.Struct, frozen=True):
    """9.15, 9.22 What a shot promises: how many faces spot the target, and what is added to the fire dice."""

    firer: str
    kind: str
    faces: int
    added: int

    def no_better_than(self, before: Prospect) -> bool:
        """Does the same unit stand no better than it did before?"""
        same = (self.firer, self.kind) == (before.firer, before.kind)
        return same and self.faces <= before.faces and self.added <= before.added


class Move(msgspec.Struct, frozen=True):
    """8 The movement operation in progress. Points are halves."""

    unit: str
    spent: int = 0
    hexes: int = 0
    over: bool = False  # no further hex may be entered
    transport: bool = False  # 13.3
    overran: bool = False  # 14.2 one overrun in an operation
    way: tuple[str, ...] = ()  # where it was when the log last told, and the hexes entered since
    shot: tuple[str, ...] = ()  # 9.43 who has fired at the unit in this hex
    halted: bool = False  # 9.41 something has happened in this hex
    awaited: bool = False  # 9.42 the enemy holds his fire until the unit stops
    held: tuple[Prospect, ...] = ()  # 9.41 how those stood who hold their fire until they stand better


class Group(msgspec.Struct, frozen=True):
    """5.1 A reinforcement that has not come yet: which row of the scenario, and the turn if it is settled."""

    row: int
    side: str
    cards: tuple[str, ...]
    turn: int = 0
    deck: tuple[str, ...] = ()


@dataclass(slots=True, eq=False)
class TankLeader(State[Unit]):
    """A position of Tank Leader."""

    turn: int = 0
    phase: str = "Set-up"
    year: int = 1943
    turns: int = 0
    visibility: int = 0
    conditions: Conditions = UNSET
    cards: Mapping[str, str] = field(default_factory=dict)  # card -> due, hand, pile, aside, shaken, out
    pile: tuple[str, ...] = ()  # 6.51 the activation pile, bottom first
    shown: bool = False  # 6.6 the top card has been turned up
    clash: str = ""  # 6.52 the last time both sides interrupted together
    waits: tuple[str, ...] = ()  # 6.52, 13.31 what a side lets be this turn: to interrupt without a target, its trucks
    passed: Mapping[str, tuple[Prospect, ...]] = field(default_factory=dict)  # 6.52 how those stood who let it pass
    spared: Mapping[str, tuple[Prospect, ...]] = field(default_factory=dict)  # 9.41 the same of fire at a type of unit
    active: tuple[str, ...] = ()  # combat formations that are active
    active_side: str = ""
    losses: Mapping[str, int] = field(default_factory=dict)  # 10.11 units of a formation lost in combat
    lost_now: Mapping[str, int] = field(default_factory=dict)  # 10.22 the same, this turn
    rolled: Mapping[str, int] = field(default_factory=dict)  # 8.2 F movement dice of this turn
    began: Mapping[str, str] = field(default_factory=dict)  # 13.31 where units stood when Operations began
    came: Mapping[str, str] = field(default_factory=dict)  # 14.11 where assaulters stood when the activation began
    move: Move | None = None
    zones: Mapping[str, tuple[Zone, ...]] = field(default_factory=dict)
    trenches: Mapping[str, int] = field(default_factory=dict)  # 13.41 vacant entrenchments
    control: Mapping[str, str] = field(default_factory=dict)  # 15.5 scored hexes
    centres: Mapping[str, str] = field(default_factory=dict)  # 11.1 central hexes
    groups: Mapping[str, Group] = field(default_factory=dict)
    entry: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # 5.2 entry hexes of arriving formations
    out: Mapping[str, Unit] = field(default_factory=dict)  # units gone for good; `place` says how
    feats: Mapping[str, int] = field(default_factory=dict)  # 15.5.8

    @property
    def scenario(self) -> dict[str, Any]:
        return SCENARIOS[self.scenario_id]

    @property
    def advanced(self) -> bool:
        """2.11.2 Is the Advanced Game played?"""
        return bool(SCENARIOS[self.scenario_id]["level"] == "advanced")

    @property
    def country(self) -> Country:
        return country_of(self.conditions)

    @property
    def limited(self) -> bool:
        """6.6 The optional rule of limited intelligence."""
        return self.options.get("intelligence") == "limited"

    # ------------------------------------------------------------ units

    @fact
    def units(self, side: str) -> Sequence[Unit]:
        """Units of a side on the map."""
        return [u for u in self.pieces_of(side).values() if u.place]

    def members(self, card: str) -> Sequence[Unit]:
        """6.1 The units of a combat formation still in the game, on the map or not ("": the trucks of both sides)."""
        if not card:
            return [u for u in self.pieces.values() if not u.card]
        return self.formations(CARDS[card].side).get(card, ())

    @fact
    def formations(self, side: str) -> Mapping[str, Sequence[Unit]]:
        """6.1 The units of each combat formation of a side."""
        found: dict[str, list[Unit]] = {}
        for unit in self.pieces_of(side).values():
            found.setdefault(unit.card, []).append(unit)
        return found

    @fact
    def hidden(self, side: str) -> Sequence[Unit]:
        """12.22, 15.5.7 The units of a side that are hidden in a recorded hex."""
        return [u for u in self.pieces_of(side).values() if u.recorded]

    def side_here(self, h: Hex, side: str) -> list[Unit]:
        """Units of a side in a hex, bottom first, passengers included."""
        return [u for i in self.at.get(h, ()) if (u := self.pieces[i]).side == side]

    def ours(self, h: Hex, side: str) -> list[Unit]:
        """R-71a What a side has in a hex, units included that are hidden there from the enemy alone."""
        return [*self.side_here(h, side), *(u for u in self.hidden(side) if u.recorded == h)]

    @fact
    def held(self, side: str) -> Sequence[Hex]:
        """The hexes in which a side has units on the map."""
        places = {u.place for u in self.units(side)}
        return [h for h in self.at if h in places]

    @fact
    def ground(self, side: str) -> int:
        """The hexes in which a side has units on the map, as a set."""
        return bits_of(GRID, {u.place for u in self.units(side)})

    @fact
    def footing(self, side: str) -> int:
        """R-71a The hexes in which a side has units, hidden ones too, as a set."""
        return self.ground(side) | bits_of(GRID, [u.recorded for u in self.hidden(side)])

    def stack(self, h: Hex, side: str) -> list[Unit]:
        """R-33 A side's own stack, bottom first; passengers are part of their vehicle (13.35)."""
        return [u for i in self.at.get(h, ()) if (u := self.pieces[i]).side == side and not u.carrier]

    def to_top(self, unit: Unit) -> None:
        """R-32, 8.54 Put a unit on top of its stack."""
        self.reorder(unit.place, (*[i for i in self.at[unit.place] if i != unit.id], unit.id))

    @fact
    def carriers(self, side: str) -> Collection[str]:
        """13.3 The vehicles of a side that carry somebody."""
        return {u.carrier for u in self.pieces_of(side).values() if u.carrier}

    def passengers(self, vehicle: str) -> list[Unit]:
        """13.3 What a vehicle carries."""
        carrier = self.pieces[vehicle]
        if not self.loaded(carrier):
            return []
        ids = self.at[carrier.place] if carrier.place else self.pieces
        return [u for i in ids if (u := self.pieces[i]).carrier == vehicle]

    def loaded(self, unit: Unit) -> bool:
        """13.34 Does a vehicle carry somebody, so that its operation must be transport?"""
        if not unit.vehicle or (unit.place and len(self.at[unit.place]) == 1):
            return False
        return unit.id in self.carriers(unit.side)

    # ------------------------------------------------------------ formations

    def card(self, key: str) -> Card:
        return CARDS[key]

    def rating(self, key: str) -> str:
        """6.2 The C3 rating of a card in this scenario's year."""
        return c3_rating(key, self.year)

    def printed(self, key: str) -> int:
        """R-3 The printed experience of a combat formation."""
        return experience(key, self.year)

    def shaken(self, key: str) -> bool:
        return self.cards.get(key) == "shaken"

    def f_rated(self, unit: Unit) -> bool:
        """8.2 Does this unit's formation roll for movement? Trucks do not (R-73)."""
        return bool(unit.card) and self.rating(unit.card) == "F"
