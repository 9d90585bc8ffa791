"""Players from other packages: the entry point group `grognard.players`, and `module:name` for one on the path.

    [project.entry-points."grognard.players"]
    berserk = "my_bots:Berserk"

What an entry point leads to is called without arguments, or with the text after the colon: `berserk:3` is
`Berserk("3")`.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from grognard.engine import UnknownChoice
from grognard.players.base import Player


@cache
def plugins() -> Mapping[str, EntryPoint]:
    """The installed players by their names."""
    return {entry.name: entry for entry in sorted(entry_points(group="grognard.players"), key=lambda e: e.name)}


def plugged(name: str) -> Player | None:
    """An installed player by its name; None if there is none of that name."""
    first, sign, rest = name.partition(":")
    entry = plugins().get(first)
    if entry is None:
        return None
    try:
        make: Callable[..., Any] = entry.load()
        player = make(rest) if sign else make()
    except Exception as error:  # whatever a package of somebody else's does
        why = f"{type(error).__name__}: {error}"
        raise UnknownChoice(f"The player {name!r} ({entry.value}) cannot be made. {why}") from error
    return as_player(player, name)


def on_path(name: str) -> Player | None:
    """A player by `module:name`; None if that is not how the name reads, or there is no such module."""
    module, _, attribute = name.partition(":")
    if not attribute.isidentifier() or not all(part.isidentifier() for part in module.split(".")):
        return None
    try:
        found = getattr(importlib.import_module(module), attribute)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{module}.".startswith(f"{error.name}."):
            raise
        return None
    except AttributeError as error:
        raise UnknownChoice(f"The module {module!r} has no player {attribute!r}.") from error
    is_made = hasattr(found, "choose") and not isinstance(found, type)
    return as_player(found if is_made or not callable(found) else found(), name)


def as_player(made: Any, name: str) -> Player:
    """What was made, if it can choose."""
    if not callable(getattr(made, "choose", None)):
        raise UnknownChoice(f"{name!r} is no player: {type(made).__name__} has no choose(match, ask, rng).")
    player: Player = made
    return player
