"""7.1 to 7.7 Direct fire."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.engine import Pick, Press
from grognard.games.panzer_blitz.rules.combat_results import Strike
from grognard.games.panzer_blitz.rules.data import FIRE_TABLE, GRID
from grognard.games.panzer_blitz.rules.declared_fire import FireAt, FireAtAll, NameFirers
from grognard.games.panzer_blitz.rules.direct_fire import (
    ALL_FIRE,
    ChooseTarget,
    Fire,
    Muster,
    why_not_fire,
    why_not_reach,
)
from grognard.games.panzer_blitz.rules.fire_table import (
    Attack,
    Part,
    column,
    column_of,
    defense,
    drm,
    half_or_more,
    modifiers,
    result_of,
    strength,
)
from grognard.games.panzer_blitz.rules.map_data import LANDS
from grognard.games.panzer_blitz.rules.operation import Operation
from grognard.games.panzer_blitz.rules.state import PanzerBlitz
from grognard.games.panzer_blitz.rules.targets import ALL_SOFT, UNSEEN_ARMOR, UNSEEN_SOFT
from grognard.games.panzer_blitz.rules.terrain_chart import CHART
from grognard.games.panzer_blitz.rules.unit_moves import Move
from grognard.testing import begin, offered, play
from tests.games.panzer_blitz.helpers import LEVEL, TERRAIN

from .helpers import CITY, GULLY, ORCHARD, STREAM, SWAMP, TOWN, WOODS, field, operation, pair, put, rule, state_of


def odds(attack: float, against: int) -> str:
    col = column_of("AP", Fraction(attack), against)
    return "none" if col is None else FIRE_TABLE[col].odds


@pytest.mark.rule("PB-7.4.1", "PB-7.4.2", "PB-7.4.5")
def test_e02_odds() -> None:
    assert [odds(*case) for case in ((11, 4), (7, 4), (21, 14), (5, 7), (16, 14), (1, 5))] == [
        "2:1", "3:2", "3:2", "2:3", "1:1", "none"
    ]  # fmt: skip
    assert odds(100, 1) == "6:1"


def at_column(differential: int) -> tuple[int, int] | None:
    col = column_of("AT", Fraction(differential), 0)
    return None if col is None else FIRE_TABLE[col].differential


@pytest.mark.rule("PB-7.5.1", "PB-7.5.2")
def test_e03_at_differential() -> None:
    g = field()
    firers = tuple(put(g, kind, "2420") for kind in ("br_rifle", "br_rifle", "br_engineer"))
    target = put(g, "ge_sdkfz251", "2520")
    attack = Attack("cat", "2520", (Part("AT", firers, (target,)),))
    assert strength(g, attack, attack.parts[0]) == 5 and defense(g, attack, attack.parts[0]) == 2
    assert at_column(3) == (3, 3)
    assert [at_column(d) for d in (-5, -4, 4, 5, 7, 8, 20)] == [
        None,
        (-4, -4),
        (4, 5),
        (4, 5),
        (6, 7),
        (8, 99),
        (8, 99),
    ]


def shot(
    g: PanzerBlitz, firers: tuple[str, ...], targets: tuple[str, ...], kind: str = "fire", line: str = "AP"
) -> Attack:
    return Attack(kind, g.pieces[targets[0]].place, (Part(line, firers, targets),))


def total(g: PanzerBlitz, attack: Attack) -> int:
    return drm(g, attack, attack.parts[0])


@pytest.mark.rule("PB-7.6.1", "PB-7.6.2")
def test_e05_range_of_a_group() -> None:
    def group(*ranges: int) -> int:
        from grognard.games.panzer_blitz.rules.fire_table import _range

        g = field()
        target = "2420"
        spots = [next(h for h in GRID.within(target, r) if GRID.distance(h, target) == r) for r in ranges]
        units = [g.pieces[put(g, "ge_88", h)] for h in spots]
        return sum(m.value for m in _range(Attack("fire", target, ()), units))

    assert group(4, 7, 10) == 2
    assert group(4, 10) == 3
    assert group(1, 4) == 1
    assert group(2, 2, 4) == 0
    assert half_or_more(1, 2) and not half_or_more(1, 3)


def heights(*levels: int) -> int:
    """The height modifiers of firers so many levels above or below the target."""
    g = field()
    target = put(g, "br_rifle", "2420")
    hexes = {0: "2520", -1: next(h for h in GRID.hexes if LEVEL[h] == 5)}
    firers = []
    for level in levels:
        firers.append(put(g, "ge_mg", hexes[level]))
    attack = shot(g, tuple(firers), (target,))
    return sum(m.value for m in modifiers(g, attack, attack.parts[0]) if m.cite in ("PB-14.9.4", "PB-14.9.5"))


@pytest.mark.rule("PB-14.9.4", "PB-14.9.5", "PB-7.6.4", "PB-14.9.6", "PB-7.6.5")
def test_e06_height_needs_half() -> None:
    high, low = pair(2, 1)
    g = field()
    target, above = put(g, "br_rifle", low), put(g, "ge_mg", high)
    one_up = shot(g, (above,), (target,))
    assert [m.value for m in modifiers(g, one_up, one_up.parts[0])] == [-1]
    up_hill = shot(g, (target,), (above,))
    assert [m.value for m in modifiers(g, up_hill, up_hill.parts[0])] == [1]
    assert heights(0, 0) == 0 and heights(-1) == 1 and heights(-1, 0) == 1 and heights(-1, 0, 0) == 0
    indirect = Attack("indirect", low, (Part("AP", (above,), (target,)),))
    assert modifiers(g, indirect, indirect.parts[0]) == []


@pytest.mark.rule("PB-7.7.8", "PB-7.7.6", "PB-7.7.7", "PB-7.6.7", "PB-14.4.7", "PB-7.4.3")
def test_e07_the_three_to_two_attack() -> None:
    g = field()
    wood, hill = "3304", "3103"  # two hexes apart, the second a level higher
    targets = tuple(put(g, "br_motor", wood, disrupted=True) for _ in range(2))
    tanks = tuple(put(g, "ge_pz4", hill) for _ in range(3))
    attack = shot(g, tanks, targets)
    part = attack.parts[0]
    assert FIRE_TABLE[column(g, attack, part) or 0].odds == "3:2"
    assert {m.text: m.value for m in modifiers(g, attack, part)} == {
        "Firing from above": -1,
        "Disrupted target": -1,
        "Woods": 1,
    }
    begin(g, Strike(attack), dice=[2, 3])
    assert ": 1X, one step lost" in "\n".join(str(e) for e in g.events or ())
    assert [g.pieces[i].steps for i in targets] == [1, 1], "one by the X, the other by the DD"
    assert {state_of(g, i) for i in targets} == {"spent/disrupted"}
    assert {state_of(g, i) for i in tanks} == {"spent"}


@pytest.mark.rule("PB-1.2.1", "PB-7.9.3")
def test_e08_halves_in_at_are_dropped_once() -> None:
    g = field()
    firers = tuple(put(g, "ge_ss_gren", "2420") for _ in range(2))
    target = put(g, "br_sherman", "2520")
    attack = shot(g, firers, (target,), "reaction", "AT")
    assert strength(g, attack, attack.parts[0]) == 2
    assert total(g, attack) == -1
    begin(g, Strike(attack), dice=[3, 3])
    assert state_of(g, target) == "spent/disrupted" and {state_of(g, i) for i in firers} == {"spent"}


@pytest.mark.rule("PB-1.2.2", "PB-7.2.4")
def test_e09_halves_in_ap_are_kept_and_long_range() -> None:
    near, target_hex = pair(2)
    g = field()
    target = put(g, "ge_gren", target_hex)
    far = next(h for h in GRID.within(target_hex, 3) if GRID.distance(h, target_hex) == 3 and LEVEL[h] == LEVEL[near])
    firers = (put(g, "br_rifle", near), put(g, "br_rifle", far))
    attack = shot(g, firers, (target,))
    assert strength(g, attack, attack.parts[0]) == Fraction(15, 2)
    assert FIRE_TABLE[column(g, attack, attack.parts[0]) or 0].odds == "1:1"
    assert total(g, attack) == 0
    begin(g, Strike(attack), dice=[3, 4])
    assert state_of(g, target) == "spent/disrupted"
    assert rule(why_not_reach(g, g.pieces[put(g, "ge_mg", far)], far, "AT")) == "PB-7.2.3"


@pytest.mark.rule("PB-7.1.10", "PB-7.1.11", "PB-7.1.12")
def test_e31_natural_two_and_twelve() -> None:
    even = next(i for i, c in enumerate(FIRE_TABLE) if c.odds == "1:1")
    assert result_of(even, 2, 6) == "2X" and result_of(even, 12, -6) == "-"
    assert result_of(None, 2, 0) == "-"


@pytest.mark.rule("PB-2.3.4", "PB-7.1.7", "PB-2.2.2")
def test_e01_range_limit() -> None:
    g = field()
    a, b = pair(8)
    tank = g.pieces[put(g, "ge_pz4", a)]
    assert why_not_fire(g, tank, b, "AP") is None
    target = put(g, "br_rifle", b)
    assert total(g, shot(g, (tank.id,), (target,))) == 2
    a, b = pair(9)
    other = g.pieces[put(g, "ge_pz4", a)]
    assert rule(why_not_fire(g, other, b, "AP")) == "PB-2.3.4" and state_of(g, other.id) == "fresh"


@pytest.mark.rule("PB-7.1.4", "PB-7.1.5", "PB-4.3.33", "PB-17.0.2")
@pytest.mark.parametrize(
    ("values", "expected"),
    [({"spent": True}, "PB-7.1.4"), ({"disrupted": True}, "PB-7.1.4"), ({"labor": "block"}, "PB-17.0.2")],
)
def test_who_may_not_fire(values: dict[str, object], expected: str) -> None:
    g = field()
    unit = put(g, "br_rifle", "2420", **values)
    assert rule(why_not_fire(g, g.pieces[unit], "2520", "AP")) == expected


@pytest.mark.rule("PB-2.3.3", "PB-7.2.1", "PB-7.2.2", "PB-7.2.3")
def test_the_weapon_must_fit_the_target() -> None:
    g = field()
    mg, truck, carrier = (g.pieces[put(g, k, "2420")] for k in ("br_mg", "br_truck", "br_carrier"))
    assert rule(why_not_fire(g, mg, "2520", "AT")) == "PB-7.2.3"
    assert rule(why_not_fire(g, carrier, "2520", "AT")) == "PB-2.3.3"
    assert rule(why_not_fire(g, truck, "2520", "AP")) == "PB-2.3.15"


@pytest.mark.rule("PB-5.0.1", "PB-7.1.7", "PB-7.1.8")
def test_a_firer_without_sight_takes_no_part_and_stays_fresh() -> None:
    g = field()
    blind, seeing = put(g, "ge_mg", "2417"), put(g, "ge_mg", "2420")
    put(g, "br_rifle", "2419")
    assert rule(why_not_fire(g, g.pieces[blind], "2419", "AP")) == "PB-5.0.1"
    operation(g, "german", "2418", 2)
    begin(g, Operation())
    play(g, Fire("2419"), dice=[6, 5])
    assert state_of(g, blind) == "fresh" and state_of(g, seeing) == "spent"


@pytest.mark.rule("PB-6.2.2", "PB-7.1.9", "PB-6.2.3")
def test_e26_spotted_and_unspotted_together() -> None:
    g = field()
    hidden, spent = put(g, "br_rifle", WOODS, unspotted=True), put(g, "br_rifle", WOODS, spent=True)
    ring = [h for h in GRID.within(WOODS, 5) if GRID.distance(h, WOODS) == 5 and LEVEL[h] == LEVEL[WOODS]]
    from tests.games.panzer_blitz.helpers import SIGHT

    place = next(h for h in ring if SIGHT.sees(h, WOODS))
    firers = tuple(put(g, "ge_mg", place) for _ in range(2))
    operation(g, "german", place, 0)
    begin(g, Operation())
    play(g, NameFirers(), Fire(WOODS))
    assert g.pieces[hidden].unspotted
    play(g, Press(ALL_FIRE), dice=[2, 3])
    assert state_of(g, spent) == "spent/disrupted" and state_of(g, hidden) == "fresh"
    assert {state_of(g, i) for i in firers} == {"spent"}


@pytest.mark.rule("PB-6.2.1", "PB-7.1.13")
def test_fire_at_unseen_units_does_not_tell_what_they_are() -> None:
    a, b = pair(4)
    for kind in ("br_rifle", "br_churchill"):
        g = field()
        put(g, kind, b, unspotted=True)
        firer = put(g, "ge_88", a)
        begin(g, ChooseTarget("fire", "german", b, (firer,)))
        assert offered(g) == [Press(UNSEEN_SOFT), Press(UNSEEN_ARMOR)]
        assert g.steps[-1].hides_odds(g, Press(UNSEEN_SOFT))
    g = field()
    put(g, "ge_mg", "2420")
    operation(g, "german", "2420", 0)
    begin(g, Operation())
    assert not any(isinstance(a, Fire) for a in offered(g))


@pytest.mark.rule("PB-7.1.6")
def test_a_unit_is_fired_at_once_in_an_operation() -> None:
    g = field()
    put(g, "br_rifle", "2520")
    for _ in range(2):
        put(g, "ge_mg", "2420")
    operation(g, "german", "2420", 0)
    begin(g, Operation())
    play(g, NameFirers(), Fire("2520"), Pick("g2"), Press("fire"), dice=[6, 6])
    assert Fire("2520") not in offered(g) and Move("g3") in offered(g)
    assert state_of(g, "g3") == "fresh"


@pytest.mark.rule("PB-7.1.1", "PB-7.3.1", "PB-7.3.2")
def test_fire_is_declared_straight_at_one_of_several_targets_and_everybody_able_fires() -> None:
    g = field()
    rifle, other_rifle, tank = put(g, "br_rifle", "2520"), put(g, "br_rifle", "2520"), put(g, "br_stuart", "2520")
    lone = put(g, "br_rifle", "2421")
    guns = [put(g, "ge_pz4", "2420") for _ in range(2)]
    operation(g, "german", "2420", 0)
    begin(g, Operation())
    assert {FireAt(rifle), FireAt(other_rifle), FireAt(tank), FireAtAll("2520"), Fire("2520")} <= {*offered(g)}
    assert FireAt(lone) not in offered(g) and rule(g.steps[-1].why_not(g, "german", FireAt(lone))) == "GR-1"
    assert rule(g.steps[-1].why_not(g, "german", FireAt(guns[0]))) == "PB-7.1.13"
    shown = g.steps[-1].preview(g, FireAt(rifle))
    assert shown is not None and shown.dice == 2
    play(g, FireAt(rifle), dice=[6, 6])
    assert {state_of(g, gun) for gun in guns} == {"spent"} and Fire("2421") not in offered(g)


@pytest.mark.rule("PB-7.1.1", "PB-7.3.1")
def test_fire_at_everything_unarmored_in_a_hex_hits_them_all() -> None:
    g = field()
    men = [put(g, "br_rifle", "2520") for _ in range(2)]
    put(g, "ge_pz4", "2420")
    operation(g, "german", "2420", 0)
    begin(g, Operation())
    play(g, FireAtAll("2520"), dice=[1, 2])
    assert all(g.pieces.get(i) is None or g.pieces[i].disrupted for i in men)


@pytest.mark.rule("PB-7.1.1")
def test_who_fires_is_named_on_request_and_for_one_attack() -> None:
    g = field()
    rifle, other_rifle = put(g, "br_rifle", "2520"), put(g, "br_rifle", "2520")
    guns = [put(g, "ge_pz4", "2420") for _ in range(3)]
    operation(g, "german", "2420", 0)
    begin(g, Operation())
    play(g, NameFirers())
    assert NameFirers() not in offered(g)
    play(g, FireAt(rifle), Pick(guns[0]), Press("fire"), dice=[6, 6])
    assert [state_of(g, gun) for gun in guns] == ["spent", "fresh", "fresh"] and NameFirers() in offered(g)
    play(g, Fire("2520"), dice=[6, 6])
    assert [state_of(g, gun) for gun in guns] == ["spent"] * 3 and f"fire:{other_rifle}" in g.attacked
    alone = field()
    put(alone, "br_rifle", "2520"), put(alone, "ge_pz4", "2420")
    operation(alone, "german", "2420", 0)
    begin(alone, Operation())
    assert Fire("2520") in offered(alone) and NameFirers() not in offered(alone)


@pytest.mark.rule("PB-7.1.6", "PB-6.2.1")
@pytest.mark.parametrize(
    ("orchard_or_woods", "here", "said"), [("1402", "0801", UNSEEN_SOFT), ("4501", "4101", ALL_SOFT)]
)
def test_a_unit_hit_unseen_is_not_fired_at_again_once_it_is_seen(orchard_or_woods: str, here: str, said: str) -> None:
    g = field()
    target = put(g, "ge_gren", orchard_or_woods, unspotted=True)
    one, two, _ = (put(g, "br_sherman", here) for _ in range(3))
    operation(g, "british", here, 0)
    begin(g, Operation())
    play(g, NameFirers(), Fire(orchard_or_woods), Press(said), Pick(one), Pick(two), Press("fire"), dice=[1, 2])
    assert state_of(g, target) == "spent/disrupted"
    play(g, Fire(orchard_or_woods))  # for all one knows there is armor too
    assert not g.pieces[target].unspotted and Fire(orchard_or_woods) not in offered(g) and Move("b4") in offered(g)


@pytest.mark.rule(
    "PB-14.2.7", "PB-14.4.7", "PB-14.5.5", "PB-14.6.10", "PB-14.10.3", "PB-14.0.2", "PB-15.1.5", "PB-14.3.2"
)
@pytest.mark.parametrize(
    ("place", "tem"), [(TOWN, 2), (CITY, 3), (WOODS, 1), (SWAMP, 1), (GULLY, 1), (STREAM, 1), (ORCHARD, 1), ("2420", 0)]
)
def test_terrain_modifiers(place: str, tem: int) -> None:
    from grognard.games.panzer_blitz.rules.terrain import terrain_modifiers

    g = field()
    rifle, tank = g.pieces[put(g, "br_rifle", place)], g.pieces[put(g, "br_sherman", place)]
    assert sum(m.value for m in terrain_modifiers(g, rifle.what, place)) == tem
    assert sum(m.value for m in terrain_modifiers(g, tank.what, place)) == (0 if place == SWAMP else tem)
    g.wrecks = {**g.wrecks, place: 1}
    assert sum(m.value for m in terrain_modifiers(g, rifle.what, place)) == tem + 1


@pytest.mark.rule("PB-14.4.8", "PB-14.10.3", "PB-11.3.17")
def test_terrain_against_indirect_fire() -> None:
    from grognard.games.panzer_blitz.rules.terrain import terrain_modifiers

    g = field()

    def tem(kind: str, place: str) -> int:
        unit = g.pieces[put(g, kind, place)]
        return sum(m.value for m in terrain_modifiers(g, unit.what, place, indirect=True))

    assert [tem(k, WOODS) for k in ("br_rifle", "br_truck", "ge_wagon", "br_sherman", "br_6pdr")] == [-1, -1, -1, 1, 1]
    assert tem("br_rifle", ORCHARD) == 0 and tem("br_rifle", TOWN) == 2


@pytest.mark.rule("PB-14.8.3")
def test_a_beach_gives_one_away() -> None:
    from grognard.games.panzer_blitz.rules.terrain import terrain_modifiers

    g = field()
    rifle = g.pieces[put(g, "br_rifle", "2420")]
    TERRAIN["2420"], LANDS.boxed().effects["2420"] = "beach", CHART["beach"]
    try:
        assert sum(m.value for m in terrain_modifiers(g, rifle.what, "2420")) == -1
    finally:
        TERRAIN["2420"], LANDS.boxed().effects["2420"] = "clear", CHART["clear"]


@pytest.mark.rule("PB-12.2.7", "PB-12.2.8", "PB-11.3.7")
def test_e25_smoke_and_shell_holes_in_the_dice() -> None:
    g = field()
    firer, target = put(g, "ge_mg", "2420"), put(g, "br_rifle", "2520")
    attack = shot(g, (firer,), (target,))
    plain = total(g, attack)
    g.smoke = {**g.smoke, "2520": 1}
    assert total(g, attack) == plain + 1
    g.smoke = {**g.smoke, "2420": 1}
    assert total(g, attack) == plain + 3
    g.smoke = {}
    g.he = {**g.he, "2420": True}
    assert total(g, attack) == plain + 1


@pytest.mark.rule("PB-12.2.7", "PB-16.3.3")
@pytest.mark.parametrize(("kind", "more"), [("fighter", 1), ("rocket", 1), ("bomb", 0), ("indirect", 0)])
def test_smoke_over_the_target_hinders_direct_fire_from_the_air_but_neither_bombs_nor_shells(
    kind: str, more: int
) -> None:
    g = field()
    plane, target = put(g, "br_typhoon", "air-2420"), put(g, "ge_gren", "2520")
    attack = shot(g, (plane,), (target,), kind)
    plain = total(g, attack)
    g.smoke = {**g.smoke, "2520": 1}
    assert total(g, attack) == plain + more


@pytest.mark.rule("PB-15.5.4", "PB-15.5.5", "PB-15.5.7", "PB-15.5.8", "PB-7.5.3", "PB-15.1.2")
@pytest.mark.parametrize(("dice", "stands"), [((1, 2), False), ((2, 2), True)])
def test_e47_fortification(dice: tuple[int, int], stands: bool) -> None:
    a, b = pair(4)
    g = field()
    g.forts = {**g.forts, b: "bunker"}
    inside, gun = put(g, "ge_ss_gren", b, inside="fort"), put(g, "br_17pdr", a)
    begin(g, ChooseTarget("fire", "british", b, (gun,)), dice=dice)
    assert state_of(g, inside) == "spent/disrupted" and g.pieces[inside].steps == 2
    assert (b in g.forts) == stands and g.wrecks.get(b, 0) == (0 if stands else 1)
    assert g.pieces[inside].inside == ("fort" if stands else "")


@pytest.mark.rule("PB-15.5.14")
def test_an_empty_fortification_is_fired_at_for_its_destruction() -> None:
    g = field()
    g.forts = {**g.forts, "2520": "bunker"}
    put(g, "br_17pdr", "2420")
    operation(g, "british", "2420", 0)
    begin(g, Operation())
    play(g, Fire("2520"), dice=[1, 1])
    assert "2520" not in g.forts


@pytest.mark.rule("PB-11.3.13", "PB-11.4.2", "PB-11.4.1")
def test_e54_self_observed_fire_reaches_six_hexes_and_mortars_all_they_see() -> None:
    g = field()
    a, b = pair(6)
    gun, mortar = g.pieces[put(g, "ge_lefh", a)], g.pieces[put(g, "ge_8cm_mortar", a)]
    assert why_not_fire(g, gun, b, "AP") is None
    assert rule(why_not_fire(g, gun, b, "AP", spotted=False)) == "PB-11.3.13"
    assert why_not_fire(g, mortar, b, "AP", spotted=False) is None
    a, b = pair(7)
    gun, mortar = g.pieces[put(g, "ge_lefh", a)], g.pieces[put(g, "ge_8cm_mortar", a)]
    assert rule(why_not_fire(g, gun, b, "AP")) == "PB-11.3.13" and why_not_fire(g, mortar, b, "AP") is None


def test_odds_before_the_roll_are_those_of_the_table() -> None:
    from grognard.engine import enumerate_odds

    g = field()
    firer, target = put(g, "ge_mg", "2420"), put(g, "br_rifle", "2520")
    begin(g, Muster("fire", "german", "2520", Part("AP", (), (target,)), (firer, put(g, "ge_mg", "2420"))))
    chances = enumerate_odds(g, "german", Press(ALL_FIRE))
    assert chances is not None and sum(chances.values()) == 1
    shown = g.steps[-1].preview(g, Press(ALL_FIRE))
    assert shown is not None and shown.column.startswith("2:1")
