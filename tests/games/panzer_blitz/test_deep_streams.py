"""14.6 Deep Streams through hexes: no map of the box has one, a map of one's own may."""

from __future__ import annotations

from functools import cache

import pytest

import grognard
from grognard.games.panzer_blitz.rules.close_assault import why_not_cat
from grognard.games.panzer_blitz.rules.data import TYPES
from grognard.games.panzer_blitz.rules.direct_fire import guard, why_not_fire
from grognard.games.panzer_blitz.rules.indirect_fire import why_not_gun
from grognard.games.panzer_blitz.rules.movement_costs import Price, price
from grognard.games.panzer_blitz.rules.opportunity_fire import reaction_pool
from grognard.games.panzer_blitz.rules.overrun import points_short
from grognard.games.panzer_blitz.rules.state import PanzerBlitz
from grognard.games.panzer_blitz.rules.terrain import terrain_modifiers, water_kind
from grognard.studio import begin, edited
from grognard.studio.edits import Paint

from .helpers import PLAIN, field, put, rule

A, B, C = PLAIN


@cache
def with_a_deep_stream() -> str:
    """A scenario on a map of its own: a deep stream runs from A through B, where a bridge is, to C."""
    game = grognard.game("panzer-blitz")
    strokes = (
        Paint("terrain", "deep stream", PLAIN),
        Paint("line", "deep stream", (f"{A}/{B}",)),
        Paint("line", "deep stream", (f"{B}/{C}",)),
        Paint("bridge", "stone", (B,)),
    )
    return game.add_scenario(edited(game, begin(game, "les-duanes"), strokes), "deep.toml").id


def refusals(g: PanzerBlitz, place: str, target: str) -> list[str]:
    """Why units of a hex may not fire, assault, shell, overrun, react."""
    rifle, tank, mortar = (g.pieces[put(g, kind, place)] for kind in ("br_rifle", "br_sherman", "br_3in_mortar"))
    put(g, "ge_gren", target)
    found = why_not_fire(g, rifle, target, "AP"), why_not_cat(g, rifle, target), why_not_gun(g, mortar)
    reaction = "" if reaction_pool(g, place, "AP") else "PB-14.6.1"
    return [*map(rule, found), rule(points_short(g, tank, target)), reaction]


@pytest.mark.rule("PB-14.6.1")
def test_nobody_attacks_out_of_a_deep_stream_in_any_way() -> None:
    beside = "2421"
    assert refusals(field(), A, beside) == [""] * 5
    assert refusals(field(with_a_deep_stream()), A, beside) == ["PB-14.6.1"] * 5


@pytest.mark.rule("PB-14.6.1", "PB-14.7.1")
def test_who_stands_on_a_bridge_over_it_fires_until_the_bridge_is_gone() -> None:
    g = field(with_a_deep_stream())
    rifle = g.pieces[put(g, "br_rifle", B)]
    assert guard(g, "british") == [rifle]
    g.broken = {B: True}
    assert guard(g, "british") == []


@pytest.mark.rule("PB-14.6.5", "PB-14.6.10")
def test_no_vehicle_crosses_it_and_who_is_in_it_has_cover() -> None:
    g = field(with_a_deep_stream())
    rifle, tank = (g.pieces[put(g, kind, A)] for kind in ("br_rifle", "br_sherman"))
    g.broken = {B: True}
    assert water_kind(g, A, B) == "deep stream"
    on_foot = price(g, rifle, A, B)
    assert isinstance(on_foot, Price) and on_foot.all and rule(price(g, tank, A, B)) == "PB-14.6.5"
    assert [m.cite for m in terrain_modifiers(g, TYPES["br_rifle"], A)] == ["PB-14.6.10"]
