"""Odds and every modifier are there before the last click, and only where they tell nothing hidden."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.engine import Action, Pick, Press, enumerate_odds, totals
from grognard.games.panzer_blitz.rules.air_support import AirTarget
from grognard.games.panzer_blitz.rules.artillery_requests import AimAt, RequestFire
from grognard.games.panzer_blitz.rules.data import DRM, FIRE_TABLE
from grognard.games.panzer_blitz.rules.fire_table import result_of
from grognard.games.panzer_blitz.rules.movement import Go
from grognard.games.panzer_blitz.rules.opportunity_fire import Opportunity, Reaction
from grognard.games.panzer_blitz.rules.overrun import OverrunTargets
from grognard.games.panzer_blitz.rules.state import PanzerBlitz
from grognard.games.panzer_blitz.rules.targets import SOFT
from grognard.games.panzer_blitz.rules.unit_moves import MoveUnit
from grognard.testing import begin

from .helpers import PLAIN, WOODS, field, operation, pair, put


def shown(g: PanzerBlitz, action: Action) -> dict[str, int]:
    """The modifiers of a preview that count, by name."""
    found = g.steps[-1].preview(g, action)
    return {m.text: m.value for m in found.modifiers if m.value} if found else {}


def reckoned(g: PanzerBlitz, action: Action) -> dict[str, Fraction]:
    """The chances that the preview's column and modifiers give."""
    found = g.steps[-1].preview(g, action)
    assert found is not None
    column = next(i for i, c in enumerate(FIRE_TABLE) if c.label == found.column)
    drm = found.on("die")
    chances: dict[str, Fraction] = {}
    for natural, chance in totals(2).items():
        result = result_of(column, natural, drm)
        chances[result] = chances.get(result, Fraction(0)) + chance
    return chances


def watched(**mover: bool) -> tuple[PanzerBlitz, Opportunity]:
    """A rifle platoon moves three hexes from machine guns, which are asked whether they fire."""
    a, b = pair(3)
    g = field()
    window = Opportunity(put(g, "br_rifle", a, **mover))
    put(g, "ge_mg", b)
    operation(g, "british", a, 0)
    return begin(g, window), window


@pytest.mark.rule("PB-7.8.1", "PB-7.8.4")
def test_odds_are_seen_before_opportunity_fire() -> None:
    g, window = watched()
    assert shown(g, Press("fire"))["Infantry in the open"] == -1
    assert enumerate_odds(g, "german", Press("fire")) == reckoned(g, Press("fire"))
    put(g, "ge_mg", pair(3)[1])
    begin(g, window)
    assert enumerate_odds(g, "german", Press("fire")) == reckoned(g, Press("fire")), "everybody fires"


@pytest.mark.rule("PB-7.8.1", "PB-6.2.1")
def test_no_odds_against_an_unspotted_mover() -> None:
    g, _ = watched(unspotted=True)
    assert g.steps[-1].preview(g, Press("fire")) is None and g.steps[-1].hides_odds(g, Press("fire"))


@pytest.mark.rule("PB-7.8.1", "PB-6.2.1")
def test_no_odds_of_what_a_mover_that_is_let_pass_does_next() -> None:
    g, _ = watched()
    for words in ("hold fire", "let it pass"):
        assert Press(words) in g.asks[0].actions
        assert g.steps[-1].hides_odds(g, Press(words))
    assert not g.steps[-1].hides_odds(g, Press("fire"))


@pytest.mark.rule("PB-7.9.1", "PB-7.9.6")
def test_defenders_see_their_odds_before_reaction_fire() -> None:
    g = field()
    tank = put(g, "br_sherman", PLAIN[0])
    put(g, "ge_pak40", PLAIN[1], disrupted=True)
    begin(g, Reaction(PLAIN[1], (tank,)))
    assert enumerate_odds(g, "german", Pick(tank)) == reckoned(g, Pick(tank))
    put(g, "ge_pak40", PLAIN[1])
    begin(g, Reaction(PLAIN[1], (tank,)))
    assert enumerate_odds(g, "german", Pick(tank)) == reckoned(g, Pick(tank)), "everybody reacts"


@pytest.mark.rule("PB-8.1.7", "PB-8.1.11")
def test_the_last_assignment_of_an_overrun_shows_the_odds() -> None:
    g = field()
    one, two = put(g, "br_stuart", PLAIN[0], steps=1), put(g, "br_churchill", PLAIN[0])
    put(g, "ge_gren", PLAIN[1])
    gun = put(g, "ge_pz4", PLAIN[1])
    begin(g, OverrunTargets(PLAIN[1], (one, two)))
    assert g.steps[-1].preview(g, Press(SOFT)) is None
    g.answer("british", Press(SOFT))
    assert shown(g, Press(SOFT))["Overrun"] == DRM["overrun"]
    assert enumerate_odds(g, "british", Press(SOFT)) == reckoned(g, Press(SOFT))
    g.change(gun, unspotted=True)
    assert g.steps[-1].hides_odds(g, Press(SOFT))


@pytest.mark.rule("PB-16.3.3", "PB-16.4.12")
def test_an_air_attack_shows_what_flak_did_to_its_roll() -> None:
    g = field()
    plane = put(g, "br_spitfire", f"air-{PLAIN[0]}", target=PLAIN[1])
    rifle = put(g, "ge_gren", PLAIN[1])
    g.flak = {**g.flak, plane: 2}
    begin(g, AirTarget(plane))
    assert shown(g, Pick(rifle))["Anti-aircraft fire"] == 2
    assert enumerate_odds(g, "british", Pick(rifle)) == reckoned(g, Pick(rifle))


@pytest.mark.rule("PB-11.4.2", "PB-11.3.19")
def test_mortars_show_how_accurate_they_are() -> None:
    a, b = pair(3)
    g = field()
    observer, mortar = put(g, "br_rifle", a), put(g, "br_3in_mortar", a)
    put(g, "ge_gren", b)
    operation(g, "british", a, 0)
    begin(g, RequestFire(observer, (mortar,)))
    assert shown(g, AimAt(b)) == {"Spotted enemy": -1}
    found = enumerate_odds(g, "british", AimAt(b))
    assert found is not None and "on target" in found
    g.smoke_left = {**g.smoke_left, "british": 1}
    begin(g, RequestFire(observer, battery="br_25pdr-1"))
    assert g.steps[-1].preview(g, AimAt(b)) is None, "a battery fires at the end of the turn"


@pytest.mark.rule("PB-4.1.4")
def test_a_move_shows_no_odds() -> None:
    g = field()
    rifle = put(g, "br_rifle", WOODS)
    operation(g, "british", WOODS, 0)
    begin(g, MoveUnit(rifle, WOODS))
    step = next(x for x in g.asks[0].actions if isinstance(x, Go))
    assert g.steps[-1].preview(g, step) is None and g.steps[-1].hides_odds(g, step)
