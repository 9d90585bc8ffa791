"""5 Reinforcements, and 15.4 how their arrival is settled."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from grognard.engine import Pick, Press, To
from grognard.engine.core.state import without
from grognard.games.tank_leader.rules.choices import BACK
from grognard.games.tank_leader.rules.data import CARDS
from grognard.games.tank_leader.rules.forces import ChooseTurn, plan_arrivals
from grognard.games.tank_leader.rules.operations import END, Activate, active_units, must_enter
from grognard.games.tank_leader.rules.opportunity_fire import HOLD, React
from grognard.games.tank_leader.rules.overrun import Overrun
from grognard.games.tank_leader.rules.reinforcements import (
    EDGE_STRETCH,
    ROAD,
    ReinforcementPhase,
    arrive,
    entry_cost,
    entry_hexes,
    reinforcement_rows,
)
from grognard.games.tank_leader.rules.state import TankLeader
from grognard.games.tank_leader.rules.terrain import LANDS
from grognard.games.tank_leader.rules.transport import Load

from .table import field, offered, play, put, rolling, rule, say, told

STOP = Press("stop here")
VARIABLE = {"entry": {"kind": "variable"}}


def waiting(g: TankLeader, kind: str, card: str, *where: str) -> str:
    unit = put(g, kind, "", card)
    g.entry = {**g.entry, card: where}
    return unit


@pytest.mark.rule("TL-4.1.1", "TL-5.1", "TL-5.1.1", "TL-5.2.4")
def test_arriving_formations_come_to_hand_in_the_reinforcement_phase() -> None:
    g = field(year=1942, scenario="steppe-patrol")
    put(g, "t34_76", "", "206")
    g.cards = {**g.cards, "206": "due", "202": "due"}
    plan_arrivals(g)
    g.turn = 3
    play(g, ReinforcementPhase())
    assert g.cards["206"] == "due"
    g.turn = 4
    play(g, ReinforcementPhase(), dice=[])
    assert (g.cards["206"], g.cards["202"]) == ("hand", "hand")
    assert g.entry["206"] == (ROAD, "6420")


@pytest.mark.rule("TL-5.2", "TL-5.3.1", "TL-7.2.3")
def test_an_arriving_formation_must_enter_when_it_is_activated() -> None:
    g = field()
    tank, tail = (waiting(g, "t34_76", "206", ROAD, "6420") for _ in range(2))
    play(g, Activate(("206",)))
    assert offered(g) == [Pick(tank), Pick(tail)]
    assert rule(g, END) == "TL-5.2"
    say(g, Pick(tank))  # there is one way on, and it is taken
    assert g.pieces[tank].place == "6420"
    say(g, STOP)
    assert g.pieces[tail].place == "6420"  # who is left has no choice, and comes on by himself
    assert g.move is not None and g.move.spent == 1  # it costs no more where another has come on before
    say(g, STOP)
    assert not g.steps  # nobody is left to act, and it is all the same who of the two lies on top


@pytest.mark.rule("TL-5.1.2")
def test_the_secretly_chosen_turn_is_told_to_its_owner_alone() -> None:
    g = field(year=1942, scenario="steppe-patrol")
    put(g, "pz3l", "", "109")
    g.cards = {**g.cards, "109": "due"}
    plan_arrivals(g)
    play(g, ChooseTurn("0"))
    assert offered(g) == [Press("turn 3"), Press("turn 4"), Press("turn 5")]
    say(g, Press("turn 4"))
    assert all(e.sees == ("german",) for e in g.events or () if "turn 4" in str(e))
    for turn, where in ((3, "due"), (4, "hand")):
        g.turn = turn
        play(g, ReinforcementPhase())
        assert g.cards["109"] == where
        assert ("B/2 arrives at 0117" in told(g, "soviet")) == (turn == 4)  # shown when it comes


@pytest.mark.rule("TL-15.4.2", "TL-5.1.1")
def test_a_die_each_turn_brings_them_on_a_listed_number() -> None:
    g = field(year=1945, scenario="battle-for-the-berlin-seelowe-highway")
    put(g, "tiger", "", "116")
    g.cards = {**g.cards, "116": "due", "104": "due"}
    plan_arrivals(g)
    g.groups = without(g.groups, "0")
    for turn, dice, where in ((4, [], "due"), (5, [4], "due"), (6, [5], "hand"), (7, [], "hand")):
        g.turn = turn
        play(g, ReinforcementPhase(), dice=dice)
        assert g.cards["116"] == where


@pytest.mark.rule("TL-15.4.2")
def test_a_die_at_the_start_is_open_to_both() -> None:
    g = field(year=1945, scenario="the-elbe-river-blues")
    with rolling(g, [4]):
        plan_arrivals(g)
    assert g.groups["1"].turn == 4
    assert [e.sees for e in g.events or ()] == [None]


@pytest.mark.rule("TL-15.4.1", "TL-15.4.3", "TL-5.1.1")
def test_the_reinforcement_deck_is_drawn_without_putting_back() -> None:
    g = field(year=1941, scenario="the-border")
    put(g, "t34_76", "", "206")
    put(g, "bt7", "", "207")
    g.cards = {**g.cards, "206": "due", "207": "due", "202": "due", "200": "due"}
    plan_arrivals(g)
    assert sorted(g.groups["0"].deck) == ["206", "207", "243", "244"]
    g.turn = 1
    play(g, ReinforcementPhase())
    assert len(g.groups["0"].deck) == 4  # not a named turn
    g.turn = 2
    play(g, ReinforcementPhase(), dice=[3])
    assert list(g.groups["0"].deck) == ["206", "207", "244"] and "draw a blank card" in told(g)[-1]
    g.turn = 3
    play(g, ReinforcementPhase(), dice=[1, 2])
    assert g.cards["206"] == "hand" and g.cards["202"] == "hand"
    g.turn = 6
    play(g, ReinforcementPhase(), dice=[2])  # the last named turn: another blank
    g.turn = 7
    play(g, ReinforcementPhase())
    assert g.cards["207"] == "due" and "0" not in g.groups


@pytest.mark.rule("TL-15.4.1")
def test_from_a_deck_without_cards_nothing_is_drawn() -> None:
    g = field(year=1941, scenario="the-border")
    plan_arrivals(g)
    g.groups = {"0": replace(g.groups["0"], deck=())}
    g.turn = 2
    play(g, ReinforcementPhase())
    assert g.groups["0"].deck == () and not told(g)


@pytest.mark.rule("TL-5.2.1", "TL-5.2.3", "TL-5.2.6")
def test_each_side_has_five_numbered_roads() -> None:
    assert LANDS.boxed().entries == {
        "german": ("0106", "0117", "0128", "1801", "1633"),
        "soviet": ("6414", "6420", "6428", "6201", "5033"),
    }


@pytest.mark.rule("TL-5.2.2", "TL-5.2.3")
@pytest.mark.parametrize(("die", "hex"), [(1, "0106"), (2, "0117"), (3, "0128"), (4, "1801"), (5, "1633")])
def test_a_die_picks_the_owners_own_road(die: int, hex: str) -> None:
    g = field()
    put(g, "pz4l", "", "106")
    g.cards = {**g.cards, "106": "due"}
    with rolling(g, [die]):
        arrive(g, ("106",), VARIABLE)
    assert g.entry["106"] == (ROAD, hex)


@pytest.mark.rule("TL-5.2.2", "TL-5.2.4", "TL-6.5.1")
@pytest.mark.parametrize(("dice", "comes", "stays"), [([2, 6], "214", "215"), ([6, 2], "215", "214")])
def test_two_formations_roll_each_for_itself_and_a_six_is_lost(dice: list[int], comes: str, stays: str) -> None:
    """Example E-37."""
    g = field(year=1945, scenario="the-elbe-river-blues")
    tanks = {card: put(g, "t34_85", "", card) for card in ("214", "215")}
    g.cards = {**g.cards, "214": "due", "215": "due", "211": "due"}
    with rolling(g, dice):
        arrive(g, ("214", "215"), VARIABLE)
    assert g.entry == {comes: (ROAD, "6420")}
    assert g.cards == {comes: "hand", stays: "out", "211": "hand"}
    assert g.out[tanks[stays]].place == "never" and not g.losses


@pytest.mark.rule("TL-5.2.5")
def test_map_edge_entry_pays_the_hex_itself() -> None:
    g = field(year=1945, scenario="the-elbe-river-blues")
    row = reinforcement_rows("the-elbe-river-blues")[1]
    tank = put(g, "t34_76", "", "206")
    g.cards = {**g.cards, "206": "due"}
    arrive(g, ("206",), row)
    assert g.entry["206"][0] == EDGE_STRETCH
    assert entry_hexes(g, g.pieces[tank]) == [
        f"01{n}" for n in range(12, 25) if g.country.may_enter(f"01{n}", "vehicle")
    ]
    assert entry_cost(g, g.pieces[tank], "0117") == 2  # not the road rate


@pytest.mark.rule("TL-5.2", "TL-7.2.1")
def test_those_on_the_map_and_waiting_trucks_may_go_first() -> None:
    g = field()
    men, truck = waiting(g, "g_inf", "107", ROAD, "0117"), put(g, "g_truck", "")
    g.entry = {**g.entry, truck: (ROAD, "0117")}
    there = put(g, "g_inf", "0819", "107")
    play(g, Activate(("107",)))
    assert {Pick(men), Pick(truck), Pick(there)} <= set(offered(g))
    assert rule(g, END) == "TL-5.2"
    say(g, Pick(truck))
    say(g, Load(men))  # nobody else can be loaded, and there is one way on
    assert g.pieces[men].place == "0117"
    say(g, STOP)
    assert END in offered(g)


def battery(*trucks: str) -> tuple[TankLeader, str, str, list[str]]:
    """A mortar and a towed gun of HQ/73 that wait at a road, with trucks beside them."""
    g = field()
    men, gun = waiting(g, "s_mortar120", "221", ROAD, "6420"), waiting(g, "s_gun76", "221", ROAD, "6420")
    found = [put(g, kind, "") for kind in trucks]
    g.entry = {**g.entry, **dict.fromkeys(found, (ROAD, "6420"))}
    play(g, Activate(("221",)))
    return g, men, gun, found


@pytest.mark.rule("TL-5.2")
def test_who_has_loaded_off_the_map_must_come_on() -> None:
    g, men, _, (truck,) = battery("s_truck")
    say(g, Pick(truck))
    assert BACK in offered(g)
    say(g, Load(men))
    assert rule(g, BACK) == "TL-5.2"


@pytest.mark.rule("TL-5.2", "TL-13.32.1")
def test_a_towed_gun_comes_on_while_a_truck_can_bring_it() -> None:
    g, men, gun, (truck,) = battery("s_truck")
    assert offered(g) == [Pick(men), Pick(truck)]
    assert rule(g, Pick(gun)) == "TL-13.32.1"
    say(g, Pick(men))
    say(g, STOP)
    assert rule(g, END) == "TL-5.2"
    say(g, Pick(truck))
    assert rule(g, To("6420")) == "TL-5.2"  # not without the gun
    say(g, Load(gun))
    say(g, STOP)
    assert g.pieces[gun].place == "6420" and not must_enter(g, active_units(g))


@pytest.mark.rule("TL-5.2", "TL-13.32.1")
def test_only_who_waits_and_can_come_on_as_it_is_has_an_entry_hex() -> None:
    g, men, gun, (truck,) = battery("s_truck")
    there = put(g, "s_mortar120", "5820", "221")
    assert entry_hexes(g, g.pieces[men]) == ["6420"]
    assert not entry_hexes(g, g.pieces[there])  # it has come on
    assert not entry_hexes(g, g.pieces[gun])  # nobody tows it yet
    assert not entry_hexes(g, g.pieces[truck])  # it has to tow the gun


@pytest.mark.rule("TL-5.2", "TL-13.32.1")
def test_one_of_two_trucks_may_go_empty_and_the_other_tows() -> None:
    g, men, gun, (one, two) = battery("s_truck", "s_truck")
    say(g, Pick(one))
    say(g, To("6420"))
    say(g, STOP)
    say(g, Pick(men))
    say(g, STOP)
    assert Pick(two) in offered(g) and rule(g, END) == "TL-5.2"
    say(g, Pick(two))
    assert offered(g) == [Load(gun), BACK]


@pytest.mark.rule("TL-5.2", "TL-13.33.2")
def test_nobody_is_loaded_where_enemies_close_every_entry_to_a_transport() -> None:
    g, men, _, (truck,) = battery("s_truck")
    for h in ("6419", "6420", "6421"):
        put(g, "g_inf", h, "103", suppressed=True)
    say(g, Pick(truck))
    assert rule(g, Load(men)) == "TL-13.33.2"
    assert To("6420") in offered(g)


@pytest.mark.rule("TL-5.3.1", "TL-5.3.2")
def test_units_enter_one_by_one_and_pay_from_the_first_hex() -> None:
    """Example E-30."""
    g = field()
    first = waiting(g, "pz4l", "106", ROAD, "0117")
    second = waiting(g, "pz4l", "106", ROAD, "0117")
    play(g, Activate(("106",)))
    say(g, Pick(second))
    for tank in (second, first):
        assert g.pieces[tank].place == "0117" and g.move is not None and g.move.unit == tank
        assert g.move.spent == 1  # half a point, no queueing
        say(g, To("0317"))
    assert told(g)[-1] == "A/2 Pz IV enters the map at 0117 and moves to 0317 by 0218"


@pytest.mark.rule("TL-5.3.2", "TL-5.3.3")
def test_beside_a_blocked_road_hex_nobody_comes_on_along_a_road() -> None:
    g = field(year=1941, scenario="tolochino-the-t-34")
    tank = waiting(g, "t34_76", "206", ROAD, "4014", "4020")
    put(g, "pz4s", "4014", "110")
    assert sorted(entry_hexes(g, g.pieces[tank])) == ["4013", "4014", "4015", "4020"]
    assert [entry_cost(g, g.pieces[tank], h) for h in ("4014", "4015")] == [1, 2]  # a road lies in 4015 too


@pytest.mark.rule("TL-5.3.4")
@pytest.mark.parametrize(("kind", "card"), [("rifle", "222"), ("s_truck", "")])
def test_infantry_may_come_on_among_enemies_who_are_on_foot_or_have_trucks(kind: str, card: str) -> None:
    g = field()
    men = waiting(g, "g_inf", "103", ROAD, "0117")
    put(g, kind, "0117", card)
    assert "0117" in entry_hexes(g, g.pieces[men])


@pytest.mark.rule("TL-5.3.3", "TL-5.3.4")
def test_a_blocked_road_hex_opens_its_neighbours_on_the_edge() -> None:
    g = field()
    tank = waiting(g, "pz4l", "106", ROAD, "0117")
    men = waiting(g, "g_inf", "103", ROAD, "0117")
    assert entry_hexes(g, g.pieces[tank]) == ["0117"]
    put(g, "t34_76", "0117", "206")
    assert sorted(entry_hexes(g, g.pieces[tank])) == ["0116", "0117", "0118"]
    assert sorted(entry_hexes(g, g.pieces[men])) == ["0116", "0118"]


@pytest.mark.rule("TL-5.3.5")
def test_a_reinforcement_is_fired_on_from_its_first_hex_on() -> None:
    g = field()
    tank = waiting(g, "pz4l", "106", ROAD, "0117")
    foe = put(g, "t34_76", "0417", "206")
    play(g, Activate(("106",)))  # it is alone, and has one way on
    assert g.pieces[tank].place == "0117"
    assert React(foe, "AV") in offered(g, "soviet")
    say(g, HOLD)
    say(g, To("0217"))
    assert React(foe, "AV") in offered(g, "soviet")  # and in the next


@pytest.mark.rule("TL-5.3.4", "TL-14.2.1", "TL-14.2.2")
def test_a_reinforcement_may_overrun_infantry_in_its_entry_hex() -> None:
    g = field()
    tank, men = waiting(g, "t34_76", "206", ROAD, "6420"), put(g, "g_inf", "6420", "103")
    play(g, Activate(("206",)))
    say(g, Pick(tank))
    assert To("6420") in offered(g) and rule(g, Overrun("0101")) == "TL-5.2.1"
    assert rule(g, Overrun("6419")) == "TL-14.2.7"  # beside a blocked hex one may come on, but nobody is there
    say(g, Overrun("6420"), dice=[5, 5])
    assert g.pieces[tank].place == "6420" and g.pieces[men].suppressed
    assert g.move is not None and g.move.spent == 8 and g.move.overran
    assert "B/2/6 T-34/76 enters the map and overruns 6420" in told(g)


@pytest.mark.rule("TL-5.2")
def test_parent_and_command_cards_come_with_the_first_member() -> None:
    g = field(year=1941, scenario="tolochino-the-t-34")
    put(g, "t34_76", "", "206")
    put(g, "kv1", "", "204")
    g.cards = {**g.cards, **dict.fromkeys(("206", "204", "200", "201", "202"), "due")}
    plan_arrivals(g)
    g.turn = 1
    play(g, ReinforcementPhase())
    assert [g.cards[c] for c in ("206", "202", "200", "201")] == ["hand", "hand", "hand", "due"]
    assert g.entry["206"] == (ROAD, "4014", "4020")
    assert CARDS["201"].type == "parent"
