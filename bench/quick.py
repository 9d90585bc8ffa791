"""A look at what was changed, in under a minute: `python -m bench.quick`.

Lint and types of everything (types from what mypy remembers), and the tests that belong to the files changed since
`main`, or since the last commit on `main` itself. `make test` is still the word on whether a change is ready.
"""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
ALWAYS = ("tests/test_house.py", "tests/test_face.py")
# where the tests of a file are: the first that fits
TESTS = (
    ("src/grognard/games/{game}/", "tests/games/{game}"),
    ("src/grognard/server/page/", "tests/server/test_pages.py"),
    ("src/grognard/server/", "tests/server/test_table.py"),
    ("src/grognard/conformance/", "tests/conformance"),
    ("src/grognard/players/", "tests/test_players.py"),
    ("src/grognard/cli.py", "tests/test_cli.py"),
    ("src/grognard/{room}/", "tests/{room}"),
    ("examples/crossroads/", "tests/test_crossroads.py"),
    ("examples/beacons/", "tests/conformance"),
    ("docs/tutorials/crossroads.md", "tests/test_crossroads.py"),
    ("README.md", "tests/test_readme.py"),
    ("docs/tutorials/ten-lines-of-python.md", "tests/test_readme.py"),
)


def changed() -> list[str]:
    """The files changed since the branch left `main`, and those git does not know yet."""
    base = _git("merge-base", "HEAD", "main") or ["HEAD"]
    return sorted({*_git("diff", "--name-only", base[0]), *_git("ls-files", "--others", "--exclude-standard")})


def _git(*words: str) -> list[str]:
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True).stdout.split()


def belonging(files: list[str]) -> list[str]:
    """The tests that belong to these files, as far as they are there."""
    found = dict.fromkeys(ALWAYS)
    for file in files:
        if file.startswith("tests/") and Path(file).name.startswith("test_"):
            found[file] = None
        elif tests := _place_of(file):
            found[tests] = None
    return [name for name in found if (ROOT / name.partition("::")[0]).exists()]


def _place_of(file: str) -> str:
    _, _, room, game, *_ = (*Path(file).parts, "", "", "", "")
    for pattern, tests in TESTS:
        if file.startswith(pattern.format(room=room, game=game)):
            return tests.format(room=room, game=game)
    return ""


def main() -> int:
    """Ask all three, and say how long it took."""
    began, files = time.monotonic(), changed()
    tests = belonging(files)
    print(f"{len(files)} files changed; tests: {' '.join(tests)}", flush=True)
    commands = (["ruff", "check", "-q"], ["mypy"], ["pytest", "-x", *tests])
    failed = [words[0] for words in commands if subprocess.run([sys.executable, "-m", *words], cwd=ROOT).returncode]
    print(f"{', '.join(failed)} found something." if failed else "All is well.", f"{time.monotonic() - began:.0f} s")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
