"""What breaks the rules of looking, firing and equipment (9.0, 10.2, 11.0, 13.0, 15.0, 16.6, 17.0, 18.0)."""

from __future__ import annotations

from grognard.engine import Action, Pick, Press, Reason, To
from grognard.games.night_fight.rules.artillery import CallStrike
from grognard.games.night_fight.rules.data import GRID, LIMITS
from grognard.games.night_fight.rules.german_fire import GermanFire, Window
from grognard.games.night_fight.rules.german_movement import GermanMovement, MoveStack
from grognard.games.night_fight.rules.reasons.facts import (
    ROOM,
    crowd,
    enemy,
    hexagon,
    of_piece,
    piece,
    pressed,
    reason,
    stack,
)
from grognard.games.night_fight.rules.sight import ThrowFlares, has_line
from grognard.games.night_fight.rules.state import SOVIET, NightFight, Unit
from grognard.games.night_fight.rules.transport import HandOver
from grognard.games.night_fight.rules.unit_acts import Faust, Fire, Spot, UnitActs


def actor(g: NightFight, action: Action) -> Unit | None:
    """Who would look or fire: the unit that is asked, or the one that is chosen."""
    units = stack(g)
    return units[0] if units else piece(g, action)


def aim(g: NightFight, action: Action) -> str:
    """The hex that is looked or fired at."""
    target = piece(g, action)
    return target.place if target is not None else hexagon(action)


def lit(g: NightFight, h: str) -> bool:
    """17.0 Is a hex in the light of flares?"""
    return any(GRID.distance(h, flare) <= 1 for flare in g.lit)


def beyond_visibility(g: NightFight, side: str, action: Action) -> bool:
    """9.0, 17.0 The hex is farther than anybody sees by night, and no flares burn there."""
    unit, h = actor(g, action), aim(g, action)
    return unit is not None and h in GRID and GRID.distance(unit.place, h) > g.visibility and not lit(g, h)


def no_line(g: NightFight, side: str, action: Action) -> bool:
    """9.0 Something on the ground is in between."""
    unit, h = actor(g, action), aim(g, action)
    return unit is not None and h in GRID and not has_line(g, unit.place, h)


def overfull(g: NightFight, side: str, action: Action) -> bool:
    """4.3 More than three are in the unit's hex, and it has nothing to throw or hand out."""
    unit = actor(g, action)
    fights = isinstance(action, Fire | Faust | Spot)
    return unit is not None and crowd(g, unit.place) > ROOM and (fights or not has_gear(g, unit))


def not_spotted(g: NightFight, side: str, action: Action) -> bool:
    """9.0 The target is not spotted."""
    target = piece(g, action)
    return target is not None and target.side == SOVIET and not target.spotted


def nothing_to_do(g: NightFight, side: str, action: Action) -> bool:
    """9.0 The unit has nobody spotted and nothing hidden in view, and nothing to throw or hand out."""
    unit = piece(g, action)
    return unit is not None and not has_gear(g, unit) and not any(in_sight(g, unit, u) for u in g.soviets())


def has_gear(g: NightFight, unit: Unit) -> bool:
    """11.0, 16.6, 17.0 Has it flares to throw or supply to hand out?"""
    flares = "command" in unit.what.flags and (unit.flares or g.loose.get(unit.place, (0, 0))[0])
    return bool(flares) or ("supply" in unit.what.flags and unit.id not in g.emptied)


def in_sight(g: NightFight, unit: Unit, other: Unit) -> bool:
    """9.0, 13.0 Has the unit another in view that it could still look or fire at?"""
    h = other.place
    if not (has_line(g, unit.place, h) and (GRID.distance(unit.place, h) <= g.visibility or lit(g, h))):
        return False
    movers = getattr(g.steps[-1], "movers", None)
    if other.spotted:
        return unit.what.fires and not used_up(g, unit) and (movers is None or other.id in movers)
    known = other.id in g.proven or (other.up and other.what.kind == "strike")
    return not known and unit.id not in g.tried and unit.id not in g.fired


def used_up(g: NightFight, unit: Unit) -> bool:
    """13.0, 16.6 Has it fired as often as it may?"""
    return g.fired.get(unit.id, 0) >= (2 if unit.id in g.supplied else 1)


def looked(g: NightFight, side: str, action: Action) -> bool:
    """10.2 The unit has looked or fired, and has nothing else to do."""
    unit = actor(g, action)
    done = unit is not None and (unit.id in g.tried or unit.id in g.fired)
    return done and (isinstance(action, Spot) or nothing_to_do(g, side, action))


def nothing_hidden(g: NightFight, side: str, action: Action) -> bool:
    """10.2 No Soviet piece is in the hex, or every one of them is spotted."""
    h = hexagon(action)
    return h not in GRID or all(u.side != SOVIET or u.spotted for u in g.here(h))


def known_artillery(g: NightFight, side: str, action: Action) -> bool:
    """18.0 Artillery lies there, face up or proven by a look, and nothing else is hidden."""
    there = [u for u in g.here(aim(g, action)) if not u.spotted]
    return bool(there) and all(u.what.kind == "strike" and (u.up or u.id in g.proven) for u in there)


def shots_used(g: NightFight, side: str, action: Action) -> bool:
    """13.0, 16.6 It has fired as often as it may, and has nothing else to do."""
    unit = actor(g, action)
    fires = isinstance(action, Fire | Faust)
    return unit is not None and used_up(g, unit) and (fires or nothing_to_do(g, side, action))


def stands(g: NightFight, side: str, action: Action) -> bool:
    """13.0 In this phase only movers are fired at, and the target is none."""
    target, movers = piece(g, action), getattr(g.steps[-1], "movers", None)
    return target is not None and movers is not None and target.id not in movers


def no_gun(g: NightFight, side: str, action: Action) -> bool:
    """13.3 The unit has no strength to fire with."""
    unit = actor(g, action)
    return unit is not None and not unit.what.strength


def same_side(g: NightFight, side: str, action: Action) -> bool:
    """13.0 Firer and target are on one side."""
    unit, target = actor(g, action), piece(g, action)
    return unit is not None and target is not None and not enemy(unit, target)


def pinned(g: NightFight, side: str, action: Action) -> bool:
    """13.4 The unit that is to act or move, or the gun that is to be loaded, is pinned."""
    return any(u.pinned for u in (piece(g, action), *stack(g)) if u is not None and u.side == side)


def no_flares(g: NightFight, side: str, action: Action) -> bool:
    """11.0, 17.0 No command unit, or no flares with it."""
    unit = stack(g)[0]
    flares = unit.flares or g.loose.get(unit.place, (0, 0))[0]
    return pressed(action, "flares") and not (flares and "command" in unit.what.flags)


def no_supply(g: NightFight, side: str, action: Action) -> bool:
    """16.6 No supply vehicle, or one that is used up."""
    unit = stack(g)[0]
    return pressed(action, "supply") and ("supply" not in unit.what.flags or unit.id in g.emptied)


def no_flare_hex(g: NightFight, side: str, action: Action) -> bool:
    """17.0 It is no hex of the map within six of the command unit."""
    if pressed(action, "back"):
        return False
    far = not isinstance(action, To) or action.hex not in GRID
    return far or GRID.distance(stack(g)[0].place, hexagon(action)) > LIMITS["flare_throw"]


def no_hand_over(g: NightFight, side: str, action: Action) -> bool:
    """17.0 Somebody has acted in the phase already, or no two platoons of the player are in a hex to give and take."""
    step = g.steps[-1]
    able = [u for u in g.germans() if u.side == side and u.what.kind == "foot" and not u.pinned]
    pairs = [(a.id, b.id) for a in able for b in able if a.id != b.id and a.place == b.place and a.fausts]
    if isinstance(step, HandOver):
        named = getattr(action, "piece", "")
        fits = [b == named and a == step.giver if step.giver else a == named for a, b in pairs]
        return bool(named) and not any(fits)
    return pressed(action, "hand over") and (side in g.acted or not pairs)


ACTS, CHOICE = (UnitActs,), (GermanFire, Window)
HANDING = (GermanFire, GermanMovement, MoveStack, HandOver)
FIGHTING: dict[str, tuple[Reason, ...]] = {
    "NF-4.3.2": (reason("its hex is overstacked", overfull, (*ACTS, *CHOICE), Pick, Fire, Faust, Spot),),
    "NF-7.0.5": (reason("it is off the map", of_piece(lambda g, side, u: not u.place), CHOICE, Pick),),
    "NF-9.0.1": (
        reason("the target is not spotted", not_spotted, ACTS, Fire, Faust),
        reason("nothing is in view", nothing_to_do, CHOICE, Pick),
    ),
    "NF-9.0.3": (reason("it is beyond visibility", beyond_visibility, ACTS, Fire, Faust, Spot),),
    "NF-9.0.5": (reason("no line leads there", no_line, ACTS, Fire, Faust, Spot),),
    "NF-10.2.1": (
        reason("it has looked or fired", looked, (*ACTS, *CHOICE), Spot, Pick),
        reason("nothing is hidden there", nothing_hidden, ACTS, Spot),
    ),
    "NF-11.0.2": (reason("it has no flares to throw", no_flares, ACTS, Press),),
    "NF-11.0.5": (reason("it is pinned", lambda g, s, a: pressed(a, "flares") and pinned(g, s, a), ACTS, Press),),
    "NF-13.0.1": (reason("both are on one side", same_side, ACTS, Fire, Faust),),
    "NF-13.0.2": (reason("it does not move", stands, ACTS, Fire, Faust),),
    "NF-13.0.4": (reason("it has fired", shots_used, (*ACTS, *CHOICE), Fire, Faust, Pick),),
    "NF-13.3.1": (reason("it has no strength", no_gun, ACTS, Fire, Faust),),
    "NF-13.4.13": (reason("it is pinned", pinned, (*ACTS, *CHOICE, GermanMovement, MoveStack)),),
    "NF-15.1.1": (
        reason(
            "it is no hex",
            lambda g, s, a: not pressed(a, "back") and not (isinstance(a, To) and a.hex in GRID),
            (CallStrike,),
        ),
    ),
    "NF-15.2.4": (
        reason("it is artillery", of_piece(lambda g, side, u: u.up and u.what.kind == "strike"), ACTS, Fire, Faust),
    ),
    "NF-15.5.1": (
        reason("no strike is left", lambda g, s, a: pressed(a, "strike") and not g.strikes.get(s), CHOICE, Press),
    ),
    "NF-16.6.1": (reason("it has no supply", no_supply, ACTS, Press),),
    "NF-17.0.3": (reason("it is no hex within six", no_flare_hex, (ThrowFlares,)),),
    "NF-17.0.9": (reason("it is not the German Fire Phase", lambda g, s, a: g.phase != "German fire", ACTS, Faust),),
    "NF-17.0.13": (reason("nobody may give or take", no_hand_over, HANDING, Press, Pick),),
    "NF-18.0.1": (reason("only artillery is unspotted there", known_artillery, ACTS, Spot),),
    "NF-20.2.4": (
        reason("it is another player's", of_piece(lambda g, side, u: u.side not in (side, SOVIET)), CHOICE, Pick),
    ),
}
