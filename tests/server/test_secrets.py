"""Nothing a side may not know leaves the server: any deal of the unknown gives the same answers."""

from __future__ import annotations

import random
from collections.abc import Iterator

import msgspec
import pytest
from starlette.testclient import TestClient

from grognard.board.ground import hexmap_of
from grognard.conformance import conceivable
from grognard.engine import SHELF, Ask, Match
from grognard.engine.match.gesture import click_on
from grognard.players import make_player
from grognard.server.api.serializers import SideViews, briefing_of, dossier_of, line_of, question, standing, view_of
from grognard.server.matches.client import Client
from tests.server.play import Plain, bearer, look, new_match, order

GAMES = SHELF
CLICKS = 25  # pieces and hexes tried at each position


def positions(game_id: str, count: int = 4) -> Iterator[tuple[Match, random.Random]]:
    """Some positions of a match played at random."""
    game, rng = GAMES[game_id], random.Random(5)
    match = Match.new(game, list(game.scenarios)[-1], seed=5)
    player = make_player("random")
    for _ in range(count):
        for _ in range(40):
            if match.over:
                return
            ask = match.decision.asks[0]
            match.take(player.choose(match, ask, rng), ask.side)
        if not match.over:
            yield match, rng


def deal(match: Match, side: str, rng: random.Random) -> Match:
    """The same match as far as the side can tell, with everything else dealt anew."""
    dealt = Match(match.game, match.game.rules.determinize(match.state, side, rng), match.dice)
    dealt.run_to_decision()
    return dealt


@pytest.mark.parametrize("game_id", GAMES)
def test_what_is_shown_asked_and_refused_tells_nothing_hidden(game_id: str) -> None:
    for match, rng in positions(game_id):
        ask = match.decision.asks[0]
        other = deal(match, ask.side, rng)
        again = other.decision.of(ask.side)
        assert again is not None
        seen = match.view(ask.side)
        assert msgspec.json.encode(question(other, again, seen)) == msgspec.json.encode(question(match, ask, seen))
        assert view_of(other.view(ask.side)) == view_of(seen)
        pieces = [piece.id for piece in seen.pieces]
        places = [piece.place for piece in seen.pieces]
        board = hexmap_of(match.game, match.state.scenario_id)
        hexes = [*(board.grid.hexes if board else ()), *places]
        for name in rng.sample(pieces, min(CLICKS, len(pieces))):
            here, there = (click_on(m, ask.side, name, "") for m in (match, other))
            assert here == there, f"a click on {name} tells something hidden"
        for place in rng.sample(hexes, min(CLICKS, len(hexes))):
            here, there = (click_on(m, ask.side, "", place) for m in (match, other))
            assert here == there, f"a click on {place} tells something hidden"


def asked(match: Match, ask: Ask) -> Plain:
    """The question as its side is shown it."""
    return question(match, ask, match.view(ask.side))


@pytest.mark.parametrize("game_id", GAMES)
def test_aims_briefing_and_dossiers_tell_nothing_hidden(game_id: str) -> None:
    for match, rng in positions(game_id):
        for side in match.sides:
            other = deal(match, side, rng)
            assert standing(other, side) == standing(match, side), "the standing tells something hidden"
            assert briefing_of(other, side) == briefing_of(match, side)
            seen = match.view(side)
            for piece in rng.sample(seen.pieces, min(CLICKS, len(seen.pieces))):
                here, there = (dossier_of(m, side, seen, piece.id, "") for m in (match, other))
                assert here == there, f"the dossier of {piece.id} tells something hidden"


@pytest.mark.parametrize("game_id", GAMES)
def test_lines_of_sight_and_hints_tell_nothing_hidden(game_id: str) -> None:
    for match, rng in positions(game_id):
        ask = match.decision.asks[0]
        other = deal(match, ask.side, rng)
        board = hexmap_of(match.game, match.state.scenario_id)
        for a in rng.choices(board.grid.hexes, k=CLICKS) if board else ():
            b = rng.choice(board.grid.within(a, 6)) if board else a
            if sight := match.game.face.sight:
                assert sight(match.state, a, b) == sight(other.state, a, b), f"sight from {a} to {b}"
        assert other.hint(ask.side).action == match.hint(ask.side).action, "doctrine knows what it may not"


@pytest.mark.parametrize("game_id", GAMES)
def test_odds_tell_nothing_hidden(game_id: str) -> None:
    for match, rng in positions(game_id, 3):
        ask = match.decision.asks[0]
        other = deal(match, ask.side, rng)
        for action in rng.sample(list(ask.actions), min(6, len(ask.actions))):
            here, there = match.odds(action, ask.side), other.odds(action, ask.side)
            assert (here and here.chances) == (there and there.chances), f"the odds of {action} tell something hidden"


@pytest.mark.parametrize("game_id", GAMES)
def test_a_conceivable_answer_to_every_question_is_a_clear_4xx_or_taken(table: TestClient, game_id: str) -> None:
    scenario = next(iter(GAMES[game_id].scenarios))
    match_id, key, _ = new_match(table, game=game_id, scenario=scenario)
    rng = random.Random(8)
    mirror = Match.new(GAMES[game_id], scenario, seed=8)
    tries = [msgspec.to_builtins(action) for action in conceivable(mirror, rng, 40)]
    for _ in range(12):
        scene = look(table, match_id, key)
        if scene["result"] or not scene["ask"]:
            break
        offered = [choice["action"] for choice in scene["ask"]["choices"]]
        for action in rng.sample(tries, 5):
            if action in offered or scene["ask"]["open"]:
                continue
            got = order(table, match_id, key, do="take", decision=scene["decision"], action=action)
            assert got.status_code in (400, 422), (action, got.text)
            assert look(table, match_id, key)["decision"] == scene["decision"]
        got = order(table, match_id, key, do="take", decision=scene["decision"], action=rng.choice(offered))
        assert got.status_code == 200


@pytest.mark.parametrize("game_id", GAMES)
def test_pieces_out_of_sight_are_refused_as_if_they_were_not_there(game_id: str) -> None:
    for match, _ in positions(game_id, 2):
        for side in (None, *match.sides):
            shown = {piece.id for piece in match.view(side).pieces}
            log = [line_of(event) for event in match.log(side)]
            told = msgspec.json.encode([asked(match, ask) for ask in match.decision.asks if ask.side == side] + log)
            hidden = [name for name in match.state.pieces if name not in shown]
            assert not [name for name in hidden if f'"{name}"'.encode() in told], "a hidden piece is named"


def test_once_it_is_over_and_everything_known_nothing_is_taken_back(table: TestClient) -> None:
    match, key, _ = new_match(table)
    scene = look(table, match, key)
    order(table, match, key, do="take", decision=scene["decision"], action=scene["ask"]["choices"][0]["action"])
    order(table, match, key, do="resign", decision=1, side="german")
    assert table.get(f"/api/matches/{match}/record").status_code == 200, "the secret is out"
    now = look(table, match, key)["decision"]
    assert order(table, match, key, do="back", decision=now, side="german").status_code == 409
    assert order(table, match, key, do="undo", decision=now).status_code == 409
    assert look(table, match, key)["result"]


def test_while_it_runs_a_spectator_gets_neither_record_nor_analysis_nor_other_views(table: TestClient) -> None:
    match, key, _ = new_match(table)
    for what in ("record", "verify", "analysis"):
        for who in ("", key):
            assert table.get(f"/api/matches/{match}/{what}", headers=bearer(who)).status_code == 409
    assert order(table, match, "", do="at", frame=0, side="german").status_code == 403
    assert order(table, match, "", do="hint", decision=0).status_code == 403
    assert order(table, match, "", do="odds", decision=0, action={}).status_code == 403
    assert order(table, match, "", do="sit", side="german").status_code == 403


def test_the_page_of_a_match_names_its_pictures_and_nothing_else(table: TestClient) -> None:
    match, key, _ = new_match(table)
    page = table.get(f"/m/{match}").text
    assert 'data-game="night-fight" data-scenario="ghost-column"' in page and key not in page
    assert "data-game" not in table.get("/m/nothing").text


def sealed_questions() -> Iterator[Match]:
    """Matches in which several sides are being asked at once."""
    rng = random.Random(3)
    for game in GAMES.values():
        for scenario in list(game.scenarios)[:6]:
            match = Match.new(game, scenario, seed=3)
            for _ in range(60):
                if match.over or len(match.decision.asks) > 1:
                    break
                ask = match.decision.asks[0]
                match.take(rng.choice(list(ask.actions)), ask.side)
            if not match.over and len(match.decision.asks) > 1:
                yield match


def test_a_sealed_answer_is_told_to_nobody_until_all_are_in() -> None:
    """Simultaneous choices: after the first answer the others see that it is given, and not one word more."""
    tried = 0
    for match in sealed_questions():
        tried += 1
        first, second = match.decision.asks[:2]
        seen = set()
        for action in list(first.actions)[:8]:
            twin = match.clone(seed=1)
            twin.take(action, first.side)
            left = twin.decision.of(second.side)
            assert left is not None
            told = [twin.view(second.side), twin.view(None), asked(twin, left), twin.log(second.side)]
            seen.add(msgspec.json.encode(told))
        assert len(seen) == 1, f"{match.game.id}: the answer of {first.side} shows"
    assert tried, "no game asks several sides at once"


def asked_together() -> Match:
    """A match in which both sides are asked at once."""
    rng, game = random.Random(3), GAMES["tank-leader"]
    match = Match.new(game, "prokhorovka", seed=3, record=False)
    while len(match.decision.asks) < 2:
        ask = rng.choice(match.decision.asks)
        match.take(rng.choice(list(ask.actions)), ask.side)
    return match


def test_nobody_is_shown_whether_another_is_asked_together_with_him() -> None:
    match = asked_together()
    asked = [ask.side for ask in match.decision.asks]
    for side in asked:
        assert Client((side,)).scene(SideViews(match))["asked"] == [side]
    assert Client(tuple(asked)).scene(SideViews(match))["asked"] == asked, "who plays both knows both"
    assert Client(()).scene(SideViews(match))["asked"] == list(match.sides), "whoever of them is asked"
