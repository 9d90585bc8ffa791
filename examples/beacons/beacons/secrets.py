"""What a side sees: every band, its own cards, and the backs of the enemy's."""

from __future__ import annotations

import random

from beacons.rules import SIDES, TURNS, Clans
from grognard.engine import CardView, PieceView, View


def view(g: Clans, side: str | None) -> View:
    """1.3 Bands lie open. Cards are seen by the side that holds them."""
    cards = [card for owner in SIDES for card in hand(g, owner, seen=owner == side)]
    marks = {band.id: ("acted",) if band.acted == g.turn else () for band in g.pieces.values()}
    pieces = [
        PieceView(b.id, b.side, b.place, b.id, b.name, str(b.strength), marks[b.id], facing=b.facing,
                  numbers=(("strength", b.strength),)) for b in g.pieces.values()
    ]  # fmt: skip
    return View(side, min(g.turn, TURNS), TURNS, SIDES, g.side, tuple(pieces), cards=tuple(cards))


def hand(g: Clans, owner: str, *, seen: bool) -> list[CardView]:
    """The cards of a side, open or face down; their ids count them and say nothing else."""
    titles = [title if seen else "A card" for title in sorted(g.hands.get(owner, ()))]
    return [CardView(f"{owner} {i}", owner, "hand", title, hidden=not seen) for i, title in enumerate(titles, 1)]


def deal_again(g: Clans, side: str | None, rng: random.Random) -> Clans:
    """A copy in which all cards that a side has not seen are dealt again."""
    twin = g.clone()
    for owner in SIDES if g.decks else ():
        held = g.hands[owner]
        unseen = [*g.decks[owner]] if owner == side else [*held, *g.decks[owner]]
        rng.shuffle(unseen)
        if owner != side:
            twin.hands[owner], unseen = tuple(unseen[: len(held)]), unseen[len(held) :]
        twin.decks[owner] = tuple(unseen)
    return twin
