"""10.0 Panzer Blitz assaults."""

from __future__ import annotations

import pytest

from grognard.engine import Pick, Press
from grognard.games.panzer_blitz.rules.close_assault import Advance, Assault
from grognard.games.panzer_blitz.rules.movement import Go
from grognard.games.panzer_blitz.rules.operation import Operation
from grognard.games.panzer_blitz.rules.opportunity_fire import NO_REACTION
from grognard.games.panzer_blitz.rules.overrun import Overran, attack_hexes, why_not_target
from grognard.games.panzer_blitz.rules.overrun_approach import CHARGE, ChargeHome, Overrun, OverrunMuster
from grognard.games.panzer_blitz.rules.panzer_blitz_assault import (
    Blitz,
    BlitzApproach,
    BlitzCharge,
    BlitzMuster,
    blitz_hexes,
    unload_for_blitz,
    why_not_blitz,
    why_not_carrier,
)
from grognard.games.panzer_blitz.rules.state import Mine, PanzerBlitz
from grognard.games.panzer_blitz.rules.transport import Load
from grognard.games.panzer_blitz.rules.unit_moves import Move
from grognard.testing import begin, offered, play, refusing_rule

from .helpers import WOODS, field, let_pass, operate, operation, put, refusal, rule, state_of


@pytest.mark.rule("PB-10.2.3", "PB-10.2.4", "PB-10.1.2", "PB-10.2.1")
def test_who_may_make_a_panzer_blitz_assault() -> None:
    def refusal(carrier: str, rider: str) -> str:
        g = field()
        put(g, "br_rifle" if carrier.startswith("ge") else "ge_gren", "2520")
        vehicle = put(g, carrier, "2420")
        put(g, rider, "2420", carrier=vehicle)
        operation(g, g.pieces[vehicle].side, "2420", 0)
        return rule(why_not_carrier(g, g.pieces[vehicle], "2520"))

    assert refusal("ge_pz4", "ge_ss_gren") == "" and refusal("ru_t3476", "ru_rifle") == ""
    assert refusal("us_sherman", "us_rifle") == "PB-10.2.3"
    assert refusal("us_m3", "us_rifle") == "" and refusal("br_halftrack", "br_motor") == ""
    assert refusal("ge_jgpz4", "ge_ss_gren") == "PB-10.2.4" and refusal("br_carrier", "br_rifle") == "PB-10.2.4"
    g = field()
    put(g, "br_rifle", WOODS)
    assert rule(why_not_target(g, "german", WOODS)) == "PB-8.2.9"


@pytest.mark.rule("PB-10.1.1", "PB-10.1.5", "PB-10.1.8", "PB-10.1.9", "PB-7.9.10", "PB-10.2.2")
def test_e36_panzer_blitz_assault() -> None:
    g = field()
    a, b = put(g, "ge_sdkfz251", "2420"), put(g, "ge_sdkfz251", "2619")
    gren, pioneers = put(g, "ge_ss_gren", "2420", carrier=a), put(g, "ge_ss_pioneer", "2619", carrier=b)
    rifle = put(g, "br_rifle", "2520")
    operation(g, "german", "2520", 2)
    begin(g, Operation(), dice=[4, 4, 3, 4, 2, 2, 4, 4])
    play(g, Blitz("2520"), Pick(a), BlitzCharge("2520"))
    assert offered(g) == [Pick(b), Press(CHARGE)], "with some infantry there it may begin"
    play(g, Pick(b), BlitzCharge("2520"))
    assert g.cat == {gren: "2520", pioneers: "2520"} and g.asks[0].side == "british"
    play(g, Pick(a))  # reaction against a half-track: no effect
    assert state_of(g, rifle) == "spent/disrupted"  # the overrun
    play(g, Pick(pioneers))  # the second reaction
    assert state_of(g, pioneers) == "spent/disrupted"
    assert g.pieces[rifle].steps == 1 and state_of(g, rifle) == "spent/disrupted"
    assert state_of(g, gren) == "spent" and g.pieces[gren].place == "2420"


@pytest.mark.rule("PB-10.2.1", "PB-9.2.3")
def test_no_panzer_blitz_assault_out_of_a_minefield() -> None:
    g = field()
    g.mines = {**g.mines, "2420": Mine("german", "2-1", shown=True)}
    track = put(g, "ge_sdkfz251", "2420")
    put(g, "ge_ss_gren", "2420", carrier=track), put(g, "br_rifle", "2520")
    operation(g, "german", "2420", 0)
    assert "2420" in attack_hexes(g, g.pieces[track], "2520") and "2420" not in blitz_hexes(g, g.pieces[track], "2520")
    assert refusal(g, BlitzCharge("2520"), BlitzApproach(track, "2420", against="2520")) == "PB-9.2.3"


@pytest.mark.rule("PB-7.1.6", "PB-9.1.2")
def test_a_hex_marked_for_close_assault_takes_no_panzer_blitz_assault() -> None:
    g = field()
    track, foot = put(g, "ge_sdkfz251", "2420"), put(g, "ge_gren", "2619")
    put(g, "ge_ss_gren", "2420", carrier=track), put(g, "br_rifle", "2520")
    operation(g, "german", "2520", 2)
    begin(g, Operation())
    assert Blitz("2520") in offered(g)
    play(g, Move(foot), Assault("2520"))
    assert (
        Blitz("2520") not in offered(g)
        and refusing_rule(g, Blitz("2520")) == "PB-7.1.6"
        and Overrun("2520") in offered(g)
    )


@pytest.mark.rule("PB-10.1.2")
def test_a_panzer_blitz_assault_is_declared_before_the_first_participant_moves() -> None:
    g = field()
    one, two = put(g, "ge_sdkfz251", "2420"), put(g, "ge_sdkfz251", "2619")
    for track in (one, two):
        put(g, "ge_ss_gren", g.pieces[track].place, carrier=track)
    put(g, "br_rifle", "2520")
    operation(g, "german", "2520", 2)
    begin(g, Operation(), dice=[6, 5])
    play(g, Overrun("2520"), Pick(one), ChargeHome("2520"), Press(CHARGE), Press(NO_REACTION))
    assert one in g.onward and rule(why_not_blitz(g, g.pieces[one], "2620")) == "PB-10.1.2"


@pytest.mark.rule("PB-10.1.5")
def test_e36_without_room_the_infantry_stays_aboard() -> None:
    g = field()
    track = put(g, "ge_sdkfz251", "2420")
    gren = put(g, "ge_ss_gren", "2420", carrier=track)
    put(g, "ge_pz4", "2420"), put(g, "ge_pz4", "2420")
    from grognard.games.panzer_blitz.rules.panzer_blitz_assault import unload_for_blitz

    unload_for_blitz(g, g.pieces[track], "2520")
    assert g.pieces[gren].carrier == track and g.cat == {}


@pytest.mark.rule("PB-10.1.6", "PB-10.2.5")
def test_the_infantry_may_advance_when_the_overrun_cleared_the_hex() -> None:
    from grognard.games.panzer_blitz.rules.panzer_blitz_assault import BlitzAssault

    g = field()
    tank, gren = put(g, "ge_pz4", "2420"), put(g, "ge_ss_gren", "2420")
    g.cat = {**g.cat, gren: "2520"}
    g.attacked = {**g.attacked, f"overran:{tank}": True}
    begin(g, Overran("2520", (tank,), (tank,), (tank,)), BlitzAssault("2520", (gren,), (tank,)))
    assert set(offered(g)) == {Pick(gren), Pick(tank), Press("stay")} and tank in g.onward  # R-36 nobody assaults
    play(g, Pick(gren), Press("stay"))
    assert g.pieces[gren].place == "2520" and state_of(g, gren) == "spent"
    g = field()
    lost = put(g, "ge_ss_gren", "2420", disrupted=True, spent=True)
    put(g, "br_rifle", "2520")
    begin(g, BlitzAssault("2520", (lost,), ()))
    assert state_of(g, lost) == "spent/disrupted" and not g.steps


def test_a_refused_overrunner_is_told_why() -> None:
    g = field()
    put(g, "br_rifle", "2520")
    tank, gun = put(g, "ge_pz4", "2420"), put(g, "ge_jgpz4", "2420")
    operation(g, "german", "2420", 0)
    begin(g, OverrunMuster("german", "2520", (tank, gun)))
    assert refusing_rule(g, Pick(gun)) == "PB-8.2.4"
    assert refusing_rule(g, Pick("b1")) == refusing_rule(g, Pick("nobody")) == "GR-1", "no unit of this operation"


def load(g: PanzerBlitz, vehicle: str, place: str, rider: str = "ge_ss_gren") -> tuple[str, str]:
    """A vehicle with infantry aboard."""
    carrier = put(g, vehicle, place)
    return carrier, put(g, rider, place, carrier=carrier)


@pytest.mark.rule("PB-10.1.1", "PB-8.2.6")
def test_an_escort_joins_the_overrun_of_an_assault() -> None:
    g = field()
    track, gren = load(g, "ge_sdkfz251", "2420")
    tank = put(g, "ge_panther", "2420")
    put(g, "br_rifle", "2520")
    operate(g, "german", "2420")
    play(g, Blitz("2520"), Pick(tank), BlitzCharge("2520"))
    assert offered(g) == [Pick(track)], "infantry must be brought before the charge"
    play(g, Pick(track), BlitzCharge("2520"))
    assert g.asks[0].side == "british" and g.cat == {gren: "2520"}
    play(g, Press(NO_REACTION), dice=[6, 5])
    play(g, Press(NO_REACTION), dice=[6, 5])
    assert state_of(g, track) == state_of(g, gren) == "spent" and track not in g.onward
    assert tank in g.onward and Move(tank) in offered(g), "an escort may go on"


@pytest.mark.rule("PB-10.1.1", "PB-10.2.5")
def test_without_infantry_left_it_is_an_overrun_like_any_other() -> None:
    g = field()
    track, gren = load(g, "ge_sdkfz251", "2420")
    tank = put(g, "ge_panther", "2619")
    put(g, "br_truck", "2520", steps=1)
    operation(g, "german", "2520", 2)
    begin(g, BlitzMuster("german", "2520", (track, tank), tried=(track,)))
    g.change(track, disrupted=True, spent=True)
    play(g, Pick(tank), BlitzCharge("2520"), dice=[1, 1])
    assert set(offered(g)) == {Pick(tank), Press("stay")} and g.asks[0].cite == "PB-8.1.13" and gren not in g.cat


@pytest.mark.rule("PB-10.1.1", "PB-10.2.5")
def test_an_escort_waits_for_the_infantry_as_long_as_somebody_can_bring_it() -> None:
    g = field()
    track, _ = load(g, "ge_sdkfz251", "2420")
    one, two = put(g, "ge_panther", "2619"), put(g, "ge_panther", "2619")
    put(g, "br_rifle", "2520")
    operation(g, "german", "2520", 2)
    begin(g, BlitzMuster("german", "2520", (one, track)))
    play(g, Pick(one), BlitzCharge("2520"))
    assert offered(g) == [Pick(track)] and refusing_rule(g, Press(CHARGE)) == "GR-1"
    g.change(track, disrupted=True, spent=True)
    begin(g, BlitzMuster("german", "2520", (one, track, two), tried=(one,)))
    assert offered(g) == [Pick(two), Press(CHARGE)], "nobody is left to wait for"


@pytest.mark.rule("PB-10.1.6", "PB-9.1.14", "PB-8.1.13")
def test_after_the_close_assault_only_its_infantry_advances() -> None:
    g = field()
    track, gren = load(g, "ge_sdkfz251", "2420")
    put(g, "br_rifle", "2520", steps=1)
    operate(g, "german", "2420")
    play(g, Blitz("2520"), Pick(track), BlitzCharge("2520"))
    play(g, Press(NO_REACTION), dice=[6, 6])
    play(g, Press(NO_REACTION), dice=[1, 1])
    assert offered(g) == [Pick(gren), Press("stay")]
    play(g, Press("stay"))
    assert g.pieces[track].place == "2420" and not isinstance(g.steps[-1] if g.steps else None, Advance)


@pytest.mark.rule("PB-10.1.6")
def test_when_the_overrun_clears_the_hex_carriers_and_infantry_may_enter() -> None:
    g = field()
    track, gren = load(g, "ge_sdkfz251", "2420")
    put(g, "br_truck", "2520", steps=1)
    operate(g, "german", "2420")
    play(g, Blitz("2520"), Pick(track), BlitzCharge("2520"), dice=[1, 1])
    assert set(offered(g)) == {Pick(gren), Pick(track), Press("stay")}


@pytest.mark.rule("PB-10.1.1", "PB-4.3.11")
def test_infantry_may_be_loaded_on_the_way_to_an_assault() -> None:
    g = field()
    track, gren = put(g, "ge_sdkfz251", "2420"), put(g, "ge_ss_gren", "2420")
    put(g, "br_rifle", "2620")
    operate(g, "german", "2420")
    play(g, Blitz("2620"), Pick(track), Load(gren))
    let_pass(g, "british")
    play(g, Go("2520"))
    let_pass(g, "british")
    play(g, BlitzCharge("2620"))
    assert g.cat == {gren: "2620"} and g.moved[track] == 2 * (g.pieces[track].face.ma // 2 + 1 + 3)


@pytest.mark.rule("PB-10.1.5")
def test_infantry_without_room_stays_aboard_and_the_log_says_so() -> None:
    g = field()
    track, gren = load(g, "ge_sdkfz251", "2420")
    put(g, "ge_pz4", "2420"), put(g, "ge_pz4", "2420")
    unload_for_blitz(g, g.pieces[track], "2520")
    assert g.pieces[gren].carrier == track and "There is no room in 2420" in str((g.events or [])[-1])


@pytest.mark.rule("PB-10.1.7", "PB-7.8.7")
def test_unloading_for_the_assault_draws_no_fire() -> None:
    g = field()
    track, gren = load(g, "ge_sdkfz251", "2420")
    put(g, "br_rifle", "2520"), put(g, "br_mg", "2720")
    operate(g, "german", "2420")
    play(g, Blitz("2520"), Pick(track), BlitzCharge("2520"))
    assert g.asks[0].cite == "PB-7.9.1" and not g.pieces[gren].carrier


@pytest.mark.rule("PB-10.2.4", "PB-10.1.2", "PB-10.1.1", "PB-10.2.3", "PB-9.2.3", "PB-2.3.3", "PB-8.2.2")
def test_every_reason_not_to_take_part() -> None:
    def refused(vehicle: str, rider: str = "", **changes: object) -> tuple[str, str]:
        g = field()
        enemy = put(g, "br_rifle" if vehicle.startswith("ge") else "ge_gren", "2520")
        carrier = put(g, vehicle, "2420")
        if rider:
            put(g, rider, "2420", carrier=carrier)
        for name, value in changes.items():
            if name == "armor":
                g.drop(enemy)
                put(g, "br_sherman" if vehicle.startswith("ge") else "ge_pz4", "2520")
            else:
                getattr(g, name)["2420" if name == "mines" else carrier] = value
        unit = g.pieces[carrier]
        return rule(why_not_blitz(g, unit, "2520")), rule(why_not_carrier(g, unit, "2520"))

    assert refused("ge_sdkfz251", "ge_ss_gren") == ("", "")
    assert refused("ge_panther") == ("", "PB-10.1.1"), "an escort"
    assert refused("ge_jgpz4", "ge_ss_gren") == ("PB-10.2.4", "PB-10.2.4")
    assert refused("ge_sdkfz251", "ge_ss_gren", onward=True) == ("PB-10.1.2", "PB-10.1.2")
    assert refused("us_sherman", "us_rifle") == ("PB-10.2.3", "PB-10.2.3") and refused("us_sherman")[0] == ""
    assert refused("ge_sdkfz251", "ge_ss_gren", mines=Mine("german", "1-1"), moved=14)[0] == "PB-9.2.3"
    assert refused("ge_sdkfz251", "ge_ss_gren", armor=True)[0] == "PB-2.3.3"
    assert refused("ge_sdkfz251", "ge_ss_gren", road_used=True)[0] == "PB-8.2.3"


# ------------------------------------------------------------------ one clause after the other


@pytest.mark.rule("PB-10.1.9", "PB-9.1.2")
def test_an_assault_is_over_before_anybody_else_moves() -> None:
    g = field()
    track, gren = load(g, "ge_sdkfz251", "2420")
    other = put(g, "ge_gren", "2420")
    put(g, "br_rifle", "2520")
    operate(g, "german", "2420")
    play(g, Blitz("2520"), Pick(track), BlitzCharge("2520"))
    play(g, Press(NO_REACTION), dice=[6, 5])
    play(g, Press(NO_REACTION), dice=[6, 5])
    assert state_of(g, gren) == "spent" and not g.cat and Move(other) in offered(g)


@pytest.mark.rule("PB-10.1.3", "PB-10.1.4")
def test_on_the_way_riders_are_a_target_of_their_own_but_not_who_sits_in_a_half_track() -> None:
    for vehicle, separately in (("ge_pz4", True), ("ge_sdkfz251", False)):
        g = field()
        carrier, riders = load(g, vehicle, "2420")
        put(g, "br_rifle", "2720"), put(g, "br_mg", "2820"), put(g, "br_17pdr", "2820")
        operate(g, "german", "2420")
        play(g, Blitz("2720"), Pick(carrier), Go("2520"), Press("fire"), dice=[] if separately else [6, 6])
        assert (Pick(riders) in offered(g)) == separately and (g.asks[0].side == "british") == separately


@pytest.mark.rule("PB-10.1.7", "PB-4.3.29", "PB-7.8.7")
def test_neither_carrier_nor_infantry_is_fired_at_while_they_unload_for_the_assault() -> None:
    g = field()
    track, gren = load(g, "ge_sdkfz251", "2420")
    put(g, "br_rifle", "2520"), put(g, "br_17pdr", "2820"), put(g, "br_mg", "2820")
    operate(g, "german", "2420")
    play(g, Blitz("2520"), Pick(track), BlitzCharge("2520"))
    assert g.asks[0].cite == "PB-7.9.1" and g.cat == {gren: "2520"}
    assert g.moved[track] == 2 * (2 + 1), "no point is paid for the unloading"


@pytest.mark.rule("PB-10.2.1")
@pytest.mark.parametrize(
    ("target", "lies", "why"),
    [("2520", "mines", "PB-8.2.10"), ("2520", "blocks", "PB-8.2.10"), (WOODS, "", "PB-8.2.9")],
)
def test_what_cannot_be_overrun_takes_no_panzer_blitz_assault(target: str, lies: str, why: str) -> None:
    g = field()
    load(g, "ge_sdkfz251", "2419")
    put(g, "br_rifle", target)
    if lies:
        getattr(g, lies)[target] = Mine("british", "1-1")
    operation(g, "german", "2419", 0)
    assert refusal(g, Blitz(target)) == why


@pytest.mark.rule("PB-10.2.5", "PB-8.1.17")
def test_infantry_whose_carrier_is_hit_on_the_way_takes_no_part() -> None:
    g = field()
    one, lost = load(g, "ge_sdkfz251", "2420")
    two, gren = load(g, "ge_sdkfz251", "2619")
    put(g, "br_rifle", "2720"), put(g, "br_17pdr", "2820")
    operation(g, "german", "2520", 2)
    begin(g, Operation())
    play(g, Blitz("2720"), Pick(one), Go("2520"), Press("fire"), dice=[6, 4])
    assert state_of(g, one) == state_of(g, lost) == "spent/disrupted" and not g.pieces[lost].carrier
    play(g, Pick(two), BlitzCharge("2720"))
    assert g.cat == {gren: "2720"}
    play(g, Press(NO_REACTION), dice=[6, 5])
    play(g, Press(NO_REACTION), dice=[6, 5])
    told = [str(e) for e in g.events or () if e.cite == "PB-9.1.13"]
    assert len(told) == 1 and "AP 6 : 7" in told[0]


@pytest.mark.rule("PB-8.1.13", "PB-10.1.6")
@pytest.mark.parametrize("cleared", [True, False])
def test_carriers_go_on_if_the_overrun_alone_has_cleared_the_hex(cleared: bool) -> None:
    g = field()
    tank = put(g, "ge_pz4", "2420")
    if not cleared:
        put(g, "br_rifle", "2520")
    begin(g, Overran("2520", (tank,), (tank,), (tank,)))
    assert (tank in g.onward) is cleared
