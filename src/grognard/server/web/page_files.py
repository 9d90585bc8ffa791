"""The files of the page: HTML never kept, the rest kept for ever under a name that changes with its content."""

from __future__ import annotations

import functools
import hashlib
import re
from collections.abc import Sequence
from html import escape
from pathlib import Path, PurePosixPath
from posixpath import normpath

from starlette.requests import Request
from starlette.responses import Response

from grognard.server.web.compression import CompressedBody

FOLDER = Path(__file__).parents[1] / "page"
KINDS = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
    ".txt": "text/plain; charset=utf-8",
}

PART = re.compile(rb"<!-- (\w+) -->\n")  # what pages have in common, in a file of its own
SCRIPT = re.compile(rb'<script type="module" src="/page/(js/[^"]+)"></script>')
SHEET = re.compile(rb'<link rel="stylesheet" href="/page/([^"]+)">\n')
BESIDE = re.compile(rb'url\("([\w.-]+)"\)')  # a file that lies beside the stylesheet
WHOLE = "-all.css"  # behind the name of a page: all its stylesheets
TONE = re.compile(r"-(light|dark)\.svg")
IMPORT = re.compile(r'^import \{ (.+) \} from "(\.{1,2}/.+)";$', re.M)
EXPORT = re.compile(r"^export (?:async )?(?:function|class|const) (\w+)", re.M)
EXPORTING = re.compile(r"^export ", re.M)
COMMENT = re.compile(r"^ */\*\*(?:(?!\*/).)*\*/\n", re.M | re.S)


@functools.cache
def packed(data: bytes) -> CompressedBody:
    """A file, packed once however many tables are opened in this process."""
    return CompressedBody.of(data)


@functools.lru_cache(256)
def filled_in(page: CompressedBody, data: str, links: str) -> CompressedBody:
    """A page with what is known beforehand in its body, and links in its head."""
    told = page.raw.replace(b"<body ", f"<body{data} ".encode(), 1)
    return CompressedBody.of(told.replace(b"</head>", f"{links}</head>".encode(), 1))


def _preload(path: str) -> str:
    """Have something fetched at once that the script will ask for: of what is drawn in two tones, the one in use."""
    tone = TONE.search(path)
    media = f' media="(prefers-color-scheme: {tone[1]})"' if tone else ""
    return f'<link rel="preload" as="fetch" crossorigin href="{escape(path)}"{media}>\n'


class Pages:
    """Every file under `page/`, read once. Addresses carry a mark of all contents, so that browsers keep them."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self._files = {
            path.relative_to(folder).as_posix(): path.read_bytes()
            for path in sorted(folder.rglob("*"))
            if path.suffix in KINDS
        }
        whole = hashlib.sha256(b"".join(name.encode() + data for name, data in self._files.items()))
        self.mark = whole.hexdigest()[:12]
        self._sent: dict[str, CompressedBody | bytes] = {}

    def _packed(self, name: str) -> CompressedBody | bytes:
        """A file as it is sent; what nobody asks for costs nothing."""
        if name not in self._sent:
            self._sent[name] = self._pack(name)
        return self._sent[name]

    def _pack(self, name: str) -> CompressedBody | bytes:
        if name.endswith(WHOLE):
            data = b"".join(map(self._style, self._sheets(name.replace(WHOLE, ".html"))))
        elif name.endswith(".html"):
            data = re.sub(rb"/page/", f"/page/{self.mark}/".encode(), self._dressed(name))
        elif name in self._scripts():
            data = self._gathered(name.removeprefix("js/"), {})
        else:
            data = self._files[name]
        return data if name.endswith(".woff2") else packed(data)

    def _whole(self, page: str) -> bytes:
        """A page with what it has in common with others."""
        return PART.sub(lambda part: self._files.get(f"{part[1].decode()}.html", part[0]), self._files[page])

    def _sheets(self, page: str) -> list[str]:
        """The stylesheets of a page."""
        return [name.decode() for name in SHEET.findall(self._whole(page))]

    def _dressed(self, page: str) -> bytes:
        """A page with all its stylesheets in one file, where the first of them stood."""
        first, *rest = SHEET.split(self._whole(page))[::2]
        sheet = f'<link rel="stylesheet" href="/page/{page.replace(".html", WHOLE)}">\n'.encode() if rest else b""
        return b"".join([first, sheet, *rest])

    def _style(self, name: str) -> bytes:
        """A stylesheet as it reads from the folder of the pages."""
        folder = PurePosixPath(name).parent
        return BESIDE.sub(lambda file: f'url("{folder / file[1].decode()}")'.encode(), self._files[name])

    def _scripts(self) -> set[str]:
        """The modules that pages name."""
        pages = b"".join(data for name, data in self._files.items() if name.endswith(".html"))
        return {name.decode() for name in SCRIPT.findall(pages)}

    def _gathered(self, module: str, known: dict[str, str]) -> bytes:
        """A module with all it wants in one file, for two dozen requests cost more time than their contents.

        Each module becomes a function's body that gives back what it exports; its imports are taken from those before.
        Comments stay at home: they are a fifth of it.
        """
        text, body = COMMENT.sub("", self._files[f"js/{module}"].decode()), []
        for names, beside in IMPORT.findall(text):
            wanted = normpath(f"{PurePosixPath(module).parent}/{beside}")
            if wanted not in known:
                self._gathered(wanted, known)
            body.append(f"const {{ {names} }} = modules[{wanted!r}];")
        exports = ", ".join(EXPORT.findall(text))
        body += [EXPORTING.sub("", IMPORT.sub("", text)), f"return {{ {exports} }};"]
        known[module] = f"modules[{module!r}] = (() => {{\n" + "\n".join(body) + "\n})();\n"
        return ("const modules = {};\n" + "".join(known.values())).encode()

    def page(self, name: str, request: Request, ahead: Sequence[str] = (), **known: str) -> Response:
        """An HTML page; what is known beforehand stands in its body as data, what it will fetch in its head."""
        if not known:
            return self._answer(name, request, "no-cache")
        plain = self._packed(name)
        assert isinstance(plain, CompressedBody)
        data = "".join(f' data-{key}="{escape(value)}"' for key, value in known.items())
        told = filled_in(plain, data, "".join(map(_preload, ahead)))
        return told.answer(request, KINDS[".html"], "no-cache")

    def file(self, address: str, request: Request) -> Response:
        """A file by its marked address; an address of an earlier version still finds the file of today."""
        mark, _, name = address.partition("/")
        known = name.replace(WHOLE, ".html") if name.endswith(WHOLE) else name
        if known not in self._files or name.endswith(".html"):
            return Response("There is no such file.", 404)
        return self._answer(name, request, "public, max-age=31536000, immutable" if mark == self.mark else "no-cache")

    def _answer(self, name: str, request: Request, caching: str) -> Response:
        kind, file = KINDS["." + name.rsplit(".", 1)[1]], self._packed(name)
        if isinstance(file, CompressedBody):
            return file.answer(request, kind, caching)
        return Response(file, 200, {"cache-control": caching}, kind)
