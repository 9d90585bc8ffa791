"""Deployment (RA-SCN.3, RA-SCN.7, RA-SCN.10): the standard set-up, changes inside the zones, and ambushes."""

from __future__ import annotations

from msgspec.structs import replace

from grognard.board.inches import CIRCLE, QUARTER, Point, Spot, ahead, at_most, hundredths, inside
from grognard.engine import Action, Actions, Deed, Pick, Press, Refusal, Step
from grognard.games.red_actions.rules.bodies import (
    WAGON_LENGTH,
    apart,
    bases_of,
    blocks_of,
    centre,
    on_the_table,
    overlap,
)
from grognard.games.red_actions.rules.data import REACH, TYPES, Hidden, UnitData
from grognard.games.red_actions.rules.moves import Face, Go
from grognard.games.red_actions.rules.nearest import nearest_legal
from grognard.games.red_actions.rules.room import in_a_house, in_water, why_not_enter
from grognard.games.red_actions.rules.sequence import GameTurn
from grognard.games.red_actions.rules.state import PICK_UP, TABLE, Officer, RedActions, Unit, Wagon
from grognard.games.red_actions.rules.terrain import going
from grognard.games.red_actions.rules.trains import rail_at, rails

TURNS = (450, 900, -900, -450)
STEP = 4.0  # inches to the places that are listed
STRIP = 10.0  # inches of a zone along the edge in a pick-up game


class Begin(Step, frozen=True):
    """RA-SCN.3 The standard set-up, then each side deploys, the named one first."""

    def run(self, g: RedActions) -> None:
        for unit in standard_units(g):
            g.put(unit)
        first = g.scenario.deploys_first
        g.swap(Count(), Deploy(first), Deploy(g.enemy(first)), GameTurn(1))


class Count(Step, frozen=True):
    """RA-SCN.1, RA-SCN.7 The armies stand: count them, and give out what lies in their zones."""

    def run(self, g: RedActions) -> None:
        begin_battle(g)
        g.done()


def begin_battle(g: RedActions) -> None:
    """RA-SCN.1, RA-SCN.7 Count the units, and give each side the objects in its zone."""
    for side in g.sides:
        g.strength[side] = sum(1 for u in g.pieces.values() if u.side == side and u.type != "senior_officer")
    for zone in g.scenario.zone:
        for f in g.table.areas:
            if (f.type.startswith("building") or f.type == "bridge") and all(inside(p, zone.polygon) for p in f.points):
                g.owner[f.name] = zone.side


def standard_units(g: RedActions) -> list[Unit]:
    """RA-SCN.10 Every unit of the scenario where the data puts it; coupled vehicles are one train."""
    found: list[Unit] = []
    trains: dict[tuple[str, str], list[UnitData]] = {}
    for row in g.scenario.unit:
        if row.coupled:
            trains.setdefault((row.side, row.coupled), []).append(row)
        else:
            found.append(make_unit(g, row))
    for (side, name), rows in trains.items():
        found.append(make_train(g, side, name, rows))
    return found


def make_unit(g: RedActions, row: UnitData) -> Unit:
    """One unit of the scenario."""
    what = TYPES[row.type]
    spot = Spot.at(row.place or (0.0, 0.0), round(row.facing * 10) % CIRCLE)
    officer = Officer(row.officer.bonus, row.officer.traits) if row.officer is not None else None
    return Unit(
        id=f"{row.side}-{row.id}",
        side=row.side,
        place="" if row.arrives_turn else row.inside or TABLE,
        type=row.type,
        name=name_of(g, row),
        bases=row.bases,
        x=spot.x,
        y=spot.y,
        facing=spot.facing,
        formation=row.formation,
        formed="Formed" in what.traits,
        officer=officer,
        led=officer is not None,
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
    name = TYPES[row.type].name.partition(" (")[0]
    return f"{name} {alike.index(row.id) + 1}" if len(alike) > 1 else name


def make_train(g: RedActions, side: str, name: str, rows: list[UnitData]) -> Unit:
    """RA-VEH.7, RA-VEH.10 A locomotive and wagons as one unit, the eastern end leading."""
    ordered = sorted(rows, key=lambda r: -(r.place or (0.0, 0.0))[0])
    lead = ordered[0].place or (0.0, 0.0)
    rail = hundredths(rail_at(rails(g), lead) + WAGON_LENGTH / 2)
    wagons = tuple(Wagon(r.type) for r in ordered)
    x, y, _ = Spot.at(lead)
    return Unit(f"{side}-{name}", side, TABLE, "train", "Armoured train", len(wagons), x, y, wagons=wagons, rail=rail)


# ------------------------------------------------------------------ deploying


class Ambush(Deed, frozen=True):
    """RA-AMB.1 Put a unit in ambush where it stands."""

    piece: str

    def says(self, g: RedActions) -> str:
        return f"put in ambush {g.pieces[self.piece].name}"


class Deploy(Step, frozen=True):
    """RA-SCN.3, RA-SCN.10 One side changes its standard set-up, or begins."""

    side: str
    placed: tuple[str, ...] = ()

    def run(self, g: RedActions) -> None:
        listed: list[Action] = [Press("ready")]
        mine = [u for u in g.pieces.values() if u.side == self.side and u.place and u.id not in self.placed]
        listed += [Pick(u.id) for u in mine if not u.wagons]
        listed += [Ambush(u.id) for u in g.troops(self.side) if self._why_not_ambush(g, u) is None]
        g.ask(self.side, "Deploy your army, or press ready", listed, "RA-SCN.3")

    def _why_not_ambush(self, g: RedActions, unit: Unit) -> Refusal | None:
        if unit.hidden:
            return Refusal("RA-AMB.1", "It is hidden already.")
        return why_not_ambush(g, unit)

    def why_not(self, g: RedActions, side: str, action: Action) -> Refusal | None:
        if isinstance(action, Ambush) and action.piece in g.pieces and g.pieces[action.piece].side == side:
            return self._why_not_ambush(g, g.pieces[action.piece])
        if isinstance(action, Pick) and action.piece in self.placed:
            return Refusal("RA-SCN.10", "It has been placed already.")
        return None

    def take(self, g: RedActions, action: Action) -> None:
        match action:
            case Pick(piece):
                g.swap(Place(piece), replace(self, placed=(*self.placed, piece)))
            case Ambush(piece):
                unit = g.change(piece, hidden=True, unseen=True)
                g.tell("RA-AMB.1", "{unit} is in ambush", sees=(unit.side,), unit=unit.name)
            case _:
                g.tell("RA-SCN.3", "{side} have deployed", side=self.side.title())
                g.done()


class Place(Step, frozen=True):
    """RA-SCN.10 Put a unit anywhere in its zone, then turn it."""

    unit: str
    moved: bool = False

    def run(self, g: RedActions) -> None:
        unit = g.pieces[self.unit]
        listed: list[Action] = [Press("leave it there")]
        if self.moved and not unit.inside:
            listed += [Face((unit.facing + turn) % CIRCLE) for turn in TURNS if self._turns(g, turn)]
        elif not self.moved:
            listed += [Go(x, y) for x, y in zone_points(g, unit)]
        g.ask(
            unit.side,
            f"Where does {unit.name} stand?",
            Actions(listed, lambda a: self.why_not(g, unit.side, a), open_kinds=(Go, Face)),
        )

    def _turns(self, g: RedActions, turn: int) -> bool:
        unit = g.pieces[self.unit]
        return why_not_stand(g, replace(unit, facing=(unit.facing + turn) % CIRCLE)) is None

    def why_not(self, g: RedActions, side: str, action: Action) -> Refusal | None:
        unit = g.pieces[self.unit]
        match action:
            case Go(x, y) if not self.moved:
                return why_not_stand(g, moved_to(g, unit, x, y))
            case Face(facing) if self.moved and 0 <= facing < CIRCLE and not unit.inside:
                return why_not_stand(g, replace(unit, facing=facing))
        return Refusal("GR-1")

    def instead(self, g: RedActions, side: str, action: Action) -> Action | None:
        return nearest_legal(g, action, lambda a: self.why_not(g, side, a))

    def take(self, g: RedActions, action: Action) -> None:
        unit = g.pieces[self.unit]
        match action:
            case Go(x, y):
                there = moved_to(g, unit, x, y)
                outside = not in_zone(g, there)
                g.put(replace(there, hidden=outside, unseen=outside))
                g.swap(replace(self, moved=True))
            case Face(facing):
                g.change(self.unit, facing=facing)
                g.done()
            case _:
                g.done()


def moved_to(g: RedActions, unit: Unit, x: int, y: int) -> Unit:
    """A unit at a point; in a building if the point is in one."""
    p = Spot(x, y).point
    house = next((f.name for f in g.table.areas_at(p) if f.type.startswith("building")), "")
    foot = unit.kind in ("rifles", "mg", "mortar")
    return replace(unit, x=x, y=y, place=house if house and foot else TABLE)


def zone_of(g: RedActions, side: str) -> tuple[Point, ...]:
    """The deployment zone of a side; in a pick-up game a strip of 10 inches along its edge."""
    if g.scenario_id == PICK_UP:
        w, h = g.table.width, g.table.height
        low, high = (0.0, STRIP) if side == "south" else (h - STRIP, h)
        return ((0, low), (w, low), (w, high), (0, high))
    return next(zone.polygon for zone in g.scenario.zone if zone.side == side)


def in_zone(g: RedActions, unit: Unit) -> bool:
    """RA-SCN.3 Wholly inside its zone."""
    zone = zone_of(g, unit.side)
    if unit.inside:
        return all(inside(p, zone) for p in g.table.features[unit.inside].points)
    return all(inside(c, zone) for b in blocks_of(g, unit) for c in b.corners)


def why_not_stand(g: RedActions, unit: Unit) -> Refusal | None:
    """RA-SCN.3, RA-SCN.10 Why a unit may not be deployed there."""
    if unit.place == TABLE and not on_the_table(g, unit):
        return Refusal("RA-SCN.3", "That is off the table.")
    if not in_zone(g, unit) and not (unit.type != "senior_officer" and may_hide_outside(g, unit)):
        return Refusal("RA-SCN.3", "It must stand wholly inside its zone.")
    if unit.inside:
        return why_not_enter(g, replace(unit, place=TABLE), unit.inside)
    if in_water(g, unit.point) or in_a_house(g, unit):
        return Refusal("RA-TER.22" if in_water(g, unit.point) else "RA-BLD.6")
    for b in bases_of(g, unit):
        for f in g.table.areas_at(b.centre):
            if not going(g, unit, f.type).allowed:
                return Refusal("RA-TER.5")
            if any(f.name in h.enemy_may_not_deploy_in for h in g.scenario.hidden if h.side != unit.side):
                return Refusal("RA-SCN.3", f"Nobody deploys in {f.name}.")
    return _why_not_with_others(g, unit)


def _why_not_with_others(g: RedActions, unit: Unit) -> Refusal | None:
    if unit.type == "senior_officer":
        return None
    for other in g.troops():
        if other.id == unit.id or (other.unseen and other.side != unit.side):
            continue
        if overlap(g, unit, other):
            return Refusal("RA-MOV.34", f"{other.name} stands there.")
        if other.side != unit.side and apart(g, unit, other) < REACH.no_entry:
            return Refusal("RA-MOV.5")
    return None


# ------------------------------------------------------------------ ambushes


def hiding_place(g: RedActions, unit: Unit, rule: Hidden) -> str:
    """The terrain of the scenario's list that a unit stands in, or ""."""
    here = centre(g, unit)
    for name in rule.terrain:
        f = g.table.features[name]
        if unit.inside == name or (not unit.inside and at_most(f.distance(here), 0 if f.closed else REACH.trench)):
            return name
    return ""


def why_not_ambush(g: RedActions, unit: Unit) -> Refusal | None:
    """RA-AMB.1 Why a unit may not start in ambush where it stands."""
    short = unit.id.split("-", 1)[1]
    for rule in g.scenario.hidden:
        if rule.side != unit.side or (rule.units and short not in rule.units):
            continue
        if sum(1 for u in g.troops(unit.side) if u.hidden and u.id != unit.id) >= rule.units_max:
            return Refusal("RA-AMB.1", f"At most {rule.units_max} units may hide.")
        place = hiding_place(g, unit, rule)
        if place and (place not in rule.only_in or short in rule.only_in[place]):
            return None
    return Refusal("RA-AMB.1")


def may_hide_outside(g: RedActions, unit: Unit) -> bool:
    """A unit that the scenario lets hide in terrain beyond its zone."""
    short = unit.id.split("-", 1)[1]
    for rule in g.scenario.hidden:
        place = hiding_place(g, unit, rule)
        if rule.side == unit.side and place in rule.only_in and short in rule.only_in[place]:
            return why_not_ambush(g, unit) is None
    return False


def zone_points(g: RedActions, unit: Unit) -> list[tuple[int, int]]:
    """A few useful places: a little to each side of where it stands, and the hiding places."""
    found = []
    candidates = [ahead(unit.point, turn, STEP) for turn in range(0, CIRCLE, QUARTER)]
    for rule in g.scenario.hidden:
        if rule.side == unit.side:
            candidates += [g.table.features[name].centre for name in rule.terrain]
    for p in candidates:
        x, y, _ = Spot.at(p)
        if p in g.table and why_not_stand(g, moved_to(g, unit, x, y)) is None and (x, y) not in found:
            found.append((x, y))
    return found
