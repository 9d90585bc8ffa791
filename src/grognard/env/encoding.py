"""A view and a list of legal actions as arrays of a fixed size. Nothing but what the side may see goes in.

Names become a few bits of a hash of the name, the same in every process: a policy can tell faces, marks and
buttons apart without any game's vocabulary.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

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


def number(text: str, scale: float) -> float:
    """The first number in a text, between -1 and 1."""
    found = _NUMBER.search(text)
    return max(-1.0, min(1.0, int(found.group()) / scale)) if found and len(found.group()) < 9 else 0.0


class Encoder:
    """Fixed sizes for one scenario of a game, and what fills them.

    A list of actions longer than the array is shown a page at a time: its last row then stands for the next page.
    """

    def __init__(self, game: Game, scenario: str, pieces: int = 256) -> None:
        self.game, self.pieces = game, pieces
        board = game.board(scenario)
        hexes = board.grid.hexes if board else ()
        self.actions = 256 + max(256, len(hexes))
        self._places = _spread({h: board.grid.centre(h) for h in hexes}) if board else {}
        self._kinds = {kind: i for i, kind in enumerate(game.actions)}
        self._seen: dict[str | None, _Seen] = {}
        self._rows: dict[Action, tuple[PieceView | None, Array]] = {}
        self.view_size = HEAD + pieces * PIECE + CARDS * CARD
        self.action_size = len(self._kinds) + 4 + BITS  # kind; aimed at the board, x, y, a number; name
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
            if i >= len(before) or piece != before[i]:
                seen.rows[i] = self._piece(piece, view.side)
        seen.rows[len(now) :] = 0.0
        seen.pieces, seen.by_id = now, {piece.id: piece for piece in view.pieces}

    def legal(self, view: View, ask: Ask | None, page: int = 0) -> tuple[Array, NDArray[np.int8]]:
        """The legal actions of a page, a row each, and the mask that says which rows are filled."""
        rows = np.zeros((self.actions, self.action_size), np.float32)
        mask = np.zeros(self.actions, np.int8)
        if ask is None:
            return rows, mask
        offered, pieces = self.page(ask, page), self._look(view).by_id
        for i, action in enumerate(offered):
            rows[i] = self._action(action, pieces)
        mask[: len(offered)] = 1
        if len(ask.actions) > self.actions:
            rows[-1], mask[-1] = self._more, 1
        return rows, mask

    def page(self, ask: Ask, page: int) -> Sequence[Action]:
        """The actions of a page; there is one page unless the list is too long."""
        if len(ask.actions) <= self.actions:
            return ask.actions
        each = self.actions - 1
        return list(ask.actions)[page * each : (page + 1) * each]

    def pages(self, ask: Ask) -> int:
        """How many pages a list takes."""
        return 1 if len(ask.actions) <= self.actions else -(-len(ask.actions) // (self.actions - 1))

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

    def _action(self, action: Action, pieces: dict[str, PieceView]) -> Array:
        """The row of an action; it holds as long as the piece it names stays as it is."""
        piece = next((pieces[name] for name in names_in(action) if name in pieces), None)
        known = self._rows.get(action)
        if known is None or known[0] is not piece:
            if len(self._rows) > MOST_KNOWN:
                self._rows.clear()
            known = self._rows[action] = piece, np.array(self._describe(action, pieces), np.float32)
        return known[1]

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
