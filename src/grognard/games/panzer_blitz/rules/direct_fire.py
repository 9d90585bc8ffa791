"""7.1 to 7.5, 11.3.8, 11.4.1 Direct fire: who may fire at whom, choosing targets, choosing firers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import ClassVar, Self

import msgspec

from grognard.board.hexes.grid import Hex
from grognard.board.hexes.hex_sets import bits_of
from grognard.engine import Action, ChoiceStep, Deed, Passing, Pick, Press, Refusal, Step, Working
from grognard.engine.core.fact import fact
from grognard.engine.core.wording import join_words
from grognard.games.panzer_blitz.rules.attack_report import preview
from grognard.games.panzer_blitz.rules.combat_results import Strike, blind_shot
from grognard.games.panzer_blitz.rules.data import GRID, SITUATIONS, TYPES, other
from grognard.games.panzer_blitz.rules.fire_table import Attack, Part
from grognard.games.panzer_blitz.rules.map_data import RangeSets, disc, holds
from grognard.games.panzer_blitz.rules.sight import look_at, seen, sees, surely_spotted
from grognard.games.panzer_blitz.rules.state import PanzerBlitz, Unit
from grognard.games.panzer_blitz.rules.targets import (
    THESE,
    Choice,
    choices,
    decide,
    empty_forts,
    is_rider,
    is_untouched,
    line_against,
    mark_attacked,
    menu,
)
from grognard.games.panzer_blitz.rules.terrain import is_deep

SELF_OBSERVED = 6  # 11.3.8
FIRE, ALL_FIRE = "fire", "all fire"


# ------------------------------------------------------------------ may it fire?


def reach_of(unit: Unit, line: str) -> int:
    """2.3.2, 7.2.4 How far a unit fires; infantry one hex farther against unarmored targets."""
    return unit.face.range + (1 if line == "AP" and unit.what.infantry else 0)


@lru_cache(maxsize=256)
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
    if is_deep(g, unit.place):
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
    if unit.what.observes_itself and (distance > SELF_OBSERVED or not spotted):
        return Refusal("PB-11.3.13")
    return None if sees(g, unit.place, h) else Refusal("PB-5.0.1")


def reached(g: PanzerBlitz, unit: Unit, line: str, hexes: int) -> int:
    """7.2 Of many hexes at once: those of a set, as bits, at whose Spotted targets on this line it may fire."""
    what, face = unit.what, unit.face
    if (face.ap if line == "AP" else face.at) is None or (line == "AT" and what.infantry):
        return 0
    far = reach_of(unit, line)
    near = hexes & disc(unit.place, min(far, SELF_OBSERVED) if what.observes_itself else far)
    return seen(g, unit.place, near) if near else 0


_NEARLY = ("PB-2.3.3", "PB-7.2.3", "PB-2.3.4", "PB-11.3.13", "PB-5.0.1")  # refusals, the last the nearest to a shot


def why_nobody_fires(g: PanzerBlitz, pool: Iterable[Unit], h: Hex, *lines: str) -> Refusal | None:
    """Why none of a pool may fire at such targets in a hex: the reason of the unit that comes nearest to it."""
    found = [why_not_reach(g, unit, h, line) for unit in pool for line in lines]
    refusals = [refusal for refusal in found if refusal is not None]
    if not found or len(refusals) < len(found):
        return None
    return max(refusals, key=lambda refusal: _NEARLY.index(refusal.rule))


def able(g: PanzerBlitz, pool: Iterable[Unit], h: Hex, line: str, *, spotted: bool = True) -> tuple[str, ...]:
    """Those of a pool that may fire at such targets in a hex."""
    return tuple([u.id for u in pool if why_not_reach(g, u, h, line, spotted=spotted) is None])


def shooters(g: PanzerBlitz, ids: Iterable[str]) -> list[Unit]:
    """Those of some units that may still make an attack."""
    found = [g.pieces[i] for i in ids if i in g.pieces]
    return [u for u in found if u.place in GRID and why_not_shoot(g, u) is None]


def watchers(g: PanzerBlitz, side: str, h: Hex) -> list[Unit]:
    """Units of a side that may make an attack, see a hex, and have the range for it with one weapon at least."""
    eyes = watched_from(g, side, h)
    return [u for u in guard(g, side) if holds(eyes, u.place)] if eyes else []


@fact
def guard(g: PanzerBlitz, side: str) -> list[Unit]:
    """7.1.4 Units of a side that may make an attack."""
    return [u for u in g.units(side) if why_not_shoot(g, u) is None]


def watched_from(g: PanzerBlitz, side: str, h: Hex) -> int:
    """The hexes, as bits, where they see a hex and have the range for it."""
    near = posts_of(g, side).near(h)
    return seen(g, h, near) if near else 0


@fact
def posts_of(g: PanzerBlitz, side: str) -> RangeSets:
    """2.3.2 The same posts, to be asked who is near."""
    return RangeSets(fire_posts(g, side))


def fire_posts(g: PanzerBlitz, side: str) -> list[tuple[Hex, int]]:
    """2.3.2 Where they stand, and how far each fires."""
    return [(u.place, reach_of(u, "AP")) for u in guard(g, side)]


# ------------------------------------------------------------------ targets


@fact
def open_choices(g: PanzerBlitz, side: str, h: Hex, pool: tuple[Unit, ...]) -> list[Choice]:
    """Targets that somebody in the pool can fire at and that were not fired at in this Operation.

    Spotting is judged when fire is declared (6.1.2): what will then be Spotted for certain is as good as Spotted.
    """
    return list(within_reach(g, side, h, pool, untouched(g, h, choices(g, side, h))))


def untouched(g: PanzerBlitz, h: Hex, found: Iterable[Choice]) -> list[Choice]:
    """7.1.5 Those of some targets that were not fired at in this Operation."""
    return [c for c in found if is_untouched(g, "fire", h, c)]


def within_reach(g: PanzerBlitz, side: str, h: Hex, pool: Sequence[Unit], found: Sequence[Choice]) -> Iterator[Choice]:
    """Those of some targets that somebody in the pool can fire at."""
    sure = any(c.hidden for c in found) and any(u.what.observes_itself for u in pool) and surely_spotted(g, side, h)
    return (c for c in found if any(why_not_reach(g, u, h, c.line, spotted=sure or not c.hidden) is None for u in pool))


@fact
def why_not_fire_at(g: PanzerBlitz, side: str, h: Hex, pool: tuple[Unit, ...]) -> Refusal | None:
    """7.1 Why a pool may not declare fire at a hex."""
    if h not in g.area:
        return Refusal("PB-SIT.6")
    found = choices(g, side, h)
    if not found:
        return Refusal("PB-7.1.13")
    left = untouched(g, h, found)
    if f"fire:{h}" in g.attacked or not left:
        return Refusal("PB-7.1.6")
    if not pool:
        return why_empty(g)
    if open_choices(g, side, h, pool):
        return None
    return why_nobody_fires(g, pool, h, *sorted({c.line for c in found}))


def why_empty(g: PanzerBlitz) -> Refusal:
    """3.1.2.1, 3.1.2.3, 7.1.4 Why nobody can fire at anything: nobody is active, or on the map, or able."""
    active = [g.pieces[i] for i in g.op.active if i in g.pieces] if g.op is not None else []
    if not active:
        return Refusal("PB-3.1.9", "No unit is active.")
    if not any(u.place for u in active):
        return Refusal("PB-3.1.18", "No active unit is on the map yet.")
    unarmed = not any(u.what.combat for u in active)
    return Refusal("PB-2.3.15" if unarmed else "PB-7.1.4", "No active unit may fire any more.")


@fact
def near_targets(g: PanzerBlitz, side: str, pool: tuple[Unit, ...]) -> list[Hex]:
    """Hexes with enemies, or an empty Fortification, that somebody in the pool sees and has the range for."""
    if not pool:
        return []
    posts = {(u.place, reach_of(u, "AP")) for u in pool}
    forts = empty_forts(g)
    found = in_sight(g, posts, g.held_by(other(side)) | bits_of(GRID, forts))
    return [h for h in (*g.hexes_of(other(side)), *forts) if holds(found, h)] if found else []


def in_sight(g: PanzerBlitz, posts: Iterable[tuple[Hex, int]], hexes: int) -> int:
    """Those of some hexes, as bits, that are seen from one of some posts, and within its reach."""
    found = 0
    for place, far in posts:
        near = hexes & ~found & disc(place, far)
        if near:
            found |= seen(g, place, near)
    return found


class ChooseTarget(Step, frozen=True):
    """7.3 Fire was declared at a hex: choose what in it is fired at."""

    kind: str  # "fire" or "assault"
    side: str
    hex: Hex
    pool: tuple[str, ...]
    picked: tuple[str, ...] = ()
    naming: bool = False  # the firers are named one by one

    def run(self, g: PanzerBlitz) -> None:
        options = self.options(g)
        if not options:
            g.attacked = {**g.attacked, f"fire:{self.hex}": True}
            g.tell("PB-7.1.8", "Nobody can harm what is in {hex}", sees=(self.side,), hex=self.hex)
            return g.done()
        if len(options) == 1:
            return g.swap(self.aim(g, options[0]))
        names = join_words(g.pieces[i].name for i in self.picked)
        prompt = f"Fire at {names} in {self.hex}?" if names else f"Choose the target in {self.hex}"
        return g.ask(self.side, prompt, menu(options, self.picked), "PB-7.3.1")

    def lone_preview(self, g: PanzerBlitz) -> Working | None:
        """The attack on the only target there is."""
        options = self.options(g)
        return self.muster(g, options[0]).everybody(g) if len(options) == 1 else None

    def options(self, g: PanzerBlitz) -> list[Choice]:
        """What can be fired at."""
        return open_choices(g, self.side, self.hex, tuple(shooters(g, self.pool)))

    def take(self, g: PanzerBlitz, action: Action) -> None:
        found = decide(self.options(g), self.picked, action)
        if isinstance(found, Choice):
            return g.swap(self.aim(g, found))
        return g.swap(msgspec.structs.replace(self, picked=found))

    def aim(self, g: PanzerBlitz, choice: Choice) -> Muster:
        """7.1.5 A target is chosen, and is none again in this Operation."""
        mark_attacked(g, "fire", self.hex, choice)
        return self.muster(g, choice)

    def muster(self, g: PanzerBlitz, choice: Choice) -> Muster:
        """Everybody who can fire at a target."""
        spotted = not choice.hidden and not any(g.pieces[i].unspotted for i in choice.targets)
        pool = able(g, shooters(g, self.pool), self.hex, choice.line, spotted=spotted)
        part = Part(choice.line, (), choice.targets, fort=choice.fort)
        at_once = not self.naming
        return Muster(self.kind, self.side, self.hex, part, pool, blind=choice.hidden, at_once=at_once)

    def why_not(self, g: PanzerBlitz, side: str, action: Action) -> Refusal | None:
        if not isinstance(action, Pick) or action.piece not in g.pieces or g.pieces[action.piece].hidden:
            return None
        unit = g.pieces[action.piece]
        if unit.place != self.hex or unit.side == side:
            return Refusal("PB-7.1.13")
        if unit.inside == "fort":
            return Refusal("PB-15.5.4")
        if unit.carrier and not is_rider(g, unit):
            return Refusal("PB-7.3.3")
        if unit.what.armored and self.picked:
            return Refusal("PB-7.3.2")
        if not unit.what.armored and (rule := g.land.effects[self.hex].one_target):
            return Refusal(rule)
        if f"fire:{unit.id}" in g.attacked:
            return Refusal("PB-7.1.6")
        return why_nobody_fires(g, shooters(g, self.pool), self.hex, line_against(unit))

    def hides_odds(self, g: PanzerBlitz, action: Action) -> bool:
        found = decide(self.options(g), self.picked, action)
        return isinstance(found, Choice) and found.hidden

    def passes(self, g: PanzerBlitz) -> Passing | None:
        return Passing(Press(THESE), "nothing else is fired at") if self.picked else None

    def preview(self, g: PanzerBlitz, action: Action) -> Working | None:
        found = decide(self.options(g), self.picked, action)
        if not isinstance(found, Choice):
            return None
        return self.muster(g, found).everybody(g)


# ------------------------------------------------------------------ firers


class Muster(Step, frozen=True):
    """7.1.1 Who takes part in an attack: everybody at once, or as they are named; a lone unit needs no naming."""

    kind: str
    side: str
    hex: Hex
    part: Part
    pool: tuple[str, ...]
    road: bool = False
    blind: bool = False  # 6.2.1 the target was chosen unseen
    at_once: bool = False  # nobody is to be named

    def run(self, g: PanzerBlitz) -> None:
        if not self.pool:
            return g.done()
        if len(self.pool) == 1 or self.at_once:
            return self._fire(g, self.pool)
        actions: list[Action] = [Pick(i) for i in self.pool]
        actions.append(Press(FIRE) if self.part.firers else Press(ALL_FIRE))
        names = join_words(g.pieces[i].name for i in self.part.firers)
        prompt = f"{names}: fire at {self.hex}?" if names else f"Choose who fires at {self.hex}"
        return g.ask(self.side, prompt, actions, "PB-7.1.1")

    def take(self, g: PanzerBlitz, action: Action) -> None:
        if isinstance(action, Pick):
            return g.swap(msgspec.structs.replace(self, part=self._with(action.piece)))
        return self._fire(g, self.part.firers if action == Press(FIRE) else self.pool)

    def _with(self, piece: str) -> Part:
        """The firers named so far with one more, or without one who was named before."""
        named = self.part.firers
        left = tuple(i for i in named if i != piece)
        return msgspec.structs.replace(self.part, firers=left if piece in named else (*named, piece))

    def _attack(self, firers: tuple[str, ...]) -> Attack:
        part = msgspec.structs.replace(self.part, firers=firers)
        return Attack(self.kind, self.hex, (part,), road=self.road, blind=self.blind)

    def _fire(self, g: PanzerBlitz, firers: tuple[str, ...]) -> None:
        if self.part.targets or self.part.fort:
            return g.swap(Strike(self._attack(firers)))
        blind_shot(g, self._attack(firers))
        return g.done()

    def why_not(self, g: PanzerBlitz, side: str, action: Action) -> Refusal | None:
        if isinstance(action, Pick) and action.piece in g.pieces and g.pieces[action.piece].side == side:
            unit = g.pieces[action.piece]
            if not unit.place or unit.what.aircraft or unit.id in self.pool:
                return None
            return self._why_left_out(g, unit)
        return None

    def _why_left_out(self, g: PanzerBlitz, unit: Unit) -> Refusal | None:
        """7.1, 7.9, 7.10 Why a unit is none of those who can take part."""
        if self.kind == "reaction" and unit.place != g.pieces[self.pool[0]].place:
            return Refusal("PB-7.9.1")
        if self.kind == "assault" and unit.id not in g.ready:
            return Refusal("PB-7.10.2", "It does not wait for assault fire.")
        if self.kind == "fire" and g.op is not None and unit.id not in g.op.active:
            return Refusal("PB-3.1.9")
        spotted = not self.blind and not any(g.pieces[i].unspotted for i in self.part.targets)
        refusal = why_not_fire(g, unit, self.hex, self.part.line, spotted=spotted)
        return refusal or (Refusal("PB-3.1.10") if unit.id in g.ip_work else None)

    def hides_odds(self, g: PanzerBlitz, action: Action) -> bool:
        return self.blind or any(g.pieces[i].hidden for i in self.part.targets)

    def preview(self, g: PanzerBlitz, action: Action) -> Working | None:
        if isinstance(action, Pick):
            return None
        firers = self.part.firers if action == Press(FIRE) else self.pool
        return preview(g, self._attack(firers), f"Fire at {self.hex}")

    def passes(self, g: PanzerBlitz) -> Passing | None:
        named = self.part.firers
        return Passing(Press(FIRE), "nobody else fires") if named else Passing(Press(ALL_FIRE), "everybody able fires")

    def everybody(self, g: PanzerBlitz) -> Working | None:
        """The attack of everybody able, where nothing hidden is told by it."""
        return None if self.hides_odds(g, Press(ALL_FIRE)) else self.preview(g, Press(ALL_FIRE))


# ------------------------------------------------------------------ the declaration


@fact
def fire_pool(g: PanzerBlitz) -> tuple[Unit, ...]:
    """7.1.3, 7.1.4 The active units that may still fire before anybody moves."""
    assert g.op is not None
    able = {unit.id: unit for unit in guard(g, g.op.side) if unit.place in GRID and unit.id not in g.ip_work}
    return tuple([able[i] for i in g.op.active if i in able])


class Declaring(ChoiceStep, frozen=True, kw_only=True):
    """A step in which fire is declared."""

    naming: bool = False  # 7.1.1 who fires next is named one by one


class Fire(Deed, frozen=True):
    """7.1.1 Declare fire at a hex."""

    hex: str
    kind: ClassVar[str] = "fire"
    words: ClassVar[str] = "fire at"

    @classmethod
    def pool(cls, g: PanzerBlitz) -> tuple[Unit, ...]:
        """Who may fire."""
        return fire_pool(g)

    @classmethod
    def candidates(cls, g: PanzerBlitz, by: Step) -> Iterator[Self]:
        assert g.op is not None
        return map(cls, near_targets(g, g.op.side, cls.pool(g)))

    def why_not(self, g: PanzerBlitz, by: Step) -> Refusal | None:
        assert g.op is not None
        return why_not_fire_at(g, g.op.side, self.hex, self.pool(g))

    @classmethod
    def at(cls, g: PanzerBlitz, h: Hex, *, naming: bool = False) -> ChooseTarget:
        """What there is to choose at a hex."""
        assert g.op is not None
        return ChooseTarget(cls.kind, g.op.side, h, tuple(u.id for u in cls.pool(g)), naming=naming)

    def do(self, g: PanzerBlitz, by: Declaring) -> None:
        """6.1.2 Spotting is judged, then the target is chosen."""
        assert g.op is not None
        step = self.at(g, self.hex, naming=by.naming)
        look_at(g, self.hex, other(g.op.side))
        g.call(step)

    def says(self, g: PanzerBlitz) -> str:
        return f"{self.words} {self.hex}"

    def preview(self, g: PanzerBlitz, by: Step) -> Working | None:
        """The attack of everybody able, where there is one target and nothing hidden about it."""
        return None if self.hides_odds(g, by) else self.at(g, self.hex).lone_preview(g)

    def hides_odds(self, g: PanzerBlitz, by: Step) -> bool:
        return any(u.hidden for u in g.here(self.hex))
