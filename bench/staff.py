"""The staff, tried and measured: random orders in random positions, and how many answers a person is spared.

python -m bench.staff drill 200          # so many orders in every game: is all legal, explained, honest, undone?
python -m bench.staff answers            # what a person answers who commands by formation, against single answers
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Iterator
from typing import Any, NamedTuple

from grognard.engine import SHELF, Game, Match, State
from grognard.engine.command import NEEDS_A_PLACE, WORDS, Command, Intent, able, formations, point_meant
from grognard.engine.plan import Done, Plan, take_back
from grognard.players.base import Player
from grognard.players.simple import DoctrinePlayer, RandomPlayer

MOST = 400  # answers before a random position


class Tried(NamedTuple):
    """One random order: who and what, how long its planning took, and what was wrong."""

    game: str
    command: Command
    seconds: float
    answers: int
    halt: str
    faults: list[str]


def position(game: Game, rng: random.Random) -> Match:
    """A match at a random question, after sensible and random answers."""
    scenario = rng.choice(list(game.scenarios))
    match = Match.new(game, scenario, seed=rng.getrandbits(32))
    players: list[Player] = [DoctrinePlayer(), DoctrinePlayer(), DoctrinePlayer(), RandomPlayer()]
    for _ in range(rng.randrange(MOST)):
        if match.over:
            return position(game, rng)
        ask = match.decision.asks[0]
        match.take(rng.choice(players).choose(match, ask, rng), ask.side)
    return position(game, rng) if match.over or match.asks_together else match


def random_command(match: Match, rng: random.Random) -> Command:
    """Any order to some of the units of the side that is asked."""
    side = match.decision.side
    view, ground = match.view(side), match.game.face.ground(match.state.scenario_id)
    units = able(match, side) or [piece.id for piece in view.pieces if piece.side == side]
    groups = [*formations(match, side, units).values(), units[:1], rng.sample(units, min(len(units), 3)), []]
    do = rng.choice(list(WORDS))
    to = ""
    if do in NEEDS_A_PLACE and ground is not None:
        enemies = [piece.id for piece in view.pieces if piece.side != side and point_meant(piece.id, view, ground)]
        to = rng.choice(enemies) if enemies and (do == "attack" or rng.random() < 0.3) else rng.choice(ground.places)
    return Command(Intent(do, to), tuple(rng.choice(groups)), way=rng.choice(("", "", "closer", "safer")))


def try_order(match: Match, command: Command, rng: random.Random) -> Tried:
    """Plan, look at it from another deal, carry it out, take it back."""
    side, begun = match.decision.side, time.process_time()
    plan = match.command(side, command)
    seconds = time.process_time() - begun
    faults = [*_not_ordered(match, plan), *_hidden(match, plan, rng)]
    digests = [match.state.digest()]
    done = _carried(match, plan, digests)
    if done.halt is not None and not done.halt.words.strip():
        faults.append(f"a halt says nothing: {done.halt}")
    taken = take_back(match, done)
    if match.state.digest() != digests[done.answers - taken]:
        faults.append(f"after {taken} answers taken back the position is another")
    return Tried(match.game.id, command, seconds, done.answers, done.halt.why if done.halt else "", faults)


def _carried(match: Match, plan: Plan, digests: list[str]) -> Done:
    """Carried out; the fingerprint after every answer."""
    take = match.take

    def watched(*args: object) -> None:
        take(*args)  # type: ignore[arg-type]
        digests.append(match.state.digest())

    match.take = watched  # type: ignore[method-assign, assignment]
    try:
        return plan.carry_out(match)
    finally:
        match.take = take  # type: ignore[method-assign]


def _not_ordered(match: Match, plan: Plan) -> Iterator[str]:
    """Answers about units that nobody ordered."""
    pieces, ordered = match.state.pieces, plan.command.units
    for answer in plan.answers:
        unit = getattr(answer, "piece", "")
        if ordered and unit in pieces and pieces[unit].side == plan.side and unit not in ordered:
            yield f"{answer} was not ordered"


def _hidden(match: Match, plan: Plan, rng: random.Random) -> Iterator[str]:
    """The plan in a deal that the side cannot tell from the true position."""
    dealt: State[Any] = match.game.rules.determinize(match.state, plan.side, rng)
    dealt.advance()
    twin = Match(match.game, dealt, match.clone(0).dice)
    twin._serial = match.number
    other = twin.command(plan.side, plan.command)
    if other != plan:
        mine, its = str(plan).splitlines(), str(other).splitlines()
        differs = next((pair for pair in zip(mine, its, strict=False) if pair[0] != pair[1]), (mine[-1:], its[-1:]))
        yield f"another deal, another plan: {differs}"


def drill(games: list[str], orders: int, seed: int = 1) -> Iterator[Tried]:
    """Random orders in random positions."""
    for name in games:
        rng = random.Random(f"{seed} {name}")
        match = position(SHELF[name], rng)
        for number in range(orders):
            if number % 4 == 0 or match.over or match.asks_together:
                match = position(SHELF[name], rng)
            yield try_order(match, random_command(match, rng), rng)


def main() -> None:
    what = sys.argv[1]
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 50
    games = sys.argv[3:] or list(SHELF)
    if what == "drill":
        found = []
        for tried in drill(games, count):
            found.append(tried)
            for fault in tried.faults:
                print(tried.game, tried.command, fault, flush=True)
        for name in games:
            of = [t for t in found if t.game == name]
            halts = {why: sum(t.halt == why for t in of) for why in sorted({t.halt for t in of})}
            slowest, bad = max(t.seconds for t in of), sum(bool(t.faults) for t in of)
            answers = sum(t.answers for t in of)
            print(f"{name}: {len(of)} orders, {answers} answers, {bad} faults, slowest {slowest:.2f} s, {halts}")


if __name__ == "__main__":
    main()
