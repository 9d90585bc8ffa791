"""7.2 to 7.7 Who may be fired at from how far, by whom, and what comes of it, as it is played."""

from __future__ import annotations

import pytest

from grognard.games.panzer_blitz.rules.direct_fire import Fire
from grognard.testing import offered, play, refused

from .helpers import field, operate, pair, put, state_of


@pytest.mark.rule("PB-7.2.4", "PB-2.3.4")
@pytest.mark.parametrize(
    ("kind", "distance", "why"),
    [("br_rifle", 2, ""), ("br_rifle", 3, ""), ("br_rifle", 4, "PB-2.3.4"), ("br_carrier", 3, "PB-2.3.4")],
)
def test_infantry_fires_one_hex_farther_than_its_range_and_nobody_else_does(kind: str, distance: int, why: str) -> None:
    a, b = pair(distance)
    g = field()
    unit = put(g, kind, a)
    put(g, "ge_gren", b)
    operate(g, "british", a)
    assert refused(g, Fire(b)) == why and (Fire(b) in offered(g)) != bool(why)
    if not why:
        play(g, Fire(b), dice=[6, 5])
        told = str((g.events or [])[-1])
        assert state_of(g, unit) == "spent" and ("AP 2.5 : 6" if distance == 3 else "AP 5 : 6") in told
