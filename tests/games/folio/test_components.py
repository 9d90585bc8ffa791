"""1.0 to 3.0 What is in the box, and setting it up."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.board.hexes.map import MapError, parse_map
from grognard.engine import Match, To
from grognard.games.folio import GAME
from grognard.games.folio.face.counters import CHARTS
from grognard.games.folio.rules.combat import Declare
from grognard.games.folio.rules.combat_results import strengths as both_strengths
from grognard.games.folio.rules.data import COUNTERS, CRT, FOLDER, RESULTS, RULEBOOK, SIZES, read_toml, strengths
from grognard.games.folio.rules.setup import SetUp
from grognard.games.folio.rules.sidi_zahran import DESERT
from grognard.games.folio.rules.standard import Standard
from grognard.games.folio.rules.state import Battle
from grognard.games.folio.rules.terrain import Ground
from grognard.games.folio.rules.terrain_chart import CHART
from grognard.games.folio.rules.view import battle_view
from grognard.games.korsun import GAME as KORSUN
from grognard.games.korsun.rules.data import COUNTERS as KORSUN_COUNTERS
from grognard.games.korsun.rules.data import DATA, GROUND
from grognard.games.korsun.rules.exclusive import Exclusive
from tests.games.folio.situation import desert, offered, why_not


@pytest.mark.rule("FO-1.0.1")
def test_an_exclusive_rulebook_is_the_standard_rules_with_some_clauses_replaced() -> None:
    assert issubclass(Exclusive, Standard)
    assert DESERT.exchange_hits_target() and not Exclusive().exchange_hits_target()
    standard = {rule.id for rule in GAME.rulebook}
    assert standard < {rule.id for rule in KORSUN.rulebook}


@pytest.mark.rule("FO-2.0.1")
def test_the_box_of_korsun_holds_280_counters() -> None:
    assert sum(DATA.counters.values()) == 280
    assert DATA.counters["units"] == len(KORSUN_COUNTERS)


@pytest.mark.rule("FO-2.1.1")
def test_every_unit_is_in_exactly_one_hex_of_the_grid() -> None:
    match = Match.new(GAME, "sidi-zahran", seed=1)
    on_map = [u for u in match.state.pieces.values() if u.place in DESERT.ground.grid]
    assert len({u.place for u in on_map}) == len(on_map) == 23
    assert len(GROUND.grid) == 55 * 33


@pytest.mark.rule("FO-2.2.1")
def test_the_printed_aids_are_there() -> None:
    assert len(DESERT.track) == DESERT.turns
    assert [row for row, _ in CHARTS[1].rows][: len(CHART.hex)] == [*CHART.hex]  # made from the same rows
    assert {result for _, row in CRT.rows for result in row} == set(RESULTS)


@pytest.mark.rule("FO-2.3.1.1", "FO-2.3.1.2")
def test_sizes_and_identifiers() -> None:
    assert SIZES == {"I": "company", "II": "battalion", "III": "regiment", "X": "brigade"}
    assert all(what.size in SIZES for what in (*COUNTERS.values(), *KORSUN_COUNTERS.values()))
    assert KORSUN_COUNTERS["G-1SS-II/1"].size == "II"
    assert not any(what.name.startswith("64 ") for what in KORSUN_COUNTERS.values())  # II/64 without its regiment
    assert "G-16Pz-II/64" in KORSUN_COUNTERS


@pytest.mark.rule("FO-2.3.2.1")
def test_three_numbers_in_their_order() -> None:
    assert strengths("5-6-8") == (5, 6, 8)
    assert COUNTERS["B-03"].front == (5, 5, 6)


@pytest.mark.rule("FO-2.3.2.2")
def test_attack_strength_attacks_and_defense_strength_defends() -> None:
    g = desert({"A-01": "0412", "B-01": "0413"}, Declare("A-01"))
    attack, defense = both_strengths(g, Battle("A-01", "0412", ("B-01",)))
    assert [part.value for part in attack] == [4]
    assert [part.value for part in defense] == [3]


@pytest.mark.rule("FO-2.3.2.3")
def test_a_marker_adds_its_value_or_bombards_alone() -> None:
    g = desert({"A-01": "0412", "B-01": "0413"})
    attack, _ = both_strengths(g, Battle("A-01", "0412", ("B-01",), attack=(3,)))
    assert sum(part.value for part in attack) == 7
    alone, _ = both_strengths(g, Battle("A-01", "0412", attack=(3,), bombardment=True))
    assert sum(part.value for part in alone) == 3


@pytest.mark.rule("FO-2.3.2.4")
def test_cavalry_and_tanks_are_mobile_infantry_is_leg() -> None:
    kinds = {what.type: what.mobile for what in KORSUN_COUNTERS.values()}
    assert kinds["cav"] and kinds["tank"] and kinds["mot"]
    assert not kinds["inf"] and not kinds["eng"]


@pytest.mark.rule("FO-2.4.1")
def test_scale_is_only_told() -> None:
    assert DESERT.battle.scale == "a kilometre a hex"
    assert not hasattr(DESERT, "scale")


@pytest.mark.rule("FO-3.0.1", "FO-3.0.4")
def test_units_are_placed_in_their_areas_in_the_order_of_the_battle() -> None:
    match = Match.new(GAME, "sidi-zahran", {"setup": "by hand"}, seed=1)
    order = []
    while isinstance(match.state.steps[-1], SetUp):
        order.append(match.decision.side)
        match.take(next(action for action in match.decision.actions if isinstance(action, To)))
    assert order == ["German"] * 12 + ["British"] * 11
    for unit in match.state.pieces.values():
        if DESERT.counters[unit.id].turn == 1:
            assert unit.place in DESERT.areas[DESERT.counters[unit.id].area]


@pytest.mark.rule("FO-3.0.4", "FO-5.3.1")
def test_a_unit_is_refused_outside_its_area_and_on_another() -> None:
    g = desert({"A-01": "", "A-02": "0607"}, SetUp("German"))
    assert why_not(g, To("1004")) == "FO-3.0.4"
    assert why_not(g, To("0607")) == "FO-5.3.1"
    assert To("0608") in offered(g)


@pytest.mark.rule("FO-3.0.2")
def test_reinforcements_wait_on_the_track() -> None:
    match = Match.new(GAME, "sidi-zahran", seed=1)
    waiting = {u.id: u.place for u in match.state.pieces.values() if u.place.startswith("turn ")}
    assert waiting == {"B-12": "turn 2", "B-13": "turn 4", "A-13": "turn 5"}


@pytest.mark.rule("FO-3.0.2")
def test_reinforcements_to_come_stand_in_the_order_of_their_turns() -> None:
    g = desert({"A-13": "turn 10", "B-13": "turn 4", "B-12": "turn 9"})
    assert [part.partition(":")[0] for part in DESERT.tracks(g)[0].value.split(", ")] == ["turn 4", "turn 9", "turn 10"]


@pytest.mark.rule("FO-3.0.3")
def test_the_support_number_counts_markers_not_points() -> None:
    assert len(DESERT.allotment("British", 1)) == 6
    assert sum(DESERT.allotment("British", 1)) == 12


def test_every_option_of_set_up_fills_the_areas() -> None:
    for option in ("historical", "by the computer"):
        match = Match.new(GAME, "sidi-zahran", {"setup": option}, seed=3)
        g: Any = match.state
        GAME.rules.check(g)
        assert battle_view(g, None).turn == 1
        for unit in g.pieces.values():
            if DESERT.counters[unit.id].turn == 1:
                assert unit.place in DESERT.areas[DESERT.counters[unit.id].area]


def test_the_ledger_holds_the_standard_rules_alone() -> None:
    assert len(RULEBOOK) == 170
    assert all(rule.id.startswith("FO-") for rule in RULEBOOK)


@pytest.mark.rule("FO-5.2.2")
def test_the_chart_has_a_row_for_every_kind_that_a_map_may_be_drawn_with() -> None:
    ground = read_toml(FOLDER / "ground.toml")
    assert {*ground["terrain"], "clear"} == {*CHART.hex} and {*ground["hexside"]} == {*CHART.hexside}
    assert {*ground["line"]} == {*CHART.way}


@pytest.mark.parametrize(("drawn", "strange"), [("rough = [", "jungle = ["), ('kind = "ditch"', 'kind = "jungle"')])
def test_a_kind_that_the_chart_does_not_have_is_a_mistake_of_the_map_file(drawn: str, strange: str) -> None:
    text = (FOLDER / "maps" / "sidi-zahran.toml").read_text("utf-8")
    assert drawn in text
    with pytest.raises(MapError, match=r"The terrain chart has no 'jungle'"):
        Ground(parse_map(text.replace(drawn, strange)))
