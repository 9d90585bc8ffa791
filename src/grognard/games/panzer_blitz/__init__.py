"""Panzer Blitz: Hill of Death. Platoons around Hill 112 in Normandy, June and July 1944."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import ClassVar

from grognard.board.draw import Face
from grognard.board.draw import Marker as FaceMarker
from grognard.board.hexmap import HexMap
from grognard.board.sight import SightLine
from grognard.engine import Action, Game, Pick, Press, PrintedChart, Reach, Scenario, Step, To, View
from grognard.games.panzer_blitz.face.faces import CHARTS, FACES, labels
from grognard.games.panzer_blitz.face.reach import reach
from grognard.games.panzer_blitz.face.words import describe
from grognard.games.panzer_blitz.mind import doctrine, prospects
from grognard.games.panzer_blitz.rules.air_support import (
    AaFire,
    AaShot,
    AfterAttack,
    AirAttack,
    AirOperation,
    AirTarget,
    Bomb,
    Flak,
    PlaceAircraft,
    Recall,
)
from grognard.games.panzer_blitz.rules.checks import check
from grognard.games.panzer_blitz.rules.close_assault import (
    Advance,
    AfterAssault,
    BackToPosition,
    CatTargets,
    CloseAssault,
)
from grognard.games.panzer_blitz.rules.combat_results import Damage, Losses, Overstack, Strike
from grognard.games.panzer_blitz.rules.data import MAP, RULEBOOK, SIDES, SITUATIONS
from grognard.games.panzer_blitz.rules.dealing import determinize
from grognard.games.panzer_blitz.rules.direct_fire import ChooseTarget, Fire, Muster
from grognard.games.panzer_blitz.rules.efficiency import Recover, Recovery
from grognard.games.panzer_blitz.rules.engineers import Clear, Demolish, Labor
from grognard.games.panzer_blitz.rules.improved_positions import Dig, DigRoll
from grognard.games.panzer_blitz.rules.indirect_fire import (
    Barrage,
    Call,
    Cancel,
    CancelRequests,
    Observe,
    RequestFire,
    RequestsDone,
    ResolveRequests,
    Shell,
    ShellHoles,
    SideFires,
)
from grognard.games.panzer_blitz.rules.movement import Assault, HullDown, Move, MoveUnit
from grognard.games.panzer_blitz.rules.operation import Operation, PlaceChit
from grognard.games.panzer_blitz.rules.opportunity_fire import Opportunity, OpportunityTarget
from grognard.games.panzer_blitz.rules.overrun import (
    Approach,
    Blitz,
    BlitzAssault,
    Overran,
    Overrun,
    OverrunMuster,
    OverrunTargets,
    Split,
)
from grognard.games.panzer_blitz.rules.reaction_fire import Reaction
from grognard.games.panzer_blitz.rules.reinforcements import EnterMap
from grognard.games.panzer_blitz.rules.sequence import Administration, ChitPull, EndOfTurn, GameTurn, PreOperations
from grognard.games.panzer_blitz.rules.setup import Begin, Into, PlaceMines, PlaceUnit, PlaceWork, Register, TradeMines
from grognard.games.panzer_blitz.rules.sight import explain
from grognard.games.panzer_blitz.rules.state import PanzerBlitz, Unit
from grognard.games.panzer_blitz.rules.transport import Load, Unload
from grognard.games.panzer_blitz.rules.victory import Victory
from grognard.games.panzer_blitz.rules.view import view

STEPS: tuple[type[Step], ...] = (
    *(Begin, TradeMines, PlaceMines, PlaceWork, PlaceUnit, Register),
    *(GameTurn, PreOperations, ChitPull, Administration, EndOfTurn, Victory),
    *(PlaceChit, Operation, EnterMap, MoveUnit, HullDown, DigRoll, Demolish, Recovery),
    *(ChooseTarget, Muster, Opportunity, OpportunityTarget, Reaction, Strike, Damage, Losses, Overstack),
    *(CloseAssault, CatTargets, AfterAssault, Advance, BackToPosition),
    *(OverrunMuster, Approach, OverrunTargets, Overran, BlitzAssault),
    *(RequestFire, Barrage, Shell, ShellHoles, CancelRequests, ResolveRequests, SideFires, RequestsDone),
    *(AirOperation, PlaceAircraft, AaFire, AaShot, AirAttack, AirTarget, Bomb, Recall, AfterAttack),
)


class PanzerBlitzGame(Game):
    """The whole game for two players."""

    id: ClassVar = "panzer-blitz"
    title: ClassVar = "Panzer Blitz: Hill of Death"
    blurb: ClassVar = "Platoons, chits and delayed artillery: the fight for Hill 112, Normandy 1944."
    version: ClassVar = 2
    scenarios: ClassVar = {
        name: Scenario(name, s.title, s.date, s.turns, s.blurb, "PB-3.2.1") for name, s in SITUATIONS.items()
    }
    rulebook: ClassVar = RULEBOOK
    state: ClassVar = PanzerBlitz
    piece: ClassVar = Unit
    steps: ClassVar = STEPS
    actions: ClassVar = (
        *(Pick, To, Press, Into, Fire, Move, Assault, Load, Unload, Clear, Labor, Dig, Recover),
        *(Overrun, Blitz, Split, Observe, Call, Cancel, Flak),
    )

    def start(self, scenario: str, options: Mapping[str, str]) -> PanzerBlitz:
        return PanzerBlitz(scenario_id=scenario, options=dict(options), steps=(Begin(),))

    def sides(self, g: PanzerBlitz) -> tuple[str, ...]:
        return SIDES

    def view(self, g: PanzerBlitz, side: str | None) -> View:
        return view(g, side)

    def determinize(self, g: PanzerBlitz, side: str | None, rng: random.Random) -> PanzerBlitz:
        return determinize(g, side, rng)

    def describe(self, g: PanzerBlitz, action: Action) -> str:
        return describe(g, action)

    def judge(self, g: PanzerBlitz, side: str, action: Action) -> float:
        return doctrine.judge(g, side, action)

    def value(self, g: PanzerBlitz, side: str) -> float:
        return prospects.value(g, side)

    def stretch(self, g: PanzerBlitz) -> tuple[int, str, int]:
        """3.1.2 What one chit lets a side do."""
        return g.turn, g.phase, len(g.cup)

    def advice(self, g: PanzerBlitz, side: str, action: Action) -> str:
        return doctrine.advice(g, side, action)

    def board(self, scenario: str) -> HexMap:
        return MAP

    def faces(self) -> Mapping[str, Face | FaceMarker]:
        return FACES

    def labels(self, g: PanzerBlitz) -> Mapping[Action, str]:
        return labels(g)

    def charts(self) -> Sequence[PrintedChart]:
        return CHARTS

    def reach(self, g: PanzerBlitz, side: str | None, piece: str) -> Sequence[Reach]:
        return reach(g, side, piece)

    def sight(self, g: PanzerBlitz, a: str, b: str) -> SightLine:
        return explain(a, b)

    def check(self, g: PanzerBlitz) -> None:
        check(g)


GAME = PanzerBlitzGame()
