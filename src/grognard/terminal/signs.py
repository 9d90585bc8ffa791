"""What the signs on the map of a match mean: those it has, and no others."""

from __future__ import annotations

from rich.text import Text

from grognard.board.ground import InchGround, hexmap_of
from grognard.board.hexes.map import HexMap
from grognard.engine import Game, View
from grognard.terminal.canvas import readable_on
from grognard.terminal.map_symbols import survey
from grognard.terminal.map_window import MARKER_SIGNS, marker_kinds
from grognard.terminal.table_window import table_signs

MEANINGS = {
    "♠": "wood",
    "'": "scrub",
    "°": "orchard",
    "^": "rough",
    "„": "marsh",
    "⌂": "houses",
    "■": "close-built houses",
    "≈": "river, lake or sea",
    "~": "stream",
    "‡": "bridge",
    "∨": "gully",
    "*": "star",
    "+": "airfield",
    "#": "fortification",
}


def signs_of(hexmap: HexMap, view: View) -> str:
    """The signs of this map and of the markers that lie on it now."""
    seen = {ground.sign for ground in survey(hexmap).hexes.values()}
    kinds = marker_kinds(view)
    words = [f"{sign} {what}" for sign, what in MEANINGS.items() if sign in seen]
    words += [f"{sign} {kind}" for kind, sign in MARKER_SIGNS.items() if kind in kinds]
    return "  ".join([*words, "· ─ road"])


def signs_on(game: Game, scenario: str, view: View) -> str:
    """The signs of a map of hexes or of a table of inches."""
    ground, hexmap = game.face.ground(scenario), hexmap_of(game, scenario)
    if hexmap is not None:
        return signs_of(hexmap, view)
    return table_signs(ground.table) if isinstance(ground, InchGround) else ""


def levels_of(hexmap: HexMap) -> Text:
    """The tints of the ground from the lowest level to the highest; nothing on flat ground."""
    levels = sorted({hexmap.level(h) for h in hexmap.grid.hexes})
    if len(levels) == 1:
        return Text()
    tints = [survey(hexmap).palette.level(step, len(levels)) for step in range(len(levels))]
    swatches = [Text(f" {level} ", f"{readable_on(tint)} on {tint}") for level, tint in zip(levels, tints, strict=True)]
    return Text("The ground by level: ").append_text(Text("").join(swatches))


def marks_of(view: View) -> str:
    """The small letters on the counters in sight."""
    marks = sorted({mark for piece in view.pieces for mark in piece.marks})
    return ", ".join(f"{mark[0]} {mark.replace('_', ' ')}" for mark in marks)
