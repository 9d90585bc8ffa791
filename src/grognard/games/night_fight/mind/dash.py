"""21.2 The dash for the exit where no captured T-34 is to be had: few units that are hard to hurt, three abreast.

Only fifteen or so find room on the short way as the night begins, hex behind hex; who enters after them is too late.
Every hex of friends that one comes through costs a point (8.0), but those one marches with cost nothing (4.2).
"""

from __future__ import annotations

from grognard.games.night_fight.mind.weights import BY_HAND
from grognard.games.night_fight.rules.purchase import for_sale_in
from grognard.games.night_fight.rules.state import SCENARIO, NightFight

FORCE = {  # what is bought: strong units as far as there is room on the road, and scouts who are hard to spot
    "pzkpfw_iv": 6, "pzkpfw_iii": 4, "stug_iii": 3, "sdkfz_234": 2, "command_car": 1, "truck_supply": 1,
}  # fmt: skip


def dashes(g: NightFight) -> bool:
    """Is the night one for a dash, by these weights?"""
    return g.weighed_by(BY_HAND).dash > 0 and g.aim.kind == "exit" and not _can_hide(g)


def _can_hide(g: NightFight) -> bool:
    """16.1 Are captured T-34s to be had?"""
    return g.know(SCENARIO, "can hide", lambda: any("captured_t34" in kind.flags for kind in for_sale_in(g)))
