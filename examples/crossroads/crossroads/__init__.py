"""Crossroads: two squads a side, seven hexes, one chart. A complete small game on one page."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from grognard.board.ground import HexGround
from grognard.board.hexes.map import load_map
from grognard.engine import Aim, Briefing, Chart, Deed, ChoiceStep, Face, Game, Mind, Modifier, Piece, PieceView
from grognard.engine import Refusal, Result, Rulebook, Rules, Scenario, State, View, Working

DATA = Path(__file__).parent / "data"
MAP, BOX = load_map(DATA / "map.toml"), tomllib.loads((DATA / "box.toml").read_text("utf-8"))
FIRE = Chart.of("fire", "Fire", dice=1, cite="CR-3.2", **BOX["fire"])
GROUND, SIDES, TURNS, CENTRE = HexGround(MAP), ("red", "blue"), BOX["turns"], BOX["centre"]


class Squad(Piece, frozen=True):
    name: str = ""
    acted: int = 0  # the last turn in which it did


@dataclass(slots=True, eq=False)
class Battle(State[Squad]):
    turn: int = 1
    side: str = "red"


class Choose(Deed, frozen=True):
    """1.2 One squad after the other acts."""

    piece: str

    def why_not(self, g: Battle, by: Turn) -> Refusal | None:
        squad = g.pieces[self.piece]
        return Refusal("CR-1.2") if by.unit or squad.side != g.side or squad.acted == g.turn else None

    def do(self, g: Battle, by: Turn) -> None:
        g.swap(Turn(self.piece))


class EndTurn(Deed, frozen=True):
    """1.1, 1.2 The side lets the rest be, and the other side's turn begins."""

    def do(self, g: Battle, by: Turn) -> None:
        g.turn, g.side = (g.turn, "blue") if g.side == "red" else (g.turn + 1, "red")
        g.swap(Turn())


class Move(Deed, frozen=True):
    """2.1, 2.2 Go to an empty hex nearby."""

    hex: str

    @classmethod
    def candidates(cls, g: Battle, by: Turn) -> Iterator[Move]:
        return map(cls, MAP.grid.hexes)

    def why_not(self, g: Battle, by: Turn) -> Refusal | None:
        broken = "CR-2.1" if self.hex not in by.near(g) else "CR-2.2" if self.hex in g.at else ""
        return Refusal(broken) if broken else None

    def do(self, g: Battle, by: Turn) -> None:
        squad = g.change(by.unit, place=self.hex, acted=g.turn)
        g.tell("CR-2.1", "{unit} goes to {hex}", hexes=(self.hex,), unit=squad.name, hex=self.hex)
        g.swap(Turn())


class Fire(Deed, frozen=True):
    """3.1 to 3.3 Fire at an enemy squad nearby."""

    piece: str

    def why_not(self, g: Battle, by: Turn) -> Refusal | None:
        target = g.pieces[self.piece]
        return None if target.side != g.side and target.place in by.near(g) else Refusal("CR-3.1")

    def preview(self, g: Battle, by: Turn) -> Working:
        wood = "wood" in MAP.terrain[g.pieces[self.piece].place]
        shift = (Modifier("CR-3.3", -1, "In the wood", "column"),) if wood else ()
        return Working("Fire", shift, "fire", FIRE.columns[1 - wood], dice=1, base=FIRE.columns[1])

    def do(self, g: Battle, by: Turn) -> None:
        working, die = self.preview(g, by), g.d6()
        cell = FIRE.result(FIRE.columns.index(working.column), die)
        rolled = working.rolled([die], cell, dict(FIRE.results)[cell])
        firer, target = g.change(by.unit, acted=g.turn), g.pieces[self.piece]
        g.tell("CR-3.2", "{a} fires at {b}: {r}", working=rolled, a=firer.name, b=target.name, r=rolled.words)
        g.outcome(rolled.words)
        if cell == "E":
            g.drop(self.piece)
        g.swap(Turn())


class Turn(ChoiceStep, frozen=True):
    """1.0 A side's turn, and the squad that acts now."""

    unit: str = ""
    deeds = (Choose, Move, Fire, EndTurn)

    def near(self, g: Battle) -> tuple[str, ...]:
        return MAP.grid.neighbours[g.pieces[self.unit].place] if self.unit else ()

    def run(self, g: Battle) -> None:
        if g.turn > TURNS or standing(g).cite == "CR-4.1":
            return g.finish(standing(g))
        g.ask(g.side, "Move or fire" if self.unit else "Choose a squad", self.offered(g), "CR-1.2")


def start(scenario: str, options: Mapping[str, str]) -> Battle:
    g = Battle(scenario_id=scenario, options=dict(options), steps=(Turn(),))
    for squad in BOX["squads"]:
        g.put(Squad(**squad))
    return g


def standing(g: Battle) -> Result:
    """4.1, 4.2 Who would win if it ended now."""
    if len(left := {squad.side for squad in g.pieces.values()}) == 1:
        return Result(tuple(left), "the other side has no squads left", "CR-4.1")
    holders = tuple(squad.side for squad in g.here(CENTRE))
    return Result(holders, "the crossroads are held" if holders else "nobody holds the crossroads", "CR-4.2")


def aims(g: Battle, side: str) -> tuple[Aim, ...]:
    lost = 2 - sum(squad.side != side for squad in g.pieces.values())
    hold = Aim("Stand on the crossroads at the end", "CR-4.2", (CENTRE,), met=side in standing(g).winners)
    return hold, Aim("Eliminate both squads of the enemy", "CR-4.1", have=lost, need=2, met=lost == 2)


def view(g: Battle, side: str | None) -> View:
    marks = {s.id: ("spent",) if s.acted == g.turn else () for s in g.pieces.values()}
    pieces = [PieceView(s.id, s.side, s.place, s.id, s.name, marks=marks[s.id]) for s in g.pieces.values()]
    return View(side, min(g.turn, TURNS), TURNS, SIDES, g.side, tuple(pieces))


WORTH: dict[type, float] = {Fire: 3.0, Choose: 2.0, Move: 1.0}
GAME = Game(
    id="crossroads",
    title="Crossroads",
    blurb="Two squads a side meet in a wood.",
    rulebook=Rulebook.load(DATA / "rules.tsv"),
    scenarios={"meeting": Scenario("meeting", "The Meeting", "1944", TURNS, "Who holds the crossroads?", "CR-4.2")},
    rules=Rules(state=Battle, piece=Squad, start=start, sides=lambda g: SIDES, view=view, aims=aims, standing=standing),
    mind=Mind(judge=lambda g, side, action: WORTH.get(type(action), 0.0) + (action == Move(CENTRE))),
    face=Face(ground=lambda scenario: GROUND, charts=(FIRE,), briefing=lambda g, side: Briefing(**BOX["briefing"])),
)
