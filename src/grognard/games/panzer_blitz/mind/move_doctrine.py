"""Where a sensible player wants his units: near the objectives, in cover, out of fire, in assaults that pay."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import inf
from typing import NamedTuple

from grognard.board.hexes.grid import Hex
from grognard.engine import Action, Pick, Press
from grognard.engine.core.fact import fact
from grognard.games.panzer_blitz.mind.evaluation import (
    COVER,
    attacks,
    cover,
    danger,
    expect,
    hurry,
    known_enemies,
    marks,
    most_power,
    objectives,
    strike,
    threats,
    wanted,
    ways,
    worth,
)
from grognard.games.panzer_blitz.mind.fire_doctrine import shot_value
from grognard.games.panzer_blitz.mind.weights import BY_HAND, Weights
from grognard.games.panzer_blitz.rules.close_assault import Advance, Assault, why_not_cat
from grognard.games.panzer_blitz.rules.data import GRID, TYPES, other, play_area
from grognard.games.panzer_blitz.rules.declared_fire import AwaitFire
from grognard.games.panzer_blitz.rules.direct_fire import shooters
from grognard.games.panzer_blitz.rules.field_works import ALL_IN, STAY_OUT, GoIn, LeaveWork, SeekHullDown, TakeCover
from grognard.games.panzer_blitz.rules.fire_table import Attack, Part
from grognard.games.panzer_blitz.rules.map_data import LANDS
from grognard.games.panzer_blitz.rules.movement import Go, KeepOffRoads, Moving, overland, spent_points, why_not_move
from grognard.games.panzer_blitz.rules.movement_costs import why_not_in
from grognard.games.panzer_blitz.rules.overrun import Charge, active
from grognard.games.panzer_blitz.rules.overrun_approach import Approach, OverrunMuster
from grognard.games.panzer_blitz.rules.state import PanzerBlitz, Unit
from grognard.games.panzer_blitz.rules.unit_moves import MoveNext, MoveUnit

WORTH_MOVING_ON = 30.0  # what the next unit's move must be worth to begin it at once
SHORT_MOVE = 3  # hexes
THERE, ELSEWHERE = 5.0, -5.0  # to go to the hex that a unit likes best, and to any other
ROUNDING = 1e-6  # more than what is lost when values are added in another order
THIN_SKINNED = ("truck", "wagon", "british_carrier", "jeep")


# ------------------------------------------------------------------ hexes


class Ground:
    """How much a unit likes hexes for their way and what is printed in them: the same whatever happens there."""

    def __init__(self, situation: str, mode: str, goals: tuple[Hex, ...], eager: float, cover: float) -> None:
        land, self._area = LANDS[situation], play_area(situation)
        far = ways(land, mode, goals)
        self.values = {h: -eager * far[h] + cover * COVER.get(kind, 0.0) for h, kind in land.terrain.items()}
        self._rankings: dict[tuple[Hex, int], list[Hex]] = {}

    def ranked(self, place: Hex, far: int) -> list[Hex]:
        """The hexes within so many of a unit's own, the best first."""
        found = self._rankings.get((place, far))
        if found is None:
            near = [h for h in GRID.within(place, far)[1:] if h in self._area]
            found = self._rankings[place, far] = sorted(near, key=self.values.__getitem__, reverse=True)
        return found


ground_for = lru_cache(maxsize=256)(Ground)


class Outlook(NamedTuple):
    """What a unit looks for in any hex."""

    weights: Weights
    goals: tuple[Hex, ...]
    ways: dict[Hex, float]
    eager: float
    caution: float
    beside: frozenset[Hex]  # hexes from which it could assault a known enemy
    special: frozenset[Hex]  # hexes that have more to them than their way, what is printed in them, and fire
    ground: Ground
    built: frozenset[Hex]  # hexes with a wreck or a position, whose cover is not what is printed
    thin: bool  # it minds any fire
    more: float  # what fire, its own and the enemy's, could add at most to the value of a hex

    def at(self, g: PanzerBlitz, unit: Unit, h: Hex) -> tuple[float, float]:
        """How much it likes a hex for its way, cover and fire, and the fire there."""
        fire = danger(g, unit, h)
        if h in self.built:
            value = -self.eager * self.ways[h] + self.weights.cover * cover(g, unit, h) - self.caution * fire
        else:
            value = self.ground.values[h] - self.caution * fire
        if self.weights.strike:
            value += self.weights.strike * strike(g, unit.side, unit.face, h)
        return value, fire

    def plain(self, g: PanzerBlitz, unit: Unit, h: Hex) -> float:
        """How much it likes a hex with nothing special."""
        value, fire = self.at(g, unit, h)
        return value - 2.0 * fire if self.thin else value

    def promises(self, h: Hex, least: float) -> bool:
        """May a plain hex be worth so much? Its fire need not be looked at if not."""
        return self.ground.values[h] + self.more >= least


def outlook(g: PanzerBlitz, unit: Unit) -> Outlook:
    """The objectives a unit moves towards, how much it wants them, and how much it minds whose fire."""
    side, goals = unit.side, wanted(g, unit)
    takes = attacks(g, side) or any(g.control.get(x) != side for x in goals)
    return outlook_of(g, side, unit.type, unit.steps, goals, takes)


@fact
def outlook_of(g: PanzerBlitz, side: str, kind: str, steps: int, goals: tuple[Hex, ...], takes: bool) -> Outlook:
    """The same for all units of a type with so many steps, whether they take the objectives or hold them."""
    weights, what = g.effective_weights(BY_HAND), TYPES[kind]
    face, mode, thin = what.faces[steps - 1], what.mode, what.cls in THIN_SKINNED
    eager, caution = weights.eager if takes else weights.content, weights.caution * (weights.calm - hurry(g))
    shot = weights.strike * most_power(marks(g, side, face)) if weights.strike else 0.0
    fire = sum([power for _, _, power in threats(g, side, what.armored, face.defense).firers]) if caution < 0 else 0.0
    ground = ground_for(g.scenario_id, mode, goals, eager, weights.cover)
    near = beside(g, side) if weights.storm and what.infantry else frozenset()
    special = _special(objectives(g), (*g.mines, *g.wrecks, *g.ips), near)
    every = ways(g.land, mode, goals)
    more = ROUNDING + shot - caution * fire
    built = frozenset((*g.wrecks, *g.ips))
    return Outlook(weights, goals, every, eager, caution, near, special, ground, built, thin, more)


@fact
def beside(g: PanzerBlitz, side: str) -> frozenset[Hex]:
    """The hexes next to the enemies a side knows of."""
    return frozenset(n for enemy in known_enemies(g, side) for n in GRID.neighbours[enemy.place])


@lru_cache(maxsize=256)
def _special(goals: tuple[Hex, ...], lying: tuple[Hex, ...], beside: frozenset[Hex]) -> frozenset[Hex]:
    """Objectives, mines, wrecks, positions, hexes to assault from."""
    return frozenset((*goals, *lying, *beside))


def place_value(g: PanzerBlitz, unit: Unit, h: Hex, look: Outlook | None = None) -> float:
    """How much a unit likes a hex: near the objectives, in cover, out of fire."""
    look = look or outlook(g, unit)
    value, fire = look.at(g, unit, h)
    if h in objectives(g):
        first = g.control.get(h) != unit.side or not held(g, unit, h)
        value += look.weights.objective if first else look.weights.second
    if h in g.mines and h != unit.place:
        value -= 1.5 if h in look.goals else 6.0
    if look.thin:
        value -= 2.0 * fire
    return value + look.weights.storm if h in look.beside else value


def held(g: PanzerBlitz, unit: Unit, h: Hex) -> bool:
    """Does another undisrupted unit of the side stand there?"""
    return any(u.id != unit.id and u.side == unit.side and not u.disrupted for u in g.here(h))


@fact
def best_step(g: PanzerBlitz, unit: Unit) -> float:
    """What a unit could gain by going to the best hex within a short move."""
    if unit.what.gun or why_not_move(g, unit) is not None:
        return -9.0
    look = outlook(g, unit)
    hexes, special = look.ground.ranked(unit.place, min(SHORT_MOVE, unit.face.ma)), look.special
    aside = [h for h in hexes if h in special]
    best = max([place_value(g, unit, h, look) for h in aside if why_not_in(g, unit, h) is None], default=-inf)
    for h in hexes:
        if h in special:
            continue
        if not look.promises(h, best):
            break
        value = look.plain(g, unit, h)
        if value > best and why_not_in(g, unit, h) is None:
            best = value
    return best - place_value(g, unit, unit.place, look) if best > -inf else -9.0


@fact
def goal_of(g: PanzerBlitz, step: Moving) -> Hex:
    """The hex that a unit on the move likes best of all it can reach, its own included."""
    unit = g.pieces[step.unit]
    reach, look = overland(g, unit, step.start, step.rate(g)), outlook(g, unit)
    best = -inf, 0, unit.place
    for h, half in reach.items():
        if h in look.special:
            best = max(best, (place_value(g, unit, h, look), -half, h))
        elif look.promises(h, best[0]):
            best = max(best, (look.plain(g, unit, h), -half, h))
    return best[2]


# ------------------------------------------------------------------ assaults


def cat_value(g: PanzerBlitz, unit: Unit, h: Hex) -> float:
    """The expected harm of a close assault by a unit and those already marked for it, less what comes back."""
    weights, friends = g.effective_weights(BY_HAND), tuple(i for i, t in g.cat.items() if t == h)
    targets = [u for u in g.of(other(unit.side), h) if not u.hidden and not u.carrier and u.inside != "fort"]
    if not targets:
        return weights.into_the_unseen if any(u.hidden for u in g.here(h)) else 0.0
    best = 0.0
    for line in ("AP", "AT"):
        group = tuple(u.id for u in targets if u.what.armored == (line == "AT"))
        value = unit.face.at if line == "AT" else unit.face.ap
        if group and value is not None:
            best = max(best, expect(g, Attack("cat", h, (Part(line, (*friends, unit.id), group),))))
    prize = weights.prize * (1.0 + hurry(g)) if h in objectives(g) else 0.0
    return best + prize - weights.answer * reaction_value(g, h, unit, targets)


def reaction_value(g: PanzerBlitz, h: Hex, unit: Unit, targets: list[Unit]) -> float:
    """The harm that defenders can be expected to do to an attacker before it strikes."""
    line = "AT" if unit.what.armored else "AP"
    firers = tuple(u.id for u in targets if (u.face.at if line == "AT" else u.face.ap) is not None)
    return expect(g, Attack("reaction", unit.place, (Part(line, firers, (unit.id,)),))) if firers else 0.0


@fact
def assault_pays(g: PanzerBlitz, unit: Unit) -> bool:
    """Is there a close assault worth making from where a unit stands?"""
    near = [h for h in GRID.neighbours[unit.place] if h in g.at or h in g.forts]
    hexes = [h for h in near if why_not_cat(g, unit, h) is None]
    return any(cat_pays(g, unit, h) for h in hexes)


def cat_pays(g: PanzerBlitz, unit: Unit, h: Hex) -> bool:
    """Is a close assault of a hex worth making?"""
    return cat_value(g, unit, h) > g.effective_weights(BY_HAND).worth_an_assault


def overrun_pays(g: PanzerBlitz, side: str, h: Hex) -> bool:
    """Would the tanks nearby gain more by an overrun than reaction fire costs them?"""
    targets = [u for u in g.of(other(side), h) if not u.hidden and u.inside != "fort" and not u.carrier]
    tanks = [u for u in active(g) if "OVR" in u.what.codes and u.fresh and not u.carrier]
    near = [u for u in tanks if GRID.distance(u.place, h) <= 3 and u.face.defense >= 3]
    if not near or not targets:
        return False
    soft = tuple(u.id for u in targets if not u.what.armored)
    armor = tuple(u.id for u in targets if u.what.armored)
    part = Part("AP", tuple(u.id for u in near), soft) if soft else Part("AT", tuple(u.id for u in near), armor[:1])
    weights = g.effective_weights(BY_HAND)
    gain = expect(g, Attack("overrun", h, (part,))) + (weights.prize if h in objectives(g) else 0.0)
    return gain - weights.answer * reaction_value(g, h, near[0], targets) > weights.worth_an_overrun


# ------------------------------------------------------------------ what is asked


def move_value(g: PanzerBlitz, unit: Unit) -> float:
    """Whether to pick a unit for a move: to come in, to assault, or to better its place; a lone holder stays."""
    if not unit.place:
        return 45.0 + worth(unit)
    if unit.what.infantry and assault_pays(g, unit):
        return 50.0
    alone = unit.place in objectives(g) and not held(g, unit, unit.place)
    if alone and g.control.get(unit.place) == unit.side:
        return 0.0
    gain = best_step(g, unit)
    return 40.0 + min(5.0, gain) if gain > g.effective_weights(BY_HAND).worth_a_move else 0.0


def moving(g: PanzerBlitz, side: str, step: MoveUnit, action: Action) -> float:
    """The best hex in reach, an assault or assault fire that pays, or to stop, for the next unit if there is one."""
    unit = g.pieces[step.unit]
    match action:
        case Go(hex) if g.holder(hex) == other(side):
            return -9.0
        case Go(hex):
            return THERE if hex == goal_of(g, step) else ELSEWHERE
        case MoveNext(piece):
            value = move_value(g, g.pieces[piece])
            return 0.2 + value / 1000 if value > WORTH_MOVING_ON else -5.0
        case Assault(hex):
            return 9.0 if cat_pays(g, unit, hex) else -3.0
        case AwaitFire():
            return 0.35 if spent_points(g, unit) and something_to_shoot(g, unit) else -1.0
    return _DEEDS.get(type(action), -2.0)


def going(g: PanzerBlitz, side: str, step: MoveUnit, actions: Sequence[Action]) -> list[float | None]:
    """What each of some answers that lead to a hex is worth; None for any other."""
    foe, goal = other(side), goal_of(g, step)
    return [
        None
        if not isinstance(action, Go)
        else -9.0
        if action.hex in g.at and g.holder(action.hex) == foe
        else THERE
        if action.hex == goal
        else ELSEWHERE
        for action in actions
    ]


_DEEDS: dict[type[Action], float] = {
    TakeCover: 1.0,
    SeekHullDown: -1.5,
    LeaveWork: -8.0,
    KeepOffRoads: -50.0,
}


def approach(g: PanzerBlitz, side: str, step: Approach, action: Action) -> float:
    """The charge as soon as it can be made; until then nearer to the target, out of fire."""
    unit = g.pieces[step.unit]
    match action:
        case Charge():
            return 9.0
        case Go(hex) if g.holder(hex) == other(side):
            return -9.0
        case Go(hex):
            return -GRID.distance(hex, step.against) - 0.1 * danger(g, unit, hex)
    return -5.0


def into_works(g: PanzerBlitz, side: str, step: GoIn, action: Action) -> float:
    """Under cover, whoever can."""
    return 0.0 if action == Press(STAY_OUT) else 2.0 if action == Press(ALL_IN) else 1.0


def something_to_shoot(g: PanzerBlitz, unit: Unit) -> bool:
    """Is there a target for a unit that stops for Assault Fire?"""
    least, alone = g.effective_weights(BY_HAND).worth_a_shot, shooters(g, [unit.id])
    return any(
        shot_value(g, "assault", unit.side, h, alone) > least
        for h in g.hexes_of(other(unit.side))
        if GRID.distance(unit.place, h) <= unit.face.range
    )


def advance(g: PanzerBlitz, side: str, step: Advance, action: Action) -> float:
    """Onto objectives always, elsewhere if the hex is better than the one held."""
    if not isinstance(action, Pick):
        return 0.5 if isinstance(action, Press) else -9.0
    unit = g.pieces[action.piece]
    if step.hex in objectives(g):
        return 1.0 + (0.5 if unit.what.infantry else 0.0)
    return 0.5 + place_value(g, unit, step.hex) - place_value(g, unit, unit.place)


def overrunners(g: PanzerBlitz, side: str, step: OverrunMuster, action: Action) -> float:
    """The best tanks first; then the charge."""
    return 0.5 + worth(g.pieces[action.piece]) if isinstance(action, Pick) else 0.8
