"""A receipt: what one page was shown of a match, kept by the page itself, to be held against the record afterwards."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from grognard.engine.game.plain_text import from_json
from grognard.engine.records.record import Lines, NonceLine, RecordError, StartLine
from grognard.engine.records.shares import DiceShares, Witnesses
from grognard.engine.records.signing import is_signed


class Receipt(msgspec.Struct, frozen=True):
    """Everything a page keeps. `witness` is that of the last line it was shown, `line` how far the match was then."""

    match: str
    promise: list[str]  # header, commitments and promise, letter by letter
    nonce: str = ""  # of one's own
    head: str = ""
    key: str = ""  # of the server, and its signature of the head
    signature: str = ""
    line: int = 0
    witness: str = ""

    @classmethod
    def read(cls, data: bytes) -> Receipt:
        """A receipt from its file."""
        try:
            return from_json(data, cls)
        except msgspec.DecodeError as error:
            raise RecordError(f"This is not a receipt ({error}).") from error

    def check(self, lines: Lines, secrets: Iterable[bytes]) -> None:
        """RecordError if the record is not of the match that was shown, or holds something else than was shown."""
        shares = DiceShares.of(lines)
        if [msgspec.json.encode(line).decode() for line in lines[: len(self.promise)]] != self.promise:
            raise RecordError("The receipt is of another match: its seal and its commitments are not those shown.")
        if self.nonce and self.nonce not in [line.nonce for line in lines if isinstance(line, NonceLine)]:
            raise RecordError("The nonce of the receipt did not go into the dice.")
        if self.head and self.head != shares.head.hex():
            raise RecordError("The dice were not made from the nonces that were shown.")
        if self.signature and not self.is_vouched():
            raise RecordError("The receipt's signature is not that of the server it names.")
        if self.line and not any(self._witnessed(lines, shares, secret) for secret in secrets):
            raise RecordError(f"The lines up to decision {self.line} of the record are not those that were shown.")

    def is_vouched(self) -> bool:
        """Has the server it names signed the head?"""
        try:
            return is_signed(bytes.fromhex(self.key), vouched(self.match, self.head), bytes.fromhex(self.signature))
        except ValueError:
            return False

    def _witnessed(self, lines: Lines, shares: DiceShares, secret: bytes) -> bool:
        """Does one of the lines have this witness? It hangs on all lines before it, so its number need not be known."""
        start = next((i for i, line in enumerate(lines) if isinstance(line, StartLine)), len(lines))
        known = Witnesses(secret, shares.head)
        return any(known.add([msgspec.json.encode(line)]).hex() == self.witness for line in lines[start:])


def vouched(match: str, head: str) -> bytes:
    """What a server signs when a match begins."""
    return f"grognard head {match} {head}".encode()
