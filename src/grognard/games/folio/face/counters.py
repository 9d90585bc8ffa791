"""2.2, 2.3 How the counters look, and the charts to look up during play."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from grognard.board.draw import Face, Marker
from grognard.engine import Chart
from grognard.games.folio.rules.data import COUNTERS, CRT, Counter
from grognard.games.folio.rules.terrain_chart import CHART as TERRAIN
from grognard.games.folio.rules.terrain_chart import Hexside, Terrain
from grognard.games.folio.rules.units import points

SYMBOLS = {
    "inf": "infantry",
    "fus": "infantry",
    "adhoc": "infantry",
    "sec": "security",
    "abn": "airborne",
    "ur": "infantry",
    "mot": "motorized",
    "mech": "mech",
    "tank": "armor",
    "htank": "heavy_armor",
    "ag": "assault_gun",
    "rec": "armor_recon",
    "eng": "engineer",
    "meng": "armor_engineer",
    "at": "anti_tank",
    "aa": "anti_air",
    "cav": "cavalry",
}
MARKERS: dict[str, Face | Marker] = {
    "bombarded": Marker("barrage", "SHELLED"),
    "control": Marker("objective", "HELD"),
}


def faces_of(counters: Mapping[str, Counter], livery: Callable[[Counter], str]) -> dict[str, Face | Marker]:
    """Both sides of every counter, and the markers."""
    found: dict[str, Face | Marker] = dict(MARKERS)
    for what in counters.values():
        found[what.id] = _face(what, what.front, livery(what), reduced=False)
        if what.back is not None:
            found[f"{what.id}.back"] = _face(what, what.back, livery(what), reduced=True)
    return found


def _face(what: Counter, values: tuple[int, int, int], livery: str, *, reduced: bool) -> Face:
    unit = what.name.removesuffix(f"/{what.division}") if what.division else what.name
    return Face(
        livery=livery,
        layout="operational",
        symbol=SYMBOLS[what.type],
        name=what.name,
        values=values,
        left=what.division,
        right=unit,
        size_mark=what.size,
        reduced=reduced,
    )


# ------------------------------------------------------------------ charts


def _terrain_key() -> Chart:
    """5.2 Movement points and combat lines."""
    rows = [(kind.replace("_", " "), _cells(row)) for kind, row in TERRAIN.hex.items()]
    rows += [(f"{kind.replace('_', ' ')} hexside", _cells(row)) for kind, row in TERRAIN.hexside.items()]
    rows += [("bridge", ("", "", str(TERRAIN.bridge)))]
    rows += [(f"along a {way}", (points(cost), points(cost), "")) for way, cost in TERRAIN.way.items()]
    return Chart("terrain", "Terrain key", ("leg", "mobile", "line"), tuple(rows), cite="FO-5.2.2")


def _cells(row: Terrain | Hexside) -> tuple[str, ...]:
    """What it costs, if anybody may go there, and the line of a defender, if it is one."""
    if row.cost is None:
        return "no", "no", ""
    sign, shown = ("+", str(row.line or "")) if isinstance(row, Hexside) else ("", str(row.line))
    return f"{sign}{row.cost.leg}", f"{sign}{row.cost.mobile}", shown


LIVERIES = {"British": "british", "German": "german_grey"}
FACES = faces_of(COUNTERS, lambda what: LIVERIES[what.side])
CHARTS = (CRT, _terrain_key())
