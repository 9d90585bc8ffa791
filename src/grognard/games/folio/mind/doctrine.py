"""How a sensible player judges what he is offered: concentration, the odds of the table, ground, and what pulls a unit.

A battle says what pulls its units (`pull`); everything else is the same in every battle of the series.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from grognard.board.hexes.grid import Hex
from grognard.engine import Action, Pick, Press, To, net
from grognard.engine.core.fact import fact
from grognard.engine.core.wording import join_words
from grognard.games.folio.mind.weights import BY_HAND, Weights
from grognard.games.folio.rules.advance import STAY, Advance
from grognard.games.folio.rules.clauses import Folio
from grognard.games.folio.rules.combat import ALL_IN, ATTACK, CombatPhase, Declare, attackers_of
from grognard.games.folio.rules.combat_results import AttackersRetreat, Loss, differential, line, totals
from grognard.games.folio.rules.data import CRT, FIRST_COLUMN
from grognard.games.folio.rules.movement import BACK, END, Movement
from grognard.games.folio.rules.retreat import GIVE_WAY, STAND, ByWay, Displace, Retreat, can_step_back
from grognard.games.folio.rules.setup import STAFF, SetUp
from grognard.games.folio.rules.state import Apply, Battle, Bombard, Unit
from grognard.games.folio.rules.support import NO_SUPPORT, PASS, Support
from grognard.games.folio.rules.units import steps_of

Pull = Callable[[Hex], float]

OFF_MAP = -99.0  # where a reinforcement should not stay
UNDONE = -1e6  # what it is worth to change one's mind
SMALL = -2.0  # a gain that is none

# What a result is worth to the attacker, in steps.
WORTH = {
    "De": 2.4,
    "D3": 1.4,
    "D2": 1.2,
    "Ex": 0.15,
    "dot": 0.0,
    "A1": -0.4,
    "A2": -0.5,
    "A3": -0.6,
    "(A)": -0.9,
    "Ae": -2.2,
}
BARRAGE_WORTH = {**dict.fromkeys(WORTH, 0.0), "De": 2.4, "D3": 1.3, "D2": 1.1, "(A)": -0.5}
COLUMNS = [sum(WORTH[CRT.result(c, die)] for die in range(1, 7)) / 6 for c in range(len(CRT.columns))]
BARRAGES = [sum(BARRAGE_WORTH[CRT.result(c, die)] for die in range(1, 7)) / 6 for c in range(len(CRT.columns))]

LAST = len(CRT.columns) - 1

# Which judgement answers which step.
JUDGES: dict[type, str] = {
    Movement: "movement",
    CombatPhase: "combat_phase",
    Declare: "declare",
    Support: "support",
    Retreat: "retreat",
    ByWay: "by_way",
    Displace: "displace",
    Advance: "advance",
    Loss: "loss",
    AttackersRetreat: "loss",
    SetUp: "set_up",
}


class Doctrine:
    """One battle's judgement. Values are comparable only between the answers to one question."""

    by_hand: Weights = BY_HAND

    def weights(self, g: Any) -> Weights:
        """By which a position is judged."""
        found: Weights = g.weights or self.by_hand
        return found

    def judge(self, g: Any, side: str, action: Action) -> float:
        """How good an answer is."""
        step = g.steps[-1]
        if isinstance(action, To) and isinstance(step, Movement):
            return gains(g, self, step)[action.hex]
        return self.answers(g, step, [action])[0]

    def answers(self, g: Any, step: Any, actions: Sequence[Action]) -> list[float]:
        """How good answers to a step are by its own judgement; what was decided a moment ago stands."""
        judge = getattr(self, JUDGES.get(type(step), "other"))
        return [UNDONE if action == BACK else judge(g, step, action) for action in actions]

    def judge_all(self, g: Any, side: str, actions: Sequence[Action]) -> list[float]:
        """The same for many answers to one question."""
        step = g.steps[-1]
        if not isinstance(step, Movement):
            return self.answers(g, step, actions)
        goals = [a.hex for a in actions if type(a) is To]
        others = actions[len(goals) :]  # they are listed after the hexes
        if To in map(type, others):
            return [self.judge(g, side, action) for action in actions]
        worth, here, least = self.prospects(g, step, goals)
        gains = [1.0 + more if (more := worth[h] - here) > least else SMALL for h in goals]
        return gains + self.movements(g, step, others)

    def other(self, g: Any, step: Any, action: Action) -> float:
        """Steps of an exclusive rulebook."""
        return 0.0

    # ------------------------------------------------------------ what a battle says

    def pull(self, g: Any, unit: Unit) -> Pull:
        """How much a unit wants to be in each hex, before anything said below."""
        return lambda h: 0.0

    def marker(self, g: Any, action: Action) -> float:
        """What a support action adds, on average."""
        return float(action.value + action.then) if isinstance(action, Apply) else 0.0

    def barrage(self, g: Any, target: Unit) -> float:
        """What the markers that would bombard a unit add up to, on average; 0 to keep them."""
        side: str = g.current
        spare = sorted(g.markers.get(side, ()))[-2:]
        return float(sum(spare)) if len(g.markers.get(side, ())) > 3 else 0.0

    def set_up(self, g: Any, step: SetUp, action: Action) -> float:
        """The staff knows where units belong."""
        return 1.0 if action == STAFF else 0.0

    # ------------------------------------------------------------ movement

    def movement(self, g: Any, step: Movement, action: Action) -> float:
        """Each unit once, then no more."""
        if isinstance(action, Pick):
            return -1.0 if action.piece in step.left or action.piece in g.moved else 0.5
        return 0.0 if action == END else -1.0

    def movements(self, g: Any, step: Movement, actions: Sequence[Action]) -> list[float]:
        """The same for many answers."""
        return [self.movement(g, step, action) for action in actions]

    def prospects(self, g: Any, step: Movement, hexes: list[Hex]) -> tuple[dict[Hex, float], float, float]:
        """What each of these hexes and its own place are worth to the unit in hand, and what a move must promise."""
        least = self.weights(g).least_step
        if not hexes:
            return {}, OFF_MAP, least
        place = g.pieces[step.unit].place
        if place not in g.rules.ground.index:
            return self.weigh(g, step, hexes), OFF_MAP, least
        worth = self.weigh(g, step, [place, *hexes])
        return worth, worth[place], least

    def weigh(self, g: Any, step: Movement, hexes: list[Hex]) -> dict[Hex, float]:
        """The worth of the unit in hand in each of these hexes."""
        return self.positions(g, g.pieces[step.unit], hexes)

    def positions(self, g: Any, unit: Unit, hexes: Sequence[Hex]) -> dict[Hex, float]:
        """The worth of a unit standing in each of these hexes at the end of a move."""
        found = dict(zip(hexes, map(self.pull(g, unit), hexes), strict=True))
        touched = adversaries(g, unit.side)
        if beside := [h for h in found if h in touched]:
            good, lines = self.weights(g).ground, g.rules.ground.lines
            for h, worth in zip(beside, self.contacts(g, unit, beside), strict=True):
                found[h] = found[h] + worth + good * lines[h]
        return found

    def contacts(self, g: Any, unit: Unit, hexes: list[Hex]) -> list[float]:
        """What it is worth to stand next to the enemy in each of these hexes."""
        return [self.contact(g, unit, h) for h in hexes]

    def contact(self, g: Any, unit: Unit, h: Hex) -> float:
        """The same in one."""
        return self.reached(g, unit, [h])[0]

    def reached(self, g: Any, unit: Unit, hexes: list[Hex]) -> list[float]:
        """Targets that come within reach, less what may hit back."""
        touched = adversaries(g, unit.side)
        fear, safe, found = self.weights(g).fear, 2 * g.printed(unit)[1], []
        near = {enemy.id: enemy for h in hexes for enemy in touched[h][0]}
        chances = {name: self.chance(g, unit, enemy) for name, enemy in near.items()}
        for h in hexes:
            enemies, strength = touched[h]
            best = max([chances[enemy.id] for enemy in enemies])
            found.append(float(best - fear * max(0, strength - safe)))
        return found

    def chance(self, g: Any, unit: Unit, enemy: Unit) -> float:
        """How much closer one more attacker brings a good attack on a unit."""
        ground, place, force, attack = g.rules.ground, enemy.place, pressure(g, enemy), g.printed(unit)[0]
        if unit.place in ground.neighbours[place]:
            force -= attack
        need, joined, weights = g.printed(enemy)[1] + ground.lines[place] + 4, force + attack, self.weights(g)
        if joined >= need:
            return weights.closer * (need - force if force < need else 0) + weights.enough
        return float(weights.closer * (joined - force))

    # ------------------------------------------------------------ combat

    def combat_phase(self, g: Any, step: CombatPhase, action: Action) -> float:
        """The best attack first; bombard where it pays; no attack that does not."""
        match action:
            case Pick(piece):
                return self.attack_worth(g, g.pieces[piece], mobile=step.mobile) - self.weights(g).least_gain
            case Bombard(piece):
                worth = self.barrage_worth(g, g.pieces[piece]) - self.weights(g).least_barrage
                return 5.0 + worth if worth > 0 else -1.0  # it must come before the attacks
        return 0.0 if action == END else -1.0

    def attack_worth(self, g: Any, target: Unit, *, mobile: bool) -> float:
        """What an attack with everything at hand promises."""
        attackers = tuple([u.id for u in attackers_of(g, target, mobile=mobile)])
        battle = Battle(target.id, target.place, attackers)
        worth = self.promise(g, battle, self.reserve(g, battle, g.current), self.reserve(g, battle, target.side))
        if worth < 0 or can_step_back(g, target, tuple([g.pieces[u].place for u in attackers])):
            return worth
        return worth + self.weights(g).trapped

    def promise(self, g: Any, battle: Battle, ours: float, theirs: float) -> float:
        """The average worth of a combat with so much support still to come on either side."""
        attack, defense, shift = self.sums(g, battle)
        value = attack + ours - defense - self.weights(g).answer * theirs
        value += shift
        return at(COLUMNS, value)

    def sums(self, g: Any, battle: Battle) -> tuple[int, int, int]:
        """Attack and defense of a combat as it stands, and by how much ground and die shift it."""
        return *totals(g, battle), line(g, battle).value - net(g.rules.die_modifiers(g, battle))

    def reserve(self, g: Any, battle: Battle, side: str) -> float:
        """What a side can still add to a combat, on average."""
        used = battle.attack if side == g.current else battle.defense
        offers = sorted((self.marker(g, a) for a in g.rules.support(g, battle, side)), reverse=True)
        slots = 2 - len(used)
        return sum((offers * 2)[:slots]) if offers else 0.0

    def barrage_worth(self, g: Any, target: Unit) -> float:
        """What bombarding a unit promises."""
        total = self.barrage(g, target)
        if not total:
            return -1.0
        battle = Battle(target.id, target.place, bombardment=True)
        _, defense = totals(g, battle)
        return at(BARRAGES, total - defense + line(g, battle).value)

    def declare(self, g: Any, step: Declare, action: Action) -> float:
        """Everybody in, an engineer if the river is in the way, then attack."""
        if action == ALL_IN:
            return 3.0
        if action == ATTACK:
            return 1.0
        return 0.0 if isinstance(action, Pick) else self.aid(g, step, action)

    def aid(self, g: Any, step: Declare, action: Action) -> float:
        """What an exclusive aid to an attack is worth."""
        return 0.0

    def support(self, g: Any, step: Support, action: Action) -> float:
        """A marker where it changes the odds by enough."""
        battle, side, cost = step.battle, step.side(g), self.weights(g).marker
        if action == PASS:
            return cost
        if action == NO_SUPPORT:
            return cost + (0.01 if side == g.current else -0.01)
        added = self.marker(g, action)
        now, then = self._column(g, battle, 0.0), self._column(g, battle, added if side == g.current else -added)
        return abs(then - now) - 0.01 * added - (cost if g.rules.declared(action) else 0.0)

    def _column(self, g: Any, battle: Battle, added: float) -> float:
        """The average worth of a combat as it stands, with so much added to the attack."""
        return at(BARRAGES if battle.bombardment else COLUMNS, stands(g, battle) + added)

    # ------------------------------------------------------------ results

    def retreat(self, g: Any, step: Retreat, action: Action) -> float:
        """Give ground to save the unit; stand if it would be lost anyway, or holds what must be held."""
        unit = g.pieces[step.unit]
        match action:
            case To(hex):
                return 1.0 + 0.05 * self.pull(g, unit)(hex) + (0.0 if hex not in g.at else -0.3)
            case Press() if action == STAND:
                return self.stand(g, unit)
            case Press() if action == GIVE_WAY:
                return -5.0
        return 0.0

    def by_way(self, g: Any, step: ByWay, action: Action) -> float:
        """By the way that gives least away."""
        return -float(step.hexes(g).index(action.hex)) if isinstance(action, To) else 0.0

    def stand(self, g: Any, unit: Unit) -> float:
        """What stiff resistance is worth against giving way."""
        return self.weights(g).stiff if steps_of(g, unit) == 2 else -1.0

    def displace(self, g: Any, step: Displace, action: Action) -> float:
        """Make room towards where the unit wants to be."""
        return self.pull(g, g.pieces[step.unit])(action.hex) if isinstance(action, To) else 0.0

    def advance(self, g: Any, step: Advance, action: Action) -> float:
        """Follow where the pull is stronger."""
        match action:
            case Pick(piece):
                unit = g.pieces[piece]
                here, *ahead = self.positions(g, unit, (unit.place, *step.hexes(g))).values()
                return max(ahead) - here + 0.1
            case To(hex):
                return self.positions(g, g.pieces[step.unit], (hex,))[hex]
        return 0.0 if action == STAY else -1.0

    def loss(self, g: Any, step: Loss | AttackersRetreat, action: Action) -> float:
        """Let the unit suffer that has a step to spare and the least to lose."""
        if not isinstance(action, Pick):
            return 0.0
        unit = g.pieces[action.piece]
        attack, defense, _ = g.printed(unit)
        return float(5.0 * (steps_of(g, unit) - 1) - attack - 0.5 * defense)

    # ------------------------------------------------------------ words

    def advice(self, g: Any, side: str, action: Action) -> str:
        """Why, in a sentence that is true of the position; nothing where there is none."""
        step = g.steps[-1]
        match action:
            case Pick(piece) if isinstance(step, CombatPhase):
                worth = self.attack_worth(g, g.pieces[piece], mobile=step.mobile)
                return f"With everything at hand the attack promises {worth:+.1f} steps."
            case To(hex) if isinstance(step, Movement):
                beside = [g.name(u) for u in g.beside(hex) if u.side != side]
                return f"It stands beside {join_words(beside)} there." if beside else ""
            case Bombard(piece):
                return f"The guns alone promise {self.barrage_worth(g, g.pieces[piece]):+.1f} steps."
        return ""


def at(worth: list[float], value: float) -> float:
    """7.3, R20 What the column of a differential is worth; the ends hold for everything beyond them."""
    place = round(value) - FIRST_COLUMN
    return worth[place] if 0 <= place <= LAST else worth[0 if place < 0 else LAST]


@fact
def gains(g: Any, doctrine: Doctrine, step: Movement) -> dict[Hex, float]:
    """What every hex it can go to is worth more to the unit in hand than where it is; small gains are none."""
    names, at = g.rules.ground.names, g.at
    hexes = [h for i in step.moves(g).order if (h := names[i]) not in at]
    worth, here, least = doctrine.prospects(g, step, hexes)
    return {h: 1.0 + more if (more := worth[h] - here) > least else SMALL for h in hexes}


@fact
def stands(g: Any, battle: Battle) -> int:
    """7.3, 7.4 The differential of a combat with what the ground adds."""
    return differential(g, battle) + line(g, battle).value


@fact
def adversaries(g: Any, side: str) -> dict[Hex, tuple[list[Unit], int]]:
    """6.0 Every hex in an enemy zone of control, with the enemies beside it and their attack strength together."""
    ground, beside = g.rules.ground, dict[Hex, list[Unit]]()
    for unit in g.units(g.foe(side)):
        for h in ground.neighbours[unit.place]:
            if h not in ground.close_all:
                beside.setdefault(h, []).append(unit)
    return {h: (units, sum([g.printed(u)[0] for u in units])) for h, units in beside.items()}


def pressure(g: Any, target: Unit) -> int:
    """The attack strength of all who stand next to an enemy."""
    at, pieces, near = g.at, g.pieces, g.rules.ground.neighbours[target.place]
    beside = [pieces[at[n][0]] for n in near if n in at]
    return sum([g.printed(u)[0] for u in beside if u.side != target.side])


def stretch(g: Folio) -> tuple[int, str]:
    """4.0 A player turn."""
    return g.turn, g.current
