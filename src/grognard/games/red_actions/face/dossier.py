"""All that is known of a unit: every number by name, its states, its officer, what it may do now."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engine import Dossier, PieceView, Value
from grognard.engine.core.wording import counted
from grognard.games.red_actions.rules.acting import Acting
from grognard.games.red_actions.rules.charging import Charge
from grognard.games.red_actions.rules.data import TRAITS, WEAPONS, UnitType
from grognard.games.red_actions.rules.moving import why_not_move_at_all
from grognard.games.red_actions.rules.officers import base_morale
from grognard.games.red_actions.rules.sequence import Segments, fresh_units
from grognard.games.red_actions.rules.shot_orders import Fire
from grognard.games.red_actions.rules.state import RedActions, Unit, effective
from grognard.games.red_actions.rules.view import led_by
from grognard.games.red_actions.rules.words import people, spaced

STATES = {
    "pinned": "pinned: it may shoot, but neither move nor charge",
    "routing": "routing: it runs for home until it rallies",
    "lying": "lying down: harder to hit until it acts",
    "hidden": "hidden: nobody may shoot at it",
    "activated": "has been activated this turn",
    "fired": "has shot this turn",
    "formed": "in formed order",
    "dug in": "in foxholes, until it leaves the place",
}


def dossier(g: RedActions, side: str | None, piece: PieceView) -> Dossier:
    """Nothing of a unit is hidden but where an ambush lies, and what it has become there."""
    unit = g.pieces[piece.id]
    if piece.hidden:
        return Dossier(unit.id, unit.name, unit.side.capitalize(), states=("in ambush: somewhere out of sight",))
    return Dossier(
        unit.id,
        unit.name,
        kind(unit),
        tuple(values(unit)) if unit.type != "senior_officer" else (),
        tuple(states(unit, piece.marks)),
        tuple(f"{trait}: {TRAITS[trait]}" for trait in unit.what.traits),
        tuple(can(g, unit)) if unit.side == side else (),
        tuple(carried(g, unit)),
        place=piece.place,
    )


def kind(unit: Unit) -> str:
    """What it is, whose, and how it stands."""
    whose = f"{unit.what.name} of {people(unit.side)}"
    return whose if unit.type == "senior_officer" else f"{whose}, in {spaced(unit.formation)}"


def values(unit: Unit) -> Iterator[Value]:
    """RA-MOR.1, RA-SHO.3, RA-MEL.1 The numbers of the unit table."""
    what = unit.what
    count = "all" if effective(unit) == unit.bases else effective(unit)
    yield Value("bases", str(unit.bases), "RA-MOR.31", f"{count} of them effective")
    if what.weapon in WEAPONS:
        yield Value("fire", str(what.fire), "RA-SHO.3", f"for each base that shoots; {reach_of(what)}")
    yield Value("fight", str(what.fight), "RA-MEL.1", "for each effective base, hand to hand")
    yield Value("morale", str(base_morale(unit)), "RA-MOR.1", "to be rolled or less on two dice")
    yield Value("move", str(what.move), "RA-MOV.1", "inches")


def reach_of(what: UnitType) -> str:
    """RA-SHO.13 How far it shoots."""
    weapon = WEAPONS[what.weapon]
    return f"{weapon.close:g} inches close, {weapon.long:g} long"


def states(unit: Unit, marks: tuple[str, ...]) -> Iterator[str]:
    """What is marked on it, in words."""
    for mark in marks:
        word, _, number = mark.partition(" ")
        if word == "terror":
            yield f"{counted(int(number), 'terror marker')}: as many bases count for nothing"
        else:
            yield STATES.get(mark, mark)


def carried(g: RedActions, unit: Unit) -> Iterator[str]:
    """RA-OFF.3, RA-VEH.7 Its officer, the senior with it, its wagons and who rides in them."""
    for who in (unit, *(s for s in g.seniors(unit.side) if s.attached == unit.id)):
        if who.officer is not None:
            traits = "".join(f", {trait}: {TRAITS[trait]}" for trait in who.officer.traits)
            name = "officer" if who.id == unit.id and unit.type != "senior_officer" else who.name
            yield f"{led_by(name, who.officer)}{traits}"
    for wagon in unit.wagons:
        yield wagon.what.name + (f", {counted(wagon.hits, 'hit')}" if wagon.hits else "")
    yield from (rider.name for rider in g.riders(unit.id))


def can(g: RedActions, unit: Unit) -> Iterator[str]:
    """RA-ACT.1 What it may do when it is activated in the segment that runs now."""
    step = g.steps[-1] if g.steps else None
    if isinstance(step, Segments) and unit in fresh_units(g, step.side):
        step = Acting(unit.id)
    if not isinstance(step, Acting) or step.unit != unit.id or unit.routing:
        return
    if why_not_move_at_all(g, unit) is None:
        yield f"move up to {step.budget_of(g).inches:g} inches"
    yield from (deed.says(g) for kind in (Fire, Charge) for deed in step.allowed(g, kind))
