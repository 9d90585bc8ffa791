"""A second, plain reading of 7.3 to 7.7: who may be chosen, strengths, column and modifiers of fire.

Written from the printed tables and the counters; nothing here asks the rules code for a column or a modifier.
"""

from __future__ import annotations

import random
from fractions import Fraction
from functools import cache
from itertools import combinations

import pytest

from grognard.engine import Pick, Press
from grognard.games.panzer_blitz.rules import data
from grognard.games.panzer_blitz.rules.data import GRID
from grognard.games.panzer_blitz.rules.fire_table import Attack, Part, column, drm
from grognard.games.panzer_blitz.rules.state import PanzerBlitz, Unit
from grognard.games.panzer_blitz.rules.targets import choices, decide, menu

from .helpers import DITCHES, LEVEL, TERRAIN, field, put

ODDS = tuple(Fraction(odds) for odds in ["1/4", "1/3", "1/2", "2/3", "1", "3/2", "2", "3", "4", "5", "6"])
BEST_MARGIN = (-4, -3, -2, -1, 0, 1, 2, 3, 4, 6, 8)  # the least differential of each column
BANDS = ((0, -2), (1, -1), (3, 0), (6, 1), (9, 2), (12, 3), (16, 4), (99, 5))  # hexes at most, modifier
SOFT = ("ge_gren", "ge_mg", "ge_pak40", "ge_truck", "ge_88")
HARD = ("ge_pz4", "ge_tiger", "ge_stug")
FIRERS = ("br_rifle", "br_mg", "br_sherman", "br_6pdr", "br_churchill")


# ------------------------------------------------------------------ the arithmetic


def most(values: list[bool]) -> bool:
    """7.6.1 Half or more."""
    return 2 * sum(values) >= len(values) > 0


def range_drm(hexes: int) -> int:
    return next(drm for limit, drm in BANDS if hexes <= limit)


def worth(kind: str, u: Unit, line: str, hexes: int) -> Fraction:
    """7.2.4, 7.9 A firer's value, half of it at long range; in reaction for infantry at armor and for markers."""
    found = Fraction((u.face.at if line == "AT" else u.face.ap) or 0)
    if kind == "reaction":
        found /= 2 if line == "AT" and u.what.infantry else 1
        return found / 2 if u.spent or u.disrupted else found
    return found / 2 if u.what.infantry and hexes > u.face.range else found


def column_at(kind: str, line: str, firers: list[Unit], targets: list[Unit], h: str) -> int | None:
    """7.4, 7.5, 7.9c, 7.10.2 The column, by its number, or None for no effect."""
    values = [worth(kind, u, line, GRID.distance(u.place, h)) for u in firers]
    if line == "AP":
        ratio = sum(values, Fraction(0)) / sum(1 if u.carrier else u.face.defense for u in targets)
        found = max((i for i, least in enumerate(ODDS) if least <= ratio), default=-99)
    else:
        margin = int(max(values) + len(values) - 1) - targets[0].face.defense
        found = max((i for i, least in enumerate(BEST_MARGIN) if least <= margin), default=-99)
    shaken = sum(u.steps for u in firers if u.disrupted)
    found -= 2 if kind == "assault" else 0
    found -= kind == "reaction" and 2 * shaken >= sum(u.steps for u in firers)
    return found if found >= 0 else None


def modified(g: PanzerBlitz, kind: str, firers: list[Unit], targets: list[Unit], h: str) -> int:
    """7.6, 14.0, 15.0 The sum of all modifiers but that for Unspotted targets."""
    ranges = sorted((range_drm(GRID.distance(u.place, h)) for u in firers), reverse=True)
    found = -1 if kind == "reaction" else next(v for v in ranges if 2 * sum(w >= v for w in ranges) >= len(ranges))
    found -= most([LEVEL[u.place] > LEVEL[h] for u in firers])
    found += most([LEVEL[u.place] < LEVEL[h] for u in firers])
    found += most([u.place in g.he for u in firers]) + 2 * most([u.place in g.smoke for u in firers])
    found += h in g.smoke
    found += {"town": 2, "city": 3, "woods": 1, "orchard": 1}.get(TERRAIN[h], 0)
    found += most([not u.what.vehicle for u in targets]) if TERRAIN[h] == "swamp" else 0
    found += (h in DITCHES) + (h in g.wrecks)
    found -= most([u.disrupted for u in targets])
    found += most([u.inside == "ip" for u in targets]) if kind != "reaction" else 0
    return found + most([u.hull_down for u in targets])


@cache
def battlefields() -> tuple[str, ...]:
    """Hexes of every kind to fire at."""
    rng = random.Random(4)
    inner = [h for h in sorted(GRID.hexes) if len([n for n in GRID.neighbours[h] if n in GRID]) == 6]
    kinds = ("clear", "town", "woods", "orchard", "swamp")
    return tuple(h for kind in kinds for h in rng.sample([h for h in inner if TERRAIN[h] == kind], 6))


def scene(rng: random.Random, h: str) -> tuple[PanzerBlitz, list[Unit], list[Unit]]:
    """A few firers near a hex, a few targets in it, smoke, wrecks and shell holes about."""
    g = field()
    near = [n for n in GRID.within(h, 7) if n in GRID and n != h and TERRAIN[n] != "swamp"]
    for _ in range(rng.randint(1, 3)):
        put(g, rng.choice(FIRERS), rng.choice(near), steps=rng.choice((1, 2)), disrupted=rng.random() < 0.3)
    for kind in rng.choices((*SOFT, *HARD), k=rng.randint(1, 3)):
        marks = {"disrupted": rng.random() < 0.3, "steps": rng.choice((1, 2)), "hull_down": rng.random() < 0.2}
        put(g, kind, h, inside="ip" if rng.random() < 0.2 else "", **marks)
    around = [h, *(u.place for u in g.units("british"))]
    g.smoke, g.wrecks = ({n: 1 for n in around if rng.random() < 0.3} for _ in range(2))
    g.he = {n: True for n in around if rng.random() < 0.3}
    return g, list(g.units("british")), list(g.units("german"))


@pytest.mark.rule("PB-7.4.1", "PB-7.5.2", "PB-7.6.1", "PB-7.9.6", "PB-7.10.3")
def test_columns_and_modifiers_agree_with_plain_arithmetic() -> None:
    rng, compared = random.Random(7), 0
    for n in range(600):
        h = battlefields()[n % len(battlefields())]
        g, firers, enemies = scene(rng, h)
        kind, line = rng.choice(("fire", "assault", "reaction")), rng.choice(("AP", "AT"))
        able = [u for u in firers if (u.face.at if line == "AT" else u.face.ap) is not None]
        able = [u for u in able if GRID.distance(u.place, h) <= u.face.range + (line == "AP" and u.what.infantry)]
        able = [u for u in able if kind != "assault" or u.what.afv]
        hit = [u for u in enemies if u.what.armored is (line == "AT")][: 1 if line == "AT" else 9]
        if not able or not hit:
            continue
        attack = Attack(kind, h, (Part(line, tuple(u.id for u in able), tuple(u.id for u in hit)),))
        where = f"{kind} {line} at {hit} in {h} by {able}"
        assert column(g, attack, attack.parts[0]) == column_at(kind, line, able, hit, h), where
        assert drm(g, attack, attack.parts[0]) == modified(g, kind, able, hit, h), where
        compared += 1
    assert compared > 200


def test_the_tables_of_this_reading_are_those_of_the_data() -> None:
    printed = [Fraction(*map(int, c.odds.rstrip("+").split(":"))) for c in data.FIRE_TABLE]
    assert printed == list(ODDS) and [c.differential[0] for c in data.FIRE_TABLE][1:] == list(BEST_MARGIN)[1:]
    assert all(data.range_modifier(hexes) == range_drm(hexes) for hexes in range(30))


# ------------------------------------------------------------------ whom it may be fired at


def groups(g: PanzerBlitz, h: str) -> set[tuple[str, frozenset[str]]]:
    """7.3, 6.2.2, 14.2.8, 14.4.8 Every group of enemies that may be one target: the line, and who."""
    enemies = g.of("german", h)
    soft, hard = [u for u in enemies if not u.what.armored], [u for u in enemies if u.what.armored]
    seen = [u.id for u in soft if not u.unspotted]
    unseen = frozenset(u.id for u in soft if u.unspotted)
    somebody = any(u.unspotted for u in enemies)
    found = {("AT", frozenset({u.id})) for u in hard if not u.unspotted}
    if somebody:
        found.add(("AT", frozenset(u.id for u in hard if u.unspotted and u == next(v for v in hard if v.unspotted))))
    if TERRAIN[h] in ("town", "city", "woods"):
        return found | ({("AP", frozenset(u.id for u in soft))} if seen or somebody else set())
    picks = [frozenset(some) for n in range(len(seen) + 1) for some in combinations(seen, n)]
    found |= {("AP", some) for some in picks if some}
    return found | ({("AP", some | unseen) for some in picks} if somebody else set())


def chosen(g: PanzerBlitz, h: str) -> set[tuple[str, frozenset[str]]]:
    """The same by answering the menu in every way."""
    options = choices(g, "british", h)
    found: set[tuple[str, frozenset[str]]] = set()
    waiting: list[tuple[str, ...]] = [()]
    tried = set()
    while waiting:
        picked = waiting.pop()
        if picked in tried:
            continue
        tried.add(picked)
        for action in menu(options, picked):
            assert isinstance(action, Pick | Press)
            result = decide(options, picked, action)
            if isinstance(result, tuple):
                waiting.append(result)
            else:
                found.add((result.line, frozenset(result.targets)))
    return found


@pytest.mark.rule("PB-7.3.1", "PB-7.3.2", "PB-6.2.2", "PB-14.2.10", "PB-14.4.10")
def test_the_targets_that_can_be_chosen_are_those_of_the_rules() -> None:
    rng = random.Random(9)
    for n in range(150):
        h, g = battlefields()[n % len(battlefields())], field()
        for kind in rng.choices((*SOFT, *HARD), k=rng.randint(1, 4)):
            put(g, kind, h, unspotted=rng.random() < 0.4)
        assert chosen(g, h) == groups(g, h), f"{[(u.type, u.unspotted) for u in g.here(h)]} in {TERRAIN[h]}"
