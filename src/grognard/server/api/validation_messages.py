"""What is wrong with a request, in words: which part of it, and what is wanted there."""

from __future__ import annotations

import re

WHERE = re.compile(r"^(?P<what>.*?)(?: - at (?:`key` in )?`(?P<where>\$[^`]*)`)?$", re.S)
PATTERNS: tuple[tuple[str, str], ...] = (
    (r"Object missing required field `(\w+)`", "{0} is missing"),
    (r"Object contains unknown field `(\w+)`", "there is no {0}"),
    (r"Expected `str` matching regex .*", "it holds a character that is not allowed"),
    (r"Expected `str` of length <= (\d+)", "it may have {0} characters at most"),
    (r"Expected `str` of length >= (\d+)", "it must not be empty"),
    (r"Expected `(?:array|object)` of length <= (\d+)", "it may have {0} entries at most"),
    (r"Expected `(?:int|float)` >= ([\d.]+)", "it must be {0} or more"),
    (r"Expected `(?:int|float)` <= ([\d.]+)", "it must be {0} or less"),
    (r"Expected `int`.*", "it must be a whole number"),
    (r"Expected `float`.*", "it must be a number"),
    (r"Expected `str`.*", "it must be text"),
    (r"Expected `array`.*", "it must be a list"),
    (r"Expected `object`.*", "it must have named parts"),
    (r"Invalid value '(\w{1,20})'", "{0} is not one of the choices"),
    (r"Number out of range", "that number is too large"),
)


def validation_message(error: Exception) -> str:
    """The complaint of the validator as a sentence without its full stop."""
    found = WHERE.match(str(error))
    what, where = (found["what"], found["where"] or "") if found else (str(error), "")
    part = re.sub(r"\[[^\]]*\]", "", where.removeprefix("$").removeprefix("."))
    said = _say(what)
    return f"in {part}, {said}" if part else said


def _say(what: str) -> str:
    for pattern, words in PATTERNS:
        if found := re.fullmatch(pattern, what, re.S):
            return words.format(*found.groups())
    return "it is no JSON"
