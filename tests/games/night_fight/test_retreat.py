"""13.4 Retreats: how far, where to, who may interfere, and how they end."""

from __future__ import annotations

import pytest

from grognard.engine import To
from grognard.games.night_fight.rules.data import GRID
from grognard.games.night_fight.rules.fire import Blast, Result, Shot
from grognard.games.night_fight.rules.retreat import Ways, choices, nearest_enemy, open_to
from grognard.games.night_fight.rules.stacking import height, overstacked
from grognard.games.night_fight.rules.state import NightFight, Unit
from grognard.games.night_fight.rules.terrain import features
from grognard.testing import begin, offered, roll

from .situations import german, pieces, places, play, position, refused, soviet


def ends(g: NightFight, unit: str) -> set[str]:
    """Every hex in which a retreat under way can end, whatever the player chooses."""
    if not g.asks:
        return {g.pieces[unit].place}
    found = set()
    for action in offered(g):
        branch = g.clone()
        branch.answer(branch.asks[0].side, action)
        found |= ends(branch, unit)
    return found


def retreat(g: NightFight, unit: str, away: str, die: int) -> None:
    """The unit has suffered Retreat by fire from this hex."""
    begin(g, Result(unit, "R", away), dice=[die])


# ------------------------------------------------------------------ length and direction


@pytest.mark.rule("NF-13.4.3", "NF-13.4.4", "NF-13.4.5", "NF-13.4.12", "NF-22.4.2")
def test_e60_the_german_player_puts_a_soviet_gun_where_he_likes() -> None:
    g = position(german("stug_iii", "2518"), soviet("m42", "2520", spotted=True), vegetation="clear")
    retreat(g, "m42", "2518", 3)
    assert g.asks[0].side == "german"
    reached = ends(g, "m42")
    assert reached == {"2222", "2322", "2423", "2523", "2623", "2722", "2822"}
    while g.asks:
        play(g, offered(g)[0])
    assert g.pieces["m42"].pinned
    assert GRID.distance("2518", g.pieces["m42"].place) == 5


@pytest.mark.rule("NF-13.4.3")
@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
def test_one_die_of_hexes_whatever_the_terrain_costs(die: int) -> None:
    g = position(german("infantry", "1937", spotted=True), spent={"infantry": 6})
    retreat(g, "infantry", "1936", die)
    assert {GRID.distance("1937", h) for h in ends(g, "infantry")} == {die}


@pytest.mark.rule("NF-13.4.4")
def test_every_step_leads_farther_from_the_firer() -> None:
    g = position(german("infantry", "1937"))
    retreat(g, "infantry", "1935", 1)
    assert set(offered(g)) == {To(h) for h in GRID.neighbours["1937"] if GRID.distance("1935", h) == 3}
    assert refused(g, To("1936")) == "NF-13.4.4"
    retreat(g, "infantry", "1935", 2)
    assert set(offered(g)) == {To(h) for h in GRID.within("1937", 2) if GRID.distance("1935", h) == 4}
    assert refused(g, To("1938")) == "NF-13.4.3"  # on the way, but no end


@pytest.mark.rule("NF-13.4.2")
def test_only_the_target_retreats_and_static_units_do_too() -> None:
    g = position(
        *pieces("pzkpfw_iv 1935, zis3 1938 spotted, soviet_infantry 1938 spotted"),
        step=Shot("pzkpfw_iv", "zis3"),
        dice=[3, 5, 1],  # 4 - 3 is 0/1, range and armor two right: an 8 is a retreat
    )
    while g.asks:
        play(g, offered(g)[0])
    assert places(g, "soviet_infantry") == ["1938"]
    assert g.pieces["zis3"].place != "1938"
    assert g.pieces["zis3"].pinned
    assert not g.pieces["soviet_infantry"].pinned


@pytest.mark.rule("NF-13.4.2", "NF-18.0.7")
def test_a_block_house_has_nowhere_to_go_and_is_pinned() -> None:
    g = position(soviet("block_house", "1938", spotted=True), german("stug_iii", "1935"))
    g.steps = (Result("block_house", "R", "1935"),)
    g.advance()  # without a die
    assert places(g, "block_house") == ["1938"]
    assert g.pieces["block_house"].pinned


@pytest.mark.rule("NF-13.4.15", "NF-22.4.3")
def test_a_pinned_unit_still_retreats() -> None:
    g = position(german("infantry", "1937", pinned=True))
    retreat(g, "infantry", "1935", 1)
    play(g, offered(g)[0])
    assert g.pieces["infantry"].place != "1937"
    assert g.pieces["infantry"].pinned


# ------------------------------------------------------------------ where it may lead


def may_enter(g: NightFight, unit: Unit, h: str) -> bool:
    free, closed = open_to(g, unit)
    return h in free and h not in closed


@pytest.mark.rule("NF-13.4.6")
@pytest.mark.parametrize(
    ("unit", "h", "may"),
    [
        (german("pzkpfw_iv"), "2509", False),  # full building
        (german("infantry"), "2509", True),
        (german("pak36r"), "2509", True),  # a gun without its carrier
        (german("command_car"), "2509", False),
        (soviet("zis3", "2508"), "2509", True),
        (soviet("truck", "2508"), "2509", False),
        (german("infantry"), "1428", False),  # river
        (german("pzkpfw_iv"), "2520", True),  # gully
        (soviet("t34", "2519"), "2520", False),  # 8.6: closed to Soviet vehicles
        (soviet("m42", "2519"), "2520", True),
    ],
)
def test_a_retreat_uses_only_hexes_the_unit_may_enter(unit: Unit, h: str, may: bool) -> None:
    g = position()
    assert may_enter(g, unit, h) is may


@pytest.mark.rule("NF-13.4.6", "NF-22.3.11")
def test_a_lost_bridge_is_open_to_retreating_foot_only() -> None:
    g = position(bridges_out=["2028", "1429"])
    assert may_enter(g, german("infantry", "2027"), "2028")
    assert not may_enter(g, german("pzkpfw_iv", "2027"), "2028")
    assert not may_enter(g, german("infantry", "1529"), "1429")


@pytest.mark.rule("NF-8.6.10", "NF-13.4.6")
def test_a_gully_is_closed_to_units_of_the_columns_only() -> None:
    """R52"""
    g = position()
    gully = next(h for h in GRID.hexes if features(g, h) == ("gully",))
    assert may_enter(g, soviet("truck", "2314"), gully)
    assert not may_enter(g, soviet("t34", "2314"), gully)


@pytest.mark.rule("NF-13.4.6")
def test_no_retreat_through_an_enemy_of_any_kind() -> None:
    g = position(german("infantry", "1937"), soviet("dummy", "1938"))
    retreat(g, "infantry", "1936", 1)
    assert To("1938") not in offered(g)
    assert refused(g, To("1938")) == "NF-13.4.6"


@pytest.mark.rule("NF-13.4.6")
def test_the_stacking_limit_counts_at_the_end_and_not_on_the_way() -> None:
    full = [german("infantry", h) for h in GRID.neighbours["1937"] for _ in range(3)]
    g = position(german("stug_iii", "1937"), *full[:18])
    assert {height(g, h) for h in wall(g, "stug_iii", "1935", 2).first_steps()} == {3}  # through full hexes
    retreat(g, "stug_iii", "1935", 2)
    assert all(height(g, h) == 0 for h in ends(g, "stug_iii"))  # branches leave this position untouched
    g = position(german("stug_iii", "1937"), *[german("infantry", "1938") for _ in range(3)])
    retreat(g, "stug_iii", "1936", 1)
    assert To("1938") not in offered(g)


@pytest.mark.rule("NF-13.4.7")
def test_not_closer_to_a_spotted_enemy_in_view_if_there_is_another_way() -> None:
    tank = german("infantry", "1937")
    g = position(tank, soviet("zis3", "1935", spotted=True))
    retreat(g, "infantry", "1935", 1)
    assert len(offered(g)) == 3
    watcher = soviet("m42", "2140", spotted=True)
    g = position(tank, soviet("zis3", "1935", spotted=True), watcher, vegetation="clear")
    before = GRID.distance("2140", "1937")
    retreat(g, "infantry", "1935", 1)
    assert all(GRID.distance("2140", h) >= before for h in ends(g, "infantry"))
    hidden = soviet("m42", "2140")
    g = position(tank, soviet("zis3", "1935", spotted=True), hidden, vegetation="clear")
    retreat(g, "infantry", "1935", 1)
    assert len(ends(g, "infantry")) == 3


@pytest.mark.rule("NF-13.4.7")
def test_closer_to_a_spotted_enemy_if_there_is_no_other_way() -> None:
    around = [soviet("m42", h, spotted=True) for h in ("1940", "2140", "1740")]
    g = position(german("infantry", "1937"), soviet("zis3", "1935", spotted=True), *around, vegetation="clear")
    retreat(g, "infantry", "1935", 1)
    reached = ends(g, "infantry")
    assert reached
    assert {GRID.distance("1935", h) for h in reached} == {3}


# ------------------------------------------------------------------ R52 when the way is barred


def wall(g: NightFight, unit: str, away: str, left: int, tier: int = 0) -> Ways:
    piece = g.pieces[unit]
    return choices(g, piece, away, piece.place, left, False, tier)


@pytest.mark.rule("NF-13.4.6")
def test_a_step_may_keep_the_distance_if_the_end_is_farther() -> None:
    """In the corner of the map no hex is one farther from the firer, but two steps on there is one."""
    g = position(german("infantry", "3900"))
    ways = wall(g, "infantry", "3902", 2)
    assert (ways.left, ways.tier, ways.first_steps()) == (2, 2, ["3800", "3801"])
    retreat(g, "infantry", "3902", 2)
    assert {GRID.distance("3902", h) for h in ends(g, "infantry")} == {3}


@pytest.mark.rule("NF-13.4.6")
def test_keeping_the_distance_is_better_than_overstacking() -> None:
    """Two hexes back: every straight way ends in a full hex, a way round does not."""
    start, away = "1937", "1936"
    straight = [h for h in GRID.within(start, 2) if GRID.distance(away, h) == 3]
    g = position(german("stug_iii", start), wrecks=straight)
    for n, h in enumerate(h for h in straight for _ in range(2)):
        g.put(german("infantry", h, id=f"crowd-{n}"))
    ways = wall(g, "stug_iii", away, 2)
    assert (ways.left, ways.tier) == (2, 2)
    retreat(g, "stug_iii", away, 2)
    assert not any(overstacked(g, h) or height(g, h) == 3 for h in ends(g, "stug_iii"))


@pytest.mark.rule("NF-13.4.6")
def test_a_retreat_that_has_begun_keeps_its_kind_of_path() -> None:
    """Tier (c) once chosen leaves the player every path of tier (c) for the rest of the way."""
    g = position(german("infantry", "1937"))
    strict = wall(g, "infantry", "1935", 2)
    loose = wall(g, "infantry", "1935", 2, tier=2)
    assert (strict.tier, loose.tier) == (0, 2)
    assert set(strict.first_steps()) < set(loose.first_steps())


@pytest.mark.rule("NF-13.4.6", "NF-4.3.1")
def test_e39_the_end_may_be_overstacked_before_the_retreat_is_shortened() -> None:
    ways = [h for h in GRID.neighbours["1937"] if GRID.distance("1936", h) == 2]
    blocked = [soviet("dummy", h) for h in GRID.neighbours["1937"] if GRID.distance("1936", h) == 1]
    full = [german("infantry", h) for h in ways for _ in range(2)]
    g = position(german("stug_iii", "1937"), *full, *blocked, wrecks=ways)
    retreat(g, "stug_iii", "1936", 1)
    reached = ends(g, "stug_iii")
    assert reached == set(ways)
    play(g, offered(g)[0])
    place = g.pieces["stug_iii"].place
    assert height(g, place) == 4
    assert overstacked(g, place)
    assert g.pieces["stug_iii"].pinned


@pytest.mark.rule("NF-13.4.6", "NF-13.4.12")
def test_a_unit_that_cannot_go_stays_and_is_pinned() -> None:
    ring = [soviet("dummy", h) for h in GRID.neighbours["1937"]]
    g = position(german("stug_iii", "1937"), *ring)
    retreat(g, "stug_iii", "1935", 4)
    assert places(g, "stug_iii") == ["1937"]
    assert g.pieces["stug_iii"].pinned


@pytest.mark.rule("NF-13.4.6")
def test_a_barred_way_shortens_the_retreat() -> None:
    pocket = {"1937", "1938"}
    barred = sorted({h for inside in pocket for h in GRID.neighbours[inside]} - pocket)
    g = position(german("stug_iii", "1937"), *[soviet("dummy", h) for h in barred])
    ways = wall(g, "stug_iii", "1936", 3)
    assert (ways.left, ways.tier, ways.first_steps()) == (1, 0, ["1938"])
    retreat(g, "stug_iii", "1936", 3)
    assert places(g, "stug_iii") == ["1938"]
    assert g.pieces["stug_iii"].pinned


@pytest.mark.rule("NF-13.4.6")
def test_the_map_edge_is_a_wall() -> None:
    g = position(german("infantry", "3911"))
    retreat(g, "infantry", "3811", 2)
    assert all(h in GRID for h in ends(g, "infantry"))


# ------------------------------------------------------------------ artillery


@pytest.mark.rule("NF-13.4.9")
def test_a_shelled_unit_goes_from_the_nearest_enemy_to_its_friends() -> None:
    g = position(
        german("infantry", "1937"), german("pzkpfw_iv", "1939"), soviet("dummy", "1935"), soviet("zis3", "1941")
    )
    assert nearest_enemy(g, g.pieces["infantry"]) == "1935"
    g.steps = (Blast("infantry", 6),)
    roll(g, 5, 2, 2)  # column 4, a 7 is a retreat of two hexes
    g.advance()
    assert ends(g, "infantry") == {"1939"}


@pytest.mark.rule("NF-13.4.9")
def test_a_shelled_unit_goes_the_whole_way_and_ends_as_near_to_a_friend_as_it_can() -> None:
    g = position(german("infantry", "1937"), german("pzkpfw_iv", "1938"), soviet("dummy", "1935"))
    retreat(g, "infantry", "", 3)
    reached = ends(g, "infantry")
    assert {GRID.distance("1935", h) for h in reached} == {5}
    assert {GRID.distance("1938", h) for h in reached} == {2}


@pytest.mark.rule("NF-13.4.9")
def test_a_shelled_unit_is_no_friend_of_its_own() -> None:
    g = position(german("infantry", "1937"), german("pzkpfw_iv", "2341"), soviet("dummy", "1935"))
    retreat(g, "infantry", "", 2)
    assert {GRID.distance("2341", h) for h in ends(g, "infantry")} == {GRID.distance("2341", "1937") - 2}
