"""Bad orders given to a match: refused with their rule, and nothing has changed."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest

from grognard.engine import Action, Game, Illegal, Match, Pick, RiggedDice, To
from grognard.games.folio import GAME as FOLIO
from grognard.games.folio.rules.combat import ATTACK, CombatPhase, Declare
from grognard.games.folio.rules.combat_results import Resolve
from grognard.games.folio.rules.movement import END, Movement
from grognard.games.folio.rules.retreat import Retreat
from grognard.games.folio.rules.sequence import GameTurn, Phase
from grognard.games.folio.rules.state import ELIMINATED, Battle
from grognard.games.folio.rules.support import Support
from grognard.games.korsun import GAME
from grognard.games.korsun.rules.data import COUNTERS, GROUND
from grognard.games.korsun.rules.engineers import BRIDGE
from grognard.games.korsun.rules.reserves import Rebuild
from grognard.games.korsun.rules.state import Assist, Draw, Pocket
from grognard.games.korsun.rules.support import Barrage, refill
from tests.games.folio.situation import desert
from tests.games.korsun.situation import pocket
from tests.games.korsun.test_supply import FORK, ring

II_1, VAR, GREEN, RIFLES = "G-1SS-II/1", "S-16TC-Var", "G-57-179", "S-180-21"


def refused(game: Game, g: Any, order: Action) -> str:
    """The rule by which a match refuses an order; the position and the log stay as they were."""
    match = Match(game, g, RiggedDice([]))
    before = g.digest()
    with pytest.raises(Illegal) as error:
        match.take(order)
    assert match.state.digest() == before and not match.events
    assert game.rulebook[error.value.refusal.rule].text in str(error.value)
    return error.value.refusal.rule


@pytest.mark.rule("FO-7.1.2")
def test_an_attack_across_a_prohibited_hexside() -> None:
    g = desert({"B-05": "1403", "A-01": "1503"}, CombatPhase(), markers={"British": (1,)})
    assert refused(FOLIO, g, Pick("A-01")) == "FO-7.1.2"
    joined = desert({"B-05": "1403", "B-06": "1502", "A-01": "1503"}, Declare("A-01"))
    assert refused(FOLIO, joined, Pick("B-05")) == "FO-7.1.2"


@pytest.mark.rule("FO-6.2.1")
def test_a_retreat_into_a_zone_of_control() -> None:
    g = pocket({VAR: "4917", II_1: "4916", "G-1SS-I/1": "4919"}, Retreat(VAR, 1, ("4916",)))
    assert refused(GAME, g, To("4918")) == "FO-6.2.1"


@pytest.mark.rule("KP-15.1.3")
def test_support_from_a_foreign_group() -> None:
    g = pocket({VAR: "0717", II_1: "0716", GREEN: "4007"}, Support(Battle(VAR, "0717", (II_1,))))
    assert refused(GAME, g, Draw("Encircled")) == "KP-15.1.3"
    assert refused(GAME, g, Draw("16TC")) == "KP-16.0.4"
    shelled = pocket({RIFLES: "5106", II_1: "5104", GREEN: "2005"}, Barrage(Battle(RIFLES, "5106", bombardment=True)))
    assert refused(GAME, shelled, Draw("Encircled")) == "KP-17.0.1"


@pytest.mark.rule("KP-20.0.1")
def test_a_thirteenth_turn() -> None:
    last = (Phase("Rebuild"), Rebuild(), GameTurn(13))
    g = pocket({II_1: "0716", VAR: "2716"}, *last, depleted=[II_1], turn=12)
    match = Match(GAME, g, RiggedDice([]))
    match.take(Pick(II_1))
    assert match.over and match.result is not None and match.result.level == "Soviet strategic"
    assert refused(GAME, match.state, END) == "GR-3"


@pytest.mark.rule("KP-13.0.2")
def test_a_bridge_by_an_engineer_that_is_no_more() -> None:
    engineer = next(unit for unit, what in COUNTERS.items() if what.side == "German" and "engineer" in what.flags)
    g = pocket({engineer: ELIMINATED, II_1: "0716", VAR: "0717"}, Movement(), phase="Movement")
    assert refused(GAME, g, BRIDGE) == "KP-13.0.1"
    g = pocket({engineer: ELIMINATED, II_1: "0716", VAR: "0717"}, Declare(VAR, attackers=(II_1,)))
    assert refused(GAME, g, Assist(engineer)) == "KP-13.0.2"


# ------------------------------------------------------------------ the odds before the order


@pytest.mark.rule("KP-16.0.1", "KP-11.1.3")
def test_the_odds_of_an_attack_are_seen_before_anybody_supports_it() -> None:
    units = {VAR: "0717", II_1: "0716"}
    g = pocket(units, Declare(VAR, attackers=(II_1,)), weather="precipitation")
    match = Match(GAME, g, RiggedDice([]))
    odds = match.odds(ATTACK)
    assert odds is not None and odds.preview is not None
    assert odds.preview.modifiers[-1].cite == "KP-11.1.3"
    rolled: dict[str, Fraction] = {}
    for die in range(1, 7):
        trial = pocket(units, Resolve(Battle(VAR, "0717", (II_1,))), weather="precipitation", dice=[die])
        line = next(str(event) for event in trial.events or () if event.dice)
        name = line.rsplit(": ", 1)[1].split(", ")[-1]
        rolled[name] = rolled.get(name, Fraction(0)) + Fraction(1, 6)
    assert odds.chances == rolled


@pytest.mark.rule("KP-16.0.1")
def test_the_odds_of_a_draw_run_over_every_counter_of_the_pool() -> None:
    markers = {"Relief": (1, 6), "16TC": ()}
    chances = []
    for values in ((1, 6), (1,), (6,)):
        step = Support(Battle(VAR, "0717", (II_1,)))
        g = pocket({VAR: "0717", II_1: "0716"}, step, weather="fog", markers={**markers, "Relief": values})
        odds = Match(GAME, g, RiggedDice([])).odds(Draw("Relief"))
        assert odds is not None
        chances.append(odds.chances)
    either, low, high = chances
    assert either == {
        name: (low.get(name, Fraction(0)) + high.get(name, Fraction(0))) / 2 for name in sorted({*low, *high})
    }


@pytest.mark.rule("KP-17.0.5", "FO-8.4.4")
def test_a_bombardment_promises_only_what_it_can_do() -> None:
    battle = Battle(RIFLES, "5106", bombardment=True)
    g = pocket({RIFLES: "5106", II_1: "5104"}, Barrage(battle), weather="fog")
    odds = Match(GAME, g, RiggedDice([])).odds(Draw("Relief"))
    assert odds is not None
    assert set(odds.chances) <= {"target eliminated", "target retreats 2", "target retreats 3", "no effect"}


# ------------------------------------------------------------------ what is known


@pytest.mark.rule("KP-16.0.1")
def test_what_is_left_in_a_pool_is_seen_and_what_is_drawn_is_told() -> None:
    g = pocket({VAR: "0717", II_1: "0716"}, Support(Battle(VAR, "0717", (II_1,)), slot=2), dice=[2])
    match = Match(GAME, g, g.dice)
    shown = {track.title: track.value for track in match.view("Soviet").tracks}
    assert shown["Luftwaffe"] == "+6 +7 +8 (3 of 3)"
    match.take(Draw("Luftwaffe"))
    assert any("Luftwaffe +7" in str(event) for event in match.log("Soviet"))
    assert {track.title: track.value for track in match.view("Soviet").tracks}["Luftwaffe"] == "+6 +8 (2 of 3)"


def test_nothing_is_hidden_so_every_deal_is_the_position_itself() -> None:
    match: Any = Match.new(GAME, "campaign", seed=2, record=False)
    rng = random.Random(2)
    for number in range(60):
        if number % 20 == 0:
            deal = GAME.rules.determinize
            deals = {deal(match.state, side, random.Random(7)).digest() for side in ("Soviet", "German", None)}
            assert deals == {match.state.digest()}
        ask = match.decision.asks[0]
        match.take(rng.choice(ask.actions))


@pytest.mark.rule("KP-12.0.1")
def test_the_view_shows_where_supply_runs_and_what_is_cut_off() -> None:
    g = pocket({GREEN: "4007", RIFLES: "3710", II_1: "0716"})
    refill(g)
    lines = {m.to for m in GAME.rules.view(g, "German").markers if m.kind == "supply" and m.text == "German"}
    assert "0118" in lines or "0113" in lines
    ring = {
        RIFLES: "3908",
        "S-180-42": "4009",
        "S-180-86": "4108",
        "S-337-1127": "4106",
        "S-16TC-11G": "4005",
        VAR: "3906",
    }
    cut = pocket({GREEN: "4007", **ring})
    inside = ground_of_the_pocket(cut)
    assert "4007" in inside and len(inside) < 20


@pytest.mark.rule("KP-12.0.1", "KP-12.1.1")
def test_who_is_out_of_supply_is_marked_and_nobody_else() -> None:
    g = pocket({II_1: "1017", "G-1SS-I/1": "0716", **ring("0916", "1116")})
    pieces = [piece for piece in GAME.rules.view(g, None).pieces if piece.side == "German"]
    assert [piece.id for piece in pieces if "out_of_supply" in piece.marks] == [II_1]


def german_lines(units: dict[str, str]) -> dict[str, str]:
    """The hexes by which supply comes to these units, each with the next one on."""
    markers = GAME.rules.view(pocket(units), None).markers
    return {m.place: m.to for m in markers if (m.kind, m.text) == ("supply", "German")}


@pytest.mark.rule("KP-12.0.1")
def test_lines_of_supply_run_together_where_they_can() -> None:
    alone, both = german_lines({GREEN: "1116"}), german_lines({GREEN: "1116", II_1: "1016"})
    assert (alone["1116"], both["1116"]) == ("1015", "1016") and len(both) == len(alone)


@pytest.mark.rule("KP-13.0.7")
def test_lines_of_supply_are_shown_over_the_bridges_of_engineers() -> None:
    shown = german_lines({**FORK, "G-5SS-5E": "1015"})
    assert (shown["1017"], shown["1820"]) == ("0918", "1920")


def ground_of_the_pocket(g: Pocket) -> set[str]:
    return {marker.place for marker in GAME.rules.view(g, "German").markers if marker.kind == "pocket"}


def test_the_pocket_is_shown_until_its_ground_touches_that_of_the_relief() -> None:
    apart, joined = pocket({GREEN: "4007", II_1: "0716"}), pocket({GREEN: "1116", II_1: "0716"})
    assert {"4007", "4005", "4009"} <= ground_of_the_pocket(apart)
    assert not ground_of_the_pocket(joined)
    assert not ground_of_the_pocket(pocket({GREEN: "0119"})), "at the west edge"


def test_the_relief_makes_for_the_encircled_units_and_they_make_for_the_west() -> None:
    distance = GROUND.grid.distance
    g = pocket({II_1: "1513", GREEN: "3014"}, Movement(unit=II_1), phase="Movement")
    chosen = max(g.asks[0].actions, key=lambda action: GAME.mind.judge(g, "German", action))
    assert isinstance(chosen, To) and distance(chosen.hex, "3014") < distance("1513", "3014")
    g = pocket({II_1: "1513", GREEN: "3014"}, Movement(unit=GREEN), phase="Movement")
    chosen = max(g.asks[0].actions, key=lambda action: GAME.mind.judge(g, "German", action))
    assert isinstance(chosen, To) and int(chosen.hex[:2]) < 30
