"""After the combat (RA-MEL.28, RA-MEL.32, RA-MEL.34, RA-MEL.35, RA-MOV.33): pursuit, advance, and standing off."""

from __future__ import annotations

from msgspec.structs import replace

from grognard.board.inches import Point, Spot, ahead, at_most, distance, facing_to, hundredths
from grognard.engine import Action, Press, Step
from grognard.games.red_actions.rules.bodies import apart, centre, section
from grognard.games.red_actions.rules.cover import behind, in_trench
from grognard.games.red_actions.rules.data import REACH
from grognard.games.red_actions.rules.legs import SHORT, Budget, reach_towards
from grognard.games.red_actions.rules.losses import lose_bases, reveal_near
from grognard.games.red_actions.rules.officers import follow_seniors
from grognard.games.red_actions.rules.placing import stand
from grognard.games.red_actions.rules.retire import Terror, retire_distance
from grognard.games.red_actions.rules.room import farthest, on_others, too_near, why_not_enter
from grognard.games.red_actions.rules.state import UPROOTED, RedActions, Unit
from grognard.games.red_actions.rules.terrain import allowance_of

STRIDE = 0.25
BACK, BACKS = 0.1, 40  # inches by which a unit is set back, and how often


# ------------------------------------------------------------------ standing off


class Apart(Step, frozen=True):
    """RA-MEL.28 Units never stay locked: if the loser stays, the attacker is placed an inch back."""

    charger: str
    others: tuple[str, ...]

    def run(self, g: RedActions) -> None:
        g.done()
        unit = g.pieces.get(self.charger)
        if unit is None or unit.routing or unit.inside:
            return
        for foe in (g.pieces[other] for other in self.others if other in g.pieces):
            if not foe.routing and too_near(g, unit, foe):
                set_back(g, unit, foe)


class KeepOff(Step, frozen=True):
    """RA-MEL.28, RA-MOV.33 When all is done the charger stands an inch from every enemy."""

    unit: str

    def run(self, g: RedActions) -> None:
        g.done()
        keep_off(g, self.unit)


def keep_off(g: RedActions, unit_id: str) -> None:
    """RA-MOV.33, RA-AMB.9 An inch from every enemy, whoever hid there being found."""
    reveal_near(g, unit_id)
    unit = g.pieces.get(unit_id)
    if unit is None or unit.inside or not unit.place:
        return
    for foe in list(g.troops(g.enemy(unit.side))):
        if not foe.hidden and too_near(g, g.pieces[unit_id], foe):
            set_back(g, g.pieces[unit_id], foe)


def set_back(g: RedActions, unit: Unit, foe: Unit) -> None:
    """RA-MEL.28, RA-MOV.33 Place a unit an inch away from an enemy, as near as friends allow."""
    here = centre(g, unit)
    away = facing_to(section(g, foe).nearest(here) if foe.inside else centre(g, foe), here)
    for k in range(BACKS):
        there = unit.at(ahead(unit.point, away, k * BACK))
        if not too_near(g, there, foe) and not on_others(g, there):
            g.move_to(unit.id, there.point)
            return follow_seniors(g, unit.id)


# ------------------------------------------------------------------ pursuit and advance


class Pursuit(Step, frozen=True):
    """RA-MEL.32, RA-MEL.34, RA-MEL.35 After routers or prisoners; otherwise into the ground given up."""

    unit: str
    losers: tuple[str, ...]
    where: Spot  # the centre of the ground the loser held
    house: str = ""

    def run(self, g: RedActions) -> None:
        unit = g.pieces.get(self.unit)
        if unit is None or unit.routing or unit.pinned or unit.stuck or not unit.place:
            return g.done()
        if self._broke(g) and self._chases(g, unit):
            if unit.kind == "sabres":
                return self._pursue(g, unit)
            return g.ask(unit.side, f"{unit.name} has won: pursue?", [Press("pursue"), Press("stay")], "RA-MEL.32")
        if unit.kind in ("rifles", "sabres", "ac", "tank") and not unit.inside and self._gave_way(g):
            choices = [Press("advance"), Press("stay")]
            if self.house and not why_not_enter(g, unit, self.house):
                choices.insert(0, Press("enter"))
            return g.ask(unit.side, f"{unit.name} has won: take the ground?", choices, "RA-MEL.32")
        g.done()

    def _broke(self, g: RedActions) -> bool:
        """RA-MEL.32 Has a loser routed or surrendered, be it still on the table or not?"""
        return any(g.pieces[i].routing if i in g.pieces else g.broken.get(i, False) for i in self.losers)

    def _gave_way(self, g: RedActions) -> bool:
        """RA-MEL.28, RA-MEL.32 Is there ground to take? Not if the loser has paid for staying on it."""
        return any(i not in g.pieces or g.pieces[i].routing or i in g.broken for i in self.losers)

    def _chases(self, g: RedActions, unit: Unit) -> bool:
        """RA-MEL.35 Not vehicles, guns, MGs, nor troops in fortifications."""
        if unit.kind not in ("rifles", "sabres") or unit.inside or unit.carts:
            return False
        return not in_trench(g, unit) and not behind(g, unit, ("earthwork",), self.where.point)

    def take(self, g: RedActions, action: Action) -> None:
        unit = g.pieces[self.unit]
        if action == Press("pursue"):
            return self._pursue(g, unit)
        g.done()
        if action == Press("enter"):
            g.change(unit.id, place=self.house, lying=False, **UPROOTED)
            g.owner[self.house] = unit.side
            g.tell("RA-BLD.4", "{unit} enters {house}", unit=unit.name, house=g.called(self.house))
            follow_seniors(g, unit.id)
        elif action == Press("advance"):
            push_forward(g, unit, self.where.point, retire_distance(unit))

    def _pursue(self, g: RedActions, unit: Unit) -> None:
        """RA-MEL.32, RA-MEL.34 Half a move at the cost of the ground, and a base of the routers that it reaches."""
        g.done()
        routers = [g.pieces[i] for i in self.losers if i in g.pieces and g.pieces[i].routing]
        goal = centre(g, routers[0]) if routers else self.where.point
        facing = _towards(unit, goal)
        half = Budget(hundredths(allowance_of(unit) / 2), fresh=False)
        reach = reach_towards(g, replace(unit, facing=facing), facing, half)
        g.tell("RA-MEL.32", "{unit} pursues", unit=unit.name)
        push_forward(g, unit, goal, reach)
        stands = g.pieces[unit.id]
        left = reach - distance(unit.point, stands.point)
        for router in routers:
            if at_most(apart(g, stands, router), min(left, REACH.no_entry + STRIDE)):
                lose_bases(g, router.id, 1)
        g.call(Terror(unit.id, count=1))


def _towards(unit: Unit, goal: Point) -> int:
    return facing_to(unit.point, goal) if distance(unit.point, goal) > SHORT else unit.facing


def push_forward(g: RedActions, unit: Unit, goal: Point, inches: float) -> None:
    """RA-MEL.34 Straight towards a point, up to an inch from any enemy, off closed ground and on the table."""
    facing = _towards(unit, goal)
    end = farthest(g, unit, facing, min(inches, distance(unit.point, goal) + unit.depth), STRIDE)
    if end is not None:
        stand(g, end, moved=True, **UPROOTED)
