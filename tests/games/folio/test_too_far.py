"""5.1, 5.2 A unit that does not get to a hex reads what keeps it away: its points, a zone, mines, works."""

from __future__ import annotations

import pytest

from grognard.engine import Pick, To
from grognard.games.folio import GAME
from grognard.games.folio.rules.movement import Movement
from grognard.games.folio.rules.state import Unit
from grognard.testing import refusal, situation
from tests.games.folio.situation import desert, play, why_not


@pytest.mark.rule("FO-5.1.1.1", "FO-5.2.4")
def test_a_halted_unit_is_kept_by_the_zone_as_far_as_its_points_would_do() -> None:
    g = desert({"B-05": "0414", "A-01": "0411"}, Movement())
    play(g, Pick("B-05"), To("0412"))  # 2 of 5 points
    assert why_not(g, To("0414")) == why_not(g, To("0415")) == "FO-5.1.1.1"
    assert why_not(g, To("0715")) == "FO-5.2.4"


@pytest.mark.rule("FO-5.1.1.1", "FO-5.2.4")
def test_zones_in_between_keep_a_unit_on_foot_from_what_its_points_would_do_for() -> None:
    g = desert({"B-05": "0413", "A-01": "0411", "A-02": "0611", "A-05": "0211"}, Movement())
    play(g, Pick("B-05"))
    assert why_not(g, To("0511")) == "FO-5.1.1.1"
    assert why_not(g, To("1212")) == "FO-5.2.4"


@pytest.mark.rule("FO-5.1.1.2", "FO-5.1.2.1")
def test_a_unit_that_starts_in_a_zone_leaves_it_once_or_infiltrates() -> None:
    """Out of the zone and into the next it halts; from zone to zone it goes one hex and no farther."""
    g = desert({"B-05": "0413", "A-01": "0412", "A-02": "0315", "A-05": "0714"}, Movement())
    play(g, Pick("B-05"))
    assert why_not(g, To("0511")) == "FO-5.1.1.2"  # by 0514 and the zone of 0714
    g = desert({"B-05": "0413", "A-01": "0412"}, Movement())
    play(g, Pick("B-05"))
    assert why_not(g, To("0411")) == "FO-5.1.2.1"


@pytest.mark.rule("FO-5.2.4", "FO-5.1.1.5")
def test_a_mobile_unit_is_told_that_zones_cost_too_much() -> None:
    g = desert(
        {"B-01": "0413", "A-01": "0412", "A-02": "0611", "A-05": "0211"}, Movement(unit="B-01", spent=14, gait=1)
    )
    kept = refusal(g, To("0511"))
    assert kept is not None and kept.rule == "FO-5.2.4" and "zones" in kept.hint
    far = refusal(g, To("1212"))
    assert far is not None and "too far" in far.hint


@pytest.mark.rule("FO-5.1.2.8")
def test_a_commando_on_foot_is_kept_by_the_halt_alone() -> None:
    g = desert({"B-12": "0414", "A-01": "0411"}, Movement())
    play(g, Pick("B-12"), To("0412"))
    assert why_not(g, To("0414")) == "FO-5.1.2.8"


@pytest.mark.rule("FO-5.1.1.1", "FO-4.1.11")
def test_a_reinforcement_on_foot_is_kept_by_zones_like_anybody() -> None:
    pieces = [Unit("F-09", "British", "turn 2"), Unit("R-01", "German", "0701")]
    g = situation(GAME, "arras", pieces, Movement(), turn=2, current="British", phase="Movement")
    play(g, Pick("F-09"))
    assert why_not(g, To("0602")) == "FO-5.1.1.1" and why_not(g, To("0402")) == "FO-5.2.4"


@pytest.mark.rule("FO-2.3.2.5", "FO-4.1.3", "FO-5.1.6")
def test_who_may_not_be_picked_reads_why() -> None:
    units = {"B-05": "0413", "B-01": "0812", "B-02": "0814", "A-01": "1212"}
    g = desert(units, Movement(mobile=True))
    g.moved = {"B-05": True, "B-01": True}
    g.asks = ()
    g.advance()
    assert why_not(g, Pick("B-05")) == "FO-2.3.2.5"  # on foot, whatever it did
    assert why_not(g, Pick("B-01")) == "FO-4.1.3"
    g = desert({**units, "B-09": "1410"}, Movement(mobile=True))
    play(g, Pick("B-01"), To("0813"))
    assert why_not(g, Pick("B-01")) == "GR-1"  # it is in hand, and has points left
    play(g, Pick("B-02"), To("0815"), Pick("B-09"))
    assert why_not(g, Pick("B-01")) == "FO-5.1.6"  # it moved in this very phase
