"""Where chapters cross: a state that one chapter gives a unit, and an event that another brings upon it."""

from __future__ import annotations

import pytest

from grognard.engine import Pick, Press, To
from grognard.games.night_fight.rules.german_acts import Fire
from grognard.games.night_fight.rules.movement import Drop
from grognard.testing import begin, offered, refused, roll, told

from .situations import FIRE, MOVE, column, pieces, places, play, position

# ------------------------------------------------------------------ 4.0 stacking


@pytest.mark.rule("NF-4.2.3", "NF-4.0.3")
def test_who_goes_on_takes_no_room_where_a_unit_is_dropped() -> None:
    stood = "infantry 2311 pinned, stug_iii 2311 pinned"
    g = position(*pieces(f"pzkpfw_iv 2310, t34r 2310, {stood}"), step=MOVE)
    play(g, Pick("pzkpfw_iv"), Pick("t34r"), To("2311"), Drop("t34r"))
    assert Press("stop") not in offered(g) and refused(g, Press("stop")) == "NF-4.0.4"
    play(g, To("2312"))
    assert places(g, "pzkpfw_iv", "t34r") == ["2312", "2311"]


@pytest.mark.rule("NF-4.2.3", "NF-4.0.4")
def test_nobody_is_dropped_where_there_is_no_room_or_the_others_cannot_go_on() -> None:
    full = "infantry 2311 pinned, stug_iii 2311 pinned, command_car 2311 pinned"
    g = position(*pieces(f"pzkpfw_iv 2310, t34r 2310, {full}"), step=MOVE)
    play(g, Pick("pzkpfw_iv"), Pick("t34r"), To("2311"))
    assert refused(g, Drop("t34r")) == "NF-4.0.4"


# ------------------------------------------------------------------ 13.4 a unit that falls back


@pytest.mark.rule("NF-13.4.12", "NF-13.4.11", "NF-8.6.5")
def test_a_pin_on_the_way_back_neither_pins_nor_separates_before_the_retreat_is_over() -> None:
    g = position(
        *pieces("stug_iii 1000, pzkpfw_iv 1004"),
        column(1, ["t34", "kv1", "t26"], ["1001", "1101", "1102"], ahead="1000", deployed=True, up=True),
        vegetation="clear",
    )
    g.change("1.1", spotted=True)
    begin(g, FIRE, dice=[2, 3, 2])
    play(g, Pick("stug_iii"), Fire("1.1"), To("1102"), To("1002"))
    roll(g, 2, 3)
    play(g, Pick("pzkpfw_iv"), Fire("1.1"))
    shots = [shot.args["result"] for shot in told(g, "NF-13.3.4")]
    assert shots == ["Retreat", "Pinned"]
    lead = g.pieces["1.1"]
    assert lead.place == "1102" and lead.pinned and lead.column == "1"
    assert [str(line) for line in told(g, "NF-13.4.13")] == ["T-34 in 1102 is pinned"]
