"""Which functions of a folder each test calls: a plugin of pytest for `bench.mutants`.

`GROGNARD_CALLED` names the folder and the file to write. What is called outside of tests (while modules are imported)
is written under an empty name, since every test may stand on it.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from types import CodeType, FrameType

import msgspec
import pytest

Function = tuple[str, int]  # its file, and its first line
OUTSIDE = ""


class Called(msgspec.Struct):
    """The functions that were called while one test ran, and how long it took."""

    functions: set[Function] = msgspec.field(default_factory=set)
    seconds: float = 0.0


class Listener:
    """Hears of every call, and keeps those of one folder."""

    def __init__(self, folder: str, file: str) -> None:
        self.folder, self.file = folder, file
        self.heard = {OUTSIDE: Called()}
        self.now = self.heard[OUTSIDE].functions
        self.known: dict[CodeType, Function | None] = {}
        sys.setprofile(self.hear)

    def hear(self, frame: FrameType, event: str, _arg: object) -> None:
        if event != "call":
            return
        code = frame.f_code
        if code not in self.known:
            inside = code.co_filename.startswith(self.folder)
            self.known[code] = (code.co_filename, code.co_firstlineno) if inside else None
        if function := self.known[code]:
            self.now.add(function)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        called = self.heard[item.nodeid] = Called()
        self.now, began = called.functions, time.process_time()
        try:
            return (yield)
        finally:
            called.seconds = time.process_time() - began
            self.now = self.heard[OUTSIDE].functions

    def pytest_sessionfinish(self) -> None:
        sys.setprofile(None)
        with open(self.file, "wb") as file:
            file.write(msgspec.json.encode(self.heard))


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Listener(*os.environ["GROGNARD_CALLED"].split(os.pathsep)))
