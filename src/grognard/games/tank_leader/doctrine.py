"""How a sensible player judges an action; only what that side may know counts.

Fire where it promises most, run for the hexes and the edge that count, hold what is held, hunt what is near, and keep
cards for the moment when a formation has something to shoot at.
"""

from __future__ import annotations

from grognard.engine import Action, Pick, Press, To
from grognard.games.tank_leader.areas import BattalionArea, CompanyArea, battalion_centres, battalions, legal_centres
from grognard.games.tank_leader.assault import GO as ASSAULT
from grognard.games.tank_leader.assault import Assault, Defend
from grognard.games.tank_leader.card_play import AGREE, GO, Interrupts, Recover, choosable
from grognard.games.tank_leader.cards import Play, combat_members
from grognard.games.tank_leader.combined import FIRE as OPEN_FIRE
from grognard.games.tank_leader.combined import Combine
from grognard.games.tank_leader.data import CARDS, GRID, ROADS, other
from grognard.games.tank_leader.entrench import why_not_entrench
from grognard.games.tank_leader.estimate import best_fire, expected
from grognard.games.tank_leader.indirect import AimIndirect
from grognard.games.tank_leader.movement import EXIT, STOP, why_not_move, why_not_step
from grognard.games.tank_leader.operations import BACK, END, ENTRENCH, ROLL, SHELL, FireAt, Lift
from grognard.games.tank_leader.opportunity import HOLD, React, Window
from grognard.games.tank_leader.overrun import FIRE as OVERRUN_FIRE
from grognard.games.tank_leader.overrun import Overrun
from grognard.games.tank_leader.purpose import Purpose, once, purpose_of, side_goals, site_value
from grognard.games.tank_leader.setup import ON_MAP, ChooseRoad, Draft, PlaceCompany, PlaceUnit
from grognard.games.tank_leader.state import Move, TankLeader, Unit
from grognard.games.tank_leader.transport import Drop, Load
from grognard.games.tank_leader.victory import value

WORTH_A_SHOT = 0.12  # expected points below which a shot is kept
FIRE_WEIGHT = 12.0
NEVER = -1000.0


def judge(g: TankLeader, side: str, action: Action) -> float:
    """How good an action is; only differences within one question matter."""
    match action:
        case FireAt(piece, kind):
            return FIRE_WEIGHT * expected(g, acting(g), g.pieces[piece], kind)
        case React(piece, kind):
            window = g.steps[-1]
            assert isinstance(window, Window)
            return expected(g, g.pieces[piece], g.pieces[window.mover], kind, moving=True) - WORTH_A_SHOT
        case Combine(piece):
            return FIRE_WEIGHT * expected(g, acting(g), g.pieces[piece], "AI") + 1
        case Overrun() | Assault() | Defend():
            return 6.0
        case To(h):
            return judge_hex(g, side, h)
        case Pick(piece):
            return judge_pick(g, side, g.pieces[piece])
        case Play(card):
            return judge_card(g, side, card)
        case Recover():
            return 0.9
        case Lift() | Load():
            return NEVER
        case Drop():
            return -5.0
        case Press():
            return judge_button(g, side, action)
    return 0.0


def acting(g: TankLeader) -> Unit:
    """The unit that is being asked to act."""
    return g.pieces[g.steps[-1].unit]  # type: ignore[attr-defined]


def judge_button(g: TankLeader, side: str, button: Press) -> float:
    """Buttons: leave where it counts, shell what is spotted, dig in when nothing better offers."""
    if button == EXIT:
        unit = acting(g)
        return 60.0 if purpose_of(g, unit).leaves else NEVER
    if button == ON_MAP:
        return -1.0
    step = g.steps[-1]
    if isinstance(step, ChooseRoad) and button.button.startswith("road"):
        return road_value(g, side, step, button)
    fixed = {
        SHELL: 4.0,
        ENTRENCH: 0.2,
        ROLL: 2.0,
        OVERRUN_FIRE: 5.0,
        OPEN_FIRE: 0.5,
        ASSAULT: 0.5,
        AGREE: 1.0,
        GO: 0.2,
        BACK: -50.0,
    }
    return fixed.get(button, 0.0)


def road_value(g: TankLeader, side: str, step: ChooseRoad, button: Press) -> float:
    """The road nearest to what the side wants."""
    from_hex = ROADS[side][int(button.button.split()[1]) - 1]
    unit = g.members(step.cards[0])[0]
    return -Purpose(g, unit).turns_from(from_hex)


# ------------------------------------------------------------------ units


def wants_to_act(g: TankLeader, unit: Unit) -> bool:
    """Has the unit a shot worth making, or somewhere to go?"""
    if not unit.hex:
        return True
    if unit.what.truck:
        return bool(g.passengers(unit.id)) and not purpose_of(g, unit).arrived and can_go(g, unit)
    if unit.what.kind == "fo":
        return False
    if best_fire(g, unit) >= WORTH_A_SHOT:
        return True
    if not can_go(g, unit):
        return not unit.vehicle and why_not_entrench(g, unit) is None
    return not purpose_of(g, unit).arrived


def can_go(g: TankLeader, unit: Unit) -> bool:
    """Is there any hex the unit could move to?"""
    if why_not_move(g, unit) is not None:
        return False
    if g.f_rated(unit) and unit.card not in g.rolled:
        return True
    move = Move(unit.id)
    return any(why_not_step(g, unit, move, h) is None for h in GRID.neighbours[unit.hex])


def judge_pick(g: TankLeader, side: str, unit: Unit) -> float:
    """Units with the best shot first, then those that have somewhere to go; END (0) if nobody has."""
    step = type(g.steps[-1]).__name__
    if step == "Overstacking":
        return -float(value(unit))
    if step != "Activation":
        return 1.0
    if not wants_to_act(g, unit):
        return -1.0
    return 1.0 + FIRE_WEIGHT * best_fire(g, unit) if unit.hex else 1.0


def judge_hex(g: TankLeader, side: str, h: str) -> float:
    """A hex to go to, to set up in, to shell, or to centre an area on."""
    step = g.steps[-1]
    match step:
        case PlaceUnit(unit=unit_id):
            return site_value(g, g.pieces[unit_id], h)
        case PlaceCompany(card=card):
            return site_value(g, next(u for u in g.members(card) if u.what.kind != "fo"), h)
        case AimIndirect():
            return float(len(g.side_here(h, other(side))))
        case CompanyArea(card=card, battalion=battalion):
            company = once(g, step, lambda: legal_centres(g, card, battalion))
            return -float(len(company[h]))
        case BattalionArea(parent=parent):
            whole = once(g, step, lambda: battalion_centres(g, parent, battalions(g)[parent]))
            return -float(len(whole[h]))
    if type(step).__name__ == "DeployObserver":
        goals = side_goals(g, side)
        return 2.0 * g.country.level[h] - min((GRID.distance(h, x) for x in goals), default=0) - (h in g.at)
    return purpose_of(g, acting(g)).gain(h)


# ------------------------------------------------------------------ cards


def eagerness(g: TankLeader, card: str) -> float:
    """What the units of a formation could shoot at now, in expected points."""
    ready = (u for u in g.members(card) if u.up and not u.suppressed and u.hex and not u.carrier)
    return sum(e for u in ready if (e := best_fire(g, u)) >= WORTH_A_SHOT)


def judge_card(g: TankLeader, side: str, card: str) -> float:
    """Interrupt when there is something to shoot at before the enemy acts; keep command cards for several at once."""
    step, kind = g.steps[-1], CARDS[card].type
    if isinstance(step, Draft):
        return 1.0 + CARDS[card].morale / 10
    if kind == "combat":
        hope = eagerness(g, card)
    else:
        hopes = [eagerness(g, m) for m in choosable(g, card)] or [0.0]
        hope = sum(hopes) if CARDS[card].side == "german" else max(hopes)
    if not isinstance(step, Interrupts):
        return 0.3 + hope if any(wants_to_act(g, u) for u in g.members(card) if u.up) else -0.1
    top = CARDS[g.pile[-1]]
    price = {"combat": 0.5, "parent": 0.7, "command": 1.2}[kind]
    if top.side == side:
        price += 0.5 if card not in combat_members_safe(top.key) else 9.0
    return hope - price


def combat_members_safe(key: str) -> list[str]:
    """The formations under a card, itself if it is a combat card."""
    return [key] if CARDS[key].type == "combat" else combat_members(key)


# ------------------------------------------------------------------ advice


def advice(g: TankLeader, side: str, action: Action) -> str:
    """Why a sensible player would do this."""
    match action:
        case FireAt(piece, kind):
            hope = expected(g, acting(g), g.pieces[piece], kind)
            return f"The best shot there is: about {hope:.1f} points to be expected."
        case React(piece, kind):
            window = g.steps[-1]
            assert isinstance(window, Window)
            hope = expected(g, g.pieces[piece], g.pieces[window.mover], kind, moving=True)
            return f"A shot worth {hope:.1f} points now, before the target is past."
        case Play():
            return "This formation has targets now; let it act before the enemy does."
        case To():
            return "It brings the unit nearer to what counts, in the best position on the way."
        case Overrun() | Assault():
            return "Infantry without friends beside it is best struck at close quarters."
        case Pick():
            return "This unit has the most to gain."
    if action in (END, STOP, HOLD):
        return "Nothing better offers; units that stay face-up can still fire at what moves."
    return ""
