"""What a player wants of his units, in a form that a staff can plan: whom he commands, and what they are to do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

import msgspec

from grognard.engine.core.decision import Unclear
from grognard.engine.core.step import names_in
from grognard.engine.core.view import View
from grognard.engine.core.wording import with_count
from grognard.engine.game.face import Ground
from grognard.engine.game.playthrough import Playthrough

Doing = Literal["go", "attack", "hold", "screen", "withdraw", "road", "shoot", "finish"]
Name = Annotated[str, msgspec.Meta(max_length=120)]
NEEDS_A_PLACE: tuple[Doing, ...] = ("go", "attack", "screen", "withdraw", "road")
WORDS: Mapping[Doing, str] = {
    "go": "go to {to}",
    "attack": "attack {to}",
    "hold": "hold where they are",
    "screen": "screen towards {to}",
    "withdraw": "withdraw to {to}",
    "road": "follow the road to {to}",
    "shoot": "shoot at what they can",
    "finish": "do as you see fit",
}


class Intent(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is to be done, and where: at a place, at a point ("36,23.5", in inches), at an enemy in sight."""

    do: Doing
    to: Name = ""

    def says(self) -> str:
        """The intent in words."""
        return WORDS[self.do].format(to=self.to)


class Signed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What was accepted of a plan and is still to be done: its acts, the enemies in sight then, and in which phase.

    An act is its mark and what it says. `depth` says how deep in the sequence of play the acts were chosen. What is
    asked deeper than that belongs to an act that has begun: who advances after a fight, say.
    """

    acts: Annotated[tuple[Name, ...], msgspec.Meta(max_length=400)]
    seen: Annotated[tuple[Name, ...], msgspec.Meta(max_length=800)] = ()
    depth: int = 0
    phase: Name = ""


Past = Literal["die", "enemy", "asked", "expected"]


class Command(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An order to a staff: an intent, and the units it is for (none: everybody who has not acted).

    `goals` are places of their own for some of the units, `doing` what some of them do instead, and `kept` says that
    they act in the order in which they are named. `way` is one of several plans for the same order: "closer" or "safer"
    than the first. `past` is what it need not halt for: a die, an enemy who is seen, others who decide (then it goes on
    when the side is asked again), or what was expected: a die or an answer of others that was foreseen, and after which
    the rest of the plan is the one that was `signed`.
    """

    intent: Intent
    units: Annotated[tuple[Name, ...], msgspec.Meta(max_length=400)] = ()
    goals: Annotated[dict[Name, Name], msgspec.Meta(max_length=400)] = {}
    doing: Annotated[dict[Name, Doing], msgspec.Meta(max_length=400)] = {}
    kept: bool = False
    way: Literal["", "closer", "safer"] = ""
    past: Annotated[tuple[Past, ...], msgspec.Meta(max_length=4)] = ()
    signed: Signed | None = None

    @property
    def whole(self) -> bool:
        """Is it for everybody?"""
        return not self.units

    def does(self, unit: str) -> Doing:
        """What a unit is to do."""
        return self.doing.get(unit, self.intent.do)

    def goal(self, unit: str) -> str:
        """The place or enemy a unit is sent to; "" if it is sent nowhere."""
        if unit and self.does(unit) not in NEEDS_A_PLACE:
            return ""
        return self.goals.get(unit, self.intent.to)

    def says(self) -> str:
        """The order in words, with what some of the units do instead."""
        said: dict[str, int] = {}
        for unit in self.doing:
            words = Intent(self.does(unit), self.goal(unit)).says()
            said[words] = said.get(words, 0) + 1
        return "; ".join([self.intent.says(), *(f"{with_count(n, 'unit')} {words}" for words, n in said.items())])

    def with_order(self, other: Command) -> Command:
        """This order and another one, to be planned together; where both name a unit, the other holds."""
        if self.whole or other.whole:
            raise Unclear("Orders are given together where each names its units. Choose units or a formation.")
        goals = {unit: goal for unit, goal in self.goals.items() if unit not in other.units}
        doing = {unit: do for unit, do in self.doing.items() if unit not in other.units}
        meant = {unit: goal for unit in other.units if (goal := other.goal(unit))}
        units = tuple(dict.fromkeys([*self.units, *other.units]))
        doing |= {unit: other.does(unit) for unit in other.units if other.does(unit) != self.intent.do}
        return msgspec.structs.replace(self, units=units, goals={**goals, **meant}, doing=doing, signed=None)


def check(command: Command, view: View, ground: Ground | None) -> None:
    """Unclear if an order names what the side does not see, or no place where one is needed."""
    seen = {piece.id: piece for piece in view.pieces}
    for unit in (*command.units, *command.goals, *command.doing):
        if unit not in seen or seen[unit].side != view.side:
            raise Unclear(f"There is no unit {unit!r} on your side.")
    intent = command.intent
    nowhere = [do for unit, do in command.doing.items() if do in NEEDS_A_PLACE and not command.goal(unit)]
    if intent.do in NEEDS_A_PLACE and not intent.to and not command.goals:
        nowhere.append(intent.do)
    if nowhere:
        raise Unclear(f"Where to? To {WORDS[nowhere[0]].format(to='a place').strip()}, name one.")
    for place in (intent.to, *command.goals.values()):
        if place and point_meant(place, view, ground) is None:
            raise Unclear(f"There is no place or enemy in sight called {place!r}.")


def point_meant(to: str, view: View, ground: Ground | None) -> tuple[float, float] | None:
    """The point of the drawing that an order means; None if there is no such place in sight."""
    if ground is None:
        return None
    piece = next((piece for piece in view.pieces if piece.id == to and piece.place), None)
    if piece is None:
        return ground.point(to)
    return ground.point(f"{piece.boxes[0][0]},{piece.boxes[0][1]}") if piece.boxes else ground.point(piece.place)


def held(g: Any, side: str) -> list[str]:
    """The pieces of a side that the step on top names: one that is on its way, say."""
    named = dict.fromkeys(names_in(g.steps[-1])) if g.steps else {}
    return [name for name in named if name in g.pieces and g.pieces[name].side == side]


def able(match: Playthrough, side: str) -> list[str]:
    """The units of a side that an answer can be about now."""
    ask = None if match.over else match.decision.of(side)
    if ask is None or match.asks_together:
        return []
    pieces = match.state.pieces
    named = dict.fromkeys(getattr(action, "piece", "") for action in ask.actions)
    own = [name for name in named if name in pieces and pieces[name].side == side]
    return list(dict.fromkeys([*held(match.state, side), *own]))


def formations(match: Playthrough, side: str, units: Sequence[str]) -> dict[str, list[str]]:
    """Units by what they are commanded by: a card, else a formation, else a place; each in one group."""
    view = match.view(side)
    by_card = {piece: card.title for card in view.cards if card.side == side for piece in card.pieces}
    found: dict[str, list[str]] = {}
    wanted = set(units)
    for piece in view.pieces:
        if piece.id in wanted:
            group = by_card.get(piece.id) or piece.formation or ""
            found.setdefault(group, []).append(piece.id)
    return found


def in_group(match: Playthrough, side: str, words: str) -> tuple[str, ...]:
    """The units that a name stands for: "all", a formation, a card, a place, or units by the beginning of a name."""
    units = [piece for piece in match.view(side).pieces if piece.side == side]
    low = words.strip().lower()
    if low in ("", "all", "everybody"):
        return ()
    known = formations(match, side, [piece.id for piece in units])
    for name, found in known.items():
        if name and (name.lower() == low or name.lower().startswith(low + " ")):
            return tuple(found)
    by_unit = [piece.id for piece in units if low in (piece.id.lower(), piece.place.lower(), piece.name.lower())]
    found = by_unit or [piece.id for piece in units if low in piece.name.lower()]
    if not found:
        names = ", ".join(filter(None, known)) or "none here"
        raise Unclear(f"No unit, place or formation of yours is called {words!r}. Formations: {names}.")
    return tuple(found)


VERBS: Mapping[str, Doing] = {
    "to": "go",
    "go": "go",
    "go to": "go",
    "attack": "attack",
    "hold": "hold",
    "screen": "screen",
    "withdraw": "withdraw",
    "withdraw to": "withdraw",
    "road": "road",
    "by road to": "road",
    "shoot": "shoot",
    "finish": "finish",
}


def intent_named(name: str) -> Doing:
    """An intent by its name; Unclear if there is none."""
    found = next((known for known in WORDS if known == name), None)
    if found is None:
        raise Unclear(f"There is no intent {name!r}. Choose from: {', '.join(WORDS)}.")
    return found


def read_command(match: Playthrough, side: str, typed: str) -> Command:
    """An order as it is typed: "finish", "24th Panzer to 2616", "all attack 2616", "5MC hold"."""
    words = typed.split()
    low = [word.lower() for word in words]
    for first in range(len(words)):
        for last in range(min(len(words), first + 3), first, -1):
            do = VERBS.get(" ".join(low[first:last]))
            if do is not None:
                units = in_group(match, side, " ".join(words[:first]))
                return Command(Intent(do, " ".join(words[last:])), units)
    raise Unclear(
        "Say who, what and where, for example: staff all to 2616, or staff finish. Words: " + ", ".join(VERBS)
    )
