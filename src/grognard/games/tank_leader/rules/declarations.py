"""6.51, 6.52 What a side may declare when a card lies on the pile: to let it pass, to wait, to begin, to interrupt."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from grognard.engine import Actions, Deed, Group, Press, Refusal
from grognard.games.tank_leader.rules.cards import Play
from grognard.games.tank_leader.rules.choices import CardDeed
from grognard.games.tank_leader.rules.data import CARDS
from grognard.games.tank_leader.rules.interrupts import chances, interrupters, is_near
from grognard.games.tank_leader.rules.operations import (
    END,
    OpeningDeed,
    StackOpening,
    beginnings,
    may_idle,
    why_not_begin,
    why_not_begin_together,
)
from grognard.games.tank_leader.rules.state import TankLeader

PASS = Press("no interrupt")
WAIT = Press("no interrupt until somebody of mine has a target")
LATER = Press("no interrupt until somebody of mine stands better")


class Declaration:
    """6.52 One side's part in the question, and what it declares: the card it lays, and with whom that begins."""

    def __init__(self, g: TankLeader, side: str) -> None:
        self.g, self.side, self.top = g, side, g.pile[-1]
        self.lays, self.first, self.together, self.idle = "", "", False, False

    @cached_property
    def cards(self) -> list[str]:
        """The cards with which it may interrupt."""
        return interrupters(self.g, self.side)

    @cached_property
    def engaged(self) -> bool:
        """Has it a target, or has it waited for one?"""
        return self.side in self.g.waits or is_near(self.g, self.cards)

    @property
    def begun(self) -> tuple[str, ...]:
        """6.61 The combat card on top, if it is its own: the unit that begins, or nobody, may be named."""
        own = CARDS[self.top].type == "combat" and CARDS[self.top].side == self.side
        return (self.top,) if own else ()

    @property
    def strikers(self) -> list[str]:
        """6.61 The combat cards with which it may interrupt."""
        return [key for key in self.cards if CARDS[key].type == "combat"]

    def why_not(self, key: str) -> Refusal | None:
        """6.51 Why it may not interrupt with a card."""
        if key in self.cards:
            return None
        return Refusal("TL-6.51.10" if self.g.shaken(key) else "TL-6.51.5")


class LetPass(Deed, frozen=True):
    """6.52 No interrupt."""

    stored = PASS

    @classmethod
    def answers(cls, g: TankLeader, by: Declaration) -> list[Press]:
        return [PASS]

    def do(self, g: TankLeader, by: Declaration) -> None:
        """Nothing is declared."""


class WaitForTarget(Deed, frozen=True):
    """6.52 The side is asked again this turn when one of its units has a target."""

    stored = WAIT

    @classmethod
    def answers(cls, g: TankLeader, by: Declaration) -> Group[Press]:
        """This, or to wait until somebody stands better."""
        return Group(lambda: [LATER if by.engaged else WAIT])

    def do(self, g: TankLeader, by: Declaration) -> None:
        g.waits = (*g.waits, by.side)


class WaitForBetter(Deed, frozen=True):
    """6.52 The side is asked again this turn when one of its units stands better."""

    stored = LATER

    @classmethod
    def answers(cls, g: TankLeader, by: Declaration) -> tuple[Press, ...]:
        return ()  # listed by WaitForTarget: it is one or the other

    def do(self, g: TankLeader, by: Declaration) -> None:
        g.passed = {**g.passed, by.side: (*g.passed.get(by.side, ()), *chances(g, by.cards))}


class BeginWith(OpeningDeed, frozen=True):
    """6.61 The unit that begins if the combat card on top is not interrupted."""

    @classmethod
    def answers(cls, g: TankLeader, by: Declaration) -> Actions:
        return beginnings(g, by.begun)

    def is_meant(self, g: TankLeader, by: Any) -> bool:
        return super().is_meant(g, by) and self.unit(g).card == g.pile[-1]

    def why_not(self, g: TankLeader, by: Declaration) -> Refusal | None:
        return why_not_begin(g, self.unit(g)) if by.begun else by.why_not(by.top)

    def do(self, g: TankLeader, by: Declaration) -> None:
        by.first = self.piece


class BeginWithStack(StackOpening, frozen=True):
    """6.61, 7.2 The same of a unit and all like it in its stack."""

    def is_meant(self, g: TankLeader, by: Any) -> bool:
        return super().is_meant(g, by) and self.unit(g).card == g.pile[-1]

    def why_not(self, g: TankLeader, by: Declaration) -> Refusal | None:
        return why_not_begin_together(g, self.unit(g)) if by.begun else by.why_not(by.top)

    def do(self, g: TankLeader, by: Declaration) -> None:
        by.first, by.together = self.piece, True


class NobodyBegins(Deed, frozen=True):
    """5.2, 6.61 Nobody of the formation on top operates; who must enter the map cannot be kept from it."""

    stored = END

    @classmethod
    def answers(cls, g: TankLeader, by: Declaration) -> Group[Press]:
        return Group([END] if by.begun else [], lambda _: may_idle(g, by.top))

    def do(self, g: TankLeader, by: Declaration) -> None:
        by.idle = True


BEGINS = BeginWith, BeginWithStack, NobodyBegins


class Interrupt(CardDeed, frozen=True):
    """6.51 A card with a higher rating is laid on top."""

    @classmethod
    def answers(cls, g: TankLeader, by: Declaration) -> list[Play]:
        return [Play(key) for key in by.cards]

    def why_not(self, g: TankLeader, by: Declaration) -> Refusal | None:
        return by.why_not(self.card)

    def do(self, g: TankLeader, by: Declaration) -> None:
        by.lays = self.card


class InterruptWith(OpeningDeed, frozen=True):
    """6.61 Who interrupts with a combat card may name the unit that begins, and does not interrupt himself then."""

    does = "interrupt, beginning with "

    @classmethod
    def answers(cls, g: TankLeader, by: Declaration) -> Actions:
        return beginnings(g, by.strikers)

    def why_not(self, g: TankLeader, by: Declaration) -> Refusal | None:
        return by.why_not(self.unit(g).card) or why_not_begin(g, self.unit(g))

    def do(self, g: TankLeader, by: Declaration) -> None:
        by.lays, by.first = self.unit(g).card, self.piece


class InterruptWithStack(StackOpening, frozen=True):
    """6.61, 7.2 The same of a unit and all like it in its stack."""

    does = "interrupt, beginning with "

    def why_not(self, g: TankLeader, by: Declaration) -> Refusal | None:
        return by.why_not(self.unit(g).card) or why_not_begin_together(g, self.unit(g))

    def do(self, g: TankLeader, by: Declaration) -> None:
        by.lays, by.first, by.together = self.unit(g).card, self.piece, True
