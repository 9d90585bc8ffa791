"""13.0 An engineer serves an attack over rivers: how near it must be, and to how many of the attackers."""

from __future__ import annotations

import pytest

from grognard.board.hexes.map import side
from grognard.engine import Pick
from grognard.games.folio.rules.combat import Declare
from grognard.games.folio.rules.movement import Movement
from grognard.games.korsun.rules.state import Assist, Pocket
from grognard.testing import refusing_rule
from tests.games.folio.situation import offered, play, why_not
from tests.games.korsun.situation import pocket

TIGERS, GRENADIERS, ENGINEERS = "G-Baeke-503", "G-1SS-I/1", "G-72-172"
RIFLES = "S-180-21"


def declared(place: str) -> Pocket:
    """Two attackers over different rivers, and an engineer with six points in a hex."""
    g = pocket({RIFLES: "2402", TIGERS: "2502", GRENADIERS: "2403", ENGINEERS: place}, Declare(RIFLES))
    play(g, Pick(TIGERS), Pick(GRENADIERS))
    return g


@pytest.mark.rule("KP-13.0.9", "KP-13.0.10", "KP-13.0.2")
def test_one_hexside_of_an_attack_within_range_is_enough() -> None:
    """R18 3103 is six hexes from 2502, and seven from 2402 and 2403."""
    assert Assist(ENGINEERS) in offered(declared("3103"))
    assert why_not(declared("3203"), Assist(ENGINEERS)) == "KP-13.0.2"


@pytest.mark.rule("KP-13.0.9")
def test_one_engineer_serves_an_attack_and_no_other_is_asked_for() -> None:
    units = {RIFLES: "2402", TIGERS: "2502", GRENADIERS: "2403", ENGINEERS: "3103", "G-57-157": "2702"}
    g = pocket(units, Declare(RIFLES))
    play(g, Pick(TIGERS), Pick(GRENADIERS))
    assert {Assist(ENGINEERS), Assist("G-57-157")} <= set(offered(g)) and refusing_rule(g, Assist("nobody")) == "GR-1"
    play(g, Assist(ENGINEERS))
    assert not any(isinstance(action, Assist) for action in offered(g))


@pytest.mark.rule("KP-13.0.1", "KP-13.0.3")
def test_soviets_have_nothing_of_the_engineers() -> None:
    g = pocket({RIFLES: "2402", TIGERS: "2502", ENGINEERS: "3103"}, Declare(TIGERS), current="Soviet")
    play(g, Pick(RIFLES))
    assert not any(isinstance(action, Assist) for action in offered(g))
    g = pocket({RIFLES: "2912", TIGERS: "2502", ENGINEERS: "3103"}, Movement())
    before = [g.rules.rows(g.pieces[unit], g.rules.bridged(g, g.pieces[unit])) for unit in (RIFLES, TIGERS)]
    g.crossings = {**g.crossings, ENGINEERS: g.land.text[side("2402", "2502")]}
    rifles, tigers = (g.rules.rows(g.pieces[unit], g.rules.bridged(g, g.pieces[unit])) for unit in (RIFLES, TIGERS))
    assert rifles is before[0] and tigers != before[1]
