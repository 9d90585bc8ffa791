"""An order carried out, and how it goes on by itself after a halt: where it need not halt, or nothing has changed."""

from __future__ import annotations

from msgspec.structs import replace

from grognard.engine.game.mind import phase_now
from grognard.engine.game.playthrough import Playthrough
from grognard.engine.match.command import Command, Signed
from grognard.engine.match.plan import Done, Halt, Plan
from grognard.engine.match.staff import planned

LAST = 12  # of the halts passed by that are told


def obeyed(match: Playthrough, side: str, command: Command) -> Done:
    """An order planned and carried out; planned again where it halts for what it need not halt for."""
    whole, plan = Done(0, 0, None, command), planned(match, side, command)
    stopped = held_up(match, plan)
    while stopped is None:
        done = plan.carry_out(match)
        whole = after(match, whole, done)
        if done.left is None or not goes_on(match, side, done):
            return whole
        plan = planned(match, side, done.left)
        stopped = now_other(match, plan, whole)
        whole = whole if stopped else passed(whole)
    return whole_of(stopped, whole)


def whole_of(stopped: Done, whole: Done) -> Done:
    """An order that went on for a while and was then held up."""
    return replace(stopped, answers=whole.answers, back=whole.back, told=whole.told)


def after(match: Playthrough, before: Done, done: Done) -> Done:
    """What has become of an order after one more plan for it."""
    return replace(
        done,
        answers=before.answers + done.answers,
        back=min(before.back + done.back, len(match.taken)),
        told=before.told,
    )


def passed(done: Done) -> Done:
    """What has become of an order that went on past a halt, which is told all the same."""
    return done if done.halt is None else replace(done, told=(*done.told, done.halt.words)[-LAST:])


def goes_on(match: Playthrough, side: str, done: Done) -> bool:
    """May an order be planned again by itself, since it need not halt for what it halted for?"""
    free = comes_back(done) and done.answers > 0
    return free and not match.over and not match.asks_together and match.decision.of(side) is not None


def comes_back(done: Done) -> bool:
    """Does what is left of an order go on by itself, as soon as its side is asked again?"""
    if done.halt is None or done.left is None:
        return False
    return done.halt.why in done.left.past or (done.halt.foreseen and "expected" in done.left.past)


def held_up(match: Playthrough, plan: Plan) -> Done | None:
    """Why the rest of an order is not carried out after others have acted: it is another phase, or another plan."""
    command, signed = plan.command, plan.command.signed
    if signed is None:
        return None
    if signed.phase != phase_now(match.state):
        return Done(0, 0, Halt("changed", "The phase that the order was for is over."), None)
    said = "" if "asked" in command.past else _said(match, plan, signed, asked=True)
    return Done(0, 0, Halt("changed", said), replace(command, signed=None)) if said else None


def now_other(match: Playthrough, plan: Plan, done: Done) -> Done | None:
    """The halt where the plan for the rest is no longer what was accepted; None if nothing of it has changed."""
    command, halt = plan.command, done.halt
    if command.signed is None or halt is None or halt.why in command.past:
        return None
    said = _said(match, plan, command.signed, asked=False)
    if not said:
        return None
    return replace(
        done,
        halt=replace(halt, why="changed", words=f"{halt.words} {said}".strip()),
        left=replace(command, signed=None),
    )


def _said(match: Playthrough, plan: Plan, signed: Signed, *, asked: bool) -> str:
    """What is no longer as it was when the plan was accepted."""
    names = {piece.id: piece.name for piece in match.view(plan.side).pieces if piece.side != plan.side}
    appeared = [name for piece, name in names.items() if piece not in signed.seen]
    sighted = f"In sight now: {', '.join(appeared[:3])}." if appeared else ""
    return f"{sighted} {plan.unlike(signed, asked=asked)}".strip()
