"""How a sensible player fights Sidi Zahran: the attacker goes for the works, the defender stands on them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import msgspec
from msgspec.structs import replace

from grognard.board.hexes.grid import Hex
from grognard.engine import Action, Judge, Pick, Weight, chance_ahead
from grognard.engine.core.cache import Memory
from grognard.engine.core.fact import fact
from grognard.games.folio.mind.doctrine import Doctrine, Pull
from grognard.games.folio.mind.weights import BY_HAND
from grognard.games.folio.rules.clauses import Folio
from grognard.games.folio.rules.movement import Movement, movable
from grognard.games.folio.rules.pace import moves
from grognard.games.folio.rules.sidi_zahran import Zahran, desert, won_from
from grognard.games.folio.rules.state import ELIMINATED, Battle, Unit

STRONGER = 0.001  # what a point of attack adds to the wish to move first: it breaks ties, and no more

SUMS = Memory()  # of combats, by all that bears on them


class DesertDoctrine(Doctrine):
    """Objectives pull both sides; the attacker more as the clock runs."""

    def movement(self, g: Any, step: Movement, action: Action) -> float:
        """The strongest go first, and have the best places."""
        return self.movements(g, step, [action])[0]

    def movements(self, g: Any, step: Movement, actions: Sequence[Action]) -> list[float]:
        left, moved, pieces, printed = step.left, g.moved, g.pieces, g.printed
        return [
            (-1.0 if (piece := action.piece) in left or piece in moved else 0.5) + STRONGER * printed(pieces[piece])[0]
            if type(action) is Pick
            else Doctrine.movement(self, g, step, action)
            for action in actions
        ]

    def contacts(self, g: Any, unit: Unit, hexes: list[Hex]) -> list[float]:
        """All at once: nothing is added to what a place beside the enemy is worth in every battle."""
        return self.reached(g, unit, hexes)

    def pull(self, g: Any, unit: Unit) -> Pull:
        """Nearness to the objectives not yet held, and standing on one."""
        return draws(g.scenario_id, open_goals(g, unit.side), *keenness(g, unit.side)).__getitem__

    def attack_worth(self, g: Any, target: Unit, *, mobile: bool) -> float:
        """Whoever stands on an objective is worth more."""
        prize: float = g.effective_weights(BY_HAND).prize * g.rules.objectives.get(target.place, 0)
        return Doctrine.attack_worth(self, g, target, mobile=mobile) + prize

    def sums(self, g: Any, battle: Battle) -> tuple[int, int, int]:
        """What was found before of the same units in the same places."""
        pieces = g.pieces
        units = (pieces[battle.target], *[pieces[u] for u in battle.attackers])
        key = (g.rules, units, battle.attack, battle.defense, battle.bombardment)
        return SUMS.recall(key, lambda: Doctrine.sums(self, g, battle))

    def reserve(self, g: Any, battle: Battle, side: str) -> float:
        """The markers at hand serve every combat alike."""
        used = battle.attack if side == g.current else battle.defense
        return at_hand(g.markers.get(side, ()), 2 - len(used))


@fact
def open_goals(g: Any, side: str) -> tuple[int, ...]:
    """The objectives, by their numbers, that still draw a side."""
    return tuple([i for i, goal in enumerate(g.rules.objectives) if _draws(g, side, goal)])


def _draws(g: Any, side: str, goal: Hex) -> bool:
    there = g.unit_at(goal)
    return (side != g.rules.attacker or g.control[goal] != side) and (there is None or there.side != side)


def keenness(g: Any, side: str) -> tuple[float, float]:
    """How much each point of an objective draws a side from afar, and when it stands there."""
    weights = g.effective_weights(BY_HAND)
    return (weights.near, weights.on) if side == g.rules.attacker else (weights.cover, weights.hold)


@lru_cache(maxsize=1024)
def at_hand(markers: tuple[int, ...], slots: int) -> float:
    """8.3 What markers can add in so many slots: the best of different values, or the same twice."""
    offers = sorted(map(float, set(markers)), reverse=True)
    return sum((offers * 2)[:slots]) if offers else 0.0


@lru_cache(maxsize=64)
def attraction(scenario: str, near: float, on: float) -> tuple[dict[Hex, tuple[float, ...]], dict[Hex, float]]:
    """What each objective is worth from every hex but itself, and what it is worth to stand on one."""
    rules = desert(scenario)
    goals, distance = rules.objectives, rules.ground.grid.distance
    afar = {
        h: tuple(near * points / (1 + distance(h, goal)) if h != goal else 0.0 for goal, points in goals.items())
        for h in rules.ground.grid.hexes
    }
    return afar, {h: on * goals.get(h, 0) for h in rules.ground.grid.hexes}


@lru_cache(maxsize=1024)
def draws(scenario: str, goals: tuple[int, ...], near: float, on: float) -> dict[Hex, float]:
    """What each hex is worth while these objectives draw."""
    afar, there = attraction(scenario, near, on)
    return {h: there[h] + sum([worth[i] for i in goals]) for h, worth in afar.items()}


DOCTRINE = DesertDoctrine()


# -------------------- Moods in which a movement phase of Sidi Zahran is planned

MASSES = 8  # enemies against whom massing is thought of
PLACE, TARGET = 6.0, 0.4  # what a hex of one's own and an enemy to mass against are worth
SPARE = 6  # points of attack beyond the defence at which no more units are sent


class Mood(msgspec.Struct, frozen=True):
    """How doctrine is bent while a movement phase is drawn."""

    fear: float = BY_HAND.fear
    mass: float = 1.0  # what targets within reach count
    hold: float = 0.0  # what leaving an objective costs
    draw: float = 1.0  # how much objectives pull
    goal: Hex = ""  # the one that pulls most
    target: str = ""  # an enemy to mass against
    places: tuple[tuple[str, Hex], ...] = ()  # units with a hex of their own
    any_order: bool = False  # or do the strongest go first?


TEMPERS = (
    Mood(),
    Mood(mass=1.6, draw=0.6),
    Mood(hold=5.0),
    Mood(fear=0.02),
    Mood(fear=0.12),
    Mood(hold=5.0, mass=1.6),
)
IN_ANY_ORDER = tuple(replace(mood, any_order=True) for mood in TEMPERS)


class MoodDoctrine(DesertDoctrine):
    """Doctrine in a mood; only what movement asks is bent."""

    def __init__(self, mood: Mood) -> None:
        self.mood, self.places = mood, dict(mood.places)

    def movement(self, g: Any, step: Movement, action: Action) -> float:
        """Who goes first, as the mood has it."""
        judged = Doctrine.movement if self.mood.any_order else DesertDoctrine.movement
        return judged(self, g, step, action)

    def pull(self, g: Any, unit: Unit) -> Pull:
        """Objectives as the mood has it, and a hex of one's own."""
        near, on = attraction(g.scenario_id, *keenness(g, unit.side))
        goals = list(g.rules.objectives)
        drawn = [(i, self._weight(goals[i])) for i in open_goals(g, unit.side)]
        place = self.places.get(unit.id)
        return lambda h: PLACE * (h == place) + on[h] + sum([weight * near[h][i] for i, weight in drawn])

    def _weight(self, goal: Hex) -> float:
        if not self.mood.goal:
            return self.mood.draw
        return 3.0 if goal == self.mood.goal else 0.5

    def weigh(self, g: Any, step: Movement, hexes: list[Hex]) -> dict[Hex, float]:
        """Who stands on an objective may be loath to leave it."""
        found = DesertDoctrine.weigh(self, g, step, hexes)
        here = g.pieces[step.unit].place
        if here in g.rules.objectives:
            found[here] = found.get(here, 0.0) + self.mood.hold
        return found

    def contacts(self, g: Any, unit: Unit, hexes: list[Hex]) -> list[float]:
        return [self.contact(g, unit, h) for h in hexes]

    def contact(self, g: Any, unit: Unit, h: Hex) -> float:
        """Targets and danger as the mood has it."""
        foes = [u for u in g.beside(h) if u.side != unit.side]
        defense = g.printed(unit)[1]
        best = max((self._target(e, self.chance(g, unit, e)) for e in foes), default=0.0)
        return float(best - self.mood.fear * max(0, sum(g.printed(e)[0] for e in foes) - 2 * defense))

    def _target(self, enemy: Unit, chance: float) -> float:
        gain = self.mood.mass * chance
        return 2 * gain + TARGET if enemy.id == self.mood.target else gain


def moods(g: Any, side: str) -> Sequence[Judge]:
    """Every temper, every objective that is not one's own, and every enemy that can be massed against."""
    step = g.steps[-1]
    if not isinstance(step, Movement):
        return ()
    wanted = [Mood(goal=h) for h in g.rules.objectives if g.control[h] != side]
    found = [*TEMPERS, *masses(g, side, mobile=step.mobile)[:MASSES], *wanted, *IN_ANY_ORDER]
    return [MoodDoctrine(mood).judge for mood in found]


def masses(g: Any, side: str, *, mobile: bool) -> list[Mood]:
    """Against each enemy within reach: the strongest first, each to a hex of his own beside him, until it suffices."""
    names = g.rules.ground.names
    reach = {u.id: {names[i] for i in moves(g, u).stops} for u in movable(g, mobile=mobile)}
    found = []
    for enemy in g.units(g.foe(side)):
        if (mass := massed(g, side, enemy, reach)) is not None:
            found.append(mass)
    return [mood for _, mood in sorted(found, key=lambda pair: -pair[0])]


def massed(g: Any, side: str, enemy: Unit, reach: dict[str, set[Hex]]) -> tuple[float, Mood] | None:
    """The units that mass against an enemy, and what it is worth; None if nobody can."""
    ground = g.rules.ground
    around = {n: g.unit_at(n) for n in ground.neighbours[enemy.place]}
    there = [u for u in around.values() if u is not None and u.side == side]
    free = [n for n, u in around.items() if u is None]
    places = {u.id: u.place for u in there if u.id in reach}
    force = sum(g.printed(u)[0] for u in there)
    need = g.printed(enemy)[1] + ground.lines[enemy.place]
    present = {u.id for u in there}
    for unit in sorted((g.pieces[u] for u in reach if u not in present), key=lambda u: -g.printed(u)[0]):
        open_to = [h for h in free if h in reach[unit.id]]
        if open_to and g.printed(unit)[0] and force < need + SPARE:
            places[unit.id] = best = max(open_to, key=ground.lines.__getitem__)
            free.remove(best)
            force += g.printed(unit)[0]
    if not places or force < 2:
        return None
    worth = force - need + g.rules.objectives.get(enemy.place, 0)
    return worth, Mood(target=enemy.id, places=tuple(sorted(places.items())))


# -------------------- What a position of Sidi Zahran promises

HELD, DESTROYED, DEPLETED = 0.9, 1.75, 0.85  # what an objective's point, a unit and a step are worth at the end
FORCE = 0.54  # what each point of attack more promises, if all turns are still to come
PRESSED = 0.2  # what force enough beside an objective adds to each of its points
TO_COME = 3.3  # what the attacker wins on top
NEED = 4  # points of attack beyond the defence that make an attack promising
UNSURE, A_TURN = 2.4, 0.5  # how uncertain the end is, and what each turn still to come adds to that


def value(g: Zahran, side: str) -> float:
    """4.0 The chance of victory, half a draw included: 0 is lost, 1 is won."""
    rules = g.rules
    if g.result is not None:
        attacker = 0.5 if not g.result.winners else float(rules.attacker in g.result.winners)
    else:
        left = rules.turns - g.turn + (0.5 if g.current == rules.sides[1] else 1.0)
        points, unsure = expected(g, left), UNSURE + A_TURN * left
        won, drawn = won_from(rules.battle, rules.attacker), won_from(rules.battle, rules.defender) + 1
        attacker = (chance_ahead(points - won + 0.5, unsure) + chance_ahead(points - drawn + 0.5, unsure)) / 2
    return attacker if side == rules.attacker else 1 - attacker


def expected(g: Zahran, left: float) -> float:
    """The difference of points to expect after the last turn, with so many turns still to come."""
    rules = g.rules
    share, goals = left / rules.turns, rules.objectives
    held = sum(points for h, points in goals.items() if g.control[h] == rules.attacker)
    total = TO_COME + HELD * (1 - share) * held + PRESSED * sum(p * pressed(g, h) for h, p in goals.items())
    for side, sign in ((rules.attacker, 1), (rules.defender, -1)):
        force = sum(g.printed(u)[0] for u in g.units(side))
        worn = sum(u.depleted for u in g.units(side))
        lost = sum(g.pieces[u].side == side for u in g.at.get(ELIMINATED, ()))
        total += sign * (FORCE * share * force - DEPLETED * worn - DESTROYED * lost)
    return total


def weighs(g: Zahran, side: str) -> tuple[Weight, ...]:
    """4.0 Objectives, and what both sides have lost."""
    rules, foe = g.rules, g.foe(side)
    held = float(sum(points for h, points in rules.objectives.items() if g.control[h] == rules.attacker))
    attacks = side == rules.attacker
    goals = Weight(f"points of objectives in {'your' if attacks else 'enemy'} hands", held, attacks)
    return goals, *losses(g, side, foe)


def losses(g: Folio, side: str, foe: str) -> tuple[Weight, ...]:
    """Units destroyed and units reduced, on either side."""
    gone = [g.pieces[u].side for u in g.at.get(ELIMINATED, ())]
    worn = {one: sum(u.depleted for u in g.units(one)) for one in (side, foe)}
    return (
        Weight("enemy units destroyed", gone.count(foe)),
        Weight("of your units destroyed", gone.count(side), wanted=False),
        Weight("enemy units reduced", worn[foe]),
        Weight("of your units reduced", worn[side], wanted=False),
    )


def pressed(g: Zahran, h: str) -> float:
    """How much of the force it takes the attacker has beside an objective that is not his yet."""
    rules = g.rules
    if g.control[h] == rules.attacker:
        return 0.0
    holder = g.unit_at(h)
    need = rules.ground.lines[h] + NEED + (g.printed(holder)[1] if holder is not None else 0)
    near = (g.unit_at(n) for n in rules.ground.neighbours[h])
    force = sum(g.printed(u)[0] for u in near if u is not None and u.side == rules.attacker)
    return min(1.5, force / need)
