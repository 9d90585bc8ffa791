"""School at the table: the paths of all games, what a visitor has learnt, and the pages that sit at a lesson."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping

import msgspec
from starlette.websockets import WebSocket

from grognard.engine import Game, GrognardError
from grognard.school.lesson import EXAMPLE, Lesson, examples_of, lessons_of
from grognard.school.path import Path, path_of
from grognard.school.puzzle import PREFIX, as_lessons
from grognard.server.api import requests
from grognard.server.api.requests import AWAY, FAULT, RequestError
from grognard.server.api.serializers import JsonObject
from grognard.server.matches.client import Client
from grognard.server.matches.registry import MatchRegistry
from grognard.server.matches.seats import ME, fingerprint
from grognard.server.matches.websocket import Live, send
from grognard.server.school.lesson_session import LessonSession
from grognard.server.storage.store import LessonProgress, Store, StoreUnavailable
from grognard.server.web.allowance import Limits
from grognard.server.web.limits import Buckets, TokenBucket, who

log = logging.getLogger("grognard.server")
Reader = Callable[[Game], tuple[Lesson, ...]]


SHOWN = (requests.Take, requests.Carry, requests.Why, requests.Turn, requests.Undo, requests.Command)  # after these


class School:
    """The lessons of every game, read once, and what is kept of those who learn."""

    def __init__(self, games: Mapping[str, Game], store: Store) -> None:
        self.games, self.store = games, store
        self._read: dict[tuple[str, str], tuple[Lesson, ...]] = {}
        self._about: dict[str, Path | None] = {}

    async def path(self, game_id: str) -> tuple[Lesson, ...]:
        """The lessons of a game in their order."""
        return await self._lessons(game_id, "lessons", lessons_of)

    async def examples(self, game_id: str) -> tuple[Lesson, ...]:
        """The examples of a game's rulebook."""
        return await self._lessons(game_id, "examples", examples_of)

    async def puzzles(self, game_id: str) -> tuple[Lesson, ...]:
        """The puzzles of a game."""
        return await self._lessons(game_id, "puzzles", as_lessons)

    async def _lessons(self, game_id: str, what: str, read: Reader) -> tuple[Lesson, ...]:
        """Lessons, read once; a game whose lessons cannot be read has none."""
        if (game_id, what) not in self._read:
            try:
                self._read[game_id, what] = await asyncio.to_thread(read, self.games[game_id])
            except GrognardError:
                log.exception("The %s of %s cannot be read", what, game_id)
                self._read[game_id, what] = ()
        return self._read[game_id, what]

    async def company(self, game_id: str, lesson_id: str) -> tuple[Lesson, ...]:
        """The lessons among which one stands: those of the path, the examples, or the puzzles."""
        if lesson_id.startswith(EXAMPLE):
            return await self.examples(game_id)
        return await self.puzzles(game_id) if lesson_id.startswith(PREFIX) else await self.path(game_id)

    async def lesson(self, game_id: str, lesson_id: str) -> Lesson:
        """A lesson by its address; Refused if there is none."""
        path = await self.company(game_id, lesson_id) if game_id in self.games else ()
        found = next((lesson for lesson in path if lesson.id == lesson_id), None)
        if found is None:
            raise RequestError(404, "There is no such lesson.")
        return found

    async def paths(self, pupil: str) -> JsonObject:
        """Every game with lessons, and how far this pupil has come in each of them."""
        known = await self.studies(pupil)
        told = [
            self._told(game_id, await self.path(game_id), known)
            | {"puzzles": [row(puzzle, known.get(puzzle.key)) for puzzle in await self.puzzles(game_id)]}
            for game_id in self.games
        ]
        return {"paths": [path for path in told if path["lessons"] or path["battle"]]}

    def _told(self, game_id: str, lessons: tuple[Lesson, ...], known: Mapping[str, LessonProgress]) -> JsonObject:
        game, path = self.games[game_id], self.about(game_id)
        return {
            "game": game_id,
            "title": game.title,
            "depth": path.depth if path else 0,
            "why": path.why if path else game.blurb,
            "learnt": path.learnt if path else (),
            "minutes": path.minutes if path else 0,
            "after": self.games[path.after].title if path and path.after in self.games else "",
            "battle": battle_of(game, path) if path else None,
            "lessons": [row(lesson, known.get(lesson.key)) for lesson in lessons],
        }

    def about(self, game_id: str) -> Path | None:
        """What a game says of learning it; None if nothing, or nothing that can be read."""
        if game_id not in self._about:
            try:
                self._about[game_id] = path_of(self.games[game_id])
            except GrognardError:
                log.exception("The path of %s cannot be read", game_id)
                self._about[game_id] = None
        return self._about[game_id]

    async def studies(self, pupil: str) -> dict[str, LessonProgress]:
        """What a pupil has begun or learnt."""
        return await self.store.studies(fingerprint(pupil)) if pupil else {}

    async def keep(self, pupil: str, desk: LessonSession) -> None:
        """How far a pupil has come; without a secret nothing is kept."""
        if pupil:
            step = 0 if desk.over else desk.coach.number
            await self.store.study(fingerprint(pupil), LessonProgress(desk.lesson.key, step, desk.learnt))


def battle_of(game: Game, path: Path) -> JsonObject:
    """The first battle as a wish for a match."""
    battle = path.battle
    sides = game.rules.sides(game.start(battle.scenario, game.choose_options(battle.scenario, battle.options)))
    seats = {side: ME if side == battle.side else battle.opponent for side in sides}
    return {"game": game.id, "scenario": battle.scenario, "options": battle.options, "seats": seats}


def row(lesson: Lesson, study: LessonProgress | None) -> JsonObject:
    """A lesson in its path."""
    return {
        "id": lesson.id,
        "title": lesson.title,
        "minutes": lesson.minutes,
        "learnt": lesson.learnt,
        "rules": lesson.rules,
        "known": bool(study and study.learnt),
        "step": study.step if study else 0,
    }


class LessonSockets(Live):
    """All pages that sit at a lesson. Each has a coach of its own; nobody watches."""

    def __init__(self, house: MatchRegistry, limits: Limits, asking: Buckets, talking: Buckets, school: School) -> None:
        super().__init__(house, limits, asking, talking)
        self.school = school

    async def _receive(self, socket: WebSocket, address: str) -> None:
        pupil = await self._hello(socket, address)
        lesson = await self.school.lesson(socket.path_params["game"], socket.path_params["lesson"])
        begun = (await self.school.studies(pupil)).get(lesson.key, LessonProgress(lesson.key))
        desk = await self.house.thinkers.work_out(lambda: LessonSession(lesson, begun.step), address)
        await LessonConnection(self, socket, desk, pupil).last()


class LessonConnection:
    """One page at its desk, until it goes."""

    def __init__(self, lectures: LessonSockets, socket: WebSocket, desk: LessonSession, pupil: str) -> None:
        self.school, self.thinkers = lectures.school, lectures.house.thinkers
        self.socket, self.desk, self.pupil = socket, desk, pupil
        self.page = Client((), address=who(socket))  # what waits to be sent to it
        self.page.outbox.drop = socket.scope.get("abort", self.page.outbox.close)
        self.bucket = TokenBucket(lectures.limits.requests, lectures.limits.requests * 3)

    async def last(self) -> None:
        """Show the board, and hear what the pupil says to it."""
        sender = asyncio.create_task(send(self.socket, self.page))
        try:
            path = await self.school.company(self.desk.lesson.game, self.desk.lesson.id)
            known = await self.school.studies(self.pupil)
            rows = [row(lesson, known.get(lesson.key)) for lesson in path]
            self._show(table=self.desk.table(), you=[self.desk.lesson.side], path=rows, chat=[])
            while (message := await self.socket.receive())["type"] != "websocket.disconnect":
                self.page.send(await self._answer(message.get("text") or message.get("bytes") or ""))
        finally:
            self.page.outbox.close()
            sender.cancel()

    def _show(self, **more: object) -> None:
        shown = self.desk.scene() | {"lesson": self.desk.told()} | more
        self.page.send(msgspec.json.encode(shown))

    async def _answer(self, data: str | bytes) -> bytes:
        ref = 0
        try:
            order = requests.read_in_lesson(data)
            ref = order.ref
            self.bucket.take()
            return requests.answer(ref, **await self._obey(order))
        except RequestError as refused:
            return requests.refusal(ref, refused)
        except StoreUnavailable:
            return requests.refusal(ref, AWAY)
        except GrognardError as error:
            return requests.refusal(ref, RequestError(409, str(error)))
        except Exception:
            log.exception("An order in lesson %s", self.desk.lesson.key)
            return requests.refusal(ref, FAULT)

    async def _obey(self, order: requests.InLesson) -> JsonObject:
        found = await self.thinkers.work_out(lambda: self.desk.obey(order), self.page.address)
        if callable(found):
            return await self.thinkers.work_out(found, self.page.address)
        if isinstance(order, SHOWN):
            await self.school.keep(self.pupil, self.desk)
            self._show()
        return found
