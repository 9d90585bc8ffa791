"""An evening's match: a computer and a phone, found in the lobby, with names, clocks, a notice and a rating."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from tests.web import hands

LOOKS_AWAY = """() => {
  window.noticed = [];
  window.Notification = class {
    static permission = "granted";
    constructor(title, more) { noticed.push(`${title}. ${more.body}`); }
    close() {}
  };
  localStorage.setItem("notice", "yes");
  Object.defineProperty(document, "hidden", { get: () => true });
}"""

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


def test_a_computer_and_a_phone_play_an_evening_with_clocks_notice_and_rating(visit: Any) -> None:
    host = visit()
    set_up(host)
    guest = visit(phone=True)
    guest.evaluate("localStorage.setItem('me', JSON.stringify({ name: 'Ben', player: 'ben of this test' }))")
    expect(guest.locator("#open")).to_contain_text("Anna waits for German")
    guest.click(f"[data-join='{host.evaluate('table.known.match')}']")
    for page in (host, guest):
        page.wait_for_function("() => globalThis.table?.scene.asked?.length > 0")
    expect(host.locator("#clocks")).to_contain_text("Anna")
    asked = host if hands.scene(host)["ask"] else guest
    other = guest if asked is host else host
    other.evaluate(LOOKS_AWAY)
    while hands.scene(other)["ask"] is None:
        before = hands.scene(asked)["decision"]
        asked.evaluate(HINTED)
        hands.after(asked, before)
        asked.wait_for_function("() => table.scene.ask || table.scene.asked.length")
        other.wait_for_function("n => table.scene.decision > n", arg=before)
    other.wait_for_function("() => noticed.length === 1")
    assert "Your turn. Folio" in other.evaluate("noticed[0]")
    guest.once("dialog", lambda dialog: dialog.accept())
    guest.evaluate("table.affairs.resign('German')")
    host.wait_for_function("() => table.scene.result")
    rated = host.evaluate("fetch('/api/ratings/folio').then((got) => got.json())")["players"]
    assert [player["name"] for player in rated if player["name"] in ("Anna", "Ben")] == ["Anna", "Ben"]
    host.goto("/")
    expect(host.locator("#mine")).to_contain_text("Over")
    expect(host.locator("#mine .rating")).to_contain_text("your rating is")
