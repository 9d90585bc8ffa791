"""The rules of moving, zones and retreating a second time: slow, plain, and written without a look at the first."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence

from grognard.games.folio.rules.clauses import Folio
from grognard.games.folio.rules.data import FOLDER, read_toml
from grognard.games.folio.rules.retreat import Retreat
from grognard.games.folio.rules.state import Battle, Unit

TABLE, TERRAIN = read_toml(FOLDER / "tables.toml"), read_toml(FOLDER / "terrain.toml")
HEX_COST: dict[str, dict[str, int]] = {kind: row["cost"] for kind, row in TERRAIN["hex"].items() if "cost" in row}
SIDE_COST: dict[str, dict[str, int]] = {kind: row["cost"] for kind, row in TERRAIN["hexside"].items() if "cost" in row}
LINES: dict[str, int] = {kind: row.get("line", 0) for kind, row in (TERRAIN["hex"] | TERRAIN["hexside"]).items()}

Answer = tuple[tuple[str, ...], bool, bool]  # a retreat: its hexes, whether it costs a step, whether it pushes a friend
Kinds = Sequence[tuple[bool, list[tuple[str, ...]]]]  # paths of full length in order, and whether they cost a step
FAR = 999


# ------------------------------------------------------------------ the grid, by its numbers alone


def around(g: Folio, h: str) -> list[str]:
    """2.1 The neighbours of CCRR: even columns stand half a hex lower."""
    column, row = int(h[:2]), int(h[2:])
    low = 0 if column % 2 else 1
    steps = [(0, -1), (0, 1), (1, low - 1), (1, low), (-1, low - 1), (-1, low)]
    found = [f"{column + dc:02}{row + dr:02}" for dc, dr in steps]
    return [n for n in found if n in g.rules.ground.terrain]


def apart(a: str, b: str) -> int:
    """2.1 Hexes from one to the other."""
    (qa, ra), (qb, rb) = ((int(h[:2]) - 1, int(h[2:]) - 1 - (int(h[:2]) - 1) // 2) for h in (a, b))
    return max(abs(qa - qb), abs(ra - rb), abs(qa + ra - qb - rb))


def units(g: Folio, side: str, *, friend: bool) -> dict[str, Unit]:
    """Who stands where, of one side or of the other."""
    on_map = [u for u in g.pieces.values() if u.place in g.rules.ground.terrain]
    return {u.place: u for u in on_map if (u.side == side) == friend}


def controlled(g: Folio, side: str) -> set[str]:
    """6.0 Every hex in an enemy zone of control for a side."""
    kept_out = g.rules.ground.map.marks.get("keeps_zoc_out", ())
    return {n for h in units(g, side, friend=False) for n in around(g, h)} - set(kept_out)


# ------------------------------------------------------------------ 5.0 movement


LINKS: dict[tuple[str, str], Mapping[str, Iterable[str]]] = {}


def ways(g: Folio, kind: str) -> Mapping[str, Iterable[str]]:
    """2.1 The hexes that a road or a trail leads to from each hex; looked up once for each map."""
    key = (g.rules.ground.map.name, kind)
    if key not in LINKS:
        LINKS[key] = g.rules.ground.map.links(kind)
    return LINKS[key]


def between(g: Folio, a: str, b: str) -> list[str]:
    """2.1 What lies on the hexside between two hexes."""
    sides = g.rules.ground.map.sides
    return [*sides.get((a, b), ()), *sides.get((b, a), ())]


def price(g: Folio, a: str, b: str, kind: str) -> int | None:
    """5.2 Half points from one hex into the next; None where nobody may go."""
    ground = g.rules.ground
    features = between(g, a, b)
    if ground.terrain[b] not in HEX_COST or "prohibited" in features:
        return None
    if b in ways(g, "road").get(a, ()):
        return 1
    if b in ways(g, "trail").get(a, ()):
        return 2
    return 2 * (HEX_COST[ground.terrain[b]][kind] + sum(SIDE_COST[what][kind] for what in features))


class Mover:
    """One unit about to move: what it may enter, and what zones cost it."""

    def __init__(self, g: Folio, unit: Unit) -> None:
        what = g.what(unit)
        self.g, self.unit = g, unit
        self.kind = "mobile" if what.mobile else "leg"
        self.commando = "commando" in what.flags
        self.most = 2 * g.printed(unit)[2]
        self.half = 2 * (g.printed(unit)[2] // 2)
        self.enemies, self.zone = units(g, unit.side, friend=False), controlled(g, unit.side)

    def barred(self, a: str, b: str) -> bool:
        """5.1.2 From zone to zone over mines or into works."""
        ground = self.g.rules.ground
        both = a in self.zone and b in self.zone and not self.commando
        return both and ("minefield" in between(self.g, a, b) or b in ground.map.marks.get("fortification", ()))

    def steps(self, a: str, mood: str, spent: int) -> Iterable[tuple[str, str, int]]:
        """Every step: the hex, the mood there and what has been spent then. Moods say what was done with zones."""
        for b in around(self.g, a):
            cost = price(self.g, a, b, self.kind)
            if cost is None or b in self.enemies or self.barred(a, b):
                continue
            found = self.mobile(a, b, mood) if self.kind == "mobile" else self.leg(a, b, mood)
            if found is not None:
                then, extra = found
                yield b, then, self.most if extra == FAR else spent + cost + extra

    def mobile(self, a: str, b: str, mood: str) -> tuple[str, int] | None:
        """5.1.1, R7 Half the allowance from zone to zone, and once more for a zone entered after one was left."""
        if self.commando:
            return mood, 0
        out, into = a in self.zone, b in self.zone
        if out and into:
            return "paid", self.half
        if into and mood == "left":
            return "paid", self.half
        return ("left" if out and mood == "fresh" else mood), 0

    def leg(self, a: str, b: str, mood: str) -> tuple[str, int] | None:
        """5.1.1, 5.1.2 Stop in a zone; from a zone into a zone only with the whole allowance and as the whole move."""
        if mood == "halted":
            return None
        if a in self.zone and b in self.zone:
            if self.commando:
                return ("start", 0) if mood == "start" else None
            return ("halted", FAR) if mood == "start" else None
        return ("halted" if b in self.zone else "walking"), 0

    def reach(self) -> dict[str, int]:
        """5.0 The least that every hex costs; a neighbour costs what the one step into it does."""
        first = "fresh" if self.kind == "mobile" else "start"
        best = {(self.unit.place, first): 0}
        waiting = [(self.unit.place, first)]
        while waiting:
            here, mood = waiting.pop(0)
            for there, then, spent in self.steps(here, mood, best[here, mood]):
                if spent <= self.most and spent < best.get((there, then), FAR):
                    best[there, then] = spent
                    waiting.append((there, then))
        found: dict[str, int] = {}
        for (h, _), spent in best.items():
            found[h] = min(spent, found.get(h, FAR))
        straight = {h: spent for h, _, spent in self.steps(self.unit.place, first, 0) if spent <= self.most}
        return {**found, **straight}


# ------------------------------------------------------------------ 7.7 retreat


def may_enter(g: Folio, side: str, a: str, b: str, away: Iterable[str]) -> bool:
    """7.7 No enemy, no enemy zone, nothing prohibited, and farther from the nearest of those it flees."""
    if price(g, a, b, "leg") is None or b in units(g, side, friend=False) or b in controlled(g, side):
        return False
    return min(apart(b, h) for h in away) > min(apart(a, h) for h in away)


def walks(g: Folio, unit: Unit, length: int, away: tuple[str, ...]) -> list[tuple[str, ...]]:
    """7.7 Every path of that many hexes."""
    found: list[tuple[str, ...]] = [()]
    for _ in range(length):
        found = [
            (*path, b)
            for path in found
            for b in around(g, path[-1] if path else unit.place)
            if may_enter(g, unit.side, path[-1] if path else unit.place, b, away)
        ]
    return found


def makes_room(g: Folio, unit: Unit, away: tuple[str, ...], taboo: set[str]) -> bool:
    """7.7.2 Can a unit be pushed on by one hex, pushing others on if need be?"""
    if unit.id in taboo:
        return False
    friends = units(g, unit.side, friend=True)
    open_ = [b for b in around(g, unit.place) if may_enter(g, unit.side, unit.place, b, away)]
    return any(b not in friends or makes_room(g, friends[b], away, taboo) for b in open_)


def retreats(g: Folio, retreat: Retreat, kinds: Kinds = ()) -> set[Answer]:
    """7.7, R26 What the owner may choose from."""
    unit = g.pieces[retreat.unit]
    friends = units(g, unit.side, friend=True)
    taboo = {retreat.unit, *retreat.fellows}

    def vacant(paths: list[tuple[str, ...]]) -> list[tuple[str, ...]]:
        ends = [path for path in paths if path[-1] not in friends]
        return [path for path in ends if not set(path) & set(friends)] or ends

    short: set[Answer] = set()
    for length in range(retreat.count - 1, 0, -1):
        short = {(path, True, False) for path in vacant(walks(g, unit, length, retreat.away))}
        if short:
            break
    for loss, paths in kinds or [(False, walks(g, unit, retreat.count, retreat.away))]:
        if vacant(paths):
            return {(path, loss, False) for path in vacant(paths)}
        pushing = [path for path in paths if makes_room(g, friends[path[-1]], retreat.away, taboo)]
        if pushing:
            past = [path for path in pushing if not set(path[:-1]) & set(friends)] or pushing
            return {(path, loss, True) for path in past} | short
    return short


# ------------------------------------------------------------------ 7.0 who attacks whom


def attacks(g: Folio, *, mobile: bool, idle: Iterable[str] = ()) -> dict[str, set[str]]:
    """4.1, 7.0 to 7.2 The enemies who may be attacked, each with those beside it who may: each unit once."""
    done = {*g.attacked, *g.advanced, *g.retreated, *idle}
    ours = [
        u for u in units(g, g.current, friend=True).values() if u.id not in done and (g.what(u).mobile or not mobile)
    ]
    found: dict[str, set[str]] = {}
    for h, enemy in units(g, g.current, friend=False).items():
        near = {u.id for u in ours if apart(u.place, h) == 1 and "prohibited" not in between(g, u.place, h)}
        if near and enemy.id not in g.defended:
            found[enemy.id] = near
    return found


# ------------------------------------------------------------------ 7.3 combat

WATER = ("minor_river", "ditch", "major_river")


def sums(g: Folio, battle: Battle) -> tuple[int, int]:
    """7.3, 7.5 Attack and defense: what is printed and played; at works the defender counts twice, markers half."""
    target, at_works = g.pieces[battle.target], battle.hex in g.rules.ground.map.marks.get("fortification", ())
    attack = sum(g.printed(g.pieces[u])[0] for u in battle.attackers)
    attack += sum(marker // 2 if at_works else marker for marker in battle.attack)
    return attack, g.printed(target)[1] * (2 if at_works else 1) + sum(battle.defense)


def shift(g: Folio, battle: Battle) -> int:
    """7.4, R17 By how many columns the ground helps the defender."""
    ground = g.rules.ground
    best = max((LINES.get(kind, 0) for kind in ground.map.terrain[battle.hex]), default=0)
    crossed = [(g.pieces[u].place, battle.hex) for u in battle.attackers]
    water = [[kind for kind in between(g, a, b) if kind in WATER] for a, b in crossed]
    if battle.bombardment or not all(water):
        return best
    dry = any(b in (*ways(g, "road").get(a, ()), *ways(g, "trail").get(a, ())) for a, b in crossed)
    dry = dry or bool(battle.engineer) or any({(a, b), (b, a)} & ground.map.bridged_sides for a, b in crossed)
    return max(best, int(TERRAIN["bridge"]) if dry else min(LINES[kind] for kinds in water for kind in kinds))


def result(g: Folio, battle: Battle, die: int) -> str:
    """7.3 What a die comes to: the differential less what the ground helps."""
    attack, defense = sums(g, battle)
    return cell(attack - defense - shift(g, battle), die)


def cell(differential: int, die: int) -> str:
    """7.3, R20 The cell of the table; its ends hold for all beyond them."""
    rows = TABLE["crt"]["rows"]
    column = differential - int(TABLE["crt"]["first"])
    return str(rows[die - 1][max(0, min(column, len(rows[0]) - 1))])


# ------------------------------------------------------------------ positions


def crowd(g: Folio, rng: random.Random, centre: str, far: int) -> list[str]:
    """The hexes about a centre where units may stand, shuffled."""
    hexes = [h for h in g.rules.ground.terrain if apart(h, centre) <= far and g.rules.ground.terrain[h] in HEX_COST]
    rng.shuffle(hexes)
    return hexes
