"""Red Actions!: miniatures of the Russian Civil War, by inches on a table."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import ClassVar

from grognard.board.draw import Base
from grognard.board.tabletop import Table
from grognard.engine import Action, Game, Option, Pick, Press, Reach, Scenario, Step, View
from grognard.games.red_actions.face.faces import FACES
from grognard.games.red_actions.face.reach import reach
from grognard.games.red_actions.mind import doctrine, prospects
from grognard.games.red_actions.rules import choices
from grognard.games.red_actions.rules.actions import Acting, Afterwards, Announced, StepFive
from grognard.games.red_actions.rules.ambush import AmbushWindow, Sprung, Stumble
from grognard.games.red_actions.rules.charging import ChargeTest, Charging, KeepOff, RideDown
from grognard.games.red_actions.rules.checks import check
from grognard.games.red_actions.rules.data import ARMIES, RULEBOOK, SCENARIOS, TABLES, TYPES
from grognard.games.red_actions.rules.fire import Impact, ReturnFire, TrainHit, Volley
from grognard.games.red_actions.rules.marching import Moving, Walk
from grognard.games.red_actions.rules.melee import (
    Apart,
    Humiliation,
    LoseWagon,
    Melee,
    OfficerCasualties,
    Pursuit,
    Suffered,
)
from grognard.games.red_actions.rules.muster import Muster
from grognard.games.red_actions.rules.preempt import CleverWindow
from grognard.games.red_actions.rules.rally import RallyFromRout
from grognard.games.red_actions.rules.retire import Effects, MoraleTest, RetireMove, RetireResult, Rout, Terror
from grognard.games.red_actions.rules.sequence import (
    EndOfTurn,
    Finished,
    FirstSegment,
    GameTurn,
    Initiative,
    Segments,
    SeniorMove,
    Weather,
)
from grognard.games.red_actions.rules.setup import Begin, Count, Deploy, Place
from grognard.games.red_actions.rules.state import PICK_UP, RedActions, Unit
from grognard.games.red_actions.rules.view import determinize, view

STEPS: tuple[type[Step], ...] = (
    *(Muster, Count),
    *(Begin, Deploy, Place, GameTurn, Weather, Initiative, FirstSegment, Segments, SeniorMove, Finished, EndOfTurn),
    *(Acting, Announced, Afterwards, CleverWindow, StepFive, Moving, Walk, AmbushWindow, Sprung, Stumble),
    *(ReturnFire, Volley, Impact, TrainHit, Effects, MoraleTest, Terror, RetireResult, RetireMove, Rout),
    *(ChargeTest, Charging, KeepOff, RideDown, Melee, Suffered, Humiliation, Apart, OfficerCasualties, Pursuit),
    *(LoseWagon, RallyFromRout),
)

ACTIONS: tuple[type[Action], ...] = (
    *(Pick, Press, choices.Go, choices.Face, choices.Fire, choices.Lob, choices.Gas, choices.Search, choices.Shell),
    *(choices.Charge, choices.Scout, choices.Claim, choices.Attach, choices.Detach, choices.Form, choices.Divide),
    *(choices.Combine, choices.Board, choices.Buy, choices.Ambush),
)


LISTS = tuple(ARMIES)


class RedActionsGame(Game):
    """The whole game: six battles and pick-up games by points."""

    id: ClassVar = "red-actions"
    title: ClassVar = "Red Actions!"
    blurb: ClassVar = "The Russian Civil War by inches: companies of bases, tachankas, armoured trains. Two players."
    version: ClassVar = 2
    scenarios: ClassVar = {
        name: Scenario(name, row.title, row.date, row.turns, row.blurb) for name, row in SCENARIOS.items()
    }
    options: ClassVar = {
        "commissar-terror": Option("commissar-terror", "Commissar terror", ("on", "off"), "RA-TRT.18"),
        "ammunition": Option("ammunition", "Gun rounds are counted", ("off", "on"), "RA-ART.17"),
        "gas": Option("gas", "Gas shells", ("off", "on"), "RA-ART.18"),
        "no-quarter": Option("no-quarter", "No quarter", ("scenario", "yes", "no"), "RA-SCN.5"),
        "points": Option("points", "Points of a pick-up game", ("300", "450", "600"), "RA-SCN.4", (PICK_UP,)),
        "south-army": Option("south-army", "Army of the south", LISTS, "RA-SCN.4", (PICK_UP,)),
        "north-army": Option("north-army", "Army of the north", LISTS[::-1], "RA-SCN.4", (PICK_UP,)),
        "table": Option("table", "Table of a pick-up game", tuple(TABLES), "RA-SCN.3", (PICK_UP,)),
    }
    rulebook: ClassVar = RULEBOOK
    state: ClassVar = RedActions
    piece: ClassVar = Unit
    steps: ClassVar = STEPS
    actions: ClassVar = ACTIONS

    def start(self, scenario: str, options: Mapping[str, str]) -> RedActions:
        sides = SCENARIOS[scenario].sides
        musters = tuple(Muster(side) for side in reversed(sides)) if scenario == PICK_UP else ()
        return RedActions(scenario_id=scenario, options=dict(options), sides=sides, steps=(Begin(), *musters))

    def sides(self, g: RedActions) -> tuple[str, ...]:
        return g.sides

    def view(self, g: RedActions, side: str | None) -> View:
        return view(g, side)

    def determinize(self, g: RedActions, side: str | None, rng: random.Random) -> RedActions:
        return determinize(g, side, rng)

    def describe(self, g: RedActions, action: Action) -> str:
        return describe(g, action)

    def judge(self, g: RedActions, side: str, action: Action) -> float:
        return doctrine.judge(g, side, action)

    def value(self, g: RedActions, side: str) -> float:
        return prospects.value(g, side)

    def stretch(self, g: RedActions) -> tuple[int, str, int]:
        """RA-TRN.6 A segment: what one unit does."""
        return g.turn, g.phase, sum(u.acted for u in g.pieces.values())

    def advice(self, g: RedActions, side: str, action: Action) -> str:
        return doctrine.advice(g, side, action)

    def reach(self, g: RedActions, side: str | None, piece: str) -> Sequence[Reach]:
        return reach(g, side, piece)

    def faces(self) -> Mapping[str, Base]:
        return FACES

    def tabletop(self, scenario: str) -> Table:
        return TABLES.get(scenario) or next(iter(TABLES.values()))

    def check(self, g: RedActions) -> None:
        check(g)


WORDS = {
    choices.Fire: "shoot at",
    choices.Lob: "shell from behind cover",
    choices.Gas: "shoot gas at",
    choices.Charge: "charge",
    choices.Attach: "join",
    choices.Detach: "let go",
    choices.Combine: "take in",
    choices.Board: "board",
    choices.Ambush: "put in ambush",
    choices.Scout: "scout",
    choices.Claim: "take possession of",
    choices.Shell: "shell",
}


def describe(g: RedActions, action: Action) -> str:
    """An action in a few words."""
    match action:
        case Press(button):
            return button
        case Pick(piece):
            return g.pieces[piece].name
        case choices.Go(x, y):
            return f"to {x / 100:.1f}, {y / 100:.1f}"
        case choices.Search(x, y, wagon):
            return f"search with fire {x / 100:.1f}, {y / 100:.1f}{_from(wagon)}"
        case choices.Face(facing):
            return f"face {facing / 10:.0f} degrees"
        case choices.Form(formation, formed):
            return f"form {formation.replace('_', ' ')}{', formed order' if formed else ''}"
        case choices.Divide(bases, officer):
            return f"split off {_bases(bases)}{' with the officer' if officer else ''}"
        case choices.Buy(type_, bases, stiff):
            return f"buy {_bases(bases)} of {TYPES[type_].name}{', one of them officers' if stiff else ''}"
    word = WORDS[type(action)]
    where = getattr(action, "piece", "") or getattr(action, "place", "")
    name = g.pieces[where].name if where in g.pieces else g.called(where)
    return f"{word} {name}{_from(getattr(action, 'wagon', -1))}"


def _bases(count: int) -> str:
    return "1 base" if count == 1 else f"{count} bases"


def _from(wagon: int) -> str:
    """The wagon of a train that shoots."""
    return f" from wagon {wagon + 1}" if wagon >= 0 else ""


GAME = RedActionsGame()
