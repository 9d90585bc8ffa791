"""The charts of the rulebook that are looked up, not rolled on: they say what the rules do."""

from __future__ import annotations

import pytest

from grognard.engine import Chart
from grognard.games.panzer_blitz import GAME
from grognard.games.panzer_blitz.face.charts import FIRE_MODIFIERS, SCATTER_MODIFIERS
from grognard.games.panzer_blitz.rules.data import DRM, SCATTER_DRM, range_modifier

CHARTS = {chart.key: chart for chart in GAME.face.charts}


def cells(chart: Chart) -> dict[str, tuple[str, ...]]:
    return dict(chart.rows)


@pytest.mark.rule("PB-5.4.7", "PB-5.4.8", "PB-5.4.9", "PB-5.4.10", "PB-5.4.11")
def test_the_los_chart() -> None:
    found = cells(CHARTS["sight"])
    assert found["1 apart"] == ("block",) * 4
    assert found["3 apart"] == ("2/3", "1/3", "block", "block")
    assert found["5 apart"] == ("4/5", "3/5", "2/5", "1/5")


@pytest.mark.rule("PB-7.6.5", "PB-7.6.6", "PB-7.6.7")
def test_the_modifiers() -> None:
    found = cells(CHARTS["modifiers"])
    assert (found["Range 0"], found["Range 2 to 3"], found["Range 17 and more"]) == (("-2",), ("0",), ("+5",))
    assert range_modifier(20) == 5 and found["Target Disrupted"] == ("-1",)
    terrain = {key for key in DRM if key.startswith("tem_")} - FIRE_MODIFIERS.keys()
    assert FIRE_MODIFIERS.keys() | terrain == DRM.keys() and SCATTER_MODIFIERS.keys() == SCATTER_DRM.keys()


@pytest.mark.rule("PB-4.3.8")
def test_the_transport_table() -> None:
    found = cells(CHARTS["transport"])
    assert found["Truck"] == ("half", "half", "half", "all")
    assert found["Motorcycle"] == ("no", "all", "no", "no")
