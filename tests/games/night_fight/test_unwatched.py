"""5.3, 5.6 Where nobody can see it a move is made in one piece; it ends where something may happen."""

from __future__ import annotations

from grognard.board.hexes.paths import link_route
from grognard.games.night_fight.rules.german_movement import GermanMovement
from grognard.games.night_fight.rules.map_data import LANDS
from grognard.games.night_fight.rules.soviet_fire import SovietActs
from grognard.games.night_fight.rules.soviet_movement import Advance
from grognard.games.night_fight.rules.stack_moves import Walk
from grognard.games.night_fight.rules.state import NightFight, Unit
from grognard.testing import logged

from .situations import column, german, position, soviet

WAY = ("1936", "1937", "1938")


def walks(*others: Unit) -> NightFight:
    """A tank after one run of its walk to the east."""
    g = position(german("pzkpfw_iv", "1935"), *others, visibility=2)
    g.steps = (GermanMovement(("german",), begun=True), Walk(("pzkpfw_iv",), WAY))
    g.steps[-1].run(g)
    return g


def test_a_way_that_nobody_watches_is_told_hex_by_hex() -> None:
    g = walks()
    assert g.pieces["pzkpfw_iv"].place == "1938" and [*g.at] == ["1938"] == [*g.german_hexes]
    assert [str(line) for line in logged(g)] == [f"PzKpfw IV moves to {h}" for h in WAY]
    assert [type(step) for step in g.steps] == [GermanMovement]


def test_the_first_hex_in_view_halts_it_for_a_moment() -> None:
    assert walks(soviet("zis3", "1939")).pieces["pzkpfw_iv"].place == "1937"


def test_so_does_a_friend_in_a_hex() -> None:
    assert walks(german("infantry", "1936")).pieces["pzkpfw_iv"].place == "1936"


def test_and_whoever_would_be_lost_sight_of() -> None:
    g = walks(soviet("zis3", "1933", up=True, spotted=True))
    assert g.pieces["pzkpfw_iv"].place == "1936" and not g.pieces["zis3"].spotted


def test_who_has_looked_already_halts_nobody_he_has_not_found() -> None:
    g = position(german("pzkpfw_iv", "1935"), soviet("zis3", "1939"), visibility=2)
    g.steps, g.tried = (GermanMovement(("german",), begun=True), Walk(("pzkpfw_iv",), WAY)), {"zis3": True}
    g.steps[-1].run(g)
    assert g.pieces["pzkpfw_iv"].place == "1938"


def test_but_one_who_is_spotted_may_be_fired_at() -> None:
    g = position(german("pzkpfw_iv", "1935", spotted=True), soviet("zis3", "1937"), visibility=2)
    g.steps, g.tried = (GermanMovement(("german",), begun=True), Walk(("pzkpfw_iv",), ("1936",))), {"zis3": True}
    g.steps[-1].run(g)
    assert [type(step) for step in g.steps] == [GermanMovement, Walk, SovietActs]


def marched(*others: Unit) -> int:
    """How many hexes a column goes in one run with six points."""
    way = tuple(link_route(LANDS["ghost-column"].road_links, "2309", ["2320"]) or ())
    g = position(column(1, ["t34", "t34"], way[:1], ahead=way[1]), *others, visibility=2)
    g.steps = (Advance("1", way[-1], 6, way[1:]),)
    g.steps[-1].run(g)
    assert g.columns["1"].track[::-1] == way[: len(g.columns["1"].track)]
    assert g.columns["1"].ahead == way[len(g.columns["1"].track)]
    assert g.spent["c1"] == len(g.columns["1"].track) - 1
    return way.index(g.pieces["c1"].place)


def test_a_column_that_no_german_can_see_or_light_goes_on() -> None:
    assert marched(german("pzkpfw_iv", "3922")) > 1


def test_a_column_that_could_be_lit_goes_hex_by_hex() -> None:
    assert marched(german("command_car", "3922", flares=1)) == 1
