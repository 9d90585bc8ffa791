"""2.11 How the counters look and the charts are printed, for tables and reports."""

from __future__ import annotations

from typing import Any

from grognard.board.draw import Face, Marker
from grognard.engine import Chart
from grognard.games.tank_leader.rules.data import TABLES, TYPES, UnitType

SILHOUETTES = {
    "armoured_car": "armoured_car",
    "artillery": "gun",
    "fo": "recon",
    "halftrack": "halftrack",
    "infantry": "infantry",
    "spg": "spg",
    "tank": "tank",
    "truck": "truck",
}
LIVERIES = {"german": "german", "soviet": "soviet"}


def _face(kind: UnitType) -> Face:
    strengths = tuple("-" if n is None else n for n in (kind.av, kind.ai))
    return Face(
        livery=LIVERIES[kind.side],
        layout="blitz",
        silhouette=SILHOUETTES[kind.kind],
        name=kind.name.split(" (")[0],
        values=(*strengths, kind.range, kind.defense, kind.ma),
    )


FACES: dict[str, Face | Marker] = {
    **{f"{kind.side}.{kind.id}": _face(kind) for kind in TYPES.values()},
    **{f"{side}.back": Face(livery=livery, hidden=True) for side, livery in LIVERIES.items()},
    "entrenchment": Marker("works", "ENTRENCHED"),
    "fire zone": Marker("barrage", "FIRE ZONE"),
    "control": Marker("objective", "HELD"),
    "centre": Marker("text", "AREA"),
}


RESULTS = (
    ("Miss", "no effect"),
    ("Hit", "a morale check"),
    ("Hit+1", "a morale check with 1 added to the dice"),
    ("Hit+2", "a morale check with 2 added"),
    ("Hit+3", "a morale check with 3 added"),
    ("Kill", "eliminated"),
)
COLUMNS = ("vehicle", "non-vehicle")


def _combat() -> Chart:
    """9.23 Three dice, the difference of strength and defense, and the modifiers."""
    lists = [TABLES["crt"][key]["rows"] for key in ("vehicle", "non_vehicle")]
    low, high = min(rows[0]["max"] for rows in lists), max(rows[-1]["min"] for rows in lists)
    words = {low: f"{low} or less", high: f"{high} or more"}
    rows = tuple((words.get(n, str(n)), tuple(_result(rows, n) for rows in lists)) for n in range(low, high + 1))
    return Chart("combat results", "Combat results", COLUMNS, rows, RESULTS, "TL-9.23.3", dice=3)


def _result(rows: list[dict[str, Any]], total: int) -> str:
    return str(next(r["result"] for r in rows if r.get("min", total) <= total <= r.get("max", total)))


def _modifiers() -> Chart:
    """9.23 What is added to the fire dice."""
    rows = tuple(
        (row["name"], (f"{row['value']:+d}", row["list"].replace("_", "-"))) for row in TABLES["crt"]["modifier"]
    )
    return Chart("fire modifiers", "Fire modifiers", ("Dice", "Target"), rows, cite="TL-9.22.2")


def _movement() -> Chart:
    """8.6 The Movement Point Costs Chart."""
    words = {"P": "no entry", "stop": "all that is left", "half_ma_down": "half the allowance", 0.5: "½"}
    costs = {name: row for name, row in TABLES["movement_costs"].items() if isinstance(row, dict) and "vehicle" in row}
    rows = tuple(
        (name.replace("_", " "), tuple(str(words.get(row[key], row[key])) for key in ("vehicle", "non_vehicle")))
        for name, row in costs.items()
    )
    return Chart("movement", "Movement point costs", ("Vehicles", "On foot"), rows, cite="TL-8.1")


CHARTS = (_combat(), _modifiers(), _movement())
