"""12 Non-vehicle units."""

from __future__ import annotations

import pytest

from grognard.engine import Pick, To
from grognard.games.tank_leader.rules.data import CARDS, SIDES, TYPES
from grognard.games.tank_leader.rules.fire import AI, AV, FireAt, targets, why_not_fire
from grognard.games.tank_leader.rules.indirect_fire import AimIndirect, ChooseSpotter, spotters
from grognard.games.tank_leader.rules.move_paths import ReachableHexes
from grognard.games.tank_leader.rules.movement import EXIT
from grognard.games.tank_leader.rules.operations import Activate
from grognard.games.tank_leader.rules.opportunity_fire import AWAIT, HOLD, UNLESS, React, Window
from grognard.games.tank_leader.rules.spotting import DeployObserver, undeployed
from grognard.games.tank_leader.rules.state import Move
from grognard.games.tank_leader.rules.transport import why_not_load
from grognard.games.tank_leader.rules.victory import points
from grognard.games.tank_leader.rules.view import view

from .table import HILLY, act, field, offered, play, put, rule, say, told


@pytest.mark.rule("TL-12.1")
def test_non_vehicles_are_slow_and_can_be_carried() -> None:
    g = field()
    truck = put(g, "s_truck", "3804")
    for kind, card in (("rifle", "222"), ("s_fo", "221"), ("s_mortar82", "225")):
        unit = put(g, kind, "3804", card)
        assert TYPES[kind].ma == 1 and not TYPES[kind].vehicle
        assert why_not_load(g, g.pieces[truck], g.pieces[unit]) is None


@pytest.mark.rule("TL-12.12.1")
def test_infantry_moves_one_point_on_its_own_column() -> None:
    g = field()
    men = put(g, "rifle", "2118", "222")
    hexes = ReachableHexes(g, g.pieces[men], Move(men)).hexes()
    assert sorted(hexes) == sorted(g.country.sight.grid.neighbours["2118"])
    road = put(g, "rifle", "2120", "222")
    assert "2320" in ReachableHexes(g, g.pieces[road], Move(road)).hexes()  # two road hexes for a point
    g = field(HILLY)
    men = put(g, "rifle", "3123", "222")
    assert g.country.terrain["3124"] == "forest"
    assert "3124" in ReachableHexes(g, g.pieces[men], Move(men)).hexes()  # closed to vehicles


@pytest.mark.rule("TL-12.13.1", "TL-12.13.2")
def test_infantry_av_fire_reaches_its_own_hex_only_but_for_panzerschrecks() -> None:
    g = field(year=1944)
    rifles, rockets = put(g, "rifle", "3804", "222"), put(g, "g_schreck", "3806", "120")
    tank, enemy_tank = put(g, "pz4l", "3805", "106"), put(g, "t34_85", "3805", "214")
    refusal = why_not_fire(g, g.pieces[rifles], g.pieces[tank], AV)
    assert refusal is not None and refusal.rule == "TL-12.13.1"
    g.drop(tank)
    assert why_not_fire(g, g.pieces[rockets], g.pieces[enemy_tank], AV) is None
    g.change(enemy_tank, place="3804")
    assert why_not_fire(g, g.pieces[rockets], g.pieces[enemy_tank], AV) is not None
    assert {t.id for t in TYPES.values() if t.infantry and t.av_range} == {"g_schreck"}


@pytest.mark.rule("TL-12.13.3")
def test_infantry_beside_a_tank_fires_at_it_in_any_terrain() -> None:
    g = field()
    men, tank = put(g, "rifle", "3804", "222"), put(g, "pz4l", "3804", "106")
    act(g, men)
    say(g, FireAt(tank, AV), dice=[5, 5, 3, 6, 6])  # 13 + 2 - 6 + 6 = 15
    assert any("15, Hit+2" in line for line in told(g))
    assert not any("assault" in line for line in told(g))


@pytest.mark.rule("TL-12.14.1", "TL-12.14.2")
def test_same_hex_fire_by_face_up_and_face_down_infantry() -> None:
    """Example E-33."""
    for up, line in ((True, "13, Hit+1"), (False, "9, Miss")):
        g = field()
        men, tank = put(g, "g_inf", "3805", "103", up=up), put(g, "t34_76", "3804", "206")
        g.pieces[tank]
        g.change(tank, type="su85")  # defense 6
        act(g, tank)
        say(g, To("3805"))
        assert offered(g, "german") == [React(men, AV), HOLD, UNLESS, AWAIT]
        say(g, React(men, AV), dice=[5, 5, 5, 1, 2] if up else [5, 5, 5])
        assert any(line in text for text in told(g))
        assert not g.pieces[men].up


@pytest.mark.rule("TL-12.14.1")
def test_the_privilege_works_against_infantry_too() -> None:
    g = field()
    men, foe = put(g, "g_inf", "3805", "103", up=False), put(g, "rifle", "3804", "222")
    gun = put(g, "g_infgun", "3805", "119", up=False)
    act(g, foe)
    say(g, To("3805"))
    assert React(men, AI) in offered(g, "german")
    assert rule(g, React(gun, AI)) == "TL-9.4.1"  # infantry alone
    assert rule(g, React(foe, AI)) == "TL-9.4.1"  # not the mover's own side
    assert rule(g, React("nobody", AI)) is None  # there is no such unit


@pytest.mark.rule("TL-12.14.3")
def test_the_privilege_comes_with_each_entry_but_not_to_the_shaken() -> None:
    g = field()
    men = put(g, "g_inf", "3805", "103", up=False)
    put(g, "g_inf", "3805", "103", suppressed=True)
    one, two = put(g, "t34_76", "3805", "206"), put(g, "t34_76", "3805", "206")
    for mover in (one, two):
        play(g, Window(mover))
        assert offered(g) == [React(men, AV), HOLD]
        say(g, React(men, AV), dice=[1, 1, 1])
        assert not offered(g)
    g.cards = {**g.cards, "103": "shaken"}
    play(g, Window(one))
    assert not g.asks


@pytest.mark.rule("TL-12.2.1")
def test_an_observer_never_fires_and_is_fired_on_as_infantry() -> None:
    g = field()
    fo, tank = put(g, "s_fo", "3804", "221"), put(g, "pz4l", "3804", "106")
    assert TYPES["s_fo"].defense == 0 and TYPES["s_fo"].av is None and TYPES["s_fo"].ai is None
    assert not targets(g, g.pieces[fo])
    assert [(t.id, k) for t, k in targets(g, g.pieces[tank])] == [(fo, AI)]
    assert ReachableHexes(g, g.pieces[fo], Move(fo)).hexes()


@pytest.mark.rule("TL-12.21.1")
def test_an_observer_is_recorded_in_secret() -> None:
    g = field()
    fo = put(g, "s_fo", "", "221")
    play(g, DeployObserver(fo))
    assert To("0101") in offered(g) and To("6433") in offered(g)
    say(g, To("3124"))
    assert (g.pieces[fo].place, g.pieces[fo].recorded) == ("", "3124")
    assert all("3124" not in str(e) for e in g.events or () if e.visible_to("german"))
    assert fo not in [p.id for p in view(g, "german").pieces]
    assert fo in [p.id for p in view(g, "soviet").pieces]


@pytest.mark.rule("TL-12.21.2")
def test_a_reinforcements_observer_is_recorded_at_the_first_activation() -> None:
    g = field()
    fo = put(g, "s_fo", "", "221")
    put(g, "s_mortar120", "2722", "221")
    assert [u.id for u in undeployed(g, "221")] == [fo]
    play(g, Activate(("221",)))
    assert len(offered(g)) > 1800
    say(g, To("2622"))
    assert g.pieces[fo].recorded == "2622"


@pytest.mark.rule("TL-12.22.1")
def test_an_observer_appears_when_it_moves_or_an_enemy_enters() -> None:
    g = field()
    fo = put(g, "s_fo", "", "221", recorded="3805")
    act(g, fo)
    say(g, To("3806"))
    assert (g.pieces[fo].place, g.pieces[fo].recorded) == ("3806", "")
    g = field()
    fo, tank = put(g, "s_fo", "", "221", recorded="3805"), put(g, "pz4l", "3804", "106")
    act(g, tank)
    say(g, To("3805"))
    assert g.pieces[fo].place == "3805"


@pytest.mark.rule("TL-12.22.2")
def test_a_hidden_observer_is_no_target_and_stops_nobody() -> None:
    g = field()
    put(g, "s_fo", "", "221", recorded="3805")
    tank, men = put(g, "pz4l", "3804", "106"), put(g, "g_inf", "3804", "103")
    assert not targets(g, g.pieces[tank])
    assert "3805" in ReachableHexes(g, g.pieces[men], Move(men)).hexes()
    assert (
        "3805" in ReachableHexes(g, g.pieces[tank], Move(tank, transport=True)).hexes()
    )  # a seen enemy would bar a transport


@pytest.mark.rule("TL-12.22.3", "TL-12.23.1")
def test_a_hidden_observer_spots_once_a_turn_without_being_placed() -> None:
    g = field()
    fo = put(g, "s_fo", "", "221", recorded="2622")
    gun = put(g, "s_mortar120", "2722", "221")
    put(g, "panther", "2120", "115")
    g.active, g.active_side = ("221",), "soviet"
    play(g, AimIndirect(gun))
    say(g, To("2120"))
    say(g, Pick(fo), dice=[1, 1, 1, 1])
    assert (g.pieces[fo].place, g.pieces[fo].recorded, g.pieces[fo].up) == ("", "2622", False)
    assert all("2622" not in e.hexes for e in g.events or ())
    looks = {side: [str(e) for e in g.events or () if e.visible_to(side) and "looks" in str(e)] for side in SIDES}
    seen = "2120: 1 (a vehicle in the open: +1) = 2 against 2, spotted"
    assert [line.endswith(seen) for line in looks["soviet"]] == [True]
    assert [line.endswith("2120: spotted") for line in looks["german"]] == [True]  # the number would tell its distance
    second = put(g, "s_mortar120", "2722", "221")
    assert fo not in [u.id for u in spotters(g, g.pieces[second], "2120")]
    g.change(fo, up=True)
    g.active = ("222",)
    assert not spotters(g, g.pieces[second], "2120")


@pytest.mark.rule("TL-12.3.1", "TL-12.3.2")
def test_t_guns_do_not_move_by_themselves_and_others_crawl() -> None:
    g = field()
    towed, light = put(g, "s_at76", "3804", "227"), put(g, "s_at45", "3804", "225")
    act(g, towed)
    assert rule(g, To("3805")) == "TL-12.3.1"
    assert sorted(ReachableHexes(g, g.pieces[light], Move(light)).hexes()) == sorted(
        g.country.sight.grid.neighbours["3804"]
    )
    truck = put(g, "s_truck", "3804")
    assert why_not_load(g, g.pieces[truck], g.pieces[light]) is None
    act(g, light)
    assert To("3805") in offered(g)


@pytest.mark.rule("TL-12.3.3")
def test_artillery_fires_directly() -> None:
    g = field()
    gun = put(g, "g_flak88", "3804", "125")
    tank, men = put(g, "t34_76", "3810", "206"), put(g, "rifle", "3808", "222")
    assert {(t.id, k) for t, k in targets(g, g.pieces[gun])} == {(tank, AV), (men, AI)}
    assert CARDS["125"].type == "combat" and ChooseSpotter is not None


@pytest.mark.rule("TL-12.22.1", "TL-8.4.1")
def test_a_hidden_observer_may_leave_the_map_from_its_hex_and_appears() -> None:
    g = field(year=1941, scenario="on-the-road-to-moscow")
    observer = put(g, "g_fo", "", "119", recorded="6420")
    put(g, "g_mg", "2117", "119")
    act(g, observer)
    say(g, EXIT)
    assert any("appears in 6420" in line for line in told(g, "soviet"))
    assert g.out[observer].place == "exit 6420" and points(g, "german") == 4
