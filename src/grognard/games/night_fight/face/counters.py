"""2.2, 22.0 How the counters look and the charts are printed, for tables and reports."""

from __future__ import annotations

from grognard.board.draw import Face, Marker
from grognard.engine import Action, Chart, To
from grognard.games.night_fight.rules.data import (
    BRIDGE_TABLE,
    COMBAT,
    EDGE_ROLLS,
    GERMAN_TYPES,
    MAJOR_BRIDGES,
    QUALITY,
    SOVIET_TYPES,
    VEGETATION,
    VISIBILITY,
    UnitType,
)
from grognard.games.night_fight.rules.events import EVENTS
from grognard.games.night_fight.rules.german_movement import MoveStack
from grognard.games.night_fight.rules.setup import WEIGHT_NAMES
from grognard.games.night_fight.rules.stacking import points_left, prices
from grognard.games.night_fight.rules.state import NightFight
from grognard.games.night_fight.rules.terrain_chart import CHART

STRENGTHS = {"panzerfausts": "three times the carrier's", "panzer_ace": "+1", "block_house": "a die each time"}
SILHOUETTES = {
    "at_gun": "gun",
    "medium_tank": "tank",
    "sp_gun": "spg",
    "staff_car": "car",
    "hidden": "recon",
}
SLOPED = ("t34", "t34r")  # drawn as what they are
PICTURES = {"flare": "flare", "column": "column"}


def _face(kind: UnitType, livery: str) -> Face | Marker:
    if kind.glyph in PICTURES:
        return Marker(PICTURES[kind.glyph], kind.name)
    silhouette = "sloped_tank" if kind.id in SLOPED else SILHOUETTES.get(kind.glyph, kind.glyph)
    strength = "" if kind.strength is None else str(kind.strength)
    return Face(
        livery=livery,
        layout="portrait",
        silhouette=silhouette,
        name=kind.name,
        values=(strength,),
        weight=kind.weight,
        sight=kind.anti_tank,
    )


FACES: dict[str, Face | Marker] = {
    **{f"german.{kind.id}": _face(kind, "german") for kind in GERMAN_TYPES},
    **{f"soviet.{kind.id}": _face(kind, "soviet") for kind in SOVIET_TYPES},
    "soviet.back": Face(livery="soviet", hidden=True),
    "soviet.column": Marker("column"),
    "wreck": Marker("wreck"),
    "bridge out": Marker("bridge_out"),
    "flare": Marker("flare"),
    "loose": Marker("supply", "DROPPED"),
}


def _terrain() -> Chart:
    """22.3 The terrain chart."""
    rows = []
    for name, row in CHART.items():
        move = "no entry" if row.move is None else str(row.move)
        enters = {"all": "all", "foot": "foot only", "not mobile": "not vehicles"}[row.enter]
        sight = {"": "clear", "half": "blocks in part", "full": "blocks"}[row.sight]
        shift = f"{row.shift:+d}".replace("-", "−") if row.shift else "0"
        rows.append((name.replace("_", " "), (move, shift, enters, sight)))
    columns = ("Movement", "Shift", "Who enters", "Sight")
    return Chart("terrain", "Terrain", columns, tuple(rows), cite=CHART["road"].cite)


def _printed(kind: UnitType) -> tuple[str, ...]:
    """22.1, 22.2 What the unit charts print of every counter."""
    strength = STRENGTHS.get(kind.id) or ("N/A" if kind.strength is None else str(kind.strength))
    return strength, "Yes" if kind.anti_tank else "No", WEIGHT_NAMES[kind.weight]


def _purchase() -> Chart:
    """22.1 The German purchase chart."""
    rows = [(k.name, (str(k.cost), *_printed(k), k.available or "any", str(k.count), k.special)) for k in GERMAN_TYPES]
    columns = ("Points", "Strength", "Anti-tank", "Weight", "From", "Counters", "Special")
    return Chart("purchase", "German units to buy", columns, tuple(rows), cite="NF-22.1.1")


def _soviets() -> Chart:
    """22.2 The Soviet unit chart."""
    kinds = [k for k in SOVIET_TYPES if k.id != "dummy"]
    rows = [(k.name, (*_printed(k), "static" if k.static else "mobile", k.special)) for k in kinds]
    columns = ("Strength", "Anti-tank", "Weight", "Pool", "Special")
    return Chart("soviets", "Soviet units", columns, tuple(rows), cite="NF-22.2.1")


def _conditions() -> Chart:
    """3.0 What a die says of the night, of the growth and of the Soviets before play."""
    rows = {str(n): (f"{VISIBILITY[n - 1]} hexes", VEGETATION[n - 1], QUALITY[n - 1]) for n in range(1, 7)}
    columns = ("Visibility", "Vegetation", "Soviet quality")
    return Chart.of("conditions", "Conditions", columns, rows, dice=1, cite="NF-3.0.3")


def _events() -> Chart:
    """6.0 What two dice say: the event, which bridge is blown, where a column comes in."""
    major = f"a major bridge: {', '.join(dict.fromkeys(MAJOR_BRIDGES))}"
    event = {n: EVENTS[n][0] if n in EVENTS else "no event" for n in range(2, 13)}
    rows = {str(n): (event[n], BRIDGE_TABLE.get(n, major), EDGE_ROLLS[n]) for n in range(2, 13)}
    columns = ("Event", "Bridge blown", "Map edge")
    note = "An event that has happened is no event."
    return Chart.of("events", "Random events", columns, rows, dice=2, cite="NF-6.0.2", note=note)


CHARTS = (COMBAT, _terrain(), _purchase(), _soviets(), _conditions(), _events())


def labels(g: NightFight) -> dict[Action, str]:
    """8.0 What each destination costs the stack that is being moved."""
    step = g.steps[-1] if g.steps else None
    if not isinstance(step, MoveStack):
        return {}
    units = tuple(g.pieces[i] for i in step.units if i in g.pieces)
    return {To(h): str(cost) for h, cost in prices(g, units, points_left(g, units, step.tow)).items()} if units else {}
