"""How deeds read: names for what is stored."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from grognard.engine import Deed, fill
from grognard.engine.core import wording
from grognard.engine.core.wording import agreeing, counted


def people(side: str) -> str:
    """Those who fight on a side, as they are called."""
    return "the Makhnovists" if side == "makhno" else wording.people(side)


def several(name: str) -> bool:
    """Is a unit or a side called in the plural? Kuban Cossacks and the Sailors are, Cossacks 2 and a company not."""
    return name.endswith("s")


def asked(text: str, **about: Any) -> str:
    """A question about a unit, the verb agreeing with units that are called in the plural."""
    text, about = agreeing(text, about, several)
    return fill(text, **about)


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
