"""What a side is asked, as a page is told it."""

from __future__ import annotations

from typing import NotRequired, TypedDict


class Act(TypedDict):
    """An action of a game, with the fields that the page knows how to show."""

    type: str
    piece: NotRequired[str]
    hex: NotRequired[str]
    place: NotRequired[str]
    x: NotRequired[float]
    y: NotRequired[float]
    facing: NotRequired[int]


class Choice(TypedDict):
    """An answer: as text, and as a click where it names a piece or a place."""

    action: Act
    text: str
    label: NotRequired[str]
    rolls: NotRequired[bool]
    face: NotRequired[str]
    left: NotRequired[int]


class Beyond(TypedDict):
    """A counter that is not available now, and why."""

    text: str
    face: str
    cite: str
    why: str


class Question(TypedDict):
    """What a side is asked."""

    side: str
    prompt: str
    cite: str
    choices: list[Choice]
    subject: list[str]
    against: list[str]
    open: bool
    beyond: list[Beyond]
    around: int  # hexes within which an answer works; inches that the unit in hand may move
