"""What lasts and what ends: postures after reactions, turns of the pinned, the order of tests, who has moved."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.board.inches.terrain_table import Feature
from grognard.engine import Pick, Press, RiggedDice
from grognard.games.red_actions.rules.acting import Acting
from grognard.games.red_actions.rules.ambush import AmbushWindow
from grognard.games.red_actions.rules.artillery import direct_aim, direct_number, ranged_in
from grognard.games.red_actions.rules.charging import Charge, ChargeTest, Charging, Contact, nearest_first, onset_of
from grognard.games.red_actions.rules.formations import Combine, Divide
from grognard.games.red_actions.rules.losses import lose_bases
from grognard.games.red_actions.rules.melee import enter, push_forward, set_back
from grognard.games.red_actions.rules.morale import test_value as value_of
from grognard.games.red_actions.rules.mounting import Dismount, Mount
from grognard.games.red_actions.rules.moving import Face, Go, LieDown, Moving, Stop
from grognard.games.red_actions.rules.retire import MoraleTest
from grognard.games.red_actions.rules.segment import Hold
from grognard.games.red_actions.rules.shot_orders import Fire, Search
from grognard.games.red_actions.rules.state import RedActions, Unit
from grognard.games.red_actions.rules.volley import ReturnFire, Volley
from grognard.testing import offered, play, refusing_rule

from .companies import foe, rifles
from .situations import area, at, battle, cites, line, lines, run, unit

HOUSE = area("house", "building_wood", 27, 28, 6, 4)


def other(kind: str = "white_volunteer", bases: int = 3, x: float = 33.0, y: float = 20.0, **more: Any) -> Unit:
    return unit("whites", kind, bases, x, y, name="q", **more)


# ------------------------------------------------------------------ a reaction ends a posture


@pytest.mark.rule("RA-MOV.25", "RA-PRE.2", "RA-SHO.8")
def test_lying_rifles_that_return_the_fire_get_up_and_the_shot_they_answer_is_as_it_was() -> None:
    g = battle(rifles(), foe(30, lying=True))
    run(g, Acting("whites-w"))
    play(g, Fire("reds-r"))
    aim = next(step.aim for step in g.steps if isinstance(step, ReturnFire))
    assert "RA-SHO.32" in [shift.cite for shift in aim.shifts]
    play(g, Press("return fire"))
    assert (g.pieces["reds-r"].acted, g.pieces["reds-r"].lying) == (True, False)
    assert next(step.aim for step in g.steps if isinstance(step, Volley)) == aim
    g.drop("whites-w")
    g.put(other(x=30.0))
    again = direct_aim(g, g.pieces["whites-q"], g.pieces["reds-r"])
    assert again is not None and "RA-SHO.32" not in [shift.cite for shift in again.shifts]


@pytest.mark.rule("RA-MOV.25", "RA-PRE.1")
def test_lying_rifles_that_fire_at_chargers_get_up() -> None:
    g = battle(rifles("kuban_cossack"), foe(30, lying=True), dice=(1, 1, 1, 1))
    run(g, ChargeTest("whites-w", "reds-r"))
    assert g.pieces["reds-r"].lying
    play(g, Press("fire"), dice=(6, 6, 1, 1, 6, 6))
    assert (g.pieces["reds-r"].acted, g.pieces["reds-r"].lying) == (True, False)


@pytest.mark.rule("RA-MOV.25", "RA-PRE.2", "RA-AMB.8")
@pytest.mark.parametrize("answer", [Fire("whites-w"), Hold()])
def test_lying_ambushers_that_spring_it_get_up(answer: Fire | Hold) -> None:
    g = battle(rifles(), foe(30, lying=True, hidden=True, unseen=True), dice=(1, 1))
    run(g, AmbushWindow("whites-w"))
    play(g, Pick("reds-r"), answer)
    assert (g.pieces["reds-r"].acted, g.pieces["reds-r"].lying) == (True, False)


@pytest.mark.rule("RA-ACT.21")
def test_both_parts_of_a_divided_unit_lie_on() -> None:
    g = battle(rifles(bases=5, lying=True), foe(45))
    play(run(g, Acting("whites-w")), Divide(2))
    assert g.pieces["whites-w"].lying and g.pieces["whites-w-2"].lying


# ------------------------------------------------------------------ who could charge an enemy behind the flanks


TRENCH = line("trench", "trench", (20, 12.0), (40, 12.0))


@pytest.mark.rule("RA-MOR.22", "RA-MOR.23", "RA-TRT.14", "RA-MOV.32", "RA-FRM.6", "RA-MOV.16")
@pytest.mark.parametrize(("enemy", "friend", "terrain", "value"), [
    ({}, {}, (), 7),
    ({}, {"acted": True}, (), 7),  # nothing but its action is disregarded
    ({"kind": "ac_mg", "bases": 1}, {}, (), 5),  # RA-TRT.14
    ({"kind": "ac_mg", "bases": 1, "stuck": "fast"}, {}, (), 7),
    ({"facing": 0}, {}, (TRENCH,), 5),  # RA-MOV.32
    ({"place": "barn"}, {}, (area("barn", "building_wood", 28, 10, 4, 4),), 5),
    ({}, {"formation": "road_column"}, (), 5),
    ({}, {"barred": True}, (), 5),
    ({}, {"facing": 90}, (), 5),  # out of its arc
    ({}, {}, (area("bog", "boggy", 34, 8, 2, 8),), 5),
])  # fmt: skip
def test_a_friend_counts_that_could_declare_a_charge_on_the_enemy_behind(
    enemy: dict[str, Any], friend: dict[str, Any], terrain: tuple[Feature, ...], value: int
) -> None:
    helper = unit("whites", "kuban_cossack", 3, 40, 12, friend.pop("facing", 270), name="k", **friend)
    g = battle(rifles(), foe(12, **{"facing": 90, **enemy}), helper, terrain=terrain)
    assert value_of(g, g.pieces["whites-w"]) == value


@pytest.mark.rule("RA-MOR.22", "RA-AMB.4")
def test_a_friend_in_ambush_whom_the_enemy_has_not_seen_makes_up_for_nobody() -> None:
    hidden = unit("whites", "kuban_cossack", 3, 40, 12, 270, name="k", hidden=True, unseen=True)
    g = battle(rifles(), foe(12), hidden)
    assert value_of(g, g.pieces["whites-w"]) == 5


# ------------------------------------------------------------------ turning in place


@pytest.mark.rule("RA-MOV.4", "RA-ACT.2")
def test_turning_in_place_is_a_move_and_may_be_gone_on_with() -> None:
    g = battle(rifles(), foe(20, x=60, facing=270))
    run(g, Acting("whites-w"))
    assert [face for face in offered(g) if isinstance(face, Face)] == [Face(450), Face(893)]
    play(g, Face(450))
    assert (g.pieces["whites-w"].facing, g.pieces["whites-w"].acted, at(g.pieces["whites-w"])) == (450, True, (30, 20))
    moving = g.steps[-1]
    assert isinstance(moving, Moving) and (moving.budget.left, moving.budget.free_turn) == (600, False)
    play(g, LieDown())
    assert g.pieces["whites-w"].lying
    far = run(battle(rifles(), foe(45)), Acting("whites-w"))
    play(far, Face(900))
    assert isinstance(far.steps[-1], Moving) and far.steps[-1].budget.left == 450, "a quarter of the move"
    play(far, Stop())
    assert not far.asks


@pytest.mark.rule("RA-MOV.4", "RA-TRT.1")
def test_a_mob_rolls_before_it_turns_in_sight_of_the_enemy() -> None:
    g = battle(rifles("red_guard"), foe(40), dice=(2,))
    run(g, Acting("whites-w"))
    play(g, Face(300))
    assert g.pieces["whites-w"].facing == 0 and refusing_rule(g, Face(300)) == "RA-TRT.2"


@pytest.mark.rule("RA-MOV.4", "RA-ACT.16", "RA-TER.18", "RA-VEH.13", "RA-BLD.6")
def test_who_turns_and_who_does_not() -> None:
    def why(u: Unit, **more: Any) -> str:
        rail = line("rail", "railway", (0, 20), (72, 20))
        return refusing_rule(run(battle(u, foe(45), terrain=(rail, HOUSE)), Acting("whites-w", **more)), Face(100))

    assert why(rifles("white_horse_gun", 1, limbered=True), done=("half",)) == ""
    assert why(rifles(), done=("wire",)) == "RA-TER.18"
    assert why(rifles(place="house", y=30)) == "RA-BLD.6"
    assert why(rifles("tank_heavy", 1, stuck="stuck")) == "RA-VEH.4"
    assert why(rifles(hidden=True)) == "RA-AMB.15"


@pytest.mark.rule("RA-MOR.34", "RA-MOV.7", "RA-MOV.9")
@pytest.mark.parametrize(("kind", "bases", "facing", "rule"), [
    ("white_mg", 1, 450, ""),
    ("white_mg", 1, 451, "RA-MOR.34"),
    ("white_volunteer", 4, 900, ""),
    ("white_volunteer", 4, 1800, ""),
    ("white_volunteer", 4, 450, "RA-MOR.34"),
    ("kuban_cossack", 4, 2700, ""),
])  # fmt: skip
def test_the_pinned_pivot_without_shooting_as_they_may_before_they_shoot(
    kind: str, bases: int, facing: int, rule: str
) -> None:
    g = run(battle(rifles(kind, bases, pinned=True), foe(45)), Acting("whites-w"))
    assert refusing_rule(g, Face(facing)) == rule
    if not rule:
        play(g, Face(facing))
        u = g.pieces["whites-w"]
        assert (u.facing, u.pinned, u.acted, g.asks) == (facing, True, True, ()), "and go no farther"


@pytest.mark.rule("RA-MOR.34")
def test_the_pinned_are_offered_a_turn_to_the_enemy() -> None:
    g = run(battle(rifles("white_mg", 1, pinned=True), foe(20, x=60)), Acting("whites-w"))
    assert [face for face in offered(g) if isinstance(face, Face)] == [Face(450)]
    g = run(battle(rifles(pinned=True), foe(20, x=60)), Acting("whites-w"))
    assert [face for face in offered(g) if isinstance(face, Face)] == [Face(900)]


# ------------------------------------------------------------------ combining


@pytest.mark.rule("RA-ACT.21", "RA-TER.2", "RA-TER.25", "RA-TER.35", "RA-MOV.14")
@pytest.mark.parametrize(("kind", "bases", "there", "terrain", "rule"), [
    ("white_volunteer", 3, (35.5, 20), (), ""),
    ("white_volunteer", 3, (35.5, 20), (area("wood", "woods", 10, 5, 60, 40),), "RA-ACT.21"),
    ("white_gun", 1, (33.15, 20), (), "RA-ACT.21"),
    ("white_mg", 1, (33.1, 20), (), ""),
    ("white_mg", 1, (33.1, 20), (line("ditch", "small_stream", (31.5, 0), (31.5, 48)),), "RA-ACT.21"),
    ("kuban_cossack", 3, (30, 22.67), (), ""),
    ("kuban_cossack", 3, (30, 22.67), (line("ditch", "small_stream", (0, 21), (72, 21)),), "RA-ACT.21"),
])  # fmt: skip
def test_each_added_base_reaches_its_place_by_its_own_move(
    kind: str, bases: int, there: tuple[float, float], terrain: tuple[Feature, ...], rule: str
) -> None:
    first = rifles(kind, bases, y=20.9 if kind == "kuban_cossack" else 20)
    g = run(battle(first, other(kind, bases, *there), terrain=terrain), Acting("whites-w"))
    assert refusing_rule(g, Combine("whites-q")) == rule


# ------------------------------------------------------------------ several who are charged


def charged() -> RedActions:
    near = unit("reds", "red_rifle", 2, 33.4, 27.9, 180, name="b")
    aimed = unit("reds", "red_rifle", 4, 30, 28, 180, name="a")
    return battle(rifles("kuban_cossack"), aimed, near, dice=(1, 1, 1, 1))


@pytest.mark.rule("RA-TRN.16", "RA-MOV.21")
def test_fear_and_responses_go_nearest_first_whoever_was_aimed_at() -> None:
    g = run(charged(), Charging("whites-w", "reds-a"))
    assert [text.split(" takes")[0] for text in lines(g) if "fear" in text] == ["reds b", "reds a"]
    assert g.asks[0].prompt.startswith("reds b")


@pytest.mark.rule("RA-TRN.16", "RA-TRN.17")
def test_tests_of_those_met_in_the_rear_go_nearest_first_too() -> None:
    near = unit("reds", "red_rifle", 2, 36, 24, 180, name="b")
    g = battle(rifles("kuban_cossack"), unit("reds", "red_rifle", 4, 30, 28, 180, name="a"), near)
    names = ("reds-a", "reds-b")
    assert nearest_first(g, g.pieces["whites-w"], names) == ("reds-b", "reds-a")
    onset = onset_of(g, g.pieces["whites-w"], g.pieces["reds-a"])
    contact = Contact(onset, names, dict.fromkeys(names, "rear"))
    g.steps = (contact,)
    contact.run(g)
    assert [step.unit for step in g.steps[::-1] if isinstance(step, MoraleTest)] == ["reds-b", "reds-a"]


# ------------------------------------------------------------------ roads and houses


@pytest.mark.rule("RA-FRM.14", "RA-TER.16", "RA-TER.15", "RA-MOV.15")
@pytest.mark.parametrize(("bases", "formation", "rule"), [
    (1, "road_column", "RA-MOV.1"), (1, "column", "RA-MOV.1"), (2, "road_column", ""), (2, "column", ""),
])  # fmt: skip
def test_a_single_base_counts_as_in_line_on_the_road(bases: int, formation: str, rule: str) -> None:
    road = line("road", "road", (30, 0), (30, 48))
    g = battle(rifles(bases=bases, formation=formation), foe(47, x=30), terrain=(road,))
    assert refusing_rule(run(g, Acting("whites-w")), Go(3000, 2790)) == rule
    if rule:
        assert refusing_rule(g, Go(3000, 2600)) == "", "it goes as over any ground"


@pytest.mark.rule("RA-BLD.2", "RA-TER.33", "RA-SHO.36", "RA-BLD.6")
def test_riders_in_column_stop_in_a_house_have_its_cover_and_get_off_there() -> None:
    g = battle(rifles("kuban_cossack", 2, y=27.5, formation="column"), foe(45), terrain=(HOUSE,))
    play(run(g, Acting("whites-w")), Go(3000, 2900))
    assert (g.pieces["whites-w"].inside, g.owner["house"]) == ("house", "whites")
    aim = direct_aim(g, foe(40), g.pieces["whites-w"])
    assert aim is not None and [shift.cite for shift in aim.shifts] == ["RA-SHO.30"]
    g.change("whites-w", acted=False)
    play(run(g, Acting("whites-w")), Dismount())
    assert (g.pieces["whites-w"].kind, g.pieces["whites-w"].inside) == ("rifles", "house")
    g.change("whites-w", acted=False)
    play(run(g, Acting("whites-w")), Mount())
    assert (g.pieces["whites-w"].kind, g.pieces["whites-w"].bases) == ("sabres", 2)


@pytest.mark.rule("RA-BLD.3", "RA-FRM.12")
def test_nobody_mounts_in_a_house_that_would_not_hold_the_riders() -> None:
    small = area("small", "building_wood", 28, 28, 2, 4)
    on_foot = rifles("white_plastun", 4, place="small", x=29, y=30, mounted_as="kuban_cossack", horses=(2900, 3000, 5))
    assert refusing_rule(run(battle(on_foot, foe(45), terrain=(small,)), Acting("whites-w")), Mount()) == "RA-BLD.3"


@pytest.mark.rule("RA-BLD.2", "RA-TER.33", "RA-TER.11", "RA-TER.7")
@pytest.mark.parametrize(("die", "inside", "stuck"), [(3, "house", ""), (2, "", "stuck"), (1, "", "fast")])
def test_a_vehicle_that_drives_into_a_house_takes_a_breakdown_test(die: int, inside: str, stuck: str) -> None:
    g = battle(rifles("tank_heavy", 1, y=27.5), foe(45), terrain=(HOUSE,), dice=(die,))
    play(run(g, Acting("whites-w")), Go(3000, 2900))
    assert (g.pieces["whites-w"].inside, g.pieces["whites-w"].stuck) == (inside, stuck)


# ------------------------------------------------------------------ who has moved since a gun shot at him


@pytest.mark.rule("RA-ART.4", "RA-MEL.32", "RA-BLD.4", "RA-MEL.28", "RA-ART.14")
@pytest.mark.parametrize("way", ["forward", "house", "back"])
def test_whoever_follows_up_enters_or_is_set_back_has_moved(way: str) -> None:
    gun = unit("whites", "white_gun", 1, 30, 2, name="g", aim=("reds-r", 2, 3000, 3040))
    g = battle(
        gun, foe(30), rifles(y=29.5 if way == "back" else 10), terrain=(area("far", "building_wood", 40, 40, 4, 4),)
    )
    target = g.pieces["reds-r"]
    assert ranged_in(g, g.pieces["whites-g"], "reds-r")
    if way == "forward":
        push_forward(g, target, (30.0, 36.0), 3.0)
    elif way == "house":
        enter(g, target, "far")
    else:
        set_back(g, target, g.pieces["whites-w"])
    assert not ranged_in(g, g.pieces["whites-g"], "reds-r")
    assert g.pieces["reds-r"].rolling
    assert direct_number(g, g.pieces["whites-g"], g.pieces["reds-r"], 43.0, indirect=False) == (
        10 if way == "house" else 11
    )


@pytest.mark.rule("RA-ART.4", "RA-FRM.10")
def test_a_column_that_moved_before_the_shot_and_then_lost_a_base_has_stayed_put() -> None:
    g = battle(unit("whites", "white_gun", 1, 30, 2, name="g"), foe(45, bases=5, formation="column", moves=1), turn=2)
    aim = direct_aim(g, g.pieces["whites-g"], g.pieces["reds-r"])
    assert aim is not None and aim.direct == (11,)
    g.dice = RiggedDice((1, 1, 1, 1))
    run(g, Volley(aim))
    lose_bases(g, "reds-r", 1)
    g.turn = 3
    again = direct_aim(g, g.pieces["whites-g"], g.pieces["reds-r"])
    assert again is not None and again.direct == (10,)


# ------------------------------------------------------------------ direct hits of speculative fire


def searched(target: Unit | None, *dice: int, kind: str = "white_gun", terrain: tuple[Feature, ...] = ()) -> RedActions:
    lurker = target or foe(5, x=70, hidden=True, unseen=True)  # somebody is in ambush, or there would be no searching
    g = battle(rifles(kind, 1, y=10), lurker, terrain=terrain, dice=dice)
    run(g, Acting("whites-w"))
    play(g, Search(3000, 4000))
    if g.asks:
        play(g, Stop())
    return g


@pytest.mark.rule("RA-ART.7", "RA-SHO.6", "RA-SHO.19", "RA-SHO.53")
@pytest.mark.parametrize(("faces", "bases"), [((5, 5, 1, 1, 1, 1), 3), ((4, 5, 1, 1), 4)])
def test_guns_that_search_with_fire_roll_for_direct_hits(faces: tuple[int, ...], bases: int) -> None:
    g = searched(foe(40, hidden=True, unseen=True), *faces)
    assert g.pieces["reds-r"].bases == bases
    told = [str(e) for e in g.events or () if e.visible_to("whites")]
    assert told[0] == "whites w rolls for a direct hit", "neither what it needs nor whether it hits"


@pytest.mark.rule("RA-ART.7", "RA-SHO.53", "RA-ART.13")
def test_the_dice_are_rolled_for_guns_whether_anybody_is_there_or_not_and_never_for_mgs() -> None:
    assert cites(searched(None, 6, 6, 1, 1)) == ["RA-ART.7", "RA-SHO.19"]
    assert cites(searched(None, 1, 1, kind="white_mg")) == ["RA-SHO.19"]


@pytest.mark.rule("RA-ART.5", "RA-ART.16", "RA-SHO.19")
def test_a_gun_that_does_not_see_where_it_searches_shoots_indirectly() -> None:
    wood = area("wood", "woods", 20, 25, 20, 10)
    g = searched(foe(40, hidden=True, unseen=True), 5, 6, 1, 1, terrain=(wood,))
    assert g.pieces["reds-r"].bases == 4, "12 is needed, +2 for the first indirect shot"
    assert g.pieces["whites-w"].blind == (3, 3000, 4000)
    g = battle(rifles("white_gun", 1, y=10, blind=(2, 3000, 4000)), foe(40, hidden=True), terrain=(wood,))
    run(g, Acting("whites-w"))
    play(g, Search(3000, 4000), Stop(), dice=(5, 6, 1, 1, 1, 1))
    assert g.pieces["reds-r"].bases == 3, "11 in later turns"


@pytest.mark.rule("RA-ART.11", "RA-ART.12", "RA-SHO.53")
@pytest.mark.parametrize(("faces", "falls"), [((4, 4, 1, 1), False), ((4, 5), True)])
def test_a_house_hit_by_chance_may_fall_and_nobody_outside_hears_of_it_if_it_stands(
    faces: tuple[int, ...], falls: bool
) -> None:
    house = area("house", "building_wood", 28, 38, 4, 4)
    inside = foe(40, hidden=True, unseen=True, place="house")
    g = searched(inside, 4, 5, *faces, terrain=(house,))
    assert ("house" in g.collapsed, g.gone.get("reds-r")) == ((True, "destroyed") if falls else (False, None))
    told = [e.cite for e in g.events or () if e.visible_to("whites")]
    assert ("RA-ART.11" in told) is False and ("RA-TER.46" in told) is falls


# ------------------------------------------------------------------ words


@pytest.mark.rule("RA-PRE.5", "RA-AMB.7", "RA-AMB.8")
def test_questions_speak_of_several_in_the_plural() -> None:
    g = battle(rifles("kuban_cossack"), foe(26))
    g.change("whites-w", name="Kuban Cossacks")
    g.change("reds-r", name="Red rifles")
    play(run(g, Acting("whites-w")), Fire("reds-r"))
    assert g.asks[0].prompt == "Red rifles are shot at by Kuban Cossacks: return the fire?"
    hidden = battle(rifles(), foe(28, hidden=True, unseen=True), dice=(1, 1))
    hidden.change("whites-w", name="The Sailors")
    hidden.change("reds-r", name="Red rifles")
    run(hidden, AmbushWindow("whites-w"))
    assert hidden.asks[0].prompt == "The Sailors are on the move: spring an ambush?"
    play(hidden, Pick("reds-r"))
    assert hidden.asks[0].prompt == "Red rifles have sprung their ambush"


@pytest.mark.rule("RA-MOV.16")
def test_a_unit_that_is_no_piece_is_charged_by_nobody() -> None:
    g = run(battle(rifles(), foe(24)), Acting("whites-w"))
    assert refusing_rule(g, Charge("reds-x")) == "GR-1"
