"""Queues: many who ask for much keep nobody out, and the more wait the shorter each turn is."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Iterator
from typing import Any

import pytest

from grognard.table import analyses, fairness
from grognard.table.analyses import Analyses
from grognard.table.fairness import Fairness
from grognard.table.queueing import Allowance
from grognard.table.wire import Refused


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The texts that had their turn, each for ever."""
    found: list[str] = []

    async def listen(self: Fairness, job: str, text: str, matches: int, address: str) -> None:
        found.append(text)
        await asyncio.sleep(3600)

    monkeypatch.setattr(Fairness, "_listen", listen)
    yield found


async def settle() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


def test_f16_whoever_has_had_no_turn_finds_a_place(
    run: Any, played: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fairness, "WAITING", 5)
    monkeypatch.setattr(fairness, "LEAST", 0.01)
    monkeypatch.setattr(fairness, "LONGEST", 0.05)

    async def attack() -> None:
        fair, texts = Fairness(), itertools.count()
        for _ in range(3):
            for n in range(5):
                fair.begin(f"attack {next(texts)}", 200, f"crowd {n}")
            await asyncio.sleep(0.5)
        for n in range(5):
            fair.begin(f"attack {next(texts)}", 200, f"crowd {n}")
        await settle()
        assert fair.begin("honest", 10, "somebody else")["done"] is False
        await asyncio.sleep(0.5)
        assert "honest" in played
        stopped = [each for each in fair._kept.values() if each.get("error") == fairness.GAVE_WAY]
        assert len(stopped) == 1 and stopped[0]["done"]
        await fair.stop()

    run(attack())


def test_f16_where_nobody_has_had_more_turns_all_places_are_taken(
    run: Any, played: list[str], monkeypatch: Any
) -> None:
    monkeypatch.setattr(fairness, "WAITING", 3)

    async def crowd() -> None:
        fair = Fairness()
        for n in range(3):
            fair.begin(f"text {n}", 10, f"somebody {n}")
        await settle()
        with pytest.raises(Refused, match="Many scenarios"):
            fair.begin("one too many", 10, "a fourth")
        await fair.stop()

    run(crowd())


def test_f16_the_more_wait_the_shorter_a_turn_is(run: Any) -> None:
    async def turn(waiting: int, more: int) -> float:
        loop, allowance = asyncio.get_running_loop(), Allowance(0.8, 0.1)
        began = loop.time()
        with pytest.raises(TimeoutError):
            async with allowance.given(waiting):
                allowance.share(more)
                await asyncio.sleep(30)
        allowance.share(5)
        return loop.time() - began

    assert run(turn(0, 0)) > 0.7 > 0.5 > run(turn(0, 3)) > 0.15
    assert run(turn(3, 1)) < 0.6 and 0.1 < run(turn(100, 100)) < 0.2


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
        with pytest.raises(Refused):
            found.begin("brought too", b"", "a third", uploaded=True)
        assert found.begin("played here", b"", "a fourth") == {"done": False, "progress": 0.0}
        await found.stop()

    run(crowd())
