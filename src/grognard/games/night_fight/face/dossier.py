"""2.2 All that may be known of a counter: its numbers by name, what has happened to it, what it may do now."""

from __future__ import annotations

from msgspec.structs import replace

from grognard.engine import Briefing, Dossier, PieceView, Reach, Step, Value, fill
from grognard.engine.core.wording import with_count
from grognard.games.night_fight.face.counters import STRENGTHS
from grognard.games.night_fight.rules.data import UnitType
from grognard.games.night_fight.rules.german_fire import GermanFire, Window
from grognard.games.night_fight.rules.german_movement import GermanMovement, why_not_pick
from grognard.games.night_fight.rules.rally import NEEDS, rally_modifiers
from grognard.games.night_fight.rules.setup import WEIGHT_NAMES
from grognard.games.night_fight.rules.sight import can_throw, has_line, lit_zone, seen_from
from grognard.games.night_fight.rules.spotting import hexes_to_look_at
from grognard.games.night_fight.rules.stacking import ALLOWANCE, overstacked, points_left, ways_from
from grognard.games.night_fight.rules.state import SOVIET, NightFight, Unit, loads, on_map
from grognard.games.night_fight.rules.unit_acts import UnitActs, can_supply, fire_targets

ALL_WEIGHTS = "of soft, Light, Medium, Heavy and Super Heavy"
STATIC = (
    "It may be a gun, a platoon, a truck, a Command Post, a Block House, a depot or a Dummy, which a look of 4 or more "
    "finds out; or artillery, which no look does (NF-10.3.1, NF-18.0.1)"
)
MOBILE = (
    "It came with a column: a tank, an assault gun, a recon vehicle or a Dummy, which a look of 4 or more finds out "
    "(NF-10.3.1)"
)
PROVEN = "A look that found everything else did not find it: it can only be artillery (NF-18.0.1)"
MARKER = "Its pieces lie face down in its box until it deploys; found, only the first of them is spotted"


def dossier(g: NightFight, side: str | None, piece: PieceView) -> Dossier:
    """10.0 German counters are open, Soviet ones once they lie face up."""
    unit = g.pieces[piece.id]
    where = unit.place if on_map(unit.place) else ""
    if piece.hidden:
        note = PROVEN if unit.id in g.proven else MOBILE if unit.mobile else STATIC
        return Dossier(unit.id, piece.name, "Soviet, face down", place=where, note=note)
    if unit.what.kind == "marker":
        return Dossier(
            unit.id, piece.name, f"Soviet column, {piece.note}", states=piece.marks, place=where, note=MARKER
        )
    return Dossier(
        unit.id,
        unit.name,
        f"{'Soviet' if unit.side == SOVIET else 'German'} {KINDS[unit.what.kind]}",
        values(unit.what, german=unit.side != SOVIET),
        tuple(states(g, unit)),
        (unit.what.special,) if unit.what.special else (),
        tuple(can(g, unit)),
        tuple(loads(unit)),
        where,
    )


KINDS = {
    "vehicle": "vehicle",
    "soft_vehicle": "soft vehicle",
    "gun": "gun",
    "foot": "platoon",
    "post": "post",
    "strike": "artillery",
}


def values(kind: UnitType, *, german: bool) -> tuple[Value, ...]:
    """2.2 Strength, anti-tank flag and weight class, and how a counter moves."""
    strength = STRENGTHS.get(kind.id) or ("none" if kind.strength is None else str(kind.strength))
    weight = WEIGHT_NAMES[kind.weight]
    found = (
        Value("strength", strength, "NF-2.2.1", "it fires with this, and is fired at against it"),
        Value("anti-tank", "yes" if kind.anti_tank else "no", "NF-2.2.4", "without it armour is hard to hurt"),
        Value("weight", weight, "NF-2.2.3" if kind.weight else "NF-2.2.2", ALL_WEIGHTS),
    )
    moves = Value("movement", str(ALLOWANCE if kind.kind != "gun" else 0), "NF-2.2.5", "points a turn")
    return (*found, moves) if german else found


def states(g: NightFight, unit: Unit) -> list[str]:
    """2.2, 4.3, 14.0 What has happened to it, and what it has done in this phase."""
    needs = NEEDS - sum(m.value for m in rally_modifiers(g, unit)) if on_map(unit.place) else NEEDS
    marks = (
        (unit.spotted, "spotted"),
        (unit.pinned, f"pinned, rallies on {max(1, needs)} or more"),
        (on_map(unit.place) and overstacked(g, unit.place), "overstacked: neither fires nor looks"),
        (unit.place == "" and unit.side != SOVIET, "still to enter"),
        (unit.id in g.tried, "has looked"),
        (unit.id in g.fired, "has fired"),
        (unit.id in g.fired_before, "fired this turn: does not move"),
        (unit.id in g.moved, "has moved"),
        (unit.id in g.supplied, "may fire twice"),
    )
    return [word for on, word in marks if on]


def can(g: NightFight, unit: Unit) -> list[str]:
    """5.0 What it may do in the phase that runs now."""
    step = next((s for s in reversed(g.steps) if isinstance(s, GermanMovement | GermanFire | UnitActs | Window)), None)
    if unit.side == SOVIET or step is None:
        return []
    return _moves(g, unit) if isinstance(step, GermanMovement) else _acts(g, unit, step)


def _moves(g: NightFight, unit: Unit) -> list[str]:
    if why_not_pick(g, unit) is not None:
        return []
    if not on_map(unit.place):
        return [f"enter by {', '.join(g.scenario.entry)}"]
    points = points_left(g, (unit,))
    hexes = len(ways_from(g, (unit,), unit.place, points)) - 1
    return [f"move up to {with_count(points, 'point')}: {with_count(hexes, 'hex')} in reach"]


def _acts(g: NightFight, unit: Unit, step: Step) -> list[str]:
    if not on_map(unit.place):
        return []
    movers = getattr(step, "movers", None)
    found = [f"fire at {target.name} in {target.place}" for target in fire_targets(g, unit, movers)]
    found += [f"look at {h}" for h in hexes_to_look_at(g, unit)]
    found += ["throw flares"] * can_throw(g, unit) + ["hand out supply"] * can_supply(g, unit)
    return found


# -------------------- What the Germans are told before they buy

SHARED = "The players share the recruit points and move in turn; hexes are not shared (NF-20.2.1, NF-20.2.3)."


def briefing(g: NightFight, side: str) -> Briefing:
    """3.0 The scenario's own words and how it is judged, with the numbers of the chosen intensity."""
    told, night = g.scenario.briefing["german"], g.intensity
    pieces = len(g.land.stars) * night.static_per_star
    numbers = {"points": g.recruit_points, "columns": night.columns, "pieces": pieces}
    special = (*told.special, *g.aim.told, *((SHARED,) if len(g.players) > 1 else ()))
    return replace(told, force=fill(told.force, **numbers), enemy=fill(told.enemy, **numbers), special=special)


# -------------------- 9.0, 13.0 How far a unit's fire reaches


def reach(g: NightFight, side: str | None, piece: str) -> tuple[Reach, ...]:
    """13.0.5, 17.0 Every hex in visibility and line of sight; a piece that lies face down may prove to be a gun."""
    unit = g.pieces[piece]
    if not on_map(unit.place) or (unit.up and unit.pinned) or overstacked(g, unit.place) or not g.vegetation:
        return ()
    if unit.up and unit.what.kind != "marker" and not unit.what.fires:
        return ()
    seen = seen_from(g, unit.place)
    if g.lit and unit.side != SOVIET:
        seen |= {h for h in lit_zone(g) if has_line(g, unit.place, h)}
    return (Reach("fire", "NF-13.0.5", tuple(sorted(seen)), watches=True),)
