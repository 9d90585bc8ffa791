"""Broadside: two frigates a side, sealed orders, broadsides, and a hand of hidden cards. A game of parts of the kit."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from msgspec.structs import replace

from grognard.board.facing import aspect, towards
from grognard.board.ground import HexGround
from grognard.board.hexes.corner_sight import CornerSight
from grognard.board.hexes.map import load_map
from grognard.engine import Action, Aim, Briefing, Cards, Chart, ChoiceStep, Deed, Face, Game, Interruption, Mind
from grognard.engine import Modifier, Passing, Piece, PieceView, Reach, Refusal, Result, Rulebook, Rules, Scenario
from grognard.engine import State, Step, View, Working, deal_sealed

DATA = Path(__file__).parent / "data"
MAP, BOX = load_map(DATA / "map.toml"), tomllib.loads((DATA / "box.toml").read_text("utf-8"))
GUNNERY = Chart.of("gunnery", "Gunnery", dice=1, cite="BR-3.3", **BOX["gunnery"])
GRID, GROUND, SIGHT = MAP.grid, HexGround(MAP), CornerSight(MAP.grid, full=MAP.areas["island"])
SIDES, TURNS, RANGE, PHASES = ("blue", "red"), BOX["turns"], 3, ("Orders", "Fire")
HELM = {"to port": -1, "ahead": 0, "to starboard": 1}


class Ship(Piece, frozen=True):
    name: str = ""
    heading: int = 0  # towards which of the six neighbours its bow points
    hull: int = 4


class Order(Action, frozen=True):
    """2.1 How one ship is to turn and to sail."""

    ship: str
    helm: str
    hexes: int = 1


@dataclass(slots=True, eq=False)
class Battle(State[Ship]):
    turn: int = 0
    cards: Mapping[str, Cards] = field(default_factory=dict)
    orders: Mapping[str, Order] = field(default_factory=dict)  # written, and not yet carried out

    def fleet(self, side: str) -> list[Ship]:
        return sorted((ship for ship in self.pieces.values() if ship.side == side), key=lambda ship: ship.id)

    def hull(self, side: str) -> int:
        return sum(ship.hull for ship in self.fleet(side))


class Shuffle(Step, frozen=True):
    """1.3 Each side shuffles its cards and takes two."""

    def run(self, g: Battle) -> None:
        g.done()
        g.cards = {side: Cards.shuffled(g, BOX["cards"], BOX["hand"]) for side in SIDES}


class Turn(Step, frozen=True):
    """1.1 A turn, or the end; 1.3 cards are taken."""

    def run(self, g: Battle) -> None:
        g.turn += 1
        if g.turn > TURNS or standing(g).cite == "BR-4.1":
            return g.finish(standing(g))
        if g.turn > 1:
            g.cards = {side: cards.draw() for side, cards in g.cards.items()}
        g.call(Write(), Sail(), Guns(tuple(sorted(g.pieces))))


def orders_for(ship: Ship) -> list[Order]:
    """2.1 What a ship may be ordered."""
    return [Order(ship.id, helm) for helm in HELM] + [Order(ship.id, "ahead", 2)]


class Write(Step[Order], frozen=True):
    """1.2 Both sides write an order for their next ship: neither sees what the other writes."""

    number: int = 0

    def run(self, g: Battle) -> None:
        for side in SIDES:
            for ship in g.fleet(side)[self.number : self.number + 1]:
                g.ask(side, f"An order for {ship.name}", orders_for(ship), "BR-1.2")
        if not g.asks:
            g.done()

    def take_all(self, g: Battle, answers: Mapping[str, Order]) -> None:
        g.orders = {**g.orders, **{order.ship: order for order in answers.values()}}
        g.swap(Write(self.number + 1))


def ahead(g: Battle, ship: Ship) -> str:
    """2.3 The hex before the bow, or the ship's own if it cannot go on."""
    there = GRID.step(ship.place, ship.heading)
    return there if there and "sea" in MAP.terrain[there] and not g.here(there) else ship.place


class Sail(Step, frozen=True):
    """2.2, 2.3 The orders are turned over; all ships turn, and sail hex by hex."""

    def run(self, g: Battle) -> None:
        g.reveal()
        orders, g.orders = g.orders, {}
        for name in sorted(orders):
            g.change(name, heading=(g.pieces[name].heading + HELM[orders[name].helm]) % 6)
        for sailed in (1, 2):
            for name in sorted(orders):
                if orders[name].hexes >= sailed:
                    g.change(name, place=ahead(g, g.pieces[name]))
        for name, order in sorted(orders.items()):
            at = g.pieces[name].place
            g.tell("BR-2.2", "{ship} {helm}, to {hex}", hexes=(at,), ship=g.pieces[name].name, helm=order.helm, hex=at)
        g.done()


def beside(ship: Ship, place: str) -> bool:
    """3.1 Does a hex lie in a ship's broadside?"""
    return aspect(GRID, ship.place, towards(GRID, ship.heading), place, front=30, rear=150) == "flank"


class Shot(Step, frozen=True):
    """3.3 to 3.7 The die is rolled, and hits are taken."""

    shooter: str
    target: str
    double: bool = False
    brace: bool = False

    def working(self, g: Battle) -> Working:
        a, d = g.pieces[self.shooter], g.pieces[self.target]
        modifiers = [Modifier("BR-3.4", 1, "Double Shot")] if self.double else []
        modifiers += [Modifier("BR-3.5", -2, "Brace")] if self.brace else []
        modifiers += [] if beside(d, a.place) else [Modifier("BR-3.6", 1, "Along its length")]
        return Working("Gunnery", tuple(modifiers), "gunnery", f"range {GRID.distance(a.place, d.place)}", dice=1)

    def run(self, g: Battle) -> None:
        working, die, target = self.working(g), g.d6(), g.pieces[self.target]
        cell = GUNNERY.rolled(GUNNERY.columns.index(working.column), die, working.on("die"))
        rolled, by = working.rolled([die], cell, dict(GUNNERY.results)[cell]), g.pieces[self.shooter].name
        g.tell("BR-3.3", "{a} at {d}: {r}", working=rolled, a=by, d=target.name, r=rolled.words)
        g.outcome(rolled.words)
        g.done()
        if (hull := target.hull - cell.count("H")) > 0:
            g.change(self.target, hull=hull)
        else:
            g.drop(self.target)
            g.tell("BR-3.7", "{ship} is sunk", ship=target.name)


class Fire(Deed, frozen=True):
    """3.1, 3.2 Fire a broadside."""

    piece: str

    def why_not(self, g: Battle, by: Guns) -> Refusal | None:
        ship, target = g.pieces[by.queue[0]], g.pieces.get(self.piece)
        if not target or target.side == ship.side or GRID.distance(ship.place, target.place) > RANGE:
            return Refusal("BR-3.1")
        if not beside(ship, target.place):
            return Refusal("BR-3.1")
        return None if SIGHT.sees(ship.place, target.place) else Refusal("BR-3.2")

    def preview(self, g: Battle, by: Guns) -> Working:
        return Shot(by.queue[0], self.piece, isinstance(self, DoubleShot)).working(g)

    def do(self, g: Battle, by: Guns) -> None:
        if double := isinstance(self, DoubleShot):
            g.cards = {**g.cards, by.side(g): g.cards[by.side(g)].play("Double Shot")}
            g.tell("BR-3.4", "{ship} fires a double shot", ship=g.pieces[by.queue[0]].name)
        g.swap(Window(Shot(by.queue[0], self.piece, double)), Guns(by.queue[1:]))


class DoubleShot(Fire, frozen=True):
    """3.4 Fire with a Double Shot from the hand."""

    def why_not(self, g: Battle, by: Guns) -> Refusal | None:
        held = "Double Shot" in g.cards[by.side(g)].hand
        return Fire.why_not(self, g, by) or (None if held else Refusal("BR-3.4"))


class HoldFire(Deed, frozen=True):
    """3.1 The ship does not fire."""

    def do(self, g: Battle, by: Guns) -> None:
        g.swap(Guns(by.queue[1:]))


class Guns(ChoiceStep, frozen=True):
    """3.1 Ship after ship may fire."""

    queue: tuple[str, ...]
    deeds = ((Fire, DoubleShot, HoldFire),)

    def side(self, g: Battle) -> str:
        return g.pieces[self.queue[0]].side

    def run(self, g: Battle) -> None:
        if not self.queue:
            return g.done()
        if self.queue[0] not in g.pieces or not self.might(g, Fire):
            return g.swap(Guns(self.queue[1:]))
        g.ask(self.side(g), f"{g.pieces[self.queue[0]].name} may fire", self.offered(g), "BR-3.1")


class Brace(Deed, frozen=True):
    """3.5 Play Brace."""

    def why_not(self, g: Battle, by: Window) -> Refusal | None:
        return None if "Brace" in g.cards[by.side(g)].hand else Refusal("BR-3.5")

    def preview(self, g: Battle, by: Window) -> Working:
        return replace(by.shot, brace=True).working(g)

    def do(self, g: Battle, by: Window) -> None:
        g.cards = {**g.cards, by.side(g): g.cards[by.side(g)].play("Brace")}
        g.tell("BR-3.5", "{ship} braces", ship=g.pieces[by.shot.target].name)
        g.swap(replace(by.shot, brace=True))


class Stand(Deed, frozen=True):
    """3.5 Play nothing."""

    def do(self, g: Battle, by: Window) -> None:
        g.swap(by.shot)


class Window(ChoiceStep, frozen=True):
    """3.5 A side that is fired at may answer, if it holds a card: the enemy counts them, and cannot read them."""

    shot: Shot
    deeds = ((Brace, Stand),)

    def side(self, g: Battle) -> str:
        return g.pieces[self.shot.target].side

    def run(self, g: Battle) -> None:
        if not g.cards[self.side(g)].hand:
            return g.swap(self.shot)
        g.ask(self.side(g), f"{g.pieces[self.shot.shooter].name} fires at you", self.offered(g), "BR-3.5")

    def passes(self, g: Battle) -> Passing:
        return Passing(Stand(), "nobody braces")

    def counters(self, g: Battle) -> Passing:
        return Passing(Brace(), "the crew braces")

    def interrupts(self, g: Battle) -> Interruption:
        return Interruption(self.shot.shooter, f"{self.shot.shooter} {g.turn}", Stand())

    def suffers(self, g: Battle, side: str) -> bool:
        return True


def start(scenario: str, options: Mapping[str, str]) -> Battle:
    g = Battle(scenario_id=scenario, options=dict(options))
    g.call(Shuffle(), Turn())
    for ship in BOX["ships"]:
        g.put(Ship(**ship))
    return g


def standing(g: Battle) -> Result:
    """4.1, 4.2 Who would win if it ended now."""
    hulls = {side: g.hull(side) for side in SIDES}
    winners = tuple(side for side in SIDES if hulls[side] == max(hulls.values()) != min(hulls.values()))
    if not min(hulls.values()):
        return Result(winners, "the enemy has no ship left", "BR-4.1")
    return Result(winners, "it has more hull left" if winners else "both have as much hull left", "BR-4.2")


def aims(g: Battle, side: str) -> tuple[Aim, ...]:
    enemy = SIDES[side == "blue"]
    return (Aim("Have more hull left than the enemy", "BR-4.2", have=g.hull(side), need=g.hull(enemy) + 1,
                met=side in standing(g).winners),)  # fmt: skip


def view(g: Battle, side: str | None) -> View:
    """1.2, 1.3 Ships lie open. Orders and cards are seen by the side whose they are."""
    pieces = [
        PieceView(s.id, s.side, s.place, s.id, s.name, str(s.hull), facing=towards(GRID, s.heading),
                  note=f"ordered {g.orders[s.id].helm}" if s.id in g.orders and s.side == side else "",
                  numbers=(("hull", s.hull),)) for s in g.pieces.values()
    ]  # fmt: skip
    cards = [card for owner in g.cards for card in g.cards[owner].views(owner, seen=owner == side)]
    phase = PHASES[not g.steps or not isinstance(g.steps[-1], Write)]
    return View(side, min(g.turn, TURNS), TURNS, PHASES, phase, tuple(pieces), cards=tuple(cards))


def deal_again(g: Battle, side: str | None, rng: random.Random) -> Battle:
    """A copy in which orders and cards that a side has not seen are dealt again."""
    twin = g.clone()
    twin.cards = {owner: cards.dealt_again(rng, seen=owner == side) for owner, cards in g.cards.items()}
    unseen = [name for name in g.orders if g.pieces[name].side != side]
    twin.orders = {**g.orders, **{name: rng.choice(orders_for(g.pieces[name])) for name in unseen}}
    deal_sealed(twin, side, rng)
    return twin


def judge(g: Battle, side: str, action: Action) -> float:
    """Sail where the enemy will be beside, fire where the die is kind, and brace."""
    if isinstance(action, Order):
        ship, enemies = g.pieces[action.ship], g.fleet(SIDES[side == "blue"])
        ship = replace(ship, heading=(ship.heading + HELM[action.helm]) % 6)
        for _ in range(action.hexes):
            ship = replace(ship, place=ahead(g, ship))
        near = [GRID.distance(ship.place, enemy.place) for enemy in enemies]
        shots = sum(far <= RANGE and beside(ship, enemy.place) for far, enemy in zip(near, enemies, strict=True))
        return shots - min(near) / 9 - (ship.place == g.pieces[ship.id].place)
    if isinstance(action, Fire):
        by = g.steps[-1]
        assert isinstance(by, Guns)
        return 2.0 + action.preview(g, by).on("die")
    return 3.0 if isinstance(action, Brace) else 0.0


def reach(g: Battle, side: str | None, piece: str) -> list[Reach]:
    """3.1, 3.2 Where a ship may fire."""
    ship = g.pieces[piece]
    near = [h for h in GRID.within(ship.place, RANGE) if h != ship.place and beside(ship, h)]
    return [Reach("fire", "BR-3.1", tuple(h for h in near if SIGHT.sees(ship.place, h)))]


GAME = Game(
    id="broadside",
    title="Broadside",
    blurb="Frigates in the roads: orders are written in secret, and carried out at once.",
    rulebook=Rulebook.load(DATA / "rules.tsv"),
    scenarios={"roads": Scenario("roads", "The Roads", "1811", TURNS, "Who rules the roads?", "BR-4.2")},
    rules=Rules(state=Battle, piece=Ship, start=start, sides=lambda g: SIDES, view=view, determinize=deal_again,
                aims=aims, standing=standing),
    mind=Mind(judge=judge),
    face=Face(ground=lambda scenario: GROUND, charts=(GUNNERY,), reach=reach,
              briefing=lambda g, side: Briefing(**BOX["briefing"])),
)  # fmt: skip
