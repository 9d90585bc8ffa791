"""A folder to begin with: `grognard new-game` and `grognard new-scenario` lay one out, with tests.

A new game is Crossroads, the small game of docs/tutorials/crossroads.md, under another name. It lies under examples/ in
a checkout, and in the wheel beside this file.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from grognard.engine import SHELF, Game, GrognardError, find_game
from grognard.engine.game.scenario import ScenarioSet
from grognard.studio.layout import text_of

HERE = Path(__file__).parent
PLACES = (HERE / "starter", HERE.parents[1] / "examples" / "crossroads")
NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
TEXTS = (".py", ".toml", ".tsv")

GAME_TEST = '''"""What {title} must hold to: its own rules, and what every game promises."""

from __future__ import annotations

import random

import pytest
from {package} import Fire, Squad, Turn

import grognard
from grognard.conformance.suite import cases
from grognard.engine import RiggedDice
from grognard.players import make_player, play_out

GAME = grognard.game("{name}")


@pytest.mark.rule("{prefix}-3.2", "{prefix}-3.3")
def test_a_four_is_no_hit_in_the_wood() -> None:
    squads = [Squad("r1", "red", "0101"), Squad("b1", "blue", "0202")]
    g = grognard.position("{name}", "meeting", squads, Turn("r1")).state
    g.dice = RiggedDice([4])
    g.answer("red", Fire("b1"))
    assert "b1" in g.pieces


def test_a_match_comes_to_its_end() -> None:
    match = grognard.new("{name}", "meeting", seed=1)
    players = {{side: make_player("doctrine") for side in match.sides}}
    play_out(match, players, random.Random(1))
    assert match.over


@pytest.mark.parametrize("case", list(cases(GAME)), ids=lambda case: f"{{case.scenario}} {{case.name}}")
def test_it_keeps_every_promise(case) -> None:  # type: ignore[no-untyped-def]
    case.run()
'''
GAME_README = """# {title}

A wargame for Grognard. It begins as Crossroads: change it rule by rule.

```console
$ pip install -e .                              # once: grognard finds it by its entry point
$ grognard play {name}                          # in the browser; --terminal stays here
$ pytest                                        # its own tests, and every promise of a game
$ python -m grognard.conformance {name}         # the same, with what was looked at
```

`{package}/__init__.py` has the rules, `{package}/data/` the ledger of rules, the map and the box. The page
"A game in an afternoon" of Grognard's documentation explains every line.
"""
SCENARIO_TEST = '''"""The scenario is whole, and can be set up and played in every way its options allow."""

from __future__ import annotations

from pathlib import Path

from grognard.studio.check import examine

FILE = Path(__file__).parent / "{name}.toml"


def test_it_can_be_played() -> None:
    found = examine(FILE)
    assert found.ways and found.answers
'''
SCENARIO_README = """# {title}

A scenario of {game}. It begins as a copy of {model}: change `{name}.toml`.

```console
$ grognard scenario check {name}.toml           # what is wrong, line by line
$ grognard play {game_id} --scenario {name}.toml
$ grognard lab play {game_id} {name}.toml       # who wins how often
$ pytest                                        # the check as a test
$ grognard scenario schema {game_id}            # what may stand in it, for your editor
```
"""


class StarterError(GrognardError):
    """A folder that cannot be laid out; the message says why."""


def new_game(name: str, where: Path) -> list[Path]:
    """Lay out a game of that name in a new folder; returns the files."""
    if not NAME.fullmatch(name):
        raise StarterError(f"{name!r} is no name for a game: lower-case letters, digits and dashes, as in my-game.")
    if name in SHELF or name in SHELF.left_out:
        raise StarterError(f"A game {name!r} is installed already. Choose another name.")
    model = next((place for place in PLACES if place.is_dir()), None)
    if model is None:
        raise StarterError("The files to begin with are missing: this installation of grognard is not whole.")
    words = {
        "name": name,
        "package": name.replace("-", "_"),
        "title": name.replace("-", " ").title(),
        "prefix": prefix(name),
    }
    files = {"README.md": GAME_README.format_map(words), f"tests/test_{words['package']}.py": _test(words)}
    for path in sorted(model.rglob("*")):
        if path.suffix in TEXTS:
            at = path.relative_to(model).as_posix().replace("crossroads/", f"{words['package']}/")
            files[at] = renamed(path.read_text("utf-8"), words)
    return lay_out(where / name, files)


def _test(words: Mapping[str, str]) -> str:
    return GAME_TEST.format_map(words)


def prefix(name: str) -> str:
    """The letters before the numbers of its rules: MG for my-game, TRI for trireme."""
    parts = name.split("-")
    letters = "".join(part[0] for part in parts) if len(parts) > 1 else name[:3]
    found = re.sub(r"[^a-z]", "", letters).upper()
    return found if len(found) > 1 else "XG"


def renamed(text: str, words: Mapping[str, str]) -> str:
    """A text of Crossroads as one of the new game."""
    package = words["package"]
    changes = (
        (r"\bCR-(?=\d)", f"{words['prefix']}-"),
        (r'id="crossroads"', f'id="{words["name"]}"'),
        (r'title="Crossroads"', f'title="{words["title"]}"'),
        (r'"""Crossroads: ', f'"""{words["title"]}: '),
        (r'^name = "crossroads"', f'name = "{words["name"]}"'),
        (r'^crossroads = "crossroads:GAME"', f'{words["name"]} = "{package}:GAME"'),
        (r"^crossroads meeting$", f"{words['name']} meeting"),
        (r'packages = \["crossroads"\]', f'packages = ["{package}"]'),
    )
    for old, new in changes:
        text = re.sub(old, new, text, flags=re.MULTILINE)
    return text


def new_scenario(game_id: str, name: str, where: Path, model: str | None = None) -> list[Path]:
    """Lay out a scenario of a game in a new folder, as a copy of one that comes with it; returns the files."""
    game = find_game(game_id)
    if not NAME.fullmatch(name):
        raise StarterError(f"{name!r} is no name for a file: lower-case letters, digits and dashes, as in my-battle.")
    if not isinstance(game.scenarios, ScenarioSet):
        raise StarterError(f"{game.title} takes no scenarios from files.")
    chosen = game.find_scenario(model) if model else next(iter(game.scenarios))
    title = name.replace("-", " ").title()
    words = {"name": name, "title": title, "game": game.title, "game_id": game.id, "model": _title(game, chosen)}
    text = re.sub(r"^title = .*$", f'title = "{title}"', text_of(game, chosen), count=1, flags=re.MULTILINE)
    text = re.sub(r"^id = .*$", f'id = "{name}"', text, count=1, flags=re.MULTILINE)
    files = {
        f"{name}.toml": text,
        "README.md": SCENARIO_README.format_map(words),
        f"test_{name.replace('-', '_')}.py": SCENARIO_TEST.format_map(words),
    }
    return lay_out(where / name, files)


def _title(game: Game, scenario: str) -> str:
    return game.scenarios[scenario].title


def lay_out(folder: Path, files: Mapping[str, str]) -> list[Path]:
    """Write files into a new folder; StarterError if it is there already."""
    if folder.exists():
        raise StarterError(f"{folder} is there already. Choose another name, or another folder with --folder.")
    try:
        for name, text in files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text, "utf-8")
    except OSError as error:
        raise StarterError(f"{folder} cannot be written: {error.strerror}. Choose another folder.") from error
    return [folder / name for name in files]
