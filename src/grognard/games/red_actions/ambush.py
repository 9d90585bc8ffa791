"""Ambushes and scouting (RA-AMB): springing, discovering, and what the mover may not know."""

from __future__ import annotations

from grognard.board.inches import Point, distance, within
from grognard.engine import Action, Pick, Press, Refusal, Step
from grognard.games.red_actions.artillery import with_direct_hits
from grognard.games.red_actions.bodies import apart, body, centre, near_feature, stored
from grognard.games.red_actions.charging import Charging, why_not_charge
from grognard.games.red_actions.choices import Charge, Fire
from grognard.games.red_actions.data import TABLES_DATA
from grognard.games.red_actions.fire import ReturnFire, Volley, declare
from grognard.games.red_actions.losses import reveal_unit
from grognard.games.red_actions.morale import may_charge_type
from grognard.games.red_actions.officers import is_clever
from grognard.games.red_actions.retire import MoraleTest
from grognard.games.red_actions.shooting import best_stance, make_aim, targets, why_cannot_shoot
from grognard.games.red_actions.sight import point_in_sight, sees
from grognard.games.red_actions.state import RedActions, Unit

AMBUSH = TABLES_DATA["ambush"]
SPRING = float(AMBUSH["spring_range"])
STUMBLE = float(AMBUSH["auto_reveal_range"])


def hidden_units(g: RedActions, side: str) -> list[Unit]:
    return [u for u in g.troops(side) if u.hidden]


def may_spring(g: RedActions, ambusher: Unit, victim: Unit, came_from: Point | None = None) -> bool:
    """RA-AMB.6, RA-AMB.7, RA-AMB.8 Unacted, within 12 inches, the victim in sight and nearer than it was before."""
    if ambusher.acted or not ambusher.hidden or not within(apart(g, ambusher, victim), SPRING):
        return False
    here = centre(g, ambusher)
    if came_from is not None and distance(centre(g, victim), here) >= distance(came_from, here):
        return False
    if why_cannot_shoot(g, ambusher) is not None and not may_charge_type(ambusher):
        return False
    return sees(g, ambusher, victim)


def stopping_points(g: RedActions, unit: Unit, way: list[Unit]) -> int:
    """RA-AMB.8, RA-AMB.14 How far along its positions a mover comes before an ambush may stop it; the last, if none."""
    foes = hidden_units(g, g.enemy(unit.side))
    if not foes:
        return len(way) - 1
    start = centre(g, unit)
    mine, far = body(g, unit), SPRING + distance(unit.point, way[-1].point) + 2 * unit.bases
    close = [foe for foe in foes if unit.inside or not mine.surely_apart(body(g, foe), far)]
    best, nearest = len(way) - 1, 99.0
    if not close:
        return best
    for i, there in enumerate(way):
        near = min(apart(g, there, foe) for foe in close)
        if near <= STUMBLE + 0.005:
            return i
        if near <= SPRING and near < nearest - 0.005 and any(may_spring(g, f, there, start) for f in close):
            best, nearest = i, near
    return best


class AmbushWindow(Step, frozen=True):
    """RA-PRE.12, RA-AMB.7, RA-AMB.14 An ambush may be sprung on a mover; the window opens while any unit is hidden."""

    victim: str
    came_from: tuple[int, int] | None = None

    def run(self, g: RedActions) -> None:
        victim = g.pieces.get(self.victim)
        if victim is None or victim.routing or not victim.place:
            return g.done()
        side = g.enemy(victim.side)
        hidden = [u for u in hidden_units(g, side) if not u.acted]
        start = (self.came_from[0] / 100, self.came_from[1] / 100) if self.came_from else None
        able = [u for u in hidden if may_spring(g, u, victim, start)]
        if not any(u.unseen for u in hidden) and not able:
            return g.done()
        choices: list[Action] = [Press("wait"), *(Pick(u.id) for u in able)]
        g.ask(side, f"{victim.name} is on the move: spring an ambush?", choices, "RA-AMB.7")

    def take(self, g: RedActions, action: Action) -> None:
        if isinstance(action, Press):
            return g.swap(Stumble(self.victim))
        assert isinstance(action, Pick)
        ambusher = g.pieces[action.piece]
        g.tell("RA-AMB.8", "{unit} springs its ambush", unit=ambusher.name)
        reveal_unit(g, ambusher.id)
        g.change(ambusher.id, acted=True)
        x, y = stored(centre(g, ambusher))
        test = MoraleTest(self.victim, x, y, True, "fear", "ambushed")
        g.swap(test, Sprung(ambusher.id, self.victim), Stumble(self.victim))


class Sprung(Step, frozen=True):
    """RA-AMB.8, RA-AMB.12 The ambusher shoots or charges, without a charge test."""

    unit: str
    victim: str

    def run(self, g: RedActions) -> None:
        unit = g.pieces.get(self.unit)
        if unit is None or unit.routing:
            return g.done()
        choices: list[Action] = [Fire(foe) for foe in targets(g, unit)]
        victim = g.pieces.get(self.victim)
        if victim is not None and why_not_charge(g, unit, victim) is None:
            choices.append(Charge(victim.id))
        g.ask(unit.side, f"{unit.name} has sprung its ambush", [*choices, Press("hold")], "RA-AMB.8")

    def take(self, g: RedActions, action: Action) -> None:
        g.done()
        if isinstance(action, Charge):
            return g.call(Charging(self.unit, action.piece))
        if isinstance(action, Fire):
            unit, target = g.pieces[self.unit], g.pieces[action.piece]
            stance = best_stance(g, unit, target)
            assert stance is not None
            aim = with_direct_hits(g, make_aim(g, stance, target))
            declare(g, aim, reaction=True)
            g.call(ReturnFire(aim), Volley(aim))  # RA-AMB.10


class Stumble(Step, frozen=True):
    """RA-AMB.9, RA-AMB.14 A hidden unit with an enemy within 2 inches is revealed."""

    unit: str

    def run(self, g: RedActions) -> None:
        g.done()
        unit = g.pieces.get(self.unit)
        if unit is None or not unit.place:
            return
        for foe in hidden_units(g, g.enemy(unit.side)):
            if within(apart(g, unit, foe), STUMBLE):
                reveal_unit(g, foe.id)
        if unit.hidden and any(within(apart(g, unit, foe), STUMBLE) for foe in g.foes(unit.side)):
            reveal_unit(g, unit.id)


# ------------------------------------------------------------------ scouting


def scout_range(g: RedActions, unit: Unit) -> float:
    """RA-AMB.3, RA-TRT.4, RA-TRT.15, RA-TRT.16 4 inches, 8 for Partisans or with a Clever officer, never more."""
    keen = unit.has("Partisan") or is_clever(g, unit)
    return float(AMBUSH["scout_range_partisan_or_clever" if keen else "scout_range"])


def why_not_scout(g: RedActions, unit: Unit, name: str) -> Refusal | None:
    """RA-AMB.3, RA-AMB.4, RA-AMB.11 One piece of terrain in reach and sight, nobody else having tried this turn."""
    feature = g.table.features.get(name)
    if feature is None or feature.type in ("road", "railway", "bridge", "ford"):
        return Refusal("RA-AMB.11", "There is no such piece of terrain.")
    if name in g.scouted:
        return Refusal("RA-AMB.4")
    if not near_feature(g, unit, feature, scout_range(g, unit)):
        return Refusal("RA-AMB.3")
    if unit.inside != name and not point_in_sight(g, unit, _edge(g, unit, name)):
        return Refusal("RA-AMB.11", "It is out of sight.")
    return None


def _edge(g: RedActions, unit: Unit, name: str) -> Point:
    return g.table.features[name].nearest(centre(g, unit))


def scout(g: RedActions, unit: Unit, name: str) -> None:
    """RA-AMB.3, RA-AMB.4 A secret die of the hidden side: 4 or more discovers what hides there."""
    g.scouted[name] = True
    die = g.d6()
    side = g.enemy(unit.side)
    feature = g.table.features[name]
    reach = 0.0 if feature.closed else 2.0
    found = [u for u in hidden_units(g, side) if feature.distance(centre(g, u)) <= reach + 0.005 or u.inside == name]
    g.tell("RA-AMB.3", "{unit} scouts {place}", unit=unit.name, place=name)
    g.tell("RA-AMB.4", "Scouting die", dice=(die,), sees=(side,))
    if die >= int(AMBUSH["discovered_on"]):
        for hidden in found:
            g.tell("RA-AMB.5", "{unit} is discovered", unit=hidden.name)
            reveal_unit(g, hidden.id)
