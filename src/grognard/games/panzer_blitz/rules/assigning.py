"""8.1, 9.1 Attackers in a hex are assigned to what they attack there: overruns and Close Assaults do it alike."""

from __future__ import annotations

from typing import ClassVar, Self

import msgspec

from grognard.board.hexes.grid import Hex
from grognard.engine import Action, Passing, Pick, Step, Working
from grognard.games.panzer_blitz.rules.attack_report import preview
from grognard.games.panzer_blitz.rules.fire_table import Attack
from grognard.games.panzer_blitz.rules.state import PanzerBlitz

SOFT, ARMOR, FORT = "unarmored", "armor", "fortification"
TARGETS = {SOFT: "what is unarmored", ARMOR: "the armor", FORT: "the fortification"}


class Assigning(Step, frozen=True):
    """After Reaction Fire one attacker after the other is assigned; nobody is asked where there is but one way."""

    hex: Hex
    attackers: tuple[str, ...]
    assigned: tuple[tuple[str, str], ...] = ()  # attacker -> what it attacks
    asks: ClassVar[tuple[str, str]]  # what is asked, and by which rule
    called: ClassVar[str]  # the attack, over its working

    def run(self, g: PanzerBlitz) -> None:
        able = self._able(g)
        todo = self._todo(able)
        if not todo:
            return self.strike(g)
        options = self.options(g, todo[0], len(able))
        if len(options) == 1:
            return g.swap(self.given(todo[0], options[0]))
        unit, (prompt, cite) = g.pieces[todo[0]], self.asks
        return g.ask(unit.side, prompt.format(name=unit.name), options, cite)

    def _able(self, g: PanzerBlitz) -> list[str]:
        """7.9.1 Attackers Disrupted by Reaction Fire take no part."""
        alive = [i for i in self.attackers if i in g.pieces and not g.pieces[i].disrupted]
        return [i for i in alive if self.options(g, i, 2)]

    def _todo(self, able: list[str]) -> list[str]:
        return [i for i in able if i not in dict(self.assigned)]

    def take(self, g: PanzerBlitz, action: Action) -> None:
        g.swap(self.given(self._todo(self._able(g))[0], action))

    def given(self, unit_id: str, action: Action) -> Self:
        """With one more attacker assigned."""
        return msgspec.structs.replace(self, assigned=(*self.assigned, (unit_id, self.word(action))))

    def passes(self, g: PanzerBlitz) -> Passing | None:
        """As in the preview of the whole: every attacker goes for what it is offered first."""
        able = self._able(g)
        unit = g.pieces[self._todo(able)[0]]
        first = self.options(g, unit.id, len(able))[0]
        target = g.pieces[first.piece].name if isinstance(first, Pick) else TARGETS[self.word(first)]
        return Passing(first, f"{unit.name} attacks {target}")

    def preview(self, g: PanzerBlitz, action: Action) -> Working | None:
        """The attack with this choice, once nobody else is left to assign."""
        todo = self._todo(self._able(g))
        attack = self.given(todo[0], action).attack(g) if len(todo) == 1 else None
        return preview(g, attack, f"{self.called} of {self.hex}") if attack else None

    def options(self, g: PanzerBlitz, unit_id: str, attackers: int) -> list[Action]:
        """What an attacker may be assigned to; a lone one may divide its strength."""
        raise NotImplementedError

    def word(self, action: Action) -> str:
        """What is attacked by such an answer."""
        raise NotImplementedError

    def attack(self, g: PanzerBlitz) -> Attack | None:
        """The attack as assigned so far, or None if nobody attacks."""
        raise NotImplementedError

    def strike(self, g: PanzerBlitz) -> None:
        """All are assigned: attack."""
        raise NotImplementedError
