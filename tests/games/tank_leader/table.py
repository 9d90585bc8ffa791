"""A table to test on: a bare position, counters where they are wanted, and rigged dice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from grognard import testing
from grognard.engine import Action, Pick, Step
from grognard.games.tank_leader.rules.data import CARDS, TYPES
from grognard.games.tank_leader.rules.forces import Begin
from grognard.games.tank_leader.rules.operations import Activate
from grognard.games.tank_leader.rules.state import TankLeader, Unit
from grognard.games.tank_leader.rules.terrain import Conditions
from grognard.testing import offered

__all__ = [
    "FLAT",
    "HILLY",
    "SPRING",
    "Ones",
    "act",
    "begun",
    "deal",
    "field",
    "offered",
    "play",
    "put",
    "rolling",
    "rule",
    "say",
    "told",
]

FLAT = Conditions("summer", "normal", "normal", "wooded", "flat")
HILLY = Conditions("summer", "normal", "normal", "forested", "hilly")
SPRING = Conditions("spring", "normal", "normal", "forested", "hilly")


def field(
    conditions: Conditions = FLAT,
    *,
    year: int = 1943,
    visibility: int = 12,
    scenario: str = "counterattack-on-the-chir",
    intelligence: str = "open",
) -> TankLeader:
    """An empty map in the Operations Phase of turn 1."""
    return TankLeader(
        scenario_id=scenario,
        options={"intelligence": intelligence, "year": "1943"},
        turn=1,
        turns=9,
        phase="Operations",
        year=year,
        visibility=visibility,
        conditions=conditions,
    )


def put(g: TankLeader, kind: str, place: str, card: str = "", **changes: object) -> str:
    """A counter on the map; its formation's card is in hand. Returns the counter's id."""
    what = TYPES[kind]
    unit_id = f"{what.side[0]}{len(g.pieces) + len(g.out) + 1}"
    values: dict[str, object] = {"exp": g.printed(card) if card else 1, **changes}
    g.put(Unit(unit_id, what.side, place, kind, card, **values))  # type: ignore[arg-type]
    g.began[unit_id] = place
    if card:
        g.cards.setdefault(card, "hand")
    return unit_id


def deal(g: TankLeader, *cards: str) -> None:
    """Cards into their owners' hands, each combat card with one unit of its year far from everything."""
    for card in cards:
        g.cards[card] = "hand"
        line = CARDS[card].line_up(g.year)
        if line is not None:
            put(g, next(iter(line.units)), "6333" if CARDS[card].side == "soviet" else "0133", card)


@contextmanager
def rolling(g: TankLeader, faces: Iterable[int]) -> Iterator[None]:
    """Dice that fall as told, every one of which must be rolled."""
    testing.roll(g, *faces)
    yield
    assert not testing.unrolled(g), f"dice that nobody rolled: {testing.unrolled(g)}"


def play(g: TankLeader, *steps: Step, dice: Iterable[int] = ()) -> None:
    """Put steps on the stack, first one on top, and run to the next question."""
    testing.begin(g, *steps, dice=dice)
    assert not testing.unrolled(g), f"dice that nobody rolled: {testing.unrolled(g)}"


def say(g: TankLeader, action: Action, dice: Iterable[int] = (), side: str | None = None) -> None:
    """Answer what a side is asked, with these dice."""
    asked = next(a.side for a in g.asks if side in (None, a.side))
    assert action in offered(g, asked), f"{action} is not offered: {offered(g, asked)}"
    with rolling(g, dice):
        g.answer(asked, action)


def rule(g: TankLeader, action: Action) -> str | None:
    """The rule by which the step on top refuses an action that is not offered."""
    found = testing.refused(g, action)
    assert found, f"{action} is offered"
    return None if found == "GR-1" else found


def act(g: TankLeader, unit_id: str, dice: Iterable[int] = ()) -> None:
    """Make a unit's formation (or, for trucks, any) active and pick the unit; who is F-rated rolls for movement."""
    unit = g.pieces[unit_id]
    card = unit.card or next(c for c in g.cards if CARDS[c].side == unit.side and CARDS[c].type == "combat")
    play(g, Activate((card,)))
    say(g, Pick(unit_id), dice)


def told(g: TankLeader, side: str = "") -> list[str]:
    """The log so far in words, or what a side may read of it."""
    return [str(event) for event in testing.told(g) if not side or event.visible_to(side)]


def begun(scenario: str, dice: Iterable[int] = (), **options: str) -> TankLeader:
    """A scenario just after its forces were mustered, at the first question."""
    g = TankLeader(scenario_id=scenario, options={"intelligence": "open", "year": "1943", **options})
    g.steps = (Begin(),)
    g.dice = Ones(dice)
    g.advance()
    return g


class Ones:
    """Dice that fall as told first, and then always on their lowest face."""

    def __init__(self, faces: Iterable[int] = ()) -> None:
        self.faces = list(faces)

    def pick(self, n: int) -> int:
        return self.faces.pop(0) - 1 if self.faces else 0
