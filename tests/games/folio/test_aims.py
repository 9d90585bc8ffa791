"""What the sides of Sidi Zahran are told they must reach is what they are judged by."""

from __future__ import annotations

import random

import pytest

from grognard.engine import Match, find_game
from grognard.players import make_player
from tests.games.folio.situation import desert


def play(answers: int, seed: int) -> Match:
    match, player, rng = (
        Match.new(find_game("folio"), "sidi-zahran", seed=seed),
        make_player("doctrine"),
        random.Random(seed),
    )
    while not match.over and match.number < answers:
        ask = match.decision.asks[0]
        match.take(player.choose(match, ask, rng), ask.side)
    return match


@pytest.mark.rule("FO-4.0.1")
@pytest.mark.parametrize("answers", [0, 60, 200, 10_000])
def test_the_lines_of_the_aims_add_up_to_the_lead_that_is_judged(answers: int) -> None:
    match = play(answers, 3)
    for side, sign in (("British", 1), ("German", -1)):
        lead, *lines = match.game.rules.aims(match.state, side)
        assert sum(line.points or 0 for line in lines) == sign * (lead.have or 0)
        assert lead.met == (side in match.game.rules.standing(match.state).winners)  # type: ignore[union-attr]


@pytest.mark.rule("FO-4.0.1")
def test_a_line_tells_each_side_how_many_of_its_hexes_it_holds() -> None:
    g = desert({})
    g.control = {**g.control, "0905": "British", "0906": "British"}
    for side, held in (("British", (2, 2, True)), ("German", (0, 2, False))):
        village = next(line for line in find_game("folio").rules.aims(g, side) if line.hexes == ("0905", "0906"))
        assert (village.have, village.need, village.met) == held


@pytest.mark.rule("FO-4.0.1")
def test_each_side_is_told_the_lead_from_which_it_wins() -> None:
    match = play(0, 3)
    for side, need, words in (("British", 9, "Be 9 points ahead"), ("German", 6, "Keep the British lead to 6 points")):
        lead = match.game.rules.aims(match.state, side)[0]
        assert lead.need == need and lead.text.startswith(words)


@pytest.mark.rule("FO-4.0.1")
def test_the_standing_after_the_last_turn_is_the_result() -> None:
    match = play(10_000, 4)
    assert match.over and match.game.rules.standing(match.state) == match.result


def test_everybody_is_briefed_and_every_rule_named_there_exists() -> None:
    match = play(0, 1)
    for side in match.sides:
        told = match.game.face.briefing(match.state, side)
        assert told.situation and told.force and told.enemy and told.first and told.length
        cited = [word.strip("().,") for text in told.special for word in text.split() if "FO-" in word]
        assert cited and all(rule in match.game.rulebook for rule in cited)


def test_a_dossier_names_every_number_and_what_may_be_done_is_offered() -> None:
    match = play(90, 3)
    offered = {getattr(action, "piece", "") for action in match.decision.actions}
    for piece in match.view(match.decision.side).pieces:
        told = match.game.face.dossier(match.state, match.decision.side, piece)
        assert "-".join(value.value for value in told.values) == piece.values
        assert all(value.cite in match.game.rulebook for value in told.values)
        if told.can and told.can[0].startswith("move"):
            assert piece.id in offered
