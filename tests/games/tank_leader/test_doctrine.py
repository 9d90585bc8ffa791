"""The doctrine player: it judges by what it may know, and beats chance."""

from __future__ import annotations

import random

import pytest

from grognard.engine import Match, Pick, Press, To
from grognard.games.tank_leader import GAME
from grognard.games.tank_leader.mind.doctrine import advice, judge
from grognard.games.tank_leader.mind.ground_value import Exposure
from grognard.games.tank_leader.mind.purpose import F_PACE, Purpose, enemies_of, side_goals
from grognard.games.tank_leader.mind.weights import BY_HAND
from grognard.games.tank_leader.rules.assault import TOGETHER, AssaultFire, Strike
from grognard.games.tank_leader.rules.card_play import Interrupts
from grognard.games.tank_leader.rules.cards import Play
from grognard.games.tank_leader.rules.choices import BACK
from grognard.games.tank_leader.rules.data import GRID
from grognard.games.tank_leader.rules.declarations import PASS
from grognard.games.tank_leader.rules.fire import AV, FireAt
from grognard.games.tank_leader.rules.move_paths import ReachableHexes
from grognard.games.tank_leader.rules.movement import EXIT, STOP, MoveUnit
from grognard.games.tank_leader.rules.operations import END, Activation
from grognard.games.tank_leader.rules.opportunity_fire import AWAIT, HOLD, UNLESS, React, Window
from grognard.games.tank_leader.rules.reinforcements import ROAD
from grognard.games.tank_leader.rules.spotting import in_sight
from grognard.games.tank_leader.rules.stack_orders import ENTRENCH, Together
from grognard.games.tank_leader.rules.state import Move, TankLeader
from grognard.games.tank_leader.rules.transport import Drop, Load
from grognard.games.tank_leader.rules.view import determinize
from grognard.players.simple import DoctrinePlayer

from .table import act, field, offered, play, put, say


def test_it_fires_at_the_better_target() -> None:
    g = field()
    firer = put(g, "pz4l", "3804", "106")
    weak, strong = put(g, "t26", "3807", "205"), put(g, "is2", "3806", "236")
    act(g, firer)
    best = max(offered(g), key=lambda a: judge(g, "german", a))
    assert best == FireAt(weak, AV) and strong in g.pieces
    assert "points" in advice(g, "german", best)


def test_it_keeps_a_hopeless_shot() -> None:
    g = field()
    mover, gun = put(g, "is2", "3804", "236"), put(g, "pz3l", "3808", "109")
    play(g, Window(mover))
    assert judge(g, "german", React(gun, AV)) < judge(g, "german", HOLD)


def test_it_interrupts_when_there_is_something_to_shoot_at() -> None:
    g = field()
    put(g, "t34_76", "3807", "207")
    g.pile, g.cards = ("207",), {**g.cards, "207": "pile"}
    near = put(g, "pz4l", "3804", "106")
    put(g, "pz4l", "3804", "106")
    play(g, Interrupts())
    assert judge(g, "german", Play("106")) > judge(g, "german", PASS)
    for unit in [u for u in g.pieces if g.pieces[u].card == "106"]:
        g.change(unit, place="0601")
    play(g, Interrupts())
    assert judge(g, "german", Play("106")) < judge(g, "german", PASS) and near in g.pieces


def test_a_unit_that_holds_an_objective_stays() -> None:
    g = field()
    holder = put(g, "pz4l", "3019", "106")
    g.control = {"3019": "german", "2622": "german"}
    g.active, g.active_side = ("106",), "german"
    act_on = Pick(holder)
    play(g, Activation())
    assert judge(g, "german", act_on) < judge(g, "german", END)


def test_it_does_not_look_at_what_is_hidden() -> None:
    rng = random.Random(3)
    match = Match.new(GAME, "prokhorovka", seed=3, record=False)
    for i in range(500):
        ask = match.state.asks[0]
        state = match.state
        assert isinstance(state, TankLeader)
        if i % 25 == 0:
            twin = determinize(state, ask.side, rng)
            twin.advance()
            for action in list(ask.actions)[:20]:
                judged = GAME.mind.judge(twin, ask.side, action)
                assert GAME.mind.judge(state, ask.side, action) == pytest.approx(judged)
        match.take(rng.choice(ask.actions), ask.side)


@pytest.mark.parametrize("side", ["german", "soviet"])
def test_it_beats_a_random_player(side: str) -> None:
    rng = random.Random(1)
    match = Match.new(GAME, "steppe-patrol", seed=1, record=False)
    while not match.over:
        state, ask = match.state, match.state.asks[0]
        assert isinstance(state, TankLeader)
        if ask.side == side:
            scores = [GAME.mind.judge(state, side, a) for a in ask.actions]
            match.take(ask.actions[scores.index(max(scores))], side)
        else:
            match.take(rng.choice(ask.actions), ask.side)
    assert match.result is not None and match.result.winners == (side,)


def test_a_unit_that_was_picked_does_something() -> None:
    """Picking a unit and going back would never end."""
    rng, player = random.Random(2), DoctrinePlayer()
    match = Match.new(GAME, "on-the-road-to-moscow", seed=2, record=False)
    for _ in range(350):
        ask = match.decision.asks[0]
        action = player.choose(match, ask, rng)
        assert action not in (BACK, Press("back"))
        match.take(action, ask.side)


@pytest.mark.parametrize(("edge", "leaves"), [("0117", False), ("6420", True)])
def test_nobody_leaves_the_map_where_it_earns_nothing(edge: str, leaves: bool) -> None:
    """8.4.2 The Germans earn points by the east edge alone; those who have just come on in the west stay."""
    g = field(year=1942, scenario="steppe-patrol")
    g.turn = 3
    act(g, put(g, "pz3l", edge, "109"))
    assert EXIT in offered(g)
    assert (judge(g, "german", EXIT) > 0) == leaves


def test_near_the_end_somebody_stands_where_the_enemy_could_walk_in() -> None:
    g = field()
    tank = put(g, "t34_76", "3019", "206")
    g.control = {"2622": "soviet", "3019": "soviet"}
    put(g, "g_inf", "2423", "107")
    assert side_goals(g, "soviet") == []  # there is time
    g.turn = g.turns
    assert side_goals(g, "soviet") == ["2622"]
    g.change(tank, place="2622")
    assert side_goals(g, "soviet") == []


def test_infantry_rides_to_a_far_goal_and_gets_off_near_it() -> None:
    g = field()
    truck, men = put(g, "g_truck", "1019"), put(g, "g_inf", "1019", "107")
    act(g, truck)
    assert max(offered(g), key=lambda a: judge(g, "german", a)) == Load(men)
    say(g, Load(men))
    far = max(offered(g), key=lambda a: judge(g, "german", a))
    assert isinstance(far, To) and GRID.distance(far.hex, "2622") < GRID.distance("1019", "2622")
    g.change(men, place="2519")
    g.change(truck, place="2519")
    g.move = Move(truck, hexes=3, spent=16, transport=True)
    play(g, MoveUnit(truck))
    assert judge(g, "german", Drop(men)) > judge(g, "german", STOP)


def test_nobody_rides_under_the_eyes_of_the_enemy() -> None:
    g = field()
    truck, men = put(g, "g_truck", "1019"), put(g, "g_inf", "1019", "107")
    near = next(h for h in GRID.within("1019", 4)[7:] if in_sight(g, "1019", h))
    put(g, "t34_76", near, "207")
    act(g, truck)
    assert judge(g, "german", Load(men)) < judge(g, "german", STOP)


def test_a_truck_that_waits_off_the_map_brings_its_guns_along() -> None:
    g = field()
    gun, truck = put(g, "s_gun76", "", "225"), put(g, "s_truck", "")
    g.entry = {**g.entry, "225": (ROAD, "6420"), truck: (ROAD, "6420")}
    put(g, "pz4l", "6020", "106")
    act(g, truck)
    assert max(offered(g), key=lambda a: judge(g, "soviet", a)) == Load(gun)
    say(g, Load(gun))
    assert g.pieces[gun].place == "6420"


def test_tanks_keep_away_from_infantry_in_close_country() -> None:
    g = field()
    tank = put(g, "t34_76", "3807", "207")
    terrain = g.country.terrain
    pairs = ((h, n) for h in GRID.hexes if terrain[h] == "woods" for n in GRID.neighbours[h] if terrain[n] == "clear")
    wood, clear = next(pairs)
    put(g, "g_schreck", next(h for h in GRID.neighbours[wood] if GRID.distance(h, clear) == 1), "120")
    exposure = Exposure(g.pieces[tank].type, False, enemies_of(g, "soviet").battle)
    assert exposure[wood][1] > exposure[clear][1]


def test_assaulters_use_what_promises_most() -> None:
    g = field()
    men, cart = put(g, "smg", "2319", "228"), put(g, "halftrack", "2319", "103", suppressed=True)
    play(g, AssaultFire("2319", (men,)))
    assert judge(g, "soviet", Strike(men, "AI")) > judge(g, "soviet", Strike(men, "AV")) and cart in g.pieces
    g = field()
    pair = tuple(put(g, "rifle", "2319", "222") for _ in range(2))
    put(g, "g_inf", "2319", "103")
    put(g, "panther", "2319", "115")
    play(g, AssaultFire("2319", pair))
    assert judge(g, "soviet", Strike(pair[0], "AI")) > judge(g, "soviet", TOGETHER) > 0  # two hits count for more


def test_it_does_not_wait_for_a_unit_to_stop() -> None:
    g = field()
    mover, gun = put(g, "is2", "3804", "236"), put(g, "pz3l", "3808", "109")
    act(g, mover)
    say(g, To("3805"))
    assert offered(g) == [React(gun, AV), HOLD, UNLESS, AWAIT]
    assert judge(g, "german", AWAIT) < judge(g, "german", HOLD) < judge(g, "german", UNLESS)


def test_who_stands_on_the_edge_that_counts_leaves_one_by_one() -> None:
    g = field(scenario="the-border")
    cars = [put(g, "ac222", "6420", "124") for _ in range(2)]
    g.active, g.active_side = ("124",), "german"
    play(g, Activation())
    assert Together(cars[0]) in offered(g)
    assert max(offered(g), key=lambda a: judge(g, "german", a)) in [Pick(car) for car in cars]
    act(g, cars[0])
    assert max(offered(g), key=lambda a: judge(g, "german", a)) == EXIT


def test_a_formation_that_rolls_for_its_moves_does_not_wait_for_the_last_turn() -> None:
    g = field(year=1941)
    tank, mate = put(g, "bt7", "3019", "208"), put(g, "bt7", "3019", "208", up=False)
    g.control = {"3019": "soviet"}
    g.rolled = {**g.rolled, "208": 4}
    assert g.f_rated(g.pieces[tank])
    assert Purpose(g, g.pieces[tank]).pace == F_PACE < g.pieces[tank].what.ma * 2
    act(g, tank)
    best = max(offered(g), key=lambda a: judge(g, "soviet", a))
    assert isinstance(best, To) and GRID.distance(best.hex, "2622") < GRID.distance("3019", "2622") and mate in g.pieces


@pytest.mark.parametrize(("trench", "stays"), [(0, False), (1, True)])
def test_who_has_begun_a_trench_goes_on_digging(trench: int, stays: bool) -> None:
    g = field()
    men = put(g, "g_inf", "3118", "107", trench=trench)
    g.control = {"3019": "german", "2622": "german"}
    put(g, "t34_76", "3218", "207")
    act(g, men)
    best = max((a for a in offered(g) if isinstance(a, To) or a == ENTRENCH), key=lambda a: judge(g, "german", a))
    assert (best == ENTRENCH) == stays


def test_nobody_drives_over_infantry_to_somewhere_else() -> None:
    g = field()
    tank = put(g, "pz3l", "2019", "106")
    act(g, tank)
    ways = ReachableHexes(g, g.pieces[tank], Move(tank))
    far = max((h for h in ways.hexes() if len(ways.to(h)) > 3), key=lambda h: judge(g, "german", To(h)))
    way, before = ways.to(far), Purpose(g, g.pieces[tank])
    assert before.risk(way) == 0
    for h in way[:-1]:
        put(g, "rifle", h, "222")
    assert Purpose(g, g.pieces[tank]).risk(way) == BY_HAND.hornets
