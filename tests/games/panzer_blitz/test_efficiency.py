"""13.0 Efficiency rolls and recovery."""

from __future__ import annotations

import pytest

from grognard.games.panzer_blitz.rules.efficiency import (
    Recover,
    Recovery,
    efficiency_roll,
    recovery_modifiers,
    why_not_recover,
)
from grognard.games.panzer_blitz.rules.operation import Operation
from grognard.games.panzer_blitz.rules.unit_moves import Move
from grognard.testing import begin, offered, play, refusing_rule

from .helpers import CITY, GULLY, STREAM, SWAMP, TOWN, WOODS, field, operation, put, rule, state_of


def recover(
    dice: tuple[int, int], place: str = "2420", *, spent: bool = False, kind: str = "ge_gren"
) -> tuple[str, int]:
    """A German unit's state and steps after a recovery roll (rating 8)."""
    g = field()
    unit = put(g, kind, place, disrupted=True, spent=spent)
    begin(g, Recovery(unit), dice=dice)
    return state_of(g, unit), g.pieces[unit].steps if unit in g.pieces else 0


@pytest.mark.rule("PB-13.1.1", "PB-13.1.2", "PB-13.1.3", "PB-13.1.5", "PB-13.1.6", "PB-13.1.7", "PB-3.1.14")
def test_e44_recovery() -> None:
    assert recover((2, 4), WOODS, spent=True) == ("spent", 2)
    assert recover((3, 4), WOODS, spent=True) == ("spent/disrupted", 2)
    assert recover((4, 4)) == ("fresh", 2)
    assert recover((4, 5)) == ("spent/disrupted", 2)
    assert recover((6, 6)) == ("spent/disrupted", 1)


@pytest.mark.rule("PB-13.1.7")
def test_a_reduced_unit_is_eliminated_by_a_catastrophe() -> None:
    g = field()
    unit = put(g, "ge_gren", "2420", disrupted=True, steps=1)
    begin(g, Recovery(unit), dice=[6, 6])
    assert unit not in g.pieces


@pytest.mark.rule("PB-13.1.9", "PB-13.1.6")
def test_cover_that_helps_recovery() -> None:
    g = field()
    g.ips = {**g.ips, "2420": True}
    g.smoke = {**g.smoke, "2420": 1}
    g.forts = {**g.forts, "2520": "bunker"}

    def helped(kind: str, place: str, **values: object) -> bool:
        unit = g.pieces[put(g, kind, place, disrupted=True, **values)]
        return any(m.value == -1 for m in recovery_modifiers(g, unit))

    assert all(helped("ge_gren", h) for h in (TOWN, CITY, WOODS, "2718", GULLY, STREAM, SWAMP))
    assert not helped("ge_gren", "2420", inside="ip") and helped("ge_gren", "2520", inside="fort")
    assert not helped("ge_pz4", SWAMP) and not helped("ge_pz4", "2620", hull_down=True)
    g.wrecks = {**g.wrecks, "2320": 1}
    assert helped("ge_gren", "2320")


@pytest.mark.rule("PB-13.1.4", "PB-13.1.8", "PB-3.1.14")
def test_once_an_operation_and_not_when_just_disrupted() -> None:
    g = field()
    unit, other = put(g, "br_rifle", "2420", disrupted=True, spent=True), put(g, "br_rifle", "2420", disrupted=True)
    operation(g, "british", "2420", 0)
    g.hit = {**g.hit, other: True}
    begin(g, Operation())
    assert (
        Recover(unit) in offered(g) and refusing_rule(g, Recover(other)) == "PB-13.1.4" and Move(unit) not in offered(g)
    )
    play(g, Recover(unit), dice=[5, 5])
    assert rule(why_not_recover(g, g.pieces[unit])) == "PB-13.1.8"
    operation(g, "british", "2420", 0)
    assert why_not_recover(g, g.pieces[unit]) is None


@pytest.mark.rule("PB-13.2.1")
def test_an_efficiency_roll_is_at_or_below_the_rating() -> None:
    g = field()
    unit = g.pieces[put(g, "br_rifle", "2420")]
    begin(g, dice=[3, 4, 4, 4])
    assert efficiency_roll(g, unit, "test") and not efficiency_roll(g, unit, "test")
