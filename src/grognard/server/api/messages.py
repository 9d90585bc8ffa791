"""What a page is told: the shape of a scene and of every answer. What is said unasked is in news.py."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from grognard.engine.core.state import Result
from grognard.engine.core.view import Aim, Briefing, CardView, Dossier, PieceView, Reach, Route, SightLine, Track
from grognard.engine.core.working import Working
from grognard.engine.match.standing_orders import StandingOrder as Standing
from grognard.server.api.plan_messages import Commanded, Planned
from grognard.server.api.question import Act, Choice, Question
from grognard.server.storage.store import ChatLine


class Stands(TypedDict):
    """What each side is after, and who would win now."""

    aims: dict[str, list[Aim]]
    now: Result | None


class Markers(TypedDict):
    """Markers that say the same, with their places; two of a line."""

    kind: str
    text: str
    places: list[list[str]]


class Past(TypedDict):
    """The table from one chair without its pieces, as it was."""

    side: str | None
    turn: int
    turns: int
    phases: list[str]
    phase: str
    markers: list[Markers]
    tracks: list[Track]
    focus: list[str]
    cards: list[CardView]


class Seen(Past):
    """The table from one chair without its pieces, as it is."""

    stands: Stands


class Changes(TypedDict):
    """What has changed among the pieces."""

    changed: list[PieceView]
    gone: list[str]
    order: NotRequired[list[str]]


class Line(TypedDict):
    """A line of the log."""

    cite: str
    text: str
    dice: NotRequired[list[int]]
    hexes: NotRequired[list[str]]
    working: NotRequired[Working]


Lines = TypedDict("Lines", {"from": int, "lines": list[Line]})


class SeatTold(TypedDict):
    """Who plays a side."""

    side: str
    player: str
    name: str
    open: bool
    here: bool


class ScenarioTold(TypedDict):
    """One battle of a game; that of somebody's own file has its print behind the name."""

    id: str
    title: str
    date: str
    turns: int
    blurb: str
    cite: str


class TableTold(TypedDict):
    """What does not change from move to move."""

    match: str
    game: str
    title: str
    scenario: ScenarioTold
    art: str
    land: str
    seal: str
    pace: float
    seats: list[SeatTold]
    watching: int
    sight: bool
    peoples: dict[str, str]  # what those are called who fight on each side


class OrderTold(TypedDict):
    """A standing order in words."""

    order: Standing
    text: str


class OrdersTold(TypedDict):
    """The standing orders of a side, and those it could give."""

    given: list[OrderTold]
    offered: list[OrderTold]


class BackTold(TypedDict):
    """A takeback that somebody asks for."""

    request: int
    side: str
    answers: int
    text: str
    waits: list[str]


class Lit(TypedDict):
    """What a coach points at."""

    hexes: list[str]
    pieces: list[str]


class CoachSaid(TypedDict):
    """What a coach says to an answer."""

    right: bool
    say: str
    cite: str
    text: str


class WeighedTold(TypedDict):
    """An answer to a puzzle, and what it comes to: in words, and from 0 to 1 as a bar shows it."""

    text: str
    worth: str
    share: float


class LessonTold(TypedDict):
    """How a lesson stands."""

    kind: Literal["lesson", "example", "puzzle"]
    title: str
    learnt: str
    minutes: int
    rules: list[str]
    steps: list[str]
    step: int
    say: str
    ask: str
    lit: Lit
    wanted: list[Act]
    tries: list[Choice]
    orders: bool
    reads: bool
    said: CoachSaid | None
    waits: bool
    over: bool
    weighed: list[WeighedTold]


class LessonRow(TypedDict):
    """A lesson in its path."""

    id: str
    title: str
    minutes: int
    learnt: str
    known: bool
    step: int


class DiceTold(TypedDict):
    """How far it has come that everybody puts a number of his own into the dice."""

    promise: list[str]
    waits: list[str]
    head: str
    commits: dict[str, str]
    key: NotRequired[str]
    signature: NotRequired[str]


class ClockTold(TypedDict):
    """How many seconds everybody has, whose clock runs, and what happens at the end."""

    bank: float
    each: float
    end: str
    left: dict[str, float]
    runs: list[str]


class WitnessTold(TypedDict):
    """How far the match was, and the witness of the last line of its record then."""

    line: int
    mark: str


class OnwardTold(TypedDict):
    """What follows a battle of a campaign: the next one, or nothing, and how it is said."""

    scenario: str
    says: str


class Scene(TypedDict):
    """The match as a chair may see it; at first with all that does not change."""

    type: Literal["scene"]
    decision: int
    view: Seen
    pieces: Changes
    log: Lines
    curtain: str
    asked: list[str]
    ask: Question | None
    undo: bool
    redo: bool
    result: Result | None
    onward: OnwardTold | None
    orders: OrdersTold
    table: NotRequired[TableTold]
    chat: NotRequired[list[ChatLine]]
    you: NotRequired[list[str]]
    dice: NotRequired[DiceTold]
    witness: NotRequired[WitnessTold]
    clock: NotRequired[ClockTold]
    back: NotRequired[BackTold | None]
    lesson: NotRequired[LessonTold]
    path: NotRequired[list[LessonRow]]


class Outcome(TypedDict):
    """A result of a roll and its chance."""

    name: str
    exact: str
    chance: float
    weight: int


class AtWorst(TypedDict):
    """The chances after the enemy's strongest answers, and which those are: each to be read after "if"."""

    assumes: list[str]
    chances: list[Outcome]


class OddsTold(TypedDict):
    """The chances of a choice, the working, and what is taken for granted: each to be read after "if"."""

    chances: list[Outcome]
    preview: Working | None
    at_once: bool  # do the dice fall before anything more is asked?
    assumes: list[str]
    worst: AtWorst | None


class Best(TypedDict):
    """The hardest result."""

    name: str
    chance: float
    says: str


class Outlook(TypedDict):
    """What a choice comes to, for its row in the list."""

    wanted: str
    chance: float
    says: str
    best: Best | None
    spread: list[float]
    why: str


class RefusalTold(TypedDict):
    """A refusal with its rule."""

    rule: str
    text: str
    hint: str


class HintTold(TypedDict):
    """What a sensible player would do: the first answer, all that it takes, and how each reads."""

    action: Act
    text: str
    why: str
    chance: float | None
    expects: str
    answers: list[Act]
    steps: list[str]


class RemarkTold(TypedDict):
    """What a coach says when something comes up for the first time, with the rule's text."""

    id: str
    title: str
    say: str
    cite: str
    text: str
    lesson: int


class Remarked(TypedDict):
    """What a coach has to say, if anything."""

    remark: RemarkTold | None


class Nothing(TypedDict):
    """Done."""


class Odds(TypedDict):
    """To `odds`."""

    odds: OddsTold | None


class Chances(TypedDict):
    """To `chances`: by the number of the choice."""

    chances: dict[str, Outlook]


class Why(TypedDict):
    """To `why`: what a click means, or why it means nothing."""

    choice: NotRequired[Choice]
    refusal: NotRequired[RefusalTold | None]


class Brief(TypedDict):
    """To `brief`."""

    briefing: Briefing


class Filed(TypedDict):
    """To `dossier`."""

    dossier: Dossier
    reach: list[Reach]


class Hint(TypedDict):
    """To `hint`."""

    hint: HintTold


class Sight(TypedDict):
    """To `sight`: a line between two hexes, or what is seen from one."""

    sight: NotRequired[SightLine]
    near: NotRequired[list[str]]
    seen: NotRequired[list[str]]


class Reached(TypedDict):
    """To `reach`: by piece."""

    reach: dict[str, list[Reach]]


class Surveyed(TypedDict):
    """To `survey`: places by what they are."""

    ground: dict[str, list[str]]


class Way(TypedDict):
    """One meaning of a piece picked up and put down."""

    actions: list[Act]
    text: str


class Walked(TypedDict):
    """To `way`: from each answer to the next, as far as they can be gone."""

    actions: list[Act]
    legs: list[Route]
    seen: list[str]  # hexes on the way that enemies in sight watch


class Carried(TypedDict):
    """To `carry`: nothing if it is done, or all it could mean."""

    ways: NotRequired[list[Way]]


class Asked(TypedDict):
    """To `back`."""

    request: int


class AnswerTold(TypedDict):
    """What was answered, and what a computer was up to."""

    side: str
    text: str
    why: str


class Frame(TypedDict):
    """To `at`: how things stood, and in a match that is over the answer that led there."""

    frames: int
    frame: int
    view: Past
    pieces: list[PieceView]
    lines: list[Line]
    said: AnswerTold | None


class Answers(TypedDict):
    """What each order is answered with."""

    take: Nothing
    carry: Carried
    arrange: Nothing
    plan: Planned
    command: Commanded
    recall: Nothing
    odds: Odds
    why: Why
    way: Walked
    chances: Chances
    brief: Brief
    dossier: Filed
    undo: Nothing
    redo: Nothing
    hint: Hint
    sight: Sight
    reach: Reached
    survey: Surveyed
    remark: Remarked
    sit: Nothing
    say: Nothing
    resign: Nothing
    back: Asked
    agree: Nothing
    decline: Nothing
    at: Frame
    pace: Nothing
    hold: Nothing
    commit: Nothing
    nonce: Nothing
    begin: Nothing
    turn: Nothing
