"""5.1 A unit's moves when the table of steps changes: are they others, does a step shorten them?"""

from __future__ import annotations

import pytest

from grognard.board.hexes.zone_moves import Rows, ZoneReach
from grognard.games.folio.rules.pace import going_of, moves, work_out
from grognard.games.folio.rules.sidi_zahran import DESERT, Zahran
from grognard.games.folio.rules.terrain import fan
from tests.games.folio.situation import desert

GROUND = DESERT.ground
INDEX = GROUND.index
ROUND = {"A-03": "0912", "A-04": "0815"}  # two zones, with a way between them and a way round


def known(g: Zahran, unit: str, rows: Rows | None = None) -> ZoneReach:
    """Everywhere a unit can get, by the map's table or by another."""
    piece = g.pieces[unit]
    return work_out(g, piece, rows or g.rules.rows(piece, g.rules.bridged(g, piece)), 0, None)


def table(g: Zahran, unit: str, a: str, b: str, price: int) -> Rows:
    """The table of a unit's steps with one step at another price."""
    rows = list(g.rules.rows(g.pieces[unit], g.rules.bridged(g, g.pieces[unit])))
    costs = {n: points for points, hexes in rows[INDEX[a]] for n in hexes} | {INDEX[b]: price}
    rows[INDEX[a]] = fan(costs.items())
    return rows


def shortened(g: Zahran, unit: str, a: str, b: str, price: int) -> bool:
    piece = g.pieces[unit]
    return known(g, unit).shortened(
        going_of(g, piece, g.rules.rows(piece, g.rules.bridged(g, piece))), INDEX[a], INDEX[b], price
    )


@pytest.mark.rule("FO-5.2.3")
@pytest.mark.parametrize("unit", ["B-01", "B-05"])
def test_only_a_step_out_of_a_hex_in_reach_changes_the_moves(unit: str) -> None:
    g = desert({unit: "0412"})
    found = known(g, unit)
    assert INDEX["2005"] not in found.stops
    assert known(g, unit, table(g, unit, "2005", "1905", 9)).stops == found.stops
    assert known(g, unit, table(g, unit, "0413", "0414", 9)).stops != found.stops


@pytest.mark.rule("FO-5.2.3")
def test_moves_are_worked_out_anew_when_a_step_in_reach_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    g = desert({"B-05": "0412"})
    far, near = table(g, "B-05", "2005", "1905", 9), table(g, "B-05", "0413", "0414", 9)
    found = moves(g, g.pieces["B-05"])
    monkeypatch.setattr(DESERT, "bridged", lambda g, unit: (("0413", "0414"),))
    monkeypatch.setattr(DESERT, "rows", lambda unit, bridged: near if bridged else far)
    assert moves(g, g.pieces["B-05"]).stops == known(g, "B-05", near).stops != found.stops


@pytest.mark.rule("FO-5.1.1.1", "FO-5.1.3", "FO-5.2.3")
def test_a_step_shortens_a_move_only_if_it_can_be_taken_and_leads_there_for_less() -> None:
    g = desert({"B-05": "0412"})
    assert known(g, "B-05").stops[INDEX["0414"]] == 4
    assert shortened(g, "B-05", "0413", "0414", 1) and not shortened(g, "B-05", "0413", "0414", 2)
    assert not shortened(g, "B-05", "0402", "0403", 1)  # it does not get to 0402
    g = desert({"B-05": "0412", "A-01": "0414"})
    assert not shortened(g, "B-05", "0412", "0414", 1)  # the enemy
    assert not shortened(g, "B-05", "0413", "0513", 1)  # it halts in 0413, in his zone
    assert shortened(g, "B-05", "0412", "0413", 1)


@pytest.mark.rule("FO-5.1.1.5", "FO-5.1.1.6")
def test_what_a_zone_costs_counts_in_a_shortened_step() -> None:
    g = desert({"B-01": "0413", "A-01": "0412"})
    assert known(g, "B-01").stops[INDEX["0313"]] == 2 * (1 + 5)
    assert shortened(g, "B-01", "0413", "0313", 1) and not shortened(g, "B-01", "0413", "0313", 2)
    g = desert({"B-02": "0412", **ROUND})
    *_, last, end = known(g, "B-02").path_to(INDEX["1012"])
    assert not g.in_ezoc("British", last) and g.in_ezoc("British", end)  # the way round, which owes nothing
    assert shortened(g, "B-02", last, end, 1) and not shortened(g, "B-02", last, end, 2)
    assert not shortened(g, "B-02", "0913", end, 1)  # from zone to zone


@pytest.mark.rule("FO-5.1.1.1", "FO-5.1.1.6", "FO-5.1.2.7")
@pytest.mark.parametrize("unit", ["B-02", "B-05", "B-12"])
def test_a_step_that_shortens_nothing_leaves_every_move_as_it_was(unit: str) -> None:
    g = desert({unit: "0713", **ROUND})
    found, changed = known(g, unit), 0
    steps = [(a, b) for a in GROUND.names[5::9] for b in GROUND.neighbours[a] if GROUND.can_enter(b)]
    for a, b in steps:
        then = known(g, unit, table(g, unit, a, b, 1)).stops
        if shortened(g, unit, a, b, 1):
            changed += then != found.stops
        else:
            assert then == found.stops, f"{a} to {b}"
    assert changed > 3
