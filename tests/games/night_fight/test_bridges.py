"""19.0 Bridges: collapse, demolition, engineers."""

from __future__ import annotations

import pytest

from grognard.engine import To
from grognard.games.night_fight.rules.bridges import cross_bridge, demolish
from grognard.games.night_fight.rules.events import bridges_blown
from grognard.games.night_fight.rules.german_movement import GermanMovement, MoveStack
from grognard.games.night_fight.rules.stack_moves import Walk
from grognard.games.night_fight.rules.stacking import step_cost
from grognard.games.night_fight.rules.terrain import entry_cost, is_road
from grognard.testing import offered, roll, unrolled
from tests.games.night_fight.printed import BRIDGES

from .situations import column, german, pieces, places, position, refused, soviet


@pytest.mark.rule("NF-19.0.1", "NF-19.0.2")
@pytest.mark.parametrize("die", [1, 2, 6])
@pytest.mark.parametrize("kind", ["pzkpfw_vi", "recovery_tank"])
def test_a_super_heavy_unit_rolls_and_a_one_breaks_the_bridge(kind: str, die: int) -> None:
    g = position(german(kind, "2028"), dice=[die])
    cross_bridge(g, (kind,), "2028")
    assert (places(g, kind) == ["gone"]) is (die == 1)
    assert ("2028" in g.bridges_out) is (die == 1)


@pytest.mark.rule("NF-19.0.1")
@pytest.mark.parametrize("unit", [german("pzkpfw_v", "2028"), soviet("kv1", "2028", up=True)])
def test_lighter_and_soviet_units_roll_nothing(unit: object) -> None:
    g = position(unit)  # type: ignore[arg-type]
    cross_bridge(g, tuple(g.pieces), "2028")
    assert len(g.pieces) == 1


@pytest.mark.rule("NF-19.0.1")
def test_each_super_heavy_unit_of_a_stack_rolls_as_it_enters() -> None:
    g = position(german("pzkpfw_vi", "2028"), german("pzkpfw_vi", "2028"), dice=[2, 1])
    cross_bridge(g, ("pzkpfw_vi", "pzkpfw_vi-2"), "2028")
    assert g.pieces == {}
    assert g.wrecks == {"2028": 2}


@pytest.mark.rule("NF-19.0.2", "NF-19.0.3", "NF-22.3.11")
def test_a_collapse_takes_the_whole_stack_and_wrecks_stay() -> None:
    g = position(german("pzkpfw_vi", "2027"), german("command_car", "2027"), german("infantry", "2029"))
    movers = ("pzkpfw_vi", "command_car")
    g.steps = (GermanMovement(("german",), begun=True), Walk(movers, ("2028", "2029")))
    roll(g, 1)
    g.advance()
    assert places(g, *movers) == ["gone", "gone"]
    assert g.wrecks == {"2028": 1}
    assert not is_road(g, "2028")
    assert step_cost(g, (g.pieces["infantry"],), "2028") == 3 + 1
    assert entry_cost(g, "2028", "vehicle") is None


@pytest.mark.rule("NF-19.0.3")
def test_a_lost_bridge_is_closed_to_vehicles_and_a_lost_river_bridge_to_all() -> None:
    g = position(german("pzkpfw_iv", "2027"), bridges_out=["2028", "1429"], step=MoveStack(("pzkpfw_iv",)))
    assert To("2028") not in offered(g)
    assert refused(g, To("2028")) == "NF-22.3.11"
    g = position(german("infantry", "1529"), bridges_out=["1429"], step=MoveStack(("infantry",)))
    assert refused(g, To("1429")) == "NF-22.3.12"


@pytest.mark.rule("NF-19.0.4", "NF-19.1.1", "NF-16.3.1")
@pytest.mark.parametrize("engineer", ["engineers", "sdkfz_engineers"])
@pytest.mark.parametrize("pinned", [False, True])
def test_engineers_make_a_bridge_immune(engineer: str, pinned: bool) -> None:
    g = position(german("pzkpfw_vi", "2028"), german(engineer, "2028", pinned=pinned))
    cross_bridge(g, ("pzkpfw_vi",), "2028")
    demolish(g, "2028", "NF-6.0.14")
    assert g.bridges_out == {}
    assert len(g.pieces) == 2


@pytest.mark.rule("NF-19.1.1", "NF-19.0.1")
@pytest.mark.parametrize(("die", "out"), [(1, True), (2, False)])
def test_engineers_beside_a_bridge_do_not_change_the_die(die: int, out: bool) -> None:
    g = position(german("pzkpfw_vi", "2028"), german("engineers", "2027"), dice=[die])
    cross_bridge(g, ("pzkpfw_vi",), "2028")
    assert ("2028" in g.bridges_out) is out


@pytest.mark.rule("NF-19.0.4", "NF-19.1.1")
def test_engineers_of_the_moving_stack_count_as_it_enters_and_not_afterwards() -> None:
    g = position(german("pzkpfw_vi", "2027"), german("engineers", "2027"))
    movers = ("pzkpfw_vi", "engineers")
    g.steps = (GermanMovement(("german",), begun=True), Walk(movers, ("2028",)))
    g.advance()
    assert places(g, *movers) == ["2028", "2028"]  # and no die was rolled
    g.change("engineers", place="2029")
    demolish(g, "2028", "NF-6.0.14")
    assert places(g, "pzkpfw_vi") == ["gone"]


@pytest.mark.rule("NF-19.0.4")
def test_soviet_engineers_hold_no_bridge() -> None:
    g = position(soviet("soviet_engineers", "2028"))
    demolish(g, "2028", "NF-6.0.14")
    assert g.bridges_out == {"2028": True}


@pytest.mark.rule("NF-19.0.5", "NF-13.5.1")
def test_e63_a_blown_bridge_takes_the_units_on_it() -> None:
    g = position(*pieces("t34 2929 spotted, soviet_infantry 2929, pzkpfw_iv 2930, infantry 2930"))
    demolish(g, "2929", "NF-6.0.14")
    assert places(g, "t34", "soviet_infantry") == ["gone", "gone"]
    assert g.wrecks == {"2929": 1}
    assert step_cost(g, (g.pieces["infantry"],), "2929") == 3 + 1


@pytest.mark.rule("NF-19.0.5", "NF-10.4.1")
def test_a_bridge_blown_under_a_column_marker_takes_its_lead_only() -> None:
    g = position(column(1, ["t34", "kv1", "t26"], ["2312", "2311", "2310"], ahead="2313"))
    demolish(g, "2312", "NF-6.0.14")
    assert places(g, "c1", "1.1", "1.2", "1.3") == ["gone", "gone", "2311", "2310"]
    assert g.columns["1"].deployed
    assert not g.pieces["1.2"].up
    assert g.wrecks == {"2312": 1}


@pytest.mark.rule("NF-19.0.5")
def test_a_dummy_in_the_lead_is_lost_with_the_bridge_like_a_unit() -> None:
    g = position(column(1, ["dummy", "kv1", "t26"], ["2312", "2311", "2310"], ahead="2313"))
    demolish(g, "2312", "NF-6.0.14")
    assert places(g, "c1", "1.1", "1.2") == ["gone", "gone", "2311"]
    assert g.wrecks == {}


@pytest.mark.rule("NF-6.0.11", "NF-6.0.13", "NF-6.0.14")
def test_e52_bridges_blown() -> None:
    g = position(dice=[3, 6, 6, 4, 2, 3, 1, 4])
    bridges_blown(g)
    assert set(g.bridges_out) == {"1411", "2915"}
    assert unrolled(g) == []


@pytest.mark.rule("NF-19.1.2")
def test_bridges_over_gully_stream_and_river_are_alike_while_they_stand() -> None:
    g = position()
    assert {(entry_cost(g, h, "vehicle"), entry_cost(g, h, "foot"), is_road(g, h)) for h in BRIDGES} == {(1, 1, True)}
    for h in BRIDGES:
        g = position(german("pzkpfw_vi", h), dice=[1])
        cross_bridge(g, ("pzkpfw_vi",), h)
        assert h in g.bridges_out
