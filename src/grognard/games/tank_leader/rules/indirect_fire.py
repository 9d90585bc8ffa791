"""13.2 Indirect fire."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grognard.board.hexes.grid import Hex
from grognard.engine import Action, ChoiceStep, Deed, Passing, Pick, Press, Refusal, To, Working
from grognard.engine.core.state import without
from grognard.games.tank_leader.rules.choices import GoBack, HexDeed, UnitDeed
from grognard.games.tank_leader.rules.data import GRID, SOVIET, TABLES, other
from grognard.games.tank_leader.rules.fire import AI, AV, Shot, attack, finish, fire_modifiers, look, preview_attack
from grognard.games.tank_leader.rules.move_paths import halt
from grognard.games.tank_leader.rules.spotting import in_sight, mark_fired, needed, place_hidden, spot
from grognard.games.tank_leader.rules.state import TankLeader, Unit, Zone

# -------------------- 13.27 Fire zones

NOBODY = "nobody"  # a fire zone attacks by itself: no odds are of its roll


def zone_strength(g: TankLeader, zone: Zone) -> tuple[int, int]:
    """13.27 AV and AI: halved once when a gun is suppressed or gone, nothing when all are."""
    fallen = [i for i in zone.guns if i not in g.pieces or g.pieces[i].suppressed]
    if len(fallen) == len(zone.guns):
        return 0, 0
    return (zone.av // 2, zone.ai // 2) if fallen else (zone.av, zone.ai)


def silent(g: TankLeader, zone: Zone) -> bool:
    """13.27 Are all the guns suppressed or eliminated?"""
    return all(i not in g.pieces or g.pieces[i].suppressed for i in zone.guns)


def clear_silent_zones(g: TankLeader) -> None:
    """13.27 A zone whose guns are all out of action is removed."""
    for h, zones in list(g.zones.items()):
        left = tuple(z for z in zones if not silent(g, z))
        if left != zones:
            g.zones = {**g.zones, h: left} if left else without(g.zones, h)


def best_shot(g: TankLeader, firers: list[Unit], target: Unit, av: int, ai: int, *, below: bool) -> Shot:
    """13.28 AI for non-vehicles, AV for vehicles; for a soft target whichever is better for the firer."""
    if not target.vehicle:
        return Shot(AI, ai, below=below)
    shots = [Shot(AV, av, below=below)]
    if target.what.soft:
        shots.append(Shot(AI, ai, below=below))
    return max(shots, key=lambda s: sum(m.value for m in fire_modifiers(g, firers, target, s)))


def zone_fire(g: TankLeader, unit_id: str) -> None:
    """13.27, R-66, R-67 Every zone in the hex attacks the unit that enters, of either side, without spotting."""
    if not g.zones:
        return
    clear_silent_zones(g)
    place = g.pieces[unit_id].place
    for zone in g.zones.get(place, ()):
        unit = g.pieces.get(unit_id)
        if unit is None or unit.carrier:
            return
        halt(g, unit_id)
        av, ai = zone_strength(g, zone)
        guns = [g.pieces[i] for i in zone.guns if i in g.pieces]
        g.tell("TL-13.27.2", "{unit} enters the fire zone in {hex}", unit=unit.name, hex=place)
        attack(g, guns, unit, best_shot(g, guns, unit, av, ai, below=True), "The fire zone", of=NOBODY)


# -------------------- 13.2 Indirect fire

OPEN_FIRE = Press("open fire")
WIRE: int = TABLES["indirect"]["soviet_spotter_max_distance_to_firer"]
DOUBLE: int = TABLES["indirect"]["own_spotting_multiplier"]
Pairs = tuple[tuple[str, str], ...]  # gun and the unit that spots for it


def ready(g: TankLeader, unit: Unit) -> bool:
    """6.61, 13.34 An active unit that has not operated and carries nobody."""
    able = unit.card in g.active and unit.up and not unit.suppressed and not unit.carrier and bool(unit.hex)
    return able and not g.loaded(unit)


def why_not_shell(g: TankLeader, gun: Unit, h: Hex) -> Refusal | None:
    """13.21 Why a gun may not fire indirectly at a hex (spotters apart)."""
    if not gun.what.indirect:
        return Refusal("TL-13.21.1")
    if GRID.distance(gun.hex, h) > gun.what.range:
        return Refusal("TL-13.21.1", "Out of range.")
    if not g.side_here(h, other(gun.side)):
        return Refusal("TL-13.21.1", "No enemy unit is there.")
    if g.ours(h, gun.side):
        return Refusal("TL-13.21.2")
    return None


def why_not_direct(g: TankLeader, spotter: Unit, gun: Unit, h: Hex, pairs: Pairs = ()) -> Refusal | None:
    """13.22, 13.23 Why a unit may not spot for a gun that fires at a hex."""
    if not ready(g, spotter):
        return Refusal("TL-13.34.2") if g.loaded(spotter) else Refusal("TL-13.22.1", "The spotter is not active.")
    if spotter.id != gun.id:
        if not spotter.what.star:
            return Refusal("TL-13.22.1")
        if spotter.side == SOVIET and GRID.distance(spotter.hex, gun.hex) > WIRE:
            return Refusal("TL-13.23.2")
    if not in_sight(g, spotter.hex, h):
        return Refusal("TL-9.11.1")
    if gun.side == SOVIET and any(s == spotter.id and g.pieces[n].hex != gun.hex for n, s in pairs):
        return Refusal("TL-13.23.2", "It spots for another hex already.")
    if any(n == spotter.id != gun.id or (s == gun.id and spotter.id != gun.id) for n, s in pairs):
        return Refusal("TL-13.23.3")
    return None


def spotters(g: TankLeader, gun: Unit, h: Hex, pairs: Pairs = ()) -> list[Unit]:
    """13.22 Every unit that could spot for a gun."""
    able = (u for u in g.pieces.values() if u.side == gun.side and (u.what.star or u.id == gun.id))
    return [u for u in able if why_not_direct(g, u, gun, h, pairs) is None]


def shell_targets(g: TankLeader, gun: Unit) -> list[Hex]:
    """13.21, 13.22 The hexes a gun could fire at with some spotter."""
    if not gun.what.indirect:
        return []
    return [h for h in g.at if why_not_shell(g, gun, h) is None and spotters(g, gun, h)]


def why_not_shelling(g: TankLeader, gun: Unit) -> Refusal | None:
    """2.12, 13.21, 13.22 Why a gun may not fire indirectly at all."""
    if not g.advanced:
        return Refusal("TL-2.11.2", "There is no indirect fire in the Standard Game.")
    if not gun.what.indirect:
        return Refusal("TL-13.21.1")
    open_to = [h for h in g.at if why_not_shell(g, gun, h) is None]
    if not open_to:
        return Refusal("TL-13.21.1", "No hex within range could be fired at.")
    return None if any(spotters(g, gun, h) for h in open_to) else Refusal("TL-13.22.1", "Nobody could spot for it.")


class ShellHex(HexDeed, frozen=True):
    """13.21 The hex to fire at."""

    @classmethod
    def answers(cls, g: TankLeader, by: AimIndirect) -> list[Action]:
        return [To(h) for h in shell_targets(g, g.pieces[by.gun])]

    def why_not(self, g: TankLeader, by: AimIndirect) -> Refusal | None:
        gun = g.pieces[by.gun]
        refusal = why_not_shell(g, gun, self.hex)
        return Refusal("TL-13.22.1") if refusal is None and not spotters(g, gun, self.hex) else refusal

    def do(self, g: TankLeader, by: AimIndirect) -> None:
        g.swap(ChooseSpotter(by.gun, self.hex))

    def preview(self, g: TankLeader, by: AimIndirect) -> Working | None:
        return ChooseSpotter(by.gun, self.hex).preview(g, best_spotter(g, by.gun, self.hex))


class AimIndirect(ChoiceStep, frozen=True):
    """13.2 Choose the hex to fire at."""

    gun: str
    deeds = (ShellHex, GoBack)

    def run(self, g: TankLeader) -> None:
        gun = g.pieces[self.gun]
        g.ask(gun.side, f"{gun.name}: fire at which hex?", self.offered(g), "TL-13.2.1")

    def passes(self, g: TankLeader) -> Passing | None:
        """13.21 Odds are told before the hex is chosen where there is one alone."""
        hexes = shell_targets(g, g.pieces[self.gun])
        return Passing(To(hexes[0]), f"it fires at {hexes[0]}") if len(hexes) == 1 else None


def best_spotter(g: TankLeader, gun_id: str, h: Hex, pairs: Pairs = ()) -> Pick:
    """13.22, 13.29 The most likely of a gun's spotters; of several alike the gun itself."""
    gun = g.pieces[gun_id]
    top = g.stack(h, other(gun.side))[-1]
    return Pick(min(spotters(g, gun, h, pairs), key=lambda u: (max(1, needed(g, u, top)), u.id != gun_id)).id)


class Spot(UnitDeed, frozen=True):
    """13.22 Who spots for the gun."""

    @classmethod
    def answers(cls, g: TankLeader, by: ChooseSpotter) -> list[Action]:
        return [Pick(u.id) for u in by.able(g)]

    def why_not(self, g: TankLeader, by: ChooseSpotter) -> Refusal | None:
        return why_not_direct(g, self.unit(g), g.pieces[by.gun], by.hex, by.pairs)

    def do(self, g: TankLeader, by: ChooseSpotter) -> None:
        g.swap(GatherGuns(by.hex, by.with_spotter(self.piece)))

    def preview(self, g: TankLeader, by: ChooseSpotter) -> Working:
        return preview_barrage(g, by.hex, by.with_spotter(self.piece))


class ChooseSpotter(ChoiceStep, frozen=True):
    """13.22 Choose who spots for a gun: itself, or an active unit with a star; no question if only one can."""

    gun: str
    hex: Hex
    pairs: Pairs = ()
    deeds = (Spot,)

    def run(self, g: TankLeader) -> None:
        gun, able = g.pieces[self.gun], self.able(g)
        if len(able) == 1:
            return Spot(able[0].id).do(g, self)
        g.ask(gun.side, f"Who spots for {gun.name}?", self.offered(g), "TL-13.22.1")

    def able(self, g: TankLeader) -> list[Unit]:
        """Who could spot for it."""
        return spotters(g, g.pieces[self.gun], self.hex, self.pairs)

    def with_spotter(self, spotter: str) -> Pairs:
        """The guns that fire, and who spots for each."""
        return (*self.pairs, (self.gun, spotter))

    def passes(self, g: TankLeader) -> Passing:
        best = best_spotter(g, self.gun, self.hex, self.pairs)
        return Passing(best, f"{g.pieces[best.piece].name} spots for {g.pieces[self.gun].name}")


class AddGun(UnitDeed, frozen=True):
    """13.25 One more gun fires at the hex."""

    @classmethod
    def candidates(cls, g: TankLeader, by: GatherGuns) -> Iterable[AddGun]:
        side = by.side(g)
        return (cls(u.id) for u in g.pieces.values() if u.side == side and u.what.indirect)

    def why_not(self, g: TankLeader, by: GatherGuns) -> Refusal | None:
        gun = self.unit(g)
        if gun.side != by.side(g):
            return Refusal("TL-13.25.1")
        if any(gun.id in pair for pair in by.pairs):
            return Refusal("TL-13.23.3", "It fires or spots already.")
        if not ready(g, gun):
            return Refusal("TL-13.25.1", "It is not active.")
        refusal = why_not_shell(g, gun, by.hex)
        if refusal is None and not spotters(g, gun, by.hex, by.pairs):
            return Refusal("TL-13.22.1", "Nobody could spot for it.")
        return refusal

    def do(self, g: TankLeader, by: GatherGuns) -> None:
        g.swap(ChooseSpotter(self.piece, by.hex, by.pairs))

    def preview(self, g: TankLeader, by: GatherGuns) -> Working | None:
        step = ChooseSpotter(self.piece, by.hex, by.pairs)
        return step.preview(g, best_spotter(g, self.piece, by.hex, by.pairs))


class ShellNow(Deed, frozen=True):
    """13.25 The guns that have been named fire."""

    stored = OPEN_FIRE

    def do(self, g: TankLeader, by: GatherGuns) -> None:
        g.done()
        indirect_fire(g, by.hex, by.pairs)

    def preview(self, g: TankLeader, by: GatherGuns) -> Working:
        return preview_barrage(g, by.hex, by.pairs)


class GatherGuns(ChoiceStep, frozen=True):
    """13.25 Further guns may join."""

    hex: Hex
    pairs: Pairs
    deeds = (AddGun, ShellNow)

    def run(self, g: TankLeader) -> None:
        if not self.might(g, AddGun):
            return ShellNow().do(g, self)
        g.ask(self.side(g), f"Who joins the fire at {self.hex}?", self.offered(g), "TL-13.25.1")

    def side(self, g: TankLeader) -> str:
        """Whose guns they are."""
        return g.pieces[self.pairs[0][0]].side

    def passes(self, g: TankLeader) -> Passing:
        return Passing(OPEN_FIRE, "no other gun joins")


def indirect_fire(g: TankLeader, h: Hex, pairs: Pairs) -> None:
    """13.24 to 13.29 Spotters roll; the guns they serve fire as one at every unit in the hex and leave a fire zone."""
    side = g.pieces[pairs[0][0]].side
    foes = g.stack(h, other(side))
    if not foes:
        return
    top = foes[-1]
    good = {s for s in dict.fromkeys(s for _, s in pairs) if _spots(g, s, top.id)}
    firing = [(gun, s) for gun, s in pairs if s in good]
    if firing:
        barrage(g, h, firing)
    else:
        g.outcome("Not spotted", side)
    for unit_id in dict.fromkeys(i for pair in pairs for i in pair):
        finish(g, unit_id)


def _spots(g: TankLeader, spotter_id: str, target_id: str) -> bool:
    """12.22 A hidden observer spots from its recorded hex without being placed; other hidden units appear."""
    spotter = g.pieces[spotter_id]
    if spotter.what.kind != "fo":
        spotter = place_hidden(g, spotter_id)
    seen = spot(g, spotter, g.pieces[target_id])
    if not seen:
        mark_fired(g, spotter_id)
    return seen


def barrage(g: TankLeader, h: Hex, firing: list[tuple[str, str]]) -> None:
    """13.25 to 13.29 The strengths add up (doubled where a gun spots for itself); top unit normally, others at -2."""
    guns = [place_hidden(g, gun) for gun, _ in firing]
    for gun in guns:
        mark_fired(g, gun.id)
    side = guns[0].side
    av, ai = barrage_strength(g, firing)
    for i, target in enumerate(reversed(g.stack(h, other(side)))):
        if target.id in g.pieces:
            now = g.pieces[target.id]
            attack(g, guns, now, best_shot(g, guns, now, av, ai, below=i > 0), "Artillery")
        if i == 0:
            _mark_zone(g, h, Zone(side, av, ai, tuple(u.id for u in guns)))


def barrage_strength(g: TankLeader, firing: Sequence[tuple[str, str]]) -> tuple[int, int]:
    """13.25, 13.29 AV and AI of guns that fire as one, doubled where a gun spots for itself."""
    shares = [(g.pieces[gun].what, DOUBLE if gun == spotter else 1) for gun, spotter in firing]
    return sum((what.av or 0) * n for what, n in shares), sum((what.ai or 0) * n for what, n in shares)


def preview_barrage(g: TankLeader, h: Hex, pairs: Pairs) -> Working:
    """13.25 The working of the fire at the top unit if all who spot for it see it."""
    guns = [g.pieces[gun] for gun, _ in pairs]
    top = g.stack(h, other(guns[0].side))[-1]
    modifiers = fire_modifiers(g, guns, top, best_shot(g, guns, top, *barrage_strength(g, pairs), below=False))
    looks = tuple(look(g, g.pieces[s], top, g.pieces[s].name) for s in dict.fromkeys(s for _, s in pairs))
    return preview_attack(f"Artillery fires at {top.name}", top, modifiers, looks)


def _mark_zone(g: TankLeader, h: Hex, zone: Zone) -> None:
    """13.27 A Fire Zone marker for the rest of the turn, laid when the top unit has been fired at."""
    g.zones = {**g.zones, h: (*g.zones.get(h, ()), zone)}
    g.tell("TL-13.27.1", "A fire zone lies on {hex}", hexes=(h,), hex=h)
