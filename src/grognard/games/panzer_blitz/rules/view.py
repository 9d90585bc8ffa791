"""6.2.1, R-73 What a side may see: its own counters, Spotted enemies, and that something is there."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from operator import attrgetter
from typing import NamedTuple

from msgspec.structs import replace

from grognard.board.hexes.grid import Hex
from grognard.engine import Marker, PieceView, Track, View
from grognard.engine.core.redeal import redeal
from grognard.games.panzer_blitz.rules.data import GRID, SIDES, TYPES, chit_name, play_area
from grognard.games.panzer_blitz.rules.indirect_fire import batteries, battery_type
from grognard.games.panzer_blitz.rules.operation import STAGES, Operation
from grognard.games.panzer_blitz.rules.opportunity_fire import Opportunity
from grognard.games.panzer_blitz.rules.sequence import PHASES
from grognard.games.panzer_blitz.rules.stacking import LIMIT, total
from grognard.games.panzer_blitz.rules.state import AIR, Mine, PanzerBlitz, Request, Unit, is_unseen_outside
from grognard.games.panzer_blitz.rules.terrain_chart import CHART
from grognard.games.panzer_blitz.rules.victory import score

BY_ID = attrgetter("id")


def view(g: PanzerBlitz, side: str | None) -> View:
    """The table from one chair; a spectator sees what both sides may see."""
    return View(
        side=side,
        turn=g.turn,
        turns=g.situation.turns,
        phases=PHASES,
        phase=g.phase,
        pieces=tuple(_pieces(g, side)),
        markers=tuple(_markers(g, side)),
        tracks=tuple(_tracks(g, side)),
        focus=_focus(g),
    )


def _focus(g: PanzerBlitz) -> tuple[Hex, ...]:
    """Where the action is: the hex of a move that is interrupted, or the chit of the Operation."""
    step = g.steps[-1] if g.steps else None
    if isinstance(step, Opportunity) and step.mover in g.pieces:
        return (g.pieces[step.mover].place,)
    return (g.op.centre,) if g.op is not None and g.op.centre else ()


def is_hidden(unit: Unit, side: str | None) -> bool:
    """6.2.1 May this side not look at the unit?"""
    return unit.hidden and unit.side != side


def _pieces(g: PanzerBlitz, side: str | None) -> list[PieceView]:
    found, unseen = [], set()
    for unit in g.pieces.values():
        if unit.hidden and unit.side != side:
            unseen.add((unit.side, unit.place))
        elif unit.place or unit.side == side:
            found.append(piece_view(g, unit, side))
    below = [hidden_stack(g, whose, h) for whose, h in unseen if h]
    return [*sorted(below, key=BY_ID), *sorted(found, key=BY_ID)]  # what is known lies on top


def hidden_stack(g: PanzerBlitz, side: str, h: Hex) -> PieceView:
    """Something is there: neither how many nor what, but whether anybody is outside a Fortification."""
    unseen = [u for u in g.of(side, h) if u.hidden]
    marks = ("in fort",) if unseen and not any(map(is_unseen_outside, unseen)) else ()
    return PieceView(f"{side}?{h}", side, h, f"{side}.back", "Unspotted", "", marks, hidden=True)


def piece_view(g: PanzerBlitz, unit: Unit, side: str | None) -> PieceView:
    """A counter that lies open; on what it rides may be hidden."""
    carrier = g.pieces.get(unit.carrier) if unit.carrier else None
    name = carrier.name if carrier and not is_hidden(carrier, side) else "an unspotted unit"
    return _counter(unit, unit.id in g.cat, f"aboard {name}" if carrier else "")


@lru_cache(1 << 14)
def _counter(unit: Unit, assaults: bool, note: str) -> PieceView:
    """2.3 What it prints, and the markers on it."""
    face = unit.face
    words = ("spent", "disrupted", "unspotted", "no_move", "hull_down", "recalled")
    marks = [word.replace("_", "-") for word in words if getattr(unit, word)]
    marks += ["reduced"] if unit.steps == 1 else []
    marks += [f"in {unit.inside}"] if unit.inside else []
    marks += [f"{'clear/set' if unit.stage == 2 else 'no-move'}: {unit.labor}"] if unit.labor else []
    marks += ["cat"] if assaults else []
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
    found += [_minefield(h, mine, known=mine.shown or mine.side == side) for h, mine in g.mines.items()]
    found += [Marker("bridge out", name.split("/")[0], name) for name in g.broken]
    found += [Marker(f"{r.side} artillery request", r.hex, _mission(r, side)) for r in g.requests.values()]
    known = [*(g.registered.get(side, ()) if side else ()), *g.registered_shown]
    found += [Marker("pre-registered", h) for h in dict.fromkeys(known)]
    objectives = [h for goal in g.situation.goal for h in goal.hexes]
    found += [Marker("objective", h, g.control.get(h, "")[:2].capitalize()) for h in dict.fromkeys(objectives)]
    if g.op is not None and g.op.centre:
        found.append(Marker(f"{g.op.side} chit", g.op.centre, f"Op{g.op.radius}"))
    ring = _operation(g.scenario_id, g.op.centre, g.op.radius) if g.op is not None and g.op.centre else ()
    return [*ring, *sorted(found, key=lambda m: (m.kind, m.place, m.text))]


@lru_cache(1 << 12)
def _operation(scenario: str, centre: Hex, radius: int) -> tuple[Marker, ...]:
    """3.1.2.1 The hexes within the radius of the chit."""
    area = play_area(scenario)
    return tuple(Marker("operation", h, f"Op{radius}") for h in GRID.within(centre, radius) if h in area)


def _minefield(h: Hex, mine: Mine, *, known: bool) -> Marker:
    """15.2.3 Face down it may be a dummy."""
    if known and mine.strength == "dummy":
        return Marker("dummy minefield", h)
    return Marker("minefield", h, mine.strength if known else "?")


def _mission(request: Request, side: str | None) -> str:
    """11.1.3 What lies under an Artillery Request marker is known to its owner."""
    if request.side != side:
        return "?"
    return "Sm" if request.smoke else "HE"


def _tracks(g: PanzerBlitz, side: str | None) -> list[Track]:
    tracks = [_cup(g.cup)]
    step = next((step for step in reversed(g.steps) if isinstance(step, Operation)), None)
    if step is not None and g.op is not None:
        tracks.append(Track(f"Operation, {g.op.side.capitalize()}", operation_words(step), "PB-3.1.2"))
    if g.carried:
        tracks.append(Track("Kept chit", ", ".join(map(chit_name, g.carried)), "PB-3.1.20"))
    if g.requests:
        called = sorted(f"{r.hex} {r.side.capitalize()} {_mission(r, side)}" for r in g.requests.values())
        tracks.append(Track("Artillery called on", ", ".join(called), "PB-11.1.2"))
    tracks += [Track(f"Efficiency, {s.capitalize()}", str(g.situation.efficiency[s]), "PB-13.0.1") for s in SIDES]
    if side:
        ready = ", ".join(TYPES[kind].name for kind in batteries(g, side).values())
        tracks.append(Track("Batteries ready", ready or "none", "PB-11.1.7"))
        tracks.append(Track("Smoke missions", str(g.smoke_left.get(side, 0)), "PB-SIT.5"))
    if g.situation.points_needed:
        tracks.append(Track("Points", f"{score(g)} of {g.situation.points_needed}", "PB-SIT.7"))
    return tracks


@lru_cache(1 << 10)
def _cup(chits: tuple[str, ...]) -> Track:
    """3.0 What is left to be drawn."""
    cup = Counter(map(chit_name, sorted(chits)))
    shown = ", ".join(f"{n} × {chit}" if n > 1 else chit for chit, n in cup.items())
    return Track("Chits in the cup", shown or "none", "PB-3.0.1")


def operation_words(step: Operation) -> str:
    """3.1 The steps of an Operation that are still open, the present one first."""
    return " → ".join(STAGES[step.stage :])


def face_key(side: str, kind: str, steps: int) -> str:
    """The name under which a counter's face is drawn."""
    return f"{side}.{kind}" if steps == 2 else f"{side}.{kind}.reduced"


# -------------------- 6.2.1, R-73 What a side may not know, dealt again

SHUFFLES = 20  # tries to find room for everybody


def determinize(g: PanzerBlitz, side: str | None, rng: random.Random) -> PanzerBlitz:
    """A copy in which unseen units, mines, requests and registered hexes of the other side are dealt again.

    4.1.5 Whoever could fire at a mover is asked, and all see who is.
    """
    return redeal(g, side, lambda: _dealt(g, side, rng))


def _dealt(g: PanzerBlitz, side: str | None, rng: random.Random) -> PanzerBlitz:
    twin = g.clone()
    for owner in SIDES:
        if owner != side:
            _deal_units(twin, owner, rng)
            _deal_mines(twin, owner, rng)
            _deal_requests(twin, owner, rng)
            _deal_registered(twin, owner, rng)
    return twin


# ------------------------------------------------------------------ units


class Group(NamedTuple):
    """A unit and what it carries, with the Stacking Points it takes in the open and among houses."""

    units: tuple[Unit, ...]
    points: int
    among_houses: int
    terrain: Mapping[Hex, str]

    def takes(self, h: Hex) -> int:
        """Its Stacking Points in a hex."""
        return self.among_houses if CHART[self.terrain[h]].houses else self.points

    def fits(self, h: Hex, room: int) -> bool:
        """Could it lie in a hex with so many Stacking Points to spare?"""
        if CHART[self.terrain[h]].by_road and any(u.what.vehicle for u in self.units):
            return False
        return self.takes(h) <= room


def _deal_units(g: PanzerBlitz, owner: str, rng: random.Random) -> None:
    """Unseen units change places: something lies wherever something lay, but how much and what is anybody's guess.

    Whether it lies outside a Fortification can be seen.
    """
    groups = _groups(g, owner)
    loose = {u.id for group in groups for u in group.units}
    places = [h for h in g.hexes_of(owner) if not _spoilt(g, h) and any(map(is_unseen_outside, g.here(h)))]
    staying = {h: [u for u in g.here(h) if u.id not in loose] for h in places}
    room = {h: LIMIT - total(g, h, units) for h, units in staying.items()}
    empty = [h for h, units in staying.items() if not any(map(is_unseen_outside, units))]
    for _ in range(SHUFFLES):
        rng.shuffle(groups)
        found = _lay(groups, room, empty, rng)
        if found is not None:
            return _move(g, found)


def _groups(g: PanzerBlitz, owner: str) -> list[Group]:
    """Unseen units that nothing ties to their hex, carriers with their load, in the order of their ids."""
    busy = _busy(g)
    found = []
    for unit in sorted(g.units(owner), key=lambda u: u.id):
        if not unit.carrier and not _spoilt(g, unit.place):
            units = (unit, *sorted(g.load(unit.id), key=lambda u: u.id))
            if all(u.hidden and u.id not in busy and not _tied(u) for u in units):
                stacking = unit.face.stacking
                among_houses = 2 * stacking if unit.what.vehicle else stacking
                found.append(Group(units, stacking, among_houses, g.land.terrain))
    return found


def _spoilt(g: PanzerBlitz, h: Hex) -> bool:
    """Mines, Blocks and Wrecks tell of what came there: it stays."""
    return h in g.mines or h in g.blocks or h in g.wrecks


def _tied(unit: Unit) -> bool:
    """In a work, hull-down, at work, or caught by mines."""
    return bool(unit.inside or unit.hull_down or unit.labor or unit.trapped)


def _busy(g: PanzerBlitz) -> set[str]:
    """Units that steps, requests or declarations speak of: they stay where they are."""
    text = repr(g.steps)
    named = {i for i in g.pieces if f"'{i}'" in text}
    for request in g.requests.values():
        named |= {request.fo, *request.firers}
    op = g.op
    return named | set(g.cat) | set(g.ip_work) | set(g.moved) | (set(op.active) | set(op.recover) if op else set())


def _lay(groups: list[Group], room: dict[Hex, int], empty: list[Hex], rng: random.Random) -> dict[str, Hex] | None:
    """One group for each empty place, the others wherever there is room; None if there is not."""
    first = _one_each(groups, room, empty)
    if first is None:
        return None
    left, found = dict(room), {}
    for n, group in sorted(enumerate(groups), key=lambda item: item[0] not in first):
        able = [first[n]] if n in first else [h for h in left if group.fits(h, left[h])]
        if not able:
            return None
        h = rng.choice(able)
        left[h] -= group.takes(h)
        found.update({u.id: h for u in group.units})
    return found


def _one_each(groups: list[Group], room: dict[Hex, int], empty: list[Hex]) -> dict[int, Hex] | None:
    """Numbers of groups with a place each, by augmenting paths: if there is a way to fill all places, it is found."""
    taken: dict[int, Hex] = {}

    def fill(h: Hex, tried: set[int]) -> bool:
        for n, group in enumerate(groups):
            if n not in tried and group.fits(h, room[h]):
                tried.add(n)
                if n not in taken or fill(taken[n], tried):
                    taken[n] = h
                    return True
        return False

    return taken if all(fill(h, set()) for h in empty) else None


def _move(g: PanzerBlitz, found: dict[str, Hex]) -> None:
    control = dict(g.control)
    for unit_id in sorted(found):
        g.put(replace(g.pieces[unit_id], place=""))
    for unit_id in sorted(found):
        g.put(replace(g.pieces[unit_id], place=found[unit_id]))
    g.control = control


# ------------------------------------------------------------------ mines, requests, registered hexes


def _deal_mines(g: PanzerBlitz, owner: str, rng: random.Random) -> None:
    hidden = sorted(h for h, mine in g.mines.items() if mine.side == owner and not mine.shown)
    kinds = sorted(g.mines[h].strength for h in hidden)
    rng.shuffle(kinds)
    for h, kind in zip(hidden, kinds, strict=True):
        g.mines = {**g.mines, h: replace(g.mines[h], strength=kind)}


def _deal_requests(g: PanzerBlitz, owner: str, rng: random.Random) -> None:
    """11.1, R-95 High explosive or smoke, as far as the side's smoke missions go."""
    left = g.smoke_left.get(owner, 0)
    waiting = {name: r for name, r in g.requests.items() if r.side == owner and _may_be_smoke(g, r)}
    left += sum(r.smoke and bool(r.battery) for r in waiting.values())
    for name, request in waiting.items():
        smoke = (left > 0 or not request.battery) and rng.random() < 0.5
        left -= smoke and bool(request.battery)
        g.requests = {**g.requests, name: replace(request, smoke=smoke)}
    if waiting:
        g.smoke_left = {**g.smoke_left, owner: left}


def _may_be_smoke(g: PanzerBlitz, request: Request) -> bool:
    if request.battery:
        return "S" in TYPES[battery_type(request.battery)].codes
    return all(i in g.pieces and "S" in g.pieces[i].what.codes for i in request.firers)


def _deal_registered(g: PanzerBlitz, owner: str, rng: random.Random) -> None:
    known = g.registered.get(owner, ())
    shown = sorted(h for h in known if h in g.registered_shown)
    secret = len(known) - len(shown)
    if secret:
        free = sorted(g.area - g.registered_shown.keys())
        g.registered = {**g.registered, owner: (*shown, *rng.sample(free, secret))}
