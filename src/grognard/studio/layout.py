"""A scenario as the studio lays it out: its text, what is wrong with it, and who and what stands where."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from grognard.engine import Game, Problem, ScenarioError
from grognard.engine.game.plain_text import from_toml
from grognard.engine.game.scenario import ScenarioSet, parse
from grognard.studio.check import temporary_scenario
from grognard.studio.edits import NAME
from grognard.studio.game_schema import GameSchema, Mark, bench_of, copied, roster_of, spread
from grognard.studio.maps import like, table_mark
from grognard.studio.placements import Counted, InPosition, Placed
from grognard.studio.toml_edit import Found, Path, Plain, rewritten, table_at, to_toml

SHOWN = 100  # problems that are told


class StudioProblem(msgspec.Struct, frozen=True):
    """A problem, and on which line of the text it stands."""

    line: int
    key: str
    says: str


class StudioCounter(msgspec.Struct, frozen=True):
    """Somebody who takes part."""

    id: str
    unit: str
    side: str
    place: str
    face: str
    name: str
    count: int
    area: str = ""


class StudioMark(msgspec.Struct, frozen=True):
    """Places that belong together: an area or an objective, or corners of an outline."""

    path: Path
    kind: str
    name: str
    places: list[str]
    outline: bool
    worth: str = ""
    side: str = ""  # whose units set up there, if it is known


class StudioSheet(msgspec.Struct, frozen=True):
    """All that is shown of a scenario. A text that cannot be read has no data, and nothing stands anywhere."""

    text: str
    data: Plain | None
    problems: list[StudioProblem]
    sides: list[str] = []
    counters: list[StudioCounter] = []
    marks: list[StudioMark] = []
    later: list[str] = []  # units that come on later
    table: str = ""  # the name under which its table or map is drawn, if that is part of the file
    like: str = ""  # a scenario in the box that is played on its map, if it is not
    begun: bool = False  # does it begin in a position?


def sheet_of(game: Game, text: str) -> StudioSheet:
    """A text laid out, judged as `grognard scenario check` judges it before it plays a little."""
    wrong = list(problems(game, text))
    try:
        data: Plain = copied(parse(text, NAME))
    except (ScenarioError, OverflowError):  # a number may be longer than any page can hold
        return StudioSheet(text, None, wrong)
    bench = bench_of(game)
    counters = list(_counters(game, bench, data))
    marks = [_marked(data, mark, found, counters) for mark, found in bench.marks(data)]
    table, sides, later = table_mark(game, bench, data), list(bench.sides_of(data)), bench.coming(data)
    begun = isinstance(bench.units_in(data), InPosition)
    return StudioSheet(text, data, wrong, sides, counters, marks, later, table, like(game, data), begun)


def problems(game: Game, text: str) -> Iterator[StudioProblem]:
    """What is wrong with a text."""
    assert isinstance(game.scenarios, ScenarioSet)
    try:
        if game.scenarios.read(text, NAME).position:
            with temporary_scenario(game, text, NAME):
                pass  # it could be begun in
    except ScenarioError as error:
        yield from told(error.problems)


def told(found: tuple[Problem, ...]) -> list[StudioProblem]:
    """Problems for a page."""
    return [StudioProblem(problem.line, problem.key, problem.says) for problem in found[:SHOWN]]


def begin(game: Game, scenario: str = "") -> str:
    """The text to begin with: that of a scenario in the box, or one from nothing."""
    if not scenario:
        return to_toml({"game": game.id, **bench_of(game).blank})
    text = text_of(game, scenario)
    data = from_toml(text)
    data |= {"id": "my-" + str(data["id"])[:37].rstrip("-"), "source": "invented"}
    data.pop("number", None)
    return rewritten(text, data)


def text_of(game: Game, scenario: str) -> str:
    """The file of a scenario, whether it came with the game or was added."""
    name = game.find_scenario(scenario)
    return game.scenario_text(name) or (game.folder / "data" / "scenarios" / f"{name}.toml").read_text("utf-8")


def _counters(game: Game, bench: GameSchema, data: Plain) -> Iterator[StudioCounter]:
    roster = {unit.id: unit for unit in roster_of(game)}
    hexes = {found.key: spread(mark, found.value) for mark, found in bench.marks(data) if mark.kind == "area"}
    crowd: dict[str, int] = {}
    for one in bench.units_in(data).placed(data):
        unit = roster.get(one.unit)
        side = one.side or (unit.side if unit else "")
        face = unit.face.replace("{side}", side) if unit else _face(game, side, one.unit)
        place, area = _where(bench, one, hexes, crowd)
        name = unit.name if unit else one.unit.replace("_", " ")
        yield StudioCounter(one.id, one.unit, side, place, face, name, one.many, area)


def _face(game: Game, side: str, kind: str) -> str:
    """The counter of a piece that is not available from the box."""
    return f"{side}.{kind}" if f"{side}.{kind}" in game.face.counters else kind


def _where(bench: GameSchema, one: Placed, hexes: dict[str, list[str]], crowd: dict[str, int]) -> tuple[str, str]:
    """Where a counter is shown: those of an area one after the other on its hexes."""
    if not isinstance(bench.units, Counted):
        return one.place, ""
    places, n = hexes.get(one.place, []), crowd.get(one.place, 0)
    crowd[one.place] = n + 1
    return (places[n * 2 % len(places)] if places else ""), one.place


def _marked(data: Plain, mark: Mark, found: Found, counters: list[StudioCounter]) -> StudioMark:
    places = spread(mark, found.value)
    beside = table_at(data, *found.path[:-1])
    worth = str(beside.get(mark.worth, "")) if mark.worth else ""
    here = [one.side for one in counters if (one.area == found.key if one.area else one.place in places)]
    side = str(beside.get("side", "")) or max(set(here), key=here.count, default="")
    name = mark.name or str(beside.get("name", "")) or found.key
    return StudioMark(found.path, mark.kind, name, places, mark.shape == "outline", worth, side)
