"""An evening's match: a computer and a phone, found in the lobby, with names, clocks, a notice and a rating."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser import hands, scanner
from tests.browser.conftest import Tables

LOOKS_AWAY = """() => {
  window.noticed = [];
  window.rung = 0;
  window.AudioContext = class extends AudioContext { constructor() { super(); rung += 1; } };
  window.Notification = class {
    static permission = "granted";
    constructor(title, more) { noticed.push(`${title}. ${more.body}`); }
    close() {}
  };
  localStorage.setItem("notice", "yes");
  Object.defineProperty(document, "hidden", { get: () => true });
}"""

SQUARES = """(where) => {
  const code = document.querySelector(`${where} .qr`), quiet = 4, size = code.viewBox.baseVal.width - 2 * quiet;
  const dark = new Set(code.querySelector("path").getAttribute("d").match(/\\d+ \\d+/g));
  return Array.from({ length: size }, (_, y) => Array.from({ length: size }, (_, x) => Number(dark.has(`${x} ${y}`))));
}"""

FOR_ALL = """
from grognard.server import serve
here = serve.listen
serve.listen = lambda app, host, port: here(app, "0.0.0.0", port)
"""

HINTED = """async () => {
  const { hint } = await table.live.order("hint", { decision: table.scene.decision });
  await table.take(hint.action);
}"""


def set_up(host: Page) -> None:
    """Folio with a friend, half an hour each, rated, and shown to everybody."""
    host.click("[data-play=folio]")
    host.locator("[data-side]").nth(1).select_option("friend")
    host.click(".with-friends summary")
    host.fill("[name=called]", "Anna")
    host.select_option("[name=clock]", "minutes 30")
    host.check("[name=rated]")
    host.check("[name=listed]")
    host.click("[data-start]")
    hands.ready(host)


@pytest.fixture
def short_of_patience(tables: Tables) -> Iterator[str]:
    """The address of a table that rates matches of a few answers, too."""
    with tables("from grognard.server.matches import personal_lobby as friends; friends.FEW = 1") as served:
        yield served.address


def test_a_computer_and_a_phone_play_an_evening_with_clocks_notice_and_rating(
    visit: Any, short_of_patience: str
) -> None:
    host = visit(short_of_patience)
    set_up(host)
    expect(host.locator(".invite button")).to_have_text("Copy")
    expect(host.locator(".invite")).to_contain_text("on this machine alone")
    guest = visit(short_of_patience, phone=True)
    guest.evaluate("localStorage.setItem('me', JSON.stringify({ name: 'Ben', player: 'ben of this test' }))")
    expect(guest.locator("#open")).to_contain_text("Anna waits for the Germans")
    guest.click(f"[data-join='{host.evaluate('table.known.match')}']")
    expect(host.locator("#toast")).to_contain_text("Ben has come")
    for page in (host, guest):
        page.wait_for_function("() => globalThis.table?.scene.asked?.length > 0")
    expect(host.locator("#clocks")).to_contain_text("Anna")
    asked = host if hands.scene(host)["ask"] else guest
    other = guest if asked is host else host
    other.evaluate(LOOKS_AWAY)
    while hands.scene(other)["ask"] is None:
        now = hands.scene(asked)
        hands.click_choice(asked, hands.ending(now["ask"]["choices"]))
        asked.wait_for_function("() => table.scene.ask || table.scene.asked.length")
        hands.after(other, now["decision"])
    other.wait_for_function("() => noticed.length === 1 && rung === 1")
    assert other.title().startswith("● Your turn")
    assert re.fullmatch(r"Your turn\. Folio.+: .+\. .+ You have (\d+:\d\d)\.", other.evaluate("noticed[0]"))
    guest.evaluate("table.live.order('say', { text: 'Well played' })")
    expect(host.locator("[data-tab=chat] .unread")).to_have_text("1")
    host.click("[data-tab=chat]")
    expect(host.locator("#chat")).to_contain_text("Well played")
    expect(host.locator(".unread")).to_have_count(0)
    guest.once("dialog", lambda dialog: dialog.accept())
    guest.evaluate("table.affairs.resign('German')")
    host.wait_for_function("() => table.scene.result")
    rated = host.evaluate("fetch('/api/ratings/folio').then((got) => got.json())")["players"]
    assert [player["name"] for player in rated if player["name"] in ("Anna", "Ben")] == ["Anna", "Ben"]
    host.goto(short_of_patience)
    expect(host.locator("#mine")).to_contain_text("You won")
    expect(host.locator("#mine .rating")).to_contain_text("your rating is")


def test_an_invitation_that_others_can_reach_is_a_code_too(visit: Any, tables: Tables) -> None:
    with tables(FOR_ALL) as served:
        host = visit(served.address.replace("127.0.0.1", "127.0.0.2"))
        set_up(host)
        address = host.locator(".invite input").input_value()
        assert address.startswith("http://127.0.0.2:") and scanner.read(host.evaluate(SQUARES, ".invite")) == address
        guest = visit(address, phone=True)
        guest.click("#sit-down")
        expect(host.locator("#toast")).to_contain_text("come")
        guest.wait_for_function("() => table.you.join() === 'German'")


def test_a_seat_goes_along_to_a_phone_by_a_code(visit: Any) -> None:
    desk = visit.match("folio", both=True)
    desk.click("#open-menu")
    desk.click(".seat-link summary")
    address = desk.locator(".seat-link input").input_value()
    assert scanner.read(desk.evaluate(SQUARES, ".seat-link")) == address
    phone = visit(address, phone=True)
    hands.ready(phone)
    assert phone.evaluate("table.you") == desk.evaluate("table.you") and "key" not in phone.url
    before = hands.scene(desk)["decision"]
    phone.evaluate(HINTED)
    hands.after(desk, before)
