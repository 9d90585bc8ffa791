"""The first battle at the keyboard: a match with a coach who speaks when something new comes up."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rich.console import Console
from rich.text import Text

from grognard.engine import Ask, Game, Match, UnknownChoice
from grognard.players import make_player
from grognard.school.path import First, Path, path_of, remark
from grognard.terminal.screen import ACCENT, DIM
from grognard.terminal.session import Read, Session


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
