"""Which lines of a folder each test runs: a plugin of pytest for `bench.mutants`, which also runs the tests it names.

`GROGNARD_CALLED` names the folder and the file to write. What is run outside of tests (while modules are imported) is
written under an empty name, since every test may stand on it. `GROGNARD_ASKED` names a file with the tests to run, in
their order; the others are left out.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import msgspec
import pytest

OUTSIDE = ""
CLOSELY = 60  # calls of a function in one test that are followed line by line; after them every line may have been run

Lines = dict[str, set[int]]  # of each file
Tracer = Callable[[FrameType, str, Any], Any]


class Called(msgspec.Struct):
    """The lines that were run by one test, and how long it took."""

    lines: Lines = msgspec.field(default_factory=dict)
    seconds: float = 0.0


class Listener:
    """Hears of every call and every line, and keeps those of one folder."""

    def __init__(self, folder: str, file: str) -> None:
        self.folder, self.file = folder, file
        self.heard = {OUTSIDE: Called()}
        self.known: dict[CodeType, set[int] | None] = {}
        self.begin(self.heard[OUTSIDE])
        sys.settrace(self.hear)

    def begin(self, called: Called) -> None:
        """What is run from now on belongs to this."""
        self.now = called.lines
        self.tracers: dict[CodeType, Tracer | None] = {}
        self.calls: dict[CodeType, int] = {}

    def hear(self, frame: FrameType, _event: str, _arg: object) -> Tracer | None:
        """A function is called: should its lines be followed?"""
        code = frame.f_code
        if code not in self.known:
            inside = code.co_filename.startswith(self.folder)
            self.known[code] = {line for _, _, line in code.co_lines() if line is not None} if inside else None
        lines = self.known[code]
        if lines is None:
            return None
        count = self.calls[code] = self.calls.get(code, 0) + 1
        if count > CLOSELY:
            if count == CLOSELY + 1:
                self.now.setdefault(code.co_filename, set()).update(lines)
            return None
        if code not in self.tracers:
            self.tracers[code] = self.follower(self.now.setdefault(code.co_filename, set()))
        return self.tracers[code]

    def follower(self, run: set[int]) -> Tracer:
        def follow(frame: FrameType, _event: str, _arg: object) -> Tracer:
            run.add(frame.f_lineno)
            return follow

        return follow

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        called = self.heard[item.nodeid] = Called()
        self.begin(called)
        sys.settrace(self.hear)
        began = time.process_time()
        try:
            return (yield)
        finally:
            called.seconds = time.process_time() - began
            self.begin(self.heard[OUTSIDE])

    def pytest_sessionfinish(self) -> None:
        sys.settrace(None)
        Path(self.file).write_bytes(msgspec.json.encode(self.heard))


class Chosen:
    """Runs some tests, in an order of its own."""

    def __init__(self, file: str) -> None:
        self.names: list[str] = msgspec.json.decode(Path(file).read_bytes(), type=list[str])

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        known = {item.nodeid: item for item in items}
        items[:] = [known[name] for name in self.names]


def pytest_configure(config: pytest.Config) -> None:
    if called := os.environ.get("GROGNARD_CALLED"):
        config.pluginmanager.register(Listener(*called.split(os.pathsep)))
    if asked := os.environ.get("GROGNARD_ASKED"):
        config.pluginmanager.register(Chosen(asked))
