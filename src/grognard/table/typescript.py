"""The page's types, made from what goes over the wire: `python -m grognard.table.typescript` writes them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import get_args

from msgspec import inspect

from grognard.table import fetched, told, wire

FILE = Path(__file__).parent / "page" / "wire.d.ts"
HEAD = (
    "/** What goes over the wire. Made from wire.py, told.py and fetched.py: python -m grognard.table.typescript */\n"
)
PLAIN: dict[type[inspect.Type], str] = {
    inspect.StrType: "string",
    inspect.IntType: "number",
    inspect.FloatType: "number",
    inspect.BoolType: "boolean",
    inspect.NoneType: "null",
    inspect.AnyType: "any",
}
Named = inspect.StructType | inspect.TypedDictType


def declarations() -> str:
    """The whole file."""
    orders = [_struct(kind) for kind in {*get_args(wire.Order), *get_args(wire.InLesson)}]
    roots = inspect.multi_type_info((*told.MESSAGES, *fetched.FETCHED))
    named: dict[str, Named] = {}
    for root in (*roots, *(field.type for order in orders for field in order.fields)):
        _gather(root, named)
    parts = [_interface(name, kind) for name, kind in sorted(named.items())]
    return f"{HEAD}declare namespace Wire {{\n{''.join(parts)}{_orders(orders)}}}\n"


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
    about = f"  /** {kind.cls.__doc__.splitlines()[0]} */\n" if kind.cls.__doc__ else ""
    return f"{about}  interface {name} {{\n{''.join(rows)}  }}\n"


def _orders(orders: Sequence[inspect.StructType]) -> str:
    """Every order by its name, with what it needs; `ref` is the connection's own affair."""
    rows = []
    for order in sorted(orders, key=lambda kind: str(kind.tag)):
        fields = [f for f in order.fields if f.name != "ref"]
        inside = "; ".join(f"{f.encode_name}{'' if f.required else '?'}: {_type(f.type)}" for f in fields)
        rows.append(f"    {order.tag}: {{ {inside} }};\n" if inside else f"    {order.tag}: {{}};\n")
    return f"  /** The orders a page may give. */\n  interface Orders {{\n{''.join(rows)}  }}\n"


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
