"""One match being played: who sits at it, what they order, and the record that is kept of it.

Orders come one at a time. A move is done in memory, written, and shown when it is durable; if another server was first,
the match is read again and the order is stale.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from grognard.engine import Action, Ask, GrognardError, Illegal, Malformed, Match, NothingToUndo, Refusal, State
from grognard.engine.core.dice import SealedDice
from grognard.engine.game.playthrough import Playthrough
from grognard.engine.match.auto_answers import redo_choice, take_back_choice
from grognard.players.auto_setup import apply_setup, suggest_setup
from grognard.server.api import requests
from grognard.server.api.requests import RequestError
from grognard.server.api.serializers import JsonObject, SideViews, briefing_of, choice_of, refused
from grognard.server.jobs.thinking import Question, ThinkingPool
from grognard.server.matches import queries
from grognard.server.matches.client import Client
from grognard.server.matches.clients import ClientGroup
from grognard.server.matches.clock import LOSE, read_clock
from grognard.server.matches.computer_players import (
    ComputerPlayers,
    answered_by_table,
    asked_of_computer,
    may_be_answered,
)
from grognard.server.matches.dice_shares import ShareExchange
from grognard.server.matches.durable_match import DurableMatch
from grognard.server.matches.history import HistoryLoader
from grognard.server.matches.personal_lobby import NOBODY
from grognard.server.matches.queries import Later
from grognard.server.matches.seats import clock_told
from grognard.server.matches.staff_orders import Staffing
from grognard.server.matches.standing_orders import orders_told, with_orders
from grognard.server.matches.takeback_requests import GoingBack
from grognard.server.pictures.pictures import art_mark, ground_name
from grognard.server.storage.loading import load_match
from grognard.server.storage.store import HUMAN, MatchRow, Seat, Store


class MatchSession(DurableMatch):
    """A match in memory and who sits at it."""

    def __init__(
        self, store: Store, thinkers: ThinkingPool, row: MatchRow, seats: Mapping[str, Seat], match: Match, stored: int
    ) -> None:
        super().__init__(store, row, seats, match, stored)
        self.thinkers, self.pace, self.used = thinkers, row.pace, time.monotonic()
        self.company = ClientGroup(lambda: self.seats)
        self.lots = ShareExchange(self, self.company)
        self.computers = ComputerPlayers(
            thinkers, self._asked_of_computers, self._answer_of_computer, self.tell_trouble
        )
        self._last: dict[str, tuple[State[Any], Action]] = {}  # the last answer of a side, and what it answered to
        self.going_back = GoingBack(self, self.company, thinkers, self._last)
        self.back = HistoryLoader()
        self.staff = Staffing(self, thinkers, self._last)
        self._said = 0  # the last line of chat that everybody was shown

    @classmethod
    async def open(cls, store: Store, thinkers: ThinkingPool, match_id: str) -> MatchSession:
        """A match from the database."""
        row, seats, bodies, snapshot = await store.whole(match_id)
        match = await asyncio.to_thread(load_match, row, bodies, snapshot)
        return cls(store, thinkers, row, seats, match, len(bodies))

    # ------------------------------------------------------------ coming and going

    async def enter(self, chair: Client) -> None:
        """Sit down, or stand by: the chair is shown everything once and every change from then on."""
        self.used = time.monotonic()
        async with self.lock:
            await self._tell_chat()
            chat, back = await self.store.chat(self.row.id), await self.going_back.standing(chair)
            self.company.add(chair)
            more = {"table": self.table(), "chat": chat, "you": list(chair.sides), "back": back}
            self.show_to(chair, **more, **await self.lots.told())
        self.company.tell_seats()
        self.computers.drive()

    def leave(self, chair: Client) -> None:
        """Stand up."""
        self.company.leave(chair)
        self.used = time.monotonic()

    @property
    def idle(self) -> bool:
        """Does nobody need this room in memory?"""
        return not self.company and not self.computers.at_work and not self.lock.locked()

    @property
    def has_people(self) -> bool:
        """Does a person play here?"""
        return any(seat.player == HUMAN for seat in self.seats.values())

    def tell_trouble(self, text: str) -> None:
        """Everybody hears what holds the match up, or with an empty text that nothing does any more."""
        self.company.tell({"type": "trouble", "trouble": text})

    def table(self) -> JsonObject:
        """What does not change from move to move."""
        game = self.match.game
        seal = self.match.dice.seal if isinstance(self.match.dice, SealedDice) else ""
        scenario = game.scenarios[self.row.scenario].card
        return {
            "match": self.row.id,
            "game": game.id,
            "title": game.title,
            "scenario": scenario,
            "art": art_mark(game),
            "land": ground_name(self.match, self.row.scenario),
            "options": self.match.state.options,
            "seal": seal,
            "pace": self.pace,
            "seats": self.company.seat_list(),
            "watching": self.company.watching,
            "rematch": self.row.rematch,
            "sight": game.face.sight is not None,
            "peoples": {side: game.face.people(side) for side in self.match.sides},
        }

    async def order(self, chair: Client, order: requests.Order) -> bytes:
        """Carry out an order and answer it; errors are answered by the caller."""
        self.used = time.monotonic()
        try:
            if isinstance(order, requests.GoBack):
                found: JsonObject | Later = await self._go_back(chair, order)
            else:
                async with self.lock:
                    found = await self._carry_out(chair, order)
            more = await self._work_out(found, chair, order) if callable(found) else found
        except GrognardError as error:
            raise RequestError(409, str(error)) from error
        if isinstance(order, requests.Driving):
            self.computers.drive()
        return requests.answer(order.ref, **more)

    async def _work_out(self, later: Later, chair: Client, order: requests.Order) -> JsonObject:
        if isinstance(order, requests.Hint):
            return await self.thinkers.advise(later, self.row.id)
        return await self.thinkers.work_out(later, chair.address)

    async def _go_back(self, chair: Client, order: requests.GoBack) -> JsonObject:
        """Takebacks take long to work out, and nobody waits for them."""
        await self.recover()
        self._begun()
        return await self.going_back.carry_out(chair, order)

    def _begun(self) -> None:
        if not self.match.begun:
            raise RequestError(409, "The match has not begun yet.")

    async def _carry_out(self, chair: Client, order: requests.Doing) -> JsonObject | Later:
        """What changes the match, or what the others see of it."""
        if not isinstance(order, requests.Beforehand):
            self._begun()
        match order:
            case requests.Take():
                return await self._take(chair, order)
            case requests.Carry():
                return await self._carry(chair, order)
            case requests.Arrange():
                return await self._arrange(chair, order)
            case requests.Undo() | requests.Redo():
                return await self._undo(chair, order)
            case requests.Plan() | requests.Command() | requests.Recall():
                return await self.staff.carry_out(chair, order, self._asked(chair, order).side)
            case requests.Sit():
                return self._sit(chair, order)
            case requests.SendChat():
                return await self._say(chair, order)
            case requests.Resign():
                return await self._resign(chair, order)
            case requests.Pace():
                return self._set_pace(chair, order)
            case requests.SetStandingOrders():
                return await self._hold(chair, order)
            case requests.Commit() | requests.Nonce() | requests.Begin():
                return await self.lots.carry_out(chair, order)
        return self._enquire(chair, order)

    def _enquire(self, chair: Client, order: requests.Enquiry) -> JsonObject | Later:
        """What somebody wants to know."""
        match order:
            case requests.Odds():
                side = self._asked(chair, order).side
                return queries.odds(self.match, side, queries.read_action(self.match.game, order.action))
            case requests.Chances():
                return queries.chances(self.match, self._asked(chair, order).side)
            case requests.PreviewRoute():
                return queries.way(self.match, self._asked(chair, order).side, order)
            case requests.Brief():
                return briefing_of(self.match, self._seen_by(chair, order))
            case requests.Dossier():
                return queries.dossier(self.looks, self._seen_by(chair, order), order)
            case requests.Why():
                return self._why(chair, order)
            case requests.Hint():
                return queries.hint(self.match, self._asked(chair, order))
            case requests.Sight():
                return queries.sight(self.match, self.row.scenario, order)
            case requests.Reach():
                return queries.reach(self.looks, chair.side)
            case requests.Survey():
                return queries.survey(self.match, self.row.scenario)
            case requests.Remark():
                return queries.remark(self.match, self._seen_by(chair, order), order.said)
            case requests.ShowPast():
                return self._at(chair, order)

    def _player(self, chair: Client, order: requests.ForASide) -> str:
        """The side an order is given for; Refused to those who watch."""
        side = self._seen_by(chair, order)
        if side is None:
            raise RequestError(403, "You are watching. Only players may do this.")
        return side

    def _asked(self, chair: Client, order: requests.ForASide) -> Ask:
        """The question an order is about; Refused if it is stale or not its own."""
        side = self._player(chair, order)
        try:
            return self.match.asked(side, self._meant(chair, order.decision))
        except Illegal as error:
            raise refused(self.match.game, error.refusal) from error

    def _seen_by(
        self, chair: Client, order: requests.ForASide | requests.Brief | requests.Dossier | requests.Remark
    ) -> str | None:
        """The side an order names, or else the one this chair sits on."""
        return self._mine(chair, order.side) if order.side else chair.side

    def _meant(self, chair: Client, decision: int) -> int:
        """The decision that a chair knows by a number of its own; Refused if the match has gone on."""
        known = chair.number(self.match)
        if decision != known:
            raise RequestError(409, f"The match is at decision {known} now; this was about {decision}.")
        return self.match.number

    def _mine(self, chair: Client, side: str) -> str:
        if side not in chair.sides:
            raise RequestError(403, "This is not your seat.")
        return side

    def turn(self, sides: tuple[str, ...]) -> list[str]:
        """Those of these sides that are being asked."""
        return [] if self.match.over else [side for side in sides if self.match.decision.of(side) is not None]

    async def _take(self, chair: Client, order: requests.Take) -> JsonObject:
        side, action = self._player(chair, order), queries.read_action(self.match.game, order.action)
        before = self.match.state
        try:
            self.match.take(action, side, self._meant(chair, order.decision))
        except Illegal as error:
            raise await self._refusal(chair, side, action, error.refusal) from error
        except Malformed as error:
            raise RequestError(400, str(error)) from error
        await self.keep()
        self._last[side] = before, action
        self._answered("person")
        return {}

    async def _carry(self, chair: Client, order: requests.Carry) -> JsonObject:
        """The answers of one gesture; where it could mean several things, the choice between them."""
        side, before = self._asked(chair, order).side, self.match.state
        meant = queries.gesture(self.looks, self.row.scenario, side, order)
        found = await self.thinkers.work_out(meant, chair.address)
        if len(found) > 1:
            return {"ways": [queries.way_told(way) for way in found]}
        for answer in found[0].answers:
            self.match.take(answer, side)
        await self.keep()
        self._last[side] = before, found[0].answers[0]
        self._answered("person", len(found[0].answers))
        return {}

    async def _arrange(self, chair: Client, order: requests.Arrange) -> JsonObject:
        side = self._asked(chair, order).side
        apply_setup(self.match, side, await self.thinkers.work_out(suggest_setup(self.match, side), chair.address))
        self._last.clear()
        await self.keep()
        return {}

    async def _refusal(self, chair: Client, side: str, action: Action, refusal: Refusal) -> RequestError:
        """Why an answer is refused, and what is nearest to it; of a piece out of sight there is nothing to say."""
        if self.match.over or self.match.decision.of(side) is None:
            return refused(self.match.game, refusal)
        if queries.out_of_sight(self.looks, side, action):
            return refused(self.match.game, Refusal("GR-5"))
        nearest = await self.thinkers.work_out(lambda: self.match.instead(action, side), chair.address)
        return refused(self.match.game, refusal, choice_of(self.match, nearest) if nearest is not None else None)

    async def _undo(self, chair: Client, order: requests.Undo | requests.Redo) -> JsonObject:
        self._asked(chair, order)
        try:
            if isinstance(order, requests.Undo) and not chair.may_undo(self.match):
                raise NothingToUndo("Nothing can be undone: what is known, rolled or answered by another side stays.")
            if isinstance(order, requests.Undo):
                take_back_choice(self.match)
            else:
                redo_choice(self.match)
        except NothingToUndo as error:
            raise RequestError(409, str(error)) from error
        self._last.clear()
        await self.keep()
        return {}

    def _why(self, chair: Client, order: requests.Why) -> JsonObject | Later:
        side = self._seen_by(chair, order)
        if self.match.over or side is None:
            return queries.why_nothing(self.match)
        self._meant(chair, order.decision)
        return queries.why(self.looks, self.row.scenario, side, order)

    def _sit(self, chair: Client, order: requests.Sit) -> JsonObject:
        chair.side = self._mine(chair, order.side)
        self.show_to(chair)
        return {}

    async def _say(self, chair: Client, order: requests.SendChat) -> JsonObject:
        chair.words.take()
        await self.store.say(self.row.id, " and ".join(chair.sides) or "spectator", order.text)
        await self._tell_chat()
        return {}

    async def _tell_chat(self) -> None:
        """Everybody is shown what was said since they were shown something last."""
        said = await self.store.chat(self.row.id, self._said)
        if said:
            self._said = said[-1].number
            self.company.tell({"type": "chat", "chat": said})

    async def _resign(self, chair: Client, order: requests.Resign) -> JsonObject:
        side = self._mine(chair, order.side)
        self._meant(chair, order.decision)
        if self.match.over:  # by now everything is known, the dice to come too
            raise RequestError(409, "The match is over.", "GR-3")
        self.match.resign(side)
        await self.keep()
        return {}

    # ------------------------------------------------------------ looking back

    def _at(self, chair: Client, order: requests.ShowPast) -> Later:
        side = chair.side
        if order.side and order.side != side:
            if not self.match.over and order.side not in chair.sides:
                raise RequestError(403, "Only a finished match may be seen from every side.")
            if order.side not in self.match.sides:
                raise RequestError(404, "There is no such side.")
            side = order.side
        look, seats, apart = self.back.over(self.match.lines), self.seats.values(), self._apart(chair)
        minds = {seat.side for seat in seats if seat.player != HUMAN} if self.match.over else None
        return lambda: look().frame(order.frame, side, minds, apart)

    def past(self, frame: int, chair: Client) -> Callable[[], Playthrough]:
        """How things stood, for whoever may know all of it, or will be shown what he may."""
        look, apart = self.back.over(self.match.lines), self._apart(chair)
        return lambda: look().at(frame, apart).course

    def _apart(self, chair: Client) -> bool:
        """Must a chair not count the answers of others to a question put to several sides?"""
        return not self.match.over and not chair.plays_all(self.match)

    # ------------------------------------------------------------ computer players

    async def _asked_of_computers(self) -> Question | None:
        """What a computer player is asked; in matches without people only while somebody watches."""
        await self.recover()
        if self.match.over or not (self.has_people or self.company):
            return None
        row, match, seats = self.row, self.match, self.seats
        question = asked_of_computer(row, match, seats, self.pace if self.company else 0.0)
        if (question is None or match.asks_together) and may_be_answered(match, seats):
            twin = match.clone()  # nobody's own answer waits for a computer that is asked beside him
            by_table = await self.thinkers.work_out(lambda: answered_by_table(row, match, twin, seats))
            return by_table or question
        return question

    async def _answer_of_computer(self, question: Question, action: Action) -> None:
        """A computer player's answer; nothing happens if the match has gone on. An OSError: it could not be written."""
        async with self.lock:
            if self.lost or self.match is not question.match or not question.stands:
                return
            before, text = self.match.state, self.match.describe(action)
            self.match.take(action, question.ask.side)
            with suppress(RequestError):  # another process has answered first
                await self.keep()
                self._last[question.ask.side] = before, action
                self._tell_answered(question, text)
                self._answered("computer" if question.only is None else "table")

    def _answered(self, by: str, answers: int = 1) -> None:
        self.store.measures.answers.labels(by).inc(answers)

    def _tell_answered(self, question: Question, text: str) -> None:
        """Whoever plays a side hears that the table has given the one possible answer."""
        side, prompt = question.ask.side, question.ask.prompt
        if question.only is not None:
            told = {"type": "answered", "side": side, "prompt": prompt, "text": text, "why": question.why}
            self.company.tell(told, lambda chair: side == chair.side or (side in chair.sides and self.match.over))

    def _set_pace(self, chair: Client, order: requests.Pace) -> JsonObject:
        if not chair.sides and self.has_people:
            raise RequestError(403, "Only players set the pace.")
        self.pace = order.seconds
        return {}

    async def _hold(self, chair: Client, order: requests.SetStandingOrders) -> JsonObject:
        """Standing orders hold at once."""
        side = self._mine(chair, order.side)
        old, new = self.seats[side], with_orders(self.seats[side], self.match, order.orders)
        await self.reseat(old, new)
        self.show_to(chair)
        return {}

    def orders(self, chair: Client) -> JsonObject:
        """The standing orders of the side that a page shows."""
        return orders_told(self.match, self.seats[chair.side] if chair.side in chair.sides else None)

    # ------------------------------------------------------------ showing

    def show_to(self, chair: Client, **more: Any) -> None:
        """A chair gets what has changed for it."""
        chair.show(self.looks, self.orders, **self.lots.witness(), **self.clock(chair), **more)

    def clock(self, chair: Client) -> JsonObject:
        """How much time everybody has, where there are clocks."""
        told = clock_told(self.row, self.seats, chair.sides, self.store.hours.now())
        return {"clock": told} if told is not None else {}

    async def time_up(self, now: float) -> None:
        """What was agreed happens to those whose time is up."""
        async with self.lock:
            clock = read_clock(self.row.clock)
            late = clock.late(now) if clock is not None and not self.match.over else []
            if clock is None or not late:
                return
            if clock.end == LOSE:
                self.match.resign(late[0])
                await self.keep()
            else:
                await self._hand_over(late, clock.end)
                await self.turn_clocks()
        self.company.tell_seats()
        self.computers.drive()

    async def _hand_over(self, sides: list[str], player: str) -> None:
        """A computer player takes the seats of those who are late."""
        for side in sides:
            gone = self.seats[side]
            await self.reseat(gone, Seat(side, player, name=gone.name, relieved=gone.who or NOBODY))

    def went_on(self, *, elsewhere: bool = False) -> None:
        """Every chair gets what has changed for it."""
        if elsewhere:
            self._last.clear()
        if not self.match.state.sealed:
            self.going_back.forget()
        for chair in self.company:
            if not chair.knows(self.match):
                self.show_to(chair)

    def show_all(self) -> None:
        for chair in self.company:
            self.show_to(chair)

    def foresee(self, looks: SideViews) -> None:
        for chair in () if looks.stale else self.company:
            if not chair.knows(looks.match):
                chair.foresee(looks, self.orders)

    def read_anew(self) -> None:
        """Nothing that was known of the match before holds."""
        self.back.forget()
        self.lots.forget()

    def seen_by(self) -> set[str | None]:
        """The sides that somebody looks at."""
        return {chair.side for chair in self.company}

    async def catch_up(self) -> None:
        """Another server process has written something about this match."""
        await self.recover()
        async with self.lock:
            waited = not self.match.begun
            await self.read_on()
            await self._tell_chat()
            await self.going_back.hear()
            if waited:
                self.company.tell({"type": "dice", **await self.lots.told()})
        self.company.tell_seats()
        self.computers.drive()
