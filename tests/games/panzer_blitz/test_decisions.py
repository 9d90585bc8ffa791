"""Only real decisions: far moves in one answer, the next unit without a stop, one target at once, recovery together."""

from __future__ import annotations

import pytest

from grognard.engine import Pick, Press, enumerate_odds
from grognard.engine.core.wording import in_halves
from grognard.engine.match.auto_answers import only_answer
from grognard.games.panzer_blitz import GAME
from grognard.games.panzer_blitz.face.counters import labels
from grognard.games.panzer_blitz.rules.direct_fire import Fire
from grognard.games.panzer_blitz.rules.efficiency import Recover, RecoverAll
from grognard.games.panzer_blitz.rules.fire_table import FIRE
from grognard.games.panzer_blitz.rules.movement import Go, Stop, destinations
from grognard.games.panzer_blitz.rules.operation import Operation
from grognard.games.panzer_blitz.rules.opportunity_fire import HOLD
from grognard.games.panzer_blitz.rules.reinforcements import EnterAt
from grognard.games.panzer_blitz.rules.state import Mine, Op, PanzerBlitz, Unit
from grognard.games.panzer_blitz.rules.unit_moves import BringOn, EndOperation, Move, MoveNext, MoveUnit
from grognard.testing import begin, offered, play, refusing_rule
from tools.answers_per_turn import measure

from .helpers import PLAIN, TOWN, field, let_pass, operate, pair, put, refusal, state_of


def moving(g: PanzerBlitz) -> MoveUnit:
    """The move under way."""
    step = g.steps[-1]
    assert isinstance(step, MoveUnit)
    return step


@pytest.mark.rule("PB-4.1.4", "PB-4.1.6")
@pytest.mark.parametrize(("kind", "start"), [("br_sherman", "2420"), ("br_rifle", TOWN), ("br_truck", "2616")])
def test_every_hex_in_reach_is_offered_with_the_price_that_is_paid(kind: str, start: str) -> None:
    g = field()
    unit = put(g, kind, start)
    operate(g, "british", start)
    play(g, Move(unit))
    found = destinations(g, moving(g))
    assert {a.hex for a in offered(g) if isinstance(a, Go)} == set(found) and len(found) > 6
    for h in sorted(found)[:: max(1, len(found) // 12)]:
        told, trial = labels(g)[Go(h)], g.clone()
        trial.answer("british", Go(h))
        assert trial.pieces[unit].place == h and trial.moved[unit] == found[h] and told == in_halves(found[h] / 2)


@pytest.mark.rule("PB-4.1.5", "PB-7.8.1")
def test_a_far_move_is_walked_through_the_windows_and_halts_when_it_is_shot_at() -> None:
    g = field()
    tank, gun = put(g, "br_sherman", "2620"), put(g, "ge_pak40", "2420")
    operate(g, "british", "2620")
    play(g, Move(tank), Go("2625"))
    quiet = g.clone()
    let_pass(quiet, "german")
    assert quiet.pieces[tank].place == "2625" and quiet.asks[0].side == "british", "nobody fired"
    assert g.pieces[tank].place == "2621" and g.asks[0].side == "german"
    play(g, Press("fire"), dice=[6, 5])
    assert g.pieces[tank].place == "2621" and g.asks[0].side == "british" and Go("2625") in offered(g)
    assert state_of(g, gun) == "spent"


@pytest.mark.rule("PB-15.2.8", "PB-4.1.4")
def test_a_far_move_ends_where_a_minefield_stops_it() -> None:
    g = field()
    tank = put(g, "br_sherman", "2620")
    operate(g, "british", "2620")
    play(g, Move(tank))
    assert Go("2625") in offered(g)
    g.mines = {**g.mines, "2622": Mine("german", "1-1")}
    assert "2623" in destinations(g, moving(g)), "there is a way round"
    play(g, Go("2622"), Stop(), dice=[6, 6])
    assert g.pieces[tank].place == "2622" and state_of(g, tank) == "spent"


@pytest.mark.rule("PB-4.1.4", "PB-4.1.14")
def test_the_next_unit_ends_the_move_of_the_one_before() -> None:
    g = field()
    one, two, three = (put(g, "br_rifle", h) for h in PLAIN)
    operate(g, "british", PLAIN[1], 1)
    play(g, Move(one))
    assert refusal(g, MoveNext(two), moving(g)) == "GR-1", "it has not moved yet"
    play(g, Go("2419"))
    assert refusal(g, MoveNext(one), moving(g)) == "GR-1" and MoveNext(three) in offered(g)
    play(g, MoveNext(two))
    assert state_of(g, one) == "spent" and moving(g).unit == two and Move(one) not in offered(g)
    assert refusing_rule(g, MoveNext(one)) == "GR-1" and Stop() not in offered(g)


@pytest.mark.rule("PB-3.1.2", "PB-4.1.10", "PB-13.1.1")
def test_what_comes_after_the_moves_is_said_straight_from_a_move() -> None:
    g = field()
    one, hurt = put(g, "br_churchill", "2420"), put(g, "br_rifle", "2420", disrupted=True)
    operate(g, "british", "2420")
    play(g, Move(one))
    assert refusing_rule(g, EndOperation()) == "GR-1", "it has not moved yet"
    play(g, Go("2421"))
    assert {Recover(hurt), EndOperation(), Stop()} <= {*offered(g)}
    assert EndOperation().says(g) == "end the operation"
    play(g, Recover(hurt), dice=[1, 1])
    assert state_of(g, one) == "spent" and state_of(g, hurt) == "fresh" and g.op is None


@pytest.mark.rule("PB-7.1.1", "PB-7.3.1")
def test_fire_at_the_only_target_is_one_answer_and_shows_its_odds_before_it() -> None:
    a, b = pair(2)
    g = field()
    put(g, "br_sherman", a)
    target = put(g, "ge_gren", b)
    operate(g, "british", a)
    shown = g.steps[-1].preview(g, Fire(b))
    assert shown is not None and shown.chart == FIRE.key
    assert enumerate_odds(g, "british", Fire(b)) == FIRE.odds(FIRE.columns.index(shown.column), shown.on("die"))
    g.change(target, unspotted=True)
    assert g.steps[-1].preview(g, Fire(b)) is None and g.steps[-1].hides_odds(g, Fire(b))
    g.change(target, unspotted=False)
    put(g, "ge_gren", b)
    assert g.steps[-1].preview(g, Fire(b)) is None, "a choice of targets comes first"
    play(g, Fire(b))
    assert Pick(target) in offered(g)


@pytest.mark.rule("PB-13.1.1", "PB-13.1.8")
def test_all_may_try_to_recover_at_once_and_each_only_once() -> None:
    g = field()
    units = [put(g, "br_rifle", "2420", disrupted=True) for _ in range(2)]
    hit = put(g, "br_rifle", "2420", disrupted=True)
    operate(g, "british", "2420")
    g.hit = {**g.hit, hit: True}
    assert RecoverAll().says(g) == "all 2 recover"
    play(g, RecoverAll(), dice=[1, 2, 6, 6])
    assert [state_of(g, i) for i in (*units, hit)] == ["fresh", "spent/disrupted", "disrupted"]
    assert [g.pieces[i].steps for i in units] == [2, 1]
    one = field()
    put(one, "br_rifle", "2420", disrupted=True)
    operate(one, "british", "2420")
    assert refusal(one, RecoverAll()) == "PB-13.1.1" and any(isinstance(a, Recover) for a in offered(one))


@pytest.mark.rule("PB-7.8.1", "PB-6.2.1")
def test_a_window_in_which_nobody_can_fire_is_answered_by_the_table() -> None:
    a, b = pair(8)
    g = field()
    rifle = put(g, "br_rifle", b)
    put(g, "ge_truck", a, unspotted=True)
    operate(g, "british", b)
    play(g, Move(rifle))
    for h in sorted(a.hex for a in offered(g) if isinstance(a, Go)):
        trial = g.clone()
        trial.answer("british", Go(h))
        if trial.asks and trial.asks[0].side == "german":
            assert only_answer(trial.asks[0]) == Press(HOLD)
            return
    pytest.fail("no window opens")


@pytest.mark.rule("PB-3.1.2")
def test_a_match_asks_no_question_that_has_one_answer() -> None:
    flow = measure(GAME, 1)
    assert flow.questions / flow.turns < 36 and (flow.lone, flow.alike, flow.bare, flow.wrong) == (0, 0, 0, 0)


@pytest.mark.rule("PB-3.1.18", "PB-4.1.10")
def test_the_next_reinforcement_is_brought_on_straight_from_a_move() -> None:
    g = field("maltot", turn=4)
    for i in ("g90", "g91"):
        g.put(Unit(i, "german", type="ge_ss_gren", arrives=4))
    g.begin_operation(Op("german", "", 0, ("g90", "g91"), (), "reinforcement"))
    begin(g, Operation())
    play(g, BringOn("g90"), EnterAt("3521"))
    assert moving(g).unit == "g90" and BringOn("g90") not in offered(g)
    play(g, BringOn("g91"), EnterAt("3521"))
    assert state_of(g, "g90") == "spent" and moving(g).unit == "g91"
