"""5.0 Line of sight, with the terrain rows that speak of it."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from grognard.board.hexes.centre_sight import Sighting
from grognard.board.hexes.sight_lines import Passage
from grognard.games.panzer_blitz.rules.data import GRID
from grognard.games.panzer_blitz.rules.map_data import MapData, clear_fraction, judge_height
from grognard.games.panzer_blitz.rules.sight import AIRCRAFT_ABOVE, explain, sees, sees_from_air, smoked
from grognard.games.panzer_blitz.rules.terrain import terrain_modifiers
from tests.games.panzer_blitz.helpers import BRIDGE_HEXES, DITCHES, LAND, LEVEL, SIGHT, TERRAIN

from .helpers import ORCHARD, TOWN, WOODS, field, put


class _Line:
    """A line of sight between two levels."""

    def __init__(self, high: int, low: int, distance: int) -> None:
        self.upper_level, self.lower_level, self.distance = high, low, distance


def judged(high: int, low: int, top: int, at: int, distance: int) -> str | None:
    line: Sighting = _Line(high, low, distance)  # type: ignore[assignment]
    return judge_height(line, top, at)


@pytest.mark.rule("PB-5.4.2", "PB-5.4.3", "PB-5.4.4", "PB-5.4.6")
def test_heights_against_both_ends() -> None:
    assert judged(3, 2, 4, 1, 4) == "PB-5.4.2"
    assert judged(3, 2, 3, 1, 4) == "PB-5.4.3"
    assert judged(3, 3, 3, 1, 4) is None
    assert judged(3, 2, 1, 1, 4) is None
    assert judged(5, 2, 2, 1, 4) is None


@pytest.mark.rule("PB-5.4.5", "PB-5.4.12")
def test_e22_the_chart() -> None:
    assert judged(5, 1, 3, 4, 8) is None
    assert judged(5, 1, 3, 5, 8) == "PB-5.4.12"
    assert judged(5, 1, 3, 3, 7) is None and judged(5, 1, 3, 4, 7) == "PB-5.4.12"
    assert judged(2, 1, 2, 1, 9) == "PB-5.4.3"


@pytest.mark.rule("PB-5.4.13")
def test_the_law_goes_on_beyond_the_chart() -> None:
    assert clear_fraction(7, 2) == Fraction(5, 7)
    assert clear_fraction(7, 7) is None
    assert clear_fraction(1, 1) is None and clear_fraction(5, 4) == Fraction(1, 5)


@pytest.mark.rule("PB-5.3.2", "PB-5.2.2", "PB-14.4.5")
def test_e21_obstacle_height() -> None:
    assert LAND.obstacle_height(WOODS) == LEVEL[WOODS] + 1
    assert LAND.obstacle_height(ORCHARD) == LEVEL[ORCHARD] + 1 and LAND.obstacle_height("2420") == LEVEL["2420"]
    assert not SIGHT.sees("2417", "2419")  # the woods of 2418 between two units at its own level
    assert SIGHT.sees("2418", "2419")  # a unit in the woods is at ground level


@pytest.mark.rule("PB-5.4.1", "PB-5.1.2", "PB-5.5.2", "PB-14.10.2", "PB-5.5.1", "PB-14.2.5", "PB-14.9.3", "PB-5.5.3")
@pytest.mark.parametrize(
    ("a", "b", "clear"),
    [
        ("2609", "2809", False),  # along the side of two orchards
        ("2617", "2817", True),  # along the side of an orchard and bare ground
        ("2717", "2719", False),  # through an orchard
        ("3614", "3814", False),  # along the side of an orchard and a town
        ("2717", "2917", False),  # along a slope
        ("4601", "4801", False),  # along the side of a city and bare ground
    ],
)
def test_e23_orchard_hexspines(a: str, b: str, clear: bool) -> None:
    assert SIGHT.sees(a, b) == SIGHT.sees(b, a) == clear


@pytest.mark.rule("PB-14.5.3")
def test_swamp_is_inherent() -> None:
    assert TERRAIN["4503"] == "swamp"
    along = Passage(("4503",), True, Fraction(0), Fraction(1), 1, 1)
    assert LAND.blocks(SIGHT.sighting("4403", "4603"), along) == "PB-5.4.2"


def _ridge(levels: tuple[int, int], units: int) -> str | None:
    """A line along the hexside of two bare hexes, judged as if they had these levels."""
    (passage,) = SIGHT.lines.trace("2420", "2620")
    assert passage.between
    line: Sighting = _Line(units, units, 2)  # type: ignore[assignment]
    saved = {h: LEVEL[h] for h in passage.hexes}
    try:
        LEVEL.update(zip(passage.hexes, levels, strict=True))
        return LAND.blocks(line, passage)
    finally:
        LEVEL.update(saved)


@pytest.mark.rule("PB-5.4.15")
def test_e51_along_a_ridge() -> None:
    assert _ridge((4, 4), 3) == "PB-5.4.2"
    assert _ridge((3, 3), 3) is None
    assert _ridge((4, 3), 3) == "PB-14.9.3"
    assert [_ridge(levels, 5) for levels in ((4, 4), (3, 3), (4, 3))] == [None, None, None]


@pytest.mark.rule("PB-5.4.16")
def test_a_corner_touched_is_not_passed() -> None:
    touched = {h for p in SIGHT.lines.trace("2420", "2620") for h in p.hexes}
    assert touched == {"2520", "2521"}


@pytest.mark.rule("PB-5.4.14")
def test_neighbours_see_each_other() -> None:
    g = field()
    for a in GRID.hexes[::7]:
        for b in GRID.neighbours[a]:
            if explain(field(), a, b).rule not in ("PB-5.6.4",):
                assert sees(g, a, b)


@pytest.mark.rule("PB-5.6.1", "PB-5.6.2", "PB-5.6.3", "PB-14.6.8")
def test_e24_into_a_gully() -> None:
    g = field()
    assert sees(g, "2822", "2823")  # the same level, adjacent
    assert LEVEL["3023"] == LEVEL["2823"] and not sees(g, "3023", "2823")  # the same level, two hexes away
    assert LEVEL["2723"] == LEVEL["2823"] + 1 and sees(g, "2723", "2823")
    assert LEVEL["2821"] == LEVEL["2823"] + 1 and sees(g, "2821", "2823")  # one level higher, two hexes away
    assert explain(field(), "3023", "2823").rule == "PB-5.6.3"


@pytest.mark.rule("PB-5.6.4")
def test_e24_along_a_gully() -> None:
    g = field()
    assert sees(g, "1304", "1306")
    assert not sees(g, "2015", "2114")
    assert explain(field(), "2015", "2114").rule == "PB-5.6.4"


@pytest.mark.rule("PB-14.7.6", "PB-5.6.1")
def test_e53_a_unit_on_a_brook_bridge_is_seen_normally() -> None:
    g = field()
    far = next(
        h for h in GRID.within("2211", 3) if GRID.distance(h, "2211") > 1 and sees(g, h, "2211") and LEVEL[h] == 3
    )
    g.broken = {**g.broken, "2211": True}
    assert not sees(g, far, "2211")


@pytest.mark.rule("PB-5.7.1")
def test_sight_is_mutual() -> None:
    rng = random.Random(4)
    g = field()
    for _ in range(300):
        a = rng.choice(GRID.hexes)
        b = rng.choice(GRID.within(a, 12))
        assert sees(g, a, b) == sees(g, b, a)


@pytest.mark.rule("PB-5.3.1", "PB-15.3.6", "PB-15.4.12", "PB-14.6.9")
def test_counters_do_not_block() -> None:
    g = field()
    put(g, "ge_tiger", "2520")
    g.wrecks = {**g.wrecks, "2520": 2}
    g.blocks = {**g.blocks, "2520": True}
    g.ips = {**g.ips, "2520": True}
    g.he = {**g.he, "2520": True}
    assert sees(g, "2420", "2620")


@pytest.mark.rule("PB-12.2.3", "PB-12.2.5")
def test_e25_smoke_blocks_at_every_height_and_along_its_sides() -> None:
    g = field()
    g.smoke = {**g.smoke, "2520": 1}
    assert smoked(g, "2420", "2620") and not sees(g, "2420", "2620")
    assert sees(g, "2420", "2520") and sees(g, "2520", "2620")
    assert sees_from_air(field(), "2420", "2620") and not sees_from_air(g, "2420", "2620")


@pytest.mark.rule("PB-16.1.11")
def test_aircraft_look_down_from_two_levels_above_the_highest_ground() -> None:
    g = field()
    assert AIRCRAFT_ABOVE == 2
    assert not sees(g, "2417", "2419") and sees_from_air(g, "2416", "2420")
    behind = next(h for h in GRID.within(TOWN, 2) if not sees_from_air(g, "3712", h) and h != TOWN)
    assert GRID.distance(behind, TOWN) <= 2


@pytest.mark.rule("PB-5.0.1")
def test_all_pairs_of_a_disc_agree_with_single_questions() -> None:
    table = MapData(LAND.map).sight.all_pairs(4)
    for a in GRID.hexes[::41]:
        assert table[a] == {b for b in GRID.within(a, 4) if SIGHT.sees(a, b)}


@pytest.mark.rule("PB-14.7.6", "PB-5.7.1", "PB-5.6.3")
def test_under_a_destroyed_bridge_a_unit_is_down_in_the_stream_and_sight_stays_mutual() -> None:
    whole, gone = field(), field()
    gone.broken = {**gone.broken, "2211": True}
    far = [h for h in GRID.within("2211", 6) if GRID.distance("2211", h) > 1 and LEVEL[h] <= LEVEL["2211"]]
    seen = [h for h in far if sees(whole, "2211", h) and h not in DITCHES]
    assert seen and not any(sees(gone, "2211", h) or sees(gone, h, "2211") for h in seen)
    above = [h for h in GRID.within("2211", 8) if LEVEL[h] > LEVEL["2211"] and sees(whole, "2211", h)]
    assert above and all(sees(gone, "2211", h) and sees(gone, h, "2211") for h in above if h not in DITCHES)
    hidden = [h for h in GRID.within("2211", 8) if h not in DITCHES and not sees(whole, "2211", h)]
    assert hidden and not any(sees(gone, "2211", h) for h in hidden), "what hid it from the bridge still does"
    for h in GRID.within("2211", 8):
        assert sees(gone, "2211", h) == sees(gone, h, "2211")


@pytest.mark.rule("PB-14.7.6", "PB-14.6.10")
def test_a_bridge_lifts_a_unit_out_of_the_stream_until_it_is_destroyed() -> None:
    g = field()
    unit = g.pieces[put(g, "br_rifle", "2211")]
    assert terrain_modifiers(g, unit.what, "2211") == []
    g.broken = {**g.broken, "2211": True}
    assert [m.cite for m in terrain_modifiers(g, unit.what, "2211")] == ["PB-14.6.10"]


@pytest.mark.rule("PB-12.2.3", "PB-14.7.4", "PB-5.7.1")
def test_the_working_of_a_line_is_that_of_the_line_as_it_is_now() -> None:
    g = field()
    a, b = "2420", "2423"
    assert explain(g, a, b).clear == sees(g, a, b)
    g.smoke = {**g.smoke, "2421": 1}
    for one, two in ((a, b), (b, a)):
        line = explain(g, one, two)
        assert not line.clear and not sees(g, one, two) and "2421" in line.blocked_by
        assert any(judged.rule == "PB-12.2.3" for judged in line.working)
    g.smoke = {}
    bridge = sorted(BRIDGE_HEXES)[0]
    g.broken = {**g.broken, bridge: True}
    for h in GRID.within(bridge, 4):
        assert explain(g, bridge, h).clear == sees(g, bridge, h) and explain(g, h, bridge).clear == sees(g, h, bridge)
