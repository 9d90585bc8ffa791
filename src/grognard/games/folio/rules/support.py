"""8.3 Support fire: four slots in turn, each one marker or a pass."""

from __future__ import annotations

from msgspec.structs import replace

from grognard.engine import Action, Passing, Press, Refusal, Step, Working
from grognard.games.folio.rules.clauses import Fire, Folio
from grognard.games.folio.rules.combat_results import Resolve, preview, summary
from grognard.games.folio.rules.movement import BACK
from grognard.games.folio.rules.state import Battle
from grognard.games.folio.rules.units import title

PASS = Press("Pass")
NO_SUPPORT = Press("No support")
SLOTS = 4  # attacker, defender, attacker, defender
NOTHING = "-"  # what is declared by NO_SUPPORT


def open_fire(g: Folio, battle: Battle) -> None:
    """8.4, 8.6 A bombardment can no longer be called off; a hex once a game turn, a unit once a phase."""
    g.bombarded = {**g.bombarded, battle.hex: True}
    g.shelled = {**g.shelled, battle.target: True}
    g.tell(
        "FO-8.4.2",
        "{side} bombardment of {target} in {hex}",
        hexes=(battle.hex,),
        side=g.current,
        target=g.name(g.pieces[battle.target]),
        hex=battle.hex,
    )
    g.rules.launched(g, battle)


def known_to(g: Folio, side: str | None) -> Folio:
    """8.3 The position as a side knows it: nothing has been declared by the other; the same if nothing was."""
    step = g.steps[-1] if g.steps else None
    if not isinstance(step, Support):
        return g
    attacker, defender = step.declared
    own = (attacker if side == g.current else "", defender if side == g.foe(g.current) else "")
    if own == step.declared:
        return g
    twin = g.clone()
    twin.steps = (*g.steps[:-1], replace(step, declared=own))
    return twin


class Support(Step, frozen=True):
    """8.3, 8.4.1 The markers of one combat or bombardment; then the die.

    `declared` is what attacker and defender chose with their first slot for their second: a marker, or NOTHING. The
    other side does not know of it before it is played.
    """

    battle: Battle
    slot: int = 0
    declared: tuple[str, str] = ("", "")

    def run(self, g: Folio) -> None:
        if self.slot == SLOTS:
            return g.swap(*g.rules.before_roll(g, self.battle), Resolve(self.battle))
        side, second = self.side(g), self._second()
        if second and self.declared[self.slot % 2]:
            return self._as_declared(g, self.declared[self.slot % 2])
        offers = g.rules.support(g, self.battle, side)
        if not offers:
            return g.swap(replace(self, slot=self.slot + 1))
        pairs = () if second else g.rules.support_by_two(g, self.battle, side)
        end = (BACK,) if self._opens() else (PASS,) if second else (PASS, NO_SUPPORT)
        cite = "FO-8.4.1.2" if self.battle.bombardment else "FO-8.3.2"
        g.ask(side, lambda: self._prompt(g, side), [*offers, *pairs, *end], cite)

    def _second(self) -> bool:
        """8.3 Is it the second slot of the side?"""
        return self.slot >= SLOTS // 2

    def _as_declared(self, g: Folio, word: str) -> None:
        """8.3 Nobody changes his mind about what he has declared; now the other side sees it too."""
        g.reveal()
        battle = self.battle if word == NOTHING else self._fire(g, g.rules.marker(word))
        g.swap(replace(self, battle=battle, slot=self.slot + 1))

    def _prompt(self, g: Folio, side: str) -> str:
        """Which slot of whose it is, and how the combat stands."""
        battle = self.battle
        target = f"{title(g, g.pieces[battle.target])} in {battle.hex}"
        if battle.bombardment:
            what = f"bombardment of {target}" if side == g.current else f"counter-battery fire for {target}"
        else:
            what = f"{'attack on' if side == g.current else 'defense of'} {target}"
        slot = "Second" if self._second() else "First"
        return f"{slot} support marker, {what}" + ("" if self._opens() else f": {summary(g, battle)}")

    def side(self, g: Folio) -> str:
        """8.3 Attacker, defender, attacker, defender."""
        return g.current if self.slot % 2 == 0 else g.foe(g.current)

    def _opens(self) -> bool:
        """8.4.1 Is it the first marker of a bombardment, without which there is none?"""
        return self.battle.bombardment and self.slot == 0

    def take(self, g: Folio, action: Action) -> None:
        if action == BACK:
            return g.done()
        battle, said = self.battle, NOTHING if action == NO_SUPPORT else g.rules.declared(action)
        if action not in (PASS, NO_SUPPORT):
            if self._opens():
                open_fire(g, battle)
            battle = self._fire(g, action)
        attacker, defender = self.declared
        declared = (said, defender) if self.slot % 2 == 0 else (attacker, said)
        g.swap(Support(battle, self.slot + 1, self.declared if self._second() else declared))

    def _fire(self, g: Folio, action: Action) -> Battle:
        """8.3 Use a marker."""
        side, place = self.side(g), self.battle.hex
        fire = g.rules.apply(g, self.battle, side, action)
        role = "attack on" if side == g.current else "defense of"
        words = "For the {role} {hex}: {source} +{value}"
        g.tell("FO-8.3.1", words, hexes=(place,), role=role, hex=place, source=fire.source, value=fire.value)
        return self._with(g, fire, self.battle)

    def _with(self, g: Folio, fire: Fire, battle: Battle) -> Battle:
        """A combat with one more marker of the side whose slot it is."""
        if self.side(g) == g.current:
            return replace(battle, attack=(*battle.attack, fire.value), attack_by=(*battle.attack_by, fire.source))
        return replace(battle, defense=(*battle.defense, fire.value), defense_by=(*battle.defense_by, fire.source))

    def why_not(self, g: Folio, side: str, action: Action) -> Refusal | None:
        if action in (PASS, NO_SUPPORT) and self._opens():
            return Refusal("FO-8.4.1.2")
        if action == BACK:
            return None if self._opens() else Refusal("FO-8.3.7")
        if self._second() and g.rules.declared(action):
            return Refusal("FO-8.3.6")
        return g.rules.why_not_support(g, self.battle, side, action)

    def passes(self, g: Folio) -> Passing | None:
        if self._opens():
            return None
        more = "more " if self._played(g) else ""
        return Passing(PASS, f"the enemy plays no {more}support", f"you play no {more}support")

    def _played(self, g: Folio) -> tuple[int, ...]:
        """The markers of the side whose slot it is in this combat."""
        return self.battle.attack if self.side(g) == g.current else self.battle.defense

    def counters(self, g: Folio) -> Passing | None:
        best = g.rules.best_support(g, self.battle, self.side(g))
        return Passing(best, "the enemy plays his best support") if best is not None else None

    def as_known(self, g: Folio, side: str) -> Folio:
        return known_to(g, side)

    def suffers(self, g: Folio, side: str) -> bool:
        return side != g.current

    def preview(self, g: Folio, action: Action) -> Working | None:
        if action == BACK:
            return None
        battle = self.battle
        for value in g.rules.sure_support(g, action):
            battle = self._with(g, Fire(value, "support"), battle)
        return preview(g, battle)
