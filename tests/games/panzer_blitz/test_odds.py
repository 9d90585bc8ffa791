"""Every answer that leads to a roll of one's own shows its chances, and what they take for granted."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.engine import Action, Match, Odds, Pick, Press, To
from grognard.games.panzer_blitz import GAME
from grognard.games.panzer_blitz.rules.air_support import DONE, AirOperation, AirTarget, PlaceAircraft
from grognard.games.panzer_blitz.rules.anti_aircraft import AaFire, Flak
from grognard.games.panzer_blitz.rules.close_assault import ResolveAssaults
from grognard.games.panzer_blitz.rules.declared_fire import NameFirers
from grognard.games.panzer_blitz.rules.direct_fire import ChooseTarget, Fire
from grognard.games.panzer_blitz.rules.field_works import SeekHullDown
from grognard.games.panzer_blitz.rules.fire_table import FIRE, FLAK
from grognard.games.panzer_blitz.rules.operation import Operation
from grognard.games.panzer_blitz.rules.opportunity_fire import Reaction
from grognard.games.panzer_blitz.rules.overrun import OverrunTargets
from grognard.games.panzer_blitz.rules.overrun_approach import OverrunMuster
from grognard.games.panzer_blitz.rules.state import PanzerBlitz
from grognard.games.panzer_blitz.rules.targets import THESE
from grognard.games.panzer_blitz.rules.unit_moves import MoveUnit
from grognard.testing import begin, play

from .helpers import PLAIN, field, operate, operation, put

A, B, C = PLAIN


def odds(g: PanzerBlitz, action: Action) -> Odds:
    """The odds of an answer to the question that is asked."""
    found = Match.at(GAME, g).odds(action)
    assert found is not None
    return found


def fits(found: Odds) -> bool:
    """Are the chances those of the column and the modifiers that are shown?"""
    assert found.preview is not None
    chart = {FIRE.key: FIRE, FLAK.key: FLAK}[found.preview.chart]
    return found.chances == chart.odds(chart.columns.index(found.preview.column), found.preview.on("die"))


@pytest.mark.rule("PB-7.3.1", "PB-7.1.1")
def test_targets_picked_one_by_one_show_the_odds_of_what_is_picked() -> None:
    g = field()
    gun, (one, other) = put(g, "br_mg", A), [put(g, kind, B) for kind in ("ge_gren", "ge_mg")]
    begin(g, ChooseTarget("fire", "british", B, (gun,)))
    alone = odds(g, Pick(one))
    assert alone.assumes == ("nothing else is fired at",) and alone.worst is None
    play(g, Pick(one))
    assert odds(g, Press(THESE)).chances == alone.chances and not odds(g, Press(THESE)).assumes
    assert odds(g, Pick(other)).chances != alone.chances and fits(odds(g, Press(THESE)))


@pytest.mark.rule("PB-7.1.1")
def test_firers_named_one_by_one_show_the_odds_of_those_named() -> None:
    g = field()
    firers = [put(g, "br_mg", A), put(g, "br_rifle", A)]
    put(g, "ge_gren", B)
    operate(g, "british", A)
    play(g, NameFirers(), Fire(B))
    everybody, one = odds(g, Press("all fire")), odds(g, Pick(firers[0]))
    assert not everybody.assumes and one.assumes == ("nobody else fires",) and one.chances != everybody.chances


@pytest.mark.rule("PB-8.1.7", "PB-7.9.1")
def test_a_charge_names_what_its_odds_take_for_granted() -> None:
    g = field()
    tanks = tuple(put(g, "ge_pz4", A) for _ in range(2))
    put(g, "br_rifle", B)
    put(g, "br_sherman", B)
    operation(g, "german", A)
    g.charge = dict.fromkeys(tanks, B)
    late = put(g, "ge_pz4", C)
    begin(g, OverrunMuster("german", B, (*tanks, late)), Operation())
    found = odds(g, Press("charge"))
    assert found.assumes == ("nobody reacts", "PzKw IV platoon attacks what is unarmored") and fits(found)


@pytest.mark.rule("PB-9.1.5", "PB-7.9.1")
def test_a_close_assault_names_them_too() -> None:
    g = field()
    gren, other = put(g, "ge_gren", A), put(g, "ge_gren", A)
    put(g, "br_rifle", B)
    operation(g, "german", A)
    g.cat = {**g.cat, gren: B}
    begin(g, Operation())
    found = odds(g, ResolveAssaults())
    assert found.assumes == ("nobody reacts",) and fits(found) and other in g.pieces


@pytest.mark.rule("PB-8.1.7")
def test_an_assignment_passes_to_what_is_offered_first() -> None:
    g = field()
    tanks = tuple(put(g, "ge_pz4", A) for _ in range(2))
    put(g, "br_rifle", B)
    sherman = put(g, "br_sherman", B)
    begin(g, OverrunTargets(B, tanks))
    found = odds(g, Pick(sherman))
    assert found.assumes == ("PzKw IV platoon attacks what is unarmored",)


@pytest.mark.rule("PB-7.9.2", "PB-7.3.1")
def test_reaction_fire_at_one_of_several_shows_its_odds() -> None:
    g = field()
    put(g, "ge_mg", B)
    attackers = tuple(put(g, "br_rifle", A) for _ in range(2))
    begin(g, Reaction(B, attackers))
    assert odds(g, Pick(attackers[0])).assumes == ("no other attacker is fired at",)


@pytest.mark.rule("PB-16.4.1", "PB-16.3.8")
def test_bombs_show_their_odds_if_no_flak_fires() -> None:
    g = field()
    plane, spare = put(g, "br_mitchell", f"air-{A}"), put(g, "br_typhoon", "")
    put(g, "ge_gren", B)
    gun = put(g, "ge_20mm", C)
    operation(g, "british", A)
    begin(g, PlaceAircraft(plane, placed=True), AirOperation("british", (plane,)))
    found = odds(g, To(B))
    assert found.assumes == ("no other aircraft flies", "no other gun fires at aircraft") and fits(found)
    play(g, To(B))
    assert odds(g, Press(DONE)).chances == found.chances and spare in g.pieces
    play(g, Press(DONE))
    shot = odds(g, Flak(gun, plane))
    assert isinstance(g.steps[-1], AaFire) and not shot.assumes and fits(shot)


@pytest.mark.rule("PB-16.3.3", "PB-7.3.1")
def test_aircraft_pick_targets_with_odds() -> None:
    g = field()
    plane = put(g, "br_spitfire", f"air-{A}", target=B)
    one, _ = put(g, "ge_gren", B), put(g, "ge_gren", B)
    operation(g, "british", A)
    begin(g, AirTarget(plane))
    assert odds(g, Pick(one)).assumes == ("nothing else is attacked",)


@pytest.mark.rule("PB-15.6.1", "PB-7.8.1")
def test_a_hull_down_attempt_under_the_enemys_eyes_assumes_that_he_holds_his_fire() -> None:
    g = field()
    tank = put(g, "br_sherman", A)
    operation(g, "british", A)
    put(g, "ge_pak40", C)
    begin(g, MoveUnit(tank, A))
    found = odds(g, SeekHullDown())
    assert found.assumes == ("nobody fires on the way",) and found.chances["success"] == Fraction(21, 36)
