"""6.52, 6.61 Who begins is named with the card that is played, and what a side that passes waits for."""

from __future__ import annotations

import pytest

from grognard.engine import Ask, Pick, Step, To
from grognard.games.tank_leader import GAME
from grognard.games.tank_leader.rules.card_play import CardPlay, Interrupts
from grognard.games.tank_leader.rules.cards import Play
from grognard.games.tank_leader.rules.declarations import LATER, PASS, WAIT
from grognard.games.tank_leader.rules.higher_cards import NOTHING, ParentChoice
from grognard.games.tank_leader.rules.operations import END, Activate
from grognard.games.tank_leader.rules.opportunity_fire import HOLD, SPARE, React
from grognard.games.tank_leader.rules.sequence import OperationsBegin
from grognard.games.tank_leader.rules.stack_orders import StackActs, Together
from grognard.games.tank_leader.rules.state import TankLeader
from grognard.games.tank_leader.rules.unit_operations import UnitActs
from grognard.testing import asked

from .table import deal, field, offered, play, put, rule, say


def soviet_lead(**places: str) -> tuple[TankLeader, list[str]]:
    """B/3/6 is led, and two Panzer IV of A/2 could interrupt it."""
    g = field()
    deal(g, "207")
    tanks = [put(g, "pz4l", h, "106", no=n) for n, h in enumerate(places.values(), 1)]
    play(g, CardPlay())
    return g, tanks


@pytest.mark.rule("TL-6.52.4", "TL-6.61.1")
def test_who_interrupts_may_name_the_unit_that_begins() -> None:
    g, (one, two) = soviet_lead(one="3804", two="3810")
    assert GAME.face.describe(g, Pick(two)) == "interrupt, beginning with A/2 Pz IV 2 in 3810"
    say(g, Pick(two), side="german")
    assert list(g.pile) == ["207", "106"] and g.steps[-1] == UnitActs(two) and g.pieces[one].up


@pytest.mark.rule("TL-6.52.4", "TL-6.61.1", "TL-7.2.1")
def test_who_interrupts_may_begin_with_a_stack() -> None:
    g, (one, two) = soviet_lead(one="3804", two="3804")
    assert GAME.face.describe(g, Together(one)) == "interrupt, beginning with A/2 Pz IV 1 in 3804, and 1 like it"
    assert rule(g, Together(two)) == "TL-7.2.1"
    say(g, Together(one), side="german")
    assert g.steps[-1] == StackActs((one, two))


@pytest.mark.rule("TL-6.52.5", "TL-6.61.1")
def test_of_two_who_interrupt_only_the_card_that_is_placed_begins() -> None:
    g = field()
    deal(g, "207", "206")
    german, soviet = put(g, "pz4l", "3804", "106"), g.members("206")[0].id
    play(g, CardPlay())
    say(g, Pick(soviet), side="soviet")
    say(g, Pick(german), side="german")
    assert list(g.pile) == ["207", "106"] and g.cards["206"] == "hand" and g.steps[-1] == UnitActs(german)


@pytest.mark.rule("TL-6.51.6", "TL-6.61.1")
def test_who_is_named_with_an_interrupt_that_is_interrupted_does_not_begin() -> None:
    g = field()
    deal(g, "207", "110", "106")
    first = g.members("110")[0].id
    g.cards = {**g.cards, "200": "hand"}
    play(g, CardPlay())
    say(g, PASS, side="soviet")
    say(g, Pick(first), side="german")
    assert asked(g) == "soviet"  # the German has declared
    say(g, Play("200"))  # it brings nobody to act
    assert list(g.pile) == ["207", "110"] and Pick(first) in offered(g, "german")  # he is asked again


@pytest.mark.rule("TL-6.51.2", "TL-6.61.1", "TL-7.2.1")
def test_who_leads_may_begin_with_a_stack() -> None:
    g = field()
    deal(g, "205")
    tanks = [put(g, "t34_76", "3804", "207") for _ in "ab"]
    g.cards = {**g.cards, "205": "hand", "207": "hand"}
    play(g, CardPlay())
    say(g, Together(tanks[0]), dice=[6])  # an F-rated formation rolls
    assert g.steps[-1] == StackActs(tuple(tanks))


@pytest.mark.rule("TL-6.62.1", "TL-6.61.1")
def test_a_parent_brings_a_formation_to_act_by_naming_who_begins() -> None:
    g = field()
    one, two = (put(g, "t34_76", "3804", "206") for _ in "ab")
    deal(g, "207")
    play(g, ParentChoice("202"))
    assert Together(one) in offered(g) and NOTHING in offered(g)
    assert rule(g, Together(two)) == "TL-7.2.1" and rule(g, Pick("nobody")) is None
    say(g, Pick(two))
    assert g.active == ("206",) and g.steps[-1] == UnitActs(two)
    assert stack_named_to_begin(Together(one)) == StackActs((one, two))


def stack_named_to_begin(order: Together) -> Step:
    """What follows if a parent card names two tanks in one hex."""
    g = field()
    for _ in "ab":
        put(g, "t34_76", "3804", "206")
    deal(g, "207")
    play(g, ParentChoice("202"))
    say(g, order)
    return g.steps[-1]


@pytest.mark.rule("TL-6.6.1", "TL-6.61.1")
@pytest.mark.parametrize("intelligence", ["open", "limited"])
def test_under_limited_intelligence_nobody_is_named_before_the_card_is_turned_up(intelligence: str) -> None:
    g = field(intelligence=intelligence)
    deal(g, "204", "207", "106")
    g.cards, g.pile = {**g.cards, "207": "pile"}, ("207",)
    play(g, Interrupts())
    named = {side: [a for a in offered(g, side) if isinstance(a, Pick)] for side in ("soviet", "german")}
    assert [bool(named[side]) for side in named] == [intelligence == "open"] * 2


# ------------------------------------------------------------------ to wait for something better


def sides_asked(g: TankLeader) -> list[str]:
    asks: tuple[Ask, ...] = g.asks
    return [ask.side for ask in asks]


def eye_to_eye() -> tuple[TankLeader, str]:
    """Two Soviet companies are to be led; a Panzer IV, who may interrupt, stands six hexes from one of their tanks."""
    g = field()
    deal(g, "204", "206", "207")
    foe = put(g, "t34_76", "3810", "207")
    put(g, "pz4l", "3804", "106")
    play(g, CardPlay())
    while asked(g) == "soviet":
        say(g, WAIT if WAIT in offered(g) else Play("204"), side="soviet")
    return g, foe


@pytest.mark.rule("TL-6.52.2", "TL-9.21.1")
def test_a_side_that_has_a_target_may_wait_until_it_stands_better() -> None:
    g, foe = eye_to_eye()
    assert LATER in offered(g, "german") and WAIT not in offered(g, "german")
    say(g, LATER, side="german")
    assert g.passed["german"]
    g.pile = ("207",)
    play(g, Interrupts())
    assert "german" not in sides_asked(g)
    g.passed = {}
    play(g, Interrupts())
    assert "german" in sides_asked(g)
    say(g, LATER, side="german")
    g.change(foe, place="3806")  # nearer: the shot is better now
    g.pile = ("207",)
    play(g, Interrupts())
    assert "german" in sides_asked(g)
    play(g, OperationsBegin())
    assert not g.passed


@pytest.mark.rule("TL-9.41.2", "TL-9.43.1")
def test_fire_may_be_held_at_all_of_a_type_that_come_in_one_activation() -> None:
    g = field()
    tanks = [put(g, "t34_76", "3804", "206", no=n) for n in (1, 2, 3)]
    foe = put(g, "pz4l", "3812", "106")
    play(g, Activate(("206",)))
    say(g, Together(tanks[0]))
    say(g, To("3807"))
    asks = 0
    while asked(g) == "german":
        assert React(foe, "AV") in offered(g) and HOLD in offered(g)
        say(g, SPARE, side="german")
        asks += 1
    assert {g.pieces[t].place for t in tanks} == {"3807"} and asks == 2  # where the first one comes nearer
    play(g, Activate(("206",)))
    assert not g.spared


@pytest.mark.rule("TL-9.41.2", "TL-6.1.2")
def test_a_lone_unit_is_not_spared_as_one_of_several() -> None:
    g = field()
    tank = put(g, "t34_76", "3804", "206")
    put(g, "pz4l", "3810", "106")
    play(g, Activate(("206",)))
    say(g, Pick(tank))
    say(g, To("3806"))
    assert SPARE not in offered(g, "german") and END not in offered(g, "german") and PASS not in offered(g)
