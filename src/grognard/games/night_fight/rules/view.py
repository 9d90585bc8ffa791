"""10.0 What may be seen: German units are open, Soviet pieces lie face down until revealed."""

from __future__ import annotations

import random

from msgspec.structs import replace

from grognard.engine import Marker, PieceView, Track, View
from grognard.games.night_fight.rules.data import TYPES
from grognard.games.night_fight.rules.german_acts import Window
from grognard.games.night_fight.rules.sequence import PHASES
from grognard.games.night_fight.rules.state import SOVIET, NightFight, Unit, on_map, owner


def view(g: NightFight, side: str | None) -> View:
    """The table as every player and spectator sees it; the Soviets play themselves, so nobody sees more."""
    pieces = tuple(piece_view(g, u) for u in g.pieces.values())
    return View(
        side=side,
        turn=g.turn,
        turns=g.scenario.last_turn,
        phases=PHASES if g.options["events"] == "yes" else PHASES[1:],
        phase=g.phase,
        pieces=pieces,
        markers=_markers(g),
        tracks=_tracks(g),
        focus=tuple(g.german_hexes),
    )


def piece_view(g: NightFight, unit: Unit) -> PieceView:
    """One counter as it lies: a Soviet piece that was not turned up shows only its back."""
    if unit.side == SOVIET and not unit.up:
        return PieceView(unit.id, SOVIET, unit.place, "soviet.back", "Hidden piece", hidden=True)
    what = unit.what
    marks = [word for word, on in (("spotted", unit.spotted), ("pinned", unit.pinned), ("ace", unit.ace)) if on]
    marks += [word for word, table in (("fired", g.fired), ("moved", g.moved)) if unit.id in table]
    if what.kind == "marker":
        column = g.columns[unit.column]
        note = f"{len(column.units)} pieces, facing {column.ahead}"
        name = f"Column {column.id}"
        if engaged(g, unit.id):
            marks.append("engaged")
        return PieceView(unit.id, SOVIET, unit.place, "soviet.column", name, column.id, tuple(marks), note=note)
    strength = "" if what.strength is None else str(what.strength)
    values = strength + (" AT" if what.anti_tank else "") + (f" {what.weight}" if what.weight else "")
    face, carried = f"{owner(unit.side)}.{what.id}", _carried(unit.flares, unit.fausts)
    return PieceView(unit.id, unit.side, unit.place, face, unit.name, values, tuple(marks), note=carried)


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
    tracks = [
        Track("Visibility", str(g.visibility), "NF-3.0.3"),
        Track("Vegetation", g.vegetation, "NF-3.0.4"),
        Track("Soviet quality", g.quality, "NF-3.0.5"),
    ]
    waiting = [f"{n} {TYPES[key.split(' ')[1]].name}" for key, n in g.unattached.items() if n]
    if waiting:
        tracks.append(Track("Still to attach", ", ".join(waiting), "NF-17.0.1"))
    if any(g.strikes.values()):
        tracks.append(Track("Artillery strikes", str(sum(g.strikes.values())), "NF-15.0.1"))
    if g.scenario.exit:
        tracks.append(Track("Units off the map", str(sum(g.exited.values())), "NF-21.2.2"))
    if g.alerted:
        tracks.append(Track("Soviets", "alerted", "NF-6.0.10"))
    lost = ", ".join(f"{side} {n}" for side, n in sorted(g.lost.items()))
    return (*tracks, Track("Lost", lost or "none"))


def determinize(g: NightFight, side: str | None, rng: random.Random) -> NightFight:
    """Deal everything hidden anew: face-down pieces, boxes, and what was never drawn."""
    twin = g.clone()
    for mobile in (False, True):
        hidden = [u for u in twin.pieces.values() if u.side == SOVIET and not u.up and u.mobile == mobile]
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
    """18.0 A piece that was set up on a bridge and blew it can only be engineers."""
    return unit.type == "soviet_engineers" and unit.place in g.bridges_out and on_map(unit.place)
