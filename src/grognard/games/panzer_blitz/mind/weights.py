"""What weighs how much in a judgement: as it was written down, and as matches of the game against itself have it."""

from __future__ import annotations

import msgspec


class Weights(msgspec.Struct, frozen=True):
    """In steps of units for fire and assaults, in movement points for places, unless said otherwise.

    What is 0 is not looked at: some of what a player could weigh was found by matches, not written down.
    """

    # What is expected of fire and assaults.
    armor: float = 1.0  # what a step of armor counts for, beside its worth
    shaken: float = 0.5  # the part of a step that it is worth to disrupt a unit, and one that is disrupted already
    shaken_again: float = 0.15
    in_doubt: float = 1.0  # a result against what is unseen, if somebody is there to suffer it
    worth_a_shot: float = 0.45  # below which a unit saves its fire
    worth_a_window: float = 0.35  # and its opportunity fire
    near: float = 2.0  # hexes from which an unspotted mover is fired at
    worth_an_assault: float = 0.8  # what a close assault must gain beyond the reaction fire it draws
    worth_an_overrun: float = 0.8
    prize: float = 1.0  # what an assault on an objective is worth on top
    answer: float = 1.2  # how much the reaction fire of those assaulted counts
    into_the_unseen: float = 0.2  # what is expected of an assault on those nobody has seen
    own_near: float = 0.7  # what takes shells elsewhere, for each hex with one's own units beside their target
    # What makes a unit like a hex.
    eager: float = 1.0  # each movement point nearer, to who has an objective to take
    content: float = 0.45  # and to who has them all
    caution: float = 0.5  # the fire of known enemies there, so long as the end is not near
    calm: float = 1.2  # in whole situations: when the end is so far off, all of that counts
    cover: float = 1.0
    objective: float = 2.5  # to stand on an objective, and beside somebody who holds it
    second: float = 1.0
    strike: float = 0.0  # the best shot at a known enemy from there
    storm: float = 0.0  # to infantry: next to a known enemy
    worth_a_move: float = 0.5
    # At set-up.
    crowd: float = 0.4  # each unit that is there already
    garrison: float = 3.0  # an objective where nobody stands yet
    watch: float = 0.6  # to guns and tanks: each objective in sight, up to two
    # What an activated unit counts for where a chit is placed; and what an operation must promise.
    chit: dict[str, float] = msgspec.field(
        default_factory=lambda: {
            "recover": 0.7,
            "recover spent": 0.35,
            "advance": 1.0,
            "shift": 0.6,
            "fire": 0.8,
            "aim": 0.0,
            "blind": 0.0,
            "assault": 0.0,
            "observe": 0.4,
            "pass": 0.1,
        }
    )


BY_HAND = Weights()
FITTED = Weights(
    armor=1.1,
    shaken=0.76,
    shaken_again=0.12,
    in_doubt=0.94,
    worth_a_shot=0.37,
    worth_a_window=0.54,
    near=3.8,
    worth_an_assault=2.6,
    worth_an_overrun=0.77,
    prize=0.37,
    answer=0.71,
    into_the_unseen=0.52,
    own_near=0.26,
    eager=2.4,
    content=0.25,
    caution=0.4,
    calm=0.79,
    cover=0.83,
    objective=1.4,
    second=0.2,
    strike=0.46,
    storm=1.3,
    worth_a_move=0.38,
    crowd=0.22,
    garrison=1.6,
    watch=0.26,
    chit={
        "recover": 0.22,
        "recover spent": 0.1,
        "advance": 0.94,
        "shift": 0.27,
        "fire": 0.68,
        "aim": 0.019,
        "blind": 0.21,
        "assault": 0.46,
        "observe": 0.25,
        "pass": 0.1,
    },
)
