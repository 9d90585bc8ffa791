"""Another number of turns, or a later first one, with all that a file says turn by turn."""

from __future__ import annotations

from grognard.studio.game_schema import Bench
from grognard.studio.paths import Plain, drop, find, put


def retime(bench: Bench, data: Plain, turns: int) -> None:
    """Lists with an entry a turn are cut or go on as they end; spans up to the last turn go on up to the new one."""
    before = data.get("turns")
    data["turns"] = turns
    for pattern in bench.each_turn:
        for found in find(data, pattern):
            if isinstance(found.value, list) and found.value and turns > 0:
                more = [found.value[-1]] * max(0, min(turns, 99) - len(found.value))
                put(data, found.path, [*found.value, *more][:turns])
    for pattern in bench.spans:
        for found in find(data, pattern):
            if isinstance(found.value, list) and found.value[1:] == [before]:
                put(data, found.path, [found.value[0], turns])


def shift(bench: Bench, data: Plain, first: int) -> None:
    """A turn becomes the first: what was before it is left out, and the turns after it remain."""
    for pattern in bench.each_turn:
        for found in find(data, pattern):
            put(data, found.path, found.value[first - 1 :] or found.value[-1:])
    for pattern in bench.spans:
        for found in reversed([*find(data, pattern)]):
            begins, ends = (max(1, turn - first + 1) for turn in found.value)
            if found.value[1] < first:
                drop(data, found.path[:-1])
            else:
                put(data, found.path, [begins, ends])
    for pattern in bench.at_turn:
        for found in reversed([*find(data, pattern)]):
            if isinstance(found.path[-1], int) and found.value < first:
                drop(data, found.path)  # of a list of turns
            elif found.value:
                put(data, found.path, max(1, found.value - first + 1))
    data["turns"] = max(1, int(data["turns"]) - first + 1)
