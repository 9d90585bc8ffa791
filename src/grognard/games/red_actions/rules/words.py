"""How the log speaks of units and sides: verbs agree with names, and sides are proper names."""

from __future__ import annotations

import re

SUBJECT = re.compile(r"^\{(unit|name|side)\} (\{?\w+\}?)")
COMPASS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")
IRREGULAR = {"is": "are", "has": "have", "searches": "search", "crushes": "crush", "passes": "pass", "rallies": "rally"}


def counted(n: int, noun: str) -> str:
    """1 base, 2 bases."""
    return f"{n} {noun}" if n == 1 else f"{n} {noun}s"


def compass(facing: int) -> str:
    """Tenths of a degree as the point of the compass they are nearest to."""
    return COMPASS[round(facing / 450) % 8]


def is_plural(name: str) -> bool:
    """Kuban Cossacks are, the Sailors are; Cossacks 2, a company, an army is."""
    return name.endswith("s")


def plural(phrase: str) -> str:
    """A verb with what follows it, said of several."""
    verb, space, rest = phrase.partition(" ")
    if verb in IRREGULAR:
        return IRREGULAR[verb] + space + rest
    return (verb[:-1] if verb.endswith("s") else verb) + space + rest


def agreeing(text: str, args: dict[str, str | int]) -> tuple[str, dict[str, str | int]]:
    """A line of the log whose verb agrees with its subject, be the verb in the text or among its arguments."""
    found = SUBJECT.match(text)
    if found is None or not is_plural(str(args.get(found[1], ""))):
        return text, args
    verb = found[2]
    if not verb.startswith("{"):
        return text[: found.start(2)] + plural(verb) + text[found.end(2) :], args
    key = verb.strip("{}")
    return text, {**args, key: plural(str(args[key]))} if isinstance(args.get(key), str) else args
