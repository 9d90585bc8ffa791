"""What a release needs: its numbers agree, the packages are built and looked at, and its notes are written.

python -m tools.release [--out dist]
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
NUMBERS = {  # where the number of the version is written
    "pyproject.toml": r'^version = "(.+)"$',
    "src/grognard/__init__.py": r'^__version__ = "(.+)"$',
    "CITATION.cff": r"^version: (.+)$",
    "CHANGELOG.md": r"^## (\d\S*) \(\d{4}-\d\d-\d\d\)$",  # the first is the newest
}
IN_THE_WHEEL = ("grognard/py.typed", "grognard/starter/", "grognard/server/drawn/", "grognard/games/folio/data/")


class NotReady(Exception):
    """What keeps this tree from being released."""


def number(root: Path) -> str:
    """Return the version of this tree. Raise NotReady if its files name different ones."""
    found = {}
    for name, pattern in NUMBERS.items():
        match = re.search(pattern, (root / name).read_text("utf-8"), re.MULTILINE)
        found[name] = match[1] if match else "none"
    if len(set(found.values())) > 1:
        raise NotReady("The version differs: " + ", ".join(f"{name} has {told}" for name, told in found.items()) + ".")
    return next(iter(found.values()))


def notes(changelog: str, version: str) -> str:
    """Return what the changelog says of a version, without its heading."""
    _, _, rest = changelog.partition(f"\n## {version} (")
    text = rest.partition("\n")[2].partition("\n## ")[0].strip()
    if not text:
        raise NotReady(f"CHANGELOG.md says nothing of {version}.")
    return text + "\n"


def missing(names: list[str]) -> list[str]:
    """Return what a wheel with these files should hold and does not."""
    return [part for part in IN_THE_WHEEL if not any(name.startswith(part) for name in names)]


def release(root: Path, out: Path) -> str:
    """Build the packages and the notes of this version. Return the version."""
    version = number(root)
    text = notes((root / "CHANGELOG.md").read_text("utf-8"), version)
    changed = subprocess.run(["git", "status", "--porcelain"], cwd=root, capture_output=True, text=True, check=True)
    if changed.stdout:
        raise NotReady(f"There are changes that are not committed:\n{changed.stdout.rstrip()}")
    if any(out.glob("grognard-*")):
        raise NotReady(f"{out} holds packages already. Remove them first.")
    subprocess.run([sys.executable, "-m", "build", "--outdir", str(out), str(root)], check=True)
    for wheel in out.glob("*.whl"):
        if lost := missing(zipfile.ZipFile(wheel).namelist()):
            raise NotReady(f"{wheel.name} lacks {', '.join(lost)}.")
    (out / "NOTES.md").write_text(text, "utf-8")
    return version


def main(words: list[str] | None = None) -> int:
    """Build the release of this tree, or say what it lacks."""
    parser = argparse.ArgumentParser(description="Build a release: check, packages, notes.")
    parser.add_argument("--out", type=Path, default=ROOT / "dist", help="a folder for packages and notes (dist)")
    options = parser.parse_args(words)
    try:
        version = release(ROOT, options.out.resolve())
    except NotReady as error:
        print(error, file=sys.stderr)
        return 1
    print(f"Grognard {version} is in {options.out}, its notes in {options.out / 'NOTES.md'}.")
    print(f"Tag it: git tag -a v{version} -F {options.out / 'NOTES.md'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
