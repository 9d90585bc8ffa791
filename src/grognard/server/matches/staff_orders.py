"""Orders to a staff at a table: planned in a thread of its own, carried out through the same door as answers."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec

from grognard.engine import Action, State
from grognard.engine.match.command import Command as Ordered
from grognard.engine.match.onward import after, comes_back, goes_on, held_up, now_other, passed, whole_of
from grognard.engine.match.plan import Done, Plan
from grognard.server.api import requests
from grognard.server.api.requests import RequestError
from grognard.server.api.serializers import JsonObject
from grognard.server.jobs.thinking import ThinkingPool
from grognard.server.matches.client import Client
from grognard.server.matches.durable_match import DurableMatch


class Staffing:
    """The staffs of one match. `last` holds the last answer of each side, for takebacks."""

    def __init__(self, room: DurableMatch, thinkers: ThinkingPool, last: dict[str, tuple[State[Any], Action]]) -> None:
        self.room, self.thinkers, self._last = room, thinkers, last
        self._begun: dict[str, int] = {}  # by side: how many answers could be taken back before its last order

    async def carry_out(self, chair: Client, order: requests.Staffing, side: str) -> JsonObject:
        """A plan, what became of one, or the last order taken back."""
        match order:
            case requests.Plan():
                return plan_told(await self._plan(chair, order.command, side))
            case requests.Command():
                done = await self._command(chair, order, side)
                told: JsonObject = msgspec.to_builtins(done)
                return {**told, "waits": comes_back(done)}
        return await self._recall(chair, side)

    async def _plan(self, chair: Client, command: Ordered, side: str) -> Plan:
        twin = self.room.match.clone(0)
        return await self.thinkers.work_out(lambda: twin.command(side, command), chair.address)

    async def _command(self, chair: Client, order: requests.Command, side: str) -> Done:
        match, whole = self.room.match, Done(0, 0, None, order.command)
        plan = await self._plan(chair, order.command, side)
        stopped = held_up(match, plan)
        while stopped is None:
            done = whole
            for reached in plan.carrying(match):
                done = reached
                await asyncio.sleep(0)  # others are served meanwhile; nobody else answers here
            whole = after(match, whole, done)
            if done.left is None or not goes_on(match, side, done):
                break
            plan = await self._plan(chair, done.left, side)
            stopped = now_other(match, plan, whole)
            whole = whole if stopped else passed(whole)
        if stopped is not None:
            whole = whole_of(stopped, whole)
        self._last.clear()
        self._begun[side] = len(match.taken) - whole.back
        await self.room.keep()
        return whole

    async def _recall(self, chair: Client, side: str) -> JsonObject:
        match, begun = self.room.match, self._begun.pop(side, None)
        if begun is None or len(match.taken) <= begun or not chair.may_undo(match):
            raise RequestError(409, "Nothing of an order can be taken back: what is rolled, or was seen, stays.")
        while len(match.taken) > begun:
            match.undo()
        self._last.clear()
        await self.room.keep()
        return {}


def plan_told(plan: Plan) -> JsonObject:
    """A plan as a page is told it: without its answers, which are made again when it is carried out."""
    rows = [{name: getattr(row, name) for name in ROW} for row in plan.rows]
    return {
        "says": plan.command.says(),
        "rows": rows,
        "lines": msgspec.to_builtins(plan.lines),
        "stays": msgspec.to_builtins(plan.stays),
        "open": plan.open,
        "command": msgspec.to_builtins(plan.command),
    }


ROW = ("units", "name", "text", "to", "price", "reason", "halts", "start", "end")
