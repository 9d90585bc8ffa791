"""What breaks the rules of orders that are neither moves nor fights: formations, mounting, works, officers."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from grognard.board.inches.geometry import Spot, at_most, distance
from grognard.games.red_actions.rules.ambush import ordered_out
from grognard.games.red_actions.rules.bodies import BUILDINGS, apart, body
from grognard.games.red_actions.rules.breakdowns import Free, Repair
from grognard.games.red_actions.rules.formations import Combine, Divide, bound, together
from grognard.games.red_actions.rules.mounting import Board, Disembark, Dismount, Limber, Mount, Unlimber, riders_of
from grognard.games.red_actions.rules.moving import LieDown
from grognard.games.red_actions.rules.reasons.facts import HAIR, Table, known, named, no_room, of, off_table, over
from grognard.games.red_actions.rules.segment import Order
from grognard.games.red_actions.rules.seniors import Detach, Join, SeniorMove
from grognard.games.red_actions.rules.state import RedActions, Unit, is_foot, is_vehicle
from grognard.games.red_actions.rules.terrain import allowance_of, survey
from grognard.games.red_actions.rules.works import Claim, CrossTheWire, CutTheWire, Dig, TearUpRails

CREWS = ("gun", "mg", "mortar", "train")
TOUCH = 0.25 + HAIR


def lines_at(g: RedActions, unit: Unit, kind: str) -> bool:
    """Does a unit in the open touch a line of a kind?"""
    lines = [f for f in g.table.lines if f.type == kind]
    spots = [p for base in body(g, unit).bases for p in (*base.corners, base.centre, base.front)]
    return not unit.inside and any(f.distance(p) < 0.1 for f in lines for p in spots)


def pinned(g: RedActions, unit: Unit, action: Any, by: Any) -> bool:
    return unit.pinned or (isinstance(action, Divide) and unit.routing)


def done_out_of_turn(g: RedActions, unit: Unit, action: Any, by: Any) -> bool:
    """RA-ACT.18 Repair and unpin, scouting, the Mob's roll, then formation and officers."""
    order = ("unpin", "repair", "scout", "mob", "form", "attach")
    rank = [min(2, i) if i < 2 else i for i in range(len(order))]
    part = getattr(action, "part", "")
    done = [name for name in getattr(by, "done", ()) if name in order]
    return part in order and any(rank[order.index(name)] > rank[order.index(part)] for name in done)


def cannot_form(g: RedActions, unit: Unit, action: Any) -> bool:
    same = (action.formation, action.formed) == (unit.formation, unit.formed)
    return same or action.formation not in ("line", "column", "road_column", "skirmish")


def cannot_skirmish(g: RedActions, unit: Unit, action: Any) -> bool:
    """RA-FRM.7 Unformed sabres, and foot with the trait."""
    foot = unit.kind == "rifles" and not unit.carts and (unit.has("Skirmisher") or unit.has("Partisan"))
    return action.formation == "skirmish" and not foot and not (unit.kind == "sabres" and not action.formed)


def cannot_divide(g: RedActions, unit: Unit, action: Any) -> bool:
    """RA-ACT.6 Nobody hidden or riding, no vehicle, no officer where there is none, no part too small."""
    least = 1 if unit.kind in ("mg", "gun", "tachanka", "mortar") else 2
    small = not least <= action.bases <= unit.bases - least
    return small or unit.hidden or unit.riding or is_vehicle(unit) or (action.officer and unit.officer is None)


def cannot_part(g: RedActions, unit: Unit, action: Any) -> bool:
    """RA-ACT.21 A column between ranks; and no part on others, in a house, off the table, or bent along a road."""
    odd = unit.formation == "column" and (unit.bases - action.bases) % 2 == 1
    here = unit.bases > action.bases > 0
    beside = any(apart(g, unit, u) < 0.7 for u in g.troops() if u.id != unit.id)
    houses = any(f.type in BUILDINGS and f.distance(body(g, unit).centre) < 5 for f in g.table.features.values())
    return odd or (here and (beside or houses or off_table(g, unit) or unit.formation == "road_column"))


def cannot_combine(g: RedActions, unit: Unit, action: Any) -> bool:
    """RA-ACT.7 One type, one state, near, fresh, steady, and not too large."""
    other = named(g, action)
    if other is None:
        return False
    if other.id == unit.id or other.side != unit.side or other.type != unit.type or unit.type == "senior_officer":
        return True
    shaky = any(u.pinned or u.routing or u.hidden for u in (unit, other)) or other.acted
    states = ("inside", "limbered", "carts", "mounted_as", "riding")
    unlike = any(getattr(unit, state) != getattr(other, state) for state in states)
    unlike = unlike or bool(unit.horses[2]) != bool(other.horses[2]) or is_vehicle(unit)
    both = together(unit, other)
    large = max(both.bases, riders_of(both)) > bound(unit, "most_bases")
    return shaky or unlike or large or apart(g, unit, other) > 2 - HAIR


def does_not_reach(g: RedActions, unit: Unit, action: Any) -> bool:
    """RA-ACT.21 Has some base of the other unit no place that it could walk to?"""
    other = named(g, action)
    if other is None:
        return False
    places = [base.front for base in body(g, together(unit, other)).bases]
    walks = [
        [survey(g, replace(other, bases=1, formation="line").at(b.front, b.facing), b.front, p) for p in places]
        for b in body(g, other).bases
    ]
    near = [[w.cost is not None and not w.halts and w.cost < allowance_of(other) - HAIR for w in row] for row in walks]
    free = [sum(row[i] for row in near) for i in range(len(places))]
    return any(sum(row) < len(places) for row in near) or 0 in free


def horses_far(g: RedActions, unit: Unit, other: Unit | None) -> bool:
    """RA-FRM.15 Are there no led horses, or would they be left behind?"""
    both = together(unit, other) if other is not None and other.type == unit.type else unit
    horses = (other or unit).horses
    return not unit.horses[2] or distance(Spot(*horses).point, body(g, both).centre) > 6 - HAIR


def cannot_mount(g: RedActions, unit: Unit, action: Any) -> bool:
    """RA-ACT.15 What has no horses, carts, limbers or train to get on or off, or is so already."""
    match action:
        case Unlimber():
            return unit.kind != "gun" or not unit.limbered
        case Limber():
            return unit.kind != "gun" or unit.limbered
        case Mount():
            return not unit.mounted_as and not (unit.has("Carts") and not unit.carts)
        case Disembark():
            return not unit.riding
    return False


def out_of_touch(g: RedActions, unit: Unit, action: Any) -> bool:
    """RA-ACT.26 Farther than an inch from the train, than 6 from the horses; or no room beside the train."""
    train = named(g, action)
    if isinstance(action, Board) and train is not None:
        return apart(g, unit, train) > 1 - HAIR
    if isinstance(action, Mount):
        spots = [base.centre for base in body(g, unit).bases] or [body(g, unit).centre]
        return any(not at_most(distance(p, Spot(*unit.horses).point), 6 - HAIR) for p in spots)
    return isinstance(action, Disembark)


def cannot_board(g: RedActions, unit: Unit, action: Any) -> bool:
    """RA-VEH.7 Foot in the open, a train of its side, and at most six bases in it."""
    train = named(g, action)
    if train is None:
        return False
    aboard = sum(u.bases for u in g.pieces.values() if u.place == f"train:{train.id}")
    wrong = not is_foot(unit) or not train.wagons or train.side != unit.side or unit.inside != ""
    return wrong or aboard + unit.bases > 6


def cannot_cross(g: RedActions, unit: Unit, action: Any, by: Any) -> bool:
    """RA-TER.18 The wire that holds it: it rolls once, and moves back or not at all."""
    held = "wire" in getattr(by, "done", ())
    return held or (isinstance(action, CrossTheWire) and (not unit.held or not is_foot(unit) or unit.pinned))


def cannot_tear(g: RedActions, unit: Unit, action: Any) -> bool:
    """RA-VEH.9 Foot that touches rails, no enemy at them; or a train before a gap in the line."""
    if not isinstance(action, TearUpRails):
        return any(gap.kind == "torn" for gap in g.gaps.values())
    rails = [f for f in g.table.lines if f.type == "railway"]
    spots = [p for base in body(g, unit).bases for p in (*base.corners, base.centre)]
    touches = not unit.inside and any(f.distance(p) < TOUCH for f in rails for p in spots)
    foes = [foe for foe in known(g, unit.side) if rails and body(g, foe).gap_to_point(rails[0].nearest(unit.point)) < 1]
    return not is_foot(unit) or not touches or bool(foes)


def cannot_own(g: RedActions, unit: Unit, action: Any) -> bool:
    """RA-ACT.11 No object, or ours."""
    feature = g.table.features.get(action.place)
    object_ = action.place in g.things or (feature is not None and feature.type in (*BUILDINGS, "bridge"))
    return not object_ or g.owner.get(action.place) == unit.side


def cannot_claim(g: RedActions, unit: Unit, action: Any) -> bool:
    """RA-ACT.12 Pinned, in terror, not in touch, or an enemy in touch too."""
    place = action.place
    spot = g.things[place].point if place in g.things else None
    if unit.pinned or (unit.terror >= unit.bases and not is_vehicle(unit)):
        return True

    def touches(u: Unit, slack: float) -> bool:
        if spot is not None:
            return body(g, u).gap_to_point(spot) < 1 + slack
        feature = g.table.features.get(place)
        near = [feature.distance(p) for b in body(g, u).bases for p in (*b.corners, b.centre)] if feature else []
        return u.inside == place or min(near, default=9.0) < 0.25 + slack or _beside(g, u, feature)

    return not touches(unit, -HAIR) or any(touches(foe, HAIR) for foe in known(g, unit.side))


def _beside(g: RedActions, unit: Unit, feature: Any) -> bool:
    return feature is not None and body(g, unit).gap_to_feature(feature) < 0.25 + HAIR


def cannot_join(g: RedActions, unit: Unit, action: Any, by: Any) -> bool:
    """RA-OFF.6 A senior officer of the side, free and in contact; a host that is no train and does not hide."""
    other = named(g, action)
    if isinstance(action, Detach):
        return other is None or other.attached != unit.id
    officer, host = (unit, other) if isinstance(by, SeniorMove) else (other, unit)
    if officer is None or host is None or officer.type != "senior_officer" or officer.attached:
        return True
    if host.side != officer.side or host.type == "senior_officer" or not host.place:
        return True
    touches = isinstance(by, SeniorMove) or apart(g, officer, host) <= 0.05 - HAIR
    return bool(host.wagons) or host.riding or host.hidden or not touches


def rides_too_far(g: RedActions, unit: Unit, action: Any, by: Any) -> bool:
    """RA-OFF.5 He has moved; or it is farther than 14 inches, or something is in the way, to a unit he would join."""
    host = named(g, action)
    moved = isinstance(by, SeniorMove) and by.moved
    if host is None or not isinstance(action, Join):
        return moved
    end = body(g, host).nearest(unit.point)
    cost = survey(g, unit, unit.point, end).cost
    wet = any(f.type == "stream" for f in g.table.areas_at(end))
    foes = any(body(g, foe).gap_to_point(end) < 2 or _between(g, unit, end, foe) for foe in known(g, unit.side))
    return moved or cost is None or cost > 13.8 or wet or foes or host.inside != "" or not _on(g, end)


def _between(g: RedActions, unit: Unit, end: Any, foe: Unit) -> bool:
    (ax, ay), (bx, by_) = unit.point, end
    spots = [(ax + (bx - ax) * k / 60, ay + (by_ - ay) * k / 60) for k in range(61)]
    return any(body(g, foe).gap_to_point(p) < 1.0 for p in spots)


def _on(g: RedActions, p: Any) -> bool:
    return bool(1 < p[0] < g.table.width - 1 and 1 < p[1] < g.table.height - 1)


def kind(*kinds: type[Order]) -> Any:
    """A test of some orders alone."""
    return lambda test: lambda g, u, a, by: isinstance(a, kinds) and test(g, u, a)


ORDERING: Table = {
    "RA-MOR.34": (of("it is pinned", pinned),),
    "RA-ACT.10": (of("it routs", lambda g, u, a, by: u.routing),),
    "RA-VEH.4": (of("it is stuck", lambda g, u, a, by: u.stuck != ""),),
    "RA-ACT.25": (
        of("it is limbered, on carts or in a train", lambda g, u, a, by: u.limbered or u.carts or u.riding),
        of("crews take possession of nothing", lambda g, u, a, by: isinstance(a, Claim) and u.kind in CREWS),
    ),
    "RA-AMB.15": (
        of("it is in ambush, and no senior officer near", lambda g, u, a, by: u.hidden and not ordered_out(g, u)),
    ),
    "RA-TRT.2": (of("the Mob will not budge", lambda g, u, a, by: getattr(by, "mob", "") == "failed"),),
    "RA-TER.18": (of("the wire holds it, or there is none", cannot_cross),),
    "RA-VEH.10": (of("a wagon of the train has shot", lambda g, u, a, by: bool(getattr(by, "fired", ()))),),
    "RA-MOV.25": (
        of("foot in the open goes to ground", kind(LieDown)(lambda g, u, a: not is_foot(u) or u.inside or u.lying)),
        of(
            "it has used more than half its move",
            lambda g, u, a, by: isinstance(a, LieDown) and getattr(by, "spent", 0) > allowance_of(u) * 50 - 2,
        ),
    ),
    "RA-VEH.3": (
        of("it is not stuck", kind(Free)(lambda g, u, a: type(a) is Free and u.stuck != "stuck")),
        of("it has not broken down", kind(Repair)(lambda g, u, a: u.stuck != "broken")),
    ),
    "RA-ACT.18": (of("what comes later has been done", done_out_of_turn),),
    "RA-ACT.19": (
        of("it has been done in this segment", lambda g, u, a, by: getattr(a, "part", "") in getattr(by, "done", ())),
    ),
    "RA-RAL.4": (of("it is not pinned", lambda g, u, a, by: not u.pinned),),
    "RA-ACT.13": (of("it has no terror marker", lambda g, u, a, by: u.terror == 0),),
    "RA-FRM.9": (
        of("it stands like that, or nobody does", lambda g, u, a, by: hasattr(a, "formation") and cannot_form(g, u, a)),
    ),
    "RA-FRM.14": (of("it has no formation", lambda g, u, a, by: u.bases == 1 or u.inside != "" or is_vehicle(u)),),
    "RA-TRT.20": (
        of(
            "it knows no formed order so",
            lambda g, u, a, by: (
                getattr(a, "formed", False)
                and (not u.has("Formed") or u.kind != "sabres" or a.formation not in ("line", "column"))
            ),
        ),
    ),
    "RA-FRM.7": (of("it does not skirmish", lambda g, u, a, by: hasattr(a, "formation") and cannot_skirmish(g, u, a)),),
    "RA-ACT.6": (of("it cannot divide so", kind(Divide)(cannot_divide)),),
    "RA-ACT.21": (
        of("its parts have no place", kind(Divide)(cannot_part)),
        of("a base has no place in reach", kind(Combine)(does_not_reach)),
    ),
    "RA-ACT.7": (of("the two do not combine", kind(Combine)(cannot_combine)),),
    "RA-ACT.22": (
        of(
            "only one of two officers could stay",
            kind(Combine)(lambda g, u, a: a.under != "" and (a.under not in (u.id, a.piece) or no_choice(g, u, a))),
        ),
    ),
    "RA-TRT.19": (
        of("both have an officer base", kind(Combine)(lambda g, u, a: u.stiff and (o := named(g, a)) and o.stiff)),
    ),
    "RA-FRM.15": (of("the led horses are lost or far", lambda g, u, a, by: horses_far(g, u, named(g, a))),),
    "RA-ACT.15": (of("it has nothing to get on or off", lambda g, u, a, by: cannot_mount(g, u, a)),),
    "RA-ACT.26": (of("it is too far away", lambda g, u, a, by: out_of_touch(g, u, a)),),
    "RA-FRM.12": (of("it is not mounted", kind(Dismount)(lambda g, u, a: not u.carts and not u.what.dismounts_as)),),
    "RA-VEH.7": (of("it cannot ride in that", kind(Board)(cannot_board)),),
    "RA-TRT.12": (
        of(
            "only engineers on foot cut wire", kind(CutTheWire)(lambda g, u, a: not u.has("Engineer") or not is_foot(u))
        ),
    ),
    "RA-TER.19": (
        of("it touches no wire", kind(CutTheWire)(lambda g, u, a: not u.held and not lines_at(g, u, "wire"))),
    ),
    "RA-TER.21": (
        of(
            "nobody digs so",
            kind(Dig)(lambda g, u, a: not g.scenario.digging or not is_foot(u) or u.inside or u.foxholes),
        ),
    ),
    "RA-VEH.9": (of("the rails are torn up, or cannot be", lambda g, u, a, by: cannot_tear(g, u, a)),),
    "RA-TER.46": (of("it has collapsed", lambda g, u, a, by: getattr(a, "place", "") in g.collapsed),),
    "RA-ACT.11": (of("it is nothing to possess, or ours", kind(Claim)(cannot_own)),),
    "RA-ACT.12": (of("it may not take that", kind(Claim)(cannot_claim)),),
    "RA-OFF.6": (of("the officer and the unit do not come together", cannot_join),),
    "RA-OFF.5": (of("he does not ride so far", rides_too_far),),
    "RA-MOV.34": (
        of(
            "there is no room for both",
            kind(Combine)(lambda g, u, a: (o := named(g, a)) is not None and crowded(g, together(u, o), o)),
        ),
        of(
            "there is no room for the horses",
            kind(Mount, Limber)(lambda g, u, a: any(no_room(g, t) for t in mounted_or_not(u))),
        ),
    ),
}


def crowded(g: RedActions, both: Unit, other: Unit) -> bool:
    """Do two together stand on others, in a house or off the table?"""
    others = [u for u in g.troops() if u.id not in (both.id, other.id) and not (u.hidden and u.side != both.side)]
    return no_room(g, replace(both, id=other.id)) or any(over(g, both, u) for u in others)


def mounted_or_not(unit: Unit) -> list[Unit]:
    """A unit as it may stand with its horses, its carts or its limbers."""
    column = replace(unit, formation="column")
    on_carts, on_limbers = replace(column, carts=True), replace(unit, limbered=not unit.limbered)
    horse = replace(column, type=unit.mounted_as, mounted_as="", bases=riders_of(unit)) if unit.mounted_as else column
    return [on_carts, on_limbers, horse]


def no_choice(g: RedActions, unit: Unit, action: Any) -> bool:
    """Has one of two units no junior, are both alike, or is it the better one anyway?"""
    other = named(g, action)
    ours, theirs = unit.officer, other.officer if other else None
    if ours is None or theirs is None or ours == theirs:
        return True
    better = other.id if other and theirs.bonus > ours.bonus else unit.id
    return bool(action.under == better)
