"""What must always be true of a position, and that it is noticed when it is not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from grognard.games.tank_leader.rules.invariants import check
from grognard.games.tank_leader.rules.morale import eliminate
from grognard.games.tank_leader.rules.state import TankLeader

from .table import field, put


def sound() -> TankLeader:
    """A tank (s1), a platoon (s3) aboard a truck (s2), a gun that hides (g4), a card on the pile, a loss, a trench."""
    g = field()
    put(g, "t34_76", "3804", "206")
    truck = put(g, "s_truck", "3808")
    put(g, "rifle", "3808", "222", carrier=truck, up=False)
    put(g, "g_flak88", "", "125", recorded="3810", up=False)
    eliminate(g, g.pieces[put(g, "t34_76", "3805", "206")])
    g.cards, g.pile = {**g.cards, "207": "pile"}, ("207",)
    g.trenches = {**g.trenches, "3809": 1}
    return g


def test_a_sound_position_passes() -> None:
    check(sound())


def unmade(g: TankLeader, unit: str, **changes: object) -> None:
    """Change a unit behind the back of everything that keeps the tables."""
    pieces: Any = g.pieces
    pieces[unit] = replace(g.pieces[unit], **changes)


def at(g: TankLeader) -> Any:
    """The table of places, to be spoilt."""
    return g.at


FAULTS: dict[str, tuple[str, Callable[[TankLeader], object]]] = {
    "two places": ("in two places", lambda g: at(g).update({"3811": ("s1",)})),
    "a place unknown": ("table of places", lambda g: at(g).pop("3804")),
    "lost and alive": ("in play and gone", lambda g: setattr(g, "out", {**g.out, "s1": g.pieces["s1"]})),
    "off the map": ("off the map", lambda g: g.change("s1", place="9999")),
    "hidden in the open": ("hidden and on the map", lambda g: unmade(g, "s1", recorded="3810")),
    "in a river": ("may not be there", lambda g: g.change("s1", place=water(g))),
    "aboard nothing": ("rides on nothing", lambda g: unmade(g, "s3", carrier="s9")),
    "left behind": ("not with its vehicle", lambda g: unmade(g, "s3", carrier="s1")),
    "awake aboard": ("face-up", lambda g: unmade(g, "s3", up=True)),
    "without a card": ("has no card", lambda g: setattr(g, "cards", {**g.cards, "206": "out"})),
    "a card lost": ("the pile is not true", lambda g: setattr(g, "cards", {**g.cards, "207": "hand"})),
    "losses forgotten": ("miscounted", lambda g: setattr(g, "losses", {**g.losses, "206": 2})),
    "no trench": ("a trench for nobody", lambda g: setattr(g, "trenches", {**g.trenches, "3809": 0})),
}


def water(g: TankLeader) -> str:
    """A hex that no tank enters."""
    return next(h for h, kind in g.country.terrain.items() if kind == "river")


@pytest.mark.parametrize("name", FAULTS)
def test_an_impossible_position_is_noticed(name: str) -> None:
    g = sound()
    words, spoil = FAULTS[name]
    spoil(g)
    with pytest.raises(AssertionError, match=words):
        check(g)
