"""What must always be true of a position, and that it is noticed when it is not."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from grognard.games.folio.rules.state import ELIMINATED
from grognard.games.korsun.rules.invariants import check
from grognard.games.korsun.rules.state import Pocket
from tests.games.korsun.situation import pocket


def sound() -> Pocket:
    """A sleeper, one who is awake, a counter spent, another given up for air supply, and a group that is gone."""
    units = {"S-18TC-110": "5105", "S-18TC-170": "5107", "S-16TC-Var": ELIMINATED, "G-57-179": "4007"}
    g = pocket(units, asleep=["S-18TC-110"], markers={"16TC": (), "Luftwaffe": (7,)})
    g.gone = {**g.gone, "16TC": True}
    g.luftwaffe, g.air_supply = (7, 8), g.air_supply - 1
    return g


def test_a_sound_position_passes() -> None:
    check(sound())


FAULTS: dict[str, tuple[str, Callable[[Pocket], object]]] = {
    "two in a hex": ("share 4007", lambda g: g.change("S-18TC-170", place="4007")),
    "a counter too many": ("Relief has counters", lambda g: setattr(g, "markers", {**g.markers, "Relief": (6,) * 15})),
    "a counter that was given up": (
        "Luftwaffe has counters",
        lambda g: setattr(g, "markers", {**g.markers, "Luftwaffe": (6,)}),
    ),
    "support from the dead": ("16TC is gone", lambda g: setattr(g, "markers", {**g.markers, "16TC": (1,)})),
    "air supply for nothing": ("out of step", lambda g: setattr(g, "air_supply", 2)),
    "asleep at Korsun": ("may not sleep", lambda g: setattr(g, "asleep", {"G-57-179": True})),
    "asleep for ever": ("dead and asleep", lambda g: g.change("S-18TC-110", place=ELIMINATED)),
}


@pytest.mark.parametrize("name", FAULTS)
def test_an_impossible_position_is_noticed(name: str) -> None:
    g = sound()
    words, spoil = FAULTS[name]
    spoil(g)
    with pytest.raises(AssertionError, match=words):
        check(g)
