"""What chance of victory a position gives the Germans, as doctrine sees it."""

from __future__ import annotations

from math import exp, log, prod

from grognard.board.hexes.grid import Hex
from grognard.engine import Action, Pick, Weight, how_many, totals
from grognard.games.night_fight.mind import routes
from grognard.games.night_fight.mind.doctrine import march
from grognard.games.night_fight.mind.routes import NO_WAY, crossings, danger_to, disguised, goals, others, way_ahead
from grognard.games.night_fight.rules.column_formation import lead_of, road_distances
from grognard.games.night_fight.rules.data import GRID
from grognard.games.night_fight.rules.german_movement import GermanMovement, MoveStack, Together
from grognard.games.night_fight.rules.sequence import up_to
from grognard.games.night_fight.rules.soviet_movement import roams
from grognard.games.night_fight.rules.stacking import ALLOWANCE
from grognard.games.night_fight.rules.state import SOVIET, NightFight, Unit, on_map
from grognard.games.night_fight.rules.victory import ground_of

# What moves the odds (their logarithm) that a unit counts at the end: fitted to matches of doctrine players who were
# sent over different bridges, then rounded.
EVEN = 0.4
TO_COME = -0.37  # each turn that is still to come, and all that can happen in it
RESERVE = 0.13  # each movement point to spare
HOPELESS, ENOUGH = -30, 15  # movement points short or to spare beyond which a few more make no difference
ARRIVED = 3.9  # it stands on the ground that counts
MET = -0.6  # a column is at the gate before the force is through
HOLDS = 0.45  # the logarithm of the chance that the bridges of the gate stand until then
GUARDED = -0.15  # each piece that stands near the gate
ROAMING, STANDING = -0.1, -0.02  # each Soviet piece with the way ahead in view
DANGER = -0.6  # certain fire where it stands
HIDDEN = 0.7  # a captured T-34 in the hex
SPOTTED, PINNED = -0.6, -1.1
ALERTED = -0.2
QUALITY = {"recruits": 0.2, "regulars": 0.0, "guards": -0.2}
FORCE = 10  # so many units must be through a gate before the force is
COLUMN_PACE = 4.5  # hexes of road a turn, and a little
NEAR = 6  # hexes
FORTUNES = (0.7, 1.0, 1.5)  # a good, a fair and a bad night: the power each unit's chance is raised to


def value(g: NightFight, side: str) -> float:
    """The chance of victory: 0 is lost, 1 is won. Players who share the Germans share it."""
    if g.result is not None:
        return 1.0 if side in g.result.winners else 0.0
    if g.scenario.by_road:
        return routes.value(g)
    if g.turn == 0:
        return 0.5
    force = [u for u in g.pieces.values() if u.side in g.players]
    sure = sum(g.exited.values()) if g.scenario.exit else 0
    ways = [Way(g, gate, force) for gate in gates(g)]
    chances = [max(arrives(g, unit, way) for way in ways) for unit in force]
    if g.aim.counts == "hexes":
        chances = _held(g, force, chances)
    return sum(_if(g, sure, chances, fortune) for fortune in FORTUNES) / len(FORTUNES)


def _held(g: NightFight, force: list[Unit], chances: list[float]) -> list[float]:
    """House rule for 21.3: the chance of each hex to be held; a unit still on the way finds a hex for itself."""
    empty: dict[Hex, float] = {}
    for unit, chance in zip(force, chances, strict=True):
        where = unit.place if unit.place in ground_of(g) else unit.id
        empty[where] = empty.get(where, 1.0) * (1 - chance)
    return sorted((1 - chance for chance in empty.values()), reverse=True)[: len(ground_of(g))]


def _if(g: NightFight, sure: int, chances: list[float], fortune: float) -> float:
    """The chance of victory if the rest of the night goes better or worse for all."""
    arriving = how_many([chance**fortune for chance in chances])
    return sum(chance * wins(g, sure + n) for n, chance in enumerate(arriving))


def weighs(g: NightFight, side: str) -> tuple[Weight, ...]:
    """21.0 Who is through, lost, pinned or seen, and how far the others still have to go."""
    force = [u for u in g.pieces.values() if u.side in g.players]
    far = {} if g.scenario.by_road else march(g)
    return (
        Weight("units out by the exit", sum(g.exited.values())),
        Weight("of your units lost", sum(g.lost.get(player, 0) for player in g.players), wanted=False),
        Weight("enemy units destroyed", g.lost.get(SOVIET, 0)),
        Weight("of your units pinned", sum(u.pinned for u in force), wanted=False),
        Weight("of your units spotted", sum(u.spotted for u in force), wanted=False),
        Weight("movement points still to go", sum(far.get(u.place, 0) for u in force), wanted=False),
    )


def arrives(g: NightFight, unit: Unit, way: Way) -> float:
    """The chance that a unit counts at the end if it goes this way: it must have the time to get there, and live."""
    place = unit.place
    far = way.to_go(place)
    odds = EVEN + TO_COME * (g.scenario.turns - g.turn) + ALERTED * g.alerted + QUALITY[g.quality]
    odds += SPOTTED * unit.spotted + PINNED * unit.pinned
    if far:
        reserve = ALLOWANCE * (g.scenario.turns - g.turn + may_still_move(g, unit)) - far
        odds += way.odds + RESERVE * max(HOPELESS, min(ENOUGH, reserve))
    else:
        odds += ARRIVED
    if on_map(place):
        odds += way.watched(place) + way.danger(place)
    return 1 / (1 + exp(-odds))


def may_still_move(g: NightFight, unit: Unit) -> bool:
    """5.0 Is this turn's movement still to come for a unit?"""
    if unit.pinned or unit.id in g.moved or unit.id in g.fired_before:
        return False
    return g.phase in up_to("German movement")


def gates(g: NightFight) -> tuple[tuple[Hex, ...], ...]:
    """What the way leads through: at Kursk the western bridges or the eastern one, elsewhere the goal itself."""
    return crossings(g.land) if g.aim.kind == "bank" else (goals(g),)


class Way:
    """A way to the ground that counts as long as everybody stands as now, and what the Soviets can do about it."""

    def __init__(self, g: NightFight, gate: tuple[Hex, ...], force: list[Unit]) -> None:
        self.g, self.gate = g, gate
        self.march = way_ahead(g, self._shunned())
        self.ground = frozenset[Hex]() if g.scenario.exit else ground_of(g)
        self.outside = 1 + sum(self.march.far.get(h, NO_WAY) for h in g.scenario.entry) // len(g.scenario.entry)
        self.watch = {  # what the pieces in a Soviet-held hex take from the odds of those they see
            h: sum(ROAMING if roams(u) else STANDING for u in g.here(h) if not u.pinned) for h in g.soviet_hexes
        }
        self.exposed: dict[Hex, float] = {}
        through = sorted(self.to_go(u.place) for u in force)[:FORCE][-1:]
        self.turns = max(0, sum(through) - ALLOWANCE) / ALLOWANCE
        self.odds = MET * self.met() + GUARDED * self.guards() + HOLDS * log(max(0.02, self.holds()))

    def to_go(self, place: str) -> int:
        """Movement points from a place to the ground that counts, detours round Soviet eyes included."""
        if place in self.ground:
            return 0
        return self.march.far.get(place, NO_WAY) if on_map(place) else self.outside

    def met(self) -> float:
        """8.3 How many columns come to the gate by road before the force is through."""
        return sum(1 / (1 + exp(far / COLUMN_PACE - self.turns)) for far in self.columns())

    def columns(self) -> list[int]:
        """How far each column that can get there is from the gate."""
        g, out = self.g, tuple(sorted(self.g.bridges_out))
        heads = [lead.place for c in g.columns.values() if (lead := lead_of(g, c))]
        ways = [road_distances(g.land, h, out) for h in heads]
        return [min(found) for far in ways if (found := [far[h] for h in self.gate if h in far])]

    def _shunned(self) -> tuple[Hex, ...]:
        """The bridges over the large river that are not of this gate, where the way leads over them at all."""
        return others(self.g.land, self.gate) if self.gate in crossings(self.g.land) else ()

    def guards(self) -> int:
        """How many pieces stand near the gate."""
        standing = [u.place for u in self.g.soviets() if not roams(u) and not u.pinned]
        return sum(min(GRID.distance(h, gate) for gate in self.gate) <= NEAR for h in standing)

    def holds(self) -> float:
        """21.1 The chance that a bridge of the gate stands until the force is through."""
        if self.gate not in crossings(self.g.land):
            return 1.0
        g, until = self.g, self.g.turn + int(self.turns)
        each = prod(1 - _BELOW[min(turn, 13)] for turn in range(g.turn, until))
        return 1 - (1 - each) ** sum(h not in g.bridges_out for h in self.gate)

    def watched(self, h: Hex) -> float:
        """What the Soviets who see the march from here on take from the odds."""
        return sum(self.watch[eye] for eye in self.march.eyes_from(h))

    def danger(self, h: Hex) -> float:
        """What the fire a hex is exposed to takes from the odds, and a captured T-34 gives."""
        if h not in self.exposed:
            here = tuple(self.g.here(h))
            self.exposed[h] = DANGER * min(3.0, danger_to(self.g, here)[h]) + HIDDEN * any(map(disguised, here))
        return self.exposed[h]


def wins(g: NightFight, count: int) -> float:
    """21.1 to 21.3 The chance that the dice let so many units win."""
    return _BELOW[min(count + (not g.aim.less), 13)]


_BELOW = [float(sum(chance for total, chance in totals(2).items() if total < n)) for n in range(14)]


def stretch(g: NightFight) -> tuple[int, str]:
    """5.0 A phase."""
    return g.turn, g.phase


def in_turn(g: NightFight, action: Action) -> bool:
    """5.3 Units and stacks move one after the other; who stands with a stack on the move would join it (4.2)."""
    step = g.steps[-1]
    if not isinstance(step, GermanMovement | MoveStack) or not isinstance(action, Pick | Together):
        return False
    return isinstance(step, GermanMovement) or g.pieces[action.piece].place != g.pieces[step.units[0]].place
