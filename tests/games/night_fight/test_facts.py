"""9.0, 10.1, 10.3 What is kept of a position is forgotten as soon as it is no longer so."""

from __future__ import annotations

from msgspec.structs import replace

from grognard.games.night_fight.rules.data import GRID
from grognard.games.night_fight.rules.sight import seen_from, watched_hexes
from grognard.games.night_fight.rules.spotting import lookouts_for_hidden, may_react
from grognard.games.night_fight.rules.stacking import unmoved
from grognard.games.night_fight.rules.state import NightFight

from .situations import column, german, position, soviet


def spotted(g: NightFight) -> list[tuple[str, str]]:
    return [(unit.id, unit.place) for unit in g.spotted()]


def test_who_is_spotted_is_told_as_he_is_now() -> None:
    g = position(german("pzkpfw_iv", "1935", spotted=True), soviet("zis3", "1937", up=True))
    assert spotted(g) == [("pzkpfw_iv", "1935")]
    g.change("zis3", spotted=True)
    assert spotted(g) == [("pzkpfw_iv", "1935"), ("zis3", "1937")]
    twin = g.clone()
    g.send([g.pieces["pzkpfw_iv"]], "1936")
    assert spotted(g) == [("pzkpfw_iv", "1936"), ("zis3", "1937")]
    g.change("zis3", pinned=True)
    assert g.spotted()[1].pinned
    g.relocate({"zis3": "1938"})
    assert spotted(g) == [("pzkpfw_iv", "1936"), ("zis3", "1938")]
    g.drop("pzkpfw_iv")
    assert spotted(g) == [("zis3", "1938")]
    assert spotted(twin) == [("pzkpfw_iv", "1935"), ("zis3", "1937")]


def seen_by_soviets(g: NightFight) -> set[str]:
    watched = watched_hexes(g)
    return {h for h in GRID.hexes if watched >> GRID.index[h] & 1}


def test_watched_hexes_follow_the_soviets() -> None:
    g = position(german("pzkpfw_iv", "1935"), soviet("zis3", "1937"), soviet("maxim", "2709"), visibility=4)
    assert seen_by_soviets(g) == seen_from(g, "1937") | seen_from(g, "2709")
    g.change("zis3", place="1938")
    assert seen_by_soviets(g) == seen_from(g, "1938") | seen_from(g, "2709")
    g.drop("maxim")
    assert seen_by_soviets(g) == seen_from(g, "1938")
    g.put(soviet("t34", "2310"))
    assert seen_by_soviets(g) == seen_from(g, "1938") | seen_from(g, "2310")
    g.visibility = 2
    assert seen_by_soviets(g) == seen_from(g, "1938") | seen_from(g, "2310")


def test_the_hexes_held_are_the_same_one_by_one_and_together() -> None:
    way = ("1935", "1936", "1937", "1938")
    one_by_one = position(*(soviet(kind, h) for kind, h in zip(("t34", "zis3", "maxim"), way[1:], strict=True)))
    together = one_by_one.clone()
    moves = dict(zip(("t34", "zis3", "maxim"), way, strict=False))
    for unit, h in moves.items():
        one_by_one.change(unit, place=h)
    together.relocate(moves)
    assert [*together.soviet_hexes] == [*one_by_one.soviet_hexes] == [*way[:3]]
    assert together.at == one_by_one.at and together.pieces == one_by_one.pieces


def test_who_has_looked_does_not_react_until_the_next_phase() -> None:
    g = position(german("pzkpfw_iv", "1935"), soviet("zis3", "1937"), column(1, ["t34"], ("2309",), ahead="2310"))
    unseen, seen = (g.pieces["pzkpfw_iv"],), (replace(g.pieces["pzkpfw_iv"], spotted=True),)
    assert may_react(g, unseen, "1936") and may_react(g, unseen, "2308")
    g.tried = {**g.tried, "zis3": True}
    assert not may_react(g, unseen, "1936") and may_react(g, unseen, "2308")
    assert may_react(g, seen, "1936")
    g.tried = {**g.tried, "c1": True}
    assert not may_react(g, unseen, "2308")
    g.new_phase("Soviet fire")
    assert may_react(g, unseen, "1936")
    g.change("zis3", pinned=True)
    assert not may_react(g, unseen, "1936") and may_react(g, unseen, "2308")


def test_who_has_moved_is_no_longer_to_be_chosen_and_who_is_lost_neither() -> None:
    g = position(german("pzkpfw_iv", "1935"), german("panther", "1936"), soviet("zis3", "1937"))
    assert unmoved(g, "german") == ["pzkpfw_iv", "panther"]
    g.moved = {**g.moved, "panther": True}
    assert unmoved(g, "german") == ["pzkpfw_iv"]
    g.moved = {"pzkpfw_iv": True}
    assert unmoved(g, "german") == ["panther"]
    g.drop("panther")
    assert unmoved(g, "german") == []


def test_who_can_look_for_the_hidden_follows_both_sides_and_the_night() -> None:
    g = position(german("pzkpfw_iv", "1935"), soviet("zis3", "1937"), visibility=4)
    assert lookouts_for_hidden(g) == {"1935"}
    g.change("zis3", spotted=True)
    assert not lookouts_for_hidden(g)
    g.change("zis3", spotted=False)
    g.change("pzkpfw_iv", place="1939")
    assert lookouts_for_hidden(g) == {"1939"}
    g.visibility = 1
    assert not lookouts_for_hidden(g)
