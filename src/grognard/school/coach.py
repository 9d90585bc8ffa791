"""The coach: says what a step is about, hears answers, and leads on. The same for every game and every screen."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterable, Iterator
from math import dist, hypot
from typing import Any

import msgspec

from grognard.engine import Action, Game, GrognardError, Ground, Match, RiggedDice, find_game
from grognard.engine.core.dice import OutOfDice
from grognard.engine.match.command import Command, able, point_meant, read_command
from grognard.school.lesson import Lesson, LessonError, Task, position_of, read_answer, read_answers

NOT_YET = "Not yet: "
BETTER = "There is something better."
OVER = "The lesson is over."
POINT = re.compile(r"\d+\.\d+,\d+\.\d+")  # of a table, in inches
NEAR = 70  # hundredths of an inch: nobody points at a table more exactly
RING = 2.4  # inches round the middle of a feature that are lit with it


class Reply(msgspec.Struct, frozen=True):
    """What the coach says to an answer, the rule behind it, and whether it was what he asked for."""

    right: bool
    say: str
    cite: str = ""


class Coach:
    """One lesson under way. Nothing in it depends on luck, and no answer can break it."""

    def __init__(self, lesson: Lesson) -> None:
        self.lesson, self.game = lesson, find_game(lesson.game)
        self.number = 0  # of the step
        self.given = 0  # answers of the step that have been given
        self.open = self.task.all_ways  # ways to its end that those answers leave open
        self.match = self._set_up(self.task)

    # ------------------------------------------------------------ looking

    @property
    def over(self) -> bool:
        """Is the lesson learnt?"""
        return self.number >= len(self.lesson.tasks)

    @property
    def task(self) -> Task:
        """The step."""
        return self.lesson.tasks[self.number]

    @property
    def side(self) -> str:
        """Whom the step is about: the pupil's side, or another for a moment."""
        return self.task.side or self.lesson.side

    @property
    def is_read_only(self) -> bool:
        """Is the step only to be read?"""
        return not (self.task.want or self.task.click or self.task.refused or self.task.order)

    @property
    def ordered(self) -> Command | None:
        """The order to the staff that is right now, if one is wanted."""
        return read_command(self.match, self.side, self.task.order) if self.task.order else None

    @property
    def wanted(self) -> tuple[Action, ...]:
        """The answers that are right now; none where a click is wanted, or nothing."""
        words = self.task.refused or " | ".join(way[self.given] for way in self.open)
        return tuple(read_answers(self.game, words)) if words else ()

    def _set_up(self, task: Task) -> Match:
        game, state = position_of(task)
        match = Match(game, state, RiggedDice(task.dice))
        with self._enough_dice(task):
            match.run_to_decision()
        if match.over:
            raise LessonError(f"{self.lesson.id}: the match is over before the lesson begins")
        return match

    # ------------------------------------------------------------ hearing

    def read(self) -> Reply:
        """A step that asks for nothing has been read."""
        if not self.is_read_only:
            return Reply(False, NOT_YET + self.task.ask)
        return self._well_done()

    def click(self, what: str) -> Reply:
        """Somebody has clicked a piece or a hex that is no answer of the game."""
        if self.task.click and what in self.task.click.split(" | "):
            return self._well_done()
        return self._aside(what) or Reply(False, NOT_YET + self.task.ask)

    def point(self, *names: str) -> Reply:
        """Somebody has pointed at a piece or a hex: it is taken for what is nearest to what was asked for."""
        if self.over:
            return Reply(False, OVER)
        if self.task.click or self.is_read_only:
            wanted = self.task.click.split(" | ")
            names = (*names, *features_at(self.game.face.ground(self.match.state.scenario_id), names))
            return self.click(min(names, key=lambda name: (name not in wanted, self._aside(name) is None)))
        meant = [action for action in pointed(self.game, names) if self._may_be_meant(action)]
        return self.answer(min(meant, key=self._far_off)) if meant else Reply(False, NOT_YET + self.task.ask)

    def _may_be_meant(self, action: Action) -> bool:
        """Is it wanted or foreseen, or is its kind offered now, and to pieces of that side if it is one?"""
        if action in self.wanted or self._aside_to(action):
            return True
        ask = self.match.decision.of(self.side)
        offered = [one for one in ask.actions if type(one) is type(action)] if ask else []
        sides = {self._side_of(one) for one in offered}
        return bool(offered) and self._side_of(action) in sides

    def _side_of(self, action: Action) -> str:
        piece = self.match.state.pieces.get(getattr(action, "piece", ""))
        return piece.side if piece else ""

    def _far_off(self, action: Action) -> int:
        """How far from what was asked for: wanted, foreseen, allowed, against a rule of the game, no answer at all."""
        if action in self.wanted:
            return 0
        if self._aside_to(action):
            return 1
        refusal = self.match.why_not(action, self.side)
        return 2 if refusal is None else 4 if refusal.rule.startswith("GR-") else 3

    def answer(self, action: Action) -> Reply:
        """Somebody has given an answer of the game."""
        if self.over:
            return Reply(False, OVER)
        if self.task.refused:
            return self._try(action)
        meant = self._meant(action)
        if meant in self.wanted and self.match.why_not(meant, self.side) is None:
            return self._take(meant)
        return self._aside_to(action) or self._not_yet(action)

    def command(self, given: Command) -> Reply:
        """Somebody has given an order to the staff, and accepted its plan."""
        wanted = None if self.over else self.ordered
        if wanted is None:
            return Reply(False, OVER if self.over else NOT_YET + self.task.ask)
        everybody, place = able(self.match, self.side), self.match.game.face.ground(self.match.state.scenario_id)
        view = self.match.view(self.side)
        points = {point_meant(command.intent.to, view, place) for command in (given, wanted)}
        whom, asked = (set(command.units or everybody) for command in (given, wanted))
        if whom != asked or given.intent.do != wanted.intent.do or len(points) > 1 or given.doing:
            return Reply(False, NOT_YET + self.task.ask)
        with self._enough_dice(self.task):
            done = self.match.obey(self.side, wanted)
        if not done.answers:
            raise LessonError(f"{self.lesson.id}, step {self.number + 1}: the order comes to nothing")
        return self._well_done()

    def _meant(self, action: Action) -> Action:
        """What was asked for, if it is that or a point of the table near it; otherwise the answer itself."""
        foreseen = self._aside_to(action) is not None
        return next((one for one in self.wanted if not foreseen and is_near(one, action)), action)

    def _try(self, action: Action) -> Reply:
        """A step that shows a refusal: what is to be tried is refused, and that is right."""
        refusal = self.match.why_not(action, self.side)
        if self._meant(action) not in self.wanted or refusal is None:
            return self._aside_to(action) or self._not_yet(action)
        done = self._well_done()
        return Reply(True, done.say, refusal.rule)

    def _take(self, action: Action) -> Reply:
        if not self.lesson.weighed:  # the answer to a puzzle is told, not rolled for
            with self._enough_dice(self.task):
                self.match.take(action, self.side)
        self.open = tuple(way for way in self.open if action in read_answers(self.game, way[self.given]))
        self.given += 1
        if all(self.given < len(way) for way in self.open):
            return Reply(True, "")
        for words in self.task.replies:
            self._other_side(words)
        return self._well_done()

    def _other_side(self, words: str) -> None:
        """What another side answers, or one's own where nothing is to be learnt from it."""
        ask = self.match.decision.asks[0]
        action = next((a for a in read_answers(self.game, words) if a in ask.actions), None)
        if action is None:
            raise LessonError(
                f"{self.lesson.id}, step {self.number + 1}: {words!r} cannot be answered to {ask.prompt!r}"
            )
        with self._enough_dice(self.task):
            self.match.take(action, ask.side)

    @contextlib.contextmanager
    def _enough_dice(self, task: Task) -> Iterator[None]:
        """A LessonError with file and step, where the dice of a step do not reach to the next question."""
        try:
            yield
        except OutOfDice as error:
            where = f"{self.lesson.id}, step {self.lesson.tasks.index(task) + 1}"
            needed = "They must do for all that is rolled until the next question."
            raise LessonError(f"{where}: dice = {list(task.dice)} are too few: {error}. {needed}") from error

    def _well_done(self) -> Reply:
        said = Reply(True, self.task.done, self.task.cite)
        self.number, self.given = self.number + 1, 0
        if not self.over:
            self.open = self.task.all_ways
            if self.task.position:
                self.match = self._set_up(self.task)
            else:
                self.match.dice = self.match.state.dice = RiggedDice(self.task.dice)
        return said

    def _aside_to(self, action: Action) -> Reply | None:
        for aside in self.task.asides:
            if any(action == read_answer(self.game, one) for one in aside.answer.split(" | ")):
                return Reply(False, aside.say, aside.cite)
        return None

    def _aside(self, what: str) -> Reply | None:
        found = next((aside for aside in self.task.asides if what in aside.answer.split(" | ")), None)
        return Reply(False, found.say, found.cite) if found else None

    def _not_yet(self, action: Action) -> Reply:
        """Our words first, then the rule, if there is one that forbids it."""
        refusal = self.match.why_not(action, self.side)
        rule = refusal.rule if refusal is not None and not refusal.rule.startswith("GR-") else ""
        return Reply(False, BETTER if self.lesson.weighed and refusal is None else NOT_YET + self.task.ask, rule)


def is_near(wanted: Action, given: Action) -> bool:
    """Is it the same answer, but for a point of the table hardly an inch away?"""
    if type(wanted) is not type(given) or not {"x", "y"} <= set(wanted.__struct_fields__):
        return False
    was, should = msgspec.structs.asdict(given), msgspec.structs.asdict(wanted)
    away = hypot(was.pop("x") - should.pop("x"), was.pop("y") - should.pop("y"))
    return was == should and away <= NEAR


def play_through(lesson: Lesson) -> int:
    """Play a lesson by its right answers; the number of answers given. A LessonError if it does not end."""
    coach, answers = Coach(lesson), 0
    while not coach.over:
        step = coach.number
        reply = right_answer(coach)
        answers += 1
        if not reply.right:
            raise LessonError(f"{lesson.id}, step {step + 1}: its own answer is not taken. The coach says: {reply.say}")
    return answers


def right_answer(coach: Coach) -> Reply:
    """Give the answer that is wanted."""
    task = coach.task
    if coach.is_read_only:
        return coach.read()
    if task.click:
        return coach.click(task.click.split(" | ")[0])
    if (command := coach.ordered) is not None:
        return coach.command(command)
    legal = (a for a in coach.wanted if coach.match.why_not(a, coach.lesson.side) is None)
    try:
        return coach.answer(next(legal, coach.wanted[0]))
    except GrognardError as error:
        raise LessonError(f"{coach.lesson.id}, step {coach.number + 1}: {error}") from error


def lead_to(coach: Coach, step: int) -> None:
    """Go on by right answers until a step is reached, or the lesson is over."""
    while not coach.over and coach.number < step:
        right_answer(coach)


def can_be_pointed_at(action: Action) -> bool:
    """Is it a piece, a hex or a point of a table and nothing else?"""
    return list(action.__struct_fields__) in (["piece"], ["hex"]) or {"x", "y"} <= set(action.__struct_fields__)


def pointed(game: Game, names: Iterable[str]) -> Iterator[Action]:
    """Every action that is a piece or a hex and nothing else."""
    for name in names:
        for kind in game.rules.actions:
            if list(kind.__struct_fields__) in (["piece"], ["hex"]):
                with contextlib.suppress(msgspec.ValidationError):
                    yield msgspec.convert({kind.__struct_fields__[0]: name}, kind)


def highlight(game: Game, match: Match, lit: tuple[str, ...]) -> dict[str, Any]:
    """What a step lights up: places of the ground and pieces in play."""
    ground = game.face.ground(match.state.scenario_id)
    hexes = [what for what in lit if ground is not None and is_place(ground, what)]
    return {"hexes": hexes, "pieces": [what for what in lit if what in match.state.pieces]}


def is_place(ground: Ground, what: str) -> bool:
    """Is it a hex, a feature or a square of the ground, or a point of a table?"""
    return ground.knows(what) or POINT.fullmatch(what) is not None


def features_at(ground: Ground | None, names: Iterable[str]) -> list[str]:
    """The features of a table in whose ring one of these points lies."""
    points = [tuple(map(float, name.split(","))) for name in names if POINT.fullmatch(name)]
    if ground is None or not points:
        return []
    lie = ground.lie()
    inch, high = lie["inch"], lie["high"]
    middles = {name: (x / inch, high - y / inch) for name, (x, y, _) in lie["hexes"].items()}
    return [name for name, middle in middles.items() if any(dist(middle, point) <= RING for point in points)]
