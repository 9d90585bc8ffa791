"""8.0, 9.0, 10.0 Overruns, close assaults, Panzer Blitz assaults."""

from __future__ import annotations

import pytest

from grognard.engine import Pick, Press, To
from grognard.games.panzer_blitz.rules.close_assault import SPLIT, Advance, CatTargets, CloseAssault
from grognard.games.panzer_blitz.rules.data import GRID
from grognard.games.panzer_blitz.rules.fire_table import Attack, Part, defense, modifiers
from grognard.games.panzer_blitz.rules.movement import ASSAULT_FIRE, Assault, Move, MoveUnit, why_not_cat
from grognard.games.panzer_blitz.rules.movement_costs import Price
from grognard.games.panzer_blitz.rules.operation import Operation
from grognard.games.panzer_blitz.rules.overrun import (
    CHARGE,
    Blitz,
    Overran,
    Overrun,
    OverrunMuster,
    OverrunTargets,
    Split,
    attack_hexes,
    entry_price,
    overrun_hexes,
    why_not_overrun,
    why_not_target,
)
from grognard.games.panzer_blitz.rules.reaction_fire import NO_REACTION
from grognard.games.panzer_blitz.rules.state import Mine, PanzerBlitz

from .helpers import CITY, GULLY, ORCHARD, TOWN, WOODS, answer, field, offered, operation, put, rule, run, state_of, why


def charge(g: PanzerBlitz, *tanks: str, target: str = "2520", dice: tuple[int, ...] = (), react: bool = True) -> None:
    """Overrun a hex from where the tanks stand; the defenders hold their reaction fire."""
    operation(g, g.pieces[tanks[0]].side, g.pieces[tanks[0]].place, 1)
    run(g, Operation(), dice=dice)
    answer(g, Overrun(target))
    for tank in tanks:
        answer(g, Pick(tank), To(g.pieces[tank].place))
    if Press(CHARGE) in offered(g):
        answer(g, Press(CHARGE))
    if react and Press(NO_REACTION) in offered(g):
        answer(g, Press(NO_REACTION))


@pytest.mark.rule("PB-8.0.1", "PB-8.2.4")
def test_only_overrun_capable_armor() -> None:
    g = field()
    put(g, "br_rifle", "2520")
    td, tank = put(g, "ge_jgpz4", "2420"), put(g, "ge_pz4", "2420")
    assert rule(why_not_overrun(g, g.pieces[td], "2520", blitz=False)) == "PB-8.2.4"
    operation(g, "german", "2420", 0)
    assert why_not_overrun(g, g.pieces[tank], "2520", blitz=False) is None


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
        g.mines[place] = None  # type: ignore[assignment]
        assert rule(why_not_target(g, "german", place)) == "PB-8.2.10"
        g.mines, g.blocks[place] = {}, True
        assert rule(why_not_target(g, "german", place)) == "PB-8.2.10"
        g.blocks, g.attacked[f"overrun:{place}"] = {}, True
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
    assert rule(why_not_overrun(g, g.pieces[blind], "2420", blitz=False)) == "PB-8.2.2"


@pytest.mark.rule("PB-8.1.1", "PB-8.2.3", "PB-14.3.7")
def test_overrunners_pay_two_points_and_the_entry_and_use_no_road() -> None:
    g = field()
    tank = put(g, "ge_pz4", "2420")
    put(g, "br_rifle", "2720")
    operation(g, "german", "2420", 0)
    run(g, OverrunMuster("german", "2720", (tank,)))
    answer(g, Pick(tank), To("2620"))
    if g.asks and g.asks[0].side == "british" and Press("hold fire") in offered(g):
        answer(g, Press("hold fire"))
    assert g.moved[tank] == 2 * (2 + 2 + 1)  # two hexes, two points, the target hex
    g.road_used[tank] = True
    assert attack_hexes(g, g.pieces[tank], "2720") == {}


@pytest.mark.rule("PB-8.1.1")
def test_an_overrun_is_offered_from_as_far_as_its_points_go() -> None:
    g = field()
    tank = put(g, "ge_pz4", "2420")
    put(g, "br_rifle", "2720")
    operation(g, "german", "2420", 0)
    assert overrun_hexes(g, "german", [g.pieces[tank]], blitz=False) == ["2720"]
    g.moved[tank] = 2 * (g.pieces[tank].face.ma - 4)
    assert overrun_hexes(g, "german", [g.pieces[tank]], blitz=False) == []


@pytest.mark.rule("PB-9.1.14")
def test_a_disrupted_attacker_does_not_advance() -> None:
    g = field()
    fit, shaken = put(g, "br_rifle", "2420"), put(g, "br_rifle", "2420", disrupted=True)
    run(g, Advance("2520", (fit, shaken), "PB-9.1.14"))
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


@pytest.mark.rule("PB-8.2.5")
def test_no_riders_in_an_overrun() -> None:
    g = field()
    put(g, "br_rifle", "2520")
    tank, track = put(g, "ge_pz4", "2420"), put(g, "ge_sdkfz251", "2419")
    put(g, "ge_ss_gren", "2420", carrier=tank), put(g, "ge_ss_gren", "2419", carrier=track)
    operation(g, "german", "2420", 1)
    assert rule(why_not_overrun(g, g.pieces[tank], "2520", blitz=False)) == "PB-8.2.5"
    assert why_not_overrun(g, g.pieces[track], "2520", blitz=False) is None


@pytest.mark.rule("PB-8.1.2", "PB-8.1.16")
def test_e34_overrun_without_the_extra_points() -> None:
    g = field()
    place = next(h for h in GRID.neighbours["2823"] if h in ("2822",))
    g.smoke[place] = g.wrecks[place] = 1
    put(g, "ge_gren", place)
    tank = g.pieces[put(g, "br_crocodile", "2823")]
    operation(g, "british", "2823", 0)
    assert attack_hexes(g, tank, place) == {"2823": 2}  # four points to enter, six to overrun, five to spend
    run(g, OverrunMuster("british", place, (tank.id,)))
    answer(g, Pick(tank.id), To("2823"))
    assert g.short == {tank.id: 1}
    g.moved[tank.id] = 2
    assert attack_hexes(g, tank, place) == {}


@pytest.mark.rule("PB-8.1.16", "PB-7.6.1")
def test_points_short_count_if_half_the_overrunners_of_a_target_are_short() -> None:
    g = field()
    tanks = tuple(put(g, "ge_pz4", "2420") for _ in range(3))
    rifle, sherman = put(g, "br_rifle", "2520"), put(g, "br_sherman", "2520")
    g.short = {tanks[0]: 1}

    def short(*assigned: str) -> list[int]:
        attack = OverrunTargets("2520", tanks, tuple(zip(tanks, assigned, strict=False))).attack(g)
        assert attack is not None
        return [sum(m.value for m in modifiers(g, attack, p) if m.cite == "PB-8.1.16") for p in attack.parts]

    assert short("unarmored", "unarmored", "unarmored") == [0] and short("unarmored", "unarmored") == [1]
    assert short("unarmored", sherman, sherman) == [1, 0] and short(sherman, "unarmored", "unarmored") == [0, 1]
    assert rifle in g.pieces


@pytest.mark.rule("PB-8.1.16", "PB-14.6.4")
def test_an_overrun_across_a_stream_takes_all_points_and_two_more() -> None:
    g = field()
    tank = g.pieces[put(g, "ge_panther", "0418")]
    put(g, "br_rifle", "0419")
    operation(g, "german", "0418", 0)
    assert attack_hexes(g, tank, "0419")["0418"] == 4
    g.moved[tank.id] = 1
    assert "0418" not in attack_hexes(g, tank, "0419")


@pytest.mark.rule("PB-8.1.4", "PB-8.1.5", "PB-8.1.6", "PB-8.1.8", "PB-8.1.10", "PB-8.1.11", "PB-8.1.12", "PB-8.1.15")
def test_e32_a_lone_overrunner_splits() -> None:
    g = field()
    tiger = put(g, "ge_tiger", "2420")
    rifles = [put(g, "br_rifle", "2520") for _ in range(2)]
    sherman = put(g, "br_sherman", "2520")
    charge(g, tiger, dice=(3, 3))
    answer(g, Split(sherman))
    assert {state_of(g, r) for r in rifles} == {"spent/disrupted"} and state_of(g, sherman) == "spent/disrupted"
    assert [g.pieces[i].steps for i in (*rifles, sherman)] == [2, 2, 2]
    assert g.pieces[tiger].place == "2420"


@pytest.mark.rule("PB-8.1.7")
def test_several_overrunners_take_different_targets_whole() -> None:
    g = field()
    one, two = put(g, "ge_pz4", "2420"), put(g, "ge_pz4", "2420")
    rifle, sherman = put(g, "br_rifle", "2520"), put(g, "br_sherman", "2520")
    run(g, OverrunTargets("2520", (one, two)))
    assert not any(isinstance(a, Split) for a in offered(g))
    answer(g, Press("unarmored"), Pick(sherman), dice=[3, 3])
    assert state_of(g, rifle) != "fresh" and state_of(g, sherman) != "fresh"


@pytest.mark.rule("PB-8.1.3", "PB-8.1.13", "PB-8.1.14", "PB-8.2.1", "PB-8.2.6")
def test_a_cleared_hex_may_be_entered_and_the_move_goes_on() -> None:
    g = field()
    one, two = put(g, "ge_tiger", "2420"), put(g, "ge_tiger", "2619")
    truck = put(g, "br_truck", "2520", steps=1)
    operation(g, "german", "2520", 2)
    run(g, Operation(), dice=[1, 2])
    answer(g, Overrun("2520"), Pick(one), To("2420"), Pick(two), To("2619"))
    assert truck not in g.pieces
    answer(g, Pick(one), Press("stay"))
    assert g.pieces[one].place == "2520" and g.pieces[two].place == "2619"
    assert one in g.onward and Move(one) in offered(g) and Overrun("2520") not in offered(g)
    answer(g, Move(one), To("2620"))
    assert g.pieces[one].place == "2620"


@pytest.mark.rule("PB-8.1.14")
def test_an_overrunner_overruns_again() -> None:
    g = field()
    one, two = put(g, "ge_panther", "2420"), put(g, "ge_panther", "2621")
    put(g, "br_truck", "2520", steps=1)
    second = put(g, "br_truck", "2620", steps=1)
    operation(g, "german", "2520", 3)
    run(g, Operation(), dice=[1, 2, 1, 2])
    answer(g, Overrun("2520"), Pick(one), To("2420"), Press(CHARGE), Pick(one))
    answer(g, Overrun("2620"), Pick(one), To("2520"))
    assert Press(CHARGE) in offered(g) and g.moved[one] == 2 * (3 + 3)
    answer(g, Pick(two), To("2621"))
    assert second not in g.pieces and set(offered(g)) == {Pick(one), Pick(two), Press("stay")}


@pytest.mark.rule("PB-8.2.3", "PB-14.3.7")
def test_an_overrunner_that_moves_on_has_no_road_rate() -> None:
    g = field()
    tank = put(g, "ge_panther", "2719")
    put(g, "br_truck", "2619")
    charge(g, tank, target="2619", dice=(6, 5))
    before = g.moved[tank]
    answer(g, Move(tank), To("2720"))  # along a road
    assert g.moved[tank] == before + 2 and tank not in g.road_used


@pytest.mark.rule("PB-7.1.5", "PB-7.10.1")
def test_an_overrunner_that_moves_on_does_not_fire_again() -> None:
    g = field()
    tank = put(g, "br_stuart", "2420")
    put(g, "ge_truck", "2520"), put(g, "ge_gren", "2720")
    charge(g, tank, dice=(6, 5))
    answer(g, Move(tank))
    assert Press(ASSAULT_FIRE) not in offered(g) and why(g, Press(ASSAULT_FIRE)) == "PB-7.1.5"


@pytest.mark.rule("PB-4.3.6")
def test_passengers_carried_into_an_overrun_are_spent() -> None:
    g = field()
    track = put(g, "ge_sdkfz251", "2420")
    riders = put(g, "ge_ss_gren", "2420", carrier=track)
    put(g, "br_truck", "2520", steps=1)
    charge(g, track, dice=(1, 1))
    answer(g, Pick(track))
    assert g.pieces[riders].place == "2520" and state_of(g, riders) == state_of(g, track) == "spent"


@pytest.mark.rule("PB-15.2.12")
def test_a_trapped_overrunner_is_attacked_before_it_leaves_the_minefield() -> None:
    g = field()
    g.mines["2420"] = Mine("british", "1-1", shown=True)
    tank = put(g, "ge_panther", "2420", trapped=True)
    put(g, "br_truck", "2721")
    operation(g, "german", "2420", 0)
    run(g, Operation())
    answer(g, Overrun("2721"), Pick(tank), To("2720"), dice=[6, 6, 6, 6])
    assert g.pieces[tank].place == "2720" and g.moved[tank] == 2 * (3 + 2 + 1)  # hex by hex
    g = field()
    g.mines["2420"] = Mine("british", "3-1", shown=True)
    tank = put(g, "ge_panther", "2420", trapped=True)
    put(g, "br_truck", "2520", steps=1)
    charge(g, tank, dice=(1, 1))
    answer(g, Pick(tank), dice=[4, 4])
    assert state_of(g, tank) == "spent/disrupted" and g.pieces[tank].place == "2420"


@pytest.mark.rule("PB-8.1.17", "PB-7.9.11")
def test_a_disrupted_participant_drops_out() -> None:
    g = field()
    one, two = put(g, "ge_pz4", "2420"), put(g, "ge_pz4", "2420", disrupted=True, spent=True)
    put(g, "br_rifle", "2520")
    step = OverrunTargets("2520", (one, two))
    assert step._able(g) == [one]
    run(g, Overran("2520", (one, two), False))
    assert state_of(g, one) == "spent" and two not in g.onward


@pytest.mark.rule("PB-15.5.10", "PB-8.2.10")
def test_units_beside_a_fortification_may_be_overrun() -> None:
    g = field()
    g.forts["2520"] = "bunker"
    inside = put(g, "br_rifle", "2520", inside="fort")
    assert rule(why_not_target(g, "german", "2520")) == "PB-15.5.10"
    outside = put(g, "br_rifle", "2520")
    assert why_not_target(g, "german", "2520") is None
    tank = put(g, "ge_tiger", "2420")
    run(g, OverrunTargets("2520", (tank,)), dice=[2, 2])
    assert state_of(g, inside) == "fresh" and state_of(g, outside) != "fresh"


# ------------------------------------------------------------------ close assault


@pytest.mark.rule("PB-9.0.1", "PB-9.1.3", "PB-9.2.1", "PB-9.2.2", "PB-9.2.3", "PB-9.2.4", "PB-15.5.11", "PB-14.3.8")
def test_who_may_close_assault() -> None:
    def refusal(kind: str = "ge_gren", change: str = "", **values: object) -> str:
        g = field()
        put(g, "br_rifle", "2520")
        unit = put(g, kind, "2420", **values)
        if change == "fort":
            g.forts["2420"] = "bunker"
        elif change.startswith("mine"):
            g.mines[change.split("-")[1]] = None  # type: ignore[assignment]
        elif change == "moved":
            g.moved[unit] = 3
        elif change:
            getattr(g, change)[unit] = True
        return rule(why_not_cat(g, g.pieces[unit], "2520"))

    assert refusal() == "" and refusal("ge_ss_pioneer") == ""
    assert refusal("ge_pz4") == "PB-9.0.1" and refusal("ge_pak40") == "PB-9.0.1"
    assert refusal(change="moved") == "PB-9.1.3"
    assert refusal(change="rode") == "PB-9.2.1" and refusal(change="road_used") == "PB-9.2.2"
    assert refusal(change="mine-2420") == "PB-9.2.3" and refusal(change="mine-2520") == "PB-9.2.4"
    assert refusal(inside="fort", change="fort") == "PB-15.5.11" and refusal(no_move=True) == "PB-11.2.2"


@pytest.mark.rule("PB-9.2.5", "PB-9.2.6", "PB-14.7.5")
def test_close_assault_across_water() -> None:
    g = field()
    unit = g.pieces[put(g, "br_rifle", "4315")]
    put(g, "ge_gren", "4316")
    assert why_not_cat(g, unit, "4316") is None
    g.broken["4315/4316"] = True
    assert rule(why_not_cat(g, unit, "4316")) == "PB-9.2.6"
    stream = g.pieces[put(g, "br_rifle", "2906")]
    put(g, "ge_gren", "2907")
    assert why_not_cat(g, stream, "2907") is None


@pytest.mark.rule("PB-9.1.1", "PB-9.1.2", "PB-9.1.15")
def test_close_assaults_wait_for_the_end_of_movement() -> None:
    g = field()
    one, two = put(g, "ge_gren", "2420"), put(g, "ge_gren", "2420")
    target = put(g, "br_truck", "2520")
    operation(g, "german", "2420", 0)
    run(g, Operation())
    answer(g, Move(one), Assault("2520"))
    assert g.cat == {one: "2520"} and state_of(g, target) == "fresh"
    answer(g, Move(two), Assault("2520"), dice=[3, 3])
    assert state_of(g, target) != "fresh" and {state_of(g, one), state_of(g, two)} == {"spent"}


@pytest.mark.rule("PB-9.1.2", "PB-9.1.14")
@pytest.mark.parametrize("tank_advances", [True, False])
def test_a_hex_cleared_meanwhile_is_neither_assaulted_nor_entered(tank_advances: bool) -> None:
    g = field()
    g.ips["2420"] = True
    pioneers, tank = put(g, "ge_ss_pioneer", "2420", inside="ip"), put(g, "ge_pz4", "2619")
    put(g, "br_truck", "2520", steps=1)
    operation(g, "german", "2520", 2)
    run(g, Operation())
    answer(g, Move(pioneers), Assault("2520"))
    answer(g, Overrun("2520"), Pick(tank), To("2619"), dice=[1, 1])
    answer(g, Pick(tank) if tank_advances else Press("stay"), Press("close assault"))
    assert state_of(g, tank) == state_of(g, pioneers) == "spent" and g.pieces[tank].steps == 2
    assert g.pieces[pioneers].place == "2420" and g.pieces[pioneers].inside == "ip" and not g.cat


@pytest.mark.rule("PB-9.1.6", "PB-9.1.10", "PB-9.1.11", "PB-17.4.1")
def test_e04_close_assault_on_a_half_track() -> None:
    g = field()
    units = tuple(put(g, k, "2420") for k in ("br_rifle", "br_rifle", "br_engineer"))
    target = put(g, "ge_sdkfz251", "2520")
    run(g, CloseAssault("2520", units), dice=[4, 5])
    if Press(NO_REACTION) in offered(g):
        answer(g, Press(NO_REACTION))
    assert g.pieces[target].steps == 1 and state_of(g, target) == "spent/disrupted"
    assert {state_of(g, u) for u in units} == {"spent"} and {g.pieces[u].place for u in units} == {"2420"}
    attack = Attack("cat", "2520", (Part("AT", units, (target,)),), engineers=True)
    assert sum(m.value for m in modifiers(g, attack, attack.parts[0]) if m.cite != "PB-7.6.7") == -4


@pytest.mark.rule("PB-9.1.6")
def test_armor_in_close_assault_adds_up_to_the_best_plus_one_each() -> None:
    g = field()
    ids = tuple(put(g, k, "2520") for k in ("ge_stug", "ge_pz4", "ge_sdkfz251"))
    attack = Attack("cat", "2520", (Part("AT", (), ids),))
    assert defense(g, attack, attack.parts[0]) == 5 + 2


@pytest.mark.rule("PB-9.1.12", "PB-15.1.1", "PB-15.1.2", "PB-15.1.3")
def test_e35_close_assault_on_armor_in_a_town() -> None:
    g = field()
    place = GRID.neighbours[TOWN][0]
    units = tuple(put(g, k, place) for k in ("br_rifle", "br_rifle", "br_engineer"))
    stug = put(g, "ge_stug", TOWN)
    attack = Attack("cat", TOWN, (Part("AT", units, (stug,)),), engineers=True)
    assert sum(m.value for m in modifiers(g, attack, attack.parts[0])) == -3
    run(g, CloseAssault(TOWN, units), dice=[3, 3])
    answer(g, Press(NO_REACTION))
    from grognard.games.panzer_blitz.rules.stacking import total

    assert g.pieces[stug].steps == 1 and g.wrecks[TOWN] == 1 and total(g, TOWN, g.here(TOWN)) == 4


@pytest.mark.rule("PB-14.2.8")
def test_close_assault_from_city_to_city() -> None:
    g = field()
    rifle, truck, infantry = put(g, "br_rifle", "4701"), put(g, "ge_truck", CITY), put(g, "ge_gren", CITY)
    on_truck = Attack("cat", CITY, (Part("AP", (rifle,), (truck,)),))
    on_foot = Attack("cat", CITY, (Part("AP", (rifle,), (infantry,)),))
    cites = [[m.cite for m in modifiers(g, a, a.parts[0])] for a in (on_truck, on_foot)]
    assert "PB-14.2.8" in cites[0] and "PB-14.2.8" not in cites[1]


@pytest.mark.rule("PB-9.1.5", "PB-9.1.7", "PB-9.1.8", "PB-9.1.13")
def test_types_are_chosen_after_reaction_fire_and_a_lone_attacker_may_split() -> None:
    g = field()
    lone = put(g, "ge_ss_gren", "2420")
    rifle, sherman = put(g, "br_rifle", "2520"), put(g, "br_sherman", "2520")
    run(g, CatTargets("2520", (lone,)))
    assert Press(SPLIT) in offered(g)
    step = CatTargets("2520", (lone,), ((lone, SPLIT),))
    attack = step.attack(g)
    assert attack is not None and {(p.line, p.split) for p in attack.parts} == {("AP", True), ("AT", True)}
    answer(g, Press(SPLIT), dice=[1, 1])
    assert state_of(g, rifle) != "fresh" and state_of(g, sherman) != "fresh"
    friend = put(g, "ge_ss_gren", "2420")
    run(g, CatTargets("2520", (lone, friend)))
    assert Press(SPLIT) not in offered(g)


@pytest.mark.rule("PB-9.1.4")
def test_out_of_the_ip_and_back() -> None:
    g = field()
    g.ips["2420"] = True
    unit = put(g, "ge_gren", "2420", inside="ip")
    put(g, "br_truck", "2520")
    operation(g, "german", "2420", 0)
    run(g, MoveUnit(unit, "2420"))
    answer(g, Assault("2520"))
    assert g.moved[unit] == 2 and not g.pieces[unit].inside
    run(g, CloseAssault("2520", (unit,)), dice=[6, 6])
    assert g.pieces[unit].inside == "ip" and state_of(g, unit) == "spent"


@pytest.mark.rule("PB-9.1.14")
def test_advance_after_close_assault() -> None:
    g = field()
    g.ips["2520"] = True
    one, two = put(g, "ge_gren", "2420"), put(g, "ge_gren", "2420")
    put(g, "br_truck", "2520", steps=1)
    run(g, CloseAssault("2520", (one, two)), dice=[1, 2])
    answer(g, Pick(one), Press("stay"))
    assert g.pieces[one].place == "2520" and g.pieces[one].inside == "ip" and g.pieces[two].place == "2420"
    assert g.moved == {}


@pytest.mark.rule("PB-15.5.13")
def test_a_fortification_is_close_assaulted_as_armor() -> None:
    g = field()
    g.forts["2520"] = "bunker"
    inside = put(g, "br_rifle", "2520", inside="fort")
    unit = put(g, "ge_ss_pioneer", "2420")
    run(g, CatTargets("2520", (unit,)), dice=[2, 2])
    assert state_of(g, inside) != "fresh"


# ------------------------------------------------------------------ Panzer Blitz assaults


@pytest.mark.rule("PB-10.2.3", "PB-10.2.4", "PB-10.1.2", "PB-10.2.1")
def test_who_may_make_a_panzer_blitz_assault() -> None:
    def refusal(carrier: str, rider: str) -> str:
        g = field()
        put(g, "br_rifle" if carrier.startswith("ge") else "ge_gren", "2520")
        vehicle = put(g, carrier, "2420")
        put(g, rider, "2420", carrier=vehicle)
        operation(g, g.pieces[vehicle].side, "2420", 0)
        return rule(why_not_overrun(g, g.pieces[vehicle], "2520", blitz=True))

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
    run(g, Operation(), dice=[4, 4, 3, 4, 2, 2, 4, 4])
    answer(g, Blitz("2520"), Pick(a), To("2420"), Pick(b), To("2619"))
    assert g.cat == {gren: "2520", pioneers: "2520"} and g.asks[0].side == "british"
    answer(g, Pick(a))  # reaction against a half-track: no effect
    assert state_of(g, rifle) == "spent/disrupted"  # the overrun
    answer(g, Pick(pioneers))  # the second reaction
    assert state_of(g, pioneers) == "spent/disrupted"
    assert g.pieces[rifle].steps == 1 and state_of(g, rifle) == "spent/disrupted"
    assert state_of(g, gren) == "spent" and g.pieces[gren].place == "2420"


@pytest.mark.rule("PB-10.2.1", "PB-9.2.3")
def test_no_panzer_blitz_assault_out_of_a_minefield() -> None:
    g = field()
    g.mines["2420"] = Mine("german", "2-1", shown=True)
    track = put(g, "ge_sdkfz251", "2420")
    put(g, "ge_ss_gren", "2420", carrier=track), put(g, "br_rifle", "2520")
    operation(g, "german", "2420", 0)
    assert "2420" in attack_hexes(g, g.pieces[track], "2520")
    assert "2420" not in attack_hexes(g, g.pieces[track], "2520", blitz=True)


@pytest.mark.rule("PB-7.1.6", "PB-9.1.2")
def test_a_hex_marked_for_close_assault_takes_no_panzer_blitz_assault() -> None:
    g = field()
    track, foot = put(g, "ge_sdkfz251", "2420"), put(g, "ge_gren", "2619")
    put(g, "ge_ss_gren", "2420", carrier=track), put(g, "br_rifle", "2520")
    operation(g, "german", "2520", 2)
    run(g, Operation())
    assert Blitz("2520") in offered(g)
    answer(g, Move(foot), Assault("2520"))
    assert Blitz("2520") not in offered(g) and why(g, Blitz("2520")) == "PB-7.1.6" and Overrun("2520") in offered(g)


@pytest.mark.rule("PB-10.1.2")
def test_a_panzer_blitz_assault_is_declared_before_the_first_participant_moves() -> None:
    g = field()
    one, two = put(g, "ge_sdkfz251", "2420"), put(g, "ge_sdkfz251", "2619")
    for track in (one, two):
        put(g, "ge_ss_gren", g.pieces[track].place, carrier=track)
    put(g, "br_rifle", "2520")
    operation(g, "german", "2520", 2)
    run(g, Operation(), dice=[6, 5])
    answer(g, Overrun("2520"), Pick(one), To("2420"), Press(CHARGE), Press(NO_REACTION))
    assert one in g.onward and rule(why_not_overrun(g, g.pieces[one], "2620", blitz=True)) == "PB-10.1.2"


@pytest.mark.rule("PB-10.1.5")
def test_e36_without_room_the_infantry_stays_aboard() -> None:
    g = field()
    track = put(g, "ge_sdkfz251", "2420")
    gren = put(g, "ge_ss_gren", "2420", carrier=track)
    put(g, "ge_pz4", "2420"), put(g, "ge_pz4", "2420")
    from grognard.games.panzer_blitz.rules.overrun import unload_for_blitz

    unload_for_blitz(g, g.pieces[track], "2520")
    assert g.pieces[gren].carrier == track and g.cat == {}


@pytest.mark.rule("PB-10.1.6", "PB-10.2.5")
def test_the_infantry_may_advance_when_the_overrun_cleared_the_hex() -> None:
    from grognard.games.panzer_blitz.rules.overrun import BlitzAssault, Overran

    g = field()
    tank, gren = put(g, "ge_pz4", "2420"), put(g, "ge_ss_gren", "2420")
    g.cat[gren] = "2520"
    run(g, Overran("2520", (tank,), True), BlitzAssault("2520", (gren,), (tank,)))
    assert set(offered(g)) == {Pick(gren), Pick(tank), Press("stay")} and tank not in g.onward
    answer(g, Pick(gren), Press("stay"))
    assert g.pieces[gren].place == "2520" and state_of(g, gren) == "spent"
    g = field()
    lost = put(g, "ge_ss_gren", "2420", disrupted=True, spent=True)
    put(g, "br_rifle", "2520")
    run(g, BlitzAssault("2520", (lost,), ()))
    assert state_of(g, lost) == "spent/disrupted" and not g.steps


def test_a_refused_overrunner_is_told_why() -> None:
    g = field()
    put(g, "br_rifle", "2520")
    tank, gun = put(g, "ge_pz4", "2420"), put(g, "ge_jgpz4", "2420")
    operation(g, "german", "2420", 0)
    run(g, OverrunMuster("german", "2520", (tank, gun)))
    assert why(g, Pick(gun)) == "PB-8.2.4"
