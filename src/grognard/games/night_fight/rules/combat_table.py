"""22.4 and 22.5 The combat table: strength against strength, every column shift, and the roll."""

from __future__ import annotations

from typing import NamedTuple

from grognard.board.hexes.grid import Hex
from grognard.engine import Given, Modifier, Working, net
from grognard.games.night_fight.rules.data import COMBAT, GRID, RESULTS, START_COLUMN
from grognard.games.night_fight.rules.sight import lit_zone
from grognard.games.night_fight.rules.stacking import overstacked
from grognard.games.night_fight.rules.state import SOVIET, NightFight, Unit
from grognard.games.night_fight.rules.terrain import features, shelters
from grognard.games.night_fight.rules.terrain_chart import BLOCK_HOUSE, CHART


def shift(cite: str, columns: int, text: str) -> Modifier:
    """22.5 One shift of the column."""
    return Modifier(cite, columns, text, "column")


RANGE_SHIFT = {n: shift("NF-22.5.5", columns, f"Range {n}") for n, columns in ((1, 3), (2, 2), (3, 1))}  # 22.5
COVER = {name: shift(row.cite, row.shift, f"Target {row.said}") for name, row in CHART.items() if row.shift}
OUTGUNNED = shift("NF-22.5.3", -2, "Outgunned")
LIT = shift("NF-22.5.4", 1, "Target in the light of flares")
SS = shift("NF-22.5.6", 1, "Waffen SS")
ARMOR = shift("NF-22.5.7", 1, "Armor")
ACE = shift("NF-22.5.8", 1, "Panzer Ace")
CROWDED = shift("NF-22.5.9", 1, "Overstacked")
TROOPS = {
    "guards": shift("NF-22.5.10", 1, "Soviet Guards"),
    "recruits": shift("NF-22.5.11", -1, "Soviet recruits"),
}


def base_column(strength: int, target: Unit) -> int:
    """13.3, R1, R2 The start column by strength against strength."""
    differential = strength - target.what.defends
    return START_COLUMN[max(-4, min(5, differential))]


def shifts(g: NightFight, firer: Unit, target: Unit) -> list[Modifier]:
    """22.5 Every column shift of a shot, cumulative."""
    found = terrain_shifts(g, target)
    found += outgunned(firer.anti_tank, target)
    if g.lit and target.place in lit_zone(g):
        found.append(LIT)
    distance = GRID.distance(firer.place, target.place)
    if distance in RANGE_SHIFT:
        found.append(RANGE_SHIFT[distance])
    found += _elite(g, firer)
    found += _armor(firer, target)
    if firer.ace and firer.anti_tank:
        found.append(ACE)
    return found + crowded(g, target.place)


def terrain_shifts(g: NightFight, target: Unit) -> list[Modifier]:
    """22.5, R6, R11 The shifts of all features of the target's hex; some protect foot units only.

    A Block House that lies face down protects nobody yet: the shot would tell what it is (10.0).
    """
    rows = features(g, target.place)
    if shelters(g, target.place):
        rows = (*rows, BLOCK_HOUSE)
    foot = target.what.kind == "foot"
    return [
        COVER[row]
        for row in rows
        if row in COVER and (foot or CHART[row].protects == "all" or row == target.type == BLOCK_HOUSE)
    ]


def outgunned(anti_tank: bool, target: Unit) -> list[Modifier]:
    """22.5 A firer that is not anti-tank capable against one that is: two left; for artillery too."""
    return [] if anti_tank or not target.anti_tank else [OUTGUNNED]


def crowded(g: NightFight, h: Hex) -> list[Modifier]:
    """4.3, 22.5 Fire into an overstacked hex: one right."""
    return [CROWDED] if overstacked(g, h) else []


def _elite(g: NightFight, firer: Unit) -> list[Modifier]:
    """22.5, 20.1 SS and Guards one right, Recruits one left."""
    if firer.side != SOVIET:
        return [SS] if g.ss else []
    return [TROOPS[g.quality]] if g.quality in TROOPS else []


def _armor(firer: Unit, target: Unit) -> list[Modifier]:
    """17.0, 22.5, R4 Heavier, armoured against soft, or anti-tank against not (with Panzerfausts too): one right."""
    heavier = firer.what.rank > target.what.rank
    better_gun = firer.anti_tank and not target.anti_tank
    return [ARMOR] if heavier or better_gun else []


def column_of(strength: int, target: Unit, modifiers: list[Modifier]) -> int:
    """13.3, R2 Base column plus the sum of all shifts, then held within the table."""
    return COMBAT.clamp(base_column(strength, target) + net(modifiers))


def working_of(title: str, strength: int, target: Unit, modifiers: list[Modifier]) -> Working:
    """13.3 Strength against strength, every shift, and the column that comes of it."""
    defends = target.what.defends
    given = (
        Given("Strength", str(strength), "NF-13.3.1"),
        Given("Strength of the target", str(defends), "NF-13.3.1"),
        Given("Difference", f"{strength - defends:+d}", "NF-13.3.1"),
    )
    base, column = COMBAT.columns[base_column(strength, target)], column_of(strength, target, modifiers)
    return Working(title, tuple(modifiers), COMBAT.key, COMBAT.columns[column], COMBAT.dice, given=given, base=base)


class Rolled(NamedTuple):
    """22.4 Two dice, and the letter they have led to."""

    dice: tuple[int, int]
    letter: str

    @property
    def words(self) -> str:
        return RESULTS[self.letter]

    def behind(self, working: Working) -> Working:
        """The working of the roll, now that it is made."""
        return working.rolled(self.dice, self.letter, self.words)


def roll_combat(g: NightFight, strength: int, target: Unit, modifiers: list[Modifier]) -> Rolled:
    """13.3, 22.4 Two dice on the combat table."""
    dice = (g.d6(), g.d6())
    return Rolled(dice, COMBAT.result(column_of(strength, target, modifiers), sum(dice)))
