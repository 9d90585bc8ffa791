"""After-action reports: true to the record, whole in one file, and silent about what a side may not know."""

from __future__ import annotations

import random
from fractions import Fraction
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import pytest

from grognard.board.ground import HexGround
from grognard.cli import main
from grognard.engine import Match, find_game
from grognard.engine.records.record import read_lines
from grognard.engine.records.replay import replay, told
from grognard.players import make_player, play_out
from grognard.players.rollout import deal
from grognard.report import words
from grognard.report.commands import looked_back
from grognard.report.page import write_page
from grognard.report.story import NotTold, Story

BATTLES = (("folio", "bir-salem"), ("panzer-blitz", "filandriers"), ("red-actions", "lezhanka"))
ENDLESS = 100_000
VOID = {"meta", "br", "img", "input", "link", "hr"}


@cache
def played(game_id: str, scenario: str, answers: int = ENDLESS) -> Match:
    match = Match.new(find_game(game_id), scenario, seed="after-action")
    play_out(match, {side: make_player("doctrine") for side in match.sides}, random.Random(3), answers)
    return match


def story_of(match: Match, side: str | None = None) -> Story:
    return Story.read(read_lines(match.record()), side)


@cache
def page_of(game_id: str, scenario: str) -> str:
    lines = read_lines(played(game_id, scenario).record())
    return write_page(Story.read(lines), looked_back(lines, 0.0))


def test_a_notebook_shows_the_page_in_a_frame() -> None:
    page = write_page(story_of(played("folio", "bir-salem")))
    assert page._repr_html_().startswith('<iframe srcdoc="&lt;!DOCTYPE html&gt;') and page.startswith("<!DOCTYPE html>")


class Reader(HTMLParser):
    """Complains about what is not closed, ids that stand twice, and anything that is fetched from elsewhere."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.faults: list[str] = []
        self.tags: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_startendtag(tag, attrs)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        for name, value in attrs:
            if name == "id":
                self.ids.append(value or "")
            elsewhere = name in ("src", "href", "xlink:href", "action", "data") and not (value or "").startswith("#")
            if elsewhere or name.startswith("on"):
                self.faults.append(f"{tag} {name}={value}")

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"</{tag}> closes nothing")


@pytest.mark.parametrize(("game_id", "scenario"), BATTLES)
def test_the_page_is_whole_and_fetches_nothing(game_id: str, scenario: str) -> None:
    # given a finished match
    page = page_of(game_id, scenario)
    # when its report is read
    reader = Reader()
    reader.feed(page)
    # then all is closed, no id stands twice, and nothing comes from elsewhere
    assert not reader.faults
    assert not reader.open
    assert len(reader.ids) == len(set(reader.ids))
    assert "script" not in reader.tags and "@import" not in page
    assert all(address.startswith(("#", "data:")) for address in page.replace('"', "").split("url(")[1:])


@pytest.mark.parametrize(("game_id", "scenario"), BATTLES)
def test_every_fight_has_the_numbers_of_the_record(game_id: str, scenario: str) -> None:
    # given a finished match
    match = played(game_id, scenario)
    # when its story is read
    story = story_of(match)
    # then every fight is a working of the record, in its order, and none is told twice
    recorded = [event.working for event in told(read_lines(match.record())) if event.working is not None]
    found = iter(recorded)
    assert story.fights
    assert all(any(fight.working == working for working in found) for fight in story.fights)
    # and its chance is that of the chart that it was rolled on
    charts = {chart.key: chart for chart in match.game.face.charts}
    for fight in story.fights:
        if fight.working.chart:
            chart = charts[fight.working.chart]
            odds = chart.odds(chart.columns.index(fight.working.column), fight.working.on("die"))
            assert fight.working.result in odds and 0 <= fight.chance <= 1
            assert not fight.came or fight.chance >= odds[fight.working.result] > Fraction(0)


def test_the_losses_are_those_of_the_battle() -> None:
    # given a finished battle of which the result names what was lost
    match = played("folio", "bir-salem")
    # when its story is read
    lost = {loss.piece.id for turn in story_of(match).turns for loss in turn.losses}
    # then they are the pieces that lie with the eliminated
    assert lost == {piece.id for piece in match.view(None).pieces if piece.place == "eliminated"}
    assert lost


@pytest.mark.parametrize(("game_id", "scenario"), BATTLES)
def test_a_map_a_turn_with_a_caption_without_hex_numbers(game_id: str, scenario: str) -> None:
    story, page = story_of(played(game_id, scenario)), page_of(game_id, scenario)
    assert page.count('class="plate"') == len(story.turns) >= 3
    assert [turn.number for turn in story.turns] == list(range(1, len(story.turns) + 1))
    for fight in story.fights:
        assert not any(place in fight.title for place in fight.hexes if place.isdigit())


@pytest.mark.parametrize(
    ("game_id", "scenario", "answers", "side"),
    [("night-fight", "ghost-column", 60, "german"), ("tank-leader", "prokhorovka", 60, "german")],
)
def test_a_side_is_told_nothing_that_it_may_not_know(game_id: str, scenario: str, answers: int, side: str) -> None:
    # given a match with hidden units, some way on, and positions that a side cannot tell from the true one
    match = played(game_id, scenario, answers)
    assert not match.over
    pages, positions = set(), set()
    for seed in range(4):
        dealt = deal(match.game, match.state, side, random.Random(seed))
        positions.add(dealt.digest())
        pages.add(write_page(story_of(Match.at(match.game, dealt, seed=5), side)).split("<footer>")[0])
    # then the reports of all of them say the same, word for word
    assert len(positions) > 1, "deals that differ"
    assert len(pages) == 1


@pytest.mark.parametrize("side", ["british", "german"])
def test_during_a_match_only_what_was_seen_is_on_the_page(side: str) -> None:
    # given a match half played, and all that a side has seen until then
    match = played("panzer-blitz", "filandriers", 45)
    seen = {p for course in replay(read_lines(match.record())) for p in course.view(side).pieces if not p.hidden}
    # when the side's report up to now is read
    story = story_of(match, side)
    page = write_page(story)
    # then every piece on it was seen just so, and neither a curve nor the aims of the enemy are told
    assert all(piece in seen for force in story.forces.values() for piece in force)
    assert {p.id for turn in story.turns for p in turn.end.values() if not p.hidden} <= {p.id for p in seen}
    assert list(story.aims) == [side]
    assert "chances" not in page.split("<body>")[1] and "Where it turned" not in page
    assert all(
        event.visible_to(side) for event in match.events if any(event.working == f.working for f in story.fights)
    )


def test_while_a_match_runs_a_side_must_be_named() -> None:
    match = played("panzer-blitz", "filandriers", 45)
    with pytest.raises(NotTold, match="say for which side"):
        story_of(match)
    with pytest.raises(NotTold, match="no side"):
        story_of(match, "french")


def test_what_was_taken_back_is_not_told() -> None:
    # given a match in which an answer that was told of is taken back
    game = find_game("folio")
    match = Match.new(game, "bir-salem", seed="back")
    plain = story_of(match, "British").turns
    for _ in range(3):
        match.take(match.decision.asks[0].actions[0], match.decision.asks[0].side)
    while match.can_undo:
        match.undo()
    # then its story is as before
    again = story_of(match, "British").turns
    assert [turn.end for turn in again] == [turn.end for turn in plain]
    assert [turn.fights for turn in again] == [turn.fights for turn in plain]


def test_the_command_writes_a_page_and_a_film(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from PIL import Image

    # given the file of a finished match
    match = played("folio", "bir-salem")
    match.save(tmp_path / "match.grog")
    # when it is made a page and a film
    page, film = tmp_path / "report.html", tmp_path / "report.gif"
    assert main(["report", str(tmp_path / "match.grog"), "-o", str(page), "--seconds", "0"]) == 0
    assert main(["report", str(tmp_path / "match.grog"), "-o", str(film), "--format", "gif"]) == 0
    # then both are there, the film with a picture a turn
    assert page.read_text("utf-8").startswith("<!DOCTYPE html>")
    with Image.open(film) as pictures:
        assert getattr(pictures, "n_frames", 1) == len(story_of(match).turns)
    # and what cannot be read is told in one line
    assert main(["report", str(tmp_path / "none.grog"), "-o", str(page)]) == 2
    assert "Check the file name" in capsys.readouterr().err


def test_places_and_dates_are_told_as_people_say_them() -> None:
    story = story_of(played("folio", "bir-salem"))
    ground = story.ground
    assert isinstance(ground, HexGround)
    place = next(place for place in ground.map.places if place.name)
    assert words.by_name(story, f"hold {place.hex}; 3 points") == f"hold {place.name}; 3 points"
    assert words.by_name(story, f"{place.name} ({place.hex})") == place.name
    assert words.by_name(story, "turn 1941 of 0000") == "turn 1941 of 0000"
    assert (words.when("1943-07"), words.when("21 May 1940"), words.when("1943")) == (
        "July 1943",
        "21 May 1940",
        "1943",
    )


def test_the_story_begins_with_who_met_and_ends_with_what_it_cost() -> None:
    told = words.how_it_went(story_of(played("folio", "bir-salem")))
    assert told[0] == "The Germans with 5 units against the British with 6 units."
    assert told[-1].startswith("In all the Germans lose ") and told[-1].endswith(" of 6.")
    assert 3 <= len(told) <= 6
