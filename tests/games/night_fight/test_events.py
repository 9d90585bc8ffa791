"""6.0 Random events."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.engine import Pick, Press, To
from grognard.games.night_fight.rules.data import BRIDGE_TABLE, EDGE_ROADS, MAJOR_BRIDGES
from grognard.games.night_fight.rules.events import EVENTS, RandomEvents
from grognard.games.night_fight.rules.rally import SovietRally
from grognard.games.night_fight.rules.sequence import GameTurn
from grognard.games.night_fight.rules.setup import Buy
from grognard.games.night_fight.rules.soviet_movement import SovietMovement
from grognard.games.night_fight.rules.spotting import attempt
from grognard.games.night_fight.rules.state import NightFight, Unit
from grognard.testing import begin, logged, offered, roll, unrolled
from tests.games.night_fight.printed import ROAD_HEXES

from .situations import MOVE, Formation, column, german, places, play, position, refused, soviet

FACES = {2: (1, 1), 3: (1, 2), 4: (1, 3), 5: (1, 4), 6: (2, 4), 7: (3, 4), 8: (4, 4), 9: (4, 5), 10: (4, 6), 11: (5, 6)}


def event(number: int, *things: Unit | Formation, dice: tuple[int, ...] = (), **fields: Any) -> NightFight:
    """The event phase with this number rolled, then these dice."""
    return position(*things, step=RandomEvents(), dice=[*FACES.get(number, (6, 6)), *dice], **fields)


@pytest.mark.rule("NF-6.0.2")
def test_an_event_that_has_occurred_is_no_event_again() -> None:
    g = event(6, happened=(6,))
    assert not g.alerted and g.happened == (6,)
    assert str(logged(g, "NF-6.0.2")[0]).startswith("No event") and unrolled(g) == []


@pytest.mark.rule("NF-6.0.3")
@pytest.mark.parametrize("number", [2, 11, 12])
def test_two_eleven_and_twelve_are_no_events(number: int) -> None:
    g = event(number)
    assert g.happened == () and logged(g, "NF-6.0.3") and unrolled(g) == []


@pytest.mark.parametrize(("number", "row"), [(3, 4), (4, 5), (5, 6), (6, 10), (7, 11), (8, 15), (10, 18)])
def test_every_event_cites_its_own_row(number: int, row: int) -> None:
    g = event(number, german("infantry", "2311"), mobile_rest=(), dice={7: (1, 1, 1), 10: (1,)}.get(number, ()))
    assert [e.cite for e in g.events or [] if str(e) == f"Event: {EVENTS[number][0]}"] == [f"NF-6.0.{row}"]


@pytest.mark.rule("NF-6.0.19")
def test_when_all_have_occurred_nothing_more_happens() -> None:
    for number in range(2, 13):
        g = event(number, happened=tuple(EVENTS))
        assert unrolled(g) == [] and g.happened == tuple(EVENTS) and not g.asks


@pytest.mark.rule("NF-6.0.2", "NF-6.0.19")
def test_what_has_occurred_is_kept_for_the_whole_scenario() -> None:
    assert event(4, happened=(3, 6)).happened == (3, 6, 4)


# ------------------------------------------------------------------ by the dice alone


@pytest.mark.rule("NF-6.0.4")
def test_e62_heavy_armour_on_the_map_may_break_down() -> None:
    panthers = [german("pzkpfw_v", h) for h in ("2301", "2303", "2305", "2307")]
    g = event(
        3,
        *panthers,
        german("pzkpfw_iv", "2309"),
        column(1, ["kv1", "kv1"], ["2330", "2331"], ahead="2329", deployed=True, up=True),
        soviet("block_house", "2333", up=True),
        dice=(2, 1, 3, 4, 1, 5),
        turn=3,
    )
    assert unrolled(g) == []  # four Panthers and two KV-1, none for the Block House or the lighter tank
    assert [u.id for u in g.pieces.values() if u.pinned] == ["pzkpfw_v-2", "1.1"]


@pytest.mark.rule("NF-6.0.4")
def test_e62_nothing_breaks_down_before_it_has_entered() -> None:
    g = event(3, *[german("pzkpfw_v") for _ in range(4)], turn=1)
    assert unrolled(g) == [] and g.happened == (3,)


@pytest.mark.rule("NF-6.0.4")
def test_hidden_heavy_tanks_do_not_roll() -> None:
    g = event(3, column(1, ["kv1", "kv1"], ["2330", "2331"], ahead="2329", deployed=True))
    assert unrolled(g) == []


@pytest.mark.rule("NF-6.0.5")
def test_soviet_command_breakdown_skips_this_turns_rally() -> None:
    g = event(4, soviet("zis3", "2314", pinned=True))
    g.steps = (SovietRally(),)
    g.advance()
    assert g.pieces["zis3"].pinned and unrolled(g) == []
    g.steps = (GameTurn(g.turn + 1),)
    g.steps[-1].run(g)
    assert not g.breakdown


@pytest.mark.rule("NF-6.0.10")
def test_e59_alerted_soviets_add_two_for_good() -> None:
    g = event(6, german("stug_iii", "2311"), soviet("soviet_infantry", "2313"), quality="recruits")
    assert g.alerted
    roll(g, 3, 2)
    infantry = g.pieces["soviet_infantry"]
    assert attempt(g, infantry, "2311") and not attempt(g, infantry, "2311")


@pytest.mark.rule("NF-6.0.11", "NF-6.0.13", "NF-6.0.14")
def test_e52_bridges_blown() -> None:
    g = event(7, dice=(3, 6, 6, 4, 2, 3, 1, 4))
    assert g.bridges_out == {"1411": True, "2915": True} and unrolled(g) == []


@pytest.mark.rule("NF-6.0.14")
def test_e63_units_on_a_blown_bridge_go_with_it() -> None:
    g = event(
        7,
        column(1, ["t34", "kv1"], ["2929", "2928"], ahead="2930", deployed=True, up=True),
        soviet("soviet_infantry", "2929"),
        dice=(1, 3, 3),
    )
    assert g.bridges_out == {"2929": True} and g.wrecks == {"2929": 1}
    assert places(g, "1.1", "soviet_infantry", "1.2") == ["gone", "gone", "2928"]


@pytest.mark.rule("NF-6.0.12", "NF-6.0.13")
def test_the_bridge_table() -> None:
    expected = ["3408", "3428", "2905", "2915", "2929", "2312", "2321", "2332", "2028", "1626"]
    assert [BRIDGE_TABLE[n] for n in range(2, 12)] == expected
    assert MAJOR_BRIDGES == ["1409", "1409", "1411", "1411", "1429", "1429"]


@pytest.mark.rule("NF-6.0.11", "NF-16.3.1")
def test_german_engineers_save_their_bridge() -> None:
    for kind in ("engineers", "sdkfz_engineers"):
        g = event(7, german(kind, "2312", pinned=True), dice=(1, 3, 4))
        assert g.bridges_out == {} and places(g, kind) == ["2312"]


@pytest.mark.rule("NF-6.0.11", "NF-6.0.14")
def test_a_charge_on_a_lost_bridge_is_wasted() -> None:
    """R57"""
    g = event(7, german("infantry", "2312"), dice=(1, 3, 4), bridges_out=["2312"])
    assert places(g, "infantry") == ["2312"] and unrolled(g) == []


@pytest.mark.rule("NF-6.0.18")
def test_visibility_changes() -> None:
    g = event(10, german("pzkpfw_iv", "2311", spotted=True), soviet("zis3", "2314"), dice=(1,), visibility=4)
    assert g.visibility == 2
    assert not g.pieces["pzkpfw_iv"].spotted  # nobody sees three hexes any more


# ------------------------------------------------------------------ Soviet reinforcements


@pytest.mark.rule("NF-6.0.6", "NF-6.0.8", "NF-6.0.9")
def test_soviet_reinforcements_arrive_as_a_new_column() -> None:
    g = event(
        5,
        column(1, ["t34"], ["2309"], ahead="2310"),
        column(3, ["t34"], ["1219"], ahead="1220"),
        dice=(3, 4, 2, 1, 2),
        mobile_rest=("kv1", "dummy", "t26"),
    )
    new = g.columns["2"]
    assert (new.track, new.ahead, new.deployed) == (("1011",), "1110", False)
    assert [g.pieces[i].type for i in new.units] == ["kv1", "t26"]
    assert g.mobile_rest == ("dummy",) and g.happened == (5,)


@pytest.mark.rule("NF-6.0.9")
def test_reinforcements_move_in_the_same_turn_like_any_column() -> None:
    g = event(5, german("infantry", "2340"), dice=(1, 1, 1, 1), mobile_rest=("kv1",))
    assert g.columns["1"].track == ("3400",)
    begin(g, SovietMovement(), dice=[4])
    assert places(g, "c1") == ["3503"]


@pytest.mark.rule("NF-6.0.6", "NF-3.0.11")
@pytest.mark.parametrize(("dice", "h"), [((1, 1), "3400"), ((1, 2), "2900"), ((3, 4), "1011")])
def test_e1_the_same_dice_give_the_same_edge_hex(dice: tuple[int, int], h: str) -> None:
    g = event(5, dice=(*dice, 1, 1), mobile_rest=("kv1",))
    assert g.columns["1"].track == (h,)


@pytest.mark.rule("NF-6.0.7")
def test_an_occupied_entry_hex_moves_them_to_the_next_closest() -> None:
    g = event(5, german("infantry", "3400"), dice=(1, 1, 1, 1), mobile_rest=("kv1",))
    assert g.columns["1"].track == ("2900",)
    g = event(5, soviet("zis3", "3400"), soviet("m42", "2900"), dice=(1, 1, 1, 1), mobile_rest=("kv1",))
    assert g.columns["1"].track == ("2300",)


@pytest.mark.rule("NF-6.0.7")
def test_the_german_player_chooses_between_equals() -> None:
    g = event(5, german("infantry", "1029"), dice=(2, 6), mobile_rest=("kv1",))
    assert offered(g) == [To("1011"), To("1644")]
    assert refused(g, To("2344")) == "NF-6.0.7"
    roll(g, 1, 1)
    play(g, To("1644"))
    assert g.columns["1"].track == ("1644",)


@pytest.mark.rule("NF-6.0.7")
def test_with_no_free_entry_hex_it_is_no_event() -> None:
    blocked = [soviet("soviet_infantry", h) for h in EDGE_ROADS[:8]] + [soviet("zis3", h) for h in EDGE_ROADS[8:]]
    g = event(5, *blocked, dice=(1, 2), mobile_rest=("kv1",))
    assert g.happened == () and g.columns == {}


@pytest.mark.rule("NF-6.0.8")
def test_no_more_arrive_than_are_left() -> None:
    g = event(5, dice=(1, 1, 6, 1, 1), mobile_rest=("kv1", "t26"))
    assert len(g.columns["1"].units) == 2 and g.mobile_rest == ()


@pytest.mark.rule("NF-6.0.9")
def test_without_a_free_marker_nobody_comes() -> None:
    columns = [column(n, ["t34"], [h], ahead=h) for n, h in enumerate(("2309", "1608", "1219", "1636", "2336"), 1)]
    g = event(5, *columns, mobile_rest=("kv1",))
    assert len(g.columns) == 5 and unrolled(g) == [] and g.happened == (5,)


# ------------------------------------------------------------------ intelligence report


@pytest.mark.rule("NF-6.0.15")
def test_three_hidden_pieces_are_turned_up_and_not_spotted() -> None:
    g = event(8, *[soviet(k, h) for k, h in (("zis3", "2311"), ("dummy", "2313"), ("m42", "2315"), ("maxim", "2317"))])
    play(g, Pick("zis3"), Pick("dummy"), Pick("m42"))
    assert not g.asks
    assert [(u.id, u.up, u.spotted) for u in g.pieces.values()] == [
        ("zis3", True, False),
        ("m42", True, False),
        ("maxim", False, False),
    ]


@pytest.mark.rule("NF-6.0.15")
def test_or_all_of_one_column_even_in_its_box() -> None:
    g = event(8, soviet("zis3", "2311"), column(1, ["kv1", "dummy", "t34"], ["2309"], ahead="2310"))
    play(g, Press("column 1"))
    assert not g.asks
    assert [(i, g.pieces[i].up) for i in g.columns["1"].units] == [("1.1", True), ("1.3", True)]
    assert places(g, "c1", "1.1", "1.2") == ["2309", "box-1", "gone"] and not g.pieces["zis3"].up


@pytest.mark.rule("NF-6.0.15")
def test_not_a_column_after_the_first_piece() -> None:
    g = event(8, soviet("zis3", "2311"), soviet("m42", "2315"), column(1, ["kv1"], ["2309"], ahead="2310"))
    play(g, Pick("zis3"))
    assert refused(g, Press("column 1")) == "NF-6.0.15"
    play(g, Press("stop"))
    assert not g.asks and not g.pieces["m42"].up


@pytest.mark.rule("NF-6.0.15")
def test_a_column_of_dummies_dissolves() -> None:
    g = event(8, column(1, ["dummy", "dummy"], ["2309"], ahead="2310"))
    play(g, Press("column 1"))
    assert g.columns == {} and g.pieces == {}


# ------------------------------------------------------------------ German reinforcements


@pytest.mark.rule("NF-6.0.16", "NF-6.0.17", "NF-3.0.20")
def test_german_reinforcements_are_bought_at_once_and_enter_next() -> None:
    g = position(
        german("command_car", "2311"), dice=[*FACES[9], 4, 5], bought={"command_car": 1}, points={"german": 0}, turn=4
    )
    g.steps = (MOVE, RandomEvents())
    g.advance()
    assert g.points == {"german": 9}
    play(g, Buy("pzkpfw_iv"), Press("done"))
    assert g.phase == "German movement" and refused(g, Press("end")) == "NF-7.0.3"
    newcomer = next(u.id for u in g.pieces.values() if u.type == "pzkpfw_iv")
    play(g, Pick(newcomer))
    south = {a.hex for a in offered(g) if isinstance(a, To) and a.hex.startswith("39") and a.hex in ROAD_HEXES}
    assert south == {"3911", "3922", "3936"}
    play(g, To("3911"))
    assert To("3910") in offered(g)  # after turn 1 it may leave the road


@pytest.mark.rule("NF-6.0.17")
def test_reinforcements_that_cannot_enter_are_lost_without_a_wreck() -> None:
    walls = [soviet("soviet_infantry", h) for h in ("3911", "3922", "3936")]
    g = position(german("pzkpfw_iv"), german("infantry", "2311"), *walls, step=MOVE, turn=4)
    assert refused(g, Pick("pzkpfw_iv")) == "NF-7.0.6"
    play(g, Press("end"))
    assert places(g, "pzkpfw_iv") == ["gone"] and g.wrecks == {}
    assert logged(g, "NF-6.0.17")


@pytest.mark.rule("NF-6.0.16", "NF-20.2.1")
def test_late_points_are_shared() -> None:
    g = event(9, dice=(4, 5), players=2)
    assert g.points == {"german": 4, "german-2": 4}
