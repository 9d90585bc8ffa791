"""15.5 What counts, who controls a hex, and who wins."""

from __future__ import annotations

import pytest

from grognard.engine import Pick, To
from grognard.games.tank_leader.rules.data import GRID, TYPES
from grognard.games.tank_leader.rules.fire import AV, FireAt, fire
from grognard.games.tank_leader.rules.morale import eliminate, remove, suppress
from grognard.games.tank_leader.rules.opportunity_fire import go
from grognard.games.tank_leader.rules.scenarios import SCENARIOS
from grognard.games.tank_leader.rules.setup import area
from grognard.games.tank_leader.rules.victory import assess, points, update_control, value
from grognard.games.tank_leader.rules.view import view

from .table import Ones, act, begun, field, put, say


@pytest.mark.rule("TL-15.5.1", "TL-15.5.3")
def test_the_words_of_a_scenario_name_every_number_that_counts() -> None:
    for name, row in SCENARIOS.items():
        words = row["blurb"]
        for vp in row["aim"]:
            for key in ("vp_each", "vp_once"):
                assert key not in vp or str(vp[key]) in words, name
            for h in () if vp.get("place") else vp.get("hexes", ()):
                assert h in words, (name, h)
            if vp["kind"] == "loss":
                assert "tank or self-propelled gun" in words and "3" in words
        assert "schedule" not in words and "VP" not in words


@pytest.mark.rule("TL-15.5.1", "TL-15.5.3")
def test_the_loss_schedule() -> None:
    kinds = {"tank": 3, "spg": 3, "halftrack": 1, "armoured_car": 1, "infantry": 2, "artillery": 2, "fo": 1, "truck": 0}
    g = field()
    for what in TYPES.values():
        unit = put(g, what.id, "2117")
        assert value(g.pieces[unit]) == kinds[what.kind]
    g = field()
    tank, gone = put(g, "t34_76", "2117", "206"), put(g, "t34_76", "2117", "206")
    surplus = put(g, "t34_76", "2117", "206")
    eliminate(g, g.pieces[tank])
    remove(g, g.pieces[gone], "exit 2117")
    remove(g, g.pieces[surplus], "overstacked")
    assert (points(g, "german"), points(g, "soviet")) == (3, 0)


@pytest.mark.rule("TL-15.5.1")
def test_exits_count_where_the_scenario_says_so() -> None:
    g = field(year=1942, scenario="steppe-patrol")
    right, wrong = put(g, "pz3s", "6420", "106"), put(g, "pz3s", "0117", "106")
    remove(g, g.pieces[right], "exit 6420")
    remove(g, g.pieces[wrong], "exit 0117")
    assert points(g, "german") == 1
    pocket = field(year=1944, scenario="the-belikowo-pocket")
    inside, outside = put(pocket, "pz4l", "0117", "106"), put(pocket, "panther", "0117", "115")
    for unit in (inside, outside):
        remove(pocket, pocket.pieces[unit], "exit 0117")
    assert points(pocket, "german") == 3
    road = field(year=1941, scenario="on-the-road-to-moscow")
    for kind, card in (("pz3s", "106"), ("g_truck", "")):  # trucks count for nothing
        remove(road, road.pieces[put(road, kind, "6420", card)], "exit 6420")
    assert points(road, "german") == 4


@pytest.mark.rule("TL-15.5.1")
def test_units_far_forward_and_doubled_tanks() -> None:
    g = field(year=1941, scenario="the-border")
    put(g, "pz3s", "4120", "106")
    put(g, "g_truck", "4120")
    put(g, "pz3s", "4020", "106")
    assert points(g, "german") == 1
    ambush = field(year=1942, scenario="ambush")
    tank, men = put(ambush, "t34_76", "2117", "206"), put(ambush, "rifle", "2117", "222")
    eliminate(ambush, ambush.pieces[tank])
    eliminate(ambush, ambush.pieces[men])
    assert points(ambush, "german") == 8


@pytest.mark.rule("TL-15.5.4")
def test_control_is_taken_by_a_steady_unit_alone_in_the_hex() -> None:
    g = field(scenario="prokhorovka")
    tank = put(g, "t34_76", "3018", "206", suppressed=True)
    g.change(tank, place="3019")
    update_control(g)
    assert "3019" not in g.control
    g.change(tank, suppressed=False)
    update_control(g)
    assert g.control["3019"] == "soviet" and points(g, "soviet") == 10
    foe = put(g, "pz4l", "3119", "106")
    go(g, foe, "3019")
    assert g.control["3019"] == "soviet"  # contested
    g.change(tank, place="3118")
    update_control(g)
    assert g.control["3019"] == "german"
    g.change(tank, place="3019")
    g.change(foe, place="3119")
    g.change(foe, place="3019")  # now the other one lies below
    update_control(g)
    assert g.control["3019"] == "german"  # contested still
    g = field(scenario="prokhorovka")
    put(g, "t34_76", "3019", "206")
    put(g, "t34_76", "3019", "206", suppressed=True)
    update_control(g)
    assert g.control["3019"] == "soviet"  # one steady unit is enough
    start = begun("battle-for-the-berlin-seelowe-highway")
    assert set(start.control.values()) == {"german"} and len(start.control) == 5


@pytest.mark.rule("TL-15.5.5")
@pytest.mark.parametrize(
    ("lost", "level", "winners"),
    [(0, "draw", ()), (1, "marginal", ("german",)), (4, "marginal", ("german",)), (5, "decisive", ("german",))],
)
def test_levels_of_victory(lost: int, level: str, winners: tuple[str, ...]) -> None:
    g = field()
    for _ in range(lost):
        eliminate(g, g.pieces[put(g, "t34_76", "2117", "206")])
    assess(g)
    assert g.result is not None and (g.result.level, g.result.winners) == (level, winners)


@pytest.mark.rule("TL-15.5.5")
def test_the_soviet_side_wins_a_tie_in_scenario_15() -> None:
    g = field(year=1941, scenario="the-thin-red-line")
    assess(g)
    assert g.result is not None and g.result.winners == ("soviet",)
    put(g, "rifle", "2117", "222")
    eliminate(g, g.pieces[put(g, "s_fo", "2117", "221")])
    assert (points(g, "german"), points(g, "soviet")) == (1, 0)
    assess(g)  # no tie, and not enough to win
    assert not g.result.winners


@pytest.mark.rule("TL-15.5.6")
def test_scenario_3_german_units_left_behind_count_half() -> None:
    g = field(year=1945, scenario="the-elbe-river-blues")
    put(g, "panther", "2117", "114")
    put(g, "panther", "2117", "114")
    put(g, "ac222", "2117", "113")
    assert points(g, "soviet") == 3  # half of 7, rounded down


@pytest.mark.rule("TL-15.5.7")
def test_scenario_9_hidden_units_appear_when_they_fire_move_or_are_met() -> None:
    g = field(year=1942, scenario="ambush")
    gun = put(g, "g_pak38", "", "125", recorded="3806")
    car = put(g, "ac222", "", "124", recorded="3812")
    men = put(g, "g_inf", "", "120", recorded="3810")
    tank = put(g, "t34_76", "3802", "206")
    assert not [p for p in view(g, "soviet").pieces if p.side == "german"]
    go(g, tank, "3803")
    assert g.pieces[gun].recorded == "3806"  # three hexes away
    fire_dice = Ones([6, 1, 1, 1])
    g.dice = fire_dice
    fire(g, gun, tank, AV)
    assert g.pieces[gun].place == "3806"
    act(g, car)
    say(g, To("3813"))
    assert g.pieces[car].place == "3813"
    assert g.pieces[men].recorded == "3810"
    go(g, tank, "3808")
    assert g.pieces[men].place == "3810"
    assert "3810" in area("ambush", "german", 0)


@pytest.mark.rule("TL-15.5.7")
def test_an_ambush_behind_woods_is_not_found_though_it_is_near() -> None:
    g = field(year=1942, scenario="ambush")
    gun, tank = put(g, "g_pak38", "", "125", recorded="2320"), put(g, "t34_76", "2317", "206")
    go(g, tank, "2318")
    assert GRID.distance("2318", "2320") == 2 and g.pieces[gun].recorded == "2320"
    go(g, tank, "2319")
    assert g.pieces[gun].place == "2320"


@pytest.mark.rule("TL-15.5.8")
def test_scenario_10_a_t_34_killed_by_a_gun_is_worth_six_once() -> None:
    g = field(year=1941, scenario="tolochino-the-t-34")
    for kind, card in (("t34_76", "206"), ("kv1", "204")):
        eliminate(g, g.pieces[put(g, kind, "2117", card)], by=("g_flak88",))
    assert points(g, "german") == 3 + 3 + 6
    g = field(year=1941, scenario="tolochino-the-t-34")
    eliminate(g, g.pieces[put(g, "t34_76", "2117", "206")], by=("pz4s",))
    eliminate(g, g.pieces[put(g, "bt7", "2117", "207")], by=("g_flak88",))
    assert points(g, "german") == 6


@pytest.mark.rule("TL-15.5.4")
def test_who_kills_the_last_enemy_of_a_hex_has_held_it_though_he_drives_on_at_once() -> None:
    g = field(scenario="prokhorovka")
    tank, foe = put(g, "tiger", "3019", "116"), put(g, "t26", "3019", "205")
    g.control = {**g.control, "3019": "soviet"}
    act(g, tank)
    say(g, FireAt(foe, AV), dice=[6, 6, 6])  # a quick kill
    say(g, Pick(tank))
    say(g, To("3119"))
    assert g.pieces[tank].place == "3119" and g.control["3019"] == "german"


@pytest.mark.rule("TL-15.5.4")
@pytest.mark.parametrize("suppressed", [True, False])
def test_who_kills_the_last_enemy_of_a_hex_has_held_it_though_he_is_hit_there_at_once(suppressed: bool) -> None:
    g = field(scenario="prokhorovka")
    tank, foe = put(g, "tiger", "3019", "116"), put(g, "t26", "3019", "205")
    g.control = {**g.control, "3019": "soviet"}
    eliminate(g, g.pieces[foe])
    if suppressed:
        suppress(g, tank)
    else:
        eliminate(g, g.pieces[tank])
    assert g.control["3019"] == "german"
