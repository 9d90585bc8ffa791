"""Who thinks when: people before watched matches, matches in turn, quick players beside the searchers."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from starlette.testclient import TestClient

from grognard.players import DoctrinePlayer, RandomPlayer, SearchBudget, WorkerPlayer, make_player
from grognard.server.jobs.thinking import LEAST, FairQueue, hurry
from grognard.server.matches import computer_players
from tests.server.play import Ponderer, look, new_match, take

TWO = {"options": {"players": "2"}}


async def served(line: FairQueue, wishes: list[tuple[str, bool]]) -> list[str]:
    """In which order those who wait for the only place get it."""
    order: list[str] = []

    async def one(match_id: str, people: bool) -> None:
        async with line.place(match_id, people):
            order.append(match_id)
            await asyncio.sleep(0)

    async with line.place("busy", True):
        tasks = [asyncio.create_task(one(*wish)) for wish in wishes]
        await asyncio.sleep(0)
        assert line.waiting == len(wishes)
    await asyncio.gather(*tasks)
    return order


def test_matches_with_people_go_before_those_that_are_only_watched(run: Any) -> None:
    wishes = [("watched", False), ("played", True), ("watched-2", False), ("played-2", True)]
    assert run(served(FairQueue(1), wishes)) == ["played", "played-2", "watched", "watched-2"]


def test_matches_take_turns_however_often_one_asks(run: Any) -> None:
    wishes = [("greedy", True), ("greedy", True), ("greedy", True), ("modest", True)]
    assert run(served(FairQueue(1), wishes)) == ["greedy", "modest", "greedy", "greedy"]


def test_whoever_stops_waiting_holds_nobody_up(run: Any) -> None:
    async def use() -> bool:
        line = FairQueue(1)

        async def one() -> None:
            async with line.place("m", True):
                pass

        async with line.place("busy", True):
            waiting = [asyncio.create_task(one()) for _ in range(3)]
            await asyncio.sleep(0)
            waiting[0].cancel()
            waiting[1].cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        async with asyncio.timeout(5), line.place("next", True):
            return waiting[2].exception() is None and line.waiting == 0

    assert run(use())


def test_a_place_given_to_somebody_who_has_just_gone_is_given_on(run: Any) -> None:
    async def use() -> bool:
        line = FairQueue(1)
        async with line.place("busy", True):
            waiting = asyncio.create_task(line._take("m", True))
            await asyncio.sleep(0)
        waiting.cancel()  # it has been called, but does not know it yet
        await asyncio.gather(waiting, return_exceptions=True)
        async with asyncio.timeout(5), line.place("next", True):
            return True

    assert run(use())


@pytest.mark.parametrize(("share", "seconds"), [(1.0, 1.5), (0.5, 0.75), (0.01, 1.5 * LEAST)])
def test_searchers_think_less_when_many_wait(share: float, seconds: float) -> None:
    hurried = hurry(WorkerPlayer(SearchBudget(seconds=1.5)), share)
    assert isinstance(hurried, WorkerPlayer) and hurried.effort.seconds == seconds


def test_players_that_do_not_search_are_not_hurried() -> None:
    for player in (RandomPlayer(), DoctrinePlayer(), WorkerPlayer(SearchBudget(seconds=None))):
        assert hurry(player, 0.1) is player


def test_a_quick_player_answers_while_all_searchers_are_busy(
    table: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    ponderer = Ponderer()
    monkeypatch.setattr(
        computer_players, "make_player", lambda name: ponderer if name == "grognard" else make_player(name)
    )
    for _ in range(6):
        match, key, _ = new_match(table, seats={"german-2": "grognard"}, pace=0, **TWO)
        while look(table, match, key)["asked"] == ["german"]:
            take(table, match, key, look(table, match, key))
    assert ponderer.thinking.wait(30)
    match, key, _ = new_match(table, seats={"german-2": "recruit"}, pace=0, **TWO)
    answered = 0
    with table.websocket_connect(f"/api/matches/{match}/live") as page:
        page.send_json({"hello": key})
        while answered < 5:
            scene = page.receive_json()
            if scene.get("type") != "scene":
                continue
            answered += scene["asked"] == ["german-2"]
            if scene["ask"]:
                action = scene["ask"]["choices"][0]["action"]
                page.send_json({"do": "take", "decision": scene["decision"], "action": action})
    ponderer.enough.set()
