"""Lessons at the keyboard."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from grognard.board.ground import hexmap_of
from grognard.engine import Action, Game
from grognard.school.coach import Coach, Reply, play_through
from grognard.school.lesson import Lesson, find_lesson, lessons_of
from grognard.school.progress import learnt, remember
from grognard.school.puzzle import PREFIX, find_puzzle, puzzles_of
from grognard.terminal.choices import Choice, NoSuchChoice, conceivable, find_choice, list_choices
from grognard.terminal.mapview import Scene, draw_map, fit
from grognard.terminal.screen import ACCENT, DIM

Read = Callable[[str], str]


def show_paths(games: Sequence[Game], console: Console) -> None:
    """Every path with what its lessons teach and what has been learnt."""
    known = learnt()
    for game in games:
        path = lessons_of(game)
        if not path:
            continue
        console.print(Text(f"{game.title}", "bold").append(f"   grognard learn {game.id}", DIM))
        table = Table.grid(padding=(0, 2))
        for lesson in path:
            mark = "✓" if lesson.key in known else " "
            table.add_row(f"  {mark}", Text(lesson.id, ACCENT), lesson.learnt, Text(f"{lesson.minutes} min", DIM))
        console.print(table)
        if count := len(puzzles_of(game)):
            console.print(Text(f"  {count} puzzles: grognard learn {game.id} {PREFIX}1", DIM))


def check_all(games: Sequence[Game], console: Console) -> int:
    """Play every lesson by its right answers; how many there are."""
    count = 0
    for game in games:
        for lesson in lessons_of(game):
            answers = play_through(lesson)
            console.print(Text(f"{lesson.key}: {answers} answers, learnt."))
            count += 1
    return count


def next_lesson(game: Game) -> Lesson | None:
    """The first lesson of a path that has not been learnt; the first of all if all have."""
    path, known = lessons_of(game), learnt()
    fresh = (lesson for lesson in path if lesson.key not in known)
    return next(fresh, path[0] if path else None)


def chosen_lesson(game: Game, name: str) -> Lesson:
    """A lesson by its name or number, or a puzzle: puzzle-3."""
    number = name.removeprefix(PREFIX)
    return find_puzzle(game, int(number)) if name != number and number.isdecimal() else find_lesson(game, name)


class Classroom:
    """One lesson at this keyboard."""

    def __init__(self, lesson: Lesson, console: Console, read: Read = input) -> None:
        self.lesson, self.console, self.read = lesson, console, read
        self.coach = Coach(lesson)
        self.choices: list[Choice] = []

    def teach(self) -> bool:
        """Until the lesson is learnt (True) or the pupil leaves."""
        self.console.print(Text(f"\n{self.lesson.title}", "bold").append(f"   {self.lesson.learnt}", DIM))
        while not self.coach.over:
            self._show()
            number = self.coach.number
            while not self.coach.over and self.coach.number == number:
                typed = self.read("› ").strip()
                if typed.lower() in ("quit", "exit"):
                    return False
                self._hear(typed)
        remember(self.lesson)
        behind = f"  The rules behind it: {', '.join(self.lesson.rules)}" if self.lesson.rules else ""
        self.console.print(Text(f"Learnt: {self.lesson.learnt}.", ACCENT).append(behind, DIM))
        return True

    def _show(self) -> None:
        coach = self.coach
        self._map()
        self.console.print(Text(f"\n{coach.task.say}", "italic"))
        if coach.task.ask:
            self.console.print(Text(coach.task.ask, "bold"))
        if coach.is_read_only:
            return self.console.print(Text("Enter to go on.", DIM))
        self.choices = []
        if not coach.task.click:
            self._list()

    def _list(self) -> None:
        match, side = self.coach.match, self.coach.side
        ask = match.decision.of(side)
        self.choices = list_choices(match, ask, match.view(side)) if ask else []
        told = "  ".join(f"{choice.number} {choice.text}" for choice in self.choices[:12])
        more = len(self.choices) - 12
        self.console.print(Text(told + (f"  … and {more} more; type a hex or a name" if more > 0 else ""), DIM))

    def _map(self) -> None:
        course = self.coach.match
        hexmap = hexmap_of(course.game, course.state.scenario_id)
        if hexmap is None:
            return
        view = course.view(self.coach.side)
        places = [piece.place for piece in view.pieces if piece.place in hexmap.grid]
        lit = [what for what in self.coach.task.lit if what in hexmap.grid]
        width, height = min(100, self.console.width), 16
        centre, zoom = fit(hexmap.grid, lit + places, width, height)
        self.console.print(draw_map(hexmap, Scene(view, course.sides), centre, zoom, width, height))

    def _hear(self, typed: str) -> None:
        coach = self.coach
        if coach.is_read_only:
            return self._say(coach.read())
        if coach.task.click:
            return self._say(coach.click(self._named(typed)))
        for action in self._meant(typed):
            number, given = coach.number, coach.given
            reply = coach.answer(action)
            if reply.right or reply.cite or action == self._meant(typed)[-1]:
                self._say(reply)
                if (coach.number, coach.given) == (number, given + 1):
                    self._list()
                return
        self._say(Reply(False, "There is no such answer. Type its number, a hex, or part of its name."))

    def _meant(self, typed: str) -> list[Action]:
        """The answers that what was typed could mean, listed ones first."""
        try:
            return [find_choice(typed, self.choices).action]
        except NoSuchChoice:
            course = self.coach.match
            hexmap = hexmap_of(course.game, course.state.scenario_id)
            return conceivable(course, typed, course.view(self.coach.side), hexmap.grid.hexes if hexmap else ())

    def _named(self, typed: str) -> str:
        """A piece by part of its name, or the hex as it was typed."""
        pieces = self.coach.match.view(self.coach.side).pieces
        found = [piece.id for piece in pieces if typed and typed.lower() in piece.name.lower()]
        return found[0] if len(found) == 1 else typed

    def _say(self, reply: Reply) -> None:
        if reply.say:
            self.console.print(Text(reply.say, "green" if reply.right else "#ffb86b"))
        if reply.cite and not reply.right:
            self.console.print(Text(self.coach.game.rulebook[reply.cite].text, DIM).append(f"  ({reply.cite})", DIM))
