"""A game of three steps for testing the engine: guess dice, seal bids at once, move a hidden piece."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field

from grognard.engine import (
    Action,
    Actions,
    Game,
    Mind,
    Option,
    Pick,
    Piece,
    PieceView,
    Press,
    Refusal,
    Result,
    Rule,
    Rulebook,
    Rules,
    Scenario,
    State,
    Step,
    To,
    View,
)


class Counter(Piece, frozen=True):
    strength: int = 1
    hidden: bool = False


@dataclass(slots=True, eq=False)
class ToyState(State[Counter]):
    turn: int = 0
    scores: dict[str, int] = field(default_factory=dict)


class Turn(Step, frozen=True):
    """One turn: red rolls, then both bid at once."""

    number: int

    def run(self, g: ToyState) -> None:
        if self.number > int(g.options["turns"]):
            best = max(g.scores, key=lambda side: (g.scores[side], side))
            return g.finish(Result((best,), f"{best} has most points", "TY-3"))
        g.turn = self.number
        g.swap(Roll(), Bid(), Look(), Turn(self.number + 1))


class Roll(Step, frozen=True):
    """Red may roll one die or pass; a six scores."""

    def run(self, g: ToyState) -> None:
        g.ask("red", "Roll or pass?", [Press("roll"), Press("pass")], "TY-1")

    def take(self, g: ToyState, action: Action) -> None:
        g.done()
        if action == Press("roll"):
            die = g.d6()
            g.tell("TY-1", "Red rolls {die}", dice=(die,), die=die)
            g.outcome("six" if die == 6 else "nothing much")
            if die == 6:
                g.scores["red"] += 3


class Bid(Step, frozen=True):
    """Both sides bid at once; the higher bid loses it and the lower gains one."""

    def run(self, g: ToyState) -> None:
        for side in ("red", "blue"):
            g.ask(side, "Bid 0 to 2", [Press(str(n)) for n in range(3)], "TY-2")

    def take_all(self, g: ToyState, answers: Mapping[str, Action]) -> None:
        bids = {side: int(a.button) for side, a in answers.items() if isinstance(a, Press)}
        g.done()
        for side, bid in bids.items():
            g.scores[side] += 1 if bid < max(bids.values()) else -bid
        g.tell("TY-2", "Red bids {red}, blue bids {blue}", red=bids["red"], blue=bids["blue"])


class Look(Step, frozen=True):
    """Blue may move its piece anywhere on the board or look under red's hidden one."""

    def run(self, g: ToyState) -> None:
        listed: list[Action] = [To("a1"), To("a2"), Press("stay")]
        if any(p.hidden for p in g.pieces.values()):
            listed.append(Pick("r1"))
        g.ask(
            "blue",
            "Move, look or stay",
            Actions(listed, open_to=lambda a: self.why_not(g, "blue", a), open_kinds=(To,)),
            "TY-4",
        )

    def take(self, g: ToyState, action: Action) -> None:
        g.done()
        match action:
            case To(hex):
                g.put(Counter("b1", "blue", hex))
            case Pick("r1"):
                old = g.pieces["r1"]
                g.put(Counter("r1", "red", old.place, old.strength))
                g.reveal()
                g.tell("TY-4", "It is a {n}", sees=("blue",), n=old.strength)

    def why_not(self, g: ToyState, side: str, action: Action) -> Refusal | None:
        match action:
            case To(hex) if len(hex) == 2 and hex[0] in "abc" and hex[1] in "123":
                return None
            case To():
                return Refusal("TY-4", "The board has nine places.")
            case Pick("r1") if any(p.hidden for p in g.pieces.values()):
                return None
        return Refusal("TY-4")


def start(scenario: str, options: Mapping[str, str]) -> ToyState:
    g = ToyState(scenario_id=scenario, options=dict(options), steps=(Turn(1),), scores={"red": 0, "blue": 0})
    g.put(Counter("r1", "red", "c3", strength=4, hidden=True))
    g.put(Counter("b1", "blue", "a1"))
    return g


def sides(g: ToyState) -> tuple[str, ...]:
    return ("red", "blue")


def view(g: ToyState, side: str | None) -> View:
    def face(p: Counter) -> str:
        return "back" if p.hidden and side != p.side else str(p.strength)

    pieces = tuple(PieceView(p.id, p.side, p.place, face(p), p.id) for p in g.pieces.values())
    return View(side, g.turn, 3, ("Roll", "Bid", "Look"), "Roll", pieces)


def determinize(g: ToyState, side: str | None, rng: random.Random) -> ToyState:
    twin = g.clone()
    for p in list(twin.pieces.values()):
        if p.hidden and side != p.side:
            twin.put(Counter(p.id, p.side, p.place, rng.randrange(1, 7), hidden=True))
    for other in [s for s in twin.sealed if s != side]:
        twin.sealed = {**twin.sealed, other: Press(str(rng.randrange(3)))}
    return twin


def judge(g: ToyState, side: str, action: Action) -> float:
    return 1.0 if action in (Press("roll"), Press("0"), Press("stay")) else 0.0


def check(g: ToyState) -> None:
    assert len(g.pieces) == 2


TOY = Game(
    id="toy",
    title="Toy",
    blurb="For tests.",
    rulebook=Rulebook([Rule(f"TY-{n}", str(n), "toy", f"Rule {n} of the toy.") for n in range(1, 5)]),
    scenarios={"plain": Scenario("plain", "Plain", "2024-01", 3, "")},
    options={"turns": Option("turns", "Turns", ("3", "5"))},
    rules=Rules(
        state=ToyState, piece=Counter, start=start, sides=sides, view=view, determinize=determinize, check=check
    ),
    mind=Mind(judge=judge),
)
