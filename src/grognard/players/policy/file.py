"""The file of a policy: its weights, what their columns mean, how it was trained, and what it was measured to win."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path
from zipfile import BadZipFile
from zlib import crc32

import msgspec
import numpy as np

from grognard.engine import Game
from grognard.players.policy.network import Weights
from grognard.players.policy.player import Policy
from grognard.players.policy.questions import Columns

FORMAT = 1
LARGEST = 500_000  # bytes
ABOUT = "about"


class Unfit(ValueError):
    """A policy that does not belong to this game as it is now, in a sentence."""


class Score(msgspec.Struct, frozen=True):
    """The share of matches won, seats exchanged, with half of its 95 % interval, over so many pairs."""

    share: float
    within: float
    pairs: int


class Measured(msgspec.Struct, frozen=True):
    """How a policy did in one battle, on seeds it was not trained on."""

    fitted: Score
    search: Score | None = None

    @property
    def accepted(self) -> bool:
        """Does it win more than fitted weights beyond doubt, and lose nothing to the search?"""
        better = self.fitted.share - self.fitted.within > 0.5
        return better and (self.search is None or self.search.share >= 0.5)


class About(msgspec.Struct, frozen=True):
    """What is known of a policy."""

    game: str
    version: int  # of the game's rules
    trained: tuple[str, ...]  # the battles that have columns
    columns: Columns
    weights: int  # what the weights are, as a number
    recipe: dict[str, str | int | float] = {}
    measured: dict[str, Measured] = {}
    format: int = FORMAT

    @property
    def accepted(self) -> tuple[str, ...]:
        """The battles that it plays."""
        return tuple(name for name, measured in self.measured.items() if measured.accepted)


def write(path: Path, about: About, weights: Weights) -> None:
    """Keep a policy, with half as many digits as it was trained with."""
    halved = _halved(weights)
    told = msgspec.structs.replace(about, weights=digest(halved))
    kept = io.BytesIO()
    np.savez_compressed(kept, **halved, **{ABOUT: np.frombuffer(msgspec.json.encode(told), np.uint8)})  # type: ignore[arg-type]
    if kept.tell() > LARGEST:
        raise Unfit(f"A policy of {kept.tell():,} bytes is larger than {LARGEST:,}.")
    path.write_bytes(kept.getvalue())


def read(path: Path, game: Game) -> tuple[Policy, About]:
    """A policy that fits this game as it is now; Unfit says why one does not."""
    arrays, about = unpacked(path)
    if about.format != FORMAT:
        raise Unfit(f"{path.name} is of format {about.format}, and this is {FORMAT}.")
    if (about.game, about.version) != (game.id, game.version):
        raise Unfit(f"{path.name} was trained for {about.game} {about.version}; this is {game.id} {game.version}.")
    if about.columns != columns_of(game, about.trained):
        raise Unfit(f"{path.name} was trained with other columns than {game.id} has now.")
    return Policy(game, arrays, about.trained), about


def columns_of(game: Game, trained: Sequence[str]) -> Columns:
    """What a policy for some battles of a game looks at."""
    return Policy(game, {}, trained).eyes(trained[0]).columns


def unpacked(path: Path) -> tuple[Weights, About]:
    """What stands in a file, whatever game it fits; Unfit if it is no policy, or damaged."""
    try:
        with np.load(path, allow_pickle=False) as kept:
            arrays = {name: kept[name] for name in kept.files}
        about = msgspec.json.decode(arrays.pop(ABOUT).tobytes(), type=About)
    except (OSError, ValueError, KeyError, EOFError, BadZipFile) as error:
        raise Unfit(f"{path.name} is not a policy: {error}") from None
    if digest(arrays) != about.weights:
        raise Unfit(f"{path.name} is damaged: its weights are not those it was measured with.")
    return {name: rows.astype(np.float32) for name, rows in arrays.items()}, about


def digest(weights: Weights) -> int:
    """What the weights are, as a number."""
    found = 0
    for name in sorted(weights):
        found = crc32(weights[name].astype(np.float16).tobytes(), crc32(name.encode(), found))
    return found


def _halved(weights: Weights) -> Weights:
    return {name: rows.astype(np.float16) for name, rows in weights.items()}
