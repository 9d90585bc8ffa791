"""2.11 How the counters look, for tables and reports."""

from __future__ import annotations

from grognard.board.draw import Face, Marker
from grognard.games.tank_leader.data import TYPES, UnitType

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
    "centre": Marker("text", "HQ"),
}
