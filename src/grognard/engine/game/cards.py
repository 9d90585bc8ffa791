"""Hands and decks: cards that a side shuffles, draws, holds where nobody else can read them, and plays."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any, Self

import msgspec

from grognard.engine.core.state import State
from grognard.engine.core.view import CardView


class Cards(msgspec.Struct, frozen=True):
    """The cards of one side. A state keeps them in a Mapping by side, and replaces what has changed."""

    deck: tuple[str, ...] = ()  # face down, the next to be drawn first
    hand: tuple[str, ...] = ()  # the side's own to read
    played: tuple[str, ...] = ()  # open to all

    @classmethod
    def shuffled(cls, g: State[Any], titles: Iterable[str], hand: int = 0) -> Self:
        """A shuffled deck, of which so many are in the hand."""
        return cls(tuple(g.shuffled(titles))).draw(hand)

    def draw(self, count: int = 1) -> Self:
        """So many cards come from the deck to the hand, or as many as there are."""
        return msgspec.structs.replace(self, deck=self.deck[count:], hand=self.hand + self.deck[:count])

    def play(self, card: str) -> Self:
        """A card leaves the hand. One that is not there may be played too: odds are asked of hands nobody has seen."""
        at = self.hand.index(card) if card in self.hand else len(self.hand)
        left = self.hand[:at] + self.hand[at + 1 :]
        return msgspec.structs.replace(self, hand=left, played=(*self.played, card))

    def dealt_again(self, rng: random.Random, *, seen: bool) -> Self:
        """Cards that somebody does not know dealt again: the deck, and the hand unless it is seen."""
        unknown = [*self.deck] if seen else [*self.hand, *self.deck]
        rng.shuffle(unknown)
        kept = 0 if seen else len(self.hand)
        hand = self.hand if seen else tuple(unknown[:kept])
        return msgspec.structs.replace(self, deck=tuple(unknown[kept:]), hand=hand)

    def views(self, side: str, *, seen: bool, back: str = "A card") -> tuple[CardView, ...]:
        """The hand, open or face down, and what was played. Ids count the cards and tell nothing else."""
        hand = [title if seen else back for title in sorted(self.hand)]
        held = [CardView(f"{side} hand {i}", side, "hand", t, hidden=not seen) for i, t in enumerate(hand, 1)]
        return (*held, *(CardView(f"{side} played {i}", side, "played", t) for i, t in enumerate(self.played, 1)))
