"""The engine: knows no game.

A game is written against these names; `docs/adding-a-game.md` walks through them.
"""

from grognard.engine.action import Action, Pick, Press, To
from grognard.engine.chart import Chart, Modifier, net, totals
from grognard.engine.decision import Actions, Ask, Decision, GrognardError, Illegal, Malformed, Stale
from grognard.engine.deed import Deed, Doing
from grognard.engine.dice import Dice, RandomDice, RiggedDice, SealedDice
from grognard.engine.event import Event
from grognard.engine.game import NEVER, Game, Option, Scenario, UnknownChoice, all_games, find_game
from grognard.engine.match import Hint, Match, NothingToUndo, Verification, replay, verify
from grognard.engine.odds import Odds, chance_ahead, enumerate_odds, how_many
from grognard.engine.record import RecordError
from grognard.engine.rulebook import Refusal, Rule, Rulebook
from grognard.engine.state import Piece, Result, State
from grognard.engine.step import Preview, Step
from grognard.engine.view import Arc, CardView, Marker, PieceView, PrintedChart, Reach, Track, View

__all__ = [
    "NEVER",
    "Action",
    "Actions",
    "Arc",
    "Ask",
    "CardView",
    "Chart",
    "Decision",
    "Deed",
    "Dice",
    "Doing",
    "Event",
    "Game",
    "GrognardError",
    "Hint",
    "Illegal",
    "Malformed",
    "Marker",
    "Match",
    "Modifier",
    "NothingToUndo",
    "Odds",
    "Option",
    "Pick",
    "Piece",
    "PieceView",
    "Press",
    "Preview",
    "PrintedChart",
    "RandomDice",
    "Reach",
    "RecordError",
    "Refusal",
    "Result",
    "RiggedDice",
    "Rule",
    "Rulebook",
    "Scenario",
    "SealedDice",
    "Stale",
    "State",
    "Step",
    "To",
    "Track",
    "UnknownChoice",
    "Verification",
    "View",
    "all_games",
    "chance_ahead",
    "enumerate_odds",
    "find_game",
    "how_many",
    "net",
    "replay",
    "totals",
    "verify",
]
