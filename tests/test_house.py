"""The doors of the house open one way, and no room is too full: read from the source, not from what it says of itself.

What still breaks a limit stands in `FULL` and `CIRCLES` by name. These lists only grow shorter: a line that is no
longer needed fails a test too.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Collection, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

import grognard

ROOT = Path(grognard.__file__).parent
LINES, LONGEST = 500, 60  # of a file, of a function

# cli → arguments → terminal, server, assistant, starters → lab, env, fuzz, report, sheets
# → players, conformance, school, studio, testing → encoding → games → board → engine
FLOORS = (
    ("home", "extras", "renamed"),
    ("engine",),
    ("board",),
    ("games",),
    ("encoding",),
    ("players", "conformance", "school", "studio", "testing"),
    ("lab", "env", "fuzz", "report", "sheets"),
    ("terminal", "server", "assistant", "starters"),
    ("arguments",),
    ("cli",),
)
# the packages of a room, from the ground up; files beside them stand above all
PACKAGES = {
    "engine": (("core",), ("game",), ("records",), ("match",)),
    "board": (("kernels",), ("hexes", "inches"), ("draw",)),
    "server": (
        ("storage",),
        ("api",),
        ("web",),
        ("jobs", "pictures"),
        ("matches", "lobby"),
        ("people", "school", "studio"),
    ),
}
FILES = 20  # in a package
CROWDED = {"board.draw": 25, "conformance": 23}
SERIES = {("korsun", "folio")}  # a game of a series imports its series
WINGS = {("mind", "rules"), ("face", "rules")}
KNOW_NO_GAME = tuple(name for floor in FLOORS for name in floor if name != "games")

FULL: set[str] = set()
CIRCLES: set[str] = set()


class Arrow(NamedTuple):
    """One file imports another, for types or in a function too."""

    tail: str  # "games.korsun.rules.view"
    head: str

    def __str__(self) -> str:
        return f"{self.tail} → {self.head}"


# ------------------------------------------------------------------ reading the source


@cache
def modules() -> dict[str, Path]:
    """Every Python file by its name below `grognard`; the package itself is the empty name."""
    found = {}
    for path in sorted(ROOT.rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


def imported(node: ast.AST) -> Iterator[str]:
    """The names a statement imports: every module it may mean."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        assert node.level == 0, "imports are written in full"
        for alias in node.names:
            whole = f"{node.module}.{alias.name}"
            yield whole if below(whole) in modules() else str(node.module)


def below(name: str) -> str:
    """A module's name without the name of the package."""
    return "" if name == "grognard" else name.removeprefix("grognard.")


@cache
def arrows() -> tuple[Arrow, ...]:
    found = {
        Arrow(name, below(other))
        for name, path in modules().items()
        for node in ast.walk(tree(path))
        for other in imported(node)
        if other.split(".")[0] == "grognard" and below(other) != name
    }
    return tuple(sorted(found))


def room(name: str) -> str:
    return name.split(".")[0]


def game(name: str) -> str:
    """The game a module belongs to, if it belongs to one."""
    parts = name.split(".")
    return parts[1] if parts[0] == "games" and len(parts) > 1 else ""


def wing(name: str) -> str:
    """rules, mind or face; "" for a game's own page and for what is no game's."""
    parts = name.split(".")
    return parts[2] if game(name) and len(parts) > 2 else ""


def told(broken: list[Arrow]) -> str:
    return f"{len(broken)} arrows run the wrong way: " + "; ".join(map(str, broken[:8]))


# ------------------------------------------------------------------ doors


def test_every_arrow_between_rooms_runs_down() -> None:
    floor = {name: i for i, names in enumerate(FLOORS) for name in names}
    outside = {"", "__main__"}  # the front door: what `import grognard` and `python -m grognard` bring
    broken = [
        arrow
        for arrow in arrows()
        if room(arrow.tail) != room(arrow.head)
        and not {room(arrow.tail), room(arrow.head)} & outside
        and floor[room(arrow.tail)] <= floor[room(arrow.head)]
    ]
    assert not broken, told(broken)


def test_the_front_door_leads_to_the_engine_alone() -> None:
    assert {room(arrow.head) for arrow in arrows() if arrow.tail == ""} == {"engine"}


@pytest.mark.parametrize("name", PACKAGES)
def test_every_arrow_between_the_packages_of_a_room_runs_down(name: str) -> None:
    floor = {package: i for i, packages in enumerate(PACKAGES[name]) for package in packages}
    folders = {module.split(".")[1] for module in modules() if module.startswith(f"{name}.") and module.count(".") > 1}
    assert folders == set(floor), "a package without a floor"

    def height(module: str) -> int:
        return floor.get(module.split(".")[1], len(floor)) if "." in module else len(floor)

    inside = [arrow for arrow in arrows() if room(arrow.tail) == room(arrow.head) == name]
    assert inside
    broken = [
        arrow
        for arrow in inside
        if height(arrow.tail) <= height(arrow.head) < len(floor)
        and arrow.tail.split(".")[1:2] != arrow.head.split(".")[1:2]
    ]
    assert not broken, told(broken)


def test_no_package_is_crowded() -> None:
    """A person finds a file at a glance where there are no more than twenty."""
    inside: dict[str, int] = {}
    for module, path in modules().items():
        if path.name != "__init__.py" and not game(module):
            package = module.rpartition(".")[0]
            inside[package] = inside.get(package, 0) + 1
    assert {package: n for package, n in inside.items() if n > FILES} == CROWDED


def crossing(part: Callable[[str], str], allowed: Collection[tuple[str, str]]) -> list[Arrow]:
    """Arrows from one part into another that is not allowed."""
    ends = [(arrow, part(arrow.tail), part(arrow.head)) for arrow in arrows()]
    return [arrow for arrow, tail, head in ends if tail and head and tail != head and (tail, head) not in allowed]


def test_a_games_rules_know_neither_mind_nor_face_and_these_not_each_other() -> None:
    broken = crossing(wing, WINGS)
    assert not broken, told(broken)


def test_nothing_in_a_wing_looks_at_the_games_own_page() -> None:
    broken = [arrow for arrow in arrows() if wing(arrow.tail) and game(arrow.head) and not wing(arrow.head)]
    assert not broken, told(broken)


def test_no_game_knows_another_but_for_its_series() -> None:
    broken = crossing(game, SERIES)
    assert not broken, told(broken)


@pytest.mark.parametrize("name", KNOW_NO_GAME)
def test_outside_the_games_no_code_names_one(name: str) -> None:
    """Neither as an import nor as a word of the code or its data; docstrings may give examples."""
    games = {game(module) for module in modules()} - {""}
    word = re.compile("|".join(re.escape(g).replace("_", "[-_ ]") for g in sorted(games)))
    found = []
    for module, path in modules().items():
        if room(module) == name:
            found += [f"{module}: {text!r}" for text in words(tree(path)) if word.search(text.lower())]
    for path in sorted((ROOT / name).rglob("*.json")):
        found += [f"{path.relative_to(ROOT)}"] if word.search(path.read_text("utf-8")) else []
    assert not found, f"{name} names a game: {'; '.join(found[:5])}"


def words(module: ast.Module) -> Iterator[str]:
    """Every name, imported module and string of a file, without its docstrings."""
    documents = set()
    for node in ast.walk(module):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and node.body:
            documents.add(getattr(node.body[0], "value", None))
        yield from imported(node)
    for node in ast.walk(module):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in documents:
            yield node.value
        elif isinstance(node, ast.Name):
            yield node.id


# ------------------------------------------------------------------ circles


@cache
def circles() -> set[str]:
    """Files that import each other round a circle, each circle as its names in order."""
    heads: dict[str, set[str]] = {name: set() for name in modules()}
    for arrow in arrows():
        heads[arrow.tail].add(arrow.head)
    reach = {name: reached(name, heads) for name in heads}
    found = {frozenset(b for b in reach[a] if a in reach[b]) for a in reach if a in reach[a]}
    return {", ".join(sorted(circle)) for circle in found}


def reached(name: str, heads: dict[str, set[str]]) -> set[str]:
    """Everything a module leads to."""
    found: set[str] = set()
    waiting = list(heads[name])
    while waiting:
        head = waiting.pop()
        if head not in found:
            found.add(head)
            waiting += heads[head]
    return found


def test_no_files_import_each_other_round_a_circle() -> None:
    assert not circles() - CIRCLES


def test_every_circle_that_is_let_pass_is_still_there() -> None:
    assert not CIRCLES - circles(), "a circle is gone: take it from the list"


# ------------------------------------------------------------------ sizes


@cache
def too_big() -> dict[str, int]:
    """Files and functions over the limit, with their lines."""
    found = {}
    for path in sorted(p for p in ROOT.rglob("*") if p.suffix in (".py", ".js", ".css")):
        name = path.relative_to(ROOT).as_posix()
        lines = len(path.read_text("utf-8").splitlines())
        if lines > LINES:
            found[name] = lines
        if path.suffix == ".py":
            found |= {f"{name}: {function}": length for function, length in long_functions(path)}
    return found


def long_functions(path: Path) -> Iterator[tuple[str, int]]:
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            length = (node.end_lineno or node.lineno) - node.lineno + 1
            if length > LONGEST:
                yield node.name, length


def test_no_file_is_over_500_lines_and_no_function_over_60() -> None:
    found = {name: lines for name, lines in too_big().items() if name not in FULL}
    assert not found, f"too long: {found}"


def test_whatever_is_let_pass_is_still_too_long() -> None:
    assert not FULL - too_big().keys(), "something grew short: take it from the list"
