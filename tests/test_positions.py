"""Positions as public things: set up, drawn, told as text and read back, played on, and saved."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

import grognard
from grognard.engine import Match, PositionError, SealedDice, read_text, text_of, verify
from grognard.engine.core.wording import side_people

FIRE = {"type": "GermanFire", "sides": ["german"]}
NIGHT: dict[str, Any] = {
    "turn": 2,
    "visibility": 4,
    "vegetation": "normal",
    "quality": "regulars",
    "players": ("german",),
}
PANZER = {"id": "a", "side": "german", "place": "2010", "type": "pzkpfw_iii"}
T34 = {"id": "b", "side": "soviet", "place": "2011", "type": "t34", "up": True, "spotted": True, "mobile": True}


def duel() -> Match:
    return grognard.position("night-fight", "kharkov", [PANZER, T34], FIRE, seed=1, **NIGHT)


def test_a_position_is_a_match_with_record_and_undo(tmp_path: Path) -> None:
    match = duel()
    assert "german is asked: Choose a unit" in repr(match)
    match.take(match.decision.actions[0])
    match.undo()
    assert match.number == 2 and match.can_redo
    file = tmp_path / "duel.grog"
    match.save(file)
    again = grognard.load(file)
    assert again.state.digest() == match.state.digest() and again.number == match.number
    assert verify(file.read_bytes()).from_position


def test_the_position_given_is_not_touched() -> None:
    first = duel()
    second = Match.at(first.game, first.state, seed=2)
    second.take(second.decision.actions[0])
    assert first.number == 0 and first.state.digest() != second.state.digest()
    assert isinstance(first.dice, SealedDice)


@pytest.mark.parametrize("game_id", grognard.shelf)
def test_every_game_draws_itself_and_goes_through_text(game_id: str) -> None:
    game, rng = grognard.game(game_id), random.Random(4)
    for scenario in list(game.scenarios)[:3]:
        match = Match.new(game, scenario, seed=4, record=False)
        for _ in range(6):
            text = text_of(game, match.state)
            same, state = read_text(text)
            assert same is game and state.to_json() == match.state.to_json() and text_of(game, state) == text
            for _ in range(40):
                if not match.over:
                    ask = rng.choice(match.decision.asks)
                    match.take(rng.choice(ask.actions), ask.side)
    for side in (None, match.sides[0]):
        drawn = match.draw(side)
        assert drawn is not None and ET.fromstring(drawn).tag.endswith("svg") and drawn._repr_svg_() == drawn
        view = match.view(side)
        who = "a spectator sees" if side is None else f"{side_people(side)} see"
        assert view._repr_svg_() == drawn and f", as {who} it: turn {view.turn}, " in repr(view)


def test_a_match_goes_on_from_its_text() -> None:
    match = duel()
    again = grognard.from_text("# a duel by night\n\n" + grognard.text(match), seed=1)
    assert again.decision.prompt == match.decision.prompt
    assert list(again.decision.actions) == list(match.decision.actions)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"pieces": [{**PANZER, "place": "9999"}]}, "a cannot stand in '9999': there is no such place"),
        ({"pieces": [PANZER, PANZER]}, "Two pieces are called 'a'"),
        ({"pieces": [{"id": "a"}]}, "Piece 1 is none of Night Fight: Object missing required field `side`"),
        ({"pieces": [{**PANZER, "pinned": 3}]}, "Piece 1 is none of Night Fight: Expected `bool`"),
        ({"step": {"type": "GermanFir"}}, "is no step of Night Fight. There are: Advance, Attach"),
        ({"step": {"type": "GermanFire"}}, "The step GermanFire is not whole: Object missing required field `sides`"),
        ({"step": ()}, "Which step is to be done first?"),
        ({"visiblity": 3}, "has no field 'visiblity'. Did you mean 'visibility'?"),
        ({"turn": "two"}, "A value of this position is of the wrong kind: Expected `int`, got `str`"),
        ({"pieces": [{**T34, "id": str(n)} for n in range(60)]}, "This cannot be a position of Night Fight"),
        ({"pieces": ["a"]}, "Piece 1 is none of Night Fight: 'a' does not say what it is"),
        ({"pieces": [{**PANZER, "id": "a b"}]}, "A piece cannot be called 'a b'"),
        ({"pieces": [{**PANZER, "side": "martian"}]}, "a is on no side"),
        ({"pieces": [{**PANZER, "type": "tiger"}, T34]}, "a is given the type 'tiger', which there is not"),
        ({"vegetation": "jungle"}, "vegetation is 'jungle', which there is not"),
        ({"visibility": -3}, "nobody sees -3 hexes far"),
        ({"turn": 999}, "there is no turn 999"),
        ({"quality": "nice"}, "there are no Soviet nice"),
        ({"at": {"2010": ("a",)}}, "has no field 'at'"),
        ({"step": "GermanFire"}, "The step GermanFire is not whole: Object missing required field `sides`"),
        ({"step": {"type": "UnitActs", "unit": "b"}}, "UnitActs cannot be done in this position: there is no 'b'"),
        ({"step": FIRE}, "After GermanFire nobody is asked anything, and nobody has won"),
    ],
)
def test_a_mistake_is_said_and_where(change: dict[str, object], said: str) -> None:
    given: dict[str, Any] = {"pieces": [PANZER], "step": FIRE, **NIGHT, **change}
    with pytest.raises(PositionError) as error:
        grognard.position("night-fight", "kharkov", **given)
    assert said in str(error.value)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "There is nothing to read"),
        ("chess start", "Line 1: There is no game 'chess'"),
        ("night-fight nowhere", "Line 1: Night Fight has no scenario 'nowhere'"),
        ("night-fight kiev\nturn two", "Line 2, 'turn two'"),
        ("night-fight kiev\nmoon 3", "Line 2, 'moon 3': Night Fight knows no 'moon'"),
        ('night-fight kiev\n\npiece a german 2010 {"tipe":1}', "Line 3"),
        ("night-fight kiev\nstep Fly", "Line 2, 'step Fly'"),
        ("night-fight kiev\nat 2010 a", "Line 2, 'at 2010 a': other pieces"),
        ("night-fight kiev\npiece a german 9999", "Line 2, 'piece a german 9999': a cannot stand in '9999'"),
        ("night-fight kiev\npiece a german 2010\npiece a german -", "Line 3, 'piece a german -': Two pieces"),
        ("night-fight kiev\npiece a", "Line 2, 'piece a': a piece has a name, a side and a place"),
        ("night-fight kiev\nstep GermanFire [1]", "Line 2, 'step GermanFire [1]': Expected `object`"),
        ('night-fight kiev\noptions {"moon":"full"}', "Night Fight has no option 'moon'"),
    ],
)
def test_a_text_with_a_mistake_names_its_line(text: str, said: str) -> None:
    with pytest.raises(PositionError) as error:
        read_text(text)
    assert said in str(error.value)


@pytest.mark.parametrize("game_id", grognard.shelf)
def test_a_spoilt_text_is_refused_in_every_game(game_id: str) -> None:
    match, rng = grognard.new(game_id, next(iter(grognard.game(game_id).scenarios)), seed=3), random.Random(3)
    while match.number < 100:
        ask = rng.choice(match.decision.asks)
        match.take(rng.choice(ask.actions), ask.side)
    lines = grognard.text(match).splitlines()
    assert repr(grognard.from_text("\n".join(lines))).partition(", ")[2]
    number, row = next((n, row) for n, row in enumerate(lines) if row.startswith("piece ") and " - " not in row)
    _, name, _, rest = row.split(" ", 3)
    spoilt = {
        "is on no side|has changed sides": [*lines[:number], f"piece {name} martian {rest}", *lines[number + 1 :]],
        "Two pieces are called": [*lines, row],
        "Which step is to be done first": [row for row in lines if not row.startswith("step ")],
    }
    for said, rows in spoilt.items():
        with pytest.raises(PositionError, match=said):
            grognard.from_text("\n".join(rows))


@pytest.mark.parametrize("game_id", grognard.shelf)
def test_a_state_that_cannot_be_is_refused_in_every_game(game_id: str) -> None:
    game = grognard.game(game_id)
    match, rng = Match.new(game, next(iter(game.scenarios)), seed=3), random.Random(3)
    while match.number < 100:
        ask = rng.choice(match.decision.asks)
        match.take(rng.choice(ask.actions), ask.side)
    piece = next(p for p in match.state.pieces.values() if p.place)
    spoilt: dict[str, Callable[[Any], object]] = {
        "cannot stand in '9999'|may not|off the map": lambda g: g.change(piece.id, place="9999"),
        "is on no side|has changed sides|both sides": lambda g: g.change(piece.id, side="martian"),
        "turn -5": lambda g: setattr(g, "turn", -5),
        "turn 999": lambda g: setattr(g, "turn", 999),
        "Which step is to be done first": lambda g: setattr(g, "steps", ()),
    }
    Match.at(game, match.state, seed=1)
    for said, spoil in spoilt.items():
        g = match.state.clone()
        spoil(g)
        with pytest.raises(PositionError, match=said):
            Match.at(game, g, seed=1)


def test_a_unit_stands_in_a_house_of_the_table_that_was_chosen() -> None:
    match, rng = grognard.new("red-actions", "pick-up", {"table": "tsaritsyn"}, seed=1), random.Random(1)
    while not any(u.inside for u in match.state.pieces.values()):
        ask = match.decision.asks[0]
        match.take(rng.choice(ask.actions), ask.side)
    assert grognard.from_text(grognard.text(match)).state.digest() == match.state.digest()


def test_a_piece_without_a_type_is_named() -> None:
    piece = {"id": "tank", "side": "german", "place": "2613"}
    with pytest.raises(PositionError, match="tank is given no type"):
        grognard.position("panzer-blitz", "filandriers", [piece], {"type": "GameTurn", "number": 1})


def test_pieces_come_in_a_list() -> None:
    with pytest.raises(PositionError, match="The pieces are a list of pieces, not None"):
        grognard.position("night-fight", "kiev", None)  # type: ignore[arg-type]


def test_a_position_of_another_game_is_refused() -> None:
    with pytest.raises(PositionError, match="A NightFight is no position of Folio"):
        Match.at(grognard.game("folio"), duel().state)
