"""7.2 One order for several: a stack that goes together, trucks that are let be, a formation that does nothing."""

from __future__ import annotations

import pytest

from grognard.engine import Match, Pick, Press, To
from grognard.games.tank_leader import GAME
from grognard.games.tank_leader.rules.card_play import CardPlay, Idle
from grognard.games.tank_leader.rules.cards import Play
from grognard.games.tank_leader.rules.fire import FireAt
from grognard.games.tank_leader.rules.operations import DIG_IN, END, LET_BE, REST, Activate
from grognard.games.tank_leader.rules.opportunity_fire import HOLD, React
from grognard.games.tank_leader.rules.sequence import OperationsBegin
from grognard.games.tank_leader.rules.stack_orders import ENTRENCH, Together
from grognard.games.tank_leader.rules.state import TankLeader
from grognard.testing import asked

from .table import deal, field, offered, play, put, rule, say, told


def three_tanks() -> tuple[TankLeader, list[str]]:
    g = field()
    return g, [put(g, "t34_76", "3804", "206", no=n) for n in (1, 2, 3)]


def setting_out(eyes: str) -> tuple[TankLeader, list[str], str]:
    """Three tanks have been sent to 3806 together while a Pz IV watches."""
    g, tanks = three_tanks()
    foe = put(g, "pz4l", eyes, "106")
    play(g, Activate(("206",)))
    say(g, Together(tanks[0]))
    say(g, To("3806"))
    return g, tanks, foe


@pytest.mark.rule("TL-7.2.1", "TL-8.1")
def test_units_alike_in_a_hex_go_together_each_by_an_operation_of_its_own() -> None:
    g, tanks = three_tanks()
    other = put(g, "kv1s", "3804", "208")
    play(g, Activate(("206",)))
    assert Together(tanks[0]) in offered(g) and Together(tanks[1]) not in offered(g)
    assert rule(g, Together(other)) == rule(g, Together(tanks[1])) == "TL-7.2.1"
    assert GAME.face.describe(g, Together(tanks[0])) == "B/2/6 T-34/76 1 in 3804, and 2 like it"
    say(g, Together(tanks[0]))
    assert rule(g, To("6333")) == "TL-8.1"
    say(g, To("3807"))
    assert {g.pieces[t].place for t in tanks} == {"3807"} and not any(g.pieces[t].up for t in tanks)
    assert g.at["3807"] == tuple(tanks) and not g.steps
    assert [line for line in told(g) if "moves from" in line][-1] == (
        "B/2/6 T-34/76 3 moves from 3804 to 3807 by 3805, 3806"
    )


@pytest.mark.rule("TL-7.2.1", "TL-9.41.3")
def test_who_has_not_set_out_is_asked_anew_when_an_enemy_has_fired() -> None:
    g, tanks, foe = setting_out(eyes="3811")
    say(g, HOLD, side="german")
    say(g, React(foe, "AV"), dice=[6, 1, 1, 1], side="german")  # a miss: the tank arrives all the same
    assert g.pieces[tanks[0]].place == "3806" and g.pieces[tanks[1]].place == "3804"
    assert asked(g) == "soviet" and Pick(tanks[1]) in offered(g) and Together(tanks[1]) in offered(g)


@pytest.mark.rule("TL-7.2.1", "TL-9.41.3")
def test_nobody_follows_a_unit_that_was_suppressed_on_the_way() -> None:
    g, tanks, foe = setting_out(eyes="3808")
    say(g, React(foe, "AV"), dice=[6, 4, 4, 4, 6, 5], side="german")
    assert g.pieces[tanks[0]].suppressed and g.pieces[tanks[1]].place == "3804"


@pytest.mark.rule("TL-8.2.1", "TL-14.11.4", "TL-7.2.1")
def test_a_stack_that_may_not_move_does_not_roll_for_movement() -> None:
    g = field()
    men = [put(g, "smg", "3804", "228", no=n, bound=True) for n in (1, 2)]
    play(g, Activate(("228",)))
    say(g, Together(men[0]))
    assert ENTRENCH in offered(g) and not g.rolled


def taking_aim() -> tuple[TankLeader, list[str], str]:
    """Three tanks are to fire together, and a Pz IV stands before them."""
    g, tanks = three_tanks()
    foe = put(g, "pz4l", "3806", "106")
    play(g, Activate(("206",)))
    say(g, Together(tanks[0]))
    return g, tanks, foe


@pytest.mark.rule("TL-7.2.1", "TL-9.22.1")
def test_units_alike_in_a_hex_fire_one_after_another_until_something_comes_of_it() -> None:
    g, tanks, foe = taking_aim()
    assert g.asks[0].prompt == "B/2/6 T-34/76 1 and 2 like it in 3804: fire at whom, or where to?"
    say(g, FireAt(foe, "AV"), dice=[6, 1, 1, 1, 6, 5, 5, 4, 5, 5])  # a miss, then a Hit and a failed check
    assert [g.pieces[t].up for t in tanks] == [False, False, True] and g.pieces[foe].suppressed
    assert Pick(tanks[2]) in offered(g)


@pytest.mark.rule("TL-7.2.1", "TL-9.22.2")
def test_all_of_a_stack_fire_if_nothing_comes_of_it() -> None:
    g, tanks, foe = taking_aim()
    say(g, FireAt(foe, "AV"), dice=[6, 1, 1, 1] * 3)
    assert not any(g.pieces[t].up for t in tanks) and not g.pieces[foe].suppressed and not g.steps


@pytest.mark.rule("TL-7.2.1", "TL-9.36.1")
def test_who_has_scored_a_quick_kill_acts_again_before_the_others() -> None:
    g, tanks, foe = taking_aim()
    say(g, FireAt(foe, "AV"), dice=[6, 6, 6, 6])
    assert foe not in g.pieces and g.pieces[tanks[0]].quick and all(g.pieces[t].up for t in tanks)


@pytest.mark.rule("TL-9.21.1", "TL-9.22.1", "TL-8.55.1")
def test_the_fire_of_a_stack_is_refused_and_previewed_as_that_of_its_first_unit() -> None:
    g, _, foe = taking_aim()
    far = put(g, "pz4l", "3833", "106")
    step = g.steps[-1]
    assert rule(g, FireAt(far, "AV")) == "TL-9.21.1"
    shown = step.preview(g, FireAt(foe, "AV"))
    assert shown is not None and shown.title == "B/2/6 T-34/76 1 fires at A/2 Pz IV"
    assert step.preview(g, To("3805")) is None
    assert not step.hides_odds(g, FireAt(foe, "AV")) and step.hides_odds(g, To("3805"))
    put(g, "g_inf", "3806", "103")  # on top of it
    assert step.hides_odds(g, FireAt(foe, "AV"))


@pytest.mark.rule("TL-7.2.1", "TL-13.4.1", "TL-13.41.1")
def test_all_who_can_dig_in_by_one_order() -> None:
    g = field()
    men = [put(g, "rifle", h, "222") for h in ("3804", "3810")]
    dug_in = put(g, "rifle", "3806", "222", trench=2)
    play(g, Activate(("222",)))
    say(g, DIG_IN)
    assert [g.pieces[m].trench for m in men] == [1, 1] and not any(g.pieces[m].up for m in men)
    assert g.pieces[dug_in].up and DIG_IN not in offered(g) and rule(g, DIG_IN) == "TL-13.41.1"


@pytest.mark.rule("TL-7.2.1", "TL-13.4.1")
def test_a_stack_of_infantry_digs_in_together() -> None:
    g = field()
    men = [put(g, "rifle", "3804", "222", no=n) for n in (1, 2)]
    play(g, Activate(("222",)))
    say(g, Together(men[0]))
    say(g, ENTRENCH)
    assert [g.pieces[m].trench for m in men] == [1, 1] and not any(g.pieces[m].up for m in men)


@pytest.mark.rule("TL-7.2.1", "TL-13.4.1")
def test_tanks_do_not_dig_and_the_standard_game_knows_no_trenches() -> None:
    g, tanks = three_tanks()
    play(g, Activate(("206",)))
    say(g, Together(tanks[0]))
    assert ENTRENCH not in offered(g) and rule(g, ENTRENCH) == "TL-13.41.1"
    say(g, Press("back"))
    assert Pick(tanks[0]) in offered(g)


@pytest.mark.rule("TL-13.31.1", "TL-7.2.1")
def test_trucks_that_are_let_be_are_not_asked_about_again_this_turn() -> None:
    g = field()
    truck, tank = put(g, "s_truck", "3810"), put(g, "t34_76", "3804", "206")
    play(g, Activate(("206",)))
    assert REST not in offered(g)
    say(g, Pick(tank))
    say(g, To("3806"))
    assert Pick(truck) in offered(g) and REST in offered(g) and END in offered(g)
    say(g, REST)
    assert not g.steps
    put(g, "t34_76", "3820", "207")
    play(g, Activate(("207",)))
    assert Pick(truck) in offered(g)  # beside somebody else it may still be chosen
    g.change(next(u.id for u in g.members("207")), up=False)
    play(g, Activate(("207",)))
    assert not g.steps


@pytest.mark.rule("TL-13.31.1", "TL-7.2.1")
def test_trucks_can_be_let_be_until_one_of_them_is_chosen() -> None:
    g = field()
    truck, tank = put(g, "s_truck", "3810"), put(g, "t34_76", "3804", "206")
    for turn in range(2):
        g.change(tank, up=True)
        play(g, OperationsBegin(), Activate(("206",)))
        say(g, Pick(tank))
        say(g, To("3806" if turn else "3808"))
        if not turn:
            say(g, LET_BE)
        assert not g.steps  # in the second turn nobody is asked about the truck
    g.change(tank, up=True)
    play(g, Activate(("206",)))
    say(g, Pick(truck))  # beside somebody else it may be chosen, and is let be no longer
    say(g, Press("back"))
    assert not g.waits


@pytest.mark.rule("TL-13.31.1", "TL-7.2.1")
def test_trucks_are_not_let_be_where_nobody_else_could_operate() -> None:
    g = field()
    truck, tank = put(g, "s_truck", "3810"), put(g, "t34_76", "3804", "206", up=False)
    play(g, Activate(("206",)))
    assert offered(g) == [Pick(truck), END, REST, LET_BE]
    say(g, LET_BE)
    play(g, Activate(("206",)))
    assert not g.steps
    g.change(tank, suppressed=True)
    play(g, OperationsBegin(), Activate(("206",)))
    assert Pick(truck) in offered(g)


@pytest.mark.rule("TL-6.51.1", "TL-6.61.1")
def test_a_card_is_led_for_a_formation_that_does_nothing() -> None:
    g = field()
    deal(g, "106", "205", "207")
    play(g, CardPlay())
    assert Play("205") in offered(g) and Idle("205") in offered(g)
    assert rule(g, Idle("106")) == "TL-6.51.1"
    assert GAME.face.describe(g, Idle("205")).endswith(", and nobody acts")
    say(g, Idle("205"))
    assert asked(g) == "german"  # only the enemy is asked whether he interrupts
    say(g, Press("no interrupt"))
    assert g.cards["205"] == "aside" and all(u.up for u in g.members("205"))


def test_a_hand_picks_up_a_stack_and_puts_it_down() -> None:
    g, tanks = three_tanks()
    put(g, "t34_76", "6333", "206")
    play(g, Activate(("206",)))
    match = Match.at(GAME, g)
    match.carry(tanks[0], "3807", lift=Together(tanks[0]))
    assert {match.pieces[t].place for t in tanks} == {"3807"}
