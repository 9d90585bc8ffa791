"""What must be true of every position; the fuzzer and the conformance suite ask after each answer."""

from __future__ import annotations

from itertools import combinations

from grognard.games.red_actions.rules.bodies import crowd
from grognard.games.red_actions.rules.room import room_in
from grognard.games.red_actions.rules.state import TABLE, RedActions, is_vehicle


def check(g: RedActions) -> None:
    """Raise AssertionError if an invariant is broken."""
    assert 0 <= g.turn <= g.scenario.turns, f"there is no turn {g.turn}"
    _units(g)
    _ground(g)
    assert all(name in g.table.features or name in g.things for name in g.owner), g.owner
    assert all(name in g.table.features for name in g.collapsed)
    assert not set(g.gone) & set(g.pieces), "a unit is both gone and on the table"


def _units(g: RedActions) -> None:
    """RA-MOR.32, RA-FRM.3, RA-MOR.38 Markers and bases are within bounds."""
    for u in g.pieces.values():
        assert u.side in g.sides, f"{u.id} is on no side"
        assert not u.inside or u.inside in g.table.features, f"{u.id} cannot stand in {u.inside!r}, which there is not"
        assert 0 <= u.terror <= u.bases, u
        assert 1 <= u.bases <= 6, u
        assert 0 <= u.facing < 3600, u
        assert u.humiliated < 3, u
        assert not (u.routing and u.pinned), u
        assert not (is_vehicle(u) and (u.terror or u.pinned or u.routing)), u
        assert not u.unseen or u.hidden, u
        if u.attached:
            assert g.pieces[u.attached].side == u.side, u
        if u.riding:
            assert u.place.removeprefix("train:") in g.pieces, u


def _ground(g: RedActions) -> None:
    """RA-MOV.34, RA-BLD.3, RA-BLD.4 Nobody stands on another, off the table, or in a crowded house."""
    on_table = [(unit, stands) for unit, stands in crowd(g) if unit.place == TABLE]
    for unit, stands in on_table:
        assert unit.wagons or stands.on_table, f"{unit.name} stands off the table"
    for (a, one), (b, other) in combinations(on_table, 2):
        assert not one.overlaps(other), f"{a.name} {a.point} and {b.name} {b.point} overlap"
    for house in {unit.inside for unit, _ in crowd(g) if unit.inside}:
        seen = {u.side for u in g.here(house) if u.kind != "officer" and not u.unseen}
        assert len(seen) <= 1, f"both sides are in {house}"
        assert room_in(g, house) >= 0, f"{house} is overfull"
