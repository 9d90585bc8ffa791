"""What every game must hold to, whatever its rules.

    python -m grognard.conformance GAME      every check, and what is wrong in words
    pytest --grognard-game GAME              the same beside a game's own tests

Each check raises AssertionError with a sentence that says what is wrong.
"""

from grognard.conformance.answers import nothing_else_is_accepted
from grognard.conformance.chances import log_is_sound, odds_are_true
from grognard.conformance.matches import play, scenarios
from grognard.conformance.secrets import log_tells_only_what_is_seen, nothing_leaks, undo_shows_nothing
from grognard.conformance.states import survives_json
from grognard.conformance.suite import Case, cases, check_position
from grognard.conformance.tries import Tries, conceivable

__all__ = [
    "Case",
    "Tries",
    "cases",
    "check_position",
    "conceivable",
    "log_is_sound",
    "log_tells_only_what_is_seen",
    "nothing_else_is_accepted",
    "nothing_leaks",
    "odds_are_true",
    "play",
    "scenarios",
    "survives_json",
    "undo_shows_nothing",
]
