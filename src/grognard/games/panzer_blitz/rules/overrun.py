"""8.0 Overruns: who may, the approach of each participant, reaction fire, one roll, advance."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from grognard.board.hexes.grid import Hex
from grognard.board.hexes.paths import Reach
from grognard.engine import Action, Deed, Pick, Press, Refusal, Step, Working
from grognard.engine.core.state import without
from grognard.games.panzer_blitz.rules.attack_report import preview
from grognard.games.panzer_blitz.rules.close_assault import Advance, armor_first
from grognard.games.panzer_blitz.rules.combat_results import Strike
from grognard.games.panzer_blitz.rules.data import GRID, TYPES, other
from grognard.games.panzer_blitz.rules.direct_fire import in_sight
from grognard.games.panzer_blitz.rules.fire_table import Attack, Part
from grognard.games.panzer_blitz.rules.map_data import holds
from grognard.games.panzer_blitz.rules.movement import (
    Moving,
    exit_points,
    finish_move,
    overland,
    points_left,
    spent_points,
    stops,
    why_not_move,
)
from grognard.games.panzer_blitz.rules.movement_costs import BARE, Price, price
from grognard.games.panzer_blitz.rules.opportunity_fire import REACTION_FIRST
from grognard.games.panzer_blitz.rules.sight import EVERYWHERE, is_watched, sees, surely_spotted
from grognard.games.panzer_blitz.rules.state import PanzerBlitz, Unit
from grognard.games.panzer_blitz.rules.targets import SOFT, Assigning, empty_forts, unarmored
from grognard.games.panzer_blitz.rules.terrain import bridged, is_deep, on_bridge

EXTRA = 4  # 8.1.1 two movement points, in halves
OVERRUNNERS = frozenset(name for name, what in TYPES.items() if "OVR" in what.codes)


# ------------------------------------------------------------------ may it be done?


def why_not_target(g: PanzerBlitz, side: str, h: Hex) -> Refusal | None:
    """8.2, 7.1.5 Why a hex may not be overrun."""
    if h not in g.area:
        return Refusal("PB-SIT.6")
    if g.holder(h) != other(side):
        return Refusal("PB-15.5.10" if h in empty_forts(g) else "PB-7.1.13")
    if all(u.inside == "fort" for u in g.here(h)):
        return Refusal("PB-15.5.10")
    if not g.land.effects[h].overrun:
        return Refusal("PB-8.2.9")
    if h in g.mines or h in g.blocks or h in g.land.gullies:
        return Refusal("PB-8.2.10")
    if f"overrun:{h}" in g.attacked:
        return Refusal("PB-8.2.11")
    return None if may_be_spotted(g, side, h) else Refusal("PB-8.2.2")


def may_be_spotted(g: PanzerBlitz, side: str, h: Hex) -> bool:
    """6.1.3, 8.2.1.2 Is anybody there Spotted, or may be when it comes to it? What hides there may carry a marker."""
    outside = [u for u in g.here(h) if u.inside != "fort"]
    if any(not u.unspotted for u in outside) or surely_spotted(g, side, h):
        return True
    return f"look:{h}" not in g.attacked and is_watched(g, side, h, EVERYWHERE)


def is_surely_spotted(g: PanzerBlitz, side: str, h: Hex) -> bool:
    """8.2.1.2 Is anybody there Spotted for certain, as far as the side knows?"""
    return any(not u.unspotted and u.inside != "fort" for u in g.here(h)) or surely_spotted(g, side, h)


def why_not_join(g: PanzerBlitz, unit: Unit, h: Hex, reach: Reach | None = None) -> Refusal | None:
    """8.0, 8.2.1 Why a unit may not take part in an overrun of a hex, riders aside."""
    if "OVR" not in unit.what.codes:
        return Refusal("PB-8.2.4")
    refusal = why_not_move(g, unit)
    if refusal is not None:
        return refusal
    refusal = why_not_rates(g, unit) or why_no_weapon(g, unit, h)
    if refusal is not None:
        return refusal
    if not sees(g, unit.place, h):
        return Refusal("PB-8.2.2")
    return None if attack_hexes(g, unit, h, reach) else Refusal("PB-8.1.2")


def why_not_rates(g: PanzerBlitz, unit: Unit) -> Refusal | None:
    """8.2.1.3, 14.2.1 Neither roads nor the half rate among houses in the move of an overrun."""
    if unit.id in g.road_used:
        return Refusal("PB-8.2.3")
    return Refusal("PB-14.2.3") if unit.id in g.half_rate else None


def why_no_weapon(g: PanzerBlitz, unit: Unit, h: Hex) -> Refusal | None:
    """2.3.3 A unit cannot overrun what it has no value against; of hidden defenders it can only guess."""
    soft, armor = defenders(g, h)
    known = not any(u.hidden for u in g.here(h))
    idle = not (soft and unit.face.ap is not None) and not (armor and unit.face.at is not None)
    return Refusal("PB-2.3.3") if known and idle else None


def why_not_riders(g: PanzerBlitz, unit: Unit) -> Refusal | None:
    """8.2.1.5 AFVs carry nobody into an Overrun; half-tracks may (R-30)."""
    riders = unit.what.transport_class == "afv" and g.load(unit.id)
    return Refusal("PB-8.2.5", "Unload first, then overrun in the same move.") if riders else None


def why_not_overrun(g: PanzerBlitz, unit: Unit, h: Hex, reach: Reach | None = None) -> Refusal | None:
    """8.0, 8.2.1 Why a unit may not take part in an overrun of a hex."""
    return why_not_riders(g, unit) or why_not_join(g, unit, h, reach)


def entry_price(g: PanzerBlitz, unit: Unit, a: Hex, h: Hex) -> Price | Refusal:
    """8.2.1.3, 8.2.1.7, R-20, R-60 The cost of entering the target hex, never by road, never off a bridge.

    Across a stream that is the whole allowance (R-18).
    """
    if bridged(g, a, h) or on_bridge(g, a):
        return Refusal("PB-8.2.7")
    if is_deep(g, a):
        return Refusal("PB-14.6.1")
    cost = price(g, unit, a, h, BARE)
    if isinstance(cost, Refusal):
        return cost
    if cost.swim:
        return Refusal("PB-8.2.10")
    return Price(2 * unit.face.ma) if cost.all else cost


def points_short(g: PanzerBlitz, unit: Unit, h: Hex, less: int = 0) -> int | Refusal:
    """8.1.1, 8.1.10 Half points a unit beside a hex lacks to overrun it, or why it cannot."""
    cost = entry_price(g, unit, unit.place, h)
    if isinstance(cost, Refusal):
        return cost
    left = points_left(g, unit) - less
    short = cost.half + EXTRA - left
    if short > 0 and (spent_points(g, unit) + less or cost.half > left):
        return Refusal("PB-8.1.2")
    return max(0, short)


def attack_hexes(g: PanzerBlitz, unit: Unit, h: Hex, reach: Reach | None = None, less: int = 0) -> list[Hex]:
    """8.1.1 Hexes beside the target from which a unit can overrun it, if it first spends some half points."""
    beside = unit.place in GRID.neighbours[h] and isinstance(points_short(g, unit, h, less), int)
    found = [unit.place] if beside else []
    left = points_left(g, unit) - less
    if 2 * (GRID.distance(unit.place, h) - 1) + exit_points(unit) + EXTRA > left:
        return found
    for n in GRID.neighbours[h]:
        least = 2 * GRID.distance(unit.place, n) + exit_points(unit)  # there is no road, nor the rate among houses
        if least + EXTRA > left or n == unit.place or n not in g.area:
            continue
        if g.holder(n) == other(unit.side) or stops(g, n):
            continue
        cost = entry_price(g, unit, n, h)
        if isinstance(cost, Price) and least + cost.half + EXTRA <= left:
            reach = overland(g, unit, unit.place, BARE) if reach is None else reach
            if reach.get(n, left) + exit_points(unit) + cost.half + EXTRA <= left:
                found.append(n)
    return found


def overrun_hexes(g: PanzerBlitz, side: str, pool: Iterable[Unit], spare: int = 0) -> list[Hex]:
    """Hexes in sight of and near enough for some overrun-capable unit of the pool.

    It needs so many points besides the way.
    """
    able = [u for u in pool if u.type in OVERRUNNERS and why_not_move(g, u) is None]
    if not able:
        return []
    posts = {(u.place, max(1, u.face.ma - spare)) for u in able}
    found = in_sight(g, posts, g.held_by(other(side)) & g.land.open_to_overruns)
    return [h for h in g.hexes_of(other(side)) if holds(found, h)] if found else []


def active(g: PanzerBlitz) -> list[Unit]:
    """The units of this Operation that are still alive and on the map."""
    assert g.op is not None
    pieces = g.pieces
    units = [pieces[i] for i in g.op.active if i in pieces]
    return [u for u in units if u.place and not u.what.aircraft]


# ------------------------------------------------------------------ the attack


def defenders(g: PanzerBlitz, h: Hex) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """8.1.2, 7.3.3 The unarmored defenders, riders among them, and the armored ones; nobody in a Fortification."""
    units = [u for u in g.here(h) if u.inside != "fort"]
    return unarmored(g, units), tuple(u.id for u in units if u.what.armored)


class Split(Action, frozen=True):
    """A lone overrunner divides its strength between this armored unit and everything unarmored."""

    piece: str


class OverrunTargets(Assigning, frozen=True):
    """8.1.2 to 8.1.4 After Reaction Fire overrunners are assigned: all unarmored together, armored units one by one.

    Each to a target unit, to all that is "unarmored", or with "+" before a unit to both.
    """

    carriers: tuple[str, ...] = ()  # 10.0 those whose infantry assaults next: they go no farther
    asks = "What does {name} overrun?", "PB-8.1.7"
    called = "Overrun"

    def strike(self, g: PanzerBlitz) -> None:
        attack, took_part = self.attack(g), tuple(i for i, _ in self.assigned)
        g.attacked = {**g.attacked, **{f"overran:{i}": True for i in took_part}}
        follow = Overran(self.hex, self.attackers, took_part, self.carriers)
        if attack is not None:
            return g.swap(Strike(attack), follow)
        if any(i in g.pieces and not g.pieces[i].disrupted for i in self.attackers):
            g.tell("PB-2.3.3", "The overrunners cannot harm what is in {hex}", hexes=(self.hex,), hex=self.hex)
        return g.swap(follow)

    def options(self, g: PanzerBlitz, unit_id: str, attackers: int) -> list[Action]:
        face = g.pieces[unit_id].face
        soft, armor = defenders(g, self.hex)
        found: list[Action] = [Press(SOFT)] if soft and face.ap is not None else []
        if face.at is not None:
            splits = [Split(i) for i in armor] if attackers == 1 and found else []
            found += [*map(Pick, armor), *splits]
        return found

    def word(self, action: Action) -> str:
        if isinstance(action, Pick):
            return action.piece
        return "+" + action.piece if isinstance(action, Split) else SOFT

    def attack(self, g: PanzerBlitz) -> Attack | None:
        """One attack event with its parts (8.1.6)."""
        soft, armor = defenders(g, self.hex)
        split = any(word.startswith("+") for _, word in self.assigned)
        parts = []
        on_soft = tuple(i for i, word in self.assigned if word == SOFT or word.startswith("+"))
        if on_soft:
            parts.append(Part("AP", on_soft, soft, split=split))
        for target in armor:
            firers = tuple(i for i, word in self.assigned if word.removeprefix("+") == target)
            if firers:
                parts.append(Part("AT", firers, (target,), split=split))
        return Attack("overrun", self.hex, armor_first(parts), short=tuple(g.short.items())) if parts else None

    def hides_odds(self, g: PanzerBlitz, action: Action) -> bool:
        return any(u.hidden for u in g.here(self.hex))


def preview_overrun(g: PanzerBlitz, h: Hex, units: Sequence[str]) -> Working | None:
    """The working of an overrun if all attack what is unarmored, or else one armored unit, as far as they are known."""
    if any(u.hidden for u in g.here(h)) or not units:
        return None
    soft, armor = defenders(g, h)
    for word in [SOFT] if soft else list(armor):
        values = {i: g.pieces[i].face.ap if word == SOFT else g.pieces[i].face.at for i in units}
        assigned = tuple((i, word) for i, value in values.items() if value is not None)
        attack = OverrunTargets(h, tuple(units), assigned=assigned).attack(g)
        if attack is not None:
            short = {i: (points_short(g, g.pieces[i], h), g.charge.get(i)) for i in units}
            missing = {i: (n + 1) // 2 for i, (n, paid) in short.items() if isinstance(n, int) and n and not paid}
            attack = msgspec.structs.replace(attack, short=(*attack.short, *missing.items()))
            return preview(g, attack, f"Overrun of {h}", REACTION_FIRST)
    return None


class Overran(Step, frozen=True):
    """8.1.9, R-60 Overrunners are Spent, may enter a cleared hex, and may go on with the points they have left."""

    hex: Hex
    units: tuple[str, ...]
    took_part: tuple[str, ...]
    carriers: tuple[str, ...] = ()

    def run(self, g: PanzerBlitz) -> None:
        bound = () if g.holder(self.hex) == "" else self.carriers  # R-36 they stay while their infantry assaults
        for i in self.units:
            unit = g.pieces.get(i)
            g.charge = without(g.charge, i)
            if unit is None:
                continue
            finish_move(g, unit)
            if not unit.disrupted and points_left(g, unit) > 0 and i not in bound and i not in g.short:
                g.onward = {**g.onward, i: True}
        g.swap(*([] if self.carriers else [Advance(self.hex, self.took_part, "PB-8.1.13")]))


# ------------------------------------------------------------------ the last hex


class Charge(Deed, frozen=True):
    """8.1.1 A unit beside the target pays two points and the entry cost, and waits beneath the Overrun marker."""

    hex: str

    @classmethod
    def candidates(cls, g: PanzerBlitz, by: Moving) -> Iterator[Charge]:
        unit = g.pieces[by.unit]
        near = GRID.neighbours[unit.place] if "OVR" in unit.what.codes else ()
        return (cls(h) for h in near if g.holder(h) == other(unit.side))

    def why_not(self, g: PanzerBlitz, by: Moving) -> Refusal | None:
        unit = g.pieces[by.unit]
        if self.hex not in GRID.neighbours[unit.place]:
            return Refusal("PB-8.1.1")
        refusal = self.why_not_here(g, by)
        if refusal is not None:
            return refusal
        short = points_short(g, unit, self.hex)
        return short if isinstance(short, Refusal) else None

    def why_not_here(self, g: PanzerBlitz, by: Moving) -> Refusal | None:
        """Why this hex is none to overrun in this move."""
        raise NotImplementedError

    def pay(self, g: PanzerBlitz, unit: Unit) -> None:
        """8.1.1, 8.1.10, 4.3.1 The points are paid; whoever is carried is carried into the attack."""
        cost, short = entry_price(g, unit, unit.place, self.hex), points_short(g, unit, self.hex)
        assert isinstance(cost, Price) and isinstance(short, int)
        g.moved = {**g.moved, unit.id: min(2 * unit.face.ma, spent_points(g, unit) + cost.half + EXTRA)}
        g.change(unit.id, hull_down=False)
        g.charge = {**g.charge, unit.id: self.hex}
        if short:
            g.short = {**g.short, unit.id: (short + 1) // 2}
        g.rode = {**g.rode, **{u.id: True for u in g.load(unit.id)}}

    def says(self, g: PanzerBlitz) -> str:
        return f"overrun {self.hex} from here"

    def preview(self, g: PanzerBlitz, by: Moving) -> Working | None:
        waiting = tuple(i for i, h in g.charge.items() if h == self.hex and i in g.pieces)
        return preview_overrun(g, self.hex, (*waiting, by.unit))

    def hides_odds(self, g: PanzerBlitz, by: Moving) -> bool:
        return any(u.hidden for u in g.here(self.hex))
