"""Numbers that are printed as words, as numbers: no program has to read prose."""

from __future__ import annotations

import re
from collections.abc import Mapping

_NUMBER = re.compile(r"([+\-−]?)(\d+(?:\.\d+)?)?(½)?")


def number_in(text: str) -> float | None:
    """The number that a text is: "5", "+1", "−2", "4½"; None if it is anything else."""
    found = _NUMBER.fullmatch(text.strip())
    if found is None or not (found[2] or found[3]):
        return None
    value = float(found[2] or 0) + (0.5 if found[3] else 0.0)
    return value if found[1] in ("", "+") else -value


def numbers_in(words: Mapping[str, str]) -> dict[str, float]:
    """Those of some named words that are numbers."""
    found = {name: number_in(text) for name, text in words.items()}
    return {name: value for name, value in found.items() if value is not None}
