"""One match being played: who sits at it, what they order, and the record that is kept of it.

Orders are carried out one at a time. A move is done in memory, written, and only when it is durable shown and
acknowledged; if another server process was first, the match is read again and the order is stale.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from grognard.board.ground import hexmap_of
from grognard.engine import (
    Action,
    GrognardError,
    Illegal,
    Malformed,
    Match,
    NothingToUndo,
    Refusal,
    Stale,
    View,
)
from grognard.engine.dice import SealedDice
from grognard.engine.forced import choose_again, only_answer, take_back_choice
from grognard.engine.record import BackLine, Line, TakeLine, UndoLine
from grognard.players import Effort, WorkerPlayer, advise
from grognard.table import wire
from grognard.table.art import art_mark
from grognard.table.chair import Chair
from grognard.table.computers import Computers
from grognard.table.history import History
from grognard.table.loading import decode_lines, encode_lines, load_match
from grognard.table.scene import Looks, Plain, choice_of, click_on, refusal_of
from grognard.table.store import HUMAN, Conflict, MatchRow, Progress, Said, Seat, Snapshot, Store
from grognard.table.telling import briefing_of, chances_of, dossier_of, odds_of
from grognard.table.wire import Refused

SEEN_WITHIN = 10  # hexes round a hex that are looked at when it is asked what can be seen from it
THINKER = WorkerPlayer(Effort(seconds=0.5))  # who is asked for a hint

Later = Callable[[], Plain]  # an answer that takes a while to work out, from a copy of the match


class Room:
    """A match in memory."""

    def __init__(self, store: Store, row: MatchRow, seats: dict[str, Seat], match: Match, stored: int) -> None:
        self.store, self.row, self.seats, self.match = store, row, seats, match
        self.lock = asyncio.Lock()
        self.chairs: set[Chair] = set()
        self.used = time.monotonic()
        self.pace = row.pace
        self._stored = stored  # lines in the database
        self._seen = len(match.lines)  # lines of the match that are in the database
        self.lost = False  # what is in memory may not be what is in the database
        self.computers = Computers(self)
        self._history: History | None = None
        self._said = 0  # the last line of chat that everybody was shown
        self._looks = Looks(match)

    @classmethod
    async def open(cls, store: Store, match_id: str) -> Room:
        """A match from the database."""
        row, seats, bodies, snapshot = await store.whole(match_id)
        match = await asyncio.to_thread(load_match, row, bodies, snapshot)
        return cls(store, row, seats, match, len(bodies))

    # ------------------------------------------------------------ coming and going

    async def enter(self, chair: Chair) -> None:
        """Sit down, or stand by: the chair is shown everything once and every change from then on."""
        self.used = time.monotonic()
        async with self.lock:
            await self._tell_chat()
            chat, back = await self.store.chat(self.row.id), await self._asked_back()
            self.chairs.add(chair)
            chair.show(self.looks, table=self.table(), chat=chat, you=list(chair.sides), back=back)
        self.tell_seats()
        self.computers.drive()

    def leave(self, chair: Chair) -> None:
        """Stand up."""
        self.chairs.discard(chair)
        self.used = time.monotonic()
        self.tell_seats()

    @property
    def idle(self) -> bool:
        """Does nobody need this room in memory?"""
        return not self.chairs and not self.computers.at_work and not self.lock.locked()

    def shut(self) -> None:
        """Cut everybody off; their pages come back for a whole view."""
        for chair in self.chairs:
            chair.cut_off()

    def table(self) -> Plain:
        """What does not change from move to move."""
        game = self.match.game
        seal = self.match.dice.seal if isinstance(self.match.dice, SealedDice) else ""
        scenario = game.scenarios[self.row.scenario]
        return {
            "match": self.row.id,
            "game": game.id,
            "title": game.title,
            "scenario": scenario,
            "art": art_mark(game),
            "options": self.match.state.options,
            "seal": seal,
            "pace": self.pace,
            "seats": self.seat_list(),
            "rematch": self.row.rematch,
            "sight": game.face.sight is not None,
        }

    def seat_list(self) -> list[Plain]:
        """The seats, without their secrets."""
        here = {side for chair in self.chairs for side in chair.sides}
        return [
            {"side": s.side, "player": s.player, "open": bool(s.invite), "here": s.side in here or s.player != HUMAN}
            for s in self.seats.values()
        ]

    def tell_seats(self) -> None:
        """Everybody hears who is here."""
        watching = sum(1 for chair in self.chairs if not chair.sides)
        self._send_all({"type": "seats", "seats": self.seat_list(), "watching": watching})

    def tell_answered(self, side: str, prompt: str, text: str) -> None:
        """Whoever plays a side hears that the table has given the one possible answer."""
        data = msgspec.json.encode({"type": "answered", "side": side, "prompt": prompt, "text": text})
        for chair in self.chairs:
            if side == chair.side or (side in chair.sides and self.match.over):
                chair.send(data)

    def _send_all(self, message: Plain) -> None:
        data = msgspec.json.encode(message)
        for chair in self.chairs:
            chair.send(data)

    # ------------------------------------------------------------ orders

    async def order(self, chair: Chair, order: wire.Order) -> bytes:
        """Carry out an order and answer it; a Refused is answered by the caller."""
        self.used = time.monotonic()
        try:
            async with self.lock:
                found = await self._carry_out(chair, order)
            more = await asyncio.to_thread(found) if callable(found) else found
        except GrognardError as error:
            raise Refused(409, str(error)) from error
        if isinstance(order, wire.Take | wire.Back | wire.Agree):
            self.computers.drive()
        return wire.answer(order.ref, **more)

    async def _carry_out(self, chair: Chair, order: wire.Order) -> Plain | Later:
        match order:
            case wire.Take():
                return await self._take(chair, order)
            case wire.Undo() | wire.Redo():
                return await self._undo(chair, order)
            case wire.Odds():
                return self._odds(chair, order)
            case wire.Chances():
                return self._chances(chair, order)
            case wire.Brief():
                return briefing_of(self.match, chair.side)
            case wire.Dossier():
                return dossier_of(self.match, chair.side, self.looks.view(chair.side), order.piece, order.face)
            case wire.Why():
                return self._why(chair, order)
            case wire.Hint():
                return self._hint(chair, order)
            case wire.Sight():
                return self._sight(order)
            case wire.Reach():
                return self._reach(chair)
            case wire.Sit():
                return self._sit(chair, order)
            case wire.Say():
                return await self._say(chair, order)
            case wire.Resign():
                return await self._resign(chair, order)
            case wire.Back():
                return await self._back(chair, order)
            case wire.Agree():
                return await self._agree(chair, order)
            case wire.At():
                return self._at(chair, order)
            case wire.Pace():
                return self._set_pace(chair, order)

    def _asked(self, chair: Chair, decision: int) -> str:
        """The side this chair answers for now; Refused if the question is stale or not its own."""
        if not chair.sides:
            raise Refused(403, "You are watching. Only players may do this.")
        if decision != self.match.number:
            raise Refused(409, f"The match is at decision {self.match.number} now; this was about {decision}.")
        if self.match.over:
            raise Refused(409, "The match is over.", "GR-3")
        ask = self.match.decision.of(chair.side) if chair.side is not None else None
        if ask is None:
            raise Refused(403, "It is not this side's turn to decide.", "GR-2")
        return ask.side

    def _action(self, plain: dict[str, Any]) -> Action:
        try:
            return self.match.game.rules.codec.read_action(plain)
        except (msgspec.DecodeError, TypeError, UnicodeError) as error:
            raise Refused(400, "This is not an action of this game.") from error

    def _out_of_sight(self, side: str, action: Action) -> bool:
        """Does an action name a piece the side cannot see? Then it is refused as if there were no such piece."""
        named = {value for name in action.__struct_fields__ if isinstance(value := getattr(action, name), str)}
        return bool((named & self.match.state.pieces.keys()) - {piece.id for piece in self.looks.view(side).pieces})

    def _no_such_piece(self) -> Refused:
        told = refusal_of(self.match.game, Refusal("GR-5"))
        return Refused(422, told["text"], told["rule"])

    def _mine(self, chair: Chair, side: str) -> str:
        if side not in chair.sides:
            raise Refused(403, "This is not your seat.")
        return side

    async def _take(self, chair: Chair, order: wire.Take) -> Plain:
        side, action = self._asked(chair, order.decision), self._action(order.action)
        try:
            self.match.take(action, side, order.decision)
        except Illegal as error:
            if self._out_of_sight(side, action):
                raise self._no_such_piece() from error
            told = refusal_of(self.match.game, error.refusal)
            nearest = await asyncio.to_thread(self.match.instead, action, side)
            instead = choice_of(self.match, nearest) if nearest is not None else None
            raise Refused(422, told["text"], told["rule"], told["hint"], instead) from error
        except (Stale, Malformed) as error:
            raise Refused(409 if isinstance(error, Stale) else 400, str(error)) from error
        await self.keep()
        return {}

    async def _undo(self, chair: Chair, order: wire.Undo | wire.Redo) -> Plain:
        self._asked(chair, order.decision)
        try:
            if isinstance(order, wire.Undo):
                take_back_choice(self.match)
            else:
                choose_again(self.match)
        except NothingToUndo as error:
            raise Refused(409, str(error)) from error
        await self.keep()
        return {}

    def _odds(self, chair: Chair, order: wire.Odds) -> Later:
        side, action = self._asked(chair, order.decision), self._action(order.action)
        if self.match.why_not(action, side) is not None:
            raise Refused(422, "This is not one of the choices.", "GR-1")
        twin = self.match.clone()
        return lambda: {"odds": odds_of(twin, side, action)}

    def _chances(self, chair: Chair, order: wire.Chances) -> Later:
        side, twin = self._asked(chair, order.decision), self.match.clone()
        return lambda: chances_of(twin, side)

    def _why(self, chair: Chair, order: wire.Why) -> Plain:
        if self.match.over or not chair.sides or chair.side is None:
            return {"refusal": refusal_of(self.match.game, Refusal("GR-3" if self.match.over else "GR-2"))}
        if order.decision != self.match.number:
            raise Refused(409, f"The match is at decision {self.match.number} now.")
        shown = {piece.id for piece in self.looks.view(chair.side).pieces}
        ground = self.match.game.face.ground(self.row.scenario)
        if order.piece not in shown and (ground is None or not ground.knows(order.hex)):
            raise Refused(404, "There is no such piece or hex.")
        meant = click_on(self.match, chair.side, order.piece if order.piece in shown else "", order.hex)
        if isinstance(meant, Action):
            return {"choice": choice_of(self.match, meant)}
        return {"refusal": refusal_of(self.match.game, meant) if meant else None}

    def _hint(self, chair: Chair, order: wire.Hint) -> Later:
        ask, twin = self.match.decision.of(self._asked(chair, order.decision)), self.match.clone()
        assert ask is not None
        return lambda: {"hint": msgspec.to_builtins(advise(twin, ask, THINKER))}

    def _sight(self, order: wire.Sight) -> Later:
        game, state = self.match.game, self.match.state.clone()
        sight, board = game.face.sight, hexmap_of(game, self.row.scenario)
        if board is None or order.a not in board.grid or order.b not in (*board.grid.hexes, ""):
            raise Refused(404, "There is no such hex on this map.")
        if sight is None:
            raise Refused(404, "This game has no line of sight between hexes.")
        if order.b:
            return lambda: {"sight": msgspec.to_builtins(sight(state, order.a, order.b))}
        near = board.grid.within(order.a, SEEN_WITHIN)
        return lambda: {"near": near, "seen": [h for h in near if sight(state, order.a, h).clear]}

    def _reach(self, chair: Chair) -> Plain:
        game, state = self.match.game, self.match.state
        pieces = self.looks.view(chair.side).pieces
        found = {piece.id: game.face.reach(state, chair.side, piece.id) for piece in pieces}
        return {"reach": {piece: reach for piece, reach in found.items() if reach}}

    def _sit(self, chair: Chair, order: wire.Sit) -> Plain:
        chair.side = self._mine(chair, order.side)
        chair.show(self.looks)
        return {}

    async def _say(self, chair: Chair, order: wire.Say) -> Plain:
        chair.words.take()
        await self.store.say(self.row.id, " and ".join(chair.sides) or "spectator", order.text)
        await self._tell_chat()
        return {}

    async def _tell_chat(self) -> None:
        """Everybody is shown what was said since they were shown something last."""
        said = await self.store.chat(self.row.id, self._said)
        if said:
            self._said = said[-1].number
            self._send_all({"type": "chat", "chat": said})

    async def _resign(self, chair: Chair, order: wire.Resign) -> Plain:
        side = self._mine(chair, order.side)
        if self.match.over or order.decision != self.match.number:
            raise Refused(409, "The match has gone on since.")
        self.match.resign(side)
        await self.keep()
        return {}

    # ------------------------------------------------------------ takeback

    async def _back(self, chair: Chair, order: wire.Back) -> Plain:
        """Ask for a takeback; alone at the table there is nobody to ask."""
        side = self._mine(chair, order.side)
        if order.decision != self.match.number:
            raise Refused(409, "The match has gone on since.")
        if self.match.over:  # by now everything is known, the dice to come too
            raise Refused(409, "The match is over.", "GR-3")
        if not self.match.replays:
            raise Refused(409, "This match began under older rules: what was answered then cannot be taken back.")
        if not answers_back_to(self.match.lines, side):
            raise Refused(409, "You have not answered anything yet.")
        await self.store.say(self.row.id, side, str(self.match.number), "back")
        return await self._if_agreed(chair)

    async def _agree(self, chair: Chair, order: wire.Agree) -> Plain:
        side = self._mine(chair, order.side)
        if order.decision != self.match.number:
            raise Refused(409, "The match has gone on since.")
        if not await self._asked_back():
            raise Refused(409, "Nobody asks for a takeback now.")
        await self.store.say(self.row.id, side, str(self.match.number), "agree")
        return await self._if_agreed(chair)

    async def _if_agreed(self, chair: Chair) -> Plain:
        """Carry out the takeback if every player has agreed; otherwise tell them that it is asked for."""
        asked = await self._asked_back()
        humans = {seat.side for seat in self.seats.values() if seat.player == HUMAN and not seat.invite}
        agreed = {said.who for said in await self._consents()}
        agreed |= set(chair.sides)  # whoever shares the screen shares the answer
        if asked and humans <= agreed:
            self.match.take_back(answers_back_to(self.match.lines, asked))
            while only_answer(self.match.decision.asks[0]) and (more := answers_back_to(self.match.lines, asked)):
                self.match.take_back(more)  # what was no choice would only be answered again
            await self.keep()
        else:
            self._send_all({"type": "back", "back": asked})
        return {}

    async def _consents(self) -> list[Said]:
        """Who has asked for a takeback from here, and who has agreed to it."""
        return [s for s in await self.store.consents(self.row.id) if s.text == str(self.match.number)]

    async def _asked_back(self) -> str:
        """The side that asks for a takeback now."""
        return next((s.who for s in reversed(await self._consents()) if s.kind == "back"), "")

    # ------------------------------------------------------------ looking back

    def _at(self, chair: Chair, order: wire.At) -> Later:
        side = chair.side
        if order.side and order.side != side:
            if not self.match.over and order.side not in chair.sides:
                raise Refused(403, "Only a finished match may be seen from every side.")
            if order.side not in self.match.sides:
                raise Refused(404, "There is no such side.")
            side = order.side
        known, game, lines = self._history, self.match.game, list(self.match.lines)

        def look() -> Plain:
            past = known if known is not None and known.lines == len(lines) else History(game, lines)
            self._history = past
            return {"frames": len(past), **past.frame(order.frame, side)}

        return look

    def _set_pace(self, chair: Chair, order: wire.Pace) -> Plain:
        if not chair.sides and any(seat.player == HUMAN for seat in self.seats.values()):
            raise Refused(403, "Only players set the pace.")
        self.pace = order.seconds
        return {}

    # ------------------------------------------------------------ keeping and showing

    async def keep(self) -> None:
        """Write what is new; show it when it is durable. If somebody else was first, read what they wrote."""
        match, looks = self.match, self.looks
        sides = {chair.side for chair in self.chairs} or {None}
        stands = progress(match, looks.view(next(iter(sides))))
        new = list(match.lines[self._seen :])
        try:
            first, bodies = self._stored, encode_lines(new)
            writing = self.store.append(self.row.id, first, bodies, snapshot_of(match, first + len(new)), stands)
            if self.chairs:
                for side in sides:
                    looks.encoded(side)  # while the disk is busy
            await writing
        except Conflict as error:
            await self._read_again()
            raise Refused(409, "The match has gone on elsewhere; look again.") from error
        except BaseException:
            self.lost = True  # until it is read again
            await self._read_again()
            raise
        self._stored, self._seen = first + len(new), len(match.lines)
        self.show()

    def show(self) -> None:
        """Every chair gets what has changed for it."""
        looks = self.looks
        for chair in self.chairs:
            chair.show(looks)

    @property
    def looks(self) -> Looks:
        """The position as each side sees it."""
        if self._looks.match is not self.match or self._looks.stale:
            self._looks = Looks(self.match)
        return self._looks

    async def _read_again(self) -> None:
        fresh = await Room.open(self.store, self.row.id)
        self.match, self._stored, self._seen = fresh.match, fresh._stored, fresh._seen
        self.row, self.seats, self._history, self.lost = fresh.row, fresh.seats, None, False
        self.show()

    async def catch_up(self) -> None:
        """Another server process has written something about this match."""
        async with self.lock:
            bodies = await self.store.lines(self.row.id, self._stored)
            self.seats, self.row = await self.store.seats(self.row.id), await self.store.row(self.row.id)
            if bodies:
                await self._follow(bodies)
            await self._tell_chat()
            self._send_all({"type": "back", "back": await self._asked_back()})
        self.tell_seats()
        self.computers.drive()

    async def _follow(self, bodies: list[bytes]) -> None:
        lines = decode_lines(bodies)
        if any(isinstance(line, BackLine) for line in lines):
            return await self._read_again()
        try:
            self.match.follow(lines)
        except GrognardError:
            return await self._read_again()
        self._stored, self._seen = self._stored + len(bodies), len(self.match.lines)
        self.show()


def answers_back_to(lines: Sequence[Line], side: str) -> int:
    """How many of the answers still standing must go to take back the last one of a side; 0 if it has given none."""
    standing: list[str] = []
    for line in lines:
        if isinstance(line, TakeLine):
            standing.append(line.side)
        elif isinstance(line, UndoLine | BackLine):
            del standing[len(standing) - line.count :]
    return standing[::-1].index(side) + 1 if side in standing else 0


def snapshot_of(match: Match, lines: int) -> Snapshot:
    """The position as it is now."""
    rolled = match.dice.count if isinstance(match.dice, SealedDice) else 0
    return Snapshot(lines, match.number, rolled, match.state.to_json())


def progress(match: Match, view: View) -> Progress:
    """Where the match stands, for lists of matches, by anybody's view."""
    asked = "" if match.over else " ".join(ask.side for ask in match.decision.asks)
    return Progress(match.over, view.turn, view.turns, asked)
