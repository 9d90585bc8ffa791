"""What weighs how much in a judgement: as it was written down, and as matches have it."""

from __future__ import annotations

import msgspec

from grognard.games.night_fight.rules.state import NightFight


class Weights(msgspec.Struct, frozen=True, cache_hash=True):
    """In movement points, unless said otherwise."""

    # The way.
    detour: float = 8.0  # worth going to get round a Soviet-held hex, in whole points
    shun: float = 1.0  # and to keep a hex out of the sight of a mobile piece
    # Where units are to stay on a few hexes: what it costs to come where it is full, so that somebody has to leave, and
    # what it brings to leave where it is overfull.
    crowding: float = 0.0
    own_ground: float = 0.0  # above 0: men on foot make for what is closed to vehicles, and leave the rest to those
    leaving: float = 0.0  # what it is worth to choose a unit that stands where units leave the map
    ruse: float = 0.0  # where a column bars the short way over a river: what it is worth that lures alone enter by it
    dash: float = 0.0  # above 0: no captured T-34 to hide behind, few strong units make for the exit three abreast
    bother: float = 0.5  # what a hex in reach must be worth to choose a unit
    farther: float = 0.4  # what a step farther must be worth
    # The danger: the chance to be seen, times what it costs.
    risk: float = 2.0  # what certain fire is worth
    at_the_edge: float = 2.0  # where a unit enters
    falling_back: float = 2.0  # where a unit falls back to
    adjacent: float = 0.55  # how dangerous a Soviet is at a distance
    close: float = 0.4
    near: float = 0.3
    afar: float = 0.2
    column: float = 2.0  # how many guns are in a column
    hidden: float = 0.7  # and in a piece that lies face down
    # Fire, by what it does to the target.
    destroyed: float = 3.0
    driven_off: float = 1.5
    pinned: float = 1.0
    harmless: float = 0.5  # share of it that a target is worth that cannot fire
    prize: float = 0.0  # what an effect is worth on top on a target on one of the hexes to stay on
    march: float = 1.5  # what a shot must be worth to stop a unit that still has to march
    idle: float = 1.5  # or one that has nowhere better to go
    shy: float = 0.8  # what a shot must be worth to give an unseen unit away
    ambush: float = 0.8  # and a shot at a Soviet on the move
    seen: float = 0.2  # and any shot of a unit that is seen
    look: float = 0.4  # what the chance to find something must be
    # The raid at Kiev.
    raid: float = 0.0  # above 0: a force of its own, a road for the whole night, and the foremost go farthest
    ahead: float = 0.0  # share of the parties that make for the farthest watcher of the road
    lateness: float = 0.0  # what a watcher is more, in watchers, that there is no time to deal with
    columns: float = 0.0  # what a column weighs that stands on the road, in watchers
    constancy: float = 0.0  # and what a turn's march to the road does
    shunning: float = 0.0  # worth going to keep a hex out of the sight of columns, in whole points
    aside: float = 0.0  # what a decoy goes for a hex farther from the road


BY_HAND = Weights()
RAID = {"raid": 1, "ahead": 0.5, "lateness": 1, "columns": 2, "constancy": 1, "shunning": 2, "aside": 8}
FITTED = Weights(ruse=10, dash=1, crowding=20, own_ground=1, leaving=1, prize=1, idle=0.2, **RAID)


def weights_of(g: NightFight) -> Weights:
    """The weights by which a position is judged."""
    return g.effective_weights(BY_HAND)
