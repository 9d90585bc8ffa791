"""1.0 What an exclusive rulebook may change: the standard rules answer each clause, a battle may override some."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from grognard.board.hexes.grid import Hex
from grognard.board.hexes.map import Side
from grognard.board.hexes.zone_moves import Rows
from grognard.engine import Action, Deed, Modifier, Refusal, Result, Step, Track, net
from grognard.games.folio.rules.data import Counter
from grognard.games.folio.rules.state import Apply, Battle, Position, Unit
from grognard.games.folio.rules.terrain import Material

Path = tuple[Hex, ...]
G = TypeVar("G", bound=Position)


class Fire(NamedTuple):
    """8.3 A support marker used, and whose it is."""

    value: int
    source: str


class Retreats(NamedTuple):
    """Paths of full length of one order of preference, and whether taking one costs a step."""

    paths: list[Path]
    loss: bool


class Bombarding(NamedTuple):
    """8.4 The rules that govern what a bombardment does to its target and to friends, and the retreat from it."""

    result: str = "FO-8.4.4"
    friendly_fire: str = "FO-8.4.2.1"
    retreat: str = "FO-7.7.1.1"
    nearer: str = "FO-7.7.1.2"


class Clauses(Material, ABC, Generic[G]):
    """The rules of one battle where battles may differ."""

    bombarding = Bombarding()

    # ------------------------------------------------------------ set-up

    @abstractmethod
    def deal(self, g: G, side: str) -> None:
        """3.0 The staff places what a side has not placed yet."""

    def area_name(self, what: Counter) -> str:
        """3.0 The area in which a unit sets up, as it is called."""
        return what.area

    def formation(self, what: Counter) -> str:
        """2.3 The formation by which a unit is listed, where there are many."""
        return ""

    # ------------------------------------------------------------ sequence

    @abstractmethod
    def begin_turn(self, g: G) -> tuple[Step, ...]:
        """What comes before the first player turn of a game turn."""

    @abstractmethod
    def player_turn(self, side: str) -> tuple[Step, ...]:
        """4.1 The phases of a player turn."""

    def begin_phase(self, g: G) -> None:
        """What is made ready when a phase begins."""

    @abstractmethod
    def end_turn(self, g: G) -> None:
        """What is cleared away after the second player turn."""

    @abstractmethod
    def victory(self, g: G) -> Result:
        """4.0 How the battle ended."""

    def tracks(self, g: G) -> tuple[Track, ...]:
        """What else of the battle is kept in sight."""
        return ()

    # ------------------------------------------------------------ units

    def why_not_act(self, g: G, unit: Unit) -> Refusal | None:
        """Why an exclusive rule keeps a unit from moving and attacking now."""
        return None

    def idle(self, g: G) -> Mapping[str, bool]:
        """The units that an exclusive rule keeps from moving and attacking now."""
        return {}

    def attack(self, g: G, battle: Battle, unit: Unit) -> list[Modifier]:
        """7.3 A unit's attack strength, with what changed it."""
        return [Modifier("FO-7.1.3", g.printed(unit)[0], g.name(unit))]

    def defense(self, g: G, battle: Battle, unit: Unit) -> list[Modifier]:
        """7.3, 7.5 A unit's defense strength; a fortification doubles what is printed."""
        printed = g.printed(unit)[1]
        parts = [Modifier("FO-7.3.1", printed, g.name(unit))]
        if unit.place in self.ground.works:
            parts.append(Modifier("FO-7.5.1", printed, "doubled by the fortification"))
        return parts

    def strength(self, g: G, battle: Battle, unit: Unit) -> int:
        """7.3 The sum of a unit's attack strength."""
        return net(self.attack(g, battle, unit))

    def resistance(self, g: G, battle: Battle, unit: Unit) -> int:
        """7.3 The sum of its defense strength."""
        return net(self.defense(g, battle, unit))

    def entered(self, g: G, unit: Unit, path: Sequence[Hex]) -> None:
        """A unit has entered these hexes by movement or advance."""

    def eliminated(self, g: G, unit: Unit) -> None:
        """A unit has left the game."""

    # ------------------------------------------------------------ movement

    def bridged(self, g: G, unit: Unit) -> tuple[Side, ...]:
        """5.2 The rivers that cost this unit nothing now."""
        return ()

    def rows(self, unit: Unit, bridged: tuple[Side, ...]) -> Rows:
        """5.2 What steps cost a unit where these rivers are bridged."""
        return self.ground.mobile if self.counters[unit.id].mobile else self.ground.leg

    movement_deeds: Sequence[type[Deed]] = ()  # what else the current player may do in a movement phase
    combat_deeds: Sequence[type[Deed]] = ()  # and in a combat phase
    attack_deeds: Sequence[type[Deed]] = ()  # what else may be declared with an attack

    # ------------------------------------------------------------ combat

    def aid_kept(self, g: G, battle: Battle) -> str:
        """The engineer that serves an attack, if it still needs him."""
        return ""

    def launched(self, g: G, battle: Battle) -> None:
        """An attack or bombardment has been declared."""

    def before_roll(self, g: G, battle: Battle) -> tuple[Step, ...]:
        """What comes between the last marker and the die."""
        return ()

    def die_modifiers(self, g: G, battle: Battle) -> list[Modifier]:
        """What is added to the die."""
        return []

    # ------------------------------------------------------------ support

    marker_deed: type[Deed]  # 8.3 how a marker is played

    @abstractmethod
    def support(self, g: G, battle: Battle, side: str) -> Sequence[Action]:
        """8.3 The markers a side may apply to a combat now."""

    @abstractmethod
    def best_support(self, g: G, battle: Battle, side: str) -> Action | None:
        """8.3 The marker that adds most, of those a side may apply now; on average, if it is drawn."""

    @abstractmethod
    def support_by_two(self, g: G, battle: Battle, side: str) -> Sequence[Action]:
        """8.3 The pairs of markers it may declare at once, one for each of its slots."""

    def sure_support(self, g: G, action: Action) -> Sequence[int]:
        """8.3 What the markers of an answer add, as far as that is known before they are used."""
        return [value for value in (action.value, action.then) if value] if isinstance(action, Apply) else ()

    @abstractmethod
    def declared(self, action: Action) -> str:
        """8.3 The word for the marker an answer declares for the second slot; "" if it declares none."""

    @abstractmethod
    def marker(self, word: str) -> Action:
        """8.3 The answer that applies a marker declared before."""

    @abstractmethod
    def why_not_support(self, g: G, battle: Battle, side: str, action: Action) -> Refusal | None:
        """8.3 Why this marker may not be applied."""

    @abstractmethod
    def apply(self, g: G, battle: Battle, side: str, action: Action) -> Fire:
        """8.3 Use a marker."""

    # ------------------------------------------------------------ bombardment

    @abstractmethod
    def why_not_bombard(self, g: G, target: Unit) -> Refusal | None:
        """8.4 Why the current player may not bombard this unit."""

    def bombardment_targets(self, g: G) -> list[Unit]:
        """8.4 Every unit the current player may bombard."""
        return [u for u in g.units(g.foe(g.current)) if not self.why_not_bombard(g, u)]

    @abstractmethod
    def bombardment(self, g: G, battle: Battle) -> Step:
        """8.4 How a bombardment goes on once its target is named."""

    @abstractmethod
    def exchange_hits_target(self) -> bool:
        """8.4 Does Ex cost a bombarded unit a step?"""

    @abstractmethod
    def friendly_fire(self, g: G, battle: Battle) -> list[Unit]:
        """8.4.2 The units one of which suffers an (A) on a bombardment."""

    @abstractmethod
    def bombardment_retreats(self, g: G, unit: Unit, paths: list[Path]) -> list[Retreats]:
        """7.7.1 The paths a bombarded unit may take: of each kind only where none of the kinds before it can be had."""


class Folio(Position):
    """A position and the rules it is played by."""

    __slots__ = ("_scenario", "rules")
    rules: Clauses[Any]
    rules_of: ClassVar[Callable[[str], Clauses[Any]]]  # the rules of a battle by its scenario

    @property
    def scenario_id(self) -> str:
        """The battle."""
        return self._scenario

    @scenario_id.setter
    def scenario_id(self, scenario: str) -> None:
        """A position that is told its battle takes up its rules, if there are any."""
        self._scenario = scenario
        with suppress(KeyError):
            self.rules = type(self).rules_of(scenario)
