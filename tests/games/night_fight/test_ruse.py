"""21.1 Lures for the columns at Kursk."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from grognard.engine import NEVER, Action, Pick, To
from grognard.games.night_fight import GAME
from grognard.games.night_fight.mind.plans import ruse_decoys, ruse_pays, short_entry
from grognard.games.night_fight.mind.weights import BY_HAND
from grognard.games.night_fight.rules.state import NightFight

from .situations import MOVE, column, german, position

BEYOND_THE_RIVER = column(1, ["t34"], ["1219", "1220"], ahead="1218")
ON_THE_SHORT_WAY = column(2, ["t34"], ["2309", "2310"], ahead="2308")
IN_THE_WEST = column(2, ["t34"], ["2336", "2337"], ahead="2335")
FAR_WEST = column(1, ["t34"], ["1636", "1637"], ahead="1635")


def at_the_start(*columns: Any, first: str = "pzkpfw_iv", **more: Any) -> NightFight:
    """Two trucks and two tanks that are about to enter, with one of them chosen."""
    force = [german(kind) for kind in ("truck_supply", "truck_supply", "pzkpfw_iv", "pzkpfw_iv")]
    settings: dict[str, Any] = {"scenario": "ghost-column", "step": MOVE, "turn": 1} | more
    g = position(*force, *columns, **settings)
    g.answer("german", Pick(first))
    return g


def judged(g: NightFight, action: Action, **weights: Any) -> float:
    g.judge_by(replace(BY_HAND, **weights))
    return GAME.mind.judged(g, "german", [action])[0]


def prefers_the_short_way(g: NightFight, **weights: Any) -> bool:
    return judged(g, To("3612"), **weights) > judged(g, To("3621"), **weights)


def test_the_force_leaves_the_short_way_to_the_lures_where_columns_are_near_it() -> None:
    force = at_the_start(BEYOND_THE_RIVER)
    assert short_entry(force) == "3911"
    assert ruse_decoys(force) == ["truck_supply", "truck_supply-2"]
    assert prefers_the_short_way(force)
    assert not prefers_the_short_way(force, ruse=10.0)
    assert prefers_the_short_way(at_the_start(BEYOND_THE_RIVER, first="truck_supply"), ruse=10.0)


def test_a_column_must_stand_near_the_bridges_of_the_short_way() -> None:
    assert ruse_pays(at_the_start(BEYOND_THE_RIVER, IN_THE_WEST))
    for elsewhere in ((ON_THE_SHORT_WAY,), (FAR_WEST, IN_THE_WEST)):
        g = at_the_start(*elsewhere)
        assert not ruse_pays(g)
        assert judged(g, To("3612"), ruse=10.0) == judged(g, To("3612"))


def test_there_is_a_ruse_only_as_the_night_begins_and_where_there_are_two_ways() -> None:
    assert not ruse_pays(at_the_start(BEYOND_THE_RIVER, ON_THE_SHORT_WAY, turn=2))
    assert not ruse_pays(at_the_start(BEYOND_THE_RIVER, ON_THE_SHORT_WAY, bridges_out={"1429": True}))
    assert not ruse_pays(at_the_start(BEYOND_THE_RIVER, ON_THE_SHORT_WAY, scenario="kharkov"))


def test_a_captured_t34_takes_no_lure_along() -> None:
    g = position(
        german("t34r"), *[german("truck_supply") for _ in range(2)], german("infantry"),
        BEYOND_THE_RIVER, ON_THE_SHORT_WAY, scenario="ghost-column", step=MOVE, turn=1,
    )  # fmt: skip
    g.answer("german", Pick("t34r"))
    assert judged(g, Pick("truck_supply")) == judged(g, Pick("infantry")) > 0
    assert judged(g, Pick("truck_supply"), ruse=10.0) == NEVER < judged(g, Pick("infantry"), ruse=10.0)
