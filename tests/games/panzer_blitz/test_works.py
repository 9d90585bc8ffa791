"""15.4 to 15.6 Improved positions, fortifications, hull-down; works at set-up."""

from __future__ import annotations

import pytest

from grognard.engine import Pick, Press, To
from grognard.games.panzer_blitz.rules.combat_results import Damage, Strike
from grognard.games.panzer_blitz.rules.data import GRID
from grognard.games.panzer_blitz.rules.direct_fire import ChooseTarget
from grognard.games.panzer_blitz.rules.field_works import (
    ALL_IN,
    STAY_OUT,
    BuildPosition,
    HullDown,
    RemovePosition,
    SeekHullDown,
    ShiftGun,
    TakeCover,
    finish_digging,
    why_not_ip_here,
)
from grognard.games.panzer_blitz.rules.fire_table import Attack, Hit, Part, drm, modifiers
from grognard.games.panzer_blitz.rules.movement import Go, Stop
from grognard.games.panzer_blitz.rules.operation import MOVEMENT, Operation
from grognard.games.panzer_blitz.rules.opportunity_fire import HOLD
from grognard.games.panzer_blitz.rules.overrun_approach import OverrunNow
from grognard.games.panzer_blitz.rules.sequence import PreOperations
from grognard.games.panzer_blitz.rules.setup import Into, PlaceUnit, PlaceWork, why_not_fort
from grognard.games.panzer_blitz.rules.stacking import room_inside, total
from grognard.games.panzer_blitz.rules.state import Mine
from grognard.games.panzer_blitz.rules.targets import FORT
from grognard.games.panzer_blitz.rules.transport import Load
from grognard.games.panzer_blitz.rules.unit_moves import EndOperation, Move, MoveUnit
from grognard.testing import begin, offered, play, refusing_rule

from .helpers import (
    CITY,
    GULLY,
    ORCHARD,
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

# ------------------------------------------------------------------ improved positions


@pytest.mark.rule("PB-15.4.1", "PB-15.4.2", "PB-15.4.3", "PB-15.4.4", "PB-15.4.11")
def test_where_positions_may_be_and_who_may_use_them() -> None:
    g = field()
    g.blocks = {**g.blocks, "2420": True}
    g.mines = {**g.mines, "2520": Mine("german", "1-1")}
    g.forts = {**g.forts, "2620": "bunker"}
    for h in ("2420", "2520", "2620", SWAMP, GULLY, STREAM):
        assert rule(why_not_ip_here(g, h)) == "PB-15.4.2"
    g.ips = {**g.ips, "2320": True}
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
    g.ips = {**g.ips, "2420": True}
    unit, inside = put(g, "ge_gren", "2420"), put(g, "ge_gren", "2420", inside="ip")
    operation(g, "german", "2420", 0)
    assert refusal(g, RemovePosition(unit)) == "PB-15.4.8"
    g.change(inside, inside="")
    assert refusal(g, RemovePosition(unit)) == ""
    g.ip_work = {**g.ip_work, unit: "remove"}
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
    g.ip_work = {**g.ip_work, worker: "build"}
    from grognard.games.panzer_blitz.rules.field_works import DigRoll
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
    g.ips = {**g.ips, "2420": True}
    g.ips = {**g.ips, "2422": True}
    gun, grenadiers, far = put(g, "ge_pak40", "2420"), put(g, "ge_gren", "2420"), put(g, "ge_pak40", "2422")
    operation(g, "german", "2420", 0)
    begin(g, Operation())
    assert [refusal(g, ShiftGun(i)) for i in (grenadiers, far)] == ["PB-15.4.14", "PB-3.1.9"]
    assert refusing_rule(begin(g.clone(), Operation(MOVEMENT)), ShiftGun(gun)) == "PB-3.1.11", "in lieu of firing"
    play(g, ShiftGun(gun))
    assert g.pieces[gun].inside == "ip" and state_of(g, gun) == "spent"


# ------------------------------------------------------------------ fortifications


@pytest.mark.rule("PB-15.5.1", "PB-15.5.9")
def test_where_fortifications_may_stand() -> None:
    g = field()
    g.blocks = {**g.blocks, "2420": True}
    g.mines = {**g.mines, "2520": Mine("german", "1-1")}
    g.ips = {**g.ips, "2620": True}
    g.forts = {**g.forts, "2320": "bunker"}
    for h in ("2420", "2520", "2620", TOWN, SWAMP, GULLY, STREAM):
        assert rule(why_not_fort(g, h)) == "PB-15.5.1"
    assert rule(why_not_fort(g, "2320")) == "PB-15.5.9" and why_not_fort(g, "2220") is None


@pytest.mark.rule("PB-15.5.2", "PB-15.5.3")
def test_room_in_a_fortification_counts_for_the_hex() -> None:
    g = field()
    g.forts = {**g.forts, "2420": "bunker"}
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
    g.moved = {**g.moved, tank: 11}
    assert why_not(tank) == "PB-15.6.2"
    g.moved = {}
    g.tried_hull = {**g.tried_hull, tank: True}
    assert why_not(tank) == "PB-15.6.2"
    assert why_not(put(g, "br_sherman", GULLY)) == "PB-15.6.6"
    g.mines = {**g.mines, "2520": Mine("german", "1-1")}
    assert why_not(put(g, "br_sherman", "2520")) == "PB-15.6.6"


@pytest.mark.rule("PB-15.6.3", "PB-15.6.5", "PB-15.6.7", "PB-15.6.2")
def test_going_hull_down() -> None:
    a, b = pair(3)
    g = field()
    tank = put(g, "br_sherman", a)
    put(g, "ge_pak40", b)
    operate(g, "british", a)
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
    g.ips = {**g.ips, "2512": True}
    begin(g, PlaceUnit("b9"))
    assert {To("2512"), Into("2512"), Pick(carrier)} <= set(offered(g)) and refusing_rule(g, To("2616")) == "PB-SIT.1"
    play(g, Into("2512"))
    assert g.pieces["b9"].inside == "ip" and g.pieces["b9"].unspotted


@pytest.mark.rule("PB-SIT.2")
def test_works_are_placed_in_the_own_area() -> None:
    g = field("filandriers")
    begin(g, PlaceWork("german", "ip"))
    assert refusing_rule(g, To("2512")) == "PB-SIT.2" and To("2616") in offered(g)
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
    g.ips = {**g.ips, "2420": True}
    worker = put(g, "ge_gren", "2420")
    put(g, "ge_gren", "2420", inside="ip")
    g.ip_work = {**g.ip_work, worker: "remove"}
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
            g.ip_work = {**g.ip_work, mate: "build"}
        if "moved" in kept:
            g.moved = {**g.moved, unit: 1}
        if "ip" in kept:
            g.ips = {**g.ips, h: True}
        if "mine" in kept:
            g.mines = {**g.mines, h: Mine("german", "1-1")}
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
    g.ips = {**g.ips, "2420": True}
    fresh, spent, idle = (put(g, "ge_pak40", "2420", **v) for v in ({}, {"spent": True}, {"inside": "ip"}))
    beside = put(g, "ge_pak40", "2520")
    operation(g, "german", "2420", 1)
    assert refusal(g, ShiftGun(fresh)) == "" and refusal(g, ShiftGun(spent)) == "PB-15.4.14"
    assert refusal(g, ShiftGun(idle)) == "", "out again"
    put(g, "ge_gren", "2420", inside="ip")
    assert refusal(g, ShiftGun(fresh)) == "PB-15.4.3" and refusal(g, ShiftGun("nobody")) == "PB-15.4.14"
    assert refusal(g, ShiftGun(beside)) == "PB-15.4.3"
    g.ip_work = {**g.ip_work, idle: "build"}
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
    assert refusing_rule(g, Pick(stays)) == "PB-4.3.22" and refusing_rule(g, To("0101")) == "GR-1"
    play(g, next(iter(offered(g))))
    assert refusing_rule(g, To("0101")) == "PB-2.3.27"


# ------------------------------------------------------------------ one clause after the other


@pytest.mark.rule("PB-15.4.9")
@pytest.mark.parametrize("kind", ["fire", "opportunity", "assault", "overrun", "cat", "indirect", "bomb", "fighter"])
def test_a_position_protects_against_every_attack(kind: str) -> None:
    g = field()
    plane = kind in ("bomb", "fighter")
    firer = put(g, "ge_fw190f", "air-2420") if plane else put(g, "ge_mg", "2420")
    target = put(g, "br_rifle", "2520", inside="ip")
    attack = Attack(kind, "2520", (Part("AP", (firer,), (target,)),))
    assert ("PB-15.4.9", 1) in [(m.cite, m.value) for m in modifiers(g, attack, attack.parts[0])]


@pytest.mark.rule("PB-15.4.11")
def test_whoever_comes_first_takes_a_position_whoever_dug_it() -> None:
    g = field("filandriers")
    g.ips = {**g.ips, "2616": True}  # within the German set-up area
    rifle = put(g, "br_rifle", "2615")
    operate(g, "british", "2615")
    play(g, Move(rifle), Go("2616"), TakeCover())
    assert g.pieces[rifle].inside == "ip"


@pytest.mark.rule("PB-15.5.7", "PB-15.5.4", "PB-15.5.5")
def test_a_hit_on_a_fortification_falls_on_everybody_inside_and_on_nobody_outside() -> None:
    g = field()
    g.forts = {**g.forts, "2520": "strongpoint"}
    inside = [put(g, "ge_ss_gren", "2520", inside="fort") for _ in range(2)]
    outside, gun = put(g, "ge_ss_gren", "2520"), put(g, "br_17pdr", "2420")
    begin(g, ChooseTarget("fire", "british", "2520", (gun,)))
    play(g, Press(FORT), dice=[2, 2])
    assert {state_of(g, i) for i in inside} == {"spent/disrupted"} and state_of(g, outside) == "fresh"
    told = "\n".join(str(e) for e in g.events or ())
    assert "AT 8 : 8" in told and "Fortification: +2" in told


@pytest.mark.rule("PB-15.5.8")
def test_a_low_roll_without_effect_destroys_no_fortification() -> None:
    g = field()
    g.forts = {**g.forts, "2520": "strongpoint"}
    part = Part("AT", (put(g, "br_3in_mortar", "2420"),), (), fort=True)
    begin(g, Strike(Attack("indirect", "2520", (part,))))
    assert g.forts == {"2520": "strongpoint"}, "AT 1 against 8 is left of the table"


@pytest.mark.rule("PB-15.6.2")
def test_hull_down_may_be_tried_again_in_the_next_turn() -> None:
    g = field()
    tank = put(g, "br_sherman", "2420")
    g.tried_hull = {**g.tried_hull, tank: True}
    assert refusal(g, SeekHullDown(), MoveUnit(tank, "2420")) == "PB-15.6.2"
    begin(g, PreOperations())
    assert refusal(g, SeekHullDown(), MoveUnit(tank, "2420")) == ""


@pytest.mark.rule("PB-15.6.5")
def test_loading_and_overrunning_give_up_a_hull_down_position_too() -> None:
    g = field()
    tank, gren = put(g, "ge_pz4", "2420", hull_down=True), put(g, "ge_gren", "2420")
    operate(g, "german", "2420")
    play(g, Move(tank), Load(gren))
    assert not g.pieces[tank].hull_down
    g = field()
    tank = put(g, "ge_pz4", "2420", hull_down=True)
    put(g, "br_rifle", "2520")
    operate(g, "german", "2420")
    play(g, Move(tank), OverrunNow("2520"))
    assert not g.pieces[tank].hull_down


@pytest.mark.rule("PB-15.6.6")
@pytest.mark.parametrize(("place", "why"), [(WOODS, ""), (ORCHARD, ""), (TOWN, ""), (CITY, ""), (SWAMP, "PB-15.6.6")])
def test_where_a_vehicle_finds_a_fold_of_the_ground(place: str, why: str) -> None:
    g = field()
    g.wrecks = {**g.wrecks, place: 1}
    tank = put(g, "br_sherman", place)
    assert refusal(g, SeekHullDown(), MoveUnit(tank, place)) == why


@pytest.mark.rule("PB-15.6.7", "PB-15.6.5")
def test_neither_firing_nor_disruption_ends_hull_down() -> None:
    g = field()
    tank, target = put(g, "br_sherman", "2420", hull_down=True), put(g, "ge_gren", "2520")
    begin(g, Strike(Attack("fire", "2520", (Part("AP", (tank,), (target,)),))), dice=[6, 6])
    assert state_of(g, tank) == "spent" and g.pieces[tank].hull_down
    begin(g, Damage((Hit((tank,), "D"),), "2420"))
    assert state_of(g, tank) == "spent/disrupted" and g.pieces[tank].hull_down


@pytest.mark.rule("PB-15.5.14", "PB-14.10.3", "PB-14.4.8")
@pytest.mark.parametrize(("place", "kind"), [(ORCHARD, "fire"), (WOODS, "indirect"), (WOODS, "fire")])
def test_an_empty_fortification_has_the_terrain_modifier_of_a_manned_one(place: str, kind: str) -> None:
    g = field()
    g.forts = {**g.forts, place: "bunker"}
    gun = put(g, "br_sherman", "2717")
    empty = Attack(kind, place, (Part("AT", (gun,), (), fort=True),))
    bare = drm(g, empty, empty.parts[0])
    held = Attack(kind, place, (Part("AT", (gun,), (put(g, "ge_gren", place, inside="fort"),), fort=True),))
    assert bare == drm(g, held, held.parts[0])
