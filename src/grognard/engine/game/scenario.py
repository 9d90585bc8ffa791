"""A scenario is one file: what all of them say of themselves, and the box in which a game keeps them.

A game declares what a scenario of its own holds as a class below `ScenarioFile`, and what else must be true of it as a
function that finds faults. The same file is read from the game's own folder, from a player's, and from a record.
"""

from __future__ import annotations

import hashlib
import re
import threading
import time
import tomllib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from itertools import chain, islice
from pathlib import Path
from typing import Annotated, Any, Generic, Literal, NamedTuple, TypeVar

import msgspec
from msgspec import Meta

from grognard.engine.core.decision import GrognardError
from grognard.engine.core.view import Briefing
from grognard.engine.core.wording import of_one
from grognard.engine.game.embedded_map import EmbeddedMap, embed_map, enclosed, map_beside
from grognard.engine.game.plain_text import DEEPEST, TooMuch, from_toml
from grognard.engine.game.toml_lines import Lines
from grognard.engine.game.validation import MOST as SOUGHT
from grognard.engine.game.validation import NAME, Fault, shown, suggest_choices, validate

LARGEST = 256 * 1024  # bytes of a file
HELD = 64 * 1024 * 1024  # characters of scenarios that came from elsewhere
FRESH = 120.0  # seconds for which one is kept in any case: a match of it may be about to begin
MOST = 20  # problems that are told of one file
AT_LINE = re.compile(r"(?P<what>.*) \(at (line (?P<line>\d+), column \d+|end of document)\)")
GUIDE = "docs/how-to/write-a-scenario.md"
TOO_DEEP = "Its tables are nested too deep, or a number is too long, for a scenario."
PLACEHOLDER = re.compile(r"\{(\w*)\}")

Name = Annotated[str, Meta(pattern=NAME, min_length=1, max_length=40)]


class Scenario(msgspec.Struct, frozen=True):
    """One battle of a game."""

    id: Annotated[Name, Meta(description="What it is called on the command line: small letters, digits and dashes.")]
    title: Annotated[str, Meta(min_length=1, max_length=80, description="What people call it.")]
    date: Annotated[str, Meta(max_length=40, description="When it was, as people say it.")]
    turns: Annotated[int, Meta(ge=1, le=99, description="How many turns it lasts.")]
    blurb: Annotated[str, Meta(max_length=400, description="A sentence or two for whoever chooses a scenario.")]
    cite: Annotated[str, Meta(max_length=20, description="The rule it stands in, if it stands in the rulebook.")] = ""

    @property
    def card(self) -> Scenario:
        """What is told of it before it is chosen."""
        return Scenario(self.id, self.title, self.date, self.turns, self.blurb, self.cite)


class Fought(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A battle of a campaign that is over."""

    title: Annotated[str, Meta(max_length=80)]  # name of the battle
    level: Annotated[str, Meta(max_length=80)]  # level of the victory
    won: bool  # was it won?
    left: Annotated[int, Meta(ge=0, le=999, description="How many came through it.")]


class Chapter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which battle of which campaign it is, and how the campaign has gone before it."""

    campaign: Name  # id of the campaign
    number: Annotated[int, Meta(ge=1, le=99)]  # number of the battle in it
    story: Annotated[tuple[Fought, ...], Meta(max_length=99)] = ()  # battles before this one


class ScenarioFile(Scenario, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A scenario as it stands in its file: what every game's scenarios have in common."""

    game: Annotated[str, Meta(description="The game it belongs to.")]
    number: Annotated[int, Meta(ge=0, le=999, description="Its place in the game's list.")] = 0
    source: Annotated[Literal["rulebook", "reconstructed", "invented"], Meta(description="Where it comes from.")] = (
        "invented"
    )
    author: Annotated[str, Meta(max_length=80, description="Who made it.")] = ""
    options: Annotated[dict[str, str], Meta(description="Options of the game it is meant for.")] = {}
    briefing: Annotated[dict[str, Briefing], Meta(description="What each side is told before its first decision.")] = {}
    chapter: Annotated[Chapter | None, Meta(description="Its place in a campaign.")] = None
    position: Annotated[
        tuple[str, ...], Meta(description="The position it begins in, line by line, if not a set-up.")
    ] = ()


S = TypeVar("S", bound=ScenarioFile)


class Problem(NamedTuple):
    """What is wrong with a file, and on which line."""

    line: int  # line of the file, from 1
    key: str  # `force[3].count`
    says: str  # what is wrong and what would be right
    elsewhere: str = ""  # the file and the line, if it stands in a file that the text encloses

    def __str__(self) -> str:
        return f"{self.line}: {self._words}"

    def told(self, name: str) -> str:
        """With the file it stands in."""
        return f"{self.elsewhere or f'{name}:{self.line}'}: {self._words}"

    @property
    def _words(self) -> str:
        return f"{self.key}: {self.says}" if self.key else self.says


class ScenarioError(GrognardError):
    """A scenario that cannot be read; each problem names its line."""

    def __init__(self, name: str, problems: Iterable[Problem]) -> None:
        self.name, self.problems = name, tuple(problems)
        rest = len(self.problems) - MOST
        told = [problem.told(name) for problem in self.problems[:MOST]]
        super().__init__("\n".join([*told, f"{name}: and {rest} more."] if rest > 0 else told))


def read_scenario(path: Path) -> str:
    """The text of a scenario's file, with the map that it names; or a ScenarioError."""
    text = read_text(path)
    sheet = map_beside(path, parse(text, str(path)))
    return embed_map(text, read_text(sheet), str(sheet)) if sheet else text


def read_text(path: Path) -> str:
    """The text of a file, or a ScenarioError."""
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except OSError as error:
        raise ScenarioError(str(path), [Problem(1, "", f"It cannot be read: {error.strerror}.")]) from error
    return decode(data, str(path))


def decode(data: bytes, name: str) -> str:
    """The text of a file, or a ScenarioError if it is too large or no text."""
    if len(data) > LARGEST:
        raise ScenarioError(name, [Problem(1, "", f"A scenario has at most {LARGEST // 1024} KiB; this is more.")])
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n")  # some editors begin a file with a mark
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise ScenarioError(name, [Problem(line, "", "This is no text in UTF-8. Save the file as UTF-8.")]) from error


def parse(text: str, name: str) -> dict[str, Any]:
    """The tables of a file, or a ScenarioError that names the line."""
    try:
        data = from_toml(text)
        if _depth(data) <= DEEPEST:
            return data
        problem = Problem(1, "", TOO_DEEP)
    except tomllib.TOMLDecodeError as error:
        found = AT_LINE.fullmatch(str(error))
        line = int(found["line"] or text.count("\n") + 1) if found else 1
        what = found["what"] if found else str(error)
        problem = Problem(line, "", f"This is not TOML: {what[0].lower()}{what[1:]}. Compare {GUIDE}.")
    except TooMuch as error:
        problem = Problem(error.line, "", f"{error}: that is too much for a scenario.")
    except ValueError:
        problem = Problem(1, "", TOO_DEEP)
    raise ScenarioError(name, [problem])


def _depth(data: object) -> int:
    """How deep the tables and lists of a file are nested."""
    depth, rows = 0, [data]
    while rows := [row for row in rows if isinstance(row, dict | list)]:
        depth += 1
        rows = [part for row in rows for part in (row.values() if isinstance(row, dict) else row)]
    return depth


def fill(text: str, **values: object) -> str:
    """A text with `{name}` replaced where the name is known, and nothing else."""
    return of_one(PLACEHOLDER.sub(lambda found: str(values.get(found[1], found[0])), text))


def nothing_wrong(scenario: Any) -> Iterable[Fault]:
    """The game asks nothing beyond the types."""
    return ()


class ScenarioSet(Mapping[str, S], Generic[S]):
    """The scenarios of a game by their ids.

    Those that come with it are listed, and those that a player has put beside them. One that came with a record alone
    is known, and not listed. What was added is called by its id and a number made from its text: it never changes.
    """

    def __init__(
        self,
        game: str,
        folder: Path,
        kind: type[S],
        check: Callable[[S], Iterable[Fault]] = nothing_wrong,
        fills: tuple[str, ...] = (),
    ) -> None:
        self.game, self.kind = game, kind
        self._check, self._fills = check, fills
        self.options: Mapping[str, tuple[str, ...]] = {}  # of the game, with their values
        self.texts: dict[str, str] = {}  # of those that were added, the one last asked for at the end
        self.needed: Callable[[], Collection[str]] | None = None  # those that must stay; None: all
        self._asked: dict[str, tuple[float, int]] = {}  # when each was last added, and how often
        self._alone = threading.RLock()
        files = (tomllib.loads(path.read_text("utf-8")) for path in sorted(folder.glob("*.toml")))
        found = sorted((msgspec.convert(data, kind) for data in files), key=lambda row: row.number)
        self.known: dict[str, S] = {row.id: row for row in found}
        self._listed = list(self.known)

    def __getitem__(self, scenario: str) -> S:
        return self.known[scenario]

    def __iter__(self) -> Iterator[str]:
        return iter(self._listed)

    def __len__(self) -> int:
        return len(self._listed)

    # ------------------------------------------------------------ adding

    def add(self, text: str, name: str = "scenario.toml", *, listed: bool = False) -> S:
        """A scenario from its text, whole, or a ScenarioError with all that is wrong with it."""
        scenario = None if self._id_of(text) else self.read(text, name)
        with self._alone:
            scenario_id = self._id_of(text)
            if not scenario_id:
                scenario = scenario or self.read(text, name)
                self._make_room(len(text), name)
                scenario_id = f"{scenario.id}@{print_of(text)}"
                self.known[scenario_id] = msgspec.structs.replace(scenario, id=scenario_id)
            self.texts[scenario_id] = self.texts.pop(scenario_id, text)
            self._asked[scenario_id] = time.monotonic(), self._asked.get(scenario_id, (0.0, 0))[1] + 1
            if listed and scenario_id not in self._listed:
                self._listed.append(scenario_id)
            return self.known[scenario_id]

    def drop(self, scenario: str) -> None:
        """It turned out that it cannot be played."""
        with self._alone:
            del self.texts[scenario], self.known[scenario], self._asked[scenario]
            self._listed = [known for known in self._listed if known != scenario]

    def drop_unless_shared(self, scenario: str) -> None:
        """Drop one that was added a moment ago, unless somebody else has added it meanwhile."""
        with self._alone:
            if self._asked.get(scenario, (0.0, 0))[1] == 1:
                self.drop(scenario)

    def free(self, scenario: str, fresh: float = FRESH) -> bool:
        """Drop one that nobody needs: a record that is opened brings it back. Has it gone?"""
        with self._alone:
            if self.needed is None or scenario not in self.texts or scenario in self._listed:
                return False
            if time.monotonic() - self._asked[scenario][0] < fresh or scenario in self.needed():
                return False
            self.drop(scenario)
            return True

    def _make_room(self, size: int, name: str) -> None:
        """Free those that were not asked for the longest, or a ScenarioError."""
        held = sum(map(len, self.texts.values())) + size
        for scenario in list(self.texts):
            if held <= HELD:
                return
            text = self.texts[scenario]
            held -= len(text) if self.free(scenario) else 0
        if held > HELD:
            full = "As many scenarios from elsewhere as there is room for are in play. "
            says = full + ("Try again in a few minutes." if self.needed else "Start the program again.")
            raise ScenarioError(name, [Problem(1, "", says)])

    def _id_of(self, text: str) -> str:
        """The id under which a text is known already."""
        return next((known for known, other in self.texts.items() if other == text), "")

    def read(self, text: str, name: str = "scenario.toml") -> S:
        """A scenario from its text without keeping it, or a ScenarioError."""
        data = parse(text, name)
        found = [*_of_another_game(data, self.game)] or validate(data, self.kind)
        if not found:
            scenario = msgspec.convert(data, self.kind)
            wrong = (_braces(data, self._fills), self._wrong_options(scenario), self._check(scenario))
            found = list(islice(chain.from_iterable(wrong), SOUGHT))
            if not found:
                return scenario
        raise ScenarioError(name, located(found, text))

    def _wrong_options(self, scenario: S) -> Iterator[Fault]:
        for name, value in scenario.options.items():
            if name not in self.options:
                yield Fault(("options", name), f"There is no option {name!r}. {suggest_choices(self.options, name)}")
            elif value not in self.options[name]:
                says = f"Option {name!r} cannot be {shown(value)}. {suggest_choices(self.options[name], value)}"
                yield Fault(("options", name), says)

    def printed(self, mark: str) -> str:
        """The id of what was added with this number made from its text; "" if there is none."""
        return next((known for known in list(self.texts) if known.endswith(f"@{mark}")), "")

    def called(self, name: str) -> str:
        """The id of a scenario by its id, or by what its file calls it; "" if there is none."""
        if name in self.known:
            return name
        return next((known for known in reversed(self._listed) if known.partition("@")[0] == name), "")

    def schema(self) -> dict[str, Any]:
        """What a file may hold, for editors: a JSON schema."""
        schema = msgspec.json.schema(self.kind)
        own = schema["$defs"][self.kind.__name__]["properties"]
        own["game"]["const"] = self.game
        own["options"]["properties"] = {name: {"enum": list(values)} for name, values in self.options.items()}
        own["options"]["additionalProperties"] = False
        title = f"A scenario of {self.game}"
        return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": title, **schema}


def _of_another_game(data: Mapping[str, Any], game: str) -> Iterator[Fault]:
    given = data.get("game", game)
    if given != game:
        yield Fault(("game",), f"This must be {game!r}, the game it is read for, not {shown(given)}.")


def print_of(text: str) -> str:
    """A number made from a text: it stands behind the sign @ in the id of its scenario."""
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def located(found: Iterable[Fault], text: str) -> list[Problem]:
    """Faults with their lines, in the order of the text."""
    lines, inner = Lines(text), enclosed(text)
    return sorted(_problem(fault, lines.line(fault.path), inner) for fault in found)


def _problem(fault: Fault, line: int, inner: EmbeddedMap | None) -> Problem:
    elsewhere = f"{inner.file}:{line - inner.before}" if inner and line > inner.before else ""
    return Problem(line, _key(fault.path), fault.says, elsewhere)


def _key(path: tuple[str | int, ...]) -> str:
    """`force[3].count`, counted from 1."""
    parts = (f"[{part + 1}]" if isinstance(part, int) else f".{part}" for part in path)
    text = "".join(parts).removeprefix(".")[:80]
    return text if text.isprintable() else ascii(text)


def _braces(value: object, fills: tuple[str, ...], path: tuple[str | int, ...] = ()) -> Iterator[Fault]:
    """Curly brackets stand only around what is filled in."""
    if isinstance(value, dict):
        for key, part in value.items():
            if path or key != "position":
                yield from _braces(part, fills, (*path, key))
    elif isinstance(value, list):
        for i, part in enumerate(value):
            yield from _braces(part, fills, (*path, i))
    elif isinstance(value, str):
        left = PLACEHOLDER.sub(lambda found: "" if found[1] in fills else found[0], value)
        if "{" in left or "}" in left:
            known = suggest_choices(f"{{{name}}}" for name in fills) if fills else "Write it without curly brackets."
            yield Fault(path, f"Curly brackets stand around what is filled in, and nowhere else. {known}")
