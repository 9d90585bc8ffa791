"""13.0 Fire: who may shoot at whom, and the shot itself."""

from __future__ import annotations

from msgspec.structs import replace

from grognard.board.hexes.grid import Hex
from grognard.engine import ChoiceStep, Deed, Modifier, Refusal, Step, To, Working
from grognard.engine.core.wording import with_count
from grognard.games.night_fight.rules.bridges import cross_bridge, first_roll
from grognard.games.night_fight.rules.column_formation import deploy, hit_column, shown_name, take_place
from grognard.games.night_fight.rules.combat_table import crowded, outgunned, roll_combat, shifts, working_of
from grognard.games.night_fight.rules.data import GRID, LIMITS, against, came, found
from grognard.games.night_fight.rules.losses import eliminate, pin, remove_dummy, wipe_out
from grognard.games.night_fight.rules.retreat import Ways, all_one, choices, nearest_enemy, why_not_back_to
from grognard.games.night_fight.rules.sight import hexes_in_view, in_view, refresh_spotted, why_not_in_view
from grognard.games.night_fight.rules.spotting import spotted_by_firing, turn_up
from grognard.games.night_fight.rules.stacking import overstacked
from grognard.games.night_fight.rules.state import SOVIET, FallingBack, NightFight, Unit, falls_back, on_map, react

# -------------------- 13.4 Combat results


class Result(Step, frozen=True):
    """13.4 Carries out one result completely. `away` is where the fire came from; "" for artillery."""

    unit: str
    letter: str
    away: Hex

    def run(self, g: NightFight) -> None:
        unit = g.pieces.get(self.unit)
        if unit is None or self.letter == "-":
            return g.done()
        if unit.type == "supply":
            die = g.d6()
            working = against("A depot that is hit explodes", (die,), 1, at_most=True)
            verdict = "it explodes" if came(working) else "it does not explode"
            text = "The depot in {hex} is hit: {die}, {verdict}"
            g.tell("NF-18.0.5", text, hexes=(unit.place,), working=working, hex=unit.place, die=die, verdict=verdict)
            if came(working):
                return g.swap(Explosion(unit.id))
        g.done()
        if self.letter == "E":
            eliminate(g, unit.id)
            refresh_spotted(g)
        elif self.letter == "R" and unit.type != "block_house":
            start_retreat(g, unit.id, self.away)
        elif falls_back(g, unit.id):
            text = "{unit} falls back already: a pin adds nothing"
            g.tell("NF-13.4.12", text, hexes=(unit.place,), unit=unit.name)
        else:
            pin(g, unit.id)  # R10: a Block House has nowhere to go


class Explosion(Step, frozen=True):
    """18.0, R43 The depot and all in its hex are eliminated; every other unit within two hexes is attacked."""

    depot: str

    def run(self, g: NightFight) -> None:
        place = g.pieces[self.depot].place
        text = "All in {hex} are eliminated, and everybody within two hexes is attacked at strength {n}"
        g.tell("NF-18.0.6", text, hexes=(place,), hex=place, n=LIMITS["explosion_strength"])
        wipe_out(g, place, combat=True)
        near = GRID.within(place, LIMITS["explosion_radius"])
        order = sorted((h for h in near if h in g.at), key=lambda h: (GRID.distance(place, h), h))
        strength = LIMITS["explosion_strength"]
        g.swap(*[blast for h in order for blast in blasts(g, h, strength, place)])


def blasts(g: NightFight, h: Hex, strength: int, away: Hex = "") -> list[Step]:
    """15.4 An attack on every unit that is in a hex as it is struck."""
    return [Blast(i, strength, away, h) for i in g.at.get(h, ())]


class Blast(Step, frozen=True):
    """15.4, 18.0 One unit is attacked by artillery or an explosion, by a roll of its own, in the hex that is struck.

    Nothing follows a unit that has left the hex before its roll. Only Outgunned and Overstacked shift the column (R38).
    `away` is "" for artillery.
    """

    unit: str
    strength: int
    away: Hex = ""
    hex: Hex = ""  # "": wherever it is

    def run(self, g: NightFight) -> None:
        piece = g.pieces.get(self.unit)
        if piece is None or piece.what.kind == "strike" or piece.place != (self.hex or piece.place):
            return g.done()
        if not on_map(piece.place):
            return g.done()
        if piece.what.kind == "marker":
            return g.swap(*self._on_column(g, piece.column))
        rolled = self._roll(g, piece, piece.place, shown_name(piece))
        self._tell(g, piece, rolled)
        if rolled.result == "-":
            return g.done()
        if piece.type == "dummy":
            g.done()
            return remove_dummy(g, piece.id, "NF-15.4.1")
        g.shot_at = {**g.shot_at, piece.id: True}
        turn_up(g, piece.id)
        return g.swap(Result(self.unit, rolled.result, self.away))

    def _on_column(self, g: NightFight, column_id: str) -> tuple[Step, ...]:
        """R19 An unspotted marker is hit through its lead piece; without effect nothing is shown."""
        column = g.columns[column_id]
        marker = g.pieces[column.marker]
        rolled = self._roll(g, g.pieces[column.units[0]], marker.place, f"Column {column_id}")
        self._tell(g, marker, rolled)
        if rolled.result == "-":
            return ()
        lead = deploy(g, column_id, spotted=False)
        return () if lead is None else (Result(lead.id, rolled.result, self.away),)

    def _roll(self, g: NightFight, piece: Unit, place: Hex, name: str) -> Working:
        modifiers = outgunned(False, piece) + crowded(g, place)
        rolled = roll_combat(g, self.strength, piece, modifiers)
        return rolled.behind(working_of(f"{name} is shelled", self.strength, piece, modifiers))

    def _tell(self, g: NightFight, piece: Unit, rolled: Working) -> None:
        """R19, R39 What cannot be seen is not told of without effect: the dice would give away its strength."""
        if rolled.result == "-" and (not piece.up or piece.what.kind == "marker"):
            return
        g.tell(
            "NF-15.4.1",
            "{unit} in {hex} is shelled: {strength} against {defends}, column {column}, {result}",
            hexes=(piece.place,),
            working=rolled,
            unit=f"Column {piece.column}" if piece.what.kind == "marker" else shown_name(piece),
            hex=piece.place,
            strength=self.strength,
            defends=rolled.given[1].value,
            column=rolled.column,
            result=rolled.words,
        )


# ------------------------------------------------------------------ retreat


def start_retreat(g: NightFight, unit_id: str, away: Hex) -> None:
    """13.4 One die of hexes away from the firer; from artillery, away from the nearest enemy."""
    unit = g.pieces[unit_id]
    die = g.d6()
    if g.heard:
        far = with_count(die, "hex")
        working = found(f"How far {unit.name} retreats", (die,), far)
        text = "{unit} in {hex} must retreat {far}"
        g.tell("NF-13.4.3", text, hexes=(unit.place,), working=working, unit=unit.name, hex=unit.place, far=far)
    number = g.retreats.get(unit_id, 0) + 1
    g.retreats = {**g.retreats, unit_id: number}
    shelled = away == ""
    g.call(Retreat(unit_id, away or nearest_enemy(g, unit), unit.place, die, number, shelled))


class FallBackTo(Deed, frozen=True):
    """13.4, R53 Where a retreat is to end, or, once that is known, the next hex on the way."""

    stored = To
    hex: Hex

    @classmethod
    def answers(cls, g: NightFight, by: Retreat) -> list[To]:
        return [To(h) for h in by.hexes(by.ways(g))]

    def why_not(self, g: NightFight, by: Retreat) -> Refusal | None:
        ways = by.ways(g)
        if self.hex in by.hexes(ways):
            return None
        return why_not_back_to(g, g.pieces[by.unit], ways, self.hex, by.goal(ways), by.away, by.start, by.shelled)

    def do(self, g: NightFight, by: Retreat) -> None:
        ways = by.ways(g)
        if by.goal(ways):
            by.step(g, self.hex, ways)
        else:
            g.swap(replace(by, end=self.hex))

    def reads(self, g: NightFight, by: Retreat) -> str:
        return f"back to {self.hex}"

    def preview(self, g: NightFight, by: Retreat) -> Working | None:
        """19.0 A super heavy unit rolls for a bridge that it falls back over."""
        unit, ways = g.pieces[by.unit], by.ways(g)
        if by.goal(ways):
            return first_roll(g, (unit,), [self.hex])
        way = ways.first_way(self.hex)
        known = len(ways.first_steps(self.hex)) == 1 or all_one(g, unit, ways, self.hex)
        return first_roll(g, (unit,), way) if known and unit.side != SOVIET else None


class Retreat(FallingBack, ChoiceStep, frozen=True):
    """13.4 A unit goes back hex by hex; the German player picks where to and the way, for either side's units."""

    away: Hex
    start: Hex
    left: int
    number: int  # a newer retreat of the same unit replaces this one (R53)
    shelled: bool = False
    tier: int = 0  # the kind of path it has begun (R52)
    end: Hex = ""  # where it is to end, once that is chosen

    deeds = (FallBackTo,)

    def under_way(self, g: NightFight) -> bool:
        return g.retreats.get(self.unit) == self.number

    def passing(self, g: NightFight) -> tuple[str, ...]:
        unit = g.pieces.get(self.unit)
        if unit is None or not self.left or unit.place == self.start or not self.under_way(g):
            return ()
        return (self.unit,) if self.ways(g).ends else ()

    def run(self, g: NightFight) -> None:
        unit = g.pieces.get(self.unit)
        if unit is None or not self.under_way(g):
            return g.done()
        if not self.left or not (ways := self.ways(g)).ends:
            return self._stop(g)
        end, steps = self.goal(ways), self.hexes(ways)
        if end and (len(steps) == 1 or all_one(g, unit, ways, end)):
            return self.step(g, steps[0], ways)

        def prompt() -> str:
            if end:
                return f"{unit.name} in {unit.place} falls back to {end}: by which hex?"
            return f"{unit.name} in {unit.place} retreats {with_count(ways.left, 'hex')}: where to?"

        return g.ask(chooser(g, self.unit), prompt, self.offered(g), "NF-13.4.5")

    def ways(self, g: NightFight) -> Ways:
        """R52 Where it may lead from here."""
        return choices(g, g.pieces[self.unit], self.away, self.start, self.left, self.shelled, self.tier)

    def goal(self, ways: Ways) -> Hex:
        """Where it is to end, if that is chosen or there is but one place; "" if the player must say."""
        if len(ways.ends) == 1:
            return ways.ends[0]
        return self.end if self.end in ways.ends else ""

    def hexes(self, ways: Ways) -> list[Hex]:
        """What may be named: the ends, or, once the end is known, the next step."""
        end = self.goal(ways)
        return ways.first_steps(end) if end else ways.ends

    def step(self, g: NightFight, h: Hex, ways: Ways) -> None:
        """R53 The unit enters a hex; enemies still able to act in this phase may do so."""
        unit = g.change(self.unit, place=h)
        if g.heard:
            g.tell("NF-13.4.4", "{unit} falls back to {hex}", hexes=(h,), unit=unit.name, hex=h)
        g.swap(replace(self, left=ways.left - 1, tier=ways.tier, end=self.goal(ways)))
        cross_bridge(g, (self.unit,), h)
        refresh_spotted(g)
        if self.unit in g.pieces:
            react(g, (self.unit,))

    def _stop(self, g: NightFight) -> None:
        """13.4 A unit that has retreated is pinned."""
        g.done()
        unit = g.pieces[self.unit]
        if unit.place == self.start:
            text = "{unit} in {hex} has nowhere to go and stays"
            g.tell("NF-13.4.6", text, hexes=(unit.place,), unit=unit.name, hex=unit.place)
        elif self.left:
            g.tell("NF-13.4.6", "{unit} can go no farther than {hex}", unit=unit.name, hex=unit.place)
        take_place(g, self.unit)
        pin(g, self.unit)
        if unit.side == SOVIET and unit.column:
            hit_column(g, unit.column)


def chooser(g: NightFight, unit_id: str) -> str:
    """13.4 The German player decides; with several, the owner of the unit, or the first in order."""
    side = g.pieces[unit_id].side
    return g.players[0] if side == SOVIET else side


# -------------------- 13.0 Fire

FAUST_FACTOR = 3  # 17.0


# ------------------------------------------------------------------ may it fire?


def why_not_fire(g: NightFight, firer: Unit, target: Unit) -> Refusal | None:
    """13.0 Why a unit may not fire at a target now."""
    if firer.pinned:
        return Refusal("NF-13.4.13")
    if not firer.what.fires:
        return Refusal("NF-13.3.1", "A piece of strength 0 never fires.")
    if shots_left(g, firer) < 1:
        return Refusal("NF-13.0.4")
    if overstacked(g, firer.place):
        return Refusal("NF-4.3.2")
    if (firer.side == SOVIET) == (target.side == SOVIET):
        return Refusal("NF-13.0.1", "It is on the same side.")
    if target.up and target.what.kind == "strike":
        return Refusal("NF-15.2.4")
    if not target.spotted:
        return Refusal("NF-9.0.1", "Nobody has spotted it yet.")
    return why_not_in_view(g, firer.side, firer.place, target.place)


def shots_left(g: NightFight, firer: Unit) -> int:
    """13.0, 16.6 One shot a phase, two with supply."""
    return (2 if firer.id in g.supplied else 1) - g.fired.get(firer.id, 0)


def can_fire(g: NightFight, unit: Unit) -> bool:
    """4.3, 13.0, 13.4 Has the unit a shot left that it may use?"""
    return not unit.pinned and unit.what.fires and shots_left(g, unit) > 0 and not overstacked(g, unit.place)


def spotted_by_hex(g: NightFight, *, soviet: bool) -> dict[Hex, list[Unit]]:
    """10.3 The spotted units of one side, by hex."""
    spotted: dict[Hex, list[Unit]] = {}
    for unit in g.spotted():
        if (unit.side == SOVIET) == soviet:
            spotted.setdefault(unit.place, []).append(unit)
    return spotted


def targets(g: NightFight, firer: Unit) -> list[Unit]:
    """5.2, 10.3 Every spotted enemy a unit may fire at now; any unit may have spotted it."""
    if not can_fire(g, firer):
        return []
    spotted = spotted_by_hex(g, soviet=firer.side != SOVIET)
    return [t for h in hexes_in_view(g, firer.side, firer.place, spotted) for t in spotted[h]]


# ------------------------------------------------------------------ strength and working


def fire_strength(firer: Unit, faust: bool) -> int:
    """13.3, 17.0 Printed strength; three times the carrier's for Panzerfausts."""
    return (firer.what.strength or 0) * (FAUST_FACTOR if faust else 1)


def shot_working(firer: Unit, target: Unit, strength: int, modifiers: list[Modifier]) -> Working:
    """13.3 The working of a shot with this strength."""
    return working_of(f"{firer.name} fires at {target.name}", strength, target, modifiers)


def preview_shot(g: NightFight, firer: Unit, target: Unit, *, faust: bool = False) -> Working:
    """The working of a shot before it is made."""
    return shot_working(firer, target, fire_strength(firer, faust), shifts(g, firer, target))


# ------------------------------------------------------------------ the shot


class Shot(Step, frozen=True):
    """13.0 One unit fires at one spotted unit; `again` marks the second roll a depot gives (R42)."""

    firer: str
    target: str
    faust: bool = False
    again: bool = False

    def run(self, g: NightFight) -> None:
        firer, target = g.pieces.get(self.firer), g.pieces.get(self.target)
        if firer is None or target is None or not target.spotted:
            return g.done()
        if self.again and (firer.pinned or not in_view(g, firer.side, firer.place, target.place)):
            return g.done()
        strength = self._strength(g, firer)
        modifiers = shifts(g, firer, target)
        rolled = roll_combat(g, strength, target, modifiers)
        if g.heard:
            self._tell(g, firer, target, strength, rolled.behind(shot_working(firer, target, strength, modifiers)))
        g.outcome(rolled.words)
        g.fired = {**g.fired, firer.id: g.fired.get(firer.id, 0) + 1}
        g.acted = {**g.acted, firer.side: True}
        g.shot_at = {**g.shot_at, target.id: True}
        if self.faust:
            g.change(firer.id, fausts=firer.fausts - 1)
        spotted_by_firing(g, firer.id)
        g.swap(Result(self.target, rolled.letter, firer.place))

    def _tell(self, g: NightFight, firer: Unit, target: Unit, strength: int, working: Working) -> None:
        g.tell(
            "NF-13.3.4",
            "{firer} in {at} fires {how}at {target} in {hex}: {strength} against {defends}, column {column}, {result}",
            hexes=(firer.place, target.place),
            working=working,
            firer=firer.name,
            at=firer.place,
            target=target.name,
            hex=target.place,
            how="Panzerfausts " if self.faust else "once more " if self.again else "",
            strength=strength,
            defends=target.what.defends,
            column=working.column,
            result=working.words,
        )

    def _strength(self, g: NightFight, firer: Unit) -> int:
        """18.0 A Block House rolls a die for its strength each time."""
        if firer.type != "block_house":
            return fire_strength(firer, self.faust)
        die = g.d6()
        working = found(f"The strength of {firer.name}", (die,), die)
        text = "{unit} in {hex} fires with strength {die}"
        g.tell("NF-18.0.7", text, working=working, unit=firer.name, hex=firer.place, die=die)
        return die


def supplied_by_depot(g: NightFight, unit: Unit) -> bool:
    """18.0, R42 Within three hexes of a face-up Supply depot."""
    depots, far, held = g.foes("supply"), LIMITS["depot_radius"], g.soviet_hexes
    return any(u.up and u.place in held and GRID.distance(u.place, unit.place) <= far for u in depots)
