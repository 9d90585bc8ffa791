"""18.0 Rebuilding: one depleted unit flipped, or a lost battalion back at the airfield."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from grognard.board.hexes.grid import Hex
from grognard.board.hexes.hex_sets import bits_of
from grognard.engine import ChoiceStep, Deed, Pick, Press, Refusal, Working
from grognard.engine.core.fact import fact
from grognard.games.folio.rules.movement import PICK, ChooseUnit
from grognard.games.folio.rules.state import ELIMINATED, Unit
from grognard.games.folio.rules.units import full, title
from grognard.games.korsun.rules.data import AIRFIELD, COUNTERS, ENCIRCLED, GERMAN, GROUND, GROUPS, SOVIET
from grognard.games.korsun.rules.state import Pocket, group
from grognard.games.korsun.rules.supply import has_line

NOTHING = Press("No rebuild")
INFANTRY = ("inf", "fus", "adhoc", "sec")  # R58


def why_not_rebuild(g: Pocket, unit: Unit) -> Refusal | None:
    """18.0 Why the current player may not rebuild a unit."""
    if unit.side != g.current:
        return Refusal("KP-18.0.1")
    if unit.place == ELIMINATED:
        return why_not_return(g, unit)
    if not unit.depleted:
        return Refusal("KP-18.0.1", "It is not depleted.")
    if g.in_ezoc(unit.side, unit.place):
        return Refusal("KP-18.0.3")
    if not has_line(g, unit):
        return Refusal("KP-18.0.2")
    return None


def why_not_return(g: Pocket, unit: Unit) -> Refusal | None:
    """18.0, R57, R58 Why an eliminated unit may not come back at the airfield."""
    what = g.what(unit)
    if what.group != ENCIRCLED or what.back is not None:
        return Refusal("KP-18.0.6")
    if what.type not in INFANTRY:
        return Refusal("KP-18.0.4")
    if g.control[AIRFIELD] != GERMAN or g.unit_at(AIRFIELD) is not None:
        return Refusal("KP-18.0.5")
    return None


class RebuildUnit(ChooseUnit, frozen=True):
    """18.0 A depleted unit is turned over, or a lost one comes back at the airfield."""

    def why_not(self, g: Pocket, by: Rebuild) -> Refusal | None:
        return why_not_rebuild(g, g.pieces[self.piece])

    def do(self, g: Pocket, by: Rebuild) -> None:
        unit = g.pieces[self.piece]
        if unit.place in GROUND.index:
            g.put(replace(unit, depleted=False))
            g.tell("KP-18.0.1", "{unit} in {hex} is rebuilt", unit=g.name(unit), hex=unit.place)
        else:
            g.place(unit, AIRFIELD)
            g.tell("KP-18.0.4", "{unit} returns at the airfield", unit=g.name(unit))
        g.done()

    def says(self, g: Pocket) -> str:
        unit = g.pieces[self.piece]
        return f"{title(g, unit)} returns at the airfield" if unit.place == ELIMINATED else f"rebuild {full(g, unit)}"


class NoRebuild(Deed, frozen=True):
    """18.0 Nobody must rebuild."""

    stored = NOTHING

    def do(self, g: Pocket, by: Rebuild) -> None:
        g.done()


class Rebuild(ChoiceStep, frozen=True):
    """18.0 At the end of his own player turn each player may rebuild one unit."""

    deeds = (RebuildUnit, NoRebuild)

    def run(self, g: Pocket) -> None:
        offered = self.offered(g)
        if offered.first() == NOTHING:
            return g.done()
        g.ask(g.current, "Rebuild a unit?", offered, "KP-18.0.1")


# -------------------- 19.0 The 5th Guards Tank Army

ROLL_ALL = Press("Roll for all")
NO_MORE = Press("No more rolls")


def put_to_sleep(g: Pocket) -> None:
    """19.0 All units of the four corps that take part begin unreleased."""
    g.asleep = {unit.id: True for unit in g.pieces.values() if GROUPS[group(unit)].sleeps}


def wake(g: Pocket, corps: str) -> None:
    """19.0 What still sleeps of a corps, and only of that corps, is released for good."""
    sleepers = [u for u in g.asleep if COUNTERS[u].group == corps]
    if not sleepers:
        return
    awaken(g, sleepers)
    g.tell("KP-19.0.3", "The {corps} is released", corps=GROUPS[corps].name)


def awaken(g: Pocket, units: Sequence[str]) -> None:
    """19.0 Units are released for good."""
    g.asleep = {unit: True for unit in g.asleep if unit not in units}


def alarm(g: Pocket, unit: Unit, path: Sequence[Hex]) -> None:
    """19.0 A German unit has come next to units of a sleeping corps by movement or advance."""
    if unit.side != GERMAN or not g.asleep:
        return
    near = beside_sleepers(g)
    for h in path if near else ():
        for other in g.beside(h) if near >> GROUND.index[h] & 1 else ():
            if other.side == SOVIET:
                wake(g, group(other))


@fact
def beside_sleepers(g: Pocket) -> int:
    """19.0 Every hex next to a unit of a corps of which something sleeps."""
    corps = {COUNTERS[unit].group for unit in g.asleep}
    places = [u.place for u in g.units(SOVIET) if COUNTERS[u.id].group in corps]
    return GROUND.around.step(bits_of(GROUND.grid, places))


def release_roll(g: Pocket, unit: str) -> Working:
    """19.0 The die that calls a unit."""
    return Working(f"Release of {g.name(g.pieces[unit])}", dice=1, needs=g.battle.release_die)


class RollForAll(Deed, frozen=True):
    """19.0 A die for every unit that is left."""

    stored = ROLL_ALL

    def do(self, g: Pocket, by: ReleaseRolls) -> None:
        by.roll(g, by.left(g))


class RollFor(ChooseUnit, frozen=True):
    """19.0 A die for one unit."""

    @classmethod
    def answers(cls, g: Pocket, by: ReleaseRolls) -> list[Pick]:
        return [PICK[u] for u in by.left(g)]

    def why_not(self, g: Pocket, by: ReleaseRolls) -> Refusal | None:
        once = Refusal("KP-19.0.2", "One die for each unreleased unit and phase.")
        return None if self.piece in by.left(g) else once

    def do(self, g: Pocket, by: ReleaseRolls) -> None:
        by.roll(g, [self.piece])

    def preview(self, g: Pocket, by: ReleaseRolls) -> Working:
        return release_roll(g, self.piece)


class NoMoreRolls(Deed, frozen=True):
    """19.0 The others wait."""

    stored = NO_MORE

    def do(self, g: Pocket, by: ReleaseRolls) -> None:
        g.done()


class ReleaseRolls(ChoiceStep, frozen=True):
    """19.0, R61 One die for each unreleased unit, at the start of the Soviet Movement Phase from turn 2."""

    rolled: tuple[str, ...] = ()

    deeds = (RollForAll, RollFor, NoMoreRolls)

    def run(self, g: Pocket) -> None:
        if g.turn < g.battle.release_turn or not self.left(g):
            return g.done()
        g.ask(SOVIET, "Roll to release units of the 5th Guards Tank Army?", self.offered(g), "KP-19.0.2")

    def left(self, g: Pocket) -> list[str]:
        """19.0 The units for which no die was rolled in this phase."""
        return [u for u in g.asleep if u not in self.rolled and g.pieces[u].place in GROUND.index]

    def roll(self, g: Pocket, units: list[str]) -> None:
        """19.0 A die for each of these."""
        dice = g.throw(len(units), g.battle.release_die)
        if g.watching:
            g.outcome(self._fate([die >= g.battle.release_die for die in dice]))
        for unit, die in zip(units, dice, strict=True):
            self._rolled(g, unit, die)
        g.swap(ReleaseRolls((*self.rolled, *units)))

    def _fate(self, freed: list[bool]) -> str:
        """19.0 What some dice come to: of one whether it is released, of many how many are."""
        if len(freed) == 1:
            return "released" if freed[0] else "not released"
        return f"{sum(freed) or 'none'} released"

    def _rolled(self, g: Pocket, unit: str, die: int) -> None:
        """19.0 What one unit's die does."""
        freed = die >= g.battle.release_die
        fate = "is released" if freed else "waits for orders"
        working = release_roll(g, unit).rolled((die,), "yes" if freed else "no", fate)
        place = g.pieces[unit].place
        words = "{unit} in {hex} {fate}"
        g.tell("KP-19.0.2", words, working=working, hexes=(place,), unit=g.name(g.pieces[unit]), hex=place, fate=fate)
        if freed:
            awaken(g, [unit])
