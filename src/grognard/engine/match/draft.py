"""A row of a plan as it is being written, and how it reads."""

from __future__ import annotations

from hashlib import blake2b
from typing import Any

from grognard.engine.core.action import Action
from grognard.engine.core.odds import Odds, Onward, enumerate_odds
from grognard.engine.core.view import Route
from grognard.engine.core.wording import in_halves, typeset_numbers
from grognard.engine.match.bearings import NEAR, Bearings
from grognard.engine.match.odds_summary import percent, summarize_odds
from grognard.engine.match.plan import LINES, Point, Row

ODDS = 300  # runs spent on the odds of one row


class Came:
    """What an answer comes to in the copy: the position after it, or why nobody can tell (`halts`)."""

    __slots__ = ("after", "halts", "route")

    def __init__(self, after: Any = None, halts: str = "", route: Route | None = None) -> None:
        self.after, self.halts, self.route = after, halts, route


class Given:
    """An answer in the position it is given in."""

    __slots__ = ("action", "g", "point", "strikes")

    def __init__(self, g: Any, action: Action, point: Point | None, strikes: bool) -> None:
        self.g, self.action, self.point, self.strikes = g, action, point, strikes


class Draft:
    """A row that is being written."""

    def __init__(self, unit: str, start: Point | None) -> None:
        self.unit, self.units, self.start = unit, [unit] if unit else [], start
        self.answers: list[Action] = []
        self.doings: list[Given] = []
        self.routes: list[Route] = []
        self.barred: set[Action] = set()
        self.halts = self.asked = ""
        self.target: Point | None = None  # of a fight that was begun
        self.lifted = False
        self.needed = 0

    def add(self, action: Action, step: Came, doing: Given) -> None:
        """One more answer."""
        self.answers.append(action)
        self.doings.append(doing)
        self.halts = step.halts
        if doing.point is not None or doing.strikes:
            self.needed = len(self.answers)
        if step.route is not None:
            self.routes.append(step.route)

    @property
    def only_lifted(self) -> bool:
        """Was the unit picked up, and nothing more?"""
        return self.lifted and len(self.answers) == 1

    @property
    def moved(self) -> bool:
        """Is the unit sent somewhere?"""
        return any(doing.point is not None for doing in self.doings)

    @property
    def acted(self) -> bool:
        """Does it act against somebody?"""
        return any(doing.strikes for doing in self.doings)

    @property
    def telling(self) -> Given:
        """The answer that says most: against whom, else where to, else the last."""
        striking = [doing for doing in self.doings if doing.strikes]
        moving = [doing for doing in self.doings if doing.point is not None]
        return (striking or moving or self.doings)[-1]

    @property
    def aim(self) -> Given:
        """The answer that says what the row is about: of a fight, against whom it was begun."""
        begun = next((doing for doing in self.doings if doing.strikes), None)
        return begun if begun is not None and not self.unit else self.telling

    @property
    def mark(self) -> str:
        """What tells one act from others, however it is done: who, and against whom or where to."""
        action = self.aim.action
        named = [str(getattr(action, field, "")) for field in ("piece", "hex", "x", "y")]
        said = "|".join([type(action).__name__, *named, *sorted(self.units)])
        return blake2b(said.encode(), digest_size=6).hexdigest()

    @property
    def end(self) -> Point | None:
        """Where it ends."""
        if self.target is not None:
            return self.target
        return next((doing.point for doing in reversed(self.doings) if doing.point is not None), None)

    @property
    def place(self) -> str:
        """The place it ends at, as an order names it."""
        doing = next((doing for doing in reversed(self.doings) if doing.point is not None), None)
        if doing is None:
            return ""
        x = getattr(doing.action, "x", None)
        return (
            f"{x / 100:g},{getattr(doing.action, 'y', 0) / 100:g}"
            if x is not None
            else getattr(doing.action, "hex", "")
        )


class Pen:
    """Writes the rows of a plan."""

    def __init__(self, where: Bearings, groups: dict[str, str]) -> None:
        self.where, self.groups = where, groups
        self.game, self.side = where.game, where.side

    def told(self, draft: Draft, number: int, depth: int) -> Row:
        """A row as it reads; `depth` is how deep in the sequence of play it was chosen."""
        doing = draft.aim
        g, action = doing.g, doing.action
        text = typeset_numbers(self.game.face.describe(g, action))
        place = draft.place
        names = [self.where.names.get(unit, unit) for unit in draft.units if unit]
        name = names[0] if len(names) == 1 else f"{names[0]} and {len(names) - 1} with it" if names else ""
        price, reason = self._price(draft, number), self._reason(draft, number)
        return Row(
            units=tuple(filter(None, draft.units)),
            name=name,
            answers=tuple(draft.answers),
            text=text,
            to=place,
            price=price,
            reason=reason,
            halts=draft.halts,
            start=draft.start,
            end=draft.end,
            needed=draft.needed or len(draft.answers),
            group=self.groups.get(draft.unit, ""),
            mark=draft.mark,
            depth=depth,
        )

    def _price(self, draft: Draft, number: int) -> str:
        """What a way costs of what there is, or what a roll promises."""
        if draft.routes:
            first, spent = draft.routes[0], sum(route.price for route in draft.routes)
            return f"{in_halves(round(spent, 1))} of {in_halves(first.budget)} {first.measure}"
        doing = draft.telling
        step = doing.g.steps[-1]
        preview = step.preview(doing.g, doing.action) if number < LINES else None
        if preview is None or step.hides_odds(doing.g, doing.action):
            return ""
        state = step.as_known(doing.g, self.side)
        chances = enumerate_odds(state, self.side, doing.action, ODDS, Onward())
        if not chances:
            return ""
        found = summarize_odds(Odds(chances, preview), self.game.face.charts)
        return f"{found.wanted} {percent(found.chance)}"

    def _reason(self, draft: Draft, number: int) -> str:
        """One reason: what judgement says for it, or how far it is from the goal then."""
        ground, to = self.where.ground, self.where.command.goal(draft.unit)
        if draft.end is not None and to and ground is not None and (goal := self.where.goal(draft.unit)):
            if self.where.apart(draft.end, goal) < NEAR:
                return "there"
            here, there = ground.place_at(*draft.end), ground.place_at(*goal)
            return f"{ground.apart(here, there)} from {to}" if here and there else ""
        doing = draft.telling
        said = self.game.mind.advice(doing.g, self.side, doing.action) if number < LINES else ""
        return said or draft.asked
