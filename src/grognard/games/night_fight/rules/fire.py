"""13.0 Fire: who may shoot at whom, and the shot itself."""

from __future__ import annotations

from grognard.board.hexes.grid import Hex
from grognard.engine import Modifier, Refusal, Step, Working
from grognard.games.night_fight.rules.combat_table import roll_combat, shifts, working_of
from grognard.games.night_fight.rules.data import GRID, LIMITS
from grognard.games.night_fight.rules.results import Result
from grognard.games.night_fight.rules.rolls import found
from grognard.games.night_fight.rules.sight import hexes_in_view, in_view, why_not_in_view
from grognard.games.night_fight.rules.spotting import spotted_by_firing
from grognard.games.night_fight.rules.stacking import overstacked
from grognard.games.night_fight.rules.state import SOVIET, NightFight, Unit

FAUST_FACTOR = 3  # 17.0


# ------------------------------------------------------------------ may it fire?


def why_not_fire(g: NightFight, firer: Unit, target: Unit) -> Refusal | None:
    """13.0 Why a unit may not fire at a target now."""
    if firer.pinned:
        return Refusal("NF-13.4.13")
    if not firer.what.fires:
        return Refusal("NF-13.3.1", "A piece of strength 0 never fires.")
    if shots_left(g, firer) < 1:
        return Refusal("NF-13.0.4")
    if overstacked(g, firer.place):
        return Refusal("NF-4.3.2")
    if (firer.side == SOVIET) == (target.side == SOVIET):
        return Refusal("NF-13.0.1", "It is on the same side.")
    if target.up and target.what.kind == "strike":
        return Refusal("NF-15.2.4")
    if not target.spotted:
        return Refusal("NF-9.0.1", "Nobody has spotted it yet.")
    return why_not_in_view(g, firer.side, firer.place, target.place)


def shots_left(g: NightFight, firer: Unit) -> int:
    """13.0, 16.6 One shot a phase, two with supply."""
    return (2 if firer.id in g.supplied else 1) - g.fired.get(firer.id, 0)


def can_fire(g: NightFight, unit: Unit) -> bool:
    """4.3, 13.0, 13.4 Has the unit a shot left that it may use?"""
    return not unit.pinned and unit.what.fires and shots_left(g, unit) > 0 and not overstacked(g, unit.place)


def spotted_by_hex(g: NightFight, *, soviet: bool) -> dict[Hex, list[Unit]]:
    """10.3 The spotted units of one side, by hex."""
    spotted: dict[Hex, list[Unit]] = {}
    for unit in g.spotted():
        if (unit.side == SOVIET) == soviet:
            spotted.setdefault(unit.place, []).append(unit)
    return spotted


def targets(g: NightFight, firer: Unit) -> list[Unit]:
    """5.2, 10.3 Every spotted enemy a unit may fire at now; any unit may have spotted it."""
    if not can_fire(g, firer):
        return []
    spotted = spotted_by_hex(g, soviet=firer.side != SOVIET)
    return [t for h in hexes_in_view(g, firer.side, firer.place, spotted) for t in spotted[h]]


# ------------------------------------------------------------------ strength and working


def fire_strength(firer: Unit, faust: bool) -> int:
    """13.3, 17.0 Printed strength; three times the carrier's for Panzerfausts."""
    return (firer.what.strength or 0) * (FAUST_FACTOR if faust else 1)


def shot_working(firer: Unit, target: Unit, strength: int, modifiers: list[Modifier]) -> Working:
    """13.3 The working of a shot with this strength."""
    return working_of(f"{firer.name} fires at {target.name}", strength, target, modifiers)


def preview_shot(g: NightFight, firer: Unit, target: Unit, *, faust: bool = False) -> Working:
    """The working of a shot before it is made."""
    return shot_working(firer, target, fire_strength(firer, faust), shifts(g, firer, target))


# ------------------------------------------------------------------ the shot


class Shot(Step, frozen=True):
    """13.0 One unit fires at one spotted unit; `again` marks the second roll a depot gives (R42)."""

    firer: str
    target: str
    faust: bool = False
    again: bool = False

    def run(self, g: NightFight) -> None:
        firer, target = g.pieces.get(self.firer), g.pieces.get(self.target)
        if firer is None or target is None or not target.spotted:
            return g.done()
        if self.again and (firer.pinned or not in_view(g, firer.side, firer.place, target.place)):
            return g.done()
        strength = self._strength(g, firer)
        modifiers = shifts(g, firer, target)
        rolled = roll_combat(g, strength, target, modifiers)
        if g.heard:
            self._tell(g, firer, target, strength, rolled.behind(shot_working(firer, target, strength, modifiers)))
        g.outcome(rolled.words)
        g.fired = {**g.fired, firer.id: g.fired.get(firer.id, 0) + 1}
        g.acted = {**g.acted, firer.side: True}
        g.shot_at = {**g.shot_at, target.id: True}
        if self.faust:
            g.change(firer.id, fausts=firer.fausts - 1)
        spotted_by_firing(g, firer.id)
        g.swap(Result(self.target, rolled.letter, firer.place))

    def _tell(self, g: NightFight, firer: Unit, target: Unit, strength: int, working: Working) -> None:
        g.tell(
            "NF-13.3.4",
            "{firer} in {at} fires {how}at {target} in {hex}: {strength} against {defends}, column {column}, {result}",
            hexes=(firer.place, target.place),
            working=working,
            firer=firer.name,
            at=firer.place,
            target=target.name,
            hex=target.place,
            how="Panzerfausts " if self.faust else "once more " if self.again else "",
            strength=strength,
            defends=target.what.defends,
            column=working.column,
            result=working.words,
        )

    def _strength(self, g: NightFight, firer: Unit) -> int:
        """18.0 A Block House rolls a die for its strength each time."""
        if firer.type != "block_house":
            return fire_strength(firer, self.faust)
        die = g.d6()
        working = found(f"The strength of {firer.name}", (die,), die)
        text = "{unit} in {hex} fires with strength {die}"
        g.tell("NF-18.0.7", text, working=working, unit=firer.name, hex=firer.place, die=die)
        return die


def supplied_by_depot(g: NightFight, unit: Unit) -> bool:
    """18.0, R42 Within three hexes of a face-up Supply depot."""
    depots, far, held = g.foes("supply"), LIMITS["depot_radius"], g.soviet_hexes
    return any(u.up and u.place in held and GRID.distance(u.place, unit.place) <= far for u in depots)
