"""What the studio does to a text: laying out, changing, judging; for every game, from nothing and from the box."""

from __future__ import annotations

import random
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from grognard.engine import SHELF, Game, Match, ScenarioError, verify
from grognard.engine.game.scenario import ScenarioSet
from grognard.engine.match.notation import text_of
from grognard.games.night_fight.rules.state import NightFight
from grognard.games.tank_leader.rules.data import GRID
from grognard.games.tank_leader.rules.state import TankLeader
from grognard.players import make_player, play_out
from grognard.studio import CannotEdit, begin, bench_of, edited, examine_text, roster_of, sheet_of, what_if
from grognard.studio.edits import Drop, EditArea, Place, Put, Take, shift
from grognard.studio.placements import line_of
from grognard.studio.toml_edit import to_toml

FOLIO = SHELF["folio"]
HOLD = {"kind": "hold", "hexes": [], "points": 3, "attacker": "Take the village", "defender": "Keep the village"}
GAMES = list(SHELF.values())


def small_battle() -> str:
    """A battle made from nothing."""
    placed = (Place("B-01", "1107", "British"), Place("B-02", "1207", "British"), Place("A-01", "0906", "German"))
    aims = (Put(("aim", 0), HOLD), EditArea(("aim", 0, "hexes"), "0906"), Put(("turns",), 2))
    return edited(FOLIO, begin(FOLIO), (*placed, *aims))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_scenario_of_the_box_is_laid_out_without_a_problem(game: Game) -> None:
    faces, units = set(game.face.counters), {unit.id for unit in roster_of(game)}
    for scenario in game.scenarios:
        sheet = sheet_of(game, begin(game, scenario))
        assert sheet.problems == [] and sheet.data is not None
        assert {one.unit for one in sheet.counters} <= units
        drawn = {one.face for one in sheet.counters if one.unit in units and one.place}
        assert drawn <= faces


def test_a_senior_officer_has_a_face_and_is_whole_as_he_is_put_down() -> None:
    red = SHELF["red-actions"]
    text = edited(red, begin(red, "lezhanka"), (Place("senior_officer", "30,5", "whites"),))
    sheet = sheet_of(red, text)
    assert sheet.problems == [] and sheet.counters[-1].face == "whites.officer" and examine_text(text).answers
    (wrong,) = sheet_of(red, edited(red, text, (Drop(("unit", 18, "officer")),))).problems
    assert "A senior officer has a bonus" in wrong.says


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_text_is_written_as_it_was_read(game: Game) -> None:
    for path in sorted((game.folder / "data/scenarios").glob("*.toml")):
        data = tomllib.loads(path.read_text("utf-8"))
        assert tomllib.loads(to_toml(data)) == data


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_from_nothing_the_problems_say_what_is_missing(game: Game) -> None:
    assert isinstance(game.scenarios, ScenarioSet)
    sheet = sheet_of(game, begin(game))
    assert sheet.data is not None and sheet.problems and all(wrong.line > 0 and wrong.says for wrong in sheet.problems)


def test_a_battle_from_nothing_plays() -> None:
    text = small_battle()
    assert sheet_of(FOLIO, text).problems == []
    found = examine_text(text)
    assert found.scenario.turns == 2 and found.answers > 0


def test_a_unit_is_moved_and_taken_off() -> None:
    moved = edited(FOLIO, small_battle(), (Place("B-01", "1108", "British", "B-01"), Take("B-02")))
    assert {one.id: one.place for one in sheet_of(FOLIO, moved).counters} == {"B-01": "1108", "A-01": "0906"}


def test_an_area_takes_a_hex_and_gives_it_back() -> None:
    path = ("areas", "German")
    (area,) = [mark for mark in sheet_of(FOLIO, small_battle()).marks if mark.path == path]
    assert (area.places, area.side) == (["0906"], "German")
    twice = edited(FOLIO, small_battle(), (EditArea(path, "0905"), EditArea(path, "0904"), EditArea(path, "0905")))
    assert tomllib.loads(twice)["areas"]["German"] == ["0906", "0904"]


def test_more_turns_bring_what_is_told_turn_by_turn() -> None:
    longer = tomllib.loads(edited(FOLIO, small_battle(), (Put(("turns",), 5),)))
    assert longer["support"]["track"] == ["4/4"] * 5
    blitz = SHELF["panzer-blitz"]
    shorter = tomllib.loads(edited(blitz, begin(blitz, "maltot"), (Put(("turns",), 12),)))
    assert [row["turns"] for row in shorter["chits"]] == [[1, 12], [1, 2], [3, 12]]


def test_units_are_counted_where_a_game_counts_them() -> None:
    game = SHELF["panzer-blitz"]
    text = edited(game, begin(game, "maltot"), (Place("br_rifle", "3009", "british"), Take("1")))
    rows = [(one.unit, one.count) for one in sheet_of(game, text).counters]
    assert rows[0] == ("br_rifle", 8) and ("br_mg", 1) not in rows


def test_a_table_of_inches_takes_points_and_corners() -> None:
    game = SHELF["red-actions"]
    units = (Place("white_officer", "30.04,8.5", "whites"), Place("red_guard", "30,40", "reds"))
    text = edited(game, begin(game), (*units, EditArea(("zone", 0, "polygon"), "2,5")))
    sheet = sheet_of(game, text)
    assert [one.place for one in sheet.counters] == ["30.00,8.50", "30.00,40.00"] and sheet.problems == []
    assert len(sheet.table) == 24 and sheet.marks[0].places[-1] == "2.0,5.0"


def test_names_are_listed_where_a_game_lists_them() -> None:
    game = SHELF["night-fight"]
    text = edited(game, begin(game), (Place("t34r", "", "german"), Take("german 0")))
    assert tomllib.loads(text)["force"] == ["t34r"]


def test_a_card_sets_up_in_the_first_area_of_its_side_and_leaves_it_with_the_force() -> None:
    game = SHELF["tank-leader"]
    made = edited(game, begin(game), tuple(Place(card, "", "german") for card in ("100", "101", "103")))
    force = tomllib.loads(made)["german"]
    assert force["cards"] == [100, 101, 103] and force["placement"][0]["cards"] == [101, 103]
    force = tomllib.loads(edited(game, made, (Take("german 1"),)))["german"]
    assert force["cards"] == [100, 103] and force["placement"][0]["cards"] == [103]


@pytest.mark.parametrize(
    "edit",
    [
        Place("B-99", "1107", "British"),
        Place("B-01", "9999", "British"),
        EditArea(("areas", "nowhere"), "0906"),
        Drop(("aim", 7)),
        Put(("areas", 0, "x"), 1),
        Put(("title",), None),
        Put(("blurb",), "x" * 300_000),
    ],
    ids=str,
)
def test_a_change_that_cannot_be_made_changes_nothing(edit: Any) -> None:
    with pytest.raises(CannotEdit):
        edited(FOLIO, small_battle(), (edit,))


def test_a_wrong_shape_is_told_and_not_stumbled_over() -> None:
    text = 'game = "folio"\nareas = 3\nforce = [1]\naim = { x = "y" }\n'
    sheet = sheet_of(FOLIO, text)
    assert sheet.problems and sheet.counters == [] and sheet.marks == []


@pytest.mark.parametrize("place", ["[nan, nan]", '["a", "b"]', "[[1], 2]", "7"])
def test_a_unit_at_no_point_of_the_table_is_told_and_stands_nowhere(place: str) -> None:
    rows = f'[[unit]]\nside = "reds"\nid = "a"\ntype = "rifles"\nplace = {place}\n'
    sheet = sheet_of(SHELF["red-actions"], f'game = "red-actions"\n{rows}')
    assert sheet.problems and [one.place for one in sheet.counters] == [""]


@pytest.mark.parametrize(("game", "answers"), [("folio", 120), ("red-actions", 120)])
def test_a_position_becomes_a_scenario(game: str, answers: int) -> None:
    played = SHELF[game]
    match = Match.new(played, next(iter(played.scenarios)), seed=3)
    play_out(match, {side: make_player("doctrine") for side in match.sides}, random.Random(1), answers)
    sheet = sheet_of(played, what_if(played, match.state))
    assert sheet.problems == [] and sheet.data is not None
    places = {view.id: view.place for side in match.sides for view in match.view(side).pieces if view.side == side}
    for one in sheet.counters:
        assert one.place in places.values()
    assert sheet.data["turns"] == match.game.scenarios[match.state.scenario_id].turns - match.view(None).turn + 1


def test_who_is_still_to_come_comes_and_what_is_said_of_turns_is_said_of_those_that_are_left() -> None:
    red, hill, pocket = SHELF["red-actions"], SHELF["panzer-blitz"], SHELF["korsun"]
    text = what_if(red, Match.new(red, "zadworze", seed=1).state)
    (uhlans,) = [row for row in tomllib.loads(text)["unit"] if row["type"] == "polish_uhlan"]
    assert uhlans["arrives_turn"] == 9 and "place" not in uhlans
    weather, air, release = (
        from_turn_three(*one) for one in ((red, "peregonovka"), (hill, "jupiter"), (pocket, "hill-239"))
    )
    assert [row["from_turn"] for row in weather["weather_by_turn"]] == [1, 2]
    assert air["air"]["german"]["turns"] == [7, 12] and release["release_turn"] == 1


def from_turn_three(game: Game, scenario: str) -> dict[str, Any]:
    data = tomllib.loads(begin(game, scenario))
    shift(bench_of(game), data, 3)
    return data


def test_what_is_hidden_from_a_side_is_not_in_its_what_if() -> None:
    red = SHELF["red-actions"]
    for scenario in red.scenarios:
        match = Match.new(red, scenario, seed=1)
        first = match.sides[0]
        seen = {piece.id for piece in match.view(first).pieces if piece.place}
        data = tomllib.loads(what_if(red, match.state, [first]))
        rows = [] if "position" in data else data.get("unit", [])
        standing = {f"{row['side']}-{row['id']}" for row in rows if "place" in row}
        assert standing <= seen


def test_a_position_of_panzer_blitz_has_an_area_for_every_hex_and_its_later_chits() -> None:
    game, rng = SHELF["panzer-blitz"], random.Random(1)
    match = Match.new(game, "filandriers", seed=3)
    while match.view(None).turn < 3:
        ask = match.decision.asks[0]
        match.take(rng.choice(ask.actions), ask.side)
    text = what_if(game, match.state)
    found = examine_text(text)
    ground = game.face.ground("filandriers")
    assert ground is not None
    seen = [view for side in match.sides for view in match.view(side).pieces if view.side == side]
    stand = sorted((view.side, view.place) for view in seen if view.place in ground.places)
    data = tomllib.loads(text)
    assert sorted((row["side"], row["area"][3:]) for row in data["force"] for _ in range(row["count"])) == stand
    assert found.scenario.turns == 5 and all(row["turns"] == [1, 5] for row in data["chits"])


def some_turns_in(name: str, answers: int = 150) -> Match:
    game = SHELF[name]
    match = Match.new(game, next(iter(game.scenarios)), seed=3)
    play_out(match, {side: make_player("doctrine") for side in match.sides}, random.Random(1), answers)
    assert not match.over
    return match


@pytest.mark.parametrize("name", ["night-fight", "tank-leader"])
def test_where_files_say_no_places_a_scenario_holds_the_position_itself(name: str) -> None:
    match = some_turns_in(name)
    text = what_if(match.game, match.state)
    sheet = sheet_of(match.game, text)
    assert sheet.problems == [] and sheet.begun
    places = {piece.id: piece.place for piece in match.state.pieces.values()}
    assert {one.id: one.place for one in sheet.counters} == places
    again = Match.new(match.game, examine_text(text).scenario.id, seed=1)
    assert again.view(None).turn == match.view(None).turn
    assert list(again.state.pieces.values()) == list(match.state.pieces.values())
    asked = [[(ask.side, ask.prompt, list(ask.actions)) for ask in one.decision.asks] for one in (again, match)]
    assert asked[0] == asked[1]
    now, then = (text_of(match.game, one.state).partition("\n")[2] for one in (again, match))
    assert now == then


@pytest.mark.parametrize("name", ["night-fight", "tank-leader"])
def test_a_match_from_such_a_file_is_recorded_verified_and_replayed(name: str, tmp_path: Path) -> None:
    match = some_turns_in(name)
    played = Match.new(match.game, match.game.add_scenario(what_if(match.game, match.state)).id, seed=1)
    play_out(played, {side: make_player("random") for side in played.sides}, random.Random(1), 30)
    played.save(tmp_path / "it.grog")
    assert Match.load(tmp_path / "it.grog").state.digest() == played.state.digest()
    assert verify((tmp_path / "it.grog").read_bytes()).answers == played.number


def test_what_a_player_has_not_seen_is_dealt_anew_in_his_what_if() -> None:
    match = some_turns_in("night-fight")
    hidden = [u for u in match.state.pieces.values() if u.side == "soviet" and not u.up]
    dealt = [tomllib.loads(what_if(match.game, match.state, ["german"]))["position"] for _ in range(3)]
    kinds = [{one.id: one.kind for row in rows if (one := line_of(row))} for rows in dealt]
    assert any(kinds[0][u.id] != u.type for u in hidden) and kinds[0] != kinds[1]
    assert examine_text(what_if(match.game, match.state, ["german"]))


def test_a_piece_of_a_position_is_moved_and_taken_away() -> None:
    match = some_turns_in("tank-leader")
    assert isinstance(match.state, TankLeader)
    game, text = match.game, what_if(match.game, match.state)
    tank = next(u for u in match.state.pieces.values() if u.what.vehicle and u.hex)
    country, at = match.state.country, match.state.at
    free = next(h for h in GRID.neighbours[tank.hex] if h not in at and country.may_enter(h, tank.what.mover))
    moved = edited(game, text, (Place(tank.type, free, tank.side, tank.id),))
    assert {one.id: one.place for one in sheet_of(game, moved).counters}[tank.id] == free
    assert Match.new(game, game.add_scenario(moved).id, seed=1).state.pieces[tank.id].place == free
    sea = next(h for h in GRID.hexes if not country.may_enter(h, tank.what.mover))
    (problem,) = sheet_of(game, edited(game, text, (Place(tank.type, sea, tank.side, tank.id),))).problems
    assert problem.key == "position" and f"{tank.id} may not be there" in problem.says
    gone = edited(game, text, (Take(tank.id),))
    assert tank.id not in {one.id for one in sheet_of(game, gone).counters}
    for wrong in (Place(tank.type, "9999", tank.side, tank.id), Place(tank.type, free, tank.side), Take("nobody")):
        with pytest.raises(CannotEdit):
            edited(game, text, (wrong,))


@pytest.mark.parametrize(
    ("name", "scenario", "looks"), [("red-actions", "peregonovka", 4), ("korsun", "medvin-road", 3)]
)
def test_a_position_that_a_file_cannot_say_otherwise_is_held_by_lines_too(name: str, scenario: str, looks: int) -> None:
    game, found = SHELF[name], 0
    match = Match.new(game, scenario, seed=5)
    for look in range(looks):
        if look:
            play_out(match, {side: make_player("doctrine") for side in match.sides}, random.Random(1), 80)
        text = what_if(game, match.state)
        assert examine_text(text)
        found += "position" in tomllib.loads(text)
    assert found


def test_a_position_of_a_match_that_began_in_one_is_a_position_again() -> None:
    match = some_turns_in("folio", 30)
    lines = text_of(match.game, match.state).splitlines()[1:]
    data = tomllib.loads(begin(match.game, match.state.scenario_id)) | {"position": lines}
    again = Match.new(match.game, match.game.add_scenario(to_toml(data)).id, seed=1)
    play_out(again, {side: make_player("doctrine") for side in again.sides}, random.Random(1), 20)
    found = tomllib.loads(what_if(again.game, again.state))
    assert found["position"] == [
        row for row in text_of(again.game, again.state).splitlines()[1:] if row[:8] != "options "
    ]


def test_what_follows_from_where_pieces_stand_follows_a_piece_that_is_moved() -> None:
    match = some_turns_in("night-fight")
    tank = next(u for u in match.state.pieces.values() if u.side == "german" and u.place.isdigit())
    free = next(h for h in GRID.neighbours[tank.place] if h not in match.state.at)
    moved = edited(match.game, what_if(match.game, match.state), (Place(tank.type, free, "german", tank.id),))
    g = Match.new(match.game, match.game.add_scenario(moved).id, seed=1).state
    assert isinstance(g, NightFight)
    assert g.pieces[tank.id].place == free and free in g.german_hexes


@pytest.mark.parametrize(
    ("row", "says"),
    [
        ("piece x german", "a piece has a name, a side and a place"),
        ('piece x german 9999 {"type":"pz3"}', "there is no such place"),
        ("step Nonsense", "Nonsense"),
        ("weather fine", "knows no 'weather'"),
    ],
)
def test_a_line_of_a_position_that_does_not_fit_is_named_and_nothing_is_kept(row: str, says: str) -> None:
    match = some_turns_in("tank-leader")
    game, data = match.game, tomllib.loads(what_if(match.game, match.state))
    data["position"].insert(2, row)
    text, known = to_toml(data), set(game.scenarios.known)  # type: ignore[attr-defined]
    with pytest.raises(ScenarioError, match=re.escape(says)) as told:
        game.add_scenario(text)
    (problem,) = told.value.problems
    assert problem.key == "position[3]" and row.split()[0] in text.splitlines()[problem.line - 1]
    assert set(game.scenarios.known) == known  # type: ignore[attr-defined]


@pytest.mark.parametrize(("rows", "says"), [([], "Nobody is asked"), (["step Interrupts"], "cannot be played on")])
def test_a_position_that_cannot_be_played_on_from_is_refused(rows: list[str], says: str) -> None:
    game = SHELF["tank-leader"]
    data = tomllib.loads(begin(game, "steppe-patrol"))
    data["position"] = ["turn 1", *rows]
    with pytest.raises(ScenarioError, match=says):
        game.add_scenario(to_toml(data))


def test_every_game_has_a_bench() -> None:
    assert all(bench_of(game).blank["id"].startswith("my-") for game in GAMES)
