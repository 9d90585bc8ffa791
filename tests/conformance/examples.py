"""The games under examples/, on the path and installed as anybody's would be."""

from __future__ import annotations

import os
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from grognard.engine import SHELF

EXAMPLES = Path(__file__).parents[2] / "examples"


@contextmanager
def installed(folder: Path, site: Path) -> Iterator[None]:
    """A game's folder on the path, with the entry point that its pyproject.toml declares written into `site`."""
    project = tomllib.loads((folder / "pyproject.toml").read_text("utf-8"))["project"]
    told = site / f"{project['name']}-{project['version']}.dist-info"
    told.mkdir()
    (told / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n")
    games = project["entry-points"]["grognard.games"].items()
    (told / "entry_points.txt").write_text("[grognard.games]\n" + "".join(f"{name} = {at}\n" for name, at in games))
    with pytest.MonkeyPatch.context() as patch:
        for path in (site, folder):
            patch.syspath_prepend(str(path))
        patch.setenv("PYTHONPATH", os.pathsep.join(filter(None, sys.path)))
        patch.delitem(SHELF.__dict__, "_entries", raising=False)
        yield
    SHELF.__dict__.pop("_entries", None)
