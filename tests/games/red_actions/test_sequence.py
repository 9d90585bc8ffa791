"""Game sequence (section TRN): turns, initiative, segments, the end of a turn."""

from __future__ import annotations

import pytest

from grognard.engine import Match, Pick, Press, RiggedDice
from grognard.games.red_actions import GAME
from grognard.games.red_actions.rules.acting import Acting
from grognard.games.red_actions.rules.ambush import AmbushWindow
from grognard.games.red_actions.rules.data import INCHES_PER_KM, TABLES_DATA, Officer
from grognard.games.red_actions.rules.moving import Stop
from grognard.games.red_actions.rules.officers import CleverWindow
from grognard.games.red_actions.rules.rally import RallyFromRout
from grognard.games.red_actions.rules.scenarios import WinEntry, WinTest
from grognard.games.red_actions.rules.segment import Hold
from grognard.games.red_actions.rules.sequence import (
    EndOfTurn,
    FirstSegment,
    GameTurn,
    Initiative,
    Segments,
    Weather,
    fresh_units,
    owed_rallies,
    roll_initiative,
)
from grognard.games.red_actions.rules.shot_orders import Fire
from grognard.testing import logged, offered, play, unrolled

from .situations import area, battle, cites, run, senior, unit


@pytest.mark.rule("RA-TRN.1")
def test_scale_of_ground_and_time() -> None:
    scale = TABLES_DATA["scale"]
    assert (INCHES_PER_KM, scale["metres_per_inch"], scale["minutes_per_turn"]) == (40, 25, 5)


@pytest.mark.rule("RA-TRN.2")
def test_a_turn_has_its_parts_in_order() -> None:
    g = battle(unit("whites", "white_mg", 1))
    g.steps = (GameTurn(4),)
    g.steps[-1].run(g)
    assert [type(s) for s in reversed(g.steps)] == [Weather, Initiative, EndOfTurn]
    assert g.turn == 4


@pytest.mark.rule("RA-TRN.3", "RA-TRN.4")
def test_e32_initiative_adds_the_senior_and_ties_change_hands() -> None:
    g = battle(senior("reds", 1, 10, 40), senior("whites", 2, 10, 5), dice=(3, 4))
    g.initiative = "whites"
    assert roll_initiative(g) == "reds"


@pytest.mark.rule("RA-TRN.4")
def test_a_tie_on_turn_1_is_rolled_again() -> None:
    g = battle(dice=(3, 3, 5, 2), turn=1)
    g.initiative = ""
    assert roll_initiative(g) == "whites"
    assert not unrolled(g)


@pytest.mark.rule("RA-TRN.3")
def test_higher_total_wins_the_initiative() -> None:
    g = battle(senior("reds", 3, 10, 40), dice=(5, 3))
    assert roll_initiative(g) == "reds"


@pytest.mark.rule("RA-TRN.5")
def test_the_winner_says_who_goes_first() -> None:
    g = run(battle(unit("reds", "red_mg", 1), unit("whites", "white_mg", 1, y=40)), FirstSegment("whites"))
    assert g.asks[0].side == "whites"
    play(g, Press("they go first"))
    assert g.first == g.asks[0].side == "reds"


@pytest.mark.rule("RA-TRN.18")
def test_a_named_side_takes_the_first_segment_of_turn_1() -> None:
    g = battle(unit("reds", "red_mg", 1), unit("whites", "white_mg", 1, y=40), turn=1, first_segment_turn_1="reds")
    run(g, Initiative())
    assert (g.initiative, g.asks[0].side, cites(g)) == ("reds", "reds", [])


@pytest.mark.rule("RA-TRN.6", "RA-TRN.7", "RA-ACT.20")
def test_sides_alternate_and_a_unit_acts_once() -> None:
    g = battle(
        unit("whites", "white_mg", 1, 10, 5, name="a"),
        unit("whites", "white_mg", 1, 20, 5, name="b"),
        unit("reds", "red_mg", 1, 10, 45, facing=180, name="c"),
        unit("reds", "red_mg", 1, 20, 45, facing=180, name="d"),
    )
    run(g, Segments("whites"))
    play(g, Pick("whites-a"), Hold())
    assert g.asks[0].side == "reds"
    play(g, Pick("reds-c"), Hold())
    assert offered(g) == [Pick("whites-b")]


@pytest.mark.rule("RA-TRN.8")
def test_a_side_with_units_left_goes_on_alone() -> None:
    g = battle(
        unit("whites", "white_mg", 1, 10, 5, name="a", acted=True),
        unit("reds", "red_mg", 1, 10, 45, name="c"),
        unit("reds", "red_mg", 1, 20, 45, name="d"),
    )
    run(g, Segments("whites"))
    assert g.asks[0].side == "reds"


@pytest.mark.rule("RA-TRN.9")
def test_only_the_side_with_fewer_units_may_pass() -> None:
    g = battle(
        unit("whites", "white_mg", 1, 10, 5, name="a"),
        unit("reds", "red_mg", 1, 10, 45, name="c"),
        unit("reds", "red_mg", 1, 20, 45, name="d"),
    )
    run(g, Segments("whites"))
    assert Press("pass") in offered(g)
    play(g, Press("pass"))
    assert g.asks[0].side == "reds"
    assert Press("pass") not in offered(g)
    assert g.steps[-1].why_not(g, "reds", Press("pass")).rule == "RA-TRN.9"  # type: ignore[union-attr]


@pytest.mark.rule("RA-TRN.10")
def test_routers_left_over_rally_by_themselves_the_initiative_first() -> None:
    g = battle(
        unit("whites", "white_volunteer", 4, 10, 5, name="b", routing=True),
        unit("whites", "white_volunteer", 4, 20, 5, name="a", routing=True),
        unit("reds", "red_rifle", 4, 10, 45, name="c", routing=True),
    )
    g.initiative = "reds"
    assert owed_rallies(g) == [RallyFromRout(i, owed=True) for i in ("reds-c", "whites-a", "whites-b")]
    g.dice = RiggedDice((6,) * 6)
    run(g, Segments("whites"))
    assert not g.asks and not any(u.routing for u in g.pieces.values()), "nobody is asked whom to activate"


@pytest.mark.rule("RA-TRN.11")
def test_flags_of_the_turn_are_cleared_at_its_end() -> None:
    flags = ("acted", "retired", "pressed", "fired", "moved", "barred", "evaded", "tried")
    g = battle(unit("whites", "white_mg", 1, 10, 5, **dict.fromkeys(flags, True)), unit("reds", "red_mg", 1, 9, 40))
    g.scouted = {**g.scouted, "wood": True}
    g.dice = RiggedDice([6, 1])
    run(g, EndOfTurn())
    left = g.pieces["whites-white_mg"]
    assert not any(getattr(left, flag) for flag in flags)
    assert not g.scouted


@pytest.mark.rule("RA-TRN.12", "RA-TRN.14")
def test_flight_is_looked_at_before_the_win_entries() -> None:
    entry = WinEntry("whites", "end_of_turn", (WinTest("possess", "whites", ("church",)),))
    church = area("church", "building_stone", 40, 40, 3, 3)
    g = battle(unit("reds", "red_mg", 1), terrain=(church,), win=(entry,), flight={"whites": 1})
    g.owner = {**g.owner, "church": "whites"}
    g.gone = {**g.gone, "whites-lost": "destroyed"}
    run(g, EndOfTurn())
    assert g.result is not None
    assert g.result.winners == ("reds",)


@pytest.mark.rule("RA-TRN.12")
def test_the_match_ends_after_the_last_turn() -> None:
    g = run(battle(unit("reds", "red_mg", 1), turn=12, turns=12, otherwise="reds"), EndOfTurn())
    assert g.result is not None
    assert g.result.winners == ("reds",)


@pytest.mark.rule("RA-TRN.13")
def test_2d6_are_logged_as_two_faces_and_a_seed_fixes_them() -> None:
    def rolls(seed: int) -> list[tuple[int, ...]]:
        match = Match.new(GAME, "lezhanka", seed=seed)
        for _ in range(2):
            match.take(Press("ready"))
        return [e.dice for e in match.events if e.dice]

    assert rolls(5) == rolls(5)
    g = battle(unit("reds", "red_rifle", 4, routing=True), dice=(2, 3))
    run(g, RallyFromRout("reds-red_rifle"))
    assert (2, 3) in [e.dice for e in logged(g)]


@pytest.mark.rule("RA-TRN.19")
def test_certain_results_are_not_rolled() -> None:
    trench = area("house", "building_stone", 28, 29, 5, 4)
    g = battle(
        unit("whites", "white_conscript", 2, 30, 20, name="a"),
        unit("reds", "red_rifle", 4, inside="house", name="t", acted=True),
        terrain=(trench,),
    )
    run(g, Segments("whites"))
    play(g, Pick("whites-a"))
    play(g, Fire("reds-t"))  # 4 in column 3-4, less 4: off the table
    play(g, Stop())
    assert not unrolled(g)
    assert "RA-TRN.19" in cites(g)


def test_fresh_units_leave_out_seniors() -> None:
    g = battle(senior("reds", 1, 5, 5), unit("reds", "red_mg", 1))
    assert [u.id for u in fresh_units(g, "reds")] == ["reds-red_mg"]


# ------------------------------------------------------------------ windows that standing orders may let pass


@pytest.mark.rule("RA-PRE.5")
def test_return_fire_is_a_window_about_the_shooter() -> None:
    shooter, target = (
        unit("whites", "white_officer", 4, 30, 20, name="w"),
        unit("reds", "red_rifle", 4, 30, 30, 180, name="r"),
    )
    g = run(battle(shooter, target), Acting("whites-w"))
    play(g, Fire("reds-r"))
    window = g.steps[-1].interrupts(g)
    assert window is not None and (window.about, window.passes) == ("whites-w", Press("hold fire"))
    assert window.near == pytest.approx(10.0, abs=0.5)


@pytest.mark.rule("RA-AMB.7", "RA-AMB.4")
def test_an_ambush_is_a_window_and_of_a_hidden_actor_nobody_knows_how_near_it_is() -> None:
    wood = area("wood", "woods", 25, 24, 10, 6)
    hidden = unit("reds", "red_rifle", 4, 30, 27, 180, name="h", hidden=True, unseen=True)
    mover = unit("whites", "white_officer", 4, 30, 18, name="w", officer=Officer(2, ("Clever",)))
    g = run(battle(hidden, mover, terrain=(wood,)), AmbushWindow("whites-w"))
    window = g.steps[-1].interrupts(g)
    assert window is not None and (window.about, window.passes) == ("whites-w", Press("wait"))
    assert window.near is not None and window.near < 12
    g = run(battle(hidden, mover, terrain=(wood,)), CleverWindow("reds-h"))
    window = g.steps[-1].interrupts(g)
    assert window is not None and (window.about, window.passes, window.near) == ("reds-h", Press("let it go"), None)
