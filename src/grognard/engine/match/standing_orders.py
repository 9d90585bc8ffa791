"""Standing orders: what a side lets pass without being asked, window by window.

A window is a question about somebody else's move that can be let pass. A step says that it is one, and whom it would
interrupt (`Step.interrupts`); the orders of a side say which of them go by: everything in this phase, this move,
whatever one unit could do, movers that are still far or unspotted, shots that promise too little.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

import msgspec

from grognard.engine.core.action import Action
from grognard.engine.core.decision import Ask, Unclear
from grognard.engine.core.step import Interruption
from grognard.engine.game.mind import phase_now
from grognard.engine.match.match import Match
from grognard.engine.match.odds_summary import outlooks, percent

What = Literal["phase", "move", "unit", "beyond", "unseen", "chance"]


class StandingOrder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hold fire: for the rest of a phase or of a move, with one unit, beyond a distance, unseen, or below a chance."""

    hold: What
    name: Annotated[str, msgspec.Meta(max_length=120)] = ""  # of the phase, the move or the unit
    number: Annotated[float, msgspec.Meta(ge=0, le=1000)] = 0  # hexes or inches; a chance between 0 and 1

    def says(self) -> str:
        """The order in words."""
        match self.hold:
            case "phase":
                return "hold fire for the rest of this phase"
            case "move":
                return "let this move pass"
            case "unit":
                return f"hold the fire of {self.name}"
            case "beyond":
                return f"hold fire until somebody is within {self.number:g}"
            case "unseen":
                return "hold fire at unspotted units"
        return f"hold fire below a chance of {percent(self.number)}"


def window_of(match: Match, ask: Ask) -> Interruption | None:
    """The window that a question is, if it is one and lets itself pass now."""
    if match.over or match.asks_together:
        return None
    found = match.state.steps[-1].interrupts(match.state)
    return found if found is not None and found.passes in ask.actions else None


def unexpired(match: Match, orders: Sequence[StandingOrder]) -> list[StandingOrder]:
    """The orders that have not run out: those for a phase end with it."""
    return [order for order in orders if order.hold != "phase" or order.name == phase_now(match.state)]


def pass_window(match: Match, ask: Ask, orders: Sequence[StandingOrder]) -> tuple[Action, StandingOrder] | None:
    """The answer that lets a window pass, and the order that says so; None if the side wants to be asked."""
    window = window_of(match, ask) if orders else None
    if window is None:
        return None
    order = next((order for order in orders if _holds(order, match, ask, window)), None)
    return (window.passes, order) if order is not None else None


def _holds(order: StandingOrder, match: Match, ask: Ask, window: Interruption) -> bool:
    match order.hold:
        case "phase":
            return order.name == phase_now(match.state)
        case "move":
            return order.name == window.move
        case "unit":
            able = {getattr(action, "piece", "") for action in ask.actions} & match.state.pieces.keys()
            return bool(able) and able <= {order.name}
        case "beyond":
            return window.near is not None and window.near > order.number
        case "unseen":
            return window.unseen
    return _best_chance(match, ask) < order.number


def _best_chance(match: Match, ask: Ask) -> float:
    """The best chance of any answer that leads to a roll; 1 if none says what it comes to."""
    found = outlooks(match, ask)
    return max((float(each.chance) for each in found.values()), default=1.0)


def read_order(match: Match, ask: Ask, words: str) -> StandingOrder:
    """An order as it is typed: "move", "phase", "unseen", "until 3", "below 40", or the name of a unit."""
    word, _, rest = words.partition(" ")
    window = window_of(match, ask)
    if word == "phase":
        return StandingOrder("phase", phase_now(match.state))
    if word == "unseen":
        return StandingOrder("unseen")
    if word == "move" and window is not None:
        return StandingOrder("move", window.move)
    if word in ("until", "below") and rest.rstrip(" %").isdecimal():
        number = int(rest.rstrip(" %"))
        return (
            StandingOrder("beyond", number=number) if word == "until" else StandingOrder("chance", number=number / 100)
        )
    if words in match.state.pieces and match.state.pieces[words].side == ask.side:
        return StandingOrder("unit", words)
    raise Unclear('Hold what? Type "hold" and "move", "phase", "unseen", "until 3", "below 40" or "off".')


def orders_for(match: Match, ask: Ask) -> list[StandingOrder]:
    """The orders that could be given in a window now."""
    window = window_of(match, ask)
    if window is None:
        return []
    found = [StandingOrder("move", window.move), StandingOrder("phase", phase_now(match.state))]
    found += [StandingOrder("unseen")] if window.unseen else []
    able = {piece for action in ask.actions if (piece := getattr(action, "piece", "")) in match.state.pieces}
    found += [StandingOrder("unit", piece) for piece in sorted(able)]
    if window.near is not None and window.near > 1:
        found.append(StandingOrder("beyond", number=window.near - 1))
    return found
