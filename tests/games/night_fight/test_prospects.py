"""What chance of victory a position gives."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

import grognard
from grognard.engine import Match, Result
from grognard.games.night_fight import GAME
from grognard.games.night_fight.mind.prospects import wins
from grognard.games.night_fight.mind.routes import watchers
from grognard.games.night_fight.rules.column_formation import deploy
from grognard.games.night_fight.rules.data import STATIC_POOL
from grognard.games.night_fight.rules.scenarios import SCENARIOS
from grognard.games.night_fight.rules.state import NightFight, Unit
from grognard.players import DoctrinePlayer, play_out
from tests.games.night_fight.printed import STARS

from .situations import Formation, column, german, position, soviet


def on_the_march(scenario: str) -> NightFight:
    match = grognard.new("night-fight", scenario, seed=4)
    rng, player = random.Random(1), DoctrinePlayer()
    while match.view().turn < 3:
        play_out(match, {"german": player}, rng, limit=1)
    assert isinstance(match.state, NightFight)
    return match.state.clone()


def test_the_end_is_worth_what_it_says() -> None:
    g = on_the_march("ghost-column")
    for winner, worth in (("german", 1.0), ("soviet", 0.0)):
        g.result = Result((winner,), "", "NF-21.1.2")
        assert GAME.mind.value(g, "german") == worth


@pytest.mark.parametrize("scenario", ["ghost-column", "stalingrad-breakout", "kharkov", "kiev"])
def test_losing_units_costs(scenario: str) -> None:
    g = on_the_march(scenario)
    before = GAME.mind.value(g, "german")
    assert 0.0 < before < 1.0
    for unit in [u for u in g.germans() if u.what.fires][:6]:
        g.drop(unit.id)
    assert GAME.mind.value(g, "german") < before


def test_a_pinned_unit_is_worth_less() -> None:
    g = on_the_march("ghost-column")
    before = GAME.mind.value(g, "german")
    for unit in list(g.germans()):
        g.put(replace(unit, pinned=True))
    assert GAME.mind.value(g, "german") < before


def test_time_lost_is_lost() -> None:
    g = on_the_march("stalingrad-breakout")
    before = GAME.mind.value(g, "german")
    g.turn = g.scenario.turns
    assert GAME.mind.value(g, "german") < before


FAR_OFF, ON_THE_WAY = ("1636", "1635"), ("2210", "2310")


def march_past(column_at: tuple[str, str], road: tuple[str, ...] = ("2711", "2811", "2910")) -> NightFight:
    """Three stacks on the road to the bridge at 1411, at the end of a turn, and a column with its next hex."""
    force = [german(kind, h) for h in road for kind in ("t34r", "pzkpfw_iv", "infantry")]
    there, ahead = column_at
    sleeping = column(1, ["t34"] * 9, [there], ahead=ahead)
    return position(*force, sleeping, turn=3, phase="Soviet rally")


def test_nearer_is_better() -> None:
    nearer = march_past(FAR_OFF, road=("2511", "2611", "2711"))
    assert GAME.mind.value(nearer, "german") > GAME.mind.value(march_past(FAR_OFF), "german")


def test_a_column_on_the_way_is_bad() -> None:
    assert GAME.mind.value(march_past(ON_THE_WAY), "german") < GAME.mind.value(march_past(FAR_OFF), "german")


def test_a_column_had_better_sleep() -> None:
    g = march_past(ON_THE_WAY)
    before = GAME.mind.value(g, "german")
    deploy(g, "1", spotted=True)
    assert GAME.mind.value(g, "german") < before


def test_a_move_to_come_is_worth_something() -> None:
    g = march_past(FAR_OFF)
    before = GAME.mind.value(g, "german")
    g.phase = "German movement"
    assert GAME.mind.value(g, "german") > before
    for unit in g.germans():
        g.moved = {**g.moved, unit.id: True}
    assert GAME.mind.value(g, "german") == before


def test_a_lost_bridge_costs_and_the_eastern_one_is_a_way_too() -> None:
    g = march_past(FAR_OFF)
    whole = GAME.mind.value(g, "german")
    for bridge in ("1409", "1411"):
        g.bridges_out = {**g.bridges_out, bridge: True}
    east_only = GAME.mind.value(g, "german")
    g.bridges_out = {**g.bridges_out, "1429": True}
    assert whole > east_only > GAME.mind.value(g, "german")


def test_a_column_that_gets_to_the_bridges_first_is_bad() -> None:
    """Both columns are out of sight of the way; one is five road hexes from the western bridges, the other thirty."""
    near, far = march_past(("1608", "1609")), march_past(FAR_OFF)
    assert GAME.mind.value(near, "german") < GAME.mind.value(far, "german")


# ------------------------------------------------------------------ Kiev


def on_the_road(*things: Unit | Formation, turn: int = 6, phase: str = "Soviet fire") -> NightFight:
    """Kiev by night, two hexes of visibility, three tanks on the northern road to 1611."""
    tanks = [german("pzkpfw_iv", h) for h in ("1614", "1614", "1615")]
    return position(*tanks, *things, scenario="kiev", turn=turn, phase=phase, visibility=2)


def eyes_everywhere() -> list[Unit]:
    """A piece on every star: they see every road."""
    return [soviet(kind, h) for kind, h in zip(STATIC_POOL, STARS, strict=False)]


def test_every_piece_that_sees_all_roads_costs() -> None:
    free = on_the_road()
    watched = on_the_road(*eyes_everywhere())
    assert watchers(free) == frozenset()
    assert watchers(watched)
    assert GAME.mind.value(watched, "german") < GAME.mind.value(free, "german")


def test_a_road_is_valued_where_the_last_turn_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    """A scenario need not say which turn decides; it is the last one then."""
    early = GAME.mind.value(on_the_road(*eyes_everywhere()), "german")
    monkeypatch.setitem(SCENARIOS.known, "kiev", replace(SCENARIOS["kiev"], decided_after=0))
    late = on_the_road(*eyes_everywhere())
    assert late.scenario.last_turn == 10
    assert GAME.mind.value(late, "german") > early  # there is time for more shots


def test_a_party_close_by_makes_a_watcher_less_of_a_worry() -> None:
    eyes = [eye for eye in eyes_everywhere() if eye.place > "2000" or eye.place == "1611"]
    far, near = on_the_road(*eyes), on_the_road(*eyes)
    assert watchers(far) == {"1611", "2508"}
    for unit in list(near.germans()):
        near.change(unit.id, place="2509")
    assert GAME.mind.value(near, "german") > GAME.mind.value(far, "german")


def test_a_column_counts_where_it_is_going() -> None:
    """8.3 It makes for the nearest German: one on the only road that is free draws it there, one in the south away."""
    eyes = [eye for eye in eyes_everywhere() if eye.place > "2000"]
    lured, left = (
        on_the_road(german("truck_supply", truck), column(1, ["t34"] * 9, ["2035"], ahead="1934"), *eyes, turn=8)
        for truck in ("2837", "1640")
    )
    assert GAME.mind.value(lured, "german") > GAME.mind.value(left, "german")
    lured.phase = left.phase = "Soviet rally"
    assert GAME.mind.value(lured, "german") == GAME.mind.value(left, "german"), "it has moved for the last time"


def test_the_dice_must_show_less_at_kursk_and_no_more_elsewhere() -> None:
    kursk, stalingrad = NightFight(scenario_id="ghost-column"), NightFight(scenario_id="stalingrad-breakout")
    assert wins(kursk, 2) == 0.0
    assert wins(stalingrad, 2) == pytest.approx(1 / 36)
    assert wins(kursk, 13) == wins(stalingrad, 12) == 1.0


def test_doctrine_s_prospects_follow_its_fortunes() -> None:
    """Of finished matches, those that were won looked better before the end."""
    looked: dict[bool, list[float]] = {True: [], False: []}
    for seed in (100, 101, 104, 105):
        match = Match.new(GAME, "stalingrad-breakout", seed=seed, record=False)
        assert isinstance(match.state, NightFight)
        rng, player = random.Random(seed), DoctrinePlayer()
        value = 0.5
        while not match.over:
            if match.state.turn == 9:
                value = GAME.mind.value(match.state, "german")
            play_out(match, {"german": player}, rng, limit=1)
        assert match.result is not None
        looked["german" in match.result.winners].append(value)
    means = {won: sum(v) / len(v) for won, v in looked.items() if v}
    assert len(means) == 2
    assert means[True] > means[False] + 0.2
