"""Orders as macro actions: one choice that answers for a whole formation, step by step in the environment itself."""

from __future__ import annotations

from grognard.engine.match.command import Command, Intent, able, formations
from grognard.engine.match.plan import Halt
from grognard.env.aec import GrognardEnv


class Macros:
    """What a staff can be ordered to do in an environment; every answer of a plan is one step of it."""

    def __init__(self, env: GrognardEnv) -> None:
        self.env = env

    def offered(self) -> list[Command]:
        """To finish, for each formation that can act and for everybody; to hold is to do nothing."""
        match = self.env.match
        if match.over or match.asks_together:
            return []
        side = match.decision.side
        groups = formations(match, side, able(match, side))
        orders = [Command(Intent(do), tuple(units)) for units in groups.values() for do in ("finish", "shoot")]
        return [*(orders if len(groups) > 1 else ()), Command(Intent("finish")), Command(Intent("shoot"))]

    def step(self, command: Command) -> Halt | None:
        """Carry an order out; where it halted, if it did. An order that nobody can carry out changes nothing."""
        env, side = self.env, self.env.match.decision.side
        for answer in env.match.command(side, command).answers:
            if env.match.over or env.agent_selection != side or env.match.why_not(answer, side) is not None:
                return Halt("refused", "The position is no longer the one that was planned for.")
            seen = len(env.match.events)
            env.answer(answer)
            if env.match.state.outcomes:
                return Halt("die", " ".join(str(e) for e in env.match.events[seen:] if e.visible_to(side)))
        return None
