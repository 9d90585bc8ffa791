"""What a page is told without being asked, each kind by its type, and why something is not done."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from grognard.server.api.messages import BackTold, DiceTold, Scene, SeatTold
from grognard.server.api.question import Choice
from grognard.server.storage.store import ChatLine
from grognard.studio.layout import StudioProblem


class SeatsNews(TypedDict):
    """Somebody has come or gone."""

    type: Literal["seats"]
    seats: list[SeatTold]
    watching: int


class ChatNews(TypedDict):
    """Somebody has said something."""

    type: Literal["chat"]
    chat: list[ChatLine]


class TakebackPush(TypedDict):
    """A takeback is asked for, or no longer."""

    type: Literal["back"]
    back: BackTold | None


class TroubleNews(TypedDict):
    """The match cannot go on by itself; nothing if it can again."""

    type: Literal["trouble"]
    trouble: str


class DiceNews(TypedDict):
    """The drawing of everybody's numbers has come further."""

    type: Literal["dice"]
    dice: NotRequired[DiceTold]


class AnsweredNews(TypedDict):
    """A question was answered for somebody: there was one answer, or he had ordered it so."""

    type: Literal["answered"]
    side: str
    prompt: str
    text: str
    why: str


class ErrorTold(TypedDict):
    """Why something is not done."""

    status: int
    error: str
    rule: NotRequired[str]
    hint: NotRequired[str]
    instead: NotRequired[Choice | None]
    problems: NotRequired[list[StudioProblem]]  # of a scenario that was sent


class ClosedPush(ErrorTold):
    """Why the connection is closed."""

    type: Literal["gone"]


Push = Scene | SeatsNews | ChatNews | TakebackPush | TroubleNews | DiceNews | AnsweredNews | ClosedPush
