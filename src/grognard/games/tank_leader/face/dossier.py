"""2.11, 2.12 All that is known of a unit: every number it prints by name, its markers, what it may do now."""

from __future__ import annotations

from grognard.board.hexes.grid import Hex
from grognard.engine import Briefing, Dossier, PieceView, Reach, Value
from grognard.engine.core.wording import with_count
from grognard.games.tank_leader.rules.areas import RADIUS
from grognard.games.tank_leader.rules.data import CARDS, EXPERIENCE, GRID, KINDS, QUICK_KILL
from grognard.games.tank_leader.rules.fire import AI, AV, reach, strength
from grognard.games.tank_leader.rules.morale import loss_modifier, morale_value, separation
from grognard.games.tank_leader.rules.move_paths import must_roll, why_not_move
from grognard.games.tank_leader.rules.names import examinable
from grognard.games.tank_leader.rules.operations import why_not_operate
from grognard.games.tank_leader.rules.opportunity_fire import React, Window
from grognard.games.tank_leader.rules.scenarios import BATTLES
from grognard.games.tank_leader.rules.spotting import in_sight
from grognard.games.tank_leader.rules.state import TankLeader, Unit
from grognard.games.tank_leader.rules.unit_operations import unit_actions, what_it_can_do
from grognard.games.tank_leader.rules.victory import worth
from grognard.games.tank_leader.rules.view import marks

SIGNS = {
    "soft": "soft: AI fire hurts it too (TL-13.14.3)",
    "tow": "moves only in tow of a truck (TL-13.32.1)",
    "indirect": "fires indirectly at what somebody else spots (TL-13.21.1)",
    "star": "spots for indirect fire (TL-13.22.1)",
    "wheeled": "on wheels: mud costs it more (TL-8.15)",
    "infantry": "fires in its own hex even when face-down (TL-12.14.1), assaults vehicles in cover, ruins (TL-14.11.1)",
    "truck": "carries three and tows one gun (TL-13.33.1)",
}
UNKNOWN = "not to be examined: only its back is seen"


def dossier(g: TankLeader, side: str | None, piece: PieceView) -> Dossier:
    """8.55 Of a unit that may not be examined only what its back shows."""
    unit = g.pieces[piece.id]
    if piece.hidden or not examinable(g, unit, side):
        return Dossier(piece.id, piece.name, UNKNOWN, states=piece.marks, place=piece.place, note=piece.note)
    formation = CARDS[unit.card].name if unit.card else "no formation"
    return Dossier(
        unit.id,
        unit.name,
        f"{unit.what.name}, {KINDS.get(unit.what.kind, unit.what.kind)}, {formation}",
        (*printed(unit), *nerve(g, unit)),
        tuple(states(g, unit)),
        tuple(words for sign, words in SIGNS.items() if getattr(unit.what, sign)),
        tuple(can(g, unit)) if unit.side == side else (),
        tuple(_aboard(g, unit, side)),
        unit.hex if unit.side == side else unit.place,
        piece.note,
    )


def _aboard(g: TankLeader, unit: Unit, side: str | None) -> list[str]:
    """8.55, 13.3 Its passengers, by their kind if they may not be examined."""
    riders = g.passengers(unit.id) if unit.vehicle else []
    return [rider.name if examinable(g, rider, side) else rider.what.back for rider in riders]


def printed(unit: Unit) -> list[Value]:
    """2.11.5 The numbers on the counter."""
    what = unit.what
    return [
        *(_strength(unit, kind) for kind in (AV, AI)),
        Value("defense", str(what.defense), "TL-9.22.1", "taken off the strength that fires at it"),
        Value("movement", str(what.ma), "TL-2.11.7", "points in an operation"),
    ]


def _strength(unit: Unit, kind: str) -> Value:
    """2.11.6 A strength and how far it reaches."""
    name, at = (
        ("anti-vehicle fire", "vehicles") if kind == AV else ("anti-infantry fire", "infantry, guns, soft vehicles")
    )
    power = strength(unit, kind)
    if power is None:
        return Value(name, "-", "TL-2.11.6", "it has none")
    far = reach(unit, kind)
    where = f", {with_count(far, 'hex')} far" if far else " in its own hex"
    return Value(name, str(power), "TL-2.11.5", f"at {at}{where}")


def nerve(g: TankLeader, unit: Unit) -> list[Value]:
    """6.1, 10.1 Morale with what is added to the dice, experience, and how soon its formation acts."""
    added = sum(m.value for m in loss_modifier(g, unit.card)) if unit.card else 0
    added += separation(unit, "morale")
    note = f"two dice, {added:+d}, must not come to more" if added else "two dice must not come to more"
    found = [Value("morale", str(morale_value(unit)), "TL-10.1.1", note)]
    if unit.card:
        level = EXPERIENCE[unit.exp]
        found.append(Value("experience", level, "TL-9.35.1", f"a quick kill on {QUICK_KILL[level]} or more"))
        found.append(Value("command", g.rating(unit.card), "TL-6.51.5", "a card interrupts what is rated lower"))
    return [*found, Value("worth", str(worth(g, unit)), "TL-15.5.3", "points for destroying it")]


def states(g: TankLeader, unit: Unit) -> list[str]:
    """2.12 Face-up or face-down, and its markers."""
    turned = "face-up: has not operated this turn" if unit.up else "face-down: has operated this turn"
    return [turned, *(mark for mark in marks(g, unit) if mark != "done")]


def can(g: TankLeader, unit: Unit) -> list[str]:
    """7.1, 9.4 What it may do at this moment."""
    step = g.steps[-1] if g.steps else None
    if isinstance(step, Window) and step.mover in g.pieces:
        mover = g.pieces[step.mover]
        shots = [shot.strength for shot in step.shots(g, mover) if isinstance(shot, React) and shot.piece == unit.id]
        return [f"fire at {mover.name} in {mover.place}, {' or '.join(shots)}"] if shots else []
    if not g.active or not unit.hex or why_not_operate(g, unit) is not None:
        return []
    rolls = ["move as far as its formation rolls"] if must_roll(g, unit) and why_not_move(g, unit) is None else []
    actions = unit_actions(g, unit)
    return [*([what_it_can_do(actions)] if actions else []), *rolls]


# -------------------- What each side is told before a battle begins


def briefing(g: TankLeader, side: str) -> Briefing:
    """The same for everybody who plays the side."""
    return BATTLES[g.scenario_id].briefing[side]


# -------------------- 9.11, 9.21, 9.4 Which hexes a unit can fire into from where it is


def reach_of(g: TankLeader, side: str | None, piece: str) -> tuple[Reach, ...]:
    """9.21 The hexes a unit can fire into, and 11.1 the area of operations of its formation."""
    unit = g.pieces[piece]
    if not unit.place or not examinable(g, unit, side):
        return ()
    found = [Reach("fire", "TL-9.21.1", hexes, watches=True)] if (hexes := fire_hexes(g, unit)) else []
    if unit.card in g.centres and not CARDS[unit.card].hq:
        area = GRID.within(g.centres[unit.card], RADIUS[unit.side])
        found.append(Reach("area of operations", "TL-11.1.1", area))
    return tuple(found)


def fire_hexes(g: TankLeader, unit: Unit) -> tuple[Hex, ...]:
    """9.21 In range and in sight; 9.4 none for one that is suppressed, shaken, carried, loaded or face-down."""
    if unit.carrier or g.loaded(unit) or not unit.up or unit.suppressed or (unit.card and g.shaken(unit.card)):
        return ()
    far = max((reach(unit, kind) for kind in (AV, AI) if strength(unit, kind) is not None), default=-1)
    return tuple(h for h in GRID.within(unit.place, far) if in_sight(g, unit.place, h)) if far >= 0 else ()
