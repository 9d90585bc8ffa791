"""10.0 What may be seen: German units are open, Soviet pieces lie face down until revealed."""

from __future__ import annotations

import random
from functools import lru_cache

from msgspec.structs import replace

from grognard.engine import Marker, PieceView, Track, View
from grognard.engine.core.fact import fact
from grognard.engine.core.wording import with_count
from grognard.games.night_fight.rules.data import TYPES
from grognard.games.night_fight.rules.german_fire import Window
from grognard.games.night_fight.rules.sequence import PHASES
from grognard.games.night_fight.rules.state import SOVIET, Column, NightFight, Unit, owner

COLUMNS = {what.id for what in TYPES.values() if what.kind == "marker"}


def view(g: NightFight, side: str | None) -> View:
    """The table as every player and spectator sees it; the Soviets play themselves, so nobody sees more."""
    return View(
        side=side,
        turn=g.turn,
        turns=g.scenario.last_turn,
        phases=PHASES if g.options["events"] == "yes" else PHASES[1:],
        phase=g.phase,
        pieces=_pieces(g),
        markers=_markers(g),
        tracks=_tracks(g),
        focus=tuple(g.german_hexes),
    )


@fact
def _pieces(g: NightFight) -> tuple[PieceView, ...]:
    """All counters."""
    fired, moved, units = g.fired, g.moved, g.pieces.values()
    return tuple([piece_view(g, u) if u.type in COLUMNS else _counter(u, u.id in fired, u.id in moved) for u in units])


def piece_view(g: NightFight, unit: Unit) -> PieceView:
    """One counter as it lies: a Soviet piece that was not turned up shows only its back."""
    fired, moved = unit.id in g.fired, unit.id in g.moved
    if unit.up and unit.what.kind == "marker":
        return _column(unit, fired, moved, engaged(g, unit.id), g.columns[unit.column])
    return _counter(unit, fired, moved)


@lru_cache(1 << 12)
def _column(unit: Unit, fired: bool, moved: bool, halted: bool, column: Column) -> PieceView:
    """8.4 The marker of an undeployed column."""
    note = f"{with_count(len(column.units), 'piece')}, facing {column.ahead}"
    marks = (*_worn(unit, fired, moved), *(("engaged",) if halted else ()))
    return PieceView(unit.id, SOVIET, unit.place, "soviet.column", f"Column {column.id}", column.id, marks, note=note)


def _worn(unit: Unit, fired: bool, moved: bool) -> tuple[str, ...]:
    words = ("spotted", unit.spotted), ("pinned", unit.pinned), ("ace", unit.ace), ("fired", fired), ("moved", moved)
    return tuple(word for word, on in words if on)


@lru_cache(1 << 14)
def _counter(unit: Unit, fired: bool, moved: bool) -> PieceView:
    """2.2, 10.0 Any other counter, or its back."""
    if unit.side == SOVIET and not unit.up:
        return PieceView(unit.id, SOVIET, unit.place, "soviet.back", "Hidden piece", hidden=True)
    what = unit.what
    strength = "" if what.strength is None else str(what.strength)
    values = strength + (" AT" if what.anti_tank else "") + (f" {what.weight}" if what.weight else "")
    face, worn = f"{owner(unit.side)}.{what.id}", _worn(unit, fired, moved)
    note = _carried(unit.flares, unit.fausts)
    return PieceView(unit.id, unit.side, unit.place, face, unit.name, values, worn, note=note)


def _carried(flares: int, fausts: int) -> str:
    """8.7 Markers that lie together."""
    return ", ".join(f"{n} {word}" for word, n in (("Flares", flares), ("Panzerfausts", fausts)) if n)


def engaged(g: NightFight, marker: str) -> bool:
    """2.2, 8.5 A marker shows its other side while it is halted and the Germans may try to spot it."""
    return any(isinstance(step, Window) and marker in step.movers for step in g.steps)


def _markers(g: NightFight) -> tuple[Marker, ...]:
    found = [Marker("wreck", h, str(n) if n > 1 else "") for h, n in g.wrecks.items()]
    found += [Marker("bridge out", h) for h in g.bridges_out]
    found += [Marker("flare", h) for h in g.lit]
    found += [Marker("loose", h, _carried(*pair)) for h, pair in g.loose.items()]
    return tuple(found)


def _tracks(g: NightFight) -> tuple[Track, ...]:
    tracks = [*_night(g.visibility, g.vegetation, g.quality)]
    waiting = [f"{n} {TYPES[key.split(' ')[1]].name}" for key, n in g.unattached.items() if n]
    if waiting:
        tracks.append(Track("Still to attach", ", ".join(waiting), "NF-17.0.1"))
    if any(g.strikes.values()):
        tracks.append(Track("Artillery strikes", str(sum(g.strikes.values())), "NF-15.0.1"))
    if g.scenario.exit:
        tracks.append(Track("Units off the map", str(sum(g.exited.values())), "NF-21.2.2"))
    if g.alerted:
        tracks.append(Track("Soviets", "alerted", "NF-6.0.10"))
    return (*tracks, _lost(tuple(g.lost.items())))


@lru_cache(256)
def _night(visibility: int, vegetation: str, quality: str) -> tuple[Track, ...]:
    """3.0 What is fixed when the night begins."""
    return (
        Track("Visibility", str(visibility), "NF-3.0.3"),
        Track("Vegetation", vegetation, "NF-3.0.4"),
        Track("Soviet quality", quality, "NF-3.0.5"),
    )


@lru_cache(1024)
def _lost(lost: tuple[tuple[str, int], ...]) -> Track:
    return Track("Lost", ", ".join(f"{side.capitalize()} {n}" for side, n in sorted(lost)) or "none")


def determinize(g: NightFight, side: str | None, rng: random.Random) -> NightFight:
    """Deal everything hidden again: face-down pieces, boxes, and what was never drawn."""
    twin = g.clone()
    for mobile in (False, True):
        hidden = [u for u in twin.pieces.values() if not u.up and u.mobile == mobile]
        known = [u for u in hidden if _given_away(twin, u)]
        hidden = [u for u in hidden if u not in known]
        rest = twin.mobile_rest if mobile else twin.static_rest
        kinds = sorted([u.type for u in hidden] + list(rest))  # the same view and generator give the same deal
        rng.shuffle(kinds)
        for unit, kind in zip(hidden, kinds, strict=False):
            twin.put(replace(unit, type=kind))
        left = tuple(kinds[len(hidden) :])
        if mobile:
            twin.mobile_rest = left
        else:
            twin.static_rest = left
    return twin


def _given_away(g: NightFight, unit: Unit) -> bool:
    """18.0 A piece that was set up on a bridge and blew it can only be engineers; what no look finds, Artillery."""
    return unit.id in g.proven or (unit.type == "soviet_engineers" and unit.place in g.bridges_out)
