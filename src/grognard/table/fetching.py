"""Every address a page asks: what is sent with the request, and what comes back. The page's types are made from it."""

from __future__ import annotations

from typing import NamedTuple

from grognard.studio.sheet import StudioSheet
from grognard.table import fetched, fetched_by_operator, studio, warden, wire


class Fetch(NamedTuple):
    """A request: what comes back, and what is sent, if anything is."""

    got: type
    sent: type | None = None


MATCHES = {
    "GET /api/games": Fetch(fetched.Lobby),
    "POST /api/sides": Fetch(fetched.SidesTold, wire.NewMatch),
    "POST /api/matches": Fetch(fetched.SeatGiven, wire.NewMatch),
    "POST /api/records": Fetch(fetched.SeatGiven, bytes),
    "POST /api/mine": Fetch(fetched.MineTold, wire.Mine),
    "GET /api/open": Fetch(fetched.OpenOnes),
    "GET /api/ratings/{game}": Fetch(fetched.Ratings),
    "POST /api/matches/{match}/claim": Fetch(fetched.SeatTaken, wire.Claim),
    "POST /api/matches/{match}/rematch": Fetch(fetched.SeatGiven, wire.Again),
    "POST /api/matches/{match}/branch": Fetch(fetched.SeatGiven, wire.Branch),
    "POST /api/matches/{match}/studio": Fetch(fetched.TextTold, studio.Moment),
    "GET /api/matches/{match}/verify": Fetch(fetched.Verified),
    "GET /api/matches/{match}/analysis": Fetch(fetched.Analysed),
    "GET /api/matches/{match}/analysis?known": Fetch(fetched.Analysed),
}
MAIL = {
    "POST /api/mail": Fetch(fetched.Confirmed, wire.Mailbox),
    "POST /api/mail/{token}": Fetch(fetched.Wanted, wire.Confirmed),
    "POST /api/matches/{match}/mail": Fetch(fetched.Addressed, wire.Letters),
}
SCHOOL = {
    "POST /api/school": Fetch(fetched.SchoolTold, wire.Pupil),
    "POST /api/lessons/{game}/{lesson}/play": Fetch(fetched.SeatGiven),
}
STUDIO = {
    "POST /api/studio/begin": Fetch(StudioSheet, studio.Begin),
    "POST /api/studio/read": Fetch(StudioSheet, studio.Read),
    "POST /api/studio/play": Fetch(fetched.SeatGiven, studio.PlayIt),
    "POST /api/studio/keep": Fetch(fetched.DrawerTold, studio.Keep),
    "POST /api/studio/link": Fetch(fetched.LinkTold, studio.Sent),
    "POST /api/studio/map": Fetch(fetched.TextTold, studio.Sent),
    "POST /api/studio/fair": Fetch(fetched.FairTold, studio.TryOut),
    "GET /api/studio/fair/{job}": Fetch(fetched.FairTold),
    "POST /api/studio/fair/{job}/stop": Fetch(fetched.Stopped),
    "GET /api/studio/links/{mark}": Fetch(fetched.TextTold),
    "GET /api/studio/{game}": Fetch(fetched.StudioTools),
}
ADMIN = {
    "GET /api/admin": Fetch(fetched_by_operator.AdminTold),
    "POST /api/admin/remove": Fetch(fetched_by_operator.AdminDone, warden.Removed),
    "POST /api/admin/ban": Fetch(fetched_by_operator.AdminDone, warden.Banned),
}
FETCHES = {**MATCHES, **MAIL, **SCHOOL, **STUDIO, **ADMIN}
