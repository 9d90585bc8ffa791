"""Room to stand (RA-MOV.5, RA-MOV.34) and room in a building (RA-BLD.3)."""

from __future__ import annotations

from grognard.engine import Refusal
from grognard.games.red_actions.rules.bodies import apart, body, crowd_near, on_the_table, overlap
from grognard.games.red_actions.rules.compelled import in_a_house
from grognard.games.red_actions.rules.state import RedActions, Unit


def why_no_room(g: RedActions, there: Unit) -> Refusal | None:
    """RA-MOV.5, RA-MOV.34 Why a unit that changes its shape has no room: the edge, a house, friends or enemies."""
    if not on_the_table(g, there) or in_a_house(g, there):
        return Refusal("RA-MOV.34", "There is no room.")
    stands = body(g, there)
    for other, body_of in crowd_near(g, stands, 1.0):
        if other.id == there.id or body_of.inside:
            continue
        if other.side == there.side and overlap(g, there, other):
            return Refusal("RA-MOV.34", f"{other.name} leaves no room.")
        if other.side != there.side and not other.hidden and apart(g, there, other) < 0.995:
            return Refusal("RA-MOV.5", f"{other.name} is too near.")
    return None


def why_not_enter(g: RedActions, unit: Unit, name: str) -> Refusal | None:
    """RA-BLD.3, RA-BLD.4, RA-BLD.6 Foot enters a section that has room and no enemy."""
    if unit.kind not in ("rifles", "mg", "mortar") or unit.carts:
        return Refusal("RA-BLD.2", "Only foot goes inside.")
    if any(u.side != unit.side and not u.hidden for u in g.here(name)):
        return Refusal("RA-BLD.4")
    room = room_in(g, name, unit.id, unit.side)
    return Refusal("RA-BLD.3", f"There is room for {room} bases.") if unit.bases > room else None


def room_in(g: RedActions, name: str, ignore: str = "", known_to: str = "") -> int:
    """RA-BLD.3, RA-AMB.9 One base for every 2 square inches, less those inside that a side knows of."""
    inside = [u for u in g.here(name) if u.id != ignore and u.kind != "officer"]
    taken = sum(u.bases for u in inside if not (known_to and u.hidden and u.side != known_to))
    return int(g.table.features[name].size / 2 + 1e-9) - taken
