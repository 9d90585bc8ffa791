"""Every address a page asks: what is sent with the request, and what comes back. The page's types are made from it."""

from __future__ import annotations

from typing import NamedTuple

from grognard.server import operator_page
from grognard.server.api import operator_responses, requests, responses
from grognard.server.studio import endpoints
from grognard.studio.layout import StudioSheet


class Endpoint(NamedTuple):
    """A request: what comes back, and what is sent, if anything is."""

    got: type
    sent: type | None = None


MATCHES = {
    "GET /api/games": Endpoint(responses.Lobby),
    "POST /api/sides": Endpoint(responses.SidesTold, requests.NewMatch),
    "POST /api/matches": Endpoint(responses.SeatGiven, requests.NewMatch),
    "POST /api/records": Endpoint(responses.SeatGiven, bytes),
    "POST /api/mine": Endpoint(responses.MineTold, requests.MyMatches),
    "GET /api/open": Endpoint(responses.OpenOnes),
    "GET /api/ratings/{game}": Endpoint(responses.Ratings),
    "POST /api/matches/{match}/claim": Endpoint(responses.SeatTaken, requests.Claim),
    "POST /api/matches/{match}/rematch": Endpoint(responses.SeatGiven, requests.NewRematch),
    "POST /api/matches/{match}/branch": Endpoint(responses.SeatGiven, requests.Branch),
    "POST /api/matches/{match}/studio": Endpoint(responses.TextTold, endpoints.Moment),
    "GET /api/matches/{match}/verify": Endpoint(responses.Verified),
    "GET /api/matches/{match}/analysis": Endpoint(responses.Analysed),
    "GET /api/matches/{match}/analysis?known": Endpoint(responses.Analysed),
}
MAIL = {
    "POST /api/mail": Endpoint(responses.Confirmed, requests.Mailbox),
    "POST /api/mail/{token}": Endpoint(responses.Wanted, requests.Confirmed),
    "POST /api/matches/{match}/mail": Endpoint(responses.Addressed, requests.Letters),
}
SCHOOL = {
    "POST /api/school": Endpoint(responses.SchoolTold, requests.Pupil),
    "POST /api/lessons/{game}/{lesson}/play": Endpoint(responses.SeatGiven),
}
STUDIO = {
    "POST /api/studio/begin": Endpoint(StudioSheet, endpoints.Begin),
    "POST /api/studio/read": Endpoint(StudioSheet, endpoints.Read),
    "POST /api/studio/play": Endpoint(responses.SeatGiven, endpoints.PlayIt),
    "POST /api/studio/keep": Endpoint(responses.DrawerTold, endpoints.Keep),
    "POST /api/studio/link": Endpoint(responses.LinkTold, endpoints.Sent),
    "POST /api/studio/map": Endpoint(responses.TextTold, endpoints.Sent),
    "POST /api/studio/fair": Endpoint(responses.FairTold, endpoints.TryOut),
    "GET /api/studio/fair/{job}": Endpoint(responses.FairTold),
    "POST /api/studio/fair/{job}/stop": Endpoint(responses.Stopped),
    "GET /api/studio/links/{mark}": Endpoint(responses.TextTold),
    "GET /api/studio/{game}": Endpoint(responses.StudioTools),
}
ADMIN = {
    "GET /api/admin": Endpoint(operator_responses.AdminTold),
    "POST /api/admin/remove": Endpoint(operator_responses.AdminDone, operator_page.Removed),
    "POST /api/admin/ban": Endpoint(operator_responses.AdminDone, operator_page.Banned),
}
ENDPOINTS = {**MATCHES, **MAIL, **SCHOOL, **STUDIO, **ADMIN}
