"""What must always be true."""

from __future__ import annotations

from grognard.games.panzer_blitz.rules.data import FORTS, SIDES
from grognard.games.panzer_blitz.rules.stacking import IP_CAPACITY, overstacked
from grognard.games.panzer_blitz.rules.state import AIR, PanzerBlitz


def check(g: PanzerBlitz) -> None:
    """Raise AssertionError if an invariant of the game is broken."""
    assert 0 <= g.turn <= g.situation.turns, f"there is no turn {g.turn}"
    for unit in g.pieces.values():
        assert unit.side in SIDES, f"{unit.id} is on no side"
    settling = any(type(step).__name__ in ("Overstack", "Damage", "Losses", "Strike") for step in g.steps)
    for h, ids in g.at.items():
        if h.startswith(AIR):
            continue
        units = [g.pieces[i] for i in ids]
        assert all(u.place == h for u in units)
        assert len({u.side for u in units}) == 1, f"both sides in {h}"
        assert h in g.area, f"{h} is out of play"
        assert settling or not overstacked(g, h), f"{h} is overstacked"
        assert settling or sum(u.face.stacking for u in units if u.inside == "ip") <= IP_CAPACITY
        for u in units:
            assert 1 <= u.steps <= 2
            if u.carrier:
                carrier = g.pieces[u.carrier]
                assert carrier.place == u.place and not carrier.carrier, f"{u.id} rides a carrier elsewhere"
                load = sum(other.face.stacking for other in units if other.carrier == u.carrier)
                assert load <= carrier.face.stacking, f"{u.carrier} carries too much"
            if u.inside:
                assert h in (g.ips if u.inside == "ip" else g.forts), f"{u.id} is in a work that is not there"
        inside = sum(u.face.stacking for u in units if u.inside == "fort")
        assert h not in g.forts or inside <= FORTS[g.forts[h]].capacity
    assert all(1 <= n <= 2 for n in g.wrecks.values())
    assert all(n in (1, 2) for n in g.smoke.values())
    assert len(set(g.pieces)) == len(g.pieces)
