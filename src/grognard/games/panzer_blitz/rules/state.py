"""The records of Panzer Blitz: units, minefields, artillery requests, and the position."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import msgspec

from grognard.board.hexes.grid import Hex
from grognard.board.hexes.hex_sets import bits_of
from grognard.engine import Piece, State
from grognard.engine.core.fact import fact
from grognard.games.panzer_blitz.rules.data import GRID, SITUATIONS, TYPES, Situation, UnitType, Values, play_area
from grognard.games.panzer_blitz.rules.map_data import LANDS, MapData

AIR = "air-"  # the place of an aircraft over a hex: "air-2718"
AIRCRAFT = frozenset(name for name, what in TYPES.items() if what.aircraft)


class Unit(Piece, frozen=True):
    """2.3 A counter. `place` is a hex, "air-" and a hex for an aircraft, or "" while it is not on the map."""

    type: str = ""
    steps: int = 2
    spent: bool = False
    disrupted: bool = False
    unspotted: bool = False
    named: bool = False  # R-73 it attacked from hiding: the enemy knows it as long as its Spent marker lies there
    no_move: bool = False  # 11.2.2 a Forward Observer
    hull_down: bool = False
    inside: str = ""  # "ip" or "fort": beneath the counter in its hex
    carrier: str = ""  # the unit that carries it
    trapped: bool = False  # 15.2.3.2 a Minefield attacks it when it leaves
    labor: str = ""  # 17.0 "mines", "bridge", "block" or "unblock"
    stage: int = 0  # 1 No Move, 2 Clear/Set
    since: int = 0  # the turn of the present stage
    failed: int = 0  # 17.2.2 attempts that failed
    arrives: int = 0  # the turn of its Reinforcement chit
    recalled: bool = False  # 16.1.1
    target: str = ""  # 16.3.5 the hex an aircraft has named

    @property
    def what(self) -> UnitType:
        return TYPES[self.type]

    @property
    def face(self) -> Values:
        """2.3.1 The numbers that count now."""
        return TYPES[self.type].faces[self.steps - 1]

    @property
    def name(self) -> str:
        return TYPES[self.type].name

    @property
    def fresh(self) -> bool:
        """2.3.4 Neither Spent nor Disrupted."""
        return not self.spent and not self.disrupted

    @property
    def hidden(self) -> bool:
        """6.2.1, R-73 Unspotted, and not known by an attack it made."""
        return self.unspotted and not self.named


class Mine(msgspec.Struct, frozen=True):
    """15.2 A Minefield counter."""

    side: str
    strength: str  # "1-1", "2-1", "3-1" or "dummy"
    shown: bool = False


class Request(msgspec.Struct, frozen=True):
    """11.1 An Artillery Request marker with what stands behind it."""

    side: str
    hex: Hex
    smoke: bool
    fo: str  # the observer; the firer itself when it observes
    firers: tuple[str, ...] = ()  # on-map units
    battery: str = ""  # an off-board battery
    then: tuple[Unit, ...] = ()  # R-05 firers and observer before the other side's fire fell


class Op(msgspec.Struct, frozen=True):
    """3.1.2.1 The Operation under way."""

    side: str
    centre: Hex
    radius: int
    active: tuple[str, ...]
    recover: tuple[str, ...]
    kind: str = "ops"  # or "reinforcement", "air"


@dataclass(slots=True, eq=False)
class PanzerBlitz(State[Unit]):
    """A position of Panzer Blitz."""

    turn: int = 0
    phase: str = "Set-up"
    # 3.1 chits
    cup: tuple[str, ...] = ()
    carried: tuple[str, ...] = ()  # 3.1.2.3 Reinforcement chits kept from the turn before
    last_owner: str = ""  # of the last chit of the turn
    op: Op | None = None
    # 15.0 what lies on the map
    mines: Mapping[str, Mine] = field(default_factory=dict)
    blocks: Mapping[str, bool] = field(default_factory=dict)
    ips: Mapping[str, bool] = field(default_factory=dict)
    forts: Mapping[str, str] = field(default_factory=dict)
    wrecks: Mapping[str, int] = field(default_factory=dict)
    smoke: Mapping[str, int] = field(default_factory=dict)
    he: Mapping[str, bool] = field(default_factory=dict)
    broken: Mapping[str, bool] = field(default_factory=dict)  # destroyed bridges, "4103/4104" or "2211"
    water: Mapping[str, str] = field(default_factory=dict)  # situation notes: river name -> kind of water
    control: Mapping[str, str] = field(default_factory=dict)
    # 11.0 artillery
    requests: Mapping[str, Request] = field(default_factory=dict)
    requested: int = 0
    batteries: Mapping[str, int] = field(default_factory=dict)  # off-board battery -> turn of its last mission
    smoke_left: Mapping[str, int] = field(default_factory=dict)
    registered: Mapping[str, tuple[Hex, ...]] = field(default_factory=dict)
    registered_shown: Mapping[str, bool] = field(default_factory=dict)
    # set-up
    mine_pool: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    # losses in steps by side and class, "british-tank"
    lost: Mapping[str, int] = field(default_factory=dict)
    # what has happened in the present Operation
    attacked: Mapping[str, bool] = field(default_factory=dict)  # "fire:b3", "overrun:2718", "fire:2718:unseen armor"
    hit: Mapping[str, bool] = field(default_factory=dict)  # 13.1.1 units disrupted in this Operation
    moved: Mapping[str, int] = field(default_factory=dict)  # half movement points spent
    charge: Mapping[str, str] = field(default_factory=dict)  # 8.1.1 unit beneath the Overrun marker -> hex it overruns
    brought: Mapping[str, bool] = field(default_factory=dict)  # 10.1 carriers whose infantry has left for an assault
    onward: Mapping[str, bool] = field(default_factory=dict)  # 8.1.9 overrunners that may still move
    short: Mapping[str, int] = field(default_factory=dict)  # 8.1.10 movement points an overrunner is short
    road_used: Mapping[str, bool] = field(default_factory=dict)
    half_rate: Mapping[str, bool] = field(default_factory=dict)  # 14.2.1 went from house to house at the half rate
    shot_at: Mapping[str, bool] = field(default_factory=dict)  # 4.1.5 movers that were fired at and halt
    rode: Mapping[str, bool] = field(default_factory=dict)  # 9.2.1 units that were passengers
    cat: Mapping[str, str] = field(default_factory=dict)  # 9.1.1 unit -> hex it is to close assault
    left_ip: Mapping[str, str] = field(default_factory=dict)  # 9.1.3.1 unit -> hex of the IP it came out of
    ip_work: Mapping[str, str] = field(default_factory=dict)  # 15.4.3 worker -> "build" or "remove"
    ready: Mapping[str, bool] = field(default_factory=dict)  # 7.10 waits for its Assault Fire
    halted: Mapping[str, bool] = field(default_factory=dict)  # may move no further
    paid: Mapping[str, tuple[str, int]] = field(default_factory=dict)  # 4.3.2 carrier -> "load", half points paid here
    flak: Mapping[str, int] = field(default_factory=dict)  # 16.4.5 aircraft -> what is added to its roll
    natural: int = 0  # the last unmodified roll on the Direct Fire Table
    silent: Mapping[str, bool] = field(default_factory=dict)  # opportunity fire is waived for the rest of this move
    entered: Mapping[str, int] = field(default_factory=dict)  # 3.1.2.3 SP that came in by each entry hex this turn
    tried_hull: Mapping[str, bool] = field(default_factory=dict)  # 15.6.1 one roll a turn
    firing: str = ""  # 3.1.3(4) the side whose requests are being resolved

    @property
    def land(self) -> MapData:
        """14.0 The map of its situation."""
        return LANDS[self.scenario_id]

    @property
    def situation(self) -> Situation:
        return SITUATIONS.known[self.scenario_id]

    @property
    def area(self) -> frozenset[Hex]:
        return play_area(self.scenario_id)

    # ------------------------------------------------------------ units

    def put(self, piece: Unit) -> None:
        State.put(self, piece)
        place, side = piece.place, piece.side
        if place and not piece.disrupted and self.control.get(place) != side and not place.startswith(AIR):
            self.control = {**self.control, place: side}  # 3.2 the last side with a non-Disrupted unit there

    @fact
    def units(self, side: str) -> tuple[Unit, ...]:
        """The side's ground units on the map, passengers included."""
        return tuple([u for u in self.pieces_of(side).values() if u.place and u.place[0] != "a"])

    @fact
    def aircraft(self, side: str) -> tuple[Unit, ...]:
        """The side's aircraft, on the map or available."""
        return tuple([u for u in self.pieces_of(side).values() if u.type in AIRCRAFT])

    def of(self, side: str, h: Hex) -> list[Unit]:
        """The side's units in a hex."""
        return [u for u in self.here(h) if u.side == side]

    def those(self, ids: Iterable[str]) -> list[Unit]:
        """The units of these ids."""
        pieces = self.pieces
        return [pieces[i] for i in ids]

    def holder(self, h: Hex) -> str:
        """The side that has units in a hex, or nothing."""
        ids = self.at.get(h)
        return self.pieces[ids[0]].side if ids else ""

    @fact
    def hexes_of(self, side: str) -> tuple[Hex, ...]:
        """The hexes with units of a side, in the order of their names: never that in which units came there."""
        return tuple(sorted({u.place for u in self.units(side)}))

    @fact
    def held_by(self, side: str) -> int:
        """The same hexes as bits."""
        return bits_of(GRID, self.hexes_of(side))

    @fact
    def stacks_of(self, side: str) -> Mapping[Hex, list[Unit]]:
        """The side's ground units by their hexes."""
        found: dict[Hex, list[Unit]] = {}
        for unit in self.units(side):
            found.setdefault(unit.place, []).append(unit)
        return found

    def load(self, unit_id: str) -> list[Unit]:
        """4.3 What a unit carries."""
        here, pieces = self.at.get(self.pieces[unit_id].place, ()), self.pieces
        return [u for u in map(pieces.__getitem__, here) if u.carrier == unit_id] if len(here) > 1 else []

    def wagons(self) -> frozenset[str]:
        """Ids of the units that carry something."""
        return frozenset(u.carrier for u in self.pieces.values() if u.carrier)

    def begin_operation(self, op: Op) -> None:
        """3.1.2.1 A new Operation: nobody has attacked, been hit or moved in it."""
        self.op = op
        self.attacked, self.hit, self.moved, self.onward = {}, {}, {}, {}
        self.road_used, self.rode, self.cat, self.left_ip = {}, {}, {}, {}
        self.ip_work, self.silent, self.ready, self.halted = {}, {}, {}, {}
        self.paid, self.flak, self.short, self.charge = {}, {}, {}, {}
        self.half_rate, self.shot_at, self.brought = {}, {}, {}


def over(aircraft: Unit) -> Hex:
    """The hex below an aircraft."""
    return aircraft.place.removeprefix(AIR)


def readers(unit: Unit) -> tuple[str, ...] | None:
    """6.2.1 Who may read what becomes of a unit: everybody, or its owner alone while it is hidden."""
    return (unit.side,) if unit.hidden else None


def is_unseen_outside(unit: Unit) -> bool:
    """6.2.1, 15.5.2 Does a hidden unit lie outside a Fortification? That much can be seen."""
    return unit.hidden and unit.inside != "fort"
