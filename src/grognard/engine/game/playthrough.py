"""A match as it runs: the position, whose move it is, the way back, and what was told. It keeps no record."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from grognard.engine.core.action import Action
from grognard.engine.core.decision import Ask, Decision, GrognardError, Illegal, Malformed, Stale
from grognard.engine.core.dice import Dice, SealedDice
from grognard.engine.core.event import Event
from grognard.engine.core.rulebook import Refusal
from grognard.engine.core.state import Piece, Result, State
from grognard.engine.core.view import View
from grognard.engine.core.wording import side_people, typeset_numbers
from grognard.engine.game.game import Game, UnknownChoice, find_game


class NothingToUndo(GrognardError):
    """Undo or redo with nothing to take back or do again; the message says why."""


class UndoPoint(msgspec.Struct, frozen=True):
    """A position to return to, and the answer that led on from it."""

    state: State[Any]
    events: int  # how many lines of the log stood then
    side: str
    action: Action


class Svg(str):
    """SVG that a notebook shows as a picture."""

    def _repr_svg_(self) -> str:
        return str(self)


class MatchView(View, frozen=True, kw_only=True):
    """What a side may see of a match: a view that says what it is, and that a notebook shows as a picture."""

    game: str
    scenario: str

    def __repr__(self) -> str:
        seen = sum(bool(piece.place) for piece in self.pieces)
        who = f"{side_people(self.side)} see" if self.side else "a spectator sees"
        return f"<{self.game}, {self.scenario}, as {who} it: turn {self.turn}, {self.phase}, {seen} pieces>"

    def _repr_svg_(self) -> str | None:
        return self.drawn(find_game(self.game))

    def drawn(self, game: Game) -> Svg | None:
        """The table as SVG; None if its game has nothing to draw."""
        ground = game.face.ground(self.scenario)
        return Svg(ground.draw(self.pieces, game.face.counters)) if ground else None


class Playthrough:
    """What a match and a replay have in common."""

    def __init__(self, game: Game, state: State[Any], dice: Dice, *, remembers: bool = True) -> None:
        self.game, self.state, self.dice = game, state, dice
        self._events: list[Event] = []
        self._told_before = 0  # lines of the log put in front of what was told here
        self._remembers = remembers  # without it nothing can be undone, and play is faster
        self._serial = 0
        self.sealed_answers = 0  # that left their question open to other sides
        self._earlier: list[UndoPoint] = []  # what can be undone
        self._undone: list[UndoPoint] = []
        self.trail: list[UndoPoint] | None = None  # every answer still standing, where somebody wants them
        self._decision: Decision | None = None
        state.dice = dice

    # ------------------------------------------------------------ looking

    @property
    def events(self) -> list[Event]:
        """Everything that was told, whoever may read it."""
        return self._events

    @property
    def over(self) -> bool:
        """Has the match ended?"""
        return self.state.result is not None

    @property
    def result(self) -> Result | None:
        """How it ended, or None while it runs."""
        return self.state.result

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides that decisions are put to."""
        return self.game.rules.sides(self.state)

    def must_play(self, side: str | None) -> None:
        """UnknownChoice, if there is no such side; None is a spectator."""
        if side is not None and side not in self.sides:
            raise UnknownChoice(f"There is no side {side!r}. Choose from: {', '.join(self.sides)}.")

    @property
    def pieces(self) -> Mapping[str, Piece]:
        """Every piece in the game by its id, whoever may know of it."""
        return self.state.pieces

    @property
    def number(self) -> int:
        """The number of the decision asked now; it goes up with every answer, undo and takeback."""
        return self._serial

    @property
    def told_number(self) -> int:
        """The number of the decision as every side may know it: a sealed answer does not move it on.

        Otherwise a side could count whether another was asked beside it.
        """
        return self._serial - self.sealed_answers

    @property
    def asks_together(self) -> bool:
        """Is a question open that waits for several sides, of whom some may be spared it or have answered?"""
        return bool(self.state.asks) and self.state.steps[-1].asks_together

    @property
    def decision(self) -> Decision:
        """What the match waits for."""
        if self._decision is None:
            state = self.state
            if state.result is not None:
                raise Stale("The match is over; there is nothing to decide.")
            self._decision = Decision(self._serial, state.asks)
        return self._decision

    def view(self, side: str | None = None) -> MatchView:
        """What a side (None: a spectator) may see."""
        self.must_play(side)
        seen = msgspec.structs.astuple(self.game.rules.view(self.state, side))
        return MatchView(*seen, game=self.game.id, scenario=self.state.scenario_id)

    def log(self, side: str | None = None) -> list[Event]:
        """The lines of the log that a side may read."""
        self.must_play(side)
        return [event for event in self.events if event.visible_to(side)]

    def describe(self, action: Action) -> str:
        """The action as a short phrase."""
        return typeset_numbers(self.game.face.describe(self.state, action))

    def why_not(self, action: Action, side: str | None = None) -> Refusal | None:
        """The rule that forbids an action now, or None if it is allowed."""
        if self.over:
            return Refusal("GR-3")
        ask = self.decision.of(side) if side is not None else self.decision.asks[0]
        if ask is None:
            return Refusal("GR-2")
        if action in ask.actions:
            return None
        if getattr(action, "piece", None) not in (None, *self.state.pieces):
            return Refusal("GR-5")
        return self.state.steps[-1].why_not(self.state, ask.side, action) or Refusal("GR-1")

    # ------------------------------------------------------------ going on

    def run_to_decision(self) -> None:
        """Run to the next question."""
        self.state.advance()
        self._collect()

    def asked(self, side: str | None = None, decision: int | None = None) -> Ask:
        """The question put to a side, or to the first; Stale if it is another by now, Illegal if not put to it."""
        if decision is not None and (self.over or decision != self._serial):
            raise Stale(f"Decision {decision} is not being asked; the match is at decision {self._serial}.")
        state = self.state
        if state.result is None:
            for ask in state.asks:
                if side is None or ask.side == side:
                    return ask
        raise Illegal(Refusal("GR-2" if state.result is None else "GR-3"), self.game.rulebook)

    def take(self, action: Action, side: str | None = None, decision: int | None = None) -> None:
        """Answer the question. Raises Malformed, Stale or Illegal, and then nothing has changed."""
        ask = self.asked(side, decision)
        if action not in ask.actions:
            if not self.game.rules.codec.knows(action):
                raise Malformed(f"{action!r} is not an action of {self.game.title}.")
            refusal = self.why_not(action, ask.side)
            assert refusal is not None
            raise Illegal(refusal, self.game.rulebook)
        self._do(ask.side, action)
        if self._undone:
            self._undone.clear()

    def _do(self, side: str, action: Action) -> None:
        self._decision = None
        self._serial += 1
        if self._remembers:
            self._do_and_remember(side, action)
        else:
            self.state.outcomes = []
            self.state.answer(side, action)
            if self.state.events:
                self._collect()
        self.sealed_answers += bool(self.state.sealed)

    def _do_and_remember(self, side: str, action: Action) -> None:
        """The same with a way back."""
        earlier = self.now(side, action)
        alone = len(self.state.asks) == 1
        self._carry_out(earlier)
        self._collect()
        state = self.state
        if state.outcomes or state.revealed or not alone or self.over or state.asks[0].side != side:
            self._earlier.clear()
        else:
            self._earlier.append(earlier)
        if self.trail is not None:
            self.trail.append(earlier)

    def _carry_out(self, earlier: UndoPoint) -> None:
        """Answer in a fresh copy, which is compact, so that the next copy is cheap."""
        state = self.state = earlier.state.clone()
        state.dice, state.events = self.dice, None if earlier.state.events is None else []
        rolled = self.dice.count if isinstance(self.dice, SealedDice) else 0
        try:
            state.answer(earlier.side, earlier.action)
        except BaseException:  # a rule has a fault: as if nothing had been answered
            self.state, self._serial = earlier.state, self._serial - 1
            if isinstance(self.dice, SealedDice):
                self.dice.count = rolled
            raise

    def _collect(self) -> None:
        if self.state.events:
            self._events += self.state.events
            self.state.events = []

    def resign(self, side: str) -> None:
        """A side gives up: all others win."""
        if self.over:
            raise Illegal(Refusal("GR-3"), self.game.rulebook)
        if side not in self.sides:
            raise Malformed(f"There is no side {side!r} to resign.")
        winners = tuple(other for other in self.sides if other != side)
        self.state.finish(Result(winners, f"{side} resigns", "GR-4"))
        self.state.asks, self.state.sealed = (), {}
        self._events.append(Event("GR-4", "{side} resigns", {"side": side}))
        self._moved_on()

    # ------------------------------------------------------------ going back

    @property
    def taken(self) -> list[Ask]:
        """The questions whose answers can still be taken back, the latest first."""
        return [earlier.state.asks[0] for earlier in reversed(self._earlier)]

    @property
    def taken_together(self) -> list[bool]:
        """Of each of them: was it put to several sides, of whom some may have been spared it?"""
        return [earlier.state.steps[-1].asks_together for earlier in reversed(self._earlier)]

    @property
    def can_undo(self) -> bool:
        """Is there an answer to take back?"""
        return bool(self._earlier)

    @property
    def can_redo(self) -> bool:
        """Is there an undone answer to do again?"""
        return bool(self._undone)

    def undo(self) -> None:
        """Take back the last answer, up to the last roll, reveal, or other side's answer."""
        if not self._earlier:
            raise NothingToUndo("Nothing can be undone: what is known, rolled or answered by another side stays.")
        earlier = self._earlier.pop()
        self._undone.append(earlier)
        if self.trail:
            self.trail.pop()
        self._return_to(earlier)
        self._serial += 1

    def redo(self) -> None:
        """Do again what was undone last."""
        if not self._undone:
            raise NothingToUndo("There is nothing to do again.")
        again = self._undone.pop()
        self._do(again.side, again.action)

    def now(self, side: str, action: Action) -> UndoPoint:
        """The position as it is, to return to after an answer."""
        return UndoPoint(self.state, len(self._events) - self._told_before, side, action)

    def go_back(self, earlier: UndoPoint, answers: int = 0) -> None:
        """Return to a position past any barrier, so many answers ago; rolled dice are spent."""
        if self.trail is not None and answers:
            del self.trail[-answers:]
        self._return_to(earlier)
        self._moved_on()

    def _return_to(self, earlier: UndoPoint) -> None:
        self.state = earlier.state.clone()
        self.state.dice, self.state.events = self.dice, []
        del self._events[earlier.events + self._told_before :]
        self._decision = None

    def _moved_on(self) -> None:
        """Something stands between now and before."""
        self._decision = None
        self._serial += 1
        self._earlier.clear()
        self._undone.clear()
