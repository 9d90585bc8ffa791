"""HTTP and WebSocket: the pages, the pictures, and the orders."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterable
from pathlib import Path

import msgspec
from msgspec.structs import replace
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute

from grognard.engine import Game, GrognardError
from grognard.engine.records.verify import OlderRules, in_words, verify
from grognard.school.lesson import EXAMPLE
from grognard.server import endpoints, match_reports, systemd
from grognard.server.api import requests
from grognard.server.api.requests import AWAY, RequestError
from grognard.server.jobs.analyses import Analyses
from grognard.server.lobby.catalogue import Lobby
from grognard.server.matches.client import Client
from grognard.server.matches.own_scenarios import MIB
from grognard.server.matches.registry import MatchRegistry
from grognard.server.matches.websocket import Live
from grognard.server.openapi import packed_schema
from grognard.server.operator_page import Warden
from grognard.server.people.smtp import MailServer
from grognard.server.people.turn_mail import TurnMailer
from grognard.server.pictures.pictures import TONES, Picture, PictureStore, art_mark, art_paths, ground_of
from grognard.server.school.lessons import LessonSockets, School
from grognard.server.storage.loading import record_of
from grognard.server.storage.metrics import Counted
from grognard.server.storage.shared_results import Papers
from grognard.server.storage.store import Store, StoreUnavailable
from grognard.server.studio.endpoints import Studio
from grognard.server.web import allowance
from grognard.server.web.allowance import Limits
from grognard.server.web.bans import Guard
from grognard.server.web.compression import JSON
from grognard.server.web.host_check import HostCheck
from grognard.server.web.limits import BODY, RECORD, Buckets, SecureHeaders, read_body, read_json, who
from grognard.server.web.page_files import Pages
from grognard.server.web.replies import Handler, body, handle_errors, reply

TOLD_EVERY = 15.0  # seconds between two looks at what other processes have shut out
FOREVER = "public, max-age=31536000, immutable"


class WebApp:
    """The web application. It answers to its addresses and to `names`; without any, to whatever it is called."""

    def __init__(
        self,
        store: Store,
        folder: Path | None = None,
        *,
        rate: float | None = None,
        making: float | None = None,
        limits: Limits | None = None,
        names: Iterable[str] | None = None,
        post: MailServer | None = None,
        site: str = "",
        admin: str = "",
    ) -> None:
        self.house, self.names = MatchRegistry(store), names
        self.mailing = TurnMailer(store, self.house.games, post, site)
        self.art = PictureStore(self.house.games, folder)
        self.pages, self.lobby = Pages(), Lobby(self.house.games)
        self.analyses = Analyses()
        self.analyses.papers = Papers(store)
        allowed = loosened(limits or allowance.STANDARD, rate, making)
        self.house.thinkers.times = allowed.times
        self.house.own.room = lambda whom: allowed.own * MIB * allowed.times(whom)
        self._making = Buckets(allowed.matches, allowed.matches_at_once, allowed.times)
        self._asking = Buckets(allowed.requests, allowed.requests_at_once, allowed.times)
        self._looking = Buckets(allowed.looks, allowed.looks_at_once, allowed.times)
        self._talking = Buckets(allowed.words, allowed.words_at_once, allowed.times)
        self.live = Live(self.house, allowed, self._asking, self._talking)
        self.school = School(self.house.games, store)
        self.lectures = LessonSockets(self.house, allowed, self._asking, self._talking, self.school)
        self.studio, self.folder = Studio(self.house, self._asking, self._making), folder
        self.warden = Warden(self.house, admin, self._asking, self.analyses, self.studio.fairness)

    def app(self) -> Starlette:
        """The ASGI application."""
        get = ["GET"]
        routes: list[BaseRoute] = [
            Route("/", self._page("lobby.html"), methods=get),
            Route("/m/{match}", self._shown(self._table), methods=get),
            Route("/mail/{token}", self._page("mail.html"), methods=get),
            Route("/mail/{token}", handle_errors(self._unsubscribe), methods=["POST"]),
            Route("/page/{name:path}", handle_errors(self._file), methods=get),
            Route("/learn", handle_errors(self._to_school), methods=get),
            Route("/learn/{game}", handle_errors(self._to_school), methods=get),
            Route("/learn/{game}/{lesson}", self._shown(self._lesson), methods=get),
            Route("/studio", self._page("studio.html"), methods=get),
            Route("/health", handle_errors(self._health), methods=get),
            Route("/api/schema", handle_errors(self._schema), methods=get),
            Route("/art/{game}/{what}", handle_errors(self._art), methods=get),
            Route("/art/{game}/{scenario}/{what}", handle_errors(self._art), methods=get),
            WebSocketRoute("/api/matches/{match}/live", self.live.attend),
            WebSocketRoute("/api/lessons/{game}/{lesson}/live", self.lectures.attend),
            *self.warden.pages(self._page("admin.html")),
            *endpoints.routes(endpoints.MATCHES | endpoints.MAIL | endpoints.SCHOOL, self._handlers()),
            *endpoints.routes(endpoints.STUDIO, self.studio.handlers()),
            *endpoints.routes(endpoints.ADMIN, self.warden.handlers()),
        ]
        measures, bans = self.house.store.measures, self.warden.bans
        gates = [Middleware(Counted, measures=measures), Middleware(SecureHeaders), Middleware(Guard, bans=bans)]
        gates.append(Middleware(HostCheck, names=self.names))
        return Starlette(routes=routes, middleware=gates, lifespan=self._lifespan)

    def _handlers(self) -> dict[str, Handler]:
        """Who answers which endpoint."""
        return {
            "games": self._games,
            "sides": self._sides,
            "new": self._new,
            "import": self._import,
            "mine": self._mine,
            "open": self._open,
            "ratings": self._ratings,
            "look": self._look,
            "claim": self._claim,
            "order": self._order,
            "rematch": self._rematch,
            "branch": self._branch,
            "what_if": self._what_if,
            "record": self._record,
            "verify": self._verify,
            "analysis": self._analysis,
            "report": self._report,
            "mailbox": self._mailbox,
            "confirm": self._confirm,
            "letters": self._letters,
            "school": self._school,
            "play_on": self._play_on,
        }

    @contextlib.asynccontextmanager
    async def _lifespan(self, _app: Starlette) -> AsyncIterator[None]:
        await self.house.start()
        await self.studio.drawers.bring_in(self.folder)
        watching = [
            asyncio.create_task(self.mailing.watch(self.house.is_present, self.house.present)),
            asyncio.create_task(self.warden.watch(TOLD_EVERY)),
            asyncio.create_task(systemd.live()),
        ]
        yield
        systemd.say("STOPPING=1")
        for task in watching:
            task.cancel()
        await self.analyses.stop()
        await self.studio.fairness.stop()
        await self.house.stop()

    # ------------------------------------------------------------ pages and pictures

    def _page(self, name: str) -> Handler:
        async def page(request: Request) -> Response:
            self._looking.take(who(request))
            return self.pages.page(name, request)

        return handle_errors(page)

    def _shown(self, page: Handler) -> Handler:
        """A page; while the database is away, one that tries again by itself."""

        async def inner(request: Request) -> Response:
            try:
                return await page(request)
            except StoreUnavailable:
                away = self.pages.page("away.html", request)
                away.status_code = AWAY.status
                away.headers["cache-control"] = "no-store"
                return away

        return handle_errors(inner)

    async def _table(self, request: Request) -> Response:
        """The page of a match. It says which pictures will be wanted, so that they need not wait for the match."""
        self._looking.take(who(request))
        game, scenario, land = await self.house.summary(request.path_params["match"])
        known = {"game": game.id, "scenario": scenario, "land": land, "mark": art_mark(game)} if game else {}
        mail = {"mail": "yes"} if self.mailing.post is not None else {}
        return self.pages.page("table.html", request, art_paths(game, scenario, land) if game else (), **known, **mail)

    async def _lesson(self, request: Request) -> Response:
        """The page of a lesson: the same table, with a coach."""
        self._looking.take(who(request))
        lesson = await self.school.lesson(request.path_params["game"], request.path_params["lesson"])
        game = self._game(lesson.game)
        land = "" if game.face.guises else lesson.scenario
        known = {"game": game.id, "scenario": lesson.scenario, "land": land, "mark": art_mark(game)}
        ahead = art_paths(game, lesson.scenario, land)
        return self.pages.page("table.html", request, ahead, **known, lesson=lesson.id)

    async def _play_on(self, request: Request) -> Response:
        """A match that goes on from the position of a lesson, an example or a puzzle."""
        self._making.take(who(request))
        lesson = await self.school.lesson(request.path_params["game"], request.path_params["lesson"])
        return reply(await self.house.match_at(lesson.tasks[0].position, lesson.side, who(request)))

    async def _school(self, request: Request) -> Response:
        """The paths of all games, and how far a pupil has come."""
        self._asking.take(who(request))
        return reply(await self.school.paths((await body(request, requests.Pupil, BODY)).pupil))

    async def _file(self, request: Request) -> Response:
        self._looking.take(who(request))
        return self.pages.file(request.path_params["name"], request)

    async def _health(self, request: Request) -> Response:
        """For whoever watches over the server: 503 while it cannot reach its database."""
        self._asking.take(who(request))
        await self.house.store.count()
        return reply({"database": True})

    async def _schema(self, request: Request) -> Response:
        self._looking.take(who(request))
        return packed_schema().answer(request, JSON, "no-cache")

    async def _art(self, request: Request) -> Response:
        """A picture; with its mark in the address it may be kept for ever."""
        self._looking.take(who(request))
        game = self._game(request.path_params["game"])
        scenario, what = request.path_params.get("scenario", ""), request.path_params["what"]
        drawn = self._example(game, what) if is_example(what) else asyncio.to_thread(self._draw, game, scenario, what)
        picture = await drawn
        caching = FOREVER if request.query_params.get("v") == art_mark(game) else "no-cache"
        return picture.packed.answer(request, picture.kind, caching)

    async def _example(self, game: Game, what: str) -> Picture:
        name, _, tone = what.removesuffix(".svg").rpartition("-")
        lesson = await self.school.lesson(game.id, name)
        return await asyncio.to_thread(self.art.example, game, lesson, tone)

    def _draw(self, game: Game, scenario: str, what: str) -> Picture:
        if what in ("counters.svg", "rules.json") and not scenario:
            return self.art.counters(game) if what == "counters.svg" else self.art.rules(game)
        if what in ("card-light.svg", "card-dark.svg") and not scenario:
            return self.art.card(game, what[5:-4])
        if what == "front.svg" and scenario in game.scenarios and game.face.ground(scenario) is not None:
            return self.art.front(game, scenario)
        if ground_of(game, scenario) is not None:
            if what in ("board-light.svg", "board-dark.svg"):
                return self.art.board(game, scenario, what[6:-4])
            if what in ("letters-light.svg", "letters-dark.svg"):
                return self.art.letters(game, scenario, what[8:-4])
            if what == "grid.json":
                return self.art.grid(game, scenario)
        raise RequestError(404, "There is no such picture.")

    def _game(self, game_id: str) -> Game:
        if game_id not in self.house.games:
            raise RequestError(404, "There is no such game.")
        return self.house.games[game_id]

    async def _games(self, request: Request) -> Response:
        self._looking.take(who(request))
        told = await asyncio.to_thread(self.lobby.told)
        return told.answer(request, JSON, "no-cache")

    async def _sides(self, request: Request) -> Response:
        """The sides of a scenario under some options."""
        self._asking.take(who(request))
        wish = await body(request, requests.NewMatch, BODY)
        return reply({"sides": self.house.sides_under(wish)})

    # ------------------------------------------------------------ matches

    async def _new(self, request: Request) -> Response:
        self._making.take(who(request))
        wish = await body(request, requests.NewMatch, BODY)
        return reply(await self.house.new_match(wish, who(request)), 201)

    async def _import(self, request: Request) -> Response:
        self._making.take(who(request))
        return reply(await self.house.import_match(await read_body(request, RECORD), who(request)), 201)

    async def _mine(self, request: Request) -> Response:
        self._asking.take(who(request))
        return reply({"matches": await self.house.friends.mine(await body(request, requests.MyMatches, BODY))})

    async def _open(self, request: Request) -> Response:
        """The sides that anybody may take."""
        self._asking.take(who(request))
        return reply({"open": await self.house.friends.open()})

    async def _ratings(self, request: Request) -> Response:
        """How strong people and computer players have shown themselves in a game."""
        self._asking.take(who(request))
        return reply({"players": await self.house.friends.ratings(request.path_params["game"])})

    async def _claim(self, request: Request) -> Response:
        self._asking.take(who(request))
        claim = await body(request, requests.Claim, BODY)
        return reply(await self.house.claim(request.path_params["match"], claim))

    async def _look(self, request: Request) -> Response:
        """A match as a seat sees it, whole: as the side that is named, or the first that is asked."""
        chair = await self._chair(request)
        room = await self.house.room(request.path_params["match"])
        named = request.query_params.get("side", "")
        if named and named not in chair.sides:
            raise RequestError(403, "This is not your seat.")
        async with room.lock, self._charged(request):
            shown = (named,) if named else (*room.turn(chair.sides)[:1], *chair.sides)[:1]
            seen = Client(shown, key=chair.sides)
            scene = seen.scene(room.looks) | {"orders": room.orders(seen)}
            scene |= room.lots.witness() | room.clock(seen) | await room.lots.told()
        room.computers.drive()
        return reply({**scene, "table": room.table(), "you": list(chair.sides)})

    async def _order(self, request: Request) -> Response:
        """One order without a WebSocket; what the seat sees after it must be asked for."""
        chair = await self._chair(request)
        order = requests.read_order(await read_json(request, BODY))
        room = await self.house.room(request.path_params["match"])
        asked = room.turn(chair.sides)
        if isinstance(order, requests.ForASide) and not order.side and len(asked) > 1:
            raise RequestError(409, f"Say for which side: {' or '.join(asked)}.")
        chair.side = asked[0] if asked else chair.side
        async with self._charged(request):
            data = await asyncio.shield(room.order(chair, order))
        return Response(data, 200, {"cache-control": "no-store"}, JSON)

    async def _rematch(self, request: Request) -> Response:
        chair = await self._chair(request)
        self._making.take(who(request))
        wish = requests.NewRematch()
        if request.headers.get("content-length", "0") != "0":
            wish = await body(request, requests.NewRematch, BODY)
        return reply(await self.house.rematch(request.path_params["match"], chair, wish.commitment), 201)

    async def _branch(self, request: Request) -> Response:
        """A match of its own from an earlier position of this one."""
        chair = await self._chair(request)
        self._making.take(who(request))
        wish = await body(request, requests.Branch, BODY)
        return reply(await self.house.branch(request.path_params["match"], chair, wish), 201)

    async def _what_if(self, request: Request) -> Response:
        """A position of this match, to be changed in the studio."""
        return await self.studio.what_if(request, await self._chair(request))

    # ------------------------------------------------------------ mail

    async def _mailbox(self, request: Request) -> Response:
        """Where letters go; the address is asked before it gets any."""
        self._making.take(who(request))
        wish = await body(request, requests.Mailbox, BODY)
        return reply({"confirmed": await self.mailing.open(wish.box, wish.address, who(request))})

    async def _letters(self, request: Request) -> Response:
        """Letters about one's seat, or none."""
        chair = await self._chair(request)
        wish = await body(request, requests.Letters, BODY)
        return reply({"address": await self.mailing.tie(request.path_params["match"], chair.sides, wish.box)})

    async def _confirm(self, request: Request) -> Response:
        """What the owner of an address says, on the page that every letter leads to."""
        self._asking.take(who(request))
        wish = await body(request, requests.Confirmed, BODY)
        await self.mailing.confirm(request.path_params["token"], wish.wanted)
        return reply({"wanted": wish.wanted})

    async def _to_school(self, request: Request) -> Response:
        """Whoever wants to learn without saying what is shown all there is, or the path of a game."""
        self._looking.take(who(request))
        game = request.path_params.get("game", "")
        return RedirectResponse(f"/#learn/{game}" if game in self.house.games else "/#learn")

    async def _unsubscribe(self, request: Request) -> Response:
        """One click in a mail program (RFC 8058)."""
        self._asking.take(who(request))
        await self.mailing.confirm(request.path_params["token"], False)
        return reply({"wanted": False})

    # ------------------------------------------------------------ finished matches

    async def _record(self, request: Request) -> Response:
        """The record file, once the match is over: until then it holds what players may not know."""
        data = await self._finished(request)
        game, scenario, _ = await self.house.summary(request.path_params["match"])
        name = f"{game.id if game else 'match'}-{scenario}-{request.path_params['match']}.grog"
        headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
        return Response(data, 200, headers, "application/x-ndjson")

    async def _verify(self, request: Request) -> Response:
        """Every die recomputed from the secret and every answer replayed."""
        self._making.take(who(request))
        data = await self._finished(request)
        try:
            found = await self.house.thinkers.run_heavy(lambda: verify(data), who(request))
        except OlderRules as error:
            return reply({"honest": False, "older": True, "error": str(error)})
        except GrognardError as error:
            return reply({"honest": False, "error": str(error)})
        room = await self.house.room(request.path_params["match"])
        doubt = "" if found.whole else "its dice were sealed more than once, so not all of them are proven"
        said = {"honest": found.whole, "error": doubt, "words": in_words(found), "secret": room.row.secret.hex()}
        return reply(said | msgspec.to_builtins(found))

    async def _analysis(self, request: Request) -> Response:
        """Who was winning when, and what cost most; while it is worked out, how far that has come.

        With `?known` nothing is begun: what has been found out already, if anything.
        """
        self._asking.take(who(request))
        match_id = request.path_params["match"]
        found = await self.analyses.find(match_id)
        if found is None and "known" in request.query_params:
            return reply({"done": False})
        if found is None:
            record, room = await self._finished(request), await self.house.room(match_id)
            found = self.analyses.begin(match_id, record, who(request), uploaded=room.row.uploaded)
        return reply(found)

    async def _report(self, request: Request) -> Response:
        """The story of a finished match as a page; while it runs, up to now for a side of one's own."""
        self._making.take(who(request))
        chair, match_id = await self._chair(request), request.path_params["match"]
        room, found = await self.house.room(match_id), await self.analyses.find(match_id)
        write = match_reports.teller(room, chair, request.query_params.get("side", ""), found)
        try:
            return match_reports.page(await self.house.thinkers.run_heavy(write, who(request)))
        except GrognardError as error:
            raise RequestError(409, str(error)) from error

    async def _finished(self, request: Request) -> bytes:
        self._asking.take(who(request))
        match_id = request.path_params["match"]
        room = await self.house.room(match_id)
        if not room.match.over:
            raise RequestError(409, "The record is sealed until the match is over: it holds what players may not know.")
        store = self.house.store
        row, bodies = await store.row(match_id), await store.lines(match_id)
        return await self.house.thinkers.run_heavy(lambda: record_of(bodies, row, store.key), who(request))

    @contextlib.asynccontextmanager
    async def _charged(self, request: Request) -> AsyncIterator[None]:
        with self._asking.of(who(request)).charged():
            yield

    async def _chair(self, request: Request) -> Client:
        self._asking.take(who(request))
        scheme, _, key = request.headers.get("authorization", "").partition(" ")
        if scheme and scheme.lower() != "bearer":
            raise RequestError(401, "Send the key of your seat as a bearer token.")
        sides = await self.house.sides_of(request.path_params["match"], key.strip()[:80])
        return Client(sides, self._talking.of(who(request)), who(request))


def loosened(limits: Limits, rate: float | None, making: float | None) -> Limits:
    """Limits with another rate of requests, or of matches made."""
    if rate is not None:
        looks = max(limits.looks, rate)
        limits = replace(limits, requests=rate, requests_at_once=rate * 5, looks=looks, looks_at_once=looks * 15)
    return limits if making is None else replace(limits, matches=making)


def is_example(what: str) -> bool:
    """Is it the picture of an example of the rulebook?"""
    return what.startswith(EXAMPLE) and what.endswith(tuple(f"-{tone}.svg" for tone in TONES))
