"""How much one visitor may ask, whatever his address looks like, and what whoever runs the table says about it."""

from __future__ import annotations

from pathlib import Path

import pytest
from starlette.testclient import TestClient

from grognard.cli import main
from grognard.engine import SHELF
from grognard.school.lesson import lessons_of
from grognard.server import openapi
from grognard.server.api.requests import RequestError
from grognard.server.app import WebApp
from grognard.server.lobby import catalogue
from grognard.server.storage.store import Store, sqlite_url
from grognard.server.web.allowance import CannotAllow, Club, Count, Limits, counted_as, place_of, read_limits
from grognard.server.web.connections import ConnectionLimiter
from grognard.server.web.limits import Buckets

WISH = {"game": "night-fight", "scenario": "ghost-column"}


def test_an_ipv6_address_is_counted_as_its_network_and_others_as_they_are() -> None:
    """F13, A7: every visitor has 2^64 addresses."""
    assert counted_as("2001:db8:1:2:3:4:5:6") == counted_as("2001:db8:1:2::1") == "2001:db8:1:2::/64"
    assert counted_as("::ffff:192.0.2.1") == counted_as("192.0.2.1") == "192.0.2.1"
    assert counted_as("fe80::1%eth0") == "fe80::/64"
    assert counted_as("testclient") == "testclient"
    assert place_of("2001:db8:1:2::/64") == "2001:db8:1::/48"
    assert place_of("192.0.2.1") == place_of("testclient") == ""


def taken(buckets: Buckets, addresses: list[str]) -> int:
    """How many of them are let through."""
    count = 0
    for address in addresses:
        try:
            buckets.take(counted_as(address))
            count += 1
        except RequestError:
            pass
    return count


def test_a_network_has_the_limits_of_one_visitor_and_a_wider_one_of_eight() -> None:
    assert taken(Buckets(0.001, 10), [f"2001:db8:1:2::{n:x}" for n in range(100)]) == 10
    assert taken(Buckets(0.001, 10), [f"2001:db8:1:{n:x}::1" for n in range(100)]) == 80
    assert taken(Buckets(0.001, 10), [f"2001:db8:{n:x}::1" for n in range(100)]) == 100
    door = ConnectionLimiter(limits=Limits(connections=3))
    assert sum(door.come(f"2001:db8:1:2::{n:x}") for n in range(10)) == 3


def test_what_has_come_and_gone_is_not_counted() -> None:
    count = Count(2)
    for _ in range(3):
        assert count.come("2001:db8:1:2::/64")
        count.go("2001:db8:1:2::/64")
    assert count.come("a") and count.come("a") and not count.come("a")


def test_matches_made_from_one_network_are_counted_together(tmp_path: Path) -> None:
    """F13: 120 addresses of one /64 made 120 matches."""
    app = WebApp(Store(sqlite_url(tmp_path)), limits=Limits(matches=0.001, matches_at_once=3)).app()
    with TestClient(app, client=("2001:db8::1", 1)) as first:
        got = [first.post("/api/matches", json=WISH).status_code for _ in range(3)]
        other = TestClient(app, client=("2001:db8::2", 1))
        got.append(other.post("/api/matches", json=WISH).status_code)
        got.append(TestClient(app, client=("2001:db8:0:1::2", 1)).post("/api/matches", json=WISH).status_code)
    assert got == [201, 201, 201, 429, 201]


def test_a_match_from_a_lesson_counts_like_any_other(tmp_path: Path) -> None:
    """F2: 799 were made in 15 seconds."""
    lesson = next(iter(lessons_of(SHELF["night-fight"])))
    where = f"/api/lessons/night-fight/{lesson.id}/play"
    with TestClient(
        WebApp(Store(sqlite_url(tmp_path)), limits=Limits(matches=0.001, matches_at_once=2)).app()
    ) as table:
        assert [table.post(where).status_code for _ in range(3)] == [200, 200, 429]
        assert table.post("/api/matches", json=WISH).status_code == 429


@pytest.mark.parametrize(
    "path", ["/", "/m/x", "/learn", "/studio", "/mail/x", "/api/games", "/api/schema", "/page/x/y"]
)
def test_every_page_and_list_is_limited(path: str, tmp_path: Path) -> None:
    """F14: these took no limit at all."""
    with TestClient(WebApp(Store(sqlite_url(tmp_path)), limits=Limits(looks=0.001, looks_at_once=2)).app()) as table:
        got = [table.get(path, follow_redirects=False).status_code for _ in range(3)]
    assert got[2] == 429 and 429 not in got[:2]


def test_games_and_schema_are_made_once(table: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """F14: each request set up every scenario again."""
    first = table.get("/api/games").json(), table.get("/api/schema").json()
    monkeypatch.setattr(catalogue, "about", lambda game: 1 / 0)
    monkeypatch.setattr(openapi, "schema", lambda: 1 / 0)
    assert (table.get("/api/games").json(), table.get("/api/schema").json()) == first


def test_a_club_has_every_limit_so_many_times(tmp_path: Path) -> None:
    """A9: a club behind one address shares what one visitor has."""
    limits = Limits(matches=0.001, matches_at_once=2, pages=1, club=(Club("192.0.2.0/24", 3), Club("2001:db8::/56", 2)))
    assert limits.times("192.0.2.7") == 3 and limits.times("192.0.3.7") == 1
    assert limits.times(counted_as("2001:db8::7")) == 2 and limits.times("testclient") == 1
    made = WebApp(Store(sqlite_url(tmp_path)), limits=limits)
    with TestClient(made.app(), client=("192.0.2.7", 1)) as club:
        got = [club.post("/api/matches", json=WISH).status_code for _ in range(7)]
        assert got == [201] * 6 + [429]
        assert [made.live.open.come("192.0.2.7") for _ in range(4)] == [True, True, True, False]
    assert made.house.thinkers.times("192.0.2.7") == 3


def test_thirty_people_of_a_club_open_the_lobby_and_a_match_at_once_by_the_usual_limits(tmp_path: Path) -> None:
    with TestClient(WebApp(Store(sqlite_url(tmp_path))).app()) as table:
        for _ in range(30):
            for path in ("/", "/api/games", "/api/open", *["/page/x/lobby.css"] * 8, "/m/x"):
                assert table.get(path).status_code in (200, 404)
            assert table.post("/api/matches", json=WISH).status_code == 201


def test_limits_are_read_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "limits.toml"
    file.write_text('pages = 300\n[[club]]\naddress = "203.0.113.7"\ntimes = 20\n')
    assert read_limits(file) == Limits(pages=300, club=(Club("203.0.113.7", 20),))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("page = 3", "unknown field `page`"),
        ("pages = 0", "pages"),
        ('[[club]]\naddress = "nowhere"\ntimes = 2', "nowhere"),
        ("]", "Invalid"),
        ("a." * 200 + "a = 1", "parts"),
    ],
)
def test_a_file_of_limits_with_a_fault_is_named_in_one_line(
    text: str, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "limits.toml"
    file.write_text(text)
    with pytest.raises(CannotAllow, match=told):
        read_limits(file)
    assert main(["serve", "--data", str(tmp_path), "--limits", str(file), "--port", "8311"]) == 2
    said = capsys.readouterr().err
    assert "limits.toml" in said and len(said.splitlines()) == 1
    assert main(["serve", "--data", str(tmp_path), "--limits", str(tmp_path / "none")]) == 2
