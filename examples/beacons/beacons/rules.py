"""The rules of Beacons, chapter by chapter."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from grognard.board.facing import aspect, bearing
from grognard.board.ground import HexGround
from grognard.board.hexes.map import load_map
from grognard.engine import Action, Aim, Chart, Deed, ChoiceStep, Interruption, Modifier, Passing, Piece, Reason
from grognard.engine import Refusal, Result, State, Step, Working

DATA = Path(__file__).parent / "data"
MAP, BOX = load_map(DATA / "map.toml"), tomllib.loads((DATA / "box.toml").read_text("utf-8"))
CLASH = Chart.of("clash", "Clash", dice=1, cite="BC-3.2", **BOX["clash"])
GROUND, GRID, SIDES, TURNS, CENTRE = HexGround(MAP), MAP.grid, ("hill", "shore"), BOX["turns"], "0303"


class Band(Piece, frozen=True):
    name: str = ""
    strength: int = 2
    facing: int = 0  # degrees from the north
    acted: int = 0  # the last round in which it did


@dataclass(slots=True, eq=False)
class Clans(State[Band]):
    turn: int = 1
    side: str = "hill"
    hands: dict[str, tuple[str, ...]] = field(default_factory=dict)
    decks: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def play(self, side: str, card: str) -> None:
        """A card leaves a hand for good, if it is in it: chances are asked of hands that nobody has seen."""
        held = self.hands[side]
        at = held.index(card) if card in held else len(held)
        self.hands[side] = held[:at] + held[at + 1 :]


class Shuffle(Step, frozen=True):
    """1.3 Each side shuffles its cards and takes three."""

    def run(self, g: Clans) -> None:
        g.done()
        for side in SIDES:
            cards = g.shuffled(BOX["cards"])
            g.hands[side], g.decks[side] = tuple(cards[: BOX["hand"]]), tuple(cards[BOX["hand"] :])


class Draw(Step, frozen=True):
    """1.3 A side takes one more card."""

    def run(self, g: Clans) -> None:
        g.done()
        if g.turn > 1 and g.decks[g.side]:
            card, *rest = g.decks[g.side]
            g.hands[g.side], g.decks[g.side] = (*g.hands[g.side], card), tuple(rest)
            g.tell("BC-1.3", "You take a card: {card}", sees=(g.side,), card=card)


class Choose(Deed, frozen=True):
    """1.2 One band after the other acts."""

    piece: str

    def why_not(self, g: Clans, by: Turn) -> Refusal | None:
        band = g.pieces.get(self.piece)
        return None if band and not by.unit and band.side == g.side and band.acted != g.turn else Refusal("BC-1.2")

    def do(self, g: Clans, by: Turn) -> None:
        g.swap(Turn(self.piece))


class EndTurn(Deed, frozen=True):
    """1.1, 1.2 The side lets the rest be, and the enemy's turn begins."""

    def do(self, g: Clans, by: Turn) -> None:
        g.turn, g.side = g.turn + (g.side == "shore"), SIDES[g.side == "hill"]
        g.swap(Draw(), Turn())


class Move(Deed, frozen=True):
    """2.1 to 2.4 Go to an empty hex nearby, and face that way."""

    hex: str

    @classmethod
    def candidates(cls, g: Clans, by: Turn) -> Iterator[Move]:
        return map(cls, GRID.hexes)

    def why_not(self, g: Clans, by: Turn) -> Refusal | None:
        lake = self.hex in by.near(g) and "lake" in MAP.terrain[self.hex]
        broken = "BC-2.3" if lake else "BC-2.1" if self.hex not in by.near(g) else "BC-2.2" if self.hex in g.at else ""
        return Refusal(broken) if broken else None

    def do(self, g: Clans, by: Turn) -> None:
        ahead = round(bearing(GRID, g.pieces[by.unit].place, self.hex))
        band = g.change(by.unit, place=self.hex, facing=ahead, acted=g.turn)
        g.tell("BC-2.1", "{unit} go to {hex}", hexes=(self.hex,), unit=band.name, hex=self.hex)
        g.swap(Turn())


def clash(g: Clans, attacker: str, target: str, *, charged: bool, shields: bool = False) -> Working:
    """3.2 to 3.5 and 3.7 How the die of an attack is read."""
    a, d = g.pieces[attacker], g.pieces[target]
    cover = MAP.terrain[d.place] & {"forest", "hill"}
    modifiers = [Modifier("BC-3.3", -1, " and ".join(sorted(cover)))] if cover else []
    modifiers += [Modifier("BC-3.4", 1, "Charge")] if charged else []
    modifiers += [Modifier("BC-3.5", -2, "Shields")] if shields else []
    behind = aspect(GRID, d.place, d.facing, a.place) == "rear"
    modifiers += [Modifier("BC-3.7", 1, "From behind")] if behind else []
    column = CLASH.columns[1 + (a.strength > d.strength) - (a.strength < d.strength)]
    return Working("Clash", tuple(modifiers), "clash", column, dice=1)


class Attack(Deed, frozen=True):
    """3.1 Attack an enemy band nearby."""

    piece: str

    def why_not(self, g: Clans, by: Turn) -> Refusal | None:
        target = g.pieces.get(self.piece)
        return None if target and target.side != g.side and target.place in by.near(g) else Refusal("BC-3.1")

    def preview(self, g: Clans, by: Turn) -> Working:
        return clash(g, by.unit, self.piece, charged=isinstance(self, Charge))

    def do(self, g: Clans, by: Turn) -> None:
        if charged := isinstance(self, Charge):
            g.play(g.side, "Charge")
            g.tell("BC-3.4", "{unit} charge", unit=g.pieces[by.unit].name)
        ahead = round(bearing(GRID, g.pieces[by.unit].place, g.pieces[self.piece].place))
        g.change(by.unit, facing=ahead, acted=g.turn)
        g.swap(Answer(by.unit, self.piece, charged), Turn())


class Charge(Attack, frozen=True):
    """3.4 Attack with a Charge from the hand."""

    def why_not(self, g: Clans, by: Turn) -> Refusal | None:
        return Attack.why_not(self, g, by) or (None if "Charge" in g.hands[g.side] else Refusal("BC-3.4"))


class RaiseShields(Deed, frozen=True):
    """3.5 Play Shields."""

    def why_not(self, g: Clans, by: Answer) -> Refusal | None:
        return None if "Shields" in g.hands[g.pieces[by.target].side] else Refusal("BC-3.5")

    def preview(self, g: Clans, by: Answer) -> Working:
        return clash(g, by.attacker, by.target, charged=by.charged, shields=True)

    def do(self, g: Clans, by: Answer) -> None:
        g.play(g.pieces[by.target].side, "Shields")
        g.tell("BC-3.5", "{unit} raise Shields", unit=g.pieces[by.target].name)
        g.swap(Clash(by.attacker, by.target, by.charged, True))


class LetItCome(Deed, frozen=True):
    """3.5 Play nothing."""

    def do(self, g: Clans, by: Answer) -> None:
        g.swap(Clash(by.attacker, by.target, by.charged))


class Answer(ChoiceStep, frozen=True):
    """3.5 A side that is attacked may answer, if it holds a card: the enemy counts them, and cannot read them."""

    attacker: str
    target: str
    charged: bool
    deeds = (RaiseShields, LetItCome)

    def run(self, g: Clans) -> None:
        side = g.pieces[self.target].side
        if not g.hands[side]:
            return g.swap(Clash(self.attacker, self.target, self.charged))
        g.ask(side, f"{g.pieces[self.attacker].name} attack you", self.offered(g), "BC-3.5")

    def passes(self, g: Clans) -> Passing:
        return Passing(LetItCome(), "no Shields are raised")

    def counters(self, g: Clans) -> Passing:
        return Passing(RaiseShields(), "Shields are raised")

    def interrupts(self, g: Clans) -> Interruption:
        return Interruption(self.attacker, f"{self.attacker} {g.turn}", LetItCome(), near=1)

    def suffers(self, g: Clans, side: str) -> bool:
        return True


class Clash(Step, frozen=True):
    """3.2, 3.6 The die is rolled."""

    attacker: str
    target: str
    charged: bool = False
    shields: bool = False

    def run(self, g: Clans) -> None:
        working = clash(g, self.attacker, self.target, charged=self.charged, shields=self.shields)
        die = g.d6()
        cell = CLASH.rolled(CLASH.columns.index(working.column), die, working.on("die"))
        rolled = working.rolled([die], cell, dict(CLASH.results)[cell])
        a, d = g.pieces[self.attacker], g.pieces[self.target]
        g.tell("BC-3.2", "{a} attack {d}: {r}", working=rolled, a=a.name, d=d.name, r=rolled.words)
        g.outcome(rolled.words)
        g.done()
        if cell == "W" and d.strength > 1:
            g.change(self.target, strength=d.strength - 1)
        elif cell != "-":
            g.drop(self.target)
            g.tell("BC-3.6", "{unit} are broken", unit=d.name)


class Turn(ChoiceStep, frozen=True):
    """1.0 A side's turn, and the band that acts now."""

    unit: str = ""
    deeds = (Choose, Move, Attack, Charge, EndTurn)

    def near(self, g: Clans) -> tuple[str, ...]:
        return GRID.neighbours[g.pieces[self.unit].place] if self.unit else ()

    def run(self, g: Clans) -> None:
        if g.turn > TURNS or standing(g).cite == "BC-4.1":
            return g.finish(standing(g))
        g.ask(g.side, "Move or attack" if self.unit else "Choose a band", self.offered(g), "BC-1.2")


def start(scenario: str, options: Mapping[str, str]) -> Clans:
    """The position before the cards are shuffled."""
    g = Clans(scenario_id=scenario, options=dict(options))
    g.call(Shuffle(), Turn())
    for band in BOX["bands"]:
        g.put(Band(**band))
    return g


def standing(g: Clans) -> Result:
    """4.1, 4.2 Who would win if it ended now."""
    if len(left := {band.side for band in g.pieces.values()}) == 1:
        return Result(tuple(left), "the enemy has no bands left", "BC-4.1")
    holders = [band.side for place in BOX["beacons"] for band in g.here(place)]
    lead = holders.count("hill") - holders.count("shore")
    winners = () if not lead else ("hill",) if lead > 0 else ("shore",)
    return Result(winners, "it stands on more beacons" if lead else "both stand on as many beacons", "BC-4.2")


def aims(g: Clans, side: str) -> tuple[Aim, ...]:
    """4.2 What a side is after."""
    won = side in standing(g).winners
    return (Aim("Stand on more beacons than the enemy", "BC-4.2", tuple(BOX["beacons"]), met=won),)


def named(g: Clans, action: Action) -> str:
    """The hex that an answer names, or that of the band it names."""
    return action.hex if isinstance(action, Move) else g.pieces[getattr(action, "piece", "")].place


def far(g: Any, side: str, action: Action) -> bool:
    """Is what an answer names not next to the band that acts?"""
    unit, place = g.steps[-1].unit, named(g, action)
    return not unit or place not in GRID or GRID.distance(g.pieces[unit].place, place) != 1


REASONS: Mapping[str, tuple[Reason, ...]] = {  # what breaks a rule, said a second time
    "BC-2.1": (Reason("the hex is not adjacent", far),),
    "BC-2.2": (Reason("a band stands there", lambda g, side, action: bool(g.here(named(g, action)))),),
    "BC-2.3": (Reason("it is the lake", lambda g, side, action: named(g, action) in MAP.areas["lake"]),),
    "BC-3.1": (Reason("a friend", lambda g, side, deed: g.here(named(g, deed))[0].side == side), Reason("far", far)),
}
