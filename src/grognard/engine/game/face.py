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

    name: str  # id of the map

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
    """How a game looks and reads. A game without a face has plain counters and plain words."""

    describe: Callable[[Any, Action], str] = say  # an action as a short phrase
    # phrases of many actions at once, where they differ only by their number
    labels: Callable[[Any], Mapping[Action, str]] = no_labels
    around: Callable[[Any], int] = at_its_place  # radius of what a question is about: hexes, on a table inches
    ground: Callable[[str], Ground | None] = no_ground  # the map of a scenario as something to show
    counters: Mapping[str, object] = field(default_factory=dict)  # colours and symbols of the counters
    charts: Sequence[Chart] = ()  # printed charts, in order
    # where a piece can fire or exert a zone of control
    reach: Callable[[Any, str | None, str], Sequence[Reach]] = no_reach
    sight: Callable[[Any, str, str], SightLine] | None = None  # the sight line between two places, with its working
    reading: Callable[[Any, str], Sequence[str]] = no_place_notes  # lines about a place: terrain, height, control
    guise: Callable[[Any], str] = no_guise  # name of a map that looks different during play; "" if it does not
    in_guise: Callable[[str], Ground | None] = no_ground  # the map under such a name
    guises: Sequence[str] = ()  # every name that `guise` may return
    by_night: bool = False  # the page opens in dark colours
    briefing: Callable[[Any, str], Briefing] = no_briefing  # what a side reads before its first decision
    dossier: Callable[[Any, str | None, PieceView], Dossier] = plain_dossier  # everything a side may know about a piece
    people: Callable[[str], str] = side_people  # what the people of a side are called
