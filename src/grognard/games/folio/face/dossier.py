"""2.3 All that is known of a unit: its three numbers by name, what it has done, what it may still do."""

from __future__ import annotations

from grognard.engine import Briefing, Dossier, PieceView, Value
from grognard.engine.core.wording import with_count
from grognard.games.folio.rules.clauses import Folio
from grognard.games.folio.rules.combat import CombatPhase, attackers_of, targets
from grognard.games.folio.rules.data import SIZES, TYPES
from grognard.games.folio.rules.movement import Movement, free_stops, why_not_move
from grognard.games.folio.rules.state import ELIMINATED, Unit

NAMES = (
    ("attack", "FO-2.3.2.2", "added up when it attacks"),
    ("defense", "FO-2.3.2.2", "when it is attacked"),
    ("movement", "FO-5.2.4", "points a phase"),
)
FLAGS = {
    "commando": "goes from enemy zone to enemy zone at the price of the ground, over mines and into works too",
    "seaborne": "comes ashore on the beach",
    "onestep": "has one step: the first loss eliminates it",
}


def dossier(g: Folio, side: str | None, piece: PieceView) -> Dossier:
    """2.3 Nothing of a unit is hidden."""
    unit = g.pieces[piece.id]
    what = g.what(unit)
    printed = zip(NAMES, g.printed(unit), strict=True)
    return Dossier(
        unit.id,
        what.name,
        f"{unit.side} {TYPES[what.type]}, {SIZES[what.size]}",
        tuple(Value(name, str(number), cite, note) for (name, cite, note), number in printed),
        states(g, unit),
        tuple(abilities(g, unit)),
        tuple(can(g, unit)),
        place=unit.place,
    )


def states(g: Folio, unit: Unit) -> tuple[str, ...]:
    """4.1 Its strength, and what it has done in this player turn."""
    done = {"moved": g.moved, "attacked": g.attacked, "advanced": g.advanced, "retreated": g.retreated}
    steps = "reduced, one step left" if unit.depleted else "full strength"
    strength = "eliminated" if unit.place == ELIMINATED else steps
    return (strength, *(f"has {word}" for word, who in done.items() if unit.id in who))


def abilities(g: Folio, unit: Unit) -> list[str]:
    """2.3.2 How it moves, and what sets it apart."""
    mobile = "mobile: may move and fight in the mobile phases too" if g.what(unit).mobile else "on foot"
    return [mobile, *(words for flag, words in FLAGS.items() if flag in g.what(unit).flags)]


def can(g: Folio, unit: Unit) -> list[str]:
    """4.1 What it may do in the phase that runs now."""
    step = next((s for s in reversed(g.steps) if isinstance(s, Movement | CombatPhase)), None)
    if isinstance(step, Movement) and not why_not_move(g, unit, mobile=step.mobile):
        reach = with_count(len(free_stops(g, unit)), "hex")
        return [f"move up to {with_count(g.printed(unit)[2], 'point')}: {reach} in reach"]
    if isinstance(step, CombatPhase) and unit.side == g.current:
        foes = [foe for foe in targets(g, mobile=step.mobile) if unit in attackers_of(g, foe, mobile=step.mobile)]
        return [f"attack {g.name(foe)} in {foe.place}" for foe in foes]
    return []


# -------------------- What each side is told before a battle of the series begins


def briefing(g: Folio, side: str) -> Briefing:
    """The same for everybody who plays the side."""
    return g.rules.briefings[side]
