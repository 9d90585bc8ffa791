"""What an agent is shown is enough to play from, and no two things in it look alike."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from grognard import env
from grognard.encoding.encoder import TRACKS, Encoder
from grognard.encoding.observation_cache import Array, RowCache, Rows
from grognard.engine import SHELF, Actions, Ask, Match, PieceView, View
from grognard.games.panzer_blitz.rules.anti_aircraft import Flak

GAMES = [pytest.param(game, id=game.id) for game in SHELF.values()]
DOCS = Path(__file__).parents[2] / "docs" / "reference" / "environments.md"

# a scenario in which somebody holds something, and the field of the state that says who
HELD = [
    ("folio", "sidi-zahran", "control"),
    ("korsun", "campaign", "control"),
    ("panzer-blitz", "filandriers", "control"),
    ("red-actions", "lezhanka", "owner"),
    ("tank-leader", "prokhorovka", "control"),
]


def begun(game: str, scenario: str, answers: int = 150) -> Any:
    """An environment some answers into a match."""
    zoo, rng = env.GrognardEnv(game, scenario), random.Random(4)
    zoo.reset(seed=4)
    for _ in range(answers):
        if zoo.match.over:
            zoo.reset()
        zoo.step(rng.choice(np.flatnonzero(zoo.action_masks())))
    return zoo


@pytest.mark.parametrize(("game", "scenario", "field"), HELD)
def test_whoever_holds_an_objective_is_seen(game: str, scenario: str, field: str) -> None:
    zoo = begun(game, scenario)
    truth = zoo.match
    sides = [*zoo.possible_agents]
    places = {h for side in sides for aim in zoo.game.rules.aims(truth.state, side) for h in aim.hexes}
    owners = getattr(truth.state, field)
    for place in places & set(owners) or set(owners):
        for side in sides:
            before = zoo.observe(side)
            other = next(s for s in sides if s != owners[place])
            twin = truth.state.clone()
            setattr(twin, field, {**owners, place: other})
            zoo.match = Match(zoo.game, twin, truth.dice)
            twin.asks = truth.state.asks
            after = zoo.observe(side)
            zoo.match = truth
            assert any(not np.array_equal(before[key], after[key]) for key in before), (place, side)


@pytest.mark.parametrize("game", GAMES)
def test_every_counter_has_a_number_of_its_own(game: Any) -> None:
    kinds = env.Encoder(game, next(iter(game.scenarios))).kinds
    assert len({kinds.code(face) for face in game.face.counters}) == len(game.face.counters)
    assert kinds.code("no such counter") not in {kinds.code(face) for face in game.face.counters}


@pytest.mark.parametrize("game", GAMES)
def test_columns_have_names_and_what_is_shown_fits_its_space(game: Any) -> None:
    zoo = begun(game.id, next(iter(game.scenarios)), 40)
    agent = zoo.agent_selection
    seen = zoo.observe(agent)
    assert zoo.observation_space(agent).contains(seen)
    for name, columns in zoo.encoder.columns.items():
        assert len(set(columns)) == len(columns) == seen[name].shape[-1]
    assert len(zoo.match.view(agent).tracks) <= TRACKS
    assert len(zoo.match.view(agent).pieces) <= len(seen["pieces"])


def test_ground_says_what_is_printed() -> None:
    """Night Fight's river runs along hexsides and its roads through hexes; a table of inches is cut into squares."""
    by_hex = env.Encoder(SHELF["folio"], "sidi-zahran").ground
    assert {"x", "y", "height"} <= set(by_hex.columns) and any(c.startswith("is ") for c in by_hex.columns)
    assert by_hex.rows[:, 3:].any()
    table = env.Encoder(SHELF["red-actions"], "lezhanka").ground
    river = next(c for c in table.columns if c.startswith("on "))
    assert table.rows[:, table.columns.index(river)].sum() > 1
    assert table.at(0, 0) == (-1.0, 1.0) and by_hex.at(0, 0) is None


def test_a_point_of_the_table_is_seen_in_the_row_that_goes_there() -> None:
    zoo = begun("red-actions", "lezhanka", 0)
    rng = random.Random(1)
    for _ in range(400):
        going = [(i, a) for i, a in enumerate(zoo.match.decision.actions) if type(a).__name__ == "Go"]
        if len(going) > 2:
            break
        zoo.step(rng.choice(np.flatnonzero(zoo.action_masks())))
    rows, columns = zoo.observe(zoo.agent_selection)["actions"], zoo.encoder.columns["actions"]
    across = columns.index("x")
    (i, one), (j, two) = going[0], max(going, key=lambda entry: abs(entry[1].x - going[0][1].x))
    assert (rows[i][across] < rows[j][across]) == (one.x < two.x) and one.x != two.x


def test_a_row_shows_every_piece_where_it_is_now() -> None:
    """Whoever is named second may move alone."""
    encoder = env.Encoder(SHELF["panzer-blitz"], "jupiter")
    here, there = list(encoder.ground.spots)[:2]
    gun = PieceView("gun", "german", here, "german.gun", "Flak")
    ask, shown = Ask("german", "Fire?", Actions([Flak("gun", "plane")])), []
    for place in (here, there):
        plane = PieceView("plane", "soviet", place, "soviet.plane", "Sturmovik")
        shown.append(encoder.legal(View("german", 1, 1, (), "", (gun, plane)), ask)[0][0])
    moved = {encoder.columns["actions"][i] for i in np.flatnonzero(shown[0] != shown[1])}
    assert moved and moved <= {"then: x", "then: y"}


@pytest.mark.parametrize("game", GAMES)
def test_what_is_kept_of_an_observation_is_what_would_be_found_anew(game: Any) -> None:
    """All through a match, in stretches of answers one after another, and of what was shown before nothing changes."""
    zoo, rng = begun(game.id, next(iter(game.scenarios)), 0), random.Random(1)
    held: list[tuple[dict[str, Array], dict[str, Array]]] = []
    fresh = env.GrognardEnv(game.id, zoo.scenario)
    for number in range(1600):
        if zoo.match.over:
            break
        if number % 80 < 6:
            fresh.match, fresh.agent_selection, fresh._page = zoo.match, zoo.agent_selection, zoo._page
            fresh.encoder = Encoder(zoo.game, zoo.scenario)
            for agent in zoo.possible_agents:
                seen, anew = zoo.observe(agent), fresh.observe(agent)
                assert all(np.array_equal(seen[name], anew[name]) for name in anew), number
            held = [*held[-8:], (seen, {name: array.copy() for name, array in seen.items()})]
        assert all(np.array_equal(seen[name], before[name]) for seen, before in held[number % 9 :][:1] for name in seen)
        zoo.step(rng.choice(np.flatnonzero(zoo.action_masks())))


def test_an_array_nobody_holds_is_written_again() -> None:
    rows = Rows((5, 2))
    rows.write(0, [1.0, 2.0])
    rows.write(1, [3.0, 4.0])
    first = rows.show(np.array([1, 0, 1]), [9.0])
    kept, sheet = first[1:], id(first.base)
    del first
    assert rows.show(np.array([0])).base is not kept.base, "part of it is still held"
    del kept
    again = [rows.show(np.array([0])) for _ in range(2)]
    assert sheet in {id(array.base) for array in again}
    assert all(array.tolist() == [[1, 2], [0, 0], [0, 0], [0, 0], [0, 0]] for array in again)
    with pytest.raises(ValueError, match="read-only"):
        again[0][2, 0] = 1.0


def test_a_list_shows_what_it_holds_whoever_keeps_earlier_ones() -> None:
    """Lists grow, shrink and change, and arrays come back into use that showed something else long ago."""
    rng, kept = random.Random(2), RowCache((6, 2), lambda thing: (1.0, float(thing)))
    listed, held = [1, 2, 3], list[tuple[Array, Array]]()
    for number in range(200):
        listed = [rng.randrange(9) if rng.random() < 0.3 else thing for thing in listed]
        listed = rng.choice([listed, listed[:-1], [*listed, 5]])[:8]
        shown = kept.list(tuple(listed))
        rows = [[1.0, float(thing)] for thing in listed[:6]]
        assert shown.tolist() == rows + [[0.0, 0.0]] * (6 - len(rows)), number
        if rng.random() < 0.3:
            held = [*held[-3:], (shown, shown.copy())]
        assert all(np.array_equal(early, copy) for early, copy in held)


def test_a_row_is_written_again_when_what_it_says_of_a_piece_changes() -> None:
    """Who is turned over is another kind of counter; a marker on it is not told of in the row."""
    encoder = env.Encoder(SHELF["panzer-blitz"], "jupiter")
    gun = PieceView("gun", "german", next(iter(encoder.ground.spots)), "german.gun", "Flak")
    ask, shown = Ask("german", "Fire?", Actions([Flak("gun", "plane")])), []
    for piece in (gun, replace(gun, marks=("fired",)), replace(gun, face="german.back"), replace(gun, side="soviet")):
        shown.append(encoder.legal(View("german", 1, 1, (), "", (piece,)), ask)[0][0].tolist())
    alone = encoder.legal(View("german", 1, 1, (), "", ()), ask)[0][0].tolist()
    assert shown[0] == shown[1] and len({*map(tuple, [*shown, alone])}) == 4


def test_rows_are_told_in_words_to_whoever_answers() -> None:
    zoo = env.make(env.env_id(SHELF["folio"], "sidi-zahran"), texts=True)
    zoo.reset(seed=1)
    asked = zoo.agent_selection
    told = zoo.infos[asked]
    assert told["question"] == zoo.match.decision.prompt
    assert len(told["actions"]) == len(zoo.match.decision.actions) and all(told["actions"])
    assert [zoo.infos[agent] for agent in zoo.agents if agent != asked] == [{}]


def test_the_docs_show_every_column() -> None:
    """The table in docs/reference/environments.md names the arrays and the columns all games share."""
    text = DOCS.read_text()
    encoder = env.Encoder(SHELF["folio"], "sidi-zahran")
    for name in encoder.columns:
        assert f"`{name}`" in text
    shared = {c for name in ("pieces", "cards", "markers", "aims") for c in encoder.columns[name]}
    for column in shared:
        if "sign" not in column and not column.startswith(("is ", "number ")):
            assert column in text, column


def test_the_docs_name_environments_that_there_are() -> None:
    named = re.findall(r"grognard/[\w-]+-v\d+", f"{DOCS.read_text()} {env.__doc__}")
    assert named and set(named) <= set(env.ids())
