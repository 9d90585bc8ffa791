"""6.0 Random events."""

from __future__ import annotations

from grognard.board.hexgrid import Hex
from grognard.engine import Action, Pick, Press, Refusal, Step, To
from grognard.games.night_fight.rules.bridges import demolish
from grognard.games.night_fight.rules.data import BRIDGE_TABLE, EDGE_ROLLS, MAJOR_BRIDGES
from grognard.games.night_fight.rules.losses import pin, remove_dummy
from grognard.games.night_fight.rules.phases import InTheDark
from grognard.games.night_fight.rules.purchase import Purchase
from grognard.games.night_fight.rules.setup import draw, new_column, roll_visibility
from grognard.games.night_fight.rules.sight import refresh_spotted
from grognard.games.night_fight.rules.spotting import turn_up
from grognard.games.night_fight.rules.state import SOVIET, NightFight, Unit, on_map
from grognard.games.night_fight.rules.terrain import ROAD_LINKS, is_road, nearest_edge_roads

MARKERS = ("1", "2", "3", "4", "5")  # 2.2 column markers


class RandomEvents(Step, frozen=True):
    """6.0 Two dice at the start of every turn; an event that has occurred is no event again."""

    def run(self, g: NightFight) -> None:
        g.new_phase("Random events")
        dice = (g.d6(), g.d6())
        number = sum(dice)
        g.done()
        if number not in EVENTS or number in g.happened:
            g.tell("NF-6.0.3" if number not in EVENTS else "NF-6.0.2", "No event", dice=dice)
            return
        name, happen = EVENTS[number]
        g.tell(f"NF-6.0.{_CITE[number]}", name, dice=dice)
        if happen(g):
            g.happened = (*g.happened, number)


# ------------------------------------------------------------------ 3, 4, 6, 7, 10: by the dice alone


def armor_breakdowns(g: NightFight) -> bool:
    """6.0, R57, R10 A die for each German H or SH unit on the map and each face-up Soviet H unit; a 1 pins."""
    for unit in list(g.pieces.values()):
        if on_map(unit.place) and _may_break_down(unit):
            die = g.d6()
            g.tell("NF-6.0.4", "{unit} in {hex}", dice=(die,), unit=unit.name, hex=unit.place)
            if die == 1:
                pin(g, unit.id)
    return True


def _may_break_down(unit: Unit) -> bool:
    if unit.side == SOVIET:
        return unit.up and unit.what.weight == "H" and unit.what.kind == "vehicle"
    return unit.what.weight in ("H", "SH")


def command_breakdown(g: NightFight) -> bool:
    """6.0 No Soviet Rally Phase this turn."""
    g.breakdown = True
    return True


def soviets_alerted(g: NightFight) -> bool:
    """6.0, R57 Soviet attempts gain 2 for the rest of the scenario."""
    g.alerted = True
    return True


def bridges_blown(g: NightFight) -> bool:
    """6.0, R57 One die of bridges, each picked by two dice; duplicates and lost ones are wasted."""
    count = g.d6()
    g.tell("NF-6.0.11", "{n} charges go off", dice=(count,), n=count)
    for _ in range(count):
        demolish(g, rolled_bridge(g), "NF-6.0.14")
    return True


def rolled_bridge(g: NightFight) -> Hex:
    """6.0 The bridge table; a 12 needs a further die for one of the three major bridges."""
    roll = g.d6() + g.d6()
    return BRIDGE_TABLE[roll] if roll in BRIDGE_TABLE else MAJOR_BRIDGES[g.d6() - 1]


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
        return True
    h = EDGE_ROLLS[g.d6() + g.d6()]
    ways = [h] if _free(g, h) else nearest_edge_roads(g, h)
    if not ways:
        return False
    g.call(Reinforce(number, tuple(ways)))
    return True


def _free(g: NightFight, h: Hex) -> bool:
    return h not in g.german_hexes and h not in g.soviet_hexes


class Reinforce(InTheDark, frozen=True):
    """6.0 The German player chooses among edge hexes that are equally close; then the column arrives."""

    number: str
    ways: tuple[Hex, ...]

    def run(self, g: NightFight) -> None:
        if len(self.ways) == 1:
            return self._arrive(g, self.ways[0])
        g.ask(g.players[0], "Where do the Soviet reinforcements arrive?", [To(h) for h in self.ways], "NF-6.0.7")

    def take(self, g: NightFight, action: Action) -> None:
        assert isinstance(action, To)
        self._arrive(g, action.hex)

    def why_not(self, g: NightFight, side: str, action: Action) -> Refusal | None:
        return Refusal("NF-6.0.7") if isinstance(action, To) else None

    def _arrive(self, g: NightFight, h: Hex) -> None:
        """6.0 One die of pieces, drawn unseen; the arrow points inward."""
        count = min(g.d6(), len(g.mobile_rest))
        kinds = []
        for _ in range(count):
            kind, g.mobile_rest = draw(g, g.mobile_rest)
            kinds.append(kind)
        inward = next((n for n in ROAD_LINKS[h] if is_road(g, n)), ROAD_LINKS[h][0])
        new_column(g, self.number, kinds, h, inward)
        g.done()


# ------------------------------------------------------------------ 8: intelligence report


def intelligence_report(g: NightFight) -> bool:
    """6.0 Up to three hidden pieces on the map, or all of one column."""
    g.call(Intelligence())
    return True


class Intelligence(InTheDark, frozen=True):
    """6.0, R57 The player turns pieces up; they are not spotted by that, and Dummies go."""

    left: int = 3

    def run(self, g: NightFight) -> None:
        hidden: list[Action] = [Pick(u.id) for u in g.soviets() if not u.up]
        columns: list[Action] = [Press(f"column {c}") for c in self._columns(g)] if self.left == 3 else []
        if not hidden and not columns:
            return g.done()
        prompt = f"Intelligence report: turn up a hidden piece ({self.left} left), or stop"
        g.ask(g.players[0], prompt, [*hidden, *columns, Press("stop")], "NF-6.0.15")

    def _columns(self, g: NightFight) -> list[str]:
        return [c.id for c in g.columns.values() if any(not g.pieces[i].up for i in c.units)]

    def take(self, g: NightFight, action: Action) -> None:
        match action:
            case Pick(piece):
                g.swap(*([Intelligence(self.left - 1)] if self.left > 1 else []))
                show(g, piece)
            case Press(word) if word.startswith("column"):
                g.done()
                for unit_id in g.columns[word.removeprefix("column ")].units:
                    show(g, unit_id)
            case _:
                g.done()

    def why_not(self, g: NightFight, side: str, action: Action) -> Refusal | None:
        return Refusal("NF-6.0.15") if isinstance(action, Pick | Press) else None


def show(g: NightFight, unit_id: str) -> None:
    """A piece is turned up without being spotted; a Dummy is removed."""
    if g.pieces[unit_id].type == "dummy":
        remove_dummy(g, unit_id)
    else:
        turn_up(g, unit_id)


# ------------------------------------------------------------------ 9: German reinforcements


def german_reinforcements(g: NightFight) -> bool:
    """6.0, 20.2 Two dice of recruit points to spend at once, divided evenly between players."""
    dice = (g.d6(), g.d6())
    share = sum(dice) // len(g.players)
    g.tell("NF-6.0.16", "{n} recruit points for reinforcements", dice=dice, n=sum(dice))
    for side in g.players:
        g.points[side] = share
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
