"""What may be asked of a match without changing it. All of it is worked out on a copy, in a thread of its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from grognard.board.covered_routes import entered, unseen, watched_by_enemies
from grognard.board.ground import hexmap_of
from grognard.engine import Action, Ask, Game, Match, Refusal
from grognard.engine.match.gesture import Gesture, click_on, gestures, point_of, preview_routes, why_not_carry
from grognard.players import HINTING, WorkerPlayer, advise
from grognard.school.path import LATELY, path_of
from grognard.school.path import remark as coach_says
from grognard.server.api import requests
from grognard.server.api.requests import RequestError
from grognard.server.api.serializers import (
    JsonObject,
    SideViews,
    choice_of,
    dossier_of,
    odds_of,
    odds_of_all,
    refusal_of,
    refused,
)

SEEN_WITHIN = 10  # hexes round a hex that are looked at when it is asked what can be seen from it
THINKER = WorkerPlayer(HINTING)  # who is asked for a hint

Later = Callable[[], JsonObject]  # an answer that takes a while to work out


def read_action(game: Game, plain: dict[str, Any]) -> Action:
    """An action from the wire, or a Refused."""
    try:
        return game.rules.codec.read_action(plain)
    except (msgspec.DecodeError, TypeError, UnicodeError) as error:
        raise RequestError(400, "This is not an action of this game.") from error


def out_of_sight(looks: SideViews, side: str, action: Action) -> bool:
    """Does an action name a piece the side cannot see? Then it is refused as if there were no such piece."""
    named = {value for name in action.__struct_fields__ if isinstance(value := getattr(action, name), str)}
    return bool((named & looks.match.state.pieces.keys()) - {piece.id for piece in looks.view(side).pieces})


def odds(match: Match, side: str, action: Action) -> Later:
    """The exact chances of a choice."""
    if match.why_not(action, side) is not None:
        raise RequestError(422, "This is not one of the choices.", "GR-1")
    twin = match.clone()
    return lambda: {"odds": odds_of(twin, side, action)}


def chances(match: Match, side: str) -> Later:
    """What every choice that leads to a roll comes to."""
    twin = match.clone()
    return lambda: odds_of_all(twin, side)


def way(match: Match, side: str, order: requests.PreviewRoute) -> Later:
    """The ways on which answers lead, if nothing happens."""
    answers, twin = [read_action(match.game, action) for action in order.actions], match.clone()

    def work() -> JsonObject:
        watched, legs, going = watched_by_enemies(twin, side), preview_routes(twin, side, answers), answers
        if order.unseen and len(answers) == 1 and legs:
            going = unseen(twin, answers[0], watched)
            legs = preview_routes(twin, side, going)
        seen = [h for h in entered(legs) if h in watched]
        return {"actions": msgspec.to_builtins(going), "legs": msgspec.to_builtins(legs), "seen": seen}

    return work


def why(looks: SideViews, scenario: str, side: str, order: requests.Why) -> Later:
    """What a click means, or why it means nothing now."""
    seen = _sees(looks, scenario, side, order.piece)
    if not seen and not _sees(looks, scenario, side, order.hex):
        raise RequestError(404, "There is no such piece or hex.")
    twin, piece = looks.match.clone(), order.piece if seen else ""

    def work() -> JsonObject:
        meant = click_on(twin, side, piece, order.hex)
        if isinstance(meant, Action):
            return {"choice": choice_of(twin, meant)}
        return {"refusal": refusal_of(twin.game, meant) if meant else None}

    return work


def _sees(looks: SideViews, scenario: str, side: str, name: str) -> bool:
    """Is this a piece that the side sees, or a place of the ground?"""
    ground = looks.match.game.face.ground(scenario)
    return any(piece.id == name for piece in looks.view(side).pieces) or (ground is not None and ground.knows(name))


def gesture(looks: SideViews, scenario: str, side: str, order: requests.Carry) -> Callable[[], list[Gesture]]:
    """What a piece picked up here and put down there may mean; Refused if it means nothing."""
    there = point_of(order.to) is not None or _sees(looks, scenario, side, order.to)
    if not there or not _sees(looks, scenario, side, order.piece):
        raise RequestError(404, "There is no such piece or hex.")
    twin = looks.match.clone()

    def work() -> list[Gesture]:
        found = gestures(twin, side, order.piece, order.to)
        if not found:
            raise refused(twin.game, why_not_carry(twin, side, order.piece, order.to))
        return found

    return work


def way_told(way: Gesture) -> JsonObject:
    """One meaning of a gesture: its answers in their order, and how it reads."""
    return {"actions": [msgspec.to_builtins(answer) for answer in way.answers], "text": way.text}


def why_nothing(match: Match) -> JsonObject:
    """Why no click of somebody who watches, or after the end, does anything."""
    return {"refusal": refusal_of(match.game, Refusal("GR-3" if match.over else "GR-2"))}


def dossier(looks: SideViews, side: str | None, order: requests.Dossier) -> Later:
    """All that a side may know of a piece or a counter."""
    twin, view = looks.match.clone(), looks.view(side)
    return lambda: dossier_of(twin, side, view, order.piece, order.face)


def hint(match: Match, ask: Ask) -> Later:
    """What a sensible player would do."""
    twin = match.clone()
    return lambda: {"hint": msgspec.to_builtins(advise(twin, ask, THINKER))}


def remark(match: Match, side: str | None, said: Sequence[str]) -> Later:
    """What the coach of a first battle says to a side; nothing to those who watch, or where a game has no path."""
    path, twin = path_of(match.game), match.clone()
    twin.events.extend(match.events[-LATELY:])

    def work() -> JsonObject:
        found = coach_says(path, twin, side, said) if path is not None and side is not None else None
        if found is None:
            return {"remark": None}
        told = {name: getattr(found, name) for name in ("id", "title", "say", "cite", "lesson")}
        return {"remark": {**told, "text": twin.game.rulebook[found.cite].text if found.cite else ""}}

    return work


def sight(match: Match, scenario: str, order: requests.Sight) -> Later:
    """A line of sight, or all that is seen from a hex."""
    board, can_see, state = hexmap_of(match.game, scenario), match.game.face.sight, match.state.clone()
    if board is None or order.a not in board.grid or order.b not in (*board.grid.hexes, ""):
        raise RequestError(404, "There is no such hex on this map.")
    if can_see is None:
        raise RequestError(404, "This game has no line of sight between hexes.")
    if order.b:
        return lambda: {"sight": msgspec.to_builtins(can_see(state, order.a, order.b))}
    near = board.grid.within(order.a, SEEN_WITHIN)
    return lambda: {"near": near, "seen": [h for h in near if can_see(state, order.a, h).clear]}


def reach(looks: SideViews, side: str | None) -> Later:
    """Where every piece in sight makes itself felt."""
    game, state, pieces = looks.match.game, looks.match.state.clone(), looks.view(side).pieces

    def work() -> JsonObject:
        found = {piece.id: game.face.reach(state, side, piece.id) for piece in pieces}
        return {"reach": {piece: reach for piece, reach in found.items() if reach}}

    return work


def survey(match: Match, scenario: str) -> Later:
    """What places are in this battle, where the map alone does not say: gathered, for hundreds are alike."""
    ground, read, state = match.game.face.ground(scenario), match.game.face.reading, match.state.clone()

    def work() -> JsonObject:
        found: dict[str, list[str]] = {}
        for place in ground.places if ground else ():
            if words := ", ".join(read(state, place)):
                found.setdefault(words, []).append(place)
        return {"ground": found}

    return work
