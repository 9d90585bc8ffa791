"""What must always be true of a position."""

from __future__ import annotations

from grognard.games.tank_leader.rules.data import CARDS, GRID, SIDES
from grognard.games.tank_leader.rules.state import TankLeader


def check(g: TankLeader) -> None:
    """Raise AssertionError if a position is impossible."""
    assert 0 <= g.turn <= max(g.turns, 1), f"there is no turn {g.turn}"
    seen = [i for ids in g.at.values() for i in ids]
    assert len(seen) == len(set(seen)), "a unit is in two places"
    assert set(seen) == {u.id for u in g.pieces.values() if u.place}, "the table of places is not true"
    assert not g.pieces.keys() & g.out.keys(), "a unit is in play and gone"
    for unit in g.pieces.values():
        assert unit.side in SIDES, f"{unit.id} is on no side"
        assert not unit.place or unit.place in GRID, f"{unit.id} is off the map at {unit.place}"
        assert not (unit.place and unit.recorded), f"{unit.id} is hidden and on the map"
        if unit.place:
            assert g.country.may_enter(unit.place, unit.what.mover) or unit.carrier, f"{unit.id} may not be there"
        if unit.carrier:
            assert unit.carrier in g.pieces, f"{unit.id} rides on nothing"
            assert g.pieces[unit.carrier].place == unit.place, f"{unit.id} is not with its vehicle"
            assert not unit.up, f"passenger {unit.id} is face-up"
        if unit.card:
            assert g.cards[unit.card] != "out", f"{unit.id} has no card"
    assert sorted(g.pile) == sorted(k for k, where in g.cards.items() if where == "pile"), "the pile is not true"
    for card, n in g.losses.items():
        lost = sum(u.card == card and u.place == "lost" for u in g.out.values())
        assert n == lost, f"losses of {CARDS[card].id} are miscounted"
    assert all(n > 0 for n in g.trenches.values()), "a trench for nobody"
