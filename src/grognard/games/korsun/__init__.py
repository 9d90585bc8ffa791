"""Escape Hell's Gate: the Korsun pocket, February 1944, a game of the Folio series."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from grognard.board.draw import Face
from grognard.board.draw import Marker as FaceMarker
from grognard.board.hexmap import HexMap
from grognard.engine import Action, Pick, Press, PrintedChart, Scenario, Step, To, View
from grognard.games.folio.face.faces import CHARTS
from grognard.games.folio.rules.game import STEPS, FolioGame
from grognard.games.folio.rules.sequence import GameTurn
from grognard.games.folio.rules.setup import set_up
from grognard.games.folio.rules.state import Bombard, Unit
from grognard.games.korsun.face.faces import FACES
from grognard.games.korsun.mind import prospects
from grognard.games.korsun.mind.doctrine import DOCTRINE
from grognard.games.korsun.rules.air_supply import AirSupply
from grognard.games.korsun.rules.bombardment import Barrage
from grognard.games.korsun.rules.checks import check
from grognard.games.korsun.rules.data import AIRFIELD, COUNTERS, DATA, GERMAN, GROUND, GROUPS, LUFTWAFFE, RULEBOOK
from grognard.games.korsun.rules.engineers import LayBridge
from grognard.games.korsun.rules.exclusive import Exclusive
from grognard.games.korsun.rules.mobile_supply import AirSupplyCheck, SupplyCheck
from grognard.games.korsun.rules.rebuild import Rebuild
from grognard.games.korsun.rules.release import ReleaseRolls, put_to_sleep
from grognard.games.korsun.rules.state import Assist, Bridge, Draw, GiveUp, Pocket
from grognard.games.korsun.rules.view import glance, view
from grognard.games.korsun.rules.weather import Weather

Pocket.rules = Exclusive()

BLURB = "44 German units are encircled at Korsun; 47 come to their relief through the mud. Twelve turns to meet."


class Korsun(FolioGame):
    """The whole campaign."""

    id: ClassVar = "korsun"
    title: ClassVar = "Escape Hell's Gate"
    blurb: ClassVar = "The Korsun pocket, February 1944: break out, break in, or shut the gate."
    version: ClassVar = 2
    scenarios: ClassVar = {
        "campaign": Scenario("campaign", "The Korsun Pocket", "February 1944", DATA.turns, BLURB, "KP-20.0.1")
    }
    rulebook: ClassVar = RULEBOOK
    state: ClassVar = Pocket
    steps: ClassVar[Sequence[type[Step]]] = (
        *STEPS,
        *(Weather, ReleaseRolls, LayBridge, AirSupply, AirSupplyCheck, SupplyCheck, Barrage, Rebuild),
    )
    actions: ClassVar[Sequence[type[Action]]] = (Pick, To, Press, Bombard, Draw, GiveUp, Bridge, Assist)

    def start(self, scenario: str, options: Mapping[str, str]) -> Pocket:
        g = Pocket(scenario_id=scenario, options=dict(options))
        for what in COUNTERS.values():
            g.put(Unit(what.id, what.side))
        g.control = {AIRFIELD: GERMAN}
        g.luftwaffe = GROUPS[LUFTWAFFE].counters
        g.air_supply = DATA.air_supply
        put_to_sleep(g)
        g.steps = (*set_up(options["setup"], DATA.sides), GameTurn(1))[::-1]
        return g

    def view(self, g: Pocket, side: str | None) -> View:
        return view(g, side)

    def glance(self, g: Pocket, side: str | None) -> View:
        return glance(g, side)

    def describe(self, g: Any, action: Action) -> str:
        match action:
            case Draw(pool):
                return f"draw from {GROUPS[pool].name}"
            case GiveUp(value):
                return f"give up Luftwaffe +{value}"
            case Bridge(piece):
                return f"{g.name(g.pieces[piece])} bridges a river"
            case Assist(piece):
                return f"{g.name(g.pieces[piece])} bridges the river for the attack"
        return FolioGame.describe(self, g, action)

    def judge(self, g: Pocket, side: str, action: Action) -> float:
        return DOCTRINE.judge(g, side, action)

    def value(self, g: Pocket, side: str) -> float:
        return prospects.value(g, side)

    def advice(self, g: Pocket, side: str, action: Action) -> str:
        return DOCTRINE.advice(g, side, action)

    def board(self, scenario: str) -> HexMap:
        return GROUND.map

    def faces(self) -> Mapping[str, Face | FaceMarker]:
        return FACES

    def charts(self) -> Sequence[PrintedChart]:
        return CHARTS

    def check(self, g: Pocket) -> None:
        check(g)


GAME = Korsun()
