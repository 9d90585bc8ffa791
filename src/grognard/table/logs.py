"""The log of a server as JSON, a line for each event, for whoever collects logs. Nothing in it is a secret."""

from __future__ import annotations

import json
import logging
import re
import sys

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


def write_json() -> None:
    """From now on the log is JSON on stderr."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Lines())
    logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)
