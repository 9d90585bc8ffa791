"""Where things lie for a staff: goals, ways, targets, and who stands near; all as the side sees it."""

from __future__ import annotations

from functools import cached_property
from math import hypot
from typing import Any

from grognard.engine.core.action import Action
from grognard.engine.core.decision import Illegal
from grognard.engine.core.rulebook import Refusal
from grognard.engine.game.playthrough import Playthrough
from grognard.engine.match.command import Command, check, point_meant
from grognard.engine.match.plan import Point

NEAR = 0.35  # of the way to the next place: as good as there
TAKEN, BESIDE = 1.0, 0.5  # how much farther a place seems where somebody is sent already, and beside it in a screen
OFF_ROAD = 0.75  # likewise off the road


class Bearings:
    """The ground of one order, and what a side sees on it. Distances are counted in places."""

    def __init__(self, match: Playthrough, side: str, command: Command) -> None:
        self.match, self.game, self.side, self.command = match, match.game, side, command
        if match.over or match.decision.of(side) is None or match.asks_together:
            raise Illegal(Refusal("GR-3" if match.over else "GR-2"), match.game.rulebook)
        self.view, self.ground = match.view(side), match.game.face.ground(match.state.scenario_id)
        check(command, self.view, self.ground)
        self.intent, self.does = command.intent, command.does
        self.enemies = [point for point in map(self._seen_at, self.view.pieces) if point is not None]
        self.taken: list[Point] = []  # where somebody is sent already
        self.names = {piece.id: piece.name for piece in self.view.pieces}

    def _seen_at(self, piece: Any) -> Point | None:
        return point_meant(piece.id, self.view, self.ground) if piece.side != self.side and piece.place else None

    def goal(self, unit: str) -> Point | None:
        to = self.command.goal(unit)
        return point_meant(to, self.view, self.ground) if to else None

    def at(self, g: Any, unit: str) -> Point | None:
        piece = g.pieces.get(unit)
        return self.ground.stands(piece) if piece is not None and self.ground is not None else None

    def leads(self, g: Any, action: Action) -> Point | None:
        """The point of the ground that an answer sends somebody to; None if it does something else."""
        unit: str = getattr(action, "piece", "")
        if self.ground is None or unit or self.strikes(g, action):
            return None
        if (x := getattr(action, "x", None)) is not None:
            return self.ground.point(f"{x / 100},{getattr(action, 'y', 0) / 100}")
        place = getattr(action, "hex", "")
        return self.ground.point(place) if place else None

    def strikes(self, g: Any, action: Action) -> bool:
        """Does an answer act against an enemy?"""
        unit = getattr(action, "piece", "")
        if unit:
            return unit in g.pieces and g.pieces[unit].side != self.side
        step = g.steps[-1]
        return step.preview(g, action) is not None and step.route(g, action) is None

    def meant(self, g: Any, action: Action, by: str = "") -> bool:
        """Is it the enemy whom a unit is to attack, or the place?"""
        unit, place = getattr(action, "piece", ""), getattr(action, "hex", "") or getattr(action, "place", "")
        goal, to = self.goal(by), self.command.goal(by)
        if unit == to or (place and place == to):
            return True
        at = point_meant(unit, self.view, self.ground) if unit else self.ground and self.ground.point(place)
        return bool(at and goal and self.apart(at, goal) < NEAR)

    def apart(self, a: Point, b: Point) -> float:
        """How far two points are from each other, in places."""
        return hypot(a[0] - b[0], a[1] - b[1]) / (self.ground.step if self.ground is not None else 1.0)

    def threat(self, point: Point) -> float:
        """How far the nearest enemy in sight is."""
        return min((self.apart(point, enemy) for enemy in self.enemies), default=99.0)

    def distance(self, unit: str, point: Point, *, mine: bool = False) -> float:
        """How far a point seems from the goal of a unit, with what speaks against standing there."""
        goal = self.goal(unit)
        away = self.apart(point, goal) if goal is not None else 0.0
        do = self.does(unit)
        if do == "attack":
            away = max(1.0, away)
        if mine:
            return away
        if any(self.apart(point, taken) < NEAR for taken in self.taken):
            away += TAKEN
        if do == "screen" and any(NEAR <= self.apart(point, taken) < 1.6 for taken in self.taken):
            away += BESIDE
        if do == "road" and self.ground is not None:
            lies = self.ground.says(self.ground.place_at(*point)) if self._roads else ""
            away += OFF_ROAD if self._roads and "road" not in lies and "track" not in lies else 0.0
        return away

    @cached_property
    def _roads(self) -> bool:
        return self.ground is not None and bool(self.ground.place_at(*self.ground.centre(self.ground.places[0])))
