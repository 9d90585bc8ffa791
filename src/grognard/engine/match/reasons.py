"""Why an act is worth doing, in sentences that name what stands on the board.

What the game can say of an answer comes first (`Mind.advice`), then what the act does for an aim, and where it leads.
Only what the side sees is named.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import dist, inf
from typing import TYPE_CHECKING

from grognard.engine.core.action import Press
from grognard.engine.core.view import Aim
from grognard.engine.core.wording import capital
from grognard.engine.match.act import Act, arrived

if TYPE_CHECKING:
    from grognard.engine.game.face import Ground
    from grognard.engine.game.game import Game

TOLD = 2  # reasons at most
IDLE = "No unit gains by doing more now."
ELSE = "What else could be answered gains less."


def reasons(game: Game, act: Act, side: str) -> str:
    """Why, in one or two sentences."""
    known = [game.mind.advice(part.before, side, part.answer) for part in reversed(act.parts)]
    told = [reason for reason in dict.fromkeys([*_of_aims(game, act, side), *known]) if reason]
    told = [*told, *([] if told else _of_place(game, act, side))][:TOLD]
    return " ".join(told) or (IDLE if _gives_up(act) else ELSE)


def _gives_up(act: Act) -> bool:
    """Is it only said that nothing more is to be done?"""
    [first, *others] = act.answers
    return not others and isinstance(first, Press) and first.button.lower().startswith(("end ", "pass", "stop"))


def _of_aims(game: Game, act: Act, side: str) -> Iterator[str]:
    """What counts towards victory as the act leaves it, and did not before."""
    if act.after is None:
        return
    both = zip(*(game.rules.aims(g, side) for g in (act.parts[0].before, act.after)), strict=False)
    served = [after for before, after in both if before.text == after.text and _is_nearer(before, after)]
    for aim in sorted(served, key=lambda aim: not aim.hexes)[:1]:
        yield f"It serves an aim: {_said(aim)}."


def _is_nearer(before: Aim, after: Aim) -> bool:
    return (after.points or 0) > (before.points or 0) or (after.met is True and before.met is False)


def _of_place(game: Game, act: Act, side: str) -> Iterator[str]:
    """Where the act leads: to what counts, nearer to it, or to the enemy."""
    known, went = act.parts[0].before, arrived(act, side)
    ground = game.face.ground(known.scenario_id)
    if ground is None:
        return
    start, end = (ground.spot(piece) if piece is not None else "" for piece in went)
    end = end or getattr(act.answers[-1], "hex", "")
    if not ground.knows(end):
        return
    nearest = _nearest_aim(ground, game.rules.aims(known, side), start or end)
    if nearest is not None:
        yield from _towards(ground, nearest, start, end)
    seen = (piece for piece in game.rules.view(known, side).pieces if piece.side != side and not piece.hidden)
    foes = {piece.name: ground.spot(known.pieces[piece.id]) for piece in seen if piece.id in known.pieces}
    yield from _facing(ground, foes, start, end)


def _nearest_aim(ground: Ground, aims: tuple[Aim, ...], start: str) -> tuple[Aim, str] | None:
    """The aim that lies nearest, and its nearest place."""
    places = [(aim, place) for aim in aims for place in aim.hexes if ground.knows(place)]
    return min(places, key=lambda pair: _far(ground, start, pair[1]), default=None)


def _towards(ground: Ground, nearest: tuple[Aim, str], start: str, end: str) -> Iterator[str]:
    aim, place = nearest
    if end == place or end in aim.hexes:
        yield f"{end} counts: {_said(aim)}."
    elif not start or _far(ground, end, place) < _far(ground, start, place):
        goal = f"the {place}" if place.isalpha() else place
        yield f"It comes within {ground.apart(end, place)} of {goal}: {_said(aim)}."


def _facing(ground: Ground, foes: dict[str, str], start: str, end: str) -> Iterator[str]:
    """The nearest enemy in sight, from there."""
    on_map = {name: spot for name, spot in foes.items() if spot}
    name = min(on_map, key=lambda name: _far(ground, end, on_map[name]), default="")
    if not name:
        return
    away, spot = ground.apart(end, on_map[name]), on_map[name]
    named = name if "," in spot else f"{name} in {spot}"
    if start and _far(ground, end, on_map[name]) > _far(ground, start, on_map[name]):
        yield f"It draws back to {away} from {named}."
    else:
        yield f"{capital(named)} is {away} away."


def _far(ground: Ground, a: str, b: str) -> float:
    return dist(ground.centre(a), ground.centre(b)) if a and b else inf


def _said(aim: Aim) -> str:
    """An aim within a sentence."""
    return aim.text[:1].lower() + aim.text[1:]
