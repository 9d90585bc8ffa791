"""Takebacks by consent: a side asks, every other player agrees to that very request, and only then it happens."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from grognard.engine import Action, Match, State
from grognard.engine.game.playthrough import UndoPoint
from grognard.engine.match.auto_answers import only_answer
from grognard.engine.records.record import BackLine, Line, TakeLine, UndoLine
from grognard.engine.records.replay import Replay, standing
from grognard.server.api.requests import RequestError
from grognard.server.storage.store import HUMAN, ChatLine, Seat, Store

ASK, AGREE, DECLINE = "back", "agree", "decline"  # kinds of chat lines
FORCED = 20  # answers in a row that may have been no choice
TOGETHER = 8  # answers to one question at most


class Request(msgspec.Struct, frozen=True):
    """A takeback that is asked for now. Its number is that of its line in the chat."""

    number: int
    side: str
    answers: int  # that would go
    agreed: tuple[str, ...] = ()


class Takebacks:
    """The requests of one match. They stand in its chat, so that every server process knows them."""

    def __init__(self, store: Store, match_id: str) -> None:
        self.store, self.match_id = store, match_id

    async def standing(self, decision: int) -> Request | None:
        """What is asked for at this decision. A later request voids the one before, and so does all that is played."""
        said = await self.store.consents(self.match_id)
        asked = next((line for line in reversed(said) if line.kind == ASK), None)
        number, _, count = asked.text.partition(" ") if asked else ("", "", "")
        if asked is None or number != str(decision) or not count:
            return None
        answers = [line for line in said if line.number > asked.number and line.text == str(asked.number)]
        if any(line.kind == DECLINE for line in answers):
            return None
        return Request(asked.number, asked.who, int(count), tuple(line.who for line in answers))

    async def ask(self, side: str, decision: int, answers: int) -> ChatLine:
        """A side asks to take back the last answers."""
        return await self.store.say(self.match_id, side, f"{decision} {answers}", ASK)

    async def agree(self, side: str, number: int, decision: int, seats: Mapping[str, Seat]) -> None:
        """A side agrees to one request; Refused if it does not stand, is one's own, or was agreed to already."""
        request = await self._meant(number, decision)
        if side in partners(seats, request.side):
            raise RequestError(409, "This is your own request; the others must agree to it.")
        if side in request.agreed:
            raise RequestError(409, "You have agreed to this already.")
        await self.store.say(self.match_id, side, str(number), AGREE)

    async def decline(self, side: str, number: int, decision: int) -> None:
        """A side declines a request, or withdraws its own: it stands no longer."""
        await self._meant(number, decision)
        await self.store.say(self.match_id, side, str(number), DECLINE)

    async def _meant(self, number: int, decision: int) -> Request:
        request = await self.standing(decision)
        if request is None or request.number != number:
            raise RequestError(409, "This request for a takeback no longer stands.")
        return request


def partners(seats: Mapping[str, Seat], side: str) -> set[str]:
    """The sides played with the same key: whoever shares a seat shares its word."""
    key = seats[side].key
    return {seat.side for seat in seats.values() if seat.key == key and key} | {side}


def must_agree(seats: Mapping[str, Seat], request: Request) -> list[str]:
    """The sides of people who have yet to agree. Computer players and empty seats are not asked."""
    heard = {side for word in (request.side, *request.agreed) for side in partners(seats, word)}
    return [s.side for s in seats.values() if s.player == HUMAN and not s.invite and s.side not in heard]


def request_told(
    request: Request,
    sides: Sequence[str],
    match: Match,
    seats: Mapping[str, Seat],
    last: Mapping[str, tuple[State[Any], Action]],
) -> dict[str, Any]:
    """A request as whoever plays these sides is told of it: what the answer was only where nobody has secrets."""
    known = request.side in last and (request.side in sides or is_open(match))
    return {
        "request": request.number,
        "side": request.side,
        "answers": request.answers,
        "text": match.game.face.describe(*last[request.side]) if known else "",
        "waits": must_agree(seats, request),
    }


def is_open(match: Match) -> bool:
    """Does everybody know everything?"""
    return not match.state.sealed and not match.game.rules.has_secrets(match.state, match.sides)


class WayBack(NamedTuple):
    """How many answers must go, how many of them all know of, and the position that comes back."""

    answers: int
    told: int
    earlier: UndoPoint


def way_back(lines: Sequence[Line], side: str, sealed: int = 0) -> WayBack | None:
    """How far back a side's last choice is; None if it has given no answer.

    What was no choice goes too, for it would only be answered again. A question put to several sides goes back whole:
    sealed answers, `sealed` of which wait for others now, would tell who was asked.
    """
    tried = [n for n in answers_back_to(lines, side) if n > sealed][:FORCED]
    if not tried:
        return None
    past = Replay(lines).back(min(tried[-1] + TOGETHER, standing(lines)))
    chosen = (n for n in tried if _was_choice(past[-n]))
    return _whole(past, next(chosen, tried[0]), sealed)


def way_of(lines: Sequence[Line], told: int, sealed: int = 0) -> WayBack | None:
    """How far back so many answers are that all know of."""
    past = Replay(lines).back(min(2 * told + TOGETHER, standing(lines)))
    found = (_whole(past, n, sealed) for n in range(sealed + 1, len(past) + 1))
    return next((way for way in found if way.told == told), None)


def _was_choice(earlier: UndoPoint) -> bool:
    return not any(ask.side == earlier.side and only_answer(ask) for ask in earlier.state.asks)


def _whole(past: Sequence[UndoPoint], answers: int, sealed: int) -> WayBack:
    """So many answers, and those that were sealed with the first of them."""
    while past[-answers].state.sealed and answers < len(past):
        answers += 1
    after = [False] * len(past[-answers:])
    after[-1] = bool(sealed)
    for i, earlier in enumerate(past[-answers + 1 :] if answers > 1 else ()):
        after[i] = bool(earlier.state.sealed)
    return WayBack(answers, after.count(False), past[-answers])


def answers_back_to(lines: Sequence[Line], side: str) -> list[int]:
    """How far back a side's answers that still stand are, the last first."""
    standing: list[str] = []
    for line in lines:
        if isinstance(line, TakeLine):
            standing.append(line.side)
        elif isinstance(line, UndoLine | BackLine):
            del standing[len(standing) - line.count :]
    return [n for n, who in enumerate(reversed(standing), 1) if who == side]
