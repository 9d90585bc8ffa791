"""All that is known of a unit: every number by name, its states, its officer, what it may do now."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.board.inches.terrain_table import Feature
from grognard.engine import Arc, Briefing, Dossier, PieceView, Reach, SightLine, Value
from grognard.engine.core.wording import with_count
from grognard.engine.match.gesture import point_of
from grognard.games.red_actions.rules.acting import Acting
from grognard.games.red_actions.rules.aiming import arc_of, front_of, weapon_of, why_cannot_shoot
from grognard.games.red_actions.rules.bodies import apart, body, centre
from grognard.games.red_actions.rules.charging import Charge
from grognard.games.red_actions.rules.data import TRAITS, WEAPONS, UnitType, people, spaced
from grognard.games.red_actions.rules.moving import Moving, why_not_move_at_all
from grognard.games.red_actions.rules.officers import base_morale
from grognard.games.red_actions.rules.sequence import Segments, fresh_units
from grognard.games.red_actions.rules.shot_orders import Fire
from grognard.games.red_actions.rules.sight import explain_sight, line, point_in_sight, sees
from grognard.games.red_actions.rules.state import TABLE, RedActions, Unit, effective
from grognard.games.red_actions.rules.view import led_by

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
            yield f"{with_count(int(number), 'terror marker')}: as many bases count for nothing"
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
        yield wagon.what.name + (f", {with_count(wagon.hits, 'hit')}" if wagon.hits else "")
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


# -------------------- What each side is told before a battle begins


def briefing(g: RedActions, side: str) -> Briefing:
    """The scenario's own words for a side."""
    return g.scenario.briefing[side]


# -------------------- RA-SHO.12 to RA-SHO.14 The arcs a unit shoots into, at close and long range


def reach(g: RedActions, side: str | None, piece: str) -> tuple[Reach, ...]:
    """RA-SHO.14 From the middle and the ends of the front rank; a train shoots wagon by wagon."""
    unit = g.pieces[piece]
    if unit.place != TABLE or (unit.unseen and unit.side != side):
        return ()
    wagons = range(len(unit.wagons)) if unit.wagons else (-1,)
    arcs = [arc for wagon in wagons if why_cannot_shoot(g, unit, wagon) is None for arc in _arcs(g, unit, wagon)]
    return (Reach("fire", "RA-SHO.14", arcs=tuple(arcs)),) if arcs else ()


def _arcs(g: RedActions, unit: Unit, wagon: int) -> list[Arc]:
    what = weapon_of(unit, wagon)
    weapon, half = WEAPONS[what.weapon], arc_of(unit, what) / 10
    front = front_of(g, unit, wagon)
    return [
        Arc(round(b.front[0], 2), round(b.front[1], 2), b.facing / 10, half, weapon.close, weapon.long)
        for b in dict.fromkeys((front[0], front[-1]))
    ]


def around(g: RedActions) -> int:
    """RA-MOV.1 The inches that the unit in hand may still move, on open ground."""
    step = g.steps[-1] if g.steps else None
    unit = g.pieces.get(step.unit) if isinstance(step, Acting | Moving) else None
    if unit is None or not isinstance(step, Acting | Moving) or why_not_move_at_all(g, unit) is not None:
        return 0
    return int(step.budget_of(g).inches)


# -------------------- RA-SHO.47 to RA-SHO.50 The tape and the line of sight between two units, pieces of terrain or

End = Unit | Feature


def sight(g: RedActions, a: str, b: str) -> SightLine:
    """RA-SHO.47 How far it is from one end to the other, and whether it is seen; a point is "36,23.5"."""
    here, there = _end(g, a), _end(g, b)
    clear, working = _seen(g, here, there)
    names = [end.name if isinstance(end, Unit) else end.title for end in (here, there)]
    middles = [centre(g, end) if isinstance(end, Unit) else end.centre for end in (here, there)]
    return SightLine(names[0], names[1], _apart(g, here, there), clear, (middles[0], middles[1]), working, "RA-SHO.47")


def _end(g: RedActions, name: str) -> End:
    found = g.pieces.get(name) or g.table.features.get(name)
    if found is None:
        x, y = point_of(name) or (0, 0)
        found = Feature(f"{x / 100:g}, {y / 100:g}", "", ((x / 100, y / 100),) * 2, False)
    return found


def _apart(g: RedActions, a: End, b: End) -> float:
    """From edge to edge."""
    if isinstance(a, Unit):
        return apart(g, a, b) if isinstance(b, Unit) else body(g, a).gap_to_feature(b)
    if isinstance(b, Unit):
        return body(g, b).gap_to_feature(a)
    return min(*(b.distance(p) for p in a.points), *(a.distance(p) for p in b.points))


def _seen(g: RedActions, a: End, b: End) -> tuple[bool, tuple[str, ...]]:
    """RA-SHO.47, RA-SHO.48 Is there a clear line, and what lies in it? Of ground the nearest point is looked at."""
    if isinstance(a, Unit):
        if isinstance(b, Unit):
            return sees(g, a, b), explain_sight(g, a, b)
        p = b.nearest(centre(g, a))
        return point_in_sight(g, a, p), line(g, body(g, a).eyes(p)[0], p, (a.inside, b.name)).working
    if isinstance(b, Unit):
        return _seen(g, b, a)
    start = a.nearest(b.centre)
    end = b.nearest(start)
    found = line(g, start, end, (a.name, b.name))
    return found.clear, found.working
