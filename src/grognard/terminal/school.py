"""Lessons at the keyboard."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from grognard.board.ground import InchGround, hexmap_of
from grognard.engine import SHELF, Action, Game, find_game
from grognard.engine.gesture import puts_down
from grognard.school.coach import Coach, Reply, play_through
from grognard.school.lesson import Lesson, examples_of, find_lesson, lessons_of
from grognard.school.progress import learnt, remember
from grognard.school.puzzle import PREFIX, find_puzzle, puzzles_of
from grognard.terminal.choices import Choice, NoSuchChoice, conceivable, find_choice, list_choices
from grognard.terminal.mapview import Scene, draw_map, fit, lines_of
from grognard.terminal.screen import ACCENT, DIM
from grognard.terminal.tableview import TableView, inches_of

Read = Callable[[str], str]
HELP = ("?", "help", "hint")
LISTED = 12  # answers that are shown
NAMED = 10  # counters that are read out
LOW, HIGH = 16, 36  # lines of the map
GOAL = "×"  # a point of the table that is spoken of


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
        if examples := examples_of(game):
            text = f"  {len(examples)} examples of the rulebook, such as grognard learn {game.id} {examples[0].id}"
            console.print(Text(text, DIM))
        if count := len(puzzles_of(game)):
            console.print(Text(f"  {count} puzzles: grognard learn {game.id} {PREFIX}1", DIM))


def check_all(games: Sequence[Game], console: Console) -> int:
    """Play every lesson and every example by its right answers; how many there are."""
    count = 0
    for game in games:
        for lesson in (*lessons_of(game), *examples_of(game)):
            answers = play_through(lesson)
            console.print(Text(f"{lesson.key}: {answers} answers, learnt."))
            count += 1
    return count


def game_called(name: str) -> Game:
    """A game by its name, or by that of a battle: Sidi Zahran is one of the Folio Series."""
    plain = name.lower().replace("_", "-").replace(" ", "-")
    return next((game for game in SHELF.values() if plain in game.scenarios), None) or find_game(plain)


def next_lesson(game: Game) -> Lesson | None:
    """The first lesson of a path that has not been learnt; the first of all if all have."""
    path, known = lessons_of(game), learnt()
    fresh = (lesson for lesson in path if lesson.key not in known)
    return next(fresh, path[0] if path else None)


def what_follows(game: Game) -> str:
    """How one goes on after a lesson: the next that has not been learnt, or the first battle."""
    lesson = next_lesson(game)
    if lesson is None or lesson.key in learnt():
        return f"Now the first battle: grognard learn {game.id} battle"
    return f"Next, {lesson.title}: grognard learn {game.id}"


def chosen_lesson(game: Game, name: str) -> Lesson:
    """A lesson by its name or number, an example of the rulebook, or a puzzle: puzzle-3."""
    number = name.removeprefix(PREFIX)
    return find_puzzle(game, int(number)) if name != number and number.isdecimal() else find_lesson(game, name)


def _beside(choice: Choice) -> str:
    """What an answer costs or may bring, in brackets."""
    return f" ({choice.label})" if choice.label else ""


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
        for text, worth, _ in self.lesson.weighed:
            self.console.print(Text(f"  {worth}  {text}", DIM))
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
        if coach.task.click:
            return self._read_out()
        self._list()

    def _list(self) -> None:
        """What can be answered; hexes last, for they are typed as they stand on the map."""
        match, side = self.coach.match, self.coach.side
        ask = match.decision.of(side)
        self.choices = list_choices(match, ask, match.view(side)) if ask else []
        shown = sorted(self.choices, key=lambda choice: choice.kind == "hex")
        told = "  ".join(f"{choice.number} {choice.text}{_beside(choice)}" for choice in shown[:LISTED])
        more = len(shown) - LISTED
        self.console.print(Text(told + (f"  … and {more} more; type a hex or a name" if more > 0 else ""), DIM))

    def _read_out(self) -> None:
        """Here is no pointer: what can be clicked is typed, and the numbers of the counters are told."""
        match, side, task = self.coach.match, self.coach.side, self.coach.task
        if not set(task.click.split(" | ")) & set(match.state.pieces):
            return self.console.print(Text("Type it: a hex, or a name. ? helps.", DIM))
        self.console.print(Text("Type the name of a unit, or where it stands. ? helps.", DIM))
        seen = [match.dossier(piece.id, side) for piece in match.view(side).pieces if piece.place][:NAMED]
        for told in filter(None, seen):
            numbers = ", ".join(f"{value.name} {value.value}" for value in told.values)
            self.console.print(Text(f"  {told.title} in {told.place} ({told.kind}): {numbers}", DIM))

    def _map(self) -> None:
        course = self.coach.match
        view, width = course.view(self.coach.side), min(100, self.console.width)
        ground = course.game.face.ground(course.state.scenario_id)
        stand = {piece.id: piece.place for piece in view.pieces}
        lit = [stand.get(what, what) for what in self.coach.task.lit]
        if isinstance(ground, InchGround):
            goals = {point: GOAL for what in self.coach.task.lit if (point := inches_of(what)) is not None}
            self.console.print(TableView(ground.table, width, HIGH - LOW).paint(view, course.sides, goals))
        hexmap = hexmap_of(course.game, course.state.scenario_id)
        if hexmap is None:
            return
        shown = [place for place in (*lit, *stand.values()) if place in hexmap.grid]
        scene = Scene(view, course.sides, asked=[place for place in lit if place in hexmap.grid])
        height = max(LOW, min(HIGH, lines_of(hexmap.grid, shown)))
        centre, zoom = fit(hexmap.grid, shown, width, height)
        self.console.print(draw_map(hexmap, scene, centre, zoom, width, height))

    def _hear(self, typed: str) -> None:
        coach = self.coach
        if coach.is_read_only:
            return self._say(coach.read())
        if typed.lower() in HELP:
            return self._help()
        if coach.task.click:
            return self._say(coach.click(self._named(typed)))
        number = coach.number
        for part in self._parts(typed):
            if coach.number != number or not self._answered(part):
                return

    def _answered(self, typed: str) -> bool:
        """Hear one answer; was it right?"""
        coach = self.coach
        meant = self._meant(typed)
        for action in meant:
            number, given = coach.number, coach.given
            reply = coach.answer(action)
            if reply.right or reply.cite or action == meant[-1]:
                self._say(reply)
                if (coach.number, coach.given) == (number, given + 1):
                    self._list()
                return reply.right
        self._say(Reply(False, self._unclear(typed)))
        return False

    def _unclear(self, typed: str) -> str:
        """Why nothing was understood: no answer reads like that, or several do."""
        try:
            return find_choice(typed, self.choices).text
        except NoSuchChoice as error:
            return str(error)

    def _help(self) -> None:
        """What would be right, in the words of the list."""
        coach = self.coach
        names = {piece.id: piece.name for piece in coach.match.view(coach.side).pieces}
        clicked = [names.get(what, what) for what in coach.task.click.split(" | ") if what]
        right = clicked or [coach.match.describe(action) for action in coach.wanted]
        self._say(Reply(False, f"Type a number, a hex or a name; quit leaves. Right would be: {' or '.join(right)}."))

    def _parts(self, typed: str) -> list[str]:
        """One answer, or two where a unit and then its hex are named: "2 Rifle 1507"."""
        who, _, to = typed.rpartition(" ")
        course = self.coach.match
        hexmap = hexmap_of(course.game, course.state.scenario_id)
        if not who or hexmap is None or to not in hexmap.grid:
            return [typed]
        try:
            action = find_choice(who, self.choices).action
            return [who, to] if action.__struct_fields__ == ("piece",) else [typed]
        except NoSuchChoice:
            return [typed]

    def _meant(self, typed: str) -> list[Action]:
        """The answers that what was typed could mean, listed ones first."""
        try:
            return [find_choice(typed, self.choices).action]
        except NoSuchChoice:
            if wanted := [action for action in self.coach.wanted if self._says(typed, action)]:
                return wanted
            course = self.coach.match
            hexmap = hexmap_of(course.game, course.state.scenario_id)
            found = conceivable(course, typed, course.view(self.coach.side), hexmap.grid.hexes if hexmap else ())
            return [action for action in found if puts_down(action)]

    def _says(self, typed: str, action: Action) -> bool:
        """Do all words that were typed stand in the wording of an answer? It need not be one that is listed."""
        texts = typed, self.coach.match.describe(action)
        words, told = ({word.strip(",:") for word in text.lower().split()} for text in texts)
        return bool(words) and words <= told

    def _named(self, typed: str) -> str:
        """A piece by part of its name or by its hex, or the place as it was typed."""
        typed = typed.removeprefix("the ")
        pieces = self.coach.match.view(self.coach.side).pieces
        wants_piece = self.coach.task.click.split(" | ")[0] in {piece.id for piece in pieces}
        found = [piece.id for piece in pieces if typed and typed.lower() in piece.name.lower()]
        found = found or [piece.id for piece in pieces if wants_piece and piece.place == typed]
        return found[0] if len(found) == 1 else typed

    def _say(self, reply: Reply) -> None:
        if reply.say:
            self.console.print(Text(reply.say, "green" if reply.right else "#ffb86b"))
        if reply.cite:
            self.console.print(Text(self.coach.game.rulebook[reply.cite].text, DIM).append(f"  ({reply.cite})", DIM))
