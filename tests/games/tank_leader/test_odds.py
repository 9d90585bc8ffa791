"""The exact odds of what an answer leads to: they are what sampling finds, and say what they take for granted."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product

import pytest

from grognard.conformance.odds_and_log import odds_are_true
from grognard.engine import Action, Match, Odds, Pick, To
from grognard.games.tank_leader import GAME
from grognard.games.tank_leader.rules.assault import GO, SOME_TOGETHER, TOGETHER, Assault, AssaultFire, DefendHex
from grognard.games.tank_leader.rules.card_play import CardPlay, Interrupts
from grognard.games.tank_leader.rules.combined_fire import EVERYBODY, FIRE, Combine
from grognard.games.tank_leader.rules.fire import AI, AV, FireAt
from grognard.games.tank_leader.rules.higher_cards import ParentChoice, Recover
from grognard.games.tank_leader.rules.indirect_fire import OPEN_FIRE
from grognard.games.tank_leader.rules.movement import MoveUnit, Walk
from grognard.games.tank_leader.rules.operations import END, Activate
from grognard.games.tank_leader.rules.opportunity_fire import HOLD, Window
from grognard.games.tank_leader.rules.stack_orders import Together
from grognard.games.tank_leader.rules.state import Move, TankLeader, Zone
from grognard.games.tank_leader.rules.unit_operations import SHELL

from .table import HILLY, act, deal, field, offered, play, put, say

WHOLE = Fraction(1)


def odds(g: TankLeader, action: Action, side: str = "") -> Odds | None:
    """Exact odds, compared with 300 samples."""
    match = Match(GAME, g, g.dice)
    return odds_are_true(match, side or g.asks[0].side, action, random.Random(1))


def known(g: TankLeader, action: Action) -> Odds:
    found = odds(g, action)
    assert found is not None and found.preview is not None
    return found


def at_most(number: int) -> Fraction:
    """Of two dice."""
    return Fraction(sum(a + b <= number for a, b in product(range(1, 7), repeat=2)), 36)


def infantry() -> tuple[TankLeader, list[str], str]:
    """Two platoons of grenadiers and a machine gun, and riflemen in the open two hexes away."""
    g = field()
    men = [put(g, kind, "3804", card) for kind, card in (("g_inf", "120"), ("g_inf", "120"), ("g_mg", "123"))]
    return g, men, put(g, "rifle", "3806", "222")


# ------------------------------------------------------------------ combined fire (13.12)


@pytest.mark.rule("TL-13.12.1")
def test_combined_fire_says_who_joins_and_what_comes_of_it() -> None:
    g, men, foe = infantry()
    play(g, Activate(("120", "123")))
    say(g, Pick(men[0]))
    begins = known(g, Combine(foe))
    assert begins.assumes == ("everybody who can joins",) and begins.worst is None
    say(g, Combine(foe))
    everybody, alone, joins = known(g, EVERYBODY), known(g, FIRE), known(g, Pick(men[1]))
    assert everybody.chances == begins.chances and not everybody.assumes
    assert joins.assumes == ("nobody else joins",) and not alone.assumes
    assert alone.chances.get("Kill", 0) < joins.chances["Kill"] < everybody.chances["Kill"]
    assert everybody.preview is not None and [given.value for given in everybody.preview.given] == ["1 or more"] * 3


@pytest.mark.rule("TL-13.12.1", "TL-9.15.3")
def test_whoever_fails_to_spot_adds_nothing_to_the_odds() -> None:
    g = field(HILLY)
    men = [put(g, "g_inf", "3024", "120", exp=0) for _ in range(2)]
    foe = put(g, "rifle", "3023", "222")  # number 1, -1 for Green spotters
    play(g, Activate(("120",)))
    say(g, Pick(men[0]))
    found = known(g, Combine(foe))
    assert found.assumes == ("everybody who can joins",)
    assert found.chances["Not spotted"] == Fraction(1, 6) ** 2


@pytest.mark.rule("TL-8.55.1", "TL-13.12.1")
def test_no_odds_are_told_of_fire_at_who_lies_under_a_tank() -> None:
    g, men, foe = infantry()
    put(g, "t34_76", "3806", "206")
    play(g, Activate(("120", "123")))
    say(g, Pick(men[0]))
    assert odds(g, Combine(foe)) is None and odds(g, FireAt(foe, AI)) is None
    say(g, Combine(foe))
    assert odds(g, EVERYBODY) is None and odds(g, FIRE) is None


# ------------------------------------------------------------------ indirect fire (13.2)


@pytest.mark.rule("TL-13.2.1", "TL-13.22.1", "TL-13.25.1")
def test_indirect_fire_says_who_spots_and_that_no_other_gun_joins() -> None:
    g = field()
    first, second = (put(g, "g_mortar", h, "123") for h in ("3812", "3813"))
    observer = put(g, "g_fo", "3803", "123")
    put(g, "rifle", "3806", "222")
    play(g, Activate(("123",)))
    say(g, Pick(first))
    name = g.pieces[observer].name
    whole = known_only(g, SHELL)
    assert whole.assumes[0] == "it fires at 3806"
    say(g, SHELL)
    aimed = known(g, To("3806"))
    assert aimed.chances == whole.chances and aimed.assumes == whole.assumes[1:]
    say(g, To("3806"))
    by_observer, by_itself = known(g, Pick(observer)), known(g, Pick(first))
    assert by_observer.assumes == by_itself.assumes == ("no other gun joins",)
    assert by_itself.chances != by_observer.chances  # doubled, but it sees less far
    best = by_observer if f"{name} spots for {g.pieces[first].name}" in aimed.assumes else by_itself
    assert best.chances == aimed.chances
    say(g, Pick(observer))
    assert known(g, OPEN_FIRE).chances == by_observer.chances and not known(g, OPEN_FIRE).assumes
    both = known(g, Pick(second))
    assert both.assumes == (f"{name} spots for {g.pieces[second].name}",)
    assert both.chances["Kill"] > by_observer.chances.get("Kill", Fraction(0))


def known_only(g: TankLeader, action: Action) -> Odds:
    found = odds(g, action)
    assert found is not None
    return found


@pytest.mark.rule("TL-13.21.1")
def test_no_odds_are_told_of_indirect_fire_before_one_of_two_hexes_is_chosen() -> None:
    g = field()
    mortar = put(g, "g_mortar", "3812", "123")
    for h in ("3806", "3807"):
        put(g, "rifle", h, "222")
    act(g, mortar)
    assert odds(g, SHELL) is None
    say(g, SHELL)
    assert not known(g, To("3806")).assumes and known(g, To("3807")).chances


# ------------------------------------------------------------------ close assault (14.1)


@pytest.mark.rule("TL-14.1.2", "TL-10.32.1")
def test_an_assault_has_the_odds_of_the_check_of_nerve() -> None:
    g = field(HILLY)
    men, mate = (put(g, "g_inf", "3023", "120") for _ in range(2))
    put(g, "t34_76", "3024", "206")
    g.losses = {**g.losses, "120": 1}
    g.drop(mate)
    act(g, men)
    found = known(g, Assault("3024"))
    assert not found.assumes and found.preview is not None
    passes = at_most(found.preview.needs - sum(m.value for m in found.preview.modifiers))  # type: ignore[operator]
    assert found.chances == {
        "goes in": passes,
        "loses the platoon": Fraction(1, 36),
        "stays back": WHOLE - passes - Fraction(1, 36),
    }


@pytest.mark.rule("TL-14.1.1", "TL-14.1.2")
def test_an_assault_of_several_has_the_odds_of_how_many_go_in() -> None:
    g = field(HILLY)
    men = [put(g, "g_inf", "3023", "120", no=n) for n in (1, 2)]
    put(g, "t34_76", "3024", "206")
    act(g, men[0])
    alone = known(g, Assault("3024"))
    assert alone.assumes == ("no other platoon joins",)
    say(g, Assault("3024"))
    assert known(g, GO).chances == alone.chances
    both = known(g, Pick(men[1]))
    assert both.chances["2 of 2 go in"] == alone.chances["goes in"] ** 2
    assert both.chances.keys() == {"2 of 2 go in", "1 of 2 goes in", "none of 2 goes in"}


@pytest.mark.rule("TL-8.2.1", "TL-14.1.2")
def test_the_odds_of_an_assault_run_on_through_the_die_of_an_f_rated_formation() -> None:
    g = field(HILLY)
    men = put(g, "smg", "3023", "228")
    put(g, "pz4l", "3024", "106")
    act(g, men, dice=[3])
    once_rolled = known(g, Assault("3024")).chances
    g.rolled = {}
    assert known(g, Assault("3024")).chances == once_rolled and "goes in" in once_rolled


@pytest.mark.rule("TL-13.12.1", "TL-14.12.1")
def test_a_volley_of_some_assaulters_has_odds() -> None:
    g = field(HILLY)
    men = tuple(put(g, "g_inf", "3024", "120") for _ in range(3))
    put(g, "rifle", "3024", "222")
    play(g, AssaultFire("3024", men))
    assert odds(g, SOME_TOGETHER) is None
    whole = known(g, TOGETHER)
    say(g, SOME_TOGETHER)
    assert odds(g, Pick(men[0])) is None  # alone nobody fires together
    say(g, Pick(men[0]))
    pair = known(g, Pick(men[1]))
    assert pair.assumes == ("nobody else joins",) and pair.chances["Kill"] < whole.chances["Kill"]
    say(g, Pick(men[1]))
    assert known(g, TOGETHER).chances == pair.chances
    assert known(g, Pick(men[2])).chances == whole.chances


@pytest.mark.rule("TL-14.1.4")
def test_who_holds_his_fire_reads_no_odds_of_the_enemys_shots() -> None:
    g = field(HILLY)
    man = put(g, "g_inf", "3024", "120")
    put(g, "rifle", "3024", "222")
    play(g, DefendHex("3024", (man,)), AssaultFire("3024", (man,)))
    assert g.asks[0].side == "soviet" and odds(g, HOLD) is None


# ------------------------------------------------------------------ recovery and movement dice


@pytest.mark.rule("TL-6.62.3", "TL-10.11.4")
def test_the_recovery_of_a_formation_by_its_parent_has_odds() -> None:
    g = field()
    deal(g, "206", "207", "202")
    g.cards, g.losses = {**g.cards, "206": "shaken"}, {**g.losses, "206": 1}
    play(g, ParentChoice("202"))
    found = known(g, Recover("206"))
    assert found.preview is not None and not found.assumes
    passes = at_most(found.preview.needs - sum(m.value for m in found.preview.modifiers))  # type: ignore[operator]
    assert found.chances == {"recovers": passes, "stays shaken": WHOLE - passes}
    assert -2 in [m.value for m in found.preview.modifiers]


@pytest.mark.rule("TL-8.2.1")
def test_an_f_rated_formation_has_the_odds_of_its_die() -> None:
    g = field()
    tanks = [put(g, "t34_76", "3804", "207") for _ in range(2)]
    play(g, Activate(("207",)))
    for answer in (Pick(tanks[0]), Together(tanks[0])):
        found = odds(g, answer)
        assert found is not None and found.chances["1 hex"] == found.chances["6 hexes"] == Fraction(1, 6)


@pytest.mark.rule("TL-6.52.2", "TL-6.51.2")
def test_answers_that_the_enemys_hand_stands_behind_have_no_odds() -> None:
    g = field(year=1943)
    deal(g, "106", "206", "207", "202")
    g.cards = {**g.cards, "206": "shaken"}
    play(g, CardPlay())
    assert isinstance(g.steps[-1], CardPlay | Interrupts)
    for ask in g.asks:
        assert all(g.steps[-1].hides_odds(g, answer) for answer in ask.actions)


@pytest.mark.rule("TL-13.27.2")
def test_who_lets_a_unit_pass_reads_no_odds_of_a_fire_zone() -> None:
    g = field()
    gun, tank = put(g, "g_mortar", "3812", "123"), put(g, "t34_76", "3805", "206")
    put(g, "pz4l", "3809", "106")
    g.zones = {**g.zones, "3806": (Zone("german", 9, 9, (gun,)),)}
    g.move = Move(tank, spent=2, hexes=1)
    g.active, g.active_side = ("206",), "soviet"
    play(g, Window(tank), *moving(tank))
    assert g.asks[0].side == "german" and odds(g, HOLD) is None


def moving(tank: str) -> tuple[Walk, MoveUnit]:
    return Walk(tank, ("3806",)), MoveUnit(tank)


@pytest.mark.rule("TL-9.22.2")
def test_a_shot_has_odds_for_each_result() -> None:
    g = field()
    tank, foe = put(g, "pz4l", "3804", "106"), put(g, "t34_76", "3806", "206")
    act(g, tank)
    found = known(g, FireAt(foe, AV))
    assert found.preview is not None and found.chances["Kill"] > 0 and not found.assumes
    assert END not in offered(g)
