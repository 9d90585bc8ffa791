"""The page that says what is public names what there is."""

from __future__ import annotations

import re
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

PAGE = Path(__file__).parents[1] / "docs" / "reference" / "public-interface.md"
ROWS = [row.split("|")[1:3] for row in PAGE.read_text("utf-8").splitlines() if row.startswith("| `grognard")]


def test_every_module_on_the_page_can_be_found() -> None:
    named = [name for modules, _ in ROWS for name in re.findall(r"`([\w.]+)`", modules)]
    assert len(named) > 12
    assert not [name for name in named if find_spec(name) is None]


def test_what_it_names_of_a_package_is_public_there() -> None:
    for modules, about in ROWS:
        package = import_module(re.findall(r"`([\w.]+)`", modules)[0])
        listed = getattr(package, "__all__", dir(package))
        assert not set(re.findall(r"`(\w+)`", about)) - set(listed), package.__name__
