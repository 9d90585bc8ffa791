"""3.1, 15.1, 15.2 Before the set-up: battle conditions, the forces of both sides, and when the rest arrives."""

from __future__ import annotations

from typing import Any

from grognard.engine import ChoiceStep, Deed, Given, Press, Refusal, Step, Working
from grognard.engine.core.wording import side_people, with_count
from grognard.games.tank_leader.rules.cards import superiors
from grognard.games.tank_leader.rules.choices import CardDeed
from grognard.games.tank_leader.rules.data import (
    BLANKS,
    CARDS,
    EXPERIENCE,
    RANDOM,
    SIDES,
    TABLES,
    TYPES,
    UnitType,
    found,
    other,
)
from grognard.games.tank_leader.rules.reinforcements import names_of_cards, reinforcement_rows
from grognard.games.tank_leader.rules.setup import SetUp
from grognard.games.tank_leader.rules.state import Group, TankLeader, Unit
from grognard.games.tank_leader.rules.terrain import Conditions

READY = Press("done")


# ------------------------------------------------------------------ battle conditions (3.1)


def roll_conditions(g: TankLeader) -> None:
    """3.1 One die for each variable condition; fixed ones are never rolled."""
    data = g.scenario
    settled = {key: data[key] for key in ("season", "urbanization", "area", "contour")}
    ground = data.get("ground", TABLES["season_effects"]["fixed_season_default_ground"])
    for key in ("season", "urbanization", "area", "contour"):
        if settled[key] != "variable":
            continue
        die = g.d6()
        if key == "season":
            row = RANDOM["season"][die - 1]
            settled[key], ground = row["season"], row["ground"]
        else:
            settled[key] = RANDOM[key][die - 1]
        what = random_condition(key, die)
        working = Working(key.title(), chart="random conditions", column=key, dice=1).rolled((die,), what)
        g.tell("TL-3.1.1", "The {key} is {what}", working=working, key=key, what=what)
    urban, area, contour = settled["urbanization"], settled["area"], settled["contour"]
    sheet = g.scenario_id if "mapsheet" in data else ""
    g.conditions = Conditions(settled["season"], ground, urban, area, contour, sheet)
    g.tell(
        "TL-15.2.1",
        "{season} ({ground} ground), {urban} urbanization, {area}, {contour}; visibility {n}",
        season=g.conditions.season,
        ground=ground,
        urban=g.conditions.urbanization,
        area=g.conditions.area.replace("_", " "),
        contour=g.conditions.contour,
        n=g.visibility,
    )


def random_condition(key: str, die: int) -> str:
    """3.1 What the Random Battle Conditions Table prints for a die."""
    if key != "season":
        return str(RANDOM[key][die - 1]).replace("_", " ")
    row = RANDOM[key][die - 1]
    return str(row["season"]) + (f", {row['ground']}" if row["ground"] != "normal" else "")


# ------------------------------------------------------------------ forces (15.1)


def scenario_cards(g: TankLeader, side: str) -> list[str]:
    """15.1.1 Every card a side has or may get in the scenario."""
    if "draft" in g.scenario:
        return [key for key in g.cards if CARDS[key].side == side]
    cards = [str(n) for n in g.scenario[side]["cards"]]
    for row in reinforcement_rows(g.scenario_id):
        if row["side"] == side:
            cards += [str(n) for n in row["cards"]]
    return list(dict.fromkeys(cards))


def muster(g: TankLeader) -> None:
    """6.2, 15.1 The units of the year; ids are dealt at random so that they tell nothing of what lies face-down."""
    for side in SIDES:
        force = []
        for card in scenario_cards(g, side):
            g.cards = {**g.cards, card: g.cards.get(card, "due")}
            force += line_up(card, g.year, g.advanced) if CARDS[card].type == "combat" else []
        force += [("", f"{side[0]}_truck")] * int(g.scenario[side]["extra_trucks"])
        numbers, platoons = g.shuffled(range(1, len(force) + 1)), platoon_numbers(force)
        for number, no, (card, kind) in sorted(zip(numbers, platoons, force, strict=True)):
            exp = g.printed(card) if card else EXPERIENCE.index("seasoned")
            g.put(Unit(f"{side[0]}{number}", side, "", kind, card, no, exp=exp))


def platoon_numbers(force: list[tuple[str, str]]) -> list[int]:
    """Which of several platoons of one kind in a formation each unit is; 0 if there is only one."""
    return [force[: i + 1].count(unit) if force.count(unit) > 1 else 0 for i, unit in enumerate(force)]


def line_up(card: str, year: int, advanced: bool) -> list[tuple[str, str]]:
    """6.2 The units of a combat card; vehicles only, without trucks, in the Standard Game (2.11.2)."""
    row = CARDS[card].line_up(year)
    units = [(card, kind) for kind, n in row.units.items() for _ in range(n)] if row else []
    if not advanced:
        return [(c, kind) for c, kind in units if TYPES[kind].vehicle]
    return units + [("", f"{CARDS[card].side[0]}_truck")] * CARDS[card].trucks


class Begin(Step, frozen=True):
    """15 Year and battle conditions; in a free battle both sides draft their forces."""

    def run(self, g: TankLeader) -> None:
        data = g.scenario
        g.year, g.turns, g.visibility = data["year"], data["turns"], data["visibility"]
        if "draft" in data:
            g.year = int(g.options["year"])
        g.tell("TL-15.1.1", "{title}, {year}", title=data["title"], year=g.year)
        roll_conditions(g)
        drafts = [Draft(side) for side in SIDES if "draft" in data]
        g.swap(*drafts, Muster())


def unit_price(what: UnitType) -> int:
    """What a unit costs in a free battle: its better strength and its defense, squared, a tenth of that."""
    return 0 if what.truck else max(1, (max(what.av or 0, what.ai or 0) + what.defense) ** 2 // 10)


def draft_price(card: str, year: int, advanced: bool) -> int:
    """What a combat card costs: all its units."""
    return sum(unit_price(TYPES[kind]) for _, kind in line_up(card, year, advanced))


class TakeCard(CardDeed, frozen=True):
    """15.1 A combat card of the year, and its superiors with it."""

    def why_not(self, g: TankLeader, by: Draft) -> Refusal | None:
        card = CARDS[self.card]
        if card.side != by.side or card.type != "combat" or self.card in g.cards:
            return Refusal("TL-15.1.1")
        if card.line_up(g.year) is None or not card.rating(g.year):
            return Refusal("TL-6.2.2")
        if draft_price(self.card, g.year, g.advanced) > by.left(g):
            return Refusal("TL-15.1.1", "Not enough points are left.")
        return None

    def do(self, g: TankLeader, by: Draft) -> None:
        g.tell("TL-15.1.1", "{side} takes {name}", side=side_people(by.side), name=CARDS[self.card].id)
        for key in (self.card, *superiors(self.card)):
            if CARDS[key].rating(g.year):
                g.cards = {**g.cards, key: "due"}
        g.swap(Draft(by.side))


class EnoughCards(Deed, frozen=True):
    """15.1 No more cards, once there is one."""

    stored = READY

    @classmethod
    def candidates(cls, g: TankLeader, by: Draft) -> list[EnoughCards]:
        return [cls()] if by.spent(g) else []

    def do(self, g: TankLeader, by: Draft) -> None:
        g.done()


class Draft(ChoiceStep, frozen=True):
    """15.1 Free battle: combat cards of the year up to a number of points; their superiors come with them."""

    side: str
    deeds = (TakeCard, EnoughCards)

    def run(self, g: TankLeader) -> None:
        if not self.might(g, TakeCard):
            return g.done()
        prompt = f"Take a combat card ({with_count(self.left(g), 'point')} left)"
        g.ask(self.side, prompt, self.offered(g), "TL-15.1.1")

    def left(self, g: TankLeader) -> int:
        """The points that may still be spent."""
        points: int = g.scenario["draft"][self.side]
        return points - self.spent(g)

    def spent(self, g: TankLeader) -> int:
        """What the cards taken cost."""
        mine = [k for k in g.cards if CARDS[k].side == self.side and CARDS[k].type == "combat"]
        return sum(draft_price(k, g.year, g.advanced) for k in mine)


class Muster(Step, frozen=True):
    """15 Forces, and arrival turns rolled at the start; then both sides set up."""

    def run(self, g: TankLeader) -> None:
        data = g.scenario
        muster(g)
        for side, hexes in data["initial_control"].items():
            if side in SIDES:
                g.control = {**g.control, **dict.fromkeys(hexes, side)}
        plan_arrivals(g)
        first = data["first_to_set_up"]
        secret = [ChooseTurn(key) for key, group in g.groups.items() if _secret(g, group)]
        g.swap(SetUp(first), SetUp(other(first)), *secret)


def plan_arrivals(g: TankLeader) -> None:
    """5.1, 15.4 Which reinforcements come when; a die at the start is rolled now and open to both."""
    for i, row in enumerate(reinforcement_rows(g.scenario_id)):
        arrival = row["arrival"]
        turn = arrival.get("turn", 0)
        if arrival["kind"] == "die_at_start":
            die = g.d6()
            turn = next(r["turn"] for r in arrival["results"] if die in r["die"])
            side = row["side"].title()
            given = tuple(Given(_faces(r["die"]), f"turn {r['turn']}", "TL-15.4.2") for r in arrival["results"])
            working = found("The turn of arrival", (die,), turn, given)
            g.tell("TL-15.4.2", "{side} reinforcements arrive on turn {n}", working=working, side=side, n=turn)
        deck = tuple(str(n) for n in (*arrival.get("cards", ()), *arrival.get("blanks", ())))
        g.groups = {**g.groups, str(i): Group(i, row["side"], tuple(str(n) for n in row["cards"]), turn, deck)}
        assert all(card in CARDS or card in BLANKS for card in deck)


def _faces(faces: list[int]) -> str:
    return "on " + " or ".join(map(str, faces))


def _secret(g: TankLeader, group: Group) -> bool:
    return bool(reinforcement_rows(g.scenario_id)[group.row]["arrival"]["kind"] == "secret_turn")


class WriteTurn(Deed, frozen=True):
    """5.1.2 The turn that is written down."""

    button: str
    stored = Press

    @classmethod
    def candidates(cls, g: TankLeader, by: ChooseTurn) -> list[WriteTurn]:
        return [cls(f"turn {n}") for n in by.row(g)["arrival"]["turns"]]

    def is_meant(self, g: TankLeader, by: ChooseTurn) -> bool:
        return self in self.candidates(g, by)

    def do(self, g: TankLeader, by: ChooseTurn) -> None:
        group, turn = g.groups[by.key], int(self.button.split()[1])
        g.groups = {**g.groups, by.key: Group(group.row, group.side, group.cards, turn)}
        names = names_of_cards(group.cards)
        g.tell("TL-5.1.2", "{names} will arrive on turn {n}", sees=(group.side,), names=names, n=turn)
        g.done()


class ChooseTurn(ChoiceStep, frozen=True):
    """5.1.2 The owner writes down the arrival turn before play."""

    key: str
    deeds = (WriteTurn,)

    def run(self, g: TankLeader) -> None:
        group = g.groups[self.key]
        prompt = f"{names_of_cards(group.cards)} by {self.row(g)['where']}: write down the turn of arrival"
        g.ask(group.side, prompt, self.offered(g), "TL-5.1.2")

    def row(self, g: TankLeader) -> dict[str, Any]:
        """The scenario's words about the group."""
        return reinforcement_rows(g.scenario_id)[g.groups[self.key].row]
