"""A slow, plain second version of what is rolled and who is fired at, to be read beside 10.3, 13.2, 22.4 and 22.5.

Nothing here asks the rules: only what counters print, what the map shows, and where hexes lie.
"""

from __future__ import annotations

from collections.abc import Iterable

from grognard.games.night_fight.rules.data import MAP, TYPES
from grognard.games.night_fight.rules.state import NightFight, Unit

COLUMNS = ["-4", "-3", "-2", "-1", "0/1", "2", "3", "4", "5+"]
WEIGHTS = ["", "L", "M", "H", "SH"]
FOOT = {"infantry", "engineers", "soviet_infantry", "guards", "soviet_engineers"}
GULLY = {h for line in MAP.lines if line.kind == "gully" for h in line.hexes}
ROAD = {h for line in MAP.lines if line.kind == "road" for h in line.hexes}
BRIDGES = {bridge.hex for bridge in MAP.bridges}
LOOK_SUCCEEDS = 4


def distance(a: str, b: str) -> int:
    """How many hexes from one to another: first by rows, each of which brings half a hex to the side, then along."""
    (ax, ay), (bx, by) = ((2 * int(h[2:]) + int(h[:2]) % 2, int(h[:2])) for h in (a, b))
    rows = abs(ay - by)
    return rows + max(0, abs(ax - bx) - rows) // 2


def strength(unit: Unit) -> int:
    """What is printed; a piece without a number counts 0."""
    return TYPES[unit.type].strength or 0


def anti_tank(unit: Unit) -> bool:
    """13.3 By its gun, or with Panzerfausts underneath."""
    return TYPES[unit.type].anti_tank or unit.fausts > 0


def lit(g: NightFight, h: str) -> bool:
    """17.0 In a hex with flares or beside one."""
    return any(distance(h, flare) <= 1 for flare in g.lit)


# ------------------------------------------------------------------ 22.3, 22.5 the column


def cover(g: NightFight, target: Unit) -> int:
    """22.3 What the hex of a target takes off, or adds on a road."""
    h, foot = target.place, target.type in FOOT
    houses = [u for u in g.here(h) if u.type == "block_house" and u.up]
    house = -3 if houses and (foot or target.type == "block_house") else 0
    if h in BRIDGES:
        return house  # standing: 0; lost: a ford for those on foot, 0 too
    kinds, shift = MAP.terrain[h], house
    shift += h in ROAD
    shift -= 2 * ("building_partial" in kinds and foot) + 2 * ("building_full" in kinds)
    shift -= "vegetation" in kinds and g.vegetation != "clear"
    return shift - (h in GULLY)


def shift(g: NightFight, firer: Unit, target: Unit) -> int:
    """22.5 All shifts of a shot but for overstacking, added up; right is plus."""
    total = cover(g, target)
    total -= 2 * (anti_tank(target) and not anti_tank(firer))
    total += lit(g, target.place)
    total += max(0, 4 - max(1, distance(firer.place, target.place)))
    if firer.side == "soviet":
        total += {"guards": 1, "recruits": -1}.get(g.quality, 0)
    else:
        total += g.scenario_id == "kharkov" or g.options["waffen-ss"] == "yes"
    heavier = WEIGHTS.index(TYPES[firer.type].weight) > WEIGHTS.index(TYPES[target.type].weight)
    total += heavier or (anti_tank(firer) and not anti_tank(target))
    return total + (firer.ace and anti_tank(firer))


def column(g: NightFight, power: int, firer: Unit, target: Unit, *, crowded: bool) -> str:
    """13.3, 22.4 The column of a shot: strength against strength, shifted once, never beyond the ends."""
    difference = max(-4, min(5, power - strength(target)))
    start = {-4: 0, -3: 1, -2: 2, -1: 3, 0: 4, 1: 4, 2: 5, 3: 6, 4: 7, 5: 8}[difference]
    return COLUMNS[max(0, min(8, start + shift(g, firer, target) + crowded))]


def result(label: str, dice: int) -> str:
    """22.4 The table runs in a diagonal: each column is worth one more on the dice."""
    level = dice + COLUMNS.index(label)
    return "-" if level <= 10 else "P" if level <= 12 else "R" if level <= 14 else "E"


# ------------------------------------------------------------------ 10.3 a look


def added_to_look(g: NightFight, spotter: Unit, h: str, quarry: Unit | None) -> int:
    """10.3 What is added to the die of a look at a hex."""
    soviet = spotter.side == "soviet"
    total = (distance(spotter.place, h) <= 1) + lit(g, h)
    total += {"guards": 1, "recruits": -1}.get(g.quality, 0) + 2 * g.alerted if soviet else 1
    hides = bool({"building_partial", "building_full"} & set(MAP.terrain[h]))
    total -= 2 * (hides or ("vegetation" in MAP.terrain[h] and g.vegetation == "dense"))
    if soviet:
        total -= 2 * any(u.type == "t34r" for u in g.here(h))
        total -= quarry is not None and quarry.type == "sdkfz_234"
    return total


# ------------------------------------------------------------------ 13.2 whom the Soviets fire at


def preferred(g: NightFight, firer: Unit, targets: Iterable[Unit]) -> list[str]:
    """13.2 Who meets most of the five criteria; then who meets the higher of them; then closer; then stronger."""
    prey = list(targets)
    near, strong = min(distance(firer.place, t.place) for t in prey), max(map(strength, prey))

    def met(t: Unit) -> list[bool]:
        fresh, close = t.id not in g.shot_at, distance(firer.place, t.place) == near
        return [fresh, not t.pinned, close, anti_tank(firer) and anti_tank(t), strength(t) == strong]

    left = prey
    for test in (lambda t: sum(met(t)), met, lambda t: -distance(firer.place, t.place), strength):
        best = max(map(test, left))  # type: ignore[type-var]
        left = [t for t in left if test(t) == best]
    return [t.id for t in left]


def looked_for(g: NightFight, spotter: Unit, hidden: Iterable[Unit]) -> list[str]:
    """10.1 The closest unspotted German, of several the strongest."""
    prey = list(hidden)
    near = min(distance(spotter.place, t.place) for t in prey)
    close = [t for t in prey if distance(spotter.place, t.place) == near]
    return [t.id for t in close if strength(t) == max(map(strength, close))]
