"""16.0 Aircraft and anti-aircraft fire."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from grognard.engine import Pick, Press, To
from grognard.games.panzer_blitz.rules.air_support import (
    HOLD,
    STATION,
    AfterAttack,
    AirAttack,
    AirOperation,
    Bomb,
    PlaceAircraft,
    Recall,
    mode,
    preview_bombs,
    spot_from_air,
    why_not_attack,
)
from grognard.games.panzer_blitz.rules.anti_aircraft import AaFire, AaShot, Flak, aa_factor, aa_result, why_not_flak
from grognard.games.panzer_blitz.rules.artillery_requests import Observe, RequestFire, why_not_observe
from grognard.games.panzer_blitz.rules.data import GRID
from grognard.games.panzer_blitz.rules.fire_table import Attack, Part, modifiers
from grognard.games.panzer_blitz.rules.indirect_fire import observes
from grognard.games.panzer_blitz.rules.movement import Go
from grognard.games.panzer_blitz.rules.operation import Operation
from grognard.games.panzer_blitz.rules.opportunity_fire import Opportunity
from grognard.games.panzer_blitz.rules.sequence import EndOfTurn
from grognard.games.panzer_blitz.rules.sight import in_spotting_sight
from grognard.games.panzer_blitz.rules.state import Op
from grognard.games.panzer_blitz.rules.targets import FORT, THESE, UNSEEN_ARMOR
from grognard.games.panzer_blitz.rules.unit_moves import Move, MoveUnit
from grognard.testing import begin, logged, offered, play, refusing_rule

from .helpers import CITY, ORCHARD, SWAMP, TOWN, WOODS, field, operate, operation, put, rule, state_of


@pytest.mark.rule("PB-16.1.1", "PB-16.1.4", "PB-16.3.8", "PB-3.1.16", "PB-3.1.17", "PB-16.4.1", "PB-16.1.14")
def test_an_air_operation_places_names_targets_takes_flak_and_attacks() -> None:
    g = field()
    typhoon = put(g, "br_typhoon", "")
    tiger, flak = put(g, "ge_tiger", "2420"), put(g, "ge_20mm", "2520")
    begin(g, AirOperation("british"), dice=[2, 3, 3, 4])
    play(g, Pick(typhoon), To("2419"), To("2420"))
    assert g.asks[0].side == "german" and offered(g) == [Flak(flak, typhoon), Press(HOLD)]
    play(g, Flak(flak, typhoon))
    play(g, Pick(tiger))
    assert g.pieces[typhoon].spent and g.pieces[typhoon].steps == 1 and not g.steps
    assert state_of(g, flak) == "spent"


@pytest.mark.rule("PB-16.3.7", "PB-16.3.10", "PB-16.4.12", "PB-16.4.8", "PB-16.1.8", "PB-16.3.5")
def test_e49_rockets_and_flak() -> None:
    g = field()
    typhoon, tiger = put(g, "br_typhoon", "air-2419"), put(g, "ge_tiger", "2420")
    attack = Attack("rocket", "2420", (Part("AT", (typhoon,), (tiger,)),), flak=2)
    assert sorted(m.value for m in modifiers(g, attack, attack.parts[0])) == [-1, 2]
    assert mode(g.pieces[typhoon]) == "rocket"
    g.change(typhoon, target="2420")
    g.flak = {**g.flak, typhoon: 2}
    begin(g, AirAttack(typhoon))
    play(g, Pick(tiger), dice=[3, 4])
    assert state_of(g, tiger) == "fresh" and mode(g.pieces[typhoon]) == "fighter" and not g.pieces[typhoon].recalled


@pytest.mark.rule("PB-16.3.4", "PB-16.3.6", "PB-16.1.3")
def test_a_natural_ten_recalls() -> None:
    g = field()
    plane = put(g, "br_spitfire", "air-2419", target="2420")
    target = put(g, "ge_gren", "2420")
    begin(g, AirAttack(plane))
    play(g, Pick(target), dice=[5, 5])
    assert g.pieces[plane].recalled
    begin(g, EndOfTurn())
    assert plane not in g.pieces
    g.natural = 9
    other = put(g, "br_typhoon", "air-2419")
    begin(g, Recall(other))
    assert not g.pieces[other].recalled


@pytest.mark.rule("PB-16.3.3", "PB-16.1.9", "PB-16.1.5", "PB-16.1.7")
def test_fighters_ignore_range_and_stay() -> None:
    g = field()
    plane, target = put(g, "br_spitfire", "air-2419"), put(g, "ge_gren", "2420")
    attack = Attack("fighter", "2420", (Part("AP", (plane,), (target,)),))
    assert modifiers(g, attack, attack.parts[0]) == []
    begin(g, AfterAttack(plane))
    assert g.pieces[plane].spent and rule(why_not_attack(g, g.pieces[plane], "2420")) == "PB-16.1.5"
    begin(g, EndOfTurn())
    assert not g.pieces[plane].spent


@pytest.mark.rule("PB-16.3.1", "PB-16.3.9", "PB-16.1.10", "PB-16.3.2")
def test_bombers_strike_every_unit_with_range_and_leave() -> None:
    g = field()
    mitchell, stuka = put(g, "br_mitchell", "air-2420", target="2420"), put(g, "ge_ju87", "air-2220", target="2220")
    one, tank = put(g, "ge_gren", "2420"), put(g, "ge_pz4", "2420")
    put(g, "br_rifle", "2220")
    assert rule(why_not_attack(g, g.pieces[mitchell], "2420")) == "PB-16.1.10"
    assert why_not_attack(g, g.pieces[stuka], "2220") is None
    bomb = Attack("bomb", "2220", (Part("AP", (stuka,), ("b5",)),))
    assert [m.value for m in modifiers(g, bomb, bomb.parts[0])] == [-2]
    g.change(mitchell, place="air-2419")
    begin(g, AirAttack(mitchell), dice=[2, 2, 2, 2])
    assert state_of(g, one) != "fresh" and state_of(g, tank) != "fresh" and mitchell not in g.pieces
    fw = put(g, "ge_fw190f", "air-2219", target="2220")
    begin(g, Bomb(fw, ("b5",), first=True), AfterAttack(fw), dice=[5, 5])
    assert g.pieces[fw].recalled and mode(g.pieces[fw]) == "fighter"


@pytest.mark.rule("PB-16.1.6", "PB-16.1.13")
def test_aircraft_on_station_fire_at_movers() -> None:
    g = field()
    plane, mover = put(g, "br_spitfire", "air-2419"), put(g, "ge_gren", "2420")
    begin(g, Opportunity(mover))
    assert Pick(plane) in offered(g)
    play(g, Pick(plane), Pick(mover), dice=[3, 3])
    assert g.pieces[plane].spent and state_of(g, mover) != "fresh"


@pytest.mark.rule("PB-16.1.13", "PB-16.4.8", "PB-4.1.2")
def test_flak_on_the_move_may_fire_at_who_attacks_it_and_goes_no_farther() -> None:
    g = field()
    plane, gun = put(g, "br_spitfire", "air-2520"), put(g, "ge_spflak", "2420")
    operate(g, "german", "2420")
    play(g, Move(gun), Go("2620"), Pick(plane))
    assert g.asks[0].side == "german" and offered(g) == [Flak(gun, plane), Press(HOLD)], "before the attack"
    play(g, Flak(gun, plane), dice=[6, 6])
    play(g, *offered(g), dice=[6, 6])
    assert state_of(g, gun) == "spent" and g.pieces[gun].place == "2520" and not g.steps


@pytest.mark.rule("PB-16.1.6", "PB-7.8.2", "PB-7.8.3", "PB-7.8.4")
@pytest.mark.parametrize("kind", ["br_spitfire", "br_mitchell"])
def test_opportunity_fire_from_the_air_is_at_the_mover_alone_and_as_at_a_mover(kind: str) -> None:
    g = field()
    plane, still, mover = put(g, kind, "air-2419"), put(g, "ge_gren", "2420"), put(g, "ge_truck", "2420")
    begin(g, Opportunity(mover, road=True), dice=[2, 3])
    play(g, Pick(plane))
    if kind == "br_spitfire":
        assert offered(g) == [Pick(mover)]
        shown = g.steps[-1].preview(g, Pick(mover))
        assert shown is not None
        assert {("PB-7.8.2", -1), ("PB-7.8.3", 1)} <= {(m.cite, m.value) for m in shown.modifiers}
        play(g, Pick(mover))
    assert state_of(g, still) == "fresh" and state_of(g, mover) != "fresh"


@pytest.mark.rule("PB-16.1.12", "PB-16.1.2")
def test_aircraft_spot_what_is_not_under_cover_for_their_own_attack_only() -> None:
    g = field()
    plane = put(g, "br_spitfire", "air-2419", target="2420")
    bare, hidden = put(g, "ge_gren", "2420", unspotted=True), put(g, "ge_gren", WOODS, unspotted=True)
    orchard = put(g, "ge_gren", ORCHARD, unspotted=True)
    assert spot_from_air(g, g.pieces[plane], WOODS) == spot_from_air(g, g.pieces[plane], ORCHARD) == ()
    begin(g, AirAttack(plane), dice=[3, 3])
    assert not g.pieces[bare].unspotted and g.pieces[hidden].unspotted and g.pieces[orchard].unspotted
    play(g, Pick(bare))
    assert state_of(g, bare) == "spent/disrupted" and g.pieces[bare].unspotted


@pytest.mark.rule("PB-16.1.12")
def test_who_is_inside_a_fortification_is_not_spotted_from_the_air() -> None:
    g = field()
    g.forts = {**g.forts, "2420": "bunker"}
    plane = put(g, "br_spitfire", "air-2419")
    inside, outside = (put(g, "ge_gren", "2420", unspotted=True, inside=work) for work in ("fort", ""))
    assert spot_from_air(g, g.pieces[plane], "2420") == (outside,) and g.pieces[inside].unspotted


@pytest.mark.rule("PB-16.3.3", "PB-7.3.1")
def test_a_fighter_attacks_any_unarmored_units_of_a_hex_together() -> None:
    g = field()
    plane = put(g, "br_spitfire", "air-2419", target="2420")
    units = [put(g, "ge_truck", "2420") for _ in range(3)]
    begin(g, AirAttack(plane))
    play(g, Pick(units[0]), Pick(units[1]), Press(THESE), dice=[1, 2])
    assert [state_of(g, u) for u in units] == ["spent/disrupted", "spent/disrupted", "fresh"]


@pytest.mark.rule("PB-7.1.6")
def test_a_unit_is_attacked_from_the_air_once_in_an_operation() -> None:
    g = field()
    first, second = (put(g, "br_typhoon", "air-2419", target="2420") for _ in range(2))
    tiger = put(g, "ge_tiger", "2420")
    g.begin_operation(Op("british", "", 0, (), (), "air"))
    begin(g, AirAttack(first), AirAttack(second))
    play(g, Pick(tiger), dice=[3, 3])
    assert not g.steps and g.pieces[tiger].steps == 2 and not g.pieces[second].spent
    g = field()
    bombers = [put(g, "br_mitchell", "air-2419", target="2420") for _ in range(2)]
    target = put(g, "ge_gren", "2420")
    g.begin_operation(Op("british", "", 0, (), (), "air"))
    begin(g, *map(AirAttack, bombers), dice=[3, 3])
    assert not g.steps and target in g.pieces and bombers[0] not in g.pieces and bombers[1] in g.pieces


@pytest.mark.rule("PB-6.2.1", "PB-16.3.4")
def test_a_wrong_guess_from_the_air_looks_like_any_attack_and_may_recall() -> None:
    logs = []
    for kind in ("ge_gren", "ge_pz4"):
        g = field()
        plane = put(g, "br_spitfire", "air-2419", target=WOODS)
        put(g, kind, WOODS, unspotted=True)
        begin(g, AirAttack(plane))
        play(g, Press(UNSEEN_ARMOR), dice=[5, 6])
        assert g.pieces[plane].recalled and g.pieces[plane].spent
        logs.append([(e.text, e.args, e.dice) for e in g.events or () if e.sees is None])
    assert logs[0] == logs[1]


@pytest.mark.rule("PB-16.1.1")
def test_a_spent_aircraft_may_be_moved() -> None:
    g = field()
    plane = put(g, "br_spitfire", "air-2419", spent=True)
    put(g, "ge_gren", "2420")
    begin(g, AirOperation("british"))
    play(g, Pick(plane), To("2420"))
    assert g.pieces[plane].place == "air-2420" and not g.steps


@pytest.mark.rule("PB-16.1.4")
@pytest.mark.parametrize("place", [WOODS, TOWN, CITY, SWAMP, "4530"])
def test_aircraft_fly_anywhere_whatever_lies_below(place: str) -> None:
    g = field()
    plane = put(g, "br_spitfire", "air-2419")
    put(g, "ge_gren", "2420")
    begin(g, AirOperation("british"))
    play(g, Pick(plane), To(place))
    assert g.pieces[plane].place == f"air-{place}" and not g.moved


@pytest.mark.rule("PB-16.1.2")
def test_aircraft_are_no_units() -> None:
    g = field()
    put(g, "br_typhoon", "air-2420")
    enemy = put(g, "ge_gren", "2520")
    operation(g, "german", "2520", 0)
    begin(g, MoveUnit(enemy, "2520"))
    assert Go("2420") in offered(g) and g.here("2420") == []


@pytest.mark.rule("PB-16.4.2", "PB-16.4.3", "PB-16.4.4", "PB-16.4.6", "PB-16.4.7")
def test_who_may_fire_at_aircraft() -> None:
    g = field()
    plane = put(g, "br_typhoon", "air-2420")
    near, far = put(g, "ge_20mm", "2520"), put(g, "ge_20mm", "2920")
    mg, spent = put(g, "ge_mg", "2520"), put(g, "ge_20mm", "2520", spent=True)
    results = [rule(why_not_flak(g, g.pieces[i], g.pieces[plane])) for i in (near, far, mg, spent)]
    assert results == ["", "PB-16.4.4", "PB-16.4.2", "PB-16.4.3"]
    begin(g, AaFire("german", (plane,)))
    assert offered(g) == [Flak(near, plane), Press(HOLD)]


@pytest.mark.rule("PB-16.4.5", "PB-16.4.9", "PB-16.4.13", "PB-16.4.14")
def test_the_flak_roll() -> None:
    g = field()
    full, reduced = g.pieces[put(g, "ge_20mm", "2420")], g.pieces[put(g, "ge_20mm", "2420", steps=1)]
    assert (aa_factor(full), aa_factor(reduced)) == (2, 1)
    assert aa_result(2, 5, 0) == "D2" and aa_result(1, 2, 5) == "X" and aa_result(6, 12, -5) == "-"
    assert aa_result(2, 5, 1) == "D1"


@pytest.mark.rule("PB-16.4.10", "PB-16.4.11", "PB-16.4.12", "PB-16.4.15", "PB-16.4.8")
def test_flak_results() -> None:
    for dice, outcome in (([1, 1], "X"), ([1, 2], "X"), ([2, 2], "DD"), ([2, 3], "D2")):
        g = field()
        plane = put(g, "br_typhoon", "air-2420", target="2420")
        gun = put(g, "ge_20mm", GRID.neighbours["2420"][0])
        begin(g, AaShot(gun, plane), dice=dice)
        assert state_of(g, gun) == "spent"
        if outcome == "X":
            assert plane not in g.pieces
        elif outcome == "DD":
            assert g.flak[plane] == 3 and g.pieces[plane].recalled
        else:
            assert g.flak[plane] == 2 and not g.pieces[plane].recalled
    g = field()
    plane = put(g, "br_typhoon", "air-2420")
    guns = [put(g, "ge_20mm", "2422") for _ in range(2)]
    begin(g, AaShot(guns[0], plane), AaShot(guns[1], plane), dice=[2, 3, 2, 3])
    assert g.flak[plane] == 4


@pytest.mark.rule("PB-16.4.11", "PB-16.4.15")
def test_a_disrupted_aircraft_attacks_at_plus_three_and_leaves_at_the_end_of_the_turn() -> None:
    g = field()
    plane, target = put(g, "br_typhoon", "air-2420", target="2520"), put(g, "ge_gren", "2520")
    gun = put(g, "ge_20mm", "2422")
    begin(g, AaShot(gun, plane), AirAttack(plane), dice=[1, 2])
    assert g.flak[plane] == 3 and g.pieces[plane].recalled
    play(g, Pick(target), dice=[3, 3])
    assert g.pieces[plane].spent
    begin(g, EndOfTurn())
    assert plane not in g.pieces


@pytest.mark.rule("PB-16.2.2", "PB-16.2.1", "PB-16.1.14")
def test_an_observation_aircraft_is_an_observer_and_draws_flak() -> None:
    g = field()
    auster = put(g, "br_auster", "air-2419")
    target = put(g, "ge_gren", "2420")
    put(g, "ge_20mm", "2520")
    operation(g, "british", "2419", 1)
    assert g.op is not None and auster in g.op.active
    assert why_not_observe(g, g.pieces[auster]) is None and observes(g, g.pieces[auster], "2420")
    begin(g, Operation())
    assert Observe(auster) in offered(g) and target in g.pieces
    play(g, Observe(auster))
    assert g.asks[0].side == "german"
    g.change(auster, no_move=True)
    assert rule(why_not_observe(g, g.pieces[auster])) == "PB-11.2.7"


def test_an_aircraft_may_stay_on_station() -> None:
    g = field()
    plane = put(g, "br_typhoon", "")
    put(g, "ge_gren", "2420")
    begin(g, AirOperation("british"))
    play(g, Pick(plane), To("2419"), Press(STATION))
    assert g.pieces[plane].place == "air-2419" and not g.pieces[plane].spent and not g.steps


# ------------------------------------------------------------------ one clause after the other


@pytest.mark.rule("PB-16.4.10", "PB-16.4.1")
def test_an_aircraft_that_is_shot_down_attacks_nobody() -> None:
    g = field()
    plane, target = put(g, "br_typhoon", "air-2420", target="2520"), put(g, "ge_gren", "2520")
    begin(g, AaShot(put(g, "ge_20mm", "2422"), plane), AirAttack(plane), dice=[1, 1])
    assert plane not in g.pieces and state_of(g, target) == "fresh" and not g.steps


@pytest.mark.rule("PB-16.3.1")
def test_bombs_fall_on_nobody_who_has_left_the_hex_or_is_dead() -> None:
    g = field()
    plane, gone = put(g, "br_mitchell", "air-2420", target="2520"), put(g, "ge_gren", "2620")
    begin(g, Bomb(plane, (gone,)), Bomb(plane, ("dead",)))
    assert state_of(g, gone) == "fresh" and not g.steps, "no die is rolled"


@pytest.mark.rule("PB-16.3.1", "PB-16.3.3", "PB-6.2.1")
def test_only_a_bomber_sees_its_odds_when_it_names_a_target_it_knows() -> None:
    g = field()
    target = put(g, "ge_gren", "2420")
    bomber, fighter = (g.pieces[put(g, kind, "air-2419")] for kind in ("br_mitchell", "br_spitfire"))
    assert preview_bombs(g, bomber, "2420") is not None
    assert preview_bombs(g, fighter, "2420") is None, "a fighter chooses among the units first"
    g.change(target, unspotted=True)
    assert preview_bombs(g, bomber, "2420") is None


@pytest.mark.rule("PB-16.3.6", "PB-16.3.1")
@pytest.mark.parametrize(("dice", "recalled"), [([2, 2, 5, 6], False), ([5, 6, 2, 2], True)])
def test_only_the_first_bomb_decides_whether_a_fighter_bomber_is_recalled(dice: list[int], recalled: bool) -> None:
    g = field()
    plane = put(g, "ge_fw190f", "air-2420", target="2520")
    put(g, "br_rifle", "2520"), put(g, "br_mg", "2520")
    begin(g, AirAttack(plane), dice=dice)
    assert g.pieces[plane].recalled == recalled and mode(g.pieces[plane]) == "fighter"


@pytest.mark.rule("PB-16.3.9")
def test_bombs_burst_in_the_trees_like_shells() -> None:
    g = field()
    plane, rifle = put(g, "ge_fw190f", "air-2419"), put(g, "br_rifle", WOODS)
    attack = Attack("bomb", WOODS, (Part("AP", (plane,), (rifle,)),))
    assert {m.cite: m.value for m in modifiers(g, attack, attack.parts[0])} == {"PB-14.4.8": -1, "PB-7.6.6": -1}


@pytest.mark.rule("PB-16.4.7", "PB-16.4.3")
def test_every_gun_fires_by_itself_and_once() -> None:
    g = field()
    plane = put(g, "br_typhoon", "air-2420", target="2520")
    one, two = put(g, "ge_20mm", "2520"), put(g, "ge_20mm", "2520")
    begin(g, AaFire("german", (plane,)))
    play(g, Flak(one, plane), dice=[6, 6])
    assert offered(g) == [Flak(two, plane), Press(HOLD)]
    play(g, Flak(two, plane), dice=[6, 6])
    assert plane in g.pieces and not g.steps


@pytest.mark.rule("PB-16.4.12", "PB-16.4.11")
def test_two_disruptions_of_an_aircraft_add_three_once_and_a_number_on_top() -> None:
    g = field()
    plane = put(g, "br_typhoon", "air-2420")
    guns = [put(g, "ge_20mm", "2422") for _ in range(3)]
    begin(g, *(AaShot(gun, plane) for gun in guns), dice=[1, 2, 1, 2, 2, 3])
    assert g.pieces[plane].recalled and g.flak[plane] == 3 + 2


@pytest.mark.rule("PB-16.1.10", "PB-16.3.10", "PB-16.3.3")
def test_rockets_are_not_fired_straight_down() -> None:
    g = field()
    typhoon, spitfire = put(g, "br_typhoon", "air-2420"), put(g, "br_spitfire", "air-2420")
    put(g, "ge_tiger", "2420")
    put(g, "ge_gren", "2520")
    begin(g, PlaceAircraft(typhoon, placed=True))
    assert offered(g) == [To("2520"), Press(STATION)] and refusing_rule(g, To("2420")) == "PB-16.1.10"
    assert why_not_attack(g, g.pieces[spitfire], "2420") is None
    assert why_not_attack(g, replace(g.pieces[typhoon], steps=1), "2420") is None, "a fighter by then"


@pytest.mark.rule("PB-15.5.14", "PB-7.1.13")
@pytest.mark.parametrize(("kind", "chosen"), [("br_typhoon", [Press(FORT)]), ("br_mitchell", [])])
def test_an_empty_fortification_is_attacked_from_the_air(kind: str, chosen: list[Press]) -> None:
    g = field()
    g.forts = {**g.forts, "2420": "bunker"}
    plane = put(g, kind, "air-2419")
    begin(g, PlaceAircraft(plane, placed=True), AirOperation("british", (plane,)), dice=[1, 2])
    play(g, To("2420"), *chosen)
    assert "2420" not in g.forts and g.wrecks == {"2420": 1}


@pytest.mark.rule("PB-16.4.11", "PB-16.2.1", "PB-16.4.15")
def test_a_disrupted_observer_neither_observes_nor_spots() -> None:
    g = field("jupiter", 2)
    auster, gun = put(g, "br_auster", "air-2520"), put(g, "ge_20mm", "2420")
    hidden = put(g, "ge_gren", "2620", unspotted=True)
    assert in_spotting_sight(g, g.pieces[hidden])
    operation(g, "british", "2520", 3)
    begin(g, Operation())
    play(g, Observe(auster), Flak(gun, auster), dice=[1, 3])
    assert state_of(g, auster) == "spent/disrupted" and g.pieces[auster].recalled
    assert not isinstance(g.steps[-1], RequestFire) and not in_spotting_sight(g, g.pieces[hidden])
    (line,) = logged(g, "PB-16.4.9")
    assert str(line).endswith("DD, disrupted: it observes no more, and is recalled")
    operation(g, "british", "2520", 3)
    assert g.op is not None and auster not in g.op.active and rule(why_not_observe(g, g.pieces[auster])) == "PB-11.2.3"


@pytest.mark.rule("PB-16.4.12")
def test_a_number_does_an_observer_no_harm() -> None:
    g = field()
    auster, gun = put(g, "br_auster", "air-2520"), put(g, "ge_20mm", "2420")
    begin(g, AaShot(gun, auster), dice=[3, 4])
    (line,) = logged(g, "PB-16.4.9")
    assert g.flak == {auster: 1} and str(line).endswith("D1, no effect") and state_of(g, auster) == "fresh"


@pytest.mark.rule("PB-11.3.7", "PB-16.3.1")
def test_bombs_leave_shell_holes_and_rockets_none() -> None:
    g = field()
    put(g, "ge_gren", "2420")
    mitchell, typhoon = put(g, "br_mitchell", "air-2419", target="2420"), put(g, "br_typhoon", "air-2419")
    begin(g, AirAttack(mitchell), dice=[3, 3])
    assert g.he == {"2420": True}
    g.he = {}
    g.change(typhoon, target="2420")
    begin(g, AirAttack(typhoon))
    play(g, offered(g)[0], dice=[3, 3])
    assert g.pieces[typhoon].spent and g.he == {}
