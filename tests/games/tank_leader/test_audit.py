"""The audit of the rules: a line for each row of the ledger, and every test it names is there."""

from __future__ import annotations

import ast
from pathlib import Path

from grognard.games.tank_leader.rules.data import RULEBOOK

HERE = Path(__file__).parent
AUDIT = HERE.parents[2] / "docs" / "games" / "tank-leader-audit.tsv"


def test_every_rule_has_a_line_with_proofs_that_name_it() -> None:
    head, *lines = [line.split("\t") for line in AUDIT.read_text("utf-8").splitlines()]
    assert head == ["id", "outcome", "proof", "seen"]
    assert [line[0] for line in lines] == [rule.id for rule in RULEBOOK]
    proofs = _proofs()
    for rule, outcome, named, seen in lines:
        assert outcome and seen
        assert set(named.split("; ")) <= proofs[rule], rule


def _proofs() -> dict[str, set[str]]:
    """The tests that say which rules they prove, by rule."""
    found: dict[str, set[str]] = {}
    for path in sorted(HERE.glob("test_*.py")):
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.FunctionDef):
                for mark in node.decorator_list:
                    if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.rule":
                        for rule in mark.args:
                            found.setdefault(ast.literal_eval(rule), set()).add(f"{path.name}::{node.name}")
    return found
