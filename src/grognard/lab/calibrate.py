"""What the value of a position has been worth: from matches played to the chances that people are told.

    python -m grognard.lab.calibrate FOLDER... [--out FOLDER]

For every scenario the matches of the folders are fitted (`players.outlook`): the value when each turn began against who
won in the end. Matches of players who overlook things are left out. What is found is kept in the data of each game in a
checkout, or in `--out`: an installed package is never written to. What is printed is how far the chances are off (the
mean square error, Brier's score), as the values stand and as fitted: each half of the matches is judged by a fit to the
other half. 0.25 is a coin.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import fmean, median

import msgspec
import numpy as np
from numpy.typing import NDArray

from grognard.engine import Game, find_game
from grognard.lab.job import Row
from grognard.lab.runner import Lab, LabError
from grognard.players.outlook import Outlook, home_of, log_odds, read

USUAL = np.array([0.0, 0.0, 0.5, 0.5])  # lean and trust, at first and at last, as long as nothing is known
FIRMNESS = np.array([0.05, 0.05, 0.5, 0.5])  # how hard it is to think otherwise
HASTY = ("recruit", "regular", "veteran", "hasty:")  # players who overlook things
LEAST = 0.1  # a better value is always a better chance: it is trusted so much at least

Numbers = NDArray[np.float64]


class Moment(msgspec.Struct, frozen=True):
    """The first side's value when a turn began, and what became of it."""

    turn: int
    value: float
    won: float  # 1, 0, or a half for a draw
    weight: float  # the moments of one match count as much as those of another


def moments(rows: Sequence[Row]) -> list[Moment]:
    """Every turn of some matches but the end."""
    found = []
    for row in rows:
        won = row.sides[0] in row.winners
        shared = not row.winners or len(row.winners) == len(row.sides) > 1
        values = row.advantage[:-1]
        found += [Moment(turn, v, 0.5 if shared else float(won), 1 / len(values)) for turn, v in enumerate(values)]
    return found


def fit(rows: Sequence[Row]) -> Outlook:
    """The outlook under which what happened was likeliest."""
    last = max(1.0, median(row.turns for row in rows))
    seen = moments(rows)
    passed = np.array([min(1.0, m.turn / last) for m in seen])
    value = np.array([log_odds(m.value) for m in seen])
    features = np.column_stack([1 - passed, passed, (1 - passed) * value, passed * value])
    won, weights = np.array([m.won for m in seen]), np.array([m.weight for m in seen])
    found = _regression(features, won, weights, USUAL, FIRMNESS)
    too_low = (found < LEAST) & (np.arange(4) >= 2)
    if too_low.any():
        found = _regression(features, won, weights, np.where(too_low, LEAST, USUAL), np.where(too_low, 1e6, FIRMNESS))
    lean, lean_last, trust, trust_last = (round(float(number), 2) for number in found)
    return Outlook(last, (lean, lean_last), (trust, trust_last), tuple(rows[0].sides[1:]))


def _regression(features: Numbers, won: Numbers, weights: Numbers, usual: Numbers, firmness: Numbers) -> Numbers:
    """Logistic regression by Newton's method, with steps halved until they help."""

    def unlikely(guess: Numbers) -> float:
        odds = features @ guess
        missed = weights * (np.logaddexp(0, odds) - won * odds)
        return float(missed.sum() + (firmness * (guess - usual) ** 2).sum() / 2)

    guess = usual
    for _ in range(50):
        expected = 1 / (1 + np.exp(-features @ guess))
        slope = features.T @ (weights * (expected - won)) + firmness * (guess - usual)
        spread = weights * expected * (1 - expected)
        step = np.linalg.solve((features * spread[:, None]).T @ features + np.diag(firmness), slope)
        while np.abs(step).max() > 1e-6 and unlikely(guess - step) > unlikely(guess):
            step = step / 2
        guess = guess - step
        if np.abs(step).max() <= 1e-6:
            break
    return guess


def error(rows: Sequence[Row], outlook: Outlook | None) -> float:
    """Brier's score of what is said of the first side, as the values stand if there is no outlook."""
    side, seen = rows[0].sides[0], moments(rows)
    said = [outlook.chance(side, m.turn, m.value) if outlook else m.value for m in seen]
    return sum(m.weight * (m.won - s) ** 2 for m, s in zip(seen, said, strict=True)) / len(rows)


def by_halves(rows: Sequence[Row]) -> float:
    """Brier's score of each half of the matches by a fit to the other half."""
    halves = rows[::2], rows[1::2]
    return fmean(error(judged, fit(fitted)) for judged, fitted in (halves, halves[::-1]))


def target(game: Game, out: Path | None) -> Path:
    """Where to keep what is found of a game."""
    if out is not None:
        return out / f"{game.id}.json"
    if {"site-packages", "dist-packages"} & set(game.folder.parts):
        raise LabError(f"{game.title} is installed, not checked out. Say where to keep what is found: --out FOLDER")
    return home_of(game)


def keep(found: Mapping[str, Outlook], file: Path) -> None:
    """Write what was found beside what was known, a line for each scenario."""
    both = {**read(file), **found}
    lines = [f"  {msgspec.json.encode(n).decode()}: {msgspec.json.encode(both[n]).decode()}" for n in sorted(both)]
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")
    read.cache_clear()


def played(folders: Sequence[Path]) -> dict[str, dict[str, list[Row]]]:
    """The matches that can be fitted, by game and scenario."""
    found: dict[str, dict[str, list[Row]]] = defaultdict(lambda: defaultdict(list))
    for row in (row for folder in folders for row in Lab(folder).rows() if row.ended and len(row.advantage) > 1):
        if not any(player.startswith(HASTY) for player in row.players.values()):
            found[row.game][row.scenario].append(row)
    return found


def main(arguments: Sequence[str] | None = None) -> None:
    """Fit every scenario and keep what was found."""
    parser = argparse.ArgumentParser(prog="python -m grognard.lab.calibrate", description=(__doc__ or "").split(":")[0])
    parser.add_argument("folders", nargs="+", type=Path, help="where `grognard lab run` kept its matches")
    parser.add_argument("--out", type=Path, metavar="FOLDER", help="where to keep what is found (the games' own data)")
    options = parser.parse_args(arguments)
    matches = played(options.folders)
    for game, scenarios in matches.items():
        keep({name: fit(rows) for name, rows in scenarios.items()}, target(find_game(game), options.out))
    tell({f"{game}/{name}": rows for game, scenarios in matches.items() for name, rows in scenarios.items()})


def tell(matches: Mapping[str, list[Row]]) -> None:
    """How far off the chances are, scenario by scenario."""
    for name, rows in sorted(matches.items()):
        print(f"{name:45} {len(rows):5} matches, off by {error(rows, None):.3f}, fitted {by_halves(rows):.3f}")
    before, after = fmean(error(rows, None) for rows in matches.values()), fmean(map(by_halves, matches.values()))
    print(f"{'all':45} {sum(map(len, matches.values())):5} matches, off by {before:.3f}, fitted {after:.3f}")


if __name__ == "__main__":
    main()
