"""Scenarios of one's own: the folder they live in, the check of a file, and all that the studio does to one.

- `read_folder`: make the scenarios of a data folder known to their games
- `examine`, `examine_text`: read a scenario, set it up, and play a little of it at random
- `begin`, `edited`, `sheet_of`: a text to begin with, with changes made to it, and laid out
- `what_if`: a position of a match as a scenario
- `find_campaign`, `open_campaign`, `onward`: battles one after another, in which what survives goes on
"""

from grognard.studio.campaign import (
    Campaign,
    NextBattle,
    campaigns,
    find_campaign,
    onward,
    open_campaign,
    open_campaigns,
)
from grognard.studio.check import CheckedScenario, examine, examine_text, game_of, read_folder
from grognard.studio.edits import AnyEdit, CannotEdit, edited
from grognard.studio.game_schema import GameSchema, NoBench, bench_of, roster_of
from grognard.studio.layout import StudioSheet, begin, sheet_of
from grognard.studio.what_if import what_if

__all__ = [
    "AnyEdit",
    "Campaign",
    "CannotEdit",
    "CheckedScenario",
    "GameSchema",
    "NextBattle",
    "NoBench",
    "StudioSheet",
    "begin",
    "bench_of",
    "campaigns",
    "edited",
    "examine",
    "examine_text",
    "find_campaign",
    "game_of",
    "onward",
    "open_campaign",
    "open_campaigns",
    "read_folder",
    "roster_of",
    "sheet_of",
    "what_if",
]
