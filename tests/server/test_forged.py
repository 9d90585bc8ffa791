"""A sample of what `python -m bench.forge` sends in its hundreds of thousands."""

from __future__ import annotations

from starlette.testclient import TestClient

from bench.forge import BURST, attack
from grognard.engine import SHELF


def test_forged_requests_change_nothing_and_find_no_fault(table: TestClient) -> None:
    report = attack(table, BURST * len(SHELF))
    assert report.sent == BURST * len(SHELF), "all of it over HTTP"
    assert (report.faults, report.changes) == (0, 0), report.statuses
    assert {400, 401, 403, 404, 409} <= set(report.statuses)
