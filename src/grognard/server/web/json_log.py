"""The log of a server as JSON, a line for each event, for whoever collects logs. Nothing in it is a secret."""

from __future__ import annotations

import json
import logging
import re
import sys
from io import TextIOWrapper
from logging.handlers import RotatingFileHandler
from pathlib import Path

from grognard.server.storage.private_files import private_file

FULL, KEPT = 10 << 20, 5  # bytes of a file; files that are kept
SECRET = re.compile(r"(?i)(bearer\s+|[#?&](?:key|invite|nonce)=|://[^/\s:@]+:)[^\s&@\"']+")


class Lines(logging.Formatter):
    """One JSON object a line: when, how grave, where from, what, and the trace of a fault."""

    def format(self, record: logging.LogRecord) -> str:
        told = {
            "at": self.formatTime(record, "%Y-%m-%dT%H:%M:%S%z"),
            "level": record.levelname.lower(),
            "from": record.name,
            "message": without_secrets(record.getMessage()),
        }
        if record.exc_info:
            told["trace"] = without_secrets(self.formatException(record.exc_info))
        return json.dumps(told, ensure_ascii=False)


def without_secrets(text: str) -> str:
    """Keys, invitations and passwords blotted out, should one ever stand in an address."""
    return SECRET.sub(r"\1***", text)


def write_to(path: Path, *, json: bool) -> None:
    """From now on the log is in a file of its owner's alone. A full one is set aside; the latest five are kept."""
    handler = PrivateFile(path, maxBytes=FULL, backupCount=KEPT, encoding="utf-8")
    handler.setFormatter(Lines() if json else Plain("%(asctime)s %(levelname)s %(name)s %(message)s"))
    logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)


class PrivateFile(RotatingFileHandler):
    """Each new file is its owner's alone, too."""

    def _open(self) -> TextIOWrapper:
        private_file(Path(self.baseFilename))
        return super()._open()


class Plain(logging.Formatter):
    """Text, without secrets."""

    def format(self, record: logging.LogRecord) -> str:
        return without_secrets(super().format(record))


def write_json() -> None:
    """From now on the log is JSON on stderr."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Lines())
    logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)
