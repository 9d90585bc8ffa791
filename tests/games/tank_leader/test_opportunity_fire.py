"""9.4 Opportunity fire."""

from __future__ import annotations

import pytest

from grognard.engine import Pick, Press, To
from grognard.games.tank_leader.rules.fire import AI, AV, hopeless, prospect, targets
from grognard.games.tank_leader.rules.opportunity_fire import AWAIT, HOLD, UNLESS, React, Window
from grognard.games.tank_leader.rules.spotting import needed
from grognard.games.tank_leader.rules.state import TankLeader

from .table import act, field, offered, play, put, rule, say, told


def set_out(to: str, *, eyes: str) -> tuple[TankLeader, str, str]:
    """A Pz IV has been sent from 3804 to a hex while a T-34 watches from another."""
    g = field()
    mover, foe = put(g, "pz4l", "3804", "106"), put(g, "t34_76", eyes, "206")
    act(g, mover)
    say(g, To(to))
    return g, mover, foe


@pytest.mark.rule("TL-9.4.1", "TL-9.41.1", "TL-10.13.1", "TL-10.14.1")
def test_who_may_opportunity_fire() -> None:
    g = field()
    mover = put(g, "pz4l", "3806", "106")
    fit, down = put(g, "t34_76", "3808", "206"), put(g, "t34_76", "3808", "206", up=False)
    shy, rattled = put(g, "t34_76", "3808", "206", suppressed=True), put(g, "kv1s", "3808", "208")
    far = put(g, "t70", "3813", "216")  # range 6
    g.cards = {**g.cards, "208": "shaken"}
    play(g, Window(mover))
    assert offered(g, "soviet") == [React(fit, AV), HOLD]
    assert rule(g, React(down, AV)) == "TL-9.4.1"
    assert rule(g, React(shy, AV)) == "TL-10.13.1"
    assert rule(g, React(rattled, AV)) == "TL-10.14.1"
    assert rule(g, React(far, AV)) == "TL-9.21.1"


@pytest.mark.rule("TL-9.41.2", "TL-9.42.1")
def test_fire_is_offered_in_every_hex_entered_and_never_before() -> None:
    g = field()
    mover = put(g, "pz4l", "3804", "106")
    foe = put(g, "t34_76", "3808", "206")
    act(g, mover)
    assert g.asks[0].side == "german"
    say(g, To("3806"))
    for h in ("3805", "3806"):
        assert g.pieces[mover].place == h
        say(g, HOLD, side="soviet")
    assert not g.steps and g.pieces[foe].up  # it was sent there, and its move is over


@pytest.mark.rule("TL-9.4.1", "TL-9.21.1")
def test_fire_across_a_notch_in_the_edge_of_the_map() -> None:
    g = field()
    mover, foe = put(g, "pz4l", "6010", "106"), put(g, "t34_76", "5812", "206")
    g.visibility = 3  # as far as they are apart, though the way from hex to hex is longer
    assert targets(g, g.pieces[foe])
    play(g, Window(mover))
    assert offered(g, "soviet") == [React(foe, AV), HOLD]


def test_the_worked_example() -> None:
    """Examples E-12 and E-13."""
    g = field(year=1944)
    mover = put(g, "pz4l", "2717", "106")
    put(g, "pz4l", "0133", "106")
    one, two = put(g, "t34_85", "2117", "214"), put(g, "t34_85", "2319", "212")
    g.visibility = 5
    act(g, mover)
    say(g, To("2617"))
    assert React(one, AV) in offered(g, "soviet")
    say(g, React(one, AV), dice=[1, 4, 4, 4, 3, 4])  # 12 + 3 - 2 = 13: Hit+1, and 7 + 1 = 8 passes
    assert any("13, Hit+1" in line for line in told(g))
    assert not g.pieces[one].up and not g.pieces[mover].suppressed
    while g.asks[0].side == "soviet":
        say(g, HOLD)
    say(g, To("2516"))
    say(g, React(two, AV), dice=[1, 6, 5, 5])  # 16 + 1 = 17
    assert mover not in g.pieces
    assert g.pieces[two].up and g.pieces[two].quick


@pytest.mark.rule("TL-9.41.3")
def test_a_unit_that_is_missed_goes_on() -> None:
    g, mover, foe = set_out("3807", eyes="3808")
    say(g, React(foe, AV), dice=[6, 1, 1, 1])
    assert g.pieces[mover].place == "3805" and g.asks[0].side == "german"  # asked anew where it was shot at
    say(g, To("3806"))
    assert g.pieces[mover].place == "3806" and g.move is not None and g.move.spent == 4


@pytest.mark.rule("TL-9.41.3")
def test_a_unit_that_keeps_its_nerve_is_asked_where_it_was_shot_at() -> None:
    g = field()
    mover, foe = put(g, "pz4l", "3804", "106", exp=2), put(g, "t34_76", "3812", "205")  # number 3, -1 -1 +1
    act(g, mover)
    say(g, To("3806"))
    say(g, React(foe, AV), dice=[6, 5, 5, 5, 1, 2])
    assert g.pieces[mover].place == "3805" and not g.pieces[mover].suppressed
    say(g, To("3806"))
    assert g.pieces[mover].place == "3806" and g.move is not None and g.move.spent == 4


@pytest.mark.rule("TL-9.41.3")
def test_a_unit_that_is_not_spotted_goes_on_by_itself() -> None:
    g = field()
    mover, foe = put(g, "pz4l", "3804", "106", exp=2), put(g, "t34_76", "3812", "205")
    act(g, mover)
    say(g, To("3807"))
    say(g, React(foe, AV), dice=[1])
    assert g.pieces[mover].place == "3807" and not g.steps


@pytest.mark.rule("TL-9.41.2", "TL-9.42.1")
def test_fire_may_be_held_until_somebody_stands_better() -> None:
    g, mover, foe = set_out("3809", eyes="3812")
    assert UNLESS in offered(g, "soviet")
    say(g, UNLESS)
    assert g.pieces[mover].place == "3806"  # the spotting number has gone down from 3 to 2
    say(g, UNLESS)
    assert g.pieces[mover].place == "3809"  # two or three hexes away 1 is added, and it is the last hex
    assert offered(g, "soviet") == [React(foe, AV), HOLD]


@pytest.mark.rule("TL-9.41.2", "TL-9.15.1")
def test_a_die_that_spots_in_any_case_promises_no_more_than_six_faces() -> None:
    g = field()
    mover, gun = put(g, "is2", "3804", "236"), put(g, "panther", "3807", "115")
    shot = prospect(g, g.pieces[gun], g.pieces[mover], AV, moving=True)
    for crowd in range(3):  # each vehicle in the open adds to the die
        assert prospect(g, g.pieces[gun], g.pieces[mover], AV, moving=True).no_better_than(shot), crowd
        put(g, "is2", "3804", "236")
    assert shot.faces == 6
    close, far = put(g, "panther", "3804", "115"), put(g, "panther", "3825", "115")
    assert prospect(g, g.pieces[close], g.pieces[mover], AI).faces == 6  # no roll in one's own hex
    need = needed(g, g.pieces[far], g.pieces[mover])
    assert need > 1 and prospect(g, g.pieces[far], g.pieces[mover], AV).faces == 7 - need


@pytest.mark.rule("TL-9.41.1")
def test_nobody_is_asked_for_shots_that_cannot_come_to_anything() -> None:
    g = field()
    mover, gun = put(g, "is2", "3804", "236"), put(g, "pz2", "3808", "111")
    play(g, Window(mover))
    assert not g.steps and hopeless(prospect(g, g.pieces[gun], g.pieces[mover], AV, moving=True), g.pieces[mover])
    better = put(g, "panther", "3808", "115")
    play(g, Window(mover))
    assert [a for a in offered(g) if isinstance(a, React)] == [React(gun, AV), React(better, AV)]


@pytest.mark.rule("TL-9.41.3", "TL-15.5.7")
def test_a_mover_is_asked_anew_when_an_ambush_appears() -> None:
    g = field(year=1942, scenario="ambush")
    tank = put(g, "t34_76", "3804", "206")
    gun = put(g, "g_flak88", "", "125", recorded="3810", up=False)
    act(g, tank)
    say(g, To("3809"))
    assert g.pieces[gun].place == "3810" and g.pieces[tank].place == "3808"
    assert told(g)[-2:] == [
        "B/2/6 T-34/76 moves from 3804 to 3808 by 3805, 3806, 3807",
        "J/200 88 mm dual-purpose gun appears in 3810",
    ]
    assert To("3809") in offered(g, "soviet")


@pytest.mark.rule("TL-9.42.1", "TL-9.43.1")
def test_there_is_one_more_chance_when_a_unit_stops() -> None:
    g = field()
    mover = put(g, "pz4l", "3804", "106")
    one, two = put(g, "t34_76", "3809", "206"), put(g, "t34_76", "3809", "206")
    act(g, mover)
    say(g, To("3805"))
    say(g, React(one, AV), dice=[6, 1, 1, 1])
    g.change(one, up=True)  # as after a quick kill
    say(g, HOLD)
    assert g.asks[0].side == "german"
    say(g, Press("stop here"))
    assert offered(g, "soviet") == [React(two, AV), HOLD]  # who has fired at it in this hex does not fire again
    assert rule(g, React(one, AV)) == "TL-9.43.1"
    say(g, React(two, AV), dice=[6, 6, 5, 5, 6, 4])  # 16 - 2 = 14, Hit+1; 10 + 1 fails
    assert any("moving: -2" in line and "14, Hit+1" in line for line in told(g))
    assert g.pieces[mover].suppressed and not g.pieces[mover].up and g.move is None


@pytest.mark.rule("TL-9.42.1")
def test_nobody_is_asked_twice_where_the_move_could_not_but_end() -> None:
    g = field()
    mover, foe = put(g, "kv1", "3804", "204"), put(g, "pz4l", "3812", "106")  # MA 4
    act(g, mover)
    say(g, To("3808"))
    asked = []
    while g.asks and g.asks[0].side == "german":
        asked.append(g.asks[0].prompt)
        say(g, HOLD)
    assert asked == [
        "A/1/6 KV-1 in 3805, 3 points left: opportunity fire?",
        "A/1/6 KV-1 in 3806, 2 points left: opportunity fire?",
        "A/1/6 KV-1 in 3807, 1 point left: opportunity fire?",
        "A/1/6 KV-1 in 3808, at the end of its move: opportunity fire?",
    ]
    assert not g.steps and g.pieces[foe].up


@pytest.mark.rule("TL-9.42.1", "TL-8.4")
def test_nobody_is_asked_twice_where_a_unit_that_goes_hex_by_hex_runs_out_of_points() -> None:
    g = field()
    mover = put(g, "kv1", "3804", "204")  # MA 4
    put(g, "pz4l", "3812", "106")
    act(g, mover)
    for h in ("3805", "3806", "3807", "3808"):
        say(g, To(h))
        assert (AWAIT in offered(g, "german")) == (h != "3808")  # there it can only be now
        say(g, HOLD)
    assert not g.steps and not g.pieces[mover].up


@pytest.mark.rule("TL-9.42.1", "TL-9.41.2")
def test_fire_may_be_held_until_the_unit_stops() -> None:
    g, mover, foe = set_out("3806", eyes="3812")
    assert offered(g, "soviet") == [React(foe, AV), HOLD, UNLESS, AWAIT]
    say(g, AWAIT)
    assert g.pieces[mover].place == "3806"
    assert offered(g, "soviet") == [React(foe, AV), HOLD]


@pytest.mark.rule("TL-9.41.4", "TL-9.43.1", "TL-10.12.1")
def test_a_mover_that_was_suppressed_may_still_be_fired_at_in_this_hex() -> None:
    g = field()
    mover = put(g, "pz4l", "3806", "106")
    put(g, "pz4l", "0133", "106")
    one, two = put(g, "t34_76", "3808", "206"), put(g, "t34_76", "3808", "206")
    act(g, mover)
    say(g, To("3807"))
    say(g, React(one, AV), dice=[6, 5, 5, 5, 5, 5])
    assert g.pieces[mover].suppressed
    assert offered(g, "soviet") == [React(two, AV), HOLD]
    say(g, React(two, AV), dice=[6, 5, 5, 5, 5, 5])
    assert mover not in g.pieces and g.losses == {"106": 1}


@pytest.mark.rule("TL-9.41.4", "TL-8.4")
def test_a_suppressed_mover_stops_face_down() -> None:
    g, mover, foe = set_out("3806", eyes="3808")
    say(g, React(foe, AV), dice=[6, 5, 5, 5, 5, 5])  # 15 - 2 + 0 = 13, Hit+1; 10 + 1 fails
    assert g.pieces[mover].place == "3805"
    assert g.pieces[mover].suppressed and not g.pieces[mover].up and g.move is None


@pytest.mark.rule("TL-9.41.5", "TL-9.43.1")
def test_each_unit_fires_once_and_may_wait_for_the_others_result() -> None:
    g = field()
    mover = put(g, "pz4l", "3806", "106")
    one, two = put(g, "t34_76", "3808", "206"), put(g, "t34_76", "3808", "206")
    play(g, Window(mover))
    say(g, React(one, AV), dice=[6, 1, 1, 1])
    assert not g.pieces[one].up
    assert offered(g) == [React(two, AV), HOLD]
    assert rule(g, React(one, AV)) == "TL-9.43.1"
    say(g, HOLD)
    assert g.pieces[two].up


@pytest.mark.rule("TL-9.41.5")
def test_a_failed_spotting_attempt_uses_the_firer_up() -> None:
    g = field()
    mover = put(g, "g_inf", "3804", "103", exp=2)
    foe = put(g, "pz4l", "3805", "106")
    g.drop(foe)
    eye = put(g, "t34_76", "3810", "205")  # Green, number 2, -1 -1
    play(g, Window(mover))
    say(g, React(eye, AI), dice=[3])
    assert not g.pieces[eye].up and "not spotted" in told(g)[-1]


@pytest.mark.rule("TL-9.43.2")
def test_a_quick_kill_in_opportunity_fire_leaves_the_firer_face_up() -> None:
    g = field()
    mover, next_one = put(g, "pz2", "3806", "111"), put(g, "pz2", "3807", "111")
    foe = put(g, "is2", "3808", "236", exp=2)
    play(g, Window(mover))
    say(g, React(foe, AV), dice=[6, 6, 6, 6])
    assert mover not in g.pieces and g.pieces[foe].up
    play(g, Window(next_one))
    say(g, React(foe, AV), dice=[6, 6, 6, 6])
    assert next_one not in g.pieces and not g.pieces[foe].up


@pytest.mark.rule("TL-9.43.3", "TL-13.12.6")
def test_it_strikes_the_mover_alone_wherever_it_lies() -> None:
    g = field()
    mover = put(g, "g_inf", "3806", "103")
    on_top = put(g, "g_inf", "3806", "103")
    foe, friend = put(g, "rifle", "3807", "222", exp=1), put(g, "rifle", "3807", "222", exp=1)
    play(g, Window(mover))
    assert offered(g) == [React(foe, AI), React(friend, AI), HOLD]  # nothing combined
    say(g, React(foe, AI), dice=[6, 6, 6, 6])
    assert mover not in g.pieces and on_top in g.pieces


@pytest.mark.rule("TL-9.43.4")
def test_transport_moves_draw_fire_too() -> None:
    g = field()
    truck = put(g, "g_truck", "3804")
    put(g, "g_inf", "3804", "103", carrier=truck, up=False)
    foe = put(g, "t34_76", "3808", "206")
    act(g, truck)
    say(g, To("3805"))
    assert React(foe, AV) in offered(g, "soviet") and React(foe, AI) in offered(g, "soviet")
    assert Pick(truck) not in offered(g)


@pytest.mark.rule("TL-9.42.1")
def test_fire_held_until_it_stops_may_be_opened_where_the_points_run_out() -> None:
    g = field()
    mover, foe = put(g, "kv1", "3804", "204"), put(g, "pz4l", "3812", "106")  # MA 4
    act(g, mover)
    say(g, To("3808"))
    say(g, AWAIT)
    assert g.pieces[mover].place == "3808" and offered(g, "german") == [React(foe, AV), HOLD]  # nothing to wait for now


@pytest.mark.rule("TL-9.43.1", "TL-9.42.1")
def test_who_fired_in_an_earlier_hex_may_fire_again_in_the_last_if_he_can() -> None:
    g, _, foe = set_out("3805", eyes="3812")
    say(g, React(foe, AV), dice=[6, 1, 1, 1])
    g.change(foe, up=True)  # as after a quick kill
    say(g, To("3806"))
    say(g, HOLD)
    say(g, Press("stop here"))
    assert offered(g, "soviet") == [React(foe, AV), HOLD]


@pytest.mark.rule("TL-8.2.2", "TL-9.42.1")
def test_who_may_fire_reads_how_far_the_die_lets_an_f_rated_mover_go() -> None:
    g = field()
    put(g, "pz4l", "3804", "106")
    mover = put(g, "t34_76", "3812", "207")
    act(g, mover, dice=[2])
    say(g, To("3811"))
    assert g.asks[0].prompt == "A/2/6 T-34/76 in 3811, 7 points left for 1 hex at most: opportunity fire?"
    say(g, HOLD)
    say(g, To("3810"))
    assert g.asks[0].prompt == "A/2/6 T-34/76 in 3810, can go no farther: opportunity fire?"
