"""Refusals are true: in random matches every refusal names a row that the answer breaks, by a second telling."""

from __future__ import annotations

import ast
import random
import re
from collections import Counter
from pathlib import Path

import pytest

from grognard.conformance.attempts import Attempts
from grognard.engine import Action, Match, Pick, Refusal, To
from grognard.games.night_fight import GAME
from grognard.games.night_fight.rules import reasons
from grognard.games.night_fight.rules.data import GRID
from grognard.games.night_fight.rules.reasons import REASONS
from grognard.games.night_fight.rules.scenarios import SCENARIOS
from grognard.players import make_player
from grognard.players.base import play_out

from .situations import MOVE, german, play, position, refused, soviet

NIGHTS: tuple[tuple[str, dict[str, str], str], ...] = (
    ("ghost-column", {"events": "yes", "intensity": "high"}, "doctrine"),
    ("kiev", {"players": "2"}, "doctrine"),
    ("stalingrad-breakout", {"players": "3"}, "random"),
    ("kolkhoz", {}, "random"),
)


def is_true(match: Match, side: str, action: Action, refusal: Refusal) -> bool:
    """Is one of the reasons that the row has broken? A row of the engine's own needs none."""
    told = REASONS.get(refusal.rule)
    if told is None:
        return refusal.rule.startswith("GR-")
    return any(reason.broken(match.state, side, action) for reason in told)


def tried(scenario: str, options: dict[str, str], player: str, seed: int, apart: int, count: int) -> Counter[str]:
    """A match in which so many answers are tried every few questions; how often each row was named."""
    match = Match.new(GAME, scenario, options=options, seed=seed, record=False)
    seats, tries = {side: make_player(player) for side in match.sides}, Attempts()
    rng = random.Random(f"{scenario} {seed}")
    met: Counter[str] = Counter()
    while not match.over:
        tries.learn(match)
        for ask in match.decision.asks:
            for action in tries.of(match, rng, count):
                refusal = match.why_not(action, ask.side)
                if refusal is not None:
                    met[refusal.rule] += 1
                    assert is_true(match, ask.side, action, refusal), (action, refusal, match.state.steps[-1])
        play_out(match, seats, rng, limit=apart)
    return met


@pytest.mark.parametrize(("scenario", "options", "player"), NIGHTS)
def test_a_refusal_names_a_row_that_is_broken(scenario: str, options: dict[str, str], player: str) -> None:
    met = tried(scenario, options, player, seed=11, apart=7, count=120)
    assert len(met) > 15


@pytest.mark.parametrize(("scenario", "options", "player"), NIGHTS)
def test_what_is_offered_breaks_no_row(scenario: str, options: dict[str, str], player: str) -> None:
    match = Match.new(GAME, scenario, options=options, seed=12, record=False)
    seats, rng, seen = {side: make_player(player) for side in match.sides}, random.Random(scenario), 0
    while not match.over:
        g, ask = match.state, match.decision.asks[0]
        for action in rng.sample(list(ask.actions), min(4, len(ask.actions))):
            broken = [(row, r.words) for row, rs in REASONS.items() for r in rs if r.broken(g, ask.side, action)]
            assert not broken, (action, broken)
            seen += 1
        play_out(match, seats, rng, limit=5)
    assert seen > 20


def test_every_row_that_a_refusal_names_has_its_reasons() -> None:
    folder = Path(reasons.__file__).parents[1]
    named = {
        row
        for path in folder.glob("*.py")
        for call in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(call, ast.Call) and ast.unparse(call.func) == "Refusal" and call.args
        for row in re.findall(r"NF-[0-9.]+", ast.unparse(call.args[0]))
    }
    banned = {data.forbidden_cite for data in SCENARIOS.known.values()}
    assert len(named) > 50 and named | banned <= set(REASONS)


@pytest.mark.rule("NF-4.0.4", "NF-7.0.6")
def test_behind_an_entry_hex_where_all_is_full_it_is_the_room_that_is_missing() -> None:
    """The hexes behind it are not too far."""
    g = position(german("pzkpfw_iv"), soviet("dummy", "3922"), step=MOVE, turn=1)
    near = [h for h in g.land.road_links if GRID.distance("3936", h) <= 5]
    for h in near:
        for n in range(3):
            g.put(german("infantry", h, id=f"{h}-{n}", pinned=True))
    play(g, Pick("pzkpfw_iv"))
    assert refused(g, To("3936")) == refused(g, To("3837")) == "NF-4.0.4"
    assert refused(g, To("3536")) == "NF-8.0.5"
