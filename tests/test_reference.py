"""The reference is complete: every public name is on a page, every field and option has a sentence, examples run."""

from __future__ import annotations

import argparse
import doctest
import inspect
import re
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path

import msgspec
import pytest

from grognard.cli import parser
from tools import reference

REFERENCE = Path(__file__).parent.parent / "docs" / "reference"
PACKAGES = ("grognard.engine", "grognard.players", "grognard.lab")
FILES = (reference.scenario_file, reference.map_file, reference.lesson_file, reference.record_format)
DOCUMENTED = (*PACKAGES, "grognard", "grognard.env", "grognard.conformance")


def page(package: str) -> Path:
    return REFERENCE / f"{package.rpartition('.')[2]}.md"


@pytest.mark.parametrize("package", PACKAGES)
def test_every_public_name_is_in_one_group_of_its_page(package: str) -> None:
    listed = re.findall(r"^        - (\w+)$", page(package).read_text("utf-8"), re.MULTILINE)
    assert sorted(listed) == sorted(import_module(package).__all__)


@pytest.mark.parametrize("package", PACKAGES)
def test_every_example_of_a_page_prints_what_it_says(package: str) -> None:
    blocks = re.findall(r"```pycon\n(.*?)```", page(package).read_text("utf-8"), re.DOTALL)
    example = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, package, None, 0)
    said: list[str] = []
    results = doctest.DocTestRunner(verbose=False).run(example, out=said.append)
    assert results.attempted >= 3 and results.failed == 0, "".join(said)


@pytest.mark.parametrize("package", DOCUMENTED)
def test_everything_public_has_a_docstring_and_every_field_a_sentence(package: str) -> None:
    module = import_module(package)
    things = [getattr(module, name) for name in module.__all__]
    mute = [thing for thing in things if (inspect.isclass(thing) or inspect.isfunction(thing)) and not thing.__doc__]
    bare = [f"{thing.__name__}.{name}" for thing in things if inspect.isclass(thing) for name in unsaid(thing)]
    assert not mute and not bare


def unsaid(kind: type) -> Iterator[str]:
    """Fields of a class of ours that have no sentence."""
    if kind.__module__.startswith("grognard") and not issubclass(kind, BaseException):
        said = reference.notes(kind)
        for name in vars(kind).get("__annotations__", ()):
            if not name.startswith("_") and not said.get(name):
                yield name


@pytest.mark.parametrize("make", FILES)
def test_every_key_of_a_file_has_a_sentence(make: Callable[[], str]) -> None:
    rows = [line for line in make().splitlines() if line.startswith("| `")]
    assert len(rows) > 25
    assert not [line for line in rows if line.endswith("|  |")]


def test_every_address_and_every_link_of_the_api_is_on_its_page() -> None:
    told = reference.api()
    assert told.count("| `GET /") + told.count("| `POST /") >= 35
    headings = {name.lower() for name in re.findall(r"^##+ (\w+)$", told, re.MULTILINE)}
    links = set(re.findall(r"\(#(\w+)\)", told))
    assert {re.sub(r"_\d+$", "", link) for link in links} <= headings


def test_every_option_of_every_command_has_a_sentence() -> None:
    def walk(commands: argparse.ArgumentParser, name: str) -> Iterator[str]:
        for action in commands._actions:
            if isinstance(action, argparse._SubParsersAction):
                for each, child in action.choices.items():
                    yield from walk(child, f"{name} {each}")
            elif not action.help:
                yield f"{name} {action.dest}"

    assert not list(walk(parser(), "grognard"))


def test_a_note_is_the_comment_behind_a_field_or_the_line_above() -> None:
    class Other(msgspec.Struct):
        named: int  # what it counts
        # which of them
        above: str = ""
        bare: int = 0

    path = Path(__file__)
    assert reference._notes_in(path)["Other"] == {"named": "what it counts", "above": "which of them"}
    assert Other(1).bare == 0
