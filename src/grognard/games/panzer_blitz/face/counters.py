"""2.3 How the counters look, and what a deed costs, for tables and reports."""

from __future__ import annotations

from grognard.board.draw import Face, Marker
from grognard.engine import Action, To
from grognard.engine.core.wording import in_halves
from grognard.games.panzer_blitz.rules.close_assault import Assault
from grognard.games.panzer_blitz.rules.data import GRID, TYPES, UnitType
from grognard.games.panzer_blitz.rules.field_works import LeaveWork, SeekHullDown, TakeCover, half_points
from grognard.games.panzer_blitz.rules.movement import Go, Moving, destinations, exit_points
from grognard.games.panzer_blitz.rules.movement_costs import WORK, Price
from grognard.games.panzer_blitz.rules.operation import PlaceChit
from grognard.games.panzer_blitz.rules.overrun import EXTRA, entry_price
from grognard.games.panzer_blitz.rules.overrun_approach import ChargeHome, OverrunNow
from grognard.games.panzer_blitz.rules.panzer_blitz_assault import BlitzCharge
from grognard.games.panzer_blitz.rules.state import PanzerBlitz
from grognard.games.panzer_blitz.rules.transport import Load, Unload, points_due
from grognard.games.panzer_blitz.rules.view import face_key

LIVERIES = {"british": "british", "german": "german_blue", "russian": "soviet", "us": "american"}
SILHOUETTES = {
    "infantry": "infantry",
    "engineer": "engineers",
    "recon_infantry": "recon",
    "gun_light": "gun",
    "gun_heavy": "howitzer",
    "british_carrier": "armoured_car",
    "halftrack": "halftrack",
    "truck": "truck",
    "jeep": "car",
    "motorcycle": "recon",
    "wagon": "wagon",
    "tank": "tank",
    "assault_gun": "assault_gun",
    "tank_destroyer": "assault_gun",
    "armored_car": "armoured_car",
    "sp_artillery": "spg",
}
SPECIAL = {
    "br_mg": "machine_gun",
    "ge_mg": "machine_gun",
    "ge_tiger": "heavy_tank",
    "ge_panther": "sloped_tank",
    "br_stuart": "light_tank",
}


def _silhouette(kind: UnitType) -> str:
    if kind.aircraft:
        return "aircraft"
    if "M" in kind.codes:
        return "mortar"
    if "AA" in kind.codes and kind.gun:
        return "anti_air"
    return SPECIAL.get(kind.id, SILHOUETTES[kind.cls])


def _face(kind: UnitType, steps: int) -> Face:
    """2.3.2 Anti-tank, anti-personnel, range, defense, movement; overrun underlined, the reduced side striped."""
    values = kind.faces[steps - 1]
    printed = (values.at, values.ap, values.range, values.defense, values.ma)
    return Face(
        livery=LIVERIES[kind.nation],
        layout="banded",
        silhouette=_silhouette(kind),
        name=kind.name.split(" (")[0].replace(" platoon", ""),
        values=tuple("-" if value is None else str(value) for value in printed),
        underlined="OVR" in kind.codes,
        reduced=steps == 1 and not kind.aircraft,
    )


def _side(kind: UnitType) -> str:
    return "german" if kind.nation == "german" else "british"


FACES: dict[str, Face | Marker] = {
    **{face_key(_side(kind), kind.id, steps): _face(kind, steps) for kind in TYPES.values() for steps in (1, 2)},
    "british.back": Face(livery="british", hidden=True),
    "german.back": Face(livery=LIVERIES["german"], hidden=True),
    "wreck": Marker("wreck"),
    "smoke": Marker("smoke"),
    "shell holes": Marker("barrage", "SHELL HOLES"),
    "block": Marker("block"),
    "improved position": Marker("works", "IMPROVED"),
    "fortification": Marker("works", "FORT"),
    "minefield": Marker("mine"),
    "bridge out": Marker("bridge_out"),
    "dummy minefield": Marker("text", "DUMMY"),
    "british artillery request": Marker("barrage", "BRITISH"),
    "german artillery request": Marker("barrage", "GERMAN"),
    "pre-registered": Marker("barrage", "REGISTERED"),
    "objective": Marker("objective"),
    "british chit": Marker("chit", "BRITISH"),
    "german chit": Marker("chit", "GERMAN"),
}


def around(g: PanzerBlitz) -> int:
    """2.4 The radius of the Ops chit that is being placed."""
    step = g.steps[-1] if g.steps else None
    return step.radius if isinstance(step, PlaceChit) else 0


def labels(g: PanzerBlitz) -> dict[Action, str]:
    """3.1.2 How many an Ops chit would wake at each hex; 4.0 what each deed costs the unit that is being moved."""
    step = g.steps[-1] if g.steps else None
    if isinstance(step, PlaceChit):
        return {To(h): str(n) for h, n in step.woken(g).items()}
    if not isinstance(step, Moving) or step.unit not in g.pieces or not g.pieces[step.unit].place:
        return {}
    unit = g.pieces[step.unit]
    found: dict[Action, int | None] = {Go(h): half for h, half in destinations(g, step).items()}
    found |= {Load(u.id): points_due(g, unit, u, "load") for u in g.here(unit.place)}
    found |= {Unload(u.id): points_due(g, unit, u, "unload") for u in g.load(unit.id)}
    found |= {SeekHullDown(): half_points(unit), TakeCover(): WORK, LeaveWork(): WORK}
    for h in GRID.neighbours[unit.place]:
        cost = entry_price(g, unit, h=h, a=unit.place)
        charge = cost.half + EXTRA if isinstance(cost, Price) else None
        found |= {kind(h): charge for kind in (OverrunNow, ChargeHome, BlitzCharge)}
        found[Assault(h)] = exit_points(unit)
    return {action: in_halves(half / 2) for action, half in found.items() if half}
