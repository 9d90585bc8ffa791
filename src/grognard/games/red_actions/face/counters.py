"""How units look on the table: a base of each kind in each side's cloth."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grognard.board.draw import Base
from grognard.engine import Chart
from grognard.games.red_actions.rules.data import COMBAT, SHOOTING, TABLES_DATA
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


# -------------------- The charts to look up during play

TITLES = {
    "mg_within_8": "MG within 8 inches",
    "target_skirmisher_or_partisans_in_rough": "Skirmishers, or partisans in rough ground",
    "defending_in_cover_bridge_ford_breach": "Defending in cover, at a bridge, ford or breach",
    "contacted_flank_or_rear": "Contacted in flank or rear",
    "tachanka_limber": "Tachankas and limbers",
    "building_wood": "Wooden building",
    "building_stone": "Stone building",
    "routers_within_8": "Routers within 8 inches",
    "charged_in_rear": "Charged in the rear",
}


def _words(key: str) -> str:
    """A key of the data as people write it."""
    return TITLES.get(key) or key.replace("_", " ").capitalize()


def _signed(rows: Mapping[str, Any], unit: str = "") -> dict[str, tuple[str]]:
    """Numbers with their signs, by what they are for."""
    return {_words(k): (f"{v:+d}{unit}",) for k, v in rows.items() if isinstance(v, int) and not isinstance(v, bool)}


def _shifts() -> Chart:
    rows = TABLES_DATA["shooting_modifiers"]
    columns = {key: row["columns"] for key, row in rows["cumulative"].items() if "columns" in row}
    halves = {_words(key): ("half strength",) for key, row in rows["cumulative"].items() if "strength" in row}
    best = {f"{key} (best cover only)": row for key, row in rows["best_only"].items() if key != "source"}
    lines = {**halves, **_signed(columns), **_signed(best)}
    return Chart.of("shooting-modifiers", "Shooting: strength and columns", ["shift"], lines, cite="RA-SHO.26")


def _direct_hits() -> Chart:
    rows = TABLES_DATA["direct_hit"]
    lines = {_words(key): [f"{n}+" for n in rows[key].values()] for key in ("artillery", "tank_or_mortar")}
    lines |= {f"{_words(kind)} falls": [f"{n}+", "", "", ""] for kind, n in rows["collapse"].items()}
    columns = [_words(key) for key in rows["artillery"]]
    more = {
        "for each whole km, unless the gun shot last turn at a target that has not moved since": rows["per_whole_km"],
        "indirect, first turn": rows["indirect_first_turn"],
        "indirect, later turns": rows["indirect_later_turns"],
        "early Soviet or poor": rows["early_soviet_or_poor"],
    }
    note = "; ".join(f"{n:+d} {text}" for text, n in more.items())
    return Chart.of("direct-hits", "Direct hits on two dice", columns, lines, cite="RA-ART.1", note=note)


def _terrain() -> Chart:
    rows = TABLES_DATA["terrain"]["row"]
    columns = [_words(column) for column in TABLES_DATA["terrain"]["columns"]]
    note = "A fraction of a move is paid to cross, a fraction of speed is a rate; * calls for a breakdown test."
    return Chart.of("terrain", "Terrain", columns, {r["name"]: r["printed"] for r in rows}, cite="RA-TER.1", note=note)


def _percentages() -> Chart:
    rows = TABLES_DATA["combat_modifiers"]
    percent = {key: n for key, n in rows.items() if key not in ("flank_terror", "rear_terror")}
    return Chart.of("combat-modifiers", "Combat: strength", ["percent"], _signed(percent, " %"), cite="RA-MEL.16")


def _tests() -> Chart:
    morale = TABLES_DATA["morale"]
    fails = {**morale["failure"], "rally": morale["failure"]["rally_routing"]}
    kinds = {key: kind for key, kind in morale["triggers"].items() if key != "source"}
    fails_of = {key: fails["rally_pinned" if key == "remove_pin" else kind] for key, kind in kinds.items()}
    lines = {_words(key): [kind, fails_of[key]] for key, kind in kinds.items()}
    note = "2d6, at most the morale value with its bonuses, less terror and humiliation; 2 passes, 12 fails."
    return Chart.of("tests", "Morale tests", ["test", "failing it"], lines, cite="RA-MOR.1", note=note)


CHARTS = (SHOOTING, _shifts(), _direct_hits(), COMBAT, _percentages(), _tests(), _terrain())
