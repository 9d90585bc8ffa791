"""5 Reinforcements: when they arrive, where and how they enter."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from grognard.board.hexes.grid import Hex
from grognard.engine import Action, Actions, ChoiceStep, Deed, Refusal, Step, To, Working
from grognard.engine.core.state import without
from grognard.engine.core.wording import join_words, side_people
from grognard.games.tank_leader.rules.cards import refresh_higher_cards
from grognard.games.tank_leader.rules.choices import BACK, HexDeed, UnitDeed
from grognard.games.tank_leader.rules.data import CARDS, GRID, SIDES, came, judged, other
from grognard.games.tank_leader.rules.morale import remove
from grognard.games.tank_leader.rules.move_paths import RollForMovement, must_roll, prohibited, spend
from grognard.games.tank_leader.rules.movement import MoveUnit
from grognard.games.tank_leader.rules.opportunity_fire import Enter
from grognard.games.tank_leader.rules.overrun import Overrun, OverrunHex, why_not_overrun
from grognard.games.tank_leader.rules.scenarios import SCENARIOS
from grognard.games.tank_leader.rules.state import Group, Move, TankLeader, Unit
from grognard.games.tank_leader.rules.terrain import EDGE, hexes_between
from grognard.games.tank_leader.rules.terrain_chart import ALL_POINTS
from grognard.games.tank_leader.rules.transport import Load, load, loadable, why_not_load

ROAD, EDGE_STRETCH = "road", "edge"
LOST = 6  # 5.2 the die that loses a formation


# ------------------------------------------------------------------ who arrives (4.1, 5.1, 15.4)


class ReinforcementPhase(Step, frozen=True):
    """4.1 Both sides' schedules, with their rolls and draws."""

    def run(self, g: TankLeader) -> None:
        g.phase = "Reinforcement"
        for key in list(g.groups):
            schedule(g, key)
        g.done()


def schedule(g: TankLeader, key: str) -> None:
    """5.1 A fixed, rolled or secretly chosen turn; a die each turn; a draw from a deck."""
    group = g.groups[key]
    row = row_of(g, group)
    arrival = row["arrival"]
    if arrival["kind"] == "deck":
        draw(g, key, group, row)
    elif arrival["kind"] == "die_each_turn":
        if g.turn >= arrival["first_turn"]:
            names = names_of_cards(group.cards)
            working = Working(f"{names} arrive", dice=1, needs=min(arrival["arrives_on"]))
            working = judged(working, (g.d6(),), "arrival", "no arrival")
            g.tell("TL-15.4.2", "{names}: {word} this turn", working=working, names=names, word=working.words)
            if came(working):
                arrive(g, group.cards, row)
                g.groups = without(g.groups, key)
    elif group.turn == g.turn:
        arrive(g, group.cards, row)
        g.groups = without(g.groups, key)


def names_of_cards(cards: Sequence[str]) -> str:
    """The combat formations among some cards, by name."""
    return join_words(CARDS[c].id for c in cards if CARDS[c].type == "combat")


def row_of(g: TankLeader, group: Group) -> dict[str, Any]:
    """The scenario's words about a reinforcement."""
    return reinforcement_rows(g.scenario_id)[group.row]


@lru_cache(maxsize=256)
def reinforcement_rows(scenario: str) -> list[dict[str, Any]]:
    """5.1 The reinforcements of a scenario, and forces that come on by themselves at named hexes (scenario 10)."""
    data = SCENARIOS[scenario]
    rows: list[dict[str, Any]] = list(data.get("reinforcement", ()))
    for side in SIDES:
        for entry in data[side].get("entry", ()):
            if "hexes" in entry:
                arrival = {"kind": "turn", "turn": entry["turn"]}
                place = {"kind": "hexes", "hexes": entry["hexes"]}
                rows.append({"side": side, "cards": entry["cards"], "arrival": arrival, "entry": place})
    return rows


def draw(g: TankLeader, key: str, group: Group, row: dict[str, Any]) -> None:
    """15.4 One card of the Reinforcement Deck in each named turn; a blank brings nothing."""
    arrival = row["arrival"]
    if not arrival["first_turn"] <= g.turn <= arrival["last_turn"] or not group.deck:
        return
    drawn = g.choose(group.deck)
    deck = list(group.deck)
    deck.remove(drawn)
    if g.turn == arrival["last_turn"] or not deck:
        g.groups = without(g.groups, key)
    else:
        g.groups = {**g.groups, key: replace(group, deck=tuple(deck))}
    if drawn in CARDS:
        arrive(g, (drawn,), row)
    else:
        g.tell("TL-15.4.1", "{side} draws a blank card", side=side_people(group.side))


def arrive(g: TankLeader, cards: tuple[str, ...], row: dict[str, Any]) -> None:
    """5.1, 5.2 The cards go into the hand; where each formation enters is settled."""
    for card in cards:
        if CARDS[card].type != "combat" or g.cards.get(card) != "due":
            continue
        where = entry_place(g, card, row["entry"])
        if where is None:
            continue
        bring(g, card, where)
    refresh_higher_cards(g)


def bring(g: TankLeader, card: str, where: tuple[str, ...]) -> None:
    """5 A formation's card comes to hand, and its units wait off the map."""
    g.entry = {**g.entry, card: where}
    g.cards = {**g.cards, card: "hand"}
    g.reveal()
    g.tell("TL-5.1", "{name} arrives at {hex}", name=CARDS[card].id, hex=where[1])


def entry_place(g: TankLeader, card: str, entry: dict[str, Any]) -> tuple[str, ...] | None:
    """5.2 A numbered road, a map edge, or a die: 1 to 5 is the owner's road, 6 loses the formation."""
    side = CARDS[card].side
    if entry["kind"] == "edge":
        column = entry["column"]
        return (EDGE_STRETCH, *hexes_between((column, column), entry["rows"]))
    if entry["kind"] == "hexes":
        return (ROAD, *entry["hexes"])
    if entry["kind"] == "road":
        return ROAD, g.country.land.entries[side][entry["road"] - 1]
    die, name = g.d6(), CARDS[card].id
    working = Working(f"Where {name} enters", chart="entry", column="road", dice=1).rolled((die,), road_of(die))
    if die == LOST:
        g.tell("TL-5.2.2", "{name} is lost and never enters", working=working, name=name)
        for unit in g.members(card):
            remove(g, unit, "never")
        return None
    g.tell("TL-5.2.2", "{name} enters on road {die}", working=working, name=name, die=die)
    return ROAD, g.country.land.entries[side][die - 1]


def road_of(die: int) -> str:
    """5.2.2 What a die of variable entry says."""
    return "lost" if die == LOST else f"road {die}"


# ------------------------------------------------------------------ entering (5.3)


def waiting(g: TankLeader, unit: Unit) -> bool:
    """5.3 Is the unit off the map with its entry settled?"""
    return not unit.hex and not unit.carrier and (unit.card or unit.id) in g.entry


def has_to_come(g: TankLeader, card: str) -> bool:
    """5.2 Has a formation units that must enter the map when it is active?"""
    return any(waiting(g, u) for u in g.members(card))


def entry_hexes(g: TankLeader, unit: Unit) -> list[Hex]:
    """5.3 The first hexes a waiting unit may enter; beside a blocked road hex also its neighbours on the edge."""
    if not waiting(g, unit) or unit.what.tow or must_tow(g, unit):
        return []
    return _open_entries(g, unit, transport=g.loaded(unit))


def _open_entries(g: TankLeader, unit: Unit, *, transport: bool) -> list[Hex]:
    kind, *hexes = g.entry[unit.card or unit.id]
    found = dict.fromkeys(hexes)
    if kind == ROAD:
        for h in hexes:
            if g.side_here(h, other(unit.side)):
                found |= dict.fromkeys(_beside(h))
    return [h for h in found if why_not_come(g, unit, h, transport=transport) is None]


def _beside(h: Hex) -> list[Hex]:
    """5.3.3 The neighbours of an entry hex along its edge (or its column, for an entry inside the map)."""
    column = GRID.position[h][0]
    if h in EDGE:
        return [n for n in GRID.neighbours[h] if n in EDGE]
    return [n for n in GRID.neighbours[h] if GRID.position[n][0] == column]


def entry_cost(g: TankLeader, unit: Unit, h: Hex) -> int | None:
    """5.2.5, 5.3.2 The road rate on the numbered road, else the ordinary cost of the hex."""
    kind, *hexes = g.entry[unit.card or unit.id]
    if kind == ROAD and h in hexes and h in g.country.land.roads:
        return g.country.road_rate(unit.what.mover)
    return g.country.hex_cost(h, unit.what.mover)


def why_not_come(g: TankLeader, unit: Unit, h: Hex, *, transport: bool) -> Refusal | None:
    """5.3 Why a waiting unit may not enter the map here."""
    if entry_cost(g, unit, h) is None:
        return prohibited(g, h)
    foes = g.side_here(h, other(unit.side))
    if not unit.vehicle and any(u.vehicle and not u.what.truck for u in foes):
        return Refusal("TL-5.3.4")
    if foes and transport:
        return Refusal("TL-13.33.2")
    return None


def fares(g: TankLeader, vehicle: Unit) -> list[Unit]:
    """5.3, 13.33 Whom a waiting vehicle may take aboard: nobody if enemies close every entry to a transport."""
    found = loadable(g, vehicle)
    return found if found and _open_entries(g, vehicle, transport=True) else []


def guns_to_tow(g: TankLeader, truck: Unit) -> list[Unit]:
    """5.2, 13.32 Guns that a waiting truck could tow on."""
    return [u for u in fares(g, truck) if u.what.tow] if truck.what.truck else []


def must_tow(g: TankLeader, truck: Unit) -> bool:
    """5.2, 13.32 Would a gun be left behind if the truck drove on without one?"""
    guns = guns_to_tow(g, truck)
    if not guns:
        return False
    able = [t for t in g.pieces.values() if t.what.truck and waiting(g, t) and why_not_load(g, t, guns[0]) is None]
    return len(able) <= len(guns)


class ComeOn(HexDeed, frozen=True):
    """5.3 The unit enters in a hex, paying from there on."""

    @classmethod
    def answers(cls, g: TankLeader, by: EnterMap) -> list[Action]:
        return [To(h) for h in entry_hexes(g, g.pieces[by.unit])]

    def why_not(self, g: TankLeader, by: EnterMap) -> Refusal | None:
        return why_not_enter(g, g.pieces[by.unit], self.hex)

    def do(self, g: TankLeader, by: EnterMap) -> None:
        unit = g.pieces[by.unit]
        cost = entry_cost(g, unit, self.hex)
        assert cost is not None
        g.move = Move(by.unit, transport=g.loaded(unit))
        on_road = self.hex in g.country.land.roads
        over = g.country.chart_cost(self.hex, unit.what.mover) == ALL_POINTS and not on_road
        spend(g, unit, (self.hex,), cost, over=over)
        g.swap(Enter(by.unit, self.hex), MoveUnit(by.unit))


class ComeOnOver(HexDeed, frozen=True):
    """14.2 It drives over the infantry in a hex of the edge."""

    does, stored = "overrun ", Overrun

    @classmethod
    def answers(cls, g: TankLeader, by: EnterMap) -> list[Action]:
        unit = g.pieces[by.unit]
        return [Overrun(h) for h in entry_hexes(g, unit) if why_not_overrun(g, unit, h) is None]

    def why_not(self, g: TankLeader, by: EnterMap) -> Refusal | None:
        unit = g.pieces[by.unit]
        return why_not_enter(g, unit, self.hex) or why_not_overrun(g, unit, self.hex)

    def do(self, g: TankLeader, by: EnterMap) -> None:
        g.move = Move(by.unit)
        g.swap(OverrunHex(by.unit, self.hex), MoveUnit(by.unit))


class LoadAtEntry(UnitDeed, frozen=True):
    """13.3 It takes somebody aboard before it comes on."""

    does, stored = "load ", Load

    @classmethod
    def answers(cls, g: TankLeader, by: EnterMap) -> list[Action]:
        return [Load(u.id) for u in fares(g, g.pieces[by.unit])]

    def why_not(self, g: TankLeader, by: EnterMap) -> Refusal | None:
        unit = g.pieces[by.unit]
        refusal = why_not_load(g, unit, self.unit(g))
        return Refusal("TL-13.33.2") if refusal is None and not fares(g, unit) else refusal

    def do(self, g: TankLeader, by: EnterMap) -> None:
        load(g, by.unit, self.piece)


class EnterLater(Deed, frozen=True):
    """5.2 Somebody else goes first; who has taken somebody aboard must come on."""

    stored = BACK

    def why_not(self, g: TankLeader, by: EnterMap) -> Refusal | None:
        return Refusal("TL-5.2") if g.loaded(g.pieces[by.unit]) else None

    def do(self, g: TankLeader, by: EnterMap) -> None:
        g.done()


WAYS_ON = ComeOn, ComeOnOver, LoadAtEntry


class EnterMap(ChoiceStep, frozen=True):
    """5.3 A reinforcement comes on, paying from the first hex, and moves on; who has loaded must come (5.2).

    Where there is one way on it is taken without asking.
    """

    unit: str
    deeds = (*WAYS_ON, EnterLater)

    def run(self, g: TankLeader) -> None:
        unit = g.pieces[self.unit]
        if must_roll(g, unit):
            return g.call(RollForMovement(unit.card))
        ways = self.ways_on(g)
        if has_one_way(ways):
            return self.take(g, ways[0])
        answers = Actions(ways, self.answers(g, EnterLater))
        g.ask(unit.side, f"{unit.name}: enter the map where?", answers, "TL-5.3.1")

    def ways_on(self, g: TankLeader) -> list[Action]:
        """5.3 To a hex, over the infantry in it (14.2), or with somebody aboard first."""
        return [answer for kind in WAYS_ON for answer in self.answers(g, kind)]


def has_one_way(actions: list[Action]) -> bool:
    """5.2 Is there nothing to choose in coming on?"""
    return len(actions) == 1 and isinstance(actions[0], To)


def why_not_enter(g: TankLeader, unit: Unit, h: Hex) -> Refusal | None:
    """5.2, 5.3 Why a unit that is asked where it comes on may not do so here."""
    if h in entry_hexes(g, unit):
        return None
    if must_tow(g, unit):
        return Refusal("TL-5.2", "A gun would be left behind.")
    return why_not_come(g, unit, h, transport=g.loaded(unit)) or Refusal("TL-5.2.1")
