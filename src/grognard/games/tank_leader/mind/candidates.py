"""The best of many units, cards and hexes, found without judging those that cannot be it.

What a unit is worth at most follows from its shots alone, which are known, and what a hex is from the field of the
unit's type; whether the unit wants to act takes its ways, and who else is in the hex takes a look. Answers are judged
from the most promising on, until none of the rest can be as good as the best found. What is left out is worse, so the
answers are those that judging every one would find.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf

from grognard.board.hexes.grid import Hex
from grognard.engine import Action, Ask, Pick, Press, To, most_promising
from grognard.games.tank_leader.mind.doctrine import (
    FIRST,
    fire_weight,
    first_of,
    has_room,
    hope_of,
    judge,
    judge_card,
    lookouts,
    opening_hope,
    post_value,
    volley_hope,
)
from grognard.games.tank_leader.mind.ground_value import Hope, best_hexes
from grognard.games.tank_leader.mind.positions import camp_of
from grognard.games.tank_leader.mind.purpose import Purpose, gains_of
from grognard.games.tank_leader.mind.weights import BY_HAND
from grognard.games.tank_leader.rules.card_play import CardPlay, Idle, Interrupts
from grognard.games.tank_leader.rules.data import TO
from grognard.games.tank_leader.rules.higher_cards import ParentChoice
from grognard.games.tank_leader.rules.move_paths import ReachableHexes, fresh_move
from grognard.games.tank_leader.rules.movement import MoveUnit
from grognard.games.tank_leader.rules.operations import DIG_IN, Activation
from grognard.games.tank_leader.rules.setup import PlaceCompany, PlaceUnit
from grognard.games.tank_leader.rules.spotting import DeployObserver
from grognard.games.tank_leader.rules.stack_orders import StackActs, Together
from grognard.games.tank_leader.rules.state import TankLeader, Unit
from grognard.games.tank_leader.rules.unit_operations import UnitActs


def best(g: TankLeader, ask: Ask) -> list[Action] | None:
    """The answers that are judged best, as they are listed; None where all have to be judged, or one is all."""
    match g.steps[-1]:
        case Activation():
            return best_to_begin(g, ask, hope_to_operate)
        case Interrupts() | CardPlay() | ParentChoice():
            return best_to_begin(g, ask, hope_to_begin)
        case UnitActs(unit) | MoveUnit(unit):
            return best_to_do(g, ask, g.pieces[unit], no_price)
        case StackActs(units) as step:
            room, crowded = has_room(g, units), g.effective_weights(BY_HAND).crowded
            return best_to_do(g, ask, step.leader(g), lambda h: 0.0 if room(h) else crowded)
        case PlaceUnit(unit):
            return best_to_stand(ask, camp_of(g, g.pieces[unit]).best_of)
        case PlaceCompany(card):
            return best_to_stand(ask, camp_of(g, first_of(g, card)).best_of)
        case DeployObserver():
            return best_to_stand(ask, lambda hexes: best_posts(g, hexes))
    return None


def best_to_begin(g: TankLeader, ask: Ask, hope: Callable[[TankLeader, str, Action], float]) -> list[Action] | None:
    """Who acts, and with which card, looking from the most promising on."""
    if len(ask.actions) < 2:
        return None
    found = most_promising(
        ask.actions,
        lambda action: hope(g, ask.side, action),
        lambda action, _: [(judge(g, ask.side, action), action)],
    )
    top = max(worth for worth, _ in found)
    return [action for worth, action in found if worth == top]


def best_to_do(g: TankLeader, ask: Ask, unit: Unit, price: Callable[[Hex], float]) -> list[Action] | None:
    """What a unit does, or a stack of its kind; where ways may lead over enemy infantry they are all looked at."""
    answers, purpose = list(ask.actions), Purpose(g, unit)
    if len(answers) < 2:
        return None
    worth = {action: judge(g, ask.side, action) for action in answers if type(action) is not To}
    hexes, least = [action.hex for action in answers if type(action) is To], max(worth.values())
    top, among = purpose.best_of(hexes, least, price)
    if among and purpose.risky(hexes):
        dear = among if price is no_price else purpose.best_of(hexes, -inf, no_price)[1]
        if leads_past_infantry(g, unit, next(h for h in hexes if h in dear)):
            found = gains_of(g, unit)
            gains = {h: found[h] - price(h) for h in hexes}
            top = max(least, *gains.values())
            among = {h for h in hexes if gains[h] == top}
    return [a for a in answers if (a.hex in among if type(a) is To else worth[a] == top)]


def leads_past_infantry(g: TankLeader, unit: Unit, h: Hex) -> bool:
    """12.14 Is there a risk in the way to the best hex? If not, no other way is asked for it."""
    return Purpose(g, unit).risk(ReachableHexes(g, unit, g.move or fresh_move(g, unit)).to(h)) > 0


def best_to_stand(ask: Ask, best_of: Callable[[Sequence[Hex]], set[Hex]]) -> list[Action] | None:
    """Where a unit, a company or an observer is set up."""
    hexes = [action.hex for action in ask.actions if type(action) is To]
    if len(hexes) < 2:
        return None
    found = best_of(hexes)
    return [TO[h] for h in hexes if h in found]


def best_posts(g: TankLeader, hexes: Sequence[Hex]) -> set[Hex]:
    """12.21 The best of some hexes for an observer."""
    hope = Hope(lookouts(g.conditions, g.scenario_id), 0.0, lambda h: False)
    return best_hexes(hexes, hope, lambda h: post_value(g, h))[1]


def no_price(h: Hex) -> float:
    """There is room for one everywhere."""
    return 0.0


def hope_to_operate(g: TankLeader, side: str, action: Action) -> float:
    """7.2 What it is worth at most that a unit, or a stack, operates next."""
    match action:
        case Pick(piece):
            unit = g.pieces[piece]
            return FIRST if unit.what.truck or not unit.hex else 1.0 + fire_weight(g) * hope_of(g, unit)
        case Together(piece):
            return max(1.5, volley_hope(g, g.pieces[piece]))
        case Press() if action == DIG_IN:
            return 0.5
    return judge(g, side, action)


def hope_to_begin(g: TankLeader, side: str, action: Action) -> float:
    """6.51, 6.61 What it is worth at most to play a card, or that a unit begins."""
    match action:
        case Pick(piece):
            return max(-1.0, opening_hope(g, side, g.pieces[piece]))
        case Together(piece):
            return max(-1.0, opening_hope(g, side, g.pieces[piece])) + 0.0005
        case Idle(card):
            return judge_card(g, side, card) + 0.005
    return judge(g, side, action)
