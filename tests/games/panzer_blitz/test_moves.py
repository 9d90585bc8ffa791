"""4.0 One unit's move: what it costs, what it may do on the way, what stops it."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.engine import Action, Deed, Press, enumerate_odds
from grognard.engine.core.wording import in_halves
from grognard.games.panzer_blitz import GAME
from grognard.games.panzer_blitz.face.counters import labels
from grognard.games.panzer_blitz.rules.close_assault import Assault, ResolveAssaults
from grognard.games.panzer_blitz.rules.data import GRID
from grognard.games.panzer_blitz.rules.declared_fire import AssaultFire, AwaitFire
from grognard.games.panzer_blitz.rules.field_works import LeaveWork, RemovePosition, SeekHullDown, TakeCover
from grognard.games.panzer_blitz.rules.movement import (
    Go,
    KeepOffRoads,
    Stop,
    TakeRoads,
    destinations,
    spent_points,
    why_not_go,
    why_not_move,
)
from grognard.games.panzer_blitz.rules.movement_costs import BARE, ROAD, why_not_in
from grognard.games.panzer_blitz.rules.overrun_approach import Approach, OverrunNow
from grognard.games.panzer_blitz.rules.state import Mine, PanzerBlitz
from grognard.games.panzer_blitz.rules.transport import Load, Unload
from grognard.games.panzer_blitz.rules.unit_moves import EndOperation, Move, MoveUnit
from grognard.testing import begin, offered, play, refusing_rule

from .helpers import GULLY, PLAIN, field, let_pass, operate, operation, pair, put, refusal, rule, state_of

ROADSIDE = ("2516", "2616", "2617")  # along a road, and one hex off it


# ------------------------------------------------------------------ what it costs


@pytest.mark.rule("PB-4.1.4", "PB-14.3.1")
def test_a_way_is_shown_with_the_points_spent_in_each_hex() -> None:
    g = field()
    start, beside, last = ROADSIDE
    unit = put(g, "br_sherman", start)
    operate(g, "british", start)
    play(g, Move(unit))
    for goal, spent in ((beside, [0, 0.5]), (last, [0, 0.5, 1, 1.5])):
        route = g.steps[-1].route(g, Go(goal))
        assert route is not None and [stretch.spent for stretch in route.stretches] == spent, goal


@pytest.mark.rule("PB-4.1.6", "PB-4.2.1", "PB-15.4.13")
@pytest.mark.parametrize(
    ("kind", "start", "goal", "inside"),
    [
        ("br_rifle", "2906", "2907", ""),  # a stream; the bridge is a way round
        ("br_carrier", "2514", "2614", ""),  # out of a gully
        ("ge_gren", "2515", "2415", "ip"),  # out of a position
        ("br_sherman", "2121", "2021", ""),  # from wood to wood
    ],
)
def test_the_price_shown_is_the_price_paid(kind: str, start: str, goal: str, inside: str) -> None:
    g = field()
    if inside:
        g.ips = {**g.ips, start: True}
    unit = put(g, kind, start, inside=inside)
    operate(g, g.pieces[unit].side, start)
    play(g, Move(unit))
    shown = labels(g)[Go(goal)]
    play(g, Go(goal))
    assert in_halves(g.moved[unit] / 2) == shown and g.pieces[unit].place == goal


@pytest.mark.rule("PB-4.1.6")
def test_every_destination_costs_what_it_says() -> None:
    for kind in ("br_rifle", "br_sherman", "br_truck"):
        g = field("filandriers")
        unit = put(g, kind, "2513")
        operation(g, "british", "2513", 0)
        by = MoveUnit(unit, "2513")
        for h, half in destinations(g, by).items():
            twin = g.clone()
            begin(twin, by)
            play(twin, Go(h))
            assert twin.pieces[unit].place == h and twin.moved[unit] == half, f"{kind} to {h}"


@pytest.mark.rule("PB-4.2.2", "PB-4.1.4")
def test_a_hex_next_door_that_cannot_be_entered_directly_is_reached_by_a_way_round() -> None:
    g = field()
    truck = put(g, "br_truck", "4315")
    g.water = {**g.water, "orne": "river"}
    operate(g, "british", "4315")
    play(g, Move(truck))
    beside = next(
        h
        for h in GRID.neighbours["4315"]
        if rule(why_not_go(g, g.pieces[truck], h, "4315", ROAD)) == "PB-14.6.6" and Go(h) in g.asks[0].actions
    )
    play(g, Go(beside))
    assert g.pieces[truck].place == beside


@pytest.mark.rule("PB-4.1.3")
def test_the_points_left_are_in_the_question_and_every_cost_is_shown() -> None:
    g = field()
    track = put(g, "ge_sdkfz251", "2420")
    gren = put(g, "ge_gren", "2420")
    operate(g, "german", "2420")
    play(g, Move(track))
    allowance = g.pieces[track].face.ma
    assert g.asks[0].prompt == f"Move SdKfz 251 section: {allowance} of {allowance} points left"
    half = f"{allowance // 2}"
    assert labels(g)[Load(gren)] == labels(g)[SeekHullDown()] == half
    play(g, Load(gren), Go("2520"))
    assert f"{allowance - allowance // 2 - 1} of {allowance} points left" in g.asks[0].prompt
    g = field()
    g.ips = {**g.ips, "2420": True}
    rifle = put(g, "br_rifle", "2420", inside="ip")
    put(g, "ge_gren", "2520")
    operate(g, "british", "2420")
    play(g, Move(rifle))
    assert labels(g)[LeaveWork()] == labels(g)[Assault("2520")] == "1"


@pytest.mark.rule("PB-8.1.1", "PB-4.3.8")
def test_overruns_and_unloading_show_their_cost() -> None:
    g = field()
    track = put(g, "ge_sdkfz251", "2420")
    gren = put(g, "ge_gren", "2420", carrier=track)
    put(g, "br_rifle", "2520")
    operate(g, "german", "2420")
    play(g, Move(track))
    assert labels(g)[OverrunNow("2520")] == "3" and labels(g)[Unload(gren)] == f"{g.pieces[track].face.ma // 2}"


# ------------------------------------------------------------------ roads


@pytest.mark.rule("PB-14.3.6", "PB-9.2.2", "PB-14.3.8", "PB-14.7.2")
def test_the_road_rate_can_be_declined_and_taken_up_again() -> None:
    start, goal, target = ROADSIDE
    g = field()
    rifle = put(g, "br_rifle", start)
    put(g, "ge_gren", target)
    operate(g, "british", start)
    play(g, Move(rifle))
    assert KeepOffRoads() in offered(g) and TakeRoads() not in offered(g)
    play(g, KeepOffRoads())
    assert not {TakeRoads(), KeepOffRoads()} & set(offered(g)) and labels(g)[Go(goal)] == "1"
    play(g, Go(goal))
    let_pass(g, "german")
    assert TakeRoads() in offered(g) and KeepOffRoads() not in offered(g)
    assert spent_points(g, g.pieces[rifle]) == 2 and rifle not in g.road_used
    assert Assault(target) in offered(g)
    by_road = field()
    rifle = put(by_road, "br_rifle", start)
    put(by_road, "ge_gren", target)
    operate(by_road, "british", start)
    play(by_road, Move(rifle), Go(goal))
    let_pass(by_road, "german")
    assert spent_points(by_road, by_road.pieces[rifle]) == 1 and refusing_rule(by_road, Assault(target)) == "PB-9.2.2"


@pytest.mark.rule("PB-14.3.6", "PB-8.2.3", "PB-14.3.3")
def test_where_there_is_no_road_there_is_none_to_keep_off() -> None:
    g = field()
    tank = put(g, "ge_panther", PLAIN[0])
    by = MoveUnit(tank, PLAIN[0])
    assert refusal(g, KeepOffRoads(), by) == "PB-14.3.3" and refusal(g, TakeRoads(), by) == "GR-1"
    g.change(tank, place="2516")
    g.onward = {**g.onward, tank: True}
    assert refusal(g, TakeRoads(), MoveUnit(tank, "2516", roads=False)) == "PB-8.2.3"
    assert refusal(g, KeepOffRoads(), MoveUnit(tank, "2516")) == "GR-1"


@pytest.mark.rule("PB-14.2.3", "PB-14.2.2")
def test_the_half_rate_among_houses_is_kept_off_roads_but_bars_an_overrun() -> None:
    g = field()
    tank = put(g, "br_sherman", "4701")
    operate(g, "british", "4701")
    play(g, Move(tank), Go("4801"))
    assert tank in g.half_rate and tank not in g.road_used and g.moved[tank] == 1
    step = g.steps[-1]
    assert isinstance(step, MoveUnit) and step.rate(g) == ROAD
    assert Approach(tank, "4701", against="4702").rate(g) == BARE


# ------------------------------------------------------------------ what stops it


@pytest.mark.rule("PB-4.1.5")
def test_a_unit_on_a_far_way_halts_when_it_is_shot_at() -> None:
    a, b = pair(3)
    goals = [h for h in GRID.within(a, 2) if GRID.distance(a, h) == 2]
    for fire in (True, False):
        g = field()
        unit = put(g, "br_sherman", a)
        put(g, "ge_mg", b)
        put(g, "ge_pak40", b)
        operate(g, "british", a)
        play(g, Move(unit))
        goal = next(h for h in goals if Go(h) in g.asks[0].actions)
        play(g, Go(goal))
        assert g.asks[0].side == "german"
        play(g, Press("fire" if fire else "let it pass"), dice=[6, 6] if fire else [])
        assert g.asks[0].side == "british" and (g.pieces[unit].place == goal) == (not fire)
        assert Stop() in offered(g)


@pytest.mark.rule("PB-4.1.12", "PB-6.1.2", "PB-4.1.11")
def test_an_unspotted_truck_gives_way_like_a_spotted_one() -> None:
    g = field()
    truck, rifle = put(g, "ge_truck", "2520", unspotted=True), put(g, "br_rifle", "2420")
    operate(g, "british", "2420")
    play(g, Move(rifle), Go("2520"))
    assert truck not in g.pieces and g.pieces[rifle].place == "2520" and g.moved[rifle] == 2


@pytest.mark.rule("PB-4.1.11", "PB-6.1.2")
def test_before_hidden_troops_a_unit_stays_where_it_is_and_sees_them() -> None:
    g = field()
    gren, rifle = put(g, "ge_gren", "2520", unspotted=True), put(g, "br_rifle", "2420")
    operate(g, "british", "2420")
    play(g, Move(rifle), Go("2520"))
    assert g.pieces[rifle].place == "2420" and not g.pieces[gren].unspotted and not g.moved
    assert refusing_rule(g, Go("2520")) == "PB-4.1.11"


@pytest.mark.rule("PB-4.1.11", "PB-4.1.12")
def test_who_may_not_even_try_to_enter_an_enemy_hex() -> None:
    g = field()
    put(g, "ge_gren", "2520", unspotted=True), put(g, "ge_truck", "2620")
    tank, truck = g.pieces[put(g, "br_sherman", "2420")], g.pieces[put(g, "br_truck", "2420")]
    assert why_not_in(g, tank, "2520", probing=True) is None and why_not_in(g, tank, "2620") is None
    assert rule(why_not_in(g, tank, "2520")) == "PB-4.1.11", "no way leads through it"
    for h in ("2520", "2620"):
        assert rule(why_not_in(g, truck, h, probing=True)) == "PB-4.1.11"
    put(g, "ge_gren", "2620")
    assert rule(why_not_in(g, tank, "2620", probing=True)) == "PB-4.1.11"
    hidden = field()
    put(hidden, "ge_truck", GULLY, unspotted=True)
    near = next(h for h in GRID.neighbours[GULLY] if h == "2823")
    mover = hidden.pieces[put(hidden, "br_truck", near)]
    assert rule(why_not_in(hidden, mover, GULLY, probing=True)) == "PB-4.1.11"


@pytest.mark.rule("PB-15.1.7", "PB-4.1.9")
def test_wrecks_leave_no_room_even_where_transport_gives_way() -> None:
    g = field()
    put(g, "ge_truck", "3715")
    g.wrecks = {**g.wrecks, "3715": 2}
    assert rule(why_not_in(g, g.pieces[put(g, "br_sherman", "3716")], "3715")) == "PB-4.1.9"


# ------------------------------------------------------------------ why not


@pytest.mark.rule("PB-4.1.11", "PB-4.2.1", "PB-SIT.6", "PB-4.1.9", "PB-15.3.4", "PB-2.3.14", "PB-4.3.19")
def test_a_far_hex_is_refused_for_its_own_reason() -> None:
    g = field()
    tank = put(g, "br_churchill", "2420")
    put(g, "ge_gren", "2620")
    for _ in range(3):
        put(g, "br_rifle", "2220")
    g.blocks = {**g.blocks, "2418": True}
    operate(g, "british", "2420")
    play(g, Move(tank))
    expected = {"2620": "PB-4.1.11", "4820": "PB-4.2.1", "0000": "PB-SIT.6", "2220": "PB-4.1.9", "2418": "PB-15.3.4"}
    assert {h: refusing_rule(g, Go(h)) for h in expected} == expected
    jeep = put(g, "br_jeep", "2720")
    assert refusal(g, Go("2722"), MoveUnit(jeep, "2720")) == "PB-4.3.19"
    gun = put(g, "br_6pdr", "2720")
    assert refusal(g, Go("2722"), MoveUnit(gun, "2720")) == "PB-2.3.14"


@pytest.mark.rule("PB-4.1.2", "PB-11.2.2", "PB-4.3.11", "PB-3.1.10", "PB-17.0.2", "PB-8.1.14", "PB-17.2.1", "PB-17.2.8")
def test_every_reason_not_to_move() -> None:
    def refused(kind: str = "br_engineer", field_: str = "", **values: object) -> str:
        g = field()
        unit = put(g, kind, "2420", **values)
        if field_:
            getattr(g, field_)[unit] = True
        return rule(why_not_move(g, g.pieces[unit]))

    assert refused() == ""
    assert refused(spent=True) == refused(disrupted=True) == "PB-4.1.2" and refused(spent=True, field_="onward") == ""
    assert refused(disrupted=True, field_="onward") == "PB-4.1.2"
    assert refused(no_move=True) == "PB-11.2.2" and refused(carrier="b9") == "PB-4.3.11"
    for name in ("cat", "ip_work", "ready", "halted"):
        assert refused(field_=name) == "PB-3.1.10"
    assert refused(labor="bridge", stage=1) == refused(labor="mines", stage=2) == "PB-17.0.2"
    assert refused(labor="bridge", stage=2, since=1) == "PB-17.0.2" and refused(labor="bridge", stage=2) == ""


@pytest.mark.rule("PB-3.1.9", "PB-4.0.1", "PB-2.3.14", "PB-4.1.2", "PB-4.2.1")
def test_every_reason_not_to_begin_a_move() -> None:
    g = field()
    away, rifle = put(g, "br_rifle", "2720"), put(g, "br_rifle", "2420")
    gun, spent = put(g, "br_6pdr", "2420"), put(g, "br_rifle", "2420", spent=True)
    operation(g, "british", "2420", 0)
    assert refusal(g, Move(rifle)) == "" and refusal(g, Move(away)) == refusal(g, Move("nobody")) == "PB-3.1.9"
    assert refusal(g, Move(gun)) == "PB-2.3.14" and refusal(g, Move(spent)) == "PB-3.1.9"
    g.moved = {**g.moved, rifle: 8}
    assert refusal(g, Move(rifle)) == "PB-4.2.1"
    auster = put(g, "br_auster", "air-2420")
    operation(g, "british", "2420", 0)
    assert refusal(g, Move(auster)) == "PB-4.0.1"


# ------------------------------------------------------------------ works


@pytest.mark.rule("PB-15.4.13", "PB-15.4.8")
def test_a_unit_leaves_a_position_and_stays_so_that_it_can_be_removed() -> None:
    g = field("filandriers")
    g.ips = {**g.ips, "2515": True}
    unit = put(g, "ge_gren", "2515", inside="ip")
    operate(g, "german", "2515")
    assert RemovePosition(unit) not in offered(g)
    play(g, Move(unit), LeaveWork())
    assert g.moved[unit] == 2 and not g.pieces[unit].inside and g.pieces[unit].place == "2515"
    play(g, Stop())
    g.change(unit, spent=False)
    operate(g, "german", "2515")
    assert RemovePosition(unit) in offered(g)


@pytest.mark.rule("PB-15.5.12", "PB-15.5.11", "PB-9.1.3")
def test_infantry_steps_out_of_a_fortification_and_close_assaults() -> None:
    g = field()
    g.forts = {**g.forts, "2420": "bunker"}
    unit = put(g, "ge_gren", "2420", inside="fort")
    put(g, "br_truck", "2520")
    operate(g, "german", "2420")
    play(g, Move(unit))
    assert refusing_rule(g, Assault("2520")) == "PB-15.5.11"
    play(g, LeaveWork())
    assert Assault("2520") in offered(g)
    play(g, Assault("2520"), dice=[6, 6])
    assert state_of(g, unit) == "spent" and not g.steps, "nobody goes back into a fortification"


@pytest.mark.rule("PB-7.8.1", "PB-7.8.6", "PB-15.4.13")
def test_going_in_or_out_can_be_shot_at_unless_the_hex_was_just_entered() -> None:
    a, b = pair(3)
    for inside, deed in (("ip", LeaveWork()), ("", TakeCover())):
        g = field()
        g.ips = {**g.ips, a: True}
        unit = put(g, "br_rifle", a, inside=inside)
        put(g, "ge_mg", b)
        operate(g, "british", a)
        play(g, Move(unit), deed)
        assert g.asks[0].side == "german"
    near = next(h for h in GRID.neighbours[a] if h not in g.at)
    g = field()
    g.ips = {**g.ips, a: True}
    unit = put(g, "br_rifle", near)
    put(g, "ge_mg", b)
    operate(g, "british", near)
    play(g, Move(unit), Go(a))
    let_pass(g, "german")
    play(g, TakeCover())
    assert g.asks[0].side == "british" and g.pieces[unit].inside == "ip"


@pytest.mark.rule("PB-15.4.4", "PB-15.4.3", "PB-15.5.2", "PB-4.2.1", "PB-15.4.1")
def test_every_reason_not_to_go_in_or_out() -> None:
    g = field()
    g.ips = {**g.ips, "2420": True}
    g.forts = {**g.forts, "2520": "bunker"}
    rifle, tank = put(g, "br_rifle", "2420"), put(g, "br_sherman", "2420")

    def refused(deed: Deed, unit: str) -> str:
        return refusal(g, deed, MoveUnit(unit, g.pieces[unit].place))

    assert refused(TakeCover(), rifle) == "" and refused(LeaveWork(), rifle) == "PB-15.4.1"
    assert refused(TakeCover(), tank) == "PB-15.4.4"
    g.change(rifle, inside="ip")
    assert refused(TakeCover(), rifle) == "PB-15.4.3" and refused(LeaveWork(), rifle) == ""
    g.moved = {**g.moved, rifle: 7}
    assert refused(LeaveWork(), rifle) == "PB-4.2.1"
    g.change(rifle, inside="")
    assert refused(TakeCover(), rifle) == "PB-4.2.1"
    put(g, "br_rifle", "2520", inside="fort")
    assert refused(TakeCover(), put(g, "br_rifle", "2520")) == "PB-15.5.2"
    assert refused(TakeCover(), put(g, "br_rifle", "2620")) == "PB-15.4.3"


# ------------------------------------------------------------------ assault fire, hull-down, stopping


@pytest.mark.rule("PB-7.10.2", "PB-7.10.4")
def test_assault_fire_may_be_made_without_moving_at_all() -> None:
    g = field()
    tank, other = put(g, "ge_pz4", "2420"), put(g, "ge_pz4", "2420")
    put(g, "br_rifle", "2720")
    operate(g, "german", "2420")
    play(g, Move(other), Go("2520"))
    let_pass(g, "british")
    play(g, Stop(), Move(tank), AwaitFire())
    assert AssaultFire("2720") in offered(g)
    play(g, EndOperation())
    assert state_of(g, tank) == "spent"


@pytest.mark.rule("PB-15.6.2", "PB-13.2.1")
def test_hull_down_shows_the_chance_of_its_roll() -> None:
    g = field()
    tank = put(g, "br_sherman", "2420")
    operate(g, "british", "2420")
    play(g, Move(tank))
    found = g.steps[-1].preview(g, SeekHullDown())
    assert found is not None and (found.needs, found.at_most) == (7, True)
    assert [m.cite for m in found.modifiers] == ["PB-7.8.11"] and [x.cite for x in found.given] == ["PB-13.0.1"]
    odds = enumerate_odds(g, "british", SeekHullDown())
    assert odds is not None and odds["success"] == Fraction(21, 36)  # seven or less


@pytest.mark.rule("PB-4.1.14")
def test_a_unit_that_has_done_nothing_cannot_stop() -> None:
    g = field()
    rifle = put(g, "br_rifle", "2420")
    operate(g, "british", "2420")
    play(g, Move(rifle))
    assert refusing_rule(g, Stop()) == "GR-1"
    play(g, Go("2520"))
    assert Stop() in offered(g)


@pytest.mark.rule("PB-3.1.2", "PB-9.1.1", "PB-9.1.2")
def test_a_close_assault_is_announced_and_what_it_closes_is_said() -> None:
    g = field()
    one, two = put(g, "ge_gren", "2420"), put(g, "ge_gren", "2420")
    put(g, "br_rifle", "2520")
    operate(g, "german", "2420")
    play(g, Move(one), Assault("2520"))
    assert "Grenadier platoon (Heer) in 2420 is to close assault 2520" in [str(e) for e in g.events or ()]
    words = {type(a): GAME.face.describe(g, a) for a in offered(g)}
    assert words[ResolveAssaults] == "make the close assault of 2520; nobody moves after it"
    assert EndOperation() not in offered(g) and refusing_rule(g, EndOperation()) == "PB-9.1.2"
    assert g.asks[0].prompt == "Move or overrun, close assault" and Move(two) in offered(g)


@pytest.mark.rule("PB-15.2.8", "PB-15.2.9")
def test_a_far_way_ends_in_a_minefield() -> None:
    g = field()
    g.mines = {**g.mines, "2520": Mine("german", "2-1")}
    unit = put(g, "br_rifle", "2420")
    operate(g, "british", "2420")
    play(g, Move(unit), Go("2520"), dice=[6, 6])
    assert state_of(g, unit) == "spent" and g.pieces[unit].place == "2520"


def kinds(g: PanzerBlitz) -> set[type[Action]]:
    return {type(a) for a in offered(g)}


@pytest.mark.rule("PB-17.0.2", "PB-17.2.4")
def test_engineers_at_work_only_go_out() -> None:
    g = field(turn=3)
    engineer = put(g, "br_engineer", "4104", labor="bridge", stage=2, since=1, target="4104")
    put(g, "ge_gren", "4203")
    operate(g, "british", "4104")
    play(g, Move(engineer))
    assert kinds(g) == {Go} and refusing_rule(g, Assault("4203")) == "PB-17.0.2"
