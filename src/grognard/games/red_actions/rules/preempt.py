"""Pre-empting enemy actions (RA-PRE.9 to RA-PRE.11): the Clever officer."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.engine import Action, Interruption, Passing, Pick, Press, Step
from grognard.games.red_actions.rules.bodies import apart
from grognard.games.red_actions.rules.data import TABLES_DATA
from grognard.games.red_actions.rules.dice import against, decide
from grognard.games.red_actions.rules.officers import is_clever, led_by
from grognard.games.red_actions.rules.state import RedActions, Unit
from grognard.games.red_actions.rules.words import asked

LET_GO = Press("let it go")

ABOUT_TO = "{unit} is about to {what}: try to forestall it?"
NEEDS = int(TABLES_DATA["command"]["clever_preempt_on"])


def window(g: RedActions, about: str, passes: Action, able: Iterable[Unit]) -> Interruption:
    """RA-PRE.1 A reaction to what one unit does in its segment; how near one in ambush is tells nobody."""
    unit = g.pieces[about]
    near = None if unit.unseen else min((apart(g, other, unit) for other in able), default=None)
    return Interruption(about, f"{g.turn} {about}", passes, near)


def clever_units(g: RedActions, side: str) -> list[Unit]:
    """RA-PRE.10 Unactivated, not routing, their officer's attempt not spent this turn; in ambush or in a train too."""
    able = [u for u in (*g.troops(side), *g.aboard(side)) if not u.acted and not u.routing]
    return [u for u in able if is_clever(g, u) and not led_by(g, u).tried]


class CleverWindow(Step, frozen=True):
    """RA-PRE.9, RA-PRE.10 After an enemy has named unit and action: a 6 lets the Clever officer's unit act first."""

    acting: str
    what: str = ""  # the announced action in words, as far as the other side may know it

    def run(self, g: RedActions) -> None:
        unit = g.pieces[self.acting]
        side = g.enemy(unit.side)
        able = clever_units(g, side)
        if not able:
            return g.done()
        choices: list[Action] = [LET_GO, *(Pick(u.id) for u in able)]
        g.ask(side, asked(ABOUT_TO, unit=unit.name, what=self.what or "act"), choices, "RA-PRE.9")

    def passes(self, g: RedActions) -> Passing:
        """RA-AMB.9 An officer in ambush, who may have tried in secret, is not spoken of."""
        known = any(not u.unseen for u in clever_units(g, g.enemy(g.pieces[self.acting].side)))
        return Passing(LET_GO, "nobody forestalls it" if known else "")

    def hides_odds(self, g: RedActions, action: Action) -> bool:
        """What is let go is the enemy's roll."""
        return action == LET_GO

    def interrupts(self, g: RedActions) -> Interruption:
        able = clever_units(g, g.enemy(g.pieces[self.acting].side))
        return window(g, self.acting, LET_GO, able)

    def take(self, g: RedActions, action: Action) -> None:
        if not isinstance(action, Pick):
            return g.done()
        clever = g.pieces[action.piece]
        does = ("acts first", "is too late")
        sees = (clever.side,) if clever.unseen else None  # RA-AMB.9 trying reveals nobody
        roll = against("Clever officer", NEEDS)
        first = decide(g, roll, "RA-PRE.9", "{unit} {result}", *does, sees=sees, unit=clever.name)
        g.change(led_by(g, clever).id, tried=True)
        g.outcome("acts first" if first else "too late")
        if first:  # RA-PRE.14 otherwise the next officer may try
            g.interrupted = clever.id
            g.done()
