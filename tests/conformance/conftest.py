"""Beacons, the second example: a hidden hand, a deck, a window to react, a chart, a mind."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from types import ModuleType

import pytest

from tests.conformance.examples import EXAMPLES, installed


@pytest.fixture(scope="package")
def beacons(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ModuleType]:
    """Its rules; the game itself is `beacons.GAME`."""
    with installed(EXAMPLES / "beacons", tmp_path_factory.mktemp("site")):
        yield importlib.import_module("beacons")
