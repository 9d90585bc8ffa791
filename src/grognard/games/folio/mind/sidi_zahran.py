"""How a sensible player fights Sidi Zahran: the attacker goes for the works, the defender stands on them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from grognard.board.hexes.grid import Hex
from grognard.engine import Action, Pick
from grognard.engine.core.cache import Memory
from grognard.engine.core.fact import fact
from grognard.games.folio.mind.doctrine import Doctrine, Pull
from grognard.games.folio.mind.weights import BY_HAND
from grognard.games.folio.rules.movement import Movement
from grognard.games.folio.rules.sidi_zahran import desert
from grognard.games.folio.rules.state import Battle, Unit

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
        prize: float = g.weighed_by(BY_HAND).prize * g.rules.objectives.get(target.place, 0)
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
    weights = g.weighed_by(BY_HAND)
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
