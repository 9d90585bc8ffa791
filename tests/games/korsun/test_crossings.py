"""Where chapters cross: engineers that leave their bridge, maps of one's own, units that come back."""

from __future__ import annotations

import pytest

from grognard.engine import Pick, Refusal, To
from grognard.games.folio.rules.combat import CombatPhase, Declare
from grognard.games.folio.rules.combat_results import Resolve, line
from grognard.games.folio.rules.movement import END, Movement
from grognard.games.folio.rules.retreat import Retreat
from grognard.games.folio.rules.state import Battle, Bombard
from grognard.games.folio.rules.units import eliminate
from grognard.games.korsun import GAME
from grognard.games.korsun.rules.air_supply import why_not_fly
from grognard.games.korsun.rules.data import AIRFIELD
from grognard.games.korsun.rules.engineers import BRIDGE, crossings
from grognard.games.korsun.rules.reserves import Rebuild
from grognard.games.korsun.rules.state import Assist, Bridge, Pocket
from grognard.games.korsun.rules.supply import in_supply
from grognard.studio import begin as begun
from grognard.studio import edited
from grognard.studio.edits import Paint
from grognard.testing import begin, logged, offered, play, refusing_rule
from tests.games.folio.situation import reach
from tests.games.korsun.situation import pocket

II_1, FIRST, SECOND = "G-1SS-II/1", "G-1SS-1E", "G-1Pz-37E"  # a battalion, and two battalions of engineers
ADHOC = "G-Corps-A1"
RIVER = Bridge("0817", "0818")


def at_the_river() -> Pocket:
    """Two engineers behind a battalion at the river, which the first bridges."""
    g = pocket({II_1: "0818", FIRST: "0720", SECOND: "0821"}, Movement(), phase="Movement")
    play(g, BRIDGE, RIVER, Pick(FIRST), Pick(FIRST))
    return g


@pytest.mark.rule("KP-13.0.3", "KP-13.0.5")
def test_a_bridge_that_its_engineer_has_left_may_be_laid_by_another() -> None:
    """R56"""
    g = at_the_river()
    play(g, BRIDGE)
    assert refusing_rule(g, RIVER) == "KP-13.0.3"  # bridged already
    g = at_the_river()
    play(g, To("0530"))
    assert not crossings(g)  # out of range
    play(g, BRIDGE, RIVER)
    assert crossings(g) == (("0817", "0818"),) and list(g.crossings) == [FIRST, SECOND]


@pytest.mark.rule("KP-13.0.3")
def test_no_river_is_bridged_when_nobody_is_left_to_cross() -> None:
    """The phase ends by itself then, and a unit that still has points keeps it open."""
    g = pocket({FIRST: "0720"}, Movement(mobile=True), phase="Mobile Movement")
    assert BRIDGE in offered(g)
    play(g, Pick(FIRST), To("0719"))
    assert BRIDGE in offered(g)
    play(g, To("2017"))
    assert offered(g) == [END] and refusing_rule(g, BRIDGE) == "KP-13.0.3"
    g = pocket({FIRST: "0720"}, phase="Mobile Movement")
    g.moved = {**g.moved, FIRST: True}
    begin(g, Movement(mobile=True))
    assert not g.asks


# ------------------------------------------------------------------ 2.1 maps of one's own


def own(*strokes: Paint) -> str:
    """The campaign on a map that was painted over."""
    return GAME.add_scenario(edited(GAME, begun(GAME, "campaign"), strokes), "my.toml").id


def fed(scenario: str) -> bool:
    """Is a battalion in supply that stands in the corner of the map, behind 0102 and 0201?"""
    g = pocket({II_1: "0101"}, scenario=scenario)
    return in_supply(g, g.pieces[II_1])


CORNER = ("0101/0102", "0101/0201")


@pytest.mark.rule("KP-12.0.1", "KP-12.1.1")
def test_no_line_runs_over_the_sea_nor_over_an_impassable_hexside() -> None:
    """R47"""
    assert fed("campaign") and fed(own(Paint("terrain", "sea", ("0102",))))
    assert not fed(own(Paint("terrain", "sea", ("0102", "0201"))))
    assert not fed(own(Paint("hexside", "prohibited", CORNER)))
    assert not fed(own(Paint("hexside", "minor_river", CORNER)))


@pytest.mark.rule("KP-12.1.1", "KP-13.0.3", "KP-13.0.9")
def test_a_ditch_is_no_river() -> None:
    """Lines run over it, and no engineer bridges it, neither for those who move nor for those who attack."""
    dug = own(Paint("hexside", "ditch", (*CORNER, "5104/5105")))
    assert fed(dug)
    g = pocket({II_1: "5106", FIRST: "5107"}, Movement(), phase="Movement", scenario=dug)
    assert ("5104", "5105") in g.land.water
    play(g, BRIDGE)
    assert refusing_rule(g, Bridge("5104", "5105")) == "KP-13.0.3"
    g = pocket({II_1: "5105", FIRST: "5107", "S-180-21": "5104"}, Declare("S-180-21", attackers=(II_1,)), scenario=dug)
    assert refusing_rule(g, Assist(FIRST)) == "KP-13.0.9"


@pytest.mark.rule("FO-7.4.5", "FO-5.2.3", "KP-12.1.1")
def test_a_road_bridges_the_river_it_crosses_and_a_bridge_needs_no_road() -> None:
    """R13"""
    road = Paint("line", "road", ("0101/0102",))
    stream = Paint("hexside", "minor_river", CORNER)
    assert fed(own(stream, road))
    bridge = Paint("bridge", "river_bridge", ("0101/0102",))
    for way, points in ((road, 0.5), (bridge, 1)):
        g = pocket({II_1: "0101", "S-180-21": "0102"}, scenario=own(stream, way))
        assert line(g, Battle("S-180-21", "0102", (II_1,))).text == "bridge"
        g = pocket({II_1: "0101"}, scenario=own(stream, way))
        assert reach(g, II_1)["0102"] == points and reach(g, II_1)["0201"] == 3


# ------------------------------------------------------------------ 16.0, 18.0 units that are lost and come back


@pytest.mark.rule("KP-12.2.1", "KP-12.2.3", "KP-12.2.4", "KP-18.0.4")
def test_air_supply_is_lost_with_its_unit_and_not_to_be_had_again_this_turn() -> None:
    g = pocket({ADHOC: "4511", "S-180-21": "4512"})
    g.airlifted = ADHOC
    eliminate(g, g.pieces[ADHOC], "FO-7.6.1")
    begin(g, Rebuild())
    play(g, Pick(ADHOC))
    assert g.pieces[ADHOC].place == AIRFIELD
    assert g.airlifted != ADHOC and why_not_fly(g) == Refusal("KP-12.2.1")


@pytest.mark.rule("KP-16.0.3")
def test_a_group_loses_its_last_unit_once() -> None:
    """R37 A unit that has come back at the airfield brings no counters, and takes none with it."""
    g = pocket({ADHOC: "4511", "S-180-21": "4512"})
    for _ in range(2):
        eliminate(g, g.pieces[ADHOC], "FO-7.6.1")
        begin(g, Rebuild())
        play(g, Pick(ADHOC))
    assert len(logged(g, "KP-16.0.3")) == 1 and not g.markers["Encircled"]


# ------------------------------------------------------------------ 17.0 bombardment


@pytest.mark.rule("KP-17.0.5", "KP-17.0.6", "KP-17.0.8")
def test_a_bombardment_names_the_rules_of_this_game() -> None:
    shelled = Battle("S-180-21", "5106", attack=(9, 9), bombardment=True)
    g = pocket({"S-180-21": "5106", II_1: "5105"}, Resolve(shelled), dice=[1])
    assert logged(g, "KP-17.0.5")
    feeble = Battle("S-180-21", "5106", attack=(1,), bombardment=True)
    g = pocket({"S-180-21": "5106", II_1: "5105", FIRST: "5107"}, Resolve(feeble), dice=[6])
    assert refusing_rule(g, Pick("S-180-21")) == "KP-17.0.6" and g.asks[0].prompt.startswith("Friendly fire")
    g = pocket({"S-180-21": "5106", II_1: "5103"}, Retreat("S-180-21", 2, ("5106",), bombardment=True))
    assert refusing_rule(g, To("5305")) == "KP-17.0.8"
    units = {"S-180-21": "5106", "S-180-86": "5103", II_1: "5102"}
    g = pocket(units, CombatPhase(), weather="fog")
    assert refusing_rule(g, Bombard("S-180-21")) == "KP-17.0.1"  # out of range
    g = pocket(units, CombatPhase(), weather="fog", markers={"Encircled": (), "Relief": ()})
    assert refusing_rule(g, Bombard("S-180-86")) == "KP-15.0.2"  # none is left


@pytest.mark.rule("KP-12.3.2")
def test_the_dead_are_not_cut_off() -> None:
    g = pocket({II_1: "5105", "S-180-21": "5106"})
    g.cut_off = {**g.cut_off, II_1: True}
    eliminate(g, g.pieces[II_1], "FO-7.6.1")
    assert not g.cut_off
