"""Exact situations for rule tests: a few counters, one step on the stack, and rigged dice.

A counter's id is its type; the second of a type is `type-2`, and so on. The pieces of column 1 are `1.1`, `1.2`, …
from the lead back, and its marker is `c1`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from grognard.engine import Action, Event, Refusal, RiggedDice, Step
from grognard.games.night_fight import GAME
from grognard.games.night_fight.rules.checks import check
from grognard.games.night_fight.rules.data import TYPES
from grognard.games.night_fight.rules.sequence import PLAYERS
from grognard.games.night_fight.rules.state import SOVIET, Column, NightFight, Unit, on_map


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
    wanted = {"intensity": "low", "events": "no", "players": str(players), **(options or {})}
    g = NightFight(
        scenario_id=scenario,
        options=dict(GAME.choose_options(scenario, wanted)),
        players=PLAYERS[:players],
        turn=turn,
        visibility=visibility,
        vegetation=vegetation,
        quality=quality,
        dice=RiggedDice(dice),
    )
    for thing in things:
        if isinstance(thing, Formation):
            g.columns[thing.column.id] = thing.column
        for piece in thing.pieces if isinstance(thing, Formation) else (thing,):
            g.put(piece if piece.id else replace(piece, id=_free_id(g, piece.type)))
    for h in wrecks:
        g.wrecks[h] = g.wrecks.get(h, 0) + 1
    g.bridges_out, g.lit = dict.fromkeys(bridges_out, True), dict.fromkeys(lit, True)
    for name, value in fields.items():
        assert hasattr(g, name), name
        setattr(g, name, value)
    check(g)
    if step is not None:
        g.steps = (step,)
        g.advance()
        check(g)
    return g


def _free_id(g: NightFight, kind: str) -> str:
    number = 1
    while (name := kind if number == 1 else f"{kind}-{number}") in g.pieces:
        number += 1
    return name


def play(g: NightFight, *actions: Action) -> None:
    """Take these legal answers one after another, for whoever is asked."""
    for action in actions:
        assert g.asks, f"nothing is asked, yet here is {action!r}"
        assert action in g.asks[0].actions, f"{action!r} is not among {list(g.asks[0].actions)}"
        g.answer(g.asks[0].side, action)
        check(g)


def roll(g: NightFight, *faces: int) -> None:
    """The dice to come, instead of any that are left."""
    g.dice = RiggedDice(faces)


def unrolled(g: NightFight) -> list[int]:
    """Rigged dice that nobody has rolled."""
    assert isinstance(g.dice, RiggedDice)
    return g.dice.faces


def offered(g: NightFight) -> list[Action]:
    """What is offered now; nothing when the steps are done."""
    return list(g.asks[0].actions) if g.asks else []


def refusal(g: NightFight, action: Action) -> Refusal | None:
    """Why an action is not allowed now; None if it is."""
    if action in g.asks[0].actions:
        return None
    found = g.steps[-1].why_not(g, g.asks[0].side, action)
    return found or Refusal("GR-1")


def refused(g: NightFight, action: Action) -> str:
    """The rule that forbids an action now, "" if it is allowed."""
    found = refusal(g, action)
    return found.rule if found else ""


def told(g: NightFight, cite: str) -> list[Event]:
    """The lines of the log that cite a rule."""
    return [event for event in g.events or [] if event.cite == cite]


def places(g: NightFight, *ids: str) -> list[str]:
    """Where these pieces are; "gone" for those out of the game."""
    return [g.pieces[i].place if i in g.pieces else "gone" for i in ids]
