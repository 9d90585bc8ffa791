"""The audit beside the docs: a line for every row of the ledger, and no proof that does not exist."""

from __future__ import annotations

import ast
from pathlib import Path

from grognard.games.night_fight.rules.data import RULEBOOK

HERE = Path(__file__).parent
AUDIT = HERE.parents[2] / "docs" / "games" / "night-fight-audit.tsv"


def proofs() -> dict[str, set[str]]:
    """The tests that name each row, as file::test."""
    found: dict[str, set[str]] = {}
    for file in HERE.glob("test_*.py"):
        tests = [node for node in ast.parse(file.read_text("utf-8")).body if isinstance(node, ast.FunctionDef)]
        for test in tests:
            for mark in test.decorator_list:
                if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.rule":
                    for row in map(ast.literal_eval, mark.args):
                        found.setdefault(row, set()).add(f"{file.stem}::{test.name}")
    return found


def test_every_row_has_a_line_and_every_proof_names_it() -> None:
    header, *lines = [line.split("\t") for line in AUDIT.read_text("utf-8").splitlines()]
    assert header == ["id", "outcome", "proof", "seen"]
    assert [line[0] for line in lines] == [rule.id for rule in RULEBOOK]
    known = proofs()
    for row, outcome, proof, seen in lines:
        assert outcome and seen, row
        assert set(proof.split(", ")) <= known[row], row
