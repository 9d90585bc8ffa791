"""What an answer would come to, on what a side knows: tried in a copy, without a die of the match."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from grognard.engine.core.action import Action
from grognard.engine.core.decision import Ask
from grognard.engine.core.dice import NO_DICE, OutOfDice
from grognard.engine.core.step import names_in
from grognard.engine.game.mind import NEVER, phase_now
from grognard.engine.match.bearings import Bearings
from grognard.engine.match.draft import Came, Draft

SEED = 7  # of the deal: the same plan for the same order in the same view
LONGEST_FIGHT, MOST_DICE = 60, 200  # answers and dice of all until the matter is over that a halting answer began


class MiddlingDice:
    """Every die shows its middle: what a plan supposes when it looks beyond a roll. Equal rolls may be rolled again."""

    def __init__(self) -> None:
        self.left = MOST_DICE

    def pick(self, n: int) -> int:
        """The outcome in the middle."""
        self.left -= 1
        if self.left < 0:
            raise OutOfDice("nobody can tell what comes of this")
        return n // 2


class Trial(Bearings):
    """Answers judged and tried in copies of a position that the side knows."""

    worth: dict[Action, float]  # of the answers to the question that is looked at
    ordered: frozenset[str]

    def known(self) -> Any:
        """The position with everything hidden dealt again, and no dice."""
        known = self.game.rules.determinize(self.match.state, self.side, Random(SEED))
        known.dice = NO_DICE
        known.advance()
        return known

    def own(self, g: Any, action: Action) -> str:
        """The unit of one's own side that an answer names; "" if it names none."""
        unit: str = getattr(action, "piece", "")
        return unit if unit in g.pieces and g.pieces[unit].side == self.side else ""

    def mine_alone(self, g: Any) -> bool:
        """Is the side asked, and nobody else?"""
        return g.result is None and [ask.side for ask in g.asks] == [self.side]

    def sensible(self, g: Any, ask: Ask, answers: Sequence[Action]) -> list[Action]:
        """What somebody sensible would answer: not what is never right, if there is anything else."""
        if len(answers) < 2:
            self.worth = dict.fromkeys(answers, 0.0)
            return list(answers)
        self.worth = dict(zip(answers, self.game.mind.judged(g, self.side, answers), strict=True))
        return [action for action in answers if self.worth[action] > NEVER] or list(answers)

    def best(self, answers: Sequence[Action]) -> Action:
        """The best by judgement; between equals the first."""
        return max(answers, key=lambda action: self.worth.get(action, 0.0))

    def names_target(self, g: Any) -> bool:
        """Is the question about an enemy who was named?"""
        return any(name in g.pieces and g.pieces[name].side != self.side for name in names_in(g.steps[-1]))

    def tried(self, g: Any, action: Action, allowed: Sequence[str] | None = None) -> Came:
        """What an answer comes to, on what the side knows. Nothing at all if it would move somebody not ordered."""
        step = g.steps[-1]
        route = step.route(g, action)
        twin = g.clone()
        try:
            if route is not None and not route.ends:
                twin.swap(twin.steps[-1].walked(twin, action))
                twin.memo = {}
                twin.advance()
            else:
                twin.answer(self.side, action)
        except OutOfDice:
            return Came(None, "a die falls", route)
        if self._moves_others(g, twin):
            return Came()
        if twin.revealed and route is None:
            return Came(None, "something is shown", route)
        if twin.result is None and [ask.side for ask in twin.asks] != [self.side]:
            return Came(None, "the other side is asked", route)
        return Came(twin, "", route)

    def _moves_others(self, before: Any, after: Any) -> bool:
        """Would it move a unit of one's own that was not ordered?"""
        if self.command.whole or before.pieces is after.pieces:
            return False
        for unit, piece in after.pieces.items():
            if piece.side == self.side and unit not in self.ordered:
                was = before.pieces.get(unit)
                if was is not piece and (was is None or was.place != piece.place):
                    return True
        return False

    # ------------------------------------------------------------ beyond a halt

    def beyond(self, draft: Draft, begun: Any) -> Any:
        """The position after a row that halts, once the matter it began is over; None where nobody can tell.

        Every die shows its middle, and all answer as judgement would. It serves to foresee what else would be done in
        this phase: a plan is carried out no farther than to its first halt.
        """
        signed, phase, kind = self.command.signed, phase_now(begun), type(begun.steps[-1])
        depth = min(len(begun.steps), signed.depth) if signed is not None else len(begun.steps)
        mid = depth < len(begun.steps)  # a fight is on
        g = draft.doings[-1].g.clone()
        g.dice = MiddlingDice()
        try:
            g.answer(self.side, draft.answers[-1])
            for _ in range(LONGEST_FIGHT):
                if g.result is not None or phase_now(g) != phase or not g.asks:
                    return None
                if self.mine_alone(g):
                    if len(g.steps) < depth or (len(g.steps) == depth and (mid or type(g.steps[-1]) is kind)):
                        g.dice = NO_DICE
                        return g
                elif len(g.steps) <= depth:
                    return None  # it is somebody else's turn to act
                ask = g.asks[0]
                answers = self.game.mind.considered(g, ask)
                worth = self.game.mind.judged(g, ask.side, answers) if len(answers) > 1 else [0.0]
                g.answer(ask.side, answers[max(range(len(answers)), key=worth.__getitem__)])
        except OutOfDice:
            return None
        return None
