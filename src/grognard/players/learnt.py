"""The strongest opponent: what a policy has learnt, in the battles in which it was measured to win more."""

from __future__ import annotations

import logging
import random
from functools import cache
from typing import TYPE_CHECKING, Protocol, Self

from grognard.engine import Action, Ask, Game, Match
from grognard.players.base import Player
from grognard.players.simple import FittedPlayer

if TYPE_CHECKING:
    from grognard.players.policy.player import Policy

LOG = logging.getLogger(__name__)


class Thinker(Player, Protocol):
    """Somebody who can be told to take less time."""

    def hurried(self, share: float) -> Self: ...


class LearntPlayer:
    """Answers by a policy where the game has one that may play this battle, and leaves all others to somebody else."""

    def __init__(self, otherwise: Thinker, *, accepted: bool = True) -> None:
        self.otherwise, self.accepted = otherwise, accepted
        self._players: dict[tuple[str, str], Player | None] = {}

    def choose(self, match: Match, ask: Ask, rng: random.Random) -> Action:
        return (self._learnt(match) or self.otherwise).choose(match, ask, rng)

    def hurried(self, share: float) -> LearntPlayer:
        """The same with less time to think; what has been learnt needs none."""
        twin = LearntPlayer(self.otherwise.hurried(share), accepted=self.accepted)
        twin._players = self._players
        return twin

    def _learnt(self, match: Match) -> Player | None:
        battle = match.game.id, match.state.scenario_id
        if battle not in self._players:
            self._players[battle] = player_for(match.game, battle[1], accepted=self.accepted)
        return self._players[battle]


class Untrained(FittedPlayer):
    """Fitted weights where there is no policy: they need no time that could be taken from them."""

    def hurried(self, share: float) -> Self:
        return self


def player_for(game: Game, scenario: str, *, accepted: bool = True) -> Player | None:
    """Who plays a battle as it was learnt; nobody if the policy was not accepted there, or there is none."""
    found = policy_of(game)
    if found is None or (accepted and scenario not in found[1]):
        return None
    from grognard.players.policy.player import PolicyPlayer

    return PolicyPlayer(found[0])


@cache
def policy_of(game: Game) -> tuple[Policy, tuple[str, ...]] | None:
    """A game's policy and the battles it plays; none if it has none, it does not fit or NumPy is not here."""
    if game.mind.policy is None or not game.mind.policy.exists():
        return None
    try:
        from grognard.players.policy.file import Unfit, read
    except ModuleNotFoundError as error:
        LOG.warning("%s is not installed: %s is played by fitted weights.", error.name, game.title)
        return None
    try:
        policy, about = read(game.mind.policy, game)
    except Unfit as error:
        LOG.warning("%s Fitted weights play in its place.", error)
        return None
    return policy, about.accepted
