"""What the page about servers tells: its commands are understood, and a copy of the folder goes on elsewhere."""

from __future__ import annotations

import re
import shlex
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from grognard.cli import parser
from grognard.engine import verify
from grognard.server.app import WebApp
from grognard.server.storage.server_key import FILE, ServerKey
from grognard.server.storage.store import Store, sqlite_url
from tests.server.play import bearer, look, new_match, order, take

PAGE = Path(__file__).parents[2] / "docs/how-to/run-a-server.md"
COMMANDS = re.findall(r"(?:^|bin/)grognard ((?:serve|verify) .*)$", PAGE.read_text("utf-8"), flags=re.MULTILINE)


def test_every_command_of_the_page_is_understood() -> None:
    assert len(COMMANDS) >= 2
    for words in COMMANDS:
        given = parser().parse_args(shlex.split(words))
        assert given.data == Path("/var/lib/grognard") and given.name == ["table.example"]


def seated(folder: Path) -> WebApp:
    return WebApp(Store(sqlite_url(folder), ServerKey.of(folder / FILE)), folder, rate=10_000, making=10_000)


@pytest.mark.parametrize("running", [True, False])
def test_a_copy_goes_on_in_another_place_with_the_same_keys_and_dice(tmp_path: Path, running: bool) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    there.mkdir()
    with TestClient(seated(here).app()) as table:
        match, key, _ = new_match(table)
        take(table, match, key, look(table, match, key))
        before = look(table, match, key)
        if running:  # as .backup of sqlite3 does
            old, new = (sqlite3.connect(folder / "grognard.sqlite3") for folder in (here, there))
            with closing(old), closing(new):
                old.backup(new)
            shutil.copy(here / FILE, there)
    if not running:
        shutil.copytree(here, there, dirs_exist_ok=True)
    with TestClient(seated(there).app()) as table:
        now = look(table, match, key)
        assert (now["decision"], now["view"], now["ask"]) == (before["decision"], before["view"], before["ask"])
        take(table, match, key, now)
        order(table, match, key, do="resign", decision=now["decision"] + 1, side=now["you"][0])
        record = table.get(f"/api/matches/{match}/record", headers=bearer(key)).content
    assert verify(record).whole
