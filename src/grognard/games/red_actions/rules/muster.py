"""How a battle begins (RA-SCN.1, RA-SCN.3, RA-SCN.4, RA-SCN.10): the standard set-up, or armies bought by points."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from grognard.board.inches.formations import along
from grognard.board.inches.geometry import ABOUT, CIRCLE, Point, Spot, hundredths, inside
from grognard.board.inches.linear_features import length_of, run_to
from grognard.engine import ChoiceStep, Deed, Press, Refusal, Step
from grognard.engine.core.wording import with_count
from grognard.games.red_actions.rules.bodies import BUILDINGS, WAGON_LENGTH
from grognard.games.red_actions.rules.data import (
    ARMIES,
    BASE_WIDTH,
    LIMIT_GROUPS,
    LOCOMOTIVE,
    TABLES_DATA,
    TYPES,
    ArmyList,
    Officer,
    UnitType,
    people,
)
from grognard.games.red_actions.rules.deploying import Deploy, why_not_stand
from grognard.games.red_actions.rules.formations import CREWS
from grognard.games.red_actions.rules.scenarios import SCENARIOS, UnitData
from grognard.games.red_actions.rules.sequence import GameTurn
from grognard.games.red_actions.rules.state import TABLE, RedActions, Unit, Wagon
from grognard.games.red_actions.rules.trains import rails

OFFICER = TABLES_DATA["command"]["officer_points"]
SPARE = 0.1  # at most a tenth may be left over
WAGONS, MOST_WAGONS = ("train_gun_wagon", "train_mg_wagon"), 4
STIFFENED, OFFICER_BASE = "white_conscript", "white_officer"  # RA-TRT.19
MARGIN, FRONT, ROW, GAP, ASIDE, BACK = 3.0, 9.8, 3.2, 1.2, 0.5, 1.5  # inches between an army drawn up and its edges
BALANCED, THAT_IS_ALL = Press("a balanced army"), Press("that is all")
UNITS_A_SENIOR = 8  # B3
SENIOR_BONUSES, SENIOR_TRAITS = range(4), ("", "Clever", "Commissar", "Mob")  # RA-OFF.3


class Buy(Deed, frozen=True):
    """RA-SCN.4 Buy a unit of a pick-up army."""

    troops: str
    bases: int
    stiff: bool = False  # RA-TRT.19 one of the bases is of White officers

    def says(self, g: RedActions) -> str:
        officers = ", one of them officers" if self.stiff else ""
        return f"buy {with_count(self.bases, 'base')} of {TYPES[self.troops].name}{officers}"

    @classmethod
    def candidates(cls, g: RedActions, by: Muster) -> Iterable[Buy]:
        lots = [cls(type_id, bases) for type_id in by.army(g).types for bases in every_size(type_id)]
        return lots + [cls(lot.troops, lot.bases, True) for lot in lots if lot.troops == STIFFENED]

    def why_not(self, g: RedActions, by: Muster) -> Refusal | None:
        rails, seniors = bool(g.table.of_type("railway")), len(by.seniors)
        return why_not_buy(by.army(g), list(by.bought), by.left(g), self, rails=rails, seniors=seniors)

    def do(self, g: RedActions, by: Muster) -> None:
        g.swap(replace(by, bought=(*by.bought, self)))


class Appoint(Deed, frozen=True):
    """RA-SCN.4, RA-OFF.3 Pay a senior officer of a pick-up army."""

    bonus: int
    trait: str = ""

    @property
    def officer(self) -> Officer:
        """Whom the side gets."""
        return Officer(self.bonus, (self.trait,) if self.trait else ())

    def says(self, g: RedActions) -> str:
        return f"appoint a senior officer +{self.bonus}{f', {self.trait}' if self.trait else ''}"

    @classmethod
    def candidates(cls, g: RedActions, by: Muster) -> Iterable[Appoint]:
        return [cls(bonus, trait) for bonus in reversed(SENIOR_BONUSES) for trait in SENIOR_TRAITS]

    def why_not(self, g: RedActions, by: Muster) -> Refusal | None:
        return why_not_appoint(list(by.bought), len(by.seniors), by.left(g), self)

    def do(self, g: RedActions, by: Muster) -> None:
        g.swap(replace(by, seniors=(*by.seniors, self)))


# ------------------------------------------------------------------ points


def officer_points(officer: Officer, *, senior: bool = False) -> int:
    """RA-SCN.4 5 + 5 for each bonus point + traits; seniors cost twice that."""
    cost = int(OFFICER["base"]) + int(OFFICER["per_bonus"]) * officer.bonus
    cost += sum(int(OFFICER.get(trait, 0)) for trait in officer.traits)
    return cost * (int(OFFICER["senior_factor"]) if senior else 1)


def junior_of(what: UnitType) -> Officer | None:
    """B2 One junior for each unit of rifles or sabres: 0 for mobs and conscripts, +2 for picked troops, else +1."""
    if what.kind not in ("rifles", "sabres"):
        return None
    if what.morale <= 6:
        return Officer(0)
    return Officer(2 if what.morale >= 9 else 1)


def price(lot: Buy) -> int:
    """RA-SCN.4, RA-TRT.19 A unit with its junior officer; an officer base in it is paid as one."""
    what = TYPES[lot.troops]
    junior = junior_of(what)
    extra = TYPES[OFFICER_BASE].points - what.points if lot.stiff else 0
    return what.points * lot.bases + extra + (officer_points(junior) if junior is not None else 0)


def paid(senior: Appoint) -> int:
    """RA-SCN.4 What a senior officer costs."""
    return officer_points(senior.officer, senior=True)


USUAL = (Appoint(2), Appoint(1), Appoint(0))  # the best that can be paid
LEAST_PAY = paid(USUAL[-1])


# ------------------------------------------------------------------ limits


def units_of(bought: list[Buy]) -> int:
    """RA-SCN.11 How many combat units have been bought; a coupled train is one."""
    return len(bought) - max(0, len(vehicles_of(bought)) - 1)


def seniors_for(bought: list[Buy]) -> int:
    """B3 How many senior officers an army has: one for every 8 units, and at least one."""
    return max(1, units_of(bought) // UNITS_A_SENIOR)


def why_not_appoint(bought: list[Buy], seniors: int, left: int, senior: Appoint) -> Refusal | None:
    """B3, RA-OFF.3 Why another senior officer may not be had."""
    if senior.bonus not in SENIOR_BONUSES or senior.trait not in SENIOR_TRAITS:
        return Refusal("RA-OFF.3")
    if seniors >= seniors_for(bought):
        return Refusal("RA-SCN.4", f"There is one senior officer for every {UNITS_A_SENIOR} units, and at least one.")
    dear = Refusal("RA-SCN.4", "There are not enough points left.") if paid(senior) > left else None
    return wants_a_wagon(bought) or dear


def limit_of(army: ArmyList, type_id: str) -> tuple[str, int, int, bool]:
    """B3 The limit a type falls under: its name, least, most, and whether bases are counted."""
    what = TYPES[type_id]
    for name, text in army.limits.items():
        if name == type_id or what.kind in LIMIT_GROUPS.get(name, ()):
            low, high = (int(n) for n in text.split()[0].split("-"))
            return name, low, high, text.endswith("bases")
    raise KeyError(type_id)


def used_of(army: ArmyList, bought: list[Buy], name: str) -> int:
    """How much of a limit has been used."""
    limits = ((lot.bases, limit_of(army, lot.troops)) for lot in bought)
    return sum(bases if by_bases else 1 for bases, (limit, _, _, by_bases) in limits if limit == name)


def why_not_buy(
    army: ArmyList, bought: list[Buy], left: int, lot: Buy, *, rails: bool = False, seniors: int = 1
) -> Refusal | None:
    """B3, RA-FRM.3, RA-TRT.19 Why a unit may not be bought; `rails` says whether a railway crosses the table."""
    if lot.troops not in army.types:
        return Refusal("RA-SCN.4", "It is not on the list.")
    what = TYPES[lot.troops]
    if not what.min_bases <= lot.bases <= what.max_bases:
        return Refusal("RA-FRM.3")
    if lot.stiff and lot.troops != STIFFENED:
        return Refusal("RA-TRT.19")
    if price(lot) > left:
        return Refusal("RA-SCN.4", "There are not enough points left.")
    left -= LEAST_PAY * max(0, seniors_for([*bought, lot]) - seniors)
    if price(lot) > left:
        return Refusal("RA-SCN.4", "The points that are left are for a senior officer.")
    if what.kind == "train":
        return _why_not_couple(bought, left, lot.troops) if rails else Refusal("RA-VEH.7", "There is no railway here.")
    name, _, most, by_bases = limit_of(army, lot.troops)
    over = used_of(army, bought, name) + (lot.bases if by_bases else 1) > most
    return wants_a_wagon(bought) or (Refusal("RA-SCN.4", f"The list allows {most}.") if over else None)


def vehicles_of(bought: list[Buy]) -> list[str]:
    """B3 The locomotive and wagons of the one train of an army."""
    return [lot.troops for lot in bought if TYPES[lot.troops].kind == "train"]


def wants_a_wagon(bought: list[Buy]) -> Refusal | None:
    """B3 A locomotive has no wagon yet: nothing else comes before that."""
    alone = vehicles_of(bought) == [LOCOMOTIVE]
    return Refusal("RA-SCN.4", "The locomotive wants a wagon first.") if alone else None


def _why_not_couple(bought: list[Buy], left: int, type_id: str) -> Refusal | None:
    """B3 One locomotive, and at once the first of its one to four wagons."""
    train = vehicles_of(bought)
    if type_id == LOCOMOTIVE:
        if train:
            return Refusal("RA-SCN.4", "The list allows one train.")
        whole = price(Buy(LOCOMOTIVE, 1)) + min(price(Buy(wagon, 1)) for wagon in WAGONS)
        return Refusal("RA-SCN.4", "There are not enough points left for a wagon too.") if whole > left else None
    if not train:
        return Refusal("RA-SCN.4", "A train begins with its locomotive.")
    return Refusal("RA-SCN.4", f"A train has at most {MOST_WAGONS} wagons.") if len(train) > MOST_WAGONS else None


def missing(army: ArmyList, bought: list[Buy]) -> list[str]:
    """Limits whose least number has not been reached, by the first type under them."""
    found: list[str] = []
    for type_id in army.types:
        if TYPES[type_id].kind == "train":
            continue
        name, least, _, _ = limit_of(army, type_id)
        if used_of(army, bought, name) < least and not any(limit_of(army, t)[0] == name for t in found):
            found.append(type_id)
    return found


# ------------------------------------------------------------------ buying


class BalancedArmy(Deed, frozen=True):
    """RA-SCN.4 The rest is bought for the player."""

    stored = BALANCED

    def why_not(self, g: RedActions, by: Muster) -> Refusal | None:
        return wants_a_wagon(list(by.bought))

    def do(self, g: RedActions, by: Muster) -> None:
        by.draw_up(g, *balanced(by.army(g), list(by.bought), by.left(g), list(by.seniors)))


class ThatIsAll(Deed, frozen=True):
    """B3 An army has what its list demands, its senior officers, and at most a tenth of the points left over."""

    stored = THAT_IS_ALL

    def why_not(self, g: RedActions, by: Muster) -> Refusal | None:
        bought = list(by.bought)
        spare = by.left(g) <= SPARE * int(g.options["points"])
        if not bought or wants_a_wagon(bought) or not spare or missing(by.army(g), bought):
            return Refusal("RA-SCN.4", "Too many points are left, or the list asks for more.")
        return None if len(by.seniors) >= seniors_for(bought) else Refusal("RA-SCN.4", "A senior officer is wanting.")

    def do(self, g: RedActions, by: Muster) -> None:
        by.draw_up(g, list(by.bought), list(by.seniors))


class Muster(ChoiceStep, frozen=True):
    """RA-SCN.4 A side buys its army, or takes a balanced one."""

    side: str
    bought: tuple[Buy, ...] = ()
    seniors: tuple[Appoint, ...] = ()

    deeds = (BalancedArmy, Buy, Appoint, ThatIsAll)

    def run(self, g: RedActions) -> None:
        g.ask(self.side, f"Buy an army: {with_count(self.left(g), 'point')} left", self.offered(g), "RA-SCN.4")

    def army(self, g: RedActions) -> ArmyList:
        """B3 The list by which it buys."""
        return ARMIES[g.options[f"{self.side}-army"]]

    def left(self, g: RedActions) -> int:
        """B3 The points that are left."""
        return int(g.options["points"]) - sum(map(paid, self.seniors)) - sum(map(price, self.bought))

    def draw_up(self, g: RedActions, bought: list[Buy], seniors: list[Appoint]) -> None:
        """B4 The army that was bought takes its place."""
        draw_up(g, self.side, bought, seniors)
        mustered = with_count(units_of(bought), "unit")
        g.tell("RA-SCN.4", "{side} has mustered {units}", side=people(self.side), units=mustered)
        g.done()


def every_size(type_id: str) -> range:
    """RA-FRM.3 All the sizes a unit may have."""
    what = TYPES[type_id]
    return range(what.min_bases, what.max_bases + 1)


def sizes(type_id: str) -> tuple[int, ...]:
    """Useful sizes of a unit."""
    what = TYPES[type_id]
    if what.kind in ("ac", "tank", "train"):
        return (1,)
    return (1, 2) if what.kind in CREWS else (3, 4, 5)


def balanced(army: ArmyList, bought: list[Buy], left: int, seniors: list[Appoint]) -> tuple[list[Buy], list[Appoint]]:
    """First what the list demands, then one of everything in turn while points last; seniors of +2 where possible."""
    army_types = [t for t in army.types if TYPES[t].kind != "train"]

    def add(type_id: str) -> bool:
        nonlocal left
        for lot in (Buy(type_id, bases) for bases in reversed(sizes(type_id))):
            if why_not_buy(army, bought, left, lot, seniors=len(seniors)) is None:
                bought.append(lot)
                left -= price(lot)
                return True
        return False

    def appoint() -> None:
        nonlocal left
        while len(seniors) < seniors_for(bought):
            seniors.append(next(s for s in USUAL if paid(s) <= left))
            left -= paid(seniors[-1])

    appoint()
    while missing(army, bought):
        if not add(missing(army, bought)[0]):
            break
    going = True
    while going and len(bought) < 16:
        going = sum(add(type_id) for type_id in army_types) > 0
    appoint()
    return bought, seniors


def draw_up(g: RedActions, side: str, bought: list[Buy], seniors: list[Appoint]) -> None:
    """B4 The army in rows inside its zone, and its senior officers behind it."""
    south = side == "south"
    facing = 0 if south else ABOUT
    x, row = MARGIN, 0
    train = vehicles_of(bought)
    if train:
        g.put(couple(g, side, train))
    bought = [lot for lot in bought if TYPES[lot.troops].kind != "train"]
    for n, lot in enumerate(bought, 1):
        what = TYPES[lot.troops]
        width = lot.bases * BASE_WIDTH
        if x + width > g.table.width - MARGIN:
            x, row = MARGIN, row + 1
        y = FRONT - ROW * row
        unit = Unit(
            f"{side}-{n}",
            side,
            TABLE,
            lot.troops,
            f"{what.name.removesuffix(' on carts')} {n}",
            lot.bases,
            *Spot.at((x + width / 2, y if south else g.table.height - y), facing),
            officer=junior_of(what),
            stiff=lot.stiff,
            formed="Formed" in what.traits,
            rounds=g.scenario.rounds if what.kind == "gun" else 0,
        )
        unit = clear_of(g, unit)
        g.put(unit)
        x = unit.point[0] + width / 2 + GAP
    for n, senior in enumerate(seniors, 1):
        g.put(commander(g, side, n, senior.officer))


def commander(g: RedActions, side: str, n: int, officer: Officer) -> Unit:
    """A senior officer at the edge of his side, those after the first beside him."""
    name, ident = f"{side.capitalize()} commander", f"{side}-senior_{side}"
    names = (f"{name} {n}", f"{ident}{n}") if n > 1 else (name, ident)
    leader = Unit(names[1], side, TABLE, "senior_officer", names[0], officer=officer)
    y, facing = (1.0, 0) if side == "south" else (g.table.height - 1.0, ABOUT)
    return leader.at((g.table.width / 2 + (n - 1) * ROW, y), facing)


def couple(g: RedActions, side: str, vehicles: list[str]) -> Unit:
    """B3, RA-VEH.7 The train stands at its end of the line: the south's in the west, the north's in the east."""
    line = rails(g)
    rail = len(vehicles) * WAGON_LENGTH if side == "south" else length_of(line.points)
    return train_of(side, "train", vehicles, rail, along(line.points, rail))


def train_of(side: str, name: str, vehicles: Iterable[str], rail: float, anchor: Point) -> Unit:
    """RA-VEH.7, RA-VEH.10 A locomotive and wagons as one unit, its leading end so many inches along the line."""
    wagons, (x, y, _) = tuple(map(Wagon, vehicles)), Spot.at(anchor)
    words = (f"{side}-{name}", side, TABLE, "train", "Armoured train")
    return Unit(*words, len(wagons), x, y, wagons=wagons, rail=hundredths(rail))


def clear_of(g: RedActions, unit: Unit) -> Unit:
    """Shift a unit east until it stands on allowed, free ground."""
    for _ in range(200):
        if why_not_stand(g, unit) is None:
            return unit
        x, y = unit.point
        x += ASIDE
        if x > g.table.width - MARGIN - 1:
            x, y = MARGIN, y + (-BACK if unit.side == "south" else BACK)
        unit = unit.at((x, y))
    return unit


def start(scenario: str, options: Mapping[str, str]) -> RedActions:
    """RA-SCN.4 A battle begins with its deployment, a pick-up game with buying both armies."""
    sides = SCENARIOS[scenario].sides
    musters = tuple(Muster(side) for side in reversed(sides)) if SCENARIOS.known[scenario].bought else ()
    return RedActions(scenario_id=scenario, options=dict(options), sides=sides, steps=(Begin(), *musters))


# ------------------------------------------------------------------ the standard set-up


class Begin(Step, frozen=True):
    """RA-SCN.3 The standard set-up, then each side deploys, the named one first."""

    def run(self, g: RedActions) -> None:
        for unit in standard_units(g):
            g.put(unit)
        first = g.scenario.deploys_first
        g.swap(Count(), Deploy(first), Deploy(g.enemy(first)), GameTurn(1))


class Count(Step, frozen=True):
    """RA-SCN.1, RA-SCN.7 The armies stand: count them, and give each side the objects in its zone."""

    def run(self, g: RedActions) -> None:
        g.done()
        for side in g.sides:
            g.strength = {
                **g.strength,
                side: sum(1 for u in g.pieces.values() if u.side == side and u.type != "senior_officer"),
            }
        objects = [f for f in g.table.areas if f.type in BUILDINGS or f.type == "bridge"]
        for zone in g.scenario.zone:
            g.owner = {
                **g.owner,
                **{f.name: zone.side for f in objects if all(inside(p, zone.polygon) for p in f.points)},
            }


def standard_units(g: RedActions) -> list[Unit]:
    """RA-SCN.10 Every unit of the scenario where the data puts it; coupled vehicles are one train."""
    rows = g.scenario.unit
    trains = dict.fromkeys((row.side, row.coupled) for row in rows if row.coupled)
    coupled = {train: [row for row in rows if (row.side, row.coupled) == train] for train in trains}
    return [make_unit(g, row) for row in rows if not row.coupled] + [make_train(g, *t, coupled[t]) for t in trains]


def make_unit(g: RedActions, row: UnitData) -> Unit:
    """One unit of the scenario."""
    what, place = TYPES[row.type], "" if row.arrives_turn else row.inside or TABLE
    named = (f"{row.side}-{row.id}", row.side, place, row.type, name_of(g, row), row.bases)
    return Unit(
        *named,
        *Spot.at(row.place or (0.0, 0.0), round(row.facing * 10) % CIRCLE),
        formation=row.formation,
        formed="Formed" in what.traits,
        officer=row.officer,
        led=row.officer is not None,
        stiff=row.stiffened,
        limbered=row.limbered and what.kind == "gun",
        carts=row.on_carts,
        rounds=g.scenario.rounds if what.kind == "gun" else 0,
        arrives=row.arrives_turn,
    )


def name_of(g: RedActions, row: UnitData) -> str:
    """An officer's own name; of a unit its type, with a number if its side has several."""
    if row.type == "senior_officer":
        return row.id.removeprefix("senior_").capitalize()
    alike = [other.id for other in g.scenario.unit if (other.side, other.type) == (row.side, row.type)]
    name = TYPES[row.type].name.partition(" (")[0].removesuffix(" on carts")
    return f"{name} {alike.index(row.id) + 1}" if len(alike) > 1 else name


def make_train(g: RedActions, side: str, name: str, rows: list[UnitData]) -> Unit:
    """RA-VEH.7, RA-VEH.10 The coupled vehicles of a scenario, the eastern end leading."""
    ordered = sorted(rows, key=lambda r: -(r.place or (0.0, 0.0))[0])
    lead = ordered[0].place or (0.0, 0.0)
    return train_of(side, name, (r.type for r in ordered), run_to(rails(g).points, lead) + WAGON_LENGTH / 2, lead)
