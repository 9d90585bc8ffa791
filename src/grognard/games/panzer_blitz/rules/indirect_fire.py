"""11.0, 12.0 Indirect fire: requests, observers, accuracy, resolution, smoke."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import msgspec

from grognard.board.hexgrid import Hex
from grognard.engine import Action, Actions, Modifier, Pick, Press, Refusal, Step, To, Working, net
from grognard.games.panzer_blitz.rules.air_support import AaFire
from grognard.games.panzer_blitz.rules.attack_log import bracket, listed, name_firers
from grognard.games.panzer_blitz.rules.combat_results import Strike, attacked_before, shell_targets
from grognard.games.panzer_blitz.rules.data import GRID, ROCKETS, SCATTER_BANDS, SCATTER_DRM, TYPES, other
from grognard.games.panzer_blitz.rules.fire_table import Attack, Part, combined
from grognard.games.panzer_blitz.rules.fire_targets import line_against
from grognard.games.panzer_blitz.rules.sight import sees, sees_from_air
from grognard.games.panzer_blitz.rules.spotting import look_at
from grognard.games.panzer_blitz.rules.state import PanzerBlitz, Request, Unit, over
from grognard.games.panzer_blitz.rules.terrain import TERRAIN

HE, SMOKE, RESOLVE = "high explosive", "smoke", "resolve"
FAR = 10  # an observer farther from the target scatters more
EVERYWHERE = 60  # hexes: farther than any two are apart
DIRECTIONS = ("north", "north-east", "south-east", "south", "south-west", "north-west")
SCATTER_COLUMN = "hexes astray"
NO_SMOKE = ("swamp", "river", "lake", "ocean")  # 12.2.3


class Observe(Action, frozen=True):
    """Request artillery with this observer."""

    piece: str


class Call(Action, frozen=True):
    """Give the mission to an off-board battery."""

    battery: str


class Cancel(Action, frozen=True):
    """Remove one of one's own Artillery Request markers."""

    request: str


# ------------------------------------------------------------------ who may ask whom


def batteries(g: PanzerBlitz, side: str) -> dict[str, str]:
    """11.1.7 The side's off-board batteries that may fire this turn, and their types."""
    found = {}
    for row in g.situation.battery:
        if row.side == side and row.turns[0] <= g.turn <= row.turns[1]:
            for n in range(1, row.count + 1):
                name = f"{row.type}-{n}"
                if g.batteries.get(name) != g.turn:
                    found[name] = row.type
    return found


def battery_type(name: str) -> str:
    return name.rsplit("-", 1)[0]


def is_observer_type(unit: Unit) -> bool:
    """11.2.1, 16.2 Infantry of any kind, and observation aircraft."""
    return unit.what.infantry or unit.what.cls == "aircraft_O"


def why_not_observe(g: PanzerBlitz, unit: Unit) -> Refusal | None:
    """11.2 Why a unit may not be a Forward Observer, or a gun its own, now."""
    if not unit.place:
        return Refusal("PB-3.1.18", "It is not on the map yet.")
    if not is_observer_type(unit) and "IF" not in unit.what.codes:
        return Refusal("PB-11.2.1")
    if unit.spent or unit.disrupted:
        return Refusal("PB-11.2.3" if unit.spent else "PB-11.1.5")
    if unit.no_move:
        return Refusal("PB-11.2.7")
    if unit.carrier or unit.labor or unit.id in g.ip_work:
        return Refusal("PB-17.0.2" if unit.labor else "PB-3.1.10")
    return None if firers_for(g, unit) else Refusal("PB-11.0.1", "There is no artillery it could call.")


def firers_for(g: PanzerBlitz, observer: Unit) -> list[Action]:
    """11.1 The batteries and guns an observer can call on."""
    assert g.op is not None
    guns = [g.pieces[i] for i in g.op.active if i in g.pieces and why_not_gun(g, g.pieces[i]) is None]
    if not is_observer_type(observer):
        return [Pick(observer.id)] if observer in guns and can_aim(g, observer, (observer,), "") else []
    found: list[Action] = [Pick(u.id) for u in guns if can_aim(g, observer, (u,), "")]
    ready = batteries(g, observer.side)
    if can_aim(g, observer, (), next(iter(ready), "")):
        found += map(Call, ready)
    return found


def why_not_gun(g: PanzerBlitz, unit: Unit) -> Refusal | None:
    """11.0, 11.1.2c Why an on-map unit may not fire indirectly now."""
    if "IF" not in unit.what.codes:
        return Refusal("PB-11.0.1")
    if not unit.fresh:
        return Refusal("PB-11.1.5")
    if not unit.place:
        return Refusal("PB-3.1.18", "It is not on the map yet.")
    return Refusal("PB-4.3.33") if unit.carrier else None


def observes(g: PanzerBlitz, observer: Unit, h: Hex) -> bool:
    """11.1.2a Does the observer see the hex?"""
    if observer.what.aircraft:
        return sees_from_air(g, over(observer), h)
    return sees(g, observer.place, h)


def why_not_aim(g: PanzerBlitz, observer: Unit, guns: tuple[Unit, ...], battery: str, h: Hex) -> Refusal | None:
    """11.1.2 Why a mission may not be aimed at a hex, empty or not."""
    if h not in g.area:
        return Refusal("PB-SIT.6")
    if any(GRID.distance(gun.place, h) > gun.face.range for gun in guns):
        return Refusal("PB-11.1.4")
    if not guns and not battery:
        return Refusal("PB-11.0.1")
    return None if observes(g, observer, h) else Refusal("PB-11.1.3")


def aims(g: PanzerBlitz, observer: Unit, guns: tuple[Unit, ...], battery: str) -> list[Hex]:
    """Hexes held by the enemy that a mission can be aimed at."""
    hexes = g.hexes_of(other(observer.side))
    return [h for h in hexes if why_not_aim(g, observer, guns, battery, h) is None]


def all_aims(g: PanzerBlitz, observer: Unit, guns: tuple[Unit, ...], battery: str) -> Iterator[Hex]:
    """R-83 Every hex that a mission can be aimed at, empty ones too, those near the observer first."""
    return (h for h in GRID.within(over(observer), EVERYWHERE) if why_not_aim(g, observer, guns, battery, h) is None)


def can_aim(g: PanzerBlitz, observer: Unit, guns: tuple[Unit, ...], battery: str) -> bool:
    """Is there a hex that a mission can be aimed at?"""
    return next(all_aims(g, observer, guns, battery), None) is not None


def may_combine(guns: tuple[Unit, ...], more: Unit) -> bool:
    """11.3.4, R-76 Every pair of guns must be stacked together or adjacent."""
    return all(GRID.distance(gun.place, more.place) <= 1 for gun in guns)


def can_smoke(g: PanzerBlitz, side: str, guns: tuple[Unit, ...], battery: str) -> bool:
    """12.0, R-95 Units with code S; off-board batteries within the side's allotment."""
    if battery:
        return "S" in TYPES[battery_type(battery)].codes and g.smoke_left.get(side, 0) > 0
    return all("S" in gun.what.codes for gun in guns)


def at_once(g: PanzerBlitz, observer: Unit, guns: tuple[Unit, ...], h: Hex) -> bool:
    """11.4.2, 11.5.1 Mortars with a Forward Observer, and fire on a pre-registered hex, do not wait (R-87)."""
    mortars = bool(guns) and all("M" in gun.what.codes for gun in guns)
    return h in g.registered.get(observer.side, ()) or (mortars and is_observer_type(observer))


# ------------------------------------------------------------------ the request


class RequestFire(Step, frozen=True):
    """11.1.1 An observer chooses who fires, where, and what."""

    observer: str
    guns: tuple[str, ...] = ()
    battery: str = ""
    hex: Hex = ""

    def run(self, g: PanzerBlitz) -> None:
        observer = g.pieces.get(self.observer)
        if observer is None:
            return g.done()
        side = observer.side
        if not self.guns and not self.battery:
            return g.ask(side, "Who fires the mission?", firers_for(g, observer), "PB-11.1.1")
        if not self.hex:
            mission = g, observer, self._guns(g), self.battery
            listed: list[Action] = [To(h) for h in aims(*mission) or all_aims(*mission)]
            actions = Actions([*listed, *self._more(g)], lambda a: self._why_aim(g, a), open_kinds=(To,))
            return g.ask(side, "Aim at which hex?", actions, "PB-11.1.3")
        if can_smoke(g, side, self._guns(g), self.battery):
            return g.ask(side, "What do they fire?", [Press(HE), Press(SMOKE)], "PB-11.1.2")
        return self._place(g, smoke=False)

    def _guns(self, g: PanzerBlitz) -> tuple[Unit, ...]:
        return tuple(g.pieces[i] for i in self.guns)

    def _more(self, g: PanzerBlitz) -> list[Action]:
        """11.3.4 Further guns that may join in the same attack; off-board batteries never do."""
        assert g.op is not None
        if self.battery or not is_observer_type(g.pieces[self.observer]):
            return []
        free = [g.pieces[i] for i in g.op.active if i in g.pieces and i not in self.guns]
        joined = self._guns(g)
        return [
            Pick(u.id)
            for u in free
            if why_not_gun(g, u) is None
            and may_combine(joined, u)
            and can_aim(g, g.pieces[self.observer], (*joined, u), "")
        ]

    def _why_aim(self, g: PanzerBlitz, action: Action) -> Refusal | None:
        if not isinstance(action, To) or self.hex or not (self.guns or self.battery):
            return Refusal("GR-1")
        return why_not_aim(g, g.pieces[self.observer], self._guns(g), self.battery, action.hex)

    def take(self, g: PanzerBlitz, action: Action) -> None:
        match action:
            case Pick(piece):
                g.swap(msgspec.structs.replace(self, guns=(*self.guns, piece)))
            case Call(battery):
                g.swap(msgspec.structs.replace(self, battery=battery))
            case To(hex):
                g.swap(msgspec.structs.replace(self, hex=hex))
            case _:
                self._place(g, smoke=action == Press(SMOKE))

    def _place(self, g: PanzerBlitz, *, smoke: bool) -> None:
        """11.1.3, 11.2.2, 11.4.2, 11.5.1 The marker goes down; mortars and registered hexes fire at once."""
        observer, guns = g.pieces[self.observer], self._guns(g)
        name_firers(g, self.guns)
        for gun in guns:
            g.change(gun.id, spent=True)
        if is_observer_type(observer):
            g.change(observer.id, no_move=True)
        if self.battery:
            g.batteries[self.battery] = g.turn
            if smoke:
                g.smoke_left[observer.side] -= 1
        name = str(g.requested)
        g.requested += 1
        g.requests[name] = Request(observer.side, self.hex, smoke, self.observer, self.guns, self.battery)
        by = f" from {listed(guns)}" if guns else ""
        g.tell("PB-11.1.2", "Artillery is requested on {hex}{by}", hexes=(self.hex,), hex=self.hex, by=by)
        if self.hex in g.registered.get(observer.side, ()):
            g.registered_shown[self.hex] = True
            g.reveal()
        return g.swap(Barrage(name)) if at_once(g, observer, guns, self.hex) else g.done()

    def preview(self, g: PanzerBlitz, action: Action) -> Working | None:
        """11.3.1 The accuracy roll of a mission that falls at once."""
        observer, guns = g.pieces[self.observer], self._guns(g)
        if isinstance(action, To):
            if self.hex or can_smoke(g, observer.side, guns, self.battery):
                return None
        elif not self.hex:
            return None
        h = action.hex if isinstance(action, To) else self.hex
        if not at_once(g, observer, guns, h):
            return None
        request = Request(observer.side, h, False, self.observer, self.guns, self.battery)
        modifiers = tuple(scatter_modifiers(g, request))
        return Working(f"Accuracy of the fire on {h}", modifiers, "scatter", SCATTER_COLUMN, 2)

    def why_not(self, g: PanzerBlitz, side: str, action: Action) -> Refusal | None:
        if isinstance(action, To) and action.hex in GRID:
            return self._why_aim(g, action)
        if isinstance(action, Call) and self.guns:
            return Refusal("PB-11.3.9")
        return None


def begin_request(g: PanzerBlitz, observer: Unit) -> list[Step]:
    """11.2, R-46 An observation aircraft that is used comes under flak first."""
    steps: list[Step] = [RequestFire(observer.id)]
    return [AaFire(other(observer.side), (observer.id,)), *steps] if observer.what.aircraft else steps


# ------------------------------------------------------------------ resolution


def as_it_was(g: PanzerBlitz, request: Request, unit_id: str) -> Unit | None:
    """R-05 A firer or observer, as it was before the other side's fire fell where that counts; None if it is lost."""
    return next((u for u in request.then if u.id == unit_id), None) or g.pieces.get(unit_id)


def scatter_modifiers(g: PanzerBlitz, request: Request) -> list[Modifier]:
    """11.3.1 What makes a mission more or less accurate."""
    fo = as_it_was(g, request, request.fo)
    enemies = g.of(other(request.side), request.hex)
    far = fo is not None and GRID.distance(over(fo), request.hex) > FAR
    cases = (
        ("pre_registered_hex", request.hex in g.registered.get(request.side, ()), "Pre-registered hex"),
        ("target_hex_contains_spotted_enemy_unit", any(not u.unspotted for u in enemies), "Spotted enemy"),
        ("off_board_artillery", bool(request.battery), "Off-board battery"),
        ("rocket_artillery", _is_rocket(g, request), "Rocket artillery"),
        ("fo_disrupted_or_eliminated_before_resolution", fo is None or fo.disrupted, "Observer hit"),
        ("fo_is_observation_aircraft", fo is not None and fo.what.aircraft, "Observed from the air"),
        ("fo_more_than_10_hexes_from_target", far, "Distant observer"),
    )
    return [Modifier("PB-11.3.19", SCATTER_DRM[name], text) for name, holds, text in cases if holds]


def _is_rocket(g: PanzerBlitz, request: Request) -> bool:
    types = [u.type for i in request.firers if (u := as_it_was(g, request, i))]
    return any(t in ROCKETS for t in (*types, battery_type(request.battery) if request.battery else ""))


def scatter_distance(natural: int, drm: int) -> int:
    """11.3.1 The scatter chart: hexes the fire goes astray."""
    if natural == 2:
        return 0
    return 3 if natural == 12 else next(hexes for at_most, hexes in SCATTER_BANDS if natural + drm <= at_most)


class Barrage(Step, frozen=True):
    """11.3 One mission: accuracy, then the attack on every unit in the hex, or smoke."""

    name: str

    def run(self, g: PanzerBlitz) -> None:
        request = g.requests.pop(self.name, None)
        if request is None:
            return g.done()
        look_at(g, request.hex, other(request.side))  # 6.1.2
        dice: tuple[int, ...] = (g.d6(), g.d6())
        found = scatter_modifiers(g, request)
        astray = scatter_distance(sum(dice), net(found))
        h: Hex | None = request.hex
        roll = f"{sum(dice)}{bracket(found)} = {sum(dice) + net(found)}" if found else str(sum(dice))
        if astray:
            die = g.d6()
            dice = (*dice, die)
            h = GRID.step(request.hex, die - 1, astray)
            roll += f", {astray} astray to the {DIRECTIONS[die - 1]} ({die})"
        lost = h is None or h not in g.area
        self._tell(g, request, "" if lost else h or "", dice, roll)
        g.outcome("lost" if lost else f"astray by {astray}" if astray else "on target")
        if h is None or lost:
            return g.done()
        if request.smoke:
            place_smoke(g, h, scattered=astray > 0)
            return g.done()
        power = mission_strength(g, request)
        by = TYPES[battery_type(request.battery)].name if request.battery else ""
        shells = [Shell(h, ids, request.firers, power, fort, by) for ids, fort in shell_targets(g, h)]
        return g.swap(*shells, ShellHoles(h))

    def _tell(self, g: PanzerBlitz, request: Request, at: Hex, dice: tuple[int, ...], roll: str) -> None:
        where = "is on target" if at == request.hex else f"lands in {at}" if at else "is lost off the map"
        text = "The fire on {hex} {where}: accuracy {roll}"
        hexes = (request.hex, at) if at else (request.hex,)
        cite = "PB-11.3.2" if at else "PB-11.3.18"
        g.tell(cite, text, dice=dice, hexes=hexes, hex=request.hex, where=where, roll=roll)


def mission_strength(g: PanzerBlitz, request: Request) -> tuple[int | None, int | None]:
    """R-05, R-50 The fixed AT and AP of a battery, or of guns as they were; none for guns as they are."""
    if request.battery:
        return battery_strength(request.battery)
    if not request.then:
        return None, None
    guns = [u for u in request.then if u.id in request.firers]
    at = combined("AT", [Fraction(u.face.at or 0) for u in guns])
    return int(at), int(combined("AP", [Fraction(u.face.ap or 0) for u in guns]))


def battery_strength(battery: str) -> tuple[int | None, int | None]:
    """The AT and AP of an off-board battery."""
    face = TYPES[battery_type(battery)].faces[1]
    return face.at, face.ap


def place_smoke(g: PanzerBlitz, h: Hex, *, scattered: bool) -> None:
    """12.2.1, 12.2.3 Smoke 1, or Smoke 2 where it went astray."""
    if TERRAIN[h] in NO_SMOKE:
        g.tell("PB-12.2.4", "Smoke has no effect in {hex}", hexes=(h,), hex=h)
        return
    g.smoke[h] = min(g.smoke.get(h, 2), 2 if scattered else 1)
    g.tell("PB-12.2.1", "Smoke in {hex}", hexes=(h,), hex=h)


class Shell(Step, frozen=True):
    """11.3.2, R-25 Indirect fire on one target, which is hit so once in an Operation (7.1.5)."""

    hex: Hex
    targets: tuple[str, ...]
    firers: tuple[str, ...]
    strength: tuple[int | None, int | None] = (None, None)
    fort: bool = False
    by: str = ""

    def run(self, g: PanzerBlitz) -> None:
        alive = tuple(i for i in self.targets if i in g.pieces and g.pieces[i].place == self.hex)
        fort = self.fort and self.hex in g.forts
        if (not alive and not fort) or attacked_before(g, "indirect", alive):
            return g.done()
        if alive:
            look_at(g, self.hex, g.pieces[alive[0]].side)
        line = "AT" if fort else line_against(g.pieces[alive[0]])
        part = Part(line, tuple(i for i in self.firers if i in g.pieces), alive, fort=fort)
        return g.swap(Strike(Attack("indirect", self.hex, (part,), strength=self.strength, by=self.by)))


class ShellHoles(Step, frozen=True):
    """11.3.3 The HE marker stays until the next Administration segment."""

    hex: Hex

    def run(self, g: PanzerBlitz) -> None:
        g.he[self.hex] = True
        g.done()


# ------------------------------------------------------------------ the Administration segment


class CancelRequests(Step, frozen=True):
    """11.3.5 Before any accuracy roll the owner may take back his requests."""

    side: str

    def run(self, g: PanzerBlitz) -> None:
        own = [name for name, r in g.requests.items() if r.side == self.side]
        if not own:
            return g.done()
        actions: list[Action] = [Press(RESOLVE), *map(Cancel, own)]
        return g.ask(self.side, "Resolve the requested fire, or cancel some", actions, "PB-11.3.10")

    def take(self, g: PanzerBlitz, action: Action) -> None:
        if isinstance(action, Cancel):
            request = g.requests.pop(action.request)
            g.tell("PB-11.3.10", "The request on {hex} is cancelled", hexes=(request.hex,), hex=request.hex)
        else:
            g.done()


class ResolveRequests(Step, frozen=True):
    """3.1.3(4) All requests, the owner of the last chit first; effects on the other side's fire do not count (R-05)."""

    sides: tuple[str, ...]

    def run(self, g: PanzerBlitz) -> None:
        first, second = self.sides
        for name, request in g.requests.items():
            if request.side == second:
                ids = dict.fromkeys((*request.firers, request.fo))
                then = tuple(g.pieces[i] for i in ids if i in g.pieces)
                g.requests[name] = msgspec.structs.replace(request, then=then)
        g.swap(SideFires(first), SideFires(second), RequestsDone())


class SideFires(Step, frozen=True):
    """R-05 The requests of one side in the order they were placed; what its shells do to its own guns counts."""

    side: str

    def run(self, g: PanzerBlitz) -> None:
        g.firing = self.side
        g.swap(*[Barrage(name) for name, request in g.requests.items() if request.side == self.side])


class RequestsDone(Step, frozen=True):
    """The fire of both sides has fallen."""

    def run(self, g: PanzerBlitz) -> None:
        g.firing = ""
        g.done()
