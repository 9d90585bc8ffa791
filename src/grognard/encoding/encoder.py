"""A view and a list of legal actions as arrays of a fixed size. Nothing but what the side may see goes in.

Every array has columns with names (`Encoder.columns`), and `docs/reference/environments.md` shows them as a table.
Kinds of counters and markers are numbered by the game's own list of counters (`Encoder.kinds`), so that no two of
them look alike.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, lru_cache, partial
from itertools import islice
from typing import Any

import numpy as np
from msgspec.structs import astuple
from numpy.typing import NDArray

from grognard.board.draw.markers import MARKS
from grognard.encoding.name_codes import CODE, UNNAMED, Names
from grognard.encoding.observation_cache import Array, Described, LastSeen, RowCache, Rows
from grognard.encoding.terrain import terrain_of
from grognard.engine import Action, Aim, Ask, CardView, Game, Marker, PieceView, Step, View

PIECES, CARDS, MARKERS, AIMS, TRACKS, RATINGS = 256, 32, 128, 16, 32, 4  # as many as are shown
MOST_KNOWN = 1 << 16  # rows of actions kept
KNOWN_MARKS = tuple(sorted(MARKS))
_NUMBER = re.compile(r"[-−]?\d+")

_AT = ("on the board", "x", "y")
_NAME = tuple(f"kind, sign {i}" for i in range(CODE))
_HEAD = ("turn", "turns left", "asked", "phase", *(f"scene: {what}" for what in _AT))
_ASKED = _HEAD.index("asked")
_PIECE = ("there", "mine", "theirs", "hidden", *_AT, "facing east", "facing north", "strength", *_NAME)
_PIECE += tuple(f"number {i + 1} on it" for i in range(RATINGS))
_PIECE += tuple(f"is {mark}" for mark in KNOWN_MARKS) + tuple(f"another mark, sign {i}" for i in range(CODE))
_CARD = ("there", "mine", "hidden", "lit", "rating", *_NAME)
_MARKER = ("there", "mine", "theirs", *_AT, *(f"to: {what}" for what in _AT), "number", *_NAME)
_AIM = ("there", "met", "not met", "have of need", "have", "points", *_AT)
_ACTION = (*_AT, *(f"then: {what}" for what in _AT), "number", "names my piece", *_NAME)
_ACTION += tuple(f"word, sign {i}" for i in range(CODE))
STANDS = _PIECE.index("on the board")  # where a piece is: this column and the two after it
NAMED = (-len(_ACTION), -len(_ACTION) + len(_AT))  # the two places that an action names: likewise, from the end
_NOWHERE = (0.0, 0.0, 0.0)
NOTHING = np.zeros(0, np.intp)
_A_NUMBER = (int, float)


@lru_cache(4096)
def numbers(text: str, scale: float) -> tuple[float, ...]:
    """The numbers in a text, each between -1 and 1."""
    return tuple(_short(int(n.replace("−", "-")) / scale) for n in _NUMBER.findall(text) if len(n) < 9)


@lru_cache(4096)
def number(text: str, scale: float) -> float:
    """The first number in a text, between -1 and 1."""
    return next(iter(numbers(text, scale)), 0.0)


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
        self._seen: dict[str | None, LastSeen] = {}
        self._spots = {name: (1.0, *spot) for name, spot in self.ground.spots.items()}
        self._counters: dict[tuple[str, str, tuple[str, ...]], tuple[float, ...]] = {}
        self._described = 0  # rows of actions kept
        self._one_of = {kind: tuple([float(kind is other) for other in self._actions]) for kind in self._actions}
        self._rows = Rows(self.shapes["actions"])
        self._open: tuple[Ask | None, int, Sequence[Action]] = None, 0, ()  # the page asked for last

    @cached_property
    def shapes(self) -> dict[str, tuple[int, ...]]:
        """The size of every array."""
        rows = {"pieces": PIECES, "cards": CARDS, "markers": MARKERS, "aims": AIMS, "actions": self.actions}
        rows["ground"] = len(self.ground.rows)
        return {name: (rows[name], len(c)) if name in rows else (len(c),) for name, c in self.columns.items()}

    # ------------------------------------------------------------ what is seen

    def see(self, view: View, question: type[Step] | None, aims: Sequence[Aim]) -> dict[str, Array]:
        """What a side sees, the kind of question it is asked if there is one, and how far its aims are."""
        seen = self._look(view)
        kept = seen.kept.get(seen.sides) or self._begin(seen, view.side)
        return {
            "observation": self._situation(seen, view, question),
            "pieces": seen.pieces.list(view.pieces),
            "cards": kept["cards"].list(view.cards),
            "markers": kept["markers"].list(view.markers),
            "aims": kept["aims"].list(aims),
            "ground": self.ground.rows[:],
        }

    def _look(self, view: View) -> LastSeen:
        """The pieces a side sees."""
        seen = self._seen.get(view.side)
        if seen is None:
            seen = self._seen[view.side] = self._meet(view.side)
        if view.pieces is not seen.pieces.things:
            seen.look(view.pieces)
        return seen

    def _meet(self, side: str | None) -> LastSeen:
        """Nothing has been shown to a side so far."""
        pieces = RowCache(self.shapes["pieces"], partial(self._piece, side))
        return LastSeen(len(self.columns["observation"]), pieces, Described(partial(self._action, side)))

    def _begin(self, seen: LastSeen, side: str | None) -> dict[str, RowCache]:
        """Lists for a side that sees pieces of these sides; the words on a marker mean one of them."""
        described: dict[str, Callable[[Any], tuple[float, ...]]] = {
            "cards": partial(self._card, side),
            "markers": partial(self._marker, side, seen.sides),
            "aims": self._aim,
        }
        kept = seen.kept[seen.sides] = {name: RowCache(self.shapes[name], row) for name, row in described.items()}
        return kept

    def _situation(self, seen: LastSeen, view: View, question: type[Step] | None) -> Array:
        """The clock, the place where something happens, the tracks, and which kind of question is asked."""
        clock = view.turn, view.turns, view.phases, view.phase, view.focus[:1]
        if clock != seen.clock:
            seen.clock, seen.situation[: len(_HEAD)] = clock, self._head(view)
        if view.tracks != seen.tracks:
            seen.tracks, shown = view.tracks, [number(track.value, 50) for track in view.tracks[:TRACKS]]
            seen.situation[len(_HEAD) : len(_HEAD) + TRACKS] = shown + [0.0] * (TRACKS - len(shown))
        out = seen.situation.copy()
        out[_ASKED] = question is not None
        if question in self._questions:
            out[len(_HEAD) + TRACKS + self._questions[question]] = 1.0
        return out

    def _head(self, view: View) -> tuple[float, ...]:
        """The clock and the scene, whatever is asked."""
        turns = max(1, view.turns)
        phase = view.phases.index(view.phase) / len(view.phases) if view.phase in view.phases else 0.0
        scene = self._at(view.focus[0]) if view.focus else _NOWHERE
        return min(1.0, view.turn / turns), max(-1.0, 1 - view.turn / turns), 0.0, phase, *scene

    def _piece(self, side: str | None, piece: PieceView) -> tuple[float, ...]:
        mine, at = float(piece.side == side), self._at(piece.place, piece)
        facing = piece.boxes[0][2] if piece.boxes else piece.facing
        turned = math.radians(facing or 0.0)
        bases = _short(len(piece.boxes) / 10) if piece.boxes else 0.0
        stands = _NOWHERE if facing is None else (math.sin(turned), math.cos(turned), bases)
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

    def _card(self, side: str | None, card: CardView) -> tuple[float, ...]:
        mine = float(card.side == side)
        return (1.0, mine, float(card.hidden), float(card.lit), number(card.rating, 10), *self.kinds.code(card.title))

    def _marker(self, side: str | None, sides: frozenset[str], marker: Marker) -> tuple[float, ...]:
        """A marker may say whose it is, in its text or among the words of its kind."""
        text, words = marker.text.lower(), marker.kind.split()
        whose = {other for other in sides if (text and other.lower().startswith(text)) or other in words}
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
        at = self._spots.get(place)
        if at is None and piece is not None and piece.boxes:
            spot = self.ground.at(*piece.boxes[0][:2])
            return _NOWHERE if spot is None else (1.0, *spot)
        return at or _NOWHERE

    # ------------------------------------------------------------ what may be done

    def legal(self, view: View, ask: Ask | None, page: int = 0) -> tuple[Array, NDArray[np.int8]]:
        """The legal actions of a page, a row each, and the mask that says which rows are filled."""
        mask = np.zeros(self.actions, np.int8)
        if ask is None:
            return self._rows.show(NOTHING), mask
        rows = self._numbers(view, self.page(ask, page))
        mask[: len(rows)] = 1
        if not self.in_pages(ask):
            return self._rows.show(rows), mask
        mask[-1] = 1
        return self._rows.show(rows, self.kinds.code("the next page")), mask

    def describe(self, view: View, actions: Sequence[Action]) -> Array:
        """A row for each of these actions, however many."""
        numbers = self._numbers(view, actions)
        return self._rows.rows[numbers]

    def _numbers(self, view: View, actions: Sequence[Action]) -> NDArray[np.intp]:
        """Where the rows of actions are kept; those that are new are written."""
        if self._described > MOST_KNOWN:
            for side, seen in self._seen.items():
                seen.described = Described(partial(self._action, side))
            self._described = 0
        described = self._look(view).described
        return np.fromiter(map(described.__getitem__, actions), np.intp, len(actions))

    def in_pages(self, ask: Ask) -> bool:
        """Is a list shown a page at a time? One that comes in parts is, and one that is too long."""
        return ask.actions.has_batches or len(ask.actions) > self.actions

    def page(self, ask: Ask, page: int) -> Sequence[Action]:
        """The actions of a page; there is one page unless the list comes in parts or is too long."""
        if self._open[0] is not ask or self._open[1] != page:
            self._open = ask, page, self._page(ask, page)
        return self._open[2]

    def _page(self, ask: Ask, page: int) -> Sequence[Action]:
        if not self.in_pages(ask):
            return () if page else ask.actions.part(0) or ()
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

    def _action(self, side: str | None, action: Action) -> int:
        """Write the row of an action that is new, or names a piece that has changed; its number."""
        values, described = astuple(action), self._seen[side].described
        names = [value for value in values if isinstance(value, str)]
        row = described.rows.get(action)
        if row is None:
            row, self._described = self._described, self._described + 1
        amount = _amount(action, values) if len(names) < len(values) else 0.0
        self._rows.write(row, self._describe(action, names, amount, side))
        described.keep(action, row, [name for name in names if name not in self._spots])
        return row

    def _describe(self, action: Action, names: list[str], amount: float, side: str | None) -> tuple[float, ...]:
        """Its kind, the first two places it names or points at, a number, the piece, and any other word."""
        by_id = self._seen[side].by_id
        pieces = [by_id[name] for name in names if name in by_id]
        others = [name for name in names if name not in by_id] if len(pieces) < len(names) else []
        places = [self._point(action), *[self._at(p.place, p) for p in pieces], *[self._at(name) for name in others]]
        first, then, *_ = *[at for at in places if at[0]], _NOWHERE, _NOWHERE
        words = " ".join([name for name in others if name not in self._spots])
        mine = float(side in [piece.side for piece in pieces])
        kind = self.kinds.code(pieces[0].face) if pieces else UNNAMED
        return (*self._one_of[type(action)], *first, *then, amount, mine, *kind, *self.kinds.code(words))

    def _point(self, action: Action) -> tuple[float, float, float]:
        """The point of a table an action names, in hundredths of an inch."""
        if not self.ground.inches:
            return _NOWHERE
        x, y = getattr(action, "x", None), getattr(action, "y", None)
        spot = self.ground.at(x / 100, y / 100) if isinstance(x, int) and isinstance(y, int) else None
        return _NOWHERE if spot is None else (1.0, *spot)


def _amount(action: Action, values: Sequence[Any]) -> float:
    """The last number of an action that is not a point of the table."""
    for field, value in zip(action.__struct_fields__[::-1], values[::-1], strict=True):
        if isinstance(value, _A_NUMBER) and field not in ("x", "y"):
            return _short(value / 50)
    return 0.0


def _named(verb: str, kinds: Iterable[type[Any]]) -> tuple[str, ...]:
    return tuple(f"{verb} {kind.__name__}" for kind in kinds)


def _short(x: float) -> float:
    return max(-1.0, min(1.0, x))
