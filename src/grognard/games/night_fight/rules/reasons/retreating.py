"""What breaks the rules of a retreat (13.4, R52)."""

from __future__ import annotations

from grognard.board.hexes.grid import Hex
from grognard.engine import Action, Reason, To
from grognard.games.night_fight.rules.data import GRID
from grognard.games.night_fight.rules.fire import Retreat
from grognard.games.night_fight.rules.reasons.facts import ROOM, enemy, hexagon, reason
from grognard.games.night_fight.rules.sight import in_view
from grognard.games.night_fight.rules.state import SOVIET, NightFight, Unit, owner
from grognard.games.night_fight.rules.terrain import entry_cost, features, mover_class

STRAIGHT, LOOSE = 1, 0  # how much farther every step of a path must lead
BEND = 2  # R52 the kinds of path that are straight come before this one


class Back:
    """A retreat that is asked about: who, how far, on what kind of path, and whether its end is known."""

    def __init__(self, g: NightFight) -> None:
        step = g.steps[-1]
        assert isinstance(step, Retreat)
        self.g, self.step, self.unit = g, step, g.pieces[step.unit]
        self.asked = [a.hex for a in g.asks[0].actions if isinstance(a, To)]
        self.length, self.least = self.measure()
        self.by_steps = self.length > 1 and all(GRID.distance(self.unit.place, h) == 1 for h in self.asked)

    def measure(self) -> tuple[int, int]:
        """R52 The greatest length for which a path leads anywhere; straight ones before loose ones."""
        for length in range(self.step.left, 0, -1):
            begun = self.step.tier if length == self.step.left else 0
            if begun < BEND and any(self.room(h) for h in self.walks(self.unit.place, length, STRAIGHT)):
                return length, STRAIGHT
            if any(self.farther(h) and self.own(h) for h in self.walks(self.unit.place, length, LOOSE)):
                return length, LOOSE
        return self.step.left, STRAIGHT

    def gain(self, h: Hex) -> int:
        """How much farther from the enemy a hex is than the unit."""
        return GRID.distance(self.step.away, h) - GRID.distance(self.step.away, self.unit.place)

    def farther(self, h: Hex) -> bool:
        """Is a hex farther from the enemy than the unit was at first?"""
        return GRID.distance(self.step.away, h) > GRID.distance(self.step.away, self.step.start)

    def room(self, h: Hex) -> bool:
        """Is there room for the unit, and nobody of another player?"""
        return len(self.g.at.get(h, ())) + (h in self.g.wrecks) < ROOM and self.own(h)

    def own(self, h: Hex) -> bool:
        """Is nobody of another player there?"""
        return all(u.side == self.unit.side for u in self.g.here(h))

    def opens(self, h: Hex) -> bool:
        """May the unit enter a hex, and is no enemy there?"""
        g, unit = self.g, self.unit
        mover = "vehicle" if unit.type == "dummy" else mover_class(unit)
        gully = unit.mobile and "gully" in features(g, h)
        return not gully and entry_cost(g, h, mover) is not None and not any(enemy(u, unit) for u in g.here(h))

    def walks(self, start: Hex, length: int, least: int, *, free: bool = False) -> set[Hex]:
        """Where paths of so many steps end; free of everything that stands in the way, or not."""
        found = {start}
        for _ in range(length):
            steps = [(here, h) for here in found for h in GRID.neighbours[here]]
            found = {h for here, h in steps if self.gain(h) - self.gain(here) >= least and (free or self.opens(h))}
        return found

    def leads(self, h: Hex, *, free: bool) -> bool:
        """Is a hex the end of such a path, or, if the end is known, the first step of one to it?"""
        place, least = self.unit.place, self.least
        if not self.by_steps:
            return h in self.walks(place, self.length, least, free=free)
        ends = {self.step.end} if self.step.end else self.walks(place, self.length, least)
        onward = self.walks(h, self.length - 1, least, free=free)
        return h in self.walks(place, 1, least, free=free) and not ends.isdisjoint(onward)


def nearer(g: NightFight, side: str, action: Action) -> bool:
    """13.4 The hex is no farther from the enemy than the path allows, or as an end than the unit at first."""
    back, h = Back(g), hexagon(action)
    return h in GRID and (back.gain(h) < back.least or not (back.by_steps or back.farther(h)))


def wrong_length(g: NightFight, side: str, action: Action) -> bool:
    """13.4 No path of the length leads there, even over open ground."""
    back, h = Back(g), hexagon(action)
    return h in GRID and not back.leads(h, free=True)


def shut(g: NightFight, side: str, action: Action) -> bool:
    """13.4 An enemy or the ground keeps the unit out."""
    return hexagon(action) in GRID and not Back(g).opens(hexagon(action))


def full(g: NightFight, side: str, action: Action) -> bool:
    """13.4 There are three in the hex, and the retreat could end where there is room."""
    back = Back(g)
    ends = back.walks(back.unit.place, back.length, back.least)
    free = any(back.room(h) and back.farther(h) for h in ends)
    return not back.by_steps and free and len(g.here(hexagon(action))) + (hexagon(action) in g.wrecks) >= ROOM


def blocked(g: NightFight, side: str, action: Action) -> bool:
    """13.4 Every path of the length is blocked by enemies or ground."""
    back, h = Back(g), hexagon(action)
    return h in GRID and not back.leads(h, free=False)


def towards_another(g: NightFight, side: str, action: Action) -> bool:
    """13.4 The hex is closer to a spotted enemy in view than the start was, and the retreat could end elsewhere."""
    back = Back(g)
    start = back.step.start
    seen = [u.place for u in g.spotted() if enemy(u, back.unit) and in_view(g, back.unit.side, start, u.place)]

    def closer(h: Hex) -> bool:
        return any(GRID.distance(w, h) < GRID.distance(w, start) for w in seen)

    ends = [h for h in back.walks(back.unit.place, back.length, back.least) if back.room(h)]
    waived = back.by_steps or back.least == LOOSE or all(map(closer, ends))
    return hexagon(action) in GRID and not waived and closer(hexagon(action))


def away_from_friends(g: NightFight, side: str, action: Action) -> bool:
    """13.4 A shelled unit could end nearer to a friend."""
    back, h = Back(g), hexagon(action)
    friends = [u.place for u in g.pieces.values() if _friend(u, back.unit) and u.place in GRID]
    gaps = [min(GRID.distance(e, f) for f in friends) for e in back.asked] if friends else []
    return back.step.shelled and h in GRID and bool(gaps) and min(GRID.distance(h, f) for f in friends) > min(gaps)


def _friend(other: Unit, unit: Unit) -> bool:
    return other.id != unit.id and owner(other.side) == owner(unit.side)


def others_hex(g: NightFight, side: str, action: Action) -> bool:
    """20.2 Units of another player are in the hex where a retreat is to end."""
    back = Back(g)
    return not back.by_steps and any(u.side not in (back.unit.side, SOVIET) for u in g.here(hexagon(action)))


BACK = (Retreat,)
RETREATING: dict[str, tuple[Reason, ...]] = {
    "NF-13.4.3": (reason("it is not as far as the die says", wrong_length, BACK, To),),
    "NF-13.4.4": (reason("it is no farther from the enemy", nearer, BACK, To),),
    "NF-13.4.6": (
        reason("it may not enter", shut, BACK, To),
        reason("there is no room", full, BACK, To),
        reason("every path is blocked", blocked, BACK, To),
    ),
    "NF-13.4.7": (reason("it is closer to another spotted enemy", towards_another, BACK, To),),
    "NF-13.4.9": (reason("another end is nearer to a friend", away_from_friends, BACK, To),),
    "NF-20.2.3": (reason("another player is in the hex", others_hex, BACK, To),),
}
