"""6.51, 6.52 Who may interrupt, who is asked whether he does, and what a side that passes waits for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, reduce
from operator import or_

from grognard.engine.core.fact import fact
from grognard.games.tank_leader.rules.cards import choosable, combat_members, hand, rank_of
from grognard.games.tank_leader.rules.data import CARDS, TYPES, disc, other
from grognard.games.tank_leader.rules.fire import arms, prospect, targets
from grognard.games.tank_leader.rules.names import examinable
from grognard.games.tank_leader.rules.order import would_arrange
from grognard.games.tank_leader.rules.reinforcements import waiting
from grognard.games.tank_leader.rules.state import Prospect, TankLeader, Unit

BESIDE = "beside"  # what an enemy beside a unit is to it, among its shots


def ready(g: TankLeader, unit: Unit) -> bool:
    """6.61 Could the unit operate if its formation were active and not shaken?"""
    return unit.up and not unit.suppressed and not unit.carrier and (bool(unit.hex) or waiting(g, unit))


def interrupters(g: TankLeader, side: str) -> list[str]:
    """6.51.5 The cards in a hand that beat the top of the pile: only a strictly higher rating interrupts."""
    top = rank_of(g, g.pile[-1])
    return [key for key in hand(g, side) if rank_of(g, key) > top]


def may_interrupt(g: TankLeader, side: str) -> bool:
    """6.52, 6.6 Does a side hold a card that is high enough? If hands are not known, any card may be."""
    return bool(hand(g, side) if g.limited else interrupters(g, side))


def is_asked(g: TankLeader, side: str, cards: Sequence[str]) -> bool:
    """6.52 Is a side asked? It may interrupt, with one of its cards somebody could act, and it has not said to wait."""
    if g.limited:
        return may_interrupt(g, side)
    if not any(brings(g, key) for key in cards) or (side in g.waits and not is_near(g, cards)):
        return False
    return not stands_no_better(g, side, cards)


def is_near(g: TankLeader, cards: Sequence[str]) -> bool:
    """6.52, 9.21 Could a card bring somebody to act who has an enemy before his gun, or beside him?"""
    return any(beside or targets(g, u) for m in _brought_by(g, cards) for u, beside in _posts(g, m))


def stands_no_better(g: TankLeader, side: str, cards: Sequence[str]) -> bool:
    """6.52 Has a side passed until it has better shots, and has none of those whom its cards could bring to act?"""
    passed = g.passed.get(side)
    if passed is None:
        return False
    stood: dict[tuple[str, str], list[Prospect]] = {}
    for then in passed:
        stood.setdefault((then.firer, then.kind), []).append(then)
    engaged = [each for m in _brought_by(g, cards) for each in _engaged(g, m)]
    if any(beside and (u.id, BESIDE) not in stood for u, beside in engaged):
        return False
    return all(_no_better(now, stood.get((now.firer, now.kind), ())) for u, _ in engaged for now in _shots(g, u))


def _no_better(now: Prospect, stood: Sequence[Prospect]) -> bool:
    return any(now.no_better_than(then) for then in stood)


def chances(g: TankLeader, cards: Sequence[str]) -> Iterator[Prospect]:
    """6.52, 9.21, 14 How those stand whom some cards could bring to act: their shots, and the enemies beside them."""
    engaged = [each for m in _brought_by(g, cards) for each in _engaged(g, m)]
    yield from (shot for u, _ in engaged for shot in _shots(g, u))
    yield from (Prospect(u.id, BESIDE, 0, 0) for u, beside in engaged if beside)


@fact
def _shots(g: TankLeader, unit: Unit) -> list[Prospect]:
    """9.15, 9.22 What a unit's shots promise."""
    return [_shot(g, unit, *aimed) for aimed in targets(g, unit)]


def _shot(g: TankLeader, unit: Unit, target: Unit, kind: str) -> Prospect:
    """8.55 Of a target that may not be examined nobody knows what a shot promises."""
    known = examinable(g, target, unit.side)
    return prospect(g, unit, target, kind) if known else Prospect(unit.id, kind, 0, 0)


def _brought_by(g: TankLeader, cards: Sequence[str]) -> Iterable[str]:
    """6.61 to 6.64 The formations that some cards could bring to act, each once."""
    return dict.fromkeys(m for key in cards for m in _brought(g, key))


@fact
def ready_members(g: TankLeader, card: str) -> Sequence[Unit]:
    """6.61 The units of a formation on the map that could operate."""
    return [u for u in g.members(card) if u.hex and ready(g, u)]


def _engaged(g: TankLeader, card: str) -> Sequence[tuple[Unit, bool]]:
    """9.21, 13.21, 14 Those of them who have an enemy so near that they could do something to him; is one beside?"""
    units, ground = _menaced(g, card)
    foes = g.ground(other(CARDS[card].side))
    return [(u, beside & foes != 0) for u, near, beside in units if near & foes] if ground & foes else ()


@fact
def _menaced(g: TankLeader, card: str) -> tuple[list[tuple[Unit, int, int]], int]:
    """9.21, 13.21, 14 The ground where each of them could do something to an enemy, without a shot too, and of all."""
    units = [
        (u, disc(u.hex, _menaces(u.type, g.visibility)), disc(u.hex, max(1, u.what.range) if u.what.indirect else 1))
        for u in ready_members(g, card)
    ]
    return units, reduce(or_, [ground for _, ground, _ in units], 0)


@cache
def _menaces(kind: str, visibility: int) -> int:
    """9.21, 13.21, 14 How far away an enemy may be for a type of unit to do something to him."""
    what = TYPES[kind]
    return max(1, min(visibility, arms(kind)[1]), what.range if what.indirect else 0)


def _posts(g: TankLeader, card: str) -> Iterable[tuple[Unit, bool]]:
    """9.21 One of each type in each hex of those units: the others have the same before them."""
    return {(u.hex, u.type): (u, beside) for u, beside in _engaged(g, card)}.values()


def _brought(g: TankLeader, key: str) -> Sequence[str]:
    """6.61 to 6.64 The formations that a card could bring to act."""
    return [key] if CARDS[key].type == "combat" else choosable(g, key)


def can_stir(g: TankLeader, card: str) -> bool:
    """6.61 Has a formation a unit that could operate, on the map or about to enter it?"""
    return bool(ready_members(g, card)) or any(ready(g, u) for u in g.members(card))


def brings(g: TankLeader, key: str) -> bool:
    """6.61 to 6.64, 8.54, R-15 Could a card bring a unit to act, or a formation to recover, or put a stack in order?"""
    return stirs(g, key) or would_arrange(g, key)


def stirs(g: TankLeader, key: str) -> bool:
    """6.61 to 6.64, 13.31 Could a card bring a unit to act, be it a truck that waits, or a formation to recover?"""
    if CARDS[key].type == "parent" and any(g.shaken(m) for m in combat_members(key)):
        return True
    for m in _brought(g, key):
        if can_stir(g, m):
            return True
    return any(ready(g, u) for u in g.pieces.values() if u.side == CARDS[key].side and u.what.truck)
