"""6.2.1 What a side may not know is dealt anew from what it does know, and no window tells it more."""

from __future__ import annotations

import random
from typing import Any

import pytest

from grognard.conformance import nothing_leaks
from grognard.engine import Match, Press
from grognard.games.panzer_blitz import GAME
from grognard.games.panzer_blitz.rules.anti_aircraft import AaFire, farthest_flak
from grognard.games.panzer_blitz.rules.data import GRID
from grognard.games.panzer_blitz.rules.direct_fire import farthest
from grognard.games.panzer_blitz.rules.indirect_fire import battery_type
from grognard.games.panzer_blitz.rules.movement import Go
from grognard.games.panzer_blitz.rules.opportunity_fire import HOLD, Opportunity
from grognard.games.panzer_blitz.rules.sight import sees_from_air
from grognard.games.panzer_blitz.rules.state import Mine, PanzerBlitz, Request
from grognard.games.panzer_blitz.rules.unit_moves import MoveUnit
from grognard.games.panzer_blitz.rules.view import determinize
from grognard.players import RandomPlayer
from grognard.testing import begin, offered, play
from tests.games.panzer_blitz.helpers import SIGHT

from .helpers import CITY, ORCHARD, PLAIN, SWAMP, TOWN, WOODS, field, operation, pair, put

SIDES = ("british", "german", None)


def deal(g: Any, side: str | None, seed: int) -> PanzerBlitz:
    return determinize(g, side, random.Random(seed))


@pytest.mark.rule("PB-6.2.1")
@pytest.mark.parametrize("situation", list(GAME.scenarios))
def test_the_same_view_and_generator_give_the_same_deal(situation: str) -> None:
    match, rng, changed = Match.new(GAME, situation, seed=21, record=False, log=False), random.Random(21), 0
    for number in range(400):
        if match.over:
            break
        match.take(rng.choice(match.decision.actions))
        if number % 20 == 0 and not match.over:
            for side in SIDES:
                other = deal(match.state, side, number)
                GAME.rules.check(other)
                changed += other.digest() != match.state.digest()
                assert deal(other, side, 7).digest() == deal(match.state, side, 7).digest()
    assert changed > 5


@pytest.mark.rule("PB-6.2.1")
def test_something_lies_wherever_something_lay_but_how_much_and_what_is_dealt() -> None:
    g = field()
    for kind, place in (("ge_gren", WOODS), ("ge_mg", WOODS), ("ge_tiger", ORCHARD), ("ge_gren", TOWN)):
        put(g, kind, place, unspotted=True)
    gun = put(g, "ge_88", SWAMP, unspotted=True)
    dealt = [deal(g, "british", seed) for seed in range(40)]
    assert all({u.place for u in twin.units("german")} == {WOODS, ORCHARD, TOWN, SWAMP} for twin in dealt)
    assert len({len(twin.here(WOODS)) for twin in dealt}) > 1
    assert {twin.pieces["g3"].place for twin in dealt} == {WOODS, ORCHARD, TOWN}, "a Tiger cannot be in a swamp"
    assert len({twin.pieces[gun].place for twin in dealt}) == 4
    assert all(deal(g, "german", seed).digest() == g.digest() for seed in range(3)), "one's own units are known"


@pytest.mark.rule("PB-6.2.1")
def test_units_in_works_on_mines_and_in_the_middle_of_something_stay_where_they_are() -> None:
    g = field()
    a, b, c = PLAIN
    g.ips = {**g.ips, a: True}
    g.mines = {**g.mines, b: Mine("german", "2-1", shown=True)}
    dug = put(g, "ge_gren", a, unspotted=True, inside="ip")
    caught, mover = put(g, "ge_gren", b, unspotted=True), put(g, "ge_gren", c, unspotted=True)
    put(g, "ge_gren", WOODS, unspotted=True)
    g.steps = (MoveUnit(mover, c),)
    for seed in range(20):
        twin = deal(g, "british", seed)
        assert [twin.pieces[i].place for i in (dug, caught, mover)] == [a, b, c]


@pytest.mark.rule("PB-6.2.1", "PB-15.6.5", "PB-17.0.2", "PB-15.2.12")
@pytest.mark.parametrize("state", [{"hull_down": True}, {"labor": "block"}, {"trapped": True}])
def test_who_has_to_do_with_his_hex_is_not_dealt_to_another(state: dict[str, Any]) -> None:
    g = field()
    tied = put(g, "ge_pz4", PLAIN[0], unspotted=True, **state)
    for place in (ORCHARD, WOODS):
        put(g, "ge_pz4", place, unspotted=True)
    assert {deal(g, "british", seed).pieces[tied].place for seed in range(20)} == {PLAIN[0]}


@pytest.mark.rule("PB-6.2.1", "PB-15.5.2")
def test_who_lies_outside_a_fortification_can_be_seen_and_is_not_dealt_away() -> None:
    g = field()
    a, b, c = PLAIN
    g.forts = {**g.forts, a: "bunker"}
    g.forts = {**g.forts, b: "bunker"}
    for place in (a, b):
        put(g, "ge_gren", place, unspotted=True, inside="fort")
    for place in (a, c, WOODS):
        put(g, "ge_gren", place, unspotted=True)
    stacks = {p.place: p.marks for p in GAME.rules.view(g, "british").pieces}
    assert stacks == {a: (), b: ("in fort",), c: (), WOODS: ()}
    for seed in range(40):
        twin = deal(g, "british", seed)
        outside = {u.place for u in twin.units("german") if not u.inside}
        assert outside == {a, c, WOODS}


@pytest.mark.rule("PB-6.2.1", "PB-2.3.20")
def test_nothing_is_dealt_where_there_is_no_room_beside_what_is_seen() -> None:
    g = field()
    put(g, "ge_pz4", TOWN)  # four points among houses
    rifle, tiger = put(g, "ge_gren", TOWN, unspotted=True), put(g, "ge_tiger", ORCHARD, unspotted=True)
    for seed in range(10):
        twin = deal(g, "british", seed)
        GAME.rules.check(twin)
        assert (twin.pieces[rifle].place, twin.pieces[tiger].place) == (TOWN, ORCHARD)


@pytest.mark.rule("PB-6.2.1", "PB-15.2.3")
def test_face_down_mines_are_dealt_among_their_hexes() -> None:
    g = field()
    a, b, c = PLAIN
    g.mines = {**g.mines, a: Mine("german", "3-1"), b: Mine("german", "dummy"), c: Mine("german", "1-1", shown=True)}
    kinds = {
        (twin.mines[a].strength, twin.mines[b].strength) for seed in range(20) if (twin := deal(g, "british", seed))
    }
    assert kinds == {("3-1", "dummy"), ("dummy", "3-1")}
    assert deal(g, "german", 1).mines == g.mines
    assert all(deal(g, "british", seed).mines[c] == g.mines[c] for seed in range(5))


@pytest.mark.rule("PB-11.1.2", "PB-SIT.5")
def test_what_a_request_holds_is_dealt_within_the_smoke_missions() -> None:
    g = field()
    battery = next(f"{row.type}-1" for row in g.situation.battery if row.side == "british")
    observer = put(g, "br_rifle", WOODS)
    g.smoke_left = {**g.smoke_left, "british": 0}
    g.requests = {**g.requests, "0": Request("british", ORCHARD, True, observer, battery=battery)}
    g.requests = {**g.requests, "1": Request("british", TOWN, False, observer, battery=f"{battery_type(battery)}-2")}
    seen = set()
    for seed in range(40):
        twin = deal(g, "german", seed)
        smoke = (twin.requests["0"].smoke, twin.requests["1"].smoke)
        seen.add(smoke)
        assert sum(smoke) + twin.smoke_left["british"] == 1, "a mission is neither won nor lost"
    assert seen == {(True, False), (False, True), (False, False)}


@pytest.mark.rule("PB-11.1.2", "PB-12.0.1")
@pytest.mark.parametrize(("kind", "dealt"), [("ge_8cm_mortar", {False, True}), ("ge_12cm_mortar", {False})])
def test_only_guns_that_have_smoke_may_be_about_to_fire_it(kind: str, dealt: set[bool]) -> None:
    g = field()
    g.smoke_left = {**g.smoke_left, "german": 1}
    g.requests = {
        **g.requests,
        "0": Request("german", ORCHARD, False, put(g, "ge_gren", WOODS), (put(g, kind, WOODS),)),
    }
    twins = [deal(g, "british", seed) for seed in range(20)]
    assert {twin.requests["0"].smoke for twin in twins} == dealt
    assert {twin.smoke_left["german"] for twin in twins} == {1}, "a gun on the map takes no mission of the batteries"


@pytest.mark.rule("PB-11.3.11", "PB-11.3.18")
def test_the_fire_of_a_gun_that_is_lost_in_the_same_segment_is_dealt_as_it_is() -> None:
    g = field()
    g.requests = {**g.requests, "0": Request("german", ORCHARD, True, put(g, "ge_gren", WOODS), ("lost",))}
    assert all(deal(g, "british", seed).requests == g.requests for seed in range(5))


@pytest.mark.rule("PB-11.5.2")
def test_registered_hexes_are_dealt_unless_they_were_shown() -> None:
    g = field()
    g.registered = {**g.registered, "british": (ORCHARD, TOWN)}
    g.registered_shown = {**g.registered_shown, TOWN: True}
    dealt = [deal(g, "german", seed).registered["british"] for seed in range(10)]
    assert all(hexes[0] == TOWN and len(set(hexes)) == 2 for hexes in dealt)
    assert len({hexes[1] for hexes in dealt}) > 5


# ------------------------------------------------------------------ windows


@pytest.mark.rule("PB-7.8.1", "PB-6.2.1")
@pytest.mark.parametrize(("kind", "spent"), [("ge_truck", False), ("ge_gren", False), ("ge_88", True)])
def test_an_unspotted_stack_in_sight_opens_the_window_though_it_cannot_fire(kind: str, spent: bool) -> None:
    """A shut window would tell the mover that there is no gun."""
    a, b = pair(8)
    g = field()
    mover = put(g, "br_rifle", b)
    put(g, kind, a, unspotted=True, spent=spent)
    operation(g, "british", b, 0)
    begin(g, Opportunity(mover))
    assert g.asks[0].side == "german" and offered(g) == [Press(HOLD)], "no choice, but a question"
    play(g, Press(HOLD))
    assert not g.asks and not g.silent


@pytest.mark.rule("PB-7.8.1")
def test_the_window_stays_shut_where_everybody_knows_that_nobody_can_fire() -> None:
    a, b = pair(8)
    g = field()
    mover = put(g, "br_rifle", b)
    put(g, "ge_gren", a)  # Spotted: its range is there to read
    operation(g, "british", b, 0)
    assert not begin(g, Opportunity(mover)).asks
    near = GRID.within("2420", farthest("jupiter", "german"))
    for place in (CITY, next(h for h in near if not SIGHT.sees("2420", h))):
        g = field()
        mover = put(g, "br_rifle", "2420")
        put(g, "ge_88", place, unspotted=True)
        operation(g, "british", "2420", 0)
        assert not begin(g, Opportunity(mover)).asks, "too far away, or out of sight"


@pytest.mark.rule("PB-7.8.1", "PB-16.4.1")
@pytest.mark.parametrize("situation", ["cornwall-wood", "maltot"])
def test_who_is_asked_about_a_mover_depends_on_nothing_it_may_not_know(situation: str) -> None:
    match, rng, windows = Match.new(GAME, situation, seed=5, record=False, log=False), random.Random(5), 0
    while not match.over:
        step, asked = match.state.steps[-1], match.decision.side
        if isinstance(step, Opportunity | AaFire):
            windows += 1
            waiting = "german" if asked == "british" else "british"
            for seed in range(3):
                twin = deal(match.state, waiting, seed)
                twin.advance()
                assert [ask.side for ask in twin.asks] == [asked]
                assert type(twin.steps[-1]) is type(step)
        match.take(rng.choice(match.decision.actions))
    assert windows > 5


@pytest.mark.rule("PB-16.4.1")
def test_unseen_stacks_near_aircraft_are_asked_for_flak_whether_they_have_any() -> None:
    g = field()
    plane = put(g, "br_typhoon", "air-2420", target="2520")
    put(g, "ge_gren", "2520", unspotted=True)
    assert farthest_flak("jupiter", "german") == 8, "half the range of the 88s"
    begin(g, AaFire("german", (plane,)))
    assert g.asks[0].side == "german" and offered(g) == [Press("hold fire")]
    g.change("g2", unspotted=False)
    assert not begin(g, AaFire("german", (plane,))).asks
    far = farthest_flak("jupiter", "german")
    beyond = next(h for h in GRID.hexes if GRID.distance(h, "2420") == far + 1 and sees_from_air(g, "2420", h))
    g.change("g2", unspotted=True, place=beyond)
    assert not begin(g, AaFire("german", (plane,))).asks


@pytest.mark.rule("PB-7.8.1")
def test_the_window_shows_where_the_mover_is() -> None:
    a, b = pair(2)
    g = field()
    mover = put(g, "br_rifle", a, unspotted=True)
    put(g, "ge_mg", b)
    operation(g, "british", a, 0)
    begin(g, MoveUnit(mover, a))
    step = next(x for x in offered(g) if isinstance(x, Go))
    play(g, step)
    assert g.asks[0].prompt == f"An unspotted unit moves in {step.hex}: opportunity fire?"
    assert GAME.rules.view(g, "german").focus == (step.hex,)


@pytest.mark.rule("PB-4.1.5", "PB-6.2.1")
def test_a_deal_leaves_whoever_is_asked_something_to_fire_with() -> None:
    match, rng = Match.new(GAME, "esquay", {}, seed=70007, record=False), random.Random(70007)
    for _ in range(16):
        nothing_leaks(match, rng)
        ask = rng.choice(match.decision.asks)
        match.take(RandomPlayer().choose(match, ask, rng), ask.side)
