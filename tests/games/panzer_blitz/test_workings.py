"""Every roll can be done again from its working, before and after it, and no working tells what is hidden."""

from __future__ import annotations

import random

import pytest

from grognard.engine import Event, Match, Pick, Press, To, enumerate_odds, mistake_in
from grognard.games.panzer_blitz import GAME
from grognard.games.panzer_blitz.rules.air_support import AirOperation, PlaceAircraft
from grognard.games.panzer_blitz.rules.anti_aircraft import AaFire, AaShot, Flak
from grognard.games.panzer_blitz.rules.combat_results import Strike, mine_attack
from grognard.games.panzer_blitz.rules.data import AA_COLUMNS, FIRE_TABLE
from grognard.games.panzer_blitz.rules.direct_fire import ChooseTarget, Muster
from grognard.games.panzer_blitz.rules.efficiency import Recovery
from grognard.games.panzer_blitz.rules.engineers import Demolish
from grognard.games.panzer_blitz.rules.field_works import HullDown
from grognard.games.panzer_blitz.rules.fire_table import AA_WORDS, FIRE, FLAK, Attack, Part, result_of
from grognard.games.panzer_blitz.rules.indirect_fire import Barrage
from grognard.games.panzer_blitz.rules.opportunity_fire import Opportunity, Reaction
from grognard.games.panzer_blitz.rules.state import Mine, PanzerBlitz, Request
from grognard.games.panzer_blitz.rules.targets import UNSEEN_SOFT
from grognard.players import make_player
from grognard.testing import begin, play

from .helpers import PLAIN, field, operation, put

CHARTS = {chart.key: chart for chart in GAME.face.charts}


def rolls(g: PanzerBlitz, side: str | None = None) -> list[Event]:
    """The rolls that have been told, or those that a side reads, each of which comes out again."""
    found = [event for event in g.events or () if event.dice and (side is None or event.visible_to(side))]
    for event in found:
        assert event.working is not None, f"{event} has no working"
        assert mistake_in(event.working, CHARTS) is None
    return found


def shifts(event: Event) -> list[tuple[str, int]]:
    """What moved the column."""
    assert event.working is not None
    return [(m.cite, m.value) for m in event.working.modifiers if m.on == "column"]


@pytest.mark.rule("PB-7.4.4", "PB-7.1.10", "PB-7.1.11", "PB-16.4.9")
def test_the_charts_say_what_the_tables_say() -> None:
    for col, column in enumerate(FIRE_TABLE):
        for natural in range(2, 13):
            for drm in range(-9, 10):
                row = max(0, min(12, natural + drm))
                printed = column.results[0] if natural == 2 else "-" if natural == 12 else column.results[row]
                assert result_of(col, natural, drm) == FIRE.rolled(col, natural, drm) == printed
    assert {cell for column in AA_COLUMNS.values() for cell in column} == set(AA_WORDS)
    assert all(column[-1] == "-" for column in AA_COLUMNS.values()) and FLAK.wanted and FIRE.wanted


@pytest.mark.rule("PB-7.10.3", "PB-7.9.6")
def test_shifts_stand_in_the_working_with_the_column_they_start_from() -> None:
    g = field()
    tank, rifle = put(g, "br_sherman", PLAIN[0]), put(g, "ge_gren", PLAIN[1], disrupted=True)
    begin(g, Strike(Attack("assault", PLAIN[1], (Part("AP", (tank,), (rifle,)),))), dice=[3, 4])
    begin(g, Reaction(PLAIN[1], (put(g, "br_rifle", PLAIN[0]),)))
    play(g, next(a for a in g.asks[0].actions if isinstance(a, Pick)), dice=[3, 4])
    assault, reaction = rolls(g)
    assert (shifts(assault), shifts(reaction)) == ([("PB-7.10.3", -2)], [("PB-7.9.6", -1)])
    assert assault.working is not None and (assault.working.base, assault.working.column) == ("1:1 | +0", "1:2 | -2")


@pytest.mark.rule("PB-9.1.13", "PB-7.1.9")
def test_a_roll_that_is_read_twice_has_two_workings() -> None:
    g = field()
    gren = put(g, "ge_gren", PLAIN[0])
    rifle, tank = put(g, "br_rifle", PLAIN[1]), put(g, "br_sherman", PLAIN[1])
    attack = Attack("cat", PLAIN[1], (Part("AT", (gren,), (tank,)), Part("AP", (gren,), (rifle,))))
    begin(g, Strike(attack), dice=[2, 3])
    assert [event.working.column for event in rolls(g) if event.working] == ["1:2 | -2", "2:3 | -1"]


@pytest.mark.rule("PB-13.1.5", "PB-13.2.1", "PB-17.2.6", "PB-16.4.9", "PB-15.2.10", "PB-11.3.15")
def test_every_other_roll_comes_out_again() -> None:
    g = field()
    g.mines = {**g.mines, PLAIN[2]: Mine("german", "2-1", shown=True)}
    shaken = put(g, "ge_gren", PLAIN[1], spent=True, disrupted=True)
    begin(g, Recovery(shaken), dice=[6, 6])
    begin(g, HullDown(put(g, "br_sherman", PLAIN[0])), dice=[4, 3])
    begin(g, Demolish(put(g, "br_engineer", "4105", labor="bridge", stage=2, target="4104", failed=1)), dice=[4, 5])
    begin(g, AaShot(put(g, "ge_20mm", PLAIN[1]), put(g, "br_typhoon", f"air-{PLAIN[0]}")), dice=[3, 3])
    begin(g, Strike(mine_attack(PLAIN[2], (put(g, "br_rifle", PLAIN[2]),))), dice=[4, 4])
    g.requests = {**g.requests, "0": Request("british", "2620", True, put(g, "br_rifle", PLAIN[0]), (), "br_25pdr-1")}
    begin(g, Barrage("0"), dice=[3, 5, 2])
    found = [event.working for event in rolls(g) if event.working]
    assert [w.result for w in found] == ["no", "yes", "yes", "D2", "D", "1"]
    assert found[0].words == "loses a step" and [w.result for w in found[-1].further] == ["north-east"]


@pytest.mark.rule("PB-6.2.1", "PB-13.1.1")
def test_no_working_tells_what_becomes_of_the_unseen() -> None:
    g = field()
    tank = put(g, "br_sherman", "0801", unspotted=True)
    hidden = put(g, "ge_gren", "1402", unspotted=True, disrupted=True)
    begin(g, ChooseTarget("fire", "british", "1402", (tank,)))
    play(g, Press(UNSEEN_SOFT), dice=[5, 6])
    begin(g, Recovery(hidden), dice=[3, 3])
    seen, known = rolls(g, "british"), rolls(g, "german")
    assert len(seen) == 2 and len(known) == 4
    for event in seen:
        assert event.working is not None and not event.working.column and event.working.needs is None
        assert event.working.result == "what came of it is for its owner to know"
        assert not {m.text for m in event.working.modifiers} & {"Disrupted target", "Spent and Disrupted"}


@pytest.mark.rule("PB-16.3.1", "PB-16.1.4")
def test_bombs_show_their_odds_when_the_target_is_named() -> None:
    g = field()
    plane = put(g, "br_mitchell", f"air-{PLAIN[0]}")
    put(g, "ge_gren", PLAIN[1])
    operation(g, "british", PLAIN[0])
    begin(g, PlaceAircraft(plane, placed=True), AirOperation("british", (plane,)))
    bombs = g.steps[-1].preview(g, To(PLAIN[1]))
    assert bombs is not None and bombs.column and "Anti-aircraft fire comes first" in [m.text for m in bombs.modifiers]
    chances = FIRE.odds(FIRE.columns.index(bombs.column), bombs.on("die"))
    assert enumerate_odds(g, "british", To(PLAIN[1])) == chances
    g.change(next(u.id for u in g.units("german")), unspotted=True)
    assert g.steps[-1].preview(g, To(PLAIN[1])) is None and g.steps[-1].hides_odds(g, To(PLAIN[1]))


@pytest.mark.rule("PB-16.1.4", "PB-7.8.1")
def test_bombs_on_a_mover_show_their_odds() -> None:
    g = field()
    plane = put(g, "ge_fw190f", f"air-{PLAIN[0]}")
    mover = put(g, "br_sherman", PLAIN[1])
    operation(g, "british", PLAIN[1])
    begin(g, Opportunity(mover))
    bombs = g.steps[-1].preview(g, Pick(plane))
    assert bombs is not None and {"Moving vehicle"} <= {m.text for m in bombs.modifiers}
    chances = FIRE.odds(FIRE.columns.index(bombs.column), bombs.on("die"))
    assert enumerate_odds(g, "german", Pick(plane)) == chances


@pytest.mark.rule("PB-16.4.1")
def test_flak_that_holds_its_fire_changes_no_odds() -> None:
    g = field()
    gun, plane = put(g, "ge_20mm", PLAIN[1]), put(g, "br_typhoon", f"air-{PLAIN[0]}")
    begin(g, AaFire("german", (plane,)))
    passing = g.steps[-1].passes(g)
    assert passing is not None and passing.answer == Press("hold fire") and Flak(gun, plane) in g.asks[0].actions


@pytest.mark.rule("PB-7.1.9", "PB-8.1.6")
def test_a_preview_shows_every_reading_of_the_roll() -> None:
    g = field()
    tank = put(g, "br_sherman", PLAIN[0])
    seen, unseen = put(g, "ge_gren", PLAIN[1]), put(g, "ge_gren", PLAIN[1], unspotted=True, named=True, spent=True)
    begin(g, Muster("fire", "british", PLAIN[1], Part("AP", (), (seen, unseen)), (tank, put(g, "br_rifle", PLAIN[0]))))
    found = g.steps[-1].preview(g, Press("all fire"))
    assert found is not None and len(found.further) == 1
    assert found.further[0].on("die") - found.on("die") == 4


@pytest.mark.rule("PB-7.4.3")
def test_every_roll_of_a_match_has_a_working() -> None:
    match, rng, player = Match.new(GAME, "filandriers", seed=2), random.Random(2), make_player("doctrine")
    while not match.over:
        ask = match.decision.asks[0]
        match.take(player.choose(match, ask, rng), ask.side)
    found = [event for event in match.events if event.dice]
    assert len(found) > 20 and all(event.working is not None for event in found)
    assert not [wrong for e in found if e.working and (wrong := mistake_in(e.working, CHARTS))]
