"""what only the operator may see and do: figures, the page behind its key, and shutting out."""

from __future__ import annotations

import json
import logging
import os
import socket
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from grognard.server import systemd
from grognard.server.api import operator_responses
from grognard.server.app import WebApp
from grognard.server.storage.server_key import new_secret
from grognard.server.storage.store import Store, sqlite_url
from grognard.server.web import json_log
from grognard.server.web.bans import Bans
from grognard.server.web.error_reports import BadAddress, Reports, send_reports
from tests.server.play import bearer, look, new_match, order, take

KEY = "the key of the operator"
MINE = bearer(KEY)


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[TestClient]:
    """A table whose admin page has a key."""
    app = WebApp(Store(sqlite_url(tmp_path)), rate=10_000, making=10_000, admin=KEY).app()
    with TestClient(app, client=("192.0.2.7", 1)) as client:
        yield client


def figures(table: TestClient) -> dict[str, float]:
    told = table.get("/metrics", headers=MINE)
    assert told.status_code == 200 and told.headers["content-type"].startswith("text/plain; version=0.0.4")
    rows = (line.rsplit(" ", 1) for line in told.text.splitlines() if not line.startswith("#"))
    return {name: float(value) for name, value in rows}


@pytest.mark.parametrize("where", ["/metrics", "/api/admin"])
@pytest.mark.parametrize("key", ["", "another", KEY[:-1]])
def test_nobody_else_sees_figures_or_people(kept: TestClient, where: str, key: str) -> None:
    assert kept.get(where, headers=bearer(key)).status_code == 401


def test_without_a_key_there_is_no_such_page(table: TestClient) -> None:
    for where in ("/metrics", "/admin", "/api/admin"):
        assert table.get(where, headers=bearer("")).status_code == 404


def test_figures_count_answers_writes_waits_connections_and_refusals_and_name_nobody(kept: TestClient) -> None:
    match, key, _ = new_match(kept, seats={"german-2": "regular"}, options={"players": "2"}, pace=0)
    assert kept.get("/api/matches/nothing-here").status_code == 404
    before = figures(kept)
    with kept.websocket_connect(f"/api/matches/{match}/live") as page:
        page.send_json({"hello": ""})
        page.receive_json()
        page.send_json({"do": "resign", "decision": 0, "side": "german", "ref": 1})
        while page.receive_json().get("re") != 1:
            pass
        now = figures(kept)
        assert now["grognard_pages_open"] == now["grognard_pages_watching"] == now["grognard_rooms_open"] == 1
        assert now['grognard_refusals_total{how="order",status="403"}'] == 1
    assert now["grognard_matches"] == 1 and now["grognard_database"] == 1
    assert before['grognard_refusals_total{how="request",status="404"}'] == 1
    until = time.monotonic() + 60
    while 'grognard_answers_total{by="computer"}' not in figures(kept):
        scene = look(kept, match, key)
        if scene["ask"]:
            assert take(kept, match, key, scene).status_code == 200
        assert time.monotonic() < until
    now = figures(kept)
    assert now['grognard_answers_total{by="person"}'] >= 1
    assert now['grognard_computer_seconds_count{player="quick"}'] >= 1
    assert now["grognard_write_seconds_count"] > before["grognard_write_seconds_count"] > 0
    assert now["grognard_process_resident_memory_bytes"] > 1e6
    told = kept.get("/metrics", headers=MINE).text
    assert match not in told and key not in told and "192.0.2.7" not in told


def test_the_page_shows_who_plays_and_what_was_said_and_removes_both(kept: TestClient) -> None:
    match, key, _ = new_match(kept, name="Anna")
    order(kept, match, key, do="say", text="something rude")
    with kept.websocket_connect(f"/api/matches/{match}/live") as page:
        page.send_json({"hello": key})
        page.receive_json()
        told = kept.get("/api/admin", headers=MINE).json()
        assert msgspec.convert(told, operator_responses.AdminTold)
        (room,) = told["rooms"]
        assert room["match"] == match and room["seats"][0]["name"] == "Anna"
        assert room["pages"] == [{"address": "192.0.2.7", "sides": ["german"]}]
        (words,) = told["words"]
        assert (words["match"], words["text"]) == (match, "something rude")
        wish = {"match": match, "number": words["number"]}
        assert kept.post("/api/admin/remove", json=wish, headers=bearer(key)).status_code == 401, "not by a player"
        assert kept.post("/api/admin/remove", json=wish, headers=MINE).status_code == 200
        assert kept.get("/api/admin", headers=MINE).json()["words"] == []
        assert kept.post("/api/admin/remove", json={"match": match}, headers=MINE).status_code == 200
        with pytest.raises(WebSocketDisconnect):
            while True:
                page.receive_json()
    assert kept.get(f"/api/matches/{match}").status_code == 404
    assert kept.post("/api/admin/remove", json={"match": match}, headers=MINE).status_code == 404


def test_who_is_shut_out_comes_no_more_until_he_may(kept: TestClient) -> None:
    stranger = TestClient(kept.app, client=("198.51.100.9", 1))
    match = new_match(kept)[0]
    with stranger.websocket_connect(f"/api/matches/{match}/live") as page:
        page.send_json({"hello": ""})
        page.receive_json()
        shut = {"address": "198.51.100.9", "hours": 24}
        assert kept.post("/api/admin/ban", json=shut, headers=MINE).status_code == 200
        with pytest.raises(WebSocketDisconnect):
            while True:
                page.receive_json()
    got = stranger.get("/")
    assert got.status_code == 403 and "shut this address out" in got.json()["error"]
    assert "content-security-policy" in got.headers
    with pytest.raises(WebSocketDisconnect), stranger.websocket_connect(f"/api/matches/{match}/live"):
        pass
    assert kept.get("/").status_code == 200
    (ban,) = kept.get("/api/admin", headers=MINE).json()["bans"]
    assert ban["address"] == "198.51.100.9" and 23 < ban["hours"] <= 24
    kept.post("/api/admin/ban", json={**shut, "hours": 0}, headers=MINE)
    assert stranger.get("/").status_code == 200


def test_another_process_hears_who_is_shut_out(url: str, run: Any) -> None:
    here, there = Bans(Store(url)), Bans(Store(url))
    run(here.shut_out("2001:db8::/64", 1))
    assert not there.holds("2001:db8::/64")
    run(there.read())
    assert there.holds("2001:db8::/64")


def test_a_match_that_was_removed_leaves_the_other_process_too(fresh_database: str, tmp_path: Path, run: Any) -> None:
    first, second = (WebApp(Store(fresh_database), rate=1e4, making=1e4, admin=KEY).app() for _ in range(2))
    with TestClient(first) as here, TestClient(second) as there:
        match = new_match(here)[0]
        assert there.get(f"/api/matches/{match}").status_code == 200
        assert here.post("/api/admin/remove", json={"match": match}, headers=MINE).status_code == 200
        until = time.monotonic() + 60
        while there.get(f"/api/matches/{match}").status_code != 404:
            assert time.monotonic() < until
            time.sleep(0.05)


@pytest.mark.skipif(os.name == "nt", reason="it has other rights")
def test_the_key_is_made_once_and_is_its_owners_alone(tmp_path: Path) -> None:
    made = new_secret(tmp_path / "admin.key")
    assert len(made) >= 24 and new_secret(tmp_path / "admin.key") == made
    assert (tmp_path / "admin.key").stat().st_mode & 0o077 == 0


# ------------------------------------------------------------------ reports, log, systemd


class Heard(HTTPServer):
    """Takes reports."""

    def __init__(self) -> None:
        self.reports: list[dict[str, Any]] = []
        heard = self.reports

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                heard.append(json.loads(self.rfile.read(int(self.headers["content-length"]))))
                self.send_response(204)
                self.end_headers()

            def log_message(self, *_: object) -> None:
                pass

        super().__init__(("127.0.0.1", 0), Handler)


def test_faults_are_reported_once_a_minute_and_without_secrets() -> None:
    with Heard() as there:
        threading.Thread(target=there.serve_forever, daemon=True).start()
        reports = send_reports(f"http://127.0.0.1:{there.server_address[1]}/in")
        log = logging.getLogger("grognard.server")
        try:
            for _ in range(3):
                try:
                    raise ValueError("#key=sesame")
                except ValueError:
                    log.exception("A fault at %s", "/m/x#invite=abc")
            log.warning("no fault")
        finally:
            log.parent.removeHandler(reports)  # type: ignore[union-attr]
            reports.close()
        there.shutdown()
    (told,) = there.reports
    assert told["level"] == "error" and "ValueError" in told["trace"] and told["again"] == 0
    assert "sesame" not in json.dumps(told) and "abc" not in told["message"]


def test_reports_that_nobody_takes_hold_nobody_up() -> None:
    reports = Reports("http://127.0.0.1:9/")
    begun = time.monotonic()
    for number in range(500):
        reports.handle(logging.LogRecord("grognard", logging.ERROR, "", 0, f"fault {number}", None, None))
    assert time.monotonic() - begun < 30
    with pytest.raises(BadAddress):
        Reports("file:///etc/passwd")


def test_a_full_log_is_set_aside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_log, "FULL", 2000)
    root, before = logging.getLogger(), list(logging.getLogger().handlers)
    level = root.level
    try:
        json_log.write_to(tmp_path / "table.log", json=True)
        for number in range(200):
            logging.getLogger("grognard.server").warning("line %d Bearer sesame", number)
        files = sorted(tmp_path.iterdir())
        assert [file.name for file in files] == ["table.log", *(f"table.log.{n}" for n in range(1, json_log.KEPT + 1))]
        assert all(file.stat().st_size <= 2000 for file in files)
        assert msgspec.json.decode(files[0].read_bytes().splitlines()[-1])["message"] == "line 199 Bearer ***"
        assert os.name == "nt" or files[0].stat().st_mode & 0o077 == 0
    finally:
        for handler in root.handlers:
            handler.close()
        root.handlers[:], root.level = before, level


def test_systemd_hears_that_the_table_is_there_lives_and_stops(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Any
) -> None:
    monkeypatch.setattr(systemd, "LISTENING", 0.0)
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as there:
        there.bind(str(tmp_path / "notify"))
        there.settimeout(30)
        monkeypatch.setenv(systemd.SOCKET, str(tmp_path / "notify"))
        monkeypatch.setenv(systemd.EVERY, "20000")
        with TestClient(WebApp(Store(sqlite_url(tmp_path / "data"))).app()):
            heard = [there.recv(100) for _ in range(3)]
        assert heard == [b"READY=1", b"WATCHDOG=1", b"WATCHDOG=1"]
        while (last := there.recv(100)) == b"WATCHDOG=1":
            pass
        assert last == b"STOPPING=1"
    monkeypatch.delenv(systemd.SOCKET)
    systemd.say("READY=1")  # nobody asked
