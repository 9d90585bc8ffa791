"""21.2 The dash for the exit where no captured T-34 is to be had: few units that are hard to hurt, three abreast.

Only fifteen or so find room on the short way as the night begins, hex behind hex; who enters after them is too late.
Every hex of friends that one comes through costs a point (8.0), but those one marches with cost nothing (4.2).
"""

from __future__ import annotations

from grognard.games.night_fight.mind.weights import weights_of
from grognard.games.night_fight.rules.purchase import for_sale_in
from grognard.games.night_fight.rules.state import NightFight

FORCE = {  # what is bought: strong units as far as there is room on the road, and scouts who are hard to spot
    "pzkpfw_iv": 6, "pzkpfw_iii": 4, "stug_iii": 3, "sdkfz_234": 2, "command_car": 1, "truck_supply": 1,
}  # fmt: skip


def dashes(g: NightFight) -> bool:
    """Is the night one for a dash, by these weights?"""
    if weights_of(g).dash <= 0 or g.aim.kind != "exit":
        return False
    return not any("captured_t34" in kind.flags for kind in for_sale_in(g))  # 16.1
