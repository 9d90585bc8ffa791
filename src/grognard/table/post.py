"""Letters by SMTP, where whoever runs the table has named a mail server."""

from __future__ import annotations

import smtplib
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from urllib.parse import parse_qs, unquote, urlsplit

import msgspec

from grognard.engine import GrognardError

PATIENCE = 20.0  # seconds for the mail server to answer


class BadPost(GrognardError):
    """What stands in the environment names no mail server; the message says what would."""


class Letter(msgspec.Struct, frozen=True):
    """What is written to somebody; whoever opens the address in `stop` gets no more."""

    to: str
    subject: str
    text: str
    stop: str


class Post(msgspec.Struct, frozen=True):
    """A mail server, and who writes."""

    host: str
    port: int
    sender: str
    user: str = ""
    password: str = ""
    sealed: bool = False  # the connection is encrypted from its first byte; else as soon as the server offers it

    @classmethod
    def of(cls, url: str) -> Post:
        """From smtp://name:password@host:587?from=table@example.org, or smtps://."""
        like = "It looks like smtp://name:password@host:587?from=table@example.org."
        try:
            parts, port = urlsplit(url), urlsplit(url).port
        except ValueError:
            raise BadPost(f"That is no mail server. {like}") from None
        if parts.scheme not in ("smtp", "smtps") or not parts.hostname:
            raise BadPost(f"That is no mail server. {like}")
        sealed = parts.scheme == "smtps"
        sender = parse_qs(parts.query).get("from", [f"grognard@{parts.hostname}"])[0]
        user, password = unquote(parts.username or ""), unquote(parts.password or "")
        return cls(parts.hostname, port or (465 if sealed else 587), sender, user, password, sealed)

    def send(self, letter: Letter) -> None:
        """Hand a letter over; OSError if the server cannot be reached or does not take it."""
        with self._connected() as server:
            if not self.sealed and server.has_extn("starttls"):
                server.starttls()
                server.ehlo()
            if self.user:
                server.login(self.user, self.password)
            server.send_message(self.written(letter))

    def _connected(self) -> smtplib.SMTP:
        kind = smtplib.SMTP_SSL if self.sealed else smtplib.SMTP
        server = kind(self.host, self.port, timeout=PATIENCE)
        server.ehlo()
        return server

    def written(self, letter: Letter) -> EmailMessage:
        """A letter with its head; a mail program can stop the letters with one click."""
        message = EmailMessage()
        message["From"], message["To"], message["Subject"] = self.sender, letter.to, letter.subject
        message["Date"], message["Message-ID"] = formatdate(), make_msgid(domain=self.sender.rpartition("@")[2])
        message["Auto-Submitted"] = "auto-generated"
        message["List-Unsubscribe"] = f"<{letter.stop}>"
        message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        message.set_content(letter.text)
        return message
