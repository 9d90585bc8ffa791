"""What is in the box: scenarios, options, the rulebook, and how to set up, look at and judge a position."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Hashable, Mapping, Sequence
from functools import cached_property
from importlib.metadata import entry_points
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from grognard.engine.action import Action
from grognard.engine.decision import GrognardError
from grognard.engine.rulebook import Rulebook
from grognard.engine.state import Codec, Piece, State
from grognard.engine.step import Step
from grognard.engine.view import PrintedChart, Reach, View

if TYPE_CHECKING:  # the engine itself never looks at a board
    from grognard.board.draw import Base, Face
    from grognard.board.draw import Marker as FaceMarker
    from grognard.board.hexmap import HexMap
    from grognard.board.sight import SightLine
    from grognard.board.tabletop import Table

NEVER = -1000.0  # what judgement says of an answer that nobody sensible gives


class Scenario(msgspec.Struct, frozen=True):
    """One battle of a game."""

    id: str
    title: str
    date: str
    turns: int
    blurb: str
    cite: str = ""


class Option(msgspec.Struct, frozen=True):
    """A choice made before play; the first value is the default."""

    id: str
    title: str
    values: tuple[str, ...]
    cite: str = ""
    scenarios: tuple[str, ...] = ()  # empty: all


class UnknownChoice(GrognardError):
    """No such game, scenario or option; the message lists what there is."""


class Game(ABC):
    """One game. A package offers it under the entry point group `grognard.games`."""

    id: ClassVar[str]
    title: ClassVar[str]
    blurb: ClassVar[str]
    version: ClassVar[int] = 1  # goes up when a rule's effect changes
    scenarios: ClassVar[Mapping[str, Scenario]]
    options: ClassVar[Mapping[str, Option]] = {}
    rulebook: ClassVar[Rulebook]
    state: ClassVar[type[State[Any]]]
    piece: ClassVar[type[Piece]]
    steps: ClassVar[Sequence[type[Step]]]
    actions: ClassVar[Sequence[type[Action]]]
    stretches: ClassVar[int] = 1  # how far search looks ahead,
    ahead: ClassVar[int] = 4  # for how many decisions at least,
    tries: ClassVar[int] = 5  # and how many answers it tries

    @abstractmethod
    def start(self, scenario: str, options: Mapping[str, str]) -> State[Any]:
        """The position before anything has happened, with the first steps on the stack."""

    @abstractmethod
    def sides(self, g: Any) -> tuple[str, ...]:
        """The sides that decisions are put to."""

    @abstractmethod
    def view(self, g: Any, side: str | None) -> View:
        """What a side (None: a spectator) may see."""

    def glance(self, g: Any, side: str | None) -> View:
        """The view of those who read pieces, cards and tracks alone; a game may leave out markers that take time."""
        return self.view(g, side)

    def has_secrets(self, g: Any, sides: tuple[str, ...]) -> bool:
        """Do these sides see different things? Then they must not share a screen without a curtain."""
        seen = [(v.pieces, v.markers, v.tracks, v.cards) for v in (self.view(g, side) for side in sides)]
        return any(other != seen[0] for other in seen[1:])

    @abstractmethod
    def determinize(self, g: Any, side: str | None, rng: random.Random) -> State[Any]:
        """A copy in which everything the side may not know is dealt anew."""

    @abstractmethod
    def describe(self, g: Any, action: Action) -> str:
        """The action as a short phrase for a button or a list."""

    @abstractmethod
    def judge(self, g: Any, side: str, action: Action) -> float:
        """How good a sensible player thinks an action offered now is; only what the side may know counts.

        Only differences within one question matter, but nobody sensible would do what is `NEVER` or less.
        """

    def advice(self, g: Any, side: str, action: Action) -> str:
        """Why a sensible player would do this, in a sentence."""
        return ""

    def value(self, g: Any, side: str) -> float:
        """How good the position looks for a side: 0 is lost, 1 is won.

        The default knows only how a match ended; a game that can say more makes search and analysis see further.
        """
        if g.result is None or not g.result.winners:
            return 0.5
        return 1.0 if side in g.result.winners else 0.0

    def underway(self, g: Any) -> bool:
        """Has the battle begun? What set-up is worth shows too late for search, which leaves it to judgement."""
        return getattr(g, "turn", 1) > 0

    def stretch(self, g: Any) -> Hashable:
        """What names the stretch of play a position is in: at the end of one, positions can be compared.

        Search plays on for `ahead` decisions and to the end of `stretches` of them before it values a position.
        """
        return getattr(g, "turn", 0)

    @abstractmethod
    def check(self, g: Any) -> None:
        """Raise AssertionError if an invariant of the game is broken."""

    def board(self, scenario: str) -> HexMap | None:
        """The map a scenario is played on, for those who draw it; None if there are no hexes."""
        return None

    def tabletop(self, scenario: str) -> Table | None:
        """The table a scenario is played on by inches, for those who draw it; None if there are hexes."""
        return None

    def sight(self, g: Any, a: str, b: str) -> SightLine | None:
        """The working of a sight line between two hexes now; None if the game has no such thing."""
        return None

    def reach(self, g: Any, side: str | None, piece: str) -> Sequence[Reach]:
        """Where a piece in this side's view makes itself felt, as far as the side may know: who threatens a hex."""
        return ()

    def faces(self) -> Mapping[str, Face | FaceMarker | Base]:
        """How every counter looks: what `PieceView.face` and `Marker.kind` name, for those who draw it."""
        return {}

    def charts(self) -> Sequence[PrintedChart]:
        """The charts to look up during play."""
        return ()

    def labels(self, g: Any) -> Mapping[Action, str]:
        """A few characters to write beside some of the actions offered now, such as what a move costs."""
        return {}

    def choose_options(self, scenario: str, given: Mapping[str, str]) -> dict[str, str]:
        """All options with their values, or an UnknownChoice that lists what there is."""
        if scenario not in self.scenarios:
            raise UnknownChoice(f"{self.title} has no scenario {scenario!r}. Choose from: {', '.join(self.scenarios)}.")
        for key, value in given.items():
            if key not in self.options:
                raise UnknownChoice(f"{self.title} has no option {key!r}. Choose from: {', '.join(self.options)}.")
            allowed = self.options[key].values
            if value not in allowed:
                raise UnknownChoice(f"Option {key!r} cannot be {value!r}. Choose from: {', '.join(allowed)}.")
        return {key: given.get(key, option.values[0]) for key, option in self.options.items()}

    @cached_property
    def codec(self) -> Codec:
        """Reads this game's states and actions from JSON."""
        return Codec(self.state, self.piece, self.steps, self.actions)


def all_games() -> dict[str, Game]:
    """Every installed game by its id."""
    return {entry.name: entry.load() for entry in sorted(entry_points(group="grognard.games"), key=lambda e: e.name)}


def find_game(game_id: str) -> Game:
    """An installed game, or an UnknownChoice that lists them."""
    entries = {entry.name: entry for entry in entry_points(group="grognard.games")}
    if game_id not in entries:
        raise UnknownChoice(f"There is no game {game_id!r}. Choose from: {', '.join(sorted(entries))}.")
    game = entries[game_id].load()
    assert isinstance(game, Game)
    return game
