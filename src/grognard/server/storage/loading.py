"""Matches from and to the rows of the database."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from grognard.engine import Game, GrognardError, Match, View
from grognard.engine.core.dice import SealedDice, seal_of
from grognard.engine.records.record import Line, Lines, MatchLine, SecretLine, StateLine, read_lines, write_lines
from grognard.engine.records.replay import Replay
from grognard.server.storage.server_key import ServerKey
from grognard.server.storage.store import Locked, MatchRow, Progress, Seat, Snapshot, Store

_decoder: msgspec.json.Decoder[Line] = msgspec.json.Decoder(Line)


def encode_lines(lines: Sequence[Line]) -> list[bytes]:
    """Record lines as rows."""
    return [msgspec.json.encode(line) for line in lines]


def decode_lines(bodies: Sequence[bytes]) -> list[Line]:
    """Rows as record lines."""
    return [_decoder.decode(body) for body in bodies]


def record_of(bodies: Sequence[bytes], row: MatchRow, key: ServerKey | None) -> bytes:
    """The record file of a match, its secret shown; signed, if it was played to its end at a server that has a key."""
    lines: list[Line] = [*decode_lines(bodies), SecretLine(row.secret.hex())]
    if key is not None and row.over and not row.uploaded:
        lines.append(key.signed(lines, row.touched))
    return write_lines(lines)


def load_match(row: MatchRow, bodies: Sequence[bytes], snapshot: Snapshot) -> Match:
    """The match at the end of its lines, from the snapshot kept beside them: it takes the same time at any length."""
    if row.salt is not None and f'"{seal_of(row.secret)}"'.encode() not in bodies[0]:
        raise Locked("it was begun under another server key")
    kept = StateLine(msgspec.Raw(snapshot.state), snapshot.rolled, snapshot.decision)
    match = Match.from_lines(Lines([*bodies, kept, SecretLine(row.secret.hex())]))
    match.sealed_answers = snapshot.apart
    return match


def text_in(record: bytes) -> str:
    """The scenario that a record carries; "" if it carries none, or is no record."""
    try:
        header = read_lines(record.split(b"\n", 1)[0] + b"\n")[0]
    except GrognardError:
        return ""
    return header.file if isinstance(header, MatchLine) else ""


def of_older_rules(record: bytes, games: Mapping[str, Game]) -> str:
    """What is to be said of a record that older rules have made; "" if these have, or it is no record."""
    try:
        header = read_lines(record.split(b"\n", 1)[0] + b"\n")[0]
    except GrognardError:
        return ""
    if not isinstance(header, MatchLine) or header.game not in games or header.version >= games[header.game].version:
        return ""
    game = games[header.game]
    return (
        f"This record was made under version {header.version} of {game.title}, and this table plays version "
        f"{game.version}. It takes only what its own rules can play again; `grognard play --load` goes on with it."
    )


async def is_known(row: MatchRow, games: Mapping[str, Game], store: Store) -> bool:
    """Is its scenario known here? One that a player added is made known by the first line of the record."""
    if row.game not in games or row.scenario in games[row.game].scenarios:
        return row.game in games
    if "@" not in row.scenario:
        return False
    try:
        Replay(decode_lines((await store.lines(row.id))[:1]))
    except GrognardError:
        return False
    return row.scenario in games[row.game].scenarios


def in_order(match: Match, seats: Mapping[str, Seat]) -> dict[str, Seat]:
    """The seats in the order of the match's sides, wherever they were read from."""
    return {side: seats[side] for side in match.sides}


def snapshot_of(match: Match, lines: int) -> Snapshot:
    """The position as it is now."""
    rolled = match.dice.count if isinstance(match.dice, SealedDice) else 0
    return Snapshot(lines, match.number, rolled, match.state.to_json(), match.sealed_answers)


def progress(match: Match, view: View) -> Progress:
    """Where the match stands, for lists of matches, by anybody's view."""
    asked = "" if match.over else " ".join(ask.side for ask in match.decision.asks)
    winners = " ".join(match.result.winners) if match.result is not None else ""
    return Progress(match.over, view.turn, view.turns, asked, winners)
