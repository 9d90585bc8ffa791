"""A staff: it turns an order (whom, what, where) into a plan of ordinary answers, and knows no game by name.

One mechanism for all games. The position is dealt again first (`Rules.determinize`), so that nothing is looked at that
the side may not know, and no die of the match is rolled. Then, unit by unit:

1. The answers that pick the unit up are those that name it; of several the one that the game's judgement likes best.
2. While the unit is in hand, the answers to choose from are those that name nobody who was not ordered. Where they
   lead to places, the places nearest to the goal on the ground are kept and judgement takes the best of those; where
   they act against somebody, judgement takes the best target (of those ordered). A way is gone in the copy as
   `Step.route` and `Step.walked` show it, if nothing happens on it; any other answer is carried out.
3. An answer that rolls, shows something or lets somebody else decide ends the row: there the plan will halt. What
   would be done beyond it is planned as if every die showed its middle; where that leads to somebody else's turn, the
   others are planned as if the answer had not been given yet.

An order to finish leaves places and targets to judgement. Whoever cannot act, or would come no nearer, stays behind,
and the plan says why. What a mind may add is short: how a unit is told to hold (`Mind.holds`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from grognard.engine.core.action import Action
from grognard.engine.core.decision import Ask
from grognard.engine.core.rulebook import Refusal
from grognard.engine.core.step import names_in
from grognard.engine.game.mind import phase_now
from grognard.engine.game.playthrough import Playthrough
from grognard.engine.match.bearings import NEAR
from grognard.engine.match.command import Command, Doing, formations, held
from grognard.engine.match.draft import Draft, Given, Pen
from grognard.engine.match.gesture import click_on
from grognard.engine.match.plan import Plan, Point, Row, Stay
from grognard.engine.match.trial import Trial

MOST = 160  # rows
LONGEST = 12  # answers in a row


class Staff(Trial):
    """One planning of one order."""

    def __init__(self, match: Playthrough, side: str, command: Command) -> None:
        super().__init__(match, side, command)
        own = [piece.id for piece in self.view.pieces if piece.side == side]
        self.todo = [unit for unit in command.units or own if unit in match.state.pieces]
        self.ordered = frozenset(self.todo)
        self.done: set[str] = set()
        self.given: set[Action] = set()  # answers that halt the plan, and are not planned twice
        self.halts = False  # does a row halt, and nobody can tell how it goes on? Then only units are planned for
        self.idle: set[str] = set()  # who had nothing better to do; looked at again when others have moved
        self.again = False
        self.stays: list[Stay] = []
        self.open: list[str] = []
        self.worth: dict[Action, float] = {}  # of the answers to the question that is looked at

    # ------------------------------------------------------------ the plan

    def plan(self) -> Plan:
        """The whole plan."""
        known = self.known()
        pen = Pen(self, self._groups())
        phase, rows = phase_now(known), list[Row]()
        while len(rows) < MOST and known is not None and self.mine_alone(known) and phase_now(known) == phase:
            begun = known
            found = self._next(begun, begun.asks[0])
            if found is None:
                break
            row, known = found
            if row is None:
                continue
            rows.append(pen.told(row, len(rows), len(begun.steps)))
            if row.halts:
                beyond = self.beyond(row, begun)
                self.halts = self.halts or beyond is None
                known = known if beyond is None else beyond
        self._left_behind()
        if not rows and not self.stays:
            self.open.append("There is nothing that this order could do here.")
        return Plan(self.side, self.match.number, self.command, tuple(rows), tuple(self.stays), tuple(self.open))

    def _groups(self) -> dict[str, str]:
        """The formation of each unit."""
        found = formations(self.match, self.side, self.todo)
        return {unit: name for name, units in found.items() for unit in units}

    def _left_behind(self) -> None:
        """Those who were ordered by name and have not been spoken of."""
        if self.command.whole:
            return
        for unit in self.todo:
            if unit not in self.done:
                self._stay(unit, self._why_not(unit))

    def _stay(self, unit: str, why: str) -> None:
        self.done.add(unit)
        if not self.command.whole or self.does(unit) in ("hold", "attack", "shoot"):
            self.stays.append(Stay(unit, self.names.get(unit, unit), why))

    def _why_not(self, unit: str) -> str:
        """Why a unit cannot be ordered now: by the rule that a click on it would name."""
        found = click_on(self.match, self.side, unit, "")
        if isinstance(found, Refusal):
            said = self.game.rulebook.explain(found)
            return said if len(said) < 160 else f"{said[:157]}…"
        return "nothing can be asked of it now" if found is None else "the order does nothing for it"

    # ------------------------------------------------------------ who is next

    def _next(self, g: Any, ask: Ask) -> tuple[Draft | None, Any] | None:
        """The next row and the position after it; None when nobody is left."""
        answers = [
            action
            for action in self.sensible(g, ask, self.game.mind.considered(g, ask))
            if self.own(g, action) not in self.done and action not in self.given
        ]
        lifts = self._lifts(g, answers)
        in_hand = [unit for unit in held(g, self.side) if unit in self.ordered - self.done and unit not in lifts]
        if in_hand and self._free(g, answers):
            return self._served(g, in_hand[0], None)
        if self.again and self.command.whole and self._general_first(g, answers, lifts):
            self._look_again()
            return self._next(g, ask)
        if self.command.whole and self._general_first(g, answers, lifts):
            return None if self.halts else self._general(g, answers)
        unit = self._choice(g, lifts)
        if unit is not None:
            return self._served(g, unit, lifts[unit])
        if self.again and not lifts:
            self._look_again()
            return self._next(g, ask)
        if self.command.whole and self.intent.do in ("finish", "go", "road", "attack", "shoot"):
            return self._general(g, answers) if not lifts and not self.halts else None
        return None

    def _look_again(self) -> None:
        """Those who stood well are looked at once more: others have moved since."""
        self.done -= self.idle
        self.idle.clear()
        self.again = False

    def _lifts(self, g: Any, answers: Sequence[Action]) -> dict[str, list[Action]]:
        """The answers that pick up units that are still to act."""
        found: dict[str, list[Action]] = {}
        for action in answers:
            unit = getattr(action, "piece", "")
            if unit in self.ordered and unit not in self.done:
                found.setdefault(unit, []).append(action)
        return found

    def _free(self, g: Any, answers: Sequence[Action]) -> list[Action]:
        """The answers that name no unit of one's own."""
        return [action for action in answers if not self.own(g, action)]

    def _general_first(self, g: Any, answers: Sequence[Action], lifts: dict[str, list[Action]]) -> bool:
        """Would judgement rather answer something that is about no unit, when everything is left to it?"""
        if self.intent.do != "finish" or not answers:
            return False
        best = self.best(answers)
        return getattr(best, "piece", "") not in lifts

    def _choice(self, g: Any, lifts: dict[str, list[Action]]) -> str | None:
        """Whose turn it is: as they were named, by judgement, or those nearest to the goal first."""
        if not lifts:
            return None
        if self.command.kept:
            return next(unit for unit in self.command.units if unit in lifts)
        do = self.does(next((unit for unit in self.command.units if unit in lifts), ""))
        fellows = [unit for unit in lifts if self.does(unit) == do]
        if not fellows or do in ("finish", "shoot", "hold"):
            return getattr(self.best([a for unit in fellows or lifts for a in lifts[unit]]), "piece", None)
        near = self._from_enemies if do == "withdraw" else self._from_goal
        sign = -1 if do == "withdraw" else 1
        return min(fellows, key=lambda unit: sign * near(g, unit))

    def _from_goal(self, g: Any, unit: str) -> float:
        goal, at = self.goal(unit), self.at(g, unit)
        return self.apart(at, goal) if at is not None and goal is not None else 0.0

    def _from_enemies(self, g: Any, unit: str) -> float:
        at = self.at(g, unit)
        return self.threat(at) if at is not None else 0.0

    # ------------------------------------------------------------ one unit

    def _served(self, g: Any, unit: str, lifts: list[Action] | None) -> tuple[Draft | None, Any]:
        """What a unit does, and the position to plan on from."""
        draft = Draft(unit, self.at(g, unit))
        after = g
        if lifts is not None:
            lift = self.best(lifts)
            if self.does(unit) == "finish" and not self.command.whole and self._rests(g, lift):
                self._stay(unit, "it stands well where it is")
                return None, g
            step = self.tried(g, lift)
            draft.add(lift, step, self._doing(g, lift))
            draft.lifted = step.after is not None and unit in held(step.after, self.side)
            if step.halts or step.after is None:
                return self._ended(draft, g, None)
            after = step.after
            self._with(draft, after)
        return self._ended(draft, g, self._led(draft, after))

    def _with(self, draft: Draft, g: Any) -> None:
        """Those who were picked up together."""
        draft.units += [
            u for u in held(g, self.side) if u in self.ordered and u not in draft.units and u not in self.done
        ]

    def _rests(self, g: Any, lift: Action) -> bool:
        """Is it better to do nothing with this unit than to pick it up?"""
        others = [worth for action, worth in self.worth.items() if not self.own(g, action)]
        return bool(others) and max(others) > self.worth.get(lift, 0.0)

    def _led(self, draft: Draft, g: Any) -> Any:
        """Answer by answer while the unit is in hand; the position after, or None where the row ends in a halt."""
        while len(draft.answers) < LONGEST:
            if g.result is not None or [ask.side for ask in g.asks] != [self.side]:
                return g
            if not self._about(g, draft):
                return g
            ask = g.asks[0]
            answers = self.sensible(g, ask, self.game.mind.considered(g, ask))
            action = self._wanted(g, draft, answers)
            if action is None:
                return g
            step = self.tried(g, action, draft.units)
            if step.after is None and not step.halts:
                draft.barred.add(action)
                continue
            joins = self.own(g, action) not in ("", *draft.units)
            draft.add(action, step, self._doing(g, action))
            if step.halts:
                return None
            g = step.after
            if joins:
                self._with(draft, g)
        return g

    def _about(self, g: Any, draft: Draft) -> bool:
        """Is the question about the unit, or what it was sent against?"""
        named = held(g, self.side)
        return draft.unit in named or (draft.acted and not named)

    def _wanted(self, g: Any, draft: Draft, answers: Sequence[Action]) -> Action | None:
        """The answer that serves the order; None if the unit can be left as it is."""
        mine = [
            a
            for a in answers
            if a not in draft.barred and self.own(g, a) in ("", *draft.units, *self._joins(g, draft, a))
        ]
        elsewhere = len(mine) < len(answers)  # other units could be picked up: this one need not be finished
        if not mine:
            return None
        if self.does(draft.unit) == "hold":
            return next((a for a in self.game.mind.holds(g, self.side) if a in mine), None)
        places = {a: point for a in mine if (point := self.leads(g, a)) is not None}
        targets = [a for a in mine if a not in places and self.strikes(g, a)]
        rest = [a for a in mine if a not in places and a not in targets]
        found = self._serving(g, draft, places, targets, mine)
        if found is not None:
            return found
        if not elsewhere:
            return self.best(rest) if rest else self._forced(draft, places)
        return None

    def _forced(self, draft: Draft, places: dict[Action, Point]) -> Action | None:
        """Where a unit cannot be left as it is: the nearest place."""
        return min(places, default=None, key=lambda action: self.distance(draft.unit, places[action]))

    def _joins(self, g: Any, draft: Draft, action: Action) -> tuple[str, ...]:
        """An ordered unit that an answer would take along, if it is better to."""
        unit = self.own(g, action)
        if unit not in self.ordered or unit in self.done or unit in draft.units or draft.moved:
            return ()
        if action != self.best(list(self.worth)) or len(self.worth) < 2:
            return ()
        step = self.tried(g, action, (*draft.units, unit))
        if step.after is None:
            return ()
        together = {*draft.units, unit}
        apart = {self.own(step.after, other) for ask in step.after.asks for other in ask.actions} & together
        return (unit,) if not apart and together <= set(held(step.after, self.side)) else ()

    def _serving(
        self, g: Any, draft: Draft, places: dict[Action, Point], targets: list[Action], mine: Sequence[Action]
    ) -> Action | None:
        """What serves the intent at this question, if anything does."""
        do = self.does(draft.unit)
        if do == "finish" or (draft.acted and not places):
            if len(mine) == len(self.worth):
                return self.best(mine)
            best = self.best(list(self.worth))  # others could go on: is there more for this one?
            surely = best in places or best in targets or bool(self.own(g, best))
            fits = best in mine and (surely or not self._closes(g, draft, best))
            return best if fits else None
        joining = [a for a in mine if self.own(g, a) and self.own(g, a) not in draft.units]
        if joining and not draft.moved:
            return joining[0]
        if do == "shoot":
            return self.best(targets) if targets and not draft.moved else None
        if do == "attack" and (meant := [a for a in targets if self.meant(g, a, draft.unit)]):
            return self.best(meant)
        return self._nearest(g, draft, places) if places else None

    def _closes(self, g: Any, draft: Draft, action: Action) -> bool:
        """Would an answer end the matter for others that could still act?"""

        def others(ask: Ask) -> set[str]:
            return {self.own(g, a) for a in ask.actions} - {"", *draft.units}

        step = self.tried(g, action, draft.units)
        if step.after is None or not step.after.asks:  # nobody can tell, or the match is over then
            return False
        return bool(others(g.asks[0]) - others(step.after.asks[0]))

    def _nearest(self, g: Any, draft: Draft, places: dict[Action, Point]) -> Action | None:
        """The place to go: among those nearest to the goal the one that judgement likes best."""
        here = self.at(g, draft.unit)
        far = {action: self.distance(draft.unit, point) for action, point in places.items()}
        least = min(far.values())
        if here is not None and least > self.distance(draft.unit, here, mine=True) - NEAR:
            return None
        do = self.does(draft.unit)
        kept = [action for action, away in far.items() if away <= least + self._slack(least, do)]
        if self.command.way == "safer" or do == "withdraw":
            kept = [a for a in kept if self.threat(places[a]) > 1.1] or kept
        return self.best(kept)

    def _slack(self, least: float, do: Doing) -> float:
        """How much farther a better place may be."""
        if least < NEAR or self.command.way == "closer":
            return 0.01
        return 2.0 if self.command.way == "safer" else 1.0 if do != "attack" else 0.2

    # ------------------------------------------------------------ what is about no unit

    def _general(self, g: Any, answers: Sequence[Action]) -> tuple[Draft | None, Any] | None:
        """An answer for the whole side: where to, against whom, or a button; None if the plan ends here."""
        mine = [a for a in answers if self.own(g, a) == "" or self.intent.do == "finish"]
        if self.intent.do != "finish":
            places = {a: point for a in mine if (point := self.leads(g, a)) is not None}
            meant = [a for a in mine if self.strikes(g, a) and (self.intent.do == "shoot" or self.meant(g, a))]
            if meant:
                action = self.best(meant)
            elif places and not [a for a in mine if a not in places] and self.intent.do in ("go", "road"):
                action = min(places, key=lambda a: self.distance("", places[a]))
            else:
                return None
        else:
            if self.done & set(held(g, self.side)):  # nothing more is asked of those who are done
                mine = [a for a in mine if self.leads(g, a) is None and not self.strikes(g, a)]
            if not mine:
                return None
            action = self.best(mine)
        draft = Draft("", None)
        step = self.tried(g, action, tuple(self.ordered))
        if step.after is None and not step.halts:
            return None
        draft.add(action, step, self._doing(g, action))
        draft.asked = g.asks[0].prompt
        self.given.add(action)
        fights = self.strikes(g, action) and (bool(getattr(action, "piece", "")) or self.intent.do != "finish")
        if step.after is None or not fights:
            return draft, step.after
        return draft, self._pursued(draft, step.after)

    def _pursued(self, draft: Draft, g: Any) -> Any:
        """An attack that was begun is declared to its end, as judgement would."""
        for _ in range(LONGEST):
            if not self.mine_alone(g) or not self.names_target(g):
                return g
            ask = g.asks[0]
            self._shows(draft, g)
            action = self.best(self.sensible(g, ask, self.game.mind.considered(g, ask)))
            step = self.tried(g, action, tuple(self.ordered))
            draft.add(action, step, self._doing(g, action))
            if step.after is None:
                return None
            g = step.after
        return g

    def _shows(self, draft: Draft, g: Any) -> None:
        """A fight is drawn as an arrow from the middle of those who attack to whom they attack."""
        named = [g.pieces[name] for name in names_in(g.steps[-1]) if name in g.pieces]
        own, others = (
            [at for piece in named if (piece.side == self.side) is mine and (at := self.at(g, piece.id)) is not None]
            for mine in (True, False)
        )
        if own and others:
            draft.start, draft.target = middle(own), middle(others)

    # ------------------------------------------------------------ words

    def _doing(self, g: Any, action: Action) -> Given:
        """What a row tells of an answer."""
        return Given(g, action, self.leads(g, action), self.strikes(g, action))

    def _ended(self, draft: Draft, before: Any, after: Any) -> tuple[Draft | None, Any]:
        """A unit is done: its row, if it does anything, and the position to plan on from."""
        do = self.does(draft.unit)
        useful = draft.acted or draft.moved or (do in ("finish", "hold") and not draft.only_lifted)
        if do == "hold" and len(draft.answers) < 2:
            useful = False
        if not useful or not draft.answers:
            self._stay(draft.unit, why_idle(do))
            if do == "finish" and self.command.whole:
                self.idle.add(draft.unit)
            return None, before
        self.again = bool(self.idle)
        self.done |= set(draft.units)
        if draft.end is not None:
            self.taken.append(draft.end)
        return draft, before if after is None else after


def middle(points: Sequence[Point]) -> Point:
    """The middle of some points."""
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def why_idle(do: Doing) -> str:
    """Why a unit does nothing under an order."""
    said: dict[Doing, str] = {
        "finish": "it stands well where it is",
        "shoot": "it has no target",
        "hold": "it holds",
        "attack": "it gets no nearer, and cannot strike from there",
    }
    return said.get(do, "it comes no nearer")


def planned(match: Playthrough, side: str, command: Command) -> Plan:
    """What the units of a side would do to carry out an order. Nothing is changed by planning."""
    return Staff(match, side, command).plan()
