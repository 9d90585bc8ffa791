"""How far every hex is from the nearest of some: one pass over the whole map, for whoever asks of many hexes."""

from __future__ import annotations

from grognard.board.hexes.zone_moves import Rows
from grognard.board.kernels.compiled import twin

FAR = 9_999  # of a hex that nothing comes to


@twin
def far_from(rows: Rows, tolls: bytes, starts: list[int]) -> list[int]:
    """The points from the nearest start to every hex by its number, by a table of steps; leaving a hex costs its toll.

    No step with its toll costs 512 points.
    """
    field = [FAR] * len(rows)
    buckets = [[*starts]]
    for i in starts:
        field[i] = 0
    for spent, bucket in enumerate(buckets):
        for here in bucket:
            if spent > field[here]:
                continue
            leaving = spent + tolls[here]
            for step, ahead in rows[here]:
                total = leaving + step
                for there in ahead:
                    if total < field[there]:
                        field[there] = total
                        while len(buckets) <= total:
                            buckets.append([])
                        buckets[total].append(there)
    return field
