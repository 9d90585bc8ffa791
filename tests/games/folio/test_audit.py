"""The audits of the series: a line for every rule, and every proof is a test that is marked with the rule."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from grognard.games.folio.rules.data import FOLDER as FOLIO
from grognard.games.folio.rules.data import read_rows
from grognard.games.korsun.rules.data import FOLDER as KORSUN

TESTS = Path(__file__).parent.parent
AUDITS = TESTS.parents[1] / "docs" / "games"


def marked(game: str) -> dict[str, set[str]]:
    """The tests of a game by the rules they are marked with."""
    found: dict[str, set[str]] = {}
    for path in (TESTS / game).glob("test_*.py"):
        for node in ast.parse(path.read_text("utf-8")).body:
            for rule in rules_of(node):
                found.setdefault(rule, set()).add(f"{path.stem}::{node.name}")  # type: ignore[attr-defined]
    return found


def rules_of(node: ast.stmt) -> list[str]:
    marks = getattr(node, "decorator_list", [])
    calls = [mark for mark in marks if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.rule"]
    return [str(ast.literal_eval(word)) for call in calls for word in call.args]


@pytest.mark.parametrize(("game", "ledger"), [("folio", FOLIO), ("korsun", KORSUN)])
def test_the_audit_has_a_line_for_every_row_and_names_tests_that_prove_it(game: str, ledger: Path) -> None:
    lines = [line.split("\t") for line in (AUDITS / f"{game}-audit.tsv").read_text("utf-8").splitlines()]
    assert lines[0] == ["id", "outcome", "proof", "seen"] and all(len(line) == 4 and all(line) for line in lines)
    assert [line[0] for line in lines[1:]] == [row["id"] for row in read_rows(ledger / "rules.tsv")]
    tests = marked(game)
    for rule, _, proof, _ in lines[1:]:
        assert set(proof.split(", ")) <= tests[rule], f"{rule} is proved by a test that is not marked with it"
