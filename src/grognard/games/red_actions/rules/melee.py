"""Hand-to-hand combat (RA-MEL): strengths, the ratio, the table, and what becomes of both sides."""

from __future__ import annotations

from fractions import Fraction

from msgspec.structs import replace

from grognard.board.inches import Point, ahead, contact_zone, distance, facing_to, hundredths, within
from grognard.engine import Action, Modifier, Press, Step, net
from grognard.games.red_actions.rules.bodies import apart, centre, on_the_table, overlap, stored
from grognard.games.red_actions.rules.compelled import closed_to, in_a_house, in_water
from grognard.games.red_actions.rules.cover import behind, combat_cover, in_trench
from grognard.games.red_actions.rules.data import COMBAT, COMBAT_RATIOS, TYPES
from grognard.games.red_actions.rules.fire import destroy_wagon
from grognard.games.red_actions.rules.legs import Budget, reach_towards
from grognard.games.red_actions.rules.losses import (
    at_uphill,
    end_of,
    humiliate,
    lose_bases,
    new_event,
    reveal_near,
    surrender,
)
from grognard.games.red_actions.rules.officers import roll_officers
from grognard.games.red_actions.rules.retire import (
    OFFICER_TEST,
    Effects,
    MoraleTest,
    RetireResult,
    Rout,
    Terror,
    follow_seniors,
    retire_distance,
)
from grognard.games.red_actions.rules.room import why_not_enter
from grognard.games.red_actions.rules.state import TABLE, UPROOTED, RedActions, Unit, effective, is_vehicle
from grognard.games.red_actions.rules.terrain import allowance_of

STAND_OFF = 1.0
STRIDE = 0.25


# ------------------------------------------------------------------ strengths


def fighting_number(unit: Unit, against: list[Unit]) -> Fraction:
    """RA-MEL.1, RA-MEL.6, RA-TRT.14, RA-TRT.25 Fighting number times effective bases, before percentages."""
    if unit.wagons:
        return Fraction(sum(w.what.fight for w in unit.wagons))  # RA-VEH.11
    count = effective(unit) if not is_vehicle(unit) else unit.bases
    total = Fraction(unit.what.fight) * count if count else Fraction(unit.what.fight, 2)
    if unit.stiff and count:
        total += TYPES["white_officer"].fight - unit.what.fight
    on_foot = unit.kind in ("rifles", "mg", "mortar")
    if on_foot and any(is_vehicle(foe) for foe in against) and not unit.has("Grenadier"):
        total /= 2
    if unit.carts or (is_vehicle(unit) and unit.stuck):
        total /= 2  # RA-FRM.13, RA-VEH.4
    return total


def charger_percent(g: RedActions, unit: Unit, foe: Unit, *, clean: bool) -> list[Modifier]:
    """RA-MEL.11, RA-MEL.12, RA-MEL.18 What a charger adds."""
    found = []
    if at_uphill(g, unit, foe):
        found.append(Modifier("RA-MEL.11", 25, "uphill"))
    if unit.kind == "sabres" and unit.formed and clean:
        found.append(Modifier("RA-MEL.12", 25, "formed cavalry charging"))
    return found


def defender_percent(g: RedActions, unit: Unit, charger: Unit, zone: str, start: Point) -> list[Modifier]:
    """RA-MEL.9 to RA-MEL.16 What a defender adds or loses."""
    found = []
    if zone != "front":
        found.append(Modifier("RA-MEL.13", -50, f"contacted in the {zone}"))
    else:
        cover = combat_cover(g, unit, start)
        if cover is not None:
            found.append(Modifier(cover[0], cover[1], "fortifications" if cover[1] == 50 else "cover or a crossing"))
    if at_uphill(g, unit, charger):
        found.append(Modifier("RA-MEL.11", 25, "uphill"))
    return found


def zone_met(g: RedActions, unit: Unit, charger: Unit) -> str:
    """RA-MEL.19 Where a charge meets a unit, by the charger's centre; buildings and vehicles have no flank or rear."""
    if unit.inside or is_vehicle(unit):
        return "front"
    return contact_zone(centre(g, unit), unit.facing, centre(g, charger))


def modified(base: Fraction, percent: list[Modifier]) -> Fraction:
    """RA-MEL.16 Percentages of one unit are added and applied once."""
    return base * (100 + net(percent)) / 100


def ratio_column(ratio: Fraction) -> int:
    """RA-MEL.8 The highest column the ratio reaches."""
    return max(i for i, least in enumerate(COMBAT_RATIOS) if ratio >= Fraction(least))


# ------------------------------------------------------------------ the combat


class Melee(Step, frozen=True):
    """RA-MEL.1 to RA-MEL.8 One combat, the moment a charge makes contact."""

    charger: str
    defenders: tuple[str, ...]
    flanked: dict[str, str]  # RA-MEL.19 the defenders met in flank or rear
    clean: bool  # RA-MEL.18 the charge went over open ground
    x: int = 0  # where the charger's centre was when the charge was declared
    y: int = 0
    uphill: dict[str, int] = {}  # RA-MEL.33 levels of the charger above each defender at declaration

    def run(self, g: RedActions) -> None:
        charger = g.pieces.get(self.charger)
        defenders = [g.pieces[i] for i in self.defenders if i in g.pieces and not g.pieces[i].routing]
        if charger is None or charger.routing or not defenders:
            return g.done()
        new_event(g)
        attack, defence = self.strengths(g, charger, defenders)
        stronger = attack >= defence
        column = ratio_column(max(attack, defence) / min(attack, defence))
        dice = (g.d6(), g.d6())
        result = COMBAT.result(column, sum(dice))
        g.tell(
            "RA-MEL.3",
            "{a} ({x}) against {b} ({y}), {column}: {result}",
            dice=dice,
            a=charger.name,
            x=f"{float(attack):g}",
            b=", ".join(d.name for d in defenders),
            y=f"{float(defence):g}",
            column=COMBAT.columns[column],
            result=result,
        )
        g.outcome(result)
        sides = [[charger.id], [d.id for d in defenders]]
        strong, weak = (sides[0], sides[1]) if stronger else (sides[1], sides[0])
        g.swap(*apply_result(g, result, strong, weak, charger.id))

    def strengths(self, g: RedActions, charger: Unit, defenders: list[Unit]) -> tuple[Fraction, Fraction]:
        """RA-MEL.2, RA-MEL.31 Both sides after modifiers."""
        start = (self.x / 100, self.y / 100)
        percent = charger_percent(g, charger, defenders[0], clean=self.clean)
        percent = [m for m in percent if m.cite != "RA-MEL.11"]
        if self.uphill.get(defenders[0].id, 0) > 0:
            percent.append(Modifier("RA-MEL.11", 25, "uphill"))
        attack = modified(fighting_number(charger, defenders), percent)
        defence = Fraction(0)
        for unit in defenders:
            found = defender_percent(g, unit, charger, self.flanked.get(unit.id, "front"), start)
            found = [m for m in found if m.cite != "RA-MEL.11"]
            if self.uphill.get(unit.id, 0) < 0:
                found.append(Modifier("RA-MEL.11", 25, "uphill"))
            defence += modified(fighting_number(unit, [charger]), found)
        return attack, defence


def apply_result(g: RedActions, result: str, strong: list[str], weak: list[str], charger: str) -> list[Step]:
    """RA-MEL.20 to RA-MEL.31, RA-TRN.16 The result, the officers, and the pursuit, as steps in order."""
    who, _, what = result.partition("/")
    losers = strong if who == "S" and what != "Humiliated" else weak
    winners = weak if losers is strong else strong
    steps: list[Step] = []
    ordered = sorted(losers, key=lambda i: (apart(g, g.pieces[i], g.pieces[winners[0]]), i))
    for unit in ordered:
        steps.append(Suffered(unit, "Retires 2xTer" if what == "Humiliated" else what, winners[0]))
    if what == "Humiliated":
        steps += [Humiliation(unit, losers[0]) for unit in strong]
    steps.append(Apart(charger, tuple(i for i in (*strong, *weak) if i != charger)))
    both = [charger, *(i for i in (*strong, *weak) if i != charger)]
    steps.append(OfficerCasualties(tuple((unit, winners[0] if unit in losers else losers[0]) for unit in both)))
    where = stored(centre(g, g.pieces[losers[0]]))
    if what != "Humiliated":
        steps += [Pursuit(unit, tuple(losers), where, g.pieces[losers[0]].inside) for unit in winners]
    return steps


class Suffered(Step, frozen=True):
    """RA-MEL.20, RA-MEL.21, RA-MEL.23 What a combat result does to one unit of the losing side."""

    unit: str
    what: str
    foe: str

    def run(self, g: RedActions) -> None:
        g.done()
        unit = g.pieces.get(self.unit)
        if unit is None:
            return
        foe = g.pieces.get(self.foe)
        x, y = stored(centre(g, foe)) if foe is not None else (0, 0)
        if is_vehicle(unit):
            return self._vehicle(g, unit, x, y)
        if self.what == "Surrenders":
            return surrender(g, self.unit)
        if self.what == "Defeated":
            if not lose_bases(g, self.unit, 2):
                g.call(Rout(self.unit))
            return
        count = int(self.what.split()[1][0])
        g.call(Terror(self.unit, x, y, True, count), RetireResult(self.unit, x, y, True, True))

    def _vehicle(self, g: RedActions, unit: Unit, x: int, y: int) -> None:
        """RA-VEH.6, RA-VEH.11 Vehicles back off, or are destroyed or captured; a train loses a wagon."""
        if self.what.startswith("Retires"):
            return g.call(RetireResult(self.unit, x, y, True, True)) if unit.kind != "train" else None
        if unit.kind == "train":
            return g.call(LoseWagon(self.unit, self.foe))
        end_of(g, self.unit, "captured" if unit.stuck else "destroyed")


class LoseWagon(Step, frozen=True):
    """RA-VEH.11 The winner chooses the wagon that is destroyed."""

    train: str
    winner: str

    def run(self, g: RedActions) -> None:
        train = g.pieces.get(self.train)
        if train is None or self.winner not in g.pieces:
            return g.done()
        names = [Press(f"wagon {i + 1}: {w.what.name}") for i, w in enumerate(train.wagons)]
        g.ask(g.pieces[self.winner].side, "Which vehicle of the train is destroyed?", names, "RA-VEH.11")

    def take(self, g: RedActions, action: Action) -> None:
        assert isinstance(action, Press)
        g.done()
        destroy_wagon(g, g.pieces[self.train], int(action.button.split()[1].rstrip(":")) - 1)


class Humiliation(Step, frozen=True):
    """RA-MEL.22, RA-VEH.6 The stronger side is humiliated and tests for fear; vehicles do not mind."""

    unit: str
    foe: str

    def run(self, g: RedActions) -> None:
        g.done()
        unit = g.pieces.get(self.unit)
        if unit is None or is_vehicle(unit) or humiliate(g, self.unit):
            return
        g.call(MoraleTest(self.unit, kind="fear", cause="humiliated"))


class Apart(Step, frozen=True):
    """RA-MEL.28 Units never stay locked: if the loser stays, the attacker is placed an inch back."""

    charger: str
    others: tuple[str, ...]

    def run(self, g: RedActions) -> None:
        g.done()
        unit = g.pieces.get(self.charger)
        if unit is None or unit.routing or unit.inside:
            return
        for other in self.others:
            foe = g.pieces.get(other)
            if foe is not None and not foe.routing and apart(g, unit, foe) < STAND_OFF - 0.005:
                set_back(g, unit, foe)


def set_back(g: RedActions, unit: Unit, foe: Unit) -> None:
    """RA-MEL.28, RA-MOV.33 Place a unit an inch away from an enemy, as near as friends allow."""
    away = facing_to(_nearest(g, foe, centre(g, unit)), centre(g, unit))
    others = [u for u in g.troops() if u.id != unit.id]
    for inches in range(40):
        there = replace(unit, **_xy(ahead(unit.point, away, inches / 10)))
        if apart(g, there, foe) >= STAND_OFF - 0.005 and not any(overlap(g, there, u) for u in others):
            g.change(unit.id, x=there.x, y=there.y)
            return follow_seniors(g, unit.id)


def _nearest(g: RedActions, foe: Unit, p: Point) -> Point:
    return g.table.features[foe.inside].nearest(p) if foe.inside else centre(g, foe)


def _xy(p: Point) -> dict[str, int]:
    x, y = stored(p)
    return {"x": x, "y": y}


class OfficerCasualties(Step, frozen=True):
    """RA-MEL.29, RA-MEL.30, RA-TRN.16 Officers fall on 1, or 1-2 if the unit routs: all the dice, then the tests."""

    pairs: tuple[tuple[str, str], ...]  # the units diced for, each with the enemy it fought

    def run(self, g: RedActions) -> None:
        pairs = [pair for pair in self.pairs if pair[0] in g.pieces]
        bereft = [pair for pair in pairs if roll_officers(g, pair[0], 2 if g.pieces[pair[0]].routing else 1)]
        g.swap(*(self._shock(g, *pair) for pair in bereft))

    def _shock(self, g: RedActions, unit: str, enemy: str) -> Effects:
        """RA-OFF.2 A terror marker and a serious test."""
        foe = g.pieces.get(enemy)
        x, y = stored(centre(g, foe)) if foe is not None else (0, 0)
        return Effects(unit, x, y, foe is not None, ("terror:1", OFFICER_TEST))


# ------------------------------------------------------------------ pursuit


class Pursuit(Step, frozen=True):
    """RA-MEL.32, RA-MEL.34, RA-MEL.35 After routers or prisoners; otherwise into the ground given up."""

    unit: str
    losers: tuple[str, ...]
    where: tuple[int, int]  # the centre of the ground the loser held
    house: str = ""

    @property
    def ground(self) -> Point:
        return self.where[0] / 100, self.where[1] / 100

    def run(self, g: RedActions) -> None:
        unit = g.pieces.get(self.unit)
        if unit is None or unit.routing or unit.pinned or unit.stuck or not unit.place:
            return g.done()
        if self._broke(g) and self._chases(g, unit):
            if unit.kind == "sabres":
                return self._pursue(g, unit)
            return g.ask(unit.side, f"{unit.name} has won: pursue?", [Press("pursue"), Press("stay")], "RA-MEL.32")
        if unit.kind in ("rifles", "sabres", "ac", "tank") and not unit.inside:
            choices = [Press("advance"), Press("stay")]
            if self.house and not why_not_enter(g, unit, self.house):
                choices.insert(0, Press("enter"))
            return g.ask(unit.side, f"{unit.name} has won: take the ground?", choices, "RA-MEL.32")
        g.done()

    def _broke(self, g: RedActions) -> bool:
        """RA-MEL.32 Has a loser routed or surrendered, be it still on the table or not?"""
        return any(g.pieces[i].routing if i in g.pieces else i in g.broken for i in self.losers)

    def _chases(self, g: RedActions, unit: Unit) -> bool:
        """RA-MEL.35 Not vehicles, guns, MGs, nor troops in fortifications."""
        if unit.kind not in ("rifles", "sabres") or unit.inside or unit.carts:
            return False
        return not in_trench(g, unit) and not behind(g, unit, ("earthwork",), self.ground)

    def take(self, g: RedActions, action: Action) -> None:
        assert isinstance(action, Press)
        unit = g.pieces[self.unit]
        if action.button == "pursue":
            return self._pursue(g, unit)
        g.done()
        if action.button == "enter":
            g.change(unit.id, place=self.house, lying=False, **UPROOTED)
            g.owner[self.house] = unit.side
            g.tell("RA-BLD.4", "{unit} enters {house}", unit=unit.name, house=g.called(self.house))
            follow_seniors(g, unit.id)
        elif action.button == "advance":
            push_forward(g, unit, self.ground, retire_distance(unit))

    def _pursue(self, g: RedActions, unit: Unit) -> None:
        """RA-MEL.32, RA-MEL.34 Half a move at the cost of the ground, and a base of the routers that it reaches."""
        g.done()
        routers = [g.pieces[i] for i in self.losers if i in g.pieces and g.pieces[i].routing]
        goal = centre(g, routers[0]) if routers else self.ground
        facing = _towards(unit, goal)
        half = Budget(hundredths(allowance_of(unit) / 2), fresh=False)
        reach = reach_towards(g, replace(unit, facing=facing), facing, half)
        g.tell("RA-MEL.32", "{unit} pursues", unit=unit.name)
        push_forward(g, unit, goal, reach)
        stands = g.pieces[unit.id]
        left = reach - distance(unit.point, stands.point)
        for router in routers:
            if within(apart(g, stands, router), min(left, STAND_OFF + STRIDE)):
                lose_bases(g, router.id, 1)
        g.call(Terror(unit.id, count=1))


def _towards(unit: Unit, goal: Point) -> int:
    return facing_to(unit.point, goal) if distance(unit.point, goal) > 0.05 else unit.facing


def push_forward(g: RedActions, unit: Unit, goal: Point, inches: float) -> None:
    """RA-MEL.34 Straight towards a point, up to an inch from any enemy, off closed ground and on the table."""
    facing = _towards(unit, goal)
    best = unit
    others = [u for u in g.troops() if u.id != unit.id]
    steps = int(min(inches, distance(unit.point, goal) + unit.depth) / STRIDE)
    for k in range(1, steps + 1):
        there = replace(unit, facing=facing, **_xy(ahead(unit.point, facing, k * STRIDE)))
        if not legal_stop(g, unit, there, others):
            if any(u.side != unit.side and apart(g, there, u) < STAND_OFF - 0.005 for u in others):
                break
            if closed_to(g, unit, best.point, there.point):
                break
            continue
        best = there
    if best is not unit:
        g.change(unit.id, x=best.x, y=best.y, facing=best.facing, place=TABLE, moved=True, **UPROOTED)
        follow_seniors(g, unit.id)
        reveal_near(g, unit.id)


def legal_stop(g: RedActions, unit: Unit, there: Unit, others: list[Unit]) -> bool:
    """May a unit stand there: on the table, on no friend, an inch from enemies, on ground open to it?"""
    if not on_the_table(g, there) or in_water(g, there.point) or in_a_house(g, there):
        return False
    if closed_to(g, unit, unit.point, there.point):
        return False
    for u in others:
        if u.side == unit.side and overlap(g, there, u):
            return False
        if u.side != unit.side and apart(g, there, u) < STAND_OFF - 0.005:
            return False
    return True
