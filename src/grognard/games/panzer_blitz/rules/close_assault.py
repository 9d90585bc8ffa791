"""9.0 Close assault: declared in a move; then reaction fire, who attacks what, one roll, advance."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar, Self

import msgspec

from grognard.board.hexes.grid import Hex
from grognard.engine import Action, ChoiceStep, Deed, Pick, Press, Refusal, Step, Working
from grognard.engine.core.state import without
from grognard.games.panzer_blitz.rules.attack_report import preview
from grognard.games.panzer_blitz.rules.combat_results import Strike, is_trapped, leave_mine, show
from grognard.games.panzer_blitz.rules.data import GRID, other
from grognard.games.panzer_blitz.rules.field_works import GoIn
from grognard.games.panzer_blitz.rules.fire_table import Attack, Part
from grognard.games.panzer_blitz.rules.movement import Moving, exit_points, spent_points
from grognard.games.panzer_blitz.rules.opportunity_fire import REACTION_FIRST, Opportunity, Reaction
from grognard.games.panzer_blitz.rules.sight import look_at
from grognard.games.panzer_blitz.rules.stacking import fits, room_inside
from grognard.games.panzer_blitz.rules.state import PanzerBlitz, Unit
from grognard.games.panzer_blitz.rules.targets import ARMOR, FORT, SOFT, Assigning, unarmored
from grognard.games.panzer_blitz.rules.terrain import bridged, edge, is_deep, water_kind
from grognard.games.panzer_blitz.rules.units import call

CAT_POINTS = 2  # 9.1.3 one movement point, in halves
STAY = "stay"
SPLITS = {"split": (SOFT, ARMOR), "split with the fortification": (SOFT, FORT)}  # 9.1.7, R-38


# ------------------------------------------------------------------ the declaration


def why_not_cat(g: PanzerBlitz, unit: Unit, h: Hex) -> Refusal | None:
    """9.0 Why a unit may not declare a close assault of a hex."""
    if not unit.what.infantry:
        return Refusal("PB-9.0.1")
    if h not in GRID.neighbours[unit.place] or not is_assailable(g, unit.side, h):
        return Refusal("PB-9.1.3")
    if unit.no_move:
        return Refusal("PB-11.2.2")
    if unit.inside == "fort":
        return Refusal("PB-15.5.11")
    if is_deep(g, unit.place):
        return Refusal("PB-14.6.1")
    if spent_points(g, unit) + exit_points(unit) > CAT_POINTS:
        return Refusal("PB-9.1.3")
    if unit.id in g.rode:
        return Refusal("PB-9.2.1")
    if unit.id in g.road_used:
        return Refusal("PB-9.2.2")
    if unit.place in g.mines:
        return Refusal("PB-9.2.3")
    if h in g.mines:
        return Refusal("PB-9.2.4")
    if f"cat:{h}" in g.attacked:
        return Refusal("PB-7.1.6")
    return why_not_across(g, unit.place, h) or why_no_weapon(g, unit, h)


def is_assailable(g: PanzerBlitz, side: str, h: Hex) -> bool:
    """9.0, R-38 Does a hex hold enemies, or nobody and an empty Fortification?"""
    return g.holder(h) == other(side) or (h in g.forts and not g.holder(h))


def why_not_across(g: PanzerBlitz, a: Hex, b: Hex) -> Refusal | None:
    """9.2.5, R-91 A river without a usable bridge stops a close assault."""
    if water_kind(g, a, b) == "river" and not bridged(g, a, b):
        return Refusal("PB-9.2.5" if edge(a, b) in g.broken else "PB-9.2.6")
    return None


def why_no_weapon(g: PanzerBlitz, unit: Unit, h: Hex) -> Refusal | None:
    """2.3.3 A unit cannot attack what it has no value against; of hidden defenders it can only guess."""
    if any(u.hidden for u in g.here(h)) or any(_value(unit, name) is not None for name in cat_groups(g, h)):
        return None
    return Refusal("PB-2.3.3")


class Assault(Deed, frozen=True):
    """9.1.1 End the move and declare a close assault of an adjacent hex."""

    hex: str

    @classmethod
    def candidates(cls, g: PanzerBlitz, by: Moving) -> Iterator[Assault]:
        unit = g.pieces[by.unit]
        near = GRID.neighbours[unit.place] if unit.what.infantry else ()
        return (cls(h) for h in near if h in g.at or h in g.forts)

    def why_not(self, g: PanzerBlitz, by: Moving) -> Refusal | None:
        unit = g.pieces[by.unit]
        return Refusal("PB-17.0.2") if unit.labor else why_not_cat(g, unit, self.hex)

    def do(self, g: PanzerBlitz, by: Moving) -> None:
        """9.1.3.1, 7.8.1 The unit is marked; it pays to leave an IP, and can be fired at as it comes out."""
        unit = g.pieces[by.unit]
        if unit.inside:
            g.moved = {**g.moved, unit.id: spent_points(g, unit) + exit_points(unit)}
            g.left_ip = {**g.left_ip, unit.id: unit.place}
            g.change(unit.id, inside="")
        g.cat = {**g.cat, unit.id: self.hex}
        who = "An unspotted unit" if unit.hidden else unit.name
        hexes = (unit.place, self.hex)
        g.tell("PB-9.1.1", "{unit} in {a} is to close assault {b}", hexes=hexes, unit=who, a=unit.place, b=self.hex)
        g.swap(*([Opportunity(unit.id)] if unit.inside else []))

    def says(self, g: PanzerBlitz) -> str:
        return f"close assault {self.hex} when all have moved"

    def preview(self, g: PanzerBlitz, by: Moving) -> Working | None:
        marked = tuple(i for i, h in g.cat.items() if h == self.hex)
        return preview_cat(g, self.hex, (*marked, by.unit))

    def hides_odds(self, g: PanzerBlitz, by: Moving) -> bool:
        return any(u.hidden for u in g.here(self.hex))


def preview_cat(g: PanzerBlitz, h: Hex, attackers: Sequence[str]) -> Working | None:
    """The working of a close assault if all attack one type, as far as the defenders are known."""
    if any(u.hidden for u in g.here(h)):
        return None
    for name in cat_groups(g, h):
        able = [i for i in attackers if _value(g.pieces[i], name) is not None]
        attack = CatTargets(h, tuple(able), tuple((i, name) for i in able)).attack(g)
        if attack is not None:
            return preview(g, attack, f"Close assault of {h}, against the {name}", REACTION_FIRST)
    return None


# ------------------------------------------------------------------ the attack


class CloseAssault(Step, frozen=True):
    """9.1 One CAT attack on a hex by every unit marked for it."""

    hex: Hex
    attackers: tuple[str, ...]

    def run(self, g: PanzerBlitz) -> None:
        ready = tuple(i for i in self.attackers if i in g.pieces and not g.pieces[i].disrupted)
        g.attacked = {**g.attacked, f"cat:{self.hex}": True}
        after = AfterAssault(self.hex, ready)
        if not ready or not is_assailable(g, g.pieces[ready[0]].side, self.hex):
            if ready:
                g.tell("PB-9.1.14", "Nobody is left in {hex} to assault", hexes=(self.hex,), hex=self.hex)
            return g.swap(after)  # 9.1.13 nobody to attack: no advance
        for i in ready:
            g.change(i, unspotted=False)
        look_at(g, self.hex, other(g.pieces[ready[0]].side))
        show(g, self.hex)
        g.reveal()
        return g.swap(Reaction(self.hex, ready), CatTargets(self.hex, ready), after)


def cat_groups(g: PanzerBlitz, h: Hex) -> dict[str, tuple[str, ...]]:
    """9.1.5, 7.3.3, 15.5.13, R-38 The defenders by type; a Fortification, even an empty one, is a target of its own."""
    outside = [u for u in g.here(h) if u.inside != "fort"]
    groups = {
        SOFT: unarmored(g, outside),
        ARMOR: tuple(u.id for u in outside if u.what.armored),
        FORT: tuple(u.id for u in g.here(h) if u.inside == "fort"),
    }
    return {name: ids for name, ids in groups.items() if ids or (name == FORT and h in g.forts)}


class CatTargets(Assigning, frozen=True):
    """9.1.4, 9.1.6, 9.1.7 After Reaction Fire each attacker is assigned wholly to one type; a lone one may split."""

    asks = "What does {name} assault?", "PB-9.1.5"
    called = "Close assault"

    def options(self, g: PanzerBlitz, unit_id: str, attackers: int) -> list[Action]:
        unit, groups = g.pieces[unit_id], cat_groups(g, self.hex)
        found = [name for name in groups if _value(unit, name) is not None]
        splits = [word for word, (a, b) in SPLITS.items() if a in found and b in found]
        return [Press(word) for word in found + (splits if attackers == 1 else [])]

    def word(self, action: Action) -> str:
        return action.button if isinstance(action, Press) else ""

    def attack(self, g: PanzerBlitz) -> Attack | None:
        parts = []
        for name, targets in cat_groups(g, self.hex).items():
            split = any(name in SPLITS.get(word, ()) for _, word in self.assigned)
            firers = tuple(i for i, word in self.assigned if word == name or name in SPLITS.get(word, ()))
            if firers:
                parts.append(Part("AP" if name == SOFT else "AT", firers, targets, fort=name == FORT, split=split))
        engineers = any("ENG" in g.pieces[i].what.codes for i, _ in self.assigned)
        return Attack("cat", self.hex, armor_first(parts), engineers=engineers) if parts else None

    def strike(self, g: PanzerBlitz) -> None:
        attack = self.attack(g)
        if attack is None:
            if any(i in g.pieces and not g.pieces[i].disrupted for i in self.attackers):
                g.tell("PB-2.3.3", "The attackers cannot harm what is in {hex}", hexes=(self.hex,), hex=self.hex)
            return g.done()
        took_part = tuple(i for i, _ in self.assigned)
        follow = [Advance(self.hex, took_part, "PB-9.1.14")] if g.holder(self.hex) else []
        return g.swap(Strike(attack), *follow)


def armor_first(parts: Sequence[Part]) -> tuple[Part, ...]:
    """4.3.7.2 What happens to a vehicle happens to its riders, before an attack of their own takes them off it."""
    return tuple(sorted(parts, key=lambda part: part.line == "AP"))


def _value(unit: Unit, name: str) -> int | None:
    return unit.face.ap if name == SOFT else unit.face.at


class AfterAssault(Step, frozen=True):
    """9.1.9, 9.1.3.1 Whoever was marked is Spent; who did not advance may go back into the IP it left."""

    hex: Hex
    attackers: tuple[str, ...]

    def run(self, g: PanzerBlitz) -> None:
        alive = [g.pieces[i] for i in self.attackers if i in g.pieces]
        for unit in alive:
            g.cat = without(g.cat, unit.id)
            g.change(unit.id, spent=True)
        back: dict[Hex, list[str]] = {}
        for unit in alive:
            if g.left_ip.get(unit.id) == unit.place and not unit.disrupted:
                back.setdefault(unit.place, []).append(unit.id)
        g.swap(*[GoIn(h, tuple(ids), "PB-9.1.4") for h, ids in back.items()])


# ------------------------------------------------------------------ the advance


class Outside(Action, frozen=True):
    """Advance into a hex, but not into the work there."""

    piece: str


class AdvanceInto(Deed, frozen=True):
    """8.1.9, 9.1.13 A victor moves into the hex, and into the work there if there is room."""

    stored: ClassVar[type[Action]] = Pick
    piece: str

    @classmethod
    def candidates(cls, g: PanzerBlitz, by: Advance) -> Iterable[Self]:
        return [cls(i) for i in by.units if i in g.pieces]

    def why_not(self, g: PanzerBlitz, by: Advance) -> Refusal | None:
        if self.piece not in by.units:
            return Refusal(by.cite, "It took no part.")
        return why_not_advance(g, g.pieces[self.piece], by.hex)

    def do(self, g: PanzerBlitz, by: Advance) -> None:
        unit = g.pieces[self.piece]
        if is_trapped(g, unit):
            return g.call(*leave_mine(g, unit))
        inside = self.goes_into(g, by)
        for each in g.load(unit.id):
            g.change(each.id, place=by.hex, spent=True)
        g.change(unit.id, place=by.hex, inside=inside, hull_down=False)
        g.tell(by.cite, "{unit} advances into {hex}", hexes=(by.hex,), unit=unit.name, hex=by.hex)

    def goes_into(self, g: PanzerBlitz, by: Advance) -> str:
        """The work that it occupies."""
        return by.work(g, g.pieces[self.piece])

    def says(self, g: PanzerBlitz) -> str:
        return call(g, self.piece)

    def hides_odds(self, g: PanzerBlitz, by: Advance) -> bool:
        """15.2.3.2 A Minefield that strikes whoever leaves it is known to him; any other roll is not of his advance."""
        return not is_trapped(g, g.pieces[self.piece])


class AdvanceOutside(AdvanceInto, frozen=True):
    """15.4.1 It moves into the hex, but not into the work there."""

    stored = Outside

    def why_not(self, g: PanzerBlitz, by: Advance) -> Refusal | None:
        refusal = AdvanceInto.why_not(self, g, by)
        if refusal is not None or by.work(g, g.pieces[self.piece]):
            return refusal
        return Refusal("PB-15.4.1", "There is no work it could stay outside of.")

    def goes_into(self, g: PanzerBlitz, by: Advance) -> str:
        return ""

    def says(self, g: PanzerBlitz) -> str:
        return f"{call(g, self.piece)}, but stay outside the work"


class StayBehind(Deed, frozen=True):
    """8.1.9 Nobody else advances."""

    stored = Press(STAY)

    def do(self, g: PanzerBlitz, by: Advance) -> None:
        g.done()

    def hides_odds(self, g: PanzerBlitz, by: Advance) -> bool:
        return True


class Advance(ChoiceStep, frozen=True):
    """8.1.9, 9.1.13 Victors may move into the cleared hex, free and without opportunity fire."""

    hex: Hex
    units: tuple[str, ...]
    cite: str

    deeds = (AdvanceInto, AdvanceOutside, StayBehind)

    def run(self, g: PanzerBlitz) -> None:
        able = [i for i in self.units if i in g.pieces and why_not_advance(g, g.pieces[i], self.hex) is None]
        if not able:
            return g.done()
        return g.ask(g.pieces[able[0]].side, f"Advance into {self.hex}?", self.offered(g), self.cite)

    def work(self, g: PanzerBlitz, unit: Unit) -> str:
        """15.4.3 The work in the hex that it may occupy."""
        return room_inside(g, self.hex, msgspec.structs.replace(unit, place=self.hex))


def why_not_advance(g: PanzerBlitz, unit: Unit, h: Hex) -> Refusal | None:
    """8.1.9, 9.1.13 Why a victor may not enter a hex: it must be empty of enemies, passable, and have room."""
    if unit.disrupted:
        return Refusal("PB-7.9.11")
    if unit.carrier or unit.place == h:
        return Refusal("PB-4.3.11")
    if g.holder(h) == other(unit.side):
        return Refusal("PB-4.1.11")
    if unit.what.vehicle and g.land.effects[h].by_road:
        return Refusal("PB-14.5.1")
    if unit.what.vehicle and h in g.blocks:
        return Refusal("PB-15.3.4")
    if not fits(g, h, unit):
        return Refusal("PB-4.1.9")
    return Refusal("PB-14.6.6") if water_kind(g, unit.place, h) == "river" and not bridged(g, unit.place, h) else None


class ResolveAssaults(Deed, frozen=True):
    """9.1.2 Movement is over: every declared close assault is made."""

    needs: ClassVar[str] = "cat"

    @classmethod
    def candidates(cls, g: PanzerBlitz, by: Step) -> Iterator[ResolveAssaults]:
        if g.cat:
            yield cls()

    def why_not(self, g: PanzerBlitz, by: Step) -> Refusal | None:
        return None if g.cat else Refusal("PB-9.1.2", "No close assault is declared.")

    def do(self, g: PanzerBlitz, by: Step) -> None:
        resolve_cats(g)

    def says(self, g: PanzerBlitz) -> str:
        hexes = ", ".join(dict.fromkeys(g.cat.values()))
        return f"make the close assault of {hexes}; nobody moves after it"

    def preview(self, g: PanzerBlitz, by: Step) -> Working | None:
        h = next(iter(g.cat.values()))
        return preview_cat(g, h, tuple(i for i, target in g.cat.items() if target == h))

    def hides_odds(self, g: PanzerBlitz, by: Step) -> bool:
        return any(u.hidden for h in g.cat.values() for u in g.here(h))


def resolve_cats(g: PanzerBlitz) -> None:
    """9.1.2 Every declared close assault, after all movement."""
    targets = dict.fromkeys(g.cat.values())
    g.call(*[CloseAssault(h, tuple(i for i, t in g.cat.items() if t == h)) for h in targets])
