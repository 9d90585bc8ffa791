"""11.0, 12.0 Artillery: what is called for, how it falls, and smoke."""

from __future__ import annotations

import pytest

from grognard.engine import Press, To, net
from grognard.games.panzer_blitz import GAME
from grognard.games.panzer_blitz.rules.artillery_requests import (
    AddGun,
    AimAt,
    CallBattery,
    CallGun,
    FireShells,
    FireSmoke,
    Observe,
    RequestFire,
    shelled_before,
    why_not_again,
    why_not_smoke,
)
from grognard.games.panzer_blitz.rules.close_assault import why_not_cat
from grognard.games.panzer_blitz.rules.combat_results import shell_targets
from grognard.games.panzer_blitz.rules.data import GRID
from grognard.games.panzer_blitz.rules.fire_table import Attack, Part, modifiers
from grognard.games.panzer_blitz.rules.indirect_fire import (
    RESOLVE,
    Barrage,
    Shell,
    all_aims,
    battery_strength,
    may_combine,
    place_smoke,
    scatter_modifiers,
    why_not_aim,
    why_not_gun,
)
from grognard.games.panzer_blitz.rules.movement import why_not_move
from grognard.games.panzer_blitz.rules.sequence import Administration, clear_smoke
from grognard.games.panzer_blitz.rules.setup import Register, set_up_steps
from grognard.games.panzer_blitz.rules.state import Request
from grognard.testing import begin, offered, play, refusing_rule

from .helpers import SWAMP, field, observed, operate, operation, pair, put, refusal, rule, state_of


@pytest.mark.rule("PB-12.0.1", "PB-12.1.1", "PB-SIT.5")
def test_who_may_fire_smoke() -> None:
    g = field()
    smoky, plain = g.pieces[put(g, "br_3in_mortar", "2420")], g.pieces[put(g, "ge_12cm_mortar", "2520")]
    assert why_not_smoke(g, "british", (smoky,), "") is None
    assert rule(why_not_smoke(g, "german", (plain,), "")) == "PB-12.0.1"
    assert rule(why_not_smoke(g, "british", (), "br_25pdr-1")) == "PB-SIT.5"
    g.smoke_left = {**g.smoke_left, "british": 1}
    assert why_not_smoke(g, "british", (), "br_25pdr-1") is None
    fo, _, b = observed(g)
    victim = put(g, "ge_gren", b)
    begin(g, RequestFire(fo, battery="br_25pdr-1"))
    play(g, FireSmoke(), AimAt(b))
    assert g.smoke_left["british"] == 0 and rule(why_not_smoke(g, "british", (), "br_25pdr-2")) == "PB-SIT.5"
    begin(g, Barrage("0"), dice=[2, 3])
    assert g.smoke == {b: 1} and state_of(g, victim) == "fresh" and not g.he


@pytest.mark.rule("PB-12.2.1", "PB-12.2.2", "PB-3.1.26")
def test_e39_smoke_timing() -> None:
    g = field()
    place_smoke(g, "2420", scattered=False)
    place_smoke(g, "2520", scattered=True)
    assert g.smoke == {"2420": 1, "2520": 2}
    clear_smoke(g)
    assert g.smoke == {"2420": 2}
    clear_smoke(g)
    assert g.smoke == {}


@pytest.mark.rule("PB-12.2.4")
def test_no_smoke_on_swamp() -> None:
    g = field()
    place_smoke(g, SWAMP, scattered=False)
    assert g.smoke == {}


@pytest.mark.rule("PB-3.1.25", "PB-3.1.27", "PB-3.1.32", "PB-3.1.26", "PB-11.3.7", "PB-11.3.10", "PB-12.2.2")
def test_e40_artillery_in_the_administration_segment() -> None:
    g = field()
    g.last_owner = "british"
    fo, hit, old = (
        put(g, "br_rifle", "2220"),
        put(g, "ge_gren", "2420"),
        put(g, "ge_gren", "2620", spent=True, disrupted=True),
    )
    g.he = {**g.he, "2320": True}
    g.smoke = {**g.smoke, "2320": 2}
    g.requests = {**g.requests, "0": Request("british", "2420", False, fo, (), "br_25pdr-1")}
    begin(g, Administration(), dice=[3, 3, 3, 3])
    play(g, Press(RESOLVE))
    assert state_of(g, old) == "disrupted" and state_of(g, hit) == "spent/disrupted"
    assert g.he == {"2420": True} and g.smoke == {}


@pytest.mark.rule("PB-11.2.2")
def test_an_observer_may_fire_but_not_move_or_assault() -> None:
    from grognard.games.panzer_blitz.rules.direct_fire import why_not_fire

    g = field()
    fo = g.pieces[put(g, "br_rifle", "2420", no_move=True)]
    put(g, "ge_gren", "2520")
    assert why_not_fire(g, fo, "2520", "AP") is None
    assert rule(why_not_move(g, fo)) == rule(why_not_cat(g, fo, "2520")) == "PB-11.2.2"


@pytest.mark.rule("PB-7.1.6", "PB-11.4.3")
def test_a_second_mortar_is_not_wasted_on_who_was_shelled_already() -> None:
    g = field()
    fo, first, b = observed(g, "br_3in_mortar")
    a = g.pieces[fo].place
    second_fo, second = put(g, "br_rifle", a), put(g, "br_3in_mortar", a)
    operate(g, "british", a)
    play(g, Observe(fo), CallGun(first), AimAt(b), dice=[3, 3, 6, 6])
    play(g, Observe(second_fo), CallGun(second))
    assert refusing_rule(g, AimAt(b)) == "PB-7.1.6" and AimAt(b) not in offered(g)
    empty = next(h for h in GRID.neighbours[b] if h not in g.at)
    assert AimAt(empty) in g.asks[0].actions, "an empty hex may be shelled"
    play(g, FireSmoke())
    assert AimAt(b) in offered(g), "and smoke may be laid"
    play(g, FireShells())
    late = put(g, "ge_gren", b)
    begin(g, RequestFire(second_fo, (second,)))
    found = g.steps[-1].preview(g, AimAt(b))
    assert found is not None and "Shelled before: Grenadier platoon (Heer)" in [m.text for m in found.modifiers]
    play(g, AimAt(b), dice=[3, 3, 2, 2])
    assert state_of(g, late) != "fresh"
    assert any("has been shelled before in this operation" in str(e) for e in g.events or ())


@pytest.mark.rule("PB-7.1.6", "PB-6.2.1")
def test_what_hides_there_may_not_have_been_shelled() -> None:
    g = field()
    fo, mortar, b = observed(g, "br_3in_mortar")
    target = g.of("german", b)[0].id
    g.attacked = {**g.attacked, f"indirect:{target}": True}
    assert rule(why_not_again(g, "british", b)) == "PB-7.1.6" and shelled_before(g, b) == [g.pieces[target]]
    put(g, "ge_gren", b, unspotted=True)
    assert why_not_again(g, "british", b) is None
    g.registered = {**g.registered, "british": ()}
    assert refusal(g, AimAt(b), RequestFire(fo, battery="br_25pdr-1")) == "", "a battery fires after the Operation"
    assert mortar in g.pieces


@pytest.mark.rule("PB-11.1.1", "PB-11.1.7")
def test_a_mission_is_one_click_on_a_hex_with_a_battery_that_can_be_changed() -> None:
    g = field()
    fo, mortar, b = observed(g, "br_3in_mortar")
    g.smoke_left = {**g.smoke_left, "british": 1}
    operate(g, "british", g.pieces[fo].place)
    play(g, Observe(fo))
    assert g.asks[0].prompt == "25-pdr battery 1, high explosive: aim at which hex?"
    assert {CallBattery("br_25pdr-2"), CallGun(mortar), FireSmoke()} <= set(offered(g))
    assert FireShells() not in offered(g) and CallBattery("br_25pdr-1") not in offered(g)
    play(g, FireSmoke(), CallBattery("br_25pdr-2"))
    assert g.asks[0].prompt == "25-pdr battery 2, smoke: aim at which hex?"
    g.smoke_left = {**g.smoke_left, "british": 0}
    play(g, CallBattery("br_25pdr-1"))
    assert "high explosive" in g.asks[0].prompt, "there is no smoke left"
    play(g, AimAt(b))
    assert [r.battery for r in g.requests.values()] == ["br_25pdr-1"] and GAME.face.describe(
        g, CallBattery("br_25pdr-2")
    )


@pytest.mark.rule("PB-11.3.8", "PB-11.3.9", "PB-11.1.4", "PB-11.1.5", "PB-11.2.1", "PB-3.1.9", "PB-3.1.10", "PB-4.3.33")
def test_every_reason_not_to_call_a_gun_or_a_battery() -> None:
    g = field()
    a, b = pair(4)
    fo, gun = put(g, "br_rifle", a), put(g, "br_25pdr", a)
    near, far = put(g, "br_25pdr", a), put(g, "br_3in_mortar", "4820")
    spent, rifle = put(g, "br_25pdr", a, spent=True), put(g, "br_rifle", a)
    put(g, "ge_gren", b)
    operation(g, "british", a, 60)
    by, alone = RequestFire(fo, (gun,)), RequestFire(gun, (gun,))
    battery = RequestFire(fo, battery="br_25pdr-1")
    assert refusal(g, AddGun(near), by) == refusal(g, CallGun(near), by) == ""
    assert refusal(g, AddGun(gun), by) == refusal(g, CallGun(gun), by) == "GR-1", "called already"
    assert refusal(g, CallGun("nobody"), by) == "PB-3.1.9"
    assert refusal(g, AddGun(near), battery) == "PB-11.3.9" and refusal(g, AddGun(near), alone) == "PB-11.2.1"
    assert refusal(g, CallGun(near), alone) == refusal(g, CallBattery("br_25pdr-1"), alone) == "PB-11.2.1"
    assert refusal(g, AddGun(far), by) == "PB-11.3.8" and refusal(g, CallGun(far), by) == "PB-11.1.4"
    assert refusal(g, CallGun(spent), by) == refusal(g, AddGun(spent), by) == "PB-3.1.9"
    assert rule(why_not_gun(g, g.pieces[spent])) == "PB-11.1.5" and rule(why_not_gun(g, g.pieces[rifle])) == "PB-11.0.1"
    assert refusal(g, CallBattery("br_25pdr-1"), battery) == "GR-1"
    assert refusal(g, CallBattery("no-1"), battery) == "PB-11.1.7"
    g.ip_work = {**g.ip_work, near: "build"}
    assert rule(why_not_gun(g, g.pieces[near])) == "PB-3.1.10"
    g.change(near, carrier="b9")
    assert rule(why_not_gun(g, g.pieces[near])) == "PB-4.3.33"


@pytest.mark.rule("PB-11.1.3", "PB-7.1.13")
def test_every_hex_in_sight_can_be_shelled_and_none_other() -> None:
    for smoke, broken in (({}, {}), ({"2519": 1}, {}), ({}, {"2211": True})):
        g = field("cornwall-wood")
        g.smoke, g.broken = dict(smoke), dict(broken)
        for kind, place in (("br_rifle", "2418"), ("br_rifle", "2518"), ("br_auster", "air-2419")):
            observer = g.pieces[put(g, kind, place)]
            expected = {h for h in g.area if why_not_aim(g, observer, (), h) is None}
            assert set(all_aims(g, observer, ())) == expected
            gun = g.pieces[put(g, "br_3in_mortar", "2618")]
            near = {h for h in expected if GRID.distance(h, "2618") <= gun.face.range}
            assert set(all_aims(g, observer, (gun,))) == near


@pytest.mark.rule("PB-7.3.4", "PB-11.3.3", "PB-7.3.3")
def test_shells_strike_riders_too_but_not_what_a_carrier_carries() -> None:
    g = field()
    panzer, track = put(g, "ge_pz4", "2420"), put(g, "ge_sdkfz251", "2420")
    riders, passengers = put(g, "ge_gren", "2420", carrier=panzer), put(g, "ge_gren", "2420", carrier=track)
    assert shell_targets(g, "2420") == [((panzer,), False), ((track,), False), ((riders,), False)]
    begin(g, Shell("2420", (riders,), (), battery_strength("br_25pdr-1")), dice=[5, 5])
    assert state_of(g, riders) == "spent/disrupted" and not g.pieces[riders].carrier
    assert state_of(g, panzer) == state_of(g, passengers) == "fresh"


# ------------------------------------------------------------------ one clause after the other


@pytest.mark.rule("PB-12.0.1", "PB-SIT.5")
def test_all_guns_of_a_smoke_mission_have_smoke_and_shells_use_none_of_the_allotment() -> None:
    g = field()
    smoky, plain = (g.pieces[put(g, kind, "2420")] for kind in ("ge_8cm_mortar", "ge_12cm_mortar"))
    assert rule(why_not_smoke(g, "german", (smoky, plain), "")) == "PB-12.0.1"
    fo, _, b = observed(g)
    g.smoke_left = {**g.smoke_left, "british": 1}
    begin(g, RequestFire(fo, battery="br_25pdr-1"))
    play(g, AimAt(b))
    assert g.smoke_left["british"] == 1


@pytest.mark.rule("PB-12.1.1", "PB-12.2.1")
def test_smoke_goes_astray_like_shells_and_is_thin_there() -> None:
    g = field()
    g.requests = {**g.requests, "0": Request("british", "2420", True, put(g, "br_rifle", "2320"), (), "br_25pdr-1")}
    begin(g, Barrage("0"), dice=[4, 4, 1])  # one hex north
    assert g.smoke == {"2419": 2} and not g.he


@pytest.mark.rule("PB-11.3.3", "PB-11.3.6")
def test_shells_strike_armor_with_their_at_value() -> None:
    g = field()
    mortar = put(g, "br_3in_mortar", "2320")
    put(g, "ge_pz4", "2420")
    g.requests = {**g.requests, "0": Request("british", "2420", False, put(g, "br_rifle", "2320"), (mortar,))}
    begin(g, Barrage("0"), dice=[3, 3, 6, 5])
    assert "AT 1 : 4" in "\n".join(str(e) for e in g.events or ())


@pytest.mark.rule("PB-11.3.8")
def test_two_guns_beside_a_third_but_not_beside_each_other_do_not_combine() -> None:
    g = field()
    a, b, c = (g.pieces[put(g, "br_25pdr", h)] for h in ("2420", "2520", "2620"))
    assert may_combine((b,), a) and may_combine((b,), c) and not may_combine((b, a), c)


@pytest.mark.rule("PB-3.1.28", "PB-11.3.10")
def test_the_owner_of_the_last_chit_fires_first_and_both_may_cancel_before_that() -> None:
    g = field()
    british, german = put(g, "br_rifle", "2220"), put(g, "ge_gren", "2620")
    g.requests = {**g.requests, "0": Request("british", "2420", False, british, (), "br_25pdr-1")}
    g.requests = {**g.requests, "1": Request("german", "2520", False, german, (), "ge_nebel-1")}
    g.last_owner = "german"
    begin(g, Administration())
    assert g.asks[0].side == "german" and not g.he
    play(g, Press(RESOLVE))
    assert g.asks[0].side == "british"
    play(g, Press(RESOLVE), dice=[1, 1, 1, 1])
    fallen = [str(e) for e in g.events or () if e.cite == "PB-11.3.2"]
    assert ["2520" in fallen[0], "2420" in fallen[1]] == [True, True]


@pytest.mark.rule("PB-11.3.17")
def test_indirect_fire_knows_no_range() -> None:
    g = field()
    gun, target = put(g, "br_25pdr", "2420"), put(g, "ge_gren", "3520")
    attack = Attack("indirect", "3520", (Part("AP", (gun,), (target,)),))
    assert modifiers(g, attack, attack.parts[0]) == []


@pytest.mark.rule("PB-11.3.18")
def test_fire_that_goes_out_of_the_play_area_is_lost() -> None:
    g = field("cornwall-wood")
    assert "2409" in GRID and "2409" not in g.area
    g.requests = {**g.requests, "0": Request("british", "2410", False, put(g, "br_rifle", "2412"), (), "br_25pdr-1")}
    begin(g, Barrage("0"), dice=[4, 4, 1])
    assert not g.he


@pytest.mark.rule("PB-11.3.19")
@pytest.mark.parametrize(("distance", "modifier"), [(10, 1), (11, 2)])
def test_an_observer_more_than_ten_hexes_away_sees_less(distance: int, modifier: int) -> None:
    g = field()
    h = next(h for h in GRID.hexes if GRID.distance(h, "2420") == distance)
    request = Request("british", h, False, put(g, "br_rifle", "2420"), (), "br_25pdr-1")
    assert net(scatter_modifiers(g, request)) == modifier


@pytest.mark.rule("PB-11.5.2")
def test_a_side_registers_as_many_hexes_as_its_situation_grants_and_each_once() -> None:
    g = field("cornwall-wood")
    steps = [step for step in set_up_steps(g, "british") if isinstance(step, Register)]
    assert len(steps) == 3 and not any(isinstance(step, Register) for step in set_up_steps(g, "german"))
    begin(g, *steps)
    play(g, To("2420"))
    assert To("2420") not in offered(g) and To("2520") in offered(g)
