"""What must always be true of a position, and that it is noticed when it is not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from grognard.games.night_fight.rules.data import STATIC_POOL
from grognard.games.night_fight.rules.invariants import check
from grognard.games.night_fight.rules.state import NightFight

from .situations import column, german, pieces, position


def sound() -> NightFight:
    """Germans on the map and off it, Soviets, a column on the march, one deployed, a wreck, a river bridge lost."""
    return position(
        *pieces("stug_iii 1935, m42 1939, soviet_engineers 1429"),
        german("infantry"),
        column(1, ["t34", "kv1"], ["2314", "2313"], ahead="2315"),
        column(2, ["t26", "su76"], ["2320", "2319"], ahead="2321", deployed=True),
        wrecks=["1937"],
        bridges_out=["1429"],
        points={"german": 0},
        static_rest=tuple(sorted((Counter(STATIC_POOL) - Counter(("m42", "soviet_engineers"))).elements())),
    )


def test_a_sound_position_passes() -> None:
    check(sound())


def spoilt(table: Any, **changes: object) -> None:
    """Change a table behind the back of everything that keeps it."""
    table.update({key.lstrip("_"): value for key, value in changes.items()})


def columned(g: NightFight, number: str, **changes: object) -> None:
    g.columns = {**g.columns, number: replace(g.columns[number], **changes)}


FAULTS: dict[str, Callable[[NightFight], object]] = {
    "off the map": lambda g: g.change("m42", place="9999"),
    "in a river": lambda g: g.change("m42", place=water(g, "river")),
    "in a stream": lambda g: g.change("stug_iii", place=water(g, "stream")),
    "a place unknown": lambda g: spoilt(g.pieces, m42=replace(g.pieces["m42"], place="1940")),
    "both sides in a hex": lambda g: g.change("m42", place="1935"),
    "a German hex unknown": lambda g: g.german_hexes.pop("1935"),
    "a Soviet hex unknown": lambda g: g.soviet_hexes.pop("1939"),
    "a hex of both": lambda g: spoilt(g.german_hexes, _1939=True),
    "a hex of nobody": lambda g: spoilt(g.german_hexes, _1941=True),
    "an empty column": lambda g: columned(g, "1", units=()),
    "a stranger in a column": lambda g: spoilt(g.pieces, **{"1.2": replace(g.pieces["1.2"], column="2")}),
    "in a column that is not": lambda g: spoilt(g.pieces, m42=replace(g.pieces["m42"], column="3")),
    "a slot too few": lambda g: columned(g, "2", slots=(0,)),
    "slots out of order": lambda g: columned(g, "2", slots=(1, 0)),
    "a marker elsewhere": lambda g: columned(g, "1", track=("2313",)),
    "a piece too many": lambda g: setattr(g, "static_rest", STATIC_POOL),
    "no bridge to lose": lambda g: spoilt(g.bridges_out, _1941=True),
    "a wreck of nothing": lambda g: spoilt(g.wrecks, _1937=0),
    "points owed": lambda g: spoilt(g.points, german=-1),
}


def water(g: NightFight, kind: str) -> str:
    """A hex of a river or a stream without a bridge."""
    return next(h for h, rows in g.land.features["normal"].items() if kind in rows)


@pytest.mark.parametrize("name", FAULTS)
def test_an_impossible_position_is_noticed(name: str) -> None:
    g = sound()
    FAULTS[name](g)
    with pytest.raises(AssertionError):
        check(g)
