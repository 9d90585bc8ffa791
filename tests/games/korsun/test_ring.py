"""20.0 The ring around the pocket: shut at the start, and held shut by a sensible Soviet player."""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec.structs import replace

from grognard.board.hexes.hex_sets import bits_of
from grognard.engine import Match, RandomDice, To
from grognard.games.folio.rules.advance import Advance
from grognard.games.folio.rules.movement import Movement
from grognard.games.folio.rules.retreat import STAND, Retreat
from grognard.games.folio.rules.setup import STAFF, SetUp
from grognard.games.folio.rules.state import Unit
from grognard.games.korsun import GAME
from grognard.games.korsun.mind.ring_defence import blockers, is_shut, wall
from grognard.games.korsun.rules.data import COUNTERS, GROUND
from grognard.games.korsun.rules.scenarios import CAMPAIGN, SCENARIOS
from grognard.games.korsun.rules.state import Pocket
from grognard.games.korsun.rules.supply import connected, hungry_units
from grognard.games.korsun.rules.victory import shut
from grognard.testing import unrolled
from tests.games.folio.situation import begin, offered, places, play
from tests.games.korsun.situation import pocket


def best(g: Pocket) -> Any:
    """What a sensible player answers."""
    ask = g.asks[0]
    return max(ask.actions, key=lambda action: GAME.mind.judge(g, ask.side, action))


@pytest.mark.rule("KP-20.0.2", "KP-20.0.4", "KP-20.0.7")
def test_the_historical_set_up_begins_with_the_pocket_closed() -> None:
    """R65"""
    g: Any = Match.new(GAME, "campaign", seed=1, record=False).state
    assert connected(g) == []
    assert hungry_units(g, "Soviet") == hungry_units(g, "German") == []
    shown = {track.title: track.value for track in GAME.rules.view(g, None).tracks}
    assert shown["Connected to the west"] == "0 of 44: Soviet strategic"
    soviet = [h for unit, h in CAMPAIGN.placement.items() if COUNTERS[unit].side == "Soviet"]
    assert shut(bits_of(GROUND.grid, soviet))  # wherever the Germans set up, with a bridge on every river


@pytest.mark.rule("KP-20.0.4")
@pytest.mark.parametrize("seed", range(4))
def test_a_set_up_by_the_computer_begins_so_too(seed: int) -> None:
    """R65"""
    g: Any = Match.new(GAME, "campaign", {"setup": "by the computer"}, seed=seed, record=False).state
    assert connected(g) == [] and is_shut(g, wall(g))
    assert all(unit.place in CAMPAIGN.areas[COUNTERS[unit.id].area] for unit in g.pieces.values())


@pytest.mark.rule("KP-20.0.4")
def test_the_staff_shuts_the_ring_where_the_areas_still_allow_it() -> None:
    """R65 The gap at 4302 can be shut by one unit alone."""
    for first, closed in (("4302", True), ("4202", False)):
        g = pocket({})
        for what in COUNTERS.values():
            g.put(Unit(what.id, what.side))
        g.place(g.pieces["S-159UR-159UR"], first)
        begin(g, SetUp("Soviet"))
        g.dice = RandomDice(random.Random(3))
        play(g, STAFF)
        assert shut(wall(g)) == closed and not g.asks


@pytest.mark.rule("KP-20.0.4")
def test_where_no_ring_can_be_shut_each_unit_is_dealt_once() -> None:
    """R65"""
    first, second = "S-180-21", "S-180-42"
    g = pocket({first: "", second: ""}, SetUp("Soviet"), dice=[3, 3])
    play(g, STAFF)
    area = CAMPAIGN.areas[COUNTERS[first].area]
    assert places(g) == {first: area[2], second: area[3]} and unrolled(g) == []


@pytest.mark.rule("KP-20.0.4")
def test_the_staff_shuts_the_ring_of_another_battle(monkeypatch: pytest.MonkeyPatch) -> None:
    """R65 Six regiments anywhere around two hexes, in a battle of an author's own."""
    green, around = ("3010", "3011"), [h for h in GROUND.names if GROUND.nearest(h, ("3010", "3011")) == 2]
    rifles = [unit for unit, what in COUNTERS.items() if what.division in ("180", "206")]
    placement = {**dict(zip(rifles, around, strict=False)), "G-72-105": "3010", "G-72-124": "3011", "G-34-80": "0824"}
    areas = {COUNTERS[unit].area: tuple(around) for unit in rifles} | {COUNTERS["G-72-105"].area: green}
    areas[COUNTERS["G-34-80"].area] = ("0824",)
    own = replace(CAMPAIGN, id="six regiments", tactical=1, areas=areas, placement=placement)
    monkeypatch.setitem(SCENARIOS.known, own.id, own)
    for seed in range(4):
        g: Any = Match.new(GAME, own.id, {"setup": "by the computer"}, seed=seed, record=False).state
        assert shut(wall(g), own.id)


@pytest.mark.parametrize("seed", range(2))
def test_no_soviet_unit_opens_the_ring_by_its_move(seed: int) -> None:
    g: Any = Match.new(GAME, "campaign", {"setup": "by the computer"} if seed else {}, seed=seed, record=False).state
    moved = 0
    while g.phase == "Movement":
        play(g, best(g))
        if len(g.moved) > moved:
            moved = len(g.moved)
            assert is_shut(g, wall(g))
    assert moved > 30


RING = {unit: h for unit, h in CAMPAIGN.placement.items() if unit not in ("S-63-223", "S-202-682")}


def test_a_line_that_has_opened_is_shut_before_anything_else() -> None:
    open_ = {**RING, "S-63-223": "2614", "S-202-682": "3302"}
    g = pocket(open_, Movement(), current="Soviet", phase="Movement")
    assert not is_shut(g, wall(g)) and 1 <= len(blockers(g)) <= 2
    moved = 0
    while not is_shut(g, wall(g)):
        before = len(g.moved)
        play(g, best(g))
        moved += len(g.moved) - before
        assert moved <= 2, "something else was done first"


def test_a_unit_that_keeps_the_ring_shut_stands_or_gives_way_where_it_stays_shut() -> None:
    unit = "S-202-682"  # at 3303, between the 206th and the 202nd
    g = pocket(dict(CAMPAIGN.placement), Retreat(unit, 1, ("3203",)), current="Soviet")
    assert best(g) == STAND  # 3302 and 3402 both open a line
    g = pocket(dict(CAMPAIGN.placement), Retreat(unit, 1, ("3203",)), current="Soviet", depleted=[unit])
    assert isinstance(best(g), To)  # its death would not hold the ring either
    g = pocket(dict(CAMPAIGN.placement), Retreat(unit, 2, ("3403",)), current="Soviet")
    while g.asks:
        play(g, best(g))
    assert g.pieces[unit].place in ("3103", "3102") and is_shut(g, wall(g))


def test_no_unit_follows_the_enemy_out_of_the_ring() -> None:
    g = pocket(dict(CAMPAIGN.placement), current="Soviet")
    begin(g, Advance(("3304", "3205"), ("S-202-682",)))
    while any(isinstance(action, To) for action in offered(g)) or g.asks:
        play(g, best(g))
    assert is_shut(g, wall(g))
