"""What weighs how much in a judgement: as it was written down, and as matches against itself have it."""

from __future__ import annotations

import msgspec


class Weights(msgspec.Struct, frozen=True):
    """In steps of units, as results of combat are worth to the attacker."""

    least_step: float = 0.05  # what a move must promise
    least_gain: float = 0.12  # what an attack must promise
    least_barrage: float = 0.4  # and a bombardment
    closer: float = 0.12  # each point of attack that brings a good attack closer, and what there is once it suffices
    enough: float = 0.25
    ground: float = 0.12  # each line of ground next to the enemy
    fear: float = 0.06  # what each point of enemy attack beyond twice the unit's defense takes from a place beside him
    trapped: float = 0.3  # what it adds that the target cannot retreat
    marker: float = 0.07  # what a marker must add
    answer: float = 0.6  # how much of his possible support the enemy is expected to use
    stiff: float = 0.2  # what stiff resistance is worth to who has a step to lose


class DesertWeights(Weights, frozen=True):
    """Beside what counts in every battle of the series, the objectives, by their points."""

    near: float = 0.5  # for the attacker to be near one that is to be taken, and to stand on one
    on: float = 0.8
    cover: float = 0.5  # for the defender to be near one where nobody stands, and to stand on one
    hold: float = 0.8
    prize: float = 0.0  # to attack whoever stands on one


BY_HAND = DesertWeights()
FITTED = DesertWeights(
    least_step=0.036,
    least_gain=0.12,
    least_barrage=0.23,
    closer=0.04,
    enough=1,
    ground=0.12,
    fear=0.071,
    trapped=0.17,
    marker=0.035,
    answer=0.4,
    stiff=0.1,
    near=0.089,
    on=1,
    cover=0.42,
    hold=0.85,
    prize=0.043,
)
