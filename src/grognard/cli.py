"""The command line: games, play, serve, rules, replay, verify, report, print, scenario, board, odds, lab.

What goes wrong is told in one line on stderr that says what to do, and the exit code is 2.
"""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from grognard import __version__
from grognard.arguments import add_lab, add_mcp, add_starters
from grognard.engine import SHELF, GrognardError, Match, RecordError, ScenarioError, find_game
from grognard.extras import what_to_install
from grognard.report.commands import add_report
from grognard.server.cli import add_admin, add_serve, whole_number
from grognard.sheets.commands import add_print
from grognard.studio.cli import add_map, add_scenario, open_shelf

if TYPE_CHECKING:
    from rich.console import Console

    from grognard.players import Player
    from grognard.terminal.session import Session

    Commands = argparse._SubParsersAction["Parser"]

FAILED = 2


class Complaint(Exception):
    """Something the user can put right; the message says how."""


class Parser(argparse.ArgumentParser):
    """Complains in one line."""

    def error(self, message: str) -> NoReturn:
        raise Complaint(f"{message}. See: {self.prog} --help")


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; the exit code is 0 if all went well."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # no terminal is too old, no key too strange
    try:
        chosen = parser().parse_args(argv)
        run: Callable[[argparse.Namespace], None] = chosen.run
        if getattr(chosen, "shelf", True):
            open_shelf()
        run(chosen)
        sys.stdout.flush()
    except ScenarioError as error:
        print(error, file=sys.stderr)
        return FAILED
    except (GrognardError, Complaint) as error:
        return complain(str(error))
    except ModuleNotFoundError as error:
        if not (advice := what_to_install(error)):
            raise
        return complain(advice)
    except KeyboardInterrupt:
        return complain("Stopped.")
    except EOFError:
        return complain("The input has ended.")
    except BrokenPipeError:  # the reader of our output has gone, as with `| head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def complain(message: str) -> int:
    """One line on stderr."""
    print("grognard: " + " ".join(message.split()), file=sys.stderr)
    return FAILED


def parser() -> Parser:
    """What can be typed."""
    top = Parser(prog="grognard", description="Published wargames, played by their rules.")
    top.add_argument("--version", action="version", version=f"grognard {__version__}")
    commands = top.add_subparsers(required=True, metavar="COMMAND", parser_class=Parser)
    _add_playing(commands)
    _add_records(commands)
    add_report(commands)
    add_print(commands)
    add_admin(commands)
    add_scenario(commands)
    add_map(commands)
    _add_looking_up(commands)
    _add_odds(commands)
    add_lab(commands, in_lab)
    add_starters(commands)
    add_mcp(commands)
    return top


def _add_playing(commands: Commands) -> None:
    """games, play and serve."""
    games = commands.add_parser("games", help="the games with their scenarios and options")
    games.set_defaults(run=show_games)

    where = "play in the browser; in this terminal with --terminal, a scenario, a file or options"
    play = commands.add_parser("play", help=where)
    play.add_argument("game", nargs="?", help="which game; without it you choose from a list")
    play.add_argument("scenario", nargs="?", help="which scenario; without it you choose from a list")
    play.add_argument("--scenario", dest="file", metavar="FILE", help="a scenario of your own")
    play.add_argument("--campaign", metavar="NAME", help="a campaign of the game: one battle after another")
    play.add_argument("--option", action="append", default=[], metavar="KEY=VALUE", help="an option of the game")
    play.add_argument("--seed", help="the same seed gives the same dice")
    play.add_argument("--load", type=Path, metavar="FILE", help="go on with a saved match")
    who = "who plays a side: recruit to grognard, random, doctrine, or search:0.2s"
    play.add_argument("--player", action="append", default=[], metavar="SIDE=PLAYER", help=who)
    play.add_argument("--terminal", action="store_true", help="stay in the terminal")
    play.set_defaults(run=play_match)

    learn = commands.add_parser("learn", help="lessons that teach a game on its board")
    learn.add_argument("game", nargs="?", help="which game or battle; without it the paths are listed")
    learn.add_argument("lesson", nargs="?", help="which lesson, battle or puzzle-1; without it the next to be learnt")
    learn.add_argument("--check", action="store_true", help="play every lesson by its right answers")
    learn.set_defaults(run=learn_lesson)

    add_serve(commands, serve_table)


def _add_records(commands: Commands) -> None:
    """replay and verify."""
    replay = commands.add_parser("replay", help="tell a record again, answer by answer")
    replay.add_argument("file", type=Path, help="a record")
    replay.add_argument("--to", type=whole_number, metavar="N", help="stop after answer N and show the table")
    replay.add_argument("--side", help="as this side sees it (a spectator, if not given)")
    replay.add_argument("--step", action="store_true", help="wait for Enter after each answer")
    replay.set_defaults(run=replay_record)

    verify = commands.add_parser("verify", help="replay a record and recompute every die")
    verify.add_argument("file", type=Path, help="a record")
    verify.add_argument("--seen", type=Path, metavar="RECEIPT", help="what a page has kept: it must be in the record")
    verify.add_argument("--server", default="", metavar="KEY", help="whose signature the record must have")
    verify.set_defaults(run=verify_record)


def _add_looking_up(commands: Commands) -> None:
    """rules and board."""
    rules = commands.add_parser("rules", help="rules in our own words, with the code and tests behind them")
    rules.add_argument("game", help="id of a game")
    rules.add_argument("what", nargs="?", default="", help="an id (NF-13.2.1), a section (13.2) or a word")
    rules.set_defaults(run=show_rules)

    board = commands.add_parser("board", help="draw a map as SVG")
    board.add_argument("game", help="id of a game")
    board.add_argument("scenario", nargs="?", help="whose map, where a game has several")
    board.add_argument("-o", "--output", type=Path, required=True, metavar="FILE", help="file to write")
    board.add_argument("--palette", help="other colours than the map's own")
    board.add_argument("--far", action="store_true", help="for a map seen whole: larger names, no hex numbers")
    board.set_defaults(run=draw_map)


def _add_odds(commands: Commands) -> None:
    """odds."""
    odds = commands.add_parser("odds", help="the exact odds of what can be done now in a saved match, or a chart")
    odds.add_argument("what", metavar="FILE|GAME", help="a saved match, or a game whose chart is meant")
    odds.add_argument("chart", nargs="?", help="which chart of the game")
    odds.add_argument("column", nargs="?", help="which column of it; all, if not given")
    odds.set_defaults(run=show_odds)


# ------------------------------------------------------------------ games and rules


def show_games(chosen: argparse.Namespace) -> None:
    """Games, scenarios, options."""
    from grognard.engine import SHELF
    from grognard.terminal.catalogue import show_game

    console = new_console()
    for game in SHELF.values():
        show_game(game, console)


def show_rules(chosen: argparse.Namespace) -> None:
    """Rules with what implements and tests them; without a word to look for, the sections."""
    from grognard.terminal.catalogue import Sources, show_rule, show_sections

    game, console = find_game(chosen.game), new_console()
    if not chosen.what:
        return show_sections(game, console)
    rules = game.rulebook.find(chosen.what)
    if not rules:
        raise Complaint(
            f"No rule of {game.title} matches {chosen.what!r}. "
            f"Try a section such as 8 or 8.3, a word such as wreck, or list them: grognard rules {game.id}"
        )
    sources = Sources.of(game)
    for rule in rules:
        show_rule(rule, sources, console)


# ------------------------------------------------------------------ school


def learn_lesson(chosen: argparse.Namespace) -> None:
    """A lesson in the terminal, the list of lessons, or a check of them all."""
    from grognard.terminal import school
    from grognard.terminal.school import first_battle

    console = new_console()
    games = [school.game_called(chosen.game)] if chosen.game else list(SHELF.values())
    if chosen.check:
        print(f"{school.check_all(games, console)} lessons, all of them end.")
        return
    if not chosen.game or (not chosen.lesson and school.all_learnt(games[0])):
        return school.show_paths(games, console)
    if chosen.lesson == "battle":
        return sit_down(first_battle(games[0], console, read_line))
    lesson = school.chosen_lesson(games[0], chosen.lesson) if chosen.lesson else school.next_lesson(games[0])
    if lesson is None:
        raise Complaint(f"{games[0].title} has no lessons yet.")
    if school.Classroom(lesson, console).teach():
        print(school.what_follows(games[0], lesson))


# ------------------------------------------------------------------ playing


def play_match(chosen: argparse.Namespace) -> None:
    """Play in the browser; in the terminal if that is wanted, or needed for what else is asked."""
    chosen.scenario = chosen.file or chosen.scenario
    asks_more = chosen.campaign or chosen.load or chosen.option or chosen.seed or chosen.player or chosen.scenario
    if not (chosen.terminal or asks_more) and sys.stdin.isatty():
        from grognard.server.serve import Serving, run

        path = f"/?game={find_game(chosen.game).id}" if chosen.game else "/"
        return run(Serving(open_browser=True, path=path), twice=True)
    return play_in_terminal(chosen)


def serve_table(chosen: argparse.Namespace) -> None:
    """The table for browsers, until interrupted."""
    from grognard.server.serve import FIRST_PORT, Serving, run

    port, wander = (FIRST_PORT, True) if chosen.port is None else (chosen.port, False)
    where = (port, chosen.host, chosen.data, chosen.database, chosen.open, "/")
    names, proxies = tuple(chosen.name), tuple(chosen.proxy)
    more = {"workers": chosen.workers, "ray": chosen.ray, "log": chosen.log, "admin_key": chosen.admin_key}
    run(Serving(*where, names, proxies, chosen.key, chosen.logs, chosen.limits, wander=wander, **more))


def play_in_terminal(chosen: argparse.Namespace) -> None:
    """Play in the terminal, from a lobby, from a scenario or from a file."""
    from grognard.terminal.campaign import following
    from grognard.terminal.lobby import choose_players
    from grognard.terminal.session import Session

    console = new_console()
    match = load(chosen.load) if chosen.load else new_match(chosen, console)
    players = players_of(match, chosen.player)
    if not (chosen.load or chosen.scenario or chosen.player or chosen.campaign):
        players = choose_players(match.sides, console, read_line)
    session: Session | None = Session(match, players, console, read_line)
    while session:
        sit_down(session)
        session = following(session)


def sit_down(session: Session) -> None:
    """Play until it is over or the player leaves; what is interrupted is kept."""
    from grognard.terminal.session import Left, keep

    match = session.match
    try:
        session.play_on()
    except Left:
        return
    except (KeyboardInterrupt, EOFError) as error:
        why = "Stopped." if isinstance(error, KeyboardInterrupt) else "The input has ended."
        if match.over or session.saved_at == match.number:
            raise Complaint(why) from None
        kept = keep(match)
        rest = f" Go on with: grognard play --load {kept}" if kept else " The match could not be saved."
        raise Complaint(why + rest) from None


def new_match(chosen: argparse.Namespace, console: Console) -> Match:
    """A new match; what was not given on the command line is chosen by number."""
    from grognard.terminal import lobby

    game = find_game(chosen.game) if chosen.game else lobby.choose_game(console, read_line)
    options = dict(pair(text, "option", "intensity=high") for text in chosen.option)
    if named := lobby.first_battle(game, chosen.campaign) if chosen.campaign else chosen.scenario:
        return Match.new(game, named, options, chosen.seed)
    scenario = lobby.choose_scenario(game, console, read_line)
    asked = options or lobby.choose_options(game, scenario, console, read_line)
    return Match.new(game, scenario, asked, chosen.seed)


def players_of(match: Match, given: Sequence[str]) -> dict[str, Player]:
    """The sides that no person plays."""
    from grognard.players import make_player

    players = {}
    for text in given:
        side, name = pair(text, "player", "german=doctrine")
        if side not in match.sides:
            raise Complaint(f"There is no side {side!r} to be played. Choose from: {', '.join(match.sides)}.")
        players[side] = make_player(name)
    return players


def seat(text: str) -> tuple[str, str]:
    """`german=doctrine`, or a player alone, which may be a command with such a sign in it: `engine:bot --level=3`."""
    named = "=" in text and ":" not in text.partition("=")[0]
    return pair(text, "player", "german=doctrine") if named else ("", text)


def pair(text: str, what: str, example: str) -> tuple[str, str]:
    """`key=value` as two words."""
    key, sign, value = text.partition("=")
    if not sign or not key or not value:
        raise Complaint(f"--{what} {text!r} is not of the form key=value. For example: --{what} {example}")
    return key, value


# ------------------------------------------------------------------ records


def load(path: Path) -> Match:
    """A match from its file; errors name the file."""
    try:
        return Match.load(path)
    except RecordError as error:
        raise Complaint(named(path, error)) from error


def named(path: Path, error: RecordError) -> str:
    """The error with the file's name before it."""
    return str(error) if str(path) in str(error) else f"{path}: {error}"


def replay_record(chosen: argparse.Namespace) -> None:
    """The log of a record, answer by answer."""
    from grognard.engine.records.record import read_lines, read_record
    from grognard.terminal.replay import by_older_rules, tell

    try:
        data = read_record(chosen.file)
        if by_older_rules(data, "replay", chosen.file, to=chosen.to, side=chosen.side, step=chosen.step) != 0:
            tell(read_lines(data), new_console(), chosen.side, chosen.to, read_line if chosen.step else None)
    except RecordError as error:
        raise Complaint(named(chosen.file, error)) from error


def verify_record(chosen: argparse.Namespace) -> None:
    """Replay a record, recompute every die, and say what was proven and what was not."""
    from grognard.engine.records.record import read_record
    from grognard.engine.records.verify import OlderRules, verify
    from grognard.terminal.replay import by_older_rules, tell_proof

    try:
        data = read_record(chosen.file)
        found = verify(data, read_record(chosen.seen) if chosen.seen else b"")
    except OlderRules as error:
        code = None if chosen.server else by_older_rules(data, "verify", chosen.file)
        raise (Complaint(named(chosen.file, error)) if code is None else SystemExit(code)) from error
    except RecordError as error:
        raise Complaint(named(chosen.file, error)) from error
    if chosen.server and chosen.server.lower() != found.signed_by:
        raise Complaint(f"{chosen.file} is not signed by the server {chosen.server}.")
    if not tell_proof(chosen.file, found):
        raise SystemExit(1)


# ------------------------------------------------------------------ odds and the lab


def show_odds(chosen: argparse.Namespace) -> None:
    """Of every action offered in a saved match, or of the results of a chart."""
    from grognard.terminal.catalogue import show_chart_odds, show_match_odds

    if chosen.what in SHELF or not Path(chosen.what).exists():
        return show_chart_odds(find_game(chosen.what), chosen.chart, chosen.column, new_console())
    return show_match_odds(load(Path(chosen.what)), new_console())


def in_lab(what: str) -> Callable[[argparse.Namespace], None]:
    """A command of the lab, which is imported when it is given."""

    def run(chosen: argparse.Namespace) -> None:
        from grognard.lab import cli as asked

        chosen.options = dict(pair(text, "option", "intensity=high") for text in getattr(chosen, "option", ()))
        given = () if what == "bench" else getattr(chosen, "player", ())
        chosen.players = dict(seat(text) for text in given)
        chosen.lab = what
        asked.COMMANDS[what](chosen, new_console())

    return run


# ------------------------------------------------------------------ the map


def draw_map(chosen: argparse.Namespace) -> None:
    """A map as SVG."""
    from grognard.board.draw import LookError

    game = find_game(chosen.game)
    scenario = game.find_scenario(chosen.scenario) if chosen.scenario else next(iter(game.scenarios))
    ground = game.face.ground(scenario)
    if ground is None:
        raise Complaint(f"{game.title} has no map and no table; there is nothing to draw.")
    try:
        chosen.output.write_text(ground.draw(palette=chosen.palette, far=chosen.far), "utf-8")
    except LookError as error:
        raise Complaint(str(error)) from error
    except OSError as error:
        raise Complaint(f"{chosen.output} cannot be written: {error.strerror}. Choose another file.") from error
    print(f"{ground.name} drawn to {chosen.output}.")


# ------------------------------------------------------------------ the terminal


def new_console() -> Console:
    """Where everything is printed."""
    from rich.console import Console

    return Console(highlight=False, markup=False)


def read_line(prompt: str) -> str:
    """One line from the keyboard, without what cannot be printed."""
    return "".join(char for char in input(prompt) if char.isprintable())


if __name__ == "__main__":
    sys.exit(main())
