"""The engine: knows no game.

A game is written against these names; `docs/tutorials/crossroads.md` walks through them.
"""

from grognard.engine.core.action import Action, Pick, Press, To
from grognard.engine.core.chart import Chart, Modifier, net, totals
from grognard.engine.core.decision import (
    Actions,
    Ask,
    Decision,
    GrognardError,
    Group,
    Illegal,
    Malformed,
    PositionError,
    Stale,
)
from grognard.engine.core.deed import ChoiceStep, Deed
from grognard.engine.core.dice import Dice, RandomDice, RiggedDice, SealedDice
from grognard.engine.core.event import Event
from grognard.engine.core.odds import AtWorst, Odds, chance_ahead, enumerate_odds, how_many
from grognard.engine.core.redeal import deal_sealed, redeal
from grognard.engine.core.rulebook import Reason, Refusal, Rule, Rulebook
from grognard.engine.core.state import Piece, Result, State
from grognard.engine.core.step import Interruption, Passing, Step, UnitEffect
from grognard.engine.core.view import (
    Aim,
    Arc,
    Briefing,
    CardView,
    Dossier,
    Marker,
    PieceView,
    Reach,
    Route,
    RouteStep,
    SightCheck,
    SightLine,
    Track,
    Value,
    View,
)
from grognard.engine.core.working import Given, Working, mistake_in
from grognard.engine.game.cards import Cards
from grognard.engine.game.face import Face, Ground
from grognard.engine.game.game import SHELF, Game, Option, UnknownChoice, find_game
from grognard.engine.game.mind import NEVER, Judge, Mind, Weight, Worths, most_promising
from grognard.engine.game.own_scenarios import with_own
from grognard.engine.game.playthrough import NothingToUndo, Playthrough
from grognard.engine.game.rules import Rules
from grognard.engine.game.scenario import Problem, Scenario, ScenarioError, ScenarioFile, ScenarioSet, fill
from grognard.engine.game.validation import Fault, suggest_choices
from grognard.engine.match.match import Hint, Match
from grognard.engine.match.new_position import position
from grognard.engine.match.notation import read_text, text_of
from grognard.engine.records.record import RecordError
from grognard.engine.records.replay import replay
from grognard.engine.records.verify import Verification, verify
from grognard.renamed import earlier_names

__all__ = [
    "NEVER",
    "SHELF",
    "Action",
    "Actions",
    "Aim",
    "Arc",
    "Ask",
    "AtWorst",
    "Briefing",
    "CardView",
    "Cards",
    "Chart",
    "ChoiceStep",
    "Decision",
    "Deed",
    "Dice",
    "Dossier",
    "Event",
    "Face",
    "Fault",
    "Game",
    "Given",
    "GrognardError",
    "Ground",
    "Group",
    "Hint",
    "Illegal",
    "Interruption",
    "Judge",
    "Malformed",
    "Marker",
    "Match",
    "Mind",
    "Modifier",
    "NothingToUndo",
    "Odds",
    "Option",
    "Passing",
    "Pick",
    "Piece",
    "PieceView",
    "Playthrough",
    "PositionError",
    "Press",
    "Problem",
    "RandomDice",
    "Reach",
    "Reason",
    "RecordError",
    "Refusal",
    "Result",
    "RiggedDice",
    "Route",
    "RouteStep",
    "Rule",
    "Rulebook",
    "Rules",
    "Scenario",
    "ScenarioError",
    "ScenarioFile",
    "ScenarioSet",
    "SealedDice",
    "SightCheck",
    "SightLine",
    "Stale",
    "State",
    "Step",
    "To",
    "Track",
    "UnitEffect",
    "UnknownChoice",
    "Value",
    "Verification",
    "View",
    "Weight",
    "Working",
    "Worths",
    "chance_ahead",
    "deal_sealed",
    "enumerate_odds",
    "fill",
    "find_game",
    "how_many",
    "mistake_in",
    "most_promising",
    "net",
    "position",
    "read_text",
    "redeal",
    "replay",
    "suggest_choices",
    "text_of",
    "totals",
    "verify",
    "with_own",
]

__getattr__ = earlier_names(
    __name__,
    {
        "Befalling": "UnitEffect",
        "Box": "ScenarioSet",
        "Course": "Playthrough",
        "Doing": "ChoiceStep",
        "Judged": "SightCheck",
        "Stretch": "RouteStep",
        "among": "suggest_choices",
    },
)
