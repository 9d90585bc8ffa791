"""8.0 Overruns: who, from where, reaction fire, the attack, the advance."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from grognard.engine import Pick, Press
from grognard.games.panzer_blitz.mind.move_doctrine import overrun_pays
from grognard.games.panzer_blitz.rules.close_assault import Advance
from grognard.games.panzer_blitz.rules.data import GRID
from grognard.games.panzer_blitz.rules.declared_fire import AwaitFire
from grognard.games.panzer_blitz.rules.fire_table import modifiers
from grognard.games.panzer_blitz.rules.movement import Go
from grognard.games.panzer_blitz.rules.movement_costs import Price
from grognard.games.panzer_blitz.rules.operation import Operation
from grognard.games.panzer_blitz.rules.opportunity_fire import NO_REACTION
from grognard.games.panzer_blitz.rules.overrun import (
    Overran,
    OverrunTargets,
    Split,
    attack_hexes,
    entry_price,
    points_short,
    why_not_overrun,
    why_not_target,
)
from grognard.games.panzer_blitz.rules.overrun_approach import CHARGE, ChargeHome, Overrun, OverrunMuster
from grognard.games.panzer_blitz.rules.state import Mine, PanzerBlitz
from grognard.games.panzer_blitz.rules.unit_moves import Move, begin_move
from grognard.testing import begin, offered, play, refusing_rule

from .helpers import CITY, GULLY, ORCHARD, TOWN, WOODS, field, operation, put, refusal, rule, state_of


def charge(g: PanzerBlitz, *tanks: str, target: str = "2520", dice: tuple[int, ...] = (), react: bool = True) -> None:
    """Overrun a hex from where the tanks stand; the defenders hold their reaction fire."""
    operation(g, g.pieces[tanks[0]].side, g.pieces[tanks[0]].place, 1)
    begin(g, Operation(), dice=dice)
    play(g, Overrun(target))
    for tank in tanks:
        play(g, Pick(tank), ChargeHome(target))
    if Press(CHARGE) in offered(g):
        play(g, Press(CHARGE))
    if react and Press(NO_REACTION) in offered(g):
        play(g, Press(NO_REACTION))


@pytest.mark.rule("PB-8.0.1", "PB-8.2.4")
def test_only_overrun_capable_armor() -> None:
    g = field()
    put(g, "br_rifle", "2520")
    td, tank = put(g, "ge_jgpz4", "2420"), put(g, "ge_pz4", "2420")
    assert rule(why_not_overrun(g, g.pieces[td], "2520")) == "PB-8.2.4"
    operation(g, "german", "2420", 0)
    assert why_not_overrun(g, g.pieces[tank], "2520") is None


@pytest.mark.rule("PB-8.2.9", "PB-8.2.10", "PB-14.2.6", "PB-14.4.6", "PB-14.5.4", "PB-14.10.4", "PB-8.2.11")
@pytest.mark.parametrize(
    ("place", "expected"),
    [
        (WOODS, "PB-8.2.9"),
        (TOWN, "PB-8.2.9"),
        (CITY, "PB-8.2.9"),
        ("4503", "PB-8.2.9"),
        (GULLY, "PB-8.2.10"),
        (ORCHARD, ""),
    ],
)
def test_hexes_that_cannot_be_overrun(place: str, expected: str) -> None:
    g = field()
    put(g, "br_rifle", place)
    assert rule(why_not_target(g, "german", place)) == expected
    if not expected:
        g.mines = {**g.mines, place: None}  # type: ignore[dict-item]
        assert rule(why_not_target(g, "german", place)) == "PB-8.2.10"
        g.mines = {}
        g.blocks = {**g.blocks, place: True}
        assert rule(why_not_target(g, "german", place)) == "PB-8.2.10"
        g.blocks = {}
        g.attacked = {**g.attacked, f"overrun:{place}": True}
        assert rule(why_not_target(g, "german", place)) == "PB-8.2.11"


@pytest.mark.rule("PB-8.2.2")
def test_sight_and_a_spotted_target_before_moving() -> None:
    g = field()
    put(g, "br_rifle", "2420", unspotted=True)
    assert rule(why_not_target(g, "german", "2420")) == "PB-8.2.2"
    blind = put(g, "ge_pz4", "2417")
    put(g, "ge_gren", "2421")
    assert why_not_target(g, "german", "2420") is None
    operation(g, "german", "2418", 3)
    assert rule(why_not_overrun(g, g.pieces[blind], "2420")) == "PB-8.2.2"


@pytest.mark.rule("PB-8.1.1", "PB-8.2.3", "PB-14.3.7")
def test_overrunners_pay_two_points_and_the_entry_and_use_no_road() -> None:
    g = field()
    tank = put(g, "ge_pz4", "2420")
    put(g, "br_rifle", "2720")
    operation(g, "german", "2420", 0)
    begin(g, OverrunMuster("german", "2720", (tank,)))
    play(g, Pick(tank), Go("2620"), ChargeHome("2720"))
    assert g.moved[tank] == 2 * (2 + 2 + 1)  # two hexes, two points, the target hex
    other = put(g, "ge_pz4", "2420")
    g.road_used = {**g.road_used, other: True}
    assert rule(why_not_overrun(g, g.pieces[other], "2720")) == "PB-8.2.3"


@pytest.mark.rule("PB-8.1.1")
def test_an_overrun_is_offered_from_as_far_as_its_points_go() -> None:
    g = field()
    tank = put(g, "ge_pz4", "2420")
    put(g, "br_rifle", "2720")
    operation(g, "german", "2420", 0)
    assert refusal(g, Overrun("2720")) == ""
    g.moved = {**g.moved, tank: 2 * (g.pieces[tank].face.ma - 4)}
    assert refusal(g, Overrun("2720")) == "PB-8.1.2"


@pytest.mark.rule("PB-9.1.14")
def test_a_disrupted_attacker_does_not_advance() -> None:
    g = field()
    fit, shaken = put(g, "br_rifle", "2420"), put(g, "br_rifle", "2420", disrupted=True)
    begin(g, Advance("2520", (fit, shaken), "PB-9.1.14"))
    assert Pick(fit) in offered(g) and Pick(shaken) not in offered(g)


@pytest.mark.rule("PB-8.2.7", "PB-8.2.8", "PB-14.7.3")
def test_e20_overrun_and_bridges() -> None:
    g = field()
    put(g, "ge_gren", "4316")
    tank = g.pieces[put(g, "br_sherman", "4114")]
    operation(g, "british", "4114", 0)
    assert "4315" not in attack_hexes(g, tank, "4316")
    assert rule(entry_price(g, tank, "4315", "4316")) == "PB-8.2.7"
    g.drop("g1")
    put(g, "ge_gren", "4317")
    assert "4316" in attack_hexes(g, tank, "4317")
    north = g.pieces[put(g, "br_sherman", "4106")]
    put(g, "ge_gren", "4203")
    assert isinstance(entry_price(g, north, "4104", "4203"), Price) and "4104" in attack_hexes(g, north, "4203")


@pytest.mark.rule("PB-8.2.7", "PB-14.7.6")
def test_e53_no_overrun_starts_on_a_brook_bridge() -> None:
    g = field()
    tank = g.pieces[put(g, "br_sherman", "2211")]
    near = next(h for h in GRID.neighbours["2211"] if h not in ("2210", "2212"))
    assert rule(entry_price(g, tank, "2211", near)) == "PB-8.2.7"


@pytest.mark.rule("PB-8.2.5", "PB-4.3.33")
def test_no_riders_in_an_overrun() -> None:
    g = field()
    put(g, "br_rifle", "2520")
    tank, track = put(g, "ge_pz4", "2420"), put(g, "ge_sdkfz251", "2419")
    put(g, "ge_ss_gren", "2420", carrier=tank), put(g, "ge_ss_gren", "2419", carrier=track)
    operation(g, "german", "2420", 1)
    assert rule(why_not_overrun(g, g.pieces[tank], "2520")) == "PB-8.2.5"
    assert why_not_overrun(g, g.pieces[track], "2520") is None


@pytest.mark.rule("PB-8.1.2", "PB-8.1.16")
def test_e34_overrun_without_the_extra_points() -> None:
    g = field()
    place = next(h for h in GRID.neighbours["2823"] if h in ("2822",))
    g.smoke = {**g.smoke, place: 1}
    g.wrecks = {**g.wrecks, place: 1}
    put(g, "ge_gren", place)
    tank = g.pieces[put(g, "br_crocodile", "2823")]
    operation(g, "british", "2823", 0)
    assert points_short(g, tank, place) == 2  # four points to enter, six to overrun, five to spend
    begin(g, OverrunMuster("british", place, (tank.id,)))
    play(g, Pick(tank.id), ChargeHome(place))
    assert g.short == {tank.id: 1}
    g.moved = {**g.moved, tank.id: 2}
    assert rule(points_short(g, tank, place)) == "PB-8.1.2"


@pytest.mark.rule("PB-8.1.16", "PB-7.6.1")
def test_points_short_count_if_half_the_overrunners_of_a_target_are_short() -> None:
    g = field()
    tanks = tuple(put(g, "ge_pz4", "2420") for _ in range(3))
    rifle, sherman = put(g, "br_rifle", "2520"), put(g, "br_sherman", "2520")
    g.short = {tanks[0]: 1}

    def short(*assigned: str) -> list[int]:
        attack = OverrunTargets("2520", tanks, assigned=tuple(zip(tanks, assigned, strict=False))).attack(g)
        assert attack is not None
        return [sum(m.value for m in modifiers(g, attack, p) if m.cite == "PB-8.1.16") for p in attack.parts]

    assert short("unarmored", "unarmored", "unarmored") == [0] and short("unarmored", "unarmored") == [1]
    assert short("unarmored", sherman, sherman) == [0, 1] and short(sherman, "unarmored", "unarmored") == [1, 0]
    assert rifle in g.pieces


@pytest.mark.rule("PB-8.1.16", "PB-14.6.4")
def test_an_overrun_across_a_stream_takes_all_points_and_two_more() -> None:
    g = field()
    tank = g.pieces[put(g, "ge_panther", "0418")]
    put(g, "br_rifle", "0419")
    operation(g, "german", "0418", 0)
    assert points_short(g, tank, "0419") == 4
    g.moved = {**g.moved, tank.id: 1}
    assert "0418" not in attack_hexes(g, tank, "0419")


@pytest.mark.rule("PB-8.1.4", "PB-8.1.5", "PB-8.1.6", "PB-8.1.8", "PB-8.1.10", "PB-8.1.11", "PB-8.1.12", "PB-8.1.15")
def test_e32_a_lone_overrunner_splits() -> None:
    g = field()
    tiger = put(g, "ge_tiger", "2420")
    rifles = [put(g, "br_rifle", "2520") for _ in range(2)]
    sherman = put(g, "br_sherman", "2520")
    charge(g, tiger, dice=(3, 3))
    play(g, Split(sherman))
    assert {state_of(g, r) for r in rifles} == {"spent/disrupted"} and state_of(g, sherman) == "spent/disrupted"
    assert [g.pieces[i].steps for i in (*rifles, sherman)] == [2, 2, 2]
    assert g.pieces[tiger].place == "2420"


@pytest.mark.rule("PB-8.1.7")
def test_several_overrunners_take_different_targets_whole() -> None:
    g = field()
    one, two = put(g, "ge_pz4", "2420"), put(g, "ge_pz4", "2420")
    rifle, sherman = put(g, "br_rifle", "2520"), put(g, "br_sherman", "2520")
    begin(g, OverrunTargets("2520", (one, two)))
    assert not any(isinstance(a, Split) for a in offered(g))
    play(g, Press("unarmored"), Pick(sherman), dice=[3, 3])
    assert state_of(g, rifle) != "fresh" and state_of(g, sherman) != "fresh"


@pytest.mark.rule("PB-8.1.3", "PB-8.1.13", "PB-8.1.14", "PB-8.2.1", "PB-8.2.6")
def test_a_cleared_hex_may_be_entered_and_the_move_goes_on() -> None:
    g = field()
    one, two = put(g, "ge_tiger", "2420"), put(g, "ge_tiger", "2619")
    truck = put(g, "br_truck", "2520", steps=1)
    operation(g, "german", "2520", 2)
    begin(g, Operation(), dice=[1, 2])
    play(g, Overrun("2520"), Pick(one), ChargeHome("2520"), Pick(two), ChargeHome("2520"))
    assert truck not in g.pieces
    play(g, Pick(one), Press("stay"))
    assert g.pieces[one].place == "2520" and g.pieces[two].place == "2619"
    assert one in g.onward and Move(one) in offered(g) and Overrun("2520") not in offered(g)
    play(g, Move(one), Go("2620"))
    assert g.pieces[one].place == "2620"


@pytest.mark.rule("PB-8.1.14")
def test_tanks_that_wait_off_the_map_are_no_reason_for_an_overrun() -> None:
    g = field()
    tank, waiting = put(g, "br_sherman", "2420"), put(g, "br_sherman", "", arrives=1)
    put(g, "ge_gren", "2520")
    operation(g, "british", "2420")
    assert g.op is not None
    alone = overrun_pays(g, "british", "2520")
    g.op = replace(g.op, active=(tank, waiting), kind="reinforcement")
    assert overrun_pays(g, "british", "2520") == alone


def test_an_overrunner_overruns_again() -> None:
    g = field()
    one, two = put(g, "ge_panther", "2420"), put(g, "ge_panther", "2621")
    put(g, "br_truck", "2520", steps=1)
    second = put(g, "br_truck", "2620", steps=1)
    operation(g, "german", "2520", 3)
    begin(g, Operation(), dice=[1, 2, 1, 2])
    play(g, Overrun("2520"), Pick(one), ChargeHome("2520"), Press(CHARGE), Pick(one))
    play(g, Overrun("2620"), Pick(one), ChargeHome("2620"))
    assert Press(CHARGE) in offered(g) and g.moved[one] == 2 * (3 + 3)
    play(g, Pick(two), ChargeHome("2620"))
    assert second not in g.pieces and set(offered(g)) == {Pick(one), Pick(two), Press("stay")}


@pytest.mark.rule("PB-8.2.3", "PB-14.3.7")
def test_an_overrunner_that_moves_on_has_no_road_rate() -> None:
    g = field()
    tank = put(g, "ge_panther", "2719")
    put(g, "br_truck", "2619")
    charge(g, tank, target="2619", dice=(6, 5))
    before = g.moved[tank]
    play(g, Move(tank), Go("2720"))  # along a road
    assert g.moved[tank] == before + 2 and tank not in g.road_used


@pytest.mark.rule("PB-7.1.5", "PB-7.10.1")
def test_an_overrunner_that_moves_on_does_not_fire_again() -> None:
    g = field()
    tank = put(g, "br_stuart", "2420")
    put(g, "ge_truck", "2520"), put(g, "ge_gren", "2720")
    charge(g, tank, dice=(6, 5))
    play(g, Move(tank))
    assert AwaitFire() not in offered(g) and refusing_rule(g, AwaitFire()) == "PB-7.1.5"


@pytest.mark.rule("PB-4.3.6")
def test_passengers_carried_into_an_overrun_are_spent() -> None:
    g = field()
    track = put(g, "ge_sdkfz251", "2420")
    riders = put(g, "ge_ss_gren", "2420", carrier=track)
    put(g, "br_truck", "2520", steps=1)
    charge(g, track, dice=(1, 1))
    play(g, Pick(track))
    assert g.pieces[riders].place == "2520" and state_of(g, riders) == state_of(g, track) == "spent"


@pytest.mark.rule("PB-15.2.12")
def test_a_trapped_overrunner_is_attacked_before_it_leaves_the_minefield() -> None:
    g = field()
    g.mines = {**g.mines, "2420": Mine("british", "1-1", shown=True)}
    tank = put(g, "ge_panther", "2420", trapped=True)
    put(g, "br_truck", "2721")
    operation(g, "german", "2420", 0)
    begin(g, Operation())
    play(g, Overrun("2721"), Pick(tank), Go("2520"), dice=[6, 6])
    assert g.pieces[tank].place == "2420" and not g.pieces[tank].trapped, "the mine comes first"
    play(g, Go("2720"), ChargeHome("2721"), dice=[6, 6])
    assert g.pieces[tank].place == "2720" and g.moved[tank] == 2 * (3 + 2 + 1)  # hex by hex
    g = field()
    g.mines = {**g.mines, "2420": Mine("british", "3-1", shown=True)}
    tank = put(g, "ge_panther", "2420", trapped=True)
    put(g, "br_truck", "2520", steps=1)
    charge(g, tank, dice=(1, 1))
    play(g, Pick(tank), dice=[4, 4])
    assert state_of(g, tank) == "spent/disrupted" and g.pieces[tank].place == "2420"


@pytest.mark.rule("PB-8.1.17", "PB-7.9.11")
def test_a_disrupted_participant_drops_out() -> None:
    g = field()
    one, two = put(g, "ge_pz4", "2420"), put(g, "ge_pz4", "2420", disrupted=True, spent=True)
    put(g, "br_rifle", "2520")
    step = OverrunTargets("2520", (one, two))
    assert step._able(g) == [one]
    begin(g, Overran("2520", (one, two), (one,)))
    assert state_of(g, one) == "spent" and two not in g.onward


@pytest.mark.rule("PB-15.5.10", "PB-8.2.10")
def test_units_beside_a_fortification_may_be_overrun() -> None:
    g = field()
    g.forts = {**g.forts, "2520": "bunker"}
    inside = put(g, "br_rifle", "2520", inside="fort")
    assert rule(why_not_target(g, "german", "2520")) == "PB-15.5.10"
    outside = put(g, "br_rifle", "2520")
    assert why_not_target(g, "german", "2520") is None
    tank = put(g, "ge_tiger", "2420")
    begin(g, OverrunTargets("2520", (tank,)), dice=[2, 2])
    assert state_of(g, inside) == "fresh" and state_of(g, outside) != "fresh"


# ------------------------------------------------------------------ one clause after the other


@pytest.mark.rule("PB-8.1.5", "PB-8.1.7")
def test_armored_defenders_are_overrun_one_by_one_by_whoever_is_sent_against_each() -> None:
    for second, hit in ((0, [True, False]), (1, [True, True])):
        g = field()
        tigers = tuple(put(g, "ge_tiger", "2420") for _ in range(2))
        shermans = [put(g, "br_sherman", "2520") for _ in range(2)]
        begin(g, OverrunTargets("2520", tigers))
        assert offered(g) == [Pick(i) for i in shermans]
        play(g, Pick(shermans[0]), Pick(shermans[second]), dice=[3, 3])
        assert [state_of(g, i) != "fresh" for i in shermans] == hit


@pytest.mark.rule("PB-8.1.8", "PB-8.1.4")
def test_a_split_overrun_drops_the_fractions_of_both_halves() -> None:
    g = field()
    tank = put(g, "ge_panther", "2420")
    put(g, "br_rifle", "2520")
    begin(g, OverrunTargets("2520", (tank,)), dice=[6, 5])
    sherman = put(g, "br_sherman", "2520")
    begin(g, OverrunTargets("2520", (tank,)))
    play(g, Split(sherman), dice=[6, 5])
    told = "\n".join(str(e) for e in g.events or ())
    assert "AP 7 : 7" in told and "AP 3 : 7" in told and "AT 4 : 4" in told


@pytest.mark.rule("PB-8.1.13", "PB-4.1.9")
def test_as_many_enter_a_cleared_hex_as_there_is_room_for() -> None:
    g = field()
    tanks = [put(g, "ge_pz4", h) for h in ("2420", "2420", "2619", "2619")]
    put(g, "br_truck", "2520", steps=1)
    operation(g, "german", "2520", 2)
    begin(g, OverrunTargets("2520", tuple(tanks)), dice=[1, 1])
    play(g, *map(Pick, tanks[:3]))
    assert [g.pieces[i].place for i in tanks] == ["2520", "2520", "2520", "2619"] and not g.steps


@pytest.mark.rule("PB-8.1.13", "PB-8.1.15", "PB-8.2.11")
def test_before_defenders_that_hold_out_the_overrunners_stay_but_may_move_on() -> None:
    g = field()
    tank, other = put(g, "ge_panther", "2420"), put(g, "ge_panther", "2420")
    put(g, "br_rifle", "2520")
    charge(g, tank, dice=(6, 5))
    assert g.pieces[tank].place == "2420" and refusing_rule(g, Overrun("2520")) == "PB-8.2.11"
    play(g, Move(tank), Go("2421"))
    assert g.pieces[tank].place == "2421" and state_of(g, other) == "fresh"


@pytest.mark.rule("PB-8.1.16")
def test_every_point_short_adds_one_and_who_was_short_goes_no_farther() -> None:
    g = field()
    tank = put(g, "ge_panther", "0418")
    put(g, "br_rifle", "0419")
    charge(g, tank, target="0419", dice=(6, 5))
    assert "Movement points short: +2" in "\n".join(str(e) for e in g.events or ())
    assert state_of(g, tank) == "spent" and not g.steps


@pytest.mark.rule("PB-8.1.2", "PB-8.1.17")
def test_one_is_stopped_by_fire_on_the_way_and_the_others_overrun_without_it() -> None:
    g = field()
    one, two = put(g, "ge_pz4", "2420"), put(g, "ge_pz4", "2420")
    truck = put(g, "br_truck", "2720", steps=1)
    gun = put(g, "br_17pdr", "2820")
    operation(g, "german", "2420", 0)
    begin(g, Operation())
    play(g, Overrun("2720"), Pick(one), Go("2620"), Press("fire"), dice=[4, 3])
    assert state_of(g, one) == "spent/disrupted" and g.pieces[one].place == "2520" and state_of(g, gun) == "spent"
    play(g, Pick(two), Go("2620"), ChargeHome("2720"), dice=[1, 1])
    assert truck not in g.pieces and offered(g) == [Pick(two), Press("stay")]


@pytest.mark.rule("PB-8.2.3", "PB-14.3.7")
def test_who_comes_up_along_a_road_pays_for_the_ground_beside_it() -> None:
    g = field()
    tank = put(g, "ge_panther", "2719")
    put(g, "br_truck", "2721")
    operation(g, "german", "2719", 0)
    begin(g, Operation())
    play(g, Overrun("2721"), Pick(tank), Go("2720"))
    assert g.moved[tank] == 2 and tank not in g.road_used


@pytest.mark.rule("PB-8.2.2")
def test_what_is_unspotted_before_the_move_is_no_chance_for_an_overrun_in_it() -> None:
    for unspotted in (True, False):
        g = field()
        tank = put(g, "ge_panther", "0801")
        put(g, "br_truck", "1402", unspotted=unspotted)
        operation(g, "german", "0801", 0)
        assert ("1402" in begin_move(g, g.pieces[tank]).chances) != unspotted
