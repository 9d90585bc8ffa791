"""A language model at the table, through the official client of the Model Context Protocol."""

from __future__ import annotations

import asyncio
import os
import random
import re
import sys
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import pytest

pytest.importorskip("mcp")

from mcp import Client, StdioServerParameters

from grognard.assistant.catalogue import MOST_MATCHES, known_player
from grognard.assistant.seat import Seat, SeatError
from grognard.assistant.server import ABOUT, build
from grognard.engine import UnknownChoice
from grognard.players import RandomPlayer, make_player

T = TypeVar("T")


def run(told: Coroutine[Any, Any, T]) -> T:
    """What a coroutine gives, in a thread of its own: a browser of other tests may hold this one's loop."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, told).result()


def said(result: Any) -> str:
    return "\n".join(part.text for part in result.content if part.type == "text")


def numbers(text: str) -> list[int]:
    """The numbers of the answers of a question."""
    return [int(n) for n in re.findall(r"^(\d+)\. ", text.partition("Question: ")[2], re.MULTILINE)]


def seat(side: str = "German", game: str = "folio", scenario: str = "bir-salem") -> Seat:
    return Seat(game, scenario, side, RandomPlayer(), {})


# ------------------------------------------------------------------ over the wire


def test_an_assistant_plays_a_whole_match_of_folio_over_stdio() -> None:
    server = StdioServerParameters(
        command=sys.executable,
        args=["-m", "grognard", "mcp", "--opponent", "doctrine"],
        env=dict(os.environ, XDG_DATA_HOME="/nonexistent"),
    )

    async def plays() -> tuple[int, str]:
        async with Client(server) as client:
            assert client.instructions == ABOUT
            assert "folio: " in said(await client.call_tool("list_games", {}))
            told = said(await client.call_tool("new_match", {"game": "folio", "scenario": "bir-salem"}))
            answers, rng = 0, random.Random(1)
            while "Question: " in told:
                told = said(await client.call_tool("answer", {"number": rng.choice(numbers(told))}))
                answers += 1
            return answers, told

    answers, told = run(plays())
    assert answers > 20
    assert told.startswith("The match is over. It was won by ")


def test_an_assistant_finds_all_it_needs_before_it_answers() -> None:
    async def looks() -> dict[str, Any]:
        async with Client(build("random")) as client:
            tools = {tool.name: tool for tool in (await client.list_tools()).tools}
            assert all(tool.description for tool in tools.values())
            await client.call_tool("new_match", {"game": "folio", "scenario": "bir-salem", "side": "German"})
            given: dict[str, dict[str, Any]] = {
                "rules": {"game": "folio", "what": "3"},
                "charts": {"game": "folio"},
                "odds": {"answer": 0},
                "why_not": {"answer": '{"type": "Press", "button": "fly away"}'},
                "lab_play": {"game": "folio", "scenario": "bir-salem", "matches": 2, "players": {"": "random"}},
            }
            asked = ("briefing", "question", "board", "log", "hint", "result", *given)
            return {name: await client.call_tool(name, given.get(name, {})) for name in asked}

    found = run(looks())
    assert not [name for name, result in found.items() if result.is_error]
    assert "GR-1: " in said(found["why_not"]) and "Aim: " in said(found["briefing"])
    assert "of 2" in said(found["lab_play"])
    assert said(found["hint"]).strip() and "|" in said(found["charts"])


def test_a_picture_is_a_picture() -> None:
    pytest.importorskip("resvg_py")

    async def looks() -> Any:
        async with Client(build("random")) as client:
            await client.call_tool("new_match", {"game": "folio", "scenario": "bir-salem"})
            return await client.call_tool("picture", {})

    (image,) = run(looks()).content
    assert (image.type, image.mime_type) == ("image", "image/png") and len(image.data) > 10_000


@pytest.mark.parametrize(
    ("tool", "given", "says"),
    [
        ("board", {}, "There is no match yet"),
        ("new_match", {"game": "chess", "scenario": "x"}, "There is no game 'chess'"),
        ("new_match", {"game": "folio", "scenario": "x"}, "no scenario 'x'"),
        ("new_match", {"game": "folio", "scenario": "bir-salem", "side": "roman"}, "There is no side 'roman'"),
        ("new_match", {"game": "folio", "scenario": "bir-salem", "opponent": "engine:true"}, "no player 'engine:true'"),
        ("lab_play", {"game": "folio", "scenario": "bir-salem", "matches": MOST_MATCHES + 1}, "Between 1 and"),
        ("lab_play", {"game": "folio", "scenario": "bir-salem", "players": {"": "text:true"}}, "no player 'text:true'"),
    ],
)
def test_what_cannot_be_done_is_told_in_a_sentence(tool: str, given: dict[str, Any], says: str) -> None:
    async def asks() -> Any:
        async with Client(build("random")) as client:
            return await client.call_tool(tool, given)

    result = run(asks())
    assert result.is_error and says in said(result) and "Traceback" not in said(result)


# ------------------------------------------------------------------ the seat


def test_the_seat_tells_nothing_that_its_side_may_not_know() -> None:
    here = seat("german", "tank-leader", "ambush")
    g, rules = here.match.state, here.match.game.rules
    names = {p.name for p in rules.view(g, "soviet").pieces} - {p.name for p in rules.view(g, "german").pieces}
    told = " ".join([here.question(), here.board(), here.log(), here.hint(), here.drawing()])
    assert names and not [name for name in names if name in told]


def test_an_answer_that_is_not_allowed_changes_nothing() -> None:
    here = seat()
    before, number = here.match.state.digest(), here.match.number
    with pytest.raises(SeatError, match="There is no answer 9999"):
        here.action(9999)
    with pytest.raises(SeatError, match="is no answer of"):
        here.read('{"type": "Fly"}')
    with pytest.raises(SeatError, match="Refused"):
        here.take(here.read('{"type": "Press", "button": "fly away"}'))
    assert (here.match.state.digest(), here.match.number) == (before, number)


def test_an_assistant_starts_no_programs() -> None:
    assert known_player("doctrine")
    for name in ("engine:true", "text:true", "os:system", "search:0.2s"):
        with pytest.raises(UnknownChoice):
            known_player(name)
    assert make_player("search:0.2s")  # which the owner of the machine may
