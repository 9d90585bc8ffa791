"""What weighs how much in the judgement of the pocket: as written down, and as matches against itself have it."""

from __future__ import annotations

from grognard.games.folio.mind.weights import Weights


class PocketWeights(Weights, frozen=True):
    """Beside what counts in every battle of the series, the way out and the wall."""

    homeward: float = 0.05  # each half point of the way to the west, and of the relief to the pocket
    rescue: float = 0.05
    close: float = 0.15  # how much the wall wants to be near, in front, next to several units, and on good ground
    ahead: float = 0.09
    hold: float = 0.6
    firm: float = 0.06
    cut: float = 5.0  # what closing the shortest line is worth
    grip: float = 2.0  # how much more a Soviet unit makes of standing next to the enemy
    eager: float = 0.25  # what an attack on the pocket is worth beyond its odds


BY_HAND = PocketWeights()
FITTED = PocketWeights(
    least_step=0.08,
    least_gain=0.2,
    least_barrage=0.13,
    closer=0.06,
    enough=0.2,
    ground=0.095,
    fear=0.085,
    trapped=0.53,
    marker=0.085,
    answer=0.9,
    stiff=0.22,
    homeward=0.045,
    rescue=0.036,
    close=0.22,
    ahead=0.035,
    hold=0.9,
    firm=0.14,
    cut=0.85,
    grip=1.6,
    eager=0.5,
)
