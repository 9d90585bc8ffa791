"""Queues: many who ask for much keep nobody out, and the more wait the shorter each turn is."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from grognard.server.api.requests import RequestError
from grognard.server.jobs import analyses, fairness
from grognard.server.jobs.analyses import Analyses
from grognard.server.jobs.fairness import FairnessTrials
from grognard.server.jobs.work_queue import Allowance


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The texts that had their turn, each for ever."""
    found: list[str] = []

    async def listen(self: FairnessTrials, job: str, text: str, matches: int, address: str) -> None:
        found.append(text)
        await asyncio.sleep(3600)

    monkeypatch.setattr(FairnessTrials, "_listen", listen)
    yield found


async def settle() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


async def until(happened: Callable[[], object]) -> None:
    async with asyncio.timeout(60):
        while not happened():
            await asyncio.sleep(0.01)


def test_f16_whoever_has_had_no_turn_finds_a_place(
    run: Any, played: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fairness, "WAITING", 5)
    monkeypatch.setattr(fairness, "LEAST", 0.01)
    monkeypatch.setattr(fairness, "LONGEST", 0.05)

    async def attack() -> None:
        fair, texts = FairnessTrials(), itertools.count()
        for _ in range(3):
            for n in range(5):
                fair.begin(f"attack {next(texts)}", 200, f"crowd {n}")
            await until(lambda: not fair._playing)
        for n in range(5):
            fair.begin(f"attack {next(texts)}", 200, f"crowd {n}")
        await settle()
        assert fair.begin("honest", 10, "somebody else")["done"] is False
        await until(lambda: "honest" in played)
        stopped = [each for each in fair._kept.values() if each.get("error") == fairness.GAVE_WAY]
        assert len(stopped) == 1 and stopped[0]["done"]
        await fair.stop()

    run(attack())


def test_f16_where_nobody_has_had_more_turns_all_places_are_taken(
    run: Any, played: list[str], monkeypatch: Any
) -> None:
    monkeypatch.setattr(fairness, "WAITING", 3)

    async def crowd() -> None:
        fair = FairnessTrials()
        for n in range(3):
            fair.begin(f"text {n}", 10, f"somebody {n}")
        await settle()
        with pytest.raises(RequestError, match="Many scenarios"):
            fair.begin("one too many", 10, "a fourth")
        await fair.stop()

    run(crowd())


def test_f16_the_more_wait_the_shorter_a_turn_is(run: Any) -> None:
    async def turn(waiting: int, more: int) -> float:
        """How long a turn is when it begins while some wait, and then others."""
        allowance, began = Allowance(900.0, 45.0), asyncio.get_running_loop().time()
        async with allowance.given(waiting):
            allowance.share(more)
            assert allowance._now is not None
            end = allowance._now[0].when()
        allowance.share(5)
        assert end is not None
        return round(end - began)

    assert [run(turn(9, more)) for more in (0, 1, 3, 8, 100)] == [900, 450, 225, 100, 45]


def test_f16_a_turn_ends(run: Any) -> None:
    async def turn() -> None:
        async with Allowance(3600.0, 0.01).given(10**9):
            await asyncio.sleep(3600)

    with pytest.raises(TimeoutError):
        run(turn())


def test_f16_records_that_are_brought_along_leave_places_to_matches_played_here(
    run: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analyses, "BROUGHT", 2)

    async def listen(self: Analyses, match_id: str, record: bytes) -> None:
        await asyncio.sleep(3600)

    monkeypatch.setattr(Analyses, "_listen", listen)

    async def crowd() -> None:
        found = Analyses()
        for n in range(2):
            found.begin(f"brought {n}", b"", f"somebody {n}", uploaded=True)
        with pytest.raises(RequestError):
            found.begin("brought too", b"", "a third", uploaded=True)
        assert found.begin("played here", b"", "a fourth") == {"done": False, "progress": 0.0}
        await found.stop()

    run(crowd())
