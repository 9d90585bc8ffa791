"""6.2.1, R-73 What a side may see: its own counters, Spotted enemies, and that something is there."""

from __future__ import annotations

import random

from msgspec.structs import replace

from grognard.board.hexgrid import Hex
from grognard.engine import Marker, PieceView, Track, View
from grognard.games.panzer_blitz.artillery import batteries
from grognard.games.panzer_blitz.data import SIDES, TYPES
from grognard.games.panzer_blitz.faces import face_key
from grognard.games.panzer_blitz.sequence import PHASES
from grognard.games.panzer_blitz.stacking import total
from grognard.games.panzer_blitz.state import AIR, PanzerBlitz, Unit
from grognard.games.panzer_blitz.terrain import TERRAIN
from grognard.games.panzer_blitz.victory import score


def view(g: PanzerBlitz, side: str | None) -> View:
    """The table from one chair; a spectator sees what both sides may see."""
    focus = (g.op.centre,) if g.op is not None and g.op.centre else ()
    return View(
        side=side,
        turn=g.turn,
        turns=g.situation.turns,
        phases=PHASES,
        phase=g.phase,
        pieces=tuple(_pieces(g, side)),
        markers=tuple(_markers(g, side)),
        tracks=tuple(_tracks(g, side)),
        focus=focus,
    )


def is_hidden(unit: Unit, side: str | None) -> bool:
    """6.2.1 May this side not look at the unit?"""
    return unit.unspotted and unit.side != side


def _pieces(g: PanzerBlitz, side: str | None) -> list[PieceView]:
    found = []
    shown: set[tuple[str, Hex]] = set()
    for unit in g.pieces.values():
        if is_hidden(unit, side):
            if unit.place and (unit.side, unit.place) not in shown:
                shown.add((unit.side, unit.place))
                found.append(hidden_stack(unit.side, unit.place))
        elif unit.place or unit.side == side:
            found.append(piece_view(g, unit))
    return sorted(found, key=lambda p: p.id)


def hidden_stack(side: str, h: Hex) -> PieceView:
    """Something is there: neither how many nor what."""
    return PieceView(f"{side}?{h}", side, h, f"{side}.back", "Unspotted", hidden=True)


def piece_view(g: PanzerBlitz, unit: Unit) -> PieceView:
    """A counter that lies open."""
    face = unit.face
    words = ("spent", "disrupted", "unspotted", "no_move", "hull_down", "recalled")
    marks = [word.replace("_", "-") for word in words if getattr(unit, word)]
    marks += ["reduced"] if unit.steps == 1 else []
    marks += [f"in {unit.inside}"] if unit.inside else []
    marks += [f"{'clear/set' if unit.stage == 2 else 'no-move'}: {unit.labor}"] if unit.labor else []
    marks += ["cat"] if unit.id in g.cat else []
    note = f"aboard {g.pieces[unit.carrier].name}" if unit.carrier and unit.carrier in g.pieces else ""
    values = f"{_value(face.at)} {_value(face.ap)} {face.range} {face.defense} {face.ma}"
    key = face_key(unit.side, unit.type, unit.steps)
    return PieceView(unit.id, unit.side, unit.place.removeprefix(AIR), key, unit.name, values, tuple(marks), note=note)


def _value(number: int | None) -> str:
    return "-" if number is None else str(number)


def _markers(g: PanzerBlitz, side: str | None) -> list[Marker]:
    found = [Marker("wreck", h, str(n)) for h, n in g.wrecks.items()]
    found += [Marker("smoke", h, str(n)) for h, n in g.smoke.items()]
    found += [Marker("shell holes", h) for h in g.he]
    found += [Marker("block", h) for h in g.blocks]
    found += [Marker("improved position", h) for h in g.ips]
    found += [Marker("fortification", h, kind) for h, kind in g.forts.items()]
    found += [
        Marker("minefield", h, mine.strength if mine.shown or mine.side == side else "?") for h, mine in g.mines.items()
    ]
    found += [Marker("bridge out", name.split("/")[0], name) for name in g.broken]
    for request in g.requests.values():
        text = ("smoke" if request.smoke else "HE") if request.side == side else "?"
        found.append(Marker("artillery request", request.hex, f"{request.side} {text}"))
    known = [*(g.registered.get(side, ()) if side else ()), *g.registered_shown]
    found += [Marker("pre-registered", h) for h in dict.fromkeys(known)]
    objectives = [h for goal in g.situation.goal for h in goal.hexes]
    found += [Marker("objective", h, g.control.get(h, "")) for h in dict.fromkeys(objectives)]
    if g.op is not None and g.op.centre:
        found.append(Marker("ops chit", g.op.centre, f"{g.op.side} Op{g.op.radius}"))
    return sorted(found, key=lambda m: (m.kind, m.place, m.text))


def _tracks(g: PanzerBlitz, side: str | None) -> list[Track]:
    cup: dict[str, int] = {}
    for chit in sorted(g.cup):
        cup[chit] = cup.get(chit, 0) + 1
    shown = ", ".join(f"{n} {chit}" if n > 1 else chit for chit, n in cup.items())
    tracks = [Track("Chits in the cup", shown or "none", "PB-3.0.1")]
    if g.carried:
        tracks.append(Track("Kept chit", ", ".join(g.carried), "PB-3.1.20"))
    tracks += [Track(f"Efficiency, {s}", str(g.situation.efficiency[s]), "PB-13.0.1") for s in SIDES]
    if side:
        ready = ", ".join(TYPES[kind].name for kind in batteries(g, side).values())
        tracks.append(Track("Batteries ready", ready or "none", "PB-11.1.7"))
        tracks.append(Track("Smoke missions", str(g.smoke_left.get(side, 0)), "PB-SIT.5"))
    if g.situation.points_needed:
        tracks.append(Track("Points", f"{score(g)} of {g.situation.points_needed}", "PB-SIT.7"))
    return tracks


# ------------------------------------------------------------------ dealing the unknown anew


def determinize(g: PanzerBlitz, side: str | None, rng: random.Random) -> PanzerBlitz:
    """A copy in which unseen stacks, mines, requests and registered hexes of the other side are dealt anew."""
    twin = g.clone()
    for owner in SIDES:
        if owner != side:
            _deal_stacks(twin, owner, rng)
            _deal_mines(twin, owner, rng)
            _deal_requests(twin, owner, rng)
            _deal_registered(twin, owner, rng)
    return twin


def _deal_stacks(g: PanzerBlitz, owner: str, rng: random.Random) -> None:
    """Whole unseen stacks change places where they fit; which unit is which is then anybody's guess."""
    busy = _busy(g)
    places = []
    for h in g.hexes_of(owner):
        units = g.here(h)
        tied = any(not u.unspotted or u.id in busy or u.inside or u.labor or u.trapped for u in units)
        if not tied and h not in g.blocks and h not in g.mines and h not in g.wrecks:
            places.append(h)
    goals = places[:]
    rng.shuffle(goals)
    stacks = {h: g.here(h) for h in places}
    for a, b in zip(places, goals, strict=True):
        if a != b and stacks[a] and stacks[b] and _may_lie(g, stacks[a], b) and _may_lie(g, stacks[b], a):
            _exchange(g, stacks, a, b)


def _busy(g: PanzerBlitz) -> set[str]:
    """Units that steps, requests or declarations speak of: they stay where they are."""
    text = repr(g.steps)
    named = {i for i in g.pieces if f"'{i}'" in text}
    for request in g.requests.values():
        named |= {request.fo, *request.firers}
    op = g.op
    return named | set(g.cat) | set(g.ip_work) | set(g.moved) | (set(op.active) | set(op.recover) if op else set())


def _may_lie(g: PanzerBlitz, units: list[Unit], h: Hex) -> bool:
    vehicles = any(u.what.vehicle for u in units)
    return total(g, h, units) <= 6 and not (vehicles and TERRAIN[h] == "swamp")


def _exchange(g: PanzerBlitz, stacks: dict[Hex, list[Unit]], a: Hex, b: Hex) -> None:
    control = dict(g.control)
    for units, h in ((stacks[a], b), (stacks[b], a)):
        for u in units:
            g.put(replace(g.pieces[u.id], place=h))
    stacks[a], stacks[b] = g.here(a), g.here(b)
    g.control = control


def _deal_mines(g: PanzerBlitz, owner: str, rng: random.Random) -> None:
    hidden = [h for h, mine in g.mines.items() if mine.side == owner and not mine.shown]
    kinds = [g.mines[h].strength for h in hidden]
    rng.shuffle(kinds)
    for h, kind in zip(hidden, kinds, strict=True):
        g.mines[h] = replace(g.mines[h], strength=kind)


def _deal_requests(g: PanzerBlitz, owner: str, rng: random.Random) -> None:
    for name, request in g.requests.items():
        if request.side == owner and request.battery and "S" in TYPES[request.battery.rsplit("-", 1)[0]].codes:
            allotted = g.smoke_left.get(owner, 0) > 0 or request.smoke
            if allotted:
                g.requests[name] = replace(request, smoke=rng.random() < 0.5)


def _deal_registered(g: PanzerBlitz, owner: str, rng: random.Random) -> None:
    known = g.registered.get(owner, ())
    secret = [h for h in known if h not in g.registered_shown]
    if secret:
        free = sorted(g.area - set(known))
        kept = [h for h in known if h in g.registered_shown]
        g.registered[owner] = (*kept, *rng.sample(free, len(secret)))
