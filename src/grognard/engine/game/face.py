"""How a game looks and reads: what table, terminal, lab and notebook ask."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from grognard.engine.core.action import Action, plain_words
from grognard.engine.core.chart import Chart
from grognard.engine.core.deed import ChoiceStep, Deed
from grognard.engine.core.state import Piece
from grognard.engine.core.view import Briefing, Dossier, PieceView, Reach, SightLine
from grognard.engine.core.wording import side_people


class Ground(Protocol):
    """What hex maps and inch tables have in common for those who show them. Points are those of the drawing."""

    name: str

    @property
    def frame(self) -> tuple[float, float, float, float]:
        """The corner and the size of the drawing."""

    @property
    def places(self) -> Sequence[str]:
        """Every place with a name."""

    def knows(self, place: str) -> bool:
        """Is there such a place?"""

    def spot(self, piece: Piece) -> str:
        """The place a piece stands at; "" if it is nowhere on the ground."""

    def centre(self, place: str) -> tuple[float, float]:
        """The middle of a place."""

    @property
    def step(self) -> float:
        """How far neighbouring places are from each other in the drawing."""

    def point(self, place: str) -> tuple[float, float] | None:
        """Where a place, or a point that is told as a game tells it, lies in the drawing; None if there is none."""

    def stands(self, piece: Piece) -> tuple[float, float] | None:
        """Where a piece stands in the drawing; None if it is not on the ground."""

    def place_at(self, x: float, y: float) -> str:
        """The place under a point; "" beside the ground."""

    def apart(self, a: str, b: str) -> str:
        """How far two places are from each other, in words."""

    def says(self, place: str) -> str:
        """What lies at a place, in words."""

    def draw(
        self,
        pieces: Sequence[PieceView] = (),
        counters: Mapping[str, object] | None = None,
        palette: str | None = None,
        *,
        far: bool = False,
    ) -> str:
        """The ground as one SVG, with the pieces that stand on it."""

    def halves(self, tone: str) -> tuple[str, str]:
        """The ground and its lettering ("light" or "dark"), to be laid one over the other."""

    def lie(self) -> dict[str, Any]:
        """Where the places lie, for a page that answers to the mouse."""

    def sketch(self) -> str:
        """The ground in plain tints, to lay figures on."""


def say(g: Any, action: Action) -> str:
    """The deed that an answer stands for in its own words, anything else by its kind and its values."""
    step = g.steps[-1] if g.steps else None
    deed = step.deed_of(g, action) if isinstance(step, ChoiceStep) else None
    if deed is not None:
        return deed.reads(g, step)
    return action.says(g) if isinstance(action, Deed) else plain_words(g, action)


def no_ground(scenario: str) -> Ground | None:
    """Nothing to draw."""
    return None


def no_labels(g: Any) -> Mapping[Action, str]:
    """Nothing beside the answers."""
    return {}


def at_its_place(g: Any) -> int:
    """An answer works at its place alone."""
    return 0


def no_reach(g: Any, side: str | None, piece: str) -> Sequence[Reach]:
    """No piece makes itself felt beyond its place."""
    return ()


def no_place_notes(g: Any, place: str) -> Sequence[str]:
    """The map says it all."""
    return ()


def no_guise(g: Any) -> str:
    """The map is drawn as it is printed."""
    return ""


def no_briefing(g: Any, side: str) -> Briefing:
    """Nothing is told beyond the scenario's blurb and the aims."""
    return Briefing()


def plain_dossier(g: Any, side: str | None, piece: PieceView) -> Dossier:
    """A piece by what is seen of it."""
    return Dossier(piece.id, piece.name, states=piece.marks, note=piece.note)


@dataclass(frozen=True, kw_only=True, eq=False)
class Face:
    """How a game looks and reads. A game without one has plain counters and plain words.

    `describe` says an action as a short phrase for a button or a list; `labels` a few characters to write beside some
    of the actions offered now, such as what a move costs; `around` how many hexes round its place an answer works
    (0: at its place alone). `ground` is the map or the table of a scenario; `counters` is how every counter looks: what
    `PieceView.face` and `Marker.kind` name. `charts` are to look up during play.
    `reach` says where a piece in a side's view makes itself felt, as far as the side may know; `sight` the working of
    a line between two places now (None: the game has no such thing). `reading` says what a place is in this battle,
    where that is not what the map prints there (nothing: as printed). Where a map is drawn as the battle makes it play,
    `guise` names how ("": as printed), `in_guise` is the ground of that name (None: there is none), and `guises` are
    those to be drawn before anybody asks. `briefing` is what a side is told before the first decision, `dossier` all
    that a side may know of a piece in its view. `people` is what those who fight on a side are called, "the Germans".
    A game played in the dark shows its map `by_night` on the box.
    """

    describe: Callable[[Any, Action], str] = say
    labels: Callable[[Any], Mapping[Action, str]] = no_labels
    around: Callable[[Any], int] = at_its_place
    ground: Callable[[str], Ground | None] = no_ground
    counters: Mapping[str, object] = field(default_factory=dict)
    charts: Sequence[Chart] = ()
    reach: Callable[[Any, str | None, str], Sequence[Reach]] = no_reach
    sight: Callable[[Any, str, str], SightLine] | None = None
    reading: Callable[[Any, str], Sequence[str]] = no_place_notes
    guise: Callable[[Any], str] = no_guise
    in_guise: Callable[[str], Ground | None] = no_ground
    guises: Sequence[str] = ()
    by_night: bool = False
    briefing: Callable[[Any, str], Briefing] = no_briefing
    dossier: Callable[[Any, str | None, PieceView], Dossier] = plain_dossier
    people: Callable[[str], str] = side_people
