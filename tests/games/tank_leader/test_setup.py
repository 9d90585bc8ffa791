"""15.3 Set-up."""

from __future__ import annotations

from collections import Counter

import pytest

from grognard.engine import Pick, Press, Step, To
from grognard.games.tank_leader.rules.data import CARDS, GRID, MAP, TYPES
from grognard.games.tank_leader.rules.setup import (
    READY,
    Board,
    ChooseRoad,
    DigIn,
    PlaceCompany,
    PlaceFormation,
    PlaceUnit,
)
from grognard.games.tank_leader.rules.stacking import too_many
from grognard.games.tank_leader.rules.view import view

from .table import begun, field, first_answers, offered, play, put, rule, say


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


@pytest.mark.rule("TL-12.21.1", "TL-15.3.1")
def test_observers_take_post_in_secret_while_their_side_sets_up() -> None:
    g = begun("on-the-road-to-moscow")
    first_answers(g)
    observers = [u for u in g.pieces.values() if u.what.kind == "fo"]
    assert observers and all(u.recorded and not u.place for u in observers)
    for observer in observers:
        enemy = "german" if observer.side == "soviet" else "soviet"
        assert observer.id not in [p.id for p in view(g, enemy).pieces]
