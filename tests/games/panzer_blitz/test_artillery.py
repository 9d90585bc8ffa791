"""11.0 Artillery: observers, requests, accuracy, the barrage."""

from __future__ import annotations

import msgspec
import pytest

from grognard.engine import Marker, Press, net
from grognard.games.panzer_blitz import GAME
from grognard.games.panzer_blitz.rules.air_support import AirAttack
from grognard.games.panzer_blitz.rules.artillery_requests import (
    AddGun,
    AimAt,
    CallGun,
    Observe,
    RequestFire,
    why_not_observe,
)
from grognard.games.panzer_blitz.rules.combat_results import disrupt, eliminate, lose_step
from grognard.games.panzer_blitz.rules.data import FIRE_TABLE, GRID, SITUATIONS
from grognard.games.panzer_blitz.rules.direct_fire import Fire
from grognard.games.panzer_blitz.rules.fire_table import Attack, Part, column, modifiers, strength
from grognard.games.panzer_blitz.rules.indirect_fire import (
    RESOLVE,
    Barrage,
    Cancel,
    CancelRequests,
    ResolveRequests,
    Shell,
    batteries,
    battery_strength,
    may_combine,
    scatter_distance,
    scatter_modifiers,
    why_not_aim,
    why_not_gun,
)
from grognard.games.panzer_blitz.rules.operation import Operation
from grognard.games.panzer_blitz.rules.sequence import EndOfTurn
from grognard.games.panzer_blitz.rules.sight import sees
from grognard.games.panzer_blitz.rules.state import PanzerBlitz, Request
from grognard.games.panzer_blitz.rules.unit_moves import Move
from grognard.games.panzer_blitz.rules.view import view
from grognard.testing import begin, offered, play, refusing_rule

from .helpers import WOODS, field, observed, operate, operation, pair, put, rule, state_of


@pytest.mark.rule("PB-11.1.1", "PB-11.1.2", "PB-11.1.7", "PB-11.2.2", "PB-11.2.4", "PB-3.1.12")
def test_a_request_through_an_observer() -> None:
    g = field()
    put(g, "br_rifle", pair(4)[0])
    fo, _, b = observed(g)
    g.smoke_left = {**g.smoke_left, "british": 1}
    begin(g, Operation())
    play(g, Observe(fo), AimAt(b))
    (request,) = g.requests.values()
    assert (request.hex, request.battery, request.smoke) == (b, "br_25pdr-1", False)
    assert state_of(g, fo) == "fresh" and g.pieces[fo].no_move
    assert Move(fo) not in offered(g) and refusing_rule(g, Move(fo)) == "PB-11.2.2" and not g.he
    assert Marker("british artillery request", b, "HE") in view(g, "british").markers
    assert Marker("british artillery request", b, "?") in view(g, "german").markers
    for side, known in (("british", "HE"), ("german", "?")):
        called = next(track.value for track in view(g, side).tracks if track.title == "Artillery called on")
        assert called == f"{b} British {known}"
    assert "br_25pdr-1" not in batteries(g, "british") and "br_25pdr-2" in batteries(g, "british")


@pytest.mark.rule("PB-11.1.3", "PB-11.1.4", "PB-11.0.1", "PB-7.1.13")
def test_where_a_mission_may_be_aimed() -> None:
    g = field()
    fo, mortar, b = observed(g, "br_3in_mortar")
    observer, gun = g.pieces[fo], g.pieces[mortar]
    assert why_not_aim(g, observer, (gun,), b) is None
    empty = next(h for h in GRID.neighbours[b] if why_not_aim(g, observer, (gun,), h) is None)
    assert not g.here(empty)
    far = next(h for h in GRID.hexes if GRID.distance(h, gun.place) == 12)
    assert rule(why_not_aim(g, observer, (gun,), far)) == "PB-11.1.4"
    alone = field()
    fo, mortar = put(alone, "br_rifle", "2420"), put(alone, "br_3in_mortar", "2420")
    operation(alone, "british", "2420", 1)
    begin(alone, Operation())
    assert GAME.mind.judge(alone, "british", Observe(fo)) < 0, "a sensible player does not waste his shells"
    play(alone, Observe(fo), CallGun(mortar), AimAt("2520"), dice=[3, 3])  # no enemy in sight
    blind = field()
    watcher = blind.pieces[put(blind, "br_rifle", "2417")]
    assert rule(why_not_aim(blind, watcher, (), "2419")) == "PB-11.1.3"
    assert rule(why_not_gun(g, g.pieces[put(g, "br_6pdr", "2420")])) == "PB-11.0.1"


@pytest.mark.rule("PB-11.1.5", "PB-11.2.1", "PB-11.2.3", "PB-11.2.5", "PB-11.2.7")
def test_who_may_observe() -> None:
    def refusal(kind: str, **values: object) -> str:
        g = field()
        a, b = pair(4)
        unit = put(g, kind, a, **values)
        put(g, "ge_gren", b)
        operation(g, "british", a, 0)
        return rule(why_not_observe(g, g.pieces[unit]))

    assert refusal("br_rifle") == "" and refusal("br_engineer") == ""
    assert refusal("br_sherman") == "PB-11.2.1"
    assert refusal("br_rifle", spent=True) == "PB-11.2.3" and refusal("br_rifle", disrupted=True) == "PB-11.1.5"
    assert refusal("br_rifle", no_move=True) == "PB-11.2.7"
    g = field()
    gun = put(g, "br_25pdr", "2420", spent=True)
    assert rule(why_not_gun(g, g.pieces[gun])) == "PB-11.1.5"


@pytest.mark.rule("PB-11.1.6", "PB-11.3.14", "PB-11.4.3", "PB-11.3.1", "PB-11.3.7")
def test_a_mortar_with_an_observer_fires_at_once() -> None:
    g = field()
    fo, mortar, b = observed(g, "br_3in_mortar")
    begin(g, RequestFire(fo, (mortar,)))
    play(g, AimAt(b), dice=[3, 3, 6, 6])
    assert state_of(g, mortar) == "spent" and g.requests == {} and b in g.he


@pytest.mark.rule("PB-11.0.2")
def test_e54_a_battery_observes_for_itself() -> None:
    g = field()
    a, b = pair(12)
    gun = put(g, "ge_lefh", a)
    put(g, "br_rifle", b)
    operation(g, "german", a, 0)
    begin(g, Operation())
    play(g, Observe(gun), AimAt(b))
    assert state_of(g, gun) == "spent" and not g.pieces[gun].no_move
    assert [r.fo for r in g.requests.values()] == [gun]


@pytest.mark.rule("PB-11.0.2", "PB-11.4.3")
def test_a_mortar_that_observes_for_itself_waits_like_any_gun() -> None:
    g = field()
    a, b = pair(6)
    mortar = put(g, "br_3in_mortar", a)
    put(g, "ge_gren", b)
    operation(g, "british", a, 0)
    begin(g, Operation())
    play(g, Observe(mortar), AimAt(b))
    assert [r.fo for r in g.requests.values()] == [mortar] and not g.he


@pytest.mark.rule("PB-11.5.1", "PB-11.5.2")
def test_pre_registered_hexes_fire_at_once() -> None:
    g = field()
    fo, _, b = observed(g)
    g.registered = {**g.registered, "british": (b,)}
    begin(g, RequestFire(fo, battery="br_25pdr-1"))
    assert not g.revealed
    play(g, AimAt(b), dice=[3, 3, 6, 6])
    assert g.requests == {} and b in g.he and g.revealed, "the enemy has learnt of the hex"
    assert {name for name, s in SITUATIONS.items() if any(w.pre_registered for w in s.works.values())} == {
        "chateau-de-fontaine", "cornwall-wood", "jupiter"
    }  # fmt: skip
    hidden = field()
    hidden.registered = {**hidden.registered, "british": (b,)}
    assert not any(m.kind == "pre-registered" for m in view(hidden, "german").markers)


@pytest.mark.rule("PB-11.3.2", "PB-11.3.15", "PB-11.3.16")
def test_the_scatter_chart() -> None:
    assert [scatter_distance(n, 0) for n in (7, 8, 9, 10, 11)] == [0, 1, 1, 2, 2]
    assert scatter_distance(11, 1) == 3 and scatter_distance(2, 9) == 0 and scatter_distance(12, -9) == 3


@pytest.mark.rule("PB-11.3.19", "PB-11.2.6")
def test_scatter_modifiers() -> None:
    g = field()
    fo, _, b = observed(g)
    request = Request("british", b, False, fo, (), "br_25pdr-1")
    assert net(scatter_modifiers(g, request)) == 1 - 1  # off board, a Spotted enemy
    g.change("g2", unspotted=True)
    assert net(scatter_modifiers(g, request)) == 1
    g.registered = {**g.registered, "british": (b,)}
    assert net(scatter_modifiers(g, request)) == -1
    g.change(fo, disrupted=True)
    assert net(scatter_modifiers(g, request)) == 0
    g.drop(fo)
    assert net(scatter_modifiers(g, request)) == 0
    nebel = Request("german", "2420", False, put(g, "ge_gren", "2320"), (), "ge_nebel-1")
    assert net(scatter_modifiers(g, nebel)) == 1 + 2
    plane = put(g, "br_auster", "air-2420")
    assert net(scatter_modifiers(g, Request("british", "2520", False, plane, (), "br_25pdr-1"))) == 2
    far = msgspec.structs.replace(nebel, hex="3520")
    assert net(scatter_modifiers(g, far)) == 4


@pytest.mark.rule("PB-6.1.2", "PB-11.3.19")
def test_spotting_is_judged_before_the_accuracy_roll() -> None:
    g = field()
    fo, _, b = observed(g)
    target = g.of("german", b)[0].id
    g.change(target, unspotted=True)
    g.requests = {**g.requests, "0": Request("british", b, False, fo, (), "br_25pdr-1")}
    begin(g, Barrage("0"), dice=[3, 4, 6, 6])  # seven, one more for the battery, one less for a Spotted enemy
    assert b in g.he and not g.pieces[target].unspotted


@pytest.mark.rule("PB-11.3.18")
def test_fire_goes_astray_and_hits_whoever_is_there() -> None:
    g = field()
    friend = put(g, "br_rifle", "2419")
    g.requests = {**g.requests, "0": Request("british", "2420", False, put(g, "br_rifle", "2320"), (), "br_25pdr-1")}
    begin(g, Barrage("0"), dice=[4, 4, 1, 3, 3])  # one hex north
    assert state_of(g, friend) != "fresh" and "2419" in g.he and "2420" not in g.he
    g.requests = {**g.requests, "1": Request("british", "2401", False, "b2", (), "br_25pdr-1")}
    begin(g, Barrage("1"), dice=[6, 6, 1])
    assert "2401" not in g.he


@pytest.mark.rule("PB-11.3.3", "PB-11.3.5", "PB-11.3.6")
def test_e37_one_mortar_three_units() -> None:
    g = field()
    mortar = put(g, "br_3in_mortar", "2320")
    one, two, tank = (put(g, k, "2420") for k in ("ge_ss_gren", "ge_ss_gren", "ge_pz4"))
    g.requests = {**g.requests, "0": Request("british", "2420", False, put(g, "br_rifle", "2320"), (mortar,))}
    begin(g, Barrage("0"), dice=[3, 3, 1, 1, 6, 6, 6, 6])
    assert g.pieces[one].steps == 1 and state_of(g, two) == "fresh" and state_of(g, tank) == "fresh"
    soft = Attack("indirect", "2420", (Part("AP", (mortar,), (two,)),))
    hard = Attack("indirect", "2420", (Part("AT", (mortar,), (tank,)),))
    assert FIRE_TABLE[column(g, soft, soft.parts[0]) or 0].odds == "2:3"
    assert FIRE_TABLE[column(g, hard, hard.parts[0]) or 0].differential == (-3, -3)


@pytest.mark.rule("PB-11.3.4")
def test_later_shells_find_disrupted_units() -> None:
    g = field()
    unit = put(g, "ge_ss_gren", "2420")
    begin(g, Shell("2420", (unit,), (), battery_strength("br_25pdr-1")), dice=[3, 4])
    assert state_of(g, unit) == "spent/disrupted" and g.pieces[unit].steps == 2
    begin(g, Shell("2420", (unit,), (), battery_strength("br_25pdr-2")), dice=[3, 3])
    assert g.pieces[unit].steps == 1


def shelled_once() -> tuple[PanzerBlitz, str, tuple[Observe, CallGun]]:
    """A mortar has shelled the enemy in a hex, and there are another observer and another mortar beside it."""
    g = field()
    fo, first, b = observed(g, "br_3in_mortar")
    here = g.pieces[fo].place
    second = Observe(put(g, "br_rifle", here)), CallGun(put(g, "br_3in_mortar", here))
    operate(g, "british", here)
    play(g, Observe(fo), CallGun(first), AimAt(b), dice=[3, 3, 2, 2])
    return g, b, second


@pytest.mark.rule("PB-7.1.6")
def test_shells_strike_a_unit_once_in_an_operation() -> None:
    g, b, second = shelled_once()
    target = g.of("german", b)[0]
    assert state_of(g, target.id) == "spent/disrupted"
    late = put(g, "ge_gren", b)
    play(g, *second, AimAt(b), dice=[3, 3, 2, 2])
    assert g.pieces[target.id].steps == target.steps and state_of(g, late) == "spent/disrupted"


@pytest.mark.rule("PB-7.1.6", "PB-11.1.2")
def test_where_shells_on_every_enemy_would_be_wasted_any_other_hex_is_offered() -> None:
    g, b, second = shelled_once()
    play(g, *second)
    aimed = [deed for deed in offered(g) if isinstance(deed, AimAt)]
    assert AimAt(b) not in aimed and refusing_rule(g, AimAt(b)) == "PB-7.1.6"
    assert AimAt(pair(4)[0]) in aimed


@pytest.mark.rule("PB-15.5.4", "PB-15.5.14")
def test_shells_and_bombs_strike_a_fortification_as_a_whole_and_an_empty_one_too() -> None:
    g = field()
    g.forts = {**g.forts, "2520": "strongpoint"}
    inside = [put(g, "br_rifle", "2520", inside="fort") for _ in range(2)]
    begin(g, AirAttack(put(g, "ge_fw190f", "air-2420", target="2520")), dice=[2, 2])
    assert {state_of(g, i) for i in inside} == {"spent/disrupted"}
    g = field()
    g.forts = {**g.forts, "2520": "bunker"}
    g.requests = {**g.requests, "0": Request("british", "2520", False, put(g, "br_rifle", "2320"), (), "br_25pdr-1")}
    begin(g, Barrage("0"), dice=[3, 3, 1, 1])
    assert g.forts == {}


@pytest.mark.rule("PB-11.3.17")
def test_modifiers_of_indirect_fire() -> None:
    g = field()
    gun = put(g, "br_25pdr", "2220")
    target = put(g, "ge_gren", WOODS, disrupted=True, inside="ip")
    g.ips = {**g.ips, WOODS: True}
    g.wrecks = {**g.wrecks, WOODS: 1}
    g.smoke = {**g.smoke, WOODS: 1}
    g.he = {**g.he, "2220": True}
    attack = Attack("indirect", WOODS, (Part("AP", (gun,), (target,)),))
    cites = sorted((m.cite, m.value) for m in modifiers(g, attack, attack.parts[0]))
    assert cites == [("PB-14.4.8", -1), ("PB-15.1.5", 1), ("PB-15.4.9", 1), ("PB-7.6.7", -1)]
    g.smoke = {**g.smoke, "2220": 1}
    assert ("PB-12.2.8", 2) in [(m.cite, m.value) for m in modifiers(g, attack, attack.parts[0])]
    tank = put(g, "ge_pz4", "2420", hull_down=True)
    g.smoke = {}
    down = Attack("indirect", "2420", (Part("AT", (gun,), (tank,)),))
    assert modifiers(g, down, down.parts[0]) == []


@pytest.mark.rule("PB-11.3.8", "PB-11.3.9", "PB-11.3.12", "PB-11.3.11")
def test_guns_combine_when_adjacent_and_batteries_never() -> None:
    g = field()
    a, b, c = (g.pieces[put(g, "br_25pdr", h)] for h in ("2420", "2520", "2720"))
    assert may_combine((a,), b) and not may_combine((a, b), c)
    attack = Attack("indirect", "2220", (Part("AP", (a.id, b.id), (put(g, "ge_gren", "2220"),)),))
    assert strength(g, attack, attack.parts[0]) == 20
    at = Attack("indirect", "2220", (Part("AT", (a.id, b.id), ()),))
    assert strength(g, at, at.parts[0]) == 5
    fo = put(g, "br_rifle", "2420")
    put(g, "ge_gren", "2320")
    operation(g, "british", "2420", 0)
    begin(g, RequestFire(fo, battery="br_25pdr-1"))
    assert refusing_rule(g, AddGun(a.id)) == "PB-11.3.9"
    begin(g, RequestFire(fo, (a.id,)))
    assert [refusing_rule(g, AddGun(i)) for i in (a.id, b.id, "nobody")] == ["GR-1", "PB-3.1.9", "PB-3.1.9"]
    g.requests = {**g.requests, "0": Request("british", "2220", False, fo, (a.id, b.id))}
    disrupt(g, a.id)
    assert g.requests["0"].firers == (b.id,)
    lose_step(g, b.id)
    assert g.requests == {}


@pytest.mark.rule("PB-11.3.11", "PB-11.2.6")
def test_e38_cancellation() -> None:
    g = field()
    gun, fo = put(g, "ge_lefh", "2420"), put(g, "ge_gren", "2520")
    g.requests = {**g.requests, "0": Request("german", "2620", False, fo, (gun,))}
    g.drop(fo)
    assert "0" in g.requests
    disrupt(g, gun)
    assert g.requests == {}


@pytest.mark.rule("PB-11.3.10")
def test_the_owner_may_cancel_before_any_roll() -> None:
    g = field()
    g.requests = {**g.requests, "0": Request("british", "2420", False, "b1", (), "br_25pdr-1")}
    begin(g, CancelRequests("british"))
    assert set(offered(g)) == {Press(RESOLVE), Cancel("0")}
    play(g, Cancel("0"))
    assert g.requests == {} and not g.steps


@pytest.mark.rule("PB-3.1.28")
def test_both_sides_fire_even_if_the_first_destroys_the_second() -> None:
    g = field()
    gun = put(g, "ge_lefh", "2420", steps=1)
    british, german = put(g, "br_rifle", "2220"), put(g, "ge_gren", "2320")
    g.requests = {**g.requests, "0": Request("german", "2720", False, german, (gun,))}
    g.requests = {**g.requests, "1": Request("british", "2420", False, british, (), "br_25pdr-1")}
    victim = put(g, "br_rifle", "2720")
    begin(g, ResolveRequests(("british", "german")), dice=[1, 1, 1, 1, 3, 3, 2, 2])
    assert gun not in g.pieces and g.he == {"2420": True, "2720": True}
    assert state_of(g, victim) == "spent/disrupted" and not g.firing


@pytest.mark.rule("PB-3.1.28", "PB-11.3.19")
def test_an_observer_hit_in_the_same_segment_has_observed_well() -> None:
    for first, second, dice in (
        ("british", "german", [1, 1, 1, 1, 3, 4, 6, 6]),
        ("british", "british", [1, 1, 1, 1, 3, 4, 3]),
        ("german", "german", [1, 1, 1, 1, 3, 4, 3]),
    ):
        g = field()
        fo, watcher = (
            put(g, "ge_gren" if s == "german" else "br_rifle", h) for s, h in ((second, "2420"), (first, "2220"))
        )
        target = put(g, "br_rifle" if second == "german" else "ge_gren", "2720")
        g.requests = {**g.requests, "0": Request(first, "2420", False, watcher, (), "br_25pdr-1")}
        g.requests = {**g.requests, "1": Request(second, "2720", False, fo, (), "br_25pdr-2")}
        begin(g, ResolveRequests(("british", "german")), dice=dice)
        assert ("2720" in g.he) == (first != second), "the shells of its own side do count"
        assert state_of(g, target) == "fresh"


@pytest.mark.rule("PB-3.1.28", "PB-11.3.11", "PB-11.3.18")
def test_ones_own_stray_shells_cancel_ones_own_requests() -> None:
    g = field()
    gun, fo = put(g, "br_25pdr", "2419"), put(g, "br_rifle", "2220")
    g.requests = {**g.requests, "0": Request("british", "2420", False, fo, (), "br_25pdr-1")}
    g.requests = {**g.requests, "1": Request("british", "2720", False, fo, (gun,))}
    begin(g, ResolveRequests(("german", "british")), dice=[4, 4, 1, 3, 3])  # one hex north
    assert state_of(g, gun) == "spent/disrupted" and g.he == {"2419": True} and not g.requests


# ------------------------------------------------------------------ one clause after the other


@pytest.mark.rule("PB-11.0.1", "PB-11.1.4", "PB-11.3.1")
def test_a_mortar_behind_a_wood_fires_where_its_observer_sees_and_may_miss() -> None:
    g = field()
    mortar, fo = put(g, "br_3in_mortar", "2417"), put(g, "br_rifle", "2419")
    target = put(g, "ge_gren", "2420")
    assert not sees(g, "2417", "2420")
    operate(g, "british", "2418", 1)
    play(g, Observe(fo), CallGun(mortar), AimAt("2420"), dice=[4, 5, 4])  # nine: one hex south
    assert state_of(g, target) == "fresh" and g.he == {"2421": True}


@pytest.mark.rule("PB-11.1.4", "PB-11.3.8")
def test_every_gun_of_a_combined_mission_has_the_range() -> None:
    g = field()
    fo, near, far = put(g, "br_rifle", "2420"), put(g, "br_3in_mortar", "2420"), put(g, "br_3in_mortar", "2419")
    reach = g.pieces[far].face.range
    h = next(h for h in GRID.hexes if GRID.distance(h, "2420") == reach < GRID.distance(h, "2419"))
    assert why_not_aim(g, g.pieces[fo], (g.pieces[near],), h) is None or not sees(g, "2420", h)
    assert rule(why_not_aim(g, g.pieces[fo], (g.pieces[near], g.pieces[far]), h)) == "PB-11.1.4"


@pytest.mark.rule("PB-11.0.2", "PB-11.1.5")
def test_a_gun_observes_for_nobody_but_itself_and_a_disrupted_one_not_at_all() -> None:
    g = field()
    a, b = pair(6)
    first, second = put(g, "br_25pdr", a), put(g, "br_25pdr", a)
    put(g, "ge_gren", b)
    assert rule(why_not_gun(g, g.pieces[put(g, "br_25pdr", a, disrupted=True)])) == "PB-11.1.5"
    operate(g, "british", a)
    play(g, Observe(second), AimAt(b))
    assert [r.firers for r in g.requests.values()] == [(second,)] and state_of(g, first) == "fresh"


@pytest.mark.rule("PB-11.2.4", "PB-11.2.5", "PB-11.2.7", "PB-3.1.12")
def test_who_has_observed_stays_hidden_observes_no_more_and_still_fires_in_the_same_operation() -> None:
    g = field()
    fo, _, b = observed(g, distance=2)
    g.change(fo, unspotted=True)
    begin(g, Operation())
    play(g, Observe(fo), AimAt(b))
    assert g.pieces[fo].unspotted and refusing_rule(g, Observe(fo)) == "PB-11.2.7" and Fire(b) in offered(g)
    play(g, Fire(b), dice=[6, 6])
    assert state_of(g, fo) == "spent" and len(g.requests) == 1


@pytest.mark.rule("PB-11.2.2")
def test_the_no_move_marker_goes_at_the_end_of_the_turn_whether_its_bearer_fired_or_not() -> None:
    g = field()
    idle, fired = put(g, "br_rifle", "2420", no_move=True), put(g, "br_rifle", "2420", no_move=True, spent=True)
    begin(g, EndOfTurn())
    assert not g.pieces[idle].no_move and not g.pieces[fired].no_move and state_of(g, fired) == "fresh"


@pytest.mark.rule("PB-11.2.6", "PB-11.1.7")
def test_a_battery_fires_though_its_observer_is_hit_and_whoever_else_is() -> None:
    for lost in (True, False):
        g = field()
        fo, bystander, target = put(g, "br_rifle", "2320"), put(g, "br_25pdr", "2220"), put(g, "ge_gren", "2420")
        g.requests = {**g.requests, "0": Request("british", "2420", False, fo, (), "br_25pdr-1")}
        disrupt(g, bystander)
        (eliminate if lost else disrupt)(g, fo)
        begin(g, ResolveRequests(("british", "german")), dice=[2, 3, 3, 3])
        assert g.he == {"2420": True} and state_of(g, target) != "fresh"
