"""A staff at the keyboard: an order is planned, read, changed and carried out; after a halt one may go on."""

from __future__ import annotations

from msgspec.structs import replace
from rich.console import Console
from rich.text import Text

from grognard.engine import Ask, Match
from grognard.engine.core.decision import Unclear
from grognard.engine.core.wording import with_count
from grognard.engine.match.command import VERBS, Command, Past, read_command
from grognard.engine.match.plan import Done, Plan, take_back
from grognard.terminal.screen import ACCENT, DIM

SAYS = (
    "staff yes: carry out · staff out 2 · staff 2 to 0805 · staff 2 hold · staff first 2 · staff and 3rd Tank hold · "
    "staff another · staff stop"
)
HALTS: dict[str, tuple[Past, ...]] = {"always": (), "changes": ("expected",)}


class Headquarters:
    """The plan of the side that is asked, and what became of the last one."""

    def __init__(self, match: Match, console: Console) -> None:
        self.match, self.console = match, console
        self.plan: Plan | None = None
        self.done: Done | None = None
        self.side = ""
        self.past: tuple[Past, ...] = ()  # what an order need not halt for

    def obey(self, rest: str, ask: Ask) -> None:
        """What is typed after "staff"."""
        if ask.side != self.side:
            self.plan, self.done, self.side = None, None, ask.side
        words = rest.lower().split()
        match words:
            case []:
                self._show()
            case ["yes" | "accept"]:
                self._carry_out(self._current())
            case ["on"]:
                self._go_on()
            case ["stop"]:
                self.plan = self.done = None
                self.console.print(Text("The order is dropped. What was answered stays.", DIM))
            case ["undo"]:
                self._undo()
            case ["halts", "always" | "changes" as when]:
                self._halts(when)
            case ["and", *_]:
                more = read_command(self.match, ask.side, rest.split(maxsplit=1)[1])
                self._planned(self._current().command.with_order(more))
            case ["another"]:
                self._planned(self._current().another())
            case ["out", number]:
                self._planned(self._current().without(self._unit(number)))
            case ["first", number]:
                self._planned(self._current().first(self._unit(number)))
            case [number, "to", *_] if number.isdecimal() and self.plan is not None:
                self._planned(self._current().sending(self._unit(number), rest.split(maxsplit=2)[2]))
            case [number, verb, *_] if number.isdecimal() and verb in VERBS and self.plan is not None:
                to = "".join(rest.split(maxsplit=2)[2:])
                self._planned(self._current().telling(self._unit(number), VERBS[verb], to))
            case _:
                self._planned(read_command(self.match, ask.side, rest))

    def _planned(self, command: Command) -> None:
        self.plan = self.match.command(self.side, replace(command, past=self.past))
        self._show()

    def _halts(self, when: str) -> None:
        """For what orders halt from now on."""
        self.past = HALTS[when]
        if self.plan is not None:
            self.plan = replace(self.plan, command=replace(self.plan.command, past=self.past))
        told = "changes the rest of the plan" if self.past else "is known that was not known before"
        self.console.print(Text(f"An order halts when something {told}.", DIM))

    def _show(self) -> None:
        if self.plan is None:
            raise Unclear("There is no plan. Say who, what and where, for example: staff all to 2616, or staff finish.")
        self.console.print(Text(str(self.plan)))
        self.console.print(Text(SAYS, DIM))

    def _current(self) -> Plan:
        """The plan, made again if the match has gone on since."""
        if self.plan is None:
            raise Unclear("There is no plan. Say who, what and where, for example: staff all to 2616, or staff finish.")
        if self.plan.number != self.match.number:
            self.plan = self.match.command(self.side, self.plan.command)
        return self.plan

    def _unit(self, number: str) -> str:
        """The unit of a line, by its number."""
        rows = self._current().rows
        lines = self._current().lines
        place = int(number) - 1 if number.isdecimal() else -1
        if not 0 <= place < len(lines) or not (units := rows[lines[place].rows[0]].units):
            raise Unclear(f"The plan has no line {number} about a unit.")
        return units[0]

    def _carry_out(self, plan: Plan) -> None:
        self.plan, done = None, self.match.obey(self.side, plan.command)
        self.done = done
        for words in done.told:
            self.console.print(Text(f"· {words}", DIM))
        self.console.print(Text(f"{with_count(done.answers, 'answer')} given.", DIM))
        if done.halt is not None:
            self.console.print(Text("Halt: ", ACCENT).append(done.halt.words))
        if done.left is not None:
            self.console.print(Text("staff on: go on as planned · staff stop: drop the rest · staff undo", DIM))

    def _go_on(self) -> None:
        if self.done is None or self.done.left is None:
            raise Unclear("There is nothing left of an order to go on with.")
        self._carry_out(self.match.command(self.side, replace(self.done.left, past=self.past, signed=None)))

    def _undo(self) -> None:
        """The whole order, as far as the rules allow."""
        taken = take_back(self.match, self.done) if self.done is not None else 0
        if not taken:
            raise Unclear("Nothing of an order can be taken back: what is rolled, or was seen, stays.")
        self.done = None
        self.console.print(Text(f"{with_count(taken, 'answer')} taken back.", DIM))
