"""8.54 The order of a stack: which unit may be put on top, and whether it matters which lies there."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from grognard.engine import Refusal
from grognard.games.tank_leader.rules.cards import choosable
from grognard.games.tank_leader.rules.data import CARDS, GRID, TYPES
from grognard.games.tank_leader.rules.fire import arms, longest_reach
from grognard.games.tank_leader.rules.names import examinable, tell_of
from grognard.games.tank_leader.rules.spotting import in_sight
from grognard.games.tank_leader.rules.state import TankLeader, Unit

SHELLING = frozenset((what.side, what.back) for what in TYPES.values() if what.indirect)


def why_not_lift(g: TankLeader, unit: Unit) -> Refusal | None:
    """8.54 Why a unit may not be put on top of its stack now."""
    if unit.side != g.active_side or not any(u.card in g.active for u in g.side_here(unit.place, unit.side) if u.card):
        return Refusal("TL-8.54.1", "No unit of this stack belongs to an active formation.")
    return why_not_on_top(g, unit)


def why_not_on_top(g: TankLeader, unit: Unit) -> Refusal | None:
    """8.54, 13.35 Why a unit of a stack whose order may be changed cannot be put on top of it."""
    if unit.carrier:
        return Refusal("TL-13.35.1", "It lies under its vehicle.")
    top = g.stack(unit.place, unit.side)[-1]
    if top.id == unit.id:
        return Refusal("TL-8.54.1", "It is on top already.")
    return Refusal("TL-8.54.1", "The unit on top is just like it.") if _alike(g, top, unit) else None


def _alike(g: TankLeader, one: Unit, two: Unit) -> bool:
    """8.54 Is it all the same which of two units lies on top?"""
    if one.type != two.type or replace(one, id="", no=0) != replace(two, id="", no=0):
        return False
    return not g.loaded(one) and not g.loaded(two)


def stacked(g: TankLeader) -> list[Unit]:
    """8.54 The units of the active side in a stack with one of an active formation."""
    return stacked_with(g, g.active, g.active_side)


def stacked_with(g: TankLeader, cards: Iterable[str], side: str) -> list[Unit]:
    """8.54 The units of a side in a stack with one of some formations."""
    stirred = {u.place for card in cards for u in g.members(card)}
    stacks = [h for h in stirred if len(g.at.get(h, ())) > 1]
    ids = {i for h in stacks for i in g.at[h]}
    return [u for u in g.pieces.values() if u.id in ids and u.side == side] if ids else []


def lift(g: TankLeader, unit: Unit) -> None:
    """8.54 Put a unit on top of its stack; no operation."""
    g.to_top(unit)
    tell_of(g, "TL-8.54.1", unit, "is put on top")


# ------------------------------------------------------------------ where it matters


def to_arrange(g: TankLeader) -> bool:
    """8.54 Is there a stack of the active formations whose order matters?"""
    return any(why_not_lift(g, u) is None and exposed(g, u) for u in stacked(g))


def would_arrange(g: TankLeader, key: str) -> bool:
    """8.54, R-15 Would a card let its owner change the order of a stack in which it matters?"""
    cards = [key] if CARDS[key].type == "combat" else choosable(g, key)
    return any(why_not_on_top(g, u) is None and exposed(g, u) for u in stacked_with(g, cards, CARDS[key].side))


def exposed(g: TankLeader, unit: Unit) -> bool:
    """8.54, 9.21 Could an enemy fire at the stack this turn or the next, so that it matters who lies on top?

    By the next turn he may be face-up, and have recovered.
    """
    foes = (u for u in g.pieces.values() if u.side != unit.side and u.place and not u.carrier)
    return any(_menaces(g, foe, unit) for foe in foes)


def _menaces(g: TankLeader, foe: Unit, unit: Unit) -> bool:
    """8.55, 9.21, 13.21 Has an enemy the stack in range, and in sight if nobody could spot for him?

    One who may not be examined might do what anybody of his kind can.
    """
    distance = GRID.distance(foe.place, unit.place)
    if examinable(g, foe, unit.side):
        far, shells = arms(foe.type)[1], foe.what.indirect
    else:
        far, shells = longest_reach(foe.side, foe.what.back), (foe.side, foe.what.back) in SHELLING
    return distance <= far and ((shells and g.advanced) or in_sight(g, foe.place, unit.place))
