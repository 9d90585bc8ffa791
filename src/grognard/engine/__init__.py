"""The engine: knows no game.

A game is written against these names; `docs/tutorials/crossroads.md` walks through them.
"""

from grognard.engine.action import Action, Pick, Press, To
from grognard.engine.chart import Chart, Modifier, net, totals
from grognard.engine.course import Course, NothingToUndo
from grognard.engine.decision import (
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
from grognard.engine.deed import Deed, Doing
from grognard.engine.dice import Dice, RandomDice, RiggedDice, SealedDice
from grognard.engine.event import Event
from grognard.engine.face import Face, Ground
from grognard.engine.game import SHELF, Game, Option, UnknownChoice, find_game
from grognard.engine.match import Hint, Match
from grognard.engine.mind import NEVER, Judge, Mind, Weight, Worths, most_promising
from grognard.engine.notation import read_text, text_of
from grognard.engine.odds import AtWorst, Odds, chance_ahead, enumerate_odds, how_many
from grognard.engine.own import with_own
from grognard.engine.position import position
from grognard.engine.record import RecordError
from grognard.engine.replay import replay
from grognard.engine.rulebook import Reason, Refusal, Rule, Rulebook
from grognard.engine.rules import Rules
from grognard.engine.scenario import Box, Problem, Scenario, ScenarioError, ScenarioFile, fill
from grognard.engine.state import Piece, Result, State
from grognard.engine.step import Befalling, Interruption, Passing, Step
from grognard.engine.verifying import Verification, verify
from grognard.engine.view import (
    Aim,
    Arc,
    Briefing,
    CardView,
    Dossier,
    Judged,
    Marker,
    PieceView,
    Reach,
    Route,
    SightLine,
    Stretch,
    Track,
    Value,
    View,
)
from grognard.engine.wellformed import Fault, among
from grognard.engine.working import Given, Working, mistake_in

__all__ = [
    "NEVER",
    "SHELF",
    "Action",
    "Actions",
    "Aim",
    "Arc",
    "Ask",
    "AtWorst",
    "Befalling",
    "Box",
    "Briefing",
    "CardView",
    "Chart",
    "Course",
    "Decision",
    "Deed",
    "Dice",
    "Doing",
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
    "Judged",
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
    "Rule",
    "Rulebook",
    "Rules",
    "Scenario",
    "ScenarioError",
    "ScenarioFile",
    "SealedDice",
    "SightLine",
    "Stale",
    "State",
    "Step",
    "Stretch",
    "To",
    "Track",
    "UnknownChoice",
    "Value",
    "Verification",
    "View",
    "Weight",
    "Working",
    "Worths",
    "among",
    "chance_ahead",
    "enumerate_odds",
    "fill",
    "find_game",
    "how_many",
    "mistake_in",
    "most_promising",
    "net",
    "position",
    "read_text",
    "replay",
    "text_of",
    "totals",
    "verify",
    "with_own",
]
