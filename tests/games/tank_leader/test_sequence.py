"""4 The sequence of play."""

from __future__ import annotations

import pytest

from grognard.engine import Pick, Press, To
from grognard.games.tank_leader.rules.card_play import AGREE, PLAY_ON, CardPlay, EndByConsent
from grognard.games.tank_leader.rules.cards import Play
from grognard.games.tank_leader.rules.operations import END, Lift
from grognard.games.tank_leader.rules.reinforcements import ROAD
from grognard.games.tank_leader.rules.sequence import (
    CheckFormations,
    ClearMarkers,
    GameTurn,
    MoraleBegin,
    OperationsBegin,
    RecoverFormations,
    RecoverUnits,
    TurnUnitsUp,
    morale_phase,
)
from grognard.games.tank_leader.rules.stacking import Overstacking
from grognard.games.tank_leader.rules.state import Zone

from .table import deal, field, offered, play, put, say, told


@pytest.mark.rule("TL-4.1")
def test_a_turn_is_reinforcement_operations_morale() -> None:
    g = field()
    play(g, GameTurn(1))  # nobody is there, so the whole game runs through
    phases = [type(s).__name__ for s in morale_phase()]
    assert phases[:2] == ["MoraleBegin", "RecoverUnits"]
    g = field()
    g.steps = (GameTurn(1),)
    GameTurn(1).run(g)
    names = [type(s).__name__ for s in reversed(g.steps)]
    assert names[:3] == ["ReinforcementPhase", "OperationsBegin", "CardPlay"]
    assert names[3:-1] == phases
    assert names[-1] == "GameTurn"


@pytest.mark.rule("TL-4.2", "TL-4.3.8")
def test_victory_is_assessed_after_the_last_turn() -> None:
    g = field()
    play(g, GameTurn(9))
    assert g.turn == 9
    assert g.result is not None and g.result.level == "draw"


@pytest.mark.rule("TL-4.2.1", "TL-6.52.1")
def test_cards_and_operations_alternate() -> None:
    g = field()
    deal(g, "207", "206")
    play(g, CardPlay())
    assert g.pile == ("207",)
    say(g, Press("no interrupt"))
    assert g.active == ("207",)
    say(g, END)
    assert g.pile == ("206",) and g.active == ("206",)


@pytest.mark.rule("TL-4.2.2")
def test_the_phase_ends_when_no_card_is_left() -> None:
    g = field()
    deal(g, "207")
    play(g, CardPlay())
    say(g, END)
    assert not g.steps and not g.pile


@pytest.mark.rule("TL-4.2.2")
def test_the_phase_ends_when_every_unit_is_face_down() -> None:
    g = field()
    deal(g, "207", "106")
    for unit in list(g.pieces):
        g.change(unit, up=False)
    play(g, CardPlay())
    assert not g.steps
    assert g.cards == {"207": "hand", "106": "hand"}


@pytest.mark.rule("TL-4.2.2")
def test_the_phase_ends_with_all_face_down_though_a_parent_could_recover_a_formation() -> None:
    g = field()
    put(g, "churchill", "2117", "204", up=False)
    put(g, "t34_76", "2118", "205", up=False)
    g.cards = {**g.cards, "204": "shaken", "201": "hand"}
    play(g, CardPlay())
    assert not g.steps and g.cards == {"204": "shaken", "205": "hand", "201": "hand"}


@pytest.mark.rule("TL-4.2.1", "TL-4.2.2")
def test_the_phase_is_not_over_while_an_interrupted_card_lies_in_the_pile() -> None:
    g = field()
    deal(g, "207", "106")
    play(g, CardPlay())
    say(g, Play("106"), side="german")
    say(g, END)
    assert g.pile == ("207",) and g.active == ("207",)
    say(g, END)
    assert not g.steps and not g.pile


@pytest.mark.rule("TL-4.2.2", "TL-6.62.1", "TL-6.5.2")
def test_the_phase_goes_on_while_a_parent_may_recover_a_formation_that_could_act() -> None:
    g = field()
    put(g, "churchill", "2117", "204")
    put(g, "t34_76", "2118", "205", up=False)
    put(g, "pz4l", "0133", "106", up=False)
    g.cards = {**g.cards, "204": "shaken", "201": "hand", "106": "aside"}
    play(g, CardPlay())
    assert g.pile == ("205",) and Play("201") in offered(g, "soviet")  # led without asking to end the phase
    g.cards = {**g.cards, "201": "aside", "205": "hand"}
    g.pile = ()
    play(g, CardPlay())
    assert not g.steps  # one of them is face-up, but nobody can bring it to act
    assert str(g.events[-1]) == "Nobody can act any more: the Operations Phase ends"  # type: ignore[index]


@pytest.mark.rule("TL-4.2.2")
def test_the_phase_ends_where_nobody_could_want_to_play_on() -> None:
    g = field()
    deal(g, "207", "106")
    for unit in list(g.pieces):
        g.change(unit, up=g.pieces[unit].side == "german", suppressed=True)
    play(g, CardPlay())
    assert not g.steps and g.cards == {"207": "hand", "106": "hand"}
    truck = put(g, "g_truck", "0133")
    play(g, CardPlay())
    assert isinstance(g.steps[-1], EndByConsent)  # a truck could move in an activation in which nobody else does
    g.drop(truck)
    for unit in list(g.pieces):
        g.change(unit, up=False)
    truck = put(g, "g_truck", "0133")
    put(g, "g_inf", "0133", "103", carrier=truck, up=True)
    g.change(truck, up=False)
    play(g, CardPlay())
    assert not g.steps  # who is carried counts with his vehicle


@pytest.mark.rule("TL-4.2.2")
def test_both_players_may_agree_to_end_it_but_not_one_alone() -> None:
    g = field()
    deal(g, "207", "106")
    g.cards = {**g.cards, "106": "aside", "100": "hand"}  # its unit is still face-up; what is left to lead is not
    g.change(next(u.id for u in g.pieces.values() if u.card == "207"), up=False)
    play(g, CardPlay())
    say(g, AGREE, side="soviet")
    say(g, PLAY_ON, side="german")
    assert g.pile == ("207",)  # it is led, though its activation will be empty, and may be interrupted
    g.pile, g.cards = (), {**g.cards, "207": "hand"}
    play(g, CardPlay())
    say(g, AGREE, side="soviet")
    say(g, AGREE, side="german")
    assert not g.steps and g.cards["207"] == "hand"


@pytest.mark.rule("TL-4.3.1", "TL-10.22.1")
def test_step_1_every_suppressed_unit_tries_to_recover() -> None:
    g = field()
    one, two = (put(g, "t34_76", h, "206", suppressed=True, up=up) for h, up in (("2117", False), ("2118", True)))
    play(g, RecoverUnits("soviet"), dice=[4, 5, 5, 5])  # morale 9
    assert (g.pieces[one].suppressed, g.pieces[two].suppressed) == (False, True)
    assert (g.pieces[one].up, g.pieces[two].up) == (False, True)  # they keep their faces for now


@pytest.mark.rule("TL-4.3.2", "TL-10.23.2")
def test_step_2_shaken_formations_and_with_the_first_of_them_their_parent_recover() -> None:
    g = field()
    put(g, "t34_76", "2117", "206")
    put(g, "t34_76", "2217", "207")
    g.cards = {**g.cards, "206": "shaken", "207": "shaken", "202": "shaken"}
    play(g, RecoverFormations("soviet"), dice=[4, 5, 5, 5])
    assert g.cards == {"206": "hand", "207": "shaken", "202": "hand"}


@pytest.mark.rule("TL-4.3.3", "TL-10.22.2", "TL-10.23.1")
def test_step_3_formations_that_lost_a_unit_check_and_shake_their_parent() -> None:
    g = field()
    put(g, "t34_76", "2117", "206")
    put(g, "t34_76", "2217", "207")
    g.cards = {**g.cards, "202": "hand", "207": "shaken"}
    g.losses, g.lost_now = {"206": 1, "207": 1}, {"206": 1}
    play(g, CheckFormations("soviet"), dice=[3, 4])  # 7 + 3 > 9
    assert g.cards == {"206": "shaken", "207": "shaken", "202": "shaken"}


@pytest.mark.rule("TL-4.3.3", "TL-10.22.2")
def test_step_3_each_side_checks_its_own_formations_once_losses_of_step_1_included() -> None:
    g = field()
    put(g, "t34_76", "2117", "206")
    put(g, "pz4l", "2217", "106")
    broken = put(g, "t34_76", "2118", "207", suppressed=True)
    put(g, "t34_76", "2119", "207")
    g.losses, g.lost_now = {"206": 1, "106": 1}, {"206": 1, "106": 1}
    play(g, MoraleBegin(), RecoverUnits("soviet"), dice=[6, 6])
    assert broken not in g.pieces and g.lost_now == {"206": 1, "106": 1, "207": 1}
    play(g, CheckFormations("soviet"), dice=[1, 1, 1, 1])  # 206 and 207, not 106
    play(g, CheckFormations("german"), dice=[5, 5])
    assert g.cards == {"206": "hand", "106": "shaken", "207": "hand"}


@pytest.mark.rule("TL-4.3.4", "TL-8.52.1", "TL-8.52.2")
def test_step_4_the_owner_removes_what_is_too_much() -> None:
    g = field()
    tanks = [put(g, "t34_76", "2117", "206") for _ in range(4)]
    g.lost_now = {}
    play(g, Overstacking())
    say(g, Pick(tanks[2]))
    assert tanks[2] not in g.pieces and not g.steps
    assert g.out[tanks[2]].place == "overstacked"
    assert not g.losses and not g.lost_now


@pytest.mark.rule("TL-4.3.5", "TL-13.27.4", "TL-13.42.1")
def test_step_5_vacant_entrenchments_and_fire_zones_go() -> None:
    g = field()
    g.trenches, g.zones = {"2117": 1}, {"2118": (Zone("german", 1, 1, ("x",)),)}
    kept = put(g, "rifle", "2119", "222", trench=2)
    play(g, ClearMarkers())
    assert not g.trenches and not g.zones
    assert g.pieces[kept].trench == 2


@pytest.mark.rule("TL-4.3.4", "TL-4.3.5", "TL-4.3.6", "TL-8.52.1")
def test_step_6_comes_after_stacking_and_before_units_turn_up() -> None:
    g = field()
    stack = [put(g, "t34_76", "3804", "206", up=False) for _ in range(4)]
    away, back = put(g, "t34_76", "3812", "206"), put(g, "pz4l", "0133", "106", separated=True)
    g.zones = {**g.zones, "3019": (Zone("german", 1, 1, ("x",)),)}
    play(g, *morale_phase())
    assert g.zones  # markers come off after the stacks have been looked at
    say(g, Pick(stack[3]))  # too many vehicles in the hex
    assert not g.zones and not g.pieces[stack[0]].up
    say(g, To("3804"))
    assert g.pieces[away].separated and not any(g.pieces[u].separated for u in (*stack[:3], back))
    assert g.pieces[stack[0]].up and g.centres["206"] == "3804"


@pytest.mark.rule("TL-4.3.7", "TL-13.34.1", "TL-9.18.3")
def test_step_7_units_turn_up_but_for_suppressed_ones_and_passengers() -> None:
    g = field()
    tired, shy = put(g, "t34_76", "2117", "206", up=False, fired=True), put(g, "t34_76", "2118", "206", up=False)
    g.change(shy, suppressed=True)
    truck = put(g, "s_truck", "2119", up=False)
    rider = put(g, "rifle", "2119", "222", up=False, carrier=truck)
    play(g, TurnUnitsUp())
    assert g.pieces[tired].up and not g.pieces[tired].fired and g.pieces[truck].up
    assert not g.pieces[shy].up and not g.pieces[rider].up


@pytest.mark.rule("TL-6.5.3")
def test_all_cards_return_to_hand_for_the_next_operations_phase() -> None:
    g = field()
    deal(g, "207", "206")
    g.cards = {**g.cards, "207": "aside", "202": "aside", "206": "shaken"}
    play(g, OperationsBegin())
    assert g.cards == {"207": "hand", "202": "hand", "206": "shaken"}
    assert g.began == {u.id: u.place for u in g.pieces.values()}
    assert not told(g) and not offered(g)


@pytest.mark.rule("TL-4.2.2", "TL-13.31.2")
def test_the_phase_goes_on_while_a_truck_that_waits_off_the_map_could_enter_it() -> None:
    g = field()
    put(g, "rifle", "2117", "222", up=False)
    truck = put(g, "s_truck", "")
    g.entry = {**g.entry, truck: (ROAD, "6420")}
    play(g, CardPlay())
    assert AGREE in offered(g, "soviet")
    say(g, PLAY_ON, side="soviet")
    say(g, PLAY_ON, side="german")
    assert Pick(truck) in offered(g, "soviet")


@pytest.mark.rule("TL-4.2.2", "TL-8.54.1")
def test_the_phase_goes_on_for_who_may_still_put_a_stack_in_order() -> None:
    """R-15."""
    g = field()
    tank, car = put(g, "pz4l", "3808", "101", up=False), put(g, "ac222", "3808", "101", up=False)
    put(g, "t34_76", "3812", "206", suppressed=True)
    play(g, CardPlay())
    assert {ask.side for ask in g.asks} == {"german", "soviet"} and AGREE in offered(g, "german")
    say(g, AGREE, side="soviet")
    say(g, PLAY_ON, side="german")
    say(g, Play("101"))  # the Soviet card on top brings nobody to act
    assert offered(g) == [Lift(tank), END]
    say(g, Lift(tank))
    assert g.at["3808"] == (car, tank)
    g = field()
    for kind in ("pz4l", "ac222"):
        put(g, kind, "3808", "101", up=False)
    put(g, "t34_76", "3833", "206", suppressed=True)  # out of range: nothing could matter
    play(g, CardPlay())
    assert not g.asks and told(g)[-1] == "Nobody can act any more: the Operations Phase ends"
