"""When a sensible player fires, at what, with whom; and whom he gives up when he is hit."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import Any

from grognard.board.hexes.grid import Hex
from grognard.engine import Action, Pick, Press, To
from grognard.games.panzer_blitz.mind.evaluation import expect, expect_choice, objectives, worth
from grognard.games.panzer_blitz.mind.weights import BY_HAND
from grognard.games.panzer_blitz.rules.close_assault import CatTargets
from grognard.games.panzer_blitz.rules.combat_results import Losses, Overstack
from grognard.games.panzer_blitz.rules.data import GRID
from grognard.games.panzer_blitz.rules.declared_fire import FireAt, FireAtAll
from grognard.games.panzer_blitz.rules.direct_fire import ChooseTarget, Muster, able, open_choices, shooters, watchers
from grognard.games.panzer_blitz.rules.fire_table import Attack, Part
from grognard.games.panzer_blitz.rules.opportunity_fire import NO_REACTION, Opportunity, Reaction
from grognard.games.panzer_blitz.rules.overrun import OverrunTargets
from grognard.games.panzer_blitz.rules.state import PanzerBlitz, Unit
from grognard.games.panzer_blitz.rules.targets import NAME, THESE, choices


def shot_value(g: PanzerBlitz, kind: str, side: str, h: Hex, pool: Sequence[Unit]) -> float:
    """The best expected harm of fire declared at a hex by some who may fire."""
    return max((expect_choice(g, kind, h, c, pool) for c in open_choices(g, side, h, tuple(pool))), default=0.0)


def aimed_value(g: PanzerBlitz, deed: FireAt | FireAtAll) -> float:
    """The expected harm of fire declared at a target."""
    h, choice = deed.target(g)
    return expect_choice(g, deed.declares.kind, h, choice, deed.declares.pool(g))


def target(g: PanzerBlitz, side: str, step: ChooseTarget, action: Action) -> float:
    """The target that suffers most; one is enough."""
    if step.picked:
        return 1.0 if action == Press(THESE) else 0.0
    pool = shooters(g, step.pool)
    found = next((c for c in choices(g, side, step.hex) if c.action == action), None)
    if found is None:
        return 0.0
    return expect_choice(g, step.kind, step.hex, found, pool)


def muster(g: PanzerBlitz, side: str, step: Muster, action: Action) -> float:
    """Everybody fires."""
    return 1.0 if isinstance(action, Press) else 0.0


def window(g: PanzerBlitz, side: str, step: Opportunity, action: Action) -> float:
    """Opportunity fire at a mover that can be harmed; at an unspotted one only when it has come close."""
    mover, weights = g.pieces[step.mover], g.effective_weights(BY_HAND)
    if isinstance(action, Pick):
        return 0.6
    if action == Press(NAME):
        return -1.0
    if action != Press("fire"):
        return 0.4 if action == Press("hold fire") else 0.1
    if mover.hidden:
        far = min((GRID.distance(u.place, mover.place) for u in watchers(g, side, mover.place)), default=inf)
        return 0.6 if far <= weights.near else 0.2
    line = "AT" if mover.what.armored else "AP"
    firers = able(g, watchers(g, side, mover.place), mover.place, line)
    if not firers:
        return 0.0
    value = expect(g, Attack("opportunity", mover.place, (Part(line, firers, (mover.id,)),), road=step.road))
    return 1.0 if value > weights.worth_a_window else 0.0


def most_worth(g: PanzerBlitz, side: str, step: Any, action: Action) -> float:
    """Prefer the most valuable unit."""
    return worth(g.pieces[action.piece]) if isinstance(action, Pick) else 0.0


def reaction(g: PanzerBlitz, side: str, step: Reaction, action: Action) -> float:
    """Always react, at the most valuable and weakest attacker."""
    if action in (Press(NO_REACTION), Press(NAME)):
        return 0.1 if action == Press(NO_REACTION) else -1.0
    if isinstance(action, Pick):
        return 0.5 + worth(g.pieces[action.piece]) / (1 + g.pieces[action.piece].face.defense)
    return 9.0  # at what is picked


def losses(g: PanzerBlitz, side: str, step: Losses, action: Action) -> float:
    """Lose what is worth least."""
    return -worth(g.pieces[action.piece]) - g.pieces[action.piece].steps if isinstance(action, Pick) else 0.0


def overstack(g: PanzerBlitz, side: str, step: Overstack, action: Action) -> float:
    """Move the enemy's best unit, as far from the objectives as it goes."""
    if isinstance(action, Pick):
        unit = g.pieces[action.piece]
        return worth(unit) if unit.side != side else -worth(unit)
    return float(GRID.distance(action.hex, objectives(g)[0])) if isinstance(action, To) else 0.0


def cat_targets(g: PanzerBlitz, side: str, step: CatTargets, action: Action) -> float:
    """Infantry first, then armor, then the Fortification."""
    return {"unarmored": 1.0, "armor": 0.8, "fortification": 0.5}.get(getattr(action, "button", ""), 0.2)


def overrun_targets(g: PanzerBlitz, side: str, step: OverrunTargets, action: Action) -> float:
    """All that is unarmored rather than one armored unit."""
    return 1.0 if isinstance(action, Press) else 0.5
