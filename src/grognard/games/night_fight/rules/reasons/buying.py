"""What breaks the rules of buying, events and rally (3.0, 6.0, 16.2, 16.5, 17.0, 21.0, 22.1)."""

from __future__ import annotations

from grognard.engine import Action, Pick, Press, Reason, To
from grognard.games.night_fight.rules.data import EDGE_ROADS, GERMAN_TYPES, GRID, TYPES, UnitType
from grognard.games.night_fight.rules.events import Intelligence, Reinforce
from grognard.games.night_fight.rules.rally import GermanRally
from grognard.games.night_fight.rules.reasons.facts import carries_guns, is_gun, piece, pressed, reason
from grognard.games.night_fight.rules.setup import Attach, Buy, Purchase
from grognard.games.night_fight.rules.state import SOVIET, NightFight, Unit
from grognard.games.night_fight.rules.unit_acts import Faust, UnitActs

SHARED, ALL = ("flares", "panzerfausts"), 6
COMMANDS = [t for t in GERMAN_TYPES if "command" in t.flags]


def wanted(action: Action) -> UnitType | None:
    """The counter that an answer would buy: by its id, or by a part of its name."""
    if not isinstance(action, Buy):
        return None
    named = [t for t in GERMAN_TYPES if len(action.unit) > 2 and action.unit.lower() in f"{t.id} {t.name}".lower()]
    return TYPES.get(action.unit) or next(iter(named), None)


def force(g: NightFight, side: str) -> list[Unit]:
    return [u for u in g.pieces.values() if u.side == side]


def outside(g: NightFight, side: str) -> list[Unit]:
    return [u for u in force(g, side) if not u.place]


def commanded(g: NightFight, side: str) -> bool:
    return any("command" in u.what.flags for u in force(g, side))


def late(g: NightFight) -> bool:
    """Are reinforcements bought?"""
    step = g.steps[-1]
    return isinstance(step, Purchase) and step.reinforcement


def too_dear(g: NightFight, side: str, action: Action) -> bool:
    """3.0 It costs more points than there are."""
    kind = wanted(action)
    return kind is not None and kind.cost > g.points[side]


def sold_out(g: NightFight, side: str, action: Action) -> bool:
    """3.0 All counters of the kind are bought."""
    kind = wanted(action)
    return kind is not None and g.bought.get(kind.id, 0) >= kind.count


def without_command(g: NightFight, side: str, action: Action) -> bool:
    """3.0 The force would be left without a command unit, or another player's would."""
    kind, step = wanted(action), g.steps[-1]
    if not isinstance(step, Purchase) or step.reinforcement:
        return False
    left = {t.id: t.count - g.bought.get(t.id, 0) for t in COMMANDS}
    if kind is None:
        return pressed(action, "done") and not commanded(g, side)
    if kind in COMMANDS:
        return sum(left.values()) <= sum(not commanded(g, other) for other in g.players if other != side)
    cheapest = min((t.cost for t in COMMANDS if left[t.id] > 0), default=0)
    return not commanded(g, side) and g.points[side] - kind.cost < cheapest


def nobody_for(kind_id: str, *flags: str) -> Reason:
    """16.2, 17.0 Nobody about to enter can take the marker."""

    def broken(g: NightFight, side: str, action: Action) -> bool:
        kind = wanted(action)
        able = [u for u in outside(g, side) if u.what.kind in flags or u.what.flags.intersection(flags)]
        return kind is not None and kind.id == kind_id and not able

    return reason(f"nobody can take {kind_id}", broken, (Purchase,), Buy)


def no_carrier(kind_id: str) -> Reason:
    """7.0, 8.7 Every carrier about to enter has a gun."""

    def broken(g: NightFight, side: str, action: Action) -> bool:
        kind, waits = wanted(action), outside(g, side)
        return kind is not None and kind.id == kind_id and sum(map(carries_guns, waits)) <= sum(map(is_gun, waits))

    return reason(f"no SdKfz 251 is free for {kind_id}", broken, (Purchase,), Buy)


def no_vehicle(g: NightFight, side: str, action: Action) -> bool:
    """16.2 No vehicle of weight M, H or SH is without an ace, or the unit named is none."""
    unit, kind = piece(g, action), wanted(action)
    fit = [u for u in outside(g, side) if u.what.weight in ("M", "H", "SH")]
    if isinstance(g.steps[-1], Attach):
        return attaching(g, side) == "panzer_ace" and (unit is None or unit not in fit or unit.ace)
    return kind is not None and kind.id == "panzer_ace" and len(fit) <= g.unattached.get(f"{side} panzer_ace", 0)


def not_before_play(kind_id: str) -> Reason:
    """6.0, 16.2, 17.0 It is bought before play only."""

    def broken(g: NightFight, side: str, action: Action) -> bool:
        return late(g) and (kind := wanted(action)) is not None and kind.id == kind_id

    return reason(f"{kind_id} are bought before play", broken, (Purchase,), Buy)


def no_platoon(g: NightFight, side: str, action: Action) -> bool:
    """17.0 The unit that is to get Panzerfausts is no platoon about to enter."""
    unit = piece(g, action)
    return attaching(g, side) == "panzerfausts" and (unit not in outside(g, side) or unit is None or not on_foot(unit))


def without_fausts(g: NightFight, side: str, action: Action) -> bool:
    """17.0 The unit that is to fire Panzerfausts has none."""
    step = g.steps[-1]
    return isinstance(step, UnitActs) and not g.pieces[step.unit].fausts


def on_foot(unit: Unit) -> bool:
    return unit.what.kind == "foot"


def no_command_unit(g: NightFight, side: str, action: Action) -> bool:
    """17.0 The unit that is to get flares is no command unit about to enter."""
    able = [u for u in outside(g, side) if "command" in u.what.flags]
    return attaching(g, side) == "flares" and piece(g, action) not in able


def attaching(g: NightFight, side: str) -> str:
    """16.2, 17.0 What is given to a unit now: aces first, then flares, then Panzerfausts."""
    kinds = ("panzer_ace", "flares", "panzerfausts")
    return next((kind for kind in kinds if g.unattached.get(f"{side} {kind}")), "")


def no_counter_left(g: NightFight, side: str, action: Action) -> bool:
    """17.0 Flares and Panzerfausts are the two sides of six counters, and all six are bought."""
    kind = wanted(action)
    return kind is not None and kind.id in SHARED and sum(g.bought.get(other, 0) for other in SHARED) >= ALL


def before_its_time(g: NightFight, side: str, action: Action) -> bool:
    """22.1 It came later, or is an optional piece that is not in play."""
    kind = wanted(action)
    if kind is None:
        return False
    return kind.available > g.scenario.date or ("optional" in kind.flags and g.options["optional-piece"] == "no")


def banned(g: NightFight, side: str, action: Action) -> bool:
    """21.0 The scenario has none of them."""
    kind = wanted(action)
    return kind is not None and (kind.id in g.scenario.forbidden or kind.weight in g.scenario.forbidden_weights)


def no_report(g: NightFight, side: str, action: Action) -> bool:
    """6.0 No piece that lies face down, or no column that may be turned up as a whole."""
    step, unit = g.steps[-1], piece(g, action)
    if isinstance(action, Pick):
        return unit is None or unit.side != SOVIET or unit.up or unit.place not in GRID
    if pressed(action, "stop"):
        return False
    column = g.columns.get(action.button.removeprefix("column ")) if isinstance(action, Press) else None
    hides = column is not None and any(not g.pieces[i].up for i in column.units)
    return isinstance(step, Intelligence) and (step.left < 3 or not hides)


def not_the_nearest(g: NightFight, side: str, action: Action) -> bool:
    """6.0 The hex is no map-edge road, is held, or is not as near as others."""
    step = g.steps[-1]
    h = action.hex if isinstance(action, To) else ""
    return isinstance(step, Reinforce) and (h not in EDGE_ROADS or h in g.at or h not in step.ways)


def not_to_recover(g: NightFight, side: str, action: Action) -> bool:
    """16.5 It is not a pinned German unit with movement of its own, beside a recovery vehicle that is not pinned."""
    unit = piece(g, action)
    helpers = [u for u in g.germans() if "recovery" in u.what.flags and not u.pinned]
    if unit is None or unit.side == SOVIET or not unit.pinned or is_gun(unit):
        return True
    return not any(GRID.distance(unit.place, u.place) <= 1 for u in helpers)


SHOP, GIVE = (Purchase,), (Attach,)
BUYING: dict[str, tuple[Reason, ...]] = {
    "NF-3.0.18": (
        reason("it is too expensive", too_dear, SHOP, Buy),
        reason("no counter is left", sold_out, SHOP, Buy),
    ),
    "NF-3.0.19": (reason("a force would lack its command unit", without_command, SHOP, Buy, Press),),
    "NF-6.0.7": (reason("it is not the nearest free edge hex", not_the_nearest, (Reinforce,), To),),
    "NF-6.0.15": (reason("nothing there can be turned up", no_report, (Intelligence,), Pick, Press),),
    "NF-7.0.7": (nobody_for("panzerfausts", "foot"),),
    "NF-7.0.8": (nobody_for("flares", "command"),),
    "NF-7.0.9": (no_carrier("sig33"),),
    "NF-7.0.10": (no_carrier("pak36r"),),
    "NF-16.2.1": (
        reason("no vehicle can take an ace", no_vehicle, (*SHOP, *GIVE), Buy, Pick),
        not_before_play("panzer_ace"),
    ),
    "NF-16.5.1": (reason("it is not to be recovered", not_to_recover, (GermanRally,), Pick),),
    "NF-17.0.1": (not_before_play("flares"), reason("it is no command unit", no_command_unit, GIVE, Pick)),
    "NF-17.0.6": (reason("all six are in use", no_counter_left, SHOP, Buy),),
    "NF-17.0.7": (not_before_play("panzerfausts"), reason("it is before their time", before_its_time, SHOP, Buy)),
    "NF-17.0.8": (
        reason("it has no Panzerfausts", without_fausts, (UnitActs,), Faust),
        reason("it is no platoon", no_platoon, GIVE, Pick),
    ),
    "NF-21.0.1": (reason("the scenario has none", banned, SHOP, Buy),),
    "NF-21.1.4": (reason("the scenario has none", banned, SHOP, Buy),),
    "NF-21.2.3": (reason("the scenario has none", banned, SHOP, Buy),),
    "NF-21.3.3": (reason("the scenario has none", banned, SHOP, Buy),),
    "NF-22.1.1": (reason("it is not German", lambda g, s, a: wanted(a) not in GERMAN_TYPES, SHOP, Buy),),
    "NF-22.1.2": (reason("it is before its time", before_its_time, SHOP, Buy),),
}
