"""9.2 and 9.3 Anti-vehicle fire and its results; 13.1 anti-infantry fire."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any

import msgspec

from grognard.board.hexes.grid import Hex
from grognard.engine import Action, Deed, Given, Modifier, Refusal, Working, net
from grognard.engine.core.fact import fact
from grognard.games.tank_leader.rules.data import (
    BIT,
    EXPERIENCE,
    GRID,
    QUICK_KILL,
    TABLES,
    TYPES,
    disc,
    other,
    reckoned,
)
from grognard.games.tank_leader.rules.morale import check_unit, eliminate, separation
from grognard.games.tank_leader.rules.names import examinable, names_of, target_name, tell_about
from grognard.games.tank_leader.rules.spotting import in_sight, mark_fired, needed, place_hidden, spot
from grognard.games.tank_leader.rules.stacking import tops
from grognard.games.tank_leader.rules.state import Prospect, TankLeader, Unit
from grognard.games.tank_leader.rules.transport import occupy_vacant

AV, AI = "AV", "AI"
STRENGTHS = (AV, AI)
HIGHEST = 18  # what three dice show at best
SAME_HEX, ADJACENT, NEAR = 6, 2, 1  # 9.23.5
_VALUES: dict[str, int] = {row["name"]: row["value"] for row in TABLES["crt"]["modifier"]}


class FireAt(Action, frozen=True):
    """Fire at a unit with the AV or the AI strength."""

    piece: str
    strength: str


class AimedFire(Deed, frozen=True):
    """9.2, 13.1 Somebody who operates fires at an enemy; the step that asks knows who."""

    piece: str
    strength: str
    stored = FireAt

    @classmethod
    def answers(cls, g: TankLeader, by: Any) -> list[Action]:
        return [FireAt(target.id, kind) for target, kind in targets(g, by.leader(g))]

    def is_meant(self, g: TankLeader, by: Any) -> bool:
        return self.piece in g.pieces and self.strength in STRENGTHS

    def why_not(self, g: TankLeader, by: Any) -> Refusal | None:
        return why_not_fire(g, by.leader(g), g.pieces[self.piece], self.strength)

    def preview(self, g: TankLeader, by: Any) -> Working:
        return preview_fire(g, by.leader(g), g.pieces[self.piece], self.strength)

    def hides_odds(self, g: TankLeader, by: Any) -> bool:
        return not examinable(g, g.pieces[self.piece], by.leader(g).side)

    def says(self, g: TankLeader) -> str:
        return f"fire at {target_name(g, g.pieces[self.piece])}, {self.strength}"


class Shot(msgspec.Struct, frozen=True):
    """9.22 How one attack is made."""

    kind: str  # AV or AI
    strength: int
    distance: int | None = None  # None: indirect fire and fire zones know no range
    moving: bool = False
    below: bool = False  # 13.11, 13.26 a unit under the top one, or a fire zone
    assault: bool = False  # 14.1
    weak: bool = False  # 12.14 same-hex fire by face-down infantry


# ------------------------------------------------------------------ strengths


def strength(unit: Unit, kind: str) -> int | None:
    """2.11 A fire strength; None if the unit has none of this kind."""
    return unit.what.av if kind == AV else unit.what.ai


def fire_power(unit: Unit, kind: str) -> int:
    """2.11 The fire strength of a unit that has one of this kind."""
    found = strength(unit, kind)
    assert found is not None, f"{unit.name} has no {kind} strength"
    return found


def reach(unit: Unit, kind: str) -> int:
    """2.11, 12.13 How far a strength reaches: infantry's AV mostly its own hex only."""
    return _reach(unit.type, kind)


@cache
def _reach(name: str, kind: str) -> int:
    what = TYPES[name]
    if kind == AV and what.infantry:
        return what.av_range or 0
    return what.range


def why_not_fire(
    g: TankLeader, firer: Unit, target: Unit, kind: str, *, moving: bool = False, seen: bool = False
) -> Refusal | None:
    """9.21, 13.1 Why a unit may not fire at a target, which it is known to have in sight if it is `seen`.

    `moving` is opportunity fire at a unit on the move.
    """
    refusal = _why_not_aim(g, firer, target, kind)
    if refusal is not None:
        return refusal
    if not moving and not _on_top(g, target):
        return Refusal("TL-9.21.4")
    if _bars(g, firer, target, kind):
        return Refusal("TL-8.51.4" if kind == AV else "TL-13.14.1")
    return None if seen or in_sight(g, firer.hex, target.place) else Refusal("TL-9.11.1")


def _why_not_aim(g: TankLeader, firer: Unit, target: Unit, kind: str) -> Refusal | None:
    """2.11, 12.13, 13.1 Why a strength is nothing against a target where it is."""
    if target.side == firer.side or not target.place:
        return Refusal("TL-9.1.1", "It is no enemy on the map.")
    here = firer.place or firer.recorded
    if not here:
        return Refusal("TL-5.1", "It is not on the map yet.")
    if target.carrier:
        return Refusal("TL-13.35.1")
    never = _why_never(firer.type, target.type, kind, g.advanced)
    if never is not None:
        return never
    if GRID.distance(here, target.place) > _reach(firer.type, kind):
        return Refusal("TL-12.13.1" if firer.what.infantry and kind == AV else "TL-9.21.1")
    return None


@cache
def _why_never(firer: str, target: str, kind: str, advanced: bool) -> Refusal | None:
    """2.11, 13.1 Why a type of unit has no such fire against another, wherever they are."""
    if strength(Unit("", "", type=firer), kind) is None:
        return Refusal("TL-2.11.6")
    if kind == AI and not advanced:
        return Refusal("TL-2.11.2", "There is no anti-infantry fire in the Standard Game.")
    struck = TYPES[target]
    if kind == AV and not struck.vehicle:
        return Refusal("TL-13.1.1")
    if kind == AI and struck.vehicle and not struck.soft:
        return Refusal("TL-13.14.3")
    return None


def _on_top(g: TankLeader, target: Unit) -> bool:
    """9.21.4 The topmost of its kind."""
    return any(top.id == target.id for top in tops(g, target.place, target.side))


def _bars(g: TankLeader, firer: Unit, target: Unit, kind: str) -> bool:
    """8.51, 13.14 Friendly vehicles bar AV fire into another hex, friendly non-vehicles and soft vehicles AI fire."""
    if firer.hex == target.place or not g.footing(firer.side) & BIT[target.place]:
        return False
    friends = g.ours(target.place, firer.side)
    if kind == AV:
        return any(u.vehicle for u in friends)
    return any(not u.vehicle or u.what.soft for u in friends)


@cache
def arms(kind: str) -> tuple[tuple[str, ...], int]:
    """2.11 The fire strengths of a type of unit, and how far they reach."""
    unit = Unit("", "", type=kind)
    kinds = tuple(name for name in (AV, AI) if strength(unit, name) is not None)
    return kinds, max((reach(unit, name) for name in kinds), default=-1)


@cache
def longest_reach(side: str, back: str) -> int:
    """2.11, 8.55 How far a unit may fire of which no more can be told than its kind."""
    return max(arms(name)[1] for name, what in TYPES.items() if what.side == side and what.back == back)


@fact
def before_the_gun(g: TankLeader, side: str, model: str, here: Hex) -> Sequence[tuple[Unit, str]]:
    """9.21, 13.1 Whom a unit of a type could fire at from a hex if none of its friends were in the way."""
    gun, foes, (kinds, far) = Unit("", side, here, model), other(side), arms(model)
    near = g.ground(foes) & disc(here, min(g.visibility, far)) if far >= 0 else 0
    seen = g.country.sight.among(here, near) if near else 0
    if not seen:
        return ()
    held = [h for h in g.held(foes) if seen & BIT[h]]
    aimed = [(target, kind) for h in held for target in tops(g, h, foes) for kind in kinds]
    return [each for each in aimed if _why_not_aim(g, gun, *each) is None]


def targets(g: TankLeader, firer: Unit) -> Sequence[tuple[Unit, str]]:
    """9.21, 13.1 Every target a unit may fire at as an operation, and with which strength."""
    found = before_the_gun(g, firer.side, firer.type, firer.hex)
    if not found:
        return ()
    friends = g.footing(firer.side)
    return [aimed for aimed in found if not (friends & BIT[aimed[0].place] and _bars(g, firer, *aimed))]


# ------------------------------------------------------------------ modifiers (9.23)


def fire_modifiers(g: TankLeader, firers: Sequence[Unit], target: Unit, shot: Shot) -> tuple[Modifier, ...]:
    """9.22, 9.23 The combat difference and every modifier of an attack."""
    return _modifiers(*_circumstances(g, firers, target, shot))


def fire_bonus(g: TankLeader, firers: Sequence[Unit], target: Unit, shot: Shot) -> int:
    """9.22, 9.23 What they come to."""
    return _bonus(*_circumstances(g, firers, target, shot))


Circumstances = tuple[Shot, int, str, str, bool, bool, int]


def _circumstances(g: TankLeader, firers: Sequence[Unit], target: Unit, shot: Shot) -> Circumstances:
    """9.22, 9.23 What the modifiers depend on: the worst firer, the target, and the cover and the road where it is."""
    worst = min([separation(u, "fire") for u in firers], default=0)
    country, place = g.country, target.place
    on_road = place in country.land.roads
    return shot, worst, target.type, country.cover[place], on_road, target.suppressed, target.trench


@lru_cache(maxsize=8192)
def _bonus(*circumstances: *Circumstances) -> int:
    return net(_modifiers(*circumstances))


@lru_cache(maxsize=8192)
def _modifiers(
    shot: Shot, worst: int, kind: str, cover: str, on_road: bool, suppressed: bool, trench: int
) -> tuple[Modifier, ...]:
    """9.22, 9.23 The same by what it depends on: whatever else the target is does not matter."""
    target = Unit("", "", type=kind, suppressed=suppressed, trench=trench)
    defense = target.what.defense
    text = f"strength {shot.strength} against defense {defense}"
    found = [Modifier("TL-9.22.1", shot.strength - defense, text), *_range(shot)]
    if shot.below:
        cite = "TL-9.23.9" if target.vehicle else "TL-9.23.14"
        found.append(Modifier(cite, _VALUES["fire zone, or below top unit"], "fire zone, or below the top unit"))
    if cover == "hard" and not (shot.assault and target.vehicle):
        cite = "TL-9.23.10" if target.vehicle else "TL-9.23.15"
        found.append(Modifier(cite, _VALUES["target in hard cover"], "hard cover"))
    found += _vehicle_list(shot, on_road=on_road) if target.vehicle else _foot_list(target, shot, cover)
    if worst:
        found.append(Modifier("TL-9.23.17", worst, "separated firer"))
    return tuple(found)


def _range(shot: Shot) -> list[Modifier]:
    """9.23.5 One range modifier, the best."""
    if shot.distance is None or shot.distance > 3:
        return []
    if shot.distance == 0 and not shot.weak:
        return [Modifier("TL-9.23.5", SAME_HEX, "same hex")]
    if shot.distance <= 1:
        return [Modifier("TL-12.14.2" if shot.weak else "TL-9.23.5", ADJACENT, "adjacent")]
    return [Modifier("TL-9.23.5", NEAR, "2 or 3 hexes")]


def _vehicle_list(shot: Shot, *, on_road: bool) -> list[Modifier]:
    found = []
    if shot.moving:
        found.append(Modifier("TL-9.23.6", _VALUES["target vehicle moving"], "moving"))
    if on_road:
        found.append(Modifier("TL-9.23.7", _VALUES["target vehicle in a road hex"], "in a road hex"))
    if shot.assault:
        found.append(Modifier("TL-9.23.8", _VALUES["close assault by infantry"], "close assault"))
    if shot.kind == AI:
        found.append(Modifier("TL-9.23.11", _VALUES["anti-infantry fire at soft target"], "AI fire at a soft target"))
    return found


def _foot_list(target: Unit, shot: Shot, cover: str) -> list[Modifier]:
    found = []
    if target.suppressed:
        found.append(Modifier("TL-9.23.12", _VALUES["target suppressed"], "suppressed"))
    if target.trench == 2:
        found.append(Modifier("TL-9.23.13", _VALUES["target entrenched"], "entrenched"))
    if shot.moving and not cover:
        found.append(Modifier("TL-9.23.16", _VALUES["moving non-vehicle not in cover"], "moving in the open"))
    return found


# ------------------------------------------------------------------ results (9.3)


@cache
def result_of(vehicle: bool, total: int) -> tuple[str, int]:
    """9.23.3, 9.23.4 What the Combat Results Table says, and what it adds to the morale dice."""
    rows: list[dict[str, Any]] = TABLES["crt"]["vehicle" if vehicle else "non_vehicle"]["rows"]
    row = next(r for r in rows if r.get("min", total) <= total <= r.get("max", total))
    return row["result"], row.get("morale_add", 0)


def attack(
    g: TankLeader, firers: Sequence[Unit], target: Unit, shot: Shot, by: str = "", *, of: str = ""
) -> tuple[str, int]:
    """9.22, 9.3 Three dice, the table, and the result carried out; returns it with the unmodified roll.

    `by` is what the log calls the firers, if not by their names; `of` is whose roll it is, if not that of their side.
    """
    who = f"{by} fires" if by else f"{firers[0].name} fires" if len(firers) == 1 else f"{names_of(firers)} fire"
    modifiers = fire_modifiers(g, firers, target, shot)
    added = net(modifiers)
    faces = g.cast(3, lambda fallen: result_of(target.vehicle, sum(fallen) + added)[0])
    working = preview_attack(f"{who} at {target.name}", target, modifiers).rolled(faces, "")
    result, add = result_of(target.vehicle, working.total)
    working = working.rolled(working.faces, result)
    text, known = "{who} at {unit} in {hex}: {reckoned}, {result}", "{who} at {unit} in {hex}: {shown}"
    words = {"who": who, "reckoned": reckoned(working), "result": result, "shown": result.split("+")[0]}
    tell_about(g, "TL-9.22.2", target, text, known, working, **words)
    g.outcome(result, of or firers[0].side)
    kinds = tuple(u.type for u in firers)
    if result == "Kill":
        eliminate(g, target, kinds)
    elif result != "Miss":
        check_unit(g, g.pieces[target.id], add, kinds)
    return result, sum(working.faces)


def fire(
    g: TankLeader,
    firer_id: str,
    target_id: str,
    kind: str,
    *,
    moving: bool = False,
    alone: bool = False,
    assault: bool = False,
) -> bool:
    """9.2, 13.11 One unit spots and fires; AI fire strikes every non-vehicle in the hex, but for a target `alone`.

    Opportunity fire is at one unit alone (9.43), which is `moving` but for an assaulter that was in the hex before.
    Returns whether the target was spotted.
    """
    firer = place_hidden(g, firer_id)
    mark_fired(g, firer_id)
    target = g.pieces[target_id]
    fresh = firer.up
    if not spot(g, firer, target):
        g.outcome("Not spotted", firer.side)
        finish(g, firer_id)
        return False
    distance = GRID.distance(firer.place, target.place)
    shot = Shot(kind, fire_power(firer, kind), distance, moving, assault=assault, weak=not fresh)
    under = [] if moving or alone or kind == AV or target.vehicle else others_below(g, target)
    result, natural = attack(g, (firer,), g.pieces[target_id], shot)
    for unit in under:
        attack(g, (firer,), g.pieces[unit.id], msgspec.structs.replace(shot, below=True))
    quick = result == "Kill" and kind == AV and natural >= QUICK_KILL[EXPERIENCE[firer.exp]]
    finish_fire(g, firer_id, quick=quick and fresh and not firer.quick)
    return True


def others_below(g: TankLeader, target: Unit) -> list[Unit]:
    """13.11 The non-vehicles beside the top one."""
    return [u for u in reversed(g.stack(target.place, target.side)) if not u.vehicle and u.id != target.id]


def finish_fire(g: TankLeader, firer_id: str, *, quick: bool = False) -> None:
    """9.22, 9.36 The firer is turned face-down, unless it scored its quick kill."""
    if quick:
        unit = g.change(firer_id, quick=True)
        g.tell("TL-9.36.1", "A quick kill: {unit} may operate once more this turn", unit=unit.name)
    else:
        finish(g, firer_id)


def finish(g: TankLeader, unit_id: str) -> None:
    """7.1 An operation is completed: the unit is turned face-down, and finds shelter in a vacant entrenchment."""
    if unit_id in g.pieces:
        g.change(unit_id, up=False)
        occupy_vacant(g, unit_id)


# ------------------------------------------------------------------ before the roll


def prospect(g: TankLeader, firer: Unit, target: Unit, kind: str, *, moving: bool = False) -> Prospect:
    """9.15, 9.22 What a shot promises."""
    distance = GRID.distance(firer.hex, target.place)
    shot = Shot(kind, fire_power(firer, kind), distance, moving, weak=not firer.up)
    faces = min(6, 7 - needed(g, firer, target)) if distance else 6
    return Prospect(firer.id, kind, faces, fire_bonus(g, (firer,), target, shot))


def hopeless(shot: Prospect, target: Unit) -> bool:
    """9.15, 9.23 Can nothing come of a shot whatever the dice show?"""
    return shot.faces <= 0 or result_of(target.vehicle, HIGHEST + shot.added)[0] == "Miss"


def preview_fire(
    g: TankLeader, firer: Unit, target: Unit, kind: str, *, moving: bool = False, assault: bool = False
) -> Working:
    """The working of a shot before it is made."""
    distance = GRID.distance(firer.hex, target.place)
    shot = Shot(kind, fire_power(firer, kind), distance, moving, assault=assault, weak=not firer.up)
    modifiers = fire_modifiers(g, (firer,), target, shot)
    return preview_attack(f"{firer.name} fires at {target.name}", target, modifiers, (look(g, firer, target),))


def look(g: TankLeader, spotter: Unit, target: Unit, name: str = "") -> Given:
    """9.15 The face that spots the target; who looks is named where several do."""
    need, what = needed(g, spotter, target), f"{name} spots on" if name else "spotting"
    if not GRID.distance(spotter.hex, target.place):
        return Given(what, "no roll in one's own hex", "TL-9.15.4")
    return Given(what, f"{max(1, need)} or more" if need <= 6 else "cannot be done", "TL-9.15.1")


def preview_attack(title: str, target: Unit, modifiers: Sequence[Modifier], given: tuple[Given, ...] = ()) -> Working:
    """9.22 Three dice and the column of the target."""
    column = "vehicle" if target.vehicle else "non-vehicle"
    return Working(title, tuple(modifiers), "combat results", column, 3, given=given)
