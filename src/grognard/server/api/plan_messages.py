"""A plan of a staff, and what became of it, as a page is told them."""

from __future__ import annotations

from typing import TypedDict

from grognard.engine.match.command import Command as Ordered
from grognard.engine.match.plan import Halt, PlanLine, Stay


class PlanRow(TypedDict):
    """What one unit, or several together, are to do; where from and to in the drawing."""

    units: list[str]
    name: str
    text: str
    to: str
    price: str
    reason: str
    halts: str
    start: list[float] | None
    end: list[float] | None


class Planned(TypedDict):
    """To `plan`."""

    says: str
    rows: list[PlanRow]
    lines: list[PlanLine]
    stays: list[Stay]
    open: list[str]
    command: Ordered


class Commanded(TypedDict):
    """To `command`: how far it came, what is left to do, and whether that goes on by itself when others have acted."""

    answers: int
    rows: int
    halt: Halt | None
    left: Ordered | None
    back: int
    told: list[str]
    waits: bool
