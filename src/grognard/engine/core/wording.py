"""How things are put: one or many, signs before numbers, answers that read alike, what is left by those that end it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache, lru_cache

from grognard.engine.core.action import Action
from grognard.engine.core.chart import Modifier
from grognard.engine.core.decision import Ask
from grognard.engine.core.view import PieceView

ENDS = re.compile(r"(end|done|finish|no more|pass|go on(?! to))\b", re.IGNORECASE)
HEIGHTS = ("on top", "second from the top", "third from the top", "fourth from the top", "further down")
ABOUT = ("piece", "hex", "x", "place")  # fields that make an answer more than a button
MINUS = re.compile(r"(?<![^\s(/|])-(?=\d)")
NOUGHT = re.compile(r"(?<![^\s(/|])\+0(?![\d.])")
ONE = re.compile(r"(?<![\w.,:-])(1 (?:recruit )?(?:point|piece|column|unit|turn))s\b")
SUBJECT = re.compile(r"^\{(unit|name|side)\} (\{?\w+\}?)")
ITS = re.compile(r"\bits\b")
IRREGULAR = {"is": "are", "was": "were", "has": "have", "does": "do", "goes": "go", "rallies": "rally"}
HISSING = ("ches", "shes", "sses")


def in_halves(number: float | Fraction) -> str:
    """A number as it is said where halves are counted: 4, 4½, ½, −1½; what is no half has its decimals."""
    if type(number) is int and number >= 0:
        return str(number)
    size = abs(float(number))
    told = f"{size:g}" if size % 1 != 0.5 else f"{int(size) or ''}½"
    return f"−{told}" if number < 0 else told


@lru_cache(maxsize=1024, typed=True)
def with_count(count: float, one: str, many: str = "") -> str:
    """1 point, 2 points, 2½ hexes; up to one it is one of them: ½ point."""
    several = many or one + ("es" if one.endswith(("x", "ch", "sh", "ss")) else "s")
    return f"{in_halves(count)} {one if 0 < abs(count) <= 1 else several}"


def of_one(text: str) -> str:
    """A text that was written for several, said of one: 1 points is 1 point."""
    return ONE.sub(r"\1", text)


def join_words(names: Iterable[str]) -> str:
    """One, two and three; those of one name by their number: 2 × Rifle platoon and Churchill troop."""
    told = [f"{n} × {name}" if n > 1 else name for name, n in Counter(names).items()]
    return " and ".join(filter(None, (", ".join(told[:-1]), *told[-1:])))


def typeset_numbers(text: str) -> str:
    """A sentence with its figures as they are printed: a true minus before a number, and no sign before zero."""
    text = MINUS.sub("−", text) if "-" in text else text
    return NOUGHT.sub("0", text) if "+0" in text else text


def side_people(side: str) -> str:
    """Those who fight on a side, as English makes them of its name: the Germans, the British, the Reds."""
    name, _, number = capital(side).partition("-")
    if number.isdigit():
        return f"{name} player {number}"
    return f"the {name}" if name.endswith(("s", "sh", "ch", "th", "ese")) else f"the {name}s"


def victory(level: str, winners: Sequence[str], sides: Sequence[str]) -> str:
    """A level of victory as it is said: with who has won where it names no side, and that it is a victory.

    Soviet marginal victory, German victory; but draw, defeat, flight of the Reds.
    """
    if not level or not winners or level == "defeat":
        return level
    named = any(side.lower() in level.lower() for side in sides)
    said = level if named else f"{join_words(capital(side).replace('-', ' ') for side in winners)} {level}"
    begins = said.lower().startswith(tuple(side.lower() for side in sides))
    return f"{said} victory" if begins and "victory" not in said else said


def summed(die: int, change: int) -> str:
    """A roll and what is added to it: 6+1 = 7, 1−3 = −2; the die alone where nothing is."""
    return f"{die}{change:+} = {die + change}".replace("-", "−") if change else str(die)


def bracketed(modifiers: Iterable[Modifier]) -> str:
    """What changes a roll and why, to stand behind it: " (Range 1: -1, Orchard: +1)"; nothing where nothing does."""
    told = ", ".join(f"{m.text}: {m.value:+}" for m in modifiers)
    return f" ({told})" if told else ""


def plural(phrase: str) -> str:
    """A verb with what follows it, said of several."""
    verb, space, rest = phrase.partition(" ")
    rest = ITS.sub("their", rest)
    if verb in IRREGULAR:
        return IRREGULAR[verb] + space + rest
    ending = 2 if verb.endswith(HISSING) else 1 if verb.endswith("s") else 0
    return verb[: len(verb) - ending] + space + rest


def capital(text: str) -> str:
    """The same at the beginning of a sentence."""
    return text[:1].upper() + text[1:]


def are_people(subject: str) -> bool:
    """Is this a side by its `people`?"""
    return subject.startswith("the ")


def does(subject: str, phrase: str) -> str:
    """A verb with what follows it, given for one, that agrees with a side by its `people` or its name."""
    return plural(phrase) if are_people(subject) else phrase


def agreeing(
    text: str, args: dict[str, str | int], many: Callable[[str], bool] = are_people
) -> tuple[str, dict[str, str | int]]:
    """A line of the log whose verb agrees with a subject that is `many`, be the verb in the text or an argument.

    The Sailors are, the British are; Cossacks 2, a company, an army is.
    """
    found = SUBJECT.match(text)
    if found is None or not many(subject := str(args.get(found[1], ""))):
        return text, args
    verb, args = found[2], {**args, found[1]: capital(subject) if are_people(subject) else subject}
    if not verb.startswith("{"):
        return text[: found.start(2)] + plural(text[found.start(2) :]), args
    key = verb.strip("{}")
    return text, {**args, key: plural(str(args[key]))} if isinstance(args.get(key), str) else args


def disambiguate(texts: Sequence[str], actions: Sequence[Action], pieces: Mapping[str, PieceView]) -> list[str]:
    """The same phrases; several that read alike get the place of their piece, and its marks if need be."""
    told = list(texts)
    if len(set(told)) == len(told):
        return told
    for more in (_where, _state):
        often = Counter(told)
        for i, action in enumerate(actions):
            piece = pieces.get(getattr(action, "piece", ""))
            if often[told[i]] > 1 and piece is not None and (words := more(piece)) and words not in told[i]:
                told[i] += words
    return _by_height(told, actions, pieces)


def _by_height(told: list[str], actions: Sequence[Action], pieces: Mapping[str, PieceView]) -> list[str]:
    """What still reads alike and lies in one stack is told by how far it is from the top."""
    height = {piece: i for i, piece in enumerate(pieces)}  # a view has the pieces of a place bottom first
    named = [getattr(action, "piece", "") for action in actions]
    for text in [text for text, count in Counter(told).items() if count > 1]:
        alike = [i for i, other in enumerate(told) if other == text and named[i] in height]
        alike.sort(key=lambda i: -height[named[i]])
        places = {pieces[named[i]].place for i in alike}
        if len(places) == 1 and "" not in places:
            for n, i in enumerate(alike):
                told[i] += f", {HEIGHTS[min(n, len(HEIGHTS) - 1)]}"
    return told


def _where(piece: PieceView) -> str:
    return f" in {piece.place}" if piece.place and "," not in piece.place else ""


def _state(piece: PieceView) -> str:
    words = ", ".join(mark.replace("_", " ") for mark in piece.marks)
    return f" ({words})" if words else ""


def left_to_act(ask: Ask, pieces: Mapping[str, PieceView]) -> int:
    """How many pieces of the side can still be picked."""
    named = {getattr(action, "piece", "") for action in ask.actions}
    return sum(1 for i in named if i in pieces and pieces[i].side == ask.side)


def ends(action: Action, text: str) -> bool:
    """Does an answer leave the rest undone?"""
    return _is_button(type(action)) and bool(ENDS.match(text))


@cache
def _is_button(kind: type[Action]) -> bool:
    return not any(field in kind.__struct_fields__ for field in ABOUT)
