"""Where chapters meet: what a rule of one does to the markers, followers and secrets of another."""

from __future__ import annotations

import pytest

from grognard.engine import Pick, Press
from grognard.games.panzer_blitz.rules.anti_aircraft import AaFire, Flak
from grognard.games.panzer_blitz.rules.close_assault import Assault
from grognard.games.panzer_blitz.rules.combat_results import Damage
from grognard.games.panzer_blitz.rules.declared_fire import AwaitFire, FireAt, NameFirers
from grognard.games.panzer_blitz.rules.direct_fire import Fire
from grognard.games.panzer_blitz.rules.engineers import BACK, ClearMines, Demolish
from grognard.games.panzer_blitz.rules.field_works import SeekHullDown
from grognard.games.panzer_blitz.rules.fire_table import Hit
from grognard.games.panzer_blitz.rules.indirect_fire import ResolveRequests, Shell
from grognard.games.panzer_blitz.rules.movement import Go, why_not_move
from grognard.games.panzer_blitz.rules.movement_costs import Price, pay, price
from grognard.games.panzer_blitz.rules.panzer_blitz_assault import unload_for_blitz
from grognard.games.panzer_blitz.rules.sequence import PreOperations
from grognard.games.panzer_blitz.rules.state import Mine, Request
from grognard.games.panzer_blitz.rules.targets import choices, is_untouched, moving_choices
from grognard.games.panzer_blitz.rules.transport import Load, Unload
from grognard.games.panzer_blitz.rules.unit_moves import MoveUnit
from grognard.games.panzer_blitz.rules.view import view
from grognard.testing import begin, logged, offered, play, refusing_rule, unrolled

from .helpers import ORCHARD, TOWN, WOODS, field, operate, operation, pair, put, state_of

ROAD = "2720"


# ------------------------------------------------------------------ minefields and passengers


@pytest.mark.rule("PB-15.2.14", "PB-15.2.9")
def test_a_minefield_that_strikes_who_had_to_get_out_is_turned_up() -> None:
    for strength, dice in (("2-1", (6, 6)), ("dummy", ())):
        g = field()
        g.mines = {**g.mines, "2420": Mine("british", strength)}
        track = put(g, "br_halftrack", "2420")
        put(g, "br_rifle", "2420", carrier=track)
        begin(g, Damage((Hit((track,), "D"),), "2420"), dice=dice)
        assert g.mines == ({"2420": Mine("british", "2-1", shown=True)} if strength == "2-1" else {})


@pytest.mark.rule("PB-15.2.14", "PB-4.3.22", "PB-4.3.34")
def test_mines_strike_all_who_had_to_get_out_before_any_of_them_is_placed_elsewhere() -> None:
    g = field()
    g.mines = {**g.mines, "2420": Mine("german", "2-1", shown=True)}
    track = put(g, "br_halftrack", "2420")
    rifles = [put(g, "br_rifle", "2420", steps=1, carrier=track) for _ in range(2)]
    for _ in range(2):
        put(g, "br_sherman", "2420")
    begin(g, Damage((Hit((track,), "D"),), "2420"), dice=[6, 6, 6, 6])
    assert offered(g) == [Pick(i) for i in rifles] and not unrolled(g)


@pytest.mark.rule("PB-7.1.6", "PB-15.2.12")
def test_mines_strike_a_unit_once_in_an_operation_though_the_next_field_stops_it() -> None:
    g = field()
    g.mines = {**g.mines, "2420": Mine("german", "2-1", shown=True)}
    g.mines = {**g.mines, "2520": Mine("german", "2-1")}
    rifle = put(g, "br_rifle", "2420", trapped=True)
    operation(g, "british", "2420", 0)
    begin(g, MoveUnit(rifle, "2420"))
    play(g, Go("2520"), dice=[6, 6])
    play(g, Go("2520"), dice=[])
    assert g.pieces[rifle].place == "2520" and g.mines["2520"].shown and state_of(g, rifle) == "spent"


# ------------------------------------------------------------------ halted, but not done


@pytest.mark.rule("PB-15.2.8", "PB-7.10.1", "PB-7.10.2")
def test_a_tank_that_a_minefield_stops_may_still_make_its_assault_fire() -> None:
    g = field()
    tank = put(g, "br_sherman", "2420")
    g.mines = {**g.mines, "2520": Mine("german", "2-1")}
    operation(g, "british", "2420", 0)
    begin(g, MoveUnit(tank, "2420"))
    play(g, Go("2520"), dice=[6, 6])
    assert AwaitFire() in offered(g) and not any(isinstance(a, Go | SeekHullDown) for a in offered(g))
    play(g, AwaitFire())
    assert state_of(g, tank) == "fresh" and tank in g.ready


@pytest.mark.rule("PB-15.3.5", "PB-9.1.3")
def test_infantry_that_a_block_stops_may_still_close_assault() -> None:
    g = field()
    rifle = put(g, "br_rifle", "2420")
    put(g, "ge_gren", "2620", unspotted=False)
    g.blocks = {**g.blocks, "2520": True}
    operation(g, "british", "2420", 0)
    begin(g, MoveUnit(rifle, "2420"))
    play(g, Go("2520"), Press("hold fire"))
    assert Assault("2620") in offered(g) and not any(isinstance(a, Go) for a in offered(g))
    play(g, Assault("2620"))
    assert g.cat == {rifle: "2620"} and state_of(g, rifle) == "fresh"


# ------------------------------------------------------------------ engineers


@pytest.mark.rule("PB-17.1.3", "PB-15.2.9")
def test_engineers_are_free_when_the_minefield_they_clear_is_gone() -> None:
    g = field(turn=2)
    g.mines = {**g.mines, "2520": Mine("german", "dummy")}
    engineer, rifle = put(g, "br_engineer", "2520", labor="mines", stage=1, since=2), put(g, "br_rifle", "2420")
    operation(g, "british", "2420", 0)
    begin(g, MoveUnit(rifle, "2420"))
    play(g, Go("2520"))
    assert g.mines == {} and not g.pieces[engineer].labor and why_not_move(g, g.pieces[engineer]) is None
    g = field(turn=2)
    g.mines = {**g.mines, "2520": Mine("german", "2-1")}
    first = put(g, "br_engineer", "2520", labor="mines", stage=2, since=1)
    second = put(g, "br_engineer", "2520", labor="mines", stage=2, since=2)
    third = put(g, "br_engineer", "2520", labor="mines", stage=2, since=1)
    begin(g, PreOperations())
    assert not any(g.pieces[i].labor for i in (first, second, third)) and len(logged(g, "PB-17.1.3")) == 1


@pytest.mark.rule("PB-17.3.3", "PB-17.2.4")
def test_engineers_are_free_when_others_have_blown_the_block_or_bridge() -> None:
    g = field(turn=3)
    g.blocks = {**g.blocks, ROAD: True}
    out = put(g, "br_engineer", "2820", labor="unblock", stage=2, since=2, target=ROAD)
    other = put(g, "br_engineer", ROAD, labor="unblock", stage=1, since=3, target=ROAD)
    begin(g, Demolish(out), dice=[1, 1])
    assert g.blocks == {} and not g.pieces[other].labor
    out = put(g, "br_engineer", "4105", labor="bridge", stage=2, since=2, target="4104")
    other = put(g, "br_engineer", "4103", labor="bridge", stage=1, since=3, target="4103")
    begin(g, Demolish(out), dice=[1, 1])
    assert g.broken == {"4103/4104": True} and not g.pieces[other].labor


@pytest.mark.rule("PB-15.3.2", "PB-15.4.2")
def test_no_block_is_finished_where_somebody_has_dug_in_meanwhile() -> None:
    g = field(turn=3)
    put(g, "br_engineer", ROAD, labor="block", stage=2, since=2, target=ROAD)
    g.ips = {**g.ips, ROAD: True}
    begin(g, PreOperations())
    assert g.blocks == {}


@pytest.mark.rule("PB-15.3.4", "PB-17.1.1")
def test_mines_beneath_a_block_are_cleared_only_by_who_began_beside_them() -> None:
    g = field()
    g.mines = {**g.mines, "2620": Mine("german", "2-1")}
    g.blocks = {**g.blocks, "2620": True}
    engineer = put(g, "br_engineer", "2420")
    operation(g, "british", "2420", 0)
    begin(g, MoveUnit(engineer, "2420"))
    play(g, Go("2520"))
    assert refusing_rule(g, ClearMines("2620")) == "PB-15.3.4"
    begin(g, MoveUnit(engineer, "2520"))
    assert ClearMines("2620") in offered(g)


@pytest.mark.rule("PB-17.2.6", "PB-15.2.8")
def test_who_goes_back_to_failed_charges_in_a_minefield_is_attacked() -> None:
    g = field(turn=3)
    g.mines = {**g.mines, "4104": Mine("german", "2-1")}
    engineer = put(g, "br_engineer", "4105", labor="bridge", stage=2, since=2, target="4104")
    begin(g, Demolish(engineer), dice=[6, 6, 2, 3])
    play(g, Press(BACK))
    assert g.pieces[engineer].place == "4104" and g.pieces[engineer].steps == 1 and g.mines["4104"].shown


# ------------------------------------------------------------------ what nobody may know


@pytest.mark.rule("PB-6.2.1")
def test_the_enemy_does_not_read_who_goes_aboard_or_gets_off_unseen() -> None:
    g = field()
    track, rifle = put(g, "br_halftrack", WOODS), put(g, "br_rifle", WOODS, unspotted=True)
    put(g, "ge_gren", "2612")
    operation(g, "british", WOODS, 0)
    begin(g, MoveUnit(track, WOODS))
    play(g, Load(rifle))
    lines = logged(g, "PB-4.3.5")
    assert lines and all(line.sees == ("british",) for line in lines)


@pytest.mark.rule("PB-6.2.1")
def test_the_enemy_does_not_see_on_whom_a_spotted_rider_rides_unseen() -> None:
    g = field()
    tank = put(g, "ge_pz4", WOODS, unspotted=True)
    rider = put(g, "ge_gren", WOODS, carrier=tank)
    notes = {side: {p.id: p.note for p in view(g, side).pieces} for side in ("british", "german")}
    assert "PzKw" not in notes["british"][rider] and "PzKw" in notes["german"][rider]


@pytest.mark.rule("PB-6.2.1", "PB-10.1.5")
def test_the_enemy_does_not_read_who_finds_no_room_to_unload_unseen() -> None:
    g = field()
    tank = put(g, "ge_pz4", WOODS, unspotted=True)
    put(g, "ge_gren", WOODS, carrier=tank, unspotted=True)
    for _ in range(2):
        put(g, "ge_gren", WOODS)
    begin(g)
    unload_for_blitz(g, g.pieces[tank], "2419")
    assert [line.sees for line in logged(g, "PB-10.1.5")] == [("german",)]


# ------------------------------------------------------------------ opportunity fire at what is carried


@pytest.mark.rule("PB-4.3.32", "PB-7.8.6")
def test_infantry_that_cannot_harm_a_half_track_fires_at_who_gets_off_it() -> None:
    g = field()
    track = put(g, "br_halftrack", "2420")
    rifle = put(g, "br_rifle", "2420", carrier=track)
    put(g, "ge_gren", "2620")
    operation(g, "british", "2420", 0)
    begin(g, MoveUnit(track, "2420"))
    play(g, Go("2421"))
    assert g.asks[0].side == "british", "it can fire neither at the half-track nor at those in it"
    play(g, Unload(rifle), Press("fire"), dice=[1, 1])
    assert g.pieces[rifle].steps == 1 and state_of(g, track) == "fresh"


@pytest.mark.rule("PB-4.3.26", "PB-4.3.32", "PB-6.2.1")
def test_an_unseen_carrier_does_not_cover_who_is_seen_getting_off_it() -> None:
    g = field()
    tank = put(g, "ge_pz4", WOODS, unspotted=True)
    rider = put(g, "ge_gren", WOODS, carrier=tank)
    found = moving_choices(g, g.pieces[tank], ())
    assert [(c.action, c.targets) for c in found if not c.hidden] == [(Pick(rider), (rider,))]
    g.change(rider, carrier="", unspotted=True)
    assert {c.line: c.targets for c in moving_choices(g, g.pieces[tank], (rider,))} == {"AP": (rider,), "AT": (tank,)}


@pytest.mark.rule("PB-4.1.11", "PB-6.2.1")
def test_the_enemy_does_not_read_who_tried_in_vain_to_enter_his_hex_unseen() -> None:
    g = field()
    rifle = put(g, "br_rifle", "2420", unspotted=True)
    put(g, "ge_gren", "2520", unspotted=True)
    operation(g, "british", "2420", 0)
    begin(g, MoveUnit(rifle, "2420"))
    play(g, Go("2520"))
    assert [line.sees for line in logged(g, "PB-4.1.11")] == [("british",)]


# ------------------------------------------------------------------ one target with its carrier


@pytest.mark.rule("PB-7.1.6", "PB-7.3.3")
def test_who_was_hit_in_a_carrier_is_not_fired_at_again_when_it_has_got_out() -> None:
    here, there = pair(3)
    for kind, again in (("ge_truck", False), ("ge_sdkfz251", False), ("ge_pz4", True)):
        g = field()
        carrier = put(g, kind, there)
        rider = put(g, "ge_gren", there, carrier=carrier)
        for _ in range(2):
            put(g, "br_firefly", here)
        operate(g, "british", here)
        play(g, NameFirers(), FireAt(carrier) if again else Fire(there), Pick("b3"), Press("fire"), dice=[2, 5])
        assert state_of(g, rider) == "spent/disrupted" and not g.pieces[rider].carrier
        assert (Fire(there) in offered(g)) is again, kind


@pytest.mark.rule("PB-7.1.6", "PB-14.4.10")
def test_of_those_who_are_one_target_all_must_have_been_attacked_to_be_spared() -> None:
    g = field()
    grens = [put(g, "ge_gren", TOWN) for _ in range(2)]
    (group,) = choices(g, "british", TOWN)
    g.attacked = {**g.attacked, f"air:{grens[0]}": True}
    assert is_untouched(g, "air", TOWN, group), "one of them came out of a carrier that was hit"
    g.attacked = {**g.attacked, f"air:{grens[1]}": True}
    assert not is_untouched(g, "air", TOWN, group), "bombs have fallen on both"


@pytest.mark.rule("PB-7.1.6", "PB-11.3.3")
def test_who_was_shelled_in_a_carrier_is_not_shelled_again_when_it_has_got_out() -> None:
    g = field()
    operation(g, "british", "2420", 0)
    truck = put(g, "ge_truck", "2620")
    gren = put(g, "ge_gren", "2620", carrier=truck)
    begin(g, Shell("2620", (truck,), (), (4, 10)), dice=[3, 4])
    assert state_of(g, gren) == "spent/disrupted"
    begin(g, Shell("2620", (gren,), (), (4, 10)))
    assert logged(g, "PB-7.1.6")


# ------------------------------------------------------------------ shells of both sides


@pytest.mark.rule("PB-3.1.28", "PB-6.1.2")
def test_shells_that_silence_a_spotter_do_not_hide_what_the_other_side_shells_at_the_same_time() -> None:
    g = field()
    gren, rifle = put(g, "ge_gren", ORCHARD, unspotted=True), put(g, "br_rifle", "2617")
    g.requests = {
        "0": Request("german", "2617", False, "", (), "ge_lefh-1"),
        "1": Request("british", ORCHARD, False, rifle, (), "br_25pdr-1"),
    }
    begin(g, ResolveRequests(("german", "british")), dice=[3, 3, 3, 3, 3, 3, 2, 3])
    assert state_of(g, rifle) == "spent/disrupted" and not g.pieces[gren].unspotted
    assert state_of(g, gren) == "spent/disrupted"


# ------------------------------------------------------------------ others


@pytest.mark.rule("PB-16.4.2")
def test_nobody_fires_at_an_aircraft_that_was_shot_down() -> None:
    g = field()
    one, two = put(g, "br_typhoon", "air-2420"), put(g, "br_typhoon", "air-2420")
    guns = [put(g, "ge_20mm", "2420"), put(g, "ge_20mm", "2520")]
    begin(g, AaFire("german", (one, two)), dice=[1, 1])
    play(g, Flak(guns[0], one))
    assert one not in g.pieces and refusing_rule(g, Flak(guns[1], one))


@pytest.mark.rule("PB-4.4.3")
def test_out_of_the_water_the_slope_and_smoke_are_paid_once() -> None:
    g = field()
    buffalo = g.pieces[put(g, "br_buffalo", "4215")]
    dry = price(g, buffalo, "4215", "4316")
    g.smoke = {**g.smoke, "4316": 1}
    found = price(g, buffalo, "4215", "4316")
    assert isinstance(found, Price) and isinstance(dry, Price)
    assert (pay(buffalo, 0, dry), pay(buffalo, 0, found)) == (12, 14)
