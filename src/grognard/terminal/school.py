"""Lessons at the keyboard."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import msgspec
from rich.console import Console
from rich.table import Table
from rich.text import Text

from grognard.board.ground import InchGround, hexmap_of
from grognard.engine import SHELF, Action, Ask, Event, Game, GrognardError, Match, PieceView, UnknownChoice, find_game
from grognard.engine.core.wording import with_count
from grognard.engine.match.command import read_command
from grognard.engine.match.gesture import names_target
from grognard.players import make_player
from grognard.school.coach import Coach, Reply, play_through, right_answer
from grognard.school.lesson import Lesson, examples_of, find_lesson, lessons_of
from grognard.school.path import First, Path, path_of, remark
from grognard.school.progress import learnt, mark_learnt
from grognard.school.puzzle import PREFIX, find_puzzle, puzzles_of
from grognard.terminal.choices import Choice, NoSuchChoice, conceivable, find_choice, list_choices, reads_like
from grognard.terminal.guide import aims_line
from grognard.terminal.map_symbols import label
from grognard.terminal.map_window import Scene, draw_map, fit, lines_of
from grognard.terminal.pages import marks_of, signs_on
from grognard.terminal.screen import ACCENT, DIM, choice_list, event_line
from grognard.terminal.session import Session
from grognard.terminal.table_window import TableView, inches_of

Read = Callable[[str], str]
HELP = ("?", "help", "hint")
LOOKING = ("look", "odds", "why", "rule", "chart", "aims", "sight", "units", "log", "cards", "tracks")  # as in a match
TYPED = "Type a number, a hex or a name. Enter shows the step again, look tells of a unit or a hex, odds 1 of a roll; \
quit leaves."
GIVEN_UP = "show"  # what gives up a puzzle
NO_HINTS = f"The answer to a puzzle is told to whoever types {GIVEN_UP}."
LISTED = 12  # answers that are shown
NAMED = 10  # counters that are read out
LINES = 6  # of the log that an answer brings
WIDTHS = range(2, 7)  # letters of a counter on the map
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
        if (about := path_of(game)) is not None and about.after:
            console.print(Text(f"  Learn {find_game(about.after).title} first.", DIM))
        if examples := examples_of(game):
            text = f"  {len(examples)} examples of the rulebook, such as grognard learn {game.id} {examples[0].id}"
            console.print(Text(text, DIM))
        if count := len(puzzles_of(game)):
            console.print(Text(f"  {count} puzzles: grognard learn {game.id} {PREFIX}1", DIM))
        if all_learnt(game):
            console.print(Text(f"  All of it is learnt. {what_follows(game)}", ACCENT))


def check_all(games: Sequence[Game], console: Console) -> int:
    """Play every lesson and every example by its right answers; how many there are."""
    count = 0
    for game in games:
        for lesson in (*lessons_of(game), *examples_of(game)):
            answers = play_through(lesson)
            console.print(Text(f"{lesson.key}: {with_count(answers, 'answer')}, learnt."))
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


def all_learnt(game: Game) -> bool:
    """Has every lesson of a path been learnt?"""
    return bool(lessons_of(game)) and {lesson.key for lesson in lessons_of(game)} <= set(learnt())


def what_follows(game: Game, done: Lesson | None = None) -> str:
    """How one goes on: after a puzzle the next one; else the next lesson to be learnt, or the first battle."""
    number = int(done.id.removeprefix(PREFIX)) if done is not None and done.kind == "puzzle" else 0
    if 0 < number < len(puzzles_of(game)):
        return f"Next: grognard learn {game.id} {PREFIX}{number + 1}"
    lesson = next_lesson(game)
    if lesson is None or lesson.key in learnt():
        return f"Now the first battle: grognard learn {game.id} battle"
    return f"Next, {lesson.title}: grognard learn {game.id}"


def chosen_lesson(game: Game, name: str) -> Lesson:
    """A lesson by its name or number, an example of the rulebook, or a puzzle: puzzle-3."""
    number = name.removeprefix(PREFIX)
    return find_puzzle(game, int(number)) if name != number and number.isdecimal() else find_lesson(game, name)


def _spoken(text: str) -> str:
    """Here is no pointer: what is to be clicked is named, and what stands beside the map is asked for."""
    return text.replace("Click ", "Name ").replace("How you win", "How you win (type aims)")


def _is_called(piece: PieceView, typed: str) -> bool:
    """Is a unit meant by part of its name, or by the letters of its counter on the map?"""
    return typed.lower() in piece.name.lower() or typed in {label(piece, width) for width in WIDTHS}


class Classroom:
    """One lesson at this keyboard."""

    def __init__(self, lesson: Lesson, console: Console, read: Read = input) -> None:
        self.lesson, self.console, self.read = lesson, console, read
        self.coach = Coach(lesson)
        self.choices: list[Choice] = []
        self.shown = False  # was the answer told to somebody who gave up?

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
        if not self.shown:
            mark_learnt(self.lesson)
        for text, worth, _ in self.lesson.weighed:
            self.console.print(Text(f"  {worth}  {text}", DIM))
        behind = f"  The rules behind it: {', '.join(self.lesson.rules)}" if self.lesson.rules else ""
        self.console.print(Text(f"Learnt: {self.lesson.learnt}.", ACCENT).append(behind, DIM))
        return True

    def _show(self) -> None:
        coach = self.coach
        self._map()
        self.console.print(Text(f"\n{_spoken(coach.task.say)}", "italic"))
        if self.lesson.kind == "puzzle":
            self.console.print(aims_line(coach.match, coach.side, coach.match.view(coach.side)) or "")
        if coach.task.ask:
            self.console.print(Text(_spoken(coach.task.ask), "bold"))
        if coach.is_read_only:
            return self.console.print(Text("Enter to go on.", DIM))
        self.choices = []
        if coach.task.order:
            return self.console.print(Text("Type an order: staff, who, and what. ? helps.", DIM))
        if coach.task.click:
            return self._read_out()
        self._list()

    def _list(self) -> None:
        """What can be answered; hexes last, for they are typed as they stand on the map."""
        match, side = self.coach.match, self.coach.side
        ask = match.decision.of(side)
        found = list_choices(match, ask, match.view(side)) if ask else []
        ordered = sorted(found, key=lambda choice: choice.kind == "hex")
        self.choices = [msgspec.structs.replace(choice, number=i) for i, choice in enumerate(ordered, 1)]
        for hexes in (False, True):
            if group := [choice for choice in self.choices[:LISTED] if (choice.kind == "hex") == hexes]:
                self.console.print(choice_list(group, 0, LISTED, min(100, self.console.width)))
        if (more := len(self.choices) - LISTED) > 0:
            self.console.print(Text(f"… and {more} more; type a hex or a name", DIM))

    def _read_out(self) -> None:
        """Here is no pointer: what can be clicked is typed, and the numbers of the counters are told."""
        match, side = self.coach.match, self.coach.side
        if not self._wants_piece():
            return self.console.print(Text("Type it: a place of the map, or its name. ? helps.", DIM))
        self.console.print(Text("Type a number, the name of a unit, or where it stands. ? helps.", DIM))
        for number, piece in enumerate(self._on_map(), 1):
            if (told := match.dossier(piece.id, side)) is not None:
                values = [f"{value.name} {value.value}" for value in told.values]
                line = f"  {number}  {told.title} in {told.place} ({told.kind}): {', '.join([*values, *told.states])}"
                self.console.print(Text(line, DIM))

    def _wants_piece(self) -> bool:
        """Is it a unit that is asked for, and not a place?"""
        return not set(self.coach.task.click.split(" | ")).isdisjoint(self.coach.match.state.pieces)

    def _on_map(self) -> list[PieceView]:
        """The counters that are read out."""
        return [piece for piece in self.coach.match.view(self.coach.side).pieces if piece.place][:NAMED]

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
        if self._looked(typed):
            return None
        if coach.is_read_only:
            return self._say(coach.read())
        if typed.lower() in HELP:
            return self._help()
        if self.lesson.keeps_secret and typed.lower() == GIVEN_UP:
            return self._give_up()
        if not typed:
            return self._show()
        if coach.task.order:
            return self._order(typed)
        if coach.task.click:
            return self._say(self._clicked(typed))
        number = coach.number
        for part in self._parts(typed):
            if coach.number != number or not self._answered(part):
                return

    def _order(self, typed: str) -> None:
        """An order to the staff: its plan is read, and carried out if it is the one that is wanted."""
        coach = self.coach
        try:
            command = read_command(coach.match, coach.side, typed.removeprefix("staff ").strip())
            self.console.print(Text(str(coach.match.command(coach.side, command))))
        except GrognardError as error:
            return self._say(Reply(False, str(error)))
        return self._say(coach.command(command))

    def _clicked(self, typed: str) -> Reply:
        """What the coach says to something that was named, or that nothing here is called so."""
        named = self._named(typed)
        unknown = self._wants_piece() and named not in self.coach.match.state.pieces
        reply = self.coach.click(named)
        return Reply(False, f"{typed!r} is no unit here, or more than one. Type a number.") if unknown else reply

    def _looked(self, typed: str) -> bool:
        """A look at something, by the words of a match; nothing is answered by it."""
        word, _, rest = typed.partition(" ")
        if word.lower() not in LOOKING or reads_like(typed, self.choices):
            return False
        course, side = self.coach.match, self.coach.side
        session = Session(course, {}, self.console, self.read)
        session.choices = self.choices
        try:
            ask = msgspec.structs.replace(course.decision.asks[0], side=side)
            Session.COMMANDS[word.lower()](session, rest.strip(), course.decision.of(side) or ask)
        except GrognardError as error:
            self._say(Reply(False, str(error)))
        return True

    def _answered(self, typed: str) -> bool:
        """Hear one answer; was it right?"""
        coach, course, side = self.coach, self.coach.match, self.coach.side
        meant = self._meant(typed)
        for action in meant:
            number, given = coach.number, coach.given
            known = len(course.log(side))
            reply = coach.answer(action)
            if reply.right or reply.cite or action == meant[-1]:
                self._tell(course.log(side)[known:])
                self._say(reply)
                if (coach.number, coach.given) == (number, given + 1):
                    self._list()
                return reply.right
        self._say(Reply(False, self._unclear(typed)))
        return False

    def _tell(self, events: Sequence[Event]) -> None:
        """What has come of an answer: the dice first of all."""
        for event in [event for event in events if event.dice][-LINES:]:
            self.console.print(event_line(event))

    def _unclear(self, typed: str) -> str:
        """Why nothing was understood: no answer reads like that, or several do."""
        hexmap = hexmap_of(self.coach.game, self.coach.match.state.scenario_id)
        if hexmap is not None and typed in hexmap.grid and not any(typed == choice.place for choice in self.choices):
            return f"{typed} is a hex, and no answer to this. Choose one of the list, or help."
        try:
            return find_choice(typed, self.choices).text
        except NoSuchChoice as error:
            return str(error)

    def _help(self) -> None:
        """What can be typed, what the signs mean, and what would be right, unless it is a puzzle."""
        coach, view = self.coach, self.coach.match.view(self.coach.side)
        marks = marks_of(view)
        signs = signs_on(coach.game, coach.match.state.scenario_id, view)
        told = [TYPED, f"On the map: {signs}", f"Small letters on a counter: {marks}." if marks else ""]
        self.console.print(Text("\n".join(filter(None, told)), DIM))
        if self.lesson.keeps_secret:
            return self._say(Reply(False, NO_HINTS))
        names = {piece.id: piece.name for piece in view.pieces}
        clicked = [names.get(what, what) for what in coach.task.click.split(" | ") if what]
        orders = [f"staff {coach.task.order}"] if coach.task.order else []
        right = orders or clicked or [coach.match.describe(action) for action in coach.wanted]
        self._say(Reply(False, f"Right would be: {' or '.join(right)}."))

    def _give_up(self) -> None:
        """The answer to a puzzle, for whoever has thought enough; it is not solved by that."""
        self.shown = True
        self._say(right_answer(self.coach))

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
            wanted = [action for action in self.coach.wanted if self._says(typed, action)]
            if wanted and not self.lesson.weighed:
                return wanted
            course = self.coach.match
            hexmap = hexmap_of(course.game, course.state.scenario_id)
            found = conceivable(course, typed, course.view(self.coach.side), hexmap.grid.hexes if hexmap else ())
            offered = {type(choice.action) for choice in self.choices}
            return [action for action in found if names_target(action) and type(action) in offered]

    def _says(self, typed: str, action: Action) -> bool:
        """Does the wording of an answer have words that begin like all that were typed? It need not be listed."""
        texts = typed, self.coach.match.describe(action)
        words, told = ({word.strip(",:") for word in text.lower().split()} for text in texts)
        return bool(words) and all(any(one.startswith(word) for one in told) for word in words)

    def _named(self, typed: str) -> str:
        """A piece by its number, by part of its name or by its hex, a hex by the name of the place, or as typed."""
        typed = typed.removeprefix("the ")
        listed = self._on_map()
        if not self._wants_piece():
            return self._place_called(typed)
        if typed.isdecimal() and 0 < int(typed) <= len(listed):
            return listed[int(typed) - 1].id
        pieces = self.coach.match.view(self.coach.side).pieces
        found = [piece.id for piece in pieces if _is_called(piece, typed)]
        found = found or [piece.id for piece in pieces if piece.place == typed]
        return found[0] if len(found) == 1 else typed

    def _place_called(self, typed: str) -> str:
        """A hex by the name that stands on the map, or what was typed."""
        hexmap = hexmap_of(self.coach.game, self.coach.match.state.scenario_id)
        places = hexmap.places if hexmap is not None else ()
        found = {place.hex for place in places if typed.lower() in place.name.lower()}
        return found.pop() if len(found) == 1 else typed

    def _say(self, reply: Reply) -> None:
        if reply.say:
            self.console.print(Text(_spoken(reply.say), "green" if reply.right else "#ffb86b"))
        if reply.cite:
            self.console.print(Text(self.coach.game.rulebook[reply.cite].text, DIM).append(f"  ({reply.cite})", DIM))


# -------------------- The first battle at the keyboard


def first_battle(game: Game, console: Console, read: Read = input, seed: int | None = None) -> CoachedSession:
    """The first battle of a game's path, ready to be played."""
    path = path_of(game)
    if path is None:
        raise UnknownChoice(f"{game.title} has no first battle yet.")
    battle = path.battle
    match = Match.new(game, battle.scenario, battle.options, seed)
    players = {side: make_player(battle.opponent) for side in match.sides if side != battle.side}
    return CoachedSession(path, Session(match, players, console, read))


class CoachedSession(Session):
    """A session whose coach says each thing once, until he is told to be quiet."""

    def __init__(self, path: Path, plain: Session) -> None:
        super().__init__(plain.match, plain.players, plain.console, plain.read)
        self.path = path
        self.said: set[str] = set()
        self.quiet = False
        self.spoke_at = -1  # the decision at which something was said last

    def _show(self, ask: Ask) -> None:
        super()._show(ask)
        if self.quiet or self.spoke_at == self.match.number:
            return
        new = remark(self.path, self.match, ask.side, self.said)
        if new is not None:
            self.said.add(new.id)
            self.spoke_at = self.match.number
            self._speak(new)

    def _speak(self, new: First) -> None:
        self.console.print(Text(f"\nFirst time · {new.title}", ACCENT))
        self.console.print(Text(new.say, "italic"))
        behind = f"{self.match.game.rulebook[new.cite].text}  ({new.cite})" if new.cite else ""
        self.console.print(Text(behind, DIM).append("   Type quiet to hear no more of this."))

    def _quiet(self, rest: str, ask: Ask) -> None:
        self.quiet = not self.quiet
        told = "The coach is quiet. Type quiet again to hear him." if self.quiet else "The coach speaks again."
        self.console.print(Text(told, DIM))

    COMMANDS: Mapping[str, Callable[[CoachedSession, str, Ask], None]] = {**Session.COMMANDS, "quiet": _quiet}  # type: ignore[assignment]
