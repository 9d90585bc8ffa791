"""What a page fetches beside its match: rules and charts, the lie of the land, the lobby, paths, the look back."""

from __future__ import annotations

from typing import Any, NotRequired, TypedDict

from grognard.board.hexes.map_file import Vocabulary
from grognard.engine.core.chart import Chart
from grognard.engine.core.rulebook import Rule
from grognard.engine.game.game import Option
from grognard.server.api.messages import ClockTold, LessonRow, ScenarioTold
from grognard.server.api.question import Act
from grognard.studio.layout import StudioProblem


class Taught(TypedDict):
    """A lesson, and the rules it shows."""

    id: str
    kind: str
    title: str
    rules: list[str]
    say: str


class Book(TypedDict):
    """Rules and charts of a game, and where they are taught."""

    rules: list[Rule]
    charts: list[Chart]
    lessons: list[Taught]
    examples: list[Taught]


class Battle(TypedDict):
    """A first battle, as a wish for a match."""

    game: str
    scenario: str
    options: dict[str, str]
    seats: dict[str, str]


class PathTold(TypedDict):
    """How a game is learnt."""

    game: str
    title: str
    depth: int
    why: str
    learnt: list[str]
    minutes: int
    after: str
    battle: Battle | None
    lessons: list[LessonRow]
    puzzles: list[LessonRow]


class SchoolTold(TypedDict):
    """The paths of all games."""

    paths: list[PathTold]


class Lie(TypedDict):
    """Where everything lies on a map or a table: each place with its middle and what is there."""

    frame: tuple[float, float, float, float]
    size: float
    hexes: dict[str, tuple[float, float, str]]
    flat: NotRequired[bool]
    inch: NotRequired[float]
    high: NotRequired[float]


class LeanTold(TypedDict):
    """Which side has won more of the decided matches between equal computers."""

    side: str
    share: int  # of a hundred
    matches: int


class BattleTold(ScenarioTold):
    """A battle on its card."""

    story: str
    tasks: dict[str, str]
    units: int
    minutes: int  # 0 if nobody has measured it
    lean: LeanTold | None
    first: bool  # the one to begin with
    options: dict[str, str]  # those that are chosen unless somebody says otherwise


class GameTold(TypedDict):
    """A game in the lobby."""

    id: str
    title: str
    blurb: str
    art: str
    board: bool
    scenarios: list[BattleTold]
    options: list[Option]
    sides: dict[str, list[str]]
    peoples: dict[str, dict[str, str]]  # what those are called who fight on each side
    depth: int  # 1 to 5; 0 if the game does not say


class LevelTold(TypedDict):
    """How strong a computer plays."""

    id: str
    title: str
    about: str


class Lobby(TypedDict):
    """What the lobby shows."""

    games: list[GameTold]
    levels: list[LevelTold]
    left_out: list[str]


class SeatTaken(TypedDict):
    """A seat at a match."""

    match: str
    key: str
    sides: list[str]


class SeatGiven(SeatTaken):
    """A seat at a new match, and the invitations to the others."""

    invites: dict[str, str]


class SidesTold(TypedDict):
    """The sides a match would have."""

    sides: list[str]


class MatchTold(TypedDict):
    """One of one's matches."""

    match: str
    game: str
    title: str
    scenario: str
    battle: str  # the name of the scenario
    mine: list[str]
    winners: list[str]  # of a match that is over
    turn: int
    turns: int
    over: bool
    yours: bool
    touched: float
    waits: list[str]
    players: dict[str, str]
    peoples: dict[str, str]  # what those are called who fight on each side
    clock: ClockTold | None


class MineTold(TypedDict):
    """One's matches."""

    matches: list[MatchTold]


class OpenTold(TypedDict):
    """A match that somebody can join."""

    match: str
    game: str
    title: str
    scenario: str
    side: str
    people: str
    host: str
    clock: ClockTold | None


class OpenOnes(TypedDict):
    """The matches that somebody can join."""

    open: list[OpenTold]


class RatedTold(TypedDict):
    """A player and how strong he is."""

    name: str
    mark: str
    rating: int
    doubt: int
    matches: int
    sure: bool


class Ratings(TypedDict):
    """The players of a game."""

    players: list[RatedTold]


class Moment(TypedDict):
    """Everybody's chance of victory at some moment."""

    frame: int
    turn: int
    chances: dict[str, float]


class Taken(TypedDict):
    """A whole act, its first answer, and the chance of victory it led or would have led to."""

    action: Act
    text: str
    chance: float
    answers: list[Act]


class CostlyTold(TypedDict):
    """A decision that cost a side some of its chance of victory."""

    frame: int
    turn: int
    side: str
    prompt: str
    taken: Taken
    better: Taken
    cost: float
    why: str


class RollTold(TypedDict):
    """A roll that somebody chose to make: his chance of what he hoped for, and whether it came."""

    frame: int
    side: str
    chance: float
    came: bool


class ThrownTold(TypedDict):
    """An answer that led to dice, and by how much they changed each chance from what was to be expected."""

    frame: int
    side: str
    worth: dict[str, float]


class PartTold(TypedDict):
    """What a stretch was to one side: what happened, and how much of the change was dice; the rest was decided."""

    before: float
    after: float
    events: list[str]
    dice: float
    advised: bool


class TurningTold(TypedDict):
    """A stretch in which the chances changed much."""

    start: int
    end: int
    turn: int
    sides: dict[str, PartTold]


class Analysed(TypedDict):
    """What is said of a match when it is over, or how far that has come."""

    done: bool
    progress: NotRequired[float]
    error: NotRequired[str]
    sides: NotRequired[list[str]]
    curve: NotRequired[list[Moment]]
    costly: NotRequired[list[CostlyTold]]
    rolls: NotRequired[list[RollTold]]
    thrown: NotRequired[list[ThrownTold]]
    turnings: NotRequired[list[TurningTold]]


class Verified(TypedDict):
    """What the server finds in the record of a finished match."""

    honest: bool
    error: str
    older: NotRequired[bool]  # played under older rules, which alone can prove it: that says nothing against it
    words: NotRequired[list[str]]
    secret: NotRequired[str]
    answers: NotRequired[int]
    dice: NotRequired[int]


class Addressed(TypedDict):
    """Where letters about a seat go."""

    address: str


class Confirmed(TypedDict):
    """Has the owner of an address agreed?"""

    confirmed: bool


class Wanted(TypedDict):
    """Does he want letters?"""

    wanted: bool


class StudioUnit(TypedDict):
    """A unit of a game's box."""

    id: str
    side: str
    name: str
    group: str
    face: str


class Discriminator(TypedDict):
    """By which field the shapes of a union are told apart."""

    propertyName: str
    mapping: NotRequired[dict[str, str]]


Schema = TypedDict(
    "Schema",
    {
        "$ref": str,
        "$defs": dict[str, "Schema"],
        "type": str,
        "description": str,
        "default": Any,
        "enum": list[str | int],
        "anyOf": list["Schema"],
        "discriminator": Discriminator,
        "properties": dict[str, "Schema"],
        "required": list[str],
        "additionalProperties": "Schema | bool",
        "items": "Schema | bool",
        "prefixItems": list["Schema"],
        "minimum": int,
        "maximum": int,
        "maxLength": int,
        "pattern": str,
    },
    total=False,
)


class StudioTools(TypedDict):
    """What there is to make scenarios of a game with."""

    game: str
    title: str
    art: str
    scenario: str
    sides: list[str]
    way: str
    aims: bool  # have aims places that are drawn?
    roster: list[StudioUnit]
    schema: Schema
    options: list[Option]
    words: Vocabulary | None
    scenarios: list[ScenarioTold]


class KeptTold(TypedDict):
    """A scenario in somebody's drawer."""

    id: str
    game: str
    title: str


class StrengthTold(TypedDict):
    """How often the first side has won at a strength."""

    name: str
    played: int
    share: float
    low: float
    high: float


class EndTold(TypedDict):
    """How matches ended, and how often."""

    says: str
    count: int


class FairTold(TypedDict):
    """How far a scenario has been tried out, and what was found."""

    job: str
    done: bool
    played: int
    of: int
    stopped: NotRequired[bool]
    error: NotRequired[str]
    problems: NotRequired[list[StudioProblem]]
    sides: NotRequired[list[str]]  # those who fight on them
    strengths: NotRequired[list[StrengthTold]]
    ends: NotRequired[list[EndTold]]
    idle: NotRequired[list[str]]
    why: NotRequired[list[str]]


class TextTold(TypedDict):
    """A text."""

    text: str


class LinkTold(TypedDict):
    """The name by which anybody finds a text."""

    link: str


class DrawerTold(TypedDict):
    """What is in somebody's drawer, or the text that was asked for."""

    kept: NotRequired[list[KeptTold]]
    text: NotRequired[str]


class Stopped(TypedDict):
    """Trying it out has come to an end."""

    stopped: bool
