"""The studio at the table: scenarios are laid out, changed, judged, kept, sent, played and tried out."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from functools import partial
from typing import TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from grognard.engine import Game, GrognardError, ScenarioError
from grognard.engine.game.scenario import LARGEST, ScenarioSet, parse
from grognard.server.api import studio_requests
from grognard.server.api.requests import NewMatch, RequestError, error_body
from grognard.server.api.serializers import JsonObject
from grognard.server.jobs.fairness import FairnessTrials
from grognard.server.matches.client import Client
from grognard.server.matches.registry import MatchRegistry
from grognard.server.matches.seats import ME
from grognard.server.pictures.pictures import SVG, art_mark
from grognard.server.storage.shared_results import Papers
from grognard.server.studio.saved_scenarios import SavedScenarios, read_name
from grognard.server.web.compression import JSON, CompressedBody
from grognard.server.web.limits import Buckets, who
from grognard.server.web.replies import Handler, body, reply
from grognard.studio import (
    AnyEdit,
    NoBench,
    StudioSheet,
    begin,
    bench_of,
    edited,
    examine_text,
    game_of,
    roster_of,
    sheet_of,
    what_if,
)
from grognard.studio.layout import told
from grognard.studio.maps import brushes_of, ground_in, map_in

T = TypeVar("T")
BODY = 2 * LARGEST  # of a request: the text may be escaped in it, letter by letter
TABLE = "table"  # the kind of papers from which tables are drawn
TABLES = 40  # that are remembered to be drawn
OPPONENT = "regular"


class Studio:
    """Answers what the page of the studio asks."""

    def __init__(self, house: MatchRegistry, asking: Buckets, making: Buckets) -> None:
        self.house, self.drawers, self.papers = house, SavedScenarios(house.store), Papers(house.store)
        self.fairness = FairnessTrials(self.papers)
        self._asking, self._making = asking, making
        self._tables: OrderedDict[str, tuple[str, JsonObject]] = OrderedDict()

    def handlers(self) -> dict[str, Handler]:
        """Who answers which endpoint."""
        return {
            "begin": self._begin,
            "read": self._read,
            "play": self._play,
            "keep": self._keep,
            "link": self._link,
            "map": self._map,
            "fair": self._fair,
            "fair_so_far": self._fair_so_far,
            "enough": self._enough,
            "linked": self._linked,
            "table": self._table,
            "bench": self._bench,
        }

    # ------------------------------------------------------------ laying out

    async def _bench(self, request: Request) -> Response:
        """What there is to work with: the units of the game, and what its files may hold."""
        self._asking.take(who(request))
        return reply(tools_of(self._game(request.path_params["game"])))

    async def _begin(self, request: Request) -> Response:
        self._asking.take(who(request))
        wish = await body(request, studio_requests.Begin, BODY)
        game = self._game(wish.game)
        return reply(await self._laid_out(request, lambda: sheet_of(game, begin(game, wish.scenario))))

    async def _read(self, request: Request) -> Response:
        self._asking.take(who(request))
        wish = await body(request, studio_requests.Read, BODY)
        return reply(await self._laid_out(request, lambda: laid_out(wish.text, wish.edits)))

    async def _laid_out(self, request: Request, work: Callable[[], StudioSheet]) -> StudioSheet:
        sheet = await self._worked_out(request, work)
        if sheet.table and sheet.data is not None:
            self._remember(sheet.table, sheet.data)
            if self.papers.shared:
                await self.papers.put(TABLE, sheet.table, {"text": sheet.text})
        return sheet

    def _remember(self, mark: str, data: JsonObject) -> tuple[str, JsonObject]:
        found = self._tables[mark] = str(data.get("game")), data
        self._tables.move_to_end(mark)
        while len(self._tables) > TABLES:
            self._tables.popitem(last=False)
        return found

    async def _drawn(self, mark: str) -> tuple[str, JsonObject]:
        """The game and the file that a mark stands for, which another process may have laid out."""
        if mark in self._tables:
            return self._tables[mark]
        found = await self.papers.get(TABLE, mark[:64]) if self.papers.shared else None
        if found is None:
            raise RequestError(404, "This table is no longer known; change something in its file.")
        return self._remember(mark, parse(found["text"], "scenario.toml"))

    async def _worked_out(self, request: Request, work: Callable[[], T]) -> T:
        """Work in a thread; what is wrong with a text is told as a refusal."""
        try:
            return await self.house.thinkers.run_heavy(work, who(request))
        except GrognardError as error:
            raise RequestError(422, str(error)) from error

    async def _table(self, request: Request) -> Response:
        """The table of a file as a picture."""
        self._asking.take(who(request))
        mark, what = request.path_params["mark"], request.path_params["what"]
        game, data = await self._drawn(mark)
        drawn = await self.house.thinkers.run_heavy(lambda: draw_table(self._game(game), data, what), who(request))
        return drawn.answer(request, JSON if what.endswith(".json") else SVG, "no-cache")

    # ------------------------------------------------------------ playing and trying out

    async def _play(self, request: Request) -> Response:
        """A match of it at once, against computer players."""
        self._making.take(who(request))
        wish = await body(request, studio_requests.PlayIt, BODY)
        try:
            trying = partial(self.house.own.bring, wish.text, who(request), partial(examine_text, wish.text))
            found = await self.house.thinkers.run_heavy(trying, who(request))
        except ScenarioError as error:
            return reply({**error_body(RequestError(422, str(error))), "problems": told(error.problems)}, 422)
        sides = self.house.sides_under(NewMatch(found.game.id, found.scenario.id))
        mine = wish.side if wish.side in sides else sides[0]
        seats = {side: ME if side == mine else OPPONENT for side in sides}
        made = await self.house.new_match(NewMatch(found.game.id, found.scenario.id, seats=seats), who(request))
        return reply(made, 201)

    async def _fair(self, request: Request) -> Response:
        self._asking.take(who(request))
        wish = await body(request, studio_requests.TryOut, BODY)
        await self._worked_out(request, lambda: game_of(wish.text, "scenario.toml"))
        return reply(await self.fairness.ask(wish.text, wish.matches, who(request)))

    async def _fair_so_far(self, request: Request) -> Response:
        self._asking.take(who(request))
        return reply(await self.fairness.known(request.path_params["job"]))

    async def _enough(self, request: Request) -> Response:
        self._asking.take(who(request))
        await self.fairness.give_up(request.path_params["job"], who(request))
        return reply({"stopped": True})

    async def what_if(self, request: Request, chair: Client) -> Response:
        """A position of a match as a text."""
        wish = await body(request, studio_requests.Moment, BODY)
        past, eyes = await self.house.seen(request.path_params["match"], chair, wish.frame)
        return reply({"text": await self._worked_out(request, lambda: what_if(past.game, past.state, eyes))})

    # ------------------------------------------------------------ keeping and sending

    async def _keep(self, request: Request) -> Response:
        self._asking.take(who(request))
        wish = await body(request, studio_requests.Keep, BODY)
        return reply(await self._kept(wish, who(request)))

    async def _kept(self, wish: studio_requests.Keep, whose: str) -> JsonObject:
        if wish.text:
            written = await self.house.thinkers.run_heavy(lambda: read_name(wish.text), whose)
            return await self.drawers.keep(wish.person, written)
        if wish.away:
            return await self.drawers.throw_away(wish.person, wish.name)
        if wish.name:
            return {"text": await self.drawers.text(wish.person, wish.name)}
        return await self.drawers.kept(wish.person)

    async def _link(self, request: Request) -> Response:
        self._making.take(who(request))
        wish = await body(request, studio_requests.Sent, BODY)
        written = await self.house.thinkers.run_heavy(lambda: read_name(wish.text), who(request))
        return reply({"link": await self.drawers.link(written)})

    async def _map(self, request: Request) -> Response:
        """The map in a text, as a file of its own."""
        self._asking.take(who(request))
        wish = await body(request, studio_requests.Sent, BODY)
        return reply({"text": await self._worked_out(request, lambda: map_in(wish.text))})

    async def _linked(self, request: Request) -> Response:
        self._asking.take(who(request))
        return reply({"text": await self.drawers.linked(request.path_params["mark"])})

    def _game(self, game_id: str) -> Game:
        if game_id not in self.house.games:
            raise RequestError(404, "There is no such game.")
        game = self.house.games[game_id]
        try:
            bench_of(game)
        except NoBench as error:
            raise RequestError(404, str(error)) from error
        return game


def laid_out(text: str, edits: tuple[AnyEdit, ...]) -> StudioSheet:
    """A text with changes; one that is no TOML stays as it is."""
    try:
        game = game_of(text, "scenario.toml")
    except ScenarioError as error:
        return StudioSheet(text, None, told(error.problems))
    return sheet_of(game, edited(game, text, edits) if edits else text)


def tools_of(game: Game) -> JsonObject:
    """What the page needs once."""
    bench = bench_of(game)
    assert isinstance(game.scenarios, ScenarioSet)
    return {
        "game": game.id,
        "title": game.title,
        "art": art_mark(game),
        "scenario": next(iter(game.scenarios)),
        "sides": list(bench.sides),
        "way": type(bench.units).__name__.lower(),
        "aims": any(mark.kind == "aim" for mark in bench.mark),
        "roster": [unit._asdict() for unit in roster_of(game)],
        "schema": game.scenarios.schema(),
        "options": list(game.options.values()),
        "words": brushes_of(game),
        "scenarios": [scenario.card for scenario in game.scenarios.values()],
    }


def draw_table(game: Game, data: JsonObject, what: str) -> CompressedBody:
    """A part of a table's picture: where things lie, its ground, or its lettering."""
    ground = ground_in(game, data)
    if what == "grid.json":
        return CompressedBody.of(msgspec.json.encode(ground.lie()))
    half, _, tone = what.removesuffix(".svg").partition("-")
    if half not in ("board", "letters") or tone not in ("light", "dark"):
        raise RequestError(404, "There is no such picture.")
    return CompressedBody.of(ground.halves(tone)[half == "letters"].encode())
