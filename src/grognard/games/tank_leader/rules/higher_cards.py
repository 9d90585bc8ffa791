"""6.62 to 6.64 Parent and command cards: whom they bring to act, and the recovery of a shaken formation."""

from __future__ import annotations

from grognard.engine import Action, Actions, ChoiceStep, Deed, Press, Refusal, Working
from grognard.games.tank_leader.rules.cards import Play, choosable, combat_members, good_enough, in_play
from grognard.games.tank_leader.rules.choices import CardDeed
from grognard.games.tank_leader.rules.data import CARDS, GERMAN, SOVIET
from grognard.games.tank_leader.rules.morale import PARENT_BONUS, preview_recovery, recover_formation
from grognard.games.tank_leader.rules.operations import (
    Activate,
    OpeningDeed,
    StackOpening,
    beginnings,
    why_not_begin,
    why_not_begin_together,
)
from grognard.games.tank_leader.rules.reinforcements import has_to_come
from grognard.games.tank_leader.rules.state import TankLeader

GO, NOTHING = Press("activate these"), Press("activate nothing")


class Recover(Action, frozen=True):
    """Attempt to recover a shaken formation."""

    card: str


class ActivateOne(CardDeed, frozen=True):
    """6.62 One formation, whatever its rating."""

    @classmethod
    def answers(cls, g: TankLeader, by: ParentChoice) -> list[Action]:
        return [Play(member) for member in choosable(g, by.card)]

    def why_not(self, g: TankLeader, by: ParentChoice) -> Refusal | None:
        if self.card in choosable(g, by.card):
            return None
        return Refusal("TL-10.14.1" if g.shaken(self.card) else "TL-6.62.1")

    def do(self, g: TankLeader, by: ParentChoice) -> None:
        g.swap(Activate((self.card,)))


class RecoverOne(CardDeed, frozen=True):
    """6.62 One that is shaken attempts to recover."""

    does, stored = "recover ", Recover

    @classmethod
    def candidates(cls, g: TankLeader, by: ParentChoice) -> list[RecoverOne]:
        return [cls(member) for member in combat_members(by.card)]

    def why_not(self, g: TankLeader, by: ParentChoice) -> Refusal | None:
        shaken = self.card in combat_members(by.card) and g.shaken(self.card)
        return None if shaken else Refusal("TL-6.62.1")

    def do(self, g: TankLeader, by: ParentChoice) -> None:
        g.done()
        recover_formation(g, self.card, PARENT_BONUS, "TL-6.62.3")
        g.outcome("stays shaken" if g.shaken(self.card) else "recovers", SOVIET)

    def preview(self, g: TankLeader, by: ParentChoice) -> Working:
        return preview_recovery(g, self.card)


class ActivateWith(OpeningDeed, frozen=True):
    """6.61 The unit with which a formation begins."""

    @classmethod
    def answers(cls, g: TankLeader, by: ParentChoice) -> Actions:
        return beginnings(g, choosable(g, by.card))

    def why_not(self, g: TankLeader, by: ParentChoice) -> Refusal | None:
        card = self.unit(g).card
        if card in choosable(g, by.card):
            return why_not_begin(g, self.unit(g))
        return Refusal("TL-10.14.1" if g.shaken(card) else "TL-6.62.1")

    def do(self, g: TankLeader, by: ParentChoice) -> None:
        g.swap(Activate((self.unit(g).card,), self.piece))


class ActivateWithStack(StackOpening, frozen=True):
    """6.61, 7.2 The same of a unit and all like it in its stack."""

    def why_not(self, g: TankLeader, by: ParentChoice) -> Refusal | None:
        card = self.unit(g).card
        if card in choosable(g, by.card):
            return why_not_begin_together(g, self.unit(g))
        return Refusal("TL-10.14.1" if g.shaken(card) else "TL-6.62.1")

    def do(self, g: TankLeader, by: ParentChoice) -> None:
        g.swap(Activate((self.unit(g).card,), self.piece, together=True))


class ActivateNothing(Deed, frozen=True):
    """6.62 to 6.64 The card is played for nothing."""

    stored = NOTHING

    def do(self, g: TankLeader, by: ChoiceStep) -> None:
        g.done()


class ParentChoice(ChoiceStep, frozen=True):
    """6.62 Activate one formation of any rating, or attempt to recover one that is shaken; no question if only one can.

    To be active binds nobody to act, but for those who have still to enter the map.
    """

    card: str
    deeds = (ActivateOne, RecoverOne, ActivateWith, ActivateWithStack, ActivateNothing)

    def run(self, g: TankLeader) -> None:
        found = [*self.allowed(g, ActivateOne), *self.allowed(g, RecoverOne)]
        if not found:
            return g.done()
        if len(found) == 1 and not has_to_come(g, found[0].card):
            return found[0].do(g, self)
        prompt = f"{CARDS[self.card].id}: activate or recover a formation"
        g.ask(SOVIET, prompt, self.offered(g), "TL-6.62.1")


class ActivateAlso(CardDeed, frozen=True):
    """6.63, 6.64 One more formation is activated."""

    @classmethod
    def candidates(cls, g: TankLeader, by: CommandChoice) -> list[ActivateAlso]:
        return [cls(member) for member in choosable(g, by.card)]

    def why_not(self, g: TankLeader, by: CommandChoice) -> Refusal | None:
        card, german = self.card, CARDS[by.card].side == GERMAN
        rule = "TL-6.64.1" if german else "TL-6.63.1"
        if card not in combat_members(by.card) or not in_play(g, card):
            return Refusal(rule, "It is not in play under this card.")
        if g.shaken(card):
            return Refusal("TL-10.14.1")
        if card in by.chosen:
            return Refusal(rule, "It is chosen already.")
        if not german and CARDS[card].hq:
            return None
        if not good_enough(g, card):
            return Refusal(rule, "It is rated below D.")
        if not german and any(not CARDS[c].hq for c in by.chosen):
            return Refusal(rule, "One formation besides the headquarters.")
        return None

    def do(self, g: TankLeader, by: CommandChoice) -> None:
        g.swap(CommandChoice(by.card, (*by.chosen, self.card)))


class ActivateThese(Deed, frozen=True):
    """6.63, 6.64 Those that have been named, and no others."""

    stored = GO

    @classmethod
    def candidates(cls, g: TankLeader, by: CommandChoice) -> list[ActivateThese]:
        return [cls()] if by.chosen else []

    def do(self, g: TankLeader, by: CommandChoice) -> None:
        g.swap(Activate(by.chosen))


class ActivateNone(ActivateNothing, frozen=True):
    """6.63, 6.64 Nobody has been named, and nobody is."""

    @classmethod
    def candidates(cls, g: TankLeader, by: CommandChoice) -> list[ActivateNone]:
        return [] if by.chosen else [cls()]


class CommandChoice(ChoiceStep, frozen=True):
    """6.63, 6.64 German: any formations rated D or better; Soviet: one of them, and the HQ formation besides.

    To be active binds nobody to act. So a formation is active without being named if that keeps no other from it, and
    if none of its units would have to enter the map.
    """

    card: str
    chosen: tuple[str, ...] = ()
    deeds = (ActivateAlso, ActivateThese, ActivateNone)

    def run(self, g: TankLeader) -> None:
        side, found = CARDS[self.card].side, self.allowed(g, ActivateAlso)
        if not found:
            return g.swap(Activate(self.chosen)) if self.chosen else g.done()
        cards = [also.card for also in found]
        free = [also for also in found if not has_to_come(g, also.card) and not self._excludes(side, also.card, cards)]
        if free:
            return free[0].do(g, self)
        g.ask(side, f"{CARDS[self.card].id}: which formations are activated?", self.offered(g), "TL-6.64.1")

    def _excludes(self, side: str, m: str, open_to: list[str]) -> bool:
        """6.63 Does naming a formation keep another from being named?"""
        return side != GERMAN and not CARDS[m].hq and any(o != m and not CARDS[o].hq for o in open_to)
