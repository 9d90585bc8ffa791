"""The server killed at any moment: every acknowledged move is there afterwards, every other absent or whole."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from bench.kills import one_life
from bench.serving import Nursery
from grognard.engine import SHELF

KILLS = 3


@pytest.fixture(scope="module")
def nursery() -> Iterator[Nursery]:
    with Nursery() as found:
        yield found


@pytest.mark.parametrize("seed", [0, 1, 2], ids=["people", "computers", "two processes"])
def test_a_killed_server_loses_nothing_it_has_acknowledged(
    nursery: Nursery, url: str, tmp_path: Path, seed: int
) -> None:
    """A sample of `make kills`: matches of all games, each record verified in the end."""
    folder, database = tmp_path / "data", "" if url.startswith("sqlite") else url
    if seed == 2 and not database:
        pytest.skip("one process serves a folder")
    folder.mkdir(exist_ok=True)
    found = one_life(nursery, str(folder), database, seed, KILLS)
    assert found["by two processes"] == (KILLS if seed == 2 else 0)
    assert found["kills"] == KILLS and found["answers"] > KILLS and found["records"] == len(SHELF)
    wrong = ("wrong", "lost", "lost in the end", "more than were given", "records that do not verify")
    assert {name: found[name] for name in wrong} == dict.fromkeys(wrong, 0)
