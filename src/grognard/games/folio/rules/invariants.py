"""What is true of every position of a folio battle, and what one leaves unsaid."""

from __future__ import annotations

from grognard.games.folio.rules.clauses import Folio
from grognard.games.folio.rules.state import ELIMINATED


def complete(g: Folio) -> None:
    """R82 Hexes of which a position does not say who holds them: whoever stands there, else as the battle began."""
    for h, side in g.rules.holdings.items():
        if h not in g.control:
            there = g.unit_at(h)
            g.control = {**g.control, h: there.side if there else side}


def check(g: Folio) -> None:
    """No unit that is not in the box, stacking, markers within their pools, sound records of what was done."""
    rules = g.rules
    assert g.pieces.keys() <= rules.counters.keys(), f"{g.pieces.keys() - rules.counters.keys()} are not in the box"
    assert 0 <= g.turn <= rules.turns, f"turn {g.turn}"
    for unit in g.pieces.values():
        what = rules.counters[unit.id]
        assert unit.side == what.side, f"{unit.id} has changed sides"
        assert not unit.depleted or what.back, f"{unit.id} has no depleted side"
        if unit.place in rules.ground.index:
            assert g.at[unit.place] == (unit.id,), f"FO-5.3.1: {g.at[unit.place]} share {unit.place}"
            assert rules.ground.can_enter(unit.place), f"FO-5.1.4: {unit.id} in {unit.place}"
        else:
            assert unit.place in ("", ELIMINATED) or unit.place.startswith("turn "), f"{unit.id} in {unit.place!r}"
    for h, side in g.control.items():
        assert h in rules.holdings, f"R82: {h} is no hex that counts, and nobody controls it"
        assert side in rules.sides, f"R82: {h} is held by {side!r}, who takes no part"
    assert g.control.keys() == rules.holdings.keys(), "R82: nobody controls a hex that counts"
    for done in (g.moved, g.attacked, g.advanced):
        assert all(g.pieces[unit].side == g.current for unit in done), "the wrong side has acted"
