"""6.0 Random events."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.board.hexes.grid import Hex
from grognard.engine import Action, ChoiceStep, Deed, Press, Refusal, Step, To
from grognard.engine.core.wording import with_count
from grognard.games.night_fight.rules.bridges import demolish
from grognard.games.night_fight.rules.column_formation import divide_columns
from grognard.games.night_fight.rules.data import BRIDGE_TABLE, EDGE_ROLLS, MAJOR_BRIDGES, against, came, found
from grognard.games.night_fight.rules.losses import pin, remove_dummy
from grognard.games.night_fight.rules.setup import Purchase, draw, new_column, roll_visibility
from grognard.games.night_fight.rules.sight import refresh_spotted
from grognard.games.night_fight.rules.spotting import turn_up
from grognard.games.night_fight.rules.state import SOVIET, Choose, HidesOdds, NightFight, Unit, on_map
from grognard.games.night_fight.rules.terrain import is_road, nearest_edge_roads

MARKERS = ("1", "2", "3", "4", "5")  # 2.2 column markers


class RandomEvents(Step, frozen=True):
    """6.0 Two dice at the start of every turn; an event that has occurred is no event again."""

    begun: bool = False

    def run(self, g: NightFight) -> None:
        if self.begun:
            divide_columns(g)
            return g.done()
        g.new_phase("Random events")
        g.swap(RandomEvents(begun=True))
        dice = (g.d6(), g.d6())
        number = sum(dice)
        if number not in EVENTS:
            return g.tell("NF-6.0.3", "No event", working=found("Random event", dice, "no event"))
        name, happen = EVENTS[number]
        working = found("Random event", dice, name)
        if number in g.happened:
            return g.tell("NF-6.0.2", "No event: {name} has happened already", working=working, name=name)
        g.tell(f"NF-6.0.{_CITE[number]}", "Event: {name}", working=working, name=name)
        if happen(g):
            g.happened = (*g.happened, number)
        return None


# ------------------------------------------------------------------ 3, 4, 6, 7, 10: by the dice alone


def armor_breakdowns(g: NightFight) -> bool:
    """6.0, R57, R10 A die for each German H or SH unit on the map and each face-up Soviet H unit; a 1 pins."""
    units = [u for u in g.pieces.values() if on_map(u.place) and _may_break_down(u)]
    if not units:
        g.tell("NF-6.0.4", "No heavy unit is known to be on the map: nothing happens")
    for unit in units:
        die = g.d6()
        working = against(f"{unit.name} keeps going", (die,), 2)
        verdict = "it keeps going" if came(working) else "it breaks down"
        text = "{unit} in {hex}: {die}, {verdict}"
        g.tell("NF-6.0.4", text, working=working, unit=unit.name, hex=unit.place, die=die, verdict=verdict)
        if not came(working):
            pin(g, unit.id, combat=False)
    return True


def _may_break_down(unit: Unit) -> bool:
    if unit.side == SOVIET:
        return unit.up and unit.what.weight == "H" and unit.what.kind == "vehicle"
    return unit.what.weight in ("H", "SH")


def command_breakdown(g: NightFight) -> bool:
    """6.0 No Soviet Rally Phase this turn."""
    g.breakdown = True
    g.tell("NF-6.0.5", "No Soviet unit will rally this turn")
    return True


def soviets_alerted(g: NightFight) -> bool:
    """6.0, R57 Soviet attempts gain 2 for the rest of the scenario."""
    g.alerted = True
    g.tell("NF-6.0.10", "Soviet attempts to spot gain 2 for the rest of the scenario")
    return True


def bridges_blown(g: NightFight) -> bool:
    """6.0, R57 One die of bridges, each picked by two dice; duplicates and lost ones are wasted."""
    count = g.d6()
    are = "charge is" if count == 1 else "charges are"
    working = found("Charges", (count,), count)
    g.tell("NF-6.0.11", "{n} {are} lit", working=working, n=count, are=are)
    for number in range(1, count + 1):
        h, dice = rolled_bridge(g)
        cite = "NF-6.0.12" if len(dice) == 2 else "NF-6.0.13"
        working = found("Which bridge", dice, h)
        g.tell(cite, "Charge {number}: the bridge at {hex}", hexes=(h,), working=working, number=number, hex=h)
        demolish(g, h, "NF-6.0.14")
    return True


def rolled_bridge(g: NightFight) -> tuple[Hex, tuple[int, ...]]:
    """6.0 The bridge table; a 12 needs a further die for one of the three major bridges."""
    dice = (g.d6(), g.d6())
    if sum(dice) in BRIDGE_TABLE:
        return BRIDGE_TABLE[sum(dice)], dice
    die = g.d6()
    return MAJOR_BRIDGES[die - 1], (*dice, die)


def visibility_changes(g: NightFight) -> bool:
    """6.0 Roll again for visibility."""
    roll_visibility(g)
    refresh_spotted(g)
    return True


# ------------------------------------------------------------------ 5: Soviet reinforcements


def soviet_reinforcements(g: NightFight) -> bool:
    """6.0, R28, R57 A new column at the edge; void without a marker, a piece or a free edge hex."""
    number = next((n for n in MARKERS if not any(c.startswith(n) for c in g.columns)), None)
    if number is None or not g.mobile_rest:
        why = "every column marker is in use" if number is None else "no mobile piece is left"
        g.tell("NF-6.0.9", "None come: {why}", why=why)
        return True
    dice = (g.d6(), g.d6())
    h = EDGE_ROLLS[sum(dice)]
    ways = [h] if _free(g, h) else nearest_edge_roads(g, h)
    how = "" if _free(g, h) else ", which is occupied" if ways else ", and every edge hex is occupied: none come"
    working = found("Map-edge road hex", dice, h)
    g.tell("NF-6.0.6", "They are to enter by {hex}{how}", hexes=(h,), working=working, hex=h, how=how)
    if not ways:
        return False
    g.call(Reinforce(number, tuple(ways)))
    return True


def _free(g: NightFight, h: Hex) -> bool:
    return h not in g.german_hexes and h not in g.soviet_hexes


class ArriveBy(Deed, frozen=True):
    """6.0 The edge hex by which they come."""

    stored = To
    hex: Hex

    @classmethod
    def candidates(cls, g: NightFight, by: Reinforce) -> Iterator[ArriveBy]:
        return map(cls, by.ways)

    def why_not(self, g: NightFight, by: Reinforce) -> Refusal | None:
        return None if self.hex in by.ways else Refusal("NF-6.0.7")

    def do(self, g: NightFight, by: Reinforce) -> None:
        by.arrive(g, self.hex)


class Reinforce(HidesOdds, ChoiceStep, frozen=True):
    """6.0 The German player chooses among edge hexes that are equally close; then the column arrives."""

    number: str
    ways: tuple[Hex, ...]

    deeds = (ArriveBy,)

    def run(self, g: NightFight) -> None:
        if len(self.ways) == 1:
            return self.arrive(g, self.ways[0])
        g.ask(g.players[0], "Where do the Soviet reinforcements arrive?", self.offered(g), "NF-6.0.7")

    def arrive(self, g: NightFight, h: Hex) -> None:
        """6.0 One die of pieces, drawn unseen; the arrow points inward."""
        die = g.d6()
        count = min(die, len(g.mobile_rest))
        short = "" if count == die else ", which is all that is left"
        text = "{pieces} by {hex}{short}"
        working = found("Pieces", (die,), die)
        pieces = f"{with_count(count, 'piece')} {'comes' if count == 1 else 'come'}"
        g.tell("NF-6.0.8", text, hexes=(h,), working=working, pieces=pieces, hex=h, short=short)
        kinds = []
        for _ in range(count):
            kind, g.mobile_rest = draw(g, g.mobile_rest)
            kinds.append(kind)
        links = g.land.road_links[h]
        inward = next((n for n in links if is_road(g, n)), links[0])
        new_column(g, self.number, kinds, h, inward)
        g.done()


# ------------------------------------------------------------------ 8: intelligence report


def intelligence_report(g: NightFight) -> bool:
    """6.0 Up to three hidden pieces on the map, or all of one column."""
    if all(u.up for u in g.pieces.values() if u.side == SOVIET):
        g.tell("NF-6.0.15", "No Soviet piece lies face down: there is nothing to report")
    g.call(Intelligence())
    return True


REPORTS = 3  # pieces


class TurnUp(Choose, frozen=True):
    """6.0 A hidden piece on the map is turned up."""

    @classmethod
    def candidates(cls, g: NightFight, by: Intelligence) -> list[TurnUp]:
        return [cls(unit.id) for unit in g.soviets()]

    def why_not(self, g: NightFight, by: Intelligence) -> Refusal | None:
        unit = g.pieces[self.piece]
        return None if unit in g.soviets() and not unit.up else Refusal("NF-6.0.15")

    def do(self, g: NightFight, by: Intelligence) -> None:
        g.swap(*([Intelligence(by.left - 1)] if by.left > 1 else []))
        show(g, self.piece)


class TurnUpColumn(Deed, frozen=True):
    """6.0 All pieces of a column are turned up, as long as no single one was."""

    stored = Press
    column: str

    @classmethod
    def of(cls, answer: Action) -> TurnUpColumn | None:
        word, _, column = answer.button.partition(" ") if isinstance(answer, Press) else ("", "", "")
        return cls(column) if word == "column" else None

    @property
    def answer(self) -> Press:
        return Press(f"column {self.column}")

    @classmethod
    def candidates(cls, g: NightFight, by: Intelligence) -> Iterator[TurnUpColumn]:
        return map(cls, g.columns)

    def why_not(self, g: NightFight, by: Intelligence) -> Refusal | None:
        column = g.columns.get(self.column)
        hides = column is not None and any(not g.pieces[i].up for i in column.units)
        return None if hides and by.left == REPORTS else Refusal("NF-6.0.15")

    def do(self, g: NightFight, by: Intelligence) -> None:
        g.done()
        for unit_id in g.columns[self.column].units:
            show(g, unit_id)


class EnoughSeen(Deed, frozen=True):
    """6.0 No more is turned up."""

    stored = Press("stop")

    def do(self, g: NightFight, by: Intelligence) -> None:
        g.done()


class Intelligence(HidesOdds, ChoiceStep, frozen=True):
    """6.0, R57 The player turns pieces up; they are not spotted by that, and Dummies go."""

    left: int = REPORTS

    deeds = (TurnUp, TurnUpColumn, EnoughSeen)

    def run(self, g: NightFight) -> None:
        columns = self.answers(g, TurnUpColumn)
        if not columns and not self.answers(g, TurnUp):
            return g.done()
        column = ", or all of one column" if columns else ""
        prompt = f"Intelligence report: turn up a hidden piece ({self.left} left){column}, or stop"
        g.ask(g.players[0], prompt, self.offered(g), "NF-6.0.15")


def show(g: NightFight, unit_id: str) -> None:
    """A piece is turned up without being spotted; a Dummy is removed."""
    if g.pieces[unit_id].type == "dummy":
        remove_dummy(g, unit_id, "NF-6.0.15")
    else:
        turn_up(g, unit_id)


# ------------------------------------------------------------------ 9: German reinforcements


def german_reinforcements(g: NightFight) -> bool:
    """6.0, 20.2 Two dice of recruit points to spend at once, divided evenly between players."""
    dice = (g.d6(), g.d6())
    share = sum(dice) // len(g.players)
    each = f", {share} for each player" if len(g.players) > 1 else ""
    working = found("Recruit points", dice, sum(dice))
    g.tell("NF-6.0.16", "{n} recruit points for reinforcements{each}", working=working, n=sum(dice), each=each)
    g.points = {**g.points, **dict.fromkeys(g.players, share)}
    g.call(*[Purchase(side, reinforcement=True) for side in g.players])
    return True


EVENTS = {
    3: ("Armor breakdowns", armor_breakdowns),
    4: ("Soviet command breakdown", command_breakdown),
    5: ("Soviet reinforcements", soviet_reinforcements),
    6: ("Soviets alerted", soviets_alerted),
    7: ("Bridges blown", bridges_blown),
    8: ("Intelligence report", intelligence_report),
    9: ("German reinforcements", german_reinforcements),
    10: ("Visibility changes", visibility_changes),
}
_CITE = {3: 4, 4: 5, 5: 6, 6: 10, 7: 11, 8: 15, 9: 16, 10: 18}  # the ledger row of each event
