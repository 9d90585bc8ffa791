"""The two charts, cell by cell, and the data behind them."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from msgspec.structs import replace

from grognard.engine import Action, Match, Odds, Pick, Press, RandomDice, Step
from grognard.engine.match.odds_summary import summarize_odds
from grognard.games.red_actions import GAME
from grognard.games.red_actions.rules import data
from grognard.games.red_actions.rules.acting import Acting
from grognard.games.red_actions.rules.aiming import best_stance
from grognard.games.red_actions.rules.data import CELLS, COMBAT, COMBAT_RATIOS, SHOOTING, SHOOTING_LOW
from grognard.games.red_actions.rules.fire_total import make_aim
from grognard.games.red_actions.rules.sequence import Segments
from grognard.games.red_actions.rules.shot_orders import Fire
from grognard.games.red_actions.rules.state import RedActions
from grognard.games.red_actions.rules.volley import ReturnFire, Volley

from .situations import area, battle, run, unit

N, R, T, TR, D = "--", "Ret", "Ter", "Ter+Ret", "2xTer"
DS, DSO, K = "2xTer S!", "2xTer S! Off", "Kill! S! Off"

SHOTS = [
    pytest.param(2, [N] * 9 + [R], marks=pytest.mark.rule("RA-CHT.1")),
    pytest.param(3, [N] * 8 + [R, T], marks=pytest.mark.rule("RA-CHT.2")),
    pytest.param(4, [N] * 6 + [R, R, T, T], marks=pytest.mark.rule("RA-CHT.3")),
    pytest.param(5, [N] * 4 + [R, R, R, R, T, TR], marks=pytest.mark.rule("RA-CHT.4")),
    pytest.param(6, [N] * 3 + [R, R, R, T, TR, TR, DS], marks=pytest.mark.rule("RA-CHT.5")),
    pytest.param(7, [N, N, R, R, T, T, T, T, D, DSO], marks=pytest.mark.rule("RA-CHT.6")),
    pytest.param(8, [N, R, R, T, T, T, D, DS, DSO, K], marks=pytest.mark.rule("RA-CHT.7")),
    pytest.param(9, [N, R, T, T, D, DS, DSO, DSO, K, K], marks=pytest.mark.rule("RA-CHT.8")),
    pytest.param(10, [R, T, T, DS, DSO, DSO, K, K, K, K], marks=pytest.mark.rule("RA-CHT.9")),
    pytest.param(11, [T, "Ter S! Off", DSO, DSO, K, K, K, K, K, K], marks=pytest.mark.rule("RA-CHT.10")),
    pytest.param(12, ["Ter S!", DS, DSO, K, K, K, K, K, K, K], marks=pytest.mark.rule("RA-CHT.11")),
]


@pytest.mark.parametrize(("roll", "row"), SHOTS)
def test_shooting_table(roll: int, row: list[str]) -> None:
    assert [SHOOTING.result(i, roll) for i in range(10)] == row


S1, S2, S3, SD, SH = "S/Retires 1xTer", "S/Retires 2xTer", "S/Retires 3xTer", "S/Defeated", "S/Humiliated"
W1, W2, W3, WD, WS = "W/Retires 1xTer", "W/Retires 2xTer", "W/Retires 3xTer", "W/Defeated", "W/Surrenders"

FIGHTS = [
    pytest.param(2, [SD, SD, SD, S2, S1, SH], marks=pytest.mark.rule("RA-CHT.12")),
    pytest.param(3, [SD, SD, S2, S1, SH, W1], marks=pytest.mark.rule("RA-CHT.13")),
    pytest.param(4, [S3, S3, SH, SH, W1, W2], marks=pytest.mark.rule("RA-CHT.14")),
    pytest.param(5, [S2, S2, W1, W1, W2, W2], marks=pytest.mark.rule("RA-CHT.15")),
    pytest.param(6, [S1, W1, W2, W2, W3, W3], marks=pytest.mark.rule("RA-CHT.16")),
    pytest.param(7, [W1, W2, W2, W2, W3, WD], marks=pytest.mark.rule("RA-CHT.17")),
    pytest.param(8, [W1, W2, W2, W3, WD, WD], marks=pytest.mark.rule("RA-CHT.18")),
    pytest.param(9, [W2, W2, W3, WD, WD, WD], marks=pytest.mark.rule("RA-CHT.19")),
    pytest.param(10, [W3, WD, WD, WD, WD, WD], marks=pytest.mark.rule("RA-CHT.20")),
    pytest.param(11, [WD, WD, WD, WD, WD, WS], marks=pytest.mark.rule("RA-CHT.21")),
    pytest.param(12, [WD, WD, WD, WD, WS, WS], marks=pytest.mark.rule("RA-CHT.22")),
]


@pytest.mark.parametrize(("roll", "row"), FIGHTS)
def test_combat_table(roll: int, row: list[str]) -> None:
    assert [COMBAT.result(i, roll) for i in range(6)] == row


def test_columns_of_both_charts() -> None:
    assert SHOOTING_LOW == (2, 3, 5, 9, 13, 17, 21, 25, 29, 37)
    assert COMBAT_RATIOS == (1.0, 1.5, 2.0, 2.5, 3.0, 4.0)


def test_every_cell_of_the_shooting_table_has_a_meaning() -> None:
    assert {cell for _, row in SHOOTING.rows for cell in row} <= set(CELLS)


# ------------------------------------------------------------------ charts to look up, and the odds of a shot


def test_every_chart_is_there_to_be_looked_up() -> None:
    charts = {chart.key: chart for chart in GAME.face.charts}
    assert {"shooting", "combat"} == {key for key, chart in charts.items() if chart.dice}
    assert dict(charts["terrain"].rows)["Walls"] == ("1/4 move", "Nyet!", "Nyet!", "Nyet!", "Da *")
    assert dict(charts["direct-hits"].rows)["Artillery"] == ("9+", "11+", "9+", "10+")
    assert "unless the gun shot last turn at a target that has not moved since" in charts["direct-hits"].note
    assert dict(charts["shooting-modifiers"].rows)["MG within 8 inches"] == ("+3",)
    assert dict(charts["combat-modifiers"].rows)["Contacted in flank or rear"] == ("-50 %",)
    assert dict(charts["tests"].rows)["Being charged"] == ("fear", "rout")
    for chart in charts.values():
        assert chart.cite in GAME.rulebook
    for key, cells in (("shooting", list(CELLS)), ("combat", list(data.FIGHTS))):
        assert [letter for letter, _ in charts[key].results] == cells


def odds_of(g: RedActions, action: Action, *steps: Step) -> Odds:
    """The chances that whoever is asked first sees."""
    match = Match(GAME, g, RandomDice(random.Random(1)))
    run(match.state, *steps)  # type: ignore[arg-type]
    odds = match.odds(action, match.state.asks[0].side)
    assert odds is not None and sum(odds.chances.values()) == 1
    return odds


@pytest.mark.rule("RA-SHO.7", "RA-SHO.8")
@pytest.mark.parametrize("lurks", [False, True])
def test_a_shot_of_rifles_shows_its_chances_though_they_move_before_the_dice(lurks: bool) -> None:
    hidden = unit("reds", "red_rifle", 4, 60, 44, 180, name="h", hidden=True, unseen=True)
    units = [
        unit("whites", "white_volunteer", 4, 30, 20, name="w"),
        unit("reds", "red_rifle", 4, 30, 30, 180, name="r"),
    ]
    odds = odds_of(battle(*units, *([hidden] if lurks else [])), Fire("reds-r"), Acting("whites-w"))
    assert odds.preview is not None
    assert (odds.preview.base, odds.preview.column, odds.preview.chart) == ("9-12", "9-12", "shooting")
    given = [(row.name, row.value) for row in odds.preview.given]
    assert given == [("bases", "4 × 3"), ("inches", "10.0"), ("total", "12")]
    assert odds.chances["retires"] == Fraction(5 + 6, 36)
    found = summarize_odds(odds, GAME.face.charts)
    assert (found.wanted, found.chance) == ("some effect", 1 - odds.chances["no effect"])


@pytest.mark.rule("RA-ART.7", "RA-ART.11")
def test_the_chances_of_a_gun_hold_its_direct_hits_and_the_house_that_may_fall() -> None:
    gun, foe = unit("whites", "white_gun", 2, 30, 10, name="g"), unit("reds", "red_rifle", 4, 30, 30, 180, name="r")
    odds = odds_of(battle(gun, foe), Fire("reds-r"), Acting("whites-g")).chances
    twice = sum(p for name, p in odds.items() if name.startswith("2 direct hits"))
    assert twice == Fraction(1, 6) ** 2
    assert "1 direct hit" in odds and not [name for name in odds if name.endswith(", no effect")]
    house = area("house", "building_wood", 28, 24, 5, 3)
    g = battle(gun, replace(foe, place="house"), terrain=(house,))
    odds = odds_of(g, Fire("reds-r"), Acting("whites-g")).chances
    stands = 1 - Fraction(10, 36) * Fraction(10, 36)
    assert odds["house falls"] == 1 - stands**2


@pytest.mark.rule("RA-PRE.5", "RA-SHO.7")
def test_the_chances_of_return_fire_are_those_of_the_answer_not_of_the_shot_it_answers() -> None:
    shooter = unit("whites", "white_officer", 6, 30, 20, name="w")
    target = unit("reds", "red_guard", 2, 30, 30, 180, name="r")
    g = run(battle(shooter, target), Acting("whites-w"))
    aim = Fire("reds-r").aim(g, shooter)
    back = make_aim(g, best_stance(g, target, shooter), shooter)  # type: ignore[arg-type]
    assert aim.column != back.column
    odds = odds_of(battle(shooter, target), Press("return fire"), ReturnFire(aim), Volley(aim))
    wanted = {CELLS[cell].words: chance for cell, chance in SHOOTING.odds(back.column).items()}
    assert odds.chances == wanted


@pytest.mark.rule("RA-RAL.1", "RA-ACT.10")
def test_the_chances_of_routers_are_to_rally_or_to_run_on() -> None:
    routers = unit("whites", "white_volunteer", 4, 30, 20, name="w", routing=True, terror=1)
    enemy = unit("reds", "red_rifle", 4, 30, 40, 180, name="r")
    odds = odds_of(battle(routers, enemy), Pick("whites-w"), Segments("whites"))
    assert odds.chances == {"rallied": Fraction(5, 12), "runs on": Fraction(7, 12)}


@pytest.mark.rule("RA-TRN.19")
def test_a_shot_that_can_do_nothing_says_so_beforehand() -> None:
    shooter = unit("whites", "white_conscript", 4, 30, 20, name="w")
    dug_in = unit("reds", "red_rifle", 4, 30, 30, 180, name="r", foxholes=True)
    g = run(battle(shooter, dug_in), Acting("whites-w"))
    preview = Fire("reds-r").preview(g, Acting("whites-w"))
    assert preview is not None and (preview.words, preview.dice) == ("cannot have an effect", 0)
    assert [m.value for m in preview.modifiers] == [-5]
