"""Reports at the table: of a finished match for everybody, until then for one's own side alone."""

from __future__ import annotations

from typing import Any

from starlette.testclient import TestClient


def sat_down(table: TestClient) -> tuple[str, str, str]:
    """A match between two people, and the keys of the British and of the Germans."""
    seats = {"British": "me", "German": "friend"}
    made: dict[str, Any] = table.post(
        "/api/matches", json={"game": "folio", "scenario": "bir-salem", "seats": seats}
    ).json()
    claim = {"invite": made["invites"]["German"]}
    return made["match"], made["key"], table.post(f"/api/matches/{made['match']}/claim", json=claim).json()["key"]


def bearer(key: str) -> dict[str, str]:
    return {"authorization": f"Bearer {key}"}


def test_during_a_match_a_report_is_for_ones_own_side(table: TestClient) -> None:
    # given a match that runs
    match, british, german = sat_down(table)
    path = f"/api/matches/{match}/report"
    # then each side gets its own report
    for people, key in (("British", british), ("Germans", german)):
        got = table.get(path, headers=bearer(key))
        assert got.status_code == 200 and f"as the {people} saw it" in got.text
    # and neither that of the other, nor, as a stranger, any
    assert table.get(f"{path}?side=German", headers=bearer(british)).status_code == 403
    assert table.get(path).status_code == 403
    assert table.get(f"{path}?side=French", headers=bearer(british)).status_code == 404


def test_the_page_of_a_finished_match_is_open_and_runs_nothing(table: TestClient) -> None:
    # given a match that has ended
    match, key, _ = sat_down(table)
    scene = table.get(f"/api/matches/{match}", headers=bearer(key)).json()
    order = {"do": "resign", "decision": scene["decision"], "side": "British"}
    assert table.post(f"/api/matches/{match}/orders", json=order, headers=bearer(key)).status_code == 200
    # when somebody without a key asks for its report
    got = table.get(f"/api/matches/{match}/report")
    # then he gets the page under a policy of its own: its style, and nothing that runs
    assert got.status_code == 200 and "After-action report" in got.text
    policies = got.headers.get_list("content-security-policy")
    assert len(policies) == 1 and "sandbox" in policies[0] and "script-src" not in policies[0]
    assert "frame-ancestors 'none'" in policies[0]
