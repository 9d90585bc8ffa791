"""Records of older rules, proven and told by the Grognard of then: its source is in the history of a checkout."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import tarfile
from pathlib import Path
from tempfile import TemporaryDirectory

from grognard.engine import find_game
from grognard.engine.records.record import MatchLine, read_lines

CHECKOUT = Path(__file__).parents[3]
GIVEN_OUT = {2: "48cc59fec74557e6409632840dbc1cada917b83b"}  # the rules changed on under the same number after that


def by_older_rules(data: bytes, command: str, file: Path, **options: str | int | bool | None) -> int | None:
    """Have the version under which a record was made carry out a command, which says itself what it found.

    Returns its exit code; None if the record is not older, or the source of its version is not here. It stumbles over
    a match that has gone on under newer rules.
    """
    header = read_lines(data)[0]
    assert isinstance(header, MatchLine)
    game = find_game(header.game)
    commit = commit_of(header.game, header.version) if header.version < game.version else ""
    if not commit:
        return None
    words = [command, str(file)]
    for name, value in options.items():
        if value is not None and value is not False:
            words += [f"--{name}"] if value is True else [f"--{name}", str(value)]
    print(f"Made under version {header.version} of {game.title}. By the rules of then:", flush=True)
    with TemporaryDirectory() as folder:
        with tarfile.open(fileobj=io.BytesIO(_git("archive", commit, "src"))) as source:
            source.extractall(folder, filter="data")
        there = dict(os.environ, PYTHONPATH=f"{folder}/src")
        run = [sys.executable, "-P", "-c", "import sys; from grognard.cli import main; sys.exit(main())"]
        return subprocess.run([*run, *words], env=there, check=False).returncode


def commit_of(game: str, version: int) -> str:
    """Where the history holds a version of a game in the box: as it was given out, or before its number was raised."""
    code = f"src/grognard/games/{game.replace('-', '_')}/__init__.py"
    if version in GIVEN_OUT:
        return GIVEN_OUT[version] if _git("show", f"{GIVEN_OUT[version]}:{code}") else ""
    raised = _git("log", "-1", "--format=%H", f"-Gversion={version},", "--", code).decode().strip()
    return f"{raised}^" if raised and f"version={version}," in _git("show", f"{raised}^:{code}").decode() else ""


def _git(*words: str) -> bytes:
    """What git says; nothing if it fails, or is not there."""
    try:
        return subprocess.run(["git", "-C", CHECKOUT, *words], capture_output=True, check=False).stdout
    except FileNotFoundError:
        return b""
