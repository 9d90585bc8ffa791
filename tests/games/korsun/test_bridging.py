"""13.0 The crossings that engineers open to supply, held against every other choice of them."""

from __future__ import annotations

import itertools
import random

import pytest

from grognard.board.hexes.hex_sets import bits_of
from grognard.games.korsun.rules.data import GROUND
from grognard.games.korsun.rules.map_data import LANDS
from grognard.games.korsun.rules.supply import Bridging, Goal

LAND = LANDS.boxed()
DRY, ENDS = LAND.dry, {pair: (1 << a, 1 << b) for pair, (a, b) in LAND.ends.items()}

Ends = tuple[tuple[int, int], ...]


def spread(net: int, open_: int, crossings: Ends) -> int:
    """What a net comes to over these crossings."""
    before = -1
    while net != before:
        before = net
        for a, b in crossings:
            if net & (a | b):
                net |= a | b
        net = DRY.flood(net, open_)
    return net


def worth(goals: tuple[Goal, ...], west: int, field: int) -> int:
    return sum(goal.worth for goal in goals if goal.hex & (west | field if goal.green else west))


@pytest.mark.rule("KP-13.0.7")
@pytest.mark.parametrize("seed", range(60))
def test_no_other_choice_of_crossings_is_worth_more(seed: int) -> None:
    """R54 Broken ground about a river, three engineers, a few units: all their choices are tried."""
    rng = random.Random(seed)
    centre = rng.choice(LAND.rivers)[0]
    near = [h for h in GROUND.names if GROUND.grid.distance(h, centre) <= 4]
    hexes = rng.sample(near, len(near) * 2 // 3)
    open_ = bits_of(GROUND.grid, hexes)
    west, field, *wanting = (bits_of(GROUND.grid, [h]) for h in rng.sample(hexes, 9))
    west, field = DRY.flood(west, open_), DRY.flood(field, open_)
    goals = tuple(Goal(h, rng.randint(1, 3), rng.random() < 0.5) for h in wanting)
    crews = tuple((str(n), rng.choice(near), rng.randint(1, 2)) for n in range(3))

    choices = [[ENDS[pair] for pair in LAND.in_range(h, far) if sum(ENDS[pair]) & ~open_ == 0] for _, h, far in crews]
    best = 0
    for some in itertools.product(*[[None, *ends] for ends in choices]):
        used = tuple(ends for ends in some if ends)
        best = max(best, worth(goals, spread(west, open_, used), spread(field, open_, used)))
    found = Bridging(LAND, open_, crews, west, field, goals)
    used = tuple(ENDS[pair] for pair in found.best.used)
    assert worth(goals, spread(west, open_, used), spread(field, open_, used)) == found.best.worth == best
