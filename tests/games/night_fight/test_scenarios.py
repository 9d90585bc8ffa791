"""21.0 Scenarios: dates, edges, limits, special rules and victory."""

from __future__ import annotations

import pytest

import grognard
from grognard.engine import Match, Pick, Press
from grognard.games.night_fight import GAME
from grognard.games.night_fight.rules.events import armor_breakdowns, soviets_alerted
from grognard.games.night_fight.rules.german_movement import MoveStack
from grognard.games.night_fight.rules.scenarios import SCENARIOS
from grognard.games.night_fight.rules.setup import Buy, Purchase
from grognard.games.night_fight.rules.state import NightFight
from grognard.games.night_fight.rules.victory import (
    EndOfTurn,
    decide,
    free_route,
    kursk_bridges,
    units_that_count,
    watched_hexes,
)
from grognard.testing import offered, unrolled
from tests.faulty import printed, problems, spoilt
from tests.games.night_fight.printed import NORTH_BANK, ROAD_LINKS

from .situations import MOVE, german, pieces, places, play, position, refused, soviet


def ended(g: NightFight) -> str:
    """How the match ended: victory or defeat; "" if it goes on."""
    return g.result.level if g.result else ""


@pytest.mark.rule("NF-21.1.1", "NF-21.2.1", "NF-21.3.1", "NF-21.4.1")
@pytest.mark.parametrize(
    ("scenario", "date", "turns", "entry"),
    [
        ("ghost-column", "1943-07", 8, ("3911", "3922", "3936")),
        ("stalingrad-breakout", "1943-01", 12, ("3400", "2900", "2300", "1600")),
        ("kharkov", "1943-03", 12, ("3911", "3922", "3936")),
        ("kiev", "1943-11", 10, ("1644", "2344", "2944", "3444")),
    ],
)
def test_date_length_and_edge(scenario: str, date: str, turns: int, entry: tuple[str, ...]) -> None:
    data = SCENARIOS[scenario]
    assert (data.date, data.turns, data.entry) == (date, turns, entry)
    assert GAME.scenarios[scenario].turns == turns


@pytest.mark.rule("NF-21.2.1")
def test_the_corner_1000_is_no_way_in_at_stalingrad() -> None:
    assert "1000" not in SCENARIOS["stalingrad-breakout"].entry


@pytest.mark.rule("NF-21.1.4", "NF-21.2.3", "NF-21.3.3")
@pytest.mark.parametrize(
    ("scenario", "kind", "for_sale"),
    [
        ("ghost-column", "panzerfausts", False),
        ("stalingrad-breakout", "pzkpfw_v", False),
        ("stalingrad-breakout", "pzkpfw_vi", False),
        ("stalingrad-breakout", "recovery_tank", False),
        ("stalingrad-breakout", "sdkfz_166", False),
        ("stalingrad-breakout", "panzerfausts", False),
        ("stalingrad-breakout", "pzkpfw_iv", True),
        ("kharkov", "pzkpfw_v", False),
        ("kharkov", "sdkfz_166", False),
        ("kharkov", "panzerfausts", False),
        ("kharkov", "recovery_tank", True),
        ("kiev", "panzerfausts", True),
        ("kiev", "pzkpfw_v", True),
    ],
)
def test_what_may_not_be_bought(scenario: str, kind: str, for_sale: bool) -> None:
    g = position(
        german("infantry"),
        scenario=scenario,
        step=Purchase("german"),
        points={"german": 100},
        bought={"infantry": 1},
        turn=0,
    )
    assert (Buy(kind) in offered(g)) is for_sale


@pytest.mark.rule("NF-21.2.3")
def test_the_ban_on_heavy_units_is_the_scenarios_own() -> None:
    g = position(scenario="stalingrad-breakout", step=Purchase("german"), points={"german": 100}, turn=0)
    assert refused(g, Buy("recovery_tank")) == "NF-21.2.3"


@pytest.mark.rule("NF-21.4.3")
def test_kiev_gives_two_units_free_of_cost() -> None:
    state = Match.new(GAME, "kiev", seed=3).state
    assert isinstance(state, NightFight)
    assert [u.type for u in state.pieces.values() if u.side == "german"] == ["command_tank", "sdkfz_6_2"]
    assert state.points == {"german": 100}
    assert state.bought == {"command_tank": 1, "sdkfz_6_2": 1}


# ------------------------------------------------------------------ Kursk


@pytest.mark.rule("NF-21.1.3")
def test_e51_kursk_bridges() -> None:
    g = position(turn=5, dice=[2, 2, 2, 3, 4, 5])
    kursk_bridges(g)
    assert set(g.bridges_out) == {"1409"}
    for turn in (1, 2):
        g = position(turn=turn, dice=[1, 1] * 3)
        kursk_bridges(g)
        assert g.bridges_out == {}


@pytest.mark.rule("NF-21.1.3")
def test_no_dice_are_rolled_for_a_bridge_that_is_gone() -> None:
    g = position(turn=5, bridges_out=["1409"], dice=[6, 6, 1, 1])
    kursk_bridges(g)
    assert set(g.bridges_out) == {"1409", "1429"} and unrolled(g) == []


@pytest.mark.rule("NF-21.1.3", "NF-19.0.4", "NF-19.0.5")
def test_kursk_rolls_spare_a_bridge_held_by_engineers_and_drown_others() -> None:
    g = position(german("engineers", "1409"), german("pzkpfw_iv", "1411"), turn=8, dice=[1, 1] * 3)
    kursk_bridges(g)
    assert set(g.bridges_out) == {"1411", "1429"}
    assert places(g, "engineers", "pzkpfw_iv") == ["1409", "gone"]


@pytest.mark.rule("NF-21.1.3")
def test_bridges_are_rolled_for_at_kursk_only_and_at_the_end_of_every_turn() -> None:
    g = position(turn=4, step=EndOfTurn(), dice=[6, 6] * 3)
    assert unrolled(g) == []
    for scenario in ("stalingrad-breakout", "kharkov", "kiev"):
        g = position(turn=4, scenario=scenario, step=EndOfTurn())
        assert g.bridges_out == {}


@pytest.mark.rule("NF-21.1.2")
@pytest.mark.parametrize(("dice", "level"), [([4, 4], "defeat"), ([3, 4], "victory")])
def test_e53_kursk_victory(dice: list[int], level: str) -> None:
    north = ["1420", "1212", "1112", "1113", "1114", "1115", "1216", "1217"]
    g = position(
        *[german("infantry", h) for h in north[:6]],
        *[german("pzkpfw_iii", h) for h in north[6:]],
        *pieces("pzkpfw_iv 1429, pzkpfw_iv 1429, stug_iii 1403, stug_iii 1212 pinned"),
        turn=8,
        dice=dice,
    )
    assert units_that_count(g) == ({"german": 8}, "NF-21.1.2", True, "unit")
    decide(g)
    assert ended(g) == level


@pytest.mark.rule("NF-21.1.2")
def test_kursk_is_decided_after_turn_eight_and_not_before() -> None:
    g = position(german("infantry", "1212"), turn=7, step=EndOfTurn(), dice=[6, 6] * 3)
    assert ended(g) == ""
    g = position(german("infantry", "1212"), turn=8, step=EndOfTurn(), dice=[6, 6] * 3 + [1, 1])
    assert ended(g) == "defeat"


# ------------------------------------------------------------------ Stalingrad


@pytest.mark.rule("NF-21.2.2")
@pytest.mark.parametrize(("dice", "level"), [([3, 4], "victory"), ([4, 4], "defeat")])
def test_e54_stalingrad_victory(dice: list[int], level: str) -> None:
    g = position(
        german("pzkpfw_iv", "1644"),
        scenario="stalingrad-breakout",
        turn=12,
        exited={"german": 7},
        step=EndOfTurn(),
        dice=dice,
    )
    assert ended(g) == level


@pytest.mark.rule("NF-21.2.2")
def test_units_leave_by_1644_for_one_point() -> None:
    g = position(german("pzkpfw_iv", "1643"), scenario="stalingrad-breakout", step=MOVE)
    play(g, Pick("pzkpfw_iv"))
    assert refused(g, Press("exit")) == "NF-21.2.2"
    g = position(
        *pieces("pzkpfw_iv 1644, infantry 1640"), scenario="stalingrad-breakout", step=MoveStack(("pzkpfw_iv",))
    )
    play(g, Press("exit"))
    assert places(g, "pzkpfw_iv") == ["gone"]
    assert g.exited == {"german": 1}
    g = position(
        german("pzkpfw_iv", "1644"),
        scenario="stalingrad-breakout",
        spent={"pzkpfw_iv": 6},
        step=MoveStack(("pzkpfw_iv",)),
    )
    assert Press("exit") not in offered(g)


@pytest.mark.rule("NF-21.2.2", "NF-7.0.4")
@pytest.mark.parametrize("scenario", ["ghost-column", "kharkov", "kiev"])
def test_nobody_leaves_the_map_elsewhere(scenario: str) -> None:
    g = position(german("pzkpfw_iv", "1644"), scenario=scenario, step=MoveStack(("pzkpfw_iv",)))
    assert refused(g, Press("exit")) == "NF-7.0.4"


@pytest.mark.rule("NF-21.2.2")
def test_a_strike_or_a_unit_still_on_the_map_does_not_count() -> None:
    g = position(german("pzkpfw_iv", "1644"), scenario="stalingrad-breakout", turn=12, strikes={"german": 3})
    assert units_that_count(g) == ({"german": 0}, "NF-21.2.2", False, "unit")


# ------------------------------------------------------------------ Kharkov


@pytest.mark.rule("NF-21.3.2")
@pytest.mark.parametrize(("dice", "level"), [([3, 3], "defeat"), ([2, 3], "victory")])
def test_e55_kharkov(dice: list[int], level: str) -> None:
    g = position(
        *[german("infantry", "1011") for _ in range(3)],
        *[german("pzkpfw_iv", "2900") for _ in range(2)],
        *[german("pzkpfw_iii", "3911") for _ in range(3)],
        *pieces("stug_iii 3922, stug_iii 1644 pinned"),
        scenario="kharkov",
        turn=12,
        step=EndOfTurn(),
        dice=dice,
    )
    assert ended(g) == level


# ------------------------------------------------------------------ Kiev


@pytest.mark.rule("NF-21.4.2")
def test_e56_kiev() -> None:
    pieces = (soviet("dummy", "2922"), soviet("zis3", "1629"))
    g = position(*pieces, scenario="kiev", visibility=2, turn=8)
    assert free_route(g)
    g.bridges_out = {"3428": True, "2929": True, "2332": True}
    assert not free_route(g)
    g = position(*pieces, scenario="kiev", visibility=2, turn=8, step=EndOfTurn())
    assert ended(g) == "victory"


@pytest.mark.rule("NF-21.4.2")
@pytest.mark.parametrize("kind", ["dummy", "artillery", "command_post", "t34"])
def test_every_soviet_piece_watches_the_road(kind: str) -> None:
    watch = ["3411", "2910", "2310", "1610"]
    g = position(*[soviet("dummy", h) for h in watch[1:]], soviet(kind, watch[0]), scenario="kiev", visibility=4)
    assert not free_route(g)
    g.drop(kind if kind != "dummy" else "dummy-4")
    assert free_route(g)


@pytest.mark.rule("NF-21.4.2")
@pytest.mark.parametrize(("visibility", "free"), [(2, True), (4, False)])
def test_a_road_is_watched_as_far_as_the_night_lets_one_see(visibility: int, free: bool) -> None:
    watch = ["3232", "2333", "1633"]  # the first stands three hexes off the south highway
    g = position(*[soviet("dummy", h) for h in watch], scenario="kiev", visibility=visibility, vegetation="clear")
    assert ("3532" in watched_hexes(g)) is not free
    assert free_route(g) is free


@pytest.mark.rule("NF-21.4.2")
def test_the_north_bank_is_no_way_round() -> None:
    """Four watchers cut the four cross roads of the south; the bridges and the road beyond the river do not count."""
    watch = ["3420", "2920", "2319", "1622"]
    g = position(*[soviet("dummy", h) for h in watch], scenario="kiev", visibility=2)
    assert not watched_hexes(g) & NORTH_BANK & set(ROAD_LINKS)
    assert not free_route(g)
    g.drop("dummy")
    assert free_route(g)


@pytest.mark.rule("NF-21.4.4", "NF-21.4.2")
def test_kiev_is_decided_by_one_test_after_turn_eight() -> None:
    g = position(scenario="kiev", turn=7, step=EndOfTurn())
    assert ended(g) == ""
    watch = [soviet("dummy", h) for h in ("3438", "2938", "2338", "1638")]
    g = position(*watch, scenario="kiev", visibility=2, turn=8, step=EndOfTurn())
    assert ended(g) == "defeat"  # what happens later cannot change it


# ------------------------------------------------------------------ events the examples speak of


@pytest.mark.rule("NF-6.0.4")
def test_e62_armor_breakdowns() -> None:
    g = position(*[german("pzkpfw_v") for _ in range(6)], soviet("kv1", "1939"), turn=1)
    assert armor_breakdowns(g)
    g = position(
        *[german("pzkpfw_v", h) for h in ("1935", "1936", "1937", "1938")],
        german("pzkpfw_v"),
        *pieces("kv1 1941 up, block_house 1941 up"),
        turn=3,
        dice=[2, 1, 6, 3, 1],
    )
    assert armor_breakdowns(g)
    assert unrolled(g) == []
    assert [i for i, u in g.pieces.items() if u.pinned] == ["pzkpfw_v-2", "kv1"]


@pytest.mark.rule("NF-6.0.10")
def test_e59_soviets_alerted_lasts() -> None:
    g = position(turn=3)
    soviets_alerted(g)
    for phase in ("Soviet fire", "German movement"):
        g.new_phase(phase)
    assert g.alerted


# ------------------------------------------------------------------ mistakes of a scenario file


GHOST = printed("night-fight", "ghost-column")
BREAKOUT = printed("night-fight", "stalingrad-breakout")
BANK = 'kind = "bank"'


@pytest.mark.parametrize(
    ("scenario", "old", "new", "told"),
    [
        (GHOST, '"1943-07"', '"1943-13"', "date: What can be bought depends on the month"),
        (GHOST, "turns = 8", "turns = 8\ndecided_after = 9", "decided_after: It has 8 turns. Choose one of them"),
        (GHOST, "[briefing.german]", "[briefing.soviet]", "briefing: There is one briefing, that of 'german'."),
        (GHOST, '["3911",', '["3912",', "entry[1]: Units enter by a map-edge road, not '3912'. Did you mean"),
        (GHOST, '    "command_car"', '    "staff_car"', "force[1]: No unit 'staff_car' is available."),
        (GHOST, '    "command_car"', '    "zis3"', "force[1]: No unit 'zis3' is available."),
        (GHOST, "turns = 8", 'turns = 8\nfree = ["staff_car"]', "free[1]: No unit 'staff_car' is available."),
        (GHOST, '["panzerfausts"]', '["panzerfists"]', "forbidden: There is no unit 'panzerfists'. Did you mean"),
        (GHOST, BANK, f'hex = "1644"\n{BANK}', "aim.hex: 'hex' belongs to the kind 'exit', and only to it"),
        (GHOST, BANK, f'hexes = ["2517"]\n{BANK}', "aim.hexes: 'hexes' belongs to the kind 'hold', and only to it"),
        (GHOST, BANK, 'kind = "hold"', "aim.hexes: Say which hexes count: at least one."),
        (GHOST, BANK, 'hexes = ["2517", "9999"]\nkind = "hold"', "aim.hexes[2]: There is no hex '9999' on this map."),
        (BREAKOUT, 'hex = "1644"', "", "aim.hex: 'hex' belongs to the kind 'exit', and only to it"),
        (BREAKOUT, 'hex = "1644"', 'hex = "1643"', "aim.hex: Units leave by a map-edge road, not '1643'."),
    ],
)
def test_a_mistake_is_named_with_its_place(scenario: str, old: str, new: str, told: str) -> None:
    found = problems(spoilt(scenario, old, new), "night-fight")
    assert any(told in problem for problem in found), found


def test_a_scenario_without_mistakes_is_taken_in() -> None:
    for change in ("turns = 8\ndecided_after = 8", 'turns = 8\nfree = ["command_car"]'):
        added = grognard.game("night-fight").add_scenario(spoilt(GHOST, "turns = 8", change))
        assert added.turns == 8
