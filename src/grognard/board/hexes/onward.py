"""Ways hex by hex, each as plain Python and as C: the quietest of the cheapest, and all that lead away from a hex."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from grognard.board.hexes.grid import Hex, HexGrid
from grognard.board.kernels.compiled import twin


@twin
def quietest_way(grid: HexGrid, prices: Mapping[Hex, int], start: Hex, end: Hex, limit: int, loud: int) -> list[Hex]:
    """The cheapest way from start to end by what every hex in reach costs; whoever has spent `limit` goes no farther.

    Of equally cheap ways the one with the fewest loud hexes (a set of bits), then the first by the names of its hexes.
    """
    return list(_quietest(grid, prices, end, limit, loud, {start: (0, ())})[1])


Known = dict[Hex, tuple[int, tuple[Hex, ...]]]  # to each hex: how many are loud on the best way, and that way


def _quietest(
    grid: HexGrid, prices: Mapping[Hex, int], h: Hex, limit: int, loud: int, known: Known
) -> tuple[int, tuple[Hex, ...]]:
    found = known.get(h)
    if found is None:
        beside = [n for n in grid.neighbours[h] if prices.get(n, limit) < limit]
        least = min([prices[n] for n in beside])  # it costs the same from all of them
        ways = [_quietest(grid, prices, n, limit, loud, known) for n in beside if prices[n] == least]
        noise, way = min(ways)
        found = known[h] = noise + (loud >> grid.index[h] & 1), (*way, h)
    return found


@twin
def layers_away(
    grid: HexGrid, away: Hex, start: Hex, length: int, least: int, free: Collection[Hex], closed: Collection[Hex]
) -> list[dict[Hex, list[Hex]]]:
    """Every way of so many steps, each of which leads at least so much farther from a hex (`least`: 1 or 0).

    For each step the hexes it may enter, free and not closed, and from which hexes.
    """
    layers: list[dict[Hex, list[Hex]]] = [{start: []}]
    for _ in range(length):
        layer: dict[Hex, list[Hex]] = {}
        for here in layers[-1]:
            for h in grid.beyond(away, here, least):
                if h in layer:
                    layer[h].append(here)
                elif h not in closed and h in free:
                    layer[h] = [here]
        layers.append(layer)
    return layers
