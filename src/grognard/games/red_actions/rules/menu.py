"""Permitted actions (RA-ACT): what a unit may do in its segment, and why not the rest."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from grognard.board.inches import ahead, between, distance, facing_to, turn_between, within
from grognard.engine import Action, Press, Refusal
from grognard.games.red_actions.rules.ambush import why_not_scout
from grognard.games.red_actions.rules.artillery import (
    empty_section_aim,
    indirect_aim,
    rolls_direct_hits,
    why_not_speculate,
)
from grognard.games.red_actions.rules.bodies import apart, apart_from_feature, bases_of, body, centre, foes_of, stored
from grognard.games.red_actions.rules.charging import why_cannot_charge, why_not_charge
from grognard.games.red_actions.rules.choices import (
    Attach,
    Board,
    Charge,
    Claim,
    Combine,
    Detach,
    Divide,
    Fire,
    Form,
    Gas,
    Go,
    Lob,
    Scout,
    Search,
    Shell,
)
from grognard.games.red_actions.rules.data import TABLES_DATA, WEAPONS
from grognard.games.red_actions.rules.formations import (
    alight_place,
    why_not_board,
    why_not_change_mount,
    why_not_combine,
    why_not_divide,
    why_not_form,
)
from grognard.games.red_actions.rules.going import allowance_of
from grognard.games.red_actions.rules.ground import may_hide_in
from grognard.games.red_actions.rules.movement import Budget, Leg, full_budget, plan, reach_towards, room_in, turn_price
from grognard.games.red_actions.rules.officers import attached_seniors, is_mob
from grognard.games.red_actions.rules.rally import why_not_rally_terror
from grognard.games.red_actions.rules.shooting import nearest_targets, targets, weapon_of, weapons_ready, why_not_shoot
from grognard.games.red_actions.rules.sight import sees, sees_any_foe
from grognard.games.red_actions.rules.state import TABLE, RedActions, Unit, is_foot
from grognard.games.red_actions.rules.trains import rail_at, rails, train_points, why_not_run
from grognard.games.red_actions.rules.works import (
    near_objects,
    why_not_back,
    why_not_claim,
    why_not_cross,
    why_not_cut,
    why_not_dig,
    why_not_tear,
)

MOUNTS = ("mount", "dismount", "limber", "unlimber")
REVEALING_HIDE = 12.0
COMMAND = 4.0
MOB_NEEDS = int(TABLES_DATA["command"]["mob_roll"])
NO_MOB_ROLL = frozenset({"hold", "stop", "rally from rout", "rally from pinned", "free", "repair"})
APART = 1.0  # destinations nearer to one another than this are one choice
KEEPS_POSTURE = frozenset({"rally from terror", "hide", "dig", "cut the wire", "tear up rails", "hold"})


# ------------------------------------------------------------------ general


def ordered_out(g: RedActions, unit: Unit) -> bool:
    """RA-AMB.2, RA-AMB.15 A senior officer has come within 4 inches of a hidden unit."""
    return any(within(apart(g, unit, s), COMMAND) for s in g.seniors(unit.side))


def why_not_move_at_all(g: RedActions, unit: Unit) -> Refusal | None:
    """Why a unit may not move of its own will."""
    if unit.pinned:
        return Refusal("RA-MOR.34")
    if unit.routing:
        return Refusal("RA-ACT.10", "It must first be rallied.")
    if unit.stuck:
        return Refusal("RA-VEH.4")
    if unit.hidden and not ordered_out(g, unit):
        return Refusal("RA-AMB.2")
    if unit.riding:
        return Refusal("RA-ACT.25", "It rides in the train.")
    return None


def mob_roll_due(g: RedActions, unit: Unit, action: Action, budget: Budget) -> bool:
    """RA-TRT.1, RA-TRT.3, RA-TRT.21 Does this action of a Mob that sees the enemy need a roll of 3 or more?"""
    if isinstance(action, Fire | Lob | Gas | Search | Shell | Charge | Scout):
        return False
    if isinstance(action, Press) and action.button in NO_MOB_ROLL:
        return False
    if not is_mob(g, unit):
        return False
    leg = plan(g, unit, (action.x / 100, action.y / 100), budget) if isinstance(action, Go) else None
    if not isinstance(leg, Leg):
        return sees_any_foe(g, unit)
    there = replace(unit, x=leg.x, y=leg.y, facing=leg.facing, place=leg.enters or TABLE)
    return any(not _falls_back(g, unit, there, foe) and sees(g, unit, foe) for foe in g.foes(unit.side))


def _falls_back(g: RedActions, unit: Unit, there: Unit, foe: Unit) -> bool:
    """RA-TRT.3 Is every base of a unit farther from an enemy there than where it stands?"""
    if unit.inside or there.inside:
        return apart(g, there, foe) > apart(g, unit, foe)
    outlines = body(g, foe).outlines
    bases = zip(bases_of(g, unit), bases_of(g, there), strict=True)
    gaps = [[min(between(b.corners, o) for o in outlines) for b in both] for both in bases]
    return all(after > before for before, after in gaps)


def mob_obeys(g: RedActions, unit: Unit) -> bool:
    """RA-TRT.1, RA-TRT.2 The roll of a Mob."""
    die = g.d6()
    result = "obeys" if die >= MOB_NEEDS else "will not budge"
    g.tell("RA-TRT.1", "{unit} {r}", dice=(die,), unit=unit.name, r=result)
    g.outcome(result)
    return die >= MOB_NEEDS


# ------------------------------------------------------------------ listing the main actions


def main_actions(g: RedActions, unit: Unit, budget: Budget, *, fresh: bool, still: bool) -> Iterator[Sequence[Action]]:
    """Everything a unit may do as its action, as a finite and useful list, in parts that grow dearer to work out.

    `still` after a failed Mob roll.
    """
    stays = still or (unit.hidden and not ordered_out(g, unit))
    yield [Press("hold")] if stays else [Press("hold"), *quiet_actions(g, unit, fresh=fresh)]
    yield list(shots(g, unit))
    if not stays and why_not_move_at_all(g, unit) is None:
        yield list(dict.fromkeys(move_points(g, unit, budget)))
    if not still and fresh and why_cannot_charge(g, unit) is None:
        yield list(charges(g, unit, charge_reach(unit, budget)))
    yield list(blind_shots(g, unit))


def charges(g: RedActions, unit: Unit, reach: float) -> Iterator[Action]:
    """RA-MOV.16 Every enemy a unit may charge."""
    mine = body(g, unit)
    for foe, stands in foes_of(g, unit.side):
        if mine.surely_apart(stands, reach):
            continue
        if within(apart(g, unit, foe), reach) and why_not_charge(g, unit, foe, reach) is None:
            yield Charge(foe.id)


def charge_reach(unit: Unit, budget: Budget) -> float:
    """RA-MOV.16, RA-FRM.9 A full move, or what a change of formation has left of it."""
    return allowance_of(unit) if budget.fresh else budget.left / 100


def shots(g: RedActions, unit: Unit) -> Iterator[Action]:
    """RA-SHO.15 Every shot a unit may make at an enemy."""
    if unit.kind in ("rifles", "sabres"):
        yield from (Fire(foe) for foe in nearest_targets(g, unit))
        return
    for wagon in weapons_ready(g, unit):
        yield from _shots_of(g, unit, wagon)


def blind_shots(g: RedActions, unit: Unit) -> Iterator[Action]:
    """RA-SHO.19, RA-ART.21 Shots at nobody in sight: at terrain the enemy may hide in, and at empty houses."""
    if unit.kind in ("rifles", "sabres"):
        return
    hiding = any(u.unseen for u in g.troops(g.enemy(unit.side)))
    for wagon in weapons_ready(g, unit):
        what = weapon_of(unit, wagon)
        heavy = rolls_direct_hits(what)
        if not (heavy or hiding):
            continue
        for f in g.table.near(centre(g, unit), WEAPONS[what.weapon].long):
            if heavy and g.kind_of(f).startswith("building") and _why_not_shell(g, unit, f.name, wagon) is None:
                yield Shell(f.name, wagon)
            if hiding and _worth_scouting(g, unit, f.name):
                x, y = stored(f.centre)
                if why_not_speculate(g, unit, (x / 100, y / 100), wagon) is None:
                    yield Search(x, y, wagon)


def _shots_of(g: RedActions, unit: Unit, wagon: int) -> Iterator[Action]:
    """RA-SHO.16, RA-ART.15, RA-ART.18 The free choice of MGs, guns and vehicles, or of one wagon of a train."""
    found = targets(g, unit, wagon)
    yield from (Fire(foe, wagon) for foe in found)
    if not WEAPONS[weapon_of(unit, wagon).weapon].indirect:
        return
    for foe in g.foes(unit.side):
        if foe.id not in found and indirect_aim(g, unit, foe, wagon) is not None:
            yield Lob(foe.id, wagon)
    if g.options.get("gas") == "on" and not unit.wagons:
        yield from (Gas(foe) for foe in found)


def quiet_actions(g: RedActions, unit: Unit, *, fresh: bool) -> Iterator[Action]:
    """Actions that leave the unit where it is, or change how it stands."""
    if unit.riding:
        if alight_place(g, unit) is not None:
            yield Press("disembark")
        return
    if unit.terror:
        yield Press("rally from terror")
    if not fresh:
        return
    if why_not_hide(g, unit) is None:
        yield Press("hide")
    yield from (Claim(name) for name in near_objects(g, unit))
    if is_foot(unit):
        if unit.kind == "rifles" and why_not_dig(g, unit) is None and not unit.pinned:
            yield Press("dig")
        if why_not_cut(g, unit) is None:
            yield Press("cut the wire")
        if why_not_cross(g, unit) is None:
            yield Press("cross the wire")
        if why_not_tear(g, unit) is None:
            yield Press("tear up rails")
        if not unit.inside and not unit.lying:
            yield Press("lie down")
    for button in mount_buttons(unit):
        if why_not_change_mount(g, unit, button) is None:
            yield Press(button)
    yield from splits(g, unit)


def mount_buttons(unit: Unit) -> tuple[str, ...]:
    """The mounting buttons that mean anything to a troop type."""
    if unit.kind == "gun":
        return ("limber", "unlimber")
    if unit.has("Carts") or unit.mounted_as or unit.what.dismounts_as:
        return ("mount", "dismount")
    return ()


def splits(g: RedActions, unit: Unit) -> Iterator[Action]:
    """RA-ACT.5, RA-ACT.6 Splitting off bases with or without the officer, taking in another unit, boarding a train."""
    for bases in range(1, unit.bases):
        if why_not_divide(g, unit, bases) is None:
            yield from (Divide(bases, officer) for officer in ((False, True) if unit.officer else (False,)))
    for other in g.troops(unit.side):
        if other.type == unit.type and why_not_combine(g, unit, other) is None:
            yield Combine(other.id)
        if other.kind == "train" and unit.kind == "rifles" and why_not_board(g, unit, other) is None:
            yield Board(other.id)


def why_not_hide(g: RedActions, unit: Unit) -> Refusal | None:
    """RA-ACT.8, RA-ACT.9 Infantry and unlimbered guns in cover, unseen within 12 inches."""
    if unit.hidden or unit.routing or not may_hide_in(g, unit):
        return Refusal("RA-ACT.8")
    if any(within(apart(g, unit, foe), REVEALING_HIDE) and sees(g, foe, unit) for foe in g.foes(unit.side)):
        return Refusal("RA-ACT.9")
    return None


# ------------------------------------------------------------------ useful destinations


def move_points(g: RedActions, unit: Unit, budget: Budget) -> Iterator[Action]:
    """A finite, useful set of destinations: eight directions, goals, houses, the nearest enemy."""
    if unit.kind == "train":
        for p in train_points(g, unit, 1.0 if not unit.fired else 0.5):
            yield Go(*stored(p))
        return
    seen: list[tuple[float, float]] = []
    for facing, inches in wished(g, unit, budget):
        start = unit.point
        if unit.inside:
            start = g.table.features[unit.inside].nearest(ahead(centre(g, unit), facing, 30.0))
        for far in distances(g, unit, facing, inches, budget):
            x, y = stored(ahead(start, facing, far - 0.02))
            point = (x / 100, y / 100)
            if far < 0.4 or any(distance(point, other) < APART for other in seen):
                continue
            if isinstance(plan(g, unit, point, budget), Leg):
                seen.append(point)
                yield Go(x, y)
                break
    for name in enterable(g, unit, budget):
        yield Go(*stored(g.table.features[name].centre))


def distances(g: RedActions, unit: Unit, facing: int, inches: float, budget: Budget) -> Iterator[float]:
    """How far to try in a direction: all that is wished, what the ground allows, and somewhat less."""
    price = 0.0 if unit.inside else turn_price(unit, turn_between(unit.facing, facing), budget)
    whole = min(inches, budget.left / 100 - price)
    start = unit.point
    open_ground = not g.table.areas_across(start, ahead(start, facing, whole))
    if open_ground:
        yield whole
    far = min(inches, reach_towards(g, unit, facing, budget))
    if not open_ground or far < whole - 0.05:
        yield far
    yield 0.6 * far


def wished(g: RedActions, unit: Unit, budget: Budget) -> Iterator[tuple[int, float]]:
    """Directions worth trying, with the distance wanted."""
    far = budget.left / 100
    base = unit.facing if not unit.inside else 0
    for goal in goals(g, unit):
        if distance(unit.point, goal) > 0.3:
            yield facing_to(unit.point, goal), min(far, distance(unit.point, goal))
    here = centre(g, unit)
    foes = sorted((distance(here, stands.centre), foe.id) for foe, stands in foes_of(g, unit.side))
    for _, name in foes[:2]:
        foe = g.pieces[name]
        yield facing_to(here, centre(g, foe)), max(0.0, apart(g, unit, foe) - 1.05)
    for turn in (0, 450, -450, 1350, -1350):
        yield (base + turn) % 3600, far


def goals(g: RedActions, unit: Unit) -> list[tuple[float, float]]:
    """Points that the scenario makes worth having, for this side and against the other."""
    names: list[str] = []
    for entry in g.scenario.win:
        for test in entry.all:
            names += [*test.objects[:1], *([test.object] if test.object else [])]
    if g.scenario.score is not None:
        names += list(g.scenario.score.objects)[:2]
    points = [doorstep(g, unit, name) for name in dict.fromkeys(names) if name in g.table.features]
    x, y = unit.point
    for edge in g.scenario.exit_edges.get(unit.side, ()):
        ends = {"north": (x, g.table.height), "south": (x, 0.0), "east": (g.table.width, y), "west": (0.0, y)}
        points.append(ends[edge])
    return points[:3]


def doorstep(g: RedActions, unit: Unit, name: str) -> tuple[float, float]:
    """Where a unit touches an object with its front."""
    edge = g.table.features[name].nearest(unit.point)
    return ahead(edge, facing_to(edge, unit.point), 0.12) if distance(edge, unit.point) > 0.12 else edge


def enterable(g: RedActions, unit: Unit, budget: Budget) -> list[str]:
    """Sections a foot unit can walk into now."""
    if unit.kind not in ("rifles", "mg", "mortar") or unit.carts:
        return []
    found = []
    for f in g.table.near(centre(g, unit), budget.left / 100 + 6.0):
        if not g.kind_of(f).startswith("building") or f.name == unit.inside:
            continue
        if apart_from_feature(g, unit, f) > budget.left / 100 or room_in(g, f.name, unit.id, unit.side) < unit.bases:
            continue
        if isinstance(plan(g, unit, f.centre, budget), Leg):
            found.append(f.name)
    return found[:3]


# ------------------------------------------------------------------ why not


def why_not_main(g: RedActions, unit: Unit, action: Action, budget: Budget, *, fresh: bool) -> Refusal | None:
    """Why a unit may not do something as its action now; None if it may."""
    match action:
        case Fire(piece, wagon):
            target = g.pieces.get(piece)
            if target is None or not target.place or target.unseen or not _has_wagon(unit, wagon):
                return Refusal("GR-1")
            return why_not_shoot(g, unit, target, wagon)
        case Charge(piece):
            target = g.pieces.get(piece)
            if target is None or not target.place or target.unseen:
                return Refusal("GR-1")
            if not fresh:
                return Refusal("RA-ACT.4")
            return why_not_charge(g, unit, target, charge_reach(unit, budget))
        case Go(x, y):
            return why_not_move_at_all(g, unit) or _why_not_go(g, unit, (x / 100, y / 100), budget)
        case Search(x, y, wagon):
            return why_not_speculate(g, unit, (x / 100, y / 100), wagon) if _has_wagon(unit, wagon) else Refusal("GR-1")
        case Shell(place, wagon):
            return _why_not_shell(g, unit, place, wagon) if _has_wagon(unit, wagon) else Refusal("GR-1")
        case Lob(piece, wagon):
            target = g.pieces.get(piece)
            if target is None or target.side == unit.side or target.unseen or not _has_wagon(unit, wagon):
                return Refusal("RA-ART.15")
            return None if indirect_aim(g, unit, target, wagon) is not None else Refusal("RA-ART.15")
        case Divide(bases):
            return why_not_divide(g, unit, bases) if fresh else Refusal("RA-ACT.5")
        case Combine(piece):
            return why_not_combine(g, unit, g.pieces[piece]) if piece in g.pieces else Refusal("GR-1")
        case Claim(place):
            return why_not_claim(g, unit, place)
        case Press(button):
            return _why_not_press(g, unit, button)
    return Refusal("GR-1")


def _why_not_go(g: RedActions, unit: Unit, point: tuple[float, float], budget: Budget) -> Refusal | None:
    if unit.kind == "train":
        return why_not_run(g, unit, round(rail_at(rails(g), point) * 100), 0.5 if unit.fired else 1.0)
    found = plan(g, unit, point, budget)
    return found if isinstance(found, Refusal) else None


def _has_wagon(unit: Unit, wagon: int) -> bool:
    """RA-VEH.10 A train shoots wagon by wagon, everybody else as one."""
    return 0 <= wagon < len(unit.wagons) if unit.wagons else wagon == -1


def _why_not_shell(g: RedActions, unit: Unit, place: str, wagon: int) -> Refusal | None:
    feature = g.table.features.get(place)
    if feature is None or not g.kind_of(feature).startswith("building"):
        return Refusal("RA-ART.21", "There is no such building.")
    if any(not u.unseen for u in g.here(place)):
        return Refusal("RA-ART.21", "It is not empty.")
    return None if empty_section_aim(g, unit, place, wagon) is not None else Refusal("RA-ART.21")


def _why_not_press(g: RedActions, unit: Unit, button: str) -> Refusal | None:
    reasons = {
        "hide": why_not_hide,
        "rally from terror": why_not_rally_terror,
        "dig": why_not_dig,
        "cut the wire": why_not_cut,
        "cross the wire": why_not_cross,
        "tear up rails": why_not_tear,
    }
    if unit.routing and button != "rally from rout":
        return Refusal("RA-TRN.10", "It must attempt to rally.")
    if button in reasons:
        return reasons[button](g, unit)
    if button in MOUNTS:
        return why_not_change_mount(g, unit, button)
    if button == "lie down":
        return None if is_foot(unit) and not unit.inside and not unit.lying else Refusal("RA-MOV.25")
    return None if button == "hold" else Refusal("GR-1")


# ------------------------------------------------------------------ extra parts


def extras(g: RedActions, unit: Unit, done: tuple[str, ...]) -> Iterator[Action]:
    """RA-ACT.17, RA-ACT.18 Extra parts of a segment, in their order."""
    order = max((RANK[kind] for kind in done), default=0)
    if order < 1 and unit.pinned:
        yield Press("rally from pinned")
    if order < 1 and unit.stuck in ("stuck", "broken"):
        yield Press("free" if unit.stuck == "stuck" else "repair")
    if order < 2 and not unit.hidden and any(u.unseen for u in g.troops(g.enemy(unit.side))):
        for f in g.table.features.values():
            if _worth_scouting(g, unit, f.name) and why_not_scout(g, unit, f.name) is None:
                yield Scout(f.name)
    if order <= 4:
        yield from formations_open(g, unit, done)
        yield from officers_open(g, unit, done)


def held_actions(g: RedActions, unit: Unit, budget: Budget) -> Iterator[Sequence[Action]]:
    """RA-TER.18 What is left to a unit that tried to come through the wire in vain: shoot, rally or move back."""
    yield [Press("hold"), *([Press("rally from terror")] if unit.terror else [])]
    yield list(shots(g, unit))
    yield [p for p in move_points(g, unit, budget) if why_not_while_held(g, unit, p) is None]
    yield list(blind_shots(g, unit))


def why_not_while_held(g: RedActions, unit: Unit, action: Action) -> Refusal | None:
    """RA-TER.18 Only shooting, rallying and moving back."""
    match action:
        case Fire() | Lob() | Gas() | Search() | Shell() | Press("hold" | "rally from terror"):
            return None
        case Go(x, y):
            return why_not_back(g, unit, (x / 100, y / 100))
    return Refusal("RA-TER.18")


RANK = {"wire": 1, "unpin": 1, "repair": 1, "scout": 2, "mob": 3, "form": 4, "attach": 4}


def _worth_scouting(g: RedActions, unit: Unit, name: str) -> bool:
    """Only terrain that the scenario lets the enemy hide in."""
    side = g.enemy(unit.side)
    return any(name in h.terrain for h in g.scenario.hidden if h.side == side)


def formations_open(g: RedActions, unit: Unit, done: tuple[str, ...]) -> Iterator[Action]:
    if "form" in done or unit.bases < 2 or unit.hidden or unit.riding:
        return
    for formation in ("line", "column", "road_column", "skirmish"):
        for formed in (False, True) if unit.has("Formed") else (False,):
            if why_not_form(g, unit, formation, formed) is None:
                yield Form(formation, formed)


def officers_open(g: RedActions, unit: Unit, done: tuple[str, ...]) -> Iterator[Action]:
    """RA-ACT.17, RA-OFF.6 A senior officer in contact joins; one who is with the unit may leave."""
    if "attach" in done:
        return
    for senior in g.seniors(unit.side):
        if not senior.attached and within(apart(g, unit, senior), 0.05) and not attached_seniors(g, unit):
            yield Attach(senior.id)
        elif senior.attached == unit.id:
            yield Detach(senior.id)


def starting_budget(g: RedActions, unit: Unit, done: tuple[str, ...]) -> Budget:
    """RA-FRM.9 The whole move, less half for a change of formation."""
    budget = full_budget(g, unit)
    if "form" in done:
        return Budget(budget.left // 2, fresh=False, road=False)
    return budget
