"""13.2 Indirect fire and fire zones."""

from __future__ import annotations

import pytest

from grognard.engine import Pick, To
from grognard.games.tank_leader.rules.choices import BACK
from grognard.games.tank_leader.rules.fire import AI, why_not_fire
from grognard.games.tank_leader.rules.indirect_fire import (
    OPEN_FIRE,
    AimIndirect,
    ChooseSpotter,
    GatherGuns,
    best_shot,
    clear_silent_zones,
    indirect_fire,
    shell_targets,
    spotters,
    why_not_direct,
    why_not_shell,
    zone_strength,
)
from grognard.games.tank_leader.rules.operations import EndActivation
from grognard.games.tank_leader.rules.opportunity_fire import React, Window, go
from grognard.games.tank_leader.rules.state import TankLeader, Zone
from grognard.games.tank_leader.rules.unit_operations import SHELL
from grognard.games.tank_leader.rules.view import view

from .table import act, field, offered, play, put, rolling, rule, say, told


def regiment(g: TankLeader) -> tuple[str, str, str, str]:
    """The 73rd's observer and two guns, and the Panther on the road in 2120, of the worked example."""
    fo = put(g, "s_fo", "2622", "221")
    big, small = put(g, "s_mortar120", "2722", "221"), put(g, "s_gun76", "2722", "221")
    panther = put(g, "panther", "2120", "115")
    g.active, g.active_side = ("221", "222"), "soviet"
    return fo, big, small, panther


@pytest.mark.rule("TL-13.2.1", "TL-13.24.1", "TL-13.25.1", "TL-13.26.1", "TL-13.27.1", "TL-13.21.4")
def test_the_worked_example() -> None:
    """Example E-17."""
    g = field()
    fo, big, small, panther = regiment(g)
    play(g, AimIndirect(big))
    assert offered(g) == [To("2120"), BACK]
    say(g, To("2120"))
    say(g, Pick(fo))
    say(g, Pick(small))
    say(g, Pick(fo), dice=[1, 6, 5, 5, 4, 4])  # spots; 16 - 2 + 1 = 15; 8 + 2 > 9
    assert any("15, Hit+2" in line for line in told(g))
    assert g.pieces[panther].suppressed and told(g)[-1] == "A fire zone lies on 2120"
    assert not any(g.pieces[u].up for u in (fo, big, small))
    assert g.zones["2120"] == (Zone("soviet", 6, 7, (big, small)),)


@pytest.mark.rule("TL-13.2.1")
def test_an_active_gun_is_asked_at_which_hex_it_fires() -> None:
    g = field()
    _, big, _, _ = regiment(g)
    act(g, big)
    say(g, SHELL)
    assert offered(g) == [To("2120"), BACK]


@pytest.mark.rule("TL-13.21.1")
def test_only_boxed_ranges_fire_indirectly_and_no_further() -> None:
    g = field()
    fo, big, small, _ = regiment(g)
    at_gun = put(g, "s_at45", "2722", "225")
    refusal = why_not_shell(g, g.pieces[at_gun], "2120")
    assert refusal is not None and refusal.rule == "TL-13.21.1"
    g.change(small, place="2822")
    assert why_not_shell(g, g.pieces[small], "2120") is not None  # range 6
    assert why_not_shell(g, g.pieces[big], "2120") is None
    assert shell_targets(g, g.pieces[fo]) == []


@pytest.mark.rule("TL-13.21.2")
def test_no_shells_on_friends() -> None:
    g = field()
    _, big, _, _ = regiment(g)
    put(g, "t34_76", "2120", "206")
    refusal = why_not_shell(g, g.pieces[big], "2120")
    assert refusal is not None and refusal.rule == "TL-13.21.2"


@pytest.mark.rule("TL-13.21.2", "TL-13.14.1", "TL-12.22.2")
@pytest.mark.parametrize(("place", "recorded"), [("3806", ""), ("", "3806")])
def test_an_observer_seen_or_hidden_keeps_the_fire_of_its_own_side_away(place: str, recorded: str) -> None:
    g = field()
    fo, gun = put(g, "g_fo", place, "108", recorded=recorded), put(g, "g_mortar", "3803", "108")
    men, target = put(g, "g_inf", "3804", "103"), put(g, "rifle", "3806", "222")
    g.active, g.active_side = ("108",), "german"
    refusal = why_not_shell(g, g.pieces[gun], "3806")
    assert refusal is not None and refusal.rule == "TL-13.21.2"
    refusal = why_not_fire(g, g.pieces[men], g.pieces[target], AI)
    assert refusal is not None and refusal.rule == "TL-13.14.1"
    g.change(fo, place=place and "3805", recorded=recorded and "3805")
    assert why_not_shell(g, g.pieces[gun], "3806") is None
    assert why_not_fire(g, g.pieces[men], g.pieces[target], AI) is None


@pytest.mark.rule("TL-13.21.3")
def test_guns_that_see_nothing_do_not_opportunity_fire() -> None:
    g = field()
    _, big, _, panther = regiment(g)
    g.visibility = 5
    play(g, Window(panther))
    assert React(big, "AV") not in offered(g)
    g = field()
    gun, mover = put(g, "s_mortar120", "2117", "221"), put(g, "panther", "2521", "115")
    put(g, "t34_76", "2520", "206")
    play(g, Window(mover))
    assert React(gun, "AV") not in offered(g) and not g.country.sight.sees("2117", "2521")  # near, but out of sight


@pytest.mark.rule("TL-13.21.4")
def test_no_quick_kill_in_indirect_fire() -> None:
    g = field()
    fo, big, _, panther = regiment(g)
    g.change(panther, type="pz2")
    with rolling(g, [1, 6, 6, 6]):
        indirect_fire(g, "2120", ((big, fo),))
    assert panther not in g.pieces and not g.pieces[big].up and not g.pieces[big].quick


@pytest.mark.rule("TL-13.22.1", "TL-13.22.3")
def test_the_spotter_is_the_gun_or_an_active_star() -> None:
    g = field()
    fo, big, small, _ = regiment(g)
    hq, rifle = put(g, "rifle_hq", "2622", "222"), put(g, "rifle", "2622", "222")
    assert {u.id for u in spotters(g, g.pieces[big], "2120")} == {fo, hq, big}
    refusal = why_not_direct(g, g.pieces[rifle], g.pieces[big], "2120")
    assert refusal is not None and refusal.rule == "TL-13.22.1"
    g.change(hq, up=False)
    assert hq not in {u.id for u in spotters(g, g.pieces[big], "2120")}
    assert g.pieces[fo].what.av is None and small in g.pieces


@pytest.mark.rule("TL-13.22.2")
def test_another_formations_spotter_needs_to_be_active_with_it() -> None:
    g = field()
    _, big, _, _ = regiment(g)
    hq = put(g, "rifle_hq", "2622", "222")
    g.active = ("221",)
    refusal = why_not_direct(g, g.pieces[hq], g.pieces[big], "2120")
    assert refusal is not None and refusal.rule == "TL-13.22.1"
    g.active = ("221", "222")
    assert why_not_direct(g, g.pieces[hq], g.pieces[big], "2120") is None


@pytest.mark.rule("TL-13.23.1")
def test_a_german_spotter_may_be_anywhere_and_serves_any_number() -> None:
    g = field()
    fo = put(g, "g_fo", "2622", "108")
    guns = [put(g, "g_mortar", h, "108") for h in ("2123", "2017")]
    put(g, "t34_76", "2120", "206")
    g.active, g.active_side = ("108",), "german"
    assert why_not_direct(g, g.pieces[fo], g.pieces[guns[0]], "2120") is None
    assert why_not_direct(g, g.pieces[fo], g.pieces[guns[1]], "2120", ((guns[0], fo),)) is None
    play(g, GatherGuns("2120", ((guns[0], fo),)))
    say(g, Pick(guns[1]))
    say(g, Pick(fo), dice=[6, 1, 1, 1])
    assert g.zones["2120"][0].guns == tuple(guns)


@pytest.mark.rule("TL-13.23.2")
def test_a_soviet_spotter_is_within_three_hexes_and_serves_one_hex() -> None:
    g = field()
    fo, big, small, _ = regiment(g)
    far = put(g, "s_mortar120", "2622", "221")
    refusal = why_not_direct(g, g.pieces[fo], g.pieces[far], "2120", ((big, fo),))
    assert refusal is not None and refusal.rule == "TL-13.23.2"
    assert why_not_direct(g, g.pieces[fo], g.pieces[small], "2120", ((big, fo),)) is None
    g.change(far, place="2625")
    assert why_not_direct(g, g.pieces[fo], g.pieces[far], "2120") is None  # three hexes are near enough
    g.change(far, place="2626")
    refusal = why_not_direct(g, g.pieces[fo], g.pieces[far], "2120")
    assert refusal is not None and refusal.rule == "TL-13.23.2"


@pytest.mark.rule("TL-13.23.3")
def test_one_spotting_a_turn() -> None:
    g = field()
    fo, big, small, _ = regiment(g)
    with rolling(g, [6, 1, 1, 1]):
        indirect_fire(g, "2120", ((big, fo),))
    assert fo not in {u.id for u in spotters(g, g.pieces[small], "2120")}


@pytest.mark.rule("TL-13.24.1")
def test_a_spotter_that_fails_takes_its_guns_with_it() -> None:
    g = field()
    fo, big, small, panther = regiment(g)
    g.change(panther, exp=2)
    g.change(fo, exp=0)
    with rolling(g, [1]):  # number 2, +1 -1 -1
        indirect_fire(g, "2120", ((big, fo), (small, fo)))
    assert not any(g.pieces[u].up for u in (fo, big, small)) and not g.zones


@pytest.mark.rule("TL-13.24.1")
def test_of_two_spotters_one_that_fails_takes_only_its_own_gun_with_it() -> None:
    """R-65."""
    g = field()
    fo, big, small, panther = regiment(g)
    hq = put(g, "rifle_hq", "2622", "222")
    g.change(panther, exp=2)
    with rolling(g, [1, 6, 1, 1, 1]):  # number 2, +1 -1
        indirect_fire(g, "2120", ((big, fo), (small, hq)))
    assert g.zones["2120"] == (Zone("soviet", 4, 3, (small,)),)
    assert not any(g.pieces[u].up for u in (fo, hq, big, small))


@pytest.mark.rule("TL-13.26.1", "TL-13.27.1", "TL-13.28.1", "TL-13.28.2")
def test_everything_in_the_hex_is_struck_each_by_its_own_list() -> None:
    g = field()
    fo, big, _, panther = regiment(g)
    men = put(g, "g_inf", "2120", "103")
    with rolling(g, [1, 1, 1, 1, 1, 1, 1]):
        indirect_fire(g, "2120", ((big, fo),))
    lines = told(g, "german")
    fires = [line for line in lines if "Artillery fires" in line]
    assert len(fires) == 2 and lines[lines.index(fires[0]) + 1] == "A fire zone lies on 2120"
    assert "Grenadier" in fires[0] and "= 6, Miss" in fires[0]  # 3 + 4 - 1
    assert "Panther" in fires[1] and "= -4, Miss" in fires[1]  # 3 + 2 - 8 + 1 - 2
    shot = best_shot(g, [g.pieces[big]], g.pieces[men], 2, 4, below=False)
    assert (shot.kind, shot.strength) == ("AI", 4)
    assert best_shot(g, [g.pieces[big]], g.pieces[men], 9, 4, below=False).strength == 4  # however good its AV is
    assert best_shot(g, [g.pieces[big]], g.pieces[panther], 2, 4, below=True).kind == "AV"
    truck = put(g, "g_truck", "2120")
    assert best_shot(g, [], g.pieces[truck], 2, 9, below=False).kind == "AI"
    assert best_shot(g, [], g.pieces[truck], 9, 2, below=False).kind == "AV"


def zone(g: TankLeader) -> tuple[str, str]:
    big, small = put(g, "s_mortar120", "2722", "221"), put(g, "s_gun76", "2722", "221")
    g.zones = {**g.zones, "2120": (Zone("soviet", 6, 7, (big, small)),)}
    return big, small


@pytest.mark.rule("TL-13.27.2", "TL-13.27.5")
def test_a_zone_strikes_whoever_enters() -> None:
    """Example E-25."""
    g = field()
    zone(g)
    men = put(g, "rifle", "2119", "222")
    with rolling(g, [4, 3, 3, 1, 2]):  # 10 + 6 - 2 = 14
        go(g, men, "2120")
    assert any("14, Hit+1" in line for line in told(g))


@pytest.mark.rule("TL-13.27.3")
def test_a_zone_is_halved_once_and_goes_with_its_last_gun() -> None:
    """Example E-25."""
    g = field()
    big, small = zone(g)
    g.change(big, suppressed=True)
    assert zone_strength(g, g.zones["2120"][0]) == (3, 3)
    men = put(g, "rifle", "2119", "222")
    with rolling(g, [4, 3, 3, 1, 2]):  # 10 + 2 - 2 = 10
        go(g, men, "2120")
    assert any("10, Hit" in line for line in told(g))
    g.drop(small)
    clear_silent_zones(g)
    assert not g.zones


@pytest.mark.rule("TL-13.27.3")
def test_a_zone_of_three_guns_is_halved_once_though_two_are_silent() -> None:
    """R-66."""
    g = field()
    big, small = zone(g)
    third = put(g, "s_mortar82", "2722", "225")
    g.zones = {**g.zones, "2120": (Zone("soviet", 7, 10, (big, small, third)),)}
    g.drop(big)  # eliminated
    assert zone_strength(g, g.zones["2120"][0]) == (3, 5)
    g.change(small, suppressed=True)
    assert zone_strength(g, g.zones["2120"][0]) == (3, 5)


@pytest.mark.rule("TL-13.27.3")
def test_a_zone_without_guns_strikes_nobody_and_is_gone_when_the_activation_ends() -> None:
    g = field()
    for gun in zone(g):
        g.change(gun, suppressed=True)
    men = put(g, "g_inf", "2119", "103")
    go(g, men, "2120")  # no die is rolled
    assert not g.zones and not told(g)
    for gun in zone(g):
        g.change(gun, suppressed=True)
    play(g, EndActivation())
    assert not g.zones


@pytest.mark.rule("TL-13.27.5")
def test_the_zone_comes_before_opportunity_fire() -> None:
    """Example E-39."""
    g = field()
    zone(g)
    foe = put(g, "t34_76", "2117", "206")
    tank = put(g, "pz4l", "2221", "106")
    act(g, tank)
    say(g, To("2120"), dice=[4, 4, 4, 2, 2])  # 12 + 0 + 1 - 2 = 11, Hit; passed
    fires = [line for line in told(g) if "fires at" in line]
    assert len(fires) == 1 and "The fire zone" in fires[0] and "11, Hit" in fires[0]
    assert React(foe, "AV") in offered(g, "soviet")


@pytest.mark.rule("TL-13.29.1")
def test_a_gun_that_spots_for_itself_doubles_its_strengths() -> None:
    g = field()
    _, big, _, _ = regiment(g)
    with rolling(g, [6, 1, 1, 1]):
        indirect_fire(g, "2120", ((big, big),))
    assert g.zones["2120"] == (Zone("soviet", 4, 8, (big,)),)


@pytest.mark.rule("TL-13.25.1")
def test_guns_join_until_fire_is_opened() -> None:
    g = field()
    fo, big, small, _ = regiment(g)
    play(g, ChooseSpotter(big, "2120"))
    say(g, Pick(fo))
    assert offered(g) == [Pick(small), OPEN_FIRE]
    say(g, OPEN_FIRE, dice=[6, 1, 1, 1])
    assert g.zones["2120"][0].guns == (big,) and g.pieces[small].up
    play(g, AimIndirect(small))
    assert rule(g, To("3804")) == "TL-13.21.1"


@pytest.mark.rule("TL-13.27.3")
def test_a_zone_whose_guns_are_all_silent_is_no_longer_shown() -> None:
    g = field()
    big, small = zone(g)
    assert [(m.place, m.text) for m in view(g, None).markers if m.kind == "fire zone"] == [("2120", "6/7")]
    g.change(big, suppressed=True)
    assert [m.text for m in view(g, None).markers if m.kind == "fire zone"] == ["3/3"]
    g.change(small, suppressed=True)
    assert not [m for m in view(g, None).markers if m.kind == "fire zone"]


@pytest.mark.rule("TL-13.12.7", "TL-13.25.1", "TL-13.22.2")
def test_a_self_propelled_gun_joins_the_fire_of_another_formation_active_with_it() -> None:
    g = field(year=1944)
    fo, big, _, _ = regiment(g)
    spg = put(g, "su76", "2722", "241")
    g.active = ("221",)
    play(g, GatherGuns("2120", ((big, fo),)))
    assert rule(g, Pick(spg)) == "TL-13.25.1"
    g.active = ("221", "241")
    play(g, GatherGuns("2120", ((big, fo),)))
    say(g, Pick(spg))
    say(g, Pick(fo))
    say(g, OPEN_FIRE, dice=[6, 1, 1, 1])
    assert g.zones["2120"] == (Zone("soviet", 8, 8, (big, spg)),)


@pytest.mark.rule("TL-13.29.1", "TL-13.25.1")
def test_only_the_gun_that_spots_for_itself_is_doubled() -> None:
    g = field()
    fo, big, small, _ = regiment(g)
    with rolling(g, [6, 6, 1, 1, 1]):
        indirect_fire(g, "2120", ((big, big), (small, fo)))
    assert g.zones["2120"][0].av == 2 * 2 + 4 and g.zones["2120"][0].ai == 2 * 4 + 3


@pytest.mark.rule("TL-2.11.2", "TL-13.2.1")
def test_nobody_fires_indirectly_in_the_standard_game() -> None:
    g = field(scenario="prokhorovka")
    gun = put(g, "su76", "3808", "241")
    put(g, "pz4l", "3812", "106")
    act(g, gun)
    assert SHELL not in offered(g) and rule(g, SHELL) == "TL-2.11.2"
