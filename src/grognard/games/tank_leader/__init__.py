"""Eastern Front Tank Leader: card-activated tank battles, 1941 to 1945."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import ClassVar

from grognard.board.draw import Face
from grognard.board.draw import Marker as FaceMarker
from grognard.board.hexmap import HexMap
from grognard.board.sight import SightLine
from grognard.engine import Action, Game, Option, Pick, Press, PrintedChart, Reach, Scenario, Step, To, View
from grognard.games.tank_leader.face.faces import CHARTS, FACES
from grognard.games.tank_leader.face.reach import reach_of
from grognard.games.tank_leader.mind import doctrine, prospects
from grognard.games.tank_leader.rules.areas import Areas, BattalionArea, CompanyArea
from grognard.games.tank_leader.rules.assault import Assault, AssaultFire, AssaultHex, Defend, DefendHex, GatherAssault
from grognard.games.tank_leader.rules.card_play import (
    CardPlay,
    CommandChoice,
    EndByConsent,
    Interrupts,
    ParentChoice,
    Recover,
    SetAside,
    TurnUp,
)
from grognard.games.tank_leader.rules.cards import Play
from grognard.games.tank_leader.rules.checks import check
from grognard.games.tank_leader.rules.combined import Combine, CombinedFire
from grognard.games.tank_leader.rules.data import CARDS, MAP, RULEBOOK, SCENARIOS, SIDES
from grognard.games.tank_leader.rules.entering import Enter
from grognard.games.tank_leader.rules.indirect import AimIndirect, ChooseSpotter, GatherGuns
from grognard.games.tank_leader.rules.movement import MoveUnit, RollForMovement, Walk
from grognard.games.tank_leader.rules.observers import DeployObserver
from grognard.games.tank_leader.rules.operations import Activate, Activation, EndActivation, FireAt, Lift, UnitActs
from grognard.games.tank_leader.rules.opportunity import React, Window
from grognard.games.tank_leader.rules.overrun import Overrun, OverrunChecks, OverrunFire, OverrunHex
from grognard.games.tank_leader.rules.reinforcements import EnterMap, ReinforcementPhase
from grognard.games.tank_leader.rules.sequence import (
    CheckFormations,
    ClearMarkers,
    GameTurn,
    MoraleBegin,
    OperationsBegin,
    RecoverFormations,
    RecoverUnits,
    TurnUnitsUp,
)
from grognard.games.tank_leader.rules.setup import (
    Begin,
    Board,
    ChooseRoad,
    ChooseTurn,
    DigIn,
    Draft,
    HandOut,
    Muster,
    PlaceCompany,
    PlaceFormation,
    PlaceTrucks,
    PlaceUnit,
    SetUp,
)
from grognard.games.tank_leader.rules.spotting import explain_sight
from grognard.games.tank_leader.rules.stacking import Overstacking, known_name
from grognard.games.tank_leader.rules.state import TankLeader, Unit
from grognard.games.tank_leader.rules.transport import Drop, Load
from grognard.games.tank_leader.rules.view import determinize, labels, view

STEPS: tuple[type[Step], ...] = (
    *(Begin, Draft, Muster, SetUp, ChooseTurn, ChooseRoad, PlaceFormation, PlaceUnit, PlaceCompany, DigIn),
    *(PlaceTrucks, Board, HandOut),
    *(GameTurn, ReinforcementPhase, OperationsBegin, CardPlay, EndByConsent, Interrupts, TurnUp, SetAside),
    *(ParentChoice, CommandChoice, Activate, Activation, EndActivation, DeployObserver, EnterMap),
    *(UnitActs, MoveUnit, RollForMovement, Walk, Enter, Window, OverrunHex, OverrunChecks, OverrunFire),
    *(GatherAssault, AssaultHex, DefendHex, AssaultFire, CombinedFire, AimIndirect, ChooseSpotter, GatherGuns),
    *(MoraleBegin, RecoverUnits, RecoverFormations, CheckFormations, Overstacking, ClearMarkers, Areas),
    *(BattalionArea, CompanyArea, TurnUnitsUp),
)


class TankLeaderGame(Game):
    """The whole game, Standard and Advanced."""

    id: ClassVar = "tank-leader"
    title: ClassVar = "Eastern Front Tank Leader"
    blurb: ClassVar = "Platoons, cards and nerve on the Eastern Front: who acts when is what decides."
    version: ClassVar = 2
    scenarios: ClassVar = {
        name: Scenario(name, row["title"], str(row["year"]), row["turns"], "; ".join(row["victory"]), "TL-15.1.1")
        for name, row in SCENARIOS.items()
    }
    options: ClassVar = {
        "intelligence": Option("intelligence", "Intelligence", ("open", "limited"), "TL-6.6.1"),
        "year": Option("year", "Year", ("1943", "1941", "1942", "1944", "1945"), "TL-6.2.2", ("free-battle",)),
    }
    rulebook: ClassVar = RULEBOOK
    state: ClassVar = TankLeader
    piece: ClassVar = Unit
    steps: ClassVar = STEPS
    actions: ClassVar = (
        *(Pick, To, Press, Play, Recover, FireAt, Lift, React, Combine, Assault, Defend, Overrun, Load, Drop),
    )
    stretches: ClassVar = 3  # the activation, the next card, and the activation that replies

    def start(self, scenario: str, options: Mapping[str, str]) -> TankLeader:
        return TankLeader(scenario_id=scenario, options=dict(options), steps=(GameTurn(1), Begin()))

    def sides(self, g: TankLeader) -> tuple[str, ...]:
        return SIDES

    def view(self, g: TankLeader, side: str | None) -> View:
        return view(g, side)

    def determinize(self, g: TankLeader, side: str | None, rng: random.Random) -> TankLeader:
        return determinize(g, side, rng)

    def describe(self, g: TankLeader, action: Action) -> str:
        match action:
            case To(hex) | Overrun(hex) | Assault(hex):
                word = {Overrun: "overrun ", Assault: "close assault "}.get(type(action), "to ")
                return f"{word}{hex}"
            case Play(card) | Recover(card):
                word = "recover " if isinstance(action, Recover) else ""
                return f"{word}{CARDS[card].id} ({g.rating(card)})"
            case FireAt(piece, strength):
                return f"fire at {self._target(g, piece)}, {strength}"
            case React(piece, strength):
                return f"fire with {self._name(g, piece)}, {strength}"
            case Combine(piece):
                return f"combined fire at {self._target(g, piece)}"
            case Defend(piece, target):
                return f"{self._name(g, piece)} fires at {self._target(g, target)}"
            case Pick(piece) | Lift(piece) | Load(piece) | Drop(piece):
                words = {Lift: "put on top: ", Load: "load ", Drop: "set down "}
                return f"{words.get(type(action), '')}{self._name(g, piece)}"
            case Press(button):
                return button
        return repr(action)

    @staticmethod
    def _name(g: TankLeader, piece: str) -> str:
        unit = g.pieces[piece]
        return f"{unit.name} in {unit.hex}" if unit.hex else unit.name

    @staticmethod
    def _target(g: TankLeader, piece: str) -> str:
        """8.55 An enemy that may not be examined is named by its kind."""
        return f"{known_name(g, g.pieces[piece])} in {g.pieces[piece].place}"

    def judge(self, g: TankLeader, side: str, action: Action) -> float:
        return doctrine.judge(g, side, action)

    def value(self, g: TankLeader, side: str) -> float:
        return prospects.chance_of_victory(g, side)

    def stretch(self, g: TankLeader) -> tuple[int, str, tuple[str, ...]]:
        """6.5 The activation of a formation, or the choice of the next card between two of them."""
        return g.turn, g.phase, g.active

    def advice(self, g: TankLeader, side: str, action: Action) -> str:
        return doctrine.advice(g, side, action)

    def labels(self, g: TankLeader) -> Mapping[Action, str]:
        return labels(g)

    def board(self, scenario: str) -> HexMap:
        return MAP

    def reach(self, g: TankLeader, side: str | None, piece: str) -> Sequence[Reach]:
        return reach_of(g, side, piece)

    def sight(self, g: TankLeader, a: str, b: str) -> SightLine:
        return explain_sight(g, a, b)

    def charts(self) -> Sequence[PrintedChart]:
        return CHARTS

    def faces(self) -> Mapping[str, Face | FaceMarker]:
        return FACES

    def check(self, g: TankLeader) -> None:
        check(g)


GAME = TankLeaderGame()
