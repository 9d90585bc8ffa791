"""8.3 Support fire: four slots in turn, each one marker or a pass."""

from __future__ import annotations

from msgspec.structs import replace

from grognard.engine import Action, Press, Refusal, Step, Working
from grognard.games.folio.rules.differential import preview
from grognard.games.folio.rules.results import Resolve
from grognard.games.folio.rules.state import Apply, Battle, Folio

PASS = Press("Pass")
SLOTS = 4  # attacker, defender, attacker, defender


class Support(Step, frozen=True):
    """8.3, 8.4.1 The markers of one combat or bombardment; then the die."""

    battle: Battle
    slot: int = 0

    def run(self, g: Folio) -> None:
        if self.slot == SLOTS:
            return g.swap(*g.rules.before_roll(g, self.battle), Resolve(self.battle))
        side = self.side(g)
        actions = g.rules.support(g, self.battle, side)
        if not actions:
            return g.swap(replace(self, slot=self.slot + 1))
        if not self._compulsory():
            actions = [*actions, PASS]
        target = g.pieces[self.battle.target]
        role = "attack on" if side == g.current else "defense of"
        g.ask(side, f"Support the {role} {g.name(target)} in {self.battle.hex}?", actions, "FO-8.3.2")

    def side(self, g: Folio) -> str:
        """8.3 Attacker, defender, attacker, defender."""
        return g.current if self.slot % 2 == 0 else g.foe(g.current)

    def _compulsory(self) -> bool:
        """8.4.1 Without a first marker there is no bombardment."""
        return self.battle.bombardment and self.slot == 0

    def take(self, g: Folio, action: Action) -> None:
        battle, side = self.battle, self.side(g)
        if action != PASS:
            value = g.rules.apply(g, battle, side, action)
            g.tell("FO-8.3.1", "{side} support +{value} at {hex}", side=side, value=value, hex=battle.hex)
            battle = self._with(g, value)
        g.swap(Support(battle, self.slot + 1))

    def _with(self, g: Folio, value: int) -> Battle:
        """The combat with one more marker of the side whose slot it is."""
        if self.side(g) == g.current:
            return replace(self.battle, attack=(*self.battle.attack, value))
        return replace(self.battle, defense=(*self.battle.defense, value))

    def why_not(self, g: Folio, side: str, action: Action) -> Refusal | None:
        if action == PASS:
            return Refusal("FO-8.4.1.2")
        return g.rules.why_not_support(g, self.battle, side, action)

    def passes(self, g: Folio) -> Action | None:
        return None if self._compulsory() else PASS

    def preview(self, g: Folio, action: Action) -> Working | None:
        return preview(g, self._with(g, action.value) if isinstance(action, Apply) else self.battle)
