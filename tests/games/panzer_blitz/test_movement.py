"""4.1, 4.2, 14.0 What steps cost, and where units may go."""

from __future__ import annotations

import pytest

from grognard.board.hexes.paths import reach
from grognard.games.panzer_blitz.rules.data import GRID
from grognard.games.panzer_blitz.rules.movement import Go, Stop, exit_points, overland, stops
from grognard.games.panzer_blitz.rules.movement_costs import BARE, COUNTRY, ROAD, Price, pay, price, why_not_in
from grognard.games.panzer_blitz.rules.operation import Operation
from grognard.games.panzer_blitz.rules.stacking import fits
from grognard.games.panzer_blitz.rules.state import Mine, PanzerBlitz
from grognard.games.panzer_blitz.rules.unit_moves import Move, MoveUnit
from grognard.testing import begin, offered, play, refusing_rule
from tests.games.panzer_blitz.helpers import LEVEL, ROADS, TERRAIN

from .helpers import ORCHARD, TOWN, field, operation, put, rule, state_of


def cost(kind: str, a: str, b: str, g: PanzerBlitz | None = None, *, roads: bool = False) -> float | str:
    """Movement points of a step, "all", or the rule that forbids it."""
    g = g or field()
    unit = g.pieces[put(g, kind, a)]
    found = price(g, unit, a, b, ROAD if roads else BARE)
    if not isinstance(found, Price):
        return rule(found)
    return "all" if found.all else found.half / 2


@pytest.mark.rule("PB-14.1.1", "PB-4.1.6", "PB-14.1.3")
def test_clear_ground() -> None:
    assert [cost(k, "2420", "2520") for k in ("br_rifle", "br_sherman", "br_truck")] == [1, 1, 2]


@pytest.mark.rule("PB-14.2.2")
def test_towns_cost_one_and_half_from_town_to_town() -> None:
    assert TERRAIN["3616"] == TERRAIN[TOWN] == "town" and LEVEL["3616"] == LEVEL[TOWN]
    assert [cost(k, "3616", TOWN, roads=True) for k in ("br_rifle", "br_truck")] == [0.5, 0.5]
    assert cost("br_truck", "3616", TOWN) == 1


@pytest.mark.rule("PB-14.2.3")
def test_an_overrunner_pays_the_full_rate_in_town() -> None:
    assert cost("br_sherman", "3616", TOWN, roads=False) == 1


@pytest.mark.rule("PB-14.3.1", "PB-14.3.3", "PB-14.3.4", "PB-1.2.4")
def test_roads_cost_half_a_point_and_ignore_everything_else() -> None:
    assert "2020" in ROADS["2120"] and TERRAIN["2021"] == "woods" and "2021" in ROADS["2020"]
    for kind in ("br_rifle", "br_sherman", "br_truck"):
        assert cost(kind, "2020", "2021", roads=True) == 0.5
    uphill = next((a, b) for a in ROADS for b in ROADS[a] if LEVEL[b] > LEVEL[a])
    assert cost("br_truck", *uphill, roads=True) == 0.5


@pytest.mark.rule("PB-14.3.5", "PB-14.3.6")
def test_a_road_hex_entered_across_country_costs_its_terrain() -> None:
    assert "2719" in ROADS and "2619" not in ROADS["2719"]
    assert cost("br_truck", "2619", "2719", roads=True) == 2


@pytest.mark.rule("PB-14.4.1", "PB-14.4.4")
def test_woods() -> None:
    assert [cost(k, "2419", "2418") for k in ("br_rifle", "br_sherman", "br_truck")] == [1, 2, 3]


@pytest.mark.rule("PB-14.4.2", "PB-14.4.3", "PB-14.4.4")
def test_e52_tanks_in_the_wood() -> None:
    assert TERRAIN["2021"] == TERRAIN["2121"] == "woods" and LEVEL["2021"] == LEVEL["2121"]
    assert cost("br_sherman", "2021", "2121", roads=True) == 2
    assert cost("br_sherman", "2121", "2021", roads=True) == "all"
    assert cost("br_daimler", "2021", "2121", roads=True) == "PB-14.4.2"
    assert cost("br_rifle", "2121", "2021") == 1
    g = field()
    tank = g.pieces[put(g, "br_sherman", "2121")]
    assert rule(pay(tank, 1, Price(0, all=True))) == "PB-4.2.1"
    assert pay(tank, 0, Price(0, all=True)) == 18


@pytest.mark.rule("PB-14.5.1", "PB-14.5.2")
def test_swamp_is_for_feet_only() -> None:
    assert TERRAIN["4503"] == "swamp"
    assert cost("br_rifle", "4403", "4503") == "all"
    assert cost("br_sherman", "4403", "4503") == "PB-14.5.1"
    assert cost("br_sherman", "4503", "4403") == "PB-14.5.1"


@pytest.mark.rule("PB-14.6.2", "PB-14.6.3")
def test_gullies() -> None:
    assert cost("br_rifle", "2823", "2824") == cost("br_truck", "2823", "2824") == 1  # along the gully
    assert LEVEL["2822"] == LEVEL["2823"] and TERRAIN["2822"] == "clear"
    assert [cost(k, "2823", "2822") for k in ("br_rifle", "br_sherman", "br_truck")] == [2, 2, 4]
    assert cost("br_rifle", "2822", "2823") == 1


@pytest.mark.rule("PB-14.6.4", "PB-4.2.2")
def test_streams() -> None:
    assert cost("br_sherman", "2806", "2807") == 1  # the bridge of Verson
    assert cost("br_sherman", "2906", "2907") == "all"
    assert cost("br_rifle", "2112", "2212") == 1  # into the brook from its bank
    assert cost("br_rifle", "2212", "2211") == "all"  # along it


@pytest.mark.rule("PB-14.6.5")
def test_deep_streams_stop_vehicles() -> None:
    g = field()
    g.water = {**g.water, "odon": "deep stream"}
    assert cost("br_sherman", "2906", "2907", g) == "PB-14.6.5"
    assert cost("br_rifle", "2906", "2907", g) == "all"


@pytest.mark.rule("PB-14.6.6", "PB-14.6.7", "PB-4.4.1")
def test_rivers_are_crossed_by_bridge_or_swimming() -> None:
    assert cost("br_rifle", "4215", "4316") == "PB-14.6.6"
    assert cost("br_rifle", "4315", "4316") == 1
    assert TERRAIN["4316"] == "clear"
    g = field()
    buffalo = g.pieces[put(g, "br_buffalo", "4215")]
    found = price(g, buffalo, "4215", "4316")
    assert isinstance(found, Price) and found.swim


@pytest.mark.rule("PB-14.7.1", "PB-14.7.2")
def test_a_bridge_is_crossed_at_either_rate_until_the_road_is_blocked() -> None:
    assert cost("br_truck", "4315", "4316", roads=True) == 0.5
    assert cost("br_truck", "4315", "4316", roads=False) == 2
    g = field()
    g.wrecks = {**g.wrecks, "4316": 1}
    assert cost("br_truck", "4315", "4316", g, roads=True) == 3


@pytest.mark.rule("PB-14.7.4", "PB-17.2.5")
def test_a_destroyed_bridge_is_water_again() -> None:
    g = field()
    g.broken = {**g.broken, "4103/4104": True}
    assert cost("br_rifle", "4104", "4103", g, roads=True) == "all"
    g.broken = {**g.broken, "4315/4316": True}
    assert cost("br_rifle", "4315", "4316", g, roads=True) == "PB-14.6.6"


@pytest.mark.rule("PB-14.8.1", "PB-14.8.2")
def test_beaches_and_lakes() -> None:
    from grognard.games.panzer_blitz.rules.terrain_chart import CHART

    assert CHART["beach"].cost == (1, 2, 3)
    assert CHART["lake"].cost is None and CHART["ocean"].cost is None


@pytest.mark.rule("PB-14.9.1", "PB-14.9.2", "PB-5.2.3")
def test_slopes() -> None:
    up = next(
        (a, b)
        for a in sorted(TERRAIN)
        if TERRAIN[a] == "clear" and a[:2] == "21"
        for b in sorted(TERRAIN)
        if b in _near(a) and TERRAIN[b] == "clear" and LEVEL[b] > LEVEL[a]
    )
    down = up[::-1]
    assert [cost(k, *up) for k in ("br_rifle", "br_sherman", "br_truck", "br_churchill", "br_avre")] == [1, 2, 4, 1, 1]
    assert [cost(k, *down) for k in ("br_rifle", "br_sherman", "br_truck")] == [1, 1, 2]


def _near(h: str) -> tuple[str, ...]:
    from grognard.games.panzer_blitz.rules.data import GRID

    return GRID.neighbours[h]


@pytest.mark.rule("PB-14.10.1")
def test_orchards() -> None:
    assert [cost(k, "2717", ORCHARD) for k in ("br_rifle", "br_sherman", "br_truck")] == [1, 1, 2]


@pytest.mark.rule("PB-12.2.6", "PB-15.1.6", "PB-4.2.1")
def test_smoke_and_wrecks_cost_a_point_more_and_all_costs_add_up() -> None:
    g = field()
    g.smoke = {**g.smoke, "2520": 1}
    assert cost("br_rifle", "2420", "2520", g) == 2
    g.wrecks = {**g.wrecks, "2520": 1}
    assert cost("br_rifle", "2420", "2520", g) == 3


@pytest.mark.rule("PB-15.1.8", "PB-15.3.7", "PB-14.3.9")
def test_wrecks_blocks_and_forts_cancel_the_road_rate() -> None:
    for name in ("wrecks", "blocks", "forts"):
        g = field()
        getattr(g, name)["2720"] = "bunker" if name == "forts" else 1
        expected = 2.0 if name == "wrecks" else 1.0
        assert cost("br_rifle", "2719", "2720", g, roads=True) == expected


@pytest.mark.rule("PB-1.2.4", "PB-4.1.3")
def test_points_are_counted_in_halves_and_cannot_be_overspent() -> None:
    g = field()
    rifle = g.pieces[put(g, "br_rifle", "2420")]
    assert pay(rifle, 7, Price(1)) == 8
    assert rule(pay(rifle, 8, Price(1))) == "PB-4.2.1"


@pytest.mark.rule("PB-4.1.7", "PB-4.1.8")
def test_minimum_move() -> None:
    g = field()
    wagon = g.pieces[put(g, "ge_wagon", "2420")]
    assert pay(wagon, 0, Price(14)) == 12
    assert rule(pay(wagon, 2, Price(14))) == "PB-4.2.1"
    assert cost("br_sherman", "4403", "4503") == "PB-14.5.1"
    dug, out = g.pieces[put(g, "br_mg", "2520", inside="ip")], g.pieces[put(g, "br_mg", "2520")]
    assert rule(pay(dug, exit_points(dug), Price(14))) == "PB-4.2.1"
    assert pay(out, exit_points(out), Price(14)) == 2 * out.face.ma


@pytest.mark.rule("PB-4.1.9", "PB-2.3.22")
def test_the_stacking_limit_holds_in_passing() -> None:
    g = field()
    for _ in range(3):
        put(g, "br_rifle", "2520")
    mover = g.pieces[put(g, "br_carrier", "2420")]
    assert rule(why_not_in(g, mover, "2520")) == "PB-4.1.9"
    g.drop("b1")
    assert why_not_in(g, mover, "2520") is None


@pytest.mark.rule("PB-4.1.10")
def test_an_overstack_cannot_be_entered_so_nobody_has_to_go_back() -> None:
    g = field()
    for _ in range(3):
        put(g, "br_rifle", "2520")
    mover = put(g, "br_rifle", "2420")
    operation(g, "british", "2420", 0)
    begin(g, MoveUnit(mover, "2420"))
    assert Go("2520") not in offered(g) and refusing_rule(g, Go("2520")) == "PB-4.1.9"
    assert g.pieces[mover].place == "2420" and g.moved == {}


@pytest.mark.rule("PB-4.1.11", "PB-4.1.12")
def test_e19_only_empty_trucks_can_be_driven_over() -> None:
    g = field()
    truck = put(g, "ge_truck", "2520")
    rifle, lorry = put(g, "br_rifle", "2420"), put(g, "br_truck", "2420")
    assert rule(why_not_in(g, g.pieces[lorry], "2520")) == "PB-4.1.11"
    operation(g, "british", "2420", 0)
    begin(g, MoveUnit(rifle, "2420"))
    play(g, Go("2520"))
    assert truck not in g.pieces and g.pieces[rifle].place == "2520" and g.moved[rifle] == 2
    put(g, "ge_gren", "2620")
    assert rule(why_not_in(g, g.pieces[rifle], "2620")) == "PB-4.1.11"
    loaded = put(g, "ge_truck", "2521")
    put(g, "ge_pak40", "2521", carrier=loaded)
    assert rule(why_not_in(g, g.pieces[rifle], "2521")) == "PB-4.1.11", "a loaded one does not give way"


@pytest.mark.rule("PB-4.1.13", "PB-4.1.1", "PB-SIT.6")
def test_nobody_leaves_the_play_area() -> None:
    g = field("filandriers")
    mover = put(g, "br_rifle", "2012")
    operation(g, "british", "2012", 0)
    begin(g, MoveUnit(mover, "2012"))
    assert refusing_rule(g, Go("1913")) == "PB-SIT.6"
    assert {ask.side for ask in g.asks} == {"british"}


@pytest.mark.rule("PB-4.1.2", "PB-4.0.1", "PB-3.1.9")
@pytest.mark.parametrize("values", [{"spent": True}, {"disrupted": True}, {"no_move": True}])
def test_marked_units_do_not_move(values: dict[str, bool]) -> None:
    g = field()
    unit, friend = put(g, "br_rifle", "2420", **values), put(g, "br_rifle", "2420")
    operation(g, "british", "2420", 0)
    begin(g, Operation())
    assert Move(unit) not in offered(g) and Move(friend) in offered(g)
    assert refusing_rule(g, Move(unit)) in ("PB-4.1.2", "PB-3.1.9", "PB-11.2.2")


@pytest.mark.rule("PB-4.1.4", "PB-4.1.14", "PB-2.3.20", "PB-3.1.13")
def test_a_unit_moves_hex_by_hex_and_is_then_spent() -> None:
    g = field()
    unit, idle = put(g, "br_rifle", "2420"), put(g, "br_rifle", "2420")
    operation(g, "british", "2420", 0)
    begin(g, Operation())
    play(g, Move(unit), Go("2520"), Go("2620"), Stop())
    assert g.pieces[unit].place == "2620" and state_of(g, unit) == "spent" and state_of(g, idle) == "fresh"
    assert Move(unit) not in offered(g) and Move(idle) in offered(g)


@pytest.mark.rule("PB-4.1.4")
def test_a_far_hex_is_walked_to_by_the_cheapest_path() -> None:
    g = field()
    unit = put(g, "br_rifle", "2420")
    operation(g, "british", "2420", 0)
    begin(g, MoveUnit(unit, "2420"))
    play(g, Go("2720"))
    assert g.pieces[unit].place == "2720" and g.moved[unit] == 6
    assert refusing_rule(g, Go("3020")) == "PB-4.2.1"


@pytest.mark.rule("PB-2.3.14")
def test_guns_do_not_move_by_themselves() -> None:
    assert cost("br_6pdr", "2420", "2520") == "PB-2.3.14"


@pytest.mark.rule("PB-3.1.11", "PB-7.1.3")
def test_once_somebody_moved_nobody_fires_or_requests() -> None:
    from grognard.games.panzer_blitz.rules.artillery_requests import Observe
    from grognard.games.panzer_blitz.rules.direct_fire import Fire

    g = field()
    mover, other = put(g, "br_rifle", "2420"), put(g, "br_mg", "2420")
    put(g, "ge_truck", "2320")
    operation(g, "british", "2420", 0)
    begin(g, Operation())
    assert Fire("2320") in offered(g) and Observe(other) in offered(g)
    play(g, Move(mover), Go("2520"), Stop())
    assert refusing_rule(g, Fire("2320")) == "PB-3.1.11" and refusing_rule(g, Observe(other)) == "PB-3.1.11"


@pytest.mark.rule("PB-3.1.10", "PB-3.1.2")
def test_each_unit_may_do_something_else_in_the_printed_order() -> None:
    from grognard.games.panzer_blitz.rules.direct_fire import Fire
    from grognard.games.panzer_blitz.rules.efficiency import Recover

    g = field()
    mover, shaken = put(g, "br_rifle", "2420"), put(g, "br_rifle", "2420", disrupted=True)
    put(g, "br_mg", "2419"), put(g, "br_rifle", "2419", disrupted=True)
    put(g, "ge_truck", "2320")
    operation(g, "british", "2420", 1)
    begin(g, Operation())
    kinds = {type(a) for a in offered(g)}
    assert {Fire, Move, Recover} <= kinds
    play(g, Recover(shaken), dice=[3, 3])
    assert refusing_rule(g, Move(mover)) == "PB-3.1.2" and refusing_rule(g, Fire("2320")) == "PB-3.1.11"
    assert state_of(g, shaken) == "fresh"


def walked(g: PanzerBlitz, unit_id: str, rate: str) -> dict[str, int]:
    """What a unit can reach, priced step by step."""
    unit = g.pieces[unit_id]

    def step(a: str, b: str) -> int | None:
        if (a != unit.place and stops(g, a)) or why_not_in(g, unit, b) is not None:
            return None
        if b in g.blocks and b not in GRID.neighbours[unit.place]:
            return None
        found = price(g, unit, a, b, rate)
        return None if not isinstance(found, Price) or found.all or found.swim else found.half

    return dict(reach(GRID, unit.place, 2 * unit.face.ma, step))


@pytest.mark.rule("PB-4.2.1", "PB-15.1.5", "PB-15.2.10", "PB-15.3.4", "PB-12.2.6")
@pytest.mark.parametrize("kind", ["br_rifle", "br_sherman", "br_churchill", "br_truck"])
def test_all_that_can_be_reached_is_what_can_be_walked(kind: str) -> None:
    g = field()
    start = "2719"
    mover = put(g, kind, start)
    road = sorted(ROADS[start])
    enemy, friends, minefield, block, fort = (h for h in GRID.within(start, 3)[8:13])
    put(g, "ge_gren", enemy)
    for _ in range(3):
        put(g, "br_rifle", friends)
    changes: list[dict[str, dict[str, object]]] = [
        {},
        {"mines": {minefield: Mine("german", "2-1")}},
        {"blocks": {block: True, GRID.neighbours[start][0]: True}},
        {"smoke": {road[0]: 1, GRID.neighbours[start][2]: 1}},
        {"wrecks": {road[0]: 1, GRID.neighbours[start][2]: 2}},
        {"forts": {fort: "bunker", road[-1]: "bunker"}},
        {"wrecks": {}},
        {"broken": {"2211": True}},
    ]
    for change in changes:
        for name, table in change.items():
            setattr(g, name, table)
        for rate in (ROAD, COUNTRY, BARE):
            found = overland(g, g.pieces[mover], start, rate)
            assert dict(found.items()) == walked(g, mover, rate)


@pytest.mark.rule("PB-4.1.9", "PB-15.1.4")
def test_wrecks_alone_can_fill_a_hex() -> None:
    g = field()
    tank = g.pieces[put(g, "br_sherman", "3616")]
    assert fits(g, TOWN, tank)
    g.wrecks = {**g.wrecks, TOWN: 2}
    assert not fits(g, TOWN, tank) and rule(why_not_in(g, tank, TOWN)) == "PB-4.1.9"
