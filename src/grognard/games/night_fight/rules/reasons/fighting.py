"""What breaks the rules of looking, firing and equipment (9.0, 10.2, 11.0, 13.0, 15.0, 16.6, 17.0, 18.0)."""

from __future__ import annotations

from grognard.engine import Action, Reason, To
from grognard.games.night_fight.rules.data import GRID, LIMITS
from grognard.games.night_fight.rules.reasons.facts import ROOM, crowd, enemy, hexagon, of_piece, piece, reason, stack
from grognard.games.night_fight.rules.sight import has_line
from grognard.games.night_fight.rules.state import SOVIET, NightFight, Unit


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
    """4.3 More than three are in the unit's hex."""
    unit = actor(g, action)
    return unit is not None and crowd(g, unit.place) > ROOM


def unseen(g: NightFight, side: str, action: Action) -> bool:
    """9.0 The target is not spotted, or the unit has nobody spotted and nothing hidden in view."""
    target = piece(g, action)
    if target is None:
        return False
    return not target.spotted if target.side == SOVIET else not any(in_sight(g, target, u) for u in g.soviets())


def in_sight(g: NightFight, unit: Unit, other: Unit) -> bool:
    """9.0, 13.0 Has the unit another in view that it could still look or fire at?"""
    h = other.place
    sees = has_line(g, unit.place, h) and (GRID.distance(unit.place, h) <= g.visibility or lit(g, h))
    may = unit.what.fires if other.spotted else unit.id not in g.tried and unit.id not in g.fired
    known = other.up and other.what.kind == "strike"
    movers = getattr(g.steps[-1], "movers", None)
    return sees and may and not known and (not other.spotted or movers is None or other.id in movers)


def looked(g: NightFight, side: str, action: Action) -> bool:
    """10.2 The unit has looked or fired."""
    unit = actor(g, action)
    return unit is not None and (unit.id in g.tried or unit.id in g.fired)


def nothing_hidden(g: NightFight, side: str, action: Action) -> bool:
    """10.2 No Soviet piece is in the hex, or every one of them is spotted."""
    h = hexagon(action)
    return h not in GRID or all(u.side != SOVIET or u.spotted for u in g.here(h))


def known_artillery(g: NightFight, side: str, action: Action) -> bool:
    """18.0 Artillery lies there face up, and nothing else is hidden."""
    there = [u for u in g.here(aim(g, action)) if not u.spotted]
    return any(u.what.kind == "strike" and u.up for u in there)


def shots_used(g: NightFight, side: str, action: Action) -> bool:
    """13.0, 16.6 It has fired as often as it may."""
    unit = actor(g, action)
    return unit is not None and g.fired.get(unit.id, 0) >= (2 if unit.id in g.supplied else 1)


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
    unit = actor(g, action)
    return unit is None or "command" not in unit.what.flags or not (unit.flares or g.loose.get(unit.place, (0, 0))[0])


def no_supply(g: NightFight, side: str, action: Action) -> bool:
    """16.6 No supply vehicle, or one that is used up."""
    unit = actor(g, action)
    return unit is None or "supply" not in unit.what.flags or unit.id in g.emptied


def no_hand_over(g: NightFight, side: str, action: Action) -> bool:
    """17.0 Somebody has acted in the phase already, or no two platoons of the player are in a hex to give and take."""
    able = [u for u in g.germans() if u.side == side and u.what.kind == "foot" and not u.pinned]
    pairs = [(a, b) for a in able for b in able if a.id != b.id and a.place == b.place and a.fausts]
    named = getattr(action, "piece", "")
    giver = getattr(g.steps[-1], "giver", "")
    fits = [(a, b) for a, b in pairs if not named or ((b.id if giver else a.id) == named and giver in ("", a.id))]
    return side in g.acted or not fits


FIGHTING: dict[str, tuple[Reason, ...]] = {
    "NF-4.3.2": (reason("its hex is overstacked", overfull),),
    "NF-7.0.5": (reason("it is off the map", of_piece(lambda g, side, u: not u.place)),),
    "NF-9.0.1": (reason("nothing spotted or hidden is in view", unseen),),
    "NF-9.0.3": (reason("it is beyond visibility", beyond_visibility),),
    "NF-9.0.5": (reason("no line leads there", no_line),),
    "NF-10.2.1": (
        reason("it has looked or fired", looked),
        reason("nothing is hidden there", nothing_hidden),
    ),
    "NF-11.0.2": (reason("it has no flares to throw", no_flares),),
    "NF-11.0.5": (reason("it is pinned", pinned),),
    "NF-13.0.1": (reason("both are on one side", same_side),),
    "NF-13.0.2": (reason("it does not move", stands),),
    "NF-13.0.4": (reason("it has fired", shots_used),),
    "NF-13.3.1": (reason("it has no strength", no_gun),),
    "NF-13.4.13": (reason("it is pinned", pinned),),
    "NF-15.1.1": (reason("it is no hex", lambda g, s, a: not isinstance(a, To) or a.hex not in GRID),),
    "NF-15.2.4": (reason("it is artillery", of_piece(lambda g, side, u: u.up and u.what.kind == "strike")),),
    "NF-15.5.1": (reason("no strike is left", lambda g, s, a: not g.strikes.get(s)),),
    "NF-16.6.1": (reason("it has no supply", no_supply),),
    "NF-17.0.3": (
        reason(
            "it is no hex within six",
            lambda g, s, a: (
                not isinstance(a, To)
                or a.hex not in GRID
                or GRID.distance(stack(g)[0].place, a.hex) > LIMITS["flare_throw"]
            ),
        ),
    ),
    "NF-17.0.9": (reason("it is not the German Fire Phase", lambda g, s, a: g.phase != "German fire"),),
    "NF-17.0.13": (reason("nobody may give or take", no_hand_over),),
    "NF-18.0.1": (reason("only artillery is unspotted there", known_artillery),),
    "NF-20.2.4": (reason("it is another player's", of_piece(lambda g, side, u: u.side not in (side, SOVIET))),),
}
