"""8.0, 10.0 Overruns and Panzer Blitz assaults."""

from __future__ import annotations

import msgspec

from grognard.board.hexgrid import Hex
from grognard.board.paths import Reach
from grognard.engine import Action, Pick, Press, Refusal, Step, To, Working
from grognard.games.panzer_blitz.rules.close_assault import Advance, CloseAssault
from grognard.games.panzer_blitz.rules.combat_results import Strike
from grognard.games.panzer_blitz.rules.data import GRID, other
from grognard.games.panzer_blitz.rules.fire_table import Attack, Part, preview
from grognard.games.panzer_blitz.rules.movement import (
    exit_points,
    find_path,
    finish_move,
    is_trapped,
    leave_mine,
    overland,
    spent_points,
    step_to,
    stops,
    why_not_move,
)
from grognard.games.panzer_blitz.rules.movement_costs import Price, price, why_not_step
from grognard.games.panzer_blitz.rules.reaction_fire import Reaction
from grognard.games.panzer_blitz.rules.sight import sees
from grognard.games.panzer_blitz.rules.spotting import can_spot, look_at
from grognard.games.panzer_blitz.rules.stacking import total
from grognard.games.panzer_blitz.rules.state import PanzerBlitz, Unit
from grognard.games.panzer_blitz.rules.terrain import GULLIES, TERRAIN, bridged, on_bridge

FORBIDDEN = {"woods": "PB-8.2.9", "town": "PB-8.2.9", "city": "PB-8.2.9", "swamp": "PB-8.2.9"}
EXTRA = 4  # 8.1.1 two movement points, in halves
CHARGE, SOFT = "charge", "unarmored"


class Overrun(Action, frozen=True):
    """Declare an overrun of a hex."""

    hex: str


class Blitz(Action, frozen=True):
    """Declare a Panzer Blitz assault of a hex."""

    hex: str


class Split(Action, frozen=True):
    """A lone overrunner divides its strength between this armored unit and everything unarmored."""

    piece: str


# ------------------------------------------------------------------ may it be done?


def why_not_target(g: PanzerBlitz, side: str, h: Hex, *, blitz: bool = False) -> Refusal | None:
    """8.2, 7.1.5 Why a hex may not be overrun; one that is to be close assaulted anyway is not by a Panzer Blitz."""
    if g.holder(h) != other(side) or all(u.inside == "fort" for u in g.here(h)):
        return Refusal("PB-7.1.13" if h not in g.forts else "PB-15.5.10")
    if TERRAIN[h] in FORBIDDEN:
        return Refusal(FORBIDDEN[TERRAIN[h]])
    if h in g.mines or h in g.blocks or h in GULLIES:
        return Refusal("PB-8.2.10")
    if f"overrun:{h}" in g.attacked:
        return Refusal("PB-8.2.11")
    if blitz and h in g.cat.values():
        return Refusal("PB-7.1.6")
    if all(u.unspotted for u in g.here(h)) and not is_watched(g, side, h):
        return Refusal("PB-8.2.2")
    return None


def is_watched(g: PanzerBlitz, side: str, h: Hex) -> bool:
    """6.1.3 Would whatever is in this hex be Spotted, by what anybody can know of the hex?"""
    far = 5 if TERRAIN[h] == "orchard" else 3 if h in g.smoke else 20
    return any(
        GRID.distance(h, e) <= far and any(can_spot(u) for u in g.here(e)) and sees(g, e, h) for e in g.hexes_of(side)
    )


def why_not_overrun(g: PanzerBlitz, unit: Unit, h: Hex, *, blitz: bool, reach: Reach | None = None) -> Refusal | None:
    """8.0, 8.2.1, 10.2 Why a unit may not take part in an overrun of a hex."""
    if "OVR" not in unit.what.codes:
        return Refusal("PB-10.2.4" if blitz else "PB-8.2.4")
    refusal = why_not_move(g, unit)
    if refusal is not None:
        return refusal
    riders = g.load(unit.id)
    if blitz:
        if not any(u.what.infantry for u in riders):
            return Refusal("PB-10.1.1")
        if unit.what.cls != "halftrack" and unit.what.nation not in ("german", "russian"):
            return Refusal("PB-10.2.3")
        if unit.id in g.onward:
            return Refusal("PB-10.1.2")
    elif riders and unit.what.transport_class == "afv":
        return Refusal("PB-8.2.5")
    if not sees(g, unit.place, h):
        return Refusal("PB-8.2.2")
    return None if attack_hexes(g, unit, h, reach, blitz=blitz) else Refusal("PB-8.1.2")


def entry_price(g: PanzerBlitz, unit: Unit, a: Hex, h: Hex) -> Price | Refusal:
    """8.2.1.3, 8.2.1.7, R-20, R-60 The cost of entering the target hex, never by road, never off a bridge.

    Across a stream that is the whole allowance (R-18).
    """
    if bridged(g, a, h) or on_bridge(g, a):
        return Refusal("PB-8.2.7")
    cost = price(g, unit, a, h, roads=False)
    if isinstance(cost, Refusal):
        return cost
    if cost.swim:
        return Refusal("PB-8.2.10")
    return Price(2 * unit.face.ma) if cost.all else cost


def attack_hexes(
    g: PanzerBlitz, unit: Unit, h: Hex, reach: Reach | None = None, *, blitz: bool = False
) -> dict[Hex, int]:
    """8.1.1 Hexes beside the target from which a unit can overrun, and the half points it is then short (8.1.10).

    The infantry of a Panzer Blitz assault cannot attack out of a Minefield (9.2.3).
    """
    found: dict[Hex, int] = {}
    if g.road_used.get(unit.id):
        return found
    left = 2 * unit.face.ma - spent_points(g, unit)
    for n in GRID.neighbours[h]:
        cost = entry_price(g, unit, n, h)
        if isinstance(cost, Refusal) or n not in g.area or g.holder(n) == other(unit.side) or (blitz and n in g.mines):
            continue
        if n == unit.place:
            short = cost.half + EXTRA - left
            if short <= 0 or (spent_points(g, unit) == 0 and cost.half <= left):
                found[n] = max(0, short)
        elif cost.half + EXTRA < left and not stops(g, n):
            reach = overland(g, unit, unit.place, roads=False) if reach is None else reach
            if reach.get(n, left) + exit_points(unit) + cost.half + EXTRA <= left:
                found[n] = 0
    return found


def overrun_hexes(g: PanzerBlitz, side: str, pool: list[Unit], *, blitz: bool) -> list[Hex]:
    """Hexes that some unit of the pool can overrun."""
    able = [u for u in pool if "OVR" in u.what.codes and why_not_move(g, u) is None]
    if blitz:
        loaded = g.wagons()
        able = [u for u in able if u.id in loaded]
    if not able:
        return []
    hexes = [h for h in g.hexes_of(other(side)) if any(GRID.distance(u.place, h) <= u.face.ma for u in able)]
    targets = [h for h in hexes if why_not_target(g, side, h, blitz=blitz) is None]
    found: set[Hex] = set()
    for u in able:
        near = [h for h in targets if h not in found and GRID.distance(u.place, h) <= u.face.ma]
        if near:
            reach = overland(g, u, u.place, roads=False)
            found.update(h for h in near if why_not_overrun(g, u, h, blitz=blitz, reach=reach) is None)
    return [h for h in targets if h in found]


# ------------------------------------------------------------------ the approach


class OverrunMuster(Step, frozen=True):
    """8.1.1, 8.2.1.1 Participants come up one after the other; then the overrun is resolved at once."""

    side: str
    hex: Hex
    pool: tuple[str, ...]
    blitz: bool = False
    tried: tuple[str, ...] = ()
    picked: str = ""

    def run(self, g: PanzerBlitz) -> None:
        if self.picked:
            ways = [To(n) for n in attack_hexes(g, g.pieces[self.picked], self.hex, blitz=self.blitz)]
            return g.ask(self.side, f"From which hex does it overrun {self.hex}?", ways, "PB-8.1.1")
        able: list[Action] = [Pick(u.id) for u in self._able(g)]
        if charging(g, self.hex):
            able.append(Press(CHARGE))
        if not able:
            return g.done()
        if able == [Press(CHARGE)]:
            return self._charge(g)
        return g.ask(self.side, f"Who takes part in the overrun of {self.hex}?", able, "PB-8.2.1")

    def _able(self, g: PanzerBlitz) -> list[Unit]:
        units = [g.pieces[i] for i in self.pool if i in g.pieces and i not in self.tried]
        return [u for u in units if why_not_overrun(g, u, self.hex, blitz=self.blitz) is None]

    def take(self, g: PanzerBlitz, action: Action) -> None:
        match action:
            case Pick(piece):
                g.swap(msgspec.structs.replace(self, picked=piece, tried=(*self.tried, piece)))
            case To(hex):
                unit = g.pieces[self.picked]
                short = attack_hexes(g, unit, self.hex, blitz=self.blitz)[hex]
                path = tuple(find_path(g, unit, hex, unit.place, roads=False)) if hex != unit.place else ()
                g.swap(msgspec.structs.replace(self, picked=""))
                g.call(Approach(unit.id, self.hex, path, short, self.blitz))
            case _:
                self._charge(g)

    def _charge(self, g: PanzerBlitz) -> None:
        units = charging(g, self.hex)
        g.attacked[f"overrun:{self.hex}"] = True
        look_at(g, self.hex, other(self.side))
        for i in units:
            g.change(i, unspotted=False)
        g.reveal()
        infantry = tuple(i for i in g.cat if g.cat[i] == self.hex) if self.blitz else ()
        follow: list[Step] = [Reaction(self.hex, units), OverrunTargets(self.hex, units)]
        follow.append(Overran(self.hex, units, self.blitz))
        if self.blitz:
            follow.append(BlitzAssault(self.hex, infantry, units))
        g.swap(*follow)

    def why_not(self, g: PanzerBlitz, side: str, action: Action) -> Refusal | None:
        if isinstance(action, Pick) and action.piece in self.pool and action.piece in g.pieces:
            return why_not_overrun(g, g.pieces[action.piece], self.hex, blitz=self.blitz)
        if isinstance(action, To) and self.picked and action.hex in GRID.neighbours[self.hex]:
            cost = entry_price(g, g.pieces[self.picked], action.hex, self.hex)
            return cost if isinstance(cost, Refusal) else Refusal("PB-8.1.2")
        return None


def charging(g: PanzerBlitz, h: Hex) -> tuple[str, ...]:
    """8.1.1 The units that have paid and wait beneath the Overrun marker of a hex."""
    mark = f"charge:{h}:"
    found = [name.removeprefix(mark) for name in g.attacked if name.startswith(mark)]
    return tuple(i for i in found if i in g.pieces and not g.pieces[i].disrupted)


class Approach(Step, frozen=True):
    """8.1.1 One participant moves beside the target, without roads, and pays two points and the entry cost."""

    unit: str
    target: Hex
    path: tuple[Hex, ...]
    short: int
    blitz: bool

    def run(self, g: PanzerBlitz) -> None:
        unit = g.pieces.get(self.unit)
        if unit is None or unit.disrupted:
            return g.done()
        if self.path and is_trapped(g, unit):
            return g.call(*leave_mine(g, unit))
        if self.path and unit.id not in g.halted and self._may_step(g, unit):
            g.swap(msgspec.structs.replace(self, path=self.path[1:]))
            return step_to(g, unit, self.path[0], roads=False)
        cost = entry_price(g, unit, unit.place, self.target)
        stopped = self.path or unit.id in g.halted or isinstance(cost, Refusal)
        if stopped or self.target not in GRID.neighbours[unit.place]:
            finish_move(g, unit)
            return g.done()
        assert isinstance(cost, Price)
        g.moved[unit.id] = min(2 * unit.face.ma, spent_points(g, unit) + cost.half + EXTRA)
        g.change(unit.id, hull_down=False)
        g.attacked[f"charge:{self.target}:{unit.id}"] = True
        if self.short:
            g.short[unit.id] = (self.short + 1) // 2
        if self.blitz:
            unload_for_blitz(g, unit, self.target)
        g.rode.update((u.id, True) for u in g.load(unit.id))  # 4.3.1 carried into the attack
        return g.done()

    def _may_step(self, g: PanzerBlitz, unit: Unit) -> bool:
        spent = spent_points(g, unit) + exit_points(unit)
        return why_not_step(g, unit, self.path[0], spent, start=unit.place, roads=False) is None


def unload_for_blitz(g: PanzerBlitz, carrier: Unit, target: Hex) -> None:
    """10.1, R-36 The infantry unloads beside its carrier, free and without opportunity fire, if there is room."""
    h = carrier.place
    for unit in g.load(carrier.id):
        if unit.what.infantry and total(g, h, g.here(h)) + unit.face.stacking <= 6:
            g.change(unit.id, carrier="", unspotted=False)
            g.cat[unit.id] = target


# ------------------------------------------------------------------ the attack


class OverrunTargets(Step, frozen=True):
    """8.1.2 to 8.1.4 After Reaction Fire overrunners are assigned: all unarmored together, armored units one by one."""

    hex: Hex
    attackers: tuple[str, ...]
    assigned: tuple[tuple[str, str], ...] = ()  # attacker -> target unit, "unarmored", or "+" and a unit for a split

    def run(self, g: PanzerBlitz) -> None:
        able = self._able(g)
        todo = [i for i in able if i not in dict(self.assigned)]
        if not todo:
            attack = self.attack(g)
            return g.swap(Strike(attack)) if attack else g.done()
        options = self._options(g, todo[0], len(able))
        if len(options) == 1:
            return self._assign(g, todo[0], options[0])
        name = g.pieces[todo[0]].name
        return g.ask(g.pieces[todo[0]].side, f"What does {name} overrun?", options, "PB-8.1.7")

    def _able(self, g: PanzerBlitz) -> list[str]:
        alive = [i for i in self.attackers if i in g.pieces and not g.pieces[i].disrupted]
        return [i for i in alive if self._options(g, i, 2)]

    def _defenders(self, g: PanzerBlitz) -> tuple[tuple[str, ...], tuple[str, ...]]:
        units = [u for u in g.here(self.hex) if u.inside != "fort" and not u.carrier]
        return tuple(u.id for u in units if not u.what.armored), tuple(u.id for u in units if u.what.armored)

    def _options(self, g: PanzerBlitz, unit_id: str, attackers: int) -> list[Action]:
        face = g.pieces[unit_id].face
        soft, armor = self._defenders(g)
        found: list[Action] = [Press(SOFT)] if soft and face.ap is not None else []
        if face.at is not None:
            found += [Pick(i) for i in armor]
            if attackers == 1 and found and isinstance(found[0], Press):
                found += [Split(i) for i in armor]
        return found

    def take(self, g: PanzerBlitz, action: Action) -> None:
        todo = [i for i in self._able(g) if i not in dict(self.assigned)]
        self._assign(g, todo[0], action)

    def _assign(self, g: PanzerBlitz, unit_id: str, action: Action) -> None:
        g.swap(self._with(unit_id, action))

    def _with(self, unit_id: str, action: Action) -> OverrunTargets:
        word = SOFT
        if isinstance(action, Pick):
            word = action.piece
        elif isinstance(action, Split):
            word = "+" + action.piece
        return msgspec.structs.replace(self, assigned=(*self.assigned, (unit_id, word)))

    def attack(self, g: PanzerBlitz) -> Attack | None:
        """One attack event with its parts (8.1.6)."""
        soft, armor = self._defenders(g)
        split = any(word.startswith("+") for _, word in self.assigned)
        parts = []
        on_soft = tuple(i for i, word in self.assigned if word == SOFT or word.startswith("+"))
        if on_soft:
            parts.append(Part("AP", on_soft, soft, split=split))
        for target in armor:
            firers = tuple(i for i, word in self.assigned if word.removeprefix("+") == target)
            if firers:
                parts.append(Part("AT", firers, (target,), split=split))
        if not parts:
            return None
        return Attack("overrun", self.hex, tuple(parts), short=tuple(g.short.items()))

    def preview(self, g: PanzerBlitz, action: Action) -> Working | None:
        """The attack with this choice, once nobody else is left to assign."""
        todo = [i for i in self._able(g) if i not in dict(self.assigned)]
        attack = self._with(todo[0], action).attack(g) if len(todo) == 1 else None
        return preview(g, attack, f"Overrun of {self.hex}") if attack else None

    def hides_odds(self, g: PanzerBlitz, action: Action) -> bool:
        return any(u.hidden for u in g.here(self.hex))


class Overran(Step, frozen=True):
    """8.1.9, R-60 Overrunners are Spent, may enter a cleared hex, and may go on with the points they have left."""

    hex: Hex
    units: tuple[str, ...]
    blitz: bool

    def run(self, g: PanzerBlitz) -> None:
        for i in self.units:
            unit = g.pieces.get(i)
            if unit is None:
                continue
            finish_move(g, unit)
            left = 2 * unit.face.ma - spent_points(g, unit)
            if not unit.disrupted and left > 0 and not self.blitz and i not in g.short:
                g.onward[i] = True
        g.swap(Advance(self.hex, () if self.blitz else self.units, "PB-8.1.13"))


class BlitzAssault(Step, frozen=True):
    """10.1, 10.1.5 The unloaded infantry close assaults at once; if nothing is left to assault it may advance."""

    hex: Hex
    infantry: tuple[str, ...]
    carriers: tuple[str, ...]

    def run(self, g: PanzerBlitz) -> None:
        if g.holder(self.hex) and g.holder(self.hex) != _side(g, (*self.infantry, *self.carriers)):
            return g.swap(CloseAssault(self.hex, self.infantry), Advance(self.hex, self.carriers, "PB-8.1.13"))
        for i in self.infantry:
            if i in g.pieces:
                g.cat.pop(i, None)
                g.change(i, spent=True)
        return g.swap(Advance(self.hex, (*self.infantry, *self.carriers), "PB-10.1.6"))


def _side(g: PanzerBlitz, ids: tuple[str, ...]) -> str:
    return next((g.pieces[i].side for i in ids if i in g.pieces), "")
