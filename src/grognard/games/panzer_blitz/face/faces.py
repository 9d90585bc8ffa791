"""2.3 How the counters look and the tables are printed, for tables and reports."""

from __future__ import annotations

from grognard.board.draw import Face, Marker
from grognard.engine import Action, PrintedChart, To
from grognard.games.panzer_blitz.rules.data import AA_COLUMNS, FIRE_TABLE, SCATTER_BANDS, TYPES, UnitType
from grognard.games.panzer_blitz.rules.indirect_fire import SCATTER_COLUMN
from grognard.games.panzer_blitz.rules.movement import MoveUnit, overland
from grognard.games.panzer_blitz.rules.state import PanzerBlitz
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
        layout="blitz",
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
    "british chit": Marker("text", "BRITISH"),
    "german chit": Marker("text", "GERMAN"),
}

ROWS = ("0 or less", *map(str, range(1, 12)), "12 or more")
RESULTS = (
    ("-", "no effect"),
    ("D", "disrupted"),
    ("DD", "disrupted; a step if disrupted before"),
    ("1X", "one step lost, the others DD"),
    ("2X", "two steps lost, the others DD"),
    ("3X", "three steps lost, the others DD"),
)


def _fire() -> PrintedChart:
    rows = tuple((row, tuple(column.results[i] for column in FIRE_TABLE)) for i, row in enumerate(ROWS))
    columns = tuple(column.label for column in FIRE_TABLE)
    note = "A natural 2 is the best result of the column, a natural 12 always misses."
    return PrintedChart("direct fire", "Direct Fire Table", columns, rows, RESULTS, "PB-7.4.4", note)


def _flak() -> PrintedChart:
    rows = tuple((row, tuple(column[i] for column in AA_COLUMNS.values())) for i, row in enumerate(ROWS))
    meanings = (("-", "no effect"), ("D", "so much on its roll"), ("DD", "+3, then recalled"), ("X", "destroyed"))
    return PrintedChart("flak", "Anti-aircraft fire", tuple(map(str, AA_COLUMNS)), rows, meanings, "PB-16.4.13")


def _scatter() -> PrintedChart:
    rows = tuple((f"{limit} or less" if limit < 99 else "more", (str(hexes),)) for limit, hexes in SCATTER_BANDS)
    meanings = (("0", "on target"), *((str(n), f"{n} astray, in the direction of a die") for n in (1, 2, 3)))
    note = "A natural 2 is always on target, a natural 12 three hexes astray."
    return PrintedChart("scatter", "Indirect fire scatter", (SCATTER_COLUMN,), rows, meanings, "PB-11.3.15", note)


CHARTS = (_fire(), _flak(), _scatter())


def labels(g: PanzerBlitz) -> dict[Action, str]:
    """4.0 What each destination costs the unit that is being moved, in movement points."""
    step = g.steps[-1] if g.steps else None
    if not isinstance(step, MoveUnit) or step.unit not in g.pieces or not g.pieces[step.unit].place:
        return {}
    unit = g.pieces[step.unit]
    if unit.what.gun:
        return {}
    return {To(h): f"{half / 2:g}" for h, half in overland(g, unit, step.start).items() if h != unit.place}
