"""2, 6, 7, 8.5, 11, 13.3, 13.4, 15 What breaks the rules of cards, stacks, transport, areas, entrenching and set-up."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.board.hexes.grid import Hex
from grognard.games.tank_leader.rules.cards import combat_members, rank_of
from grognard.games.tank_leader.rules.data import CARDS, GERMAN, GRID, RATINGS, SIDES, SOVIET
from grognard.games.tank_leader.rules.forces import draft_price
from grognard.games.tank_leader.rules.reasons.case import Case, Table, stands
from grognard.games.tank_leader.rules.reasons.firing import inactive
from grognard.games.tank_leader.rules.setup import area
from grognard.games.tank_leader.rules.spotting import in_sight
from grognard.games.tank_leader.rules.state import TankLeader, Unit

DUG_IN = 2
RADIUS = {GERMAN: 2, SOVIET: 0}  # 11.2, 11.3


def formation(c: Case) -> str:
    """The combat card that an answer is about."""
    return c.card or (c.named.card if c.named is not None else "")


def lowest(c: Case) -> bool:
    """6.51 Is the card a combat card in the hand of the side asked, and none rated lower in both hands?"""
    held = [k for k, where in c.g.cards.items() if where == "hand" and CARDS[k].type == "combat"]
    key = formation(c)
    return key in held and CARDS[key].side == c.side and all(rank_of(c.g, key) <= rank_of(c.g, k) for k in held)


def no_interrupt(c: Case) -> bool:
    """6.51 Not in hand, or not rated above the card on top."""
    key = formation(c)
    if c.named is not None and key == c.g.pile[-1] and CARDS[key].side == c.side:
        return False
    if c.g.cards.get(key) != "hand" or CARDS[key].side != c.side:
        return True
    return rank_of(c.g, key) <= rank_of(c.g, c.g.pile[-1])


def under_parent(c: Case) -> bool:
    """6.62 Is the formation a member of the parent in play, and shaken exactly if it is to recover?"""
    parent, key = str(getattr(c.step, "card", "")), formation(c)
    if key not in combat_members(parent) or c.g.cards.get(key) not in ("hand", "pile", "aside", "shaken"):
        return False
    return c.g.shaken(key) is c.is_a("Recover")


def no_command(c: Case) -> bool:
    """6.63, 6.64 Not under the card, rated below D, chosen already, or a second formation of a Soviet command."""
    command, key = str(getattr(c.step, "card", "")), formation(c)
    if key not in combat_members(command) or c.g.cards.get(key) not in ("hand", "pile", "aside", "shaken"):
        return True
    chosen = getattr(c.step, "chosen", ())
    german, hq = CARDS[key].side == GERMAN, CARDS[key].hq
    second = not german and not hq and any(not CARDS[k].hq for k in chosen)
    return key in chosen or second or ((german or not hq) and RATINGS.index(c.g.rating(key)) < RATINGS.index("D"))


def not_called(c: Case) -> bool:
    """6.61 Not of an active formation; trucks are active with any of their side."""
    unit = c.named
    return unit is None or unit.side != c.g.active_side or (bool(unit.card) and unit.card not in c.g.active)


# ------------------------------------------------------------------ who could do anything


def stuck(g: TankLeader, unit: Unit) -> bool:
    """8, 11.4, 12.3, 14.11 May the unit not move at all?"""
    return unit.what.tow or bool(unit.bound) or (unit.separated and not unit.exp and not unit.vehicle)


def dug(g: TankLeader, unit: Unit) -> bool:
    """13.4 May the unit not entrench?"""
    foes = any(u.side != unit.side for u in g.here(unit.place))
    return not g.advanced or unit.vehicle or unit.what.kind == "fo" or unit.trench == DUG_IN or foes


def aims(g: TankLeader, unit: Unit) -> bool:
    """9.21, 13.2 Is an enemy on the map within a range of the unit and in sight, or within that of its shells?"""
    foes = [u for u in g.pieces.values() if u.side != unit.side and u.place and not u.carrier]
    near = [u for u in foes if GRID.distance(u.place, stands(unit)) <= max(unit.what.range, 0)]
    direct = [u for u in near if in_sight(g, stands(unit), u.place) and strikes(unit, u)]
    return any(not ours(g, unit, u.place) for u in direct) or (g.advanced and shells(g, unit, near))


def shells(g: TankLeader, unit: Unit, near: Sequence[Unit]) -> bool:
    """13.2 Could the unit fire indirectly at one of some enemies in range, seen by itself or a unit with a star?"""
    able = {unit.card, *g.active}
    eyes = [u for u in g.pieces.values() if u.side == unit.side and u.card in able and u.up and not u.suppressed]
    seeing = [u for u in eyes if stands(u) and not u.carrier and (u.what.star or u.id == unit.id)]
    seen = (any(in_sight(g, stands(eye), foe.place) for eye in seeing) for foe in near)
    return unit.what.indirect and any(seen)


def strikes(unit: Unit, foe: Unit) -> bool:
    """2.11, 12.13, 13.1 Has the unit a strength against such an enemy where it is?"""
    if not foe.vehicle:
        return unit.what.ai is not None
    here = stands(unit) == foe.place
    av = unit.what.av is not None and (not unit.what.infantry or here or bool(unit.what.av_range))
    return av or (foe.what.soft and unit.what.ai is not None)


def ours(g: TankLeader, unit: Unit, h: Hex) -> bool:
    """8.51 Has its side units in another hex?"""
    return h != stands(unit) and any(u.side == unit.side and stands(u) == h for u in g.pieces.values())


def idle(c: Case) -> bool:
    """7.1 Nothing it could do."""
    unit = c.named
    return unit is not None and stuck(c.g, unit) and dug(c.g, unit) and not aims(c.g, unit)


def alike(g: TankLeader, unit: Unit) -> list[Unit]:
    """7.2 Units just like one in its hex that may operate."""

    def signs(u: Unit) -> tuple[object, ...]:
        return u.side, u.place, u.type, u.card, u.separated, u.exp, u.trench, u.bound

    fit = [u for u in g.pieces.values() if u.up and not u.suppressed and not u.carrier and not g.passengers(u.id)]
    return [u for u in fit if signs(u) == signs(unit)]


def not_first(c: Case) -> bool:
    """7.2 Not the first of several alike that can do something."""
    unit = c.named
    if unit is None or not unit.place:
        return True
    same = alike(c.g, unit)
    active = not unit.card or unit.card in c.g.active or not c.g.active
    if len(same) < 2 or same[0].id != unit.id or not active or unit.side != c.side:
        return True
    return stuck(c.g, unit) and dug(c.g, unit) and not aims(c.g, unit)


# ------------------------------------------------------------------ stacks


def no_lift(c: Case) -> bool:
    """8.54 No stack of an active formation, the top unit, or one just like it."""
    unit = c.named
    if unit is None or not unit.place or unit.side != c.side:
        return True
    stack = c.g.stack(unit.place, unit.side)
    if not any(u.card in c.g.active for u in c.g.side_here(unit.place, unit.side) if u.card):
        return True
    top = stack[-1]
    empty = not c.g.passengers(unit.id) and not c.g.passengers(top.id)
    return top.id == unit.id or bool(unit.carrier) or (empty and signs(top) == signs(unit))


def signs(u: Unit) -> tuple[object, ...]:
    """8.54 All that can be seen of a unit but its number."""
    marks = u.up, u.suppressed, u.separated, u.fired, u.noted, u.quick, u.boosted, u.trench, u.bound, u.carrier
    return u.type, u.card, u.exp, *marks


def full(g: TankLeader, side: str, h: Hex) -> tuple[bool, bool]:
    """8.5 Are there too many units of a side in a hex, and too many vehicles?"""
    here = [u for u in g.pieces.values() if u.side == side and stands(u) == h and (u.place or u.what.kind != "fo")]
    total, vehicles = g.country.limits(h)
    return len(here) > total, sum(u.vehicle for u in here) > vehicles


def not_surplus(c: Case) -> bool:
    """8.52 Not of the hex that is dealt with, or none of the kind of which there are too many."""
    unit = c.named
    if unit is None or not unit.place:
        return True
    over = ((side, h) for side in SIDES for h in sorted(c.g.at) if any(full(c.g, side, h)))
    machines = full(c.g, unit.side, unit.place)[1]
    return next(over, None) != (unit.side, unit.place) or (machines and not unit.vehicle)


def swaps(c: Case) -> bool:
    """11.11 A separated unit would be in the area, and one that is not would be out of it."""
    card, parent = str(getattr(c.step, "card", "")), str(getattr(c.step, "parent", ""))
    units = [u for u in c.g.pieces.values() if u.card in (combat_members(parent) if parent else (card,)) and u.place]
    far = 2 * 2 if parent else RADIUS[c.side]  # a company may centre two hexes from its battalion
    battalion = str(getattr(c.step, "battalion", ""))
    lost = bool(battalion) and GRID.distance(battalion, c.hex) > 2
    out = [u for u in units if lost or GRID.distance(u.place, c.hex) > far]
    freed = any(u.separated and u not in out for u in units)
    return freed and (bool(parent) or any(not u.separated for u in out))


# ------------------------------------------------------------------ aboard


def parted(c: Case) -> bool:
    """13.31 Not in one hex, now or when the phase began, at different entries, or aboard already."""
    carrier, unit = c.actor, c.named
    if carrier is None or unit is None:
        return True
    began = {c.g.began.get(u.id) for u in (carrier, unit)} | {stands(carrier)}
    entries = {c.g.entry.get(u.card or u.id) for u in (carrier, unit)} if not stands(carrier) else {None}
    return bool(unit.carrier) or stands(unit) != stands(carrier) or len(began) > 1 or len(entries) > 1


def no_room(c: Case) -> bool:
    """13.32, 13.33 A truck with three men aboard, or with a gun for another; any other vehicle with one; no truck."""
    carrier, unit = (c.named, c.actor) if c.is_a("Board") else (c.actor, c.named)
    if carrier is None or unit is None or carrier.side != unit.side or (c.is_a("Board") and not carrier.what.truck):
        return True
    aboard = [u for u in c.g.pieces.values() if u.carrier == carrier.id]
    if not carrier.what.truck:
        return unit.what.tow or len(aboard) >= 1
    return sum(u.what.tow == unit.what.tow for u in aboard) >= (1 if unit.what.tow else 3)


def not_aboard(c: Case) -> bool:
    """13.31 Carried where it should act, or not aboard where it is to be set down, or set down where it was loaded."""
    unit = c.named
    if unit is None:
        return False
    if not c.is_a("Drop"):
        return bool(unit.carrier)
    return c.actor is None or unit.carrier != c.actor.id or not c.move.hexes


# ------------------------------------------------------------------ entrenching and set-up


def diggers(c: Case) -> Sequence[Unit]:
    """Who is to entrench: the unit that acts, or all that are active."""
    if c.actor is not None:
        return [c.actor]
    return [u for u in c.g.pieces.values() if u.side == c.side and u.place and not inactive(c.g, u)]


def no_spade(c: Case) -> bool:
    return all(dug(c.g, u) for u in diggers(c))


def no_site(c: Case) -> bool:
    """15.3 Out of the area, too near to the enemy, in a full hex, or not where its company is or would be."""
    unit = c.actor or next((u for u in c.g.pieces.values() if u.card == str(getattr(c.step, "card", "?"))), None)
    if unit is None or c.is_a("Board"):
        return c.named is not None and any(crowded(c.g, c.side, c.named.place))
    index = int(getattr(c.step, "index", 0))
    row = c.g.scenario[unit.side]["placement"][index]
    far, most = int(row.get("minimum_distance_to_enemy", 0)), int(row.get("vehicles_per_hex", 0))
    if c.hex not in area(c.g.scenario_id, unit.side, index):
        return True
    if any(GRID.distance(u.place, c.hex) < far for u in c.g.pieces.values() if u.side != unit.side and u.place):
        return True
    vehicles = sum(u.vehicle and stands(u) == c.hex and u.side == unit.side for u in c.g.pieces.values())
    near = str(getattr(c.step, "near", ""))
    strays = bool(near) and GRID.distance(near, c.hex) > 1
    full_up, of_vehicles = crowded(c.g, unit.side, c.hex)
    if c.is_a("PlaceCompany"):
        return parts(c, unit, index)
    return full_up or (unit.vehicle and (of_vehicles or (bool(most) and vehicles >= most))) or strays


def parts(c: Case, unit: Unit, index: int) -> bool:
    """15.3 Would more of a company fit into another hex of its area?"""
    company = [u for u in c.g.pieces.values() if u.card == unit.card and u.what.kind != "fo"]

    def fit(h: Hex) -> int:
        here = [u for u in c.g.pieces.values() if u.side == unit.side and stands(u) == h and u.what.kind != "fo"]
        total, vehicles = c.g.country.limits(h)
        machines = min(sum(u.vehicle for u in company), vehicles - sum(u.vehicle for u in here))
        return min(total - len(here), machines + sum(not u.vehicle for u in company))

    return any(fit(h) > fit(c.hex) for h in area(c.g.scenario_id, unit.side, index))


def crowded(g: TankLeader, side: str, h: Hex) -> tuple[bool, bool]:
    """15.3 Has a hex no room for one more unit, or vehicle?"""
    here = [u for u in g.pieces.values() if u.side == side and stands(u) == h and u.what.kind != "fo"]
    total, vehicles = g.country.limits(h)
    return len(here) >= total, sum(u.vehicle for u in here) >= vehicles


def no_ground(c: Case) -> bool:
    unit = c.actor or next((u for u in c.g.pieces.values() if u.card == str(getattr(c.step, "card", "?"))), None)
    return unit is None or c.g.country.hex_cost(c.hex, unit.what.mover) is None


def no_draft(c: Case) -> bool:
    """15.1 Not one's own combat card, taken already, or too dear."""
    if c.card not in CARDS or CARDS[c.card].side != c.side or CARDS[c.card].type != "combat" or c.card in c.g.cards:
        return True
    mine = [k for k in c.g.cards if CARDS[k].side == c.side and CARDS[k].type == "combat"]
    return sum(draft_price(k, c.g.year, c.g.advanced) for k in (*mine, c.card)) > int(c.g.scenario["draft"][c.side])


def entrenches(c: Case) -> bool:
    """15.3 May the unit named begin entrenched, or may the choice end here?"""
    row = c.g.scenario[c.side]["placement"][int(getattr(c.step, "index", 0))]
    if c.named is None:
        return bool(row["entrenched"]["mode"] == "up_to")
    unit = c.named
    return unit.side == c.side and not unit.vehicle and unit.what.kind != "fo" and not unit.trench


TABLE: Table = {
    "TL-2.11.2": (("the Standard Game", lambda c: not c.g.advanced),),
    "TL-2.11.3": (("face-down", lambda c: c.named is not None and not c.named.up),),
    "TL-6.2.2": (
        ("not of this year", lambda c: not CARDS[c.card].rating(c.g.year) or CARDS[c.card].line_up(c.g.year) is None),
    ),
    "TL-6.51.1": (("not the lowest combat card", lambda c: not lowest(c)),),
    "TL-6.51.4": (("no combat card", lambda c: CARDS[c.card].type != "combat"),),
    "TL-6.51.5": (("not in hand, or not rated higher", no_interrupt),),
    "TL-6.51.10": (("shaken", lambda c: c.g.shaken(formation(c))),),
    "TL-6.61.1": (("not active", not_called),),
    "TL-6.62.1": (("not under this parent", lambda c: not under_parent(c)),),
    "TL-6.63.1": (("not for this command", no_command),),
    "TL-6.64.1": (("not for this command", no_command),),
    "TL-7.1": (("it can do nothing", idle),),
    "TL-7.2.1": (("no several alike", not_first),),
    "TL-8.52.2": (("not one too many", not_surplus),),
    "TL-8.54.1": (("nothing to put on top", no_lift),),
    "TL-13.35.1": (("carried", lambda c: any(u is not None and bool(u.carrier) for u in (c.named, c.target))),),
    "TL-11.1.3": (("no hex of the map", lambda c: c.hex not in GRID),),
    "TL-11.11.1": (("one is freed, another separated", swaps),),
    "TL-12.21.1": (("no hex of the map", lambda c: c.hex not in GRID),),
    "TL-13.3.1": (
        ("no vehicle, or no passenger", lambda c: c.named is None or c.named.vehicle or c.named.side != c.side),
        ("who is on foot carries nobody", lambda c: c.actor is not None and not c.actor.vehicle),
    ),
    "TL-13.31.3": (("not together when the phase began", parted),),
    "TL-13.31.4": (("it has driven", lambda c: c.move.hexes > 0),),
    "TL-13.31.5": (("aboard, or not aboard", not_aboard),),
    "TL-13.31.6": (
        ("face-down or suppressed", lambda c: c.named is not None and (not c.named.up or c.named.suppressed)),
    ),
    "TL-13.32.1": (
        (
            "a gun without a truck",
            lambda c: c.named is not None and c.named.what.tow and (c.actor is None or not c.actor.what.truck),
        ),
    ),
    "TL-13.33.1": (("no room", no_room),),
    "TL-13.4.1": (("entrenched already", lambda c: c.actor is not None and c.actor.trench == DUG_IN),),
    "TL-13.41.1": (("nobody who may dig", no_spade),),
    "TL-15.1.1": (("not to be drafted", no_draft),),
    "TL-15.3.1": (("not to be set up there", no_site),),
    "TL-15.3.3": (("no ground for it", no_ground),),
    "TL-15.3.4": (("may not begin entrenched", lambda c: not entrenches(c)),),
}
