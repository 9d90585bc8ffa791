"""16.4 Anti-aircraft fire: before aircraft attack or observe, the other side's flak fires at them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from grognard.engine import ChoiceStep, Deed, Modifier, Passing, Press, Refusal, Step, Working
from grognard.engine.core.wording import bracketed
from grognard.games.panzer_blitz.rules.attack_report import name_firers
from grognard.games.panzer_blitz.rules.data import AA_FACTOR, DRM, GRID, SITUATIONS, TYPES, other, range_modifier
from grognard.games.panzer_blitz.rules.fire_table import AA_WORDS, FLAK, OBSERVER_WORDS
from grognard.games.panzer_blitz.rules.sight import sees_from_air
from grognard.games.panzer_blitz.rules.state import PanzerBlitz, Unit, over
from grognard.games.panzer_blitz.rules.units import call

HOLD = "hold fire"


def aa_factor(unit: Unit) -> int:
    """16.4.5 The equivalency factor; one less for a reduced unit, at least 1."""
    return max(1, AA_FACTOR[unit.type] - (1 if unit.steps == 1 else 0))


def why_not_flak(g: PanzerBlitz, gun: Unit, aircraft: Unit) -> Refusal | None:
    """16.4 Why a unit may not fire at an aircraft."""
    if "AA" not in gun.what.codes:
        return Refusal("PB-16.4.2")
    if not gun.fresh or gun.carrier:
        return Refusal("PB-16.4.3")
    if GRID.distance(gun.place, over(aircraft)) > gun.face.range // 2:
        return Refusal("PB-16.4.4")
    return None if sees_from_air(g, over(aircraft), gun.place) else Refusal("PB-16.1.11")


@lru_cache(maxsize=256)
def farthest_flak(situation: str, side: str) -> int:
    """16.4 How far any anti-aircraft unit of a side's order of battle fires."""
    guns = [TYPES[kind] for kind in SITUATIONS[situation].types(side) if "AA" in TYPES[kind].codes]
    return max((gun.faces[1].range // 2 for gun in guns), default=0)


def may_meet_flak(g: PanzerBlitz, aircraft: Unit) -> bool:
    """16.4, R-73 Could there be flak among the Unspotted stacks that an aircraft comes near?"""
    enemy = other(aircraft.side)
    far = farthest_flak(g.scenario_id, enemy)
    return far > 0 and any(
        GRID.distance(over(aircraft), h) <= far
        and any(u.hidden for u in g.here(h))
        and sees_from_air(g, over(aircraft), h)
        for h in g.hexes_of(enemy)
    )


class Flak(Deed, frozen=True):
    """16.4 One anti-aircraft unit fires at one aircraft."""

    piece: str
    at: str

    @classmethod
    def candidates(cls, g: PanzerBlitz, by: AaFire) -> Iterable[Flak]:
        guns = [u for u in g.units(by.side) if "AA" in u.what.codes and u.fresh]
        return [cls(gun.id, i) for gun in guns for i in by.aircraft if i in g.pieces]

    def why_not(self, g: PanzerBlitz, by: AaFire) -> Refusal | None:
        gun = g.pieces.get(self.piece)
        if gun is None or gun.side != by.side or self.at not in by.aircraft:
            return Refusal("GR-1")
        if self.at not in g.pieces:
            return Refusal("PB-16.4.10", "It has been shot down.")
        return why_not_flak(g, gun, g.pieces[self.at])

    def do(self, g: PanzerBlitz, by: AaFire) -> None:
        g.call(AaShot(self.piece, self.at))

    def says(self, g: PanzerBlitz) -> str:
        return f"{call(g, self.piece)} fires at {call(g, self.at)}"

    def preview(self, g: PanzerBlitz, by: AaFire) -> Working:
        return flak_working(g.pieces[self.piece], g.pieces[self.at])


class HoldFlak(Deed, frozen=True):
    """16.4 No other gun fires: what comes after is the roll of the enemy's aircraft."""

    stored = Press(HOLD)

    def do(self, g: PanzerBlitz, by: AaFire) -> None:
        g.done()

    def hides_odds(self, g: PanzerBlitz, by: AaFire) -> bool:
        return True


class AaFire(ChoiceStep, frozen=True):
    """16.4 The other player fires at attacking and spotting aircraft before any attack is resolved.

    He is asked even if he has no flak there, unless everybody knows that he has none.
    """

    side: str
    aircraft: tuple[str, ...]

    deeds = (Flak, HoldFlak)

    def run(self, g: PanzerBlitz) -> None:
        g.reveal()  # whether there is flak must not show in what can be taken back
        offered, flying = self.offered(g), [g.pieces[i] for i in self.aircraft if i in g.pieces]
        shots = len(offered) > 1
        if not shots and not any(may_meet_flak(g, a) for a in flying):
            return g.done()
        prompt = "Anti-aircraft fire?" if shots else "Aircraft overhead: no flak can fire at them"
        return g.ask(self.side, prompt, offered, "PB-16.4.1")

    def passes(self, g: PanzerBlitz) -> Passing | None:
        return Passing(Press(HOLD), "no other gun fires at aircraft")


def flak_working(gun: Unit, aircraft: Unit) -> Working:
    """16.4.3 One gun against one aircraft, modified by range only."""
    rows = range_rows(range_modifier(GRID.distance(gun.place, over(aircraft))))
    return Working(f"{gun.name} fires at {aircraft.name}", tuple(rows), FLAK.key, str(aa_factor(gun)), 2)


def range_rows(drm: int) -> list[Modifier]:
    """16.4.3.2 The only modifier of anti-aircraft fire."""
    return [Modifier("PB-16.4.5", drm, "Range")] if drm else []


def aa_result(factor: int, natural: int, drm: int) -> str:
    """16.4.5 The AA table; natural 2 is its best result, natural 12 nothing."""
    return FLAK.rolled(FLAK.columns.index(str(factor)), natural, drm)


def result_words(aircraft: Unit, result: str) -> str:
    """16.4.5 What a result means; an observation aircraft makes no roll that it could spoil."""
    if aircraft.what.cls != "aircraft_O":
        return AA_WORDS[result]
    return OBSERVER_WORDS.get(result, AA_WORDS["X" if result == "X" else "-"])


class AaShot(Step, frozen=True):
    """16.4.3 One gun, one aircraft, one roll modified by range only."""

    gun: str
    aircraft: str

    def run(self, g: PanzerBlitz) -> None:
        gun, aircraft = g.pieces[self.gun], g.pieces[self.aircraft]
        dice = (g.d6(), g.d6())
        working = flak_working(gun, aircraft)
        result = aa_result(aa_factor(gun), sum(dice), working.on("die"))
        name_firers(g, (gun.id,))
        g.change(gun.id, spent=True)
        g.halted = {**g.halted, gun.id: True}  # 4.1.2 it may have been on the move
        words = result_words(aircraft, result)
        g.tell(
            "PB-16.4.9",
            "{gun} in {hex} fires at {aircraft}: {roll}: {result}",
            working=working.rolled(dice, result, words),
            hexes=(gun.place,),
            gun=gun.name,
            hex=gun.place,
            aircraft=aircraft.name,
            roll=f"factor {working.column}, roll {sum(dice)}{bracketed(working.modifiers)}",
            result=f"{result}, {words}",
        )
        g.outcome(result)
        if result == "X":
            g.drop(aircraft.id)
        elif result == "DD":
            disturb(g, aircraft)
        elif result != "-":
            g.flak = {**g.flak, aircraft.id: g.flak.get(aircraft.id, 0) + int(result[1:])}
        g.done()


def disturb(g: PanzerBlitz, aircraft: Unit) -> None:
    """16.4.5, R-49, R-88 DD: the attack is made at a penalty that counts once; an observer is Spent and blind."""
    if not aircraft.disrupted:
        g.flak = {**g.flak, aircraft.id: g.flak.get(aircraft.id, 0) + DRM["aircraft_aa_dd"]}
    observer = aircraft.what.cls == "aircraft_O"
    g.change(aircraft.id, recalled=True, disrupted=True, spent=aircraft.spent or observer)
