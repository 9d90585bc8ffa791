"""Letters by SMTP, where whoever runs the table has named a mail server."""

from __future__ import annotations

import ipaddress
import smtplib
import ssl
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from urllib.parse import parse_qs, unquote, urlsplit

import msgspec

from grognard.engine import GrognardError

PATIENCE = 20.0  # seconds for the mail server to answer


class BadPost(GrognardError):
    """What stands in the environment names no mail server; the message says what would."""


class InTheClear(OSError):
    """A mail server elsewhere that offers no encryption: the password is not sent to it."""


class Email(msgspec.Struct, frozen=True):
    """What is written to somebody; whoever opens the address in `stop` gets no more."""

    to: str
    subject: str
    text: str
    stop: str


class MailServer(msgspec.Struct, frozen=True):
    """A mail server, and who writes."""

    host: str
    port: int
    sender: str
    user: str = ""
    password: str = ""
    sealed: bool = False  # the connection is encrypted from its first byte; else as soon as the server offers it
    trust: str = ""  # a file with the certificates that are believed, beside those the machine believes

    @classmethod
    def of(cls, url: str) -> MailServer:
        """From smtp://name:password@host:587?from=table@example.org, or smtps://; &ca=FILE names a certificate."""
        like = "It looks like smtp://name:password@host:587?from=table@example.org."
        try:
            parts, port = urlsplit(url), urlsplit(url).port
        except ValueError:
            raise BadPost(f"That is no mail server. {like}") from None
        if parts.scheme not in ("smtp", "smtps") or not parts.hostname:
            raise BadPost(f"That is no mail server. {like}")
        sealed = parts.scheme == "smtps"
        given = parse_qs(parts.query)
        sender, trust = given.get("from", [f"grognard@{parts.hostname}"])[0], given.get("ca", [""])[0]
        user, password = unquote(parts.username or ""), unquote(parts.password or "")
        return cls(parts.hostname, port or (465 if sealed else 587), sender, user, password, sealed, trust)

    def send(self, letter: Email) -> None:
        """Hand a letter over; OSError if the server cannot be reached or does not take it."""
        with self._connected() as server:
            if not self.sealed and server.has_extn("starttls"):
                server.starttls(context=self._context())
                server.ehlo()
            elif not self.sealed and self.user and not self.is_here:
                raise InTheClear(f"{self.host} offers no encryption, and the password is not sent in the clear.")
            if self.user:
                server.login(self.user, self.password)
            server.send_message(self.written(letter))

    def _connected(self) -> smtplib.SMTP:
        if self.sealed:
            server: smtplib.SMTP = smtplib.SMTP_SSL(self.host, self.port, timeout=PATIENCE, context=self._context())
        else:
            server = smtplib.SMTP(self.host, self.port, timeout=PATIENCE)
        server.ehlo()
        return server

    @property
    def is_here(self) -> bool:
        """Is the mail server on this machine, so that nobody listens on the way?"""
        try:
            return ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return self.host == "localhost"

    def _context(self) -> ssl.SSLContext:
        """The certificate must be that of the host; on this machine any will do, for it is mostly a made-up one."""
        context = ssl.create_default_context()
        if self.trust:
            context.load_verify_locations(self.trust)
        elif self.is_here:
            context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        return context

    def written(self, letter: Email) -> EmailMessage:
        """A letter with its head; a mail program can stop the letters with one click."""
        message = EmailMessage()
        message["From"], message["To"], message["Subject"] = self.sender, letter.to, letter.subject
        message["Date"], message["Message-ID"] = formatdate(), make_msgid(domain=self.sender.rpartition("@")[2])
        message["Auto-Submitted"] = "auto-generated"
        message["List-Unsubscribe"] = f"<{letter.stop}>"
        message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        message.set_content(letter.text)
        return message
