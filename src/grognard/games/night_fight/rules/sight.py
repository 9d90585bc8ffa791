"""9.0 Visibility and line of sight, and who has whom in view."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Set
from functools import reduce
from operator import or_

import msgspec

from grognard.board.hexes.grid import Hex
from grognard.engine import ChoiceStep, Deed, Refusal, SightLine, To
from grognard.engine.core.fact import fact
from grognard.games.night_fight.rules.data import GRID, LIMITS, TYPES
from grognard.games.night_fight.rules.map_data import LANDS
from grognard.games.night_fight.rules.state import SOVIET, Back, HidesOdds, NightFight, Unit
from grognard.games.night_fight.rules.transport import BARE, put_loose

NOWHERE: frozenset[Hex] = frozenset()


def views(g: NightFight) -> Mapping[Hex, frozenset[Hex]]:
    """9.0 The hexes within visibility and line of sight of every hex, itself included, as the night is."""
    return LANDS[g.scenario_id].seen[g.vegetation][g.visibility]


def seen_from(g: NightFight, h: Hex) -> frozenset[Hex]:
    """9.0 The hexes within visibility and line of sight of a hex, itself included."""
    return LANDS[g.scenario_id].seen[g.vegetation][g.visibility][h]


def seen_from_any(g: NightFight, hexes: Iterable[Hex]) -> int:
    """9.0 The hexes within visibility and line of sight of any of some hexes, as a set of bits."""
    bits = LANDS[g.scenario_id].seen_bits[g.vegetation][g.visibility]
    return reduce(or_, map(bits.__getitem__, hexes), 0)


@fact
def watched_hexes(g: NightFight) -> int:
    """9.0 The hexes within visibility and line of sight of any Soviet piece, as a set of bits."""
    return seen_from_any(g, {unit.place for unit in g.soviets()})


def has_line(g: NightFight, a: Hex, b: Hex) -> bool:
    """9.0 Is there a line of sight, whatever the visibility?"""
    return g.land.sight[g.vegetation].sees(a, b)


def lit_zone(g: NightFight) -> frozenset[Hex]:
    """17.0 The hexes in and next to burning flares."""
    if not g.lit:
        return NOWHERE
    return frozenset(near for h in g.lit for near in (h, *GRID.neighbours[h]))


def in_view(g: NightFight, side: str, viewer: Hex, target: Hex) -> bool:
    """9.0, 17.0 Does a unit of this side in one hex have the other in visibility and line of sight?

    Flares lift the limit of visibility for Germans only (R44).
    """
    if target in seen_from(g, viewer):
        return True
    return bool(g.lit) and side != SOVIET and target in lit_zone(g) and has_line(g, viewer, target)


def why_not_in_view(g: NightFight, side: str, viewer: Hex, target: Hex) -> Refusal | None:
    """9.0, 17.0 Why a unit of this side does not see a hex: it is beyond visibility, or no line leads there."""
    if in_view(g, side, viewer, target):
        return None
    lifted = side != SOVIET and target in lit_zone(g)
    far = GRID.distance(viewer, target) > g.visibility and not lifted
    return Refusal("NF-9.0.3" if far else "NF-9.0.5")


def hexes_in_view(g: NightFight, side: str, viewer: Hex, hexes: Iterable[Hex]) -> list[Hex]:
    """9.0 Those of some hexes that a unit has in visibility and line of sight."""
    seen = seen_from(g, viewer)
    if not g.lit or side == SOVIET:
        return [h for h in hexes if h in seen]
    zone = lit_zone(g)
    return [h for h in hexes if h in seen or (h in zone and has_line(g, viewer, h))]


def eyes_upon(g: NightFight, side: str, target: Hex) -> list[Hex]:
    """9.0, 17.0 The hexes held by a side from which it has a hex in visibility and line of sight."""
    seen = seen_from(g, target)
    if not g.lit and g.friendly_hexes(side).keys().isdisjoint(seen):
        return []
    flares = bool(g.lit) and side != SOVIET and target in lit_zone(g)
    return [h for h in g.friendly_hexes(side) if h in seen or (flares and has_line(g, h, target))]


def lookouts(g: NightFight, hexes: Collection[Hex]) -> Set[Hex]:
    """9.0, 17.0 The German-held hexes that have any of some hexes in visibility and line of sight."""
    if not hexes:
        return NOWHERE
    held, index, bits = g.german_hexes, GRID.index, seen_from_any(g, hexes)
    found = {h for h in held if bits >> index[h] & 1}
    if g.lit and (lit := lit_zone(g).intersection(hexes)):
        found |= {h for h in held if h not in found and any(has_line(g, h, there) for there in lit)}
    return found


def in_enemy_view(g: NightFight, unit: Unit) -> bool:
    """R35 Does any enemy piece on the map have this unit in view?"""
    if unit.side != SOVIET:
        return bool(watched_hexes(g) >> GRID.index[unit.place] & 1)
    if not seen_from(g, unit.place).isdisjoint(g.german_hexes):
        return True
    return bool(g.lit) and bool(eyes_upon(g, "german", unit.place))


def refresh_spotted(g: NightFight, left: Hex = "") -> None:
    """10.3 A Spotted marker goes the instant no enemy has the unit in view; `left` is a hex just gone from to the next.

    By night that bears on nobody but those who can be seen from there, and they on the next hex are among them.
    """
    spotted = g.spotted()
    if not spotted:
        return
    if left and not g.lit:
        near = seen_from(g, left)
        spotted = [u for u in spotted if u.place in near]
    for unit in [u for u in spotted if not in_enemy_view(g, u)]:
        g.change(unit.id, spotted=False)
        g.tell("NF-10.3.11", "{unit} in {hex} is out of sight again", unit=unit.name, hex=unit.place)


def explain_sight(g: NightFight, a: Hex, b: Hex) -> SightLine:
    """9.0 The working of a sight line: which hexes block the best of the 36 lines, or that it is too long by night."""
    line = g.land.sight[g.vegetation].explain(a, b)
    if line.blocked_by:
        return msgspec.structs.replace(line, rule="NF-9.0.8")
    lifted = a not in g.soviet_hexes and b in lit_zone(g)  # R44 flares serve German eyes
    if line.distance > g.visibility and not lifted:
        return msgspec.structs.replace(line, clear=False, rule="NF-9.0.3")
    return line


# -------------------- 11.0, 17.0 Flares

COMMANDS = frozenset(t.id for t in TYPES.values() if "command" in t.flags)


def can_throw(g: NightFight, unit: Unit) -> bool:
    """11.0, 17.0, R44 An unpinned command unit may throw flares it carries or stands with whenever Germans may fire."""
    if unit.type not in COMMANDS or unit.pinned:
        return False
    return bool(unit.flares or g.loose.get(unit.place, BARE)[0])


def throwers(g: NightFight) -> list[Unit]:
    """11.0, 17.0 The German units that may throw flares, of all players."""
    return [u for u in g.germans() if can_throw(g, u)]


def hexes_worth_lighting(g: NightFight, place: Hex) -> list[Hex]:
    """17.0 Hexes within a throw that hold a Soviet piece, or lie beside one that is just out of reach."""
    far = LIMITS["flare_throw"]
    beyond = {n for h in g.soviet_hexes if GRID.distance(place, h) == far + 1 for n in GRID.neighbours[h]}
    return [h for h in GRID.within(place, far) if h in g.soviet_hexes or h in beyond]


class LightUp(Deed, frozen=True):
    """17.0 Flares burn in any hex within a throw."""

    stored = To
    is_open = True
    hex: Hex

    @classmethod
    def candidates(cls, g: NightFight, by: ThrowFlares) -> list[LightUp]:
        return [cls(h) for h in hexes_worth_lighting(g, g.pieces[by.unit].place)]

    def why_not(self, g: NightFight, by: ThrowFlares) -> Refusal | None:
        if self.hex not in GRID:
            return Refusal("NF-17.0.3", "Name a hex of the map.")
        near = GRID.distance(g.pieces[by.unit].place, self.hex) <= LIMITS["flare_throw"]
        return None if near else Refusal("NF-17.0.3")

    def do(self, g: NightFight, by: ThrowFlares) -> None:
        g.done()
        unit = g.pieces[by.unit]
        if unit.flares:
            g.change(unit.id, flares=unit.flares - 1)
        else:
            put_loose(g, unit.place, "flares", -1)
        g.acted, g.lit = {**g.acted, unit.side: True}, {**g.lit, self.hex: True}
        text = "{unit} in {at} throws flares: {hex} and the hexes around it lie in their light this turn"
        g.tell("NF-17.0.3", text, hexes=(self.hex,), unit=unit.name, at=unit.place, hex=self.hex)


class ThrowFlares(HidesOdds, ChoiceStep, frozen=True):
    """17.0 Flares go to any hex within six of the command unit and burn to the end of the turn."""

    unit: str

    deeds = (LightUp, Back)

    def run(self, g: NightFight) -> None:
        g.ask(g.pieces[self.unit].side, "Where shall the flares burn?", self.offered(g), "NF-17.0.3")
