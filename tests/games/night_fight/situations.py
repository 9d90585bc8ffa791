"""Exact situations for rule tests: a few counters, one step on the stack, and rigged dice.

A counter's id is its type; the second of a type is `type-2`, and so on. The pieces of column 1 are `1.1`, `1.2`, …
from the lead back, and its marker is `c1`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import count
from typing import Any, NamedTuple

from msgspec.structs import replace

from grognard import testing
from grognard.engine import Action, Press, Step
from grognard.games.night_fight import GAME
from grognard.games.night_fight.rules.checks import check
from grognard.games.night_fight.rules.columns import SovietMovement
from grognard.games.night_fight.rules.data import TYPES
from grognard.games.night_fight.rules.german_acts import GermanFire
from grognard.games.night_fight.rules.movement import GermanMovement
from grognard.games.night_fight.rules.sequence import PLAYERS
from grognard.games.night_fight.rules.state import SOVIET, Column, NightFight, Unit, on_map
from grognard.testing import begin, situation, unrolled

FIRE, MOVE = GermanFire(("german",)), GermanMovement(("german",))


class Formation(NamedTuple):
    """A column and its pieces."""

    column: Column
    pieces: tuple[Unit, ...]


def german(kind: str, place: str = "", *, side: str = "german", id: str = "", **values: Any) -> Unit:
    """A German unit; without a place it has still to enter."""
    return Unit(id, side, place, kind, **values)


def soviet(kind: str, place: str, *, id: str = "", up: bool = False, **values: Any) -> Unit:
    """A Soviet piece on its own, face down unless said otherwise; spotted or pinned ones are face up."""
    shown = up or values.get("spotted", False) or values.get("pinned", False)
    values.setdefault("mobile", TYPES[kind].static == 0)
    return Unit(id, SOVIET, place, kind, up=shown, **values)


def column(
    number: int | str,
    kinds: Sequence[str],
    track: Sequence[str],
    *,
    ahead: str,
    deployed: bool = False,
    slots: Sequence[int] | None = None,
    stopped: bool = False,
    up: bool = False,
) -> Formation:
    """A column: a marker on track[0] that came along the track, or deployed units, unit n on track[slot n]."""
    name = str(number)
    ids = tuple(f"{name}.{n}" for n in range(1, len(kinds) + 1))
    places = tuple(slots if slots is not None else range(len(kinds))) if deployed else ()
    body = Column(name, ids, tuple(track), ahead, deployed, places, stopped)
    pieces = []
    for n, (piece_id, kind) in enumerate(zip(ids, kinds, strict=True)):
        place = f"box-{name}"
        if deployed:
            place = track[places[n]] if places[n] < len(track) else f"wait-{name}"
        pieces.append(Unit(piece_id, SOVIET, place, kind, up=up and on_map(place), mobile=True, column=name))
    if not deployed:
        pieces.append(Unit(body.marker, SOVIET, track[0], "column", column=name))
    return Formation(body, tuple(pieces))


def position(
    *things: Unit | Formation,
    step: Step | None = None,
    dice: Iterable[int] = (),
    scenario: str = "ghost-column",
    turn: int = 2,
    visibility: int = 4,
    vegetation: str = "normal",
    quality: str = "regulars",
    players: int = 1,
    options: dict[str, str] | None = None,
    wrecks: Iterable[str] = (),
    bridges_out: Iterable[str] = (),
    lit: Iterable[str] = (),
    **fields: Any,
) -> NightFight:
    """A position with exactly these pieces, run on to its first question if a step is given."""
    formations = [thing for thing in things if isinstance(thing, Formation)]
    fields = {
        "columns": {body.column.id: body.column for body in formations},
        "wrecks": dict(Counter(wrecks)),
        "bridges_out": dict.fromkeys(bridges_out, True),
        "lit": dict.fromkeys(lit, True),
        **fields,
    }
    wanted = {"intensity": "low", "events": "no", "players": str(players), **(options or {})}
    night = {"turn": turn, "visibility": visibility, "vegetation": vegetation, "quality": quality}
    pieces = _named(piece for thing in things for piece in (thing.pieces if isinstance(thing, Formation) else (thing,)))
    steps = (step,) if step is not None else ()
    fields = {"players": PLAYERS[:players], **night, **fields}
    g = situation(GAME, scenario, pieces, *steps, dice=dice, options=wanted, **fields)
    assert isinstance(g, NightFight)
    sound(g)
    return g


def sound(g: NightFight) -> None:
    """The invariants hold, and a step that is asked about what it offers has nothing against it."""
    check(g)
    for ask in g.asks:
        for action in ask.actions:
            assert g.steps[-1].why_not(g, ask.side, action) is None, action


def _named(pieces: Iterable[Unit]) -> list[Unit]:
    """Every piece with a name of its own: its type, and a number from the second on."""
    found: dict[str, Unit] = {}
    for piece in pieces:
        names = (piece.type if n == 1 else f"{piece.type}-{n}" for n in count(1))
        name = piece.id or next(name for name in names if name not in found)
        found[name] = replace(piece, id=name)
    return list(found.values())


def play(g: NightFight, *actions: Action) -> None:
    """Take these legal answers one after another; the position is sound after each."""
    for action in actions:
        testing.play(g, action)
        sound(g)


def places(g: NightFight, *ids: str) -> list[str]:
    """Where these pieces are; "gone" for those out of the game."""
    return [g.pieces[i].place if i in g.pieces else "gone" for i in ids]


# ------------------------------------------------------------------ Soviet movement


def let_pass(g: NightFight) -> None:
    """The Germans let pass whatever they are asked about."""
    while g.asks:
        play(g, Press("pass"))


def march(g: NightFight, *faces: int) -> None:
    """A Soviet Movement Phase with these dice in which the Germans let everything pass."""
    begin(g, SovietMovement(), dice=faces)
    let_pass(g)
    assert unrolled(g) == []


def marched(*things: Unit | Formation, dice: Iterable[int] = (), **fields: Any) -> NightFight:
    """A position after a Soviet Movement Phase that the Germans let pass; they see two hexes unless told."""
    g = position(*things, **{"visibility": 2, **fields})
    march(g, *dice)
    return g
