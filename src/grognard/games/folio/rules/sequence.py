"""4.0 The sequence of play: game turns of two player turns, player turns of phases."""

from __future__ import annotations

from grognard.engine import Step
from grognard.games.folio.rules.clauses import Folio

PHASES = ("Movement", "Combat", "Mobile Movement", "Mobile Combat")


class GameTurn(Step, frozen=True):
    """4.0 One game turn: first player, second player; victory after the last."""

    number: int

    def run(self, g: Folio) -> None:
        rules = g.rules
        if self.number > rules.turns:
            return g.finish(rules.victory(g))
        g.turn = self.number
        first, second = rules.sides
        turns = PlayerTurn(first), PlayerTurn(second), EndOfTurn(), GameTurn(self.number + 1)
        g.swap(*rules.begin_turn(g), *turns)


class PlayerTurn(Step, frozen=True):
    """4.1 One player turn: nobody has moved, attacked, retreated or advanced yet."""

    side: str

    def run(self, g: Folio) -> None:
        g.current = self.side
        g.moved, g.attacked, g.advanced, g.retreated = {}, {}, {}, {}
        g.tell("FO-4.0.1", "Turn {turn}: {side}", turn=g.turn, side=self.side)
        g.swap(*g.rules.player_turn(self.side))


class Phase(Step, frozen=True):
    """4.1 A phase begins."""

    name: str

    def run(self, g: Folio) -> None:
        g.phase = self.name
        g.defended = {}
        g.shelled = {}
        g.rules.begin_phase(g)
        g.done()


class EndOfTurn(Step, frozen=True):
    """4.1 Markers come off the map; hexes may be bombarded again next turn."""

    def run(self, g: Folio) -> None:
        g.bombarded = {}
        g.rules.end_turn(g)
        g.done()
