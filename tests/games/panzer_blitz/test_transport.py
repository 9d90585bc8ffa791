"""4.3, 4.4 Transport, riders, amphibious vehicles."""

from __future__ import annotations

import pytest

from grognard.engine import Pick, Press, To
from grognard.games.panzer_blitz.rules.combat_results import Damage, Overstack, Strike
from grognard.games.panzer_blitz.rules.declared_fire import AwaitFire
from grognard.games.panzer_blitz.rules.direct_fire import why_not_fire
from grognard.games.panzer_blitz.rules.fire_table import Attack, Hit, Part, modifiers
from grognard.games.panzer_blitz.rules.movement import Go, Stop, why_not_move
from grognard.games.panzer_blitz.rules.movement_costs import Price, aquatic_left, land_left, pay, price, swim
from grognard.games.panzer_blitz.rules.operation import Operation
from grognard.games.panzer_blitz.rules.opportunity_fire import Opportunity
from grognard.games.panzer_blitz.rules.stacking import fits, points, total
from grognard.games.panzer_blitz.rules.targets import choices, is_rider
from grognard.games.panzer_blitz.rules.transport import (
    Load,
    Unload,
    load_points,
    why_not_carry,
    why_not_load,
    why_not_unload,
)
from grognard.games.panzer_blitz.rules.unit_moves import Move, MoveUnit
from grognard.testing import begin, offered, play, refusing_rule

from .helpers import TOWN, field, operation, pair, put, rule, state_of


def carried(kind: str, carrier: str, **values: object) -> str:
    """The rule by which a carrier cannot take a unit, or nothing."""
    g = field()
    lorry, unit = put(g, carrier, "2420"), put(g, kind, "2420", **values)
    return rule(why_not_load(g, g.pieces[lorry], g.pieces[unit]))


@pytest.mark.rule("PB-4.3.1", "PB-4.3.14", "PB-4.3.17", "PB-4.3.18", "PB-4.3.16")
def test_who_carries_whom() -> None:
    assert carried("br_rifle", "br_truck") == "" and carried("br_6pdr", "br_carrier") == ""
    assert carried("br_sherman", "br_truck") == "PB-4.3.1" and carried("br_rifle", "br_6pdr") == "PB-4.3.1"
    assert carried("br_25pdr", "br_carrier") == "PB-4.3.4" and carried("br_25pdr", "br_truck") == ""
    assert carried("br_rifle", "br_jeep") == "PB-4.3.4" and carried("br_recon", "br_jeep") == ""
    assert carried("ge_recon", "ge_motorcycle") == "" and carried("ge_gren", "ge_motorcycle") == "PB-4.3.4"


@pytest.mark.rule("PB-4.3.25")
def test_riders() -> None:
    assert carried("ge_gren", "ge_pz4") == carried("ge_gren", "ge_jgpz4") == carried("ge_gren", "ge_stug") == ""
    assert carried("br_rifle", "br_sherman") == "PB-4.3.25"
    assert carried("ge_pak40", "ge_pz4") == "PB-4.3.25"
    assert carried("ge_gren", "ge_sdkfz234") == "PB-4.3.25" and carried("ge_gren", "ge_spflak") == "PB-4.3.25"
    assert carried("us_rifle", "us_sherman") == "" and carried("ru_rifle", "ru_t3476") == ""


@pytest.mark.rule("PB-4.3.2", "PB-4.3.3", "PB-2.3.26")
def test_e11_truck_capacity() -> None:
    g = field()
    truck, other = put(g, "br_truck", "2420"), put(g, "br_truck", "2420")
    gun, rifle = put(g, "br_6pdr", "2420", steps=1), put(g, "br_rifle", "2420", steps=1)
    for unit in (gun, rifle):
        assert why_not_load(g, g.pieces[truck], g.pieces[unit]) is None
        g.change(unit, carrier=truck)
    assert rule(why_not_load(g, g.pieces[truck], g.pieces[put(g, "br_rifle", "2420")])) == "PB-4.3.2"
    assert rule(why_not_load(g, g.pieces[other], g.pieces[gun])) == "PB-4.3.3"
    g.change(other, steps=1)
    assert rule(why_not_carry(g, g.pieces[other], g.pieces[put(g, "br_rifle", "2420")])) == "PB-4.3.2"


@pytest.mark.rule("PB-2.3.25")
def test_a_loaded_carrier_counts_its_own_points() -> None:
    g = field()
    truck = put(g, "br_truck", "2420")
    rifle = put(g, "br_rifle", "2420", carrier=truck)
    assert total(g, "2420", g.here("2420")) == 2 and points(g, g.pieces[rifle], "2420") == 0


@pytest.mark.rule("PB-4.3.8", "PB-1.2.3", "PB-4.3.10")
def test_e12_load_costs() -> None:
    g = field()
    truck, tank = g.pieces[put(g, "br_truck", "2420")], g.pieces[put(g, "ge_panther", "2420")]
    assert load_points(truck, g.pieces[put(g, "br_6pdr", "2420")]) == 14
    assert load_points(truck, g.pieces[put(g, "br_25pdr", "2420")]) == 28
    assert load_points(tank, g.pieces[put(g, "ge_gren", "2420")]) == 8  # half of 9 is 4
    assert 2 * load_points(truck, g.pieces["b3"]) == 28  # type: ignore[operator]


@pytest.mark.rule("PB-4.3.8", "PB-4.3.10")
def test_e12_the_dearest_passenger_sets_the_payment() -> None:
    g = field()
    truck, rifle = put(g, "br_truck", "2420"), put(g, "br_rifle", "2420", steps=1)
    heavy = put(g, "br_42in_mortar", "2420", steps=1)
    operation(g, "british", "2420", 0)
    begin(g, MoveUnit(truck, "2420"))
    play(g, Load(rifle))
    assert g.moved[truck] == 14
    play(g, Load(heavy))
    assert g.moved[truck] == 28 and not any(isinstance(a, Go) for a in offered(g))
    g = field()
    truck, rifle = put(g, "br_truck", "2420"), put(g, "br_rifle", "2520", steps=1)
    heavy = put(g, "br_42in_mortar", "2520", steps=1)
    operation(g, "british", "2420", 0)
    begin(g, MoveUnit(truck, "2420"))
    play(g, Go("2520"), Load(rifle))
    assert refusing_rule(g, Load(heavy)) == "PB-4.3.8"


@pytest.mark.rule("PB-4.3.4", "PB-4.3.12", "PB-4.3.13", "PB-4.3.14", "PB-4.3.15", "PB-4.3.16", "PB-4.3.17", "PB-4.3.18")
@pytest.mark.parametrize(
    ("carrier", "passenger", "part"),
    [
        ("br_truck", "br_rifle", 2), ("br_truck", "br_6pdr", 2), ("br_truck", "br_25pdr", 1),
        ("br_halftrack", "br_rifle", 2), ("br_halftrack", "br_6pdr", 2), ("br_halftrack", "br_17pdr", 2),
        ("ge_sdkfz251", "ge_88", 1), ("br_carrier", "br_rifle", 2), ("br_carrier", "br_6pdr", 2),
        ("br_carrier", "br_25pdr", 0), ("ge_wagon", "ge_gren", 1), ("ge_wagon", "ge_pak40", 1),
        ("ge_wagon", "ge_lefh", 1), ("ge_pz4", "ge_gren", 2), ("ge_pz4", "ge_pak40", 0),
        ("br_jeep", "br_recon", 2), ("br_jeep", "br_6pdr", 2), ("br_jeep", "br_25pdr", 0), ("br_jeep", "br_rifle", 0),
        ("ge_motorcycle", "ge_recon", 1), ("ge_motorcycle", "ge_gren", 0), ("ge_motorcycle", "ge_pak40", 0),
    ],
)  # fmt: skip
def test_what_each_carrier_pays_for_what_it_takes_aboard(carrier: str, passenger: str, part: int) -> None:
    g = field()
    vehicle, unit = put(g, carrier, "2420"), put(g, passenger, "2420")
    operation(g, g.pieces[vehicle].side, "2420", 0)
    begin(g, MoveUnit(vehicle, "2420"))
    if part:
        play(g, Load(unit))
        assert g.moved[vehicle] == 2 * (g.pieces[vehicle].face.ma // part)
    else:
        assert refusing_rule(g, Load(unit)) in ("PB-4.3.4", "PB-4.3.25")


@pytest.mark.rule("PB-4.3.10", "PB-4.3.8")
def test_loading_and_unloading_are_two_payments_and_so_is_loading_in_two_hexes() -> None:
    g = field()
    track = put(g, "br_halftrack", "2420")
    one, two = put(g, "br_rifle", "2420", steps=1), put(g, "br_rifle", "2420", steps=1)
    operation(g, "british", "2420", 0)
    begin(g, MoveUnit(track, "2420"))
    play(g, Load(one), Load(two))
    assert g.moved[track] == 10, "both at once for half of ten points"
    play(g, Unload(one))
    assert g.moved[track] == 20 and state_of(g, one) == "spent"
    g = field()
    track = put(g, "br_halftrack", "2420")
    one, later = put(g, "br_rifle", "2420", steps=1), put(g, "br_rifle", "2520", steps=1)
    operation(g, "british", "2420", 0)
    begin(g, MoveUnit(track, "2420"))
    play(g, Load(one), Go("2520"))
    assert refusing_rule(g, Load(later)) == "PB-4.3.8", "six points are spent, five more are too many"


@pytest.mark.rule("PB-4.3.5", "PB-4.3.6", "PB-4.3.9", "PB-4.3.11")
def test_move_load_move_and_unload() -> None:
    g = field()
    carrier, rifle = put(g, "br_carrier", "2420"), put(g, "br_rifle", "2520")
    operation(g, "british", "2420", 0)  # the rifles are not active
    begin(g, Operation())
    play(g, Move(carrier), Go("2520"), Load(rifle), Go("2620"), Stop())
    assert g.pieces[rifle].carrier == carrier and g.pieces[rifle].place == "2620"
    assert state_of(g, rifle) == state_of(g, carrier) == "spent"
    assert rule(why_not_move(g, g.pieces[rifle])) == "PB-4.1.2"


@pytest.mark.rule("PB-4.3.6", "PB-7.10.4")
def test_passengers_are_spent_when_their_carrier_stops_for_assault_fire() -> None:
    g = field()
    track = put(g, "br_halftrack", "2420")
    rifle = put(g, "br_rifle", "2420", carrier=track)
    operation(g, "british", "2420", 0)
    begin(g, Operation())
    play(g, Move(track), Go("2520"), AwaitFire())
    assert state_of(g, rifle) == "spent"


@pytest.mark.rule("PB-4.3.11", "PB-4.3.8")
def test_an_unloaded_passenger_is_spent() -> None:
    g = field()
    carrier = put(g, "br_carrier", "2420")
    rifle = put(g, "br_rifle", "2420", carrier=carrier)
    operation(g, "british", "2420", 0)
    begin(g, Operation())
    assert Move(rifle) not in offered(g)
    play(g, Move(carrier), Unload(rifle))
    assert state_of(g, rifle) == "spent" and not g.pieces[rifle].carrier and g.moved[carrier] == 10


@pytest.mark.rule("PB-4.3.7", "PB-4.3.30")
def test_marked_units_are_not_loaded() -> None:
    assert carried("br_rifle", "br_truck", spent=True) == "PB-4.3.7"
    assert carried("br_rifle", "br_truck", disrupted=True) == "PB-4.3.30"
    g = field()
    truck, rifle = put(g, "br_truck", "2420", disrupted=True), put(g, "br_rifle", "2420")
    assert rule(why_not_load(g, g.pieces[truck], g.pieces[rifle])) == "PB-4.3.30"


@pytest.mark.rule("PB-4.3.31")
def test_e17_nobody_unloads_into_a_full_hex() -> None:
    g = field()
    track = put(g, "br_halftrack", TOWN)
    rifle = put(g, "br_rifle", TOWN, carrier=track)
    assert why_not_unload(g, g.pieces[track], g.pieces[rifle]) is None  # 4 + 2
    put(g, "br_rifle", TOWN, steps=1)
    assert rule(why_not_unload(g, g.pieces[track], g.pieces[rifle])) == "PB-4.3.31"
    assert not fits(g, TOWN, g.pieces[put(g, "br_carrier", "2420")])


@pytest.mark.rule("PB-4.3.19")
def test_an_empty_jeep_stays_put() -> None:
    g = field()
    jeep = put(g, "br_jeep", "2420")
    operation(g, "british", "2420", 0)
    begin(g, MoveUnit(jeep, "2420"))
    assert Go("2520") not in offered(g)
    recon = put(g, "br_recon", "2420", carrier=jeep)
    begin(g, MoveUnit(jeep, "2420"))
    assert Go("2520") in offered(g) and is_rider(g, g.pieces[recon]) is False


@pytest.mark.rule("PB-4.3.20", "PB-4.3.21", "PB-4.3.24", "PB-7.3.3", "PB-10.1.4")
def test_passengers_share_the_fate_of_their_carrier() -> None:
    for result, steps in (("D", 2), ("1X", 1)):
        g = field()
        track = put(g, "br_halftrack", "2420")
        rifle = put(g, "br_rifle", "2420", carrier=track)
        assert [c.action for c in choices(g, "german", "2420")] == [Pick(track)]
        begin(g, Damage((Hit((track,), result),), "2420"))
        assert g.pieces[track].steps == g.pieces[rifle].steps == steps
        assert state_of(g, track) == state_of(g, rifle) == "spent/disrupted"
        assert not g.pieces[rifle].carrier


@pytest.mark.rule("PB-4.3.26", "PB-7.3.4", "PB-10.1.3")
def test_e15_riders_fired_at_separately() -> None:
    a, b = pair(3)
    g = field()
    tank, mg = put(g, "ge_pz4", b), put(g, "br_mg", a)
    riders = put(g, "ge_ss_gren", b, carrier=tank)
    operation(g, "german", b, 0)
    attack = Attack("opportunity", b, (Part("AP", (mg,), (riders,)),))
    assert modifiers(g, attack, attack.parts[0]) == []
    begin(g, Opportunity(tank))
    play(g, Press("fire"), dice=[3, 4])
    assert g.pieces[riders].steps == 1 and state_of(g, riders) == "spent/disrupted" and not g.pieces[riders].carrier
    assert state_of(g, tank) == "fresh" and state_of(g, mg) == "spent"


@pytest.mark.rule("PB-4.3.22", "PB-4.3.27", "PB-4.3.28", "PB-4.3.34")
def test_e16_tank_hit_with_riders_aboard() -> None:
    a, b = pair(5)
    g = field()
    tank, gun = put(g, "ge_pz4", b), put(g, "br_17pdr", a)
    riders = put(g, "ge_ss_gren", b, carrier=tank)
    for _ in range(2):
        put(g, "ge_pz4", b)
    attack = Attack("opportunity", b, (Part("AT", (gun,), (tank,)),))
    assert sorted(m.value for m in modifiers(g, attack, attack.parts[0])) == [1, 1]
    begin(g, Strike(attack), dice=[4, 4])
    assert state_of(g, tank) == state_of(g, riders) == "spent/disrupted"
    assert g.asks[0].side == "british" and offered(g) == [Pick(riders)]
    play(g, Pick(riders))
    goal = offered(g)[0]
    play(g, goal)
    assert isinstance(goal, To) and g.pieces[riders].place == goal.hex and g.pieces[riders].steps == 2


@pytest.mark.rule("PB-4.3.23", "PB-2.3.29", "PB-4.3.22", "PB-2.3.27")
def test_with_nowhere_to_go_the_owner_reduces() -> None:
    from grognard.games.panzer_blitz.rules.data import GRID

    g = field()
    units = [put(g, "br_rifle", "2420") for _ in range(4)]
    for h in GRID.neighbours["2420"]:
        put(g, "ge_gren", h)
    begin(g, Overstack("2420", (units[3],)))
    assert g.asks[0].side == "british"
    play(g, Pick(units[3]), Pick(units[3]))
    assert units[3] not in g.pieces and not g.steps


@pytest.mark.rule("PB-2.3.27", "PB-2.3.28")
def test_the_opponent_moves_units_out_of_an_overstacked_hex() -> None:
    g = field()
    fresh, shaken = put(g, "br_rifle", "2420"), put(g, "br_rifle", "2420", disrupted=True)
    for _ in range(2):
        put(g, "br_rifle", "2420")
    begin(g, Overstack("2420"))
    assert g.asks[0].side == "german"
    play(g, Pick(shaken), To("2520"))
    assert g.pieces[shaken].steps == 1 and state_of(g, shaken) == "spent/disrupted" and state_of(g, fresh) == "fresh"
    put(g, "br_rifle", "2420")
    begin(g, Overstack("2420"))
    play(g, Pick(fresh), To("2520"))
    assert g.pieces[fresh].steps == 2 and state_of(g, fresh) == "spent/disrupted"


@pytest.mark.rule("PB-2.3.27", "PB-4.3.22", "PB-2.3.28")
def test_who_has_to_get_out_of_a_carrier_that_was_pushed_into_a_full_hex_is_placed_beside_it() -> None:
    g = field()
    g.blocks = {**g.blocks, "2720": True}
    track = put(g, "br_halftrack", "2720")
    rifle = put(g, "br_rifle", "2720", carrier=track)
    put(g, "br_rifle", "2720"), put(g, "br_rifle", "2721"), put(g, "br_rifle", "2721")
    begin(g, Overstack("2720"))
    play(g, Pick(track), To("2721"))
    assert state_of(g, track) == state_of(g, rifle) == "spent/disrupted" and not g.pieces[rifle].carrier
    assert g.asks[0].side == "german" and offered(g) == [Pick(rifle)], "2721 holds six points without it"
    play(g, Pick(rifle), To("2821"))
    assert g.pieces[rifle].place == "2821" and g.pieces[rifle].steps == 2 and not g.steps


@pytest.mark.rule("PB-4.3.35")
def test_a_carrier_hit_alone_is_smaller_than_its_load_only_with_riders_off() -> None:
    g = field()
    tank = put(g, "ge_pz4", "2420")
    riders = put(g, "ge_ss_gren", "2420", carrier=tank)
    begin(g, Damage((Hit((riders,), "1X"),), "2420"))
    assert not g.pieces[riders].carrier and g.load(tank) == []
    assert sum(u.face.stacking for u in g.load(tank)) <= g.pieces[tank].face.stacking


@pytest.mark.rule("PB-4.3.32", "PB-7.8.7", "PB-7.8.11")
def test_unloading_draws_fire_at_carrier_or_passenger() -> None:
    a, b = pair(3)
    g = field()
    carrier = put(g, "br_carrier", b)
    rifle = put(g, "br_rifle", b, carrier=carrier)
    put(g, "ge_mg", a), put(g, "ge_pak40", a)
    operation(g, "british", b, 0)
    begin(g, MoveUnit(carrier, b))
    play(g, Unload(rifle))
    assert g.asks[0].side == "german"
    play(g, Press("fire"))
    assert set(offered(g)) == {Pick(carrier), Pick(rifle)}


@pytest.mark.rule("PB-4.3.33")
def test_transported_units_do_not_fire_but_their_carrier_does() -> None:
    g = field()
    track = put(g, "br_halftrack", "2420")
    rifle = put(g, "br_rifle", "2420", carrier=track)
    assert rule(why_not_fire(g, g.pieces[rifle], "2520", "AP")) == "PB-4.3.33"
    assert why_not_fire(g, g.pieces[track], "2520", "AP") is None


@pytest.mark.rule("PB-4.3.29", "PB-10.1.7")
def test_free_unloading_is_only_for_the_panzer_blitz_assault() -> None:
    from grognard.games.panzer_blitz.rules.panzer_blitz_assault import unload_for_blitz

    g = field()
    track = put(g, "ge_sdkfz251", "2420")
    gren = put(g, "ge_ss_gren", "2420", carrier=track)
    unload_for_blitz(g, g.pieces[track], "2520")
    assert not g.pieces[gren].carrier and g.moved == {} and g.cat == {gren: "2520"} and not g.steps


# ------------------------------------------------------------------ amphibious vehicles


@pytest.mark.rule("PB-4.4.4")
def test_e13_into_the_water() -> None:
    assert aquatic_left(10, 3, 3) == 2


@pytest.mark.rule("PB-4.4.5", "PB-4.4.3")
def test_e14_out_of_the_water() -> None:
    assert land_left(10, 3, 2) == 3
    g = field()
    buffalo = g.pieces[put(g, "br_buffalo", "4215")]
    assert swim(buffalo, 0, 4) == 2 * 4 + 4  # one of three aquatic points is four of ten, then twice the clear hex
    assert rule(swim(buffalo, 14, 4)) in ("PB-4.4.3", "PB-4.4.4")


@pytest.mark.rule("PB-4.4.2", "PB-4.4.6")
def test_water_costs_one_aquatic_point_for_those_who_swim() -> None:
    g = field()
    buffalo, tank = g.pieces[put(g, "br_buffalo", "4215")], g.pieces[put(g, "br_sherman", "4215")]
    found = price(g, buffalo, "4215", "4316")
    assert isinstance(found, Price) and pay(buffalo, 0, found) == 12
    assert rule(price(g, tank, "4215", "4316")) == "PB-14.6.6"
    assert why_not_move(g, buffalo) is None


@pytest.mark.rule("PB-15.4.13", "PB-15.5.12", "PB-4.3.5", "PB-4.3.3", "PB-4.3.30", "PB-4.3.7", "PB-17.0.2", "PB-11.2.2")
def test_every_reason_not_to_load() -> None:
    def refused(place: str = "2420", mark: str = "", kind: str = "br_rifle", **values: object) -> str:
        g = field()
        truck = put(g, "br_truck", "2420")
        passenger = put(g, kind, place, **values)
        if mark:
            getattr(g, mark)[passenger] = "2520"
        return rule(why_not_load(g, g.pieces[truck], g.pieces[passenger]))

    assert refused() == refused(kind="br_6pdr") == ""
    assert refused(inside="ip") == "PB-15.4.13" and refused(inside="fort") == "PB-15.5.12"
    assert refused("2520") == "PB-4.3.5" and refused(carrier="b9") == "PB-4.3.3"
    assert refused(disrupted=True) == "PB-4.3.30" and refused(spent=True) == "PB-4.3.7"
    assert refused(labor="bridge", kind="br_engineer") == "PB-17.0.2" and refused(no_move=True) == "PB-11.2.2"
    assert refused(mark="cat") == refused(mark="ip_work") == "PB-3.1.10" and refused(kind="br_sherman") == "PB-4.3.1"


@pytest.mark.rule("PB-4.3.25")
def test_only_infantry_of_the_same_nation_rides() -> None:
    g = field()
    tank = put(g, "us_sherman", "2420")
    assert why_not_carry(g, g.pieces[tank], g.pieces[put(g, "us_rifle", "2420")]) is None
    assert rule(why_not_carry(g, g.pieces[tank], g.pieces[put(g, "br_rifle", "2420")])) == "PB-4.3.25"
