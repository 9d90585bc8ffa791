"""3.0 What is bought for a raid or a dash; for other nights the suggested force does well."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.games.night_fight.mind import dash, raid
from grognard.games.night_fight.rules.state import NightFight


def wants(g: NightFight, kind: str) -> bool:
    """Is one more of a kind of unit to be bought?"""
    return g.bought.get(kind, 0) < _force(g).get(kind, 0)


def _force(g: NightFight) -> Mapping[str, int]:
    if raid.raids(g):
        return raid.FORCE
    return dash.FORCE if dash.dashes(g) else {}
