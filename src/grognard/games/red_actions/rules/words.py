"""How deeds and the log read: names for what is stored, verbs that agree with names, sides as proper names."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, ClassVar

from grognard.engine import Deed

SUBJECT = re.compile(r"^\{(unit|name|side)\} (\{?\w+\}?)")
COMPASS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")
IRREGULAR = {"is": "are", "has": "have", "searches": "search", "crushes": "crush", "passes": "pass", "rallies": "rally"}


def counted(n: int, noun: str) -> str:
    """1 base, 2 bases."""
    return f"{n} {noun}" if n == 1 else f"{n} {noun}s"


def compass(facing: int) -> str:
    """Tenths of a degree as the point of the compass they are nearest to."""
    return COMPASS[round(facing / 450) % 8]


def spaced(key: str) -> str:
    """A key of the data as people write it."""
    return key.replace("_", " ")


VALUES: dict[str, Callable[[Any, Any], str]] = {
    "piece": lambda g, name: str(g.pieces[name].name),
    "place": lambda g, name: str(g.called(name)),
    "x": lambda g, hundredths: f"{hundredths / 100:.1f}",
    "y": lambda g, hundredths: f"{hundredths / 100:.1f}",
    "at": lambda g, hundredths: f"{hundredths / 100:.1f}",
    "facing": lambda g, tenths: f"{tenths / 10:.0f}",
    "bases": lambda g, bases: counted(bases, "base"),
    "formation": lambda g, formation: spaced(formation),
    "formed": lambda g, formed: ", formed order" if formed else "",
    "officer": lambda g, officer: " with the officer" if officer else "",
    "under": lambda g, name: f" under the officer of {g.pieces[name].name}" if name else "",
    "wagon": lambda g, wagon: f" from wagon {wagon + 1}" if wagon >= 0 else "",
}


class Worded(Deed, frozen=True):
    """A deed that reads as its `words`, its own values standing in braces."""

    words: ClassVar[str] = ""

    def says(self, g: Any) -> str:
        named = {field: VALUES[field](g, getattr(self, field)) for field in self.__struct_fields__ if field in VALUES}
        return self.words.format(**named)


def plural(phrase: str) -> str:
    """A verb with what follows it, said of several."""
    verb, space, rest = phrase.partition(" ")
    if verb in IRREGULAR:
        return IRREGULAR[verb] + space + rest
    return (verb[:-1] if verb.endswith("s") else verb) + space + rest


def agreeing(text: str, args: dict[str, str | int]) -> tuple[str, dict[str, str | int]]:
    """A line of the log whose verb agrees with its subject, be the verb in the text or among its arguments.

    Kuban Cossacks are, the Sailors are; Cossacks 2, a company, an army is.
    """
    found = SUBJECT.match(text)
    if found is None or not str(args.get(found[1], "")).endswith("s"):
        return text, args
    verb = found[2]
    if not verb.startswith("{"):
        return text[: found.start(2)] + plural(verb) + text[found.end(2) :], args
    key = verb.strip("{}")
    return text, {**args, key: plural(str(args[key]))} if isinstance(args.get(key), str) else args
