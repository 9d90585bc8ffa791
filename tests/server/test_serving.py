"""Starting the table: one server for a folder, plain words, no password in any of them."""

from __future__ import annotations

import gc
import os
import signal
import socket
import subprocess
import sys
import weakref
import webbrowser
from collections.abc import Iterator
from ipaddress import ip_address
from pathlib import Path

import pytest
import uvicorn
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from starlette.testclient import TestClient

from bench.serving import free_port
from grognard.cli import main
from grognard.server import serve
from grognard.server.app import WebApp
from grognard.server.matches import registry
from grognard.server.serve import CannotServe, Serving, open_store, reachable, run, without_password
from grognard.server.storage.folder_lock import FolderInUse, FolderLock
from grognard.server.web.limits import who
from tests.server.play import new_match

URL = "postgresql://grognard:sesame@127.0.0.1:1/x"


def test_where_everybody_may_come_the_address_is_one_that_others_can_reach() -> None:
    assert reachable("127.0.0.1") == "127.0.0.1"
    assert not ip_address(reachable("0.0.0.0")).is_unspecified


@pytest.mark.parametrize(
    ("wish", "told"), [(Serving(), True), (Serving(host="0.0.0.0"), False), (Serving(names=("table.example",)), False)]
)
def test_it_is_said_how_friends_can_reach_a_table_of_this_machine(
    wish: Serving, told: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    serve.announce(wish, "http://somewhere", None)
    said = capsys.readouterr().out
    assert "Grognard is at http://somewhere/" in said and ("--host 0.0.0.0" in said) == told


def test_a_folder_is_served_once(tmp_path: Path) -> None:
    lock = FolderLock(tmp_path)
    lock.say("http://127.0.0.1:8173")
    with pytest.raises(FolderInUse) as taken:
        FolderLock(tmp_path)
    assert taken.value.address == "http://127.0.0.1:8173"
    lock.release()
    FolderLock(tmp_path).release()


def test_the_second_server_says_where_the_first_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []
    monkeypatch.setattr(webbrowser, "open", shown.append)
    lock = FolderLock(tmp_path)
    lock.say("http://127.0.0.1:8173")
    with pytest.raises(CannotServe, match=r"already serves this folder at http://127.0.0.1:8173/"):
        run(Serving(data=tmp_path))
    assert shown == []
    with pytest.raises(CannotServe):
        run(Serving(data=tmp_path, open_browser=True))
    run(Serving(data=tmp_path, open_browser=True, path="/?game=folio"), twice=True)
    assert shown == ["http://127.0.0.1:8173/", "http://127.0.0.1:8173/?game=folio"]
    lock.release()


def test_a_killed_server_leaves_no_lock_behind(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "grognard.cli", "serve", "--port", str(free_port()), "--data", str(tmp_path)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as first:
        assert first.stdout is not None
        assert "Grognard is at" in first.stdout.readline()
        second = subprocess.run(words, capture_output=True, text=True, timeout=120, check=False)
        assert second.returncode == 2 and "already serves this folder" in second.stderr
        first.send_signal(signal.SIGKILL)
    FolderLock(tmp_path).release()


def test_a_password_is_never_shown(tmp_path: Path) -> None:
    for url in (URL, "postgresql://grognard:s%40same@127.0.0.1:1/x", "postgresql://grognard:sesame@nowhere:abc/x"):
        with pytest.raises(CannotServe) as error:
            open_store(tmp_path, url)
        said = str(error.value)
        assert "same" not in said and "cannot be opened" in said, said
    assert without_password(URL) == "postgresql://grognard:***@127.0.0.1:1/x"


def test_the_url_of_the_database_may_come_from_the_environment(tmp_path: Path) -> None:
    there = dict(os.environ, GROGNARD_DATABASE=URL)
    words = [sys.executable, "-m", "grognard.cli", "serve", "--data", str(tmp_path)]
    done = subprocess.run(words, capture_output=True, text=True, timeout=120, env=there, check=False)
    assert done.returncode == 2 and "***@127.0.0.1:1/x cannot be opened" in done.stderr
    assert "sesame" not in done.stderr + done.stdout


def test_a_proxy_must_be_an_address(capsys: pytest.CaptureFixture[str]) -> None:
    from grognard.cli import main

    assert main(["serve", "--proxy", "somewhere"]) == 2
    assert "is not an address" in capsys.readouterr().err


def test_rooms_that_nobody_uses_are_given_back_at_once_when_there_are_enough_of_them(
    app: WebApp, table: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "ENOUGH", 2)
    new_match(table)
    new_match(table)
    left = [weakref.ref(room) for room in app.house.rooms]
    gc.disable()  # nothing but the sweep looks for garbage here
    try:
        app.house.evict_idle(0)
        assert len(left) == 2 and not any(room() for room in left)
    finally:
        gc.enable()


@pytest.fixture
def listened(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[uvicorn.Config]]:
    """How uvicorn was told to listen; what `listen` changes in this process is put back."""
    told: list[uvicorn.Config] = []
    monkeypatch.setattr(
        uvicorn, "run", lambda app, **how: told.append(uvicorn.Config(app, **{**how, "log_config": None}))
    )
    before, pace = gc.get_threshold(), sys.getswitchinterval()
    yield told
    gc.set_threshold(*before)
    sys.setswitchinterval(pace)


def test_a_server_seldom_stops_to_look_through_everything(listened: list[uvicorn.Config]) -> None:
    before = gc.get_threshold()
    serve.listen(Starlette(), "127.0.0.1", 0)
    assert listened and gc.get_threshold()[2] > 10 * before[2]


@pytest.mark.parametrize(
    ("proxies", "seen"),
    [
        ((), "192.0.2.9"),
        (("192.0.2.8",), "192.0.2.9"),
        (("192.0.2.9",), "10.0.0.7"),
        (("192.0.2.0/24",), "10.0.0.7"),
    ],
)
def test_only_a_proxy_that_is_named_is_believed_when_it_says_whom_it_speaks_for(
    proxies: tuple[str, ...], seen: str, listened: list[uvicorn.Config]
) -> None:
    app = Starlette(routes=[Route("/", lambda request: PlainTextResponse(who(request)))])
    serve.listen(app, "127.0.0.1", 0, proxies)
    listened[0].load()
    visitor = TestClient(listened[0].loaded_app, client=("192.0.2.9", 1))
    assert visitor.get("/", headers={"x-forwarded-for": "10.0.0.7"}).text == seen


def test_a_port_that_is_named_and_taken_is_an_error_and_one_that_is_not_named_is_passed_over() -> None:
    """A15: a service that wandered to the next port was out of its proxy's reach."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(CannotServe, match=f"Port {port} is taken"):
            serve.free_port("127.0.0.1", port, 1)
        assert port < serve.free_port("127.0.0.1", port) < port + 10


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--log", "/nowhere/table.log"], "/nowhere/table.log cannot be written"),
        (["--admin-key", "/dev/null/key"], "cannot be used for the operator's key"),
        (["--ray", "127.0.0.1:9"], "No Ray cluster answers at 127.0.0.1:9"),
        (["--ray", "127.0.0.1:9", "--workers", "2"], "Either --workers or --ray"),
    ],
)
def test_what_cannot_be_done_as_it_is_wished_for_is_one_line(
    words: list[str], says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if "--ray" in words:
        pytest.importorskip("ray")
    assert main(["serve", "--data", str(tmp_path), *words]) == 2
    said = capsys.readouterr().err
    assert says in said and said.count("\n") == 1


def test_the_command_line_names_a_port_or_leaves_it_open(monkeypatch: pytest.MonkeyPatch) -> None:
    wishes: list[Serving] = []
    monkeypatch.setattr(serve, "run", wishes.append)
    for words in ([], ["--port", "8000"]):
        assert main(["serve", *words]) == 0
    assert [(wish.port, wish.wander) for wish in wishes] == [(8000, True), (8000, False)]


@pytest.mark.skipif(os.name == "nt", reason="it has other rights")
def test_what_a_server_writes_is_for_its_own_user_alone(tmp_path: Path) -> None:
    """A5: mail addresses, hidden positions and record lines could be read by everybody on the machine."""
    new, old = tmp_path / "new", tmp_path / "old"
    old.mkdir(mode=0o755)
    old.chmod(0o755)
    (old / "grognard.sqlite3").touch()
    (old / "grognard.sqlite3").chmod(0o664)
    for folder in (new, old):
        FolderLock(folder).release()
        open_store(folder, "").close()
    assert new.stat().st_mode & 0o777 == 0o700
    assert {path.stat().st_mode & 0o077 for path in new.glob("grognard.sqlite3*")} == {0}
    assert old.stat().st_mode & 0o777 == 0o750
    assert (old / "grognard.sqlite3").stat().st_mode & 0o777 == 0o660
