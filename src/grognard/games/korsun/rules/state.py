"""The position of Escape Hell's Gate: what the exclusive rules add to a folio battle."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from grognard.board.hexes.hex_sets import bits_of
from grognard.engine import Action
from grognard.engine.core.fact import fact
from grognard.games.folio.rules.clauses import Folio
from grognard.games.folio.rules.state import Unit
from grognard.games.korsun.rules.data import COUNTERS, ENCIRCLED, ENGINEER, GERMAN, GROUND, GROUPS
from grognard.games.korsun.rules.map_data import LANDS, Land
from grognard.games.korsun.rules.scenarios import SCENARIOS, CampaignFile


class Draw(Action, frozen=True):
    """16.0 Draw a support counter from this pool, and another from that one."""

    pool: str
    also: str = ""


class GiveUp(Action, frozen=True):
    """12.2 Give up the Luftwaffe counter of this value for air supply."""

    value: int


class Bridge(Action, frozen=True):
    """13.0 Have the river between these hexes bridged for movement."""

    hex: str
    across: str


class Assist(Action, frozen=True):
    """13.0 Have this engineer bridge the river for the attack."""

    piece: str


@dataclass(slots=True, eq=False)
class Pocket(Folio):
    """A position of Escape Hell's Gate."""

    weather: str = "clear"
    asleep: Mapping[str, bool] = field(default_factory=dict)  # 19.0 units not yet released
    gone: Mapping[str, bool] = field(default_factory=dict)  # 16.0 groups that lost their last unit, and their counters
    cut_off: Mapping[str, bool] = field(default_factory=dict)  # 12.3 out of supply when Mobile Movement began
    crossings: Mapping[str, str] = field(default_factory=dict)  # 13.0 hexsides bridged for movement, by engineer
    assisted: Mapping[str, bool] = field(default_factory=dict)  # 13.0 engineers used by an attack in this phase
    luftwaffe: tuple[int, ...] = ()  # 12.2 counters not yet given up
    air_supply: int = 0  # 12.2 markers left
    airlifted: str = ""  # 12.2 the unit supplied by air this turn, or ELIMINATED if it is lost
    airlift_declined: bool = False  # 12.2 the German wants no more questions about air supply this turn

    @property
    def land(self) -> Land:
        """2.1 The map of its battle."""
        return LANDS[self.scenario_id]

    @property
    def battle(self) -> CampaignFile:
        """20.0 What its scenario says."""
        return SCENARIOS.known[self.scenario_id]


def group(unit: Unit) -> str:
    """15.1 The organisational group of a unit."""
    return COUNTERS[unit.id].group


ENGINEERS = [what.id for what in COUNTERS.values() if what.side == GERMAN and ENGINEER in what.flags]


def engineers(g: Folio) -> list[Unit]:
    """13.0 German engineers on the map; Soviet ones have no functions."""
    return [u for i in ENGINEERS if (u := g.pieces.get(i)) is not None and u.place in GROUND.index]


@fact
def encircled(g: Folio) -> int:
    """15.1 The hexes of the Encircled Force."""
    places = [u.place for u in g.units(GERMAN) if COUNTERS[u.id].group == ENCIRCLED]
    return bits_of(GROUND.grid, places)


MEMBERS: dict[str, list[str]] = {}  # the units of each group
for _what in COUNTERS.values():
    MEMBERS.setdefault(_what.group, []).append(_what.id)


@fact
def active(g: Pocket, name: str) -> list[Unit]:
    """16.0, 19.0 The units of a group that are on the map and released."""
    pieces = g.pieces_of(GROUPS[name].side)
    members = (pieces.get(unit) for unit in MEMBERS.get(name, ()))
    return [u for u in members if u is not None and u.place in GROUND.index and u.id not in g.asleep]
