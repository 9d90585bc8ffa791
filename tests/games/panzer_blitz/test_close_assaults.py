"""9.0 Close assaults."""

from __future__ import annotations

import pytest

from grognard.engine import Pick, Press
from grognard.games.panzer_blitz.rules.close_assault import (
    Assault,
    CatTargets,
    CloseAssault,
    Outside,
    ResolveAssaults,
    cat_groups,
    preview_cat,
    why_not_advance,
    why_not_cat,
)
from grognard.games.panzer_blitz.rules.data import GRID
from grognard.games.panzer_blitz.rules.field_works import STAY_OUT, TakeCover
from grognard.games.panzer_blitz.rules.fire_table import Attack, Part, defense, modifiers
from grognard.games.panzer_blitz.rules.operation import Operation
from grognard.games.panzer_blitz.rules.opportunity_fire import NO_REACTION
from grognard.games.panzer_blitz.rules.overrun_approach import ChargeHome, Overrun
from grognard.games.panzer_blitz.rules.unit_moves import Move, MoveUnit
from grognard.testing import begin, offered, play, refusing_rule

from .helpers import CITY, TOWN, field, operate, operation, put, rule, state_of


@pytest.mark.rule("PB-9.0.1", "PB-9.1.3", "PB-9.2.1", "PB-9.2.2", "PB-9.2.3", "PB-9.2.4", "PB-15.5.11", "PB-14.3.8")
def test_who_may_close_assault() -> None:
    def refusal(kind: str = "ge_gren", change: str = "", **values: object) -> str:
        g = field()
        put(g, "br_rifle", "2520")
        unit = put(g, kind, "2420", **values)
        if change == "fort":
            g.forts = {**g.forts, "2420": "bunker"}
        elif change.startswith("mine"):
            g.mines = {**g.mines, change.split("-")[1]: None}  # type: ignore[dict-item]
        elif change == "moved":
            g.moved = {**g.moved, unit: 3}
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
    g.broken = {**g.broken, "4315/4316": True}
    assert rule(why_not_cat(g, unit, "4316")) == "PB-9.2.5"
    below = g.pieces[put(g, "br_rifle", "4124")]
    put(g, "ge_gren", "4224")
    assert rule(why_not_cat(g, below, "4224")) == "PB-9.2.6"
    stream = g.pieces[put(g, "br_rifle", "2906")]
    put(g, "ge_gren", "2907")
    assert why_not_cat(g, stream, "2907") is None


@pytest.mark.rule("PB-9.1.1", "PB-9.1.2", "PB-9.1.15")
def test_close_assaults_wait_for_the_end_of_movement() -> None:
    g = field()
    one, two = put(g, "ge_gren", "2420"), put(g, "ge_gren", "2420")
    target = put(g, "br_truck", "2520")
    operation(g, "german", "2420", 0)
    begin(g, Operation())
    play(g, Move(one), Assault("2520"))
    assert g.cat == {one: "2520"} and state_of(g, target) == "fresh"
    play(g, Move(two), Assault("2520"), dice=[3, 3])
    assert state_of(g, target) != "fresh" and {state_of(g, one), state_of(g, two)} == {"spent"}


@pytest.mark.rule("PB-9.1.2", "PB-9.1.14")
@pytest.mark.parametrize("tank_advances", [True, False])
def test_a_hex_cleared_meanwhile_is_neither_assaulted_nor_entered(tank_advances: bool) -> None:
    g = field()
    g.ips = {**g.ips, "2420": True}
    pioneers, tank = put(g, "ge_ss_pioneer", "2420", inside="ip"), put(g, "ge_pz4", "2619")
    put(g, "br_truck", "2520", steps=1)
    operation(g, "german", "2520", 2)
    begin(g, Operation())
    play(g, Move(pioneers), Assault("2520"))
    play(g, Overrun("2520"), Pick(tank), ChargeHome("2520"), dice=[1, 1])
    play(g, Pick(tank) if tank_advances else Press("stay"), ResolveAssaults(), Pick(pioneers))
    assert state_of(g, tank) == state_of(g, pioneers) == "spent" and g.pieces[tank].steps == 2
    assert g.pieces[pioneers].place == "2420" and g.pieces[pioneers].inside == "ip" and not g.cat


@pytest.mark.rule("PB-9.1.6", "PB-9.1.10", "PB-9.1.11", "PB-17.4.1")
def test_e04_close_assault_on_a_half_track() -> None:
    g = field()
    units = tuple(put(g, k, "2420") for k in ("br_rifle", "br_rifle", "br_engineer"))
    target = put(g, "ge_sdkfz251", "2520")
    begin(g, CloseAssault("2520", units), dice=[4, 5])
    if Press(NO_REACTION) in offered(g):
        play(g, Press(NO_REACTION))
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
    begin(g, CloseAssault(TOWN, units), dice=[3, 3])
    play(g, Press(NO_REACTION))
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
    begin(g, CatTargets("2520", (lone,)))
    assert Press("split") in offered(g)
    step = CatTargets("2520", (lone,), ((lone, "split"),))
    attack = step.attack(g)
    assert attack is not None and {(p.line, p.split) for p in attack.parts} == {("AP", True), ("AT", True)}
    play(g, Press("split"), dice=[1, 1])
    assert state_of(g, rifle) != "fresh" and state_of(g, sherman) != "fresh"
    friend = put(g, "ge_ss_gren", "2420")
    begin(g, CatTargets("2520", (lone, friend)))
    assert Press("split") not in offered(g)


@pytest.mark.rule("PB-9.1.4")
def test_out_of_the_ip_and_back() -> None:
    g = field()
    g.ips = {**g.ips, "2420": True}
    unit = put(g, "ge_gren", "2420", inside="ip")
    put(g, "br_truck", "2520")
    operation(g, "german", "2420", 0)
    begin(g, MoveUnit(unit, "2420"))
    play(g, Assault("2520"))
    assert g.moved[unit] == 2 and not g.pieces[unit].inside
    begin(g, CloseAssault("2520", (unit,)), dice=[6, 6])
    assert state_of(g, unit) == "spent"
    play(g, Pick(unit))
    assert g.pieces[unit].inside == "ip"


@pytest.mark.rule("PB-9.1.14")
def test_advance_after_close_assault() -> None:
    g = field()
    g.ips = {**g.ips, "2520": True}
    one, two = put(g, "ge_gren", "2420"), put(g, "ge_gren", "2420")
    put(g, "br_truck", "2520", steps=1)
    begin(g, CloseAssault("2520", (one, two)), dice=[1, 2])
    play(g, Pick(one), Press("stay"))
    assert g.pieces[one].place == "2520" and g.pieces[one].inside == "ip" and g.pieces[two].place == "2420"
    assert g.moved == {}


@pytest.mark.rule("PB-15.5.13")
def test_a_fortification_is_close_assaulted_as_armor() -> None:
    g = field()
    g.forts = {**g.forts, "2520": "bunker"}
    inside = put(g, "br_rifle", "2520", inside="fort")
    unit = put(g, "ge_ss_pioneer", "2420")
    begin(g, CatTargets("2520", (unit,)), dice=[2, 2])
    assert state_of(g, inside) != "fresh"


@pytest.mark.rule("PB-2.3.3", "PB-9.1.5")
def test_no_close_assault_without_a_weapon_against_what_is_there() -> None:
    g = field()
    mg, tank = put(g, "ge_mg", "2420"), put(g, "br_sherman", "2520")
    operate(g, "german", "2420")
    play(g, Move(mg))
    assert refusing_rule(g, Assault("2520")) == "PB-2.3.3"
    g.change(tank, unspotted=True)
    assert why_not_cat(g, g.pieces[mg], "2520") is None, "of what is hidden it can only guess"
    begin(g, CloseAssault("2520", (mg,)))
    play(g, Press(NO_REACTION))
    assert "The attackers cannot harm what is in 2520" in [str(e) for e in g.events or ()]
    assert state_of(g, mg) == "spent" and not g.steps


@pytest.mark.rule("PB-9.1.14", "PB-2.3.3")
def test_only_who_took_part_advances() -> None:
    g = field()
    mg, pioneers = put(g, "ge_mg", "2420"), put(g, "ge_ss_pioneer", "2420")
    put(g, "br_stuart", "2520", steps=1)
    begin(g, CloseAssault("2520", (mg, pioneers)))
    play(g, Press(NO_REACTION), dice=[1, 1])
    assert offered(g) == [Pick(pioneers), Press("stay")] and refusing_rule(g, Pick(mg)) == "PB-9.1.14"


@pytest.mark.rule("PB-9.1.8", "PB-15.5.13")
def test_a_lone_attacker_may_split_between_those_outside_and_the_fortification() -> None:
    g = field()
    g.forts = {**g.forts, "2520": "bunker"}
    inside, outside = put(g, "br_rifle", "2520", inside="fort"), put(g, "br_rifle", "2520")
    lone = put(g, "ge_ss_pioneer", "2420")
    begin(g, CatTargets("2520", (lone,)))
    word = "split with the fortification"
    assert offered(g) == [Press("unarmored"), Press("fortification"), Press(word)]
    attack = CatTargets("2520", (lone,), ((lone, word),)).attack(g)
    assert attack is not None and {(p.line, p.fort, p.split) for p in attack.parts} == {
        ("AP", False, True),
        ("AT", True, True),
    }
    play(g, Press(word), dice=[1, 1])
    assert state_of(g, inside) != "fresh" and state_of(g, outside) != "fresh"


@pytest.mark.rule("PB-7.3.4", "PB-9.1.6")
def test_riders_are_assaulted_among_the_unarmored() -> None:
    g = field()
    panzer = put(g, "ge_pz4", "2520")
    riders = put(g, "ge_gren", "2520", carrier=panzer)
    track = put(g, "ge_sdkfz251", "2520")
    put(g, "ge_gren", "2520", carrier=track)
    assert cat_groups(g, "2520") == {"unarmored": (riders,), "armor": (panzer, track)}


@pytest.mark.rule("PB-9.1.14", "PB-9.1.4", "PB-15.4.6")
def test_going_into_a_work_is_the_owners_choice() -> None:
    g = field()
    g.ips = {**g.ips, "2520": True}
    g.ips = {**g.ips, "2420": True}
    one, two = put(g, "ge_gren", "2420"), put(g, "ge_gren", "2420")
    g.left_ip = {one: "2420", two: "2420"}
    put(g, "br_truck", "2520", steps=1)
    begin(g, CloseAssault("2520", (one, two)), dice=[1, 2])
    assert {Pick(one), Outside(one), Pick(two), Outside(two), Press("stay")} == set(offered(g))
    play(g, Outside(one), Press("stay"))
    assert g.pieces[one].place == "2520" and not g.pieces[one].inside
    assert offered(g) == [Pick(two), Press(STAY_OUT)]
    play(g, Press(STAY_OUT))
    assert not g.pieces[two].inside and not g.steps


@pytest.mark.rule("PB-9.1.10", "PB-9.1.11", "PB-17.4.1")
def test_a_close_assault_shows_its_odds_before_it_is_made() -> None:
    g = field()
    one, two = put(g, "br_rifle", "2420"), put(g, "br_engineer", "2420")
    target = put(g, "ge_gren", "2520")
    operate(g, "british", "2420")
    play(g, Move(one))
    found = g.steps[-1].preview(g, Assault("2520"))
    assert found is not None and {m.text: m.value for m in found.modifiers if m.value} == {
        "Range 0": -2,
        "Close assault": -1,
    }
    play(g, Assault("2520"), Move(two))
    found = g.steps[-1].preview(g, Assault("2520"))
    assert found is not None and {m.text: m.value for m in found.modifiers if m.value}["Engineers"] == -1
    play(g, Assault("2520"))
    assert g.asks[0].side == "german", "nothing else was left to do"
    g.change(target, unspotted=True)
    assert preview_cat(g, "2520", (one, two)) is None


@pytest.mark.rule("PB-9.1.3", "PB-9.0.1", "PB-7.1.6", "PB-11.2.2")
def test_a_hex_is_close_assaulted_once_in_an_operation() -> None:
    g = field()
    unit = g.pieces[put(g, "ge_gren", "2420")]
    put(g, "br_rifle", "2520")
    assert why_not_cat(g, unit, "2520") is None
    g.attacked = {**g.attacked, "cat:2520": True}
    assert rule(why_not_cat(g, unit, "2520")) == "PB-7.1.6"
    assert rule(why_not_cat(g, unit, "2620")) == rule(why_not_cat(g, unit, "2421")) == "PB-9.1.3"


@pytest.mark.rule("PB-9.1.14", "PB-7.9.11", "PB-4.3.11", "PB-4.1.11", "PB-14.5.1", "PB-15.3.4", "PB-4.1.9", "PB-14.6.6")
def test_every_reason_not_to_advance() -> None:
    def refused(kind: str, to: str = "2520", frm: str = "2420", change: str = "", **values: object) -> str:
        g = field()
        unit = put(g, kind, frm, **values)
        if change == "enemy":
            put(g, "br_rifle", to)
        elif change == "crowd":
            for _ in range(3):
                put(g, "ge_gren", to)
        elif change == "block":
            g.blocks = {**g.blocks, to: True}
        return rule(why_not_advance(g, g.pieces[unit], to))

    assert refused("ge_gren") == refused("ge_pz4") == refused("ge_gren", change="block") == ""
    assert refused("ge_gren", disrupted=True) == "PB-7.9.11" and refused("ge_gren", carrier="g9") == "PB-4.3.11"
    assert refused("ge_gren", frm="2520") == "PB-4.3.11" and refused("ge_gren", change="enemy") == "PB-4.1.11"
    assert refused("ge_pz4", to="4503", frm="4403") == "PB-14.5.1" and refused("ge_gren", to="4503", frm="4403") == ""
    assert refused("ge_pz4", change="block") == "PB-15.3.4" and refused("ge_gren", change="crowd") == "PB-4.1.9"
    assert refused("ge_gren", to="4224", frm="4124") == "PB-14.6.6"


@pytest.mark.rule("PB-9.1.12", "PB-14.2.7")
def test_armor_among_houses_is_easier_prey_but_infantry_is_not() -> None:
    g = field()
    near = GRID.neighbours[TOWN][0]
    rifle, tank, gren = put(g, "br_rifle", near), put(g, "ge_stug", TOWN), put(g, "ge_gren", TOWN)
    hard = Attack("cat", TOWN, (Part("AT", (rifle,), (tank,)),))
    soft = Attack("cat", TOWN, (Part("AP", (rifle,), (gren,)),))
    cites = [[m.cite for m in modifiers(g, a, a.parts[0])] for a in (hard, soft)]
    assert "PB-9.1.12" in cites[0] and "PB-9.1.12" not in cites[1]


@pytest.mark.rule("PB-9.1.4", "PB-7.8.1")
def test_who_comes_out_of_a_position_to_assault_can_be_shot_at() -> None:
    for inside in ("ip", ""):
        g = field()
        g.ips = {**g.ips, "2420": True}
        unit, idle = put(g, "ge_gren", "2420", inside=inside), put(g, "ge_gren", "2420")
        put(g, "br_rifle", "2520")
        operate(g, "german", "2420")
        play(g, Move(unit), Assault("2520"))
        assert (g.asks[0].side == "british") == bool(inside) and g.cat == {unit: "2520"} and idle in g.pieces
    g.change(unit, inside="ip", spent=False)
    g.cat, g.moved = {}, {}
    operate(g, "german", "2420")
    play(g, Move(unit), Assault("2520"), Press("fire"), dice=[1, 1])
    assert state_of(g, unit) == "spent/disrupted" and g.cat == {}


@pytest.mark.rule("PB-15.5.14", "PB-7.1.13", "PB-9.1.14")
def test_an_empty_fortification_is_close_assaulted_for_its_destruction() -> None:
    g = field()
    g.forts = {**g.forts, "2520": "bunker"}
    pioneers, mg = put(g, "ge_ss_pioneer", "2420"), put(g, "ge_mg", "2420")
    operate(g, "german", "2420")
    play(g, Move(mg))
    assert refusing_rule(g, Assault("2520")) == "PB-2.3.3" and refusing_rule(g, Assault("2421")) == "PB-9.1.3"
    operate(g, "german", "2420")
    play(g, Move(pioneers), Assault("2520"), ResolveAssaults(), dice=[1, 2])
    assert g.forts == {} and g.wrecks == {"2520": 1}
    assert state_of(g, pioneers) == "spent" and g.pieces[pioneers].place == "2420", "there was nobody to drive out"


# ------------------------------------------------------------------ one clause after the other


@pytest.mark.rule("PB-9.1.3")
def test_a_point_into_a_position_and_a_point_out_of_it_are_one_too_many() -> None:
    g = field()
    g.ips = {**g.ips, "2420": True}
    unit = put(g, "ge_gren", "2420")
    put(g, "br_rifle", "2520"), put(g, "br_rifle", "2620")
    operate(g, "german", "2420")
    play(g, Move(unit))
    assert Assault("2520") in offered(g) and refusing_rule(g, Assault("2620")) == "PB-9.1.3", "it must be adjacent"
    play(g, TakeCover(), Press("hold fire"))
    assert g.pieces[unit].inside == "ip" and refusing_rule(g, Assault("2520")) == "PB-9.1.3"


@pytest.mark.rule("PB-9.1.7", "PB-9.1.5", "PB-9.1.13")
def test_of_several_attackers_each_is_asked_what_it_attacks() -> None:
    g = field()
    one, two = put(g, "ge_ss_gren", "2420"), put(g, "ge_ss_gren", "2420")
    put(g, "br_rifle", "2520"), put(g, "br_sherman", "2520")
    begin(g, CatTargets("2520", (one, two)))
    play(g, Press("unarmored"))
    assert offered(g) == [Press("unarmored"), Press("armor")]
    play(g, Press("armor"), dice=[6, 5])
    told = "\n".join(str(e) for e in g.events or ())
    assert "AP 6 : 7" in told and "AT 3 : 4" in told, "each with all it has"


@pytest.mark.rule("PB-9.1.8")
def test_a_split_close_assault_drops_the_fractions_of_both_halves() -> None:
    g = field()
    lone = put(g, "br_rifle", "2420")
    put(g, "ge_gren", "2520"), put(g, "ge_sdkfz251", "2520")
    begin(g, CatTargets("2520", (lone,)))
    play(g, Press("split"), dice=[6, 5])
    told = "\n".join(str(e) for e in g.events or ())
    assert "AP 2 : 6" in told and "AT 1 : 2" in told


@pytest.mark.rule("PB-9.1.11", "PB-17.4.1", "PB-9.1.12")
def test_one_engineer_is_as_good_as_two_and_one_among_others_is_enough() -> None:
    for kinds, bonus in ((("br_engineer", "br_engineer"), -1), (("br_rifle", "br_engineer"), -1), (("br_rifle",), 0)):
        g = field()
        units = tuple(put(g, kind, "4701") for kind in kinds)
        tank = put(g, "ge_stug", CITY)
        attack = CatTargets(CITY, units, tuple((i, "armor") for i in units)).attack(g)
        assert attack is not None and tank in attack.parts[0].targets
        found = [(m.cite, m.value) for m in modifiers(g, attack, attack.parts[0])]
        assert sum(value for cite, value in found if cite == "PB-9.1.11") == bonus
        assert ("PB-9.1.12", -1) in found, "armor in a city too"


@pytest.mark.rule("PB-14.2.8")
def test_from_city_to_city_means_both_hexes() -> None:
    g = field()
    inside, outside = put(g, "br_rifle", "4701"), put(g, "br_rifle", "4703")
    truck, other = put(g, "ge_truck", CITY), put(g, "ge_truck", "2420")

    def helped(by: str, at: str, h: str) -> bool:
        attack = Attack("cat", h, (Part("AP", (by,), (at,)),))
        return "PB-14.2.8" in [m.cite for m in modifiers(g, attack, attack.parts[0])]

    assert helped(inside, truck, CITY) and not helped(outside, truck, CITY) and not helped(inside, other, "2420")
