"""Pictures and tables of a game that never change while it is played: drawn once, kept, and cached by the browser."""

from __future__ import annotations

import hashlib
import os
import random
import re
import sys
import threading
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from grognard import board
from grognard.board.draw import Base, counter_sheet, draw_mark, draw_position, draw_state, palette_names
from grognard.board.draw.board import draw_halves
from grognard.board.draw.marks import MARKS, STATES
from grognard.board.draw.page import SIZE, Page
from grognard.board.draw.svg import element
from grognard.board.draw.tabletop import INCH, RIM, draw_formation, draw_table, on_page
from grognard.board.hexmap import HexMap
from grognard.engine import Game, Match, PieceView
from grognard.players import make_player, play_out
from grognard.table.packing import Packed

CARD_SIZE = 13.0, 5.2  # hexes across and down a lobby card
CARD_AFTER = 160  # answers
SVG, JSON = "image/svg+xml", "application/json"


class Picture(NamedTuple):
    """Something to serve: its type and its bytes."""

    kind: str
    packed: Packed


@cache
def art_mark(game: Game) -> str:
    """A name that changes when the drawings of a game may: browsers keep them for ever under it."""
    sum_ = hashlib.sha256(f"{game.version} {sorted(game.faces().items())}".encode())
    for folder in (Path(board.__file__).parent, Path(sys.modules[type(game).__module__].__file__ or "").parent):
        for path in sorted(folder.rglob("*")):
            if path.suffix in (".py", ".toml", ".tsv"):
                sum_.update(path.read_bytes())
    return sum_.hexdigest()[:12]


class Art:
    """Draws what pages ask for, once. Boards are also kept in the data folder, for they take a second to draw."""

    def __init__(self, games: dict[str, Game], folder: Path | None = None) -> None:
        self.games, self.folder = games, folder
        self._drawn: dict[tuple[str, ...], Picture] = {}
        self._drawing = threading.Lock()

    def _keep(self, key: tuple[str, ...], kind: str, draw: Callable[[], str | bytes] | str) -> Picture:
        found = self._drawn.get(key) or self._kept(key, kind)
        if found is None:
            text = draw if isinstance(draw, str) else draw()
            data = text.encode() if isinstance(text, str) else text
            found = Picture(kind, Packed.of(data))
            self._put_away(key, found)
        self._drawn[key] = found
        return found

    def _file(self, key: tuple[str, ...]) -> Path | None:
        if self.folder is None:
            return None
        return self.folder / "art" / f"{art_mark(self.games[key[1]])}-{'-'.join(key)}.br"

    def _kept(self, key: tuple[str, ...], kind: str) -> Picture | None:
        """What an earlier run has drawn."""
        path = self._file(key)
        return Picture(kind, Packed(path.read_bytes())) if path is not None and path.exists() else None

    def _put_away(self, key: tuple[str, ...], picture: Picture) -> None:
        path = self._file(key)
        if path is None:
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        partial = path.with_name(f"{path.name}.{os.getpid()}")
        partial.write_bytes(picture.packed.data)
        partial.replace(path)

    def maps(self, game: Game) -> dict[str, HexMap]:
        """The maps of a game by the first scenario that uses each."""
        found: dict[str, HexMap] = {}
        for scenario in game.scenarios:
            board = game.board(scenario)
            if board is not None and all(board is not known for known in found.values()):
                found[scenario] = board
        return found

    def board(self, game: Game, scenario: str, tone: str) -> Picture:
        """A board by day or by night."""
        return self._halves(game, scenario, tone)[0]

    def letters(self, game: Game, scenario: str, tone: str) -> Picture:
        """What is written on a board: names, numbers and the edge, which the page draws over the ground."""
        return self._halves(game, scenario, tone)[1]

    def _halves(self, game: Game, scenario: str, tone: str) -> tuple[Picture, Picture]:
        keys = ("board", game.id, scenario, tone), ("letters", game.id, scenario, tone)
        with self._drawing:
            known = [self._drawn.get(key) or self._kept(key, SVG) for key in keys]
            if known[0] is not None and known[1] is not None:
                self._drawn |= {keys[0]: known[0], keys[1]: known[1]}
            else:
                for key, svg in zip(keys, draw_ground(game, scenario, tone), strict=True):
                    self._keep(key, SVG, svg)
        return self._drawn[keys[0]], self._drawn[keys[1]]

    def counters(self, game: Game) -> Picture:
        """Every counter, mark and state as a symbol."""
        return self._keep(("counters", game.id), SVG, lambda: _sheet(game))

    def grid(self, game: Game, scenario: str) -> Picture:
        """Where the hexes lie and what is in them."""
        return self._keep(("grid", game.id, scenario), JSON, lambda: msgspec.json.encode(_lie(game, scenario)))

    def rules(self, game: Game) -> Picture:
        """The ledger and the charts."""
        return self._keep(("rules", game.id), JSON, lambda: msgspec.json.encode(_rules(game)))

    def card(self, game: Game, tone: str) -> Picture:
        """A piece of the map with the pieces of the first scenario on it, for the lobby."""
        return self._keep(("card", game.id, tone), SVG, lambda: _card(game, tone))


def tone_of(hexmap: HexMap, tone: str) -> str | None:
    """A map's own palette, or its twin for the other time of day where palettes come in pairs (x-day, x-night)."""
    own = str(hexmap.look.get("palette", ""))
    name, _, time = own.rpartition("-")
    twin = f"{name}-{'night' if tone == 'dark' else 'day'}"
    return twin if time in ("day", "night") and twin in palette_names() else None


def symbol_id(key: str) -> str:
    """The id of a counter's symbol on the sheet."""
    return re.sub(r"[^A-Za-z0-9_.-]", "_", key)


def _sheet(game: Game) -> str:
    symbols = counter_sheet({symbol_id(key): face for key, face in game.faces().items()})
    extra = [
        element("symbol", draw_mark(mark), id=f"mark-{mark}", viewBox="-20 -20 40 40", overflow="visible")
        for mark in MARKS
    ]
    for state in STATES:
        under, over = draw_state(state)
        for name, drawn in (("under", under), ("over", over)):
            if drawn:
                extra.append(
                    element("symbol", drawn, id=f"{name}-{state}", viewBox="-50 -50 100 100", overflow="visible")
                )
    return symbols.replace("</svg>", "".join(extra) + "</svg>")


def has_ground(game: Game, scenario: str) -> bool:
    """Is there a map or a table to draw?"""
    return game.board(scenario) is not None or game.tabletop(scenario) is not None


def draw_ground(game: Game, scenario: str, tone: str) -> tuple[str, str]:
    """The ground of a scenario and its lettering: a map of hexes or a table of inches."""
    hexmap, table = game.board(scenario), game.tabletop(scenario)
    if hexmap is not None:
        return draw_halves(hexmap, palette=tone_of(hexmap, tone))
    assert table is not None
    return draw_table(table)


def _lie(game: Game, scenario: str) -> dict[str, Any]:
    hexmap, table = game.board(scenario), game.tabletop(scenario)
    if hexmap is not None:
        return _grid(hexmap)
    assert table is not None
    wide, high = table.width * INCH + 2 * RIM, table.height * INCH + 2 * RIM
    places = {
        f.name: [*map(round, on_page(table, *f.centre)), f.type.replace("_", " ")] for f in table.features.values()
    }
    return {"frame": [-RIM, -RIM, wide, high], "inch": INCH, "high": table.height, "size": 26, "hexes": places}


def _grid(hexmap: HexMap) -> dict[str, Any]:
    page = Page(hexmap.grid)
    x, y, w, h = page.frame
    hexes = {}
    for name in hexmap.grid.hexes:
        cx, cy = page.centre(page.cube(name))
        hexes[name] = [round(cx, 1), round(cy, 1), what_is_there(hexmap, name)]
    return {"frame": [x - 40, y - 40, w + 80, h + 80], "flat": page.flat, "size": SIZE, "hexes": hexes}


def what_is_there(hexmap: HexMap, name: str) -> str:
    """The terrain of a hex in words."""
    words = [kind.replace("_", " ") for kind in sorted(hexmap.terrain[name])]
    words += sorted({line.kind.replace("_", " ") for line in hexmap.lines if name in line.hexes})
    if name in hexmap.bridged_hexes:
        words.append("bridge")
    if hexmap.level(name) != hexmap.base:
        words.append(f"level {hexmap.level(name)}")
    place = [place.name for place in hexmap.places if place.hex == name]
    return ", ".join(place + (words or ["open"]))


def _rules(game: Game) -> dict[str, Any]:
    house = [game.rulebook[f"GR-{n}"] for n in (1, 2, 3, 4, 5)]
    return {"rules": [*game.rulebook, *house], "charts": list(game.charts())}


def _card(game: Game, tone: str) -> str:
    """The first scenario some way into the match, where the two sides are nearest to each other."""
    scenario = next(iter(game.scenarios))
    hexmap = game.board(scenario)
    match = Match.new(game, scenario, seed=7, record=False)
    players = {side: make_player("doctrine") for side in match.sides}
    play_out(match, players, random.Random(7), CARD_AFTER)
    if hexmap is None:
        return _table_card(game, scenario, match.view(None).pieces)
    faces = game.faces()
    pieces = [p for p in match.view(None).pieces if p.place in hexmap.grid and p.face in faces]
    shown = [(p.place, p.face, [mark for mark in p.marks if mark in MARKS]) for p in pieces]
    middle = _contact(hexmap, pieces)
    drawn = draw_position(
        hexmap, shown, faces, palette=tone_of(hexmap, tone), numbers=False, prefix=game.id, window=(middle, *CARD_SIZE)
    )
    page = Page(hexmap.grid)
    return _cut_away(drawn, page.centre(page.cube(middle)))


def _table_card(game: Game, scenario: str, pieces: Sequence[PieceView]) -> str:
    """The middle of an inch table with the bases on it, near enough to tell them apart."""
    table = game.tabletop(scenario)
    assert table is not None
    faces = game.faces()
    bases = [(base, p.boxes) for p in pieces if p.boxes and isinstance(base := faces.get(p.face), Base)]
    drawn = draw_table(table)[0].replace("</svg>", "".join(draw_formation(table, *unit) for unit in bases) + "</svg>")
    wide, high = table.width * INCH, table.height * INCH
    window = f'viewBox="{wide * 0.2:g} {high * 0.2:g} {wide * 0.6:g} {high * 0.6:g}"'
    whole = re.sub(r'viewBox="[^"]*"', window, drawn, count=1)
    return whole.replace('class="board"', 'class="board" preserveAspectRatio="xMidYMid slice"', 1)


def _contact(hexmap: HexMap, pieces: Sequence[PieceView]) -> str:
    """The hex of the piece that is nearest to one of another side, with the most company."""
    if not pieces:
        return hexmap.grid.hexes[len(hexmap.grid) // 2]
    distance = hexmap.grid.distance

    def worth(piece: PieceView) -> tuple[int, int, str]:
        away = min((distance(piece.place, p.place) for p in pieces if p.side != piece.side), default=99)
        company = sum(distance(piece.place, p.place) <= 4 for p in pieces)
        return max(away, 2), -company, piece.id

    return min(pieces, key=worth).place


def _cut_away(drawn: str, middle: tuple[float, float]) -> str:
    """Leave out the trees, houses and words beyond the edges of a card."""
    wide, high = CARD_SIZE[0] * 34 + 90, CARD_SIZE[0] * 34 + 90

    def keep(found: re.Match[str]) -> str:
        x, y = float(found[1]), float(found[2])
        return found[0] if abs(x - middle[0]) < wide and abs(y - middle[1]) < high else ""

    drawn = re.sub(r'<use href="[^"]*" x="([-\d.]+)" y="([-\d.]+)"/>', keep, drawn)
    return re.sub(r'<path [^>]*transform="translate\(([-\d.]+) ([-\d.]+)\)[^>]*/>', keep, drawn)
