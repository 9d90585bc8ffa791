"""After-action reports at the table: of a finished match for everybody, until then for one's own side up to now."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from starlette.responses import Response

from grognard.engine.records.record import Lines
from grognard.players.review.analysis import Analysis, Depth, analyse
from grognard.report.page import write_page
from grognard.report.story import Story
from grognard.server.api.requests import RequestError
from grognard.server.matches.client import Client
from grognard.server.matches.session import MatchSession

Plain = dict[str, Any]
# a page of its own: its style stands in it, and it runs nothing
POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'; sandbox"
)
CURVE_ALONE = Depth(seconds=0.001)


def teller(room: MatchSession, chair: Client, side: str, found: Plain | None) -> Callable[[], str]:
    """What writes the report, in a thread of its own; Refused if this may not be told to this chair."""
    match, lines = room.match, room.match.lines
    assert isinstance(lines, Lines)
    if side and side not in match.sides:
        raise RequestError(404, "There is no such side.")
    if not match.over:
        side = side or next(iter(chair.sides), "")
        if not side or side not in chair.sides:
            raise RequestError(403, "Until the match is over a report is for those who play it, each for his own side.")
    known, over = lines.cut(len(lines)), match.over

    def write() -> str:
        story = Story.read(known, side or None)
        return write_page(story, _looked_back(known, found) if over else None, looked=_is_found(found))

    return write


def _is_found(found: Plain | None) -> bool:
    """Was an analysis made, to its end?"""
    return found is not None and bool(found.get("done")) and "error" not in found


def _looked_back(lines: Lines, found: Plain | None) -> Analysis:
    """What an analysis has found, if one was made; else the curve and the dice, which take no time."""
    if _is_found(found):
        return msgspec.convert(found, Analysis)
    return msgspec.structs.replace(analyse(lines, CURVE_ALONE), costly=[])


def page(text: str) -> Response:
    """The page with the headers it needs."""
    headers = {"cache-control": "no-store", "content-security-policy": POLICY}
    return Response(text, 200, headers, "text/html; charset=utf-8")
