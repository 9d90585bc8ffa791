"""The page's types, made from what goes over the wire: `python -m grognard.server.typescript` writes them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import get_args

from msgspec import inspect

from grognard.engine.records import record
from grognard.server.api import pushes, requests
from grognard.server.api.messages import Answers
from grognard.server.api.responses import Book, Lie
from grognard.server.endpoints import ENDPOINTS, Endpoint

FILE = Path(__file__).parent / "page" / "wire.d.ts"
HEAD = "/** What goes over the wire. Made from requests, pushes, endpoints: python -m grognard.server.typescript */\n"
PLAIN: dict[type[inspect.Type], str] = {
    inspect.StrType: "string",
    inspect.IntType: "number",
    inspect.FloatType: "number",
    inspect.BoolType: "boolean",
    inspect.NoneType: "null",
    inspect.AnyType: "unknown",
    inspect.RawType: "unknown",
    inspect.BytesType: "Blob",
}
Named = inspect.StructType | inspect.TypedDictType
UNIONS = {  # told apart by a tag
    "Told": (get_args(pushes.Push), "Anything that is said without being asked for."),
    "RecordLine": (get_args(record.Line), "A line of a record."),
}
REPLY = (
    "  /** To the order with this number. */\n"
    "  type Reply = ({ re: number; ok: true } & Answers[keyof Answers]) | ({ re: number; ok: false } & ErrorTold);\n"
)


def declarations() -> str:
    """The whole file."""
    orders = [_struct(kind) for kind in {*get_args(requests.Order), *get_args(requests.InLesson)}]
    kinds = (Answers, pushes.ErrorTold, *(each for union, _ in UNIONS.values() for each in union), Book, Lie)
    named: dict[str, Named] = {}
    fetches = (fetch.got for fetch in ENDPOINTS.values() if fetch.got is not None)
    for root in (*inspect.multi_type_info((*kinds, *fetches)), *(f.type for order in orders for f in order.fields)):
        _gather(root, named)
    parts = [_interface(name, kind) for name, kind in sorted(named.items())]
    return f"{HEAD}declare namespace Wire {{\n{''.join([*parts, _unions(), REPLY, _orders(orders), _fetches()])}}}\n"


def _struct(kind: type) -> inspect.StructType:
    found = inspect.type_info(kind)
    assert isinstance(found, inspect.StructType)
    return found


def _gather(kind: inspect.Type, named: dict[str, Named]) -> None:
    """Everything with a name that a type leads to."""
    if isinstance(kind, Named):
        name = kind.cls.__name__
        if name in named:
            assert named[name].cls is kind.cls, f"two things on the wire are called {name}"
            return
        named[name] = kind
    for part in _parts(kind):
        _gather(part, named)


def _parts(kind: inspect.Type) -> Iterator[inspect.Type]:
    match kind:
        case inspect.StructType() | inspect.TypedDictType():
            yield from (field.type for field in kind.fields)
        case inspect.UnionType():
            yield from kind.types
        case inspect.ListType() | inspect.VarTupleType():
            yield kind.item_type
        case inspect.TupleType():
            yield from kind.item_types
        case inspect.DictType():
            yield kind.value_type


def _interface(name: str, kind: Named) -> str:
    """A struct is told whole, unless it leaves out what is as it always is."""
    whole = isinstance(kind, inspect.StructType) and not kind.cls.__struct_config__.omit_defaults
    rows = [
        f"    {field.encode_name}{'' if whole or field.required else '?'}: {_type(field.type)};\n"
        for field in kind.fields
    ]
    rows[:0] = [f"    {tag};\n" for tag in _tag(kind)]
    about = f"  /** {kind.cls.__doc__.splitlines()[0]} */\n" if kind.cls.__doc__ else ""
    return f"{about}  interface {name} {{\n{''.join(rows)}  }}\n"


def _tag(kind: Named) -> list[str]:
    """By what a struct is told apart from others."""
    if isinstance(kind, inspect.StructType) and kind.tag_field:
        return [f'{kind.tag_field}: "{kind.tag}"']
    return []


def _unions() -> str:
    rows = ((name, says, " | ".join(each.__name__ for each in union)) for name, (union, says) in UNIONS.items())
    return "".join(f"  /** {says} */\n  type {name} = {union};\n" for name, says, union in rows)


def _orders(orders: Sequence[inspect.StructType]) -> str:
    """Every order by its name, with what it needs; `ref` is the connection's own affair."""
    rows = []
    for order in sorted(orders, key=lambda kind: str(kind.tag)):
        rows.append(f"    {order.tag}: {_braced((f for f in order.fields if f.name != 'ref'), _wish)};\n")
    return f"  /** The orders a page may give. */\n  interface Orders {{\n{''.join(rows)}  }}\n"


def _fetches() -> str:
    """Every request by its address, with what is sent and what comes back."""
    rows = [
        f'    "{address}": {{ sent: {_sent(fetch)}; got: {fetch.got.__name__} }};\n'
        for where, fetch in ENDPOINTS.items()
        if fetch.got is not None
        for address in (where, *([f"{where}?{fetch.flag}"] if fetch.flag else []))
    ]
    return f"  /** What a page may fetch. */\n  interface Fetches {{\n{''.join(rows)}  }}\n"


def _sent(fetch: Endpoint) -> str:
    return _wish(inspect.type_info(fetch.sent)) if fetch.sent else "undefined"


def _wish(kind: inspect.Type) -> str:
    """A type as it may be sent: what has a default may be left out, all the way down."""
    match kind:
        case inspect.Metadata():
            return _wish(kind.type)
        case inspect.StructType():
            return _braced(kind.fields, _wish, _tag(kind))
        case inspect.UnionType():
            return " | ".join(_wish(each) for each in kind.types)
        case inspect.ListType() | inspect.VarTupleType():
            return _many(_wish(kind.item_type))
        case inspect.DictType(value_type=inspect.AnyType()):
            return "object"
    return _type(kind)


def _braced(fields: Iterable[inspect.Field], said: Callable[[inspect.Type], str], first: Iterable[str] = ()) -> str:
    rows = [*first, *(f"{f.encode_name}{'' if f.required else '?'}: {said(f.type)}" for f in fields)]
    return f"{{ {'; '.join(rows)} }}" if rows else "{}"


def _type(kind: inspect.Type) -> str:
    match kind:
        case inspect.Metadata():
            return _type(kind.type)
        case inspect.StructType() | inspect.TypedDictType():
            return kind.cls.__name__
        case inspect.LiteralType():
            return " | ".join(f'"{value}"' for value in kind.values)
        case inspect.UnionType():
            return " | ".join(_type(each) for each in kind.types)
        case inspect.ListType() | inspect.VarTupleType():
            return _many(_type(kind.item_type))
        case inspect.TupleType():
            return f"[{', '.join(_type(each) for each in kind.item_types)}]"
        case inspect.DictType():
            return f"Record<string, {_type(kind.value_type)}>"
    return PLAIN[type(kind)]


def _many(item: str) -> str:
    return f"({item})[]" if " | " in item else f"{item}[]"


def main() -> None:
    """Write the file."""
    FILE.write_text(declarations(), "utf-8")


if __name__ == "__main__":
    main()
