"""The answers to a question as a numbered list, and finding the one that was typed."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

import msgspec

from grognard.board.ground import InchGround
from grognard.engine import Action, Ask, GrognardError, Match, PieceView, Playthrough, Step, View
from grognard.engine.core.wording import disambiguate, ends, left_to_act
from grognard.engine.match.gesture import point_of
from grognard.engine.match.odds_summary import outlooks

Kind = Literal["piece", "hex", "button"]
SECONDS = 0.6  # spent on the odds of all answers together
TITLES: dict[Kind, str] = {"hex": "Hexes", "piece": "Units", "button": "Or"}


class Choice(msgspec.Struct, frozen=True):
    """One answer."""

    number: int
    action: Action
    text: str
    kind: Kind
    place: str = ""  # the hex it belongs to
    label: str = ""  # a few characters more, such as the cost


class NoSuchChoice(GrognardError):
    """What was typed is no answer; the message says what would be."""


def list_choices(match: Match, ask: Ask, view: View) -> list[Choice]:
    """The answers in groups: hexes, pieces, buttons; numbered through."""
    places = {piece.id: piece.place for piece in view.pieces}
    rows: dict[Kind, list[tuple[Action, str]]] = {kind: [] for kind in TITLES}
    for action in ask.actions:
        kind = kind_of(action)
        rows[kind].append((action, place_of(action, places)))
    labels = labels_of(match, ask, view)
    texts = dict(zip(ask.actions, _texts(match, ask, view), strict=True))
    found: list[Choice] = []
    for kind, group in rows.items():
        for action, place in group:
            found.append(Choice(len(found) + 1, action, texts[action], kind, place, labels.get(action, "")))
    return found


class Numbers:
    """A question that is put again and again keeps the numbers of its answers; new answers get new numbers."""

    def __init__(self) -> None:
        self.when: tuple[object, ...] = ()
        self.known: dict[Step, dict[Action, int]] = {}

    def kept(self, match: Match, ask: Ask, view: View, choices: Sequence[Choice]) -> list[Choice]:
        """The same answers by their old numbers, as long as the phase lasts."""
        when = ask.side, view.turn, view.phase
        if when != self.when:
            self.when, self.known = when, {}
        known = self.known.setdefault(match.state.steps[-1], {})
        for choice in choices:
            known.setdefault(choice.action, len(known) + 1)
        kinds = list(TITLES)
        numbered = [msgspec.structs.replace(choice, number=known[choice.action]) for choice in choices]
        return sorted(numbered, key=lambda choice: (kinds.index(choice.kind), choice.number))


def _texts(match: Match, ask: Ask, view: View) -> list[str]:
    """Every answer as a phrase; two that read alike are told apart."""
    pieces = {piece.id: piece for piece in view.pieces}
    return disambiguate([match.describe(action) for action in ask.actions], ask.actions, pieces)


def labels_of(match: Match, ask: Ask, view: View) -> dict[Action, str]:
    """What stands beside the answers: costs, what the dice may bring, and what an end leaves undone."""
    labels = dict(match.game.face.labels(match.state))
    until = time.monotonic() + SECONDS
    for i, look in outlooks(match, ask, lambda: time.monotonic() > until).items():
        labels.setdefault(ask.actions[i], str(look))
    left = left_to_act(ask, {piece.id: piece for piece in view.pieces})
    for action in ask.actions:
        if left and ends(action, match.describe(action)):
            labels.setdefault(action, f"{left} can still act")
    return labels


def kind_of(action: Action) -> Kind:
    """A click on a piece, on a hex, or on a button."""
    return "piece" if hasattr(action, "piece") else "hex" if hasattr(action, "hex") else "button"


def place_of(action: Action, places: dict[str, str]) -> str:
    """The hex an action belongs to, or nothing."""
    place = getattr(action, "hex", "") or places.get(getattr(action, "piece", ""), "")
    return str(place)


def find_choice(typed: str, choices: Sequence[Choice]) -> Choice:
    """The answer meant by a number, a hex, or the beginning of a name; NoSuchChoice if none or several fit."""
    words = _plain(typed)
    at_hex = [c for c in choices if c.place and c.place.lower() == typed.lower()]
    if not at_hex and typed.isdecimal():
        numbered = {c.number: c for c in choices}
        if len(typed) < 6 and int(typed) in numbered:
            return numbered[int(typed)]
        raise NoSuchChoice(f"There is no answer {typed}. Type 1 to {max(numbered, default=0)}, or help.")
    exact = [c for c in choices if words in (_plain(c.text), _plain(str(getattr(c.action, "piece", ""))))]
    starts = [c for c in choices if _plain(c.text).startswith(words)]
    inside = [c for c in choices if words in _plain(c.text)]
    for fitting in (at_hex, exact, starts, inside):
        if len({c.text for c in fitting}) == 1:
            return fitting[0]
        if fitting:
            listed = ", ".join(f"{c.number} {c.text}" for c in fitting[:6])
            raise NoSuchChoice(f"{typed!r} fits several answers: {listed}. Type a number.")
    raise NoSuchChoice(f"{typed!r} is none of the answers. Type a number, a hex, a name, or help.")


def reads_like(typed: str, choices: Sequence[Choice]) -> bool:
    """Is it an answer word for word, or the first words of one? Then it is no command, whatever it begins with."""
    words, texts = _plain(typed), [_plain(choice.text) for choice in choices]
    return words in texts or (" " in words and any(text.startswith(words) for text in texts))


def _plain(text: str) -> str:
    return " ".join(text.lower().replace("_", " ").split())


def conceivable(match: Match, typed: str, view: View, hexes: Sequence[str]) -> list[Action]:
    """Every action of the game that names a typed hex, piece or word, whether offered or not."""
    words = _plain(typed)
    ids = [p.id for p in view.pieces if words in (p.id.lower(), p.place.lower()) or _fits(p, words)]
    listed = [type(action) for ask in match.decision.asks for action in ask.actions]
    point = point_of(typed)
    classes = sorted(match.game.rules.actions, key=lambda cls: cls not in listed)
    found: list[Action] = []
    for cls in classes:
        fields = cls.__struct_fields__
        if fields == ("hex",):
            found += [cls(h) for h in hexes if h.lower() == words]
        elif fields == ("piece",):
            found += [cls(i) for i in ids]
        elif fields == ("x", "y") and point is not None:
            found.append(cls(*point))
        elif len(fields) == 1:
            found += _worded(cls, dict.fromkeys((typed, words, words.replace(" ", "_"))))
    return found


def _worded(cls: type[Action], words: Iterable[str]) -> list[Action]:
    """The actions that one word says: a name, or a number where a number is meant."""
    [field] = msgspec.structs.fields(cls)
    found = []
    for word in words:
        try:
            found.append(cls(msgspec.convert(word, field.type, strict=False)))
        except msgspec.ValidationError:
            continue
    return found


def _fits(piece: PieceView, words: str) -> bool:
    return len(words) > 2 and not piece.hidden and words in f"{piece.name} in {piece.place}".lower()


# -------------------- Examples of what can be typed, taken from the match in play


class Examples(NamedTuple):
    """Words that mean something in this match."""

    here: str  # a place
    there: str  # another
    unit: str
    side: str
    chart: str
    rule: str
    zone: str  # none if nothing lies on the map


def examples(match: Playthrough, view: View) -> Examples:
    """Where units stand, if any do, and the first of everything else."""
    game = match.game
    here, there = two_places(match, view)
    unit = next((piece.name for piece in view.pieces if not piece.hidden), "unit")
    chart = next((chart.key for chart in game.face.charts), "combat")
    zone = next((marker.kind for marker in view.markers), "")
    rule = next((rule.section for rule in game.rulebook), "1")
    return Examples(here, there, max(unit.lower().split(), key=len), match.sides[0], chart, rule, zone)


def two_places(match: Playthrough, view: View) -> tuple[str, str]:
    """Two places of the ground; on a table two points of it, in inches."""
    ground = match.game.face.ground(match.state.scenario_id)
    if isinstance(ground, InchGround):
        x, y = ground.table.width, ground.table.height
        return f"{x / 2:g} {y / 2:g}", f"{x / 4:g} {y / 4:g}"
    known = ground.places if ground is not None else ()
    middle = len(known) // 2
    stood = [piece.place for piece in view.pieces if piece.place in known]
    here, there, *_ = [*dict.fromkeys([*stood, *known[middle:], *known[:middle]]), "here", "there"]
    return here, there
