"""How units look on the table: a base of each kind in each side's cloth."""

from __future__ import annotations

from grognard.board.draw import Base
from grognard.games.red_actions.rules.scenarios import SCENARIOS

CLOTHS = {"reds": "red", "north": "red", "whites": "white", "south": "white", "makhno": "black"}
KINDS = {
    "rifles": "rifles",
    "sabres": "sabres",
    "mg": "machine_gun",
    "gun": "gun",
    "mortar": "mortar",
    "officer": "officer",
    "tachanka": "tachanka",
    "ac": "armoured_car",
    "tank": "tank",
    "train": "wagon",
}
FACES = {
    f"{side}.{kind}": Base(look, CLOTHS.get(side, "blue"))
    for side in sorted({side for row in SCENARIOS.values() for side in row.sides})
    for kind, look in KINDS.items()
}
