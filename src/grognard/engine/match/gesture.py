"""What a hand does at the table: a click on a piece or a place, and a piece picked up here and put down there.

Many a question comes in two halves, who and where to. For a hand that is one gesture: a drag on the page, one line in
the terminal, `match.carry` in a program; the record holds the two answers. A journey is the way on which answers lead,
shown before it is gone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from grognard.engine.core.action import Action
from grognard.engine.core.decision import Ask
from grognard.engine.core.dice import NO_DICE, OutOfDice
from grognard.engine.core.rulebook import Refusal
from grognard.engine.core.state import State
from grognard.engine.core.step import names_in
from grognard.engine.core.view import Route
from grognard.engine.game.playthrough import Playthrough


def click_on(match: Playthrough, side: str, piece: str, hex_: str) -> Action | Refusal | None:
    """What a click on a piece or a hex means: an answer the question is open to, or else why it is none.

    Of several reasons it is the one against what is being asked for; others count where nothing like it is asked for.
    Where no rule speaks against it, the rule by which the question is asked says what is asked instead.
    """
    field = "piece" if piece else "hex"
    ask = match.decision.of(side)
    offered = {type(action) for action in ask.actions} | {*ask.actions.open_kinds} if ask else set()
    kinds = [kind for kind in match.game.rules.actions if list(kind.__struct_fields__) == [field]]
    asked = [kind for kind in kinds if kind in offered]
    found: list[Refusal] = []
    for kind in asked or kinds:
        action = kind(**{field: piece or hex_})
        refusal = match.why_not(action, side)
        if refusal is None:
            return action
        found.append(refusal)
    telling = [refusal for refusal in found if not refusal.rule.startswith("GR-")]
    if ask and ask.cite and not telling:
        return Refusal(ask.cite, f"Now: {ask.prompt}")
    return next(iter(telling or found), None)


def pick_up(match: Playthrough, side: str, action: Action) -> Playthrough | None:
    """The match after a piece of one's own is picked up; None if the answer does more than that."""
    piece = match.state.pieces.get(getattr(action, "piece", ""))
    if piece is None or piece.side != side or match.asks_together:
        return None
    trial: State[Any] = match.state.clone()
    try:
        trial.answer(side, action)
    except OutOfDice:
        return None
    if trial.revealed or [ask.side for ask in trial.asks] != [side]:
        return None
    return Playthrough(match.game, trial, NO_DICE, remembers=False)


def names_target(action: Action) -> bool:
    """Does an answer name a place or a piece, so that a hand can point at it?"""
    return not {"hex", "piece", "x"}.isdisjoint(action.__struct_fields__)


class Gesture(NamedTuple):
    """The answers of one gesture, and how the last reads; a piece that is in hand already is only put down."""

    lift: Action | None
    down: Action
    text: str

    @property
    def answers(self) -> tuple[Action, ...]:
        return (self.down,) if self.lift is None else (self.lift, self.down)


def gestures(match: Playthrough, side: str, piece: str, to: str) -> list[Gesture]:
    """All the answers by which a piece goes to a place, or acts against what is there."""
    held = _there(match, to) if piece in selected_pieces(match, side) else []
    lifts = () if held else _lifts(match, side, piece)
    return [Gesture(None, down, match.describe(down)) for down in held] + [
        Gesture(lift, down, after.describe(down)) for lift, after in lifts for down in _there(after, to)
    ]


def selected_pieces(match: Playthrough, side: str) -> list[str]:
    """The pieces of the side that a question to it alone is about: one that is on its way, say."""
    if match.asks_together or [ask.side for ask in match.decision.asks] != [side]:
        return []
    named, pieces = dict.fromkeys(names_in(match.state.steps[-1])), match.state.pieces
    return [name for name in named if name in pieces and pieces[name].side == side]


def why_not_carry(match: Playthrough, side: str, piece: str, to: str) -> Refusal:
    """Why a piece cannot be picked up, or not be put down there."""
    reason = None
    held = [match] if piece in selected_pieces(match, side) else []
    for after in [*held, *(after for _, after in _lifts(match, side, piece))]:
        enemy = to if to in match.state.pieces else ""
        reason = click_on(after, side, enemy, to)
        if isinstance(reason, Refusal):
            return reason
    reason = reason or click_on(match, side, piece, "")
    return reason if isinstance(reason, Refusal) else Refusal("GR-1")


def preview_routes(match: Playthrough, side: str, answers: Sequence[Action]) -> list[Route]:
    """The ways on which one answer after the other leads, if nothing happens, as far as they can be gone."""
    if match.decision.of(side) is None or match.why_not(answers[0], side) is not None:
        return []
    twin: State[Any] = match.state.clone()
    step, found = twin.steps[-1], list[Route]()
    for action in answers:
        route = step.route(twin, action)
        if route is None:
            break
        found.append(route)
        step = step.walked(twin, action)
    return found


def _lifts(match: Playthrough, side: str, piece: str) -> Iterator[tuple[Action, Playthrough]]:
    ask = match.decision.of(side)
    for action in ask.actions if ask else ():
        if getattr(action, "piece", "") == piece and (after := pick_up(match, side, action)) is not None:
            yield action, after


def _there(match: Playthrough, to: str) -> list[Action]:
    """The answers at a place: those that name it first, then those that name what stands there."""
    [ask] = match.decision.asks
    named = [action for action in ask.actions if to in (getattr(action, "hex", ""), getattr(action, "piece", ""))]
    return named or [*_on(match, ask, to), *_open_to(ask, to)]


def _on(match: Playthrough, ask: Ask, place: str) -> Iterator[Action]:
    """Answers about pieces that the side sees at a place."""
    standing = {seen.id for seen in match.view(ask.side).pieces if seen.place == place and seen.side != ask.side}
    return (action for action in ask.actions if getattr(action, "piece", "") in standing)


def _open_to(ask: Ask, to: str) -> Iterator[Action]:
    """A question that lists not every answer: on a table by inches any point will do, on hexes one farther away."""
    meant = {("hex",): (to,), ("x", "y"): point_of(to)}
    for kind in ask.actions.open_kinds:
        if (values := meant.get(kind.__struct_fields__)) and (action := kind(*values)) in ask.actions:
            yield action


def point_of(to: str) -> tuple[int, int] | None:
    """A point of the table from its inches, "36,23.5" or "36 23.5", in hundredths; None if these are no two numbers."""
    try:
        x, y = (round(float(part) * 100) for part in to.replace(",", " ").split())
    except (ValueError, OverflowError):
        return None
    return x, y
