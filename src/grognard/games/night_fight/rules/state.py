"""The records of Night Fight: units, columns, and the position."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import Any

import msgspec
from msgspec.structs import replace

from grognard.board.hexes.grid import Hex
from grognard.engine import Action, ChoiceStep, Deed, Pick, Piece, Press, Refusal, State, Step
from grognard.engine.core.fact import fact
from grognard.engine.core.state import WITH_PIECES
from grognard.engine.core.wording import join_words
from grognard.games.night_fight.rules.data import INTENSITY, TYPES, Intensity, UnitType
from grognard.games.night_fight.rules.map_data import LANDS, MapData
from grognard.games.night_fight.rules.scenarios import SCENARIOS, Goal, ScenarioData

SOVIET = "soviet"
GERMAN = "german"  # the first player
SOVIET_MOVEMENT = "Soviet movement"  # the phase in which columns move
_KNOWN = SCENARIOS.known


@cache
def _name(kind: str, number: int) -> str:
    name = TYPES[kind].name
    return f"{name} #{number}" if number else name


class Unit(Piece, frozen=True):
    """2.2 A counter: a German or Soviet unit, or the marker of an undeployed column.

    `place` is a hex, "" (German: not yet entered), "box-N" (in a column's display) or "wait-N" (a column
    piece waiting off the map behind its column).
    """

    type: str = ""
    number: int = 0  # 2.2 which of its type it is; a Soviet piece has one once it lies face up
    up: bool = True  # 10.0 face up
    spotted: bool = False
    pinned: bool = False
    mobile: bool = False  # Soviet pieces of the mobile pool, Dummies among them
    column: str = ""  # the column a mobile piece belongs to; "" once it is independent
    flares: int = 0  # 17.0 markers carried
    fausts: int = 0
    ace: bool = False  # 16.2

    @property
    def what(self) -> UnitType:
        """What the counter prints."""
        return TYPES[self.type]

    @property
    def anti_tank(self) -> bool:
        """2.2, 13.3 A unit on top of Panzerfausts is anti-tank capable."""
        return self.fausts > 0 or TYPES[self.type].anti_tank

    @property
    def name(self) -> str:
        """2.2 The type and the number, which together name one counter."""
        return _name(self.type, self.number)


@lru_cache(maxsize=1024)
def _mates(units: tuple[str, ...], marker: str) -> frozenset[str]:
    return frozenset((*units, marker))


class Column(msgspec.Struct, frozen=True, cache_hash=True):
    """8.4 A mobile column. `track` runs from the head back along the road; a unit in slot n stands on track[n].

    Slots beyond the end of the track wait off the map (R18).
    """

    id: str
    units: tuple[str, ...]  # lead first
    track: tuple[str, ...]
    ahead: str  # the road hex the arrow points to
    deployed: bool = False
    slots: tuple[int, ...] = ()  # one for each unit, once deployed
    stopped: bool = False  # 8.5 by combat
    gapped: bool = False  # 8.6 a gap has come without combat while the Soviets move: tested when the phase is over

    @property
    def marker(self) -> str:
        """The id of the column's marker."""
        return f"c{self.id}"

    @property
    def mates(self) -> frozenset[str]:
        """All that counts as the column: its units and its marker."""
        return _mates(self.units, self.marker)


@dataclass(slots=True, eq=False)
class NightFight(State[Unit]):
    """A position of Night Fight."""

    turn: int = 0
    phase: str = "Set-up"
    visibility: int = 0
    vegetation: str = ""
    quality: str = ""
    players: tuple[str, ...] = ("german",)  # in this turn's order
    points: Mapping[str, int] = field(default_factory=dict)
    bought: Mapping[str, int] = field(default_factory=dict)  # counters of each type used so far
    unattached: Mapping[str, int] = field(default_factory=dict)  # markers bought and not yet given, by player and kind
    strikes: Mapping[str, int] = field(default_factory=dict)  # 15.0 artillery strikes left, by player
    static_rest: tuple[str, ...] = ()  # 3.0 undrawn, unexamined
    mobile_rest: tuple[str, ...] = ()
    drawn: int = 0  # mobile pieces drawn so far
    columns: Mapping[str, Column] = field(default_factory=dict)
    wrecks: Mapping[str, int] = field(default_factory=dict)
    bridges_out: Mapping[str, bool] = field(default_factory=dict)
    lit: Mapping[str, bool] = field(default_factory=dict)  # 17.0 hexes with a burning flare
    loose: Mapping[str, tuple[int, int]] = field(default_factory=dict)  # flares and Panzerfausts put down in a hex
    happened: tuple[int, ...] = ()  # 6.0 event numbers
    alerted: bool = False
    breakdown: bool = False  # 6.0 no Soviet rally this turn
    exited: Mapping[str, int] = field(default_factory=dict)  # units that left by the exit hex, by player
    lost: Mapping[str, int] = field(default_factory=dict)  # units eliminated, by side
    shown: Mapping[str, int] = field(default_factory=dict)  # Soviet pieces turned up so far, by type
    # what units have done in the present phase
    tried: Mapping[str, bool] = field(default_factory=dict)  # 10.1, 10.2 spotting attempts made
    fired: Mapping[str, int] = field(default_factory=dict)  # 13.0 shots made
    shot_at: Mapping[str, bool] = field(default_factory=dict)  # 13.2 targets fired at
    moved: Mapping[str, bool] = field(default_factory=dict)
    supplied: Mapping[str, bool] = field(default_factory=dict)  # 16.6 may fire twice
    emptied: Mapping[str, bool] = field(default_factory=dict)  # 16.6 supply vehicles used up
    crowded: Mapping[str, bool] = field(default_factory=dict)  # 4.0 hexes overfilled by choice this phase
    began: Mapping[str, str] = field(default_factory=dict)  # 8.7 where units stood when the movement phase began
    takeable: Mapping[str, int] = field(default_factory=dict)  # 8.7 loose markers, by where they were when it began
    spent: Mapping[str, int] = field(default_factory=dict)  # movement points used
    retreats: Mapping[str, int] = field(default_factory=dict)  # 13.4 how often a unit was made to retreat
    acted: Mapping[str, bool] = field(default_factory=dict)  # 17.0 players who have begun to spot, fire or move
    alarms: int = 0  # 5.3 how often the Soviets have looked or fired at Germans on the move
    proven: Mapping[str, bool] = field(default_factory=dict)  # 18.0 face down, and by a look proven to be Artillery
    passed: Mapping[str, bool] = field(default_factory=dict)  # windows a player no longer wants this phase
    fired_before: Mapping[str, bool] = field(default_factory=dict)  # 8.1 fired in the fire phase of this turn
    # which side holds each hex; opposing units never share one (4.0)
    german_hexes: dict[str, bool] = field(default_factory=dict, metadata=WITH_PIECES)
    soviet_hexes: dict[str, bool] = field(default_factory=dict, metadata=WITH_PIECES)

    @property
    def scenario(self) -> ScenarioData:
        return _KNOWN[self.scenario_id]

    @property
    def aim(self) -> Goal:
        """21.0 What the Germans are after: by the rulebook, or by the scenario's house rule."""
        house = self.scenario.house
        return house if house is not None and self.options.get("house-rule") == "yes" else self.scenario.aim

    @property
    def land(self) -> MapData:
        """2.0 The map of its scenario."""
        return LANDS[self.scenario_id]

    @property
    def intensity(self) -> Intensity:
        return INTENSITY[self.options["intensity"]]

    @property
    def recruit_points(self) -> int:
        """3.0 What the Germans buy with, all players together."""
        return self.intensity.recruit_points * self.scenario.recruits // 100

    @property
    def ss(self) -> bool:
        """20.1 Are the Germans Waffen SS?"""
        return "waffen-ss" in self.scenario.rules or self.options["waffen-ss"] == "yes"

    # ------------------------------------------------------------ units

    def put(self, piece: Unit) -> None:
        old = self.pieces.get(piece.id)
        State.put(self, piece)
        if old is None:
            self._hold(piece.place)
        elif old.place != piece.place:
            self._hold(old.place)
            self._hold(piece.place)

    def send(self, pieces: Sequence[Unit], place: str) -> None:
        left = pieces[0].place
        State.send(self, pieces, place)
        self._hold(left)
        self._hold(place)

    def relocate(self, moves: Mapping[str, str]) -> None:
        """Soviet units go to other places at the same time, each to its own."""
        gone = [self.pieces[i] for i in moves]
        for unit in gone:
            State.put(self, replace(unit, place=moves[unit.id]))
        for unit in gone:
            self._hold(unit.place)
            self._hold(moves[unit.id])

    def drop(self, piece_id: str) -> Unit:
        piece = State.drop(self, piece_id)
        self._hold(piece.place)
        return piece

    def put_column(self, column: Column) -> None:
        """8.4 A column as it is from now on."""
        self.columns = {**self.columns, column.id: column}

    def turn_up(self, unit_id: str, **changes: object) -> Unit:
        """2.2, 10.0 A Soviet piece lies face up from now on. Numbers go by the order of revealing, and tell no more."""
        unit = self.pieces[unit_id]
        if not unit.number:
            self.shown = {**self.shown, unit.type: self.shown.get(unit.type, 0) + 1}
            changes["number"] = self.shown[unit.type]
        return self.change(unit_id, up=True, **changes)

    def _hold(self, place: str) -> None:
        """Keep the two tables of held hexes true."""
        if not place.isdigit():
            return
        self.german_hexes.pop(place, None)
        self.soviet_hexes.pop(place, None)
        if ids := self.at.get(place):
            self.friendly_hexes(self.pieces[ids[0]].side)[place] = True

    @fact
    def force(self) -> list[Unit]:
        """German units on the map and about to enter it, of all players."""
        return [u for u in self.pieces.values() if u.side != SOVIET]

    def germans(self) -> list[Unit]:
        """German units on the map, of all players."""
        held = self.german_hexes
        return [u for u in self.force() if u.place in held]

    def outside(self) -> list[Unit]:
        """7.0 German units about to enter the map, of all players."""
        return [u for u in self.force() if not u.place]

    @fact
    def soviets(self) -> list[Unit]:
        """Soviet pieces and column markers on the map."""
        return [u for u in self.pieces_of(SOVIET).values() if u.place.isdigit()]

    def foes(self, *types: str) -> list[Unit]:
        """2.2 Every Soviet piece of some types, wherever it is."""
        return [u for u in self.pieces_of(SOVIET).values() if u.type in types]

    @fact
    def spotted(self) -> list[Unit]:
        """10.3 The spotted units of both sides."""
        return [u for u in self.pieces.values() if u.spotted]

    def enemy_hexes(self, side: str) -> dict[str, bool]:
        """Hexes held by the other side."""
        return self.german_hexes if side == SOVIET else self.soviet_hexes

    def friendly_hexes(self, side: str) -> dict[str, bool]:
        """Hexes held by this side."""
        return self.soviet_hexes if side == SOVIET else self.german_hexes

    def new_phase(self, name: str) -> None:
        """A phase begins: nobody has tried, fired or moved in it."""
        self.phase = name
        self.tried, self.fired, self.shot_at, self.moved = {}, {}, {}, {}
        self.supplied, self.emptied, self.crowded, self.passed = {}, {}, {}, {}
        self.spent, self.retreats, self.takeable, self.began = {}, {}, {}, {}
        self.acted, self.alarms = {}, 0


def on_map(place: str) -> bool:
    """Is this place a hex?"""
    return place.isdigit()


def owner(side: str) -> str:
    """German or Soviet, whichever player's."""
    return SOVIET if side == SOVIET else GERMAN


# -------------------- 5.0 Phases, and who reacts when a unit moves or falls back in them


class HidesOdds(Step, frozen=True):
    """10.0 A question whose answers lead past face-down pieces: but for a roll in the open odds would tell of them."""

    def hides_odds(self, g: NightFight, action: Action) -> bool:
        return self.preview(g, action) is None


class Phase(HidesOdds, frozen=True):
    """A phase of the turn; it stays on the stack until it is over."""

    def react(self, g: NightFight, movers: tuple[str, ...]) -> None:
        """5.3, 5.6, 13.4 Call all who may spot or fire at units that have just entered a hex. By default nobody."""


class GermanPhase(Phase, ChoiceStep, frozen=True):
    """5.2, 5.3 A phase in which the German players act one after the other."""

    sides: tuple[str, ...]
    begun: bool = False

    @property
    def side(self) -> str:
        """Whose turn it is."""
        return self.sides[0]

    def why_not_end(self, g: NightFight) -> Refusal | None:
        """Why the player cannot leave it at that."""
        return None

    def end(self, g: NightFight) -> None:
        """The next player's turn, or the end of the phase."""
        raise NotImplementedError(f"{type(self).__name__} never ends")


class Underway(HidesOdds, frozen=True):
    """4.0 A move that is not over: it may lead through hexes where the unit would find no room to stay."""

    def passing(self, g: NightFight) -> tuple[str, ...]:
        """4.0, 13.4, R63 Who has left the first hex of the move and is not yet in the last."""
        raise NotImplementedError(f"{type(self).__name__} leads nobody anywhere")


class FallingBack(Underway, frozen=True):
    """13.4 A unit on its way back, hex by hex."""

    unit: str

    def under_way(self, g: NightFight) -> bool:
        """R53 Is this the retreat that holds, and not one that another has replaced?"""
        return True


def falls_back(g: NightFight, unit_id: str) -> bool:
    """13.4, R53 Is the unit on its way back? It is pinned, and its column tested, once that is done."""
    return any(isinstance(step, FallingBack) and step.unit == unit_id and step.under_way(g) for step in g.steps)


def react(g: NightFight, movers: tuple[str, ...]) -> None:
    """Give the enemies of units that have just entered a hex their chance, as the present phase has it."""
    for step in reversed(g.steps):
        if isinstance(step, Phase):
            step.react(g, movers)
            return


# -------------------- How the log and the questions name a stack, and where a piece is


def loads(unit: Unit) -> list[str]:
    """8.7, 16.2 What rides with a unit."""
    flares, fausts = f"{unit.flares} Flares", f"{unit.fausts} Panzerfausts"
    return [word for on, word in ((unit.ace, "Panzer Ace"), (unit.flares, flares), (unit.fausts, fausts)) if on]


def told_apart(unit: Unit) -> str:
    """A counter as it can be told from others: name, hex, what it carries and what has happened to it."""
    if not unit.up:
        return f"hidden piece in {unit.place}"
    name = f"Column {unit.column}" if unit.what.kind == "marker" else unit.name
    where = f" in {unit.place}" if unit.place else ""
    marks = ((unit.spotted, "spotted"), (unit.pinned, "pinned"))
    more = ", ".join([*loads(unit), *(word for on, word in marks if on)])
    return f"{name}{where}{f' ({more})' if more else ''}"


def names(units: Sequence[Unit]) -> str:
    """The units of a stack by name."""
    return units[0].name if len(units) == 1 else join_words(u.name for u in units)


def whereabouts(unit: Unit) -> str:
    """2.2, R18 Where a piece is: its hex, the box of its column, or off the map behind it."""
    if on_map(unit.place):
        return unit.place
    return f"the {'box' if unit.place.startswith('box') else 'rear'} of column {unit.column}"


def hexes_of(unit: Unit) -> tuple[Hex, ...]:
    """The hex a line of the log points to, if the piece is on the map."""
    return (unit.place,) if on_map(unit.place) else ()


# -------------------- What is asked for in several chapters


class Choose(Deed, frozen=True):
    """A unit or piece is chosen."""

    stored = Pick
    piece: str

    def is_meant(self, g: NightFight, by: Any) -> bool:
        return self.piece in g.pieces

    def reads(self, g: NightFight, by: Any) -> str:
        return told_apart(g.pieces[self.piece])


class EndPhase(Deed, frozen=True):
    """5.2, 5.3 The player has done what he would in this phase."""

    stored = Press("end")

    def why_not(self, g: NightFight, by: GermanPhase) -> Refusal | None:
        return by.why_not_end(g)

    def do(self, g: NightFight, by: GermanPhase) -> None:
        by.end(g)


class Back(Deed, frozen=True):
    """Nothing is done after all."""

    stored = Press("back")

    def do(self, g: NightFight, by: Step) -> None:
        g.done()
