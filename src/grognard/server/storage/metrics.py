"""Figures for the operator, in the form that Prometheus reads. None says anything of a match or a person."""

from __future__ import annotations

from typing import NamedTuple

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest
from starlette.types import ASGIApp, Message, Receive, Scope, Send

SOON = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)  # seconds
THINKING = (0.05, 0.25, 0.5, 1.0, 2.0, 3.0, 5.0, 10.0, 30.0)
REFUSED = 400  # the first status that is a refusal


class Now(NamedTuple):
    """How things stand when somebody looks."""

    matches: int
    rooms_open: int
    pages_open: int
    pages_watching: int
    quick_players_waiting: int
    searchers_waiting: int
    search_places: int
    analyses_under_way: int
    trials_under_way: int
    database: int  # 1 if it can be reached


class Measures:
    """What one server process counts."""

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        ProcessCollector("grognard", registry=registry)
        names = (("by",), ("player",), ("how", "status"))
        self.answers = Counter("grognard_answers", "Answers in matches.", names[0], registry=registry)
        says = "Seconds from a computer player's question to its answer, with the wait for its turn."
        self.thinking = Histogram("grognard_computer_seconds", says, names[1], registry=registry, buckets=THINKING)
        self.refused = Counter("grognard_refusals", "Refused requests and orders.", names[2], registry=registry)
        self.orders = Histogram("grognard_order_seconds", "Seconds for an order.", registry=registry, buckets=SOON)
        written = "Seconds until something written is durable."
        self.writes = Histogram("grognard_write_seconds", written, registry=registry, buckets=SOON)
        self.failed = Counter("grognard_writes_failed", "What could not be written.", registry=registry)
        self._now = {name: Gauge(f"grognard_{name}", name.replace("_", " "), registry=registry) for name in Now._fields}

    def told(self, now: Now) -> bytes:
        """All of them, as Prometheus reads them."""
        for name, value in now._asdict().items():
            self._now[name].set(value)
        return generate_latest(self.registry)


class Counted:
    """Counts the requests that are refused, at whatever gate."""

    def __init__(self, app: ASGIApp, measures: Measures) -> None:
        self.app, self.measures = app, measures

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def heard(message: Message) -> None:
            if message["type"] == "http.response.start" and message["status"] >= REFUSED:
                self.measures.refused.labels("request", str(message["status"])).inc()
            await send(message)

        await self.app(scope, receive, heard if scope["type"] == "http" else send)
