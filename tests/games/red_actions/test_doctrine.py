"""The doctrine player: who must attack, where a unit wants to go, and how it gets there."""

from __future__ import annotations

from msgspec.structs import replace

from grognard.engine import Match, Press
from grognard.games.red_actions import GAME
from grognard.games.red_actions.mind.candidates import best_orders, wishes
from grognard.games.red_actions.mind.doctrine import acting_unit, ahead_now, attacks, goal_of, judge
from grognard.games.red_actions.mind.places import routes
from grognard.games.red_actions.rules.acting import Acting
from grognard.games.red_actions.rules.charging import Charge, Charging
from grognard.games.red_actions.rules.deploying import Arrival, Enter
from grognard.games.red_actions.rules.formations import Form
from grognard.games.red_actions.rules.move_path import full_budget
from grognard.games.red_actions.rules.moving import Go, Moving, Stop
from grognard.games.red_actions.rules.scenarios import WinEntry, WinTest
from grognard.games.red_actions.rules.segment import HELD, Hold
from grognard.games.red_actions.rules.shot_orders import Fire, FireLow
from grognard.games.red_actions.rules.state import RedActions
from grognard.games.red_actions.rules.works import Claim
from grognard.testing import offered

from .chargers import red, rider
from .situations import area, battle, line, run, unit

HOUSE = area("house", "building_stone", 28, 40, 4, 3)
HOLD = WinEntry("reds", "end_of_game", (WinTest("possess", "reds", objects=("house",)),))


def start(scenario: str) -> RedActions:
    state = Match.new(GAME, scenario, seed=1, record=False).state
    assert isinstance(state, RedActions)
    return state


def test_whoever_would_lose_if_the_match_ended_now_must_attack() -> None:
    expected = {
        "lezhanka": "reds",
        "lipyagi": "reds",
        "tsaritsyn": "reds",
        "peregonovka": "whites",
        "egorlyk": "whites",
        "zadworze": "poles",
    }
    for scenario, side in expected.items():
        g = start(scenario)
        assert all(ahead_now(g, each) == side for each in g.sides), scenario
        assert attacks(g, g.enemy(side))
        assert not attacks(g, side)


def test_roles_change_with_the_prize() -> None:
    g = start("zadworze")
    g.owner = {**g.owner, "station": "reds"}
    assert attacks(g, "poles")
    assert not attacks(g, "reds")


def test_an_attacker_goes_for_the_prize_and_claims_it() -> None:
    mine = unit("whites", "white_volunteer", 4, 30, 20, name="w")
    g = battle(mine, unit("reds", "red_rifle", 4, 60, 40, 180, name="r"), terrain=(HOUSE,), win=(HOLD,))
    g.owner = {**g.owner, "house": "reds"}
    assert goal_of(g, mine) == HOUSE.centre
    run(g, Acting(mine.id))
    nearer, farther = judge(g, "whites", Go(3000, 2600)), judge(g, "whites", Go(3000, 1700))
    assert nearer > judge(g, "whites", Hold()) > farther
    assert judge(g, "whites", Claim("house")) > nearer


def test_a_charge_at_bad_odds_is_worse_than_doing_nothing() -> None:
    weak = unit("whites", "white_conscript", 2, 30, 20, name="w")
    strong = unit("reds", "red_sailor", 6, 30, 24, 180, name="r")
    g = run(battle(weak, strong), Acting(weak.id))
    assert judge(g, "whites", Charge(strong.id)) < judge(g, "whites", Hold())
    routed = unit("reds", "red_sailor", 2, 30, 24, 0, name="r", routing=True)
    g = run(battle(weak, routed), Acting(weak.id))
    assert judge(g, "whites", Charge(routed.id)) > judge(g, "whites", Hold())


def test_horsemen_ride_round_the_enemy_and_round_closed_ground() -> None:
    rider = unit("whites", "kuban_cossack", 4, 30, 10, name="w")
    foot = unit("whites", "white_volunteer", 4, 20, 10, name="f")
    foe = unit("reds", "red_rifle", 4, 30, 24, 180, name="r")
    g = battle(rider, foot, foe)
    goal = (30.0, 40.0)
    assert routes(g, rider, goal).cost((30, 20)) > routes(g, foot, goal).cost((30, 20))
    pond = battle(rider, terrain=(area("pond", "impassable", 20, 20, 20, 6),))
    assert routes(pond, rider, goal).cost((30, 16)) > routes(g, foot, goal).cost((30, 16)) + 2


def test_horsemen_in_line_ride_round_a_wood_and_leave_one_in_column() -> None:
    rider = unit("whites", "kuban_cossack", 4, 30, 10, name="w")
    wood = area("wood", "woods", 20, 20, 20, 6)
    g, goal = battle(rider, unit("reds", "red_rifle", 4, 5, 45, 180, name="r"), terrain=(wood,)), (30.0, 40.0)
    in_column = replace(rider, formation="column")
    assert routes(g, rider, goal).cost((30, 16)) > routes(g, in_column, goal).cost((30, 16)) + 2
    g.change("whites-w", y=2300)
    run(g, Acting("whites-w"))
    assert judge(g, "whites", Form("column")) > judge(g, "whites", Hold())


def test_a_sensible_commander_looks_at_points_that_the_rules_do_not_list() -> None:
    mine = unit("whites", "white_volunteer", 4, 20, 20, name="w")
    g = battle(mine, unit("reds", "red_rifle", 4, 60, 40, 180, name="r"), terrain=(HOUSE,), win=(HOLD,))
    run(g, Acting(mine.id))
    listed, considered = offered(g), GAME.mind.considered(g, g.asks[0])
    beyond = [a for a in considered if a not in listed]
    assert considered[: len(listed)] == listed
    assert beyond and all(isinstance(a, Go) and a in g.asks[0].actions for a in beyond)
    best = max(considered, key=lambda a: judge(g, "whites", a))
    assert best in beyond  # straight at the prize
    hold = replace(mine, pinned=True)
    assert not wishes(run(battle(hold, terrain=(HOUSE,), win=(HOLD,)), Acting(mine.id)), g.asks[0])


def test_a_charger_whose_target_is_gone_goes_on_against_a_second_one() -> None:
    weak = red(31, x=33, name="s", kind="red_mg", bases=1, acted=True)
    g = battle(rider(), red(27, kind="red_conscript", bases=2, acted=True), weak, dice=(6, 6, 1, 1))
    run(g, Charging("whites-w", "reds-r"))
    assert acting_unit(g) == g.pieces["whites-w"]
    stops = [judge(g, "whites", Press(button)) for button in ("half way", "all the way")]
    assert judge(g, "whites", Charge("reds-s")) > max(stops)


def test_whoever_lies_shoots_so_that_it_may_still_move() -> None:
    mine = unit("whites", "white_volunteer", 4, 30, 20, name="w", lying=True)
    g = run(battle(mine, red(26)), Acting(mine.id))
    fire, low = judge(g, "whites", Fire("reds-r")), judge(g, "whites", FireLow("reds-r"))
    assert fire > low > judge(g, "whites", Hold())


def test_whoever_has_fired_from_a_house_stays_there_unless_it_comes_into_a_prize() -> None:
    shed = area("shed", "building_wood", 28, 34, 4, 3)
    mine = unit("whites", "white_volunteer", 2, 30, 35, name="w", inside="shed")
    g = battle(mine, red(46, x=60), terrain=(HOUSE, shed), win=(HOLD,))
    g.owner = {**g.owner, "house": "reds"}
    out, in_again = Go(3000, 3850), Go(3000, 4150)
    run(g, Acting(mine.id))
    assert judge(g, "whites", out) > judge(g, "whites", Stop())
    run(g, Moving(mine.id, full_budget(g, mine), after_fire=True))
    assert judge(g, "whites", in_again) > judge(g, "whites", Stop()) > judge(g, "whites", out)


def test_reinforcements_come_on_in_column_nearest_to_where_they_are_wanted() -> None:
    g = start("zadworze")
    g.turn = 9
    run(g, Arrival("poles-uhl"))
    best = max(offered(g), key=lambda a: judge(g, "poles", a))
    goal = goal_of(g, g.pieces["poles-uhl"].at((0.0, 37.0)))
    assert isinstance(best, Enter) and best.formation == "column" and goal is not None
    places = [a.at / 100 for a in offered(g) if isinstance(a, Enter) and a.formation == "column"]
    assert best.at / 100 == min(places, key=lambda y: abs(y - goal[1]))


def test_whoever_the_wire_holds_does_not_wish_to_go_on_through_it() -> None:
    held = unit("whites", "white_volunteer", 4, 30, 22.9, name="w", held="wire")
    wire = line("wire", "wire", (0, 23), (72, 23))
    g = battle(held, unit("reds", "red_rifle", 4, 30, 40, 180, name="r"), terrain=(wire, HOUSE), win=(HOLD,))
    run(g, Acting(held.id, done=(HELD,)))
    found = [*wishes(g, g.asks[0]), *(best_orders(g, g.asks[0]) or [])]
    assert found and all(order in g.asks[0].actions for order in found)
