"""Night Fight: solitaire infiltration by night on the Eastern Front, 1943."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import ClassVar

from grognard.board.draw import Face, Marker
from grognard.board.hexmap import HexMap
from grognard.board.sight import SightLine
from grognard.engine import Action, Game, Option, Pick, Press, PrintedChart, Reach, Scenario, Step, To, View
from grognard.games.night_fight.face.faces import CHARTS, FACES, labels
from grognard.games.night_fight.face.reach import reach
from grognard.games.night_fight.mind import doctrine, prospects
from grognard.games.night_fight.rules.artillery import CallStrike, SovietStrike
from grognard.games.night_fight.rules.checks import check
from grognard.games.night_fight.rules.columns import Advance, MoveAlone, MoveColumn, SovietMovement
from grognard.games.night_fight.rules.data import MAP, RULEBOOK, SCENARIOS, TYPES
from grognard.games.night_fight.rules.events import Intelligence, RandomEvents, Reinforce
from grognard.games.night_fight.rules.fire import Shot
from grognard.games.night_fight.rules.german_acts import Faust, Fire, GermanFire, Spot, ThrowFlares, UnitActs, Window
from grognard.games.night_fight.rules.movement import Drop, GermanMovement, MoveStack, Walk
from grognard.games.night_fight.rules.purchase import Attach, Buy, Purchase
from grognard.games.night_fight.rules.rally import GermanRally, SovietRally
from grognard.games.night_fight.rules.results import Blast, Explosion, Result, Retreat
from grognard.games.night_fight.rules.sequence import Begin, FirstPlayer, GameTurn
from grognard.games.night_fight.rules.setup import SetUp
from grognard.games.night_fight.rules.sight import explain_sight
from grognard.games.night_fight.rules.soviet_fire import SovietActs, SovietFire
from grognard.games.night_fight.rules.state import NightFight, Unit
from grognard.games.night_fight.rules.transport import HandOver
from grognard.games.night_fight.rules.victory import EndOfTurn
from grognard.games.night_fight.rules.view import determinize, view

STEPS: tuple[type[Step], ...] = (
    *(Begin, SetUp, Purchase, Attach, FirstPlayer, GameTurn, EndOfTurn),
    *(RandomEvents, Reinforce, Intelligence),
    *(GermanFire, UnitActs, ThrowFlares, CallStrike, HandOver, Window),
    *(GermanMovement, MoveStack, Walk, GermanRally),
    *(SovietFire, SovietActs, SovietStrike, SovietMovement, MoveColumn, Advance, MoveAlone, SovietRally),
    *(Shot, Result, Retreat, Blast, Explosion),
)

PLAYERS = ("german", "german-2", "german-3", "german-4")


class NightFightGame(Game):
    """The whole game; the Soviets are played by the rules themselves."""

    id: ClassVar = "night-fight"
    title: ClassVar = "Night Fight"
    blurb: ClassVar = "Lead a German column through the Soviet rear by night, 1943. Solitaire, or with friends."
    version: ClassVar = 2
    scenarios: ClassVar = {
        name: Scenario(name, row.title, row.date, row.turns, row.blurb, row.cite) for name, row in SCENARIOS.items()
    }
    options: ClassVar = {
        "intensity": Option("intensity", "Intensity", ("low", "medium", "high"), "NF-3.0.2"),
        "events": Option("events", "Random events", ("yes", "no"), "NF-6.0.1"),
        "waffen-ss": Option("waffen-ss", "Waffen SS", ("no", "yes"), "NF-20.1.1"),
        "players": Option("players", "German players", ("1", "2", "3", "4"), "NF-20.2.1"),
        "optional-piece": Option("optional-piece", "SdKfz 161 for sale", ("no", "yes"), "NF-22.1.2"),
    }
    rulebook: ClassVar = RULEBOOK
    state: ClassVar = NightFight
    piece: ClassVar = Unit
    steps: ClassVar = STEPS
    actions: ClassVar = (Pick, To, Press, Buy, Fire, Faust, Spot, Drop)
    ahead: ClassVar = 0
    tries: ClassVar = 12

    def start(self, scenario: str, options: Mapping[str, str]) -> NightFight:
        players = PLAYERS[: int(options["players"])]
        return NightFight(scenario_id=scenario, options=dict(options), players=players, steps=(Begin(),))

    def sides(self, g: NightFight) -> tuple[str, ...]:
        return tuple(sorted(g.players))

    def view(self, g: NightFight, side: str | None) -> View:
        return view(g, side)

    def determinize(self, g: NightFight, side: str | None, rng: random.Random) -> NightFight:
        return determinize(g, rng)

    def describe(self, g: NightFight, action: Action) -> str:
        match action:
            case Buy(unit):
                return f"{TYPES[unit].name}, {TYPES[unit].cost} points"
            case To(hex) | Spot(hex):
                return f"{'look at' if isinstance(action, Spot) else 'to'} {hex}"
            case Fire(piece) | Faust(piece) | Drop(piece) | Pick(piece):
                word = {Fire: "fire at ", Faust: "Panzerfaust at ", Drop: "leave behind "}.get(type(action), "")
                return f"{word}{self._name(g.pieces[piece])}"
            case Press(button):
                return button
        return repr(action)

    @staticmethod
    def _name(unit: Unit) -> str:
        name = unit.name if unit.up else "hidden piece"
        return f"{name} in {unit.place}" if unit.place else name

    def judge(self, g: NightFight, side: str, action: Action) -> float:
        return doctrine.judge(g, side, action)

    def value(self, g: NightFight, side: str) -> float:
        return prospects.value(g, side)

    def stretch(self, g: NightFight) -> tuple[int, str, int]:
        """5.0 A phase; in German movement, what one stack does."""
        return g.turn, g.phase, len(g.moved)

    def board(self, scenario: str) -> HexMap:
        return MAP

    def faces(self) -> Mapping[str, Face | Marker]:
        return FACES

    def labels(self, g: NightFight) -> Mapping[Action, str]:
        return labels(g)

    def charts(self) -> Sequence[PrintedChart]:
        return CHARTS

    def sight(self, g: NightFight, a: str, b: str) -> SightLine:
        return explain_sight(g, a, b)

    def reach(self, g: NightFight, side: str | None, piece: str) -> Sequence[Reach]:
        return reach(g, piece)

    def advice(self, g: NightFight, side: str, action: Action) -> str:
        return doctrine.advice(g, side, action)

    def check(self, g: NightFight) -> None:
        check(g)


GAME = NightFightGame()
