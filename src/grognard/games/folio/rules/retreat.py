"""7.7, 7.8 Retreat: away from the enemy, through no enemy zone, over friends only if there is no other way."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from grognard.board.hexes.grid import Hex
from grognard.board.hexes.map import side
from grognard.engine import ChoiceStep, Deed, Press, Refusal, Step, To
from grognard.engine.core.fact import fact
from grognard.engine.core.wording import with_count
from grognard.games.folio.rules.advance import Advance
from grognard.games.folio.rules.clauses import Folio, Path, Retreats
from grognard.games.folio.rules.movement import TO
from grognard.games.folio.rules.state import Unit
from grognard.games.folio.rules.units import does, eliminate, full, lose_step, price

STAND = Press("Stiff resistance")
GIVE_WAY = Press("Give way")


class Way(NamedTuple):
    """A lawful retreat: the hexes entered, whether it costs a step, and whether a friend must make room."""

    path: Path
    loss: bool = False
    displaces: bool = False


# ------------------------------------------------------------------ the paths


def why_not_enter(g: Folio, unit: Unit, here: Hex, h: Hex, away: Path) -> Refusal | None:
    """7.7 Why a retreating unit may not step from one hex into the next."""
    ground = g.rules.ground
    if ground.prohibited and side(here, h) in ground.prohibited:
        return Refusal("FO-5.1.7")
    if not ground.can_enter(h):
        return Refusal("FO-7.7.3")
    other = g.unit_at(h)
    if other is not None and other.side != unit.side:
        return Refusal("FO-7.7.3")
    if g.in_ezoc(unit.side, h):
        return Refusal("FO-6.2.1")
    if ground.nearest(h, away) <= ground.nearest(here, away):
        return Refusal("FO-7.7.2")
    return None


def steps_back(g: Folio, unit: Unit, here: Hex, away: Path) -> Iterator[Hex]:
    """7.7 The hexes that a retreating unit may step into from one, each when it is asked for."""
    ground, enemy = g.rules.ground, g.front(g.foe(unit.side))
    index, taken, prohibited, far = ground.index, enemy.hexes | enemy.zone, ground.prohibited, -1
    for h in ground.neighbours[here]:
        if taken >> index[h] & 1 or not ground.can_enter(h) or (prohibited and side(here, h) in prohibited):
            continue
        if far < 0:
            far = ground.nearest(here, away)
        if ground.nearest(h, away) > far:
            yield h


def paths(g: Folio, unit: Unit, count: int, away: Path) -> list[Path]:
    """7.7 Every path of up to `count` hexes, each hex farther from the enemies that took part."""
    found: list[Path] = [()]
    edge: list[Path] = [()]
    ahead: dict[Hex, list[Hex]] = {}
    for _ in range(count):
        ends = {path[-1] if path else unit.place for path in edge}
        ahead.update((here, list(steps_back(g, unit, here, away))) for here in ends)
        edge = [(*path, h) for path in edge for h in ahead[path[-1] if path else unit.place]]
        found += edge
    return found


def can_step_back(g: Folio, unit: Unit, away: Path) -> bool:
    """7.7 Is there a hex that a unit could retreat into?"""
    return any(steps_back(g, unit, unit.place, away))


def ways(g: Folio, retreat: Retreat) -> list[Way]:
    """7.7, R26 What the owner may choose from; nothing means that no hex can be entered."""
    unit, count = g.pieces[retreat.unit], retreat.count
    legal = paths(g, unit, count, retreat.away)
    full = [path for path in legal if len(path) == count]
    for order in _kinds(g, retreat, full):
        vacant = _vacant_ends(g, order.paths)
        if vacant:
            return [Way(path, order.loss) for path in vacant]
        crowded = [path for path in order.paths if _why_not_displace(g, path[-1], retreat) is None]
        if crowded:
            return [Way(path, order.loss, True) for path in _past_nobody(g, crowded)] + _short(g, legal, count)
    return _short(g, legal, count)


def _kinds(g: Folio, retreat: Retreat, full: list[Path]) -> list[Retreats]:
    """7.7, 7.7.1 Paths of full length by their kind, the kind first that goes before the others."""
    unit = g.pieces[retreat.unit]
    return g.rules.bombardment_retreats(g, unit, full) if retreat.bombardment else [Retreats(full, False)]


def _vacant_ends(g: Folio, some: list[Path]) -> list[Path]:
    """7.7 Paths that end in a vacant hex; wholly vacant ones before those through friends."""
    return _past_nobody(g, [path for path in some if path[-1] not in g.at])


def _past_nobody(g: Folio, some: list[Path]) -> list[Path]:
    """7.7 Of some paths those that pass through no friend on the way; where there is none, all of them."""
    return [path for path in some if not any(h in g.at for h in path[:-1])] or some


def _short(g: Folio, legal: list[Path], count: int) -> list[Way]:
    """7.7 The longest retreats that stop short; the unit loses a step there."""
    for length in range(count - 1, 0, -1):
        vacant = _vacant_ends(g, [path for path in legal if len(path) == length])
        if vacant:
            return [Way(path, loss=True) for path in vacant]
    return []


def backs_on_sea(g: Folio, unit: Unit, away: Path) -> bool:
    """7.7, R80 Could a seaborne unit have gone on over the sea?"""
    return "seaborne" in g.what(unit).flags and any(
        not g.rules.ground.can_enter(h) and _is_free_sea(g, unit, h, away)
        for h in g.rules.ground.neighbours[unit.place]
    )


def _is_free_sea(g: Folio, unit: Unit, h: Hex, away: Path) -> bool:
    """7.7, 6.2, R80 Is nothing but the water in the way: no enemy zone, no shut hexside, no way nearer to the enemy?"""
    ground, here = g.rules.ground, unit.place
    farther = ground.nearest(h, away) > ground.nearest(here, away)
    return farther and not g.in_ezoc(unit.side, h) and side(here, h) not in ground.prohibited


# ------------------------------------------------------------------ the retreat


@fact
def ways_to(g: Folio, retreat: Retreat) -> dict[Hex, list[Way]]:
    """7.7 Where the retreat may end, and every way there, the one first that gives least away."""
    found: dict[Hex, list[Way]] = {}
    for way in sorted(ways(g, retreat), key=lambda way: retreat.gives_away(g, way)):
        found.setdefault(way.path[-1], []).append(way)
    return found


class RetreatTo(Deed, frozen=True):
    """7.7 To a hex of the owner's choice, for what that costs."""

    stored = To
    hex: Hex

    @classmethod
    def answers(cls, g: Folio, by: Retreat) -> list[To]:
        return [TO[h] for h in ways_to(g, by)]

    def why_not(self, g: Folio, by: Retreat) -> Refusal | None:
        return None if self.hex in ways_to(g, by) else by.why_not_end(g, self.hex)

    def do(self, g: Folio, by: Retreat) -> None:
        g.swap(ByWay(by, self.hex))

    def reads(self, g: Folio, by: Retreat) -> str:
        way = by.ends(g).get(self.hex)
        cost = self._price(g, by, way) if way else ""
        return f"{self.says(g)} ({cost})" if cost else self.says(g)

    def _price(self, g: Folio, by: Retreat, way: Way) -> str:
        """7.7 What a retreat by this way costs, if it costs anything."""
        costs, short = [], by.count - len(way.path)
        if way.loss:
            costs.append((f"{with_count(short, 'hex')} short: " if short else "") + price(g, g.pieces[by.unit]))
        held = g.unit_at(way.path[-1])
        if way.displaces and held is not None:
            costs.append(f"pushes {g.name(held)} back")
        return ", ".join(costs)


class Stand(Deed, frozen=True):
    """7.8 Stiff resistance: a step is lost, nobody retreats, nobody advances."""

    stored = STAND

    def do(self, g: Folio, by: Retreat) -> None:
        unit = g.pieces[by.unit]
        verb = does(g, [unit], "stands")
        words = "{unit} in {hex} {verb} by stiff resistance"
        g.tell("FO-7.8.1", words, hexes=(unit.place,), unit=g.name(unit), hex=unit.place, verb=verb)
        lose_step(g, unit, "FO-7.8.1")
        g.done()

    def reads(self, g: Folio, by: Retreat) -> str:
        return f"{self.says(g)}: {price(g, g.pieces[by.unit])}"


class GiveWay(Deed, frozen=True):
    """7.7 Not one hex can be entered: eliminated, or a step less for a seaborne unit with its back to the sea."""

    stored = GIVE_WAY

    @classmethod
    def answers(cls, g: Folio, by: Retreat) -> list[Press]:
        return [] if ways_to(g, by) else [GIVE_WAY]

    def do(self, g: Folio, by: Retreat) -> None:
        unit = g.pieces[by.unit]
        if backs_on_sea(g, unit, by.away):
            if lose_step(g, unit, "FO-7.7.8"):
                return g.done()
        else:
            eliminate(g, unit, "FO-7.7.6")
        g.swap(Advance((unit.place,), by.pursuers))

    def reads(self, g: Folio, by: Retreat) -> str:
        """It never beats stiff resistance."""
        unit = g.pieces[by.unit]
        fate = price(g, unit) if backs_on_sea(g, unit, by.away) else "is eliminated"
        after = " and the enemy may advance" if by.pursuers and "eliminated" in fate else ""
        return f"{self.says(g)}: cannot retreat, {fate}{after} (no better than stiff resistance)"


class Retreat(ChoiceStep, frozen=True):
    """7.7, 7.8 One unit retreats to a hex of its owner's choice, or stands by stiff resistance.

    `away` are the hexes it must get away from, `fellows` the units of the same attack, `pursuers` those that
    may advance afterwards.
    """

    unit: str
    count: int
    away: tuple[Hex, ...]
    fellows: tuple[str, ...] = ()
    pursuers: tuple[str, ...] = ()
    bombardment: bool = False

    deeds = (RetreatTo, Stand, GiveWay)

    def run(self, g: Folio) -> None:
        g.ask(g.pieces[self.unit].side, lambda: self._words(g), self.offered(g), "FO-7.7.1")

    def _words(self, g: Folio) -> str:
        return f"{full(g, g.pieces[self.unit])} must retreat {with_count(self.count, 'hex')}"

    def ends(self, g: Folio) -> dict[Hex, Way]:
        """7.7 Where the retreat may end, and of the ways there the one that gives least away."""
        return {end: some[0] for end, some in ways_to(g, self).items()}

    def gives_away(self, g: Folio, way: Way) -> tuple[int, int]:
        """7.9, R82 What a way costs: hexes that count opened to an advance, or not taken; then good ground."""
        passed = way.path[:-1]
        held = [g.control[h] == g.pieces[self.unit].side for h in passed if h in g.control]
        opened = held.count(True) if self.pursuers else -held.count(False)
        return opened, sum(g.rules.ground.lines[h] for h in passed)

    def is_all_one(self, g: Folio, some: list[Way]) -> bool:
        """7.9, R26, R82 Do some ways to one hex cost the same? Pursuers may stand in every hex passed."""
        if self.pursuers:
            return len(some) == 1
        side_ = g.pieces[self.unit].side
        return len({frozenset(h for h in way.path if g.control.get(h, side_) != side_) for way in some}) == 1

    def go(self, g: Folio, way: Way) -> None:
        """7.7 Along a way to its end; who stands there makes room first."""
        cite = "FO-7.7.5" if len(way.path) < self.count else "FO-7.7.1.2"
        settle = Settle(self.unit, way.path, way.loss, self.pursuers, cite)
        blocker = g.unit_at(way.path[-1])
        if blocker is None:
            return g.swap(settle)
        g.swap(Displace(blocker.id, self.away, (*self.fellows, self.unit)), settle)

    def why_not_end(self, g: Folio, h: Hex) -> Refusal:
        """7.7 Why the retreat may not end in a hex: it cannot be entered, or another hex must be chosen."""
        unit, ground = g.pieces[self.unit], g.rules.ground
        if h not in ground.index or not ground.can_enter(h):
            return Refusal("FO-7.7.3")
        if h in ground.neighbours[unit.place]:
            barred = why_not_enter(g, unit, unit.place, h, self.away)
            if barred is not None:
                return barred
        if ground.grid.distance(unit.place, h) != self.count:
            return Refusal("FO-7.7.5", f"The retreat goes {with_count(self.count, 'hex')}.")
        return self._why_not_last(g, h)

    def _why_not_last(self, g: Folio, h: Hex) -> Refusal:
        """7.7 The same of a hex at the right distance."""
        unit, other = g.pieces[self.unit], g.unit_at(h)
        if other is not None and other.side != unit.side:
            return Refusal("FO-7.7.3")
        if g.in_ezoc(unit.side, h):
            return Refusal("FO-6.2.1")
        there = [path for path in paths(g, unit, self.count, self.away) if path and path[-1] == h]
        if not there:
            return Refusal("FO-7.7.2", "No way leads there, each hex of it farther away.")
        barred = _why_not_displace(g, h, self) if other is not None else None
        return barred or self._why_not_kind(g, there) or self._why_not_friends(g, h)

    def _why_not_kind(self, g: Folio, there: list[Path]) -> Refusal | None:
        """7.7.1 Why a bombarded unit may take none of these paths: those of another kind go before them."""
        full = [path for path in paths(g, g.pieces[self.unit], self.count, self.away) if len(path) == self.count]
        kinds, taken = _kinds(g, self, full), {way.path for way in ways(g, self)}
        best = next((number for number, kind in enumerate(kinds) if taken.intersection(kind.paths)), len(kinds))
        if any(path in kind.paths for kind in kinds[: best + 1] for path in there):
            return None
        return Refusal(g.rules.bombarding.nearer if best else g.rules.bombarding.retreat)

    def _why_not_friends(self, g: Folio, h: Hex) -> Refusal:
        """7.7, 7.7.2 Why the way may not lead through friends or push one back: there is one without them."""
        vacant = any(way.path[-1] not in g.at for way in ways(g, self))
        return Refusal("FO-7.7.2.6" if h in g.at and vacant else "FO-7.7.4")


class PassBy(Deed, frozen=True):
    """7.7, R26 The retreat goes on by a hex."""

    stored = To
    hex: Hex

    @classmethod
    def answers(cls, g: Folio, by: ByWay) -> list[To]:
        return [TO[h] for h in by.hexes(g)]

    def why_not(self, g: Folio, by: ByWay) -> Refusal | None:
        here, unit = by.fork_at(g), g.pieces[by.unit]
        near = self.hex in g.rules.ground.neighbours[here]
        return why_not_enter(g, unit, here, self.hex, by.retreat.away) if near else None

    def do(self, g: Folio, by: ByWay) -> None:
        g.swap(replace(by, passed=(*by.before_fork(g), self.hex)))

    def reads(self, g: Folio, by: ByWay) -> str:
        """7.9, R82 What a pursuer would find in the hex."""
        terrain = g.rules.ground.terrain[self.hex].replace("_", " ")
        return f"by {self.hex}: {terrain}{', it counts' if self.hex in g.control else ''}"


class ByWay(ChoiceStep, frozen=True):
    """7.7, R26 The end of a retreat is chosen; where the ways to it cost different things, the owner says which."""

    retreat: Retreat
    end: Hex
    passed: Path = ()

    deeds = (PassBy,)

    @property
    def unit(self) -> str:
        """Who retreats."""
        return self.retreat.unit

    def run(self, g: Folio) -> None:
        some = self._open(g)
        if self.retreat.is_all_one(g, some):
            return self.retreat.go(g, some[0])
        words = f"{full(g, g.pieces[self.unit])} retreats to {self.end}: by which hex?"
        g.ask(g.pieces[self.unit].side, words, self.offered(g), "FO-7.7.1")

    def _open(self, g: Folio) -> list[Way]:
        """The ways that are left, the one first that gives least away."""
        some = ways_to(g, self.retreat)[self.end]
        return [way for way in some if way.path[: len(self.passed)] == self.passed]

    def _fork(self, g: Folio) -> int:
        """The number of the first hex in which the ways that are left differ."""
        steps = zip(*(way.path for way in self._open(g)), strict=True)
        return next(number for number, hexes in enumerate(steps) if len(set(hexes)) > 1)

    def hexes(self, g: Folio) -> list[Hex]:
        """7.7 By which hexes the retreat may go on."""
        fork = self._fork(g)
        return list(dict.fromkeys(way.path[fork] for way in self._open(g)))

    def before_fork(self, g: Folio) -> Path:
        """The hexes that the ways that are left have in common."""
        return self._open(g)[0].path[: self._fork(g)]

    def fork_at(self, g: Folio) -> Hex:
        """Where they part."""
        return (g.pieces[self.unit].place, *self.before_fork(g))[-1]


class Settle(Step, frozen=True):
    """7.7 The unit arrives at the end of its path; what it left is open to an advance."""

    unit: str
    path: tuple[Hex, ...]
    loss: bool
    pursuers: tuple[str, ...]
    cite: str = "FO-7.7.5"  # by which it loses a step there

    def run(self, g: Folio) -> None:
        unit = g.pieces[self.unit]
        start, end = unit.place, self.path[-1]
        name, verb = g.name(unit), does(g, [unit], "retreats")
        g.tell("FO-7.7.1", "{unit} {verb} to {hex}", hexes=(start, *self.path), unit=name, verb=verb, hex=end)
        g.hold(unit.side, *self.path)  # R82
        g.place(unit, end)
        g.retreated = {**g.retreated, unit.id: True}
        left = (start, *self.path[:-1])
        if self.loss and not lose_step(g, g.pieces[unit.id], self.cite):
            left = (start, *self.path)
        g.swap(Advance(left, self.pursuers))


# ------------------------------------------------------------------ displacement


def displacements(g: Folio, unit: Unit, away: Path, fellows: tuple[str, ...]) -> list[Hex]:
    """7.7.2 Where a displaced unit may go: one hex as if retreating, vacant or held by a friend that can move on."""
    found = []
    for h in steps_back(g, unit, unit.place, away):
        other = g.unit_at(h)
        if other is None or (other.id not in fellows and displacements(g, other, away, fellows)):
            found.append(h)
    return found


def _why_not_displace(g: Folio, h: Hex, retreat: Retreat) -> Refusal | None:
    """7.7.2 Why nobody makes room in a hex for a unit that retreats there."""
    blocker, fellows = g.unit_at(h), (*retreat.fellows, retreat.unit)
    if blocker is None or blocker.id in fellows:
        return Refusal("FO-7.7.2.1", "Units of the same attack do not make room for one another.")
    return None if displacements(g, blocker, retreat.away, fellows) else Refusal("FO-7.7.2.2", "It has nowhere to go.")


class MakeRoom(Deed, frozen=True):
    """7.7.2 A friend goes to a hex to make room."""

    stored = To
    hex: Hex

    @classmethod
    def answers(cls, g: Folio, by: Displace) -> list[To]:
        return [TO[h] for h in by.open_to(g)]

    def why_not(self, g: Folio, by: Displace) -> Refusal | None:
        unit = g.pieces[by.unit]
        if self.hex in by.open_to(g):
            return None
        if self.hex in g.rules.ground.neighbours[unit.place]:
            return why_not_enter(g, unit, unit.place, self.hex, by.away) or Refusal("FO-7.7.2.6")
        return Refusal("FO-7.7.2.2")

    def do(self, g: Folio, by: Displace) -> None:
        by.go(g, self.hex)


class Displace(ChoiceStep, frozen=True):
    """7.7.2 A friend makes room, pushing others on if it must; nobody loses a step."""

    unit: str
    away: tuple[Hex, ...]
    fellows: tuple[str, ...]

    deeds = (MakeRoom,)

    def run(self, g: Folio) -> None:
        unit, open_ = g.pieces[self.unit], self.open_to(g)
        if len(open_) == 1:
            return self.go(g, open_[0])
        g.ask(unit.side, f"{full(g, unit)} makes room: where to?", self.offered(g), "FO-7.7.2.2")

    def open_to(self, g: Folio) -> list[Hex]:
        """Where the unit may go; onto a friend only if no vacant hex is open."""
        found = displacements(g, g.pieces[self.unit], self.away, self.fellows)
        return [h for h in found if h not in g.at] or found

    def go(self, g: Folio, h: Hex) -> None:
        """It goes; who stands there makes room first."""
        blocker, shift = g.unit_at(h), Shift(self.unit, h)
        if blocker is None:
            return g.swap(shift)
        g.swap(Displace(blocker.id, self.away, self.fellows), shift)


class Shift(Step, frozen=True):
    """7.7.2 The displaced unit goes; it counts as having retreated."""

    unit: str
    hex: Hex

    def run(self, g: Folio) -> None:
        unit = g.pieces[self.unit]
        name, verb, way = g.name(unit), does(g, [unit], "is"), (unit.place, self.hex)
        g.tell("FO-7.7.2.1", "{unit} {verb} displaced to {hex}", hexes=way, unit=name, verb=verb, hex=self.hex)
        g.place(unit, self.hex)
        g.retreated = {**g.retreated, unit.id: True}
        g.done()
