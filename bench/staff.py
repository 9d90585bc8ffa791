"""The staff, tried and measured: random orders in random positions, and how many answers a person is spared.

python -m bench.staff drill 200 1        # so many orders in every game, and a seed: legal, explained, honest, undone?
python -m bench.staff answers            # what a person answers who commands by formation, against single answers
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Iterator
from typing import Any, Literal, NamedTuple

import msgspec

from grognard.engine import SHELF, Game, Match, State
from grognard.engine.game.mind import phase_now
from grognard.engine.match.auto_answers import auto_answer
from grognard.engine.match.command import NEEDS_A_PLACE, WORDS, Command, Intent, able, formations, point_meant
from grognard.engine.match.plan import Done, Plan, take_back
from grognard.players.base import Player
from grognard.players.simple import DoctrinePlayer, RandomPlayer

MOST = 400  # answers before a random position
Past = tuple[Literal["die", "enemy", "asked"], ...]


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


def by_hand(match: Match, side: str, turn: int) -> int:
    """How many questions a sensible player answers for a side in a turn, without those that answer themselves."""
    player, rng, answers = DoctrinePlayer(), random.Random(1), 0
    while not match.over and match.view(side).turn <= turn:
        ask = match.decision.asks[0]
        answers += ask.side == side and auto_answer(match, ask) is None
        match.take(player.choose(match, ask, rng), ask.side)
    return answers


def by_staff(match: Match, side: str, turn: int, past: Past = (), *, formations_too: bool = False) -> int:
    """The same by orders: one for an order, one to accept its plan, one to go on after a halt, one for an own answer.

    With `formations_too` every formation gets an order of its own before the rest is finished.
    """
    player, rng, answers = DoctrinePlayer(), random.Random(1), 0
    told: set[tuple[str, str]] = set()
    left: Command | None = None
    while not match.over and match.view(side).turn <= turn:
        ask = match.decision.of(side) if not match.asks_together else None
        if ask is None or (only := auto_answer(match, ask)) is not None:
            first = match.decision.asks[0] if ask is None else ask
            match.take(player.choose(match, first, rng) if ask is None else only or ask.actions[0], first.side)
            continue
        command = left or _next_command(match, side, told, formations_too)
        if left is None and past:
            command = msgspec.structs.replace(command, past=past)
        if not match.command(side, command).rows:
            answers, left = answers + 1, None
            match.take(player.choose(match, ask, rng), side)
            continue
        answers += 2 if left is None else "asked" not in past
        left = match.obey(side, command).left
    return answers


def _next_command(match: Match, side: str, told: set[tuple[str, str]], formations_too: bool) -> Command:
    """The next order: to a formation that has had none in this phase, else to finish."""
    units, phase = able(match, side), phase_now(match.state)
    if formations_too and len(units) > 6:
        for name, found in formations(match, side, units).items():
            if name and (phase, name) not in told:
                told.add((phase, name))
                return Command(Intent("finish"), tuple(found))
    return Command(Intent("finish"))


MEASURED = (  # game, scenario, side, the last turn that counts
    ("korsun", "campaign", "Soviet", 1),
    ("folio", "arras", "", 1),
    ("night-fight", "kiev", "german", 1),
    ("tank-leader", "steppe-patrol", "german", 2),
    ("panzer-blitz", "filandriers", "british", 2),
    ("red-actions", "lezhanka", "whites", 2),
)


def measure() -> None:
    """Answers by hand, by orders to everybody, and by orders to each formation first."""
    for game, scenario, named, turn in MEASURED:
        new = Match.new(SHELF[game], scenario, seed=1)
        side = named or new.sides[0]
        hand = by_hand(Match.new(SHELF[game], scenario, seed=1), side, turn)
        orders = by_staff(new, side, turn)
        each = by_staff(Match.new(SHELF[game], scenario, seed=1), side, turn, formations_too=True)
        dice = by_staff(Match.new(SHELF[game], scenario, seed=1), side, turn, ("die", "enemy"))
        turns = by_staff(Match.new(SHELF[game], scenario, seed=1), side, turn, ("die", "enemy", "asked"))
        told = f"{hand} by hand, {orders} by orders, {each} by formation, {dice} past dice, {turns} past others' turns"
        print(f"{game} {scenario}, {side}, to turn {turn}: {told}", flush=True)


def main() -> None:
    what = sys.argv[1]
    if what == "answers":
        return measure()
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 50
    games, seed = sys.argv[4:] or list(SHELF), int(sys.argv[3]) if len(sys.argv) > 3 else 1
    if what == "drill":
        found = []
        for tried in drill(games, count, seed):
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
