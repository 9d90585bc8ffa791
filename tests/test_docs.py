"""The pages of the documentation have their place, and name only what is there."""

from __future__ import annotations

import ast
import re
import shlex
import subprocess
import textwrap
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

import pytest

from grognard import cli
from tools import reference

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PAGES = sorted(DOCS.rglob("*.md"))
NOTES = sorted((DOCS / "research").glob("2026-*.md"))
GUIDES = [page for page in [*PAGES, ROOT / "README.md", ROOT / "CONTRIBUTING.md"] if page not in NOTES]
CONFIG = (ROOT / "mkdocs.yml").read_text("utf-8")


def name(page: Path) -> str:
    return str(page.relative_to(ROOT))


@cache
def commands() -> frozenset[str]:
    """The commands of the program, as its help lists them."""
    return frozenset(re.findall(r"^    ([a-z][\w-]*)(?: |$)", cli.parser().format_help(), re.MULTILINE))


def typed(text: str) -> list[str]:
    """The command lines that a page shows, without what follows a `#`."""
    blocks = re.findall(r"^ *```(?:console|bash|sh)?\n(.*?)^ *```$", text, re.MULTILINE | re.DOTALL)
    lines = (re.sub(r"^\s*(\$ )?(sudo )?(\S*/)?grognard ", "grognard ", line) for line in "\n".join(blocks).split("\n"))
    return [line for line in lines if re.match(r"grognard [a-z]", line)]


def test_every_page_is_in_the_navigation_once_or_in_a_list_of_its_own() -> None:
    listed = re.findall(r"^ +- (?:Start: )?(\S+\.md)$", CONFIG.partition("\nnav:")[2], re.MULTILINE)
    assert len(listed) == len(set(listed))
    apart = {page for page in PAGES if page in NOTES or re.match(r"0\d{3}-", page.name)}
    made = {DOCS / page for page in reference.PAGES}
    assert {DOCS / page for page in listed} == (set(PAGES) - apart) | made
    for page in apart:
        assert f"({page.name})" in (page.parent / "index.md").read_text("utf-8"), page.name


def test_old_addresses_lead_to_pages() -> None:
    moved = re.findall(r"^        (\S+\.md): (\S+\.md)$", CONFIG, re.MULTILINE)
    assert len(moved) >= 18
    for old, new in moved:
        assert not (DOCS / old).exists() and (DOCS / new).exists(), old


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_a_page_has_one_title(page: Path) -> None:
    text = re.sub(r"^ *```.*?^ *```", "", page.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    assert text.startswith("# ") and len(re.findall(r"^# ", text, re.MULTILINE)) == 1


@pytest.mark.parametrize("page", GUIDES, ids=name)
def test_a_page_names_only_files_that_are_there(page: Path) -> None:
    named = re.findall(r"`((?:src|docs|tests|bench|examples|tools)/[\w./-]+)`", page.read_text("utf-8"))
    lost = [path for path in named if not (ROOT / path).exists()]
    assert not lost, lost


@cache
def modules(folder: Path) -> frozenset[str]:
    """The names of all modules below a folder."""
    return frozenset(path.name for kind in ("*.py", "*.js") for path in folder.rglob(kind))


def test_the_page_of_a_game_names_only_modules_that_the_game_or_its_series_has() -> None:
    for page in sorted((DOCS / "games").glob("*.md")):
        games = {page.stem.replace("-", "_"), *(["folio"] if page.stem == "korsun" else [])}
        there = frozenset[str]().union(*(modules(ROOT / "src" / "grognard" / "games" / game) for game in games))
        named = set(re.findall(r"`(\w+\.py)`", page.read_text("utf-8")))
        assert named <= there, f"{page.stem}: {sorted(named - there)}"


def test_the_server_inside_names_only_modules_that_the_page_has() -> None:
    named = set(re.findall(r"\b(\w+\.js)\b", (DOCS / "explanation" / "server.md").read_text("utf-8")))
    assert named <= modules(ROOT / "src" / "grognard" / "server"), named


@pytest.mark.parametrize("page", [page for page in GUIDES if typed(page.read_text("utf-8"))], ids=name)
def test_a_page_shows_only_commands_that_there_are(page: Path) -> None:
    wrong = [line for line in typed(page.read_text("utf-8")) if line.split()[1] not in commands()]
    assert not wrong, wrong


@pytest.mark.parametrize("page", GUIDES, ids=name)
def test_a_page_names_only_targets_of_make_that_there_are(page: Path) -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    named = set(re.findall(r"`make ([a-z]+)", page.read_text("utf-8")))
    assert named <= targets, named - targets


def test_the_page_on_the_command_line_has_every_command() -> None:
    text = (DOCS / "reference" / "cli.md").read_text("utf-8").partition("## Examples")[0]
    assert set(re.findall(r"`([a-z][\w-]*)`", text)) >= commands()


def test_the_glossary_is_in_order_and_says_each_word_once() -> None:
    page = (DOCS / "reference" / "glossary.md").read_text("utf-8")
    rows = re.findall(r"^\| ([^|]+) \| [^|]+ \|$", page, re.MULTILINE)
    words = [row.lower() for row in rows if row not in ("word", "---")]
    assert len(words) > 60
    assert words == sorted(set(words))


def test_the_changelog_has_its_versions_from_the_newest_to_the_oldest() -> None:
    found = re.findall(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert found[0] == "Unreleased" and found[-1] == "0.1.0"
    numbers = [tuple(int(part) for part in version.split(".")) for version in found[1:]]
    assert numbers == sorted(set(numbers), reverse=True)


def test_the_workflow_has_every_python_that_the_package_allows() -> None:
    text = (ROOT / ".github" / "workflows" / "ci.yml").read_text("utf-8")
    least = re.search(r'requires-python = ">=(3\.\d+)"', (ROOT / "pyproject.toml").read_text("utf-8"))
    assert least and f'python: ["{least[1]}",' in text
    for path in re.findall(r"^ +- run: (\.\S+)$", text, re.MULTILINE):
        assert (ROOT / path).exists()
        assert subprocess.run(["bash", "-n", shlex.quote(path)], cwd=ROOT).returncode == 0


def programs(page: Path) -> list[str]:
    """The Python that a page shows, without what it prints."""
    blocks = re.findall(r"^( *)```(?:python|py)\n(.*?)^ *```$", page.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    return [textwrap.dedent(code) for _, code in blocks]


@pytest.mark.parametrize("page", [page for page in GUIDES if programs(page)], ids=name)
def test_the_python_of_a_page_can_be_read_and_finds_what_it_imports(page: Path) -> None:
    for code in programs(page):
        for node in ast.walk(ast.parse(code)):
            if isinstance(node, ast.ImportFrom) and str(node.module).split(".")[0] == "grognard":
                module = import_module(str(node.module))
                lost = [each.name for each in node.names if not there(module, each.name)]
                assert not lost, (node.module, lost)


def there(module: ModuleType, name: str) -> bool:
    return hasattr(module, name) or find_spec(f"{module.__name__}.{name}") is not None
