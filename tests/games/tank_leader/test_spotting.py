"""9.15 to 9.19 Spotting."""

from __future__ import annotations

import pytest

from grognard.engine import To, net
from grognard.games.tank_leader.rules.assault import TOGETHER, AssaultFire
from grognard.games.tank_leader.rules.fire import AI, AV, FireAt
from grognard.games.tank_leader.rules.indirect_fire import indirect_fire
from grognard.games.tank_leader.rules.operations import END
from grognard.games.tank_leader.rules.opportunity_fire import React
from grognard.games.tank_leader.rules.overrun import overrun_fire
from grognard.games.tank_leader.rules.sequence import TurnUnitsUp
from grognard.games.tank_leader.rules.spotting import mark_fired, needed, spotting_modifiers, spotting_number
from grognard.games.tank_leader.rules.state import TankLeader
from grognard.games.tank_leader.rules.terrain import Conditions
from grognard.games.tank_leader.rules.transport import Load

from .table import HILLY, act, field, offered, play, put, rolling, rule, say, told


def need(g: TankLeader, spotter: str, target: str) -> int:
    return needed(g, g.pieces[spotter], g.pieces[target])


@pytest.mark.rule("TL-9.1.1", "TL-9.15.2", "TL-9.15.4")
def test_fire_needs_sight_and_then_a_die() -> None:
    g = field()
    firer = put(g, "pz4l", "2117", "106")
    seen = put(g, "t34_76", "2617", "206")
    hidden = put(g, "t34_76", "2319", "206", up=False)
    put(g, "pz4l", "2421", "106")
    blocked = put(g, "t34_76", "2521", "206")
    act(g, firer)
    assert FireAt(seen, AV) in offered(g) and FireAt(hidden, AV) in offered(g)
    assert not g.country.sight.sees("2117", "2521")
    assert rule(g, FireAt(blocked, AV)) == "TL-9.11.1"
    say(g, FireAt(seen, AV), dice=[1, 1, 1, 1])  # number 2, +1: a 1 is enough
    assert any(line.endswith("1 (a vehicle in the open: +1) = 2 against 2, spotted") for line in told(g))
    assert not g.pieces[firer].up


@pytest.mark.rule("TL-9.15.1", "TL-9.17.1")
def test_the_spotting_number_by_cover() -> None:
    g = field(HILLY)
    assert g.country.cover["3124"] == "hard" and g.country.cover["1812"] == "hard"
    assert g.country.cover["3024"] == "soft" and g.country.cover["2319"] == "soft"
    assert g.country.cover["2117"] == g.country.cover["1519"] == ""
    assert [spotting_number(g, "2117", h) for h in ("2217", "2417", "2517", "2617")] == [1, 1, 2, 2]
    assert spotting_number(g, "2117", "2319") == 3
    assert spotting_number(g, "1809", "1812") == 6


@pytest.mark.rule("TL-9.1.1", "TL-9.15.3", "TL-9.18.2")
def test_a_failed_spotter_is_face_down_and_may_be_marked_as_having_fired() -> None:
    g = field(Conditions("summer", "normal", "normal", "forested", "flat"))
    firer = put(g, "g_inf", "3024", "103")
    target = put(g, "rifle", "3023", "222", exp=2)
    act(g, firer)
    say(g, FireAt(target, AI), dice=[1])  # number 1, -1 for the Veteran
    assert not g.pieces[firer].up and g.pieces[firer].fired
    assert g.pieces[target].id in g.pieces and "not spotted" in told(g)[-1]


@pytest.mark.rule("TL-9.15.4", "TL-14.1.7")
def test_in_ones_own_hex_no_die_is_rolled() -> None:
    g = field()
    firer = put(g, "pz4l", "2117", "106")
    target = put(g, "t34_76", "2117", "206", exp=2)
    assert need(g, firer, target) == 0
    act(g, firer)
    say(g, FireAt(target, AV), dice=[1, 1, 1])  # three dice, no spotting die


@pytest.mark.rule("TL-9.16.1", "TL-9.16.2", "TL-9.16.3", "TL-9.16.4", "TL-9.16.5", "TL-9.17.3")
def test_spotting_numbers_of_the_examples() -> None:
    """Example E-23."""
    g = field(Conditions("summer", "normal", "normal", "forested", "flat"))
    tank, eye = put(g, "pz4l", "3804", "106"), put(g, "t34_76", "3811", "206")
    assert (spotting_number(g, "3811", "3804"), need(g, eye, tank)) == (3, 2)  # (a)
    men, eye = put(g, "g_inf", "1812", "103"), put(g, "t34_76", "1809", "206")
    assert (spotting_number(g, "1809", "1812"), need(g, eye, men)) == (6, 7)  # (b) impossible
    g.change(men, fired=True)
    assert need(g, eye, men) == 5
    green, men = put(g, "t34_76", "3026", "205"), put(g, "g_inf", "3024", "103", exp=2)
    assert need(g, green, men) == 5  # (c)
    eye = put(g, "t34_76", "3022", "206")
    g.change(men, exp=1)
    assert need(g, eye, men) == 3
    put(g, "pz4l", "3024", "106")
    assert need(g, eye, men) == 2  # (d) a tank beside it
    three, eye = [put(g, "pz4l", "3813", "109") for _ in range(3)], put(g, "t34_76", "3804", "207")
    assert need(g, eye, three[0]) == 0  # (e) number 3, +3


@pytest.mark.rule("TL-9.16.5")
def test_vehicles_in_the_open_betray_the_infantry_beside_them() -> None:
    g = field()
    men, eye = put(g, "g_inf", "3804", "103"), put(g, "t34_76", "3810", "206")
    assert need(g, eye, men) == 2
    put(g, "g_truck", "3804")
    put(g, "t34_76", "3804", "207")  # the other side's do not count
    assert need(g, eye, men) == 1


@pytest.mark.rule("TL-9.16.6")
def test_a_target_spotted_earlier_by_a_good_formation_is_easier() -> None:
    g = field()
    first, poor = put(g, "pz4l", "3804", "106"), put(g, "pz2", "3805", "111")
    target = put(g, "t34_76", "3811", "206")
    before = need(g, poor, target)
    act(g, first)
    say(g, FireAt(target, AV), dice=[6, 1, 1, 1])
    assert need(g, poor, target) == before - 1
    play(g, TurnUnitsUp())
    assert need(g, poor, target) == before  # it lapses with the turn
    keen, dark = put(g, "pz4l", "3804", "109", exp=0), put(g, "rifle", "3810", "222", exp=2)
    act(g, keen)
    say(g, FireAt(dark, AI), dice=[1])  # a C-rated formation that fails to spot
    assert not g.pieces[dark].noted
    other = put(g, "rifle", "3806", "222")
    near = put(g, "pz2", "3808", "111")
    act(g, near)
    say(g, FireAt(other, AI), dice=[6, 1, 1, 1])  # spotted by a D-rated formation
    assert not g.pieces[other].noted
    third, fair = put(g, "rifle", "3807", "222"), put(g, "pz4l", "3803", "109")
    act(g, fair)
    say(g, FireAt(third, AI), dice=[6, 1, 1, 1])
    assert g.pieces[third].noted  # C is good enough


@pytest.mark.rule("TL-9.16.7")
def test_raised_experience_counts_at_once() -> None:
    g = field()
    eye, target = put(g, "t34_76", "3804", "205"), put(g, "pz4l", "3808", "106")
    before = need(g, eye, target)
    g.change(eye, exp=1, boosted=True)
    assert need(g, eye, target) == before - 1
    g.change(target, exp=2, boosted=True)
    assert need(g, eye, target) == before


@pytest.mark.rule("TL-9.17.1", "TL-9.16.3")
def test_a_fired_marker_cancels_the_cover_modifier_and_adds_one() -> None:
    g = field()
    men, eye = put(g, "g_inf", "2319", "103"), put(g, "t34_76", "2317", "206")
    assert net(spotting_modifiers(g, g.pieces[eye], g.pieces[men])) == -1
    g.change(men, fired=True)
    assert net(spotting_modifiers(g, g.pieces[eye], g.pieces[men])) == 1
    assert spotting_number(g, "2317", "2319") == 2  # the number stays


@pytest.mark.rule("TL-9.18.1")
def test_fire_from_cover_is_marked_only_if_an_enemy_sees_it() -> None:
    g = field()
    tank, open_tank = put(g, "pz4l", "2319", "106"), put(g, "pz4l", "2117", "106")
    mark_fired(g, tank)
    assert not g.pieces[tank].fired
    put(g, "t34_76", "2516", "206")
    mark_fired(g, tank)
    mark_fired(g, open_tank)
    assert g.pieces[tank].fired and not g.pieces[open_tank].fired


@pytest.mark.rule("TL-9.18.1")
def test_a_shot_that_kills_the_only_enemy_in_sight_was_still_seen() -> None:
    g = field()
    tank, alone = put(g, "pz4l", "2319", "106"), put(g, "t26", "2516", "205")
    put(g, "t26", "6333", "205")
    act(g, tank)
    say(g, FireAt(alone, AV), dice=[6, 6, 6, 6])
    assert alone not in g.pieces and g.pieces[tank].fired


@pytest.mark.rule("TL-9.18.1", "TL-9.18.2", "TL-13.24.1")
def test_of_guns_and_spotters_those_are_marked_who_fire_or_fail_to_spot() -> None:
    g = field()
    hq, gun = put(g, "rifle_hq", "2319", "222", exp=0), put(g, "s_mortar120", "2319", "221")
    put(g, "panther", "2114", "115", exp=2)
    g.active, g.active_side = ("221", "222"), "soviet"
    with rolling(g, [1]):
        indirect_fire(g, "2114", ((gun, hq),))
    assert g.pieces[hq].fired and not g.pieces[gun].fired  # the spotter failed, the gun kept silent
    for unit in (hq, gun):
        g.change(unit, up=True, fired=False)
    with rolling(g, [6, 1, 1, 1]):
        indirect_fire(g, "2114", ((gun, hq),))
    assert g.pieces[gun].fired and not g.pieces[hq].fired
    g.change(gun, up=True, fired=False, exp=0)
    with rolling(g, [1]):
        indirect_fire(g, "2114", ((gun, gun),))
    assert g.pieces[gun].fired  # it spotted for itself, in vain


@pytest.mark.rule("TL-9.18.3")
def test_the_fired_marker_comes_off_on_leaving_and_at_the_end_of_the_turn() -> None:
    g = field()
    tank, other = put(g, "pz4l", "2319", "106", fired=True), put(g, "pz4l", "2319", "106", fired=True)
    act(g, tank)
    say(g, To("2318"))
    assert not g.pieces[tank].fired and g.pieces[other].fired
    play(g, TurnUnitsUp())
    assert not g.pieces[other].fired


@pytest.mark.rule("TL-9.19.1")
def test_a_target_out_of_sight_or_range_costs_nothing() -> None:
    g = field()
    firer = put(g, "pz2", "3804", "111")  # range 4
    far, near = put(g, "t34_76", "3810", "206"), put(g, "t34_76", "3807", "206")
    act(g, firer)
    assert rule(g, FireAt(far, AV)) == "TL-9.21.1"
    assert g.pieces[firer].up
    say(g, FireAt(near, AV), dice=[6, 1, 1, 1])
    assert not g.steps or END in offered(g)


@pytest.mark.rule("TL-9.17.3", "TL-9.16.3", "TL-9.16.5")
def test_any_vehicle_in_the_hex_cancels_the_cover_modifier_of_either_side() -> None:
    g = field()
    men, eye = put(g, "g_inf", "2319", "103"), put(g, "t34_76", "2317", "206")
    assert net(spotting_modifiers(g, g.pieces[eye], g.pieces[men])) == -1
    put(g, "t34_76", "2319", "207")  # one of the spotter's own
    assert net(spotting_modifiers(g, g.pieces[eye], g.pieces[men])) == 0
    assert spotting_number(g, "2317", "2319") == 2
    g.drop(next(u.id for u in g.here("2319") if u.vehicle))
    truck = put(g, "g_truck", "2319")
    assert net(spotting_modifiers(g, g.pieces[eye], g.pieces[men])) == 0
    g.drop(men)
    assert net(spotting_modifiers(g, g.pieces[eye], g.pieces[truck])) == 0  # nor has a vehicle alone the modifier


@pytest.mark.rule("TL-9.15.4", "TL-9.16.6")
@pytest.mark.parametrize(("card", "easier"), [("120", 1), ("111", 0)])
def test_who_is_fired_at_in_the_firers_own_hex_has_been_spotted(card: str, easier: int) -> None:
    """R-38."""
    g = field()
    near, far = put(g, "g_inf", "3808", card), put(g, "pz4l", "3814", "106")
    tank = put(g, "t34_76", "3808", "206")
    before = need(g, far, tank)
    act(g, near)
    say(g, FireAt(tank, AV), dice=[1, 1, 1])
    assert (g.rating(card) in "ABC") is bool(easier) and need(g, far, tank) == before - easier


@pytest.mark.rule("TL-9.16.6", "TL-12.14.1")
def test_who_is_fired_at_by_infantry_it_drives_upon_has_been_spotted() -> None:
    g = field()
    men, tank = put(g, "g_inf", "3808", "120"), put(g, "t34_76", "3807", "206")
    act(g, tank)
    say(g, To("3808"))
    say(g, React(men, AV), dice=[1, 1, 1])
    assert g.pieces[tank].noted


@pytest.mark.rule("TL-9.16.6", "TL-14.12.1", "TL-13.12.1")
def test_who_is_fired_at_by_assaulters_together_has_been_spotted() -> None:
    g = field(HILLY)
    men = tuple(put(g, "g_inf", "3024", "120") for _ in range(2))
    truck, rifles = put(g, "s_truck", "3024"), put(g, "rifle", "3024", "222")
    play(g, AssaultFire("3024", men))
    say(g, TOGETHER, dice=[1, 1, 1, 3, 3])
    assert g.pieces[rifles].noted and not g.pieces[truck].noted


@pytest.mark.rule("TL-9.16.6", "TL-14.2.4")
def test_who_is_fired_at_in_an_overrun_has_been_spotted() -> None:
    g = field()
    tank = put(g, "pz4l", "3808", "106")
    low, top = put(g, "rifle", "3808", "222"), put(g, "rifle", "3808", "222")
    with rolling(g, [1, 1, 1, 3, 3, 1, 1, 1]):  # the one below is missed
        overrun_fire(g, g.pieces[tank])
    assert g.rating("106") in "ABC"
    assert g.pieces[top].noted and not g.pieces[low].noted


@pytest.mark.rule("TL-9.18.3")
def test_a_fired_marker_stays_on_who_is_taken_aboard_until_the_vehicle_leaves() -> None:
    g = field()
    truck = put(g, "s_truck", "3014")
    men = put(g, "rifle", "3014", "222", fired=True)
    act(g, truck)
    say(g, Load(men))
    assert g.pieces[men].fired
    say(g, To("3013"))
    assert not g.pieces[men].fired
