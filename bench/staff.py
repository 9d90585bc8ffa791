"""The staff, tried and measured: random orders in random positions, and how many answers a person is spared.

python -m bench.staff drill 200 1        # so many orders in every game, and a seed: legal, explained, honest, undone?
python -m bench.staff answers            # what a person answers who commands by formation, against single answers
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Iterator
from functools import reduce
from typing import Any, NamedTuple

import msgspec

from grognard.engine import SHELF, Ask, Game, Match, State
from grognard.engine.game.mind import phase_now
from grognard.engine.match.auto_answers import auto_answer
from grognard.engine.match.command import NEEDS_A_PLACE, WORDS, Command, Intent, Past, able, formations, point_meant
from grognard.engine.match.onward import comes_back
from grognard.engine.match.plan import Done, Plan, take_back
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


def by_hand(match: Match, side: str, turn: int) -> int:
    """How many questions a sensible player answers for a side in a turn, without those that answer themselves."""
    player, rng, answers = DoctrinePlayer(), random.Random(1), 0
    while not match.over and match.view(side).turn <= turn:
        ask = match.decision.asks[0]
        answers += ask.side == side and auto_answer(match, ask) is None
        match.take(player.choose(match, ask, rng), ask.side)
    return answers


class Commander:
    """A player who commands by orders, and counts what he answers.

    One for each order, one to accept the plan for all of them, one to go on after a halt, one for an own answer. Where
    an order would come to one answer he gives that himself; when it happens again in the same phase, he orders. With
    `formations_too` every formation gets an order of its own before the rest is finished, and all these orders are
    accepted as one plan.
    """

    def __init__(self, match: Match, side: str, past: tuple[Past, ...] = (), *, formations_too: bool = False) -> None:
        self.match, self.side, self.past, self.formations_too = match, side, past, formations_too
        self.answers = 0
        self.left: Command | None = None
        self.waits = False  # does it go on by itself?
        self.told: set[tuple[str, str]] = set()
        self.alone: set[str] = set()  # phases in which he answered something himself
        self.player, self.rng = DoctrinePlayer(), random.Random(1)

    def play(self, turn: int) -> int:
        """How many answers he has given when the turn is over."""
        match, side = self.match, self.side
        while not match.over and match.view(side).turn <= turn:
            ask = match.decision.of(side) if not match.asks_together else None
            if ask is None:
                first = match.decision.asks[0]
                match.take(self.player.choose(match, first, self.rng), first.side)
            elif (only := auto_answer(match, ask)) is not None:
                match.take(only, side)
            elif self.left is not None:
                self.go_on(self.left)
            else:
                self.order(ask)
        return self.answers

    def order(self, ask: Ask) -> None:
        """New orders, or an answer of his own."""
        orders = self.orders()
        plan = self.match.command(self.side, reduce(Command.with_order, orders))
        phase = phase_now(self.match.state)
        if len(plan.answers) > 1 or (plan.answers and phase in self.alone):
            self.answers += len(orders) + 1
            self.obey(plan.command)
        else:
            self.answers += 1
            self.alone.add(phase)
            own = self.player.choose(self.match, ask, self.rng)
            self.match.take(plan.answers[0] if plan.answers else own, ask.side)

    def go_on(self, left: Command) -> None:
        """On with what is left: by itself when others have answered, if that was to be expected."""
        self.answers += not self.waits
        done = self.obey(left if self.waits else msgspec.structs.replace(left, signed=None))
        if not done.answers and done.left is not None:
            self.waits = False  # the plan is another one: it is looked at

    def obey(self, command: Command) -> Done:
        """One order, and whether what is left of it goes on by itself."""
        done = self.match.obey(self.side, command)
        self.left, self.waits = done.left, comes_back(done)
        return done

    def orders(self) -> list[Command]:
        """The next orders: one to each formation that has had none in this phase, else to finish."""
        units, phase = able(self.match, self.side), phase_now(self.match.state)
        found = formations(self.match, self.side, units) if self.formations_too and len(units) > 6 else {}
        new = {name: ids for name, ids in found.items() if name and (phase, name) not in self.told}
        self.told |= {(phase, name) for name in new}
        return [Command(Intent("finish"), tuple(ids), past=self.past) for ids in new.values()] or [
            Command(Intent("finish"), past=self.past)
        ]


MEASURED = (  # game, scenario, side, the last turn that counts
    ("korsun", "campaign", "Soviet", 1),
    ("folio", "arras", "", 1),
    ("night-fight", "kiev", "german", 1),
    ("tank-leader", "steppe-patrol", "german", 2),
    ("panzer-blitz", "filandriers", "british", 2),
    ("red-actions", "lezhanka", "whites", 2),
)


KINDS: tuple[tuple[str, tuple[Past, ...], bool], ...] = (
    ("by orders", (), False),
    ("by formation", (), True),
    ("by formation, halting for changes", ("expected",), True),
    ("by orders, halting for changes", ("expected",), False),
    ("by orders, past dice", ("die", "enemy"), False),
    ("by orders, past others' turns", ("die", "enemy", "asked"), False),
)


def measure(games: list[str]) -> None:
    """Answers by hand, and by orders of several kinds."""
    for game, scenario, named, turn in MEASURED:
        if game not in games:
            continue
        new = Match.new(SHELF[game], scenario, seed=1)
        side = named or new.sides[0]
        print(f"{game} {scenario}, {side}, to turn {turn}: {by_hand(new, side, turn)} by hand", flush=True)
        for title, past, each in KINDS:
            match, begun = Match.new(SHELF[game], scenario, seed=1), time.process_time()
            answers = Commander(match, side, past, formations_too=each).play(turn)
            print(f"    {answers} {title} ({time.process_time() - begun:.1f} s)", flush=True)


def main() -> None:
    what = sys.argv[1]
    if what == "answers":
        return measure(sys.argv[2:] or list(SHELF))
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
