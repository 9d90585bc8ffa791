"""The package: whatever its rules define is found, and whatever its code cites is in the ledger."""

from __future__ import annotations

import ast
import dataclasses
import importlib
import os
import pkgutil
import subprocess
import sys
from collections.abc import Iterator

from grognard.engine import SHELF, Game, Rules

_FOUND = """
import sys
from grognard.conformance.package import classes
from grognard.engine import find_game
print(*classes(find_game(sys.argv[1]).rules))
"""


def everything_is_found(game: Game) -> int:
    """No module of the rules defines a step or an action that importing the game alone does not bring."""
    alone = classes(game.rules) if game.id not in SHELF else set(elsewhere("-c", _FOUND, game.id).split())
    for name in modules(game.rules):
        importlib.import_module(name)
    lost = sorted(classes(dataclasses.replace(game.rules)) - alone)
    assert not lost, f"{lost[0]} is not found: no module that the game imports leads to its module"
    return len(alone)


def classes(rules: Rules) -> set[str]:
    """The names of all steps and actions that are known now."""
    return {f"{kind.__module__}.{kind.__name__}" for kind in (*rules.steps, *rules.actions)}


def modules(rules: Rules) -> Iterator[str]:
    """Every module of the rulebook's packages."""
    for package in rules.packages:
        yield package
        for found in pkgutil.walk_packages(getattr(sys.modules[package], "__path__", ()), f"{package}."):
            if not found.name.endswith(".__main__"):
                yield found.name


def cited_rules_exist(game: Game) -> int:
    """Every rule id written in the game's code is a row of its ledger."""
    prefixes = {rule.id.split("-")[0] + "-" for rule in game.rulebook}
    cited = 0
    for path in sorted(game.folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and _is_id(node.value, prefixes):
                cited += 1
                assert node.value in game.rulebook, f"{path.name}:{node.lineno} cites {node.value}, which is no rule"
    return cited


def _is_id(text: str, prefixes: set[str]) -> bool:
    """Something like NF-13.2.1 or RA-ACT.14, whole: a prefix of the ledger, then no more than a number or a word."""
    prefix, dash, rest = text.partition("-")
    return prefix + dash in prefixes and rest[-1:].isalnum() and rest.replace(".", "").replace("/", "").isalnum()


def elsewhere(*arguments: str, hashes: str = "4711") -> str:
    """What Python prints in another process with another hash seed; AssertionError with its complaint if it fails."""
    environment = {**os.environ, "PYTHONHASHSEED": hashes, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    done = subprocess.run([sys.executable, *arguments], env=environment, capture_output=True, text=True)
    if done.returncode:
        last = done.stderr.strip().splitlines()[-1:]
        raise AssertionError(last[0] if last else "it ends without a word") from RuntimeError(done.stderr)
    return done.stdout
