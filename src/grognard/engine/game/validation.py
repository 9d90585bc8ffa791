"""Is plain data of a declared type? Every fault with its place and what would be right, not only the first."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from difflib import get_close_matches
from itertools import islice
from typing import Any, NamedTuple
from unicodedata import category

from msgspec import inspect

from grognard.engine.game.toml_lines import Path

SHOWN = 40  # letters of a wrong value that a message repeats
LISTED = 12  # names that a message lists
LONGEST = 4000  # letters of any text
MOST = 100  # faults that are looked for
NAME = "^[a-z0-9]+(-[a-z0-9]+)*$"  # what a scenario may be called
UNPRINTED = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")  # kinds of characters that no text needs


class Fault(NamedTuple):
    """Something wrong, and where: `says` begins with what is wrong and goes on with what would be right."""

    path: Path  # keys from the top of the file
    says: str  # what is wrong and what would be right


def validate(data: object, kind: Any) -> list[Fault]:
    """What keeps data from being of a type, up to a number that nobody reads to its end."""
    return list(islice(_check(data, inspect.type_info(kind), ()), MOST))


def suggest_choices(names: Iterable[str], given: str = "") -> str:
    """What there is to choose from, the nearest first if one is near: a sentence."""
    known = sorted(names)
    close = get_close_matches(given, known, 1)
    if close:
        return f"Did you mean {close[0]!r}?"
    if not known:
        return "There is none to choose from."
    more = f" and {len(known) - LISTED} more" if len(known) > LISTED else ""
    return f"Choose from: {', '.join(known[:LISTED])}{more}."


def shown(value: object) -> str:
    """A wrong value as a message repeats it."""
    if isinstance(value, Mapping):
        return "a table"
    if isinstance(value, list):
        return f"a list of {len(value)}"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return ascii(value if len(value) <= SHOWN else value[:SHOWN] + "...")
    return str(value)[:SHOWN]


# ------------------------------------------------------------------ one value


def _check(value: object, kind: inspect.Type, path: Path) -> Iterator[Fault]:
    if isinstance(kind, inspect.Metadata):
        kind = kind.type
    match kind:
        case inspect.StructType():
            yield from _table(value, kind, path)
        case inspect.DictType():
            yield from _dict(value, kind, path)
        case inspect.VarTupleType() | inspect.ListType() | inspect.FrozenSetType():
            yield from _list(value, kind.item_type, path)
        case inspect.TupleType():
            yield from _row(value, kind, path)
        case inspect.UnionType():
            yield from _either(value, kind, path)
        case _:
            yield from _plain(value, kind, path)


def _table(value: object, kind: inspect.StructType, path: Path) -> Iterator[Fault]:
    if not isinstance(value, dict):
        yield Fault(path, f"This must be a table with {_keys(kind)}, not {shown(value)}.")
        return
    known = {field.encode_name: field for field in kind.fields}
    for key, part in value.items():
        if key == kind.tag_field:
            continue
        if key in known:
            yield from _check(part, known[key].type, (*path, key))
        else:
            yield Fault((*path, key), f"There is no {shown(key)} here. {suggest_choices(known, key)}")
    for key, field in known.items():
        if field.required and key not in value:
            yield Fault(path, f"{key!r} is missing here: {expected_type(field.type)}.")


def _keys(kind: inspect.StructType) -> str:
    needed = [field.encode_name for field in kind.fields if field.required]
    return ", ".join(map(repr, needed[:LISTED])) or "keys"


def _dict(value: object, kind: inspect.DictType, path: Path) -> Iterator[Fault]:
    if not isinstance(value, dict):
        yield Fault(path, f"This must be a table, not {shown(value)}.")
        return
    for key, part in value.items():
        yield from _plain(key, kind.key_type, (*path, key))
        yield from _check(part, kind.value_type, (*path, key))


def _list(value: object, item: inspect.Type, path: Path) -> Iterator[Fault]:
    if not isinstance(value, list):
        yield Fault(path, f"This must be a list, each of it {expected_type(item)}, not {shown(value)}.")
        return
    for i, part in enumerate(value):
        yield from _check(part, item, (*path, i))


def _row(value: object, kind: inspect.TupleType, path: Path) -> Iterator[Fault]:
    if not isinstance(value, list) or len(value) != len(kind.item_types):
        yield Fault(path, f"This must be {expected_type(kind)}, not {shown(value)}.")
        return
    for i, (part, item) in enumerate(zip(value, kind.item_types, strict=True)):
        yield from _check(part, item, (*path, i))


def _either(value: object, kind: inspect.UnionType, path: Path) -> Iterator[Fault]:
    """One of several types; of tables, the one that it says it is."""
    kinds = [each for each in kind.types if not isinstance(each, inspect.NoneType)]
    tagged = {each.tag: each for each in kinds if isinstance(each, inspect.StructType) and each.tag is not None}
    if not tagged or not isinstance(value, dict):
        yield from min((list(_check(value, each, path)) for each in kinds), key=len)
        return
    field = next(iter(tagged.values())).tag_field or ""
    tag = value.get(field)
    if isinstance(tag, str) and tag in tagged:
        yield from _check(value, tagged[tag], path)
    else:
        choice = suggest_choices(map(str, tagged), tag if isinstance(tag, str) else "")
        yield Fault((*path, field), f"{field!r} says what it is. {choice}")


# ------------------------------------------------------------------ plain values


def _whole(value: object, kind: inspect.IntType) -> bool:
    return type(value) is int and (kind.ge is None or value >= kind.ge) and (kind.le is None or value <= kind.le)


def _number(value: object, kind: inspect.FloatType) -> bool:
    if type(value) not in (int, float) or not isinstance(value, int | float) or not math.isfinite(value):
        return False
    return (kind.ge is None or value >= kind.ge) and (kind.le is None or value <= kind.le)


def _text(value: object, kind: inspect.StrType) -> bool:
    if not isinstance(value, str) or not (kind.min_length or 0) <= len(value) <= (kind.max_length or LONGEST):
        return False
    return kind.pattern is None or ("\n" not in value and re.search(kind.pattern, value) is not None)


def _unprinted(text: str) -> str:
    """The first character of a text that cannot be printed, by its number."""
    found = (c for c in text if c not in "\n\t" and category(c) in UNPRINTED)
    return next((f"U+{ord(c):04X}" for c in found), "")


_FITS: dict[type[inspect.Type], Callable[[Any, Any], bool]] = {
    inspect.IntType: _whole,
    inspect.FloatType: _number,
    inspect.StrType: _text,
    inspect.BoolType: lambda value, kind: isinstance(value, bool),
    inspect.LiteralType: lambda value, kind: isinstance(value, str | int) and value in kind.values,
}


def _plain(value: object, kind: inspect.Type, path: Path) -> Iterator[Fault]:
    if not _FITS[type(kind)](value, kind):
        yield Fault(path, f"This must be {expected_type(kind)}, not {shown(value)}.")
    elif isinstance(value, str) and (character := _unprinted(value)):
        yield Fault(path, f"The character {character} cannot be printed. Write the text without it.")


def expected_type(kind: inspect.Type) -> str:
    """What a type takes, in words."""
    match kind:
        case inspect.Metadata():
            return expected_type(kind.type)
        case inspect.IntType() | inspect.FloatType():
            noun = "a whole number" if isinstance(kind, inspect.IntType) else "a number"
            return f"{noun} from {kind.ge} to {kind.le}" if kind.ge is not None and kind.le is not None else noun
        case inspect.StrType():
            return _wanted_text(kind)
        case inspect.BoolType():
            return "true or false"
        case inspect.LiteralType():
            return "one of " + ", ".join(map(repr, kind.values))
        case inspect.TupleType():
            return f"a list of {len(kind.item_types)}: {', '.join(map(expected_type, kind.item_types))}"
        case inspect.VarTupleType() | inspect.ListType() | inspect.FrozenSetType():
            return f"a list, each of it {expected_type(kind.item_type)}"
        case inspect.UnionType():
            return " or ".join(expected_type(each) for each in kind.types if not isinstance(each, inspect.NoneType))
        case inspect.StructType():
            return f"a table with {_keys(kind)}"
    return "a table"


def _wanted_text(kind: inspect.StrType) -> str:
    if kind.pattern == NAME:
        return "a name of small letters, digits and dashes"
    if kind.min_length:
        return f"a text of {kind.min_length} to {kind.max_length or LONGEST} letters"
    return f"a text of at most {kind.max_length or LONGEST} letters"
