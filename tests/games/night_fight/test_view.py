"""10.0 What a player may think of: everything face down is dealt anew, everything he knows stays."""

from __future__ import annotations

import random

import pytest

from grognard.games.night_fight.rules.invariants import check
from grognard.games.night_fight.rules.state import NightFight
from grognard.games.night_fight.rules.view import determinize

from .situations import column, position, soviet

SEEDS = range(30)


def dealt(g: NightFight, seed: int) -> NightFight:
    return determinize(g, "german", random.Random(seed))


def thought(g: NightFight, unit: str) -> set[str]:
    """What a piece is taken for, in one deal or another."""
    return {dealt(g, seed).pieces[unit].type for seed in SEEDS}


def two_and_two(*kinds: str) -> NightFight:
    """Two pieces at stars and two in a column, face down, one face up, and what was never drawn."""
    first, second, lead, tail = kinds
    body = column(1, [lead, tail], ["2314"], ahead="2315")
    guns = soviet(first, "1939", id="a"), soviet(second, "1941", id="b")
    known = soviet("maxim", "1943", up=True)
    return position(*guns, known, body, static_rest=("guards", "dummy"), mobile_rest=("recon",))


@pytest.mark.rule("NF-10.0.1", "NF-3.0.8")
def test_what_lies_face_down_is_dealt_out_of_its_own_pool() -> None:
    g = two_and_two("m42", "zis3", "t34", "kv1")
    assert thought(g, "a") == thought(g, "b") == {"m42", "zis3", "guards", "dummy"}
    assert thought(g, "1.1") == thought(g, "1.2") == {"t34", "kv1", "recon"}
    assert thought(g, "maxim") == {"maxim"} and thought(g, "c1") == {"column"}
    assert (g.pieces["a"].type, g.static_rest) == ("m42", ("guards", "dummy"))  # the table itself is untouched


@pytest.mark.rule("NF-3.0.8")
def test_a_deal_makes_no_piece_and_loses_none() -> None:
    g = two_and_two("m42", "zis3", "t34", "kv1")
    for seed in SEEDS:
        twin = dealt(g, seed)
        check(twin)
        static = [twin.pieces[i].type for i in ("a", "b")]
        mobile = [twin.pieces[i].type for i in ("1.1", "1.2")]
        assert sorted([*static, *twin.static_rest]) == ["dummy", "guards", "m42", "zis3"]
        assert sorted([*mobile, *twin.mobile_rest]) == ["kv1", "recon", "t34"]


@pytest.mark.rule("NF-10.0.1")
def test_a_deal_does_not_depend_on_what_is_true() -> None:
    one = two_and_two("m42", "zis3", "t34", "kv1")
    other = two_and_two("zis3", "m42", "kv1", "t34")
    assert [dealt(one, seed).digest() for seed in SEEDS] == [dealt(other, seed).digest() for seed in SEEDS]


@pytest.mark.rule("NF-18.0.2")
def test_who_has_blown_a_bridge_can_only_be_engineers() -> None:
    """Who lies beside them may be anybody, and so may engineers in another place."""
    hidden = soviet("soviet_engineers", "2028"), soviet("m42", "2028"), soviet("soviet_engineers", "1939", id="others")
    g = position(*hidden, bridges_out=["2028"], static_rest=("zis3",))
    assert thought(g, "soviet_engineers") == {"soviet_engineers"}
    assert thought(g, "m42") == thought(g, "others") == {"m42", "zis3", "soviet_engineers"}
