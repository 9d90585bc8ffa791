"""15.0 What a scenario holds, and what must be true of it. The rules read its tables as they stand in the file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from grognard.board.hexes.map import HexMap
from grognard.board.hexes.maps import MapScenarioFile
from grognard.engine import Fault, ScenarioSet, suggest_choices
from grognard.engine.game.embedded_map import SHEET
from grognard.games.tank_leader.rules.data import BLANKS, CARDS, FOLDER, GRID, MAPS, SIDES, TYPES

Side = Literal["german", "soviet"]
Either = Literal["german", "soviet", "both"]
Points = Annotated[int, Meta(ge=0, le=99)]
Turn = Annotated[int, Meta(ge=1, le=99)]
Span = tuple[Turn, Turn]
Cards = tuple[int, ...]
Road = Annotated[int, Meta(ge=1, le=3)]
Kind = Literal["tank", "spg", "armoured_car", "halftrack", "infantry", "artillery", "fo", "truck"]
Die = Annotated[int, Meta(ge=1, le=6)]
ROADS = 5  # 5.2 entry roads of a side
Note = Annotated[str, Meta(max_length=300, description="For readers.")]


class Part(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A table of a scenario; what is not given stays away."""


class Says(Part, frozen=True):
    """An aim in words, to the side that scores and to the other."""

    ours: Annotated[str, Meta(min_length=1, max_length=200)]  # for the side that scores
    theirs: Annotated[str, Meta(min_length=1, max_length=200)]  # for its enemy


# ------------------------------------------------------------------ aims


class Loss(Part, frozen=True, tag="loss", tag_field="kind"):
    """15.5 Points for enemy units lost, by the schedule."""

    side: Either  # side that scores
    of: Note = ""
    values: Literal["schedule"] = "schedule"  # points by the printed schedule
    multiplier: dict[Kind, Points] = {}  # factor for certain units
    says: Says | None = None  # the aim in words


class Control(Part, frozen=True, tag="control", tag_field="kind"):
    """15.5 Points for hexes held at the end, listed or of a named place."""

    side: Either  # side that scores
    vp_each: Points  # points for each place
    hexes: tuple[str, ...] = ()  # hexes to control
    place: str = ""  # or a town or village
    when: Note = ""


class Exit(Part, frozen=True, tag="exit", tag_field="kind"):
    """15.5 Points for units that leave the map by a column or by listed hexes."""

    side: Side  # side that scores
    vp_each: Points  # points for each unit
    classes: tuple[Kind, ...]  # classes of units that count
    says: Says  # the aim in words
    from_column: int = 0  # column to leave from; 0 for any
    from_hexes: tuple[str, ...] = ()  # hexes to leave from
    cards: Cards = ()  # formations that count


class Position(Part, frozen=True, tag="position", tag_field="kind"):
    """15.5 Points for units that stand in some columns and rows at the end."""

    side: Side  # side that scores
    vp_each: Points  # points for each unit
    columns: Span  # first and last column
    rows: Span  # first and last row
    classes: tuple[Kind, ...]  # classes of units that count
    says: Says  # the aim in words
    when: Note = ""


class NotExited(Part, frozen=True, tag="not_exited", tag_field="kind"):
    """15.5 A share of their loss for enemy units still on the map."""

    side: Side  # side that scores
    factor: Annotated[float, Meta(ge=0, le=5)]  # factor on the points of units that have not left
    says: Says  # the aim in words
    of: Note = ""
    values: Literal["schedule"] = "schedule"  # points by the printed schedule
    rounding: Note = ""


class EliminatedBy(Part, frozen=True, tag="eliminated_by", tag_field="kind"):
    """15.5.8 Points, once, for units of some types destroyed by some class."""

    side: Side  # side that scores
    types: tuple[str, ...]  # types of units to eliminate
    by_class: Kind  # class of unit that must eliminate them
    vp_once: Points  # points, once
    says: Says  # the aim in words


# ------------------------------------------------------------------ who comes when, and where


class OnTurn(Part, frozen=True, tag="turn", tag_field="kind"):
    """15.4 On a turn."""

    turn: Turn  # turn of arrival


class SecretTurn(Part, frozen=True, tag="secret_turn", tag_field="kind"):
    """15.4 On a turn that the owner writes down."""

    turns: tuple[Turn, ...]  # turns the owner may choose from in secret


class Rolled(Part, frozen=True):
    """A turn for some results of a die."""

    die: tuple[Die, ...]  # numbers on the die
    turn: Turn  # turn of arrival


class DieAtStart(Part, frozen=True, tag="die_at_start", tag_field="kind"):
    """15.4 On a turn rolled for before play."""

    results: tuple[Rolled, ...]  # turns by the roll


class DieEachTurn(Part, frozen=True, tag="die_each_turn", tag_field="kind"):
    """15.4 By a die each turn from one on."""

    first_turn: Turn  # first turn of the roll
    arrives_on: tuple[Die, ...]  # numbers that bring them


class Deck(Part, frozen=True, tag="deck", tag_field="kind"):
    """15.4 By draws from a deck with blanks in it."""

    cards: Cards  # formations in the deck
    blanks: Cards  # numbers of blank cards
    draws_per_turn: Annotated[int, Meta(ge=1, le=9)]  # cards drawn each turn
    first_turn: Turn  # first turn of draws
    last_turn: Turn  # last turn of draws


class ByRoad(Part, frozen=True, tag="road", tag_field="kind"):
    """15.4 By one of the side's entry roads."""

    road: Road  # number of the road


class Variable(Part, frozen=True, tag="variable", tag_field="kind"):
    """15.4 Where a die says."""

    roll_per: Note = ""


class ByEdge(Part, frozen=True, tag="edge", tag_field="kind"):
    """15.4 Anywhere along a column."""

    column: Turn  # column of the edge
    rows: Span  # first and last row


class Reinforcement(Part, frozen=True):
    """15.4 Cards that come on later."""

    side: Side  # owner
    cards: Cards  # formations that arrive
    arrival: OnTurn | SecretTurn | DieAtStart | DieEachTurn | Deck  # when they arrive
    entry: ByRoad | Variable | ByEdge  # where they enter
    when: Note
    where: Note


class Entry(Part, frozen=True):
    """15.3 Units that come on by themselves on a turn, by listed hexes or, group by group, by a road."""

    turn: Turn  # turn of arrival
    cards: Cards = ()  # formations that enter
    hexes: tuple[str, ...] = ()  # hexes they enter by
    groups: tuple[Cards, ...] = ()  # formations that enter together
    roads: tuple[Road, ...] = ()  # numbers of the roads
    choice: Note = ""


# ------------------------------------------------------------------ set-up


class Within(Part, frozen=True):
    """Hexes around one."""

    hex: str  # middle of the area
    distance: Annotated[int, Meta(ge=0, le=30)]  # hexes from it


class Entrenched(Part, frozen=True):
    """15.3.4 Who begins entrenched."""

    mode: Literal["all", "may", "up_to", "half"]  # which units
    units: Annotated[int, Meta(ge=1, le=99)] | None = None  # how many, for "up_to"
    rounding: Note = ""


class Hidden(Part, frozen=True):
    """15.3 Units that are placed when one of these happens."""

    placed_when: tuple[Note, ...]  # events that place them on the map


class OrEntry(Part, frozen=True):
    """15.3 A choice to come on by a road instead."""

    turn: Turn  # turn of arrival
    roads: tuple[Road, ...]  # numbers of the roads
    choice: Note = ""


class Placement(Part, frozen=True):
    """15.3 Where the units of some combat cards set up: hexes, around a hex, around a place, or columns and rows."""

    cards: Cards | Literal["drafted"]  # formations it is for
    hexes: tuple[str, ...] = ()  # hexes to set up in
    within: Within | None = None  # or all hexes near one
    place: str = ""  # or a town or village
    margin: Annotated[int, Meta(ge=0, le=30)] | None = None  # with this many hexes around it
    columns: Span | None = None  # first and last column
    rows: Span | None = None  # first and last row
    road: str = ""  # along this road
    company_in_one_hex: bool | None = None  # each company sets up in one hex
    minimum_distance_to_enemy: Annotated[int, Meta(ge=1, le=30)] | None = None  # hexes to the nearest enemy
    vehicles_per_hex: Annotated[int, Meta(ge=1, le=9)] | None = None  # vehicles in one hex at most
    infantry_loaded_on_trucks: bool = False  # infantry starts on trucks
    entrenched: Entrenched | None = None  # which units start entrenched
    hidden: Hidden | None = None  # which units start hidden
    or_entry: OrEntry | None = None  # or they enter later


class Force(Part, frozen=True):
    """A side: its cards, and where they set up or come on."""

    cards: Cards  # formations, by the numbers of their cards
    extra_trucks: Annotated[int, Meta(ge=0, le=30)]  # trucks beyond those of the cards
    placement: tuple[Placement, ...]  # where formations set up
    entry: tuple[Entry, ...] = ()  # formations that enter during play
    set_up: Note = ""


class BattleFile(MapScenarioFile, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """15.1 One battle."""

    level: Annotated[Literal["standard", "advanced"], Meta(description="Vehicles alone, or infantry and guns too.")]
    year: Literal[1941, 1942, 1943, 1944, 1945]  # year of the battle
    visibility: Annotated[int, Meta(ge=1, le=30)]  # visibility in hexes
    season: Literal["spring", "summer", "autumn", "winter", "variable"]  # season, or "variable" to roll
    ground: Literal["normal", "mud", "snow"] | None = None  # condition of the ground; left out to roll
    contour: Literal["flat", "rolling", "hilly", "variable"]  # shape of the ground
    area: Literal["arid", "wooded", "forested", "heavily_forested", "variable"]  # vegetation
    urbanization: Literal["devastated", "sparse", "normal", "variable"]  # towns
    first_to_set_up: Side  # side that sets up first
    aim: tuple[Loss | Control | Exit | Position | NotExited | EliminatedBy, ...]  # what brings victory points
    # places that each side controls at the start
    initial_control: dict[Literal["german", "soviet", "neutral"], tuple[str, ...]]
    german: Force  # the German force
    soviet: Force  # the Soviet force
    reinforcement: tuple[Reinforcement, ...] = ()  # formations that arrive later
    draft: dict[Side, Annotated[int, Meta(ge=1, le=9999)]] | None = None  # points for drafting formations
    tie_winner: Literal["", "german", "soviet"] = ""  # side that wins a tie; "" for a draw
    special: Note = ""


# ------------------------------------------------------------------ what must be true


def faults(battle: BattleFile) -> Iterator[Fault]:
    """All that is wrong with a battle beyond its types; on a map with mistakes nothing else is looked at."""
    wrong = MAPS.faults(battle)
    yield from wrong or _faults(battle, MAPS.of(battle))


def _faults(battle: BattleFile, ground: HexMap) -> Iterator[Fault]:
    yield from _entries(ground)
    if set(battle.briefing) != set(SIDES):
        yield Fault(("briefing",), "There is a briefing for 'german' and one for 'soviet'.")
    if battle.draft is not None and set(battle.draft) != set(SIDES):
        yield Fault(("draft",), "Both sides have points to draft with.")
    for side in SIDES:
        yield from _force(battle, side, ground)
    for i, row in enumerate(battle.reinforcement):
        yield from _cards(row.cards, row.side, ("reinforcement", i, "cards"))
        if isinstance(row.arrival, Deck):
            yield from _deck(row, row.arrival, ("reinforcement", i, "arrival"))
    for i, aim in enumerate(battle.aim):
        yield from _aim(aim, ground, ("aim", i))
    for holder, hexes in battle.initial_control.items():
        yield from _hexes(hexes, ("initial_control", holder))


def _entries(ground: HexMap) -> Iterator[Fault]:
    """5.2 Each side has its numbered entry roads."""
    for side in SIDES:
        if len(ground.marks.get(f"entry_{side}", ())) != ROADS:
            says = f"Mark {ROADS} hexes as 'entry_{side}': the {side} entry roads, in their order."
            yield Fault((SHEET, "marks"), says)


def _hexes(hexes: tuple[str, ...], path: tuple[str | int, ...]) -> Iterator[Fault]:
    for i, h in enumerate(hexes):
        if h not in GRID:
            yield Fault((*path, i), f"There is no hex {h!r} on this map. {suggest_choices(GRID.hexes, h)}")


def _cards(cards: Cards, side: str, path: tuple[str | int, ...]) -> Iterator[Fault]:
    for i, number in enumerate(cards):
        card = CARDS.get(str(number))
        if card is None or card.side != side:
            own = (key for key, known in CARDS.items() if known.side == side)
            yield Fault((*path, i), f"There is no {side} card {number}. {suggest_choices(own, str(number))}")


def _force(battle: BattleFile, side: str, ground: HexMap) -> Iterator[Fault]:
    force: Force = getattr(battle, side)
    yield from _cards(force.cards, side, (side, "cards"))
    placed = {n for row in force.placement if row.cards != "drafted" for n in row.cards}
    coming = {n for entry in force.entry for n in (*entry.cards, *(m for group in entry.groups for m in group))}
    for number in force.cards:
        card = CARDS.get(str(number))
        if card is not None and card.type == "combat" and number not in placed | coming:
            yield Fault((side, "placement"), f"Where does card {number} ({card.id}) set up? Add it to a placement.")
    for i, row in enumerate(force.placement):
        yield from _placement(battle, force, row, ground, (side, "placement", i))
    for i, entry in enumerate(force.entry):
        yield from _hexes(entry.hexes, (side, "entry", i, "hexes"))


def _placement(
    battle: BattleFile, force: Force, row: Placement, ground: HexMap, path: tuple[str | int, ...]
) -> Iterator[Fault]:
    if row.cards == "drafted":
        if battle.draft is None:
            yield Fault((*path, "cards"), "Cards are drafted where there is a 'draft'. List the cards.")
    else:
        for n, number in enumerate(row.cards):
            if number not in force.cards:
                yield Fault((*path, "cards", n), f"Card {number} is not among the side's 'cards'. Add it there.")
    ways = [bool(row.hexes), row.within is not None, bool(row.place), row.columns is not None]
    if ways.count(True) != 1:
        yield Fault(path, "Say where in one way: 'hexes', 'within', 'place' with 'margin', or 'columns' with 'rows'.")
    if bool(row.place) != (row.margin is not None) or (row.columns is None) != (row.rows is None):
        yield Fault(path, "'place' goes with 'margin', 'columns' goes with 'rows'.")
    if row.place and row.place not in ground.marks:
        yield Fault((*path, "place"), f"There is no place {row.place!r}. {suggest_choices(ground.marks, row.place)}")
    if row.road and row.road not in {line.name for line in ground.lines}:
        names = {line.name for line in ground.lines if line.name}
        yield Fault((*path, "road"), f"There is no road {row.road!r}. {suggest_choices(names, row.road)}")
    yield from _hexes(row.hexes, (*path, "hexes"))
    if row.within is not None:
        yield from _hexes((row.within.hex,), (*path, "within", "hex"))
    if row.entrenched is not None and (row.entrenched.mode == "up_to") != (row.entrenched.units is not None):
        yield Fault((*path, "entrenched"), "'units' belongs to the mode 'up_to', and only to it.")


def _deck(row: Reinforcement, deck: Deck, path: tuple[str | int, ...]) -> Iterator[Fault]:
    for i, number in enumerate(deck.cards):
        if number not in row.cards:
            yield Fault((*path, "cards", i), f"Card {number} is not among those that come. Add it to 'cards'.")
    for i, number in enumerate(deck.blanks):
        if BLANKS.get(str(number)) != row.side:
            own = (key for key, side in BLANKS.items() if side == row.side)
            yield Fault(
                (*path, "blanks", i), f"{number} is no blank card of this side. {suggest_choices(own, str(number))}"
            )


def _aim(aim: Any, ground: HexMap, path: tuple[str | int, ...]) -> Iterator[Fault]:
    match aim:
        case Control():
            yield from _hexes(aim.hexes, (*path, "hexes"))
            if bool(aim.hexes) == bool(aim.place):
                yield Fault(path, "Say which: 'hexes', or the name of a 'place'.")
            elif aim.place and aim.place not in ground.marks:
                yield Fault(
                    (*path, "place"), f"There is no place {aim.place!r}. {suggest_choices(ground.marks, aim.place)}"
                )
        case Exit():
            yield from _hexes(aim.from_hexes, (*path, "from_hexes"))
            if bool(aim.from_hexes) == bool(aim.from_column):
                yield Fault(path, "Say where they leave: 'from_column', or 'from_hexes'.")
        case EliminatedBy():
            for i, kind in enumerate(aim.types):
                if kind not in TYPES:
                    yield Fault((*path, "types", i), f"There is no unit {kind!r}. {suggest_choices(TYPES, kind)}")


BATTLES = ScenarioSet("tank-leader", FOLDER / "scenarios", BattleFile, faults)


class _Tables(dict[str, dict[str, Any]]):
    """Every scenario as plain tables, worked out when one is first asked for."""

    def __missing__(self, scenario: str) -> dict[str, Any]:
        return self.setdefault(scenario, _plain(BATTLES.known[scenario]))


def _plain(battle: BattleFile) -> dict[str, Any]:
    """A battle as plain tables; a place that is to be held is told by its hexes."""
    plain: dict[str, Any] = msgspec.to_builtins(battle)
    for row in plain["aim"]:
        if row.get("place"):
            row["hexes"] = list(MAPS.of(battle).marks[row["place"]])
    return plain


SCENARIOS = _Tables({name: _plain(battle) for name, battle in BATTLES.items()})
