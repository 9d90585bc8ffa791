"""A plain HTTP client that costs next to nothing, so that what is measured is the table."""

from __future__ import annotations

import http.client
from types import TracebackType
from typing import Any

import msgspec


class Gone(Exception):
    """The table does not answer any more."""


class Answered:
    """What came back."""

    def __init__(self, status_code: int, content: bytes) -> None:
        self.status_code, self.content = status_code, content

    def json(self) -> Any:
        return msgspec.json.decode(self.content)


class Wire:
    """One connection that is kept open; if it is `patient`, another is made where the table has closed it."""

    def __init__(self, port: int, timeout: float = 60, source: str = "", *, patient: bool = False) -> None:
        self.patient, self.port, come_from = patient, port, (source, 0) if source else None
        self._http = http.client.HTTPConnection("127.0.0.1", port, timeout=timeout, source_address=come_from)

    def request(self, method: str, url: str, *, content: bytes, headers: dict[str, str]) -> Answered:
        """Ask and wait; Gone if the connection breaks."""
        try:
            return self._request(method, url, content, headers)
        except Gone:
            if not self.patient:
                raise
            return self._request(method, url, content, headers)

    def _request(self, method: str, url: str, content: bytes, headers: dict[str, str]) -> Answered:
        try:
            self._http.request(method, url, content, headers)
            got = self._http.getresponse()
            return Answered(got.status, got.read())
        except (OSError, http.client.HTTPException) as error:
            self._http.close()
            raise Gone from error

    def __enter__(self) -> Wire:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._http.close()
