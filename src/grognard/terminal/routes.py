"""Journeys at the keyboard: the way to a place with its price, by chosen hexes, gone until something happens."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rich.text import Text

from grognard.board.covered_routes import entered, unseen, watched_by_enemies
from grognard.board.ground import InchGround
from grognard.board.inches.terrain_table import Table
from grognard.engine import Action, Match, Route, SightLine, View
from grognard.engine.core.wording import in_halves, with_count
from grognard.engine.match.gesture import preview_routes
from grognard.terminal.choices import NoSuchChoice
from grognard.terminal.screen import DIM
from grognard.terminal.table_window import inches_of


def sends(match: Match, side: str, hexes: Sequence[str]) -> list[Action]:
    """The answers that send the mover from hex to hex; none if no such thing is asked."""
    ask = match.decision.of(side) if hexes else None
    kinds = {type(action): None for action in ask.actions} | dict.fromkeys(ask.actions.open_kinds) if ask else {}
    for kind in kinds:
        if kind.__struct_fields__ == ("hex",):
            actions: list[Action] = [kind(h) for h in hexes]
            if match.why_not(actions[0], side) is None:
                return actions
    return []


def ways_to(match: Match, side: str, hexes: Sequence[str]) -> tuple[list[Action], list[Route]]:
    """The answers that lead there and the ways they take; nothing if the whole of it cannot be gone."""
    actions = sends(match, side, hexes)
    legs = preview_routes(match, side, actions) if actions else []
    return (actions, legs) if legs and len(legs) == len(actions) else ([], [])


def route_text(legs: Sequence[Route]) -> str:
    """A way in words: "By 2010, 2011 to 2012: 3 of 6 points."."""
    places = [stretch.place for leg in legs for stretch in leg.stretches[1:]]
    by = f"By {', '.join(places[:-1])} to" if places[1:] else "To"
    price = sum(leg.price for leg in legs)
    return f"{by} {places[-1]}: {in_halves(price)} of {in_halves(legs[0].budget)} {legs[0].measure}"


def out_of_sight(match: Match, side: str, actions: Sequence[Action], legs: Sequence[Route]) -> list[str]:
    """A way with what the enemies in sight watch of it, and the one to the same hex that they watch the least."""
    watched = watched_by_enemies(match, side)
    found = [f"{route_text(legs)}{_in_sight(legs, watched)}."]
    better = unseen(match, actions[0], watched) if len(actions) == 1 else []
    if len(better) > 1:
        there, typed = preview_routes(match, side, better), " ".join(getattr(action, "hex", "") for action in better)
        found.append(f"Unseen, with {typed}: {route_text(there)}{_in_sight(there, watched)}.")
    return found


def _in_sight(legs: Sequence[Route], watched: frozenset[str]) -> str:
    seen = sum(place in watched for place in entered(legs))
    return f", {with_count(seen, 'hex')} in sight of the enemy" if seen else ""


def steps(actions: Sequence[Action], legs: Sequence[Route]) -> list[Action]:
    """The answers one by one: where a mover that is sent somewhere stays there, hex by hex."""
    found: list[Action] = []
    for i, (action, leg) in enumerate(zip(actions, legs, strict=True)):
        by_hex = leg.ends and i < len(legs) - 1
        found += [type(action)(s.place) for s in leg.stretches[1:]] if by_hex else [action]
    return found


def go(match: Match, side: str, answers: Sequence[Action]) -> bool:
    """Give the answers as long as nothing happens on the way; False if it was halted."""
    for action in answers:
        lines = len(match.log(side))
        match.take(action, side)
        rolled = any(event.dice or event.working for event in match.log(side)[lines:])
        if action is not answers[-1] and (rolled or match.over or match.decision.of(side) is None):
            return False
    return True


# -------------------- The tape on a table of inches

UNSAID = ("from", "the")
TO = "to"


def ends(ground: InchGround, view: View, typed: str) -> tuple[str, str]:
    """The two ends as the game knows them, however they are named."""
    found = [(_meant(ground.table, view, a), _meant(ground.table, view, b)) for a, b in _halves(typed)]
    best = min((both for both in found if all(both)), key=lambda both: len(both[0]) * len(both[1]), default=None)
    if best is None:
        example = f"sight {ground.places[0].replace('_', ' ')} {ground.table.width / 2:g} {ground.table.height / 2:g}"
        raise NoSuchChoice(f"Name two units, pieces of terrain or points in inches, for example: {example}")
    for meant in best:
        if len(meant) > 1:
            raise NoSuchChoice(f"Which one: {', '.join(meant.values())}?")
    return next(iter(best[0])), next(iter(best[1]))


def _halves(typed: str) -> Iterator[tuple[str, str]]:
    """Every way to take what was typed as two names; "to" leaves one only."""
    words = [word for word in typed.lower().replace(",", " ").split() if word not in UNSAID]
    for i in [words.index(TO)] if TO in words else range(1, len(words)):
        yield " ".join(words[:i]), " ".join(words[i + (words[i] == TO) :])


def _meant(table: Table, view: View, words: str) -> dict[str, str]:
    """What a name may mean, with how it is written: a point, terrain or a unit in sight."""
    point = inches_of(words)
    if point is not None:
        return {f"{point[0]:g},{point[1]:g}": words} if point in table else {}
    known = [(name, feature.title) for name, feature in table.features.items()]
    known += [(piece.id, piece.name) for piece in view.pieces if piece.place and not piece.hidden]
    return _named(known, words, whole=True) or _named(known, words, whole=False)


def _named(known: Iterable[tuple[str, str]], words: str, *, whole: bool) -> dict[str, str]:
    return {key: title for key, title in known if (words == title.lower() if whole else words in title.lower())}


def tape_text(line: SightLine) -> Text:
    """How far it is, whether it is seen, and what lies between."""
    text = Text(f"{line.viewer} to {line.target}, {line.distance:.1f} inches: ")
    text.append("in sight" if line.clear else "out of sight", "bold #9fd08c" if line.clear else "bold #ff8f5e")
    for words in line.blocked_by:
        text.append(f"\n  {words}", DIM)
    return text
