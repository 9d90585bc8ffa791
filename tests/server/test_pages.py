"""The files of the page: one script of many modules, under an address that changes with its content."""

import re
from pathlib import Path

import pytest
from starlette.requests import Request

from grognard.server.web.page_files import FOLDER, Pages


def fetched(pages: Pages, name: str) -> str:
    """A file as a client gets it that reads nothing packed."""
    asked = Request({"type": "http", "headers": []})
    return bytes(pages.file(f"{pages.mark}/{name}", asked).body).decode()


@pytest.fixture
def small(tmp_path: Path) -> Pages:
    (tmp_path / "js").mkdir()
    (tmp_path / "a.html").write_text('<script type="module" src="/page/js/a.js"></script>\n')
    (tmp_path / "js/a.js").write_text('import { c } from "./c.js";\nimport { b } from "./b.js";\nc(b);\n')
    (tmp_path / "js/b.js").write_text("export const b = 2;\nconst hidden = 1;\n")
    (tmp_path / "js/c.js").write_text('import { b } from "./b.js";\nexport function c(x) {\n  return x + b;\n}\n')
    return Pages(tmp_path)


def test_a_script_comes_with_all_it_wants_each_once_and_before_its_users(small: Pages) -> None:
    script = fetched(small, "js/a.js")
    assert re.findall(r"^modules\['(.)\.js'\]", script, re.M) == ["b", "c", "a"]
    assert "return { b };" in script and "return { c };" in script


def test_a_module_no_page_names_is_served_as_it_is(small: Pages) -> None:
    assert fetched(small, "js/b.js").startswith("export const b")


@pytest.mark.parametrize("script", ["match/match.js", "lobby/lobby.js"])
def test_whatever_the_modules_of_the_real_page_import_is_exported(script: str) -> None:
    whole = fetched(Pages(), f"js/{script}")
    assert not re.search(r"^(import|export) ", whole, re.M)
    given: dict[str, set[str]] = {}
    for name, body, exports in re.findall(r"^modules\['(.+?)'\] = (.*?)^return \{ ([^;]*) \};$", whole, re.M | re.S):
        for names, wanted in re.findall(r"^const \{ (.+) \} = modules\['(.+)'\];$", body, re.M):
            assert set(names.split(", ")) <= given[wanted], (name, wanted)
        given[name] = set(exports.split(", "))
    modules = {path.relative_to(FOLDER / "js").as_posix() for path in (FOLDER / "js").rglob("*.js")}
    assert given.keys() <= modules and len(given) > 4


def test_stylesheets_come_in_one_file_that_finds_what_lies_beside_them(tmp_path: Path) -> None:
    (tmp_path / "fonts").mkdir()
    (tmp_path / "fonts/f.css").write_text('a { src: url("f.woff2"); }\n')
    (tmp_path / "b.css").write_text("b { fill: url(#mark); }\n")
    links = [f'<link rel="stylesheet" href="/page/{name}">\n' for name in ("fonts/f.css", "b.css")]
    (tmp_path / "a.html").write_text(f"<head>\n{links[0]}<title>A</title>\n{links[1]}</head>\n<body >\n")
    pages = Pages(tmp_path)
    assert fetched(pages, "a-all.css") == 'a { src: url("fonts/f.woff2"); }\nb { fill: url(#mark); }\n'
    page = pages.page("a.html", Request({"type": "http", "headers": []}), ["/art/x/board-dark.svg?v=1"], game="x")
    assert bytes(page.body).decode().splitlines() == [
        "<head>",
        f'<link rel="stylesheet" href="/page/{pages.mark}/a-all.css">',
        "<title>A</title>",
        '<link rel="preload" as="fetch" crossorigin href="/art/x/board-dark.svg?v=1"'
        ' media="(prefers-color-scheme: dark)">',
        "</head>",
        '<body data-game="x" >',
    ]


def test_the_address_changes_with_the_content(small: Pages, tmp_path: Path) -> None:
    (tmp_path / "js/b.js").write_text("export const b = 3;\n")
    assert Pages(tmp_path).mark != small.mark
