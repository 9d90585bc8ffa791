"""The key of a server: the secrets of its dice come from it, and it signs what is played here."""

from __future__ import annotations

import contextlib
import hmac
import os
import secrets
from functools import cached_property
from pathlib import Path

from grognard.engine import GrognardError
from grognard.engine.records.receipt import vouched
from grognard.engine.records.record import Line, SignedLine
from grognard.engine.records.signing import public_key, sign
from grognard.engine.records.verify import signed_message

FILE = "server.key"
ADMIN = "admin.key"  # of the operator: it opens the figures and the page /admin
LENGTH = 32  # bytes


class BadKey(GrognardError):
    """A key that cannot be read."""


class ServerKey:
    """32 bytes that only this server knows. Who has the database without them knows no die to come."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    @classmethod
    def of(cls, path: Path) -> ServerKey:
        """The key in a file, which is made if need be; of two servers that start at once one makes it."""
        with contextlib.suppress(FileExistsError):
            _write_new(path, secrets.token_bytes(LENGTH).hex())
        try:
            key = bytes.fromhex(path.read_text("ascii"))
        except (OSError, ValueError) as error:
            raise BadKey(f"{path} is not a server key: {LENGTH} bytes as hex digits.") from error
        if len(key) != LENGTH:
            raise BadKey(f"{path} is not a server key: {LENGTH} bytes as hex digits.")
        return cls(key)

    def secret_of(self, match: str, salt: bytes) -> bytes:
        """The secret of a match's dice."""
        return hmac.digest(self._labelled(b"dice"), b"secret " + match.encode() + b" " + salt, "sha256")

    @cached_property
    def public(self) -> str:
        """What everybody may know of it."""
        return public_key(self._labelled(b"sign")).hex()

    def vouch(self, match: str, head: str) -> str:
        """The signature of what all seats together have put into the dice."""
        return sign(self._labelled(b"sign"), vouched(match, head)).hex()

    def signed(self, lines: list[Line], at: float) -> SignedLine:
        """The last line of a record: this server vouches for all before."""
        return SignedLine(self.public, at, sign(self._labelled(b"sign"), signed_message(lines, at)).hex())

    def _labelled(self, label: bytes) -> bytes:
        return hmac.digest(self._key, b"grognard " + label, "sha256")


def new_secret(path: Path) -> str:
    """The secret in a file of its owner's alone, which is made if need be."""
    with contextlib.suppress(FileExistsError):
        _write_new(path, secrets.token_urlsafe(24))
    return path.read_text("ascii").strip()


def _write_new(path: Path, text: str) -> None:
    """Write a file that only its owner may read, whole or not at all; FileExistsError if it is there."""
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    descriptor = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "w") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.link(partial, path)
    finally:
        partial.unlink()
