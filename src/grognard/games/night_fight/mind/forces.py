"""3.0 What is bought for the raid at Kiev or for a dash; for other nights the suggested force does well.

21.2 A dash for the exit is made where no captured T-34 is to be had: few units that are hard to hurt, three abreast.
Only fifteen or so find room on the short way as the night begins, hex behind hex; who enters after them is too late.
Every hex of friends that one comes through costs a point (8.0), but those one marches with cost nothing (4.2).
"""

from __future__ import annotations

from grognard.games.night_fight.mind import raid
from grognard.games.night_fight.mind.weights import weights_of
from grognard.games.night_fight.rules.setup import for_sale_in
from grognard.games.night_fight.rules.state import NightFight

RAID = {  # captured T-34s to hide a party each, heavy guns, cheap ones, and men to lead columns astray
    "t34r": 4, "sdkfz_166": 2, "sig33_sf": 2, "sdkfz_251_22": 2, "sdkfz_251": 4, "infantry": 3,
}  # fmt: skip
DASH = {  # strong units as far as there is room on the road, and scouts who are hard to spot
    "pzkpfw_iv": 6, "pzkpfw_iii": 4, "stug_iii": 3, "sdkfz_234": 2, "command_car": 1, "truck_supply": 1,
}  # fmt: skip


def wants(g: NightFight, kind: str) -> bool:
    """Is one more of a kind of unit to be bought?"""
    force = RAID if raid.applies(g) else DASH if dashes(g) else {}
    return g.bought.get(kind, 0) < force.get(kind, 0)


def dashes(g: NightFight) -> bool:
    """Is the night one for a dash, by these weights?"""
    if weights_of(g).dash <= 0 or g.aim.kind != "exit":
        return False
    return not any("captured_t34" in kind.flags for kind in for_sale_in(g))  # 16.1
