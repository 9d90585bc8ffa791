"""How answers read, what they and moves cost, and where zones reach: the same in every battle of the series."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from grognard.board.hexes.grid import Hex
from grognard.engine import Action, Pick, Press, Reach, To
from grognard.engine.core.wording import with_count
from grognard.games.folio.rules.clauses import Folio
from grognard.games.folio.rules.combat import ALL_IN, ATTACK, CombatPhase, Declare, attackers_of
from grognard.games.folio.rules.combat_results import fired, summary
from grognard.games.folio.rules.movement import TO, Movement
from grognard.games.folio.rules.retreat import GIVE_WAY, STAND, ByWay, Retreat, Way, backs_on_sea
from grognard.games.folio.rules.state import Apply, Battle, Bombard, Unit
from grognard.games.folio.rules.support import NO_SUPPORT, PASS, SLOTS, Support
from grognard.games.folio.rules.units import full, points, price, zone_of


def reach(g: Folio, side: str | None, piece: str) -> Sequence[Reach]:
    """6.0 The zone of control of a unit."""
    return zone_of(g, piece)


def labels(g: Folio) -> Mapping[Action, str]:
    """5.2 What each destination costs the unit that is being moved."""
    step = g.steps[-1] if g.steps else None
    if not isinstance(step, Movement) or not step.unit:
        return {}
    found = step.moves(g)
    names = g.rules.ground.names
    return {TO[names[i]]: points(spent - step.spent) for i, spent in found.stops.items()}


def describe(g: Folio, action: Action) -> str:
    """An answer as a short phrase."""
    step = g.steps[-1] if g.steps else None
    match action:
        case Press("Not after all"):
            return "cancel"
        case Press(button):
            return f"{button}{_consequence(g, step, action)}"
        case To(hex) if isinstance(step, ByWay):
            return f"by {hex}: {_ground(g, hex)}"
        case To(hex):
            return f"to {hex}{_price_of_way(g, step, hex) if isinstance(step, Retreat) else ''}"
        case Apply(value, then):
            both = [f"+{marker}{_halved(g, step, marker)}" for marker in (value, then) if marker]
            return f"apply {', then '.join(both)}"
        case Bombard(piece):
            return f"bombard {full(g, g.pieces[piece])}"
        case Pick(piece):
            unit = g.pieces[piece]
            return _target(g, step, unit) if isinstance(step, CombatPhase) else full(g, unit)
    return repr(action)


def _consequence(g: Folio, step: Any, action: Action) -> str:
    """What comes of pressing a button, where that is not plain."""
    match step:
        case Declare() if action == ATTACK:
            return f": {summary(g, step.battle(g))}"
        case Declare() if action == ALL_IN:
            return f": {summary(g, step.everybody(g).battle(g))}"
        case Support() if action == PASS and step.slot < SLOTS // 2:
            return ": a second marker may still come"
        case Support() if action == NO_SUPPORT:
            return ", neither now nor in the second slot"
        case Retreat() if action == STAND:
            return f": {price(g, g.pieces[step.unit])}"
        case Retreat() if action == GIVE_WAY:
            return _giving_way(g, step)
    return ""


def _giving_way(g: Folio, step: Retreat) -> str:
    """7.7 What it means that no hex can be entered; it never beats stiff resistance."""
    unit = g.pieces[step.unit]
    fate = price(g, unit) if backs_on_sea(g, unit, step.away) else "is eliminated"
    after = " and the enemy may advance" if step.pursuers and "eliminated" in fate else ""
    return f": cannot retreat, {fate}{after} (no better than stiff resistance)"


def _price_of_way(g: Folio, step: Retreat, h: Hex) -> str:
    """7.7 What a retreat to this hex costs, if it costs anything."""
    way = step.ends(g).get(h)
    price = _price(g, step, way) if way else ""
    return f" ({price})" if price else ""


def _ground(g: Folio, h: Hex) -> str:
    """7.9, R82 What a pursuer would find in a hex that is passed."""
    terrain = g.rules.ground.terrain[h].replace("_", " ")
    return f"{terrain}, it counts" if h in g.control else terrain


def _price(g: Folio, step: Retreat, way: Way) -> str:
    costs = []
    if way.loss:
        short = step.count - len(way.path)
        costs.append((f"{with_count(short, 'hex')} short: " if short else "") + price(g, g.pieces[step.unit]))
    held = g.unit_at(way.path[-1])
    if way.displaces and held is not None:
        costs.append(f"pushes {g.name(held)} back")
    return ", ".join(costs)


def _halved(g: Folio, step: Any, value: int) -> str:
    """7.5 What a marker counts at a fortification."""
    if not isinstance(step, Support) or step.side(g) != g.current:
        return ""
    counts = fired(g, step.battle.hex, value, "").value
    return f" (counts +{counts}: fortification)" if counts != value else ""


def _target(g: Folio, step: CombatPhase, target: Unit) -> str:
    """7.1 An enemy unit, and how an attack with all who can reach it would stand."""
    attackers = tuple(u.id for u in attackers_of(g, target, mobile=step.mobile))
    named = f"attack {full(g, target)}"
    return f"{named}: with all {summary(g, Battle(target.id, target.place, attackers))}" if attackers else named
