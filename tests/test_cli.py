"""The command line as a user meets it: other processes, exit codes, and one clear line when something is wrong."""

from __future__ import annotations

import os
import pty
import random
import re
import select
import signal
import subprocess
import sys
import time
import traceback
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryFile
from typing import NoReturn

import pytest

import grognard
from grognard.cli import main
from grognard.engine import Press
from grognard.players import make_player, play_out

pytestmark = pytest.mark.usefixtures("boxes_as_they_were")  # a table that is to be served lists campaigns too
GROGNARD = [sys.executable, "-m", "grognard.cli"]


def run(*args: object, typed: str = "", data: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run one command with lines typed in advance, in a process that need not read everything first: a fork of this."""
    words = [*map(str, args)]
    with TemporaryFile() as typing, TemporaryFile() as out, TemporaryFile() as err:
        typing.write(typed.encode())
        typing.seek(0)
        child = os.fork()
        if not child:
            with suppress(BaseException):
                os.environ.update(COLUMNS="100", LINES="40", XDG_DATA_HOME=str(data or "/nonexistent"))
                become(words, typing.fileno(), out.fileno(), err.fileno())
            os._exit(70)
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        said = [os.pread(file.fileno(), 1 << 30, 0).decode() for file in (out, err)]
    return subprocess.CompletedProcess(words, code, *said)


def become(words: list[str], *files: int) -> NoReturn:
    """This process is the command now, with these files for what is typed and said."""
    for number, file in enumerate(files):
        os.dup2(file, number)
    sys.stdin, sys.stdout, sys.stderr = (os.fdopen(number, "w" if number else "r") for number in range(3))
    sys.argv = ["grognard", *words]
    try:
        code = main()
    except SystemExit as left:
        code = left.code if isinstance(left.code, int) else 1
    except BaseException:
        traceback.print_exc()
        code = 1
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


def complaint(done: subprocess.CompletedProcess[str]) -> str:
    """The one line that a failed command says."""
    assert done.returncode == 2, done.stderr
    assert "Traceback" not in done.stderr + done.stdout
    lines = done.stderr.strip().splitlines()
    assert len(lines) == 1, done.stderr
    assert lines[0].startswith("grognard: ")
    return lines[0]


def complaint_here(capsys: pytest.CaptureFixture[str], *args: object) -> str:
    """The same without a process of its own: quicker, where nothing but the words matters."""
    words = [*map(str, args)]
    code = main(words)
    said = capsys.readouterr()
    return complaint(subprocess.CompletedProcess(words, code, said.out, said.err))


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The record of a finished match."""
    match = grognard.new("night-fight", "ghost-column", seed=7)
    play_out(match, {"german": make_player("random")}, random.Random(1))
    assert match.over
    file = tmp_path_factory.mktemp("records") / "finished.grog"
    match.save(file)
    return file


# ------------------------------------------------------------------ games and rules


def test_games_lists_games_scenarios_and_options() -> None:
    done = run("games")
    assert done.returncode == 0
    for word in ("night-fight", "ghost-column", "kiev", "intensity", "low, medium, high", "NF-3.0.2"):
        assert word in done.stdout


def test_rules_shows_the_rule_what_plays_it_and_what_proves_it() -> None:
    done = run("rules", "night-fight", "NF-13.2.1")
    assert done.returncode == 0
    assert "NF-13.2.1" in done.stdout
    assert re.search(r"played by\s+src/grognard/games/night_fight/rules/soviet_fire\.py:\d+", done.stdout)
    assert "proven by" in done.stdout


def test_rules_of_a_section_lists_every_row() -> None:
    done = run("rules", "night-fight", "13.2")
    wanted = [rule.id for rule in grognard.game("night-fight").rulebook.find("13.2")]
    assert len(wanted) > 1
    assert all(rule_id in done.stdout for rule_id in wanted)


def test_rules_without_a_number_lists_the_sections() -> None:
    done = run("rules", "night-fight")
    assert done.returncode == 0
    assert re.search(r"^13\.2 +\d+ rules", done.stdout, re.MULTILINE)


def test_help_and_version() -> None:
    said = run("--help").stdout
    assert all(command in said for command in ("games", "play", "rules", "replay", "verify", "board"))
    help_text = " ".join(said.split())
    assert "play in the browser" in help_text and "serve the table to browsers" in help_text
    assert run("--version").stdout.strip() == f"grognard {grognard.__version__}"


# ------------------------------------------------------------------ records


def test_verify_says_what_an_honest_record_holds(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    done = run("verify", record)
    assert done.returncode == 0
    assert "is honest: night-fight, ghost-column" in done.stdout
    assert re.search(r"Proven: \d+ answers follow the rules, and all \d+ dice come from the secret", done.stdout)
    assert "Nobody has signed it" in done.stdout
    assert "is not signed by the server ab" in complaint_here(capsys, "verify", record, "--server", "ab")
    assert "is not a receipt" in complaint_here(capsys, "verify", record, "--seen", record)


def test_replay_tells_the_whole_match(record: Path) -> None:
    done = run("replay", record)
    assert done.returncode == 0
    for event in grognard.load(record).log()[-5:]:
        assert event.cite in done.stdout
    assert "The Soviets win: 0 units count" in done.stdout


def test_replay_stops_where_it_is_told_to_and_shows_the_table(record: Path) -> None:
    done = run("replay", record, "--to", 3, "--side", "german")
    steps = re.findall(r"^ +(\d+) ", done.stdout, re.MULTILINE)
    assert steps[:4] == ["0", "1", "2", "3"]
    assert "German: Buy units" in done.stdout


def test_replay_for_a_side_that_is_not_there_or_to_no_number(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "Choose from: german." in complaint_here(capsys, "replay", record, "--side", "martian")
    assert "is not a whole number" in complaint_here(capsys, "replay", record, "--to", "-5")


def test_replay_step_by_step_waits_for_the_reader(record: Path) -> None:
    done = run("replay", record, "--step", typed="\n\nquit\n")
    assert done.returncode == 0
    assert done.stdout.count("Enter for the next") == 3


def test_a_cut_record_can_still_be_played_on(record: Path, tmp_path: Path) -> None:
    cut = tmp_path / "cut.grog"
    data = record.read_bytes()
    cut.write_bytes(data[: len(data) // 3])
    done = run("play", "--load", cut, typed="quit\n")
    assert done.returncode == 0
    assert "Night Fight" in done.stdout


def spoilt(record: Path, how: str) -> bytes:
    data = record.read_bytes()
    if how == "cut":
        return data[: len(data) // 3]  # the secret is gone with the end
    if how == "flipped":
        middle = len(data) // 2
        return data[:middle] + bytes([data[middle] ^ 1]) + data[middle + 1 :]
    if how == "foreign":
        return b'{"chess": true}\n'
    return {"empty": b"", "binary": bytes(range(256)) * 9}[how]


@pytest.mark.parametrize(
    ("how", "says"),
    [
        ("cut", "still sealed"),
        ("flipped", "damaged"),
        ("foreign", "not a Grognard record"),
        ("empty", "an empty file"),
        ("binary", "not a Grognard record"),
    ],
)
def test_verify_refuses_a_spoilt_record(
    record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], how: str, says: str
) -> None:
    file = tmp_path / "spoilt.grog"
    file.write_bytes(spoilt(record, how))
    line = complaint_here(capsys, "verify", file)
    assert says in line
    assert "spoilt.grog" in line


@pytest.mark.parametrize("command", [("verify",), ("replay",), ("play", "--load")])
def test_a_missing_or_foreign_file_is_one_line(
    command: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "cannot be read" in complaint_here(capsys, *command, tmp_path / "nothing.grog")
    (tmp_path / "notes.txt").write_text("buy milk\n")
    assert "notes.txt" in complaint_here(capsys, *command, tmp_path / "notes.txt")
    assert "cannot be read" in complaint_here(capsys, *command, tmp_path)


@pytest.mark.parametrize("command", [("verify",), ("replay",), ("play", "--load")])
def test_a_file_without_end_is_one_line(
    command: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("grognard.engine.records.record.LARGEST", 1 << 20)
    (tmp_path / "endless.grog").symlink_to("/dev/zero")
    assert "too large for a record: 1 MiB at most" in complaint_here(capsys, *command, tmp_path / "endless.grog")


# ------------------------------------------------------------------ wrong words


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("play", "day-fight"), "There is no game 'day-fight'. Choose from: "),
        (("play", "night-fight", "moscow"), "Choose from: ghost-column, stalingrad-breakout, kharkov, kiev, "),
        (("play", "night-fight", "kiev", "--option", "intensity=mad"), "Choose from: low, medium, high."),
        (("play", "night-fight", "kiev", "--option", "moon=full"), "Choose from: intensity, "),
        (("play", "night-fight", "kiev", "--option", "intensity"), "For example: --option intensity=high"),
        (("play", "night-fight", "kiev", "--player", "soviet=random"), "Choose from: german."),
        (("play", "night-fight", "kiev", "--player", "german=guderian"), "Choose from: random, doctrine"),
        (("rules", "day-fight"), "Choose from: "),
        (("rules", "night-fight", "99.9"), "Try a section such as 8"),
        (("board", "night-fight", "-o", "/nonexistent/map.svg"), "cannot be written"),
        (("board", "night-fight", "moscow", "-o", "/nonexistent/map.svg"), "Choose from: ghost-column"),
        (("board", "night-fight", "-o", "/nonexistent/map.svg", "--palette", "pink"), "pink"),
        (("dance",), "See: grognard --help"),
        ((), "See: grognard --help"),
    ],
)
def test_what_is_wrong_is_told_in_one_line_that_says_what_to_do(
    words: tuple[str, ...], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert says in complaint_here(capsys, *words)


def test_a_process_of_its_own_fails_in_one_line_too(tmp_path: Path) -> None:
    assert "There is no game 'day-fight'" in complaint(run("play", "day-fight"))
    assert "cannot be read" in complaint(run("verify", tmp_path / "nothing.grog"))


def test_output_may_be_cut_short_by_its_reader() -> None:
    words = " ".join([*GROGNARD, "rules", "night-fight", "a"])
    done = subprocess.run(f"{words} | head -1", shell=True, capture_output=True, text=True, timeout=300, check=False)
    assert done.stderr == ""


# ------------------------------------------------------------------ the map


def test_board_draws_the_map(tmp_path: Path) -> None:
    done = run("board", "night-fight", "-o", tmp_path / "map.svg", "--palette", "winter", "--far")
    assert done.returncode == 0
    assert (tmp_path / "map.svg").read_text("utf-8").startswith("<svg")


# ------------------------------------------------------------------ playing


def test_the_lobby_leads_into_a_match_by_numbers() -> None:
    games = list(grognard.shelf)
    pick = f"{games.index('night-fight') + 1}\n" if len(games) > 1 else ""
    done = run("play", "--terminal", typed=f"{pick}2\n1\n\nquit\n")
    assert done.returncode == 0
    assert "Which scenario?" in done.stdout
    assert "Stalingrad Breakout" in done.stdout
    assert "Buy units: 200 recruit points left" in done.stdout


def test_the_same_seed_gives_the_same_dice() -> None:
    first, again, other = (
        run("play", "night-fight", "kiev", "--seed", seed, typed="quit\n").stdout for seed in ("7", "7", "8")
    )
    assert first == again != other


def test_a_doctrine_player_plays_the_whole_match(tmp_path: Path) -> None:
    file = tmp_path / "whole.grog"
    done = run("play", "night-fight", "ghost-column", "--seed", 3, "--player", "german=doctrine", typed=f"{file}\n")
    assert done.returncode == 0
    assert run("verify", file).returncode == 0


def test_strange_keys_are_only_not_understood() -> None:
    done = run("play", "night-fight", "kiev", typed="²\n\x00\x07\n[bold]\n😀\n" + "9" * 5000 + "\nquit\n")
    assert done.returncode == 0
    assert done.stdout.count("Type 1 to") == 1
    assert "'[bold]' is none of the answers" in done.stdout


def test_input_and_output_in_old_encodings_do_no_harm() -> None:
    there = dict(os.environ, PYTHONIOENCODING="ascii", COLUMNS="100")
    words = [*GROGNARD, "play", "night-fight", "kiev"]
    done = subprocess.run(words, input=b"\xff\xfe\nquit\n", capture_output=True, env=there, timeout=300, check=False)
    assert done.returncode == 0
    assert b"Buy units" in done.stdout


def test_closed_input_keeps_the_match(tmp_path: Path) -> None:
    line = complaint(run("play", "night-fight", "kiev", "--seed", 7, typed="2\n", data=tmp_path))
    assert "The input has ended. Go on with: grognard play --load " in line
    kept = grognard.load(Path(line.rsplit(" ", 1)[1]))
    assert str(kept.log("german")[-1]) == "Command tank #2 is bought for 8 points"


def test_closed_input_before_anything_was_done_just_ends(tmp_path: Path) -> None:
    assert complaint(run("play", "night-fight", "kiev", data=tmp_path)) == "grognard: The input has ended."
    assert not list(tmp_path.iterdir())


class Terminal:
    """Grognard in a terminal of its own, with somebody at the keyboard."""

    def __init__(self, *args: str, data: Path) -> None:
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            there = dict(os.environ, TERM="xterm-256color", COLUMNS="120", LINES="40", XDG_DATA_HOME=str(data))
            signal.signal(signal.SIGINT, signal.SIG_DFL)  # a shell may have started the tests deaf to it
            os.execvpe(GROGNARD[0], [*GROGNARD, *args], there)
        self.printed = ""

    def wait_for(self, text: str, seconds: float = 60) -> None:
        """Read until this appears on the screen."""
        end = time.monotonic() + seconds
        while text not in self.printed:
            if time.monotonic() > end or not self._read(end):
                raise AssertionError(f"{text!r} did not appear:\n{self.printed[-2000:]}")

    def _read(self, end: float) -> bool:
        ready, _, _ = select.select([self.fd], [], [], max(0.0, end - time.monotonic()))
        if not ready:
            return False
        try:
            data = os.read(self.fd, 65536)
        except OSError:
            return False
        self.printed += re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", data.decode("utf-8", "replace"))
        return bool(data)

    def type(self, line: str) -> None:
        """Type a line; what was printed before is forgotten."""
        self.printed = ""
        os.write(self.fd, line.encode() + b"\r")

    def interrupt(self, answer: str) -> None:
        """Press Ctrl-C until it is answered: just before it begins to wait for a key, readline does not hear it."""
        for _ in range(4):
            os.kill(self.pid, signal.SIGINT)
            with suppress(AssertionError):
                return self.wait_for(answer, seconds=10)
        raise AssertionError(f"{answer!r} did not appear:\n{self.printed[-2000:]}")

    def close(self) -> int:
        """Read to the end; the exit code."""
        while self._read(time.monotonic() + 60):
            pass
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])


def bought_one(data: Path) -> Terminal:
    """A match at a terminal, the briefing read and a first unit bought."""
    table = Terminal("play", "night-fight", "ghost-column", "--seed", "7", data=data)
    table.wait_for("Press Enter to begin")
    table.type("")
    table.wait_for("Buy units: 100 recruit points left")
    table.type("3")
    table.wait_for("Buy units: 96 recruit points left")
    return table


def test_a_person_at_a_real_terminal(tmp_path: Path) -> None:
    table = bought_one(tmp_path)
    table.type("undo")
    table.wait_for("Buy units: 100 recruit points left")
    table.type("why done")
    table.wait_for("NF-3.0.19")
    table.type("suggested")
    table.wait_for("›")
    table.type("quit")
    table.wait_for("Save first?")
    table.type("")
    assert table.close() == 0


def test_ctrl_c_keeps_the_match_and_says_how_to_go_on(tmp_path: Path) -> None:
    table = bought_one(tmp_path)
    table.interrupt("Stopped. Go on with: grognard play --load ")
    assert table.close() == 2
    assert "Traceback" not in table.printed
    (file,) = (tmp_path / "grognard").glob("interrupted-night-fight-*.grog")
    kept = grognard.load(file)
    assert kept.decision.prompt == "Buy units: 96 recruit points left"
    kept.take(Press("suggested force"))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--port", "80000"], "There is no port 80000"),
        (["--database", "nonsense"], "This database cannot be opened"),
        (["--data", "/dev/null/x"], "cannot be written to"),
    ],
)
def test_a_table_that_cannot_be_served_says_why_in_one_line(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["serve", *words]) != 0
    told = capsys.readouterr().err
    assert said in told and told.count("\n") == 1
