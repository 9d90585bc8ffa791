"""13.0, 15.0 Efficiency, wrecks, minefields, blocks, improved positions, fortifications, hull-down."""

from __future__ import annotations

import pytest

from grognard.engine import Marker, Pick, Press, To
from grognard.games.panzer_blitz.rules.combat_results import Damage, Overstack, Strike, mine_attack
from grognard.games.panzer_blitz.rules.data import FIRE_TABLE, GRID
from grognard.games.panzer_blitz.rules.efficiency import (
    Recover,
    Recovery,
    efficiency_roll,
    recovery_modifiers,
    why_not_recover,
)
from grognard.games.panzer_blitz.rules.engineers import ClearMines
from grognard.games.panzer_blitz.rules.fire_table import Attack, Hit, Part, modifiers
from grognard.games.panzer_blitz.rules.hull_down import HullDown, SeekHullDown
from grognard.games.panzer_blitz.rules.improved_positions import (
    BuildPosition,
    RemovePosition,
    finish_digging,
    why_not_ip_here,
)
from grognard.games.panzer_blitz.rules.losses import leave_wreck
from grognard.games.panzer_blitz.rules.movement import Go, Stop
from grognard.games.panzer_blitz.rules.operation import EndOperation, Operation
from grognard.games.panzer_blitz.rules.opportunity_fire import HOLD
from grognard.games.panzer_blitz.rules.sequence import PreOperations
from grognard.games.panzer_blitz.rules.setup import (
    KEEP,
    TRADE_DOWN,
    TRADE_UP,
    Into,
    PlaceMines,
    PlaceUnit,
    PlaceWork,
    TradeMines,
    why_not_block,
    why_not_fort,
    why_not_mine,
)
from grognard.games.panzer_blitz.rules.stacking import fits, room_inside, total
from grognard.games.panzer_blitz.rules.state import Mine, PanzerBlitz
from grognard.games.panzer_blitz.rules.transport import Load
from grognard.games.panzer_blitz.rules.unit_moves import Move, MoveUnit
from grognard.games.panzer_blitz.rules.view import view
from grognard.games.panzer_blitz.rules.works import ALL_IN, STAY_OUT, ShiftGun, TakeCover
from grognard.testing import begin, offered, play, refused

from .helpers import (
    CITY,
    GULLY,
    STREAM,
    SWAMP,
    TOWN,
    WOODS,
    field,
    operate,
    operation,
    pair,
    put,
    refusal,
    rule,
    state_of,
)

ROAD = "2720"


def recover(
    dice: tuple[int, int], place: str = "2420", *, spent: bool = False, kind: str = "ge_gren"
) -> tuple[str, int]:
    """A German unit's state and steps after a recovery roll (rating 8)."""
    g = field()
    unit = put(g, kind, place, disrupted=True, spent=spent)
    begin(g, Recovery(unit), dice=dice)
    return state_of(g, unit), g.pieces[unit].steps if unit in g.pieces else 0


@pytest.mark.rule("PB-13.1.1", "PB-13.1.2", "PB-13.1.3", "PB-13.1.5", "PB-13.1.6", "PB-13.1.7", "PB-3.1.14")
def test_e44_recovery() -> None:
    assert recover((2, 4), WOODS, spent=True) == ("spent", 2)
    assert recover((3, 4), WOODS, spent=True) == ("spent/disrupted", 2)
    assert recover((4, 4)) == ("fresh", 2)
    assert recover((4, 5)) == ("spent/disrupted", 2)
    assert recover((6, 6)) == ("spent/disrupted", 1)


@pytest.mark.rule("PB-13.1.7")
def test_a_reduced_unit_is_eliminated_by_a_catastrophe() -> None:
    g = field()
    unit = put(g, "ge_gren", "2420", disrupted=True, steps=1)
    begin(g, Recovery(unit), dice=[6, 6])
    assert unit not in g.pieces


@pytest.mark.rule("PB-13.1.9", "PB-13.1.6")
def test_cover_that_helps_recovery() -> None:
    g = field()
    g.ips["2420"], g.smoke["2420"], g.forts["2520"] = True, 1, "bunker"

    def helped(kind: str, place: str, **values: object) -> bool:
        unit = g.pieces[put(g, kind, place, disrupted=True, **values)]
        return any(m.value == -1 for m in recovery_modifiers(g, unit))

    assert all(helped("ge_gren", h) for h in (TOWN, CITY, WOODS, "2718", GULLY, STREAM, SWAMP))
    assert not helped("ge_gren", "2420", inside="ip") and helped("ge_gren", "2520", inside="fort")
    assert not helped("ge_pz4", SWAMP) and not helped("ge_pz4", "2620", hull_down=True)
    g.wrecks["2320"] = 1
    assert helped("ge_gren", "2320")


@pytest.mark.rule("PB-13.1.4", "PB-13.1.8", "PB-3.1.14")
def test_once_an_operation_and_not_when_just_disrupted() -> None:
    g = field()
    unit, other = put(g, "br_rifle", "2420", disrupted=True, spent=True), put(g, "br_rifle", "2420", disrupted=True)
    operation(g, "british", "2420", 0)
    g.hit[other] = True
    begin(g, Operation())
    assert Recover(unit) in offered(g) and refused(g, Recover(other)) == "PB-13.1.4" and Move(unit) not in offered(g)
    play(g, Recover(unit), dice=[5, 5])
    assert rule(why_not_recover(g, g.pieces[unit])) == "PB-13.1.8"
    operation(g, "british", "2420", 0)
    assert why_not_recover(g, g.pieces[unit]) is None


@pytest.mark.rule("PB-13.2.1")
def test_an_efficiency_roll_is_at_or_below_the_rating() -> None:
    g = field()
    unit = g.pieces[put(g, "br_rifle", "2420")]
    begin(g, dice=[3, 4, 4, 4])
    assert efficiency_roll(g, unit, "test") and not efficiency_roll(g, unit, "test")


# ------------------------------------------------------------------ wrecks


@pytest.mark.rule("PB-15.1.1", "PB-15.1.2", "PB-15.1.7", "PB-15.1.6")
def test_e50_wreck_on_the_road() -> None:
    g = field()
    tanks = [put(g, "br_sherman", ROAD) for _ in range(3)]
    begin(g, Damage((Hit((tanks[0],), "2X"),), ROAD))
    assert tanks[0] not in g.pieces and g.wrecks == {ROAD: 2} and total(g, ROAD, g.here(ROAD)) == 6
    assert not g.steps


@pytest.mark.rule("PB-15.1.1", "PB-15.1.9", "PB-15.1.4")
def test_no_wreck_off_the_road_and_never_more_than_two_points() -> None:
    g = field()
    tank = put(g, "br_sherman", "2420")
    begin(g, Damage((Hit((tank,), "1X"),), "2420"))
    assert g.wrecks == {}
    for _ in range(4):
        leave_wreck(g, ROAD)
    assert g.wrecks == {ROAD: 2}
    rifle = put(g, "br_rifle", "2719")
    begin(g, Damage((Hit((rifle,), "2X"),), "2719"))
    assert "2719" not in g.wrecks


@pytest.mark.rule("PB-2.3.24", "PB-15.2.16", "PB-15.4.3", "PB-15.3.7")
def test_markers_and_stacking() -> None:
    g = field()
    g.mines["2420"], g.ips["2420"], g.smoke["2420"], g.forts["2420"] = Mine("german", "2-1"), True, 1, "bunker"
    assert total(g, "2420", []) == 0
    g.wrecks["2420"], g.blocks["2520"] = 2, True
    assert total(g, "2420", []) == 2 and total(g, "2520", []) == 4
    assert total(g, TOWN, []) == 0
    g.wrecks[TOWN] = 2
    assert total(g, TOWN, []) == 4


# ------------------------------------------------------------------ minefields


def minefield(strength: str = "2-1", kind: str = "br_rifle", dice: tuple[int, ...] = ()) -> tuple[PanzerBlitz, str]:
    """A unit walks into a German minefield."""
    g = field()
    unit = put(g, kind, "2420")
    g.mines["2520"] = Mine("german", strength)
    operation(g, "british", "2420", 0)
    begin(g, MoveUnit(unit, "2420"))
    play(g, Go("2520"), dice=dice)
    return g, unit


@pytest.mark.rule("PB-15.2.8", "PB-15.2.10", "PB-15.2.11", "PB-15.2.15", "PB-15.2.6")
def test_a_minefield_stops_and_attacks() -> None:
    g, unit = minefield(dice=(5, 5))
    assert g.pieces[unit].place == "2520" and state_of(g, unit) == "spent" and not g.pieces[unit].trapped
    assert g.mines["2520"].shown
    own = put(g, "ge_gren", "2620")
    operation(g, "german", "2620", 0)
    g.drop(unit)
    begin(g, MoveUnit(own, "2620"))
    play(g, Go("2520"), dice=[3, 3])
    assert state_of(g, own) == "spent/disrupted" and "2520" in g.mines


@pytest.mark.rule("PB-15.2.10", "PB-15.2.17")
def test_mines_have_no_modifiers_and_strike_armor_alike() -> None:
    g, tank = minefield(kind="br_churchill", dice=(3, 3))
    assert state_of(g, tank) == "spent/disrupted"  # 2:1, six: DD
    attack = mine_attack("2520", (tank,))
    assert modifiers(g, attack, attack.parts[0]) == []
    assert FIRE_TABLE[6].results[12] == "-"
    g, unit = minefield(dice=(6, 6))
    assert state_of(g, unit) == "spent"


@pytest.mark.rule("PB-15.2.9", "PB-15.2.1")
def test_a_dummy_is_removed_and_the_move_goes_on() -> None:
    g, _ = minefield("dummy")
    assert g.mines == {} and Go("2620") in offered(g)
    g = field()
    g.mines["2520"] = Mine("german", "dummy")
    assert Marker("minefield", "2520", "?") in view(g, "british").markers
    assert Marker("dummy minefield", "2520") in view(g, "german").markers


@pytest.mark.rule("PB-15.2.12", "PB-15.2.18")
def test_e41_minefield_and_disruption() -> None:
    g, unit = minefield(dice=(4, 4))
    assert state_of(g, unit) == "spent/disrupted" and g.pieces[unit].trapped
    g.change(unit, spent=False, disrupted=False)
    operation(g, "british", "2520", 0)
    begin(g, MoveUnit(unit, "2520"))
    play(g, Go("2620"), dice=[5, 5])
    assert state_of(g, unit) == "fresh" and g.pieces[unit].place == "2520" and g.moved.get(unit, 0) == 0
    play(g, Go("2620"))
    assert g.pieces[unit].place == "2620"


@pytest.mark.rule("PB-15.2.12", "PB-15.2.17")
def test_a_trapped_passenger_does_not_ride_out_unharmed() -> None:
    g = field()
    g.mines["2420"] = Mine("german", "2-1", shown=True)
    track, rifle = put(g, "br_halftrack", "2420"), put(g, "br_rifle", "2420", trapped=True)
    operation(g, "british", "2420", 0)
    begin(g, MoveUnit(track, "2420"))
    play(g, Load(rifle), Go("2520"), dice=[4, 4])
    assert state_of(g, track) == state_of(g, rifle) == "spent/disrupted" and g.pieces[rifle].place == "2420"


@pytest.mark.rule("PB-15.2.12", "PB-15.2.18")
def test_the_passengers_of_a_lost_carrier_are_trapped() -> None:
    g = field()
    track = put(g, "br_halftrack", "2420", steps=1)
    rifle = put(g, "br_rifle", "2420", carrier=track)
    g.mines["2520"] = Mine("german", "2-1")
    operation(g, "british", "2420", 0)
    begin(g, MoveUnit(track, "2420"))
    play(g, Go("2520"), dice=[2, 3])
    assert track not in g.pieces and state_of(g, rifle) == "spent/disrupted"
    assert g.pieces[rifle].trapped and rifle in g.hit


@pytest.mark.rule("PB-15.2.12", "PB-17.1.1")
def test_trapped_engineers_are_attacked_before_they_clear_the_next_minefield() -> None:
    g = field()
    g.mines["2420"], g.mines["2520"] = Mine("german", "2-1", shown=True), Mine("german", "1-1")
    engineer = put(g, "br_engineer", "2420", trapped=True)
    operation(g, "british", "2420", 0)
    begin(g, MoveUnit(engineer, "2420"))
    play(g, ClearMines("2520"), dice=[4, 4])
    assert state_of(g, engineer) == "spent/disrupted" and g.pieces[engineer].place == "2420"


@pytest.mark.rule("PB-15.2.8", "PB-2.3.27", "PB-4.3.34")
def test_a_unit_pushed_into_a_minefield_is_attacked_but_no_surplus_passenger() -> None:
    for unloaded, steps in ((False, 1), (True, 2)):
        g = field()
        g.mines["2520"] = Mine("german", "2-1", shown=True)
        rifles = [put(g, "br_rifle", "2420") for _ in range(4)]
        begin(g, Overstack("2420", (rifles[0],) if unloaded else ()))
        play(g, Pick(rifles[0]), To("2520"), dice=[2, 3])
        assert g.pieces[rifles[0]].steps == steps


@pytest.mark.rule("PB-15.2.13", "PB-15.2.14", "PB-14.3.10")
def test_e42_mines_before_opportunity_fire() -> None:
    g = field()
    track = put(g, "br_halftrack", "2420")
    rifle = put(g, "br_rifle", "2420", carrier=track)
    gun = put(g, "ge_pak40", "2720")
    g.mines["2520"] = Mine("german", "2-1")
    operation(g, "british", "2420", 0)
    begin(g, MoveUnit(track, "2420"))
    play(g, Go("2520"), dice=[5, 5])
    assert state_of(g, track) == "fresh" and g.asks[0].side == "german"  # the mine has struck, now the gun
    play(g, Press("fire"), dice=[4, 4, 2, 3])
    assert state_of(g, gun) == "spent" and state_of(g, rifle) == "spent/disrupted" and not g.pieces[rifle].carrier
    assert g.pieces[rifle].steps == 1 and g.pieces[track].steps == 2, "the mine strikes whoever had to get out"
    g = field()
    unit = put(g, "br_rifle", "2719")
    g.mines[ROAD] = Mine("german", "1-1")
    operation(g, "british", "2719", 0)
    begin(g, MoveUnit(unit, "2719"))
    play(g, Go(ROAD), dice=[1, 2])
    assert g.pieces[unit].steps == 1


@pytest.mark.rule("PB-15.2.2", "PB-15.2.5", "PB-SIT.2")
def test_mines_are_traded_before_they_are_placed() -> None:
    g = field("chateau-de-fontaine")
    g.mine_pool["german"] = ("2-1", "2-1", "2-1", "dummy")
    begin(g, TradeMines("german"), PlaceMines("german"))
    play(g, Press(TRADE_UP), Press(TRADE_DOWN))
    assert sorted(g.mine_pool["german"]) == ["1-1", "1-1", "3-1", "dummy"]  # nothing left to trade
    place = offered(g)[0]
    play(g, place)
    assert isinstance(place, To) and g.mines[place.hex].strength == "dummy"
    assert refused(g, place) == "PB-15.2.3" and refused(g, To("2608")) == "PB-SIT.2"
    g.mine_pool["german"] = ("2-1",)
    begin(g, TradeMines("german"))
    assert Press(TRADE_UP) not in offered(g)
    play(g, Press(KEEP))


@pytest.mark.rule("PB-15.2.3", "PB-15.2.4")
def test_where_mines_may_lie() -> None:
    g = field()
    g.ips["2420"], g.forts["2520"] = True, "bunker"
    assert [rule(why_not_mine(g, h)) for h in ("2420", "2520", SWAMP, STREAM, "2620")] == ["PB-15.2.4"] * 4 + [""]
    g.mines["2620"] = Mine("german", "1-1")
    assert rule(why_not_mine(g, "2620")) == "PB-15.2.3"


# ------------------------------------------------------------------ blocks


@pytest.mark.rule("PB-15.3.2", "PB-15.3.3")
def test_where_blocks_may_stand() -> None:
    g = field()
    g.ips["2420"], g.forts["2520"], g.blocks["2620"] = True, "bunker", True
    assert [rule(why_not_block(g, h)) for h in ("2420", "2520", "2620", "2720")] == [
        "PB-15.3.2",
        "PB-15.3.2",
        "PB-15.3.3",
        "",
    ]


@pytest.mark.rule("PB-15.3.1", "PB-15.3.4", "PB-15.3.5", "PB-15.3.8", "PB-17.3.4")
def test_e48_block() -> None:
    g = field()
    g.blocks[ROAD] = True
    first, second, engineer = put(g, "br_rifle", "2719"), put(g, "br_rifle", "2719"), put(g, "br_engineer", "2719")
    tank = put(g, "br_sherman", "2620")
    operation(g, "british", "2719", 3)
    begin(g, MoveUnit(tank, "2620"))
    assert refused(g, Go(ROAD)) == "PB-15.3.4"
    begin(g, MoveUnit(first, "2719"))
    play(g, Go(ROAD))
    assert g.moved[first] == 2 and first in g.halted and state_of(g, first) == "spent"
    begin(g, MoveUnit(second, "2719"))
    assert refused(g, Go(ROAD)) == "PB-4.1.9"
    assert fits(g, ROAD, g.pieces[engineer])
    far = put(g, "br_rifle", "2518")
    begin(g, MoveUnit(far, "2518"))
    play(g, Go("2618"), *([Go("2719")] if Go("2719") in offered(g) else []))
    assert Go(ROAD) not in offered(g)
    g.change(first, spent=False)
    operation(g, "british", ROAD, 0)
    begin(g, MoveUnit(first, ROAD))
    assert Go("2820") in offered(g)


@pytest.mark.rule("PB-17.3.4", "PB-15.3.7", "PB-2.3.27")
def test_one_engineer_beside_a_block_is_never_too_many() -> None:
    g = field()
    g.wrecks[TOWN] = 2
    pioneers = put(g, "ge_ss_pioneer", TOWN, labor="block", stage=2, since=0)
    begin(g, PreOperations())
    assert g.blocks == {TOWN: True} and not g.steps  # eight points without any unit
    assert fits(g, TOWN, g.pieces[pioneers]) and not fits(g, TOWN, g.pieces[put(g, "ge_gren", "2420")])
    g.drop(pioneers)
    begin(g, PreOperations(), Damage((), TOWN))
    assert not g.steps


# ------------------------------------------------------------------ improved positions


@pytest.mark.rule("PB-15.4.1", "PB-15.4.2", "PB-15.4.3", "PB-15.4.4", "PB-15.4.11")
def test_where_positions_may_be_and_who_may_use_them() -> None:
    g = field()
    g.blocks["2420"], g.mines["2520"], g.forts["2620"] = True, Mine("german", "1-1"), "bunker"
    for h in ("2420", "2520", "2620", SWAMP, GULLY, STREAM):
        assert rule(why_not_ip_here(g, h)) == "PB-15.4.2"
    g.ips["2320"] = True
    assert rule(why_not_ip_here(g, "2320")) == "PB-15.4.3" and why_not_ip_here(g, "2220") is None
    rifle, tank, enemy = (g.pieces[put(g, k, "2320")] for k in ("br_rifle", "br_sherman", "ge_gren"))
    assert room_inside(g, "2320", rifle) == room_inside(g, "2320", enemy) == "ip" and not room_inside(g, "2320", tank)
    for _ in range(2):
        put(g, "br_rifle", "2320", inside="ip")
    assert not room_inside(g, "2320", rifle)


@pytest.mark.rule("PB-15.4.5", "PB-15.4.6", "PB-15.4.7", "PB-15.4.2")
def test_digging_in() -> None:
    for dice, built in (([3, 5], True), ([4, 5], False)):
        g = field()
        worker, friend = put(g, "ge_gren", "2420"), put(g, "ge_gren", "2420")
        operation(g, "german", "2420", 0)
        begin(g, Operation())
        play(g, BuildPosition(worker), dice=dice)
        assert state_of(g, worker) == "spent" and "2420" not in g.ips
        play(g, EndOperation())
        assert ("2420" in g.ips) == built
        if built:
            play(g, Press(ALL_IN))
        assert [g.pieces[i].inside for i in (worker, friend)] == (["ip", "ip"] if built else ["", ""])
    away = put(g, "ge_gren", "0505")
    operation(g, "german", "0505", 0)
    assert refusal(g, BuildPosition(away)) == "PB-15.4.2"


@pytest.mark.rule("PB-15.4.8")
def test_removing_a_position() -> None:
    g = field()
    g.ips["2420"] = True
    unit, inside = put(g, "ge_gren", "2420"), put(g, "ge_gren", "2420", inside="ip")
    operation(g, "german", "2420", 0)
    assert refusal(g, RemovePosition(unit)) == "PB-15.4.8"
    g.change(inside, inside="")
    assert refusal(g, RemovePosition(unit)) == ""
    g.ip_work[unit] = "remove"
    finish_digging(g)
    assert g.ips == {}


@pytest.mark.rule("PB-15.4.9")
def test_positions_protect() -> None:
    g = field()
    firer, target = put(g, "ge_mg", "2420"), put(g, "br_rifle", "2520", inside="ip")
    attack = Attack("fire", "2520", (Part("AP", (firer,), (target,)),))
    assert ("PB-15.4.9", 1) in [(m.cite, m.value) for m in modifiers(g, attack, attack.parts[0])]


@pytest.mark.rule("PB-15.4.10")
def test_e43_building_under_fire() -> None:
    a, b = pair(4)
    g = field("jupiter")
    mg = put(g, "ge_mg", a)
    worker = put(g, "br_rifle", b)
    operation(g, "british", b, 0)
    g.ip_work[worker] = "build"
    from grognard.games.panzer_blitz.rules.improved_positions import DigRoll
    from grognard.games.panzer_blitz.rules.opportunity_fire import Opportunity

    begin(g, Opportunity(worker), DigRoll(worker))
    play(g, Press("fire"), dice=[3, 4])
    assert state_of(g, worker) == "spent/disrupted" and state_of(g, mg) == "spent"
    finish_digging(g)
    assert g.ips == {}
    attack = Attack("opportunity", b, (Part("AP", (mg,), (worker,)),))
    g.change(worker, disrupted=False, spent=False)
    assert sorted(m.value for m in modifiers(g, attack, attack.parts[0])) == [-1, 1]


@pytest.mark.rule("PB-15.4.13", "PB-15.5.12")
def test_entering_and_leaving_a_work_costs_a_point() -> None:
    for name in ("ips", "forts"):
        g = field()
        getattr(g, name)["2420"] = "bunker" if name == "forts" else True
        unit = put(g, "br_rifle", "2420")
        operation(g, "british", "2420", 0)
        begin(g, MoveUnit(unit, "2420"))
        play(g, TakeCover())
        assert g.moved[unit] == 2 and g.pieces[unit].inside
        play(g, Go("2520"))
        assert g.moved[unit] == 6 and not g.pieces[unit].inside


@pytest.mark.rule("PB-15.4.14")
def test_a_gun_goes_in_or_out_instead_of_firing() -> None:
    g = field()
    g.ips["2420"] = True
    g.ips["2422"] = True
    gun, grenadiers, far = put(g, "ge_pak40", "2420"), put(g, "ge_gren", "2420"), put(g, "ge_pak40", "2422")
    operation(g, "german", "2420", 0)
    begin(g, Operation())
    assert [refusal(g, ShiftGun(i)) for i in (grenadiers, far)] == ["PB-15.4.14", "PB-3.1.9"]
    play(g, ShiftGun(gun))
    assert g.pieces[gun].inside == "ip" and state_of(g, gun) == "spent"


# ------------------------------------------------------------------ fortifications


@pytest.mark.rule("PB-15.5.1", "PB-15.5.9")
def test_where_fortifications_may_stand() -> None:
    g = field()
    g.blocks["2420"], g.mines["2520"], g.ips["2620"], g.forts["2320"] = True, Mine("german", "1-1"), True, "bunker"
    for h in ("2420", "2520", "2620", TOWN, SWAMP, GULLY, STREAM):
        assert rule(why_not_fort(g, h)) == "PB-15.5.1"
    assert rule(why_not_fort(g, "2320")) == "PB-15.5.9" and why_not_fort(g, "2220") is None


@pytest.mark.rule("PB-15.5.2", "PB-15.5.3")
def test_room_in_a_fortification_counts_for_the_hex() -> None:
    g = field()
    g.forts["2420"] = "bunker"
    put(g, "ge_gren", "2420", inside="fort")
    other = g.pieces[put(g, "ge_gren", "2420")]
    assert not room_inside(g, "2420", other) and total(g, "2420", g.here("2420")) == 4


# ------------------------------------------------------------------ hull-down


@pytest.mark.rule("PB-15.6.1", "PB-15.6.2", "PB-15.6.6")
def test_who_may_be_hull_down_and_where() -> None:
    g = field()
    tank, rifle = put(g, "br_sherman", "2420"), put(g, "br_rifle", "2420")

    def why_not(unit: str) -> str:
        return refusal(g, SeekHullDown(), MoveUnit(unit, g.pieces[unit].place))

    assert why_not(tank) == "" and why_not(rifle) == "PB-15.6.1"
    g.moved[tank] = 11
    assert why_not(tank) == "PB-15.6.2"
    g.moved, g.tried_hull[tank] = {}, True
    assert why_not(tank) == "PB-15.6.2"
    assert why_not(put(g, "br_sherman", GULLY)) == "PB-15.6.6"
    g.mines["2520"] = Mine("german", "1-1")
    assert why_not(put(g, "br_sherman", "2520")) == "PB-15.6.6"


@pytest.mark.rule("PB-15.6.3", "PB-15.6.5", "PB-15.6.7")
def test_going_hull_down() -> None:
    a, b = pair(3)
    g = field()
    tank = put(g, "br_sherman", a)
    put(g, "ge_pak40", b)
    operation(g, "british", a, 0)
    begin(g, Operation())
    play(g, Move(tank), SeekHullDown())
    assert g.asks[0].side == "german" and not g.pieces[tank].hull_down
    play(g, Press(HOLD), dice=[3, 4])
    assert g.pieces[tank].hull_down and state_of(g, tank) == "spent" and g.moved[tank] == 8
    g.change(tank, spent=False)
    operation(g, "british", a, 0)
    begin(g, MoveUnit(tank, a))
    play(g, next(x for x in offered(g) if isinstance(x, Go)))
    assert not g.pieces[tank].hull_down
    failed = put(g, "br_sherman", "2420")
    begin(g, HullDown(failed), dice=[5, 5])
    assert not g.pieces[failed].hull_down


@pytest.mark.rule("PB-15.6.4")
def test_hull_down_protects_against_direct_fire_only() -> None:
    g = field()
    firer, tank = put(g, "ge_pak40", "2420"), put(g, "br_sherman", "2520", hull_down=True)

    def protected(kind: str) -> bool:
        attack = Attack(kind, "2520", (Part("AT", (firer,), (tank,)),))
        return any(m.cite == "PB-15.6.4" for m in modifiers(g, attack, attack.parts[0]))

    assert protected("fire") and protected("opportunity") and not protected("indirect")
    begin(g, Strike(Attack("fire", "2520", (Part("AT", (firer,), (tank,)),))), dice=[6, 6])
    assert g.pieces[tank].hull_down


# ------------------------------------------------------------------ set-up


@pytest.mark.rule("PB-SIT.1", "PB-SIT.3", "PB-6.1.1")
def test_units_set_up_in_their_area_in_works_or_loaded() -> None:
    g = field("filandriers")
    carrier = put(g, "br_carrier", "2512", unspotted=True)
    from grognard.games.panzer_blitz.rules.state import Unit

    g.put(Unit("b9", "british", type="br_rifle", unspotted=True))
    g.ips["2512"] = True
    begin(g, PlaceUnit("b9"))
    assert {To("2512"), Into("2512"), Pick(carrier)} <= set(offered(g)) and refused(g, To("2616")) == "PB-SIT.1"
    play(g, Into("2512"))
    assert g.pieces["b9"].inside == "ip" and g.pieces["b9"].unspotted


@pytest.mark.rule("PB-SIT.2")
def test_works_are_placed_in_the_own_area() -> None:
    g = field("filandriers")
    begin(g, PlaceWork("german", "ip"))
    assert refused(g, To("2512")) == "PB-SIT.2" and To("2616") in offered(g)
    play(g, To("2616"))
    assert g.ips == {"2616": True}


def test_stop_ends_a_move() -> None:
    g = field()
    unit = put(g, "br_rifle", "2420")
    operation(g, "british", "2420", 0)
    begin(g, MoveUnit(unit, "2420"))
    play(g, Go("2520"), Stop())
    assert state_of(g, unit) == "spent"


@pytest.mark.rule("PB-15.4.8")
def test_a_position_taken_up_meanwhile_is_not_removed() -> None:
    g = field()
    g.ips["2420"] = True
    worker = put(g, "ge_gren", "2420")
    put(g, "ge_gren", "2420", inside="ip")
    g.ip_work[worker] = "remove"
    finish_digging(g)
    assert g.ips == {"2420": True}


@pytest.mark.rule("PB-15.4.6", "PB-15.4.3")
def test_the_owner_chooses_who_goes_into_a_new_position() -> None:
    g = field("filandriers")
    builder, mg, gun = (put(g, kind, "2515") for kind in ("ge_gren", "ge_mg", "ge_pak40"))
    operate(g, "german", "2515")
    play(g, BuildPosition(builder), dice=[2, 2])
    play(g, EndOperation())
    assert offered(g) == [Pick(builder), Pick(mg), Pick(gun), Press(STAY_OUT)], "not all fit"
    play(g, Pick(builder), Pick(gun))
    assert {g.pieces[i].name: g.pieces[i].inside for i in (builder, mg, gun)} == {
        "Grenadier platoon (Heer)": "ip",
        "sMG platoon": "",
        "7.5 cm Pak 40 platoon": "ip",
    }
    assert not g.steps


@pytest.mark.rule("PB-15.4.6")
def test_a_builder_may_stay_outside() -> None:
    g = field("filandriers")
    builder, spent = put(g, "ge_gren", "2515"), put(g, "ge_gren", "2515", spent=True)
    operate(g, "german", "2515")
    play(g, BuildPosition(builder), dice=[2, 2])
    assert offered(g) == [Pick(builder), Press(STAY_OUT)] and spent in g.pieces, "nothing else was left to do"
    play(g, Press(STAY_OUT))
    assert g.ips == {"2515": True} and not g.pieces[builder].inside and not g.steps


@pytest.mark.rule("PB-3.1.9", "PB-15.4.4", "PB-15.4.5", "PB-15.4.2", "PB-15.4.3", "PB-15.4.8")
def test_every_reason_not_to_dig() -> None:
    def refused(kind: str = "ge_gren", h: str = "2515", build: bool = True, **values: object) -> str:
        g = field("filandriers")
        unit = put(g, kind, h, **values)
        mate = put(g, "ge_gren", h)
        operation(g, "german", h, 0)
        if "worker" in kept:
            g.ip_work[mate] = "build"
        if "moved" in kept:
            g.moved[unit] = 1
        if "ip" in kept:
            g.ips[h] = True
        if "mine" in kept:
            g.mines[h] = Mine("german", "1-1")
        return refusal(g, BuildPosition(unit) if build else RemovePosition(unit))

    kept: set[str] = set()
    assert refused() == "" and refused("ge_pak40") == "" and refused("ge_pz4") == "PB-15.4.4"
    assert refused(spent=True) == "PB-3.1.9" and refused(h="2512") == "PB-15.4.2"
    for value in ({"labor": "bridge"}, {"no_move": True}, {"carrier": "g9"}):
        assert refused(**value) == "PB-15.4.5"
    assert refused(build=False) == "PB-15.4.8"
    for case, expected in (("worker", "PB-15.4.5"), ("moved", "PB-15.4.5"), ("ip", "PB-15.4.3"), ("mine", "PB-15.4.2")):
        kept = {case}
        assert refused() == expected
    kept = {"ip"}
    assert refused(build=False) == "" and refused(build=False, inside="ip") == "PB-15.4.8"


@pytest.mark.rule("PB-15.4.14", "PB-15.4.3")
def test_every_reason_not_to_push_a_gun() -> None:
    g = field()
    g.ips["2420"] = True
    fresh, spent, idle = (put(g, "ge_pak40", "2420", **v) for v in ({}, {"spent": True}, {"inside": "ip"}))
    beside = put(g, "ge_pak40", "2520")
    operation(g, "german", "2420", 1)
    assert refusal(g, ShiftGun(fresh)) == "" and refusal(g, ShiftGun(spent)) == "PB-15.4.14"
    assert refusal(g, ShiftGun(idle)) == "", "out again"
    put(g, "ge_gren", "2420", inside="ip")
    assert refusal(g, ShiftGun(fresh)) == "PB-15.4.3" and refusal(g, ShiftGun("nobody")) == "PB-15.4.14"
    assert refusal(g, ShiftGun(beside)) == "PB-15.4.3"
    g.ip_work[idle] = "build"
    assert refusal(g, ShiftGun(idle)) == "PB-15.4.14"


@pytest.mark.rule("PB-2.3.27", "PB-6.2.1", "PB-2.3.29")
@pytest.mark.parametrize("room", [True, False])
def test_units_are_pushed_in_among_hidden_friends_if_there_is_room(room: bool) -> None:
    g = field()
    track = put(g, "br_halftrack", "3715")
    riders = put(g, "br_rifle", "3715", carrier=track)
    put(g, "br_rifle", "3715")
    for h in GRID.neighbours["3715"]:
        for _ in range(1 if room else 3):
            put(g, "br_mg", h, unspotted=True)
    begin(g, Damage((Hit((track,), "D"),), "3715"))
    assert g.asks[0].side == "german" and offered(g) == [Pick(riders)]
    play(g, Pick(riders))
    ways = offered(g)
    play(g, ways[0])
    if room:
        assert To(g.pieces[riders].place) == ways[0] and not g.steps
        return
    assert "There is no room in" in str((g.events or [])[-1]) and offered(g) == ways[1:]
    for way in ways[1:]:
        play(g, way)
    assert g.asks[0].side == "british" and offered(g) == [Pick(riders)], "now the owner reduces it"
    play(g, Pick(riders))
    assert g.pieces[riders].steps == 1 and g.steps


@pytest.mark.rule("PB-2.3.27", "PB-4.3.22")
def test_another_unit_is_not_pushed_out() -> None:
    g = field()
    track = put(g, "br_halftrack", "3715")
    put(g, "br_rifle", "3715", carrier=track)
    stays = put(g, "br_rifle", "3715")
    begin(g, Damage((Hit((track,), "D"),), "3715"))
    assert refused(g, Pick(stays)) == "PB-4.3.22" and refused(g, To("0101")) == "GR-1"
    play(g, next(iter(offered(g))))
    assert refused(g, To("0101")) == "PB-2.3.27"
