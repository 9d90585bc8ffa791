"""A question as plain data and as text, for players outside Python: what a side may know, and nothing more."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Any

import msgspec

from grognard.engine import Action, Ask, Match
from grognard.engine.core.numbers import numbers_in
from grognard.engine.core.view import PieceView
from grognard.engine.core.working import Working

Plain = dict[str, Any]
MOST = 2_000  # answers that are listed
TOLD = 12  # lines of the log in a text


def listed(ask: Ask) -> list[Action]:
    """The answers by their numbers, as many as are told."""
    return list(islice(ask.actions, MOST))


def piece_told(match: Match, side: str | None, piece: PieceView) -> Plain:
    """A counter, with what is printed on it as numbers."""
    dossier = match.game.face.dossier(match.state, side, piece)
    numbers = {**numbers_in({value.name: value.value for value in dossier.values}), **dict(piece.numbers)}
    return {**msgspec.to_builtins(piece), "numbers": numbers}


def view_told(match: Match, side: str | None) -> Plain:
    """All that a side (None: a spectator) sees."""
    view = match.view(side)
    told: Plain = msgspec.to_builtins(view)
    return {**told, "pieces": [piece_told(match, side, piece) for piece in view.pieces]}


def question_told(match: Match, ask: Ask) -> Plain:
    """What a side is asked: its view, its aims, and the answers with their words and values."""
    labels = match.game.face.labels(match.state)
    answers = [
        {"n": n, "words": match.describe(a), "label": labels.get(a, ""), "answer": msgspec.to_builtins(a)}
        for n, a in enumerate(listed(ask))
    ]
    return {
        "decision": match.told_number,
        "side": ask.side,
        "prompt": ask.prompt,
        "cite": ask.cite,
        "open": [kind.__name__ for kind in ask.actions.open_kinds],
        "answers": answers,
        "view": view_told(match, ask.side),
        "aims": msgspec.to_builtins(match.aims(ask.side)),
    }


def working_told(working: Working) -> Plain:
    """How a roll is made, with its numbers."""
    return {**msgspec.to_builtins(working), "numbers": working.numbers}


def odds_told(match: Match, action: Action, side: str) -> Plain | None:
    """The exact odds of an answer; None where there are none to be told."""
    odds = match.odds(action, side, at_worst=False)
    if odds is None:
        return None
    return {
        "chances": {name: float(chance) for name, chance in odds.chances.items()},
        "assumes": list(odds.assumes),
        "working": working_told(odds.preview) if odds.preview is not None else None,
        "words": str(odds),
    }


def refusal_told(match: Match, action: Action, side: str) -> Plain | None:
    """Why an answer is not allowed; None if it is."""
    refusal = match.why_not(action, side)
    if refusal is None:
        return None
    return {"rule": refusal.rule, "text": match.game.rulebook.explain(refusal), "hint": refusal.hint}


# ------------------------------------------------------------------ as text


def board_text(match: Match, side: str | None) -> str:
    """What a side sees, in lines that can be read without a picture."""
    view = match.view(side)
    ground = match.game.face.ground(match.state.scenario_id)
    lines = [f"Turn {min(view.turn, view.turns)} of {view.turns}, {view.phase}"]
    lines += [f"{track.title}: {track.value}" for track in view.tracks]
    lines += [_piece(piece) for piece in view.pieces if piece.place]
    lines += [f"{marker.kind} at {marker.place} {marker.text}".rstrip() for marker in view.markers if marker.place]
    lines += [f"Card of {card.side}, {card.place}: {card.title} {card.text}".rstrip() for card in view.cards]
    if ground is not None:
        places = dict.fromkeys(piece.place for piece in view.pieces if piece.place and ground.knows(piece.place))
        lines += [f"{place}: {says}" for place in places if (says := ground.says(place))]
    return "\n".join(lines)


def _piece(piece: PieceView) -> str:
    facing = f", facing {way(piece.facing)}" if piece.facing is not None else ""
    more = " ".join(filter(None, (piece.values, ", ".join(piece.marks))))
    return f"{piece.side} {piece.name} ({piece.id}) at {piece.place}{facing}{': ' + more if more else ''}"


WAYS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")


def way(facing: float) -> str:
    """A way of looking by the nearest point of the compass."""
    return WAYS[round(facing / 45) % 8]


def question_text(match: Match, ask: Ask, seen: int = 0) -> str:
    """A question as text, with numbered answers: what a language model is shown."""
    log = [str(event) for event in match.log(ask.side)[max(seen, len(match.log(ask.side)) - TOLD) :]]
    aims = [f"- {aim.text} [{aim.cite}]" for aim in match.aims(ask.side)]
    parts = (
        [f"{match.game.title}: {match.game.scenarios[match.state.scenario_id].title}. You play {ask.side}."],
        ["", "Your aims:", *aims] if aims else [],
        ["", "The board:", board_text(match, ask.side)],
        ["", "What happened last:", *log] if log else [],
        ["", f"Question: {ask.prompt}", *numbered(match, listed(ask))],
        ["", "Answer with one number."],
    )
    return "\n".join(line for part in parts for line in part)


def numbered(match: Match, actions: Sequence[Action]) -> list[str]:
    """The answers with their numbers, as they are offered."""
    labels = match.game.face.labels(match.state)
    return [f"{n}. {match.describe(a)} {labels.get(a, '')}".rstrip() for n, a in enumerate(actions)]
