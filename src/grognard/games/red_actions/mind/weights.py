"""What weighs how much in a judgement: as it was written down, and as matches of the game against itself have it."""

from __future__ import annotations

import msgspec


class Weights(msgspec.Struct, frozen=True, cache_hash=True):
    """Only differences count: a shot, a move and a charge are weighed against one another.

    What is said of an attacker holds for whoever would lose if the match ended now, the rest for whoever can wait.
    """

    # Shooting; harm is counted in terror markers.
    shot: float = 2.0  # any shot that can do harm
    shot_waiting: float = 2.0
    harm: float = 2.0  # each marker that is to be expected
    harm_waiting: float = 2.0
    retire: float = 0.5
    pinned: float = 1.0
    base: float = 3.0
    serious: float = 0.8
    hit: float = 2.0  # a direct hit, and one on a vehicle
    hit_vehicle: float = 4.0
    at_routers: float = 0.6  # what harm to those who run counts for
    at_heavy: float = 0.0  # on top, at a machine gun, gun or tachanka
    at_prize: float = 0.0  # at one that stands where the battle is decided
    return_fire: float = 4.0
    hold_fire: float = 0.15  # to keep the action for later
    hold_fire_waiting: float = 0.15
    # Charging, by odds.
    charge: float = 3.0
    charge_odds: float = 2.0
    most_odds: float = 4.0
    least_odds: float = 1.5
    least_odds_waiting: float = 1.5
    into_prize: float = 2.0
    at_runners: float = 9.0
    into_machine_guns: float = 0.7  # what the defenders' fire leaves of an attack
    into_rifles: float = 0.9
    evade: float = 1.0
    # Moving.
    go: float = 1.5
    gain: float = 1.5  # a whole move nearer to the goal
    hunting: float = 1.0  # the part of that which counts where there is nothing to take but the enemy
    hurry: float = 1.0  # how much more, when time is short
    house: float = 0.3
    go_worn: float = 0.3  # a unit that has lost half its bases to terror
    go_waiting: float = 0.25
    house_waiting: float = 0.5
    danger: float = 0.0  # the fire of a company of four bases that reaches the place
    danger_waiting: float = 0.0
    danger_worn: float = 0.0
    shelter: float = 0.0  # the part of it that the best cover takes away
    bears: float = 0.0  # as much fire of an attacker's own upon the nearest enemy
    threatens: float = 0.0  # each enemy whom it could charge from there at good odds
    guard: float = 0.0  # a whole move nearer to a prize that is its own
    # The rest.
    hold: float = 0.6
    stop: float = 1.0
    lie_down: float = 0.7
    lie_down_waiting: float = 1.3
    lie_under_fire: float = 0.0  # under the fire of a company of four bases
    rally: float = 1.0
    rally_terror: float = 5.0  # by the share of its bases that terror has taken
    line: float = 1.4  # to draw up in line near the enemy, and how many inches that is
    line_within: float = 20.0
    dismount: float = 3.6
    dismount_within: float = 9.0
    take_terror: float = 1.2  # rather than retire
    lose_base: float = 0.5
    all_the_way: float = 1.0  # after a charge whose target is gone
    stay: float = 1.2  # after a won fight
    pursue: float = 1.0
    # Who acts first.
    first_heavy: float = 1.0  # machine guns and guns
    first_near: float = 0.025  # each inch nearer to the enemy
    first_routers: float = -1.0
    first_shaken: float = 0.0  # by the share of its bases that terror has taken
    first_strong: float = 0.0  # each effective base


BY_HAND = Weights()
FITTED = Weights(
    harm=3.2,
    at_heavy=1.0,
    at_prize=0.4,
    least_odds=1.1,
    least_odds_waiting=1.1,
    hunting=0.6,
    hurry=0.4,
    house=0.1,
    danger=0.3,
    danger_waiting=0.2,
    danger_worn=0.7,
    shelter=0.7,
    bears=0.3,
    threatens=0.4,
    guard=0.9,
    lie_down_waiting=0.9,
    lie_under_fire=0.15,
    rally_terror=7.5,
    first_shaken=0.3,
    first_strong=0.05,
)
