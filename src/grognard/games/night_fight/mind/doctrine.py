"""How a sensible German player judges an action; only what that player may know counts.

The Germans have somewhere to be. Each scenario gives a ground to reach, from which follows how many movement
points every hex is away from it; a move is worth the points it saves, less the risk of being seen where it ends.
Fire is worth what it does to the target, less the march it costs. At Kiev the ground is whatever watches the road.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple

from grognard.board.hexes.grid import Hex
from grognard.engine import NEVER, Action, Pick, Press, To, net
from grognard.engine.core.wording import with_count
from grognard.engine.match.odds_summary import percent
from grognard.games.night_fight.mind.plans import (
    dashes,
    decoy_values,
    decoys_part,
    enters_well,
    gate_of,
    points_to_see,
    points_to_the_end,
    raid_hurries,
    raid_targets,
    raids,
    ruse_pays,
    wants,
    watchers_to_clear,
)
from grognard.games.night_fight.mind.routes import (
    NO_WAY,
    danger_to,
    disguised,
    has_use,
    others,
    overfull,
    watchers,
    way_ahead,
    way_to,
)
from grognard.games.night_fight.mind.weights import weights_of
from grognard.games.night_fight.rules.combat_table import column_of, shifts
from grognard.games.night_fight.rules.data import COMBAT, GRID
from grognard.games.night_fight.rules.fire import Retreat, fire_strength
from grognard.games.night_fight.rules.german_fire import GermanFire, Window
from grognard.games.night_fight.rules.german_movement import Drop, GermanMovement, MoveStack, Together, whole_stack
from grognard.games.night_fight.rules.setup import Buy
from grognard.games.night_fight.rules.sight import seen_from
from grognard.games.night_fight.rules.spotting import NEEDS, hexes_to_look_at, spotting_modifiers
from grognard.games.night_fight.rules.stacking import ALLOWANCE, can_step, points_left, ways_from, ways_in
from grognard.games.night_fight.rules.state import SOVIET, NightFight, Unit, on_map
from grognard.games.night_fight.rules.unit_acts import Faust, Fire, Spot, UnitActs, fire_targets
from grognard.games.night_fight.rules.victory import ground_of

IN_A_RAID = 0.05  # what certain fire is worth where a unit enters for a raid
HURRY = 10.0  # what a shot must be worth to a unit that has no turn to lose
STAYING = ("edges", "hold")  # aims for which units stay on a few hexes
NEAREST = {"units": "the nearest goal with room", "hexes": "the nearest goal that nobody holds"}


def judge(g: NightFight, side: str, action: Action) -> float:
    """How good an action offered now looks."""
    step = g.steps[-1]
    match action:
        case Press("suggested force"):
            return 50.0
        case Press("exit"):
            return 100.0
        case Press("back" | "tow wreck" | "drop wreck" | "flares" | "strike" | "supply" | "hand over"):
            return _special(g, side, action)
        case Buy(kind):
            return 60.0 if wants(g, kind) else 1.0
    match step:
        case GermanMovement():
            return _worth_moving(g, action)
        case MoveStack():
            return _worth_going(g, step, action)
        case Retreat():
            return _worth_retreating(g, step, action)
        case GermanFire():
            return _worth_choosing(g, action, None)
        case Window():
            return _worth_choosing(g, action, step.movers)
        case UnitActs():
            return _worth_doing(g, g.pieces[step.unit], action, step.movers)
    return _otherwise(g, action)


def judge_all(g: NightFight, side: str, actions: Sequence[Action]) -> list[float]:
    """The same of all answers to a question: where a stack may go is weighed on the same scales."""
    step = g.steps[-1]
    if not isinstance(step, MoveStack):
        return [judge(g, side, action) for action in actions]
    worth = _worth_of_hexes(g, tuple(g.pieces[i] for i in step.units))
    return [worth(action.hex) if isinstance(action, To) else judge(g, side, action) for action in actions]


def advice(g: NightFight, side: str, action: Action) -> str:
    """Why, in a sentence that is true of the position; nothing where there is none."""
    step = g.steps[-1]
    match action:
        case To(hex) if isinstance(step, MoveStack) and not g.scenario.by_road:
            far, here = march(g), g.pieces[step.units[0]].place
            if hex in far and here in far and far[hex] < far[here]:
                goal = NEAREST[g.aim.counts] if g.aim.kind in STAYING else "the goal"
                return f"From {hex} it is {with_count(far[hex], 'point')} to {goal}, from here {far[here]}."
        case Fire(piece) | Faust(piece) if isinstance(step, UnitActs):
            unit, target = g.pieces[step.unit], g.pieces[piece]
            effect = 1 - shot_odds(g, unit, target, faust=isinstance(action, Faust)).get("-", 0.0)
            return f"The shot has an effect on {target.name} {percent(effect)} of the time."
    return ""


# ------------------------------------------------------------------ the ground to reach


def march(g: NightFight) -> dict[Hex, int]:
    """Movement points from every hex to the scenario's ground, round what columns and mobile pieces can see."""
    return way_ahead(g).far


# ------------------------------------------------------------------ movement


class Plan(NamedTuple):
    """Where a unit is bound, and how far every hex is from there."""

    far: dict[Hex, int]
    target: Hex | None = None  # at Kiev, the watcher of the road it has to deal with


def plan_of(g: NightFight, unit: Unit) -> Plan:
    """The common ground; at Kiev each unit's own share of the watchers."""
    if not g.scenario.by_road:
        return Plan(_own_march(g, unit))
    if raids(g):
        found = raid_targets(g).get(unit.id)
        return Plan(points_to_see(g, found), found) if found else Plan({})
    target = assigned(g, unit)
    if target is None:
        return Plan(march(g))
    return Plan(way_to(g, target).far, target)


def _own_march(g: NightFight, unit: Unit) -> dict[Hex, int]:
    """Where some hexes that count are closed to vehicles, men on foot and vehicles each have ground of their own."""
    if not on_map(unit.place) and _ruse(g):  # 21.1 the bridges that it moves towards as it enters
        return way_ahead(g, others(g.land, gate_of(g, unit))).far
    if not to_each_his_own(g):
        return march(g)
    return way_ahead(g, (), "foot" if unit.what.kind == "foot" else "vehicle").far


def _ruse(g: NightFight) -> bool:
    """21.1 Are columns to be drawn away by decoys?"""
    return weights_of(g).ruse > 0 and ruse_pays(g)


def to_each_his_own(g: NightFight) -> bool:
    """22.3 Are vehicles kept out of some hexes that count, and is that minded?"""
    if g.aim.kind != "hold" or not weights_of(g).own_ground:
        return False
    return any(g.land.prices[g.vegetation, "vehicle"][h] is None for h in g.aim.hexes)


def _parts_here(g: NightFight, units: Sequence[Unit]) -> bool:
    """Is the ground so near that men on foot and vehicles go their own ways from here?"""
    kinds = {u.what.kind == "foot" for u in units}
    return len(kinds) > 1 and to_each_his_own(g) and march(g).get(units[0].place, NO_WAY) <= ALLOWANCE


def assigned(g: NightFight, unit: Unit) -> Hex | None:
    """The standing watchers of the road, shared out among the captured T-34s and their company, the far ones first."""
    standing = sorted(watchers(g), key=lambda w: (w[2:], w))
    if not standing or not unit.what.fires:
        return None
    leader = unit if not on_map(unit.place) else _leader(g, unit)
    leaders = [u.id for u in g.pieces.values() if u.side == unit.side and disguised(u) == disguised(leader)]
    return standing[leaders.index(leader.id) % len(standing)]


def _leader(g: NightFight, unit: Unit) -> Unit:
    """The captured T-34 of the same player that a unit goes with, or the unit itself."""
    return next((u for u in g.here(unit.place) if disguised(u) and u.side == unit.side), unit)


def _worth_moving(g: NightFight, action: Action) -> float:
    if isinstance(action, Together):
        return _worth_together(g, g.pieces[action.piece])
    if not isinstance(action, Pick):
        return 0.0
    unit = g.pieces[action.piece]
    if not on_map(unit.place):
        return 30.0 + 5 * disguised(unit)
    return _worth_choosing_to_move(g, unit)


def _worth_choosing_to_move(g: NightFight, unit: Unit) -> float:
    """The head of the march goes first; who has nothing to gain stays."""
    values = _HexValues(g, (unit,))
    if values.weights.leaving and unit.place == g.scenario.exit:
        return 20.0 + values.weights.leaving
    behind = points_to_the_end(g).get(unit.place, NO_WAY) if raids(g) else values.left
    return 20.0 - behind / 10 if _gains(g, unit, values) else -1.0


def _gains(g: NightFight, unit: Unit, values: _HexValues) -> bool:
    """Is there a hex in reach that is worth going to? The next one will often do."""
    if values.stays:
        return False
    bother = values.weights.bother
    if any(values.gain(g, h) > bother and can_step(g, (unit,), h) for h in GRID.neighbours[unit.place]):
        return True
    return any(values.gain(g, h) > bother for h in reversed(list(ways_from(g, (unit,), unit.place, ALLOWANCE))))


def _worth_together(g: NightFight, unit: Unit) -> float:
    """A captured T-34 and its company march as one, and all in a dash; others go their own ways."""
    stack = [g.pieces[i] for i in whole_stack(g, unit)]
    if raids(g) and len({raid_targets(g).get(u.id) for u in stack}) > 1:
        return NEVER
    if not _as_one(g, stack, company=stack):
        return NEVER
    return max(_worth_moving(g, Pick(u.id)) for u in stack) + 0.01


def _as_one(g: NightFight, units: Sequence[Unit], company: Sequence[Unit]) -> bool:
    """4.2 Do units march as one? Who goes for the watchers of a road takes nobody along who cannot fire."""
    if dashes(g):
        return True
    if sum(map(disguised, units)) != 1 or _parts_here(g, units):
        return False
    return not g.scenario.by_road or all(u.what.fires for u in company)


class _HexValues:
    """What every hex is worth to a stack against the one it stands in."""

    def __init__(self, g: NightFight, units: tuple[Unit, ...]) -> None:
        self.here, self.size = units[0].place, len(units)
        self.far, self.target = plan_of(g, units[0])
        self.as_decoy = decoy_values(g, units[0])
        self.left = self.far.get(self.here, NO_WAY)
        self.weights, there = weights_of(g), arrived(g, self.here)
        self.crowding = self.weights.crowding if g.aim.kind in STAYING else 0.0
        self.crowds = self.crowding > 0 and overfull(g, self.here)
        self.stays = there and not self.crowds
        self.by_road, self.danger = g.scenario.by_road, danger_to(g, units)
        self.risk = self.danger[self.here]

    def gain(self, g: NightFight, h: Hex) -> float:
        """Points saved on the march, less the risk taken there against the risk taken here."""
        if h == self.here or self.stays:
            return 0.0
        danger = self.danger[h] - self.risk
        if self.as_decoy is not None:
            return self.as_decoy[h] - self.as_decoy[self.here] - self.weights.risk * danger
        if self.target is None and self.by_road:
            return -1.0
        saved = self.left - self.far.get(h, NO_WAY)
        if self.target is None:
            return saved - self.weights.risk * danger + self._room(g, h)
        grip = _grip(g, self.here, self.target)
        closer = 4.0 * (_grip(g, h, self.target) - grip)
        return closer - danger if grip > 0 else saved + closer - 0.5 * danger

    def _room(self, g: NightFight, h: Hex) -> float:
        """4.0 What it costs to come where it is full, and brings to leave where it is overfull."""
        if not self.crowding:
            return 0.0
        return self.crowding * (self.crowds - (not has_use(g, h, self.size)))


def _worth_of_hexes(g: NightFight, units: tuple[Unit, ...]) -> Callable[[Hex], float]:
    """What going to a hex, or entering as far as that, is worth to a stack."""
    if on_map(units[0].place):
        values = _HexValues(g, units)
        return lambda h: values.gain(g, h)
    if (worth := decoy_values(g, units[0])) is not None:
        return lambda h: 20.0 + worth[h] / 10
    return _worth_of_entering(g, units)


def _worth_of_entering(g: NightFight, units: tuple[Unit, ...]) -> Callable[[Hex], float]:
    """7.0 How near a hex brings a stack that enters as far as that, and how dangerous it is there."""
    far, danger, weights = plan_of(g, units[0]).far, danger_to(g, units), weights_of(g)
    care = IN_A_RAID if raids(g) else weights.at_the_edge
    entered = {h: entry for h, (_, entry) in ways_in(g, units).items()} if _ruse(g) else {}

    def worth(h: Hex) -> float:
        strays = h in entered and not enters_well(g, units[0], entered[h])
        return 20.0 - far.get(h, NO_WAY) / 10 - care * danger[h] - weights.ruse * strays

    return worth


def arrived(g: NightFight, h: Hex) -> bool:
    """21.3 A unit on one of the hexes that count has nowhere better to go, unless one unit is enough there."""
    return g.aim.kind in STAYING and h in ground_of(g) and not (g.aim.counts == "hexes" and overfull(g, h))


def _grip(g: NightFight, h: Hex, target: Hex) -> float:
    """How well a hex can be taken under fire from another."""
    return max(0.1, 1.5 - 0.3 * GRID.distance(h, target)) if target in seen_from(g, h) else 0.0


def _worth_going(g: NightFight, step: MoveStack, action: Action) -> float:
    units = tuple(g.pieces[i] for i in step.units)
    entering, weights = not on_map(units[0].place), weights_of(g)
    match action:
        case To(hex):
            return _worth_of_hexes(g, units)(hex)
        case Press("go on"):
            return _worth_of_hexes(g, units)(step.bound)
        case Pick(piece) | Together(piece) if g.pieces[piece].place != units[0].place:
            return weights.farther + _worth_moving(g, action) / 1000
        case Pick(piece):
            return _worth_joining(g, units, g.pieces[piece], entering)
        case Drop():
            return -5.0
        case Press("end"):
            return weights.farther
        case Press("stop"):
            return weights.farther - 0.01
        case Press(word) if word.startswith(("put", "take")):
            return NEVER if raids(g) else -5.0
    return 0.0


def _worth_joining(g: NightFight, units: tuple[Unit, ...], other: Unit, entering: bool) -> float:
    """Who marches as one joins if there is a way for all of them; a gun cannot move alone."""
    if other.what.kind == "gun":
        return 60.0
    together = (*units, other)
    if entering and _ruse(g) and decoys_part(g, together):
        return NEVER
    if raids(g) and other.id not in raid_targets(g):
        return NEVER
    if not _as_one(g, together, company=(other,)):
        return NEVER
    same_way = entering or points_left(g, units) == points_left(g, together)
    return 25.0 if same_way and MoveStack(tuple(u.id for u in together)).has_a_move(g) else NEVER


def _worth_retreating(g: NightFight, step: Retreat, action: Action) -> float:
    if not isinstance(action, To):
        return 0.0
    unit = g.pieces[step.unit]
    if unit.side == SOVIET:
        return float(min((GRID.distance(action.hex, h) for h in g.german_hexes), default=0))
    care = weights_of(g).falling_back
    return -march(g).get(action.hex, NO_WAY) / 6 - care * danger_to(g, (unit,))[action.hex]


# ------------------------------------------------------------------ fire and spotting


def _worth_choosing(g: NightFight, action: Action, movers: tuple[str, ...] | None) -> float:
    """A unit is worth choosing if something it can do is worth doing."""
    if not isinstance(action, Pick):
        return 0.0
    unit = g.pieces[action.piece]
    shots = [_worth_shot(g, unit, t, movers) for t in fire_targets(g, unit, movers)]
    looks = [_worth_look(g, unit, h) for h in hexes_to_look_at(g, unit)]
    return max([*shots, *looks], default=-1.0)


def _worth_doing(g: NightFight, unit: Unit, action: Action, movers: tuple[str, ...] | None) -> float:
    match action:
        case Fire(piece):
            return _worth_shot(g, unit, g.pieces[piece], movers)
        case Faust(piece):
            return _worth_shot(g, unit, g.pieces[piece], movers, faust=True) - 0.1
        case Spot(hex):
            return _worth_look(g, unit, hex)
    return NEVER


def shot_odds(g: NightFight, unit: Unit, target: Unit, *, faust: bool) -> dict[str, float]:
    """13.0 How likely each result of a shot is."""
    return _odds_in(column_of(fire_strength(unit, faust), target, shifts(g, unit, target)))


@lru_cache
def _odds_in(column: int) -> dict[str, float]:
    return {result: float(chance) for result, chance in COMBAT.odds(column).items()}


def _worth_shot(
    g: NightFight, unit: Unit, target: Unit, movers: tuple[str, ...] | None, *, faust: bool = False
) -> float:
    """What the shot does to the target, less what staying here costs the march."""
    weights, odds = weights_of(g), shot_odds(g, unit, target, faust=faust)
    hurts = {"E": weights.destroyed, "R": weights.driven_off, "P": weights.pinned, "-": 0.0}
    worth = sum(chance * hurts[result] for result, chance in odds.items())
    worth *= 1.0 if target.what.fires else weights.harmless
    if weights.prize and arrived(g, target.place):
        worth += weights.prize * (1 - odds.get("-", 0.0))
    if movers is None and _must_march(g, unit, target):
        worth -= _cost_of_staying(g, unit)
    if unit.spotted:
        return worth - weights.seen
    return worth - (weights.shy if movers is None else weights.ambush)


def _cost_of_staying(g: NightFight, unit: Unit) -> float:
    """What a shot must be worth to a unit that would march, or in a raid has no turn to lose."""
    weights = weights_of(g)
    if raids(g) and raid_hurries(g, unit):
        return HURRY
    return weights.march if weights.march == weights.idle or _worth_moving(g, Pick(unit.id)) > 0 else weights.idle


def _must_march(g: NightFight, unit: Unit, target: Unit) -> bool:
    """Firing costs the unit its move: at Kiev only what watches the road is worth that."""
    if raids(g) and raid_hurries(g, unit):
        return target.place != raid_targets(g).get(unit.id)
    if g.scenario.by_road:
        return target.place not in watchers_to_clear(g)
    return march(g).get(unit.place, NO_WAY) > 0


def _worth_look(g: NightFight, unit: Unit, h: Hex) -> float:
    """Looking costs nothing but what it wakes: a column that is found out deploys nine pieces."""
    if any(u.what.kind == "marker" for u in g.here(h)):
        return -0.5
    chance = max(0, min(6, 7 - NEEDS + net(spotting_modifiers(g, unit, h)))) / 6
    if g.scenario.by_road:
        return chance + 2 if h in watchers_to_clear(g) else -0.5
    near = march(g).get(unit.place, NO_WAY) == 0 or GRID.distance(unit.place, h) <= 2
    return chance - weights_of(g).look if near else -0.5


def _special(g: NightFight, side: str, action: Press) -> float:
    """Strikes are for what watches the road at Kiev; the rest needs a better reason than doctrine knows."""
    if action.button == "strike":
        return 5.0 if g.scenario.by_road and watchers_to_clear(g) else -5.0
    return NEVER


def _otherwise(g: NightFight, action: Action) -> float:
    """Events, attachments and strikes."""
    match action:
        case To(hex):  # a strike, or where Soviet reinforcements arrive
            near = min((GRID.distance(hex, h) for h in g.german_hexes), default=0)
            return len(g.at.get(hex, ())) + 3 * (hex in watchers_to_clear(g)) if hex in g.soviet_hexes else near
        case Pick(piece):
            unit = g.pieces[piece]
            return float(unit.what.defends) if unit.side != SOVIET else 1.0
        case Press("go on" | "stop" | "done"):
            return 0.5
    return 0.0
