"""15 The scenarios: forces, set-up, victory."""

from __future__ import annotations

from collections import Counter

import pytest

from grognard.engine import Match, Pick, Press, Step, To
from grognard.games.tank_leader import GAME
from grognard.games.tank_leader.rules.cards import Play
from grognard.games.tank_leader.rules.data import CARDS, GRID, MAP, TYPES
from grognard.games.tank_leader.rules.fire import AV, FireAt, fire
from grognard.games.tank_leader.rules.forces import Begin, Draft, scenario_cards, unit_price
from grognard.games.tank_leader.rules.morale import eliminate, remove
from grognard.games.tank_leader.rules.opportunity_fire import go
from grognard.games.tank_leader.rules.scenarios import SCENARIOS
from grognard.games.tank_leader.rules.setup import (
    READY,
    Board,
    ChooseRoad,
    DigIn,
    PlaceCompany,
    PlaceFormation,
    PlaceUnit,
    area,
)
from grognard.games.tank_leader.rules.stacking import too_many
from grognard.games.tank_leader.rules.state import TankLeader
from grognard.games.tank_leader.rules.victory import assess, points, update_control, value
from grognard.games.tank_leader.rules.view import view

from .table import Ones, act, begun, field, offered, play, put, rule, say, told

TITLES = [
    *("Prokhorovka", "Steppe Patrol", "The Elbe River Blues", "Battle for the Berlin-Seelowe Highway"),
    *("The Belikowo Pocket", "On the Road to Moscow", "The Border", "Liberating Rostov", "Ambush"),
    *("Tolochino: The T-34", "Bridgehead on the Astrika", "Counterattack on the Chir"),
    *("A Midsummer Day's Dream", "Summer of '42", "The Thin Red Line"),
]


def first_answers(g: TankLeader, limit: int = 500) -> None:
    """Set up by always taking the first answer."""
    g.dice = Ones()
    for _ in range(limit):
        if not g.asks:
            return
        g.answer(g.asks[0].side, g.asks[0].actions[0])


@pytest.mark.rule("TL-15.1.1")
def test_all_fifteen_scenarios_and_their_cards() -> None:
    assert [row["title"] for row in SCENARIOS.values()][:15] == TITLES
    for name, row in list(SCENARIOS.items())[:15]:
        g = TankLeader(scenario_id=name, year=row["year"])
        for side in ("german", "soviet"):
            for key in scenario_cards(g, side):
                card = CARDS[key]
                assert card.side == side and card.rating(row["year"]), (name, key)
                assert card.type != "combat" or card.line_up(row["year"]) is not None


@pytest.mark.rule("TL-15.1.1")
def test_forces_are_the_line_ups_of_the_year() -> None:
    g = begun("prokhorovka")
    kinds = [u.type for u in g.pieces.values() if u.card == "109"]
    assert kinds == ["pz4l"] * 3
    assert {u.exp for u in g.pieces.values() if u.card == "205"} == {0}
    assert not [u for u in g.pieces.values() if not u.vehicle or u.what.truck]


@pytest.mark.rule("TL-15.3.1")
def test_the_named_side_sets_up_first_inside_its_area() -> None:
    g = begun("prokhorovka")
    assert g.asks[0].side == "german"
    hexes = {a.hex for a in offered(g) if isinstance(a, To)}
    assert {GRID.position[h][0] for h in hexes} == set(range(15, 28))
    assert rule(g, To("3001")) == "TL-15.3.1"
    first_answers(g)
    assert all(u.up and u.place for u in g.pieces.values())
    assert begun("steppe-patrol").asks[0].side == "soviet"


@pytest.mark.rule("TL-15.3.1")
def test_soviet_companies_start_in_one_hex_as_far_as_they_fit() -> None:
    g = begun("prokhorovka")
    first_answers(g)
    for card in ("204", "205", "216"):
        assert len({u.place for u in g.members(card)}) == 1
    four = [u.place for u in g.members("206")]
    assert len(four) == 4 and max(four.count(h) for h in four) == 3
    assert max(GRID.distance(a, b) for a in four for b in four) <= 1


@pytest.mark.rule("TL-15.3.1")
@pytest.mark.parametrize(
    "scenario", ["on-the-road-to-moscow", "the-border", "a-midsummer-days-dream", "the-thin-red-line"]
)
def test_soviet_companies_start_in_one_hex_though_the_scenario_does_not_repeat_it(scenario: str) -> None:
    g = begun(scenario)
    first_answers(g)
    cards = {u.card for u in g.units("soviet") if u.card and not CARDS[u.card].hq}
    assert cards
    for card in cards:
        assert len({u.place for u in g.members(card) if u.place}) == 1
    assert max(Counter(u.place for u in g.units("soviet")).values()) <= 6


@pytest.mark.rule("TL-15.3.1")
@pytest.mark.parametrize(
    ("kind", "card", "step"),
    [("rifle", "222", PlaceCompany), ("s_gun76", "221", PlaceUnit), ("g_inf", "120", PlaceUnit)],
)
def test_headquarters_and_german_companies_are_set_up_unit_by_unit(kind: str, card: str, step: type[Step]) -> None:
    g = field(year=1941, scenario="the-thin-red-line")
    put(g, kind, "", card)
    play(g, PlaceFormation(card, 0))
    assert isinstance(g.steps[-1], step)


@pytest.mark.rule("TL-15.3.1")
def test_a_company_may_join_another_where_it_fits_as_well_as_anywhere() -> None:
    g = field(year=1942)
    put(g, "t34_76", "3801", "206")
    full = [put(g, "t34_76", "3802", "206") for _ in range(3)]
    men = [put(g, "smg", "", "228") for _ in range(5)]
    play(g, PlaceCompany("228", 0))
    assert To("3801") in offered(g)
    assert rule(g, To("3802")) == "TL-15.3.1" and full  # there is room for three only
    say(g, To("3801"))
    assert {g.pieces[u].place for u in men} == {"3801"}


@pytest.mark.rule("TL-15.3.1")
def test_what_does_not_fit_beside_its_company_goes_next_to_it() -> None:
    g = field(year=1942)
    late = put(g, "smg", "", "228")
    play(g, PlaceUnit(late, 0))
    anywhere = set(offered(g))
    assert To("3806") in anywhere
    play(g, PlaceUnit(late, 0, near="3801"))
    assert set(offered(g)) == {To(h) for h in ("3801", *GRID.neighbours["3801"])} & anywhere
    assert rule(g, To("3806")) == "TL-15.3.1"


@pytest.mark.rule("TL-15.3.1")
def test_stacking_limits_hold_in_set_up() -> None:
    g = begun("summer-of-42")
    put(g, "t34_76", "3801", "212")
    extra = [put(g, "t34_76", "3801", "212") for _ in range(2)]
    late = put(g, "t34_76", "", "212")
    play(g, PlaceUnit(late, 0))
    assert rule(g, To("3801")) == "TL-15.3.1" and extra
    g = field(year=1942, scenario="ambush")
    trucks = [put(g, "s_truck", "6119"), put(g, "s_truck", "6119")]
    for truck in (*trucks, *trucks):
        put(g, "rifle", "6119", "222", carrier=truck, up=False)
    spare, men = put(g, "s_truck", "6219"), put(g, "rifle", "", "222")
    play(g, Board(men))
    assert offered(g) == [Pick(spare)]
    assert rule(g, Pick(trucks[0])) == "TL-15.3.1"  # two trucks and four passengers: the hex is full


@pytest.mark.rule("TL-15.3.1", "TL-5.1.2")
def test_set_up_questions_say_what_is_still_to_come() -> None:
    g = begun("steppe-patrol")
    assert g.asks[0].prompt == "Set up A/3/6 (3 T-70) in one hex (then B/3/6, C/3/6)"
    assert {g.pieces[unit].name for unit in g.steps[-1].about(g)} == {f"A/3/6 T-70 {n}" for n in (1, 2, 3)}
    while g.asks[0].side == "soviet":
        g.answer("soviet", g.asks[0].actions[0])
    assert g.asks[0].prompt.startswith("Set up HQ/Hammer") and "(then one more unit, A/2, C/2)" in g.asks[0].prompt
    while isinstance(g.steps[-1], PlaceUnit):
        g.answer("german", g.asks[0].actions[0])
    assert g.asks[0].prompt == "B/2 by road 2: write down the turn of arrival"
    names = sorted(u.name for u in g.pieces.values() if u.card == "106")
    assert names == ["A/2 Pz III 1", "A/2 Pz III 2", "A/2 Pz III 3", "A/2 Pz III 4"]


@pytest.mark.rule("TL-15.3.1")
def test_a_distance_to_the_enemy_is_kept_only_where_the_scenario_asks_for_it() -> None:
    g = field(year=1944, scenario="the-belikowo-pocket")
    put(g, "pz4l", "3019", "106")
    late = put(g, "t34_85", "", "212")
    play(g, PlaceUnit(late, 0))
    near = [a.hex for a in offered(g) if isinstance(a, To) and GRID.distance(a.hex, "3019") < 8]
    assert near and min(GRID.distance(h, "3019") for h in near) == 7  # row 12 is far enough
    g.change(next(iter(g.pieces)), place="3014")
    play(g, PlaceUnit(late, 0))
    assert min(GRID.distance(a.hex, "3014") for a in offered(g) if isinstance(a, To)) == 5
    assert rule(g, To("3012")) == "TL-15.3.1"
    free = field(year=1942)
    put(free, "pz3s", "3005", "106")
    unit = put(free, "t34_76", "", "206")
    play(free, PlaceUnit(unit, 0))
    assert {To("3005"), To("3006")} <= set(offered(free))  # beside the enemy and among them


@pytest.mark.rule("TL-15.3.2")
def test_nobody_is_separated_at_the_start() -> None:
    g = begun("steppe-patrol")
    first_answers(g)
    assert not any(u.separated for u in g.pieces.values())


@pytest.mark.rule("TL-15.3.3")
def test_no_unit_starts_where_it_could_not_be() -> None:
    g = begun("prokhorovka", [6])  # heavily forested
    assert g.country.terrain["2525"] == "forest"
    assert rule(g, To("2525")) == "TL-15.3.3"


@pytest.mark.rule("TL-15.3.4")
def test_entrenched_at_the_start() -> None:
    g = begun("the-border")
    first_answers(g)
    soviets = [u for u in g.pieces.values() if u.side == "soviet" and u.place and not u.vehicle]
    assert soviets and {u.trench for u in soviets} == {2}
    g = field(year=1941, scenario="on-the-road-to-moscow")
    men = [put(g, "rifle", "3001", "222") for _ in range(6)]
    play(g, DigIn("soviet", 0))
    for unit in men[:3]:
        say(g, Pick(unit))
    say(g, READY)  # up to four
    assert [g.pieces[u].trench for u in men] == [2, 2, 2, 0, 0, 0]
    g = field(year=1941, scenario="the-thin-red-line")
    men = [put(g, "rifle", "3001", "222") for _ in range(5)]
    play(g, DigIn("soviet", 0))
    for unit in men[:3]:
        assert READY not in offered(g)
        say(g, Pick(unit))  # half, rounded up
    assert not g.steps


def test_a_company_that_does_not_fit_is_refused() -> None:
    g = begun("prokhorovka", [3])
    first = next(u for u in g.pieces.values() if u.card == "204")
    play(g, PlaceCompany("204", 0))
    assert To("3818") not in offered(g)  # wood buildings hold two vehicles
    assert rule(g, To("3818")) == "TL-15.3.1" and first.place == ""


def test_scenario_4_roads_are_chosen_by_battalion() -> None:
    g = begun("battle-for-the-berlin-seelowe-highway")
    while not isinstance(g.steps[-1], ChooseRoad):
        g.answer(g.asks[0].side, g.asks[0].actions[0])
    assert offered(g) == [Press("road 1"), Press("road 2"), Press("road 3")]
    say(g, Press("road 2"))
    assert g.entry["204"] == g.entry["205"] == ("road", "6420")


def test_scenario_8_formations_are_set_up_or_enter() -> None:
    g = begun("liberating-rostov")
    while not isinstance(g.steps[-1], ChooseRoad):
        g.answer(g.asks[0].side, g.asks[0].actions[0])
    assert Press("set up on the map") in offered(g)
    say(g, Press("road 3"))  # the headquarters, with its truck
    trucks = [u.id for u in g.pieces.values() if u.what.truck and u.side == "soviet" and u.id in g.entry]
    assert len(trucks) == 1 and g.entry["221"] == g.entry[trucks[0]] == ("road", "6428")


def test_scenario_9_the_column_starts_on_the_highway_aboard_its_trucks() -> None:
    g = begun("ambush")
    first_answers(g)
    highway = next(line.hexes for line in MAP.lines if line.name == "highway")
    machines = [u for u in g.pieces.values() if u.side == "soviet" and u.vehicle]
    assert all(u.place in highway and GRID.position[u.place][0] >= 50 for u in machines)
    assert max(sum(m.place == u.place for m in machines) for u in machines) <= 2
    men = [u for u in g.pieces.values() if u.side == "soviet" and not u.vehicle and u.what.kind != "fo"]
    assert men and all(TYPES[g.pieces[u.carrier].type].truck for u in men)
    assert not [h for h in g.at if too_many(g, h, "soviet")]


# ------------------------------------------------------------------ victory (15.5)


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


# ------------------------------------------------------------------ free battle


def test_a_free_battle_is_drafted_within_its_points() -> None:
    g = begun("free-battle", [3, 3, 3, 3], year="1944")
    assert isinstance(g.steps[-1], Draft) and g.asks[0].side == "soviet"
    say(g, Play("236"))
    say(g, Play("214"))
    assert {"236", "235", "214", "211", "209"} <= g.cards.keys()
    say(g, READY)
    assert g.asks[0].side == "german"
    assert any("The Soviets take A/9" in line for line in told(g))
    assert unit_price(TYPES["s_truck"]) == 0 and unit_price(TYPES["g_fo"]) == 1


def test_every_scenario_starts_and_saves() -> None:
    for name in GAME.scenarios:
        match = Match.new(GAME, name, seed=1, record=False)
        state = GAME.rules.codec.read_state(match.state.to_json())
        assert state.digest() == match.state.digest()
    assert Begin() == Begin()


@pytest.mark.rule("TL-12.21.1", "TL-15.3.1")
def test_observers_take_post_in_secret_while_their_side_sets_up() -> None:
    g = begun("on-the-road-to-moscow")
    first_answers(g)
    observers = [u for u in g.pieces.values() if u.what.kind == "fo"]
    assert observers and all(u.recorded and not u.place for u in observers)
    for observer in observers:
        enemy = "german" if observer.side == "soviet" else "soviet"
        assert observer.id not in [p.id for p in view(g, enemy).pieces]


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


@pytest.mark.rule("TL-12.21.1", "TL-15.5.7")
def test_scenario_9_an_observer_that_was_never_placed_is_not_on_the_map_at_the_end() -> None:
    g = field(year=1942, scenario="ambush")
    for _ in range(3):
        put(g, "t34_76", "5420", "206")
    put(g, "rifle", "5420", "222")
    observer = put(g, "s_fo", "", "221", recorded="3020")
    assert points(g, "german") == (3 * 3 + 2) // 4 == 2
    g.change(observer, place="3020", recorded="")
    assert points(g, "german") == 3
