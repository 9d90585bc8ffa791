"""A view and a list of legal actions as arrays of a fixed size. Nothing but what the side may see goes in.

Names become a few bits of a hash of the name, the same in every process: a policy can tell faces, marks and
buttons apart without any game's vocabulary.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import Any
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from grognard.board.ground import hexmap_of
from grognard.engine import Action, Ask, CardView, Game, PieceView, View

Array = NDArray[np.float32]

BITS = 6  # of a name
PIECE = 8 + 2 * BITS  # there, mine, other, hidden, off the board, x, y, strength; face; marks
CARD = 4 + BITS  # there, mine, hidden, rating; title
CARDS, TRACKS = 32, 12
HEAD = 7 + 2 * BITS + TRACKS  # turn, turns left, asked, place of the phase; where the action is; phase; prompt; tracks
MOST_KNOWN = 1 << 16  # rows of actions kept
_NUMBER = re.compile(r"-?\d+")
_DIGITS = re.compile(r"[\d.,]+")


def bits(name: str) -> tuple[float, ...]:
    """A name as plus and minus ones."""
    known = _bits.get(name)
    if known is None:
        code = crc32(name.encode())
        known = _bits[name] = tuple(1.0 if code >> i & 1 else -1.0 for i in range(BITS))
    return known


_bits: dict[str, tuple[float, ...]] = {}


@lru_cache(4096)
def number(text: str, scale: float) -> float:
    """The first number in a text, between -1 and 1."""
    found = _NUMBER.search(text)
    return max(-1.0, min(1.0, int(found.group()) / scale)) if found and len(found.group()) < 9 else 0.0


class Encoder:
    """Fixed sizes for one scenario of a game, and what fills them.

    A list of actions that is longer than the array, or comes in parts, is shown a page at a time: the last row then
    stands for the next page.
    """

    def __init__(self, game: Game, scenario: str, pieces: int = 256) -> None:
        self.game, self.pieces = game, pieces
        board = hexmap_of(game, scenario)
        hexes = board.grid.hexes if board else ()
        self.actions = 256 + max(256, len(hexes))
        self._places = _spread({h: board.grid.centre(h) for h in hexes}) if board else {}
        self._kinds = {kind: i for i, kind in enumerate(game.rules.actions)}
        self._seen: dict[str | None, _Seen] = {}
        self._known: dict[Action, tuple[int, list[str], PieceView | None]] = {}  # row, names, piece named
        self.view_size = HEAD + pieces * PIECE + CARDS * CARD
        self.action_size = len(self._kinds) + 4 + BITS  # kind; aimed at the board, x, y, a number; name
        self._rows: Array = np.zeros((1024, self.action_size), np.float32)
        self._more = np.array([0.0] * len(self._kinds) + [0.0, 0.0, 0.0, 1.0, *bits("more")], np.float32)

    def view(self, view: View, ask: Ask | None) -> Array:
        """What a side sees, as one row of numbers."""
        seen = self._look(view)
        out = np.zeros(self.view_size, np.float32)
        out[:HEAD] = self._head(view, ask)
        out[HEAD : HEAD + self.pieces * PIECE] = seen.rows.ravel()
        cards = [_card(card, view.side) for card in view.cards[:CARDS]]
        if cards:
            flat = np.array(cards, np.float32).ravel()
            out[self.view_size - CARDS * CARD :][: flat.size] = flat
        return out

    def _look(self, view: View) -> _Seen:
        """The pieces a side sees."""
        seen = self._seen.get(view.side)
        if seen is None:
            seen = self._seen[view.side] = _Seen(self.pieces)
        if view.pieces is not seen.pieces:
            self._look_again(seen, view)
        return seen

    def _look_again(self, seen: _Seen, view: View) -> None:
        """Describe the pieces that are not the same as before."""
        before, now = seen.pieces, view.pieces[: self.pieces]
        for i, piece in enumerate(now):
            if i >= len(before) or (piece is not before[i] and piece != before[i]):
                seen.rows[i] = self._piece(piece, view.side)
        seen.rows[len(now) :] = 0.0
        seen.pieces, seen.by_id = now, {piece.id: piece for piece in view.pieces}

    def legal(self, view: View, ask: Ask | None, page: int = 0) -> tuple[Array, NDArray[np.int8]]:
        """The legal actions of a page, a row each, and the mask that says which rows are filled."""
        rows = np.zeros((self.actions, self.action_size), np.float32)
        mask = np.zeros(self.actions, np.int8)
        if ask is None:
            return rows, mask
        pieces = self._look(view).by_id
        if len(self._known) > MOST_KNOWN:
            self._known.clear()
        known = [self._action(action, pieces) for action in self.page(ask, page)]
        if known:
            rows[: len(known)] = self._rows[known]
        mask[: len(known)] = 1
        if self.in_pages(ask):
            rows[-1], mask[-1] = self._more, 1
        return rows, mask

    def in_pages(self, ask: Ask) -> bool:
        """Is a list shown a page at a time? One that comes in parts is, and one that is too long."""
        return ask.actions.in_parts or len(ask.actions) > self.actions

    def page(self, ask: Ask, page: int) -> Sequence[Action]:
        """The actions of a page; there is one page unless the list comes in parts or is too long."""
        if not self.in_pages(ask):
            return ask.actions
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

    def _head(self, view: View, ask: Ask | None) -> list[float]:
        turns = max(1, view.turns)
        phase = view.phases.index(view.phase) / len(view.phases) if view.phase in view.phases else 0.0
        head = [min(1.0, view.turn / turns), max(-1.0, 1 - view.turn / turns), float(ask is not None), phase]
        head += self._where(view.focus[0]) if view.focus else (1.0, 0.0, 0.0)
        head += bits(view.phase)
        head += bits(_DIGITS.sub("", ask.prompt)) if ask is not None else (0.0,) * BITS
        tracks = [number(track.value, 50) for track in view.tracks[:TRACKS]]
        return head + tracks + [0.0] * (TRACKS - len(tracks))

    def _piece(self, piece: PieceView, side: str | None) -> tuple[float, ...]:
        mine = float(piece.side == side)
        away, x, y = self._where(piece.place, piece)
        looks = (1.0, mine, 1 - mine, float(piece.hidden), away, x, y, number(piece.values, 20))
        return looks + bits(piece.face) + bits(" ".join(piece.marks))

    def _where(self, place: str, piece: PieceView | None = None) -> tuple[float, float, float]:
        """Off the board or not, and coordinates between -1 and 1."""
        if place in self._places:
            return (0.0, *self._places[place])
        if piece is not None and piece.boxes:
            return (0.0, *_on_table(*piece.boxes[0][:2]))
        return 1.0, 0.0, 0.0

    def _action(self, action: Action, pieces: dict[str, PieceView]) -> int:
        """The number of an action's row; the row holds as long as the piece it names stays as it is."""
        known = self._known.get(action)
        if known is not None:
            row, names, piece = known
            if len(names) == 1 and pieces.get(names[0]) is piece:
                return row
        else:
            row, names, piece = len(self._known), names_in(action), None
        named = next((pieces[name] for name in names if name in pieces), None)
        if known is None or named is not piece:
            self._known[action] = row, names, named
            self._write(row, self._describe(action, pieces))
        return row

    def _write(self, row: int, numbers: list[float]) -> None:
        """Keep the row of an action."""
        if row >= len(self._rows):
            self._rows = np.concatenate([self._rows, np.zeros_like(self._rows)])
        self._rows[row] = numbers

    def _describe(self, action: Action, pieces: dict[str, PieceView]) -> list[float]:
        row = [0.0] * len(self._kinds)
        row[self._kinds[type(action)]] = 1.0
        words: list[str] = []
        away, x, y, amount = 1.0, 0.0, 0.0, 0.0
        for field in action.__struct_fields__:
            value = getattr(action, field)
            if isinstance(value, str):
                piece = pieces.get(value)
                if away:
                    away, x, y = self._where(piece.place if piece else value, piece)
                if piece is not None:
                    words.append(piece.face)
                elif value not in self._places:
                    words.append(value)
            elif isinstance(value, int | float):
                amount = max(-1.0, min(1.0, value / 50))
        return [*row, 1 - away, x, y, amount, *bits(" ".join(words))]


def names_in(action: Action) -> list[str]:
    """What an action names: pieces, hexes, buttons."""
    found = (getattr(action, field) for field in action.__struct_fields__)
    return [value for value in found if isinstance(value, str)]


class _Seen:
    """The pieces a side saw last, and their rows."""

    def __init__(self, most: int) -> None:
        self.pieces: tuple[PieceView, ...] = ()
        self.by_id: dict[str, PieceView] = {}
        self.rows = np.zeros((most, PIECE), np.float32)


def _card(card: CardView, side: str | None) -> tuple[float, ...]:
    return (1.0, float(card.side == side), float(card.hidden), number(card.rating, 10), *bits(card.title))


def _on_table(x: float, y: float) -> tuple[float, float]:
    """Inches on a table of up to ten feet."""
    return max(-1.0, min(1.0, x / 60 - 1)), max(-1.0, min(1.0, y / 60 - 1))


def _spread(centres: dict[str, Any]) -> dict[str, tuple[float, float]]:
    """Hex centres stretched over -1 to 1 in both directions."""
    xs, ys = [c[0] for c in centres.values()], [c[1] for c in centres.values()]
    left, top = min(xs), min(ys)
    width, height = (max(xs) - left) or 1, (max(ys) - top) or 1
    return {h: ((c[0] - left) / width * 2 - 1, (c[1] - top) / height * 2 - 1) for h, c in centres.items()}
