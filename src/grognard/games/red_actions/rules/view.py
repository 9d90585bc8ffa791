"""What each side sees (RA-AMB, B5): everything on the table but units in ambush since set-up."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Sequence
from functools import cache

from msgspec.structs import replace

from grognard.board.inches.formations import along
from grognard.board.inches.geometry import Point, at_most, compass
from grognard.board.inches.linear_features import length_of
from grognard.board.inches.terrain_table import Table
from grognard.engine import Marker, PieceView, Track, View
from grognard.engine.core.cache import Book, Memory
from grognard.engine.core.fact import fact
from grognard.engine.core.redeal import redeal
from grognard.engine.core.wording import with_count
from grognard.games.red_actions.rules.ambush_zones import hidden_rules, hiding_place, in_zone
from grognard.games.red_actions.rules.bodies import apart, body
from grognard.games.red_actions.rules.data import TYPES, Officer, spaced
from grognard.games.red_actions.rules.losses import STUMBLE
from grognard.games.red_actions.rules.muster import make_unit
from grognard.games.red_actions.rules.room import fits_indoors, in_a_house, in_water, on_others, room_in
from grognard.games.red_actions.rules.scenarios import Hidden
from grognard.games.red_actions.rules.sequence import PHASES
from grognard.games.red_actions.rules.state import TABLE, RedActions, Unit
from grognard.games.red_actions.rules.victory import flight_number, losses, score

TRIES = 200
FLAGS = {flag: flag for flag in ("pinned", "routing", "lying", "hidden", "limbered")} | {
    "carts": "on carts",
    "formed": "formed",
    "foxholes": "dug in",
    "acted": "activated",
    "fired": "fired",
}
STUCK = {"fast": "stuck for good"}


def view(g: RedActions, side: str | None) -> View:
    """The table from one chair."""
    return View(
        side=side,
        turn=g.turn,
        turns=g.scenario.turns,
        phases=PHASES,
        phase=g.phase,
        pieces=_pieces(g, side),
        markers=_markers(g),
        tracks=_tracks(g, side),
    )


@fact
def _pieces(g: RedActions, side: str | None) -> tuple[PieceView, ...]:
    """All units."""
    known, units = _looks[g.table], g.pieces.values()
    return tuple([(not u.unseen and known.get(u)) or piece_view(g, u, side) for u in units])


_looks: defaultdict[Table, Memory] = defaultdict(Memory)


def piece_view(g: RedActions, unit: Unit, side: str | None) -> PieceView:
    """One unit; of an enemy in ambush only that it is somewhere."""
    if unit.unseen and unit.side != side:
        face = f"{unit.side}.{TYPES[unit.mounted_as or unit.type].kind}"
        bases = f"{bases_known(unit)}"
        return PieceView(unit.id, unit.side, "", face, unit.name, bases, ("in ambush",), hidden=True)
    known = _looks[g.table]
    return known.get(unit) or known.keep(unit, _look(g, unit))  # type: ignore[no-any-return]


def _look(g: RedActions, unit: Unit) -> PieceView:
    face = f"{unit.side}.{unit.kind}"
    place = unit.place if unit.place != TABLE else _at(unit.point)
    boxes: tuple[tuple[float, float, float, float, float], ...] = ()
    if unit.place == TABLE:
        boxes = body(g, unit).drawn
    values = "" if unit.type == "senior_officer" else f"{unit.what.fire}-{unit.what.fight}-{unit.what.morale}"
    return PieceView(unit.id, unit.side, place, face, unit.name, values, marks(unit), note=note(unit), boxes=boxes)


def _at(point: Point) -> str:
    """A point as the table reads it."""
    return f"{point[0]:.2f},{point[1]:.2f}"


def marks(unit: Unit) -> tuple[str, ...]:
    """Markers and flags in words."""
    counts = [f"{marker} {n}" for marker in ("terror", "humiliated") if (n := getattr(unit, marker))]
    flags = [word for flag, word in FLAGS.items() if getattr(unit, flag)]
    return (*counts, *flags, *([STUCK.get(unit.stuck, unit.stuck)] if unit.stuck else []))


def led_by(name: str, officer: Officer) -> str:
    """RA-OFF.3 An officer with what he adds, if anything: "officer +2"."""
    return f"{name} +{officer.bonus}" if officer.bonus else name


def note(unit: Unit) -> str:
    """Bases, formation and officer in a line."""
    line = f"{with_count(unit.bases, 'base')}, {spaced(unit.formation)}, facing {compass(unit.facing)}"
    parts = [line] if unit.type != "senior_officer" else []
    if unit.officer is not None:
        parts.append(led_by("officer", unit.officer) + "".join(" " + t for t in unit.officer.traits))
    if unit.what.traits:
        parts.append(", ".join(unit.what.traits))
    return "; ".join(parts)


def _markers(g: RedActions) -> tuple[Marker, ...]:
    features = g.table.features
    owned = [_holding[held] for held in g.owner.items() if held[0] in features]
    left = *map(_lying.__getitem__, g.things.values()), *map(_open.__getitem__, g.gaps.values())
    return *left, *[Marker("ruin", name) for name in g.collapsed], *owned


_lying = Book(lambda thing: Marker(thing.kind, _at(thing.point), TYPES[thing.unit].name if thing.unit in TYPES else ""))
_open = Book(lambda gap: Marker(f"{gap.kind} {gap.feature}", _at(gap.point)))
_holding = Book(lambda held: Marker(f"held by {held[1].capitalize()}", held[0]))


def _tracks(g: RedActions, side: str | None) -> tuple[Track, ...]:
    begins = g.initiative.capitalize() or "none"
    tracks = [_track("Weather", g.weather, "RA-SCN.12"), _track("Initiative", begins, "RA-TRN.3")]
    for name in g.sides if g.strength else ():
        tracks.append(_lost(name, losses(g, name), flight_number(g, name)))
        if g.scenario.score is not None:
            tracks.append(_track(f"{name.capitalize()} score", str(score(g, name)), "RA-SCN.6"))
    return tuple(tracks)


_track = cache(Track)


@cache
def _lost(side: str, lost: int, number: int | None) -> Track:
    return Track(f"{side.capitalize()} lost", f"{lost} of {number}" if number else str(lost), "RA-SCN.1")


# ------------------------------------------------------------------ dealing the unknown again


def determinize(g: RedActions, side: str | None, rng: random.Random) -> RedActions:
    """A copy in which units in ambush that the side has never seen stand somewhere that is possible.

    All of them are lifted off the table first, so that the same view and generator give the same deal. A unit in ambush
    may bar the way of others of its side: where nothing would be left to ask that all see asked, it stands elsewhere.
    """
    hidden = [_unknown(g, u) for u in sorted(g.pieces.values(), key=lambda u: u.id) if u.unseen and u.side != side]
    return redeal(g, side, lambda: _dealt(g, hidden, rng)) if hidden else g.clone()


def _dealt(g: RedActions, hidden: Sequence[Unit], rng: random.Random) -> RedActions:
    twin = g.clone()
    for unit in hidden:
        twin.put(unit)
    for unit in hidden:
        twin.put(_somewhere(twin, unit, rng))
    return twin


def _unknown(g: RedActions, unit: Unit) -> Unit:
    """A unit in ambush as the enemy knows it: as the scenario lists it, with the bases it has, nowhere yet."""
    row = next((row for row in g.scenario.unit if f"{row.side}-{row.id}" == unit.id), None)
    listed = make_unit(g, row) if row is not None else unit
    return replace(listed, bases=bases_known(unit), acted=unit.acted, hidden=True, unseen=True, place="", x=0, y=0)


def bases_known(unit: Unit) -> int:
    """RA-FRM.12 The bases of a unit in ambush; nobody knows that its riders have dismounted."""
    return max(unit.bases, unit.horses[2])


def _somewhere(g: RedActions, unit: Unit, rng: random.Random) -> Unit:
    """A place of ambush at random; where none is free after many tries, the middle of one."""
    short = unit.id.split("-", 1)[1]
    rules = [r for r in hidden_rules(g, unit.side) if not r.units or short in r.units]
    for _ in range(TRIES):
        rule = rng.choice(rules)
        there = _random_place(g, unit, rng.choice(rule.terrain), rng)
        if there is not None and _possible(g, there, rule, short):
            return there
    return unit.at(g.table.features[rules[0].terrain[0]].centre)


def _random_place(g: RedActions, unit: Unit, name: str, rng: random.Random) -> Unit | None:
    f = g.table.features[name]
    if f.type.startswith("building"):
        fits = fits_indoors(unit) and room_in(g, name, unit.id) >= unit.bases
        return replace(unit.at(f.centre), place=name) if fits else None
    if f.closed:
        xs, ys = [p[0] for p in f.points], [p[1] for p in f.points]
        p = (rng.uniform(min(xs), max(xs)), rng.uniform(min(ys), max(ys)))
    else:
        p = along(f.points, rng.uniform(0, length_of(f.points)))
    return unit.at(p)


def _possible(g: RedActions, there: Unit, rule: Hidden, short: str) -> bool:
    place = hiding_place(g, there, rule)
    if not place or (place in rule.only_in and short not in rule.only_in[place]):
        return False
    if place not in rule.only_in and not in_zone(g, there):
        return False
    if there.place == TABLE and (not body(g, there).on_table or in_water(g, there.point) or in_a_house(g, there)):
        return False
    return not on_others(g, there) and not any(
        at_most(apart(g, there, foe), STUMBLE) for foe in g.troops(g.enemy(there.side))
    )
