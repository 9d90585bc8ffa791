"""What is seen of a folio battle: everything but markers that are declared for a second slot and not yet played."""

from __future__ import annotations

import random
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from grognard.board.hexes.grid import HexGrid
from grognard.board.hexes.hex_sets import hexes_of
from grognard.engine import Marker, PieceView, Track, View
from grognard.engine.core.cache import changed
from grognard.games.folio.rules.clauses import Clauses, Folio
from grognard.games.folio.rules.sequence import PHASES
from grognard.games.folio.rules.state import ELIMINATED, Battle, Unit
from grognard.games.folio.rules.support import known_to


@lru_cache(maxsize=1 << 14)
def counter_view(rules: Clauses[Any], unit: Unit, marks: tuple[str, ...] = ()) -> PieceView:
    """2.3 A counter as it lies, with marks on it."""
    what = rules.counters[unit.id]
    values = "-".join(map(str, what.back if unit.depleted and what.back else what.front))
    face = f"{unit.id}.back" if unit.depleted else unit.id
    note = f"{what.division} {what.size}".strip() + (", depleted" if unit.depleted else "")
    formation = rules.formation(what)
    return PieceView(unit.id, unit.side, unit.place, face, what.name, values, marks, note=note, formation=formation)


def done(g: Folio) -> tuple[tuple[str, Iterable[str]], ...]:
    """4.1 What units have done this player turn: each mark and who wears it."""
    return ("moved", g.moved), ("attacked", g.attacked), ("spent", {**g.advanced, **g.retreated})


Marks = dict[str, tuple[str, ...]]  # on each unit that wears some


class CounterCache:
    """2.3 The counters of a battle as they lay when somebody looked last: only what is not as it was is made again."""

    def __init__(self, rules: Clauses[Any]) -> None:
        self._rules = rules
        self._last: tuple[tuple[Unit, ...], Marks, tuple[PieceView, ...]] = (), {}, ()  # one value: tables share it

    def look(self, units: tuple[Unit, ...], marks: Marks) -> tuple[PieceView, ...]:
        """These units with these marks on them."""
        before, worn, seen = self._last
        if len(units) == len(before):
            seen = self._again(seen, units, marks, {*changed(units, before), *_marked(units, marks, worn)})
        else:
            seen = tuple([counter_view(self._rules, unit, marks.get(unit.id, ())) for unit in units])
        self._last = units, marks, seen
        return seen

    def _again(
        self, seen: tuple[PieceView, ...], units: tuple[Unit, ...], marks: Marks, places: set[int]
    ) -> tuple[PieceView, ...]:
        """The same with what has changed at these places."""
        if not places:
            return seen
        found = [*seen]
        for i in places:
            found[i] = counter_view(self._rules, units[i], marks.get(units[i].id, ()))
        return tuple(found)


def _marked(units: tuple[Unit, ...], marks: Marks, worn: Marks) -> list[int]:
    """The places of units that wear other marks than before."""
    if marks == worn:
        return []
    others = {u for u, _ in marks.items() ^ worn.items()}
    return [i for i, unit in enumerate(units) if unit.id in others]


lying = lru_cache(256)(CounterCache)


def all_counters(g: Folio, worn: Iterable[tuple[str, Iterable[str]]]) -> tuple[PieceView, ...]:
    """Every counter with its marks, in the order in which these are given; most wear none."""
    marks: dict[str, tuple[str, ...]] = {}
    for mark, units in worn:
        for u in units:
            marks[u] = (*marks[u], mark) if u in marks else (mark,)
    return lying(g.rules).look(tuple(g.pieces.values()), marks)


def determinize(g: Folio, side: str | None, rng: random.Random) -> Folio:
    """8.3 A copy in which the other side has yet to say what it plays in its second slot."""
    known = known_to(g, side)
    return g.clone() if known is g else known


def zones(g: Folio) -> list[Marker]:
    """6.0 Every hex in a zone of control, by side."""
    return [marker for side in g.rules.sides for marker in _zone(g.rules.ground.grid, side, g.front(side).zone)]


@lru_cache(maxsize=256)
def _zone(grid: HexGrid, side: str, zone: int) -> tuple[Marker, ...]:
    return tuple(Marker("zoc", h, side) for h in hexes_of(grid, zone))


def held(g: Folio) -> list[Marker]:
    """R82 Who controls the hexes that matter."""
    return [Marker("control", h, side) for h, side in g.control.items()]


def lost(g: Folio) -> Track:
    """Units out of the game, by side."""
    gone = [g.pieces[u].side for u in g.at.get(ELIMINATED, ())]
    text = ", ".join(f"{side} {gone.count(side)}" for side in g.rules.sides)
    return Track("Eliminated", text, "FO-7.6.7")


def focus(g: Folio) -> tuple[str, ...]:
    """Where the action is: the combat, the retreat or the unit being moved."""
    step = g.steps[-1] if g.steps else None
    battle = getattr(step, "battle", None)
    if isinstance(battle, Battle):
        return (battle.hex, *(g.pieces[u].place for u in battle.attackers))
    found = [getattr(step, name, "") for name in ("unit", "target")]
    return tuple(g.pieces[u].place for u in found if u in g.pieces)


def battle_view(g: Folio, side: str | None) -> View:
    """The whole table under the standard rules."""
    seen = battle_glance(g, side)
    return replace(seen, markers=(*seen.markers, *zones(g)))


def battle_glance(g: Folio, side: str | None) -> View:
    """The same without zones of control, which follow from the units."""
    rules = g.rules
    tracks = [
        Track("Player turn", g.current, "FO-4.1.1"),
        *(Track(f"{s} support", " ".join(f"+{v}" for v in g.markers.get(s, ())), "FO-8.0.2") for s in rules.sides),
        lost(g),
        *rules.tracks(g),
    ]
    return View(
        side=side,
        turn=g.turn,
        turns=rules.turns,
        phases=PHASES,
        phase=g.phase,
        pieces=all_counters(g, done(g)),
        markers=(*held(g), *(Marker("bombarded", h) for h in g.bombarded)),
        tracks=tuple(tracks),
        focus=focus(g),
    )
