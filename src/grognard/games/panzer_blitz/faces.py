"""2.3 How the counters look, for tables and reports."""

from __future__ import annotations

from grognard.board.draw import Face, Marker
from grognard.games.panzer_blitz.data import SIDES, TYPES, UnitType, Values

SILHOUETTES = {
    "armored_car": "armoured_car",
    "assault_gun": "assault_gun",
    "british_carrier": "halftrack",
    "engineer": "engineers",
    "gun_heavy": "artillery",
    "gun_light": "gun",
    "halftrack": "halftrack",
    "infantry": "infantry",
    "jeep": "car",
    "motorcycle": "recon",
    "recon_infantry": "infantry",
    "sp_artillery": "spg",
    "tank": "tank",
    "tank_destroyer": "spg",
    "truck": "truck",
    "wagon": "wagon",
}
LIVERIES = {"british": "british", "german": "german_blue", "russian": "soviet", "us": "american"}


def _face(kind: UnitType, values: Values) -> Face:
    shown = tuple("-" if n is None else n for n in (values.at, values.ap, values.range, values.defense, values.ma))
    silhouette = "aircraft" if kind.cls.startswith("aircraft") else SILHOUETTES[kind.cls]
    name = kind.name.split(" (")[0].replace(" platoon", "")
    return Face(livery=LIVERIES[kind.nation], layout="blitz", silhouette=silhouette, name=name, values=shown)


FACES: dict[str, Face | Marker] = {
    **{f"{side}.{kind.id}": _face(kind, kind.faces[1]) for side in SIDES for kind in TYPES.values()},
    **{f"{side}.back": Face(livery=livery, hidden=True) for side, livery in LIVERIES.items()},
    "wreck": Marker("wreck"),
    "smoke": Marker("smoke"),
    "shell holes": Marker("barrage", "SHELL HOLES"),
    "block": Marker("block"),
    "improved position": Marker("works", "IMPROVED"),
    "fortification": Marker("works", "FORT"),
    "minefield": Marker("mine"),
    "bridge out": Marker("bridge_out"),
    "artillery request": Marker("barrage", "ON CALL"),
    "pre-registered": Marker("barrage", "REGISTERED"),
    "objective": Marker("objective"),
    "ops chit": Marker("text", "OPS"),
}
