"""How a sensible player judges an action; only what that side may know counts.

Fire where it promises most, run for the hexes and the edge that count, hold what is held, hunt what is near, and keep
cards for the moment when a formation has something to shoot at.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

from grognard.board.hexes.grid import Hex
from grognard.engine import NEVER, Action, Pick, Press, To
from grognard.engine.core.fact import fact
from grognard.games.tank_leader.mind.ground_value import crow_flies
from grognard.games.tank_leader.mind.positions import (
    camp_of,
    could_do_better,
    has_a_fare,
    has_arrived,
    one_like,
    ride_pays,
    should_get_off,
)
from grognard.games.tank_leader.mind.purpose import Purpose, gains_of
from grognard.games.tank_leader.mind.shot_value import assault_hope, best_fire, expected, overrun_hope, together
from grognard.games.tank_leader.mind.weights import BY_HAND
from grognard.games.tank_leader.rules.areas import BattalionArea, CompanyArea, battalion_centres, legal_centres
from grognard.games.tank_leader.rules.assault import GO as ASSAULT
from grognard.games.tank_leader.rules.assault import (
    SOME_TOGETHER,
    TOGETHER,
    Assault,
    AssaultFire,
    Defend,
    Strike,
    kinds_against,
)
from grognard.games.tank_leader.rules.card_play import AGREE, CardPlay, Idle, Interrupts
from grognard.games.tank_leader.rules.cards import Play, choosable, commanded, hand
from grognard.games.tank_leader.rules.choices import BACK
from grognard.games.tank_leader.rules.combined_fire import EVERYBODY, Combine
from grognard.games.tank_leader.rules.combined_fire import FIRE as OPEN_FIRE
from grognard.games.tank_leader.rules.data import CARDS, GRID, TYPES, other
from grognard.games.tank_leader.rules.declarations import LATER, WAIT
from grognard.games.tank_leader.rules.fire import FireAt
from grognard.games.tank_leader.rules.forces import Draft
from grognard.games.tank_leader.rules.higher_cards import GO, Recover
from grognard.games.tank_leader.rules.indirect_fire import AimIndirect
from grognard.games.tank_leader.rules.move_paths import must_roll, why_not_move
from grognard.games.tank_leader.rules.movement import EXIT, MoveUnit
from grognard.games.tank_leader.rules.operations import (
    DIG_IN,
    END,
    LET_BE,
    REST,
    Activation,
    Lift,
    active_units,
    stacks_led,
)
from grognard.games.tank_leader.rules.opportunity_fire import AWAIT, SPARE, UNLESS, React, Window
from grognard.games.tank_leader.rules.overrun import FIRE as OVERRUN_FIRE
from grognard.games.tank_leader.rules.overrun import Overrun
from grognard.games.tank_leader.rules.reinforcements import EnterMap, entry_hexes, fares
from grognard.games.tank_leader.rules.setup import ON_MAP, ChooseRoad, PlaceCompany, PlaceUnit
from grognard.games.tank_leader.rules.spotting import DeployObserver
from grognard.games.tank_leader.rules.stack_orders import ENTRENCH, StackActs, Together, diggers
from grognard.games.tank_leader.rules.state import TankLeader, Unit
from grognard.games.tank_leader.rules.terrain import Conditions, country_of
from grognard.games.tank_leader.rules.transport import Drop, Load, why_not_entrench
from grognard.games.tank_leader.rules.unit_operations import SHELL, UnitActs
from grognard.games.tank_leader.rules.victory import scored_hexes, value

TELLING = 0.05  # expected points below which a shot is not spoken of
FIRST = 2000.0
BUTTONS = {  # what they are worth whatever the position
    AWAIT: -0.01,
    UNLESS: 0.001,
    SPARE: 0.002,
    WAIT: 0.002,
    LATER: 0.0004,
    REST: 0.001,
    LET_BE: 0.002,
    SOME_TOGETHER: NEVER,
    SHELL: 4.0,
    ENTRENCH: 0.2,
    OVERRUN_FIRE: 5.0,
    OPEN_FIRE: 0.5,
    EVERYBODY: 2.0,
    ASSAULT: 0.5,
    AGREE: 1.0,
    GO: 0.2,
    BACK: 10 * NEVER,
}


def judge_all(g: TankLeader, side: str, actions: Sequence[Action]) -> list[float]:
    """How good each of many answers is; what all hexes have in common is looked up once."""
    of_hex = hex_judge(g, side) if any(type(action) is To for action in actions) else no_hex
    return [of_hex(action.hex) if type(action) is To else judge(g, side, action) for action in actions]


def judge(g: TankLeader, side: str, action: Action) -> float:
    """How good an action is; only differences within one question matter."""
    match action:
        case To(h):
            return hex_judge(g, side)(h)
        case FireAt(piece, kind):
            return fire_weight(g) * expected(g, acting(g), g.pieces[piece], kind)
        case React(piece, kind):
            return judge_shot(g, g.pieces[piece], kind)
        case Combine(piece):
            return fire_weight(g) * expected(g, acting(g), g.pieces[piece], "AI") + 1
        case Overrun(h):
            return fire_weight(g) * overrun_hope(g, acting(g), h)
        case Assault(h):
            return fire_weight(g) * assault_hope(g, acting(g), h)
        case Strike(piece, kind):
            return judge_strike(g, g.pieces[piece], kind)
        case Defend():
            return 6.0
        case Pick(piece):
            return judge_pick(g, side, g.pieces[piece])
        case Play(card):
            return judge_card(g, side, card)
        case Idle(card):
            return judge_idle(g, side, card)
        case Recover():
            return 0.9
        case Together(piece):
            return judge_stack(g, side, g.pieces[piece])
        case Lift():
            return NEVER
        case Load(piece):
            return judge_load(g, acting(g), g.pieces[piece])
        case Drop():
            return 5.0 if should_get_off(g, acting(g)) else -5.0
        case Press():
            return judge_button(g, side, action)
    return 0.0


def fire_weight(g: TankLeader) -> float:
    """What a point that a shot promises counts beside a move."""
    return g.effective_weights(BY_HAND).fire


def acting(g: TankLeader) -> Unit:
    """The unit that is being asked to act."""
    step = g.steps[-1]
    return step.leader(g) if isinstance(step, StackActs) else g.pieces[step.unit]  # type: ignore[attr-defined]


def judge_button(g: TankLeader, side: str, button: Press) -> float:
    """Buttons: leave where it counts, shell what is spotted, dig in when nothing better offers."""
    if button == EXIT:
        unit = acting(g)
        return 60.0 if Purpose(g, unit).at_exit(unit.hex) else NEVER  # 8.4.2 off any other edge it earns nothing
    if button == ON_MAP:
        return 1.0
    if button == DIG_IN:
        return 0.5 if all(only_digs(g, u) for u in diggers(g, active_units(g))) else NEVER
    step = g.steps[-1]
    if isinstance(step, ChooseRoad) and button.button.startswith("road"):
        return road_value(g, side, step, button)
    if button == TOGETHER and isinstance(step, AssaultFire):
        target = step.target(g)
        return together(g, step.able(g), target) if target is not None else 0.0
    if button == END and isinstance(step, Interrupts):
        return 0.0005
    return BUTTONS.get(button, 0.0)


def road_value(g: TankLeader, side: str, step: ChooseRoad, button: Press) -> float:
    """The road nearest to what the side wants."""
    from_hex = g.country.land.entries[side][int(button.button.split()[1]) - 1]
    unit = g.members(step.cards[0])[0]
    return -Purpose(g, unit).turns_from(from_hex)


def judge_strike(g: TankLeader, unit: Unit, kind: str) -> float:
    """14.12 The shot of one assaulter, and the best that the others can do after it, each for himself."""
    step = g.steps[-1]
    assert isinstance(step, AssaultFire)
    target = step.target(g)
    assert target is not None
    others = (u for u in step.left(g) if u.id != unit.id)
    rest = sum(max(_strike(g, u, target, k) for k in kinds_against(u, target)) for u in others)
    return _strike(g, unit, target, kind) + rest


def _strike(g: TankLeader, unit: Unit, target: Unit, kind: str) -> float:
    return expected(g, unit, target, kind, assault=target.vehicle)


# ------------------------------------------------------------------ units


def wants_to_act(g: TankLeader, unit: Unit) -> bool:
    """Has the unit a shot worth making, or somewhere to go?"""
    if not unit.hex:
        return bool(entry_hexes(g, unit) or fares(g, unit))
    if unit.what.truck:
        rides = could_do_better(g, unit) or can_leave(g, unit)
        return rides if g.passengers(unit.id) else has_a_fare(g, unit)
    if unit.what.kind == "fo":
        return False
    if has_a_shot(g, unit) or could_do_better(g, unit) or can_leave(g, unit):
        return True
    return not unit.vehicle and why_not_entrench(g, unit) is None


def can_leave(g: TankLeader, unit: Unit) -> bool:
    """8.4 Does a unit stand where it earns points by leaving, and can it go?"""
    purpose = Purpose(g, unit)
    return purpose.at_exit(unit.hex) and why_not_move(g, unit) is None


def only_digs(g: TankLeader, unit: Unit) -> bool:
    """Has the unit nothing better to do than to entrench?"""
    return not has_a_shot(g, unit) and not could_do_better(g, unit)


def hope_of(g: TankLeader, unit: Unit) -> float:
    """The best a unit could do by firing now, in expected points."""
    return best_fire(g, one_like(g, unit))


def has_a_shot(g: TankLeader, unit: Unit) -> bool:
    """Does firing promise enough to do it?"""
    return hope_of(g, unit) >= g.effective_weights(BY_HAND).worth_a_shot


def judge_shot(g: TankLeader, unit: Unit, kind: str) -> float:
    """9.4 What opportunity fire promises, less its price."""
    window = g.steps[-1]
    assert isinstance(window, Window)
    return expected(g, unit, g.pieces[window.mover], kind, moving=True) - price_of_shot(g, unit)


def price_of_shot(g: TankLeader, unit: Unit) -> float:
    """What opportunity fire costs: nothing to who has acted, an operation to who still has somewhere to go."""
    if not unit.up or (unit.card and g.cards.get(unit.card) != "hand"):
        return 0.02
    return g.effective_weights(BY_HAND).operation[Purpose(g, unit).aim]


def judge_load(g: TankLeader, vehicle: Unit, unit: Unit) -> float:
    """Take aboard whom a ride serves; off the map, before driving on."""
    if not ride_pays(g, vehicle, unit):
        return NEVER
    return 5.0 if vehicle.hex else FIRST


def judge_pick(g: TankLeader, side: str, unit: Unit) -> float:
    """Units with the best shot first, then those that have somewhere to go; END (0) if nobody has.

    A truck that waits off the map goes before those it could bring along.
    """
    step = type(g.steps[-1]).__name__
    if step == "Overstacking":
        return -float(value(unit))
    if step in ("Interrupts", "ParentChoice", "CardPlay"):
        return judge_opening(g, side, unit)
    if step != "Activation":
        return 1.0
    if not wants_to_act(g, unit):
        return -1.0
    if unit.hex and not unit.vehicle and only_digs(g, unit):
        return 0.2
    if unit.hex and unit.what.truck:
        return FIRST  # before those whom it could carry have operated
    return 1.0 + fire_weight(g) * hope_of(g, unit) if unit.hex else 1.0 + unit.what.truck


def judge_opening(g: TankLeader, side: str, unit: Unit) -> float:
    """6.61 The unit that begins, of the card on top or of one that is played: the one with the best shot.

    Who leads a card names nobody if he might want to interrupt it himself; those who only dig in do so together.
    """
    if not wants_to_act(g, unit) or (not unit.vehicle and only_digs(g, unit)):
        return -1.0
    if isinstance(g.steps[-1], CardPlay) and keen(g, side):
        return -1.0
    return opening_hope(g, side, unit)


def opening_hope(g: TankLeader, side: str, unit: Unit) -> float:
    """6.61 What it is worth that a unit begins, if it has anything to do."""
    step, eager = g.steps[-1], hope_of(g, unit) / 1000
    if isinstance(step, Interrupts) and unit.card == g.pile[-1]:
        return 0.001 + eager
    return judge_card(g, side, unit.card) + 0.01 + eager


def judge_stack(g: TankLeader, side: str, unit: Unit) -> float:
    """A stack is sent off as one, or is the first to act, where that is better than to send its first unit alone."""
    if isinstance(g.steps[-1], Activation):
        return judge_together(g, stacks_led(g, "")[unit.id])
    stack = stacks_led(g, unit.card)[unit.id]
    return judge_opening(g, side, unit) + (0.0005 if judge_together(g, stack) > 0 else -1.0)


def judge_together(g: TankLeader, stack: tuple[str, ...]) -> float:
    """A stack of tanks fires together if all have a good shot.

    It goes off together where nobody of it would rather fire or stay, and there is room for all elsewhere.
    """
    units = [g.pieces[i] for i in stack]
    if units[0].vehicle and all(has_a_shot(g, u) for u in units):
        return volley_hope(g, units[0])
    if any(has_a_shot(g, u) or has_arrived(g, u) or not wants_to_act(g, u) for u in units):
        return -1.0
    hexes = [] if must_roll(g, units[0]) else StackActs(stack).hexes(g)
    purpose = Purpose(g, units[0])
    if purpose.leaves and any(map(purpose.at_exit, (units[0].hex, *hexes))):
        return -1.0  # 8.4 only one at a time leaves the map
    room = has_room(g, stack)
    return 1.5 if any(map(room, purpose.better(hexes))) or not could_do_better(g, units[0]) else -1.0


def volley_hope(g: TankLeader, unit: Unit) -> float:
    """7.2 What it is worth that a stack fires together, the first of it being this unit."""
    return 1.001 + fire_weight(g) * hope_of(g, unit)


def has_room(g: TankLeader, stack: tuple[str, ...]) -> Callable[[Hex], bool]:
    """8.5 Is there room for a whole stack in a hex?"""
    first, at, limits, many = g.pieces[stack[0]], g.at, g.country.limits, len(stack)
    machines = first.vehicle * many

    def fits(h: Hex) -> bool:
        total, vehicles = limits(h)
        if h not in at:
            return many <= total and machines <= vehicles
        here = g.side_here(h, first.side)
        return len(here) + many <= total and sum([u.vehicle for u in here]) + machines <= vehicles

    return fits


def no_hex(h: Hex) -> float:
    """Every hex is as good as another."""
    return 0.0


def hex_judge(g: TankLeader, side: str) -> Callable[[Hex], float]:
    """How good a hex is to go to, to set up in, to shell, or to centre an area on."""
    step = g.steps[-1]
    match step:
        case StackActs():
            found, crowded, room = (
                gains_of(g, step.leader(g)),
                g.effective_weights(BY_HAND).crowded,
                has_room(g, step.units),
            )
            return lambda h: found[h] - (0.0 if room(h) else crowded)
        case UnitActs() | MoveUnit():
            return gains_of(g, g.pieces[step.unit]).__getitem__
        case EnterMap():
            return Purpose(g, g.pieces[step.unit]).gain
        case PlaceUnit(unit=unit_id):
            return camp_of(g, g.pieces[unit_id]).value
        case PlaceCompany(card=card):
            return camp_of(g, first_of(g, card)).value
        case AimIndirect():
            return lambda h: float(len(g.side_here(h, other(side))))
        case CompanyArea(card=card, battalion=battalion):
            company = legal_centres(g, card, battalion)
            return lambda h: -float(len(company[h]))
        case BattalionArea(parent=parent):
            whole = battalion_centres(g, parent)
            return lambda h: -float(len(whole[h]))
        case DeployObserver():
            return lambda h: post_value(g, h)
    return no_hex


def first_of(g: TankLeader, card: str) -> Unit:
    """15.3.1 The unit that stands for a company which is set up in one hex."""
    return next(u for u in g.members(card) if u.what.kind != "fo")


def post_value(g: TankLeader, h: Hex) -> float:
    """12.21 An observer on a hill, near what counts, and where nobody stands."""
    return lookouts(g.conditions, g.scenario_id)[h] - (h in g.at)


@lru_cache(maxsize=256)
def lookouts(conditions: Conditions, scenario: str) -> dict[Hex, float]:
    """12.21 What each hex is worth to an observer if nobody stands there."""
    level, goals = country_of(conditions).level, scored_hexes(scenario)
    return {h: 2.0 * level[h] - (crow_flies(goals)[h] if goals else 0) for h in GRID.hexes}


# ------------------------------------------------------------------ cards


@fact
def eagerness(g: TankLeader, card: str) -> float:
    """What the units of a formation could shoot at now, in expected points."""
    ready = (u for u in g.members(card) if u.up and not u.suppressed and u.hex and not u.carrier)
    return sum([hope_of(g, u) for u in ready if has_a_shot(g, u)])


def keen(g: TankLeader, side: str) -> bool:
    """Has some card of a side something to shoot at, so that it may want to interrupt itself?"""
    return any(eagerness(g, m) > 0 for key in hand(g, side) for m in commanded(key))


@fact
def judge_card(g: TankLeader, side: str, card: str) -> float:
    """Interrupt when there is something to shoot at before the enemy acts; keep command cards for several at once."""
    step, kind = g.steps[-1], CARDS[card].type
    if isinstance(step, Draft):
        return draft_value(card, g.year)
    if kind == "combat":
        hope = eagerness(g, card)
    else:
        hopes = [eagerness(g, m) for m in choosable(g, card)] or [0.0]
        hope = sum(hopes) if CARDS[card].side == "german" else max(hopes)
    if not isinstance(step, Interrupts):
        return 0.3 + hope if any(u.up and not u.suppressed for u in g.members(card)) else -0.1
    top = CARDS[g.pile[-1]]
    prices = g.effective_weights(BY_HAND).interrupt
    price = prices[kind]
    if top.side == side:
        price += prices["own"] if card not in commanded(top.key) else 9.0
    return hope - price


def judge_idle(g: TankLeader, side: str, card: str) -> float:
    """6.61 A formation with nothing to do is led as such, unless its owner might want to interrupt it."""
    idle = not keen(g, side) and not any(wants_to_act(g, u) for u in g.members(card) if u.up)
    return judge_card(g, side, card) + (0.005 if idle else -1.0)


def draft_value(card: str, year: int) -> float:
    """A formation for a free battle: units that strike, stand and move; what is taken last should not be nothing."""
    line = CARDS[card].line_up(year)
    units = [TYPES[kind] for kind, n in line.units.items() for _ in range(n)] if line else []
    power = [(u.av or 0) + u.defense + u.ma / 2 for u in units]
    return 1.0 + (sum(power) / len(power) if power else 0.0)


# ------------------------------------------------------------------ advice


def advice(g: TankLeader, side: str, action: Action) -> str:
    """Why a sensible player would do this, where it can be counted."""
    match action:
        case FireAt(piece, kind):
            hope = expected(g, acting(g), g.pieces[piece], kind)
        case React(piece, kind):
            window = g.steps[-1]
            assert isinstance(window, Window)
            hope = expected(g, g.pieces[piece], g.pieces[window.mover], kind, moving=True)
        case _:
            return ""
    return f"The shot promises about {hope:.1f} points." if hope >= TELLING else ""
