"""`grognard mcp`: the tools that a language model is offered, over standard input and output.

Every match has one seat for the assistant, and every tool that looks at a match looks from that seat.
"""

from __future__ import annotations

import base64
import functools
from collections.abc import Callable
from typing import Any, TypeVar

from grognard.extras import missing

try:
    from mcp.server.mcpserver import Image, MCPServer
    from mcp.server.mcpserver.exceptions import ToolError
except ModuleNotFoundError as error:
    raise missing(error) from error

from grognard import __version__
from grognard.assistant import catalogue
from grognard.assistant.seat import Seat, SeatError
from grognard.engine import GrognardError
from grognard.players import make_player

ABOUT = """Grognard plays published wargames by their rules. Call list_games, then new_match; it returns the position
and a question with numbered answers. Answer with the tool `answer` until the match is over. Before you answer you may
look at the board, ask exact odds, ask which rule forbids something, and read the rules. You see what your side may see.
To coach a person instead, use hint, odds and rules, and let the person decide."""
WIDTH = 1000  # of a picture
MOST = 50  # matches at once
T = TypeVar("T")


class Desk:
    """The matches of one assistant, by their names."""

    def __init__(self, opponent: str) -> None:
        make_player(opponent)
        self.opponent = opponent
        self.seats: dict[str, Seat] = {}

    def open(self, game: str, scenario: str, side: str, opponent: str, options: dict[str, str]) -> tuple[str, Seat]:
        """A new match; the oldest makes room where there are too many."""
        player = catalogue.known_player(opponent) if opponent else make_player(self.opponent)
        seat = Seat(game, scenario, side, player, options)
        name = f"match-{1 + max((int(key.partition('-')[2]) for key in self.seats), default=0)}"
        self.seats[name] = seat
        if len(self.seats) > MOST:
            del self.seats[next(iter(self.seats))]
        return name, seat

    def seat(self, name: str) -> Seat:
        """A match by its name; the last one, if none is named."""
        if not self.seats:
            raise SeatError("There is no match yet. Begin one with new_match.")
        if name and name not in self.seats:
            raise SeatError(f"There is no match {name!r}. Choose from: {', '.join(self.seats)}.")
        return self.seats[name or next(reversed(self.seats))]


def told(function: Callable[..., T]) -> Callable[..., T]:
    """What goes wrong with a request is told in a sentence."""

    @functools.wraps(function)
    def tool(*given: Any, **named: Any) -> T:
        try:
            return function(*given, **named)
        except GrognardError as error:
            raise ToolError(" ".join(str(error).split())) from error

    return tool


def build(opponent: str = "regular") -> MCPServer[Any]:
    """The server with all its tools."""
    server: MCPServer[Any] = MCPServer("grognard", instructions=ABOUT, version=__version__)
    desk = Desk(opponent)
    for function in (*reading(), *looking(desk), *asking(desk), *playing(desk)):
        server.tool(structured_output=False)(told(function))
    return server


def reading() -> tuple[Callable[..., Any], ...]:
    """Tools that need no match."""

    def list_games() -> str:
        """The games, with their scenarios and options."""
        return catalogue.games()

    def rules(game: str, what: str = "") -> str:
        """Rules of a game by an id, a section ("8.3") or a word; without `what`, the sections."""
        return catalogue.rules(game, what)

    def charts(game: str) -> str:
        """The charts of a game: what is rolled on, and what it gives."""
        return catalogue.charts(game)

    def lab_play(
        game: str,
        scenario: str,
        matches: int = 20,
        players: dict[str, str] | None = None,
        options: dict[str, str] | None = None,
    ) -> str:
        """How often each side wins when computer players play. `players` by side; "" is all others."""
        return catalogue.rates(game, scenario, players or {}, matches, options or {})

    return list_games, rules, charts, lab_play


def looking(desk: Desk) -> tuple[Callable[..., Any], ...]:
    """Tools that look at a match from the assistant's seat. Without a name the match begun last is meant."""

    def briefing(match: str = "") -> str:
        """What your side is told before its first decision, and its aims."""
        seat = desk.seat(match)
        brief = seat.match.briefing(seat.side)
        parts = [brief.situation, brief.force, brief.enemy, *brief.special, *brief.first, brief.length]
        aims = [f"Aim: {aim.text} [{aim.cite}]" for aim in seat.match.aims(seat.side)]
        return "\n".join(filter(None, [*parts, *aims]))

    def question(match: str = "") -> str:
        """How it stands, and what you are asked, with numbered answers."""
        return desk.seat(match).question()

    def board(match: str = "") -> str:
        """The board as your side sees it, in words."""
        return desk.seat(match).board()

    def picture(match: str = "") -> Any:
        """The board as your side sees it, as a PNG."""
        seat = desk.seat(match)
        drawn = seat.drawing()
        if not drawn:
            raise SeatError(f"{seat.match.game.title} has nothing to draw.")
        return Image(data=png(drawn), format="png")

    def log(match: str = "", lines: int = 40) -> str:
        """What happened last, as far as your side may know, with the rules."""
        return desk.seat(match).log(max(1, lines))

    return briefing, question, board, picture, log


def asking(desk: Desk) -> tuple[Callable[..., Any], ...]:
    """Tools that ask what an answer would come to. Without a name the match begun last is meant."""

    def odds(answer: int, match: str = "") -> str:
        """The exact odds of an answer, by its number."""
        return desk.seat(match).odds(answer)

    def why_not(answer: str, match: str = "") -> str:
        """The rule that forbids an answer that is not offered, such as {"type": "To", "hex": "0304"}."""
        return desk.seat(match).why_not(answer)

    def hint(match: str = "") -> str:
        """What a sensible player would do now, and why. For coaching a person."""
        return desk.seat(match).hint()

    def result(match: str = "") -> str:
        """How the match ended, or how it would end now."""
        return desk.seat(match).result()

    return odds, why_not, hint, result


def playing(desk: Desk) -> tuple[Callable[..., Any], ...]:
    """Tools that change a match."""

    def new_match(
        game: str, scenario: str, side: str = "", opponent: str = "", options: dict[str, str] | None = None
    ) -> str:
        """Begin a match. You play `side` (the first, if none is named); a computer player plays the others."""
        name, seat = desk.open(game, scenario, side, opponent, options or {})
        return f"{name} has begun; you play {seat.side} of {', '.join(seat.match.sides)}.\n\n{seat.question()}"

    def answer(number: int, match: str = "") -> str:
        """Give an answer by its number. The others answer theirs; you are told what you are asked next."""
        seat = desk.seat(match)
        return seat.take(seat.action(number))

    def answer_in_full(answer: str, match: str = "") -> str:
        """Give an answer that is written out: {"type": "To", "hex": "0304"}. For questions with more than a list."""
        seat = desk.seat(match)
        return seat.take(seat.read(answer))

    def undo(match: str = "") -> str:
        """Take back your last answer, where nothing was rolled or seen since."""
        return desk.seat(match).undo()

    return new_match, answer, answer_in_full, undo


def png(drawn: str) -> bytes:
    """A drawing as pixels."""
    try:
        import resvg_py
    except ModuleNotFoundError as error:
        raise SeatError(str(missing(error))) from error
    made: Any = resvg_py.svg_to_bytes(svg_string=drawn, width=WIDTH)
    return base64.b64decode(made) if isinstance(made, str) else bytes(made)


def run(opponent: str) -> None:
    """Answer on standard input and output until the assistant leaves."""
    build(opponent).run("stdio")
