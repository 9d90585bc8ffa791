"""PB-SIT The set-up: works and mines first, then the units, one side entirely before the other."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

import msgspec

from grognard.board.hexes.grid import Hex
from grognard.engine import Action, Actions, ChoiceStep, Deed, Group, Pick, Press, Refusal, Step, To
from grognard.engine.core.wording import join_words
from grognard.games.panzer_blitz.rules.data import (
    FORTS,
    GRID,
    MINE_TRADES,
    SIDES,
    SITUATIONS,
    TYPES,
    Works,
    other,
    start_area,
)
from grognard.games.panzer_blitz.rules.field_works import why_not_ip_here
from grognard.games.panzer_blitz.rules.map_data import LANDS
from grognard.games.panzer_blitz.rules.sequence import GameTurn
from grognard.games.panzer_blitz.rules.stacking import fits, room_inside
from grognard.games.panzer_blitz.rules.state import Mine, PanzerBlitz, Unit
from grognard.games.panzer_blitz.rules.transport import why_not_carry

TRADE_DOWN, TRADE_UP, KEEP = "one 2-1 for two 1-1", "two 2-1 for one 3-1", "keep the mines"


class Into(Action, frozen=True):
    """Set a unit up inside the IP or Fortification of a hex."""

    hex: str


class Begin(Step, frozen=True):
    """The box is opened: counters, allotments, control of the set-up areas."""

    def run(self, g: PanzerBlitz) -> None:
        s = g.situation
        number = dict.fromkeys(SIDES, 0)

        def add(side: str, kind: str, **values: object) -> None:
            number[side] += 1
            g.put(Unit(f"{side[0]}{number[side]}", side, type=kind, **values))  # type: ignore[arg-type]

        for force in s.force:
            for _ in range(force.count):
                add(force.side, force.type, unspotted=True)
        for group in s.reinforcement:
            for kind, count in group.units:
                for _ in range(count):
                    add(group.side, kind, unspotted=True, arrives=group.turn)
        for side, air in s.air.items():
            for kind, count in air.aircraft:
                for _ in range(count):
                    add(side, kind)
        for side in SIDES:
            g.smoke_left = {**g.smoke_left, side: s.works.get(side, Works()).smoke_missions}
            for h in s.start_hexes(side):
                g.control = {**g.control, h: side}
        steps = [step for side in (s.first, other(s.first)) for step in set_up_steps(g, side)]
        g.swap(*steps, GameTurn(1))


def set_up_steps(g: PanzerBlitz, side: str) -> list[Step]:
    """One side's set-up in order."""
    works = g.situation.works.get(side, Works())
    steps: list[Step] = []
    if works.mines:
        pool = tuple(kind for kind, count in works.mines.items() for _ in range(count))
        g.mine_pool = {**g.mine_pool, side: pool}
        steps += [TradeMines(side), PlaceMines(side)]
    forts = tuple(kind for kind, count in works.forts.items() for _ in range(count))
    steps += [PlaceWork(side, "fort", kind) for kind in forts]
    steps += [PlaceWork(side, "ip") for _ in range(works.ip)]
    steps += [PlaceWork(side, "block") for _ in range(works.blocks)]
    steps += [PlaceUnit(u.id) for u in in_order(g, side)]
    steps += [Register(side) for _ in range(works.pre_registered)]
    return steps


def in_order(g: PanzerBlitz, side: str) -> list[Unit]:
    """Carriers before what they may carry."""
    units = [u for u in g.pieces.values() if u.side == side and not u.arrives and not u.what.aircraft]
    return sorted(units, key=lambda u: not u.what.transport_class)


def area_of(g: PanzerBlitz, unit: Unit) -> dict[Hex, None]:
    """Where a unit may set up, in order: the area named for its type."""
    return _area(g.scenario_id, unit.side, unit.type)


@lru_cache(maxsize=256)
def _area(situation: str, side: str, kind: str) -> dict[Hex, None]:
    s = SITUATIONS[situation]
    forces = [f for f in s.force if f.side == side and f.type == kind]
    return dict.fromkeys(h for f in forces for h in s.hexes(f.area))


@lru_cache(maxsize=256)
def places(situation: str, side: str, kind: str) -> tuple[To, ...]:
    """The hexes of that area that are open to the type, to be chosen."""
    effects, vehicle = LANDS[situation].effects, TYPES[kind].vehicle
    return tuple(To(h) for h in _area(situation, side, kind) if not vehicle or not effects[h].by_road)


# ------------------------------------------------------------------ works


@lru_cache(maxsize=256)
def ground(situation: str, side: str) -> tuple[To, ...]:
    """PB-SIT.2 The hexes of a side's set-up area, to be chosen."""
    return tuple(map(To, sorted(start_area(situation, side))))


def why_not_mine(g: PanzerBlitz, h: Hex) -> Refusal | None:
    """15.2.2 Why a Minefield may not be placed in a hex."""
    if h in g.mines:
        return Refusal("PB-15.2.3")
    if not g.land.effects[h].mines or h in g.land.streams or h in g.ips or h in g.forts:
        return Refusal("PB-15.2.4")
    return None


def why_not_block(g: PanzerBlitz, h: Hex) -> Refusal | None:
    """15.3.1 Why a Block may not be set up in a hex."""
    if h in g.blocks:
        return Refusal("PB-15.3.3")
    return Refusal("PB-15.3.2") if not g.land.effects[h].block_here or h in g.ips or h in g.forts else None


def why_not_fort(g: PanzerBlitz, h: Hex) -> Refusal | None:
    """15.5.1, 15.5.6 Why a Fortification may not be set up in a hex."""
    if h in g.forts:
        return Refusal("PB-15.5.9")
    if not g.land.effects[h].fort or h in g.land.ditches:
        return Refusal("PB-15.5.1")
    return Refusal("PB-15.5.1") if h in g.blocks or h in g.mines or h in g.ips else None


TRADES = dict(zip((TRADE_DOWN, TRADE_UP), MINE_TRADES, strict=True))


class Trade(Deed, frozen=True):
    """15.2.1, R-66 Counters are given for one another."""

    stored = Press
    words: str

    @classmethod
    def candidates(cls, g: PanzerBlitz, by: TradeMines) -> Iterable[Trade]:
        pool = g.mine_pool[by.side]
        return [cls(words) for words, (give, _) in TRADES.items() if pool.count(give[0]) >= len(give)]

    def is_meant(self, g: PanzerBlitz, by: TradeMines) -> bool:
        return self.words in TRADES

    def do(self, g: PanzerBlitz, by: TradeMines) -> None:
        give, receive = TRADES[self.words]
        pool = list(g.mine_pool[by.side])
        for kind in give:
            pool.remove(kind)
        g.mine_pool = {**g.mine_pool, by.side: tuple(pool)}
        g.swap(TradeMines(by.side, (*by.received, *receive)))


class KeepMines(Deed, frozen=True):
    """15.2.1 No more trades."""

    stored = Press(KEEP)

    def do(self, g: PanzerBlitz, by: TradeMines) -> None:
        by.close(g)


class TradeMines(ChoiceStep, frozen=True):
    """15.2.1, R-66 2-1 counters may be traded before they are placed; each counter is part of one trade."""

    side: str
    received: tuple[str, ...] = ()

    deeds = (Trade, KeepMines)

    def run(self, g: PanzerBlitz) -> None:
        offered = self.offered(g)
        if len(offered) == 1:
            return self.close(g)
        return g.ask(self.side, "Trade minefields?", offered, "PB-15.2.2")

    def close(self, g: PanzerBlitz) -> None:
        """15.2.1 What was received joins the pool."""
        g.mine_pool = {**g.mine_pool, self.side: g.mine_pool[self.side] + self.received}
        g.done()


class PlaceMines(Step, frozen=True):
    """15.2.2 Minefields go face down into the set-up area."""

    side: str

    def run(self, g: PanzerBlitz) -> None:
        pool = g.mine_pool[self.side]
        hexes = Group(ground(g.scenario_id, self.side), lambda to: why_not_mine(g, to.hex) is None)
        if not pool or not any(why_not_mine(g, h) is None for h in start_area(g.scenario_id, self.side)):
            return g.done()
        return g.ask(self.side, f"Place a minefield ({pool[0]})", hexes, "PB-15.2.3")

    def take(self, g: PanzerBlitz, action: Action) -> None:
        assert isinstance(action, To)
        first, *rest = g.mine_pool[self.side]
        g.mines = {**g.mines, action.hex: Mine(self.side, first)}
        g.mine_pool = {**g.mine_pool, self.side: tuple(rest)}

    def why_not(self, g: PanzerBlitz, side: str, action: Action) -> Refusal | None:
        return _why_not_place(g, side, action, why_not_mine)


class PlaceWork(Step, frozen=True):
    """15.3.1, 15.4.1, 15.5.1 An IP, a Block or a Fortification."""

    side: str
    what: str
    kind: str = ""

    def run(self, g: PanzerBlitz) -> None:
        hexes = Group(ground(g.scenario_id, self.side), lambda to: self._why_not(g, to.hex) is None)
        name = {"ip": "an improved position", "block": "a block", "fort": f"a {self.kind}"}[self.what]
        g.ask(self.side, f"Place {name}", hexes, "PB-SIT.2")

    def _why_not(self, g: PanzerBlitz, h: Hex) -> Refusal | None:
        return {"ip": why_not_ip_here, "block": why_not_block, "fort": why_not_fort}[self.what](g, h)

    def take(self, g: PanzerBlitz, action: Action) -> None:
        assert isinstance(action, To)
        if self.what == "fort":
            g.forts = {**g.forts, action.hex: self.kind}
            assert self.kind in FORTS
        elif self.what == "ip":
            g.ips = {**g.ips, action.hex: True}
        else:
            g.blocks = {**g.blocks, action.hex: True}
        g.done()

    def why_not(self, g: PanzerBlitz, side: str, action: Action) -> Refusal | None:
        return _why_not_place(g, side, action, self._why_not)


def _why_not_place(g: PanzerBlitz, side: str, action: Action, rule) -> Refusal | None:  # type: ignore[no-untyped-def]
    if not isinstance(action, To) or action.hex not in GRID:
        return None
    if action.hex not in start_area(g.scenario_id, side):
        return Refusal("PB-SIT.2")
    found: Refusal | None = rule(g, action.hex)
    return found


class Register(Step, frozen=True):
    """11.5 Choose a pre-registered hex in secret."""

    side: str

    def run(self, g: PanzerBlitz) -> None:
        taken = g.registered.get(self.side, ())
        hexes = [To(h) for h in sorted(g.area) if h not in taken]
        g.ask(self.side, "Choose a pre-registered hex", hexes, "PB-11.5.2")

    def take(self, g: PanzerBlitz, action: Action) -> None:
        assert isinstance(action, To)
        g.registered = {**g.registered, self.side: (*g.registered.get(self.side, ()), action.hex)}
        g.done()


# ------------------------------------------------------------------ units


def why_not_set_up(g: PanzerBlitz, unit: Unit, h: Hex) -> Refusal | None:
    """PB-SIT.1 Why a unit may not set up in a hex of its area."""
    if (h in g.at or h in g.blocks) and (g.holder(h) == other(unit.side) or not fits(g, h, unit)):
        return Refusal("PB-2.3.22")
    if unit.what.vehicle and (g.land.effects[h].by_road or h in g.blocks):
        return Refusal("PB-14.5.1" if g.land.effects[h].by_road else "PB-15.3.4")
    return None


class PlaceUnit(Step, frozen=True):
    """PB-SIT.1, PB-SIT.3 One unit: in a hex, inside a work, or loaded."""

    unit: str

    def run(self, g: PanzerBlitz) -> None:
        unit = g.pieces[self.unit]
        hexes = Group(lambda: self._listed(g, unit))
        works = [Into(h) for h in area_of(g, unit) if h in g.ips or h in g.forts] if g.ips or g.forts else []
        inside = [into for into in works if self._may(g, unit, into.hex) and room_inside(g, into.hex, unit)]
        carriers = [Pick(u.id) for u in self._carriers(g, unit)]
        g.ask(unit.side, lambda: self._prompt(g, unit), Actions(hexes, inside, carriers), "PB-SIT.1")

    def _may(self, g: PanzerBlitz, unit: Unit, h: Hex) -> bool:
        return why_not_set_up(g, unit, h) is None

    def _listed(self, g: PanzerBlitz, unit: Unit) -> list[To]:
        """Hexes with nobody and nothing in them need not be asked one by one."""
        among, at, blocks = places(g.scenario_id, unit.side, unit.type), g.at, g.blocks
        return [to for to in among if (to.hex not in at and to.hex not in blocks) or self._may(g, unit, to.hex)]

    def _prompt(self, g: PanzerBlitz, unit: Unit) -> str:
        """Which of how many it is, and what is still to come."""
        alike = [u for u in g.pieces.values() if u.side == unit.side and u.type == unit.type and not u.arrives]
        which = f" ({sum(bool(u.place) for u in alike) + 1} of {len(alike)})" if len(alike) > 1 else ""
        waiting = [step.unit for step in g.steps if isinstance(step, PlaceUnit) and step.unit != unit.id]
        names = join_words(g.pieces[i].name for i in reversed(waiting) if g.pieces[i].side == unit.side)
        return f"Set up {unit.name}{which}" + (f"; still to come: {names}" if names else "")

    def _carriers(self, g: PanzerBlitz, unit: Unit) -> list[Unit]:
        area = area_of(g, unit)
        own = [u for u in g.units(unit.side) if u.what.transport_class and u.place in area]
        return [u for u in own if why_not_carry(g, u, unit) is None]

    def take(self, g: PanzerBlitz, action: Action) -> None:
        unit = g.pieces[self.unit]
        match action:
            case To(hex):
                g.put(msgspec.structs.replace(unit, place=hex))
            case Into(hex):
                g.put(msgspec.structs.replace(unit, place=hex, inside=room_inside(g, hex, unit)))
            case Pick(piece):
                g.put(msgspec.structs.replace(unit, place=g.pieces[piece].place, carrier=piece))
        g.done()

    def why_not(self, g: PanzerBlitz, side: str, action: Action) -> Refusal | None:
        unit = g.pieces[self.unit]
        if isinstance(action, To) and action.hex in GRID:
            return why_not_set_up(g, unit, action.hex) if action.hex in area_of(g, unit) else Refusal("PB-SIT.1")
        if isinstance(action, Pick) and action.piece in g.pieces and g.pieces[action.piece].side == side:
            return why_not_carry(g, g.pieces[action.piece], unit)
        return None


def start(scenario: str, options: Mapping[str, str]) -> PanzerBlitz:
    """PB-SIT The map before the set-up."""
    return PanzerBlitz(scenario_id=scenario, options=dict(options), steps=(Begin(),))
