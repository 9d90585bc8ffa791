"""9.1 Spotting: the number, the modifiers, the die, and Fired markers; 12.22, 15.5.7 units that are hidden."""

from __future__ import annotations

from functools import cache

from msgspec.structs import replace

from grognard.board.hexes.grid import Hex
from grognard.engine import Action, ChoiceStep, Given, Modifier, Refusal, SightLine, To, Working, net
from grognard.games.tank_leader.rules.choices import HexDeed
from grognard.games.tank_leader.rules.data import GRID, TABLES, came, judged, other, reckoned, veiled
from grognard.games.tank_leader.rules.names import examinable, known_name
from grognard.games.tank_leader.rules.state import TankLeader, Unit

MODIFIERS: dict[str, int] = TABLES["spotting"]["modifiers"]
SHARP = frozenset(TABLES["ratings"]["spotted_bonus_c3"])
AMBUSH = 2  # 15.5.7 hexes within which a hidden unit in sight is found


def in_sight(g: TankLeader, a: Hex, b: Hex) -> bool:
    """9.11 Sight within the visibility."""
    return g.country.sees(a, b, g.visibility)


def explain_sight(g: TankLeader, a: Hex, b: Hex) -> SightLine:
    """9.11 to 9.14 The working of a line of sight: what blocks it, what hides in a blind zone, and the visibility."""
    line = g.country.sight.explain(a, b)
    if line.clear and line.distance > g.visibility:
        return replace(line, clear=False, rule="TL-9.11.1")
    return line


def spotting_number(g: TankLeader, spotter: Hex, target: Hex) -> int:
    """9.15 Distance, a third of it (rounded up) in the open, twice it in hard cover."""
    distance = GRID.distance(spotter, target)
    cover = g.country.cover[target]
    if cover == "hard":
        return distance * 2
    return distance if cover == "soft" else -(-distance // 3)


def spotting_modifiers(g: TankLeader, spotter: Unit, target: Unit) -> tuple[Modifier, ...]:
    """9.16 What is added to the spotting die."""
    return _modifiers(*_circumstances(g, spotter, target))


def spotting_bonus(g: TankLeader, spotter: Unit, target: Unit) -> int:
    """9.16 What they come to."""
    return _bonus(*_circumstances(g, spotter, target))


Circumstances = tuple[int, int, bool, bool, int, bool, bool]


def _circumstances(g: TankLeader, spotter: Unit, target: Unit) -> Circumstances:
    """9.16, 9.17 What the modifiers depend on: the experience of both, and what is known of the target's hex."""
    here = [(u.side, u.vehicle) for u in g.here(target.place)]
    vehicles = here.count((target.side, True))
    betrayed = vehicles > 0 or (other(target.side), True) in here  # 9.17 by any vehicle, of either side
    cover = bool(g.country.cover[target.place])
    return spotter.exp, target.exp, cover, betrayed, vehicles, target.fired, target.noted


@cache
def _bonus(*circumstances: *Circumstances) -> int:
    return net(_modifiers(*circumstances))


@cache
def _modifiers(
    spotter: int, target: int, cover: bool, betrayed: bool, vehicles: int, fired: bool, noted: bool
) -> tuple[Modifier, ...]:
    """9.16, 9.17 The same by what it depends on."""
    found = []
    if spotter == 0:
        found.append(Modifier("TL-9.16.1", MODIFIERS["spotter_green"], "Green spotter"))
    if target == 2:
        found.append(Modifier("TL-9.16.2", MODIFIERS["target_veteran"], "Veteran target"))
    if cover and not betrayed and not fired:
        found.append(Modifier("TL-9.16.3", MODIFIERS["target_in_cover_no_vehicle_in_hex"], "in cover, no vehicle"))
    if fired:
        found.append(Modifier("TL-9.16.4", MODIFIERS["target_fired_marker"], "Fired marker"))
    if not cover and vehicles:
        each = MODIFIERS["per_vehicle_in_hex_target_not_in_cover"]
        text = f"{vehicles} vehicles in the open" if vehicles > 1 else "a vehicle in the open"
        found.append(Modifier("TL-9.16.5", vehicles * each, text))
    if noted:
        found.append(Modifier("TL-9.16.6", MODIFIERS["spotted_earlier_by_abc_formation"], "spotted earlier this turn"))
    return tuple(found)


def needed(g: TankLeader, spotter: Unit, target: Unit) -> int:
    """9.15 The least face that spots; 0 in the same hex, more than 6 if it cannot be done."""
    if spotter.hex == target.place:
        return 0
    return spotting_number(g, spotter.hex, target.place) - spotting_bonus(g, spotter, target)


def spot(g: TankLeader, spotter: Unit, target: Unit) -> bool:
    """9.15 Roll for spotting; none is needed in one's own hex."""
    if spotter.hex == target.place:
        note(g, spotter, target)
        return True
    asked = spotting_working(g, spotter, target)
    working = _judged(asked, g.cast(1, lambda faces: came(_judged(asked, faces))))
    _tell_spotting(g, spotter, target, working)
    if came(working):
        note(g, spotter, target)
    return came(working)


def _judged(working: Working, faces: tuple[int, ...]) -> Working:
    return judged(working, faces, "spotted", "not spotted")


def note(g: TankLeader, spotter: Unit, target: Unit) -> None:
    """9.16, R-38, R-43 Who was spotted by a formation rated A, B or C is easier to spot for the rest of the turn."""
    if spotter.card and g.rating(spotter.card) in SHARP and not target.noted:
        g.change(target.id, noted=True)


def spotting_working(g: TankLeader, spotter: Unit, target: Unit) -> Working:
    """9.15 A die and what is added to it, against the number that distance and cover make."""
    far, cover = GRID.distance(spotter.hex, target.place), g.country.cover[target.place]
    given = (
        Given("hexes away", str(far), "TL-9.15.1"),
        Given("the target is", f"in {cover} cover" if cover else "in the open", "TL-9.15.1"),
    )
    modifiers, number = spotting_modifiers(g, spotter, target), spotting_number(g, spotter.hex, target.place)
    return Working(_looks(spotter, target.name), modifiers, dice=1, needs=number, given=given)


def _looks(spotter: Unit, name: str) -> str:
    return f"{spotter.name} looks for {name}"


def _tell_spotting(g: TankLeader, spotter: Unit, target: Unit, working: Working) -> None:
    """8.55, 12.22 No number is read of a target that may not be examined, nor by its owner of a hidden spotter."""
    if g.events is None:
        return
    known, secret = examinable(g, target, spotter.side), bool(spotter.recorded)
    named = known_name(g, target)
    looker = (spotter.side,), named, working if known else veiled(working, _looks(spotter, named))
    owner = (target.side,), target.name, veiled(working, working.title) if secret else working
    for sees, name, shown in (looker, owner) if looker[1:] != owner[1:] else ((None, target.name, working),):
        full = f"{reckoned(shown)} against {shown.needs}, {shown.words}" if shown is working else shown.result
        g.tell(
            "TL-9.15.2",
            "{spotter} looks for {target} in {hex}: {result}",
            working=shown,
            hexes=(target.place,) if secret else (spotter.hex, target.place),
            sees=sees,
            spotter=spotter.name,
            target=name,
            hex=target.place,
            result=full,
        )


def mark_fired(g: TankLeader, unit_id: str) -> None:
    """9.18, R-41 A unit that fires from cover in sight of an enemy gets a Fired marker."""
    unit = g.pieces[unit_id]
    if unit.fired or not unit.place or not g.country.cover[unit.place]:
        return
    if any(in_sight(g, h, unit.place) for h in g.held(other(unit.side))):
        g.change(unit_id, fired=True)


# ------------------------------------------------------------------ hidden units


def place_hidden(g: TankLeader, unit_id: str) -> Unit:
    """12.22, 15.5.7 A hidden unit is put on the map."""
    unit = g.pieces[unit_id]
    if unit.place or not unit.recorded:
        return unit
    unit = g.change(unit_id, place=unit.recorded, recorded="")
    g.reveal()
    cite = "TL-12.22.1" if unit.what.kind == "fo" else "TL-15.5.7"
    g.tell(cite, "{unit} appears in {hex}", hexes=(unit.place,), unit=unit.name, hex=unit.place)
    return unit


def uncovered(g: TankLeader, mover: Unit) -> list[Unit]:
    """12.22, 15.5.7 Whom a unit finds where it is: an observer in its hex, an ambush within 2 hexes in sight."""
    hidden = g.hidden(other(mover.side))
    return [u for u in hidden if u.recorded == mover.place or (u.what.kind != "fo" and _comes_upon(g, mover, u))]


def _comes_upon(g: TankLeader, mover: Unit, ambush: Unit) -> bool:
    near = GRID.distance(ambush.recorded, mover.place) <= AMBUSH
    return near and in_sight(g, ambush.recorded, mover.place)


# -------------------- 12.2 Forward observers, deployed in secret

ANYWHERE: list[Action] = [To(h) for h in GRID.hexes]


def undeployed(g: TankLeader, card: str) -> list[Unit]:
    """12.21 Observers of a formation that are not on the map, hidden or not."""
    return [u for u in g.members(card) if u.what.kind == "fo" and not u.hex and not u.carrier]


class TakePost(HexDeed, frozen=True):
    """12.21 The observer is in this hex, be it what it may."""

    @classmethod
    def answers(cls, g: TankLeader, by: DeployObserver) -> list[Action]:
        return ANYWHERE

    def why_not(self, g: TankLeader, by: DeployObserver) -> Refusal | None:
        return None if self.hex in GRID else Refusal("TL-12.21.1")

    def is_meant(self, g: TankLeader, by: DeployObserver) -> bool:
        return True

    def do(self, g: TankLeader, by: DeployObserver) -> None:
        unit = g.change(by.unit, recorded=self.hex)
        g.tell("TL-12.21.1", "An observer of {card} takes post", card=g.card(unit.card).id)
        g.tell("TL-12.21.1", "The observer is in {hex}", sees=(unit.side,), hexes=(self.hex,), hex=self.hex)
        g.done()


class DeployObserver(ChoiceStep, frozen=True):
    """12.21 Record any hex in secret; the counter stays off the map."""

    unit: str
    deeds = (TakePost,)

    def run(self, g: TankLeader) -> None:
        unit = g.pieces[self.unit]
        prompt = f"Record the hex of the observer of {g.card(unit.card).id}"
        g.ask(unit.side, prompt, self.offered(g), "TL-12.21.1")
