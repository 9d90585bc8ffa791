"""For pytest: `pytest --grognard-game GAME` asks a game everything, beside its own tests.

With `grognard_dice_used_up = true` in pytest's settings a test also fails that leaves rigged dice unrolled: what it
expected to be rolled was not. `grognard_dice_left` is a file that names tests which may, one a line.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager

import pytest

from grognard.conformance.inquiry import inquiry
from grognard.conformance.suite import Case, cases
from grognard.engine import RiggedDice, find_game


def pytest_addoption(parser: pytest.Parser) -> None:
    """The option, and the settings."""
    group = parser.getgroup("grognard")
    group.addoption("--grognard-game", action="append", default=[], metavar="GAME", help="ask this game everything")
    parser.addini("grognard_dice_used_up", "a test fails that leaves rigged dice unrolled", type="bool", default=False)
    parser.addini("grognard_dice_left", "a file that names tests which may leave some", type="paths", default=[])


def pytest_configure(config: pytest.Config) -> None:
    """The mark that names the rows of the ledger which a test proves."""
    config.addinivalue_line("markers", "rule(*ids): the rows of the ledger that this test proves")


# ------------------------------------------------------------------ conformance


class CaseItem(pytest.Item):
    """One check of a game as a test."""

    case: Case

    def runtest(self) -> None:
        found = self.case.run()
        if not found.looked:
            pytest.skip(found.words)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: object = None) -> str:
        if isinstance(excinfo.value, AssertionError):
            return f"{self.case.about}\nBut {excinfo.value}"
        return str(super().repr_failure(excinfo))

    def reportinfo(self) -> tuple[str, None, str]:
        return "grognard", None, self.name


class GameNode(pytest.Collector):
    """A game with everything it is asked."""

    def collect(self) -> Iterable[CaseItem]:
        for case in cases(find_game(self.name)):
            item: CaseItem = CaseItem.from_parent(self, name=f"{case.scenario or case.game.id}: {case.name}")
            item.case = case
            yield item


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(session: pytest.Session, config: pytest.Config, items: list[pytest.Item]) -> None:
    """The checks of the games that were named come after everything else."""
    for game in config.getoption("--grognard-game"):
        node: GameNode = GameNode.from_parent(session, name=game, nodeid=f"grognard/{game}")
        items += session.genitems(node)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """What was met of each game that was named, and what was not."""
    for name in config.getoption("--grognard-game"):
        game = find_game(name)
        terminalreporter.section(f"{game.title}: what was looked at")
        for line in inquiry(game).told():
            terminalreporter.line(line)


# ------------------------------------------------------------------ rigged dice


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, None, None]:
    """After a test all its rigged dice have been rolled, unless it is known to leave some."""
    if not item.config.getini("grognard_dice_used_up"):
        return (yield)
    with rigged() as made:
        yield
    left = [dice.faces for dice in made if dice.faces]
    known = item.nodeid in may_leave_some(item.config)
    if left and not known:
        pytest.fail(f"rigged dice were left unrolled: {left}", pytrace=False)
    if known and not left:
        pytest.fail("all rigged dice were rolled: take this test from grognard_dice_left", pytrace=False)


def may_leave_some(config: pytest.Config) -> set[str]:
    """The tests that are known to leave dice."""
    lines = (path.read_text("utf-8").splitlines() for path in config.getini("grognard_dice_left"))
    return {line for found in lines for line in found}


@contextmanager
def rigged() -> Iterator[list[RiggedDice]]:
    """All rigged dice that are made meanwhile."""
    made: list[RiggedDice] = []
    first = RiggedDice.__init__

    def make(self: RiggedDice, faces: Iterable[int]) -> None:
        first(self, faces)
        made.append(self)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(RiggedDice, "__init__", make)
        yield made
