"""Texts are plain English: the check of `tools/prose.py` finds nothing, and finds what it should."""

from __future__ import annotations

from pathlib import Path

from tools import prose


def test_everything_we_write_is_plain() -> None:
    assert not list(prose.faults(prose.files()))


def test_every_exception_is_still_needed() -> None:
    for row in prose.RULES["allow"]:
        path = prose.ROOT / row["file"]
        found = {word.lower() for _, line in prose.texts(path) for word in prose.PATTERN.findall(line)}
        assert row["word"] in found and row["reason"], row


def test_a_word_is_found_in_texts_and_comments_but_not_in_names(tmp_path: Path) -> None:
    page = tmp_path / "page.py"
    page.write_text('anew = 1  # begin anew\nsay = "nought"\n')
    assert [fault.line for fault in prose.words_in(page, "page.py")] == [1, 2]


def test_a_long_sentence_is_found_where_it_begins(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"# Title\n\nShort.\n\n- {'word ' * 31}.\n\n```\n{'code ' * 50}\n```\n| {'cell ' * 50} |\n")
    assert [fault.line for fault in prose.long_sentences(page, "page.md")] == [5]
