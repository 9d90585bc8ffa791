"""Every address a page asks: what is sent with the request, and what comes back. The page's types are made from it."""

from __future__ import annotations

from typing import NamedTuple

from grognard.server import operator_page
from grognard.server.api import operator_responses, requests, responses
from grognard.server.studio import endpoints
from grognard.studio.layout import StudioSheet


class Fetch(NamedTuple):
    """A request: what comes back, and what is sent, if anything is."""

    got: type
    sent: type | None = None


MATCHES = {
    "GET /api/games": Fetch(responses.Lobby),
    "POST /api/sides": Fetch(responses.SidesTold, requests.NewMatch),
    "POST /api/matches": Fetch(responses.SeatGiven, requests.NewMatch),
    "POST /api/records": Fetch(responses.SeatGiven, bytes),
    "POST /api/mine": Fetch(responses.MineTold, requests.Mine),
    "GET /api/open": Fetch(responses.OpenOnes),
    "GET /api/ratings/{game}": Fetch(responses.Ratings),
    "POST /api/matches/{match}/claim": Fetch(responses.SeatTaken, requests.Claim),
    "POST /api/matches/{match}/rematch": Fetch(responses.SeatGiven, requests.Again),
    "POST /api/matches/{match}/branch": Fetch(responses.SeatGiven, requests.Branch),
    "POST /api/matches/{match}/studio": Fetch(responses.TextTold, endpoints.Moment),
    "GET /api/matches/{match}/verify": Fetch(responses.Verified),
    "GET /api/matches/{match}/analysis": Fetch(responses.Analysed),
    "GET /api/matches/{match}/analysis?known": Fetch(responses.Analysed),
}
MAIL = {
    "POST /api/mail": Fetch(responses.Confirmed, requests.Mailbox),
    "POST /api/mail/{token}": Fetch(responses.Wanted, requests.Confirmed),
    "POST /api/matches/{match}/mail": Fetch(responses.Addressed, requests.Letters),
}
SCHOOL = {
    "POST /api/school": Fetch(responses.SchoolTold, requests.Pupil),
    "POST /api/lessons/{game}/{lesson}/play": Fetch(responses.SeatGiven),
}
STUDIO = {
    "POST /api/studio/begin": Fetch(StudioSheet, endpoints.Begin),
    "POST /api/studio/read": Fetch(StudioSheet, endpoints.Read),
    "POST /api/studio/play": Fetch(responses.SeatGiven, endpoints.PlayIt),
    "POST /api/studio/keep": Fetch(responses.DrawerTold, endpoints.Keep),
    "POST /api/studio/link": Fetch(responses.LinkTold, endpoints.Sent),
    "POST /api/studio/map": Fetch(responses.TextTold, endpoints.Sent),
    "POST /api/studio/fair": Fetch(responses.FairTold, endpoints.TryOut),
    "GET /api/studio/fair/{job}": Fetch(responses.FairTold),
    "POST /api/studio/fair/{job}/stop": Fetch(responses.Stopped),
    "GET /api/studio/links/{mark}": Fetch(responses.TextTold),
    "GET /api/studio/{game}": Fetch(responses.StudioTools),
}
ADMIN = {
    "GET /api/admin": Fetch(operator_responses.AdminTold),
    "POST /api/admin/remove": Fetch(operator_responses.AdminDone, operator_page.Removed),
    "POST /api/admin/ban": Fetch(operator_responses.AdminDone, operator_page.Banned),
}
FETCHES = {**MATCHES, **MAIL, **SCHOOL, **STUDIO, **ADMIN}
