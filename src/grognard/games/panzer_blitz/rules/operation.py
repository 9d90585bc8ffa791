"""3.1.2.1 An Operation: artillery requests, fire, movement, close assault, recovery, in this order."""

from __future__ import annotations

from grognard.board.hexgrid import Hex
from grognard.engine import Action, Press, Refusal, Step, To, Working
from grognard.games.panzer_blitz.rules.close_assault import CloseAssault
from grognard.games.panzer_blitz.rules.data import GRID
from grognard.games.panzer_blitz.rules.direct_fire import Fire, declare_fire, shooters, target_hexes
from grognard.games.panzer_blitz.rules.efficiency import Recover, Recovery, preview_recovery, why_not_recover
from grognard.games.panzer_blitz.rules.engineers import Labor, begin_labor, why_not_clear, why_not_labor
from grognard.games.panzer_blitz.rules.improved_positions import Dig, begin_dig, finish_digging, why_not_dig
from grognard.games.panzer_blitz.rules.indirect_fire import Observe, begin_request, why_not_observe
from grognard.games.panzer_blitz.rules.movement import (
    Move,
    MoveUnit,
    exit_points,
    spent_points,
    why_not_cat,
    why_not_go,
    why_not_hull_down,
    why_not_load_now,
    why_not_move,
    why_not_unload_now,
)
from grognard.games.panzer_blitz.rules.overrun import (
    Blitz,
    Overrun,
    OverrunMuster,
    overrun_hexes,
    why_not_target,
)
from grognard.games.panzer_blitz.rules.reinforcements import EnterMap, why_not_enter_map
from grognard.games.panzer_blitz.rules.stacking import room_inside
from grognard.games.panzer_blitz.rules.state import Op, PanzerBlitz, Unit, over

WORKS, REQUESTS, FIRE, MOVEMENT, CAT, RECOVERY = range(6)
STAGES = ("Improved positions", "Artillery requests", "Fire", "Movement", "Close assault", "Recovery")
END, PASS, RESOLVE_CATS = "end operation", "pass", "close assault"
JOBS = ("bridge", "block", "unblock")


class PlaceChit(Step, frozen=True):
    """3.1.2 The owner of an Ops chit puts it on any hex, or passes."""

    side: str
    radius: int

    def run(self, g: PanzerBlitz) -> None:
        listed: list[Action] = [To(h) for h in self._useful(g)]
        g.ask(self.side, f"Place the Op{self.radius} chit, or pass", [*listed, Press(PASS)], "PB-3.1.5")

    def _useful(self, g: PanzerBlitz) -> list[Hex]:
        """Hexes with a unit, or an observation aircraft, within the radius that could act."""
        own = [u.place for u in g.units(self.side) if not u.spent or u.disrupted]
        own += [over(u) for u in observers(g, self.side) if not u.spent]
        near = (h for p in dict.fromkeys(own) for h in GRID.within(p, self.radius))
        return [h for h in dict.fromkeys(near) if h in g.area]

    def take(self, g: PanzerBlitz, action: Action) -> None:
        if not isinstance(action, To):
            g.tell("PB-3.1.5", "{side} passes", side=self.side.title())
            return g.done()
        g.tell("PB-3.1.5", "Op{radius} on {hex}", hexes=(action.hex,), radius=self.radius, hex=action.hex)
        begin_ops(g, self.side, action.hex, self.radius)
        return g.swap(Operation())

    def why_not(self, g: PanzerBlitz, side: str, action: Action) -> Refusal | None:
        if isinstance(action, To):
            idle = Refusal("PB-3.1.9", "No unit within the radius could act.")
            return idle if action.hex in g.area else Refusal("PB-SIT.6")
        return None


def begin_ops(g: PanzerBlitz, side: str, centre: Hex, radius: int) -> None:
    """2.4, 3.1.2.1, 13.1 Who is active: units within the radius not Spent; who may recover: the Disrupted."""
    near = [u for u in g.units(side) if GRID.distance(centre, u.place) <= radius]
    planes = [u for u in observers(g, side) if GRID.distance(centre, over(u)) <= radius]
    active = tuple(u.id for u in (*near, *planes) if not u.spent and not u.disrupted)
    g.begin_operation(Op(side, centre, radius, active, tuple(u.id for u in near if u.disrupted)))


def observers(g: PanzerBlitz, side: str) -> list[Unit]:
    """16.2 The side's observation aircraft on the map."""
    return [u for u in g.aircraft(side) if u.place and u.what.cls == "aircraft_O"]


class Operation(Step, frozen=True):
    """3.1 The steps of an Operation; choosing something of a later step closes the earlier ones."""

    stage: int = WORKS

    def run(self, g: PanzerBlitz) -> None:
        actions = self._actions(g)
        assert g.op is not None
        if not actions:
            return self._end(g)
        prompt = f"{STAGES[max(self.stage, stage_of(self.stage, actions[0]))]}, or a later step of the Operation"
        if g.cat:
            actions.append(Press(RESOLVE_CATS))
        return g.ask(g.op.side, prompt, [*actions, Press(END)], "PB-3.1.2")

    def _actions(self, g: PanzerBlitz) -> list[Action]:
        found: list[Action] = []
        if self.stage <= WORKS:
            found += works(g)
        if self.stage <= REQUESTS:
            found += [Observe(u.id) for u in active(g) if u.place and why_not_observe(g, u) is None]
        if self.stage <= FIRE:
            found += fire_actions(g)
        if self.stage <= MOVEMENT:
            found += movement_actions(g)
        if self.stage <= RECOVERY:
            found += recovery_actions(g)
        return found

    def take(self, g: PanzerBlitz, action: Action) -> None:
        assert g.op is not None
        if action == Press(END):
            return self._end(g)
        stage = stage_of(self.stage, action)
        if stage > MOVEMENT and g.cat:
            g.swap(Operation(CAT))
            return resolve_cats(g)
        g.swap(Operation(stage))
        return carry_out(g, action)

    def _end(self, g: PanzerBlitz) -> None:
        """3.1.2.1 Whoever waits for Assault Fire is Spent; dug positions appear; the chit leaves the map."""
        if g.cat:
            g.swap(Operation(CAT))
            return resolve_cats(g)
        for i in g.ready:
            if i in g.pieces:
                g.change(i, spent=True)
        finish_digging(g)
        g.op = None
        return g.done()

    def why_not(self, g: PanzerBlitz, side: str, action: Action) -> Refusal | None:
        return why_not_now(g, side, self.stage, action)

    def preview(self, g: PanzerBlitz, action: Action) -> Working | None:
        return preview_recovery(g, g.pieces[action.piece]) if isinstance(action, Recover) else None


def stage_of(now: int, action: Action) -> int:
    """3.1 The step an action belongs to."""
    match action:
        case Dig(_, job) if job in ("build", "remove"):
            return WORKS
        case Observe():
            return REQUESTS
        case Dig():
            return FIRE
        case Fire():
            return max(now, FIRE)
        case Move() | Overrun() | Blitz() | Labor():
            return MOVEMENT
        case Recover():
            return RECOVERY
    return RECOVERY + 1


def active(g: PanzerBlitz) -> list[Unit]:
    """The units of this Operation that are still alive."""
    assert g.op is not None
    return [g.pieces[i] for i in g.op.active if i in g.pieces]


def works(g: PanzerBlitz) -> list[Action]:
    """15.4.3 IP work is declared first of all."""
    units = [u for u in active(g) if u.place and not u.what.vehicle and not u.what.aircraft]
    return [Dig(u.id, job) for u in units for job in ("build", "remove") if why_not_dig(g, u, job) is None]


def firing_units(g: PanzerBlitz, stage: int) -> tuple[str, tuple[str, ...]]:
    """7.1.3, 7.10 Who may fire now: anybody before movement, then those who moved for Assault Fire."""
    assert g.op is not None
    if stage <= FIRE:
        return "fire", tuple(i for i in g.op.active if i not in g.ip_work)
    return "assault", tuple(g.ready)


def fire_actions(g: PanzerBlitz) -> list[Action]:
    assert g.op is not None
    _, pool = firing_units(g, FIRE)
    found: list[Action] = [Fire(h) for h in target_hexes(g, g.op.side, shooters(g, pool))]
    guns = [u for u in active(g) if u.what.gun and u.place]
    return found + [Dig(u.id, job) for u in guns for job in ("enter", "leave") if why_not_dig(g, u, job) is None]


def movement_actions(g: PanzerBlitz) -> list[Action]:
    """4.0, 8.0, 10.0, 17.0 Everything that belongs to the movement step."""
    assert g.op is not None
    op = g.op
    units = [u for u in active(g) if not u.what.aircraft]
    movers = [u for u in units if why_not_start(g, u) is None]
    found: list[Action] = [Move(u.id) for u in movers]
    on_map = [u for u in units if u.place]
    if g.ready:
        found += [Fire(h) for h in target_hexes(g, op.side, shooters(g, tuple(g.ready)))]
    found += [Overrun(h) for h in overrun_hexes(g, op.side, on_map, blitz=False)]
    found += [Blitz(h) for h in overrun_hexes(g, op.side, on_map, blitz=True)]
    engineers = [u for u in on_map if "ENG" in u.what.codes]
    return found + [Labor(u.id, job) for u in engineers for job in JOBS if why_not_labor(g, u, job) is None]


def why_not_start(g: PanzerBlitz, unit: Unit) -> Refusal | None:
    """4.0 Why a unit may not be picked to move: it may not, or there is nothing it could do."""
    refusal = why_not_move(g, unit)
    if refusal is not None:
        return refusal
    if not unit.place:
        return why_not_enter_map(g, unit)
    return None if can_do_something(g, unit) else Refusal("PB-4.2.1", "It has nowhere to go.")


def can_do_something(g: PanzerBlitz, unit: Unit) -> bool:
    """Is there a hex to go to, or anything else to do in a move?"""
    near = GRID.neighbours[unit.place]
    if any(why_not_go(g, unit, h, unit.place) is None for h in near):
        return True
    if unit.labor or unit.what.gun:
        return False
    if unit.what.infantry:
        if any(why_not_cat(g, unit, h) is None or why_not_clear(g, unit, h) is None for h in near):
            return True
        left = spent_points(g, unit) + exit_points(unit) + 2 <= 2 * unit.face.ma
        return left and not unit.inside and bool(room_inside(g, unit.place, unit))
    if why_not_hull_down(g, unit) is None:
        return True
    if not unit.what.transport_class:
        return False
    here = g.here(unit.place)
    return any(why_not_load_now(g, unit, u) is None or why_not_unload_now(g, unit, u) is None for u in here)


def recovery_actions(g: PanzerBlitz) -> list[Action]:
    assert g.op is not None
    units = [g.pieces[i] for i in g.op.recover if i in g.pieces]
    return [Recover(u.id) for u in units if why_not_recover(g, u) is None]


def carry_out(g: PanzerBlitz, action: Action) -> None:
    """Begin what was chosen."""
    assert g.op is not None
    match action:
        case Dig(piece, job):
            g.call(*begin_dig(g, g.pieces[piece], job))
        case Observe(piece):
            g.call(*begin_request(g, g.pieces[piece]))
        case Fire(hex):
            kind, pool = ("assault", tuple(g.ready)) if g.ready else ("fire", firing_units(g, FIRE)[1])
            g.call(declare_fire(g, kind, g.op.side, hex, pool))
        case Move(piece):
            unit = g.pieces[piece]
            g.call(MoveUnit(piece, unit.place) if unit.place else EnterMap(piece))
        case Overrun(hex) | Blitz(hex):
            g.call(OverrunMuster(g.op.side, hex, g.op.active, blitz=isinstance(action, Blitz)))
        case Labor(piece, job):
            begin_labor(g, g.pieces[piece], job)
        case Recover(piece):
            g.call(Recovery(piece))


def resolve_cats(g: PanzerBlitz) -> None:
    """9.1.2 Every declared close assault, after all movement."""
    targets = dict.fromkeys(g.cat.values())
    g.call(*[CloseAssault(h, tuple(i for i, t in g.cat.items() if t == h)) for h in targets])


_CLOSED = {WORKS: "PB-15.4.5", REQUESTS: "PB-3.1.11", FIRE: "PB-3.1.11", MOVEMENT: "PB-4.0.1"}


def why_not_now(g: PanzerBlitz, side: str, stage: int, action: Action) -> Refusal | None:
    """Why an action is not offered in this Operation."""
    assert g.op is not None
    if isinstance(action, Fire | Overrun | Blitz):
        if stage > MOVEMENT or (isinstance(action, Fire) and stage > FIRE and not g.ready):
            return Refusal("PB-3.1.11")
        if action.hex not in g.area:
            return Refusal("PB-SIT.6")
        if isinstance(action, Fire):
            return None
        return why_not_target(g, side, action.hex, blitz=isinstance(action, Blitz))
    if not isinstance(action, Dig | Observe | Move | Labor | Recover) or action.piece not in g.pieces:
        return None
    unit = g.pieces[action.piece]
    if unit.side != side:
        return None
    wanted = g.op.recover if isinstance(action, Recover) else g.op.active
    if unit.id not in wanted:
        return Refusal("PB-13.1.1" if isinstance(action, Recover) else "PB-3.1.9")
    if stage_of(stage, action) < stage:
        return Refusal(_CLOSED[stage_of(stage, action)])
    return _why_not_unit(g, unit, action)


def _why_not_unit(g: PanzerBlitz, unit: Unit, action: Action) -> Refusal | None:
    match action:
        case Dig(_, job):
            return why_not_dig(g, unit, job)
        case Observe():
            return why_not_observe(g, unit)
        case Move():
            return why_not_start(g, unit)
        case Labor(_, job):
            return why_not_labor(g, unit, job)
        case Recover():
            return why_not_recover(g, unit)
    return None
