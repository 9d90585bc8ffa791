"""What a player reads on a button or in a list."""

from __future__ import annotations

from grognard.engine import Action, Pick, Press, To
from grognard.games.panzer_blitz.rules.air_support import Flak
from grognard.games.panzer_blitz.rules.direct_fire import Fire
from grognard.games.panzer_blitz.rules.efficiency import Recover
from grognard.games.panzer_blitz.rules.engineers import Clear, Labor
from grognard.games.panzer_blitz.rules.improved_positions import Dig
from grognard.games.panzer_blitz.rules.indirect_fire import Call, Cancel, Observe
from grognard.games.panzer_blitz.rules.movement import Assault, Move
from grognard.games.panzer_blitz.rules.overrun import Blitz, Overrun, Split
from grognard.games.panzer_blitz.rules.setup import Into
from grognard.games.panzer_blitz.rules.state import PanzerBlitz
from grognard.games.panzer_blitz.rules.transport import Load, Unload
from grognard.games.panzer_blitz.rules.view import is_hidden

_WORDS: dict[type[Action], str] = {
    Fire: "fire at",
    Overrun: "overrun",
    Blitz: "Panzer Blitz assault of",
    Assault: "close assault",
    Clear: "clear the mines in",
    Into: "under cover in",
    To: "to",
    Pick: "",
    Move: "move",
    Recover: "recover",
    Observe: "request artillery:",
    Load: "load",
    Unload: "unload",
    Split: "split, half on",
}


def describe(g: PanzerBlitz, action: Action) -> str:
    """An action as a short phrase."""
    match action:
        case Press(button):
            return button
        case Call(battery):
            return battery
        case Cancel(request):
            return f"cancel the fire on {g.requests[request].hex}"
        case Dig(piece, job) | Labor(piece, job):
            return f"{_name(g, piece)}: {job}"
        case Flak(piece, at):
            return f"{_name(g, piece)} at {_name(g, at)}"
    word = _WORDS[type(action)]
    what = getattr(action, "hex", "") or _name(g, getattr(action, "piece", ""))
    return f"{word} {what}".strip()


def _name(g: PanzerBlitz, piece: str) -> str:
    unit = g.pieces[piece]
    asked = g.asks[0].side if g.asks else None
    name = "unspotted unit" if is_hidden(unit, asked) else unit.name
    return f"{name} in {unit.place}" if unit.place else name
