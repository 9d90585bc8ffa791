"""Print and play: pages of the right size, as many as the map needs, and backs that meet their fronts."""

from __future__ import annotations

import re
from math import ceil
from pathlib import Path

import pypdfium2
import pytest

from grognard.cli import main
from grognard.engine import find_game
from grognard.sheets.box import cards_of, counters_of, pieces_of, tracks_of
from grognard.sheets.paper import PAPERS, Paper, tiles
from grognard.sheets.pdf import PITCH, _sheet, quoted

POINT = 25.4 / 72  # millimetres


def sizes(path: Path) -> list[tuple[float, float]]:
    """Of every page, in millimetres."""
    document = pypdfium2.PdfDocument(path)
    try:
        return [(w * POINT, h * POINT) for w, h in (document.get_page_size(i) for i in range(len(document)))]
    finally:
        document.close()


@pytest.mark.parametrize("paper", PAPERS.values(), ids=list(PAPERS))
def test_the_pdf_has_every_sheet_in_its_size(paper: Paper, tmp_path: Path) -> None:
    # given a battle whose map takes several pages
    game, made = find_game("folio"), tmp_path / "sheets.pdf"
    # when it is printed
    assert main(["print", "folio", "bir-salem", "-o", str(made), "--paper", paper.name.lower()]) == 0
    # then there are the pages of the map, a front and a back for the counters, and a page of charts
    ground = game.face.ground("bir-salem")
    assert ground is not None
    _, _, wide, high = ground.frame
    turned, pages = tiles(wide * 15 / 47 - 0.01, high * 15 / 47 - 0.01, paper)
    found = sizes(made)
    assert len(found) == len(pages) + 2 + 1
    # and all of them are such paper
    for i, size in enumerate(found):
        assert size == pytest.approx(turned[1:] if i < len(pages) else paper[1:], abs=0.2)


def test_letters_stay_letters(tmp_path: Path) -> None:
    made = tmp_path / "sheets.pdf"
    main(["print", "folio", "bir-salem", "-o", str(made)])
    document = pypdfium2.PdfDocument(made)
    charts = document[len(document) - 1].get_textpage().get_text_bounded()
    document.close()
    assert "Combat results" in charts
    assert re.search(r"\bD2\b", charts)


@pytest.mark.parametrize("paper", PAPERS.values(), ids=list(PAPERS))
@pytest.mark.parametrize("size", [(100.0, 100.0), (376.0, 334.0), (979.0, 692.0)])
def test_the_pages_of_a_map_cover_it_and_fit_the_paper(paper: Paper, size: tuple[float, float]) -> None:
    turned, found = tiles(*size, paper)
    assert sum(tile.wide * tile.high for tile in found) == pytest.approx(size[0] * size[1])
    assert all(tile.wide <= turned.room[0] and tile.high <= turned.room[1] for tile in found)
    upright = ceil(size[0] / paper.room[0]) * ceil(size[1] / paper.room[1])
    assert len(found) <= upright
    assert len({tile.name for tile in found}) == len(found)


def test_the_back_of_a_counter_lies_behind_its_front() -> None:
    # given a row of two counters on a sheet for four
    front = _sheet(["<a/>", "<b/>"], 4, 1, mirrored=False)
    back = _sheet(["<a/>", "<b/>"], 4, 1, mirrored=True)
    # then what lies at so much from the left in front lies at so much from the right behind
    where = r'translate\(([\d.]+) [\d.]+\) scale\([\d.]+\)"><{}/>'
    for name in "ab":
        ahead, behind = (float(re.findall(where.format(name), sheet)[0]) for sheet in (front, back))
        assert ahead + behind == pytest.approx(4 * PITCH + 8)


@pytest.mark.parametrize("game_id", ["folio", "tank-leader", "red-actions", "panzer-blitz", "night-fight"])
def test_every_piece_of_the_beginning_is_printed(game_id: str) -> None:
    game = find_game(game_id)
    scenario = next(iter(game.scenarios))
    names = {counter.name for counter in counters_of(game, scenario)}
    assert names
    assert {p.face.removesuffix(".back") for p in pieces_of(game, scenario)} & set(game.face.counters) <= names


def test_a_unit_with_two_steps_has_its_weaker_side_behind() -> None:
    game = find_game("folio")
    counters = {counter.name: counter for counter in counters_of(game, "bir-salem")}
    stepped = [c for name, c in counters.items() if f"{name}.back" in game.face.counters]
    assert stepped
    assert all("step-lost" in counter.back and "step-lost" not in counter.front for counter in stepped)


def test_cards_that_are_known_are_printed() -> None:
    game = find_game("tank-leader")
    assert all(card.title and not card.hidden for card in cards_of(game, next(iter(game.scenarios))))


def test_no_text_is_taken_for_markup() -> None:
    assert quoted('#a "b" \\c') == '"#a \\"b\\" \\\\c"'


def test_what_lies_beside_the_map_is_printed() -> None:
    told = {track.title: track.value for track in tracks_of(find_game("korsun"), "campaign")}
    assert told["27th Army"].startswith("+2 +2 +3")
    assert "none" not in told.values()
