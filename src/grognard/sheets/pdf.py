"""The sheets as one PDF, set by Typst: drawings stay drawings, letters stay letters."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Sequence
from pathlib import Path

from grognard.board.draw.cutting import Box, cut_away
from grognard.board.draw.letters import FONTS
from grognard.board.draw.pieces import COUNTER
from grognard.board.draw.svg import element, move, number, ungrained
from grognard.board.ground import InchGround
from grognard.engine import Chart, Game, GrognardError, Ground
from grognard.engine.core.view import CardView, Track
from grognard.engine.core.wording import capital, typeset_numbers
from grognard.sheets.box import Counter, cards_of, counters_of, in_pages, tracks_of
from grognard.sheets.paper import BLEED, MARGIN, Paper, Tile, tiles

SIZE = 15.0  # millimetres across a counter; the hexes are made to fit
PITCH = 17.0  # from one counter to the next
INK = "#14191e"
FIGURES = "Figures"  # Typst takes the word Condensed from the name of a font, and then does not find it
FAMILIES = {"alegreya-latin": "Alegreya", "alegreya-sc-latin": "Alegreya SC", "barlow-condensed-latin": FIGURES}
CUTS = ("alegreya-latin-500", "alegreya-sc-latin-700", *(f"barlow-condensed-latin-{w}" for w in (500, 600, 700)))


def sheets(game: Game, scenario: str, paper: Paper) -> bytes:
    """Everything of a scenario: the map, the counters front and back, the charts and the cards."""
    import typst

    ground = game.face.ground(scenario)
    if ground is None:
        raise GrognardError(f"{game.title} has no map and no table; there is nothing to print.")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        pages = [
            *_map(ground, paper, folder),
            *_counters(counters_of(game, scenario), paper, folder),
            *_charts(game, scenario, paper),
        ]
        _bring_fonts(folder / "fonts")
        (folder / "sheets.typ").write_text("\n".join([_set(game, scenario), *pages]), "utf-8")
        return bytes(typst.compile(str(folder / "sheets.typ"), font_paths=[str(folder / "fonts")]))


def _bring_fonts(folder: Path) -> None:
    """The page's fonts, as a PDF wants them."""
    from fontTools.ttLib import TTFont

    folder.mkdir()
    for name in CUTS:
        font = TTFont(FONTS / f"{name}-normal.woff2")
        font.flavor = None
        for number_of, text in ((1, FAMILIES[name[:-4]]), (4, name), (6, name)):
            font["name"].setName(text, number_of, 3, 1, 0x409)
        font["OS/2"].usWidthClass = 5
        font.save(folder / f"{name}.ttf")


def quoted(text: str) -> str:
    """A text as Typst reads it: nothing in it is taken for markup."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _set(game: Game, scenario: str) -> str:
    title = f"{game.title}: {game.scenarios[scenario].title}"
    letters = f'#set text(font: ("{FIGURES}", "Libertinus Serif"), weight: 500, size: 10pt)'
    return f"#set document(title: {quoted(title)}, date: none)\n{letters}"


def _page(paper: Paper, *inside: str, margin: float = 0.0) -> str:
    size = f"width: {number(paper.wide)}mm, height: {number(paper.high)}mm, margin: {number(margin)}mm"
    return f"#page({size})[\n{chr(10).join(inside)}\n]"


def _picture(folder: Path, name: str, svg: str, x: float, y: float, wide: float, high: float) -> str:
    """A drawing at its place on a page."""
    (folder / f"{name}.svg").write_text(svg.replace("Barlow Condensed", FIGURES), "utf-8")
    size = f"width: {number(wide)}mm, height: {number(high)}mm"
    image = f'image("{name}.svg", {size}, fit: "stretch")'
    return f"#place(dx: {number(x)}mm, dy: {number(y)}mm, box({size}, clip: true, {image}))"


def _label(text: str, paper: Paper) -> str:
    return f"#place(bottom + center, dy: -3mm, text(size: 8pt, {quoted(text)}))"


# ------------------------------------------------------------------ the map


def _map(ground: Ground, paper: Paper, folder: Path) -> list[str]:
    """The ground in pages with crop marks; a table of inches as a plan on one page."""
    x, y, wide, high = ground.frame
    scale = SIZE / COUNTER
    if isinstance(ground, InchGround):
        paper = paper.turned
        scale = min(paper.room[0] / wide, paper.room[1] / high)
    turned, found = tiles(wide * scale - 0.01, high * scale - 0.01, paper)
    drawn = ungrained(ground.draw())
    inside = drawn[drawn.index(">") + 1 : drawn.rindex("</svg>")]
    pages = []
    for tile in found:
        window = _window(tile, scale, x, y)
        left, top = (turned.wide - tile.wide) / 2, (turned.high - tile.high) / 2
        view = " ".join(number(v) for v in (window[0], window[1], window[2] - window[0], window[3] - window[1]))
        part = _words_in(cut_away(inside, _wider(window, 90)), _wider(window, 200))
        svg = element("svg", part, xmlns="http://www.w3.org/2000/svg", viewBox=view, preserveAspectRatio="none")
        size = tile.wide + 2 * BLEED, tile.high + 2 * BLEED
        picture = _picture(folder, f"map-{tile.name}", svg, left - BLEED, top - BLEED, *size)
        marks = _crops(left, top, tile.wide, tile.high)
        pages.append(_page(turned, picture, marks, _label(f"{ground.name}, page {tile.name} of {len(found)}", turned)))
    return pages


def _window(tile: Tile, scale: float, x: float, y: float) -> Box:
    """What a page shows in units of the drawing, with what is printed beyond the crop marks."""
    left, top = x + (tile.x - BLEED) / scale, y + (tile.y - BLEED) / scale
    return left, top, left + (tile.wide + 2 * BLEED) / scale, top + (tile.high + 2 * BLEED) / scale


def _wider(window: Box, by: float) -> Box:
    left, top, right, bottom = window
    return left - by, top - by, right + by, bottom + by


def _words_in(drawn: str, window: Box) -> str:
    """Without the numbers and names that lie beyond a window: letters take most room in a PDF."""
    left, top, right, bottom = window

    def keep(found: re.Match[str]) -> str:
        x, y = (re.search(rf' {axis}="([-\d.]+)"', found[1]) for axis in "xy")
        inside = x is None or y is None or (left < float(x[1]) < right and top < float(y[1]) < bottom)
        return found[0] if inside or "transform" in found[1] else ""

    return re.sub(r"<text([^>]*)>[^<]*</text>", keep, drawn)


def _crops(left: float, top: float, wide: float, high: float) -> str:
    """Lines at the four corners along which to cut."""
    lines = []
    for x in (left, left + wide):
        lines += [_line(x, top - 9, x, top - BLEED - 0.8), _line(x, top + high + BLEED + 0.8, x, top + high + 9)]
    for y in (top, top + high):
        lines += [_line(left - 9, y, left - BLEED - 0.8, y), _line(left + wide + BLEED + 0.8, y, left + wide + 9, y)]
    return "\n".join(lines)


def _line(x: float, y: float, to_x: float, to_y: float) -> str:
    way = f"start: ({number(x)}mm, {number(y)}mm), end: ({number(to_x)}mm, {number(to_y)}mm)"
    return f"#place(line({way}, stroke: 0.25pt))"


# ------------------------------------------------------------------ counters


def _counters(counters: Sequence[Counter], paper: Paper, folder: Path) -> list[str]:
    """Fronts and backs in turn; the backs run from right to left, so that they meet when the sheet is turned over."""
    across, down = (int(room // PITCH) for room in paper.room)
    pages = []
    for i, page in enumerate(in_pages(counters, across * down), 1):
        for what, mirrored in (("front", False), ("back", True)):
            drawn = [(counter.back if mirrored else counter.front) for counter in page]
            if not any(drawn):
                continue
            svg = _sheet(drawn, across, down, mirrored=mirrored)
            size = across * PITCH + 8, down * PITCH + 8
            left, top = (paper.wide - size[0]) / 2, (paper.high - size[1]) / 2
            picture = _picture(folder, f"counters-{i}-{what}", svg, left, top, *size)
            note = "" if mirrored else " (print on both sides, turned over the long edge)"
            pages.append(_page(paper, picture, _label(f"Counters, sheet {i}, {what}{note}", paper)))
    return pages


def _sheet(drawn: Sequence[str], across: int, down: int, *, mirrored: bool) -> str:
    """A sheet of counters in millimetres, with ticks round it to cut along."""
    wide, high = across * PITCH + 8, down * PITCH + 8
    inside = []
    for i, counter in enumerate(drawn):
        row, column = divmod(i, across)
        column = across - 1 - column if mirrored else column
        at = move(4 + (column + 0.5) * PITCH, 4 + (row + 0.5) * PITCH, scale=SIZE / 100)
        inside.append(element("g", counter, transform=at) if counter else "")
    ticks = "".join(
        f"M{number(4 + i * PITCH)} 0V3M{number(4 + i * PITCH)} {number(high - 3)}V{number(high)}"
        for i in range(across + 1)
    )
    ticks += "".join(
        f"M0 {number(4 + i * PITCH)}H3M{number(wide - 3)} {number(4 + i * PITCH)}H{number(wide)}"
        for i in range(down + 1)
    )
    cut = element("path", d=ticks, stroke=INK, stroke_width=0.15, fill="none")
    return element(
        "svg", *inside, cut, xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {number(wide)} {number(high)}"
    )


# ------------------------------------------------------------------ charts and cards


def _charts(game: Game, scenario: str, paper: Paper) -> list[str]:
    """Every chart and every card, one after the other on as many pages as they take."""
    told = [_chart(chart) for chart in game.face.charts]
    if tracks := tracks_of(game, scenario):
        told.append(_tracks(tracks))
    cards = [_card(card) for card in cards_of(game, scenario)]
    if cards:
        told.append(f"#grid(columns: 3, gutter: 0mm, {', '.join(cards)})")
    return [_page(paper, *told, margin=MARGIN)] if told else []


def _chart(chart: Chart) -> str:
    """A chart as a table with what its letters mean."""
    head = ", ".join(_cell(text, bold=True) for text in ("", *chart.columns))
    rows = ", ".join(_cell(text, bold=not i) for label, cells in chart.rows for i, text in enumerate((label, *cells)))
    size = 11 if len(chart.columns) < 12 else 9
    look = f"columns: {len(chart.columns) + 1}, inset: 3pt, stroke: 0.4pt, align: center"
    table = f"table({look}, table.header({head}), {rows})"
    title = f"text(size: 13pt, weight: 700, {quoted(chart.title)})"
    means = "; ".join(f"{letter}: {words}" for letter, words in chart.results if letter != words)
    notes = [f"text(size: 9pt, {quoted(typeset_numbers(note))})" for note in (means, chart.note) if note]
    inside = ", ".join([title, f"text(size: {size}pt, {table})", *notes])
    return f"#block(breakable: true, below: 7mm, stack(spacing: 2mm, {inside}))"


def _tracks(tracks: Sequence[Track]) -> str:
    """What lies beside the map at the beginning, group by group; support markers are made from blank ones."""
    groups = sorted({track.group for track in tracks})
    rows = [
        cells
        for group in groups
        for cells in [
            *([(group, "")] if group else []),
            *((capital(track.title), track.value) for track in tracks if track.group == group),
        ]
    ]
    cells = ", ".join(_cell(text, bold=not i) for row in rows for i, text in enumerate(row))
    table = f"table(columns: 2, inset: 3pt, stroke: 0.4pt, {cells})"
    title = f"text(size: 13pt, weight: 700, {quoted('Beside the map at the beginning')})"
    return f"#block(breakable: true, below: 7mm, stack(spacing: 2mm, {title}, text(size: 9pt, {table})))"


def _cell(text: str, *, bold: bool) -> str:
    weight = ", weight: 700" if bold else ""
    return f"text({quoted(typeset_numbers(text))}{weight})"


def _card(card: CardView) -> str:
    """A card to cut out, 62 by 40 millimetres."""
    parts = [f"text(size: 12pt, weight: 700, {quoted(card.title)})", f"text(size: 8pt, {quoted(capital(card.side))})"]
    parts += [f"text(size: 11pt, {quoted(text)})" for text in (card.rating, typeset_numbers(card.text)) if text]
    return f"box(width: 62mm, height: 40mm, stroke: 0.4pt, inset: 3mm, stack(spacing: 2mm, {', '.join(parts)}))"
