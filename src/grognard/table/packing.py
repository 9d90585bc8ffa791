"""Compressed answers: Brotli for browsers, gzip for everybody else."""

from __future__ import annotations

import gzip

import brotli  # type: ignore[import-untyped]
from starlette.requests import Request
from starlette.responses import Response


class Packed:
    """Bytes kept as Brotli; a third smaller than gzip, which matters for a map."""

    __slots__ = ("_gzip", "data")

    def __init__(self, data: bytes) -> None:
        self.data = data
        self._gzip: bytes | None = None

    @classmethod
    def of(cls, raw: bytes, *, tight: bool = False) -> Packed:
        """Pack some bytes; tight takes ten times as long, and a map is a seventh smaller."""
        return cls(brotli.compress(raw, quality=11 if tight else 9, lgwin=22))

    @property
    def raw(self) -> bytes:
        """What was packed."""
        found: bytes = brotli.decompress(self.data)
        return found

    def answer(self, request: Request, kind: str, caching: str) -> Response:
        """The bytes as the browser can read them."""
        headers = {"cache-control": caching, "vary": "accept-encoding"}
        if "br" in request.headers.get("accept-encoding", ""):
            return Response(self.data, 200, headers | {"content-encoding": "br"}, kind)
        if self._gzip is None:
            self._gzip = gzip.compress(self.raw, 9, mtime=0)
        return Response(self._gzip, 200, headers | {"content-encoding": "gzip"}, kind)
