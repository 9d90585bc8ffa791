"""7.4, 11.3.1, 16.4.5 The charts that are rolled on: direct fire, scatter, anti-aircraft fire."""

from __future__ import annotations

from grognard.engine import Chart
from grognard.games.panzer_blitz.rules.data import AA_COLUMNS, FIRE_TABLE, RESULT_WORDS, SCATTER_BANDS

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
