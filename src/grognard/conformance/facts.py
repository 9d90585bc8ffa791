"""What a position keeps of what was worked out is what would be found there now."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from typing import Any

from grognard.conformance.alike import difference, differences, in_words, shown
from grognard.conformance.minds import read_again, thoughts
from grognard.conformance.spots import Broken, Spot
from grognard.engine import Game, State
from grognard.engine.core.cache import Memory
from grognard.engine.core.fact import Fact, Key, holds

_OF_THE_ENGINE = frozenset(f.name for f in dataclasses.fields(State) if f.metadata.get("transient"))


class Distrust:
    """Whatever is known is worked out once more when it is asked for; what has gone stale is listed."""

    def __init__(self) -> None:
        self.stale: list[str] = []
        self.asked = 0
        self._busy = False

    def doubt(self, g: State[Any] | None, key: Hashable, found: Any, find: Callable[[], Any]) -> None:
        """Is what was found still what would be found?"""
        if self._busy:
            return
        self._busy, self.asked = True, self.asked + 1
        kept = _forget(g)
        try:
            fresh = find()
            told = list(differences(found, fresh, lazily=True))
            if told:  # what differs every time it is found (a number in a row of things made) is no part of what was
                never = {where for where, _ in differences(fresh, find(), lazily=True)}
                told = [each for each in told if each[0] not in never]
            if told:
                self.stale.append(f"{shown(key)} is kept, and no longer true: {in_words(told[0])}")
        finally:
            self._busy = False
            _restore(g, kept)

    @contextmanager
    def __call__(self) -> Iterator[Distrust]:
        """Meanwhile, nothing that is kept is believed."""
        plain = {State: State.recall, Memory: Memory.recall}
        distrust = self

        def recall(g: State[Any], key: Hashable, find: Callable[[], Any]) -> Any:
            found = plain[State](g, key, find)  # type: ignore[operator]
            distrust.doubt(g, key, found, find)
            return found

        def remember(memory: Memory, key: Hashable, find: Callable[[], Any]) -> Any:
            found = plain[Memory](memory, key, find)  # type: ignore[operator]
            distrust.doubt(None, key, found, find)
            return found

        with ExitStack() as stack:
            ways = ((State, "recall", recall), (Memory, "recall", remember))
            for home, name, distrusting in ways:
                stack.callback(setattr, home, name, getattr(home, name))
                setattr(home, name, distrusting)
            yield self


def _forget(g: State[Any] | None) -> dict[str, Any]:
    """What a position keeps, taken from it for now."""
    kept = {} if g is None else {"memo": g.memo}
    for name in kept:
        setattr(g, name, {})
    return kept


def _restore(g: State[Any] | None, kept: Mapping[str, Any]) -> None:
    for name, value in kept.items():
        setattr(g, name, value)


def facts_of(g: State[Any]) -> dict[Key, Fact]:
    """All facts that count as true in a position."""
    known = {key: found for book in (*g.books.values(), g.facts) for key, found in book.items()}
    return {key: found for key, found in known.items() if holds(found, g)}


def stale(g: State[Any]) -> Iterator[str]:
    """The facts that are found otherwise in a copy that knows nothing, and those that could not stay true."""
    for (find, args), found in facts_of(g).items():
        fresh = g.clone()
        fresh.facts, fresh.books = {}, {}
        name = f"{find.__qualname__}({', '.join(map(shown, args))})"
        told = next(differences(found.value, find(fresh, *args), lazily=True), None)
        if told:
            yield f"{name} is no longer true: {in_words(told)}. It read {', '.join(sorted(found.reads))}."
        if isinstance(found.value, Iterator):
            yield f"{name} is an iterator: nothing would be left of it for the next who asks."
        if holds_a_position(found.value):
            yield f"{name} holds a position, which goes on changing."


def holds_a_position(value: object) -> bool:
    """Is there a state in what was found, or in a function that it consists of?"""
    inside = [value, *getattr(value, "__dict__", {}).values()]
    cells = [cell.cell_contents for thing in inside for cell in getattr(thing, "__closure__", None) or ()]
    return any(isinstance(thing, State) for thing in (*inside, *cells))


def look_round(game: Game, g: State[Any]) -> None:
    """Ask of a position what is asked in play, so that all that is kept is used."""
    for ask in g.asks:
        len(ask.actions)
    for side in (*game.rules.sides(g), None):
        game.rules.view(g, side)
    thoughts(game, g)


def what_is_kept_is_true(spot: Spot, distrust: Distrust) -> None:
    """Nothing that was worked out before is believed: it is worked out again, here and in a position read from JSON."""
    game, g = spot.match.game, spot.live
    with distrust():
        look_round(game, g)
    if distrust.stale:
        raise Broken(distrust.stale.pop())
    for fault in stale(g):
        raise Broken(fault)
    distrust.asked += len(facts_of(g))
    index_is_true(spot)
    if not any(own_memory(g)):
        return
    again = read_again(game, g.to_json())
    look_round(game, again)
    for name in own_memory(g):
        distrust.asked += 1
        if told := _where_both_have_it(getattr(g, name), getattr(again, name), name):
            raise Broken(f"what the position keeps is no longer true, {told}")


def _where_both_have_it(kept: Any, fresh: Any, path: str) -> str | None:
    """Where two memories differ, of what is in both."""
    if not (isinstance(kept, Mapping) and isinstance(fresh, Mapping)):
        told = next(differences(kept, fresh, lazily=True), None)
        return path + in_words(told) if told else None
    pairs = ((_where_both_have_it(kept[key], fresh[key], f"{path}[{key!r}]")) for key in kept if key in fresh)
    return next(filter(None, pairs), None)


def own_memory(g: State[Any]) -> Iterator[str]:
    """The fields in which both keep what was worked out for later, by key: they are no part of the position."""
    for field in dataclasses.fields(g):
        own = field.metadata.get("transient") and field.name not in _OF_THE_ENGINE
        if own and isinstance(getattr(g, field.name), Mapping):
            yield field.name


def index_is_true(spot: Spot) -> None:
    """What changes with the pieces alone (`WITH_PIECES`) is what it would be if all pieces were put down again."""
    g = spot.live
    names = [field.name for field in dataclasses.fields(g) if field.metadata.get("with pieces")]
    if not names:
        return
    again = g.clone()
    for piece in g.pieces.values():
        again.drop(piece.id)
    for piece in g.pieces.values():
        again.put(piece)
    for name in names:
        if told := difference(getattr(g, name), getattr(again, name)):
            raise Broken(f"{name!r} is not what the pieces make it: {told}")
