"""What weighs how much in a judgement: as it was written down, and as matches of the game against itself have it."""

from __future__ import annotations

import msgspec


class Weights(msgspec.Struct, frozen=True):
    """In expected victory points, unless said otherwise."""

    # What a move nearer to its purpose is worth to a unit, by its purpose.
    haste: dict[str, float] = msgspec.field(
        default_factory=lambda: {"leave": 7.0, "take": 4.0, "hunt": 3.0, "guard": 1.5}
    )
    # What a unit could do with its operation instead of opportunity fire, by its purpose.
    operation: dict[str, float] = msgspec.field(
        default_factory=lambda: {"leave": 1.0, "take": 0.7, "hunt": 0.35, "guard": 0.15}
    )
    worth_a_shot: float = 0.12  # below which a shot is kept
    strike: float = 1.2  # each point that could be shot from a hex
    any_unit: float = 0.8  # what any unit has to lose, and each of its points on top
    valued: float = 0.4
    cover: float = 0.4
    trench: float = 0.5  # to who lies in it, and half of that when it is begun
    hornets: float = 4.0  # what it costs to go where enemy infantry is
    apart: float = 0.35  # what each hex too far from its company costs
    bother: float = 0.15  # what a move must bring at least
    prize: float = 2.0  # what it is worth on top to drive a unit from a hex that is to be taken
    stake: float = 1.5  # a unit is worth something even where the schedule gives little
    fire: float = 12.0  # a point that a shot promises, beside what a move is worth
    goal: float = 4.0  # to stand on a hex that counts and is to be taken
    crowded: float = 6.0  # what it costs to go where there is no room
    nearby: float = 3.0  # how close a hunter or a guard has to be, in hexes
    # What a card that interrupts must promise, by its kind; and on top, to interrupt oneself.
    interrupt: dict[str, float] = msgspec.field(
        default_factory=lambda: {"combat": 0.5, "parent": 0.7, "command": 1.2, "own": 0.5}
    )
    # At set-up: each turn of the way, each hex to what counts and from the company, cover, each unit there already.
    camp: dict[str, float] = msgspec.field(
        default_factory=lambda: {
            "way": 1.0,
            "near": 0.05,
            "apart": 0.6,
            "cover": 1.0,
            "cover vehicle": 0.3,
            "crowd": 0.1,
            "hold": 3.0,
        }
    )


BY_HAND = Weights()
FITTED = Weights(
    haste={"leave": 6.3, "take": 6.7, "hunt": 2.7, "guard": 1.2},
    operation={"leave": 1.0, "take": 1.2, "hunt": 0.75, "guard": 0.02},
    worth_a_shot=0.18,
    strike=0.75,
    any_unit=1.6,
    valued=0.27,
    cover=0.3,
    trench=0.75,
    hornets=4.7,
    apart=0.4,
    bother=0.28,
    prize=1.65,
    stake=1.75,
)
