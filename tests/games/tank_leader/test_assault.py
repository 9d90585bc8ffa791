"""14.1 Close assault."""

from __future__ import annotations

import pytest

from grognard.engine import Match, Pick, To
from grognard.games.tank_leader import GAME
from grognard.games.tank_leader.rules.assault import (
    GO,
    SOME_TOGETHER,
    TOGETHER,
    Assault,
    AssaultFire,
    AssaultHex,
    AssaultTogether,
    Defend,
    GatherAssault,
    Strike,
    why_not_assault,
)
from grognard.games.tank_leader.rules.fire import AI, AV
from grognard.games.tank_leader.rules.morale import eliminate
from grognard.games.tank_leader.rules.move_paths import why_not_move
from grognard.games.tank_leader.rules.operations import EndActivation
from grognard.games.tank_leader.rules.opportunity_fire import HOLD, React, Window, go
from grognard.games.tank_leader.rules.state import TankLeader
from grognard.games.tank_leader.rules.terrain import Conditions
from grognard.games.tank_leader.rules.transport import why_not_load

from .table import act, field, offered, play, put, rule, say, told


def refused(g: TankLeader, unit: str, h: str) -> str | None:
    refusal = why_not_assault(g, g.pieces[unit], h)
    return refusal.rule if refusal else None


@pytest.mark.rule("TL-14.1")
def test_infantry_enters_a_tanks_hex_only_by_assault() -> None:
    g = field()
    men = put(g, "rifle", "2318", "222")
    put(g, "panther", "2319", "115")
    put(g, "g_truck", "2317")
    act(g, men)
    assert rule(g, To("2319")) == "TL-14.1"
    assert To("2317") in offered(g)  # a truck is no vehicle here
    assert Assault("2319") in offered(g)


@pytest.mark.rule("TL-14.1.2", "TL-14.1.3", "TL-14.12.1", "TL-14.13.1", "TL-14.13.2", "TL-14.1.1", "TL-14.1.5")
def test_the_worked_example() -> None:
    """Example E-18."""
    g = field()
    one, two = put(g, "rifle", "2318", "222"), put(g, "rifle", "2318", "222")
    panther = put(g, "panther", "2319", "115")
    act(g, one)
    say(g, Assault("2319"))
    assert offered(g) == [Pick(two), GO]
    say(g, Pick(two), dice=[4, 5, 2, 3, 5, 5, 4])  # 9 fails, 5 passes; 14 - 6 + 6 + 3 = 17
    assert any("17, Kill" in line for line in told(g))
    assert panther not in g.pieces
    assert (g.pieces[one].place, g.pieces[one].up, g.pieces[one].suppressed) == ("2318", False, False)
    assert (g.pieces[two].place, g.pieces[two].up) == ("2319", False)  # 14 is no quick kill for Green


@pytest.mark.rule("TL-14.1.1")
def test_no_more_units_than_the_hex_can_hold() -> None:
    g = field()
    men = [put(g, "rifle", "2318", "222") for _ in range(7)]
    put(g, "panther", "2319", "115")
    g.active, g.active_side = ("222",), "soviet"
    play(g, GatherAssault("2319", tuple(men[:5])))
    assert offered(g) == [Pick(men[5]), Pick(men[6]), GO]
    tank = put(g, "t34_76", "2318", "206")
    assert rule(g, Pick(tank)) == "TL-14.1.1"
    say(g, Pick(men[5]), dice=[6, 5] * 6)  # that is as many as the hex can hold, and all lose their nerve
    assert [g.pieces[m].up for m in men] == [False] * 6 + [True]


@pytest.mark.rule("TL-14.1.1", "TL-2.11.3", "TL-10.13.1", "TL-13.31.5", "TL-6.61.1")
@pytest.mark.parametrize("other", ["face-down", "suppressed", "aboard", "of another battalion", "not here yet"])
def test_who_could_not_operate_joins_no_assault(other: str) -> None:
    g = field()
    one, two, third = (put(g, "rifle", "2318", "222") for _ in "abc")
    put(g, "panther", "2319", "115")
    changes: dict[str, dict[str, object]] = {
        "face-down": {"up": False},
        "suppressed": {"suppressed": True},
        "aboard": {"carrier": put(g, "s_truck", "2318")},
        "of another battalion": {"card": "223"},
        "not here yet": {"place": ""},
    }
    g.change(third, **changes[other])
    act(g, one)
    say(g, Assault("2319"))
    assert offered(g) == [Pick(two), GO]


@pytest.mark.rule("TL-14.1.2", "TL-10.32.1")
def test_boxcars_in_the_check_eliminate() -> None:
    g = field()
    men = put(g, "rifle", "2318", "222")
    put(g, "panther", "2319", "115")
    put(g, "rifle", "0601", "222")
    play(g, AssaultHex("2319", (men,)), dice=[6, 6])
    assert men not in g.pieces


@pytest.mark.rule("TL-14.1.4")
def test_steady_infantry_fires_first_and_must_be_fought_before_the_tanks() -> None:
    g = field()
    men = put(g, "rifle", "2318", "222")
    put(g, "panther", "2319", "115")
    guard = put(g, "g_inf", "2319", "103")
    rider = put(g, "g_inf", "2319", "103", up=False)
    g.change(rider, carrier=put(g, "halftrack", "2319", "103"))
    play(g, AssaultHex("2319", (men,)), dice=[1, 2])
    assert offered(g, "german") == [Defend(guard, men), HOLD]
    say(g, Defend(guard, men), dice=[1, 1, 1, 2, 2, 1, 1, 1, 2, 2])  # 12 and 11: hits, and checks passed
    fires = [line for line in told(g) if "fires at" in line]
    assert "Grenadier" in fires[0]


@pytest.mark.rule("TL-14.1.4")
def test_an_observer_shields_the_tanks_as_infantry_without_fire() -> None:
    g = field()
    men = put(g, "rifle", "2318", "222")
    put(g, "panther", "2319", "115")
    put(g, "g_fo", "2319", "119")
    put(g, "g_infgun", "0133", "119")
    play(g, AssaultHex("2319", (men,)), dice=[1, 2, 1, 1, 1, 1, 1])  # nobody is asked to fire
    fires = [line.split(" in ")[0] for line in told(g) if "fires at" in line]
    assert fires == ["I/73 Rifle platoon fires at HQ/Adler Forward observer"]


@pytest.mark.rule("TL-14.1.5")
def test_who_finds_nothing_left_to_fire_at_is_turned_face_down_too() -> None:
    g = field()
    one, two = put(g, "rifle", "2318", "222"), put(g, "rifle", "2318", "222")
    tank = put(g, "panther", "2319", "115")
    put(g, "panther", "0133", "115")
    play(g, AssaultHex("2319", (one, two)), dice=[1, 2, 1, 2])
    say(g, Strike(one, "AV"), dice=[6, 6, 5])
    assert tank not in g.pieces and not g.pieces[two].up


@pytest.mark.rule("TL-14.1.4", "TL-14.12.1", "TL-14.13.2")
def test_after_the_defence_assaulters_fire_at_the_infantry_with_ai() -> None:
    g = field()
    men = put(g, "rifle", "2318", "222")
    panther, guard = put(g, "panther", "2319", "115"), put(g, "g_inf", "2319", "103")
    play(g, AssaultHex("2319", (men,)), dice=[1, 2])
    say(g, HOLD, dice=[4, 3, 3, 1, 2])  # 10 + 3 - 1 + 6 = 18, without the +3: Hit+3
    fires = [line for line in told(g) if "fires at" in line]
    assert "Grenadier" in fires[0] and "18, Hit+3" in fires[0] and len(fires) == 1
    assert panther in g.pieces and guard in g.pieces


@pytest.mark.rule("TL-14.1.4")
@pytest.mark.parametrize(
    ("dice", "second"),
    [
        ([4, 4, 3], ""),  # 19: the infantry is killed, and nobody is left on foot
        ([2, 2, 1, 5, 5, 1, 1, 1], "Grenadier"),  # 13: it is suppressed, and fired at again
    ],
)
def test_who_met_steady_infantry_never_fires_at_the_tanks(dice: list[int], second: str) -> None:
    g = field()
    pair = (put(g, "rifle", "2318", "222"), put(g, "rifle", "2318", "222"))
    put(g, "panther", "2319", "115")
    put(g, "g_inf", "2319", "103")
    play(g, AssaultHex("2319", pair), dice=[1, 2, 1, 2])
    say(g, HOLD)
    say(g, Strike(pair[0], AI), dice=dice)
    fires = [line for line in told(g) if "fires at" in line]
    assert not any("Panther" in line for line in fires)
    assert [second in line for line in fires[1:]] == [True] * bool(second)
    assert not any(g.pieces[u].up for u in pair)


@pytest.mark.rule("TL-14.1.4")
def test_suppressed_infantry_does_not_shield_the_tanks() -> None:
    g = field()
    men = put(g, "rifle", "2318", "222")
    put(g, "panther", "2319", "115")
    put(g, "g_inf", "2319", "103", suppressed=True)
    play(g, AssaultHex("2319", (men,)), dice=[1, 2, 1, 1, 1])
    assert "Panther" in next(line for line in told(g) if "fires at" in line)


@pytest.mark.rule("TL-14.1.5")
def test_a_quick_kill_leaves_the_assaulter_face_up() -> None:
    g = field()
    men = put(g, "rifle", "2318", "222", exp=1)
    panther = put(g, "panther", "2319", "115")
    play(g, AssaultHex("2319", (men,)), dice=[1, 2, 5, 5, 4])
    assert panther not in g.pieces and g.pieces[men].up and g.pieces[men].quick


@pytest.mark.rule("TL-14.1.6")
def test_who_lost_his_nerve_still_fires_in_his_own_hex() -> None:
    g = field()
    men = put(g, "rifle", "2318", "222")
    put(g, "panther", "2319", "115")
    play(g, AssaultHex("2319", (men,)), dice=[5, 5])
    mover = put(g, "pz4l", "2318", "106")
    play(g, Window(mover))
    assert React(men, AV) in offered(g)


@pytest.mark.rule("TL-14.11.1")
def test_only_in_woods_buildings_and_ruins() -> None:
    g = field()
    men = put(g, "rifle", "2318", "222")
    for h in ("2319", "1820", "2419"):
        put(g, "panther", h, "115")
    near = put(g, "rifle", "1821", "222")
    assert refused(g, men, "2319") is None
    assert refused(g, near, "1820") == "TL-14.11.1"  # clear, with a road
    assert refused(g, men, "2419") == "TL-14.11.1"
    ruins = field(Conditions("summer", "normal", "devastated", "arid", "flat"))
    men = put(ruins, "rifle", "2318", "222")
    put(ruins, "panther", "2319", "115")
    assert refused(ruins, men, "2319") is None


@pytest.mark.rule("TL-14.11.2", "TL-14.1.1")
def test_assaulters_begin_beside_or_in_the_hex_and_are_infantry() -> None:
    g = field()
    put(g, "panther", "2319", "115")
    far, inside = put(g, "rifle", "2317", "222"), put(g, "rifle", "2319", "222")
    gun = put(g, "s_mortar82", "2318", "225")
    assert refused(g, far, "2319") == "TL-14.11.2"
    assert refused(g, inside, "2319") is None
    assert refused(g, gun, "2319") == "TL-14.1.1"


@pytest.mark.rule("TL-14.11.2", "TL-9.36.1")
def test_after_a_quick_kill_the_next_assault_counts_from_where_the_activation_began() -> None:
    g = field()
    men = put(g, "rifle", "0102", "222", exp=1)
    first, beside, beyond = (put(g, "pz2", h, "111", up=False) for h in ("0101", "0202", "0201"))
    assert g.country.sight.grid.distance("0102", "0201") == 2
    act(g, men)
    say(g, Assault("0101"), dice=[1, 2, 6, 6, 6])
    assert first not in g.pieces and g.pieces[men].place == "0101" and g.pieces[men].up
    assert refused(g, men, "0201") == "TL-14.11.2" and beyond in g.pieces
    play(g, EndActivation())
    act(g, men)  # a new activation begins in the new hex
    assert Assault("0201") in offered(g) and beside in g.pieces


@pytest.mark.rule("TL-14.11.3", "TL-9.43.4")
def test_the_assaulted_vehicles_hold_their_fire_and_others_may_shoot() -> None:
    g = field()
    men = put(g, "rifle", "2318", "222")
    victim, other = put(g, "panther", "2319", "115"), put(g, "panther", "2320", "115")
    play(g, AssaultHex("2319", (men,)), dice=[1, 2])
    assert offered(g, "german") == [React(other, "AI"), HOLD]
    assert rule(g, React(victim, "AI")) == "TL-14.11.3"


@pytest.mark.rule("TL-14.11.3", "TL-14.1.4")
def test_a_gun_in_the_assaulted_hex_fires_as_others_do_and_infantry_waits_for_its_turn() -> None:
    g = field()
    men = put(g, "rifle", "2318", "222")
    put(g, "panther", "2319", "115")
    gun, guard = put(g, "g_pak40", "2319", "125"), put(g, "g_inf", "2319", "103")
    play(g, AssaultHex("2319", (men,)), dice=[1, 2])
    assert offered(g, "german") == [React(gun, "AI"), HOLD]
    say(g, HOLD)
    assert offered(g, "german") == [Defend(guard, men), HOLD]


@pytest.mark.rule("TL-14.11.4")
def test_assaulters_stay_while_the_enemy_does() -> None:
    g = field()
    men = put(g, "rifle", "2318", "222")
    panther = put(g, "panther", "2319", "115")
    play(g, AssaultHex("2319", (men,)), dice=[1, 2, 1, 1, 1])
    truck = put(g, "s_truck", "2319")
    g.began = {**g.began, men: "2319"}
    g.change(men, up=True)
    for refusal in (why_not_move(g, g.pieces[men]), why_not_load(g, g.pieces[truck], g.pieces[men])):
        assert refusal is not None and refusal.rule == "TL-14.11.4"
    go(g, panther, "2419")
    assert why_not_move(g, g.pieces[men]) is None
    assert why_not_load(g, g.pieces[truck], g.pieces[men]) is None
    go(g, panther, "2319")  # whoever comes now was not assaulted
    assert why_not_move(g, g.pieces[men]) is None


@pytest.mark.rule("TL-14.11.4")
def test_assaulters_are_bound_by_everybody_there_until_all_are_killed() -> None:
    g = field()
    men = put(g, "rifle", "2318", "222")
    panther, gun = put(g, "panther", "2319", "115"), put(g, "g_pak40", "2319", "125", up=False)
    play(g, AssaultHex("2319", (men,)), dice=[1, 2, 1, 1, 1])
    eliminate(g, g.pieces[panther])
    assert g.pieces[men].bound == (gun,)
    eliminate(g, g.pieces[gun])
    assert why_not_move(g, g.pieces[men]) is None


@pytest.mark.rule("TL-14.12.1", "TL-14.1.5")
def test_against_a_soft_vehicle_the_assaulter_chooses_its_strength() -> None:
    g = field()
    men, cart = put(g, "smg", "2318", "228"), put(g, "halftrack", "2319", "103", up=False)
    put(g, "g_inf", "0133", "103")
    act(g, men, dice=[3])  # F-rated: it rolls for movement first
    say(g, Assault("2319"), dice=[1, 2])
    assert offered(g) == [Strike(men, AV), Strike(men, AI)]
    say(g, Strike(men, AV), dice=[6, 6, 6])
    assert cart not in g.pieces and g.pieces[men].quick and g.pieces[men].up


@pytest.mark.rule("TL-14.1.4", "TL-9.23.16")
def test_an_assaulter_that_was_in_the_hex_before_is_not_moving() -> None:
    for start, line in (("2319", "= 12, Hit"), ("2318", "= 13, Hit+1")):
        g = field(Conditions("summer", "normal", "devastated", "arid", "flat"))
        men, guard = put(g, "rifle", start, "222"), put(g, "g_inf", "2319", "103")
        other = put(g, "rifle", "2319", "222")
        put(g, "panther", "2319", "115")
        play(g, AssaultHex("2319", (men,)), dice=[1, 2])
        say(g, Defend(guard, men), dice=[1, 1, 1, 1, 2, 1, 1, 1, 1, 2])  # 3 + 4 - 1 + 6, and +1 if it moved
        fires = [text for text in told(g) if "fires at" in text]
        assert line in fires[0] and not any(g.pieces[other].name in text for text in fires[1:-1])


def storming_party(count: int) -> tuple[TankLeader, list[str], str]:
    """Rifles that have close assaulted tanks with infantry beside them, and have to fire."""
    g = field(year=1944)
    men = [put(g, "rifle", "2318", "222") for _ in range(count)]
    put(g, "panther", "2319", "115")
    guard = put(g, "g_inf", "2319", "103")
    play(g, AssaultHex("2319", tuple(men)), dice=[1, 2] * count)
    say(g, HOLD)
    return g, men, guard


@pytest.mark.rule("TL-13.12.1", "TL-13.12.3", "TL-14.1.4")
def test_assaulters_may_fire_together_at_the_infantry() -> None:
    g, men, guard = storming_party(2)
    assert offered(g) == [Strike(men[0], AI), Strike(men[1], AI), TOGETHER]
    odds = Match(GAME, g, g.dice).odds(TOGETHER)
    assert odds is not None and odds.preview is not None
    assert [m.value for m in odds.preview.modifiers] == [5, 6]  # strength 6 against 1, same hex
    say(g, TOGETHER, dice=[2, 3, 3])  # 8 + 5 + 6 = 19
    assert guard not in g.pieces and any("= 19, Kill" in line for line in told(g))
    assert not any(g.pieces[u].up for u in men) and not g.steps


@pytest.mark.rule("TL-13.12.1", "TL-14.1.4")
def test_some_assaulters_may_fire_together_and_the_others_alone() -> None:
    g, men, guard = storming_party(3)
    assert offered(g)[-2:] == [TOGETHER, SOME_TOGETHER]
    say(g, SOME_TOGETHER)
    say(g, Pick(men[0]))
    assert TOGETHER not in offered(g) and rule(g, Pick(men[0])) == "TL-13.12.1"
    say(g, Pick(men[2]))
    say(g, TOGETHER, dice=[1, 1, 1, 1, 2, 1, 1, 1, 1, 2])  # Hit and passed; then the one left fires, 11
    fires = [line for line in told(g, "soviet") if "fire" in line]
    assert fires[0].startswith("2 × I/73 Rifle platoon fire at A/33 Grenadier platoon in 2319")
    assert fires[1].startswith("I/73 Rifle platoon fires at") and guard in g.pieces and not g.steps
    g, men, _ = storming_party(2)
    idle = put(g, "rifle", "2318", "222")
    assert rule(g, Strike(idle, AI)) == "TL-14.1.3" and rule(g, Strike(men[0], AV)) == "TL-14.12.1"


@pytest.mark.rule("TL-14.1.4", "TL-9.43.1")
def test_who_may_defend_an_assaulted_hex() -> None:
    g = field()
    men, bystander = put(g, "rifle", "2318", "222"), put(g, "rifle", "2318", "222")
    tank = put(g, "panther", "2319", "115", up=False)
    one, two = (put(g, "g_inf", "2319", "103") for _ in range(2))
    outside = put(g, "g_inf", "2320", "103", up=False)
    play(g, AssaultHex("2319", (men,)), dice=[1, 2])
    assert offered(g) == [Defend(one, men), Defend(two, men), HOLD]
    for firer, target in ((tank, men), (outside, men), (one, bystander), (men, men)):
        assert rule(g, Defend(firer, target)) == "TL-14.1.4"
    say(g, Defend(one, men), dice=[1, 1, 1, 1, 2])
    assert rule(g, Defend(one, men)) == "TL-9.43.1"


@pytest.mark.rule("TL-8.2.1", "TL-14.1.1")
def test_an_f_rated_formation_rolls_before_its_first_assault_of_the_turn_moves_in() -> None:
    g = field()
    one, two = put(g, "smg", "2318", "228"), put(g, "smg", "2318", "228")
    put(g, "panther", "2319", "115")
    play(g, AssaultHex("2319", (one, two)), dice=[3, 1, 2, 1, 2])
    assert g.rolled == {"228": 3} and "Units of 112 may enter 3 hexes this turn" in told(g)
    g = field()
    inside = put(g, "smg", "2319", "228")
    put(g, "panther", "2319", "115")
    play(g, AssaultHex("2319", (inside,)), dice=[1, 2, 1, 1, 1])  # nobody moves
    assert not g.rolled


@pytest.mark.rule("TL-14.13.1", "TL-14.13.2", "TL-13.43.1")
def test_cover_and_entrenchments_count_between_infantry_but_not_against_vehicles() -> None:
    g = field()
    men, tank = put(g, "rifle", "1812", "222"), put(g, "panther", "1812", "115")
    assert g.country.cover["1812"] == "hard"
    step = AssaultFire("1812", (men,))
    play(g, step, dice=[1, 1, 1])
    assert "3 (strength 2 against defense 8: -6, same hex: +6, in a road hex: +1, close assault: +3)" in told(g)[-1]
    g = field()
    men, guard = put(g, "rifle", "1812", "222"), put(g, "g_inf", "1812", "103", trench=2)
    put(g, "panther", "1812", "115")
    play(g, step, dice=[1, 1, 1])
    line = next(text for text in told(g) if "fires at" in text)
    assert "3 (strength 3 against defense 1: +2, same hex: +6, hard cover: -2, entrenched: -3)" in line
    assert guard in g.pieces and tank


@pytest.mark.rule("TL-14.1.3", "TL-14.1.2")
def test_who_is_in_the_hex_already_checks_too_and_stays() -> None:
    g = field()
    inside, shy = put(g, "rifle", "2319", "222"), put(g, "rifle", "2319", "222")
    put(g, "panther", "2319", "115")
    play(g, AssaultHex("2319", (inside, shy)), dice=[1, 2, 5, 5, 1, 1, 1])
    assert [g.pieces[u].place for u in (inside, shy)] == ["2319", "2319"]
    assert sum("fires at" in text for text in told(g)) == 1 and not g.pieces[shy].up


@pytest.mark.rule("TL-14.1.3", "TL-14.12.1")
def test_the_others_fire_though_the_first_assaulter_is_gone() -> None:
    g = field()
    first, *rest = (put(g, "smg", "2319", "228") for _ in range(3))
    put(g, "halftrack", "2319", "103", up=False)
    g.drop(first)
    play(g, AssaultFire("2319", (first, *rest)))
    assert g.asks[0].side == "soviet" and Strike(rest[0], AI) in offered(g)
    assert SOME_TOGETHER not in offered(g)
    play(g, AssaultTogether(AssaultFire("2319", (first, *rest), steady=False)))
    assert g.asks[0].side == "soviet"
