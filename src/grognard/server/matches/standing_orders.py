"""Standing orders at the table: kept with the seat, shown to whoever plays it."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from grognard.engine import Match
from grognard.engine.match.standing_orders import StandingOrder, orders_for, unexpired
from grognard.server.api.serializers import JsonObject
from grognard.server.storage.store import Seat


def orders_of(seat: Seat) -> tuple[StandingOrder, ...]:
    """The standing orders kept with a seat."""
    return msgspec.json.decode(seat.orders, type=tuple[StandingOrder, ...]) if seat.orders else ()


def with_orders(seat: Seat, match: Match, orders: Sequence[StandingOrder]) -> Seat:
    """The seat with other orders, as far as they have not run out."""
    kept = unexpired(match, orders)
    return msgspec.structs.replace(seat, orders=msgspec.json.encode(kept).decode() if kept else "")


def orders_told(match: Match, seat: Seat | None) -> JsonObject:
    """The standing orders of a side, and those it could give in the window it is asked about."""
    if seat is None or match.over:
        return {"given": [], "offered": []}
    ask = match.decision.of(seat.side)
    offered = orders_for(match, ask) if ask is not None else []
    return {"given": _told(unexpired(match, orders_of(seat))), "offered": _told(offered)}


def _told(orders: Sequence[StandingOrder]) -> list[JsonObject]:
    return [{"order": order, "text": order.says()} for order in orders]
