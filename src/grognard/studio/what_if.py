"""A position of a match as a scenario of its own: whoever is on the map stands where he stands now."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator
from typing import Any

from grognard.engine import Game, PieceView, State
from grognard.engine.scenario import parse
from grognard.studio.bench import Bench, NoBench, bench_of, roster_of, spread
from grognard.studio.edits import NAME
from grognard.studio.paths import Plain
from grognard.studio.rewriting import rewritten
from grognard.studio.sheet import begin
from grognard.studio.turns import shift
from grognard.studio.ways import Counted, Drawn, Hand, Standing


def what_if(game: Game, state: State[Any]) -> str:
    """The text of a scenario that begins in a position; a NoBench where files do not say where units stand."""
    bench = bench_of(game)
    text = begin(game, state.scenario_id)
    data = parse(text, NAME)
    if isinstance(bench.units, Standing):
        _stand(game, bench, bench.units, data, state)
    elif isinstance(bench.units, Drawn):
        _draw(game, bench.units, data, state)
    elif isinstance(bench.units, Counted):
        _count(game, bench.units, data, state)
    else:
        raise NoBench(f"A scenario of {game.title} does not say where units stand, so a position cannot become one.")
    turn = int(getattr(state, "turn", 1))
    data |= {"id": "what-if", "title": f"{data['title'][:60]}, from turn {turn}", "source": "invented"}
    shift(bench, data, turn)
    _come(data, turn)
    return rewritten(text, data)


def _places(game: Game, state: State[Any]) -> dict[str, str]:
    """Where each side sees its own pieces."""
    return {piece.id: piece.place for piece in _own(game, state)}


def _own(game: Game, state: State[Any]) -> Iterator[PieceView]:
    """What each side sees of itself."""
    for side in game.rules.sides(state):
        yield from (piece for piece in game.rules.view(state, side).pieces if piece.side == side)


def _stand(game: Game, bench: Bench, units: Standing, data: Plain, state: State[Any]) -> None:
    roster, ground = {unit.id: unit for unit in roster_of(game)}, game.face.ground(state.scenario_id)
    for name, place in _places(game, state).items():
        units.take(data, name)
        if name in roster and ground is not None and ground.knows(place):
            areas = {found.key: spread(mark, found.value) for mark, found in bench.marks(data) if mark.kind == "area"}
            units.put(data, Hand(roster[name], roster[name].side, place, "", areas))


def _draw(game: Game, units: Drawn, data: Plain, state: State[Any]) -> None:
    places = _places(game, state)
    rows = [(row, places.get(f"{row['side']}-{row['id']}", "")) for row in data.get(units.at, [])]
    data[units.at] = [{**row, "place": [float(part) for part in spot.split(",")]} for row, spot in rows if spot]


def _count(game: Game, units: Counted, data: Plain, state: State[Any]) -> None:
    """Each hex with units is an area of its own; areas in which nobody comes on later are no longer needed."""
    kinds, ground = {unit.face: unit.id for unit in roster_of(game)}, game.face.ground(state.scenario_id)
    known = (piece for piece in _own(game, state) if piece.face in kinds)
    here = [piece for piece in known if ground is not None and ground.knows(piece.place)]
    tally = Tally((piece.side, kinds[piece.face], f"at_{piece.place}") for piece in here)
    rows = sorted(tally.items())
    data[units.at] = [{"side": side, "type": kind, "count": n, "area": area} for (side, kind, area), n in rows]
    later = {row.get("area") for row in data.get("reinforcement", [])}
    kept = {name: places for name, places in data.get(units.areas, {}).items() if name in later}
    data[units.areas] = kept | {area: [area.removeprefix("at_")] for _, _, area in sorted(tally)}


def _come(data: Plain, turn: int) -> None:
    """Who was to come on later comes so many turns sooner; who has come is on the map or gone."""
    rows = data.get("reinforcement")
    if isinstance(rows, list):
        data["reinforcement"] = [{**row, "turn": row["turn"] - turn + 1} for row in rows if row["turn"] > turn]
