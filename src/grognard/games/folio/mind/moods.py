"""Moods in which a movement phase of Sidi Zahran is planned: bolder, safer, for one objective, against one enemy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from grognard.board.hexes.grid import Hex
from grognard.engine import Action, Judge
from grognard.games.folio.mind.doctrine import Doctrine, Pull
from grognard.games.folio.mind.sidi_zahran import DesertDoctrine, attraction, keenness, open_goals
from grognard.games.folio.mind.weights import BY_HAND
from grognard.games.folio.rules.data import LINES
from grognard.games.folio.rules.movement import Movement, movable
from grognard.games.folio.rules.pace import moves
from grognard.games.folio.rules.state import Unit

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
    need = g.printed(enemy)[1] + LINES[ground.terrain[enemy.place]]
    present = {u.id for u in there}
    for unit in sorted((g.pieces[u] for u in reach if u not in present), key=lambda u: -g.printed(u)[0]):
        open_to = [h for h in free if h in reach[unit.id]]
        if open_to and g.printed(unit)[0] and force < need + SPARE:
            places[unit.id] = best = max(open_to, key=lambda h: LINES[ground.terrain[h]])
            free.remove(best)
            force += g.printed(unit)[0]
    if not places or force < 2:
        return None
    worth = force - need + g.rules.objectives.get(enemy.place, 0)
    return worth, Mood(target=enemy.id, places=tuple(sorted(places.items())))
