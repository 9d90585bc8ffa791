"""What must be true of every position; the fuzzer and the conformance suite ask after each answer."""

from __future__ import annotations

from grognard.games.night_fight.rules.data import EDGE_ROADS, GRID, MOBILE_POOL, QUALITY, STATIC_POOL, VISIBILITY
from grognard.games.night_fight.rules.state import SOVIET, NightFight, on_map
from grognard.games.night_fight.rules.terrain import is_water


def check(g: NightFight) -> None:
    """Raise AssertionError if an invariant is broken."""
    _night(g)
    _places(g)
    _sides_apart(g)
    _columns(g)
    _soviet_pieces(g)
    assert all(h in g.land.bridges for h in g.bridges_out)
    assert all(n > 0 for n in g.wrecks.values())
    assert all(points >= 0 for points in g.points.values())


def _night(g: NightFight) -> None:
    """3.0 Turn and conditions are those that a night can have, or not yet known."""
    assert 0 <= g.turn <= g.scenario.turns, f"there is no turn {g.turn}"
    assert g.visibility in (0, *VISIBILITY), f"nobody sees {g.visibility} hexes far"
    assert g.quality in ("", *QUALITY), f"there are no Soviet {g.quality}"


def _places(g: NightFight) -> None:
    """The index of places is true, and nobody stands in open water."""
    found: dict[str, list[str]] = {}
    for unit in g.pieces.values():
        assert unit.side == SOVIET or unit.side in g.players, f"{unit.id} is on no side"
        if unit.place:
            found.setdefault(unit.place, []).append(unit.id)
        if on_map(unit.place):
            assert unit.place in GRID, unit
            assert not is_water(g, unit.place) or unit.type == "soviet_engineers" or unit.place in EDGE_ROADS, unit
    assert {place: sorted(ids) for place, ids in g.at.items()} == {p: sorted(ids) for p, ids in found.items()}


def _sides_apart(g: NightFight) -> None:
    """4.0 Opposing units never share a hex."""
    for h, ids in g.at.items():
        sides = {g.pieces[i].side == SOVIET for i in ids}
        assert len(sides) == 1, f"both sides in {h}"
        if on_map(h):
            assert h in (g.soviet_hexes if sides == {True} else g.german_hexes)
    assert not g.soviet_hexes.keys() & g.german_hexes.keys()
    assert (g.soviet_hexes | g.german_hexes).keys() == {h for h in g.at if on_map(h)}


def _columns(g: NightFight) -> None:
    """8.4 Lists, slots and places of every column agree."""
    for column in g.columns.values():
        assert column.units and all(g.pieces[i].column == column.id for i in column.units), column
        if column.deployed:
            assert len(column.slots) == len(column.units), column
            assert list(column.slots) == sorted(column.slots), column
        else:
            assert g.pieces[column.marker].place == column.track[0], column
    assert all(u.column in g.columns for u in g.pieces.values() if u.column)


def _soviet_pieces(g: NightFight) -> None:
    """3.0 No Soviet piece is made or lost by magic: the hidden ones come out of the pools."""
    for mobile, pool, rest in ((False, STATIC_POOL, g.static_rest), (True, MOBILE_POOL, g.mobile_rest)):
        kinds = [u.type for u in g.pieces.values() if u.side == SOVIET and u.mobile == mobile and u.type != "column"]
        for kind in set(kinds):
            assert kinds.count(kind) + rest.count(kind) <= pool.count(kind), kind
