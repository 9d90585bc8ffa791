"""A sample of `python -m bench.stranger`: every attack is made some times at a table with its usual limits."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bench.stranger import ATTACKS, Guest
from bench.wire import Answered
from tests.serving import Forked

TIMES = 3


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Forked]:
    with Forked(str(tmp_path_factory.mktemp("stranger")), rate=40, making=0.5) as found:
        yield found


@pytest.mark.parametrize("name", ATTACKS)
def test_the_attacks_of_a_stranger_are_answered_and_find_no_fault(served: Forked, name: str) -> None:
    again = ATTACKS[name](served.port)
    for _ in range(TIMES):
        got = again()
        told = [answer for answer in (got if isinstance(got, list) else [got]) if isinstance(answer, Answered)]
        assert all(answer.status_code < 500 or answer.status_code == 503 for answer in told)


def test_after_them_a_person_plays_on(served: Forked) -> None:
    person = Guest(served.port, "folio", "sidi-zahran", "127.0.0.3")
    assert person.answer() < 5.0
