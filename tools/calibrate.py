"""What the value of a position has been worth: from matches played to the chances that people are told.

    python -m tools.calibrate FOLDER... [--out FOLDER]

For every scenario the matches of the folders are fitted (`players.outlook`): the value when each turn began against
who won in the end. Matches of players who overlook things are left out, and with `--strength` all but those of one
kind of player; where those are dear, `--beside` lets the fit learn from matches of another kind too. How far the
chances are off (the mean square error, Brier's score; 0.25 is a coin) is printed as the values stand and as fitted,
each tenth of the matches judged by a fit to the others. Where the fitted chances are no better, none are kept, and
people are told the value itself. What is found is kept in the data of each game in a checkout, or in `--out`: an
installed package is never written to. With `--page` what is printed also renews the table of such a page.
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
from grognard.lab.backends import LabError
from grognard.lab.job import MatchResult
from grognard.lab.runner import Lab
from grognard.players.win_chance import WinModel, home_of, log_odds, read, unsure
from tools.markdown_table import line_of, renewed

TRUST = np.array([False, False, True, True])  # of the four numbers: lean and trust, at first and at last
USUAL = np.where(TRUST, np.log(0.5), 0.0)  # as long as nothing is known; of trust the logarithm
FIRMNESS = np.array([0.05, 0.05, 0.5, 0.5])  # how hard it is to think otherwise
HASTY = ("recruit", "regular", "veteran", "hasty:")  # players who overlook things
RULE = "| --- | --- | --- | ---: | ---: | ---: |"  # game, scenario, played by, matches, value off by, chance off by
PARTS = 10  # of the matches, each judged by a fit to the others

Numbers = NDArray[np.float64]


class Moment(msgspec.Struct, frozen=True):
    """The first side's value when a turn began, and what became of it."""

    turn: int
    value: float
    won: float  # 1, 0, or a half for a draw
    weight: float  # the moments of one match count as much as those of another


def moments(rows: Sequence[MatchResult]) -> list[Moment]:
    """Every turn of some matches but the end."""
    found = []
    for row in rows:
        won = row.sides[0] in row.winners
        shared = not row.winners or len(row.winners) == len(row.sides) > 1
        values = row.advantage[:-1]
        found += [Moment(turn, v, 0.5 if shared else float(won), 1 / len(values)) for turn, v in enumerate(values)]
    return found


def fit(rows: Sequence[MatchResult]) -> WinModel:
    """The outlook under which what happened was most likely."""
    last = max(1.0, median(row.turns for row in rows))
    seen = moments(rows)
    passed = np.array([min(1.0, m.turn / last) for m in seen])
    value = np.array([log_odds(m.value) for m in seen])
    features = np.column_stack([1 - passed, passed, (1 - passed) * value, passed * value])
    found = _regression(features, np.array([m.won for m in seen]), np.array([m.weight for m in seen]))
    lean, lean_last, trust, trust_last = (round(float(number), 3) for number in found)
    return WinModel(last, (lean, lean_last), (trust, trust_last), tuple(rows[0].sides[1:]))


def _regression(features: Numbers, won: Numbers, weights: Numbers) -> Numbers:
    """Logistic regression by Newton's method, with steps halved until they help.

    Of trust its logarithm is sought: it may become as small as it likes, and a better value is still a better chance.
    """

    def unlikely(guess: Numbers) -> float:
        odds = features @ _told(guess)
        missed = weights * (np.logaddexp(0, odds) - won * odds)
        return float(missed.sum() + (FIRMNESS * (guess - USUAL) ** 2).sum() / 2)

    guess = USUAL
    for _ in range(100):
        expected = 1 / (1 + np.exp(-features @ _told(guess)))
        moved = features * np.where(TRUST, _told(guess), 1.0)
        slope = moved.T @ (weights * (expected - won)) + FIRMNESS * (guess - USUAL)
        spread = weights * expected * (1 - expected)
        step = np.linalg.solve((moved * spread[:, None]).T @ moved + np.diag(FIRMNESS), slope)
        while np.abs(step).max() > 1e-6 and unlikely(guess - step) > unlikely(guess):
            step = step / 2
        guess = guess - step
        if np.abs(step).max() <= 1e-6:
            break
    return _told(guess)


def _told(guess: Numbers) -> Numbers:
    """Lean and trust themselves."""
    return np.where(TRUST, np.exp(guess), guess)


def error(rows: Sequence[MatchResult], outlook: WinModel | None) -> float:
    """Brier's score of what is said of the first side, as the values stand if there is no outlook."""
    side, seen = rows[0].sides[0], moments(rows)
    said = [outlook.chance(side, m.turn, m.value) if outlook else unsure(m.value) for m in seen]
    return sum(m.weight * (m.won - s) ** 2 for m, s in zip(seen, said, strict=True)) / len(rows)


def out_of_sample(rows: Sequence[MatchResult], beside: Sequence[MatchResult] = ()) -> float:
    """Brier's score of each part of the matches by a fit to the others, and to those beside them."""
    parts = min(PARTS, len(rows))
    total = 0.0
    for part in range(parts):
        judged = rows[part::parts]
        others = [row for number, row in enumerate(rows) if number % parts != part]
        total += error(judged, fit([*others, *beside])) * len(judged)
    return total / len(rows)


class Finding(msgspec.Struct, frozen=True):
    """The fit of a scenario, and how far off the bare value is and the chance fitted to other matches."""

    matches: int
    bare: float
    fitted: float
    outlook: WinModel

    @property
    def kept(self) -> WinModel | None:
        """The fit, if it is worth having."""
        return self.outlook if self.fitted < self.bare else None


def find(rows: Sequence[MatchResult], beside: Sequence[MatchResult] = ()) -> Finding:
    """Fit a scenario, and look how good that is; matches beside these are learnt from and not judged by."""
    return Finding(len(rows), error(rows, None), out_of_sample(rows, beside), fit([*rows, *beside]))


def target(game: Game, out: Path | None) -> Path:
    """Where to keep what is found of a game."""
    if out is not None:
        return out / f"{game.id}.json"
    if {"site-packages", "dist-packages"} & set(game.folder.parts):
        raise LabError(f"{game.title} is installed, not checked out. Say where to keep what is found: --out FOLDER")
    return home_of(game)


def keep(found: Mapping[str, WinModel | None], file: Path) -> None:
    """Write what was found beside what was known, a line for each scenario; where nothing helps, nothing stands."""
    both = {name: outlook for name, outlook in {**read(file), **found}.items() if outlook is not None}
    lines = [f"  {msgspec.json.encode(n).decode()}: {msgspec.json.encode(both[n]).decode()}" for n in sorted(both)]
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")
    read.cache_clear()


def played(folders: Sequence[Path], strength: str = "") -> dict[str, dict[str, list[MatchResult]]]:
    """The matches that can be fitted, by game and scenario."""
    found: dict[str, dict[str, list[MatchResult]]] = defaultdict(lambda: defaultdict(list))
    for row in (row for folder in folders for row in Lab(folder).rows() if row.ended and len(row.advantage) > 1):
        if not any(player.startswith(HASTY) for player in row.players.values()) and strength in ("", row.played_by):
            found[row.game][row.scenario].append(row)
    return found


def main(arguments: Sequence[str] | None = None) -> None:
    """Fit every scenario and keep what was found."""
    parser = argparse.ArgumentParser(prog="python -m tools.calibrate", description=(__doc__ or "").split(":")[0])
    parser.add_argument("folders", nargs="+", type=Path, help="where `grognard lab run` kept its matches")
    parser.add_argument("--strength", default="", metavar="NAME", help="only matches that all sides played so")
    parser.add_argument("--beside", metavar="NAME", help="matches played so are learnt from as well, not judged by")
    parser.add_argument("--out", type=Path, metavar="FOLDER", help="where to keep what is found (the games' own data)")
    parser.add_argument("--page", type=Path, metavar="FILE", help="a page with the table of how far they are off")
    options = parser.parse_args(arguments)
    told: dict[str, Finding] = {}
    beside = played(options.folders, options.beside) if options.beside not in (None, options.strength) else {}
    for game, scenarios in played(options.folders, options.strength).items():
        found = {name: find(rows, beside.get(game, {}).get(name, ())) for name, rows in scenarios.items()}
        keep({name: finding.kept for name, finding in found.items()}, target(find_game(game), options.out))
        told |= {f"{game}/{name}": finding for name, finding in found.items()}
    tell(told)
    if options.page:
        text = renewed(options.page.read_text("utf-8"), RULE, lines(told, options.strength))
        options.page.write_text(text, "utf-8")


def tell(found: Mapping[str, Finding]) -> None:
    """How far off the chances are, scenario by scenario."""
    for name, one in sorted(found.items()):
        left = "" if one.kept else ", left as it stands"
        print(f"{name:45} {one.matches:5} matches, off by {one.bare:.3f}, fitted {one.fitted:.3f}{left}")
    bare, told = fmean(one.bare for one in found.values()), fmean(min(one.bare, one.fitted) for one in found.values())
    print(f"{'all':45} {sum(one.matches for one in found.values()):5} matches, off by {bare:.3f}, as told {told:.3f}")


def lines(found: Mapping[str, Finding], strength: str) -> list[str]:
    """The same as lines of a table."""
    told = []
    for name, one in found.items():
        game, _, scenario = name.partition("/")
        titles = find_game(game).title, find_game(game).scenarios[scenario].title
        worth = f"{one.fitted:.3f}" if one.kept else f"{one.fitted:.3f}, not told"
        told.append(line_of([*titles, strength or "all", one.matches, f"{one.bare:.3f}", worth]))
    return told


if __name__ == "__main__":
    main()
