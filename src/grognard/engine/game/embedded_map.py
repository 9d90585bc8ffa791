"""A scenario that names a map file: the two become one text, for one text is all that is checked, recorded and sent.

The tables of the map are put behind those of the scenario, below `mapsheet`, line by line; a remark keeps the file's
name, so that a mistake in it is told with its own line.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, NamedTuple

SHEET, NAMED, FOLDER = "mapsheet", "map", "maps"
_HEADER = re.compile(r"^(\s*\[\[?)([A-Za-z_][\w.-]*)(\]\]?\s*(?:#.*)?)$", re.MULTILINE)
_MARK = re.compile(rf"^\[{SHEET}\]  #: (?P<file>.+)$", re.MULTILINE)
_INNER = re.compile(rf"^(\s*\[\[?){SHEET}\.", re.MULTILINE)
_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


class EmbeddedMap(NamedTuple):
    """The file that a text encloses, and the line before its first."""

    file: str
    before: int


def map_beside(path: Path, data: dict[str, Any]) -> Path | None:
    """The map file that a scenario names: in a folder `maps` beside it, or beside the folder it lies in."""
    name = data.get(NAMED)
    if SHEET in data or not isinstance(name, str) or not _NAME.fullmatch(name):
        return None
    places = (folder / FOLDER / f"{name}.toml" for folder in (path.parent, path.parent.parent))
    return next((place for place in places if place.is_file()), None)


def embed_map(text: str, sheet: str, file: str = "") -> str:
    """A scenario with a map as its own."""
    head = f"[{SHEET}]" + (f"  #: {file}" if file else "")
    inner = _HEADER.sub(rf"\g<1>{SHEET}.\g<2>\g<3>", sheet)
    return f"{text.rstrip()}\n\n{head}\n{inner}"


def enclosed(text: str) -> EmbeddedMap | None:
    """Where a text encloses a file, if it does."""
    found = _MARK.search(text)
    return EmbeddedMap(found["file"].strip(), text.count("\n", 0, found.start()) + 1) if found else None


def sheet_in(text: str) -> str:
    """The map that a scenario has enclosed at its end, as the text of a file; "" if there is none."""
    head = re.search(rf"^\[{SHEET}\][^\n]*\n", text, re.MULTILINE)
    return _INNER.sub(r"\g<1>", text[head.end() :]) if head else ""
