"""Pages of the reference that are made from the code: file formats, the API, the command line.

MkDocs calls `on_files` (see mkdocs.yml). Nothing that is made here is committed. A sentence on a field is its
description, the comment behind it or the comment on the line above it: see `notes`.
"""

from __future__ import annotations

import argparse
import ast
import functools
import io
import re
import sys
import tokenize
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, get_args

import msgspec
from msgspec import inspect

from grognard.engine import SHELF
from grognard.engine.game.scenario import ScenarioFile, ScenarioSet
from grognard.engine.records import record

Struct = inspect.StructType | inspect.TypedDictType
PLAIN: dict[type[inspect.Type], str] = {
    inspect.StrType: "text",
    inspect.IntType: "whole number",
    inspect.FloatType: "number",
    inspect.BoolType: "true or false",
    inspect.NoneType: "null",
    inspect.AnyType: "anything",
    inspect.RawType: "anything",
    inspect.BytesType: "file",
}


# ---------------------------------------------------------------- sentences


def notes(kind: type) -> dict[str, str]:
    """The sentence on each field of a class, its bases included."""
    found: dict[str, str] = {}
    for base in reversed(kind.__mro__):
        file = getattr(sys.modules.get(base.__module__), "__file__", None)
        if base.__module__.startswith("grognard") and file:
            found |= _notes_in(Path(file)).get(base.__qualname__, {})
    return found


@functools.cache
def _notes_in(path: Path) -> dict[str, dict[str, str]]:
    text = path.read_text("utf-8")
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    comments = {t.start[0]: t for t in tokens if t.type == tokenize.COMMENT}
    found: dict[str, dict[str, str]] = {}
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ClassDef):
            fields = (row for row in node.body if isinstance(row, ast.AnnAssign))
            found[node.name] = {ast.unparse(row.target): note for row in fields if (note := _note(row, comments))}
    return found


def _note(row: ast.AnnAssign, comments: dict[int, tokenize.TokenInfo]) -> str:
    for part in ast.walk(row.annotation):
        if isinstance(part, ast.keyword) and part.arg == "description":
            return str(ast.literal_eval(part.value))
    behind = comments.get(row.end_lineno or row.lineno) or comments.get(row.lineno)
    above = comments.get(row.lineno - 1)
    if behind is None and above is not None and not above.line[: above.start[1]].strip():
        behind = above
    return behind.string.lstrip("# ").strip() if behind is not None else ""


def described(kind: type, field: inspect.Field) -> str:
    """The sentence on a field, or the description of its type."""
    found = field.type
    if isinstance(found, inspect.Metadata) and found.extra_json_schema:
        return str(found.extra_json_schema.get("description", "")) or notes(kind).get(field.name, "")
    return notes(kind).get(field.name, "")


# ---------------------------------------------------------------- types in words


def words(kind: inspect.Type) -> str:
    """A type as people say it."""
    match kind:
        case inspect.Metadata():
            return words(kind.type)
        case inspect.StructType() | inspect.TypedDictType():
            return f"[{kind.cls.__name__}](#{anchor(kind)})"
        case inspect.LiteralType():
            return " or ".join(f"`{value}`" for value in kind.values)
        case inspect.UnionType():
            return " or ".join(words(each) for each in kind.types)
        case inspect.ListType() | inspect.VarTupleType() | inspect.SetType():
            return f"list of {words(kind.item_type)}"
        case inspect.TupleType():
            return ", ".join(words(each) for each in kind.item_types)
        case inspect.DictType():
            return f"table of {words(kind.value_type)}"
        case inspect.StrType():
            return _text(kind)
        case inspect.IntType() | inspect.FloatType():
            least = f"from {kind.ge:g}" if kind.ge is not None else ""
            most = f"to {kind.le:g}" if kind.le is not None else ""
            return " ".join(filter(None, (PLAIN[type(kind)], least, most)))
    return PLAIN.get(type(kind), type(kind).__name__.removesuffix("Type").lower())


def _text(kind: inspect.StrType) -> str:
    return "text" if kind.max_length is None else f"text, at most {kind.max_length} characters"


def anchor(kind: Struct) -> str:
    """Where a struct stands on its page."""
    return kind.cls.__name__.lower()


# ---------------------------------------------------------------- structs


def gathered(roots: Iterable[Any]) -> list[Struct]:
    """The structs that some types lead to, themselves first, each once."""
    found: dict[type, Struct] = {}

    def visit(kind: inspect.Type) -> None:
        if isinstance(kind, Struct):
            if kind.cls in found:
                return
            found[kind.cls] = kind
        for part in _parts(kind):
            visit(part)

    for root in roots:
        visit(inspect.type_info(root))
    return list(found.values())


def _parts(kind: inspect.Type) -> Iterator[inspect.Type]:
    match kind:
        case inspect.Metadata():
            yield kind.type
        case inspect.StructType() | inspect.TypedDictType():
            yield from (field.type for field in kind.fields)
        case inspect.UnionType():
            yield from kind.types
        case inspect.ListType() | inspect.VarTupleType() | inspect.SetType():
            yield kind.item_type
        case inspect.TupleType():
            yield from kind.item_types
        case inspect.DictType():
            yield kind.value_type


def section(kind: Struct) -> str:
    """A struct with a row for each field."""
    rows = [f"### {kind.cls.__name__}\n", _first_line(kind.cls), ""]
    rows += ["| key | type | if left out | meaning |", "| --- | --- | --- | --- |"]
    if isinstance(kind, inspect.StructType) and kind.tag_field:
        rows.append(f"| `{kind.tag_field}` | `{kind.tag}` | | tells it from others |")
    for field in kind.fields:
        says = described(kind.cls, field)
        rows.append(f"| `{field.encode_name}` | {words(field.type)} | {_default(field)} | {says} |")
    return "\n".join(rows) + "\n"


def _first_line(kind: type) -> str:
    inherited = kind.__doc__ and kind.__doc__ == getattr(kind.__base__, "__doc__", None)
    return "" if not kind.__doc__ or inherited else kind.__doc__.strip().partition("\n\n")[0].replace("\n    ", " ")


def _default(field: inspect.Field) -> str:
    if field.required:
        return "required"
    if field.default is msgspec.NODEFAULT or field.default in ("", (), None):
        return ""
    return f"`{msgspec.json.encode(field.default, enc_hook=str).decode()}`"


# ---------------------------------------------------------------- pages


def scenario_file() -> str:
    """Every key of a scenario file: those of all games, then those of each."""
    shared = {field.name for field in _struct(ScenarioFile).fields}
    head = [
        "# Scenario file",
        "For authors of scenarios: every key. [Write a scenario](../how-to/write-a-scenario.md) shows how to use them.",
        "`grognard scenario schema GAME` prints the same for an editor.",
        "## In every game",
        *(section(kind) for kind in gathered([ScenarioFile])),
    ]
    for game in SHELF.values():
        if isinstance(game.scenarios, ScenarioSet):
            own = [kind for kind in gathered([game.scenarios.kind]) if kind.cls not in _classes([ScenarioFile])]
            head.append(f"## {game.title}")
            head += [_without(section(kind), shared) if kind is own[0] else section(kind) for kind in own]
    return _unique("\n\n".join(head))


def _classes(roots: Iterable[Any]) -> set[type]:
    return {kind.cls for kind in gathered(roots)}


def _without(text: str, names: set[str]) -> str:
    lines = (line for line in text.splitlines() if line.partition("` ")[0].removeprefix("| `") not in names)
    return "\n".join(lines) + "\n"


def _struct(kind: type) -> inspect.StructType:
    found = inspect.type_info(kind)
    assert isinstance(found, inspect.StructType)
    return found


def _unique(text: str) -> str:
    """Links go to the nearest struct of a name: headings that repeat get the number that the site gives them."""
    counts: dict[str, int] = {}
    parts = re.split(r"(?m)^(?=## )", text)
    told = []
    for part in parts:
        here = {}
        for name in re.findall(r"(?m)^### (\w+)$", part):
            number = counts.get(name.lower(), 0)
            here[name.lower()] = f"{name.lower()}_{number}" if number else name.lower()
            counts[name.lower()] = number + 1
        told.append(re.sub(r"\(#(\w+)\)", lambda m, here=here: f"(#{here.get(m[1], m[1])})", part))
    return "".join(told)


def format_page(title: str, says: str, roots: Iterable[Any]) -> str:
    """A page on a file format."""
    return "\n\n".join([f"# {title}", says, *(section(kind) for kind in gathered(roots))])


def map_file() -> str:
    """Hex maps and their vocabularies."""
    from grognard.board.hexes.map_file import MapFile, Vocabulary

    says = "For authors of maps: every key of a hex map, and of the vocabulary in a game's `data/ground.toml`."
    return format_page("Map file", says, [MapFile, Vocabulary])


def lesson_file() -> str:
    """Lessons, and the paths that string them together."""
    from grognard.school import lesson, path

    says = "For authors of lessons: every key. [Write a lesson](../how-to/write-a-lesson.md) shows how to use them."
    return format_page("Lesson file", says, [lesson._File, path.Path])


def record_format() -> str:
    """The lines of a record."""
    says = (
        "For programmers: a record is a text file with one JSON line an entry. Lines are only ever added. "
        "[Verify a record](../how-to/verify-a-record.md) says what they prove."
    )
    return format_page("Record format", says, get_args(record.Line))


def api() -> str:
    """Every address, what is sent and what comes back."""
    from grognard.server.api import pushes, requests
    from grognard.server.api.messages import Answers
    from grognard.server.endpoints import ENDPOINTS

    head = [
        "# Server API",
        "For programmers of clients: every address. A request that is refused changes nothing; `error` says why and "
        "`rule` names the rule. The key of a seat or of the operator is sent as a bearer token. `GET /api/schema` "
        "returns the same as OpenAPI.",
        "## Addresses",
        "| address | does | key | sent | comes back |\n| --- | --- | --- | --- | --- |\n"
        + "\n".join(
            f"| `{address}` | {each.does} | {each.key} | {_named(each.sent)} | {_named(each.got)} |"
            for address, each in ENDPOINTS.items()
        ),
        "## WebSocket",
        "A page opens `/api/matches/{match}/live` (or `/api/lessons/{game}/{lesson}/live`) and sends a "
        "[Hello](#hello). Then it sends commands and gets a reply to each, and the server sends messages of its own.",
    ]
    sent = [each.sent for each in ENDPOINTS.values() if each.sent not in (None, bytes, requests.Order)]
    got = [each.got for each in ENDPOINTS.values() if each.got is not None]
    groups: list[tuple[str, list[Any]]] = [
        ("Commands", [requests.Hello, *get_args(requests.Order), *get_args(requests.InLesson)]),
        ("Replies", [Answers, pushes.ErrorTold]),
        ("Messages of the server", list(get_args(pushes.Push))),
        ("Bodies of requests", sent),
        ("Bodies of responses", got),
    ]
    seen: set[type] = set()
    for title, roots in groups:
        kinds = [kind for kind in gathered(_each(roots)) if kind.cls not in seen]
        seen |= {kind.cls for kind in kinds}
        head += [f"## {title}", *(section(kind) for kind in kinds)]
    return _unique("\n\n".join(head))


def _each(roots: Iterable[Any]) -> Iterator[Any]:
    """Types, unions taken apart."""
    for root in roots:
        yield from _each(get_args(root)) if not isinstance(root, type) else (root,)


def _named(kind: Any) -> str:
    if kind is None:
        return ""
    if kind is bytes:
        return "a record file"
    return f"[{kind.__name__}](#{kind.__name__.lower()})" if isinstance(kind, type) else "[a command](#commands)"


def options() -> str:
    """Every command with its options."""
    from grognard.cli import parser

    says = "For everybody at a keyboard: every option. [Command line](cli.md) has examples."
    return "\n\n".join(["# Commands and options", says, *_commands(parser(), "grognard")])


def _commands(parser: argparse.ArgumentParser, name: str) -> Iterator[str]:
    subs = [action for action in parser._actions if isinstance(action, argparse._SubParsersAction)]
    rows = [action for action in parser._actions if action not in subs and action.dest != "help"]
    if rows:
        head = (
            f"## {name}\n\n{_sentence(parser.description)}\n\n| option | if left out | meaning |\n| --- | --- | --- |"
        )
        yield "\n".join([head, *(f"| {_flags(row)} | {_plain(row)} | {_sentence(row.help)} |" for row in rows)])
    for sub in subs:
        known: set[int] = set()
        for each, child in sub.choices.items():
            if id(child) not in known:
                known.add(id(child))
                yield from _commands(child, f"{name} {each}")


def _flags(row: argparse.Action) -> str:
    value = row.metavar or (row.dest.upper() if row.nargs != 0 else "")
    value = " ".join(value) if isinstance(value, tuple) else value
    if not row.option_strings:
        return f"`{value}`"
    return ", ".join(f"`{flag}{f' {value}' if row.nargs != 0 and value else ''}`" for flag in row.option_strings)


def _plain(row: argparse.Action) -> str:
    return "" if row.default in (None, False, argparse.SUPPRESS, [], ()) else f"`{row.default}`"


def _sentence(text: str | None) -> str:
    return (text or "").replace("%%", "%").replace("|", "\\|").replace("\n", " ")


PAGES: dict[str, Callable[[], str]] = {
    "reference/scenario-file.md": scenario_file,
    "reference/map-file.md": map_file,
    "reference/lesson-file.md": lesson_file,
    "reference/record-format.md": record_format,
    "reference/api.md": api,
    "reference/options.md": options,
}


def on_files(files: Any, config: Any) -> Any:
    """MkDocs: add the pages that are made."""
    from mkdocs.structure.files import File

    for address, make in PAGES.items():
        files.append(File.generated(config, address, content=make()))
    return files
