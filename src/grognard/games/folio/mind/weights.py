"""What weighs how much in a judgement: as it was written down. A battle may have more of them."""

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


BY_HAND = Weights()
