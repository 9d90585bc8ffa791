"""The two charts, cell by cell, and the data behind them."""

from __future__ import annotations

import pytest

from grognard.games.red_actions.rules.data import CELLS, COMBAT, COMBAT_RATIOS, SHOOTING, SHOOTING_LOW

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
