"""What is seen of a folio battle: everything; nothing in it is hidden."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Any

from msgspec.structs import replace

from grognard.board.hexgrid import HexGrid
from grognard.board.hexset import hexes_of
from grognard.engine import Marker, PieceView, Track, View
from grognard.games.folio.rules.clauses import Clauses, Folio
from grognard.games.folio.rules.sequence import PHASES
from grognard.games.folio.rules.state import ELIMINATED, Battle, Unit

MOST = 20_000  # counters kept


@lru_cache(maxsize=1 << 14)
def counter_view(rules: Clauses[Any], unit: Unit, marks: tuple[str, ...] = ()) -> PieceView:
    """2.3 A counter as it lies, with marks on it."""
    what = rules.counters[unit.id]
    values = "-".join(map(str, what.back if unit.depleted and what.back else what.front))
    face = f"{unit.id}.back" if unit.depleted else unit.id
    note = f"{what.division} {what.size}".strip() + (", depleted" if unit.depleted else "")
    formation = rules.formation(what)
    return PieceView(unit.id, unit.side, unit.place, face, what.name, values, marks, note=note, formation=formation)


class Counters(dict[Unit, PieceView]):
    """2.3 The counters of a battle, all with the same marks on them: each is made once."""

    def __init__(self, rules: Clauses[Any], marks: tuple[str, ...]) -> None:
        super().__init__()
        self._rules, self._marks = rules, marks

    def __missing__(self, unit: Unit) -> PieceView:
        if len(self) > MOST:
            self.clear()
        self[unit] = made = counter_view(self._rules, unit, self._marks)
        return made


@cache
def counters(rules: Clauses[Any], marks: tuple[str, ...] = ()) -> Counters:
    """2.3 Those with these marks."""
    return Counters(rules, marks)


def done(g: Folio) -> tuple[tuple[str, Iterable[str]], ...]:
    """4.1 What units have done this player turn: each mark and who wears it."""
    return ("moved", g.moved), ("attacked", g.attacked), ("spent", {**g.advanced, **g.retreated})


def all_counters(g: Folio, worn: Iterable[tuple[str, Iterable[str]]]) -> tuple[PieceView, ...]:
    """Every counter with its marks, in the order in which these are given; most wear none."""
    marks: dict[str, tuple[str, ...]] = {}
    for mark, units in worn:
        for u in units:
            marks[u] = (*marks[u], mark) if u in marks else (mark,)
    rules, pieces = g.rules, g.pieces
    found = dict(zip(pieces, map(counters(rules).__getitem__, pieces.values()), strict=True))
    for u, these in marks.items():
        if u in found:
            found[u] = counters(rules, these)[pieces[u]]
    return tuple(found.values())


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
