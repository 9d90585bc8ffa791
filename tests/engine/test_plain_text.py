"""Texts of strangers are measured before a parser sees them."""

from __future__ import annotations

import time
import tomllib
import tracemalloc
from typing import Any

import msgspec
import pytest

from grognard.engine.game.plain_text import DEEPEST, LONGEST, PARTS, TooMuch, from_json, from_toml, measure

BOMBS = {
    "a key of many parts": ".".join("a" * 130_000) + " = 1",
    "a key of many parts in quotes": " . ".join(["'a'", '"b"'] * 20_000) + " = 1",
    "a header of many parts": "[" + ".".join("a" * 130_000) + "]",
    "a header of many parts after a text": 'x = """a"b""c"""""\n[[' + ".".join("a" * 90_000) + "]]",
    "a key in a table in a line": "x = { " + ".".join("a" * 90_000) + " = 1 }",
    "lists": "x = " + "[" * 100_000,
    "tables in lines": "x = " + "{ a = " * 40_000,
    "lists after a quoted bracket": "x = ']'\ny = " + "[" * 100_000,
    "a number": "x = " + "9" * 200_000,
    "a number in another base": "x = 0x" + "f" * 200_000,
    "a fraction": "x = 1e" + "9" * 200_000,
}


@pytest.mark.parametrize("name", BOMBS)
def test_a_bomb_in_toml_is_refused_at_once_and_in_little_memory(name: str) -> None:
    """F7: 39 KiB took 1.5 GiB and 8 seconds."""
    tracemalloc.start()
    start = time.process_time()
    with pytest.raises(TooMuch):
        from_toml(BOMBS[name])
    took, (_, most) = time.process_time() - start, tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert took < 1 and most < 4 * 1024 * 1024


@pytest.mark.parametrize(
    "text", [b"[" * 100_000, b'{"a":' * 900, b'{"a":"\\"[","b":' * 900, b"9" * 100_000, b'["]","]",' + b"[" * 900]
)
@pytest.mark.parametrize("kind", [object, msgspec.json.Decoder(dict[str, msgspec.Raw])])
def test_a_bomb_in_json_is_refused_as_what_cannot_be_read(text: bytes, kind: Any) -> None:
    """F7, F17: a RecursionError is no answer."""
    with pytest.raises(TooMuch):
        from_json(text, kind)


@pytest.mark.parametrize(
    "text", ["x = '''" + '"""' * 20, '"""\n' + '\\"""\n' * 60_000, "'''" * 60_001, '"\\' * 100_000]
)
def test_what_quotes_leave_open_is_passed_over_in_one_pass(text: str) -> None:
    start = time.process_time()
    measure(text)
    assert time.process_time() - start < 1


def test_up_to_the_bounds_everything_is_read() -> None:
    key, lists = ".".join("a" * PARTS), "[" * DEEPEST + "]" * DEEPEST
    data = from_toml(f"{key} = {lists}\ny = {'1' * LONGEST}\nz = '''[[[''' # ]]]\nq = \"[.\\\"[.\"\n")
    assert data["y"] == int("1" * LONGEST) and data["z"] == "[[["
    assert from_json(lists, object) == from_json(lists.encode(), object)
    prose = "a. " * 100 + "[" * 100
    assert from_json(msgspec.json.encode([prose] * 60), object) == [prose] * 60


@pytest.mark.parametrize("text", [f"x = 1\n{'a.' * PARTS}a = 1", f"\nx = {'[' * (DEEPEST + 1)}", f"\nx = {'1' * 101}"])
def test_the_line_is_named(text: str) -> None:
    with pytest.raises(TooMuch) as caught:
        measure(text)
    assert caught.value.line == 2


def test_a_fault_of_grammar_is_still_the_parsers() -> None:
    with pytest.raises(tomllib.TOMLDecodeError):
        from_toml('x = "open\ny = 1')
