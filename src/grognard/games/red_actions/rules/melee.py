"""Hand-to-hand combat (RA-MEL): strengths, the ratio, the table, what becomes of both sides, and the pursuit."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import product

from msgspec.structs import replace

from grognard.board.inches.geometry import (
    CIRCLE,
    Point,
    Spot,
    at_most,
    contact_zone,
    distance,
    facing_to,
    hundredths,
    point_ahead,
)
from grognard.engine import ChoiceStep, Deed, Given, Modifier, Press, Step, UnitEffect, Working, net
from grognard.engine.core.wording import in_halves, join_words
from grognard.games.red_actions.rules.bodies import apart, body, centre, section
from grognard.games.red_actions.rules.data import (
    COMBAT,
    COMBAT_RATIOS,
    FIGHTS,
    LOCOMOTIVE,
    REACH,
    TABLES_DATA,
    TYPES,
    asked,
)
from grognard.games.red_actions.rules.losses import (
    at_uphill,
    end_of,
    humiliate,
    lose_bases,
    new_event,
    reveal_near,
    surrender,
)
from grognard.games.red_actions.rules.morale import from_unit
from grognard.games.red_actions.rules.move_path import SHORT, Budget, reach_towards
from grognard.games.red_actions.rules.officers import roll_officers
from grognard.games.red_actions.rules.retire import OFFICER_TEST, Effects, MoraleTest, RetireResult, Rout, Terror
from grognard.games.red_actions.rules.room import farthest, in_water, on_others, stand, too_near, why_not_enter
from grognard.games.red_actions.rules.sight import combat_cover, dug_in
from grognard.games.red_actions.rules.state import TABLE, UPROOTED, RedActions, Unit, effective, is_vehicle
from grognard.games.red_actions.rules.terrain import allowance_of, retire_distance
from grognard.games.red_actions.rules.volley import destroy_wagon, hit_wagon

PERCENT = TABLES_DATA["combat_modifiers"]
Row = tuple[str, Fraction, list[Modifier]]  # a unit, its fighting number, its percentages
STRIDE = 0.25
BACK, BACKS = 0.1, 40  # inches by which a unit is set back, and how often
ASIDE = (0, 300, -300, 600, -600, 900, -900)  # tenths of a degree from straight back, where that is closed


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


def charger_percent(g: RedActions, unit: Unit, foe: Unit, *, clean: bool, above: bool | None = None) -> list[Modifier]:
    """RA-MEL.11, RA-MEL.12, RA-MEL.18 What a charger adds; `above` is how it stood at declaration."""
    found = []
    if at_uphill(g, unit, foe) if above is None else above:
        found.append(Modifier("RA-MEL.11", PERCENT["uphill"], "uphill"))
    if unit.kind == "sabres" and unit.formed and clean:
        found.append(Modifier("RA-MEL.12", PERCENT["formed_cavalry_charging"], "formed cavalry charging"))
    return found


def defender_percent(
    g: RedActions, unit: Unit, charger: Unit, zone: str, start: Point, *, above: bool | None = None
) -> list[Modifier]:
    """RA-MEL.9 to RA-MEL.16 What a defender adds or loses."""
    found = []
    if zone != "front":
        found.append(Modifier("RA-MEL.13", PERCENT["contacted_flank_or_rear"], f"contacted in the {zone}"))
    else:
        cover = combat_cover(g, unit, start)
        if cover is not None:
            text = "fortifications" if cover[0] == "RA-MEL.9" else "cover or a crossing"
            found.append(Modifier(*cover, text))
    if at_uphill(g, unit, charger) if above is None else above:
        found.append(Modifier("RA-MEL.11", PERCENT["uphill"], "uphill"))
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
        ours, theirs = self._sides(g, charger, defenders)
        attack, defence = self.strengths(g, charger, defenders)
        ratio = ratio_column(max(attack, defence) / min(attack, defence))
        column = COMBAT.columns[ratio]
        faces = g.cast(2, lambda faces: COMBAT.result(ratio, sum(faces)))
        result = COMBAT.result(ratio, sum(faces))
        given = tuple(_given(*row) for row in (*ours, *theirs))
        rolled = Working("Combat", (), COMBAT.key, column, 2, given=given).rolled(faces, result, FIGHTS[result])
        names = join_words(d.name for d in defenders)
        text = "{a} ({x}) against {b} ({y}), column {column}: {words} ({result})"
        ends = {"a": charger.name, "x": in_halves(attack), "b": names, "y": in_halves(defence)}
        g.tell("RA-MEL.3", text, working=rolled, **ends, column=column, words=FIGHTS[result], result=result)
        g.outcome(FIGHTS[result])
        sides = ([charger.id], [d.id for d in defenders])
        strong, weak = sides if attack >= defence else sides[::-1]
        g.swap(*apply_result(g, result, strong, weak, charger.id))

    def _sides(self, g: RedActions, charger: Unit, defenders: list[Unit]) -> tuple[list[Row], list[Row]]:
        """RA-MEL.2, RA-MEL.31 Every unit with its fighting number and its percentages."""
        start, first = Spot(self.x, self.y).point, defenders[0]
        above = self.uphill.get(first.id, 0) > 0
        percent = charger_percent(g, charger, first, clean=self.clean, above=above)
        theirs = []
        for unit in defenders:
            zone, below = self.flanked.get(unit.id, "front"), self.uphill.get(unit.id, 0) < 0
            found = defender_percent(g, unit, charger, zone, start, above=below)
            theirs.append((unit.name, fighting_number(unit, [charger]), found))
        return [(charger.name, fighting_number(charger, defenders), percent)], theirs

    def strengths(self, g: RedActions, charger: Unit, defenders: list[Unit]) -> tuple[Fraction, Fraction]:
        """RA-MEL.2, RA-MEL.31 Both sides after modifiers."""
        ours, theirs = self._sides(g, charger, defenders)
        return modified(*ours[0][1:]), sum((modified(*row[1:]) for row in theirs), Fraction(0))


def _given(name: str, number: Fraction, percent: list[Modifier]) -> Given:
    """RA-MEL.1, RA-MEL.16 How the strength of one unit comes about."""
    parts = "".join(f", {m.value:+d} % {m.text}" for m in percent)
    return Given(name, f"{in_halves(modified(number, percent))}: {in_halves(number)}{parts}", "RA-MEL.16")


def apply_result(g: RedActions, result: str, strong: list[str], weak: list[str], charger: str) -> list[Step]:
    """RA-MEL.20 to RA-MEL.31, RA-TRN.16 The result, the officers, and the pursuit, as steps in order."""
    who, _, what = result.partition("/")
    losers = strong if who == "S" and what != "Humiliated" else weak
    winners = weak if losers is strong else strong
    ordered = sorted(losers, key=lambda i: (apart(g, g.pieces[i], g.pieces[winners[0]]), i))
    suffers = "Retires 2xTer" if what == "Humiliated" else what
    steps: list[Step] = [Suffered(unit, suffers, winners[0]) for unit in ordered]
    if what == "Humiliated":
        steps += [Humiliation(unit, losers[0]) for unit in strong]
    others = tuple(i for i in (*strong, *weak) if i != charger)
    fought = tuple((unit, winners[0] if unit in losers else losers[0]) for unit in (charger, *others))
    steps += [Apart(charger, others), OfficerCasualties(fought)]
    where = Spot.at(centre(g, g.pieces[losers[0]]))
    proud = [unit for unit in winners if what != "Humiliated" or is_vehicle(g.pieces[unit])]  # RA-MEL.35, RA-VEH.6
    return [*steps, *(Pursuit(unit, tuple(losers), where, g.pieces[losers[0]].inside) for unit in proud)]


class Suffered(UnitEffect, frozen=True):
    """RA-MEL.20, RA-MEL.21, RA-MEL.23 What a combat result does to one unit of the losing side."""

    what: str
    foe: str

    def befall(self, g: RedActions, unit: Unit) -> None:
        x, y, _ = from_unit(g, g.pieces.get(self.foe))
        if is_vehicle(unit):
            return self._vehicle(g, unit, x, y)
        if self.what == "Surrenders":
            return surrender(g, self.unit)
        if self.what == "Defeated":
            return None if lose_bases(g, self.unit, 2) else g.call(Rout(self.unit))
        count = int(self.what.split()[1][0])
        g.call(Terror(self.unit, x, y, True, count), RetireResult(self.unit, x, y, True, True))

    def _vehicle(self, g: RedActions, unit: Unit, x: int, y: int) -> None:
        """RA-VEH.6, RA-VEH.11 Vehicles back off, or are destroyed or captured; a train loses a wagon."""
        if self.what.startswith("Retires"):
            return g.call(RetireResult(self.unit, x, y, True, True)) if unit.kind != "train" else None
        if unit.kind == "train":
            return g.call(LoseWagon(self.unit, self.foe))
        end_of(g, self.unit, "captured" if unit.stuck else "destroyed")


class DestroyWagon(Deed, frozen=True):
    """RA-VEH.11 This wagon is destroyed."""

    stored = Press
    name: str

    @classmethod
    def candidates(cls, g: RedActions, by: LoseWagon) -> Iterable[DestroyWagon]:
        return map(cls, by.wagons(g).values())

    def do(self, g: RedActions, by: LoseWagon) -> None:
        index = next(i for i, name in by.wagons(g).items() if name == self.name)
        g.done()
        destroy_wagon(g, g.pieces[by.train], index)


class LoseWagon(ChoiceStep, frozen=True):
    """RA-VEH.8, RA-VEH.11 The winner chooses the wagon that is destroyed; a lone locomotive takes a hit."""

    train: str
    winner: str

    deeds = (DestroyWagon,)

    def wagons(self, g: RedActions) -> dict[int, str]:
        """The wagons by their place in the train, as they are called in the question."""
        wagons = enumerate(g.pieces[self.train].wagons)
        return {i: f"wagon {i + 1}: {wagon.what.name}" for i, wagon in wagons if wagon.type != LOCOMOTIVE}

    def run(self, g: RedActions) -> None:
        train = g.pieces.get(self.train)
        if train is None or self.winner not in g.pieces:
            return g.done()
        if not self.wagons(g):
            g.done()
            return hit_wagon(g, train, 0)
        g.ask(g.pieces[self.winner].side, "Which wagon of the train is destroyed?", self.offered(g), "RA-VEH.11")


class Humiliation(UnitEffect, frozen=True):
    """RA-MEL.22, RA-VEH.6 The stronger side is humiliated and tests for fear; vehicles do not mind."""

    foe: str

    def befall(self, g: RedActions, unit: Unit) -> None:
        if not is_vehicle(unit) and not humiliate(g, self.unit):
            g.call(MoraleTest(self.unit, kind="fear", cause="humiliated"))


class OfficerCasualties(Step, frozen=True):
    """RA-MEL.29, RA-MEL.30, RA-TRN.16 Officers fall on 1, or 1-2 if the unit routs: all the dice, then the tests."""

    pairs: tuple[tuple[str, str], ...]  # the units diced for, each with the enemy it fought

    def run(self, g: RedActions) -> None:
        pairs = [pair for pair in self.pairs if pair[0] in g.pieces]
        bereft = [pair for pair in pairs if roll_officers(g, pair[0], 2 if g.pieces[pair[0]].routing else 1)]
        shock = ("terror:1", OFFICER_TEST)  # RA-OFF.2
        g.swap(*(Effects(unit, *from_unit(g, g.pieces.get(enemy)), shock) for unit, enemy in bereft))


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


class KeepOff(UnitEffect, frozen=True):
    """RA-MEL.28, RA-MOV.33, RA-AMB.9 The charger stands an inch from every enemy, whoever hid there being found."""

    def befall(self, g: RedActions, unit: Unit) -> None:
        reveal_near(g, unit.id)
        for foe in g.troops(g.enemy(unit.side)) if unit.place == TABLE else ():
            if not foe.hidden and too_near(g, g.pieces[unit.id], foe):
                set_back(g, g.pieces[unit.id], foe)


def set_back(g: RedActions, unit: Unit, foe: Unit) -> None:
    """RA-MEL.28, RA-MOV.33, RA-BLD.6 Place a unit an inch away from an enemy, as near as friends and the ground allow.

    Foot that came out of a house goes back into it.
    """
    here = centre(g, unit)
    away = facing_to(section(g, foe).nearest(here) if foe.inside else centre(g, foe), here)
    for turn, k in product(ASIDE, range(BACKS)):
        there = unit.at(point_ahead(unit.point, (away + turn) % CIRCLE, k * BACK))
        if too_near(g, there, foe) or on_others(g, there):
            continue
        houses = [name for name in body(g, there).houses if name not in g.collapsed]
        if houses and why_not_enter(g, unit, houses[0]) is None:
            return enter(g, unit, houses[0])
        if body(g, there).on_table and not houses and not in_water(g, there.point):
            stand(g, there)
            return


# ------------------------------------------------------------------ pursuit and advance


class EnterHouse(Deed, frozen=True):
    """RA-BLD.4 Base of going into the section that its defenders have left."""

    stored = Press("enter")


class EnterConquest(EnterHouse, frozen=True):
    """RA-BLD.4 The winner goes into the house that was fought for."""

    @classmethod
    def candidates(cls, g: RedActions, by: Pursuit) -> Iterable[EnterConquest]:
        return [cls()] if may_enter(g, g.pieces[by.unit], by.house) else []

    def do(self, g: RedActions, by: Pursuit) -> None:
        g.done()
        enter(g, g.pieces[by.unit], by.house)


class Pursue(Deed, frozen=True):
    """RA-MEL.32, RA-MEL.34 After those who broke, half a move; it costs those reached a base."""

    stored = Press("pursue")

    @classmethod
    def candidates(cls, g: RedActions, by: Pursuit) -> Iterable[Pursue]:
        return [cls()] if by.chases(g) else []

    def do(self, g: RedActions, by: Pursuit) -> None:
        by.pursue(g, g.pieces[by.unit])


class TakeGround(Deed, frozen=True):
    """RA-MEL.32 Into the ground given up."""

    stored = Press("advance")

    @classmethod
    def candidates(cls, g: RedActions, by: Pursuit) -> Iterable[TakeGround]:
        return [] if by.chases(g) else [cls()]

    def do(self, g: RedActions, by: Pursuit) -> None:
        unit = g.pieces[by.unit]
        g.done()
        push_forward(g, _outside(g, unit, by.where.point), by.where.point, retire_distance(unit))


class StayHere(Deed, frozen=True):
    """RA-MEL.32 No step farther."""

    stored = Press("stay")

    def do(self, g: RedActions, by: Pursuit) -> None:
        g.done()


class Pursuit(ChoiceStep, frozen=True):
    """RA-MEL.32, RA-MEL.34, RA-MEL.35 After routers or prisoners; otherwise into the ground given up."""

    unit: str
    losers: tuple[str, ...]
    where: Spot  # the centre of the ground the loser held
    house: str = ""

    deeds = (EnterConquest, Pursue, TakeGround, StayHere)

    def run(self, g: RedActions) -> None:
        unit = g.pieces.get(self.unit)
        if unit is None or unit.routing or unit.pinned or unit.stuck or not unit.place:
            return g.done()
        chases = self.chases(g)
        if chases and unit.kind == "sabres":
            return self.pursue(g, unit)
        if not chases and not (_takes_ground(unit) and self._gave_way(g)):
            return g.done()
        what = "pursue" if chases else "take the ground"
        g.ask(unit.side, asked("{unit} has won: {what}?", unit=unit.name, what=what), self.offered(g), "RA-MEL.32")

    def _broke(self, g: RedActions) -> bool:
        """RA-MEL.32 Has a loser routed or surrendered, be it still on the table or not?"""
        return any(g.pieces[i].routing if i in g.pieces else g.broken.get(i, False) for i in self.losers)

    def _gave_way(self, g: RedActions) -> bool:
        """RA-MEL.28, RA-MEL.32 Is there ground to take? Not if the loser has paid for staying on it."""
        return any(i not in g.pieces or g.pieces[i].routing or i in g.broken for i in self.losers)

    def chases(self, g: RedActions) -> bool:
        """RA-MEL.17, RA-MEL.35 Not vehicles, guns, MGs, nor troops in fortifications: a wooden house is none."""
        unit = g.pieces[self.unit]
        if not self._broke(g) or unit.kind not in ("rifles", "sabres") or unit.carts:
            return False
        if unit.inside:
            return section(g, unit).type != "building_stone"
        return not dug_in(g, unit, self.where.point)

    def pursue(self, g: RedActions, unit: Unit) -> None:
        """RA-MEL.32, RA-MEL.34 Half a move at the cost of the ground, and a base of the routers that it reaches."""
        g.done()
        routers = [g.pieces[i] for i in self.losers if i in g.pieces and g.pieces[i].routing]
        goal = centre(g, routers[0]) if routers else self.where.point
        unit = _outside(g, unit, goal)
        facing = _towards(unit, goal)
        half = Budget(hundredths(allowance_of(unit) / 2), fresh=False)
        reach = reach_towards(g, replace(unit, facing=facing), facing, half)
        g.tell("RA-MEL.32", "{unit} pursues", unit=unit.name)
        push_forward(g, unit, goal, reach)
        stands = g.pieces[unit.id]
        left = reach - (distance(unit.point, stands.point) if not stands.inside else 0.0)
        for router in routers:
            if at_most(apart(g, stands, router), min(left, REACH.no_entry + STRIDE)):
                lose_bases(g, router.id, 1)
        g.call(Terror(unit.id, count=1))


def _takes_ground(unit: Unit) -> bool:
    """RA-MEL.32, RA-RET.4, RA-RET.18 Whoever can retire advances; unlimbered guns, mortars and trains do not."""
    return unit.kind in ("rifles", "sabres", "mg", "tachanka", "ac", "tank") or unit.limbered


def may_enter(g: RedActions, unit: Unit, house: str) -> bool:
    """RA-BLD.4 May a unit go into the section that its defenders have left, if there is one?"""
    return bool(house) and why_not_enter(g, unit, house) is None


def enter(g: RedActions, unit: Unit, house: str) -> None:
    """RA-BLD.4, RA-BLD.5 Into the section that its defenders have left."""
    g.owner = {**g.owner, house: unit.side}
    g.tell("RA-BLD.4", "{unit} enters {house}", unit=unit.name, house=g.called(house))
    stand(g, replace(unit, place=house), lying=False, **UPROOTED)


def _outside(g: RedActions, unit: Unit, goal: Point) -> Unit:
    """RA-BLD.6 A garrison sets out from the wall of its house."""
    return unit.at(section(g, unit).nearest(goal)) if unit.inside else unit


def _towards(unit: Unit, goal: Point) -> int:
    return facing_to(unit.point, goal) if distance(unit.point, goal) > SHORT else unit.facing


def push_forward(g: RedActions, unit: Unit, goal: Point, inches: float) -> None:
    """RA-MEL.34 Straight towards a point, up to an inch from any enemy, off closed ground and on the table."""
    facing = _towards(unit, goal)
    end = farthest(g, unit, facing, min(inches, distance(unit.point, goal) + unit.depth), STRIDE)
    if end is not None:
        stand(g, end, **UPROOTED)
