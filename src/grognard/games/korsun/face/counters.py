"""How the counters of the Korsun pocket look: every group in its own colour, since support goes by group."""

from __future__ import annotations

from grognard.board.draw import Marker
from grognard.games.folio.face.counters import CHARTS as SERIES
from grognard.games.folio.face.counters import faces_of
from grognard.games.korsun.rules.data import COUNTERS, GROUPS, WEATHER

FACES = {
    **faces_of(COUNTERS, lambda what: GROUPS[what.group].livery),
    "bridge": Marker("bridge"),
    "supply bridge": Marker("bridge", "SUPPLY"),
}
CHARTS = (*SERIES, WEATHER)
