"""2.3 All that is known of a counter: its numbers by name, its markers, what it is good for, what it may do now."""

from __future__ import annotations

from grognard.board.hexes.grid import Hex
from grognard.engine import Ask, Briefing, Deed, Dossier, PieceView, Reach, Value
from grognard.engine.core.wording import with_count
from grognard.games.panzer_blitz.rules.data import GRID, UnitType
from grognard.games.panzer_blitz.rules.direct_fire import farthest, reach_of, why_not_reach, why_not_shoot
from grognard.games.panzer_blitz.rules.movement import Moving, destinations, points_left
from grognard.games.panzer_blitz.rules.sight import sees
from grognard.games.panzer_blitz.rules.state import PanzerBlitz, Unit, over
from grognard.games.panzer_blitz.rules.units import states
from grognard.games.panzer_blitz.rules.view import is_hidden

NUMBERS = (
    ("anti-tank", "at", "PB-2.3.3", "against armored targets"),
    ("anti-personnel", "ap", "PB-2.3.3", "against unarmored targets"),
    ("range", "range", "PB-2.3.4", "in hexes"),
    ("defense", "defense", "PB-2.3.5", ""),
    ("movement", "ma", "PB-2.3.6", "points an Operation"),
    ("stacking", "stacking", "PB-2.3.22", "of the six points of a hex"),
)
CODES = {
    "OVR": "may overrun (8.0)",
    "IF": "fires indirectly (11.0)",
    "M": "mortar: fires at once with an observer (11.4)",
    "S": "fires smoke (12.0)",
    "AA": "fires at aircraft, at half its range (16.4)",
    "ENG": "engineers: clear mines, build and remove blocks, blow up bridges (17.0)",
    "AMP": "swims across rivers (4.4)",
    "CHURCHILL": "climbs slopes at no extra cost (14.9)",
    "RECON": "reconnaissance: may ride jeeps and motorcycles (4.3.5)",
    "ROCKET": "attacks with rockets first (16.3.4)",
}
MODES = {"leg": "on foot", "wheeled": "wheeled", "tracked": "tracked", "air": "aircraft"}
UNSEEN = "Nobody on your side has spotted what lies here: its number and kind are hidden (6.2.1)"


def dossier(g: PanzerBlitz, side: str | None, piece: PieceView) -> Dossier:
    """2.3, 6.2.1 Everything of an own or a Spotted unit, nothing of a stack that is not."""
    if piece.hidden:
        return Dossier(piece.id, piece.name, f"{piece.side.capitalize()}", place=piece.place, note=UNSEEN)
    unit = g.pieces[piece.id]
    return Dossier(
        unit.id,
        unit.name,
        f"{unit.side.capitalize()} {kind(unit.what)}",
        values(unit),
        (*(states(unit) or ["fresh"]), *_more_states(g, unit)),
        tuple(abilities(unit.what)),
        tuple(can(g, unit)) if unit.side == side else (),
        tuple(u.name for u in g.load(unit.id) if not is_hidden(u, side)) if unit.place else (),
        over(unit),
    )


def kind(what: UnitType) -> str:
    """2.3.3 Infantry, gun, armored or unarmored vehicle, and how it moves."""
    if what.aircraft:
        return "aircraft"
    name = "infantry" if what.infantry else "gun" if what.gun else "vehicle"
    armor = "armored " if what.armored else "unarmored " if what.vehicle else ""
    return f"{armor}{name}, {MODES.get(what.mode, 'towed')}"


def values(unit: Unit) -> tuple[Value, ...]:
    """2.3.2 Every printed number of the side that lies up."""
    line = "black: attacked on the AT line" if unit.what.armored else "red: attacked on the AP line"
    found = []
    for name, key, cite, note in NUMBERS:
        number = getattr(unit.face, key)
        found.append(Value(name, "none" if number is None else str(number), cite, note or line))
    return tuple(found)


def abilities(what: UnitType) -> list[str]:
    """2.3.2, 4.3, 11.2 What sets its kind apart."""
    found = [words for code, words in CODES.items() if code in what.codes]
    if what.transport_class:
        found.append("carries infantry on its back (4.3.7)" if what.transport_class == "afv" else "carrier (4.3)")
    if what.infantry:
        found.append("may observe for artillery (11.2)")
    if what.gun:
        found.append("moves only as a passenger (2.3.2)")
    return found


def _more_states(g: PanzerBlitz, unit: Unit) -> list[str]:
    cases = (
        ("unspotted", unit.unspotted),
        ("caught in a minefield", unit.trapped),
        ("recalled: leaves at the end of the turn", unit.recalled),
        (f"still to come, from turn {unit.arrives}", bool(unit.arrives) and not unit.place),
        ("is to close assault", unit.id in g.cat),
        ("waits for assault fire", unit.id in g.ready),
    )
    return [word for word, holds in cases if holds]


def can(g: PanzerBlitz, unit: Unit) -> list[str]:
    """3.1.2.1 What the question that is put now lets it do."""
    step = g.steps[-1] if g.steps else None
    found = [] if not g.asks or g.asks[0].side != unit.side else _named(g, unit, g.asks[0])
    if isinstance(step, Moving) and step.unit == unit.id and unit.place:
        left = with_count(points_left(g, unit) / 2, "movement point")
        found.append(f"go on: {left} left, {with_count(len(destinations(g, step)), 'hex')} in reach")
    return found


def _named(g: PanzerBlitz, unit: Unit, ask: Ask) -> list[str]:
    return [a.says(g) for a in ask.actions if isinstance(a, Deed) and getattr(a, "piece", "") == unit.id]


# -------------------- What each side is told before a situation begins


def briefing(g: PanzerBlitz, side: str) -> Briefing:
    """The same for everybody who plays the side."""
    return g.situation.briefing[side]


# -------------------- 2.3.2, 7.1, 7.8 Which hexes a unit can fire into from where it is


def reach(g: PanzerBlitz, side: str | None, piece: str) -> tuple[Reach, ...]:
    """7.8.1 Where it may still fire this turn, at any kind of target; of what is unspotted, where it might."""
    owner, unseen, here = piece.partition("?")
    if unseen:
        return _might(g, owner, here)
    unit = g.pieces.get(piece)
    if unit is None or is_hidden(unit, side) or unit.place not in GRID or why_not_shoot(g, unit) is not None:
        return ()
    lines = [line for line in ("AT", "AP") if (unit.face.at if line == "AT" else unit.face.ap) is not None]
    found = [
        h
        for h in GRID.within(unit.place, max((reach_of(unit, line) for line in lines), default=0))
        if h in g.area and any(why_not_reach(g, unit, h, line) is None for line in lines)
    ]
    return (Reach("fire", "PB-7.8.1", tuple(found), watches=True),) if found else ()


def _might(g: PanzerBlitz, owner: str, here: Hex) -> tuple[Reach, ...]:
    """6.2.1 What everybody may know of an Unspotted stack: how far anybody of its side fires, and what it sees."""
    hexes = (h for h in GRID.within(here, farthest(g.scenario_id, owner)) if h in g.area and sees(g, here, h))
    return (Reach("might fire", "PB-6.2.1", tuple(hexes), watches=True),)
