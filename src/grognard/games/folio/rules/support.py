"""8.3 Support fire: four slots in turn, each one marker or a pass."""

from __future__ import annotations

from msgspec.structs import replace

from grognard.engine import Action, Press, Refusal, Step, Working
from grognard.games.folio.rules.clauses import Fire, Folio
from grognard.games.folio.rules.differential import preview, summary
from grognard.games.folio.rules.movement import BACK
from grognard.games.folio.rules.names import title
from grognard.games.folio.rules.results import Resolve
from grognard.games.folio.rules.state import Apply, Battle

PASS = Press("Pass")
SLOTS = 4  # attacker, defender, attacker, defender


def open_fire(g: Folio, battle: Battle) -> None:
    """8.4, 8.6 A bombardment can no longer be called off; a hex once a game turn, a unit once a phase."""
    g.bombarded[battle.hex] = True
    g.shelled[battle.target] = True
    g.tell(
        "FO-8.4.2",
        "{side} bombardment of {target} in {hex}",
        hexes=(battle.hex,),
        side=g.current,
        target=g.name(g.pieces[battle.target]),
        hex=battle.hex,
    )
    g.rules.declared(g, battle)


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
        actions = [*actions, BACK if self._opens() else PASS]
        g.ask(side, self._prompt(g, side), actions, "FO-8.4.1.2" if self.battle.bombardment else "FO-8.3.2")

    def _prompt(self, g: Folio, side: str) -> str:
        """Which slot of whose it is, and how the combat stands."""
        battle = self.battle
        target = f"{title(g, g.pieces[battle.target])} in {battle.hex}"
        if battle.bombardment:
            what = f"bombardment of {target}" if side == g.current else f"counter-battery fire for {target}"
        else:
            what = f"support for the {'attack on' if side == g.current else 'defense of'} {target}"
        slot = "First" if self.slot < SLOTS // 2 else "Second"
        return f"{slot} marker, {what}" + ("" if self._opens() else f": {summary(g, battle)}")

    def side(self, g: Folio) -> str:
        """8.3 Attacker, defender, attacker, defender."""
        return g.current if self.slot % 2 == 0 else g.foe(g.current)

    def _opens(self) -> bool:
        """8.4.1 Is it the first marker of a bombardment, without which there is none?"""
        return self.battle.bombardment and self.slot == 0

    def take(self, g: Folio, action: Action) -> None:
        if action == BACK:
            return g.done()
        battle = self.battle
        if action != PASS:
            if self._opens():
                open_fire(g, battle)
            battle = self._fire(g, action)
        g.swap(Support(battle, self.slot + 1))

    def _fire(self, g: Folio, action: Action) -> Battle:
        """8.3 Use a marker."""
        side, place = self.side(g), self.battle.hex
        fire = g.rules.apply(g, self.battle, side, action)
        role = "attack on" if side == g.current else "defense of"
        words = "For the {role} {hex}: {source} +{value}"
        g.tell("FO-8.3.1", words, hexes=(place,), role=role, hex=place, source=fire.source, value=fire.value)
        return self._with(g, fire)

    def _with(self, g: Folio, fire: Fire) -> Battle:
        """The combat with one more marker of the side whose slot it is."""
        battle = self.battle
        if self.side(g) == g.current:
            return replace(battle, attack=(*battle.attack, fire.value), attack_by=(*battle.attack_by, fire.source))
        return replace(battle, defense=(*battle.defense, fire.value), defense_by=(*battle.defense_by, fire.source))

    def why_not(self, g: Folio, side: str, action: Action) -> Refusal | None:
        if action == PASS:
            return Refusal("FO-8.4.1.2") if self._opens() else None
        if action == BACK:
            return None if self._opens() else Refusal("FO-8.3.7")
        return g.rules.why_not_support(g, self.battle, side, action)

    def passes(self, g: Folio) -> Action | None:
        return None if self._opens() else PASS

    def suffers(self, g: Folio, side: str) -> bool:
        return side != g.current

    def preview(self, g: Folio, action: Action) -> Working | None:
        if action == BACK:
            return None
        return preview(g, self._with(g, Fire(action.value, "support")) if isinstance(action, Apply) else self.battle)
