"""A scenario is one file: every one in the box is whole, spoilt ones are refused by line, hostile ones do no harm."""

from __future__ import annotations

import io
import json
import subprocess
import sys
import tomllib
from pathlib import Path

import jsonschema
import msgspec
import pytest

import grognard
from grognard.cli import main
from grognard.engine import SHELF, Match, RecordError, ScenarioError, UnknownChoice, verify
from grognard.engine.game import scenario
from grognard.engine.game.scenario import LARGEST, ScenarioSet, decode, fill
from grognard.engine.game.toml_lines import Lines
from grognard.lab.job import Job, play_job
from grognard.studio import examine, game_of, read_folder, sheet_of
from tests.faulty import problems
from tests.studio.mutilating import files, spoil

NIGHT = grognard.game("night-fight")
GHOST = (NIGHT.folder / "data/scenarios/ghost-column.toml").read_text("utf-8")
MINE = GHOST.replace("ghost-column", "my-night").replace("Ghost Column at Kursk", "My Night").replace("= 8", "= 5", 1)


# ------------------------------------------------------------------ in the box


@pytest.mark.parametrize("game", list(SHELF))
def test_every_scenario_in_the_box_is_a_file_that_the_schema_accepts(game: str) -> None:
    box = grognard.game(game).scenarios
    if not isinstance(box, ScenarioSet):
        pytest.skip("a game from elsewhere may keep its scenarios as it likes")
    schema, found = jsonschema.Draft202012Validator(box.schema()), {}
    for path in sorted((grognard.game(game).folder / "data/scenarios").iterdir()):
        text = path.read_text("utf-8")
        schema.validate(tomllib.loads(text))
        found[path.name] = box.read(text, path.name).id
    assert found == {f"{name}.toml": name for name in found.values()}
    assert {name for name in box if "@" not in name} == set(found.values())


def test_no_scenario_in_the_wheel_is_anything_else() -> None:
    """What a scenario says (turns and a briefing) stands in no other file; what the studio begins with is none."""
    own = {path for _, path in files()}
    root = Path(grognard.__file__).parent
    for path in root.rglob("*.toml"):
        if path not in own and path.parent.name != "lessons" and path.name != "studio.toml":
            data = tomllib.loads(path.read_text("utf-8"))
            tables = [data, *(table for table in data.values() if isinstance(table, dict))]
            assert not any("briefing" in table or {"title", "turns"} <= table.keys() for table in tables), path
    for folder in root.rglob("scenarios"):
        assert all(path in own for path in folder.rglob("*") if path.is_file()), folder


@pytest.mark.parametrize(("game", "path"), [(game, path) for game, path in files() if path.stem != "campaign"])
def test_every_line_of_a_file_is_found(game: str, path: Path) -> None:
    text = path.read_text("utf-8")
    rows, lines = text.split("\n"), Lines(text)
    data = tomllib.loads(text)
    for key in data:
        assert key in rows[lines.line((key,)) - 1]
    for i, row in enumerate(data["aim"] if isinstance(data["aim"], list) else ()):
        for key in row:
            assert key in rows[lines.line(("aim", i, key)) - 1]


# ------------------------------------------------------------------ spoilt


def test_a_hundred_mutilated_files_are_rejected_with_the_place() -> None:
    count = 0
    for spoilt in spoil(124):
        found = problems(spoilt.text, spoilt.game)
        lines = [int(problem.partition(":")[0]) for problem in found]
        told = any(spoilt.key in problem for problem in found)
        broken = "This is not TOML" in found[0] and lines[0] >= spoilt.line
        assert broken or (told and spoilt.line in lines), f"{spoilt.name}, line {spoilt.line}: {found[:3]}"
        count += 1
    assert count > 100


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("turns = 5", "turns = 0", "8: turns: This must be a whole number from 1 to 99, not 0."),
        ("turns = 5", "turnz = 5", "8: turnz: There is no 'turnz' here. Did you mean 'turns'?"),
        ("turns = 5", "", "1: 'turns' is missing here: a whole number from 1 to 99."),
        ('"3911"', '"3912"', "9: entry[1]: Units enter by a map-edge road, not '3912'. Did you mean '3922'?"),
        ('"1943-07"', '"July 1943"', "5: date: What can be bought depends on the month: write it as '1943-07'."),
        ('"bridges-fall"', '"bridges"', "rules[1]: This must be one of 'bridges-fall', 'waffen-ss', not 'bridges'."),
        ('"night-fight"', '"folio"', "1: game: This must be 'night-fight', the game it is read for, not 'folio'."),
        ('kind = "bank"', 'kind = "hold"', "aim.hexes: Say which hexes count: at least one."),
        ("{points}", "{points.__class__}", "briefing.german.force: Curly brackets stand around what is filled in"),
    ],
)
def test_a_message_names_the_line_and_what_would_be_right(old: str, new: str, told: str) -> None:
    assert old in MINE
    assert any(told in problem for problem in problems(MINE.replace(old, new, 1)))


def test_options_are_those_of_the_game() -> None:
    chosen = f"{MINE}\n[options]\n"
    assert "options.intensity: Option 'intensity' cannot be 'mild'" in problems(f"{chosen}intensity = 'mild'\n")[0]
    assert "There is no option 'moon'." in problems(f"{chosen}moon = 'full'\n")[0]
    added = NIGHT.add_scenario(f"{chosen}intensity = 'high'\n")
    assert NIGHT.choose_options(added.id, {})["intensity"] == "high"
    assert NIGHT.choose_options(added.id, {"intensity": "low"})["intensity"] == "low"


# ------------------------------------------------------------------ hostile

HOSTILE = {
    "deep lists": "a = " + "[" * 5000 + "]" * 5000,
    "deep tables": "[" + ".".join("a" * 4000) + "]",
    "tables of a long name": GHOST + "\n[" + ".".join("a" * 3000) + "]",
    "a key of many parts": ".".join("a" * 100_000) + " = 1",
    "a long number in another base": "turns = 0x" + "f" * 200_000,
    "a long number": "turns = " + "9" * 5000,
    "many keys": "\n".join(f"k{i} = {i}" for i in range(10_000)),
    "a list for a file": "[[game]]\n",
    "not a number": GHOST.replace("turns = 8", "turns = nan"),
    "a date": GHOST.replace("turns = 8", "turns = 1943-07-01"),
    "a table for a text": GHOST.replace('title = "Ghost Column at Kursk"', "title = { a = 1 }"),
    "a bell": GHOST.replace("Ghost Column", "Ghost\\u0007Column"),
    "an escape": GHOST.replace("Ghost Column", "Ghost\\u001b[2JColumn"),
    "letters the other way": GHOST.replace("Ghost Column", "Ghost\\u202eColumn"),
    "a name that is a path": GHOST.replace('"ghost-column"', '"../../etc/passwd"'),
    "a name with a line": GHOST.replace('"ghost-column"', '"ghost\\n"'),
    "long text": GHOST.replace("Ghost Column", "Ghost" * 100),
    "nothing": "",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_is_refused(name: str) -> None:
    told = problems(HOSTILE[name])
    assert sheet_of(NIGHT, HOSTILE[name]).problems
    assert told and all("\x1b" not in line and "\x07" not in line and len(line) < 1000 for line in told)


def test_a_file_too_large_or_no_text_or_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ScenarioError, match="at most 256 KiB"):
        decode(b"#" * (LARGEST + 1), "my.toml")
    with pytest.raises(ScenarioError, match=r"my\.toml:2: This is no text in UTF-8"):
        decode(b"a = 1\n\xff", "my.toml")
    for path in (tmp_path, tmp_path / "none.toml"):
        with pytest.raises(ScenarioError, match="cannot be read"):
            Match.new(NIGHT, path)


def test_a_file_may_begin_with_the_mark_that_some_editors_write() -> None:
    assert decode(b"\xef\xbb\xbf" + GHOST.encode(), "my.toml") == GHOST


def test_of_a_file_of_another_game_nothing_else_is_told() -> None:
    told = "1: game: This must be 'folio', the game it is read for, not 'night-fight'."
    assert problems(GHOST, "folio") == [told]
    with pytest.raises(ScenarioError, match="'game' names the game it belongs to, and is missing here"):
        game_of('id = "mine"\n', "my.toml")


def test_a_file_with_thousands_of_mistakes_is_refused_after_a_hundred() -> None:
    game = grognard.game("folio")
    text = (game.folder / "data/scenarios/sidi-zahran.toml").read_text("utf-8")
    text = text.replace("[areas]", "[areas]\nNowhere = [" + '"9999", ' * 20_000 + "]", 1)
    assert len(problems(text, "folio")) == 100


def test_markup_in_a_text_stays_text() -> None:
    game = grognard.game("red-actions")
    text = (game.folder / "data/scenarios/lezhanka.toml").read_text("utf-8")
    added = game.add_scenario(text.replace('title = "Lezhanka"', "title = '<script>alert(1)</script>'"))
    match = Match.new(game, added.id, seed=1)
    assert "<script>" not in str(match.draw()) and match.game.scenarios[added.id].card.title.startswith("<script>")
    assert fill("{a} {b.c} {d}", a=1) == "1 {b.c} {d}"


# ------------------------------------------------------------------ one's own


def test_a_file_is_played_by_its_path_and_its_record_goes_anywhere(tmp_path: Path) -> None:
    path, saved = tmp_path / "my.toml", tmp_path / "match.grog"
    path.write_text(MINE, "utf-8")
    match = grognard.new("night-fight", path, seed=3)
    assert match.view("german").turns == 5 and "My Night" in repr(match)
    for _ in range(6):
        match.take(match.decision.actions[0])
    match.save(saved)
    path.unlink()
    asks = "import sys, grognard; print(repr(grognard.load(sys.argv[1])))"
    elsewhere = subprocess.run([sys.executable, "-c", asks, saved], capture_output=True, text=True, check=True)
    assert elsewhere.stdout.strip() == repr(match)
    assert verify(saved.read_bytes()).whole
    again = Match.load(saved)
    assert again.state.digest() == match.state.digest() and again.lines[0].file == MINE  # type: ignore[union-attr]


def test_a_record_with_another_scenario_in_it_is_refused() -> None:
    added = NIGHT.add_scenario(MINE)
    match = Match.new(NIGHT, added.id, seed=3)
    head, *rest = match.lines
    for text, told in ((GHOST, "the scenario it carries is ghost-column@"), ("turns = 0", "cannot be played")):
        with pytest.raises(RecordError, match=told):
            Match.from_lines([msgspec.structs.replace(head, file=text), *rest])


def test_what_was_added_never_changes_and_is_called_by_its_name() -> None:
    first = NIGHT.add_scenario(MINE, listed=True)
    assert NIGHT.add_scenario(MINE).id == first.id and NIGHT.find_scenario("my-night") == first.id
    second = NIGHT.add_scenario(MINE.replace("turns = 5", "turns = 6"), listed=True)
    assert second.id != first.id and NIGHT.scenarios[first.id].turns == 5
    assert NIGHT.find_scenario("my-night") == second.id and NIGHT.find_scenario("kiev") == "kiev"
    with pytest.raises(UnknownChoice, match="has no scenario 'moon'"):
        NIGHT.find_scenario("moon")


def test_strangers_cannot_fill_the_memory_with_scenarios(monkeypatch: pytest.MonkeyPatch) -> None:
    first = NIGHT.add_scenario(MINE)
    monkeypatch.setattr(scenario, "HELD", len(MINE) + 10)
    assert problems(MINE.replace("turns = 5", "turns = 6"))[0].startswith("1: As many scenarios from elsewhere")
    assert NIGHT.add_scenario(MINE).id == first.id, "what is known is not read again"


def test_the_lab_plays_it_in_another_process_too() -> None:
    added = NIGHT.add_scenario(MINE)
    row = play_job(Job(0, "night-fight", added.id, NIGHT.choose_options(added.id, {}), {}, "1", MINE), limit=40)
    assert row.scenario == added.id and row.answers == 40


def test_the_folder_is_read_and_what_is_broken_is_left_out(tmp_path: Path) -> None:
    folder = tmp_path / "scenarios"
    folder.mkdir()
    (folder / "good.toml").write_text(MINE.replace("my-night", "good-night"), "utf-8")
    (folder / "bad.toml").write_text(MINE.replace("turns = 5", "turns = 'x'").replace("my-night", "bad-night"), "utf-8")
    (folder / "other.toml").write_text("game = 'chess'", "utf-8")
    wrong = [str(error) for error in read_folder(tmp_path)]
    assert len(wrong) == 2 and "bad.toml:8: turns" in wrong[0]
    assert "other.toml:1: game: 'game' names the game" in wrong[1]
    assert NIGHT.find_scenario("good-night").startswith("good-night@")
    assert not any(name.startswith("bad-night") for name in NIGHT.scenarios)


# ------------------------------------------------------------------ the command line


def test_check_says_what_is_wrong_or_that_all_is_well(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "my.toml"
    path.write_text(MINE, "utf-8")
    assert main(["scenario", "check", str(path)]) == 0
    assert "is whole: My Night, 5 turns, Night Fight; set up in 9 ways" in capsys.readouterr().out
    path.write_text(MINE.replace("turns = 5", "turns = 0").replace('"3911"', '"0000"'), "utf-8")
    assert main(["scenario", "check", str(path)]) == 2
    assert [line.split(": ")[0] for line in capsys.readouterr().err.splitlines()] == [f"{path}:8"]
    assert examine(NIGHT.folder / "data/scenarios/kiev.toml").scenario.title == "Counterattack at Kiev"


def test_play_takes_a_file_and_says_what_is_wrong_with_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path, wrong = tmp_path / "my.toml", tmp_path / "wrong.toml"
    path.write_text(MINE, "utf-8")
    wrong.write_text(MINE.replace("turns = 5", "turns = 0"), "utf-8")
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    assert main(["play", "night-fight", "--scenario", str(path)]) == 0
    assert "My Night" in capsys.readouterr().out
    assert main(["play", "night-fight", "--scenario", str(wrong)]) == 2
    assert f"{wrong}:8: turns: This must be a whole number from 1 to 99, not 0." in capsys.readouterr().err


def test_the_page_makes_a_scenario_that_plays(tmp_path: Path) -> None:
    """docs/how-to/write-a-scenario.md, followed by hand."""
    page = (Path(__file__).parents[2] / "docs/how-to/write-a-scenario.md").read_text("utf-8")
    head, aim = [block.partition("```")[0] for block in page.split("```toml\n")[1:3]]
    rows = dict(row.split(" = ", 1) for row in head.strip().split("\n"))
    text = GHOST.partition("[aim]")[0] + aim + "\n[briefing" + GHOST.partition("[briefing")[2]
    lines = [f"{key} = {rows[key]}" if (key := row.split(" = ")[0]) in rows else row for row in text.split("\n")]
    path = tmp_path / "my-night.toml"
    path.write_text("\n".join(lines), "utf-8")
    found = examine(path)
    assert found.scenario.title == "A short night at Kursk" and found.answers > 100
    goal = Match.new(NIGHT, path, seed=1).aims("german")[0]
    assert goal.hexes == ("2517", "2518") and "2517 and 2518" in goal.text


def test_schema_and_show_print(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scenario", "schema", "night-fight"]) == 0
    assert json.loads(capsys.readouterr().out)["title"] == "A scenario of night-fight"
    assert main(["scenario", "show", "night-fight", "ghost-column"]) == 0
    assert capsys.readouterr().out == GHOST
