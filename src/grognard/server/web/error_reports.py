"""Faults of the program, sent to a URL that the operator has named. Nothing in them is a secret.

`GROGNARD_REPORTS=https://…` in the environment. Each is a POST of one JSON object: what the log says, with its trace,
and how often the same was heard since it was sent last. Nobody waits for it, and what cannot be sent is left.
"""

from __future__ import annotations

import json
import logging
import queue
import threading
import time
import urllib.error
import urllib.request
from collections import Counter
from contextlib import suppress
from urllib.parse import urlsplit

from grognard.engine import GrognardError
from grognard.server.web.json_log import Lines

REPORTS = "GROGNARD_REPORTS"
WAITING = 100  # reports
AGAIN = 60.0  # seconds until the same is sent once more
PATIENCE = 10.0  # seconds that the other side has to take one
KNOWN = 1000  # kinds of faults


class BadAddress(GrognardError):
    """Reports cannot be sent there."""


class Reports(logging.Handler):
    """Sends what is logged as an error."""

    def __init__(self, url: str) -> None:
        super().__init__(logging.ERROR)
        if urlsplit(url).scheme not in ("http", "https") or not urlsplit(url).hostname:
            raise BadAddress(f"{REPORTS} is no address of the web. It looks like https://reports.example/grognard.")
        self.url = url
        self.setFormatter(Lines())
        self._waiting: queue.Queue[bytes | None] = queue.Queue(WAITING)
        self._sent: dict[str, float] = {}
        self._again: Counter[str] = Counter()
        self._thread = threading.Thread(target=self._send_all, daemon=True, name="grognard-reports")
        self._thread.start()

    def emit(self, record: logging.LogRecord) -> None:
        """Have it sent, unless the same has just been."""
        kind, now = f"{record.name} {record.msg} {record.exc_info and record.exc_info[0]}", time.monotonic()
        if now < self._sent.get(kind, -AGAIN) + AGAIN:
            self._again[kind] += 1
            return
        if len(self._sent) >= KNOWN:
            self._sent.clear()
        self._sent[kind] = now
        told = json.loads(self.format(record)) | {"again": self._again.pop(kind, 0)}
        with suppress(queue.Full):
            self._waiting.put_nowait(json.dumps(told, ensure_ascii=False).encode())

    def close(self) -> None:
        """Send what waits, and stop."""
        with suppress(queue.Full):
            self._waiting.put_nowait(None)
            self._thread.join(PATIENCE)
        super().close()

    def _send_all(self) -> None:
        while (report := self._waiting.get()) is not None:
            request = urllib.request.Request(self.url, report, {"content-type": "application/json"})
            with suppress(OSError, ValueError, urllib.error.URLError):
                urllib.request.urlopen(request, timeout=PATIENCE).close()


def send_reports(url: str) -> Reports:
    """From now on, faults are told there too."""
    reports = Reports(url)
    logging.getLogger("grognard").addHandler(reports)
    return reports
