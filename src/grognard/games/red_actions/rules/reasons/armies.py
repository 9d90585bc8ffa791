"""What breaks the rules of buying, deploying and activating."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from grognard.board.inches.geometry import inside
from grognard.engine import Action, ChoiceStep, Pick, Press
from grognard.engine.core.rulebook import Reason
from grognard.games.red_actions.rules.ambush_zones import zone_of
from grognard.games.red_actions.rules.bodies import BUILDINGS, body
from grognard.games.red_actions.rules.charging import Charge
from grognard.games.red_actions.rules.data import ARMIES as LISTS
from grognard.games.red_actions.rules.data import TYPES
from grognard.games.red_actions.rules.deploying import Ambush, Deploy, Enter, Place, Put, Turn, Vehicles
from grognard.games.red_actions.rules.muster import Appoint, Buy, Muster, limit_of, missing, paid, price, used_of
from grognard.games.red_actions.rules.reasons.facts import (
    HAIR,
    Table,
    house_at,
    in_wall,
    kinds_at,
    no_room,
    of,
    off_table,
    spreads,
    too_close,
)
from grognard.games.red_actions.rules.sequence import Segments
from grognard.games.red_actions.rules.shot_orders import Shot
from grognard.games.red_actions.rules.state import RedActions, Unit, is_foot
from grognard.games.red_actions.rules.terrain import going


def at_setup(words: str, test: Any) -> Reason:
    """A reason while a side deploys a unit: a test of where it would stand then."""

    def broken(g: RedActions, side: str, action: Action) -> bool:
        step = g.steps[-1]
        if isinstance(step, Place) and step.unit in g.pieces:
            there = action.changed(g, g.pieces[step.unit]) if hasattr(action, "changed") else None
            return there is not None and bool(test(g, there, action))
        return False

    return Reason(words, broken)


def without_unit(words: str, step: type[Any], test: Any) -> Reason:
    """A reason of a step that is about no single unit."""

    def broken(g: RedActions, side: str, action: Action) -> bool:
        return isinstance(g.steps[-1], step) and bool(test(g, side, action, g.steps[-1]))

    return Reason(words, broken)


# ------------------------------------------------------------------ buying


def left(g: RedActions, by: Muster) -> int:
    return int(g.options["points"]) - sum(map(price, by.bought)) - sum(map(paid, by.seniors))


def units(by: Muster) -> int:
    """Combat units that are bought; a train is one."""
    trains = [lot for lot in by.bought if TYPES[lot.troops].kind == "train"]
    return len(by.bought) - max(0, len(trains) - 1)


def beyond_the_list(g: RedActions, side: str, action: Any, by: Muster) -> bool:
    """RA-SCN.4 Off the list or over its limits, too dear, too many seniors, a train out of order, or an unfit end."""
    army, points = LISTS[g.options[f"{side}-army"]], left(g, by)
    due = max(1, units(by) // 8)
    trains = [lot.troops for lot in by.bought if TYPES[lot.troops].kind == "train"]
    if len(trains) == 1:
        return True  # the locomotive wants its wagon first
    if isinstance(action, Appoint):
        return len(by.seniors) >= due or paid(action) > points
    if isinstance(action, Buy):
        owed = 5 * 2 * max(0, max(1, (units(by) + 1) // 8) - len(by.seniors))
        what = TYPES.get(action.troops)
        if what is None or action.troops not in army.types or price(action) > points - owed:
            return True
        return what.kind == "train" or over_limit(army, by, action)
    spare = points > int(g.options["points"]) / 10 - 1
    return not by.bought or spare or bool(missing(army, list(by.bought))) or len(by.seniors) < due


def over_limit(army: Any, by: Muster, action: Buy) -> bool:
    """Does a list allow no more of what it counts together?"""
    name, _, most, by_bases = limit_of(army, action.troops)
    return used_of(army, list(by.bought), name) + (action.bases if by_bases else 1) > most


# ------------------------------------------------------------------ deploying


def out_of_zone(g: RedActions, there: Unit, action: Any) -> bool:
    """RA-SCN.3 Off the table, not wholly in its zone, or where the other side's ambush keeps it out."""
    zone = zone_of(g, there.side)
    corners = [corner for base in body(g, there).bases for corner in base.corners]
    house = list(g.table.features[there.inside].points) if there.inside else []
    barred = {name for rule in g.scenario.hidden if rule.side != there.side for name in rule.enemy_may_not_deploy_in}
    under = {f.name for base in body(g, there).bases for f in g.table.areas_at(base.centre)}
    return off_table(g, there) or not all(inside(p, zone) for p in (*corners, *house)) or bool(under & barred)


def means_nothing(g: RedActions, side: str, action: Action) -> bool:
    """RA-SCN.10 What is no change of this unit's set-up."""
    step = g.steps[-1]
    if isinstance(step, Deploy):
        unit = g.pieces.get(getattr(action, "piece", ""))
        mine = isinstance(action, Pick) and unit is not None and unit.side == side and bool(unit.place)
        return action != Press("ready") and not mine
    unit = g.pieces[step.unit] if isinstance(step, Place) else None
    if unit is None:
        return False
    if isinstance(action, Put):
        return action.point not in g.table
    if isinstance(action, Vehicles):
        gun = unit.kind == "gun" and unit.limbered != action.on
        return not gun and (not unit.has("Carts") or unit.carts == action.on or unit.inside != "")
    stands = unit.inside != "" or bool(unit.wagons)
    return isinstance(action, Turn) and (stands or not 0 <= action.facing < 3600)


def cannot_ambush(g: RedActions, side: str, action: Action) -> bool:
    """RA-AMB.1 No unit of one's own, none that the scenario lets hide there, or more than it lets."""
    unit = g.pieces.get(getattr(action, "piece", ""))
    if not isinstance(action, Ambush):
        return False
    if unit is None or unit.side != side or not unit.place or unit.type == "senior_officer":
        return True
    short, rules = unit.id.split("-", 1)[1], [rule for rule in g.scenario.hidden if rule.side == side]
    hidden = sum(u.hidden for u in g.pieces.values() if u.side == side)
    for rule in rules:
        places = [g.table.features[name] for name in rule.terrain]
        near = [f for f in places if unit.inside == f.name or f.distance(body(g, unit).centre) < 0.75]
        meant = [f for f in near if short in rule.only_in.get(f.name, (short,))]
        if meant and hidden < rule.units_max and (not rule.units or short in rule.units):
            return False
    return True


def cannot_arrive(g: RedActions, unit: Unit, action: Any, by: Any) -> bool:
    """RA-SCN.8 In line or column, on its stretch of its edge."""
    if not isinstance(action, Enter):
        return False
    low, high = by.row(g).arrives_span
    return action.formation not in ("line", "column") or not low * 100 <= action.at <= high * 100


def arrives_badly(test: Any) -> Any:
    """A test of where a unit would come on."""
    return lambda g, u, a, by: isinstance(a, Enter) and test(g, a.stood(g, by))


def fresh(g: RedActions, side: str) -> int:
    return sum(
        1 for u in g.pieces.values() if u.side == side and u.place and not u.acted and u.type != "senior_officer"
    )


def not_asked(g: RedActions, side: str, action: Action) -> bool:
    """GR-1 An answer of a kind that the step does not ask for; or a button or a unit that is not among those named."""
    step = g.steps[-1]
    if isinstance(step, ChoiceStep):
        deed = step.deed_of(g, action)
        if deed is None or deed.stored is None:
            return deed is None
    return not any(action in ask.actions for ask in g.asks if ask.side == side)


def unknown_target(g: RedActions, side: str, action: Action) -> bool:
    """GR-1 A unit of one's own, one that is not there, or one in ambush; or a wagon that does not shoot."""
    unit, shooter = g.pieces.get(getattr(action, "piece", "")), g.pieces.get(getattr(g.steps[-1], "unit", ""))
    wagon, count = getattr(action, "wagon", -1), len(shooter.wagons) if shooter is not None else 0
    strange = not 0 <= wagon < count if count else wagon != -1
    if not isinstance(action, (Shot, Charge)):
        return False
    if not hasattr(action, "piece"):
        return strange
    return strange or unit is None or not unit.place or unit.unseen or unit.side == side


ARMIES: Table = {
    "GR-1": (Reason("it is not asked", not_asked), Reason("there is no such target", unknown_target)),
    "GR-5": (Reason("there is no such piece", lambda g, side, a: getattr(a, "piece", "") not in g.pieces),),
    "RA-SCN.4": (without_unit("the list or the points do not allow it", Muster, beyond_the_list),),
    "RA-FRM.3": (
        without_unit(
            "no unit has so many bases",
            Muster,
            lambda g, side, a, by: (
                isinstance(a, Buy) and not TYPES[a.troops].min_bases <= a.bases <= TYPES[a.troops].max_bases
            ),
        ),
    ),
    "RA-TRT.19": (
        without_unit(
            "only conscripts have an officer base",
            Muster,
            lambda g, side, a, by: isinstance(a, Buy) and a.stiff and a.troops != "white_conscript",
        ),
    ),
    "RA-OFF.3": (
        without_unit(
            "there is no such officer",
            Muster,
            lambda g, side, a, by: (
                isinstance(a, Appoint) and (not 0 <= a.bonus <= 3 or a.trait not in ("", "Clever", "Commissar", "Mob"))
            ),
        ),
    ),
    "RA-VEH.7": (
        without_unit("there is no railway", Muster, lambda g, side, a, by: not g.table.of_type("railway")),
        at_setup(
            "the train would not stand on the line",
            lambda g, there, a: bool(there.wagons) and there.rail_inches < 2 * len(there.wagons) + 2 * HAIR + 0.1,
        ),
    ),
    "RA-SCN.3": (
        at_setup("it is out of its zone", out_of_zone),
        without_unit(
            "out of its zone it must hide",
            Deploy,
            lambda g, side, a, by: (
                isinstance(a, Ambush) and (u := g.pieces.get(a.piece)) is not None and out_of_zone(g, u, a)
            ),
        ),
    ),
    "RA-SCN.10": (Reason("it is no change of the set-up", means_nothing),),
    "RA-AMB.1": (Reason("it may not be in ambush", cannot_ambush),),
    "RA-SCN.8": (of("it does not come on there", cannot_arrive),),
    "RA-TER.5": (
        at_setup(
            "the ground is closed",
            lambda g, there, a: any(
                not going(g, there, k).allowed for b in body(g, there).bases for k in kinds_at(g, b.centre)
            ),
        ),
    ),
    "RA-TER.22": (at_setup("it is in the water", lambda g, there, a: "stream" in kinds_at(g, there.point)),),
    "RA-TER.17": (
        at_setup(
            "only foot leaves column among trees",
            lambda g, there, a: (
                spreads(there)
                and any(kinds_at(g, b.centre) & {"woods", "dense_woods", *BUILDINGS} for b in body(g, there).bases)
            ),
        ),
    ),
    "RA-BLD.6": (at_setup("it would stand in the wall of a house", lambda g, there, a: in_wall(g, there)),),
    "RA-BLD.2": (
        at_setup(
            "it would have to form column",
            lambda g, there, a: not is_foot(there) and (spreads(there) or there.kind == "officer"),
        ),
    ),
    "RA-BLD.3": (
        at_setup(
            "the house is full",
            lambda g, there, a: (
                (name := there.inside or house_at(g, there.point)) != ""
                and there.bases + sum(u.bases for u in g.pieces.values() if u.inside == name and u.id != there.id)
                > int(g.table.features[name].size / 2 + 1e-6)
            ),
        ),
    ),
    "RA-BLD.4": (
        at_setup(
            "an enemy is inside",
            lambda g, there, a: any(u.inside == there.inside and u.side != there.side for u in g.pieces.values()),
        ),
    ),
    "RA-MOV.5": (
        at_setup("it is within an inch of an enemy", lambda g, there, a: too_close(g, there)),
        of("it is within an inch of an enemy", arrives_badly(too_close)),
    ),
    "RA-MOV.34": (
        at_setup("there is no room", lambda g, there, a: no_room(g, there) or no_room(g, replace(there, facing=0))),
        of("there is no room", arrives_badly(no_room)),
    ),
    "RA-TRN.9": (
        without_unit(
            "it has not fewer units left",
            Segments,
            lambda g, side, a, by: a == Press("pass") and fresh(g, side) >= fresh(g, g.enemy(side)),
        ),
    ),
    "RA-TRN.7": (
        without_unit(
            "it has been activated", Segments, lambda g, side, a, by: isinstance(a, Pick) and g.pieces[a.piece].acted
        ),
    ),
    "RA-OFF.5": (
        without_unit(
            "he has moved, or is with a unit",
            Segments,
            lambda g, side, a, by: (
                isinstance(a, Pick) and (g.pieces[a.piece].acted or g.pieces[a.piece].attached != "")
            ),
        ),
    ),
}
