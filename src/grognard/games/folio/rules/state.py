"""The records of a folio battle: units, combats, and the position."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import msgspec
from msgspec.structs import replace

from grognard.board.hexes.grid import Hex
from grognard.board.hexes.hex_sets import table_of
from grognard.board.hexes.zone_moves import ENEMY
from grognard.engine import Action, Pick, Piece, State
from grognard.engine.core.fact import fact
from grognard.games.folio.rules.data import Counter
from grognard.games.folio.rules.terrain import Ground, Material

ELIMINATED = "eliminated"  # the box for units out of the game


class _Picks(dict[str, Pick]):
    """The action of picking each unit: one value each, made once."""

    def __missing__(self, piece: str) -> Pick:
        return self.setdefault(piece, Pick(piece))


PICK = _Picks()


class Apply(Action, frozen=True):
    """8.3 Apply a support marker of this value, and declare another for the side's second slot."""

    value: int
    then: int = 0


class Bombard(Action, frozen=True):
    """8.4 Bombard this unit."""

    piece: str


class Unit(Piece, frozen=True):
    """2.3 A unit; what it prints is in the battle's counters.

    `place` is a hex, "" before set-up, "turn N" for a reinforcement, or ELIMINATED.
    """

    depleted: bool = False


class Battle(msgspec.Struct, frozen=True):
    """4.1 One attack or bombardment as declared so far."""

    target: str
    hex: Hex
    attackers: tuple[str, ...] = ()
    attack: tuple[int, ...] = ()  # markers applied by the attacker
    defense: tuple[int, ...] = ()
    engineer: str = ""  # who bridges the river for it
    bombardment: bool = False
    attack_by: tuple[str, ...] = ()  # whose markers they are
    defense_by: tuple[str, ...] = ()


class SideHexes:
    """Where one side stands: the answers that pick its units, and their hexes as a set of hexes."""

    __slots__ = ("_ground", "_zone", "hexes", "picks")

    def __init__(self, ground: Ground, picks: list[Pick], hexes: int) -> None:
        self._ground, self.picks, self.hexes = ground, picks, hexes
        self._zone: int | None = None

    @property
    def zone(self) -> int:
        """6.0 Their zones of control; worked out when somebody asks for them."""
        if self._zone is None:
            self._zone = self._ground.around.step(self.hexes) & self._ground.open_to_zoc
        return self._zone

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SideHexes) and (self.picks, self.hexes, self.zone) == (
            other.picks,
            other.hexes,
            other.zone,
        )

    __hash__ = None  # type: ignore[assignment]


@dataclass(slots=True, eq=False)
class Position(State[Unit]):
    """A position of a folio battle, whatever its exclusive rules."""

    @property
    def rules(self) -> Material:
        """The material and the clauses of its battle."""
        raise NotImplementedError

    turn: int = 0
    phase: str = "Set-up"
    current: str = ""  # 7.0 the side whose player turn it is: the attacker
    # 4.1 what units have done in this player turn
    moved: Mapping[str, bool] = field(default_factory=dict)  # was it in the Movement Phase, not in the mobile one?
    attacked: Mapping[str, bool] = field(default_factory=dict)
    advanced: Mapping[str, bool] = field(default_factory=dict)
    retreated: Mapping[str, bool] = field(default_factory=dict)
    defended: Mapping[str, bool] = field(default_factory=dict)  # 7.2 attacked in this combat phase
    bombarded: Mapping[Hex, bool] = field(default_factory=dict)  # 8.6 hexes, in this game turn
    shelled: Mapping[str, bool] = field(default_factory=dict)  # R41 units bombarded in this phase
    markers: Mapping[str, tuple[int, ...]] = field(default_factory=dict)  # 8.0 at hand, by pool
    control: Mapping[Hex, str] = field(default_factory=dict)  # R82 who holds the hexes that matter

    # ------------------------------------------------------------ pieces

    def place(self, unit: Unit, h: Hex) -> None:
        """Put a unit into a hex."""
        self.put(replace(unit, place=h))
        self.hold(unit.side, h)

    def hold(self, side: str, *hexes: Hex) -> None:
        """R82 The last side to have a unit in a hex controls it."""
        for h in hexes:
            if h in self.control:
                self.control = {**self.control, h: side}

    def unit_at(self, h: Hex) -> Unit | None:
        """5.3 The one unit in a hex."""
        ids = self.at.get(h)
        return self.pieces[ids[0]] if ids else None

    def beside(self, h: Hex) -> list[Unit]:
        """The units in the hexes next to one."""
        at, pieces = self.at, self.pieces
        return [pieces[at[n][0]] for n in self.rules.ground.neighbours.get(h, ()) if n in at]

    # ------------------------------------------------------------ what is printed

    def what(self, unit: Unit) -> Counter:
        """2.3 The counter."""
        return self.rules.counters[unit.id]

    def name(self, unit: Unit) -> str:
        """2.3.1 The identifier."""
        return self.rules.counters[unit.id].name

    def printed(self, unit: Unit) -> tuple[int, int, int]:
        """2.3.2 Attack, defense and movement on the side that is up."""
        what = self.rules.counters[unit.id]
        return what.back if unit.depleted and what.back else what.front

    # ------------------------------------------------------------ sides and fronts

    def foe(self, side: str) -> str:
        """The other side."""
        first, second = self.rules.sides
        return second if side == first else first

    @fact
    def front(self, side: str) -> SideHexes:
        """6.0 Where a side stands and what it controls."""
        hexes, index = 0, self.rules.ground.index
        units = self.units(side)
        for unit in units:
            hexes |= 1 << index[unit.place]
        return SideHexes(self.rules.ground, [PICK[u.id] for u in units], hexes)

    @fact
    def units(self, side: str) -> tuple[Unit, ...]:
        """A side's units on the map."""
        index = self.rules.ground.index
        return tuple([u for u in self.pieces_of(side).values() if u.place in index])

    def in_ezoc(self, side: str, h: Hex) -> bool:
        """6.0 Is the hex in an enemy zone of control for this side?"""
        return bool(self.front(self.foe(side)).zone >> self.rules.ground.index[h] & 1)

    @fact
    def exits(self, side: str) -> int:
        """5.1 The hexes from which a unit of this side could enter some hex that no enemy holds."""
        return self.rules.ground.ways_in.step(~self.front(self.foe(side)).hexes)

    @fact
    def hazards(self, side: str) -> bytearray:
        """5.1 For each hex by its number: FREE, in an enemy ZOC, or held by the ENEMY."""
        ground, enemy = self.rules.ground, self.foe(side)
        table = table_of(ground.grid, self.front(enemy).zone)  # ZOC in his zones, FREE elsewhere
        for unit in self.units(enemy):
            table[ground.index[unit.place]] = ENEMY
        return table


def sides(g: Position) -> tuple[str, ...]:
    """4.0 The two sides of the battle."""
    return g.rules.sides
