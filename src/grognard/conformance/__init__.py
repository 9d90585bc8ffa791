"""What every game must hold to, whatever its rules.

    python -m grognard.conformance GAME      every check, and what is wrong in words
    pytest --grognard-game GAME              the same beside a game's own tests

A check raises an AssertionError that says what is wrong, where, which two values differ, and how to see it again. Its
report says what was met of all that the game has, and what was not.
"""

from grognard.conformance.alike import alike, difference
from grognard.conformance.answers import nothing_else_is_accepted
from grognard.conformance.attempts import Attempts, conceivable
from grognard.conformance.matches import play, scenarios
from grognard.conformance.odds_and_log import log_is_sound, odds_are_true
from grognard.conformance.refusals import Refused
from grognard.conformance.secrets import log_tells_only_what_is_seen, nothing_leaks, undo_shows_nothing
from grognard.conformance.spots import Fault, Place
from grognard.conformance.states import survives_json
from grognard.conformance.suite import Case, Found, cases, check_position

__all__ = [
    "Attempts",
    "Case",
    "Fault",
    "Found",
    "Place",
    "Refused",
    "alike",
    "cases",
    "check_position",
    "conceivable",
    "difference",
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
