"""8 Movement operations."""

from __future__ import annotations

import pytest

from grognard.engine import Pick, Press, Refusal, To
from grognard.games.tank_leader import GAME
from grognard.games.tank_leader.rules.data import GRID
from grognard.games.tank_leader.rules.move_paths import ReachableHexes, hexes_left, why_not_step
from grognard.games.tank_leader.rules.movement import EXIT, MoveUnit, why_not_overrun_now
from grognard.games.tank_leader.rules.operations import Activate
from grognard.games.tank_leader.rules.opportunity_fire import HOLD
from grognard.games.tank_leader.rules.overrun import Overrun
from grognard.games.tank_leader.rules.sequence import OperationsBegin
from grognard.games.tank_leader.rules.state import Move, Zone
from grognard.games.tank_leader.rules.terrain import Conditions, country_of
from grognard.games.tank_leader.rules.transport import Load

from .table import FLAT, SPRING, act, field, offered, play, put, rule, say, told

STOP = Press("stop here")


def land(season: str = "summer", ground: str = "normal", area: str = "wooded", contour: str = "flat") -> Conditions:
    return Conditions(season, ground, "normal", area, contour)


@pytest.mark.rule("TL-8.1", "TL-8.5")
def test_a_unit_pays_a_point_for_each_clear_hex_in_any_direction() -> None:
    g = field()
    tank = put(g, "pz4l", "3806", "106")  # MA 7
    act(g, tank)
    for h in ("3807", "3808", "3809"):
        say(g, To(h))
    assert g.move is not None and (g.move.spent, g.move.hexes) == (6, 3)
    say(g, To("3808"))
    assert g.move is not None and g.move.spent == 8
    assert rule(g, To("6333")) == "TL-8.1"


@pytest.mark.rule("TL-8.2")
def test_unused_points_are_lost() -> None:
    g = field()
    tank = put(g, "pz4l", "3806", "106")
    act(g, tank)
    say(g, To("3807"))
    say(g, STOP)
    assert g.move is None and not g.pieces[tank].up


@pytest.mark.rule("TL-8.4", "TL-8.3")
def test_out_of_points_the_unit_is_finished() -> None:
    g = field()
    tank = put(g, "kv1", "3804", "204")
    act(g, tank)
    say(g, To("3808"))
    assert not g.steps and not g.pieces[tank].up


@pytest.mark.rule("TL-8.6", "TL-8.8", "TL-8.9", "TL-8.10")
def test_the_cost_of_terrain() -> None:
    wooded, forested = country_of(land()), country_of(land(area="forested"))
    ruined = country_of(Conditions("summer", "normal", "devastated", "wooded", "flat"))
    costs = {
        "brush": (wooded, "3024", 2, 2),
        "ruins": (ruined, "2319", 2, 2),
        "woods": (wooded, "3124", 4, 2),
        "wood": (wooded, "2319", 4, 2),
        "stone": (wooded, "1812", 4, 2),
        "forest": (forested, "3124", None, 2),
    }
    for country, h, vehicle, foot in costs.values():
        assert (country.hex_cost(h, "vehicle"), country.hex_cost(h, "foot")) == (vehicle, foot)


@pytest.mark.rule("TL-8.11", "TL-8.12", "TL-8.13")
def test_the_cost_of_water() -> None:
    rows = {
        "1519": {"spring": ("stop", "stop"), "summer": (2, 1), "winter": (1, 1)},  # stream
        "3710": {"spring": ("P", "P"), "summer": ("P", "P"), "winter": (1, 1)},  # river
        "3507": {"spring": ("P", "P"), "summer": (2, 1), "winter": (1, 1)},  # ford
        "3605": {"spring": ("P", "P"), "summer": ("stop", 1), "winter": (1, 1)},  # shallows
    }
    for h, seasons in rows.items():
        for season, costs in seasons.items():
            country = country_of(land(season))
            assert (country.chart_cost(h, "vehicle"), country.chart_cost(h, "foot")) == costs, (h, season)


@pytest.mark.rule("TL-8.11")
def test_entering_a_flooded_stream_takes_all_points() -> None:
    g = field(land("spring"))
    tank = put(g, "pz4l", "1619", "106")
    g.change(tank, place="1418")
    act(g, tank)
    say(g, To("1519"))
    assert not g.steps and g.pieces[tank].place == "1519"


@pytest.mark.rule("TL-8.11", "TL-8.13")
@pytest.mark.parametrize(("season", "start", "water"), [("spring", "1420", "1519"), ("summer", "3505", "3605")])
def test_water_that_takes_all_points_takes_one_at_least(season: str, start: str, water: str) -> None:
    g = field(land(season))
    tank = put(g, "pz4l", start, "106")  # MA 7
    assert why_not_step(g, g.pieces[tank], Move(tank, spent=12, hexes=6), water) is None
    assert why_not_step(g, g.pieces[tank], Move(tank, spent=13, hexes=6), water) == Refusal("TL-8.1.2")


@pytest.mark.rule("TL-8.14")
def test_a_bridge_is_crossed_along_its_road_and_is_water_otherwise() -> None:
    country = country_of(land("spring"))
    assert country.step("3619", "3719", "vehicle", 7) == 1
    assert country.step("3718", "3719", "vehicle", 7) is None
    assert country_of(land()).step("1517", "1518", "vehicle", 7) == 4  # a low stream under the highway


@pytest.mark.rule("TL-8.15", "TL-8.16")
def test_mud_and_snow_slow_vehicles() -> None:
    mud, snow = country_of(land(ground="mud")), country_of(land("winter", "snow"))
    assert [mud.hex_cost("2117", m) for m in ("vehicle", "wheeled", "foot")] == [4, 6, 2]
    assert [snow.hex_cost("2117", m) for m in ("vehicle", "wheeled", "foot")] == [4, 4, 2]
    for country in (mud, snow):
        assert (country.road_rate("vehicle"), country.road_rate("foot")) == (2, 1)


@pytest.mark.rule("TL-8.7", "TL-8.1.3", "TL-8.17")
def test_climbing_costs_vehicles_half_their_allowance() -> None:
    """Example E-4."""
    country = country_of(land(contour="hilly"))
    assert [country.step("2620", "2621", "vehicle", ma) for ma in (8, 7, 5, 3)] == [8, 6, 4, 2]
    assert country.step("2621", "2620", "vehicle", 8) == 2
    assert country.step("2620", "2621", "foot", 1) == 2
    assert country.step("1117", "1018", "vehicle", 8) == 1  # up along the highway


def test_climbing_on_the_map() -> None:
    """Example E-36."""
    g = field(land(contour="hilly"))
    tank = put(g, "t34_76", "2420", "206")
    act(g, tank)
    say(g, To("2519"))
    say(g, To("2620"))
    say(g, To("2621"))
    assert g.move is not None and g.move.spent == 10
    assert To("2622") not in offered(g)
    assert rule(g, To("2622")) == "TL-8.1.2"
    say(g, To("2721"))
    assert g.move is not None and g.move.spent == 12
    assert country_of(FLAT).step("2620", "2621", "vehicle", 8) == 2
    assert country_of(FLAT).step("2621", "2622", "vehicle", 8) == 2


@pytest.mark.rule("TL-8.1.1", "TL-8.1.4")
def test_a_unit_may_always_move_one_hex_but_never_into_a_prohibited_one() -> None:
    g = field(land("winter", "snow", "forested"))
    churchill = put(g, "churchill", "3023", "204")  # MA 3; woods in snow cost 3, at least
    slow = g.pieces[churchill]
    assert g.country.step("3023", "3024", "vehicle", 3) == 6
    assert "3024" in ReachableHexes(g, slow, Move(churchill)).hexes()
    short = Move(churchill, spent=2)  # fewer points than the hex costs
    assert "3024" in ReachableHexes(g, slow, short).hexes() and ReachableHexes(g, slow, short).to("3024") == ("3024",)
    assert why_not_step(g, slow, Move(churchill, spent=2, hexes=1), "3024") == Refusal("TL-8.1.2")
    forest = put(g, "churchill", "3123", "204")
    refusal = why_not_step(g, g.pieces[forest], Move(forest), "3124")
    assert refusal is not None and refusal.rule == "TL-8.1.4"
    assert "3124" not in ReachableHexes(g, g.pieces[forest], Move(forest)).hexes()


@pytest.mark.rule("TL-8.1.1", "TL-8.1.2")
def test_minimum_movement_covers_the_first_hex_only() -> None:
    g = field(land("winter", "snow", contour="hilly"))
    truck = put(g, "t34_76", "2620", "206")
    move = Move(truck, spent=2, hexes=1)
    refusal = why_not_step(g, g.pieces[truck], Move(truck, spent=12, hexes=1), "2621")
    assert refusal is not None and refusal.rule == "TL-8.1.2"
    assert why_not_step(g, g.pieces[truck], Move(truck), "2621") is None
    assert move.hexes == 1


@pytest.mark.rule("TL-8.1.5")
def test_from_a_flooded_stream_one_hex_only() -> None:
    """Example E-4."""
    g = field(SPRING)
    tank = put(g, "t34_76", "1519", "206")
    ways = ReachableHexes(g, g.pieces[tank], Move(tank)).hexes()
    assert set(ways) <= set(g.country.sight.grid.neighbours["1519"])
    act(g, tank)
    say(g, To("1619"))
    assert not g.steps
    dry = field(land("summer"))
    tank = put(dry, "t34_76", "1519", "206")
    assert "1819" in ReachableHexes(dry, dry.pieces[tank], Move(tank)).hexes()  # a low stream holds nobody


@pytest.mark.rule("TL-8.1.5", "TL-14.2.5")
def test_an_overrun_out_of_a_flooded_stream_is_one_hex_too() -> None:
    g = field(land("spring"))
    tank = put(g, "pz4l", "1101", "106")
    put(g, "rifle", "1201", "222")
    assert g.country.flooded_start("1101")
    act(g, tank)
    say(g, Overrun("1201"), dice=[5, 5])
    say(g, HOLD)
    assert not g.steps and g.pieces[tank].place == "1201"


@pytest.mark.rule("TL-8.1.5")
def test_a_unit_on_a_bridge_that_leaves_along_the_road_is_not_bound() -> None:
    g = field(land("spring"))
    tank = put(g, "t34_76", "1518", "206")
    ways = ReachableHexes(g, g.pieces[tank], Move(tank))
    assert "1820" in ways.hexes()
    assert ways.to("1820")[0] == "1619"
    assert ways.to("1517") == ("1517",)
    act(g, tank)
    say(g, To("1619"))
    assert To("1820") in offered(g)


@pytest.mark.rule("TL-8.11", "TL-8.2.1", "TL-8.14")
def test_an_f_rated_unit_does_not_wade_through_a_flooded_stream_beside_its_bridge() -> None:
    g = field(land("spring"))
    tank = put(g, "kv1s", "1618", "208")
    g.rolled = {**g.rolled, "208": 2}
    act(g, tank)
    assert To("1418") not in offered(g)  # through 1518 off the road it would be two hexes, over the bridge it is three
    g.rolled = {**g.rolled, "208": 3}
    assert ReachableHexes(g, g.pieces[tank], Move(tank)).to("1418") == ("1619", "1518", "1418")
    say(g, To("1518"))
    assert not g.steps and g.pieces[tank].place == "1518"  # the water takes all that is left


@pytest.mark.rule("TL-8.2.1", "TL-8.2.2", "TL-8.2.3")
def test_an_f_rated_formation_rolls_once_for_the_hexes_of_the_turn() -> None:
    """Example E-5."""
    g = field()
    one, two = put(g, "kv1s", "3804", "208"), put(g, "kv1s", "3805", "208")
    act(g, one, dice=[3])
    assert To("3807") in offered(g) and To("3808") not in offered(g)
    say(g, To("3807"))
    assert not g.pieces[one].up  # three hexes, with points to spare
    say(g, Pick(two))
    assert To("3808") in offered(g)  # no second roll
    g.rolled = {**g.rolled, "208": 6}
    assert max(len(ReachableHexes(g, g.pieces[two], Move(two)).to(h)) for h in ("3810",)) == 5
    assert "3811" not in ReachableHexes(g, g.pieces[two], Move(two)).hexes()


@pytest.mark.rule("TL-8.2.1", "TL-8.2.3")
def test_the_die_is_rolled_anew_in_the_next_turn() -> None:
    g = field()
    tank = put(g, "kv1s", "3804", "208")
    g.rolled = {**g.rolled, "208": 1}
    play(g, OperationsBegin())
    act(g, tank, dice=[3])
    assert To("3807") in offered(g)


@pytest.mark.rule("TL-8.2.2")
def test_the_die_counts_the_hex_of_an_overrun_too() -> None:
    g = field()
    tank = put(g, "t34_76", "3804", "205")
    put(g, "g_inf", "3805", "103")
    entered = Move(tank, spent=2, hexes=2)
    g.rolled = {**g.rolled, "205": 2}
    assert why_not_overrun_now(g, g.pieces[tank], entered, "3805") == Refusal("TL-14.21.3")
    g.rolled = {**g.rolled, "205": 3}
    assert why_not_overrun_now(g, g.pieces[tank], entered, "3805") is None


@pytest.mark.rule("TL-8.2.1", "TL-13.3.1")
def test_an_f_rated_vehicle_rolls_before_it_loads_and_drives() -> None:
    g = field()
    tank, men = put(g, "t34_76", "3804", "205"), put(g, "rifle", "3804", "222")
    act(g, tank, dice=[2])
    say(g, Load(men))
    assert To("3806") in offered(g) and To("3807") not in offered(g)


@pytest.mark.rule("TL-8.2.1")
def test_one_hex_is_said_as_one() -> None:
    g = field()
    act(g, put(g, "kv1s", "3804", "208"), dice=[1])
    assert "Units of C/1/6 may enter 1 hex this turn" in told(g)


@pytest.mark.rule("TL-8.2.2")
def test_on_a_road_the_die_stops_a_unit_that_has_points_left() -> None:
    """Example E-5."""
    g = field()
    tank = put(g, "kv1s", "2020", "208")
    g.rolled = {**g.rolled, "208": 6}
    act(g, tank)
    say(g, To("2620"))
    assert g.pieces[tank].place == "2620" and not g.steps
    g.change(tank, place="0117", up=True)
    assert hexes_left(g, g.pieces[tank], Move(tank, hexes=6)) == 0
    g.move = Move(tank, spent=2, hexes=6)
    play(g, MoveUnit(tank))
    assert EXIT not in offered(g)


@pytest.mark.rule("TL-8.2.4")
def test_the_die_limits_no_fire_and_no_better_formation() -> None:
    g = field()
    tank = put(g, "kv1s", "2617", "208")
    better = put(g, "t34_76", "3804", "206")
    put(g, "pz4l", "2117", "106")
    act(g, tank, dice=[1])
    assert [a for a in offered(g) if type(a).__name__ == "FireAt"]
    assert hexes_left(g, g.pieces[better], Move(better)) > 6


@pytest.mark.rule("TL-8.2.5", "TL-11.4.5", "TL-11.4.3")
def test_a_separated_green_vehicle_subtracts_four_but_moves_one_hex() -> None:
    g = field()
    tank = put(g, "t34_76", "3804", "205", separated=True)
    assert g.pieces[tank].exp == 0
    for die, left in ((6, 2), (5, 1), (3, 1)):
        g.rolled = {**g.rolled, "205": die}
        assert hexes_left(g, g.pieces[tank], Move(tank)) == left
    seasoned = put(g, "t34_76", "3804", "207", separated=True)
    g.rolled = {**g.rolled, "207": 6}
    assert hexes_left(g, g.pieces[seasoned], Move(seasoned)) == 6


@pytest.mark.rule("TL-8.3.1", "TL-8.3.2")
def test_the_road_rate_needs_a_road_hexside() -> None:
    """Example E-6."""
    g = field()
    tank = put(g, "t34_76", "2020", "206")
    act(g, tank)
    ways = ReachableHexes(g, g.pieces[tank], Move(tank))
    assert (ways.price("2519"), len(ways.to("2519"))) == (5, 5)
    for h in (*ways.to("2519"), "2518", "2517"):
        say(g, To(h))
    assert g.move is not None and g.move.spent == 9
    assert g.country.step("2518", "2519", "vehicle", 8) == 2  # a road hex through a hexside without road
    assert {"1510", "1610"} <= g.country.land.roads and g.country.step("1510", "1610", "vehicle", 8) == 2  # nor here
    g.move = Move(tank, spent=13, hexes=8)
    assert "2516" in ReachableHexes(g, g.pieces[tank], g.move).hexes()
    g.move = Move(tank, spent=15, hexes=9)
    assert not ReachableHexes(g, g.pieces[tank], g.move).hexes()
    g.change(tank, place="2519")
    assert sorted(ReachableHexes(g, g.pieces[tank], g.move).hexes()) == ["2420", "2620"]


@pytest.mark.rule("TL-8.4.1", "TL-8.4.2")
def test_leaving_the_map_costs_a_point_and_is_for_good() -> None:
    g = field()
    tank = put(g, "pz4l", "0117", "106")
    put(g, "pz4l", "0217", "106")
    act(g, tank)
    say(g, EXIT)
    assert tank not in g.pieces and g.out[tank].place == "exit 0117"
    assert not g.losses
    play(g, Activate(("106",)))
    assert Pick(tank) not in offered(g)
    broke = put(g, "pz4l", "0117", "109")
    g.move = Move(broke, spent=13, hexes=7)
    play(g, MoveUnit(broke))
    assert EXIT not in offered(g)


@pytest.mark.rule("TL-8.51.2", "TL-8.53.1")
def test_vehicles_pass_through_and_leave_enemy_hexes_freely() -> None:
    g = field()
    tank = put(g, "pz4l", "3806", "106")
    put(g, "t34_76", "3806", "206", suppressed=True)
    put(g, "t34_76", "3807", "206", suppressed=True)
    act(g, tank)
    say(g, To("3807"))
    say(g, To("3808"))
    assert g.move is not None and g.move.spent == 4
    assert g.pieces[tank].place == "3808"


@pytest.mark.rule("TL-8.53.1", "TL-13.27.2", "TL-8.1")
def test_a_far_click_keeps_clear_of_enemies_and_fire_zones_and_shows_the_price_of_that_way() -> None:
    g = field()
    tank = put(g, "pz4l", "3804", "106")
    put(g, "rifle", "3806", "222")
    act(g, tank)
    ways = ReachableHexes(g, g.pieces[tank], Move(tank))
    assert "3806" not in ways.to("3808") and ways.price("3808") == 10
    assert GAME.face.labels(g)[To("3808")] == "5"
    assert ways.to("3806") == ("3805", "3806")  # where one means to go there, one goes there
    g.zones = {**g.zones, "3805": (Zone("soviet", 2, 2, ("x",)),)}
    ways = ReachableHexes(g, g.pieces[tank], Move(tank))
    assert "3805" not in ways.to("3806") and ways.to("3805") == ("3805",)
    for h in GRID.within("3804", 1)[1:]:
        put(g, "rifle", h, "222")
    assert len(ReachableHexes(g, g.pieces[tank], Move(tank)).to("3807")) == 3  # there is no way around


@pytest.mark.rule("TL-8.1", "TL-8.14")
def test_a_neighbour_is_entered_straight_though_a_way_around_be_cheaper() -> None:
    g = field(land(contour="hilly"))
    tank = put(g, "t34_76", "1117", "206")
    for h in GRID.neighbours["1117"]:
        if g.country.step("1117", h, "vehicle", 8) is not None:
            assert ReachableHexes(g, g.pieces[tank], Move(tank)).to(h) == (h,)
    g = field(land("spring"))
    wader = put(g, "t34_76", "1517", "206")
    act(g, wader)
    assert GAME.face.labels(g)[To("1518")] == "all"  # the water under the bridge
    say(g, To("1518"))
    assert not g.steps and not g.pieces[wader].up


@pytest.mark.rule("TL-8.55.1", "TL-8.55.2")
@pytest.mark.parametrize(
    ("foes", "where", "barred"),
    [
        ([], "3805", False),
        ([("3806", True)], "3805", False),  # a lone enemy is known; whether he fires is his affair
        ([("3805", True)], "3805", True),  # what is in an enemy's hex is seen on entering it
        ([("3807", True), ("3807", True)], "3805", True),  # whether who lies under the top unit fires tells of him
    ],
)
def test_a_step_that_shows_something_cannot_be_taken_back(
    foes: list[tuple[str, bool]], where: str, barred: bool
) -> None:
    g = field()
    tank = put(g, "pz4l", "3804", "106")
    for h, suppressed in foes:
        put(g, "rifle", h, "222", suppressed=suppressed)
    act(g, tank)
    g.revealed = False
    say(g, To(where))
    assert g.pieces[tank].place == where and g.revealed == barred


@pytest.mark.rule("TL-8.55.1", "TL-12.22.1")
def test_a_step_is_final_while_enemies_may_be_hidden() -> None:
    g = field()
    tank = put(g, "pz4l", "3804", "106")
    put(g, "s_fo", "", "221", recorded="6333")
    act(g, tank)
    g.revealed = False
    say(g, To("3805"))
    assert g.revealed


@pytest.mark.rule("TL-8.1", "TL-9.41.3")
def test_the_log_tells_the_way_of_every_move() -> None:
    g = field()
    tank = put(g, "pz4l", "3804", "106", no=2)
    put(g, "t34_76", "3812", "206")
    act(g, tank)
    say(g, To("3807"))
    for _ in range(3):
        say(g, HOLD, side="soviet")
    assert told(g)[-1] == "A/2 Pz IV 2 moves from 3804 to 3807 by 3805, 3806"


@pytest.mark.rule("TL-8.7", "TL-8.1.3")
def test_uphill_into_woods_costs_the_larger_of_the_two() -> None:
    country = country_of(land(area="wooded", contour="hilly"))
    pairs = ((a, b) for a in GRID.hexes for b in GRID.neighbours[a] if country.terrain[b] == "woods")
    up = next((a, b) for a, b in pairs if country.level[b] > country.level[a])
    assert country.step(*up, "vehicle", 3) == 4  # two points for the woods, one for the slope
    assert country.step(*up, "vehicle", 8) == 8  # four for the slope
    assert country.step(up[1], up[0], "vehicle", 8) in (2, 4)  # downhill only the hex counts


@pytest.mark.rule("TL-8.13")
def test_shallows_take_all_the_points_of_a_vehicle_and_one_of_a_man() -> None:
    g = field(land())
    start = next(n for n in GRID.neighbours["3605"] if g.country.step(n, "3605", "vehicle", 8) is not None)
    tank, men = put(g, "t34_76", start, "206"), put(g, "rifle", start, "222")
    act(g, tank)
    assert GAME.face.labels(g)[To("3605")] == "all"
    say(g, To("3605"))
    assert g.pieces[tank].place == "3605" and not g.pieces[tank].up and not g.steps
    assert not g.country.stops(start, "3605", g.pieces[men].what.mover)


@pytest.mark.rule("TL-8.1.5")
def test_the_roads_off_a_flooded_bridge_are_offered_in_the_order_of_the_map() -> None:
    """Where two ways cost the same the first is taken: it must be the same one in every process."""
    g = field(SPRING)
    roads, bridges = g.country.road_links, g.country.bridges
    bridge = next(h for h in GRID.hexes if h in bridges and g.country.flooded_start(h) and len(roads[h]) > 1)
    tank = put(g, "t34_76", bridge, "206")
    ways = ReachableHexes(g, g.pieces[tank], Move(tank))
    by_road = [h for h in ways.hexes() if h in roads[bridge]]
    assert by_road == [h for h in GRID.neighbours[bridge] if h in roads[bridge]]
    prices = {h: ways.route(h, ends=False).price for h in ways.hexes() if h in GRID.neighbours[bridge]}
    assert {price for h, price in prices.items() if h not in by_road} == {8} and prices[by_road[0]] == 0.5
