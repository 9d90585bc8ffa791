"""8.3 Support fire: four slots in turn, each one marker or a pass."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from grognard.engine import Action, ChoiceStep, Deed, Passing, Press, Refusal, Working
from grognard.games.folio.rules.clauses import Fire, Folio
from grognard.games.folio.rules.combat_results import Resolve, preview, summary
from grognard.games.folio.rules.movement import BACK, CallOff
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


class PlayMarker(Deed, frozen=True):
    """8.3 Base of playing a marker, or of declaring a second one with it."""

    stored = Action  # which one, the rules of a battle say

    @classmethod
    def answers(cls, g: Folio, by: Support) -> Sequence[Action]:
        side = by.side(g)
        offers = g.rules.support(g, by.battle, side)
        return [*offers, *g.rules.support_by_two(g, by.battle, side)] if offers and not by.is_second else offers

    def why_not(self, g: Folio, by: Support) -> Refusal | None:
        if by.is_second and g.rules.declared(self.answer):
            return Refusal("FO-8.3.6")
        return g.rules.why_not_support(g, by.battle, by.side(g), self.answer)

    def do(self, g: Folio, by: Support) -> None:
        if by.opens:
            open_fire(g, by.battle)
        by.go_on(g, by.fired(g, self.answer), g.rules.declared(self.answer))

    def preview(self, g: Folio, by: Support) -> Working | None:
        battle = by.battle
        for value in g.rules.sure_support(g, self.answer):
            battle = by.joined(g, Fire(value, "support"), battle)
        return preview(g, battle)


class Pass(Deed, frozen=True):
    """8.3 No marker in this slot."""

    stored = PASS

    @classmethod
    def answers(cls, g: Folio, by: Support) -> list[Press]:
        return [] if by.opens else [PASS]

    def why_not(self, g: Folio, by: Support) -> Refusal | None:
        return Refusal("FO-8.4.1.2") if by.opens else None

    def do(self, g: Folio, by: Support) -> None:
        by.go_on(g, by.battle, "")

    def reads(self, g: Folio, by: Support) -> str:
        return self.says(g) + ("" if by.is_second else ": a second marker may still come")

    def preview(self, g: Folio, by: Support) -> Working | None:
        return preview(g, by.battle)


class PlayNone(Pass, frozen=True):
    """8.3 No marker in either slot of the side."""

    stored = NO_SUPPORT

    @classmethod
    def answers(cls, g: Folio, by: Support) -> list[Press]:
        return [] if by.opens or by.is_second else [NO_SUPPORT]

    def do(self, g: Folio, by: Support) -> None:
        by.go_on(g, by.battle, NOTHING)

    def reads(self, g: Folio, by: Support) -> str:
        return f"{self.says(g)}, neither now nor in the second slot"


class KeepSilent(CallOff, frozen=True):
    """8.4.1 A bombardment may be called off before its first marker."""

    @classmethod
    def answers(cls, g: Folio, by: Support) -> list[Press]:
        return [BACK] if by.opens else []

    def why_not(self, g: Folio, by: Support) -> Refusal | None:
        return None if by.opens else Refusal("FO-8.3.7")


class Support(ChoiceStep, frozen=True):
    """8.3, 8.4.1 The markers of one combat or bombardment; then the die.

    `declared` is what attacker and defender chose with their first slot for their second: a marker, or NOTHING. The
    other side does not know of it before it is played.
    """

    battle: Battle
    slot: int = 0
    declared: tuple[str, str] = ("", "")

    deeds = (Pass, PlayNone, KeepSilent)

    def kinds(self, g: Folio) -> Sequence[type[Deed]]:
        return (g.rules.marker_deed, *self.all_kinds())

    def run(self, g: Folio) -> None:
        if self.slot == SLOTS:
            return g.swap(*g.rules.before_roll(g, self.battle), Resolve(self.battle))
        if self.is_second and self.declared[self.slot % 2]:
            return self._as_declared(g, self.declared[self.slot % 2])
        side, cite = self.side(g), "FO-8.4.1.2" if self.battle.bombardment else "FO-8.3.2"
        if not g.rules.support(g, self.battle, side):
            return g.swap(replace(self, slot=self.slot + 1))
        g.ask(side, lambda: self._prompt(g, side), self.offered(g), cite)

    @property
    def is_second(self) -> bool:
        """8.3 Is it the second slot of the side?"""
        return self.slot >= SLOTS // 2

    @property
    def opens(self) -> bool:
        """8.4.1 Is it the first marker of a bombardment, without which there is none?"""
        return self.battle.bombardment and self.slot == 0

    def _as_declared(self, g: Folio, word: str) -> None:
        """8.3 Nobody changes his mind about what he has declared; now the other side sees it too."""
        g.reveal()
        battle = self.battle if word == NOTHING else self.fired(g, g.rules.marker(word))
        g.swap(replace(self, battle=battle, slot=self.slot + 1))

    def _prompt(self, g: Folio, side: str) -> str:
        """Which slot of whose it is, and how the combat stands."""
        battle = self.battle
        target = f"{title(g, g.pieces[battle.target])} in {battle.hex}"
        if battle.bombardment:
            what = f"bombardment of {target}" if side == g.current else f"counter-battery fire for {target}"
        else:
            what = f"{'attack on' if side == g.current else 'defense of'} {target}"
        slot = "Second" if self.is_second else "First"
        return f"{slot} support marker, {what}" + ("" if self.opens else f": {summary(g, battle)}")

    def side(self, g: Folio) -> str:
        """8.3 Attacker, defender, attacker, defender."""
        return g.current if self.slot % 2 == 0 else g.foe(g.current)

    def go_on(self, g: Folio, battle: Battle, said: str) -> None:
        """8.3 On to the next slot, with what was declared for the second one of the side."""
        attacker, defender = self.declared
        declared = (said, defender) if self.slot % 2 == 0 else (attacker, said)
        g.swap(Support(battle, self.slot + 1, self.declared if self.is_second else declared))

    def fired(self, g: Folio, action: Action) -> Battle:
        """8.3 Use a marker."""
        side, place = self.side(g), self.battle.hex
        fire = g.rules.apply(g, self.battle, side, action)
        role = "attack on" if side == g.current else "defense of"
        words = "For the {role} {hex}: {source} +{value}"
        g.tell("FO-8.3.1", words, hexes=(place,), role=role, hex=place, source=fire.source, value=fire.value)
        return self.joined(g, fire, self.battle)

    def joined(self, g: Folio, fire: Fire, battle: Battle) -> Battle:
        """A combat with one more marker of the side whose slot it is."""
        if self.side(g) == g.current:
            return replace(battle, attack=(*battle.attack, fire.value), attack_by=(*battle.attack_by, fire.source))
        return replace(battle, defense=(*battle.defense, fire.value), defense_by=(*battle.defense_by, fire.source))

    def passes(self, g: Folio) -> Passing | None:
        if self.opens:
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
