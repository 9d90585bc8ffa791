"""Evading a charge (RA-MOV.23, RA-MOV.31)."""

from __future__ import annotations

from msgspec.structs import replace

from grognard.board.inches import CIRCLE, distance, facing_to, hundredths
from grognard.games.red_actions.rules.bodies import centre
from grognard.games.red_actions.rules.legs import Budget, reach_towards
from grognard.games.red_actions.rules.placing import stand
from grognard.games.red_actions.rules.room import farthest, passes
from grognard.games.red_actions.rules.state import UPROOTED, RedActions, Unit
from grognard.games.red_actions.rules.terrain import allowance_of

BENDS = (0, 150, -150, 300, -300, 450, -450)  # tenths of a degree from straight away
STRIDE = 0.5
BETTER = 0.5  # inches by which a bent way must be longer


def may_evade(g: RedActions, target: Unit, charger: Unit) -> bool:
    """RA-MOV.23, RA-MOV.31 Whoever evades by nature, if there is a way out."""
    return evades(target) and way_away(g, target, charger) is not None


def evades(target: Unit) -> bool:
    """RA-MOV.23 Mounted troops, cars, limbered horse artillery, and foot skirmishers or partisans."""
    if target.pinned or target.evaded or target.routing or target.stuck or target.inside:
        return False
    if target.kind in ("sabres", "tachanka", "ac") or target.carts:
        return True
    if target.kind == "gun":
        return target.limbered and target.has("HorseArtillery")
    return target.kind == "rifles" and (target.has("Skirmisher") or target.has("Partisan"))


def evade(g: RedActions, target: Unit, charger: Unit) -> None:
    """RA-MOV.31 A full move directly away, bent up to 45 degrees, ending facing away."""
    end = way_away(g, target, charger)
    assert end is not None
    stand(g, end, evaded=True, acted=True, moved=True, rolling=True, moved_turn=g.turn, **UPROOTED)


def way_away(g: RedActions, target: Unit, charger: Unit) -> Unit | None:
    """RA-MOV.31 Where an evader ends: the longest way, the straightest first; None if it cannot get away at all."""
    away = facing_to(centre(g, charger), centre(g, target))
    best, best_run = None, 0.0
    for facing in ((away + bend) % CIRCLE for bend in BENDS):
        turned = replace(target, facing=facing)
        limit = reach_towards(g, turned, facing, Budget(hundredths(allowance_of(target))))
        end = farthest(g, turned, facing, limit, STRIDE, ignore=charger.id, through=passes)
        run = distance(target.point, end.point) if end is not None else 0.0
        if run > best_run + BETTER:
            best, best_run = end, run
    return best
