"""9.0 Close assault: reaction fire, who attacks what, one roll, advance."""

from __future__ import annotations

import msgspec

from grognard.board.hexgrid import Hex
from grognard.engine import Action, Pick, Press, Step, Working
from grognard.games.panzer_blitz.rules.combat_results import Strike
from grognard.games.panzer_blitz.rules.data import other
from grognard.games.panzer_blitz.rules.fire_table import Attack, Part, preview
from grognard.games.panzer_blitz.rules.losses import show
from grognard.games.panzer_blitz.rules.movement import is_trapped, leave_mine
from grognard.games.panzer_blitz.rules.reaction_fire import Reaction
from grognard.games.panzer_blitz.rules.spotting import look_at
from grognard.games.panzer_blitz.rules.stacking import fits, room_inside
from grognard.games.panzer_blitz.rules.state import PanzerBlitz, Unit
from grognard.games.panzer_blitz.rules.terrain import TERRAIN, bridged, water_kind

SOFT, ARMOR, FORT, SPLIT, STAY = "unarmored", "armor", "fortification", "split", "stay"


class CloseAssault(Step, frozen=True):
    """9.1 One CAT attack on a hex by every unit marked for it."""

    hex: Hex
    attackers: tuple[str, ...]

    def run(self, g: PanzerBlitz) -> None:
        ready = tuple(i for i in self.attackers if i in g.pieces and not g.pieces[i].disrupted)
        g.attacked[f"cat:{self.hex}"] = True
        if not ready or g.holder(self.hex) != other(g.pieces[ready[0]].side):
            return g.swap(AfterAssault(ready), BackToPosition(ready))  # 9.1.13 nobody to attack: no advance
        for i in ready:
            g.change(i, unspotted=False)
        look_at(g, self.hex, other(g.pieces[ready[0]].side))
        show(g, self.hex)
        g.reveal()
        advance = Advance(self.hex, ready, "PB-9.1.14")
        return g.swap(
            Reaction(self.hex, ready), CatTargets(self.hex, ready), AfterAssault(ready), advance, BackToPosition(ready)
        )


def cat_groups(g: PanzerBlitz, h: Hex) -> dict[str, tuple[str, ...]]:
    """9.1.5, 15.5.13 The defenders by type; those inside a Fortification are a target of their own."""
    outside = [u for u in g.here(h) if u.inside != "fort" and not u.carrier]
    groups = {
        SOFT: tuple(u.id for u in outside if not u.what.armored),
        ARMOR: tuple(u.id for u in outside if u.what.armored),
        FORT: tuple(u.id for u in g.here(h) if u.inside == "fort") if h in g.forts else (),
    }
    return {name: ids for name, ids in groups.items() if ids}


class CatTargets(Step, frozen=True):
    """9.1.4, 9.1.6, 9.1.7 After Reaction Fire each attacker is assigned wholly to one type; a lone one may split."""

    hex: Hex
    attackers: tuple[str, ...]
    assigned: tuple[tuple[str, str], ...] = ()

    def run(self, g: PanzerBlitz) -> None:
        able = self._able(g)
        todo = [i for i in able if i not in dict(self.assigned)]
        if not todo:
            return self._attack(g)
        options = self._options(g, todo[0], len(able))
        if len(options) == 1:
            return self._assign(g, todo[0], options[0])
        name = g.pieces[todo[0]].name
        actions = [Press(word) for word in options]
        return g.ask(g.pieces[todo[0]].side, f"What does {name} assault?", actions, "PB-9.1.5")

    def _able(self, g: PanzerBlitz) -> list[str]:
        """7.9.1 Attackers Disrupted by Reaction Fire take no part."""
        alive = [i for i in self.attackers if i in g.pieces and not g.pieces[i].disrupted]
        return [i for i in alive if self._options(g, i, 2)]

    def _options(self, g: PanzerBlitz, unit_id: str, attackers: int) -> list[str]:
        unit, groups = g.pieces[unit_id], cat_groups(g, self.hex)
        found = [name for name in groups if _value(unit, name) is not None]
        if attackers == 1 and SOFT in found and ARMOR in found:
            found.append(SPLIT)
        return found

    def take(self, g: PanzerBlitz, action: Action) -> None:
        assert isinstance(action, Press)
        todo = [i for i in self._able(g) if i not in dict(self.assigned)]
        self._assign(g, todo[0], action.button)

    def _assign(self, g: PanzerBlitz, unit_id: str, name: str) -> None:
        g.swap(msgspec.structs.replace(self, assigned=(*self.assigned, (unit_id, name))))

    def attack(self, g: PanzerBlitz) -> Attack | None:
        """The attack as assigned so far, or None if nobody attacks."""
        groups = cat_groups(g, self.hex)
        parts = []
        for name, targets in groups.items():
            split = name in (SOFT, ARMOR) and any(what == SPLIT for _, what in self.assigned)
            firers = tuple(i for i, what in self.assigned if what == name or (split and what == SPLIT))
            if firers:
                parts.append(Part("AP" if name == SOFT else "AT", firers, targets, fort=name == FORT, split=split))
        engineers = any("ENG" in g.pieces[i].what.codes for i, _ in self.assigned)
        return Attack("cat", self.hex, tuple(parts), engineers=engineers) if parts else None

    def _attack(self, g: PanzerBlitz) -> None:
        attack = self.attack(g)
        if attack is None:
            return g.done()
        return g.swap(Strike(attack))

    def preview(self, g: PanzerBlitz, action: Action) -> Working | None:
        """The attack with this choice, once nobody else is left to assign."""
        todo = [i for i in self._able(g) if i not in dict(self.assigned)]
        if not isinstance(action, Press) or len(todo) > 1:
            return None
        attack = msgspec.structs.replace(self, assigned=(*self.assigned, (todo[0], action.button))).attack(g)
        return preview(g, attack, f"Close assault of {self.hex}") if attack else None


def _value(unit: Unit, name: str) -> int | None:
    return unit.face.ap if name == SOFT else unit.face.at


class AfterAssault(Step, frozen=True):
    """9.1.9 Whoever was marked for the close assault is Spent."""

    attackers: tuple[str, ...]

    def run(self, g: PanzerBlitz) -> None:
        alive = [g.pieces[i] for i in self.attackers if i in g.pieces]
        for unit in alive:
            g.cat.pop(unit.id, None)
            if not unit.spent:
                g.change(unit.id, spent=True)
        g.done()


class Advance(Step, frozen=True):
    """8.1.9, 9.1.13 Victors may move into the cleared hex, free and without opportunity fire."""

    hex: Hex
    units: tuple[str, ...]
    cite: str

    def run(self, g: PanzerBlitz) -> None:
        able = [Pick(i) for i in self.units if i in g.pieces and may_advance(g, g.pieces[i], self.hex)]
        if not able:
            return g.done()
        side = g.pieces[able[0].piece].side
        return g.ask(side, f"Advance into {self.hex}?", [*able, Press(STAY)], self.cite)

    def take(self, g: PanzerBlitz, action: Action) -> None:
        if not isinstance(action, Pick):
            return g.done()
        unit = g.pieces[action.piece]
        if is_trapped(g, unit):
            return g.call(*leave_mine(g, unit))
        for each in g.load(unit.id):
            g.change(each.id, place=self.hex, spent=True)
        g.change(unit.id, place=self.hex, inside="", hull_down=False)
        g.change(unit.id, inside=room_inside(g, self.hex, g.pieces[unit.id]))
        g.tell(self.cite, "{unit} advances into {hex}", hexes=(self.hex,), unit=unit.name, hex=self.hex)
        return None


def may_advance(g: PanzerBlitz, unit: Unit, h: Hex) -> bool:
    """8.1.9, 9.1.13 The hex is empty of enemies, passable and has room."""
    if unit.disrupted or unit.place == h or g.holder(h) == other(unit.side) or unit.carrier:
        return False
    if unit.what.vehicle and (TERRAIN[h] == "swamp" or h in g.blocks):
        return False
    return fits(g, h, unit) and (water_kind(g, unit.place, h) != "river" or bridged(g, unit.place, h))


class BackToPosition(Step, frozen=True):
    """9.1.3.1 An attacker that did not advance goes back into the IP it left."""

    units: tuple[str, ...]

    def run(self, g: PanzerBlitz) -> None:
        for i in self.units:
            unit = g.pieces.get(i)
            if unit is not None and g.left_ip.get(i) == unit.place and not unit.disrupted:
                g.change(i, inside=room_inside(g, unit.place, unit))
        g.done()
