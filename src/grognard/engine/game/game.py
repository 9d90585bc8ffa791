"""What is in the box: scenarios, options, the rulebook; and the shelf of installed games."""

from __future__ import annotations

import logging
import sys
from collections.abc import ItemsView, Iterator, Mapping, ValuesView
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from html import escape
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any

import msgspec

from grognard.engine.core.decision import GrognardError
from grognard.engine.core.dice import SealedDice
from grognard.engine.core.notebook import table
from grognard.engine.core.rulebook import Rulebook
from grognard.engine.core.state import State
from grognard.engine.game.face import Face
from grognard.engine.game.mind import Mind
from grognard.engine.game.position_text import LineError, checked, read_lines
from grognard.engine.game.rules import Rules
from grognard.engine.game.scenario import Scenario, ScenarioError, ScenarioFile, ScenarioSet, located, read_scenario
from grognard.engine.game.validation import Fault

log = logging.getLogger("grognard")


class Option(msgspec.Struct, frozen=True):
    """A choice made before play; the first value is the default."""

    id: str  # name on the command line
    title: str  # what it decides, in words
    values: tuple[str, ...]  # possible values; the first is the default
    cite: str = ""  # rule or house rule behind it
    scenarios: tuple[str, ...] = ()  # empty: all
    about: str = ""  # what it changes, in a sentence
    besides: tuple[str, ...] = ()  # but not these, where it changes nothing
    decides: bool = False  # does another value than the first change how a match is won?

    def fits(self, scenario: str) -> bool:
        """Is there anything to choose in a scenario?"""
        return scenario not in self.besides and (not self.scenarios or scenario in self.scenarios)


class UnknownChoice(GrognardError):
    """No such game, scenario or option; the message lists what there is."""


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Game:
    """One game: a rulebook, a mind and a face. A package offers it under the entry point group `grognard.games`."""

    id: str  # name on the command line
    title: str  # name on the box
    blurb: str  # one or two sentences for the lobby
    rulebook: Rulebook  # the ledger of rules
    scenarios: Mapping[str, Scenario]  # scenarios by id
    rules: Rules  # the rulebook in code
    mind: Mind = field(default_factory=Mind)  # what the computer players judge by
    face: Face = field(default_factory=Face)  # how the game looks and reads
    options: Mapping[str, Option] = field(default_factory=dict)  # options by id
    version: int = 1  # goes up when a rule's effect changes

    def __post_init__(self) -> None:
        if isinstance(self.scenarios, ScenarioSet):
            self.scenarios.options = {name: option.values for name, option in self.options.items()}

    def __repr__(self) -> str:
        return f"<{self.title}, version {self.version}: {', '.join(self.scenarios)}>"

    def _repr_html_(self) -> str:
        """Its scenarios and options, for a notebook."""
        scenarios = [(one.id, one.title, one.date, one.turns) for one in self.scenarios.values()]
        options = [(one.id, ", ".join(one.values), one.title) for one in self.options.values()]
        head = f"<h4>{escape(self.title)}</h4><p>{escape(self.blurb)}</p>"
        found = head + table(("scenario", "title", "date", "turns"), scenarios)
        return found + (table(("option", "values", "about"), options) if options else "")

    @property
    def folder(self) -> Path:
        """Where the game's package lies."""
        home = Path(sys.modules[self.rules.packages[0]].__file__ or "").parent
        return home.parent if home.name == "rules" else home

    def find_scenario(self, given: str | Path) -> str:
        """The id of a scenario by its id, its name or its file, which is read and checked; or an UnknownChoice."""
        if isinstance(given, Path) or given.endswith(".toml"):
            return self.add_scenario(read_scenario(Path(given)), str(given)).id
        found = self.scenarios.called(given) if isinstance(self.scenarios, ScenarioSet) else given
        if found not in self.scenarios:
            raise UnknownChoice(f"{self.title} has no scenario {given!r}. Choose from: {', '.join(self.scenarios)}.")
        return found

    def add_scenario(self, text: str, name: str = "scenario.toml", *, listed: bool = False) -> Scenario:
        """A scenario from the text of its file, to be played by its id from now on; or a ScenarioError."""
        if not isinstance(self.scenarios, ScenarioSet):
            raise UnknownChoice(f"{self.title} takes no scenarios from files.")
        known = set(self.scenarios.texts)
        added: ScenarioFile = self.scenarios.add(text, name, listed=listed)
        if added.position and added.id not in known:
            self._try_out(self.scenarios, added, text, name)
        return added

    def _try_out(self, box: ScenarioSet[Any], added: ScenarioFile, text: str, name: str) -> None:
        """The position of a scenario's file is one that can be played on from, or a ScenarioError."""
        try:
            g = self.start(added.id, self.choose_options(added.id, {}))
            g.dice = SealedDice.fresh(added.id)
            g.advance()
        except LineError as error:
            fault = Fault(("position", error.number), str(error))
        except Exception as error:  # whatever a rule meets in a position that cannot be
            fault = Fault(("position",), f"It cannot be played on from there: {error}.")
        else:
            if g.asks or g.result is not None:
                return
            fault = Fault(("position",), "Nobody is asked anything, and nobody has won. Which step comes first?")
        box.drop(added.id)
        raise ScenarioError(name, located([fault], text))

    def start(self, scenario: str, options: Mapping[str, str]) -> State[Any]:
        """The position a match begins in: set up by the rules, or as the scenario's file has it."""
        chosen = self.scenarios[scenario]
        if not isinstance(chosen, ScenarioFile) or not chosen.position:
            return self.rules.start(scenario, options)
        g: State[Any] = self.rules.state(scenario_id=scenario)
        read_lines(self, g, enumerate(chosen.position))
        g.options = dict(options)
        return checked(self, g)

    def scenario_text(self, scenario: str) -> str:
        """The text of a scenario that somebody added; "" for one that came with the game."""
        return self.scenarios.texts.get(scenario, "") if isinstance(self.scenarios, ScenarioSet) else ""

    def choose_options(self, scenario: str, given: Mapping[str, str]) -> dict[str, str]:
        """All options with their values, or an UnknownChoice that lists what there is."""
        if scenario not in self.scenarios:
            raise UnknownChoice(f"{self.title} has no scenario {scenario!r}. Choose from: {', '.join(self.scenarios)}.")
        for key, value in given.items():
            if key not in self.options:
                raise UnknownChoice(f"{self.title} has no option {key!r}. Choose from: {', '.join(self.options)}.")
            allowed = self.options[key].values
            if value not in allowed:
                raise UnknownChoice(f"Option {key!r} cannot be {value!r}. Choose from: {', '.join(allowed)}.")
        chosen, meant = self.scenarios[scenario], {}
        if isinstance(chosen, ScenarioFile):
            meant = chosen.options
        return {key: given.get(key, meant.get(key, option.values[0])) for key, option in self.options.items()}


class BrokenGame(UnknownChoice, KeyError):
    """An installed game that cannot be loaded; the message says why."""

    __str__ = Exception.__str__  # a KeyError would put quotes round it


class Shelf(Mapping[str, Game]):
    """Every installed game by its id; a game is imported when it is taken from the shelf.

    One that cannot be loaded is left out from then on, and the log has a line about it.
    """

    def __init__(self) -> None:
        self.left_out: dict[str, str] = {}  # games that cannot be loaded, and why

    @cached_property
    def _entries(self) -> dict[str, EntryPoint]:
        return {entry.name: entry for entry in sorted(entry_points(group="grognard.games"), key=lambda e: e.name)}

    def __getitem__(self, game_id: str) -> Game:
        if game_id in self.left_out:
            raise BrokenGame(self.left_out[game_id])
        entry = self._entries[game_id]
        try:
            game = entry.load()
            if not isinstance(game, Game):
                raise TypeError(f"its entry point {entry.value!r} leads to {game!r}, which is no Game")
        except (Exception, SystemExit) as error:  # whatever a package of somebody else's does: the others are whole
            raise self.leave_out(game_id, error) from error
        return game

    def leave_out(self, game_id: str, error: BaseException) -> BrokenGame:
        """Go on without a game; what to tell whoever wanted it."""
        entry = self._entries.get(game_id)
        dist = entry.dist if entry is not None else None
        package = f" (package {dist.name} {dist.version})" if dist is not None else ""
        why = " ".join(f"{type(error).__name__}: {error}".split())[:200]
        says = f"The game {game_id!r}{package} cannot be loaded and is left out. {ascii(why)[1:-1]}"
        self.left_out[game_id] = says
        log.error(says)
        return BrokenGame(says)

    def values(self) -> ValuesView[Game]:
        """The games that can be loaded."""
        return self._loaded().values()

    def items(self) -> ItemsView[str, Game]:
        """Likewise, with their ids."""
        return self._loaded().items()

    def _loaded(self) -> dict[str, Game]:
        found = {}
        for game_id in list(self):
            with suppress(BrokenGame):
                found[game_id] = self[game_id]
        return found

    def __contains__(self, game_id: object) -> bool:
        return game_id in self._entries and game_id not in self.left_out

    def __iter__(self) -> Iterator[str]:
        return iter([game_id for game_id in self._entries if game_id not in self.left_out])

    def __len__(self) -> int:
        return len(list(iter(self)))

    def __repr__(self) -> str:
        return f"<games: {', '.join(self)}>"


SHELF = Shelf()


def find_game(game_id: str) -> Game:
    """An installed game, or an UnknownChoice that lists them."""
    if game_id not in SHELF and game_id not in SHELF.left_out:
        raise UnknownChoice(f"There is no game {game_id!r}. Choose from: {', '.join(SHELF)}.")
    return SHELF[game_id]
