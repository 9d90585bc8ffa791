"""6.0 Spotting."""

from __future__ import annotations

import pytest

from grognard.games.panzer_blitz.rules.data import GRID
from grognard.games.panzer_blitz.rules.sequence import EndOfTurn
from grognard.games.panzer_blitz.rules.sight import hide_again, in_spotting_sight, limit, look_at, sees_from_air
from grognard.games.panzer_blitz.rules.state import PanzerBlitz
from grognard.games.panzer_blitz.rules.view import view
from grognard.testing import begin
from tests.games.panzer_blitz.helpers import DITCHES, SIGHT, TERRAIN

from .helpers import CITY, STREAM, SWAMP, TOWN, WOODS, field, pair, put

FAR_ORCHARD = "1402"  # seen from afar


def seen_at(target: str, distance: int, **values: object) -> bool:
    """Is a German platoon in a hex Spotted by somebody who sees it from so far?"""
    g = field()
    unit = put(g, "ge_gren", target, unspotted=True, **values)
    put(g, "br_rifle", _from(target, distance))
    return in_spotting_sight(g, g.pieces[unit])


def _from(target: str, distance: int) -> str:
    ring = [h for h in GRID.within(target, distance) if GRID.distance(h, target) == distance]
    return next(h for h in ring if SIGHT.sees(h, target) and h not in DITCHES and TERRAIN[h] == "clear")


@pytest.mark.rule("PB-6.1.4", "PB-14.4.9", "PB-14.2.9", "PB-14.5.6")
@pytest.mark.parametrize("target", [WOODS, TOWN, SWAMP, CITY])
def test_cover_is_spotted_within_three_hexes(target: str) -> None:
    g = field()
    assert limit(g, g.pieces[put(g, "ge_gren", target)]) == 3
    assert seen_at(target, 3) and not seen_at(target, 4)


@pytest.mark.rule("PB-6.1.5", "PB-14.10.5")
def test_orchards_are_spotted_within_five_hexes() -> None:
    assert seen_at(FAR_ORCHARD, 5) and not seen_at(FAR_ORCHARD, 6)


@pytest.mark.rule("PB-6.1.7", "PB-14.1.2")
def test_clear_ground_is_spotted_within_twenty_hexes() -> None:
    a, b = pair(20)
    g = field()
    unit = put(g, "ge_gren", a, unspotted=True)
    put(g, "br_rifle", b)
    assert in_spotting_sight(g, g.pieces[unit])
    a, b = pair(21)
    g = field()
    unit = put(g, "ge_gren", a, unspotted=True)
    put(g, "br_rifle", b)
    assert not in_spotting_sight(g, g.pieces[unit])


@pytest.mark.rule("PB-6.1.6")
@pytest.mark.parametrize("values", [{"spent": True}, {"disrupted": True}])
def test_marked_units_are_spotted_at_any_distance(values: dict[str, bool]) -> None:
    assert not seen_at(WOODS, 4)
    assert seen_at(WOODS, 4, **values)
    a, b = pair(21)
    g = field()
    unit = put(g, "ge_gren", a, unspotted=True, **values)
    put(g, "br_rifle", b)
    assert in_spotting_sight(g, g.pieces[unit])


@pytest.mark.rule("PB-6.1.3")
def test_an_adjacent_unit_spots_in_any_terrain_except_into_a_ditch() -> None:
    assert seen_at(WOODS, 1) and seen_at(TOWN, 1)
    g = field()
    unit = put(g, "ge_gren", "2514", unspotted=True)
    put(g, "br_rifle", "2414")
    assert in_spotting_sight(g, g.pieces[unit]) == SIGHT.sees("2414", "2514")


@pytest.mark.rule("PB-6.1.8")
def test_disrupted_units_and_trucks_spot_nothing() -> None:
    g = field()
    unit = put(g, "ge_gren", "2520", unspotted=True)
    watcher = put(g, "br_rifle", "2420", disrupted=True)
    put(g, "br_truck", "2420")
    assert not in_spotting_sight(g, g.pieces[unit])
    g.change(watcher, disrupted=False)
    assert in_spotting_sight(g, g.pieces[unit])


@pytest.mark.rule("PB-14.6.11", "PB-15.0.1", "PB-15.5.6")
def test_limits_where_none_is_printed() -> None:
    g = field()
    g.forts = {**g.forts, "2420": "bunker"}
    assert limit(g, g.pieces[put(g, "ge_gren", STREAM)]) == 20
    assert limit(g, g.pieces[put(g, "ge_gren", "2420", inside="fort")]) == 3
    assert limit(g, g.pieces[put(g, "ge_gren", "2420")]) == 20
    g.ips = {**g.ips, "2520": True}
    g.blocks = {**g.blocks, "2520": True}
    assert limit(g, g.pieces[put(g, "ge_gren", "2520")]) == 20
    g.smoke = {**g.smoke, "2620": 1}
    assert limit(g, g.pieces[put(g, "ge_gren", "2620")]) == 3


@pytest.mark.rule("PB-6.0.1", "PB-6.1.2", "PB-5.1.1")
def test_spotting_is_judged_when_somebody_acts_against_the_unit() -> None:
    g = field()
    near, far = put(g, "ge_gren", "2520", unspotted=True), put(g, "ge_gren", WOODS, unspotted=True)
    put(g, "br_rifle", _from(WOODS, 4))
    assert g.pieces[near].unspotted
    look_at(g, "2520", "german")
    look_at(g, WOODS, "german")
    assert not g.pieces[near].unspotted and g.pieces[far].unspotted


@pytest.mark.rule("PB-6.2.1")
def test_an_unspotted_stack_shows_neither_number_nor_kind() -> None:
    g = field()
    put(g, "ge_tiger", WOODS, unspotted=True)
    alone = view(g, "british")
    put(g, "ge_gren", WOODS, unspotted=True)
    assert view(g, "british") == alone
    (piece,) = alone.pieces
    assert piece.hidden and "tiger" not in piece.face
    assert len(view(g, "german").pieces) == 2


def _remarked(place: str, distance: int, **values: object) -> bool:
    g = field()
    unit = put(g, "ge_ss_gren", place, **values)
    put(g, "br_rifle", _from(place, distance))
    hide_again(g)
    return g.pieces[unit].unspotted


@pytest.mark.rule("PB-6.3.1", "PB-3.1.30", "PB-17.0.2")
def test_e28_units_slip_out_of_sight() -> None:
    assert _remarked(FAR_ORCHARD, 6) and not _remarked(FAR_ORCHARD, 5)
    assert not _remarked(WOODS, 4, disrupted=True)
    assert not _remarked(WOODS, 4, labor="block", stage=1)
    assert not _remarked("2420", 2)
    g = field()
    bare, wooded = put(g, "ge_ss_gren", "2420"), put(g, "ge_ss_gren", WOODS)
    hide_again(g)
    assert g.pieces[wooded].unspotted and not g.pieces[bare].unspotted, "nobody is there to see either"


@pytest.mark.rule("PB-6.3.1", "PB-3.1.29")
def test_e28_a_spent_unit_is_judged_like_a_fresh_one() -> None:
    g = field()
    unit = put(g, "ge_ss_gren", WOODS, spent=True)
    put(g, "br_rifle", _from(WOODS, 4))
    begin(g, EndOfTurn())
    assert g.pieces[unit].fresh and g.pieces[unit].unspotted


def _watch(g: PanzerBlitz, h: str) -> None:
    put(g, "br_auster", f"air-{h}")


@pytest.mark.rule("PB-16.2.1", "PB-16.1.2")
def test_observation_aircraft_spot_and_fighters_do_not() -> None:
    g = field()
    hidden, bare = put(g, "ge_gren", WOODS, unspotted=True), put(g, "ge_gren", "2520", unspotted=True)
    put(g, "br_spitfire", "air-2419")
    assert not in_spotting_sight(g, g.pieces[bare])
    _watch(g, "2419")
    assert in_spotting_sight(g, g.pieces[bare]) and in_spotting_sight(g, g.pieces[hidden])
    g = field()
    hidden = put(g, "ge_gren", WOODS, unspotted=True)
    _watch(g, "2424")
    assert not in_spotting_sight(g, g.pieces[hidden])


@pytest.mark.rule("PB-16.2.1", "PB-12.2.5")
def test_smoke_hides_from_an_observation_aircraft_six_hexes_away() -> None:
    g = field()
    unit = put(g, "ge_gren", "2420", unspotted=True)
    _watch(g, "2426")
    assert in_spotting_sight(g, g.pieces[unit])
    g.smoke = {**g.smoke, "2420": 1}
    assert not in_spotting_sight(g, g.pieces[unit])


@pytest.mark.rule("PB-16.2.1")
@pytest.mark.parametrize(
    ("place", "distance", "spotted"), [("2420", 30, True), ("2420", 31, False), (WOODS, 5, True), (WOODS, 6, False)]
)
def test_how_far_an_observation_aircraft_spots(place: str, distance: int, spotted: bool) -> None:
    g = field()
    unit = put(g, "ge_gren", place, unspotted=True)
    far = [h for h in GRID.hexes if GRID.distance(h, place) == distance and sees_from_air(g, h, place)]
    _watch(g, far[0])
    assert in_spotting_sight(g, g.pieces[unit]) == spotted
