"""What is kept is forgotten when something it hangs on changes, and what is done at once comes to the same."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from grognard.engine import Match
from grognard.games.tank_leader import GAME
from grognard.games.tank_leader.mind.doctrine import hope_of
from grognard.games.tank_leader.mind.positions import could_do_better, has_arrived, somewhere_better
from grognard.games.tank_leader.mind.purpose import Purpose, enemies_of
from grognard.games.tank_leader.mind.weights import FITTED, Weights
from grognard.games.tank_leader.rules.data import CARDS, SIDES, other
from grognard.games.tank_leader.rules.fire import AV, Shot, fire_modifiers, prospect, targets
from grognard.games.tank_leader.rules.interrupts import chances, ready_members
from grognard.games.tank_leader.rules.morale import eliminate
from grognard.games.tank_leader.rules.movement import Walk
from grognard.games.tank_leader.rules.opportunity_fire import under_watch
from grognard.games.tank_leader.rules.state import TankLeader
from grognard.games.tank_leader.rules.victory import aims, points
from grognard.games.tank_leader.rules.view import _card, _face_down, _face_up, _laid, _laid_out, _stack, view
from grognard.players.simple import DoctrinePlayer

from .table import field, put


def _course(scenario: str, seed: int) -> Iterator[tuple[str, list[str]]]:
    """Every position of a random match and what is offered there."""
    match, rng = Match.new(GAME, scenario, seed=seed, record=False), random.Random(seed)
    while not match.over:
        ask = match.decision.asks[0]
        yield match.state.digest(), [repr(answer) for answer in ask.actions]
        match.take(rng.choice(list(ask.actions)), ask.side)


@pytest.mark.rule("TL-8.1", "TL-9.41.2")
@pytest.mark.parametrize("scenario", ["lipki", "the-belikowo-pocket"])
def test_a_way_gone_at_once_comes_to_the_same_as_hex_by_hex(scenario: str, monkeypatch: pytest.MonkeyPatch) -> None:
    at_once = list(_course(scenario, 3))
    monkeypatch.setattr(Walk, "_quiet", lambda self, g, unit: 0)
    assert list(_course(scenario, 3)) == at_once


@pytest.mark.rule("TL-6.1")
def test_who_belongs_to_a_formation_is_known_anew_when_somebody_comes_or_goes() -> None:
    g = field()
    first = put(g, "t34_76", "2318", "206")
    assert [u.id for u in g.members("206")] == [first]
    second = put(g, "t34_76", "2319", "206")
    assert [u.id for u in g.members("206")] == [first, second]
    eliminate(g, g.pieces[first])
    assert [u.id for u in g.members("206")] == [second]


@pytest.mark.rule("TL-15.5.3")
def test_points_and_aims_are_known_anew_after_a_loss_and_a_conquest() -> None:
    g = field(scenario="prokhorovka")
    tank = put(g, "pz4l", "2318", "106")
    put(g, "t34_76", "2320", "206")
    before, aim = points(g, "soviet"), aims(g, "soviet")
    eliminate(g, g.pieces[tank])
    assert points(g, "soviet") == before + 3 and aims(g, "soviet") != aim
    g.control = {**g.control, "3019": "soviet"}
    assert points(g, "soviet") == before + 13 and aims(g, "soviet")[0].have == before + 13


@pytest.mark.rule("TL-9.4.1")
def test_who_watches_is_known_anew_when_he_is_suppressed() -> None:
    g = field()
    gun = put(g, "pz4l", "2318", "106")
    assert under_watch(g, "german", "2319")
    g.change(gun, suppressed=True)
    assert not under_watch(g, "german", "2319")


@pytest.mark.rule("TL-9.23.12", "TL-9.23.17")
def test_modifiers_hang_on_what_a_target_and_a_firer_are_now() -> None:
    g = field()
    firer, men = put(g, "t34_76", "2318", "206"), put(g, "g_inf", "2319", "103")
    shot = Shot("AI", 3, 1)
    assert "suppressed" not in [m.text for m in fire_modifiers(g, (g.pieces[firer],), g.pieces[men], shot)]
    g.change(men, suppressed=True)
    assert "suppressed" in [m.text for m in fire_modifiers(g, (g.pieces[firer],), g.pieces[men], shot)]
    g.change(firer, separated=True, exp=0)
    assert "separated firer" in [m.text for m in fire_modifiers(g, (g.pieces[firer],), g.pieces[men], shot)]


@pytest.mark.rule("TL-6.5.1")
def test_cards_before_a_side_change_with_where_they_lie() -> None:
    g = field()
    put(g, "t34_76", "2318", "206")
    assert [card.place for card in view(g, "soviet").cards if card.id == "206"] == ["hand"]
    g.cards = {**g.cards, "206": "aside"}
    assert [card.place for card in view(g, "soviet").cards if card.id == "206"] == ["aside"]


@pytest.mark.rule("TL-15.5.1")
def test_what_a_hex_is_worth_changes_when_an_enemy_comes_and_goes() -> None:
    g = field(scenario="prokhorovka")
    tank = put(g, "pz4l", "2318", "106")
    calm = Purpose(g, g.pieces[tank]).worth("2321")
    foe = put(g, "t34_76", "2323", "206")
    assert Purpose(g, g.pieces[tank]).worth("2321") != calm
    g.change(foe, place="4620")
    assert Purpose(g, g.pieces[tank]).worth("2321") == calm


@pytest.mark.rule("TL-9.15.1", "TL-9.23.12")
def test_what_a_shot_promises_changes_with_its_target() -> None:
    g = field()
    firer, men = put(g, "t34_76", "2318", "206"), put(g, "g_inf", "2319", "103")
    before = prospect(g, g.pieces[firer], g.pieces[men], "AI")
    g.change(men, suppressed=True)
    assert prospect(g, g.pieces[firer], g.pieces[men], "AI") != before


@pytest.mark.rule("TL-8.5.1", "TL-13.4.1")
def test_many_hexes_are_worth_what_each_of_them_is_worth() -> None:
    g = field(scenario="prokhorovka")
    men = put(g, "g_inf", "2318", "103", trench=2)
    put(g, "g_inf", "2319", "103", up=False)
    put(g, "rifle", "2320", "201")
    purpose, hexes = Purpose(g, g.pieces[men]), ("2317", "2318", "2319", "2320", "2321")
    assert purpose.worths(hexes) == {h: purpose.worth(h) for h in hexes}
    assert purpose.gains(hexes)["2318"] == pytest.approx(-purpose.weights.bother)


@pytest.mark.rule("TL-9.22.1")
def test_strength_is_part_of_the_shot() -> None:
    g = field()
    firer, tank = put(g, "t34_76", "2318", "206"), put(g, "pz4l", "2319", "106")
    values = [fire_modifiers(g, (g.pieces[firer],), g.pieces[tank], Shot(AV, n, 1))[0].value for n in (3, 5)]
    assert values[1] - values[0] == 2


@pytest.mark.rule("TL-6.61.1")
def test_who_of_a_formation_is_ready_is_known_anew_when_one_of_them_has_operated() -> None:
    g = field()
    first, second = put(g, "t34_76", "2318", "206"), put(g, "t34_76", "2320", "206")
    foe = put(g, "pz4l", "2319", "106")
    assert [u.id for u in ready_members(g, "206")] == [first, second]
    assert {chance.firer for chance in chances(g, ["206"])} == {first, second}
    g.change(first, up=False)
    assert [u.id for u in ready_members(g, "206")] == [second]
    assert {chance.firer for chance in chances(g, ["206"])} == {second}
    g.change(foe, place="0101")
    assert not [*chances(g, ["206"])]
    g.drop(second)
    assert not ready_members(g, "206")


@pytest.mark.rule("TL-8.51.4", "TL-12.22")
def test_who_is_in_the_way_is_known_anew_when_a_friend_comes_openly_or_hides_there() -> None:
    g = field()
    tank, friend = put(g, "t34_76", "2318", "206"), put(g, "t34_76", "2317", "206")
    foe = put(g, "pz4l", "2319", "106")
    assert [target.id for target, _ in targets(g, g.pieces[tank])] == [foe]
    g.change(friend, place="2319")
    assert not targets(g, g.pieces[tank])
    g.change(friend, place="", recorded="2319")
    assert not targets(g, g.pieces[tank])
    g.change(friend, place="2317", recorded="")
    assert [target.id for target, _ in targets(g, g.pieces[tank])] == [foe]


def _fresh(g: TankLeader, side: str | None) -> object:
    """What a side sees, with nothing kept."""
    for kept in (_card, _face_down, _face_up, _laid, _laid_out, _stack):
        kept.cache_clear()
    twin = g.clone()
    twin.facts, twin.books = {}, {}
    return view(twin, side)


@pytest.mark.rule("TL-8.55.1", "TL-6.6.1")
@pytest.mark.parametrize("intelligence", ["open", "limited"])
@pytest.mark.parametrize("scenario", ["lipki", "bridgehead-on-the-astrika", "ambush"])
def test_a_view_of_which_much_is_kept_is_a_fresh_one(scenario: str, intelligence: str) -> None:
    match = Match.new(GAME, scenario, {"intelligence": intelligence}, seed=4, record=False)
    rng, looked = random.Random(4), 0
    while not match.over and looked < 60:
        g = match.state
        assert isinstance(g, TankLeader)
        if match.number % 5 < 3:
            seen = [view(g, side) for side in (None, "german", "soviet")]
            if match.number % 5 == 2:
                assert seen == [_fresh(g, side) for side in (None, "german", "soviet")]
                looked += 1
        ask = match.decision.asks[0]
        match.take(ask.actions.choice(rng), ask.side)
    assert looked > 20


@pytest.mark.rule("TL-9.21.1", "TL-8.55.1")
def test_what_is_kept_with_the_enemy_is_true_while_both_sides_move() -> None:
    match, rng, mixed = Match.new(GAME, "the-border", seed=7, record=False, log=False), random.Random(7), 0
    g: Any = match.state
    while not match.over and g.turn < 5:
        fresh = g.clone()
        fresh.facts, fresh.books = {}, {}
        for side in SIDES:
            mixed += bool(g.footing(side) & g.ground(other(side)))
            assert enemies_of(g, side) == enemies_of(fresh, side)
            assert points(g, side) == points(fresh, side)
            ready = [card for card in g.cards if CARDS[card].type == "combat" and CARDS[card].side == side]
            assert list(chances(g, ready)) == list(chances(fresh, ready))
            assert [hope_of(g, u) for u in g.units(side)] == [hope_of(fresh, u) for u in g.units(side)]
        match.take(match.decision.asks[0].actions.choice(rng), match.decision.asks[0].side)
    assert mixed


@pytest.mark.parametrize("weights", [None, FITTED], ids=["by hand", "fitted"])
@pytest.mark.parametrize("scenario", ["the-border", "krasny-kolkhoz"])
def test_whether_a_unit_had_better_move_is_not_known_any_longer_when_what_bears_on_it_changes(
    scenario: str, weights: Weights | None
) -> None:
    match, rng, player = Match.new(GAME, scenario, seed=6, record=False, log=False), random.Random(6), DoctrinePlayer()
    told = set()
    for _ in range(160):
        ask, twin, fresh = match.decision.asks[0], match.state.clone(), match.state.clone()
        assert isinstance(twin, TankLeader) and isinstance(fresh, TankLeader)
        fresh.facts, fresh.books = {}, {}
        for g in (twin, fresh):
            g.judge_by(weights)
        for unit in [u for u in fresh.pieces.values() if u.side == ask.side and u.place and u.up and not u.carrier]:
            told.add(could_do_better(twin, unit))
            assert could_do_better(twin, unit) == (not has_arrived(fresh, unit) and somewhere_better(fresh, unit))
        match.take(player.choose(match, ask, rng), ask.side)
        if match.over:
            break
    assert told == {True, False}


@pytest.mark.rule("TL-13.31.4")
def test_who_rides_is_known_when_somebody_gets_on_and_off() -> None:
    g = field()
    truck, men = put(g, "s_truck", "2318"), put(g, "rifle", "2318", "201")
    assert not g.loaded(g.pieces[truck]) and not g.passengers(truck)
    g.change(men, carrier=truck, up=False)
    assert g.loaded(g.pieces[truck]) and [u.id for u in g.passengers(truck)] == [men]
    twin = g.clone()
    twin.change(men, carrier="")
    assert not twin.loaded(twin.pieces[truck]) and g.loaded(g.pieces[truck])
    g.drop(men)
    assert not g.loaded(g.pieces[truck])
