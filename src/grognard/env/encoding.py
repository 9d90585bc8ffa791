"""A view and a list of legal actions as arrays of a fixed size. Nothing but what the side may see goes in.

Every array has columns with names (`Encoder.columns`), and `docs/lab.md` shows them as a table. Kinds of counters and
markers are numbered by the game's own list of counters (`Encoder.kinds`), so that no two of them look alike.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import cached_property, lru_cache, partial
from itertools import islice
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from grognard.board.draw.marks import MARKS
from grognard.engine import Action, Aim, Ask, CardView, Game, Marker, PieceView, Step, View
from grognard.engine.memory import Memory
from grognard.env.names import CODE, UNNAMED, Names
from grognard.env.terrain import terrain_of

Array = NDArray[np.float32]
T = TypeVar("T", bound=Hashable)

PIECES, CARDS, MARKERS, AIMS, TRACKS, RATINGS = 256, 32, 128, 16, 32, 4  # as many as are shown
MOST_KNOWN = 1 << 16  # rows of actions kept
KNOWN_MARKS = tuple(sorted(MARKS))
_NUMBER = re.compile(r"[-−]?\d+")

_AT = ("on the board", "x", "y")
_NAME = tuple(f"kind, sign {i}" for i in range(CODE))
_HEAD = ("turn", "turns left", "asked", "phase", *(f"scene: {what}" for what in _AT))
_PIECE = ("there", "mine", "theirs", "hidden", *_AT, "facing east", "facing north", "strength", *_NAME)
_PIECE += tuple(f"number {i + 1} on it" for i in range(RATINGS))
_PIECE += tuple(f"is {mark}" for mark in KNOWN_MARKS) + tuple(f"another mark, sign {i}" for i in range(CODE))
_CARD = ("there", "mine", "hidden", "lit", "rating", *_NAME)
_MARKER = ("there", "mine", "theirs", *_AT, *(f"to: {what}" for what in _AT), "number", *_NAME)
_AIM = ("there", "met", "not met", "have of need", "have", "points", *_AT)
_ACTION = (*_AT, *(f"then: {what}" for what in _AT), "number", "names my piece", *_NAME)
_ACTION += tuple(f"word, sign {i}" for i in range(CODE))
_NOWHERE = (0.0, 0.0, 0.0)


@lru_cache(4096)
def numbers(text: str, scale: float) -> tuple[float, ...]:
    """The numbers in a text, each between -1 and 1."""
    return tuple(_short(int(n.replace("−", "-")) / scale) for n in _NUMBER.findall(text) if len(n) < 9)


@lru_cache(4096)
def number(text: str, scale: float) -> float:
    """The first number in a text, between -1 and 1."""
    return next(iter(numbers(text, scale)), 0.0)


class Kept:
    """What was listed last and its rows, and the rows of what was described before: nothing is described twice."""

    __slots__ = ("known", "rows", "things")

    def __init__(self, shape: tuple[int, ...]) -> None:
        self.things: Sequence[Any] = ()
        self.rows: Array = np.zeros(shape, np.float32)
        self.known = Memory(1 << 13)

    def list(self, things: Sequence[T], row: Callable[[T], tuple[float, ...]]) -> Array:
        """A row for each thing; only those that are not the same as last time are written anew."""
        before = self.things
        if things is not before and things != before:
            pairs = enumerate(zip(things, before, strict=False))
            changed = [i for i, (thing, old) in pairs if thing is not old and thing != old]
            for i in (*changed, *range(len(before), len(things))):
                self.rows[i] = self.known.recall(things[i], partial(_described, row, things[i]))
            self.rows[len(things) : len(before)] = 0.0
        self.things = things
        return self.rows.copy()


def _described(row: Callable[[T], tuple[float, ...]], thing: T) -> Array:
    return np.array(row(thing), np.float32)


class Encoder:
    """Fixed sizes for one scenario of a game, and what fills them.

    A list of actions that is longer than the array, or comes in parts, is shown a page at a time: the last row then
    stands for the next page.
    """

    def __init__(self, game: Game, scenario: str) -> None:
        self.game, self.ground = game, terrain_of(game, scenario)
        self.kinds = Names(game.face.counters)
        self.actions = 256 + max(256, len(self.ground.rows))
        self._questions = {step: i for i, step in enumerate(game.rules.steps)}
        self._actions = {kind: i for i, kind in enumerate(game.rules.actions)}
        self.columns: dict[str, tuple[str, ...]] = {
            "observation": (*_HEAD, *(f"track {i + 1}" for i in range(TRACKS)), *_named("asks", self._questions)),
            "pieces": _PIECE,
            "cards": _CARD,
            "markers": _MARKER,
            "aims": _AIM,
            "ground": self.ground.columns,
            "actions": (*_named("do", self._actions), *_ACTION),
        }
        self._kept: dict[tuple[str, str | None, frozenset[str]], Kept] = {}
        self._pieces: tuple[PieceView, ...] = ()
        self._by_id: dict[str, PieceView] = {}
        self._sides: frozenset[str] = frozenset()
        self._counters: dict[tuple[str, str, tuple[str, ...]], tuple[float, ...]] = {}
        self._known: dict[str | None, dict[Action, tuple[int, list[str], PieceView | None]]] = {}  # row, names, piece
        self._fixed: dict[Action, int] = {}  # rows of actions that name places alone
        self._described = 0  # rows of actions kept
        self._rows: Array = np.zeros((1024, len(self.columns["actions"])), np.float32)

    @cached_property
    def shapes(self) -> dict[str, tuple[int, ...]]:
        """The size of every array."""
        rows = {"pieces": PIECES, "cards": CARDS, "markers": MARKERS, "aims": AIMS, "actions": self.actions}
        rows["ground"] = len(self.ground.rows)
        return {name: (rows[name], len(c)) if name in rows else (len(c),) for name, c in self.columns.items()}

    # ------------------------------------------------------------ what is seen

    def see(self, view: View, question: type[Step] | None, aims: Sequence[Aim]) -> dict[str, Array]:
        """What a side sees, the kind of question it is asked if there is one, and how far its aims are."""
        side = view.side
        self._look(view)
        return {
            "observation": self._situation(view, question),
            "pieces": self._listed("pieces", side, view.pieces[:PIECES], lambda p: self._piece(p, side)),
            "cards": self._listed("cards", side, view.cards[:CARDS], lambda c: self._card(c, side)),
            "markers": self._listed("markers", side, view.markers[:MARKERS], lambda m: self._marker(m, side)),
            "aims": self._listed("aims", side, aims[:AIMS], self._aim),
            "ground": self.ground.rows.copy(),
        }

    def _look(self, view: View) -> None:
        """Know the pieces by their names."""
        if view.pieces is not self._pieces:
            self._pieces, self._by_id = view.pieces, {piece.id: piece for piece in view.pieces}
            self._sides = frozenset({piece.side for piece in view.pieces})

    def _listed(self, name: str, side: str | None, things: Sequence[T], row: Callable[[T], tuple[float, ...]]) -> Array:
        """A row for each thing, as a side sees them; the words on a marker mean one of those who have pieces."""
        key = name, side, self._sides
        kept = self._kept.get(key)
        if kept is None:
            kept = self._kept[key] = Kept(self.shapes[name])
        return kept.list(things, row)

    def _situation(self, view: View, question: type[Step] | None) -> Array:
        """The clock, the place where something happens, the tracks, and which kind of question is asked."""
        out = np.zeros(len(self.columns["observation"]), np.float32)
        turns = max(1, view.turns)
        phase = view.phases.index(view.phase) / len(view.phases) if view.phase in view.phases else 0.0
        scene = self._at(view.focus[0]) if view.focus else _NOWHERE
        clock = min(1.0, view.turn / turns), max(-1.0, 1 - view.turn / turns)
        out[: len(_HEAD)] = *clock, question is not None, phase, *scene
        for i, track in enumerate(view.tracks[:TRACKS]):
            out[len(_HEAD) + i] = number(track.value, 50)
        if question in self._questions:
            out[len(_HEAD) + TRACKS + self._questions[question]] = 1.0
        return out

    def _piece(self, piece: PieceView, side: str | None) -> tuple[float, ...]:
        mine, at = float(piece.side == side), self._at(piece.place, piece)
        turned = math.radians(piece.boxes[0][2]) if piece.boxes else 0.0
        stands = (math.sin(turned), math.cos(turned), _short(len(piece.boxes) / 10)) if piece.boxes else _NOWHERE
        looks = self._looks(piece.face, piece.values, piece.marks)
        return (1.0, mine, 1 - mine, float(piece.hidden), *at, *stands, *looks)

    def _looks(self, face: str, values: str, marks: tuple[str, ...]) -> tuple[float, ...]:
        """What is printed on a counter and what lies on it."""
        known = self._counters.get((face, values, marks))
        if known is None:
            printed = numbers(values, 20)[:RATINGS]
            known = (*self.kinds.code(face), *printed, *(0.0,) * (RATINGS - len(printed)))
            known += tuple(float(mark in marks) for mark in KNOWN_MARKS)
            known += self.kinds.code(" ".join(mark for mark in marks if mark not in MARKS))
            self._counters[face, values, marks] = known
        return known

    def _card(self, card: CardView, side: str | None) -> tuple[float, ...]:
        mine = float(card.side == side)
        return (1.0, mine, float(card.hidden), float(card.lit), number(card.rating, 10), *self.kinds.code(card.title))

    def _marker(self, marker: Marker, side: str | None) -> tuple[float, ...]:
        """A marker may say whose it is, in its text or among the words of its kind."""
        text, words = marker.text.lower(), marker.kind.split()
        whose = {other for other in self._sides if (text and other.lower().startswith(text)) or other in words}
        mine, theirs = float(side in whose), float(bool(whose) and side not in whose)
        at = (*self._at(marker.place), *(self._at(marker.to) if marker.to else _NOWHERE))
        return (1.0, mine, theirs, *at, number(marker.text, 50), *self.kinds.code(marker.kind))

    def _aim(self, aim: Aim) -> tuple[float, ...]:
        share = _short(aim.have / aim.need) if aim.have is not None and aim.need else 0.0
        at = self._at(aim.hexes[0]) if aim.hexes else _NOWHERE
        met = float(aim.met is True), float(aim.met is False)
        return (1.0, *met, share, _short((aim.have or 0) / 50), _short((aim.points or 0) / 50), *at)

    def _at(self, place: str, piece: PieceView | None = None) -> tuple[float, float, float]:
        """On the board or not, and where."""
        spot = self.ground.spots.get(place)
        if spot is None and piece is not None and piece.boxes:
            spot = self.ground.at(*piece.boxes[0][:2])
        return _NOWHERE if spot is None else (1.0, *spot)

    # ------------------------------------------------------------ what may be done

    def legal(self, view: View, ask: Ask | None, page: int = 0) -> tuple[Array, NDArray[np.int8]]:
        """The legal actions of a page, a row each, and the mask that says which rows are filled."""
        rows = np.zeros(self.shapes["actions"], np.float32)
        mask = np.zeros(self.actions, np.int8)
        if ask is None:
            return rows, mask
        self._look(view)
        if self._described > MOST_KNOWN:
            self._known, self._fixed, self._described = {}, {}, 0
        fixed, side = self._fixed, view.side
        known = [
            row if (row := fixed.get(action)) is not None else self._action(action, side)
            for action in self.page(ask, page)
        ]
        if known:
            self._rows.take(known, 0, rows[: len(known)])
        mask[: len(known)] = 1
        if self.in_pages(ask):
            rows[-1, -CODE:], mask[-1] = self.kinds.code("the next page"), 1
        return rows, mask

    def in_pages(self, ask: Ask) -> bool:
        """Is a list shown a page at a time? One that comes in parts is, and one that is too long."""
        return ask.actions.in_parts or len(ask.actions) > self.actions

    def page(self, ask: Ask, page: int) -> Sequence[Action]:
        """The actions of a page; there is one page unless the list comes in parts or is too long."""
        if not self.in_pages(ask):
            return () if page else ask.actions
        return next(islice(self._pages(ask), page, None), ())

    def next_page(self, ask: Ask, page: int) -> int:
        """The page after a page; after the last comes the first."""
        return page + 1 if self.page(ask, page + 1) else 0

    def _pages(self, ask: Ask) -> Iterator[Sequence[Action]]:
        """A part of the list each, a long part on several pages."""
        each, number = self.actions - 1, 0
        while (part := ask.actions.part(number)) is not None:
            yield from (part[start : start + each] for start in range(0, len(part), each))
            number += 1

    def _action(self, action: Action, side: str | None) -> int:
        """The number of an action's row; the row holds as long as the piece it names stays as it is."""
        pieces, kept = self._by_id, self._known.setdefault(side, {})
        known = kept.get(action)
        if known is not None:
            row, names, piece = known
            if len(names) == 1 and pieces.get(names[0]) is piece:
                return row
        else:
            row, names, piece = self._described, names_in(action), None
            self._described += 1
            if names and all(name in self.ground.spots for name in names):
                self._fixed[action] = row
        named = next((pieces[name] for name in names if name in pieces), None)
        if known is None or named is not piece:
            kept[action] = row, names, named
            if known is None or named != piece:
                self._write(row, self._describe(action, names, side))
        return row

    def _write(self, row: int, described: list[float]) -> None:
        """Keep the row of an action."""
        if row >= len(self._rows):
            self._rows = np.concatenate([self._rows, np.zeros_like(self._rows)])
        self._rows[row] = described

    def _describe(self, action: Action, names: list[str], side: str | None) -> list[float]:
        """Its kind, the first two places it names or points at, a number, the piece, and any other word."""
        row = [0.0] * len(self._actions)
        row[self._actions[type(action)]] = 1.0
        pieces = [piece for name in names if (piece := self._by_id.get(name)) is not None]
        places = [self._at(p.place, p) for p in pieces] + [self._at(name) for name in names if name not in self._by_id]
        places = [at for at in [self._point(action), *places] if at[0]] + [_NOWHERE, _NOWHERE]
        words = " ".join(name for name in names if name not in self._by_id and name not in self.ground.spots)
        mine = float(any(piece.side == side for piece in pieces))
        kind = self.kinds.code(pieces[0].face) if pieces else UNNAMED
        return [*row, *places[0], *places[1], _amount(action), mine, *kind, *self.kinds.code(words)]

    def _point(self, action: Action) -> tuple[float, float, float]:
        """The point of a table an action names, in hundredths of an inch."""
        x, y = getattr(action, "x", None), getattr(action, "y", None)
        spot = self.ground.at(x / 100, y / 100) if isinstance(x, int) and isinstance(y, int) else None
        return _NOWHERE if spot is None else (1.0, *spot)


def names_in(action: Action) -> list[str]:
    """What an action names: pieces, hexes, buttons."""
    found = (getattr(action, field) for field in action.__struct_fields__)
    return [value for value in found if isinstance(value, str)]


def _amount(action: Action) -> float:
    """The last number of an action that is not a point of the table."""
    found = [getattr(action, field) for field in action.__struct_fields__ if field not in ("x", "y")]
    return next((_short(value / 50) for value in reversed(found) if isinstance(value, int | float)), 0.0)


def _named(verb: str, kinds: Iterable[type[Any]]) -> tuple[str, ...]:
    return tuple(f"{verb} {kind.__name__}" for kind in kinds)


def _short(x: float) -> float:
    return max(-1.0, min(1.0, x))
