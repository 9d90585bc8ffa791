"""What a page may ask to be told beside the question: the briefing, a dossier, the chances of every answer."""

from __future__ import annotations

import time

from grognard.engine import Action, AtWorst, Dossier, Match, Odds, PieceView, View
from grognard.engine.core.odds import rolls_at_once
from grognard.engine.match.odds_summary import Outlook, outlook, outlooks, percent
from grognard.server.api.requests import Refused
from grognard.server.api.serializers import Plain, working_of

SECONDS = 1.5  # spent on the chances of one question; what has not been worked out by then is asked for one by one


def briefing_of(match: Match, side: str | None) -> Plain:
    """What a side is told before its first decision."""
    if side is None:
        raise Refused(403, "Only players are briefed.")
    return {"briefing": match.briefing(side)}


def dossier_of(match: Match, side: str | None, view: View, piece: str, face: str) -> Plain:
    """All that a side may know of a piece it sees, or of a counter it is offered."""
    seen = next((p for p in view.pieces if p.id == piece), None) if piece else _offered(match, side, face)
    if seen is None:
        raise Refused(404, "There is no such piece or counter to be seen.")
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


def odds_of(match: Match, side: str, action: Action) -> Plain | None:
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


def _ranked(match: Match, side: str, odds: Odds | AtWorst) -> list[Plain]:
    charted = odds if isinstance(odds, Odds) else Odds(odds.chances)
    suffers = match.state.steps[-1].suffers(match.state, side)
    return [
        {"name": o.name, "exact": str(o.chance), "chance": float(o.chance), "weight": o.weight}
        for o in outlook(charted, match.game.face.charts, suffers=suffers).outcomes
    ]


def chances_of(match: Match, side: str) -> Plain:
    """What every answer that leads to a roll comes to, as far as that is quickly known."""
    until, ask = time.monotonic() + SECONDS, match.decision.of(side)
    assert ask is not None
    found = outlooks(match, ask, lambda: time.monotonic() > until)
    return {"chances": {str(i): outlook_of(look) for i, look in found.items()}}


def outlook_of(look: Outlook) -> Plain:
    """The headline, the hardest result, and how the chances spread over the weights, the hardest first."""
    best = max(look.outcomes, key=lambda o: o.weight)
    return {
        "wanted": look.wanted,
        "chance": float(look.chance),
        "says": percent(look.chance),
        "best": {"name": best.name, "says": percent(best.chance)} if best.weight > 1 else None,
        "spread": [float(chance) for chance in look.spread],
        "why": " · ".join(look.why),
    }
