"""The standard set-up (RA-SCN.1, RA-SCN.7, RA-SCN.10): every unit of the scenario where its data puts it."""

from __future__ import annotations

from grognard.board.inches import CIRCLE, Spot, hundredths, inside
from grognard.board.lines import run_to
from grognard.engine import Step
from grognard.games.red_actions.rules.bodies import WAGON_LENGTH
from grognard.games.red_actions.rules.data import TYPES, UnitData
from grognard.games.red_actions.rules.deploying import Deploy
from grognard.games.red_actions.rules.sequence import GameTurn
from grognard.games.red_actions.rules.state import TABLE, RedActions, Unit, Wagon
from grognard.games.red_actions.rules.trains import rails


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
    """RA-VEH.7, RA-VEH.10 A locomotive and wagons as one unit, the eastern end leading."""
    ordered = sorted(rows, key=lambda r: -(r.place or (0.0, 0.0))[0])
    lead = ordered[0].place or (0.0, 0.0)
    rail = hundredths(run_to(rails(g).points, lead) + WAGON_LENGTH / 2)
    wagons = tuple(Wagon(r.type) for r in ordered)
    x, y, _ = Spot.at(lead)
    return Unit(f"{side}-{name}", side, TABLE, "train", "Armoured train", len(wagons), x, y, wagons=wagons, rail=rail)
