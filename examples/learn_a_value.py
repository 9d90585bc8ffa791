"""Learn what a position is worth from matches, and find out whether that wins more of them.

    pip install 'grognard[research]'
    python examples/learn_a_value.py folio bir-salem [--minutes 5] [--pairs 40]

The data: players who judge by the fitted weights of the game, every weight moved at random, so that the positions are
varied and yet sensible; of each match some positions at the end of a stretch of play, as a side sees them, and how it
ended for that side. The network: what all counters of a side come to (each looked at alone, then added up), markers
and aims likewise, the situation, and the value that the game's own mind gives. The judge: matches between two players
who look ahead for as long, one by the learned value and one by the mind's own. A better prediction alone proves
nothing: docs/research/2026-11-learned-value.md says what came of it in six games.
"""

from __future__ import annotations

import argparse
import dataclasses
import math
import random
import time
from collections.abc import Sequence
from itertools import count, pairwise
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np
import torch
from msgspec.structs import asdict, replace
from torch import Tensor, nn

from grognard.engine import Ask, Game, Match, State, find_game
from grognard.env import Encoder
from grognard.players import SearchBudget, SearchPlayer
from grognard.players.simple import best_judged
from grognard.players.win_chance import log_odds

SPREAD, POSITIONS, HIDDEN, BATCH = 0.3, 8, 64, 1024
SETS = ("pieces", "markers", "aims")  # lists of things; the first column of each says that there is one


class Position(NamedTuple):
    """What a side sees of a position, the value its mind gives, and how the match ended for it."""

    seen: dict[str, Any]
    value: float
    won: float
    match: int


def moved(weights: Any, rng: random.Random) -> Any:
    """Weights near these."""
    changed = {
        name: {key: one * math.exp(rng.gauss(0, SPREAD)) for key, one in value.items()}
        if isinstance(value, dict)
        else value * math.exp(rng.gauss(0, SPREAD))
        for name, value in asdict(weights).items()
    }
    return replace(weights, **changed)


def look(encoder: Encoder, game: Game, g: State[Any], side: str) -> dict[str, Any]:
    """The arrays of an environment for one side, without what may be done."""
    seen = encoder.see(game.rules.view(g, side), None, game.rules.aims(g, side))
    return {name: seen[name][seen[name][:, 0] > 0] for name in SETS} | {"observation": seen["observation"]}


def play(game: Game, scenario: str, encoder: Encoder, number: int) -> list[Position]:
    """One match of the data."""
    rng = random.Random(number)
    match = Match.new(game, scenario, seed=number, record=False, log=False)
    minds = {side: moved(game.mind.fitted, rng) for side in match.sides}
    ends, stretch = list[State[Any]](), game.mind.stretch(match.state)
    while match.result is None:
        ask, g = match.decision.asks[0], match.state
        g.judge_by(minds[ask.side])
        match.take(best_judged(game, g, ask, rng), ask.side)
        if match.result is None and game.mind.stretch(match.state) != stretch and game.mind.underway(match.state):
            stretch = game.mind.stretch(match.state)
            ends.append(match.state.clone())
    found = []
    for g in rng.sample(ends, min(POSITIONS, len(ends))):
        side = rng.choice(match.sides)
        g.judge_by(None)
        won = float(side in match.result.winners) if match.result.winners else 0.5
        found.append(Position(look(encoder, game, g, side), game.mind.value(g, side), won, number))
    return found


class Value(nn.Module):  # type: ignore[misc]  # PyTorch is not among what is checked
    """The chance of a side, as the logarithm of its odds."""

    def __init__(self, widths: dict[str, int]) -> None:
        super().__init__()
        self.each = nn.ModuleDict(
            {name: nn.Sequential(*_layers(widths[name], HIDDEN, HIDDEN), nn.ReLU()) for name in SETS}
        )
        self.all = nn.Sequential(*_layers(widths["observation"] + 1 + HIDDEN * (len(SETS) + 1), 128, HIDDEN, 1))

    def forward(self, found: Sequence[tuple[dict[str, Any], float]]) -> Tensor:
        sums = [torch.stack([torch.from_numpy(seen["observation"]) for seen, _ in found])]
        sums.append(torch.tensor([[log_odds(value)] for _, value in found]))
        for name in SETS:
            rows = torch.from_numpy(np.concatenate([seen[name] for seen, _ in found]))
            whose = torch.repeat_interleave(torch.tensor([len(seen[name]) for seen, _ in found]))
            looks = self.each[name](rows)
            parts = [rows[:, 1:2], 1 - rows[:, 1:2]] if name == "pieces" else [torch.ones(len(rows), 1)]  # mine, theirs
            sums += [torch.zeros(len(found), HIDDEN).index_add(0, whose, looks * part) / 8 for part in parts]
        return self.all(torch.cat(sums, dim=1)).squeeze(1)


def _layers(*widths: int) -> list[nn.Module]:
    layers: list[nn.Module] = []
    for before, after in pairwise(widths):
        layers += [nn.Linear(before, after), nn.ReLU()]
    return layers[:-1]


def train(data: Sequence[Position], seconds: float) -> tuple[Value, float, float]:
    """The network that is best at a tenth of the matches it has not seen; how far it and the mind's value are off."""
    kept, unseen = ([p for p in data if (p.match % 10 == 0) is part] for part in (False, True))
    net, best, rng = Value(widths_of(data[0].seen)), math.inf, random.Random(1)
    optimizer, weights, until = torch.optim.AdamW(net.parameters(), 2e-3, weight_decay=1e-2), {}, time.time() + seconds
    while not weights or time.time() < until:
        for some in (rng.sample(kept, min(BATCH, len(kept))) for _ in range(1 + len(kept) // BATCH)):
            won = torch.tensor([p.won for p in some])
            loss = nn.functional.binary_cross_entropy_with_logits(net([(p.seen, p.value) for p in some]), won)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        with torch.no_grad():
            chances = torch.sigmoid(net([(p.seen, p.value) for p in unseen])).tolist()
        off = float(np.mean([(chance - p.won) ** 2 for chance, p in zip(chances, unseen, strict=True)]))
        if off < best:
            best, weights = off, {name: value.clone() for name, value in net.state_dict().items()}
    net.load_state_dict(weights)
    return net, best, float(np.mean([(p.value - p.won) ** 2 for p in unseen]))


def widths_of(seen: dict[str, Any]) -> dict[str, int]:
    """How many columns each array has."""
    return {name: array.shape[-1] for name, array in seen.items()}


def learned(game: Game, encoder: Encoder, net: Value) -> Game:
    """The game with a mind that values positions by the network."""

    def value(g: State[Any], side: str) -> float:
        own = game.mind.value(g, side)
        if g.result is not None:
            return own
        with torch.no_grad():
            return float(torch.sigmoid(net([(look(encoder, game, g, side), own)]))[0])

    return dataclasses.replace(game, mind=dataclasses.replace(game.mind, value=value))


class Thinker:
    """Looks ahead by fitted weights and by the value of its own game, which is told apart from the match's."""

    def __init__(self, game: Game, seconds: float) -> None:
        self.game, self.player = game, SearchPlayer(SearchBudget(seconds=seconds, fitted=True))

    def choose(self, match: Match, ask: Ask, rng: random.Random) -> Any:
        own: Any = SimpleNamespace(game=self.game, state=match.state)
        return self.player.choose(own, ask, rng)


def ahead(game: Game, scenario: str, players: Sequence[Thinker], seed: int) -> float:
    """The first player's share of a match from each side."""
    share = 0.0
    for seats in (players, players[::-1]):
        match, rng = Match.new(game, scenario, seed=seed, record=False, log=False), random.Random(seed)
        who = dict(zip(match.sides, seats, strict=False))
        while match.result is None:
            ask = match.decision.asks[0]
            match.take(who[ask.side].choose(match, ask, rng), ask.side)
        winners = match.result.winners
        share += 0.5 if not winners else float(any(who.get(side) is players[0] for side in winners))
    return share / 2


def main() -> None:
    parser = argparse.ArgumentParser(description="A value learned from matches")
    parser.add_argument("game")
    parser.add_argument("scenario")
    parser.add_argument("--minutes", type=float, default=5.0, help="of matches; the network has a third of that")
    parser.add_argument("--pairs", type=int, default=40, help="played to see whether it wins")
    parser.add_argument("--seconds", type=float, default=0.05, help="to think about an answer")
    given = parser.parse_args()
    torch.manual_seed(1)
    game, data, until = find_game(given.game), list[Position](), time.time() + 60 * given.minutes
    encoder = Encoder(game, given.scenario)
    for number in count():
        data += play(game, given.scenario, encoder, number)
        if time.time() > until:
            break
    print(f"{number + 1} matches, {len(data)} positions")
    net, off, own = train(data, 20 * given.minutes)
    print(f"on matches it has not seen the network is off by {off:.3f}, the value of the mind by {own:.3f}")
    players = Thinker(learned(game, encoder, net), given.seconds), Thinker(game, given.seconds)
    shares = [ahead(game, given.scenario, players, 10**6 + seed) for seed in range(given.pairs)]
    error = 1.96 * float(np.std(shares)) / math.sqrt(len(shares))
    print(f"looking ahead by it wins {np.mean(shares):.0%} (±{error:.0%}) of {len(shares)} pairs")


if __name__ == "__main__":
    main()
