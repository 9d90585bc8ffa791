"""11.3, 12.2 Indirect fire falls: accuracy, an attack on every unit in the hex, or smoke."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache, partial

import msgspec

from grognard.board.hexes.grid import Hex
from grognard.engine import ChoiceStep, Deed, Modifier, Passing, Press, Refusal, Step, Working
from grognard.engine.core.fact import fact
from grognard.engine.core.state import without
from grognard.engine.core.wording import bracketed, join_words
from grognard.games.panzer_blitz.rules.attack_report import tell_unseen_fire
from grognard.games.panzer_blitz.rules.combat_results import Strike, attacked_before, shell_targets
from grognard.games.panzer_blitz.rules.data import (
    GRID,
    ROCKETS,
    SCATTER_DRM,
    SIDES,
    TYPES,
    Situation,
    UnitType,
    other,
    play_order,
)
from grognard.games.panzer_blitz.rules.fire_table import ASTRAY, SCATTER, Attack, Part, combined
from grognard.games.panzer_blitz.rules.map_data import holds, play_bits
from grognard.games.panzer_blitz.rules.sight import look_at, seen, sees, sees_from_air, smoked
from grognard.games.panzer_blitz.rules.state import PanzerBlitz, Request, Unit, over, readers
from grognard.games.panzer_blitz.rules.targets import line_against
from grognard.games.panzer_blitz.rules.terrain import is_deep
from grognard.games.panzer_blitz.rules.units import call

# -------------------- 11.0, 11.2 The guns and their eyes

# ------------------------------------------------------------------ batteries and guns


def batteries(g: PanzerBlitz, side: str) -> dict[str, str]:
    """11.1.7 The side's off-board batteries that may fire this turn, and their types."""
    listed = _batteries(g.situation, side, g.turn)
    return {name: kind for name, kind in listed.items() if g.batteries.get(name) != g.turn} if listed else {}


def _batteries(situation: Situation, side: str, turn: int) -> dict[str, str]:
    rows = [row for row in situation.battery if row.side == side and row.turns[0] <= turn <= row.turns[1]]
    return {f"{row.type}-{n}": row.type for row in rows for n in range(1, row.count + 1)}


def battery_type(name: str) -> str:
    """The kind of an off-board battery."""
    return name.rsplit("-", 1)[0]


def battery_name(name: str) -> str:
    """An off-board battery as it is called: "25-pdr battery 2"."""
    return f"{TYPES[battery_type(name)].name} {name.rsplit('-', 1)[1]}"


def why_not_gun(g: PanzerBlitz, unit: Unit) -> Refusal | None:
    """11.0, 11.1.2c Why an on-map unit may not fire indirectly now."""
    if "IF" not in unit.what.codes:
        return Refusal("PB-11.0.1")
    if not unit.fresh:
        return Refusal("PB-11.1.5")
    if not unit.place:
        return Refusal("PB-3.1.18", "It is not on the map yet.")
    if unit.carrier:
        return Refusal("PB-4.3.33")
    if is_deep(g, unit.place):
        return Refusal("PB-14.6.1")
    return Refusal("PB-3.1.10") if unit.id in g.ip_work else None


def ready_guns(g: PanzerBlitz) -> list[Unit]:
    """3.1.2.1 The active units that can fire indirectly."""
    assert g.op is not None
    return [g.pieces[i] for i in g.op.active if i in g.pieces and why_not_gun(g, g.pieces[i]) is None]


def may_combine(guns: tuple[Unit, ...], more: Unit) -> bool:
    """11.3.4, R-76 Every pair of guns must be stacked together or adjacent."""
    return all(GRID.distance(gun.place, more.place) <= 1 for gun in guns)


# ------------------------------------------------------------------ observers


def can_observe(what: UnitType) -> bool:
    """11.2.1, 16.2 Infantry of any kind, and observation aircraft."""
    return what.infantry or what.cls == "aircraft_O"


def is_observer_type(unit: Unit) -> bool:
    """11.2.1 Is a unit one that observes for others?"""
    return can_observe(unit.what)


def observes(g: PanzerBlitz, observer: Unit, h: Hex) -> bool:
    """11.1.2a Does the observer see the hex?"""
    if observer.what.aircraft:
        return sees_from_air(g, over(observer), h)
    return sees(g, observer.place, h)


def why_not_aim(g: PanzerBlitz, observer: Unit, guns: tuple[Unit, ...], h: Hex) -> Refusal | None:
    """11.1.2 Why a mission may not be aimed at a hex, empty or not; without guns it is an off-board battery's."""
    if h not in g.area:
        return Refusal("PB-SIT.6")
    if any(GRID.distance(gun.place, h) > gun.face.range for gun in guns):
        return Refusal("PB-11.1.4")
    return None if observes(g, observer, h) else Refusal("PB-11.1.3")


def aims(g: PanzerBlitz, observer: Unit, guns: tuple[Unit, ...]) -> list[Hex]:
    """Hexes held by the enemy that a mission can be aimed at."""
    return in_range(guns, enemies_observed(g, observer))


def all_aims(g: PanzerBlitz, observer: Unit, guns: tuple[Unit, ...]) -> list[Hex]:
    """R-83 Every hex that a mission can be aimed at, empty ones too, those near the observer first."""
    return in_range(guns, observed(g, observer))


def in_range(guns: tuple[Unit, ...], hexes: list[Hex]) -> list[Hex]:
    """11.1.2b Those of some hexes that every gun reaches."""
    for gun in guns:
        here, far = gun.place, gun.face.range
        hexes = [h for h in hexes if GRID.distance(here, h) <= far]
    return hexes


def can_aim(g: PanzerBlitz, observer: Unit, guns: tuple[Unit, ...]) -> bool:
    """Is there a hex that a mission can be aimed at? An observer sees its own hex at least."""
    if why_not_aim(g, observer, guns, over(observer)) is None:
        return True
    near = near_first(g.scenario_id, over(observer))
    return any(why_not_aim(g, observer, guns, h) is None for h in near)


@fact
def enemies_observed(g: PanzerBlitz, observer: Unit) -> list[Hex]:
    """11.1.2a The hexes held by the enemy that an observer sees: the same for all guns while no enemy moves."""
    enemy = other(observer.side)
    if observer.what.aircraft:
        return [h for h in g.hexes_of(enemy) if h in g.area and observes(g, observer, h)]
    found = seen(g, observer.place, g.held_by(enemy) & play_bits(g.scenario_id))
    return [h for h in g.hexes_of(enemy) if holds(found, h)] if found else []


def observed(g: PanzerBlitz, observer: Unit) -> list[Hex]:
    """11.1.2a Every hex of the play area that an observer sees: on the bare map that is worked out once."""
    here = over(observer)
    if g.broken and not observer.what.aircraft:  # where a bridge is gone lines run otherwise
        return [h for h in near_first(g.scenario_id, here) if sees(g, here, h)]
    bare = _panorama(g.scenario_id, here, observer.what.aircraft)
    return [h for h in bare if not smoked(g, here, h)] if g.smoke else list(bare)


@lru_cache(maxsize=4096)
def near_first(situation: str, here: Hex) -> tuple[Hex, ...]:
    """The hexes in play, those near a hex first."""
    return tuple(sorted(play_order(situation), key=partial(GRID.distance, here)))


@lru_cache(maxsize=4096)
def _panorama(situation: str, here: Hex, from_the_air: bool) -> tuple[Hex, ...]:
    bare, look = PanzerBlitz(scenario_id=situation), sees_from_air if from_the_air else sees
    return tuple(h for h in near_first(situation, here) if look(bare, here, h))


# -------------------- 11.3, 12.2 Indirect fire falls

RESOLVE = "resolve"
FAR = 10  # an observer farther from the target scatters more
DIRECTIONS = ("north", "north-east", "south-east", "south", "south-west", "north-west")


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


def scatter_working(g: PanzerBlitz, request: Request) -> Working:
    """11.3.1 The accuracy roll of a mission."""
    rows = tuple(scatter_modifiers(g, request))
    return Working(f"Accuracy of the fire on {request.hex}", rows, SCATTER.key, ASTRAY, 2)


def reckoned_scatter(working: Working) -> str:
    """The accuracy roll, every modifier and the total."""
    natural, found = sum(working.faces), working.modifiers
    return f"{natural}{bracketed(found)} = {working.total}" if found else str(natural)


def scatter_distance(natural: int, drm: int) -> int:
    """11.3.1 The scatter chart: hexes the fire goes astray."""
    return int(SCATTER.rolled(0, natural, drm))


class Barrage(Step, frozen=True):
    """11.3 One mission: accuracy, then the attack on every unit in the hex, or smoke."""

    name: str

    def run(self, g: PanzerBlitz) -> None:
        request = g.requests.get(self.name)
        if request is None:
            return g.done()
        g.requests = without(g.requests, self.name)
        look_at(g, request.hex, other(request.side))  # 6.1.2
        dice = (g.d6(), g.d6())
        working = scatter_working(g, request)
        astray = scatter_distance(sum(dice), working.on("die"))
        working = working.rolled(dice, str(astray), f"astray by {astray}" if astray else "on target")
        h: Hex | None = request.hex
        if astray:
            die = g.d6()
            h = GRID.step(request.hex, die - 1, astray)
            direction = Working("Direction", dice=1).rolled((die,), DIRECTIONS[die - 1])
            working = msgspec.structs.replace(working, further=(direction,))
        lost = h is None or h not in g.area
        self._tell(g, request, "" if lost else h or "", working)
        g.outcome("astray, off the map" if lost else working.words)
        if h is None or lost:
            return g.done()
        if request.smoke:
            place_smoke(g, h, scattered=astray > 0)
            return g.done()
        return self._fall(g, request, h)

    def _fall(self, g: PanzerBlitz, request: Request, h: Hex) -> None:
        """6.1.2, 11.3.2 Who is in the hex is looked at once, then every target is attacked."""
        if h in g.at:
            look_at(g, h, g.holder(h))
        power = mission_strength(g, request)
        by = battery_name(request.battery) if request.battery else ""
        shells = [Shell(h, ids, request.firers, power, fort, by) for ids, fort in shell_targets(g, h)]
        g.swap(*shells, ShellHoles(h, unseen_in(g, h)))

    def _tell(self, g: PanzerBlitz, request: Request, at: Hex, working: Working) -> None:
        """11.3.1, R-73 Where it falls can be seen; the roll tells of the observer, and with him it is hidden."""
        roll, dice = reckoned_scatter(working), working.faces
        for direction in working.further:
            dice += direction.faces
            roll += f", {working.result} astray to the {direction.result} ({direction.faces[0]})"
        where = "is on target" if at == request.hex else f"lands in {at}" if at else "is lost off the map"
        hexes = (request.hex, at) if at else (request.hex,)
        cite = "PB-11.3.2" if at else "PB-11.3.18"
        observer = g.pieces.get(request.fo)
        sees = readers(observer) if observer is not None else None
        if sees is not None:
            g.tell(cite, "The fire on {hex} {where}", hexes=hexes, hex=request.hex, where=where)
        text = "The fire on {hex} {where}: accuracy {roll}"
        told = {"hex": request.hex, "where": where, "roll": roll}
        g.tell(cite, text, dice=dice, working=working, hexes=hexes, sees=sees, **told)


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
    if not g.land.effects[h].smoke:
        g.tell("PB-12.2.4", "Smoke has no effect in {hex}", hexes=(h,), hex=h)
        return
    g.smoke = {**g.smoke, h: min(g.smoke.get(h, 2), 2 if scattered else 1)}
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
        if not alive and not fort:
            return g.done()
        if attacked_before(g, "indirect", alive):
            return self._spare(g, alive)
        line = "AT" if fort else line_against(g.pieces[alive[0]])
        part = Part(line, tuple(i for i in self.firers if i in g.pieces), alive, fort=fort)
        return g.swap(Strike(Attack("indirect", self.hex, (part,), strength=self.strength, by=self.by)))

    def _spare(self, g: PanzerBlitz, targets: tuple[str, ...]) -> None:
        """7.1.5 It was shelled before in this Operation."""
        for unit in (g.pieces[i] for i in targets):
            text = "{unit} in {hex} has been shelled before in this operation"
            h = self.hex
            g.tell("PB-7.1.6", text, hexes=(h,), sees=readers(unit), unit=unit.name, hex=h)
        g.done()


def unseen_in(g: PanzerBlitz, h: Hex) -> tuple[str, ...]:
    """6.2.1 Who hides in a hex."""
    return tuple(u.id for u in g.here(h) if u.hidden)


class ShellHoles(Step, frozen=True):
    """11.3.3, 16.3.1 All shells or bombs have fallen; the HE marker stays until the next Administration segment."""

    hex: Hex
    unseen: tuple[str, ...] = ()  # who hid there
    what: str = "Shells"

    def run(self, g: PanzerBlitz) -> None:
        g.he = {**g.he, self.hex: True}
        if self.unseen:
            tell_unseen_fire(g, self.hex, self.unseen, self.what)
        g.done()


# ------------------------------------------------------------------ the Administration segment


class Cancel(Deed, frozen=True):
    """11.3.5 Take back a request for artillery."""

    request: str

    @classmethod
    def candidates(cls, g: PanzerBlitz, by: CancelRequests) -> Iterable[Cancel]:
        return [cls(name) for name, request in g.requests.items() if request.side == by.side]

    def why_not(self, g: PanzerBlitz, by: CancelRequests) -> Refusal | None:
        own = self.request in g.requests and g.requests[self.request].side == by.side
        return None if own else Refusal("GR-1")

    def do(self, g: PanzerBlitz, by: CancelRequests) -> None:
        request = g.requests[self.request]
        g.requests = without(g.requests, self.request)
        g.tell("PB-11.3.10", "The request on {hex} is cancelled", hexes=(request.hex,), hex=request.hex)

    def says(self, g: PanzerBlitz) -> str:
        """The owner reads which of his missions it is."""
        request = g.requests[self.request]
        who = battery_name(request.battery) if request.battery else join_words(call(g, i) for i in request.firers)
        return f"cancel the {'smoke' if request.smoke else 'shells'} of {who} on {request.hex}"

    def hides_odds(self, g: PanzerBlitz, by: CancelRequests) -> bool:
        return True


class ResolveFire(Deed, frozen=True):
    """11.3.5 The fire falls as requested."""

    stored = Press(RESOLVE)

    def do(self, g: PanzerBlitz, by: CancelRequests) -> None:
        g.done()

    def preview(self, g: PanzerBlitz, by: CancelRequests) -> Working | None:
        return None if self.hides_odds(g, by) else scatter_working(g, by.first(g))

    def hides_odds(self, g: PanzerBlitz, by: CancelRequests) -> bool:
        """6.1.2, R-73 The first roll is shown if it is his own, and nobody hides where it is aimed."""
        return by.comes_second(g) or any(u.hidden for u in g.of(other(by.side), by.first(g).hex))


class CancelRequests(ChoiceStep, frozen=True):
    """11.3.5 Before any accuracy roll the owner may take back his requests; first the owner of the last chit."""

    side: str

    deeds = (ResolveFire, Cancel)

    def run(self, g: PanzerBlitz) -> None:
        offered = self.offered(g)
        if len(offered) == 1:
            return g.done()
        return g.ask(self.side, "Resolve the requested fire, or cancel some", offered, "PB-11.3.10")

    def passes(self, g: PanzerBlitz) -> Passing | None:
        """R-05 The other side has decided before; its fire falls first in any case."""
        return Passing(Press(RESOLVE), "the enemy cancels nothing") if self.comes_second(g) else None

    def first(self, g: PanzerBlitz) -> Request:
        """11.3.5 The request of its own that falls first."""
        return next(r for r in g.requests.values() if r.side == self.side)

    def comes_second(self, g: PanzerBlitz) -> bool:
        """3.1.3(4) Does fire of the other side fall first?"""
        return self.side != first_to_fire(g) and any(r.side != self.side for r in g.requests.values())


def first_to_fire(g: PanzerBlitz) -> str:
    """3.1.3(4) The owner of the last chit."""
    return g.last_owner or SIDES[0]


class ResolveRequests(Step, frozen=True):
    """3.1.3(4) All requests, the owner of the last chit first; effects on the other side's fire do not count (R-05)."""

    sides: tuple[str, ...]

    def run(self, g: PanzerBlitz) -> None:
        first, second = self.sides
        for name, request in g.requests.items():
            if request.side == second:
                look_at(g, request.hex, first)  # who spots for it now is lost too late
                ids = dict.fromkeys((*request.firers, request.fo))
                then = tuple(g.pieces[i] for i in ids if i in g.pieces)
                g.requests = {**g.requests, name: msgspec.structs.replace(request, then=then)}
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
