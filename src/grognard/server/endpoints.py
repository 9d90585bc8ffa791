"""Every address of the API, in one table: what it does, who answers it, what is sent and what comes back.

The server's routes, the OpenAPI description, the page's types and the reference are made from it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from starlette.routing import Route

from grognard.server.api import operator_responses, requests, responses
from grognard.server.api import studio_requests as studio
from grognard.server.web.replies import Handler, handle_errors
from grognard.studio.layout import StudioSheet


class Endpoint(NamedTuple):
    """A request that the API answers."""

    handler: str  # the method that answers it, without its underscore
    does: str  # a sentence for readers of the API
    got: type | None = None  # what comes back; None: a file
    sent: Any = None  # the type of the body of the request
    key: str = ""  # whose key it needs: a seat's or the operator's
    flag: str = ""  # a word that may stand behind the address


MATCHES = {
    "GET /api/games": Endpoint("games", "The games, their scenarios, options and players.", responses.Lobby),
    "POST /api/sides": Endpoint("sides", "The sides a match would have.", responses.SidesTold, requests.NewMatch),
    "POST /api/matches": Endpoint("new", "Set up a match.", responses.SeatGiven, requests.NewMatch),
    "POST /api/records": Endpoint("import", "Set up a match from a record file.", responses.SeatGiven, bytes),
    "POST /api/mine": Endpoint("mine", "How your matches stand.", responses.MineTold, requests.MyMatches),
    "GET /api/open": Endpoint("open", "Sides that anybody may take.", responses.OpenOnes),
    "GET /api/ratings/{game}": Endpoint("ratings", "Ratings of people and computer players.", responses.Ratings),
    "GET /api/matches/{match}": Endpoint("look", "A match as a seat sees it.", key="seat"),
    "POST /api/matches/{match}/claim": Endpoint("claim", "Take up an invitation.", responses.SeatTaken, requests.Claim),
    "POST /api/matches/{match}/orders": Endpoint("order", "Send one command.", sent=requests.Order, key="seat"),
    "POST /api/matches/{match}/rematch": Endpoint(
        "rematch", "Play the same battle again.", responses.SeatGiven, requests.NewRematch, "seat"
    ),
    "POST /api/matches/{match}/branch": Endpoint(
        "branch",
        "Play on from an earlier position, in a new match.",
        responses.SeatGiven,
        requests.Branch,
        "seat",
    ),
    "POST /api/matches/{match}/studio": Endpoint(
        "what_if", "A position of the match as a scenario file.", responses.TextTold, studio.Moment, "seat"
    ),
    "GET /api/matches/{match}/record": Endpoint("record", "The record of a finished match."),
    "GET /api/matches/{match}/verify": Endpoint(
        "verify", "Replay a finished match and compute every die again.", responses.Verified
    ),
    "GET /api/matches/{match}/analysis": Endpoint(
        "analysis", "The analysis of a finished match, or how far it has come.", responses.Analysed, flag="known"
    ),
    "GET /api/matches/{match}/report": Endpoint("report", "The story of a match as a page.", key="seat"),
}
MAIL = {
    "POST /api/mail": Endpoint("mailbox", "Where to send turn mail.", responses.Confirmed, requests.Mailbox),
    "POST /api/mail/{token}": Endpoint("confirm", "Say yes or no to turn mail.", responses.Wanted, requests.Confirmed),
    "POST /api/matches/{match}/mail": Endpoint(
        "letters", "Turn mail for a seat, or none.", responses.Addressed, requests.Letters, "seat"
    ),
}
SCHOOL = {
    "POST /api/school": Endpoint(
        "school", "The lessons of every game, and your progress.", responses.SchoolTold, requests.Pupil
    ),
    "POST /api/lessons/{game}/{lesson}/play": Endpoint(
        "play_on", "A match from the position of a lesson.", responses.SeatGiven
    ),
}
STUDIO = {
    "POST /api/studio/begin": Endpoint("begin", "A scenario to begin with.", StudioSheet, studio.Begin),
    "POST /api/studio/read": Endpoint("read", "Lay out a scenario after some edits.", StudioSheet, studio.Read),
    "POST /api/studio/play": Endpoint(
        "play", "Play a scenario against computer players.", responses.SeatGiven, studio.PlayIt
    ),
    "POST /api/studio/keep": Endpoint("keep", "Save, open or list your scenarios.", responses.DrawerTold, studio.Keep),
    "POST /api/studio/link": Endpoint("link", "A link to a scenario.", responses.LinkTold, studio.Sent),
    "POST /api/studio/map": Endpoint("map", "The map of a scenario as a file.", responses.TextTold, studio.Sent),
    "POST /api/studio/fair": Endpoint(
        "fair", "Try a scenario out at two strengths.", responses.FairTold, studio.TryOut
    ),
    "GET /api/studio/fair/{job}": Endpoint("fair_so_far", "How far a trial has come.", responses.FairTold),
    "POST /api/studio/fair/{job}/stop": Endpoint("enough", "Stop a trial.", responses.Stopped),
    "GET /api/studio/links/{mark}": Endpoint("linked", "The scenario behind a link.", responses.TextTold),
    "GET /api/studio/tables/{mark}/{what}": Endpoint("table", "A picture of a scenario's map."),
    "GET /api/studio/{game}": Endpoint(
        "bench", "The units, maps and keys for scenarios of a game.", responses.StudioTools
    ),
}
ADMIN = {
    "GET /api/admin": Endpoint(
        "look", "Matches, load and chat, for the operator.", operator_responses.AdminTold, key="operator"
    ),
    "POST /api/admin/remove": Endpoint(
        "remove", "Remove a match or a chat line.", operator_responses.AdminDone, requests.Removed, "operator"
    ),
    "POST /api/admin/ban": Endpoint(
        "ban", "Shut an address out, or let it in.", operator_responses.AdminDone, requests.Banned, "operator"
    ),
}
ENDPOINTS = {**MATCHES, **MAIL, **SCHOOL, **STUDIO, **ADMIN}


def routes(endpoints: Mapping[str, Endpoint], handlers: Mapping[str, Handler]) -> list[Route]:
    """The routes of some endpoints, each with its handler."""
    assert {each.handler for each in endpoints.values()} == set(handlers), "handlers differ from the table"
    addresses = ((address.split(" "), handlers[each.handler]) for address, each in endpoints.items())
    return [Route(path, handle_errors(handler), methods=[method]) for (method, path), handler in addresses]
