"""Plain English: words to replace in code, pages and texts, and sentences of a guide that are too long.

python -m tools.prose [FILE ...] prints file, line and what to write instead, and exits with 1 if it found anything.
The words, the limit and the exceptions with their reasons are in prose.toml.
"""

from __future__ import annotations

import io
import re
import sys
import tokenize
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
RULES = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
WORDS: dict[str, str] = RULES["words"]
ALLOWED = {(row["file"], row["word"]) for row in RULES.get("allow", ())}
PATTERN = re.compile(rf"\b({'|'.join(sorted(map(re.escape, WORDS), key=len, reverse=True))})\b", re.IGNORECASE)
GUIDES = (
    "docs/tutorials",
    "docs/how-to",
    "docs/explanation",
    "docs/project",
    "docs/index.md",
    "README.md",
    "CONTRIBUTING.md",
)
CODE = re.compile(r"`[^`\n]*`")


class Fault(NamedTuple):
    """A place that is not plain."""

    file: str  # from the root of the project
    line: int  # from 1
    says: str  # what is wrong and what to write


def texts(path: Path) -> Iterator[tuple[int, str]]:
    """The lines of a file that are written for people: comments and texts of Python, everything else whole."""
    text = path.read_text("utf-8")
    if path.suffix != ".py":
        yield from enumerate(text.splitlines(), 1)
        return
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type in (tokenize.COMMENT, tokenize.STRING):
            yield from enumerate(token.string.splitlines(), token.start[0])


def words_in(path: Path, name: str) -> Iterator[Fault]:
    """Words to replace."""
    for number, line in texts(path):
        for found in PATTERN.findall(CODE.sub("", line)):
            word = found.lower()
            if (name, word) not in ALLOWED:
                yield Fault(name, number, f"{found!r}: write {WORDS[word]!r}")


def sentences(text: str) -> Iterator[tuple[int, str]]:
    """The sentences of a page in Markdown, each with its line; no code, tables or headings."""
    text = re.sub(r"(?ms)^ *```.*?^ *```$", lambda block: "\n" * block[0].count("\n"), text)
    at, paragraph = 1, ""
    for number, line in enumerate([*text.splitlines(), ""], 1):
        begins = re.match(r" *([-*]|\d+\.) ", line)
        if paragraph and (not line.strip() or begins or line.startswith(("|", "#", ":::", "    "))):
            yield from ((at, part) for part in re.split(r"(?<=[.!?:;])\s+", paragraph))
            paragraph = ""
        if line.strip() and not line.startswith(("|", "#", ":::", "    ", "!")):
            at = at if paragraph else number
            paragraph = f"{paragraph} {line.strip()}".strip()


def long_sentences(path: Path, name: str) -> Iterator[Fault]:
    """Sentences of a guide with too many words."""
    most = RULES["sentences"]["most_words"]
    for number, sentence in sentences(path.read_text("utf-8")):
        count = len(re.findall(r"[\w'’-]+", re.sub(r"\]\([^)]*\)", "]", CODE.sub("x", sentence))))
        if count > most:
            yield Fault(name, number, f"{count} words in a sentence, at most {most}: {sentence[:60]}…")


def files() -> list[Path]:
    """Everything that is checked."""
    code = [*(ROOT / "src").rglob("*.py"), *(ROOT / "tools").rglob("*.py"), *(ROOT / "bench").rglob("*.py")]
    page = (ROOT / "src/grognard/server/page/js").rglob("*.js")
    pages = [*(ROOT / "docs").rglob("*.md"), ROOT / "README.md", ROOT / "CONTRIBUTING.md"]
    return sorted([*code, *page, *pages])


def faults(paths: list[Path]) -> Iterator[Fault]:
    """What is not plain in some files."""
    for path in paths:
        name = path.resolve().relative_to(ROOT).as_posix()
        yield from words_in(path, name)
        if path.suffix == ".md" and name.startswith(GUIDES):
            yield from long_sentences(path, name)


def main(named: list[str]) -> int:
    """Print the faults."""
    found = list(faults([Path(name) for name in named] or files()))
    for fault in found:
        print(f"{fault.file}:{fault.line}: {fault.says}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
