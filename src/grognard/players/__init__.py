"""Players that know no game by name: they look at what is asked and what a game's own judgement says of it.

- `RandomPlayer`: any legal answer
- `DoctrinePlayer`: the answer the game judges best; `HandicappedPlayer`: the best of those it has not overlooked
- `SearchPlayer`: tries the best of those out in dealt copies first; `WorkerPlayer` does it in another process
- `PlanPlayer`: plans a whole move at once with a `Planner`, or in another process, where a game has moods
- `LearntPlayer` plays as a policy has learnt, where that wins
- `advise(match, ask, player)`: a hint with its reasons, from one of the last two
- `OFFICE.jobs`: where searches, hints, analyses and trials are done (`jobs.py`)
- `EnginePlayer`: a program in any language that speaks the engine protocol; `TextPlayer`: one that reads text
- `LEVELS`: strengths a person can choose; `offered()`: all players by plain names, with those of other packages
- `play_out(match, players, rng)`: let them finish a match; `NoProgress` if they go round in circles
"""

from grognard.players.base import Player, play_out
from grognard.players.engine import EngineError, EnginePlayer
from grognard.players.hints import HINTING, Advice, advise
from grognard.players.learnt import LearntPlayer
from grognard.players.levels import LEVELS, Level, make_player, offered
from grognard.players.no_progress import NoProgress, Stillness
from grognard.players.planner import Planner, PlanPlayer
from grognard.players.search import SearchBudget, SearchPlayer
from grognard.players.simple import PLAYERS, DoctrinePlayer, HandicappedPlayer, RandomPlayer
from grognard.players.text import TextPlayer
from grognard.players.worker import OFFICE, WorkerPlayer
from grognard.renamed import earlier_names

__all__ = [
    "HINTING",
    "LEVELS",
    "OFFICE",
    "PLAYERS",
    "Advice",
    "DoctrinePlayer",
    "EngineError",
    "EnginePlayer",
    "HandicappedPlayer",
    "LearntPlayer",
    "Level",
    "NoProgress",
    "PlanPlayer",
    "Planner",
    "Player",
    "RandomPlayer",
    "SearchBudget",
    "SearchPlayer",
    "Stillness",
    "TextPlayer",
    "WorkerPlayer",
    "advise",
    "make_player",
    "offered",
    "play_out",
]

__getattr__ = earlier_names(__name__, {"Effort": "SearchBudget", "HastyPlayer": "HandicappedPlayer"})
