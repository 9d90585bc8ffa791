"""The studio in a browser: a battle is made from nothing as the docs tell, tried out, played, and taken elsewhere."""

from __future__ import annotations

import json
import random
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import grognard
from grognard.games.night_fight.rules import data as night_fight
from grognard.games.tank_leader.rules import data as tank_leader
from grognard.players import make_player, play_out
from tests.browser.conftest import Open, Tables
from tests.browser.eyes import serious
from tests.browser.hands import ready, to_the_end

MARKUP = "<img src=x onerror=alert(1)>"


@pytest.fixture(scope="module")
def elsewhere(tables: Tables) -> Iterator[str]:
    """Another server, which has never heard of anything."""
    with tables() as served:
        yield served.address


def over(page: Page, place: str) -> tuple[float, float]:
    """The middle of a hex on the screen."""
    box = page.locator("#view").bounding_box()
    assert box is not None
    x, y = page.evaluate("place => studio.board.screen(place)", place)
    return box["x"] + x, box["y"] + y


def drag(page: Page, unit: str, place: str) -> None:
    """From the order of battle to the map."""
    box = page.locator(f'[data-unit="{unit}"]').bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 20, box["y"] + 20)
    page.mouse.down()
    page.mouse.move(*over(page, place), steps=4)
    page.mouse.up()
    expect(page.locator(f'[data-piece="{unit}"]')).to_have_attribute("data-place", place)


def make(page: Page) -> None:
    """Two against one for a village, in two turns."""
    page.click("[data-game=folio]")
    page.click('[data-from=""]')
    page.wait_for_selector('[data-unit="B-01"]')
    page.wait_for_selector(".letters svg")
    expect(page.locator(".problem")).to_have_count(2)
    drag(page, "B-01", "1107")
    page.click('[data-unit="B-02"]')
    page.mouse.click(*over(page, "1207"))
    expect(page.locator('[data-piece="B-02"]')).to_have_attribute("data-place", "1207")
    page.click(".sides button:nth-child(2)")
    page.focus('[data-unit="A-01"]')
    page.keyboard.press("Enter")
    page.evaluate("studio.map.place = '0906'")
    page.focus("#view")
    page.keyboard.press("Enter")
    expect(page.locator('[data-piece="A-01"]')).to_have_attribute("data-place", "0906")
    page.click("[data-new-aim=hold]")
    page.wait_for_selector('[data-at="aim.0.attacker"]')
    page.mouse.click(*over(page, "0906"))
    expect(page.locator(".shield")).to_have_count(1)
    page.wait_for_selector("#well")


def fill(page: Page, at: str, words: str) -> None:
    """Write into a field, and leave it."""
    page.fill(f'[data-at="{at}"]', words)
    page.locator(f'[data-at="{at}"]').blur()


def begin(visit: Open, address: str) -> Page:
    """A scenario of the box in the studio, drawn and found whole."""
    page = visit(f"/studio?{address}", ground=True)
    page.wait_for_selector("#well")
    page.wait_for_selector(".letters svg")
    return page


def turns_are(page: Page, wanted: int) -> None:
    """Wait until the text says that it lasts so many turns."""
    page.wait_for_function("wanted => studio.work.sheet.data.turns === wanted", arg=wanted)


def name_it(page: Page, name: str) -> None:
    """A title is typed; others' changes leave it as it is typed."""
    page.fill('[data-at="title"]', "")
    page.type('[data-at="title"]', "Half a na")
    page.evaluate("studio.work.change([{ edit: 'put', path: ['turns'], value: 2 }])")
    turns_are(page, 2)
    page.keyboard.insert_text("me")
    expect(page.locator('[data-at="title"]')).to_have_value("Half a name")
    fill(page, "title", name)


def undo_and_keep(page: Page, name: str) -> None:
    """The title is taken back, given again, and kept."""
    title = page.locator("#top h1")
    expect(title).to_contain_text(name)
    page.click("#undo")
    expect(title).not_to_contain_text(name)
    page.click("#redo")
    expect(title).to_contain_text(name)
    page.click("#to-save")
    expect(title.locator("small")).to_have_text("saved")


def edit_the_text(page: Page) -> None:
    """A slip in the text is told with its line."""
    page.click("#to-text")
    page.fill("#toml", page.input_value("#toml").replace('date = "November 1941"', "date = 1941"))
    expect(page.locator(".problem").first).to_contain_text("line 4")
    page.fill("#toml", page.input_value("#toml").replace("date = 1941", 'date = "Dawn"'))
    page.wait_for_selector("#well")
    page.click("#to-text")


def verdict(page: Page, *strengths: tuple[int, float, float]) -> str:
    """What is said of so many matches at each strength, by the interval of the first side's share."""
    told = [{"played": played, "low": low, "high": high} for played, low, high in strengths]
    found = {"strengths": told, "sides": ["the British", "the Germans"]}
    return str(page.evaluate("found => studio.panel.fair.verdict(found)", found))


def try_it_out(page: Page, axe: str) -> None:
    """Is it fair? And with a turn more?"""
    page.click("#to-fair")
    page.fill("#matches", "1")
    page.click("#try")
    page.wait_for_selector("#fair .strength")
    assert serious(page, axe) == []
    many, few, lopsided = (200, 0.43, 0.57), (2, 0.1, 0.9), (20, 0.6, 0.9)
    assert verdict(page, many, many) == verdict(page, many, many, few) == "It looks fair", "few unsettle nothing"
    assert verdict(page, few, few) == "Too early to tell"
    assert verdict(page, many, many, lopsided) == "The British win more than they should"
    page.click("#fair .lever >> text=Try 3 turns")
    turns_are(page, 3)
    page.wait_for_function("() => studio.panel.fair.text === studio.work.sheet.text")
    page.click("#undo")
    turns_are(page, 2)


def download(page: Page, folder: Path) -> Path:
    """The file of the scenario."""
    page.click("#to-send")
    with page.expect_download() as downloading:
        page.click("#download")
    file = folder / downloading.value.suggested_filename
    downloading.value.save_as(file)
    return file


def test_a_battle_from_nothing_is_tried_out_played_and_taken_elsewhere(
    visit: Open, axe: str, elsewhere: str, tmp_path: Path
) -> None:
    page = visit("/studio", ground=True)
    make(page)
    name_it(page, f"The wells {MARKUP}")
    undo_and_keep(page, MARKUP)
    assert serious(page, axe) == []
    edit_the_text(page)
    try_it_out(page, axe)

    file = download(page, tmp_path)
    assert file.name == "my-battle.toml" and tomllib.loads(file.read_text("utf-8"))["turns"] == 2
    page.click("#make-link")
    expect(page.locator("#download")).to_be_visible()
    guest = visit(page.input_value("#link"), ground=True)
    guest.wait_for_selector('[data-piece="A-01"]')

    away = visit(f"{elsewhere}/studio", ground=True)
    away.set_input_files("#file", file)
    away.wait_for_selector('[data-piece="A-01"]')
    away.click("#play")
    ready(away)
    assert away.evaluate("table.scene.table.scenario.title") == f"The wells {MARKUP}"
    to_the_end(away)


def test_a_file_that_cannot_be_read_is_told_with_its_line(visit: Open, tmp_path: Path) -> None:
    page = visit("/studio")
    expect(page.locator("#strip")).to_be_hidden()
    file = tmp_path / "twice.toml"
    file.write_text('game = "folio"\ngame = "folio"\n', "utf-8")
    page.set_input_files("#file", file)
    expect(page.locator("#toast")).to_contain_text("line 2: This is not TOML")


def paint_woods(page: Page) -> None:
    """Three hexes in one stroke."""
    page.click('[data-brush="terrain woods"]')
    page.mouse.move(*over(page, "0707"))
    page.mouse.down()
    page.mouse.move(*over(page, "0709"), steps=12)
    page.mouse.up()
    painted(page, "terrain.woods", ["0707", "0708", "0709"])


def paint_a_bridged_river(page: Page) -> None:
    """Between two hexes: the side nearest to the hand."""
    (x, y), (u, v) = over(page, "0708"), over(page, "0709")
    between = (2 * x + u) / 3, (2 * y + v) / 3 + 1
    page.click('[data-brush="hexside minor_river"]')
    page.mouse.click(*between)
    painted(page, "hexside.3.sides", ["0708/0709"])
    page.click('[data-brush="bridge stone"]')
    page.mouse.click(*between)
    painted(page, "bridge.1.side", "0708/0709")


def paint_a_road_by_keys(page: Page) -> None:
    """From hex to hex."""
    page.focus('[data-brush="line road"]')
    page.keyboard.press("Enter")
    page.evaluate("studio.map.place = '1207'")
    page.focus("#view")
    for key in ("Enter", "ArrowDown", "Enter", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    painted(page, "line.4.hexes", ["1207", "1208", "1209"])


def name_the_wood(page: Page) -> None:
    """A name is written first, then put down; and it can be undone."""
    page.fill("#place-name", "The wood")
    page.locator("#place-name").blur()
    page.mouse.click(*over(page, "0708"))
    painted(page, "place.3.name", "The wood")
    expect(page.locator(".letters")).to_contain_text("The wood")
    page.click("#undo")
    page.wait_for_function("() => studio.work.sheet.data.mapsheet.place.length === 3")
    page.click("#redo")
    painted(page, "place.3.name", "The wood")


def play(page: Page) -> None:
    """What has been made, at the table."""
    page.wait_for_selector("#play:not([disabled])")
    page.click("#play")
    ready(page)


def test_a_map_is_painted_by_hand_and_by_keys_undone_saved_and_played_on(visit: Open, axe: str) -> None:
    page = begin(visit, "game=folio&from=sidi-zahran")
    page.keyboard.press("e")
    paint_woods(page)
    assert serious(page, axe) == []
    paint_a_bridged_river(page)
    paint_a_road_by_keys(page)
    name_the_wood(page)
    play(page)
    assert "woods" in page.evaluate("table.board.hexes['0709'][2]")


BRUSHES = {
    "korsun": ("campaign", "2820", "woods", ""),
    "night-fight": ("kolkhoz", "2020", "building_full", ""),
    "panzer-blitz": ("les-duanes", "2420", "woods", "5"),
    "tank-leader": ("lipki", "2020", "black_buildings", "3"),
}


@pytest.mark.parametrize("game", BRUSHES)
def test_the_map_of_every_game_of_hexes_is_painted_on_and_its_heights_where_it_has_them(visit: Open, game: str) -> None:
    scenario, place, kind, level = BRUSHES[game]
    page = begin(visit, f"game={game}&from={scenario}")
    page.keyboard.press("e")
    for brush, what in (("terrain", kind), ("elevation", level)):
        if what:
            paint_one(page, brush, what, place)
            page.wait_for_selector("#well")
    expect(page.locator("#map-columns")).to_have_count(0)


def paint_one(page: Page, brush: str, what: str, place: str) -> None:
    """One hex of a map, by keys."""
    page.click(f'[data-brush="{brush} {what}"]')
    page.evaluate("place => (studio.map.place = place)", place)
    page.focus("#view")
    page.keyboard.press("Enter")
    painted = "([brush, what, place]) => studio.work.sheet.data.mapsheet?.[brush][what]?.includes(place)"
    page.wait_for_function(painted, arg=[brush, what, place])


def test_areas_are_drawn_and_briefings_written_while_an_aim_is_unfolded(visit: Open) -> None:
    page = begin(visit, "game=folio&from=bir-salem")
    page.click('details[data-at="aim.0"] summary')
    page.wait_for_selector('details[data-at="aim.0"].lit[open]')
    page.click("[data-mark=West]")
    page.mouse.click(*over(page, "1308"))
    page.wait_for_function("() => studio.work.sheet.data.areas.West.includes('1308')")
    assert page.evaluate("studio.work.sheet.data.aim[0].hexes") == ["1605"]
    page.click("#to-briefing")
    fill(page, "briefing.British.situation", f"Take the well. {MARKUP}")
    page.wait_for_function("words => studio.work.sheet.data.briefing.British.situation.endsWith(words)", arg=MARKUP)
    assert page.evaluate("studio.work.sheet.problems.length") == 0


def test_tools_fit_under_a_small_desk_and_an_objective_is_drawn_as_soon_as_its_aim_is_made(visit: Open) -> None:
    page = visit("/studio?game=panzer-blitz&from=", ground=True)
    page.set_viewport_size({"width": 1440, "height": 900})
    page.wait_for_selector("[data-new-aim]")
    page.wait_for_selector(".letters svg")
    strip, view = page.locator("#strip").bounding_box(), page.locator("#view").bounding_box()
    assert strip is not None and view is not None and view["x"] <= strip["x"]
    assert strip["x"] + strip["width"] <= view["x"] + view["width"]
    page.click("[data-new-aim]")
    page.wait_for_selector('details[data-at="aim.0"]')
    page.mouse.click(*over(page, "1410"))
    page.wait_for_function("() => studio.work.sheet.data.aim[0].hexes.includes('1410')")


def test_without_an_aim_the_tool_for_objectives_changes_no_area(visit: Open) -> None:
    page = visit("/studio?game=panzer-blitz&from=", ground=True)
    page.wait_for_selector("[data-new-aim]")
    page.evaluate("studio.work.make(['area', 'west'], [], ['area', 'west'], 'area')")
    assert page.evaluate("studio.work.marked") == ["area", "west"]
    before = page.evaluate("studio.work.text")
    page.evaluate("studio.work.use('aim'); studio.work.cover('1812'); studio.work.queue")
    assert page.evaluate("studio.work.marked") is None and page.evaluate("studio.work.text") == before


def test_a_table_gets_its_terrain_corner_by_corner_and_no_objective_where_aims_have_no_places(visit: Open) -> None:
    page = begin(visit, "game=red-actions&from=water-tower")
    expect(page.locator("[data-tool=area]")).to_be_visible()
    expect(page.locator("[data-tool=aim]")).to_have_count(0)
    expect(page.locator(".aim summary small").first).not_to_be_empty()
    page.keyboard.press("e")
    page.click('[data-brush="terrain woods"]')
    for n, corner in enumerate(("10,26", "14,26", "14,30", "10,30"), 1):
        corners_are(page, n - 1)
        page.mouse.click(*over(page, corner))
    corners_are(page, 4)
    page.wait_for_selector("#well")
    page.click("#undo")
    corners_are(page, 3)
    page.click("#redo")
    corners_are(page, 4)
    play(page)


def corners_are(page: Page, wanted: int) -> None:
    """Wait until the piece of terrain that was begun last has so many corners."""
    page.wait_for_function("wanted => studio.work.sheet.data.terrain.at(-1).polygon?.length === wanted", arg=wanted)


def painted(page: Page, at: str, wanted: object) -> None:
    """Wait until the map of the text holds something."""
    found = "at.split('.').reduce((part, key) => part?.[key], studio.work.sheet.data.mapsheet)"
    asked = f"([at, wanted]) => JSON.stringify({found}) === wanted"
    page.wait_for_function(asked, arg=[at, json.dumps(wanted, separators=(",", ":"))])


def test_a_position_of_a_match_is_changed_in_the_studio(visit: Open) -> None:
    page = visit.match("folio", both=True)
    stood = page.evaluate("[...table.known.views.values()].filter(one => one.id === 'A-01')[0].place")
    page.click("#tool-replay")
    page.wait_for_selector(".branch")
    page.click(".branch summary")
    page.click(".branch button:has-text('Change it in the studio')")
    page.wait_for_selector("#well")
    expect(page.locator("#top h1")).to_contain_text("from turn 1")
    assert page.evaluate("studio.work.sheet.counters.find(one => one.id === 'A-01').place") == stood
    page.click("#play")
    ready(page)


def test_a_position_of_a_match_against_the_computer_goes_to_the_studio_alone(visit: Open) -> None:
    page = visit.match("folio")
    page.click("#tool-replay")
    page.click(".branch summary")
    expect(page.locator(".branch button")).to_have_text(["Change it in the studio"])
    page.click(".branch button")
    page.wait_for_selector("#well")


def test_on_a_phone_it_is_shown_played_and_sent(visit: Open, axe: str) -> None:
    page = visit("/studio?game=folio&from=sidi-zahran", phone=True, ground=True)
    page.wait_for_selector("#well")
    expect(page.locator(".small-screen")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert serious(page, axe) == []


GRIDS = {"tank-leader": tank_leader.GRID, "night-fight": night_fight.GRID}
BY_ITSELF = """() => {
  const { counters } = studio.work.sheet, { board } = studio;
  const there = (place) => counters.filter((one) => one.place === place).length;
  const alone = (one) => board.centre(one.place) && there(one.place) === 1;
  const place = counters.findLast((one) => one.side === "german" && alone(one))?.place;
  if (!place) return "";  // not laid out so far
  board.show([place]);
  board.place();
  return place;
}"""  # a piece of the side that plays on, brought into view
STANDS_ALONE = "place => [...table.known.views.values()].filter(one => one.place === place).length === 1"
ANSWERS = 100  # of the match before it is given up
ALONE = "place => !studio.work.sheet.counters.some(one => one.place === place)"


@pytest.mark.parametrize(("game", "scenario"), [("tank-leader", "steppe-patrol"), ("night-fight", "kolkhoz")])
def test_a_position_whose_file_says_no_places_is_moved_about_and_played_on(
    visit: Open, tmp_path: Path, game: str, scenario: str
) -> None:
    match = grognard.new(game, scenario, seed=3)
    play_out(match, {side: make_player("doctrine") for side in match.sides}, random.Random(1), ANSWERS)
    match.resign(match.sides[0])
    match.save(tmp_path / "it.grog")
    page = visit.record(tmp_path / "it.grog", ground=True)
    page.click("#tool-replay")
    page.wait_for_selector(".branch")
    frame = match.number * 2 // 3
    page.evaluate("n => table.replay.go(n)", frame)
    page.wait_for_function("n => table.replay.frame === n", arg=frame)
    page.click(".branch summary")
    page.click(".branch button:has-text('Change it in the studio')")
    page.wait_for_selector("#well")
    expect(page.locator(".problem")).to_have_count(0)
    page.wait_for_selector(".letters svg")
    place = page.wait_for_function(BY_ITSELF).json_value()
    beside = next(h for h in GRIDS[game].neighbours[place] if page.evaluate(ALONE, h))
    page.mouse.move(*over(page, place))
    page.mouse.down()
    page.mouse.move(*over(page, beside), steps=4)
    page.mouse.up()
    moved = page.locator(f'[data-place="{beside}"]')
    expect(moved).to_have_count(1)
    expect(page.locator(".problem")).to_have_count(0)
    page.click("#play")
    ready(page)
    page.wait_for_function(STANDS_ALONE, arg=beside)
