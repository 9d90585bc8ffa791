"""Pictures and tables of a game that never change while it is played: drawn once, kept, and cached by the browser."""

from __future__ import annotations

import hashlib
import os
import random
import re
import threading
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from grognard import board
from grognard.board.draw import Base, Face, Marker, counter_sheet, draw_mark, draw_position, draw_state
from grognard.board.draw.cutting import cut_away
from grognard.board.draw.letters import lettered
from grognard.board.draw.markers import MARKS, STATES
from grognard.board.draw.svg import element
from grognard.board.ground import HexGround, plain_counters
from grognard.engine import Game, Ground, Match
from grognard.players import make_player, play_out
from grognard.school.lesson import Lesson, LessonError, examples_of, lessons_of
from grognard.server.pictures.front_pictures import contact, draw_front
from grognard.server.pictures.thumbnails import draw_example, table_part, window_round
from grognard.server.web.compression import JSON, CompressedBody

CARD_SIZE = 13.0, 5.2  # hexes across and down a lobby card
CARD_AFTER = 160  # answers
TONES = LIGHT, DARK = "light", "dark"
SHIPPED = Path(__file__).parents[1] / "drawn"  # what the wheel has brought, drawn when it was built
SVG = "image/svg+xml"


class Picture(NamedTuple):
    """Something to serve: its type and its bytes."""

    kind: str
    packed: CompressedBody


@cache
def art_mark(game: Game) -> str:
    """A name that changes when the drawings of a game may: browsers keep them for ever under it."""
    sum_ = hashlib.sha256(f"{game.version} {sorted(game.face.counters.items())}".encode())
    for folder in (Path(board.__file__).parent, game.folder):
        for path in sorted(folder.rglob("*")):
            if path.suffix in (".py", ".toml", ".tsv"):
                sum_.update(path.read_bytes())
    return sum_.hexdigest()[:12]


def art_paths(game: Game, scenario: str, land: str) -> list[str]:
    """What a page of a match will ask for; the ground and its lettering only if it is known which they are."""
    grounds = [f"{land}/{what}-{tone}.svg" for what in ("board", "letters") for tone in TONES] if land else []
    names = ["rules.json", "counters.svg", f"{scenario}/grid.json", *grounds]
    return [f"/art/{game.id}/{name}?v={art_mark(game)}" for name in names]


class PictureStore:
    """Draws what pages ask for, once. It is also kept in the data folder, for a board takes a second to draw.

    `ahead` of whoever will ask there is time to pack it tightly.
    """

    def __init__(self, games: Mapping[str, Game], folder: Path | None = None, *, ahead: bool = False) -> None:
        self.games, self.folder, self.ahead = games, folder, ahead
        self._drawn: dict[tuple[str, ...], Picture] = {}
        self._drawing = threading.Lock()

    def _keep(self, key: tuple[str, ...], kind: str, draw: Callable[[], str | bytes] | str) -> Picture:
        found = self._drawn.get(key) or self._kept(key, kind)
        if found is None:
            text = draw if isinstance(draw, str) else draw()
            data = text.encode() if isinstance(text, str) else text
            found = Picture(kind, CompressedBody.of(data, tight=self.ahead))
            self._put_away(key, found)
        self._drawn[key] = found
        return found

    def _file(self, key: tuple[str, ...]) -> str:
        return f"{art_mark(self.games[key[1]])}-{'-'.join(key)}.br"

    def _kept(self, key: tuple[str, ...], kind: str) -> Picture | None:
        """What an earlier run has drawn, or what the wheel has brought."""
        name = self._file(key)
        for path in (SHIPPED / name, *([self.folder / "art" / name] if self.folder is not None else [])):
            if path.exists():
                return Picture(kind, CompressedBody(path.read_bytes()))
        return None

    def _put_away(self, key: tuple[str, ...], picture: Picture) -> None:
        if self.folder is None:
            return
        path = self.folder / "art" / self._file(key)
        path.parent.mkdir(parents=True, exist_ok=True)
        partial = path.with_name(f"{path.name}.{os.getpid()}")
        partial.write_bytes(picture.packed.data)
        partial.replace(path)

    def grounds(self, game: Game) -> dict[str, Ground]:
        """The maps and tables of a game by the first scenario that uses each."""
        found: dict[str, Ground] = {}
        for scenario in game.scenarios:
            ground = game.face.ground(scenario)
            if ground is not None and all(ground is not known for known in found.values()):
                found[scenario] = ground
        return found

    def board(self, game: Game, land: str, tone: str) -> Picture:
        """A board by day or by night: that of a scenario, or in the guise of a battle."""
        return self._halves(game, land, tone)[0]

    def letters(self, game: Game, land: str, tone: str) -> Picture:
        """What is written on a board: names, numbers and the edge, which the page draws over the ground."""
        return self._halves(game, land, tone)[1]

    def _halves(self, game: Game, land: str, tone: str) -> tuple[Picture, Picture]:
        keys = ("board", game.id, land, tone), ("letters", game.id, land, tone)
        with self._drawing:
            known = [self._drawn.get(key) or self._kept(key, SVG) for key in keys]
            if known[0] is not None and known[1] is not None:
                self._drawn |= {keys[0]: known[0], keys[1]: known[1]}
            else:
                for key, svg in zip(keys, _ground(game, land).halves(tone), strict=True):
                    self._keep(key, SVG, svg)
        return self._drawn[keys[0]], self._drawn[keys[1]]

    def counters(self, game: Game) -> Picture:
        """Every counter, mark and state as a symbol."""
        return self._keep(("counters", game.id), SVG, lambda: _sheet(game))

    def grid(self, game: Game, scenario: str) -> Picture:
        """Where the hexes lie and what is in them."""
        return self._keep(("grid", game.id, scenario), JSON, lambda: msgspec.json.encode(_ground(game, scenario).lie()))

    def rules(self, game: Game) -> Picture:
        """The ledger and the charts."""
        return self._keep(("rules", game.id), JSON, lambda: msgspec.json.encode(_rules(game)))

    def example(self, game: Game, lesson: Lesson, tone: str) -> Picture:
        """The picture of an example of the rulebook; a page asks for all of a chapter at once, and one board does."""
        with self._drawing:
            return self._keep((lesson.id, game.id, tone), SVG, lambda: lettered(draw_example(game, lesson, tone)))

    def front(self, game: Game, scenario: str) -> Picture:
        """Where the sides of a battle are nearest to each other when it begins, for choosing it."""
        shown = DARK if game.face.by_night else LIGHT
        with self._drawing:
            key = ("front", game.id, scenario)
            return self._keep(key, SVG, lambda: lettered(draw_front(game, scenario, shown)))

    def card(self, game: Game, tone: str) -> Picture:
        """A piece of the map with the pieces of the first scenario on it, for the lobby."""
        shown = DARK if game.face.by_night else tone
        return self._keep(("card", game.id, tone), SVG, lambda: lettered(_card(game, shown)))


def symbol_id(key: str) -> str:
    """The id of a counter's symbol on the sheet."""
    return re.sub(r"[^A-Za-z0-9_.-]", "_", key)


def _sheet(game: Game) -> str:
    faces = {key: face for key, face in game.face.counters.items() if isinstance(face, Face | Marker | Base)}
    symbols = counter_sheet({symbol_id(key): face for key, face in faces.items()})
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


def ground_name(match: Match, scenario: str) -> str:
    """The name under which the ground of a match is drawn: its scenario, or the guise this battle gives it."""
    return match.game.face.guise(match.state) or scenario


def ground_of(game: Game, land: str) -> Ground | None:
    """The ground of a scenario, or one in the guise that its battle gives it."""
    return game.face.ground(land) if land in game.scenarios else game.face.in_guise(land)


def _ground(game: Game, land: str) -> Ground:
    ground = ground_of(game, land)
    assert ground is not None, f"{game.title} has nothing to draw"
    return ground


def _rules(game: Game) -> dict[str, Any]:
    house = [game.rulebook[f"GR-{n}"] for n in (1, 2, 3, 4, 5)]
    taught = {"lessons": _lessons(game, lessons_of), "examples": _lessons(game, examples_of)}
    return {"rules": [*game.rulebook, *house], "charts": list(game.face.charts), **taught}


def _lessons(game: Game, read: Callable[[Game], Sequence[Lesson]]) -> list[dict[str, Any]]:
    """What is taught where; the rulebook is shown even if a lesson cannot be read."""
    try:
        told = ("id", "kind", "title", "rules")
        return [{name: getattr(one, name) for name in told} | {"say": one.tasks[0].say} for one in read(game)]
    except LessonError:
        return []


def _card(game: Game, tone: str) -> str:
    """The first scenario some way into the match, where the two sides are nearest to each other."""
    scenario = next(iter(game.scenarios))
    ground = game.face.ground(scenario)
    match = Match.new(game, scenario, seed=7, record=False)
    players = {side: make_player("doctrine") for side in match.sides}
    play_out(match, players, random.Random(7), CARD_AFTER)
    if not isinstance(ground, HexGround):
        return table_part(_ground(game, scenario), match.view(None).pieces, game.face.counters)
    everybody = [p for p in match.view(None).pieces if ground.knows(p.place)]
    middle = contact(ground.map, everybody)
    left, top, right, bottom = window = window_round(ground.centre(middle), *CARD_SIZE)
    at = {p: ground.centre(p.place) for p in everybody}
    pieces = [p for p, (x, y) in at.items() if left < x < right and top < y < bottom]
    drawn = draw_position(
        ground.map,
        [(p.place, p.face, [mark for mark in p.marks if mark in MARKS]) for p in pieces],
        plain_counters(pieces, game.face.counters),
        palette=ground.palette(tone),
        numbers=False,
        prefix=game.id,
        window=(middle, *CARD_SIZE),
    )
    return cut_away(drawn, window)
