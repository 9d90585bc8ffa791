"""10 Morale."""

from __future__ import annotations

import pytest

from grognard.engine import Pick, net
from grognard.games.tank_leader.rules.areas import separated_by
from grognard.games.tank_leader.rules.assault import why_not_assault
from grognard.games.tank_leader.rules.card_play import Interrupts
from grognard.games.tank_leader.rules.cards import Play
from grognard.games.tank_leader.rules.data import CARDS
from grognard.games.tank_leader.rules.fire import AV, fire, targets
from grognard.games.tank_leader.rules.forces import plan_arrivals
from grognard.games.tank_leader.rules.higher_cards import CommandChoice, ParentChoice
from grognard.games.tank_leader.rules.morale import (
    check_unit,
    eliminate,
    morale_value,
    recover_formation,
    recover_unit,
    roll_formation,
    shake,
    suppress,
    unit_modifiers,
)
from grognard.games.tank_leader.rules.operations import Activate
from grognard.games.tank_leader.rules.opportunity_fire import React, Window
from grognard.games.tank_leader.rules.overrun import Overrun
from grognard.games.tank_leader.rules.sequence import (
    CheckFormations,
    RecoverFormations,
    RecoverUnits,
    TurnUnitsUp,
    morale_phase,
)
from grognard.games.tank_leader.rules.stacking import too_many
from grognard.games.tank_leader.rules.state import TankLeader
from grognard.games.tank_leader.rules.transport import why_not_load

from .table import act, deal, field, offered, play, put, rolling, rule, say, told


def check(g: TankLeader, unit: str, dice: list[int], hit: int = 0) -> bool:
    with rolling(g, dice):
        return check_unit(g, g.pieces[unit], hit)


@pytest.mark.rule("TL-10.1")
def test_units_use_their_cards_morale_and_trucks_seven() -> None:
    g = field()
    tank, truck = put(g, "t34_76", "2117", "206"), put(g, "s_truck", "2117")
    assert (morale_value(g.pieces[tank]), morale_value(g.pieces[truck])) == (9, 7)


@pytest.mark.rule("TL-10.1.1", "TL-10.12.4")
def test_a_total_no_higher_than_morale_passes_without_effect() -> None:
    g = field()
    tank = put(g, "t34_76", "2117", "206")
    before = g.pieces[tank]
    assert check(g, tank, [4, 5])
    assert g.pieces[tank] == before
    assert not check(g, tank, [5, 5])
    assert g.pieces[tank].suppressed and check(g, tank, [4, 5])
    assert g.pieces[tank].suppressed  # who stands a hit does not recover by it


@pytest.mark.rule("TL-10.11.1", "TL-10.11.3", "TL-10.11.5")
def test_losses_and_hits_add_up() -> None:
    """Example E-14."""
    g = field()
    tank = put(g, "churchill", "2117", "204")
    g.losses = {**g.losses, "204": 1}
    assert net(unit_modifiers(g, g.pieces[tank], 2)) == 4
    assert not check(g, tank, [2, 3], 2)  # 5 + 2 + 2 = 9 > 8
    assert g.pieces[tank].suppressed
    assert not check(g, tank, [2, 3], 2)
    assert tank not in g.pieces
    with rolling(g, [3, 4]):
        assert not roll_formation(g, "204")  # two lost now: 7 + 4 > 8


@pytest.mark.rule("TL-10.11.2", "TL-11.4.1", "TL-11.4.2", "TL-11.4.3", "TL-11.4.4")
@pytest.mark.parametrize(
    ("kind", "card", "exp", "value"),
    [("pz4l", "106", 2, 1), ("pz4l", "106", 1, 2), ("pz4l", "106", 0, 4), ("g_inf", "103", 0, 0)],
)
def test_separation_weighs_on_unit_checks(kind: str, card: str, exp: int, value: int) -> None:
    g = field()
    unit = put(g, kind, "2117", card, exp=exp, separated=True)
    assert net(unit_modifiers(g, g.pieces[unit])) == value


@pytest.mark.rule("TL-10.11.2", "TL-11.4.2")
def test_a_separated_target_of_the_examples() -> None:
    """Example E-24."""
    g = field()
    tank = put(g, "pz4l", "2117", "106", separated=True)
    assert check(g, tank, [3, 4])  # 7 + 2 = 9
    assert not check(g, tank, [4, 4])
    assert g.pieces[tank].suppressed


@pytest.mark.rule("TL-10.12.1")
def test_failing_suppresses_and_failing_again_eliminates() -> None:
    g = field()
    tank = put(g, "t34_76", "2117", "206")
    check(g, tank, [5, 5])
    assert g.pieces[tank].suppressed
    check(g, tank, [5, 5])
    assert tank not in g.pieces and g.losses == {"206": 1}


@pytest.mark.rule("TL-10.12.2")
def test_a_formation_that_fails_is_shaken_and_its_card_leaves_the_hand() -> None:
    g = field()
    deal(g, "206", "207")
    g.lost_now = g.losses = {"206": 1}
    play(g, CheckFormations("soviet"), dice=[4, 4])
    assert g.cards == {"206": "shaken", "207": "hand"}


@pytest.mark.rule("TL-10.12.3", "TL-10.22.2", "TL-4.3.3")
def test_a_shaken_formation_that_fails_suffers_nothing_more() -> None:
    g = field()
    deal(g, "206")
    g.cards = {**g.cards, "206": "shaken"}
    g.lost_now, g.losses = {"206": 1}, {"206": 1}
    before = dict(g.pieces)
    play(g, CheckFormations("soviet"), dice=[6, 6])
    assert g.cards["206"] == "shaken" and g.pieces == before


@pytest.mark.rule("TL-10.13.1")
def test_a_suppressed_unit_does_nothing() -> None:
    g = field()
    unit = put(g, "rifle", "2117", "222", suppressed=True)
    put(g, "rifle", "2118", "222")
    mover = put(g, "pz4l", "2117", "106")
    play(g, Activate(("222",)))
    assert rule(g, Pick(unit)) == "TL-10.13.1"
    play(g, Window(mover))
    assert React(unit, AV) not in offered(g)


@pytest.mark.rule("TL-10.13.2")
def test_a_suppressed_unit_is_still_a_target_and_counts_for_stacking() -> None:
    g = field()
    tanks = [put(g, "t34_76", "2117", "206", suppressed=True) for _ in range(4)]
    firer = put(g, "pz4l", "2119", "106")
    assert [t.id for t, _ in targets(g, g.pieces[firer])] == [tanks[-1]]
    assert too_many(g, "2117", "soviet")


@pytest.mark.rule("TL-10.14.1")
def test_nothing_activates_a_shaken_formation() -> None:
    g = field()
    deal(g, "217", "218", "216")
    g.cards = {**g.cards, "217": "shaken"}
    play(g, ParentChoice("203"))
    assert Play("217") not in offered(g)
    play(g, CommandChoice("200"))
    assert Play("217") not in offered(g)
    g.pile, g.cards = ("216",), {**g.cards, "216": "pile"}
    play(g, Interrupts())
    assert Play("217") not in offered(g)


@pytest.mark.rule("TL-10.14.2", "TL-13.3.2")
def test_units_of_a_shaken_formation_recover_and_may_be_carried() -> None:
    g = field()
    men, truck = put(g, "rifle", "2117", "222", suppressed=True), put(g, "s_truck", "2117")
    g.cards = {**g.cards, "222": "shaken"}
    play(g, RecoverUnits("soviet"), dice=[1, 2])
    assert not g.pieces[men].suppressed
    assert why_not_load(g, g.pieces[truck], g.pieces[men]) is None


@pytest.mark.rule("TL-10.15.1")
def test_a_failed_recovery_changes_nothing() -> None:
    g = field()
    tank = put(g, "t34_76", "2117", "206", suppressed=True)
    with rolling(g, [5, 5]):
        recover_unit(g, g.pieces[tank])
    assert g.pieces[tank].suppressed
    g.cards = {**g.cards, "206": "shaken"}
    with rolling(g, [5, 5]):
        assert not recover_formation(g, "206")
    assert g.cards["206"] == "shaken"


@pytest.mark.rule("TL-4.3.3", "TL-10.22.2")
def test_a_loss_in_combat_leads_to_a_formation_check_this_turn_only() -> None:
    g = field()
    lost, _ = put(g, "t34_76", "2117", "206"), put(g, "t34_76", "2217", "206")
    eliminate(g, g.pieces[lost])
    play(g, CheckFormations("soviet"), dice=[6, 6])
    assert g.shaken("206")
    play(g, TurnUnitsUp(), CheckFormations("soviet"))  # no die is left to roll, and none is rolled
    assert not g.steps


@pytest.mark.rule("TL-10.22.1")
def test_a_formation_may_recover_and_be_shaken_again_in_one_phase() -> None:
    """Example E-31."""
    g = field()
    put(g, "churchill", "2117", "204")
    g.cards = {**g.cards, "204": "shaken"}
    g.losses, g.lost_now = {"204": 2}, {"204": 1}
    play(g, *morale_phase(), dice=[2, 2, 2, 3])  # 4 + 4 = 8, then 5 + 4 = 9
    assert [line for line in told(g) if "checks" not in line][:2] == ["A/1/6 recovers", "A/1/6 is shaken"]
    assert g.cards["204"] == "shaken"


@pytest.mark.rule("TL-10.22.2")
def test_one_check_for_each_formation_that_lost_units() -> None:
    g = field()
    deal(g, "206", "207")
    g.lost_now = {"206": 3}
    play(g, CheckFormations("soviet"), dice=[1, 1])
    assert g.cards == {"206": "hand", "207": "hand"}


@pytest.mark.rule("TL-10.23.1")
def test_a_parent_is_shaken_when_all_its_formations_in_play_are() -> None:
    g = field()
    deal(g, "206")
    g.cards = {**g.cards, "202": "hand", "207": "out"}
    g.lost_now = {"206": 1}
    play(g, CheckFormations("soviet"), dice=[6, 6])
    assert g.cards["202"] == "shaken"
    g.pile = ("206",)
    play(g, RecoverFormations("soviet"), dice=[6, 5])
    assert g.cards["202"] == "shaken"


@pytest.mark.rule("TL-10.23.1")
def test_a_formation_due_to_arrive_keeps_its_parent_steady_while_it_can_still_come() -> None:
    """R-54."""
    g = field(year=1941, scenario="tolochino-the-t-34")
    put(g, "t34_76", "2117", "206")
    put(g, "bt7", "", "207")
    g.cards = {**g.cards, "206": "hand", "207": "due", "202": "hand"}
    plan_arrivals(g)
    g.lost_now = {"206": 1}
    play(g, CheckFormations("soviet"), dice=[6, 6])
    assert g.cards == {"206": "shaken", "207": "due", "202": "hand"}
    g.groups = {}  # as when a reinforcement deck is used up
    play(g, RecoverFormations("soviet"), dice=[6, 6])
    assert g.cards["202"] == "shaken"


@pytest.mark.rule("TL-10.24.1")
def test_command_formations_are_never_shaken() -> None:
    g = field()
    deal(g, "206")
    g.cards = {**g.cards, "200": "hand", "202": "hand"}
    g.lost_now = {"206": 1}
    play(g, CheckFormations("soviet"), dice=[6, 6])
    assert g.cards["200"] == "hand"
    assert CARDS["200"].morale == 0
    deal(g, "106")
    g.cards = {**g.cards, "100": "hand"}
    g.lost_now = {"106": 1}
    play(g, CheckFormations("german"), dice=[6, 6])
    assert (g.cards["106"], g.cards["100"]) == ("shaken", "hand")


@pytest.mark.rule("TL-10.31.1", "TL-10.31.2", "TL-10.31.3")
def test_snake_eyes_raise_a_unit_once() -> None:
    """Example E-32."""
    g = field()
    tank, friend = put(g, "t34_76", "2117", "205"), put(g, "t34_76", "2117", "205")
    g.losses = {**g.losses, "205": 1}
    assert check(g, tank, [1, 1])  # 2 + 3 = 5
    assert (g.pieces[tank].exp, g.pieces[tank].boosted) == (1, True)
    assert g.pieces[friend].exp == 0
    check(g, tank, [1, 1])
    assert g.pieces[tank].exp == 1
    veteran = put(g, "tiger", "2117", "116")
    check(g, veteran, [1, 1])
    assert g.pieces[veteran].exp == 2 and not g.pieces[veteran].boosted
    g.losses = {**g.losses, "205": 3}
    assert not check(g, friend, [1, 1])  # 2 + 9 > 9: no automatic pass
    assert g.pieces[friend].exp == 1


@pytest.mark.rule("TL-10.32.1", "TL-10.32.2")
def test_boxcars_eliminate_a_unit_even_in_recovery_but_mean_nothing_to_formations() -> None:
    """Example E-32."""
    g = field()
    one, two = put(g, "g_mg", "2117", "102"), put(g, "g_mg", "2117", "102", suppressed=True)
    put(g, "g_mg", "2118", "102")
    check(g, one, [6, 6])
    with rolling(g, [6, 6]):
        recover_unit(g, g.pieces[two])
    assert one not in g.pieces and two not in g.pieces and g.losses == {"102": 2}
    with rolling(g, [1, 1]):
        assert roll_formation(g, "102") and g.printed("102") == 1
    shake(g, "102")
    assert g.members("102")
    g.losses = {**g.losses, "204": 4}
    with rolling(g, [1, 1]):
        assert not roll_formation(g, "204")  # 2 + 8 > 8: no automatic pass


@pytest.mark.rule("TL-10.21.1")
def test_hits_are_checked_at_once_in_the_operations_phase() -> None:
    g = field()
    mover, foe = put(g, "pz4l", "3806", "106"), put(g, "t34_76", "3808", "206")
    play(g, Window(mover))
    with rolling(g, [6, 5, 4, 4, 3, 3]):  # 13 - 2 + 1 (two hexes) = 12, Hit
        g.answer("soviet", React(foe, AV))
    assert [e.cite for e in g.events or () if "checks morale" in str(e)] == ["TL-10.1.1"]


@pytest.mark.rule("TL-10.1.1", "TL-10.11.5", "TL-10.12.1", "TL-10.15.1", "TL-10.31.1", "TL-10.32.1")
def test_the_log_says_how_and_why() -> None:
    g = field()
    tank = put(g, "t34_76", "2117", "206", separated=True)
    put(g, "t34_76", "6333", "206")
    g.losses = {**g.losses, "206": 1}
    check(g, tank, [1, 1], 2)
    assert told(g)[:2] == [
        "B/2/6 T-34/76 in 2117 checks morale: 2 (a unit lost: +3, separated: +2, Hit+2: +2) = 9 against 9, passed",
        "B/2/6 T-34/76 in 2117 is Veteran now",
    ]
    check(g, tank, [3, 3])
    with rolling(g, [1, 2]):
        recover_unit(g, g.pieces[tank])
    assert told(g)[-3:] == [
        "B/2/6 T-34/76 is suppressed in 2117",
        "B/2/6 T-34/76 in 2117 checks morale: 3 (a unit lost: +3, separated: +1) = 7 against 9, passed",
        "B/2/6 T-34/76 recovers in 2117",
    ]
    check(g, tank, [6, 6])
    assert told(g)[-1] == "B/2/6 T-34/76 in 2117 is eliminated by a natural 12"


@pytest.mark.rule("TL-13.35.2")
def test_the_log_tells_of_passengers_that_dismount_or_die() -> None:
    g = field()
    truck = put(g, "s_truck", "3804", no=3)
    put(g, "rifle", "3804", "222", carrier=truck, up=False)
    put(g, "rifle", "6333", "222")
    suppress(g, truck)
    assert told(g) == ["Truck 3 is suppressed in 3804", "I/73 Rifle platoon dismounts and is suppressed in 3804"]
    g = field()
    truck = put(g, "s_truck", "3804")
    put(g, "rifle", "3804", "222", carrier=truck, up=False)
    put(g, "rifle", "6333", "222")
    eliminate(g, g.pieces[truck])
    lines = ["Truck in 3804 is eliminated", "I/73 Rifle platoon in 3804 is eliminated with its vehicle"]
    assert told(g, "soviet") == lines
    assert told(g, "german") == [lines[0], "Infantry in 3804 is eliminated with its vehicle"]


@pytest.mark.rule("TL-10.13.2")
def test_a_suppressed_unit_may_be_assaulted_and_is_judged_by_doctrine() -> None:
    g = field()
    tank = put(g, "pz4l", "2319", "106", suppressed=True)
    far = put(g, "pz4l", "2619", "106", suppressed=True)
    men = put(g, "rifle", "2318", "222")
    assert why_not_assault(g, g.pieces[men], "2319") is None
    assert separated_by(g, "106", "2619") == {tank} and far in g.pieces


@pytest.mark.rule("TL-10.14.2")
def test_units_of_a_shaken_formation_are_targets_and_check_morale_when_hit() -> None:
    g = field()
    firer, tank = put(g, "pz4l", "3804", "106"), put(g, "t34_76", "3808", "206")
    g.cards = {**g.cards, "206": "shaken"}
    assert [t.id for t, _ in targets(g, g.pieces[firer])] == [tank]
    with rolling(g, [6, 4, 4, 4, 5, 5]):
        fire(g, firer, tank, AV)
    assert g.pieces[tank].suppressed


@pytest.mark.rule("TL-10.32.1", "TL-14.2.3")
def test_boxcars_eliminate_in_an_overrun_too() -> None:
    g = field()
    tank, men = put(g, "pz4l", "2318", "106"), put(g, "rifle", "2419", "222")
    put(g, "rifle", "6333", "222")
    act(g, tank)
    say(g, Overrun("2419"), dice=[6, 6])
    assert men not in g.pieces and g.losses == {"222": 1}
