"""13.0 German engineers: river crossings for movement, for supply and for attacks."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from msgspec.structs import replace

from grognard.board.hexes.grid import Hex
from grognard.board.hexes.map import Side, side
from grognard.board.hexes.zone_moves import MoveRules, Rows, ZoneReach
from grognard.engine import ChoiceStep, Deed, Group, Pick, Press, Refusal, To
from grognard.engine.core.fact import fact
from grognard.games.folio.rules.combat import Declare
from grognard.games.folio.rules.combat_results import line
from grognard.games.folio.rules.movement import PICK, CallOff, ChooseUnit, Movement, unmoved
from grognard.games.folio.rules.pace import going_of, moves, work_out
from grognard.games.folio.rules.state import Battle, Unit
from grognard.games.folio.rules.terrain import fan
from grognard.games.folio.rules.units import does, full
from grognard.games.korsun.rules.data import ENGINEER, GERMAN, GROUND, SOVIET
from grognard.games.korsun.rules.map_data import Land
from grognard.games.korsun.rules.state import Assist, Bridge, Pocket, engineers

BRIDGE = Press("Bridge a river")
ELSEWHERE = Press("Another hexside")
NO_RIVER = "There is no unbridged river."


def hexsides(g: Pocket, engineer: Unit) -> Collection[Side]:
    """13.0 The river hexsides an engineer can reach with the movement allowance on its current side."""
    return g.land.in_range(engineer.place, g.printed(engineer)[2]).keys()


def free_of_enemy(g: Pocket, pair: Side) -> bool:
    """13.0 No enemy unit in either hex; enemy zones do not matter."""
    return not g.land.banks[pair] & g.front(SOVIET).hexes


def why_not_build(g: Pocket, engineer: Unit) -> Refusal | None:
    """13.0 Why a unit can bridge nothing at all now."""
    if ENGINEER not in g.what(engineer).flags or engineer.side != GERMAN:
        return Refusal("KP-13.0.1")
    if engineer.place not in GROUND.index:
        return Refusal("KP-13.0.2", "It is not on the map.")
    return Refusal("FO-7.9.7") if engineer.id in g.advanced else None


# ------------------------------------------------------------------ 1: movement


def why_not_bridge(g: Pocket, engineer: Unit) -> Refusal | None:
    """13.0 Why an engineer may not bridge a hexside in this phase."""
    refusal = why_not_build(g, engineer)
    if refusal is not None:
        return refusal
    if engineer.id in g.crossings:
        return Refusal("KP-13.0.3", "It has bridged another hexside in this phase.")
    if all(why_not_over(g, pair) for pair in hexsides(g, engineer)):
        return Refusal("KP-13.0.2")
    return None


def builders(g: Pocket) -> list[Unit]:
    """13.0 The engineers that can bridge some hexside now."""
    return [u for u in engineers(g) if not why_not_bridge(g, u)]


def crews(g: Pocket, pair: Side) -> list[str]:
    """13.0 The engineers that can bridge a hexside now."""
    return [u.id for u in engineers(g) if pair in hexsides(g, u) and not why_not_bridge(g, u)]


def spans(g: Pocket) -> list[Side]:
    """13.0 The hexsides that somebody may bridge now, in the order of the map."""
    near: set[Side] = set().union(*[hexsides(g, u) for u in builders(g)])
    banks, enemies, bridged = g.land.banks, g.front(SOVIET).hexes, crossings(g)
    return [pair for pair in g.land.rivers if pair in near and not banks[pair] & enemies and pair not in bridged]


def why_not_over(g: Pocket, pair: Side) -> Refusal | None:
    """13.0, R56 Why a hexside may not be bridged, whoever is near; a bridge whose engineer has left it is none."""
    if not free_of_enemy(g, pair):
        return Refusal("KP-13.0.4")
    return Refusal("KP-13.0.3", "It is bridged already.") if g.crossings and pair in crossings(g) else None


def why_not_span(g: Pocket, pair: Side) -> Refusal | None:
    """13.0 Why nobody may bridge a hexside in this phase."""
    if pair not in g.land.banks:
        return Refusal("KP-13.0.3", NO_RIVER)
    return why_not_over(g, pair) or (None if crews(g, pair) else Refusal("KP-13.0.2"))


def why_no_bridge(g: Pocket) -> Refusal | None:
    """13.0 Why no river can be bridged for movement now."""
    if g.current != GERMAN:
        return Refusal("KP-13.0.1")
    return _why_nobody_builds(g) or (
        None if _might_cross(g) else Refusal("KP-13.0.3", "Nobody is left who could cross.")
    )


@fact
def _why_nobody_builds(g: Pocket) -> Refusal | None:
    """13.0 Why no engineer may bridge anything."""
    refusals = []
    for engineer in engineers(g):
        if (refusal := why_not_bridge(g, engineer)) is None:
            return None
        refusals.append(refusal)
    return next(iter(refusals), Refusal("KP-13.0.1"))


def _might_cross(g: Pocket) -> bool:
    """5.1, 13.0 Is there a unit with movement points left in this phase?"""
    phase = g.steps[-1]
    if not isinstance(phase, Movement):
        return True
    begun = ((phase.unit, phase.spent), phase.paused[:2])
    going_on = any(2 * g.printed(g.pieces[unit])[2] > spent for unit, spent in begun if unit)
    return going_on or bool(unmoved(g, mobile=phase.mobile))


class Mover(NamedTuple):
    """A unit, what it has spent, its gait, what bears on its moves, and everywhere it can get without another bridge.

    `beyond` is more than it can spend.
    """

    unit: Unit
    spent: int
    gait: int | None
    going: MoveRules
    now: ZoneReach
    kind: str
    stops: dict[int, int]
    over: dict[tuple[int, int], int]
    beyond: int

    @classmethod
    def of(cls, g: Pocket, unit: Unit, spent: int = 0, gait: int | None = None) -> Mover:
        """A unit as it stands, or on the move."""
        kind, beyond = "mobile" if g.what(unit).mobile else "leg", 2 * g.printed(unit)[2] + 1
        going, now = going_of(g, unit, g.rules.rows(unit, g.rules.bridged(g, unit))), moves(g, unit, spent, gait)
        return cls(unit, spent, gait, going, now, kind, now.stops, g.land.over[kind], beyond)

    def might_use(self, a: int, b: int) -> bool:
        """13.0 Could it cross a hexside by a bridge, zones apart?"""
        stops, over, beyond = self.stops, self.over, self.beyond
        return stops.get(a, beyond) + over[a, b] < beyond or stops.get(b, beyond) + over[b, a] < beyond


def shortens(g: Pocket, pair: Side, mover: Mover) -> bool:
    """13.0 Would a bridge over a hexside let a unit get somewhere, or get there more cheaply?"""
    a, b = g.land.ends[pair]
    return _saves(mover, a, b) or _saves(mover, b, a) or _gets_farther(g, mover, pair)


def _saves(mover: Mover, a: int, b: int) -> bool:
    """5.1 Is a bank reached more cheaply over the bridge by this one step?"""
    stops, hazards, here = mover.stops, mover.going.hazards, mover.unit.place
    if a not in stops or (here != GROUND.names[a] and GROUND.names[b] in GROUND.neighbours[here]):
        return False
    into = mover.going.gaits[mover.now.gait(a)][hazards[a]][hazards[b]]
    return into is not None and stops[a] + mover.over[a, b] + into[0] < stops.get(b, mover.beyond)


def _gets_farther(g: Pocket, mover: Mover, pair: Side) -> bool:
    """5.1 Does it get to some hex more cheaply with a bridge more, all its ways considered?"""
    now, going, (a, b), over = mover.now, mover.going, g.land.ends[pair], mover.over
    if not (now.shortened(going, a, b, over[a, b]) or now.shortened(going, b, a, over[b, a])):
        return False
    rows = rows_with(g.land, (*crossings(g), pair), mover.kind)
    then = work_out(g, mover.unit, rows, mover.spent, mover.gait)
    return then.stops != mover.stops  # a bridge only makes moves cheaper


class Use:
    """13.0 Of what use a bridge over each hexside is to some units, given with what they have spent and their gaits."""

    def __init__(self, g: Pocket, units: list[tuple[Unit, int, int | None]]) -> None:
        self.g = g
        self._units = [(GROUND.index[u.place], g.what(u).mobile, 2 * g.printed(u)[2] - spent) for u, spent, _ in units]
        self._given, self._movers = units, dict[int, Mover]()  # each made when it is first asked for
        self._found: dict[Side, bool] = {}

    def of(self, pair: Side) -> bool:
        """Does one of them get farther?"""
        if pair not in self._found:
            self._found[pair] = any(shortens(self.g, pair, mover) for mover in self._near(pair))
        return self._found[pair]

    def _near(self, pair: Side) -> Iterator[Mover]:
        """Those that could cross it by a bridge, zones apart."""
        on_foot, riding = (self.g.land.away_from(pair, kind) for kind in ("leg", "mobile"))
        a, b = self.g.land.ends[pair]
        for number, (here, mobile, points) in enumerate(self._units):
            if (riding if mobile else on_foot)[here] < points and (mover := self._mover(number)).might_use(a, b):
                yield mover

    def _mover(self, number: int) -> Mover:
        if number not in self._movers:
            self._movers[number] = Mover.of(self.g, *self._given[number])
        return self._movers[number]


@fact
def crossings(g: Pocket) -> tuple[Side, ...]:
    """13.0 Hexsides bridged for movement now: the engineer alive and in range, no enemy beside the hexside."""
    found = []
    for engineer_id, text in g.crossings.items():
        engineer, pair = g.pieces[engineer_id], g.land.spans[text]
        if engineer.place in GROUND.index and pair in hexsides(g, engineer) and free_of_enemy(g, pair):
            found.append(pair)
    return tuple(found)


@lru_cache(512)
def rows_with(land: Land, bridged: tuple[Side, ...], kind: str) -> Rows:
    """13.0 The table of steps with the bridged hexsides at the cost of the hex alone."""
    changed = list(land.mobile if kind == "mobile" else land.leg)
    for a, b in bridged:
        for here, there in ((a, b), (b, a)):
            i, j = GROUND.index[here], GROUND.index[there]
            costs = {n: points for points, hexes in changed[i] for n in hexes} | {j: land.over[kind][i, j]}
            beside = [GROUND.index[n] for n in GROUND.neighbours[here]]
            changed[i] = fan([(n, costs[n]) for n in beside if n in costs])
    return changed


class BridgeRiver(Deed, frozen=True):
    """13.0 A river is bridged for movement."""

    stored = BRIDGE

    @classmethod
    def answers(cls, g: Pocket, by: Movement) -> Sequence[Press] | Group[Press]:
        return Group([BRIDGE], lambda _: why_no_bridge(g) is None) if g.current == GERMAN else ()

    def why_not(self, g: Pocket, by: Movement) -> Refusal | None:
        return why_no_bridge(g)

    def do(self, g: Pocket, by: Movement) -> None:
        g.call(LayBridge())


class BridgeHexside(Deed, frozen=True):
    """13.0 This hexside is bridged."""

    stored = Bridge
    hex: Hex
    across: Hex

    @classmethod
    def answers(cls, g: Pocket, by: LayBridge) -> Sequence[Bridge] | Group[Bridge]:
        """Those that help somebody to get farther; the others when they are asked for, or if none does."""
        return Group(lambda: [Bridge(*pair) for pair in _in_order(g, by)]) if not by.hex else ()

    def why_not(self, g: Pocket, by: LayBridge) -> Refusal | None:
        return why_not_span(g, side(self.hex, self.across)) if not by.hex else None

    def do(self, g: Pocket, by: LayBridge) -> None:
        able = crews(g, side(self.hex, self.across))
        if len(able) > 1:
            return g.swap(LayBridge(by.everywhere, self.hex, self.across))
        by.lay(g, able[0], side(self.hex, self.across))

    def says(self, g: Pocket) -> str:
        """Who can do it."""
        able = " or ".join(g.name(g.pieces[u]) for u in crews(g, (self.hex, self.across)))
        return f"bridge {self.hex}/{self.across} ({able})"


class NameBank(Deed, frozen=True):
    """13.0 A hex alone does not say which hexside is meant."""

    stored = To
    hex: Hex

    @classmethod
    def answers(cls, g: Pocket, by: LayBridge) -> Sequence[To]:
        return ()

    def why_not(self, g: Pocket, by: LayBridge) -> Refusal | None:
        return _why_not_bank(g, self.hex) if not by.hex else None


class ChooseCrew(ChooseUnit, frozen=True):
    """13.0 This engineer bridges the hexside chosen."""

    @classmethod
    def answers(cls, g: Pocket, by: LayBridge) -> list[Pick]:
        return [PICK[u] for u in crews(g, by.pair)] if by.hex else []

    def why_not(self, g: Pocket, by: LayBridge) -> Refusal | None:
        if not by.hex or self.piece in crews(g, by.pair):
            return None
        return why_not_bridge(g, g.pieces[self.piece]) or Refusal("KP-13.0.2")

    def do(self, g: Pocket, by: LayBridge) -> None:
        by.lay(g, self.piece, by.pair)


class BridgeElsewhere(Deed, frozen=True):
    """13.0 Hexsides over which nobody gets farther are shown too."""

    stored = ELSEWHERE

    @classmethod
    def answers(cls, g: Pocket, by: LayBridge) -> Sequence[Press] | Group[Press]:
        more = not (by.everywhere or by.hex)
        return Group([ELSEWHERE], lambda _: 0 < len(helpful(g, by)) < len(spans(g))) if more else ()

    def do(self, g: Pocket, by: LayBridge) -> None:
        g.swap(LayBridge(everywhere=True))


class LayBridge(ChoiceStep, frozen=True):
    """13.0 Which river hexside is bridged, and by whom; first those by which somebody gets farther."""

    everywhere: bool = False
    hex: Hex = ""
    across: Hex = ""

    deeds = (BridgeHexside, NameBank, ChooseCrew, BridgeElsewhere, CallOff)

    def run(self, g: Pocket) -> None:
        words = f"Who bridges {self.hex}/{self.across}?" if self.hex else "Bridge which river hexside?"
        g.ask(GERMAN, words, self.offered(g), "KP-13.0.3")

    @property
    def pair(self) -> Side:
        """The hexside chosen."""
        return side(self.hex, self.across)

    def movers(self, g: Pocket) -> list[tuple[Unit, int, int | None]]:
        """The unit in hand, with what it has spent, and those that have not moved."""
        phase = g.steps[-2] if len(g.steps) > 1 else None
        if not isinstance(phase, Movement):
            return []
        fresh: list[tuple[Unit, int, int | None]] = [(u, 0, None) for u in unmoved(g, mobile=phase.mobile)]
        return [(g.pieces[phase.unit], phase.spent, phase.gait), *fresh] if phase.spent else fresh

    def lay(self, g: Pocket, engineer: str, pair: Side) -> None:
        """13.0 The hexside is bridged for this phase."""
        g.crossings = {**g.crossings, engineer: g.land.text[pair]}
        unit = g.pieces[engineer]
        name, verb = g.name(unit), does(g, [unit], "bridges")
        g.tell("KP-13.0.3", "{unit} {verb} {a}/{b}", hexes=pair, unit=name, verb=verb, a=pair[0], b=pair[1])
        g.done()


@fact
def helpful(g: Pocket, by: LayBridge) -> tuple[Side, ...]:
    """13.0 The hexsides over which somebody gets farther by a bridge."""
    return tuple(filter(Use(g, by.movers(g)).of, spans(g)))


def _in_order(g: Pocket, by: LayBridge) -> list[Side]:
    """13.0 The hexsides to be shown, those first that help somebody."""
    some, every = helpful(g, by), spans(g)
    if some and not by.everywhere:
        return [*some]
    return [*some, *(pair for pair in every if pair not in some)]


def _why_not_bank(g: Pocket, h: Hex) -> Refusal:
    """13.0 Why no river is bridged by naming one bank: none of its hexsides can be, or it does not say which."""
    banks = [pair for pair in g.land.rivers if h in pair]
    if not banks:
        return Refusal("KP-13.0.3", NO_RIVER)
    open_ = [pair for pair in banks if why_not_span(g, pair) is None]
    refusals = (why_not_span(g, pair) for pair in banks if pair not in open_)
    return Refusal("GR-1", "Name the hexside by both its hexes.") if open_ else next(filter(None, refusals))


# ------------------------------------------------------------------ 3: combat


def why_not_assist(g: Pocket, battle: Battle, engineer: Unit) -> Refusal | None:
    """13.0 Why an engineer may not bridge the river for this German attack."""
    refusal = why_not_build(g, engineer)
    if refusal is not None:
        return refusal
    if engineer.id in g.assisted:
        return Refusal("KP-13.0.9", "It has served another attack in this phase.")
    if not battle.attackers:
        return Refusal("KP-13.0.9", "Nobody attacks yet.")
    sides = {side(g.pieces[u].place, battle.hex) for u in battle.attackers}
    if any(pair not in g.land.water or pair in g.land.bridged for pair in sides) or not sides & g.land.banks.keys():
        return Refusal("KP-13.0.9", "Not every attacker has an unbridged river before it.")
    if not sides & set(hexsides(g, engineer)):
        return Refusal("KP-13.0.2")
    if line(g, replace(battle, engineer=engineer.id)).value <= line(g, replace(battle, engineer="")).value:
        return Refusal("FO-7.4.4", "The ground is as good to the defender as the river: a bridge would change nothing.")
    return None


class BridgeForAttack(Deed, frozen=True):
    """13.0 An engineer bridges the river for an attack that none serves yet."""

    stored = Assist
    piece: str

    @classmethod
    def candidates(cls, g: Pocket, by: Declare) -> Iterable[BridgeForAttack]:
        return [cls(u.id) for u in engineers(g)] if g.current == GERMAN and not by.engineer else ()

    def why_not(self, g: Pocket, by: Declare) -> Refusal | None:
        if self.piece not in g.pieces:
            return Refusal("GR-1")
        return why_not_assist(g, by.battle(g), g.pieces[self.piece]) if g.current == GERMAN else None

    def do(self, g: Pocket, by: Declare) -> None:
        g.swap(replace(by, engineer=self.piece))

    def reads(self, g: Pocket, by: Declare) -> str:
        """What that changes."""
        who = full(g, g.pieces[self.piece])
        return f"river bridged by {who}: bridge line instead of {line(g, by.battle(g)).text}"
