"""What is sent to whom: Brotli, gzip, or plain bytes."""

from __future__ import annotations

import gzip

import brotli  # type: ignore[import-untyped]
import pytest
from starlette.testclient import TestClient

from grognard.server.web.compression import best_coding

ASKED = {
    "": "identity",
    "identity": "identity",
    "br": "br",
    "gzip, deflate, br": "br",
    "gzip, deflate, br, zstd": "br",
    "gzip": "gzip",
    "GZIP": "gzip",
    "br;q=0": "identity",
    "br;q=0, gzip": "gzip",
    "gzip;q=0, identity": "identity",
    "gzip;q=1.0, br;q=0.5": "gzip",
    "identity;q=1, br;q=0.5": "identity",
    "x-brotli-not": "identity",
    "*": "br",
    "*;q=0": "identity",
    "*;q=0.5, br;q=0": "gzip",
    "br;q=nonsense": "identity",
    "gzip ; q=0.8": "gzip",
}


@pytest.mark.parametrize("asked", ASKED)
def test_the_best_that_is_accepted_is_sent(asked: str) -> None:
    """F1, A6: whoever reads neither got gzip, and "br;q=0" was read as br."""
    assert best_coding(asked) == ASKED[asked]


@pytest.mark.parametrize("path", ["/", "/page/x/lobby.css", "/art/folio/counters.svg", "/api/games"])
def test_pages_files_pictures_and_lists_come_plain_where_that_is_asked_for(path: str, table: TestClient) -> None:
    def fetched(asked: str) -> tuple[str, bytes]:
        with table.stream("GET", path, headers={"accept-encoding": asked}) as got:
            assert got.status_code == 200 and got.headers["vary"] == "accept-encoding"
            return got.headers.get("content-encoding", ""), b"".join(got.iter_raw())

    coding, plain = fetched("identity")
    assert coding == ""
    assert fetched("gzip")[0] == "gzip" and gzip.decompress(fetched("gzip")[1]) == plain
    assert fetched("br")[0] == "br" and brotli.decompress(fetched("br")[1]) == plain
