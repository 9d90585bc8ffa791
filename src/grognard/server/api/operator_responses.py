"""What the operator's page fetches: load, matches, words that were said, addresses that are shut out."""

from __future__ import annotations

from typing import TypedDict

from grognard.server.api.messages import SeatTold


class LoadTold(TypedDict):
    """How busy a server process is."""

    begun: float
    memory: int
    processor: float
    busy: float
    matches: int
    quick: int
    searchers: int
    analyses: int
    trials: int
    elsewhere: int


class PageTold(TypedDict):
    """A page that is open at a match: where, and for which sides."""

    address: str
    sides: list[str]


class RoomTold(TypedDict):
    """A match that somebody is at."""

    match: str
    game: str
    scenario: str
    turn: int
    seats: list[SeatTold]
    pages: list[PageTold]


class WordsTold(TypedDict):
    """A line that was said at a match."""

    match: str
    number: int
    who: str
    text: str
    at: float


class BanTold(TypedDict):
    """An address that is shut out, and the hours left to it."""

    address: str
    hours: float


class AdminTold(TypedDict):
    """what only the operator is told."""

    load: LoadTold
    rooms: list[RoomTold]
    words: list[WordsTold]
    bans: list[BanTold]


class AdminDone(TypedDict):
    """What was wished for has been done."""

    done: bool
