"""What one chair sees: the view, the question with its choices, and the log, as plain data for the page."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import groupby
from operator import attrgetter
from typing import Any

import msgspec

from grognard.engine import (
    Action,
    Ask,
    AtWorst,
    Dossier,
    Event,
    Game,
    Marker,
    Match,
    Odds,
    PieceView,
    Refusal,
    View,
    Working,
)
from grognard.engine.core.odds import rolls_at_once
from grognard.engine.core.wording import disambiguate, ends, left_to_act, typeset_numbers
from grognard.engine.match.odds_summary import (
    OddsSummary,
    Outcome,
    actions_with_odds,
    outlooks,
    percent,
    summarize_odds,
)
from grognard.server.api.requests import RequestError

JsonObject = dict[str, Any]
STATUS = {"GR-2": 403, "GR-3": 409}  # it is not this side's turn; the match is over


class SideViews:
    """A position as each side sees it: made once, however many chairs look at it."""

    def __init__(self, match: Match) -> None:
        self.match, self.number, self.begun = match, match.number, match.begun
        self._views: dict[str | None, View] = {}
        self._encoded: dict[str | None, tuple[msgspec.Raw, msgspec.Raw]] = {}

    @property
    def stale(self) -> bool:
        """Has the match gone on?"""
        return (self.match.number, self.match.begun) != (self.number, self.begun)

    def view(self, side: str | None) -> View:
        """What a side (None: a spectator) may see."""
        if side not in self._views:
            self._views[side] = self.match.view(side)
        return self._views[side]

    def encoded(self, side: str | None) -> tuple[msgspec.Raw, msgspec.Raw]:
        """The view without its pieces, which travel as changes, and the question put to the side; both as JSON."""
        if side not in self._encoded:
            ask = None if side is None or self.match.over else self.match.decision.of(side)
            seen = view_of(self.view(side)) | {"stands": standing(self.match, side)}
            parts = seen, question(self.match, ask, self.view(side)) if ask else None
            view, asked = (msgspec.Raw(msgspec.json.encode(part)) for part in parts)
            self._encoded[side] = view, asked
        return self._encoded[side]


def view_of(view: View) -> JsonObject:
    """The view without its pieces."""
    plain = {name: getattr(view, name) for name in View.__struct_fields__ if name != "pieces"}
    return plain | {"markers": _gathered(view.markers)}


def _gathered(markers: Sequence[Marker]) -> list[JsonObject]:
    """Markers by what they say, each with all its places: a zone may cover hundreds of hexes."""
    found: dict[tuple[str, str], list[tuple[str, ...]]] = {}
    for said, alike in groupby(markers, attrgetter("kind", "text")):
        found.setdefault(said, []).extend([(m.place, m.to) if m.to else (m.place,) for m in alike])
    return [{"kind": kind, "text": text, "places": places} for (kind, text), places in found.items()]


def question(match: Match, ask: Ask, view: View) -> JsonObject:
    """What a side is asked, with every choice as text and as a click."""
    pieces = {piece.id: piece for piece in view.pieces}
    labels, rolls = match.game.face.labels(match.state), dict(actions_with_odds(match, ask))
    texts = disambiguate([match.describe(action) for action in ask.actions], ask.actions, pieces)
    left, faces = left_to_act(ask, pieces), [_counter(match.game, ask.side, action) for action in ask.actions]
    choices = []
    for i, (action, text) in enumerate(zip(ask.actions, texts, strict=True)):
        choice: JsonObject = {"action": action, "text": text}
        if action in labels:
            choice["label"] = labels[action]
        if i in rolls:
            choice["rolls"] = True
        if faces[i]:
            choice["face"] = faces[i]
        if left and ends(action, text):
            choice["left"] = left
        choices.append(choice)
    plain: JsonObject = {"side": ask.side, "prompt": typeset_numbers(ask.prompt), "cite": ask.cite, "choices": choices}
    named = _named(match, pieces)
    return plain | {
        "subject": [piece.id for piece in named if piece.side == ask.side],
        "against": [piece.id for piece in named if piece.side != ask.side and not piece.hidden],
        "open": ask.actions.is_open,
        "beyond": unavailable_counters(match, ask, faces),
        "around": match.game.face.around(match.state),
    }


def unavailable_counters(match: Match, ask: Ask, faces: Sequence[str]) -> list[JsonObject]:
    """Where kinds of counters are offered: those that are not available now, and why."""
    kinds = (i for i, face in enumerate(faces) if face and len(ask.actions[i].__struct_fields__) == 1)
    if (first := next(kinds, None)) is None:
        return []
    start, kind, offered = faces[first].rpartition(".")[0], type(ask.actions[first]), set(ask.actions)
    others = [kind(key.removeprefix(f"{start}.")) for key in match.game.face.counters if key.startswith(f"{start}.")]
    found = [(a, why) for a in others if a not in offered and (why := match.why_not(a, ask.side)) is not None]
    return [
        {"text": match.describe(a), "face": _counter(match.game, ask.side, a), "cite": why.rule, "why": why.hint}
        for a, why in found
        if why.hint and not why.rule.startswith("GR-")
    ]


def _counter(game: Game, side: str, action: Action) -> str:
    """The counter an answer is about, where it names a kind of unit and not a piece: what is bought, say."""
    kinds = _kinds(game)
    for name in _naming(type(action)):
        value = getattr(action, name)
        if isinstance(value, str) and value in kinds:
            for key in (value, f"{side}.{value}", f"{side.split('-')[0]}.{value}"):
                if key in game.face.counters:
                    return key
    return ""


@cache
def _naming(kind: type[Action]) -> tuple[str, ...]:
    """The fields in which an action may name a counter."""
    return () if "piece" in kind.__struct_fields__ else kind.__struct_fields__


@cache
def _kinds(game: Game) -> frozenset[str]:
    """Every name of a counter, and what is left of it without what stands before a dot."""
    parts = (key.split(".") for key in game.face.counters)
    return frozenset(".".join(key[i:]) for key in parts for i in range(len(key)))


def standing(match: Match, side: str | None) -> JsonObject:
    """How things stand: what each side is after (a side knows its own aims, and at the end all), and who would win."""
    sides = match.sides if match.over else (side,) if side is not None else ()
    return {"aims": {each: match.aims(each) for each in sides}, "now": match.standing()}


def _named(match: Match, pieces: Mapping[str, PieceView]) -> list[PieceView]:
    """The pieces in sight that the question is about."""
    names = match.state.steps[-1].about(match.state)
    return [pieces[name] for name in dict.fromkeys(names) if name in pieces]


def line_of(event: Event) -> JsonObject:
    """One line of the log."""
    plain: JsonObject = {"cite": event.cite, "text": typeset_numbers(str(event))}
    if event.dice:
        plain["dice"] = event.dice
    if event.hexes:
        plain["hexes"] = event.hexes
    if event.working:
        plain["working"] = working_of(event.working)
    return plain


def pieces_changed(before: dict[str, PieceView], view: View) -> tuple[list[PieceView], list[str], bool]:
    """What changed among the pieces: new or altered ones, ids gone, and whether the order within places changed."""
    now = {piece.id: piece for piece in view.pieces}
    changed = [piece for piece in view.pieces if before.get(piece.id) != piece]
    return changed, [i for i in before if i not in now], list(before) != list(now)


def working_of(working: Working) -> JsonObject:
    """Every part of a working, also those that are empty."""
    return {name: getattr(working, name) for name in Working.__struct_fields__} | {
        "title": typeset_numbers(working.title)
    }


def refusal_of(game: Game, refusal: Refusal) -> JsonObject:
    """A refusal with the rule's own text."""
    return {"rule": refusal.rule, "text": game.rulebook[refusal.rule].text, "hint": refusal.hint}


def refused(game: Game, refusal: Refusal, instead: JsonObject | None = None) -> RequestError:
    """A refusal as the answer to an order: its status says whether it is a matter of the rules, of turn or of time."""
    told = refusal_of(game, refusal)
    return RequestError(STATUS.get(refusal.rule, 422), told["text"], told["rule"], told["hint"], instead)


def choice_of(match: Match, action: Action) -> JsonObject:
    """An answer that is not on the list, in the form of those that are."""
    return {"action": msgspec.to_builtins(action), "text": match.describe(action)}


# -------------------- What a page may ask to be told beside the question

SECONDS = 1.5  # spent on the chances of one question; what has not been worked out by then is asked for one by one


def briefing_of(match: Match, side: str | None) -> JsonObject:
    """What a side is told before its first decision."""
    if side is None:
        raise RequestError(403, "Only players are briefed.")
    return {"briefing": match.briefing(side)}


def dossier_of(match: Match, side: str | None, view: View, piece: str, face: str) -> JsonObject:
    """All that a side may know of a piece it sees, or of a counter it is offered."""
    seen = next((p for p in view.pieces if p.id == piece), None) if piece else _offered(match, side, face)
    if seen is None:
        raise RequestError(404, "There is no such piece or counter to be seen.")
    reach = match.game.face.reach(match.state, side, seen.id) if seen.id else ()
    return {"dossier": _dossier(match, side, seen), "reach": reach}


def _dossier(match: Match, side: str | None, piece: PieceView) -> Dossier:
    if not piece.id:  # a counter in a list is nowhere: a game that knows pieces alone has no more to say of it
        try:
            return match.game.face.dossier(match.state, side, piece)
        except KeyError:
            return Dossier("", piece.name)
    return match.game.face.dossier(match.state, side, piece)


def _offered(match: Match, side: str | None, face: str) -> PieceView | None:
    """A counter as it would lie on the table, if it is one of the game's."""
    if side is None or face not in match.game.face.counters:
        return None
    name = face.rpartition(".")[2].replace("_", " ")
    return PieceView("", side, "", face, name[:1].upper() + name[1:])


def odds_of(match: Match, side: str, action: Action) -> JsonObject | None:
    """Exact chances as fractions and numbers, the best result first, and the working."""
    step, state = match.state.steps[-1], match.state
    if step.hides_odds(state, action):
        return None
    odds = match.odds(action, side) or Odds({}, step.preview(state, action))
    worst = odds.worst
    return {
        "chances": _ranked(match, side, odds),
        "preview": working_of(odds.preview) if odds.preview else None,
        "at_once": bool(odds.chances) and rolls_at_once(step.as_known(state, side), side, action),
        "assumes": odds.assumes,
        "worst": {"assumes": worst.assumes, "chances": _ranked(match, side, worst)} if worst else None,
    }


def _ranked(match: Match, side: str, odds: Odds | AtWorst) -> list[JsonObject]:
    charted = odds if isinstance(odds, Odds) else Odds(odds.chances)
    suffers = match.state.steps[-1].suffers(match.state, side)
    return [
        {"name": o.name, "exact": str(o.chance), "chance": float(o.chance), "weight": o.weight}
        for o in summarize_odds(charted, match.game.face.charts, suffers=suffers).outcomes
    ]


def odds_of_all(match: Match, side: str) -> JsonObject:
    """What every answer that leads to a roll comes to, as far as that is quickly known."""
    until, ask = time.monotonic() + SECONDS, match.decision.of(side)
    assert ask is not None
    found = outlooks(match, ask, lambda: time.monotonic() > until)
    return {"chances": {str(i): outlook_of(look) for i, look in found.items()}}


def best_of(hardest: Outcome) -> JsonObject:
    """The hardest result with its chance."""
    return {"name": hardest.name, "chance": float(hardest.chance), "says": percent(hardest.chance)}


def outlook_of(look: OddsSummary) -> JsonObject:
    """The headline, the hardest result, and how the chances spread over the weights, the hardest first."""
    best = max(look.outcomes, key=lambda o: o.weight)
    return {
        "wanted": look.wanted,
        "chance": float(look.chance),
        "says": percent(look.chance),
        "best": {"name": best.name, "chance": float(best.chance), "says": percent(best.chance)}
        if best.weight > 1
        else None,
        "spread": [float(chance) for chance in look.spread],
        "why": " · ".join(look.why),
    }
