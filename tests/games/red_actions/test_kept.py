"""What is kept until a unit changes is forgotten when one does; what is drawn one by one is what is listed."""

from __future__ import annotations

from grognard.board.inches.formations import COLUMN
from grognard.engine import Refusal
from grognard.games.red_actions.mind.weights import FITTED
from grognard.games.red_actions.rules.ambush_zones import suspected
from grognard.games.red_actions.rules.bodies import crowd, foes_near, foes_of
from grognard.games.red_actions.rules.move_path import Budget, Leg, plan
from grognard.games.red_actions.rules.officers import clever_units
from grognard.games.red_actions.rules.sequence import fresh_units
from grognard.games.red_actions.rules.sight import sees
from grognard.games.red_actions.rules.state import Gap

from .chargers import red
from .moves import foot
from .situations import area, battle, line, senior, unit


def names(units: object) -> list[str]:
    return [u.id for u in units]  # type: ignore[attr-defined]


def test_a_leg_is_planned_anew_when_somebody_steps_in_its_way() -> None:
    friend = unit("whites", "white_volunteer", 4, 50, 24, name="friend")
    g = battle(foot(), friend, red(45))
    ways = plan(g, g.pieces["whites-w"], (30.0, 25.0), Budget(600))
    assert isinstance(ways, Leg)
    g.change("whites-friend", x=3000)
    assert isinstance(plan(g, g.pieces["whites-w"], (30.0, 25.0), Budget(600)), Refusal)
    g.drop("whites-friend")
    assert plan(g, g.pieces["whites-w"], (30.0, 25.0), Budget(600)) == ways


def test_a_leg_is_planned_anew_when_wire_is_cut() -> None:
    g = battle(foot(formation=COLUMN), red(45), terrain=(line("wire", "wire", (20, 22), (40, 22)),))
    halted = plan(g, g.pieces["whites-w"], (30.0, 24.0), Budget(600))
    assert isinstance(halted, Leg)
    assert halted.halts == "wire"
    g.gaps = {**g.gaps, "wire-1": Gap("wire", "cut", 3000, 2200)}
    through = plan(g, g.pieces["whites-w"], (30.0, 24.0), Budget(600))
    assert isinstance(through, Leg)
    assert not through.halts


def test_who_is_what_is_forgotten_when_a_unit_changes() -> None:
    g = battle(foot(), senior("whites", 1, 10, 10, "Clever", attached="whites-w"), red(45))
    assert names(g.seniors("whites")) == ["whites-senior_chief"]
    assert names(clever_units(g, "whites")) == ["whites-w"]
    assert names(fresh_units(g, "whites")) == ["whites-w"]
    g.change("whites-w", acted=True)
    assert not clever_units(g, "whites")
    assert not fresh_units(g, "whites")
    g.drop("whites-senior_chief")
    assert not g.seniors("whites")


def test_known_enemies_are_those_in_the_open_now() -> None:
    g = battle(foot(), red(45), hidden=())
    one = g.foes("whites")[0].id
    whites = g.pieces["whites-w"]
    assert [u.id for u, _ in foes_of(g, "whites")] == [u.id for u, _ in foes_near(g, whites, 99.0)] == [one]
    assert sees(g, whites, g.pieces[one]) == sees(g, whites, g.pieces[one])
    g.change(one, hidden=True)
    assert names(g.hidden("reds")) == [one]
    assert not g.foes("whites")
    assert not foes_of(g, "whites")
    assert not foes_near(g, whites, 99.0)
    assert [u.id for u, _ in crowd(g)] == ["whites-w", one]


def test_a_place_is_suspected_while_somebody_may_hide_in_it() -> None:
    wood = area("wood", "woods", 40, 40, 6, 4)
    g = battle(foot(), unit("reds", "red_guard", 4, 43, 42, name="h", hidden=True), terrain=(wood,))
    assert suspected(g, "whites") == ["wood"]
    g.change("reds-h", hidden=False)
    assert not suspected(g, "whites")


def test_a_tread_kept_for_one_unit_says_nothing_of_who_stands_around_another() -> None:
    """Units that stand and move alike share what the ground says; who is in the way is asked of each position."""
    alone = battle(foot(), red(45))
    there = (30.0, 25.0)
    assert isinstance(plan(alone, alone.pieces["whites-w"], there, Budget(600)), Leg)
    crowded = battle(foot(), unit("whites", "white_volunteer", 4, 30, 24, name="friend"), red(45))
    refusal = plan(crowded, crowded.pieces["whites-w"], there, Budget(600))
    assert isinstance(refusal, Refusal)
    assert refusal.rule == "RA-MOV.6"


def test_other_weights_leave_what_follows_from_the_units() -> None:
    g = battle(foot(), red(24))
    foes = foes_of(g, "whites")
    g.judge_by(FITTED)
    assert foes_of(g, "whites") is foes
    g.change("reds-r", lying=True)
    assert foes_of(g, "whites") != foes
