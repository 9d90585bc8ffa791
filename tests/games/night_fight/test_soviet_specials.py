"""18.0 Soviet special units: artillery, engineers, command posts, depots, block houses."""

from __future__ import annotations

import pytest

from grognard.engine import To
from grognard.games.night_fight.rules.combat_table import shifts
from grognard.games.night_fight.rules.data import TYPES
from grognard.games.night_fight.rules.fire import Blast, Shot, supplied_by_depot
from grognard.games.night_fight.rules.german_movement import GermanMovement, MoveStack
from grognard.games.night_fight.rules.rally import near_command_post, rally_modifiers
from grognard.games.night_fight.rules.setup import place_static
from grognard.games.night_fight.rules.soviet_fire import SovietFire
from grognard.games.night_fight.rules.soviet_movement import MoveAlone, SovietMovement
from grognard.games.night_fight.rules.stack_moves import Walk
from grognard.testing import logged, offered, roll, unrolled

from .situations import german, pieces, places, position, refused, soviet

# ------------------------------------------------------------------ artillery


@pytest.mark.rule("NF-18.0.1", "NF-15.2.1", "NF-15.2.2", "NF-15.4.1")
def test_artillery_that_spots_falls_on_all_units_of_the_hex_and_is_gone() -> None:
    g = position(
        *pieces("infantry 1935, pzkpfw_iv 1935, artillery 1938"),
        step=SovietFire(),
        dice=[4, 6, 1, 6, 3],  # 3 against 2 is 0/1: a 7 pins; 3 against 4, outgunned, is -3: a 9 does nothing
    )
    assert places(g, "artillery") == ["gone"]
    assert [g.pieces[i].pinned for i in ("infantry", "pzkpfw_iv")] == [True, False]
    assert unrolled(g) == []


@pytest.mark.rule("NF-18.0.1", "NF-10.3.11")
def test_the_hex_it_fell_on_is_spotted_for_those_who_see_it() -> None:
    pieces = (german("pzkpfw_iv", "1935"), soviet("artillery", "1937"))
    g = position(*pieces, soviet("m42", "1938"), step=SovietFire(), dice=[4, 1, 1, 1, 1])
    assert g.pieces["pzkpfw_iv"].spotted
    assert g.fired == {"m42": 1}
    g = position(*pieces, step=SovietFire(), dice=[4, 1, 1])
    assert not g.pieces["pzkpfw_iv"].spotted  # with the piece gone nobody has it in view


@pytest.mark.rule("NF-18.0.1")
def test_artillery_looks_like_any_static_piece_while_germans_move() -> None:
    g = position(german("pzkpfw_iv", "1940"), soviet("artillery", "1935"))
    g.steps = (GermanMovement(("german",), begun=True), Walk(("pzkpfw_iv",), ("1939",)))
    roll(g, 1)
    g.advance()
    assert g.tried == {"artillery": True}
    assert places(g, "artillery") == ["1935"]


@pytest.mark.rule("NF-18.0.1")
def test_artillery_bars_its_hex() -> None:
    g = position(german("infantry", "1935"), soviet("artillery", "1936"), step=MoveStack(("infantry",)))
    assert To("1936") not in offered(g)
    assert refused(g, To("1936")) == "NF-8.0.6"


@pytest.mark.rule("NF-18.0.1")
def test_artillery_is_immune_to_shelling() -> None:
    g = position(soviet("artillery", "1936"), step=Blast("artillery", 6))
    assert places(g, "artillery") == ["1936"]
    assert not g.pieces["artillery"].up


# ------------------------------------------------------------------ engineers


@pytest.mark.rule("NF-18.0.2", "NF-19.0.3")
def test_engineers_set_up_on_a_bridge_have_blown_it_and_stay() -> None:
    g = position()
    unit = place_static(g, "soviet_engineers", "2321")
    assert g.bridges_out == {"2321": True}
    assert (unit.place, unit.up) == ("2321", False)
    place_static(g, "soviet_engineers", "2320")
    place_static(g, "zis3", "2332")
    assert g.bridges_out == {"2321": True}


@pytest.mark.rule("NF-18.0.2")
def test_engineers_are_foot_of_strength_two() -> None:
    what = TYPES["soviet_engineers"]
    assert (what.strength, what.anti_tank, what.weight, what.kind) == (2, False, "", "foot")
    assert (what.static > 0, what.mobile) == (True, 0)


# ------------------------------------------------------------------ command posts


@pytest.mark.rule("NF-18.0.3")
@pytest.mark.parametrize(
    ("post", "up", "helps"), [("1938", True, True), ("1939", True, False), ("1938", False, False), ("1935", True, True)]
)
def test_a_known_command_post_within_three_hexes_helps_rally(post: str, up: bool, helps: bool) -> None:
    g = position(soviet("t34", "1935", pinned=True), soviet("command_post", post, up=up))
    assert near_command_post(g, g.pieces["t34"]) is helps
    assert sum(m.value for m in rally_modifiers(g, g.pieces["t34"])) == helps


@pytest.mark.rule("NF-18.0.3")
def test_a_pinned_command_post_still_helps_and_two_help_no_more_than_one() -> None:
    g = position(*pieces("t34 1935 pinned, command_post 1936 pinned, command_post 1937 up"))
    assert sum(m.value for m in rally_modifiers(g, g.pieces["t34"])) == 1


@pytest.mark.rule("NF-18.0.3")
def test_a_command_post_does_nothing_for_germans() -> None:
    g = position(german("pzkpfw_iv", "1935", pinned=True), soviet("command_post", "1936", up=True))
    assert [m.cite for m in rally_modifiers(g, g.pieces["pzkpfw_iv"])] == ["NF-14.0.2"]


# ------------------------------------------------------------------ depots


@pytest.mark.rule("NF-18.0.4")
@pytest.mark.parametrize(
    ("depot", "up", "supplied"), [("1938", True, True), ("1939", True, False), ("1938", False, False)]
)
def test_reach_of_a_depot(depot: str, up: bool, supplied: bool) -> None:
    g = position(soviet("t34", "1935", up=True), soviet("supply", depot, up=up))
    assert supplied_by_depot(g, g.pieces["t34"]) is supplied


@pytest.mark.rule("NF-18.0.4", "NF-13.0.4")
def test_two_rolls_are_made_at_one_target() -> None:
    g = position(
        *pieces("pzkpfw_vi 1937 spotted, pzkpfw_iv 1937 spotted, zis3 1939 up, supply 1940 up"),
        visibility=2,
        step=SovietFire(),
        dice=[1, 1, 1, 1],
    )
    assert [event.args["target"] for event in logged(g, "NF-13.3.4")] == ["PzKpfw VI", "PzKpfw VI"]
    assert "supply" in g.pieces  # it is not used up


# ------------------------------------------------------------------ block houses


@pytest.mark.rule("NF-18.0.7")
def test_every_shot_of_a_block_house_has_a_strength_of_its_own() -> None:
    for strength, label in ((6, "2"), (1, "-3")):  # outgunned two left, range one right, armor one right
        g = position(
            *pieces("pzkpfw_iv 1938 spotted, block_house 1935 up"),
            step=Shot("block_house", "pzkpfw_iv"),
            dice=[strength, 1, 1],
        )
        (event,) = logged(g, "NF-13.3.4")
        assert event.args["column"] == label


@pytest.mark.rule("NF-18.0.8", "NF-22.5.3")
def test_a_block_house_is_outgunned_by_anti_tank_targets() -> None:
    assert not TYPES["block_house"].anti_tank
    assert TYPES["block_house"].fires
    assert not TYPES["block_house"].leaves_wreck
    g = position(*pieces("pzkpfw_iv 1935 spotted, block_house 1937 spotted"))
    assert [m.value for m in shifts(g, g.pieces["block_house"], g.pieces["pzkpfw_iv"]) if m.cite == "NF-22.5.3"] == [-2]


@pytest.mark.rule("NF-18.0.7", "NF-22.3.5")
def test_a_block_house_defends_with_nought_behind_its_walls() -> None:
    g = position(*pieces("stug_iii 1935, block_house 1939 spotted"), step=Shot("stug_iii", "block_house"), dice=[1, 1])
    (event,) = logged(g, "NF-13.3.4")
    assert event.args["column"] == "2"  # 4 against 0, walls three left, armor one right


@pytest.mark.rule("NF-22.3.5")
@pytest.mark.parametrize(("up", "points", "place"), [(True, 4, "1936"), (True, 5, "1937"), (False, 3, "1937")])
def test_a_known_block_house_off_the_road_costs_four_points(up: bool, points: int, place: str) -> None:
    """And one more for the friends in it; a hidden one tells nobody by what it costs."""
    ring = [soviet("block_house", "1937", up=up)]
    g = position(german("infantry", "1941"), soviet("t34", "1936", up=True), *ring, visibility=2)
    g.steps = (MoveAlone("t34", points, ("1937", "1938"), begun=True),)
    g.passed = {"german": True}
    g.advance()
    assert places(g, "t34") == [place]


@pytest.mark.rule("NF-8.7.7")
def test_static_pieces_never_move() -> None:
    g = position(
        german("infantry", "1941"), soviet("truck", "1936"), soviet("zis3", "1936"), visibility=2, step=SovietMovement()
    )
    assert places(g, "truck", "zis3") == ["1936", "1936"]
