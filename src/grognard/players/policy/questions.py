"""What a policy looks at: units, answers and the situation of one question as arrays, from a side's own view alone.

The rows come from the `Encoder`, with what the ground there is and how the game judges each answer. Units know where
they stand and answers where they lead, in hexes or steps of a table, so that a network can add up who is how far from
where.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from grognard.encoding.encoder import PIECES, Encoder
from grognard.encoding.observation_cache import Array
from grognard.encoding.terrain import Terrain, terrain_of
from grognard.engine import NEVER, Action, Ask, Game, PieceView, State
from grognard.engine.core.step import names_in

OFF = 1e3  # where whoever is off the map stands
STEP = 2.0  # inches of a table that count as one hex
GONE = "eliminated"
JUDGED = ("judged worse by", "judged best", "judged worse, in points", "out of the question")
NAMES_A_PIECE = ("piece", "unit")  # the fields of an answer that say who acts


class Question(NamedTuple):
    """One question as arrays: a row for each unit and each answer, and one for the situation."""

    units: Array
    where: Array  # of each unit, in hexes
    answers: Array
    at: Array  # the two places each answer names, in hexes
    actor: NDArray[np.int16]  # whose row acts, or -1
    judged: Array  # by how much an answer is judged worse than the best, in spreads, and whether it is the best
    situation: Array


class Columns(msgspec.Struct, frozen=True):
    """What every column means, so that weights are never used for something else."""

    units: tuple[str, ...]
    answers: tuple[str, ...]
    situation: tuple[str, ...]

    @property
    def sizes(self) -> tuple[int, int, int]:
        """How many of each there are."""
        return len(self.units), len(self.answers), len(self.situation)


class Eyes:
    """What is looked at in one scenario of a game, in the columns of the scenarios that were trained on."""

    def __init__(self, game: Game, scenario: str, trained: Sequence[str]) -> None:
        self.game, self.encoder = game, Encoder(game, scenario)
        self.terrain = terrain_of(game, scenario)
        self.scale = _scale(game, scenario, self.terrain)
        kinds = sorted({kind for name in trained for kind in terrain_of(game, name).columns[2:]})
        self.columns = self._columns(kinds, trained)
        self._ground, self._rows = _ground(self.terrain, kinds)
        self._scenario = [float(scenario == name) for name in trained]
        named = self.encoder.columns
        self._on = named["pieces"].index("on the board")
        self._at, self._then = (named["actions"].index(name) for name in ("on the board", "then: on the board"))

    def _columns(self, kinds: Sequence[str], trained: Sequence[str]) -> Columns:
        named, ground = self.encoder.columns, [f"ground {kind}" for kind in kinds]
        aims = [f"aim {i}: {name}" for i in range(self.encoder.shapes["aims"][0]) for name in named["aims"]]
        return Columns(
            (*named["pieces"], "named by the question", *ground),
            (*named["actions"], *JUDGED, *ground),
            (*named["observation"], *aims, "answers", "first side", *(f"plays {name}" for name in trained)),
        )

    def look(self, g: State[Any], ask: Ask, answers: Sequence[Action], worth: Array) -> Question:
        """A question with these answers, judged so."""
        view, step, side = self.game.rules.view(g, ask.side), g.steps[-1], ask.side
        seen = self.encoder.see(view, type(step), self.game.rules.aims(g, side))
        shown = view.pieces[:PIECES]
        pieces = seen["pieces"][: len(shown)]
        on_map, spots = pieces[:, self._on] > 0, pieces[:, self._on + 1 : self._on + 3]
        number = {piece.id: i for i, piece in enumerate(shown)}
        asked = [number[name] for name in names_in(step) if name in number]
        named = np.zeros((len(shown), 1), np.float32)
        named[asked] = 1.0
        there = [i for i, piece in enumerate(shown) if _is_there(piece)]
        row_of = {shown[i].id: row for row, i in enumerate(there)}
        asker = next((row_of[shown[i].id] for i in asked if shown[i].id in row_of), -1)
        table, (gaps, judged) = self.encoder.describe(view, answers), _gaps(worth)
        grounds = self._ground_at(table[:, self._at + 1 : self._at + 3], table[:, self._at] > 0)
        besides = [len(answers) / 100, float(side == self.game.rules.sides(g)[0]), *self._scenario]
        return Question(
            np.concatenate([pieces, named, self._ground_at(spots, on_map)], 1)[there],
            np.where(on_map[:, None], spots * self.scale, np.float32(OFF))[there],
            np.concatenate([table, gaps, grounds], 1),
            np.concatenate([self._places(table, self._at), self._places(table, self._then)], 1),
            np.array([row_of.get(_doer(answer), asker) for answer in answers], np.int16),
            judged,
            np.concatenate([seen["observation"], seen["aims"].ravel(), np.array(besides, np.float32)]),
        )

    def _places(self, table: Array, column: int) -> Array:
        on_map = table[:, column] > 0
        at: Array = np.where(on_map[:, None], table[:, column + 1 : column + 3] * self.scale, np.float32(-OFF))
        return at.astype(np.float32)

    def _ground_at(self, spots: Array, there: NDArray[np.bool_]) -> Array:
        nowhere = len(self._ground) - 1
        found = [self._rows.get(key, nowhere) for key in _keys(spots)]
        return self._ground[np.where(there, np.array(found, np.intp), nowhere)]


def _ground(terrain: Terrain, kinds: Sequence[str]) -> tuple[Array, dict[bytes, int]]:
    """What is printed at each place, in the columns of all scenarios; the last row is nowhere."""
    rows = np.zeros((len(terrain.rows) + 1, len(kinds)), np.float32)
    for i, kind in enumerate(kinds):
        if kind in terrain.columns:
            rows[:-1, i] = terrain.rows[:, terrain.columns.index(kind)]
    return rows, {key: i for i, key in enumerate(_keys(terrain.rows[:, :2]))}


def _scale(game: Game, scenario: str, terrain: Terrain) -> Array:
    """How many hexes, or steps of a table, half the map is across and up."""
    if terrain.inches:
        return np.array([inches / 2 / STEP for inches in terrain.inches], np.float32)
    ground: Any = game.face.ground(scenario)
    if ground is None:
        return np.ones(2, np.float32)
    grid = ground.map.grid
    centres = np.array([grid.centre(h) for h in grid.hexes], float)
    here = next(h for h in grid.hexes if grid.neighbours[h])
    step = np.hypot(*np.subtract(grid.centre(here), grid.centre(next(iter(grid.neighbours[here])))))
    scale: Array = ((centres.max(0) - centres.min(0)) / 2 / step).astype(np.float32)
    return scale


def _keys(spots: Array) -> list[bytes]:
    """Places as something that can be looked up."""
    rounded = np.rint(spots.astype(np.float64) * 20_000).astype(np.int32)
    return [row.tobytes() for row in rounded]


def _is_there(piece: PieceView) -> bool:
    return bool(piece.place) and piece.place != GONE


def _doer(answer: Action) -> str:
    """The piece that an answer names as the one that acts."""
    return next((str(getattr(answer, name)) for name in NAMES_A_PIECE if hasattr(answer, name)), "")


def _gaps(worth: Array) -> tuple[Array, Array]:
    """How far answers are judged behind the best: as columns, and as the two numbers the network begins with."""
    gap = np.clip(worth.max() - worth, 0, 20)
    sane = worth > NEVER
    spread = float(worth[sane].std()) if sane.sum() > 1 else 0.0
    behind, best = np.minimum(gap / (spread + 0.05), 6.0), (gap == 0).astype(np.float32)
    columns = np.stack([-behind / 3, best, np.minimum(gap, 3), ~sane], 1).astype(np.float32)
    return columns, np.stack([-behind, best], 1).astype(np.float32)
