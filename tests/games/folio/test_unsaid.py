"""What a position leaves unsaid follows from its battle: who holds the hexes that count, and full pools."""

from __future__ import annotations

from pathlib import Path

import pytest

import grognard
from grognard.engine import Pick, PositionError, To
from grognard.games.folio.rules.sidi_zahran import DESERT, Zahran
from grognard.games.korsun.rules.data import GROUPS
from grognard.games.korsun.rules.state import Pocket
from tests.faulty import printed, spoilt

LAST_TURN = """
folio sidi-zahran
turn 8
phase "Movement"
current "British"
piece B-05 British 1005
piece B-06 British 1107
piece A-01 German 0412
step GameTurn {"number":8}
"""
CAUGHT = """
korsun campaign
turn 5
phase "Movement"
current "German"
luftwaffe [6,7,8]
air_supply 2
piece G-Corps-A1 German eliminated
piece G-34-80 German 0313
piece S-254-929 Soviet 5005
"""


@pytest.mark.rule("FO-4.0.1")
def test_hexes_of_which_nothing_is_said_are_held_as_the_battle_began() -> None:
    """R82: by the defender, or by whoever stands there; and taken from then on."""
    match = grognard.from_text(LAST_TURN, seed=1)
    g = match.state
    assert isinstance(g, Zahran)
    assert g.control == {**dict.fromkeys(DESERT.objectives, "German"), "1107": "British"}
    match.take(Pick("B-05"))
    match.take(To("0905"))
    while not match.over:
        match.take(match.decision.actions[-1])
    assert match.result is not None and match.result.reason.startswith("British 4 (0905 3, 1107 1)")


@pytest.mark.rule("FO-4.0.1")
def test_a_battle_that_begins_in_the_middle_knows_who_holds_its_hexes(tmp_path: Path) -> None:
    """R82"""
    rows = '["turn 2", "current \\"British\\"", "control {\\"0905\\":\\"British\\"}", "piece B-03 British 1706", '
    rows += '"piece A-01 German 0607", "step Movement"]'
    file = tmp_path / "in-the-middle.toml"
    text = spoilt(printed("folio", "sidi-zahran"), "turns = 8", f"turns = 8\nposition = {rows}")
    file.write_text(text.replace('id = "sidi-zahran"', 'id = "in-the-middle"'), "utf-8")
    match = grognard.new("folio", file, seed=1)
    held = match.state.control  # type: ignore[attr-defined]
    assert held["0905"] == "British" and held["1004"] == "German" and held.keys() == DESERT.objectives.keys()


@pytest.mark.rule("FO-4.0.1")
@pytest.mark.parametrize(
    ("line", "told"),
    [
        ('control {"0412":"German"}', "R82: 0412 is no hex that counts"),
        ('control {"0905":"Italian"}', "R82: 0905 is held by 'Italian', who takes no part"),
    ],
)
def test_a_position_in_which_nobody_can_hold_a_hex_is_refused(line: str, told: str) -> None:
    with pytest.raises(PositionError, match=told):
        grognard.from_text(LAST_TURN.replace('phase "Movement"', line))


@pytest.mark.rule("KP-18.0.5", "KP-15.0.1")
def test_the_airfield_is_german_and_the_pools_are_full_unless_it_is_said_otherwise() -> None:
    """R57"""
    match = grognard.from_text(CAUGHT + "step Rebuild\n", seed=1)
    assert match.decision.side == "German" and Pick("G-Corps-A1") in match.decision.actions
    g = match.state
    assert isinstance(g, Pocket) and g.markers == {name: what.counters for name, what in GROUPS.items()}
    spent = 'markers {"27A":[2],"Luftwaffe":[6]}\nluftwaffe [6,7]\nair_supply 1\ngone {"3TC":true}\n'
    g = grognard.from_text(CAUGHT.replace("luftwaffe [6,7,8]\nair_supply 2\n", spent) + "step Rebuild\n").state
    assert isinstance(g, Pocket)
    assert (g.markers["27A"], g.markers["Luftwaffe"], g.markers["3TC"]) == ((2,), (6,), ())
    taken = grognard.from_text(CAUGHT.replace("5005", "4007") + "step CombatPhase\n", seed=1).state
    assert isinstance(taken, Pocket) and taken.control == {"4007": "Soviet"}
