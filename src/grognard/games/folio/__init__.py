"""The Folio series: standard rules for many battles, and Sidi Zahran, which uses them alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from grognard.board.draw import Face
from grognard.board.draw import Marker as FaceMarker
from grognard.board.hexmap import HexMap
from grognard.engine import Action, PrintedChart, Scenario, View
from grognard.games.folio.face.faces import CHARTS, FACES
from grognard.games.folio.mind import prospects
from grognard.games.folio.mind.desert_doctrine import DOCTRINE
from grognard.games.folio.rules.checks import check
from grognard.games.folio.rules.data import RULEBOOK, SIDI_ZAHRAN
from grognard.games.folio.rules.game import FolioGame
from grognard.games.folio.rules.sequence import PHASES, GameTurn
from grognard.games.folio.rules.setup import set_up
from grognard.games.folio.rules.sidi_zahran import Desert, Zahran, box
from grognard.games.folio.rules.view import battle_view

BLURB = "The desert, November 1941: a fort, a mine belt, a ditch, and two British columns coming for them."


class SidiZahran(FolioGame):
    """The training battle."""

    id: ClassVar = "folio"
    title: ClassVar = "Folio: Sidi Zahran"
    blurb: ClassVar = "The standard rules of the Folio series in a small original desert battle."
    version: ClassVar = 2
    scenarios: ClassVar = {
        "sidi-zahran": Scenario("sidi-zahran", "Sidi Zahran", "November 1941", SIDI_ZAHRAN["turns"], BLURB, "FO-3.0.1")
    }
    rulebook: ClassVar = RULEBOOK
    state: ClassVar = Zahran

    def start(self, scenario: str, options: Mapping[str, str]) -> Zahran:
        g = Zahran(scenario_id=scenario, options=dict(options))
        box(g)
        g.steps = (*set_up(options["setup"], SIDI_ZAHRAN["setup_order"]), GameTurn(1))[::-1]
        return g

    def view(self, g: Zahran, side: str | None) -> View:
        return battle_view(g, side)

    def judge(self, g: Zahran, side: str, action: Action) -> float:
        return DOCTRINE.judge(g, side, action)

    def value(self, g: Zahran, side: str) -> float:
        return prospects.value(g, side)

    def advice(self, g: Zahran, side: str, action: Action) -> str:
        return DOCTRINE.advice(g, side, action)

    def board(self, scenario: str) -> HexMap:
        return Desert.ground.map

    def faces(self) -> Mapping[str, Face | FaceMarker]:
        return FACES

    def charts(self) -> Sequence[PrintedChart]:
        return CHARTS

    def check(self, g: Zahran) -> None:
        check(g)


GAME = SidiZahran()
__all__ = ["GAME", "PHASES", "Desert", "SidiZahran"]
