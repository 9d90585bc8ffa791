"""A desk in school: one page at one lesson, with the coach, what lies on the board, and what the page is told."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from grognard.engine import Action, Match
from grognard.engine.match.gesture import gestures
from grognard.engine.match.plan import Done
from grognard.engine.match.standing_orders import StandingOrder as Standing
from grognard.school.coach import Coach, Reply, can_be_pointed_at, highlight, lead_to, right_answer
from grognard.school.lesson import Lesson, Task
from grognard.server.api import requests
from grognard.server.api.requests import RequestError
from grognard.server.api.serializers import JsonObject, SideViews, briefing_of, choice_of
from grognard.server.matches import queries
from grognard.server.matches.client import Client
from grognard.server.matches.queries import Later
from grognard.server.matches.staff_orders import plan_told
from grognard.server.pictures.pictures import art_mark, ground_name
from grognard.server.storage.store import HUMAN

NO_HINTS = "A puzzle gives no hints. Show the answer tells it, and Leave goes to the others."
NO_STAFF = "Here the coach asks for answers, not for an order to the staff."
NO_ORDERS: dict[str, list[Standing]] = {"given": [], "offered": []}


class LessonSession:
    """One lesson before one pupil. What the coach says to a step that is done stays until the pupil goes on."""

    def __init__(self, lesson: Lesson, step: int = 0) -> None:
        self.lesson, self.coach = lesson, Coach(lesson)
        lead_to(self.coach, min(step, len(lesson.tasks) - 1))
        self._lay_out()
        self._begin_step()

    def _lay_out(self) -> None:
        """The board as the coach has it, seen by the side that is asked."""
        self.match: Match = self.coach.match
        self.chair = Client((self.coach.side,))
        self.fresh = True  # does the page not know this board?

    def _begin_step(self) -> None:
        """Nothing has been said to the step yet."""
        self.said: Reply | None = None
        self.waits = False  # until what was said has been read
        self.task: Task = self.coach.task
        if self.match is not self.coach.match or self.chair.side != self.coach.side:
            self._lay_out()

    @property
    def over(self) -> bool:
        """Is the lesson learnt?"""
        return self.coach.over

    @property
    def learnt(self) -> bool:
        """Is it over, and a puzzle by the pupil's own answer?"""
        return self.over and (not self.lesson.keeps_secret or bool(self.said and self.said.right))

    @property
    def asks(self) -> bool:
        """Is an answer of the game wanted?"""
        return not self.waits and not self.over and not self.task.click and not self.coach.is_read_only

    # ------------------------------------------------------------ hearing

    def obey(self, order: requests.InLesson) -> JsonObject | Later:
        """Carry out an order: what is answered to it; what the page is to be shown is asked for afterwards."""
        match order:
            case requests.Turn():
                return self._turn(order.to)
            case requests.Take():
                action = queries.read_action(self.match.game, order.action)
                return self._hear(order.decision, lambda: self.coach.answer(action))
            case requests.Why():
                return self._hear(order.decision, lambda: self.coach.point(*self._named(order)))
            case requests.Carry():
                return self._hear(order.decision, lambda: self._carried(order.piece, order.to))
            case requests.Plan():
                self._must_order(order.decision)
                return plan_told(self.match.command(self.coach.side, order.command))
            case requests.Command():
                self._must_order(order.decision)
                return self._commanded(order)
            case requests.Undo():
                return self._back()
            case requests.Redo() | requests.ShowPast():
                raise RequestError(409, "In a lesson there is nothing to go on to but what the coach asks for.")
            case _:
                return self._enquire(order)

    def _carried(self, piece: str, to: str) -> Reply:
        """A piece was picked up and put down: two answers, if the first is the one that is wanted."""
        way = next(
            (w for w in gestures(self.match, self.coach.side, piece, to) if w.answers[0] in self.coach.wanted), None
        )
        if way is None:
            return self.coach.point(to)
        first, *rest = way.answers
        number, reply = self.coach.number, self.coach.answer(first)
        return self.coach.answer(way.down) if rest and self.coach.number == number else reply

    def _must_order(self, decision: int) -> None:
        self._must_ask(decision)
        if not self.task.order:
            raise RequestError(409, NO_STAFF)

    def _commanded(self, order: requests.Command) -> JsonObject:
        """An order to the staff: carried out if it is the one that is wanted."""
        before = self.match.number
        self._hear(order.decision, lambda: self.coach.command(order.command))
        done = Done(self.match.number - before, 0, None, None)
        return {**msgspec.to_builtins(done), "waits": False}

    def _enquire(self, order: requests.InLesson) -> JsonObject | Later:
        side = self.coach.side if not self.over else self.lesson.side
        match order:
            case requests.Odds():
                self._must_ask(order.decision)
                return queries.odds(self.match, side, queries.read_action(self.match.game, order.action))
            case requests.Chances():
                self._must_ask(order.decision)
                return queries.chances(self.match, side)
            case requests.PreviewRoute():
                self._must_ask(order.decision)
                return queries.way(self.match, side, order)
            case requests.Hint():
                self._must_ask(order.decision)
                return self._hint()
            case requests.Dossier():
                return queries.dossier(SideViews(self.match), side, order)
            case requests.Sight():
                return queries.sight(self.match, self.lesson.scenario, order)
            case requests.Reach():
                return queries.reach(SideViews(self.match), side)
            case requests.Survey():
                return queries.survey(self.match, self.lesson.scenario)
            case requests.Remark():
                return {"remark": None}
            case _:
                return briefing_of(self.match, side)

    def _must_ask(self, decision: int) -> None:
        asked = self.asks and self.match.decision.of(self.coach.side) is not None
        if not asked or decision != self.chair.number(self.match):
            raise RequestError(409, "This is not asked now.")

    def _hint(self) -> JsonObject:
        """The coach makes no secret of what he wants, unless it is a puzzle."""
        if self.lesson.keeps_secret:
            raise RequestError(409, NO_HINTS)
        if self.task.order:
            raise RequestError(409, f"{self.task.ask} Show me does it.")
        action = next(filter(self._is_lawful, self.coach.wanted), self.coach.wanted[0])
        plain, text = msgspec.to_builtins(action), self.match.describe(action)
        told = {"action": plain, "text": text, "answers": [plain], "steps": [text]}
        return {"hint": {**told, "why": self.task.ask, "chance": None, "expects": ""}}

    def _named(self, order: requests.Why) -> list[str]:
        """What was pointed at: a piece and where it stands, or a hex."""
        seen = next((p for p in self.match.view(self.chair.side).pieces if p.id == order.piece), None)
        return [name for name in (seen.id if seen else "", order.hex or (seen.place if seen else "")) if name]

    def _turn(self, to: str) -> JsonObject:
        if to == "again":
            self.coach = Coach(self.lesson)
        elif self.over:
            return {}
        elif self.lesson.keeps_secret:
            return self._give_up(to)
        elif to == "skip":
            lead_to(self.coach, self.coach.number + (not self.waits))
        elif self.waits:
            pass
        elif to == "show" or self.coach.is_read_only:
            return self._heard(lambda: right_answer(self.coach))
        if not self.over:
            self._begin_step()
        return {}

    def _give_up(self, to: str) -> JsonObject:
        """The answer to a puzzle, for whoever has thought enough; it is not solved by that."""
        if to != "show":
            raise RequestError(409, NO_HINTS)
        return self._heard(lambda: msgspec.structs.replace(right_answer(self.coach), right=False))

    @property
    def before(self) -> int:
        """Where a step back leads: to the beginning of this one, if something was done in it, or of the last."""
        return self.coach.number - (self.coach.given == 0)

    def _back(self) -> JsonObject:
        """The board as it lay there, by the answers that led to it."""
        step = self.before
        if step < 0:
            raise RequestError(409, "The lesson begins here: there is nothing to take back.")
        self.coach = Coach(self.lesson)
        lead_to(self.coach, step)
        self._begin_step()
        return {}

    def _hear(self, decision: int, speak: Callable[[], Reply]) -> JsonObject:
        if self.waits:
            raise RequestError(409, "That is done: press Go on, or Enter.")
        if self.over or decision != self.chair.number(self.match):
            raise RequestError(409, "This is not asked now.")
        return self._heard(speak)

    def _heard(self, speak: Callable[[], Reply]) -> JsonObject:
        """Let the coach answer. If the step is done, what he says is read on the board it was said of."""
        number = self.coach.number
        self.said = speak()
        done = self.coach.number != number
        self.waits = done and not self.over and bool(self.said.say)
        if done and not self.over and not self.waits:
            self._begin_step()
        return {}

    # ------------------------------------------------------------ telling

    def scene(self) -> JsonObject:
        """The board as the page is shown it, whole where it is a new one."""
        whole, self.fresh = self.fresh, False
        scene = self.chair.scene(SideViews(self.match)) | {"undo": self.before >= 0, "redo": False, "orders": NO_ORDERS}
        if not self.asks:
            scene |= {"ask": None}
        return scene | {"curtain": "", "result": None, "onward": None} | ({"whole": True} if whole else {})

    def told(self) -> JsonObject:
        """What the page is told of the lesson."""
        step = self.coach.number - (self.waits or self.over)
        return {
            "kind": self.lesson.kind,
            "title": self.lesson.title,
            "learnt": self.lesson.learnt,
            "minutes": self.lesson.minutes,
            "rules": self.lesson.rules,
            "steps": [task.ask or task.say.partition(".")[0] + "." for task in self.lesson.tasks],
            "step": step,
            "say": self.task.say,
            "ask": self.task.ask,
            "lit": highlight(self.match.game, self.match, self.task.lit),
            "wanted": self._wanted(),
            "tries": self._tries(),
            "orders": self.asks and bool(self.task.order),
            "reads": not self.over and not self.waits and self.coach.is_read_only,
            "said": self._said(),
            "waits": self.waits,
            "over": self.over,
            "weighed": [{"text": a, "worth": b, "share": c} for a, b, c in self.lesson.weighed if self.over],
        }

    def _wanted(self) -> list[JsonObject]:
        """The answers asked for, which the page marks among the others; a puzzle keeps them to itself."""
        if not self.asks or self.lesson.keeps_secret:
            return []
        return [msgspec.to_builtins(a) for a in self.coach.wanted if self.task.refused or self._is_lawful(a)]

    def _is_lawful(self, action: Action) -> bool:
        return self.match.why_not(action, self.coach.side) is None

    def _tries(self) -> list[JsonObject]:
        """What is to be tried though the rules refuse it, where a click cannot say it: no question offers it."""
        if not self.asks or not self.task.refused:
            return []
        return [choice_of(self.match, a) for a in self.coach.wanted if not can_be_pointed_at(a) or self._is_covered(a)]

    def _is_covered(self, action: Action) -> bool:
        """Is something else offered there, for which a click would be taken?"""
        ask, here = self.match.decision.of(self.coach.side), self._names(action)
        return ask is not None and any(here & self._names(other) for other in ask.actions)

    def _names(self, action: Action) -> set[str]:
        """The hex that an answer names, or its piece and where that stands."""
        piece = self.match.state.pieces.get(getattr(action, "piece", ""))
        return {piece.id, piece.place} if piece else {getattr(action, "hex", "")} - {""}

    def _said(self) -> JsonObject | None:
        if self.said is None or not (self.said.say or self.said.cite):
            return None
        rulebook = self.match.game.rulebook
        text = rulebook[self.said.cite].text if self.said.cite in rulebook else ""
        return {"right": self.said.right, "say": self.said.say, "cite": self.said.cite, "text": text}

    def table(self) -> JsonObject:
        """What does not change in the lesson."""
        game = self.match.game
        seats = [{"side": side, "player": HUMAN, "open": False, "here": True} for side in self.match.sides]
        return {
            "match": self.lesson.key,
            "game": game.id,
            "title": game.title,
            "scenario": game.scenarios[self.lesson.scenario].card,
            "art": art_mark(game),
            "land": ground_name(self.match, self.lesson.scenario),
            "options": self.match.state.options,
            "seal": "",
            "pace": 0,
            "seats": seats,
            "watching": 0,
            "rematch": "",
            "sight": game.face.sight is not None,
            "peoples": {side: game.face.people(side) for side in self.match.sides},
        }
