"""2.11 How the counters look and the charts are printed, for tables and reports."""

from __future__ import annotations

from typing import Any

from msgspec.structs import asdict

from grognard.board.draw import Face, Marker
from grognard.engine import Chart
from grognard.games.tank_leader.rules.data import MAPS, QUICK_KILL, TABLES, TYPES, UnitType
from grognard.games.tank_leader.rules.forces import random_condition
from grognard.games.tank_leader.rules.reinforcements import road_of
from grognard.games.tank_leader.rules.terrain_chart import ALL_POINTS, BRIDGE_ROOM, NO_ENTRY, Cost, WaterCosts
from grognard.games.tank_leader.rules.terrain_chart import CHART as TERRAIN

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
        layout="banded",
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
    "objective": Marker("objective", "OBJECTIVE"),
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
    return Chart(
        "combat results", "Combat results", COLUMNS, rows, RESULTS, "TL-9.23.3", dice=3, wanted="at least a hit"
    )


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
    costs = {_words(kind): row.cost for kind, row in TERRAIN.items() if isinstance(row.cost, Cost)}
    costs |= {key: Cost(**TABLES["movement_costs"][key]) for key in ("road", "uphill")}
    for kind, row in TERRAIN.items():
        if isinstance(row.cost, WaterCosts):
            costs |= {f"{kind} {water}": cost for water, cost in asdict(row.cost).items()}
    rows = tuple((name, tuple(PRICES.get(price, str(price)) for price in cost)) for name, cost in costs.items())
    return Chart(
        "movement", "Movement point costs", ("Vehicles", "On foot"), (*rows, *_crossings(), *_going()), cite="TL-8.1"
    )


def _terrain() -> Chart:
    """8.5, 9.1, 14 What each kind of ground holds, hides and allows."""
    rows = tuple(
        (_words(kind), (row.cover or "-", *("yes" if so else "-" for so in (row.obstructs, row.overrun, row.assault))))
        for kind, row in TERRAIN.items()
    )
    columns = ("Cover", "Hides what is behind", "Overrun", "Close assault")
    return Chart(
        "terrain", "Terrain", columns, rows, cite="TL-9.15.1", note="Movement and stacking have their own charts."
    )


def _crossings() -> list[tuple[str, tuple[str, str]]]:
    """8.1.5, R-27a What no price tells: bridges, and who begins in a flooded stream."""
    bridge, wet = "the road along it, else the water", "one hex only"
    return [("bridge", (bridge, bridge)), ("out of a flooded stream", (wet, wet))]


def _going() -> list[tuple[str, tuple[str, str]]]:
    """8.15, 8.16 What mud and snow add."""
    found = []
    for ground in ("mud", "snow"):
        row = TABLES["movement_costs"][ground]
        off = f"+{row['vehicle_off_road_extra']} (on wheels +{row['wheeled_off_road_extra']})"
        found.append((f"{ground}, off the road", (off, f"+{row['non_vehicle_extra']}")))
        found.append((f"{ground}, along a road", (str(row["road_vehicle"]), "½")))
    return found


def _spotting() -> Chart:
    """9.15, 9.16 The spotting number, and what is added to the die."""
    words = {"ceil(distance / 3)": "distance / 3, rounded up", "distance * 2": "distance × 2"}
    numbers = (
        (f"target in {_words(k)}", (words.get(v, v), "the number")) for k, v in TABLES["spotting"]["number"].items()
    )
    added = ((WHEN_SPOTTING[k], (f"{v:+d}", "added to the die")) for k, v in SPOTTING.items())
    return Chart("spotting", "Spotting", ("Value", "What it is"), (*numbers, *added), cite="TL-9.15.1")


def _separation() -> Chart:
    """11.4 What being separated does to a unit."""
    rows = tuple(
        (_words(k), (f"{v.get('morale', 0):+d}", f"{v.get('fire', 0):+d}", SEPARATED.get(k, "")))
        for k, v in TABLES["doctrine"]["separation"].items()
    )
    return Chart("separation", "Separated units", ("Morale dice", "Fire dice", "Besides"), rows, cite="TL-11.4.1")


def _quick_kill() -> Chart:
    """9.35 What the three dice must show for a Kill on a vehicle to be quick."""
    rows = tuple((k, (f"{v} or more",)) for k, v in QUICK_KILL.items())
    return Chart("quick kill", "Quick kill", ("Dice before modifiers",), rows, cite="TL-9.35.1")


def _stacking() -> Chart:
    """8.5 How many units of a side a hex holds in the Morale Phase."""
    rooms = {_words(kind): row.room for kind, row in TERRAIN.items()} | {"bridge": BRIDGE_ROOM}
    rows = tuple((name, (str(total), str(vehicles))) for name, (total, vehicles) in rooms.items())
    return Chart("stacking", "Stacking limits", ("Units", "Vehicles among them"), rows, cite="TL-8.5.1")


def _conditions() -> Chart:
    """3.1 The Random Battle Conditions Table."""
    kinds = ("season", "urbanization", "area", "contour")
    rows = tuple((str(die), tuple(random_condition(kind, die) for kind in kinds)) for die in range(1, 7))
    return Chart("random conditions", "Random battle conditions", kinds, rows, cite="TL-3.1.1", dice=1)


def _entry() -> Chart:
    """5.2.2 The die of variable entry."""
    rows = tuple((str(die), (road_of(die),)) for die in range(1, 7))
    return Chart("entry", "Variable entry", ("road",), rows, cite="TL-5.2.2", dice=1)


def _reading(key: str, title: str, symbols: dict[str, str], cite: str) -> Chart:
    """3.2 to 3.5 What the symbols of the map stand for under each condition."""
    levels = {k: v for k, v in TABLES[f"{key}_effects"].items() if isinstance(v, dict)}
    rows = tuple((_words(k), tuple(_words(str(v[s])) for s in symbols)) for k, v in levels.items())
    return Chart(key, title, tuple(symbols.values()), rows, cite=cite)


def _printed(key: str, row: str) -> dict[str, str]:
    """3.3, 3.4 The symbols of the map that a condition reads, as people call them."""
    return {symbol: MAPS.words.terrain[symbol] for symbol in TABLES[f"{key}_effects"][row]}


def _words(key: str) -> str:
    return key.replace("_", " ")


SPOTTING = {k: v for k, v in TABLES["spotting"]["modifiers"].items() if not isinstance(v, bool)}
WHEN_SPOTTING = {
    "spotter_green": "the spotter is Green",
    "target_veteran": "the target is Veteran",
    "target_in_cover_no_vehicle_in_hex": "the target is in cover, has no Fired marker and no vehicle beside it",
    "target_fired_marker": "the target has a Fired marker",
    "per_vehicle_in_hex_target_not_in_cover": "the target is not in cover: for each vehicle in its hex",
    "spotted_earlier_by_abc_formation": "spotted earlier this turn by a formation rated A, B or C",
}
SEPARATED = {"green_vehicle": "-4 to the movement die of an F-rated formation", "green_non_vehicle": "may not move"}
PRICES = {NO_ENTRY: "no entry", ALL_POINTS: "all that is left", "half_ma_down": "half the allowance", 0.5: "½"}
CHARTS = (
    *(_combat(), _modifiers(), _movement(), _terrain(), _spotting(), _stacking(), _separation(), _quick_kill()),
    *(_conditions(), _entry()),
    _reading("season", "Season", {"water": "Rivers and streams"}, "TL-3.2.3"),
    _reading("urbanization", "Urbanization", _printed("urbanization", "normal"), "TL-3.3.5"),
    _reading("area", "Area", _printed("area", "arid"), "TL-3.4.5"),
    _reading("contour", "Contour", {f"c{n}": f"Colour {n}" for n in range(4)}, "TL-3.5.5"),
)
