"""Where chapters cross: displacement and the way to it, refusals that name their own rule, marks of the dead."""

from __future__ import annotations

import pytest

from grognard.engine import Pick, ScenarioError, To
from grognard.games.folio import GAME
from grognard.games.folio.rules.advance import Advance
from grognard.games.folio.rules.combat_results import Resolve
from grognard.games.folio.rules.movement import Movement
from grognard.games.folio.rules.retreat import Retreat, ways
from grognard.games.folio.rules.state import ELIMINATED, Battle, Unit
from grognard.studio import begin as begun
from grognard.studio import edited
from grognard.studio.edits import Paint
from grognard.testing import logged, situation
from tests.games.folio.situation import begin, desert, offered, play, why_not


@pytest.mark.rule("FO-7.7.4", "FO-7.7.2.1")
def test_who_pushes_a_friend_out_of_his_hex_passes_no_other_if_he_need_not() -> None:
    """R26"""
    units = {"A-03": "0413", "B-01": "0412", "A-04": "0414"}
    ends = {"A-01": "0415", "A-02": "0515", "A-05": "0315", "A-06": "0614", "A-07": "0214"}
    found = ways(desert({**units, **ends}), Retreat("A-03", 2, ("0412",)))
    pushing = {way.path for way in found if way.displaces}
    assert ("0514", "0515") in pushing and not any("0414" in path for path in pushing)


@pytest.mark.rule("FO-7.7.2", "FO-7.7.4", "FO-7.7.2.1", "FO-7.7.2.2", "FO-7.7.2.6")
def test_why_a_retreat_does_not_end_there() -> None:
    g = desert({"B-01": "0412", "B-02": "0513", "A-03": "0411"}, Retreat("B-01", 1, ("0411",), ("B-01", "B-02")))
    assert why_not(g, To("0513")) == "FO-7.7.2.1"  # of the same attack
    g = desert({"B-01": "0412", "B-05": "0513", "A-03": "0411"}, Retreat("B-01", 1, ("0411",)))
    assert why_not(g, To("0513")) == "FO-7.7.2.6"  # vacant hexes are open
    g = desert({"A-03": "0413", "B-01": "0412", "A-04": "0414"}, Retreat("A-03", 2, ("0412",)))
    assert why_not(g, To("0613")) == "FO-7.7.2"  # no farther than the hex before it
    g = desert({"A-03": "0413", "B-01": "0412", "A-04": "0414", "A-05": "0514"}, Retreat("A-03", 2, ("0412",)))
    assert why_not(g, To("0515")) == "FO-7.7.4"  # only through friends


@pytest.mark.rule("FO-7.7.1.1", "FO-7.7.1.2")
def test_a_retreat_from_a_bombardment_names_its_own_rules() -> None:
    g = desert({"A-05": "0612", "B-01": "0912"}, Retreat("A-05", 2, ("0612",), bombardment=True))
    assert why_not(g, To("0714")) == "FO-7.7.1.1"  # no farther from the British than it began
    units = {"A-01": "0612", "B-01": "0912", "B-02": "0312", "B-03": "0609", "B-05": "0615"}
    g = desert(units, Retreat("A-01", 2, ("0612",), bombardment=True))
    play(g, To("0413"))
    assert g.pieces["A-01"].depleted and logged(g, "FO-7.7.1.2")


@pytest.mark.rule("FO-7.9.4", "FO-7.9.6", "FO-7.9.7")
def test_why_nobody_advances_there() -> None:
    units = {"B-01": "0411", "B-02": "0312", "B-03": "0512", "A-03": "0415", "A-04": "0414"}
    g = desert(units, Advance(("0412", "0413", "0414"), ("B-01", "B-02", "B-03")))
    play(g, Pick("B-01"), To("0412"))
    assert why_not(g, Pick("B-01")) == "FO-7.9.7"  # it has advanced
    g = desert(units, Advance(("0412", "0413", "0414"), ("B-01", "B-02", "B-03")))
    play(g, Pick("B-01"))
    assert why_not(g, To("0414")) == "FO-7.9.6"  # a German stands there
    g = desert({**units, "B-01": "0412"}, Advance(("0412", "0413", "0110"), ("B-02", "B-03")))
    play(g, Pick("B-02"))
    assert why_not(g, To("0412")) == "FO-7.9.4"  # one unit a hex


@pytest.mark.rule("FO-7.6.6")
def test_who_leaves_the_map_leaves_behind_what_it_has_done() -> None:
    g = desert({"A-03": "0413", "B-01": "0412", "B-02": "0414"})
    g.moved = g.attacked = {"B-01": True, "B-02": True}
    begin(g, Resolve(Battle("A-03", "0413", ("B-01",), (), (9, 9))), dice=[6])
    assert g.pieces["B-01"].place == ELIMINATED
    assert g.moved == g.attacked == {"B-02": True}


@pytest.mark.rule("FO-5.3.1", "FO-5.1.2.1")
def test_nobody_is_offered_a_move_who_can_end_it_nowhere() -> None:
    """It stands in an enemy zone among friends; where one of them goes it may follow."""
    ring = {"B-05": "0513", "B-06": "0512", "B-07": "0413", "B-09": "0313", "B-10": "0312"}
    g = desert({"B-08": "0412", "A-01": "0411", "A-02": "0414", "A-03": "0213", "A-04": "0613", **ring}, Movement())
    assert why_not(g, Pick("B-08")) == "FO-5.3.1" and "(5 unmoved)" in g.asks[0].prompt
    play(g, Pick("B-05"), To("0514"))
    assert Pick("B-08") in offered(g)


# ------------------------------------------------------------------ 2.1 maps of one's own


def flooded(*hexes: str) -> str:
    """Sidi Zahran, with the sea over some hexes."""
    stroke = Paint("terrain", "sea", hexes)
    return GAME.add_scenario(edited(GAME, begun(GAME, "sidi-zahran"), (stroke,)), "my.toml").id


@pytest.mark.rule("FO-4.1.11", "FO-5.1.4")
def test_nobody_comes_on_in_the_sea() -> None:
    commando = Unit("B-12", "British", "turn 2")
    g = situation(GAME, flooded("0703"), [commando], Movement(), turn=2, current="British", phase="Movement")
    play(g, Pick("B-12"))
    assert To("0802") in offered(g) and why_not(g, To("0703")) == "FO-5.1.4"
    with pytest.raises(ScenarioError, match="Every hex of this entry is sea"):
        flooded("0703", "0802", "0902")
