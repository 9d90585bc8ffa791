"""21.0 What a scenario holds, and what must be true of it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from grognard.board.hexes.map import HexMap
from grognard.board.hexes.maps import MapScenarioFile
from grognard.engine import Fault, ScenarioSet, suggest_choices
from grognard.engine.game.embedded_map import SHEET
from grognard.games.night_fight.rules.data import (
    EDGES,
    FOLDER,
    GERMAN_TYPES,
    GRID,
    INTENSITY,
    MAPS,
    MOBILE_AHEAD,
    MOBILE_SETUP,
    STATIC_POOL,
    TYPES,
)

MONTH = re.compile(r"19[34][0-9]-(0[1-9]|1[0-2])")
BANNED = "NF-21.0.1"
EDGE_HEXES = tuple(h for hexes in EDGES.values() for h in hexes)

Words = Annotated[str, Meta(min_length=1, max_length=300)]


class Goal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """21.0 What the Germans are after: units somewhere and then the dice, or a road that nobody sees."""

    kind: Annotated[
        Literal["bank", "exit", "edges", "hold", "road"],
        Meta(description="Units beyond the river, off the map, on the edge roads, on listed hexes; or an unseen road."),
    ]
    goal: Annotated[Words, Meta(description="The aim in words.")]
    cite: Annotated[str, Meta(max_length=20)] = "NF-21.3.2"  # rule of the victory condition
    hex: Annotated[str, Meta(description="Where units leave the map, of the kind 'exit'.")] = ""
    hexes: Annotated[tuple[str, ...], Meta(description="Where units count, of the kind 'hold'.")] = ()
    bridges: Annotated[str, Meta(max_length=300, description="A word about bridges that may fall.")] = ""
    counts: Annotated[Literal["units", "hexes"], Meta(description="What is counted where units stay.")] = "units"
    eyes: Annotated[
        Literal["all", "found"],
        Meta(description="Who watches a road: every Soviet piece, or only columns and what lies face up."),
    ] = "all"
    told: Annotated[tuple[Words, ...], Meta(description="How it is judged, for the briefing.")] = ()

    @property
    def less(self) -> bool:
        """R58 Must the dice come to less than the number of units, or to no more?"""
        return self.kind == "bank"


class ScenarioData(MapScenarioFile, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """21.0 One scenario."""

    entry: Annotated[tuple[str, ...], Meta(min_length=1, description="Map-edge road hexes by which the Germans enter.")]
    aim: Goal  # what the German side must do
    house: Annotated[Goal | None, Meta(description="The aim by a house rule, for who prefers it.")] = None
    forbidden: Annotated[frozenset[str], Meta(description="Kinds of unit that cannot be bought.")] = frozenset()
    forbidden_weights: frozenset[Literal["L", "M", "H", "SH"]] = frozenset()  # weights of units that may not be bought
    forbidden_cite: Annotated[str, Meta(max_length=20)] = BANNED  # rule that forbids them
    recruits: Annotated[int, Meta(ge=40, le=200, description="Recruit points, in percent of the usual.")] = 100
    free: Annotated[tuple[str, ...], Meta(description="Units that cost nothing.")] = ()
    force: Annotated[tuple[str, ...], Meta(description="A force that does well, in the order to buy it.")] = ()
    rules: Annotated[frozenset[Literal["bridges-fall", "waffen-ss"]], Meta(description="Special rules by name.")] = (
        frozenset()
    )
    decided_after: Annotated[int, Meta(ge=0, le=99, description="The turn that decides, if not the last.")] = 0

    @property
    def last_turn(self) -> int:
        """21.4, R60 The turn after which it is decided."""
        return self.decided_after or self.turns

    @property
    def exit(self) -> str:
        """21.2 Where units leave the map."""
        return self.aim.hex

    @property
    def by_road(self) -> bool:
        """21.4 Is it decided by a road, and not by units that count?"""
        return self.aim.kind == "road"


# ------------------------------------------------------------------ what must be true


def faults(scenario: ScenarioData) -> Iterator[Fault]:
    """All that is wrong with a scenario beyond its types; on a map with mistakes nothing else is looked at."""
    wrong = MAPS.faults(scenario) or list(_ground(MAPS.of(scenario)))
    yield from wrong or _faults(scenario)


def _ground(hexmap: HexMap) -> Iterator[Fault]:
    """3.0, 6.0 Columns set up and come on by roads; pieces wait at the stars."""
    links, stars = hexmap.links("road"), len(hexmap.marks.get("star", ()))
    for h in EDGE_HEXES:
        if h not in links:
            yield Fault((SHEET, "line"), f"A road must lead off the map in {h}: lead one there.")
    for here, ahead in zip(MOBILE_SETUP, MOBILE_AHEAD, strict=True):
        if ahead not in links.get(here, ()):
            yield Fault((SHEET, "line"), f"A column may set up in {here} and goes on to {ahead}: join them by a road.")
    most = len(STATIC_POOL) // max(row.static_per_star for row in INTENSITY.values())
    if not 1 <= stars <= most:
        yield Fault((SHEET, "marks"), f"Mark 1 to {most} hexes as 'star', where Soviet pieces wait; there are {stars}.")
    for i, bridge in enumerate(hexmap.bridges):
        if bridge.hex not in links:
            yield Fault((SHEET, "bridge", i), f"A bridge carries a road: lead one through {bridge.hex}.")


def _faults(scenario: ScenarioData) -> Iterator[Fault]:
    if not MONTH.fullmatch(scenario.date):
        yield Fault(("date",), "What can be bought depends on the month: write it as '1943-07'.")
    if scenario.decided_after > scenario.turns:
        yield Fault(("decided_after",), f"It has {scenario.turns} turns. Choose one of them, or leave this out.")
    if set(scenario.briefing) != {"german"}:
        yield Fault(("briefing",), "There is one briefing, that of 'german'.")
    for i, h in enumerate(scenario.entry):
        if h not in EDGE_HEXES:
            yield Fault(("entry", i), f"Units enter by a map-edge road, not {h!r}. {suggest_choices(EDGE_HEXES, h)}")
    yield from _aim("aim", scenario.aim)
    if scenario.house is not None:
        yield from _aim("house", scenario.house)
        if (scenario.house.kind, scenario.house.hex) != (scenario.aim.kind, scenario.aim.hex):
            yield Fault(("house", "kind"), "A house rule counts another way; where units go stays as it is in 'aim'.")
    bought = tuple(kind.id for kind in GERMAN_TYPES)
    for key, kinds in (("free", scenario.free), ("force", scenario.force)):
        yield from _units(key, kinds, bought)
    for kind in scenario.forbidden - set(TYPES):
        yield Fault(("forbidden",), f"There is no unit {kind!r}. {suggest_choices(bought, kind)}")


def _units(key: str, kinds: Iterable[str], known: tuple[str, ...]) -> Iterator[Fault]:
    for i, kind in enumerate(kinds):
        if kind not in known:
            yield Fault((key, i), f"No unit {kind!r} is available. {suggest_choices(known, kind)}")


def _aim(key: str, aim: Goal) -> Iterator[Fault]:
    if (aim.kind == "exit") != bool(aim.hex):
        yield Fault((key, "hex"), "'hex' belongs to the kind 'exit', and only to it: the hex by which units leave.")
    elif aim.hex and aim.hex not in EDGE_HEXES:
        yield Fault(
            (key, "hex"), f"Units leave by a map-edge road, not {aim.hex!r}. {suggest_choices(EDGE_HEXES, aim.hex)}"
        )
    if aim.kind == "hold" and not aim.hexes:
        yield Fault((key, "hexes"), "Say which hexes count: at least one.")
    elif aim.hexes and aim.kind != "hold":
        yield Fault((key, "hexes"), "'hexes' belongs to the kind 'hold', and only to it: the hexes that count.")
    for i, h in enumerate(aim.hexes):
        if h not in GRID:
            yield Fault((key, "hexes", i), f"There is no hex {h!r} on this map. {suggest_choices(GRID.hexes, h)}")


SCENARIOS = ScenarioSet(
    "night-fight", FOLDER / "scenarios", ScenarioData, faults, fills=("points", "columns", "pieces")
)
