"""Several people, several screens, one screen; keys only; a phone; and those who do not see the map."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from grognard.engine import SHELF, Game, Match, find_game
from grognard.studio import find_campaign, open_campaign
from tests.browser import hands
from tests.browser.conftest import DESK
from tests.browser.eyes import faults, serious
from tests.browser.test_evening import HINTED

SEATS = {"British": "me", "German": "recruit"}


def test_two_browsers_play_one_match_by_invitation(visit: Any) -> None:
    host = visit()
    host.click("[data-play=night-fight]")
    with host.expect_response("**/api/sides"):
        host.select_option("[data-option=players]", "2")
    host.select_option('[data-side="german-2"]', "friend")
    host.click("[data-start]")
    guest = hands.invite(host, visit)
    hands.begin(host)
    assert guest.evaluate("table.you") == ["german-2"] and host.evaluate("table.you") == ["german"]
    assert "invite" not in guest.url, "the secret does not stay in the address"
    asked = host if hands.scene(host)["ask"] else guest
    other = guest if asked is host else host
    expect(other.locator(".wait")).to_be_visible()
    logged = other.locator("#log .line").count()
    hands.click_choice(asked, 1)
    expect(other.locator("#log .line")).to_have_count(logged + 1)


def test_both_browsers_have_a_share_in_the_dice_and_find_a_changed_record(visit: Any) -> None:
    host = visit()
    host.click("[data-play=folio]")
    host.locator("[data-side]").nth(1).select_option("friend")
    host.click("[data-start]")
    hands.ready(host)
    expect(host.locator(".lots")).to_contain_text("Still to come: the Germans")
    assert host.locator("[data-choice]").count() == 0, "nothing is asked before the dice are there"
    guest = hands.invite(host, visit)
    assert guest.evaluate("table.lots.receipt.nonce") != host.evaluate("table.lots.receipt.nonce")
    asked = host if hands.scene(host)["ask"] else guest
    hands.click_choice(asked, 0)
    host.once("dialog", lambda dialog: dialog.accept())
    host.evaluate("table.affairs.resign(table.you[0])")
    guest.wait_for_function("() => table.scene.result")
    guest.evaluate("table.affairs.verify()")
    expect(guest.locator("#toast")).to_contain_text("Checked by this browser: your number is in the dice")
    expect(guest.locator("#toast")).to_contain_text("Honest")
    record = guest.evaluate("fetch(`/api/matches/${table.known.match}/record`).then((got) => got.text())")
    changed = record.replace('"British resigns"', '"German resigns"').replace('"side":"British"', '"side":"German"')
    guest.click("#seal summary")
    expect(guest.locator("#seal code")).to_have_text(json.loads(record.splitlines()[0])["seal"])
    for other in (changed, "\n".join([*record.splitlines()[:7], *record.splitlines()[-2:]])):
        assert other != record and "found a fault" in guest.evaluate("text => table.lots.check(text)", other)


def test_a_page_that_is_promised_something_else_keeps_its_number(visit: Any) -> None:
    host = visit()
    host.click("[data-play=folio]")
    host.locator("[data-side]").nth(1).select_option("friend")
    host.click("[data-start]")
    hands.ready(host)
    other = "JSON.stringify({nonce: '00', promise: ['another']})"
    host.evaluate(f"localStorage.setItem(`dice ${{table.known.match}}`, {other})")
    host.click("#begin-without")
    expect(host.locator("#toast")).to_contain_text("Your number is not shown")
    assert hands.scene(host)["ask"] is None


def test_a_takeback_is_asked_for_declined_asked_for_again_and_agreed_to(visit: Any) -> None:
    host = visit()
    host.click("[data-play=folio]")
    host.locator("[data-side]").nth(1).select_option("friend")
    host.click("[data-start]")
    guest = hands.invite(host, visit)
    asked = host if hands.scene(host)["ask"] else guest
    other = guest if asked is host else host
    hands.click_choice(asked, 0)
    now = hands.scene(asked)["decision"]
    for answer in ("decline", "agree"):
        asked.evaluate("table.affairs.takeBack()")
        expect(asked.locator("#asked-back [data-back=decline]")).to_have_text("Withdraw")
        expect(other.locator("#asked-back")).to_contain_text("to take back 1 answer")
        other.click(f"#asked-back [data-back={answer}]")
        expect(other.locator("#asked-back")).to_have_count(0)
        expect(asked.locator("#asked-back")).to_have_count(0)
    hands.after(asked, now)


def test_a_spectator_sees_no_choice_and_chats(visit: Any) -> None:
    player = visit.match()
    watcher = visit(player.url)
    hands.ready(watcher)
    expect(watcher.locator("#prompt")).to_contain_text("watching")
    assert watcher.locator("[data-choice]").count() == 0
    watcher.click("[data-tab=chat]")
    player.click("[data-tab=chat]")
    player.fill("#chat input", "Good evening")
    player.keyboard.press("Enter")
    expect(watcher.locator("#chat .said")).to_contain_text("The Germans: Good evening")


def secretive() -> Game:
    """A game of two sides that do not see the same."""
    for game in SHELF.values():
        match = Match.new(game, next(iter(game.scenarios)), seed=1)
        if len(match.sides) == 2 and game.rules.has_secrets(match.state, match.sides):
            return game
    pytest.skip("no installed game has secrets between two sides")


def test_one_screen_is_passed_on_behind_a_curtain_where_sides_have_secrets(visit: Any) -> None:
    game = secretive()
    page = visit()
    page.click(f"[data-play={game.id}]")
    for field in page.locator("[data-side]").all():
        field.select_option("me")
    page.click("[data-start]")
    page.wait_for_selector("#prompt *")
    hands.until_curtain(page)
    people = game.face.people(page.evaluate("table.scene.curtain"))
    expect(page.locator("#curtain h2")).to_have_text(f"Pass the screen to {people}")
    expect(page.locator("#lift")).to_have_text(f"I play {people}")
    assert (
        page.evaluate("[...table.views.values()].filter(v => v.side === table.scene.curtain && !v.hidden).length") == 0
    )
    assert page.locator("[data-choice]").count() == 0, "nobody is asked before the screen is passed on"
    page.click("#lift")
    expect(page.locator("#curtain")).to_be_hidden()
    page.wait_for_selector("#prompt .choices li")
    assert game.face.people(hands.scene(page)["ask"]["side"]) == people


def test_who_plays_both_sides_is_shown_no_curtain_again(visit: Any) -> None:
    page = visit.match(secretive().id, both=True)
    hands.until_curtain(page)
    sides = {page.evaluate("table.scene.curtain")}
    page.click("#both")
    for _ in range(40):
        page.wait_for_function("() => table.scene.ask && !table.scene.curtain")
        assert page.locator("#curtain").is_hidden()
        before = hands.scene(page)
        sides.add(before["ask"]["side"])
        if len(sides) > 1:
            break
        page.evaluate(HINTED)
        hands.after(page, before["decision"])
    assert len(sides) > 1, "nobody else was asked"


def test_a_browser_never_receives_what_its_side_may_not_know(visit: Any) -> None:
    game = secretive()
    host = visit()
    host.click(f"[data-play={game.id}]")
    host.locator("[data-side]").nth(1).select_option("friend")
    host.click("[data-start]")
    guest = hands.invite(host, visit)
    sides = [host.evaluate("table.you[0]"), guest.evaluate("table.you[0]")]
    for page, side in ((host, sides[0]), (guest, sides[1])):
        seen = page.evaluate("side => [...table.views.values()].filter(v => v.side !== side)", side)
        own = page.evaluate("side => [...table.views.values()].filter(v => v.side === side).length", side)
        assert own > 0
        assert all(piece["hidden"] or piece["place"] for piece in seen)
    names = {
        v["name"] for v in host.evaluate("side => [...table.views.values()].filter(v => v.side === side)", sides[0])
    }
    shown = {
        v["name"] for v in guest.evaluate("side => [...table.views.values()].filter(v => v.side === side)", sides[0])
    }
    assert not names <= shown, "the guest sees everything the host has"


def test_the_whole_game_can_be_played_with_keys_alone(visit: Any) -> None:
    page = visit()
    page.wait_for_selector("[data-play=night-fight]")
    page.focus("[data-play=night-fight]")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-start]:focus")
    page.keyboard.press("Enter")
    hands.ready(page)
    page.wait_for_selector("#begin")
    page.keyboard.press("Enter")
    expect(page.locator("#card")).to_be_hidden()
    expect(page.locator("#ask")).to_be_focused()
    for _ in range(3):
        before = hands.scene(page)["decision"]
        grouped = page.evaluate("table.prompt.heads.length > 0")
        page.keyboard.press("1")
        if grouped:  # the group opens at its first answer
            page.keyboard.press("Enter")
        hands.after(page, before)
    before = hands.scene(page)["decision"]
    page.keyboard.press("u")
    hands.after(page, before)
    page.keyboard.press("h")
    expect(page.locator(".why")).to_be_visible(timeout=30_000)
    page.keyboard.press("b")
    expect(page.locator("#book")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#book")).to_be_hidden()
    page.focus("#view")
    page.keyboard.press("ArrowLeft")
    here = page.evaluate("table.cursor.place")
    page.keyboard.press("ArrowRight")
    assert here and page.evaluate("table.cursor.place") != here
    scale = page.evaluate("table.board.scale")
    page.keyboard.press("+")
    page.wait_for_function("s => table.board.scale > s", arg=scale)


def test_a_phone_shows_map_question_and_tools_without_sideways_scrolling(visit: Any) -> None:
    page = visit.match(phone=True, ground=True)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    sizes = page.evaluate(
        "[...document.querySelectorAll('.strip button, .choice')].filter(b => b.offsetWidth)"
        ".map(b => [b.offsetWidth, b.offsetHeight])"
    )
    assert sizes and all(wide >= 44 and high >= 44 for wide, high in sizes)
    page.tap('[data-choice="0"]')
    hands.after(page, 0)


def test_a_low_window_still_shows_map_and_several_answers_and_the_board_is_described_in_words(visit: Any) -> None:
    page = visit.match()
    page.set_viewport_size({"width": 640, "height": 360})
    seen = page.evaluate(
        """[...document.querySelectorAll("[data-choice]")].filter((row) => {
             const box = row.getBoundingClientRect();
             const there = document.elementFromPoint(box.x + 9, box.y + 9);
             return box.bottom <= innerHeight && there?.closest("[data-choice]") === row;
           }).length"""
    )
    assert seen >= 2
    assert page.evaluate("document.querySelector('#map').clientHeight") > 200
    page.set_viewport_size(DESK)
    page.click("#open-menu")
    expect(page.locator("#menu ul")).to_contain_text("hidden piece")
    page.click("#menu >> text=Turn sounds off")
    assert page.evaluate("localStorage.getItem('sounds')") == "off"


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_serious_in_the_lobby(visit: Any, axe: str, theme: str) -> None:
    page = visit("/", color_scheme=theme)
    page.wait_for_selector("[data-play]")
    faults = serious(page, axe)
    page.click("[data-play=night-fight]")
    faults += serious(page, axe)
    assert faults == []


def test_axe_finds_nothing_in_what_opens_beside_the_question(visit: Any, axe: str) -> None:
    page = visit()
    page.click("[data-play=folio]")
    page.locator("[data-side]").nth(1).select_option("friend")
    page.click(".with-friends summary")
    found = faults(page, axe)
    page = visit("/mail/nobody")
    page.wait_for_selector("main *")
    found += faults(page, axe)
    page = visit.match("folio", both=True, ground=True)
    page.keyboard.press("g")
    page.keyboard.type("16")
    found += faults(page, axe, "#finder")
    page.keyboard.press("Escape")
    page.keyboard.press("t")
    hands.click_hex(page, "0101")
    page.wait_for_selector("#refusal")
    found += faults(page, axe, "#map")
    page.keyboard.press("Escape")
    page.click("#tool-sight" if page.locator("#tool-sight").count() else "#tool-hint")
    page.click("[data-tab=chat]")
    found += faults(page, axe, "#panel")
    page.keyboard.press("Escape")
    page.click("#tool-replay")
    page.wait_for_selector("#replay .num")
    found += faults(page, axe)
    assert found == []


def test_axe_finds_nothing_in_a_campaign_from_one_battle_to_the_next(visit: Any, tmp_path: Path, axe: str) -> None:
    game = find_game("night-fight")
    match = Match.new(game, open_campaign(find_campaign(game, "three-nights")), seed=1)
    match.save(tmp_path / "first.grog")
    page = visit.record(tmp_path / "first.grog")
    page.on("dialog", lambda asked: asked.accept())
    page.click("#open-menu")
    page.click("#menu >> text=Resign")
    expect(page.locator("#onward")).to_be_visible()
    found = faults(page, axe)
    fought = page.evaluate("table.known.match")
    page.click("#card .go")
    page.wait_for_url(lambda address: fought not in address)
    hands.ready(page)
    page.wait_for_selector("#begin")
    found += faults(page, axe)
    assert found == []


def test_on_a_phone_every_question_begins_at_its_top(visit: Any) -> None:
    page = visit.match("folio", phone=True)
    number = hands.scene(page)["decision"]
    page.evaluate("document.querySelector('#panel').scrollTo(0, 400)")
    page.wait_for_function("() => document.querySelector('#panel').scrollTop > 100")
    page.evaluate("() => new Promise(requestAnimationFrame)")
    page.evaluate("table.take(table.scene.ask.choices[2].action)")
    hands.after(page, number)
    page.wait_for_function("() => document.querySelector('#panel').scrollTop === 0")


def test_a_finished_match_is_played_on_from_an_earlier_position(visit: Any) -> None:
    wish = {"game": "folio", "scenario": "sidi-zahran"}
    made = visit.client.post("/api/matches", json=wish).json()
    resign = {"do": "resign", "decision": 0, "side": made["sides"][0]}
    mine = {"authorization": f"Bearer {made['key']}"}
    answered = visit.client.post(f"/api/matches/{made['match']}/orders", json=resign, headers=mine)
    assert answered.status_code == 200
    page = visit(f"/m/{made['match']}?at=0")
    hands.ready(page)
    page.click(".branch summary")
    page.click(".branch button >> nth=0")
    page.wait_for_url(lambda address: made["match"] not in address)
    page.wait_for_function("() => window.table?.scene.ask")
    assert page.evaluate("table.you") == made["sides"][:1]


def test_the_page_behind_ones_name_tells_how_matches_ended(visit: Any, axe: str) -> None:
    made = visit.client.post("/api/matches", json={"game": "folio", "scenario": "bir-salem", "seats": SEATS}).json()
    resign = {"do": "resign", "decision": 0, "side": "British"}
    mine = {"Authorization": f"Bearer {made['key']}"}
    assert visit.client.post(f"/api/matches/{made['match']}/orders", json=resign, headers=mine).status_code == 200
    page = visit(f"/m/{made['match']}#key={made['key']}")
    hands.ready(page)
    page.goto("/")
    page.click("#to-profile")
    profile = page.locator("#profile")
    expect(profile.locator(".tally tbody tr")).to_have_count(2)  # by game, and by opponent
    expect(profile.locator(".tally").nth(1)).to_contain_text("Recruit")
    assert profile.locator(".tally tbody td").all_inner_texts() == ["0", "0", "1"] * 2
    expect(profile.locator(".latest a")).to_contain_text("Bir Salem")
    page.fill("#profile-name", "Anna")
    page.locator("#profile-name").blur()
    expect(page.locator("#to-profile")).to_have_text("Anna")
    assert serious(page, axe) == []


def test_a_connection_that_is_lost_for_a_moment_is_nobodys_business(visit: Any) -> None:
    page = visit.match("folio")
    badge = page.locator("#top .offline")
    page.clock.install()
    page.evaluate("table.live.socket.close()")
    page.wait_for_function("() => table.live.socket.readyState === WebSocket.CLOSED")
    page.clock.run_for(1000)  # it comes back by itself
    page.wait_for_function("() => table.live.socket.readyState === WebSocket.OPEN && !table.live.fresh")
    page.clock.run_for(2000)
    expect(badge).to_have_count(0)
    page.evaluate("() => { table.live.open = () => table.live.socket; table.live.socket.close(); }")
    page.wait_for_function("() => table.live.socket.readyState === WebSocket.CLOSED")
    page.clock.run_for(1000)
    expect(badge).to_have_count(0)
    page.clock.run_for(1000)
    expect(badge).to_be_visible()


ROLLS = """wanted => {
  let tones = 0;
  Object.assign(OscillatorNode.prototype, { start() { tones += 1; }, stop() {} });
  localStorage.setItem("speed", "4");
  localStorage.setItem("sounds", wanted);
  table.playback.add(table.views, table.views, [{ text: "It fires", dice: [3], hexes: [] }]);
  table.playback.finish();
  return tones;
}"""


def test_what_is_played_back_is_heard_where_sounds_are_wanted(visit: Any) -> None:
    page = visit.match("folio", reduced_motion="no-preference")
    page.click("#ask")  # a browser lets nobody sound before that
    assert page.evaluate(ROLLS, "on") > 0
    assert page.evaluate(ROLLS, "off") == 0


NOT_LET_THROUGH = """{
  const Real = WebSocket;
  const elsewhere = (address) => (sessionStorage.open ? address : address.replace("/live", "/nowhere"));
  window.WebSocket = class extends Real { constructor(address) { super(elsewhere(address)); } };
}"""


def test_a_page_whose_websocket_never_opens_says_so_and_is_whole_when_it_does(visit: Any) -> None:
    """A13: behind a proxy that lets no WebSocket through it stayed blank without a word."""
    made = visit.client.post("/api/matches", json={"game": "folio", "scenario": "sidi-zahran"}).json()
    page = visit()
    page.add_init_script(NOT_LET_THROUGH)
    page.goto(f"/m/{made['match']}#key={made['key']}")
    expect(page.locator("#drawing")).to_contain_text("does not respond over its WebSocket", timeout=20_000)
    page.evaluate("sessionStorage.open = 'yes'")
    page.reload()
    hands.ready(page)
    expect(page.locator("#drawing")).to_be_hidden()
