"""Records of version 2 of every game, as they were saved then: they load, go on, and show what they kept."""

from __future__ import annotations

import gzip
import random
from pathlib import Path

import pytest

from grognard.engine import Match, RecordError, replay, verify
from grognard.engine.records.record import read_lines

SAVED = sorted((Path(__file__).parent / "version_2").glob("*.grog.gz"))


@pytest.mark.parametrize("path", SAVED, ids=lambda path: path.name.partition(".")[0])
def test_a_match_of_version_2_goes_on(path: Path) -> None:
    data, rng = gzip.decompress(path.read_bytes()), random.Random(2)
    match = Match.from_record(data)
    assert match.number == 60 and not match.replays
    assert [past.state.digest() for past in replay(read_lines(data))][-1:] == [match.state.digest()]
    seen = []
    for _ in range(30):
        seen.append(match.state.digest())
        ask = rng.choice(match.decision.asks)
        match.take(rng.choice(ask.actions), ask.side)
    again = Match.from_record(match.record())
    assert (again.number, again.state.digest()) == (90, match.state.digest())
    again.take_back(3)
    assert again.state.digest() == seen[-3]
    assert [past.state.digest() for past in replay(again.lines)][-2:] == [match.state.digest(), seen[-3]]


@pytest.mark.parametrize("path", SAVED, ids=lambda path: path.name.partition(".")[0])
def test_what_cannot_be_proven_any_more_is_said_with_its_version(path: Path) -> None:
    with pytest.raises(RecordError, match=r"made under version 2 of .*, and this is version \d"):
        verify(gzip.decompress(path.read_bytes()))
