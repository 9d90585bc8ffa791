"""2.4, 3.0 Chits, Operations, reinforcements, administration, victory; the set-up of the situations."""

from __future__ import annotations

import random

import pytest

from grognard.engine import Match, Pick, Press, To
from grognard.engine.core.state import without
from grognard.games.panzer_blitz import GAME
from grognard.games.panzer_blitz.rules.artillery_requests import Observe
from grognard.games.panzer_blitz.rules.close_assault import Assault, ResolveAssaults
from grognard.games.panzer_blitz.rules.data import GRID, SITUATIONS, start_area
from grognard.games.panzer_blitz.rules.declared_fire import AssaultFire, NameFirers
from grognard.games.panzer_blitz.rules.direct_fire import Fire
from grognard.games.panzer_blitz.rules.efficiency import Recover
from grognard.games.panzer_blitz.rules.field_works import BuildPosition
from grognard.games.panzer_blitz.rules.movement import Go
from grognard.games.panzer_blitz.rules.movement_costs import Price
from grognard.games.panzer_blitz.rules.operation import PASS, STAGE, Operation, PlaceChit
from grognard.games.panzer_blitz.rules.overrun_approach import Overrun
from grognard.games.panzer_blitz.rules.panzer_blitz_assault import Blitz
from grognard.games.panzer_blitz.rules.reinforcements import Aboard, EnterAt, EnterMap, entry_hexes, entry_price
from grognard.games.panzer_blitz.rules.sequence import (
    Administration,
    ChitPull,
    EndOfTurn,
    GameTurn,
    PreOperations,
    chits_of_turn,
)
from grognard.games.panzer_blitz.rules.setup import Begin
from grognard.games.panzer_blitz.rules.state import Op, PanzerBlitz, Unit
from grognard.games.panzer_blitz.rules.unit_moves import BringOn, EndOperation, Move
from grognard.games.panzer_blitz.rules.victory import Victory, attacker_wins, score
from grognard.games.panzer_blitz.rules.view import view
from grognard.testing import begin, offered, play, refusing_rule
from tests.faulty import printed, spoilt

from .helpers import field, operate, operation, put, rule, state_of


@pytest.mark.rule("PB-2.4.1", "PB-2.4.2", "PB-3.1.5", "PB-3.1.9", "PB-3.1.15")
def test_a_chit_activates_its_radius() -> None:
    g = field()
    centre, near, far = (put(g, "br_rifle", h) for h in ("2420", "2220", "2120"))
    spent, enemy = put(g, "br_rifle", "2420", spent=True), put(g, "ge_gren", "2520")
    begin(g, PlaceChit("british", 2))
    assert Press(PASS) in offered(g)
    play(g, To("2420"))
    assert g.op is not None and set(g.op.active) == {centre, near}
    assert far not in g.op.active and spent not in g.op.active and enemy not in g.op.active
    play(g, EndOperation())
    assert g.op is None and not g.steps
    assert refusing_rule(begin(g, PlaceChit("british", 0)), To("0101")) == "PB-3.1.9"


@pytest.mark.rule("PB-3.1.5", "PB-3.1.6", "PB-3.1.7", "PB-3.0.1")
def test_drawing_goes_on_until_the_cup_is_empty() -> None:
    g = field()
    put(g, "br_rifle", "2420"), put(g, "ge_gren", "2620")
    g.cup = ("british-op1", "british-op1", "german-op1")
    begin(g, ChitPull(), dice=[1, 1])
    assert g.asks[0].side == "british" and list(g.cup) == ["british-op1", "german-op1"]
    play(g, Press(PASS))
    assert g.asks[0].side == "british" and list(g.cup) == ["german-op1"]
    play(g, Press(PASS))
    assert not g.steps and not g.cup and g.last_owner == "german"
    cup = view(field(), "british").tracks[0]
    assert cup.title == "Chits in the cup"


@pytest.mark.rule("PB-3.1.9")
def test_the_radius_of_the_chit_is_shown_while_its_operation_lasts() -> None:
    g = field()
    put(g, "br_rifle", "2420")
    assert not [m for m in view(g, "german").markers if m.kind == "operation"]
    operation(g, "british", "2420", 2)
    shown = {m.place for m in view(g, "german").markers if m.kind == "operation"}
    assert shown == {h for h in GRID.within("2420", 2) if h in g.area} and len(shown) == 19
    assert [m.text for m in view(g, None).markers if m.kind == "british chit"] == ["Op2"]


@pytest.mark.rule("PB-3.1.8", "PB-3.1.20", "PB-3.1.18")
def test_e45_last_chit() -> None:
    g = field(turn=4)
    put(g, "br_rifle", "2420"), put(g, "ge_gren", "2620")
    g.cup = ("german-op2", "british-op2", "british-reinforcements-4")
    begin(g, ChitPull(), dice=[1, 1])
    play(g, Press(PASS), Press(PASS))
    assert g.carried == ("british-reinforcements-4",) and g.last_owner == "british" and not g.steps
    g.cup = ("german-op2", "british-op2")
    g.put(Unit("b90", "british", type="br_sherman", arrives=4))
    begin(g, ChitPull())
    assert g.op is not None and g.op.kind == "reinforcement" and not g.carried and len(g.cup) == 2
    g = field(turn=20)
    g.cup = ("british-reinforcements-4",)
    begin(g, ChitPull())
    assert not g.carried


@pytest.mark.rule("PB-3.1.3")
def test_the_chits_of_a_turn() -> None:
    g = field("first-up-the-hill", turn=3)
    assert sorted(chits_of_turn(g)) == sorted(
        (
            *("british-op3", "british-op2", "british-op2", "british-op1", "german-op2", "german-op1"),
            *("british-reinforcements-3", "british-air"),
        )
    )
    g.turn = 4
    found = chits_of_turn(g)
    assert found.count("german-op2") == 2 and [c for c in found if "reinf" in c] == ["german-reinforcements-4"]
    assert "british-air" not in found


@pytest.mark.rule("PB-3.1.1", "PB-3.1.31")
def test_a_turn_has_three_segments() -> None:
    g = field(turn=0)
    g.steps = (GameTurn(1),)
    g.steps[-1].run(g)
    assert [type(s) for s in g.steps[::-1]] == [PreOperations, ChitPull, Administration, GameTurn]
    assert g.turn == 1 and g.steps[0] == GameTurn(2)


@pytest.mark.rule("PB-3.1.19", "PB-3.1.18", "PB-3.1.22")
def test_only_reinforcements_act_in_their_operation() -> None:
    g = field("maltot", turn=2)
    here = put(g, "ge_ss_gren", "3715")
    g.put(Unit("g90", "german", type="ge_tiger", arrives=2))
    g.begin_operation(Op("german", "", 0, ("g90",), (), "reinforcement"))
    begin(g, Operation())
    assert BringOn("g90") in offered(g) and refusing_rule(g, Move(here)) == "PB-3.1.9"
    play(g, BringOn("g90"))
    assert {EnterAt(h) for h in SITUATIONS["maltot"].hexes("south_edge")} <= set(offered(g))


def entry_cost(g: PanzerBlitz, unit: Unit, h: str) -> float:
    found = entry_price(g, unit, h)
    assert isinstance(found, Price)
    return found.half / 2


@pytest.mark.rule("PB-3.1.23", "PB-3.1.24")
def test_e18_reinforcement_brackets() -> None:
    g = field(turn=4)
    tank = Unit("b90", "british", type="br_sherman", arrives=4)
    paid = []
    for _ in range(4):
        paid.append(entry_cost(g, tank, "2806"))
        g.entered = {**g.entered, "2806": g.entered.get("2806", 0) + 2}
    assert paid == [0.5, 0.5, 0.5, 1.5]
    assert entry_cost(g, tank, "2420") == 1


@pytest.mark.rule("PB-12.2.6", "PB-15.1.6")
def test_reinforcements_pay_for_smoke_and_wrecks() -> None:
    g = field(turn=4)
    tank = Unit("b90", "british", type="br_sherman", arrives=4)
    g.smoke = {**g.smoke, "2420": 1}
    g.wrecks = {**g.wrecks, "2420": 1}
    assert entry_cost(g, tank, "2420") == 3


@pytest.mark.rule("PB-3.1.21")
def test_beside_a_blocked_entry_hex() -> None:
    g = field(turn=4)
    g.put(Unit("b90", "british", type="br_sherman", arrives=4))
    assert entry_hexes(g, g.pieces["b90"]) == ["1111", "1609", "2806"]
    put(g, "ge_gren", "2806")
    found = entry_hexes(g, g.pieces["b90"])
    assert "2806" not in found and set(found) & set(GRID.neighbours["2806"])
    edge = field("maltot", turn=4)
    edge.put(Unit("g90", "german", type="ge_tiger", arrives=2))
    before = entry_hexes(edge, edge.pieces["g90"])
    for _ in range(3):
        put(edge, "ge_tiger", "3521")
    assert entry_hexes(edge, edge.pieces["g90"]) == [h for h in before if h != "3521"]  # no hex of the second row


@pytest.mark.rule("PB-15.3.4")
def test_a_reinforcement_has_not_begun_its_move_beside_a_block() -> None:
    g = field("maltot", turn=4)
    g.blocks = {**g.blocks, "3520": True}
    g.put(Unit("g90", "german", type="ge_ss_gren", arrives=4))
    g.begin_operation(Op("german", "", 0, ("g90",), (), "reinforcement"))
    begin(g, Operation())
    play(g, BringOn("g90"), EnterAt("3521"))
    assert refusing_rule(g, Go("3520")) == "PB-15.3.4" and Go("3620") in offered(g)


@pytest.mark.rule("PB-3.1.18")
def test_guns_come_with_their_carriers() -> None:
    g = field("first-up-the-hill", turn=3)
    g.put(Unit("b90", "british", type="br_carrier", arrives=3))
    g.put(Unit("b91", "british", type="br_6pdr", arrives=3))
    g.begin_operation(Op("british", "", 0, ("b90", "b91"), (), "reinforcement"))
    begin(g, EnterMap("b90"))
    play(g, Aboard("b91"), EnterAt("1112"))
    assert g.pieces["b91"].place == "1112" and g.pieces["b91"].carrier == "b90"


@pytest.mark.rule("PB-3.1.29", "PB-3.1.25")
def test_markers_at_the_end_of_the_turn() -> None:
    g = field()
    spent, shaken, fo = (
        put(g, "br_rifle", "2420", spent=True),
        put(g, "br_rifle", "2520", disrupted=True),
        put(g, "br_rifle", "2620", no_move=True),
    )
    begin(g, EndOfTurn())
    assert [state_of(g, i) for i in (spent, shaken)] == ["fresh", "disrupted"] and not g.pieces[fo].no_move


@pytest.mark.rule("PB-3.2.2", "PB-SIT.4")
def test_control_is_with_the_last_undisrupted_unit() -> None:
    g = field()
    unit = put(g, "br_rifle", "2718")
    g.change(unit, place="2420")
    assert g.control["2718"] == "british"
    put(g, "ge_gren", "2718", disrupted=True)
    assert g.control["2718"] == "british"
    g.change("g2", disrupted=False)
    assert g.control["2718"] == "german"
    start = PanzerBlitz(scenario_id="filandriers", steps=(Begin(),))
    start.advance()
    assert start.control["2616"] == "german" and start.control["2512"] == "british" and "2014" not in start.control


@pytest.mark.rule("PB-3.2.1", "PB-SIT.7")
def test_e55_counting_the_points() -> None:
    g = field("first-up-the-hill", turn=13)
    g.control = {**g.control, "2617": "british", "2718": "british"}
    limit = next(goal.steps for goal in g.situation.goal if goal.kind == "losses_below")
    g.lost = {**g.lost, "british-tank": limit - 1}
    assert attacker_wins(g)
    g.lost = {**g.lost, "british-tank": limit}
    assert not attacker_wins(g)
    begin(g, Victory())
    assert g.result is not None and g.result.winners == ("german",)
    g = field()
    g.control = {
        **g.control,
        **dict.fromkeys(["2718", "2818", "3715", "3716", "3708", "3709", "3113", "2616"], "british"),
    }
    assert score(g) == 9 and attacker_wins(g)
    g.control = without(g.control, "2616")
    assert score(g) == g.situation.points_needed == 8 and attacker_wins(g)
    g.control = without(g.control, "3716")
    assert score(g) == 6 and not attacker_wins(g)
    g.control = {**g.control, **dict.fromkeys(["4315", "4316"], "british")}
    assert score(g) == 8 and attacker_wins(g)
    g.broken = {**g.broken, "4315/4316": True}
    assert score(g) == 6 and not attacker_wins(g)


@pytest.mark.rule("PB-SIT.1", "PB-6.1.1")
@pytest.mark.parametrize("name", list(SITUATIONS))
def test_every_situation_sets_up(name: str) -> None:
    match = Match.new(GAME, name, seed=1, record=False)
    rng = random.Random(1)
    first = SITUATIONS[name].first
    assert match.decision.side == first
    sides = []
    g = match.state
    assert isinstance(g, PanzerBlitz)
    while g.turn == 0:
        sides.append(match.decision.side)
        match.take(rng.choice(match.decision.actions))
    assert sides == sorted(sides, key=lambda s: s != first)
    GAME.rules.check(g)
    at_start = [u for u in g.pieces.values() if u.place]
    assert all(u.unspotted for u in at_start)
    assert all(u.place in start_area(name, u.side) for u in at_start)


@pytest.mark.rule("PB-3.1.18", "PB-3.1.21")
def test_each_group_of_reinforcements_has_its_own_way_in() -> None:
    later = '[[reinforcement]]\nside = "german"\nturn = 9\narea = "ridge"\nby = "edge"\nunits = [["ge_pz4", 1]]\n\n'
    text = spoilt(printed("panzer-blitz", "maltot"), "[[reinforcement]]", later + "[[reinforcement]]")
    g = field(GAME.add_scenario(spoilt(text, "[area]", '[area]\nridge = ["3515"]')).id)
    first, last = (g.pieces[put(g, "ge_pz4", "", arrives=turn)] for turn in (2, 9))
    british = g.pieces[put(g, "br_sherman", "", arrives=6)]
    assert set(entry_hexes(g, british)) == set(g.situation.hexes("british_entry"))
    assert entry_hexes(g, last) == ["3515"] and set(entry_hexes(g, first)) == set(g.situation.hexes("south_edge"))


@pytest.mark.rule("PB-3.1.13")
def test_the_end_of_an_operation_says_how_many_could_still_do_something() -> None:
    g = field()
    put(g, "br_rifle", "2420"), put(g, "br_25pdr", "2420"), put(g, "br_rifle", "2420", spent=True)
    operate(g, "british", "2420")
    assert GAME.face.describe(g, EndOperation()) == "end the operation; 1 unit has done nothing"
    lost, moved = put(g, "br_rifle", "2421"), put(g, "br_rifle", "2421")
    put(g, "br_auster", "air-2420")
    operate(g, "british", "2420", 1)
    assert GAME.face.describe(g, EndOperation()) == "end the operation; 3 units have done nothing"
    g.drop(lost)
    g.moved = {**g.moved, moved: 2}
    assert GAME.face.describe(g, EndOperation()) == "end the operation; 1 unit has done nothing"


@pytest.mark.rule("PB-3.1.14", "PB-3.1.13")
def test_a_unit_that_did_nothing_may_be_activated_again() -> None:
    g = field()
    unit = put(g, "br_rifle", "2420")
    operation(g, "british", "2420", 0)
    begin(g, Operation())
    play(g, EndOperation())
    operation(g, "british", "2420", 0)
    assert g.op is not None and g.op.active == (unit,) and rule(None) == ""


@pytest.mark.rule("PB-7.1.3", "PB-3.1.11", "PB-4.0.1", "PB-15.4.5", "PB-9.1.2", "PB-3.1.2")
def test_every_deed_has_its_step_and_none_comes_back() -> None:
    closed = {stage: {kind for kind in STAGE if Operation(stage).bars(field(), kind)} for stage in range(6)}
    for stage, kinds in closed.items():
        assert kinds == {kind for kind, own in STAGE.items() if own < stage}
    order = [STAGE[kind] for kind in (BuildPosition, Observe, Fire, Move, ResolveAssaults, Recover)]
    assert order == sorted(set(order)) and STAGE[Overrun] == STAGE[Blitz] == STAGE[AssaultFire] == STAGE[Move]
    g = field()
    rifle, mg = put(g, "br_rifle", "2420"), put(g, "br_mg", "2420")
    put(g, "ge_gren", "2520"), put(g, "br_rifle", "2420", disrupted=True), put(g, "br_rifle", "2421")
    operation(g, "british", "2420", 1)
    begin(g, Operation())
    assert Observe(rifle) in offered(g)
    play(g, NameFirers(), Fire("2520"), Pick(mg), Press("fire"), dice=[6, 6])
    assert not any(isinstance(a, Observe) for a in offered(g)) and refusing_rule(g, Observe(rifle)) == "PB-3.1.11"
    play(g, Move(rifle), Assault("2520"))
    assert refusing_rule(g, Fire("2520")) == "PB-3.1.11" and refusing_rule(g, Recover("b4")) == "PB-9.1.2"
    play(g, ResolveAssaults(), Press("no reaction"), dice=[6, 6])
    assert refusing_rule(g, Move(rifle)) == "PB-3.1.2" and Recover("b4") in offered(g)


# ------------------------------------------------------------------ one clause after the other


@pytest.mark.rule("PB-3.1.18", "PB-3.1.19")
@pytest.mark.parametrize(("turn", "due"), [(4, ["b90"]), (8, ["b90", "b91"])])
def test_a_reinforcement_chit_brings_those_who_are_due_and_lets_nobody_else_act(turn: int, due: list[str]) -> None:
    g = field(turn=turn)
    put(g, "br_rifle", "2420")
    for name, arrives in (("b90", 4), ("b91", 8)):
        g.put(Unit(name, "british", type="br_sherman", arrives=arrives))
    g.cup = (f"british-reinforcements-{turn}", "german-op1")
    begin(g, ChitPull(), dice=[1])
    assert g.op is not None and list(g.op.active) == due, "who did not come before may come now"
    assert offered(g) == [*map(BringOn, due), EndOperation()]


@pytest.mark.rule("PB-3.1.23")
def test_a_unit_that_straddles_two_brackets_pays_the_higher_and_every_turn_counts_anew() -> None:
    g = field(turn=4)
    tank, reduced = (Unit("b90", "british", type="br_sherman", arrives=4, steps=n) for n in (2, 1))
    g.entered = {**g.entered, "2420": 5}
    assert entry_cost(g, tank, "2420") == 2 and entry_cost(g, reduced, "2420") == 1
    begin(g, PreOperations())
    assert entry_cost(g, tank, "2420") == 1


@pytest.mark.rule("PB-3.1.30", "PB-3.1.29")
def test_at_the_end_of_the_turn_who_is_out_of_sight_is_hidden_again() -> None:
    g = field()
    unit = put(g, "ge_gren", "2418", spent=True)
    begin(g, EndOfTurn())
    assert g.pieces[unit].unspotted and state_of(g, unit) == "fresh"


@pytest.mark.rule("PB-SIT.7", "PB-3.2.1", "PB-3.1.31")
def test_the_last_turn_is_played_and_then_it_is_decided() -> None:
    g = field("filandriers")
    last = g.situation.turns
    put(g, "br_rifle", "2512"), put(g, "ge_gren", "2616")
    begin(g, GameTurn(last), dice=[1])
    assert g.turn == last and g.result is None and g.asks
    begin(g, GameTurn(last + 1))
    assert g.result is not None and g.result.winners == ("german",)
