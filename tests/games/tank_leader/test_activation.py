"""6.61 to 6.65 What a card brings to act, and when cards leave the game."""

from __future__ import annotations

import pytest

from grognard.engine import Pick, Press, To
from grognard.games.tank_leader.rules.card_play import CardPlay, Interrupts, SetAside, TurnUp, leads
from grognard.games.tank_leader.rules.cards import Play
from grognard.games.tank_leader.rules.declarations import PASS
from grognard.games.tank_leader.rules.higher_cards import GO, NOTHING, CommandChoice, ParentChoice, Recover
from grognard.games.tank_leader.rules.morale import eliminate
from grognard.games.tank_leader.rules.operations import END, Activation, active_units
from grognard.games.tank_leader.rules.sequence import OperationsBegin, RecoverFormations
from grognard.games.tank_leader.rules.state import TankLeader

from .table import deal, field, offered, play, put, rule, say, told


@pytest.mark.rule("TL-6.61.1")
def test_active_are_the_face_up_units_that_are_not_suppressed() -> None:
    g = field()
    fit = put(g, "t34_76", "2117", "206")
    put(g, "t34_76", "2118", "206", up=False)
    put(g, "t34_76", "2119", "206", suppressed=True)
    put(g, "t34_76", "2116", "207")
    g.pile, g.cards = ("206",), {**g.cards, "206": "pile"}
    play(g, TurnUp())
    assert [u.id for u in active_units(g)] == [fit]


@pytest.mark.rule("TL-6.62.1", "TL-6.62.2", "TL-6.5.2")
def test_a_parent_activates_one_formation_of_any_rating_named_late() -> None:
    g = field()
    deal(g, "206", "207")
    play(g, ParentChoice("202"))
    begin = [Pick(u.id) for card in ("207", "206") for u in g.members(card)]
    assert offered(g) == [Play("207"), Play("206"), *begin, NOTHING]
    assert rule(g, Play("204")) == "TL-6.62.1"
    say(g, Play("207"))
    assert g.active == ("207",)
    assert g.cards["207"] == "hand"  # its own card is still due


@pytest.mark.rule("TL-6.62.1", "TL-6.62.3", "TL-10.11.4", "TL-10.21.1")
def test_a_parent_recovers_a_shaken_formation() -> None:
    """Example E-15, for morale 8 (+2), and B/1/6 by its card."""
    g = field()
    put(g, "churchill", "2117", "204")
    put(g, "t34_76", "2118", "205")
    g.cards = {**g.cards, "204": "shaken", "205": "shaken"}
    g.losses = {"204": 1, "205": 1}
    play(g, ParentChoice("201"))
    say(g, Recover("204"), dice=[3, 4])  # 7 + 2 - 2 = 7, at most 8
    assert g.cards["204"] == "hand" and leads(g) == ("soviet", ["204"])  # it must be played this turn
    assert not g.steps  # one attempt to an activation
    assert "7 against 8, passed" in told(g)[-2]
    play(g, ParentChoice("201"))
    say(g, Recover("205"), dice=[3, 4])  # 7 + 3 - 2 = 8, at most 9
    assert g.cards["205"] == "hand"
    g = field()
    put(g, "churchill", "2117", "204")
    g.cards = {**g.cards, "204": "shaken"}
    play(g, ParentChoice("201"), dice=[3, 4])  # nothing else could be done with the card
    assert g.cards["204"] == "hand"


@pytest.mark.rule("TL-6.63.1", "TL-6.63.2")
def test_a_soviet_command_activates_one_formation_and_its_headquarters() -> None:
    """Example E-11 and R-9."""
    g = field(year=1943)
    deal(g, "216", "217", "218")
    g.cards = {**g.cards, "216": "shaken"}
    play(g, CommandChoice("200"))
    assert offered(g) == [Play("217"), Play("218"), NOTHING]
    say(g, Play("217"))
    assert g.active == ("217",)
    g = field()
    deal(g, "212", "213", "219")
    play(g, CommandChoice("209"))  # 213 is rated E, and nothing is left to choose
    assert set(g.active) == {"212", "219"}


@pytest.mark.rule("TL-6.64.1", "TL-6.64.2")
def test_a_german_command_activates_any_number_together() -> None:
    g = field()
    deal(g, "106", "109", "111")
    for card in ("106", "109"):  # these would have to enter the map
        unit = next(u.id for u in g.pieces.values() if u.card == card)
        g.change(unit, place="")
        g.entry = {**g.entry, card: ("road", "0117")}
    play(g, CommandChoice("100"))
    assert offered(g) == [Play("106"), Play("109"), GO]
    say(g, Play("106"))
    say(g, GO)
    assert set(g.active) == {"106", "111"}
    assert {u.card for u in active_units(g)} == {"106", "111"}
    g.entry = {}
    play(g, CommandChoice("100"))  # to be active costs nothing, so nobody is asked
    assert set(g.active) == {"106", "109", "111"}


@pytest.mark.rule("TL-6.65.1", "TL-6.65.2", "TL-6.65.3", "TL-6.65.4")
def test_a_buried_card_stays_in_the_pile_and_acts_again_with_who_is_face_up() -> None:
    g = field()
    deal(g, "206", "207")
    second = put(g, "t34_76", "2117", "207")
    g.cards = {**g.cards, "202": "pile", "207": "pile"}
    g.pile = ("207", "202")
    play(g, TurnUp(), CardPlay())
    say(g, Play("207"))
    assert list(g.pile) == ["207", "202"] and g.active == ("207",)
    g.change(second, up=False)
    say(g, END)
    assert list(g.pile) == ["207"]
    while not g.active:
        say(g, PASS)
    assert [u.card for u in active_units(g)] == ["207"] and second not in [u.id for u in active_units(g)]
    g = field()
    put(g, "t34_76", "2117", "206")
    g.cards = {**g.cards, "206": "aside"}
    play(g, ParentChoice("202"))
    assert g.active == ("206",)  # already activated this turn, and nobody else could be


@pytest.mark.rule("TL-6.5.2")
def test_every_combat_card_is_played_and_higher_cards_need_not_be() -> None:
    g = field()
    deal(g, "207", "206", "106")
    g.cards = {**g.cards, "202": "hand", "100": "hand"}
    play(g, CardPlay())
    while g.asks:
        say(g, END if isinstance(g.steps[-1], Activation) else PASS)
    assert g.cards == {"207": "aside", "206": "aside", "106": "aside", "202": "hand", "100": "hand"}


def test_the_card_of_a_formation_that_dies_leaves_the_game() -> None:
    g = field()
    tank = put(g, "t34_76", "2117", "207")
    put(g, "t34_76", "2118", "206")
    g.cards = {**g.cards, "202": "hand", "207": "pile"}
    g.pile, g.shown = ("207",), True
    eliminate(g, g.pieces[tank])
    play(g, SetAside())
    assert g.cards["207"] == "out" and g.cards["202"] == "hand"


def test_with_the_last_formation_its_superiors_leave_the_game_wherever_their_cards_are() -> None:
    """R-13."""
    g = field()
    tank = put(g, "t34_76", "2117", "207")
    g.cards = {**g.cards, "200": "hand", "202": "pile", "207": "pile"}
    g.pile, g.shown = ("202", "207"), True  # it dies while it is active
    eliminate(g, g.pieces[tank])
    assert g.pile == ("202", "207")
    play(g, SetAside())
    assert g.cards == {"200": "out", "202": "out", "207": "out"} and not g.pile
    g = field()
    tank = put(g, "t34_76", "2117", "207")
    g.cards = {**g.cards, "200": "aside", "202": "pile", "207": "aside"}
    g.pile, g.shown = ("202",), True  # its parent has activated it
    eliminate(g, g.pieces[tank])
    play(g, SetAside(), OperationsBegin())
    assert g.cards == {"200": "out", "202": "out", "207": "out"} and not g.pile


def test_nobody_is_asked_who_is_known_to_have_nothing() -> None:
    g = field()
    deal(g, "116")
    g.pile, g.cards = ("116",), {**g.cards, "116": "pile"}
    play(g, Interrupts())
    assert g.active == ("116",)
    assert Press("no interrupt") == PASS


@pytest.mark.rule("TL-6.63.2")
def test_headquarters_rated_below_d_are_activated_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    g = field()
    deal(g, "212", "213", "219")
    ratings = {"212": "D", "213": "E", "219": "F", "209": "C"}
    monkeypatch.setattr(TankLeader, "rating", lambda self, key: ratings[key])
    play(g, CommandChoice("209"))
    assert set(g.active) == {"212", "219"}
    g.cards = {**g.cards, "212": "shaken"}
    play(g, CommandChoice("209"))
    assert g.active == ("219",)


@pytest.mark.rule("TL-6.64.2", "TL-7.2.1")
def test_units_of_formations_activated_together_act_in_any_order() -> None:
    g = field()
    one, two = put(g, "pz4l", "3804", "106"), put(g, "pz4l", "3805", "106")
    other = put(g, "pz4l", "3806", "109")
    play(g, CommandChoice("100"))
    for unit, to in ((one, "3702"), (other, "3708"), (two, "3607")):
        say(g, Pick(unit))
        say(g, To(to))
    assert not any(g.pieces[u].up for u in (one, two, other))


@pytest.mark.rule("TL-6.65.1", "TL-6.65.4")
@pytest.mark.parametrize("where", ["hand", "aside", "pile"])
def test_a_command_card_activates_a_formation_wherever_its_card_is(where: str) -> None:
    g = field()
    deal(g, "106")
    g.cards = {**g.cards, "106": where, "100": "pile"}
    g.pile = ("106", "100") if where == "pile" else ("100",)
    play(g, TurnUp())
    assert g.active == ("106",) and g.cards["106"] == where  # its own card stays where it is


@pytest.mark.rule("TL-10.23.1", "TL-10.23.2", "TL-6.51.10")
def test_a_shaken_parent_is_not_played_until_a_formation_of_it_recovers() -> None:
    g = field()
    deal(g, "206", "205")
    g.cards = {**g.cards, "206": "shaken", "202": "shaken", "201": "hand"}
    play(g, CardPlay())
    assert Play("202") not in offered(g, "soviet") and rule(g, Play("202")) == "TL-6.51.10"
    play(g, RecoverFormations("soviet"), dice=[1, 2])
    assert g.cards["202"] == "hand"
