"""How the Soviets hold the ring: who must not leave his place, and who shuts a line that has opened."""

from __future__ import annotations

from grognard.board.hexes.grid import Hex
from grognard.board.hexes.hex_sets import hexes_of
from grognard.engine.core.fact import fact
from grognard.games.folio.rules.movement import Movement, movable
from grognard.games.folio.rules.pace import moves
from grognard.games.folio.rules.state import Unit
from grognard.games.korsun.rules.data import GERMAN, GROUND, SOVIET
from grognard.games.korsun.rules.state import Pocket, encircled
from grognard.games.korsun.rules.victory import is_open

EARLY = 8  # how many units of a phase are looked for to shut the ring
MOST = 4  # how many it may take
FAR = 14  # hexes from which a unit may still come in time
NOBODY = ("", "")


def wall(g: Pocket, without: str = "") -> int:
    """Where the Soviets stand, one unit left out."""
    hexes = g.front(SOVIET).hexes
    return hexes & ~(1 << GROUND.index[g.pieces[without].place]) if without else hexes


def is_shut(g: Pocket, wall: int) -> bool:
    """Can no line run from the pocket to the west past a wall of units, rivers not counting?"""
    return not is_open(g.land, wall, g.front(GERMAN).hexes, encircled(g))


def layers(g: Pocket, wall: int) -> list[int]:
    """The hexes 0, 1, 2 … steps from the west edge, as lines run past a wall; the last has some of the pocket."""
    open_ = g.front(GERMAN).hexes | g.land.firm & ~(wall | GROUND.around.step(wall))
    return GROUND.around.rings(g.land.west_exits, open_, encircled(g))


def ways(g: Pocket, wall: int) -> list[int]:
    """The same, of the shortest lines alone; nothing if the ring is shut."""
    found = layers(g, wall)
    back = found[-1] & encircled(g)
    shortest = [back] if back else []
    for layer in reversed(found[:-1]) if back else ():
        back = GROUND.around.step(back) & layer
        shortest.append(back)
    return shortest


@fact
def corridor(g: Pocket, wall: int) -> int:
    """The shortest ways by which a line could still run from the pocket to the west past a wall of units."""
    found = 0
    for layer in () if is_shut(g, wall) else ways(g, wall):
        found |= layer
    return found & ~g.front(GERMAN).hexes


def opens(g: Pocket, unit: str, h: Hex) -> bool:
    """Would a unit that goes to a hex open a ring that is shut?"""
    return is_shut(g, wall(g)) and not is_shut(g, wall(g, unit) | 1 << GROUND.index[h])


# ------------------------------------------------------------------ shutting it again


def closer(g: Pocket, step: Movement) -> tuple[str, Hex]:
    """A unit that helps to shut the ring and where it goes, while few have moved; nobody if that takes too many."""
    if len(g.moved) >= EARLY:
        return NOBODY
    return _closer(g, step.mobile)


@fact
def _closer(g: Pocket, mobile: bool) -> tuple[str, Hex]:
    """The nearest unit that can get to one of the places where blockers are wanted."""
    units = movable(g, mobile=mobile)
    for spot in blockers(g):
        near = [u for u in units if GROUND.grid.distance(u.place, spot) <= FAR]
        for unit in sorted(near, key=lambda u: GROUND.grid.distance(u.place, spot)):
            if GROUND.index[spot] in moves(g, unit).stops and _can_be_spared(g, unit, spot):
                return unit.id, spot
    return NOBODY


def blockers(g: Pocket) -> list[Hex]:
    """Where units would have to stand to shut the ring, the most useful place first; none if it takes too many."""
    found: list[Hex] = []
    past = wall(g)
    while len(found) < MOST and (lines := ways(g, past)):
        narrow = min((line & ~g.front(GERMAN).hexes for line in lines), key=_width)
        spots = [h for h in hexes_of(GROUND.grid, GROUND.within(narrow, 1)) if h not in g.at]
        if not narrow or not spots:
            return []
        found.append(max(spots, key=lambda h: _length(g, past | 1 << GROUND.index[h])))
        past |= 1 << GROUND.index[found[-1]]
    return found if is_shut(g, past) else []


def _width(line: int) -> int:
    """How many hexes a line is wide; one through German units alone cannot be cut."""
    return line.bit_count() or len(GROUND.names)


def _length(g: Pocket, wall: int) -> int:
    """How long the shortest line past a wall is."""
    found = layers(g, wall)
    return len(found) if found[-1] & encircled(g) else len(GROUND.names)


def _can_be_spared(g: Pocket, unit: Unit, spot: Hex) -> bool:
    """Does a unit that goes to a place open no shorter line behind it?"""
    there = 1 << GROUND.index[spot]
    return _length(g, wall(g, unit.id) | there) >= _length(g, wall(g) | there)
