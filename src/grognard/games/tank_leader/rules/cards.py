"""6.1 to 6.4 Formation cards: who belongs to whom, and which cards are in play."""

from __future__ import annotations

from functools import cache

from grognard.engine import Action
from grognard.games.tank_leader.rules.data import CARDS, COMMAND_OF, PARENT_OF, RATINGS, c3_rank
from grognard.games.tank_leader.rules.state import TankLeader


class Play(Action, frozen=True):
    """Play or choose a formation card."""

    card: str


STEADY = ("hand", "pile", "aside")
IN_PLAY = frozenset((*STEADY, "shaken"))
HIGHER = frozenset(key for key, card in CARDS.items() if card.type != "combat")  # parents and commands
ENOUGH = RATINGS.index("D")  # 6.63, 6.64 what a command card can activate


def rank_of(g: TankLeader, key: str) -> int:
    """6.2 The rating of a card as a number."""
    return c3_rank(key, g.year)


@cache
def combat_members(key: str) -> tuple[str, ...]:
    """6.1 Every combat formation under a card, through its parents."""
    members = (member for number in CARDS[key].members if (member := str(number)) in CARDS)
    return tuple(card for member in members for card in commanded(member))


def commanded(key: str) -> tuple[str, ...]:
    """The combat formations under a card, itself if it is a combat card."""
    return (key,) if CARDS[key].type == "combat" else combat_members(key)


def in_play(g: TankLeader, key: str) -> bool:
    """R-13, R-54 A combat formation with units on the map or due this turn."""
    return g.cards.get(key) in IN_PLAY


def choosable(g: TankLeader, key: str) -> list[str]:
    """6.62 to 6.64 Combat formations in play under a card that are not shaken."""
    cards = g.cards
    return [m for m in combat_members(key) if cards.get(m) in STEADY]


def to_come(g: TankLeader, key: str) -> bool:
    """R-54 A combat formation that is due to arrive and can still come."""
    return g.cards.get(key) == "due" and any(key in group.cards for group in g.groups.values())


def hand(g: TankLeader, side: str) -> list[str]:
    """6.5 The cards a player holds, by number."""
    return sorted([key for key, where in g.cards.items() if where == "hand" and CARDS[key].side == side])


def combat_cards(g: TankLeader, side: str) -> list[str]:
    """6.5 The combat cards among them."""
    return [key for key in hand(g, side) if CARDS[key].type == "combat"]


def good_enough(g: TankLeader, key: str) -> bool:
    """6.63, 6.64 Rated D or better."""
    return rank_of(g, key) >= ENOUGH


def refresh_higher_cards(g: TankLeader) -> None:
    """R-13, R-14 Parent and command cards are in play as long as any member is."""
    for key, where in [(key, where) for key, where in g.cards.items() if key in HIGHER]:
        present = where != "out" and not IN_PLAY.isdisjoint(map(g.cards.get, combat_members(key)))
        if where == "due" and present:
            g.cards = {**g.cards, key: "hand"}
        elif where not in ("due", "out") and not present and not in_effect(g, key):
            g.pile = tuple(card for card in g.pile if card != key)
            left = any(g.cards.get(m, "out") != "out" for m in combat_members(key))
            g.cards = {**g.cards, key: "due" if left else "out"}


def in_effect(g: TankLeader, key: str) -> bool:
    """6.6 Is this the card of the pile that has been turned up?"""
    return g.shown and bool(g.pile) and g.pile[-1] == key


def superiors(key: str) -> list[str]:
    """The parent and command cards above a combat formation."""
    parent = PARENT_OF.get(key)
    above = [parent] if parent else []
    command = COMMAND_OF.get(parent or key)
    return above + ([command] if command else [])
