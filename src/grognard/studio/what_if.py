"""A position of a match as a scenario of its own: whoever is on the map stands where he stands now."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator, Sequence
from random import SystemRandom
from typing import Any

from grognard.engine import Game, PieceView, State
from grognard.engine.game.scenario import parse
from grognard.engine.match.notation import text_of
from grognard.studio.check import plays
from grognard.studio.edits import NAME, shift
from grognard.studio.game_schema import GameSchema, bench_of, roster_of, spread
from grognard.studio.layout import begin
from grognard.studio.placements import Counted, Hand, HexByName, Listed, PointRows
from grognard.studio.toml_edit import Plain, rewritten

WHERE = ("place", "inside")  # how a row says where its unit is


def what_if(game: Game, state: State[Any], eyes: Sequence[str] = ()) -> str:
    """The text of a scenario that begins in a position, as these sides know it together, or all of them.

    Where files do not say where units stand, or cannot say it of this position, the file holds the position itself.
    """
    bench, text = bench_of(game), begin(game, state.scenario_id)
    if not isinstance(bench.units, Listed) and "position" not in parse(text, NAME):
        placed = _placed(game, bench, text, state, eyes)
        if plays(game, placed):
            return placed
    return rewritten(text, _named(parse(text, NAME), state) | _begun(game, state, eyes))


def _placed(game: Game, bench: GameSchema, text: str, state: State[Any], eyes: Sequence[str]) -> str:
    """The file with everybody where he stands, and the turns that are left."""
    data = parse(text, NAME)
    seen = list(_seen(game, state, tuple(eyes) or tuple(game.rules.sides(state))))
    if isinstance(bench.units, HexByName):
        _stand(game, bench, bench.units, data, state, seen)
    elif isinstance(bench.units, PointRows):
        _draw(bench.units, data, state, seen)
    elif isinstance(bench.units, Counted):
        _count(game, bench.units, data, state, seen)
    shift(bench, _named(data, state), _turn(state))
    _come(data, _turn(state))
    return rewritten(text, data)


def _named(data: Plain, state: State[Any]) -> Plain:
    data |= {"id": "what-if", "title": f"{data['title'][:60]}, from turn {_turn(state)}", "source": "invented"}
    return data


def _begun(game: Game, state: State[Any], eyes: Sequence[str]) -> Plain:
    """The position in the file; what these eyes have not seen is dealt again."""
    known = game.rules.determinize(state, eyes[0], SystemRandom()) if eyes else state
    _, *rows = text_of(game, known).splitlines()
    position = [row for row in rows if not row.startswith("options ")]
    return {"options": dict(known.options), "position": position}


def _seen(game: Game, state: State[Any], eyes: tuple[str, ...]) -> Iterator[PieceView]:
    """What each side sees of itself, and what is seen of one whose eyes are not asked."""
    for side in game.rules.sides(state):
        eye = side if side in eyes else eyes[0]
        yield from (piece for piece in game.rules.view(state, eye).pieces if piece.side == side)


def _stand(
    game: Game, bench: GameSchema, units: HexByName, data: Plain, state: State[Any], seen: Sequence[PieceView]
) -> None:
    roster, ground = {unit.id: unit for unit in roster_of(game)}, game.face.ground(state.scenario_id)
    for name, place in ((piece.id, piece.place) for piece in seen):
        units.take(data, name)
        if name in roster and ground is not None and ground.knows(place):
            areas = {found.key: spread(mark, found.value) for mark, found in bench.marks(data) if mark.kind == "area"}
            units.put(data, Hand(roster[name], roster[name].side, place, "", areas))


def _draw(units: PointRows, data: Plain, state: State[Any], seen: Sequence[PieceView]) -> None:
    """Whoever has a point stands there; who is still to come comes; the others are gone."""
    places = {piece.id: piece.place for piece in seen}
    rows = [(row, places.get(f"{row['side']}-{row['id']}", "")) for row in data.get(units.at, [])]
    data[units.at] = [
        {**{key: row[key] for key in row if key not in WHERE}, **_where(spot)} if spot else row
        for row, spot in rows
        if spot or row.get(units.later, 0) > _turn(state)
    ]


def _where(spot: str) -> Plain:
    """A point of the table, or what one is inside of."""
    return {"place": [float(part) for part in spot.split(",")]} if "," in spot else {"inside": spot}


def _turn(state: State[Any]) -> int:
    """The turn that is played; set-up belongs to the first."""
    return max(1, int(getattr(state, "turn", 1)))


def _count(game: Game, units: Counted, data: Plain, state: State[Any], seen: Sequence[PieceView]) -> None:
    """Each hex with units is an area of its own, once a side has any; areas that nobody needs are left out."""
    kinds, ground = {unit.face: unit.id for unit in roster_of(game)}, game.face.ground(state.scenario_id)
    known = (piece for piece in seen if piece.face in kinds)
    here = [piece for piece in known if ground is not None and ground.knows(piece.place)]
    tally = Tally((piece.side, kinds[piece.face], f"at_{piece.place}") for piece in here)
    rows = sorted(tally.items())
    waiting = [row for row in data.get(units.at, []) if row["side"] not in {side for side, _, _ in tally}]
    stand = [{"side": side, "type": kind, "count": n, "area": area} for (side, kind, area), n in rows]
    data[units.at] = [*waiting, *stand]
    later = {row.get("area") for row in (*data.get("reinforcement", []), *waiting)}
    kept = {name: places for name, places in data.get(units.areas, {}).items() if name in later}
    data[units.areas] = kept | {area: [area.removeprefix("at_")] for _, _, area in sorted(tally)}


def _come(data: Plain, turn: int) -> None:
    """Who was to come on later comes so many turns sooner; who has come is on the map or gone."""
    rows = data.get("reinforcement")
    if isinstance(rows, list):
        data["reinforcement"] = [{**row, "turn": row["turn"] - turn + 1} for row in rows if row["turn"] > turn]
