"""A position of a match as a scenario of its own: whoever is on the map stands where he stands now."""

from __future__ import annotations

from typing import Any

from grognard.engine import Game, State
from grognard.engine.scenario import parse
from grognard.studio.bench import Bench, NoBench, bench_of, roster_of, spread
from grognard.studio.edits import NAME
from grognard.studio.paths import Plain
from grognard.studio.rewriting import rewritten
from grognard.studio.sheet import begin
from grognard.studio.turns import retime
from grognard.studio.ways import Drawn, Hand, Standing


def what_if(game: Game, state: State[Any]) -> str:
    """The text of a scenario that begins in a position; a NoBench where files do not say where units stand."""
    bench = bench_of(game)
    text = begin(game, state.scenario_id)
    data = parse(text, NAME)
    if isinstance(bench.units, Standing):
        _stand(game, bench, bench.units, data, state)
    elif isinstance(bench.units, Drawn):
        _draw(game, bench.units, data, state)
    else:
        raise NoBench(f"A scenario of {game.title} does not say where units stand, so a position cannot become one.")
    turn = int(getattr(state, "turn", 1))
    data |= {"id": "what-if", "title": f"{data['title'][:60]}, from turn {turn}", "source": "invented"}
    retime(bench, data, max(1, int(data["turns"]) - turn + 1))
    _come(data, turn)
    return rewritten(text, data)


def _places(game: Game, state: State[Any]) -> dict[str, str]:
    """Where each side sees its own pieces."""
    sides = game.rules.sides(state)
    seen = (piece for side in sides for piece in game.rules.view(state, side).pieces if piece.side == side)
    return {piece.id: piece.place for piece in seen}


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


def _come(data: Plain, turn: int) -> None:
    """Who was to come on later comes so many turns sooner; who has come is on the map or gone."""
    rows = data.get("reinforcement")
    if isinstance(rows, list):
        data["reinforcement"] = [{**row, "turn": row["turn"] - turn + 1} for row in rows if row["turn"] > turn]
