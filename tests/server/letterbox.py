"""A mail server of our own that keeps what it is given."""

from __future__ import annotations

import email
import email.policy
import socketserver
import threading
from email.message import EmailMessage
from types import TracebackType


class Clerk(socketserver.StreamRequestHandler):
    """As much of SMTP (RFC 5321) as a letter takes."""

    server: Letterbox

    def handle(self) -> None:
        self.say("220 here")
        while line := self.rfile.readline():
            word = line[:4].upper().strip()
            if word == b"QUIT":
                return self.say("221 bye")
            if word == b"DATA":
                self.say("354 go on")
                self.server.letters.append(self.read_letter())
            self.say("250 ok" if not self.server.refuses or word != b"MAIL" else "451 not now")

    def say(self, text: str) -> None:
        self.wfile.write(f"{text}\r\n".encode())

    def read_letter(self) -> EmailMessage:
        lines = iter(self.rfile.readline, b".\r\n")
        return email.message_from_bytes(b"".join(lines), _class=EmailMessage, policy=email.policy.default)


class Letterbox(socketserver.ThreadingTCPServer):
    """Letters in the order they came. `refuses` makes it take none."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Clerk)
        self.letters: list[EmailMessage] = []
        self.refuses = False

    @property
    def url(self) -> str:
        """As the table is told of it."""
        return f"smtp://127.0.0.1:{self.server_address[1]}?from=table@example.org"

    def __enter__(self) -> Letterbox:
        threading.Thread(target=self.serve_forever, daemon=True).start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.shutdown()
        self.server_close()
