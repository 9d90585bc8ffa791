"""7.0 The arithmetic of every attack on the Direct Fire Table: strength, column, and die roll modifiers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import floor

import msgspec

from grognard.board.hexes.grid import Hex
from grognard.engine import Chart, Modifier, net
from grognard.games.panzer_blitz.rules.data import (
    AA_COLUMNS,
    ASSAULT_SHIFT,
    DRM,
    FIRE_RATIOS,
    FIRE_TABLE,
    FORTS,
    GRID,
    MINE_COLUMN,
    REACTION_SHIFT,
    RESULT_WORDS,
    SCATTER_BANDS,
    TYPES,
    range_modifier,
)
from grognard.games.panzer_blitz.rules.state import PanzerBlitz, Unit, over
from grognard.games.panzer_blitz.rules.terrain import is_open, terrain_modifiers

# -------------------- 7.4, 11.3.1, 16.4.5 The charts that are rolled on

OBSERVER_WORDS = {"DD": "disrupted: it observes no more, and is recalled"}  # 16.4.5, R-49 it makes no roll
ROWS = ("0 or less", *map(str, range(1, 12)), "12 or more")
NATURAL = ((2, ROWS[0]), (12, ROWS[-1]))
ASTRAY = "hexes astray"
AA_WORDS = {  # 16.4.5, the mildest first
    "-": "no effect",
    **{f"D{n}": f"+{n} on its roll" for n in (1, 2, 3)},
    "DD": "disrupted: +3 on its roll, then recalled",
    "X": "shot down",
}


def _fire() -> Chart:
    rows = tuple((row, tuple(column.results[i] for column in FIRE_TABLE)) for i, row in enumerate(ROWS))
    return Chart(
        "direct fire",
        "Direct Fire Table",
        tuple(column.label for column in FIRE_TABLE),
        rows,
        tuple(RESULT_WORDS.items()),
        "PB-7.4.4",
        "A natural 2 is the best result of the column, a natural 12 always misses.",
        2,
        NATURAL,
        "at least a disruption",
    )


def _flak() -> Chart:
    rows = tuple((row, tuple(column[i] for column in AA_COLUMNS.values())) for i, row in enumerate(ROWS))
    return Chart(
        "flak",
        "Anti-aircraft fire",
        tuple(map(str, AA_COLUMNS)),
        rows,
        tuple(AA_WORDS.items()),
        "PB-16.4.13",
        "",
        2,
        NATURAL,
        "at least a worse roll for it",
    )


def _band(i: int) -> str:
    """The modified rolls of a band: from above the one before it up to its limit."""
    limit = SCATTER_BANDS[i][0]
    low = SCATTER_BANDS[i - 1][0] + 1
    return f"{limit} or less" if i == 0 else f"{low} or more" if limit >= 99 else f"{low} to {limit}"


def _scatter() -> Chart:
    rows = tuple((_band(i), (str(hexes),)) for i, (_, hexes) in enumerate(SCATTER_BANDS))
    words = (*((str(n), f"astray by {n}, in the direction of a die") for n in (3, 2, 1)), ("0", "on target"))
    return Chart(
        "scatter",
        "Indirect fire scatter",
        (ASTRAY,),
        rows,
        words,
        "PB-11.3.15",
        "A natural 2 is always on target, a natural 12 three hexes astray.",
        2,
        ((2, rows[0][0]), (12, rows[-1][0])),
        "on target",
    )


FIRE, FLAK, SCATTER = _fire(), _flak(), _scatter()


# -------------------- 7.0 The arithmetic of every attack on the Direct Fire Table

HALF = Fraction(1, 2)
DIRECT = ("fire", "opportunity", "assault", "reaction", "overrun", "cat")  # direct fire mechanics on the ground
BEST, MISS = 2, 12  # 7.1.8, 7.1.9
GARRISON = TYPES["ge_gren"]  # 15.5.5, R-38 an empty Fortification has the terrain modifier of one held by infantry


class Part(msgspec.Struct, frozen=True):
    """One group of firers against one group of targets, on the AP or the AT line."""

    line: str  # "AP" or "AT"
    firers: tuple[str, ...]
    targets: tuple[str, ...]
    fort: bool = False  # 15.5.3 the Fortification is the target
    split: bool = False  # 8.1.4, 9.1.7 a lone attacker's half strength


class Attack(msgspec.Struct, frozen=True):
    """One attack: one roll, one or more parts."""

    kind: str  # one of DIRECT, or "fighter", "rocket", "bomb", "indirect", "mine"
    hex: Hex  # where the targets are
    parts: tuple[Part, ...]
    strafing: bool = False  # 16.1.4 opportunity fire from the air
    road: bool = False  # 7.8.2 the mover used the road rate
    engineers: bool = False  # 9.1.10 an Engineer takes part
    short: tuple[tuple[str, int], ...] = ()  # 8.1.10 overrunners and the movement points they are short
    flak: int = 0  # 16.4.5 what anti-aircraft fire added
    strength: tuple[int | None, int | None] = (None, None)  # fixed AT and AP (off-board artillery)
    by: str = ""  # the name of an off-board battery
    blind: bool = False  # 6.2.1 aimed at what is unseen


class Hit(msgspec.Struct, frozen=True):
    """A result that falls on some units together."""

    targets: tuple[str, ...]
    result: str
    unseen: bool = False  # 7.1.7 read with the modifier for Unspotted targets


def half_or_more(count: int, of: int) -> bool:
    """7.6.1 Do enough units of a group qualify?"""
    return of > 0 and 2 * count >= of


def shared(values: Sequence[int]) -> int:
    """7.6.1, R-08 The greatest modifier that half the units of a group reach."""
    ranked = sorted(values, reverse=True)
    return ranked[(len(ranked) - 1) // 2]


# ------------------------------------------------------------------ strength and column


def value(attack: Attack, part: Part, unit: Unit) -> Fraction:
    """What one firer adds: its AT or AP value, halved where a rule says so."""
    printed = unit.face.at if part.line == "AT" else unit.face.ap
    worth = Fraction(printed or 0)
    if part.split:
        return Fraction(floor(worth / 2))
    if attack.kind == "reaction":
        if part.line == "AT" and unit.what.infantry:
            worth *= HALF  # 7.9a
        if unit.spent or unit.disrupted:
            worth *= HALF  # 7.9b
    elif attack.kind in ("fire", "opportunity") and long_range(attack, unit):
        worth *= HALF  # 7.2.4
    return worth


def long_range(attack: Attack, unit: Unit) -> bool:
    """7.2.4 Infantry firing one hex beyond its printed range."""
    return unit.what.infantry and GRID.distance(unit.place, attack.hex) == unit.face.range + 1


def strength(g: PanzerBlitz, attack: Attack, part: Part) -> Fraction:
    """7.4, 7.5 What the firers of a part are worth together."""
    fixed = attack.strength[0 if part.line == "AT" else 1]
    if fixed is not None:
        return Fraction(fixed)
    return combined(part.line, [value(attack, part, unit) for unit in g.those(part.firers)])


def combined(line: str, values: Sequence[Fraction]) -> Fraction:
    """7.4, 7.5, R-01 AP adds up with its fractions; AT is the best value plus 1 a further firer, fraction dropped."""
    if line == "AP":
        return sum(values, Fraction(0))
    return Fraction(floor(max(values) + len(values) - 1)) if values else Fraction(0)


def defense(g: PanzerBlitz, attack: Attack, part: Part) -> int:
    """7.4, 7.5, 9.1.5 Red values add up; armor is one target, or the best plus 1 for each other in a CAT (R-14)."""
    if part.fort:
        return FORTS[g.forts[attack.hex]].defense
    values = [1 if unit.carrier else unit.face.defense for unit in g.those(part.targets)]
    return sum(values) if part.line == "AP" else max(values) + len(values) - 1


def shift(g: PanzerBlitz, attack: Attack, part: Part) -> int:
    """7.9c, 7.10.2 Columns to the left."""
    if attack.kind == "assault":
        return ASSAULT_SHIFT
    if attack.kind == "reaction":
        firers = g.those(part.firers)
        shaken = sum(u.steps for u in firers if u.disrupted)
        if half_or_more(shaken, sum(u.steps for u in firers)):
            return REACTION_SHIFT
    return 0


def column_of(line: str, attack: Fraction, against: int) -> int | None:
    """7.4, 7.5, R-12 The column of the table; None left of the first."""
    if line == "AP":
        parts, whole = attack.as_integer_ratio()
        found = [i for i, (a, d) in enumerate(FIRE_RATIOS) if a * whole * against <= parts * d]
    else:
        margin = floor(attack) - against
        found = [i for i, c in enumerate(FIRE_TABLE) if c.differential[0] <= margin]
    return max(found, default=None)


def column(g: PanzerBlitz, attack: Attack, part: Part) -> int | None:
    """R-11 The column after shifts, or None: no effect."""
    if attack.kind == "mine":
        return MINE_COLUMN[g.mines[attack.hex].strength]
    base = column_of(part.line, strength(g, attack, part), defense(g, attack, part))
    if base is None:
        return None
    moved = base + shift(g, attack, part)
    return moved if moved >= 0 else None


def result_of(col: int | None, natural: int, drm: int) -> str:
    """7.1.8, 7.1.9, R-68 The table's answer to a roll."""
    return "-" if col is None else FIRE.rolled(col, natural, drm)


# ------------------------------------------------------------------ die roll modifiers


def modifiers(g: PanzerBlitz, attack: Attack, part: Part) -> list[Modifier]:
    """7.6 Every die roll modifier of one part, without that for Unspotted targets."""
    if attack.kind == "mine":
        return []  # 15.2.3.1
    firers = g.those(part.firers)
    targets = g.those(part.targets)
    found = [*firers_modifiers(g, attack, part), *_cover(g, attack, part, targets)]
    if attack.kind == "opportunity" or attack.strafing:
        found += _moving(g, attack, targets)
    elif attack.kind == "overrun":
        found += _overrun(g, attack, part, targets)
    elif attack.kind == "cat":
        found += _close_assault(g, attack, part, firers, targets)
    if attack.flak:
        found.append(Modifier("PB-16.4.12", attack.flak, "Anti-aircraft fire"))
    return found


def firers_modifiers(g: PanzerBlitz, attack: Attack, part: Part) -> list[Modifier]:
    """7.6.1 The modifiers that depend on the firers and the two hexes alone, not on who is hit."""
    firers = g.those(part.firers)
    return [*_range(attack, firers), *_position(g, attack, firers)]


def _range(attack: Attack, firers: Sequence[Unit]) -> list[Modifier]:
    """7.6.1, R-08 The range modifier that half the firers reach."""
    if attack.kind in ("indirect", "fighter") or not firers:
        return []
    fixed = {"reaction": 1, "overrun": 1, "cat": 0}.get(attack.kind)
    if fixed is not None:
        return [Modifier("PB-7.6.6", range_modifier(fixed), f"Range {fixed}")]
    places = [over(u) if u.what.aircraft else u.place for u in firers]
    drm = shared([range_modifier(GRID.distance(h, attack.hex)) for h in places])
    return [Modifier("PB-7.6.6", drm, "Range")] if drm else []


def _position(g: PanzerBlitz, attack: Attack, firers: Sequence[Unit]) -> list[Modifier]:
    """11.3.3, 12.2.6, 14.9.5 Where the firers are: height, shell holes, smoke."""
    found = []

    def some(test: Callable[[Unit], bool], cite: str, name: str, text: str) -> None:
        if half_or_more(sum(map(test, firers)), len(firers)):
            found.append(Modifier(cite, DRM[name], text))

    levels, he, smoke = g.land.level, g.he, g.smoke
    level = levels[attack.hex]
    if attack.kind in DIRECT:
        some(lambda u: levels[u.place] > level, "PB-14.9.4", "height_advantage", "Firing from above")
        some(lambda u: levels[u.place] < level, "PB-14.9.5", "height_disadvantage", "Firing from below")
        some(lambda u: u.place in he, "PB-11.3.7", "he_marker_in_firing_hex", "Under shellfire")
    some(lambda u: u.place in smoke, "PB-12.2.8", "fire_from_smoke", "Firing out of smoke")
    if attack.hex in smoke and attack.kind in (*DIRECT, "fighter", "rocket"):
        found.append(Modifier("PB-12.2.7", DRM["fire_into_smoke"], "Firing into smoke"))
    return found


def _cover(g: PanzerBlitz, attack: Attack, part: Part, targets: Sequence[Unit]) -> list[Modifier]:
    """7.6.2, 14.0, 15.0 What protects the targets, by the half-or-more rule."""
    indirect = attack.kind in ("indirect", "bomb")
    counted: dict[Modifier, int] = {}
    types = [u.what for u in targets] or [GARRISON]
    for what in types:
        for modifier in terrain_modifiers(g, what, attack.hex, indirect=indirect):
            counted[modifier] = counted.get(modifier, 0) + 1
    found = [m for m, count in counted.items() if half_or_more(count, len(types))]

    def some(test: Callable[[Unit], bool], cite: str, name: str, text: str) -> None:
        if half_or_more(sum(map(test, targets)), len(targets)):
            found.append(Modifier(cite, DRM[name], text))

    some(lambda u: u.disrupted, "PB-7.6.7", "defender_disrupted", "Disrupted target")
    if part.fort:
        found.append(Modifier("PB-15.5.5", DRM["fortification"], "Fortification"))
    elif attack.kind != "reaction":
        some(lambda u: u.inside == "ip", "PB-15.4.9", "improved_position", "Improved Position")
    if not indirect:
        some(lambda u: u.hull_down, "PB-15.6.4", "hull_down", "Hull-down")
    return found


def _moving(g: PanzerBlitz, attack: Attack, targets: Sequence[Unit]) -> list[Modifier]:
    """7.8.2 Opportunity Fire modifiers; riders fired at by themselves are no vehicle and not in the open (R-29)."""
    found = []
    if attack.road:
        found.append(Modifier("PB-7.8.2", DRM["opfire_road_rate"], "Moving at the road rate"))
    if targets and targets[0].what.vehicle:
        found.append(Modifier("PB-7.8.3", DRM["opfire_moving_vehicle"], "Moving vehicle"))
    if targets and is_open(g, targets[0]):
        found.append(Modifier("PB-7.8.4", DRM["opfire_infantry_in_open"], "Infantry in the open"))
    return found


def _overrun(g: PanzerBlitz, attack: Attack, part: Part, targets: Sequence[Unit]) -> list[Modifier]:
    """8.1.7, 8.1.10 Overrun modifiers; who is short of points counts by the half-or-more rule."""
    found = [Modifier("PB-8.1.11", DRM["overrun"], "Overrun")]
    if part.line == "AP" and half_or_more(sum(is_open(g, u) for u in targets), len(targets)):
        found.append(Modifier("PB-8.1.11", DRM["overrun_infantry_in_open"], "Infantry overrun in the open"))
    missing = dict(attack.short)
    short = shared([missing.get(i, 0) for i in part.firers]) if missing else 0
    if short:
        found.append(Modifier("PB-8.1.16", short * DRM["overrun_mp_shortfall"], "Movement points short"))
    return found


def _close_assault(
    g: PanzerBlitz, attack: Attack, part: Part, firers: Sequence[Unit], targets: Sequence[Unit]
) -> list[Modifier]:
    """9.1.9 to 9.1.11, 14.2.6 CAT modifiers; one Engineer anywhere in the attack is enough."""
    found = [Modifier("PB-9.1.10", DRM["cat"], "Close assault")]
    if attack.engineers:
        found.append(Modifier("PB-9.1.11", DRM["cat_engineer"], "Engineers"))
    ground = g.land.effects
    if part.line == "AT" and not part.fort and ground[attack.hex].houses:
        found.append(Modifier("PB-9.1.12", DRM["cat_armor_in_town_or_city"], "Armor among houses"))
    in_city = sum(ground[u.place].city for u in firers)
    vehicles = sum(u.what.vehicle for u in targets)
    if ground[attack.hex].city and half_or_more(in_city, len(firers)) and half_or_more(vehicles, len(targets)):
        found.append(Modifier("PB-14.2.8", DRM["cat_city_to_city_vehicle"], "From city to city"))
    return found


def unspotted_modifier() -> Modifier:
    """6.2.3"""
    return Modifier("PB-6.2.3", DRM["unspotted_target"], "Unspotted target")


def drm(g: PanzerBlitz, attack: Attack, part: Part) -> int:
    """The sum of the modifiers of a part."""
    return net(modifiers(g, attack, part))
