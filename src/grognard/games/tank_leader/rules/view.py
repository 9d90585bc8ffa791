"""8.55, 6.6, 12.21 What each side may see, and how the unknown is dealt again."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import NamedTuple, TypeVar

from msgspec import structs
from msgspec.structs import replace

from grognard.board.hexes.grid import Hex
from grognard.engine import CardView, Marker, PieceView, Track, View
from grognard.engine.core.fact import fact
from grognard.engine.core.redeal import deal_sealed, redeal
from grognard.engine.core.step import names_in
from grognard.engine.core.wording import join_words
from grognard.games.tank_leader.rules.areas import BattalionArea, CompanyArea, area_of
from grognard.games.tank_leader.rules.card_play import Interrupts
from grognard.games.tank_leader.rules.cards import combat_members, commanded, in_effect
from grognard.games.tank_leader.rules.data import (
    CARDS,
    EXPERIENCE,
    GERMAN,
    GRID,
    PARENT_OF,
    SIDES,
    SOVIET,
    Card,
    UnitType,
    c3_rating,
    experience,
    other,
)
from grognard.games.tank_leader.rules.indirect_fire import silent, zone_strength
from grognard.games.tank_leader.rules.interrupts import may_interrupt
from grognard.games.tank_leader.rules.names import examinable, open_among
from grognard.games.tank_leader.rules.reinforcements import reinforcement_rows
from grognard.games.tank_leader.rules.sequence import PHASES
from grognard.games.tank_leader.rules.setup import area
from grognard.games.tank_leader.rules.spotting import in_sight
from grognard.games.tank_leader.rules.state import TankLeader, Unit
from grognard.games.tank_leader.rules.terrain import Conditions
from grognard.games.tank_leader.rules.victory import points, scored_hexes

T = TypeVar("T")
Pairs = tuple[tuple[str, T], ...]  # what a dict holds, in its order


def view(g: TankLeader, side: str | None) -> View:
    """The table from one chair."""
    cards = _concerned(g, side)
    pieces, examined, known = _counters(g, side)
    return View(
        side=side,
        turn=g.turn,
        turns=g.turns,
        phases=PHASES,
        phase=g.phase,
        pieces=pieces,
        markers=_markers(g, cards),
        tracks=_tracks(g),
        focus=tuple(dict.fromkeys([u.place for u in examined if u.card in cards])) if cards else (),
        cards=_laid_out(_deck(g), side, known),
    )


class Counters(NamedTuple):
    """8.55 Counters as a side sees them, the units of formations among them that it knows, and these by formation."""

    pieces: tuple[PieceView, ...]
    examined: Sequence[Unit]
    known: Pairs[tuple[str, ...]]


@fact
def _counters(g: TankLeader, side: str | None) -> Counters:
    """8.55 All counters as they lie before a side, then what is off the map: the same while nothing of it changes."""
    shaken = tuple([key for key, where in g.cards.items() if where == "shaken"])
    pieces = (*_on_the_map(g, side, shaken), *_off_the_map(g, side))
    examined = _examined(g, pieces)
    return Counters(pieces, examined, _by_formation(examined))


def _on_the_map(g: TankLeader, side: str | None, shaken: tuple[str, ...]) -> list[PieceView]:
    """8.55 The counters of each hex; who is alone may be examined."""
    found: list[PieceView] = []
    pieces, active = g.pieces, g.active
    for ids in g.at.values():
        if len(ids) == 1:
            unit = pieces[ids[0]]
            found.append(_face_up(unit, unit.card in shaken, unit.card in active))
        else:
            found += _stack(tuple([pieces[i] for i in ids]), side, shaken, active)
    return found


@lru_cache(1 << 14)
def _stack(
    here: tuple[Unit, ...], side: str | None, shaken: tuple[str, ...], active: tuple[str, ...]
) -> tuple[PieceView, ...]:
    """8.55 The counters of one hex: faces, and the backs of those that may not be examined."""
    return tuple(
        _face_up(unit, unit.card in shaken, unit.card in active)
        if unit.side == side or open_among(here, unit, side)
        else _face_down(unit)
        for unit in as_they_lie(here)
    )


def as_they_lie(here: Sequence[Unit]) -> Sequence[Unit]:
    """8.5, 13.31 The units of a hex from the bottom to the top, passengers under their vehicle."""
    riders = [u for u in here if u.carrier]
    if not riders:
        return here
    return [u for top in here if not top.carrier for u in (*(r for r in riders if r.carrier == top.id), top)]


def _off_the_map(g: TankLeader, side: str | None) -> Iterator[PieceView]:
    """5.2, 12.21 One's own units that wait, ride or hide; of the enemy's the backs of those that wait at an entry."""
    for unit in (u for u in g.pieces.values() if not u.place):
        if unit.side == side:
            yield _open(g, unit)
        elif not unit.recorded and not unit.carrier and (unit.card or unit.id) in g.entry:
            yield PieceView(unit.id, unit.side, "", f"{unit.side}.back", "Reinforcement", hidden=True)


def _examined(g: TankLeader, pieces: Sequence[PieceView]) -> list[Unit]:
    """8.55 The units of formations on the map that lie open before a side."""
    known = {piece.id for piece in pieces if not piece.hidden}
    return [unit for unit in g.pieces.values() if unit.id in known and unit.card and unit.place]


def _concerned(g: TankLeader, side: str | None) -> tuple[str, ...]:
    """6.52, 6.61, 11.1 The formations that are active or about to be, or whose area is being designated."""
    step = g.steps[-1] if g.steps else None
    match step:
        case Interrupts() if not (face_down(g, g.pile[-1]) and CARDS[g.pile[-1]].side != side):
            return commanded(g.pile[-1])
        case CompanyArea(card=card):
            return (card,)
        case BattalionArea(parent=parent):
            return combat_members(parent)
    return g.active


@lru_cache(1 << 14)
def _face_down(unit: Unit) -> PieceView:
    """8.55 One counter that may not be examined."""
    back, worn = unit.what.back.capitalize(), ("suppressed",) if unit.suppressed else ()
    return PieceView(unit.id, unit.side, unit.place, f"{unit.side}.back", back, marks=worn, hidden=True)


def _open(g: TankLeader, unit: Unit) -> PieceView:
    return _face_up(unit, g.shaken(unit.card), unit.card in g.active)


@lru_cache(1 << 14)
def _face_up(unit: Unit, shaken: bool, active: bool) -> PieceView:
    """2.11 One counter that may be examined."""
    values = printed_values(unit.what)
    note = f"hidden in {unit.recorded}" if unit.recorded else ""
    if unit.carrier:
        note = "in transport"
    elif unit.card:
        note = note or f"{CARDS[unit.card].name}, {EXPERIENCE[unit.exp]}"
    face, worn = f"{unit.side}.{unit.type}", _worn(unit, shaken, active)
    return PieceView(unit.id, unit.side, unit.place, face, unit.name, values, worn, note=note)


def printed_values(what: UnitType) -> str:
    """2.11 What the counter prints, each number by its name."""
    av, ai = ("-" if n is None else n for n in (what.av, what.ai))
    reach = f"range {what.range}" if not what.av_range else f"range {what.range}, AV {what.av_range}"
    return f"AV {av}, AI {ai}, defense {what.defense}, MA {what.ma}, {reach}"


def marks(g: TankLeader, unit: Unit) -> tuple[str, ...]:
    """2.12 The markers on a unit."""
    return _worn(unit, g.shaken(unit.card), unit.card in g.active)


def _worn(unit: Unit, shaken: bool, active: bool) -> tuple[str, ...]:
    """2.12 The same, by what has become of its formation."""
    words = (
        ("done", not unit.up),
        ("suppressed", unit.suppressed),
        ("separated", unit.separated),
        ("fired", unit.fired),
        ("spotted", unit.noted),
        ("may not leave", bool(unit.bound)),
        ("entrenching", unit.trench == 1),
        ("entrenched", unit.trench == 2),
        (EXPERIENCE[unit.exp], unit.boosted),
        ("quick kill", unit.quick),
        ("shaken", shaken),
        ("active", active),
    )
    return tuple(word for word, on in words if on)


def _markers(g: TankLeader, concerned: tuple[str, ...]) -> tuple[Marker, ...]:
    """13.27 Fire zones, and what lies there for longer."""
    trenches, control, centres = tuple(g.trenches.items()), tuple(g.control.items()), tuple(g.centres.items())
    laid = _laid(g.scenario_id, concerned, trenches, control, centres)
    return (*_fire_zones(g), *laid) if g.zones else laid  # as long as it is the very same it is not looked at again


def _fire_zones(g: TankLeader) -> list[Marker]:
    """13.27 The fire zones that are not silent."""
    loud = [(h, zone) for h, zones in g.zones.items() for zone in zones if not silent(g, zone)]
    return [Marker("fire zone", h, "{}/{}".format(*zone_strength(g, zone))) for h, zone in loud]


@lru_cache(1 << 12)
def _laid(
    scenario: str,
    concerned: tuple[str, ...],
    trenches: Pairs[int],
    control: Pairs[str],
    centres: Pairs[str],
) -> tuple[Marker, ...]:
    """13.41, 15.5, 11.1 Vacant entrenchments, hexes that count and who holds them, centres and areas of operations."""
    found = [Marker("entrenchment", h, str(n) if n > 1 else "") for h, n in trenches]
    found += [Marker("control", h, holder.title()) for h, holder in control]
    found += [Marker("objective", h) for h in scored_hexes(scenario) if h not in dict(control)]
    found += [Marker("centre", h, CARDS[card].id) for card, h in centres]
    return (*found, *_areas(concerned, centres))


def _areas(concerned: tuple[str, ...], centres: Pairs[str]) -> list[Marker]:
    """11.1 The areas of operations of the formations concerned, and of their battalions."""
    lit = {name for card in concerned for name in (card, PARENT_OF.get(card))}
    areas = [(card, h) for card, h in centres if card in lit]
    return [Marker("area of operations", h, CARDS[card].id) for card, centre in areas for h in area_of(card, centre)]


def _tracks(g: TankLeader) -> tuple[Track, ...]:
    german, soviet = points(g, GERMAN), points(g, SOVIET)
    standing, cards = _standing(g.conditions, g.visibility, german, soviet), _card_tracks(g)
    return (*standing, *cards) if cards else standing


@lru_cache(1 << 10)
def _standing(weather: Conditions, visibility: int, german: int, soviet: int) -> tuple[Track, ...]:
    season = weather.season if weather.ground == "normal" else f"{weather.season}, {weather.ground}"
    return (
        Track("Visibility", str(visibility), "TL-9.11.1"),
        Track("Season", season, "TL-3.2.1"),
        Track("Urbanization", weather.urbanization, "TL-3.3.1"),
        Track("Area", weather.area.replace("_", " "), "TL-3.4.1"),
        Track("Contour", weather.contour, "TL-3.5.1"),
        Track("German points", str(german), "TL-15.5.1"),
        Track("Soviet points", str(soviet), "TL-15.5.1"),
    )


def _card_tracks(g: TankLeader) -> list[Track]:
    """6.52 Who may interrupt the card on top, and the last clash of two interrupts."""
    found = []
    if g.steps and isinstance(g.steps[-1], Interrupts):
        sides = [side.title() for side in SIDES if may_interrupt(g, side)]
        found.append(Track("May interrupt", join_words(sides), "TL-6.52.2"))
    if g.clash:
        found.append(Track("Both interrupted", g.clash, "TL-6.52.5"))
    return found


# ------------------------------------------------------------------ cards


def face_down(g: TankLeader, key: str) -> bool:
    """6.6 Does a card of the pile lie face-down? Only the top card is ever turned up."""
    return g.limited and g.cards[key] == "pile" and not in_effect(g, key)


class Deck(NamedTuple):
    """6.5 All that is told of cards: where they lie, which are face-up, whose formations are active or have lost."""

    year: int
    limited: bool
    pile: tuple[str, ...]
    shown: bool
    active: tuple[str, ...]
    places: Pairs[str]
    losses: Pairs[int]

    def in_effect(self, key: str) -> bool:
        """6.6 Is this the card of the pile that has been turned up?"""
        return self.shown and bool(self.pile) and self.pile[-1] == key

    def face_down(self, key: str) -> bool:
        """6.6 Does a card of the pile lie face-down?"""
        return self.limited and not self.in_effect(key)


def _deck(g: TankLeader) -> Deck:
    return Deck(g.year, g.limited, g.pile, g.shown, g.active, tuple(g.cards.items()), tuple(g.losses.items()))


@lru_cache(1 << 12)
def _laid_out(deck: Deck, side: str | None, examined: Pairs[tuple[str, ...]]) -> tuple[CardView, ...]:
    """6.5 One's own hand, the backs of the other, the pile, and what lies aside or shaken; and who is known of each."""
    found, known, places, losses = [], dict(examined), dict(deck.places), dict(deck.losses)

    def shown(key: str, place: str) -> CardView:
        card, rating, _, below, members = _printed(key, deck.year)
        if places[key] == "pile" and deck.face_down(key) and card.side != side:
            return CardView("", card.side, place, "Formation card", rating, hidden=True)
        lit = key in deck.active or deck.in_effect(key)
        there = tuple([m for m in members if m in places]) if members else ()
        pieces = tuple([unit for m in below for unit in known.get(m, ())]) if members else known.get(key, ())
        return _card(key, deck.year, place, losses.get(key, 0), lit, there, pieces)

    found += [shown(key, f"pile {i + 1}") for i, key in enumerate(deck.pile)]
    for key, where in sorted(deck.places):
        if where not in ("due", "out", "pile", "hand") or (where == "hand" and CARDS[key].side == side):
            found.append(shown(key, where))
    for one in SIDES:
        if one != side:
            held = sum(where == "hand" and CARDS[key].side == one for key, where in deck.places)
            found += [CardView("", one, "hand", "Formation card", hidden=True)] * held
    return tuple(found)


@lru_cache(1 << 12)
def _card(
    key: str, year: int, place: str, lost: int, lit: bool, members: tuple[str, ...], pieces: tuple[str, ...]
) -> CardView:
    """6.1 One card with the known units under it."""
    card, rating, title, *_ = _printed(key, year)
    text = _card_text(key, year, lost, members)
    return CardView(key, card.side, place, title, rating, text, lit=lit, pieces=pieces)


def _by_formation(units: Sequence[Unit]) -> Pairs[tuple[str, ...]]:
    """8.55 Known units by the formation they belong to."""
    known: dict[str, list[str]] = {}
    for unit in units:
        known.setdefault(unit.card, []).append(unit.id)
    return tuple([(card, tuple(ids)) for card, ids in known.items()])


class Printed(NamedTuple):
    """6.1, 6.2 What a card says in a year, and the combat formations under it: with itself, and without."""

    card: Card
    rating: str
    title: str
    below: tuple[str, ...]
    members: tuple[str, ...]


@cache
def _printed(key: str, year: int) -> Printed:
    card = CARDS[key]
    return Printed(card, c3_rating(key, year), f"{card.number} {card.id}", commanded(key), combat_members(key))


def _card_text(key: str, year: int, lost: int, members: tuple[str, ...]) -> str:
    """6.1 What a combat card prints and has lost, or the combat formations of the game under a higher one."""
    card = CARDS[key]
    if card.type != "combat":
        return f"{card.name}; " + ", ".join(CARDS[m].id for m in members)
    return f"{card.name}; {EXPERIENCE[experience(key, year)]}, morale {card.morale} (+{card.loss_mod}), {lost} lost"


# ------------------------------------------------------------------ dealing the unknown again


def determinize(g: TankLeader, side: str | None, rng: random.Random) -> TankLeader:
    """A copy in which what this side may not know is dealt again; the same view and generator give the same deal.

    6.52 Who is asked hangs on whom his cards could bring to act, and all see who is.
    """
    return redeal(g, side, lambda: _dealt(g, side, rng))


def _dealt(g: TankLeader, side: str | None, rng: random.Random) -> TankLeader:
    twin = g.clone()
    for enemy in SIDES:
        if enemy == side:
            continue
        _deal_units(twin, enemy, side, rng)
        _deal_posts(twin, enemy, rng)
        _deal_turns(twin, enemy, rng)
        if twin.limited:
            _deal_cards(twin, enemy, rng)
    deal_sealed(twin, side, rng)  # 6.52
    return twin


def _deal_units(g: TankLeader, enemy: str, side: str | None, rng: random.Random) -> None:
    """8.55 Units that may not be examined, hidden or waiting off the map could be one another within their kind."""
    alike: dict[tuple[str, ...], list[Unit]] = {}
    busy = _at_work(g)
    for unit in g.pieces.values():
        if unit.side == enemy and unit.id not in busy and not examinable(g, unit, side):
            alike.setdefault(_told_by(g, unit), []).append(unit)
    for units in alike.values():
        dealt = sorted(units, key=_who)
        rng.shuffle(dealt)
        for old, new in zip(units, dealt, strict=True):
            kept = {"id": old.id, "place": old.place, "carrier": old.carrier}
            g.put(replace(new, **kept, recorded=old.recorded, trench=old.trench))


def _at_work(g: TankLeader) -> set[str]:
    """6.61, 8.2 Who moves, and whom a step that is under way names: its formation is active and may have rolled."""
    return {*names_in(g.steps), *([g.move.unit] if g.move is not None else [])}


def _told_by(g: TankLeader, unit: Unit) -> tuple[str, ...]:
    """8.55 What can be told of a counter: its kind, and whether it rides, hides, digs, waits at an entry, or is due.

    All see it when a unit becomes suppressed, and when it recovers.
    """
    where = "map" if unit.place else "hidden" if unit.recorded else "off"
    waits = unit.id if unit.what.truck and where == "off" else str((unit.card or unit.id) in g.entry)
    return (
        unit.what.back,
        where,
        "rides" if unit.carrier else "",
        str(unit.trench),
        waits if where == "off" else "",
        str(unit.suppressed),
    )


def _who(unit: Unit) -> tuple[object, ...]:
    """Everything about a unit but its counter's number and place."""
    return tuple(value for name, value in structs.asdict(unit).items() if name not in ("id", "place", "carrier"))


def _deal_posts(g: TankLeader, enemy: str, rng: random.Random) -> None:
    """12.21, 15.5.7 Hidden units are somewhere else that fits what is known."""
    hidden = [u for u in g.pieces.values() if u.side == enemy and u.recorded]
    foes = {u.place for u in g.units(other(enemy))} if hidden else set()
    seen = {h for f in foes for h in GRID.within(f, 2) if in_sight(g, h, f)}
    for unit in hidden:
        post = rng.choice(_posts(g, unit, foes, seen) or [unit.recorded])
        g.put(replace(unit, recorded=post))
        if g.began.get(unit.id) == unit.recorded:
            g.began = {**g.began, unit.id: post}


def _posts(g: TankLeader, unit: Unit, foes: set[Hex], seen: set[Hex]) -> list[Hex]:
    """Where a hidden unit could be: an observer where no enemy stands, an ambush where none would have found it."""
    if unit.what.kind == "fo":
        return [h for h in GRID.hexes if h not in foes]
    ground = area(g.scenario_id, unit.side, 0)
    return [h for h in ground if h not in seen and g.country.may_enter(h, unit.what.mover)]


def _deal_turns(g: TankLeader, enemy: str, rng: random.Random) -> None:
    """5.1.2 A secretly chosen turn is any that is still to come."""
    for key, group in g.groups.items():
        arrival = reinforcement_rows(g.scenario_id)[group.row]["arrival"]
        if group.side == enemy and arrival["kind"] == "secret_turn" and group.turn:
            later = [n for n in arrival["turns"] if n > g.turn] or [group.turn]
            g.groups = {**g.groups, key: replace(group, turn=rng.choice(later))}


def _deal_cards(g: TankLeader, enemy: str, rng: random.Random) -> None:
    """6.6 Face-down cards and cards in hand of the same rating and type could be one another."""
    alike: dict[tuple[str, str], list[str]] = {}
    for key in sorted(g.cards):
        if CARDS[key].side == enemy and (g.cards[key] == "hand" or face_down(g, key)):
            alike.setdefault((g.rating(key), CARDS[key].type), []).append(key)
    for keys in alike.values():
        below = [i for i, key in enumerate(g.pile) if key in keys]
        dealt = rng.sample(keys, len(keys))
        g.cards = {**g.cards, **{key: "pile" if i < len(below) else "hand" for i, key in enumerate(dealt)}}
        pile = list(g.pile)
        for i, key in zip(below, dealt, strict=False):
            pile[i] = key
        g.pile = tuple(pile)
