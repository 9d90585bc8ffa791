"""Actions somebody could try: every kind, with any piece, any place and any value that was ever on offer."""

from __future__ import annotations

import random
from collections.abc import Iterator
from math import prod
from typing import Any

import msgspec

from grognard.engine import Action, Match, Pick, Press, To

NOWHERE = ("0000", "")
FAR = 1_000_000


class Attempts:
    """What may be tried in the matches of one scenario; it learns from what is offered."""

    def __init__(self) -> None:
        self._offered: dict[str, dict[Any, None]] = {}  # values by the name of the field that held them

    def learn(self, match: Match) -> None:
        """Remember every value of what is offered now."""
        for ask in match.decision.asks:
            for action in ask.actions:
                for name in action.__struct_fields__:
                    self._offered.setdefault(name, {})[getattr(action, name)] = None

    def of(self, match: Match, rng: random.Random, count: int) -> list[Action]:
        """So many actions at most, the kinds with few values in full, the others drawn at random."""
        values = {kind: self._values(match, kind) for kind in match.game.rules.actions}
        kinds = sorted(values, key=lambda kind: prod(map(len, values[kind])))
        found: list[Action] = []
        for number, kind in enumerate(kinds):
            share = (count - len(found)) // (len(kinds) - number)
            found += _drawn(kind, values[kind], rng, share)
        return found

    def _values(self, match: Match, kind: type[Action]) -> list[list[Any]]:
        """What could stand in each field of a kind of action."""
        return [list(dict.fromkeys(self._field(match, field))) for field in msgspec.structs.fields(kind)]

    def _field(self, match: Match, field: msgspec.structs.FieldInfo) -> Iterator[Any]:
        offered = self._offered.get(field.name, {})
        if field.type is bool:
            yield from (False, True)
        elif field.type is int:
            yield from (0, -1, FAR)
            for value in offered:
                yield from (value, value - 1, value + 1)
        elif field.name == "hex":
            yield from (*offered, *places(match), *NOWHERE)
        elif field.name == "piece":
            yield from (*match.state.pieces, "nobody")
        else:
            yield from offered
            yield from (*match.state.pieces, "end", "back", "nonsense") if field.type is str else ()


def places(match: Match) -> list[str]:
    """Every place of the ground, and wherever a piece stands."""
    ground = match.game.face.ground(match.state.scenario_id)
    return [*(ground.places if ground is not None else ()), *match.state.at]


def _drawn(kind: type[Action], values: list[list[Any]], rng: random.Random, share: int) -> Iterator[Action]:
    """So many different actions of a kind at most."""
    size = prod(map(len, values))
    for number in range(size) if size <= share else rng.sample(range(size), share):
        chosen = []
        for field in values:
            number, place = divmod(number, len(field))
            chosen.append(field[place])
        yield kind(*chosen)


def conceivable(match: Match, rng: random.Random, count: int) -> list[Action]:
    """Some of what could be tried by somebody who has seen no more than this position."""
    tries = Attempts()
    tries.learn(match)
    found = tries.of(match, rng, 40 * count)
    return [*rng.sample(found, min(count, len(found))), Pick("nobody"), To("0000"), Press("nonsense")]
