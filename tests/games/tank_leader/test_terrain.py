"""3.3 to 3.5, 9.11 to 9.14 The kinds of ground, line of sight, blocking terrain and blind zones."""

from __future__ import annotations

import pytest

from grognard.board.hexes.map import MapError, parse_map
from grognard.games.tank_leader import GAME
from grognard.games.tank_leader.face.map_look import STYLES
from grognard.games.tank_leader.rules.data import GRID, MAPS, TABLES
from grognard.games.tank_leader.rules.spotting import in_sight
from grognard.games.tank_leader.rules.terrain import Conditions, Country, MapData, country_of
from grognard.games.tank_leader.rules.terrain_chart import CHART, CLEAR, PRINTED, SYMBOLS

from .table import FLAT, HILLY, field, put


class Shaped(Country):
    """A flat country with a few levels and woods set by hand."""

    def __init__(self, levels: dict[str, int], woods: tuple[str, ...] = (), terrain: str = "woods") -> None:
        super().__init__(FLAT)
        for h in GRID.hexes:
            self.level[h] = levels.get(h, 0)
            self.effects[h] = CHART[terrain if h in woods else CLEAR]
        self.sight = type(self.sight)(GRID, self.level.__getitem__, self._blocks)

    def row(self, viewer: str, *targets: str) -> list[bool]:
        return [self.sight.sees(viewer, t) for t in targets]


def line(*levels: int) -> dict[str, int]:
    """Levels down column 10 from 1010."""
    return {f"10{10 + i}": level for i, level in enumerate(levels)}


@pytest.mark.rule("TL-9.11.1")
def test_sight_fails_beyond_the_visibility() -> None:
    g = field(visibility=5)
    assert in_sight(g, "2117", "2617")
    assert not in_sight(g, "2117", "2717")


@pytest.mark.rule("TL-9.11.2")
def test_sight_is_mutual() -> None:
    country = country_of(HILLY)
    for a in GRID.hexes[::97]:
        for b in GRID.within(a, 6):
            assert country.sight.explain(a, b).clear == country.sight.explain(b, a).clear
            assert country.sees(a, b, 6) == country.sees(b, a, 6)


@pytest.mark.rule("TL-9.12.1")
def test_what_is_higher_than_both_ends_blocks() -> None:
    """Example E-8: D and E."""
    country = country_of(HILLY)
    assert (country.level["3025"], country.level["3224"], country.level["3124"]) == (1, 1, 2)
    assert country.sight.explain("3025", "3224").rule == "TL-9.12.1"
    assert country_of(Conditions("summer", "normal", "normal", "wooded", "hilly")).sight.explain(
        "3025", "3224"
    ).rule == ("TL-9.12.1")


@pytest.mark.rule("TL-9.12.2")
def test_between_equals_woods_at_their_level_block() -> None:
    """Example E-8: B and D."""
    assert country_of(HILLY).sight.explain("3023", "3025").rule == "TL-9.12.2"
    assert country_of(Conditions("summer", "normal", "normal", "wooded", "hilly")).sight.sees("3023", "3025")
    low = Shaped({"1010": 1, "1014": 1}, ("1012",))
    assert low.sight.sees("1010", "1014")  # woods lower than both


@pytest.mark.rule("TL-9.12.3")
def test_between_unequal_ends_the_level_of_the_higher_blocks() -> None:
    assert Shaped({"1010": 2, "1012": 2}).sight.explain("1010", "1016").rule == "TL-9.12.3"
    assert Shaped({"1010": 2}, ("1012",)).sight.sees("1010", "1016")


@pytest.mark.rule("TL-9.12.4")
def test_the_end_hexes_never_block() -> None:
    country = Shaped({}, ("1010", "1011", "1013"))
    assert country.row("1010", "1010", "1011", "1012") == [True, True, False]
    assert country.sight.sees("1011", "1013")


@pytest.mark.rule("TL-9.12.5")
def test_units_ruins_brush_and_roads_never_block() -> None:
    g = field()
    put(g, "pz4l", "2217", "106")
    assert in_sight(g, "2117", "2317")
    for terrain in ("ruins", "brush", "clear"):
        assert Shaped({}, ("1012",), terrain).sight.sees("1010", "1014")
    assert not Shaped({}, ("1012",), "stone_building").sight.sees("1010", "1014")
    assert country_of(FLAT).sight.sees("2020", "2221")  # along the highway


@pytest.mark.rule("TL-9.12.6")
def test_the_record_track_does_not_block() -> None:
    """Example E-20."""
    for visibility, seen in ((20, False), (21, True)):
        g = field(visibility=visibility)
        for h in ("6009", "6010", "6011"):
            assert GRID.distance("3912", h) == 21
            assert in_sight(g, "3912", h) == in_sight(g, h, "3912") == seen


@pytest.mark.rule("TL-9.13.1", "TL-9.13.2", "TL-9.13.3")
def test_a_lower_hill_hides_as_many_hexes_as_it_is_high() -> None:
    """Example E-9."""
    two = Shaped(line(3, 0, 2, 0, 0, 0))
    assert two.row("1010", "1011", "1012", "1013", "1014", "1015") == [True, True, False, False, True]
    assert two.sight.explain("1013", "1010").rule == "TL-9.13.1"
    assert not two.sight.sees("1013", "1010")
    one = Shaped(line(3, 0, 1, 0, 0))
    assert one.row("1010", "1012", "1013", "1014") == [True, False, True]
    from_two = Shaped(line(2, 0, 1, 0, 0))
    assert from_two.row("1010", "1012", "1013", "1014") == [True, False, True]


@pytest.mark.rule("TL-9.13.1", "TL-9.12.3")
def test_a_hill_as_high_as_the_viewer_hides_all_behind_it() -> None:
    country = Shaped(line(3, 0, 3, 0))
    assert country.sight.explain("1010", "1013").rule == "TL-9.12.3"


@pytest.mark.rule("TL-9.13.4")
def test_from_level_0_or_1_there_are_no_blind_zones() -> None:
    for viewer in (0, 1):
        country = Shaped(line(viewer, 0, 0, 0, 0))
        assert all(country.row("1010", "1011", "1012", "1013"))
    assert Shaped(line(1, 0, 1, 0)).sight.explain("1010", "1013").rule == "TL-9.12.3"


@pytest.mark.rule("TL-9.14.1")
def test_along_a_hexside_both_hexes_must_block() -> None:
    pair = ("1109", "1110")
    assert Shaped({}, pair[:1]).sight.sees("1010", "1210")
    assert not Shaped({}, pair).sight.sees("1010", "1210")
    hill = {"1010": 2, "1110": 1}
    assert Shaped(hill).sight.sees("1010", "1210")
    assert Shaped(hill | {"1109": 1}).sight.explain("1010", "1210").rule == "TL-9.13.1"


@pytest.mark.rule("TL-9.14.1", "TL-9.11.1")
def test_every_hex_the_line_passes_counts_and_one_it_merely_crosses_makes_no_pair() -> None:
    country = country_of(Conditions("summer", "normal", "normal", "wooded", "rolling"))
    line = country.sight.explain("3210", "2505")
    assert country.terrain["2907"] == "wood_building"
    assert not line.clear and line.rule == "TL-9.12.2" and "2907" in line.blocked_by
    passed = [judged.hexes for judged in line.working]
    assert ("2907",) in passed and all(len(hexes) == 1 for hexes in passed)


@pytest.mark.rule("TL-9.13.1", "TL-9.14.1")
def test_a_hill_ends_where_the_line_runs_beside_lower_ground() -> None:
    """9.14 Of two hexes along a hexside both must be hill for the hill to go on."""
    hill = {"1010": 3, "1210": 2, "1309": 2}
    one_side = Shaped(hill)
    assert one_side.sight.lines.trace("1010", "1410")[1].hexes == ("1210",)
    assert one_side.sight.explain("1010", "1410").rule == "TL-9.13.1"
    assert Shaped(hill | {"1310": 2}).sight.explain("1010", "1410").rule == "TL-9.13.1"


@pytest.mark.rule("TL-9.11.1", "TL-9.13.1")
def test_the_working_names_what_blocks_a_line() -> None:
    sight = GAME.face.sight
    assert sight is not None
    g = field(visibility=5)
    far = sight(g, "2117", "2717")
    assert (far.clear, far.rule, far.distance) == (False, "TL-9.11.1", 6)
    hilly = field(HILLY, visibility=12)
    pairs = ((a, b) for a in GRID.hexes[::31] for b in GRID.within(a, 6))
    working = {line.rule: line for a, b in pairs if not (line := sight(hilly, a, b)).clear}
    assert {"TL-9.12.1", "TL-9.12.2", "TL-9.12.3", "TL-9.13.1"} <= set(working)
    blind = working["TL-9.13.1"]
    assert any(judged.rule == "TL-9.13.1" and set(judged.hexes) <= set(blind.blocked_by) for judged in blind.working)


@pytest.mark.rule("TL-3.3.1", "TL-3.4.1")
def test_a_map_prints_kinds_of_the_chart_or_symbols_that_are_read_as_such() -> None:
    effects = [*TABLES["urbanization_effects"].values(), *TABLES["area_effects"].values()]
    meanings = [row for row in effects if isinstance(row, dict)]
    assert {kind for row in meanings for kind in row.values()} <= CHART.keys()
    assert {symbol for row in meanings for symbol in row} == set(SYMBOLS)
    assert MAPS.words.terrain.keys() <= PRINTED and {*STYLES.values()} >= MAPS.words.look.keys() - {"scrub"}


@pytest.mark.rule("TL-2.4.1")
def test_a_kind_that_is_not_in_the_chart_is_a_mistake_of_the_map_file() -> None:
    text = (MAPS.folder / "maps" / "astrika.toml").read_text("utf-8")
    strange = text.replace("[terrain]", '[terrain]\nbocage = ["2420"]', 1)
    with pytest.raises(MapError, match=r"This game has no .bocage. on its maps"):
        parse_map(strange, "astrika.toml", MAPS.words)
    with pytest.raises(MapError, match=r"This game has no .bocage. on its maps"):
        MapData(parse_map(strange))


@pytest.mark.rule("TL-8.5.2", "TL-9.12.2", "TL-9.15.1", "TL-14.11.1", "TL-14.21.1")
def test_all_that_depends_on_a_kind_of_ground_is_in_its_row() -> None:
    country = country_of(Conditions("summer", "normal", "normal", "arid", "flat"))
    one_of_each = {kind: h for h, kind in country.terrain.items()}
    for kind, h in one_of_each.items():
        row = CHART[kind]
        assert country.effects[h] is row and country.cover[h] == row.cover
        assert h in country.bridges or country.limits(h) == row.room
        assert country.chart_cost(h, "foot") == row.price(country.water, "foot")
