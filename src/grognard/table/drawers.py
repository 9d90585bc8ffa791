"""Scenarios that people keep on a server: each in a drawer of his own, and those that were sent as a link."""

from __future__ import annotations

import functools
import hashlib
import re
from pathlib import Path
from typing import Any

from grognard.engine import GrognardError
from grognard.engine.scenario import parse
from grognard.engine.wellformed import NAME
from grognard.table.scene import Plain
from grognard.table.seating import fingerprint
from grognard.table.wire import Refused

FOLDER = "studio"
LINKS = "links"
EACH = 60  # scenarios that one person keeps
MOST = 4000  # files in all
LINK = re.compile(r"[0-9a-f]{24}")
NOBODY = "Your browser must keep a secret of its own to find your scenarios again."


class Drawers:
    """The folder of a server's studio."""

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder / FOLDER if folder is not None else None

    def keep(self, person: str, text: str) -> Plain:
        """Put a scenario into a person's drawer, under its id."""
        name = name_of(text)
        drawer = self._drawer(person)
        if not (drawer / name).exists() and len(_files(drawer)) >= EACH:
            raise Refused(409, f"You keep {EACH} scenarios here already. Delete one of them, or keep it as a file.")
        self._write(drawer / name, text)
        return {"kept": self.kept(person)}

    def kept(self, person: str) -> list[Plain]:
        """A person's scenarios, the newest first."""
        found = sorted(_files(self._drawer(person)), key=lambda path: -path.stat().st_mtime)
        return [about(path) for path in found]

    def text(self, person: str, name: str) -> str:
        """One of a person's scenarios."""
        return _read(self._drawer(person), f"{name}.toml")

    def throw_away(self, person: str, name: str) -> Plain:
        """Delete one of them."""
        self.text(person, name)
        (self._drawer(person) / f"{name}.toml").unlink(missing_ok=True)
        return {"kept": self.kept(person)}

    def link(self, text: str) -> str:
        """A name by which anybody finds a text; the same text has the same."""
        name_of(text)
        mark = hashlib.sha256(text.encode()).hexdigest()[:24]
        self._write(self._folder() / LINKS / f"{mark}.toml", text)
        return mark

    def linked(self, mark: str) -> str:
        """The text of a link."""
        if not LINK.fullmatch(mark):
            raise Refused(404, "There is no such scenario.")
        return _read(self._folder() / LINKS, f"{mark}.toml")

    # ------------------------------------------------------------ files

    def _folder(self) -> Path:
        if self.folder is None:
            raise Refused(404, "This table keeps no scenarios. Download it as a file.")
        return self.folder

    def _drawer(self, person: str) -> Path:
        if len(person) < 16:
            raise Refused(403, NOBODY)
        return self._folder() / fingerprint(person)[:32]

    def _write(self, path: Path, text: str) -> None:
        if not path.exists() and sum(1 for _ in self._folder().rglob("*.toml")) >= MOST:
            raise Refused(503, "This table has no room for more scenarios. Download it as a file.")
        path.parent.mkdir(parents=True, exist_ok=True)
        partial = path.with_suffix(".part")
        partial.write_text(text, "utf-8")
        partial.replace(path)


def name_of(text: str) -> str:
    """The file of a scenario by its id; Refused if it has none."""
    try:
        found: Any = parse(text, "scenario.toml").get("id")
    except GrognardError as error:
        raise Refused(422, str(error)) from error
    if not isinstance(found, str) or not re.fullmatch(NAME, found) or len(found) > 40:
        raise Refused(422, "Give it an id first: small letters, digits and dashes.")
    return f"{found}.toml"


def about(path: Path) -> Plain:
    """A scenario in a list."""
    written = path.stat()
    game, title = _named(path, written.st_mtime_ns, written.st_size)
    return {"id": path.stem, "game": game, "title": title or path.stem}


@functools.lru_cache(MOST)
def _named(path: Path, _when: int, _size: int) -> tuple[str, str]:
    """The game and the title of a file, read once: a drawer full of long ones takes seconds."""
    data = parse(path.read_text("utf-8"), path.name)
    return str(data.get("game", "")), str(data.get("title", ""))


def _files(drawer: Path) -> list[Path]:
    return list(drawer.glob("*.toml"))


def _read(folder: Path, name: str) -> str:
    if not re.fullmatch(r"[a-z0-9-]{1,40}\.toml", name) or not (folder / name).exists():
        raise Refused(404, "There is no such scenario.")
    return (folder / name).read_text("utf-8")
