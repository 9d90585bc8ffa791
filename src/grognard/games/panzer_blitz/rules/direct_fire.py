"""7.1 to 7.5, 11.3.8, 11.4.1 Direct fire: who may fire at whom, choosing targets, choosing firers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

import msgspec

from grognard.board.hexgrid import Hex
from grognard.engine import Action, Pick, Press, Preview, Refusal, Step
from grognard.games.panzer_blitz.rules.combat_results import Strike, blind_shot
from grognard.games.panzer_blitz.rules.data import GRID, SITUATIONS, TYPES, other
from grognard.games.panzer_blitz.rules.fire_table import Attack, Part, preview
from grognard.games.panzer_blitz.rules.sight import sees
from grognard.games.panzer_blitz.rules.spotting import look_at
from grognard.games.panzer_blitz.rules.state import PanzerBlitz, Unit
from grognard.games.panzer_blitz.rules.terrain import TERRAIN

SELF_OBSERVED = 6  # 11.3.8
TOGETHER = ("town", "city", "woods")  # 7.3.1 all non-armored units are one target here
FORT, ALL_SOFT, UNSEEN_SOFT, UNSEEN_ARMOR = "fortification", "all unarmored", "unseen unarmored", "unseen armor"
FIRE, ALL_FIRE, THESE = "fire", "all fire", "fire at these"


class Fire(Action, frozen=True):
    """Declare fire at a hex."""

    hex: str


# ------------------------------------------------------------------ may it fire?


def reach_of(unit: Unit, line: str) -> int:
    """2.3.2, 7.2.4 How far a unit fires; infantry one hex farther against unarmored targets."""
    return unit.face.range + (1 if line == "AP" and unit.what.infantry else 0)


@cache
def farthest(situation: str, side: str) -> int:
    """How far any unit of a side's order of battle fires, which everybody can read off the situation card."""
    types = [TYPES[kind] for kind in SITUATIONS[situation].types(side)]
    return max((t.faces[1].range + t.infantry for t in types if t.combat and not t.aircraft), default=0)


def why_not_shoot(g: PanzerBlitz, unit: Unit) -> Refusal | None:
    """7.1.4 Why a unit may not make an attack of its own now."""
    if unit.spent or unit.disrupted:
        return Refusal("PB-7.1.4")
    if unit.carrier:
        return Refusal("PB-4.3.33")
    if unit.labor:
        return Refusal("PB-17.0.2")
    if TERRAIN[unit.place] in ("river", "deep stream"):
        return Refusal("PB-14.6.1")
    if not unit.what.combat:
        return Refusal("PB-2.3.15")
    return None


def why_not_fire(g: PanzerBlitz, unit: Unit, h: Hex, line: str, *, spotted: bool = True) -> Refusal | None:
    """7.1, 7.2 Why a unit may not fire at armored (AT) or unarmored (AP) targets in a hex."""
    return why_not_shoot(g, unit) or why_not_reach(g, unit, h, line, spotted=spotted)


def why_not_reach(g: PanzerBlitz, unit: Unit, h: Hex, line: str, *, spotted: bool = True) -> Refusal | None:
    """2.3.2, 7.2, 11.3.8 Weapon, range and line of sight."""
    if line == "AT" and unit.what.infantry:
        return Refusal("PB-7.2.3")
    if (unit.face.at if line == "AT" else unit.face.ap) is None:
        return Refusal("PB-2.3.3")
    distance = GRID.distance(unit.place, h)
    if distance > reach_of(unit, line):
        return Refusal("PB-2.3.4")
    if "IF" in unit.what.codes and "M" not in unit.what.codes and (distance > SELF_OBSERVED or not spotted):
        return Refusal("PB-11.3.13")
    return None if sees(g, unit.place, h) else Refusal("PB-5.0.1")


def able(g: PanzerBlitz, pool: Iterable[Unit], h: Hex, line: str, *, spotted: bool = True) -> tuple[str, ...]:
    """Those of a pool that may fire at such targets in a hex."""
    return tuple(u.id for u in pool if why_not_reach(g, u, h, line, spotted=spotted) is None)


def shooters(g: PanzerBlitz, ids: Iterable[str]) -> list[Unit]:
    """Those of some units that may still make an attack."""
    found = [g.pieces[i] for i in ids if i in g.pieces]
    return [u for u in found if u.place in TERRAIN and why_not_shoot(g, u) is None]


# ------------------------------------------------------------------ targets


class Choice(msgspec.Struct, frozen=True):
    """One thing in a hex that can be fired at."""

    action: Action
    line: str
    targets: tuple[str, ...]
    fort: bool = False
    hidden: bool = False


def choices(g: PanzerBlitz, side: str, h: Hex) -> list[Choice]:
    """7.3, 14.2.8, 14.4.8, 15.5.3 What the firing side may choose as its target in a hex, as far as it knows."""
    outside = [u for u in g.of(other(side), h) if u.inside != "fort"]
    seen = [u for u in outside if not u.unspotted]
    found = [Choice(Pick(u.id), "AT", (u.id,)) for u in seen if u.what.armored and not u.carrier]
    soft = [u for u in seen if not u.what.armored and (not u.carrier or is_rider(g, u))]
    unseen = len(seen) < len(outside)
    hidden_soft = tuple(u.id for u in outside if u.unspotted and not u.what.armored and not u.carrier)
    if TERRAIN[h] in TOGETHER:
        riders = [u for u in soft if u.carrier]
        found += [Choice(Pick(u.id), "AP", (u.id,)) for u in riders]
        together = tuple(u.id for u in soft if not u.carrier)
        if together or unseen:
            found.append(Choice(Press(ALL_SOFT), "AP", together + hidden_soft, hidden=unseen))
    else:
        found += [Choice(Pick(u.id), "AP", (u.id,)) for u in soft]
        if unseen:
            found.append(Choice(Press(UNSEEN_SOFT), "AP", hidden_soft, hidden=True))
    if unseen:
        armor = tuple(u.id for u in outside if u.unspotted and u.what.armored)[:1]
        found.append(Choice(Press(UNSEEN_ARMOR), "AT", armor, hidden=True))
    if h in g.forts and g.holder(h) != side:
        inside = tuple(u.id for u in g.here(h) if u.inside == "fort")
        found.append(Choice(Press(FORT), "AT", inside, fort=True, hidden=any(g.pieces[i].unspotted for i in inside)))
    return found


def is_rider(g: PanzerBlitz, unit: Unit) -> bool:
    """4.3.7 Infantry on an AFV, not in a Carrier."""
    return bool(unit.carrier) and g.pieces[unit.carrier].what.transport_class == "afv"


def moving_choices(g: PanzerBlitz, mover: Unit, also: tuple[str, ...]) -> list[Choice]:
    """4.3.7.1, 4.3.10, 7.8, R-32 What opportunity fire may choose: the mover, its riders, what has just unloaded."""
    if mover.unspotted:
        return [
            Choice(Press(word), line, (mover.id,) if line == line_against(mover) else (), hidden=True)
            for word, line in ((UNSEEN_SOFT, "AP"), (UNSEEN_ARMOR, "AT"))
        ]
    units = [mover, *(u for u in g.load(mover.id) if is_rider(g, u)), *(g.pieces[i] for i in also if i in g.pieces)]
    return [Choice(Pick(u.id), line_against(u), (u.id,)) for u in units]


def line_against(unit: Unit) -> str:
    """7.2.1, 7.2.2 The line of the table on which a unit is attacked."""
    return "AT" if unit.what.armored else "AP"


def joins(g: PanzerBlitz, picked: tuple[str, ...], choice: Choice) -> bool:
    """7.3.1 May a further target be fired at together with unarmored ones already picked?"""
    if choice.line != "AP" or any(i in picked for i in choice.targets):
        return False
    return not any(g.pieces[i].carrier for i in (*choice.targets, *picked))


def marks(kind: str, h: Hex, choice: Choice) -> tuple[str, ...]:
    """7.1.5 The names under which a target is remembered as attacked in this Operation: what was said, and who."""
    said = (f"{kind}:{h}:{choice.action.button}",) if isinstance(choice.action, Press) else ()
    return (*said, *(f"{kind}:{i}" for i in choice.targets))


def is_untouched(g: PanzerBlitz, kind: str, h: Hex, choice: Choice) -> bool:
    """7.1.5, R-69 May a target be attacked in this kind in this Operation? Of the unseen only what was said tells."""
    names = marks(kind, h, choice)
    return not any(name in g.attacked for name in (names[:1] if choice.hidden else names))


def open_choices(g: PanzerBlitz, side: str, h: Hex, pool: Sequence[Unit]) -> list[Choice]:
    """Targets that somebody in the pool can fire at and that were not fired at in this Operation."""
    found = []
    for choice in choices(g, side, h):
        if is_untouched(g, "fire", h, choice) and able(g, pool, h, choice.line, spotted=not choice.hidden):
            found.append(choice)
    return found


def target_hexes(g: PanzerBlitz, side: str, pool: Sequence[Unit]) -> list[Hex]:
    """Hexes that the pool can declare fire at."""
    if not pool:
        return []
    far = max(max(reach_of(u, "AP"), u.face.range) for u in pool)
    hexes = g.hexes_of(other(side)) + [h for h in g.forts if h not in g.at]
    near = [h for h in hexes if any(GRID.distance(u.place, h) <= far for u in pool)]
    return [h for h in near if f"fire:{h}" not in g.attacked and open_choices(g, side, h, pool)]


class ChooseTarget(Step, frozen=True):
    """7.3 Fire was declared at a hex: choose what in it is fired at."""

    kind: str  # "fire" or "assault"
    side: str
    hex: Hex
    pool: tuple[str, ...]
    picked: tuple[str, ...] = ()

    def run(self, g: PanzerBlitz) -> None:
        options = self._options(g)
        if not options:
            g.attacked[f"fire:{self.hex}"] = True
            g.tell("PB-7.1.8", "Nobody can harm what is in {hex}", sees=(self.side,), hex=self.hex)
            return g.done()
        actions: list[Action] = [c.action for c in options]
        if self.picked:
            actions.append(Press(THESE))
        return g.ask(self.side, f"Choose the target in {self.hex}", actions, "PB-7.3.1")

    def _options(self, g: PanzerBlitz) -> list[Choice]:
        """7.3.1 After one unarmored target only further ones may join it."""
        found = open_choices(g, self.side, self.hex, shooters(g, self.pool))
        if not self.picked:
            return found
        return [c for c in found if joins(g, self.picked, c)]

    def take(self, g: PanzerBlitz, action: Action) -> None:
        if action == Press(THESE):
            return self._aim(g, "AP", self.picked)
        choice = next(c for c in self._options(g) if c.action == action)
        g.attacked.update((name, True) for name in marks("fire", self.hex, choice))
        targets = self.picked + choice.targets
        if isinstance(action, Pick) and choice.line == "AP" and self._more(g, choice, targets):
            return g.swap(msgspec.structs.replace(self, picked=targets))
        return self._aim(g, choice.line, targets, fort=choice.fort)

    def _more(self, g: PanzerBlitz, choice: Choice, targets: tuple[str, ...]) -> bool:
        """Is there another unarmored unit that could be added?"""
        rest = msgspec.structs.replace(self, picked=targets)
        return bool(rest._options(g))

    def _aim(self, g: PanzerBlitz, line: str, targets: tuple[str, ...], *, fort: bool = False) -> None:
        spotted = not any(g.pieces[i].unspotted for i in targets)
        pool = able(g, shooters(g, self.pool), self.hex, line, spotted=spotted)
        g.swap(Muster(self.kind, self.side, self.hex, Part(line, (), targets, fort=fort), pool))

    def why_not(self, g: PanzerBlitz, side: str, action: Action) -> Refusal | None:
        if isinstance(action, Pick) and action.piece in g.pieces:
            unit = g.pieces[action.piece]
            if unit.unspotted:
                return None
            if unit.place == self.hex and TERRAIN[self.hex] in TOGETHER and not unit.what.armored:
                return Refusal("PB-14.4.10" if TERRAIN[self.hex] == "woods" else "PB-14.2.10")
            if unit.place == self.hex and unit.what.armored and self.picked:
                return Refusal("PB-7.3.2")
            if unit.carrier:
                return Refusal("PB-7.3.3")
        return None

    def hides_odds(self, g: PanzerBlitz, action: Action) -> bool:
        return any(c.hidden for c in self._options(g) if c.action == action)

    def preview(self, g: PanzerBlitz, action: Action) -> Preview | None:
        choice = next((c for c in self._options(g) if c.action == action), None)
        if choice is None or choice.hidden:
            return None
        pool = able(g, shooters(g, self.pool), self.hex, choice.line)
        part = Part(choice.line, pool, self.picked + choice.targets, fort=choice.fort)
        return preview(g, Attack(self.kind, self.hex, (part,)), f"Everybody fires at {self.hex}")


# ------------------------------------------------------------------ firers


class Muster(Step, frozen=True):
    """7.1.1 Name the units that take part in an attack; a lone one needs no naming."""

    kind: str
    side: str
    hex: Hex
    part: Part
    pool: tuple[str, ...]
    road: bool = False

    def run(self, g: PanzerBlitz) -> None:
        if not self.pool and not self.part.firers:
            return g.done()
        if len(self.pool) + len(self.part.firers) == 1 and not self.part.firers:
            return self._fire(g, self.pool)
        if not self.pool:
            return self._fire(g, self.part.firers)
        actions: list[Action] = [Pick(i) for i in self.pool]
        actions.append(Press(FIRE) if self.part.firers else Press(ALL_FIRE))
        return g.ask(self.side, f"Choose who fires at {self.hex}", actions, "PB-7.1.1")

    def take(self, g: PanzerBlitz, action: Action) -> None:
        match action:
            case Pick(piece):
                part = msgspec.structs.replace(self.part, firers=(*self.part.firers, piece))
                pool = tuple(i for i in self.pool if i != piece)
                g.swap(msgspec.structs.replace(self, part=part, pool=pool))
            case Press("fire"):
                self._fire(g, self.part.firers)
            case _:
                self._fire(g, self.pool)

    def _attack(self, firers: tuple[str, ...]) -> Attack:
        return Attack(self.kind, self.hex, (msgspec.structs.replace(self.part, firers=firers),), road=self.road)

    def _fire(self, g: PanzerBlitz, firers: tuple[str, ...]) -> None:
        if self.part.targets or self.part.fort:
            return g.swap(Strike(self._attack(firers)))
        blind_shot(g, self.kind, self.hex, firers)
        return g.done()

    def why_not(self, g: PanzerBlitz, side: str, action: Action) -> Refusal | None:
        if isinstance(action, Pick) and action.piece in g.pieces and g.pieces[action.piece].side == side:
            unit = g.pieces[action.piece]
            if not unit.place or unit.what.aircraft:
                return None
            return why_not_fire(g, unit, self.hex, self.part.line) or Refusal("PB-3.1.9")
        return None

    def hides_odds(self, g: PanzerBlitz, action: Action) -> bool:
        return (not self.part.targets and not self.part.fort) or any(g.pieces[i].unspotted for i in self.part.targets)

    def preview(self, g: PanzerBlitz, action: Action) -> Preview | None:
        firers = self.part.firers
        if isinstance(action, Pick):
            firers = (*firers, action.piece)
        elif action == Press(ALL_FIRE):
            firers = self.pool
        return preview(g, self._attack(firers), f"Fire at {self.hex}")

    def lone_preview(self, g: PanzerBlitz) -> Preview | None:
        """The attack of a lone unit, which fires without being named."""
        alone = len(self.pool) == 1 and not self.hides_odds(g, Press(FIRE))
        return self.preview(g, Press(ALL_FIRE)) if alone else None


def declare_fire(g: PanzerBlitz, kind: str, side: str, h: Hex, pool: tuple[str, ...]) -> Step:
    """7.1.1, 7.1.6 Fire is declared at a hex: Spotting is judged, then the target is chosen."""
    look_at(g, h, other(side))
    return ChooseTarget(kind, side, h, pool)
