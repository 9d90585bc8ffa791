"""Levers: values of a scenario's file that are set or varied, and what one step of them is worth."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from math import sqrt
from statistics import fmean
from typing import Any, NamedTuple

from grognard.engine import Game, GrognardError, suggest_choices
from grognard.engine.game.plain_text import from_toml
from grognard.engine.game.scenario import parse
from grognard.lab.job import MatchResult
from grognard.lab.stats import Z
from grognard.studio import edited
from grognard.studio.edits import Put
from grognard.studio.layout import text_of

SPAN = re.compile(r"(-?\d{1,4})\.\.(-?\d{1,4})")
ROUND = 2  # how far to either side of its value a lever goes if nobody says
MOST = 200  # values of one lever
Path = tuple[str | int, ...]
Setting = Mapping[str, Any]  # values by the names of levers
Settings = Mapping[str, Setting]  # of scenarios that are like another
NOTHING_SET: Settings = {}


class LeverError(GrognardError):
    """No such lever, or no such value; the message says what there is."""


class Lever(NamedTuple):
    """A value of a file by its name, and the values it takes."""

    name: str
    values: tuple[Any, ...]


def read_lever(text: str) -> Lever:
    """`turns=6..10`, `turns=6,8`, or the name alone: then it goes a little to either side of what the file says."""
    name, sign, values = text.partition("=")
    span = SPAN.fullmatch(values)
    if span:
        low, high = int(span[1]), int(span[2])
        if not 0 <= high - low < MOST:
            raise LeverError(f"{text!r}: from the smaller to the greater, as in {name}=6..10.")
        return Lever(name, tuple(range(low, high + 1)))
    return Lever(name, tuple(_value(part) for part in values.split(",")) if sign else ())


def _value(text: str) -> Any:
    """A number, true or false, or else a word."""
    try:
        return from_toml(f"x = {text}")["x"]
    except ValueError:
        return text


def path_of(data: Any, name: str) -> Path:
    """Where a lever stands: by its whole path (`aim.0.points`), or by a last key of one alone, or how that begins."""
    found = dict(_numbers(data, ()))
    exact = [path for path in found if ".".join(map(str, path)) == name]
    ends = [path for path in found if str(path[-1]) == name] or [p for p in found if str(p[-1]).startswith(f"{name}_")]
    if exact or len(ends) == 1:
        return (exact or ends)[0]
    known = {".".join(map(str, path)) for path in ends} or {path[-1] for path in found if isinstance(path[-1], str)}
    raise LeverError(f"There is no lever {name!r} here, or more than one. {suggest_choices(known, name)}")


def _numbers(data: Any, path: Path) -> Iterator[tuple[Path, Any]]:
    """Every number, word and truth of a file with its path."""
    rows = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in rows:
        if isinstance(value, dict | list):
            yield from _numbers(value, (*path, key))
        else:
            yield (*path, key), value


def spread(game: Game, scenario: str, levers: Iterable[Lever]) -> list[Lever]:
    """Levers with their values; those without any get some round what the file says."""
    data = parse(text_of(game, scenario), scenario)
    return [lever if lever.values else Lever(lever.name, _round(data, lever.name)) for lever in levers]


def _round(data: Any, name: str) -> tuple[int, ...]:
    value = dict(_numbers(data, ()))[path_of(data, name)]
    if not isinstance(value, int) or isinstance(value, bool):
        raise LeverError(f"{name!r} is no whole number: say which values it takes, as in {name}=a,b.")
    return tuple(range(max(0, value - ROUND), value + ROUND + 1))


def variant(game: Game, scenario: str, setting: Setting) -> str:
    """The id of a scenario like another, with some values set; or a ScenarioError."""
    if not setting:
        return scenario
    text = text_of(game, scenario)
    data = parse(text, scenario)
    found = dict(_numbers(data, ()))
    paths = [(path_of(data, name), value) for name, value in setting.items()]
    edits = tuple(Put(path, str(value) if isinstance(found[path], str) else value) for path, value in paths)
    told = ", ".join(f"{name}={value}" for name, value in setting.items())
    return game.add_scenario(edited(game, text, edits), f"{scenario} with {told}").id


def settings(levers: Sequence[Lever]) -> list[dict[str, Any]]:
    """Every way to set them."""
    names = [lever.name for lever in levers]
    return [dict(zip(names, values, strict=True)) for values in product(*(lever.values for lever in levers))]


# ------------------------------------------------------------------ what a step is worth


def score(row: MatchResult) -> float:
    """A match for its first side: won, lost, or shared."""
    if not row.winners:
        return 0.5
    return 1 / len(row.winners) if row.sides[0] in row.winners else 0.0


class Effect(NamedTuple):
    """What one more of something brings the first side, give or take."""

    share: float
    error: float

    def __str__(self) -> str:
        return f"{self.share:+.0%} (±{self.error:.0%})".replace("%", " %")


def worths(rows: Sequence[MatchResult], settings: Settings) -> list[tuple[str, str]]:
    """What one more of each lever is worth to the first side: its name, and the words."""
    found = []
    for name in dict.fromkeys(name for setting in settings.values() for name in setting):
        points = [(settings[row.scenario][name], score(row)) for row in rows if row.scenario in settings]
        worth = slope([(x, y) for x, y in points if isinstance(x, int | float)])
        if worth is not None:
            found.append((f"one more of {name}", f"{rows[0].sides[0]} {worth}"))
    return found


def setting_name(scenario: str, settings: Settings) -> str:
    """A scenario with what was set in it: its id is a number to anybody."""
    told = ", ".join(f"{name} {value}" for name, value in settings.get(scenario, {}).items())
    return f"{scenario.partition('@')[0]}, {told}" if told else scenario


def slope(points: Sequence[tuple[float, float]]) -> Effect | None:
    """The slope of scores over values, by least squares, with its 95 % interval; None where nothing varies."""
    if len(points) < 3:
        return None
    middle, mean = fmean(x for x, _ in points), fmean(y for _, y in points)
    wide = sum((x - middle) ** 2 for x, _ in points)
    if not wide:
        return None
    slope = sum((x - middle) * (y - mean) for x, y in points) / wide
    rest = sum((y - mean - slope * (x - middle)) ** 2 for x, y in points) / (len(points) - 2)
    return Effect(slope, Z * sqrt(rest / wide))
